// Access to containers by handles; frames; plugin attributes.
#include <stdlib.h>
#include <string.h>

#include <engine/base.h>
#include <engine/model.h>
#include "base/need.h"
#include "spec/spec_type.h"

static bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

// Count a write by the user to a container.
static void edited(const vec* v) { v->from->edits++; }

void mjs_setString(mjString* dest, const char* text) {
  NEED(dest);
  string* s = dest;
  s->from->edits++;
  if (s->is_name) {
    element_rename((element*)((char*)s - offsetof(element, name)), text);
  } else {
    string_set(s, text);
  }
}

void mjs_setStringVec(mjStringVec* dest, const char* text) {
  NEED(dest);
  string_vec* v = dest;
  edited(dest);
  v->size = 0;
  for (const char* c = text ? text : ""; *c;) {
    while (is_space(*c)) c++;
    const char* word = c;
    while (*c && !is_space(*c)) c++;
    if (c == word) break;
    string* s = string_vec_push(v, NULL);
    if (s) string_assign(s, word, (size_t)(c - word));
  }
}

mjtByte mjs_setInStringVec(mjStringVec* dest, int i, const char* text) {
  NEED_OR(0, dest);
  string_vec* v = dest;
  if (i < 0 || i >= v->size) {
    mju_error("mjs_setInStringVec: index %d is out of bounds, the vector has %d strings", i,
              v->size);
    return 0;
  }
  edited(dest);
  return string_set(&v->data[i], text);
}

void mjs_appendString(mjStringVec* dest, const char* text) {
  NEED(dest);
  edited(dest);
  string_vec_push(dest, text);
}

void mjs_setInt(mjIntVec* dest, const int* array, int size) {
  NEED(dest);
  edited(dest);
  vec_assign(dest, array, size, sizeof(int));
}

void mjs_setFloat(mjFloatVec* dest, const float* array, int size) {
  NEED(dest);
  vec_assign(dest, array, size, sizeof(float));
}

void mjs_setDouble(mjDoubleVec* dest, const double* array, int size) {
  NEED(dest);
  vec_assign(dest, array, size, sizeof(double));
}

void mjs_setBuffer(mjByteVec* dest, const void* array, int size) {
  NEED(dest);
  vec_assign(dest, array, size, 1);
}

// Append a vector to a vector of vectors.
static void append_row(vec* rows, const void* array, int size, size_t width) {
  if (!vec_resize(rows, rows->size + 1, sizeof(vec))) return;
  vec* row = (vec*)rows->data + (rows->size - 1);
  row->from = rows->from;
  vec_assign(row, array, size, width);
}

void mjs_appendIntVec(mjIntVecVec* dest, const int* array, int size) {
  NEED(dest);
  append_row(dest, array, size, sizeof(int));
}

void mjs_appendFloatVec(mjFloatVecVec* dest, const float* array, int size) {
  NEED(dest);
  append_row(dest, array, size, sizeof(float));
}

mjString* mjs_getName(mjsElement* e) { return e ? &element_of(e)->name : NULL; }

const char* mjs_getString(const mjString* source) { return string_text(source); }

const double* mjs_getDouble(const mjDoubleVec* source, int* size) {
  NEED_OR(NULL, source);
  const double_vec* v = source;
  if (size) *size = v->size;
  return v->data;
}

int mjs_setFrame(mjsElement* dest, mjsFrame* frame) {
  if (!dest || !frame) return -1;
  element* e = element_of(dest);
  spec_frame* f = frame_of(frame);
  if (!e->owner) return -1;
  if (f->e.parent != e->parent || !e->parent) {
    return spec_error(e->owner, e, "Frame and body '%s' have mismatched parents", element_name(e)) -
           1;
  }
  for (const spec_frame* up = f; up; up = up->e.frame) {
    if (&up->e == e) return spec_error(e->owner, e, "a frame cannot enclose itself") - 1;
  }
  e->frame = f;
  spec_edited(e->owner, false);
  return 0;
}

// -------------------------------------- plugins -------------------------------------------------

int mjs_activatePlugin(mjSpec* s, const char* name) {
  NEED_OR(-1, s);
  spec* in = spec_of(s);
  int slot;
  if (!name || !mjp_getPlugin(name, &slot)) return -1;
  return spec_use_plugin(in, name, slot) ? 0 : -1;
}

bool spec_use_plugin(spec* s, const char* name, int slot) {
  for (int i = 0; i < s->plugins.size; i++) {
    if (!strcmp(element_name(s->plugins.data[i]), name)) return true;
  }
  element* e = element_new(s, mjOBJ_PLUGIN);
  if (!e || !element_rename(e, name) || !list_append(&s->plugins, e)) return false;
  e->id = slot;
  e->index = -1;
  return true;
}

// The plugin instance of an element's embedded mjsPlugin, or of an added plugin.
static spec_plugin* instance_of(const mjsPlugin* plugin) {
  return plugin && plugin->element && plugin->element->elemtype == mjOBJ_PLUGIN
             ? (spec_plugin*)plugin->element
             : NULL;
}

void mjs_setPluginAttributes(mjsPlugin* plugin, void* attributes) {
  NEED(plugin);
  spec_plugin* p = instance_of(plugin);
  string_vec* from = attributes;
  if (!p || !from || from == &p->attributes) return;
  if (container_copy(&p->attributes, from, CONTAINER_STRINGS)) from->size = 0;
}

const void* mjs_getPluginAttributes(const mjsPlugin* plugin) {
  NEED_OR(NULL, plugin);
  spec_plugin* p = instance_of(plugin);
  return p ? &p->attributes : NULL;
}

const void* eng_vecData(const void* v, int* size) {
  const vec* all = v;
  if (size) *size = all ? all->size : 0;
  return all && all->size ? all->data : NULL;
}

_Static_assert(sizeof(vec) == sizeof(engVec) && sizeof(string) == sizeof(engVec),
               "containers have the size that programs see");

int eng_vecMake(engVec* words) {
  NEED_OR(0, words);
  store* from = calloc(1, sizeof *from);
  if (from) from->memory = arena_new_passing();
  if (!from || !from->memory) {
    free(from);
    return 0;
  }
  vec v = {.from = from};
  memcpy(words, &v, sizeof v);
  return 1;
}

void eng_vecFree(engVec* words) {
  if (!words) return;
  vec v;
  memcpy(&v, words, sizeof v);
  if (v.from) {
    arena_delete(v.from->memory);
    free(v.from);
  }
  memset(words, 0, sizeof *words);
}

int eng_vecResize(void* v, int n, int width) {
  NEED_OR(0, v);
  vec* all = v;
  int before = all->size;
  edited(all);
  if (width < 1 || !vec_resize(all, n, (size_t)width)) return 0;
  if (width == sizeof(engVec)) {
    for (int i = before; i < n; i++) ((vec*)all->data)[i].from = all->from;
  }
  return 1;
}

const char* eng_vecString(const mjStringVec* v, int i) {
  const string_vec* all = v;
  return all && i >= 0 && i < all->size ? string_text(all->data + i) : "";
}
