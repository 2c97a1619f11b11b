// Spheres, cylinders, cones, boxes: built from rings of points, with a given number of sides.
#include "render/shapes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <engine/base_types.h>

#include "render/view.h"

// A growing shape; lack of memory is recorded and reported at the end.
typedef struct {
  int nvertex, nface, nedge;
  int vertex_room, face_room, edge_room;
  float *position, *normal, *texcoord;
  int *face, *edge;
  bool failed;
} shape_builder;

static void* grown(shape_builder* b, void* old, int n, int* room, size_t size) {
  if (n < *room) return old;
  int more = *room ? 2 * *room : 256;
  void* p = realloc(old, (size_t)more * size);
  if (p) return p;
  b->failed = true;
  return old;
}

static int vertex(shape_builder* b, const float position[3], const float normal[3], float share) {
  int room = b->vertex_room, n = b->nvertex;
  if (n >= room) {
    b->position = grown(b, b->position, n, &room, 3 * sizeof(float));
    b->normal = grown(b, b->normal, n, &room, 3 * sizeof(float));
    b->texcoord = grown(b, b->texcoord, n, &room, 2 * sizeof(float));
    if (b->failed) return 0;
    b->vertex_room = room ? 2 * room : 256;
  }
  memcpy(b->position + 3 * n, position, 3 * sizeof(float));
  memcpy(b->normal + 3 * n, normal, 3 * sizeof(float));
  b->texcoord[2 * n] = share;
  b->texcoord[2 * n + 1] = 0;
  return b->nvertex++;
}

static void triangle(shape_builder* b, int v0, int v1, int v2) {
  int* p = grown(b, b->face, b->nface, &b->face_room, 3 * sizeof(int));
  b->face = p;
  if (b->failed) return;
  if (b->nface >= b->face_room) b->face_room = b->face_room ? 2 * b->face_room : 256;
  int corner[3] = {v0, v1, v2};
  memcpy(b->face + 3 * b->nface++, corner, sizeof corner);
}

static void edge(shape_builder* b, int v0, int v1) {
  int* p = grown(b, b->edge, b->nedge, &b->edge_room, 2 * sizeof(int));
  b->edge = p;
  if (b->failed) return;
  if (b->nedge >= b->edge_room) b->edge_room = b->edge_room ? 2 * b->edge_room : 256;
  b->edge[2 * b->nedge] = v0;
  b->edge[2 * b->nedge++ + 1] = v1;
}

static bool finish(renderer* r, int slot, shape_builder* b, bool with_share) {
  render_shape shape = {b->nvertex,  b->nface,  b->nedge,
                        b->position, b->normal, with_share ? b->texcoord : NULL,
                        b->face,     b->edge};
  bool fine = !b->failed && r->backend->shape(r->device, slot, &shape);
  free(b->position);
  free(b->normal);
  free(b->texcoord);
  free(b->face);
  free(b->edge);
  return fine;
}

static float circle(int i, int n, bool sine) {
  double angle = 2 * mjPI * i / n;
  return (float)(sine ? sin(angle) : cos(angle));
}

// A ring of points about the z axis: radius, height, and the radial and axial components of the
// normal.
typedef struct {
  float radius, z, out, up, share;
} ring;

static int add_ring(shape_builder* b, const ring* at, int slices) {
  int first = b->nvertex;
  for (int i = 0; i < slices; i++) {
    float c = circle(i, slices, false), s = circle(i, slices, true);
    float position[3] = {at->radius * c, at->radius * s, at->z};
    float normal[3] = {at->out * c, at->out * s, at->up};
    vertex(b, position, normal, at->share);
  }
  return first;
}

static void ring_edges(shape_builder* b, int first, int slices) {
  for (int i = 0; i < slices; i++) edge(b, first + i, first + (i + 1) % slices);
}

// Triangles between a ring and the ring above it.
static void band(shape_builder* b, int low, int high, int slices) {
  for (int i = 0; i < slices; i++) {
    int j = (i + 1) % slices;
    triangle(b, low + i, low + j, high + j);
    triangle(b, low + i, high + j, high + i);
    edge(b, low + i, high + i);
  }
}

// Triangles between a ring and a point above or below it.
static void fan(shape_builder* b, int around, int tip, int slices, bool above) {
  for (int i = 0; i < slices; i++) {
    int j = (i + 1) % slices;
    triangle(b, around + (above ? i : j), around + (above ? j : i), tip);
    edge(b, around + i, tip);
  }
}

