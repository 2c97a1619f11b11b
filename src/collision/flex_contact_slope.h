// How the geometry of a contact with a flex changes when what carries the flex moves.
#pragma once

#include <engine/data_types.h>

// Vertices of an element, or nodes, on each side.
enum { FLEX_MOST_POINTS = 16 };

// Rows of what changes: the distance, the position, the normal, then the weights of the bodies of
// both sides (see contact_side_bodies).
enum { FLEX_DIST, FLEX_POS, FLEX_NORMAL = 4, FLEX_WEIGHTS = 7 };

typedef struct {
  int n;                       // points
  int body[FLEX_MOST_POINTS];  // that they are fixed to
  mjtNum x[FLEX_MOST_POINTS][3];
  int rows;
  // rows x 3 n, by the motion of the points along the axes of the world, as seen from the geom that
  // is the other side, if one is
  mjtNum* slope;
} flex_contact_slope;

// Whether the routine is not smooth where a vertex or node moves by less than `within`.
int flex_contact_is_bent(const mjModel* m, mjData* d, const mjContact* con, mjtNum within);

// On the stack of d.  By differences of the routine of the pair: vertices are nudged and restored.
void flex_contact_slope_of(const mjModel* m, mjData* d, const mjContact* con,
                           flex_contact_slope* out);
