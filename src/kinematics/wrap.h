// Shortest paths of strings round spheres and cylinders.
#pragma once

#include <engine/scalar.h>

// What a string may wrap round: a sphere, or a cylinder endless along the local z axis.
typedef struct {
  const mjtNum* xpos;  // centre
  const mjtNum* xmat;  // axes
  mjtNum radius;
  int is_cylinder;
} wrap_geom;

// The path from x0 to x1 round the geom, all in world axes.  side, if not NULL, is a point the path
// passes on the side of; inside the geom, it makes the path run through the geom, bent to touch its
// inner surface.  Returns the length of the arc and the two points where the path touches, in
// touch; or -1 if the path is straight and touch is not set.
mjtNum wrap_around(wrap_geom geom, const mjtNum x0[3], const mjtNum x1[3], const mjtNum* side,
                   mjtNum touch[6]);
