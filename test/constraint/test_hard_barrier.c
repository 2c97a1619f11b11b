// The log-barrier model of contact: its inverse undoes it, it becomes the convex relaxation, it
// rests where the formula says, and its pieces are what they are defined as.

#include <engine/hard.h>

#include "constraint/hard/barrier.h"
#include "constraint/hard/method.h"
#include "constraint/hard_problem.h"

static hard_result forward(const posed* q, mjtNum kappa, mjtNum* f) {
  hard_options o = hard_default_options();
  hard_result r = {0};
  o.kappa = kappa;
  vec_zero(f, q->p.n);
  hard_barrier_forward(scratch, &q->p, &o, f, &r);
  return r;
}

static void soften(posed* q, mjtNum R) {
  for (int i = 0; i < q->p.n; i++) q->R[i] = R;
}

static mjtNum distance(const mjtNum* a, const mjtNum* b, int n) {
  mjtNum most = 0, size = 1e-300;
  for (int i = 0; i < n; i++) {
    most = mjMAX(most, fabs(a[i] - b[i]));
    size = mjMAX(size, fabs(b[i]));
  }
  return most / size;
}

// Velocities of the forward model, put into the inverse, give back impulses and what was driving.
static void the_inverse_gives_back_impulses_and_drive(void** state) {
  (void)state;
  static const recipe recipes[] = {
      {.contacts = 1, .condim = 3, .dofs = 15, .least_mu = 0.2, .most_mu = 0.9},
      {.contacts = 2, .limits = 2, .condim = 3, .dofs = 20, .least_mu = 0.2, .most_mu = 0.9},
      {.contacts = 5, .condim = 4, .dofs = 32, .least_mu = 0.2, .most_mu = 0.9},
      {.contacts = 10, .limits = 3, .condim = 3, .dofs = 45, .least_mu = 0.2, .most_mu = 0.9},
      {.contacts = 3,
       .limits = 3,
       .losses = 3,
       .bilateral = 4,
       .condim = 6,
       .dofs = 40,
       .least_mu = 0.2,
       .most_mu = 0.9},
  };
  for (int seed = 0; seed < 100; seed++) {
    draw_seed(seed);
    mjtNum kappa = pow(10, -2 * (1 + seed % 3)), f[64], g[64], v[64], b[64];
    posed* q = random_problem(recipes + seed % 5);
    soften(q, 1e-3);
    hard_result r = forward(q, kappa, f);
    if (!r.solved) print_error("seed %d: gradient %g\n", seed, r.natural_map);
    assert_true(r.solved);
    hard_mul(&q->p, v, f);
    vec_add(v, v, q->b, q->p.n);
    assert_int_equal(hard_barrier_inverse(scratch, &q->p, kappa, v, g), 0);
    hard_mul(&q->p, b, g);
    vec_sub(b, v, b, q->p.n);
    if (distance(g, f, q->p.n) > 1e-7) print_error("seed %d, kappa %g\n", seed, kappa);
    assert_true(distance(g, f, q->p.n) <= 1e-7);
    assert_true(distance(b, q->b, q->p.n) <= 1e-7);
    posed_free(q);
  }
}

// The objective by its definition; infinite outside of its domain.
static mjtNum objective(const posed* q, mjtNum kappa, const mjtNum* f) {
  mjtNum v[64], sum = 0;
  hard_mul(&q->p, v, f);
  for (int i = 0; i < q->p.n; i++) {
    sum += f[i] * (0.5 * (v[i] + q->R[i] * f[i]) + q->b[i]);
    v[i] += q->b[i];
  }
  for (int k = 0; k < q->p.nblock; k++) {
    const hard_block* b = q->block + k;
    const mjtNum* fb = f + b->row;
    mjtNum t = 0;
    for (int i = 1; i < b->dim; i++) t += fb[i] * fb[i];
    if (b->kind == HARD_RAY) sum -= kappa * (log(fb[0]) + log(v[b->row]));
    if (b->kind == HARD_BOX) sum -= kappa * (log(b->size - fb[0]) + log(b->size + fb[0]));
    if (b->kind == HARD_CONE) {
      sum -= kappa * (log(fb[0]) + log(b->size * b->size * fb[0] * fb[0] - t) + log(v[b->row]));
    }
  }
  return sum;
}

