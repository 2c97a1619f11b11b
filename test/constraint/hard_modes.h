// The NCP solved by trying everything: for every guess of what each block does, the smooth
// equations of that guess by Newton from several starts; what passes all signs is a solution.
// Shares nothing with the solvers but the problem.
#pragma once

#include "constraint/hard/lu.h"
#include "constraint/hard_problem.h"

enum { OPEN, STICK, SLIDE, LOWER = SLIDE, UPPER = OPEN };

// How the unknowns of a guess make impulses: f = f(u), with its derivative.
typedef struct {
  const posed* q;
  int mode[MOST_ROWS];
  int unknowns;
  mjtNum f[64], df[64 * 64], v[64];
} guess;

static inline int guess_unknowns(const hard_block* b, int mode) {
  switch (b->kind) {
    case HARD_BILATERAL: return b->dim;
    case HARD_CONE: return mode == OPEN ? 0 : mode == STICK ? 3 : 2;
    default: return mode == STICK;
  }
}

static inline void guess_impulses(guess* g, const mjtNum* u) {
  int n = g->q->p.n, at = 0;
  memset(g->f, 0, sizeof g->f);
  memset(g->df, 0, sizeof g->df);
  for (int k = 0; k < g->q->p.nblock; k++) {
    const hard_block* b = g->q->block + k;
    int row = b->row, mode = g->mode[k], count = guess_unknowns(b, mode);
    if (b->kind == HARD_CONE && mode == SLIDE) {
      mjtNum c = cos(u[at + 1]), s = sin(u[at + 1]), mu = b->size;
      g->f[row] = u[at];
      g->f[row + 1] = -mu * u[at] * c;
      g->f[row + 2] = -mu * u[at] * s;
      g->df[row * 64 + at] = 1;
      g->df[(row + 1) * 64 + at] = -mu * c;
      g->df[(row + 2) * 64 + at] = -mu * s;
      g->df[(row + 1) * 64 + at + 1] = mu * u[at] * s;
      g->df[(row + 2) * 64 + at + 1] = -mu * u[at] * c;
    } else if (b->kind == HARD_BOX && mode != STICK) {
      g->f[row] = mode == LOWER ? -b->size : b->size;
    } else {
      for (int i = 0; i < count; i++) {
        g->f[row + i] = u[at + i];
        g->df[(row + i) * 64 + at + i] = 1;
      }
    }
    at += count;
  }
  assert_true(n <= 64);
  hard_velocity(&g->q->p, g->v, g->f);
}

// d v_row / du
static inline void guess_velocity_slope(const guess* g, int row, mjtNum* slope) {
  int n = g->q->p.n;
  for (int a = 0; a < g->unknowns; a++) {
    slope[a] = g->q->R[row] * g->df[row * 64 + a];
    for (int j = 0; j < n; j++) slope[a] += g->q->D[row * n + j] * g->df[j * 64 + a];
  }
}

// The equations of the guess and their derivative.
static inline void guess_equations(const guess* g, const mjtNum* u, mjtNum* F, mjtNum* J) {
  int at = 0;
  for (int k = 0; k < g->q->p.nblock; k++) {
    const hard_block* b = g->q->block + k;
    int count = guess_unknowns(b, g->mode[k]);
    for (int i = 0; i < count; i++) {
      F[at + i] = g->v[b->row + i];
      guess_velocity_slope(g, b->row + i, J + (at + i) * g->unknowns);
    }
    if (b->kind == HARD_CONE && g->mode[k] == SLIDE) {  // across the direction of sliding
      mjtNum c = cos(u[at + 1]), s = sin(u[at + 1]), second[64], *row = J + (at + 1) * g->unknowns;
      guess_velocity_slope(g, b->row + 1, row);
      guess_velocity_slope(g, b->row + 2, second);
      for (int a = 0; a < g->unknowns; a++) row[a] = -s * row[a] + c * second[a];
      row[at + 1] += -c * g->v[b->row + 1] - s * g->v[b->row + 2];
      F[at + 1] = -s * g->v[b->row + 1] + c * g->v[b->row + 2];
    }
    at += count;
  }
}

static inline mjtNum most_of(const mjtNum* x, int n) {
  mjtNum most = 0;
  for (int i = 0; i < n; i++) most = mjMAX(most, fabs(x[i]));
  return most;
}

static inline int guess_solve(guess* g, mjtNum* u) {
  mjtNum F[64], J[64 * 64];
  int pivot[64], n = g->unknowns;
  for (int i = 0; i < 60; i++) {
    guess_impulses(g, u);
    guess_equations(g, u, F, J);
    if (most_of(F, n) < 1e-14) return 1;
    if (!lu_pivoted_factor(J, pivot, n)) return 0;
    lu_pivoted_substitute(J, pivot, F, n);
    mjtNum size = most_of(F, n);
    for (int a = 0; a < n; a++) u[a] -= F[a] * (size > 2 ? 2 / size : 1);
    if (!(size < 1e100)) return 0;
    if (size < 1e-15) break;
  }
  guess_impulses(g, u);
  guess_equations(g, u, F, J);
  return most_of(F, n) < 1e-11;
}

// All solutions, at most `most`, each n numbers.  Contacts have three rows.
static inline int all_solutions(const posed* q, mjtNum* solution, int most) {
  static guess g;
  int found = 0, n = q->p.n, nblock = q->p.nblock;
  g.q = q;
  memset(g.mode, 0, sizeof g.mode);
  for (;;) {
    int slides = 0;
    g.unknowns = 0;
    for (int k = 0; k < nblock; k++) {
      g.unknowns += guess_unknowns(q->block + k, g.mode[k]);
      slides |= q->block[k].kind == HARD_CONE && g.mode[k] == SLIDE;
    }
    for (int start = 0; start < (slides ? 60 : 1); start++) {
      mjtNum u[64], at = 0;
      for (int a = 0; a < g.unknowns; a++) u[a] = draw_normal();
      for (int k = 0; k < nblock; k++) {
        int from = (int)at;
        if (q->block[k].kind == HARD_CONE && g.mode[k] == SLIDE) {
          u[from] = (fabs(q->b[q->block[k].row]) + 0.1) * exp(draw_normal());
          u[from + 1] = mjPI * draw();
        }
        at += guess_unknowns(q->block + k, g.mode[k]);
      }
      if (!guess_solve(&g, u) || posed_map(q, g.f, 1) > 1e-10) continue;
      int is_new = 1;
      for (int s = 0; s < found; s++) {
        mjtNum apart = 0;
        for (int i = 0; i < n; i++) apart = mjMAX(apart, fabs(solution[s * n + i] - g.f[i]));
        is_new &= apart > 1e-6;
      }
      if (is_new && found < most) vec_copy(solution + n * found++, g.f, n);
      break;
    }
    int k = 0;  // the next guess
    while (k < nblock) {
      hard_kind kind = q->block[k].kind;
      int modes = kind == HARD_BILATERAL ? 1 : kind == HARD_RAY ? 2 : 3;
      if (++g.mode[k] < modes) break;
      g.mode[k++] = 0;
    }
    if (k == nblock) return found;
  }
}
