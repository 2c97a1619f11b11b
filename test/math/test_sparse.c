// Sparse kernels agree with the same algebra on dense matrices.

#include "math/draw.h"
#include <engine/math.h>

#include "math/sparse.h"

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
    csr_mul_vec(r, a.mat, x, (csr_pattern){a.nr, a.rownnz, a.rowadr, a.colind});
    mat_mul_vec(expect, a.dense, x, a.nr, a.nc);
    assert_near_vector(r, expect, a.nr, 1e-13);
    csr_tmul_vec(r, a.mat, x, (csr_pattern){a.nr, a.rownnz, a.rowadr, a.colind}, a.nc);
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
    csr_transpose(&(csr_room){t.rownnz, t.rowadr, t.colind, t.mat}, a.mat,
                  (csr_pattern){a.nr, a.rownnz, a.rowadr, a.colind}, a.nc);
    mju_sparse2dense(back, t.mat, a.nc, a.nr, t.rownnz, t.rowadr, t.colind);
    mat_transpose(expect, a.dense, a.nr, a.nc);
    assert_memory_equal(back, expect, sizeof(mjtNum) * a.nr * a.nc);
    for (int i = 0; i < a.nc; i++) {
      for (int k = 1; k < t.rownnz[i]; k++) {
        assert_true(t.colind[t.rowadr[i] + k] > t.colind[t.rowadr[i] + k - 1]);
      }
    }
  }
}

static void combining_rows_adds_dense_rows(void** state) {
  (void)state;
  static matrix a;
  for (int c = 0; c < CASES; c++) {
    draw_seed(c);
    draw_matrix(&a, 2, draw_int(1, 20), draw_int(0, 100));
    int nc = a.nc, n = a.rownnz[0], nb = a.rownnz[1], total = 0, adr = 0, col[MOST];
    for (int j = 0; j < nc; j++) total += a.dense[j] != 0 || a.dense[nc + j] != 0;
    mjtNum val[MOST], expect[MOST], r[MOST], s = draw_int(0, 1) ? 1 : draw(), t = draw();
    memcpy(val, a.mat, sizeof(mjtNum) * n);
    memcpy(col, a.colind, sizeof(int) * n);
    const mjtNum* b = a.mat + a.rowadr[1];
    const int* bcol = a.colind + a.rowadr[1];
    if (total > n)
      assert_int_equal(
          sparse_combine((growing_row){n, total - 1, col, val}, s, (sparse_row){nb, bcol, b}, t),
          -1);
    assert_memory_equal(col, a.colind, sizeof(int) * n);
    assert_int_equal(
        sparse_combine((growing_row){n, total, col, val}, s, (sparse_row){nb, bcol, b}, t), total);
    mju_sparse2dense(r, val, 1, nc, &total, &adr, col);
    vec_scale(expect, a.dense, s, nc);
    vec_axpy(expect, t, a.dense + nc, nc);
    assert_near_vector(r, expect, nc, 1e-14);
    for (int k = 1; k < total; k++) assert_true(col[k] > col[k - 1]);
  }
}

static void supernodes_count_equal_rows_that_follow(void** state) {
  (void)state;
  int rownnz[6] = {2, 2, 2, 0, 0, 1}, rowadr[6] = {0, 2, 4, 6, 6, 6};
  int colind[7] = {1, 3, 1, 3, 1, 4, 0}, super[6], expect[6] = {1, 0, 0, 1, 0, 0};
  csr_supernodes(super, (csr_pattern){6, rownnz, rowadr, colind});
  assert_memory_equal(super, expect, sizeof expect);
}

// A lower matrix M with a strong diagonal, patterned as a forest or at random.
static void draw_lower(matrix* m, int n, bool tree) {
  m->nr = m->nc = n;
  memset(m->dense, 0, sizeof m->dense);
  for (int i = 0; i < n; i++) {
    m->dense[i * n + i] = 3 * n + draw();
    // every other one has its neighbour for a parent: chains
    int parent = draw_int(0, 1) ? i - 1 : draw_int(-1, i - 1);
    for (int j = 0; tree && parent >= 0 && j <= parent; j++) {
      if (m->dense[parent * n + j] != 0) m->dense[i * n + j] = draw() + 2;
    }
    for (int j = 0; !tree && j < i; j++) {
      if (draw_int(0, 5) == 0) m->dense[i * n + j] = draw() + 2;
    }
  }
  to_sparse(m, 0);
}

// The symmetric matrix of a lower one.
static void to_symmetric(mjtNum* full, const matrix* m) {
  vec_copy(full, m->dense, m->nr * m->nr);
  for (int i = 0; i < m->nr; i++) {
    for (int j = 0; j < i; j++) full[j * m->nr + i] = full[i * m->nr + j];
  }
}

