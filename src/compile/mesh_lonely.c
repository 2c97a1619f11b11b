// Which unit normals are far from all before them.
//
// They are sorted into the cells of a grid on the sides of a cube: a side is an axis and a sign,
// that of the largest coordinate, and the other two coordinates tell the cell.  What is near is in
// the same cell or in one next to it; but at the edges of the cube nobody looks around the corner.
#include <math.h>
#include <string.h>

#include "compile/mesh_directions.h"

// Wider than what counts, for roundings.
static const float near = 1.01f * (float)NEAR_NORMALS;

// Cells with more than these are not looked at: who is in or next to one is taken to be in company.
enum { CROWD = 48 };

// A numbered normal, rounded: the coordinates along its side, from 0 to 2, and the other one.
typedef struct {
  float u, v, height;
  int item;
} spot;

typedef struct {
  int size;     // cells along a side
  float steps;  // cells a unit
  int* start;   // of a cell, and the end of the last one
  spot* spot;   // cell by cell, in order
} grid;

static int cell_along(const grid* g, float x) {
  int cell = (int)(x * g->steps);
  return cell < 0 ? 0 : cell >= g->size ? g->size - 1 : cell;
}

static int cell_at(const grid* g, int side, int u, int v) {
  return (side * g->size + u) * g->size + v;
}

static int side_of(const double n[3], spot* s) {
  double a[3] = {fabs(n[0]), fabs(n[1]), fabs(n[2])};
  int axis = a[1] > a[0];
  axis = a[2] > a[axis] ? 2 : axis;
  s->u = (float)n[axis == 2 ? 0 : axis + 1] + 1;
  s->v = (float)n[axis == 0 ? 2 : axis - 1] + 1;
  s->height = (float)a[axis];
  return 2 * axis + (n[axis] < 0);
}

static grid make_grid(mesh* m, const double* normal, int n) {
  const double least = 2 * near;  // of a cell: what is near is in one next to it
  int size = (int)fmin(sqrt(n / 6.0) + 1, 2 / least), cells = 6 * size * size;
  grid g = {size, (float)(size / 2.0), MESH_SCRATCH(m, int, cells + 2.0), MESH_SCRATCH(m, spot, n)};
  int* cell = MESH_SCRATCH(m, int, n);
  spot* spots = MESH_SCRATCH(m, spot, n);
  memset(g.start, 0, sizeof(int) * (size_t)(cells + 2));
  for (int i = 0; i < n; i++) {
    spot* s = spots + i;
    int side = side_of(normal + 3 * (size_t)i, s);
    s->item = i;
    cell[i] = cell_at(&g, side, cell_along(&g, s->u), cell_along(&g, s->v));
    g.start[cell[i] + 2]++;
  }
  for (int c = 2; c < cells + 2; c++) g.start[c] += g.start[c - 1];
  for (int i = 0; i < n; i++) g.spot[g.start[cell[i] + 1]++] = spots[i];
  return g;
}

// Is there one before s in a cell, or are there too many to look at?
static bool has_company(const grid* g, int cell, const spot* s) {
  const spot *at = g->spot + g->start[cell], *end = g->spot + g->start[cell + 1];
  if (end - at > CROWD) return true;
  bool found = false;
  for (; at < end; at++) {
    float u = at->u - s->u, v = at->v - s->v, h = at->height - s->height;
    // on purpose not &&: there is no telling
    found |= (at->item < s->item) & (u * u + v * v + h * h < near * near);
  }
  return found;
}

static bool is_lonely(const grid* g, int side, const spot* s) {
  // at an edge of the cube
  if (s->height - fmaxf(fabsf(s->u - 1), fabsf(s->v - 1)) < 2 * near) return false;
  int u0 = cell_along(g, s->u - near), u1 = cell_along(g, s->u + near);
  int v0 = cell_along(g, s->v - near), v1 = cell_along(g, s->v + near);
  for (int u = u0; u <= u1; u++) {
    for (int v = v0; v <= v1; v++) {
      if (has_company(g, cell_at(g, side, u, v), s)) return false;
    }
  }
  return true;
}

void mesh_lonely(mesh* m, const double* normal, int n, bool* lonely) {
  grid g = make_grid(m, normal, n);
  for (int side = 0, cells = g.size * g.size; side < 6; side++) {
    const spot* end = g.spot + g.start[(side + 1) * cells];
    for (const spot* s = g.spot + g.start[side * cells]; s < end; s++) {
      lonely[s->item] = is_lonely(&g, side, s);
    }
  }
}
