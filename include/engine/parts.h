// Meshes that collide by convex parts instead of a single hull.
#pragma once

#include <engine/model_types.h>
#include <engine/spec_types.h>

#ifdef __cplusplus
extern "C" {
#endif

// Parameters and results of a convex decomposition.
typedef struct engParts_ {
  double error;  // maximum excess of the parts' volume over that of the mesh, relative; 0: 0.05
  int maxpart;   // maximum number of parts; 0: 32
  const char* folder;  // existing folder for results on disk; NULL: that of
                       // eng_keepParts
  int npart;           // out: number of parts
  double volume;       // out: of the mesh (m^3)
  double hulls;        // out: of the hulls of all parts, which do not overlap and hold the mesh, so
                       // that hulls / volume - 1 is how far they differ
  double lost;         // out: of the hulls what is beyond the parts, which keep 64 corners each
  int known;           // out: 0: computed, 1: found in memory, 2: on disk
} engParts;

// The attribute collision="decompose" of a mesh does this when a model is compiled: its geoms
// collide by parts but remain single geoms, in contacts as well.  The following is for programs
// that want a separate geom for each part.
//
// Cut a mesh into convex parts, and let the geoms of type mesh that show it and collide use these:
// for every part a mesh MESH/partN is added and, for every such geom, one geom per part, like it
// but without mass and in group 3; the geom itself no longer collides.  Body inertias are
// preserved.  m is the model that s was compiled to; compile s again to get the parts.  Explicit
// pairs and excludes are unchanged: pairs still refer to the original geom and its hull.  The mesh
// must enclose a solid; equal triangles give equal parts, which are cached.  how may be NULL.
// Returns the number of parts, or -1 with an error in s: the mesh is not in m, is open, inside out
// or flat, no geom collides with it, or there is no memory.
// memory.
MJAPI int eng_collideByParts(mjSpec* s, mjsMesh* mesh, const mjModel* m, engParts* how);

// The default folder for parts on disk, also for collision="decompose" meshes: an existing folder,
// or NULL (the default) for none.  Must not be called while models are compiled.
MJAPI void eng_keepParts(const char* folder);

#ifdef __cplusplus
}  // extern "C"
#endif
