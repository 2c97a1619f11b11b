// Plane against ellipsoid, mesh or SDF with a mesh.
#include "collision/manifold.h"
#include "collision/pair.h"
#include "collision/primitive.h"
#include "collision/scratch.h"
#include "collision/shape.h"
#include "model/level.h"

enum { MAX_POINTS = 3 };

// The plane and the contacts of one pair found so far.
typedef struct {
  const mjtNum* origin;
  mjtNum n[3], margin, apart2;
  mjContact* con;
  int count;
} plane_contacts;

static mjtNum height(const plane_contacts* p, const mjtNum x[3]) {
  mjtNum off[3];
  vec3_sub(off, x, p->origin);
  return vec3_dot(p->n, off);
}

static void put_point(plane_contacts* p, const mjtNum x[3], mjtNum dist) {
  mjtNum pos[3];
  vec3_copy(pos, x);
  vec3_axpy(pos, -dist / 2, p->n);
  contact_put(p->con + p->count++, dist, pos, p->n);
}

// A mesh, and the plane as seen from it.
typedef struct {
  const convex_shape* shape;
  mjtNum n[3], offset;  // the height of x in the frame of the mesh is n x + offset, up to rounding
  mjtNum high;          // vertices higher than this are farther away than the margin
} plane_mesh;

static mjtNum rough_height(const plane_mesh* a, const mjtNum x[3]) {
  return vec3_dot(a->n, x) + a->offset;
}

// Position of a vertex in the world.
static void place_vertex(mjtNum x[3], const plane_mesh* a, int vertex) {
  const float* v = a->shape->vert + 3 * vertex;
  const mjtNum local[3] = {v[0], v[1], v[2]};
  mat3_mul_vec(x, a->shape->mat, local);
  vec3_add(x, x, a->shape->pos);
}

// Add a contact at another vertex of the mesh if it is near the plane and not too near the first
// contact.
static void try_vertex(plane_contacts* p, const plane_mesh* a, int vertex) {
  const float* v = a->shape->vert + 3 * vertex;
  const mjtNum local[3] = {v[0], v[1], v[2]};
  if (rough_height(a, local) > a->high) return;
  mjtNum x[3], off[3];
  place_vertex(x, a, vertex);
  mjtNum dist = height(p, x);
  if (!(dist < p->margin)) return;
  vec3_sub(off, x, p->con[0].pos);
  if (vec3_dot(off, off) >= p->apart2) put_point(p, x, dist);
}

// Whether the bounding box shows that the mesh is farther from the plane than the margin.
static int box_above(const plane_mesh* a, const mjtNum box[6]) {
  mjtNum extent = box[3] * fabs(a->n[0]) + box[4] * fabs(a->n[1]) + box[5] * fabs(a->n[2]);
  return rough_height(a, box) - extent > a->high;
}

// The vertex nearest to the plane, among those of the hull if the mesh has a graph.
static int lowest_vertex(const plane_mesh* a, const hull_graph* g) {
  const convex_shape* s = a->shape;
  mjtNum down[3];
  vec3_scale(down, a->n, -1);
  return s->graph ? hull_farthest(s->sample, g, s->vert, down, -1, -1)
                  : vertices_farthest(s->vert, s->nvert, down, -1);
}

// Contacts at the lowest vertex and up to two others: its neighbours on the hull if the mesh has a
// graph, otherwise any.
static void collide_mesh(plane_contacts* p, const plane_mesh* a) {
  const convex_shape* s = a->shape;
  hull_graph g = {0};
  if (s->graph) g = hull_graph_of(s->graph);
  int lowest = lowest_vertex(a, &g);
  mjtNum x[3];
  place_vertex(x, a, s->graph ? g.global[lowest] : lowest);
  mjtNum dist = height(p, x);
  if (!(dist <= p->margin)) return;
  put_point(p, x, dist);
  if (s->graph) {
    for (const int* e = g.edges + g.edge_start[lowest]; *e >= 0 && p->count < MAX_POINTS; e++) {
      try_vertex(p, a, g.global[*e]);
    }
  } else {
    for (int i = 0; i < s->nvert && p->count < MAX_POINTS; i++) {
      if (i != lowest) try_vertex(p, a, i);
    }
  }
}

// --- since 3.13: the corners of a face ----------------------------------------------------------

// The polygon of the hull at a vertex whose normal points most towards the plane; -1: none.
static int polygon_towards(const mjModel* m, const plane_mesh* a, int vertex) {
  int mesh = a->shape->mesh, best = -1, at = m->mesh_vertadr[mesh] + vertex;
  const int* list = m->mesh_polymap + m->mesh_polymapadr[at];
  mjtNum lowest = 2;
  for (int i = 0; i < m->mesh_polymapnum[at]; i++) {
    int polygon = m->mesh_polyadr[mesh] + list[i];
    mjtNum up = vec3_dot(a->n, m->mesh_polynormal + 3 * polygon);
    if (up < lowest) {
      lowest = up;
      best = polygon;
    }
  }
  return best;
}

