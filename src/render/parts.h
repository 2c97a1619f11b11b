// Converts geoms of a scene to items for back ends.
#pragma once

#include "render/renderer.h"

// The items of one geom: few, except for flexes with visible vertices and edges.
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

// Append the items of a geom.  split_top: the top face of a box becomes a separate item, the last
// one.  False without memory.
bool parts_of(const part_maker* w, const mjvGeom* g, bool split_top);
