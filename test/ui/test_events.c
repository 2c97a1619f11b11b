// What mouse and keys do to a panel.
#include <locale.h>

#include "panel.h"

static mjrRect rect_of(const panel* p, int section, int item) {
  return item_of(p, section, item)->rect;
}

static void checks_toggle_where_they_are_pressed(void** state) {
  panel* p = *state;
  assert_ptr_equal(press(p, rect_of(p, 0, CHECK), .1, .1), item_of(p, 0, CHECK));
  assert_int_equal(p->check, 1);
  assert_null(release(p));
  press(p, rect_of(p, 0, BYTE), .9, .9), release(p);
  press(p, rect_of(p, 0, BYTE), .9, .9), release(p);
  assert_int_equal(p->byte, 0);
  assert_int_equal(p->check, 1);
}

static void what_is_disabled_does_nothing(void** state) {
  panel* p = *state;
  assert_null(press(p, rect_of(p, 0, OFF), .5, .5));
  p->state.control = 1;
  assert_null(key(p, 'X'));
  assert_int_equal(p->state.key, 0);  // taken nevertheless
  p->allowed = true;
  assert_ptr_equal(press(p, rect_of(p, 0, OFF), .5, .5), item_of(p, 0, OFF));
  assert_ptr_equal(key(p, 'X'), item_of(p, 0, OFF));
}

static void choices_are_the_ones_under_the_mouse(void** state) {
  panel* p = *state;
  for (int which = RADIO; which <= LINE; which++) {
    const mjuiItem* t = item_of(p, 0, which);
    const int* chosen = which == RADIO ? &p->radio : &p->line;
    for (int k = 0; k < 3; k++) {
      assert_ptr_equal(press(p, ui_choice(&p->ui, &p->con, t, k), .5, .5), t);
      assert_int_equal(*chosen, k);
      release(p);
    }
  }
  // the fourth cell of three
  assert_null(press(p, rect_of(p, 0, RADIO), .9, .1));
}

static void lists_are_chosen_from_by_dragging(void** state) {
  panel* p = *state;
  const mjuiItem* t = item_of(p, 0, SELECT);
  for (int k = 3; k >= 0; k--) {
    assert_null(press(p, t->rect, .5, .5));
    assert_null(drag(p, ui_list_line(&p->ui, &p->con, t, k), .5, .5));
    assert_ptr_equal(release(p), t);
    assert_int_equal(p->select, k);
  }
  press(p, t->rect, .5, .5);
  drag(p, ui_list_line(&p->ui, &p->con, t, 3), 1.5, .5);
  assert_null(release(p));
  assert_int_equal(p->select, 0);
}

static void sliders_follow_the_mouse_in_steps(void** state) {
  panel* p = *state;
  mjrRect r = rect_of(p, 0, SLIDENUM);
  const mjuiItem* t = item_of(p, 0, SLIDENUM);
  assert_ptr_equal(press(p, r, 0, .5), t);
  for (int i = 0; i <= 100; i++) {
    assert_ptr_equal(drag(p, r, i / 100., 3), t);
    double step = (p->slidenum + 1) / .5;  // eight divisions of a range of four
    assert_true(fabs(step - round(step)) < 1e-12);
    assert_true(fabs(p->slidenum - (-1 + 4 * i / 100.)) <= .25 + 1e-12);
    assert_true(fabs(ui_slider_part(t) - (p->slidenum + 1) / 4) < 1e-12);
  }
  drag(p, r, 7, 0);
  assert_true(p->slidenum == 3);
  drag(p, r, -7, 0);
  assert_true(p->slidenum == -1);
  release(p);
  assert_null(drag(p, r, .5, .5));
  r = rect_of(p, 0, SLIDEINT);
  for (int i = 0; i <= 10; i++) {
    press(p, r, i / 10., .5), release(p);
    assert_int_equal(p->slideint, i - 5);
  }
  p->slidenum = NAN;
  assert_true(ui_slider_part(t) == 0);
}

static void only_the_oval_of_a_button_is_pressed(void** state) {
  panel* p = *state;
  assert_null(press(p, rect_of(p, 0, GO), 0, 0));
  assert_ptr_equal(press(p, rect_of(p, 0, GO), .5, .5), item_of(p, 0, GO));
  assert_int_equal(p->ui.mousesect, 1);
  release(p);
  assert_int_equal(p->ui.mousesect, 0);
  assert_ptr_equal(key(p, mjKEY_ENTER), item_of(p, 0, GO));
}