// Up to four corners of a face, only those in the half of the mesh towards the plane: the lowest
// first, then the others in their order around the face.
static void put_corners(plane_contacts* p, flat_polygon* corners) {
  int chosen[MAX_MANIFOLD] = {0, 1, 2, 3}, n = mjMIN(corners->n, MAX_MANIFOLD), lowest = 0;
  mjtNum dist[MAX_MANIFOLD];
  if (corners->n > MAX_MANIFOLD) widest_quad(chosen, corners);
  for (int k = 0; k < n; k++) {
    dist[k] = height(p, corners->x[chosen[k]]);
    if (dist[k] < dist[lowest]) lowest = k;
  }
  for (int k = 0; k < n; k++) {
    int next = (lowest + k) % n;
    if (dist[next] <= p->margin) put_point(p, corners->x[chosen[next]], dist[next]);
  }
}

// The lowest vertex as the support function finds it: of equally low ones the first in the mesh, or
// the first that climbing reaches.
static int lowest_corner(const plane_mesh* a) {
  const convex_shape* s = a->shape;
  hull_graph g = hull_graph_of(s->graph);
  if (s->nvert >= MIN_CLIMB) return g.global[lowest_vertex(a, &g)];
  mjtNum down[3];
  vec3_scale(down, a->n, -1);
  return vertices_farthest(s->vert, s->nvert, down, -1);
}

// Returns 0 if the mesh has no such face or there is no memory.
static int collide_face(plane_contacts* p, const mjModel* m, const mjData* d, const plane_mesh* a) {
  int lowest = lowest_corner(a), polygon = polygon_towards(m, a, lowest);
  if (polygon < 0) return 0;
  mjtNum x[3];
  place_vertex(x, a, lowest);
  if (!(height(p, x) <= p->margin)) return 1;
  int n = m->mesh_polyvertnum[polygon];
  const int* vertex = m->mesh_polyvert + m->mesh_polyvertadr[polygon];
  scratch memory = scratch_open(d, sizeof(mjtNum) * 3 * (size_t)n);
  flat_polygon corners = {memory.memory, 0, n};
  if (!corners.x) return 0;
  int first = 0;
  while (first < n - 1 && vertex[first] != lowest) first++;
  for (int i = 0; i < n; i++) {
    int corner = vertex[(first + i) % n];
    const float* v = a->shape->vert + 3 * corner;
    const mjtNum local[3] = {v[0], v[1], v[2]};
    if (vec3_dot(local, a->n) < 0) place_vertex(corners.x[corners.n++], a, corner);
  }
  put_corners(p, &corners);
  scratch_close(&memory);
  return 1;
}

static void collide_ellipsoid(plane_contacts* p, convex_shape* s) {
  mjtNum down[3], x[3];
  vec3_scale(down, p->n, -1);
  support_centred(s, x, down);
  mjtNum dist = height(p, x);
  if (dist <= p->margin) put_point(p, x, dist);
}

int pair_plane_convex(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2,
                      mjtNum margin) {
  return plane_convex_contacts(m, d, con, &(near_geoms){g1, g2, -1, -1, margin, NULL});
}

int plane_convex_contacts(const mjModel* m, const mjData* d, mjContact* con,
                          const near_geoms* near) {
  int g1 = near->g1, g2 = near->g2;
  mjtNum margin = near->margin;
  hull_samples* hulls = near->hulls;
  plane_contacts p = {.origin = d->geom_xpos + 3 * g1, .margin = margin, .con = con};
  frame_z(p.n, d->geom_xmat + 9 * g1);
  mjtNum apart = 0.3 * m->geom_rbound[g2];
  p.apart2 = apart * apart;

  convex_shape s;
  shape_of_geom(&s, m, d, g2, 0);
  if (!s.vert) {
    collide_ellipsoid(&p, &s);
    return p.count;
  }
  plane_mesh a = {.shape = &s};
  mat3_tmul_vec(a.n, s.mat, p.n);
  a.offset = height(&p, s.pos);
  // boxes hold the vertices of their meshes up to the rounding of single precision
  a.high = margin + 1e-6 * m->geom_rbound[g2];
  if (box_above(&a, m->geom_aabb + 6 * g2)) return 0;
  hull_sample own;
  own.n = 0;
  s.sample = hulls && s.graph ? hull_sample_kept(hulls, s.mesh) : &own;
  int by_face = level_has(m, engLEVEL_MANIFOLD) && s.graph && s.mesh >= 0;
  if (!by_face || !collide_face(&p, m, d, &a)) collide_mesh(&p, &a);
  return p.count;
}
