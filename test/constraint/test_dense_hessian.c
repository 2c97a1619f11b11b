// The dense Hessian of the solver: solving undoes multiplying, eliminating a part leaves the Schur
// complement, rows add up, with and without zeros to skip.

#include "math/draw.h"
#include "constraint/operator/dense_hessian.h"
#include "math/dense.h"

enum { MOST = 72 };

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

// The lower part of H, at the stride of a factor, with rubbish around it.
static void copy_lower(int n) {
  int stride = dense_stride(n);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < stride; j++) { factor[i * stride + j] = j <= i ? H[i * n + j] : draw(); }
  }
}

static void solving_undoes_multiplying(void** state) {
  (void)state;
  for (int n = 1; n <= MOST - 4; n++) {
    for (int limbs = 0; limbs < 2; limbs++) {
      draw_seed(2 * n + limbs);
      draw_hessian(n, limbs);
      copy_lower(n);
      int stride = dense_stride(n);
      mjtNum x[MOST], b[MOST];
      draw_vector(x, n);
      mat_mul_vec(b, H, x, n, n);
      dense_eliminate(factor, n, stride, n, mjMINVAL);
      dense_solve_first(b, factor, n, stride, n);
      dense_solve_second(b, factor, n, stride, n);
      assert_near_vector(b, x, n, 1e-11);
    }
  }
}

// Eliminating in two parts is eliminating at once, and so is solving.
static void parts_make_the_whole(void** state) {
  (void)state;
  for (int n = 2; n <= MOST - 4; n++) {
    draw_seed(n);
    draw_hessian(n, n % 2);
    copy_lower(n);
    int stride = dense_stride(n), count = draw_int(1, n - 1), rest = n - count;
    const mjtNum* pivots = factor + rest * stride;
    mjtNum x[MOST], b[MOST];
    draw_vector(x, n);
    mat_mul_vec(b, H, x, n, n);
    dense_eliminate(factor, n, stride, count, mjMINVAL);
    dense_eliminate(factor, rest, stride, rest, mjMINVAL);
    dense_solve_first(b, pivots, n, stride, count);
    mjtNum head[MOST];
    vec_copy(head, b, rest);
    dense_solve_first(head, factor, rest, stride, rest);
    dense_solve_second(head, factor, rest, stride, rest);
    vec_copy(b, head, rest);
    dense_solve_second(b, pivots, n, stride, count);
    assert_near_vector(b, x, n, 1e-11);
  }
}

// Blocks of pivots leave what pivots one after the other leave, and write nothing beyond the
// matrix.
static void blocks_eliminate_the_same(void** state) {
  (void)state;
  static mjtNum one_by_one[MOST * MOST], by[DENSE_BLOCK * MOST];
  for (int n = 1; n <= MOST - 4; n++) {
    draw_seed(n);
    draw_hessian(n, n % 2);
    copy_lower(n);
    int stride = dense_stride(n), count = draw_int(1, n);
    vec_copy(one_by_one, factor, n * stride);
    for (int i = n * stride; i < n * stride + 4; i++) factor[i] = 17;
    dense_eliminate(one_by_one, n, stride, count, mjMINVAL);
    dense_eliminate_front(factor, n, stride, count, mjMINVAL, by);
    for (int i = 0; i < n; i++) {
      assert_near_vector(factor + i * stride, one_by_one + i * stride, i + 1, 1e-11);
    }
    for (int i = n * stride; i < n * stride + 4; i++) assert_true(factor[i] == 17);
  }
}

static void rows_add_up(void** state) {
  (void)state;
  for (int seed = 0; seed < 300; seed++) {
    draw_seed(seed);
    int nr = draw_int(0, 20), n = draw_int(1, 40), stride = n + draw_int(0, 4);
    mjtNum J[20 * 40], D[20], sum[40 * 44];
    draw_vector(J, nr * n);
    draw_vector(D, nr);
    for (int i = 0; i < nr * n; i++) J[i] *= draw_int(0, 2) > 0;
    for (int i = 0; i < nr; i++) D[i] *= draw_int(0, 2) > 0;
    vec_fill(sum, 0.5, n * stride);
    dense_add_rows(sum, stride, J, seed % 2 ? D : NULL, nr, n);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < stride; j++) {
        mjtNum expected = 0.5;
        for (int r = 0; r < nr && j <= i; r++) {
          expected += (seed % 2 ? D[r] : 1) * J[r * n + i] * J[r * n + j];
        }
        assert_near(sum[i * stride + j], expected, 1e-14);
      }
    }
  }
}

// A direction without inertia gets the least pivot: the solution stays finite.
static void small_pivots_are_replaced(void** state) {
  (void)state;
  const int n = 9, stride = dense_stride(9);
  draw_seed(1);
  draw_hessian(n, 0);
  for (int i = 0; i < n; i++) H[i * n + 5] = H[5 * n + i] = 0;
  copy_lower(n);
  mjtNum x[12];
  draw_vector(x, n);
  x[5] = 1e-20;
  dense_eliminate(factor, n, stride, n, mjMINVAL);
  dense_solve_first(x, factor, n, stride, n);
  dense_solve_second(x, factor, n, stride, n);
  for (int i = 0; i < n; i++) assert_true(isfinite(x[i]));
  assert_near(x[5], 1e-5, 1e-12);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(solving_undoes_multiplying), cmocka_unit_test(parts_make_the_whole),
      cmocka_unit_test(blocks_eliminate_the_same),  cmocka_unit_test(rows_add_up),
      cmocka_unit_test(small_pivots_are_replaced),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
