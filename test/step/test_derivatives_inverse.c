// Derivatives of inverse dynamics against differences of mj_inverse; kinks; adjoints.
#include "step/derivative_case.h"

// f and the inertia at a state nudged by eps along input i of (q, v, a).
static void inverse_at(const mjModel* m, const mjData* start, mjData* d, int i, mjtNum eps, int act,
                       mjtNum* f, mjtNum* M) {
  int nv = m->nv;
  mj_copyData(d, m, start);
  mjtNum unit[100] = {0};
  if (i < nv) {
    unit[i] = 1;
    mj_integratePos(m, d->qpos, unit, eps);
  } else if (i < 2 * nv) {
    d->qvel[i - nv] += eps;
  } else {
    d->qacc[i - 2 * nv] += eps;
  }
  mj_inverse(m, d);
  if (act) mj_fwdActuation(m, d);
  for (int k = 0; k < nv; k++) f[k] = d->qfrc_inverse[k] - (act ? d->qfrc_actuator[k] : 0);
  memcpy(M, d->qM, sizeof(mjtNum) * (size_t)m->nM);
}

// Error of the row of input i, relative to size.
static mjtNum row_error(const mjtNum* row, const mjtNum* plus, const mjtNum* minus, mjtNum eps,
                        int n, mjtNum* size) {
  mjtNum error = 0;
  for (int k = 0; k < n; k++) {
    mjtNum want = (plus[k] - minus[k]) / (2 * eps);
    error = fmax(error, isfinite(row[k]) ? fabs(row[k] - want) : INFINITY);
    *size = fmax(*size, fabs(want));
  }
  return error;
}

static void inverse_holds(const mjModel* m, mjData* d, const char* name, int act) {
  size_t nv = m->nv, nM = m->nM;
  mjtNum* x = calloc(3 * nv * nv + nv * nM + 2 * nv + 2 * nM + 1, sizeof(mjtNum));
  mjtNum *Dm = x + 3 * nv * nv, *plus = Dm + nv * nM, *minus = plus + nv;
  mjtNum *M_plus = minus + nv, *M_minus = M_plus + nM;
  const engInverseDerivatives out = {x, x + nv * nv, x + 2 * nv * nv, Dm};
  mjData *start = mj_copyData(NULL, m, d), *e = mj_makeData(m);
  assert_int_equal(eng_inverseDerivatives(m, d, act ? engDERIV_ACTUATION : 0, &out), engDERIV_OK);
  assert_int_equal(d->pstack, 0);
  // impedance changes within a millimetre: a larger nudge would show its curvature
  const mjtNum eps = 2e-7;
  for (int part = 0; part < 3; part++) {
    mjtNum error = 0, size = 1e-3, M_error = 0, M_size = 1e-3;
    for (int i = part * m->nv; i < (part + 1) * m->nv; i++) {
      inverse_at(m, start, e, i, eps, act, plus, M_plus);
      inverse_at(m, start, e, i, -eps, act, minus, M_minus);
      error = fmax(error, row_error(x + (size_t)i * nv, plus, minus, eps, m->nv, &size));
      if (part) continue;
      M_error = fmax(M_error, row_error(Dm + (size_t)i * nM, M_plus, M_minus, eps, m->nM, &M_size));
    }
    // a centred quotient: truncation and rounding
    if (!(error <= 1e-6 * size) || !(M_error <= 1e-7 * M_size)) {
      print_error("%s, by %c, actuation %d: force %g of %g, inertia %g of %g\n", name, "qva"[part],
                  act, error, size, M_error, M_size);
      nfailed++;
    }
  }
  free(x);
  mj_deleteData(start);
  mj_deleteData(e);
}

