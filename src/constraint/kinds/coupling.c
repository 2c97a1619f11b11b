// Joint and tendon equalities: a polynomial ties one joint or tendon to another.

#include "constraint/kinds/kind.h"
#include "constraint/slope/row_slope.h"
#include "kinematics/tendon.h"
#include "model/equality_type.h"
#include "model/flags.h"

// One of the two scalars: joint position or tendon length, relative to its value at qpos0.
typedef struct {
  mjtNum value;
  sparse_row line;
  mjtNum weight;  // approximate diagonal of J M^-1 J'
} coupled;

static const mjtNum one = 1;

static sparse_row coupled_line(const mjModel* m, const mjData* d, int is_tendon, int id) {
  return is_tendon ? row_of_tendon(m, d, id, is_sparse(m))
                   : (sparse_row){1, m->jnt_dofadr + id, &one};
}

static coupled coupled_scalar(const mjModel* m, const mjData* d, int is_tendon, int id) {
  coupled x = {.line = coupled_line(m, d, is_tendon, id)};
  if (is_tendon) {
    x.value = d->ten_length[id] - m->tendon_length0[id];
    x.weight = m->tendon_invweight0[id];
  } else {
    int q = m->jnt_qposadr[id];
    x.value = d->qpos[q] - m->qpos0[q];
    x.weight = m->dof_invweight0[m->jnt_dofadr[id]];
  }
  return x;
}

// The polynomial c1 x + ... + c4 x^4; its derivative goes to *slope.
static mjtNum coupling(const mjtNum c[5], mjtNum x, mjtNum* slope) {
  *slope = c[1] + x * (2 * c[2] + x * (3 * c[3] + x * 4 * c[4]));
  return x * (c[1] + x * (c[2] + x * (c[3] + x * c[4])));
}

// Number of columns in the union of two rows.
static int merged_columns(const sparse_row* a, const sparse_row* b) {
  int n = 0;
  for (int i = 0, j = 0; i < a->n || j < b->n; n++) {
    int p = i < a->n ? a->col[i] : INT32_MAX, q = j < b->n ? b->col[j] : INT32_MAX;
    i += p <= q;
    j += q <= p;
  }
  return n;
}

// r = a + s b; column and value must have room for the union.
static sparse_row merge(const sparse_row* a, const sparse_row* b, mjtNum s, int* column,
                        mjtNum* value) {
  int n = 0;
  for (int i = 0, j = 0; i < a->n || j < b->n; n++) {
    int p = i < a->n ? a->col[i] : INT32_MAX, q = j < b->n ? b->col[j] : INT32_MAX;
    column[n] = p < q ? p : q;
    value[n] = (p <= q ? a->value[i] : 0) + (q <= p ? s * b->value[j] : 0);
    i += p <= q;
    j += q <= p;
  }
  return (sparse_row){n, column, value};
}

// The row of x1, or that minus s times the row of x2; on the stack of d.
static sparse_row difference(const mjModel* m, mjData* d, const coupled* x1, const coupled* x2,
                             mjtNum s) {
  sparse_row line = x1->line;
  int n = line.col ? line.n + x2->line.n : m->nv;
  mjtNum* value = mj_stackAllocNum(d, n);
  if (line.col) return merge(&line, &x2->line, -s, mj_stackAllocInt(d, n), value);
  for (int k = 0; k < n; k++) value[k] = line.value[k] - s * x2->line.value[k];
  line.value = value;
  return line;
}

static int couples_tendons(const mjModel* m, int eq) {
  return equality_object(m->eq_type[eq], m->eq_objtype[eq]) == mjOBJ_TENDON;
}

static int coupling_tendons(const mjModel* m, const mjData* d, int row, row_tendon of[2]) {
  int eq = d->efc_id[row], id2 = m->eq_obj2id[eq];
  mjtNum slope;
  if (!couples_tendons(m, eq)) return 0;
  of[0] = (row_tendon){m->eq_obj1id[eq], 1};
  if (id2 < 0) return 1;
  coupling(m->eq_data + mjNEQDATA * eq, coupled_scalar(m, d, 1, id2).value, &slope);
  of[1] = (row_tendon){id2, -slope};
  return 2;
}

// The equality of a joint or tendon with a polynomial of another one, or with a constant.
static void coupling_add(const mjModel* m, mjData* d, int i) {
  int is_tendon = couples_tendons(m, i), id1 = m->eq_obj1id[i], id2 = m->eq_obj2id[i];
  const mjtNum* c = m->eq_data + mjNEQDATA * i;
  coupled x = coupled_scalar(m, d, is_tendon, id1);
  mjtNum pos = x.value - c[0];

  mj_markStack(d);
  if (id2 >= 0) {
    coupled x2 = coupled_scalar(m, d, is_tendon, id2);
    mjtNum slope;
    pos -= coupling(c, x2.value, &slope);
    x.line = difference(m, d, &x, &x2, slope);
    x.weight += x2.weight;
  }
  int added = row_add(m, d,
                      &(row_draft){.type = mjCNSTR_EQUALITY,
                                   .id = i,
                                   .rows = 1,
                                   .jac = x.line,
                                   .pos = &pos,
                                   .weight = {x.weight}});
  mj_freeStack(d);
  if (added && is_tendon) {
    row_names_tendon(d, id1, d->nefc - 1);
    if (id2 >= 0) row_names_tendon(d, id2, d->nefc - 1);
  }
}

static int coupling_columns(const mjModel* m, const mjData* d, int i) {
  int is_tendon = couples_tendons(m, i), id2 = m->eq_obj2id[i];
  if (is_tendon && !is_sparse(m)) return m->nv;
  sparse_row a = coupled_line(m, d, is_tendon, m->eq_obj1id[i]);
  if (id2 < 0) return a.n;
  sparse_row b = coupled_line(m, d, is_tendon, id2);
  return merged_columns(&a, &b);
}

static row_count coupling_count(const mjModel* m, const mjData* d, int i) {
  return row_count_of(m, 1, coupling_columns(m, d, i));
}

const equality_kind coupling_kind = {.count = coupling_count,
                                     .add = coupling_add,
                                     .slope = add_coupling_slope,
                                     .tendons = coupling_tendons};
