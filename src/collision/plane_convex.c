// Plane against ellipsoid, mesh or SDF with a mesh.
#include "collision/pair.h"
#include "collision/primitive.h"
#include "collision/shape.h"

enum { MAX_POINTS = 3 };

// The plane, and what is known of the contact points of one pair.
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

// A further vertex of the mesh, when it is near the plane and away from the first contact.
static void try_vertex(plane_contacts* p, const convex_shape* s, int vertex) {
  const float* v = s->vert + 3 * vertex;
  mjtNum x[3] = {v[0], v[1], v[2]}, off[3];
  mat3_mul_vec(x, s->mat, x);
  vec3_add(x, x, s->pos);
  mjtNum dist = height(p, x);
  if (!(dist < p->margin)) return;
  vec3_sub(off, x, p->con[0].pos);
  if (vec3_dot(off, off) >= p->apart2) put_point(p, x, dist);
}

// Whether the box around a mesh lies so far above the plane that the mesh does.
static int box_above(const plane_contacts* p, const convex_shape* s, const mjtNum box[6],
                     mjtNum margin) {
  mjtNum w[3], off[3];
  mat3_tmul_vec(w, s->mat, p->n);
  vec3_sub(off, s->pos, p->origin);
  mjtNum middle = vec3_dot(off, p->n) + vec3_dot(box, w);
  mjtNum extent = box[3] * fabs(w[0]) + box[4] * fabs(w[1]) + box[5] * fabs(w[2]);
  return middle - extent > margin;
}

int pair_plane_convex(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2,
                      mjtNum margin) {
  return plane_convex_contacts(m, d, con, g1, g2, margin, NULL);
}

int plane_convex_contacts(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2,
                          mjtNum margin, hull_samples* hulls) {
  plane_contacts p = {.origin = d->geom_xpos + 3 * g1, .margin = margin, .con = con};
  frame_z(p.n, d->geom_xmat + 9 * g1);
  mjtNum apart = 0.3 * m->geom_rbound[g2];
  p.apart2 = apart * apart;

  convex_shape s;
  shape_of_geom(&s, m, d, g2, 0);
  // boxes hold the vertices of their meshes up to the rounding of single precision
  mjtNum rounding = 1e-6 * m->geom_rbound[g2];
  if (s.vert && box_above(&p, &s, m->geom_aabb + 6 * g2, margin + rounding)) return 0;
  hull_sample own;
  own.n = 0;
  s.sample = hulls && s.graph ? hull_sample_kept(hulls, m->geom_dataid[g2]) : &own;
  mjtNum down[3], x[3];
  vec3_scale(down, p.n, -1);
  int lowest = support_centred(&s, x, down);
  mjtNum dist = height(&p, x);
  if (!(dist <= margin)) return 0;
  put_point(&p, x, dist);
  if (!s.vert) return p.count;

  if (s.graph) {
    hull_graph g = hull_graph_of(s.graph);
    for (const int* e = g.edges + g.edge_start[s.last]; *e >= 0 && p.count < MAX_POINTS; e++) {
      try_vertex(&p, &s, g.global[*e]);
    }
  } else {
    for (int i = 0; i < s.nvert && p.count < MAX_POINTS; i++) {
      if (i != lowest) try_vertex(&p, &s, i);
    }
  }
  return p.count;
}
