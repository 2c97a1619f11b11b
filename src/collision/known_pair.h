// Pairs of types of which the searches are compiled for themselves.  Their inner loops ask for
// little but support points; what is known of the shapes beforehand need not be asked at each.
#pragma once

#include "collision/minkowski.h"

// Name, type of A, type of B.
#define KNOWN_PAIRS(PAIR)                                     \
  PAIR(ellipsoids, mjGEOM_ELLIPSOID, mjGEOM_ELLIPSOID)        \
  PAIR(ellipsoid_cylinder, mjGEOM_ELLIPSOID, mjGEOM_CYLINDER) \
  PAIR(ellipsoid_box, mjGEOM_ELLIPSOID, mjGEOM_BOX)           \
  PAIR(ellipsoid_mesh, mjGEOM_ELLIPSOID, mjGEOM_MESH)         \
  PAIR(cylinders, mjGEOM_CYLINDER, mjGEOM_CYLINDER)           \
  PAIR(cylinder_box, mjGEOM_CYLINDER, mjGEOM_BOX)             \
  PAIR(cylinder_mesh, mjGEOM_CYLINDER, mjGEOM_MESH)           \
  PAIR(meshes, mjGEOM_MESH, mjGEOM_MESH)                      \
  PAIR(prism_ellipsoid, SHAPE_PRISM, mjGEOM_ELLIPSOID)        \
  PAIR(prism_cylinder, SHAPE_PRISM, mjGEOM_CYLINDER)          \
  PAIR(prism_box, SHAPE_PRISM, mjGEOM_BOX)                    \
  PAIR(prism_mesh, SHAPE_PRISM, mjGEOM_MESH)

typedef enum {
  PAIR_OF_ANY,
#define PAIR(name, a, b) PAIR_OF_##name,
  KNOWN_PAIRS(PAIR)
#undef PAIR
} pair_kind;

// Types of A and B, or ANY_TYPE both: constants where they are handed on.
typedef struct {
  int a, b;
} pair_types;

enum { ANY_TYPE = -1 };
static const pair_types any_types = {ANY_TYPE, ANY_TYPE};

static inline int types_have_mesh(pair_types t) { return t.a == mjGEOM_MESH || t.b == mjGEOM_MESH; }

// A mesh and another shape are seen from the mesh, but for prisms, which are where they are.
static inline int types_turn_a(pair_types t) {
  return t.b == mjGEOM_MESH && t.a != mjGEOM_MESH && t.a != SHAPE_PRISM;
}

static inline int type_is_hull(int type) {
  return type == mjGEOM_BOX || type == mjGEOM_MESH || type == SHAPE_PRISM;
}

// Whether a frame is turned about y only.
static inline int is_leaning(const mjtNum mat[9]) {
  return mat[1] == 0 && mat[3] == 0 && mat[4] == 1 && mat[5] == 0 && mat[7] == 0;
}

static inline int types_are_cylinders(pair_types t) {
  return t.a == mjGEOM_CYLINDER && t.b == mjGEOM_CYLINDER;
}

// The kind of two shapes that are not inflated, one of them in its own frame.
static inline pair_kind pair_kind_of(const convex_shape* a, const convex_shape* b) {
  if (a->grow != 0 || b->grow != 0) return PAIR_OF_ANY;
  const pair_types types = {a->type, b->type};
  const int turn_a = types_turn_a(types);
  const convex_shape *own = turn_a ? b : a, *turned = turn_a ? a : b;
  if (!shape_is_surroundings(own) || !turned->mat) return PAIR_OF_ANY;
  // else not as cylinders_relative has them
  if (types_are_cylinders(types) && !is_leaning(b->mat)) return PAIR_OF_ANY;
#define PAIR(name, x, y) \
  if (a->type == (x) && b->type == (y)) return PAIR_OF_##name;
  KNOWN_PAIRS(PAIR)
#undef PAIR
  return PAIR_OF_ANY;
}

// shape_support of a shape of this type, in its own frame or turned.
LANES_INLINE int support_known(convex_shape* s, const int type, const int turned, mjtNum x[3],
                               const mjtNum dir[3]) {
  if (type == SHAPE_PRISM) return support_prism(s->prism, x, dir);
  if (type == mjGEOM_CYLINDER && turned) {
    support_turned_cylinder(s, x, dir);
    return -1;
  }
  if (type == mjGEOM_ELLIPSOID && turned) {
    support_turned_ellipsoid(s, x, dir);
    return -1;
  }
  mjtNum w[3];
  int vertex = -1;
  vec3_copy(w, dir);
  if (turned) mat3_tmul_vec(w, s->mat, dir);
  if (type == mjGEOM_ELLIPSOID) support_ellipsoid(s->size, w);
  if (type == mjGEOM_CYLINDER) support_cylinder(s->size, w);
  if (type == mjGEOM_BOX) vertex = support_box(s->size, w);
  if (type == mjGEOM_MESH) {
    mjtNum along[3];
    vec3_copy(along, w);
    vertex = shape_farthest_vertex(s, w, along);
  }
  vec3_copy(x, w);
  if (!turned) return vertex;
  mat3_mul_vec(x, s->mat, w);
  vec3_add(x, x, s->pos);
  return vertex;
}

// minkowski_support.  What takes longer is begun first: a mesh, else B, but for boxes.
LANES_INLINE void find_support_known(minkowski_vertex* w, convex_shape* a, convex_shape* b,
                                     const mjtNum dir[3], const pair_types t) {
  const int turned_a = types_turn_a(t);
  mjtNum back[3] = {-dir[0], -dir[1], -dir[2]}, x[3], y[3];
  if (types_are_cylinders(t)) {
    support_leaning_cylinder(b, y, back);
    w->id_b = -1;
    w->id_a = support_known(a, t.a, 0, x, dir);
  } else if (t.b != mjGEOM_BOX) {
    w->id_b = support_known(b, t.b, !turned_a, y, back);
    w->id_a = support_known(a, t.a, turned_a, x, dir);
  } else {
    w->id_a = support_known(a, t.a, turned_a, x, dir);
    w->id_b = support_known(b, t.b, !turned_a, y, back);
  }
  w->last_a = t.a == mjGEOM_MESH ? a->last : -1;
  w->last_b = t.b == mjGEOM_MESH ? b->last : -1;
  vec3_copy(w->a, x);
  vec3_copy(w->b, y);
  vec3_sub(w->v, x, y);
}
