// Polygons: connected triangles of one direction merged into one face, for contacts between hull
// faces.
//
// Most directions have one triangle only.  Any other has a list of directed edges, the boundary of
// its triangles so far, in which a new triangle's edges cancel with their reverse.  Connected
// triangles form a part of their direction; when a triangle joins several parts, they are merged
// into the first.
#include <string.h>

#include "asset/mesh.h"
#include "asset/mesh_directions.h"
#include "asset/triple.h"
#include "base/platform/compiler.h"
#include "spec/pose.h"

typedef struct {
  int from, to;
  int part;  // -1: no longer on the boundary
  int next;  // in its list (of the direction, or of a bucket of the table); -1: last
} edge;

typedef struct {
  int first, last;
} list;

// The boundary of a direction; while it is short, edges are searched linearly.
enum { SHORT = 12 };

typedef struct {
  list edges;  // used while it is short
  list parts;
  int n;
  bool in_table;
} outline;

typedef struct {
  int joined;     // the part it was merged into, or itself
  int direction;  // that it belongs to
  int next;       // next part of the direction; -1: last
  list edges;     // used when all triangles have been added
} face_group;

typedef struct {
  edge* edge;
  int nedge;
  int* only;     // by direction: its only triangle; -1: there are several
  outline* of;   // by direction, for those with several triangles
  list* bucket;  // hash table by end points and direction; NULL while all boundaries are short
  int bits;      // there are 2^bits buckets
  face_group* part;
  int npart;
} boundary;

static const list empty = {-1, -1};

static boundary make_boundary(mesh* m, int ntriangle) {
  boundary b = {.edge = MESH_SCRATCH(m, edge, 3.0 * ntriangle),
                .only = MESH_SCRATCH(m, int, ntriangle),
                .of = MESH_SCRATCH(m, outline, ntriangle),
                .bits = 4,
                .part = MESH_SCRATCH(m, face_group, ntriangle)};
  while (b.bits < 30 && (1 << b.bits) < 2 * ntriangle) b.bits++;
  return b;
}

static list* bucket(const boundary* b, int direction, int from, int to) {
  uint64_t h = (uint64_t)from * 0x9E3779B97F4A7C15u;
  h = (h ^ (uint64_t)to) * 0xD6E8FEB86659FD93u;
  h = (h ^ h >> 32 ^ (uint64_t)direction) * 0x9E3779B97F4A7C15u;
  return b->bucket + (h >> (64 - b->bits));
}

static void push(edge* edges, list* l, int at) {
  if (l->first < 0) {
    l->first = at;
  } else {
    edges[l->last].next = at;
  }
  l->last = at;
  edges[at].next = -1;
}

// Switch to the hash table.
static void lengthen(mesh* m, boundary* b, int direction) {
  outline* o = b->of + direction;
  if (!b->bucket) {
    b->bucket = MESH_SCRATCH(m, list, 1 << b->bits);
    memset(b->bucket, -1, sizeof(list) << b->bits);
  }
  for (int at = o->edges.first, next; at >= 0; at = next) {
    const edge* e = b->edge + at;
    next = e->next;
    push(b->edge, bucket(b, direction, e->from, e->to), at);
  }
  o->edges = empty;
  o->in_table = true;
}

static int part_of(boundary* b, int p) {
  face_group* of = b->part;
  while (of[p].joined != p) p = of[p].joined = of[of[p].joined].joined;
  return p;
}

static int join(boundary* b, int p, int q) {
  int low = p < q ? p : q, high = p < q ? q : p;
  b->part[high].joined = low;
  return low;
}

static int add_part(boundary* b, int direction) {
  int p = b->npart++;
  list* l = &b->of[direction].parts;
  b->part[p] = (face_group){p, direction, -1, empty};
  if (l->first < 0) {
    l->first = p;
  } else {
    b->part[l->last].next = p;
  }
  l->last = p;
  return p;
}

static void append(mesh* m, boundary* b, int direction, edge e) {
  outline* o = b->of + direction;
  int at = b->nedge++;
  b->edge[at] = e;
  if (o->n++ == SHORT && !o->in_table) lengthen(m, b, direction);
  push(b->edge, o->in_table ? bucket(b, direction, e.from, e.to) : &o->edges, at);
}

// Remove the first edge between two vertices from the boundary; returns its part, -1 when there is
// none.
static int take(boundary* b, int direction, int from, int to) {
  outline* o = b->of + direction;
  if (!o->n) return -1;
  list* l = o->in_table ? bucket(b, direction, from, to) : &o->edges;
  for (int at = l->first, before = -1; at >= 0; before = at, at = b->edge[at].next) {
    edge* e = b->edge + at;
    if (e->from != from || e->to != to || b->part[e->part].direction != direction) continue;
    if (before < 0) {
      l->first = e->next;
    } else {
      b->edge[before].next = e->next;
    }
    if (l->last == at) l->last = before;
    int p = part_of(b, e->part);
    e->part = -1;
    o->n--;
    return p;
  }
  return -1;
}

