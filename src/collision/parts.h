// Geoms that collide as the convex parts of their meshes.
#pragma once

#include <engine/data_types.h>

#include "collision/pair.h"

// How many parts a geom collides as, and the first of these meshes; 0: it is its own hull, and
// first stays.
int geom_parts(const mjModel* m, int geom, int* first);

// Whether the contacts of two geoms of this routine are those of their parts.
int has_parts(const mjModel* m, mjfCollision test, int g1, int g2);

// The pose and bounds of a part, or of a whole geom.
typedef struct {
  int part;  // mesh, -1: the geom itself
  mjtNum pos[3], mat[9];
  const mjtNum* box;  // around it in its frame
  mjtNum radius;      // around its position
} part_place;

// Whether a mesh that is a part has vertices and a box; files may contain anything.
int part_exists(const mjModel* m, int part);

// Compute the pose and bounds of a part of a geom; -1: of the geom itself.
void part_put(part_place* p, const mjModel* m, const mjData* d, int geom, int part);

// The parts of a geom that are within margin of the box of the other; room for as many as it has,
// at least 1.  Returns how many.
int parts_near_geom(const mjModel* m, const mjData* d, int geom, int other, mjtNum margin,
                    part_place* place);

// Whether two of them are within margin of each other, as far as their boxes tell.
int parts_near(const part_place* a, const part_place* b, mjtNum margin);

// Remove from n contacts of one pair those that are superfluous beside others: an object resting
// across a cut touches both parts at the same place.  At most mjMAXCONPAIR remain, the deepest, in
// their order; returns their number.  size: radius of the smaller geom.
int parts_thin_out(mjContact* con, int n, mjtNum size);
