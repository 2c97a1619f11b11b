// The table is consistent with itself, with the structs it fills, and with the format's size.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include <engine/base.h>
#include <engine/mjcf.h>
#include <engine/spec.h>
#include "mjcf/numbers.h"
#include "mjcf/read.h"
#include "mjcf/schema.h"

typedef void (*visitor)(const element_row* e, const char* path, void* context);

// Visit every element once; those that hold themselves are not descended into again.
static void visit(const element_row* e, const char* path, visitor v, void* context) {
  v(e, path, context);
  for (const element_row* const* c = e->child; c && *c; c++) {
    char below[200];
    snprintf(below, sizeof below, "%s/%s", path, (*c)->name);
    if ((*c)->cardinality != 'R' || e == &schema_root) {
      visit(*c, below, v, context);
    } else if (strcmp(e->name, "worldbody") == 0) {
      v(*c, below, context);
    }
  }
}

static void visit_all(visitor v, void* context) { visit(&schema_root, "mujoco", v, context); }

// ------------------------------------------------------------------------------- consistency

static void check_row(const element_row* e, const char* path, const attribute_row* a) {
  if (!a->name || !*a->name) fail_msg("%s: an attribute without name", path);
  bool numbers = a->kind == KIND_REAL || a->kind == KIND_INT;
  char text[100];
  const char* fallback = schema_default_text(a, text);
  if (numbers && a->max != UNLIMITED && (a->min > a->max || a->max < 1)) {
    fail_msg("%s %s: counts %d to %d", path, a->name, a->min, a->max);
  }
  if ((a->kind == KIND_WORD) != (a->words != NULL)) fail_msg("%s %s: words", path, a->name);
  if ((a->kind == KIND_REF) != (a->of != NULL) && a->store != STORE_STRINGS) {
    fail_msg("%s %s: refers to what?", path, a->name);
  }
  if ((a->flags & REQUIRED) && *fallback) fail_msg("%s %s: required, default", path, a->name);
  if ((a->flags & NONZERO) && a->kind != KIND_REAL) fail_msg("%s %s: nonzero", path, a->name);
  if (a->words && *fallback && keyword_value(a->words, fallback, -1) < 0 && numbers) {
    fail_msg("%s %s: default '%s' is none of its words", path, a->name, fallback);
  }
  if (a->since && (!a->about || strlen(a->about) < 20)) fail_msg("%s %s: about?", path, a->name);
  bool plain = !e->make;
  if (a->store == STORE_NONE && !a->special && a->kind == KIND_WORD && !plain) {
    fail_msg("%s %s: a word that nobody reads", path, a->name);
  }
}

static void check_element(const element_row* e, const char* path, void* context) {
  (void)context;
  if (!strchr("!?*R", e->cardinality)) fail_msg("%s: cardinality", path);
  if (e->since && (!e->about || strlen(e->about) < 20)) fail_msg("%s: about?", path);
  if (e != &schema_root && !e->read) fail_msg("%s: nobody reads it", path);
  if (e->read == read_element && !e->make) fail_msg("%s: nobody makes it", path);
  const char* name[MAX_NAMES];
  int n = schema_attribute_names(e, name, MAX_NAMES);
  assert_true(n < MAX_NAMES);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      if (!strcmp(name[i], name[j])) fail_msg("%s: two attributes '%s'", path, name[i]);
    }
  }
  n = schema_child_names(e, name, MAX_NAMES);
  assert_true(n < MAX_NAMES);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      if (!strcmp(name[i], name[j])) fail_msg("%s: two children '%s'", path, name[i]);
    }
  }
  for (int g = 0; g < MAX_GROUPS && e->group[g]; g++) {
    for (int i = 0; i < e->group[g]->n; i++) check_row(e, path, e->group[g]->row + i);
  }
}

static void rows_are_consistent(void** state) {
  (void)state;
  visit_all(check_element, NULL);
}

static void count_element(const element_row* e, const char* path, void* context) {
  (void)path;
  const char* name[MAX_NAMES];
  int* count = context;
  if (e->since) return;
  count[0]++;
  int n = schema_attribute_names(e, name, MAX_NAMES);
  for (int i = 0; i < n; i++) count[1] += !schema_attribute(e, name[i], NULL)->since;
}

// All elements (worldbody and body told apart, include not among them) and their attributes that
// are not newer than 3.3.7, as its published grammar counts them; and the prefix of replicate,
// which it leaves out.
static void the_whole_grammar_is_there(void** state) {
  (void)state;
  int count[2] = {0};
  visit_all(count_element, count);
  assert_int_equal(count[0], 172);
  assert_int_equal(count[1], 1458 + 1);
}

