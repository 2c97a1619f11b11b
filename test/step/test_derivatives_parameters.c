// Derivatives of steps by parameters of the model against differences of mj_step with other
// numbers in the model, and their products and sums along trajectories against these.
#include "step/derivative_case.h"

// The number of the model that a parameter is.
static mjtNum* number_of(mjModel* m, const engParameter* p) {
  switch (p->kind) {
    case engPARAM_MASS: return m->body_mass + p->id;
    case engPARAM_INERTIA: return m->body_inertia + 3 * p->id + p->index;
    case engPARAM_ARMATURE: return m->dof_armature + p->id;
    case engPARAM_DAMPING: return m->dof_damping + p->id;
    case engPARAM_STIFFNESS: return m->jnt_stiffness + p->id;
    case engPARAM_FRICTIONLOSS: return m->dof_frictionloss + p->id;
    case engPARAM_TENDON_DAMPING: return m->tendon_damping + p->id;
    case engPARAM_TENDON_STIFFNESS: return m->tendon_stiffness + p->id;
    case engPARAM_TENDON_FRICTIONLOSS: return m->tendon_frictionloss + p->id;
    case engPARAM_FRICTION: return m->geom_friction + 3 * p->id + p->index;
    case engPARAM_PAIR_FRICTION: return m->pair_friction + 5 * p->id + p->index;
    case engPARAM_GAIN: return m->actuator_gainprm + mjNGAIN * p->id + p->index;
    default: return m->actuator_biasprm + mjNBIAS * p->id + p->index;
  }
}

// The inertia of simple dofs is kept in the model; the other constants made of masses stay.
static void remake_inertia(mjModel* m) {
  mjModel* made = mj_copyModel(NULL, m);
  mjData* d = mj_makeData(made);
  mj_setConst(made, d);
  memcpy(m->dof_M0, made->dof_M0, sizeof(mjtNum) * (size_t)m->nv);
  mj_deleteData(d);
  mj_deleteModel(made);
}

// x' by centred differences, their errors of second and fourth order cancelled.
static void reference_column(mjModel* m, const mjData* start, const engParameter* p, mjtNum eps,
                             mjtNum* dx) {
  int nv = m->nv, nx = 2 * nv + m->na;
  mjData* d[2] = {mj_makeData(m), mj_makeData(m)};
  mjtNum part[3][200], *x = number_of(m, p), old = *x;
  assert_true(nx <= 200);
  for (int k = 0; k < 3; k++) {
    mjtNum e = eps / (1 << k);
    for (int side = 0; side < 2; side++) {
      *x = side ? old - e : old + e;
      if (p->kind <= engPARAM_ARMATURE) remake_inertia(m);
      mj_copyData(d[side], m, start);
      mj_step(m, d[side]);
    }
    mj_differentiatePos(m, part[k], 2 * e, d[1]->qpos, d[0]->qpos);
    for (int i = 0; i < nv; i++) part[k][nv + i] = (d[0]->qvel[i] - d[1]->qvel[i]) / (2 * e);
    for (int i = 0; i < m->na; i++) part[k][2 * nv + i] = (d[0]->act[i] - d[1]->act[i]) / (2 * e);
  }
  *x = old;
  if (p->kind <= engPARAM_ARMATURE) remake_inertia(m);
  for (int i = 0; i < nx; i++) dx[i] = (64 * part[2][i] - 20 * part[1][i] + part[0][i]) / 45;
  mj_deleteData(d[0]);
  mj_deleteData(d[1]);
}

enum { MOST = 400 };

