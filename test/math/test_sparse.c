// Sparse kernels agree with the same algebra on dense matrices.

#include "math/draw.h"
#include "math/sparse.h"
#include "math/cholesky.h"

enum { MOST = 40, CASES = 300 };

// A random sparse matrix beside its dense twin.
typedef struct {
  int nr, nc;
  mjtNum dense[MOST * MOST];
  mjtNum mat[MOST * MOST];
  int rownnz[MOST], rowadr[MOST], colind[MOST * MOST];
} matrix;

static void to_sparse(matrix* a, int room) {
  int adr = 0;
  for (int i = 0; i < a->nr; i++) {
    a->rowadr[i] = adr;
    a->rownnz[i] = 0;
    for (int j = 0; j < a->nc; j++) {
      if (a->dense[i * a->nc + j] == 0) continue;
      a->colind[adr + a->rownnz[i]] = j;
      a->mat[adr + a->rownnz[i]++] = a->dense[i * a->nc + j];
    }
    adr += a->rownnz[i] + room;
  }
}

// Every third or so row is a copy of the pattern of the one before, as rows of contacts are.
static void draw_matrix(matrix* a, int nr, int nc, int percent) {
  a->nr = nr;
  a->nc = nc;
  for (int i = 0; i < nr; i++) {
    bool same = i > 0 && draw_int(0, 2) == 0;
    bool run = draw_int(0, 3) == 0;
    int begin = draw_int(0, nc - 1), end = draw_int(begin, nc - 1);
    for (int j = 0; j < nc; j++) {
      bool there = same  ? a->dense[(i - 1) * nc + j] != 0
                   : run ? j >= begin && j <= end
                         : draw_int(1, 100) <= percent;
      a->dense[i * nc + j] = there ? draw() + (draw_int(0, 1) ? 2 : -2) : 0;
    }
  }
  to_sparse(a, 0);
}

static void products_with_vectors_are_dense_products(void** state) {
  (void)state;
  static matrix a;
  for (int c = 0; c < CASES; c++) {
    draw_seed(c);
    draw_matrix(&a, draw_int(1, 20), draw_int(1, 20), draw_int(0, 100));
    mjtNum x[MOST], r[MOST], expect[MOST];
    draw_vector(x, MOST);
    x[draw_int(0, 19)] = 0;
    csr_mul_vec(r, a.mat, x, a.nr, a.rownnz, a.rowadr, a.colind);
    mat_mul_vec(expect, a.dense, x, a.nr, a.nc);
    assert_near_vector(r, expect, a.nr, 1e-13);
    csr_tmul_vec(r, a.mat, x, a.nr, a.nc, a.rownnz, a.rowadr, a.colind);
    mat_tmul_vec(expect, a.dense, x, a.nr, a.nc);
    assert_near_vector(r, expect, a.nc, 1e-13);
  }
}

static void transposing_is_exact(void** state) {
  (void)state;
  static matrix a, t;
  for (int c = 0; c < CASES; c++) {
    draw_seed(c);
    draw_matrix(&a, draw_int(1, 20), draw_int(1, 20), draw_int(0, 100));
    mjtNum back[MOST * MOST], expect[MOST * MOST];
    csr_transpose(t.mat, t.rownnz, t.rowadr, t.colind, a.mat, a.nr, a.nc, a.rownnz, a.rowadr,
                  a.colind);
    csr_to_dense(back, t.mat, a.nc, a.nr, t.rownnz, t.rowadr, t.colind);
    mat_transpose(expect, a.dense, a.nr, a.nc);
    assert_memory_equal(back, expect, sizeof(mjtNum) * a.nr * a.nc);
    for (int i = 0; i < a.nc; i++) {
      for (int k = 1; k < t.rownnz[i]; k++) {
        assert_true(t.colind[t.rowadr[i] + k] > t.colind[t.rowadr[i] + k - 1]);
      }
    }
    int cursor[MOST];
    mjtNum again[MOST * MOST];
    csr_transpose_values(again, t.rowadr, a.mat, a.nr, a.nc, a.rownnz, a.rowadr, a.colind, cursor);
    for (int i = 0; i < a.nc; i++) {
      assert_memory_equal(again + t.rowadr[i], t.mat + t.rowadr[i], sizeof(mjtNum) * t.rownnz[i]);
    }
  }
}

