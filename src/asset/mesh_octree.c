// Signed distance to a mesh on an octree: cells are split near the surface; values are stored at
// corners.
#include <float.h>
#include <math.h>
#include <string.h>

#include "asset/mesh.h"
#include "asset/mesh_distance.h"
#include "math/vec3.h"

enum { MAX_LEVEL = 6, UNITS = 1 << MAX_LEVEL };

static const double growth = 1.1;  // factor of the mesh's box

// A cell; position and size are multiples of the finest cell, so that corners can be compared
// exactly.
typedef struct {
  int place[3], size;  // lowest corner, edge
  int level, child;    // first of eight consecutive children; -1: a leaf
  int parent;
  int *triangle, ntriangle;  // triangles that overlap the cell
} octree_cell;

typedef struct {
  mesh* m;
  double origin[3], unit[3];  // of the finest cells
  octree_cell* cells;
  int n, capacity;
} octree;

// --- intersection of triangle and box -----------------------------------------------------------

// Whether box and triangle are separated along an axis; t is relative to the centre of the box.
static bool separated_along(const double axis[3], const double t[3][3], const double half[3]) {
  double p[3];
  for (int k = 0; k < 3; k++) p[k] = vec3_dot(axis, t[k]);
  double reach = fabs(axis[0]) * half[0] + fabs(axis[1]) * half[1] + fabs(axis[2]) * half[2];
  double low = fmin(p[0], fmin(p[1], p[2])), high = fmax(p[0], fmax(p[1], p[2]));
  return low > reach || high < -reach;
}

// Separating axis test: axes of the box, normal of the triangle, cross products of edges.
static bool overlaps(const mesh* m, int triangle, const double center[3], const double half[3]) {
  static const double unit[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  double t[3][3], edge[3][3], axis[3];
  for (int k = 0; k < 3; k++) vec3_sub(t[k], m->vert + 3 * m->face[3 * triangle + k], center);
  for (int k = 0; k < 3; k++) {
    if (separated_along(unit[k], (const double(*)[3])t, half)) return false;
    vec3_sub(edge[k], t[(k + 1) % 3], t[k]);
  }
  vec3_cross(axis, edge[0], edge[1]);
  if (separated_along(axis, (const double(*)[3])t, half)) return false;
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) {
      vec3_cross(axis, unit[i], edge[k]);
      if (separated_along(axis, (const double(*)[3])t, half)) return false;
    }
  }
  return true;
}

// --- the tree -----------------------------------------------------------------------------------

static void cell_box(const octree* o, const octree_cell* c, double center[3], double half[3]) {
  for (int k = 0; k < 3; k++) {
    half[k] = c->size * o->unit[k] / 2;
    center[k] = o->origin[k] + c->place[k] * o->unit[k] + half[k];
  }
}

static void reserve(octree* o, int n) {
  if (n <= o->capacity) return;
  int capacity = o->capacity ? 2 * o->capacity : 1024;
  octree_cell* larger = MESH_SCRATCH(o->m, octree_cell, capacity);
  if (o->n) memcpy(larger, o->cells, sizeof(octree_cell) * o->n);
  o->cells = larger;
  o->capacity = capacity;
}

// Give a child those triangles of its parent that overlap it.
static void hand_down(octree* o, octree_cell* c, const int* triangle, int n) {
  double center[3], half[3];
  cell_box(o, c, center, half);
  int* own = MESH_SCRATCH(o->m, int, n);
  for (int i = 0; i < n; i++) {
    if (overlaps(o->m, triangle[i], center, half)) own[c->ntriangle++] = triangle[i];
  }
  c->triangle = own;
}

static void split(octree* o, int i, bool with_triangles) {
  reserve(o, o->n + 8);
  o->cells[i].child = o->n;
  const octree_cell parent = o->cells[i];
  for (int k = 0; k < 8; k++) {
    octree_cell* c = o->cells + o->n++;
    *c =
        (octree_cell){.size = parent.size / 2, .level = parent.level + 1, .child = -1, .parent = i};
    for (int a = 0; a < 3; a++) c->place[a] = parent.place[a] + (k >> a & 1) * c->size;
    if (with_triangles) hand_down(o, c, parent.triangle, parent.ntriangle);
  }
}

