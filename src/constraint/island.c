// mj_island: connected components of kinematic trees under constraints, and copies of rows and
// inertia in island order for the solver.

#include <assert.h>
#include <string.h>

#include <engine/fields.h>

#include "base/need.h"
#include "constraint/island.h"
#include "constraint/kinds/kind.h"
#include "constraint/operator/jacobian.h"
#include "constraint/rows.h"
#include "dynamics/flex_stiffness.h"
#include "dynamics/metric.h"
#include "model/flags.h"
#include "model/level.h"
#include "model/sleep.h"
#include "model/stack.h"
#include "model/trees.h"

// Union-find over trees: link[t] is a tree of the same island with a lower index, or t itself for
// the lowest one; -1 for trees without constraints.
static int island_root(int* link, int tree) {
  while (link[tree] != tree) {
    link[tree] = link[link[tree]];
    tree = link[tree];
  }
  return tree;
}

// Record that a row touches a tree, and join it with the trees that the row touched before (*seen
// is one of them, -1: none).  Negative trees (static bodies) are ignored.
static void touch_tree(int* link, int tree, int* seen) {
  if (tree < 0 || tree == *seen) return;
  if (link[tree] < 0) link[tree] = tree;
  if (*seen >= 0) {
    int a = island_root(link, *seen), b = island_root(link, tree);
    link[mjMAX(a, b)] = mjMIN(a, b);
  }
  *seen = tree;
}

// Touch all trees in the Jacobian of a row: by values if it is dense, by columns if it is sparse.
static void touch_jacobian(const mjModel* m, const mjData* d, int row, int* link, int* seen) {
  if (is_sparse(m)) {
    const int* col = d->efc_J_colind + d->efc_J_rowadr[row];
    for (int k = 0; k < d->efc_J_rownnz[row]; k++) touch_tree(link, m->dof_treeid[col[k]], seen);
    return;
  }
  const mjtNum* J = d->efc_J + (size_t)row * m->nv;
  for (int i = 0; i < m->nv; i++) {
    if (J[i] != 0) touch_tree(link, m->dof_treeid[i], seen);
  }
}

// Touch all trees of a block; returns one of them.
static int touch_block(const mjModel* m, const mjData* d, const constraint_block* b, int* link) {
  int tree[2], seen = -1, n = b->kind->trees ? b->kind->trees(m, d, b->id, tree) : -1;
  for (int k = 0; k < n; k++) touch_tree(link, tree[k], &seen);
  if (n < 0) touch_jacobian(m, d, b->begin, link, &seen);
  // a block without trees is assigned to the first tree: the columns of rows within a flex may
  // cancel
  if (seen < 0) touch_tree(link, 0, &seen);
  return seen;
}

// Join n trees, if there are several; those that sleep are left alone.
static void join_trees(const mjModel* m, const mjData* d, int* link, const int* tree, int n) {
  int some = -1, several = 0, seen = -1;
  for (int k = 0; k < n; k++) {
    if (tree[k] < 0) continue;
    if (some_asleep(m, d) && !d->tree_awake[tree[k]]) return;
    if (some < 0) some = tree[k];
    several |= tree[k] != some;
  }
  for (int k = 0; k < n && several; k++) touch_tree(link, tree[k], &seen);
}

static int trees_of_flex(const mjModel* m, int flex, int* tree) {
  int n = flex_point_count(m, flex);
  for (int i = 0; i < n; i++) {
    int body = flex_point_body(m, flex, i);
    tree[i] = body < 0 ? -1 : m->body_treeid[body];
  }
  return n;
}

static int trees_of_tendon(const mjModel* m, int tendon, int* tree) {
  int n = 0, first = m->tendon_adr[tendon];
  for (int e = first; e < first + m->tendon_num[tendon]; e++) tree[n++] = tree_on_path(m, e);
  return n;
}