static void inverse_of_bundled_models(void** state) {
  (void)state;
  nfailed = 0;
  static const char* const file[] = {"humanoid.xml", "hand.xml",       "quadruped.xml",
                                     "arm.xml",      "muscle_arm.xml", "four_bar.xml"};
  for (size_t f = 0; f < sizeof file / sizeof *file; f++) {
    mjModel* m = bundled_model(file[f]);
    mjData* d = mj_makeData(m);
    int active = 0;
    for (int k = 0; k < 6; k++) {
      m->opt.cone = k % 2;
      for (int i = 0; i < m->nu; i++) d->ctrl[i] = 0.3 * sin(0.7 + i + k);
      for (int i = 0; i < 50; i++) mj_step(m, d);
      for (int i = 0; i < m->na; i++) d->act[i] = 0.5 + 0.1 * i;
      mj_forward(m, d);
      draw_seed(k);
      for (int i = 0; i < m->nv; i++) d->qacc[i] += draw();
      mj_inverse(m, d);
      active += active_rows(d);
      inverse_holds(m, d, file[f], k / 2 % 2);
    }
    if (f < 3) assert_true(active > 40);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  assert_int_equal(nfailed, 0);
}

// Spheres within one another, or within a capsule: normals that are an axis of the world.
static void inverse_with_centres_that_coincide(void** state) {
  (void)state;
  nfailed = 0;
  static const char* const outer[] = {"size='.1'", "type='capsule' size='.1 .3'"};
  for (int k = 0; k < 4; k++) {
    char xml[1500];
    snprintf(xml, sizeof xml,
             "<mujoco><default><geom condim='4' friction='.6 .2 .1' solref='.3 1' solimp='.5 .5'/>"
             "</default><worldbody>%s<geom %s/><body><joint/><inertial pos='.1 .2 0' mass='2' "
             "diaginertia='.1 .2 .2'/><body><joint/><geom size='.12'/><geom size='.1' pos='.4 0 "
             "0'/><body pos='.3 0 0'><joint "
             "axis='1 1 0'/><geom "
             "size='.1' pos='0 0 .2'/></body></body></body>%s"
             "</worldbody></mujoco>",
             k < 2 ? "" : "<body euler='20 30 40'><freejoint/>", outer[k % 2],
             k < 2 ? "" : "</body>");
    mjModel* m = model_from(xml);
    draw_seed(k);
    mjData* d = random_state(m, 0.3, 0.3);
    mj_forward(m, d);
    mj_inverse(m, d);
    assert_true(active_rows(d) >= 4);
    inverse_holds(m, d, outer[k % 2], 0);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  assert_int_equal(nfailed, 0);
}

// What integrators add, instead of the acceleration.
static void discrete_inverse(void** state) {
  (void)state;
  nfailed = 0;
  static const char* const file[] = {"humanoid.xml", "hand.xml", "muscle_arm.xml", "arm.xml",
                                     "quadruped.xml"};
  static const int integrators[] = {mjINT_EULER, mjINT_IMPLICIT, mjINT_IMPLICITFAST};
  int differs = 0;
  for (size_t f = 0; f < 3 * sizeof file / sizeof *file; f++) {
    mjModel* m = bundled_model(file[f / 3]);
    m->opt.integrator = integrators[f % 3];
    m->opt.enableflags |= mjENBL_INVDISCRETE;
    if (f % 2) m->opt.density = 300;
    mjData* d = mj_makeData(m);
    for (int k = 0; k < 2; k++) {
      for (int i = 0; i < m->nu; i++) d->ctrl[i] = 0.3 * sin(0.7 + i + k);
      for (int i = 0; i < 60; i++) mj_step(m, d);
      for (int i = 0; i < m->na; i++) d->act[i] = 0.5 + 0.1 * i;
      mj_forward(m, d);
      draw_seed(k);
      for (int i = 0; i < m->nv; i++) d->qacc[i] += draw();
      mj_inverse(m, d);
      inverse_holds(m, d, file[f / 3], k);
      // it is not the same as without
      size_t n = (size_t)m->nv * (size_t)m->nv;
      mjtNum* x = calloc(2 * n, sizeof(mjtNum));
      eng_inverseDerivatives(m, d, 0, &(engInverseDerivatives){.DfDa = x});
      m->opt.enableflags &= ~mjENBL_INVDISCRETE;
      eng_inverseDerivatives(m, d, 0, &(engInverseDerivatives){.DfDa = x + n});
      m->opt.enableflags |= mjENBL_INVDISCRETE;
      differs += block_error(x, x + n, m->nv, m->nv, m->nv, 0) > 1e-4;
      free(x);
    }
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  assert_true(differs > 20);
  assert_int_equal(nfailed, 0);
}

static void inertial_forces_on_their_pattern(void** state) {
  (void)state;
  for (int seed = 0; seed < 20; seed++) {
    draw_seed(seed);
    mjSpec* s = random_tree(draw_int(3, 9));
    mjModel* m = mj_compile(s, NULL);
    m->opt.disableflags |= mjDSBL_CONTACT;
    mjData *d = random_state(m, 1, 1), *e = mj_makeData(m);
    mjtNum Dq[900], Dv[900], plus[100], minus[100], unit[100], acc[100];
    assert_true(m->nD <= 900 && m->nv <= 100);
    for (int i = 0; i < m->nv; i++) acc[i] = draw();
    mj_forward(m, d);
    if (m->nv) eng_inverseDynamicsDerivative(m, d, acc, Dq, Dv);
    for (int j = 0; j < 2 * m->nv; j++) {
      for (int sign = 1; sign >= -1; sign -= 2) {
        mj_copyData(e, m, d);
        memset(unit, 0, sizeof unit);
        unit[j % m->nv] = 1;
        if (j < m->nv) {
          mj_integratePos(m, e->qpos, unit, sign * 1e-5);
        } else {
          e->qvel[j - m->nv] += sign * 1e-5;
        }
        mj_fwdPosition(m, e);
        mj_fwdVelocity(m, e);
        mju_copy(e->qacc, acc, m->nv);
        mj_rne(m, e, 1, sign > 0 ? plus : minus);
      }
      for (int i = 0; i < m->nv; i++) {
        for (int k = m->D_rowadr[i]; k < m->D_rowadr[i] + m->D_rownnz[i]; k++) {
          if (m->D_colind[k] != j % m->nv) continue;
          assert_near((j < m->nv ? Dq : Dv)[k], (plus[i] - minus[i]) / 2e-5, 1e-6);
        }
      }
    }
    mj_deleteData(d);
    mj_deleteData(e);
    mj_deleteModel(m);
    mj_deleteSpec(s);
  }
}

// --- kinks --------------------------------------------------------------------------------------

static int has_kink(const mjModel* m, mjData* d, engKinkKind kind, int id) {
  engKink list[50];
  int n = eng_kinks(m, d, 1e-3, list, 50);
  for (int i = 0; i < n && i < 50; i++) {
    if (list[i].kind == kind && list[i].id == id) return 1;
  }
  return 0;
}

static void kinks_are_named(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><worldbody><geom type='plane' size='5 5 1'/><body pos='0 0 1'><joint name='j' "
      "axis='1 0 0' "
      "limited='true' range='-30 30' actuatorfrclimited='true' actuatorfrcrange='-2 2'/><geom "
      "size='.1' "
      "pos='0 0 .1' contype='0'/></body><body pos='1 0 .1'><freejoint/><geom "
      "size='.1'/></body></worldbody>"
      "<actuator><motor joint='j' ctrllimited='true' ctrlrange='-1 1' forcelimited='true' "
      "forcerange='-3 "
      "3'/><motor joint='j' gear='2'/></actuator></mujoco>");
  mjData* d = mj_makeData(m);
  d->ctrl[0] = 0.5;
  d->qpos[3] += 0.01;
  mj_forward(m, d);
  assert_int_equal(eng_kinks(m, d, 1e-3, NULL, 0), 0);
  d->ctrl[0] = 0.9999;
  mj_forward(m, d);
  assert_true(has_kink(m, d, engKINK_CONTROL, 0));
  d->ctrl[0] = 0;
  d->ctrl[1] = 1.0001;
  mj_forward(m, d);
  assert_true(has_kink(m, d, engKINK_JOINTFORCE, 0));
  d->qpos[3] = 0.1 - 1e-4;
  mj_forward(m, d);
  assert_true(has_kink(m, d, engKINK_CONTACT, 0));
  for (int k = 0; k < engNKINK; k++) assert_non_null(eng_kinkName(k));
  assert_null(eng_kinkName(engNKINK));
  mj_deleteData(d);
  mj_deleteModel(m);
}

// --- adjoints -----------------------------------------------------------------------------------

enum { NSTEP = 40 };

// Half the squared distance travelled by the coordinates of the last state, and of controls.
static mjtNum cost_of_rollout(const mjModel* m, const mjData* start, const mjtNum* ctrl,
                              mjData* d) {
  mj_copyData(d, m, start);
  mjtNum cost = 0;
  for (int i = 0; i < NSTEP; i++) {
    mju_copy(d->ctrl, ctrl + i * m->nu, m->nu);
    cost += 0.005 * mju_dot(d->ctrl, d->ctrl, m->nu);
    mj_step(m, d);
  }
  return cost + 0.5 * mju_dot(d->qvel, d->qvel, m->nv);
}

static void gradient_along_a_trajectory(void** state) {
  (void)state;
  mjModel* m = bundled_model("quadruped.xml");
  m->opt.tolerance = 0;
  m->opt.iterations = 100;
  mjData *start = mj_makeData(m), *d = mj_makeData(m), *other[3];
  for (int i = 0; i < 3; i++) other[i] = mj_makeData(m);
  for (int i = 0; i < 150; i++) mj_step(m, start);
  int nu = m->nu, nx = 2 * m->nv + m->na, size = mj_stateSize(m, mjSTATE_INTEGRATION);
  mjtNum* ctrl = calloc((size_t)(NSTEP * nu), sizeof(mjtNum));
  for (int i = 0; i < NSTEP * nu; i++) ctrl[i] = start->ctrl[i % nu] + 0.05 * sin(0.1 * i);
  mjtNum* states = calloc((size_t)(NSTEP * size), sizeof(mjtNum));
  mjtNum* by_state = calloc((size_t)((NSTEP + 1) * nx), sizeof(mjtNum));
  mjtNum* by_ctrl = calloc((size_t)(NSTEP * nu), sizeof(mjtNum));
  mj_copyData(d, m, start);
  int active = 0;
  for (int i = 0; i < NSTEP; i++) {
    mju_copy(d->ctrl, ctrl + i * nu, nu);
    mj_getState(m, d, states + i * size, mjSTATE_INTEGRATION);
    mju_scl(by_ctrl + i * nu, d->ctrl, 0.01, nu);
    mj_step(m, d);
    active += active_rows(d);
  }
  assert_true(active > 10 * NSTEP / 2);
  mju_copy(by_state + NSTEP * nx + m->nv, d->qvel, m->nv);
  mjtNum *bar[2], *xbar[2];
  mjThreadPool* pool = mju_threadPoolCreate(2);
  for (int k = 0; k < 2; k++) {
    bar[k] = calloc((size_t)(NSTEP * nu), sizeof(mjtNum));
    xbar[k] = calloc((size_t)nx, sizeof(mjtNum));
    const engAdjoint a = {.nstep = NSTEP,
                          .state_sig = mjSTATE_INTEGRATION,
                          .state = states,
                          .by_state = by_state,
                          .by_ctrl = by_ctrl,
                          .state_bar = xbar[k],
                          .ctrl_bar = bar[k]};
    assert_int_equal(eng_adjoint(m, other, k ? 3 : 1, k ? pool : NULL, 0, &a), engDERIV_OK);
  }
  assert_memory_equal(bar[0], bar[1], sizeof(mjtNum) * (size_t)(NSTEP * nu));
  assert_memory_equal(xbar[0], xbar[1], sizeof(mjtNum) * (size_t)nx);
  int good = 0;
  for (int k = 0; k < 12; k++) {
    int i = (NSTEP - 1 - 3 * (k / 2)) * nu + (5 * k) % nu;
    mjtNum keep = ctrl[i], eps = 1e-6;
    ctrl[i] = keep + eps;
    mjtNum plus = cost_of_rollout(m, start, ctrl, d);
    ctrl[i] = keep - eps;
    mjtNum minus = cost_of_rollout(m, start, ctrl, d);
    ctrl[i] = keep;
    mjtNum want = (plus - minus) / (2 * eps);
    good += fabs(bar[0][i] - want) <= 1e-4 * (fabs(want) + 1e-3);
  }
  // a contact that comes or goes between the two rollouts spoils a quotient
  if (good < 10) print_error("%d of 12 derivatives agree\n", good);
  assert_true(good >= 10);
  mju_threadPoolDestroy(pool);
  for (int k = 0; k < 2; k++) {
    free(bar[k]);
    free(xbar[k]);
  }
  free(ctrl);
  free(states);
  free(by_state);
  free(by_ctrl);
  for (int i = 0; i < 3; i++) mj_deleteData(other[i]);
  mj_deleteData(d);
  mj_deleteData(start);
  mj_deleteModel(m);
}

// Whether a box that lies on a larger one is on a tie: shifted by x, turned about z.
static int box_is_on_tie(mjtNum x, mjtNum turn, mjtNum tilt) {
  mjModel* m = model_from(
      "<mujoco><worldbody><geom type='box' size='.5 .5 .1'/><body pos='0 0 .2'><freejoint/><geom "
      "type='box' size='.2 .2 .1'/></body></worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  const mjtNum up[3] = {0, 0, 1}, side[3] = {1, .3, 0};
  mjtNum a[4], b[4];
  mju_axisAngle2Quat(a, up, turn);
  mju_axisAngle2Quat(b, side, tilt);
  mju_mulQuat(d->qpos + 3, b, a);
  d->qpos[0] = x;
  d->qpos[2] = 0.199;
  mj_forward(m, d);
  int found = d->ncon > 0 && has_kink(m, d, engKINK_FEATURE, 0);
  mj_deleteData(d);
  mj_deleteModel(m);
  return found;
}

// Edges of two boxes that coincide clip each other or not; in between it is smooth.
static void kinks_of_features_are_found(void** state) {
  (void)state;
  assert_true(box_is_on_tie(0.3, 0, 0));
  assert_false(box_is_on_tie(0.1, 0.2, 0.05));
  assert_false(box_is_on_tie(0.1, 0.2, 0));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(inverse_of_bundled_models),
      cmocka_unit_test(inverse_with_centres_that_coincide),
      cmocka_unit_test(discrete_inverse),
      cmocka_unit_test(inertial_forces_on_their_pattern),
      cmocka_unit_test(kinks_are_named),
      cmocka_unit_test(kinks_of_features_are_found),
      cmocka_unit_test(gradient_along_a_trajectory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
