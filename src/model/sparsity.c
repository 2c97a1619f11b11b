#include "model/sparsity.h"

// The chain of a dof is the dof and its ancestors; chain length is their number.  Bodies are
// numbered depth first, so that the dofs of a subtree are contiguous and all their ancestors
// precede them.

void sparsity_count(mjModel* size, const sparsity_tree* tree, int* work) {
  int n = tree->nbody;
  int *chain = work,
      *below = work + n;  // numbers of dofs from the root to body b, and of dofs in its subtree
  size->nM = size->nC = size->nB = 0;
  int nv = 0;
  for (int b = 0; b < n; b++) {
    int above = b ? chain[tree->parent[b]] : 0, own = tree->dofnum[b];
    chain[b] = above + own;
    below[b] = own;
    int entries = own * above + own * (own + 1) / 2;
    size->nM += entries;
    size->nC += tree->simple[b] ? own : entries;
    nv += own;
  }
  for (int b = n - 1; b > 0; b--) below[tree->parent[b]] += below[b];
  for (int b = 0; b < n; b++) size->nB += chain[b] - tree->dofnum[b] + below[b];
  size->nD = 2 * size->nM - nv;
}

// Chain length of each dof, from the layout of qM.
static int chain_length(const mjModel* m, int dof) {
  return (dof + 1 < m->nv ? m->dof_Madr[dof + 1] : m->nM) - m->dof_Madr[dof];
}

// Write the chain of dof, ascending, to row; returns its length.
static int write_chain(const mjModel* m, int* row, int dof) {
  int n = dof < 0 ? 0 : chain_length(m, dof);
  for (int k = n - 1; k >= 0; k--) {
    row[k] = dof;
    dof = m->dof_parentid[dof];
  }
  return n;
}

// The last dof among the ancestors of body b, -1 if none.
static int dof_above(const mjModel* m, int b) {
  do { b = m->body_parentid[b]; } while (b && !m->body_dofnum[b]);
  return b ? m->body_dofadr[b] + m->body_dofnum[b] - 1 : -1;
}

// Row b: the dofs that move body b (its chain above), then those of its subtree.
static void fill_B(mjModel* m, int* work) {
  int n = m->nbody;
  int *size = work,
      *start = work + n;  // number of bodies in each subtree; number of dofs in all bodies before
  start[0] = 0;
  for (int b = 0; b < n; b++) {
    size[b] = 1;
    start[b + 1] = start[b] + m->body_dofnum[b];
  }
  for (int b = n - 1; b > 0; b--) size[m->body_parentid[b]] += size[b];
  int adr = 0;
  for (int b = 0; b < n; b++) {
    int* row = m->B_colind + adr;
    int nnz = b ? write_chain(m, row, dof_above(m, b)) : 0;
    for (int i = start[b]; i < start[b + size[b]]; i++) row[nnz++] = i;
    m->B_rowadr[b] = adr;
    m->B_rownnz[b] = nnz;
    adr += nnz;
  }
}

// Row i: the chain of dof i, or just i in simple bodies.
static void fill_M(mjModel* m) {
  int adr = 0;
  for (int i = 0; i < m->nv; i++) {
    int length = chain_length(m, i), nnz = length;
    if (m->dof_simplenum[i]) {
      m->M_colind[adr] = i;
      nnz = 1;
    } else {
      write_chain(m, m->M_colind + adr, i);
    }
    for (int k = 0; k < nnz; k++) m->mapM2M[adr + k] = m->dof_Madr[i] + nnz - 1 - k;
    m->M_rowadr[i] = adr;
    m->M_rownnz[i] = nnz;
    adr += nnz;
  }
}

// Row i: ancestors and descendants of dof i, which is the row of its body in B.
static void fill_D(mjModel* m) {
  int adr = 0;
  for (int i = 0; i < m->nv; i++) {
    int b = m->dof_bodyid[i], nnz = m->B_rownnz[b];
    for (int k = 0; k < nnz; k++) m->D_colind[adr + k] = m->B_colind[m->B_rowadr[b] + k];
    m->D_rowadr[i] = adr;
    m->D_rownnz[i] = nnz;
    m->D_diag[i] = chain_length(m, i) - 1;
    adr += nnz;
  }
}

// Up to its diagonal a row of D equals the same row of M.  Beyond it, entry (i, j) is found in row
// j of M at the index that is the depth of dof i.
static void fill_maps(mjModel* m) {
  for (int i = 0; i < m->nv; i++) {
    int diag = m->D_diag[i];
    const int* col = m->D_colind + m->D_rowadr[i];
    int* map = m->mapM2D + m->D_rowadr[i];
    int simple = m->dof_simplenum[i];
    for (int k = 0; k < diag; k++) map[k] = simple ? -1 : m->M_rowadr[i] + k;
    map[diag] = m->M_rowadr[i] + (simple ? 0 : diag);
    for (int k = diag + 1; k < m->D_rownnz[i]; k++) {
      int j = col[k];
      map[k] = m->dof_simplenum[j] ? -1 : m->M_rowadr[j] + diag;
    }
    for (int k = 0; k < m->M_rownnz[i]; k++) {
      m->mapD2M[m->M_rowadr[i] + k] = m->D_rowadr[i] + (simple ? diag : k);
    }
  }
}

void sparsity_fill(mjModel* m, int* work) {
  fill_B(m, work);
  fill_M(m);
  fill_D(m);
  fill_maps(m);
}