static void every_section_is_read_once(void** state) {
  (void)state;
  const char* name[MAX_NAMES];
  int n = schema_child_names(&schema_root, name, MAX_NAMES), nread = 0;
  for (const element_row* const* s = schema_sections; *s; s++, nread++) {
    assert_ptr_equal(schema_child(&schema_root, (*s)->name), *s);
    for (const element_row* const* t = schema_sections; t < s; t++) assert_ptr_not_equal(*s, *t);
  }
  assert_int_equal(nread, n);
}

// -------------------------------------------------------------------------------- default values

static union {
  mjSpec spec;
  mjsBody body;
  mjsFrame frame;
  mjsJoint joint;
  mjsGeom geom;
  mjsSite site;
  mjsCamera camera;
  mjsLight light;
  mjsMesh mesh;
  mjsHField hfield;
  mjsSkin skin;
  mjsTexture texture;
  mjsMaterial material;
  mjsPair pair;
  mjsEquality equality;
  mjsTendon tendon;
  mjsActuator actuator;
  mjsSensor sensor;
  mjsKey key;
} fresh;

typedef struct {
  const char* path;  // elements whose path begins so
  void (*init)(void);
} structure;

#define INIT(name, function) \
  static void init_##name(void) { function(&fresh.name); }
INIT(spec, mjs_defaultSpec)
INIT(body, mjs_defaultBody)
INIT(frame, mjs_defaultFrame)
INIT(joint, mjs_defaultJoint)
INIT(geom, mjs_defaultGeom)
INIT(site, mjs_defaultSite)
INIT(camera, mjs_defaultCamera)
INIT(light, mjs_defaultLight)
INIT(mesh, mjs_defaultMesh)
INIT(hfield, mjs_defaultHField)
INIT(skin, mjs_defaultSkin)
INIT(texture, mjs_defaultTexture)
INIT(material, mjs_defaultMaterial)
INIT(pair, mjs_defaultPair)
INIT(equality, mjs_defaultEquality)
INIT(tendon, mjs_defaultTendon)
INIT(actuator, mjs_defaultActuator)
INIT(sensor, mjs_defaultSensor)
INIT(key, mjs_defaultKey)

static const structure structures[] = {
    {"mujoco/compiler", init_spec},
    {"mujoco/option", init_spec},
    {"mujoco/size", init_spec},
    {"mujoco/visual", init_spec},
    {"mujoco/statistic", init_spec},
    {"mujoco/worldbody/body", init_body},
    {"mujoco/worldbody/inertial", init_body},
    {"mujoco/worldbody/frame", init_frame},
    {"mujoco/worldbody/joint", init_joint},
    {"mujoco/worldbody/freejoint", init_joint},
    {"mujoco/worldbody/geom", init_geom},
    {"mujoco/worldbody/site", init_site},
    {"mujoco/worldbody/camera", init_camera},
    {"mujoco/worldbody/light", init_light},
    {"mujoco/asset/mesh", init_mesh},
    {"mujoco/asset/hfield", init_hfield},
    {"mujoco/asset/skin", init_skin},
    {"mujoco/asset/texture", init_texture},
    {"mujoco/asset/material", init_material},
    {"mujoco/contact/pair", init_pair},
    {"mujoco/equality/", init_equality},
    {"mujoco/tendon/", init_tendon},
    {"mujoco/actuator/", init_actuator},
    {"mujoco/sensor/", init_sensor},
    {"mujoco/keyframe/key", init_key},
};

static double stored(const attribute_row* a, int i) {
  const char* field = (const char*)&fresh + a->offset;
  switch (a->store) {
    case STORE_BYTE: return *(const mjtByte*)field;
    case STORE_INT: return ((const int*)field)[i];
    case STORE_SIZE: return (double)(int64_t) * (const mjtSize*)field;
    case STORE_FLOAT: return ((const float*)field)[i];
    default: return ((const double*)field)[i];
  }
}

static void check_default(const char* path, const attribute_row* a) {
  char text[100];
  const char* fallback = schema_default_text(a, text);
  if (a->kind == KIND_WORD) {
    assert_true(stored(a, 0) == keyword_value(a->words, fallback, -1));
    return;
  }
  const char *at = fallback, *token;
  int ntoken, n = 0;
  float f;
  double x;
  bool single = a->store == STORE_FLOAT;
  while (number_next(&at, single ? NUMBER_FLOAT : NUMBER_DOUBLE, single ? (void*)&f : &x, &token,
                     &ntoken) == NUMBER_OK) {
    if (single) x = f;
    if (stored(a, n) != x) {
      fail_msg("%s %s: number %d is %g, the default says %s", path, a->name, n, stored(a, n),
               fallback);
    }
    n++;
  }
  assert_int_equal(n, a->max);
}

