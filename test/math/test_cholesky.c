// Dense and banded Cholesky: L L' is the matrix, solving undoes multiplying, updates equal
// refactoring.

#include "math/draw.h"
#include "math/cholesky.h"
#include "math/dense.h"

enum { MOST = 130 };
static const int sizes[] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  11, 12,  15,
                            16, 27, 47, 48, 49, 55, 56, 57, 60, 64, 96, 100, 130};
#define SIZES (int)(sizeof sizes / sizeof sizes[0])

static mjtNum full[MOST * MOST], l[MOST * MOST], product[MOST * MOST], root[MOST * MOST];

// A random symmetric positive definite matrix.
static void draw_positive(mjtNum* a, int n) {
  draw_vector(root, n * n);
  mat_mul_t(a, root, root, n, n, n);
  for (int i = 0; i < n; i++) a[i * (n + 1)] += 0.5;
}

// L L' of the lower part of l.
static void square(mjtNum* r, const mjtNum* factor, int n) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) root[i * n + j] = j <= i ? factor[i * n + j] : 0;
  }
  mat_mul_t(r, root, root, n, n, n);
}

static void factor_squares_to_the_matrix_and_leaves_the_upper_part(void** state) {
  (void)state;
  for (int c = 0; c < 4 * SIZES; c++) {
    draw_seed(c);
    int n = sizes[c % SIZES];
    draw_positive(full, n);
    vec_copy(l, full, n * n);
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) l[i * n + j] = NAN;
    }
    assert_int_equal(mju_cholFactor(l, n, mjMINVAL), n);
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) assert_true(isnan(l[i * n + j]));
    }
    square(product, l, n);
    assert_near_vector(product, full, n * n, 1e-12);
    mjtNum b[MOST], x[MOST], r[MOST];
    draw_vector(b, n);
    mju_cholSolve(x, l, b, n);
    mat_mul_vec(r, full, x, n, n);
    assert_near_vector(r, b, n, 1e-10);
    mju_cholSolve(b, l, b, n);
    assert_memory_equal(b, x, sizeof(mjtNum) * n);
  }
}

static void small_pivots_are_replaced_and_counted(void** state) {
  (void)state;
  for (int c = 0; c < SIZES; c++) {
    int n = sizes[c];
    for (int i = 0; i < n * n; i++) full[i] = 1;  // rank 1
    assert_int_equal(mju_cholFactor(full, n, 0.25), n > 0);
    for (int i = 0; i < n; i++) assert_near(full[i * (n + 1)], i == 0 ? 1 : 0.5, 1e-15);
    for (int i = 0; i < n * n; i++) full[i] = NAN;
    assert_int_equal(mju_cholFactor(full, n, mjMINVAL), 0);
  }
}

static void update_equals_refactoring(void** state) {
  (void)state;
  for (int c = 0; c < 4 * SIZES; c++) {
    draw_seed(c);
    int n = sizes[c % SIZES];
    mjtNum x[MOST], y[MOST];
    draw_positive(full, n);
    draw_vector(x, n);
    for (int i = 0; i < n; i++) {
      if (draw_int(0, 2)) x[i] = 0;
    }
    // up from full, down to it
    vec_copy(l, full, n * n);
    mju_cholFactor(l, n, mjMINVAL);
    vec_copy(y, x, n);
    assert_int_equal(mju_cholUpdate(l, y, n, 1), n);
    square(product, l, n);
    for (int i = 0; i < n; i++) vec_axpy(product + i * n, -x[i], x, n);
    assert_near_vector(product, full, n * n, 1e-11);
    vec_copy(y, x, n);
    assert_int_equal(mju_cholUpdate(l, y, n, 0), n);
    square(product, l, n);
    assert_near_vector(product, full, n * n, 1e-10);
  }
  mjtNum one = 1, two = 2;
  assert_int_equal(mju_cholUpdate(&one, &two, 1, 0), 0);
  assert_near(one * one, mjMINVAL, 1e-16);
}

// --- band ---------------------------------------------------------------------------------------

typedef struct {
  int n, nband, ndense, size;
} band;

static band draw_band(mjtNum* dense) {
  band b = {.n = draw_int(1, 30)};
  b.ndense = draw_int(0, b.n);
  b.nband = draw_int(1, b.n);
  b.size = (b.n - b.ndense) * b.nband + b.ndense * b.n;
  vec_zero(dense, b.n * b.n);
  for (int i = 0; i < b.n; i++) {
    for (int j = 0; j <= i; j++) {
      bool stored = i - j < b.nband || i >= b.n - b.ndense;
      if (stored) dense[i * b.n + j] = dense[j * b.n + i] = i == j ? b.n + draw() : draw();
    }
  }
  return b;
}

static void band_algebra_is_dense_algebra(void** state) {
  (void)state;
  for (int c = 0; c < 300; c++) {
    draw_seed(c);
    band b = draw_band(full);
    int n = b.n;
    mjtNum mat[31 * 31], back[30 * 30], v[3 * 30], r[3 * 30], expect[30];
    memset(mat, 0xff, sizeof mat);  // NaN where nothing is stored
    mju_dense2Band(mat, full, n, b.nband, b.ndense);
    assert_true(isnan(mat[b.size]));
    for (int i = 0; i < n; i++) {
      assert_true(mat[mju_bandDiag(i, n, b.nband, b.ndense)] == full[i * (n + 1)]);
    }
    mju_band2Dense(back, mat, n, b.nband, b.ndense, 1);
    assert_memory_equal(back, full, sizeof(mjtNum) * n * n);
    mju_band2Dense(back, mat, n, b.nband, b.ndense, 0);
    draw_vector(v, 3 * n);
    for (int sym = 0; sym < 2; sym++) {
      mju_bandMulMatVec(r, mat, v, n, b.nband, b.ndense, 3, sym);
      for (int k = 0; k < 3; k++) {
        mat_mul_vec(expect, sym ? full : back, v + k * n, n, n);
        assert_near_vector(r + k * n, expect, n, 1e-13);
      }
    }
    // factor and solve
    mjtNum add = draw_int(0, 1) ? 0.3 : 0, mul = draw_int(0, 1) ? 0.2 : 0;
    for (int i = 0; i < n; i++) full[i * (n + 1)] += add + mul * full[i * (n + 1)];
    mjtNum smallest = mju_cholFactorBand(mat, n, b.nband, b.ndense, add, mul);
    vec_copy(l, full, n * n);
    mju_cholFactor(l, n, mjMINVAL);
    mjtNum least = l[0] * l[0];
    for (int i = 1; i < n; i++) least = fmin(least, l[i * (n + 1)] * l[i * (n + 1)]);
    assert_near(smallest, least, 1e-12);
    mju_cholSolveBand(r, mat, v, n, b.nband, b.ndense);
    mat_mul_vec(expect, full, r, n, n);
    assert_near_vector(expect, v, n, 1e-11);
  }
}

static void band_factor_stops_at_a_bad_pivot(void** state) {
  (void)state;
  mjtNum mat[4] = {0, 1, 1, 1}, nan[1] = {NAN};  // [[1, 1], [1, 1]]
  assert_true(mju_cholFactorBand(mat, 2, 2, 0, 0, 0) == 0);
  assert_true(mju_cholFactorBand(nan, 1, 1, 0, 0, 0) == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(factor_squares_to_the_matrix_and_leaves_the_upper_part),
      cmocka_unit_test(small_pivots_are_replaced_and_counted),
      cmocka_unit_test(update_equals_refactoring),
      cmocka_unit_test(band_algebra_is_dense_algebra),
      cmocka_unit_test(band_factor_stops_at_a_bad_pivot),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
