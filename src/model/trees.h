// Kinematic trees: what each consists of, which ones tendons pass, and whether they may sleep.
#pragma once

#include <stdbool.h>

#include <engine/data_types.h>

// Bodies and dofs of each tree, and the trees along each tendon, from the arrays of 3.3.7.
void trees_fill(mjModel* m);

// The policies that are still mjSLEEP_AUTO.  False when the user allows a tree to sleep that a
// tendon pulls at: then tree and tendon are set to these two.
bool trees_settle_policy(mjModel* m, int* tree, int* tendon);

// dof_length, at qpos0.
void trees_measure(mjModel* m);

// Whether the model says anything of sleeping: by its flag or by a policy of the user.
bool trees_may_sleep(const mjModel* m);

// The tree of a joint and of the body a site is on; -1: of what is static.
static inline int tree_of_joint(const mjModel* m, int joint) {
  return m->body_treeid[m->jnt_bodyid[joint]];
}
static inline int tree_of_site(const mjModel* m, int site) {
  return m->body_treeid[m->site_bodyid[site]];
}

// The tree that element e of the paths of tendons is on; -1: of none.
int tree_on_path(const mjModel* m, int e);

// The first position of a tree; those of tree t end where those of tree t + 1 begin.
static inline int tree_qpos(const mjModel* m, int tree) {
  return tree < m->ntree ? m->jnt_qposadr[m->dof_jntid[m->tree_dofadr[tree]]] : m->nq;
}

// The body of vertex or node i of a flex, and how many of them there are.
static inline int flex_point_count(const mjModel* m, int flex) {
  return m->flex_interp[flex] ? m->flex_nodenum[flex] : m->flex_vertnum[flex];
}
static inline int flex_point_body(const mjModel* m, int flex, int i) {
  return m->flex_interp[flex] ? m->flex_nodebodyid[m->flex_nodeadr[flex] + i]
                              : m->flex_vertbodyid[m->flex_vertadr[flex] + i];
}
