// Converts the rows of a definition table to sections and items.
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include <engine/base.h>
#include <engine/ui.h>

#include "base/need.h"
#include "base/number.h"

// The kind of text that `other` contains.
typedef enum { OTHER_NONE, OTHER_SHORTCUT, OTHER_NAMES, OTHER_SLIDER, OTHER_EDIT } other_kind;

// For each item type: whether it may have data, and the kind of text.
static const struct {
  bool data;
  other_kind other;
} kinds[mjNITEM] = {
    [mjITEM_SEPARATOR] = {false, OTHER_NONE},    [mjITEM_STATIC] = {false, OTHER_NAMES},
    [mjITEM_BUTTON] = {false, OTHER_SHORTCUT},   [mjITEM_CHECKINT] = {true, OTHER_SHORTCUT},
    [mjITEM_CHECKBYTE] = {true, OTHER_SHORTCUT}, [mjITEM_RADIO] = {true, OTHER_NAMES},
    [mjITEM_RADIOLINE] = {true, OTHER_NAMES},    [mjITEM_SELECT] = {true, OTHER_NAMES},
    [mjITEM_SLIDERINT] = {true, OTHER_SLIDER},   [mjITEM_SLIDERNUM] = {true, OTHER_SLIDER},
    [mjITEM_EDITINT] = {true, OTHER_EDIT},       [mjITEM_EDITNUM] = {true, OTHER_EDIT},
    [mjITEM_EDITFLOAT] = {true, OTHER_EDIT},     [mjITEM_EDITTXT] = {true, OTHER_NONE},
};

static bool fail(const char* name, const char* what) {
  mju_error("mjui_add: %.40s: %s", name, what);
  return false;
}

// --- parsing of `other` -------------------------------------------------------------------------

// "", or one of ' ', 'C', 'S', 'A' followed by a character or by '#' and a key code.
static bool read_shortcut(const char* text, const char* name, int* modifier, int* shortcut) {
  static const char modifiers[] = " CSA";
  *modifier = *shortcut = 0;
  size_t length = strnlen(text, mjMAXUITEXT);
  if (!length) return true;
  const char* which = strchr(modifiers, text[0]);
  if (length < 2 || length > 5 || !which) {
    return fail(name, "a shortcut is ' ', 'C', 'S' or 'A' and a character or '#' and a key code");
  }
  *modifier = which == modifiers ? 0 : 1 << (which - modifiers - 1);
  if (text[1] == '#' && length > 2) {
    const char* end = number_parse_int(text + 2, text + length, shortcut);
    if (end != text + length) return fail(name, "the key code of the shortcut is no number");
    return true;
  }
  if (length > 2) return fail(name, "a shortcut has one character after its modifier");
  *shortcut = (unsigned char)text[1];
  return true;
}

// Parses names, one per line.
static bool read_names(const char* text, const char* name, mjuiItemMulti* multi) {
  const char* end = text + strnlen(text, mjMAXUITEXT);
  memset(multi, 0, sizeof *multi);
  while (text < end) {
    const char* stop = memchr(text, '\n', (size_t)(end - text));
    if (!stop) stop = end;
    size_t length = (size_t)(stop - text);
    if (length < 1 || length >= mjMAXUINAME - 1)
      return fail(name, "a name needs 1 to 38 characters");
    if (multi->nelem == mjMAXUIMULTI) return fail(name, "more than 35 names");
    memcpy(multi->name[multi->nelem++], text, length);
    text = stop + 1;
  }
  return true;
}

// Parses finite numbers separated by white space; returns their number, -1 for other text or for
// more than max.
static int read_numbers(const char* text, double* value, int max) {
  const char* end = text + strnlen(text, mjMAXUITEXT);
  for (int n = 0;; n++) {
    while (text < end && strchr(" \t\n", *text)) text++;
    if (text == end) return n;
    if (n == max) return -1;
    text = number_parse(text, end, value + n);
    if (!text || !isfinite(value[n])) return -1;
  }
}

static bool read_slider(const char* text, const char* name, int type, mjuiItemSlider* slider) {
  double v[3];
  int n = read_numbers(text, v, 3);
  if (n < 2) return fail(name, "a slider has \"min max\" or \"min max divisions\"");
  slider->range[0] = v[0];
  slider->range[1] = v[1];
  slider->divisions = n == 3 ? v[2] : type == mjITEM_SLIDERINT ? v[1] - v[0] : 200;
  if (slider->divisions < 1) slider->divisions = 1;
  return true;
}

