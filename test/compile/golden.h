// The models of test/golden/compile and the numbers of the reference for them
// (test/golden/numbers.mjs).
#pragma once

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <engine/engine.h>
#include <engine/fields.h>

#include "math/draw.h"
#include "mjcf/schema.h"
#include "model/arrays.h"

// ------------------------------------------------------------------------------------- the models

// The plugin that plugin_declarations.xml names: without state, of no effect.
static inline int no_state(const mjModel* m, int instance) {
  (void)m, (void)instance;
  return 0;
}

static inline int three_numbers(const mjModel* m, int instance, int sensor) {
  (void)m, (void)instance, (void)sensor;
  return 3;
}

static inline void compute_nothing(const mjModel* m, mjData* d, int instance, int capability) {
  (void)m, (void)d, (void)instance, (void)capability;
}

static inline void register_plain_plugin(void) {
  static const char* const attributes[] = {"first", "second"};
  mjpPlugin p;
  mjp_defaultPlugin(&p);
  p.name = "test.plain";
  p.nattribute = 2;
  p.attributes = attributes;
  p.capabilityflags = mjPLUGIN_ACTUATOR | mjPLUGIN_SENSOR | mjPLUGIN_PASSIVE | mjPLUGIN_SDF;
  p.nstate = no_state;
  p.nsensordata = three_numbers;
  p.needstage = mjSTAGE_ACC;
  p.compute = compute_nothing;
  mjp_registerPlugin(&p);
}

typedef void (*golden_visit)(const char* file, const char* name, int* bad);

static inline void golden_models(golden_visit visit) {
  register_plain_plugin();
  glob_t files;
  int bad = 0;
  assert_int_equal(glob(SOURCE_ROOT "/test/golden/compile/*.xml", 0, NULL, &files), 0);
  for (size_t i = 0; i < files.gl_pathc; i++) {
    visit(files.gl_pathv[i], strrchr(files.gl_pathv[i], '/') + 1, &bad);
  }
  globfree(&files);
  assert_int_equal(bad, 0);
}

static inline mjSpec* golden_spec(const char* file) {
  char error[1000] = "";
  mjSpec* s = mj_parseXML(file, NULL, error, sizeof error);
  if (!s) print_error("%s\n", error);
  assert_non_null(s);
  return s;
}

static inline mjModel* golden_compile(mjSpec* s, const char* name) {
  mjModel* m = mj_compile(s, NULL);
  if (!m) print_error("%s: %s\n", name, mjs_getError(s));
  assert_non_null(m);
  return m;
}

// ------------------------------------------------------------------------------------- the numbers

typedef struct {
  char name[64];
  int n;
  double* value;
} field;

typedef struct {
  field data[700];
  int n;
} fields;

static inline fields* read_fields(const char* file) {
  FILE* f = fopen(file, "r");
  if (!f) fail_msg("%s is missing", file);
  fields* all = calloc(1, sizeof *all);
  field* next = all->data;
  while (all->n < 700 && fscanf(f, "%63s %d", next->name, &next->n) == 2) {
    next->value = calloc((size_t)next->n + 1, sizeof(double));
    for (int i = 0; i < next->n; i++) assert_int_equal(fscanf(f, "%lf", next->value + i), 1);
    next++, all->n++;
  }
  fclose(f);
  return all;
}

static inline void free_fields(fields* all) {
  for (int i = 0; i < all->n; i++) free(all->data[i].value);
  free(all);
}

static inline const field* find_field(const fields* all, const char* name) {
  for (int i = 0; i < all->n; i++) {
    if (!strcmp(all->data[i].name, name)) return all->data + i;
  }
  return NULL;
}

// Numbers agree to 1e-8 of the largest in the field; nothing wanted: they are zero.  What is not
// finite is nothing to agree with: the reference finds no normals for the polygons of a flat mesh.
static inline bool same_numbers(const char* model, const char* name, const field* want,
                                const double* have, size_t n) {
  if (want && (size_t)want->n != n) {
    print_error("%s: %s has %zu numbers, should have %d\n", model, name, n, want->n);
    return false;
  }
  double scale = 1e-6;
  for (size_t i = 0; want && i < n; i++) {
    if (isfinite(want->value[i])) scale = fmax(scale, fabs(want->value[i]));
  }
  for (size_t i = 0; i < n; i++) {
    double w = want ? want->value[i] : 0;
    if (!isfinite(w) || fabs(have[i] - w) <= 1e-8 * scale) continue;
    print_error("%s: %s[%zu] is %.11g, should be %.11g\n", model, name, i, have[i], w);
    return false;
  }
  return true;
}

