// Where things are on a panel.
#include "panel.h"
#include "raises.h"

static bool overlap(mjrRect a, mjrRect b) {
  return a.left < b.left + b.width && b.left < a.left + a.width && a.bottom < b.bottom + b.height &&
         b.bottom < a.bottom + a.height;
}

static bool within(mjrRect in, mjrRect out) {
  return in.left >= out.left && in.bottom >= out.bottom &&
         in.left + in.width <= out.left + out.width &&
         in.bottom + in.height <= out.bottom + out.height;
}

// Items are inside of their section, sections inside of the panel, and nothing covers anything.
static void assert_tidy(const mjUI* ui) {
  mjrRect all = {0, 0, ui->width, ui->height}, last = {0, ui->height, ui->width, 1};
  for (int i = 0; i < ui->nsect; i++) {
    const mjuiSection* s = ui->sect + i;
    assert_true(within(s->rtitle, all) && !overlap(s->rtitle, last));
    assert_true(s->rtitle.bottom < last.bottom);
    last = s->rtitle;
    if (s->state == mjSECT_CLOSED) continue;
    assert_true(within(s->rcontent, all) && !overlap(s->rcontent, s->rtitle));
    last = s->rcontent;
    for (int k = 0; k < s->nitem; k++) {
      if (s->item[k].skip) continue;
      assert_true(within(s->item[k].rect, s->rcontent));
      for (int j = 0; j < k; j++) assert_false(overlap(s->item[k].rect, s->item[j].rect));
    }
  }
}

static void nothing_covers_anything_at_any_scale(void** state) {
  panel* p = *state;
  for (int spacing = 0; spacing < 2; spacing++) {
    p->ui.spacing = mjui_themeSpacing(spacing);
    for (int scale = 50; scale <= 300; scale += 50) {
      p->con.fontScale = scale;
      p->con.charHeight = 18 * scale / 100;
      mjui_resize(&p->ui, &p->con);
      assert_int_equal(p->ui.width, p->ui.spacing.total * scale / 100);
      assert_tidy(&p->ui);
    }
  }
}

static void closing_moves_up_what_is_below(void** state) {
  panel* p = *state;
  int open = p->ui.height;
  mjrRect title = p->ui.sect[1].rtitle;
  assert_int_equal(p->ui.maxheight, open);
  p->ui.sect[0].item[FOLD].state = mjSEPCLOSED;
  mjui_resize(&p->ui, &p->con);
  assert_true(item_of(p, 0, SLIDENUM)->skip && !item_of(p, 0, FOLD)->skip);
  int sliders = 2 * (16 + 8 + 4);
  assert_int_equal(p->ui.height, open - sliders);
  assert_int_equal(p->ui.maxheight, open);
  assert_int_equal(p->ui.sect[1].rtitle.bottom, title.bottom);
  p->ui.sect[0].state = mjSECT_CLOSED;
  int content = p->ui.sect[0].rcontent.height;
  mjui_resize(&p->ui, &p->con);
  assert_int_equal(p->ui.height, open - sliders - content);
  assert_tidy(&p->ui);
}

static void buttons_of_a_kind_share_rows(void** state) {
  const panel* p = *state;
  mjrRect go = item_of(p, 0, GO)->rect, off = item_of(p, 0, OFF)->rect;
  assert_int_equal(go.bottom, off.bottom);
  assert_true(off.left == go.left + go.width + 4 && off.width == go.width);
  assert_true(item_of(p, 0, BYTE)->rect.bottom < item_of(p, 0, CHECK)->rect.bottom);
}

