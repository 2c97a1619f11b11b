// Rays against the vertices, edges and faces of a flex.
#include <engine/base.h>
#include <engine/collision.h>
#include <engine/extension.h>
#include <engine/math.h>
#include "base/need.h"
#include "collision/ray_flex.h"

// The flex, and the nearest hit so far.
typedef struct {
  ray_flex flex;
  const mjtNum *pnt, *vec;
  mjtNum best;  // -1: none
  int nearest;  // the vertex of the feature hit that is nearest to the hit
  // the vertices of the feature hit: a vertex, an edge or a face; for a face of a tetrahedron also
  // the vertex opposite to it
  int corner[3], ncorner, behind;
} flex_ray;

// Keep a hit at t of a feature with n vertices if it is the nearest so far.
static void note_hit(flex_ray* g, mjtNum t, const int* corner, int n) {
  if (t < 0 || (g->best >= 0 && t >= g->best)) return;
  mjtNum x[3], least = INFINITY;
  vec3_copy(x, g->pnt);
  vec3_axpy(x, t, g->vec);
  for (int k = 0; k < n; k++) {
    mjtNum away = vec3_distance(x, g->flex.vert + 3 * corner[k]);
    if (away >= least) continue;
    least = away;
    g->nearest = corner[k];
  }
  g->best = t;
  g->ncorner = n;
  g->behind = -1;
  for (int k = 0; k < n; k++) g->corner[k] = corner[k];
}

void ray_flex_make(ray_flex* f, const mjModel* m, const mjData* d, int flexid) {
  mjtNum lo[3] = {INFINITY, INFINITY, INFINITY}, hi[3] = {-INFINITY, -INFINITY, -INFINITY};
  f->vert = d->flexvert_xpos + 3 * m->flex_vertadr[flexid];
  f->radius = m->flex_radius[flexid];
  for (int i = 0; i < m->flex_vertnum[flexid]; i++) {
    for (int k = 0; k < 3; k++) {
      lo[k] = fmin(lo[k], f->vert[3 * i + k]);
      hi[k] = fmax(hi[k], f->vert[3 * i + k]);
    }
  }
  for (int k = 0; k < 3; k++) {
    f->half[k] = (hi[k] - lo[k]) / 2 + f->radius;
    f->center[k] = (hi[k] + lo[k]) / 2;
  }
}

int ray_meets_flex(const ray_flex* f, const mjtNum pnt[3], const mjtNum vec[3]) {
  mjtNum off[3];
  vec3_sub(off, pnt, f->center);
  return ray_box(f->half, off, vec, NULL) >= 0;
}

