// What the options of a model imply.
#pragma once

#include <stdbool.h>

#include <engine/model_types.h>

// From this many degrees of freedom on, sparse Jacobians pay off.
#define SPARSE_NV 60

static inline bool is_sparse(const mjModel* m) {
  return m->opt.jacobian == mjJAC_SPARSE || (m->opt.jacobian == mjJAC_AUTO && m->nv >= SPARSE_NV);
}

static inline bool is_pyramidal(const mjModel* m) { return m->opt.cone == mjCONE_PYRAMIDAL; }
