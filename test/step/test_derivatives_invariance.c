// What derivatives must not depend on: threads, the order of bodies; and that they take no heap.
#include "base/check.h"
#include "step/derivative_case.h"

static int nallocated;

void* __real_malloc(size_t size);
void* __real_calloc(size_t n, size_t size);
void* __real_aligned_alloc(size_t alignment, size_t size);
void* __wrap_malloc(size_t size);
void* __wrap_calloc(size_t n, size_t size);
void* __wrap_aligned_alloc(size_t alignment, size_t size);

void* __wrap_malloc(size_t size) {
  nallocated++;
  return __real_malloc(size);
}

void* __wrap_calloc(size_t n, size_t size) {
  nallocated++;
  return __real_calloc(n, size);
}

void* __wrap_aligned_alloc(size_t alignment, size_t size) {
  nallocated++;
  return __real_aligned_alloc(alignment, size);
}

static void drive_and_step(const mjModel* m, mjData* d, int n) {
  for (int i = 0; i < m->nu; i++) d->ctrl[i] = 0.3 * sin(0.7 + i);
  for (int i = 0; i < n; i++) mj_step(m, d);
  mj_forward(m, d);
}

// Everything there is, of models with rows of all kinds.
static void nothing_is_taken_from_the_heap(void** state) {
  (void)state;
  static const char* const file[] = {"humanoid.xml",   "hand.xml",    "quadruped.xml",
                                     "muscle_arm.xml", "gripper.xml", "mesh_showcase.xml"};
  int active = 0;
  for (size_t f = 0; f < sizeof file / sizeof *file; f++) {
    mjModel* m = bundled_model(file[f]);
    m->opt.noslip_iterations = 0;
    mjData* d = mj_makeData(m);
    drive_and_step(m, d, 250);
    active += active_rows(d);
    step_matrices x = matrices_make(m);
    size_t nv = (size_t)m->nv;
    mjtNum *bar = calloc((size_t)x.nx, sizeof(mjtNum)), *f1 = calloc(3 * nv * nv, sizeof(mjtNum));
    engKink kink[10];
    const engParameter parameter = {engPARAM_MASS, 1, 0};
    mjtNum* P = calloc((size_t)x.nx, sizeof(mjtNum));
    const engStepDerivatives out = {.A = x.A,
                                    .B = x.B,
                                    .C = x.C,
                                    .D = x.D,
                                    .F = x.F,
                                    .nparameter = 1,
                                    .parameter = &parameter,
                                    .P = P,
                                    .smoothing = 1};
    const engInverseDerivatives inverse = {f1, f1 + nv * nv, f1 + 2 * nv * nv, NULL};
    assert_true(nallocated > 0);
    nallocated = 0;
    assert_int_equal(eng_stepDerivatives(m, d, 0, &out), engDERIV_OK);
    assert_int_equal(eng_stepVjp(m, d, 0, bar, &(engStepCovector){.state = bar}), engDERIV_OK);
    assert_int_equal(eng_stepJvp(m, d, 0, &(engStepDirection){.state = bar}, P), engDERIV_OK);
    assert_int_equal(eng_inverseDerivatives(m, d, 0, &inverse), engDERIV_OK);
    eng_kinks(m, d, 1e-3, kink, 10);
    if (!HOSTILE) assert_int_equal(nallocated, 0);  // a hostile build moves the arena
    free(bar);
    free(f1);
    free(P);
    matrices_free(&x);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  assert_true(active > 50);
}

#define FALLING "<body pos='.1 .05 .12'><freejoint/><geom size='.1' friction='.4'/></body>"
#define ON_FLOOR(option, rest)                                                    \
  "<mujoco>" option                                                               \
  "<size memory='60M'/><worldbody><geom type='plane' size='3 3 1'/>" FALLING rest \
  "</worldbody></mujoco>"
#define FLEX(attributes, rest)                                                             \
  "<flexcomp name='f' type='grid' spacing='.1 .1 .1' radius='.02' mass='.3' pos='.1 .1 "   \
  ".25' " attributes "><contact selfcollide='none' internal='false' solref='.05 1'/>" rest \
  "</flexcomp>"
#define HARD(solver) "<option cone='elliptic' solver='" solver "'/>"

static void deformables_and_hard_contact_take_none_either(void** state) {
  (void)state;
  static const char* const text[] = {
      ON_FLOOR("", FLEX("dim='2' count='3 3 1'", "<edge equality='true'/>")),
      ON_FLOOR("", FLEX("dim='3' count='2 2 2'", "<elasticity young='2000' poisson='.3'/>")),
      ON_FLOOR("", FLEX("dim='3' count='3 3 3' dof='trilinear'",
                        "<elasticity young='2000' poisson='.3' damping='.01'/>")),
      ON_FLOOR(HARD("NCP"), ""),
      ON_FLOOR(HARD("ADMM-CCP"), ""),
      ON_FLOOR(HARD("barrier"), "")};
  for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
    mjModel* m = model_from(text[i]);
    mjData* d = mj_makeData(m);
    for (int k = 0; k < 60; k++) mj_step(m, d);
    size_t nx = 2 * (size_t)m->nv;
    mjtNum *A = calloc(nx * nx, sizeof *A), *bar = calloc(2 * nx, sizeof *bar);
    bar[nx - 1] = 1;
    const engStepCovector back = {.state = bar};
    const engStepDirection ahead = {.state = bar};
    mj_forward(m, d);
    assert_true(d->nefc > 0);
    nallocated = 0;
    assert_int_equal(eng_stepDerivatives(m, d, 0, &(engStepDerivatives){.A = A}), engDERIV_OK);
    assert_int_equal(eng_stepVjp(m, d, 0, bar, &back), engDERIV_OK);
    assert_int_equal(eng_stepJvp(m, d, 0, &ahead, bar + nx), engDERIV_OK);
    if (!HOSTILE) assert_int_equal(nallocated, 0);
    free(A);
    free(bar);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// The data may have a pool for the islands of the solver.
static void the_same_bits_for_any_number_of_threads(void** state) {
  (void)state;
  mjModel* m = bundled_model("humanoid.xml");
  mjData* d = mj_makeData(m);
  drive_and_step(m, d, 250);
  assert_true(active_rows(d) > 6);
  mjtNum* start = calloc((size_t)mj_stateSize(m, mjSTATE_INTEGRATION), sizeof(mjtNum));
  mj_getState(m, d, start, mjSTATE_INTEGRATION);
  step_matrices x[4];
  for (int k = 0; k < 4; k++) {
    mjThreadPool* pool = k ? mju_threadPoolCreate((size_t)k) : NULL;
    mjData* e = mj_makeData(m);
    if (pool) mju_bindThreadPool(e, pool);
    mj_setState(m, e, start, mjSTATE_INTEGRATION);
    x[k] = matrices_make(m);
    const engStepDerivatives out = {.A = x[k].A, .B = x[k].B, .F = x[k].F};
    assert_int_equal(eng_stepDerivatives(m, e, 0, &out), engDERIV_OK);
    size_t nx = (size_t)x[k].nx;
    assert_memory_equal(x[k].A, x[0].A, sizeof(mjtNum) * nx * nx);
    assert_memory_equal(x[k].B, x[0].B, sizeof(mjtNum) * nx * (size_t)x[k].nu);
    assert_memory_equal(x[k].F, x[0].F, sizeof(mjtNum) * nx * (size_t)x[k].nv);
    mj_deleteData(e);
    if (pool) mju_threadPoolDestroy(pool);
  }
  for (int k = 0; k < 4; k++) matrices_free(&x[k]);
  free(start);
  mj_deleteData(d);
  mj_deleteModel(m);
}

#define BODY_A                                                                                  \
  "<body name='a' pos='0 0 .11'><freejoint/><geom type='capsule' size='.1 .2' euler='80 5 0'/>" \
  "<body name='c' pos='.3 0 0'><joint axis='0 1 0' range='-5 5' limited='true' damping='.1'/>"  \
  "<geom size='.11'/></body></body>"
#define BODY_B                                                                              \
  "<body name='b' pos='.02 .05 .3'><joint name='bx' type='slide' axis='1 0 0'/><joint "     \
  "type='slide' axis='0 1 0'/><joint type='slide' axis='0 0 1'/><joint type='ball'/><geom " \
  "type='capsule' size='.1 .2' euler='10 85 0'/></body>"
#define WORLD(bodies)                                                                     \
  "<mujoco><option timestep='.004'/><worldbody><geom type='plane' size='3 3 .1'/>" bodies \
  "</worldbody></mujoco>"

// The place of each dof of m among those of other, which has its bodies in another order.
static void match_dofs(const mjModel* m, const mjModel* other, int* at) {
  for (int b = 1; b < m->nbody; b++) {
    int o = mj_name2id(other, mjOBJ_BODY, mj_id2name(m, mjOBJ_BODY, b));
    for (int i = 0; i < m->body_dofnum[b]; i++) {
      at[m->body_dofadr[b] + i] = other->body_dofadr[o] + i;
    }
  }
}

static void bodies_in_any_order(void** state) {
  (void)state;
  mjModel* m[2] = {model_from(WORLD(BODY_A BODY_B)), model_from(WORLD(BODY_B BODY_A))};
  int at[13], nv = m[0]->nv;
  assert_int_equal(nv, 13);
  match_dofs(m[0], m[1], at);
  assert_true(at[0] != 0);
  for (int cone = 0; cone < 2; cone++) {
    mjData* d[2];
    step_matrices x[2];
    for (int k = 0; k < 2; k++) {
      solve_exactly(m[k]);
      m[k]->opt.cone = cone;
      d[k] = mj_makeData(m[k]);
      x[k] = matrices_make(m[k]);
      for (int i = 0; i < nv; i++) d[k]->qvel[k ? at[i] : i] = 0.3 * sin(1 + 2 * i);
      mj_forward(m[k], d[k]);
      assert_true(active_rows(d[k]) >= 6);
      const engStepDerivatives out = {.A = x[k].A};
      assert_int_equal(eng_stepDerivatives(m[k], d[k], 0, &out), engDERIV_OK);
    }
    mjtNum error = 0, size = 0;
    for (int i = 0; i < 2 * nv; i++) {
      for (int j = 0; j < 2 * nv; j++) {
        int row = i < nv ? at[i] : nv + at[i - nv], col = j < nv ? at[j] : nv + at[j - nv];
        mjtNum a = x[0].A[i * 2 * nv + j], b = x[1].A[row * 2 * nv + col];
        error = fmax(error, fabs(a - b));
        size = fmax(size, fabs(a));
      }
    }
    if (!(error <= 1e-10 * size)) print_error("cone %d: off by %g of %g\n", cone, error, size);
    assert_true(error <= 1e-10 * size);
    for (int k = 0; k < 2; k++) {
      matrices_free(&x[k]);
      mj_deleteData(d[k]);
    }
  }
  mj_deleteModel(m[0]);
  mj_deleteModel(m[1]);
}

// Rows without a Jacobian, as the limit of a tendon that nothing moves, exert nothing.
static void rows_that_move_nothing_change_nothing(void** state) {
  (void)state;
  static const char scene[] =
      "<mujoco><option jacobian='sparse'/><worldbody><geom type='plane' size='3 3 1'/><body pos='0 "
      "0 .3' "
      "euler='20 50 0'>"
      "<freejoint/><geom type='capsule' size='.05 .2'/><body pos='0 0 .2'><joint name='j' axis='0 "
      "1 0' frictionloss='.02' "
      "damping='.1'/><geom type='box' size='.1 .05 .04' pos='.1 0 0'/></body></body></worldbody>"
      "<tendon><fixed name='f' limited='true' range='.1 1'><joint joint='j' coef='1'/></fixed>%s"
      "</tendon></mujoco>";
  char xml[2][1000];
  snprintf(xml[0], sizeof xml[0], scene, "");
  snprintf(xml[1], sizeof xml[1], scene,
           "<fixed limited='true' range='.1 1'><joint joint='j' coef='0'/></fixed>");
  mjModel* m[2] = {model_from(xml[0]), model_from(xml[1])};
  mjData* d[2] = {mj_makeData(m[0]), mj_makeData(m[1])};
  step_matrices x[2] = {matrices_make(m[0]), matrices_make(m[1])};
  int active = 0;
  for (int s = 0; s < 10; s++) {
    drive_and_step(m[0], d[0], 30);
    mju_copy(d[1]->qpos, d[0]->qpos, m[0]->nq);
    mju_copy(d[1]->qvel, d[0]->qvel, m[0]->nv);
    // the cost of such a row hides that of the others, and ends the solver where it starts
    mju_copy(d[1]->qacc_warmstart, d[0]->qacc, m[0]->nv);
    for (int k = 0; k < 2; k++) {
      solve_exactly(m[k]);
      const engStepDerivatives out = {.A = x[k].A};
      assert_int_equal(eng_stepDerivatives(m[k], d[k], 0, &out), engDERIV_OK);
    }
    assert_int_equal(d[1]->nefc, d[0]->nefc + 1);
    active += active_rows(d[0]);
    mjtNum error = block_error(x[1].A, x[0].A, x[0].nx, x[0].nx, x[0].nx, 0);
    if (!(error < 1e-10)) print_error("state %d: off by %g\n", s, error);
    assert_true(error < 1e-10);
  }
  assert_true(active > 20);
  for (int k = 0; k < 2; k++) {
    matrices_free(x + k);
    mj_deleteData(d[k]);
    mj_deleteModel(m[k]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_that_move_nothing_change_nothing),
      cmocka_unit_test(nothing_is_taken_from_the_heap),
      cmocka_unit_test(deformables_and_hard_contact_take_none_either),
      cmocka_unit_test(the_same_bits_for_any_number_of_threads),
      cmocka_unit_test(bodies_in_any_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
