// Vertices, bounding boxes and edges of flexes.
#include "base/need.h"
#include "kinematics/flex.h"
#include "kinematics/flex_cell.h"

#include <engine/kinematics.h>
#include <engine/model.h>

#include "base/check.h"
#include "kinematics/jacobian.h"
#include "model/flags.h"
#include "model/sleep.h"

// World position of a point fixed to a body: at `local`, or at the body's origin.
static void place_point(const mjData* d, mjtNum xpos[3], int body, const mjtNum local[3],
                        int centered) {
  if (centered) {
    vec3_copy(xpos, d->xpos + 3 * body);
    return;
  }
  mat3_mul_vec(xpos, d->xmat + 9 * body, local);
  vec3_add(xpos, xpos, d->xpos + 3 * body);
}

void flex_node_positions(const mjModel* m, const mjData* d, int flex, mjtNum* xpos) {
  int first = m->flex_nodeadr[flex];
  for (int k = 0; k < m->flex_nodenum[flex]; k++) {
    int n = first + k;
    place_point(d, xpos + 3 * k, m->flex_nodebodyid[n], m->flex_node + 3 * n,
                m->flex_centered[flex]);
  }
}

static void place_vertices(const mjModel* m, mjData* d, int flex) {
  int first = m->flex_vertadr[flex], end = first + m->flex_vertnum[flex];
  if (!m->flex_interp[flex]) {
    for (int v = first; v < end; v++) {
      place_point(d, d->flexvert_xpos + 3 * v, m->flex_vertbodyid[v], m->flex_vert + 3 * v,
                  m->flex_centered[flex]);
    }
    return;
  }
  flex_grid g = flex_grid_of(m, flex);
  mj_markStack(d);
  mjtNum* node = mj_stackAllocNum(d, 3 * (size_t)m->flex_nodenum[flex]);
  flex_node_positions(m, d, flex, node);
  for (int v = first; v < end; v++) {
    mjtNum *x = d->flexvert_xpos + 3 * v, weight[CELL_MAXNODE];
    int id[CELL_MAXNODE], n = flex_cell_weights(&g, m->flex_vert0 + 3 * v, id, weight);
    vec3_zero(x);
    for (int k = 0; k < n; k++) vec3_axpy(x, weight[k], node + 3 * id[k]);
  }
  mj_freeStack(d);
}

void flex_box_element(const mjModel* m, mjData* d, int flex, int elem) {
  int corners = m->flex_dim[flex] + 1;
  const mjtNum* vert = d->flexvert_xpos + 3 * m->flex_vertadr[flex];
  const int* vertex = m->flex_elem + m->flex_elemdataadr[flex] + elem * corners;
  mjtNum* box = d->flexelem_aabb + 6 * (m->flex_elemadr[flex] + elem);
  for (int k = 0; k < 3; k++) {
    mjtNum low = vert[3 * vertex[0] + k], high = low;
    for (int c = 1; c < corners; c++) {
      mjtNum x = vert[3 * vertex[c] + k];
      low = x < low ? x : low;
      high = x > high ? x : high;
    }
    box[k] = (low + high) / 2;
    box[3 + k] = (high - low) / 2 + m->flex_radius[flex];
  }
}

static void box_elements(const mjModel* m, mjData* d, int flex) {
  for (int e = 0; e < m->flex_elemnum[flex]; e++) flex_box_element(m, d, flex, e);
}

// r = the smallest box around two boxes.
static void unite_boxes(mjtNum r[6], const mjtNum a[6], const mjtNum b[6]) {
  for (int k = 0; k < 3; k++) {
    mjtNum low = fmin(a[k] - a[3 + k], b[k] - b[3 + k]);
    mjtNum high = fmax(a[k] + a[3 + k], b[k] + b[3 + k]);
    r[k] = (low + high) / 2;
    r[3 + k] = (high - low) / 2;
  }
}

// Refit the bounding volume hierarchy; children have higher indices than their parents.
static void refit_boxes(const mjModel* m, mjData* d, int flex) {
  int first = m->flex_bvhadr[flex];
  if (first < 0) return;
  mjtNum* box = d->bvh_aabb_dyn + 6 * (first - m->nbvhstatic);
  for (int n = m->flex_bvhnum[flex] - 1; n >= 0; n--) {
    int elem = m->bvh_nodeid[first + n];
    const int* child = m->bvh_child + 2 * (first + n);
    if (elem >= 0) {
      memcpy(box + 6 * n, d->flexelem_aabb + 6 * (m->flex_elemadr[flex] + elem),
             6 * sizeof(mjtNum));
    } else {
      unite_boxes(box + 6 * n, box + 6 * child[0], box + 6 * child[1]);
    }
  }
}

// Whether any force or constraint depends on the edge lengths.
static int needs_edge_jacobian(const mjModel* m, int flex) {
  return m->flex_edgeequality[flex] || m->flex_edgedamping[flex] != 0 ||
         m->flex_edgestiffness[flex] != 0 || m->flex_damping[flex] != 0;
}

// row (nv) += Jacobian of the distance of two points; the unit vector between them is given.
static void add_distance_jacobian(const mjModel* m, const mjData* d, mjtNum* row,
                                  const mjtNum unit[3], body_point a, body_point b) {
  static const mjtNum none[3] = {0, 0, 0};
  mjtNum wrench1[6], wrench2[6];
  wrench_at(m, d, wrench1, unit, none, a);
  wrench_at(m, d, wrench2, unit, none, b);
  add_opposite_wrenches(m, d, row, 1, (wrench_on_body){a.body, wrench1},
                        (wrench_on_body){b.body, wrench2});
}

