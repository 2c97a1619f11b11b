// The solvers of hard contact: against enumeration, against each other, on redundant rows, on the
// problems of the thirteen systems, and what must be true of every solution.

#include <engine/hard.h>

#include "constraint/hard/method.h"
#include "constraint/hard_modes.h"
#include "skip.h"

static hard_result solve(const posed* q, int number, const hard_options* o, mjtNum* f) {
  hard_result r = {0};
  vec_zero(f, q->p.n);
  size_t before = scratch->pstack;
  hard_method_of(number)->solve(scratch, &q->p, o, f, &r);
  assert_true(scratch->pstack == before);
  return r;
}

static hard_options patient(mjtNum tolerance) {
  hard_options o = hard_default_options();
  o.tolerance = tolerance;
  o.iterations = 20000;
  o.inner = 200;
  return o;
}

// Methods that solve the NCP on regular problems, and the tolerance each can meet: the angle of a
// bisection is known to the square root of what its energy is.
static const struct {
  int number;
  mjtNum tolerance;
} exact[] = {{engSOL_PGS_NCP, 1e-12},  {engSOL_NBGS_X, 1e-12},   {engSOL_RAISIM_DS, 1e-9},
             {engSOL_ADMM_NCP, 1e-11}, {engSOL_IMPLICIT, 1e-12}, {engSOL_NCP, 1e-12}};
enum { EXACT = sizeof exact / sizeof *exact };

static const recipe small[] = {
    {.contacts = 1, .condim = 3, .dofs = 15, .least_mu = 0.1, .most_mu = 0.9},
    {.contacts = 2, .condim = 3, .dofs = 18, .least_mu = 0.1, .most_mu = 0.9},
    {.contacts = 3, .condim = 3, .dofs = 21, .least_mu = 0.1, .most_mu = 0.9},
    {.bilateral = 3,
     .limits = 2,
     .contacts = 2,
     .condim = 3,
     .dofs = 23,
     .least_mu = 0.1,
     .most_mu = 0.9},
    {.bilateral = 2,
     .losses = 2,
     .limits = 1,
     .contacts = 1,
     .condim = 3,
     .dofs = 20,
     .least_mu = 0.1,
     .most_mu = 0.9},
};

static void small_problems_have_the_solution_of_enumeration(void** state) {
  (void)state;
  int compared = 0;
  for (int seed = 0; seed < 60; seed++) {
    draw_seed(seed);
    posed* q = random_problem(small + seed % 5);
    mjtNum all[64 * 4], f[64];
    int n = all_solutions(q, all, 4);
    for (int k = 0; k < EXACT && n == 1; k++) {
      hard_options o = patient(exact[k].tolerance);
      hard_result r = solve(q, exact[k].number, &o, f);
      if (!r.solved) {
        print_error("seed %d, %s: %g after %d\n", seed, hard_method_of(exact[k].number)->name,
                    r.natural_map, r.iterations);
      }
      assert_true(r.solved);
      assert_near(r.natural_map, posed_map(q, f, 1), 1e-12);
      assert_near_vector(f, all, q->p.n, 100 * exact[k].tolerance);
      compared++;
    }
    posed_free(q);
  }
  assert_true(compared > 50 * EXACT);
}

// What each problem has in common, however it is solved: velocities.
static void assert_same_velocities(const posed* q, const mjtNum* f, const mjtNum* g, mjtNum tol) {
  mjtNum v[MOST_ROWS], w[MOST_ROWS];
  hard_velocity(&q->p, v, f);
  hard_velocity(&q->p, w, g);
  assert_near_vector(v, w, q->p.n, tol);
}

static void larger_problems_of_all_rows_are_solved_alike(void** state) {
  (void)state;
  static const int dims[3] = {3, 4, 6};
  for (int seed = 0; seed < 40; seed++) {
    draw_seed(seed);
    recipe r = {.bilateral = draw_int(0, 12),
                .limits = draw_int(0, 8),
                .losses = draw_int(0, 6),
                .contacts = draw_int(1, 10),
                .condim = dims[seed % 3],
                .least_mu = 0.1,
                .most_mu = 0.9,
                .decades = 2 * (seed % 3 == 0)};
    r.dofs = r.bilateral + r.limits + r.losses + r.contacts * r.condim + 12;
    posed* q = random_problem(&r);
    mjtNum f[MOST_ROWS], g[MOST_ROWS];
    hard_options o = patient(1e-11), newton = patient(1e-10);
    newton.iterations = 60;
    hard_result best = solve(q, engSOL_NCP, &newton, f);
    assert_true(best.solved && best.newton <= 25);
    for (int k = 0; k < EXACT; k++) {
      if (exact[k].number == engSOL_NCP || exact[k].number == engSOL_RAISIM_DS) continue;
      hard_result result = solve(q, exact[k].number, &o, g);
      if (!result.solved) {
        print_error("seed %d, %s: %g after %d\n", seed, hard_method_of(exact[k].number)->name,
                    result.natural_map, result.iterations);
      }
      assert_true(result.solved);
      assert_same_velocities(q, f, g, 1e-8);
    }
    posed_free(q);
  }
}

