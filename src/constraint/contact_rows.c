// Contacts: from a contact frame to rows of the Jacobian.
//
// Row k of the contact frame is the velocity of side 1 minus that of side 0 along axis k (k < 3) or
// their relative rotation about axis k - 3.  It is a wrench times the spatial velocities of the
// bodies, so each entry of the Jacobian is the product of a wrench with a column of cdof.
// Rows of a pyramid are g0 + mu g_k and g0 - mu g_k, of an ellipsoid g_k, of no friction g0.

#include <string.h>

#include "constraint/chain.h"
#include "kinematics/contact_side.h"
#include "constraint/rows.h"
#include "math/vec3.h"

enum { MAXROW = 10 };  // a pyramid of condim 6

static int contact_type(const mjModel* m, const mjContact* con) {
  if (con->dim == 1) return mjCNSTR_CONTACT_FRICTIONLESS;
  return mj_isPyramidal(m) ? mjCNSTR_CONTACT_PYRAMIDAL : mjCNSTR_CONTACT_ELLIPTIC;
}

static int contact_nrow(const mjModel* m, const mjContact* con) {
  return con->dim > 1 && mj_isPyramidal(m) ? 2 * (con->dim - 1) : con->dim;
}

// Rows of one contact as wrenches about the centre of mass of a tree, (torque, force) as in cdof;
// component k of row r is w[k * n + r].
static void contact_wrenches(const mjContact* con, int type, int n, const mjtNum center[3],
                             mjtNum* w) {
  mjtNum offset[3], axis[6][6];
  vec3_sub(offset, con->pos, center);
  for (int k = 0; k < con->dim; k++) {
    if (k < 3) {
      vec3_cross(axis[k], offset, con->frame + 3 * k);
      vec3_copy(axis[k] + 3, con->frame + 3 * k);
    } else {
      vec3_copy(axis[k], con->frame + 3 * (k - 3));
      vec3_zero(axis[k] + 3);
    }
  }
  for (int c = 0; c < 6; c++) {
    for (int r = 0; r < n; r++) {
      if (type == mjCNSTR_CONTACT_PYRAMIDAL) {
        mjtNum lean = con->friction[r / 2] * axis[r / 2 + 1][c];
        w[c * n + r] = axis[0][c] + (r % 2 ? -lean : lean);
      } else {
        w[c * n + r] = axis[r][c];
      }
    }
  }
}

// J[r * stride] = sign * w_r . cdof for the n rows r.
static inline __attribute__((always_inline)) void put_column(mjtNum* restrict J, int stride,
                                                             const mjtNum* restrict w,
                                                             const mjtNum* restrict cdof,
                                                             mjtNum sign, const int n) {
  mjtNum sum[MAXROW] = {0};
  for (int c = 0; c < 6; c++) {
    mjtNum x = sign * cdof[c];
    for (int r = 0; r < n; r++) sum[r] += w[c * n + r] * x;
  }
  for (int r = 0; r < n; r++) J[r * stride] = sum[r];
}

// A column of any number of rows; the usual numbers have loops of their own.
static void column_of(mjtNum* J, int stride, const mjtNum* w, const mjtNum* cdof, mjtNum sign,
                      int n) {
  switch (n) {
    case 1: put_column(J, stride, w, cdof, sign, 1); break;
    case 3: put_column(J, stride, w, cdof, sign, 3); break;
    case 4: put_column(J, stride, w, cdof, sign, 4); break;
    case 6: put_column(J, stride, w, cdof, sign, 6); break;
    case 10: put_column(J, stride, w, cdof, sign, 10); break;
    default: put_column(J, stride, w, cdof, sign, n); break;
  }
}

// Rows of a contact of two bodies.  A dof that moves both gives zeros, which sparse rows store.
static void fill_pair(const mjModel* m, mjData* d, const mjContact* con, int type, int n,
                      const int body[2]) {
  mjtNum w[2][6 * MAXROW];
  int end[2];
  for (int k = 0; k < 2; k++) {
    end[k] = chain_end(m, body[k]);
    contact_wrenches(con, type, n, d->subtree_com + 3 * m->body_rootid[body[k]], w[k]);
  }
  int columns = chain_union_depth(m, end[0], end[1]);
  row_space space = row_space_open(m, d, n, columns);
  for (int c = columns - 1; c >= 0; c--) {
    int side, dof = chain_pop(m, &end[0], &end[1], &side);
    mjtNum* J = space.J + (space.column ? c : dof);
    if (space.column) space.column[c] = dof;
    if (side == CHAIN_FIRST) {
      column_of(J, space.stride, w[0], d->cdof + 6 * dof, -1, n);
    } else if (side == CHAIN_SECOND) {
      column_of(J, space.stride, w[1], d->cdof + 6 * dof, 1, n);
    } else {
      for (int r = 0; r < n; r++) J[r * space.stride] = 0;
    }
  }
  row_space_close(space, n);
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

// Rows of a contact with a flex element, or with nodes: a weighted sum over bodies.
static void fill_weighted(const mjModel* m, mjData* d, const mjContact* con, int type, int n) {
  contact_side side[2];
  for (int k = 0; k < 2; k++) contact_side_bodies(m, d, con, k, &side[k]);
  mj_markStack(d);
  int* position = mj_stackAllocInt(d, m->nv);
  int columns = mark_dofs(m, side, position);
  row_space space = row_space_open(m, d, n, columns);
  for (int dof = 0, c = 0; dof < m->nv; dof++) {
    if (!position[dof]) continue;
    if (space.column) {
      space.column[c] = dof;
      for (int r = 0; r < n; r++) space.J[r * space.stride + c] = 0;
    }
    position[dof] = space.column ? c : dof;
    c++;
  }
  mjtNum w[6 * MAXROW], column[MAXROW];
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < side[k].n; i++) {
      int body = side[k].body[i];
      mjtNum weight = k ? side[k].weight[i] : -side[k].weight[i];
      contact_wrenches(con, type, n, d->subtree_com + 3 * m->body_rootid[body], w);
      for (int dof = chain_end(m, body); dof >= 0; dof = m->dof_parentid[dof]) {
        column_of(column, 1, w, d->cdof + 6 * dof, weight, n);
        for (int r = 0; r < n; r++) space.J[r * space.stride + position[dof]] += column[r];
      }
    }
  }
  row_space_close(space, n);
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

static void add_contact(const mjModel* m, mjData* d, int i) {
  mjContact* con = d->contact + i;
  int type = contact_type(m, con), n = contact_nrow(m, con), first = d->nefc;
  const int body[2] = {contact_side_body(m, con, 0), contact_side_body(m, con, 1)};
  if (body[0] >= 0 && body[1] >= 0) {
    fill_pair(m, d, con, type, n, body);
  } else {
    fill_weighted(m, d, con, type, n);
  }
  con->efc_address = first;
  for (int r = 0; r < n; r++) {
    int row = first + r, has_dist = r == 0 || type == mjCNSTR_CONTACT_PYRAMIDAL;
    d->efc_type[row] = type;
    d->efc_id[row] = i;
    d->efc_pos[row] = has_dist ? con->dist : 0;
    d->efc_margin[row] = has_dist ? con->includemargin : 0;
    d->efc_frictionloss[row] = 0;
  }
}

void contact_rows(const mjModel* m, mjData* d) {
  if (mjDISABLED(mjDSBL_CONTACT) || !m->nv) return;
  for (int i = 0; i < d->ncon; i++) {
    if (!d->contact[i].exclude) add_contact(m, d, i);
  }
}
