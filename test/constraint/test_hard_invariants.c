// What solutions of hard contact do not depend on: the order of rows, the choice of tangents,
// units, the place in the world, islands, threads, how often a contact is said; and how they
// compare with a method that knows projections only.
#include <engine/hard.h>
#include <engine/step.h>

#include "base/check.h"
#include "constraint/hard/method.h"
#include "constraint/hard_problem.h"

static hard_result solve(const posed* q, int number, mjtNum tolerance, mjtNum* f) {
  hard_result r = {0};
  hard_options o = hard_default_options();
  o.tolerance = tolerance;
  o.iterations = 20000;
  o.inner = 200;
  vec_zero(f, q->p.n);
  hard_method_of(number)->solve(scratch, &q->p, &o, f, &r);
  return r;
}

static const recipe mixed = {.bilateral = 4,
                             .limits = 3,
                             .losses = 3,
                             .contacts = 5,
                             .condim = 3,
                             .dofs = 40,
                             .least_mu = 0.1,
                             .most_mu = 0.9};

// Methods of each kind: sweeps, alternating directions, Newton.
static const struct {
  int number;
  mjtNum tolerance;
} kinds[] = {{engSOL_PGS_NCP, 1e-12}, {engSOL_NBGS_X, 1e-12},   {engSOL_ADMM_NCP, 1e-12},
             {engSOL_NCP, 1e-12},     {engSOL_IMPLICIT, 1e-12}, {engSOL_RAISIM_DS, 1e-10}};
enum { KINDS = sizeof kinds / sizeof *kinds };

// The problem with its blocks in another order: block k of the new one is block order[k].  row[i]
// is what row i was.
static posed* reordered(const posed* q, const int* order, int* row) {
  posed* r = posed_make(q->p.n);
  int n = 0;
  for (int k = 0; k < q->p.nblock; k++) {
    const hard_block* b = q->block + order[k];
    posed_block(r, b->kind, b->dim, b->size);
    for (int i = 0; i < b->dim; i++) row[n++] = b->row + i;
  }
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) r->D[i * n + j] = q->D[row[i] * n + row[j]];
    r->b[i] = q->b[row[i]];
    r->R[i] = q->R[row[i]];
    r->scale[i] = q->scale[row[i]];
  }
  return r;
}

static void the_order_of_rows_does_not_matter(void** state) {
  (void)state;
  for (int seed = 0; seed < 10; seed++) {
    draw_seed(seed);
    posed* q = random_problem(&mixed);
    int order[40], row[MOST_ROWS], n = q->p.n;
    for (int k = 0; k < q->p.nblock; k++) order[k] = k;
    for (int k = q->p.nblock - 1; k > 0; k--) {
      int j = draw_int(0, k), t = order[k];
      order[k] = order[j];
      order[j] = t;
    }
    posed* r = reordered(q, order, row);
    for (int k = 0; k < KINDS; k++) {
      mjtNum f[MOST_ROWS], g[MOST_ROWS], back[MOST_ROWS];
      assert_true(solve(q, kinds[k].number, kinds[k].tolerance, f).solved);
      assert_true(solve(r, kinds[k].number, kinds[k].tolerance, g).solved);
      for (int i = 0; i < n; i++) back[row[i]] = g[i];
      assert_near_vector(back, f, n, 1e3 * kinds[k].tolerance);
    }
    posed_free(q);
    posed_free(r);
  }
}

