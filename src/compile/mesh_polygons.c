// Polygons: triangles of one direction that touch, put together; for the faces of a hull, which
// several contacts may share.
//
// Every direction has a list of directed edges, the boundary of its triangles so far, in which a
// triangle's edges meet their reverse.  Connected triangles are a part of their direction; parts
// that a triangle joins take the place of the first.
#include <string.h>

#include "compile/mesh.h"
#include "compile/mesh_directions.h"
#include "compile/pose.h"

typedef struct {
  int from, to;
  int part;  // -1: no longer on the boundary
  int next;  // in its bucket; -1: the last
} edge;

// Boundaries of all directions.  Edges are found by their ends and direction.
typedef struct {
  edge* edge;
  int nedge;
  int *first, *last;  // of each bucket
  int shift;          // of hashes to bucket numbers
  int *part, npart;   // what a part was joined to, or itself
  int* part_direction;
} boundary;

static boundary make_boundary(mesh* m, int ntriangle) {
  int bits = 4;
  while (bits < 30 && (1 << bits) < 3 * ntriangle) bits++;
  boundary b = {MESH_NEW(m, edge, 3.0 * ntriangle),
                0,
                MESH_NEW(m, int, 1 << bits),
                MESH_NEW(m, int, 1 << bits),
                64 - bits,
                MESH_NEW(m, int, ntriangle),
                0,
                MESH_NEW(m, int, ntriangle)};
  memset(b.first, -1, sizeof(int) << bits);
  return b;
}

static int bucket(const boundary* b, int direction, int from, int to) {
  uint64_t h = (uint64_t)from * 0x9E3779B97F4A7C15u;
  h = (h ^ (uint64_t)to) * 0xD6E8FEB86659FD93u;
  h = (h ^ h >> 32 ^ (uint64_t)direction) * 0x9E3779B97F4A7C15u;
  return (int)(h >> b->shift);
}

static int part_of(boundary* b, int part) {
  while (b->part[part] != part) part = b->part[part] = b->part[b->part[part]];
  return part;
}

static int join(boundary* b, int p, int q) {
  int low = p < q ? p : q, high = p < q ? q : p;
  b->part[high] = low;
  return low;
}

static void append(boundary* b, int direction, edge e) {
  int at = b->nedge++, in = bucket(b, direction, e.from, e.to);
  b->edge[at] = e;
  if (b->first[in] < 0) {
    b->first[in] = at;
  } else {
    b->edge[b->last[in]].next = at;
  }
  b->last[in] = at;
}

// Take the first edge between two vertices off the boundary; returns its part, -1 when there is
// none.
static int take(boundary* b, int direction, int from, int to) {
  int in = bucket(b, direction, from, to);
  for (int at = b->first[in], before = -1; at >= 0; before = at, at = b->edge[at].next) {
    edge* e = b->edge + at;
    if (e->from != from || e->to != to || b->part_direction[e->part] != direction) continue;
    if (before < 0) {
      b->first[in] = e->next;
    } else {
      b->edge[before].next = e->next;
    }
    if (b->last[in] == at) b->last[in] = before;
    int part = part_of(b, e->part);
    e->part = -1;
    return part;
  }
  return -1;
}

// Add a triangle: edges it shares with the boundary vanish, the others are added to it.
static void add_triangle(boundary* b, int direction, const int v[3]) {
  bool shared[3];
  int part = -1;
  for (int k = 0; k < 3; k++) {
    int other = take(b, direction, v[(k + 1) % 3], v[k]);
    shared[k] = other >= 0;
    if (shared[k]) part = part < 0 ? other : join(b, part_of(b, part), other);
  }
  if (part < 0) {
    part = b->npart++;
    b->part[part] = part;
    b->part_direction[part] = direction;
  }
  for (int k = 0; k < 3; k++) {
    if (!shared[k]) append(b, direction, (edge){v[k], v[(k + 1) % 3], part, -1});
  }
}

// --- paths around the parts ---------------------------------------------------------------------

// Things in lists, of a key each: those of key k are item[start[k]] to item[start[k + 1]], in
// order.
typedef struct {
  int *start, *item;
} lists;

// key[i] < 0: not in any.
static lists make_lists(mesh* m, const int* key, int n, int nkey) {
  lists l = {MESH_NEW(m, int, nkey + 2.0), MESH_NEW(m, int, n)};
  int* count = l.start + 2;
  for (int i = 0; i < n; i++) {
    if (key[i] >= 0) count[key[i]]++;
  }
  for (int k = 1; k < nkey; k++) l.start[k + 1] += l.start[k];
  for (int i = 0; i < n; i++) {
    if (key[i] >= 0) l.item[l.start[key[i] + 1]++] = i;
  }
  return l;
}

typedef struct {
  mesh* m;
  const edge* edge;
  lists by_direction, by_part;  // edges
  lists parts;                  // of each direction
  int* leaving;                 // by vertex: the edge of the part at hand, -1: none
} paths;

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

