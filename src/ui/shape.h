// Shapes with smooth edges, filled into the current buffer.
#pragma once

#include <stdbool.h>

#include <engine/render.h>

// A rectangle whose corners are rounded, with one radius for the upper two and one for the lower.
typedef struct {
  mjrRect rect;
  int upper, lower;  // radii
} rounded;

// Fill it with a colour, from one colour at the bottom to another at the top, or only an edge of
// the given width inside of it.
void shape_fill(rounded s, const float rgb[3]);
void shape_gradient(rounded s, const float bottom[3], const float top[3]);
void shape_outline(rounded s, int edge, const float rgb[3]);

// A triangle in a square: filled and pointing down, or hollow and pointing left.
void shape_arrow(mjrRect square, bool down, int edge, const float rgb[3]);

// A rectangle without rounding.
void shape_box(mjrRect r, const float rgb[3]);