// Whether the metric includes a spring or damper of the tendon.
static int tendon_has_terms(const mjModel* m, int t) {
  const mjtNum *k = m->tendon_stiffnesspoly + 2 * t, *b = m->tendon_dampingpoly + 2 * t;
  int springs = m->tendon_stiffness[t] != 0 || k[0] != 0 || k[1] != 0;
  int dampers = m->tendon_damping[t] != 0 || b[0] != 0 || b[1] != 0;
  return (springs && !mjDISABLED(mjDSBL_SPRING)) || (dampers && !mjDISABLED(mjDSBL_DAMPER));
}

// Whether the force of the actuator depends on its length or velocity.
static int actuator_has_terms(const mjModel* m, int i) {
  const mjtNum *gain = m->actuator_gainprm + mjNGAIN * i, *bias = m->actuator_biasprm + mjNBIAS * i;
  switch (m->actuator_gaintype[i]) {
    case mjGAIN_MUSCLE:
    case mjGAIN_PID:
    case mjGAIN_DCMOTOR:
    case mjGAIN_SO3: return 1;
    case mjGAIN_AFFINE:
      if (gain[1] != 0 || gain[2] != 0) return 1;
      break;
    default: break;
  }
  int type = m->actuator_biastype[i];
  return type == mjBIAS_MUSCLE || (type == mjBIAS_AFFINE && (bias[1] != 0 || bias[2] != 0));
}

// Trees that an actuator acts on, if there can be several; tree: room for all of a tendon.
static int trees_of_actuator(const mjModel* m, int i, int* tree) {
  const int* target = m->actuator_trnid + 2 * i;
  int type = m->actuator_trntype[i];
  if (type == mjTRN_TENDON) return trees_of_tendon(m, target[0], tree);
  bool sites = type == mjTRN_SITE || type == mjTRN_SLIDERCRANK;
  if (!sites && (type != mjTRN_SO3 || target[1] < 0)) return 0;
  for (int k = 0; k < 2; k++) tree[k] = target[k] < 0 ? -1 : tree_of_site(m, target[k]);
  return 2;
}

// Trees coupled by the metric of the integrator "discrete" belong to one island, with rows or
// without.  The reference's PGS knows only terms of single dofs.
static void tie_by_metric(const mjModel* m, mjData* d, int* link) {
  if (m->opt.solver == mjSOL_PGS && level_has(m, engLEVEL_PGS)) return;
  mj_markStack(d);
  int most = mjMAX(m->nwrap, mjMAX(m->nflexvert, m->nflexnode));
  int* tree = mj_stackAllocInt(d, mjMAX(2, most));
  for (int f = 0; f < m->nflex; f++) {
    if (flex_is_elastic(m, f)) join_trees(m, d, link, tree, trees_of_flex(m, f, tree));
  }
  for (int t = 0; t < m->ntendon; t++) {
    if (tendon_has_terms(m, t)) join_trees(m, d, link, tree, trees_of_tendon(m, t, tree));
  }
  for (int i = 0; i < m->nactuator && !mjDISABLED(mjDSBL_ACTUATION); i++) {
    if (actuator_has_terms(m, i)) join_trees(m, d, link, tree, trees_of_actuator(m, i, tree));
  }
  mj_freeStack(d);
}

// Assign an island to every tree (-1: none) and every row; sets nisland and nidof.
static void find_islands(const mjModel* m, mjData* d, int* tree_island, int* row_island) {
  for (int t = 0; t < m->ntree; t++) tree_island[t] = -1;
  constraint_block b;
  for (int row = 0; row < d->nefc; row += b.n) {
    b = block_at(m, d, row);
    int tree = touch_block(m, d, &b, tree_island);
    for (int k = 0; k < b.n; k++) row_island[row + k] = tree;
  }
  if (is_discrete(m)) tie_by_metric(m, d, tree_island);
  // Roots have the lowest index of their islands: replace each link by the number of its island.
  d->nisland = 0;
  for (int t = 0; t < m->ntree; t++) {
    if (tree_island[t] < 0) continue;
    tree_island[t] = tree_island[t] == t ? d->nisland++ : tree_island[tree_island[t]];
  }
  for (int row = 0; row < d->nefc; row++) row_island[row] = tree_island[row_island[row]];
  d->nidof = 0;
  for (int i = 0; i < m->nv; i++) d->nidof += tree_island[m->dof_treeid[i]] >= 0;
}

