// The second derivative of an elliptic contact as a product of rows.
#pragma once

#include "constraint/problem.h"

// With the Hessian of the contact at row i factored into C C', fill in the rows C'J (dim x n, n
// being the length of its rows in the Jacobian), whose square is the contact's term.  Returns dim.
int cone_rows(const problem* p, int i, int n, mjtNum* rows);