static void check_defaults(const element_row* e, const char* path, void* context) {
  const structure* s = NULL;
  for (size_t i = 0; i < sizeof structures / sizeof *structures; i++) {
    size_t n = strlen(structures[i].path);
    if (!strncmp(path, structures[i].path, n)) s = structures + i;
  }
  if (!s) return;
  s->init();
  for (int g = 0; g < MAX_GROUPS && e->group[g]; g++) {
    if (e->group[g]->in_draft) continue;
    for (int i = 0; i < e->group[g]->n; i++) {
      const attribute_row* a = e->group[g]->row + i;
      char text[100];
      if (!*schema_default_text(a, text) || a->store == STORE_NONE || a->store >= STORE_STRING)
        continue;
      if (a->special && a->code) continue;  // goes to two places
      if (a->since) continue;               // their structs are the library's own: see test_newer
      // the numbers of a weld depend on how its ends are named: see finish_weld
      if (!strcmp(path, "mujoco/equality/weld") && !strcmp(a->name, "anchor")) continue;
      if (!strcmp(path, "mujoco/equality/flexstrain") && !strcmp(a->name, "cell")) continue;
      // given twice over: type says the same
      if (!strcmp(a->name, "directional")) continue;
      check_default(path, a);
      ++*(int*)context;
    }
  }
}

// What a row calls the default is what the field has when nobody sets it.
static void defaults_are_those_of_the_structs(void** state) {
  (void)state;
  int n = 0;
  visit_all(check_defaults, &n);
  assert_true(n > 400);
}

// ------------------------------------------------------------------------------------- printing

// The reference prints 23697 characters in 401 lines; what is newer comes on top.
static void the_printed_schema_is_that_of_the_reference_and_more(void** state) {
  (void)state;
  static char schema[40000];
  int length = mj_printSchema(NULL, schema, sizeof schema, 0, 0), lines = 0;
  for (const char* c = schema; *c; c++) lines += *c == '\n';
  assert_true(length > 23697 && length < (int)sizeof schema);
  assert_int_equal(strlen(schema), length);
  assert_true(lines >= 401);
  assert_memory_equal(schema, "mujoco (!)                    model \n   compiler (*)  ", 50);
  char small[20];
  memset(small, '#', sizeof small);
  assert_int_equal(mj_printSchema(NULL, small, 10, 0, 0), length);
  assert_string_equal(small, "mujoco (!");
  assert_int_equal(small[10], '#');
  assert_int_equal(mj_printSchema(NULL, NULL, 0, 0, 0), length);
}

static int occurrences(const char* text, const char* what) {
  int n = 0;
  for (; (text = strstr(text, what)); text++) n++;
  return n;
}

static void the_html_schema_has_a_row_for_every_element(void** state) {
  (void)state;
  static char plain[40000], padded[80000], spaced[80000];
  mj_printSchema(NULL, plain, sizeof plain, 0, 0);
  mj_printSchema(NULL, padded, sizeof padded, 1, 1);
  mj_printSchema(NULL, spaced, sizeof spaced, 1, 0);
  int elements = occurrences(plain, " (") - 1;  // one is of " (world)body (R)"
  assert_int_equal(occurrences(padded, "<tr>"), elements);
  assert_int_equal(occurrences(padded, "padding-left:"), elements);
  assert_int_equal(occurrences(padded, "&nbsp;"), 0);
  assert_int_equal(occurrences(spaced, "<tr>"), elements);
  assert_int_equal(occurrences(spaced, "padding-left:"), 0);
  assert_true(occurrences(spaced, "&nbsp;") > 4 * elements);
  assert_non_null(strstr(padded, "<table border=\"1\">"));
}

static char warning[400];
static void note_warning(const char* text) { snprintf(warning, sizeof warning, "%s", text); }

static void a_schema_that_is_not_written_is_a_warning(void** state) {
  (void)state;
  mju_user_warning = note_warning;
  assert_true(mj_printSchema("no/folder", NULL, 0, 0, 0) > 23697);
  assert_non_null(strstr(warning, "'no/folder': No such file or directory"));
  warning[0] = 0;
  if (!access("/dev/full", W_OK)) {
    mj_printSchema("/dev/full", NULL, 0, 0, 0);
    assert_non_null(strstr(warning, "'/dev/full': No space left on device"));
  }
  mju_user_warning = NULL;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_are_consistent),
      cmocka_unit_test(the_whole_grammar_is_there),
      cmocka_unit_test(every_section_is_read_once),
      cmocka_unit_test(defaults_are_those_of_the_structs),
      cmocka_unit_test(the_printed_schema_is_that_of_the_reference_and_more),
      cmocka_unit_test(the_html_schema_has_a_row_for_every_element),
      cmocka_unit_test(a_schema_that_is_not_written_is_a_warning),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
