// Trees that sleep: they stay where they are to the bit, what wakes them, and that nothing else
// changes for it.
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
#include <engine/extension.h>

#define BOX(name, attributes, pos)                 \
  "<body name='" name "' " attributes " pos='" pos \
  "'><freejoint/>"                                 \
  "<geom type='box' size='.1 .1 .1'/><site name='" name "'/></body>"
#define WORLD(inside, after)                                   \
  "<mujoco><option><flag sleep='enable'/></option><worldbody>" \
  "<geom type='plane' size='9 9 .1'/>" inside "</worldbody>" after "</mujoco>"

static mjModel* load(const char* text) {
  char error[1000] = "";
  mjSpec* s = mj_parseXMLString(text, NULL, error, sizeof error);
  mjModel* m = s ? mj_compile(s, NULL) : NULL;
  if (!m) fail_msg("%s\n%s", s ? mjs_getError(s) : error, text);
  mj_deleteSpec(s);
  return m;
}

static void steps(const mjModel* m, mjData* d, int n) {
  for (int i = 0; i < n; i++) mj_step(m, d);
}

// Everything at rest, on the floor.
static mjData* asleep(const mjModel* m) {
  mjData* d = mj_makeData(m);
  steps(m, d, 300);
  assert_int_equal(d->ntree_awake, 0);
  return d;
}

// The lists say what tree_asleep says.
static void check_lists(const mjModel* m, const mjData* d) {
  int trees = 0, dofs = 0, bodies = 0, parents = 0;
  for (int t = 0; t < m->ntree; t++) {
    assert_int_equal(d->tree_awake[t], d->tree_asleep[t] < 0);
    trees += d->tree_awake[t];
    if (!d->tree_awake[t]) assert_in_range(d->tree_asleep[t], 0, m->ntree - 1);
  }
  for (int i = 0; i < m->nv; i++) {
    if (d->tree_awake[m->dof_treeid[i]]) assert_int_equal(d->dof_awake_ind[dofs++], i);
  }
  for (int b = 0; b < m->nbody; b++) {
    int tree = m->body_treeid[b];
    if (tree >= 0) assert_int_equal(d->body_awake[b], d->tree_awake[tree]);
    if (d->body_awake[b] != mjS_ASLEEP) assert_int_equal(d->body_awake_ind[bodies++], b);
    if (b && d->body_awake[m->body_parentid[b]] != mjS_ASLEEP) {
      assert_int_equal(d->parent_awake_ind[parents++], b);
    }
  }
  assert_int_equal(d->ntree_awake, trees);
  assert_int_equal(d->nv_awake, dofs);
  assert_int_equal(d->nbody_awake, bodies);
  assert_int_equal(d->nparent_awake, parents);
  int seen = 0;
  for (int k = 0; k < d->nspan_awake; k++) {
    const engSpan* s = (const engSpan*)d->awake_span + k;
    for (int i = s->dof; i < s->dofend; i++) assert_int_equal(d->dof_awake_ind[seen++], i);
    for (int b = s->body; b < s->bodyend; b++) assert_int_equal(d->body_awake[b], mjS_AWAKE);
    for (int i = s->site; i < s->siteend; i++) {
      assert_in_range(m->site_bodyid[i], s->body, s->bodyend - 1);
    }
  }
  assert_int_equal(seen, dofs);
}

static const char boxes[] = WORLD(BOX("a", "", "0 0 .1") BOX("b", "", "0 0 .299")
                                      BOX("c", "", "1 0 .1") BOX("d", "", "2 0 .1"),
                                  "");

