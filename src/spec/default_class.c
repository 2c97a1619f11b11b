// Default classes: a tree of complete sets of initial values for new elements.
#include "base/need.h"
#include "spec/default_class.h"
#include "spec/spec_life.h"
#include "spec/spec_type.h"

// The template elements of a class.
static const struct {
  mjtObj type;
  size_t member;  // offset in mjsDefault
} templates[] = {
    {mjOBJ_JOINT, offsetof(mjsDefault, joint)},   {mjOBJ_GEOM, offsetof(mjsDefault, geom)},
    {mjOBJ_SITE, offsetof(mjsDefault, site)},     {mjOBJ_CAMERA, offsetof(mjsDefault, camera)},
    {mjOBJ_LIGHT, offsetof(mjsDefault, light)},   {mjOBJ_FLEX, offsetof(mjsDefault, flex)},
    {mjOBJ_MESH, offsetof(mjsDefault, mesh)},     {mjOBJ_MATERIAL, offsetof(mjsDefault, material)},
    {mjOBJ_PAIR, offsetof(mjsDefault, pair)},     {mjOBJ_EQUALITY, offsetof(mjsDefault, equality)},
    {mjOBJ_TENDON, offsetof(mjsDefault, tendon)}, {mjOBJ_ACTUATOR, offsetof(mjsDefault, actuator)},
};
enum { NTEMPLATE = sizeof templates / sizeof *templates };

// The member for template k; every public struct begins with the pointer to its element.
static void** slot(const spec_default* d, int k) {
  return (void**)((char*)&d->pub + templates[k].member);
}

static element* template_at(const spec_default* d, int k) {
  return element_of(*(mjsElement**)*slot(d, k));
}

// Give class d its own copy of template k, with its present values or, if it has none, the API's
// defaults.
static bool make_own_template(spec_default* d, int k) {
  if (d->owned & 1u << k) return true;
  element* mine = element_new(d->e.origin, templates[k].type);
  if (!mine || (*slot(d, k) && !element_copy(mine, template_at(d, k)))) return false;
  *slot(d, k) = (char*)mine + type_of(templates[k].type)->pub;
  d->owned |= 1u << k;
  return true;
}

// Child classes of d that share an element with it get their own copies.
static bool part_below(spec_default* d, int k, const element* shared) {
  for (spec_default* below = class_next(d, d); below; below = class_next(below, d)) {
    if (template_at(below, k) == shared && !make_own_template(below, k)) return false;
  }
  return true;
}

// Prepare template k of d for writing: it must belong to d only.
static bool make_template_writable(spec_default* d, int k) {
  return make_own_template(d, k) && part_below(d, k, template_at(d, k));
}

// Give the class to the user, who may write to any of it from now on.
static mjsDefault* open_class(spec_default* d) {
  if (!d) return NULL;
  for (int k = 0; k < NTEMPLATE && !d->open; k++) {
    if (make_template_writable(d, k)) continue;
    spec_error(d->e.origin, NULL, "out of memory");
    return NULL;
  }
  d->open = true;
  return &d->pub;
}

bool default_copy(spec_default* dest, const spec_default* source) {
  bool ok = true;
  for (int k = 0; k < NTEMPLATE; k++) {
    ok = make_template_writable(dest, k) &&
         element_copy(template_at(dest, k), template_at(source, k)) && ok;
  }
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
  bool share = up && !up->open && up->e.origin == s;
  for (int k = 0; k < NTEMPLATE; k++) {
    if (up) *slot(d, k) = *slot(up, k);
    if (!share) ok = make_own_template(d, k) && ok;
  }
  return ok ? d : NULL;
}

bool default_list(spec* s, spec_default* up, spec_default* d) {
  if (!list_append(&up->children, &d->e)) return false;
  d->up = up;
  spec_know(s, &d->e);
  return true;
}

static spec_default* class_of(const mjsDefault* d) { return (spec_default*)d->element; }

mjsDefault* class_add(mjSpec* s, const char* name, const mjsDefault* parent) {
  spec* in = spec_of(s);
  if (element_find(in, mjOBJ_DEFAULT, name)) {
    spec_error(in, NULL, "repeated default class name '%s'", name);
    return NULL;
  }
  spec_default* up = parent ? class_of(parent) : in->main;
  spec_default* d = default_new(in, name, up);
  if (!d || !default_list(in, up, d)) {
    spec_error(in, NULL, "out of memory");
    return NULL;
  }
  return &d->pub;
}

mjsDefault* class_find(mjSpec* s, const char* name) {
  element* e = element_find(spec_of(s), mjOBJ_DEFAULT, name);
  return e ? &((spec_default*)e)->pub : NULL;
}

mjsDefault* class_main(mjSpec* s) { return &spec_of(s)->main->pub; }

void* class_edit(mjsDefault* def, size_t member) {
  spec_default* d = class_of(def);
  for (int k = 0; k < NTEMPLATE; k++) {
    if (templates[k].member == member) return make_template_writable(d, k) ? *slot(d, k) : NULL;
  }
  return NULL;
}

mjsDefault* mjs_addDefault(mjSpec* s, const char* classname, const mjsDefault* parent) {
  NEED_OR(NULL, s);
  if (!classname || !classname[0]) {
    spec_error(spec_of(s), NULL, "a default class needs a name");
    return NULL;
  }
  mjsDefault* def = class_add(s, classname, parent);
  return def ? open_class(class_of(def)) : NULL;
}

mjsDefault* mjs_findDefault(mjSpec* s, const char* classname) {
  NEED_OR(NULL, s);
  return open_class((spec_default*)element_find(spec_of(s), mjOBJ_DEFAULT, classname));
}

mjsDefault* mjs_getSpecDefault(mjSpec* s) {
  NEED_OR(NULL, s);
  return open_class(spec_of(s)->main);
}

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
  return open_class(e ? element_class(element_of(e)) : NULL);
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
  for (int k = 0; k < NTEMPLATE; k++) {
    if (templates[k].type == type) return template_at(d, k);
  }
  return NULL;
}
