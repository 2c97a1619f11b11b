#include "kinematics/contact_side.h"

#include <math.h>

#include "kinematics/flex_cell.h"
#include "math/vec3.h"
#include "model/level.h"

static void add_body(contact_side* side, int body, mjtNum weight) {
  side->body[side->n] = body;
  side->weight[side->n++] = weight;
}

// Add the nodes of the cell that contains a vertex; weights below 1e-5 are left out.
static void add_nodes(const mjModel* m, int flex, int vertex, mjtNum weight, contact_side* side) {
  const mjtNum* x = m->flex_vert0 + 3 * (m->flex_vertadr[flex] + vertex);
  const int* node_body = m->flex_nodebodyid + m->flex_nodeadr[flex];
  flex_grid g = flex_grid_of(m, flex);
  mjtNum w[CELL_MAXNODE];
  int node[CELL_MAXNODE], n = flex_cell_weights(&g, x, node, w);
  for (int k = 0; k < n; k++) {
    if (fabs(w[k]) >= 1e-5) add_body(side, node_body[node[k]], weight * w[k]);
  }
}

static void add_vertex(const mjModel* m, int flex, int vertex, mjtNum weight, contact_side* side) {
  side->last = side->n;
  if (m->flex_interp[flex]) {
    add_nodes(m, flex, vertex, weight, side);
  } else {
    add_body(side, m->flex_vertbodyid[m->flex_vertadr[flex] + vertex], weight);
  }
}

// The vertices of an element carry a contact point with weights proportional to the inverse
// distance, normalised to a unit vector or (since 3.13) to a sum of 1.  A vertex that is the other
// side of the contact is left out.
static void add_element(const mjModel* m, const mjData* d, const mjContact* con, int k,
                        contact_side* side) {
  int flex = con->flex[k], n = m->flex_dim[flex] + 1;
  const int* vertex = m->flex_elem + m->flex_elemdataadr[flex] + con->elem[k] * n;
  const mjtNum* xpos = d->flexvert_xpos + 3 * m->flex_vertadr[flex];
  mjtNum weight[4], sum = 0;
  int by_sum = level_has(m, engLEVEL_FLEX);
  for (int i = 0; i < n; i++) {
    mjtNum distance = vec3_distance(con->pos, xpos + 3 * vertex[i]);
    int is_other_side = con->flex[1 - k] == flex && con->vert[1 - k] == vertex[i];
    weight[i] = is_other_side ? 0 : 1 / mjMAX(mjMINVAL, distance);
    sum += by_sum ? weight[i] : weight[i] * weight[i];
  }
  mjtNum scale = 1 / mjMAX(mjMINVAL, by_sum ? sum : sqrt(sum));
  for (int i = 0; i < n; i++) {
    if (weight[i]) add_vertex(m, flex, vertex[i], weight[i] * scale, side);
  }
}

void contact_side_bodies(const mjModel* m, const mjData* d, const mjContact* con, int k,
                         contact_side* side) {
  side->n = side->last = 0;
  if (con->geom[k] >= 0) {
    add_body(side, m->geom_bodyid[con->geom[k]], 1);
  } else if (con->vert[k] >= 0) {
    add_vertex(m, con->flex[k], con->vert[k], 1, side);
  } else {
    add_element(m, d, con, k, side);
  }
}
