// A growing polytope: triangles, the half-edges between them, and which of them may be the nearest
// to the origin.  Inlined, because this is the inner loop of the expanding polytope algorithm.
#pragma once

#include <stdint.h>
#include "collision/epa.h"
#include "math/lanes.h"
#include "math/vec3.h"

enum {
  MAX_STEPS = 300,  // limit of iterations; bounds the memory
  BLOCK = 4,        // faces made at a time
  KEYS = 8,         // keys compared at a time
  KEY_FACE = 1023,  // mask of the bits of a key that hold the index of its face
};

// Sizes needed for a number of steps: at most five vertices at the start and one more per step; the
// number of faces of a closed triangulated surface follows from Euler's formula.  After the last
// face comes a spare one that is never part of the surface.
#define POLYTOPE_VERTICES(steps) ((steps) + 6)
#define POLYTOPE_FACES(steps)    (2 * POLYTOPE_VERTICES(steps))

_Static_assert(POLYTOPE_FACES(MAX_STEPS) <= KEY_FACE, "numbers of faces fit into their keys");

typedef unsigned short id;  // index of a vertex, face, or half-edge

// The arrays of a polytope: X(type, name, entries) for v vertices and f faces.  Arrays accessed by
// vector instructions come first.
#define POLYTOPE_ARRAYS                                                         \
  X(polytope_point, point, v) /* v of each vertex, close together */            \
  X(mjtNum, plane, 4 * (f + 1))                                                 \
  X(mjtNum, key, f + 1 + KEYS)                                                  \
  X(minkowski_vertex, vert, v)                                                  \
  X(uint64_t, pair, v)       /* its ids in one number */                        \
  X(id, origin, 4 * (f + 1)) /* the vertex from which a half-edge goes */       \
  X(id, twin, 4 * (f + 1))                                                      \
  X(id, hole, f + BLOCK)    /* faces removed by a new vertex, */                \
  X(id, horizon, f + BLOCK) /* half-edges just outside of the hole, in order */ \
  X(id, path, 2 * f)        /* half-edges or faces to go to next */

typedef mjtNum polytope_point[4];

// Each array is aligned to 32 bytes.
#define POLYTOPE_ROUND(bytes) (((bytes) + 31) / 32 * 32)

// Total size in bytes for a number of steps.
static inline size_t polytope_bytes(int steps) {
  size_t v = POLYTOPE_VERTICES((size_t)steps), f = POLYTOPE_FACES((size_t)steps), bytes = 0;
#define X(type, name, entries) bytes += POLYTOPE_ROUND(sizeof(type) * (entries));
  POLYTOPE_ARRAYS
#undef X
  return bytes;
}

// Invariant: the faces that have not been removed form a closed surface: the twin of the twin of a
// half-edge is that half-edge, and it starts where its twin ends.
//
// Faces are triangles, counterclockwise seen from outside.  Half-edge 4 face + k goes from vertex k
// of the face to the next.  Each property of faces and half-edges has an array of its own, so that
// one index suffices to reach it.
//
// plane: n x = offset, with n outward and not normalised: square roots are taken only for the few
// faces whose distance is needed.  The offset of a triangle without area is infinite.
// key: the signed squared distance with its last bits replaced by the index of the face, so that
// the minimum of the keys names the nearest face; infinite for faces that cannot be the nearest and
// beyond the last face.
// twin: the same edge as a half-edge of the neighbouring face; the fourth entry of a face is the
// step in which it was removed, if that was the last one.
typedef struct {
#define X(type, name, entries) type* name;
  POLYTOPE_ARRAYS
#undef X
  unsigned nvert, nface, nhole, nhorizon;
  unsigned spare;   // the face that is never part of the surface
  mjtNum rounding;  // rounding error of distances
} polytope;

// Lay out a polytope for a number of steps in polytope_bytes(steps) bytes, aligned to 32.
static inline void polytope_place(polytope* p, int steps, char* memory) {
  size_t v = POLYTOPE_VERTICES((size_t)steps), f = POLYTOPE_FACES((size_t)steps);
#define X(type, name, entries)    \
  p->name = (type*)(void*)memory; \
  memory += POLYTOPE_ROUND(sizeof(type) * (entries));
  POLYTOPE_ARRAYS
#undef X
  p->spare = (unsigned)f;
}

// Start with a simplex around the origin.  Returns 0 if its faces do not enclose the origin.
int polytope_start(polytope* p, const epa_query* e, const minkowski_vertex* simplex, int n);