// All parameters of a model that there are derivatives by, and that differences can go both ways.
static int list_parameters(mjModel* m, engParameter* list) {
  static const int numbers[engNPARAM] = {1, 3, 1, 1, 1, 1, 1, 1, 1, 3, 5, 3, 3};
  int n = 0;
  for (int kind = 0; kind < engNPARAM; kind++) {
    int objects = kind <= engPARAM_INERTIA               ? m->nbody
                  : kind == engPARAM_STIFFNESS           ? m->njnt
                  : kind <= engPARAM_FRICTIONLOSS        ? m->nv
                  : kind <= engPARAM_TENDON_FRICTIONLOSS ? m->ntendon
                  : kind == engPARAM_FRICTION            ? m->ngeom
                  : kind == engPARAM_PAIR_FRICTION       ? m->npair
                                                         : m->nu;
    for (int id = 0; id < objects; id++) {
      for (int index = 0; index < numbers[kind]; index++) {
        engParameter p = {(engParameterKind)kind, id, index};
        if (kind <= engPARAM_INERTIA && id == 0) continue;
        int is_gain = kind == engPARAM_GAIN, is_bias = kind == engPARAM_BIAS;
        if (is_gain && m->actuator_gaintype[id] != mjGAIN_AFFINE && index) continue;
        if (is_gain && m->actuator_gaintype[id] == mjGAIN_MUSCLE) continue;
        if (is_bias && m->actuator_biastype[id] != mjBIAS_AFFINE) continue;
        // rows come and go with a loss that becomes positive, and so does the matrix of Euler
        int loss = kind == engPARAM_FRICTIONLOSS || kind == engPARAM_TENDON_FRICTIONLOSS;
        if ((loss || kind == engPARAM_DAMPING) && *number_of(m, &p) <= 0) continue;
        assert_true(n < MOST);
        list[n++] = p;
      }
    }
  }
  return n;
}

// Which kinds had a derivative that is not zero.
static int felt[engNPARAM];

// Beyond noise, the rounding errors of the differences.
static int agree(const mjtNum* a, const mjtNum* b, int nx, mjtNum noise, mjtNum tolerance,
                 mjtNum* error) {
  mjtNum size = 1e-12;
  *error = 0;
  for (int i = 0; i < nx; i++) {
    size = fmax(size, fabs(b[i]));
    *error = fmax(*error, fabs(a[i] - b[i]));
  }
  *error = fmax(0, *error - noise) / size;
  return *error <= tolerance;
}

static void check_products(const mjModel* m, mjData* d, const engStepDerivatives* out) {
  int nx = 2 * m->nv + m->na;
  mjtNum next[200], bar[MOST];
  for (int i = 0; i < nx; i++) next[i] = draw();
  const engStepCovector x = {
      .nparameter = out->nparameter, .parameter = out->parameter, .by_parameter = bar};
  assert_int_equal(eng_stepVjp(m, d, 0, next, &x), engDERIV_OK);
  for (int k = 0; k < out->nparameter; k++) {
    mjtNum sum = 0, size = 1e-12;
    for (int i = 0; i < nx; i++) {
      sum += next[i] * out->P[i * out->nparameter + k];
      size += fabs(next[i] * out->P[i * out->nparameter + k]);
    }
    if (!(fabs(sum - bar[k]) <= 1e-11 * size)) {
      fail_msg("parameter %d of kind %d: product %g, matrix %g", out->parameter[k].id,
               out->parameter[k].kind, bar[k], sum);
    }
  }
}

static void check_state(mjModel* m, mjData* d, const char* name, mjtNum eps, mjtNum tolerance) {
  engParameter list[MOST];
  int n = list_parameters(m, list), nx = 2 * m->nv + m->na;
  mjtNum* P = calloc((size_t)(n * nx) + 1, sizeof(mjtNum));
  mjData* start = mj_copyData(NULL, m, d);
  const engStepDerivatives out = {.nparameter = n, .parameter = list, .P = P};
  assert_int_equal(eng_stepDerivatives(m, d, 0, &out), engDERIV_OK);
  assert_int_equal(d->pstack, 0);
  int smooth = 0;
  for (int k = 0; k < n; k++) {
    mjtNum column[200], ref[200], other[200], size = 0, error, apart;
    mjtNum x = fabs(*number_of(m, list + k)), step = eps * (x > 0 ? x : 1), noise = 1e-13 / step;
    reference_column(m, start, list + k, step, ref);
    reference_column(m, start, list + k, 0.3 * step, other);
    if (!agree(other, ref, nx, 4 * noise, 10 * tolerance, &apart)) continue;
    smooth++;
    for (int i = 0; i < nx; i++) {
      column[i] = P[i * n + k];
      size = fmax(size, fabs(ref[i]));
    }
    felt[list[k].kind] += size > 1e-7;
    if (agree(column, ref, nx, noise, tolerance, &error)) continue;
    print_error("%s, integrator %d, cone %d: number %d of %d of kind %d is off by %g of %g\n", name,
                m->opt.integrator, m->opt.cone, list[k].index, list[k].id, list[k].kind, error,
                size);
    nfailed++;
  }
  if (smooth < 0.9 * n) {
    print_error("%s: %d of %d parameters are smooth\n", name, smooth, n);
    nfailed++;
  }
  check_products(m, d, &out);
  mj_deleteData(start);
  free(P);
}

