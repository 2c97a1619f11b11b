// The methods by name and number: rows of model/solver_type.h.
#pragma once

#include "constraint/hard/assemble.h"

typedef struct {
  int number;        // engSolver, of mjOption.solver
  const char* name;  // as option/solver says it
  int ncp;           // Coulomb's law; else the convex relaxation
  hard_need need;    // rows (Z), the matrix D, or a factor of D + S
  // f: in, impulses to start from (zeros: none), which those methods take that can; out, the answer
  void (*solve)(mjData* d, const hard_problem* p, const hard_options* o, mjtNum* f,
                hard_result* result);
} hard_method;

extern const hard_method hard_methods[];
extern const int hard_nmethod;

// The method of that number, NULL when there is none.
const hard_method* hard_method_of(int number);
