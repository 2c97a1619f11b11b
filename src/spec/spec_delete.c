// Deleting elements, together with those that depend on them.
#include "base/need.h"
#include "spec/key_record.h"
#include "spec/reference.h"
#include "spec/spec_life.h"
#include "spec/spec_pose.h"

// In this order, so that an equality of a removed flex, or an actuator on a removed tendon, is
// removed as well.
static const mjtObj dependents[] = {mjOBJ_FLEX,     mjOBJ_PAIR,     mjOBJ_EXCLUDE, mjOBJ_TENDON,
                                    mjOBJ_EQUALITY, mjOBJ_ACTUATOR, mjOBJ_SENSOR};
enum { NDEPENDENT = sizeof dependents / sizeof dependents[0] };

// Mark elements whose references resolve: those that did not resolve before are not removed.
static void mark_resolved(spec* s) {
  for (int k = 0; k < NDEPENDENT; k++) {
    const element_list* l = &s->list[dependents[k]];
    for (int i = 0; i < l->size; i++) {
      element* e = l->data[i];
      e->twin = references_resolve(s, e) ? e : NULL;
    }
  }
}

// The plugin instance of an element; NULL for none.
static element* instance_of(spec* s, const element* e) {
  const mjsPlugin* p = element_plugin(e);
  if (!p) return NULL;
  if (p->element && p->element->elemtype == mjOBJ_PLUGIN) return element_of(p->element);
  return element_find(s, mjOBJ_PLUGIN, string_text(p->name));
}

static bool used_elsewhere(spec* s, const element* instance) {
  static const mjtObj users[] = {mjOBJ_BODY, mjOBJ_GEOM, mjOBJ_MESH, mjOBJ_ACTUATOR, mjOBJ_SENSOR};
  for (size_t k = 0; k < sizeof users / sizeof users[0]; k++) {
    for (element* e = element_first(s, users[k]); e; e = element_next(e)) {
      if (instance_of(s, e) == instance) return true;
    }
  }
  return false;
}

// Remove the plugin instance of a removed element: implicit instances always, named ones if `named`
// is set and no other element uses them.
static void drop_instance(spec* s, const element* e, bool named) {
  if (!s->list[mjOBJ_PLUGIN].size) return;
  element* instance = instance_of(s, e);
  if (!instance || instance->owner != s) return;
  if (instance->name.size ? named && !used_elsewhere(s, instance) : true) spec_unlist(instance);
}

static void remove_broken(spec* s) {
  for (int k = 0; k < NDEPENDENT; k++) {
    element_list* l = &s->list[dependents[k]];
    for (int i = 0; i < l->size;) {
      element* e = l->data[i];
      bool resolved = e->twin != NULL;
      e->twin = NULL;
      if (resolved && !references_resolve(s, e)) {
        spec_unlist(e);
        drop_instance(s, e, true);
      } else {
        i++;
      }
    }
  }
}

// Convert keyframes to pending ones: their values are stored per element until the next
// compilation.
static bool suspend_keys(spec* s) {
  element_list* keys = &s->list[mjOBJ_KEY];
  if (!keys_fit(s, s)) return false;
  for (int i = 0; i < keys->size; i++) {
    spec_key* k = (spec_key*)keys->data[i];
    k->record = key_split(&s->store, k);
    if (!k->record || !vec_reserve((vec*)&s->pending, s->pending.size + 1 + i, sizeof(element*))) {
      for (int j = 0; j <= i; j++) ((spec_key*)keys->data[j])->record = NULL;
      return spec_error(s, NULL, "out of memory");
    }
  }
  while (keys->size) {
    element* k = keys->data[0];
    spec_unlist(k);
    k->owner = s;
    s->pending.data[s->pending.size++] = k;
  }
  return true;
}

bool spec_move_body(spec_body* b, spec_body* into) {
  spec* s = b->e.owner;
  if (!suspend_keys(s)) return false;
  spec_unlist(&b->e);
  b->e.frame = NULL;
  return spec_list(s, into, &b->e) || spec_error(s, &b->e, "out of memory");
}

static int delete_body(spec* s, spec_body* b) {
  if (b == s->world) return spec_error(s, &b->e, "the world body cannot be deleted") - 1;
  if (!suspend_keys(s)) return -1;
  mark_resolved(s);
  spec_unlist(&b->e);
  remove_broken(s);
  if (s->list[mjOBJ_PLUGIN].size) {
    FOR_BODIES(sub, b) {
      drop_instance(s, &sub->e, true);
      for (int i = 0; i < sub->geoms.size; i++) drop_instance(s, sub->geoms.data[i], true);
    }
  }
  return 0;
}

static int delete_class(spec* s, spec_default* d) {
  if (!d->up) return spec_error(s, NULL, "cannot remove the global default ('main')") - 1;
  spec_forget_class(d);
  spec_edited(s, false);
  return 0;
}

static int delete_frame(spec* s, spec_frame* f) {
  const char* problem = spec_fold_frame(f);
  if (problem) return spec_error(s, &f->e, "%s", problem) - 1;
  spec_unlist(&f->e);
  return 0;
}

int mjs_delete(mjSpec* spec_, mjsElement* element_) {
  NEED_OR(-1, spec_);
  spec* s = spec_of(spec_);
  if (!element_) return spec_error(s, NULL, "Element is null.") - 1;
  element* e = element_of(element_);
  if (e->owner != s || element_->elemtype == mjOBJ_MODEL) {
    return spec_error(s, e->owner ? e : NULL, "element is not in this model") - 1;
  }
  switch ((int)element_->elemtype) {
    case mjOBJ_BODY: return delete_body(s, (spec_body*)e);
    case mjOBJ_FRAME: return delete_frame(s, (spec_frame*)e);
    case mjOBJ_DEFAULT: return delete_class(s, (spec_default*)e);
    case mjOBJ_UNKNOWN: return spec_error(s, e, "an item of a tendon's path cannot be deleted") - 1;
  }
  if (e->index < 0) return spec_error(s, e, "element is not in this model") - 1;
  spec_unlist(e);
  drop_instance(s, e, false);
  return 0;
}