// From the first edge on, always the first that leaves a vertex, but not the very first of the
// direction.
static void walk_part(paths* p, int part, int very_first) {
  mesh* m = p->m;
  const int* item = p->by_part.item + p->by_part.start[part];
  int n = p->by_part.start[part + 1] - p->by_part.start[part];
  if (!n) return;
  for (int i = n - 1; i >= 0; i--) {
    if (item[i] != very_first) p->leaving[p->edge[item[i]].from] = item[i];
  }
  int start = p->edge[item[0]].from, at = p->edge[item[0]].to, steps = 1;
  begin_polygon(m);
  add_vertex(m, start);
  while (at != start && steps++ < n) {  // no path is longer than its part has edges
    add_vertex(m, at);
    int next = p->leaving[at];
    if (next < 0) break;
    at = p->edge[next].to;
  }
  end_polygon(m, at == start);
  for (int i = 0; i < n; i++) p->leaving[p->edge[item[i]].from] = -1;
}

static void walk(paths* p, int direction) {
  mesh* m = p->m;
  const int *start = p->by_direction.start + direction, *item = p->by_direction.item + start[0];
  if (start[0] == start[1]) return;
  if (start[1] - start[0] == 3) {
    begin_polygon(m);
    for (int k = 0; k < 3; k++) add_vertex(m, p->edge[item[k]].from);
    end_polygon(m, true);
    return;
  }
  for (int i = p->parts.start[direction]; i < p->parts.start[direction + 1]; i++) {
    walk_part(p, p->parts.item[i], item[0]);
  }
}

static paths make_paths(mesh* m, boundary* b, int ndirection) {
  int* key = MESH_NEW(m, int, b->nedge);
  paths p = {.m = m, .edge = b->edge, .leaving = MESH_NEW(m, int, m->nvert)};
  memset(p.leaving, -1, sizeof(int) * m->nvert);
  for (int i = 0; i < b->nedge; i++) {
    key[i] = b->edge[i].part < 0 ? -1 : b->part_direction[b->edge[i].part];
  }
  p.by_direction = make_lists(m, key, b->nedge, ndirection);
  for (int i = 0; i < b->nedge; i++) {
    key[i] = b->edge[i].part < 0 ? -1 : part_of(b, b->edge[i].part);
  }
  p.by_part = make_lists(m, key, b->nedge, b->npart);
  p.parts = make_lists(m, b->part_direction, b->npart, ndirection);
  return p;
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

// The normal of three vertices; returns its length before it was made a unit.
static double corner_normal(const mesh* m, const int v[3], double normal[3]) {
  double a[3], b[3];
  vec3_sub(a, m->vert + 3 * v[1], m->vert + 3 * v[0]);
  vec3_sub(b, m->vert + 3 * v[2], m->vert + 3 * v[0]);
  vec3_cross(normal, a, b);
  double length = vec3_norm(normal);
  if (length >= COMPILE_EPS) vec3_scale(normal, normal, 1 / length);
  return length;
}

void mesh_polygons(mesh* m) {
  const int* face = m->graph ? m->hullface : m->face;
  int n = m->graph ? m->nhullface : m->nface;
  directions tree = directions_new(m, n);
  boundary b = make_boundary(m, n);
  for (int i = 0; i < n; i++) {
    const int* v = face + 3 * i;
    double normal[3];
    // a triangle without area has no direction
    if (corner_normal(m, v, normal) < COMPILE_EPS) continue;
    int direction = directions_find(&tree, normal);
    if (direction >= 0) add_triangle(&b, direction, v);
  }
  m->polyvertadr = MESH_NEW(m, int, n);
  m->polyvertnum = MESH_NEW(m, int, n + 1);
  m->polyvert = MESH_NEW(m, int, 3.0 * n + 1);
  paths p = make_paths(m, &b, tree.n);
  for (int d = directions_first(&tree); d >= 0; d = directions_next(&tree, d)) walk(&p, d);
  map_vertices(m);
}

// The area vector of a polygon, made a unit.
static void area_normal(const mesh* m, const int* v, int n, double normal[3]) {
  vec3_zero(normal);
  for (int i = 2; i < n; i++) {
    double a[3], b[3], area[3];
    vec3_sub(a, m->vert + 3 * v[i - 1], m->vert + 3 * v[0]);
    vec3_sub(b, m->vert + 3 * v[i], m->vert + 3 * v[0]);
    vec3_cross(area, a, b);
    vec3_add(normal, normal, area);
  }
  double length = vec3_norm(normal);
  if (length > 0) {
    vec3_scale(normal, normal, 1 / length);
  } else {
    vec3_set(normal, 0, 0, 1);
  }
}

void mesh_polygon_normals(mesh* m) {
  m->polynormal = MESH_NEW(m, double, 3.0 * m->npoly);
  for (int p = 0; p < m->npoly; p++) {
    const int* v = m->polyvert + m->polyvertadr[p];
    double* normal = m->polynormal + 3 * p;
    // the first corners may lie on a line
    if (corner_normal(m, v, normal) < COMPILE_EPS) area_normal(m, v, m->polyvertnum[p], normal);
  }
}
