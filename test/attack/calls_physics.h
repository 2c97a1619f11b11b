// Rows of attack_calls: models, data, stages, derivatives, rollouts.
#pragma once

#include <unistd.h>

#include "attack/calls.h"
#include "attack/use.h"

// What there is to look at in data.
static void give_data(const mjModel* m, const mjData* d) {
  watched();
  give_numbers(d->qpos, m->nq);
  give_numbers(d->qvel, m->nv);
  give_numbers(d->sensordata, m->nsensordata);
  give_int(d->ncon);
}

static void copies(void) {
  watch();
  hand.k = mj_copyModel(NULL, rich);
  hand.d = hand.k ? mj_makeData(hand.k) : NULL;
  hand.e = hand.d ? mj_copyData(NULL, hand.k, hand.d) : NULL;
  if (!hand.e) {
    call_failed("");
    return;
  }
  mj_copyModel(hand.k, rich);
  mj_copyData(hand.e, hand.k, hand.d);
  mj_resetData(hand.k, hand.e);
  mj_resetDataDebug(hand.k, hand.e, 7);
  mj_resetDataKeyframe(hand.k, hand.e, 0);
  mj_setKeyframe(hand.k, hand.e, 1);
  give_data(hand.k, hand.e);
  give_model(hand.k);
  watch();
  mj_deleteData(hand.d);
  mj_deleteModel(hand.k);
  hand.d = NULL;
  hand.k = NULL;
}

static void copies_for_display(void) {
  hand.d = data_of(rich);
  hand.k = mj_copyModel(NULL, rich);
  watch();
  mjv_copyModel(hand.k, rich);
  hand.e = mjv_copyData(NULL, rich, hand.d);
  if (!hand.e) {
    call_failed("");
    return;
  }
  mjv_copyData(hand.e, rich, hand.d);
  give_data(rich, hand.e);
}

static void steps(void) {
  hand.d = mj_makeData(rich);
  mjModel m = *rich;
  for (int integrator = 0; integrator < 4; integrator++) {
    m.opt.integrator = integrator;
    m.opt.solver = integrator % 3;
    watch();
    mj_step(&m, hand.d);
    mj_step1(&m, hand.d);
    mj_step2(&m, hand.d);
    mj_forward(&m, hand.d);
    mj_forwardSkip(&m, hand.d, mjSTAGE_POS, 1);
    mj_inverse(&m, hand.d);
    mj_inverseSkip(&m, hand.d, mjSTAGE_VEL, 1);
    mj_compareFwdInv(&m, hand.d);
    watched();
  }
  watch();
  mj_Euler(rich, hand.d);
  mj_implicit(&m, hand.d);
  mj_RungeKutta(rich, hand.d, 4);
  watched();
  give_data(rich, hand.d);
}

// In the order of a step; stages[] of the other attacks has those that are drawn.
static void stages_alone(void) {
  hand.d = data_of(rich);
  mjModel m = *rich;
  m.opt.enableflags |= mjENBL_ENERGY;
  mjData* d = hand.d;
  watch();
  mj_fwdKinematics(&m, d);
  mj_fwdPosition(&m, d);
  mj_kinematics(&m, d);
  mj_flex(&m, d);
  mj_tendon(&m, d);
  mj_crb(&m, d);
  mj_makeM(&m, d);
  mj_factorM(&m, d);
  mj_collision(&m, d);
  mj_makeConstraint(&m, d);
  mj_island(&m, d);
  mj_transmission(&m, d);
  mj_projectConstraint(&m, d);
  mj_sensorPos(&m, d);
  mj_energyPos(&m, d);
  mj_fwdVelocity(&m, d);
  mj_comVel(&m, d);
  mj_subtreeVel(&m, d);
  mj_passive(&m, d);
  mj_referenceConstraint(&m, d);
  mj_rne(&m, d, 1, space);
  mj_sensorVel(&m, d);
  mj_energyVel(&m, d);
  mj_fwdActuation(&m, d);
  mj_fwdAcceleration(&m, d);
  mj_fwdConstraint(&m, d);
  mj_rnePostConstraint(&m, d);
  mj_sensorAcc(&m, d);
  mj_checkPos(&m, d);
  mj_checkVel(&m, d);
  mj_checkAcc(&m, d);
  mj_invPosition(&m, d);
  mj_invVelocity(&m, d);
  mj_invConstraint(&m, d);
  mj_constraintUpdate(&m, d, d->efc_aref, space, 1);
  draw_seed(1);  // some draw their arguments, which must be the same with and without memory
  for (int i = 0; i < NSTAGE; i++) stages[i](&m, d);
  watched();
  give_data(rich, d);
}

