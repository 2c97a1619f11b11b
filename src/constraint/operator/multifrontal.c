#include "constraint/operator/multifrontal.h"

#include <math.h>
#include <string.h>

#include "constraint/operator/cone_rows.h"
#include "constraint/operator/dense_hessian.h"
#include "model/stack.h"

// --- assigning rows and entries to fronts -------------------------------------------------------

// The front that eliminates the first of these dofs; all the others are in it, too.
static int front_of(const elimination* order, const int* dof, int n) {
  int least = order->of_dof[dof[0]];
  for (int i = 1; i < n; i++) least = mjMIN(least, order->of_dof[dof[i]]);
  return least;
}

// Convert counts, stored at [s + 1], to start offsets, which place_of then advances.
static void begin_places(int* begin, int n) {
  for (int s = 0; s < n; s++) begin[s + 1] += begin[s];
}

static void sort_runs(mjData* d, multifrontal* f) {
  const problem* p = f->p;
  int n = f->order.n, count = 0;
  f->run_begin = mj_stackAllocInt(d, (size_t)n + 2);
  for (int s = 0; s < n + 2; s++) f->run_begin[s] = 0;
  for (int i = 0; i < p->rows.n; i += elimination_run(p, i), count++) {
    f->run_begin[front_of(&f->order, p->J.col + p->J.adr[i], p->J.nnz[i]) + 2]++;
  }
  f->run = mj_stackAllocInt(d, count);
  begin_places(f->run_begin + 1, n);
  for (int i = 0; i < p->rows.n; i += elimination_run(p, i)) {
    int s = front_of(&f->order, p->J.col + p->J.adr[i], p->J.nnz[i]);
    f->run[f->run_begin[s + 1]++] = i;
  }
}

static void sort_entries(mjData* d, multifrontal* f) {
  const problem* p = f->p;
  int n = f->order.n, count = 0;
  const int* of_dof = f->order.of_dof;
  f->entry_begin = mj_stackAllocInt(d, (size_t)n + 2);
  for (int s = 0; s < n + 2; s++) f->entry_begin[s] = 0;
  for (int i = 0; i < p->nv; i++) {
    const int* col = p->pattern.col + p->pattern.adr[i];
    for (int c = 0; c < p->pattern.nnz[i]; c++, count++) {
      f->entry_begin[mjMIN(of_dof[i], of_dof[col[c]]) + 2]++;
    }
  }
  f->entry = mj_stackAllocInt(d, count);
  f->entry_row = mj_stackAllocInt(d, count);
  begin_places(f->entry_begin + 1, n);
  for (int i = 0; i < p->nv; i++) {
    const int* col = p->pattern.col + p->pattern.adr[i];
    for (int c = 0; c < p->pattern.nnz[i]; c++) {
      int at = f->entry_begin[mjMIN(of_dof[i], of_dof[col[c]]) + 1]++;
      f->entry[at] = p->pattern.adr[i] + c;
      f->entry_row[at] = i;
    }
  }
}

// --- memory -------------------------------------------------------------------------------------

static int remainder_dofs(const front* f) { return f->dofs - f->pivots; }

static size_t remainder_size(const front* f) {
  return (size_t)remainder_dofs(f) * dense_stride(remainder_dofs(f));
}

