// A full arena costs contacts, rows or islands and a warning, never the simulation.

#include <setjmp.h>

#include "constraint/scene.h"

static jmp_buf escape;

static void on_error(const char* message) {
  (void)message;
  longjmp(escape, 1);
}

static void on_warning(const char* message) {
  // both say that memory is to be added
  assert_non_null(strstr(message, "arena"));
}

typedef struct {
  int stacks, contacts, rows;  // sizes with which the stack, the contacts, the rows did not fit
  int whole;                   // and with which all did
} outcome;

// What a step needs at most, and how many contacts it has.
typedef struct {
  size_t smooth;  // bytes of the stack without contacts and rows
  int contacts;
} need;

static need need_of(mjModel* m) {
  need n;
  m->narena = 64 << 20;
  mjData* d = mj_makeData(m);
  for (int step = 0; step < 4; step++) mj_step(m, d);
  n.contacts = d->maxuse_con;
  mj_resetData(m, d);
  d->maxuse_stack = 0;
  m->opt.disableflags |= mjDSBL_CONSTRAINT;
  mj_step(m, d);
  n.smooth = d->maxuse_stack;
  m->opt.disableflags = 0;
  mj_deleteData(d);
  return n;
}

// Some steps of m in an arena of so many bytes, with the threads of a pool unless it is NULL.
static void starve(mjModel* m, size_t bytes, need n, mjThreadPool* pool, outcome* seen) {
  m->narena = bytes;
  mjData* d = mj_makeData(m);
  if (pool) mju_bindThreadPool(d, pool);
  if (setjmp(escape)) {
    // too small for what does not depend on the state: that is an error, and the data still good to
    // be reset
    assert_true(bytes < 32 * n.smooth);
    mj_resetData(m, d);
    mj_deleteData(d);
    seen->stacks++;
    return;
  }
  for (int step = 0; step < 4; step++) {
    mj_step(m, d);
    mj_inverse(m, d);
    mj_forward(m, d);
    assert_true(d->maxuse_arena <= d->narena);
    for (int i = 0; i < m->nv; i++) assert_true(isfinite(d->qacc[i]));
    for (int i = 0; i < d->ncon; i++) assert_true(d->contact[i].efc_address < mjMAX(1, d->nefc));
    if (!d->nefc) {
      assert_memory_equal(d->qacc, d->qacc_smooth, sizeof(mjtNum) * m->nv);
      mjtNum force[6];
      mj_contactForce(m, d, 0, force);
      assert_true(force[0] == 0);
    }
  }
  seen->contacts += d->warning[mjWARN_CONTACTFULL].number > 0;
  seen->rows += d->warning[mjWARN_CNSTRFULL].number > 0;
  if (d->warning[mjWARN_CNSTRFULL].number) {
    assert_int_equal(d->warning[mjWARN_CNSTRFULL].lastinfo, (int)bytes);
    assert_int_equal(d->nefc, 0);
    assert_int_equal(d->nisland, 0);
  } else if (!d->warning[mjWARN_CONTACTFULL].number) {
    assert_int_equal(d->maxuse_con, n.contacts);
    seen->whole++;
  }
  mj_deleteData(d);
}

// n boxes on a floor, so far from each other.
static mjModel* boxes(int n, int distance) {
  xml x = {.n = 0};
  say(&x, "<mujoco><worldbody><geom type='plane' size='9 9 .1'/>");
  for (int i = 0; i < n; i++) {
    say(&x, "<body pos='%d %d .0999'><freejoint/><geom type='box' size='.1 .1 .1'/></body>",
        i % 5 * distance, i / 5 * distance);
  }
  say(&x, "</worldbody></mujoco>");
  return model_from(x.text);
}

// In arenas of all sizes, by every solver, whether J is dense or sparse.
static outcome starve_by(mjModel* m, int way, size_t largest, mjThreadPool* pool) {
  outcome seen = {0};
  m->opt.solver = way % 3;
  m->opt.jacobian = way / 3;
  need n = need_of(m);
  for (size_t bytes = 1000; bytes < largest; bytes += bytes / 12) starve(m, bytes, n, pool, &seen);
  print_message("way %d: stack %d, contacts %d, rows %d, whole %d\n", way, seen.stacks,
                seen.contacts, seen.rows, seen.whole);
  return seen;
}

static void full_arenas_are_survived(void** state) {
  (void)state;
  mjModel* m = boxes(18, 1);
  mjThreadPool* pool = mju_threadPoolCreate(2);
  mju_user_error = on_error;
  mju_user_warning = on_warning;
  for (int way = 0; way < 12; way++) {
    outcome seen = starve_by(m, way % 6, 3000000, way < 6 ? NULL : pool);
    assert_true(seen.contacts > 2);
    assert_true(seen.rows > 2);
    assert_true(seen.whole > 2);
  }
  mju_clearHandlers();
  mju_threadPoolDestroy(pool);
  mj_deleteModel(m);
}

// Where all bodies are in one place the list of pairs is what does not fit.
static void lists_of_pairs_may_not_fit(void** state) {
  (void)state;
  mjModel* m = boxes(60, 0);
  for (int i = 0; i < m->ngeom; i++) m->geom_conaffinity[i] = m->geom_contype[i] = i > 40;
  mju_user_error = on_error;
  mju_user_warning = on_warning;
  outcome seen = starve_by(m, mjSOL_CG, 100000, NULL);
  assert_true(seen.contacts > 2);
  mju_clearHandlers();
  mj_deleteModel(m);
}

// Rows made again, with a contact of the user's among them.
static void contacts_may_be_added(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><worldbody><geom type='plane' size='9 9 .1'/><body pos='0 0 .0999'><freejoint/>"
      "<geom type='box' size='.1 .1 .1'/></body></worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  int ncon = d->ncon, nefc = d->nefc;
  mjContact con = d->contact[0];
  assert_int_equal(mj_addContact(m, d, &con), 0);
  assert_int_equal(d->nefc, 0);
  assert_null(d->efc_J);
  mj_makeConstraint(m, d);
  assert_int_equal(d->ncon, ncon + 1);
  assert_int_equal(d->nefc, nefc + nefc / ncon);
  assert_int_equal(d->contact[ncon].efc_address, nefc);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(full_arenas_are_survived),
      cmocka_unit_test(lists_of_pairs_may_not_fit),
      cmocka_unit_test(contacts_may_be_added),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
