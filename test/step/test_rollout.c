#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <engine/engine.h>

enum { NROLLOUT = 13, NSTEP = 60, NDATA = 9 };

typedef struct {
  mjModel* m;
  mjData* d[NDATA];
  int nstate, ncontrol;
  mjtNum *initial, *control, *state, *sensor;
  int* nvalid;
  engRollout r;
} fixture;

static mjtNum* numbers(int n) { return calloc((size_t)n + 1, sizeof(mjtNum)); }

// Falls from another height each, with other controls.
static fixture make(const char* model) {
  fixture f = {0};
  char error[1000] = "", path[500];
  snprintf(path, sizeof path, "%s/model/%s", SOURCE_ROOT, model);
  f.m = mj_loadXML(path, NULL, error, sizeof error);
  if (!f.m) fail_msg("%s", error);
  for (int i = 0; i < NDATA; i++) f.d[i] = mj_makeData(f.m);
  f.nstate = mj_stateSize(f.m, mjSTATE_FULLPHYSICS);
  f.ncontrol = f.m->nu;
  f.initial = numbers(NROLLOUT * f.nstate);
  f.control = numbers(NROLLOUT * NSTEP * f.ncontrol);
  f.state = numbers(NROLLOUT * NSTEP * f.nstate);
  f.sensor = numbers(NROLLOUT * NSTEP * f.m->nsensordata);
  f.nvalid = calloc(NROLLOUT, sizeof(int));
  for (int k = 0; k < NROLLOUT; k++) {
    mj_resetData(f.m, f.d[0]);
    f.d[0]->qpos[f.m->nq > 2 ? 2 : 0] += 0.01 * k;
    f.d[0]->qvel[0] = 0.1 * k;
    mj_getState(f.m, f.d[0], f.initial + k * f.nstate, mjSTATE_FULLPHYSICS);
  }
  for (int i = 0; i < NROLLOUT * NSTEP * f.ncontrol; i++) f.control[i] = 0.3 * sin(1.7 * i);
  f.r = (engRollout){.nrollout = NROLLOUT,
                     .nstep = NSTEP,
                     .state_sig = mjSTATE_FULLPHYSICS,
                     .control_sig = mjSTATE_CTRL,
                     .initial = f.initial,
                     .control = f.control,
                     .state = f.state,
                     .sensor = f.sensor,
                     .nvalid = f.nvalid};
  return f;
}

static void say_nothing(const char* text) { (void)text; }

static void drop(fixture* f) {
  free(f->initial);
  free(f->control);
  free(f->state);
  free(f->sensor);
  free(f->nvalid);
  for (int i = 0; i < NDATA; i++) mj_deleteData(f->d[i]);
  mj_deleteModel(f->m);
}

// What mj_step gives for trajectory k, compared bit by bit.
static void assert_stepped(const fixture* f, int k) {
  mjData* d = mj_makeData(f->m);
  mj_setState(f->m, d, f->initial + k * f->nstate, mjSTATE_FULLPHYSICS);
  mjtNum* state = numbers(f->nstate);
  for (int i = 0; i < NSTEP; i++) {
    size_t row = (size_t)k * NSTEP + (size_t)i;
    memcpy(d->ctrl, f->control + row * (size_t)f->ncontrol, sizeof(mjtNum) * (size_t)f->ncontrol);
    mj_step(f->m, d);
    mj_getState(f->m, d, state, mjSTATE_FULLPHYSICS);
    assert_memory_equal(f->state + row * (size_t)f->nstate, state,
                        sizeof(mjtNum) * (size_t)f->nstate);
    assert_memory_equal(f->sensor + row * (size_t)f->m->nsensordata, d->sensordata,
                        sizeof(mjtNum) * (size_t)f->m->nsensordata);
  }
  free(state);
  mj_deleteData(d);
}

