// Hard contact at rest and at impact, where forces are formulas: a wedge, a tower with a mass ratio
// of a million, a house of cards at the friction that it needs, a rod that jams, a ball in a gap
// that is too narrow.
#include <engine/hard.h>
#include <engine/step.h>

#include "compile/model_text.h"
#include "math/dense.h"

static const int ncp[] = {engSOL_PGS_NCP,  engSOL_NBGS_X,   engSOL_RAISIM_DS,
                          engSOL_ADMM_NCP, engSOL_IMPLICIT, engSOL_NCP};
enum { NNCP = sizeof ncp / sizeof *ncp };

static const mjtNum g = 9.81;

static mjModel* solved_by(const char* text, int solver) {
  mjModel* m = model_from(text);
  m->opt.solver = solver;
  m->opt.iterations = 5000;
  m->opt.tolerance = 1e-10;
  return m;
}

static void step(const mjModel* m, mjData* d, int n) {
  for (int i = 0; i < n; i++) mj_step(m, d);
}

// Sum of the normal forces on geom 1 of contacts, in which geom 2 is one or another.
static mjtNum normal_force(const mjModel* m, const mjData* d, int geom1, int geom2) {
  mjtNum sum = 0, force[6];
  for (int i = 0; i < d->ncon; i++) {
    if (d->contact[i].geom[0] != geom1 || d->contact[i].geom[1] != geom2) continue;
    mj_contactForce(m, d, i, force);
    sum += force[0];
  }
  return sum;
}

