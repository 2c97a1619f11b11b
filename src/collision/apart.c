#include "collision/apart.h"

#include "collision/box_filter.h"
#include "collision/primitive.h"
#include "collision/vertex_scan.h"
#include "math/vec3.h"

// How the extent of a mesh is found: from its bounding box, by looking at all vertices, or by
// climbing on its hull.
typedef enum { BY_BOX, BY_SCAN, BY_CLIMB } mesh_reach;

// A shape as this test sees it.
typedef struct {
  const convex_shape* shape;
  const mjtNum* size;  // as geom_size; for a mesh the half sizes of its box
  mesh_reach by;
} solid;

static inline solid solid_of(const convex_shape* s) {
  if (!s->vert) return (solid){s, s->size, BY_BOX};
  return (solid){s, s->box + 3, vertices_scannable(s->nvert) ? BY_SCAN : BY_BOX};
}

// A mesh in a test of two meshes: its extent may be found by climbing, which is too slow for other
// tests.
static inline solid solid_of_mesh(const convex_shape* s) {
  solid a = solid_of(s);
  if (a.by == BY_BOX && s->graph && s->sample) a.by = BY_CLIMB;
  return a;
}

// Add (times sign) the centre of the box of a large mesh, relative to the mesh's origin.
static void add_box_centre(mjtNum off[3], const solid* a, mjtNum sign) {
  if (!a->shape->vert || a->by != BY_BOX) return;
  mjtNum x[3];
  mat3_mul_vec(x, a->shape->mat, a->size - 3);
  vec3_axpy(off, sign, x);
}

// Approximate direction from the nearest point of the solid to x; both in its frame.
static inline void way_out(mjtNum l[3], const solid* a, const mjtNum x[3]) {
  const mjtNum* s = a->size;
  switch (a->shape->type) {
    case mjGEOM_SPHERE: vec3_copy(l, x); break;
    case mjGEOM_CAPSULE: vec3_set(l, x[0], x[1], beyond(x[2], s[1])); break;
    case mjGEOM_ELLIPSOID:
      for (int k = 0; k < 3; k++) l[k] = x[k] / (s[k] * s[k]);
      break;
    case mjGEOM_CYLINDER: {
      mjtNum across = sqrt(x[0] * x[0] + x[1] * x[1]);
      mjtNum part = across > s[0] ? 1 - s[0] / across : 0;
      vec3_set(l, part * x[0], part * x[1], beyond(x[2], s[1]));
      break;
    }
    default:
      for (int k = 0; k < 3; k++) l[k] = beyond(x[k], s[k]);
  }
}

static mjtNum climb_reach(const convex_shape* s, const mjtNum w[3]) {
  hull_graph g = hull_graph_of(s->graph);
  const float* v = s->vert + 3 * g.global[hull_farthest(s->sample, &g, s->vert, w, -1, -1)];
  return v[0] * w[0] + v[1] * w[1] + v[2] * w[2];
}

// Extent of the solid from its centre along w, which has the given length, in its frame.
static inline mjtNum extent(const solid* a, const mjtNum w[3], mjtNum length) {
  const mjtNum* s = a->size;
  switch (a->shape->type) {
    case mjGEOM_SPHERE: return s[0] * length;
    case mjGEOM_CAPSULE: return s[0] * length + s[1] * fabs(w[2]);
    case mjGEOM_ELLIPSOID:
      return sqrt(s[0] * s[0] * w[0] * w[0] + s[1] * s[1] * w[1] * w[1] +
                  s[2] * s[2] * w[2] * w[2]);
    case mjGEOM_CYLINDER: return s[0] * sqrt(w[0] * w[0] + w[1] * w[1]) + s[1] * fabs(w[2]);
    default: break;
  }
  if (a->by == BY_SCAN) return vertices_reach(a->shape->vert, a->shape->nvert, w);
  if (a->by == BY_CLIMB) return climb_reach(a->shape, w);
  return s[0] * fabs(w[0]) + s[1] * fabs(w[1]) + s[2] * fabs(w[2]);
}