// Allocate the largest front, and the stack of Schur complements.
static void make_room(mjData* d, multifrontal* f) {
  const problem* p = f->p;
  const elimination* order = &f->order;
  size_t stacked = 0, most = 0, largest = 0, widest = 0, block = 0;
  mj_markStack(d);
  size_t* owed = mj_stackAllocByte(d, sizeof(size_t) * order->n, sizeof(size_t));
  for (int s = 0; s < order->n; s++) owed[s] = 0;
  for (int s = 0; s < order->n; s++) {
    const front* at = order->fronts + s;
    size_t stride = dense_stride(at->dofs);
    largest = mjMAX(largest, at->dofs * stride);
    widest = mjMAX(widest, stride);
    stacked += remainder_size(at) - owed[s];
    if (at->parent >= 0) owed[at->parent] += remainder_size(at);
    most = mjMAX(most, stacked);
    f->nnz += at->pivots * remainder_dofs(at) + at->pivots * (at->pivots + 1) / 2;
  }
  mj_freeStack(d);
  for (int i = 0; i < p->rows.n; i += elimination_run(p, i)) {
    block = mjMAX(block, (size_t)p->J.nnz[i]);
  }
  f->matrix = mj_stackAllocByte(d, sizeof(mjtNum) * largest, 32);
  // what stands above a diagonal is used, if only with itself
  memset(f->matrix, 0, sizeof(mjtNum) * largest);
  f->by = mj_stackAllocByte(d, sizeof(mjtNum) * DENSE_BLOCK * widest, 32);
  f->remains = mj_stackAllocNum(d, mjMAX(most, 1));  // not of size 0
  f->block = mj_stackAllocNum(d, block * block);
  f->cone = mj_stackAllocNum(d, 6 * block);
  f->vector = mj_stackAllocNum(d, widest);
  f->stretches = mj_stackAllocByte(d, sizeof(stretch) * widest, sizeof(int));
  f->place = mj_stackAllocInt(d, p->nv);
  for (int s = 0; s < order->n; s++) {
    const front* at = order->fronts + s;
    size_t bytes = sizeof(mjtNum) * at->pivots * dense_stride(at->dofs);
    f->pivot_rows[s] = mj_stackAllocByte(d, bytes, 32);
  }
}

// Blocks of rows are kept from one factor to the next, if there is room enough.
static void make_kept(mjData* d, multifrontal* f) {
  const problem* p = f->p;
  int n = f->run_begin[f->order.n];
  size_t size = 0;
  for (int k = 0; k < n; k++) size += (size_t)p->J.nnz[f->run[k]] * p->J.nnz[f->run[k]];
  if (!n || sizeof(mjtNum) * (size + p->rows.n) + sizeof(size_t) * n > stack_room(d) / 4) return;
  f->weight = mj_stackAllocNum(d, p->rows.n);
  f->kept = mj_stackAllocNum(d, mjMAX(size, 1));
  f->kept_adr = mj_stackAllocByte(d, sizeof(size_t) * n, sizeof(size_t));
  for (int i = 0; i < p->rows.n; i++) f->weight[i] = -1;
  size = 0;
  for (int k = 0; k < n; k++) {
    f->kept_adr[k] = size;
    size += (size_t)p->J.nnz[f->run[k]] * p->J.nnz[f->run[k]];
  }
}

multifrontal multifrontal_make(mjData* d, const problem* p) {
  multifrontal f = {.p = p, .order = elimination_make(d, p)};
  f.pivot_rows = mj_stackAllocByte(d, sizeof(mjtNum*) * f.order.n, sizeof(void*));
  sort_runs(d, &f);
  sort_entries(d, &f);
  make_room(d, &f);
  make_kept(d, &f);
  return f;
}

// --- assembly -----------------------------------------------------------------------------------

static inline mjtNum* entry_at(mjtNum* matrix, int stride, int a, int b) {
  return a > b ? matrix + (size_t)a * stride + b : matrix + (size_t)b * stride + a;
}

static void add_inertia(multifrontal* f, int s, int stride) {
  const problem* p = f->p;
  for (int k = f->entry_begin[s]; k < f->entry_begin[s + 1]; k++) {
    int a = f->place[f->entry_row[k]], b = f->place[p->pattern.col[f->entry[k]]];
    *entry_at(f->matrix, stride, a, b) += p->M[f->entry[k]];
  }
}

// Split n dofs into stretches whose positions are consecutive; returns their number.
static int cut(const multifrontal* f, const int* dof, int n, stretch* out) {
  int count = 0;
  for (int i = 0; i < n; i++) {
    int to = f->place[dof[i]];
    if (count && to == out[count - 1].to + out[count - 1].n) {
      out[count - 1].n++;
    } else {
      out[count++] = (stretch){i, to, 1};
    }
  }
  return count;
}

