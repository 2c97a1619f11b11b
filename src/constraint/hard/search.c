#include "constraint/hard/search.h"

#include "math/dense.h"

hard_line hard_line_make(mjData* d, const hard_problem* p, const mjtNum* step) {
  size_t most = 3 * (size_t)p->nblock + 2;
  return (hard_line){
      p, step, mj_stackAllocNum(d, most), mj_stackAllocNum(d, most), hard_point_make(d, p->n), 0};
}

mjtNum hard_line_value(hard_line* s, const mjtNum* x, const mjtNum* d, mjtNum a) {
  vec_add_scaled(s->trial.x, x, a, d, s->p->n);
  hard_point_update(s->p, s->step, &s->trial);
  s->evaluations++;
  return s->trial.norm;
}

static int add_place(hard_line* s, int n, mjtNum a, mjtNum most) {
  if (!(a > 0 && a < most)) return n;
  s->places[n] = a;
  return n + 1;
}

// Add the roots of |x_t + a d_t| = size |x_n + a d_n|.
static int add_cone(hard_line* s, int n, const hard_block* b, const mjtNum* const line[2],
                    mjtNum most) {
  const mjtNum *x = line[0] + b->row, *d = line[1] + b->row;
  int dim = b->dim - 1;
  mjtNum mu2 = b->size * b->size;
  mjtNum A = vec_dot(d + 1, d + 1, dim) - mu2 * d[0] * d[0];
  mjtNum B = vec_dot(x + 1, d + 1, dim) - mu2 * x[0] * d[0];
  mjtNum C = vec_dot(x + 1, x + 1, dim) - mu2 * x[0] * x[0], disc = B * B - A * C;
  if (disc < 0) return n;
  mjtNum q = -(B + (B < 0 ? -1 : 1) * sqrt(disc));
  if (A != 0) n = add_place(s, n, q / A, most);
  if (q != 0) n = add_place(s, n, C / q, most);
  return n;
}

// Collect the ends of the interval and the kinks between them, ascending.
static int find_places(hard_line* s, const mjtNum* x, const mjtNum* d, mjtNum most) {
  const mjtNum* const line[2] = {x, d};
  int n = 0;
  s->places[n++] = 0;
  for (const hard_block* b = s->p->block; b < s->p->block + s->p->nblock; b++) {
    mjtNum from = x[b->row], by = d[b->row];
    if (b->kind == HARD_BILATERAL || (b->kind != HARD_CONE && by == 0)) continue;
    if (b->kind == HARD_BOX) {
      n = add_place(s, n, (s->step[b->row] * b->size - from) / by, most);
      n = add_place(s, n, (-s->step[b->row] * b->size - from) / by, most);
      continue;
    }
    if (by != 0) n = add_place(s, n, -from / by, most);
    if (b->kind == HARD_CONE) n = add_cone(s, n, b, line, most);
  }
  s->places[n++] = most;
  mju_insertionSort(s->places, n);
  return n;
}

// The best point so far.
typedef struct {
  mjtNum a, value;
} least_value;

static least_value evaluate_at(hard_line* s, const mjtNum* x, const mjtNum* d, mjtNum a) {
  return (least_value){a, hard_line_value(s, x, d, a)};
}

static mjtNum squared(least_value at) { return at.value * at.value; }

// Search between two adjacent kinks by parabolic steps, or by halving towards the better end.
static void search_piece(hard_line* s, const mjtNum* const line[2], least_value low,
                         least_value high, least_value* best) {
  for (int i = 0; i < 4; i++) {
    least_value middle = evaluate_at(s, line[0], line[1], 0.5 * (low.a + high.a));
    if (middle.value < best->value) *best = middle;
    mjtNum bend = squared(low) - 2 * squared(middle) + squared(high);
    if (bend > 0) {
      mjtNum a = middle.a + 0.25 * (high.a - low.a) * (squared(low) - squared(high)) / bend;
      if (a > low.a && a < high.a) {
        least_value vertex = evaluate_at(s, line[0], line[1], a);
        if (vertex.value < best->value) *best = vertex;
      }
    }
    if (middle.value < mjMIN(low.value, high.value)) return;
    if (low.value < high.value) {
      high = middle;
    } else {
      low = middle;
    }
  }
}

mjtNum hard_line_search(hard_line* s, const mjtNum* x, const mjtNum* d, mjtNum most,
                        mjtNum* value) {
  int n = find_places(s, x, d, most), k = 0;
  for (int i = 0; i < n; i++) {
    s->values[i] = hard_line_value(s, x, d, s->places[i]);
    if (s->values[i] < s->values[k]) k = i;
  }
  const mjtNum* const line[2] = {x, d};
  least_value best = {s->places[k], s->values[k]}, at = best;
  for (int side = -1; side <= 1; side += 2) {
    int other = k + side;
    if (other < 0 || other >= n) continue;
    least_value there = {s->places[other], s->values[other]};
    search_piece(s, line, side < 0 ? there : at, side < 0 ? at : there, &best);
  }
  *value = best.value;
  return best.a;
}