static void combining_rows_adds_dense_rows(void** state) {
  (void)state;
  static matrix a;
  for (int c = 0; c < CASES; c++) {
    draw_seed(c);
    draw_matrix(&a, 2, draw_int(1, 20), draw_int(0, 100));
    int nc = a.nc, n = a.rownnz[0], nb = a.rownnz[1];
    mjtNum val[MOST], expect[MOST], s = draw_int(0, 1) ? 1 : draw(), t = draw();
    int col[MOST], col2[MOST], adr = 0;
    memcpy(val, a.mat, sizeof(mjtNum) * n);
    memcpy(col, a.colind, sizeof(int) * n);
    memcpy(col2, a.colind, sizeof(int) * n);
    const mjtNum* b = a.mat + a.rowadr[1];
    const int* bcol = a.colind + a.rowadr[1];
    int total = sparse_union_count(col, n, bcol, nb);
    if (total > n) assert_int_equal(sparse_combine(val, col, n, total - 1, s, b, bcol, nb, t), -1);
    assert_memory_equal(col, a.colind, sizeof(int) * n);
    assert_int_equal(sparse_combine(val, col, n, total, s, b, bcol, nb, t), total);
    assert_int_equal(sparse_unite(col2, n, total, bcol, nb), total);
    assert_memory_equal(col, col2, sizeof(int) * total);
    mjtNum r[MOST];
    csr_to_dense(r, val, 1, nc, &total, &adr, col);
    vec_scale(expect, a.dense, s, nc);
    vec_axpy(expect, t, a.dense + nc, nc);
    assert_near_vector(r, expect, nc, 1e-14);
    assert_near(sparse_dot_sparse(a.mat, a.colind, n, b, bcol, nb),
                vec_dot(a.dense, a.dense + nc, nc), 1e-13);
  }
}

static void compressing_keeps_what_is_large(void** state) {
  (void)state;
  static matrix a;
  for (int c = 0; c < CASES; c++) {
    draw_seed(c);
    draw_matrix(&a, draw_int(1, 10), draw_int(1, 10), draw_int(0, 100));
    to_sparse(&a, 3);
    mjtNum back[MOST * MOST], drop = draw_int(0, 1) ? -1 : 2;
    int kept = csr_compress(a.mat, a.nr, a.rownnz, a.rowadr, a.colind, drop);
    int count = 0;
    for (int k = 0; k < a.nr * a.nc; k++) {
      if (fabs(a.dense[k]) <= drop) a.dense[k] = 0;
      count += a.dense[k] != 0;
    }
    assert_int_equal(kept, count);
    csr_to_dense(back, a.mat, a.nr, a.nc, a.rownnz, a.rowadr, a.colind);
    assert_memory_equal(back, a.dense, sizeof(mjtNum) * a.nr * a.nc);
  }
}

static void supernodes_count_equal_rows_that_follow(void** state) {
  (void)state;
  int rownnz[6] = {2, 2, 2, 0, 0, 1}, rowadr[6] = {0, 2, 4, 6, 6, 6};
  int colind[7] = {1, 3, 1, 3, 1, 4, 0}, super[6], expect[6] = {1, 0, 0, 1, 0, 0};
  csr_supernodes(super, 6, rownnz, rowadr, colind);
  assert_memory_equal(super, expect, sizeof expect);
}

// A lower matrix M with a strong diagonal, patterned as a forest or at random.
static void draw_lower(matrix* m, int n, bool tree) {
  m->nr = m->nc = n;
  memset(m->dense, 0, sizeof m->dense);
  for (int i = 0; i < n; i++) {
    m->dense[i * n + i] = 3 * n + draw();
    int parent = draw_int(-1, i - 1);
    for (int j = 0; tree && parent >= 0 && j <= parent; j++) {
      if (m->dense[parent * n + j] != 0) m->dense[i * n + j] = draw() + 2;
    }
    for (int j = 0; !tree && j < i; j++) {
      if (draw_int(0, 5) == 0) m->dense[i * n + j] = draw() + 2;
    }
  }
  to_sparse(m, 0);
}

