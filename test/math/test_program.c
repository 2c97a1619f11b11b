// Small optimisation problems: their solutions satisfy the conditions of optimality.

#include "math/draw.h"
#include <engine/base.h>
#include <engine/math.h>

#include "math/qcqp.h"

enum { MOST = 20, CASES = 500 };

static void draw_positive(mjtNum* h, int n) {
  mjtNum root[MOST * MOST];
  draw_vector(root, n * n);
  mju_mulMatMatT(h, root, root, n, n, n);
  for (int i = 0; i < n; i++) h[i * (n + 1)] += 0.1;
}

// The gradient vanishes in free dimensions and pushes against the bound in the others.
static void box_solution_is_optimal(void** state) {
  (void)state;
  for (int c = 0; c < CASES; c++) {
    draw_seed(c);
    int n = draw_int(1, MOST), index[MOST], which = draw_int(0, 3);
    mjtNum h[MOST * MOST], g[MOST], low[MOST], high[MOST], x[MOST], r[MOST * (MOST + 7)];
    mjtNum gradient[MOST];
    draw_positive(h, n);
    draw_vector(g, n);
    draw_vector(x, n);
    for (int i = 0; i < n; i++) {
      low[i] = 0.3 * draw();
      high[i] = low[i] + 0.01 + fabs(draw());
    }
    const mjtNum* lower = which & 1 ? low : NULL;
    const mjtNum* upper = which & 2 ? high : NULL;
    int nfree = mju_boxQP(x, r, index, h, g, n, lower, upper);
    assert_in_range(nfree, 0, n);
    mju_mulMatVec(gradient, h, x, n, n);
    mju_addTo(gradient, g, n);
    int k = 0;
    for (int i = 0; i < n; i++) {
      assert_true(!lower || x[i] >= low[i]);
      assert_true(!upper || x[i] <= high[i]);
      if (k < nfree && index[k] == i) {
        k++;
        assert_near(gradient[i], 0, 1e-7);
      } else {
        bool at_low = lower && x[i] == low[i] && gradient[i] > 0;
        bool at_high = upper && x[i] == high[i] && gradient[i] < 0;
        assert_true(at_low || at_high);
      }
    }
    assert_int_equal(k, nfree);
    // R is the factor of the free part of H
    for (int i = 0; i < nfree; i++) {
      for (int j = 0; j <= i; j++) {
        mjtNum s = mju_dot(r + i * nfree, r + j * nfree, j + 1);
        assert_near(s, h[index[i] * n + index[j]], 1e-12);
      }
    }
    assert_int_equal(mju_boxQP(x, r, NULL, h, g, n, lower, upper), nfree);
  }
}

static int errors;
static void count_error(const char* message) {
  assert_non_null(strstr(message, "mju_boxQP"));
  errors++;
}

static void bad_programs_fail(void** state) {
  (void)state;
  mjtNum x[2] = {0, 0}, r[18], h[4] = {1, 0, 0, -1}, g[2] = {1, 1}, low[2] = {0, 0},
         high[2] = {1, 0};
  assert_int_equal(mju_boxQP(x, r, NULL, h, g, 2, NULL, NULL), -1);
  mjtNum below[2] = {-1, -1};
  assert_int_equal(mju_boxQP(x, r, NULL, h, g, 2, below, NULL), -1);
  h[3] = NAN;
  assert_int_equal(mju_boxQP(x, r, NULL, h, g, 2, below, NULL), -1);
  mju_user_error = count_error;
  assert_int_equal(mju_boxQP(x, r, NULL, h, g, 0, NULL, NULL), -1);
  assert_int_equal(mju_boxQP(x, r, NULL, h, g, 2, low, high), -1);
  mju_user_error = NULL;
  assert_int_equal(errors, 2);
}

static void allocation_is_large_enough(void** state) {
  (void)state;
  mjtNum *x, *r, *h, *g;
  enum { n = 5 };
  mju_boxQPmalloc(&x, &r, NULL, &h, &g, n, NULL, NULL);
  for (int i = 0; i < n * (n + 7); i++) r[i] = 0;
  mju_eye(h, n);
  mju_fill(g, 1, n);
  assert_int_equal(mju_boxQP(x, r, NULL, h, g, n, NULL, NULL), n);
  for (int i = 0; i < n; i++) assert_near(x[i], -1, 1e-15);
  mju_free(x);
  mju_free(r);
  mju_free(h);
  mju_free(g);
}

