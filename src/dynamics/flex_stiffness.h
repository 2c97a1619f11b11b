// How the elastic forces of a flex change with the positions of its vertices or nodes, as far as
// that resists: minus the derivative of the forces of elements, of edges that bend and of cells,
// without what would push on.
#pragma once

#include <engine/data_types.h>

// A pair of points, by the first of their dofs (three slides each), a >= b, and the 3 x 3 block at
// the rows of a and the columns of b.  Each pair comes once or several times; blocks add up.
typedef struct {
  void (*add)(void* to, int a, int b, const mjtNum block[9]);
  void* to;
} stiffness_sink;

// All blocks of a flex.  Points that do not move on slides of their own have none.
void flex_stiffness(const mjModel* m, mjData* d, int flex, const stiffness_sink* sink);

// Has a flex any?
int flex_is_elastic(const mjModel* m, int flex);
