// What a scene holds of flexes and skins: triangles in the world, ready to be drawn.
#pragma once

#include <engine/visual.h>

// Most faces a flex can have in a scene.
int flex_face_capacity(const mjModel* m, int flex);

// Vertices and faces of all flexes, as the options want them.  The scene must have been made for
// this model, else it is an error.  Uses the stack of d.
void flex_update_faces(const mjModel* m, mjData* d, const mjvOption* opt, mjvScene* scn);

// Vertices and normals of the skins in visible groups, zeros for the others.  The same holds for
// the scene.
void skin_update(const mjModel* m, const mjData* d, const mjvOption* opt, mjvScene* scn);