// Whether the invariant holds for the faces that can be reached from a given one.
int polytope_valid(const polytope* p, unsigned face);

static inline mjtNum signed_square(mjtNum x) { return x * fabs(x); }

// Append n faces; the KEYS keys behind them are set to infinity.
static inline void faces_provide(polytope* p, unsigned n) {
  for (unsigned i = p->nface; i < p->nface + n; i++) p->twin[4 * i + 3] = 0;
  p->nface += n;
  for (int i = 0; i < KEYS; i += LANES) { lanes_store(p->key + p->nface + i, lanes_all(INFINITY)); }
}

// Stored with the width with which it is loaded later: a load that spans several narrower recent
// stores stalls the processor.
static inline void point_store(polytope* p, unsigned vertex, const mjtNum x[3]) {
#if LANES == 4
  lanes_store(p->point[vertex], (lanes){x[0], x[1], x[2], 0});
#else
  vec3_copy(p->point[vertex], x);
#endif
}

// Three entries of a face and an unused fourth one, written in one store.
static inline void ids_store(id to[4], uint64_t a, uint64_t b, uint64_t c) {
  uint64_t all = a | b << 16 | c << 32;
  memcpy(to, &all, sizeof all);
}

// ----- planes of several faces at once

// Coordinates of the vertices of LANES triangles a, b, c; the fourth lane is unused.
typedef struct {
  lanes a[4], b[4], c[4];
} triangles;

// Coordinates of LANES vertices.
LANES_INLINE void points_load(lanes x[4], const polytope* p, const id* vertex) {
  LANES_UNROLL for (int k = 0; k < 4; k += LANES) {
    LANES_UNROLL for (int i = 0; i < LANES; i++) { x[k + i] = lanes_load(p->point[vertex[i]] + k); }
    lanes_transpose(x + k);
  }
}

// The last lane of `before` followed by all lanes of x but the last.
LANES_INLINE lanes lanes_shift(lanes before, lanes x) {
#if LANES == 4
  return LANES_PICK(before, x, 3, 4, 5, 6);
#elif LANES == 2
  return LANES_PICK(before, x, 1, 2);
#else
  (void)x;
  return before;
#endif
}

// Set the planes and keys of LANES faces; keys are infinite for squared distances below least2.  A
// triangle without area is infinitely far away and visible from nowhere.
LANES_INLINE void face_planes(polytope* p, const id* face, const triangles* t, mjtNum least2) {
  lanes u[3], v[3], row[4];
  LANES_UNROLL for (int k = 0; k < 3; k++) {
    u[k] = t->b[k] - t->a[k];
    v[k] = t->c[k] - t->a[k];
  }
  row[0] = u[1] * v[2] - u[2] * v[1];
  row[1] = u[2] * v[0] - u[0] * v[2];
  row[2] = u[0] * v[1] - u[1] * v[0];
  lanes nn = row[0] * row[0] + row[1] * row[1] + row[2] * row[2];
  lanes offset = row[0] * t->a[0] + row[1] * t->a[1] + row[2] * t->a[2];
  lanes extent2 = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
  extent2 += v[0] * v[0] + v[1] * v[1] + v[2] * v[2];

  const lanes none = lanes_all(INFINITY);
  lanes_bits magnitude = lanes_bits_of(none) | INT64_MAX;
  lanes square = offset * lanes_of_bits(lanes_bits_of(offset) & magnitude);
  lanes_bits solid = lanes_more(nn, 1e-28 * extent2 * extent2);
  // the comparison that the quotient square / nn would decide, without that division
  nn = lanes_choose(solid, nn, lanes_all(1));  // unused lanes must not raise exceptions
  lanes_bits listed = solid & lanes_reaches(square, least2 * nn);
  lanes_bits number;
  LANES_UNROLL for (int i = 0; i < LANES; i++) lanes_set_bits(&number, i, face[i]);
  lanes near = lanes_of_bits((lanes_bits_of(square / nn) & ~(int64_t)KEY_FACE) | number);
  lanes key = lanes_choose(listed, near, none);
  row[3] = lanes_choose(solid, offset, none);

  LANES_UNROLL for (int i = 0; i < LANES; i++) p->key[face[i]] = lanes_get(key, i);
  LANES_UNROLL for (int k = 0; k < 4; k += LANES) {
    lanes_transpose(row + k);
    LANES_UNROLL for (int i = 0; i < LANES; i++) {
      lanes_store(p->plane + 4 * face[i] + k, row[k + i]);
    }
  }
}