// to += the lower triangle of `from` at a stretch: what stands above it is not defined.
static inline void add_triangle(mjtNum* restrict to, int to_stride, const mjtNum* restrict from,
                                int from_stride, int n) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++) to[j] += from[j];
    to += to_stride;
    from += from_stride;
  }
}

// to += the block of `from` at stretches row and col.
static inline void add_crossing(mjtNum* restrict to, int to_stride, const mjtNum* restrict from,
                                int from_stride, stretch row, stretch col) {
  for (int i = 0; i < row.n; i++) {
    for (int j = 0; j < col.n; j++) to[j] += from[j];
    to += to_stride;
    from += from_stride;
  }
}

// The same where the lower triangle of `from` corresponds to the upper triangle of the block: rows
// and columns are exchanged.
static inline void add_transposed(mjtNum* restrict to, int to_stride, const mjtNum* restrict from,
                                  int from_stride, stretch row, stretch col) {
  for (int j = 0; j < col.n; j++) {
    for (int i = 0; i < row.n; i++) to[i] += from[i * from_stride + j];
    to += to_stride;
  }
}

// Add the lower triangle of a matrix, whose dofs form `count` stretches, to the front.
static void add_matrix(multifrontal* f, int stride, const mjtNum* from, int from_stride,
                       int count) {
  for (int s = 0; s < count; s++) {
    stretch row = f->stretches[s];
    for (int t = 0; t <= s; t++) {
      stretch col = f->stretches[t];
      const mjtNum* corner = from + (size_t)row.from * from_stride + col.from;
      mjtNum* to = f->matrix + (size_t)row.to * stride + col.to;
      if (s == t) {
        add_triangle(to, stride, corner, from_stride, row.n);
      } else if (row.to > col.to) {
        add_crossing(to, stride, corner, from_stride, row, col);
      } else {
        add_transposed(f->matrix + (size_t)col.to * stride + row.to, stride, corner, from_stride,
                       row, col);
      }
    }
  }
}

// The dense block of a run of rows.
static void fill_block(const multifrontal* f, int begin, const mjtNum* D, mjtNum* block) {
  const problem* p = f->p;
  int n = p->J.nnz[begin], nr = elimination_run(p, begin);
  vec_zero(block, n * n);
  dense_add_rows(block, n, p->J.value + p->J.adr[begin], D + begin, nr, n);
  for (int i = begin; p->rows.ncone && i < begin + nr; i++) {
    if (p->state[i] != mjCNSTRSTATE_CONE) continue;
    const row_block* cone = row_set_at(&p->rows, i);
    cone_rows(p, cone, n, f->cone);
    dense_add_rows(block, n, f->cone, NULL, cone->n, n);
    i += cone->n - 1;
  }
}

// Whether the block that was kept of a run is still that of these weights; if not they are noted.
static int is_kept(multifrontal* f, int begin, const mjtNum* D) {
  int end = begin + elimination_run(f->p, begin), same = 1;
  for (int i = begin; i < end; i++) {
    mjtNum weight = f->p->state[i] == mjCNSTRSTATE_CONE ? -1 : D[i];  // cones change every time
    same &= weight == f->weight[i] && weight >= 0;
    f->weight[i] = weight;
  }
  return same;
}

// Add the block of run k to the front.
static void add_run(multifrontal* f, int k, const mjtNum* D, int stride) {
  const problem* p = f->p;
  int begin = f->run[k], n = p->J.nnz[begin], active = 0;
  for (int i = begin; i < begin + elimination_run(p, begin); i++) {
    active |= D[i] != 0 || p->state[i] == mjCNSTRSTATE_CONE;
  }
  if (!active) return;
  mjtNum* block = f->kept ? f->kept + f->kept_adr[k] : f->block;
  if (!f->kept || !is_kept(f, begin, D)) fill_block(f, begin, D, block);
  int count = cut(f, p->J.col + p->J.adr[begin], n, f->stretches);
  add_matrix(f, stride, block, n, count);
}

// Add the Schur complement of a child.
static void add_remainder(multifrontal* f, const front* child, const mjtNum* from, int stride) {
  int n = remainder_dofs(child), count = cut(f, child->dof, n, f->stretches);
  add_matrix(f, stride, from, dense_stride(n), count);
}

