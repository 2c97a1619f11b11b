// The software device: buffers and uploaded data.
#pragma once

#include "render/backend.h"
#include "render/soft/team.h"

// A buffer; rows from the bottom up; depth is 1 at the near plane.
typedef struct {
  int width, height, samples;
  mjtByte* rgba;
  float* depth;
} soft_target;

// 2D drawing: functions of the back end interface.
void soft_polygon(render_device* dev, mjrRect clip, const render_point* point, int npoint);
void soft_glyphs(render_device* dev, mjrRect clip, const render_glyph* glyph, int nglyph,
                 const float rgba[4]);
