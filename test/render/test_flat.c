// Buffers, pixels in and out, and what is drawn flat: rectangles, text, overlays, figures.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <engine/engine.h>
#include "raises.h"

enum { WIDTH = 64, HEIGHT = 48 };

typedef struct {
  mjrContext con;
  unsigned char rgb[3 * WIDTH * HEIGHT];
  float depth[WIDTH * HEIGHT];
} canvas;

static const mjrRect all = {0, 0, WIDTH, HEIGHT};

static int setup(void** state) {
  canvas* c = calloc(1, sizeof *c);
  mjr_defaultContext(&c->con);
  mjr_makeContext(NULL, &c->con, 100);
  mjr_resizeOffscreen(WIDTH, HEIGHT, &c->con);
  *state = c;
  return 0;
}

static int teardown(void** state) {
  canvas* c = *state;
  mju_clearHandlers();
  mjr_freeContext(&c->con);
  free(c);
  return 0;
}

static int count(const canvas* c, int red) {
  int n = 0;
  for (int i = 0; i < WIDTH * HEIGHT; i++) n += c->rgb[3 * i] == red;
  return n;
}

static void black(canvas* c) {
  mjr_rectangle(all, 0, 0, 0, 1);
  mjr_readPixels(c->rgb, NULL, all, &c->con);
  assert_int_equal(count(c, 0), WIDTH * HEIGHT);
}

// A rectangle covers its pixels, all of them and no others, cut at the edges of the buffer.
static void rectangles_fill_their_pixels(void** state) {
  canvas* c = *state;
  for (int left = -70; left < 70; left += 7) {
    black(c);
    mjrRect r = {left, left / 2, 20, 11};
    mjr_rectangle(r, 1, 0, 0, 1);
    mjr_readPixels(c->rgb, NULL, all, &c->con);
    for (int y = 0; y < HEIGHT; y++) {
      for (int x = 0; x < WIDTH; x++) {
        int inside = mjr_findRect(x, y, 1, &r) == 0;
        assert_int_equal(c->rgb[3 * (y * WIDTH + x)], 255 * inside);
      }
    }
  }
  mjrRect none = {0, 0, 0, 5}, huge = {-2000000000, -2000000000, 2147483647, 2147483647};
  black(c);
  mjr_rectangle(none, 1, 0, 0, 1);
  mjr_rectangle(huge, 1, 0, 0, .5f);
  mjr_readPixels(c->rgb, NULL, all, &c->con);
  assert_int_equal(count(c, 128), WIDTH * HEIGHT);
}

// What is written is read, in either order of colours; what lies outside is not touched.
static void pixels_come_back(void** state) {
  canvas* c = *state;
  unsigned char rgb[3 * WIDTH * HEIGHT];
  float depth[WIDTH * HEIGHT];
  for (int i = 0; i < WIDTH * HEIGHT; i++) {
    depth[i] = (float)i / (WIDTH * HEIGHT);
    for (int k = 0; k < 3; k++) rgb[3 * i + k] = (unsigned char)(7 * i + 80 * k);
  }
  mjr_drawPixels(rgb, depth, all, &c->con);
  mjr_readPixels(c->rgb, c->depth, all, &c->con);
  assert_memory_equal(rgb, c->rgb, sizeof rgb);
  for (int i = 0; i < WIDTH * HEIGHT; i++) assert_true(c->depth[i] == 1 - depth[i]);
  c->con.readDepthMap = mjDEPTH_ZEROFAR;
  c->con.readPixelFormat = 0x80E0;
  mjr_readPixels(c->rgb, c->depth, all, &c->con);
  assert_memory_equal(depth, c->depth, sizeof depth);
  for (int i = 0; i < 3 * WIDTH * HEIGHT; i++)
    assert_int_equal(c->rgb[i], rgb[i - i % 3 + 2 - i % 3]);

  mjrRect beyond = {WIDTH - 2, HEIGHT - 1, 4, 3};
  unsigned char corner[3 * 12];
  memset(corner, 9, sizeof corner);
  c->con.readPixelFormat = 0x1907;
  mjr_readPixels(corner, NULL, beyond, &c->con);
  assert_memory_equal(corner, rgb + 3 * (WIDTH * HEIGHT - 2), 6);
  for (int i = 6; i < 36; i++) assert_int_equal(corner[i], 9);
}