static void forget_islands(mjData* d) {
#define X(type, name, rows, cols) d->name = NULL;
  MJDATA_ARENA_POINTERS_ISLAND
#undef X
}

// Allocate the island arrays that are not shared; returns 0 when the arena is full.
static int reserve_islands(const mjModel* m, mjData* d) {
  size_t end = 0;
#define X(type, name, rows, cols) \
  if (!d->name) data_slice(&end, (size_t)(rows) * (cols), sizeof(type));
  MJDATA_ARENA_POINTERS_ISLAND
#undef X
  char* start = data_reserve(d, end, sizeof(mjtNum));
  if (!start) return 0;
  end = 0;
#define X(type, name, rows, cols) \
  if (!d->name) d->name = (void*)(start + data_slice(&end, (size_t)(rows) * (cols), sizeof(type)));
  MJDATA_ARENA_POINTERS_ISLAND
#undef X
  return 1;
}

// Sort the dofs by island; dofs without an island come last.
static void order_dofs(const mjModel* m, mjData* d, const int* tree_island) {
  for (int k = 0; k < d->nisland; k++) d->island_nv[k] = 0;
  for (int i = 0; i < m->nv; i++) {
    d->dof_island[i] = tree_island[m->dof_treeid[i]];
    if (d->dof_island[i] >= 0) d->island_nv[d->dof_island[i]]++;
  }
  csr_pack_rows(d->island_idofadr, d->island_nv, d->nisland);

  for (int k = 0; k < d->nisland; k++) d->island_nv[k] = 0;
  for (int i = 0, rest = d->nidof; i < m->nv; i++) {
    int k = d->dof_island[i];
    int to = k < 0 ? rest++ : d->island_idofadr[k] + d->island_nv[k]++;
    d->map_dof2idof[i] = to;
    d->map_idof2dof[to] = i;
  }
  for (int k = 0; k < d->nisland; k++) {
    d->island_dofadr[k] = d->map_idof2dof[d->island_idofadr[k]];
  }
}

// Sort the rows by island.
static void order_rows(mjData* d, const int* row_island) {
  for (int k = 0; k < d->nisland; k++) d->island_ne[k] = d->island_nf[k] = d->island_nefc[k] = 0;
  for (int row = 0; row < d->nefc; row++) {
    int k = d->efc_island[row] = row_island[row];
    d->island_nefc[k]++;
    d->island_ne[k] += row < d->ne;
    d->island_nf[k] += row >= d->ne && row < d->ne + d->nf;
  }
  csr_pack_rows(d->island_iefcadr, d->island_nefc, d->nisland);
  for (int k = 0; k < d->nisland; k++) d->island_nefc[k] = 0;
  for (int row = 0; row < d->nefc; row++) {
    int k = row_island[row];
    int to = d->island_iefcadr[k] + d->island_nefc[k]++;
    d->map_efc2iefc[row] = to;
    d->map_iefc2efc[to] = row;
  }
}

// Whether there is one island consisting of the first nidof dofs: then dofs and rows keep their
// order.
static int keeps_dofs(const mjModel* m, const mjData* d, const int* tree_island) {
  if (d->nisland != 1) return 0;
  for (int i = d->nidof; i < m->nv; i++) {
    if (tree_island[m->dof_treeid[i]] >= 0) return 0;
  }
  return 1;
}

// Arrays that are identical in island order are shared instead of copied.  A dense Jacobian is
// identical only if no columns of other dofs must be removed.
static void share_rows(const mjModel* m, mjData* d, int same_dofs) {
  if (d->nisland != 1) return;
  d->iefc_type = d->efc_type;
  d->iefc_id = d->efc_id;
  d->iefc_frictionloss = d->efc_frictionloss;
  d->iefc_D = d->efc_D;
  d->iefc_R = d->efc_R;
  if (!same_dofs || (!is_sparse(m) && d->nidof < m->nv)) return;
  d->iefc_J_rownnz = d->efc_J_rownnz;
  d->iefc_J_rowadr = d->efc_J_rowadr;
  d->iefc_J_rowsuper = d->efc_J_rowsuper;
  d->iefc_J_colind = d->efc_J_colind;
  d->iefc_J = d->efc_J;
}

