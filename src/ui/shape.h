// Antialiased shapes, drawn to the current buffer.
#pragma once

#include <stdbool.h>

#include <engine/render.h>

// A rectangle with rounded corners: one radius for the upper two, one for the lower two.
typedef struct {
  mjrRect rect;
  int upper, lower;  // radii
} rounded;

// Fill it with a colour; with a gradient from bottom to top; or draw only an inner outline of the
// given width.
void shape_fill(rounded s, const float rgb[3]);
void shape_gradient(rounded s, const float bottom[3], const float top[3]);
void shape_outline(rounded s, int edge, const float rgb[3]);

// A triangle in a square: filled, pointing down; or hollow, pointing left.
void shape_arrow(mjrRect square, bool down, int edge, const float rgb[3]);

// A rectangle without rounding.
void shape_box(mjrRect r, const float rgb[3]);
