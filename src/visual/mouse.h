// Conversion of mouse motion to motion in space.
#pragma once

#include <engine/visual.h>

#include <stdbool.h>
#include <engine/visual.h>

// The motion of a mouse action as a vector (x right, y forward, z up), rotated such that y points
// along `forward`.  False after an error for an unknown action; zero for actions without motion.
bool mouse_vector(mjtNum vec[3], int action, mjtNum reldx, mjtNum reldy, const mjtNum forward[3]);

// Length at the depth of a point that corresponds to a mouse motion over the window height.
mjtNum mouse_scale(const mjvScene* scn, const mjtNum point[3], bool orthographic);

// The eyes of a camera that is neither fixed nor tracking.
void free_eyes(const mjModel* m, const mjvCamera* cam, mjvGLCamera eye[2]);
