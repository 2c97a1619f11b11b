// Derivatives of a step by extrapolated differences of mj_step, to hold analytic ones against.
#pragma once

#include "step/bundled_model.h"

// Solvers that go on until nothing changes: differences see their last digits.
static inline void solve_exactly(mjModel* m) {
  m->opt.tolerance = 0;
  m->opt.iterations = m->opt.solver == mjSOL_NEWTON ? 200 : 20000;
  m->opt.ls_iterations = 100;
  m->opt.ls_tolerance = 1e-10;
}

typedef struct {
  int nx, nu, ns, nv;
  mjtNum *A, *B, *C, *D, *F;
} step_matrices;

static inline step_matrices matrices_make(const mjModel* m) {
  step_matrices s = {.nx = 2 * m->nv + m->na, .nu = m->nu, .ns = m->nsensordata, .nv = m->nv};
  size_t nx = s.nx, nu = s.nu, ns = s.ns, nv = s.nv;
  s.A = calloc(nx * nx + 1, sizeof(mjtNum));
  s.B = calloc(nx * nu + 1, sizeof(mjtNum));
  s.C = calloc(ns * nx + 1, sizeof(mjtNum));
  s.D = calloc(ns * nu + 1, sizeof(mjtNum));
  s.F = calloc(nx * nv + 1, sizeof(mjtNum));
  return s;
}

static inline void matrices_free(step_matrices* s) {
  free(s->A);
  free(s->B);
  free(s->C);
  free(s->D);
  free(s->F);
}

// x' of a step from the state of `start`, nudged by eps along direction i of (dq, dv, da, u, qfrc),
// and the sensors.
static inline void nudged(const mjModel* m, const mjData* start, mjData* d, int i, mjtNum eps) {
  int nv = m->nv, nx = 2 * nv + m->na;
  mj_copyData(d, m, start);
  if (i < nv) {
    mjtNum unit[700] = {0};
    unit[i] = 1;
    mj_integratePos(m, d->qpos, unit, eps);
  } else if (i < 2 * nv) {
    d->qvel[i - nv] += eps;
  } else if (i < nx) {
    d->act[i - 2 * nv] += eps;
  } else if (i < nx + m->nu) {
    d->ctrl[i - nx] += eps;
  } else {
    d->qfrc_applied[i - nx - m->nu] += eps;
  }
  mj_step(m, d);
}

// One column by a centred difference.
static inline void difference(const mjModel* m, const mjData* start, mjData* const d[2], int i,
                              mjtNum eps, mjtNum* dx, mjtNum* ds) {
  int nv = m->nv;
  nudged(m, start, d[0], i, eps);
  nudged(m, start, d[1], i, -eps);
  mj_differentiatePos(m, dx, 2 * eps, d[1]->qpos, d[0]->qpos);
  for (int k = 0; k < nv; k++) dx[nv + k] = (d[0]->qvel[k] - d[1]->qvel[k]) / (2 * eps);
  for (int k = 0; k < m->na; k++) dx[2 * nv + k] = (d[0]->act[k] - d[1]->act[k]) / (2 * eps);
  for (int k = 0; k < m->nsensordata; k++) {
    ds[k] = (d[0]->sensordata[k] - d[1]->sensordata[k]) / (2 * eps);
  }
}

// One column, the errors of second and fourth order cancelled.
static inline void precise_difference(const mjModel* m, const mjData* start, mjData* const d[2],
                                      int i, mjtNum eps, mjtNum* dx, mjtNum* ds) {
  int nx = 2 * m->nv + m->na, ns = m->nsensordata;
  mjtNum* part = calloc(3 * (size_t)(nx + ns) + 1, sizeof(mjtNum));
  for (int k = 0; k < 3; k++) {
    mjtNum* at = part + k * (nx + ns);
    difference(m, start, d, i, eps / (1 << k), at, at + nx);
  }
  for (int k = 0; k < nx + ns; k++) {
    mjtNum x = (64 * part[2 * (nx + ns) + k] - 20 * part[nx + ns + k] + part[k]) / 45;
    if (k < nx) {
      dx[k] = x;
    } else {
      ds[k - nx] = x;
    }
  }
  free(part);
}

