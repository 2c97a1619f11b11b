// Polygons: triangles of one direction that touch, put together; for the faces of a hull, which
// several contacts may share.
#include <math.h>
#include <string.h>

#include "compile/mesh.h"
#include "compile/pose.h"

// Triangles whose normals agree to this cosine have one direction.
static const double same_direction = 0.99999872;

// A directed edge on the boundary of a part of a direction; parts are numbered as they appear.
typedef struct {
  int from, to, part;
} edge;

// The triangles of one direction: a node of the search tree of directions.
typedef struct direction {
  double normal[3];  // of the first triangle
  struct direction *child[2], *up;
  bool red;
  int nedge, capacity, nparts;
  edge* boundary;
} direction;

// Does a come before b: descending by x, then y, then z?  Not when they are one direction.  This is
// no strict order: where normals are equal but for rounding, which triangles find each other
// depends on the shape of the tree they are looked up in.  The API's polygons are those of a
// red-black tree, so this is one.
static bool before(const double a[3], const double b[3]) {
  for (int k = 0; k < 3; k++) {
    if (fabs(a[k] - b[k]) <= mjMINVAL) continue;
    return a[k] > b[k] && !(vec3_dot(a, b) > same_direction);
  }
  return false;
}

static void rotate(direction** root, direction* d, int side) {
  direction* up = d->child[!side];
  d->child[!side] = up->child[side];
  if (up->child[side]) up->child[side]->up = d;
  up->up = d->up;
  if (!d->up) {
    *root = up;
  } else {
    d->up->child[d == d->up->child[1]] = up;
  }
  up->child[side] = d;
  d->up = up;
}

// No red node has a red parent, all paths have as many black ones.
static void rebalance(direction** root, direction* d) {
  while (d->up && d->up->red) {
    direction *parent = d->up, *grand = parent->up;
    int side = parent == grand->child[1];
    direction* uncle = grand->child[!side];
    if (uncle && uncle->red) {
      parent->red = uncle->red = false;
      grand->red = true;
      d = grand;
      continue;
    }
    if (d == parent->child[!side]) {
      rotate(root, parent, side);
      parent = d;
    }
    parent->red = false;
    grand->red = true;
    rotate(root, grand, !side);
  }
  (*root)->red = false;
}

// The neighbour of a node in the order of the tree, before (side 0) or after it.
static direction* step(direction* d, int side) {
  if (d->child[side]) {
    d = d->child[side];
    while (d->child[!side]) d = d->child[!side];
    return d;
  }
  while (d->up && d == d->up->child[side]) d = d->up;
  return d->up;
}

// The direction a normal belongs to, made when there is none.
static direction* find(mesh* m, direction** root, const double normal[3]) {
  direction *up = NULL, *found = NULL;
  int side = 0;
  bool distinct = true;  // on the way down, all were either before or behind
  for (direction* at = *root; at; at = at->child[side]) {
    up = at;
    side = before(at->normal, normal);
    if (side) continue;
    found = at;
    distinct = distinct && before(normal, at->normal);
  }
  if (!distinct) {
    if (!before(normal, found->normal)) return found;
    // one that is neither makes the way to a new place another
    for (direction* at = *root; at; at = at->child[side]) {
      up = at;
      side = !before(normal, at->normal);
    }
  }
  direction* d = MESH_NEW(m, direction, 1);
  vec3_copy(d->normal, normal);
  d->up = up;
  d->red = true;
  if (!up) {
    *root = d;
  } else {
    up->child[side] = d;
  }
  rebalance(root, d);
  return d;
}

static void append_edge(mesh* m, direction* d, edge e) {
  if (d->nedge == d->capacity) {
    int capacity = d->capacity ? 2 * d->capacity : 8;
    edge* larger = MESH_NEW(m, edge, capacity);
    if (d->nedge) memcpy(larger, d->boundary, sizeof(edge) * d->nedge);
    d->boundary = larger;
    d->capacity = capacity;
  }
  d->boundary[d->nedge++] = e;
}

// Two parts become the one with the smaller number; numbers stay without gaps.
static int join_parts(direction* d, int a, int b) {
  int low = a < b ? a : b, high = a < b ? b : a;
  if (low == high) return low;
  for (int i = 0; i < d->nedge; i++) {
    edge* e = d->boundary + i;
    if (e->part == high) e->part = low;
    if (e->part > high) e->part--;
  }
  d->nparts--;
  return low;
}

// Add a triangle: edges it shares with the boundary vanish, the others are added to it.
static void add_triangle(mesh* m, direction* d, const int v[3]) {
  bool shared[3];
  int part = -1;
  for (int k = 0; k < 3; k++) {
    int from = v[k], to = v[(k + 1) % 3], at = 0;
    while (at < d->nedge && (d->boundary[at].from != to || d->boundary[at].to != from)) at++;
    shared[k] = at < d->nedge;
    if (!shared[k]) continue;
    int of = d->boundary[at].part;
    memmove(d->boundary + at, d->boundary + at + 1, sizeof(edge) * (d->nedge - at - 1));
    d->nedge--;
    part = part < 0 ? of : join_parts(d, part, of);
  }
  if (part < 0) part = d->nparts++;
  for (int k = 0; k < 3; k++) {
    if (!shared[k]) append_edge(m, d, (edge){v[k], v[(k + 1) % 3], part});
  }
}

