#include "script.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "fields.h"

enum { LINE = 2000, WORDS = 12 };

// How long an expectation may take to come true (seconds).
static const double patience = 10;

bool script_open(script* s, const char* file) {
  *s = (script){.file = fopen(file, "r"), .name = file};
  return s->file != NULL;
}

void script_close(script* s) {
  if (s->file) fclose(s->file);
}

static void fail(script* s, const char* format, ...) {
  va_list args;
  va_start(args, format);
  fprintf(stderr, "%s:%d: ", s->name, s->line);
  vfprintf(stderr, format, args);
  fputc('\n', stderr);
  va_end(args);
  s->failed = true;
}

// --- places on panels ---------------------------------------------------------------------------

typedef struct {
  mjUI* ui;
  mjrRect rect;  // on the panel
  int section;
} target;

// The section "Section", or the item "Section/Item".
static bool find(viewer* v, const char* name, target* t) {
  mjUI* const panels[2] = {&v->left, &v->right};
  size_t length = strcspn(name, "/");
  const char* item = name[length] ? name + length + 1 : NULL;
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < panels[k]->nsect; i++) {
      mjuiSection* s = panels[k]->sect + i;
      if (strlen(s->name) != length || strncmp(s->name, name, length)) continue;
      *t = (target){panels[k], s->rtitle, i};
      if (!item) return true;
      for (int j = 0; j < s->nitem; j++) {
        if (strcmp(s->item[j].name, item) || s->item[j].skip) continue;
        t->rect = s->item[j].rect;
        return true;
      }
    }
  }
  return false;
}

static double limit(double x, double low, double high) {
  return x < low ? low : x > high ? high : x;
}

// Scroll the panel so that the target is seen, and put the mouse on a part of its width.
static void point(viewer* v, const target* t, double part) {
  mjrRect place = v->in.state.rect[t->ui->rectid];
  int most = t->ui->height > place.height ? t->ui->height - place.height : 0;
  double up = t->ui->height - t->rect.bottom - t->rect.height - .5 * place.height;
  t->ui->scroll = (int)limit(up, 0, most);
  double x = place.left + t->rect.left + part * t->rect.width;
  double y = place.bottom + place.height - t->ui->height + t->ui->scroll + t->rect.bottom +
             .5 * t->rect.height;
  input_move(&v->in, x, y);
}

// An open section, or nothing can be pressed in it.
static bool reach(script* s, viewer* v, const char* name, target* t) {
  if (!find(v, name, t)) {
    fail(s, "there is no '%s' on the panels", name);
    return false;
  }
  if (strchr(name, '/') && t->ui->sect[t->section].state == mjSECT_CLOSED) {
    fail(s, "'%s' is in a closed section", name);
    return false;
  }
  return true;
}

static void press_at(viewer* v, const target* t, double part) {
  point(v, t, part);
  v->in.state.buttontime = -1;  // no double click
  input_button(&v->in, mjBUTTON_LEFT, true, window_time());
}

static void do_drag(script* s, viewer* v, const char* name, double from, double to) {
  target t;
  if (!reach(s, v, name, &t)) return;
  press_at(v, &t, from);
  for (int k = 1; from != to && k <= 4; k++) point(v, &t, from + (to - from) * k / 4);
  input_button(&v->in, mjBUTTON_LEFT, false, window_time());
}

static void do_press(script* s, viewer* v, const char* name, double part) {
  target t;
  if (reach(s, v, name, &t)) press_at(v, &t, part);
}

// --- the picture --------------------------------------------------------------------------------

static int button_of(const char* word) {
  return word[0] == 'r' ? mjBUTTON_RIGHT : word[0] == 'm' ? mjBUTTON_MIDDLE : mjBUTTON_LEFT;
}

static int modifiers(char** word, int n) {
  int held = 0;
  for (int k = 0; k < n; k++) {
    held |= !strcmp(word[k], "ctrl")    ? 1
            : !strcmp(word[k], "shift") ? 2
            : !strcmp(word[k], "alt")   ? 4
                                        : 0;
  }
  return held;
}

static void move_in_view(viewer* v, double x, double y) {
  mjrRect r = v->in.state.rect[RECT_VIEW];
  input_move(&v->in, r.left + x * r.width, r.bottom + y * r.height);
}

static void do_mouse(viewer* v, char** word, int n) {
  double at[4];
  for (int k = 0; k < 4; k++) at[k] = strtod(word[2 + k], NULL);
  input_modifiers(&v->in, modifiers(word + 6, n - 6));
  move_in_view(v, at[0], at[1]);
  v->in.state.buttontime = -1;
  input_button(&v->in, button_of(word[1]), true, window_time());
  for (int k = 1; k <= 8; k++) {
    move_in_view(v, at[0] + (at[2] - at[0]) * k / 8, at[1] + (at[3] - at[1]) * k / 8);
    viewer_frame(v);
  }
  input_button(&v->in, button_of(word[1]), false, window_time());
  input_modifiers(&v->in, 0);
}

