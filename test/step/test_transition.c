// Finite differences of a step, against differences of higher order taken from outside.
#include <stdatomic.h>
#include <stdlib.h>

#include "raises.h"
#include "step/bundled_model.h"

// Joints of all kinds, actuators with and without activation, sensors of all stages.
static const char scene[] =
    "<mujoco><option timestep='.005'/><worldbody>"
    "<body pos='0 0 1'><freejoint/><geom type='box' size='.2 .15 .1'/><site name='s' pos='.1 0 "
    "0'/></body>"
    "<body pos='1 0 1'><joint name='a' type='ball' damping='.4'/><geom type='capsule' size='.05' "
    "fromto='0 0 0 .3 0 0'/>"
    "<body pos='.3 0 0'><joint name='b' axis='0 1 0' damping='.2'/><geom type='capsule' size='.05' "
    "fromto='0 0 0 .3 0 0'/></body></body></worldbody>"
    "<actuator><position joint='b' kp='5' kv='.3'/><motor name='m' joint='b' ctrllimited='true' "
    "ctrlrange='-1 1'/>"
    "<general joint='b' dyntype='filter' dynprm='.1'/></actuator>"
    "<sensor><framepos objtype='site' objname='s'/><gyro site='s'/><accelerometer site='s'/>"
    "<actuatorfrc actuator='m'/><jointvel joint='b'/></sensor></mujoco>";

enum { NV = 10, NA = 1, NU = 3, NX = 2 * NV + NA, NS = 11 };

typedef struct {
  mjtNum A[NX * NX], B[NX * NU], C[NS * NX], D[NS * NU];
} jacobians;

// The step from the state in start, nudged by eps along direction i of (dq, dv, da, u).
static void nudged_step(const mjModel* m, const mjData* start, int i, mjtNum eps, mjData* d) {
  mjtNum unit[NV] = {0};
  mj_copyData(d, m, start);
  if (i < NV) {
    unit[i] = 1;
    mj_integratePos(m, d->qpos, unit, eps);
  } else if (i < 2 * NV) {
    d->qvel[i - NV] += eps;
  } else if (i < NX) {
    d->act[i - 2 * NV] += eps;
  } else {
    d->ctrl[i - NX] += eps;
  }
  mj_step(m, d);
}

// Centred difference quotient of the step.
static void quotient(const mjModel* m, const mjData* start, int i, mjtNum eps, mjtNum* dx,
                     mjtNum* ds) {
  mjData *plus = mj_makeData(m), *minus = mj_makeData(m);
  nudged_step(m, start, i, eps, plus);
  nudged_step(m, start, i, -eps, minus);
  mj_differentiatePos(m, dx, 2 * eps, minus->qpos, plus->qpos);
  for (int k = 0; k < NV; k++) dx[NV + k] = (plus->qvel[k] - minus->qvel[k]) / (2 * eps);
  for (int k = 0; k < NA; k++) dx[2 * NV + k] = (plus->act[k] - minus->act[k]) / (2 * eps);
  for (int k = 0; k < NS; k++) ds[k] = (plus->sensordata[k] - minus->sensordata[k]) / (2 * eps);
  mj_deleteData(plus);
  mj_deleteData(minus);
}

// Richardson extrapolation of two quotients: the error is of the fourth order.
static void precise(const mjModel* m, const mjData* start, int i, mjtNum* dx, mjtNum* ds) {
  const mjtNum eps = 1e-3;
  mjtNum wide_x[NX], wide_s[NS];
  quotient(m, start, i, 2 * eps, wide_x, wide_s);
  quotient(m, start, i, eps, dx, ds);
  for (int k = 0; k < NX; k++) dx[k] = (4 * dx[k] - wide_x[k]) / 3;
  for (int k = 0; k < NS; k++) ds[k] = (4 * ds[k] - wide_s[k]) / 3;
}

static void compare(const mjModel* m, const mjData* start, const jacobians* j, mjtNum tolerance) {
  for (int i = 0; i < NX + NU; i++) {
    mjtNum dx[NX], ds[NS];
    precise(m, start, i, dx, ds);
    for (int k = 0; k < NX; k++) {
      assert_near(i < NX ? j->A[k * NX + i] : j->B[k * NU + i - NX], dx[k], tolerance);
    }
    for (int k = 0; k < NS; k++) {
      assert_near(i < NX ? j->C[k * NX + i] : j->D[k * NU + i - NX], ds[k], tolerance);
    }
  }
}

