// When efc_AR is made.
#pragma once

// Forward dynamics make efc_AR, for dual solvers, when there are at most this many rows: its
// numbers grow with the square of the rows.  mj_projectConstraint makes it whatever their number.
enum { PROJECT_MAXROWS = 256 };
