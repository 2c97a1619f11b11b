#include "spec/transfer.h"

#include <string.h>

#include "spec/reference.h"
#include "spec/spec_life.h"

void transfer_begin(transfer* t) {
  t->self = t->to == t->from;
  t->plugged = (element_list){.from = &t->to->store};
  t->name = (string){.from = &t->to->store};
  t->from->scratch.size = 0;
}

void transfer_end(transfer* t) {
  element_list* touched = &t->from->scratch;
  for (int i = 0; i < touched->size; i++) touched->data[i]->twin = NULL;
  touched->size = 0;
}

// Set the twin of e.
static bool set_twin(transfer* t, element* e, element* twin) {
  element_list* touched = &t->from->scratch;
  if (!vec_reserve((vec*)touched, touched->size + 1, sizeof(element*))) return false;
  touched->data[touched->size++] = e;
  e->twin = twin;
  return true;
}

const char* transfer_name(transfer* t, const char* name) {
  if (!string_set(&t->name, name) || !string_decorate(&t->name, t->prefix, t->suffix)) return NULL;
  return string_text(&t->name);
}

// ------------------------------------- classes --------------------------------------------------

static spec_default* take_class(transfer* t, spec_default* d, spec_default* up) {
  const char* name = transfer_name(t, element_name(&d->e));
  if (!name) return NULL;
  spec_default* copy = (spec_default*)element_find(t->to, mjOBJ_DEFAULT, name);
  if (copy) return copy;
  copy = default_new(t->to, name, NULL);
  return copy && default_list(t->to, up, copy) ? copy : NULL;
}

bool transfer_classes(transfer* t) {
  if (t->self) return true;
  for (element* e = &t->from->main->e; e; e = element_next(e)) {
    spec_default* d = (spec_default*)e;
    bool fresh = t->verbatim || !element_find(t->to, mjOBJ_DEFAULT, transfer_name(t, e->name.data));
    spec_default* copy = t->to->main;
    if (!t->verbatim || d->up) {
      copy = take_class(t, d, d->up ? (spec_default*)d->up->e.twin : t->to->main);
    }
    if (!copy || !set_twin(t, e, &copy->e) || (fresh && !default_copy(copy, d))) return false;
  }
  return true;
}

// The class in `to` that corresponds to the class of an element of `from`.
static spec_default* class_twin(const transfer* t, const element* e) {
  if (!e->class || !e->class->e.owner) return NULL;
  if (t->self) return e->class;
  if (e->class == t->from->main) return t->to->main;
  return (spec_default*)e->class->e.twin;
}

// ------------------------------------ references ------------------------------------------------

// Whether an element of that type exists under the new name.
static bool renamed_exists(transfer* t, const string* name, mjtObj type) {
  const char* renamed = transfer_name(t, name->data);
  return renamed && element_find(t->to, type, renamed);
}

typedef struct {
  transfer* t;
  int renamed, kept;
} reference_count;

static bool count_reference(void* context, string* name, mjtObj type) {
  reference_count* c = context;
  if (c->t->self && is_asset(type)) return true;
  // assets are copied together with the element, or are missing in `from`, too
  if (is_asset(type)) return true;
  if (renamed_exists(c->t, name, type)) {
    c->renamed++;
    return true;
  }
  c->kept++;
  return element_find(c->t->to, type, name->data) != NULL;
}

static bool all_renamed(void* context, string* name, mjtObj type) {
  transfer* t = ((reference_count*)context)->t;
  if (is_asset(type)) return t->self || renamed_exists(t, name, type) || type == mjOBJ_MATERIAL;
  ((reference_count*)context)->renamed++;
  return renamed_exists(t, name, type);
}