// The widths of all characters add up to what layouts of programs rely on, at every scale.
static void fonts_have_the_known_metrics(void** state) {
  static const int known[6][5] = {{50, 11, 533, 18, 755},    {100, 18, 755, 37, 1460},
                                  {150, 28, 1091, 54, 2140}, {200, 37, 1460, 71, 2745},
                                  {250, 45, 1783, 89, 3455}, {300, 54, 2140, 106, 4093}};
  canvas* c = *state;
  for (int k = 0; k < 6; k++) {
    mjr_changeFont(known[k][0], &c->con);
    int sum[2] = {0, 0};
    for (int i = 0; i < 127; i++) {
      sum[0] += c->con.charWidth[i];
      sum[1] += c->con.charWidthBig[i];
    }
    assert_int_equal(c->con.charHeight, known[k][1]);
    assert_int_equal(sum[0], known[k][2]);
    assert_int_equal(c->con.charHeightBig, known[k][3]);
    assert_int_equal(sum[1], known[k][4]);
  }
  mjr_makeContext(NULL, &c->con, 60);
  assert_int_equal(c->con.fontScale, 100);
  mjr_makeContext(NULL, &c->con, 1000);
  assert_int_equal(c->con.fontScale, 300);
}

// Every character but the space leaves ink, within its cell (a pixel for the soft edge), and no two
// look alike.
static void characters_differ(void** state) {
  canvas* c = *state;
  mjr_changeFont(150, &c->con);
  static unsigned char seen[95][3 * WIDTH * HEIGHT];
  for (int i = 0; i < 95; i++) {
    char text[2] = {(char)(32 + i), 0};
    black(c);
    mjr_text(mjFONT_NORMAL, text, &c->con, .25f, .25f, 1, 1, 1);
    mjr_readPixels(seen[i], NULL, all, &c->con);
    memcpy(c->rgb, seen[i], sizeof seen[i]);
    assert_int_equal(i == 0, count(c, 0) == WIDTH * HEIGHT);
    int low = 16 - 2, high = 16 + c->con.charWidth[32 + i] + 2;
    for (int p = 0; p < WIDTH * HEIGHT; p++) {
      if (seen[i][3 * p]) assert_in_range(p % WIDTH, low, high);
    }
    for (int j = 0; j < i; j++) assert_true(memcmp(seen[i], seen[j], sizeof seen[i]));
  }
}

// Text that starts outside of the viewport is left out; other bytes take no room.
static void text_starts_inside(void** state) {
  canvas* c = *state;
  black(c);
  mjr_text(mjFONT_NORMAL, "WWW", &c->con, -.01f, .5f, 1, 1, 1);
  mjr_text(mjFONT_NORMAL, "WWW", &c->con, .5f, 1.01f, 1, 1, 1);
  mjr_text(mjFONT_NORMAL, "\xc3\xa9\n\t", &c->con, .5f, .5f, 1, 1, 1);
  mjr_text(mjFONT_NORMAL, "WWW", &c->con, NAN, .5f, 1, 1, 1);
  mjr_readPixels(c->rgb, NULL, all, &c->con);
  assert_int_equal(count(c, 0), WIDTH * HEIGHT);
  mjr_text(mjFONT_NORMAL, "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWW", &c->con, .5f, .5f, 1, 1, 1);
  mjr_readPixels(c->rgb, NULL, all, &c->con);
  assert_true(count(c, 0) < WIDTH * HEIGHT - 60);
}

// Auxiliary buffers are drawn to and copied from, and do not touch the others.
// Whether a pixel or one beside it is bright.
static bool near_bright(const unsigned char* red, int x, int y) {
  for (int k = 0; k < 9; k++) {
    if (red[3 * ((y + k / 3 - 1) * WIDTH + x + k % 3 - 1)] > 100) return true;
  }
  return false;
}

// White on white is read by what is black about it, two pixels wide, which is nowhere else.
static void shadows_set_text_off(void** state) {
  canvas* c = *state;
  unsigned char plain[sizeof c->rgb];
  black(c);
  mjr_text(mjFONT_NORMAL, "tool", &c->con, .2f, .4f, 1, 1, 1);
  mjr_readPixels(plain, NULL, all, &c->con);
  mjr_rectangle(all, 1, 1, 1, 1);
  mjr_text(mjFONT_SHADOW, "tool", &c->con, .2f, .4f, 1, 1, 1);
  mjr_readPixels(c->rgb, NULL, all, &c->con);
  int dark = 0;
  for (int i = 0; i < WIDTH * HEIGHT; i++) {
    int x = i % WIDTH, y = i / WIDTH;
    if (plain[3 * i] > 250) assert_true(c->rgb[3 * i] > 250);
    bool beside = false, far = true;
    for (int k = 0; k < 4 && plain[3 * i] == 0; k++) {
      int at = i + (k == 0 ? -2 : k == 1 ? 2 : k == 2 ? -2 * WIDTH : 2 * WIDTH);
      beside |= at >= 0 && at < WIDTH * HEIGHT && plain[3 * at] > 150;
    }
    for (int u = -4; u <= 4; u++) {
      for (int v = -4; v <= 4; v++) {
        bool in = x + u >= 0 && x + u < WIDTH && y + v >= 0 && y + v < HEIGHT;
        far &= !in || plain[3 * (i + u + v * WIDTH)] == 0;
      }
    }
    if (far) assert_int_equal(c->rgb[3 * i], 255);
    if (!beside || near_bright(plain, x, y)) continue;
    assert_true(c->rgb[3 * i] < 128);
    dark++;
  }
  assert_true(dark > 20);
}

