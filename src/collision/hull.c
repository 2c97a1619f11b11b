#include "collision/hull.h"

#include <math.h>

#include "base/platform/compiler.h"
#include "math/float_lanes.h"

enum {
  MIN_FAR = 200,  // vertices of a hull on which looking for a good start pays
  HALF_SAMPLE = MAX_SAMPLE / 2,
};

// Vertices are floats, and so are products with them where they are only compared: along a
// direction, those that differ by less than this of their distance from the origin are not told
// apart.
static const float FLAT = 2e-6f;

int vertices_farthest(const float* vert, int n, const mjtNum w[3], int start) {
  int best = start;
  mjtNum most = start >= 0 ? vertex_along(vert + 3 * start, w) : -INFINITY;
  for (int i = 0; i < n; i++) {
    mjtNum along = vertex_along(vert + 3 * i, w);
    if (along > most) {
      most = along;
      best = i;
    }
  }
  return best < 0 ? 0 : best;
}

// The best of about n vertices, as starting point of a climb.
static int best_of_few(const hull_graph* g, const float* vert, const mjtNum w[3], int n) {
  int best = 0, step = mjMAX(1, g->nvert / n);
  mjtNum most = -INFINITY;
  for (int i = 0; i < g->nvert; i += step) {
    mjtNum along = vertex_along(vert + 3 * g->global[i], w);
    if (along > most) {
      most = along;
      best = i;
    }
  }
  return best;
}

NOT_INLINED int hull_climb(const hull_graph* g, const float* vert, const mjtNum w[3], int start) {
  int best = start;
  if (start < 0) best = g->nvert < MIN_FAR ? 0 : best_of_few(g, vert, w, 32);
  mjtNum most = vertex_along(vert + 3 * g->global[best], w);
  for (int from = -1; from != best;) {
    from = best;
    for (const int* e = g->edges + g->edge_start[from]; *e >= 0; e++) {
      mjtNum along = vertex_along(vert + 3 * g->global[*e], w);
      if (along > most) {
        most = along;
        best = *e;
      }
    }
  }
  return best;
}

// ----- the same vertex, found faster

static inline float dot3(const float v[3], const float w[3]) {
  return v[0] * w[0] + v[1] * w[1] + v[2] * w[2];
}

static inline float reach_of(const float v[3]) { return fabsf(v[0]) + fabsf(v[1]) + fabsf(v[2]); }

// Rarely used code is kept out of inlined functions.

// Climb from *at to the top; returns the height difference to its best neighbour.
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

// A small hull completely, a large one sampled evenly.
NOT_INLINED static void take_sample(hull_sample* s, const hull_graph* g, const float* vert) {
  s->complete = g->nvert <= MAX_SAMPLE;
  int n = mjMIN(g->nvert, MAX_SAMPLE);
  s->step = g->nvert / n;
  s->n = n <= HALF_SAMPLE ? HALF_SAMPLE : MAX_SAMPLE;
  s->taken = ~(uint64_t)0 >> (MAX_SAMPLE - n);
  float reach = 0;
  for (int i = 0; i < s->n; i++) {
    const float* v = vert + 3 * g->global[i < n ? i * s->step : 0];
    s->x[i] = v[0];
    s->y[i] = v[1];
    s->z[i] = v[2];
    float far = reach_of(v);
    reach = far > reach ? far : reach;
  }
  s->flat = FLAT * reach;
}

// How far number i of the sample and the next lie along w.
LANES_INLINE floats heights(const hull_sample* s, int i, const float w[3]) {
  return floats_load(s->x + i) * floats_all(w[0]) + floats_load(s->y + i) * floats_all(w[1]) +
         floats_load(s->z + i) * floats_all(w[2]);
}

// The largest of n numbers, a power of two, in each element; they are overwritten.
LANES_INLINE floats largest_of(floats* x, int n) {
  LANES_UNROLL for (int half = n / 2; half > 0; half /= 2) {
    LANES_UNROLL for (int i = 0; i < half; i++) x[i] = floats_larger(x[i], x[i + half]);
  }
  return floats_largest(x[0]);
}

// Those of the first n of the sample that are farthest along w up to flat: bits of their numbers,
// none if the direction is no number.  All of it stays in registers.
LANES_INLINE uint64_t all_farthest(const hull_sample* s, const float w[3], float flat,
                                   const int n) {
  floats along[MAX_SAMPLE / FLOATS], most[MAX_SAMPLE / FLOATS];
  LANES_UNROLL for (int i = 0; i < n / FLOATS; i++) {
    most[i] = along[i] = heights(s, FLOATS * i, w);
  }
  floats top = largest_of(most, n / FLOATS) - floats_all(flat);
  uint64_t found = 0;
  LANES_UNROLL for (int i = 0; i < n / FLOATS; i++) {
    found |= (uint64_t)floats_reaching(along[i], top) << (FLOATS * i);
  }
  return found & s->taken;
}

// One of the farthest vertices of the sample, approximately.
LANES_INLINE int any_farthest(const hull_sample* s, const float w[3]) {
  floats most[MAX_SAMPLE / FLOATS];
  LANES_UNROLL for (int i = 0; i < MAX_SAMPLE / FLOATS; i++) {
    most[i] = floats_numbered(heights(s, FLOATS * i, w), FLOATS * i, MAX_SAMPLE - 1);
  }
  return floats_number(largest_of(most, MAX_SAMPLE / FLOATS), MAX_SAMPLE - 1);
}

// The same vertex as by climbing from last, on a hull of which the sample is a part.
NOT_INLINED static int farthest_of_large(const hull_sample* sample, const hull_graph* g,
                                         const float* vert, const mjtNum w[3], int last, int hint) {
  const float f[3] = {(float)w[0], (float)w[1], (float)w[2]};
  int at = any_farthest(sample, f) * sample->step;
  if (hint >= 0 && dot3(vert + 3 * g->global[hint], f) > dot3(vert + 3 * g->global[at], f)) {
    at = hint;
  }
  if (climb(g, vert, f, &at) > sample->flat * reach_of(f)) return at;
  return hull_climb(g, vert, w, last);
}

int hull_farthest(hull_sample* sample, const hull_graph* g, const float* vert, const mjtNum w[3],
                  int last, int hint) {
  if (sample->n == 0) take_sample(sample, g, vert);
  if (!sample->complete) return farthest_of_large(sample, g, vert, w, last, hint);
  const float f[3] = {(float)w[0], (float)w[1], (float)w[2]};
  float flat = sample->flat * reach_of(f);
  uint64_t found = sample->n == HALF_SAMPLE ? all_farthest(sample, f, flat, HALF_SAMPLE)
                                            : all_farthest(sample, f, flat, MAX_SAMPLE);
  // of vertices about as far, the way there decides
  int alone = found && !(found & (found - 1));
  if (alone) return bits_lowest(found);
  return hull_climb(g, vert, w, last);
}
