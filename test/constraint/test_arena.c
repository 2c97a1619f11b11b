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

// Some steps of m in an arena of so many bytes.
static void starve(mjModel* m, size_t bytes, outcome* seen) {
  m->narena = bytes;
  mjData* d = mj_makeData(m);
  if (setjmp(escape)) {
    // too small for the stack: that is an error, and the data still good to be reset
    mj_resetData(m, d);
    mj_deleteData(d);
    seen->stacks++;
    return;
  }
  for (int step = 0; step < 4; step++) {
    mj_step(m, d);
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
    assert_int_equal(d->maxuse_con, 72);
    seen->whole++;
  }
  mj_deleteData(d);
}

static void full_arenas_are_survived(void** state) {
  (void)state;
  xml x = {.n = 0};
  say(&x, "<mujoco><worldbody><geom type='plane' size='9 9 .1'/>");
  for (int i = 0; i < 18; i++) {
    say(&x, "<body pos='%d %d .0999'><freejoint/><geom type='box' size='.1 .1 .1'/></body>", i % 5,
        i / 5);
  }
  say(&x, "</worldbody></mujoco>");
  mjModel* m = model_from(x.text);
  mju_user_error = on_error;
  mju_user_warning = on_warning;
  for (int way = 0; way < 6; way++) {
    outcome seen = {0};
    m->opt.solver = way % 3;
    m->opt.jacobian = way / 3;
    for (size_t bytes = 1000; bytes < 3000000; bytes += bytes / 12) starve(m, bytes, &seen);
    print_message("way %d: stack %d, contacts %d, rows %d, whole %d\n", way, seen.stacks,
                  seen.contacts, seen.rows, seen.whole);
    assert_true(seen.contacts > 2);
    assert_true(seen.rows > 2);
    assert_true(seen.whole > 2);
  }
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
      cmocka_unit_test(contacts_may_be_added),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