// A membrane that stretches requires bodies that move freely in space.
static bool membrane_fits(transfer* t, const spec_flex* f) {
  if (f->pub.elastic2d != 1 && f->pub.elastic2d != 3) return true;
  for (int i = 0; i < f->own.vertbody.size; i++) {
    const char* name = transfer_name(t, string_text(&f->own.vertbody.data[i]));
    const spec_body* b = name ? (spec_body*)element_find(t->to, mjOBJ_BODY, name) : NULL;
    if (b && b->joints.size != 3) return false;
  }
  return true;
}

bool transfer_wanted(transfer* t, element* e) {
  if (t->verbatim) return true;
  reference_count c = {.t = t};
  switch (e->base.elemtype) {
    case mjOBJ_PAIR:
    case mjOBJ_EXCLUDE:
    case mjOBJ_TENDON: return for_references(e, count_reference, &c) && c.renamed > 0;
    case mjOBJ_SENSOR:
      if (!for_references(e, count_reference, &c)) return false;
      return c.renamed > 0 || (c.kept == 0 && !t->self);
    case mjOBJ_EQUALITY:
    case mjOBJ_ACTUATOR:
    case mjOBJ_TUPLE: return for_references(e, all_renamed, &c) && c.renamed > 0;
    case mjOBJ_FLEX:
      return for_references(e, all_renamed, &c) && (c.renamed > 0 || !t->self) &&
             membrane_fits(t, (spec_flex*)e);
    case mjOBJ_SKIN: return !t->self && for_references(e, all_renamed, &c);
    default: return !t->self;
  }
}

static bool is_untouched_reference(void* context, string* name, mjtObj type) {
  const element* e = element_find(((transfer*)context)->from, type, name->data);
  return !e || !e->twin;
}

bool transfer_touched(transfer* t, element* e) {
  return !for_references(e, is_untouched_reference, t);
}

// References of tree elements are renamed whether the target exists or not; list elements, which
// were checked by transfer_wanted, keep the old name where there is no target with the new one.
typedef struct {
  transfer* t;
  bool check;
} renaming;

static bool rename_reference(void* context, string* name, mjtObj type) {
  const renaming* r = context;
  transfer* t = r->t;
  if (is_asset(type)) {
    if (t->self || (type == mjOBJ_DEFAULT && !strcmp(name->data, "main"))) return true;
  } else if (r->check && !renamed_exists(t, name, type)) {
    return true;
  }
  return string_decorate(name, t->prefix, t->suffix);
}

// -------------------------------------- plugins -------------------------------------------------

// The plugin instance of an element; NULL for none.
static element* instance_used(const transfer* t, const mjsPlugin* p) {
  if (p->element && p->element->elemtype == mjOBJ_PLUGIN) return element_of(p->element);
  return element_find(t->from, mjOBJ_PLUGIN, string_text(p->name));
}

// Mark the instance as used and remember e.
static bool note_plugin(transfer* t, element* e) {
  const mjsPlugin* p = element_plugin(e);
  if (!p || (!p->element && string_empty(p->name))) return true;
  if (!vec_reserve((vec*)&t->plugged, t->plugged.size + 1, sizeof(element*))) return false;
  t->plugged.data[t->plugged.size++] = e;
  element* instance = instance_used(t, p);
  return !instance || instance->twin || set_twin(t, instance, instance);
}

// Within one specification explicit instances are shared; an implicit one has one user only.
static bool is_shared_instance(const transfer* t, const element* instance) {
  return t->self && instance->name.size > 0;
}

bool transfer_plugins(transfer* t) {
  for (int i = 0; i < t->from->plugins.size && !t->self; i++) {
    const element* active = t->from->plugins.data[i];
    if (!spec_use_plugin(t->to, element_name(active), active->id)) return false;
  }
  const element_list* instances = &t->from->list[mjOBJ_PLUGIN];
  for (int left = instances->size, i = 0; left > 0; left--) {
    element* e = instances->data[i];
    bool take = (t->verbatim || e->twin == e) && !is_shared_instance(t, e);
    if (!take || !t->move) i++;  // a moved element leaves the list
    element* taken = take ? transfer_take(t, e) : NULL;
    if (take && (!taken || !spec_list(t->to, NULL, taken))) return false;
  }
  for (int i = 0; i < t->plugged.size; i++) {
    mjsPlugin* p = element_plugin(t->plugged.data[i]);
    element* instance = p->element ? element_of(p->element) : NULL;
    if (instance && instance->twin) p->element = &instance->twin->base;
    if (!t->self && !string_decorate(p->name, t->prefix, t->suffix)) return false;
  }
  return true;
}