static void titles_open_and_close(void** state) {
  panel* p = *state;
  int height = p->ui.height;
  press(p, p->ui.sect[0].rtitle, .5, .5), release(p);
  assert_int_equal(p->ui.sect[0].state, mjSECT_CLOSED);
  assert_true(p->ui.height < height);
  p->state.doubleclick = 1;
  press(p, p->ui.sect[0].rtitle, .5, .5), release(p);
  assert_int_equal(p->ui.sect[1].state, mjSECT_CLOSED);
  p->state.doubleclick = 0;
  assert_null(press(p, p->ui.sect[1].rtitle, .02, .5));
  assert_int_equal(p->ui.mousesectcheck, 2);
  assert_int_equal(p->ui.sect[1].state, mjSECT_CLOSED);
  p->state.alt = 1;
  assert_null(key(p, 'B'));
  p->state.alt = 0;
  assert_int_equal(p->ui.height, height - p->ui.sect[1].rcontent.height);
  press(p, rect_of(p, 0, FOLD), .5, .5), release(p);
  assert_int_equal(item_of(p, 0, SLIDEINT)->skip, 1);
}

static void modifiers_of_shortcuts_are_exact(void** state) {
  panel* p = *state;
  assert_ptr_equal(key(p, 'C'), item_of(p, 0, CHECK));
  p->state.shift = 1;
  assert_ptr_equal(key(p, 'C'), item_of(p, 0, BYTE));
  p->state.control = 1;
  assert_null(key(p, 'C'));
  assert_int_equal(p->state.key, 'C');
  assert_int_equal(p->check, 1);
  assert_int_equal(p->byte, 1);
}

// --- edit fields --------------------------------------------------------------------------------

static void numbers_are_taken_when_they_suit(void** state) {
  panel* p = *state;
  mjrRect r = rect_of(p, 1, EDITINT);
  press(p, r, .9, .5), release(p);
  assert_string_equal(p->ui.edittext, "0  0  0");
  clear_field(p);
  type(p, "3 4  -5");
  assert_ptr_equal(key(p, mjKEY_ENTER), item_of(p, 1, EDITINT));
  assert_true(p->editint[0] == 3 && p->editint[1] == 4 && p->editint[2] == -5);
  const char* wrong[] = {"3 4", "3 4 -5 6", "3 4 -", "3 4 5", "10 4 -5", "", "3 4 99999999999"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    press(p, r, .9, .5), release(p);
    clear_field(p);
    type(p, wrong[i]);
    assert_null(key(p, mjKEY_ENTER));
    assert_ptr_equal(ui_edited(&p->ui), item_of(p, 1, EDITINT));
    assert_null(key(p, mjKEY_ESCAPE));
    assert_true(p->editint[0] == 3 && p->editint[1] == 4 && p->editint[2] == -5);
  }
}

static void what_is_not_touched_keeps_its_digits(void** state) {
  panel* p = *state;
  p->editnum = 1.23456789;
  press(p, rect_of(p, 1, EDITNUM), .9, .5), release(p);
  assert_string_equal(p->ui.edittext, "1.235");
  assert_ptr_equal(key(p, mjKEY_ENTER), item_of(p, 1, EDITNUM));
  assert_true(p->editnum == 1.23456789);
  press(p, rect_of(p, 1, EDITNUM), .9, .5), release(p);
  type(p, "5e1");
  key(p, mjKEY_ENTER);
  assert_true(p->editnum == 12.355);
}

static void a_press_elsewhere_takes_the_text(void** state) {
  panel* p = *state;
  press(p, rect_of(p, 1, EDITFLOAT), .9, .5), release(p);
  clear_field(p);
  type(p, "2.5");
  assert_ptr_equal(press(p, (mjrRect){0, 0, 1, 1}, .5, .5), item_of(p, 1, EDITFLOAT));
  assert_ptr_equal(p->ui.editchanged, item_of(p, 1, EDITFLOAT));
  assert_true(p->editfloat == 2.5f);
  release(p);
  press(p, rect_of(p, 1, EDITFLOAT), .9, .5), release(p);
  type(p, "e");
  assert_ptr_equal(press(p, rect_of(p, 0, CHECK), .5, .5), item_of(p, 0, CHECK));
  assert_null(p->ui.editchanged);
  assert_true(p->editfloat == 2.5f && p->check == 1);
}

