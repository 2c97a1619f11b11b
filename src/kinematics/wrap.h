// Shortest paths of tendons around spheres and cylinders.
#pragma once

#include <engine/scalar.h>

// The wrapping geom: a sphere, or an infinite cylinder along its z axis.
typedef struct {
  const mjtNum* xpos;  // centre
  const mjtNum* xmat;  // axes
  mjtNum radius;
  int is_cylinder;
} wrap_geom;

// Shortest path from x0 to x1 around the geom, all in world coordinates.  side (may be NULL) is the
// position of the side site: outside the geom it selects the side on which the path passes; inside,
// the path runs through the geom and is bent to touch its inner surface.  Returns the arc length
// and the two points where the path touches, in `touch`; or -1 if the path is straight, with touch
// unset.
mjtNum wrap_around(const wrap_geom* geom, const mjtNum x0[3], const mjtNum x1[3],
                   const mjtNum* side, mjtNum touch[6]);