// Masses with and without gravity compensation, balls, springs, dampers, tendons, all linear gains.
static const char forces[] =
    "<mujoco><option timestep='0.005'/>"
    "<worldbody><body name='base' pos='0 0 1'><freejoint/>"
    "<geom type='box' size='.1 .2 .05' mass='2'/><site name='a' pos='.1 0 .1'/>"
    "<body pos='.2 0 0' gravcomp='.4'><joint name='h' axis='0 1 0' damping='.3' stiffness='2'"
    " springref='20' frictionloss='.02' actuatorgravcomp='true' armature='.01'/>"
    "<geom type='capsule' size='.03 .1' pos='.1 .02 0' euler='10 80 5' mass='.5'/>"
    "<body pos='.2 0 0'><joint type='ball' stiffness='1' damping='.05'/>"
    "<geom type='ellipsoid' size='.1 .05 .03' pos='.08 .01 0' euler='20 10 0' mass='.3'/>"
    "<site name='b' pos='.1 0 .05'/></body></body></body>"
    "<body pos='1 0 1'><joint name='s' type='slide' axis='0 0 1' stiffness='20' damping='1'/>"
    "<geom size='.1' mass='1'/><site name='c'/></body></worldbody>"
    "<tendon><spatial name='t' stiffness='5' springlength='.1 .2' damping='.5' frictionloss='.1'>"
    "<site site='a'/><site site='b'/><site site='c'/></spatial>"
    "<fixed name='f' stiffness='3' damping='.2'><joint joint='h' coef='1'/>"
    "<joint joint='s' coef='-2'/></fixed></tendon>"
    "<actuator><motor joint='h' gear='2' ctrlrange='-1 1'/>"
    "<position joint='s' kp='10' kv='1'/>"
    "<general joint='h' gaintype='affine' gainprm='1 .5 -.3' biastype='affine' biasprm='.1 -.2 -.1'"
    " dyntype='filter' dynprm='.1'/>"
    "<general tendon='t' gaintype='affine' gainprm='1 .2 -.1' biastype='affine'"
    " biasprm='0 -1 -.2' forcerange='-.5 .5'/></actuator></mujoco>";

static void by_forces(void** state) {
  (void)state;
  nfailed = 0;
  memset(felt, 0, sizeof felt);
  static const int integrator[] = {mjINT_EULER, mjINT_IMPLICIT, mjINT_IMPLICITFAST, mjINT_RK4};
  for (int k = 0; k < 4; k++) {
    mjModel* m = model_from(forces);
    m->opt.integrator = integrator[k];
    solve_exactly(m);
    for (int seed = 0; seed < 3; seed++) {
      draw_seed(seed);
      mjData* d = random_state(m, 0.4, 1);
      for (int i = 0; i < m->nu; i++) d->ctrl[i] = 0.6 * draw();
      for (int i = 0; i < m->na; i++) d->act[i] = draw();
      for (int i = 0; i < 6; i++) d->xfrc_applied[6 + i] = draw();
      check_state(m, d, "forces", 1e-3, 1e-7);
      mj_deleteData(d);
    }
    mj_deleteModel(m);
  }
  assert_int_equal(nfailed, 0);
  for (int kind = 0; kind < engNPARAM; kind++) {
    if (kind == engPARAM_FRICTION || kind == engPARAM_PAIR_FRICTION) continue;
    if (!felt[kind]) fail_msg("no parameter of kind %d had an effect", kind);
  }
}

