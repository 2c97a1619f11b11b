#include "constraint/hard/mixed.h"

#include "constraint/hard/cone.h"
#include "math/dense.h"

hard_mode hard_mode_of(const hard_block* b, const mjtNum* x, mjtNum step) {
  switch (b->kind) {
    case HARD_BILATERAL: return HARD_STICK;
    case HARD_BOX: return fabs(x[0]) <= step * b->size ? HARD_STICK : HARD_OPEN;
    case HARD_RAY: return x[0] < 0 ? HARD_STICK : HARD_OPEN;
    default: break;
  }
  if (!(x[0] < 0)) return HARD_OPEN;
  return hard_length(x + 1, b->dim - 1) <= -b->size * x[0] ? HARD_STICK : HARD_SLIDE;
}

hard_point hard_point_make(mjData* d, int n) {
  return (hard_point){mj_stackAllocNum(d, n), mj_stackAllocNum(d, n), mj_stackAllocNum(d, n),
                      mj_stackAllocNum(d, n), 0};
}

void hard_point_copy(hard_point* to, const hard_point* from, int n) {
  vec_copy(to->x, from->x, n);
  vec_copy(to->f, from->f, n);
  vec_copy(to->v, from->v, n);
  vec_copy(to->r, from->r, n);
  to->norm = from->norm;
}

// f and v of one block as functions of its x.
static void block_point(const hard_block* b, const mjtNum* x, mjtNum step, mjtNum* f, mjtNum* v) {
  int n = b->dim;
  hard_mode mode = hard_mode_of(b, x, step);
  if (b->kind == HARD_BOX) {
    f[0] = mjMAX(-b->size, mjMIN(b->size, -x[0] / step));
    v[0] = mode == HARD_STICK ? 0 : x[0] + step * f[0];
    return;
  }
  mjtNum s = mode == HARD_STICK ? 1 : 0;
  if (mode == HARD_SLIDE) s = -b->size * x[0] / hard_length(x + 1, n - 1);
  for (int i = 0; i < n; i++) {
    mjtNum share = mode == HARD_SLIDE && !i ? 1 : s;
    f[i] = -share * x[i] / step;
    v[i] = (1 - share) * x[i];
  }
}

void hard_point_update(const hard_problem* p, const mjtNum* step, hard_point* at) {
  for (const hard_block* b = p->block; b < p->block + p->nblock; b++) {
    if (b->kind == HARD_BILATERAL) {  // each row has its own scale
      for (int i = b->row; i < b->row + b->dim; i++) {
        at->f[i] = -at->x[i] / step[i];
        at->v[i] = 0;
      }
    } else {
      int row = b->row;
      block_point(b, at->x + row, step[row], at->f + row, at->v + row);
    }
  }
  hard_velocity(p, at->r, at->f);
  vec_sub(at->r, at->r, at->v, p->n);
  at->norm = vec_norm(at->r, p->n);
}

// Of a sliding contact F is  [-1 0; size u  -s (I - u u')]  with u the direction of x_t.
static void slide_slope(const hard_block* b, const mjtNum* point, mjtNum* y, const mjtNum* x,
                        int transposed) {
  int n = b->dim - 1;
  mjtNum r = hard_length(point + 1, n), s = -b->size * point[0] / r, along = 0;
  for (int i = 1; i <= n; i++) along += point[i] / r * x[i];
  y[0] = -x[0] + (transposed ? b->size * along : 0);
  for (int i = 1; i <= n; i++) {
    mjtNum u = point[i] / r;
    y[i] = -s * (x[i] - along * u) + (transposed ? 0 : b->size * u * x[0]);
  }
}

void hard_apply_slope(const hard_problem* p, const hard_point* at, const mjtNum* step, mjtNum* y,
                      const mjtNum* x, int transposed) {
  for (const hard_block* b = p->block; b < p->block + p->nblock; b++) {
    int row = b->row;
    switch (hard_mode_of(b, at->x + row, step[row])) {
      case HARD_OPEN: vec_zero(y + row, b->dim); break;
      case HARD_STICK: vec_scale(y + row, x + row, -1, b->dim); break;
      case HARD_SLIDE: slide_slope(b, at->x + row, y + row, x + row, transposed); break;
    }
  }
}