static void auxiliary_buffers(void** state) {
  canvas* c = *state;
  black(c);
  mjr_addAux(3, 20, 10, 0, &c->con);
  mjr_setAux(3, &c->con);
  mjrRect aux = {0, 0, 20, 10}, part = {10, 5, 10, 5};
  mjr_rectangle(aux, 1, 0, 0, 1);
  mjr_restoreBuffer(&c->con);
  mjr_readPixels(c->rgb, NULL, all, &c->con);
  assert_int_equal(count(c, 0), WIDTH * HEIGHT);
  mjr_blitAux(3, part, WIDTH - 5, HEIGHT - 3, &c->con);
  mjr_readPixels(c->rgb, NULL, all, &c->con);
  assert_int_equal(count(c, 255), 15);
  mjr_blitAux(4, part, 0, 0, &c->con);
  RAISES(mjr_setAux(4, &c->con), "auxiliary buffer 4 was not made");
  RAISES(mjr_setAux(10, &c->con), "10");
  RAISES(mjr_addAux(0, 1000000, 4, 0, &c->con), "1000000 x 4");
  mjr_addAux(3, 0, 4, 0, &c->con);
  RAISES(mjr_setAux(3, &c->con), "was not made");
}

// An overlay stays within its viewport at all eight places, unless it is larger.
static void overlays_stay_in_the_viewport(void** state) {
  canvas* c = *state;
  mjr_resizeOffscreen(400, 300, &c->con);
  mjrRect whole = {0, 0, 400, 300}, view = {50, 40, 300, 220};
  unsigned char* rgb = malloc(3 * 400 * 300);
  for (int place = 0; place < 8; place++) {
    for (int two = 0; two < 2; two++) {
      mjr_rectangle(whole, 1, 1, 1, 1);
      mjr_overlay(mjFONT_NORMAL, place, view, "one\ntwo", two ? "1\n2" : NULL, &c->con);
      mjr_readPixels(rgb, NULL, whole, &c->con);
      int n = 0;
      for (int y = 0; y < 300; y++) {
        for (int x = 0; x < 400; x++) {
          if (rgb[3 * (y * 400 + x)] == 255) continue;
          n++;
          assert_int_equal(mjr_findRect(x, y, 1, &view), 0);
        }
      }
      assert_in_range(n, 1000, 10000);
    }
  }
  char* lengthy = malloc(100001);
  memset(lengthy, 'M', 100000);
  lengthy[100000] = 0;
  mjr_overlay(mjFONT_BIG, mjGRID_TOPRIGHT, view, lengthy, lengthy, &c->con);
  free(lengthy);
  free(rgb);
}

// A line of a figure passes through the pixels its data says, by the axes it reports.
static void figures_tell_where_their_axes_are(void** state) {
  canvas* c = *state;
  mjr_resizeOffscreen(400, 300, &c->con);
  mjrRect whole = {0, 0, 400, 300};
  mjvFigure* fig = malloc(sizeof *fig);
  unsigned char* rgb = malloc(3 * 400 * 300);
  mjv_defaultFigure(fig);
  strcpy(fig->title, "left  right");
  strcpy(fig->xlabel, "x");
  fig->range[0][0] = fig->range[1][0] = 1;
  fig->range[0][1] = fig->range[1][1] = 0;
  fig->linepnt[0] = 3;
  float data[] = {0, 0, 5, 1, 10, -3};
  memcpy(fig->linedata[0], data, sizeof data);
  mjr_figure(whole, fig, &c->con);
  mjr_readPixels(rgb, NULL, whole, &c->con);
  assert_true(fig->xaxisdata[0] == 0 && fig->xaxisdata[1] == 10);
  assert_true(fig->yaxisdata[0] == -3 && fig->yaxisdata[1] == 1);
  for (float x = .5f; x < 10; x += .5f) {
    float y = x < 5 ? x / 5 : 1 - (x - 5) / 5 * 4;
    int px = fig->xaxispixel[0] + (int)((float)(fig->xaxispixel[1] - fig->xaxispixel[0]) * x / 10);
    int py =
        fig->yaxispixel[0] + (int)((float)(fig->yaxispixel[1] - fig->yaxispixel[0]) * (y + 3) / 4);
    int brightest = 0;
    for (int dy = -1; dy <= 1; dy++) {
      int red = rgb[3 * ((py + dy) * 400 + px)];
      if (red > brightest) brightest = red;
    }
    assert_true(brightest > 230);
  }
  for (int size = -1; size < 120; size += 3) {  // too small for this or that
    mjrRect r = {10, 10, size, 120 - size};
    mjr_figure(r, fig, &c->con);
  }
  for (int i = 0; i < 3; i++) fig->linedata[0][2 * i] = i == 1 ? NAN : INFINITY;
  strcpy(fig->yformat, "%s%n");
  fig->highlightid = 0;
  fig->flg_selection = 1;
  fig->gridsize[0] = fig->gridsize[1] = 1000;
  fig->linepnt[0] = 5000;
  mjr_figure(whole, fig, &c->con);
  free(rgb);
  free(fig);
}

