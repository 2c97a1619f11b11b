// Finds the vertex of a mesh that is farthest along a direction.
#pragma once

#include <stdint.h>

#include <engine/data_types.h>

enum {
  MIN_CLIMB = 10,  // meshes with fewer vertices are scanned: cheaper than following the graph
  MAX_SAMPLE = 64,
  MAX_KEPT = 32,  // samples: 25 kB
};

// The hull graph of a mesh, in separate arrays.
typedef struct {
  int nvert;
  const int *edge_start, *global;  // of each hull vertex: its list in edges, its id in the mesh
  const int* edges;                // lists of neighbours, each ended by -1
} hull_graph;

static inline hull_graph hull_graph_of(const int* graph) {
  int n = graph[0];
  return (hull_graph){n, graph + 2, graph + 2 + n, graph + 2 + 2 * n};
}

// Vertices of a hull side by side, so that they are compared several at a time: all of a small one,
// a sample of a large one, which depends on the hull alone.  Taken when it is needed: n is 0 until
// then.
typedef struct {
  _Alignas(32) float x[MAX_SAMPLE];
  float y[MAX_SAMPLE], z[MAX_SAMPLE];
  int n, complete;
  int step;        // number i is vertex i * step of the hull
  float flat;      // heights along a direction of length 1 that differ less are not told apart
  uint64_t taken;  // bit i is set if number i is a vertex and no filling
} hull_sample;

// Cached hull samples; each mesh has a fixed slot, which it may share with others.
typedef struct {
  int mesh[MAX_KEPT];  // whose sample it is, -1: of none
  hull_sample sample[MAX_KEPT];
} hull_samples;

static inline void hull_samples_clear(hull_samples* hulls) {
  for (int i = 0; i < MAX_KEPT; i++) hulls->mesh[i] = -1;
}

// The cached sample of a mesh, valid until that of another mesh with the same slot is requested.
static inline hull_sample* hull_sample_kept(hull_samples* hulls, int mesh) {
  int at = mesh % MAX_KEPT;
  if (hulls->mesh[at] != mesh) {
    hulls->mesh[at] = mesh;
    hulls->sample[at].n = 0;
  }
  return hulls->sample + at;
}

// How far a vertex lies along w.
static inline mjtNum vertex_along(const float* v, const mjtNum w[3]) {
  return v[0] * w[0] + v[1] * w[1] + v[2] * w[2];
}

// The vertex farthest along w of n, by looking at all; start >= 0 is looked at first and wins ties.
int vertices_farthest(const float* vert, int n, const mjtNum w[3], int start);

// The hull vertex farthest along w, by climbing from one (-1: the first or, on a large hull, the
// best of a few).
int hull_climb(const hull_graph* g, const float* vert, const mjtNum w[3], int start);

// The same vertex as by climbing from last, found through the sample.  hint >= 0 is thought to be
// near it.
int hull_farthest(hull_sample* sample, const hull_graph* g, const float* vert, const mjtNum w[3],
                  int last, int hint);
