// The Hessian of an elliptic contact written as the square of a few rows.
#pragma once

#include "constraint/problem.h"

// With contact.H factored into C C', computes the rows C'J (b->n x n, where n is the length of the
// contact's rows in the Jacobian); the contact's Hessian term is the sum of their squares.
void cone_rows(const problem* p, const row_block* b, int n, mjtNum* rows);
