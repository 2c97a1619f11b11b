// Stiffness matrix of a flex: minus the derivative of the forces of elements, bending edges and
// cells with respect to the positions of vertices or nodes, without the terms that are negative.
#pragma once

#include <engine/data_types.h>

// A 3 x 3 block at the rows of point a and the columns of point b, each given by its first dof
// (three slides), a >= b.  A pair may come several times; its blocks add up.
typedef struct {
  void (*add)(void* to, int a, int b, const mjtNum block[9]);
  void* to;
} stiffness_sink;

// All blocks of a flex.  Points without three slide dofs of their own are left out.
void flex_stiffness(const mjModel* m, mjData* d, int flex, const stiffness_sink* sink);

// Whether the flex has any such stiffness.
int flex_is_elastic(const mjModel* m, int flex);
