// Every bundled model under random controls: nothing becomes NaN, nothing is allocated.
// test_soak [STEPS]: steps per model.
#include <dirent.h>
#include <malloc.h>

#include "step/bundled_model.h"

static int steps_per_model = 2000;

static int is_model(const char* name) {
  size_t n = strlen(name);
  return n > 4 && !strcmp(name + n - 4, ".xml");
}

static void draw_controls(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nu; i++) {
    const mjtNum* range = m->actuator_ctrlrange + 2 * i;
    d->ctrl[i] = m->actuator_ctrllimited[i] ? draw_between(range[0], range[1]) : draw();
  }
}

static int all_finite(const mjtNum* x, int n) {
  for (int i = 0; i < n; i++) {
    if (!isfinite(x[i])) return 0;
  }
  return 1;
}

static void soak(const char* name, int seed) {
  mjModel* m = bundled_model(name);
  mjData* d = mj_makeData(m);
  draw_seed(seed);
  // controls change now and then, so that the model goes far; it starts anew now and then
  for (int k = 0; k < 100; k++) mj_step(m, d);
  size_t allocated = mallinfo2().uordblks;
  for (int k = 0; k < steps_per_model; k++) {
    if (k % 1000 == 999) mj_resetData(m, d);
    if (k % 20 == 0) draw_controls(m, d);
    mj_step(m, d);
    if (!all_finite(d->qpos, m->nq) || !all_finite(d->qvel, m->nv) ||
        !all_finite(d->sensordata, m->nsensordata) || !all_finite(d->qacc, m->nv)) {
      print_error("%s, step %d: not a number\n", name, k);
      fail();
    }
  }
  if (mallinfo2().uordblks != allocated) {
    print_error("%s: %zu bytes became %zu\n", name, allocated, mallinfo2().uordblks);
    fail();
  }
  assert_int_equal(d->pstack, 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void random_controls_never_break_a_model(void** state) {
  (void)state;
  DIR* models = opendir(SOURCE_ROOT "/model");
  assert_non_null(models);
  int count = 0;
  for (struct dirent* e = readdir(models); e; e = readdir(models)) {
    if (is_model(e->d_name)) soak(e->d_name, count++);
  }
  closedir(models);
  print_message("%d models, %d steps of each\n", count, steps_per_model);
  assert_true(count >= 8);
}

int main(int argc, char** argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_controls_never_break_a_model)};
  if (argc > 1) steps_per_model = atoi(argv[1]);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
