#include "collision/hull.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum {
  MIN_FAR = 200,  // vertices of a hull on which looking for a good start pays
  BLOCK = 8,      // vertices that are compared at a time
};

// Vertices are floats, and so are products with them where they are only compared: along a
// direction, those that differ by less than this of their distance from the origin are not told
// apart.
static const float FLAT = 2e-6f;

static inline mjtNum dot_float(const float* v, const mjtNum w[3]) {
  return v[0] * w[0] + v[1] * w[1] + v[2] * w[2];
}

int vertices_farthest(const float* vert, int n, const mjtNum w[3], int start) {
  int best = start;
  mjtNum most = start >= 0 ? dot_float(vert + 3 * start, w) : -INFINITY;
  for (int i = 0; i < n; i++) {
    mjtNum along = dot_float(vert + 3 * i, w);
    if (along > most) {
      most = along;
      best = i;
    }
  }
  return best < 0 ? 0 : best;
}

// The best of about n vertices, from which the way is short.
static int best_of_few(const hull_graph* g, const float* vert, const mjtNum w[3], int n) {
  int best = 0, step = mjMAX(1, g->nvert / n);
  mjtNum most = -INFINITY;
  for (int i = 0; i < g->nvert; i += step) {
    mjtNum along = dot_float(vert + 3 * g->global[i], w);
    if (along > most) {
      most = along;
      best = i;
    }
  }
  return best;
}

int hull_climb(const hull_graph* g, const float* vert, const mjtNum w[3], int start) {
  int best = start;
  if (start < 0) best = g->nvert < MIN_FAR ? 0 : best_of_few(g, vert, w, 32);
  mjtNum most = dot_float(vert + 3 * g->global[best], w);
  for (int from = -1; from != best;) {
    from = best;
    for (const int* e = g->edges + g->edge_start[from]; *e >= 0; e++) {
      mjtNum along = dot_float(vert + 3 * g->global[*e], w);
      if (along > most) {
        most = along;
        best = *e;
      }
    }
  }
  return best;
}

// ----- the same vertex faster

static inline float dot3(const float v[3], const float w[3]) {
  return v[0] * w[0] + v[1] * w[1] + v[2] * w[2];
}

static inline float reach_of(const float v[3]) { return fabsf(v[0]) + fabsf(v[1]) + fabsf(v[2]); }

// Climb from *at to the top; returns how far it is above the best of its neighbours.
static float climb(const hull_graph* g, const float* vert, const float w[3], int* at) {
  float most = dot3(vert + 3 * g->global[*at], w);
  for (;;) {
    float next = -INFINITY;
    int best = *at;
    for (const int* e = g->edges + g->edge_start[*at]; *e >= 0; e++) {
      float along = dot3(vert + 3 * g->global[*e], w);
      best = along > next ? *e : best;
      next = along > next ? along : next;
    }
    if (!(next > most)) return most - next;
    most = next;
    *at = best;
  }
}

// A small hull as a whole, of a large one about twice the root of its vertices.
static void take_sample(hull_sample* s, const hull_graph* g, const float* vert) {
  s->complete = g->nvert <= MAX_SAMPLE;
  int n = s->complete ? g->nvert : mjMIN(MAX_SAMPLE, (int)(2 * sqrt(g->nvert)));
  s->step = g->nvert / n;
  float reach = 0;
  for (int i = 0; i < n; i++) {
    const float* v = vert + 3 * g->global[i * s->step];
    s->x[i] = v[0];
    s->y[i] = v[1];
    s->z[i] = v[2];
    float far = reach_of(v);
    reach = far > reach ? far : reach;
  }
  s->reach = reach;
  // whole blocks: what is no number is never farther
  for (s->n = n; s->n % BLOCK; s->n++) s->x[s->n] = s->y[s->n] = s->z[s->n] = NAN;
}

typedef float block __attribute__((vector_size(BLOCK * sizeof(float))));
typedef int32_t block_mask __attribute__((vector_size(BLOCK * sizeof(int32_t))));

#define LOAD(to, from) memcpy(&(to), from, sizeof(to))

// Number of the vertex of the sample that is farthest along w, when it is by more than flat; -1
// otherwise.
static int scan(const hull_sample* s, const float w[3], float flat) {
  block along[MAX_SAMPLE / BLOCK], most = {0}, x, y, z;
  block_mask more;
  int n = s->n / BLOCK;
  for (int i = 0; i < n; i++) {
    LOAD(x, s->x + BLOCK * i);
    LOAD(y, s->y + BLOCK * i);
    LOAD(z, s->z + BLOCK * i);
    along[i] = x * w[0] + y * w[1] + z * w[2];
  }
  if (n > 0) most = along[0];
  for (int i = 1; i < n; i++) {
    more = along[i] > most;
    most = (block)((more & (block_mask)along[i]) | (~more & (block_mask)most));
  }
  float top = -INFINITY;
  for (int k = 0; k < BLOCK; k++) top = most[k] > top ? most[k] : top;

  // each of those at the top counts MAX_SAMPLE and its number
  block_mask sum = {0}, number = {64, 65, 66, 67, 68, 69, 70, 71};
  for (int i = 0; i < n; i++) {
    sum += (along[i] >= top - flat) & number;
    number += BLOCK;
  }
  int total = 0;
  for (int k = 0; k < BLOCK; k++) total += sum[k];
  return total < 2 * MAX_SAMPLE ? total - MAX_SAMPLE : -1;
}

int hull_farthest(hull_sample* sample, const hull_graph* g, const float* vert, const mjtNum w[3],
                  int last, int hint) {
  const float f[3] = {(float)w[0], (float)w[1], (float)w[2]};
  float flat = FLAT * (fabsf(f[0]) + fabsf(f[1]) + fabsf(f[2]));
  // many pairs are done with after one direction, for which a sample does not pay
  if (last < 0 && sample->n == 0) {
    int few = (int)sqrt(g->nvert);
    int at = few <= 8 ? best_of_few(g, vert, w, 8) : best_of_few(g, vert, w, few);
    float above = climb(g, vert, f, &at);
    return above > flat * reach_of(vert + 3 * g->global[at]) ? at : hull_climb(g, vert, w, last);
  }
  if (sample->n == 0) take_sample(sample, g, vert);
  flat *= sample->reach;
  if (sample->complete) {
    int at = scan(sample, f, flat);
    if (at >= 0) return at;
  } else {
    int at = mjMAX(scan(sample, f, 0), 0) * sample->step;
    if (hint >= 0 && dot3(vert + 3 * g->global[hint], f) > dot3(vert + 3 * g->global[at], f)) {
      at = hint;
    }
    if (climb(g, vert, f, &at) > flat) return at;
  }
  // of vertices about as far, the way there decides
  return hull_climb(g, vert, w, last);
}
