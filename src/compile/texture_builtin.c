// Built-in patterns: gradient, checker, flat; and marks on them.
#include <limits.h>
#include <math.h>
#include <string.h>

#include "asset/random_mt.h"
#include "compile/texture.h"

typedef struct {
  mjtByte c[3];
} color;

static color make_color(const double rgb[3]) {
  return (color){{texture_byte(rgb[0]), texture_byte(rgb[1]), texture_byte(rgb[2])}};
}

// One image: a 2D texture, or one side of a cube.
typedef struct {
  color* pixel;
  int width, height;
} image;

static color* at(const image* im, int row, int column) {
  return im->pixel + (size_t)row * im->width + column;
}

// Maps t in (-inf, inf) smoothly to a blend factor: -1 to 1 for t in this range, slightly beyond
// outside.
static void bend_row(double* bend, const double* t, int n) {
  for (int i = 0; i < n; i++) bend[i] = sqrt(2) * t[i] / sqrt(1 + t[i] * t[i]);
}

// n pixels blended from second to first as sign * bend goes from -1 to 1.
static void blend(color* pixel, const double first[3], const double second[3], const double* bend,
                  double sign, int n) {
  enum { BLOCK = 64 };
  int level[BLOCK];
  for (int from = 0; from < n; from += BLOCK) {
    int size = mjMIN(BLOCK, n - from);
    for (int k = 0; k < 3; k++) {
      for (int i = 0; i < size; i++) {
        double alpha = 0.5 * (1 + sign * bend[from + i]);
        alpha = alpha < 0 ? 0 : alpha > 1 ? 1 : alpha;
        level[i] = texture_byte(alpha * first[k] + (1 - alpha) * second[k]);
      }
      for (int i = 0; i < size; i++) pixel[from + i].c[k] = (mjtByte)level[i];
    }
  }
}

// Coordinate from -1 to 1 of row or column i of n.
static double pixel_coordinate(int i, int n) { return n > 1 ? 2.0 * i / (n - 1) - 1 : -1; }

// Gradient by distance from the centre, which has the first colour.
static void draw_gradient_flat(build* b, const mjsTexture* t, const image* im) {
  double* row = BUILD_NEW(b, double, im->width);
  for (int r = 0; row && r < im->height; r++) {
    double y = -pixel_coordinate(r, im->height);
    for (int c = 0; c < im->width; c++) {
      double x = pixel_coordinate(c, im->width);
      row[c] = 2 * sqrt(x * x + y * y) - 1;
    }
    bend_row(row, row, im->width);
    blend(at(im, r, 0), t->rgb2, t->rgb1, row, 1, im->width);
  }
}

// Gradient by elevation on the sphere around the cube, from pole to pole.  Draws the first of the
// four equal sides, and with it the top and the bottom: pixels at equal distances r from the centre
// have opposite elevations.
static void draw_gradient_cube(build* b, const mjsTexture* t, const image* first_side) {
  int n = first_side->width;
  image up = *first_side, down = up;
  up.pixel += (size_t)CUBE_UP * n * n;
  down.pixel += (size_t)CUBE_DOWN * n * n;
  double *r = BUILD_NEW(b, double, n), *row = BUILD_NEW(b, double, n);
  for (int i = 0; r && row && i < n; i++) {
    double y = -pixel_coordinate(i, n);
    for (int c = 0; c < n; c++) {
      double x = pixel_coordinate(c, n);
      r[c] = sqrt(1 + x * x + y * y);
    }
    for (int c = 0; c < n; c++) row[c] = asin(y / r[c]) / (mjPI / 2);
    bend_row(row, row, n);
    blend(at(first_side, i, 0), t->rgb1, t->rgb2, row, 1, n);
    for (int c = 0; c < n; c++) row[c] = 1 - acos(1 / r[c]) / (mjPI / 2);
    bend_row(row, row, n);
    blend(at(&up, i, 0), t->rgb1, t->rgb2, row, 1, n);
    blend(at(&down, i, 0), t->rgb1, t->rgb2, row, -1, n);
  }
}

// Copy row `like` to the rows begin ... end - 1.
static void repeat_row(const image* im, int like, int begin, int end) {
  size_t bytes = (size_t)im->width * sizeof(color);
  for (int r = begin; r < end; r++) memcpy(at(im, r, 0), at(im, like, 0), bytes);
}

// Two by two squares; on the last two sides of a cube the colours are exchanged.
static void draw_checker(const mjsTexture* t, const image* im, int side) {
  color rgb[2] = {make_color(t->rgb1), make_color(t->rgb2)};
  int exchanged = side >= CUBE_FRONT, middle = im->height / 2;
  for (int below = 0; below < 2; below++) {
    int row = below ? middle : 0, end = below ? im->height : middle;
    for (int c = 0; row < end && c < im->width; c++) {
      int odd = !below != (c < im->width / 2);
      *at(im, row, c) = rgb[odd != exchanged];
    }
    repeat_row(im, row, row + 1, end);
  }
}

