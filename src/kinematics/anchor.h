// The two points that a connect or weld constraint holds together: on each side a body and a point
// fixed to it.
#pragma once

#include <engine/data_types.h>

typedef struct {
  int body;
  const mjtNum* frame;  // orientation of the body, or of the site that defines the point
  mjtNum point[3];      // in world coordinates
} anchor;

// The body on side 0 or 1 of a connect or weld: the body itself, or that of the site.
static inline int equality_body(const mjModel* m, int eq, int side) {
  int id = side ? m->eq_obj2id[eq] : m->eq_obj1id[eq];
  return m->eq_objtype[eq] == mjOBJ_SITE ? m->site_bodyid[id] : id;
}

// The anchor on side 0 or 1 of a connect or weld.
anchor equality_anchor(const mjModel* m, const mjData* d, int eq, int side);

// World orientation of a side of a weld: that of its site or body; for body 1 multiplied by the
// relative pose of the weld.
void weld_orientation(const mjModel* m, const mjData* d, int eq, int side, mjtNum quat[4]);
