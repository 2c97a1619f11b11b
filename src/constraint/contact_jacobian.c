#include "constraint/contact_jacobian.h"

#include "math/dense.h"

typedef struct {
  mjtNum* J;
  const mjContact* con;
  const mjtNum* translation;
  const mjtNum* rotation;
  int n;
  uint64_t touched;
} rows_of_contact;

// As many columns as fit into a register, from column c.
LANES_INLINE void columns_from(int c, int dim, int pyramidal, const rows_of_contact* r) {
  const mjtNum *frame = r->con->frame, *friction = r->con->friction;
  mjtNum* J = r->J + c;
  size_t n = r->n;
  lanes g[6];
  LANES_UNROLL
  for (int k = 0; k < dim; k++) {
    const mjtNum *axis = frame + 3 * (k % 3), *u = (k < 3 ? r->translation : r->rotation) + c;
    g[k] = lanes_all(axis[0]) * lanes_load(u) + lanes_all(axis[1]) * lanes_load(u + n) +
           lanes_all(axis[2]) * lanes_load(u + 2 * n);
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

// The same, or zeros if no column is touched.
LANES_INLINE void columns_or_zeros(int c, uint64_t touched, int dim, int pyramidal,
                                   const rows_of_contact* r) {
  if (touched) {
    columns_from(c, dim, pyramidal, r);
    return;
  }
  int rows = pyramidal ? 2 * (dim - 1) : dim;
  mjtNum* J = r->J + c;
  LANES_UNROLL
  for (int k = 0; k < rows; k++, J += r->n) lanes_store(J, lanes_all(0));
}

// All columns, at least as many as fit into a register; the last ones may be made twice.
LANES_INLINE void all_columns(int dim, int pyramidal, const rows_of_contact* r) {
  uint64_t bit = 1;
  int n = r->n;
  for (int c = 0; c + LANES <= n; c += LANES, bit = bit << 1 | bit >> 63) {
    columns_or_zeros(c, r->touched & bit, dim, pyramidal, r);
  }
  if (n % LANES == 0) return;
  uint64_t last = chain_register_bit(n - LANES) | chain_register_bit(n - 1);
  columns_or_zeros(n - LANES, r->touched & last, dim, pyramidal, r);
}

static void make_rows(const rows_of_contact* r, int pyramidal) {
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

// Few columns are made in arrays of the width of a register.
static void make_narrow_rows(const rows_of_contact* r, int pyramidal) {
  mjtNum J[10 * LANES], translation[3 * LANES] = {0}, rotation[3 * LANES] = {0};
  int n = r->n, dim = r->con->dim;
  for (int k = 0; k < 3; k++) {
    for (int c = 0; c < n; c++) {
      translation[k * LANES + c] = r->translation[k * n + c];
      if (dim > 3) rotation[k * LANES + c] = r->rotation[k * n + c];
    }
  }
  make_rows(&(rows_of_contact){J, r->con, translation, rotation, LANES, 1}, pyramidal);
  int rows = pyramidal ? 2 * (dim - 1) : dim;
  for (int k = 0; k < rows; k++) {
    for (int c = 0; c < n; c++) r->J[k * n + c] = J[k * LANES + c];
  }
}

void contact_jacobian(mjtNum* restrict J, const mjContact* con, int pyramidal,
                      const chain_motion* v) {
  const rows_of_contact r = {J, con, v->translation, v->rotation, v->n, v->touched};
  if (v->n < LANES) {
    make_narrow_rows(&r, pyramidal);
  } else {
    make_rows(&r, pyramidal);
  }
}