static void transitions_agree_with_differences_of_higher_order(void** state) {
  (void)state;
  static const int integrator[] = {mjINT_EULER, mjINT_IMPLICIT, mjINT_IMPLICITFAST};
  static jacobians j;
  mjModel* m = model_from(scene);
  assert_int_equal(m->nv, NV);
  assert_int_equal(m->na, NA);
  assert_int_equal(m->nsensordata, NS);
  for (int k = 0; k < 6; k++) {
    m->opt.integrator = integrator[k / 2];
    draw_seed(k);
    mjData* d = random_state(m, 1, 1);
    mjData* start = mj_copyData(NULL, m, d);
    mjtNum before[100], after[100];
    assert_true(mj_stateSize(m, mjSTATE_INTEGRATION) <= 100 + 6 * m->nbody);
    mj_getState(m, d, before, mjSTATE_PHYSICS | mjSTATE_CTRL | mjSTATE_WARMSTART | mjSTATE_TIME);
    mjd_transitionFD(m, d, k % 2 ? 1e-6 : 1e-7, k % 2, j.A, j.B, j.C, j.D);
    mj_getState(m, d, after, mjSTATE_PHYSICS | mjSTATE_CTRL | mjSTATE_WARMSTART | mjSTATE_TIME);
    int size = mj_stateSize(m, mjSTATE_PHYSICS | mjSTATE_CTRL | mjSTATE_WARMSTART | mjSTATE_TIME);
    assert_memory_equal(before, after, sizeof(mjtNum) * (size_t)size);
    compare(m, start, &j, k % 2 ? 1e-7 : 3e-5);
    mj_deleteData(d);
    mj_deleteData(start);
  }
  mj_deleteModel(m);
}

