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

int pair_plane_sphere(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2,
                      mjtNum margin);
int pair_plane_capsule(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2,
                       mjtNum margin);
int pair_plane_cylinder(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2,
                        mjtNum margin);
int pair_plane_box(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2,
                   mjtNum margin);

int pair_sphere_sphere(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2,
                       mjtNum margin);
int pair_sphere_capsule(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2,
                        mjtNum margin);
int pair_sphere_cylinder(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2,
                         mjtNum margin);
int pair_sphere_box(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2,
                    mjtNum margin);
int pair_capsule_capsule(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2,
                         mjtNum margin);
int pair_capsule_box(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2,
                     mjtNum margin);
int pair_box_box(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2, mjtNum margin);

// A plane against an ellipsoid, a mesh or an SDF with a mesh: the support point, for meshes up to
// two more vertices.
int pair_plane_convex(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2,
                      mjtNum margin);

// Any two convex geoms, through the native or the libccd pipeline.
int pair_convex(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2, mjtNum margin);

// A height field against a convex geom.
int pair_height_field(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2,
                      mjtNum margin);

// The normals of the two triangles of the field of geom g under a point, in the frame of the field
// as the point is; 0 where there is no field.
int height_field_normals(const mjModel* m, int g, const mjtNum point[3], mjtNum normal[2][3]);

// Two geoms, or parts of them, that may touch.
typedef struct {
  int g1, g2;        // the lower type first
  int part1, part2;  // meshes that are looked at instead: parts of theirs, -1: none
  mjtNum margin;
  hull_samples* hulls;  // samples of hulls cached by the caller, or NULL
} near_geoms;

// The same of such.  Planes know no parts: they meet the hull.
int plane_convex_contacts(const mjModel* m, const mjData* d, mjContact* con, const near_geoms* p);
int convex_contacts(const mjModel* m, const mjData* d, mjContact* con, const near_geoms* p);
int height_field_contacts(const mjModel* m, const mjData* d, mjContact* con, const near_geoms* p);

// Any geom but planes and height fields against an SDF geom.
int pair_sdf(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2, mjtNum margin);

// Remove from the ncon contacts of a box-box pair those that lie outside one box and not inside the
// other, and all but the last of those at the same point.  Returns how many remain.
int box_box_filter(const mjModel* m, const mjData* d, mjContact* con, int ncon, const int geom[2],
                   mjtNum margin);
