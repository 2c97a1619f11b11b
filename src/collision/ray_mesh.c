#include <engine/base.h>
#include <engine/collision.h>
#include "base/need.h"
#include "collision/ray.h"

// A ray prepared for tests against axis-aligned boxes.
typedef struct {
  const mjtNum *p, *v;
  mjtNum inverse[3];
} slab_ray;

// The interval of t >= 0 within the box (centre, half-sizes); 0 when it is empty.
static int cross_box(const slab_ray* r, const mjtNum box[6], mjtNum* enter) {
  mjtNum lo = 0, hi = INFINITY;
  for (int k = 0; k < 3; k++) {
    mjtNum t1 = (box[k] - box[3 + k] - r->p[k]) * r->inverse[k];
    mjtNum t2 = (box[k] + box[3 + k] - r->p[k]) * r->inverse[k];
    // a ray along a face of the box gives 0 * infinity = NaN: it is inside the slab for all t
    if (isnan(t1) || isnan(t2)) continue;
    lo = fmax(lo, fmin(t1, t2));
    hi = fmin(hi, fmax(t1, t2));
  }
  *enter = lo;
  return lo <= hi;
}

static mjtNum cross_face(const mjModel* m, int mesh, int face, const ray_basis* basis,
                         const slab_ray* r) {
  const int* corner = m->mesh_face + 3 * (m->mesh_faceadr[mesh] + face);
  const float* vert = m->mesh_vert + 3 * m->mesh_vertadr[mesh];
  mjtNum x[3][3];
  for (int i = 0; i < 3; i++) {
    const float* v = vert + 3 * corner[i];
    vec3_set(x[i], v[0], v[1], v[2]);
  }
  return ray_triangle(basis, x[0], x[1], x[2], r->p, r->v);
}

// Search the bounding volume tree of the mesh, nearer child first, skipping boxes behind the
// nearest hit so far.
static mjtNum cross_tree(const mjModel* m, mjtByte* active, int mesh, const slab_ray* r, int* hit) {
  struct {
    int node;
    mjtNum enter;
  } stack[mjMAXTREEDEPTH + 2];
  int root = m->mesh_bvhadr[mesh], depth = 0;
  ray_basis basis;
  ray_basis_make(&basis, r->v);
  mjtNum best = -1, enter;
  if (m->mesh_bvhnum[mesh] < 1 || !cross_box(r, m->bvh_aabb + 6 * root, &enter)) return -1;
  stack[depth].node = root;
  stack[depth++].enter = enter;
  while (depth > 0) {
    int node = stack[--depth].node;
    if (best >= 0 && stack[depth].enter > best) continue;
    if (active) active[node] = 1;
    int face = m->bvh_nodeid[node];
    if (face >= 0) {
      mjtNum t = cross_face(m, mesh, face, &basis, r);
      if (t >= 0 && (best < 0 || t < best)) {
        best = t;
        *hit = face;
      }
      continue;
    }
    int child[2], n = 0;
    mjtNum start[2];
    for (int k = 0; k < 2; k++) {
      int c = m->bvh_child[2 * node + k];
      if (c < 0 || !cross_box(r, m->bvh_aabb + 6 * (root + c), start + n)) continue;
      child[n++] = root + c;
    }
    if (depth + n > mjMAXTREEDEPTH + 2) {
      mju_error("mj_rayMesh: bounding volume tree is too deep");
      return -1;
    }
    // push the farther child first, so that the nearer one is popped first
    int far = n == 2 && start[1] > start[0];
    for (int k = 0; k < n; k++) {
      int pick = n == 1 ? 0 : (k == 0 ? far : !far);
      stack[depth].node = child[pick];
      stack[depth++].enter = start[pick];
    }
  }
  return best;
}

// A ray in the frame of a geom.
static mjtNum cross_mesh(const mjModel* m, int geom, const mjtNum p[3], const mjtNum v[3],
                         mjtByte* active, int* face) {
  *face = -1;
  if (ray_box(m->geom_size + 3 * geom, p, v, NULL) < 0) return -1;
  slab_ray r = {.p = p, .v = v, .inverse = {1 / v[0], 1 / v[1], 1 / v[2]}};
  return cross_tree(m, active, m->geom_dataid[geom], &r, face);
}

int ray_mesh_face(const mjModel* m, const mjData* d, int geom, const mjtNum pnt[3],
                  const mjtNum vec[3]) {
  mjtNum p[3], v[3];
  int face;
  ray_to_local(p, v, d->geom_xpos + 3 * geom, d->geom_xmat + 9 * geom, pnt, vec);
  cross_mesh(m, geom, p, v, NULL, &face);
  return face;
}

mjtNum ray_mesh(const mjModel* m, const mjData* d, int geom, const mjtNum pnt[3],
                const mjtNum vec[3], mjtByte* active) {
  mjtNum p[3], v[3];
  int face;
  ray_to_local(p, v, d->geom_xpos + 3 * geom, d->geom_xmat + 9 * geom, pnt, vec);
  return cross_mesh(m, geom, p, v, active, &face);
}

mjtNum mj_rayMesh(const mjModel* m, const mjData* d, int geomid, const mjtNum pnt[3],
                  const mjtNum vec[3]) {
  NEED_OR(-1, m, d, pnt, vec);
  NEED_ID_OR(-1, geomid, m->ngeom);
  if (m->geom_type[geomid] != mjGEOM_MESH) {
    mju_error("mj_rayMesh: geom %d is not a mesh", geomid);
    return -1;
  }
  return ray_mesh(m, d, geomid, pnt, vec, m->vis.global.bvactive ? d->bvh_active : NULL);
}
