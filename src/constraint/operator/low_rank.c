#include "constraint/operator/low_rank.h"

#include <math.h>

#include "model/stack.h"

// A row costs less than going through all of the factor once: with so many that this takes as long
// as another factor nothing is gained (500 boxes: 6.95 ms a step; with half or one and a half times
// as many 7.1, with none 7.35).
static const double WORTH = 1;
enum { MOST = 64, ABREAST = 16 };

// The least pivot that leaves ten digits; 1 is what a row has that is alone.
static const mjtNum LEAST_PIVOT = 1e-6;

// Numbers in the longest row of Y.
static int longest_way(mjData* d, const elimination* order) {
  int most = 0;
  mj_markStack(d);
  int* way = mj_stackAllocInt(d, order->n);
  for (int s = order->n - 1; s >= 0; s--) {
    const front* at = order->fronts + s;
    way[s] = at->pivots + (at->parent >= 0 ? way[at->parent] : 0);
    most = mjMAX(most, way[s]);
  }
  mj_freeStack(d);
  return most;
}

// Rows with which solving takes as long as another factor.
static int worth(const multifrontal* f) {
  double flops = 0;
  for (int s = 0; s < f->order.n; s++) {
    const front* at = f->order.fronts + s;
    double rest = at->dofs - at->pivots, n = at->dofs;
    flops += (n * n * n - rest * rest * rest) / 6;
  }
  return (int)mjMIN(MOST, WORTH * flops / mjMAX(1, f->nnz));
}

low_rank low_rank_make(mjData* d, multifrontal* f) {
  low_rank u = {.f = f, .most = worth(f)};
  int longest = longest_way(d, &f->order), n = u.most;
  if (!n) return u;
  u.row = mj_stackAllocInt(d, n);
  u.front = mj_stackAllocInt(d, n);
  u.size = mj_stackAllocInt(d, n);
  u.chosen = mj_stackAllocInt(d, n);
  u.on = mj_stackAllocByte(d, sizeof(bool) * n, sizeof(bool));
  u.added = mj_stackAllocByte(d, sizeof(bool) * n, sizeof(bool));
  u.y = mj_stackAllocByte(d, sizeof(mjtNum*) * n, sizeof(void*));
  for (int k = 0; k < n; k++) u.y[k] = mj_stackAllocNum(d, longest);
  u.gram = mj_stackAllocNum(d, (size_t)n * n);
  u.small = mj_stackAllocNum(d, (size_t)n * n);
  u.t = mj_stackAllocNum(d, n);
  u.x = mj_stackAllocNum(d, (size_t)ABREAST * f->p->nv);
  vec_zero(u.x, f->p->nv);
  u.at = mj_stackAllocInt(d, n);
  u.end = mj_stackAllocByte(d, sizeof(mjtNum*) * n, sizeof(void*));
  return u;
}

void low_rank_forget(low_rank* u) { u->n = u->nchosen = 0; }

// --- rows ---------------------------------------------------------------------------------------

static int is_quadratic(int state) { return state == mjCNSTRSTATE_QUADRATIC; }

static mjtNum scale_of(const problem* p, int row) { return sqrt(p->rows.D[row]); }

// x += by times row k of R
static void add_row(const low_rank* u, int k, mjtNum by, mjtNum* x) {
  const problem* p = u->f->p;
  int row = u->row[k], adr = p->J.adr[row];
  sparse_axpy(x, by * scale_of(p, row), p->J.value + adr, p->J.col + adr, p->J.nnz[row]);
}

// The inner product of row k of R with x.
static mjtNum row_dot(const low_rank* u, int k, const mjtNum* x) {
  const problem* p = u->f->p;
  int row = u->row[k], adr = p->J.adr[row];
  return scale_of(p, row) * sparse_dot(p->J.value + adr, p->J.col + adr, p->J.nnz[row], x);
}

// The number of pivots from where the ways of two fronts meet to the root.
static int pivots_in_common(const elimination* order, int a, int b) {
  int n = 0;
  while (a >= 0 && b >= 0 && a != b) {
    if (a < b) {
      a = order->fronts[a].parent;
    } else {
      b = order->fronts[b].parent;
    }
  }
  for (int s = a; s >= 0 && b >= 0; s = order->fronts[s].parent) n += order->fronts[s].pivots;
  return n;
}

// Append a row, whose row of Y is still to be filled.
static void append(low_rank* u, int row) {
  const problem* p = u->f->p;
  const elimination* order = &u->f->order;
  int k = u->n++;
  u->row[k] = row;
  u->on[k] = false;
  u->added[k] = is_quadratic(p->state[row]);
  u->front[k] = order->n;
  u->size[k] = 0;
  for (int c = 0; c < p->J.nnz[row]; c++) {
    u->front[k] = mjMIN(u->front[k], order->of_dof[p->J.col[p->J.adr[row] + c]]);
  }
  for (int s = u->front[k]; s >= 0; s = order->fronts[s].parent) {
    u->size[k] += order->fronts[s].pivots;
  }
}

