// Numbers of the tree and sparse patterns, against their definitions.
#include <stdlib.h>

#include "compile/model_text.h"

// Is a an ancestor of dof i, or i itself?
static bool above(const mjModel* m, int a, int i) {
  for (; i >= 0; i = m->dof_parentid[i]) {
    if (i == a) return true;
  }
  return false;
}

static bool body_above(const mjModel* m, int a, int b) {
  while (b != a && b) b = m->body_parentid[b];
  return b == a;
}

static void check_numbers(const mjModel* m) {
  int nM = 0, ntree = 0;
  for (int i = 0; i < m->nv; i++) {
    int b = m->dof_bodyid[i], length = 0;
    for (int k = i; k >= 0; k = m->dof_parentid[k]) length++;
    assert_int_equal(m->dof_Madr[i], nM);
    nM += length;
    // the parent is the last dof above that is not of this body's later dofs
    int parent = -1;
    for (int k = 0; k < i; k++) {
      if (body_above(m, m->dof_bodyid[k], b)) parent = k;
    }
    assert_int_equal(m->dof_parentid[i], parent);
    assert_int_equal(m->dof_treeid[i], parent < 0 ? ntree++ : m->dof_treeid[parent]);
    int run = 0;
    while (i + run < m->nv && m->body_simple[m->dof_bodyid[i + run]]) run++;
    assert_int_equal(m->dof_simplenum[i], run);
  }
  assert_int_equal(m->nM, nM);
  assert_int_equal(m->ntree, ntree);
  for (int b = 1; b < m->nbody; b++) {
    int root = b, weld = b;
    while (m->body_parentid[root]) root = m->body_parentid[root];
    while (weld && !m->body_jntnum[weld]) weld = m->body_parentid[weld];
    assert_int_equal(m->body_rootid[b], root);
    assert_int_equal(m->body_weldid[b], weld);
    int dof = m->body_dofadr[weld];
    assert_int_equal(m->body_treeid[b], weld ? m->dof_treeid[dof] : -1);
  }
}

// Row i holds just the columns that `in` says, ascending.
typedef bool (*in_row)(const mjModel* m, int row, int column);

static void check_rows(const mjModel* m, int nrow, const int* rownnz, const int* rowadr,
                       const int* colind, int total, in_row in) {
  int adr = 0;
  for (int i = 0; i < nrow; i++) {
    assert_int_equal(rowadr[i], adr);
    for (int j = 0; j < m->nv; j++) {
      if (in(m, i, j)) assert_int_equal(colind[adr++], j);
    }
    assert_int_equal(rownnz[i], adr - rowadr[i]);
  }
  assert_int_equal(adr, total);
}

static bool in_M(const mjModel* m, int i, int j) {
  return m->dof_simplenum[i] ? i == j : above(m, j, i);
}

static bool in_D(const mjModel* m, int i, int j) { return above(m, i, j) || above(m, j, i); }

static bool in_B(const mjModel* m, int b, int j) {
  int other = m->dof_bodyid[j];
  return body_above(m, b, other) || body_above(m, other, b);
}

static int place(const int* colind, int adr, int nnz, int column) {
  for (int k = adr; k < adr + nnz; k++) {
    if (colind[k] == column) return k;
  }
  return -1;
}

static void check_maps(const mjModel* m) {
  for (int i = 0; i < m->nv; i++) {
    assert_int_equal(m->D_colind[m->D_rowadr[i] + m->D_diag[i]], i);
    for (int k = m->D_rowadr[i]; k < m->D_rowadr[i] + m->D_rownnz[i]; k++) {
      int row = mjMAX(i, m->D_colind[k]), column = mjMIN(i, m->D_colind[k]);
      assert_int_equal(m->mapM2D[k],
                       place(m->M_colind, m->M_rowadr[row], m->M_rownnz[row], column));
    }
    for (int k = m->M_rowadr[i]; k < m->M_rowadr[i] + m->M_rownnz[i]; k++) {
      int column = m->M_colind[k], steps = 0;
      assert_int_equal(m->mapD2M[k], place(m->D_colind, m->D_rowadr[i], m->D_rownnz[i], column));
      for (int up = i; up != column; up = m->dof_parentid[up]) steps++;
      assert_int_equal(m->mapM2M[k], m->dof_Madr[i] + steps);
    }
  }
}

static void patterns_are_what_they_are_defined_as(void** state) {
  (void)state;
  int dofs = 0, simple = 0;
  for (int seed = 0; seed < 100; seed++) {
    draw_seed(seed);
    mjSpec* s = random_tree(draw_int(1, 30));
    mjModel* m = mj_compile(s, NULL);
    if (!m) print_error("seed %d: %s\n", seed, mjs_getError(s));
    assert_non_null(m);
    check_numbers(m);
    check_rows(m, m->nv, m->M_rownnz, m->M_rowadr, m->M_colind, m->nC, in_M);
    check_rows(m, m->nv, m->D_rownnz, m->D_rowadr, m->D_colind, m->nD, in_D);
    check_rows(m, m->nbody, m->B_rownnz, m->B_rowadr, m->B_colind, m->nB, in_B);
    check_maps(m);
    dofs += m->nv;
    for (int i = 0; i < m->nv; i++) simple += m->dof_simplenum[i] > 0;
    mj_deleteModel(m);
    mj_deleteSpec(s);
  }
  assert_true(dofs > 1000 && simple > 50);  // the cases are there
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(patterns_are_what_they_are_defined_as)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