// Tangents turned by an angle of each contact's own: what is measured along them turns with them.
static void tangents_are_a_choice(void** state) {
  (void)state;
  for (int seed = 0; seed < 10; seed++) {
    draw_seed(seed);
    posed *q = random_problem(&mixed), *r = posed_make(q->p.n);
    int n = q->p.n;
    mjtNum* T = calloc((size_t)n * n, sizeof(mjtNum));
    for (int k = 0; k < q->p.nblock; k++) {
      const hard_block* b = q->block + k;
      posed_block(r, b->kind, b->dim, b->size);
      mjtNum a = mjPI * draw(), c = cos(a), s = sin(a);
      for (int i = b->row; i < b->row + b->dim; i++) T[i * n + i] = 1;
      if (b->kind != HARD_CONE) continue;
      int i = b->row + 1;
      T[i * n + i] = T[(i + 1) * n + i + 1] = c;
      T[i * n + i + 1] = -s;
      T[(i + 1) * n + i] = s;
    }
    mjtNum* half = calloc((size_t)n * n, sizeof(mjtNum));
    mju_mulMatMat(half, T, q->D, n, n, n);
    mju_mulMatMatT(r->D, half, T, n, n, n);
    mju_mulMatVec(r->b, T, q->b, n, n);
    for (int k = 0; k < KINDS; k++) {
      mjtNum f[MOST_ROWS], g[MOST_ROWS], turned[MOST_ROWS];
      assert_true(solve(q, kinds[k].number, kinds[k].tolerance, f).solved);
      assert_true(solve(r, kinds[k].number, kinds[k].tolerance, g).solved);
      mju_mulMatVec(turned, T, f, n, n);
      assert_near_vector(g, turned, n, 1e3 * kinds[k].tolerance);
    }
    free(T);
    free(half);
    posed_free(q);
    posed_free(r);
  }
}

// Every contact said twice: impulses of both together are those of one, velocities the same.
static void contacts_said_twice_share(void** state) {
  (void)state;
  static const int able[] = {engSOL_PGS_NCP, engSOL_NBGS_X, engSOL_ADMM_NCP, engSOL_NCP};
  for (int seed = 0; seed < 10; seed++) {
    draw_seed(seed);
    recipe once = {.contacts = 4, .condim = 3, .dofs = 24, .least_mu = 0.2, .most_mu = 0.8};
    posed *q = random_problem(&once), *r = posed_make(24);
    for (int k = 0; k < 8; k++) posed_block(r, HARD_CONE, 3, q->block[k % 4].size);
    for (int i = 0; i < 24; i++) {
      for (int j = 0; j < 24; j++) r->D[i * 24 + j] = q->D[i % 12 * 12 + j % 12];
      r->b[i] = q->b[i % 12];
    }
    mjtNum f[12], g[24], v[12], w[24];
    assert_true(solve(q, engSOL_NCP, 1e-12, f).solved);
    hard_velocity(&q->p, v, f);
    for (int k = 0; k < 4; k++) {
      assert_true(solve(r, able[k], 1e-11, g).solved);
      hard_velocity(&r->p, w, g);
      for (int i = 0; i < 12; i++) {
        assert_near(w[i], v[i], 1e-9);
        assert_near(w[i + 12], v[i], 1e-9);
        assert_near(g[i] + g[i + 12], f[i], 1e-8);
      }
    }
    posed_free(q);
    posed_free(r);
  }
}

// One body that can move in one way, touched by many: D of rank 1.
static void many_contacts_of_one_motion_are_solved(void** state) {
  (void)state;
  for (int k = 0; k < KINDS; k++) {
    posed* q = posed_make(12);
    mjtNum z[12], f[12], v[12];
    draw_seed(3);
    for (int i = 0; i < 12; i++) z[i] = i % 3 ? 0.2 * draw() : 1 + 0.1 * draw();
    for (int i = 0; i < 4; i++) posed_block(q, HARD_CONE, 3, 0.5);
    for (int i = 0; i < 144; i++) q->D[i] = z[i / 12] * z[i % 12];
    for (int i = 0; i < 12; i++) q->b[i] = -0.3 * z[i];
    posed_scale(q, 0);
    hard_result r = solve(q, kinds[k].number, 1e-9, f);
    if (!r.solved) print_error("%s: %g\n", hard_method_of(kinds[k].number)->name, r.natural_map);
    assert_true(r.solved);
    hard_velocity(&q->p, v, f);
    for (int i = 0; i < 12; i++) assert_near(v[i], 0, 1e-7);
    posed_free(q);
  }
}

