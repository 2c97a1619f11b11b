// Two models, array by array.  Who includes this defines differs().
#pragma once

#include <math.h>
#include <string.h>
#include <engine/engine.h>
#include <engine/fields.h>

// A field whose entry i was x and became y.
static void differs(const char* model, const char* field, size_t i, double x, double y);

static double value(const void* array, size_t i, char type, size_t width) {
  if (type == 'd') return ((const double*)array)[i];
  if (type == 'f') return ((const float*)array)[i];
  if (width == sizeof(int)) return ((const int*)array)[i];
  return ((const unsigned char*)array)[i];
}

// Numbers are written with all their digits, but poses are composed again and tensors diagonalised:
// they come back to the last digits of the largest of the field.
static void compare(const char* model, const char* field, const void* a, const void* b, size_t n,
                    char type, size_t width) {
  double scale = 1;
  for (size_t i = 0; i < n && type != 'i'; i++) {
    double x = fabs(value(a, i, type, width));
    if (isfinite(x)) scale = fmax(scale, x);
  }
  double tolerance = type == 'd' ? 1e-9 : type == 'f' ? 1e-6 : 0;
  for (size_t i = 0; i < n; i++) {
    double x = value(a, i, type, width), y = value(b, i, type, width);
    if (x == y || (isnan(x) && isnan(y)) || fabs(x - y) <= tolerance * scale) continue;
    differs(model, field, i, x, y);
    return;
  }
}

#define TYPE(t) _Generic((t)0, double : 'd', float : 'f', default : 'i')

static void compare_models(const char* name, const mjModel* m, const mjModel* n) {
  bool same_sizes = true;
#define X(size)                                                                         \
  if (m->size != n->size) {                                                             \
    differs(name, #size, 0, (double)m->size, (double)n->size);                          \
    same_sizes = same_sizes && (!strcmp(#size, "nnames") || !strcmp(#size, "npaths") || \
                                !strcmp(#size, "nnames_map"));                          \
  }
  MJMODEL_INTS
  MJMODEL_INTS_MORE
#undef X
  if (!same_sizes) return;
#define X(type, field, rows, columns)                                                        \
  if (m->rows == n->rows) {                                                                  \
    compare(name, #field, m->field, n->field, (size_t)m->rows*(size_t)(columns), TYPE(type), \
            sizeof(type));                                                                   \
  }
  MJMODEL_POINTERS
  MJMODEL_POINTERS_MORE
#undef X
  const mjOption *o = &m->opt, *p = &n->opt;
#define X(type, field) \
  compare(name, "opt." #field, &o->field, &p->field, 1, TYPE(type), sizeof(type));
  MJOPTION_SCALARS
#undef X
#define X(field, count) \
  compare(name, "opt." #field, o->field, p->field, count, 'd', sizeof(double));
  MJOPTION_VECTORS
#undef X
  compare(name, "stat", &m->stat, &n->stat, sizeof m->stat / sizeof(double), 'd', sizeof(double));
}

#undef TYPE
