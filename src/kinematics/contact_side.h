// The bodies that a contact force acts on: on each side one body, or the bodies that carry a flex
// element.
#pragma once

#include <engine/engine.h>

// Maximum: an element with 4 vertices, each carried by the nodes of a cell.
enum { SIDE_MAXBODY = 108 };

typedef struct {
  int n;
  int last;  // index of the first body of the last vertex
  int body[SIDE_MAXBODY];
  mjtNum weight[SIDE_MAXBODY];  // contribution of the body's velocity to that of the contact point
} contact_side;

// Find the bodies on side 0 or 1 of a contact.
void contact_side_bodies(const mjModel* m, const mjData* d, const mjContact* con, int k,
                         contact_side* side);

// The body of a side that is carried by one body only (a geom, or a vertex of a flex without
// nodes); -1 if it is carried by several.
static inline int contact_side_body(const mjModel* m, const mjContact* con, int k) {
  if (con->geom[k] >= 0) return m->geom_bodyid[con->geom[k]];
  int flex = con->flex[k];
  if (con->vert[k] < 0 || m->flex_interp[flex]) return -1;
  return m->flex_vertbodyid[m->flex_vertadr[flex] + con->vert[k]];
}
