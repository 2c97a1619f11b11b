#include "spec/container.h"

#include <string.h>

#include "base/text.h"

void* store_alloc(store* s, size_t n) {
  void* p = arena_alloc(s->memory, n);
  if (!p) s->failed = true;
  return p;
}

// -------------------------------------- text ----------------------------------------------------

// Allocate n bytes plus terminator in a new block; *room: its size.  NULL when there is no memory.
static char* string_room(string* s, size_t n, size_t* room) {
  if (n >= (1u << 30)) {
    s->from->failed = true;
    return NULL;
  }
  *room = n + 1;
  // a string that grows once will grow again; most are set only once
  if (*room < 2 * (size_t)s->capacity) *room = 2 * (size_t)s->capacity;
  char* data = arena_chars(s->from->memory, *room);
  if (!data) s->from->failed = true;
  return data;
}

static void string_clear(string* s) {
  s->data = NULL;
  s->size = 0;
  s->capacity = 0;
  s->is_place = 0;
}

bool string_assign(string* dest, const char* s, size_t n) {
  if (dest->is_place) string_clear(dest);
  char* to = dest->data;
  size_t room = dest->capacity;
  if (!to || n >= room) to = string_room(dest, n, &room);
  if (!to) return false;
  if (n) memmove(to, s, n);
  to[n] = 0;
  dest->data = to;
  dest->capacity = (unsigned)room;
  dest->size = (int)n;
  return true;
}

bool string_set(string* dest, const char* s) {
  size_t n = s ? strlen(s) : 0;
  if (!n && !dest->data) return true;
  return string_assign(dest, s, n);
}

// A place is stored as words, line and column in the members data, size and capacity.
void string_place(string* dest, const place_words* words, int line, int column) {
  const int most = (1 << 30) - 1;
  dest->data = (char*)words;
  dest->size = line;
  dest->capacity = (unsigned)(column < most ? column : most);
  dest->is_place = 1;
}

const char* string_spell(string* s) {
  const place_words* words = (const place_words*)s->data;
  text t = {0};
  text_print(&t, "%s:%d:%u%s", words->before, s->size, (unsigned)s->capacity, words->behind);
  string_clear(s);
  string_assign(s, text_string(&t), t.size);
  text_free(&t);
  return s->data ? s->data : "";
}

bool string_decorate(string* s, const char* prefix, const char* suffix) {
  size_t np = strlen(prefix), ns = strlen(suffix), n = (size_t)s->size;
  if (!n || np + ns == 0) return true;
  char* data = s->data;
  size_t room = s->capacity;
  if (np + n + ns >= room && !(data = string_room(s, np + n + ns, &room))) return false;
  memmove(data + np, s->data, n);
  memcpy(data, prefix, np);
  memcpy(data + np + n, suffix, ns);
  data[np + n + ns] = 0;
  s->data = data;
  s->capacity = (unsigned)room;
  s->size = (int)(np + n + ns);
  return true;
}

// ------------------------------------ vectors ---------------------------------------------------

bool vec_reserve(vec* v, int n, size_t width) {
  if (n <= v->capacity) return true;
  size_t room = n < 2 ? 2 : (size_t)n;
  if (room < 2 * (size_t)v->capacity) room = 2 * (size_t)v->capacity;
  if (room > 0x7fffffff) room = (size_t)n;
  void* data = store_alloc(v->from, room * width);
  if (!data) return false;
  if (v->size) memcpy(data, v->data, (size_t)v->size * width);
  v->data = data;
  v->capacity = (int)room;
  return true;
}

bool vec_resize(vec* v, int n, size_t width) {
  if (n < 0 || !vec_reserve(v, n, width)) return false;
  if (n > v->size) {
    memset((char*)v->data + (size_t)v->size * width, 0, (size_t)(n - v->size) * width);
  }
  v->size = n;
  return true;
}

bool vec_assign(vec* v, const void* data, int n, size_t width) {
  if (n <= 0) {
    v->size = 0;
    return true;
  }
  if (n > v->capacity) {
    void* room = store_alloc(v->from, (size_t)n * width);
    if (!room) return false;
    memcpy(room, data, (size_t)n * width);
    v->data = room;
    v->capacity = n;
  } else {
    memmove(v->data, data, (size_t)n * width);
  }
  v->size = n;
  return true;
}

string* string_vec_push(string_vec* v, const char* s) {
  int n = v->size;
  if (!vec_resize((vec*)v, n + 1, sizeof(string))) return NULL;
  v->data[n].from = v->from;
  if (!string_set(&v->data[n], s)) {
    v->size = n;
    return NULL;
  }
  return &v->data[n];
}

// Copy a vector whose elements are themselves containers, of `width` bytes each.
static bool copy_nested(vec* dest, const vec* source, size_t width, container_kind inner) {
  dest->size = 0;
  if (!vec_resize(dest, source->size, width)) return false;
  bool ok = true;
  for (int i = 0; i < source->size; i++) {
    vec* to = (vec*)((char*)dest->data + (size_t)i * width);
    to->from = dest->from;
    ok &= container_copy(to, (const char*)source->data + (size_t)i * width, inner);
  }
  return ok;
}

bool container_copy(void* dest, const void* source, container_kind kind) {
  const vec* from = source;
  switch (kind) {
    case CONTAINER_STRING: {
      const string* s = source;
      string* to = dest;
      if (s->is_place && s->from == to->from) {
        string_place(to, (const place_words*)s->data, s->size, (int)s->capacity);
        return true;
      }
      const char* words = string_text(s);
      if (!s->size && !to->data) return true;
      return string_assign(to, words, (size_t)s->size);
    }
    case CONTAINER_INTS: return vec_assign(dest, from->data, from->size, sizeof(int));
    case CONTAINER_FLOATS: return vec_assign(dest, from->data, from->size, sizeof(float));
    case CONTAINER_DOUBLES: return vec_assign(dest, from->data, from->size, sizeof(double));
    case CONTAINER_BYTES: return vec_assign(dest, from->data, from->size, 1);
    case CONTAINER_STRINGS: return copy_nested(dest, from, sizeof(string), CONTAINER_STRING);
    case CONTAINER_INT_VECS: return copy_nested(dest, from, sizeof(vec), CONTAINER_INTS);
    case CONTAINER_FLOAT_VECS: return copy_nested(dest, from, sizeof(vec), CONTAINER_FLOATS);
  }
  return false;
}
