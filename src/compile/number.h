// Flattening of the specification into the work arrays, in id order.
#pragma once

#include "compile/build.h"

// Check conditions on the specification as a whole; add missing names and keyframes.
void number_check_spec(build* b);

// Fill the work arrays (members src, body, tree, adr and num) and set element.id of all elements.
void number_elements(build* b);

// Renumber after bodies were fused or elements discarded: ids, addresses, counts, and joint
// addresses in qpos and qvel.
void number_again(build* b);