static void states(void) {
  hand.d = data_of(rich);
  hand.e = mj_makeData(rich);
  mjData* d = hand.d;
  watch();
  int n = mj_stateSize(rich, mjSTATE_INTEGRATION);
  mj_getState(rich, d, space, mjSTATE_INTEGRATION);
  mj_setState(rich, d, space, mjSTATE_INTEGRATION);
  mj_extractState(rich, space, mjSTATE_INTEGRATION, space + n, mjSTATE_QPOS);
  mj_copyState(rich, d, hand.e, mjSTATE_QPOS);
  mj_resetCtrl(rich, d);
  static const mjtNum times[] = {-.02, -.01, 0}, values[] = {1, 2, 3};
  mj_initCtrlHistory(rich, d, 0, times, values);
  mj_initSensorHistory(rich, d, 1, times, values, 0);
  space[0] += mj_readCtrl(rich, d, 0, 0, 0);
  mj_readSensor(rich, d, 0, 0, space + 1, 0);
  mj_normalizeQuat(rich, d->qpos);
  mj_integratePos(rich, d->qpos, d->qvel, .01);
  mj_differentiatePos(rich, space + n, 1, d->qpos, hand.e->qpos);
  watched();
  give_numbers(space, 2 * n);
}

static void results(void) {
  hand.d = data_of(rich);
  mjData* d = hand.d;
  watch();
  mjtNum six[6];
  if (d->ncon) mj_contactForce(rich, d, 0, six);
  mj_objectVelocity(rich, d, mjOBJ_BODY, 1, six, 0);
  mj_objectAcceleration(rich, d, mjOBJ_BODY, 1, six, 0);
  mj_jacBody(rich, d, space, NULL, 1);
  mj_jacSubtreeCom(rich, d, space, 1);
  mj_angmomMat(rich, d, space, 1);
  mj_markStack(d);
  mjtNum* x = mj_stackAllocNum(d, 10);
  int* i = mj_stackAllocInt(d, 10);
  char* c = mj_stackAllocByte(d, 10, 8);
  x[0] = i[0] = c[0] = 1;
  mj_mulM(rich, d, space, d->qvel);
  mj_mulM2(rich, d, space + 200, d->qvel);
  mj_solveM(rich, d, space + 400, d->qvel, 1);
  mj_solveM2(rich, d, space + 600, d->qvel, d->qLDiagInv, 1);
  mj_mulJacVec(rich, d, space + 800, d->qvel);
  mj_mulJacTVec(rich, d, space + 4000, d->efc_force);
  mj_addM(rich, d, space + 10000, NULL, NULL, NULL);
  mj_fullM(rich, space + 20000, d->qM);
  mj_applyFT(rich, d, d->xpos, d->xpos, d->xpos, 1, d->qfrc_applied);
  mj_local2Global(d, space, space + 3, d->xpos, d->xquat, 1, 0);
  mj_geomDistance(rich, d, 0, rich->ngeom - 1, 10, NULL);
  mjContact contact = {0};
  if (d->ncon) contact = d->contact[0];
  give_int(mj_addContact(rich, d, &contact));
  watch();
  mj_freeStack(d);
  engHardReport report;
  eng_hardReport(rich, d, &report);
  mj_jacDot(rich, d, space, space + 200, d->xpos, 1);
  mj_getPluginConfig(rich, 0, "none");
  mj_id2name(rich, mjOBJ_BODY, mj_name2id(rich, mjOBJ_BODY, "a"));
  mj_isDual(rich);
  mj_actuatorInputName(rich, 0, 0);
  mj_sizeModel(rich);
  mj_maxContact(rich, 0, rich->ngeom - 1, -1);
  watched();
  give_numbers(space, 20000);
}

