// What panels look like: drawn in software, read back.
#include <stdio.h>

#include <engine/render.h>

#include "panel.h"

// A panel with buffers; the window is the offscreen buffer.
static int drawn_setup(void** state) {
  setenv("ENGINE_RENDER", "soft", 1);
  panel_setup(state);
  panel* p = *state;
  mjr_defaultContext(&p->con);
  mjr_makeContext(NULL, &p->con, 100);
  mjr_resizeOffscreen(360, 700, &p->con);
  mjr_setBuffer(mjFB_OFFSCREEN, &p->con);
  p->ui.auxid = 3;
  p->state.rect[0] = (mjrRect){0, 0, 360, 700};
  p->state.rect[1] = (mjrRect){40, 10, 270, 680};
  mjui_resize(&p->ui, &p->con);
  mjr_addAux(3, p->ui.width, p->ui.maxheight, 0, &p->con);
  mjui_update(-1, -1, &p->ui, &p->state, &p->con);
  return 0;
}

static int drawn_teardown(void** state) {
  mjr_freeContext(&((panel*)*state)->con);
  return panel_teardown(state);
}

static unsigned char* picture(panel* p) {
  mjrRect all = p->state.rect[0];
  unsigned char* rgb = malloc(3 * (size_t)all.width * (size_t)all.height);
  mjr_rectangle(all, 1, 0, 1, 1);
  mjui_render(&p->ui, &p->state, &p->con);
  mjr_readPixels(rgb, NULL, all, &p->con);
  return rgb;
}

// The colour at a part of a rectangle of the panel.
static const unsigned char* at(const panel* p, const unsigned char* rgb, mjrRect r, double x,
                               double y) {
  mjrRect place = p->state.rect[1];
  int column = place.left + r.left + (int)(x * r.width);
  int row = place.bottom + place.height - p->ui.height + r.bottom + (int)(y * r.height);
  return rgb + 3 * (row * p->state.rect[0].width + column);
}

static void assert_color(const unsigned char* pixel, const float color[3]) {
  for (int k = 0; k < 3; k++) {
    int wanted = (int)(255 * color[k] + .5f);
    if (abs(pixel[k] - wanted) > 1) {
      fail_msg("(%d %d %d) is not (%.2f %.2f %.2f)", pixel[0], pixel[1], pixel[2], color[0],
               color[1], color[2]);
    }
  }
}

static void items_have_the_colours_of_what_they_are(void** state) {
  panel* p = *state;
  const mjuiThemeColor* c = &p->ui.color;
  p->check = 1;
  p->slidenum = 1;
  mjui_update(0, CHECK, &p->ui, &p->state, &p->con);
  mjui_update(0, SLIDENUM, &p->ui, &p->state, &p->con);
  unsigned char* rgb = picture(p);
  mjrRect all = {0, 0, p->ui.width, p->ui.height};
  assert_color(at(p, rgb, all, .005, .5), c->master);
  assert_color(at(p, rgb, item_of(p, 0, CHECK)->rect, .95, .5), c->check);
  assert_color(at(p, rgb, item_of(p, 0, BYTE)->rect, .95, .5), c->sectpane);
  assert_color(at(p, rgb, item_of(p, 0, BYTE)->rect, .5, 0), c->check);  // its edge
  assert_color(at(p, rgb, item_of(p, 0, SELECT)->rect, .95, .5), c->select);
  assert_color(at(p, rgb, item_of(p, 0, SLIDENUM)->rect, .2, .9), c->slider2);
  assert_color(at(p, rgb, item_of(p, 0, SLIDENUM)->rect, .95, .9), c->slider);
  assert_color(at(p, rgb, item_of(p, 0, OFF)->rect, .5, 0), c->decorinactive2);
  mjrRect button = item_of(p, 0, GO)->rect;
  assert_color(at(p, rgb, button, .5, 0), c->button);
  assert_color(at(p, rgb, button, 0, 0), c->sectpane);  // outside of the oval
  const float magenta[3] = {1, 0, 1};
  assert_color(rgb, magenta);
  free(rgb);
}