// Two planes at 45 degrees carry a ball with m g / sqrt 2 each.
static void a_wedge_carries_a_ball(void** state) {
  (void)state;
  for (int k = 0; k < NNCP; k++) {
    mjModel* m = solved_by(
        "<mujoco><option timestep='.01' cone='elliptic'/><default><geom condim='1'/></default>"
        "<worldbody><geom type='plane' size='5 5 .1' zaxis='1 0 1'/>"
        "<geom type='plane' size='5 5 .1' zaxis='-1 0 1'/><body pos='0 0 .1414213562'><freejoint/>"
        "<geom size='.1' mass='1'/></body></worldbody></mujoco>",
        ncp[k]);
    mjData* d = mj_makeData(m);
    step(m, d, 50);
    mj_forward(m, d);
    assert_float_equal(normal_force(m, d, 0, 2), g / sqrt(2), 1e-7);
    assert_float_equal(normal_force(m, d, 1, 2), g / sqrt(2), 1e-7);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// A million kilograms on one: sweeps cannot, the others must.
static void a_kilogram_carries_a_thousand_tons(void** state) {
  (void)state;
  for (int k = 3; k < NNCP; k++) {
    mjModel* m = solved_by(
        "<mujoco><option timestep='.01' cone='elliptic'/><default><geom margin='.001'/></default>"
        "<worldbody><geom type='plane' size='5 5 .1' friction='.5'/><body pos='0 0 "
        ".1'><freejoint/><geom type='box' "
        "size='.1 .1 .1' mass='1'/></body><body pos='0 0 .3'><freejoint/><geom type='box' "
        "size='.1 .1 .1' mass='1e6'/></body></worldbody></mujoco>",
        ncp[k]);
    m->opt.disableflags |= mjDSBL_WARMSTART;
    m->opt.tolerance = 1e-6;
    mjData* d = mj_makeData(m);
    mj_forward(m, d);
    if (ncp[k] == engSOL_ADMM_NCP) assert_true(d->solver_niter[0] <= 100);
    assert_float_equal(normal_force(m, d, 0, 1) / (g * (1 + 1e6)), 1, 1e-4);
    assert_float_equal(normal_force(m, d, 1, 2) / (g * 1e6), 1, 1e-4);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// Two cards lean on each other at 25 degrees: they stand from a friction of tan(25)/2 = 0.2332 on.
static mjtNum fall_of_cards(int solver, mjtNum friction) {
  char text[2000];
  sprintf(text,
          "<mujoco><option timestep='.002' cone='elliptic'/><default><geom friction='%g'/>"
          "<default class='edge'><geom type='capsule' size='.002 .06' euler='90 0 0' mass='0'/>"
          "</default></default><worldbody><geom type='plane' size='5 5 .1'/>"
          "<body pos='-.0442618262 0 .0926307787' euler='0 25 0'><freejoint/><geom type='box' "
          "size='.001 .06 .1' mass='.01' contype='0' conaffinity='0'/><geom class='edge' "
          "pos='0 0 .1'/><geom class='edge' pos='0 0 -.1'/></body>"
          "<body pos='.0442618262 0 .0926307787' euler='0 -25 0'><freejoint/><geom type='box' "
          "size='.001 .06 .1' mass='.01' contype='0' conaffinity='0'/><geom class='edge' "
          "pos='0 0 .1'/><geom class='edge' pos='0 0 -.1'/></body></worldbody></mujoco>",
          friction);
  mjModel* m = solved_by(text, solver);
  mjData* d = mj_makeData(m);
  mjtNum start = d->qpos[2];
  step(m, d, 250);
  mjtNum fall = start - d->qpos[2];
  mj_deleteData(d);
  mj_deleteModel(m);
  return fall;
}

static void cards_stand_by_the_friction_they_need(void** state) {
  (void)state;
  static const int able[] = {engSOL_NCP, engSOL_ADMM_NCP};
  for (int k = 0; k < 2; k++) {
    mjtNum stands = fall_of_cards(able[k], 0.25), falls = fall_of_cards(able[k], 0.21);
    print_message("solver %d: falls %g m by friction 0.25, %g m by 0.21\n", able[k], stands, falls);
    assert_true(fabs(stands) < 1e-4);
    assert_true(falls > 0.02);
  }
}

// A rod that slides on its tip at 60 degrees.  Above a friction of 1.347 its accelerations have no
// answer; its velocities have: the tip stops, with an impulse that stays when the step goes to 0.
static mjtNum rod_impulse(int solver, mjtNum mu, mjtNum timestep) {
  char text[1200];
  sprintf(text,
          "<mujoco><option timestep='%g' cone='elliptic'/><default><geom friction='%g' "
          "margin='.001'/></default>"
          "<worldbody><geom type='plane' size='5 5 .1'/><body><joint type='slide' axis='1 0 0'/>"
          "<joint type='slide' axis='0 0 1'/><joint axis='0 -1 0'/><inertial "
          "pos='-.25 0 .4330127019' mass='1' diaginertia='1e-4 .0833333333 .0833333333'/>"
          "<geom size='.001' pos='0 0 .001' mass='0'/></body></worldbody></mujoco>",
          timestep, mu);
  mjModel* m = solved_by(text, solver);
  mjData* d = mj_makeData(m);
  d->qvel[0] = 1;
  mj_forward(m, d);
  mjtNum impulse = timestep * normal_force(m, d, 0, 1);
  mj_deleteData(d);
  mj_deleteModel(m);
  return impulse;
}

static void a_rod_jams_where_friction_is_too_large(void** state) {
  (void)state;
  static const struct {
    mjtNum mu, timestep, impulse;
  } known[] = {{1.6, 1e-2, 0.404466}, {1.6, 1e-3, 0.332730}, {1.6, 1e-4, 0.325557},
               {1.6, 1e-6, 0.324767}, {1, 1e-2, 0.217535},   {1, 1e-3, 0.021754}};
  for (int k = 0; k < NNCP; k++) {
    for (int i = 0; i < 6; i++) {
      mjtNum impulse = rod_impulse(ncp[k], known[i].mu, known[i].timestep);
      if (!(fabs(impulse - known[i].impulse) < 1e-6)) {
        fail_msg("solver %d, friction %g, step %g: %g", ncp[k], known[i].mu, known[i].timestep,
                 impulse);
      }
    }
  }
}

// A ball in a gap 2 mm too narrow: at rest when violations are left as they are; pushed apart there
// is no answer, which ends in time, finite, and is told.
static void what_is_squeezed_ends_and_says_so(void** state) {
  (void)state;
  for (int k = 0; k < 2 * NNCP; k++) {
    mjModel* m = solved_by(
        "<mujoco><option timestep='.01' cone='elliptic' gravity='0 0 0'/><worldbody>"
        "<geom type='box' size='.1 1 1' pos='-.199 0 0'/><geom type='box' size='.1 1 1' "
        "pos='.199 0 0'/><body><freejoint/><geom size='.1' mass='1'/></body></worldbody></mujoco>",
        ncp[k % NNCP]);
    int pushed = k >= NNCP;
    m->opt.iterations = 200;
    m->ext.hard.erpcontact = pushed ? 0.2 : 0;
    mjData* d = mj_makeData(m);
    mj_forward(m, d);
    engHardReport report;
    eng_hardReport(m, d, &report);
    if (pushed) {
      assert_true(report.naturalmap > 1e-4);
      assert_true(d->solver_niter[0] <= 2000);
    } else {
      assert_true(report.naturalmap < 1e-9);
    }
    step(m, d, 20);
    for (int i = 0; i < m->nv; i++) assert_true(fabs(d->qvel[i]) < 1e-2);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_wedge_carries_a_ball),
      cmocka_unit_test(a_kilogram_carries_a_thousand_tons),
      cmocka_unit_test(cards_stand_by_the_friction_they_need),
      cmocka_unit_test(a_rod_jams_where_friction_is_too_large),
      cmocka_unit_test(what_is_squeezed_ends_and_says_so),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
