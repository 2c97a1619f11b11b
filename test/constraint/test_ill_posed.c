// Problems without a good answer still get one: finite numbers, in bounded time.

#include <time.h>

#include "constraint/scene.h"

static mjtNum seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (mjtNum)t.tv_sec + 1e-9 * (mjtNum)t.tv_nsec;
}

static void assert_finite(const mjtNum* x, int n, const char* what, const char* name) {
  for (int i = 0; i < n; i++) {
    if (isfinite(x[i])) continue;
    print_error("%s: %s[%d] is %g\n", name, what, i, x[i]);
    fail();
  }
}

// Every solver, cone and format takes some steps of the model.
static void endure(mjModel* m, const char* name) {
  mjtNum start = seconds();
  m->opt.disableflags |= mjDSBL_AUTORESET;
  for (int way = 0; way < 24; way++) {
    m->opt.solver = way % 3;
    m->opt.cone = way / 3 % 2;
    m->opt.jacobian = way / 6 % 2;
    m->opt.noslip_iterations = way / 12 ? 3 : 0;
    mjData* d = mj_makeData(m);
    for (int step = 0; step < 10; step++) {
      mj_step(m, d);
      assert_finite(d->qacc, m->nv, "qacc", name);
      assert_finite(d->efc_force, d->nefc, "efc_force", name);
    }
    mj_inverse(m, d);
    assert_finite(d->qfrc_inverse, m->nv, "qfrc_inverse", name);
    mj_deleteData(d);
  }
  // 24 ways of 10 steps; a step that did not end in time would show
  assert_true(seconds() - start < 5);
  mj_deleteModel(m);
}

static void heavy_on_light(void** state) {
  (void)state;
  endure(model_from(
             "<mujoco><worldbody><geom type='plane' size='5 5 .1'/>"
             "<body pos='0 0 .05'><freejoint/><geom size='.05' mass='1e-4'/></body>"
             "<body pos='0 0 .2'><freejoint/><geom type='box' size='.1 .1 .1' mass='1e4'/></body>"
             "<body pos='.3 0 .05'><freejoint/><geom type='box' size='.1 .1 .05' mass='1e4'/>"
             "</body></worldbody></mujoco>"),
         "heavy on light");
}

static void redundant_equalities(void** state) {
  (void)state;
  xml x = {.n = 0};
  say(&x,
      "<mujoco><worldbody><body name='a'><freejoint/><geom size='.1'/></body>"
      "<body name='b' pos='.5 0 0'><freejoint/><geom size='.1'/></body></worldbody><equality>");
  for (int i = 0; i < 6; i++) say(&x, "<connect body1='a' body2='b' anchor='.2 0 0'/>");
  for (int i = 0; i < 6; i++) say(&x, "<weld body1='a' body2='b'/>");
  say(&x, "<weld body1='a'/><weld body1='b'/></equality></mujoco>");
  endure(model_from(x.text), "redundant equalities");
}

// A four-bar linkage stretched out flat, where its loop loses a direction.
static void singular_loop(void** state) {
  (void)state;
  endure(model_from(
             "<mujoco><worldbody><body><joint axis='0 1 0'/><geom size='.02' pos='.1 0 0'/>"
             "<body pos='.2 0 0'><joint axis='0 1 0'/><geom size='.02' pos='.1 0 0'/>"
             "<body name='end' pos='.2 0 0'><joint axis='0 1 0'/><geom size='.02' pos='.1 0 0'/>"
             "</body></body></body></worldbody><equality><connect body1='end' anchor='.2 0 0'/>"
             "<connect body1='end' anchor='.2 0 0'/></equality></mujoco>"),
         "singular loop");
}

// A rod turning about itself has next to no inertia there.
static void next_to_no_inertia(void** state) {
  (void)state;
  endure(model_from("<mujoco><worldbody><geom type='plane' size='5 5 .1'/>"
                    "<body pos='0 0 .1'><joint axis='0 0 1' limited='true' range='-1 -0.5'/>"
                    "<joint type='slide' axis='0 0 1' frictionloss='1'/>"
                    "<inertial pos='0 0 0' mass='1e-9' diaginertia='1e-14 1e-14 1e-14'/>"
                    "<geom type='capsule' size='.1 .2' mass='0'/></body></worldbody></mujoco>"),
         "next to no inertia");
}

static void contradictory_limits(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><worldbody><body><joint limited='true' range='-30 30'/><geom size='.1' pos='.1 0 "
      "0'/>"
      "<body pos='.3 0 0'><joint type='ball' limited='true' range='0 30'/><geom size='.1'/></body>"
      "</body></worldbody></mujoco>");
  m->jnt_range[0] = 1;
  m->jnt_range[1] = -1;
  m->jnt_range[3] = -1;
  endure(m, "contradictory limits");
}

