// Solvers as since 3.11: they find the same minimum, and stop where there is nothing left to gain.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "compile/model_text.h"

static mjModel* pile(const char* level, const char* option) {
  char text[4000];
  snprintf(text, sizeof text,
           "<mujoco><compiler level='%s'/><option %s/><worldbody><geom type='plane' size='5 5 .1'/>"
           "<body pos='0 0 .148'><freejoint/><geom type='box' size='.1 .2 .15' mass='2'/>"
           "<body pos='0 0 .2'><joint name='h' axis='1 0 0' frictionloss='.5' range='-.1 .1'/>"
           "<geom type='capsule' fromto='0 0 0 0 .3 .1' size='.03'/></body></body>"
           "<body pos='0 0 .395'><freejoint/><geom size='.1' condim='4'/></body>"
           "<body pos='1 0 .098'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
           "<body pos='1 0 .297'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
           "</worldbody><equality><joint joint1='h' polycoef='.05 0 0 0 0'/></equality></mujoco>",
           level, option);
  return model_from(text);
}

static mjData* moving(const mjModel* m) {
  mjData* d = mj_makeData(m);
  for (int i = 0; i < m->nv; i++) d->qvel[i] = 0.3 * ((7 * i) % 5 - 2);
  mj_forward(m, d);
  return d;
}

static void all_solvers_find_the_minimum(void** state) {
  (void)state;
  static const char* const cones[] = {"pyramidal", "elliptic"};
  static const char* const solvers[] = {"PGS", "CG", "Newton"};
  for (int cone = 0; cone < 2; cone++) {
    char option[200];
    snprintf(option, sizeof option, "cone='%s' tolerance='1e-14'", cones[cone]);
    mjModel* reference = pile("3.3", option);
    mjData* right = moving(reference);
    assert_true(right->nefc > 20);
    for (int k = 0; k < 3; k++) {
      for (int island = 0; island < 2; island++) {
        snprintf(option, sizeof option,
                 "cone='%s' solver='%s' tolerance='0' ls_tolerance='1e-6' iterations='3000'",
                 cones[cone], solvers[k]);
        mjModel* m = pile("3.3 +pgs +exit", option);
        if (!island) m->opt.disableflags |= mjDSBL_ISLAND;
        mjData* d = moving(m);
        assert_int_equal(d->nisland, island ? 2 : 0);
        mjtNum scale = mju_norm(right->qacc, m->nv);
        for (int i = 0; i < m->nv; i++) {
          assert_float_equal(d->qacc[i], right->qacc[i], 1e-6 * scale);
        }
        mj_deleteData(d);
        mj_deleteModel(m);
      }
    }
    mj_deleteData(right);
    mj_deleteModel(reference);
  }
}

// Started at its own answer, a solver needs no iteration; 3.3.7 takes at least one, which Newton
// leaves out where it would change nothing that could be told.
static void nothing_to_gain_takes_no_iteration(void** state) {
  (void)state;
  static const char* const options[] = {"solver='CG' iterations='500'", "solver='Newton'"};
  static const char* const levels[] = {"3.3", "3.3 +exit"};
  for (int k = 0; k < 2; k++) {
    for (int newer = 0; newer < 2; newer++) {
      mjModel* m = pile(levels[newer], options[k]);
      m->opt.tolerance = 1e-14;
      mjData* d = moving(m);
      mju_copy(d->qacc_warmstart, d->qacc, m->nv);
      m->opt.tolerance = 1e-8;
      mj_forward(m, d);
      if (newer || m->opt.solver == mjSOL_NEWTON) {
        assert_int_equal(d->solver_niter[0], 0);
        assert_int_equal(d->solver_niter[1], 0);
      } else {
        assert_true(d->solver_niter[0] > 0);
      }
      mj_deleteData(d);
      mj_deleteModel(m);
    }
  }
}

// The same forces for any number of calls and threads: the order is drawn anew from the same seed.
static void shuffled_sweeps_repeat_to_the_bit(void** state) {
  (void)state;
  mjModel* m = pile("3.14", "solver='PGS' iterations='7' cone='elliptic' noslip_iterations='3'");
  mjData *a = moving(m), *b = moving(m);
  assert_memory_equal(a->qacc, b->qacc, sizeof(mjtNum) * m->nv);
  mj_forward(m, a);
  mj_forward(m, b);
  assert_memory_equal(a->efc_force, b->efc_force, sizeof(mjtNum) * a->nefc);
  mj_deleteData(a);
  mj_deleteData(b);
  mj_deleteModel(m);
}

// Two boxes on a plane: islands stop by the tolerance of the whole, after the sweeps of 3.14.
static void islands_stop_as_the_whole_does(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><compiler level='3.14'/><option solver='PGS'/><worldbody>"
      "<geom type='plane' size='5 5 .1'/>"
      "<body pos='0 0 .1'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
      "<body pos='.5 0 .1'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
      "</worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  mj_step(m, d);
  mj_forward(m, d);
  assert_int_equal(d->nisland, 2);
  assert_int_equal(d->solver_niter[0], 46);
  assert_int_equal(d->solver_niter[1], 46);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(islands_stop_as_the_whole_does),
      cmocka_unit_test(all_solvers_find_the_minimum),
      cmocka_unit_test(nothing_to_gain_takes_no_iteration),
      cmocka_unit_test(shuffled_sweeps_repeat_to_the_bit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
