// The scenes of the benchmarks, as texts that an old peer reads too.
#pragma once

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A text that grows.
typedef struct {
  char* s;
  size_t n, room;
} text;

static inline void reserve(text* t, size_t n) {
  if (t->n + n + 1 > t->room) t->s = realloc(t->s, t->room = 2 * (t->n + n + 1));
}

__attribute__((format(printf, 2, 3))) static inline void put(text* t, const char* format, ...) {
  va_list list;
  va_start(list, format);
  int n = vsnprintf(NULL, 0, format, list);
  va_end(list);
  reserve(t, (size_t)n);
  va_start(list, format);
  vsnprintf(t->s + t->n, (size_t)n + 1, format, list);
  va_end(list);
  t->n += (size_t)n;
}

static inline int write_text(const text* t, const char* path) {
  FILE* f = fopen(path, "w");
  if (!f) return 0;
  size_t written = fwrite(t->s, 1, t->n, f);
  return !fclose(f) && written == t->n;
}

// n hinges in a row that swing freely, two of each body; extra elements stand in front.
static inline void put_chain(text* t, int n, const char* extra) {
  put(t,
      "<mujoco><option timestep='0.002'/>%s<default><geom contype='0' conaffinity='0'/>"
      "<joint damping='.01' armature='.01'/></default><worldbody>",
      extra);
  for (int i = 0; i < n / 2; i++) {
    put(t,
        "<body pos='0 0 -.1'><joint axis='0 1 0'/><joint axis='%s'/>"
        "<geom type='capsule' size='.02' fromto='0 0 0 0 0 -.1'/>",
        i % 2 ? "1 0 0" : "0 0 1");
  }
  for (int i = 0; i < n / 2; i++) put(t, "</body>");
  put(t, "</worldbody></mujoco>");
}

// A part of a walker: how deep it hangs in the tree, where, and the axes of its hinges.
typedef struct {
  int depth;
  const char *pos, *axes;
} walker_part;

static const walker_part walker[] = {
    {1, "0 0 .2", "zyx"},    {2, "0 .1 -.1", "xyz"}, {3, "0 0 -.3", "y"},  {4, "0 0 -.3", "yx"},
    {2, "0 -.1 -.1", "xyz"}, {3, "0 0 -.3", "y"},    {4, "0 0 -.3", "yx"}, {2, "0 .2 .3", "xy"},
    {3, "0 0 -.3", "y"},     {2, "0 -.2 .3", "xy"},  {3, "0 0 -.3", "y"}};
enum { WALKER_PARTS = sizeof walker / sizeof *walker };

// n walkers of 27 dofs beside each other above a floor, a motor at every hinge.
static inline void put_crowd(text* t, int n, const char* extra) {
  put(t,
      "<mujoco><option timestep='0.005'/>%s<size njmax='%d' nconmax='%d' nstack='%d'/><default>"
      "<joint damping='2' armature='.01' stiffness='5' limited='true' range='-60 60'/>"
      "<motor ctrllimited='true' ctrlrange='-1 1' gear='20'/></default><worldbody>"
      "<geom type='plane' size='50 50 1'/>",
      extra, 200 + 40 * n, 20 * n, 2000000 + 200000 * n);
  for (int i = 0; i < n; i++) {
    put(t, "<body pos='%d %d 1.3'><freejoint/><geom size='.2'/>", i % 30, i / 30);
    int open = 1, hinge = 0;
    for (const walker_part* p = walker; p < walker + WALKER_PARTS; p++, open++) {
      for (; open > p->depth; open--) put(t, "</body>");
      put(t, "<body pos='%s'>", p->pos);
      for (const char* c = p->axes; *c; c++) {
        put(t, "<joint name='h%d_%d' axis='%d %d %d'/>", i, hinge++, *c == 'x', *c == 'y',
            *c == 'z');
      }
      put(t, "<geom type='capsule' size='.04' fromto='0 0 0 0 0 -.3'/>");
    }
    for (; open > 0; open--) put(t, "</body>");
  }
  put(t, "</worldbody><actuator>");
  for (int i = 0; i < 21 * n; i++) put(t, "<motor joint='h%d_%d'/>", i / 21, i % 21);
  put(t, "</actuator></mujoco>");
}

