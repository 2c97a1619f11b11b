// What a mouse motion means in space.
#pragma once

#include <engine/visual.h>

#include <stdbool.h>
#include <engine/visual.h>

// The motion of an action as a vector, x to the right, y into the depth, z up, turned so that y
// points along forward.  False after an error for an unknown action; zero for those without one.
bool mouse_vector(mjtNum vec[3], int action, mjtNum reldx, mjtNum reldy, const mjtNum forward[3]);

// Length at the depth of a point that a motion over the height of the window covers.
mjtNum mouse_scale(const mjvScene* scn, const mjtNum point[3], bool orthographic);

// The eyes of a camera that is neither fixed nor follows anything.
void free_eyes(const mjModel* m, const mjvCamera* cam, mjvGLCamera eye[2]);