// No step in any direction lowers the objective.
static void forward_finds_the_minimum(void** state) {
  (void)state;
  recipe r = {.contacts = 3,
              .limits = 2,
              .losses = 2,
              .bilateral = 2,
              .condim = 3,
              .dofs = 25,
              .least_mu = 0.2,
              .most_mu = 0.9};
  for (int seed = 0; seed < 50; seed++) {
    draw_seed(seed);
    posed* q = random_problem(&r);
    soften(q, 1e-2);
    mjtNum f[64], g[64];
    assert_true(forward(q, 1e-3, f).solved);
    mjtNum least = objective(q, 1e-3, f);
    assert_true(isfinite(least));
    for (int trial = 0; trial < 60; trial++) {
      mjtNum size = pow(10, -6 + trial % 6);
      for (int i = 0; i < q->p.n; i++) g[i] = f[i] + size * draw_normal();
      mjtNum there = objective(q, 1e-3, g);
      assert_true(!(there < least - 1e-12));
    }
    posed_free(q);
  }
}

// --- by Newton of our own -----------------------------------------------------------------------

// Gradient and Hessian of the objective by its definition, of problems of limits and contacts.
static void derivatives(const posed* q, mjtNum kappa, const mjtNum* f, mjtNum* g, mjtNum* H) {
  int n = q->p.n;
  mjtNum v[64], bend[64] = {0};
  hard_mul(&q->p, v, f);
  for (int i = 0; i < n; i++) {
    v[i] += q->b[i];
    g[i] = v[i] + q->R[i] * f[i];
    for (int j = 0; j < n; j++) H[i * n + j] = q->D[i * n + j] + (i == j) * q->R[i];
  }
  for (int k = 0; k < q->p.nblock; k++) {
    const hard_block* b = q->block + k;
    int row = b->row, dim = b->dim;
    mjtNum mu2 = b->size * b->size, w[6] = {2 * mu2 * f[row]}, cone = mu2 * f[row] * f[row];
    g[row] -= kappa / f[row];
    H[row * (n + 1)] += kappa / (f[row] * f[row]);
    for (int i = 0; i < n; i++) g[i] -= kappa / v[row] * q->D[i * n + row];
    bend[row] = kappa / (v[row] * v[row]);
    for (int i = 1; i < dim; i++) {
      w[i] = -2 * f[row + i];
      cone -= f[row + i] * f[row + i];
    }
    for (int i = 0; i < dim && b->kind == HARD_CONE; i++) {
      g[row + i] -= kappa * w[i] / cone;
      for (int j = 0; j < dim; j++) {
        H[(row + i) * n + row + j] += kappa * w[i] * w[j] / (cone * cone);
      }
      H[(row + i) * (n + 1)] -= kappa / cone * (i ? -2 : 2 * mu2);
    }
  }
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      for (int k = 0; k < n; k++) H[i * n + j] += q->D[i * n + k] * bend[k] * q->D[k * n + j];
    }
  }
}

static const recipe without_joints = {
    .contacts = 4, .limits = 2, .condim = 3, .dofs = 26, .least_mu = 0.2, .most_mu = 0.9};

// Down from anywhere inside, with halving; the objective only falls.
static void descend(const posed* q, mjtNum kappa, mjtNum* f) {
  int n = q->p.n;
  mjtNum g[64], H[64 * 64], trial[64];
  for (int i = 0; i < 500; i++) {
    derivatives(q, kappa, f, g, H);
    if (vec_norm(g, n) < 1e-13) return;
    mju_cholFactor(H, n, 0);
    mju_cholSolve(g, H, g, n);
    mjtNum before = objective(q, kappa, f), a = 1;
    for (int halvings = 0; halvings < 60; halvings++, a *= 0.5) {
      vec_add_scaled(trial, f, -a, g, n);
      int inside = 1;
      for (int k = 0; k < q->p.nblock; k++) {
        const mjtNum* x = trial + q->block[k].row;
        mjtNum most = q->block[k].kind == HARD_CONE ? q->block[k].size * x[0] : HUGE_VAL;
        inside &= x[0] > 0 && (q->block[k].kind == HARD_RAY || hypot(x[1], x[2]) < most);
      }
      mjtNum there = inside ? objective(q, kappa, trial) : NAN;
      if (there <= before + 1e-15) break;
      if (halvings == 59) return;
    }
    vec_copy(f, trial, n);
  }
}

