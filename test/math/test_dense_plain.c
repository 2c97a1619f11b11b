// The same tests of the dense kernels as plain C makes them, without vector registers.
#define LANES 1
#include "math/dense.c"
#include "math/vector.c"
#include "math/test_dense.c"