void shape_around(mjtNum lo[3], mjtNum hi[3], const convex_shape* s) {
  solid a = solid_of(s);
  int scan = a.by == BY_SCAN;
  a.by = BY_BOX;
  vec3_copy(lo, s->pos);
  add_box_centre(lo, &a, 1);
  for (int k = 0; k < 3; k++) {
    mjtNum half = extent(&a, s->mat + 3 * k, 1);
    hi[k] = lo[k] + half;
    lo[k] -= half;
  }
  if (scan) {
    const mjtNum down[3] = {-s->mat[6], -s->mat[7], -s->mat[8]};
    lo[2] = fmax(lo[2], s->pos[2] - vertices_reach(s->vert, s->nvert, down));
  }
}

// Whether they are separated along the direction from a to the centre of b, which is at off
// relative to that of a.
static int apart_along_way(const solid* a, const solid* b, const mjtNum off[3], mjtNum reach) {
  mjtNum x[3], l[3], w[3];
  mat3_tmul_vec(x, a->shape->mat, off);
  way_out(l, a, x);
  mat3_mul_vec(w, a->shape->mat, l);
  mat3_tmul_vec(w, b->shape->mat, w);
  vec3_scale(w, w, -1);
  mjtNum length = vec3_norm(l);
  mjtNum gap = vec3_dot(x, l) - extent(a, l, length) - extent(b, w, length);
  return gap > reach * length && gap < INFINITY;
}

// Whether two solids are so close that they probably touch: closer than the average extents of
// their boxes.
static int are_close(const solid* a, const solid* b, const mjtNum off[3]) {
  const mjtNum *s = a->size, *t = b->size;
  mjtNum reach = (s[0] + s[1] + s[2] + t[0] + t[1] + t[2]) / 3;
  return vec3_dot(off, off) < reach * reach;
}

// Test of two meshes along the line between their centres.
static int meshes_apart(const solid* a, const solid* b, const mjtNum off[3], mjtNum reach) {
  mjtNum w1[3], w2[3];
  mat3_tmul_vec(w1, a->shape->mat, off);
  mat3_tmul_vec(w2, b->shape->mat, off);
  vec3_scale(w2, w2, -1);
  mjtNum off2 = vec3_dot(off, off), gap = off2 - extent(a, w1, 0) - extent(b, w2, 0);
  return gap > reach * sqrt(off2) && gap < INFINITY;
}

// Test of two meshes, one of which is represented by its box: along the faces of their boxes.
static int boxes_apart(const convex_shape* a, const convex_shape* b, mjtNum reach) {
  box_frame frame_a = {a->pos, a->mat}, frame_b = {b->pos, b->mat};
  return !boxes_near(frame_a, a->box, frame_b, b->box, reach);
}

int shapes_apart(const convex_shape* a, const convex_shape* b, mjtNum reach) {
  mjtNum off[3], back[3];
  vec3_sub(off, b->pos, a->pos);
  if (a->vert && b->vert) {
    solid sa = solid_of_mesh(a), sb = solid_of_mesh(b);
    int known = sa.by != BY_BOX && sb.by != BY_BOX;
    // climbing is expensive
    if (known && (sa.by == BY_CLIMB || sb.by == BY_CLIMB) && are_close(&sa, &sb, off)) return 0;
    return known ? meshes_apart(&sa, &sb, off, reach) : boxes_apart(a, b, reach);
  }
  solid sa = solid_of(a), sb = solid_of(b);
  if (sb.by == BY_SCAN) return apart_along_way(&sa, &sb, off, reach);
  add_box_centre(off, &sa, -1);
  add_box_centre(off, &sb, 1);
  vec3_scale(back, off, -1);
  return apart_along_way(&sb, &sa, back, reach);
}
