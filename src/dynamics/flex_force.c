#include "dynamics/flex_force.h"

#include <engine/dynamics.h>
#include <engine/kinematics.h>
#include <engine/math.h>
#include <engine/model.h>

#include "kinematics/contact_side.h"
#include "kinematics/flex.h"
#include "kinematics/jacobian.h"
#include "math/quat.h"
#include "model/flags.h"
#include "model/level.h"
#include "model/sleep.h"

// Number of slide joints of a body; vertices and nodes move on slides along the world axes.
static int slides(const mjModel* m, int body) {
  return m->body_dofnum[body] < 3 ? m->body_dofnum[body] : 3;
}

static void slide_velocity(const mjModel* m, const mjData* d, int body, mjtNum v[3]) {
  vec3_zero(v);
  for (int k = 0; k < slides(m, body); k++) v[k] = d->qvel[m->body_dofadr[body] + k];
}

// qfrc += s f on the slide joints of a body.
static void push_slides(const mjModel* m, mjtNum* qfrc, int body, mjtNum s, const mjtNum f[3]) {
  for (int k = 0; k < slides(m, body); k++) qfrc[m->body_dofadr[body] + k] += s * f[k];
}

// --- bending of shells --------------------------------------------------------------------------

// Gradients of 6 times the volume of the tetrahedron of four points.
static void volume_gradients(mjtNum g[4][3], const mjtNum* x[4]) {
  mjtNum e1[3], e2[3], e3[3];
  vec3_sub(e1, x[1], x[0]);
  vec3_sub(e2, x[2], x[0]);
  vec3_sub(e3, x[3], x[0]);
  vec3_cross(g[1], e2, e3);
  vec3_cross(g[2], e3, e1);
  vec3_cross(g[3], e1, e2);
  for (int k = 0; k < 3; k++) g[0][k] = -(g[1][k] + g[2][k] + g[3][k]);
}

static void bend_edge(const mjModel* m, mjData* d, int flex, int edge, int springs, int dampers) {
  const mjtNum* b = m->flex_bending + FLEX_EDGE_NUMBERS * edge;
  int vertadr = m->flex_vertadr[flex], body[4];
  const int* ends = m->flex_edge + 2 * edge;
  const int* flaps = m->flex_edgeflap + 2 * edge;
  const mjtNum* x[4];
  mjtNum curved[4][3], v[4][3];
  for (int i = 0; i < 4; i++) {
    int vert = vertadr + (i < 2 ? ends[i] : flaps[i - 2]);
    x[i] = d->flexvert_xpos + 3 * vert;
    body[i] = m->flex_vertbodyid[vert];
    slide_velocity(m, d, body[i], v[i]);
  }
  volume_gradients(curved, x);
  for (int i = 0; i < 4; i++) {
    mjtNum spring[3], damper[3] = {0, 0, 0};
    vec3_scale(spring, curved[i], b[FLEX_CURVED]);
    for (int j = 0; j < 4; j++) {
      vec3_axpy(spring, b[4 * i + j], x[j]);
      vec3_axpy(damper, b[4 * i + j], v[j]);
    }
    if (springs) push_slides(m, d->qfrc_spring, body[i], -1, spring);
    if (dampers) push_slides(m, d->qfrc_damper, body[i], -m->flex_damping[flex], damper);
  }
}

int flex_bends(const mjModel* m, int flex) {
  if (m->flex_dim[flex] != 2 || m->flex_interp[flex]) return 0;
  int first = m->flex_edgeadr[flex];
  for (int e = first; e < first + m->flex_edgenum[flex]; e++) {
    if (m->flex_edgeflap[2 * e + 1] >= 0) return 1;
  }
  return 0;
}

static void bend_shell(const mjModel* m, mjData* d, int flex, int springs, int dampers) {
  int first = m->flex_edgeadr[flex];
  for (int e = first; e < first + m->flex_edgenum[flex]; e++) {
    if (m->flex_edgeflap[2 * e + 1] >= 0) bend_edge(m, d, flex, e, springs, dampers);
  }
}

// --- elements: strain measured by the squares of edge lengths -----------------------------------

