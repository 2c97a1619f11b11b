#include "constraint/operator/multifrontal.h"

#include <math.h>
#include <stdbool.h>
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

static size_t whole_size(const front* f) { return (size_t)f->dofs * dense_stride(f->dofs); }

static size_t block_size(const problem* p, int begin) {
  return (size_t)p->J.nnz[begin] * p->J.nnz[begin];
}

// Scratch of the largest front and run, and the number of entries of the factor.
static void make_scratch(mjData* d, multifrontal* f) {
  const problem* p = f->p;
  size_t widest = 0, block = 0;
  for (int s = 0; s < f->order.n; s++) {
    const front* at = f->order.fronts + s;
    widest = mjMAX(widest, (size_t)dense_stride(at->dofs));
    f->nnz += at->pivots * remainder_dofs(at) + at->pivots * (at->pivots + 1) / 2;
  }
  for (int k = 0; k < f->run_begin[f->order.n]; k++) {
    block = mjMAX(block, (size_t)p->J.nnz[f->run[k]]);
  }
  f->by = mj_stackAllocByte(d, sizeof(mjtNum) * DENSE_BLOCK * widest, 32);
  f->block = mj_stackAllocNum(d, block * block);
  f->cone = mj_stackAllocNum(d, 6 * block);
  f->vector = mj_stackAllocNum(d, widest);
  f->stretches = mj_stackAllocByte(d, sizeof(stretch) * widest, sizeof(int));
  f->place = mj_stackAllocInt(d, p->nv);
}

// Allocate the largest front, the stack of Schur complements, and the pivots' rows of all fronts.
static void make_room(mjData* d, multifrontal* f) {
  const elimination* order = &f->order;
  size_t stacked = 0, most = 0, largest = 0;
  mj_markStack(d);
  size_t* owed = mj_stackAllocByte(d, sizeof(size_t) * order->n, sizeof(size_t));
  for (int s = 0; s < order->n; s++) owed[s] = 0;
  for (int s = 0; s < order->n; s++) {
    const front* at = order->fronts + s;
    largest = mjMAX(largest, whole_size(at));
    stacked += remainder_size(at) - owed[s];
    if (at->parent >= 0) owed[at->parent] += remainder_size(at);
    most = mjMAX(most, stacked);
  }
  mj_freeStack(d);
  f->matrix = mj_stackAllocByte(d, sizeof(mjtNum) * largest, 32);
  f->remains = mj_stackAllocNum(d, mjMAX(most, 1));  // not of size 0
  for (int s = 0; s < order->n; s++) {
    const front* at = order->fronts + s;
    size_t bytes = sizeof(mjtNum) * at->pivots * dense_stride(at->dofs);
    f->pivot_rows[s] = mj_stackAllocByte(d, bytes, 32);
  }
}

// Numbers that are kept from one factor to the next.
static size_t kept_size(const multifrontal* f) {
  size_t size = (size_t)f->p->rows.n;
  for (int k = 0; k < f->run_begin[f->order.n]; k++) size += block_size(f->p, f->run[k]);
  for (int s = 0; s < f->order.n; s++) size += whole_size(f->order.fronts + s);
  return size;
}

// Blocks of rows and fronts are kept, several times as much as the factor, if there is room enough
// and rows are many: changes of few are not factored (low_rank.h).
static int is_keeping(mjData* d, const multifrontal* f) {
  size_t n = (size_t)f->run_begin[f->order.n] + (size_t)f->order.n;
  return f->p->rows.n >= f->p->nv &&
         sizeof(mjtNum) * kept_size(f) + (sizeof(void*) + 64) * n <= stack_room(d) / 4;
}

static void make_kept(mjData* d, multifrontal* f) {
  const problem* p = f->p;
  int n = f->run_begin[f->order.n], nf = f->order.n;
  size_t blocks = 0;
  f->is_stale = mj_stackAllocByte(d, sizeof(bool) * n, sizeof(bool));
  f->kept_adr = mj_stackAllocByte(d, sizeof(size_t) * n, sizeof(size_t));
  for (int k = 0; k < n; k++) {
    f->kept_adr[k] = blocks;
    blocks += block_size(p, f->run[k]);
  }
  f->kept = mj_stackAllocNum(d, mjMAX(blocks, 1));
  f->weight = mj_stackAllocNum(d, p->rows.n);
  for (int i = 0; i < p->rows.n; i++) f->weight[i] = -1;
  memset(f->is_stale, 0, sizeof(bool) * n);
  f->child_made = mj_stackAllocByte(d, sizeof(bool) * nf, sizeof(bool));
  memset(f->child_made, 0, sizeof(bool) * nf);
  f->whole = mj_stackAllocByte(d, sizeof(mjtNum*) * nf, sizeof(void*));
  for (int s = 0; s < nf; s++) {
    const front* at = f->order.fronts + s;
    f->whole[s] = mj_stackAllocByte(d, sizeof(mjtNum) * whole_size(at), 32);
    f->pivot_rows[s] = f->whole[s] + (size_t)remainder_dofs(at) * dense_stride(at->dofs);
  }
}

