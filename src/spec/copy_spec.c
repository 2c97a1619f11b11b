// Deep copy of a specification.
#include "base/need.h"
#include "spec/key_record.h"
#include "spec/spec_life.h"
#include "spec/spec_type.h"
#include "spec/transfer.h"

// Copy options and strings of the specification itself.
static bool copy_settings(spec* to, const spec* from) {
  mjSpec old = to->pub;
  to->pub = from->pub;
  to->pub.element = old.element;
  to->pub.modelname = old.modelname;
  to->pub.comment = old.comment;
  to->pub.modelfiledir = old.modelfiledir;
  to->pub.compiler.meshdir = old.compiler.meshdir;
  to->pub.compiler.texturedir = old.compiler.texturedir;
  to->deepcopy = from->deepcopy;
  to->store.failed |= from->store.failed;
  for (int i = 0; i < NPLACE; i++) {
    if (!string_set(&to->own.place[i], string_text(&from->own.place[i]))) return false;
  }
  return string_set(&to->e.name, element_name(&from->e)) &&
         string_set(&to->own.comment, string_text(&from->own.comment)) &&
         string_set(&to->own.modelfiledir, string_text(&from->own.modelfiledir)) &&
         string_set(&to->own.meshdir, string_text(&from->own.meshdir)) &&
         string_set(&to->own.texturedir, string_text(&from->own.texturedir));
}

static bool copy_lists(transfer* t) {
  for (int type = mjOBJ_FLEX; type < mjNOBJECT; type++) {
    if (type == mjOBJ_PLUGIN) continue;
    const element_list* l = &t->from->list[type];
    for (int i = 0; i < l->size; i++) {
      element* copy = transfer_take(t, l->data[i]);
      if (!copy || !spec_list(t->to, NULL, copy)) return false;
    }
  }
  return transfer_plugins(t);
}

// Attached specifications are shared by reference.
static bool share_attached(spec* to, const spec* from) {
  for (int i = 0; i < from->attached.size; i++) {
    spec* held = (spec*)from->attached.data[i];
    if (!spec_hold(to, held)) return false;
    held->references++;
  }
  return true;
}

static bool copy_pending(transfer* t) {
  for (int i = 0; i < t->from->pending.size; i++) {
    spec_key* k = (spec_key*)t->from->pending.data[i];
    spec_key* copy = (spec_key*)transfer_take(t, &k->e);
    if (!copy || !(copy->record = key_record_twins(&t->to->store, k->record, false)) ||
        !list_append(&t->to->pending, &copy->e)) {
      return false;
    }
    copy->e.index = -1;
  }
  return true;
}

static bool copy_compiled_inertia(spec* to, const spec_body* from) {
  spec_body* copy = (spec_body*)from->e.twin;
  if (!from->compiled) return true;
  copy->compiled = store_alloc(&to->store, sizeof *copy->compiled);
  if (copy->compiled) *copy->compiled = *from->compiled;
  return copy->compiled;
}

// Copy ids, and what the last compilation has found.
static bool copy_ids(spec* to, const spec* from) {
  for (int i = 0; i < from->scratch.size; i++) {
    const element* e = from->scratch.data[i];
    e->twin->id = e->id;
    e->twin->compiled = e->compiled;
    if (e->base.elemtype == mjOBJ_ACTUATOR) {
      ((spec_actuator*)e->twin)->actadr = ((const spec_actuator*)e)->actadr;
      ((spec_actuator*)e->twin)->actnum = ((const spec_actuator*)e)->actnum;
      ((spec_actuator*)e->twin)->ctrladr = ((const spec_actuator*)e)->ctrladr;
    } else if (e->base.elemtype == mjOBJ_JOINT) {
      ((spec_joint*)e->twin)->qposadr = ((const spec_joint*)e)->qposadr;
      ((spec_joint*)e->twin)->dofadr = ((const spec_joint*)e)->dofadr;
    } else if (e->base.elemtype == mjOBJ_BODY) {
      ((spec_body*)e->twin)->mocapid = ((const spec_body*)e)->mocapid;
      ((spec_body*)e->twin)->numbers = ((const spec_body*)e)->numbers;
      if (!copy_compiled_inertia(to, (const spec_body*)e)) return false;
    }
  }
  return true;
}

static bool copy_all(transfer* t) {
  spec *to = t->to, *from = t->from;
  if (!copy_settings(to, from) || !default_copy(to->main, from->main)) return false;
  if (!element_rename(&to->main->e, element_name(&from->main->e)) || !transfer_classes(t)) {
    return false;
  }
  to->world = transfer_take_body(t, from->world);
  if (!to->world) return false;
  to->world->e.index = 0;
  transfer_frames(t);
  if (!copy_lists(t) || !share_attached(to, from) || !copy_pending(t) || !copy_ids(to, from)) {
    return false;
  }
  to->ids = from->ids;
  to->e.base.signature = from->e.base.signature;
  to->signed_now = from->signed_now;
  return true;
}

mjSpec* mj_copySpec(const mjSpec* s) {
  NEED_OR(NULL, s);
  spec *from = spec_of(s), *to = spec_bare();
  bool ok = to != NULL;
  if (ok) {
    transfer t = {.to = to, .from = from, .prefix = "", .suffix = "", .verbatim = true};
    transfer_begin(&t);
    ok = copy_all(&t);
    transfer_end(&t);
  }
  if (ok) return &to->pub;
  if (to) spec_release(to);
  spec_error(from, NULL, "out of memory while copying the specification");
  return NULL;
}