static void controls_at_their_limits_are_nudged_inwards(void** state) {
  (void)state;
  static jacobians inside, at, outside;
  mjModel* m = model_from(scene);
  mjData* d = mj_makeData(m);
  const mjtNum ctrl[3] = {0.5, 1, 2};
  jacobians* const j[3] = {&inside, &at, &outside};
  for (int k = 0; k < 3; k++) {
    for (int centered = 0; centered < 2; centered++) {
      d->ctrl[1] = ctrl[k];
      mjd_transitionFD(m, d, 1e-6, (mjtByte)centered, NULL, j[k]->B, NULL, j[k]->D);
    }
  }
  // the motor is linear: the same derivative on both sides, none outside
  for (int i = 0; i < NX; i++) {
    assert_near(at.B[i * NU + 1], inside.B[i * NU + 1], 1e-8);
    assert_true(outside.B[i * NU + 1] == 0);
  }
  assert_near(inside.D[9 * NU + 1], 1, 1e-8);
  assert_near(at.D[9 * NU + 1], 1, 1e-8);
  assert_true(outside.D[9 * NU + 1] == 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void ignore(const char* message) { (void)message; }

// A nudged step that blows up is reset like any other; the state comes back all the same.
static void a_reset_within_differences_leaves_the_state(void** state) {
  (void)state;
  static jacobians j;
  mjModel* m = model_from(scene);
  mjData* d = mj_makeData(m);
  d->qvel[3] = 1e11;
  d->qpos[0] = 0.123;
  void (*before)(const char*) = mju_user_warning;
  mju_user_warning = ignore;
  mjd_transitionFD(m, d, 1e-6, 1, j.A, j.B, j.C, j.D);
  mju_user_warning = before;
  assert_true(d->qvel[3] == 1e11 && d->qpos[0] == 0.123);
  assert_true(d->warning[mjWARN_BADQVEL].number >= 1);
  assert_int_equal(d->pstack, 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// Differences over the threads of a pool are the same to the bit, and so is what they leave behind.
static void threads_change_no_bit(void** state) {
  (void)state;
  static const char* const file[] = {"humanoid.xml", "hand.xml",       "quadruped.xml",
                                     "box_pile.xml", "muscle_arm.xml", "mesh_showcase.xml"};
  // one pool for all models: it keeps memory for copies, which fits some of them
  mjThreadPool* two = mju_threadPoolCreate(2);
  for (size_t i = 0; i < sizeof file / sizeof *file; i++) {
    mjModel* m = bundled_model(file[i]);
    m->opt.noslip_iterations = 0;
    if (m->opt.integrator == mjINT_RK4) m->opt.integrator = mjINT_EULER;
    mjData *d = mj_makeData(m), *e = NULL;
    for (int k = 0; k < m->nu; k++) d->ctrl[k] = 0.3 * sin(0.7 + k);
    for (int k = 0; k < 60; k++) mj_step(m, d);
    size_t nx = 2 * (size_t)m->nv + (size_t)m->na, nu = m->nu, ns = m->nsensordata, nv = m->nv;
    size_t size = nx * nx + nx * nu + ns * nx + ns * nu, inverse = nv * (3 * nv + (size_t)m->nM);
    mjtNum* x[2];
    for (int k = 0; k < 2; k++) {
      mjData* now = mj_copyData(NULL, m, d);
      if (k) mju_bindThreadPool(now, two);
      mjtNum* a = x[k] = calloc(size + inverse + 1, sizeof(mjtNum));
      mjtNum *C = a + nx * nx + nx * nu, *f = a + size;
      mjd_transitionFD(m, now, 1e-6, 1, a, a + nx * nx, ns ? C : NULL, ns ? C + ns * nx : NULL);
      if (!k) {
        e = mj_copyData(NULL, m, now);
      } else {
        assert_memory_equal(e->qpos, now->qpos, sizeof(mjtNum) * (size_t)m->nq);
        assert_memory_equal(e->qacc, now->qacc, sizeof(mjtNum) * nv);
        assert_memory_equal(e->geom_xpos, now->geom_xpos, sizeof(mjtNum) * 3 * (size_t)m->ngeom);
        assert_int_equal(e->nefc, now->nefc);
        assert_memory_equal(e->efc_force, now->efc_force, sizeof(mjtNum) * (size_t)e->nefc);
      }
      mjd_inverseFD(m, now, 1e-6, 1, f, f + nv * nv, f + 2 * nv * nv, NULL, NULL, NULL,
                    f + 3 * nv * nv);
      mj_deleteData(now);
    }
    if (memcmp(x[0], x[1], sizeof(mjtNum) * (size + inverse))) fail_msg("%s differs", file[i]);
    free(x[0]);
    free(x[1]);
    mj_deleteData(e);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  mju_threadPoolDestroy(two);
}

static atomic_int calls_left, blocks;
static void stop_at_last_call(const mjModel* m, mjData* d) {
  (void)m, (void)d;
  if (atomic_fetch_sub(&calls_left, 1) == 1) mju_error("the last call");
}
static void* count_block(size_t size) {
  blocks++;
  return aligned_alloc(64, (size + 63) / 64 * 64);
}
static void uncount_block(void* block) {
  blocks -= block != NULL;
  free(block);
}

static void stop_differences(const mjModel* m, mjData* d, int inverse, mjtNum* A) {
  blocks = 0;
  calls_left = 20;
  mju_user_malloc = count_block;
  mju_user_free = uncount_block;
  mjcb_passive = stop_at_last_call;
  if (inverse) {
    RAISES(mjd_inverseFD(m, d, 1e-6, 1, A, NULL, NULL, NULL, NULL, NULL, NULL), "the last call");
  } else {
    RAISES(mjd_transitionFD(m, d, 1e-6, 1, A, NULL, NULL, NULL), "the last call");
  }
  mjcb_passive = NULL;
  mju_user_malloc = NULL;
  mju_user_free = NULL;
  assert_int_equal(blocks, 0);
}

// An error in a column, on whichever thread, is raised by the caller after the others are done; its
// handler does not return, and the copies are deleted all the same.
static void errors_within_columns_leave_nothing_behind(void** state) {
  (void)state;
  for (int way = 0; way < 8; way++) {
    mjModel* m = bundled_model("humanoid.xml");
    if (way & 1) m->opt.enableflags |= mjENBL_SLEEP;
    mjData* d = mj_makeData(m);
    mjThreadPool* pool = way & 2 ? mju_threadPoolCreate(3) : NULL;
    if (pool) mju_bindThreadPool(d, pool);
    size_t nx = 2 * (size_t)m->nv + (size_t)m->na;
    mjtNum* A = malloc(sizeof(mjtNum) * nx * nx);
    mj_step(m, d);
    stop_differences(m, d, way & 4, A);
    assert_true(d->threadpool == (uintptr_t)pool);
    mj_resetData(m, d);
    mjd_transitionFD(m, d, 1e-6, 1, A, NULL, NULL, NULL);
    free(A);
    mj_deleteData(d);
    if (pool) mju_threadPoolDestroy(pool);
    mj_deleteModel(m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(transitions_agree_with_differences_of_higher_order),
      cmocka_unit_test(controls_at_their_limits_are_nudged_inwards),
      cmocka_unit_test(a_reset_within_differences_leaves_the_state),
      cmocka_unit_test(threads_change_no_bit),
      cmocka_unit_test(errors_within_columns_leave_nothing_behind),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