static void grow(octree* o) {
  reserve(o, 1);
  o->n = 1;
  o->cells[0] = (octree_cell){.size = UNITS, .child = -1, .parent = -1};
  int* all = MESH_SCRATCH(o->m, int, o->m->nface);
  for (int i = 0; i < o->m->nface; i++) all[i] = i;
  hand_down(o, o->cells, all, o->m->nface);
  for (int i = 0; i < o->n; i++) {
    if (o->cells[i].level < MAX_LEVEL && o->cells[i].ntriangle) split(o, i, true);
  }
}

// The leaf that contains a position in half units of the finest cells; between two leaves, the
// lower one; -1 outside.
static int leaf_at(const octree* o, const int twice[3]) {
  for (int k = 0; k < 3; k++) {
    if (twice[k] < 0 || twice[k] >= 2 * UNITS) return -1;
  }
  int i = 0;
  while (o->cells[i].child >= 0) {
    int which = 0;
    for (int k = 0; k < 3; k++) {
      int middle = 2 * o->cells[i].place[k] + o->cells[i].size;
      if (twice[k] > middle) which |= 1 << k;
    }
    i = o->cells[i].child + which;
  }
  return i;
}

// The leaf across a face of a leaf, opposite to the face's centre; -1 at the border.  Where several
// smaller leaves meet the centre, the lowest one: the order of splits, and so the numbering of
// cells, depends on it.
static int neighbour(const octree* o, const octree_cell* c, int axis, int direction) {
  int twice[3];
  for (int k = 0; k < 3; k++) twice[k] = 2 * c->place[k] + c->size;
  twice[axis] = 2 * c->place[axis] + (direction > 0 ? 2 * c->size + 1 : -1);
  return leaf_at(o, twice);
}

// Split leaves until neighbours differ by at most one level: in every round each leaf is split
// once, in the order in which it is found too large for a neighbour.
static void balance(octree* o) {
  for (bool stable = false; !stable;) {
    int n = o->n;
    bool* marked = MESH_SCRATCH(o->m, bool, n);
    int *order = MESH_SCRATCH(o->m, int, n), count = 0;
    for (int i = 0; i < n; i++) marked[i] = false;
    for (int i = 0; i < n; i++) {
      if (o->cells[i].child >= 0) continue;
      for (int face = 0; face < 6; face++) {
        int other = neighbour(o, o->cells + i, face / 2, face % 2 ? 1 : -1);
        if (other < 0) continue;
        int difference = o->cells[i].level - o->cells[other].level;
        int coarse = difference > 1 ? other : difference < -1 ? i : -1;
        if (coarse < 0 || marked[coarse]) continue;
        marked[coarse] = true;
        order[count++] = coarse;
      }
    }
    for (int i = 0; i < count; i++) split(o, order[i], false);
    stable = !count;
  }
}

// --- values at corners --------------------------------------------------------------------------

enum { SIDE = UNITS + 1 };  // corners along an edge of the root cell

// A hanging corner, on the border of a coarser leaf, gets the mean of that leaf's corners around
// it, so that the function is continuous.
typedef struct {
  octree* o;
  mesh_distance* distance;
  double* value;           // by position; NaN: not yet computed
  unsigned char* hanging;  // by position: where on a coarser leaf the corner lies, see below
} shared_corners;

enum { FREE = 0, ON_EDGE = 1, ON_FACE = 4 };  // plus the axis of the edge, or of the face normal

static size_t corner_index(const int place[3]) {
  return place[0] + SIDE * ((size_t)place[1] + SIDE * (size_t)place[2]);
}

