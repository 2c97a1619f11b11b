// Solvers know nothing of models: each row of the table gives the same answer for islands as for
// the whole, and the operators it is told to need are what they are said to be.

#include <engine/hard.h>

#include "constraint/hard/step.h"
#include "constraint/operator/dual.h"
#include "constraint/scene.h"
#include "constraint/solve/island_solve.h"
#include "constraint/solve/pgs_abreast.h"
#include "constraint/solver.h"

static problem_start start_of(const mjModel* m, mjData* d) {
  problem_start start = {
      .Ma = mj_stackAllocNum(d, m->nv), .jar = mj_stackAllocNum(d, d->nefc), .b = d->efc_b};
  // at rest under smooth forces, no force on any row
  vec_copy(d->qacc, d->qacc_smooth, m->nv);
  vec_copy(start.Ma, d->qfrc_smooth, m->nv);
  vec_copy(start.jar, d->efc_b, d->nefc);
  vec_zero(d->efc_force, d->nefc);
  if (m->opt.solver == engSOL_NCP) start.hard = hard_step_make(m, d);
  return start;
}

// Accelerations from a solver run on everything, or island by island.
static void accelerations(const mjModel* m, mjData* d, int row, int islands, mjtNum* qacc) {
  mj_markStack(d);
  problem_start start = start_of(m, d);
  if (islands) {
    island_solve(m, d, solver_row(row), &start);
  } else {
    problem p = problem_whole(m, d, &start);
    solver_row(row)->solve(d, &p);
  }
  mj_freeStack(d);
  vec_copy(qacc, d->qacc, m->nv);
}

