// Models out of files of scenes: OBJ with materials, glTF, Collada.
#pragma once

#include <stdbool.h>
#include <engine/spec.h>

// Is that file a scene, by its name?
bool scene_named(const char* path);

// A specification with one body, called as the file: a geom of group 2 for every material, without
// mass and contacts; one of all triangles in group 3 that collides and has the mass, if they have a
// hull; materials and textures.  The body is turned so that what the format calls up is z.  NULL
// after an error.
mjSpec* scene_parse(const char* path, const mjVFS* vfs, char* error, int nerror);

typedef struct {
  void (*named)(void* arg, const char* name);
  void* arg;
} scene_listener;

// Tell the names of the files that a scene needs, relative to its own; false when it cannot be
// read, and why.
bool scene_needs(const char* path, const scene_listener* to, char* problem, int n);