// The two methods for the convex problem agree, and differ from Coulomb where something slides.
static void convex_methods_agree_and_are_not_coulomb(void** state) {
  (void)state;
  int differ = 0;
  for (int seed = 0; seed < 30; seed++) {
    draw_seed(seed);
    posed* q = random_problem(small + seed % 5);
    mjtNum f[64], g[64], energy[2] = {0}, v[64];
    hard_options o = patient(1e-11);
    assert_true(solve(q, engSOL_PGS_CCP, &o, f).solved);
    assert_true(solve(q, engSOL_ADMM_CCP, &o, g).solved);
    assert_near_vector(f, g, q->p.n, 1e-9);
    differ += posed_map(q, f, 1) > 1e-3;
    assert_true(solve(q, engSOL_NCP, &o, g).solved);
    const mjtNum* both[2] = {f, g};
    for (int k = 0; k < 2; k++) {
      hard_velocity(&q->p, v, both[k]);
      for (int i = 0; i < q->p.n; i++) energy[k] += 0.5 * both[k][i] * (v[i] + q->b[i]);
    }
    assert_true(energy[0] <= energy[1] + 1e-12);
    posed_free(q);
  }
  assert_true(differ > 10);
}

// NBGS and RAISIM reach the same point, which is not Coulomb's where normal and friction mix.
static void energy_methods_agree(void** state) {
  (void)state;
  for (int seed = 0; seed < 30; seed++) {
    draw_seed(seed);
    posed* q = random_problem(small + seed % 5);
    mjtNum f[64], g[64];
    hard_options o = patient(1e-13);
    o.iterations = 300;
    o.decay = 1;
    solve(q, engSOL_NBGS, &o, f);
    solve(q, engSOL_RAISIM, &o, g);
    assert_near_vector(f, g, q->p.n, 1e-7);
    posed_free(q);
  }
}

// A box on many feet: impulses are not unique, its motion is; sum of pressure = weight.
static void a_table_on_many_feet_moves_one_way(void** state) {
  (void)state;
  static const int legs[3] = {4, 6, 16};
  static const table how[3] = {{.h = 0.01, .mu = 0.7},
                               {.h = 0.01, .mu = 0.7, .vx = 0.5, .vy = 0.2},
                               {.h = 0.01, .mu = 0.7, .spin = 3}};
  for (int i = 0; i < 9; i++) {
    table t = how[i / 3];
    t.legs = legs[i % 3];
    posed* q = table_problem(&t);
    mjtNum f[64], g[64];
    hard_options o = patient(1e-11);
    assert_true(solve(q, engSOL_NCP, &o, f).solved);
    for (int k = 0; k < EXACT; k++) {
      int number = exact[k].number;
      if (number == engSOL_IMPLICIT) continue;  // may stall on redundant sliding contacts
      o.tolerance = number == engSOL_RAISIM_DS ? 1e-9 : 1e-11;
      hard_result r = solve(q, number, &o, g);
      if (!r.solved) {
        print_error("%d feet, case %d, %s: %g\n", t.legs, i / 3, hard_method_of(number)->name,
                    r.natural_map);
      }
      assert_true(r.solved);
      assert_same_velocities(q, f, g, 100 * o.tolerance);
      mjtNum sum = 0;
      for (int l = 0; l < t.legs; l++) sum += g[3 * l] * q->scale[3 * l];
      assert_near(sum, 9.81 * t.h, 1e-8);
    }
    posed_free(q);
  }
}

// Sliding in the convex relaxation lifts off: 3.25 times the weight, v_n = mu |v_t|.
static void the_convex_relaxation_lifts_what_slides(void** state) {
  (void)state;
  table t = {.legs = 4, .mu = 0.7, .h = 0.01, .vx = 0.5, .vy = 0.2};
  posed* q = table_problem(&t);
  mjtNum f[12], v[12], sum = 0;
  hard_options o = patient(1e-10);
  assert_true(solve(q, engSOL_PGS_CCP, &o, f).solved);
  hard_velocity(&q->p, v, f);
  for (int l = 0; l < 4; l++) {
    sum += f[3 * l] * q->scale[3 * l];
    assert_near(v[3 * l], 0.7 * hypot(v[3 * l + 1], v[3 * l + 2]), 1e-8);
  }
  assert_near(sum / (9.81 * t.h), 3.25008, 1e-5);
  posed_free(q);
}