// A sphere, or its upper or lower half, about (0, 0, center).
static bool ball(renderer* r, int slot, int slices, int stacks, int side, float center) {
  shape_builder b = {0};
  int half = stacks / 2 < 1 ? 1 : stacks / 2;
  int from = side > 0 ? 0 : -half, until = side < 0 ? 0 : half, before = -1;
  for (int k = from; k <= until; k++) {
    float up = (float)sin(.5 * mjPI * k / half), out = (float)cos(.5 * mjPI * k / half);
    if (k == -half || k == half) continue;
    ring at = {out, center + up, out, up, 0};
    int here = add_ring(&b, &at, slices);
    ring_edges(&b, here, slices);
    if (before >= 0) band(&b, before, here, slices);
    before = here;
  }
  for (int end = -1; end <= 1; end += 2) {
    if (side == -end) continue;
    float position[3] = {0, 0, center + (float)end}, normal[3] = {0, 0, (float)end};
    int tip = vertex(&b, position, normal, 0);
    fan(&b, end < 0 ? 0 : before, tip, slices, end > 0);
  }
  return finish(r, slot, &b, false);
}

static bool tube(renderer* r, int slot, int slices, int stacks) {
  shape_builder b = {0};
  for (int i = 0; i <= stacks; i++) {  // inner rings are visible in wireframes only
    int k = i == 1 ? stacks : i > 1 ? i - 1 : 0;
    ring at = {1, -1 + 2 * (float)k / (float)stacks, 1, 0, 0};
    ring_edges(&b, add_ring(&b, &at, slices), slices);
  }
  band(&b, 0, slices, slices);
  return finish(r, slot, &b, false);
}

static bool disk(renderer* r, int slot, int slices, int stacks, float z, bool up) {
  shape_builder b = {0};
  float normal[3] = {0, 0, up ? 1 : -1}, position[3] = {0, 0, z};
  for (int k = stacks / 2; k > 0; k--) {
    ring at = {(float)k / (float)(stacks / 2), z, 0, normal[2], 0};
    ring_edges(&b, add_ring(&b, &at, slices), slices);
    if (k == stacks / 2) fan(&b, 0, vertex(&b, position, normal, 0), slices, up);
  }
  return finish(r, slot, &b, false);
}

static bool cone(renderer* r, int slot, int slices) {
  shape_builder b = {0};
  const float slope = .70710678f;
  ring base = {1, 0, slope, slope, 0}, tip = {0, 1, slope, slope, 0};
  int low = add_ring(&b, &base, slices), high = add_ring(&b, &tip, slices);
  for (int i = 0; i < slices; i++) {
    triangle(&b, low + i, low + (i + 1) % slices, high + i);
    edge(&b, low + i, high + i);
  }
  ring_edges(&b, low, slices);
  return finish(r, slot, &b, false);
}

// One side of a box with normal along axis k, up or down; cells for wireframes.
static void side(shape_builder* b, int k, float up, int cells) {
  int i = (k + 1) % 3, j = (k + 2) % 3;
  float normal[3] = {0, 0, 0};
  normal[k] = up;
  for (int across = 0; across < 2; across++) {
    for (int c = 0; c <= cells; c++) {
      float at = -1 + 2 * (float)c / (float)cells, position[3];
      int v[2];
      for (int end = 0; end < 2; end++) {
        position[k] = up;
        position[across ? i : j] = at;
        position[across ? j : i] = end ? 1 : -1;
        v[end] = vertex(b, position, normal, 0);
      }
      edge(b, v[0], v[1]);
    }
  }
  int first = b->nvertex - 2 * (cells + 1);   // lines across i, at both ends
  int low = first, high = first + 2 * cells;  // i = -1: j from -1 to 1; i = 1
  if (up > 0) {
    triangle(b, low, high, high + 1);
    triangle(b, low, high + 1, low + 1);
  } else {
    triangle(b, low, high + 1, high);
    triangle(b, low, low + 1, high + 1);
  }
}

static bool box(renderer* r, int slot, int cells, bool top, bool rest) {
  shape_builder b = {0};
  for (int k = 0; k < 3; k++) {
    for (int up = -1; up <= 1; up += 2) {
      bool is_top = k == 2 && up > 0;
      if (is_top ? top : rest) side(&b, k, (float)up, cells);
    }
  }
  return finish(r, slot, &b, false);
}

bool shapes_upload_grid(renderer* r, int slot, const plane_grid* grid) {
  shape_builder b = {0};
  const float up[3] = {0, 0, 1};
  int corner[2][2] = {{0}};
  for (int across = 0; across < 2; across++) {
    const float* along = grid->at[1 - across];
    float low = along[0], high = along[grid->n[1 - across] - 1];
    for (int i = 0; i < grid->n[across]; i++) {
      float from[3] = {0}, to[3] = {0};
      from[across] = to[across] = grid->at[across][i];
      from[1 - across] = low;
      to[1 - across] = high;
      int v = vertex(&b, from, up, 0);
      edge(&b, v, vertex(&b, to, up, 0));
      if (across == 0 && i == 0) corner[0][0] = v;
      if (across == 0 && i == grid->n[0] - 1) corner[1][0] = v;
    }
  }
  triangle(&b, corner[0][0], corner[1][0], corner[1][0] + 1);
  triangle(&b, corner[0][0], corner[1][0] + 1, corner[0][0] + 1);
  return finish(r, slot, &b, false);
}

