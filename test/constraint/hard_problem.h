// Problems of hard contact made by hand: random ones, boxes on many feet, those of a file.
#pragma once

#include "compile/model_text.h"
#include "constraint/hard/cone.h"
#include "math/dense.h"
#include "math/draw.h"

enum { MOST_ROWS = 400 };

// A problem with its numbers, in the units of the solvers (scaled), and how to get back.
typedef struct {
  hard_problem p;
  hard_block block[MOST_ROWS];
  mjtNum *D, *b, *R, *scale;
} posed;

static inline mjtNum draw_normal(void) {
  mjtNum u = (draw() + 1) / 2 + 1e-12, v = draw();
  return sqrt(-2 * log(u)) * cos(mjPI * v);
}

static inline void posed_free(posed* q) {
  free(q->D);
  free(q->b);
  free(q->R);
  free(q->scale);
  free(q);
}

static inline posed* posed_make(int n) {
  posed* q = calloc(1, sizeof *q);
  q->p.n = n;
  q->D = calloc((size_t)n * n + 1, sizeof(mjtNum));
  q->b = calloc(n + 1, sizeof(mjtNum));
  q->R = calloc(n + 1, sizeof(mjtNum));
  q->scale = calloc(n + 1, sizeof(mjtNum));
  q->p.block = q->block;
  q->p.D = q->D;
  q->p.b = q->b;
  q->p.R = q->R;
  return q;
}

static inline void posed_block(posed* q, hard_kind kind, int dim, mjtNum size) {
  int row = 0;
  if (q->p.nblock) {
    const hard_block* last = q->block + q->p.nblock - 1;
    row = last->row + last->dim;
  }
  q->block[q->p.nblock++] = (hard_block){kind, row, dim, size};
}

// From D and b as they are to units of the solvers; bilateral rows get a compliance of rmin.
static inline void posed_scale(posed* q, mjtNum rmin) {
  int n = q->p.n;
  mjtNum* diagonal = calloc(n + 1, sizeof(mjtNum));
  for (int i = 0; i < n; i++) diagonal[i] = q->D[(size_t)i * (n + 1)];
  hard_scales(q->block, q->p.nblock, diagonal, q->scale);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) q->D[(size_t)i * n + j] *= q->scale[i] * q->scale[j];
    q->b[i] *= q->scale[i];
  }
  for (int k = 0; k < q->p.nblock; k++) {
    hard_block* b = q->block + k;
    if (b->kind == HARD_BOX && q->scale[b->row] > 0) b->size /= q->scale[b->row];
    for (int i = 0; i < b->dim && b->kind == HARD_BILATERAL; i++) q->R[b->row + i] = rmin;
  }
  free(diagonal);
}

static inline mjtNum posed_map(const posed* q, const mjtNum* f, int ncp) {
  mjtNum v[MOST_ROWS];
  hard_velocity(&q->p, v, f);
  return hard_natural_map(&q->p, f, v, ncp);
}

// How many rows of what, with how many dofs; masses over so many decades.
typedef struct {
  int bilateral, limits, losses, contacts, condim, dofs;
  mjtNum decades, least_mu, most_mu;
} recipe;

// J of normal numbers, b = J u: so that a solution exists.  Seven of ten contacts close.
static inline posed* random_problem(const recipe* r) {
  int n = r->bilateral + r->losses + r->limits + r->condim * r->contacts;
  posed* q = posed_make(n);
  for (int i = 0; i < r->bilateral; i++) posed_block(q, HARD_BILATERAL, 1, 0);
  for (int i = 0; i < r->losses; i++) posed_block(q, HARD_BOX, 1, draw_between(0.01, 0.3));
  for (int i = 0; i < r->limits; i++) posed_block(q, HARD_RAY, 1, 0);
  int first = r->bilateral + r->losses + r->limits;
  for (int i = 0; i < r->contacts; i++) {
    posed_block(q, HARD_CONE, r->condim, draw_between(r->least_mu, r->most_mu));
  }
  mjtNum *J = calloc((size_t)n * r->dofs + 1, sizeof(mjtNum)), m[MOST_ROWS], u[MOST_ROWS];
  for (int k = 0; k < r->dofs; k++) {
    m[k] = pow(10, draw_between(-r->decades / 2, r->decades / 2));
    u[k] = draw_normal();
  }
  for (int i = 0; i < n * r->dofs; i++) J[i] = draw_normal();
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      for (int k = 0; k < r->dofs; k++) {
        q->D[(size_t)i * n + j] += J[i * r->dofs + k] * J[j * r->dofs + k] / m[k];
      }
    }
    q->b[i] = vec_dot(J + (size_t)i * r->dofs, u, r->dofs);
  }
  for (int k = 0; k < r->contacts && r->dofs >= n; k++) {
    mjtNum* normal = q->b + first + k * r->condim;
    *normal = draw() < 0.4 ? -fabs(*normal) : fabs(*normal);
  }
  free(J);
  posed_scale(q, 0);
  return q;
}