// The largest eigenvalue of D + R, at most.
static mjtNum size_of(const posed* q) {
  mjtNum most = 0;
  for (int i = 0; i < q->p.n; i++) {
    mjtNum sum = q->R[i];
    for (int j = 0; j < q->p.n; j++) sum += fabs(q->D[i * q->p.n + j]);
    most = fmax(most, sum);
  }
  return most;
}

// f <- P(f - (v + Gamma) / size): nothing but products and projections.
static void projections_alone_find_the_same(void** state) {
  (void)state;
  recipe few = {.bilateral = 2,
                .limits = 2,
                .losses = 1,
                .contacts = 3,
                .condim = 3,
                .dofs = 40,
                .least_mu = 0.1,
                .most_mu = 0.6};
  for (int seed = 0; seed < 10; seed++) {
    draw_seed(seed);
    posed* q = random_problem(&few);
    mjtNum f[MOST_ROWS] = {0}, g[MOST_ROWS], v[MOST_ROWS], size = size_of(q);
    for (int i = 0; i < 200000 && (i % 100 || posed_map(q, f, 1) > 1e-12); i++) {
      hard_velocity(&q->p, v, f);
      for (int k = 0; k < q->p.nblock; k++) {
        v[q->block[k].row] += hard_correction(q->block + k, v + q->block[k].row);
      }
      for (int j = 0; j < q->p.n; j++) f[j] -= v[j] / size;
      hard_project(&q->p, f);
    }
    assert_true(posed_map(q, f, 1) <= 1e-12);
    for (int k = 0; k < KINDS; k++) {
      assert_true(solve(q, kinds[k].number, kinds[k].tolerance, g).solved);
      assert_near_vector(g, f, q->p.n, 1e3 * kinds[k].tolerance);
    }
    posed_free(q);
  }
}

// Regular problems of many rows, friction up to 0.9 or 3, masses up to six decades apart: all are
// solved, those of usual friction and masses in few iterations.
static void large_regular_problems_take_few_iterations(void** state) {
  (void)state;
  int most_newton = 0, most_admm = 0, count = 0, over = 0, plain_over = 0;
  for (int seed = 0; seed < 120; seed++) {
    draw_seed(seed);
    recipe r = {.bilateral = draw_int(0, 30),
                .limits = draw_int(0, 10),
                .contacts = draw_int(1, 40),
                .condim = 3,
                .decades = 2 * (seed % 4),
                .least_mu = seed % 2 ? 0.1 : 0.5,
                .most_mu = seed % 2 ? 0.9 : 3};
    r.dofs = r.bilateral + r.limits + 3 * r.contacts + 12;
    posed* q = random_problem(&r);
    mjtNum f[MOST_ROWS];
    hard_result at = solve(q, engSOL_NCP, 1e-10, f);
    int admm = at.iterations - at.newton;
    if (!at.solved) {
      print_error("seed %d, %d rows, %g decades: %g after %d and %d\n", seed, q->p.n, r.decades,
                  at.natural_map, admm, at.newton);
    }
    assert_true(at.solved && posed_map(q, f, 1) <= 1e-10);
    most_newton = mjMAX(most_newton, at.newton);
    most_admm = mjMAX(most_admm, admm);
    int many = at.newton > 15 || admm > 60;
    over += many;
    plain_over += many && r.decades <= 2 && r.most_mu < 1;
    count++;
    posed_free(q);
  }
  print_message("%d problems: at most %d steps of Newton and %d of ADMM; more than 15 and 60: %d\n",
                count, most_newton, most_admm, over);
  assert_int_equal(plain_over, 0);
}

