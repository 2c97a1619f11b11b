// Flexes and skins of a scene: triangles in world coordinates, ready for rendering.
#pragma once

#include <engine/visual.h>

// Maximum number of faces of a flex in a scene.
int flex_face_capacity(const mjModel* m, int flex);

// Update vertices and faces of all flexes according to the options.  It is an error if the scene
// was made for another model.  Uses the stack of d.
void flex_update_faces(const mjModel* m, mjData* d, const mjvOption* opt, mjvScene* scn);

// Update vertices and normals of skins in visible groups, zeros for the others.  The same error
// applies.
void skin_update(const mjModel* m, const mjData* d, const mjvOption* opt, mjvScene* scn);