// Add the edges of a triangle: edges shared with the boundary cancel, the others are added.
static void add_edges(mesh* m, boundary* b, int direction, const int v[3]) {
  bool shared[3];
  int p = -1;
  for (int k = 0; k < 3; k++) {
    int other = take(b, direction, v[(k + 1) % 3], v[k]);
    shared[k] = other >= 0;
    if (shared[k]) p = p < 0 ? other : join(b, part_of(b, p), other);
  }
  if (p < 0) p = add_part(b, direction);
  for (int k = 0; k < 3; k++) {
    if (!shared[k]) append(m, b, direction, (edge){v[k], v[(k + 1) % 3], p, -1});
  }
}

// Add a triangle that is not the first of its direction.
static void add_triangle(mesh* m, boundary* b, int direction, const int* face, int triangle) {
  int* only = b->only + direction;
  if (*only >= 0) {
    b->of[direction] = (outline){empty, empty, 0, false};
    add_edges(m, b, direction, face + 3 * (size_t)*only);
    *only = -1;
  }
  add_edges(m, b, direction, face + 3 * (size_t)triangle);
}

// --- paths around the parts ---------------------------------------------------------------------

// Give every part its edges, in order; a direction with only three edges keeps them itself.
static void collect_edges(boundary* b) {
  for (int i = 0; i < b->nedge; i++) {
    if (b->edge[i].part < 0) continue;
    int p = part_of(b, b->edge[i].part);
    outline* o = b->of + b->part[p].direction;
    if (o->n != 3) {
      push(b->edge, &b->part[p].edges, i);
    } else if (o->in_table) {
      push(b->edge, &o->edges, i);
    }
  }
}

static void begin_polygon(mesh* m) { m->polyvertadr[m->npoly + 1] = m->npolyvert; }

static void add_vertex(mesh* m, int v) { m->polyvert[m->polyvertadr[m->npoly + 1]++] = v; }

// Keep the polygon if it is closed.
static void end_polygon(mesh* m, bool closed) {
  int end = m->polyvertadr[m->npoly + 1];
  if (!closed || end - m->polyvertadr[m->npoly] < 3) return;
  m->npolyvert = end;
  m->npoly++;
}

static void put_triangle(mesh* m, const int v[3]) {
  memcpy(m->polyvert + m->npolyvert, v, sizeof(int) * 3);
  m->npolyvert += 3;
  m->polyvertadr[++m->npoly] = m->npolyvert;
}

// Traverse a part from its first edge, always along the first edge that leaves a vertex, except the
// very first edge of the direction.  leaving: scratch, -1 for every vertex.
static void walk_part(mesh* m, const edge* edges, int first, int very_first, int* leaving) {
  int start = edges[first].from, at = edges[first].to, steps = 1, n = 0;
  for (int i = first; i >= 0; i = edges[i].next, n++) {
    int* l = leaving + edges[i].from;
    if (*l < 0 && i != very_first) *l = i;
  }
  begin_polygon(m);
  add_vertex(m, start);
  while (at != start && steps++ < n) {  // a path has at most as many edges as its part
    add_vertex(m, at);
    if (leaving[at] < 0) break;
    at = edges[leaving[at]].to;
  }
  end_polygon(m, at == start);
  for (int i = first; i >= 0; i = edges[i].next) leaving[edges[i].from] = -1;
}

static void walk(mesh* m, const boundary* b, int direction, const int* face, int* leaving) {
  int only = b->only[direction];
  if (only >= 0) {
    put_triangle(m, face + 3 * (size_t)only);
    return;
  }
  const outline* o = b->of + direction;
  if (o->n == 3) {
    begin_polygon(m);
    for (int i = o->edges.first; i >= 0; i = b->edge[i].next) add_vertex(m, b->edge[i].from);
    end_polygon(m, true);
    return;
  }
  int very_first = -1;
  for (int p = o->parts.first; p >= 0; p = b->part[p].next) {
    int first = b->part[p].edges.first;
    if (first >= 0 && (very_first < 0 || first < very_first)) very_first = first;
  }
  for (int p = o->parts.first; p >= 0; p = b->part[p].next) {
    int first = b->part[p].edges.first;
    if (first >= 0) walk_part(m, b->edge, first, very_first, leaving);
  }
}

// List the polygons around every vertex.
static void map_vertices(mesh* m) {
  int *adr = m->polymapadr, *map = m->polymap;
  int* end = MESH_SCRATCH(m, int, m->nvert);  // next free place in each list
  memset(adr, 0, sizeof(int) * ((size_t)m->nvert + 1));
  for (int i = 0; i < m->npolyvert; i++) adr[m->polyvert[i] + 1]++;
  for (int v = 0; v < m->nvert; v++) {
    end[v] = adr[v];
    adr[v + 1] += adr[v];
  }
  for (int p = 0, i = 0; p < m->npoly; p++) {
    for (; i < m->polyvertadr[p + 1]; i++) map[end[m->polyvert[i]]++] = p;
  }
}

