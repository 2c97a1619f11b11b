// Solvers against the optimality conditions of what they solve, and against each other.

#include "constraint/scene.h"

enum { PROBLEMS = 500 };

static const char* const solver_name[3] = {"PGS", "CG", "Newton"};

// A solver, how long it may work, and the residual that it must reach.
typedef struct {
  int solver, iterations;
  mjtNum residual;
} task;

static void set_solver(mjModel* m, task t) {
  m->opt.solver = t.solver;
  m->opt.iterations = t.iterations;
  m->opt.tolerance = 0;
  m->opt.ls_tolerance = 1e-6;
}

// The worst residual of the four formats.
static mjtNum worst_of_formats(int seed, mjModel* m, mjData* d, task t) {
  mjtNum worst = 0;
  for (int format = 0; format < 4; format++) {
    m->opt.cone = format / 2;
    m->opt.jacobian = format % 2;
    mj_forward(m, d);
    mjtNum residual = kkt_residual(m, d);
    worst = mjMAX(worst, residual);
    if (residual < t.residual) continue;
    print_message("problem %d (%s, %s, %s): residual %g with %d rows after %d iterations\n", seed,
                  solver_name[t.solver], m->opt.cone ? "elliptic" : "pyramidal",
                  m->opt.jacobian ? "sparse" : "dense", residual, d->nefc, d->solver_niter[0]);
  }
  return worst;
}