static void do_double(viewer* v, char** word, int n) {
  input_modifiers(&v->in, modifiers(word + 4, n - 4));
  move_in_view(v, strtod(word[2], NULL), strtod(word[3], NULL));
  for (int k = 0; k < 2; k++) {
    input_button(&v->in, button_of(word[1]), true, window_time());
    input_button(&v->in, button_of(word[1]), false, window_time());
  }
  input_modifiers(&v->in, 0);
}

static void do_key(viewer* v, char** word, int n) {
  int code = word[1][0] == '#' && word[1][1] ? (int)strtol(word[1] + 1, NULL, 10) : word[1][0];
  input_modifiers(&v->in, modifiers(word + 2, n - 2));
  input_key(&v->in, code, window_time());
  input_modifiers(&v->in, 0);
}

static void do_type(viewer* v, const char* text) {
  for (; *text; text++) {
    bool capital = *text >= 'A' && *text <= 'Z';
    input_modifiers(&v->in, capital || *text == '_' ? 2 : 0);
    input_key(&v->in,
              *text == '_'                   ? '-'
              : *text >= 'a' && *text <= 'z' ? *text - 32
                                             : *text,
              window_time());
  }
  input_modifiers(&v->in, 0);
}

// --- expectations -------------------------------------------------------------------------------

// A number of the viewer by its name; "field[index]" is one of the data.
static bool value_of(viewer* v, const char* what, double* value) {
  const simulation* s = &v->sim;
  const struct {
    const char* name;
    double value;
  } values[] = {
      {"running", s->running},
      {"replaying", s->replaying},
      {"recorded", s->run.count},
      {"past", v->set.past},
      {"speed", s->speed},
      {"reached", s->reached},
      {"selected", s->pert.select},
      {"camera", v->set.camera},
      {"failed", v->failed},
      {"loaded", s->m != NULL},
      {"width", v->win.width},
      {"height", v->win.height},
      {"geoms", v->scn.ngeom},
      {"azimuth", v->cam.azimuth},
      {"distance", v->cam.distance},
      {"software", v->software},
      {"rows", v->row_count[0]},
      {"frames", v->film.frames},
      {"lines", v->plots.lines},
      {"fps", v->fps},
      {"bodies", s->m ? (double)s->m->nbody : 0},
      {"timestep", s->m ? s->m->opt.timestep : 0},
      {"gravity", s->m ? s->m->opt.gravity[2] : 0},
      {"glerror", v->gl_error},
      {"quality", v->quality.level},
      {"spent", v->quality.spent},
  };
  for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
    if (strcmp(values[i].name, what)) continue;
    *value = values[i].value;
    return true;
  }
  char field[LINE];
  snprintf(field, sizeof field, "%s", what);
  char* bracket = strchr(field, '[');
  int index = bracket ? (int)strtol(bracket + 1, NULL, 10) : 0;
  if (bracket) *bracket = 0;
  return s->m && field_value(s->m, s->d, field, index, value);
}

// What is expected may take a while: frames go on until it is so, or the time is over.
static bool soon(viewer* v, double begin) {
  if (window_time() > begin + patience) return false;
  viewer_frame(v);
  return true;
}

static void expect_message(script* s, viewer* v, const char* text) {
  double begin = window_time();
  while (!strstr(v->message, text)) {
    if (soon(v, begin)) continue;
    fail(s, "the message is '%s', not '%s'", v->message, text);
    return;
  }
}

static bool compare(double value, char op, double wanted) {
  double slack = 1e-9 + 1e-6 * fabs(wanted);
  return op == '<' ? value < wanted : op == '>' ? value > wanted : fabs(value - wanted) <= slack;
}

static void do_expect(script* s, viewer* v, char** word, int n) {
  double value = 0, wanted = n > 3 ? strtod(word[3], NULL) : 0, begin = window_time();
  do {
    simulation_lock(&v->sim);
    bool known = n > 3 && value_of(v, word[1], &value);
    simulation_unlock(&v->sim);
    if (!known) {
      fail(s, "'%s' is nothing that can be expected", word[1]);
      return;
    }
    if (compare(value, word[2][0], wanted)) return;
  } while (soon(v, begin));
  fail(s, "%s is %g, expected %s %g", word[1], value, word[2], wanted);
}

static void do_report(script* s, viewer* v, char** word, int n) {
  for (int k = 1; k < n; k++) {
    double value = 0;
    simulation_lock(&v->sim);
    bool known = value_of(v, word[k], &value);
    simulation_unlock(&v->sim);
    if (!known) fail(s, "'%s' is nothing that can be reported", word[k]);
    printf("%s %g%c", word[k], value, k + 1 < n ? ' ' : '\n');
  }
  fflush(stdout);
}