static void rays(void) {
  hand.d = data_of(rich);
  hand.pool = mju_threadPoolCreate(2);
  static const mjtNum from[3] = {0, 0, 3}, vec[6] = {0, 0, -1, .1, 0, -1};
  mjtNum dist[64], normal[6];
  int id[64];
  watch();
  mj_insideSite(rich, hand.d, 0, from);
  dist[0] = mj_ray(rich, hand.d, from, vec, NULL, 1, -1, id);
  mj_multiRay(rich, hand.d, from, vec, NULL, 1, -1, id + 1, dist + 1, 2, mjMAXVAL);
  dist[3] = eng_ray(rich, hand.d, from, vec, NULL, 1, -1, id + 3, normal);
  eng_multiRay(rich, hand.d, from, vec, NULL, 1, -1, id + 4, dist + 4, normal, 2, mjMAXVAL);
  int mesh = mj_name2id(rich, mjOBJ_GEOM, "ga");
  dist[6] = mj_rayMesh(rich, hand.d, mesh, from, vec);
  dist[7] = eng_rayMesh(rich, hand.d, mesh, from, vec, normal);
  dist[8] = mj_rayHfield(rich, hand.d, 1, from, vec);
  dist[9] = eng_rayHfield(rich, hand.d, 1, from, vec, normal);
  dist[10] = mju_rayFlex(rich, hand.d, 0, 1, 1, 1, 1, 0, from, vec, id + 10);
  dist[11] = eng_rayGeom(from, rich->geom_rbound ? hand.d->geom_xmat : NULL, rich->geom_size, from,
                         vec, mjGEOM_SPHERE, normal);
  dist[12] = eng_rayFlex(rich, hand.d, 0, 1, 1, 1, 1, 0, from, vec, id + 11, normal);
  give_numbers(dist, 13);
  engRayPattern pattern;
  if (eng_rayPatternOfCamera(rich, 0, 4, 4, &pattern)) attack_found("no pattern of the camera");
  mjtNum ray[48];
  watch();
  eng_rayDirections(&pattern, ray);
  engRayGrid grid = {.nrow = 4, .ncolumn = 4, .vec = ray, .pos = {0, 0, 3}, .bodyexclude = -1};
  for (int i = 0; i < 3; i++) grid.mat[4 * i] = 1;
  grid.flg_static = grid.flg_flex = 1;
  grid.dist = dist;
  grid.geomid = id;
  eng_rayGrid(rich, hand.d, hand.pool, &grid);
  give_numbers(dist, 16);
  // none of these takes memory; what does is a thread pool
  mju_threadPoolDestroy(hand.pool);
  hand.pool = NULL;
  watch();
  hand.pool = mju_threadPoolCreate(2);
  watched();
}

static void constants(void) {
  hand.k = model_of(
      "<mujoco><worldbody><body><joint name='j' range='-1 1' limited='true' "
      "type='slide'/><geom size='1'/></body></worldbody><actuator><muscle joint='j' "
      "lengthrange='0 1'/></actuator></mujoco>");
  hand.d = mj_makeData(hand.k);
  mjLROpt option;
  mj_defaultLROpt(&option);
  option.useexisting = 0;
  option.inttotal = .5;
  watch();
  mj_setConst(hand.k, hand.d);
  int good = mj_setLengthRange(hand.k, hand.d, 0, &option, error, sizeof error);
  mj_setTotalmass(hand.k, 3);
  watched();
  give_int(good);
  if (!good && speaks_of_memory(error)) call_failed(error);
  give_numbers(hand.k->actuator_lengthrange, 2);
}

static void differences(void) {
  hand.d = data_of(arm);
  int nv = arm->nv, n = 2 * nv, nu = arm->nu, ns = arm->nsensordata;
  mjtNum *A = space, *B = A + n * n, *C = B + n * nu, *D = C + ns * n;
  watch();
  mjd_transitionFD(arm, hand.d, 1e-6, 1, A, B, C, D);
  give_numbers(A, (n + ns) * (n + nu));
  watch();
  mjd_inverseFD(arm, hand.d, 1e-6, 1, space, space + 100, space + 200, space + 300, space + 400,
                space + 500, space + 600);
  give_numbers(space, 700);
  watch();
  hand.pool = mju_threadPoolCreate(2);
  if (!hand.pool) {
    call_failed("");
    return;
  }
  mju_bindThreadPool(hand.d, hand.pool);
  mjd_transitionFD(arm, hand.d, 1e-6, 1, A, B, C, D);
  give_numbers(A, (n + ns) * (n + nu));
}

