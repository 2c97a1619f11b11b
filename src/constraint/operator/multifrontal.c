#include "constraint/operator/multifrontal.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "constraint/operator/cone_rows.h"
#include "constraint/operator/dense_hessian.h"
#include "math/pair.h"
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
  f->entry_at = mj_stackAllocInt(d, count);
  begin_places(f->entry_begin + 1, n);
  for (int i = 0; i < p->nv; i++) {
    const int* col = p->pattern.col + p->pattern.adr[i];
    for (int c = 0; c < p->pattern.nnz[i]; c++) {
      int at = f->entry_begin[mjMIN(of_dof[i], of_dof[col[c]]) + 1]++;
      f->entry[at] = p->pattern.adr[i] + c;
      f->entry_at[at] = i;  // its row, until `locate`
    }
  }
}

static int remainder_dofs(const front* f) { return f->dofs - f->pivots; }

// Append n dofs to the stretches, split where their places are not consecutive.
static stretch_list cut(multifrontal* f, int* count, const int* place, const int* dof, int n) {
  int begin = *count;
  for (int i = 0; i < n; i++) {
    stretch* last = f->stretches + *count - 1;
    if (*count > begin && place[dof[i]] == last->to + last->n) {
      last->n++;
    } else {
      f->stretches[(*count)++] = (stretch){i, place[dof[i]], 1};
    }
  }
  return (stretch_list){begin, *count - begin};
}

// Find the places in front s of what is added there.  place: scratch.
static void locate_in(multifrontal* f, int s, int* count, int* place) {
  const problem* p = f->p;
  const front *fronts = f->order.fronts, *at = fronts + s;
  int stride = dense_stride(at->dofs);
  for (int i = 0; i < at->dofs; i++) place[at->dof[i]] = i;
  for (int k = f->entry_begin[s]; k < f->entry_begin[s + 1]; k++) {
    int a = place[f->entry_at[k]], b = place[p->pattern.col[f->entry[k]]];
    f->entry_at[k] = mjMAX(a, b) * stride + mjMIN(a, b);
  }
  for (int k = f->run_begin[s]; k < f->run_begin[s + 1]; k++) {
    int begin = f->run[k];
    f->run_to[k] = cut(f, count, place, p->J.col + p->J.adr[begin], p->J.nnz[begin]);
  }
  for (int k = s - 1, left = at->children; left > 0; k--) {
    if (fronts[k].parent != s) continue;
    f->rest_to[k] = cut(f, count, place, fronts[k].dof, remainder_dofs(fronts + k));
    left--;
  }
}

static void locate(mjData* d, multifrontal* f) {
  int n = f->run_begin[f->order.n], nf = f->order.n, count = 0;
  size_t most = 0;
  for (int k = 0; k < n; k++) most += (size_t)f->p->J.nnz[f->run[k]];
  for (int s = 0; s < nf; s++) most += (size_t)remainder_dofs(f->order.fronts + s);
  f->run_to = mj_stackAllocByte(d, sizeof(stretch_list) * n, sizeof(int));
  f->rest_to = mj_stackAllocByte(d, sizeof(stretch_list) * nf, sizeof(int));
  f->stretches = mj_stackAllocByte(d, sizeof(stretch) * most, sizeof(int));
  mj_markStack(d);
  int* place = mj_stackAllocInt(d, f->p->nv);
  for (int s = 0; s < nf; s++) locate_in(f, s, &count, place);
  mj_freeStack(d);
}

// --- memory -------------------------------------------------------------------------------------

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
  locate(d, &f);
  make_scratch(d, &f);
  if (is_keeping(d, &f)) {
    make_kept(d, &f);
  } else {
    make_room(d, &f);
  }
  return f;
}

// --- assembly -----------------------------------------------------------------------------------

