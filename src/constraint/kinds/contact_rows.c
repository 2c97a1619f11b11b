// Contacts: the dofs that move them, and their Jacobian.
//
// The velocity of the contact point is computed first and then rotated to the contact frame, so
// that a dof that does not move the point gives exact zeros.

#include <string.h>

#include "constraint/kinds/chain.h"
#include "constraint/kinds/contact_jacobian.h"
#include "constraint/kinds/kind.h"
#include "kinematics/contact_side.h"
#include "math/dense.h"
#include "math/vec3.h"
#include "model/flags.h"
#include "model/level.h"

static int contact_type(const mjModel* m, const mjContact* con) {
  if (con->dim == 1) return mjCNSTR_CONTACT_FRICTIONLESS;
  return is_pyramidal(m) ? mjCNSTR_CONTACT_PYRAMIDAL : mjCNSTR_CONTACT_ELLIPTIC;
}

static int contact_nrow(const mjModel* m, const mjContact* con) {
  return kind_of_type(contact_type(m, con))->contact_rows(con);
}

int contact_trees(const mjModel* m, const mjData* d, int id, int tree[2]) {
  const mjContact* con = d->contact + id;
  if (con->geom[0] < 0 || con->geom[1] < 0) return -1;
  for (int k = 0; k < 2; k++) tree[k] = m->body_treeid[m->geom_bodyid[con->geom[k]]];
  return 2;
}

// Allocate scratch for the motion of side 1 relative to side 0, from which the rows are computed.
static chain_motion motion_make(const mjModel* m, mjData* d) {
  size_t n = m->nv;
  mjtNum* numbers = mj_stackAllocNum(d, 6 * n);
  return (chain_motion){m->nv, is_sparse(m) ? mj_stackAllocInt(d, n) : NULL, numbers,
                        numbers + 3 * n};
}

static int is_pyramid(const mjModel* m, const mjContact* con) {
  return contact_type(m, con) == mjCNSTR_CONTACT_PYRAMIDAL;
}

// Write the rows of a contact.
static void put_rows(const mjModel* m, mjData* d, const mjContact* con, const chain_motion* v) {
  int n = v->n, nrow = contact_nrow(m, con);
  row_space space = row_space_open(m, d, nrow, n);
  contact_jacobian(space.J, con, is_pyramid(m, con), v);
  if (space.column && v->column) memcpy(space.column, v->column, sizeof(int) * n);
  row_space_close(space, nrow);
}

static uint64_t chain_bits(const mjModel* m, int body) {
  uint64_t bits = 0;
  for (int dof = last_dof(m, body); dof >= 0; dof = m->dof_parentid[dof]) {
    bits |= (uint64_t)1 << dof;
  }
  return bits;
}

// Write dense rows for two bodies when there are few dofs.
static void put_rows_of_axes(const mjModel* m, mjData* d, const mjContact* con, const int body[2],
                             const mjtNum* axes) {
  axes_motion v = {.n = m->nv, .axes = axes};
  for (int k = 0; k < 2; k++) {
    v.chain[k] = chain_bits(m, body[k]);
    vec3_sub(v.offset[k], con->pos, d->subtree_com + 3 * m->body_rootid[body[k]]);
  }
  row_space space = row_space_open(m, d, contact_nrow(m, con), m->nv);
  contact_jacobian_of_axes(space.J, con, is_pyramid(m, con), &v);
}

// Relative motion of two bodies.  A dof that moves both gives zeros, which sparse rows store.
static void pair_motion(const mjModel* m, const mjData* d, const mjContact* con, const int body[2],
                        chain_motion* v) {
  const int reverse[2] = {body[1], body[0]};
  const mjtNum* const point[2] = {con->pos, con->pos};
  chain_motion w = *v;
  if (con->dim <= 3) w.rotation = NULL;
  if (v->column) {
    w.n = chain_union_depth(m, last_dof(m, body[0]), last_dof(m, body[1]));
  } else {
    vec_zero(v->translation, (con->dim > 3 ? 6 : 3) * v->n);
  }
  chain_difference(m, d, reverse, point, &w);
  v->n = w.n;
}

// Scratch for contacts whose sides move with several bodies (flex elements, nodes).
typedef struct {
  int* position;  // index of each of the nv dofs in the list + 1; zeros between contacts
  int* dof;       // room for nv
} dof_marks;