// Mark the midpoints of edges and faces of every leaf: corners there are hanging.
static void mark_hanging(shared_corners* c) {
  const octree* o = c->o;
  for (int i = 0; i < o->n; i++) {
    const octree_cell* leaf = o->cells + i;
    if (leaf->child >= 0 || leaf->size < 2) continue;
    int h = leaf->size / 2;
    for (int axis = 0; axis < 3; axis++) {
      int u = (axis + 1) % 3, v = (axis + 2) % 3;
      for (int k = 0; k < 4; k++) {
        int p[3];
        p[axis] = leaf->place[axis] + h;
        p[u] = leaf->place[u] + (k & 1) * leaf->size;
        p[v] = leaf->place[v] + (k >> 1) * leaf->size;
        c->hanging[corner_index(p)] = (unsigned char)(ON_EDGE + axis);
      }
      for (int k = 0; k < 2; k++) {
        int p[3];
        p[axis] = leaf->place[axis] + k * leaf->size;
        p[u] = leaf->place[u] + h;
        p[v] = leaf->place[v] + h;
        c->hanging[corner_index(p)] = (unsigned char)(ON_FACE + axis);
      }
    }
  }
}

static double corner_value(shared_corners* c, const int place[3], int h);

// Mean over the ends of the edge, or the corners of the face, of which the corner is the midpoint.
static double mean_around(shared_corners* c, const int place[3], int kind, int h) {
  int axis = (kind - 1) % 3;
  double sum = 0;
  if (kind < ON_FACE) {
    for (int k = -1; k <= 1; k += 2) {
      int p[3] = {place[0], place[1], place[2]};
      p[axis] += k * h;
      sum += corner_value(c, p, 2 * h);
    }
    return sum / 2;
  }
  int u = (axis + 1) % 3, v = (axis + 2) % 3;
  for (int k = 0; k < 4; k++) {
    int p[3] = {place[0], place[1], place[2]};
    p[u] += (k & 1 ? 1 : -1) * h;
    p[v] += (k & 2 ? 1 : -1) * h;
    sum += corner_value(c, p, 2 * h);
  }
  return sum / 4;
}

// Value at a corner of cells with edge length h.
static double corner_value(shared_corners* c, const int place[3], int h) {
  size_t at = corner_index(place);
  if (!isnan(c->value[at])) return c->value[at];
  int kind = c->hanging[at];
  double value;
  if (kind != FREE) {
    // the coarse leaf is twice as large as the smallest cell with this corner
    int step = place[0] | place[1] | place[2];
    h = step & -step;
    value = mean_around(c, place, kind, h);
  } else {
    double p[3];
    for (int k = 0; k < 3; k++) p[k] = c->o->origin[k] + place[k] * c->o->unit[k];
    value = mesh_signed_distance(c->distance, p);
  }
  c->value[at] = value;
  return value;
}

static void write_cells(mesh* m, octree* o, shared_corners* c) {
  m->noct = o->n;
  m->oct_depth = MESH_NEW(m, int, o->n);
  m->oct_child = MESH_NEW(m, int, 8.0 * o->n);
  m->oct_aabb = MESH_NEW(m, double, 6.0 * o->n);
  m->oct_coeff = MESH_NEW(m, double, 8.0 * o->n);
  for (int i = 0; i < o->n; i++) {
    const octree_cell* s = o->cells + i;
    m->oct_depth[i] = s->level;
    cell_box(o, s, m->oct_aabb + 6 * i, m->oct_aabb + 6 * i + 3);
    for (int k = 0; k < 8; k++) {
      int p[3];
      for (int a = 0; a < 3; a++) p[a] = s->place[a] + (k >> a & 1) * s->size;
      m->oct_child[8 * i + k] = s->child < 0 ? -1 : s->child + k;
      m->oct_coeff[8 * i + k] = corner_value(c, p, s->size);
    }
  }
}

void mesh_octree(mesh* m) {
  octree o = {.m = m};
  for (int k = 0; k < 3; k++) {
    double center = (m->min[k] + m->max[k]) / 2, half = growth * (m->max[k] - m->min[k]) / 2;
    o.origin[k] = center - half;
    o.unit[k] = 2 * half / UNITS;
  }
  grow(&o);
  balance(&o);
  double places = (double)SIDE * SIDE * SIDE;
  shared_corners c = {&o, mesh_distance_new(m), MESH_SCRATCH(m, double, places),
                      MESH_SCRATCH(m, unsigned char, places)};
  memset(c.hanging, FREE, (size_t)places);
  for (size_t i = 0; i < (size_t)places; i++) c.value[i] = NAN;
  mark_hanging(&c);
  write_cells(m, &o, &c);
}
