// The routines of the pair table: one for each pair of geom types that can touch.
//
// Contract of all: geom g1 is of the lower type.  Writes dist, pos and frame[0..5] of at most
// mjMAXCONPAIR contacts and returns their number.  frame[0..2] is the unit normal in the world,
// from g1 to g2; frame[3..5] is a hint for the first tangent, or zero.  A contact is reported when
// dist is at most margin (smooth convex pairs: less than margin).  Poses that are not numbers give
// no contact.
#pragma once

#include <engine/data_types.h>

#include "collision/hull.h"

typedef int pair_routine(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2,
                         mjtNum margin);

pair_routine pair_plane_sphere, pair_plane_capsule, pair_plane_cylinder, pair_plane_box;
pair_routine pair_sphere_sphere, pair_sphere_capsule, pair_sphere_cylinder, pair_sphere_box;
pair_routine pair_capsule_capsule, pair_capsule_box, pair_box_box;

// A plane against an ellipsoid, a mesh or an SDF with a mesh: the support point, for meshes up to
// two more vertices.
pair_routine pair_plane_convex;

// Any two convex geoms, through the native or the libccd pipeline.
pair_routine pair_convex;

// A height field against a convex geom.
pair_routine pair_height_field;

// Any geom but planes and height fields against an SDF geom.
pair_routine pair_sdf;

// The two triangles of the field of geom g under a point, in the frame of the field as the point
// is; 0 where there is no field.
int height_field_triangles(const mjModel* m, int g, const mjtNum point[3],
                           mjtNum triangle[2][3][3]);

// Two geoms, or parts of them, that may be in contact.
typedef struct {
  int g1, g2;        // the lower type first
  int part1, part2;  // meshes that are parts of the geoms; -1: none
  mjtNum margin;
  hull_samples* hulls;  // samples of hulls cached by the caller, or NULL
} near_geoms;

// The same for two such geoms.  A plane collides with the hull of the whole mesh, not with parts.
int plane_convex_contacts(const mjModel* m, const mjData* d, mjContact* con, const near_geoms* p);
int convex_contacts(const mjModel* m, const mjData* d, mjContact* con, const near_geoms* p);
int height_field_contacts(const mjModel* m, const mjData* d, mjContact* con, const near_geoms* p);

// Remove from the ncon contacts of a box-box pair those that lie outside one box and not inside the
// other, and all but the last of those at the same point.  Returns how many remain.
int box_box_filter(const mjModel* m, const mjData* d, mjContact* con, int ncon, const int geom[2],
                   mjtNum margin);
