// Rays against the vertices, edges and faces of a flex.
#include <engine/base.h>
#include <engine/collision.h>
#include <engine/math.h>
#include "base/need.h"
#include "collision/ray.h"

// What the ray is shot at, and the best hit so far.
typedef struct {
  const mjtNum *pnt, *vec;
  const mjtNum* vert;  // of the flex, in the world
  mjtNum size[3];      // a radius, and half the length of an edge
  mjtNum best;         // -1: none
  int nearest;         // vertex of what was hit nearest to the hit
} target;

// A hit at t on something with n corners, of which one is remembered.
static void note_hit(target* g, mjtNum t, const int* corner, int n) {
  if (t < 0 || (g->best >= 0 && t >= g->best)) return;
  mjtNum x[3], least = INFINITY;
  vec3_copy(x, g->pnt);
  vec3_axpy(x, t, g->vec);
  for (int k = 0; k < n; k++) {
    mjtNum away = vec3_distance(x, g->vert + 3 * corner[k]);
    if (away >= least) continue;
    least = away;
    g->nearest = corner[k];
  }
  g->best = t;
}

// Whether the ray meets the box around all vertices, which are thick.
static int meets_box(const target* g, int nvert) {
  mjtNum lo[3] = {INFINITY, INFINITY, INFINITY}, hi[3] = {-INFINITY, -INFINITY, -INFINITY};
  mjtNum half[3], off[3];
  for (int i = 0; i < nvert; i++) {
    for (int k = 0; k < 3; k++) {
      lo[k] = fmin(lo[k], g->vert[3 * i + k]);
      hi[k] = fmax(hi[k], g->vert[3 * i + k]);
    }
  }
  for (int k = 0; k < 3; k++) {
    half[k] = (hi[k] - lo[k]) / 2 + g->size[0];
    off[k] = g->pnt[k] - (hi[k] + lo[k]) / 2;
  }
  return ray_box(half, off, g->vec, NULL) >= 0;
}

static void shoot_vertices(target* g, int nvert) {
  static const mjtNum upright[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  for (int i = 0; i < nvert; i++) {
    mjtNum t = mju_rayGeom(g->vert + 3 * i, upright, g->size, g->pnt, g->vec, mjGEOM_SPHERE);
    note_hit(g, t, &i, 1);
  }
}

// Edges are capsules.
static void shoot_edges(target* g, const int* edge, int nedge) {
  for (int e = 0; e < nedge; e++, edge += 2) {
    const mjtNum *a = g->vert + 3 * edge[0], *b = g->vert + 3 * edge[1];
    mjtNum middle[3], along[3], quat[4], mat[9];
    vec3_add(middle, a, b);
    vec3_scale(middle, middle, 0.5);
    vec3_sub(along, b, a);
    mju_quatZ2Vec(quat, along);
    mju_quat2Mat(mat, quat);
    g->size[1] = vec3_norm(along) / 2;
    note_hit(g, mju_rayGeom(middle, mat, g->size, g->pnt, g->vec, mjGEOM_CAPSULE), edge, 2);
  }
}

// Faces are thin: those of the middle surface.
static void shoot_face(target* g, const ray_basis* basis, int a, int b, int c) {
  int corner[3] = {a, b, c};
  mjtNum t = ray_triangle(basis, g->vert + 3 * a, g->vert + 3 * b, g->vert + 3 * c, g->pnt, g->vec);
  note_hit(g, t, corner, 3);
}

static void shoot_element(target* g, const ray_basis* basis, const int* v, int dim) {
  shoot_face(g, basis, v[0], v[1], v[2]);
  if (dim < 3) return;
  shoot_face(g, basis, v[0], v[1], v[3]);
  shoot_face(g, basis, v[0], v[2], v[3]);
  shoot_face(g, basis, v[1], v[2], v[3]);
}

mjtNum mju_rayFlex(const mjModel* m, const mjData* d, int flex_layer, mjtByte flg_vert,
                   mjtByte flg_edge, mjtByte flg_face, mjtByte flg_skin, int flexid,
                   const mjtNum pnt[3], const mjtNum vec[3], int vertid[1]) {
  NEED_OR(-1, m, d, pnt, vec);
  if (vertid) *vertid = -1;
  if (flexid < 0 || flexid >= m->nflex) {
    mju_error("mju_rayFlex: there is no flex %d", flexid);
    return -1;
  }
  int dim = m->flex_dim[flexid], nvert = m->flex_vertnum[flexid];
  target g = {pnt, vec, d->flexvert_xpos + 3 * m->flex_vertadr[flexid], {m->flex_radius[flexid]},
              -1,  -1};
  if (!meets_box(&g, nvert)) return -1;

  // a skin is made of its outermost faces with rounded edges
  int skin = dim > 1 && flg_skin;
  if (flg_edge || skin) {
    shoot_edges(&g, m->flex_edge + 2 * m->flex_edgeadr[flexid], m->flex_edgenum[flexid]);
  } else if (flg_vert) {
    shoot_vertices(&g, nvert);
  }
  if (dim > 1 && (flg_face || skin)) {
    ray_basis basis;
    ray_basis_make(&basis, vec);
    const int* element = m->flex_elem + m->flex_elemdataadr[flexid];
    const int* layer = m->flex_elemlayer + m->flex_elemadr[flexid];
    for (int e = 0; e < m->flex_elemnum[flexid]; e++, element += dim + 1) {
      if (dim == 2 || layer[e] == (skin ? 0 : flex_layer)) {
        shoot_element(&g, &basis, element, dim);
      }
    }
  }
  if (vertid) *vertid = g.nearest;
  return g.best;
}
