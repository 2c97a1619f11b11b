// Iteration over the elements of a specification.
#include <string.h>

#include "base/need.h"
#include "spec/spec_type.h"

spec_body* body_next(const spec_body* b, const spec_body* root) {
  if (b->bodies.size) return (spec_body*)b->bodies.data[0];
  while (b != root) {
    const spec_body* up = b->e.parent;
    if (b->e.index + 1 < up->bodies.size) return (spec_body*)up->bodies.data[b->e.index + 1];
    b = up;
  }
  return NULL;
}

// The first element of a type in b or in a body after it in root's subtree.
static element* first_from(spec_body* b, const spec_body* root, mjtObj type) {
  for (; b; b = body_next(b, root)) {
    const element_list* l = body_list(b, type);
    if (l->size) return l->data[0];
  }
  return NULL;
}

// The element after e in root's subtree.
static element* next_within(const element* e, const spec_body* root) {
  if (e->base.elemtype == mjOBJ_BODY) {
    spec_body* b = body_next((const spec_body*)e, root);
    return b ? &b->e : NULL;
  }
  const element_list* l = body_list(e->parent, e->base.elemtype);
  if (e->index + 1 < l->size) return l->data[e->index + 1];
  return first_from(body_next(e->parent, root), root, e->base.elemtype);
}

spec_default* class_next(const spec_default* d, const spec_default* root) {
  if (d->children.size) return (spec_default*)d->children.data[0];
  for (; d != root; d = d->up) {
    const element_list* l = &d->up->children;
    if (d->e.index + 1 < l->size) return (spec_default*)l->data[d->e.index + 1];
  }
  return NULL;
}

element* element_first(const spec* s, mjtObj type) {
  if (type == mjOBJ_BODY || type == mjOBJ_XBODY) return &s->world->e;
  if (type == mjOBJ_DEFAULT) return &s->main->e;
  if (type_in_tree(type)) return first_from(s->world, s->world, type);
  if ((int)type <= 0 || type >= mjNOBJECT || !s->list[type].size) return NULL;
  return s->list[type].data[0];
}

element* element_next(const element* e) {
  mjtObj type = e->base.elemtype;
  if (!e->owner || e->index < 0) return NULL;
  if (type == mjOBJ_DEFAULT) {
    spec_default* next = class_next((const spec_default*)e, e->owner->main);
    return next ? &next->e : NULL;
  }
  if (type_in_tree(type)) return next_within(e, e->owner->world);
  if ((int)type <= 0 || type >= mjNOBJECT) return NULL;
  const element_list* l = &e->owner->list[type];
  return e->index + 1 < l->size ? l->data[e->index + 1] : NULL;
}

static mjsElement* public_element(element* e) { return e ? &e->base : NULL; }

mjsElement* mjs_firstElement(mjSpec* s, mjtObj type) {
  NEED_OR(NULL, s);
  if (type == mjOBJ_UNKNOWN || (!type_of(type) && type != mjOBJ_XBODY)) {
    spec_error(spec_of(s), NULL, "cannot traverse elements of type %d", (int)type);
    return NULL;
  }
  return public_element(element_first(spec_of(s), type));
}

mjsElement* mjs_nextElement(mjSpec* s, mjsElement* e) {
  NEED_OR(NULL, s);
  if (!e) {
    spec_error(spec_of(s), NULL, "cannot traverse from a null element");
    return NULL;
  }
  return public_element(element_next(element_of(e)));
}

// Report which types bodies can contain.
static mjsElement* wrong_child(spec_body* b, mjtObj type) {
  if (b->e.owner) {
    spec_error(b->e.owner, &b->e,
               "a body has no children of type %d; traversal supports the types: body, frame, "
               "geom, site, joint, camera, light",
               (int)type);
  }
  return NULL;
}

mjsElement* mjs_firstChild(mjsBody* body, mjtObj type, int recurse) {
  NEED_OR(NULL, body);
  spec_body* b = body_of(body);
  if (!type_in_tree(type)) return wrong_child(b, type);
  const element_list* l = body_list(b, type);
  if (l->size) return &l->data[0]->base;
  return recurse ? public_element(first_from(b, b, type)) : NULL;
}

// Whether e is in the subtree of b.
static bool is_below(const element* e, const spec_body* b) {
  for (const spec_body* up = e->parent; up; up = up->e.parent) {
    if (up == b) return true;
  }
  return false;
}

mjsElement* mjs_nextChild(mjsBody* body, mjsElement* child, int recurse) {
  NEED_OR(NULL, body);
  spec_body* b = body_of(body);
  if (!child) return wrong_child(b, mjOBJ_UNKNOWN);
  element* e = element_of(child);
  if (!type_in_tree(child->elemtype)) return wrong_child(b, child->elemtype);
  if (!is_below(e, b) || e->index < 0) {
    if (b->e.owner) spec_error(b->e.owner, e, "element is not below body '%s'", b->e.name.data);
    return NULL;
  }
  if (recurse) return public_element(next_within(e, b));
  const element_list* l = body_list(e->parent, child->elemtype);
  return e->parent == b && e->index + 1 < l->size ? &l->data[e->index + 1]->base : NULL;
}