// A pile falls asleep and stays as it is, to the bit; and everything of it together.
static void what_sleeps_stays(void** state) {
  (void)state;
  mjModel* m = load(boxes);
  mjData *d = asleep(m), *then = mj_copyData(NULL, m, d);
  check_lists(m, d);
  steps(m, d, 1000);
  assert_memory_equal(d->qpos, then->qpos, sizeof(mjtNum) * (size_t)m->nq);
  assert_memory_equal(d->xpos, then->xpos, sizeof(mjtNum) * 3 * (size_t)m->nbody);
  assert_memory_equal(d->geom_xmat, then->geom_xmat, sizeof(mjtNum) * 9 * (size_t)m->ngeom);
  assert_int_equal(d->ncon, 0);
  assert_int_equal(d->nefc, 0);
  assert_int_equal(d->tree_asleep[0], 1);
  assert_int_equal(d->tree_asleep[1], 0);
  d->xfrc_applied[6] = 1e-30;  // at the lower of the two
  steps(m, d, 1);
  check_lists(m, d);
  assert_true(d->tree_asleep[0] < 0 && d->tree_asleep[1] < 0);
  assert_true(d->tree_asleep[2] == 2 && d->tree_asleep[3] == 3);
  mj_deleteData(then);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// Before anything falls asleep, steps are those without sleep, to the bit.
static void nothing_changes_while_all_are_awake(void** state) {
  (void)state;
  mjModel *m = load(boxes), *never = load(boxes);
  never->opt.enableflags &= ~mjENBL_SLEEP;
  mjData *d = mj_makeData(m), *e = mj_makeData(never);
  for (int i = 0; i < 400 && d->ntree_awake == m->ntree; i++) {
    assert_memory_equal(d->qpos, e->qpos, sizeof(mjtNum) * (size_t)m->nq);
    assert_memory_equal(d->qvel, e->qvel, sizeof(mjtNum) * (size_t)m->nv);
    mj_step(m, d);
    mj_step(never, e);
  }
  assert_true(d->ntree_awake < m->ntree);
  // a model of the same sizes: disabling sleep wakes all
  steps(m, d, 200);
  assert_int_equal(d->ntree_awake, 0);
  mj_step(never, d);
  assert_int_equal(d->ntree_awake, m->ntree);
  check_lists(m, d);
  mj_deleteData(d);
  mj_deleteData(e);
  mj_deleteModel(m);
  mj_deleteModel(never);
}

// A body that is woken goes on as one that never slept and was put into the same state.
static void the_woken_go_on_as_if_awake(void** state) {
  (void)state;
  const int integrators[] = {mjINT_EULER, mjINT_IMPLICIT, mjINT_IMPLICITFAST, mjINT_RK4};
  for (int k = 0; k < 4; k++) {
    mjModel* m = load(boxes);
    m->opt.integrator = integrators[k];
    mjData *d = asleep(m), *e = mj_makeData(m);
    m->opt.enableflags &= ~mjENBL_SLEEP;
    for (int i = 0; i < m->nq; i++) e->qpos[i] = d->qpos[i];
    d->qvel[6 * 2] = e->qvel[6 * 2] = 1;
    mjData* f = mj_copyData(NULL, m, d);
    m->opt.enableflags |= mjENBL_SLEEP;
    for (int i = 0; i < 40; i++) {
      mj_step(m, f);
      m->opt.enableflags &= ~mjENBL_SLEEP;
      mj_step(m, e);
      m->opt.enableflags |= mjENBL_SLEEP;
    }
    assert_true(f->tree_asleep[2] < 0 && f->tree_asleep[3] >= 0 && f->tree_asleep[0] >= 0);
    for (int i = 14; i < 21; i++) {
      if (!(fabs(f->qpos[i] - e->qpos[i]) < 1e-6)) {
        fail_msg("integrator %d, qpos %d: %g, awake %g", k, i, f->qpos[i], e->qpos[i]);
      }
    }
    check_lists(m, f);
    mj_deleteData(d);
    mj_deleteData(e);
    mj_deleteData(f);
    mj_deleteModel(m);
  }
}

// Each of these wakes tree 0, in the very step.
static void move_it(const mjModel* m, mjData* d) { (void)m, d->qpos[0] += 1e-12; }
static void speed_it(const mjModel* m, mjData* d) { (void)m, d->qvel[5] = -0.0; }
static void push_it(const mjModel* m, mjData* d) { (void)m, d->xfrc_applied[6] = 1e-300; }
static void push_its_dof(const mjModel* m, mjData* d) { (void)m, d->qfrc_applied[3] = 1; }
static void hit_it(const mjModel* m, mjData* d) {
  int q = 7 * (m->ntree - 1);
  mju_zero(d->qpos + q, 3);
  d->qpos[q + 2] = 0.29;
}
static void touch_it(const mjModel* m, mjData* d) { (void)m, mju_zero(d->mocap_pos, 3); }
static void tie_it(const mjModel* m, mjData* d) {
  (void)m;
  d->eq_active[0] = 1;
  d->qvel[6] = 1;
}

static void each_of_these_wakes(void** state) {
  (void)state;
  static void (*const act[])(const mjModel*, mjData*) = {move_it, speed_it, push_it, push_its_dof,
                                                         hit_it,  touch_it, tie_it};
  mjModel* m = load(WORLD(
      BOX("a", "", "0 0 .1") BOX("b", "", "1 0 .1")
          BOX("c", "", "2 0 .1") "<body name='m' mocap='true' pos='0 0 3'><geom size='.1'/></body>",
      "<equality><connect body1='a' body2='b' anchor='.5 0 0' active='false'/>"
      "</equality>"));
  for (size_t k = 0; k < sizeof act / sizeof *act; k++) {
    mjData* d = asleep(m);
    act[k](m, d);
    mj_forward(m, d);
    if (d->tree_asleep[0] >= 0) fail_msg("cause %d does not wake", (int)k);
    check_lists(m, d);
    assert_true(d->ncon >= 4);
    mj_deleteData(d);
  }
  // controls do not wake, nor does what is far
  mjData* d = asleep(m);
  d->qvel[12] = 1e-3;
  mj_step(m, d);
  assert_true(d->tree_asleep[2] < 0 && d->tree_asleep[0] == 0 && d->tree_asleep[1] == 1);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// What holds a sleeping body with adhesion goes on to be told.
static void adhesion_is_kept_asleep(void** state) {
  (void)state;
  mjModel* m = load(
      "<mujoco><option><flag sleep='enable'/></option><worldbody><geom type='plane' size='9 9 .1' "
      "adhesion='25'/>" BOX("a", "", "0 0 .0999") "</worldbody></mujoco>");
  mjData* d = asleep(m);
  assert_float_equal(d->qfrc_adhesion[2], -100, 1e-9);  // four contacts
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void policies_are_kept(void** state) {
  (void)state;
  mjModel* m = load(WORLD(BOX("a", "sleep='never'", "0 0 .1") BOX("b", "sleep='init'", "1 0 .5")
                              BOX("c", "", "2 0 .1"),
                          ""));
  assert_int_equal(m->tree_sleep_policy[0], mjSLEEP_NEVER);
  assert_int_equal(m->tree_sleep_policy[1], mjSLEEP_INIT);
  assert_int_equal(m->tree_sleep_policy[2], mjSLEEP_AUTO_ALLOWED);
  int n = mj_sizeModel(m);
  void* bytes = malloc((size_t)n);
  mj_saveModel(m, NULL, bytes, n);
  FILE* file = fopen("test_sleep.mjb", "wb");
  fwrite(bytes, 1, (size_t)n, file);
  fclose(file);
  mjModel* again = mj_loadModel("test_sleep.mjb", NULL);
  remove("test_sleep.mjb");
  assert_memory_equal(again->buffer, m->buffer, m->nbuffer);
  free(bytes);
  mj_deleteModel(again);

  mjData* d = mj_makeData(m);
  assert_int_equal(d->tree_asleep[1], 1);
  assert_true(d->time == 0 && d->tree_asleep[0] < 0);
  steps(m, d, 300);
  assert_true(d->tree_asleep[0] < 0 && d->tree_asleep[1] == 1 && d->tree_asleep[2] == 2);
  assert_true(d->qpos[7 + 2] == 0.5);  // it hangs in the air
  m->tree_sleep_policy[1] = mjSLEEP_NEVER;
  steps(m, d, 1);
  assert_true(d->tree_asleep[1] < 0);
  m->tree_sleep_policy[1] = mjSLEEP_INIT;
  mj_resetData(m, d);
  assert_true(d->tree_asleep[1] == 1 && d->tree_asleep[2] < 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// A saved state says nothing of sleep; one that is set as it is leaves sleepers alone.
static void states_do_not_wake_what_is_in_them(void** state) {
  (void)state;
  mjModel* m = load(boxes);
  mjData* d = asleep(m);
  int n = mj_stateSize(m, mjSTATE_INTEGRATION);
  mjtNum* x = malloc(sizeof(mjtNum) * (size_t)n);
  mj_getState(m, d, x, mjSTATE_INTEGRATION);
  mj_setState(m, d, x, mjSTATE_INTEGRATION);
  steps(m, d, 1);
  assert_int_equal(d->ntree_awake, 0);
  mj_resetData(m, d);
  assert_int_equal(d->ntree_awake, m->ntree);
  mj_setState(m, d, x, mjSTATE_INTEGRATION);
  steps(m, d, 1);
  assert_int_equal(d->ntree_awake, m->ntree);
  free(x);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void check_error(const char* text, const char* message) {
  char error[1000] = "";
  mjSpec* s = mj_parseXMLString(text, NULL, error, sizeof error);
  assert_non_null(s);
  mjModel* m = mj_compile(s, NULL);
  assert_null(m);
  if (!strstr(mjs_getError(s), message)) fail_msg("%s\ninstead of\n%s", mjs_getError(s), message);
  mj_deleteSpec(s);
}

static void errors_say_what_would_be_right(void** state) {
  (void)state;
  check_error(WORLD("<body sleep='never'/>", ""), "not to one that does not");
  check_error(WORLD("<body><joint/><geom size='.1'/><body sleep='allowed'><joint/>"
                    "<geom size='.1'/></body></body>",
                    ""),
              "not to one further down");
  check_error(WORLD(BOX("a", "sleep='init'", "0 0 .1") BOX("b", "", "0 0 .25"), ""),
              "1 trees are to sleep from the beginning, but 0 can");
  check_error(WORLD(BOX("a", "sleep='allowed'", "0 0 .1") BOX("b", "", "1 0 .1"),
                    "<tendon><spatial stiffness='1'><site site='a'/><site site='b'/></spatial>"
                    "</tendon>"),
              "ties it to other trees");
}

// Differences are those of the model without sleep, and what sleeps is left as it was.
static void differences_neither_wake_nor_put_to_sleep(void** state) {
  (void)state;
  mjModel* m = load(boxes);
  mjData *d = asleep(m), *before = mj_copyData(NULL, m, d), *awake = mj_copyData(NULL, m, d);
  int n = 2 * m->nv, size = n * n;
  mjtNum *A = calloc((size_t)size, sizeof *A), *expected = calloc((size_t)size, sizeof *A);
  mjd_transitionFD(m, d, 1e-6, 0, A, NULL, NULL, NULL);
  mjd_inverseFD(m, d, 1e-6, 0, expected, NULL, NULL, NULL, NULL, NULL, NULL);
  assert_memory_equal(d->tree_asleep, before->tree_asleep, sizeof(int) * (size_t)m->ntree);
  assert_memory_equal(d->qpos, before->qpos, sizeof(mjtNum) * (size_t)m->nq);
  assert_memory_equal(d->xpos, before->xpos, sizeof(mjtNum) * 3 * (size_t)m->nbody);
  check_lists(m, d);
  steps(m, d, 10);
  assert_int_equal(d->ntree_awake, 0);
  assert_memory_equal(d->qpos, before->qpos, sizeof(mjtNum) * (size_t)m->nq);

  m->opt.enableflags &= ~mjENBL_SLEEP;
  mjd_transitionFD(m, awake, 1e-6, 0, expected, NULL, NULL, NULL);
  mjtNum largest = 0;
  for (int i = 0; i < size; i++) {
    assert_float_equal(A[i], expected[i], 1e-3);
    largest = fmax(largest, fabs(A[i]));
  }
  assert_true(largest > 0.5);

  // and about to fall asleep: no difference is of the step that would
  m->opt.enableflags |= mjENBL_SLEEP;
  mj_resetData(m, d);
  while (d->ntree_awake == m->ntree) {
    mj_copyData(before, m, d);
    mj_step(m, d);
  }
  int* counters = malloc(sizeof(int) * (size_t)m->ntree);
  memcpy(counters, before->tree_asleep, sizeof(int) * (size_t)m->ntree);
  mjd_transitionFD(m, before, 1e-6, 0, A, NULL, NULL, NULL);
  assert_memory_equal(before->tree_asleep, counters, sizeof(int) * (size_t)m->ntree);
  for (int i = 0; i < size; i++)
    assert_true(fabs(A[i]) < 1e4);  // what a row at rest answers is 1300

  free(counters);
  free(A);
  free(expected);
  mj_deleteData(before);
  mj_deleteData(awake);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_sleeps_stays),
      cmocka_unit_test(nothing_changes_while_all_are_awake),
      cmocka_unit_test(the_woken_go_on_as_if_awake),
      cmocka_unit_test(each_of_these_wakes),
      cmocka_unit_test(adhesion_is_kept_asleep),
      cmocka_unit_test(policies_are_kept),
      cmocka_unit_test(states_do_not_wake_what_is_in_them),
      cmocka_unit_test(errors_say_what_would_be_right),
      cmocka_unit_test(differences_neither_wake_nor_put_to_sleep),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
