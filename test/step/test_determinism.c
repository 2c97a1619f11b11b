// The same state gives the same trajectory, bit for bit, whatever way it came about and however
// many threads compute it.
// test_determinism [STEPS]: steps of a trajectory.
#include "step/bundled_model.h"

static int trajectory = 2000;

static const char* const models[] = {"humanoid.xml", "box_pile.xml", "gripper.xml",
                                     "quadruped.xml"};
enum { MODELS = sizeof models / sizeof *models };

static uint64_t mix(uint64_t hash, const mjtNum* x, int n) {
  for (int i = 0; i < n; i++) {
    uint64_t bits;
    memcpy(&bits, x + i, sizeof bits);
    hash = (hash ^ bits) * 0x100000001b3u;
  }
  return hash;
}

// Controls that depend on the number of the step alone.
static void set_controls(const mjModel* m, mjData* d, int step) {
  for (int i = 0; i < m->nu; i++) d->ctrl[i] = sin(0.01 * step * (i + 1));
}

static uint64_t run(const mjModel* m, mjData* d, int first, int last, uint64_t hash) {
  for (int k = first; k < last; k++) {
    set_controls(m, d, k);
    mj_step(m, d);
    hash = mix(hash, d->qpos, m->nq);
    hash = mix(hash, d->qvel, m->nv);
    hash = mix(hash, d->act, m->na);
    hash = mix(hash, d->sensordata, m->nsensordata);
  }
  return hash;
}

// Fewer steps of what is slow, unless all are asked for: the pile has hundreds of constraint rows.
static int steps_of(const char* model) {
  return strcmp(model, "box_pile.xml") || trajectory >= 10000 ? trajectory : trajectory / 10;
}

static uint64_t run_with_threads(const mjModel* m, int threads, int steps) {
  mjData* d = mj_makeData(m);
  mjThreadPool* pool = threads ? mju_threadPoolCreate((size_t)threads) : NULL;
  if (pool) mju_bindThreadPool(d, pool);
  uint64_t hash = run(m, d, 0, steps, 1);
  mj_deleteData(d);
  if (pool) mju_threadPoolDestroy(pool);
  return hash;
}

static void threads_do_not_change_a_trajectory(void** state) {
  (void)state;
  static const int threads[] = {1, 2, 8};
  for (int k = 0; k < MODELS; k++) {
    mjModel* m = bundled_model(models[k]);
    uint64_t alone = run_with_threads(m, 0, steps_of(models[k]));
    for (int i = 0; i < 3; i++) {
      assert_true(run_with_threads(m, threads[i], steps_of(models[k])) == alone);
    }
    print_message("%s: %016llx after %d steps\n", models[k], (unsigned long long)alone,
                  steps_of(models[k]));
    mj_deleteModel(m);
  }
}

static void copies_go_on_where_the_original_was(void** state) {
  (void)state;
  for (int k = 0; k < MODELS; k++) {
    mjModel* m = bundled_model(models[k]);
    int steps = steps_of(models[k]);
    mjData* d = mj_makeData(m);
    uint64_t half = run(m, d, 0, steps / 2, 1);

    mjData* copy = mj_copyData(NULL, m, d);
    mjModel* twin = mj_copyModel(NULL, m);
    mjData* restored = mj_makeData(m);
    int size = mj_stateSize(m, mjSTATE_INTEGRATION);
    mjtNum* x = malloc(sizeof(mjtNum) * (size_t)size);
    mj_getState(m, d, x, mjSTATE_INTEGRATION);
    mj_setState(m, restored, x, mjSTATE_INTEGRATION);
    free(x);

    uint64_t whole = run(m, d, steps / 2, steps, half);
    assert_true(run(m, copy, steps / 2, steps, half) == whole);
    assert_true(run(m, restored, steps / 2, steps, half) == whole);
    assert_true(run_with_threads(twin, 0, steps) == whole);
    // and from the start again
    mj_resetData(m, d);
    assert_true(run(m, d, 0, steps, 1) == whole);
    mj_deleteData(d);
    mj_deleteData(copy);
    mj_deleteData(restored);
    mj_deleteModel(twin);
    mj_deleteModel(m);
  }
}

static void a_saved_model_moves_the_same(void** state) {
  (void)state;
  for (int k = 0; k < MODELS; k++) {
    mjModel* m = bundled_model(models[k]);
    int size = mj_sizeModel(m), steps = steps_of(models[k]);
    void* buffer = malloc((size_t)size);
    mj_saveModel(m, NULL, buffer, size);
    mjVFS vfs;
    mj_defaultVFS(&vfs);
    assert_int_equal(mj_addBufferVFS(&vfs, "saved.mjb", buffer, size), 0);
    mjModel* loaded = mj_loadModel("saved.mjb", &vfs);
    assert_non_null(loaded);
    assert_true(run_with_threads(loaded, 0, steps) == run_with_threads(m, 0, steps));
    mj_deleteModel(loaded);
    mj_deleteVFS(&vfs);
    free(buffer);
    mj_deleteModel(m);
  }
}

int main(int argc, char** argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(threads_do_not_change_a_trajectory),
      cmocka_unit_test(copies_go_on_where_the_original_was),
      cmocka_unit_test(a_saved_model_moves_the_same),
  };
  if (argc > 1) trajectory = atoi(argv[1]);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