static void misuse_is_told(void** state) {
  canvas* c = *state;
  mjrContext never;
  mjr_defaultContext(&never);
  RAISES(mjr_changeFont(120, &c->con), "Invalid fontscale");
  RAISES(mjr_setBuffer(mjFB_WINDOW, &never), "was not made");
  RAISES(mjr_setBuffer(mjFB_WINDOW, NULL), "was not made");
  mjr_setBuffer(mjFB_WINDOW, &c->con);  // there is none
  assert_int_equal(c->con.currentBuffer, mjFB_OFFSCREEN);
  mjr_resizeOffscreen(0, 0, &c->con);
  RAISES(mjr_setBuffer(mjFB_WINDOW, &c->con), "neither");
  mjr_rectangle(all, 1, 1, 1, 1);
  mjr_readPixels(c->rgb, c->depth, all, &c->con);
  mjrContext copy = c->con;
  mjr_freeContext(&c->con);
  RAISES(mjr_restoreBuffer(&copy), "was not made");
  RAISES(mjr_rectangle(all, 1, 1, 1, 1), "no context");
  mjr_freeContext(&copy);  // of what is gone
  mjr_freeContext(NULL);
  assert_int_equal(mjr_getError(), 0);
}

// Rectangles whose corners are no numbers any more, and figures with as many lines in their grid,
// are cut as others are; what they cover is drawn.
static void numbers_out_of_range_are_survived(void** state) {
  canvas* c = *state;
  enum { LEAST = -2147483647 - 1, MOST = 2147483647 };
  const mjrRect wild[] = {{LEAST, LEAST, MOST, MOST}, {MOST, MOST, MOST, MOST},
                          {-10, 5, MOST, MOST},       {LEAST, 0, MOST, 20},
                          {0, MOST, 5, LEAST},        {MOST, LEAST, 1, 1}};
  mjvFigure* fig = calloc(1, sizeof *fig);
  mjv_defaultFigure(fig);
  fig->gridsize[0] = fig->gridsize[1] = MOST;
  fig->linewidth = 1e30f;
  fig->subplot = fig->legendoffset = LEAST;
  fig->linepnt[0] = MOST;
  for (int i = 0; i < 6; i++) {
    black(c);
    mjr_rectangle(wild[i], 1, 0, 0, 1);
    mjr_text(mjFONT_NORMAL, "text", &c->con, 1, 1, 1, 1, 1);
    mjr_label(wild[i], mjFONT_BIG, "label", 0, 1, 0, 1, 1, 1, 1, &c->con);
    mjr_overlay(mjFONT_NORMAL, mjGRID_TOPRIGHT, wild[i], "one", "two", &c->con);
    mjr_figure(wild[i], fig, &c->con);
    mjr_readPixels(NULL, c->depth, (mjrRect){wild[i].left, wild[i].bottom, 1, 1}, &c->con);
    mjr_addAux(0, 8, 8, 0, &c->con);
    mjr_blitAux(0, wild[i], wild[i].left, wild[i].bottom, &c->con);
    assert_int_equal(mjr_findRect(LEAST, MOST, 6, wild), -1);
  }
  mjr_figure(all, fig, &c->con);
  free(fig);
  black(c);
  mjr_rectangle(wild[2], 1, 0, 0, 1);
  mjr_readPixels(c->rgb, NULL, all, &c->con);
  assert_int_equal(count(c, 255), WIDTH * (HEIGHT - 5));
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
  const struct CMUnitTest tests[] = {
      TEST(rectangles_fill_their_pixels),
      TEST(pixels_come_back),
      TEST(fonts_have_the_known_metrics),
      TEST(characters_differ),
      TEST(text_starts_inside),
      TEST(shadows_set_text_off),
      TEST(auxiliary_buffers),
      TEST(overlays_stay_in_the_viewport),
      TEST(figures_tell_where_their_axes_are),
      TEST(numbers_out_of_range_are_survived),
      TEST(misuse_is_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