// Differences of squared edge lengths of an element from those at rest, including the damping term.
static void elongations(const mjModel* m, const mjData* d, int flex, const int* edge, int n,
                        mjtNum* s) {
  mjtNum h = m->opt.timestep, damping = h > 0 ? m->flex_damping[flex] / h : 0;
  for (int e = 0; e < n; e++) {
    int id = m->flex_edgeadr[flex] + edge[e];
    mjtNum length = d->flexedge_length[id], rest = m->flexedge_length0[id];
    mjtNum before = length - h * d->flexedge_velocity[id];
    s[e] = length * length - rest * rest + damping * (length * length - before * before);
  }
}

// Adds the elastic forces of one element to `force` (3 numbers per vertex of the flex).
static void strain_element(const mjModel* m, const mjData* d, int flex, int elem, mjtNum* force) {
  static const int edges_of_dim[4] = {0, 1, 3, 6};
  int n = edges_of_dim[m->flex_dim[flex]];
  const int* edge = m->flex_elemedge + m->flex_elemedgeadr[flex] + elem * n;
  const mjtNum* metric = m->flex_stiffness + FLEX_ELEMENT_NUMBERS * (m->flex_elemadr[flex] + elem);
  const mjtNum* x = d->flexvert_xpos + 3 * m->flex_vertadr[flex];
  mjtNum s[FLEX_MOST_EDGES], tension[FLEX_MOST_EDGES] = {0};
  elongations(m, d, flex, edge, n, s);

  // the metric is symmetric; its upper triangle is stored
  for (int e = 0, k = 0; e < n; e++) {
    for (int f = e; f < n; f++, k++) {
      tension[f] += metric[k] * s[e];
      if (f > e) tension[e] += metric[k] * s[f];
    }
  }
  for (int e = 0; e < n; e++) {
    const int* end = m->flex_edge + 2 * (m->flex_edgeadr[flex] + edge[e]);
    mjtNum along[3];
    vec3_sub(along, x + 3 * end[0], x + 3 * end[1]);
    vec3_axpy(force + 3 * end[0], -tension[e], along);
    vec3_axpy(force + 3 * end[1], tension[e], along);
  }
}

static void strain_elements(const mjModel* m, mjData* d, int flex) {
  static const mjtNum none[3] = {0, 0, 0};
  int nvert = m->flex_vertnum[flex], vertadr = m->flex_vertadr[flex];
  mj_markStack(d);
  mjtNum* force = mj_stackAllocNum(d, 3 * (size_t)nvert);
  vec_zero(force, 3 * nvert);
  for (int e = 0; e < m->flex_elemnum[flex]; e++) strain_element(m, d, flex, e, force);
  for (int v = 0; v < nvert; v++) {
    int body = m->flex_vertbodyid[vertadr + v];
    if (m->body_simple[body] == 2) {
      push_slides(m, d->qfrc_spring, body, 1, force + 3 * v);
      continue;
    }
    mjtNum wrench[6];
    wrench_at(m, d, wrench, force + 3 * v, none,
              (body_point){body, d->flexvert_xpos + 3 * (vertadr + v)});
    add_wrench(m, d, d->qfrc_spring, wrench, 1, body);
  }
  mj_freeStack(d);
}

// --- interpolated flexes: linear elasticity of a cube that rotates with the flex ----------------

// Positions, with the centre at (1/2, 1/2, 1/2), and velocities in axes that rotate with the cube;
// quat: the orientation of these axes.
static void turn_nodes(mjtNum x[3 * FLEX_NODES], mjtNum v[3 * FLEX_NODES], mjtNum quat[4]) {
  mjtNum center[3] = {0, 0, 0}, gradient[9] = {0}, back[4];
  for (int n = 0; n < FLEX_NODES; n++) vec3_axpy(center, 1.0 / FLEX_NODES, x + 3 * n);
  for (int n = 0; n < FLEX_NODES; n++) {
    vec3_sub(x + 3 * n, x + 3 * n, center);
    for (int c = 0; c < 3; c++) {
      mjtNum slope = n & (4 >> c) ? 0.25 : -0.25;
      for (int r = 0; r < 3; r++) gradient[3 * r + c] += slope * x[3 * n + r];
    }
  }
  quat_unit(quat);
  mju_mat2Rot(quat, gradient);
  quat_conjugate(back, quat);
  for (int n = 0; n < FLEX_NODES; n++) {
    quat_rotate(x + 3 * n, back, x + 3 * n);
    quat_rotate(v + 3 * n, back, v + 3 * n);
    for (int k = 0; k < 3; k++) x[3 * n + k] += 0.5;
  }
}