static void add_inertia(multifrontal* f, int s) {
  const mjtNum* M = f->p->M;
  for (int k = f->entry_begin[s]; k < f->entry_begin[s + 1]; k++) {
    f->matrix[f->entry_at[k]] += M[f->entry[k]];
  }
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

// Add the lower triangle of a matrix to the front.
static void add_matrix(multifrontal* f, int stride, const mjtNum* from, int from_stride,
                       stretch_list list) {
  const stretch* stretches = f->stretches + list.begin;
  for (int s = 0; s < list.n; s++) {
    stretch row = stretches[s];
    for (int t = 0; t <= s; t++) {
      stretch col = stretches[t];
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

// block += J' diag(D) J for the four rows of a contact of a free body, all in registers; what
// stands above the diagonal is not defined.
static void add_pyramid_of_one(mjtNum* restrict block, const mjtNum* restrict J,
                               const mjtNum* restrict D) {
  enum { n = SIX };
  pair row[PYRAMID][SIX / 2];
  LANES_UNROLL
  for (int r = 0; r < PYRAMID; r++) {
    LANES_UNROLL
    for (int k = 0; k < n / 2; k++) row[r][k] = pair_load(J + r * n + 2 * k);
  }
  LANES_UNROLL
  for (int i = 0; i < n; i++, block += n) {
    pair at[PYRAMID];
    for (int r = 0; r < PYRAMID; r++) at[r] = pair_all(D[r] * J[r * n + i]);
    for (int k = 0; k <= i / 2; k++) {
      pair even = at[0] * row[0][k] + at[1] * row[1][k];
      pair odd = at[2] * row[2][k] + at[3] * row[3][k];
      pair_store(block + 2 * k, pair_load(block + 2 * k) + (even + odd));
    }
  }
}

// The same in lanes for two bodies.
static void add_pyramid_of_two(mjtNum* restrict block, const mjtNum* restrict J,
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
      lanes_store(block + k * LANES, lanes_load(block + k * LANES) + (even + odd));
    }
  }
}

// The blocks of contacts with pyramids between free bodies are added up; returns 0 for other rows.
static int add_pyramids(mjtNum* block, const mjtNum* J, const mjtNum* D, int nr, int n) {
  if (nr % PYRAMID || (n != TWO_BODIES && n != SIX)) return 0;
  for (int i = 0; i < nr; i += PYRAMID, J += PYRAMID * n, D += PYRAMID) {
    if (n == TWO_BODIES) {
      add_pyramid_of_two(block, J, D);
    } else {
      add_pyramid_of_one(block, J, D);
    }
  }
  return 1;
}

// The dense block of a run of rows.
static void fill_block(const multifrontal* f, int begin, const mjtNum* D, mjtNum* block) {
  const problem* p = f->p;
  int n = p->J.nnz[begin], nr = elimination_run(p, begin);
  vec_zero(block, n * n);
  if (!p->rows.ncone && add_pyramids(block, p->J.value + p->J.adr[begin], D + begin, nr, n)) return;
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
  add_matrix(f, stride, block, n, f->run_to[k]);
}

// --- elimination --------------------------------------------------------------------------------

// Add the Schur complements of all children, which are on top of the stack, or in their fronts;
// returns the new top.
static mjtNum* take_up_children(multifrontal* f, int s, mjtNum* end, int stride) {
  const front* fronts = f->order.fronts;
  for (int k = s - 1, left = fronts[s].children; left > 0; k--) {
    if (fronts[k].parent != s) continue;
    if (f->whole) {
      add_matrix(f, stride, f->whole[k], dense_stride(fronts[k].dofs), f->rest_to[k]);
    } else {
      end -= remainder_size(fronts + k);
      add_matrix(f, stride, end, dense_stride(remainder_dofs(fronts + k)), f->rest_to[k]);
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
    add_inertia(f, s);
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
mjtNum* multifrontal_half_of(const multifrontal* f, int s, mjtNum* x, mjtNum* y) {
  const front* at = f->order.fronts + s;
  const mjtNum* row = f->pivot_rows[s];
  int rest = remainder_dofs(at), stride = dense_stride(at->dofs);
  vec_zero(f->vector, rest);
  for (int i = rest; i < at->dofs; i++) f->vector[i] = x[at->dof[i]];
  dense_solve_first(f->vector, row, at->dofs, stride, at->pivots);
  for (int i = 0; i < rest; i++) x[at->dof[i]] += f->vector[i];
  for (int i = rest; i < at->dofs; i++, row += stride) {
    x[at->dof[i]] = 0;
    *y++ = f->vector[i] / sqrt(row[i]);
  }
  return y;
}

void multifrontal_half(const multifrontal* f, const int* fronts, int n, mjtNum* x, mjtNum* y) {
  for (int k = 0; k < n; k++) y = multifrontal_half_of(f, fronts[k], x, y);
}
