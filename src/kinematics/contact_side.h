// What a contact pushes against: on each side a body, or the bodies that carry a flex element.
#pragma once

#include <engine/engine.h>

// An element of 4 vertices, each carried by the nodes of a cell.
enum { SIDE_MAXBODY = 108 };

typedef struct {
  int n;
  int last;  // the first body of the last vertex
  int body[SIDE_MAXBODY];
  mjtNum weight[SIDE_MAXBODY];  // of the body's velocity in the velocity of the contact
} contact_side;

// Fill in side 0 or 1 of a contact.
void contact_side_bodies(const mjModel* m, const mjData* d, const mjContact* con, int k,
                         contact_side* side);

// Body of a side that moves with one body (a geom, a vertex of a flex without nodes); -1 if several
// bodies carry it.
static inline int contact_side_body(const mjModel* m, const mjContact* con, int k) {
  if (con->geom[k] >= 0) return m->geom_bodyid[con->geom[k]];
  int flex = con->flex[k];
  if (con->vert[k] < 0 || m->flex_interp[flex]) return -1;
  return m->flex_vertbodyid[m->flex_vertadr[flex] + con->vert[k]];
}
