// What is made of the hulls of meshes in one mj_collision and kept from pair to pair.
#pragma once

#include "collision/hull_shell.h"

typedef struct {
  hull_samples samples;
  hull_shells shells;
} kept_hulls;

static inline void kept_hulls_clear(kept_hulls* hulls) {
  hull_samples_clear(&hulls->samples);
  hull_shells_clear(&hulls->shells);
}
