// Geoms that collide as the convex parts of their meshes.
#pragma once

#include <engine/data_types.h>

#include "collision/pair.h"

// The number of parts that a geom collides as; first becomes the first of their meshes.  0: the
// geom collides as its own hull, and first is unchanged.
int geom_parts(const mjModel* m, int geom, int* first);

// Whether this collision routine is called once for each pair of parts.
int has_parts(const mjModel* m, mjfCollision test, int g1, int g2);

// The pose and bounds of a part, or of a whole geom.
typedef struct {
  int part;  // mesh, -1: the geom itself
  mjtNum pos[3], mat[9];
  const mjtNum* box;  // bounding box in its frame
  mjtNum radius;      // of the bounding sphere around pos
} part_place;

// Whether a mesh that is a part has vertices and a box; files may contain anything.
int part_exists(const mjModel* m, int part);

// Compute the pose and bounds of a part of a geom; -1: of the geom itself.
void part_put(part_place* p, const mjModel* m, const mjData* d, int geom, int part);

// List the parts of a geom that are within margin of the box of the other; the list must have room
// for all its parts, at least 1.  Returns their number.
int parts_near_geom(const mjModel* m, const mjData* d, int geom, int other, mjtNum margin,
                    part_place* place);

// Whether the boxes of two parts are within margin of each other.
int parts_near(const part_place* a, const part_place* b, mjtNum margin);

// Remove duplicates from the n contacts of one pair: an object resting across the cut between two
// parts touches both at the same place.  At most mjMAXCONPAIR remain, the deepest, in their
// original order; returns their number.  size: radius of the smaller geom.
int parts_thin_out(mjContact* con, int n, mjtNum size);
