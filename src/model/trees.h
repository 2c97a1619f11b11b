// Kinematic trees: what each consists of, which ones tendons connect, and whether they may sleep.
#pragma once

#include <stdbool.h>

#include <engine/data_types.h>

// Fill the ranges of bodies and dofs of each tree, and the trees along each tendon.
void trees_fill(mjModel* m);

// Replace mjSLEEP_AUTO by a definite policy.  False when the user allows a tree to sleep that is
// tied by a tendon: *tree and *tendon are then set to these.
bool trees_settle_policy(mjModel* m, int* tree, int* tendon);

// Fill dof_length, at qpos0.
void trees_measure(mjModel* m);

// Whether anything in the model enables sleeping: the flag, or a policy set by the user.
bool trees_may_sleep(const mjModel* m);

// The tree of a joint or of a site's body; -1 for static bodies.
static inline int tree_of_joint(const mjModel* m, int joint) {
  return m->body_treeid[m->jnt_bodyid[joint]];
}
static inline int tree_of_site(const mjModel* m, int site) {
  return m->body_treeid[m->site_bodyid[site]];
}

// The tree of element e in the paths of tendons; -1 for none.
int tree_on_path(const mjModel* m, int e);

// The first index in qpos of a tree; the range ends where that of the next tree begins.
static inline int tree_qpos(const mjModel* m, int tree) {
  return tree < m->ntree ? m->jnt_qposadr[m->dof_jntid[m->tree_dofadr[tree]]] : m->nq;
}

// flex_point_count: number of points (nodes, or else vertices) that carry a flex.  flex_point_body:
// body of point i.
static inline int flex_point_count(const mjModel* m, int flex) {
  return m->flex_interp[flex] ? m->flex_nodenum[flex] : m->flex_vertnum[flex];
}
static inline int flex_point_body(const mjModel* m, int flex, int i) {
  return m->flex_interp[flex] ? m->flex_nodebodyid[m->flex_nodeadr[flex] + i]
                              : m->flex_vertbodyid[m->flex_vertadr[flex] + i];
}