// Strictly convex: from two starts that have nothing in common there is one minimum.
static void every_start_leads_to_the_same_impulses(void** state) {
  (void)state;
  int compared = 0;
  for (int seed = 0; seed < 20; seed++) {
    draw_seed(seed);
    posed* q = random_problem(&without_joints);
    soften(q, 1e-2);
    mjtNum f[64], v[64], other[64] = {0}, least = -1;
    assert_true(forward(q, 1e-3, f).solved);
    // large pressure everywhere, until all velocities are positive
    for (mjtNum size = 1; size < 1e4 && !(least > 0); size *= 2) {
      for (int k = 0; k < q->p.nblock; k++) other[q->block[k].row] = size * draw_between(1, 2);
      hard_mul(&q->p, v, other);
      least = HUGE_VAL;
      for (int k = 0; k < q->p.nblock; k++) {
        int row = q->block[k].row;
        least = fmin(least, v[row] + q->b[row]);
      }
    }
    if (least > 0) {
      descend(q, 1e-3, other);
      mjtNum apart = distance(other, f, q->p.n);
      if (apart > 1e-10) print_error("seed %d: %g apart\n", seed, apart);
      assert_true(apart <= 1e-10);
      compared++;
    }
    posed_free(q);
  }
  assert_true(compared > 10);
}

// df/dc = -H^-1 (I + A V''): differences of two sizes agree with it, with no kink where a contact
// begins to stick, to slide or to part.
static void impulses_are_smooth(void** state) {
  (void)state;
  for (int seed = 0; seed < 20; seed++) {
    draw_seed(seed);
    posed* q = random_problem(&without_joints);
    soften(q, 1e-2);
    int n = q->p.n, at = draw_int(0, n - 1);
    mjtNum f[64], g[64], H[64 * 64], v[64], slope[64], plus[64], minus[64];
    assert_true(forward(q, 1e-3, f).solved);
    derivatives(q, 1e-3, f, g, H);
    hard_mul(&q->p, v, f);
    mjtNum kept = q->b[at], bend = 0;
    for (int k = 0; k < q->p.nblock; k++) {
      if (q->block[k].row == at) bend = 1e-3 / pow(v[at] + q->b[at], 2);
    }
    for (int i = 0; i < n; i++) slope[i] = -(i == at) - q->D[i * n + at] * bend;
    mju_cholFactor(H, n, 0);
    mju_cholSolve(slope, H, slope, n);
    for (int size = 0; size < 2; size++) {
      mjtNum eps = size ? 1e-6 : 1e-5, largest = 0;
      q->b[at] = kept + eps;
      forward(q, 1e-3, plus);
      q->b[at] = kept - eps;
      forward(q, 1e-3, minus);
      q->b[at] = kept;
      for (int i = 0; i < n; i++) largest = fmax(largest, fabs(slope[i]));
      for (int i = 0; i < n; i++) {
        mjtNum found = (plus[i] - minus[i]) / (2 * eps);
        assert_true(fabs(found - slope[i]) <= 2e-4 * (1 + largest));
      }
    }
    posed_free(q);
  }
}

// --- what it becomes ----------------------------------------------------------------------------

// kappa, R -> 0: the convex relaxation, in proportion to kappa, or to its root where a contact
// neither clearly slides nor clearly sticks.
static void it_becomes_the_convex_relaxation(void** state) {
  (void)state;
  recipe r = {.contacts = 3, .condim = 3, .dofs = 20, .least_mu = 0.2, .most_mu = 0.9};
  for (int seed = 0; seed < 10; seed++) {
    draw_seed(seed);
    posed* q = random_problem(&r);
    mjtNum f[9], g[9];
    hard_options o = hard_default_options();
    hard_result ccp = {0};
    o.tolerance = 1e-11;
    o.iterations = 20000;
    vec_zero(g, 9);
    hard_method_of(engSOL_PGS_CCP)->solve(scratch, &q->p, &o, g, &ccp);
    assert_true(ccp.solved);
    mjtNum before = HUGE_VAL, first = 0;
    for (mjtNum kappa = 1e-3; kappa > 5e-9; kappa /= 10) {
      soften(q, 1e-3 * kappa);
      forward(q, kappa, f);
      mjtNum now = distance(f, g, 9);
      assert_true(now < 0.5 * before);
      before = now;
      if (first == 0) first = now;
    }
    if (before > first / 100 || before > 1e-3)
      print_error("seed %d: %g from %g\n", seed, before, first);
    assert_true(before < first / 100 && before < 1e-3);
    posed_free(q);
  }
}

