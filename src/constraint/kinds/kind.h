// The table of constraint kinds.
#pragma once

#include "constraint/row_set.h"

typedef struct {
  const char* name;
  force_set set;                              // in which the forces of its rows lie
  int (*contact_rows)(const mjContact* con);  // of one contact; NULL for what is no contact
} constraint_kind;

// By mjtConstraint.
const constraint_kind* kind_of_type(int type);
