// The shapes that geoms are made of, before they are scaled and placed.
#pragma once

#include "render/renderer.h"

// Fill the slots of the built-in shapes.  False: no memory.
bool shapes_upload(renderer* r, int slices, int stacks, int quads);

// The band above the horizon: how wide, as a share of the distance of the sky.
bool shapes_upload_haze(renderer* r, int slices, float width);

// The shape of a grid in the plane z = 0: cells that end at these places, in wireframes.
typedef struct {
  int n[2];            // lines across x and across y
  const float* at[2];  // where they are
} plane_grid;
bool shapes_upload_grid(renderer* r, int slot, const plane_grid* grid);
