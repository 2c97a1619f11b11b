// Hard contact in the step: scenes whose answer is a formula, what restitution, limits and friction
// of joints must do, what does not depend on threads or islands, what is refused.

#include <engine/hard.h>
#include <engine/step.h>

#include "compile/model_text.h"
#include "math/dense.h"
#include "math/draw.h"
#include "raises.h"

static const int ncp[] = {engSOL_PGS_NCP,  engSOL_NBGS_X,   engSOL_RAISIM_DS,
                          engSOL_ADMM_NCP, engSOL_IMPLICIT, engSOL_NCP};
enum { NNCP = sizeof ncp / sizeof *ncp };

static const mjtNum g = 9.81;

static void step(const mjModel* m, mjData* d, int n) {
  for (int i = 0; i < n; i++) mj_step(m, d);
}

static mjModel* solved_by(const char* text, int solver) {
  mjModel* m = model_from(text);
  m->opt.solver = solver;
  m->opt.iterations = 2000;
  m->opt.tolerance = 1e-10;
  return m;
}

// --- formulas -----------------------------------------------------------------------------------

// A cube on a slope of tan a = 0.5 (gravity is turned instead).
static const char* const slope =
    "<mujoco><option timestep='0.01' cone='elliptic' gravity='4.3871653717 0 -8.7743307434'/>"
    "<worldbody><geom type='plane' size='50 10 .1' friction='%s' margin='0.001'/>"
    "<body pos='0 0 .1'><freejoint/><geom type='box' size='.1 .1 .1' mass='1' "
    "friction='%s'/></body>"
    "</worldbody></mujoco>";