static void draw_flat(const mjsTexture* t, const image* im, int side) {
  color fill = make_color(side == CUBE_DOWN ? t->rgb2 : t->rgb1);
  for (int c = 0; c < im->width; c++) *at(im, 0, c) = fill;
  repeat_row(im, 0, 1, im->height);
}

static void mark_row(const image* im, int row, color mark) {
  for (int c = 0; c < im->width; c++) *at(im, row, c) = mark;
}

static void mark_column(const image* im, int column, color mark) {
  for (int r = 0; r < im->height; r++) *at(im, r, column) = mark;
}

static void draw_mark(const mjsTexture* t, const image* im) {
  color mark = make_color(t->markrgb);
  if (t->mark == mjMARK_EDGE) {
    mark_row(im, 0, mark);
    mark_row(im, im->height - 1, mark);
    mark_column(im, 0, mark);
    mark_column(im, im->width - 1, mark);
  } else if (t->mark == mjMARK_CROSS) {
    mark_row(im, im->height / 2, mark);
    mark_column(im, im->width / 2, mark);
  }
}

// Random dots; the same for all textures of this size.
static void draw_dots(const mjsTexture* t, color* pixel, size_t n) {
  color mark = make_color(t->markrgb);
  uint64_t last = random_mt_last_below(t->random), number[RANDOM_MT_WORDS];
  random_mt generator;
  random_mt_seed(&generator, 42);
  for (size_t from = 0; from < n; from += RANDOM_MT_WORDS) {
    size_t size = mjMIN(n - from, RANDOM_MT_WORDS);
    random_mt_next(&generator, number);
    for (size_t i = 0; i < size; i++) {
      if (number[i] <= last) pixel[from + i] = mark;
    }
  }
}

static void draw_image(build* b, const mjsTexture* t, const image* im, int side) {
  if (t->builtin == mjBUILTIN_GRADIENT && side < 0) draw_gradient_flat(b, t, im);
  if (t->builtin == mjBUILTIN_GRADIENT && side == CUBE_RIGHT) draw_gradient_cube(b, t, im);
  if (t->builtin == mjBUILTIN_CHECKER) draw_checker(t, im, side);
  if (t->builtin == mjBUILTIN_FLAT) draw_flat(t, im, side);
  draw_mark(t, im);
}

// The first side of a cube with the same image as this one, possibly itself.
static int like_side(const mjsTexture* t, int side) {
  if (side == CUBE_DOWN) return t->builtin == mjBUILTIN_CHECKER ? CUBE_RIGHT : side;
  if (side == CUBE_UP) return t->builtin == mjBUILTIN_GRADIENT ? side : CUBE_RIGHT;
  if (side == CUBE_FRONT && t->builtin == mjBUILTIN_CHECKER) return side;
  if (side == CUBE_BACK && t->builtin == mjBUILTIN_CHECKER) return CUBE_FRONT;
  return CUBE_RIGHT;
}

bool texture_builtin(build* b, build_texture* t) {
  const mjsTexture* pub = &t->src->pub;
  // as in the API the pattern is drawn with 3 bytes per pixel even if there are fewer channels
  if (pub->nchannel < 3) {
    return build_error(b, &t->src->e, "builtin textures have 3 channels, not %d", pub->nchannel);
  }
  bool flat = pub->type == mjTEXTURE_2D;
  if (pub->width < 1 || (flat && pub->height < 1)) {
    return build_error(b, &t->src->e, "a builtin texture needs %s of at least 1",
                       flat ? "width and height" : "a width");
  }
  double height = flat ? pub->height : (double)CUBE_SIDES * pub->width;
  if (!texture_allocate(b, t, pub->width, height, pub->nchannel)) return false;

  image im = {(color*)t->pixel, t->width, flat ? t->height : t->width};
  if (flat) {
    draw_image(b, pub, &im, -1);
  } else {
    size_t n = (size_t)t->width * t->width;
    for (int side = 0; side < CUBE_SIDES; side++) {
      int like = like_side(pub, side);
      if (like == side)
        draw_image(b, pub, &im, side);
      else
        memcpy(im.pixel, (color*)t->pixel + n * like, n * sizeof(color));
      im.pixel += n;
    }
  }
  if (pub->mark == mjMARK_RANDOM && pub->random > 0) {
    draw_dots(pub, (color*)t->pixel, (size_t)t->width * t->height);
  }
  return true;
}