static void hessian_is_transpose_times_diagonal_times_matrix_plus_mass(void** state) {
  (void)state;
  static matrix a, t, m, h;
  for (int c = 0; c < CASES; c++) {
    draw_seed(c);
    int nr = draw_int(1, 25), n = draw_int(1, 25);
    bool with_m = draw_int(0, 3) > 0;
    draw_matrix(&a, nr, n, draw_int(0, 60));
    draw_lower(&m, n, true);
    csr_transpose(t.mat, t.rownnz, t.rowadr, t.colind, a.mat, nr, n, a.rownnz, a.rowadr, a.colind);
    int scratch[2 * MOST];
    int* mi[3] = {with_m ? m.rownnz : NULL, with_m ? m.rowadr : NULL, with_m ? m.colind : NULL};
    int nnz = csr_sqr_count(h.rownnz, h.rowadr, n, a.rownnz, a.rowadr, a.colind, t.rownnz, t.rowadr,
                            t.colind, mi[0], mi[1], mi[2], scratch);
    csr_sqr_pattern(h.colind, h.rownnz, h.rowadr, n, a.rownnz, a.rowadr, a.colind, t.rownnz,
                    t.rowadr, t.colind, mi[0], mi[1], mi[2], scratch);
    // the pattern is that of |A|'|A| + |M| + 1
    int expect_nnz = 0;
    for (int i = 0; i < n; i++) {
      int k = h.rowadr[i];
      for (int j = 0; j <= i; j++) {
        bool there = i == j || (with_m && m.dense[i * n + j] != 0);
        for (int r = 0; r < nr; r++) there |= a.dense[r * n + i] != 0 && a.dense[r * n + j] != 0;
        if (there) assert_int_equal(h.colind[k++], j);
        expect_nnz += there;
      }
      assert_int_equal(k, h.rowadr[i] + h.rownnz[i]);
    }
    assert_int_equal(nnz, expect_nnz);
    // the values
    mjtNum d[MOST], row[MOST], back[MOST * MOST], expect[MOST * MOST] = {0}, sum[MOST * MOST] = {0};
    for (int i = 0; i < nr; i++) d[i] = draw_int(0, 2) ? 1 + draw() : 0;
    csr_sqr(h.mat, h.rownnz, h.rowadr, h.colind, a.mat, d, n, a.rownnz, a.rowadr, a.colind, t.mat,
            t.rownnz, t.rowadr, t.colind, row);
    if (with_m) {
      csr_add(h.mat, h.rownnz, h.rowadr, h.colind, m.mat, n, m.rownnz, m.rowadr, m.colind);
      csr_sym_add_to_dense(expect, 1, m.mat, n, m.rownnz, m.rowadr, m.colind);
      csr_add_to_dense(sum, 1, m.mat, n, n, m.rownnz, m.rowadr, m.colind);
    }
    mat_sqr_add(expect, a.dense, d, nr, n);
    csr_sqr_add_to_dense(sum, a.mat, d, nr, n, a.rownnz, a.rowadr, a.colind);
    csr_to_dense(back, h.mat, n, n, h.rownnz, h.rowadr, h.colind);
    for (int i = 0; i < n; i++) {
      assert_near_vector(back + i * n, expect + i * n, i + 1, 1e-12);
      assert_near_vector(sum + i * n, expect + i * n, i + 1, 1e-12);
    }
  }
}

// Factor what h holds into l; returns the rank.
static int factor(matrix* l, const matrix* h, int* parent) {
  static int scratch[6 * MOST];
  int n = l->nr = l->nc = h->nr;
  int nnz =
      chol_sparse_count(l->rownnz, l->rowadr, parent, n, h->rownnz, h->rowadr, h->colind, scratch);
  assert_true(nnz <= MOST * MOST);
  chol_sparse_pattern(l->colind, l->rownnz, l->rowadr, n, h->rownnz, h->rowadr, h->colind, scratch);
  csr_spread(l->mat, l->rownnz, l->rowadr, l->colind, h->mat, n, h->rownnz, h->rowadr, h->colind);
  int rank = chol_sparse_factor(l->mat, n, mjMINVAL, l->rownnz, l->rowadr, l->colind);
  csr_to_dense(l->dense, l->mat, n, n, l->rownnz, l->rowadr, l->colind);
  return rank;
}

static void assert_squares_to(const matrix* l, const mjtNum* symmetric, int n) {
  mjtNum product[MOST * MOST];
  mat_tmul(product, l->dense, l->dense, n, n, n);
  assert_near_vector(product, symmetric, n * n, 1e-12);
}

