// Contacts of two boxes, meshes or cylinders found together, as since 3.13: faces that face each
// other, and edges above faces, within a few degrees; every point has its own depth.
#pragma once

#include "collision/ccd.h"
#include "collision/flat_features.h"

enum { MAX_MANIFOLD = 4 };

// Points of contact.
typedef struct {
  mjtNum dist[MAX_MANIFOLD];
  mjtNum x1[MAX_MANIFOLD][3], x2[MAX_MANIFOLD][3];  // on A and on B
  mjtNum normal[3];                                 // unit, from A to B
  int n;
} manifold;

// Four corners of a polygon that span a large area.
void widest_quad(int best[MAX_MANIFOLD], const flat_polygon* p);

// Whether the shape has flat features (faces, edges, corners).
static inline int has_flat_features(const convex_shape* s) {
  return s->type == mjGEOM_BOX || s->type == mjGEOM_MESH || s->type == mjGEOM_CYLINDER;
}

// From the penetration r, which has a face, of the shapes of two geoms of d.  0: their features
// match nowhere, the penetration itself is the only contact.  Otherwise all points are in it, which
// may be none.
int manifold_find(manifold* c, const mjModel* m, const mjData* d, const convex_shape* a,
                  const convex_shape* b, const ccd_result* r);
