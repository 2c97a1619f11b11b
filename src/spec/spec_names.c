// The name index: an open-addressed hash table per type, built on first use and updated by every
// addition, removal and renaming, so that look-ups reflect the current tree.
#include <string.h>

#include "base/hash.h"
#include "spec/spec_life.h"
#include "spec/spec_type.h"

// Tombstone of a removed entry: probing continues past it.
static element removed;

static int index_of_type(mjtObj type) {
  switch ((int)type) {
    case mjOBJ_XBODY: return mjOBJ_BODY;
    case mjOBJ_FRAME: return NAME_FRAME;
    case mjOBJ_DEFAULT: return NAME_DEFAULT;
  }
  return (int)type > 0 && type < mjNOBJECT && type_of(type) ? (int)type : -1;
}

static uint32_t hash_name(const char* name, size_t n) {
  uint64_t h = hash_bytes(name, n, 0);
  return (uint32_t)(h ^ h >> 32);
}

static bool name_is(const element* e, const char* name, size_t n) {
  return (size_t)e->name.size == n && !memcmp(e->name.data, name, n);
}

static bool is_free(element* const* slot) { return !*slot || *slot == &removed; }

// The slot of a name, or a free slot for it.
static element** index_slot(const name_index* x, const char* name, size_t n) {
  uint32_t i = hash_name(name, n) & (x->capacity - 1);
  element** first_free = NULL;
  for (; x->slot[i]; i = (i + 1) & (x->capacity - 1)) {
    if (x->slot[i] != &removed) {
      if (name_is(x->slot[i], name, n)) return x->slot + i;
    } else if (!first_free) {
      first_free = x->slot + i;
    }
  }
  return first_free ? first_free : x->slot + i;
}

// Append e to the elements of its name.
static void index_put(name_index* x, element* e) {
  element** slot = index_slot(x, e->name.data, (size_t)e->name.size);
  if (!is_free(slot)) {
    e->same = (*slot)->same;
    (*slot)->same = e;
  } else {
    e->same = e;
    if (!*slot) x->used++;
  }
  *slot = e;
}

// Make room for n more names.
static bool index_grow(store* from, name_index* x, uint32_t n) {
  uint32_t capacity = x->capacity ? x->capacity : 16;
  while (4 * (uint64_t)(x->used + n) > 3 * (uint64_t)capacity) capacity *= 2;
  if (capacity == x->capacity) return true;
  name_index larger = {.capacity = capacity, .complete = true};
  larger.slot = store_alloc(from, larger.capacity * sizeof(element*));
  if (!larger.slot) return false;
  for (uint32_t k = 0; k < x->capacity; k++) {
    if (is_free(x->slot + k)) continue;
    element* last = x->slot[k];
    *index_slot(&larger, last->name.data, (size_t)last->name.size) = last;
    larger.used++;
  }
  if (x->slot) arena_free(from->memory, x->slot, x->capacity * sizeof(element*));
  *x = larger;
  return true;
}

// Enter an element into a complete index.
static void index_add(spec* s, element* e) {
  int k = index_of_type(e->base.elemtype);
  if (k < 0 || !s->index[k].complete || !e->name.size) return;
  if (index_grow(&s->store, &s->index[k], 1)) {
    index_put(&s->index[k], e);
  } else {
    s->index[k].complete = false;
  }
}

static void index_remove(spec* s, element* e) {
  int k = index_of_type(e->base.elemtype);
  if (k < 0 || !s->index[k].complete || !e->name.size) return;
  name_index* x = &s->index[k];
  if (!x->capacity) return;
  element **slot = index_slot(x, e->name.data, (size_t)e->name.size), *before = *slot;
  if (is_free(slot)) return;
  while (before->same != e && before->same != *slot) before = before->same;
  if (before->same != e) return;  // not in the list
  before->same = e->same;
  if (*slot == e) *slot = before == e ? &removed : before;
}

void spec_know(spec* s, element* e) { index_add(s, e); }