// --- elimination --------------------------------------------------------------------------------

// Add the Schur complements of all children, which are on top of the stack; returns the new top.
static mjtNum* take_up_children(multifrontal* f, int s, mjtNum* end, int stride) {
  const front* fronts = f->order.fronts;
  for (int k = s - 1, left = fronts[s].children; left > 0; k--) {
    if (fronts[k].parent != s) continue;
    end -= remainder_size(fronts + k);
    add_remainder(f, fronts + k, end, stride);
    left--;
  }
  return end;
}

void multifrontal_factor(multifrontal* f, const mjtNum* D) {
  mjtNum* end = f->remains;
  for (int s = 0; s < f->order.n; s++) {
    const front* at = f->order.fronts + s;
    int n = at->dofs, stride = dense_stride(n), rest = remainder_dofs(at);
    for (int i = 0; i < n; i++) vec_zero(f->matrix + (size_t)i * stride, dense_stride(i + 1));
    for (int i = 0; i < n; i++) f->place[at->dof[i]] = i;
    add_inertia(f, s, stride);
    for (int k = f->run_begin[s]; k < f->run_begin[s + 1]; k++) add_run(f, k, D, stride);
    end = take_up_children(f, s, end, stride);

    dense_eliminate_front(f->matrix, n, stride, at->pivots, mjMINVAL, f->by);
    vec_copy(f->pivot_rows[s], f->matrix + (size_t)rest * stride, at->pivots * stride);
    int to_stride = dense_stride(rest);
    for (int i = 0; i < rest; i++) {
      vec_copy(end + (size_t)i * to_stride, f->matrix + (size_t)i * stride, i + 1);
    }
    end += remainder_size(at);
  }
}

void multifrontal_solve(const multifrontal* f, mjtNum* x, const mjtNum* b) {
  mjtNum* y = f->vector;
  if (x != b) vec_copy(x, b, f->p->nv);
  for (int s = 0; s < f->order.n; s++) {
    const front* at = f->order.fronts + s;
    int rest = remainder_dofs(at), n = at->dofs, stride = dense_stride(n);
    vec_zero(y, rest);
    for (int i = rest; i < n; i++) y[i] = x[at->dof[i]];
    dense_solve_first(y, f->pivot_rows[s], n, stride, at->pivots);
    for (int i = 0; i < rest; i++) x[at->dof[i]] += y[i];
    for (int i = rest; i < n; i++) x[at->dof[i]] = y[i];
  }
  for (int s = f->order.n - 1; s >= 0; s--) {
    const front* at = f->order.fronts + s;
    int rest = remainder_dofs(at), n = at->dofs, stride = dense_stride(n);
    for (int i = 0; i < n; i++) y[i] = x[at->dof[i]];
    dense_solve_second(y, f->pivot_rows[s], n, stride, at->pivots);
    for (int i = rest; i < n; i++) x[at->dof[i]] = y[i];
  }
}

// A front's rows are those of R, where H = R' D^-1 R, with D^-1 on their diagonal: the first half
// of the solution is R'^-1 x, so that x' H^-1 x is the sum of its squares over D^-1.
void multifrontal_half(const multifrontal* f, const int* fronts, int n, mjtNum* x, mjtNum* y) {
  for (int k = 0; k < n; k++) {
    const front* at = f->order.fronts + fronts[k];
    const mjtNum* row = f->pivot_rows[fronts[k]];
    int rest = remainder_dofs(at), stride = dense_stride(at->dofs);
    vec_zero(f->vector, rest);
    for (int i = rest; i < at->dofs; i++) f->vector[i] = x[at->dof[i]];
    dense_solve_first(f->vector, row, at->dofs, stride, at->pivots);
    for (int i = 0; i < rest; i++) x[at->dof[i]] += f->vector[i];
    for (int i = rest; i < at->dofs; i++, row += stride) {
      x[at->dof[i]] = 0;
      *y++ = f->vector[i] / sqrt(row[i]);
    }
  }
}
