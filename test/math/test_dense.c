// Dense kernels agree with the definitions, written as loops, at every size around the tile sizes.

#include "math/draw.h"
#include <engine/math.h>

#include "math/dense.h"

enum { MOST = 40 };

static void vector_kernels_are_their_definitions(void** state) {
  (void)state;
  for (int n = 0; n < MOST; n++) {
    draw_seed(n);
    // odd addresses, and a sentinel behind the end
    mjtNum room[6][MOST + 2], *a = room[0] + 1, *b = room[1] + 1, *r = room[2] + 1, s = draw();
    draw_vector(room[0], MOST + 2);
    draw_vector(room[1], MOST + 2);
    mjtNum dot = 0, sum = 0, l1 = 0, square = 0;
    for (int i = 0; i < n; i++) {
      dot += a[i] * b[i];
      sum += a[i];
      l1 += fabs(a[i]);
      square += a[i] * a[i];
    }
    assert_near(mju_dot(a, b, n), dot, 1e-14);
    assert_near(mju_sum(a, n), sum, 1e-14);
    assert_near(mju_L1(a, n), l1, 1e-14);
    assert_near(mju_norm(a, n), sqrt(square), 1e-14);
    assert_true(mju_dot(a, b, n) == mju_dot(b, a, n));
#define CHECK(call, value)                                         \
  do {                                                             \
    for (int i = 0; i <= n; i++) r[i] = 7 + i;                     \
    call;                                                          \
    assert_true(r[n] == 7 + n);                                    \
    for (int i = 0; i < n; i++) assert_near(r[i], (value), 1e-15); \
  } while (0)
    CHECK(mju_zero(r, n), 0);
    CHECK(mju_fill(r, s, n), s);
    CHECK(mju_copy(r, a, n), a[i]);
    CHECK(mju_scl(r, a, s, n), s * a[i]);
    CHECK(mju_add(r, a, b, n), a[i] + b[i]);
    CHECK(mju_sub(r, a, b, n), a[i] - b[i]);
    CHECK(mju_addTo(r, a, n), 7 + i + a[i]);
    CHECK(mju_subFrom(r, a, n), 7 + i - a[i]);
    CHECK(mju_addToScl(r, a, s, n), 7 + i + s * a[i]);
    CHECK(mju_addScl(r, a, b, s, n), a[i] + s * b[i]);
    CHECK(vec_mul(r, a, b, n), a[i] * b[i]);
    CHECK((mju_copy(r, a, n), mju_add(r, r, r, n)), a[i] + a[i]);
#undef CHECK
  }
}

static void norms_of_vanishing_vectors_give_the_first_axis(void** state) {
  (void)state;
  for (int n = 1; n < 9; n++) {
    mjtNum x[9] = {0};
    x[n - 1] = 1e-17;
    assert_true(mju_normalize(x, n) <= 1e-16);
    for (int i = 0; i < n; i++) assert_true(x[i] == (i == 0));
    draw_seed(n);
    draw_vector(x, n);
    mjtNum norm = mju_norm(x, n);
    assert_near(mju_normalize(x, n), norm, 0);
    assert_near(mju_norm(x, n), 1, 1e-15);
  }
}

// R[i][j] = sum of a(i, k) b(k, j)
static void define(mjtNum* r, const mjtNum* a, int ai, int ak, const mjtNum* b, int bk, int bj,
                   int n, int m, int p) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < p; j++) {
      r[i * p + j] = 0;
      for (int k = 0; k < m; k++) r[i * p + j] += a[i * ai + k * ak] * b[k * bk + j * bj];
    }
  }
}

static void products_are_their_definitions(void** state) {
  (void)state;
  static mjtNum a[MOST * MOST], b[MOST * MOST], r[MOST * MOST + 1], expect[MOST * MOST];
  for (int c = 0; c < 1500; c++) {
    draw_seed(c);
    int n = draw_int(0, c < 1000 ? 20 : 40), m = draw_int(0, 20), p = draw_int(0, c % 2 ? 9 : 40);
    draw_vector(a, MOST * MOST);
    draw_vector(b, MOST * MOST);
#define CHECK(size, call)    \
  r[size] = 7;               \
  call;                      \
  assert_true(r[size] == 7); \
  assert_near_vector(r, expect, size, 1e-14)
    define(expect, a, m, 1, b, p, 1, n, m, p);
    CHECK(n * p, mju_mulMatMat(r, a, b, n, m, p));
    define(expect, a, m, 1, b, 1, m, n, m, p);
    CHECK(n * p, mju_mulMatMatT(r, a, b, n, m, p));
    define(expect, a, 1, n, b, p, 1, n, m, p);
    CHECK(n * p, mju_mulMatTMat(r, a, b, m, n, p));
    define(expect, a, m, 1, b, 1, 0, n, m, 1);
    CHECK(n, mju_mulMatVec(r, a, b, n, m));
    for (int k = 0; k < m; k++) b[k] *= draw_int(0, 1);
    define(expect, a, 1, n, b, 1, 0, n, m, 1);
    CHECK(n, mju_mulMatTVec(r, a, b, m, n));
    define(expect, a, 1, m, a, 0, 0, m, n, 0);
    CHECK(n * m, mju_transpose(r, a, m, n); mju_transpose(expect, r, n, m);
          assert_memory_equal(a, expect, sizeof(mjtNum) * n * m);
          for (int i = 0; i < n * m; i++) expect[i] = a[i % m * n + i / m]);
#undef CHECK
  }
}

