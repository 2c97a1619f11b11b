// Computes again what follows from the tree of bodies and joints, and compares.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "model/index_arrays.h"
#include "model/joint_type.h"
#include "model/sparsity.h"
#include "model/validate_part.h"

// Bodies must be numbered depth first: the parent of a body is the body before it or one of its
// ancestors.
static bool order_problem(const mjModel* m, report* r) {
  if (m->nbody && m->body_parentid[0]) return reference_problem(r, "body_parentid[0] is not 0");
  for (int b = 1; b < m->nbody; b++) {
    int parent = m->body_parentid[b], above = b - 1;
    if (parent >= b) return reference_problem(r, "body_parentid[%d] is not a body before it", b);
    while (above > parent) above = m->body_parentid[above];
    if (above != parent) return reference_problem(r, "body_parentid[%d] is not depth first", b);
  }
  return false;
}

// Elements are sorted by body: each body has a range [adr, adr + num), with adr = -1 when it is
// empty.
typedef struct {
  const char* name;
  const int *adr, *num;  // per body
  const int* bodyid;     // per element; NULL for elements without a body id
  int n;
} members;

static bool members_problem(const mjModel* m, report* r, members of) {
  const int *adr = of.adr, *num = of.num, *bodyid = of.bodyid;
  const char* name = of.name;
  int next = 0;
  for (int b = 0; b < m->nbody; b++) {
    if (adr[b] != (num[b] ? next : -1)) {
      return reference_problem(r, "body_%sadr[%d] is not where those before end", name, b);
    }
    for (int i = 0; i < num[b]; i++) {
      if (bodyid && bodyid[next + i] != b) {
        return reference_problem(r, "the %ss of body %d belong to others", name, b);
      }
    }
    next += num[b];
  }
  return next != of.n && reference_problem(r, "not every %s has a body", name);
}

static bool joint_problem(const mjModel* m, report* r) {
  int qpos = 0, dof = 0;
  for (int j = 0; j < m->njnt; j++) {
    int type = m->jnt_type[j];
    if (!joint_type_exists(type)) { return reference_problem(r, "jnt_type[%d] is unknown", j); }
    if (m->jnt_qposadr[j] != qpos || m->jnt_dofadr[j] != dof) {
      return reference_problem(r, "jnt_qposadr[%d], jnt_dofadr[%d] are not where those before end",
                               j, j);
    }
    qpos += joint_nq(type);
    dof += joint_nv(type);
  }
  if (qpos != m->nq || dof != m->nv) {
    return reference_problem(r, "nq and nv are not what the joints need");
  }
  for (int b = 0; b < m->nbody; b++) {
    int first = m->body_jntadr[b], n = m->body_jntnum[b];
    int end = n ? first + n : 0;
    dof = n ? (end < m->njnt ? m->jnt_dofadr[end] : m->nv) - m->jnt_dofadr[first] : 0;
    if (m->body_dofnum[b] != dof) {
      return reference_problem(r, "body_dofnum[%d] is not what its joints need", b);
    }
  }
  return false;
}

// Checks nM, nC, nB and nD.  chain, below: scratch of nbody ints each.
static bool size_problem(const mjModel* m, report* r, int* chain, int* below) {
  int64_t nM = 0, nC = 0, nB = 0;
  for (int b = 0; b < m->nbody; b++) {
    int64_t above = b ? chain[m->body_parentid[b]] : 0, own = m->body_dofnum[b];
    int64_t entries = own * above + own * (own + 1) / 2;
    chain[b] = (int)(above + own);
    below[b] = (int)own;
    nM += entries;
    nC += m->body_simple[b] ? own : entries;
  }
  for (int b = m->nbody - 1; b > 0; b--) below[m->body_parentid[b]] += below[b];
  for (int b = 0; b < m->nbody; b++) nB += chain[b] - m->body_dofnum[b] + below[b];
  const char* name = nM != m->nM               ? "nM"
                     : nC != m->nC             ? "nC"
                     : nB != m->nB             ? "nB"
                     : 2 * nM - m->nv != m->nD ? "nD"
                                               : NULL;
  return name && reference_problem(r, "%s is not what the tree needs", name);
}

// X(array, size)
#define DERIVED         \
  X(body_rootid, nbody) \
  X(body_weldid, nbody) \
  X(body_treeid, nbody) \
  X(dof_bodyid, nv)     \
  X(dof_jntid, nv)      \
  X(dof_parentid, nv)   \
  X(dof_treeid, nv)     \
  X(dof_Madr, nv)       \
  X(dof_simplenum, nv)  \
  X(B_rownnz, nbody)    \
  X(B_rowadr, nbody)    \
  X(B_colind, nB)       \
  X(M_rownnz, nv)       \
  X(M_rowadr, nv)       \
  X(M_colind, nC)       \
  X(mapM2M, nC)         \
  X(D_rownnz, nv)       \
  X(D_rowadr, nv)       \
  X(D_diag, nv)         \
  X(D_colind, nD)       \
  X(mapM2D, nD)         \
  X(mapD2M, nC)

// Compute the derived arrays in `work` and compare them.
static bool derived_problem(const mjModel* m, report* r, int* work) {
  mjModel again = *m;
#define X(array, n)   \
  again.array = work; \
  work += m->n;
  DERIVED
#undef X
  index_arrays_fill(&again);
  if (again.ntree != m->ntree) return reference_problem(r, "ntree is not the number of trees");
  sparsity_fill(&again, work);
#define X(array, n)                                                                       \
  for (int i = 0; i < m->n; i++) {                                                        \
    if (m->array[i] != again.array[i]) {                                                  \
      return reference_problem(r, #array "[%d] is %d, the tree needs %d", i, m->array[i], \
                               again.array[i]);                                           \
    }                                                                                     \
  }
  DERIVED
#undef X
  return false;
}

bool numbering_problem(const mjModel* m, report* r) {
  if (order_problem(m, r) ||
      members_problem(m, r,
                      (members){"jnt", m->body_jntadr, m->body_jntnum, m->jnt_bodyid, m->njnt}) ||
      members_problem(
          m, r, (members){"geom", m->body_geomadr, m->body_geomnum, m->geom_bodyid, m->ngeom}) ||
      members_problem(m, r, (members){"dof", m->body_dofadr, m->body_dofnum, NULL, m->nv}) ||
      joint_problem(m, r)) {
    return true;
  }
#define X(array, n) +(size_t)m->n
  size_t n = 2 * (size_t)m->nbody + 1 DERIVED;
#undef X
  int* work = malloc(sizeof(int) * n);
  if (!work) return no_memory_problem(r);
  bool bad = size_problem(m, r, work, work + m->nbody) || derived_problem(m, r, work);
  free(work);
  return bad;
}