// Half as many dofs as rows: velocities are what there is of a solution.
static void redundant_problems_move_one_way(void** state) {
  (void)state;
  int compared = 0, all = 0;
  for (int seed = 0; seed < 40; seed++) {
    draw_seed(seed);
    recipe r = {.bilateral = draw_int(0, 4),
                .limits = draw_int(0, 4),
                .contacts = draw_int(2, 10),
                .condim = 3,
                .least_mu = 0.1,
                .most_mu = 0.9};
    r.dofs = (r.bilateral + r.limits + 3 * r.contacts) / 2;
    posed* q = random_problem(&r);
    mjtNum f[MOST_ROWS], g[MOST_ROWS], v[MOST_ROWS], w[MOST_ROWS];
    all++;
    if (solve(q, engSOL_NCP, 1e-11, f).solved && solve(q, engSOL_ADMM_NCP, 1e-11, g).solved) {
      hard_velocity(&q->p, v, f);
      hard_velocity(&q->p, w, g);
      mjtNum apart = 0;
      for (int i = 0; i < q->p.n; i++) apart = fmax(apart, fabs(v[i] - w[i]));
      if (apart > 1e-8) print_message("seed %d: velocities are %g apart\n", seed, apart);
      compared += apart <= 1e-8;
    }
    posed_free(q);
  }
  print_message("redundant: %d of %d solved by both, alike\n", compared, all);
  assert_true(compared >= 0.9 * all);
}

// --- in the step --------------------------------------------------------------------------------

// Two towers and a ball, in units of so many a metre and a kilogram, at a place of the world.
static mjModel* towers(mjtNum length, mjtNum mass, const mjtNum at[2], int solver) {
  char text[3000];
  int n = snprintf(text, sizeof text,
                   "<mujoco><option cone='elliptic' timestep='.005' gravity='0 0 %.17g' "
                   "iterations='3000' tolerance='1e-12'/><worldbody><geom type='plane' "
                   "size='0 0 1' margin='%.17g' friction='.3'/>",
                   -9.81 * length, 0.004 * length);
  for (int i = 0; i < 4; i++) {
    mjtNum s = (i % 2 ? 0.06 : 0.15) * length;  // above inside below: the same feet everywhere
    n += snprintf(text + n, sizeof text - (size_t)n,
                  "<body pos='%.17g %.17g %.17g'><freejoint/><geom type='box' size='%.17g %.17g "
                  "%.17g' mass='%.17g' margin='%.17g' friction='.3'/></body>",
                  at[0] + length * (i / 2 + 0.02 * (i % 2)), at[1], i % 2 ? 0.36 * length : s, s, s,
                  s, mass * (1 + i), 0.004 * length);
  }
  snprintf(text + n, sizeof text - (size_t)n, "</worldbody></mujoco>");
  mjModel* m = model_from(text);
  m->opt.solver = solver;
  return m;
}

static const int able[] = {engSOL_NBGS_X, engSOL_ADMM_NCP, engSOL_NCP};
enum { ABLE = sizeof able / sizeof *able };

// Pushed so that towers slide, then stand.
static mjData* pushed(const mjModel* m, mjtNum length, int steps) {
  mjData* d = mj_makeData(m);
  for (int b = 0; b < 4; b++) d->qvel[6 * b] = length * (0.3 + 0.1 * b);
  for (int i = 0; i < steps; i++) mj_step(m, d);
  assert_true(d->ncon >= 16);
  return d;
}

static void units_do_not_matter(void** state) {
  (void)state;
  const mjtNum here[2] = {0, 0};
  for (int k = 0; k < ABLE; k++) {
    mjModel *m = towers(1, 1, here, able[k]), *n = towers(1000, 1000, here, able[k]);
    mjData *d = pushed(m, 1, 60), *e = pushed(n, 1000, 60);
    for (int b = 0; b < 4; b++) {
      for (int i = 0; i < 3; i++) {
        assert_near(e->qpos[7 * b + i] / 1000, d->qpos[7 * b + i], 1e-8);
        assert_near(e->qvel[6 * b + i] / 1000, d->qvel[6 * b + i], 1e-8);
        assert_near(e->qvel[6 * b + 3 + i], d->qvel[6 * b + 3 + i], 1e-8);
      }
    }
    mj_deleteData(d);
    mj_deleteData(e);
    mj_deleteModel(m);
    mj_deleteModel(n);
  }
}

