// The hard-contact methods by name and number, from the rows of model/solver_type.h.
#pragma once

#include "constraint/hard/assemble.h"

typedef struct {
  int number;        // engSolver, of mjOption.solver
  const char* name;  // value of the MJCF attribute option/solver
  int ncp;           // whether it solves Coulomb's law (NCP); else the convex relaxation (CCP)
  hard_need need;    // what to prepare, see assemble.h
  // f: on entry initial impulses (zeros: none), if the method can use them; on return the solution
  void (*solve)(mjData* d, const hard_problem* p, const hard_options* o, mjtNum* f,
                hard_result* result);
} hard_method;

extern const hard_method hard_methods[];
extern const int hard_nmethod;

// The method with that number, NULL if there is none.
const hard_method* hard_method_of(int number);