static void derivatives(void) {
  hand.d = data_of(arm);
  mjData* d = hand.d;
  int nv = arm->nv, n = 2 * nv;
  mjtNum *A = space, *B = A + n * n, *C = B + n * arm->nu;
  engStepDerivatives out = {.A = A, .B = B, .C = C};
  watch();
  int status = eng_stepDerivatives(arm, d, 0, &out);
  engStepCovector covector = {.state = C + 1000};
  status |= eng_stepVjp(arm, d, 0, A, &covector);
  engStepDirection direction = {.state = A};
  status |= eng_stepJvp(arm, d, 0, &direction, C + 2000);
  engInverseDerivatives inverse = {.DfDq = C + 3000, .DfDv = C + 3100};
  status |= eng_inverseDerivatives(arm, d, 0, &inverse);
  eng_inverseDynamicsDerivative(arm, d, NULL, C + 4000, C + 5000);
  engKink kink[10];
  give_int(eng_kinks(arm, d, 1, kink, 10));
  give_text(eng_kinkName(0));
  give_int(status);
  give_numbers(space, 6000);
  int size = mj_stateSize(arm, mjSTATE_INTEGRATION);
  mj_getState(arm, d, space, mjSTATE_INTEGRATION);
  mjtNum bar[40];
  engAdjoint adjoint = {.nstep = 1,
                        .state_sig = mjSTATE_INTEGRATION,
                        .state = space,
                        .by_state = space + size,
                        .state_bar = bar};
  watch();
  hand.pool = mju_threadPoolCreate(1);
  if (!hand.pool) {
    call_failed("");
    return;
  }
  give_int(eng_adjoint(arm, &d, 1, hand.pool, 0, &adjoint));
  give_numbers(bar, n);
}

static void inverse_kinematics(void) {
  hand.d = data_of(arm);
  int site = mj_name2id(arm, mjOBJ_SITE, "tip"), best;
  engIkTarget target = {.what = engIK_POSITION,
                        .objtype = mjOBJ_SITE,
                        .objid = site,
                        .pos = {.2, 0, 1.2},
                        .weight = 1};
  engIk ik = {
      .ntarget = 1, .target = &target, .nstart = 1, .maxdraw = 3, .qpos = space, .best = &best};
  watch();
  hand.pool = mju_threadPoolCreate(1);
  if (!hand.pool) {
    call_failed("");
    return;
  }
  give_int(eng_ik(arm, &hand.d, 1, hand.pool, &ik));
  give_numbers(space, arm->nq);
}

static atomic_int ntask;
static void* count_task(void* arg) {
  atomic_fetch_add(&ntask, 1);
  return arg;
}

static void pool(void) {
  ntask = 0;
  mjTask task[3];
  hand.d = mj_makeData(rich);
  watch();
  hand.pool = mju_threadPoolCreate(2);
  if (!hand.pool) {
    call_failed("");
    return;
  }
  mju_threadpool(hand.d, 0);
  mju_bindThreadPool(hand.d, hand.pool);
  mj_step(rich, hand.d);
  for (int i = 0; i < 3; i++) {
    mju_defaultTask(task + i);
    task[i].func = count_task;
    mju_threadPoolEnqueue(hand.pool, task + i);
  }
  for (int i = 0; i < 3; i++) mju_taskJoin(task + i);
  mju_threadPoolDestroy(hand.pool);
  hand.pool = NULL;
  give_int(ntask);
  give_data(rich, hand.d);
}

static engRollout rollout_of(mjtNum* out) {
  int size = mj_stateSize(arm, mjSTATE_FULLPHYSICS);
  for (int i = 0; i < 6; i++) mj_getState(arm, hand.d, space + size * i, mjSTATE_FULLPHYSICS);
  return (engRollout){
      .nrollout = 6, .nstep = 3, .state_sig = mjSTATE_FULLPHYSICS, .initial = space, .state = out};
}

static void give_rollout(const mjtNum* state) {
  give_numbers(state, 18 * mj_stateSize(arm, mjSTATE_FULLPHYSICS));
}