// 400 rows of 4000 pixels and more do not fit a buffer: what was clicked last stays open.
static void a_panel_too_tall_closes_what_was_clicked_least_recently(void** state) {
  panel* p = *state;
  mjuiDef rows[2] = {{mjITEM_SECTION, "Long", mjSECT_OPEN, NULL, "", 0},
                     {mjITEM_END, "", 0, NULL, "", 0}};
  p->con.fontScale = 300;
  p->con.charHeight = 54;
  for (int i = 0; i < 4; i++) {
    rows[0].type = mjITEM_SECTION;
    mjui_add(&p->ui, rows);
    rows[0].type = mjITEM_SEPARATOR;
    for (int k = 0; k < 60; k++) mjui_add(&p->ui, rows);
    p->ui.sect[p->ui.nsect - 1].lastclick = 5 - i;
  }
  mjui_resize(&p->ui, &p->con);
  assert_true(p->ui.height <= p->ui.maxheight);
  assert_int_equal(p->ui.sect[0].state, mjSECT_CLOSED);  // never clicked
  assert_int_equal(p->ui.sect[2].state, mjSECT_OPEN);
  assert_int_equal(p->ui.sect[5].state, mjSECT_CLOSED);
  for (int i = 0; i < p->ui.nsect; i++) p->ui.sect[i].state = mjSECT_FIXED;
  RAISES(mjui_resize(&p->ui, &p->con), "fixed sections need");
}

static void choices_fill_their_item(void** state) {
  const panel* p = *state;
  for (int which = RADIO; which <= LINE; which++) {
    const mjuiItem* t = item_of(p, 0, which);
    for (int k = 0; k < t->multi.nelem; k++) {
      mjrRect r = ui_choice(&p->ui, &p->con, t, k);
      assert_true(within(r, t->rect));
      for (int j = 0; j < k; j++) assert_false(overlap(r, ui_choice(&p->ui, &p->con, t, j)));
      if (which == LINE) assert_true(r.width >= ui_text_width(&p->con, t->multi.name[k], -1));
    }
  }
  const mjuiItem* t = item_of(p, 0, SELECT);
  assert_true(ui_list_line(&p->ui, &p->con, t, 0).bottom < t->rect.bottom);
  assert_int_equal(ui_list_line(&p->ui, &p->con, t, 3).bottom, ui_list(&p->ui, &p->con, t).bottom);
}

static void the_thumb_shows_what_part_is_seen(void** state) {
  panel* p = *state;
  mjrRect place = {10, 20, 270, p->ui.height / 2};
  assert_int_equal(ui_scroll_max(&p->ui, place), p->ui.height - p->ui.height / 2);
  p->ui.scroll = 0;
  mjrRect top = ui_thumb(&p->ui, &p->con, place);
  p->ui.scroll = ui_scroll_max(&p->ui, place);
  mjrRect bottom = ui_thumb(&p->ui, &p->con, place);
  assert_int_equal(top.bottom + top.height, place.bottom + place.height);
  assert_int_equal(bottom.bottom, place.bottom);
  assert_in_range(top.height, place.height / 2 - 1, place.height / 2 + 1);
  assert_int_equal(top.left + top.width, place.left + place.width);
  place.height = p->ui.height;
  assert_int_equal(ui_thumb(&p->ui, &p->con, place).height, 0);
}

static void corners_of_ovals_are_outside(void** state) {
  (void)state;
  mjrRect r = {10, 10, 100, 20};
  assert_true(ui_inside(r, 10, 10) && ui_inside(r, 110, 30) && !ui_inside(r, 110.1, 20));
  assert_true(ui_inside_oval(r, 10, 20) && ui_inside_oval(r, 20, 30) && ui_inside_oval(r, 60, 11));
  assert_false(ui_inside_oval(r, 11, 11) || ui_inside_oval(r, 109, 29));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(nothing_covers_anything_at_any_scale, panel_setup,
                                      panel_teardown),
      cmocka_unit_test_setup_teardown(closing_moves_up_what_is_below, panel_setup, panel_teardown),
      cmocka_unit_test_setup_teardown(buttons_of_a_kind_share_rows, panel_setup, panel_teardown),
      cmocka_unit_test_setup_teardown(a_panel_too_tall_closes_what_was_clicked_least_recently,
                                      panel_setup, panel_teardown),
      cmocka_unit_test_setup_teardown(choices_fill_their_item, panel_setup, panel_teardown),
      cmocka_unit_test_setup_teardown(the_thumb_shows_what_part_is_seen, panel_setup,
                                      panel_teardown),
      cmocka_unit_test(corners_of_ovals_are_outside),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
