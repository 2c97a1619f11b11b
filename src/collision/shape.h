// Convex shapes as the general algorithms see them: support points and a point inside.
#pragma once

#include "collision/hull.h"

enum {
  SHAPE_PRISM = mjNGEOMTYPES,  // a triangle of a height field, down to its base
  SHAPE_POINTS,                // the hull of a few points: an element or a vertex of a flex
};

typedef struct {
  const mjtNum* mat;  // axes of the frame of the shape as columns; NULL: those of the surroundings
  mjtNum pos[3];      // origin of the frame
  mjtNum size[3];     // as of a geom; cores of spheres and capsules have radius 0
  mjtNum grow;        // every point is inflated by a ball of this radius
  mjtNum centre[3];   // a point inside, in the surroundings
  int type;           // mjtGeom or SHAPE_*
  int id;             // of the geom, -1 for others
  int mesh;           // MESH, SDF: id of the mesh, -1: none
  const mjtNum* box;  // of a geom: the box around it in its frame (centre, half-sizes)

  const float* vert;  // MESH: vertices in the frame
  const int* graph;   // MESH: hull graph, or NULL
  int nvert;
  int last;  // MESH: vertex found last (of the hull with a graph), -1: none yet

  int hint;                  // MESH with a graph: hull vertex to start climbing from, or -1
  hull_sample* sample;       // MESH with a graph: sampled hull vertices for faster search, or NULL
  const mjtNum (*prism)[3];  // PRISM: three vertices below, the same three above; POINTS: nvert
} convex_shape;

// The shape of a geom (no plane or height field), every point of which is inflated by grow.
void shape_of_geom(convex_shape* s, const mjModel* m, const mjData* d, int geom, mjtNum grow);

// Make the shape of a geom that of one of its parts (part_list.h); mat is room for its frame.
void shape_take_part(convex_shape* s, mjtNum mat[9], const mjModel* m, int part);

// The hull of n points, given relative to the centre, inflated by grow.
void shape_of_points(convex_shape* s, const mjtNum (*point)[3], int n, const mjtNum centre[3],
                     mjtNum grow);

// The prism with these vertices.  Set its centre again after the vertices have changed.
void shape_of_prism(convex_shape* s, const mjtNum (*vertices)[3]);
void shape_centre_prism(convex_shape* s);

// Express two shapes in the frame of the first, which takes the place of the surroundings; mat is
// room for the axes of the second.  This loses no digits far from the origin and saves half of the
// rotations of support points.
void shapes_relative(convex_shape* ra, convex_shape* rb, mjtNum mat[9], const convex_shape* a,
                     const convex_shape* b);

// Whether the frame of the shape is the frame of the surroundings.
static inline int shape_is_surroundings(const convex_shape* s) {
  return !s->mat && s->pos[0] == 0 && s->pos[1] == 0 && s->pos[2] == 0;
}

// Transform a point, and a direction, from the frame of a shape to its surroundings.
void shape_point_out(mjtNum x[3], const convex_shape* s);
void shape_direction_out(mjtNum v[3], const convex_shape* s);

// Make the shape a point.
void shape_make_point(convex_shape* s, const mjtNum x[3]);

// The vertex x of a mesh farthest along a direction in its frame; its id in the mesh.
int shape_farthest_vertex(convex_shape* s, mjtNum x[3], const mjtNum w[3]);

// Whether the shape is a mesh large enough for a hint to pay.
static inline int shape_climbs_far(const convex_shape* s) {
  return s->graph && s->graph[0] > MAX_SAMPLE;
}

// Whether the shape is the hull of finitely many points.
static inline int shape_is_polyhedral(const convex_shape* s) {
  return s->grow == 0 &&
         (s->type == mjGEOM_BOX || s->type == mjGEOM_MESH || s->type == SHAPE_PRISM);
}

// Spheres and capsules are all points within a radius of a core: a point or a segment.  Their core
// and radius with inflation; other shapes are their own core, with radius 0.
static inline int shape_is_round(const convex_shape* s) {
  return s->type == mjGEOM_SPHERE || s->type == mjGEOM_CAPSULE;
}
mjtNum shape_core(convex_shape* core, const convex_shape* s);

// Whether its support point does not depend on the length of the direction, down to 1e-8.
static inline int shape_takes_any_length(const convex_shape* s) {
  return s->grow == 0 && (s->size[0] == 0 || !shape_is_round(s));
}

// Support point in the sense of the libccd pipeline: directions with a zero component select the
// middle of the features at right angles, meshes are always climbed if they have a graph.  Returns
// the vertex of a mesh.
int support_centred(convex_shape* s, mjtNum x[3], const mjtNum dir[3]);
