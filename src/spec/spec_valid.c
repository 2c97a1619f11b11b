// Checks of the invariants of a specification.
#include <string.h>

#include <engine/spec.h>

#include "base/check.h"
#include "spec/spec_type.h"

// Every handle of the public struct points to its container, whose size does not exceed its
// capacity.
static bool handles_valid(const element* e, const element_type* t) {
  if (*(mjsElement* const*)((const char*)e + t->pub) != &e->base) return false;
  for (int i = 0; i < t->nhandle; i++) {
    const void* own = (const char*)e + t->handles[i].own;
    if (*(void* const*)((const char*)e + t->handles[i].pub) != own) return false;
    const vec* v = own;
    bool text = t->handles[i].kind == CONTAINER_STRING;
    if (!text && (v->size < 0 || v->size > v->capacity || (v->size && !v->data))) return false;
  }
  return true;
}

static bool name_valid(spec* s, const element* e) {
  if (!HOSTILE) return true;
  const char* name = element_name(e);
  if (!*name) return true;
  const element* found = element_find(s, e->base.elemtype, name);
  return found && !strcmp(element_name(found), name);
}

static bool list_valid(spec* s, const element_list* l, mjtObj type, const spec_body* body) {
  if (l->size < 0 || l->size > l->capacity) return false;
  for (int i = 0; i < l->size; i++) {
    const element* e = l->data[i];
    if (e->base.elemtype != type || e->index != i || e->owner != s || e->parent != body)
      return false;
    if (e->frame && (e->frame->e.parent != body || e->frame->e.owner != s)) return false;
    if (!handles_valid(e, type_of(type)) || !name_valid(s, e)) return false;
  }
  return true;
}

bool spec_valid(spec* s) {
  if (s->store.failed) return true;  // incomplete, but never compiled
  for (int type = 0; type < mjNOBJECT; type++) {
    if (!type_in_tree(type) && !list_valid(s, s->list + type, type, NULL)) return false;
  }
  static const mjtObj in_body[] = {mjOBJ_BODY, mjOBJ_GEOM,   mjOBJ_FRAME, mjOBJ_JOINT,
                                   mjOBJ_SITE, mjOBJ_CAMERA, mjOBJ_LIGHT};
  FOR_BODIES(b, s->world) {
    for (size_t i = 0; i < sizeof in_body / sizeof *in_body; i++) {
      if (!list_valid(s, body_list(b, in_body[i]), in_body[i], b)) return false;
    }
  }
  return true;
}