static void shoot_vertices(flex_ray* g, int nvert) {
  static const mjtNum upright[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  mjtNum size[3] = {g->flex.radius};
  for (int i = 0; i < nvert; i++) {
    mjtNum t = mju_rayGeom(g->flex.vert + 3 * i, upright, size, g->pnt, g->vec, mjGEOM_SPHERE);
    note_hit(g, t, &i, 1);
  }
}

mjtNum ray_flex_edge(const ray_flex* f, const int edge[2], const mjtNum pnt[3],
                     const mjtNum vec[3]) {
  const mjtNum *a = f->vert + 3 * edge[0], *b = f->vert + 3 * edge[1];
  mjtNum middle[3], along[3], quat[4], mat[9];
  vec3_add(middle, a, b);
  vec3_scale(middle, middle, 0.5);
  vec3_sub(along, b, a);
  mju_quatZ2Vec(quat, along);
  mju_quat2Mat(mat, quat);
  mjtNum size[3] = {f->radius, vec3_norm(along) / 2};
  return mju_rayGeom(middle, mat, size, pnt, vec, mjGEOM_CAPSULE);
}

static void shoot_edges(flex_ray* g, const int* edge, int nedge) {
  for (int e = 0; e < nedge; e++, edge += 2) {
    note_hit(g, ray_flex_edge(&g->flex, edge, g->pnt, g->vec), edge, 2);
  }
}

mjtNum ray_flex_face(const ray_flex* f, const ray_basis* basis, const int corner[3],
                     const mjtNum pnt[3], const mjtNum vec[3]) {
  return ray_triangle(basis, f->vert + 3 * corner[0], f->vert + 3 * corner[1],
                      f->vert + 3 * corner[2], pnt, vec);
}

static void shoot_element(flex_ray* g, const ray_basis* basis, const int* v, int dim) {
  int corner[3];
  for (int k = 0; k < (dim < 3 ? 1 : 4); k++) {
    flex_face(corner, v, k);
    mjtNum t = ray_flex_face(&g->flex, basis, corner, g->pnt, g->vec), before = g->best;
    note_hit(g, t, corner, 3);
    if (dim == 3 && g->best != before) g->behind = v[3 - k];
  }
}

// The normal at the hit: away from the centre of a vertex or an edge; away from the tetrahedron for
// its faces; by the order of the vertices for a triangle.
static void normal_at_hit(const flex_ray* g, mjtNum n[3]) {
  const mjtNum* x[3];
  for (int k = 0; k < g->ncorner; k++) x[k] = g->flex.vert + 3 * g->corner[k];
  mjtNum hit[3], a[3], b[3];
  vec3_copy(hit, g->pnt);
  vec3_axpy(hit, g->best, g->vec);
  if (g->ncorner < 3) {
    vec3_sub(n, hit, x[0]);
    if (g->ncorner == 2) {
      vec3_sub(a, x[1], x[0]);
      mjtNum length2 = vec3_dot(a, a);
      vec3_axpy(n, length2 > 0 ? -mju_clip(vec3_dot(n, a) / length2, 0, 1) : 0, a);
    }
  } else {
    vec3_sub(a, x[0], x[2]);
    vec3_sub(b, x[1], x[2]);
    vec3_cross(n, a, b);
    if (g->behind >= 0) {
      vec3_sub(a, g->flex.vert + 3 * g->behind, x[2]);
      if (vec3_dot(a, n) > 0) vec3_scale(n, n, -1);
    }
  }
  vec3_normalize(n);
}

// What is drawn of a flex.
typedef struct {
  int layer, vertices, edges, faces, skin;
} drawn_parts;

static void shoot_flex(const mjModel* m, const mjData* d, int f, drawn_parts drawn, flex_ray* g) {
  int dim = m->flex_dim[f];
  ray_flex_make(&g->flex, m, d, f);
  if (!ray_meets_flex(&g->flex, g->pnt, g->vec)) return;

  // a flex drawn as a skin consists of its outer faces with rounded edges
  int skin = dim > 1 && drawn.skin;
  if (drawn.edges || skin) {
    shoot_edges(g, m->flex_edge + 2 * m->flex_edgeadr[f], m->flex_edgenum[f]);
  } else if (drawn.vertices) {
    shoot_vertices(g, m->flex_vertnum[f]);
  }
  if (dim > 1 && (drawn.faces || skin)) {
    ray_basis basis;
    ray_basis_make(&basis, g->vec);
    const int* element = m->flex_elem + m->flex_elemdataadr[f];
    const int* layer = m->flex_elemlayer + m->flex_elemadr[f];
    for (int e = 0; e < m->flex_elemnum[f]; e++, element += dim + 1) {
      if (dim == 2 || layer[e] == (skin ? 0 : drawn.layer)) {
        shoot_element(g, &basis, element, dim);
      }
    }
  }
}

mjtNum mju_rayFlex(const mjModel* m, const mjData* d, int flex_layer, mjtByte flg_vert,
                   mjtByte flg_edge, mjtByte flg_face, mjtByte flg_skin, int flexid,
                   const mjtNum pnt[3], const mjtNum vec[3], int vertid[1]) {
  NEED_OR(-1, m, d, pnt, vec);
  if (vertid) *vertid = -1;
  NEED_ID_OR(-1, flexid, m->nflex);
  return eng_rayFlex(m, d, flex_layer, flg_vert, flg_edge, flg_face, flg_skin, flexid, pnt, vec,
                     vertid, NULL);
}

mjtNum eng_rayFlex(const mjModel* m, const mjData* d, int flex_layer, mjtByte flg_vert,
                   mjtByte flg_edge, mjtByte flg_face, mjtByte flg_skin, int flexid,
                   const mjtNum pnt[3], const mjtNum vec[3], int vertid[1], mjtNum normal[3]) {
  NEED_OR(-1, m, d, pnt, vec);
  if (vertid) *vertid = -1;
  if (normal) vec3_zero(normal);
  NEED_ID_OR(-1, flexid, m->nflex);
  flex_ray g = {.pnt = pnt, .vec = vec, .best = -1, .nearest = -1};
  shoot_flex(m, d, flexid, (drawn_parts){flex_layer, flg_vert, flg_edge, flg_face, flg_skin}, &g);
  if (vertid) *vertid = g.nearest;
  if (normal && g.best >= 0) normal_at_hit(&g, normal);
  return g.best;
}