static void islands_have_the_solution_of_the_whole(void** state) {
  (void)state;
  int islands = 0;
  for (int seed = 0; seed < 120; seed++) {
    draw_seed(seed);
    mjModel* m = random_scene(0);
    mjData* d = random_motion(m);
    m->opt.cone = seed % 2;
    m->opt.jacobian = seed / 2 % 2;
    m->opt.tolerance = m->opt.noslip_tolerance = 0;
    m->opt.iterations = m->opt.noslip_iterations = 3000;
    m->opt.ls_tolerance = 1e-6;
    mj_forward(m, d);
    islands += d->nisland;
    mjtNum largest = 1;
    for (int i = 0; i < m->nv; i++) largest = mjMAX(largest, fabs(d->qacc[i]));
    for (int row = 0; d->nisland && row < NSOLVER; row++) {
      if (row == SOLVER_HARD && m->opt.cone == mjCONE_PYRAMIDAL) continue;
      m->opt.solver = row == SOLVER_HARD ? engSOL_NCP : mjSOL_NEWTON;
      mjtNum whole[200], apart[200];
      accelerations(m, d, row, 0, whole);
      accelerations(m, d, row, 1, apart);
      vec_sub(apart, apart, whole, m->nv);
      mjtNum off = vec_norm(apart, m->nv) / largest;
      if (off > 1e-5) print_error("seed %d, %s: off by %g\n", seed, solver_row(row)->name, off);
      assert_true(off < 1e-5);
    }
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  assert_true(islands > 120);
}

// Sweeps visit the rows of an island in the order of the whole: after any number of them, forces
// are the same.
static void sweeps_of_islands_are_those_of_the_whole(void** state) {
  (void)state;
  for (int seed = 0; seed < 100; seed++) {
    draw_seed(seed);
    mjModel* m = random_scene(1);
    mjData* d = random_motion(m);
    m->opt.cone = seed % 2;
    m->opt.jacobian = seed / 2 % 2;
    // the whole with its matrix, islands without
    if (seed / 4 % 2) m->opt.solver = mjSOL_PGS;
    mj_forward(m, d);
    m->opt.tolerance = -1;
    m->opt.iterations = 1 + seed % 5;
    mjtNum whole[1000], qacc[200], largest = 1;
    assert_true(d->nefc <= 1000);
    if (d->nisland) {
      accelerations(m, d, mjSOL_PGS, 0, qacc);
      vec_copy(whole, d->efc_force, d->nefc);
      accelerations(m, d, mjSOL_PGS, 1, qacc);
      for (int i = 0; i < d->nefc; i++) largest = mjMAX(largest, fabs(whole[i]));
      assert_near_vector(d->efc_force, whole, d->nefc, 1e-9 * largest);
    }
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// A heap of loose boxes, with a chain of hinges and contacts of four rows among them.
static mjModel* heap_of_boxes(int n) {
  xml x = {.n = 0};
  say(&x,
      "<mujoco><option solver='PGS' jacobian='sparse' cone='elliptic' tolerance='0'/><worldbody>"
      "<geom type='plane' size='9 9 .1'/>");
  for (int i = 0; i < n; i++) {
    say(&x,
        "<body pos='%g %g %g' euler='%g %g %g'><freejoint/><geom type='box' size='.1 .1 .1' "
        "condim='%d' friction='%g'/>",
        0.4 * draw(), 0.4 * draw(), 0.2 + 0.2 * draw(), 90 * draw(), 90 * draw(), 90 * draw(),
        i % 17 == 5 ? 4 : 3, 0.6 + 0.5 * draw());
    if (i == n / 2) {
      say(&x, "<body pos='.1 0 0'><joint axis='0 1 0'/><geom type='box' size='.1 .1 .1'/></body>");
    }
    say(&x, "</body>");
  }
  say(&x, "</worldbody></mujoco>");
  return model_from(x.text);
}

static int groups_abreast(const mjModel* m, mjData* d) {
  mj_markStack(d);
  problem_start start = start_of(m, d);
  problem p = problem_whole(m, d, &start);
  dual s = dual_make(d, &p);
  int n = abreast_make(d, &s).n;
  mj_freeStack(d);
  return n;
}

// Contacts that are visited several at a time get the forces that they would get one after the
// other, as they are with the matrix.
static void sweeps_abreast_are_those_in_turn(void** state) {
  (void)state;
  for (int seed = 0; seed < 12; seed++) {
    draw_seed(seed);
    mjModel* m = heap_of_boxes(33);
    mjData* d = random_motion(m);
    mj_forward(m, d);
    int n = d->nefc;
    assert_true(n > 256 && n < 4000 && !d->efc_AR);
    assert_true(LANES == 1 || groups_abreast(m, d) > 4);
    mjtNum turns[4000], qacc[300], largest = 1;
    m->opt.iterations = 1 + seed;
    accelerations(m, d, mjSOL_PGS, 0, qacc);
    vec_copy(turns, d->efc_force, n);
    mj_projectConstraint(m, d);
    assert_non_null(d->efc_AR);
    assert_int_equal(groups_abreast(m, d), 0);
    accelerations(m, d, mjSOL_PGS, 0, qacc);
    for (int i = 0; i < n; i++) largest = mjMAX(largest, fabs(turns[i]));
    assert_near_vector(d->efc_force, turns, n, 1e-9 * largest);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// Residuals follow changes of forces, and diagonal blocks are those of the matrix.
static void dual_operator_is_the_dual_matrix(void** state) {
  (void)state;
  for (int seed = 0; seed < 100; seed++) {
    draw_seed(seed);
    mjModel* m = random_scene(1);
    mjData* d = random_motion(m);
    m->opt.cone = seed % 2;
    m->opt.jacobian = seed / 2 % 2;
    if (seed / 4 % 2) m->opt.solver = mjSOL_PGS;
    mj_forward(m, d);
    int n = d->nefc;
    assert_int_equal(n && seed / 4 % 2, d->efc_AR != NULL);
    mj_markStack(d);
    problem_start start = start_of(m, d);
    problem p = problem_whole(m, d, &start);
    dual s = dual_make(d, &p);
    mjtNum qfrc[200], x[200], expected[1000];
    for (int change = 0; n && change < 30; change++) {
      int i = draw_int(0, n - 1);
      mjtNum delta = draw();
      p.force[i] += delta;
      dual_change(&s, i, delta);
    }
    mj_mulJacTVec(m, d, qfrc, p.force);
    if (n) mj_solveM(m, d, x, qfrc, 1);
    mj_mulJacVec(m, d, expected, x);
    mjtNum cost = 0;
    for (int i = 0; i < n; i++) {
      expected[i] += d->efc_R[i] * p.force[i];
      cost += p.force[i] * (0.5 * expected[i] + d->efc_b[i]);
      assert_near(dual_residual(&s, i), d->efc_b[i] + expected[i], 1e-8 * (1 + fabs(expected[i])));
      assert_near(dual_diagonal(&s, i), row_weight(m, d, i), 1e-9 * row_weight(m, d, i));
    }
    assert_near(dual_cost(d, &p), cost, 1e-8 * (1 + fabs(cost)));
    mj_freeStack(d);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// The matrix users look at is made for few rows; the solver needs none of it.
static void many_rows_need_no_matrix(void** state) {
  (void)state;
  xml x = {.n = 0};
  say(&x,
      "<mujoco><option solver='PGS' jacobian='sparse' tolerance='0' "
      "iterations='1000'/><worldbody><geom type='plane' size='9 9 "
      ".1'/>");
  for (int i = 0; i < 33; i++) {
    say(&x, "<body pos='%d %d .0999'><freejoint/><geom type='box' size='.1 .1 .1'/></body>", i % 5,
        i / 5);
  }
  say(&x, "</worldbody></mujoco>");
  mjModel* m = model_from(x.text);
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  assert_true(d->nefc > 256);
  assert_null(d->efc_AR);
  assert_int_equal(d->nA, 0);
  assert_true(kkt_residual(m, d) < 1e-6);
  mj_projectConstraint(m, d);
  assert_non_null(d->efc_AR);
  assert_true(d->nA > d->nefc);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// Rows of one tree all couple through its root: AR is full, and is J M^-1 J' + diag(R) still.
static void full_matrix_is_the_dual_matrix(void** state) {
  (void)state;
  xml x = {.n = 0};
  say(&x,
      "<mujoco><option solver='PGS' jacobian='sparse'/><default><joint frictionloss='1'/></default>"
      "<worldbody><geom type='plane' size='9 9 .1'/><body pos='0 0 .12'><freejoint/>"
      "<geom size='.1'/>");
  for (int i = 0; i < 9; i++) {
    say(&x,
        "<body pos='%d .1 0'><joint axis='0 1 .%d'/><geom size='.1' pos='0 0 .1'/>"
        "<body pos='0 .3 0'><joint axis='1 0 0'/><geom size='.13'/></body></body>",
        i, i);
  }
  say(&x, "</body></worldbody></mujoco>");
  mjModel* m = model_from(x.text);
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  int n = d->nefc, nv = m->nv;
  assert_true(n > 30 && n < 100 && d->nA == n * n);
  mjtNum unit[100] = {0}, force[100], acc[100], column[100];
  for (int i = 0; i < n; i++) {
    unit[i] = 1;
    mj_mulJacTVec(m, d, force, unit);
    mj_solveM(m, d, acc, force, 1);
    mj_mulJacVec(m, d, column, acc);
    column[i] += d->efc_R[i];
    unit[i] = 0;
    assert_int_equal(d->efc_AR_rownnz[i], n);
    for (int k = 0; k < n; k++) {
      int at = d->efc_AR_rowadr[k] + i;
      assert_int_equal(d->efc_AR_colind[at], i);
      assert_near(d->efc_AR[at], column[k], 1e-9 * (1 + fabs(column[k])));
    }
  }
  assert_true(nv < 100);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(islands_have_the_solution_of_the_whole),
      cmocka_unit_test(sweeps_of_islands_are_those_of_the_whole),
      cmocka_unit_test(sweeps_abreast_are_those_in_turn),
      cmocka_unit_test(dual_operator_is_the_dual_matrix),
      cmocka_unit_test(many_rows_need_no_matrix),
      cmocka_unit_test(full_matrix_is_the_dual_matrix),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