void flex_cube_of(const mjModel* m, const mjData* d, int flex, flex_cube* c) {
  const int* bodies = m->flex_nodebodyid + m->flex_nodeadr[flex];
  c->K = m->flex_stiffness + FLEX_ELEMENT_NUMBERS * m->flex_elemadr[flex];
  c->rest = m->flex_node0 + 3 * m->flex_nodeadr[flex];
  c->damping = m->flex_damping[flex];
  flex_node_positions(m, d, flex, c->x);
  for (int n = 0; n < FLEX_NODES; n++) {
    if (m->flex_centered[flex]) {
      slide_velocity(m, d, bodies[n], c->v + 3 * n);
    } else {
      mjtNum motion[6];
      mj_objectVelocity(m, d, mjOBJ_XBODY, bodies[n], motion, 0);
      vec3_copy(c->v + 3 * n, motion + 3);
    }
  }
}

void flex_cube_forces(const flex_cube* c, mjtNum spring[3 * FLEX_NODES],
                      mjtNum damper[3 * FLEX_NODES], mjtNum turned[3 * FLEX_NODES]) {
  mjtNum v[3 * FLEX_NODES], offset[3 * FLEX_NODES], quat[4];
  vec_copy(turned, c->x, 3 * FLEX_NODES);
  vec_copy(v, c->v, 3 * FLEX_NODES);
  turn_nodes(turned, v, quat);
  vec_sub(offset, turned, c->rest, 3 * FLEX_NODES);
  for (int n = 0; n < FLEX_NODES; n++) {
    for (int k = 0; k < 3; k++) {
      const mjtNum* row = c->K + (3 * n + k) * 3 * FLEX_NODES;
      spring[3 * n + k] = vec_dot(row, offset, 3 * FLEX_NODES);
      damper[3 * n + k] = c->damping * vec_dot(row, v, 3 * FLEX_NODES);
    }
    quat_rotate(spring + 3 * n, quat, spring + 3 * n);
    quat_rotate(damper + 3 * n, quat, damper + 3 * n);
  }
}

static void strain_cube(const mjModel* m, mjData* d, int flex, int springs, int dampers) {
  const int* bodies = m->flex_nodebodyid + m->flex_nodeadr[flex];
  if (m->flex_nodenum[flex] != FLEX_NODES) return;
  mjtNum spring[3 * FLEX_NODES], damper[3 * FLEX_NODES], turned[3 * FLEX_NODES];
  flex_cube c;
  flex_cube_of(m, d, flex, &c);
  flex_cube_forces(&c, spring, damper, turned);
  for (int n = 0; n < FLEX_NODES; n++) {
    mjtNum *s = spring + 3 * n, *f = damper + 3 * n;
    if (m->flex_centered[flex]) {
      if (springs) push_slides(m, d->qfrc_spring, bodies[n], 1, s);
      if (dampers) push_slides(m, d->qfrc_damper, bodies[n], 1, f);
    } else {
      // at the positions in the rotated axes, as in the API; for nodes on slides this makes no
      // difference
      if (springs) mj_applyFT(m, d, s, NULL, turned + 3 * n, bodies[n], d->qfrc_spring);
      if (dampers) mj_applyFT(m, d, f, NULL, turned + 3 * n, bodies[n], d->qfrc_damper);
    }
  }
}

// --- interpolated flexes of several cells or of higher order ------------------------------------

const mjtNum* flex_cell_matrix(const mjModel* m, int flex, int cell) {
  int adr = m->flex_celladr[flex];
  if (adr < 0) {
    const mjtNum* K = m->flex_stiffness + FLEX_ELEMENT_NUMBERS * m->flex_elemadr[flex];
    return m->flex_nodenum[flex] == 8 && K[0] != 0 ? K : NULL;
  }
  if (m->flex_edgeequality[flex]) return NULL;  // rows of constraints keep the strain modes instead
  flex_grid g = flex_grid_of(m, flex);
  return m->flex_celldata + adr + (size_t)cell * 9 * g.of_cell * g.of_cell;
}

void flex_cell_turn(mjtNum quat[4], const flex_grid* g, const int* node, const mjtNum* x) {
  mjtNum gradient[9] = {0};
  for (int n = 0; n < g->of_cell; n++) {
    for (int axis = 0; axis < 3; axis++) {
      mjtNum slope = 1;
      for (int k = 0; k < 3; k++) {
        int place = flex_cell_place(g, n, k);
        slope *= k == axis ? flex_cell_slope(g->order, place, 0.5)
                           : flex_cell_shape(g->order, place, 0.5);
      }
      for (int r = 0; r < 3; r++) gradient[3 * r + axis] += slope * x[3 * node[n] + r];
    }
  }
  quat_unit(quat);
  mju_mat2Rot(quat, gradient);
}