static void symmetric_product_is_dense_product(void** state) {
  (void)state;
  static matrix m;
  for (int c = 0; c < CASES; c++) {
    draw_seed(c);
    int n = draw_int(1, 30);
    draw_lower(&m, n, true);
    mjtNum full[MOST * MOST], x[MOST], r[MOST], expect[MOST];
    to_symmetric(full, &m);
    draw_vector(x, n);
    tree_mul_vec(r, m.mat, x, (csr_pattern){n, m.rownnz, m.rowadr, m.colind});
    mat_mul_vec(expect, full, x, n, n);
    assert_near_vector(r, expect, n, 1e-13);
  }
}

static void tree_factor_rebuilds_the_matrix(void** state) {
  (void)state;
  static matrix m, l;
  for (int c = 0; c < CASES; c++) {
    draw_seed(c);
    int n = draw_int(1, 30), nrhs = draw_int(1, 9);
    draw_lower(&m, n, true);
    mjtNum full[MOST * MOST], unit[MOST * MOST], scaled[MOST * MOST], d[MOST], diaginv[MOST];
    to_symmetric(full, &m);
    memcpy(&l, &m, sizeof l);
    ldl_factor(l.mat, diaginv, (csr_pattern){n, l.rownnz, l.rowadr, l.colind});
    mju_sparse2dense(unit, l.mat, n, n, l.rownnz, l.rowadr, l.colind);
    for (int i = 0; i < n; i++) {
      d[i] = unit[i * n + i];
      assert_near(d[i] * diaginv[i], 1, 1e-15);
      unit[i * n + i] = 1;
      vec_scale(scaled + i * n, unit + i * n, d[i], n);
    }
    mjtNum product[MOST * MOST];
    mat_tmul(product, unit, scaled, n, n, n);
    assert_near_vector(product, full, n * n, 1e-12);
    // solving, some right-hand sides side by side, the others one by one
    mjtNum b[9 * MOST], x[9 * MOST], y[9 * MOST], r[MOST], root[MOST];
    draw_vector(b, nrhs * n);
    b[draw_int(0, n - 1)] = 0;
    vec_copy(x, b, nrhs * n);
    vec_copy(y, b, nrhs * n);
    int together = nrhs / LANES * LANES;
    for (int k = 0; k < together; k += LANES) {
      mjtNum some[LANES * MOST];
      mat_transpose(some, x + k * n, LANES, n);
      ldl_solve_lanes(some, l.mat, diaginv, (csr_pattern){n, l.rownnz, l.rowadr, l.colind});
      mat_transpose(x + k * n, some, n, LANES);
    }
    for (int k = together; k < nrhs; k++) {
      ldl_solve(x + k * n, l.mat, diaginv, (csr_pattern){n, l.rownnz, l.rowadr, l.colind});
    }
    mjtNum columns[9 * MOST], back[9 * MOST];
    mat_transpose(columns, y, nrhs, n);
    ldl_solve_first(y, nrhs, l.mat, (csr_pattern){n, l.rownnz, l.rowadr, l.colind});
    ldl_solve_first_columns(columns, nrhs, l.mat, (csr_pattern){n, l.rownnz, l.rowadr, l.colind});
    mat_transpose(back, columns, n, nrhs);
    assert_near_vector(back, y, n * nrhs, 1e-13);
    for (int k = 0; k < nrhs; k++) {
      mat_mul_vec(r, full, x + k * n, n, n);
      assert_near_vector(r, b + k * n, n, 1e-12);
      mat_tmul_vec(r, unit, y + k * n, n, n);
      assert_near_vector(r, b + k * n, n, 1e-12);
    }
    // x' M x = |sqrt(D) L x|^2
    ldl_mul_lower(r, l.mat, b, (csr_pattern){n, l.rownnz, l.rowadr, l.colind});
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
    csr_part whole = {{n, m.rownnz, m.rowadr, m.colind}, 0};
    assert_int_equal(lu_factor_part(m.mat, diag, &whole), -1);
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
    lu_solve_part(x, m.mat, b, diag, &whole);
    mat_mul_vec(r, m.dense, x, n, n);
    assert_near_vector(r, b, n, 1e-12);
  }
  int one[1] = {1}, zero[1] = {0};
  mjtNum tiny[1] = {1e-16};
  assert_int_equal(lu_factor_part(tiny, zero, &(csr_part){{1, one, zero, zero}, 0}), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(products_with_vectors_are_dense_products),
      cmocka_unit_test(transposing_is_exact),
      cmocka_unit_test(combining_rows_adds_dense_rows),
      cmocka_unit_test(supernodes_count_equal_rows_that_follow),
      cmocka_unit_test(symmetric_product_is_dense_product),
      cmocka_unit_test(tree_factor_rebuilds_the_matrix),
      cmocka_unit_test(lu_rebuilds_the_matrix),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
