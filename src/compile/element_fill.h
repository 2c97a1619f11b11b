// Expands rows of the element table to assignments of model arrays: the variables `m`, the element
// `src` and its id `i` must be in scope and, for joints, the range `dof` to `dof_end` of its
// degrees of freedom.
#pragma once

#include <string.h>
#include "spec/number_rows.h"

#define ONE(attribute, field, initially, model, kind)  FILL(ONE, field, MODEL_##model)
#define MANY(attribute, field, initially, model, kind) FILL(MANY, field, MODEL_##model)
#define HIDDEN(field, model)                           FILL(MANY, field, MODEL_##model)

#define MODEL_COPIED(array)                            ROW, array
#define MODEL_FILLED(array)                            ROW, array
#define MODEL_DOFS(array)                              DOFS, array
#define MODEL_BACK(array)                              SKIP, array
#define MODEL_OWN                                      SKIP, 0

#define FILL(count, field, ...)                        FILL_(count, field, __VA_ARGS__)
#define FILL_(count, field, way, array)                FILL_##count##_##way(field, array)

#define FILL_ONE_SKIP(field, array)
#define FILL_MANY_SKIP(field, array)
#define FILL_ONE_ROW(field, array)  m->array[i] = src->field;
#define FILL_MANY_ROW(field, array) FILL_NUMBERS(field, array, i)
#define FILL_ONE_DOFS(field, array) \
  for (int k_ = dof; k_ < dof_end; k_++) m->array[k_] = src->field;
#define FILL_MANY_DOFS(field, array) \
  for (int k_ = dof; k_ < dof_end; k_++) FILL_NUMBERS(field, array, k_)
#define FILL_NUMBERS(field, array, at)                                                      \
  {                                                                                         \
    _Static_assert(sizeof *src->field == sizeof *m->array, "a field and its array differ"); \
    memcpy(m->array + sizeof src->field / sizeof *m->array * (size_t)(at), src->field,      \
           sizeof src->field);                                                              \
  }