// Whether the chain is three slide joints of one body, as for vertices with bodies of their own.
static int slides(const mjModel* m, dof_chain chain) {
  const int *dof = chain.dof, *joint = m->dof_jntid, *type = m->jnt_type;
  return chain.n == 3 && type[joint[dof[0]]] == mjJNT_SLIDE && type[joint[dof[1]]] == mjJNT_SLIDE &&
         type[joint[dof[2]]] == mjJNT_SLIDE;
}

// Destination of a part of a sparse row.
typedef struct {
  mjtNum* value;
  int* col;
} row_room;

// Write the columns of a body's chain and scale times the Jacobian of its point along `unit`.
static void put_chain(const mjModel* m, const mjData* d, dof_chain chain, const mjtNum unit[3],
                      mjtNum scale, body_point at, row_room to) {
  static const mjtNum none[3] = {0, 0, 0};
  const mjtNum* cdof = d->cdof;
  if (slides(m, chain)) {
    for (int k = 0; k < 3; k++) {
      to.col[k] = chain.dof[k];
      to.value[k] = scale * vec3_dot(cdof + 6 * chain.dof[k] + 3, unit);
    }
    return;
  }
  mjtNum wrench[6];
  wrench_at(m, d, wrench, unit, none, at);
  for (int k = 0; k < chain.n; k++) {
    to.col[k] = chain.dof[k];
    to.value[k] = scale * dot6(cdof + 6 * chain.dof[k], wrench);
  }
}

// Write the sparse row of an edge directly, if all dofs of one end come before those of the other,
// as they do where every vertex has a body of its own.  Returns the row's length, or -1.
static int put_distance_jacobian(const mjModel* m, const mjData* d, int adr, const mjtNum unit[3],
                                 body_point p, body_point q) {
  dof_chain a = chain_of_body(m, p.body), b = chain_of_body(m, q.body);
  mjtNum* value = d->flexedge_J + adr;
  int* col = d->flexedge_J_colind + adr;
  int first = !a.n || !b.n || a.dof[a.n - 1] < b.dof[0];
  if (!first && a.dof[0] <= b.dof[b.n - 1]) return -1;
  int at_a = first ? 0 : b.n, at_b = first ? a.n : 0;
  put_chain(m, d, a, unit, -1, p, (row_room){value + at_a, col + at_a});
  put_chain(m, d, b, unit, 1, q, (row_room){value + at_b, col + at_b});
  return a.n + b.n;
}

// Lengths of the edges of a flex and rows of their Jacobian.  Sparse rows are packed from *adr on;
// `full` is scratch: nv zeros on entry and on exit.
static void measure_edges(const mjModel* m, mjData* d, int flex, mjtNum* full, int* adr) {
  int rows = needs_edge_jacobian(m, flex), first = m->flex_edgeadr[flex];
  int vertadr = m->flex_vertadr[flex];
  for (int e = first; e < first + m->flex_edgenum[flex]; e++) {
    int v1 = vertadr + m->flex_edge[2 * e], v2 = vertadr + m->flex_edge[2 * e + 1];
    int body1 = m->flex_vertbodyid[v1], body2 = m->flex_vertbodyid[v2];
    const mjtNum *x1 = d->flexvert_xpos + 3 * v1, *x2 = d->flexvert_xpos + 3 * v2;
    mjtNum unit[3];
    vec3_sub(unit, x2, x1);
    d->flexedge_length[e] = vec3_normalize(unit);
    if (!rows) continue;
    if (!full) {
      mjtNum* row = d->flexedge_J + (size_t)e * m->nv;
      add_distance_jacobian(m, d, row, unit, (body_point){body1, x1}, (body_point){body2, x2});
      continue;
    }
    body_point p = {body1, x1}, q = {body2, x2};
    int n = put_distance_jacobian(m, d, *adr, unit, p, q);
    if (n < 0) {
      int* dof = d->flexedge_J_colind + *adr;
      n = chain_of_bodies(m, body1, body2, dof);
      add_distance_jacobian(m, d, full, unit, p, q);
      for (int k = 0; k < n; k++) {
        d->flexedge_J[*adr + k] = full[dof[k]];
        full[dof[k]] = 0;
      }
    }
    d->flexedge_J_rownnz[e] = n;
    d->flexedge_J_rowadr[e] = *adr;
    *adr += n;
  }
}

static void measure_all_edges(const mjModel* m, mjData* d) {
  int sparse = is_sparse(m), adr = 0;
  mj_markStack(d);
  mjtNum* full = NULL;
  if (sparse) {
    full = mj_stackAllocNum(d, m->nv);
    vec_zero(full, m->nv);
    memset(d->flexedge_J_rownnz, 0, sizeof(int) * m->nflexedge);
    memset(d->flexedge_J_rowadr, 0, sizeof(int) * m->nflexedge);
  } else {
    memset(d->flexedge_J, 0, sizeof(mjtNum) * m->nflexedge * m->nv);
  }
  for (int f = 0; f < m->nflex; f++) {
    if (some_asleep(m, d) && flex_sleeps(m, d, f)) continue;
    if (flex_has_edges(m, f)) measure_edges(m, d, f, full, &adr);
  }
  mj_freeStack(d);
  csr_pattern J = {m->nflexedge, d->flexedge_J_rownnz, d->flexedge_J_rowadr, d->flexedge_J_colind};
  CHECK_FULL(!sparse || csr_valid(J, m->nv));
  (void)J;
}

void mj_flex(const mjModel* m, mjData* d) {
  NEED(m, d);
  if (!m->nflex) return;
  for (int f = 0; f < m->nflex; f++) {
    if (some_asleep(m, d) && flex_sleeps(m, d, f)) continue;
    place_vertices(m, d, f);
    box_elements(m, d, f);
    if (!mjDISABLED(mjDSBL_MIDPHASE)) refit_boxes(m, d, f);
  }
  measure_all_edges(m, d);
}
