// Equality that keeps the shape of a cell of an interpolated flex (3.6): one row per strain mode v,
// with the residual v'(R'x - rest), where R rotates with the cell, and the derivative R v by the
// node positions.

#include <engine/model.h>

#include "constraint/kinds/point_rows.h"
#include "dynamics/flex_force.h"
#include "kinematics/flex.h"
#include "math/quat.h"
#include "math/vec3.h"

// The cell of an equality: its nodes, and its stored data, which begin with the number of modes.
typedef struct {
  int n, node[CELL_MAXNODE], body[CELL_MAXNODE];
  const mjtNum* modes;
} held_cell;

// Returns 0 if there is no such cell.
static int take_cell(held_cell* c, const mjModel* m, int eq) {
  int flex = m->eq_obj1id[eq], corner[3], id = 0;
  if (m->flex_edgeequality[flex] != 3 || m->flex_celladr[flex] < 0 || !m->flex_interp[flex])
    return 0;
  flex_grid g = flex_grid_of(m, flex);
  for (int k = 0; k < 3; k++) {
    mjtNum given = m->eq_data[mjNEQDATA * eq + k];
    if (!(given >= 0 && given < g.cell[k])) return 0;
    id = id * g.cell[k] + (int)given;
  }
  flex_cell_corner(&g, id, corner);
  c->n = g.of_cell;
  for (int n = 0; n < c->n; n++) {
    c->node[n] = flex_cell_node(&g, corner, n);
    c->body[n] = m->flex_nodebodyid[m->flex_nodeadr[flex] + c->node[n]];
  }
  c->modes = m->flex_celldata + m->flex_celladr[flex] + (size_t)id * 9 * c->n * c->n;
  return 1;
}

static int count_modes(const held_cell* c) { return (int)mju_clip(c->modes[0], 0, 3 * c->n - 1); }

static void add_mode(const mjModel* m, mjData* d, int eq, const held_cell* c, int mode,
                     const mjtNum quat[4], const mjtNum* x) {
  const mjtNum* rest = m->flex_node0 + 3 * m->flex_nodeadr[m->eq_obj1id[eq]];
  const mjtNum* v = c->modes + 1 + (size_t)mode * 3 * c->n;
  mjtNum gradient[3 * CELL_MAXNODE], place[3 * CELL_MAXNODE], back[4], pos = 0;
  quat_conjugate(back, quat);
  for (int n = 0; n < c->n; n++) {
    mjtNum turned[3];
    vec3_copy(place + 3 * n, x + 3 * c->node[n]);
    quat_rotate(turned, back, place + 3 * n);
    vec3_sub(turned, turned, rest + 3 * c->node[n]);
    pos += vec3_dot(v + 3 * n, turned);
    quat_rotate(gradient + 3 * n, quat, v + 3 * n);
  }
  point_sum sum = {c->n, c->body, place, gradient};
  point_rows_add(m, d, eq, &sum, pos, m->body_invweight0[2 * c->body[0]]);
}

static void flex_strain_add(const mjModel* m, mjData* d, int eq) {
  held_cell c;
  if (!take_cell(&c, m, eq)) return;
  int flex = m->eq_obj1id[eq];
  flex_grid g = flex_grid_of(m, flex);
  mj_markStack(d);
  mjtNum quat[4], *x = mj_stackAllocNum(d, 3 * (size_t)m->flex_nodenum[flex]);
  flex_node_positions(m, d, flex, x);
  flex_cell_turn(quat, &g, c.node, x);
  for (int k = 0; k < count_modes(&c); k++) add_mode(m, d, eq, &c, k, quat, x);
  mj_freeStack(d);
}

static row_count flex_strain_count(const mjModel* m, const mjData* d, int eq) {
  row_count total = {0, 0};
  held_cell c;
  if (!take_cell(&c, m, eq)) return total;
  row_count one = row_count_of(m, 1, point_rows_columns(m, (mjData*)d, c.body, c.n));
  total.rows = count_modes(&c) * one.rows;
  total.nnz = count_modes(&c) * one.nnz;
  return total;
}

const equality_kind flex_strain_kind = {.count = flex_strain_count, .add = flex_strain_add};
