// Decisions that follow from the options of a model.
#pragma once

#include <stdbool.h>

#include <engine/model_types.h>

// With at least this many degrees of freedom sparse Jacobians are faster than dense ones.
#define SPARSE_NV 60

static inline bool is_sparse(const mjModel* m) {
  return m->opt.jacobian == mjJAC_SPARSE || (m->opt.jacobian == mjJAC_AUTO && m->nv >= SPARSE_NV);
}

static inline bool is_pyramidal(const mjModel* m) { return m->opt.cone == mjCONE_PYRAMIDAL; }
