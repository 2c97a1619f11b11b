// The part of a light's view that a shadow map covers: the objects that cast shadows; its
// resolution is limited by the option and by that of the image.
#pragma once

#include "render/backend.h"

typedef struct {
  bool any;
  double low[2], high[2];  // from -1 to 1
  int size[2];             // in texels, including a border of one texel
} shadow_part;

void shadow_begin(shadow_part* p);

// Add an object that casts a shadow: its bounding box and pose.  seen: projection of the light.
void shadow_cast(shadow_part* p, const double seen[16], const float pose[12], const float low[3],
                 const float high[3]);

// Choose the size of the map; false: nothing casts a shadow.
bool shadow_finish(shadow_part* p, const render_frame* f);

// From model space to (x, y, depth, 1) * w, with x and y in texels.
void shadow_projection(const shadow_part* p, const double seen[16], double out[16]);
