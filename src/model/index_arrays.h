// The index arrays of mjModel that follow from the body tree: roots, welds, dof trees, simple dofs.
#pragma once

#include <engine/model_types.h>

// From body_parentid, body_jnt*, body_dof*, body_simple and jnt_* fill body_rootid, body_weldid,
// body_treeid, dof_bodyid, dof_jntid, dof_parentid, dof_treeid, dof_Madr and dof_simplenum, and set
// ntree.
void index_arrays_fill(mjModel* m);
