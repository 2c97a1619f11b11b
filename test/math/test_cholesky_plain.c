// The same tests of Cholesky as plain C makes it, without vector registers.
#define LANES 1
#include "math/cholesky.c"
#include "math/band.c"
#include "math/test_cholesky.c"
