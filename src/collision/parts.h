// Geoms that collide as the convex parts of their meshes.
#pragma once

#include <engine/data_types.h>

#include "collision/pair.h"

// How many parts a geom collides as, and the first of these meshes; 0: it is its own hull, and
// first stays.
int geom_parts(const mjModel* m, int geom, int* first);

// Whether the contacts of two geoms of this routine are those of their parts.
int has_parts(const mjModel* m, mjfCollision test, int g1, int g2);

// A part, or a whole geom, in its place.
typedef struct {
  int part;  // mesh, -1: the geom itself
  mjtNum pos[3], mat[9];
  const mjtNum* box;  // around it in its frame
  mjtNum radius;      // around its position
} part_place;

// Whether a mesh that is a part has vertices and a box; files may say what they like.
int part_exists(const mjModel* m, int part);

// Put a part of a geom where it is; -1: the geom itself.
void part_put(part_place* p, const mjModel* m, const mjData* d, int geom, int part);

// The parts of a geom that are within margin of the box of the other; room for as many as it has,
// at least 1.  Returns how many.
int parts_near_geom(const mjModel* m, const mjData* d, int geom, int other, mjtNum margin,
                    part_place* place);

// Whether two of them are within margin of each other, as far as their boxes tell.
int parts_near(const part_place* a, const part_place* b, mjtNum margin);

// Of n contacts of one pair of geoms, leave out those that others beside them make needless: cuts
// are where there is nothing to be felt, and what rests across one touches both parts in the same
// place.  At most mjMAXCONPAIR remain, the deepest.  Their order stays; returns how many remain.
// size: radius of the smaller of the two.
int parts_thin_out(mjContact* con, int n, mjtNum size);
