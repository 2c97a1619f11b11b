// The inertia matrix of a problem, or the metric that replaces it, and its factor.
#pragma once

#include "constraint/operator/multifrontal.h"

// Factor p->M, a metric: like M, or, where it couples dofs that M does not, as a sparse matrix of
// any pattern.
void inertia_factor(mjData* d, problem* p, int coupled);

// Make LD the factor of a matrix on the pattern of M.
void inertia_factor_tree(mjData* d, problem* p, csr_pattern P, const mjtNum* M);

// r = M x
void inertia_mul(const problem* p, mjtNum* r, const mjtNum* x);

// x = M^-1 x
void inertia_solve(const problem* p, mjtNum* x);
