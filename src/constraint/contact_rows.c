// Contacts: which dofs they resist, and how.
//
// The velocity of the contact point comes first and the contact frame second, so that a dof that
// does not move the point gives zeros whatever the frame.

#include <string.h>

#include "constraint/chain.h"
#include "constraint/contact_jacobian.h"
#include "constraint/rows.h"
#include "kinematics/contact_side.h"
#include "math/dense.h"
#include "math/vec3.h"

static int contact_type(const mjModel* m, const mjContact* con) {
  if (con->dim == 1) return mjCNSTR_CONTACT_FRICTIONLESS;
  return mj_isPyramidal(m) ? mjCNSTR_CONTACT_PYRAMIDAL : mjCNSTR_CONTACT_ELLIPTIC;
}

static int contact_nrow(const mjModel* m, const mjContact* con) {
  return con->dim > 1 && mj_isPyramidal(m) ? 2 * (con->dim - 1) : con->dim;
}

// How side 1 moves relative to side 0 with each of n dofs: 3 x n velocities of the contact point,
// and 3 x n angular velocities.  The rows of the Jacobian are made of these, and have their
// columns.
typedef struct {
  int n;
  int* column;  // the dofs, ascending; NULL for all dofs, when the Jacobian is dense
  mjtNum* translation;
  mjtNum* rotation;
} motion;

static motion motion_make(const mjModel* m, mjData* d) {
  size_t n = m->nv;
  return (motion){m->nv, mj_isSparse(m) ? mj_stackAllocInt(d, n) : NULL, mj_stackAllocNum(d, 3 * n),
                  mj_stackAllocNum(d, 3 * n)};
}

// The rows of a contact, from the motion that it resists.
static void put_rows(const mjModel* m, mjData* d, const mjContact* con, const motion* v) {
  int n = v->n, nrow = contact_nrow(m, con);
  row_space space = row_space_open(m, d, nrow, n);
  contact_jacobian(space.J, con, contact_type(m, con) == mjCNSTR_CONTACT_PYRAMIDAL, v->translation,
                   v->rotation, n);
  if (space.column) memcpy(space.column, v->column, sizeof(int) * n);
  row_space_close(space, nrow);
}

// Motion of two bodies.  A dof that moves both gives zeros, which sparse rows store.
static void pair_motion(const mjModel* m, const mjData* d, const mjContact* con, const int body[2],
                        motion* v) {
  const int reverse[2] = {body[1], body[0]};
  const mjtNum* const point[2] = {con->pos, con->pos};
  mjtNum* rotation = con->dim > 3 ? v->rotation : NULL;
  if (v->column) {
    v->n = chain_union_depth(m, chain_end(m, body[0]), chain_end(m, body[1]));
  } else {
    vec_zero(v->translation, 3 * v->n);
    if (rotation) vec_zero(rotation, 3 * v->n);
  }
  chain_difference(m, d, reverse, point, v->n, v->column, v->translation, rotation);
}

// The dofs of all bodies of both sides, marked with 1 in an array of nv; returns how many.
static int mark_dofs(const mjModel* m, const contact_side side[2], int* marked) {
  int n = 0;
  memset(marked, 0, sizeof(int) * m->nv);
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < side[k].n; i++) {
      for (int dof = chain_end(m, side[k].body[i]); dof >= 0 && !marked[dof];
           dof = m->dof_parentid[dof]) {
        marked[dof] = 1;
        n++;
      }
    }
  }
  return n;
}

static int marked_count(const mjModel* m, mjData* d, const mjContact* con) {
  contact_side side[2];
  for (int k = 0; k < 2; k++) contact_side_bodies(m, d, con, k, &side[k]);
  mj_markStack(d);
  int n = mark_dofs(m, side, mj_stackAllocInt(d, m->nv));
  mj_freeStack(d);
  return n;
}

