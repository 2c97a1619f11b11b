// Flattening the specification into the work arrays, in the order of ids.
#pragma once

#include "compile/build.h"

// Check what must hold of the specification as a whole, give missing names and missing keyframes.
void number_check_spec(build* b);

// Fill the work arrays (src, body, tree and adr/num members) and set element.id of all elements.
void number_elements(build* b);

// Give ids, addresses and counts anew after bodies were fused or elements discarded, and the
// address of every joint in qpos and qvel.
void number_again(build* b);