static void index_build(spec* s, mjtObj type) {
  name_index* x = &s->index[index_of_type(type)];
  if (x->slot) memset(x->slot, 0, x->capacity * sizeof(element*));
  x->used = 0;
  uint32_t n = 0;
  for (element* e = element_first(s, type); e; e = element_next(e)) n += e->name.size > 0;
  x->complete = index_grow(&s->store, x, n);
  for (element* e = element_first(s, type); e && x->complete; e = element_next(e)) {
    index_add(s, e);
  }
}

// Compares with the base name of a file, without folders and extension.
static bool stem_is(const char* file, const char* name) {
  size_t n = strlen(name);
  for (const char* c = file; *c; c++) {
    if (*c == '/' || *c == '\\') file = c + 1;
  }
  const char* dot = strrchr(file, '.');
  return (dot ? (size_t)(dot - file) : strlen(file)) == n && !memcmp(file, name, n);
}

static const char* file_of(const element* e) {
  switch (e->base.elemtype) {
    case mjOBJ_MESH: return string_text(&((const spec_mesh*)e)->own.file);
    case mjOBJ_HFIELD: return string_text(&((const spec_hfield*)e)->own.file);
    case mjOBJ_TEXTURE: return string_text(&((const spec_texture*)e)->own.file);
    case mjOBJ_SKIN: return string_text(&((const spec_skin*)e)->own.file);
    default: return "";
  }
}

bool element_name_from_file(element* e) {
  const char* file = file_of(e);
  if (e->name.size || !file[0]) return true;
  for (const char* c = file; *c; c++) {
    if (*c == '/' || *c == '\\') file = c + 1;
  }
  const char* dot = strrchr(file, '.');
  size_t n = dot ? (size_t)(dot - file) : strlen(file);
  char stem[256];
  if (n >= sizeof stem) n = sizeof stem - 1;
  memcpy(stem, file, n);
  stem[n] = 0;
  return element_rename(e, stem);
}

static bool named_by_file(mjtObj type) {
  return type == mjOBJ_MESH || type == mjOBJ_HFIELD || type == mjOBJ_TEXTURE || type == mjOBJ_SKIN;
}

// Search by the element's own name only.
static element* find_named(spec* s, mjtObj type, const char* name, size_t n) {
  int k = index_of_type(type);
  if (k < 0) return NULL;
  name_index* x = &s->index[k];
  if (!x->complete) index_build(s, type);
  if (!x->complete) {  // no memory for the index: search linearly
    for (element* e = element_first(s, type); e; e = element_next(e)) {
      if (name_is(e, name, n)) return e;
    }
    return NULL;
  }
  if (!x->capacity) return NULL;
  element** last = index_slot(x, name, n);
  return is_free(last) ? NULL : (*last)->same;
}

element* element_find(spec* s, mjtObj type, const char* name) {
  if (!name || !name[0]) return NULL;
  element* found = find_named(s, type, name, strlen(name));
  if (found || !named_by_file(type)) return found;
  for (element* e = element_first(s, type); e; e = element_next(e)) {
    if (!e->name.size && stem_is(file_of(e), name)) return e;
  }
  return NULL;
}

bool element_rename(element* e, const char* name) {
  bool listed = e->index >= 0 && e->owner;
  if (listed) index_remove(e->owner, e);
  bool ok = string_set(&e->name, name);
  if (listed) index_add(e->owner, e);
  return ok;
}

int mjs_setName(mjsElement* element_, const char* name) {
  if (!element_) return -1;
  element* e = element_of(element_);
  spec* s = e->owner;
  element* other = NULL;
  if (s && s->world && e == &s->world->e && (!name || strcmp(name, "world") != 0)) {
    return spec_error(s, e, "the name of the world is 'world'") - 1;
  }
  if (s && e->base.elemtype == mjOBJ_DEFAULT && (!name || !name[0])) {
    return spec_error(s, e, "a default class needs a name") - 1;
  }
  if (s && name && name[0] && e->base.elemtype != mjOBJ_DEFAULT && e->index >= 0) {
    other = find_named(s, e->base.elemtype, name, strlen(name));
  }
  e->name.from->edits++;
  bool ok = element_rename(e, name);
  if (!s) return ok ? 0 : -1;
  if (!ok) return spec_error(s, e, "no memory") - 1;
  if (other && other != e) {
    return spec_error(s, e, "repeated name '%s' in %s", name, element_type_name(e->base.elemtype)) -
           1;
  }
  return 0;
}

