// Models from scene files: OBJ with materials, glTF, Collada.
#pragma once

#include <stdbool.h>
#include <engine/spec.h>

// Whether the file is a scene, by its extension.
bool scene_named(const char* path);

// A specification with one body, named like the file: a visual geom in group 2 for every material,
// without mass and contacts; if the triangles have a hull, a collision geom of all of them in group
// 3, with the mass; materials and textures.  The body is rotated such that the format's up axis is
// z.  NULL after an error.
mjSpec* scene_parse(const char* path, const mjVFS* vfs, char* error, int nerror);

typedef struct {
  void (*named)(void* arg, const char* name);
  void* arg;
} scene_listener;

// Calls the listener with each file that a scene needs, relative to the scene; false with a reason
// when it cannot be read.
bool scene_needs(const char* path, const scene_listener* to, char* problem, int n);