int flex_cell_take(flex_cell* c, const mjModel* m, int flex, const flex_grid* g, int cell,
                   const mjtNum* x) {
  int corner[3];
  c->K = flex_cell_matrix(m, flex, cell);
  if (!c->K || c->K[0] == 0) return 0;
  c->n = g->of_cell;
  flex_cell_corner(g, cell, corner);
  for (int n = 0; n < c->n; n++) c->node[n] = flex_cell_node(g, corner, n);
  flex_cell_turn(c->quat, g, c->node, x);
  return 1;
}

// Velocities of all nodes.
static void node_velocities(const mjModel* m, const mjData* d, int flex, mjtNum* v) {
  for (int n = 0; n < m->flex_nodenum[flex]; n++) {
    int body = m->flex_nodebodyid[m->flex_nodeadr[flex] + n];
    mjtNum motion[6];
    mj_objectVelocity(m, d, mjOBJ_XBODY, body, motion, 0);
    vec3_copy(v + 3 * n, motion + 3);
  }
}

// Force of a cell: R K applied to the displacements R'x - rest, or to the velocities R'v.
static void push_cell(const mjModel* m, mjData* d, int flex, const flex_cell* c, mjtNum scale,
                      const mjtNum* by, const mjtNum* rest, const mjtNum* at, mjtNum* qfrc) {
  // relative to the first node, since K gives no force for a common translation
  mjtNum turned[3 * CELL_MAXNODE], back[4];
  quat_conjugate(back, c->quat);
  for (int n = 0; n < c->n; n++) {
    mjtNum off[3];
    vec3_sub(off, by + 3 * c->node[n], by + 3 * c->node[0]);
    quat_rotate(turned + 3 * n, back, off);
    if (!rest) continue;
    vec3_sub(off, rest + 3 * c->node[n], rest + 3 * c->node[0]);
    vec3_sub(turned + 3 * n, turned + 3 * n, off);
  }
  for (int n = 0; n < c->n; n++) {
    mjtNum force[3];
    for (int k = 0; k < 3; k++) {
      force[k] = scale * vec_dot(c->K + (3 * n + k) * 3 * c->n, turned, 3 * c->n);
    }
    quat_rotate(force, c->quat, force);
    int body = m->flex_nodebodyid[m->flex_nodeadr[flex] + c->node[n]];
    if (m->body_simple[body] == 2) {
      push_slides(m, qfrc, body, 1, force);
    } else {
      mj_applyFT(m, d, force, NULL, at + 3 * c->node[n], body, qfrc);
    }
  }
}

static void strain_cells(const mjModel* m, mjData* d, int flex, int springs, int dampers) {
  size_t n = 3 * (size_t)m->flex_nodenum[flex];
  flex_grid g = flex_grid_of(m, flex);
  mj_markStack(d);
  mjtNum *x = mj_stackAllocNum(d, n), *v = mj_stackAllocNum(d, n);
  const mjtNum* rest = m->flex_node0 + 3 * m->flex_nodeadr[flex];
  flex_node_positions(m, d, flex, x);
  node_velocities(m, d, flex, v);
  for (int i = 0; i < flex_grid_cells(&g); i++) {
    flex_cell c;
    if (!flex_cell_take(&c, m, flex, &g, i, x)) continue;
    mjtNum damping = m->flex_damping[flex];
    if (springs) push_cell(m, d, flex, &c, 1, x, rest, x, d->qfrc_spring);
    if (dampers && damping != 0) push_cell(m, d, flex, &c, damping, v, NULL, x, d->qfrc_damper);
  }
  mj_freeStack(d);
}

// --- edges as springs and dampers ---------------------------------------------------------------