multifrontal multifrontal_make(mjData* d, const problem* p) {
  multifrontal f = {.p = p, .order = elimination_make(d, p)};
  f.pivot_rows = mj_stackAllocByte(d, sizeof(mjtNum*) * f.order.n, sizeof(void*));
  sort_runs(d, &f);
  sort_entries(d, &f);
  make_scratch(d, &f);
  if (is_keeping(d, &f)) {
    make_kept(d, &f);
  } else {
    make_room(d, &f);
  }
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

enum { SIX = 6 };  // dofs of a free body

// to += the lower triangle of `from` at a stretch: what stands above it is not defined.
INLINED void add_lower(mjtNum* restrict to, int to_stride, const mjtNum* restrict from,
                       int from_stride, const int n) {
  LANES_UNROLL
  for (int i = 0; i < n; i++) {
    vec_add(to, to, from, i + 1);
    to += to_stride;
    from += from_stride;
  }
}

static inline void add_triangle(mjtNum* restrict to, int to_stride, const mjtNum* restrict from,
                                int from_stride, int n) {
  if (n == SIX) {
    add_lower(to, to_stride, from, from_stride, SIX);
  } else {
    add_lower(to, to_stride, from, from_stride, n);
  }
}

// to += the block of `from` at stretches row and col.
INLINED void add_block(mjtNum* restrict to, int to_stride, const mjtNum* restrict from,
                       int from_stride, int rows, const int n) {
  for (int i = 0; i < rows; i++) {
    vec_add(to, to, from, n);
    to += to_stride;
    from += from_stride;
  }
}

static inline void add_crossing(mjtNum* restrict to, int to_stride, const mjtNum* restrict from,
                                int from_stride, stretch row, stretch col) {
  if (col.n == SIX) {
    add_block(to, to_stride, from, from_stride, row.n, SIX);
  } else {
    add_block(to, to_stride, from, from_stride, row.n, col.n);
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

enum { TWO_BODIES = 12, PYRAMID = 4 };

// block = J' diag(D) J for the four rows of a contact of two free bodies, all in registers; what
// stands above the diagonal is not defined.
static void fill_pyramid(mjtNum* restrict block, const mjtNum* restrict J,
                         const mjtNum* restrict D) {
  enum { N = TWO_BODIES / LANES };
  lanes row[PYRAMID][N];
  LANES_UNROLL
  for (int r = 0; r < PYRAMID; r++) {
    for (int k = 0; k < N; k++) row[r][k] = lanes_load(J + r * TWO_BODIES + k * LANES);
  }
  for (int i = 0; i < TWO_BODIES; i++, block += TWO_BODIES) {
    lanes at[PYRAMID];
    for (int r = 0; r < PYRAMID; r++) at[r] = lanes_all(D[r] * J[r * TWO_BODIES + i]);
    for (int k = 0; k <= i / LANES; k++) {
      lanes even = at[0] * row[0][k] + at[1] * row[1][k];
      lanes odd = at[2] * row[2][k] + at[3] * row[3][k];
      lanes_store(block + k * LANES, even + odd);
    }
  }
}

// The dense block of a run of rows.
static void fill_block(const multifrontal* f, int begin, const mjtNum* D, mjtNum* block) {
  const problem* p = f->p;
  int n = p->J.nnz[begin], nr = elimination_run(p, begin);
  if (n == TWO_BODIES && nr == PYRAMID && !p->rows.ncone) {
    fill_pyramid(block, p->J.value + p->J.adr[begin], D + begin);
    return;
  }
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

static int run_end(const multifrontal* f, int k) {
  return f->run[k] + elimination_run(f->p, f->run[k]);
}

// Note the weights of a run.  Returns whether they have changed since; those of cones always have.
static bool weigh_run(multifrontal* f, int k, const mjtNum* D) {
  int same = 1;
  for (int i = f->run[k]; i < run_end(f, k); i++) {
    mjtNum weight = f->p->state[i] == mjCNSTRSTATE_CONE ? -1 : D[i];
    same &= weight == f->weight[i] && weight >= 0;
    f->weight[i] = weight;
  }
  return !same;
}

// Add the block of run k to the front.
static void add_run(multifrontal* f, int k, const mjtNum* D, int stride) {
  const problem* p = f->p;
  int begin = f->run[k], n = p->J.nnz[begin], active = 0;
  for (int i = begin; i < run_end(f, k); i++) {
    active |= D[i] != 0 || p->state[i] == mjCNSTRSTATE_CONE;
  }
  if (!active) return;
  mjtNum* block = f->kept ? f->kept + f->kept_adr[k] : f->block;
  if (!f->kept || f->is_stale[k]) fill_block(f, begin, D, block);
  if (f->kept) f->is_stale[k] = false;
  int count = cut(f, p->J.col + p->J.adr[begin], n, f->stretches);
  add_matrix(f, stride, block, n, count);
}

// Add the Schur complement of a child.
static void add_remainder(multifrontal* f, const front* child, const mjtNum* from, int from_stride,
                          int stride) {
  int count = cut(f, child->dof, remainder_dofs(child), f->stretches);
  add_matrix(f, stride, from, from_stride, count);
}

// --- elimination --------------------------------------------------------------------------------

// Add the Schur complements of all children, which are on top of the stack, or in their fronts;
// returns the new top.
static mjtNum* take_up_children(multifrontal* f, int s, mjtNum* end, int stride) {
  const front* fronts = f->order.fronts;
  for (int k = s - 1, left = fronts[s].children; left > 0; k--) {
    if (fronts[k].parent != s) continue;
    if (f->whole) {
      add_remainder(f, fronts + k, f->whole[k], dense_stride(fronts[k].dofs), stride);
    } else {
      end -= remainder_size(fronts + k);
      add_remainder(f, fronts + k, end, dense_stride(remainder_dofs(fronts + k)), stride);
    }
    left--;
  }
  return end;
}

// Whether the front differs from that of the factor before: there is none yet, weights of its rows
// have changed, or a child's front has (whose parent learns it from `child_made`).
static bool must_make(multifrontal* f, int s, const mjtNum* D) {
  bool made = !f->is_made || f->child_made[s];
  for (int k = f->run_begin[s]; k < f->run_begin[s + 1]; k++) {
    bool changed = weigh_run(f, k, D);
    f->is_stale[k] |= changed;
    made |= changed;
  }
  int parent = f->order.fronts[s].parent;
  if (made && parent >= 0) f->child_made[parent] = true;
  f->child_made[s] = false;
  return made;
}

// Keep what the parent and the solution need of the present front; returns the new top of the
// stack.
static mjtNum* put_away(multifrontal* f, int s, mjtNum* end) {
  const front* at = f->order.fronts + s;
  int rest = remainder_dofs(at), stride = dense_stride(at->dofs), to_stride = dense_stride(rest);
  vec_copy(f->pivot_rows[s], f->matrix + (size_t)rest * stride, at->pivots * stride);
  for (int i = 0; i < rest; i++) {
    vec_copy(end + (size_t)i * to_stride, f->matrix + (size_t)i * stride, i + 1);
  }
  return end + remainder_size(at);
}

void multifrontal_factor(multifrontal* f, const mjtNum* D) {
  mjtNum* end = f->remains;
  for (int s = 0; s < f->order.n; s++) {
    const front* at = f->order.fronts + s;
    int n = at->dofs, stride = dense_stride(n);
    if (f->whole && !must_make(f, s, D)) continue;
    if (f->whole) f->matrix = f->whole[s];
    dense_clear(f->matrix, n, stride);
    for (int i = 0; i < n; i++) f->place[at->dof[i]] = i;
    add_inertia(f, s, stride);
    for (int k = f->run_begin[s]; k < f->run_begin[s + 1]; k++) add_run(f, k, D, stride);
    end = take_up_children(f, s, end, stride);
    dense_eliminate_front(f->matrix, n, stride, at->pivots, mjMINVAL, f->by);
    if (!f->whole) end = put_away(f, s, end);
  }
  f->is_made = true;
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