// The damping of a model that has none is one-sided, but the step of Euler is smooth there.
static void damping_that_is_not_there(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><worldbody><body><joint axis='0 1 0'/><geom type='capsule' size='.05 .2' "
      "pos='0 0 .2'/><body pos='0 0 .4'><joint axis='0 1 0'/><geom type='capsule' size='.05 .2' "
      "pos='0 0 .2'/></body></body></worldbody></mujoco>");
  mjData *d = mj_makeData(m), *next[3];
  d->qpos[0] = 0.5, d->qvel[0] = 2, d->qvel[1] = -3;
  const engParameter p = {engPARAM_DAMPING, 1, 0};
  mjtNum P[4], eps = 1e-5;
  assert_int_equal(
      eng_stepDerivatives(m, d, 0, &(engStepDerivatives){.nparameter = 1, .parameter = &p, .P = P}),
      engDERIV_OK);
  for (int k = 0; k < 3; k++) {
    m->dof_damping[1] = k * eps;
    next[k] = mj_copyData(NULL, m, d);
    mj_step(m, next[k]);
  }
  for (int i = 0; i < 2; i++) {
    mjtNum slope = (4 * next[1]->qvel[i] - 3 * next[0]->qvel[i] - next[2]->qvel[i]) / (2 * eps);
    assert_true(fabs(slope) > 1e-3);
    assert_float_equal(P[2 + i], slope, 1e-6 * fabs(slope));
  }
  for (int k = 0; k < 3; k++) mj_deleteData(next[k]);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// A brick that slides, one that rolls and spins, one at rest; with a pair of its own.
static const char contacts[] =
    "<mujoco><option timestep='0.002' impratio='3'/>"
    "<default><geom solimp='.9 .95 .01' solref='.01 1'/></default>"
    "<worldbody><geom name='floor' type='plane' size='5 5 1' friction='.3 .01 .002'/>"
    "<body pos='0 0 .099'><freejoint/><geom type='sphere' size='.1' condim='6'"
    " friction='.5 .02 .01'/></body>"
    "<body pos='1 0 .0995'><freejoint/><geom type='sphere' size='.1' condim='4' priority='1'"
    " friction='.6 .03 .01'/></body>"
    "<body pos='2 0 .1495'><freejoint/><geom name='peg' type='capsule' size='.05 .1'/></body>"
    "</worldbody>"
    "<contact><pair geom1='peg' geom2='floor' condim='3' friction='.4 .7 .01 .001 .001'/></contact>"
    "</mujoco>";

static void by_friction(void** state) {
  (void)state;
  nfailed = 0;
  memset(felt, 0, sizeof felt);
  int zones[8] = {0};
  for (int cone = 0; cone < 2; cone++) {
    mjModel* m = model_from(contacts);
    m->opt.cone = cone;
    solve_exactly(m);
    for (int seed = 0; seed < 4; seed++) {
      draw_seed(seed);
      mjData* d = mj_makeData(m);
      // slow ones stick, fast ones slide
      for (int i = 0; i < m->nv; i++) d->qvel[i] = (seed < 2 ? 1 : 0.003) * draw();
      for (int b = 0; b < 3; b++) d->qvel[6 * b + 2] = -0.05;
      mj_forward(m, d);
      if (active_rows(d) <= 4) fail_msg("%d active rows", active_rows(d));
      for (int i = 0; i < d->nefc; i++) zones[d->efc_state[i]]++;
      check_state(m, d, "contacts", 1e-3, 1e-6);
      mj_deleteData(d);
    }
    mj_deleteModel(m);
  }
  assert_int_equal(nfailed, 0);
  assert_true(zones[mjCNSTRSTATE_CONE] > 10 && zones[mjCNSTRSTATE_QUADRATIC] > 10);
  assert_true(felt[engPARAM_FRICTION] > 10 && felt[engPARAM_PAIR_FRICTION] > 5);
}

