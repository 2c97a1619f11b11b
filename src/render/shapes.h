// The unit shapes of geoms.
#pragma once

#include "render/renderer.h"

// Fill the slots of the built-in shapes.  False without memory.
bool shapes_upload(renderer* r, int slices, int stacks, int quads);

// The band above the horizon; width relative to the distance of the sky.
bool shapes_upload_haze(renderer* r, int slices, float width);

// A grid in the plane z = 0: positions of the cell borders, for wireframes.
typedef struct {
  int n[2];            // numbers of lines across x and across y
  const float* at[2];  // their positions
} plane_grid;
bool shapes_upload_grid(renderer* r, int slot, const plane_grid* grid);
