// Wild numbers in state, options and arena sizes; then steps, stages alone, derivatives, rays,
// distances, scenes.  Nothing crashes, hangs or raises an error but that of a full stack, no stack
// stays in use, and after a reset the data step to the same bits as new ones.
//
// By hand, the long form:  attack_state -shared -runs=10000000
#include "attack/attack.h"

typedef void (*stage)(const mjModel*, mjData*);

static void step_twice(const mjModel* m, mjData* d) {
  mj_step1(m, d);
  mj_step2(m, d);
}
static void runge_kutta(const mjModel* m, mjData* d) { mj_RungeKutta(m, d, 4); }
static void forward_skip(const mjModel* m, mjData* d) {
  mj_forwardSkip(m, d, draw_int(0, 2), draw_int(0, 1));
}
static void inverse_skip(const mjModel* m, mjData* d) {
  mj_inverseSkip(m, d, draw_int(0, 2), draw_int(0, 1));
}

static const stage stages[] = {
    mj_step,
    mj_forward,
    step_twice,
    runge_kutta,
    mj_fwdPosition,
    mj_fwdVelocity,
    mj_fwdActuation,
    mj_fwdAcceleration,
    mj_fwdConstraint,
    mj_inverse,
    inverse_skip,
    forward_skip,
    mj_invPosition,
    mj_invVelocity,
    mj_invConstraint,
    mj_compareFwdInv,
    mj_kinematics,
    mj_comPos,
    mj_camlight,
    mj_flex,
    mj_tendon,
    mj_transmission,
    mj_comVel,
    mj_subtreeVel,
    mj_crb,
    mj_makeM,
    mj_factorM,
    mj_passive,
    mj_collision,
    mj_makeConstraint,
    mj_island,
    mj_projectConstraint,
    mj_referenceConstraint,
    mj_rnePostConstraint,
    mj_energyPos,
    mj_energyVel,
    mj_sensorPos,
    mj_sensorVel,
    mj_sensorAcc,
    mj_checkPos,
    mj_checkVel,
    mj_checkAcc,
    mj_Euler,
};

enum { NSTAGE = sizeof stages / sizeof *stages };

static void spoil(mjtNum* x, int64_t n) {
  if (n) x[draw_bits() % (uint64_t)n] = attack_wild();
}

static void spoil_state(const mjModel* m, mjData* d) {
  switch (draw_int(0, 11)) {
    case 0:
    case 1: spoil(d->qpos, m->nq); break;
    case 2:
    case 3: spoil(d->qvel, m->nv); break;
    case 4: spoil(d->act, m->na); break;
    case 5: spoil(d->ctrl, m->nu); break;
    case 6: spoil(d->qfrc_applied, m->nv); break;
    case 7: spoil(d->xfrc_applied, 6 * (int64_t)m->nbody); break;
    case 8: spoil(d->qacc_warmstart, m->nv); break;
    case 9: spoil(d->mocap_pos, 3 * (int64_t)m->nmocap); break;
    case 10: spoil(d->mocap_quat, 4 * (int64_t)m->nmocap); break;
    default: d->time = attack_wild();
  }
}

static void spoil_often(const mjModel* m, mjData* d) {
  int n = draw_int(0, 9) ? draw_int(1, 4) : m->nq;
  for (int i = 0; i < n; i++) spoil_state(m, d);
}

static void draw_options(mjModel* m) {
  mjOption* o = &m->opt;
  o->integrator = draw_int(mjINT_EULER, mjINT_IMPLICITFAST);
  o->solver = draw_int(mjSOL_PGS, mjSOL_NEWTON);
  o->cone = draw_int(mjCONE_PYRAMIDAL, mjCONE_ELLIPTIC);
  o->jacobian = draw_int(mjJAC_DENSE, mjJAC_AUTO);
  for (int i = 0; i < 3; i++) {
    if (draw_int(0, 1)) o->disableflags |= 1 << draw_int(0, mjNDISABLE - 1);
    if (draw_int(0, 1)) o->enableflags |= 1 << draw_int(0, mjNENABLE - 1);
  }
  if (draw_int(0, 1)) o->disableflags |= mjDSBL_AUTORESET;
  if (draw_int(0, 1)) o->disableflags &= ~(mjDSBL_CONSTRAINT | mjDSBL_CONTACT);
  // which have no discrete inverse
  if (o->integrator == mjINT_RK4) o->enableflags &= ~mjENBL_INVDISCRETE;
  if (!draw_int(0, 3)) o->noslip_iterations = draw_int(0, 5);
  if (!draw_int(0, 3)) o->iterations = draw_int(0, 5);
  if (!draw_int(0, 3)) o->ccd_iterations = draw_int(0, 60);
  if (!draw_int(0, 3)) o->disableactuator = draw_int(0, 15);
  if (draw_int(0, 3)) return;
  mjtNum* number[] = {&o->timestep,      &o->impratio,    &o->tolerance,     &o->ls_tolerance,
                      &o->gravity[2],    &o->wind[0],     &o->magnetic[1],   &o->density,
                      &o->viscosity,     &o->o_margin,    &o->o_solref[0],   &o->o_solimp[1],
                      &o->o_friction[0], &o->o_solimp[4], &o->ccd_tolerance, &o->noslip_tolerance};
  *number[draw_int(0, (int)(sizeof number / sizeof *number) - 1)] = attack_wild();
}