// -------------------------------------- finding -------------------------------------------------

mjsElement* mjs_findElement(mjSpec* s, mjtObj type, const char* name) {
  NEED_OR(NULL, s);
  if (type == mjOBJ_MODEL) {
    mjSpec* found = mjs_findSpec(s, name);
    return found ? found->element : NULL;
  }
  return public_element(element_find(spec_of(s), type, name));
}

mjsBody* mjs_findBody(mjSpec* s, const char* name) {
  NEED_OR(NULL, s);
  return mjs_asBody(mjs_findElement(s, mjOBJ_BODY, name));
}

mjsFrame* mjs_findFrame(mjSpec* s, const char* name) {
  NEED_OR(NULL, s);
  return mjs_asFrame(mjs_findElement(s, mjOBJ_FRAME, name));
}

mjsBody* mjs_findChild(mjsBody* body, const char* name) {
  NEED_OR(NULL, body);
  spec_body* b = body_of(body);
  if (!b->e.owner) return NULL;
  spec_body* found = (spec_body*)element_find(b->e.owner, mjOBJ_BODY, name);
  return found && (found == b || is_below(&found->e, b)) ? &found->pub : NULL;
}

mjSpec* mjs_findSpec(mjSpec* s, const char* name) {
  NEED_OR(NULL, s);
  const element_list* l = &spec_of(s)->attached;
  for (int i = 0; name && i < l->size; i++) {
    spec* held = (spec*)l->data[i];
    if (!strcmp(element_name(&held->e), name)) return &held->pub;
  }
  return NULL;
}

mjSpec* mjs_getSpec(mjsElement* e) {
  return e && element_of(e)->owner ? &element_of(e)->owner->pub : NULL;
}

mjsBody* mjs_getParent(mjsElement* e) {
  return e && element_of(e)->parent ? &element_of(e)->parent->pub : NULL;
}

mjsFrame* mjs_getFrame(mjsElement* e) {
  return e && element_of(e)->frame ? &element_of(e)->frame->pub : NULL;
}

// --------------------------------------- ids ----------------------------------------------------

void spec_number(spec* s) {
  int n[mjNOBJECT] = {0}, nframe = 0;
  FOR_BODIES(b, s->world) {
    b->e.id = n[mjOBJ_BODY]++;
    for (int type = mjOBJ_JOINT; type <= mjOBJ_LIGHT; type++) {
      const element_list* l = body_list(b, (mjtObj)type);
      for (int i = 0; l && i < l->size; i++) l->data[i]->id = n[type]++;
    }
    for (int i = 0; i < b->frames.size; i++) b->frames.data[i]->id = nframe++;
  }
  for (int type = mjOBJ_FLEX; type < mjNOBJECT; type++) {
    for (int i = 0; i < s->list[type].size; i++) s->list[type].data[i]->id = i;
  }
  s->ids = IDS_CURRENT;
}

int element_id(const element* e) {
  spec* s = e->owner;
  if (!s) return -1;
  if (s->ids == IDS_STALE) spec_number(s);
  if (s->ids == IDS_CURRENT) return e->id;
  if (!type_in_tree(e->base.elemtype)) return e->index;
  return e == &s->world->e ? 0 : -1;
}

int mjs_getId(mjsElement* e) { return e ? element_id(element_of(e)) : -1; }

// ----------------------------------- conversion to public structs -------------------------------

#define AS(Type, type, OBJ)                                                            \
  mjs##Type* mjs_as##Type(mjsElement* element) {                                       \
    return element && element->elemtype == OBJ ? &((spec_##type*)element)->pub : NULL; \
  }
AS(Body, body, mjOBJ_BODY)
AS(Geom, geom, mjOBJ_GEOM)
AS(Joint, joint, mjOBJ_JOINT)
AS(Site, site, mjOBJ_SITE)
AS(Camera, camera, mjOBJ_CAMERA)
AS(Light, light, mjOBJ_LIGHT)
AS(Frame, frame, mjOBJ_FRAME)
AS(Actuator, actuator, mjOBJ_ACTUATOR)
AS(Sensor, sensor, mjOBJ_SENSOR)
AS(Flex, flex, mjOBJ_FLEX)
AS(Pair, pair, mjOBJ_PAIR)
AS(Equality, equality, mjOBJ_EQUALITY)
AS(Exclude, exclude, mjOBJ_EXCLUDE)
AS(Tendon, tendon, mjOBJ_TENDON)
AS(Numeric, numeric, mjOBJ_NUMERIC)
AS(Text, text, mjOBJ_TEXT)
AS(Tuple, tuple, mjOBJ_TUPLE)
AS(Key, key, mjOBJ_KEY)
AS(Mesh, mesh, mjOBJ_MESH)
AS(HField, hfield, mjOBJ_HFIELD)
AS(Skin, skin, mjOBJ_SKIN)
AS(Texture, texture, mjOBJ_TEXTURE)
AS(Material, material, mjOBJ_MATERIAL)
AS(Plugin, plugin, mjOBJ_PLUGIN)
