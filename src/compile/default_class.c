// Default classes: a tree of complete sets of values that new elements begin with.
#include "compile/spec_type.h"
#include "compile/spec_life.h"

// The template elements of a class, in the order of mjsDefault.
#define TEMPLATES(X)          \
  X(joint, mjOBJ_JOINT)       \
  X(geom, mjOBJ_GEOM)         \
  X(site, mjOBJ_SITE)         \
  X(camera, mjOBJ_CAMERA)     \
  X(light, mjOBJ_LIGHT)       \
  X(flex, mjOBJ_FLEX)         \
  X(mesh, mjOBJ_MESH)         \
  X(material, mjOBJ_MATERIAL) \
  X(pair, mjOBJ_PAIR)         \
  X(equality, mjOBJ_EQUALITY) \
  X(tendon, mjOBJ_TENDON)     \
  X(actuator, mjOBJ_ACTUATOR)

bool default_copy(spec_default* dest, const spec_default* source) {
  bool ok = true;
#define COPY(name, type) ok &= element_copy(&dest->name.e, &source->name.e);
  TEMPLATES(COPY)
#undef COPY
  return ok;
}

spec_default* default_new(spec* s, const char* name, const spec_default* up) {
  spec_default* d = store_alloc(&s->store, sizeof(spec_default));
  if (!d) return NULL;
  d->e.base.elemtype = mjOBJ_DEFAULT;
  d->e.owner = d->e.origin = s;
  d->e.name.from = &s->store;
  d->e.name.is_name = 1;
  d->e.id = d->e.index = -1;
  d->children.from = &s->store;
  d->pub.element = &d->e.base;
  bool ok = string_set(&d->e.name, name);
#define INIT(name, type)      \
  d->pub.name = &d->name.pub; \
  ok = element_init(&d->name.e, type, s) && ok;
  TEMPLATES(INIT)
#undef INIT
  if (up) ok = default_copy(d, up) && ok;
  return ok ? d : NULL;
}

bool default_list(spec* s, spec_default* up, spec_default* d) {
  if (!list_append(&up->children, &d->e)) return false;
  d->up = up;
  spec_know(s, &d->e);
  return true;
}

static spec_default* class_of(const mjsDefault* d) { return (spec_default*)d->element; }

mjsDefault* mjs_addDefault(mjSpec* s, const char* classname, const mjsDefault* parent) {
  spec* in = spec_of(s);
  if (element_find(in, mjOBJ_DEFAULT, classname)) {
    spec_error(in, NULL, "repeated default class name '%s'", classname);
    return NULL;
  }
  spec_default* up = parent ? class_of(parent) : in->main;
  spec_default* d = default_new(in, classname, up);
  if (!d || !default_list(in, up, d)) {
    spec_error(in, NULL, "out of memory");
    return NULL;
  }
  return &d->pub;
}

mjsDefault* mjs_findDefault(mjSpec* s, const char* classname) {
  element* e = element_find(spec_of(s), mjOBJ_DEFAULT, classname);
  return e ? &((spec_default*)e)->pub : NULL;
}

mjsDefault* mjs_getSpecDefault(mjSpec* s) { return &spec_of(s)->main->pub; }

spec_default* element_class(const element* e) {
  const string* name = NULL;
  if (e->base.elemtype == mjOBJ_BODY)
    name = &((const spec_body*)e)->own.childclass;
  else if (e->base.elemtype == mjOBJ_FRAME)
    name = &((const spec_frame*)e)->own.childclass;
  if (name) {
    if (!e->owner || !name->size) return NULL;
    return (spec_default*)element_find(e->owner, mjOBJ_DEFAULT, name->data);
  }
  return e->class && e->class->e.owner ? e->class : NULL;
}

mjsDefault* mjs_getDefault(mjsElement* e) {
  spec_default* d = e ? element_class(element_of(e)) : NULL;
  return d ? &d->pub : NULL;
}

void mjs_setDefault(mjsElement* element, const mjsDefault* def) {
  if (!element) return;
  element_set_class(element_of(element), def ? class_of(def) : NULL);
}

void element_set_class(struct element* e, spec_default* d) {
  string* name = NULL;
  if (e->base.elemtype == mjOBJ_BODY)
    name = &((spec_body*)e)->own.childclass;
  else if (e->base.elemtype == mjOBJ_FRAME)
    name = &((spec_frame*)e)->own.childclass;
  if (name)
    string_set(name, d ? element_name(&d->e) : "");
  else
    e->class = d;
}

const element* default_template(const spec_default* d, mjtObj type) {
  switch ((int)type) {
#define CASE(name, type_) \
  case type_: return &d->name.e;
    TEMPLATES(CASE)
#undef CASE
  }
  return NULL;
}
