// Derivatives of contact geometry by the motion of the geoms.
//
// All of it but the tangents is carried along by a common motion of the two geoms, so that it is
// known from their relative motion: the twist z = (w, u) of geom 2 relative to geom 1, angular
// velocity and velocity at the contact's position.  Only where centres coincide the normal may be
// an axis of the world, and rest.
#pragma once

#include <engine/data_types.h>

// With u_1, w_1 the motion of geom 1 at the contact's position and n the normal,
//   d dist = dist . z,   d pos = u_1 + lead w_1 x n + pos z,   dn = turns w_1 x n + normal z.
// Everywhere but where centres coincide turns = 1 and lead = 0.
typedef struct {
  mjtNum turns, lead;
  mjtNum dist[6];
  mjtNum pos[18];     // 3 x 6
  mjtNum normal[18];  // 3 x 6
  int differenced;    // it was found by differences of the routine of the pair
} contact_slope;

// Of a contact between geoms as mj_collision has left it.  Poses of geoms are nudged and restored.
// Where it is found by differences, kinks of the routine count as what lies on both sides.
void contact_slope_of(const mjModel* m, mjData* d, const mjContact* con, contact_slope* out);

// Which direction the first tangent is made from: an axis of the world, or with *turns one that
// turns with geom 2.
void contact_hint(const mjModel* m, const mjData* d, const mjContact* con, mjtNum hint[3],
                  int* turns);

// The explicit pair that a contact of geoms comes from; -1: a dynamic pair.
int contact_pair(const mjModel* m, const mjContact* con);