// The normal of three vertices, normalised; returns its length before.
static double corner_normal(const mesh* m, const int v[3], double normal[3]) {
  const triple at = TRIPLE(m->vert + 3 * (size_t)v[0]), a = TRIPLE(m->vert + 3 * (size_t)v[1]) - at,
               b = TRIPLE(m->vert + 3 * (size_t)v[2]) - at;
  triple area;
  triple_cross(&area, &a, &b);
  double length = triple_norm(&area);
  if (length >= COMPILE_EPS) area *= 1 / length;
  triple_store(normal, &area);
  return length;
}

// Triangles that have a direction, and their normals.
typedef struct {
  int* face;  // their indices among the faces
  double* normal;
  int n;
} directed;

// Degenerate triangles have no direction.
static directed find_normals(mesh* m, const int* face, int n) {
  directed d = {MESH_SCRATCH(m, int, n), MESH_SCRATCH(m, double, 3.0 * n), 0};
  for (int i = 0; i < n; i++) {
    double length = corner_normal(m, face + 3 * (size_t)i, d.normal + 3 * (size_t)d.n);
    d.face[d.n] = i;
    d.n += length >= COMPILE_EPS;
  }
  return d;
}

enum { AHEAD = 16 };  // prefetch distance: triangles processed during one cache miss

// Assign the triangles to parts.
static void gather(mesh* m, const directed* d, directions* tree, boundary* b, const int* face) {
  for (int i = 0; i < d->n; i++) {
    if (i + AHEAD < d->n) directions_expect(tree, i + AHEAD);
    bool is_new;
    int direction = directions_find(tree, i, &is_new);
    if (is_new) {
      b->only[direction] = d->face[i];
    } else if (direction >= 0) {
      add_triangle(m, b, direction, face, d->face[i]);
    }
  }
}

// Allocate all polygon arrays in one block, since larger blocks consist of large pages more often;
// their present content is in scratch memory.
static void keep(mesh* m, const int* adr, const int* vert) {
  m->npolymap = m->npolyvert;
  size_t adrs = (size_t)m->npoly + 1, verts = (size_t)m->npolyvert;
  double ints = (double)adrs + (double)verts + (m->nvert + 1.0) + m->npolymap;
  m->polynormal = mesh_alloc(m, 3 * sizeof(double) * (double)m->npoly + sizeof(int) * ints, 1);
  m->polyvertadr = (int*)(m->polynormal + 3 * (size_t)m->npoly);
  m->polyvert = m->polyvertadr + adrs;
  m->polymapadr = m->polyvert + verts;
  m->polymap = m->polymapadr + m->nvert + 1;
  memcpy(m->polyvertadr, adr, sizeof(int) * adrs);
  memcpy(m->polyvert, vert, sizeof(int) * verts);
}

void mesh_polygons(mesh* m) {
  const int* face = m->graph ? m->hullface : m->face;
  int n = m->graph ? m->nhullface : m->nface;
  directed triangles = find_normals(m, face, n);
  directions tree = directions_new(m, triangles.normal, triangles.n);
  boundary b = make_boundary(m, n);
  gather(m, &triangles, &tree, &b, face);
  m->polyvertadr = MESH_SCRATCH(m, int, n + 2.0);
  m->polyvertadr[0] = 0;
  m->polyvert = MESH_SCRATCH(m, int, 3.0 * n + 1);
  int* leaving = MESH_SCRATCH(m, int, m->nvert);
  memset(leaving, -1, sizeof(int) * m->nvert);
  collect_edges(&b);
  int *order = MESH_SCRATCH(m, int, n), count = 0;
  for (int d = directions_first(&tree); d >= 0; d = directions_next(&tree, d)) order[count++] = d;
  for (int i = 0; i < count; i++) {
    // in this order triangles are scattered in memory
    if (i + AHEAD < count) WILL_READ(face + 3 * (ptrdiff_t)b.only[order[i + AHEAD]]);
    walk(m, &b, order[i], face, leaving);
  }
  keep(m, m->polyvertadr, m->polyvert);
  map_vertices(m);
}

// The area vector of a polygon, normalised.
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
  for (int p = 0; p < m->npoly; p++) {
    int at = m->polyvertadr[p], n = m->polyvertadr[p + 1] - at;
    const int* v = m->polyvert + at;
    double* normal = m->polynormal + 3 * p;
    for (int k = 0; k < 3 && p + AHEAD < m->npoly; k++) {
      WILL_READ(m->vert + 3 * (size_t)m->polyvert[m->polyvertadr[p + AHEAD] + k]);
    }
    // the first three corners may be collinear
    if (corner_normal(m, v, normal) < COMPILE_EPS) area_normal(m, v, n, normal);
  }
}