static void rollouts(void) {
  hand.d = data_of(arm);
  hand.e = mj_makeData(arm);
  engRollout r = rollout_of(space + 5000);
  mjData* const d[] = {hand.d, hand.e};
  watch();
  hand.pool = mju_threadPoolCreate(2);
  if (!hand.pool) {
    call_failed("");
    return;
  }
  give_int(eng_rollout(arm, d, 2, hand.pool, &r));
  give_rollout(r.state);
}

static void workers(void) {
  hand.d = data_of(arm);
  engRollout r = rollout_of(space + 5000);
  engDeal deal = {.chunk = 2};
  watch();
  hand.cluster = eng_clusterProcesses(1, 1);
  if (!hand.cluster) {
    call_failed("");
    return;
  }
  eng_clusterSize(hand.cluster);
  int status = eng_rolloutDistributed(arm, &hand.d, 1, NULL, &r, hand.cluster, &deal);
  watched();
  give_int(status);
  give_rollout(r.state);
}

// What a master sends to a worker that is gone before it answers, then told to one that serves.
static struct {
  char bytes[1 << 20];
  size_t n, at;
} told;

static int tell(void* context, int worker, const void* data, size_t n) {
  (void)context, (void)worker;
  if (told.n + n > sizeof told.bytes) return -1;
  memcpy(told.bytes + told.n, data, n);
  told.n += n;
  return 0;
}
static int hear_nothing(void* context, int worker, void* data, size_t n) {
  (void)context, (void)worker, (void)data, (void)n;
  return -1;
}
static int wait_for(void* context, const mjtByte* waiting, double time) {
  (void)context, (void)time;
  return waiting[0] ? 0 : -1;
}
static void drop_worker(void* context, int worker) { (void)context, (void)worker; }
static void close_nobody(void* context) { (void)context; }

static int answer(void* context, const void* data, size_t n) {
  (void)context, (void)data, (void)n;
  return 0;
}
static int listen_to(void* context, void* data, size_t n) {
  (void)context;
  if (told.at + n > told.n) return -1;
  memcpy(data, told.bytes + told.at, n);
  told.at += n;
  return 0;
}

static void transport(void) {
  hand.d = data_of(arm);
  engRollout r = rollout_of(space + 5000);
  told.n = told.at = 0;
  const engTransport t = {.nworker = 1,
                          .send = tell,
                          .receive = hear_nothing,
                          .wait = wait_for,
                          .drop = drop_worker,
                          .close = close_nobody};
  watch();
  hand.cluster = eng_clusterOver(&t);
  if (!hand.cluster) {
    call_failed("no memory: there is no other reason");
    return;
  }
  int status = eng_rolloutDistributed(arm, &hand.d, 1, NULL, &r, hand.cluster, NULL);
  give_int(status);
  give_rollout(r.state);
  const engMasterLink link = {.send = answer, .receive = listen_to};
  watch();
  eng_clusterServe(&link, 1);  // ends in any case: the master is gone
  watched();
}

static mjtNum ball_distance(const mjtNum x[3], const mjData* d, int instance) {
  (void)d, (void)instance;
  return mju_norm3(x) - 1;
}
static void ball_gradient(mjtNum g[3], const mjtNum x[3], const mjData* d, int instance) {
  (void)d, (void)instance;
  mju_copy3(g, x);
}

static void signed_distances(void) {
  static const mjpPlugin ball = {.name = "attack.ball",
                                 .capabilityflags = mjPLUGIN_SDF,
                                 .sdf_distance = ball_distance,
                                 .sdf_gradient = ball_gradient};
  hand.d = mj_makeData(arm);
  const mjpPlugin* plugin[2] = {&ball, &ball};
  int id[2] = {0, 0};
  mjtGeom type[2] = {mjGEOM_SDF, mjGEOM_SDF};
  mjtNum relpos[6] = {0}, relmat[18] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  mjSDF sdf = {plugin, id, mjSDFTYPE_SINGLE, relpos, relmat, type};
  static const mjtNum x[3] = {2, 0, 0};
  mjtNum gradient[3];
  watch();
  const mjpPlugin* none = mjc_getSDF(arm, 0);
  mjtNum distance = mjc_distance(arm, hand.d, &sdf, x);
  mjc_gradient(arm, hand.d, &sdf, gradient, x);
  // these take nothing; the pool does
  hand.pool = mju_threadPoolCreate(1);
  watched();
  give_int(none != NULL);
  give_numbers(&distance, 1);
  give_numbers(gradient, 3);
}
