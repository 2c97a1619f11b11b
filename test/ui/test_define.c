// Tables become items, and what is wrong with them is said.
#include "panel.h"
#include "raises.h"

static void rows_become_items(void** state) {
  const panel* p = *state;
  assert_int_equal(p->ui.nsect, 2);
  assert_int_equal(p->ui.sect[0].nitem, NEXT);
  assert_int_equal(p->ui.sect[0].modifier, 4);
  assert_int_equal(p->ui.sect[0].shortcut, 'B');
  assert_int_equal(p->ui.sect[1].checkbox, 1);
  assert_int_equal(item_of(p, 0, GO)->single.shortcut, mjKEY_ENTER);
  assert_int_equal(item_of(p, 0, GO)->userid, 7);
  assert_int_equal(item_of(p, 0, OFF)->single.modifier, 1);
  assert_int_equal(item_of(p, 0, SELECT)->multi.nelem, 4);
  assert_string_equal(item_of(p, 0, SELECT)->multi.name[3], "d");
  assert_true(item_of(p, 0, SLIDEINT)->slider.divisions == 10);
  assert_true(item_of(p, 0, SLIDENUM)->slider.divisions == 8);
  assert_int_equal(item_of(p, 1, EDITINT)->edit.nelem, 3);
  assert_true(item_of(p, 1, EDITINT)->edit.range[2][0] == -9);
  assert_int_equal(item_of(p, 1, EDITTXT)->sectionid, 1);
  assert_int_equal(item_of(p, 1, EDITTXT)->itemid, EDITTXT);
}

static void rebuilding_preserves_what_was_open(void** state) {
  panel* p = *state;
  p->ui.nsect = 0;
  panel_build(p);
  assert_int_equal(item_of(p, 0, FOLD)->state, mjSEPCLOSED + 1);
  const mjuiDef again[] = {{mjITEM_SECTION, "New", mjPRESERVE, NULL, "", 0},
                           {mjITEM_END, "", 0, NULL, "", 0}};
  p->ui.sect[0].state = mjSECT_OPEN;
  p->ui.nsect = 0;
  mjui_add(&p->ui, again);
  assert_int_equal(p->ui.sect[0].state, mjSECT_OPEN);
  assert_int_equal(p->ui.sect[0].nitem, 0);
}

static void items_are_added_to_a_section_in_the_middle(void** state) {
  panel* p = *state;
  const mjuiDef more[] = {{mjITEM_BUTTON, "More", 1, NULL, "", 0},
                          {mjITEM_END, "", 0, NULL, "", 0}};
  const mjuiDef section[] = {{mjITEM_SECTION, "No", 1, NULL, "", 0},
                             {mjITEM_END, "", 0, NULL, "", 0}};
  mjui_addToSection(&p->ui, 0, more);
  assert_int_equal(p->ui.nsect, 2);
  assert_string_equal(item_of(p, 0, NEXT)->name, "More");
  assert_int_equal(item_of(p, 0, NEXT)->sectionid, 0);
  RAISES(mjui_addToSection(&p->ui, 2, more), "sect is 2");
  RAISES(mjui_addToSection(&p->ui, 0, section), "section inside");
}