static void draw_vec(mjtNum* x, int n) {
  for (int i = 0; i < n; i++) x[i] = draw_int(0, 20) ? draw() : attack_wild();
}

static void shoot_rays(const mjModel* m, mjData* d) {
  mjtNum from[3], dir[12], dist[4];
  int id, ids[4];
  draw_vec(from, 3);
  draw_vec(dir, 12);
  if (!draw_int(0, 3)) dir[0] = dir[1] = dir[2] = 0;
  mj_ray(m, d, from, dir, NULL, (mjtByte)draw_int(0, 1), draw_int(-1, m->nbody - 1), &id);
  mj_multiRay(m, d, from, dir, NULL, 1, -1, ids, dist, 4,
              draw_int(0, 3) ? mjMAXVAL : attack_wild());
  if (m->nflex) {
    int flex = draw_int(0, m->nflex - 1);
    mju_rayFlex(m, d, 0, 1, 1, 1, 1, flex, from, dir, &id);
  }
}

static void measure(const mjModel* m, mjData* d) {
  if (!m->ngeom) return;
  mjtNum fromto[6];
  for (int i = 0; i < 3; i++) {
    mj_geomDistance(m, d, draw_int(0, m->ngeom - 1), draw_int(0, m->ngeom - 1),
                    draw_int(0, 2) ? 10 : attack_wild(), fromto);
  }
}

static mjvScene scene;
static const mjModel* scene_model;

static void draw_scene(const mjModel* m, mjData* d) {
  if (scene_model != m) {
    mjv_freeScene(&scene);
    mjv_makeScene(m, &scene, 2000);
    scene_model = m;
  }
  mjvOption option;
  mjvCamera camera;
  mjvPerturb perturb;
  mjv_defaultOption(&option);
  mjv_defaultFreeCamera(m, &camera);
  mjv_defaultPerturb(&perturb);
  for (int i = 0; i < mjNVISFLAG; i++) option.flags[i] = (mjtByte)draw_int(0, 1);
  option.label = draw_int(0, mjNLABEL - 1);
  option.frame = draw_int(0, mjNFRAME - 1);
  option.bvh_depth = draw_int(0, 5);
  camera.type = draw_int(mjCAMERA_FREE, mjCAMERA_TRACKING);
  camera.trackbodyid = draw_int(0, m->nbody - 1);
  perturb.select = draw_int(0, m->nbody - 1);
  perturb.active = draw_int(0, 3);
  draw_vec(perturb.refpos, draw_int(0, 3));
  mjv_updateScene(m, d, &option, &perturb, &camera, mjCAT_ALL, &scene);
  mjv_initPerturb(m, d, &scene, &perturb);
  mjv_applyPerturbPose(m, d, &perturb, draw_int(0, 1));
  mjv_applyPerturbForce(m, d, &perturb);
  mjtNum at[3];
  int geom, flex, skin;
  mjv_select(m, d, &option, 1.5, draw(), draw(), &scene, at, &geom, &flex, &skin);
  mjv_moveCamera(m, draw_int(mjMOUSE_ROTATE_V, mjMOUSE_ZOOM), draw(), attack_wild(), &scene,
                 &camera);
}

// What a case holds that an error may jump over.
static mjtNum* numbers;
static mjData* copy;

static mjtNum* hold(int n) {
  free(numbers);
  numbers = malloc(sizeof(mjtNum) * (size_t)(n + 1));
  return numbers;
}

static void drop_held(void) {
  free(numbers);
  mj_deleteData(copy);
  numbers = NULL;
  copy = NULL;
}

static void differentiate(const mjModel* m, mjData* d) {
  if (m->nv > 40 || m->opt.integrator == mjINT_RK4) return;
  int n = 2 * m->nv + m->na, ns = m->nsensordata, nu = m->nu;
  mjtNum* all = hold((n + ns) * (n + nu));
  mjtNum *A = all, *B = A + n * n, *C = B + n * nu, *D = C + ns * n;
  mjd_transitionFD(m, d, draw_int(0, 3) ? 1e-6 : attack_wild(), (mjtByte)draw_int(0, 1), A, B, C,
                   D);
}