static void sparse_factor_squares_to_the_matrix(void** state) {
  (void)state;
  static matrix h, l;
  for (int c = 0; c < CASES; c++) {
    draw_seed(c);
    int n = draw_int(1, 30), parent[MOST];
    bool tree = draw_int(0, 1);
    draw_lower(&h, n, tree);
    mjtNum full[MOST * MOST] = {0}, b[MOST], x[MOST], r[MOST];
    csr_sym_add_to_dense(full, 1, h.mat, n, h.rownnz, h.rowadr, h.colind);
    assert_int_equal(factor(&l, &h, parent), n);
    assert_squares_to(&l, full, n);
    for (int i = 0; i < n; i++) {
      assert_int_equal(l.colind[l.rowadr[i] + l.rownnz[i] - 1], i);
      int before = l.rownnz[i] > 1 ? l.colind[l.rowadr[i] + l.rownnz[i] - 2] : -1;
      assert_int_equal(parent[i], before);
      if (tree) assert_int_equal(l.rownnz[i], h.rownnz[i]);  // trees do not fill in
    }
    draw_vector(b, n);
    chol_sparse_solve(x, l.mat, b, n, l.rownnz, l.rowadr, l.colind);
    csr_sym_mul_vec(r, h.mat, x, n, h.rownnz, h.rowadr, h.colind);
    assert_near_vector(r, b, n, 1e-12);
    mat_mul_vec(r, full, x, n, n);
    assert_near_vector(r, b, n, 1e-12);
    vec_copy(x, b, n);
    chol_sparse_solve(x, l.mat, x, n, l.rownnz, l.rowadr, l.colind);
    mat_mul_vec(r, full, x, n, n);
    assert_near_vector(r, b, n, 1e-12);
  }
}

static void sparse_update_adds_and_removes_a_square(void** state) {
  (void)state;
  static matrix h, l;
  for (int c = 0; c < CASES; c++) {
    draw_seed(c);
    int n = draw_int(1, 30), parent[MOST], last = draw_int(0, n - 1);
    draw_lower(&h, n, draw_int(0, 1));
    factor(&l, &h, parent);
    mjtNum full[MOST * MOST], x[MOST] = {0}, y[MOST];
    mat_tmul(full, l.dense, l.dense, n, n, n);
    for (int k = 0; k < l.rownnz[last]; k++) {
      if (draw_int(0, 1) || k == l.rownnz[last] - 1) x[l.colind[l.rowadr[last] + k]] = draw();
    }
    bool plus = draw_int(0, 1);
    vec_copy(y, x, n);
    assert_int_equal(chol_sparse_update(l.mat, y, last, plus, l.rownnz, l.rowadr, l.colind), 0);
    for (int i = 0; i < n; i++) {
      vec_axpy(full + i * n, plus ? x[i] : -x[i], x, n);
      assert_true(y[i] == 0);
    }
    csr_to_dense(l.dense, l.mat, n, n, l.rownnz, l.rowadr, l.colind);
    assert_squares_to(&l, full, n);
  }
}

static void singular_and_nan_pivots_are_replaced_and_counted(void** state) {
  (void)state;
  int rownnz[3] = {1, 2, 1}, rowadr[3] = {0, 1, 3}, colind[4] = {0, 0, 1, 2};
  mjtNum l[4] = {1, 1, 1, NAN}, x[3] = {1, 1, 1};
  assert_int_equal(chol_sparse_factor(l, 3, mjMINVAL, rownnz, rowadr, colind), 1);
  for (int k = 0; k < 4; k++) assert_true(isfinite(l[k]));
  chol_sparse_solve(x, l, x, 3, rownnz, rowadr, colind);
  for (int k = 0; k < 3; k++) assert_true(isfinite(x[k]));
  mjtNum one[1] = {1}, two[1] = {2};
  int n1[1] = {1}, a0[1] = {0}, c0[1] = {0};
  assert_int_equal(chol_sparse_update(one, two, 0, false, n1, a0, c0), 1);
  assert_near(one[0] * one[0], mjMINVAL, 1e-15);
}