// --- paths around the parts ---------------------------------------------------------------------

static void begin_polygon(mesh* m) {
  m->polyvertadr[m->npoly] = m->npolyvert;
  m->polyvertnum[m->npoly] = 0;
}

static void add_vertex(mesh* m, int v) {
  m->polyvert[m->npolyvert + m->polyvertnum[m->npoly]++] = v;
}

// Keep the polygon if it is one.
static void end_polygon(mesh* m, bool closed) {
  if (!closed || m->polyvertnum[m->npoly] < 3) return;
  m->npolyvert += m->polyvertnum[m->npoly];
  m->npoly++;
}

// The first edge of a part from a vertex, but not the very first of the list; -1 when none.
static int edge_from(const direction* d, int part, int from) {
  for (int i = 1; i < d->nedge; i++) {
    if (d->boundary[i].part == part && d->boundary[i].from == from) return i;
  }
  return -1;
}

static void walk_part(mesh* m, const direction* d, int part) {
  int first = 0;
  while (first < d->nedge && d->boundary[first].part != part) first++;
  if (first == d->nedge) return;
  int start = d->boundary[first].from, at = d->boundary[first].to, steps = 1, most = 0;
  for (int i = first; i < d->nedge; i++) most += d->boundary[i].part == part;
  begin_polygon(m);
  add_vertex(m, start);
  while (at != start && steps++ < most) {  // no path is longer than its part has edges
    add_vertex(m, at);
    int next = edge_from(d, part, at);
    if (next < 0) break;
    at = d->boundary[next].to;
  }
  end_polygon(m, at == start);
}

static void walk(mesh* m, const direction* d) {
  if (d->nedge == 3) {
    begin_polygon(m);
    for (int k = 0; k < 3; k++) add_vertex(m, d->boundary[k].from);
    end_polygon(m, true);
  } else {
    for (int part = 0; part < d->nparts; part++) walk_part(m, d, part);
  }
}

// The polygons around every vertex.
static void map_vertices(mesh* m) {
  m->polymapadr = MESH_NEW(m, int, m->nvert);
  m->polymapnum = MESH_NEW(m, int, m->nvert);
  m->npolymap = m->npolyvert;
  m->polymap = MESH_NEW(m, int, m->npolymap);
  for (int i = 0; i < m->npolyvert; i++) m->polymapnum[m->polyvert[i]]++;
  for (int v = 1; v < m->nvert; v++) {
    m->polymapadr[v] = m->polymapadr[v - 1] + m->polymapnum[v - 1];
  }
  memset(m->polymapnum, 0, sizeof(int) * m->nvert);
  for (int p = 0; p < m->npoly; p++) {
    for (int k = 0; k < m->polyvertnum[p]; k++) {
      int v = m->polyvert[m->polyvertadr[p] + k];
      m->polymap[m->polymapadr[v] + m->polymapnum[v]++] = p;
    }
  }
}

void mesh_polygons(mesh* m) {
  const int* face = m->graph ? m->hullface : m->face;
  int n = m->graph ? m->nhullface : m->nface;
  direction* root = NULL;
  for (int i = 0; i < n; i++) {
    const int* v = face + 3 * i;
    double a[3], b[3], normal[3];
    vec3_sub(a, m->vert + 3 * v[1], m->vert + 3 * v[0]);
    vec3_sub(b, m->vert + 3 * v[2], m->vert + 3 * v[0]);
    vec3_cross(normal, a, b);
    double length = vec3_norm(normal);
    if (length < mjMINVAL) continue;  // a triangle without area has no direction
    vec3_scale(normal, normal, 1 / length);
    add_triangle(m, find(m, &root, normal), v);
  }
  m->polyvertadr = MESH_NEW(m, int, n);
  m->polyvertnum = MESH_NEW(m, int, n + 1);
  m->polyvert = MESH_NEW(m, int, 3.0 * n + 1);
  direction* d = root;
  while (d && d->child[0]) d = d->child[0];
  for (; d; d = step(d, 1)) walk(m, d);
  map_vertices(m);
}

void mesh_polygon_normals(mesh* m) {
  m->polynormal = MESH_NEW(m, double, 3.0 * m->npoly);
  for (int p = 0; p < m->npoly; p++) {
    const int* v = m->polyvert + m->polyvertadr[p];
    double a[3], b[3], *normal = m->polynormal + 3 * p;
    vec3_sub(a, m->vert + 3 * v[1], m->vert + 3 * v[0]);
    vec3_sub(b, m->vert + 3 * v[2], m->vert + 3 * v[0]);
    vec3_cross(normal, a, b);
    pose_unit(normal, 3);
  }
}