static void sqr_is_transpose_times_diagonal_times_matrix(void** state) {
  (void)state;
  static mjtNum a[150 * 30], d[150], r[30 * 30], expect[30 * 30], scaled[150 * 30];
  for (int c = 0; c < 300; c++) {
    draw_seed(c);
    int nr = draw_int(0, 150), nc = draw_int(0, 30);
    draw_vector(a, nr * nc);
    bool ones = draw_int(0, 3) == 0;
    for (int i = 0; i < nr; i++) {
      d[i] = ones ? 1 : draw_int(0, 1) ? draw() : 0;
      vec_scale(scaled + i * nc, a + i * nc, d[i], nc);
    }
    mju_sqrMatTD(r, a, ones ? NULL : d, nr, nc);
    define(expect, a, 1, nc, scaled, nc, 1, nc, nr, nc);
    assert_near_vector(r, expect, nc * nc, 1e-13);
    for (int i = 0; i < nc; i++) {
      for (int j = 0; j < i; j++) assert_true(r[i * nc + j] == r[j * nc + i]);
    }
  }
}

static void rows_with_zero_weight_are_not_read(void** state) {
  (void)state;
  mjtNum a[10] = {1, 2, 3, 4, 5, NAN, NAN, NAN, NAN, NAN}, x[2] = {2, 0}, r[5];
  mju_mulMatTVec(r, a, x, 2, 5);
  for (int i = 0; i < 5; i++) assert_true(r[i] == 2 * a[i]);
  mjtNum h[25];
  mju_sqrMatTD(h, a, x, 2, 5);
  for (int i = 0; i < 25; i++) assert_near(h[i], 2 * a[i / 5] * a[i % 5], 1e-15);
}

static void symmetric_part_quadratic_form_and_unit(void** state) {
  (void)state;
  for (int n = 1; n < 9; n++) {
    draw_seed(n);
    mjtNum a[81], s[81], x[9], y[9], one[81], r[9];
    draw_vector(a, 81);
    draw_vector(x, 9);
    draw_vector(y, 9);
    mju_mulMatVec(r, a, y, n, n);
    assert_near(mju_mulVecMatVec(x, a, y, n), mju_dot(x, r, n), 1e-14);
    mju_symmetrize(s, a, n);
    assert_near(mju_mulVecMatVec(x, s, x, n), mju_mulVecMatVec(x, a, x, n), 1e-14);
    mju_symmetrize(a, a, n);
    assert_memory_equal(a, s, sizeof(mjtNum) * n * n);
    mju_eye(one, n);
    mju_mulMatVec(r, one, x, n, n);
    assert_memory_equal(r, x, sizeof(mjtNum) * n);
  }
}

// Power, force times velocity, does not depend on the frame it is computed in.
static void power_is_the_same_in_every_frame(void** state) {
  (void)state;
  for (int c = 0; c < 100; c++) {
    draw_seed(c);
    mjtNum v[6], f[6], v2[6], f2[6], from[3], to[3], q[4], rot[9];
    draw_vector(v, 6);
    draw_vector(f, 6);
    draw_vector(from, 3);
    draw_vector(to, 3);
    draw_vector(q, 4);
    mju_normalize4(q);
    mju_quat2Mat(rot, q);
    mju_transformSpatial(v2, v, 0, to, from, c % 2 ? rot : NULL);
    mju_transformSpatial(f2, f, 1, to, from, c % 2 ? rot : NULL);
    assert_near(mju_dot(v2, f2, 6), mju_dot(v, f, 6), 1e-13);
    mju_transformSpatial(v, v, 0, to, from, c % 2 ? rot : NULL);
    assert_memory_equal(v, v2, sizeof v);
  }
}

static void sparse_and_dense_convert_both_ways(void** state) {
  (void)state;
  for (int c = 0; c < 200; c++) {
    draw_seed(c);
    int nr = draw_int(1, 8), nc = draw_int(1, 8), count = 0, nnz[8], adr[8], col[64];
    mjtNum a[64], val[64], back[64];
    for (int i = 0; i < nr * nc; i++) {
      a[i] = draw_int(0, 1) ? draw() : 0;
      count += a[i] != 0;
    }
    for (int room = 0; room <= count + 1; room++) {
      int full = mju_dense2sparse(val, a, nr, nc, nnz, adr, col, room);
      assert_int_equal(full, room == 0 || room < count);
    }
    mju_sparse2dense(back, val, nr, nc, nnz, adr, col);
    assert_memory_equal(back, a, sizeof(mjtNum) * nr * nc);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(vector_kernels_are_their_definitions),
      cmocka_unit_test(norms_of_vanishing_vectors_give_the_first_axis),
      cmocka_unit_test(products_are_their_definitions),
      cmocka_unit_test(sqr_is_transpose_times_diagonal_times_matrix),
      cmocka_unit_test(rows_with_zero_weight_are_not_read),
      cmocka_unit_test(symmetric_part_quadratic_form_and_unit),
      cmocka_unit_test(power_is_the_same_in_every_frame),
      cmocka_unit_test(sparse_and_dense_convert_both_ways),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