static dof_marks marks_make(const mjModel* m, mjData* d) {
  if (!m->nflex) return (dof_marks){NULL, NULL};
  dof_marks marks = {mj_stackAllocInt(d, m->nv), mj_stackAllocInt(d, m->nv)};
  memset(marks.position, 0, sizeof(int) * m->nv);
  return marks;
}

// List the dofs of all bodies of both sides, without duplicates; returns their number.
static int list_dofs(const mjModel* m, const contact_side side[2], const dof_marks* marks) {
  int n = 0;
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < side[k].n; i++) {
      for (int dof = last_dof(m, side[k].body[i]); dof >= 0 && !marks->position[dof];
           dof = m->dof_parentid[dof]) {
        marks->position[dof] = 1;
        marks->dof[n++] = dof;
      }
    }
  }
  return n;
}

static void forget_dofs(const dof_marks* marks, int n) {
  for (int i = 0; i < n; i++) marks->position[marks->dof[i]] = 0;
}

// Sort the n dofs: few by insertion, many by scanning all nv.
static void order_dofs(const dof_marks* marks, int n, int nv) {
  int* dof = marks->dof;
  if ((int64_t)n * n > nv) {
    for (int i = 0, c = 0; c < n; i++) {
      if (marks->position[i]) dof[c++] = i;
    }
    return;
  }
  for (int i = 1; i < n; i++) {
    int x = dof[i], j = i;
    for (; j > 0 && dof[j - 1] > x; j--) dof[j] = dof[j - 1];
    dof[j] = x;
  }
}

static int marked_count(const mjModel* m, const mjData* d, const mjContact* con,
                        const dof_marks* marks) {
  contact_side side[2];
  for (int k = 0; k < 2; k++) contact_side_bodies(m, d, con, k, &side[k]);
  int n = list_dofs(m, side, marks);
  forget_dofs(marks, n);
  return n;
}

// Relative motion of flex elements or nodes: a weighted sum over bodies.
static void weighted_motion(const mjModel* m, const mjData* d, const mjContact* con,
                            const dof_marks* marks, chain_motion* v) {
  contact_side side[2];
  for (int k = 0; k < 2; k++) contact_side_bodies(m, d, con, k, &side[k]);
  int marked = list_dofs(m, side, marks), n = v->column ? marked : m->nv;
  order_dofs(marks, marked, m->nv);
  for (int c = 0; c < marked; c++) {
    int dof = marks->dof[c];
    marks->position[dof] = v->column ? c : dof;
    if (v->column) v->column[c] = dof;
  }
  v->n = n;
  vec_zero(v->translation, 3 * n);
  vec_zero(v->rotation, 3 * n);
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < side[k].n; i++) {
      int body = side[k].body[i];
      mjtNum weight = k ? side[k].weight[i] : -side[k].weight[i], offset[3], u[3];
      vec3_sub(offset, con->pos, d->subtree_com + 3 * m->body_rootid[body]);
      for (int dof = last_dof(m, body); dof >= 0; dof = m->dof_parentid[dof]) {
        int at = marks->position[dof];
        dof_velocity(u, d->cdof + 6 * dof, offset);
        for (int j = 0; j < 3; j++) {
          v->translation[j * n + at] += weight * u[j];
          v->rotation[j * n + at] += weight * d->cdof[6 * dof + j];
        }
      }
    }
  }
  forget_dofs(marks, marked);
}

// Number of dofs that a contact depends on.
static int contact_columns(const mjModel* m, const mjData* d, const mjContact* con,
                           const dof_marks* marks) {
  int body0 = contact_side_body(m, con, 0), body1 = contact_side_body(m, con, 1);
  if (body0 < 0 || body1 < 0) return marked_count(m, d, con, marks);
  return chain_union_depth(m, last_dof(m, body0), last_dof(m, body1));
}

// Since 3.13 passive contacts of flexes with other flexes or static bodies are part of the metric
// of the integrator "discrete".
static int touches_passive_flex(const mjModel* m, const mjContact* con) {
  for (int k = 0; k < 2; k++) {
    int flex = con->flex[k], other = con->geom[1 - k];
    if (flex < 0 || !m->flex_passive[flex]) continue;
    if (!level_has(m, engLEVEL_FLEX)) return 1;
    if (m->flex_dim[flex] == 1 || m->flex_interp[flex] || m->flex_rigid[flex]) continue;
    if (other < 0 || last_dof(m, m->geom_bodyid[other]) < 0) return 1;
  }
  return 0;
}

