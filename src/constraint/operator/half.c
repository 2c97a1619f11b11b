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

// Whether the columns are complete chains of dofs with their ancestors, one after the other: then
// they are all that the row touches.
static int are_chains(const problem* p, const int* col, int n) {
  while (n > 0) {
    int last = col[n - 1], above = p->tree.nnz[last];
    const int *chain = p->tree.col + p->tree.adr[last], *own = col + n - above;
    if (above > n || chain[0] != own[0]) return 0;
    // ascending from the same first one to the same last one: the same if all in between are there
    int is_run = last - chain[0] == above - 1;
    if (!is_run && memcmp(own, chain, sizeof(int) * (size_t)above) != 0) return 0;
    n -= above;
  }
  return 1;
}

// The dofs that rows begin ... end - 1 of J touch, ascending.  Sparse rows of a group have the same
// columns.  Returns whether these are complete chains.
static int touched_by(const problem* p, int begin, int end, dof_set* set) {
  const jacobian* J = &p->J;
  set->n = 0;
  if (J->nnz && are_chains(p, J->col + J->adr[begin], J->nnz[begin])) {
    set->n = J->nnz[begin];
    memcpy(set->dof, J->col + J->adr[begin], sizeof(int) * (size_t)set->n);
    return 1;
  }
  if (J->nnz && J->nnz[begin] == 1) {
    int dof = J->col[J->adr[begin]];
    set->n = p->tree.nnz[dof];
    memcpy(set->dof, p->tree.col + p->tree.adr[dof], sizeof(int) * (size_t)set->n);
    return 0;
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
  return 0;
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

// Rows of Y under construction from those of J.
typedef struct {
  const problem* p;
  half_matrix* Y;
  mjtNum* root;  // nv: D^-1/2
  mjtNum* x;     // nv zeros, zero again after each row
} filling;

static void fill_row(const filling* f, int i) {
  const problem* p = f->p;
  const int *col = f->Y->col + f->Y->adr[i], nnz = f->Y->nnz[i];
  mjtNum *x = f->x, *y = f->Y->value + f->Y->adr[i];
  scatter_row(&p->J, i, x);
  for (int k = nnz - 1; k >= 0; k--) {
    int dof = col[k], above = p->tree.nnz[dof] - 1, L = p->tree.adr[dof];
    sparse_axpy(x, -x[dof], p->LD + L, p->tree.col + L, above);
  }
  for (int k = 0; k < nnz; k++) {
    y[k] = x[col[k]] * f->root[col[k]];
    x[col[k]] = 0;
  }
}

// The same for rows begin ... end - 1 that touch complete chains: their columns are those of J, and
// the ancestors of a dof stand before it.
static void fill_chains(const filling* f, int begin, int end) {
  const problem* p = f->p;
  const int *col = f->Y->col + f->Y->adr[begin], nnz = f->Y->nnz[begin];
  mjtNum* first = f->Y->value + f->Y->adr[begin];
  vec_copy(first, p->J.value + p->J.adr[begin], nnz * (end - begin));
  for (int k = nnz - 1; k >= 0; k--) {
    int above = p->tree.nnz[col[k]] - 1;
    const mjtNum* restrict L = p->LD + p->tree.adr[col[k]], root = f->root[col[k]];
    mjtNum* restrict y = first + k;
    for (int i = begin; i < end; i++, y += nnz) {
      mjtNum scale = -y[0];
      for (int c = 0; c < above; c++) y[c - above] += scale * L[c];
      y[0] *= root;
    }
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
  filling f = {p, &Y, mj_stackAllocNum(d, nv), mj_stackAllocNum(d, nv)};
  for (int i = 0; i < nv; i++) f.root[i] = sqrt(p->diaginv[i]);
  vec_zero(f.x, nv);
  memset(set.at, 0, sizeof(int) * nv);
  int count = count_rows(p, &Y, &set);
  // rows without dofs are copied, too, from and to where there is something
  Y.col = mj_stackAllocInt(d, mjMAX(count, 1));
  Y.value = mj_stackAllocNum(d, mjMAX(count, 1));
  for (int begin = 0, end; begin < n; begin = end) {
    end = group_end(p, begin);
    int chains = touched_by(p, begin, end, &set);
    for (int i = begin; i < end; i++) memcpy(Y.col + Y.adr[i], set.dof, sizeof(int) * Y.nnz[i]);
    for (int i = begin; !chains && i < end; i++) fill_row(&f, i);
    if (chains) fill_chains(&f, begin, end);
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
