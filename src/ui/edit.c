// Editing of numbers and text.
#include "ui/edit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"

// --- items as text ------------------------------------------------------------------------------

void edit_number(char text[32], double value, int digits) {
  snprintf(text, 32, "%.*g", digits, value);
  char* comma = strchr(text, ',');
  if (comma) *comma = '.';
}

static double number_of(const mjuiItem* t, int k) {
  if (t->type == mjITEM_EDITINT) return ((const int*)t->pdata)[k];
  if (t->type == mjITEM_EDITNUM) return ((const mjtNum*)t->pdata)[k];
  return ((const float*)t->pdata)[k];
}

void edit_print(const mjuiItem* t, char text[mjMAXUITEXT]) {
  if (t->type == mjITEM_EDITTXT) {
    snprintf(text, mjMAXUITEXT, "%.*s", mjMAXUITEXT - 1, (const char*)t->pdata);
    return;
  }
  size_t size = 0;
  for (int k = 0; k < t->edit.nelem; k++) {
    char number[32];
    edit_number(number, number_of(t, k), t->type == mjITEM_EDITINT ? 10 : 4);
    size += (size_t)snprintf(text + size, mjMAXUITEXT - size, "%s%s", k ? "  " : "", number);
  }
}

// The next number of a text; NULL when there is none, or when it is not valid as number k of the
// item.
static const char* next_number(const mjuiItem* t, const char* s, int k, double* value) {
  const char* end = s + strlen(s);
  while (*s == ' ') s++;
  if (t->type == mjITEM_EDITINT) {
    int whole = 0;
    s = number_parse_int(s, end, &whole);
    *value = whole;
  } else {
    s = number_parse(s, end, value);
  }
  const double* range = t->edit.range[k];
  bool free = range[0] >= range[1];
  if (!s || (*s && *s != ' ') || !isfinite(*value)) return NULL;
  return free || (*value >= range[0] && *value <= range[1]) ? s : NULL;
}

static bool read_numbers(const mjuiItem* t, const char* s, double value[mjMAXUIEDIT]) {
  for (int k = 0; k < t->edit.nelem; k++) {
    s = next_number(t, s, k, value + k);
    if (!s) return false;
  }
  return !s[strspn(s, " ")];
}

bool edit_valid(mjUI* ui) {
  const mjuiItem* t = ui_edited(ui);
  double value[mjMAXUIEDIT];
  return t && (t->type == mjITEM_EDITTXT || read_numbers(t, ui->edittext, value));
}

static void store_numbers(const mjuiItem* t, const double value[mjMAXUIEDIT]) {
  for (int k = 0; k < t->edit.nelem; k++) {
    if (t->type == mjITEM_EDITINT) {
      ((int*)t->pdata)[k] = (int)value[k];
    } else if (t->type == mjITEM_EDITNUM) {
      ((mjtNum*)t->pdata)[k] = value[k];
    } else {
      ((float*)t->pdata)[k] = (float)value[k];
    }
  }
}

bool edit_take(mjUI* ui) {
  mjuiItem* t = ui_edited(ui);
  char before[mjMAXUITEXT];
  double value[mjMAXUIEDIT];
  if (!edit_valid(ui)) return false;
  edit_print(t, before);
  if (t->type == mjITEM_EDITTXT) {
    memcpy(t->pdata, ui->edittext, mjMAXUINAME);
  } else if (strcmp(before, ui->edittext) && read_numbers(t, ui->edittext, value)) {
    store_numbers(t, value);
  }
  edit_end(ui);
  return true;
}

// --- cursor -------------------------------------------------------------------------------------

static int field_width(mjUI* ui, const mjrContext* con) {
  ui_metrics v = ui_measure(ui, con);
  return ui_edited(ui)->rect.width - 2 * v.texthor;
}