static void copy_ints(int* to, const int* from, int n) { memcpy(to, from, sizeof(int) * n); }

static void copy_inertia(const mjModel* m, mjData* d, int same_dofs) {
  if (same_dofs) {
    int n = d->nidof, nC = m->M_rowadr[n - 1] + m->M_rownnz[n - 1];
    copy_ints(d->iM_rownnz, m->M_rownnz, n);
    copy_ints(d->iM_rowadr, m->M_rowadr, n);
    copy_ints(d->iM_colind, m->M_colind, nC);
    vec_copy(d->iM, d->M, nC);
    vec_copy(d->iLD, d->qLD, nC);
    vec_copy(d->iLDiagInv, d->qLDiagInv, n);
    return;
  }
  int adr = 0;
  for (int i = 0; i < d->nidof; i++) {
    int dof = d->map_idof2dof[i], from = m->M_rowadr[dof], n = m->M_rownnz[dof];
    int first = d->island_idofadr[d->dof_island[dof]];
    int* restrict col = d->iM_colind + adr;
    const int* restrict map = d->map_dof2idof, * restrict from_col = m->M_colind + from;
    d->iM_rownnz[i] = n;
    d->iM_rowadr[i] = adr;
    for (int k = 0; k < n; k++) col[k] = map[from_col[k]] - first;
    vec_copy(d->iM + adr, d->M + from, n);
    vec_copy(d->iLD + adr, d->qLD + from, n);
    d->iLDiagInv[i] = d->qLDiagInv[dof];
    adr += n;
  }
}

// Whether rows i and i + 1 in island order have the same columns; in efc order they may not be
// adjacent.
static int goes_on(const mjData* d, int i) {
  int row = d->map_iefc2efc[i], next = d->map_iefc2efc[i + 1], n = d->iefc_J_rownnz[i];
  if (next == row + 1) return d->efc_J_rowsuper[row] > 0;
  return n == d->iefc_J_rownnz[i + 1] &&
         !memcmp(d->iefc_J_colind + d->iefc_J_rowadr[i], d->iefc_J_colind + d->iefc_J_rowadr[i + 1],
                 sizeof(int) * n);
}

static void copy_sparse_jacobian(mjData* d) {
  int adr = 0;
  for (int i = 0; i < d->nefc; i++) {
    int row = d->map_iefc2efc[i], from = d->efc_J_rowadr[row], n = d->efc_J_rownnz[row];
    int shift = d->island_idofadr[d->efc_island[row]];
    d->iefc_J_rownnz[i] = n;
    d->iefc_J_rowadr[i] = adr;
    vec_copy(d->iefc_J + adr, d->efc_J + from, n);
    if (i && row && d->map_iefc2efc[i - 1] == row - 1 && d->efc_J_rowsuper[row - 1] > 0) {
      copy_ints(d->iefc_J_colind + adr, d->iefc_J_colind + adr - n, n);
    } else {
      const int* col = d->efc_J_colind + from;
      for (int k = 0; k < n; k++) d->iefc_J_colind[adr + k] = d->map_dof2idof[col[k]] - shift;
    }
    adr += n;
  }
  for (int k = 0; k < d->nisland; k++) {
    int first = d->island_iefcadr[k], last = first + d->island_nefc[k] - 1;
    d->iefc_J_rowsuper[last] = 0;
    for (int i = last - 1; i >= first; i--) {
      d->iefc_J_rowsuper[i] = goes_on(d, i) ? d->iefc_J_rowsuper[i + 1] + 1 : 0;
    }
  }
}