static void tree_factor_rebuilds_the_matrix(void** state) {
  (void)state;
  static matrix m, l;
  for (int c = 0; c < CASES; c++) {
    draw_seed(c);
    int n = draw_int(1, 30), nrhs = draw_int(1, 9);
    draw_lower(&m, n, true);
    mjtNum full[MOST * MOST] = {0}, unit[MOST * MOST], scaled[MOST * MOST], d[MOST], diaginv[MOST];
    csr_sym_add_to_dense(full, 1, m.mat, n, m.rownnz, m.rowadr, m.colind);
    memcpy(&l, &m, sizeof l);
    ldl_factor(l.mat, diaginv, n, l.rownnz, l.rowadr, l.colind);
    csr_to_dense(unit, l.mat, n, n, l.rownnz, l.rowadr, l.colind);
    for (int i = 0; i < n; i++) {
      d[i] = unit[i * n + i];
      assert_near(d[i] * diaginv[i], 1, 1e-15);
      unit[i * n + i] = 1;
      vec_scale(scaled + i * n, unit + i * n, d[i], n);
    }
    mjtNum product[MOST * MOST];
    mat_tmul(product, unit, scaled, n, n, n);
    assert_near_vector(product, full, n * n, 1e-12);
    // solving, for several right-hand sides at once
    mjtNum b[9 * MOST], x[9 * MOST], y[9 * MOST], r[MOST], root[MOST];
    draw_vector(b, nrhs * n);
    b[draw_int(0, n - 1)] = 0;
    vec_copy(x, b, nrhs * n);
    vec_copy(y, b, nrhs * n);
    ldl_solve(x, nrhs, l.mat, diaginv, n, l.rownnz, l.rowadr, l.colind);
    ldl_solve_first(y, nrhs, l.mat, n, l.rownnz, l.rowadr, l.colind);
    for (int k = 0; k < nrhs; k++) {
      mat_mul_vec(r, full, x + k * n, n, n);
      assert_near_vector(r, b + k * n, n, 1e-12);
      mat_tmul_vec(r, unit, y + k * n, n, n);
      assert_near_vector(r, b + k * n, n, 1e-12);
    }
    // x' M x = |sqrt(D) L x|^2
    ldl_mul_lower(r, l.mat, b, n, l.rownnz, l.rowadr, l.colind);
    for (int i = 0; i < n; i++) root[i] = sqrt(d[i]) * r[i];
    mat_mul_vec(r, full, b, n, n);
    assert_near(vec_dot(root, root, n), vec_dot(b, r, n), 1e-12);
  }
}

// The pattern of ancestors, self and descendants; numbering as given by the parents, so that
// descendants need not be consecutive.
static void lu_rebuilds_the_matrix(void** state) {
  (void)state;
  static matrix m;
  for (int c = 0; c < CASES; c++) {
    draw_seed(c);
    int n = draw_int(1, 30), diag[MOST];
    draw_lower(&m, n, true);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        if (m.dense[i * n + j] != 0) m.dense[j * n + i] = draw() + 2;
      }
    }
    to_sparse(&m, draw_int(0, 1));
    for (int i = 0; i < n; i++) {
      diag[i] = 0;
      while (m.colind[m.rowadr[i] + diag[i]] != i) diag[i]++;
    }
    mjtNum lower[MOST * MOST] = {0}, upper[MOST * MOST] = {0}, product[MOST * MOST];
    mjtNum b[MOST], x[MOST], r[MOST];
    assert_int_equal(lu_factor(m.mat, n, diag, m.rownnz, m.rowadr, m.colind), -1);
    for (int i = 0; i < n; i++) {
      upper[i * n + i] = 1;
      for (int k = m.rowadr[i]; k < m.rowadr[i] + m.rownnz[i]; k++) {
        int j = m.colind[k];
        (j > i ? upper : lower)[i * n + j] = m.mat[k];
      }
    }
    mat_mul(product, upper, lower, n, n, n);
    assert_near_vector(product, m.dense, n * n, 1e-12);
    draw_vector(b, n);
    lu_solve(x, m.mat, b, n, diag, m.rownnz, m.rowadr, m.colind);
    mat_mul_vec(r, m.dense, x, n, n);
    assert_near_vector(r, b, n, 1e-12);
  }
  int one[1] = {1}, zero[1] = {0};
  mjtNum tiny[1] = {1e-16};
  assert_int_equal(lu_factor(tiny, 1, zero, one, zero, zero), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(products_with_vectors_are_dense_products),
      cmocka_unit_test(transposing_is_exact),
      cmocka_unit_test(combining_rows_adds_dense_rows),
      cmocka_unit_test(compressing_keeps_what_is_large),
      cmocka_unit_test(supernodes_count_equal_rows_that_follow),
      cmocka_unit_test(hessian_is_transpose_times_diagonal_times_matrix_plus_mass),
      cmocka_unit_test(sparse_factor_squares_to_the_matrix),
      cmocka_unit_test(sparse_update_adds_and_removes_a_square),
      cmocka_unit_test(singular_and_nan_pivots_are_replaced_and_counted),
      cmocka_unit_test(tree_factor_rebuilds_the_matrix),
      cmocka_unit_test(lu_rebuilds_the_matrix),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