// Scroll the text as little as needed to make the cursor visible.
static void show_cursor(mjUI* ui, const mjrContext* con) {
  int room = field_width(ui, con);
  if (ui->editscroll > ui->editcursor) ui->editscroll = ui->editcursor;
  while (ui->editscroll < ui->editcursor && ui_text_width(con, ui->edittext + ui->editscroll,
                                                          ui->editcursor - ui->editscroll) > room) {
    ui->editscroll++;
  }
}

void edit_point(mjUI* ui, const mjrContext* con, double x) {
  ui_metrics v = ui_measure(ui, con);
  double at = ui_edited(ui)->rect.left + v.texthor;
  int cursor = ui->editscroll;
  for (; ui->edittext[cursor]; cursor++) {
    int width = ui_text_width(con, ui->edittext + cursor, 1);
    if (x < at + .5 * width) break;
    at += width;
  }
  ui->editcursor = cursor;
  show_cursor(ui, con);
}

void edit_begin(mjUI* ui, const mjrContext* con, mjuiItem* t, double x) {
  ui->editsect = t->sectionid + 1;
  ui->edititem = t->itemid;
  ui->editscroll = 0;
  memset(ui->edittext, 0, sizeof ui->edittext);
  edit_print(t, ui->edittext);
  edit_point(ui, con, x);
}

void edit_end(mjUI* ui) {
  ui->editsect = 0;
  memset(ui->edittext, 0, sizeof ui->edittext);
}

// --- keys ---------------------------------------------------------------------------------------

static char shifted(char c) {
  static const char plain[] = "`-=[]\\;',./", above[] = "~_+{}|:\"<>?";
  const char* at = strchr(plain, c);
  return at ? above[at - plain] : c;
}

// The character that a key event enters in an item; 0 for none.
static char character(const mjuiItem* t, const mjuiState* state) {
  int key = state->key;
  if (key >= mjKEY_NUMPAD_0 && key <= mjKEY_NUMPAD_9) return (char)('0' + key - mjKEY_NUMPAD_0);
  if (key < 32 || key > 126) return 0;
  char c = (char)key;
  bool letter = c >= 'A' && c <= 'Z';
  if (letter && !state->shift) c = (char)(c - 'A' + 'a');
  if (t->type == mjITEM_EDITTXT) return state->shift ? shifted(c) : c;
  if (c == '=') return '+';
  return strchr(t->type == mjITEM_EDITINT ? "0123456789 +-" : "0123456789 +-.eE", c) ? c : 0;
}

static void insert(mjUI* ui, char c) {
  size_t length = strlen(ui->edittext);
  size_t most = ui_edited(ui)->type == mjITEM_EDITTXT ? mjMAXUINAME - 1 : mjMAXUITEXT - 1;
  if (!c || length >= most) return;
  char* at = ui->edittext + ui->editcursor;
  memmove(at + 1, at, length - (size_t)ui->editcursor + 1);
  *at = c;
  ui->editcursor++;
}

static void erase(mjUI* ui, int from) {
  size_t length = strlen(ui->edittext);
  if (from < 0 || from >= (int)length) return;
  memmove(ui->edittext + from, ui->edittext + from + 1, length - (size_t)from);
  ui->editcursor = from;
}

void edit_key(mjUI* ui, const mjrContext* con, const mjuiState* state) {
  int length = (int)strlen(ui->edittext);
  bool far = state->control;
  switch (state->key) {
    case mjKEY_HOME: ui->editcursor = 0; break;
    case mjKEY_END: ui->editcursor = length; break;
    case mjKEY_LEFT: ui->editcursor = far || ui->editcursor < 1 ? 0 : ui->editcursor - 1; break;
    case mjKEY_RIGHT:
      ui->editcursor = far || ui->editcursor >= length ? length : ui->editcursor + 1;
      break;
    case mjKEY_BACKSPACE: erase(ui, ui->editcursor - 1); break;
    case mjKEY_DELETE: erase(ui, ui->editcursor); break;
    default: insert(ui, character(ui_edited(ui), state));
  }
  show_cursor(ui, con);
}
