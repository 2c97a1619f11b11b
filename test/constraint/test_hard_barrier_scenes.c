// The barrier model in the step: where a body hovers, how a ball comes to rest, and that motion
// tells the forces of figures that stand, fall and lie.
#include <engine/hard.h>
#include <engine/step.h>

#include "compile/model_text.h"
#include "math/dense.h"

// It cannot turn: all rows of its contact have its inverse mass.
static mjModel* ball_above(mjtNum rmin, mjtNum kappa) {
  char text[900];
  snprintf(text, sizeof text,
           "<mujoco><option timestep='.01' cone='elliptic' solver='barrier'><hard rmin='%g' "
           "kappa='%g' erpcontact='1'/></option><worldbody><geom type='plane' size='5 5 1' "
           "margin='10' friction='.7'/><body pos='0 0 .1'><joint type='slide' axis='1 0 0'/>"
           "<joint type='slide' axis='0 1 0'/><joint type='slide' axis='0 0 1'/><geom size='.1' "
           "mass='2' "
           "friction='.7'/></body></worldbody></mujoco>",
           rmin, kappa);
  return model_from(text);
}

// d = h w with w from  w^2 + (R f - 3 kappa / f) w = kappa A,  f = m g h.
static void a_ball_hovers_at_the_height_of_the_formula(void** state) {
  (void)state;
  static const struct {
    mjtNum rmin, kappa, height;
  } known[] = {
      {0.1, 1e-4, 4.0536e-5}, {0.01, 1e-5, 1.8600e-5}, {0.1, 1e-6, 5.08e-7}, {1e-3, 1e-8, 3.70e-7}};
  for (int k = 0; k < 4; k++) {
    const mjtNum m = 2, h = 0.01, f = m * 9.81 * h;
    mjtNum A = 1 / m, R = known[k].rmin * A;
    mjModel* model = ball_above(known[k].rmin, known[k].kappa);
    mjData* d = mj_makeData(model);
    for (int i = 0; i < 3000; i++) mj_step(model, d);
    mjtNum s = R * f - 3 * known[k].kappa / f;
    mjtNum height = h * (-s + sqrt(s * s + 4 * known[k].kappa * A)) / 2;
    print_message("rests at %.6g m, formula %.6g, known %.4g\n", d->qpos[2], height,
                  known[k].height);
    assert_near(d->qpos[2] / height, 1, 1e-6);
    assert_near(height / known[k].height, 1, 2e-3);
    mj_deleteData(d);
    mj_deleteModel(model);
  }
}

static void a_dropped_ball_comes_down_without_a_bounce(void** state) {
  (void)state;
  mjModel* m = ball_above(1e-3, 1e-6);
  mjData* d = mj_makeData(m);
  mjtNum before = d->qpos[2] = 1;
  for (int i = 0; i < 500; i++) {
    mj_step(m, d);
    if (i == 20) assert_near(d->qpos[2], 1 - 9.81 * 1e-4 * 21 * 22 / 2, 1e-3);
    // it creeps up to where it hovers, micrometres above the floor
    if (!(d->qpos[2] <= before + 1e-5 && d->qpos[2] > 0)) {
      fail_msg("step %d: at %g m after %g", i, d->qpos[2], before);
    }
    before = d->qpos[2];
  }
  assert_near(d->qpos[2], 0, 1e-4);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static mjModel* load(const char* name) {
  char path[300], error[300] = "";
  snprintf(path, sizeof path, SOURCE_ROOT "/model/%s", name);
  mjSpec* s = mj_parseXML(path, NULL, error, sizeof error);
  if (!s) fail_msg("%s: %s", path, error);
  s->option.cone = mjCONE_ELLIPTIC;
  s->option.integrator = mjINT_EULER;
  s->option.noslip_iterations = 0;
  s->option.solver = engSOL_BARRIER;
  mjModel* m = mj_compile(s, NULL);
  mj_deleteSpec(s);
  assert_non_null(m);
  return m;
}

// Forward and inverse together, relative to the forces there are, along a fall.
static void motion_of_figures_tells_their_forces(void** state) {
  (void)state;
  static const char* const names[] = {"humanoid.xml", "quadruped.xml"};
  for (int k = 0; k < 2; k++) {
    mjModel* m = load(names[k]);
    m->opt.enableflags |= mjENBL_FWDINV | mjENBL_INVDISCRETE;
    m->ext.hard.kappa = 1e-4;
    for (int i = 0; i < m->ngeom; i++) m->geom_margin[i] = fmax(m->geom_margin[i], 0.01);
    mjData* d = mj_makeData(m);
    mjtNum worst = 0;
    int rows = 0;
    for (int i = 0; i < 400; i++) {
      mj_step(m, d);
      mjtNum size = vec_norm(d->qfrc_constraint, m->nv) + 1;
      if (!d->ncon) continue;
      rows = mjMAX(rows, d->nefc);
      worst = fmax(worst, fmax(d->solver_fwdinv[0], d->solver_fwdinv[1]) / size);
    }
    print_message("%s: up to %d rows, forward and inverse %g apart\n", names[k], rows, worst);
    assert_true(rows > 10 && worst < 1e-7);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_ball_hovers_at_the_height_of_the_formula),
      cmocka_unit_test(a_dropped_ball_comes_down_without_a_bounce),
      cmocka_unit_test(motion_of_figures_tells_their_forces),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