static inline void reference_derivatives(const mjModel* m, const mjData* start, mjtNum eps,
                                         step_matrices* s) {
  mjData* d[2] = {mj_makeData(m), mj_makeData(m)};
  mjtNum *dx = calloc((size_t)s->nx + 1, sizeof(mjtNum)),
         *ds = calloc((size_t)s->ns + 1, sizeof(mjtNum));
  for (int i = 0; i < s->nx + s->nu + s->nv; i++) {
    precise_difference(m, start, d, i, eps, dx, ds);
    mjtNum *to = s->A, *sensor = s->C;
    int width = s->nx, col = i;
    if (i >= s->nx) to = s->B, sensor = s->D, width = s->nu, col = i - s->nx;
    if (i >= s->nx + s->nu) to = s->F, sensor = NULL, width = s->nv, col = i - s->nx - s->nu;
    for (int k = 0; k < s->nx; k++) to[k * width + col] = dx[k];
    for (int k = 0; sensor && k < s->ns; k++) sensor[k * width + col] = ds[k];
  }
  free(dx);
  free(ds);
  mj_deleteData(d[0]);
  mj_deleteData(d[1]);
}

// The largest difference of two blocks over the largest number of the reference, beyond noise, the
// rounding errors of a difference quotient of numbers of a few units: 2e-14 over its step.
static inline mjtNum block_error(const mjtNum* a, const mjtNum* b, int rows, int cols, int stride,
                                 mjtNum noise) {
  mjtNum error = 0, size = 1e-12;
  for (int i = 0; i < rows; i++) {
    for (int k = 0; k < cols; k++) {
      mjtNum x = a[i * stride + k], y = b[i * stride + k];
      error = fmax(error, isfinite(x) ? fabs(x - y) : INFINITY);
      size = fmax(size, fabs(y));
    }
  }
  return fmax(0, error - noise) / size;
}

// Errors of dv'/dq, dv'/dv, dv'/da, dq'/dx, da'/da, B, F.
enum { ERROR_VQ, ERROR_VV, ERROR_VA, ERROR_Q, ERROR_A, ERROR_B, ERROR_F, ERROR_C, ERROR_D, NERROR };
static const char* const error_name[NERROR] = {"dv/dq", "dv/dv", "dv/da", "dq/dx", "da/da",
                                               "B",     "F",     "C",     "D"};

// The largest error of a sensor in M, C or D, over the largest number of its rows there; what it
// reads in C may be large against that, and its rounding errors are.
static inline mjtNum sensor_error(const mjModel* m, const mjtNum* a, const mjtNum* b, int width,
                                  const step_matrices* ref, mjtNum noise) {
  mjtNum error = 0;
  for (int i = 0; i < m->nsensor; i++) {
    size_t at = (size_t)m->sensor_adr[i], dim = (size_t)m->sensor_dim[i], nx = (size_t)ref->nx;
    mjtNum largest = 1;
    for (size_t k = at * nx; k < (at + dim) * nx; k++) largest = fmax(largest, fabs(ref->C[k]));
    error = fmax(error, block_error(a + at * (size_t)width, b + at * (size_t)width, (int)dim, width,
                                    width, 10 * largest * noise));
  }
  return error;
}

static inline void block_errors(const mjModel* m, const step_matrices* x, const step_matrices* ref,
                                mjtNum eps, mjtNum error[NERROR]) {
  mjtNum e = 2e-14 / eps;
  int nv = x->nv, nx = x->nx, na = nx - 2 * nv;
  const mjtNum *A = x->A, *R = ref->A;
  error[ERROR_VQ] = block_error(A + nv * nx, R + nv * nx, nv, nv, nx, e);
  error[ERROR_VV] = block_error(A + nv * nx + nv, R + nv * nx + nv, nv, nv, nx, e);
  error[ERROR_VA] = block_error(A + nv * nx + 2 * nv, R + nv * nx + 2 * nv, nv, na, nx, e);
  error[ERROR_Q] = block_error(A, R, nv, nx, nx, e);
  error[ERROR_A] = block_error(A + 2 * nv * nx, R + 2 * nv * nx, na, nx, nx, e);
  error[ERROR_B] = block_error(x->B, ref->B, nx, x->nu, x->nu, e);
  error[ERROR_F] = block_error(x->F, ref->F, nx, nv, nv, e);
  error[ERROR_C] = sensor_error(m, x->C, ref->C, nx, ref, e);
  error[ERROR_D] = sensor_error(m, x->D, ref->D, x->nu, ref, e);
}