static bool read_edit(const char* text, const char* name, mjuiItemEdit* edit) {
  double v[1 + 2 * mjMAXUIEDIT];
  int n = read_numbers(text, v, 1 + 2 * mjMAXUIEDIT);
  memset(edit, 0, sizeof *edit);
  if (n < 1 || v[0] != floor(v[0]) || v[0] < 1 || v[0] > mjMAXUIEDIT) {
    return fail(name, "an edit field has \"n\" or \"n min max min max ..\", n from 1 to 7");
  }
  edit->nelem = (int)v[0];
  if (n != 1 && n != 1 + 2 * edit->nelem) {
    return fail(name, "an edit field has a range for each of its numbers, or none");
  }
  if (n > 1) memcpy(edit->range, v + 1, sizeof(double) * 2 * (size_t)edit->nelem);
  return true;
}

static bool read_other(mjuiItem* t, const mjuiDef* def) {
  switch (kinds[t->type].other) {
    case OTHER_SHORTCUT:
      return read_shortcut(def->other, t->name, &t->single.modifier, &t->single.shortcut);
    case OTHER_NAMES: return read_names(def->other, t->name, &t->multi);
    case OTHER_SLIDER: return read_slider(def->other, t->name, t->type, &t->slider);
    case OTHER_EDIT: return read_edit(def->other, t->name, &t->edit);
    case OTHER_NONE: break;
  }
  return true;
}

// --- rows ---------------------------------------------------------------------------------------

static bool add_section(mjUI* ui, const mjuiDef* def) {
  if (ui->nsect >= mjMAXUISECT) return fail(def->name, "more than 10 sections");
  if (strnlen(def->name, mjMAXUINAME) >= mjMAXUINAME - 1) {
    return fail(def->name, "the name of a section has at most 38 characters");
  }
  if (def->state != mjPRESERVE && (def->state < mjSECT_CLOSED || def->state > mjSECT_FIXED)) {
    return fail(def->name, "the state of a section is closed, open, fixed or preserved");
  }
  mjuiSection* s = ui->sect + ui->nsect;
  memset(s->name, 0, sizeof s->name);
  memcpy(s->name, def->name, strlen(def->name));
  if (!read_shortcut(def->other, s->name, &s->modifier, &s->shortcut)) return false;
  if (def->state != mjPRESERVE) s->state = def->state;
  s->checkbox = def->otherint;
  s->nitem = 0;
  ui->nsect++;
  return true;
}

static int separator_state(int defined, int before) {
  if (defined != mjPRESERVE) return defined;
  return before == mjSEPCLOSED + 1 ? before : mjSEPCLOSED;
}

static bool add_item(mjUI* ui, int section, const mjuiDef* def) {
  if (def->type < 0 || def->type >= mjNITEM) return fail(def->name, "no type of item");
  if (section < 0) return fail(def->name, "an item before the first section");
  mjuiSection* s = ui->sect + section;
  if (s->nitem >= mjMAXUIITEM) return fail(def->name, "more than 200 items in a section");
  if (strnlen(def->name, mjMAXUINAME) >= mjMAXUINAME) {
    return fail(s->name, "the name of an item has at most 39 characters");
  }
  if (def->state < 0) return fail(def->name, "the state of an item is not negative");
  if (kinds[def->type].data && !def->pdata) return fail(def->name, "this item needs data");
  if (!kinds[def->type].data && def->pdata) return fail(def->name, "this item has no data");
  mjuiItem* t = s->item + s->nitem;
  int before = t->type == mjITEM_SEPARATOR ? t->state : 0;
  memset(t, 0, sizeof *t);
  memcpy(t->name, def->name, strlen(def->name));
  t->type = def->type;
  t->state = def->type == mjITEM_SEPARATOR ? separator_state(def->state, before) : def->state;
  t->pdata = def->pdata;
  t->sectionid = section;
  t->itemid = s->nitem;
  t->userid = def->otherint;
  if (!read_other(t, def)) return false;
  s->nitem++;
  return true;
}

void mjui_add(mjUI* ui, const mjuiDef* def) {
  NEED(ui, def);
  for (; def->type != mjITEM_END; def++) {
    if (!(def->type == mjITEM_SECTION ? add_section(ui, def) : add_item(ui, ui->nsect - 1, def))) {
      return;
    }
  }
}

void mjui_addToSection(mjUI* ui, int sect, const mjuiDef* def) {
  NEED(ui, def);
  NEED_ID(sect, ui->nsect);
  for (; def->type != mjITEM_END; def++) {
    bool added = def->type == mjITEM_SECTION ? fail(def->name, "a section inside of a section")
                                             : add_item(ui, sect, def);
    if (!added) return;
  }
}
