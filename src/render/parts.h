// From geoms of a scene to items a back end draws.
#pragma once

#include "render/renderer.h"

// The items of one geom: a few, but for flexes that show their vertices and edges.
typedef struct {
  int n, room;
  render_item* item;
} drawn_parts;

typedef struct {
  const renderer* r;
  const mjrContext* con;
  const mjvScene* scn;
  drawn_parts* list;
} part_maker;

// Append the items of a geom.  split_top: the upper side of a box is an item of its own, the last.
// False: no memory.
bool parts_of(const part_maker* w, const mjvGeom* g, bool split_top);