// How many of the problems a solver leaves further from the optimum than it should.
static int problems_missed(task t, int ties) {
  mjtNum worst = 0;
  int rows = 0, missed = 0;
  for (int seed = 0; seed < PROBLEMS; seed++) {
    draw_seed(seed);
    mjModel* m = random_scene(ties);
    mjData* d = random_motion(m);
    set_solver(m, t);
    mjtNum residual = worst_of_formats(seed, m, d, t);
    worst = mjMAX(worst, residual);
    missed += !(residual < t.residual);
    rows += d->nefc;
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  print_message("%s: worst residual %.2g, %.1f rows a problem\n", solver_name[t.solver], worst,
                (double)rows / PROBLEMS);
  return missed;
}

static void newton_is_optimal(void** state) {
  (void)state;
  assert_int_equal(problems_missed((task){mjSOL_NEWTON, 100, 1e-8}, 1), 0);
}

static void cg_is_optimal(void** state) {
  (void)state;
  assert_int_equal(problems_missed((task){mjSOL_CG, 2000, 1e-6}, 1), 0);
}

// Gauss-Seidel is slow where rows pull hard on each other: with ties it takes more sweeps.
static void pgs_is_optimal(void** state) {
  (void)state;
  assert_int_equal(problems_missed((task){mjSOL_PGS, 200, 1e-4}, 0), 0);
  assert_int_equal(problems_missed((task){mjSOL_PGS, 1000, 1e-4}, 1), 0);
  assert_int_equal(problems_missed((task){mjSOL_PGS, 400, 1e-6}, 0), 0);
  assert_int_equal(problems_missed((task){mjSOL_PGS, 3000, 1e-6}, 1), 0);
}

// The same problem by every solver, in every format, by islands or at once, is the same motion.  A
// line search that compares costs cannot see steps below the square root of their rounding, 1e-8.
static void all_ways_lead_to_one_acceleration(void** state) {
  (void)state;
  static const task tasks[3] = {
      {mjSOL_PGS, 3000, 1e-5}, {mjSOL_CG, 2000, 1e-5}, {mjSOL_NEWTON, 100, 1e-8}};
  for (int seed = 0; seed < PROBLEMS; seed++) {
    draw_seed(seed);
    mjModel* m = random_scene(1);
    mjData* d = random_motion(m);
    for (int cone = 0; cone < 2; cone++) {
      mjtNum expected[200], largest = 1;
      m->opt.cone = cone;
      for (int way = 0; way < 12; way++) {
        task t = tasks[2 - way / 4];
        set_solver(m, t);
        m->opt.jacobian = way % 2;
        m->opt.disableflags = way / 2 % 2 ? mjDSBL_ISLAND : 0;
        mj_forward(m, d);
        if (!way) {
          vec_copy(expected, d->qacc, m->nv);
          for (int i = 0; i < m->nv; i++) largest = mjMAX(largest, fabs(expected[i]));
        }
        for (int i = 0; i < m->nv; i++) {
          mjtNum off = fabs(d->qacc[i] - expected[i]) / largest;
          if (off < t.residual) continue;
          print_error("problem %d, cone %d, way %d (%s), dof %d: off by %g\n", seed, cone, way,
                      solver_name[t.solver], i, off);
          fail();
        }
      }
    }
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// A floor with many separate heaps.
static mjModel* many_islands(void) {
  xml x = {.n = 0};
  say(&x, "<mujoco><size memory='16M'/><worldbody><geom type='plane' size='9 9 .1'/>");
  for (int i = 0; i < 40; i++) {
    mjtNum second = 5 * draw(), first = 5 * draw();
    say(&x, "<body pos='%d %d %g' euler='%g %g 0'><freejoint/>", i % 7, i / 7, 0.11, first, second);
    say(&x, "<geom type='box' size='.1 .2 .1' condim='%d'/></body>", draw_condim());
  }
  say(&x, "</worldbody></mujoco>");
  return model_from(x.text);
}

// Solving is a function of the state: a second time gives the same bits, and so does any number of
// threads.
static void threads_do_not_change_a_bit(void** state) {
  (void)state;
  for (int seed = 0; seed < 4; seed++) {
    mjtNum expected[240] = {0};
    for (int threads = 0; threads < 4; threads++) {
      draw_seed(seed);
      mjModel* m = many_islands();
      mjData* d = mj_makeData(m);
      mjThreadPool* pool = threads ? mju_threadPoolCreate(threads) : NULL;
      if (pool) mju_bindThreadPool(d, pool);
      m->opt.cone = seed % 2;
      m->opt.solver = seed / 2 ? mjSOL_CG : mjSOL_NEWTON;
      m->opt.jacobian = seed % 2;
      for (int step = 0; step < 60; step++) mj_step(m, d);
      mj_forward(m, d);
      assert_true(d->nisland > 20 && d->nefc > 100);
      mjtNum once[240];
      vec_copy(once, d->qacc, m->nv);
      mj_forward(m, d);
      assert_memory_equal(once, d->qacc, sizeof(mjtNum) * m->nv);
      if (!threads) vec_copy(expected, d->qacc, m->nv);
      assert_memory_equal(expected, d->qacc, sizeof(mjtNum) * m->nv);
      mj_deleteData(d);
      if (pool) mju_threadPoolDestroy(pool);
      mj_deleteModel(m);
    }
  }
}

// Forces that the inverse gives at the solution are those of the solver, and what was applied comes
// back.
static void inverse_recovers_what_was_applied(void** state) {
  (void)state;
  for (int seed = 0; seed < 200; seed++) {
    draw_seed(seed);
    mjModel* m = random_scene(1);
    mjData* d = random_motion(m);
    set_solver(m, (task){mjSOL_NEWTON, 200, 0});
    m->opt.cone = seed % 2;
    m->opt.jacobian = seed / 2 % 2;
    mj_forward(m, d);
    mjtNum forward[1000], largest = 1;
    vec_copy(forward, d->efc_force, d->nefc);
    for (int i = 0; i < m->nv; i++) largest = mjMAX(largest, fabs(d->qfrc_bias[i]));
    for (int i = 0; i < d->nefc; i++) largest = mjMAX(largest, fabs(forward[i]));
    mj_inverse(m, d);
    for (int i = 0; i < m->nv; i++) {
      mjtNum off = fabs(d->qfrc_inverse[i] - d->qfrc_applied[i]) / largest;
      if (off < 1e-8) continue;
      print_error("problem %d, dof %d: %g instead of %g\n", seed, i, d->qfrc_inverse[i],
                  d->qfrc_applied[i]);
      fail();
    }
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// efc_state is that of the accelerations returned, with islands and without.
static void states_belong_to_the_solution(void** state) {
  (void)state;
  for (int seed = 0; seed < 100; seed++) {
    draw_seed(seed);
    mjModel* m = random_scene(1);
    mjData* d = random_motion(m);
    set_solver(m, (task){seed % 3 ? mjSOL_NEWTON : mjSOL_CG, 100, 0});
    m->opt.cone = seed % 2;
    m->opt.disableflags = seed / 2 % 2 ? mjDSBL_ISLAND : 0;
    mj_forward(m, d);
    int states[1000];
    memcpy(states, d->efc_state, sizeof(int) * d->nefc);
    mj_invConstraint(m, d);
    int differ = 0;
    for (int i = 0; i < d->nefc; i++) differ += states[i] != d->efc_state[i];
    // on the border between two states rounding may decide
    assert_true(differ <= 1);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// Without iterations the better of the two starting points is the answer.
static void the_better_start_is_taken(void** state) {
  (void)state;
  int warm = 0;
  for (int seed = 0; seed < 40; seed++) {
    draw_seed(seed);
    mjModel* m = random_scene(1);
    mjData* d = random_motion(m);
    set_solver(m, (task){mjSOL_NEWTON, 100, 0});
    m->opt.cone = seed % 2;
    mj_forward(m, d);
    vec_copy(d->qacc_warmstart, d->qacc, m->nv);
    m->opt.iterations = 0;
    mj_forward(m, d);
    if (d->nefc && memcmp(d->qacc, d->qacc_smooth, sizeof(mjtNum) * m->nv)) {
      // the solution itself
      assert_near_vector(d->qacc, d->qacc_warmstart, d->nisland ? 0 : m->nv, 0);
      warm++;
    }
    for (int i = 0; i < m->nv; i++) d->qacc_warmstart[i] = 1e8;
    mj_forward(m, d);
    assert_memory_equal(d->qacc, d->qacc_smooth, sizeof(mjtNum) * m->nv);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  assert_true(warm > 30);
}

// Newton takes no iteration where the last acceleration is the solution still, and gives what it
// would with one.
static void what_rests_is_not_solved_again(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><worldbody><geom type='plane' size='1 1 .1'/><body pos='0 0 .1'><freejoint/>"
      "<geom type='box' size='.1 .1 .1' mass='2'/></body></worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  for (int i = 0; i < 3000; i++) mj_step(m, d);
  assert_int_equal(d->solver_niter[0], 0);
  mjtNum qacc[6], weight = 2 * 9.81, force = 0;
  for (int i = 0; i < d->nefc; i++) force += d->efc_force[i];
  assert_near(force, weight, 1e-8 * weight);
  vec_copy(qacc, d->qacc, 6);
  m->opt.disableflags |= mjDSBL_WARMSTART;
  mj_forward(m, d);
  assert_true(d->solver_niter[0] > 0);
  assert_near_vector(d->qacc, qacc, 6, 1e-8);
  d->xfrc_applied[6 + 2] = 0.5 * weight;
  mj_forward(m, d);
  vec_copy(qacc, d->qacc, 6);
  m->opt.disableflags = 0;
  mj_forward(m, d);
  assert_true(d->solver_niter[0] > 0);
  assert_near_vector(d->qacc, qacc, 6, 1e-8);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// A warm start that leaves a force of next to nothing does not hold Gauss-Seidel at the apex of a
// cone.
static void tiny_forces_are_no_trap(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><option solver='PGS' cone='elliptic'/><worldbody><geom type='plane' size='1 1 .1'/>"
      "<body pos='0 0 .0999'><freejoint/><geom size='.1'/></body></worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  assert_int_equal(d->nefc, 3);
  mjtNum force = d->efc_force[0];
  for (int i = 0; i < 6; i++) d->qacc_warmstart[i] = 0;
  d->qacc_warmstart[2] = d->efc_aref[0] - 1e-10;
  mj_forward(m, d);
  assert_near(d->efc_force[0], force, 1e-6 * force);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// A solver chosen between the stages finds what it needs.
static void solvers_may_be_changed_between_stages(void** state) {
  (void)state;
  for (int sparse = 0; sparse < 2; sparse++) {
    draw_seed(1);
    mjModel* m = random_scene(1);
    mjData* d = random_motion(m);
    m->opt.jacobian = sparse;
    mj_forward(m, d);
    assert_null(d->efc_AR);
    set_solver(m, (task){mjSOL_PGS, 5000, 0});
    mj_forwardSkip(m, d, mjSTAGE_VEL, 1);
    assert_true(kkt_residual(m, d) < 1e-6);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// NoSlip keeps normal forces and leaves friction at its own optimum: no rows that could still move
// without their softness.
static void noslip_stops_the_creep(void** state) {
  (void)state;
  for (int cone = 0; cone < 2; cone++) {
    mjModel* m = model_from(
        "<mujoco><option noslip_tolerance='0'><flag island='enable'/></option><worldbody>"
        "<geom type='plane' size='5 5 .1' euler='0 15 0'/>"
        "<body euler='0 15 0' pos='0.02588 0 0.09659'><freejoint/><geom type='box' size='.1 .1 "
        ".1'/>"
        "</body></worldbody></mujoco>");
    mjtNum creep[2];
    for (int noslip = 0; noslip < 2; noslip++) {
      mjData* d = mj_makeData(m);
      m->opt.cone = cone;
      m->opt.noslip_iterations = noslip ? 20 : 0;
      for (int step = 0; step < 500; step++) mj_step(m, d);
      mjtNum before[3];
      vec_copy(before, d->qpos, 3);
      for (int step = 0; step < 500; step++) mj_step(m, d);
      vec_sub(before, d->qpos, before, 3);
      creep[noslip] = vec_norm(before, 3);
      mj_deleteData(d);
    }
    print_message("cone %d: creep in 1 s %.2g m, with noslip %.2g m\n", cone, creep[0], creep[1]);
    assert_true(creep[0] > 1e-4);
    assert_true(creep[1] < 0.02 * creep[0]);
    mj_deleteModel(m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(newton_is_optimal),
      cmocka_unit_test(cg_is_optimal),
      cmocka_unit_test(pgs_is_optimal),
      cmocka_unit_test(all_ways_lead_to_one_acceleration),
      cmocka_unit_test(threads_do_not_change_a_bit),
      cmocka_unit_test(inverse_recovers_what_was_applied),
      cmocka_unit_test(states_belong_to_the_solution),
      cmocka_unit_test(the_better_start_is_taken),
      cmocka_unit_test(what_rests_is_not_solved_again),
      cmocka_unit_test(tiny_forces_are_no_trap),
      cmocka_unit_test(solvers_may_be_changed_between_stages),
      cmocka_unit_test(noslip_stops_the_creep),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