static void the_place_does_not_matter(void** state) {
  (void)state;
  const mjtNum here[2] = {0, 0}, there[2] = {8, -4};
  for (int k = 0; k < ABLE; k++) {
    mjModel *m = towers(1, 1, here, able[k]), *n = towers(1, 1, there, able[k]);
    mjData *d = pushed(m, 1, 60), *e = pushed(n, 1, 60);
    for (int b = 0; b < 4; b++) {
      for (int i = 0; i < 3; i++) {
        mjtNum moved = i < 2 ? there[i] : 0;
        assert_near(e->qpos[7 * b + i] - moved, d->qpos[7 * b + i], 1e-9);
      }
      assert_near_vector(e->qvel + 6 * b, d->qvel + 6 * b, 6, 1e-8);
    }
    mj_deleteData(d);
    mj_deleteData(e);
    mj_deleteModel(m);
    mj_deleteModel(n);
  }
}

static void islands_are_what_the_whole_is(void** state) {
  (void)state;
  const mjtNum here[2] = {0, 0};
  for (int k = 0; k < ABLE; k++) {
    mjModel* m = towers(1, 1, here, able[k]);
    mjData* d = pushed(m, 1, 30);
    assert_int_equal(d->nisland, 2);
    m->opt.disableflags |= mjDSBL_ISLAND;
    mjData* e = pushed(m, 1, 30);
    assert_int_equal(e->nisland, 0);
    for (int b = 0; b < 4; b++) {
      assert_near_vector(e->qpos + 7 * b, d->qpos + 7 * b, 7, 1e-9);
      assert_near_vector(e->qvel + 6 * b, d->qvel + 6 * b, 6, 1e-8);
    }
    mj_deleteData(d);
    mj_deleteData(e);
    mj_deleteModel(m);
  }
}

// With nothing that corrects or rebounds the energy of what moves only falls.
static void energy_never_rises(void** state) {
  (void)state;
  const mjtNum here[2] = {0, 0};
  static const int all[] = {engSOL_PGS_NCP, engSOL_NBGS_X,   engSOL_RAISIM_DS, engSOL_ADMM_NCP,
                            engSOL_NCP,     engSOL_IMPLICIT, engSOL_PGS_CCP,   engSOL_ADMM_CCP};
  for (int k = 0; k < 8; k++) {
    mjModel* m = towers(1, 1, here, all[k]);
    m->ext.hard.erpcontact = 0;
    m->opt.enableflags |= mjENBL_ENERGY;
    for (int weightless = 0; weightless < 2; weightless++) {
      mjData* d = mj_makeData(m);
      if (weightless) m->opt.gravity[2] = 0;
      draw_seed(4);
      for (int i = 0; i < m->nv; i++) d->qvel[i] = (i % 6 < 3 ? 0.5 : 2) * draw();
      mj_forward(m, d);
      mjtNum before = d->energy[0] + d->energy[1];
      for (int i = 0; i < 200; i++) {
        mj_step(m, d);
        mj_forward(m, d);
        mjtNum after = d->energy[0] + d->energy[1];
        // rotations cost the step a little energy of their own
        if (!(after <= before + 2e-4)) {
          fail_msg("solver %d, step %d: energy %g after %g", all[k], i, after, before);
        }
        before = after;
      }
      mj_deleteData(d);
    }
    mj_deleteModel(m);
  }
}