// A body at rest hovers: with f = m g h, w from  w^2 + (R f - 3 kappa / f) w = kappa A.
static void one_contact_rests_at_the_velocity_of_the_formula(void** state) {
  (void)state;
  static const mjtNum R[4] = {0.1, 0.01, 0.1, 1e-3}, kappa[4] = {1e-4, 1e-5, 1e-6, 1e-8},
                      height[4] = {4.0536e-5, 1.8600e-5, 5.08e-7, 3.70e-7};
  const mjtNum m = 2, h = 0.01, weight = m * 9.81 * h, A = 1 / m;
  for (int i = 0; i < 4; i++) {
    mjtNum s = R[i] * A * weight - 3 * kappa[i] / weight;
    mjtNum w = (-s + sqrt(s * s + 4 * kappa[i] * A)) / 2;
    assert_near(h * w / height[i], 1, 2e-3);
    posed* q = posed_make(3);
    posed_block(q, HARD_CONE, 3, 0.7);
    for (int k = 0; k < 3; k++) q->D[4 * k] = A;
    q->b[0] = w - 9.81 * h;  // this far above the floor, falling
    posed_scale(q, 0);
    soften(q, R[i]);
    mjtNum f[8];
    assert_true(forward(q, kappa[i], f).solved);
    assert_near(f[0] * q->scale[0] / weight, 1, 1e-9);
    posed_free(q);
  }
}

// The contact's own inverse against its stationarity, for weak and strong barriers.
static void the_inverse_of_a_contact_is_stationary_in_few_steps(void** state) {
  (void)state;
  static const int dims[3] = {3, 4, 6};
  int steps = 0, count = 0, worst = 0;
  for (int seed = 0; seed < 3000; seed++) {
    draw_seed(seed);
    hard_barrier_contact c = {dims[seed % 3], draw_between(0.05, 2), pow(10, draw_between(-4, 0)),
                              pow(10, draw_between(-10, -2))};
    mjtNum r[6], f[6], q = 0;
    for (int i = 0; i < c.dim; i++) r[i] = draw_normal();
    int n = hard_barrier_contact_inverse(&c, r, f);
    for (int i = 1; i < c.dim; i++) q += f[i] * f[i];
    q = (c.mu * f[0] - sqrt(q)) * (c.mu * f[0] + sqrt(q));
    assert_true(f[0] > 0 && q > 0);
    // gradient: R f + r - kappa grad(log n + log q), up to what the difference in q leaves
    mjtNum g = c.R * f[0] + r[0] - c.kappa * (1 / f[0] + 2 * c.mu * c.mu * f[0] / q);
    mjtNum rounding = 1e-13 * c.mu * f[0] * c.mu * f[0] / q * c.kappa * c.mu * c.mu * f[0] / q;
    assert_true(fabs(g) <= 1e-9 + 10 * rounding);
    steps += n;
    count++;
    worst = mjMAX(worst, n);
  }
  assert_true(steps < 8 * count && worst < 40);
}

static void motions_that_do_not_exist_are_counted(void** state) {
  (void)state;
  recipe r = {.contacts = 3, .limits = 1, .condim = 3, .dofs = 20, .least_mu = 0.2, .most_mu = 0.9};
  posed* q = random_problem(&r);
  mjtNum v[10] = {-1, 0.1, 0, 0, -0.1, 0, 0, 0.2, 0, 0}, f[10];
  soften(q, 1e-3);
  assert_int_equal(hard_barrier_inverse(scratch, &q->p, 1e-4, v, f), 2);
  for (int i = 0; i < 10; i++) assert_true(isfinite(f[i]));
  posed_free(q);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_inverse_gives_back_impulses_and_drive),
      cmocka_unit_test(forward_finds_the_minimum),
      cmocka_unit_test(every_start_leads_to_the_same_impulses),
      cmocka_unit_test(impulses_are_smooth),
      cmocka_unit_test(it_becomes_the_convex_relaxation),
      cmocka_unit_test(one_contact_rests_at_the_velocity_of_the_formula),
      cmocka_unit_test(the_inverse_of_a_contact_is_stationary_in_few_steps),
      cmocka_unit_test(motions_that_do_not_exist_are_counted),
  };
  return cmocka_run_group_tests(tests, make_scratch, drop_scratch);
}