static void text_is_what_was_typed(void** state) {
  panel* p = *state;
  press(p, rect_of(p, 1, EDITTXT), .9, .5), release(p);
  type(p, "AC");
  key(p, mjKEY_LEFT);
  p->state.shift = 1;
  type(p, "B/");
  p->state.shift = 0;
  key(p, mjKEY_NUMPAD_0 + 7);
  assert_int_equal(p->state.key, 0);
  assert_string_equal(p->ui.edittext, "aB?7c");
  key(p, mjKEY_HOME), key(p, mjKEY_DELETE), key(p, mjKEY_END), key(p, mjKEY_BACKSPACE);
  key(p, mjKEY_ENTER);
  assert_string_equal(p->text, "B?7");
  press(p, rect_of(p, 1, EDITTXT), .9, .5), release(p);
  for (int i = 0; i < 100; i++) key(p, 'W');
  assert_int_equal(strlen(p->ui.edittext), mjMAXUINAME - 1);
  int seen = ui_text_width(&p->con, p->ui.edittext + p->ui.editscroll,
                           p->ui.editcursor - p->ui.editscroll);
  assert_true(p->ui.editscroll > 0 && seen <= rect_of(p, 1, EDITTXT).width - 16);
  key(p, mjKEY_HOME);
  assert_int_equal(p->ui.editscroll, 0);
}

static void the_cursor_goes_to_the_nearest_gap(void** state) {
  panel* p = *state;
  strcpy(p->text, "a few letters");
  mjrRect r = rect_of(p, 1, EDITTXT);
  press(p, r, 0, .5);
  for (int k = 0; k <= (int)strlen(p->text); k++) {
    double x = 8 + ui_text_width(&p->con, p->text, k);
    drag(p, r, x / r.width, .5);
    assert_int_equal(p->ui.editcursor, k);
  }
}

static void numbers_have_points_in_every_locale(void** state) {
  panel* p = *state;
  (void)setlocale(LC_NUMERIC, "de_DE.UTF-8");  // where it is installed
  p->editnum = .5;
  press(p, rect_of(p, 1, EDITNUM), .9, .5), release(p);
  assert_string_equal(p->ui.edittext, "0.5");
  (void)setlocale(LC_NUMERIC, "C");
}

// --- scrolling ----------------------------------------------------------------------------------

static void scrolling_stays_on_the_panel(void** state) {
  panel* p = *state;
  p->state.rect[1].height = 200;
  int most = p->ui.height - 200;
  p->state.sy = -1;
  send(p, mjEVENT_SCROLL);
  assert_int_equal(p->ui.scroll, 30);
  p->state.sy = -1e6;
  send(p, mjEVENT_SCROLL);
  assert_int_equal(p->ui.scroll, most);
  assert_ptr_equal(press(p, rect_of(p, 1, EDITTXT), .5, .5), NULL);  // scrolled under the mouse
  assert_ptr_equal(ui_edited(&p->ui), item_of(p, 1, EDITTXT));
  release(p);
  mjrRect thumb = ui_thumb(&p->ui, &p->con, p->state.rect[1]);
  p->state.x = thumb.left + 1;
  p->state.y = thumb.bottom + thumb.height + 3;
  send(p, mjEVENT_PRESS);
  assert_int_equal(p->ui.scroll, 0);
  p->state.y = ui_thumb(&p->ui, &p->con, p->state.rect[1]).bottom + 3;
  send(p, mjEVENT_PRESS);
  assert_int_equal(p->ui.mousesect, -1);
  p->state.dy = -100;
  send(p, mjEVENT_MOVE);
  assert_int_equal(p->ui.scroll, 100 * p->ui.height / 200 < most ? 100 * p->ui.height / 200 : most);
  p->state.rect[1].height = 5000;
  send(p, mjEVENT_RESIZE);
  assert_int_equal(p->ui.scroll, 0);
  p->state.rect[1].height = -2147483647 - 1;  // of a program that has no window yet
  p->state.sy = -1;
  send(p, mjEVENT_SCROLL);
  assert_true(p->ui.scroll >= 0);
}

