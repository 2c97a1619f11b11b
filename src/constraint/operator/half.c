#include "constraint/operator/half.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// A set of dofs under construction.
typedef struct {
  int n;
  int* dof;
  int* at;  // nv: whether the dof is in the set
} dof_set;

// Add a dof and its ancestors.
static void add_chain(const problem* p, int dof, dof_set* set) {
  const int* ancestor = p->tree.col + p->tree.adr[dof];
  for (int a = p->tree.nnz[dof] - 1; a >= 0 && !set->at[ancestor[a]]; a--) {
    set->at[ancestor[a]] = 1;
    set->dof[set->n++] = ancestor[a];
  }
}

// Whether the columns are a complete chain, or only its last dof: then the last dof and its
// ancestors are all that the row touches.
static int is_chain(const problem* p, const int* col, int n) {
  int last = col[n - 1], adr = p->tree.adr[last];
  return n == 1 || (p->tree.nnz[last] == n && !memcmp(col, p->tree.col + adr, sizeof(int) * n));
}

// The dofs that rows begin ... end - 1 of J touch, ascending.  Sparse rows of a group have the same
// columns.
static void touched_by(const problem* p, int begin, int end, dof_set* set) {
  const jacobian* J = &p->J;
  set->n = 0;
  if (J->nnz && J->nnz[begin] && is_chain(p, J->col + J->adr[begin], J->nnz[begin])) {
    int last = J->col[J->adr[begin] + J->nnz[begin] - 1];
    set->n = p->tree.nnz[last];
    memcpy(set->dof, p->tree.col + p->tree.adr[last], sizeof(int) * set->n);
    return;
  }
  if (J->nnz) {
    for (int k = 0; k < J->nnz[begin]; k++) add_chain(p, J->col[J->adr[begin] + k], set);
  } else {
    for (int k = 0; k < J->nc; k++) {
      int i = begin;
      while (i < end && J->value[(size_t)i * J->nc + k] == 0) i++;
      if (i < end) add_chain(p, k, set);
    }
  }
  for (int k = 0; k < set->n; k++) set->at[set->dof[k]] = 0;
  mju_insertionSortInt(set->dof, set->n);  // few and nearly sorted
}

// End of the group of rows from i on with the same columns; with dense Jacobians the rows of one
// contact.
static int group_end(const problem* p, int i) {
  if (p->J.nnz) return i + p->J.super[i] + 1;
  const row_block* b = row_set_at(&p->rows, i);
  return b->contact ? b->begin + b->n : i + 1;
}

static void scatter_row(const jacobian* J, int i, mjtNum* x) {
  if (!J->nnz) {
    vec_copy(x, J->value + (size_t)i * J->nc, J->nc);
    return;
  }
  int adr = J->adr[i];
  for (int k = 0; k < J->nnz[i]; k++) x[J->col[adr + k]] = J->value[adr + k];
}

// Compute row i of Y from that of J; x: scratch of nv zeros, zero again afterwards.
static void fill_row(const problem* p, const half_matrix* Y, int i, mjtNum* x) {
  const int* col = Y->col + Y->adr[i];
  scatter_row(&p->J, i, x);
  for (int k = Y->nnz[i] - 1; k >= 0; k--) {
    int dof = col[k], above = p->tree.nnz[dof] - 1, L = p->tree.adr[dof];
    sparse_axpy(x, -x[dof], p->LD + L, p->tree.col + L, above);
  }
  for (int k = 0; k < Y->nnz[i]; k++) {
    Y->value[Y->adr[i] + k] = x[col[k]] * sqrt(p->diaginv[col[k]]);
    x[col[k]] = 0;
  }
}

// Determine row lengths and groups; returns the total number of entries.
static int count_rows(const problem* p, half_matrix* Y, dof_set* set) {
  for (int begin = 0, end; begin < Y->nr; begin = end) {
    end = group_end(p, begin);
    touched_by(p, begin, end, set);
    for (int i = begin; i < end; i++) {
      Y->nnz[i] = set->n;
      Y->group[i] = begin;
    }
  }
  return csr_pack_rows(Y->adr, Y->nnz, Y->nr);
}

// --- of a metric --------------------------------------------------------------------------------

// Add the front that eliminates a dof, and its ancestors, to a set of fronts.
static void add_fronts(const elimination* order, int dof, dof_set* set) {
  for (int s = order->of_dof[dof]; s >= 0 && !set->at[s]; s = order->fronts[s].parent) {
    set->at[s] = 1;
    set->dof[set->n++] = s;
  }
}