// The gradient along a trajectory is that of the whole of it.
static void along_a_trajectory(void** state) {
  (void)state;
  enum { STEPS = 60 };
  mjModel* m = model_from(contacts);
  m->opt.cone = mjCONE_ELLIPTIC;
  solve_exactly(m);
  int nv = m->nv, nx = 2 * nv, ns = mj_stateSize(m, mjSTATE_INTEGRATION);
  const engParameter list[] = {{engPARAM_FRICTION, 1, 0},
                               {engPARAM_FRICTION, 2, 0},
                               {engPARAM_MASS, 1, 0},
                               {engPARAM_INERTIA, 2, 1},
                               {engPARAM_PAIR_FRICTION, 0, 0}};
  enum { N = sizeof list / sizeof *list };
  mjtNum *states = calloc((size_t)(STEPS * ns), sizeof(mjtNum)), gradient[N], cost[2];
  mjtNum* by_state = calloc((size_t)((STEPS + 1) * nx), sizeof(mjtNum));
  mjData* d = mj_makeData(m);
  for (int k = -1; k < 2 * N; k++) {  // the way, then nudged ones
    mjtNum *x = k < 0 ? NULL : number_of(m, list + k / 2), old = x ? *x : 0, eps = 1e-5;
    if (x) *x = old * (1 + (k % 2 ? -eps : eps));
    remake_inertia(m);
    mj_resetData(m, d);
    d->qvel[0] = 3, d->qvel[4] = 3, d->qvel[6] = 0.8, d->qvel[9] = 2, d->qvel[12] = 1;
    d->qvel[13] = 0.5;
    for (int i = 0; i < STEPS; i++) {
      if (!x) mj_getState(m, d, states + i * ns, mjSTATE_INTEGRATION);
      mj_step(m, d);
    }
    if (!x) {
      for (int i = 0; i < nv; i++) by_state[STEPS * nx + nv + i] = 1 + 0.1 * i;
      mjData* work[1] = {mj_makeData(m)};
      const engAdjoint a = {.nstep = STEPS,
                            .state_sig = mjSTATE_INTEGRATION,
                            .state = states,
                            .by_state = by_state,
                            .nparameter = N,
                            .parameter = list,
                            .parameter_bar = gradient};
      assert_int_equal(eng_adjoint(m, work, 1, NULL, 0, &a), engDERIV_OK);
      mj_deleteData(work[0]);
      continue;
    }
    *x = old;
    cost[k % 2] = 0;
    for (int i = 0; i < nv; i++) cost[k % 2] += (1 + 0.1 * i) * d->qvel[i];
    if (k % 2 == 0) continue;
    mjtNum slope = (cost[0] - cost[1]) / (2 * eps * old);
    if (!(fabs(slope) > 1e-4)) fail_msg("parameter %d has no effect", k / 2);
    if (!(fabs(gradient[k / 2] - slope) <= 1e-4 * fabs(slope))) {
      fail_msg("parameter %d: %g, differences %g", k / 2, gradient[k / 2], slope);
    }
  }
  free(states);
  free(by_state);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static char warned[1000];
static void hear(const char* message) { snprintf(warned, sizeof warned, "%s", message); }

static void assert_lacking(const mjModel* m, engParameter p, const char* part) {
  mjData* d = mj_makeData(m);
  mjtNum P[400];
  void (*before)(const char*) = mju_user_warning;
  mju_user_warning = hear;
  warned[0] = 0;
  const engStepDerivatives out = {.nparameter = 1, .parameter = &p, .P = P};
  assert_int_equal(eng_stepDerivatives(m, d, 0, &out), engDERIV_BAD_PARAMETER);
  mju_user_warning = before;
  if (!strstr(warned, part)) fail_msg("'%s' should say '%s'", warned, part);
  mj_deleteData(d);
}

static void what_does_not_exist_is_named(void** state) {
  (void)state;
  mjModel* m = model_from(forces);
  assert_lacking(m, (engParameter){engPARAM_MASS, 99, 0}, "body 99 does not exist");
  assert_lacking(m, (engParameter){engPARAM_INERTIA, 1, 3}, "no number of this index");
  assert_lacking(m, (engParameter){engPARAM_BIAS, 0, 0}, "actuator 0 has no such coefficient");
  assert_lacking(m, (engParameter){(engParameterKind)77, 0, 0}, "of no kind");
  m->opt.density = 1;
  assert_lacking(m, (engParameter){engPARAM_MASS, 1, 0}, "drag");
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(by_forces),
      cmocka_unit_test(damping_that_is_not_there),
      cmocka_unit_test(by_friction),
      cmocka_unit_test(along_a_trajectory),
      cmocka_unit_test(what_does_not_exist_is_named),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