// Two ways to know D: its numbers, or Z with D = Z Z', dense or by rows.
static void sweeps_need_no_matrix(void** state) {
  (void)state;
  for (int seed = 0; seed < 20; seed++) {
    draw_seed(seed);
    recipe r = {.bilateral = 4,
                .limits = 3,
                .losses = 2,
                .contacts = 4,
                .condim = 3,
                .dofs = 30,
                .least_mu = 0.2,
                .most_mu = 0.8};
    posed* q = random_problem(&r);
    int n = q->p.n;
    mjtNum Z[64 * 64] = {0}, w[64], f[64], g[64];
    int nnz[64], adr[64], super[64] = {0}, col[64 * 64];
    vec_copy(Z, q->D, n * n);
    assert_int_equal(mju_cholFactor(Z, n, 1e-14), n);
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) Z[i * n + j] = 0;
    }
    hard_options o = patient(1e-12);
    assert_true(solve(q, engSOL_NBGS_X, &o, f).solved);
    q->p.D = NULL;
    q->p.w = w;
    q->p.Z = (jacobian){.nr = n, .nc = n, .value = Z};
    assert_true(solve(q, engSOL_NBGS_X, &o, g).solved);
    assert_near_vector(g, f, n, 1e-9);
    // rows of a block have the same columns
    for (int k = 0; k < q->p.nblock; k++) {
      const hard_block* b = q->block + k;
      for (int i = b->row; i < b->row + b->dim; i++) {
        nnz[i] = b->row + b->dim;
        adr[i] = i * n;
        for (int j = 0; j < nnz[i]; j++) col[i * n + j] = j;
      }
    }
    q->p.Z = (jacobian){
        .nr = n, .nc = n, .value = Z, .nnz = nnz, .adr = adr, .col = col, .super = super};
    assert_true(solve(q, engSOL_NBGS_X, &o, g).solved);
    assert_near_vector(g, f, n, 1e-9);
    posed_free(q);
  }
}

// Friction takes out the most energy that the pressure allows, and nothing gains energy.
static void friction_dissipates_the_most(void** state) {
  (void)state;
  for (int seed = 0; seed < 60; seed++) {
    draw_seed(seed);
    posed* q = random_problem(small + seed % 5);
    mjtNum f[64], v[64], gain = 0;
    hard_options o = patient(1e-12);
    assert_true(solve(q, engSOL_NCP, &o, f).solved);
    hard_velocity(&q->p, v, f);
    for (int i = 0; i < q->p.n; i++) gain += 0.5 * f[i] * (v[i] + q->b[i]);
    assert_true(gain <= 1e-12);
    for (int k = 0; k < q->p.nblock; k++) {
      const hard_block* b = q->block + k;
      if (b->kind != HARD_CONE) continue;
      const mjtNum *fb = f + b->row, *vb = v + b->row;
      assert_true(hard_length(fb + 1, 2) <= b->size * fb[0] * (1 + 1e-12));
      mjtNum power = fb[1] * vb[1] + fb[2] * vb[2];
      for (int trial = 0; trial < 100; trial++) {
        mjtNum a = mjPI * draw(), r = b->size * fb[0] * (draw() + 1) / 2;
        assert_true(power <= r * (cos(a) * vb[1] + sin(a) * vb[2]) + 1e-10);
      }
    }
    posed_free(q);
  }
}

// A ball squeezed between two walls that both want it away: no impulses can do it.  Every method
// ends after its iterations, with numbers, and says that it failed.
static void what_has_no_solution_ends_and_says_so(void** state) {
  (void)state;
  for (int k = 0; k < hard_nmethod; k++) {
    posed* q = posed_make(6);
    for (int i = 0; i < 2; i++) posed_block(q, HARD_CONE, 3, 0.5);
    const mjtNum J[6][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int i = 0; i < 36; i++) q->D[i] = vec_dot(J[i / 6], J[i % 6], 3);
    q->b[0] = q->b[3] = -0.1;
    posed_scale(q, 0);
    for (int i = 0; i < 6; i++) q->R[i] = hard_methods[k].number == engSOL_BARRIER ? 1e-9 : 0;
    mjtNum f[6];
    hard_options o = hard_default_options();
    hard_result r = solve(q, hard_methods[k].number, &o, f);
    assert_true(!r.solved);
    for (int i = 0; i < 6; i++) assert_true(isfinite(f[i]));
    posed_free(q);
  }
}

