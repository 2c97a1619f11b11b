// Where the numbers of an element are in the state: what keyframes and recompilation go by.
#pragma once

#include "compile/build.h"

// Write the addresses of joints, actuators and mocap bodies to their elements.
void addresses_write(build* b);

// Let go of the scratch of the compilation, all but what addresses_restore needs: work arrays are
// gone after this.
void addresses_keep_only(build* b);

// Put back what addresses_write overwrote, if it was run: the model was not made after all.
void addresses_restore(build* b);