static void do_copy(script* s, const char* from, const char* to) {
  FILE *in = fopen(from, "rb"), *out = in ? fopen(to, "wb") : NULL;
  char block[4096];
  for (size_t n; out && (n = fread(block, 1, sizeof block, in)) > 0;) fwrite(block, 1, n, out);
  if (!out) fail(s, "%s cannot be copied to %s", from, to);
  if (in) fclose(in);
  if (out) fclose(out);
}

// --- commands -----------------------------------------------------------------------------------

// Words between blanks; '...' keeps blanks.
static int split(char* line, char* word[WORDS]) {
  int n = 0;
  while (n < WORDS) {
    line += strspn(line, " \t\n");
    if (!*line || *line == '#') {
      if (!*line || n == 0 || line[1] == ' ') break;
    }
    bool quoted = *line == '\'';
    if (quoted) line++;
    word[n++] = line;
    line += strcspn(line, quoted ? "'" : " \t\n");
    if (*line) *line++ = 0;
  }
  return n;
}

static const struct {
  const char* name;
  int words;  // at least
} commands[] = {
    {"load", 2},    {"copy", 3},   {"wait", 2},    {"click", 2},  {"press", 3},
    {"release", 1}, {"drag", 4},   {"key", 2},     {"type", 2},   {"mouse", 6},
    {"double", 4},  {"wheel", 2},  {"resize", 3},  {"shot", 2},   {"expect", 3},
    {"quit", 1},    {"frames", 2}, {"pretend", 2}, {"report", 2},
};

static bool known(script* s, const char* name, int n) {
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
    if (strcmp(commands[i].name, name)) continue;
    if (n < commands[i].words) fail(s, "%s needs %d words", name, commands[i].words - 1);
    return n >= commands[i].words;
  }
  fail(s, "no command is called '%s'", name);
  return false;
}

static void execute(script* s, viewer* v, char** word, int n, const char* line) {
  const char* c = word[0];
  double x = n > 2 ? strtod(word[2], NULL) : 0, y = n > 3 ? strtod(word[3], NULL) : 0;
  if (!known(s, c, n)) return;
  if (!strcmp(c, "load")) {
    const char* paths[1] = {word[1]};
    input_drop(&v->in, 1, paths);
  } else if (!strcmp(c, "copy")) {
    do_copy(s, word[1], word[2]);
  } else if (!strcmp(c, "wait")) {
    s->until = window_time() + strtod(word[1], NULL);
  } else if (!strcmp(c, "click")) {
    do_drag(s, v, word[1], .5, .5);
  } else if (!strcmp(c, "press")) {
    do_press(s, v, word[1], x);
  } else if (!strcmp(c, "release")) {
    input_button(&v->in, mjBUTTON_LEFT, false, window_time());
  } else if (!strcmp(c, "drag")) {
    do_drag(s, v, word[1], x, y);
  } else if (!strcmp(c, "key")) {
    do_key(v, word, n);
  } else if (!strcmp(c, "type")) {
    do_type(v, word[1]);
  } else if (!strcmp(c, "mouse")) {
    do_mouse(v, word, n);
  } else if (!strcmp(c, "double")) {
    do_double(v, word, n);
  } else if (!strcmp(c, "wheel")) {
    move_in_view(v, .5, .5);
    input_scroll(&v->in, 0, strtod(word[1], NULL));
  } else if (!strcmp(c, "resize")) {
    window_resize(&v->win, (int)strtol(word[1], NULL, 10), (int)x);
  } else if (!strcmp(c, "shot")) {
    viewer_screenshot(v, word[1]);
  } else if (!strcmp(c, "frames")) {
    for (long k = strtol(word[1], NULL, 10); k > 0 && !v->quit; k--) viewer_frame(v);
  } else if (!strcmp(c, "pretend")) {
    v->quality.pretended = strtod(word[1], NULL);
  } else if (!strcmp(c, "report")) {
    do_report(s, v, word, n);
  } else if (!strcmp(c, "expect")) {
    if (!strcmp(word[1], "message")) {
      expect_message(s, v, strstr(line, word[2]));
    } else {
      do_expect(s, v, word, n);
    }
  } else {
    v->quit = true;
  }
}

bool script_run(script* s, viewer* v) {
  char line[LINE], words[LINE], *word[WORDS];
  if (window_time() < s->until) return true;
  if (!fgets(line, sizeof line, s->file)) return false;
  s->line++;
  line[strcspn(line, "\n")] = 0;
  memcpy(words, line, sizeof words);
  int n = split(words, word);
  if (n) execute(s, v, word, n, line);
  return !s->failed;
}