// The fronts that rows begin ... end - 1 of J touch, with their ancestors, ascending.
static void fronts_of(const problem* p, int begin, int end, dof_set* set) {
  const jacobian* J = &p->J;
  const elimination* order = &p->coupled->order;
  set->n = 0;
  for (int k = 0; J->nnz && k < J->nnz[begin]; k++) {
    add_fronts(order, J->col[J->adr[begin] + k], set);
  }
  for (int i = begin; !J->nnz && i < end; i++) {
    for (int k = 0; k < J->nc; k++) {
      if (J->value[(size_t)i * J->nc + k] != 0) add_fronts(order, k, set);
    }
  }
  for (int k = 0; k < set->n; k++) set->at[set->dof[k]] = 0;
  mju_insertionSortInt(set->dof, set->n);
}

// begin: of every front, the number of pivots before it.
static void fill_group(const problem* p, half_matrix* Y, int group, const dof_set* set,
                       const int* begin, mjtNum* x) {
  const elimination* order = &p->coupled->order;
  int* col = Y->col + Y->adr[group];
  for (int k = 0; k < set->n; k++) {
    for (int i = 0; i < order->fronts[set->dof[k]].pivots; i++) *col++ = begin[set->dof[k]] + i;
  }
  for (int i = group; i < Y->nr && Y->group[i] == group; i++) {
    scatter_row(&p->J, i, x);
    multifrontal_half(p->coupled, set->dof, set->n, x, Y->value + Y->adr[i]);
    if (i > group) {
      memcpy(Y->col + Y->adr[i], Y->col + Y->adr[group], sizeof(int) * (size_t)Y->nnz[i]);
    }
  }
}

static void make_from_fronts(mjData* d, const problem* p, half_matrix* Y) {
  const elimination* order = &p->coupled->order;
  dof_set set = {0, mj_stackAllocInt(d, order->n), mj_stackAllocInt(d, order->n)};
  int* before = mj_stackAllocInt(d, order->n);
  mjtNum* x = mj_stackAllocNum(d, p->nv);
  for (int s = 0, n = 0; s < order->n; n += order->fronts[s++].pivots) {
    before[s] = n;
    set.at[s] = 0;
  }
  vec_zero(x, p->nv);
  for (int begin = 0, end; begin < Y->nr; begin = end) {
    end = group_end(p, begin);
    fronts_of(p, begin, end, &set);
    int n = 0;
    for (int k = 0; k < set.n; k++) n += order->fronts[set.dof[k]].pivots;
    for (int i = begin; i < end; i++) {
      Y->nnz[i] = n;
      Y->group[i] = begin;
    }
  }
  int count = csr_pack_rows(Y->adr, Y->nnz, Y->nr);
  Y->col = mj_stackAllocInt(d, mjMAX(count, 1));
  Y->value = mj_stackAllocNum(d, mjMAX(count, 1));
  for (int begin = 0, end; begin < Y->nr; begin = end) {
    end = group_end(p, begin);
    fronts_of(p, begin, end, &set);
    fill_group(p, Y, begin, &set, before, x);
  }
}

half_matrix half_make(mjData* d, const problem* p) {
  int n = p->rows.n, nv = p->nv;
  half_matrix Y = {.nr = n,
                   .nnz = mj_stackAllocInt(d, n),
                   .adr = mj_stackAllocInt(d, n),
                   .group = mj_stackAllocInt(d, n)};
  if (!p->LD) {
    make_from_fronts(d, p, &Y);
    assert(half_valid(&Y, nv));
    return Y;
  }
  dof_set set = {0, mj_stackAllocInt(d, nv), mj_stackAllocInt(d, nv)};
  mjtNum* x = mj_stackAllocNum(d, nv);
  memset(set.at, 0, sizeof(int) * nv);
  vec_zero(x, nv);
  int count = count_rows(p, &Y, &set);
  // rows without dofs are copied, too, from and to where there is something
  Y.col = mj_stackAllocInt(d, mjMAX(count, 1));
  Y.value = mj_stackAllocNum(d, mjMAX(count, 1));
  for (int i = 0; i < n; i++) {
    if (Y.group[i] == i) touched_by(p, i, group_end(p, i), &set);
    memcpy(Y.col + Y.adr[i], set.dof, sizeof(int) * Y.nnz[i]);
    fill_row(p, &Y, i, x);
  }
  assert(half_valid(&Y, nv));
  return Y;
}

int half_valid(const half_matrix* Y, int nc) {
  for (int i = 0; i < Y->nr; i++) {
    const int* col = Y->col + Y->adr[i];
    int g = Y->group[i];
    if (Y->adr[i] != (i ? Y->adr[i - 1] + Y->nnz[i - 1] : 0)) return 0;
    if (g > i || Y->nnz[g] != Y->nnz[i]) return 0;
    if (memcmp(col, Y->col + Y->adr[g], sizeof(int) * Y->nnz[i]) != 0) return 0;
    for (int k = 0; k < Y->nnz[i]; k++) {
      if (col[k] < 0 || col[k] >= nc || (k && col[k] <= col[k - 1])) return 0;
    }
  }
  return 1;
}
