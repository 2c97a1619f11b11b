#include "constraint/kinds/contact_jacobian.h"

#include "math/dense.h"

typedef struct {
  mjtNum* J;
  const mjContact* con;
  int n;
  // one of the two is set
  const chain_motion* chain;
  const axes_motion* axes;
} rows_of_contact;

// LANES columns from column c on: the velocity of the contact point on a side.
LANES_INLINE void side_velocity(int c, const axes_motion* v, int side, lanes r[3]) {
  const mjtNum *a = v->axes + c, *arm = v->offset[side];
  size_t n = v->n;
  lanes w[3] = {lanes_load(a), lanes_load(a + n), lanes_load(a + 2 * n)};
  lanes x = lanes_all(arm[0]), y = lanes_all(arm[1]), z = lanes_all(arm[2]);
  // see dof_velocity
  r[0] = w[1] * z - w[2] * y + lanes_load(a + 3 * n);
  r[1] = w[2] * x - w[0] * z + lanes_load(a + 4 * n);
  r[2] = w[0] * y - w[1] * x + lanes_load(a + 5 * n);
}

// Velocities and, if wanted, angular velocities of side 1 relative to side 0.
LANES_INLINE void relative_motion(int c, const axes_motion* v, int rotates, lanes t[3],
                                  lanes w[3]) {
  lanes other[3];
  int first = (int)(v->chain[0] >> c) & LANES_ALL, second = (int)(v->chain[1] >> c) & LANES_ALL;
  side_velocity(c, v, 1, t);
  for (int k = 0; k < 3; k++) {
    t[k] = lanes_keep(t[k], second);
    if (rotates) w[k] = lanes_keep(lanes_load(v->axes + (size_t)k * v->n + c), second);
  }
  if (!first) return;
  side_velocity(c, v, 0, other);
  for (int k = 0; k < 3; k++) {
    t[k] -= lanes_keep(other[k], first);
    if (rotates) w[k] -= lanes_keep(lanes_load(v->axes + (size_t)k * v->n + c), first);
  }
}

// The same, loaded from a motion that has been computed before.
LANES_INLINE void load_motion(int c, const chain_motion* v, int rotates, lanes t[3], lanes w[3]) {
  for (int k = 0; k < 3; k++) {
    t[k] = lanes_load(v->translation + (size_t)k * v->n + c);
    if (rotates) w[k] = lanes_load(v->rotation + (size_t)k * v->n + c);
  }
}

// Compute LANES columns from column c on.
LANES_INLINE void columns_from(int c, int dim, int pyramidal, const rows_of_contact* r) {
  const mjtNum *frame = r->con->frame, *friction = r->con->friction;
  mjtNum* J = r->J + c;
  size_t n = r->n;
  lanes g[6], t[3], w[3] = {lanes_all(0), lanes_all(0), lanes_all(0)};
  if (r->axes) {
    relative_motion(c, r->axes, dim > 3, t, w);
  } else {
    load_motion(c, r->chain, dim > 3, t, w);
  }
  LANES_UNROLL
  for (int k = 0; k < dim; k++) {
    const mjtNum* axis = frame + 3 * (k % 3);
    const lanes* u = k < 3 ? t : w;
    g[k] = lanes_all(axis[0]) * u[0] + lanes_all(axis[1]) * u[1] + lanes_all(axis[2]) * u[2];
  }
  LANES_UNROLL
  for (int k = 0; k < dim - pyramidal; k++) {
    if (pyramidal) {
      lanes slip = lanes_all(friction[k]) * g[k + 1];
      lanes_store(J + 2 * k * n, g[0] + slip);
      lanes_store(J + (2 * k + 1) * n, g[0] - slip);
    } else {
      lanes_store(J + k * n, g[k]);
    }
  }
}

// Whether any of these columns belongs to a dof that moves a side.
LANES_INLINE int is_touched(int c, const rows_of_contact* r) {
  return !r->axes || ((r->axes->chain[0] | r->axes->chain[1]) >> c & LANES_ALL) != 0;
}

// Compute the columns, or set them to zero if no dof of theirs moves a side.
LANES_INLINE void columns_or_zeros(int c, int dim, int pyramidal, const rows_of_contact* r) {
  if (is_touched(c, r)) {
    columns_from(c, dim, pyramidal, r);
    return;
  }
  int rows = pyramidal ? 2 * (dim - 1) : dim;
  mjtNum* J = r->J + c;
  LANES_UNROLL
  for (int k = 0; k < rows; k++, J += r->n) lanes_store(J, lanes_all(0));
}

// All columns, at least LANES; the last ones may be computed twice.
LANES_INLINE void all_columns(int dim, int pyramidal, const rows_of_contact* r) {
  int c = 0;
  for (; c + LANES <= r->n; c += LANES) columns_or_zeros(c, dim, pyramidal, r);
  if (c < r->n) columns_or_zeros(r->n - LANES, dim, pyramidal, r);
}

LANES_INLINE void rows_of_motion(const rows_of_contact* r, int pyramidal) {
  int dim = r->con->dim;
  switch (pyramidal ? -dim : dim) {
    case -3: all_columns(3, 1, r); break;
    case -4: all_columns(4, 1, r); break;
    case -6: all_columns(6, 1, r); break;
    case 1: all_columns(1, 0, r); break;
    case 3: all_columns(3, 0, r); break;
    default: all_columns(dim, pyramidal, r); break;
  }
}

static void make_rows(const rows_of_contact* r, int pyramidal) { rows_of_motion(r, pyramidal); }

// Fewer columns than LANES are computed in padded arrays.
static void make_narrow_rows(mjtNum* to, const mjContact* con, int pyramidal,
                             const chain_motion* v) {
  mjtNum J[10 * LANES], translation[3 * LANES] = {0}, rotation[3 * LANES] = {0};
  int n = v->n, dim = con->dim;
  for (int k = 0; k < 3; k++) {
    for (int c = 0; c < n; c++) {
      translation[k * LANES + c] = v->translation[k * n + c];
      if (dim > 3) rotation[k * LANES + c] = v->rotation[k * n + c];
    }
  }
  const chain_motion wide = {LANES, NULL, translation, rotation};
  make_rows(&(rows_of_contact){J, con, LANES, &wide, NULL}, pyramidal);
  int rows = pyramidal ? 2 * (dim - 1) : dim;
  for (int k = 0; k < rows; k++) {
    for (int c = 0; c < n; c++) to[k * n + c] = J[k * LANES + c];
  }
}

void contact_jacobian(mjtNum* restrict J, const mjContact* con, int pyramidal,
                      const chain_motion* v) {
  if (v->n < LANES) {
    make_narrow_rows(J, con, pyramidal, v);
  } else {
    make_rows(&(rows_of_contact){J, con, v->n, v, NULL}, pyramidal);
  }
}

void contact_jacobian_of_axes(mjtNum* restrict J, const mjContact* con, int pyramidal,
                              const axes_motion* v) {
  rows_of_motion(&(rows_of_contact){J, con, v->n, NULL, v}, pyramidal);
}
