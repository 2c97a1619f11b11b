// The part of what a light sees that a shadow map is made for: where things stand that cast
// shadows, no finer than asked for, nor than the picture can show.
#pragma once

#include "render/backend.h"

typedef struct {
  bool any;
  double low[2], high[2];  // from -1 to 1
  int size[2];             // texels, of which one is left free on either side
} shadow_part;

void shadow_begin(shadow_part* p);

// Something casts a shadow: a box around it, and its pose.  seen: the projection of the light.
void shadow_cast(shadow_part* p, const double seen[16], const float pose[12], const float low[3],
                 const float high[3]);

// Choose the size; false: nothing casts a shadow here.
bool shadow_finish(shadow_part* p, const render_frame* f);

// From the model's space to (x, y, depth, 1) * w, x and y in texels.
void shadow_projection(const shadow_part* p, const double seen[16], double out[16]);
