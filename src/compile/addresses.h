// Addresses of elements in the state, needed by keyframes and recompilation.
#pragma once

#include "compile/build.h"

// Store the addresses of joints, actuators and mocap bodies in their elements.
void addresses_write(build* b);

// Free all scratch of the compilation except what addresses_restore needs; the work arrays are
// invalid afterwards.
void addresses_keep_only(build* b);

// Undo addresses_write, if it has run: no model was made after all.
void addresses_restore(build* b);