static bool plane(renderer* r, int cells) {
  float at[65];
  if (cells > 64) cells = 64;
  for (int i = 0; i <= cells; i++) at[i] = -1 + 2 * (float)i / (float)cells;
  plane_grid grid = {{cells + 1, cells + 1}, {at, at}};
  return shapes_upload_grid(r, SHAPE_PLANE, &grid);
}

static bool lone_triangle(renderer* r) {
  const float position[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
  const int face[3] = {0, 1, 2};
  render_shape shape = {3, 1, 0, position, NULL, NULL, face, NULL};
  return r->backend->shape(r->device, SHAPE_TRIANGLE, &shape);
}

static bool line(renderer* r) {
  const float position[6] = {0, 0, 0, 0, 0, 1};
  const int only[2] = {0, 1};
  render_shape shape = {2, 0, 1, position, NULL, NULL, NULL, only};
  return r->backend->shape(r->device, SHAPE_LINE, &shape);
}

static bool frame(renderer* r) {
  float position[24];
  int edges[24], n = 0;
  for (int i = 0; i < 8; i++) {
    for (int k = 0; k < 3; k++) {
      position[3 * i + k] = i >> k & 1 ? 1 : -1;
      if (i >> k & 1) continue;
      edges[n++] = i;
      edges[n++] = i | 1 << k;
    }
  }
  render_shape shape = {8, 0, 12, position, NULL, NULL, NULL, edges};
  return r->backend->shape(r->device, SHAPE_FRAME, &shape);
}

// A closed cylinder seen from inside, in the axes of sky textures, where y is up.
static bool sky(renderer* r, int slices) {
  shape_builder b = {0};
  const float none[3] = {0, 0, 0};
  int end[2];
  for (int k = 0; k < 2; k++) {
    end[k] = b.nvertex;
    for (int i = 0; i < slices; i++) {
      float position[3] = {circle(i, slices, false), k ? 1 : -1, circle(i, slices, true)};
      vertex(&b, position, none, 0);
    }
  }
  float low[3] = {0, -1, 0}, high[3] = {0, 1, 0};
  band(&b, end[0], end[1], slices);
  fan(&b, end[0], vertex(&b, low, none, 0), slices, false);
  fan(&b, end[1], vertex(&b, high, none, 0), slices, true);
  return finish(r, SHAPE_SKY, &b, false);
}

bool shapes_upload_haze(renderer* r, int slices, float band_width) {
  shape_builder b = {0};
  double width = band_width, alpha = atan2(1, width);
  double crest = .5 * sqrt(2) * width * sin(alpha) / sin(.75 * mjPI - alpha);
  const double at[3] = {0, crest, 1};
  int before = 0;
  for (int k = 0; k < 3; k++) {  // z is relative to the eye's height, negative
    ring here = {(float)(1 - width * (1 - at[k])), (float)(at[k] - 1), 0, 0, k == 1};
    int first = add_ring(&b, &here, slices);
    if (k) band(&b, before, first, slices);
    before = first;
  }
  return finish(r, SHAPE_HAZE, &b, true);
}

// All round shapes, in slots from `first` on.
static bool round_shapes(renderer* r, int first, int slices, int stacks) {
  return ball(r, first + SHAPE_SPHERE, slices, stacks, 0, 0) &&
         ball(r, first + SHAPE_DOME, slices, stacks, 1, 1) &&
         ball(r, first + SHAPE_DOME_LOW, slices, stacks, -1, -1) &&
         tube(r, first + SHAPE_TUBE, slices, stacks) &&
         disk(r, first + SHAPE_DISK, slices, stacks, 1, true) &&
         disk(r, first + SHAPE_DISK_LOW, slices, stacks, -1, false) &&
         cone(r, first + SHAPE_CONE, slices) &&
         disk(r, first + SHAPE_CONE_BASE, slices, stacks, 0, false);
}

bool shapes_upload(renderer* r, int slices, int stacks, int quads) {
  if (slices < 3) slices = 3;
  if (stacks < 2) stacks = 2;
  if (quads < 1) quads = 1;
  bool fine = true;
  for (int k = 0; k < SHAPE_LEVELS && fine; k++) {
    fine = round_shapes(r, k * SHAPE_NROUND, view_sides(slices, LEAST_SLICES, k),
                        view_sides(stacks, LEAST_STACKS, k));
  }
  return fine && box(r, SHAPE_BOX, quads, true, true) &&
         box(r, SHAPE_BOX_TOP, quads, true, false) && box(r, SHAPE_BOX_REST, quads, false, true) &&
         plane(r, quads) && lone_triangle(r) && line(r) && frame(r) && sky(r, slices);
}