// ------------------------------------- lists ----------------------------------------------------

bool list_append(element_list* l, element* e) {
  element** before = l->data;
  size_t capacity = (size_t)l->capacity;
  if (!vec_reserve((vec*)l, l->size + 1, sizeof(element*))) return false;
  if (before && l->data != before) {
    arena_free(l->from->memory, before, capacity * sizeof(element*));
  }
  e->index = l->size;
  l->data[l->size++] = e;
  return true;
}

void list_remove(element_list* l, int index) {
  l->data[index]->index = -1;
  for (int i = index + 1; i < l->size; i++) {
    l->data[i - 1] = l->data[i];
    l->data[i - 1]->index = i - 1;
  }
  l->size--;
}

void list_renumber(element_list* l) {
  for (int i = 0; i < l->size; i++) l->data[i]->index = i;
}

element_list* body_list(spec_body* b, mjtObj type) {
  switch ((int)type) {
    case mjOBJ_BODY:
    case mjOBJ_XBODY: return &b->bodies;
    case mjOBJ_GEOM: return &b->geoms;
    case mjOBJ_FRAME: return &b->frames;
    case mjOBJ_JOINT: return &b->joints;
    case mjOBJ_SITE: return &b->sites;
    case mjOBJ_CAMERA: return &b->cameras;
    case mjOBJ_LIGHT: return &b->lights;
  }
  return NULL;
}

// Add or remove the names of a whole subtree.
static void index_subtree(spec* s, spec_body* top, bool add) {
  static const mjtObj held[] = {mjOBJ_GEOM, mjOBJ_FRAME,  mjOBJ_JOINT,
                                mjOBJ_SITE, mjOBJ_CAMERA, mjOBJ_LIGHT};
  FOR_BODIES(b, top) {
    if (add)
      index_add(s, &b->e);
    else
      index_remove(s, &b->e);
    b->e.owner = add ? s : NULL;
    for (int k = 0; k < 6; k++) {
      element_list* l = body_list(b, held[k]);
      for (int i = 0; i < l->size; i++) {
        if (add)
          index_add(s, l->data[i]);
        else
          index_remove(s, l->data[i]);
        l->data[i]->owner = add ? s : NULL;
      }
    }
  }
}

static void list_name(spec* s, element* e, bool add) {
  if (e->base.elemtype == mjOBJ_BODY) {
    index_subtree(s, (spec_body*)e, add);
    return;
  }
  if (add)
    index_add(s, e);
  else
    index_remove(s, e);
  e->owner = add ? s : NULL;
}

bool spec_list(spec* s, spec_body* body, element* e) {
  mjtObj type = e->base.elemtype;
  element_list* l = body ? body_list(body, type) : &s->list[type];
  if (!list_append(l, e)) return false;
  e->parent = body;
  list_name(s, e, true);
  if (!body && s->ids == IDS_CURRENT) e->id = e->index;
  spec_edited(s, body != NULL);
  return true;
}

void spec_unlist(element* e) {
  spec* s = e->owner;
  list_remove(e->parent ? body_list(e->parent, e->base.elemtype) : &s->list[e->base.elemtype],
              e->index);
  list_name(s, e, false);
  s->ids = IDS_STALE;
  spec_edited(s, false);
}

void spec_forget_class(spec_default* top) {
  for (spec_default *d = top, *up; top->e.owner; d = up) {
    while (d->children.size) d = (spec_default*)d->children.data[d->children.size - 1];
    up = d->up;
    index_remove(d->e.owner, &d->e);
    list_remove(&up->children, d->e.index);
    d->e.owner = NULL;
  }
}

void spec_edited(spec* s, bool tree) {
  if (tree) s->ids = IDS_NONE;
  s->signed_now = false;
  // any change of the value will do until the structure is hashed at compilation
  s->e.base.signature = s->e.base.signature * 6364136223846793005u + 1442695040888963407u;
}