// The block of island k starts at nidof * (its first row); its rows have the island's number of
// dofs.
static void copy_dense_jacobian(const mjModel* m, mjData* d) {
  for (int k = 0; k < d->nisland; k++) {
    int nv = d->island_nv[k], first = d->island_iefcadr[k];
    const int* dof = d->map_idof2dof + d->island_idofadr[k];
    mjtNum* restrict to = d->iefc_J + (size_t)d->nidof * first;
    for (int i = first; i < first + d->island_nefc[k]; i++, to += nv) {
      const mjtNum* restrict from = d->efc_J + (size_t)d->map_iefc2efc[i] * m->nv;
      for (int j = 0; j < nv; j++) to[j] = from[dof[j]];
    }
  }
}

static void copy_rows(mjData* d) {
  for (int i = 0; i < d->nefc; i++) {
    int row = d->map_iefc2efc[i];
    d->iefc_type[i] = d->efc_type[row];
    d->iefc_id[i] = d->efc_id[row];
    d->iefc_frictionloss[i] = d->efc_frictionloss[row];
    d->iefc_D[i] = d->efc_D[row];
    d->iefc_R[i] = d->efc_R[row];
  }
}

int islands_valid(const mjModel* m, const mjData* d) {
  int dofs = 0, rows = 0;
  for (int k = 0; k < d->nisland; k++) {
    if (d->island_idofadr[k] != dofs || d->island_iefcadr[k] != rows) return 0;
    dofs += d->island_nv[k];
    rows += d->island_nefc[k];
  }
  if (dofs != d->nidof || rows != d->nefc) return 0;
  for (int i = 0; i < m->nv; i++) {
    int k = d->dof_island[i], to = d->map_dof2idof[i];
    if (to < 0 || to >= m->nv || d->map_idof2dof[to] != i || (k < 0) != (to >= dofs)) return 0;
    if (k >= 0 && (to < d->island_idofadr[k] || to >= d->island_idofadr[k] + d->island_nv[k]))
      return 0;
  }
  for (int i = 0; i < d->nefc; i++) {
    int k = d->efc_island[i], to = d->map_efc2iefc[i];
    if (k < 0 || k >= d->nisland || to < d->island_iefcadr[k]) return 0;
    if (to >= d->island_iefcadr[k] + d->island_nefc[k] || d->map_iefc2efc[to] != i) return 0;
  }
  return 1;
}

static void make_islands(const mjModel* m, mjData* d, int* tree_island, int* row_island) {
  find_islands(m, d, tree_island, row_island);
  int same_dofs = keeps_dofs(m, d, tree_island);
  forget_islands(d);
  share_rows(m, d, same_dofs);
  if (!reserve_islands(m, d)) {
    rows_give_up(d);
    return;
  }
  order_dofs(m, d, tree_island);
  order_rows(d, row_island);
  assert(islands_valid(m, d));
  copy_inertia(m, d, same_dofs);
  if (d->iefc_type != d->efc_type) copy_rows(d);
  if (d->iefc_J == d->efc_J) return;
  if (is_sparse(m)) {
    copy_sparse_jacobian(d);
  } else {
    copy_dense_jacobian(m, d);
  }
}

// List the trees of each island; trees without an island come last.
static void order_trees(const mjModel* m, mjData* d) {
  int* to = d->island_itreeadr;
  for (int k = 0; k < d->nisland; k++) d->island_ntree[k] = 0;
  for (int t = 0; t < m->ntree; t++) {
    if (d->tree_island[t] >= 0) d->island_ntree[d->tree_island[t]]++;
  }
  csr_pack_rows(to, d->island_ntree, d->nisland);
  int rest = d->nisland ? to[d->nisland - 1] + d->island_ntree[d->nisland - 1] : 0;
  for (int t = 0; t < m->ntree; t++) {
    int k = d->tree_island[t];
    d->map_itree2tree[k < 0 ? rest++ : to[k]++] = t;
  }
  for (int k = 0; k < d->nisland; k++) to[k] -= d->island_ntree[k];
}

void mj_island(const mjModel* m, mjData* d) {
  NEED(m, d);
  d->nisland = d->nidof = 0;
  if (mjDISABLED(mjDSBL_ISLAND) || !d->nefc) return;
  mj_markStack(d);
  int* row_island = mj_stackAllocInt(d, d->nefc);
  make_islands(m, d, d->tree_island, row_island);
  order_trees(m, d);
  mj_freeStack(d);
}
