#include "model/index_arrays.h"

#include "model/level.h"

static void fill_bodies(mjModel* m) {
  // mocap bodies count as moving: the user moves them
  bool mocap_leads = level_has(m, engLEVEL_MOCAP);
  m->body_rootid[0] = m->body_weldid[0] = 0;
  for (int b = 1; b < m->nbody; b++) {
    int parent = m->body_parentid[b];
    m->body_rootid[b] = parent ? m->body_rootid[parent] : b;
    int leads = m->body_jntnum[b] || (mocap_leads && m->body_mocapid[b] >= 0);
    m->body_weldid[b] = leads ? b : m->body_weldid[parent];
  }
}

// dof_parentid: within a body the previous dof; for the first dof of a body the last dof of its
// nearest ancestor that has dofs, which is the body that its parent is welded to.
static void fill_dofs(mjModel* m) {
  int adr = 0;
  m->ntree = 0;
  for (int b = 0; b < m->nbody; b++) {
    int last = -1;
    if (b) {
      int above = m->body_weldid[m->body_parentid[b]];
      if (m->body_dofnum[above]) last = m->body_dofadr[above] + m->body_dofnum[above] - 1;
    }
    for (int k = 0; k < m->body_dofnum[b]; k++) {
      int i = m->body_dofadr[b] + k;
      m->dof_bodyid[i] = b;
      m->dof_parentid[i] = last;
      m->dof_treeid[i] = last < 0 ? m->ntree++ : m->dof_treeid[last];
      m->dof_Madr[i] = adr;
      for (int j = i; j >= 0; j = m->dof_parentid[j]) adr++;
      last = i;
    }
  }
  for (int j = 0; j < m->njnt; j++) {
    int end = j + 1 < m->njnt ? m->jnt_dofadr[j + 1] : m->nv;
    for (int i = m->jnt_dofadr[j]; i < end; i++) m->dof_jntid[i] = j;
  }
}

static void fill_runs(mjModel* m) {
  for (int i = m->nv - 1; i >= 0; i--) {
    int next = i + 1 < m->nv ? m->dof_simplenum[i + 1] : 0;
    m->dof_simplenum[i] = m->body_simple[m->dof_bodyid[i]] ? next + 1 : 0;
  }
  for (int b = 0; b < m->nbody; b++) {
    int weld = m->body_weldid[b];
    m->body_treeid[b] = m->body_dofnum[weld] ? m->dof_treeid[m->body_dofadr[weld]] : -1;
  }
}

void index_arrays_fill(mjModel* m) {
  fill_bodies(m);
  fill_dofs(m);
  fill_runs(m);
}