static void pull_edges(const mjModel* m, mjData* d, int flex, int springs, int dampers) {
  mjtNum stiffness = springs ? m->flex_edgestiffness[flex] : 0;
  mjtNum damping = dampers ? m->flex_edgedamping[flex] : 0;
  int sparse = is_sparse(m), first = m->flex_edgeadr[flex];
  if (m->flex_rigid[flex] || (stiffness == 0 && damping == 0)) return;
  for (int e = first; e < first + m->flex_edgenum[flex]; e++) {
    if (m->flexedge_rigid[e]) continue;
    sparse_row row = row_of_edge(m, d, e, sparse);
    mjtNum pull = stiffness * (m->flexedge_length0[e] - d->flexedge_length[e]);
    if (pull != 0) sparse_row_add(row, pull, d->qfrc_spring);
    if (damping != 0) sparse_row_add(row, -damping * d->flexedge_velocity[e], d->qfrc_damper);
  }
}

// --- contacts with flexes that act as springs instead of constraints ----------------------------

// Stiffness per mass (1/s^2); since 3.13 the mass is that of the lightest vertex.
#define CONTACT_STIFFNESS 1e4
#define CONTACT_FREQUENCY 5e7

mjtNum passive_contact_stiffness(const mjModel* m, const mjData* d, const mjContact* con) {
  if (!level_has(m, engLEVEL_FLEX)) return CONTACT_STIFFNESS;
  mjtNum lightest = mjMAXVAL;
  for (int k = 0; k < 2; k++) {
    if (con->flex[k] < 0) continue;
    contact_side side;
    contact_side_bodies(m, d, con, k, &side);
    for (int i = 0; i < side.n; i++) {
      mjtNum mass = m->body_mass[side.body[i]];
      if (mass > 0) lightest = mjMIN(lightest, mass);
    }
  }
  return lightest < mjMAXVAL ? CONTACT_FREQUENCY * lightest : 0;
}

void passive_contact_add(const mjModel* m, const mjData* d, const mjContact* con, mjtNum scale,
                         mjtNum* row) {
  static const mjtNum none[3] = {0, 0, 0};
  for (int k = 0; k < 2; k++) {
    contact_side side;
    contact_side_bodies(m, d, con, k, &side);
    mjtNum force = k ? scale : -scale, wrench[6];
    for (int i = 0; i < side.n; i++) {
      wrench_at(m, d, wrench, con->frame, none, (body_point){side.body[i], con->pos});
      add_wrench(m, d, row, wrench, force * side.weight[i], side.body[i]);
    }
  }
}

static void push_contact(const mjModel* m, mjData* d, const mjContact* con) {
  mjtNum stiffness = passive_contact_stiffness(m, d, con);
  if (level_has(m, engLEVEL_FLEX) && con->dist > 0) return;
  passive_contact_add(m, d, con, -stiffness * con->dist, d->qfrc_spring);
}

void add_flex_forces(const mjModel* m, mjData* d, int springs, int dampers) {
  for (int f = 0; f < m->nflex; f++) {
    if (m->flex_rigid[f] || (some_asleep(m, d) && flex_sleeps(m, d, f))) continue;
    if (m->flex_dim[f] == 2 && !m->flex_interp[f]) bend_shell(m, d, f, springs, dampers);
    if (m->flex_interp[f] && (m->flex_celladr[f] >= 0 || level_has(m, engLEVEL_FLEX))) {
      strain_cells(m, d, f, springs, dampers);
      continue;
    }
    if (m->flex_stiffness[FLEX_ELEMENT_NUMBERS * m->flex_elemadr[f]] == 0) continue;
    if (m->flex_interp[f]) {
      strain_cube(m, d, f, springs, dampers);
    } else {
      strain_elements(m, d, f);
    }
  }
  for (int f = 0; f < m->nflex; f++) {
    if (!some_asleep(m, d) || !flex_sleeps(m, d, f)) pull_edges(m, d, f, springs, dampers);
  }
  for (int c = 0; c < d->ncon; c++) {
    if (d->contact[c].exclude == PASSIVE_CONTACT) push_contact(m, d, d->contact + c);
  }
}

mjtNum flex_edge_energy(const mjModel* m, const mjData* d) {
  mjtNum sum = 0;
  for (int f = 0; f < m->nflex; f++) {
    mjtNum stiffness = m->flex_edgestiffness[f];
    if (m->flex_dim[f] != 1 || m->flex_rigid[f] || stiffness == 0) continue;
    for (int e = m->flex_edgeadr[f]; e < m->flex_edgeadr[f] + m->flex_edgenum[f]; e++) {
      mjtNum offset = m->flexedge_length0[e] - d->flexedge_length[e];
      if (!m->flexedge_rigid[e]) sum += stiffness * offset * offset / 2;
    }
  }
  return sum;
}