// Motion of flex elements, or of nodes: a weighted sum over bodies.
static void weighted_motion(const mjModel* m, mjData* d, const mjContact* con, motion* v) {
  contact_side side[2];
  for (int k = 0; k < 2; k++) contact_side_bodies(m, d, con, k, &side[k]);
  mj_markStack(d);
  int* position = mj_stackAllocInt(d, m->nv);
  int marked = mark_dofs(m, side, position), n = v->n = v->column ? marked : m->nv;
  for (int dof = 0, c = 0; dof < m->nv; dof++) {
    if (!position[dof]) continue;
    position[dof] = v->column ? c : dof;
    if (v->column) v->column[c++] = dof;
  }
  vec_zero(v->translation, 3 * n);
  vec_zero(v->rotation, 3 * n);
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < side[k].n; i++) {
      int body = side[k].body[i];
      mjtNum weight = k ? side[k].weight[i] : -side[k].weight[i], offset[3], u[3];
      vec3_sub(offset, con->pos, d->subtree_com + 3 * m->body_rootid[body]);
      for (int dof = chain_end(m, body); dof >= 0; dof = m->dof_parentid[dof]) {
        chain_point_velocity(u, d->cdof + 6 * dof, offset);
        for (int j = 0; j < 3; j++) {
          v->translation[j * n + position[dof]] += weight * u[j];
          v->rotation[j * n + position[dof]] += weight * d->cdof[6 * dof + j];
        }
      }
    }
  }
  mj_freeStack(d);
}

// Number of dofs that a contact touches.
static int contact_columns(const mjModel* m, mjData* d, const mjContact* con) {
  int body0 = contact_side_body(m, con, 0), body1 = contact_side_body(m, con, 1);
  if (body0 < 0 || body1 < 0) return marked_count(m, d, con);
  return chain_union_depth(m, chain_end(m, body0), chain_end(m, body1));
}

static int touches_passive_flex(const mjModel* m, const mjContact* con) {
  for (int k = 0; k < 2; k++) {
    if (con->flex[k] >= 0 && m->flex_passive[con->flex[k]]) return 1;
  }
  return 0;
}

row_count contact_count(const mjModel* m, mjData* d) {
  row_count total = {0, 0};
  if (mjDISABLED(mjDSBL_CONTACT) || !m->nv) return total;
  for (int i = 0; i < d->ncon; i++) {
    mjContact* con = d->contact + i;
    con->efc_address = -1;
    if (touches_passive_flex(m, con)) con->exclude = 4;
    if (con->exclude) continue;
    int columns = contact_columns(m, d, con), rows = contact_nrow(m, con);
    if (!columns) {
      con->exclude = 3;
      continue;
    }
    total.rows += rows;
    total.nnz += (int64_t)rows * columns;
  }
  return total;
}

static void add_contact(const mjModel* m, mjData* d, int i, motion* v) {
  mjContact* con = d->contact + i;
  int type = contact_type(m, con), n = contact_nrow(m, con), first = d->nefc;
  const int body[2] = {contact_side_body(m, con, 0), contact_side_body(m, con, 1)};
  if (body[0] >= 0 && body[1] >= 0) {
    pair_motion(m, d, con, body, v);
  } else {
    weighted_motion(m, d, con, v);
  }
  put_rows(m, d, con, v);
  con->efc_address = first;
  vec_zero(d->efc_pos + first, n);
  vec_zero(d->efc_margin + first, n);
  vec_zero(d->efc_frictionloss + first, n);
  int ndist = type == mjCNSTR_CONTACT_PYRAMIDAL ? n : 1;
  vec_fill(d->efc_pos + first, con->dist, ndist);
  vec_fill(d->efc_margin + first, con->includemargin, ndist);
  for (int r = first; r < first + n; r++) {
    d->efc_type[r] = type;
    d->efc_id[r] = i;
  }
}

void contact_rows(const mjModel* m, mjData* d) {
  if (mjDISABLED(mjDSBL_CONTACT) || !m->nv || !d->ncon) return;
  mj_markStack(d);
  motion v = motion_make(m, d);
  for (int i = 0; i < d->ncon; i++) {
    if (!d->contact[i].exclude) add_contact(m, d, i, &v);
  }
  mj_freeStack(d);
}
