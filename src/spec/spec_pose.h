// Poses of elements in a specification.
#pragma once

#include "spec/element.h"

// The rotation of an element from its quaternion or its alternative orientation, in the units of
// its specification. Returns NULL, or what is wrong with it.
const char* spec_orientation(double q[4], const element* e, const double quat[4],
                             const mjsOrientation* alt);

// Fold a frame's pose into everything directly inside it; these elements then belong to the
// enclosing frame.  Poses relative to the body do not change.  Returns NULL, or what is wrong.
const char* spec_fold_frame(spec_frame* f);
