// Meshes that collide as they look: in convex parts, in the place of their one hull.
#pragma once

#include <engine/model_types.h>
#include <engine/spec_types.h>

#ifdef __cplusplus
extern "C" {
#endif

// How a mesh is to be cut into parts, and what came of it.
typedef struct engParts_ {
  double error;        // volume of the parts beyond that of the mesh, over it, at most; 0: 0.05
  int maxpart;         // at most so many, whatever the error; 0: 32
  const char* folder;  // existing folder of results that are kept on disk; NULL: that of
                       // eng_keepParts
  int npart;           // out: how many there are
  double volume;       // out: of the mesh (m^3)
  double hulls;        // out: of the hulls of all parts, which do not overlap and hold the mesh, so
                       // that hulls / volume - 1 is how far they differ
  double lost;         // out: of the hulls what is beyond the parts, which keep 64 corners each
  int known;           // out: 0: computed, 1: found in memory, 2: on disk
} engParts;

// The attribute collision="decompose" of a mesh does all of it when a model is compiled: its geoms
// collide as parts and stay single geoms, in contacts too.  What follows is for programs that want
// geoms of their own for parts.
//
// Cut a mesh into convex parts and let the geoms of type mesh that show it, and collide, collide as
// these: for every part a mesh MESH/partN is added, and beside every such geom one geom of each,
// like it but without mass and in group 3; the geom itself collides no more.  Body by body inertias
// stay. m is the model that s was compiled to as it is; compile s again for one that has the parts.
// Explicit pairs and excluded bodies stay as they are: pairs name the geom, which keeps its hull
// for them.  The mesh must enclose a solid; the parts are the same for the same triangles, and are
// found again by these.  how may be NULL.  Returns the number of parts, or -1 and an error of s:
// the mesh is not in m, is open, inside out or flat, no geom collides with it, or there is no
// memory.
MJAPI int eng_collideByParts(mjSpec* s, mjsMesh* mesh, const mjModel* m, engParts* how);

// The folder in which parts are kept on disk where nothing else is said, as by the attribute
// collision="decompose" of meshes: an existing one, or NULL for none, which is so at first.  Not
// while models are compiled.
MJAPI void eng_keepParts(const char* folder);

#ifdef __cplusplus
}  // extern "C"
#endif
