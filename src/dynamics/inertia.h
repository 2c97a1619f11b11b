// The pattern of mjData.M, qLD and qH.
#pragma once

#include <engine/data_types.h>

#include "dynamics/ldl.h"

static inline tree_pattern inertia_pattern(const mjModel* m) {
  return (tree_pattern){m->nv, m->M_rownnz, m->M_rowadr, m->M_colind};
}
