// The second derivative of an elliptic contact as a product of rows.
#pragma once

#include "constraint/problem.h"

// With the Hessian of a cone's contact factored into C C', fill in the rows C'J (b->n x n, n being
// the length of its rows in the Jacobian), whose square is the contact's term.
void cone_rows(const problem* p, const row_block* b, int n, mjtNum* rows);
