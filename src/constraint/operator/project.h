// The size limit for an explicit dual matrix.
#pragma once

// For dual solvers, forward dynamics makes efc_AR if there are at most this many rows, since its
// size grows with the square of the rows.  mj_projectConstraint makes it for any number.
enum { PROJECT_MAXROWS = 256 };