static void softness_at_its_bounds(void** state) {
  (void)state;
  static const mjtNum ref[6][2] = {{1e-12, 1e-12}, {1e10, 1e10},  {-1e12, -1e12},
                                   {0, 0},         {1e-12, 1e10}, {-1e10, 0}};
  static const mjtNum imp[6][5] = {{0, 1, 0, 0, 1},       {1, 1, 1, 1, 1000},
                                   {0, 0, 1e-12, 0.5, 0}, {1, 0, 10, 1, 50},
                                   {-5, 5, -1, 2, -3},    {0.9, 0.95, 1e-3, 0.5, 2}};
  for (int i = 0; i < 36; i++) {
    mjModel* m = model_from(
        "<mujoco><worldbody><geom type='plane' size='5 5 .1' margin='.01'/>"
        "<body pos='0 0 .09'><freejoint/><geom type='box' size='.1 .1 .1' condim='4'/></body>"
        "<body pos='1 0 .2'><joint limited='true' range='10 20' frictionloss='.1'/>"
        "<geom size='.1' pos='.1 0 0'/></body></worldbody></mujoco>");
    for (int g = 0; g < m->ngeom; g++) {
      vec_copy(m->geom_solref + 2 * g, ref[i % 6], 2);
      vec_copy(m->geom_solimp + 5 * g, imp[i / 6], 5);
    }
    vec_copy(m->jnt_solref + 2, ref[i % 6], 2);
    vec_copy(m->jnt_solimp + 5, imp[i / 6], 5);
    vec_copy(m->dof_solref + 2 * 6, ref[i % 6], 2);
    vec_copy(m->dof_solimp + 5 * 6, imp[i / 6], 5);
    mjData* d = mj_makeData(m);
    mj_forward(m, d);
    for (int row = 0; row < d->nefc; row++) {
      assert_true(d->efc_R[row] >= mjMINVAL && isfinite(d->efc_R[row]));
      assert_true(d->efc_KBIP[4 * row + 2] > 0 && d->efc_KBIP[4 * row + 2] < 1);
    }
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// Numbers that are none, or huge, neither crash nor hang any solver, wherever they come from.
static void bad_numbers(void** state) {
  (void)state;
  static const mjtNum bad[5] = {NAN, INFINITY, -INFINITY, 1e300, 1e-300};
  mjtNum start = seconds();
  for (int seed = 0; seed < 360; seed++) {
    draw_seed(seed);
    mjModel* m = random_scene(1);
    m->opt.solver = seed % 3;
    m->opt.cone = seed / 3 % 2;
    m->opt.jacobian = seed / 6 % 2;
    m->opt.noslip_iterations = seed / 12 % 2;
    mjData* d = random_motion(m);
    mj_forward(m, d);
    mjtNum x = bad[seed % 5];
    int dof = draw_int(0, m->nv - 1), row = d->nefc ? draw_int(0, d->nefc - 1) : -1;
    switch (row < 0 ? 0 : draw_int(0, 6)) {
      case 0: d->qacc_smooth[dof] = x; break;
      case 1: d->qfrc_smooth[dof] = x; break;
      case 2: d->qacc_warmstart[dof] = x; break;
      case 3: d->efc_aref[row] = x; break;
      case 4: d->efc_J[draw_int(0, m->nv - 1)] = x; break;
      case 5: d->efc_D[row] = x; break;
      default: d->qLD[draw_int(0, (int)m->nC - 1)] = x; break;
    }
    mj_fwdConstraint(m, d);
    mj_invConstraint(m, d);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  assert_true(seconds() - start < 20);
}

// The line search has nothing to go on when the warm start is not a number: the smooth acceleration
// is taken instead.
static void bad_warm_start_is_not_used(void** state) {
  (void)state;
  for (int seed = 0; seed < 30; seed++) {
    draw_seed(seed);
    mjModel* m = random_scene(1);
    mjData* d = random_motion(m);
    m->opt.solver = seed % 3;
    m->opt.cone = seed / 3 % 2;
    d->qacc_warmstart[m->nv - 1] = NAN;
    mj_forward(m, d);
    assert_finite(d->qacc, m->nv, "qacc", "bad warm start");
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(heavy_on_light),       cmocka_unit_test(redundant_equalities),
      cmocka_unit_test(singular_loop),        cmocka_unit_test(next_to_no_inertia),
      cmocka_unit_test(contradictory_limits), cmocka_unit_test(softness_at_its_bounds),
      cmocka_unit_test(bad_numbers),          cmocka_unit_test(bad_warm_start_is_not_used),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