// A box, or a table with more legs, on a plane.
typedef struct {
  int legs;
  mjtNum mu, h, vx, vy, spin;
} table;

static inline posed* table_problem(const table* t) {
  const mjtNum size = 0.1, inertia = 4 * size * size / 6;
  posed* q = posed_make(3 * t->legs);
  mjtNum* J = calloc(18 * (size_t)t->legs, sizeof(mjtNum));
  const mjtNum u[6] = {t->vx, t->vy, -9.81 * t->h, 0, 0, t->spin};
  const mjtNum inverse[6] = {1, 1, 1, 1 / inertia, 1 / inertia, 1 / inertia};
  for (int k = 0; k < t->legs; k++) {
    mjtNum a = mjPI / 4 + 2 * mjPI * k / t->legs, r[3] = {size * cos(a), size * sin(a), -size};
    const int axis[3] = {2, 0, 1};
    posed_block(q, HARD_CONE, 3, t->mu);
    for (int i = 0; i < 3; i++) {
      mjtNum e[3] = {0}, *row = J + 6 * (3 * k + i);
      e[axis[i]] = row[axis[i]] = 1;
      mju_cross(row + 3, r, e);
    }
  }
  int n = q->p.n;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      for (int k = 0; k < 6; k++) q->D[i * n + j] += J[6 * i + k] * J[6 * j + k] * inverse[k];
    }
    q->b[i] = vec_dot(J + 6 * i, u, 6);
  }
  free(J);
  posed_scale(q, 0);
  return q;
}

// The next problem of a file of them: head (rows, bilateral, limits, contacts, time step), D, b,
// coefficients of friction, the equality of every row, and its residual.  NULL at the end.
static inline posed* read_problem(FILE* file, mjtNum rmin) {
  mjtNum head[5];
  if (fread(head, sizeof(mjtNum), 5, file) != 5) return NULL;
  int n = (int)head[0], ne = (int)head[1], nl = (int)head[2], nc = (int)head[3], ok = 1;
  posed* q = posed_make(n);
  mjtNum mu[MOST_ROWS], id[MOST_ROWS], pos[MOST_ROWS];
  ok &= fread(q->D, sizeof(mjtNum), (size_t)n * n, file) == (size_t)n * n;
  ok &= fread(q->b, sizeof(mjtNum), n, file) == (size_t)n;
  ok &= fread(mu, sizeof(mjtNum), nc, file) == (size_t)nc;
  ok &= fread(id, sizeof(mjtNum), n, file) == (size_t)n;
  ok &= fread(pos, sizeof(mjtNum), n, file) == (size_t)n;
  assert_true(ok);
  for (int i = 0, j; i < ne; i = j) {
    for (j = i + 1; j < ne && id[j] == id[i] && j - i < HARD_MOST; j++) {}
    posed_block(q, HARD_BILATERAL, j - i, 0);
  }
  for (int i = 0; i < nl; i++) posed_block(q, HARD_RAY, 1, 0);
  for (int i = 0; i < nc; i++) posed_block(q, HARD_CONE, 3, mu[i]);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      mjtNum mean = 0.5 * (q->D[(size_t)i * n + j] + q->D[(size_t)j * n + i]);
      q->D[(size_t)i * n + j] = q->D[(size_t)j * n + i] = mean;
    }
  }
  posed_scale(q, rmin);
  return q;
}

// Data whose stack is all there is of it: for the whole group of tests.
static mjData* scratch;

static inline int make_scratch(void** state) {
  (void)state;
  mjModel* m = model_from("<mujoco><size memory='64M'/></mujoco>");
  scratch = mj_makeData(m);
  mj_deleteModel(m);
  return 0;
}

static inline int drop_scratch(void** state) {
  (void)state;
  mj_deleteData(scratch);
  return 0;
}
