// From the cameras of a scene to what a back end projects with.
#pragma once

#include "render/backend.h"

// Fill in projection, eye, distance and light_scale for one camera in a part of the buffer.
void view_of(render_frame* f, mjrRect viewport, const mjvGLCamera* cam, const mjvScene* scn);

// See the scene in a mirror: the plane of a geom, whose normal is z, through a point.
void view_mirrored(render_frame* f, const float normal[3], const float point[3]);

// What a light with shadows sees, from its near to its far plane.
void view_of_light(render_light* light, const mjvLight* from, double half, double scale,
                   const mjvGLCamera* cam);

// a b, rows after each other.
void matrix_product(double r[16], const double a[16], const double b[16]);
void matrix_apply(double r[4], const double a[16], const float p[3]);

// How often the sides of round shapes may be halved, up to twice: they deviate from a circle by no
// more than a share of a pixel, or of a texel of a shadow map.  The projection is that of pixels
// once scaled, with the middle of the picture at center.
int view_coarseness(const double projection[16], const double center[2], double scale,
                    const float pose[12], int slices, bool shadow);

// Width of a line in pixels: lines are one wide at least, and whole pixels without samples.
float view_line_width(float asked, bool samples);
