// What programs do with a model and data, drawn: steps, stages alone, rays, distances, scenes,
// derivatives.
#pragma once

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
    if (scene_model) mjv_freeScene(&scene);
    mjv_defaultScene(&scene);
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
  if (m->nv > 40 || m->opt.integrator == mjINT_RK4 || m->opt.integrator > mjINT_IMPLICITFAST ||
      m->nhistory)
    return;
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

static inline void act(const mjModel* m, mjData* d) {
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
      mj_copyData(d, m, copy);
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

// Frees what is held of a model that goes.
static inline void use_end(void) {
  drop_held();
  if (scene_model) mjv_freeScene(&scene);
  scene_model = NULL;
}
