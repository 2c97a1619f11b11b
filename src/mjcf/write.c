// Writing a whole model, and output of its text.
#include "mjcf/write.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <engine/mjcf.h>
#include "base/need.h"
#include "mjcf/load.h"
#include "mjcf/sections.h"

// ------------------------------------------------------------------------------------ sections

// Write an element of scalars, whose values belong to the specification, with its children.
static void write_scalars(writer* w, const element_row* row) {
  write_mark before = write_open(w, row->name);
  write_groups(w, row, &w->from->pub, w->plain);
  for (const element_row* const* part = row->child; part && *part; part++) {
    write_scalars(w, *part);
  }
  write_close_or_drop(w, row->name, before);
}

// Write the templates of one type in a class: all actuator elements share one, written as the first
// of them.
static void write_class_member(writer* w, const element_row* row, const spec_default* def) {
  const mjsDefault* up = def->up ? &def->up->pub : mjs_getSpecDefault(w->plain);
  const void* target = *(void* const*)((const char*)&def->pub + row->code);
  const void* base = *(void* const*)((const char*)up + row->code);
  write_mark before = write_open(w, row->name);
  write_class_groups(w, row, target, base);
  write_close_or_drop(w, row->name, before);
}

static void write_default(writer* w, const spec_default* def) {
  const element_row* row = schema_child(&schema_root, "default");
  write_mark before = write_open(w, "default");
  if (def->up) write_text(w, "class", element_name(&def->e));
  for (const element_row* const* member = row->child; *member; member++) {
    bool first =
        (*member)->code != offsetof(mjsDefault, actuator) || *member == &schema_default_general;
    if (schema_is_default(*member) && first) write_class_member(w, *member, def);
  }
  for (int i = 0; i < def->children.size && write_fits(w, 1); i++) {
    write_default(w, (const spec_default*)def->children.data[i]);
  }
  write_close_or_drop(w, "default", before);
}

void write_defaults(writer* w) { write_default(w, w->from->main); }

static void write_model(writer* w) {
  static const element_row* const scalars[] = {&schema_compiler, &schema_option, &schema_size,
                                               &schema_visual, &schema_statistic};
  static void (*const parts[])(writer*) = {write_defaults,   write_extension, write_custom,
                                           write_asset,      write_worldbody, write_contact,
                                           write_deformable, write_equality,  write_tendon,
                                           write_actuator,   write_sensor,    write_keyframe};
  write_open(w, "mujoco");
  write_text(w, "model", element_name(&w->from->e));
  if (!string_empty(&w->from->own.comment)) write_comment(w, string_text(&w->from->own.comment));
  for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++) write_scalars(w, scalars[i]);
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) parts[i](w);
  write_close(w, "mujoco");
}

// ----------------------------------------------------------------------------- API functions

static void set_error(char* error, int nerror, const char* format, ...) mjPRINTFLIKE(3, 4);
static void set_error(char* error, int nerror, const char* format, ...) {
  if (!error || nerror <= 0) return;
  va_list args;
  va_start(args, format);
  vsnprintf(error, (size_t)nerror, format, args);
  va_end(args);
}

text write_whole(spec* s, char* error, int nerror) {
  writer w = {.from = s};
  set_error(error, nerror, "%s", "");
  if (s->pending.size) {
    set_error(
        error, nerror,
        "XML Error: Model has pending keyframes. It must be (re)compiled before writing XML.");
    return w.out;
  }
  if (!s->compiled) {
    set_error(error, nerror,
              "XML Write error: Only compiled model can be written; call mj_compile first");
    return w.out;
  }
  if (s->tuned && spec_signature(spec_of(s->tuned)) == spec_signature(s)) {
    w.from = spec_of(s->tuned);
  }
  mjSpec* placed = NULL;
  bool ok = write_place_nodes(w.from, &placed) &&
            write_place_looks(placed ? spec_of(placed) : w.from, &placed) &&
            write_place_limits(placed ? spec_of(placed) : w.from, &placed);
  if (placed) w.from = spec_of(placed);
  w.plain = ok ? mj_makeSpec() : NULL;
  if (w.plain) write_model(&w);
  if (!w.plain || spec_of(w.plain)->store.failed || w.out.failed) w.problem = "out of memory";
  mj_deleteSpec(w.plain);
  mj_deleteSpec(placed);
  if (w.problem) {
    set_error(error, nerror, "XML Error: %s", w.problem);
    text_free(&w.out);
    w.out = (text){0};
  }
  return w.out;
}

static bool write_stream(const text* t, FILE* stream, const char* name, char* error, int nerror) {
  bool ok = fwrite(t->data, 1, t->size, stream) == t->size;
  if (fflush(stream) != 0) ok = false;
  if (!ok) set_error(error, nerror, "cannot write file '%s': %s", name, strerror(errno));
  return ok;
}

bool write_out(const text* t, const char* filename, char* error, int nerror) {
  if (!filename || !*filename) return write_stream(t, stdout, "standard output", error, nerror);
  FILE* file = fopen(filename, "w");
  if (!file) {
    set_error(error, nerror, "cannot open file '%s': %s", filename, strerror(errno));
    return false;
  }
  bool ok = write_stream(t, file, filename, error, nerror);
  if (fclose(file) != 0 && ok) {
    set_error(error, nerror, "cannot write file '%s': %s", filename, strerror(errno));
    ok = false;
  }
  return ok;
}

int mj_saveXML(const mjSpec* s, const char* filename, char* error, int error_sz) {
  NEED_OR(-1, s);
  text t = write_whole(spec_of(s), error, error_sz);
  bool ok = t.data && write_out(&t, filename, error, error_sz);
  text_free(&t);
  return ok ? 0 : -1;
}

int mj_saveXMLString(const mjSpec* s, char* xml, int xml_sz, char* error, int error_sz) {
  if (!s) {
    set_error(error, error_sz, "XML Write error: there is no specification to write");
    return -1;
  }
  text t = write_whole(spec_of(s), error, error_sz);
  if (!t.data) return -1;
  int result = 0;
  if (xml && xml_sz > 0 && t.size < (size_t)xml_sz) {
    memcpy(xml, t.data, t.size + 1);
  } else {
    set_error(error, error_sz, "Output string too short, should be at least %zu", t.size + 1);
    result = (int)t.size;
  }
  text_free(&t);
  return result;
}
