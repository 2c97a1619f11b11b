// Shapes drawn as rows of rectangles: runs of pixels with equal coverage.
#include "ui/shape.h"

#include <math.h>

// A shape is defined by the signed distance to its outline, negative inside.
typedef struct outline outline;
struct outline {
  double (*distance)(const outline* o, double x, double y);
  rounded box;     // for rounded rectangles
  mjrRect square;  // for triangles
  bool down;       // whether the triangle points down
  double edge;     // width of the outline, 0: filled
};

static double distance_rounded(const outline* o, double x, double y) {
  const mjrRect* r = &o->box.rect;
  double half_width = .5 * r->width, half_height = .5 * r->height;
  double dx = fabs(x - r->left - half_width), dy = fabs(y - r->bottom - half_height);
  double radius = y > r->bottom + half_height ? o->box.upper : o->box.lower;
  double ax = dx - half_width + radius, ay = dy - half_height + radius;
  double beyond = hypot(fmax(ax, 0), fmax(ay, 0));
  return beyond + fmin(fmax(ax, ay), 0) - radius;
}

static double distance_triangle(const outline* o, double x, double y) {
  const mjrRect* r = &o->square;
  double half = .5 * r->width;
  double along = x - r->left - half, across = y - r->bottom - half;
  if (!o->down) {  // rotated by a quarter turn
    double swap = along;
    along = across;
    across = swap;
  }
  // the tip is at (0, -half), the other corners at (+-half, half)
  double side = (2 * fabs(along) - across - half) / sqrt(5);
  return fmax(side, across - half);
}

static double clamped(double x) { return x > 0 ? x < 1 ? x : 1 : 0; }

// Coverage of a pixel, in eighths.
static int coverage(const outline* o, int x, int y) {
  double d = o->distance(o, x + .5, y + .5);
  double covered = clamped(.5 - d);
  if (o->edge > 0) covered -= clamped(.5 - d - o->edge);
  return (int)lround(8 * covered);
}

static void paint_run(int from, int to, int y, int eighths, const float rgb[3]) {
  if (!eighths || to <= from) return;
  mjr_rectangle((mjrRect){from, y, to - from, 1}, rgb[0], rgb[1], rgb[2], (float)eighths / 8);
}

static void paint_row(const outline* o, mjrRect bounds, int y, const float rgb[3]) {
  int from = bounds.left, covered = 0;
  for (int x = bounds.left; x < bounds.left + bounds.width; x++) {
    int now = coverage(o, x, y);
    if (now == covered) continue;
    paint_run(from, x, y, covered, rgb);
    from = x;
    covered = now;
  }
  paint_run(from, bounds.left + bounds.width, y, covered, rgb);
}

static void paint(const outline* o, mjrRect bounds, const float rgb[3]) {
  for (int y = bounds.bottom; y < bounds.bottom + bounds.height; y++) paint_row(o, bounds, y, rgb);
}

void shape_box(mjrRect r, const float rgb[3]) {
  if (r.width > 0 && r.height > 0) mjr_rectangle(r, rgb[0], rgb[1], rgb[2], 1);
}

// The rectangular part between the rounded corners.
static mjrRect straight(rounded s) {
  mjrRect r = s.rect;
  r.bottom += s.lower;
  r.height -= s.lower + s.upper;
  if (r.height < 0) r.height = 0;
  return r;
}

// Draw the rows that contain rounded corners.
static void paint_corners(const outline* o, const float rgb[3]) {
  mjrRect all = o->box.rect, middle = straight(o->box);
  int above = middle.bottom + middle.height;
  paint(o, (mjrRect){all.left, all.bottom, all.width, middle.bottom - all.bottom}, rgb);
  paint(o, (mjrRect){all.left, above, all.width, all.bottom + all.height - above}, rgb);
}

void shape_fill(rounded s, const float rgb[3]) {
  outline o = {.distance = distance_rounded, .box = s};
  paint_corners(&o, rgb);
  shape_box(straight(s), rgb);
}

void shape_outline(rounded s, int edge, const float rgb[3]) {
  outline o = {.distance = distance_rounded, .box = s, .edge = edge};
  mjrRect middle = straight(s);
  if (s.upper < edge && s.lower < edge) {
    mjrRect r = s.rect;
    shape_box((mjrRect){r.left, r.bottom, r.width, edge}, rgb);
    shape_box((mjrRect){r.left, r.bottom + r.height - edge, r.width, edge}, rgb);
    middle.bottom = r.bottom + edge;
    middle.height = r.height - 2 * edge;
  } else {
    paint_corners(&o, rgb);
  }
  shape_box((mjrRect){middle.left, middle.bottom, edge, middle.height}, rgb);
  shape_box((mjrRect){middle.left + middle.width - edge, middle.bottom, edge, middle.height}, rgb);
}

void shape_gradient(rounded s, const float bottom[3], const float top[3]) {
  outline o = {.distance = distance_rounded, .box = s};
  mjrRect r = s.rect, middle = straight(s);
  for (int i = 0; i < r.height; i++) {
    int y = r.bottom + i;
    float rgb[3], part = r.height > 1 ? (float)i / (float)(r.height - 1) : 0;
    for (int k = 0; k < 3; k++) rgb[k] = bottom[k] + part * (top[k] - bottom[k]);
    if (y >= middle.bottom && y < middle.bottom + middle.height) {
      shape_box((mjrRect){r.left, y, r.width, 1}, rgb);
    } else {
      paint_row(&o, r, y, rgb);
    }
  }
}

void shape_arrow(mjrRect square, bool down, int edge, const float rgb[3]) {
  outline o = {.distance = distance_triangle, .square = square, .down = down};
  if (!down) o.edge = edge;
  paint(&o, square, rgb);
}
