// What of the schema the models of test/golden/compile exercise, and of what is newer those of
// test/newer.  An attribute is exercised by a
// value that is not its default, where it takes any other; a keyword by any attribute of its kind.
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <engine/base.h>
#include <engine/mjcf.h>

#include "base/path.h"
#include "mjcf/include.h"
#include "mjcf/keywords.h"
#include "mjcf/read.h"
#include "mjcf/schema.h"

#define MAX_ELEMENTS 300
#define MAX_WORDS    300

typedef struct {
  const element_row* row;
  char path[200];
  bool seen;
  bool given[MAX_NAMES];  // by place among schema_attribute_names
} element_use;

typedef struct {
  const keywords* words;
  const char* word;
  bool given;
} word_use;

static element_use element[MAX_ELEMENTS];
static word_use word[MAX_WORDS];
static int nelement, nword;

// ---------------------------------------------------------------------------- what there is to use

static element_use* find_element(const element_row* row) {
  for (int i = 0; i < nelement; i++) {
    if (element[i].row == row) return element + i;
  }
  return NULL;
}

static void add_words(const keywords* words) {
  for (int i = 0; i < nword; i++) {
    if (word[i].words == words) return;
  }
  for (int i = 0; i < words->n; i++) {
    assert_in_range(nword, 0, MAX_WORDS - 1);
    word[nword++] = (word_use){words, words->row[i].word, false};
  }
}

static void list_elements(const element_row* row, const char* above) {
  if (find_element(row)) return;
  const char* name[MAX_NAMES];
  int n = schema_attribute_names(row, name, MAX_NAMES);
  assert_in_range(nelement, 0, MAX_ELEMENTS - 1);
  element_use* e = element + nelement++;
  e->row = row;
  snprintf(e->path, sizeof e->path, "%s%s%s", above, *above ? "/" : "", row->name);
  for (int i = 0; i < n; i++) {
    const attribute_row* a = schema_attribute(row, name[i], NULL);
    if (a->words) add_words(a->words);
  }
  for (const element_row* const* c = row->child; c && *c; c++) list_elements(*c, e->path);
}

// ------------------------------------------------------------------------------------ what is used

// Do two texts say the same, but for the white space between numbers?
static bool same_text(const char* a, const char* b) {
  if (!b) return false;
  while (*a && *b) {
    char *end_a, *end_b;
    double x = strtod(a, &end_a), y = strtod(b, &end_b);
    if (end_a != a && end_b != b) {
      if (x != y) return false;
      a = end_a, b = end_b;
    } else if (*a++ != *b++) {
      return false;
    }
  }
  return !*a && !*b;
}

static void use_words(const keywords* words, const char* text) {
  char copy[500];
  snprintf(copy, sizeof copy, "%s", text);
  for (char *rest = copy, *w; (w = strtok_r(rest, " ", &rest));) {
    for (int i = 0; i < nword; i++) {
      if (word[i].words == words && strcmp(word[i].word, w) == 0) word[i].given = true;
    }
  }
}

// Attributes that take no value but their default.
static bool takes_default_only(const element_use* e, const char* attribute) {
  static const char* const directions[] = {"framequat",  "framexaxis", "frameyaxis",
                                           "framezaxis", "ballquat",   NULL};
  if (strcmp(attribute, "cutoff") == 0) {  // unit vectors and quaternions are not cut off
    for (int i = 0; directions[i]; i++) {
      if (strcmp(e->row->name, directions[i]) == 0) return true;
    }
  }
  return strcmp(attribute, "coordinate") == 0 || strcmp(e->path, "mujoco/asset/model") == 0;
}

static void use(const xml_node* node, const element_row* row) {
  element_use* e = find_element(row);
  assert_non_null(e);
  e->seen = true;
  const char* name[MAX_NAMES];
  int n = schema_attribute_names(row, name, MAX_NAMES);
  for (int i = 0; i < n; i++) {
    const char* value = xml_value(node, name[i]);
    if (!value) continue;
    const attribute_row* a = schema_attribute(row, name[i], NULL);
    char text[100];
    if (!same_text(value, schema_default_text(a, text)) || takes_default_only(e, name[i]))
      e->given[i] = true;
    if (a->words) use_words(a->words, value);
  }
  for (const xml_node* c = node->child; c; c = c->next) {
    const element_row* child = schema_child(row, c->name);
    if (!child) fail_msg("%s:%d: '%s' is not in the schema", c->file->name, c->place.line, c->name);
    use(c, child);
  }
}

static void use_model(const char* path) {
  arena* a = arena_new();
  report* r = arena_alloc(a, sizeof *r);
  r->memory = a;
  static char text[1 << 16];
  FILE* f = fopen(path, "r");
  assert_non_null(f);
  size_t n = fread(text, 1, sizeof text, f);
  fclose(f);
  xml_file file = {path, "", NULL};
  xml_fault fault;
  xml_node* root = xml_parse(a, &file, text, n, NULL, &fault);
  if (!root) fail_msg("%s:%d: %s", path, fault.place.line, fault.why);
  if (strcmp(root->name, "mujoco") != 0) {  // URDF has a grammar of its own
    arena_delete(a);
    return;
  }
  include_expand(root, path, arena_strndup(a, path, path_dir(path)), NULL, a, r);
  assert_int_equal(r->n, 0);
  use(root, &schema_root);
  arena_delete(a);
}

// What is newer and belongs to a family of elements, as all actuators or sensors, needs one of
// them.
static bool is_given_elsewhere(const attribute_row* a) {
  for (int j = 0; j < nelement; j++) {
    const char* name[MAX_NAMES];
    int n = schema_attribute_names(element[j].row, name, MAX_NAMES);
    for (int k = 0; k < n; k++) {
      if (element[j].given[k] && schema_attribute(element[j].row, name[k], NULL) == a) return true;
    }
  }
  return false;
}