static void nothing_to_solve_is_solved(void** state) {
  (void)state;
  posed* none = posed_make(0);
  posed* still = posed_make(4);  // rows that move nothing
  posed_block(still, HARD_BILATERAL, 1, 0);
  posed_block(still, HARD_CONE, 3, 0.5);
  for (int i = 0; i < 4; i++) still->b[i] = -1;
  posed_scale(still, 1e-6);
  for (int k = 0; k < hard_nmethod; k++) {
    mjtNum f[4] = {0};
    hard_options o = hard_default_options();
    assert_true(solve(none, hard_methods[k].number, &o, f).solved);
    solve(still, hard_methods[k].number, &o, f);
    for (int i = 0; i < 4; i++) assert_true(f[i] == 0);
  }
  posed_free(none);
  posed_free(still);
}

// The problems of the thirteen systems, in generalised and maximal coordinates, and of three
// scenes.
static void problems_of_robots_are_solved(void** state) {
  (void)state;
  static const char* const names[] = {
      "analytic_pile",     "analytic_stack_1e6", "analytic_table16",
      "arm7d_gen",         "arm7d_max",          "bdx_gen",
      "bdx_max",           "box_on_plane_gen",   "box_on_plane_max",
      "boxes_fixed_gen",   "boxes_fixed_max",    "fourbar_fixed_gen",
      "fourbar_fixed_max", "fourbar_free_gen",   "fourbar_free_max",
      "gazelle_gen",       "gazelle_max",        "ironman_gen",
      "ironman_max",       "lima_gen",           "lima_max",
      "misha_gen",         "misha_max",          "nunchuk_gen",
      "nunchuk_max",       "quadruped_gen",      "quadruped_max",
      "walker_gen",        "walker_max"};
  int count = 0;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char path[300];
    snprintf(path, sizeof path, SOURCE_ROOT "/../shared/hard/prototype/problems/%s.bin", names[i]);
    FILE* file = fopen(path, "rb");
    if (!file) continue;
    for (posed* q; (q = read_problem(file, 1e-6));) {
      mjtNum f[MOST_ROWS];
      hard_options o = patient(1e-10);
      o.iterations = 2000;
      hard_result r = solve(q, engSOL_NCP, &o, f);
      if (!r.solved) print_error("%s: %g\n", names[i], r.natural_map);
      assert_true(r.solved && posed_map(q, f, 1) <= 1e-10);
      count++;
      posed_free(q);
    }
    fclose(file);
  }
  if (!count) skip_because("the stored problems of ../shared/hard are not here");
  assert_int_equal(count, 218);
}

// A million kilograms on one: penalties that adapt find the answer soon, a fixed one does not.
static void adapted_penalties_bear_masses_apart(void** state) {
  (void)state;
  FILE* file = fopen(SOURCE_ROOT "/../shared/hard/prototype/problems/analytic_stack_1e6.bin", "rb");
  if (!file) { skip_because("the stored problem of ../shared/hard is not here"); }
  for (posed* q; (q = read_problem(file, 0));) {
    for (int rule = HARD_RHO_FIXED; rule <= HARD_RHO_SPECTRAL; rule++) {
      mjtNum f[MOST_ROWS];
      hard_options o = patient(1e-6);
      o.iterations = 1000;
      o.rho_rule = rule;
      hard_result r = solve(q, engSOL_ADMM_NCP, &o, f);
      print_message("rule %d: %d iterations, %g\n", rule, r.iterations, r.natural_map);
      assert_int_equal(r.solved, rule != HARD_RHO_FIXED);
      if (r.solved) assert_true(r.iterations <= 100);
    }
    posed_free(q);
  }
  fclose(file);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(small_problems_have_the_solution_of_enumeration),
      cmocka_unit_test(larger_problems_of_all_rows_are_solved_alike),
      cmocka_unit_test(convex_methods_agree_and_are_not_coulomb),
      cmocka_unit_test(energy_methods_agree),
      cmocka_unit_test(a_table_on_many_feet_moves_one_way),
      cmocka_unit_test(the_convex_relaxation_lifts_what_slides),
      cmocka_unit_test(sweeps_need_no_matrix),
      cmocka_unit_test(friction_dissipates_the_most),
      cmocka_unit_test(what_has_no_solution_ends_and_says_so),
      cmocka_unit_test(nothing_to_solve_is_solved),
      cmocka_unit_test(problems_of_robots_are_solved),
      cmocka_unit_test(adapted_penalties_bear_masses_apart),
  };
  return cmocka_run_group_tests(tests, make_scratch, drop_scratch);
}
