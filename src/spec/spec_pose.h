// Poses of elements as their specification gives them.
#pragma once

#include "spec/element.h"

// The rotation an element has by its quaternion or the alternative given instead, in the units of
// the specification it was made in.  NULL, or what is wrong with it.
const char* spec_orientation(double q[4], const element* e, const double quat[4],
                             const mjsOrientation* alt);

// Fold the frame's pose into everything directly in it, which then is in the frame around it; the
// places of things in their body remain.  NULL, or what is wrong.
const char* spec_fold_frame(spec_frame* f);
