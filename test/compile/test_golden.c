// Models of test/golden/compile against the numbers of the reference: every array and size of
// mjModel.  A field that is not in the file of numbers is all zero.
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <engine/engine.h>
#include <engine/fields.h>

#include "math/draw.h"
#include "model/arrays.h"

// Bytes, addresses, and what depends on the layout of memory.
static const char* const not_compared[] = {"names",  "paths",  "text_data", "plugin_attr",
                                           "plugin", "narena", "nbuffer"};

static bool is_compared(const char* name) {
  for (size_t i = 0; i < sizeof not_compared / sizeof *not_compared; i++) {
    if (!strcmp(name, not_compared[i])) return false;
  }
  return true;
}

typedef struct {
  char name[64];
  int n;
  double* value;
} field;

typedef struct {
  field* data;
  int n;
} fields;

static fields read_fields(const char* file) {
  FILE* f = fopen(file, "r");
  assert_non_null(f);
  fields all = {calloc(600, sizeof(field)), 0};
  while (all.n < 600 && fscanf(f, "%63s %d", all.data[all.n].name, &all.data[all.n].n) == 2) {
    field* next = &all.data[all.n++];
    next->value = calloc((size_t)next->n + 1, sizeof(double));
    for (int i = 0; i < next->n; i++) assert_int_equal(fscanf(f, "%lf", next->value + i), 1);
  }
  fclose(f);
  return all;
}

static void free_fields(fields all) {
  for (int i = 0; i < all.n; i++) free(all.data[i].value);
  free(all.data);
}

static const field* find(fields all, const char* name) {
  for (int i = 0; i < all.n; i++) {
    if (!strcmp(all.data[i].name, name)) return all.data + i;
  }
  return NULL;
}

// Numbers agree to 1e-8 of the largest in the field.  Returns whether they do.
static bool compare(const char* model, const char* name, const field* want, const double* have,
                    size_t n) {
  if (want && (size_t)want->n != n) {
    print_error("%s: %s has %zu numbers, should have %d\n", model, name, n, want->n);
    return false;
  }
  double scale = 1e-6;
  for (size_t i = 0; want && i < n; i++) scale = fmax(scale, fabs(want->value[i]));
  for (size_t i = 0; i < n; i++) {
    double w = want ? want->value[i] : 0;
    if (fabs(have[i] - w) <= 1e-8 * scale) continue;
    print_error("%s: %s[%zu] is %.11g, should be %.11g\n", model, name, i, have[i], w);
    return false;
  }
  return true;
}

static double item(const array_info* a, const char* data, size_t i) {
  switch (a->kind) {
    case ARRAY_NUM: return ((const mjtNum*)(const void*)data)[i];
    case ARRAY_INT: return ((const int*)(const void*)data)[i];
    case ARRAY_FLOAT: return (double)((const float*)(const void*)data)[i];
    case ARRAY_BYTE: return ((const mjtByte*)data)[i];
    default: return data[i];
  }
}

static int compare_model(const char* file, const mjModel* m, fields all) {
  int bad = 0;
  array_info array[MODEL_NARRAY];
  arrays_of_model(m, array);
  for (int k = 0; k < MODEL_NARRAY; k++) {
    if (!is_compared(array[k].name)) continue;
    size_t n = array[k].rows * array[k].cols;
    double* have = calloc(n + 1, sizeof(double));
    for (size_t i = 0; i < n; i++) have[i] = item(array + k, array_data(m, array + k), i);
    bad += !compare(file, array[k].name, find(all, array[k].name), have, n);
    free(have);
  }
#define X(size)                                                                  \
  if (is_compared(#size)) {                                                      \
    bad += !compare(file, #size, find(all, #size), (double[]){(int)m->size}, 1); \
  }
  MJMODEL_INTS
#undef X
  const mjStatistic* s = &m->stat;
  const double stat[7] = {s->meaninertia, s->meanmass,  s->meansize, s->extent,
                          s->center[0],   s->center[1], s->center[2]};
  bad += !compare(file, "stat", find(all, "stat"), stat, 7);
  return bad;
}

static void models_have_the_numbers_of_the_reference(void** state) {
  (void)state;
  glob_t files;
  int bad = 0;
  assert_int_equal(glob(SOURCE_ROOT "/test/golden/compile/*.xml", 0, NULL, &files), 0);
  for (size_t i = 0; i < files.gl_pathc; i++) {
    char numbers[1000], error[1000] = "";
    const char* file = files.gl_pathv[i];
    snprintf(numbers, sizeof numbers, "%.*s.txt", (int)strlen(file) - 4, file);
    mjModel* m = mj_loadXML(file, NULL, error, sizeof error);
    if (!m) print_error("%s: %s\n", file, error);
    assert_non_null(m);
    fields all = read_fields(numbers);
    bad += compare_model(strrchr(file, '/') + 1, m, all);
    free_fields(all);
    mj_deleteModel(m);
  }
  globfree(&files);
  mj_freeLastXML();
  assert_int_equal(bad, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(models_have_the_numbers_of_the_reference)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