// Rows first ... end - 1 of Y.  All pass a front one after the other, while it is near.
static void fill_rows(low_rank* u, int first, int end) {
  const elimination* order = &u->f->order;
  int nv = u->f->p->nv, s = order->n;
  for (int k = first; k < end; k++) {
    mjtNum* x = u->x + (size_t)(k - first) * nv;
    vec_zero(x, nv);
    add_row(u, k, 1, x);
    u->at[k] = u->front[k];
    u->end[k] = u->y[k];
    s = mjMIN(s, u->front[k]);
  }
  for (int next; s < order->n; s = next) {
    next = order->n;
    for (int k = first; k < end; k++) {
      if (u->at[k] == s) {
        u->end[k] = multifrontal_half_of(u->f, s, u->x + (size_t)(k - first) * nv, u->end[k]);
        u->at[k] = order->fronts[s].parent;
      }
      if (u->at[k] >= 0) next = mjMIN(next, u->at[k]);
    }
  }
}

// The rows of Y from row k on, and their inner products.
static void fill_from(low_rank* u, int first) {
  for (int k = first; k < u->n; k += ABREAST) fill_rows(u, k, mjMIN(u->n, k + ABREAST));
  for (int k = first; k < u->n; k++) {
    for (int j = 0; j <= k; j++) {
      int common = pivots_in_common(&u->f->order, u->front[j], u->front[k]);
      const mjtNum *a = u->y[j] + u->size[j] - common, *b = u->y[k] + u->size[k] - common;
      u->gram[(size_t)k * u->most + j] = vec_dot(a, b, common);
    }
  }
}

// --- the small matrix ---------------------------------------------------------------------------

// S + Y Y' is positive definite in rows that were added and negative definite in those taken away:
// such a matrix has an L D L' in any order (Vanderbei 1995).  Returns 0 where too few digits are
// left.
static int factor(low_rank* u) {
  int n = u->nchosen;
  for (int i = 0; i < n; i++) {
    mjtNum* row = u->small + (size_t)i * n;
    for (int j = 0; j <= i; j++) {
      row[j] = u->gram[(size_t)u->chosen[i] * u->most + u->chosen[j]];
    }
    row[i] += u->added[u->chosen[i]] ? 1 : -1;
    for (int j = 0; j < i; j++) row[j] -= vec_dot(row, u->small + (size_t)j * n, j);
    for (int j = 0; j < i; j++) {
      mjtNum whole = row[j];
      row[j] /= u->small[(size_t)j * n + j];
      row[i] -= whole * row[j];
    }
    if (!(fabs(row[i]) > LEAST_PIVOT)) return 0;
  }
  return 1;
}

// t = (S + Y Y')^-1 t
static void solve(const low_rank* u, mjtNum* t) {
  int n = u->nchosen;
  for (int i = 0; i < n; i++) t[i] -= vec_dot(u->small + (size_t)i * n, t, i);
  for (int i = n - 1; i >= 0; i--) {
    t[i] /= u->small[(size_t)i * n + i];
    for (int k = i + 1; k < n; k++) t[i] -= u->small[(size_t)k * n + i] * t[k];
  }
}

// --- changes ------------------------------------------------------------------------------------

static int find(const low_rank* u, int row) {
  int k = 0;
  while (k < u->n && u->row[k] != row) k++;
  return k;
}

int low_rank_change(low_rank* u, const int* old_state) {
  const problem* p = u->f->p;
  int fresh = 0;
  for (int i = 0; i < p->rows.n; i++) {
    if (is_quadratic(old_state[i]) == is_quadratic(p->state[i])) continue;
    fresh += find(u, i) == u->n;
    if (u->n + fresh > u->most) return 0;
  }
  int before = u->n;
  for (int i = 0; i < p->rows.n; i++) {
    if (is_quadratic(old_state[i]) == is_quadratic(p->state[i])) continue;
    int k = find(u, i);
    if (k == u->n) append(u, i);
    u->on[k] = !u->on[k];
  }
  fill_from(u, before);
  u->nchosen = 0;
  for (int k = 0; k < u->n; k++) {
    if (u->on[k]) u->chosen[u->nchosen++] = k;
  }
  return factor(u);
}

void low_rank_solve(const low_rank* u, mjtNum* x, const mjtNum* b) {
  multifrontal_solve(u->f, x, b);
  if (!u->nchosen) return;
  for (int k = 0; k < u->nchosen; k++) u->t[k] = row_dot(u, u->chosen[k], x);
  solve(u, u->t);
  for (int k = 0; k < u->nchosen; k++) add_row(u, u->chosen[k], u->t[k], u->x);
  multifrontal_solve(u->f, u->x, u->x);
  vec_sub(x, x, u->x, u->f->p->nv);
  vec_zero(u->x, u->f->p->nv);
}