static void friction_holds_without_creeping(void** state) {
  (void)state;
  char text[1000];
  snprintf(text, sizeof text, slope, "0.6", "0.6");
  for (int k = 0; k < NNCP; k++) {
    mjModel* m = solved_by(text, ncp[k]);
    m->opt.tolerance = 1e-12;
    mjData* d = mj_makeData(m);
    step(m, d, 1000);
    if (!(fabs(d->qpos[0]) < 1e-9)) print_error("solver %d: %g\n", ncp[k], d->qpos[0]);
    assert_true(fabs(d->qpos[0]) < 1e-9);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

static void sliding_has_the_acceleration_of_coulomb(void** state) {
  (void)state;
  char text[1000];
  snprintf(text, sizeof text, slope, "0.3", "0.3");
  for (int k = 0; k < NNCP; k++) {
    mjModel* m = solved_by(text, ncp[k]);
    mjData* d = mj_makeData(m);
    step(m, d, 100);
    assert_near(d->qvel[0], 4.3871653717 - 0.3 * 8.7743307434, 1e-6);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// 5/7 of the velocity is left when a ball that slid begins to roll.
static void a_sliding_ball_ends_rolling(void** state) {
  (void)state;
  mjModel* m = solved_by(
      "<mujoco><option timestep='0.001' cone='elliptic'/><worldbody>"
      "<geom type='plane' size='50 10 .1' friction='0.4' margin='0.001'/><body pos='0 0 .1'>"
      "<freejoint/><geom type='sphere' size='.1' mass='1' friction='0.4'/></body></worldbody>"
      "</mujoco>",
      engSOL_NCP);
  mjData* d = mj_makeData(m);
  d->qvel[0] = 2;
  step(m, d, 100);
  assert_near(d->qvel[0], 2 - 0.4 * g * 0.1, 1e-9);
  step(m, d, 200);
  assert_near(d->qvel[0], 2 * 5.0 / 7, 1e-3);
  assert_near(d->qvel[4] * 0.1, d->qvel[0], 1e-9);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// Peaks of a ball dropped from 1 m: e^2 of the one before, to first order in the time step.
static void a_ball_bounces_by_its_solref(void** state) {
  (void)state;
  mjModel* m = solved_by(
      "<mujoco><option timestep='0.0005' cone='elliptic'/><worldbody>"
      "<geom type='plane' size='5 5 .1' condim='1' solref='0.02 0.0708504' priority='1'/>"
      "<body pos='0 0 1.1'><freejoint/><geom type='sphere' size='.1' condim='1'/></body>"
      "</worldbody></mujoco>",
      engSOL_NCP);
  mjData* d = mj_makeData(m);
  mjtNum peak[3], before = 0;
  for (int n = 0, i = 0; n < 3 && i < 10000; i++) {
    before = d->qvel[2];
    mj_step(m, d);
    if (before > 0 && d->qvel[2] <= 0) peak[n++] = d->qpos[2] - 0.1;
  }
  for (int n = 0; n < 3; n++) assert_near(peak[n], pow(0.64, n + 1), 5e-3);
  step(m, d, 20000);  // it comes to rest, neither sinking nor hopping
  assert_near(d->qpos[2], 0.1, 2e-5);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// Six feet, ten kilograms: their forces are not unique, their sum and the motion are.
static void a_table_stands_on_its_weight(void** state) {
  (void)state;
  char text[2000];
  int n =
      snprintf(text, sizeof text,
               "<mujoco><option timestep='0.01' cone='elliptic'/><worldbody>"
               "<geom type='plane' size='5 5 .1' friction='0.3' margin='0.002'/>"
               "<body pos='0 0 .5'><freejoint/><geom type='cylinder' size='.5 .02' mass='10'/>");
  for (int i = 0; i < 6; i++) {
    n += snprintf(text + n, sizeof text - n,
                  "<geom type='sphere' size='.02' pos='%g %g -.48' mass='0' friction='0.3'/>",
                  0.45 * cos(0.3 + i * mjPI / 3), 0.45 * sin(0.3 + i * mjPI / 3));
  }
  snprintf(text + n, sizeof text - n, "</body></worldbody></mujoco>");
  for (int k = 0; k < NNCP; k++) {
    if (ncp[k] == engSOL_IMPLICIT) continue;
    mjModel* m = solved_by(text, ncp[k]);
    mjData* d = mj_makeData(m);
    d->qvel[0] = 0.5;
    mjtNum sum = 0;
    mj_step(m, d);
    for (int i = 0; i < d->ncon; i++) sum += d->efc_force[d->contact[i].efc_address];
    assert_near(sum, 10 * g, 1e-6);
    assert_near(d->qvel[0], 0.5 - 0.3 * g * 0.01, 1e-7);
    assert_near(d->qvel[2], 0, 1e-7);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// A spinning disc under torsional friction stops at its rate, and then does not move.
static void torsional_friction_stops_a_disc(void** state) {
  (void)state;
  mjModel* m = solved_by(
      "<mujoco><option timestep='0.001' cone='elliptic'/><worldbody>"
      "<geom type='plane' size='5 5 .1' condim='4' friction='1 0.01 0.001' margin='0.001'/>"
      "<body pos='0 0 .1'><joint type='slide' axis='0 0 1'/><joint type='hinge' axis='0 0 1'/>"
      "<inertial mass='1' pos='0 0 0' diaginertia='0.001 0.001 0.001'/>"
      "<geom type='sphere' size='.1' condim='4' friction='1 0.01 0.001'/></body></worldbody>"
      "</mujoco>",
      engSOL_NCP);
  m->opt.tolerance = 1e-12;  // torsion is scaled by its coefficient, 0.01
  mjData* d = mj_makeData(m);
  d->qvel[1] = 5;
  step(m, d, 20);
  assert_near(d->qvel[1], 5 - 0.02 * 0.01 * g / 0.001, 1e-9);
  step(m, d, 100);
  assert_near(d->qvel[1], 0, 1e-12);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// Friction of a joint holds up to its bound, a limit stops without sinking in.
static void joints_hold_and_stop(void** state) {
  (void)state;
  for (int k = 0; k < NNCP; k++) {
    mjModel* m = solved_by(
        "<mujoco><option timestep='0.005' gravity='0 0 0' cone='elliptic'/><worldbody>"
        "<body><joint type='slide' axis='1 0 0' frictionloss='2'/><geom size='.1' mass='1'/></body>"
        "<body pos='0 5 0'><joint type='slide' axis='1 0 0' limited='true' range='-1 0.5'/>"
        "<geom size='.1' mass='1'/></body></worldbody></mujoco>",
        ncp[k]);
    mjData* d = mj_makeData(m);
    d->qfrc_applied[0] = 1.9;
    d->qfrc_applied[1] = 3;
    step(m, d, 400);
    assert_near(d->qpos[0], 0, 1e-9);
    assert_near(d->qpos[1], 0.5, 1e-9);
    d->qfrc_applied[0] = 2.5;
    step(m, d, 200);
    assert_near(d->qvel[0], 0.5, 1e-8);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// Joint damping belongs to the matrix of the step: with another a ball would creep.
static void what_integrates_is_what_is_solved(void** state) {
  (void)state;
  for (int k = 0; k < 2; k++) {
    mjModel* m = solved_by(
        "<mujoco><option timestep='0.01' cone='elliptic'/><worldbody>"
        "<geom type='plane' size='5 5 .1' margin='0.001'/><body pos='0 0 .1'>"
        "<joint type='slide' axis='0 0 1' damping='50'/><joint type='slide' axis='1 0 0' "
        "damping='30'/><geom size='.1' mass='1'/></body></worldbody></mujoco>",
        engSOL_NCP);
    m->opt.integrator = k ? mjINT_IMPLICITFAST : mjINT_EULER;
    mjData* d = mj_makeData(m);
    d->qfrc_applied[1] = 5;
    step(m, d, 500);
    assert_near(d->qpos[0], 0, 1e-10);
    assert_near(d->qpos[1], 0, 1e-10);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// --- islands, threads, state --------------------------------------------------------------------

static const char* const heaps =
    "<mujoco><size memory='32M'/><option cone='elliptic' timestep='0.005'/><worldbody>"
    "<geom type='plane' size='5 5 .1' margin='0.002'/><replicate count='6' offset='1 0 0'>"
    "<body pos='0 0 .1'><freejoint/><geom type='box' size='.1 .1 .1' margin='0.002'/></body>"
    "<body pos='0.05 0.02 .31'><freejoint/><geom type='box' size='.1 .1 .1' condim='4'/></body>"
    "<body pos='0.01 -0.03 .52'><freejoint/><geom type='sphere' size='.1' condim='6'/></body>"
    "</replicate></worldbody></mujoco>";

// The state after some steps, on so many threads.
static void run_heaps(int solver, int threads, int steps, mjtNum* qpos) {
  mjModel* m = model_from(heaps);
  m->opt.solver = solver;
  mjData* d = mj_makeData(m);
  mjThreadPool* pool = threads ? mju_threadPoolCreate((size_t)threads) : NULL;
  if (pool) mju_bindThreadPool(d, pool);
  step(m, d, steps);
  vec_copy(qpos, d->qpos, m->nq);
  for (int i = 0; i < m->nq; i++) assert_true(isfinite(qpos[i]));
  mj_deleteData(d);
  if (pool) mju_threadPoolDestroy(pool);
  mj_deleteModel(m);
}

static void threads_change_no_bit(void** state) {
  (void)state;
  static const int solvers[] = {engSOL_PGS_NCP, engSOL_ADMM_NCP, engSOL_NCP, engSOL_BARRIER};
  for (int k = 0; k < 4; k++) {
    mjtNum alone[200], apart[200];
    run_heaps(solvers[k], 0, 60, alone);
    for (int threads = 1; threads <= 4; threads *= 2) {
      run_heaps(solvers[k], threads, 60, apart);
      assert_memory_equal(apart, alone, sizeof(mjtNum) * 7 * 18);
    }
  }
}

// What a step does follows from the state alone.
static void a_state_set_again_steps_again(void** state) {
  (void)state;
  for (int k = 0; k < NNCP; k++) {
    mjModel* m = model_from(heaps);
    m->opt.solver = ncp[k];
    mjData *d = mj_makeData(m), *e = mj_makeData(m);
    step(m, d, 30);
    int n = mj_stateSize(m, mjSTATE_INTEGRATION);
    mjtNum* s = calloc(n, sizeof(mjtNum));
    mj_getState(m, d, s, mjSTATE_INTEGRATION);
    mj_setState(m, e, s, mjSTATE_INTEGRATION);
    step(m, d, 5);
    step(m, e, 5);
    assert_memory_equal(d->qpos, e->qpos, sizeof(mjtNum) * m->nq);
    free(s);
    mj_deleteData(d);
    mj_deleteData(e);
    mj_deleteModel(m);
  }
}

// --- dense and sparse ---------------------------------------------------------------------------

// Bodies hung on each other by pairs of connects and a weld, one of them on the floor: sweeps know
// the blocks of joints from rows that are stored in either way.
static void sweeps_hold_joints_of_free_bodies(void** state) {
  (void)state;
  static const char text[] =
      "<mujoco><option timestep='0.005' cone='elliptic'/><worldbody>"
      "<geom type='plane' size='5 5 .1' margin='.002'/>"
      "<body name='a' pos='0 0 .5'><freejoint/><geom type='box' size='.1 .05 .05'/></body>"
      "<body name='b' pos='.3 0 .5'><freejoint/><geom type='box' size='.1 .06 .05'/></body>"
      "<body name='c' pos='.6 0 .05'><freejoint/><geom type='box' size='.1 .05 .05'/></body>"
      "</worldbody><equality><weld body1='a'/>"
      "<connect body1='a' body2='b' anchor='.15 .05 0'/><connect body1='a' body2='b' "
      "anchor='.15 -.05 0'/><connect body1='b' body2='c' anchor='.15 0 0'/></equality></mujoco>";
  static const int sweeps[] = {engSOL_PGS_NCP, engSOL_NBGS_X, engSOL_RAISIM_DS, engSOL_PGS_CCP};
  for (int k = 0; k < 8; k++) {
    mjModel* m = solved_by(text, sweeps[k % 4]);
    m->opt.iterations = 20000;
    m->opt.jacobian = k < 4 ? mjJAC_DENSE : mjJAC_SPARSE;
    mjData* d = mj_makeData(m);
    mj_forward(m, d);
    assert_true(d->nefc >= 6 + 9 + 3);
    engHardReport report;
    eng_hardReport(m, d, &report);
    if (!(report.naturalmap < 1e-6)) fail_msg("%d: natural map %g", k, report.naturalmap);
    step(m, d, 100);
    assert_true(fabs(d->qpos[2] - 0.5) < 1e-3);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// --- many rows ----------------------------------------------------------------------------------

// Boxes in layers, each a quarter of its length aside of the one below.
static mjModel* wall(int layers, int across, int solver) {
  char* text = malloc(300 + 100 * (size_t)(layers * across));
  int n = sprintf(text,
                  "<mujoco><option timestep='0.01' cone='elliptic'/><default><geom friction='.8' "
                  "margin='.002'/></default><worldbody><geom type='plane' size='20 20 1'/>");
  for (int i = 0; i < layers * across; i++) {
    n += sprintf(
        text + n,
        "<body pos='%g 0 %g'><freejoint/><geom type='box' size='.2 .1 .1' mass='1'/></body>",
        0.402 * (i % across) + 0.1 * (i / across % 2), 0.1 + 0.2 * (i / across));
  }
  sprintf(text + n, "</worldbody></mujoco>");
  mjModel* m = model_from(text);
  m->opt.solver = solver;
  free(text);
  return m;
}

// The factor of the primal side and the dense one are the same matrix: iterations take the same
// way.
static void many_rows_are_solved_as_few_are(void** state) {
  (void)state;
  static const int solver[] = {engSOL_ADMM_NCP, engSOL_ADMM_CCP};
  for (int k = 0; k < 4; k++) {
    mjModel* m = wall(4, 5, solver[k % 2]);
    m->opt.tolerance = 1e-9;
    m->opt.iterations = 5000;
    m->opt.integrator = k < 2 ? mjINT_EULER : mjINT_IMPLICITFAST;
    for (int i = 0; i < m->nv; i++) m->dof_damping[i] = 0.5 * (k >= 2);
    mjData *d = mj_makeData(m), *e = mj_makeData(m);
    // pushed and lifted a little, so that some slide and some part
    for (int i = 0; i < m->nv; i++) d->qvel[i] = 0.2 * sin(3.0 * i);
    mj_copyData(e, m, d);
    m->opt.jacobian = mjJAC_SPARSE;
    mj_forward(m, d);
    assert_true(d->nefc > 300 && d->nisland == 1);
    m->opt.jacobian = mjJAC_DENSE;
    mj_forward(m, e);
    mjtNum largest = 0, apart = 0;
    for (int i = 0; i < m->nv; i++) {
      largest = fmax(largest, fabs(e->qacc[i]));
      apart = fmax(apart, fabs(d->qacc[i] - e->qacc[i]));
    }
    if (!(apart <= 1e-5 * largest)) fail_msg("%d: %g of %g", k, apart, largest);
    assert_true(memcmp(d->qacc, e->qacc, sizeof(mjtNum) * (size_t)m->nv) != 0);
    mj_deleteData(d);
    mj_deleteData(e);
    mj_deleteModel(m);
  }
}

static void a_wall_of_a_hundred_boxes_stands(void** state) {
  (void)state;
  mjModel* m = wall(10, 10, engSOL_NCP);
  mjData* d = mj_makeData(m);
  step(m, d, 100);
  assert_true(d->nefc > 1500);
  for (int b = 0; b < 100; b++) {
    for (int i = 0; i < 3; i++) {
      assert_float_equal(d->qpos[7 * b + i], m->qpos0[7 * b + i], 2e-3);
    }
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

// --- report and statistics ----------------------------------------------------------------------

static void the_report_says_how_good_an_answer_is(void** state) {
  (void)state;
  static const int solvers[] = {mjSOL_PGS, mjSOL_CG, mjSOL_NEWTON, engSOL_NCP, engSOL_PGS_CCP};
  for (int k = 0; k < 5; k++) {
    mjModel* m = solved_by(heaps, solvers[k]);
    m->opt.jacobian = k % 2;
    mjData* d = mj_makeData(m);
    step(m, d, 20);
    mj_forward(m, d);
    engHardReport good, bad;
    eng_hardReport(m, d, &good);
    assert_int_equal(good.nrow, d->nefc);
    assert_int_equal(good.ncp, solvers[k] == engSOL_NCP);
    int sweeps = solvers[k] == mjSOL_PGS || solvers[k] == engSOL_PGS_CCP;
    if (!(good.naturalmap < 1e-7) && !sweeps)
      print_error("solver %d: %g\n", solvers[k], good.naturalmap);
    assert_true(good.naturalmap < (sweeps ? 1e-6 : 1e-7) && good.primal < 1e-9);
    assert_true(good.objective < 0);
    int row = d->contact[0].efc_address;
    for (int i = 0; i < d->ncon && d->efc_force[row] == 0; i++) row = d->contact[i].efc_address;
    d->efc_force[row] *= 1.01;
    eng_hardReport(m, d, &bad);
    assert_true(bad.naturalmap > 1e-6);
    d->efc_force[row] = -1;
    eng_hardReport(m, d, &bad);
    assert_true(bad.primal > 1e-3);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

static void contacts_rest_where_they_touch(void** state) {
  (void)state;
  mjModel* m = solved_by(heaps, engSOL_NCP);
  mjData* d = mj_makeData(m);
  step(m, d, 400);
  engHardReport report;
  mj_forward(m, d);
  eng_hardReport(m, d, &report);
  assert_true(report.configuration < 2e-4);
  assert_true(d->solver_niter[0] > 0 && d->solver_niter[0] <= 3000);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static const char* const stack =
    "<mujoco><option cone='elliptic' timestep='0.005'/><worldbody>"
    "<geom type='plane' size='5 5 .1' margin='0.002'/>"
    "<body pos='0 0 .1'><freejoint/><geom type='box' size='.1 .1 .1' margin='0.002'/></body>"
    "<body pos='0.05 0.02 .3'><freejoint/><geom type='box' size='.1 .1 .1' condim='4'/></body>"
    "<body pos='0.01 -0.03 .5'><freejoint/><geom type='sphere' size='.1' condim='6'/></body>"
    "</worldbody></mujoco>";

static int rows_with_force(const mjData* d) {
  int sum = 0;
  for (int i = 0; i < d->nefc; i++) sum += d->efc_state[i] != mjCNSTRSTATE_SATISFIED;
  return sum;
}

// The answer after so many iterations, from the state of begun.
static void answer_after(mjModel* m, mjData* d, const mjData* begun, int iterations) {
  m->opt.iterations = iterations;
  mj_copyData(d, m, begun);
  mj_forward(m, d);
}

// What was recorded of an iteration is what is found in the answer when it is the last one allowed.
// ADMM, which makes the natural map only to end, records the larger of its residuals until then.
static void every_iteration_is_recorded_as_it_was(void** state) {
  (void)state;
  static const int solvers[] = {engSOL_PGS_CCP,   engSOL_PGS_NCP,  engSOL_NBGS_X,
                                engSOL_RAISIM_DS, engSOL_ADMM_CCP, engSOL_ADMM_NCP};
  for (int k = 0; k < 6; k++) {
    mjModel* m = solved_by(stack, solvers[k]);
    mjData *begun = mj_makeData(m), *whole = mj_makeData(m), *part = mj_makeData(m);
    step(m, begun, 20);
    begun->qvel[6] = 0.5;
    m->opt.disableflags |= mjDSBL_WARMSTART;
    answer_after(m, whole, begun, 2000);
    int n = mjMIN(whole->solver_niter[0], 12);
    assert_true(n >= 5);
    for (int i = 1; i <= n; i++) {
      const mjSolverStat *first = whole->solver + i - 1, *last = part->solver + i - 1;
      engHardReport report;
      answer_after(m, part, begun, i);
      assert_int_equal(part->solver_niter[0], i);
      eng_hardReport(m, part, &report);
      assert_near(last->improvement, report.naturalmap, 1e-6 * report.naturalmap + 1e-12);
      int admm = solvers[k] == engSOL_ADMM_CCP || solvers[k] == engSOL_ADMM_NCP;
      mjtNum recorded = admm ? mjMAX(first->gradient, first->lineslope) : last->improvement;
      assert_near(first->improvement, recorded, 0);
      assert_near(first->gradient, last->gradient, 0);
      assert_near(first->lineslope, last->lineslope, 0);
      assert_int_equal(first->nactive, rows_with_force(part));
      assert_int_equal(first->nchange, last->nchange);
    }
    mj_deleteData(begun);
    mj_deleteData(whole);
    mj_deleteData(part);
    mj_deleteModel(m);
  }
}

// --- the barrier model --------------------------------------------------------------------------

static void the_barrier_has_an_inverse(void** state) {
  (void)state;
  for (int seed = 0; seed < 2; seed++) {
    mjModel* m = model_from(heaps);
    m->opt.solver = engSOL_BARRIER;
    m->opt.integrator = seed ? mjINT_IMPLICITFAST : mjINT_EULER;
    m->opt.enableflags |= mjENBL_FWDINV | mjENBL_INVDISCRETE;
    m->ext.hard.kappa = 1e-4;
    for (int i = 0; i < m->nv; i++) m->dof_damping[i] = 0.1;
    mjData* d = mj_makeData(m);
    for (int i = 0; i < 60; i++) {
      mj_step(m, d);
      mjtNum size = vec_norm(d->qfrc_constraint, m->nv) + 1;
      assert_true(d->solver_fwdinv[0] < 1e-6 * size && d->solver_fwdinv[1] < 1e-6 * size);
    }
    for (int i = 0; i < d->ncon; i++) assert_true(d->contact[i].dist > -1e-3);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// --- refusals -----------------------------------------------------------------------------------

static void assert_refused(const char* text, const char* says) {
  char error[500] = "";
  mjSpec* s = mj_parseXMLString(text, NULL, error, sizeof error);
  assert_non_null(s);
  assert_null(mj_compile(s, NULL));
  if (!strstr(mjs_getError(s), says)) print_error("%s\n", mjs_getError(s));
  assert_non_null(strstr(mjs_getError(s), says));
  mj_deleteSpec(s);
}

#define SCENE(option, more)                                                                      \
  "<mujoco><option " option "/>" more                                                            \
  "<worldbody><geom type='plane' size='1 1 1'/><body pos='0 0 .1'><freejoint/><geom size='.1'/>" \
  "</body></worldbody></mujoco>"

static void what_does_not_go_together_is_refused(void** state) {
  (void)state;
  assert_refused(SCENE("solver='NCP'", ""), "set option cone to elliptic");
  assert_refused(SCENE("solver='NCP' cone='elliptic' integrator='RK4'", ""), "use Euler or");
  assert_refused(SCENE("solver='NBGS' cone='elliptic' integrator='implicit'", ""),
                 "use implicitfast");
  assert_refused(SCENE("solver='NCP' cone='elliptic' noslip_iterations='3'", ""),
                 "noslip_iterations to 0");
  assert_refused(
      SCENE("cone='elliptic'", "<custom><numeric name='eng_solver' data='122'/></custom>"),
      "eng_solver must be one number");
  assert_refused(SCENE("solver='CG' cone='elliptic'",
                       "<custom><numeric name='eng_solver' data='121'/></custom>"),
                 "remove one of them");
  assert_refused(
      SCENE("cone='elliptic'", "<custom><numeric name='eng_hard' data='0.1 0.1 2'/></custom>"),
      "erpcontact is 2");
}

static void numerics_say_the_same_as_options(void** state) {
  (void)state;
  mjModel* m = model_from(
      SCENE("cone='elliptic'",
            "<custom><numeric name='eng_solver' data='121'/>"
            "<numeric name='eng_hard' data='.1 .2 .3 0 4 .5 .6 .7 8e-6 9e-6 1.5 2 .9'/></custom>"));
  assert_int_equal(m->opt.solver, engSOL_NCP);
  const engHard* h = &m->ext.hard;
  assert_true(h->erpequality == 0.1 && h->erplimit == 0.2 && h->erpcontact == 0.3);
  assert_true(h->maxvelocity == 4 && h->restitution == 0.5 && h->bouncevelocity == 0.6);
  assert_true(h->compliance == 0.7 && h->rmin == 8e-6 && h->proximal == 9e-6 && h->rho == 1.5);
  assert_true(h->rhorule == engRHO_SPECTRAL && h->relaxation == 0.9 && h->decay == 0.99);
  mj_deleteModel(m);
}

static void options_edited_later_are_refused_too(void** state) {
  (void)state;
  mjModel* m = model_from(SCENE("cone='elliptic'", ""));
  mjData* d = mj_makeData(m);
  step(m, d, 30);
  m->opt.solver = engSOL_NCP;
  mj_forward(m, d);
  assert_true(d->nefc > 0);
  RAISES(mj_inverse(m, d), "has no inverse");
  RAISES(mjd_inverseFD(m, d, 1e-6, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL), "has no inverse");
  mj_resetData(m, d);
  step(m, d, 30);
  d->solver_fwdinv[0] = 1;
  mj_compareFwdInv(m, d);
  assert_true(d->solver_fwdinv[0] == 0 && d->solver_fwdinv[1] == 0);
  m->opt.solver = engSOL_BARRIER;
  RAISES(mj_inverse(m, d), "invdiscrete");
  m->opt.solver = engSOL_NCP;
  m->opt.integrator = mjINT_RK4;
  RAISES(mj_forward(m, d), "use Euler or implicitfast");
  m->opt.solver = 99;
  RAISES(mj_forward(m, d), "unknown");
  mj_deleteData(d);
  mj_deleteModel(m);
}

// Columns of mjd_transitionFD are differences of steps, with contacts that stick and that slide.
static void transitions_are_differences_of_steps(void** state) {
  (void)state;
  mjModel* m = solved_by(
      "<mujoco><option timestep='.01' cone='elliptic'/><default><geom friction='.5' margin='.002'/>"
      "</default><worldbody><geom type='plane' size='5 5 1'/><body pos='0 0 .1'><freejoint/>"
      "<geom type='box' size='.1 .1 .1'/></body><body pos='1 0 .1'><freejoint/><geom type='box' "
      "size='.1 .1 .1'/></body></worldbody></mujoco>",
      engSOL_NCP);
  m->opt.tolerance = 1e-12;
  mjData *d = mj_makeData(m), *e = mj_makeData(m);
  d->qvel[0] = 1;
  step(m, d, 5);
  int nx = 2 * m->nv;
  mjtNum *A = calloc((size_t)nx * nx, sizeof(mjtNum)), eps = 1e-5;
  mjd_transitionFD(m, d, eps, 1, A, NULL, NULL, NULL);
  // the one that slides keeps what it is faster by, the one that sticks does not
  assert_near(A[(m->nv + 0) * nx + m->nv + 0], 1, 1e-6);
  assert_near(A[(m->nv + 6) * nx + m->nv + 6], 0, 1e-6);
  for (int k = 0; k < m->nv; k++) {
    mjtNum after[2];
    for (int side = 0; side < 2; side++) {
      mj_copyData(e, m, d);
      e->qvel[k] += side ? -eps : eps;
      mj_step(m, e);
      after[side] = e->qvel[0];
    }
    assert_near(A[m->nv * nx + m->nv + k], (after[0] - after[1]) / (2 * eps), 1e-6);
  }
  free(A);
  mj_deleteData(d);
  mj_deleteData(e);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(friction_holds_without_creeping),
      cmocka_unit_test(sliding_has_the_acceleration_of_coulomb),
      cmocka_unit_test(a_sliding_ball_ends_rolling),
      cmocka_unit_test(a_ball_bounces_by_its_solref),
      cmocka_unit_test(a_table_stands_on_its_weight),
      cmocka_unit_test(torsional_friction_stops_a_disc),
      cmocka_unit_test(joints_hold_and_stop),
      cmocka_unit_test(what_integrates_is_what_is_solved),
      cmocka_unit_test(threads_change_no_bit),
      cmocka_unit_test(a_state_set_again_steps_again),
      cmocka_unit_test(sweeps_hold_joints_of_free_bodies),
      cmocka_unit_test(many_rows_are_solved_as_few_are),
      cmocka_unit_test(a_wall_of_a_hundred_boxes_stands),
      cmocka_unit_test(the_report_says_how_good_an_answer_is),
      cmocka_unit_test(contacts_rest_where_they_touch),
      cmocka_unit_test(every_iteration_is_recorded_as_it_was),
      cmocka_unit_test(the_barrier_has_an_inverse),
      cmocka_unit_test(what_does_not_go_together_is_refused),
      cmocka_unit_test(numerics_say_the_same_as_options),
      cmocka_unit_test(options_edited_later_are_refused_too),
      cmocka_unit_test(transitions_are_differences_of_steps),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