// Whatever the number of threads and of data, a rollout is what mj_step gives one by one.
static void threads_change_no_bit(void** state) {
  (void)state;
  static const char* models[] = {"humanoid.xml", "quadruped.xml"};
  static const int nthread[] = {0, 1, 2, 8};
  for (int model = 0; model < 2; model++) {
    fixture f = make(models[model]);
    for (int i = 0; i < 4; i++) {
      mjThreadPool* pool = nthread[i] ? mju_threadPoolCreate((size_t)nthread[i]) : NULL;
      memset(f.state, 0, sizeof(mjtNum) * (size_t)(NROLLOUT * NSTEP * f.nstate));
      memset(f.sensor, 0, sizeof(mjtNum) * (size_t)(NROLLOUT * NSTEP * f.m->nsensordata));
      assert_int_equal(eng_rollout(f.m, f.d, nthread[i] + 1, pool, &f.r), 0);
      for (int k = 0; k < NROLLOUT; k++) {
        assert_stepped(&f, k);
        assert_int_equal(f.nvalid[k], NSTEP);
      }
      mju_threadPoolDestroy(pool);
    }
    drop(&f);
  }
}

// What was in the data before has no influence.
static void data_need_not_be_clean(void** state) {
  (void)state;
  fixture f = make("humanoid.xml");
  for (int i = 0; i < NDATA; i++) {
    for (int j = 0; j < f.m->nv; j++) f.d[i]->qfrc_applied[j] = 50;
    for (int j = 0; j < 20; j++) mj_step(f.m, f.d[i]);
  }
  assert_int_equal(eng_rollout(f.m, f.d, 1, NULL, &f.r), 0);
  assert_stepped(&f, 0);
  assert_stepped(&f, NROLLOUT - 1);
  drop(&f);
}

// Outputs and controls may be left out; the outputs that are wanted do not depend on it.
static void arrays_may_be_null(void** state) {
  (void)state;
  fixture f = make("humanoid.xml");
  memset(f.control, 0, sizeof(mjtNum) * (size_t)(NROLLOUT * NSTEP * f.ncontrol));
  f.r.control = NULL;
  assert_int_equal(eng_rollout(f.m, f.d, 1, NULL, &f.r), 0);
  assert_stepped(&f, 5);
  mjtNum first = f.state[0];
  f.state[0] = 1234;
  f.r.state = NULL;
  f.r.sensor = NULL;
  f.r.nvalid = NULL;
  assert_int_equal(eng_rollout(f.m, f.d, 1, NULL, &f.r), 0);
  assert_true(f.state[0] == 1234 && first != 1234);
  drop(&f);
}

// A trajectory with a bad number is counted, and the others are as without it.
static void bad_numbers_stay_where_they_are(void** state) {
  (void)state;
  fixture f = make("humanoid.xml");
  f.initial[3 * f.nstate + 1] = NAN;
  f.initial[7 * f.nstate + 1 + f.m->nq] = 1e12;
  mju_user_warning = say_nothing;
  mjThreadPool* pool = mju_threadPoolCreate(2);
  assert_int_equal(eng_rollout(f.m, f.d, 3, pool, &f.r), 2);
  mju_threadPoolDestroy(pool);
  for (int k = 0; k < NROLLOUT; k++) {
    assert_int_equal(f.nvalid[k], k == 3 || k == 7 ? 0 : NSTEP);
    assert_stepped(&f, k);
  }
  mju_clearHandlers();
  drop(&f);
}

static void wrong_arguments_are_refused(void** state) {
  (void)state;
  fixture f = make("pendulum.xml");
  assert_int_equal(eng_rollout(f.m, f.d, 0, NULL, &f.r), -1);
  f.r.nstep = -1;
  assert_int_equal(eng_rollout(f.m, f.d, 1, NULL, &f.r), -1);
  f.r.nstep = NSTEP;
  unsigned int what = f.r.control_sig;
  f.r.control_sig = 0;  // controls of which nothing says what they are
  assert_non_null(f.r.control);
  assert_int_equal(eng_rollout(f.m, f.d, 1, NULL, &f.r), -1);
  f.r.control_sig = what;
  f.r.initial = NULL;
  assert_int_equal(eng_rollout(f.m, f.d, 1, NULL, &f.r), -1);
  f.r.nrollout = 0;
  assert_int_equal(eng_rollout(f.m, f.d, 1, NULL, &f.r), 0);
  drop(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(threads_change_no_bit),
      cmocka_unit_test(data_need_not_be_clean),
      cmocka_unit_test(arrays_may_be_null),
      cmocka_unit_test(bad_numbers_stay_where_they_are),
      cmocka_unit_test(wrong_arguments_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
