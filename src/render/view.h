// From scene cameras to projections for back ends.
#pragma once

#include "render/backend.h"

// Compute projection, eye, distance and light_scale for a camera and a viewport.
void view_of(render_frame* f, mjrRect viewport, const mjvGLCamera* cam, const mjvScene* scn);

// Reflect the view in a plane through a point, with the plane's normal.
void view_mirrored(render_frame* f, const float normal[3], const float point[3]);

// The projection of a light with shadows, from its near to its far plane.
void view_of_light(render_light* light, const mjvLight* from, double half, double scale,
                   const mjvGLCamera* cam);

// a b, both row-major.
void matrix_product(double r[16], const double a[16], const double b[16]);
void matrix_apply(double r[4], const double a[16], const float p[3]);

// Take a round shape of fewer sides, as large as that of all, where the deviation is below
// `unseen`, in pixels or in texels of a shadow map.  projection * scale is in pixels, with the
// centre of the image at center.
#define UNSEEN          .2
#define UNSEEN_MIRRORED .3
#define UNSEEN_SHADOW   .6
enum { LEAST_SLICES = 6, LEAST_STACKS = 4 };
typedef struct {
  const double* projection;
  double center[2], scale, unseen;
  int slices;
} render_view;
void view_simplify(const render_view* view, render_item* item);
int view_sides(int all, int least, int level);  // of round shapes

// Line width in pixels: at least 1; an integer without multisampling.
float view_line_width(float asked, bool samples);
