// The same in C++.
#include "program.c"