static inline double number_at(array_kind kind, const void* data, size_t i) {
  switch (kind) {
    case ARRAY_NUM: return ((const mjtNum*)data)[i];
    case ARRAY_INT: return ((const int*)data)[i];
    case ARRAY_FLOAT: return (double)((const float*)data)[i];
    case ARRAY_BYTE: return ((const mjtByte*)data)[i];
    default: return ((const char*)data)[i];
  }
}

static inline bool same_array(const char* model, const char* name, array_kind kind,
                              const void* data, size_t n, const field* want) {
  double* have = calloc(n + 1, sizeof(double));
  for (size_t i = 0; i < n; i++) have[i] = number_at(kind, data, i);
  bool same = same_numbers(model, name, want, have, n);
  free(have);
  return same;
}

// A setting is as in the file; one that is not there is as usual.
static inline bool same_setting(const char* model, const char* name, array_kind kind,
                                const void* have, const void* usual, size_t n, const fields* all) {
  const field* want = find_field(all, name);
  if (want) return same_array(model, name, kind, have, n, want);
  for (size_t i = 0; i < n; i++) {
    if (number_at(kind, have, i) == number_at(kind, usual, i)) continue;
    print_error("%s: %s[%zu] should be the default\n", model, name, i);
    return false;
  }
  return true;
}

static inline int compare_options(const char* model, const mjOption* have, const fields* all) {
  mjOption usual;
  mj_defaultOption(&usual);
  int bad = 0;
#define OPTION(name, kind, n) \
  bad += !same_setting(model, "opt." #name, kind, &have->name, &usual.name, n, all);
#define X(type, name) OPTION(name, ARRAY_NUM, 1)
  MJOPTION_FLOATS
#undef X
#define X(type, name) OPTION(name, ARRAY_INT, 1)
  MJOPTION_INTS
#undef X
#define X(name, n) OPTION(name, ARRAY_NUM, n)
  MJOPTION_VECTORS
#undef X
#undef OPTION
  return bad;
}

// The schema knows the fields of mjVisual.
static inline int compare_visual(const char* model, const mjVisual* have, const fields* all) {
  mjVisual usual;
  mj_defaultVisual(&usual);
  const element_row* visual = schema_child(&schema_root, "visual");
  int bad = 0;
  for (const element_row* const* part = visual->child; *part; part++) {
    for (int i = 0; i < (*part)->group[0]->n; i++) {
      const attribute_row* row = (*part)->group[0]->row + i;
      size_t at = row->offset - offsetof(mjSpec, visual);
      char name[100];
      snprintf(name, sizeof name, "vis.%s.%s", (*part)->name, row->name);
      bad += !same_setting(model, name, row->store == STORE_FLOAT ? ARRAY_FLOAT : ARRAY_INT,
                           (const char*)have + at, (const char*)&usual + at, (size_t)row->max, all);
    }
  }
  return bad;
}

// With plugins, or written by hand without them, only the rest can be compared: the reference's
// build knows no plugins.
static inline bool is_about_plugins(const char* name) {
  return strstr(name, "plugin") || !strncmp(name, "name", 4) || !strcmp(name, "nnames") ||
         !strcmp(name, "nnames_map") || !strcmp(name, "sensor_type");
}

// Every array, size, statistic and setting of m; returns how many are wrong.
static inline int compare_model(const char* model, const mjModel* m, const fields* all) {
  int bad = 0;
  array_info array[MODEL_NARRAY];
  arrays_of_model(m, array);
  for (int k = 0; k < MODEL_NARRAY_BASE; k++) {
    const char* name = array[k].field->name;
    if (m->nplugin && is_about_plugins(name)) continue;
    bad += !same_array(model, name, array[k].field->kind, array_data(m, array + k),
                       array[k].rows * array[k].cols, find_field(all, name));
  }
#define X(size)                                                                                 \
  if (strcmp(#size, "nbuffer") && !(m->nplugin && is_about_plugins(#size))) {                   \
    bad += !same_numbers(model, #size, find_field(all, #size), (double[]){(double)m->size}, 1); \
  }
  MJMODEL_INTS
#undef X
  const mjStatistic* s = &m->stat;
  const double stat[7] = {s->meaninertia, s->meanmass,  s->meansize, s->extent,
                          s->center[0],   s->center[1], s->center[2]};
  bad += !same_numbers(model, "stat", find_field(all, "stat"), stat, 7);
  return bad + compare_options(model, &m->opt, all) + compare_visual(model, &m->vis, all);
}