static void a_held_button_is_filled_while_the_mouse_is_on_it(void** state) {
  panel* p = *state;
  mjrRect r = item_of(p, 0, GO)->rect;
  p->state.button = mjBUTTON_LEFT;
  const struct {
    int type;
    double y;
    const float* color;
  } moves[] = {{mjEVENT_PRESS, .5, p->ui.color.button},
               {mjEVENT_MOVE, -3, p->ui.color.sectpane},
               {mjEVENT_MOVE, .6, p->ui.color.button},
               {mjEVENT_RELEASE, .6, p->ui.color.sectpane}};
  for (int k = 0; k < 4; k++) {
    point(p, r, .9, moves[k].y);
    p->state.type = moves[k].type;
    mjui_event(&p->ui, &p->state, &p->con);
    unsigned char* rgb = picture(p);
    assert_color(at(p, rgb, r, .8, .5), moves[k].color);
    free(rgb);
  }
}

static void an_open_list_covers_what_is_below(void** state) {
  panel* p = *state;
  const mjuiItem* t = item_of(p, 0, SELECT);
  p->state.type = mjEVENT_PRESS;
  p->state.button = mjBUTTON_LEFT;
  point(p, t->rect, .5, .5);
  mjui_event(&p->ui, &p->state, &p->con);
  point(p, ui_list_line(&p->ui, &p->con, t, 2), .5, .5);
  unsigned char* rgb = picture(p);
  for (int k = 0; k < 4; k++) {
    const float* color = k == 2 ? p->ui.color.select : p->ui.color.select2;
    assert_color(at(p, rgb, ui_list_line(&p->ui, &p->con, t, k), .95, .5), color);
  }
  free(rgb);
}

static unsigned next_random(unsigned* seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return *seed >> 8;
}

// What events draw anew is all that has changed: drawing everything again makes no difference.
static void events_draw_what_they_change(void** state) {
  panel* p = *state;
  unsigned seed = 7;
  size_t size = 3 * 360 * 700;
  for (int i = 0; i < 1200; i++) {
    unsigned r = next_random(&seed);
    mjrRect place = p->state.rect[1];
    p->state.type = 1 + (int)(r % 5);
    p->state.button = 1 + (r / 5 % 32 == 0);
    p->state.dx = p->state.dy = (int)(r % 41) - 20;
    p->state.sy = (int)(r % 5) - 2;
    if (p->state.type <= mjEVENT_RELEASE) {  // the mouse moves by these alone
      p->state.x = place.left + (int)(next_random(&seed) % (unsigned)place.width);
      p->state.y = place.bottom + (int)(next_random(&seed) % (unsigned)place.height);
    }
    p->state.key = next_random(&seed) % 4 ? (int)(32 + r % 64) : (int)(256 + r % 14);
    p->state.shift = r / 100 % 4 == 0;
    if (r % 97 == 0) p->allowed = !p->allowed, mjui_update(-1, -1, &p->ui, &p->state, &p->con);
    mjui_event(&p->ui, &p->state, &p->con);
    if (i % 5) continue;
    unsigned char* before = picture(p);
    mjui_update(-1, -1, &p->ui, &p->state, &p->con);
    unsigned char* after = picture(p);
    if (memcmp(before, after, size)) {
      size_t k = 0;
      while (before[k] == after[k]) k++;
      fail_msg("event %d of type %d: the pixel (%zu, %zu) was not drawn", i, p->state.type,
               k / 3 % 360, k / 3 / 360);
    }
    free(before);
    free(after);
  }
}

static void scrolling_moves_the_panel_by_pixels(void** state) {
  panel* p = *state;
  p->state.rect[1] = (mjrRect){40, 10, 270, 200};
  unsigned char* top = picture(p);
  p->ui.scroll = 30;
  unsigned char* down = picture(p);
  size_t row = 3 * 360;
  for (int y = 10; y < 10 + 170; y++) {  // without the scroll bar at the right
    assert_memory_equal(down + row * (size_t)(y + 30) + 3 * 40, top + row * (size_t)y + 3 * 40,
                        3 * 250);
  }
  free(top);
  free(down);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, drawn_setup, drawn_teardown)
  const struct CMUnitTest tests[] = {
      TEST(items_have_the_colours_of_what_they_are),
      TEST(a_held_button_is_filled_while_the_mouse_is_on_it),
      TEST(an_open_list_covers_what_is_below),
      TEST(events_draw_what_they_change),
      TEST(scrolling_moves_the_panel_by_pixels),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