// Inside: the gradient vanishes (the radius is not so small that 20 iterations would not do).  On
// the bound: it is -lambda times the bound's own, lambda > 0.
static void ellipsoid_solution_is_optimal(void** state) {
  (void)state;
  int inside = 0;
  for (int c = 0; c < 4 * CASES; c++) {
    draw_seed(c);
    int n = (const int[]){2, 3, 5, 1, 4}[c % 5];
    mjtNum a[25], b[5], d[5], x[5], r = 1 + draw() / 2, gradient[5], used = 0, lambda = 0;
    draw_positive(a, n);
    draw_vector(b, n);
    mju_scl(b, b, draw_int(0, 1) ? 0.2 : 2, n);
    for (int i = 0; i < n; i++) d[i] = 0.2 + fabs(draw());
    int active = qcqp(x, a, b, d, r, n);
    mju_mulMatVec(gradient, a, x, n, n);
    mju_addTo(gradient, b, n);
    for (int i = 0; i < n; i++) {
      used += x[i] * x[i] / (d[i] * d[i]);
      lambda -= gradient[i] * x[i];
    }
    if (!active) {
      assert_true(used <= r * r + 1e-9);
      for (int i = 0; i < n; i++) assert_near(gradient[i], 0, 1e-11);
      inside++;
      continue;
    }
    assert_near(used, r * r, 1e-6);
    lambda /= used;
    assert_true(lambda > 0);
    for (int i = 0; i < n; i++) assert_near(gradient[i], -lambda * x[i] / (d[i] * d[i]), 1e-8);
  }
  assert_in_range(inside, 100, 3 * CASES);
}

static void flat_ellipsoid_programs_give_zero(void** state) {
  (void)state;
  for (int n = 1; n <= 5; n++) {
    mjtNum a[25] = {0}, b[5] = {1, 1, 1, 1, 1}, d[5] = {1, 1, 1, 1, 1}, x[5] = {9, 9, 9, 9, 9};
    assert_int_equal(qcqp(x, a, b, d, 1, n), 0);
    for (int i = 0; i < n; i++) assert_true(x[i] == 0);
    a[0] = NAN;
    assert_int_equal(qcqp(x, a, b, d, 1, n), 0);
    for (int i = 0; i < n; i++) assert_true(x[i] == 0);
  }
}

// Only the lower triangle counts, whatever stands above it.
static void the_upper_triangle_is_not_read(void** state) {
  (void)state;
  const mjtNum lower[3] = {-2, -2, -2}, upper[3] = {0, .5, 0}, g[3] = {1, 3, -2};
  const mjtNum full[9] = {2, .3, -.4, .3, 1, .2, -.4, .2, 3};
  const mjtNum half[9] = {2, 7, -400, .3, 1, 1e9, -.4, .2, 3};
  for (int bounds = 0; bounds < 2; bounds++) {
    mjtNum x[3] = {0}, y[3] = {0}, R[30];
    const mjtNum *lo = bounds ? lower : NULL, *hi = bounds ? upper : NULL;
    int index[3], n = mju_boxQP(x, R, index, full, g, 3, lo, hi);
    assert_int_equal(mju_boxQP(y, R, index, half, g, 3, lo, hi), n);
    for (int i = 0; i < 3; i++) assert_true(fabs(x[i] - y[i]) < 1e-14);
  }
  const mjtNum H[4] = {1, -400, 0, 1}, slope[2] = {1, 3}, low[2] = {-2, -2}, high[2] = {0, 0};
  mjtNum x[2] = {0}, R[18];
  int index[2];
  assert_int_equal(mju_boxQP(x, R, index, H, slope, 2, low, high), 1);
  assert_true(fabs(x[0] + 1) < 1e-12 && x[1] == -2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_upper_triangle_is_not_read),
      cmocka_unit_test(box_solution_is_optimal),
      cmocka_unit_test(bad_programs_fail),
      cmocka_unit_test(allocation_is_large_enough),
      cmocka_unit_test(ellipsoid_solution_is_optimal),
      cmocka_unit_test(flat_ellipsoid_programs_give_zero),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