row_count contact_count(const mjModel* m, mjData* d) {
  row_count total = {0, 0};
  if (mjDISABLED(mjDSBL_CONTACT) || !m->nv || !d->ncon) return total;
  mj_markStack(d);
  dof_marks marks = marks_make(m, d);
  for (int i = 0; i < d->ncon; i++) {
    mjContact* con = d->contact + i;
    con->efc_address = -1;
    if (touches_passive_flex(m, con)) con->exclude = 4;
    if (con->exclude) continue;
    int columns = contact_columns(m, d, con, &marks), rows = contact_nrow(m, con);
    if (!columns) {
      con->exclude = 3;
      continue;
    }
    total.rows += rows;
    total.nnz += (int64_t)rows * columns;
  }
  mj_freeStack(d);
  return total;
}

// Sum of the translational inverse weights of both sides.
static mjtNum contact_invweight(const mjModel* m, const mjData* d, const mjContact* con) {
  mjtNum weight = 0;
  for (int k = 0; k < 2; k++) {
    int body = contact_side_body(m, con, k);
    if (body >= 0) {
      weight += m->body_invweight0[2 * body];
      continue;
    }
    contact_side side;
    contact_side_bodies(m, d, con, k, &side);
    // as in the reference, an element carried by nodes uses the weight of its last vertex
    int first = con->flex[k] >= 0 && m->flex_interp[con->flex[k]] ? side.last : 0;
    for (int i = first; i < side.n; i++)
      weight += side.weight[i] * m->body_invweight0[2 * side.body[i]];
  }
  return weight;
}

// Approximate diagonal of J M^-1 J' for the first row of a contact; the other rows are derived from
// its regulariser.
static mjtNum contact_weight(const mjModel* m, const mjData* d, const mjContact* con) {
  mjtNum weight = contact_invweight(m, d, con);
  return is_pyramid(m, con) ? weight + con->friction[0] * con->friction[0] * weight : weight;
}

typedef struct {
  chain_motion motion;
  dof_marks marks;
  // The matrix for axes_motion; NULL when there are too many or too few dofs.  Nine boxes with a
  // dense Jacobian: saves 5 % of a step, a third of the time for rows.
  mjtNum* axes;
} contact_scratch;

static contact_scratch scratch_make(const mjModel* m, mjData* d) {
  contact_scratch s = {motion_make(m, d), marks_make(m, d), NULL};
  if (is_sparse(m) || m->nv < LANES || m->nv > 64) return s;
  s.axes = mj_stackAllocNum(d, 6 * (size_t)m->nv);
  mat_transpose(s.axes, d->cdof, m->nv, 6);
  return s;
}

static void add_contact(const mjModel* m, mjData* d, int i, contact_scratch* s) {
  mjContact* con = d->contact + i;
  int type = contact_type(m, con), n = contact_nrow(m, con), first = d->nefc;
  const int body[2] = {contact_side_body(m, con, 0), contact_side_body(m, con, 1)};
  if (body[0] < 0 || body[1] < 0) {
    weighted_motion(m, d, con, &s->marks, &s->motion);
    put_rows(m, d, con, &s->motion);
  } else if (s->axes) {
    put_rows_of_axes(m, d, con, body, s->axes);
  } else {
    pair_motion(m, d, con, body, &s->motion);
    put_rows(m, d, con, &s->motion);
  }
  con->efc_address = first;
  d->efc_diagApprox[first] = contact_weight(m, d, con);
  int ndist = type == mjCNSTR_CONTACT_PYRAMIDAL ? n : 1;
  vec_fill(d->efc_pos + first, con->dist, ndist);
  vec_fill(d->efc_margin + first, con->includemargin, ndist);
  int* restrict row_type = d->efc_type + first, * restrict id = d->efc_id + first;
  for (int k = 0; k < n; k++) {
    row_type[k] = type;
    id[k] = i;
  }
}

void contact_rows(const mjModel* m, mjData* d, int count) {
  mj_markStack(d);
  contact_scratch s = scratch_make(m, d);
  vec_zero(d->efc_frictionloss + d->nefc, count);
  if (!is_pyramidal(m)) {
    // friction rows have no position and no margin
    vec_zero(d->efc_pos + d->nefc, count);
    vec_zero(d->efc_margin + d->nefc, count);
  }
  for (int i = 0; i < d->ncon; i++) {
    if (!d->contact[i].exclude) add_contact(m, d, i, &s);
  }
  mj_freeStack(d);
}
