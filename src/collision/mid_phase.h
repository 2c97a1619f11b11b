// Which geoms of two bodies are near each other: their bounding volume trees, traversed together.
#pragma once

#include "collision/key_list.h"

// The key of a pair of geoms: that of the lower type first, a before b when the types are equal.
static inline uint64_t geom_key(const mjModel* m, int a, int b) {
  int swap = m->geom_type[a] > m->geom_type[b];
  return (uint64_t)(unsigned)(swap ? b : a) << 32 | (unsigned)(swap ? a : b);
}
static inline int geom_key_first(uint64_t key) { return (int)(key >> 32); }
static inline int geom_key_second(uint64_t key) { return (int)(key & 0xFFFFFFFFu); }

// Add the geom_keys of bodies b1 and b2 whose boxes and spheres are near each other.  Both bodies
// have trees.  Nodes that are near are marked in bvh_active when the visual options ask for it.
void mid_phase_bodies(const mjModel* m, mjData* d, int b1, int b2, key_list* list);
