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

// A block that cannot turn on slopes about the angle whose tangent is its friction, 0.5: a
// millionth of a radian below it is held, above it slides with g (sin a - mu cos a).
static void the_limit_of_friction_is_sharp(void** state) {
  (void)state;
  mjtNum limit = atan(0.5), angle[3] = {limit - 1e-6, limit + 1e-6, 40 * mjPI / 180};
  for (int k = 0; k < 3 * NNCP; k++) {
    mjtNum a = angle[k % 3];
    char text[800];
    sprintf(text,
            "<mujoco><option timestep='.01' cone='elliptic' gravity='%.17g 0 %.17g'/><worldbody>"
            "<geom type='plane' size='50 10 1' friction='.5' margin='.001'/><body pos='0 0 .1'>"
            "<joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 1 0'/>"
            "<joint type='slide' axis='0 0 1'/><geom size='.1' mass='1' friction='.5'/></body>"
            "</worldbody></mujoco>",
            g * sin(a), -g * cos(a));
    mjModel* m = solved_by(text, ncp[k / 3]);
    m->opt.tolerance = 1e-12;
    mjData* d = mj_makeData(m);
    step(m, d, 100);
    mjtNum expected = fmax(0, g * (sin(a) - 0.5 * cos(a)));
    if (!(fabs(d->qvel[0] - expected) < 1e-9)) {
      fail_msg("solver %d, angle %.17g: %.12g, expected %.12g", ncp[k / 3], a, d->qvel[0],
               expected);
    }
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// The height of the first rebound is e^2 of the fall, to first order in the time step.
static mjtNum first_peak(mjtNum timestep) {
  char text[700];
  sprintf(text,
          "<mujoco><option timestep='%g' cone='elliptic'/><worldbody><geom type='plane' "
          "size='5 5 .1' condim='1' solref='.02 .0708504' priority='1'/><body pos='0 0 1.1'>"
          "<freejoint/><geom size='.1' condim='1'/></body></worldbody></mujoco>",
          timestep);
  mjModel* m = solved_by(text, engSOL_NCP);
  mjData* d = mj_makeData(m);
  mjtNum peak = 0;
  for (int bounced = 0; d->time < 0.9;) {
    mj_step(m, d);
    bounced |= d->qvel[2] > 0;
    if (bounced) peak = fmax(peak, d->qpos[2] - 0.1);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
  return peak;
}

static void rebounds_converge_with_the_step(void** state) {
  (void)state;
  for (mjtNum h = 1e-2; h > 5e-5; h /= 10) {
    mjtNum peak = first_peak(h);
    print_message("step %g: first peak %.5f m (0.64)\n", h, peak);
    assert_true(fabs(peak - 0.64) <= 4 * h);
  }
}

// Four equal bars on parallel hinges, closed by two connects (three rows too many), hung so that
// all is in balance: nothing moves, the loop carries what statics says and no more.
static void a_loop_at_rest_carries_the_weight_alone(void** state) {
  (void)state;
  static const int able[] = {engSOL_NCP, engSOL_ADMM_NCP, engSOL_IMPLICIT, engSOL_PGS_NCP};
  for (int k = 0; k < 4; k++) {
    mjModel* m = solved_by(
        "<mujoco><option timestep='.001' cone='elliptic'/><worldbody>"
        "<body name='a' pos='-.05 0 1'><joint axis='0 1 0'/><geom type='box' size='.005 .005 .05' "
        "pos='0 0 -.05' mass='1' contype='0'/><body name='b' pos='0 0 -.1'><joint axis='0 1 0'/>"
        "<geom type='box' size='.05 .005 .005' pos='.05 0 0' mass='1' contype='0'/></body></body>"
        "<body name='c' pos='.05 0 1'><joint axis='0 1 0'/><geom type='box' size='.005 .005 .05' "
        "pos='0 0 -.05' mass='1' contype='0'/></body></worldbody><equality>"
        "<connect body1='b' body2='c' anchor='.1 .02 0'/>"
        "<connect body1='b' body2='c' anchor='.1 -.02 0'/></equality></mujoco>",
        able[k]);
    mjData* d = mj_makeData(m);
    step(m, d, 200);
    mj_forward(m, d);
    for (int i = 0; i < m->nv; i++) assert_true(fabs(d->qvel[i]) < 1e-8);
    // the middle bar is held at both ends by half of its weight
    mjtNum up = 0;
    for (int i = 0; i < d->nefc; i++) up += i % 3 == 2 ? d->efc_force[i] : 0;
    assert_float_equal(fabs(up), g / 2, 1e-4);
    // with no gravity there is nothing to carry
    m->opt.gravity[2] = 0;
    mj_resetData(m, d);
    step(m, d, 100);
    mj_forward(m, d);
    for (int i = 0; i < d->nefc; i++) assert_true(fabs(d->efc_force[i]) < 1e-6);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// Three bodies on ball joints lie on the floor: it carries their weight, and friction has
// nothing to hold: what there is of it between feet adds up to nothing.
static void a_chain_on_the_floor_is_carried_by_it(void** state) {
  (void)state;
  mjModel* m = solved_by(
      "<mujoco><option timestep='.001' cone='elliptic'/><default><geom margin='.001' "
      "friction='.7'/></default><worldbody><geom type='plane' size='10 10 .1'/>"
      "<body pos='.25 0 .05'><freejoint/><geom type='box' size='.25 .05 .05' mass='1'/>"
      "<body pos='.3 0 0'><joint type='ball' pos='-.05 0 0'/><geom size='.05' mass='1'/>"
      "<body pos='.3 0 0'><joint type='ball' pos='-.25 0 0'/><geom type='box' size='.25 .05 .05' "
      "mass='1'/></body></body></body></worldbody></mujoco>",
      engSOL_NCP);
  mjData* d = mj_makeData(m);
  step(m, d, 300);
  mj_forward(m, d);
  mjtNum sum = 0, friction[3] = {0}, force[6];
  for (int i = 0; i < d->ncon; i++) {
    mj_contactForce(m, d, i, force);
    if (d->contact[i].geom[0] != 0) continue;
    sum += force[0];
    for (int k = 0; k < 3; k++) {
      for (int a = 1; a < 3; a++) friction[k] += d->contact[i].frame[3 * a + k] * force[a];
    }
    assert_true(hypot(force[1], force[2]) < 0.01 * g);
  }
  for (int i = 0; i < m->nv; i++) assert_true(fabs(d->qvel[i]) < 1e-7);
  assert_float_equal(sum, 3 * g, 1e-4);
  for (int k = 0; k < 3; k++) assert_true(fabs(friction[k]) < 1e-6);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// From no impulses ADMM stays in the range of the rows: equal feet of a table share alike.
static void feet_share_a_load_by_the_least_norm(void** state) {
  (void)state;
  mjModel* m = solved_by(
      "<mujoco><option timestep='.01' cone='elliptic'/><worldbody><geom type='plane' size='5 5 1' "
      "margin='.001'/><body pos='0 0 .1'><freejoint/><geom type='box' size='.2 .2 .1' mass='4'/>"
      "</body></worldbody></mujoco>",
      engSOL_ADMM_NCP);
  m->opt.disableflags |= mjDSBL_WARMSTART;
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  assert_int_equal(d->ncon, 4);
  for (int i = 0; i < 4; i++) {
    assert_float_equal(d->efc_force[d->contact[i].efc_address], g, 1e-6);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_limit_of_friction_is_sharp),
      cmocka_unit_test(rebounds_converge_with_the_step),
      cmocka_unit_test(a_loop_at_rest_carries_the_weight_alone),
      cmocka_unit_test(a_chain_on_the_floor_is_carried_by_it),
      cmocka_unit_test(feet_share_a_load_by_the_least_norm),
      cmocka_unit_test(a_wedge_carries_a_ball),
      cmocka_unit_test(a_kilogram_carries_a_thousand_tons),
      cmocka_unit_test(cards_stand_by_the_friction_they_need),
      cmocka_unit_test(a_rod_jams_where_friction_is_too_large),
      cmocka_unit_test(what_is_squeezed_ends_and_says_so),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