// --- anything -----------------------------------------------------------------------------------

static unsigned next_random(unsigned* seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return *seed >> 8;
}

static void assert_sane(const panel* p) {
  assert_in_range(p->radio, 0, 2);
  assert_in_range(p->line, 0, 2);
  assert_in_range(p->select, 0, 3);
  assert_true(p->slideint >= -5 && p->slideint <= 5);
  assert_true(p->slidenum >= -1 && p->slidenum <= 3);
  assert_in_range(p->editint[0], 0, 9);
  assert_true(isfinite(p->editnum) && isfinite(p->editfloat));
  assert_true(strlen(p->text) < mjMAXUINAME && strlen(p->ui.edittext) < mjMAXUITEXT);
  assert_true(p->ui.editcursor >= p->ui.editscroll && p->ui.editscroll >= 0);
  assert_true(p->ui.scroll >= 0 && p->ui.scroll <= ui_scroll_max(&p->ui, p->state.rect[1]));
}

static void no_sequence_of_events_breaks_it(void** state) {
  panel* p = *state;
  unsigned seed = 1;
  for (int i = 0; i < 200000; i++) {
    unsigned r = next_random(&seed);
    mjrRect place = p->state.rect[1];
    p->state.type = (int)(r % 9);
    p->state.button = (int)(r / 9 % 8 == 0) + 1;
    p->state.doubleclick = r / 72 % 16 == 0;
    p->state.dx = p->state.dy = (int)(r % 41) - 20;
    p->state.sy = (int)(r % 5) - 2;
    p->state.x = place.left - 10 + (int)(next_random(&seed) % (unsigned)(place.width + 20));
    p->state.y = place.bottom - 10 + (int)(next_random(&seed) % (unsigned)(place.height + 20));
    p->state.key = (int)(next_random(&seed) % 340);
    p->state.shift = r / 100 % 4 == 0;
    p->state.control = r / 400 % 16 == 0;
    p->state.alt = r / 3000 % 16 == 0;
    if (r % 97 == 0) p->allowed = !p->allowed;
    if (r % 501 == 0) {
      p->state.rect[1].height = 1 + (int)(next_random(&seed) % 900);
      p->state.type = mjEVENT_RESIZE;
    }
    ui_effect e = ui_react(&p->ui, &p->state, &p->con);
    if (e.section >= 0) assert_non_null(ui_find(&p->ui, e.section, e.item < 0 ? 0 : e.item));
    assert_sane(p);
  }
}

// A program may replace its table between press and release.
static void items_that_are_gone_are_let_go(void** state) {
  panel* p = *state;
  press(p, rect_of(p, 1, EDITTXT), .5, .5);
  p->ui.nsect = 1;
  mjui_resize(&p->ui, &p->con);
  assert_null(ui_edited(&p->ui));
  assert_null(drag(p, rect_of(p, 0, GO), .5, .5));
  assert_null(release(p));
  assert_ptr_equal(key(p, 'C'), item_of(p, 0, CHECK));
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, panel_setup, panel_teardown)
  const struct CMUnitTest tests[] = {
      TEST(checks_toggle_where_they_are_pressed),
      TEST(what_is_disabled_does_nothing),
      TEST(choices_are_the_ones_under_the_mouse),
      TEST(lists_are_chosen_from_by_dragging),
      TEST(sliders_follow_the_mouse_in_steps),
      TEST(only_the_oval_of_a_button_is_pressed),
      TEST(titles_open_and_close),
      TEST(modifiers_of_shortcuts_are_exact),
      TEST(numbers_are_taken_when_they_suit),
      TEST(what_is_not_touched_keeps_its_digits),
      TEST(a_press_elsewhere_takes_the_text),
      TEST(text_is_what_was_typed),
      TEST(the_cursor_goes_to_the_nearest_gap),
      TEST(numbers_have_points_in_every_locale),
      TEST(scrolling_stays_on_the_panel),
      TEST(no_sequence_of_events_breaks_it),
      TEST(items_that_are_gone_are_let_go),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