static void broken_rows_are_errors(void** state) {
  static int data;
  static const char long_name[] = "1234567890123456789012345678901234567890";
  const struct {
    mjuiDef row;
    const char* says;
  } broken[] = {
      {{mjITEM_SECTION, "S", 3, NULL, "", 0}, "state of a section"},
      {{mjITEM_SECTION, "123456789012345678901234567890123456789", 1, NULL, "", 0}, "at most 38"},
      {{mjNITEM, "x", 1, NULL, "", 0}, "no type"},
      {{mjITEM_BUTTON, "x", -1, NULL, "", 0}, "not negative"},
      {{mjITEM_BUTTON, "x", 1, &data, "", 0}, "has no data"},
      {{mjITEM_CHECKINT, "x", 1, NULL, "", 0}, "needs data"},
      {{mjITEM_BUTTON, "x", 1, NULL, "X", 0}, "shortcut"},
      {{mjITEM_BUTTON, "x", 1, NULL, "Q1", 0}, "shortcut"},
      {{mjITEM_BUTTON, "x", 1, NULL, " AB", 0}, "shortcut"},
      {{mjITEM_BUTTON, "x", 1, NULL, " #x1", 0}, "key code"},
      {{mjITEM_RADIO, "x", 1, &data, "a\n\nb", 0}, "1 to 38"},
      {{mjITEM_SLIDERINT, "x", 1, &data, "1", 0}, "min max"},
      {{mjITEM_SLIDERINT, "x", 1, &data, "1 2 3 4", 0}, "min max"},
      {{mjITEM_SLIDERINT, "x", 1, &data, "0 nan", 0}, "min max"},
      {{mjITEM_EDITINT, "x", 1, &data, "", 0}, "from 1 to 7"},
      {{mjITEM_EDITINT, "x", 1, &data, "8", 0}, "from 1 to 7"},
      {{mjITEM_EDITINT, "x", 1, &data, "2 0 1", 0}, "or none"},
  };
  panel* p = *state;
  for (volatile size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
    mjuiDef rows[2] = {broken[i].row, {mjITEM_END, "", 0, NULL, "", 0}};
    int before = p->ui.sect[1].nitem;
    RAISES(mjui_add(&p->ui, rows), broken[i].says);
    assert_int_equal(p->ui.nsect, 2);
    assert_int_equal(p->ui.sect[1].nitem, before);
  }
  mjuiDef rows[2] = {{mjITEM_BUTTON, "", 1, NULL, "", 0}, {mjITEM_END, "", 0, NULL, "", 0}};
  memcpy(rows[0].name, long_name, mjMAXUINAME);  // without its terminator
  RAISES(mjui_add(&p->ui, rows), "at most 39");
  memcpy(rows[0].name, "ok", 3);
  while (p->ui.sect[1].nitem < mjMAXUIITEM) mjui_add(&p->ui, rows);
  RAISES(mjui_add(&p->ui, rows), "more than 200 items");
  p->ui.nsect = 0;
  RAISES(mjui_add(&p->ui, rows), "before the first section");
  rows[0].type = mjITEM_SECTION;
  while (p->ui.nsect < mjMAXUISECT) mjui_add(&p->ui, rows);
  RAISES(mjui_add(&p->ui, rows), "more than 10 sections");
  RAISES(mjui_add(NULL, rows), "ui is NULL");
}

static void themes_are_those_of_their_tables(void** state) {
  (void)state;
  assert_int_equal(mjui_themeSpacing(0).total, 270);
  assert_int_equal(mjui_themeSpacing(1).total, 310);
  assert_int_equal(mjui_themeSpacing(9).total, 310);
  const float select2[4] = {.2f, .3f, .9f, .15f}, font[4] = {1, .8f, 0, 1};
  for (int k = 0; k < 4; k++) {
    mjuiThemeColor c = mjui_themeColor(k);
    assert_true(c.select2[0] == select2[k] && c.sectfont[0] == font[k]);
    for (const float* v = c.master; v < c.cursor + 3; v++) assert_true(*v >= 0 && *v <= 1);
  }
  assert_true(mjui_themeColor(-1).sectfont[1] == .3f && mjui_themeColor(7).sectfont[1] == .3f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(rows_become_items, panel_setup, panel_teardown),
      cmocka_unit_test_setup_teardown(rebuilding_preserves_what_was_open, panel_setup,
                                      panel_teardown),
      cmocka_unit_test_setup_teardown(items_are_added_to_a_section_in_the_middle, panel_setup,
                                      panel_teardown),
      cmocka_unit_test_setup_teardown(broken_rows_are_errors, panel_setup, panel_teardown),
      cmocka_unit_test(themes_are_those_of_their_tables),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
