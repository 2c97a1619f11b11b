#include "compile/build.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <engine/base.h>

void* build_alloc(build* b, size_t n, size_t item) {
  if (n == 0) n = 1;  // never returns NULL for an empty array
  void* p = n <= SIZE_MAX / item ? arena_alloc(b->memory, n * item) : NULL;
  if (!p) mju_error("no memory for the compilation of %zu items of %zu bytes", n, item);
  return p;
}

// Prints the element a message is about: "file:line:column: type 'name': ".
static void print_place(text* t, const element* e) {
  const char *info = element_info(e), *name = element_name(e);
  if (*info) text_print(t, "%s: ", info);
  text_print(t, "%s", element_type_name(e->base.elemtype));
  if (*name) {
    text_print(t, " '%s'", name);
  } else if (e->id >= 0) {
    text_print(t, " %d", e->id);
  }
  text_append(t, ": ", 2);
}

// Prints the place of a settings element: "file:line:column: ".
static void print_settings(text* t, const build* b, settings_place in) {
  const char* place = string_text(&b->s->own.place[in]);
  if (*place) text_print(t, "%s: ", place);
}

// Whether another error can be added to those already reported.
static bool begin_error(build* b) {
  b->nerror++;
  if (b->errors.size > SPEC_ERROR_SIZE) return false;  // the buffer for the message is full
  if (b->nerror > 1) text_append(&b->errors, "\n", 1);
  return true;
}

bool build_error(build* b, const element* e, const char* format, ...) {
  if (!begin_error(b)) return false;
  if (e) print_place(&b->errors, e);
  va_list args;
  va_start(args, format);
  text_vprint(&b->errors, format, args);
  va_end(args);
  return false;
}

bool build_error_in(build* b, settings_place in, const char* format, ...) {
  if (!begin_error(b)) return false;
  print_settings(&b->errors, b, in);
  va_list args;
  va_start(args, format);
  text_vprint(&b->errors, format, args);
  va_end(args);
  return false;
}

void build_warning(build* b, const element* e, const char* format, ...) {
  text t = {0};
  if (e) print_place(&t, e);
  va_list args;
  va_start(args, format);
  text_vprint(&t, format, args);
  va_end(args);
  load_warnings_add(&b->warnings, text_string(&t));
  text_free(&t);
}

int build_lookup(build* b, mjtObj type, const char* name) {
  const element* e = element_find(b->s, type, name);
  return e ? e->id : -1;
}

// The names of all elements of a type, for suggesting the nearest one.
static int collect_names(build* b, mjtObj type, const char** out) {
  int n = 0;
  for (mjsElement* e = mjs_firstElement(&b->s->pub, type); e; e = mjs_nextElement(&b->s->pub, e)) {
    if (out) out[n] = element_name(element_of(e));
    n++;
  }
  return n;
}

static const char* nearest_name(build* b, mjtObj type, const char* name) {
  if (b->errors.size > SPEC_ERROR_SIZE) return NULL;  // the message would not be shown
  int n = collect_names(b, type, NULL);
  const char** names = BUILD_NEW(b, const char*, n + 1);
  collect_names(b, type, names);
  return text_nearest(name, names, n);
}

const element* build_find(build* b, const element* e, const char* what, mjtObj type,
                          const string* name, bool required) {
  const char* kind = element_type_name(type);
  if (string_empty(name)) {
    if (required) build_error(b, e, "%s is missing; it must name a %s", what, kind);
    return NULL;
  }
  const element* found = element_find(b->s, type, string_text(name));
  if (found) return found;
  const char* near = nearest_name(b, type, string_text(name));
  if (near) {
    build_error(b, e, "no %s named '%s' for %s; did you mean '%s'?", kind, string_text(name), what,
                near);
  } else {
    build_error(b, e, "no %s named '%s' for %s", kind, string_text(name), what);
  }
  return NULL;
}

int build_material(build* b, const element* e, const string* name) {
  if (b->s->pub.compiler.discardvisual) return -1;
  const element* found = build_find(b, e, "material", mjOBJ_MATERIAL, name, false);
  return found ? found->id : -1;
}

bool build_limited(build* b, const element* e, int flag, const double range[2], const char* what) {
  if (flag == mjLIMITED_AUTO && !compiler_of(e)->autolimits && (range[0] != 0 || range[1] != 0)) {
    return build_error(b, e,
                       "%srange is given but not %slimited; set %slimited to true or false, or "
                       "autolimits of the compiler to true",
                       what, what, what);
  }
  bool limited = flag == mjLIMITED_TRUE || (flag == mjLIMITED_AUTO && range[0] < range[1]);
  if (flag == mjLIMITED_AUTO && range[0] > range[1]) {
    build_warning(b, e,
                  "%srange '%g %g' does not limit, its ends being the wrong way round; was "
                  "'%g %g' meant?",
                  what, range[0], range[1], range[1], range[0]);
  }
  if (limited && !(range[0] < range[1])) {
    return build_error(b, e, "%srange is empty: %g must be less than %g", what, range[0], range[1]);
  }
  return limited;
}

void build_check_friction(build* b, const element* e, const double* friction, int n) {
  for (int k = 0; k < n; k++) {
    if (!(friction[k] < 0)) continue;
    build_warning(b, e, "friction is %g, which pushes what slides; was %g meant?", friction[k],
                  -friction[k]);
    return;
  }
}

void build_userdata(mjtNum* row, int n, const double_vec* userdata) {
  int given = userdata->size < n ? userdata->size : n;
  for (int i = 0; i < given; i++) row[i] = userdata->data[i];
}