static void every_method_has_the_same_bits_on_any_number_of_threads(void** state) {
  (void)state;
  const mjtNum here[2] = {0, 0};
  for (int k = 0; k < hard_nmethod; k++) {
    mjModel* m = towers(1, 1, here, hard_methods[k].number);
    m->opt.iterations = 50;
    mjData* d = pushed(m, 1, 40);
    for (int threads = 1; threads <= 4; threads++) {
      mjData* e = mj_makeData(m);
      mjThreadPool* pool = mju_threadPoolCreate((size_t)threads);
      mju_bindThreadPool(e, pool);
      for (int b = 0; b < 4; b++) e->qvel[6 * b] = 0.3 + 0.1 * b;
      for (int i = 0; i < 40; i++) mj_step(m, e);
      assert_memory_equal(e->qpos, d->qpos, sizeof(mjtNum) * (size_t)m->nq);
      assert_memory_equal(e->qvel, d->qvel, sizeof(mjtNum) * (size_t)m->nv);
      mj_deleteData(e);
      mju_threadPoolDestroy(pool);
    }
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// --- memory -------------------------------------------------------------------------------------

static long allocations;

static void* count_malloc(size_t size) {
  allocations++;
  return malloc(size);
}

static void no_method_allocates_in_a_step(void** state) {
  (void)state;
  const mjtNum here[2] = {0, 0};
  for (int k = 0; k < hard_nmethod; k++) {
    mjModel* m = towers(1, 1, here, hard_methods[k].number);
    m->opt.iterations = 50;
    mjData* d = pushed(m, 1, 5);
    mju_user_malloc = count_malloc;
    allocations = 0;
    engHardReport report;
    for (int i = 0; i < 30; i++) {
      mj_step(m, d);
      eng_hardReport(m, d, &report);
    }
    long found = allocations;
    mju_user_malloc = NULL;
    if (!HOSTILE) assert_int_equal(found, 0);  // a hostile build moves the arena
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// Without friction what slides keeps its velocity.
static void friction_may_be_nothing_or_endless(void** state) {
  (void)state;
  static const char* const friction[2] = {"0", "1e6"};
  for (int k = 0; k < 2; k++) {
    char text[600];
    snprintf(text, sizeof text,
             "<mujoco><option cone='elliptic' timestep='.005' solver='NCP' tolerance='1e-11'/>"
             "<default><geom friction='%s' margin='.002'/></default><worldbody><geom type='plane' "
             "size='0 0 1'/><body pos='0 0 .1'><freejoint/><geom type='box' size='.5 .5 .1'/>"
             "</body></worldbody></mujoco>",
             friction[k]);
    mjModel* m = model_from(text);
    mjData* d = mj_makeData(m);
    d->qvel[0] = 0.2;
    for (int i = 0; i < 20; i++) mj_step(m, d);
    // coefficients are at least 1e-5
    if (k == 0) assert_near(d->qvel[0], 0.2 - 1e-5 * 9.81 * 0.1, 1e-9);
    // it would tip about its front edge, if it could not be stopped at once
    if (k == 1) assert_true(fabs(d->qvel[0]) < 0.2 && isfinite(d->qvel[4]));
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_order_of_rows_does_not_matter),
      cmocka_unit_test(tangents_are_a_choice),
      cmocka_unit_test(contacts_said_twice_share),
      cmocka_unit_test(many_contacts_of_one_motion_are_solved),
      cmocka_unit_test(projections_alone_find_the_same),
      cmocka_unit_test(large_regular_problems_take_few_iterations),
      cmocka_unit_test(redundant_problems_move_one_way),
      cmocka_unit_test(units_do_not_matter),
      cmocka_unit_test(the_place_does_not_matter),
      cmocka_unit_test(islands_are_what_the_whole_is),
      cmocka_unit_test(energy_never_rises),
      cmocka_unit_test(every_method_has_the_same_bits_on_any_number_of_threads),
      cmocka_unit_test(no_method_allocates_in_a_step),
      cmocka_unit_test(friction_may_be_nothing_or_endless),
  };
  return cmocka_run_group_tests(tests, make_scratch, drop_scratch);
}