static void share_newer(void) {
  for (int i = 0; i < nelement; i++) {
    const char* name[MAX_NAMES];
    int n = schema_attribute_names(element[i].row, name, MAX_NAMES);
    for (int k = 0; k < n; k++) {
      const attribute_row* a = schema_attribute(element[i].row, name[k], NULL);
      if (a->since && !element[i].given[k]) element[i].given[k] = is_given_elsewhere(a);
    }
  }
}

// ------------------------------------------------------------------------------------- the report

// A line for each element: how many of its attributes are exercised, and which are not.  Returns
// how many are not.
static int print_elements(int* all) {
  int missing = 0;
  *all = 0;
  for (int i = 0; i < nelement; i++) {
    const element_use* e = element + i;
    const char* name[MAX_NAMES];
    int n = schema_attribute_names(e->row, name, MAX_NAMES), given = 0;
    for (int k = 0; k < n; k++) given += e->given[k];
    printf("%3d of %3d  %s%s", given, n, e->path, e->seen ? "" : " (never seen)");
    for (int k = 0; k < n; k++) {
      if (!e->given[k]) printf(" %s", name[k]);
    }
    printf("\n");
    missing += n - given + !e->seen;
    *all += n;
  }
  return missing;
}

// Words that no model can say: they are refused, or need a plugin of distances.
static bool is_out_of_reach(const word_use* w) {
  static const struct {
    const keywords* words;
    const char* word;
  } out[] = {{&words_coordinate, "global"},
             {&words_mesh_builtin, "none"},
             {&words_objtype, "dof"},
             {&words_objtype, "frame"},
             {&words_objtype, "plugin"},
             {&words_geom_type, "sdf"},
             {&words_composite_type, "particle"},
             {&words_composite_type, "grid"},
             {&words_composite_type, "rope"},
             {&words_composite_type, "loop"},
             {&words_composite_type, "cloth"}};
  for (size_t i = 0; i < sizeof out / sizeof *out; i++) {
    if (w->words == out[i].words && strcmp(w->word, out[i].word) == 0) return true;
  }
  return false;
}

static int print_words(void) {
  int missing = 0;
  for (int i = 0; i < nword; i++) {
    if (word[i].given || is_out_of_reach(word + i)) continue;
    printf("keyword '%s' (beside '%s') is never seen\n", word[i].word, word[i].words->row[0].word);
    missing++;
  }
  return missing;
}

static void every_attribute_is_exercised(void** state) {
  (void)state;
  list_elements(&schema_root, "");
  glob_t files;
  assert_int_equal(glob(SOURCE_ROOT "/test/golden/compile/*.xml", 0, NULL, &files), 0);
  assert_int_equal(glob(SOURCE_ROOT "/test/newer/*.xml", GLOB_APPEND, NULL, &files), 0);
  for (size_t i = 0; i < files.gl_pathc; i++) use_model(files.gl_pathv[i]);
  share_newer();
  int all, missing = print_elements(&all), words = print_words();
  printf("%zu models exercise %d of %d attributes (%.1f %%) and %d of %d keywords\n",
         files.gl_pathc, all - missing, all, 100.0 * (all - missing) / all, nword - words, nword);
  assert_true(files.gl_pathc >= 80);
  globfree(&files);
  assert_int_equal(missing, 0);
  assert_int_equal(words, 0);
}

// A document with the elements of a path, one in the other, the last with a value that no attribute
// takes.
static void nest(char* text, size_t size, const char* path, const char* attribute) {
  char copy[200], *name[20], *rest = copy;
  int n = 0;
  size_t used = 0;
  snprintf(copy, sizeof copy, "%s", path);
  for (char* w; (w = strtok_r(rest, "/", &rest));) name[n++] = w;
  for (int i = 0; i < n - 1; i++)
    used += (size_t)snprintf(text + used, size - used, "<%s>", name[i]);
  used += (size_t)snprintf(text + used, size - used, "<%s %s='?'/>", name[n - 1], attribute);
  for (int i = n - 2; i >= 0; i--) {
    used += (size_t)snprintf(text + used, size - used, "</%s>", name[i]);
  }
}

// A message about what is newer than 3.3.7 says since when there is such a thing.
static void messages_say_since_when(void** state) {
  (void)state;
  int asked = 0, silent = 0;
  nelement = nword = 0;
  list_elements(&schema_root, "");
  for (int i = 0; i < nelement; i++) {
    const char* name[MAX_NAMES];
    int n = schema_attribute_names(element[i].row, name, MAX_NAMES);
    for (int k = 0; k < n; k++) {
      const attribute_row* a = schema_attribute(element[i].row, name[k], NULL);
      bool any = a->kind == KIND_TEXT && !a->special;
      any = any || a->kind == KIND_NAME || a->kind == KIND_FILE || a->kind == KIND_REF;
      if (!a->since || any) continue;
      char text[2000], error[2000] = "", since[50];
      nest(text, sizeof text, element[i].path, name[k]);
      snprintf(since, sizeof since, "(since version %d.%d", a->since / 1000, a->since % 1000);
      mjSpec* s = mj_parseXMLString(text, NULL, error, sizeof error);
      mj_deleteSpec(s);
      asked++;
      if (s || !strstr(error, since)) {
        printf("%s %s: %s (%s)\n", element[i].path, name[k], s ? "accepted" : error, since);
        silent++;
      }
    }
  }
  printf("asked of %d attributes\n", asked);
  assert_true(asked > 100);
  assert_int_equal(silent, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_attribute_is_exercised),
                                     cmocka_unit_test(messages_say_since_when)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
