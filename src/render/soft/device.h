// The software device: its buffers, and what was uploaded to it.
#pragma once

#include "render/backend.h"
#include "render/soft/team.h"

// A buffer.  Rows from the bottom up; depth is 1 at the near plane.
typedef struct {
  int width, height, samples;
  mjtByte* rgba;
  float* depth;
} soft_target;

// Flat drawing: the functions of the interface.
void soft_polygon(render_device* dev, mjrRect clip, const render_point* point, int npoint);
void soft_glyphs(render_device* dev, mjrRect clip, const render_glyph* glyph, int nglyph,
                 const float rgba[4]);
