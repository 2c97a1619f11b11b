#include "asset/mesh_sample.h"

#include <math.h>
#include <string.h>

#include "math/vec3.h"

// Approximate total number of grid points along the three axes.
enum { RESOLUTION = 300 };

// A corner of a cell: bit 0 is x, bit 1 y, bit 2 z.  An edge: the lower corner and its axis.
typedef struct {
  int corner, axis;
} cell_edge;

static const cell_edge cell_edges[12] = {{0, 0}, {2, 0}, {4, 0}, {6, 0}, {0, 1}, {1, 1},
                                         {4, 1}, {5, 1}, {0, 2}, {1, 2}, {2, 2}, {3, 2}};

// The corners of the six sides, counter-clockwise from outside.
static const int cell_sides[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                     {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};

typedef struct {
  mesh* m;
  const float* phi;
  const int* n;
  int* vertex_of[3];  // index of the vertex on the edge from a grid point along an axis; -1: none
  int nvert, nface;
} sampled_surface;

static size_t point_index(const sampled_surface* s, int x, int y, int z) {
  return x + (size_t)s->n[0] * (y + (size_t)s->n[1] * z);
}

static bool is_inside(float phi) { return phi < 0; }

// The edge of a cell between two corners.
static int edge_between(int a, int b) {
  int low = a & b, axis = (a ^ b) >> 1;
  for (int e = 0; e < 12; e++) {
    if (cell_edges[e].corner == low && cell_edges[e].axis == axis) return e;
  }
  return -1;
}

// Connect the edges of a cell that the surface crosses: next[e] is the edge after e around the
// inside region, seen from within.  On a side whose corners alternate, inside corners are
// separated, consistently in both adjacent cells.
static void link_edges(unsigned inside, int next[12]) {
  for (int e = 0; e < 12; e++) next[e] = -1;
  for (int side = 0; side < 6; side++) {
    const int* c = cell_sides[side];
    for (int k = 0; k < 4; k++) {
      int here = c[k], after = c[(k + 1) & 3];
      if ((inside >> here & 1) || !(inside >> after & 1)) continue;
      // the surface is crossed inwards between corners k and k + 1; the next change is outwards
      int last = (k + 1) & 3;
      while (inside >> c[(last + 1) & 3] & 1) last = (last + 1) & 3;
      next[edge_between(c[last], c[(last + 1) & 3])] = edge_between(here, after);
    }
  }
}

static void put_cell(sampled_surface* s, int x, int y, int z, int* face) {
  unsigned inside = 0;
  for (int c = 0; c < 8; c++) {
    size_t at = point_index(s, x + (c & 1), y + (c >> 1 & 1), z + (c >> 2));
    inside |= (unsigned)is_inside(s->phi[at]) << c;
  }
  if (inside == 0 || inside == 255) return;
  int next[12], vertex[12];
  link_edges(inside, next);
  for (int e = 0; e < 12; e++) {
    int c = cell_edges[e].corner;
    vertex[e] = s->vertex_of[cell_edges[e].axis]
                            [point_index(s, x + (c & 1), y + (c >> 1 & 1), z + (c >> 2))];
  }
  for (int e = 0; e < 12; e++) {
    if (next[e] < 0) continue;
    // a loop becomes a triangle fan from its first edge, counter-clockwise from outside
    for (int a = next[e], b = next[a]; b != e; a = b, b = next[b]) {
      if (face) {
        int* f = face + 3 * s->nface;
        f[0] = vertex[e];
        f[1] = vertex[b];
        f[2] = vertex[a];
      }
      s->nface++;
    }
    for (int a = e; next[a] >= 0;) {
      int after = next[a];
      next[a] = -1;
      a = after;
    }
  }
}

static void put_cells(sampled_surface* s, int* face) {
  s->nface = 0;
  for (int z = 0; z + 1 < s->n[2]; z++) {
    for (int y = 0; y + 1 < s->n[1]; y++) {
      for (int x = 0; x + 1 < s->n[0]; x++) put_cell(s, x, y, z, face);
    }
  }
}

// Vertices where grid edges cross the surface, in cells.
static void put_vertices(sampled_surface* s, float* vert) {
  static const int step[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  s->nvert = 0;
  for (int z = 0; z < s->n[2]; z++) {
    for (int y = 0; y < s->n[1]; y++) {
      for (int x = 0; x < s->n[0]; x++) {
        size_t at = point_index(s, x, y, z);
        int place[3] = {x, y, z};
        for (int k = 0; k < 3; k++) {
          s->vertex_of[k][at] = -1;
          if (place[k] + 1 == s->n[k]) continue;
          float a = s->phi[at],
                b = s->phi[point_index(s, x + step[k][0], y + step[k][1], z + step[k][2])];
          if (is_inside(a) == is_inside(b)) continue;
          if (vert) {
            for (int i = 0; i < 3; i++) vert[3 * s->nvert + i] = (float)place[i];
            vert[3 * s->nvert + k] += a / (a - b);
          }
          s->vertex_of[k][at] = s->nvert++;
        }
      }
    }
  }
}

void mesh_marching_cubes(mesh* m, const float* phi, const int n[3]) {
  sampled_surface s = {.m = m, .phi = phi, .n = n};
  double points = (double)n[0] * n[1] * n[2];
  for (int k = 0; k < 3; k++) s.vertex_of[k] = MESH_SCRATCH(m, int, points);
  put_vertices(&s, NULL);
  if (s.nvert < 4) mesh_refuse(m, "the surface of its plugin does not cross its box");
  float* vert = MESH_SCRATCH(m, float, 3.0 * s.nvert);
  put_vertices(&s, vert);
  put_cells(&s, NULL);
  m->nface = s.nface;
  m->face = MESH_NEW(m, int, 3.0 * s.nface);
  put_cells(&s, m->face);
  mesh_set_vertices(m, vert, s.nvert);
}

void mesh_sample(mesh* m, const mjpPlugin* plugin, const mjtNum* attributes) {
  mjtNum box[6];
  plugin->sdf_aabb(box, attributes);
  const mjtNum *center = box, *half = box + 3;
  double sum = half[0] + half[1] + half[2];
  int n[3];
  for (int k = 0; k < 3; k++) {
    if (!(half[k] > 0) || !isfinite(half[k]) || !isfinite(center[k])) {
      mesh_refuse(m, "the box of its plugin has a half size of %g", half[k]);
    }
    n[k] = (int)floor(RESOLUTION * half[k] / sum) + 1;
    if (n[k] < 2) mesh_refuse(m, "the box of its plugin is too flat to be sampled");
  }
  float* phi = MESH_SCRATCH(m, float, (double)n[0] * n[1] * n[2]);
  float* at = phi;
  for (int z = 0; z < n[2]; z++) {
    for (int y = 0; y < n[1]; y++) {
      for (int x = 0; x < n[0]; x++) {
        int i[3] = {x, y, z};
        mjtNum p[3];
        for (int k = 0; k < 3; k++) {
          p[k] = center[k] - half[k] + 2 * half[k] * i[k] / (n[k] - 1);
        }
        *at++ = (float)plugin->sdf_staticdistance(p, attributes);
      }
    }
  }
  mesh_marching_cubes(m, phi, n);
  for (int i = 0; i < 3 * m->nvert; i++) {
    int k = i % 3;
    m->vert[i] = (float)(2 * half[k] * m->vert[i] / (n[k] - 1) + center[k] - half[k]);
  }
}
