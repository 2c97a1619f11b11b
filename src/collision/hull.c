#include "collision/hull.h"

#include <math.h>

#include "math/float_lanes.h"

enum {
  MIN_FAR = 200,  // vertices of a hull on which looking for a good start pays
  HALF_SAMPLE = MAX_SAMPLE / 2,
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

// A small hull as a whole, of a large one some vertices all over.
static void take_sample(hull_sample* s, const hull_graph* g, const float* vert) {
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
  s->reach = reach;
}

// The first n of the sample that are farthest along w up to flat: bits of their numbers, none if
// the direction is no number.  All of it stays in registers.
LANES_INLINE uint64_t scan(const hull_sample* s, const float w[3], float flat, const int n) {
  floats along[MAX_SAMPLE / FLOATS], most[MAX_SAMPLE / FLOATS];
  const floats wx = floats_all(w[0]), wy = floats_all(w[1]), wz = floats_all(w[2]);
  LANES_UNROLL for (int i = 0; i < n / FLOATS; i++) {
    floats x = floats_load(s->x + FLOATS * i), y = floats_load(s->y + FLOATS * i);
    most[i] = along[i] = x * wx + y * wy + floats_load(s->z + FLOATS * i) * wz;
  }
  LANES_UNROLL for (int half = n / FLOATS / 2; half > 0; half /= 2) {
    LANES_UNROLL for (int i = 0; i < half; i++) most[i] = floats_larger(most[i], most[i + half]);
  }
  floats top = floats_all(floats_largest(most[0]) - flat);
  uint64_t found = 0;
  LANES_UNROLL for (int i = 0; i < n / FLOATS; i++) {
    found |= (uint64_t)floats_reaching(along[i], top) << (FLOATS * i);
  }
  return found & s->taken;
}

LANES_INLINE uint64_t farthest_of_sample(const hull_sample* s, const float w[3], float flat) {
  return s->n == HALF_SAMPLE ? scan(s, w, flat, HALF_SAMPLE) : scan(s, w, flat, MAX_SAMPLE);
}

int hull_farthest(hull_sample* sample, const hull_graph* g, const float* vert, const mjtNum w[3],
                  int last, int hint) {
  const float f[3] = {(float)w[0], (float)w[1], (float)w[2]};
  float flat = FLAT * (fabsf(f[0]) + fabsf(f[1]) + fabsf(f[2]));
  // many pairs are done with after one direction, for which a sample does not pay
  if (sample->n == 0) {
    sample->n = -1;
    int few = (int)sqrt(g->nvert);
    int at = few <= 8 ? best_of_few(g, vert, w, 8) : best_of_few(g, vert, w, few);
    float above = climb(g, vert, f, &at);
    return above > flat * reach_of(vert + 3 * g->global[at]) ? at : hull_climb(g, vert, w, last);
  }
  if (sample->n < 0) take_sample(sample, g, vert);
  flat *= sample->reach;
  uint64_t found = farthest_of_sample(sample, f, sample->complete ? flat : 0);
  int at = found ? __builtin_ctzll(found) * sample->step : 0;
  if (sample->complete) {
    if (found && !(found & (found - 1))) return at;
  } else {
    if (hint >= 0 && dot3(vert + 3 * g->global[hint], f) > dot3(vert + 3 * g->global[at], f)) {
      at = hint;
    }
    if (climb(g, vert, f, &at) > flat) return at;
  }
  // of vertices about as far, the way there decides
  return hull_climb(g, vert, w, last);
}