// ------------------------------- moving or copying elements -------------------------------------

static element* duplicate(transfer* t, const element* e) {
  element* copy = element_new(t->to, e->base.elemtype);
  if (!copy || !element_copy(copy, e) || !container_copy(&copy->name, &e->name, CONTAINER_STRING)) {
    return NULL;
  }
  copy->origin = t->verbatim && e->origin == t->from ? t->to : e->origin;
  copy->class = class_twin(t, e);
  if (e->base.elemtype != mjOBJ_TENDON) return copy;
  const element_list* wraps = &((const spec_tendon*)e)->wraps;
  for (int i = 0; i < wraps->size; i++) {
    element* w = element_new(t->to, mjOBJ_UNKNOWN);
    if (!w || !element_copy(w, wraps->data[i]) || !list_append(&((spec_tendon*)copy)->wraps, w)) {
      return NULL;
    }
  }
  return copy;
}

// Rename a taken element that is in no list, and its references.
static bool adapt(transfer* t, element* e) {
  if (!note_plugin(t, e)) return false;
  if (t->verbatim) return true;
  if (!element_name_from_file(e) || !string_decorate(&e->name, t->prefix, t->suffix)) return false;
  renaming r = {t, !type_in_tree(e->base.elemtype)};
  return for_references(e, rename_reference, &r);
}

// The element that replaces e: e itself when moving, else a copy.  The caller handles the list that
// contains e.
static element* taken_or_copied(transfer* t, element* e) {
  element* taken = t->move ? e : duplicate(t, e);
  if (!taken || !set_twin(t, e, taken)) return NULL;
  if (t->move) {
    e->class = class_twin(t, e);
    e->compiled = 0;
  }
  return adapt(t, taken) ? taken : NULL;
}

element* transfer_take(transfer* t, element* e) {
  if (t->move) {
    spec_unlist(e);
    e->parent = NULL;
  }
  return taken_or_copied(t, e);
}

static const mjtObj held[] = {mjOBJ_FRAME, mjOBJ_GEOM,   mjOBJ_JOINT,
                              mjOBJ_SITE,  mjOBJ_CAMERA, mjOBJ_LIGHT};

spec_body* transfer_take_body(transfer* t, spec_body* top) {
  if (t->move) {
    spec_unlist(&top->e);
    top->e.parent = NULL;
  }
  // pre-order: a body's parent has been taken before it
  FOR_BODIES(b, top) {
    spec_body* body = (spec_body*)taken_or_copied(t, &b->e);
    if (!body) return NULL;
    if (!t->move && b != top) {
      spec_body* up = (spec_body*)b->e.parent->e.twin;
      if (!list_append(&up->bodies, &body->e)) return NULL;
      body->e.parent = up;
    }
    for (size_t k = 0; k < sizeof held / sizeof held[0]; k++) {
      const element_list* l = body_list(b, held[k]);
      for (int i = 0; i < l->size; i++) {
        element* e = taken_or_copied(t, l->data[i]);
        if (!e || (!t->move && !list_append(body_list(body, held[k]), e))) return NULL;
        e->parent = body;
      }
    }
  }
  return (spec_body*)top->e.twin;
}

void transfer_frames(transfer* t) {
  const element_list* touched = &t->from->scratch;
  for (int i = 0; i < touched->size; i++) {
    const element* e = touched->data[i];
    if (!type_in_tree(e->base.elemtype)) continue;
    e->twin->frame = e->frame ? (spec_frame*)e->frame->e.twin : NULL;
  }
}