// n boxes that fall into a tray; so many that the rows of friction would not fit the 2 GB of data
// an old peer can have slide.
static inline void put_boxes(text* t, int n) {
  int wide = n < 100 ? 4 : n < 500 ? 8 : 14;
  double half = 0.09 * wide;
  put(t,
      "<mujoco><option timestep='0.005'/><size njmax='%d' nconmax='%d' nstack='%d'/>"
      "<default><geom condim='%d'/></default><worldbody><geom type='plane' size='3 3 0.1'/>",
      n < 500 ? 60 * n : 8 * n, 15 * n, 30000000 + 100000 * n, n < 500 ? 3 : 1);
  for (int i = 0; i < 4; i++) {
    double x = i == 0 ? half : i == 1 ? -half : 0, y = i == 2 ? half : i == 3 ? -half : 0;
    put(t, "<geom type='box' size='%g %g 0.3' pos='%g %g 0.3'/>", x != 0 ? 0.02 : half,
        y != 0 ? 0.02 : half, x, y);
  }
  for (int i = 0; i < n; i++) {
    int layer = i / (wide * wide), k = i % (wide * wide);
    put(t,
        "<body pos='%g %g %g' euler='%d %d 0'><freejoint/>"
        "<geom type='box' size='%g %g %g' density='600'/></body>",
        0.17 * (k % wide - (wide - 1) / 2.0), 0.17 * (k / wide - (wide - 1) / 2.0),
        0.12 + 0.17 * layer, 7 * i % 40, 11 * i % 40, 0.04 + 0.01 * (i % 3), 0.04 + 0.012 * (i % 4),
        0.03 + 0.008 * (i % 5));
  }
  put(t, "</worldbody></mujoco>");
}

// ------------------------------------------------------------------------------ models from files

// What an old peer does not know, and what both read in its place.
static const char* const new_words[][2] = {
    {"\"implicitfast\"", "\"implicit\""},
    {" dampratio=\"1\"", ""},
    {" inheritrange=\"1\"", ""},
    {" kv=\"2\"", ""},
    {" gravcomp=\"1\"", ""},
    {" memory=\"100M\"", ""},
    {" mode=\"targetbodycom\" target=\"world\"", " dir=\"6 6 -4\""},
    {"<frame>", ""},
    {"</frame>", ""},
    {" type=\"directional\"", " directional=\"true\""},
    {"<jointactuatorfrc joint=\"j2\"/>", ""},
    {" nrow=\"24\" ncol=\"24\"", ""}};

static inline size_t copy_word(text* t, const char* from) {
  for (size_t k = 0; k < sizeof new_words / sizeof *new_words; k++) {
    size_t n = strlen(new_words[k][0]);
    if (strncmp(from, new_words[k][0], n)) continue;
    put(t, "%s", new_words[k][1]);
    return n;
  }
  reserve(t, 1);
  t->s[t->n++] = *from;
  t->s[t->n] = 0;
  return 1;
}

// The numbers of a square height field, which an old peer reads from a file alone: the numbers of
// rows and columns, then the heights.
static inline size_t move_elevation(text* t, const char* from, const char* file) {
  static float height[10000];
  char* s = strchr(from, '"') + 1;
  const char* end = strchr(s, '"');
  int count = 0, side = 0;
  while (s < end && count < 10000) {
    height[count++] = strtof(s, &s);
    s += strspn(s, " \n");
  }
  while (side * side < count) side++;
  FILE* f = fopen(file, "wb");
  if (f) {
    int size[2] = {side, side};
    fwrite(size, sizeof size, 1, f);
    fwrite(height, sizeof(float), (size_t)(side * side), f);
    fclose(f);
  }
  put(t, "file='%s'", file);
  return (size_t)(end + 1 - from);
}

// elevation='...' of several numbers: the angle of a camera has one.
static inline int is_height_field(const char* s) {
  return !strncmp(s, "elevation=", 10) && s[10] && memchr(s + 11, ' ', strcspn(s + 11, "\"'"));
}

// The model of a file, with extra elements in front.  Height fields go to a file beside the text.
static inline int put_file(text* t, const char* path, const char* extra, const char* elevation) {
  FILE* f = fopen(path, "rb");
  if (!f) return 0;
  text whole = {0};
  char line[4096];
  for (size_t n; (n = fread(line, 1, sizeof line - 1, f)) > 0;) {
    line[n] = 0;
    put(&whole, "%s", line);
  }
  fclose(f);
  const char* root = whole.s ? strstr(whole.s, "<mujoco") : NULL;
  root = root ? strchr(root, '>') : NULL;
  if (!root) return free(whole.s), 0;
  put(t, "%.*s<compiler autolimits='true'/>%s", (int)(root + 1 - whole.s), whole.s, extra);
  for (const char* s = root + 1; *s;) {
    s += is_height_field(s) ? move_elevation(t, s, elevation) : copy_word(t, s);
  }
  free(whole.s);
  return 1;
}