static void move_in_configuration_space(const mjModel* m, mjData* d) {
  mjtNum* x = hold(2 * m->nv + m->nq);
  mjtNum *v = x + m->nq, *w = v + m->nv;
  memcpy(x, d->qpos, sizeof(mjtNum) * (size_t)m->nq);
  draw_vec(v, m->nv);
  mj_integratePos(m, x, v, draw_int(0, 3) ? 1 : attack_wild());
  mj_differentiatePos(m, w, draw_int(0, 3) ? 1 : attack_wild(), d->qpos, x);
  mj_mulM(m, d, w, v);
  mj_solveM(m, d, w, v, 1);
  mj_rne(m, d, 1, w);
  mjtNum force[3], torque[3], point[3];
  draw_vec(force, 3);
  draw_vec(torque, 3);
  draw_vec(point, 3);
  mj_applyFT(m, d, force, torque, point, draw_int(0, m->nbody - 1), w);
}

static void look_at_results(const mjModel* m, mjData* d) {
  mjtNum result[6];
  if (d->ncon) mj_contactForce(m, d, draw_int(0, d->ncon - 1), result);
  int body = draw_int(0, m->nbody - 1);
  mj_objectVelocity(m, d, mjOBJ_BODY, body, result, draw_int(0, 1));
  mj_objectAcceleration(m, d, mjOBJ_XBODY, body, result, draw_int(0, 1));
  mjtNum* jac = hold(6 * m->nv);
  mj_jacBody(m, d, jac, jac + 3 * m->nv, body);
  mj_jacSubtreeCom(m, d, jac, body);
  mj_angmomMat(m, d, jac, body);
}

static void act(const mjModel* m, mjData* d) {
  attack_calls++;
  switch (draw_int(0, 13)) {
    case 0: shoot_rays(m, d); break;
    case 1: measure(m, d); break;
    case 2: draw_scene(m, d); break;
    case 3: differentiate(m, d); break;
    case 4: move_in_configuration_space(m, d); break;
    case 5: look_at_results(m, d); break;
    case 6:
      mj_deleteData(copy);
      copy = mj_copyData(NULL, m, d);
      mj_step(m, copy);
      if (!d->threadpool) mj_copyData(d, m, copy);
      break;
    case 7:
      if (m->nkey) mj_resetDataKeyframe(m, d, draw_int(0, m->nkey - 1));
      break;
    case 8:
    case 9:
    case 10: mj_step(m, d); break;
    default: stages[draw_int(0, NSTAGE - 1)](m, d);
  }
}

// What new data come to in two steps.
static void check_reset(const mjModel* m, mjData* d) {
  mjData* fresh = mj_makeData(m);
  mj_resetData(m, d);
  for (int i = 0; i < 2; i++) {
    mj_step(m, d);
    mj_step(m, fresh);
  }
  if (memcmp(d->qpos, fresh->qpos, sizeof(mjtNum) * (size_t)m->nq) ||
      memcmp(d->qvel, fresh->qvel, sizeof(mjtNum) * (size_t)m->nv)) {
    attack_found("data that were reset do not step as new ones");
  }
  mj_deleteData(fresh);
}

static mjThreadPool* pool;

static void run(long number) {
  attack_seed(number);
  mjModel* m = attack_draw_model();
  mjOption opt = m->opt;
  mjtSize narena = m->narena;
  bool small = !draw_int(0, 5);
  if (small) m->narena = (mjtSize)((mjtNum)narena * pow(10, -4 * (draw() + 1) / 2));
  mjData* volatile d = mj_makeData(m);
  bool threads = !small && !draw_int(0, 7);
  if (threads && !pool) pool = mju_threadPoolCreate(2);
  if (threads) mju_bindThreadPool(d, pool);
  if (!attack_raised()) {
    for (int i = draw_int(0, 5); i > 0; i--) mj_step(m, d);
    draw_options(m);
    mj_forward(m, d);  // the layout of rows depends on the options
    for (int i = draw_int(1, 6); i > 0; i--) {
      spoil_often(m, d);
      for (int k = draw_int(1, 3); k > 0; k--) act(m, d);
    }
    if (d->pstack) attack_found("the stack is in use");
  } else if (!strstr(attack_error, "the stack is full")) {
    attack_found("mju_error: %s", attack_error);
  }
  attack_caught();
  drop_held();
  m->opt = opt;
  m->narena = narena;
  if (!small && number % 4 == 0) check_reset(m, d);
  mj_deleteData(d);
}

int main(int argc, char** argv) {
  static const attack a = {"attack_state", run, 60, 1000};
  mjv_defaultScene(&scene);
  int result = attack_main(&a, argc, argv);
  mjv_freeScene(&scene);
  mju_threadPoolDestroy(pool);
  return result;
}
