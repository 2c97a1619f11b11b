// The dense factor of the solver: solving undoes multiplying, with and without zeros to skip.

#include "math/draw.h"
#include "constraint/dense_hessian.h"
#include "math/dense.h"

enum { MOST = 70 };

static mjtNum H[MOST * MOST], factor[MOST * MOST], root[MOST * MOST];

// A positive matrix; with limbs, its dofs hang in two chains from the first four.
static void draw_hessian(int n, int limbs) {
  vec_zero(root, n * n);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++) {
      if (limbs && j >= 4 && i % 2 != j % 2) continue;
      root[i * n + j] = i == j ? 1 + fabs(draw()) : draw() / n;
    }
  }
  mat_tmul(H, root, root, n, n, n);
}

static void solving_undoes_multiplying(void** state) {
  (void)state;
  for (int n = 0; n <= MOST; n++) {
    for (int limbs = 0; limbs < 2; limbs++) {
      draw_seed(2 * n + limbs);
      draw_hessian(n, limbs);
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) factor[i * n + j] = j <= i ? H[i * n + j] : draw();
      }
      mjtNum x[MOST], b[MOST], y[MOST];
      draw_vector(x, n);
      mat_mul_vec(b, H, x, n, n);
      dense_factor(factor, n, mjMINVAL);
      dense_factor_solve(y, factor, b, n);
      assert_near_vector(y, x, n, 1e-11);
      dense_factor_solve(b, factor, b, n);
      assert_near_vector(b, y, n, 0);
    }
  }
}

// A direction without inertia gets the least pivot: the solution stays finite.
static void small_pivots_are_replaced(void** state) {
  (void)state;
  const int n = 9;
  draw_seed(1);
  draw_hessian(n, 0);
  for (int i = 0; i < n; i++) H[i * n + 5] = H[5 * n + i] = 0;
  mjtNum b[9], x[9];
  draw_vector(b, n);
  b[5] = 1e-20;
  dense_factor(H, n, mjMINVAL);
  dense_factor_solve(x, H, b, n);
  for (int i = 0; i < n; i++) assert_true(isfinite(x[i]));
  assert_near(x[5], 1e-5, 1e-12);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(solving_undoes_multiplying),
      cmocka_unit_test(small_pivots_are_replaced),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
