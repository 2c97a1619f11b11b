// More contacts than one between flat features of boxes and meshes.
#pragma once

#include "collision/ccd.h"

enum { MAX_MULTI = 4 };

// The overlap of the features of two boxes or meshes that the penetration r ended on: faces against
// each other, or an edge against a face.  Writes up to MAX_MULTI pairs of witness points (x1 of A,
// x2 of B) and returns their number; 0 when the features leave a single contact.
int multi_contact(const mjModel* m, const convex_shape* a, const convex_shape* b,
                  const ccd_result* r, mjtNum x1[MAX_MULTI][3], mjtNum x2[MAX_MULTI][3]);
