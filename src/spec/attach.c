// Attaching a part of one specification to another, or to another place in the same one.
#include <string.h>

#include <engine/base.h>
#include "base/text.h"
#include "spec/conflict.h"
#include "spec/key_record.h"
#include "spec/spec_life.h"
#include "spec/spec_pose.h"
#include "spec/spec_type.h"
#include "spec/transfer.h"

// ------------------------------------ the tree --------------------------------------------------

// Whether e is the frame f or inside it.
static bool in_frame(const element* e, const spec_frame* f) {
  for (; e; e = e->frame ? &e->frame->e : NULL) {
    if (e == &f->e) return true;
  }
  return false;
}

// Copy the frames that enclose f, outermost first, as new unnamed frames of body `into`, so that
// they still apply to an attached frame.  *around becomes the innermost copy.
static bool copy_surroundings(transfer* t, const spec_frame* f, spec_body* into,
                              spec_frame** around) {
  *around = NULL;
  if (!f->e.frame) return true;
  spec_frame* outer;
  if (!copy_surroundings(t, f->e.frame, into, &outer)) return false;
  spec_frame* copy = (spec_frame*)element_new(t->to, mjOBJ_FRAME);
  if (!copy || !element_copy(&copy->e, &f->e.frame->e)) return false;
  copy->e.origin = f->e.frame->e.origin;
  copy->e.frame = outer;
  string_set(&copy->own.childclass, NULL);
  *around = copy;
  return spec_list(t->to, into, &copy->e);
}

// Move or copy a frame and its contents to the end of the lists of body `into`.
static bool take_frame(transfer* t, spec_frame* f, spec_body* into) {
  static const mjtObj order[] = {mjOBJ_FRAME,  mjOBJ_GEOM,  mjOBJ_JOINT, mjOBJ_SITE,
                                 mjOBJ_CAMERA, mjOBJ_LIGHT, mjOBJ_BODY};
  spec_body* source = f->e.parent;
  element_list taken = {.from = &t->to->store};
  // everything is taken before anything is listed: `into` may be the source, or below it
  for (size_t k = 0; k < sizeof order / sizeof order[0]; k++) {
    const element_list* l = body_list(source, order[k]);
    for (int i = 0; i < l->size; i++) {
      element* e = l->data[i];
      if (!in_frame(e, f)) continue;
      if (!vec_reserve((vec*)&taken, taken.size + 1, sizeof(element*))) return false;
      taken.data[taken.size++] = e;
    }
  }
  for (int i = 0; i < taken.size; i++) {
    element* e = taken.data[i];
    taken.data[i] = e->base.elemtype == mjOBJ_BODY ? &transfer_take_body(t, (spec_body*)e)->e
                                                   : transfer_take(t, e);
    if (t->to->store.failed || !taken.data[i]) return false;
  }
  transfer_frames(t);
  for (int i = 0; i < taken.size; i++) {
    if (!spec_list(t->to, into, taken.data[i])) return false;
  }
  return true;
}

// ------------------------------------- keyframes ------------------------------------------------

// When elements are moved away, the keyframe vectors no longer match: their values are kept by
// element, for parts that are attached later.
static bool suspend_values(transfer* t) {
  const element_list* keys = &t->from->list[mjOBJ_KEY];
  for (int i = 0; t->move && i < keys->size; i++) {
    spec_key* key = (spec_key*)keys->data[i];
    if (!(key->record = key_split(&t->from->store, key))) return false;
  }
  return true;
}

// Add the keyframes of `from` as pending ones of `to`, completed when their elements have twins:
// first its own (*nown of them), then those that were waiting for the compilation of `from`.
static bool split_keys(transfer* t, element_list* keys, int* nown) {
  const element_list* sources[] = {&t->from->list[mjOBJ_KEY], &t->from->pending};
  *nown = sources[0]->size;
  if (!suspend_values(t)) return false;
  for (int k = 0; k < (t->self ? 1 : 2); k++) {
    for (int i = 0; i < sources[k]->size; i++) {
      const spec_key* source = (const spec_key*)sources[k]->data[i];
      spec_key* key = (spec_key*)element_new(t->to, mjOBJ_KEY);
      if (!key || !(key->record = key_split(&t->to->store, source)) ||
          !string_set(&key->own.info, string_text(&source->own.info)) ||
          !string_set(&key->e.name, element_name(&source->e)) || !list_append(keys, &key->e)) {
        return false;
      }
      key->e.index = -1;
      key->pub.time = source->pub.time;
    }
  }
  return true;
}

static bool key_named(const spec* s, const char* name) {
  const element_list* lists[] = {&s->list[mjOBJ_KEY], &s->pending};
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < lists[k]->size; i++) {
      if (!strcmp(element_name(lists[k]->data[i]), name)) return true;
    }
  }
  return false;
}

static bool name_key(transfer* t, element* key) {
  if (key->name.size) return string_decorate(&key->name, t->prefix, t->suffix);
  // an unnamed keyframe is named prefix + suffix, if that is unique
  const char *first = t->prefix[0] ? t->prefix : t->suffix, *last = t->prefix[0] ? t->suffix : "";
  if (!string_set(&key->name, first) || !string_decorate(&key->name, "", last)) return false;
  return !key_named(t->to, element_name(key)) || string_set(&key->name, NULL);
}

static bool complete_keys(transfer* t, const element_list* keys, int nown) {
  spec* to = t->to;
  if (keys->size > nown) {
    mju_warning(
        "Child model has pending keyframes. They will not be namespaced correctly. To prevent "
        "this, compile the child model before attaching it again.");
  }
  // values that are still pending in the source also go to the first copy
  for (int i = 0; t->self && i < to->pending.size; i++) {
    if (!key_record_add_twins(((spec_key*)to->pending.data[i])->record)) return false;
  }
  for (int i = 0; i < keys->size; i++) {
    spec_key* k = (spec_key*)keys->data[i];
    k->record = key_record_twins(&to->store, k->record, t->self);
    if (!k->record || (i < nown && !name_key(t, &k->e)) || !list_append(&to->pending, &k->e)) {
      return false;
    }
    k->e.index = -1;
  }
  return true;
}

// -------------------------------------- lists ---------------------------------------------------

// Element types in the order in which they may refer to each other.
static const mjtObj list_order[] = {mjOBJ_MESH,     mjOBJ_SKIN,    mjOBJ_HFIELD, mjOBJ_TEXTURE,
                                    mjOBJ_MATERIAL, mjOBJ_NUMERIC, mjOBJ_TEXT,   mjOBJ_FLEX,
                                    mjOBJ_PAIR,     mjOBJ_EXCLUDE, mjOBJ_TENDON, mjOBJ_EQUALITY,
                                    mjOBJ_ACTUATOR, mjOBJ_SENSOR,  mjOBJ_TUPLE};
enum { NLISTS = sizeof list_order / sizeof list_order[0] };

static bool take_element(transfer* t, element* e) {
  element* taken = transfer_take(t, e);
  return taken && spec_list(t->to, NULL, taken);
}

static bool take_lists(transfer* t) {
  for (int k = 0; k < NLISTS; k++) {
    const element_list* l = &t->from->list[list_order[k]];
    for (int left = l->size, i = 0; left > 0; left--) {
      element* e = l->data[i];
      bool wanted = transfer_wanted(t, e);
      if (!wanted || !t->move) i++;  // a moved element leaves the list
      if (wanted && !take_element(t, e)) return false;
    }
  }
  return true;
}

// Whether the cached list of elements that refer to `source` is still valid.
static bool replica_known(const spec* s, const element* source) {
  const replica* r = &s->replica;
  if (s->mixed || r->source != source || r->edits != s->store.edits) return false;
  for (int type = 0; type < mjNOBJECT; type++) {
    if (r->size[type] != s->list[type].size) return false;
  }
  return true;
}

// Within one specification only elements that refer to the copied part are copied with it.
static bool take_referring(transfer* t, const element* source) {
  spec* s = t->to;
  replica* r = &s->replica;
  bool ok = true;
  if (replica_known(s, source)) {
    for (int i = 0; ok && i < r->referring.size; i++) {
      element* e = r->referring.data[i];
      if (transfer_wanted(t, e)) ok = take_element(t, e);
    }
  } else {
    r->referring.size = 0;
    for (int k = 0; ok && k < NLISTS; k++) {
      const element_list* l = &s->list[list_order[k]];
      for (int i = 0, n = l->size; ok && i < n; i++) {
        element* e = l->data[i];
        if (!transfer_touched(t, e)) continue;
        ok = vec_reserve((vec*)&r->referring, r->referring.size + 1, sizeof(element*));
        if (ok) r->referring.data[r->referring.size++] = e;
        if (ok && transfer_wanted(t, e)) ok = take_element(t, e);
      }
    }
  }
  r->source = ok ? source : NULL;
  r->edits = s->store.edits;
  for (int type = 0; type < mjNOBJECT; type++) r->size[type] = s->list[type].size;
  return ok;
}

// --------------------------------- parents and children -----------------------------------------

// What is attached to what.
typedef struct {
  spec_body* into;
  spec_frame* around;  // NULL: the child keeps its enclosing frame
  element* child;      // a body or a frame
} attachment;

static element* attach_tree(transfer* t, const attachment* a) {
  if (a->child->base.elemtype == mjOBJ_BODY) {
    spec_body* b = transfer_take_body(t, (spec_body*)a->child);
    if (!b) return NULL;
    transfer_frames(t);
    b->e.frame = a->around;
    return spec_list(t->to, a->into, &b->e) ? &b->e : NULL;
  }
  spec_frame *f = (spec_frame*)a->child, *around = a->around;
  if (!around && !copy_surroundings(t, f, a->into, &around)) return NULL;
  if (!take_frame(t, f, a->into)) return NULL;
  f->e.twin->frame = around;
  return f->e.twin;
}

// Everything that is attached together with the subtree.
static element* attach_all(transfer* t, const attachment* a) {
  element_list keys = {.from = &t->to->store};
  int nown;
  bool ok = transfer_classes(t) && split_keys(t, &keys, &nown);
  element* attached = ok ? attach_tree(t, a) : NULL;
  ok = attached && (t->self ? take_referring(t, a->child) : take_lists(t)) && transfer_plugins(t) &&
       complete_keys(t, &keys, nown);
  return ok ? attached : NULL;
}

// Let `to` hold a reference to `from`, at most once.
static bool hold_once(spec* to, spec* from) {
  for (int i = 0; i < to->attached.size; i++) {
    if (to->attached.data[i] == &from->e) return true;
  }
  if (!spec_hold(to, from)) return false;
  from->references++;
  return true;
}

static element* attach(spec* to, const attachment* a, const char* prefix, const char* suffix) {
  spec* from = a->child->owner;
  if (!keys_fit(to, from) || (to != from && !conflict_settle(to, from))) return NULL;
  transfer t = {.to = to, .from = from, .prefix = prefix, .suffix = suffix, .move = !to->deepcopy};
  element* attached = NULL;
  if (to == from || hold_once(to, from)) {
    transfer_begin(&t);
    attached = attach_all(&t, a);
    transfer_end(&t);
  }
  to->store.failed |= from->store.failed;
  if (t.move) from->consumed = to->mixed = true;
  spec_edited(to, true);
  if (!attached) spec_error(to, NULL, "out of memory while attaching");
  return attached;
}

// A new frame at the pose of the site.
static spec_frame* frame_at_site(const spec_site* site) {
  mjsFrame* f = mjs_addFrame(&site->e.parent->pub, mjs_getFrame(site->pub.element));
  if (!f) return NULL;
  memcpy(f->pos, site->pub.pos, sizeof f->pos);
  const char* problem = spec_orientation(f->quat, &site->e, site->pub.quat, &site->pub.alt);
  if (!problem) return frame_of(f);
  spec_error(site->e.owner, &site->e, "%s", problem);
  spec_unlist(&frame_of(f)->e);
  return NULL;
}

// Move all elements that are directly in one frame of the world (NULL: in none) to another, except
// `except`.
static void reframe_world(spec* s, spec_frame* from, spec_frame* to, const spec_frame* except) {
  static const mjtObj held[] = {mjOBJ_BODY, mjOBJ_SITE,  mjOBJ_FRAME, mjOBJ_JOINT,
                                mjOBJ_GEOM, mjOBJ_LIGHT, mjOBJ_CAMERA};
  for (size_t k = 0; k < sizeof held / sizeof held[0]; k++) {
    const element_list* l = body_list(s->world, held[k]);
    for (int i = 0; i < l->size; i++) {
      element* e = l->data[i];
      if (e->frame == from && e != &except->e) e->frame = to;
    }
  }
}

// A whole specification: the contents of its world are put into a new frame, which is attached.
// After a deep copy the child is restored.
static element* attach_spec(spec* to, attachment* a, spec* child, const char* prefix,
                            const char* suffix) {
  spec_ids ids = child->ids;
  bool signed_now = child->signed_now;
  uint64_t signature = child->e.base.signature;
  spec_frame* f = (spec_frame*)element_new(child, mjOBJ_FRAME);
  if (!f || !spec_list(child, child->world, &f->e)) {
    spec_error(to, NULL, "out of memory while attaching");
    return NULL;
  }
  reframe_world(child, NULL, f, f);
  a->child = &f->e;
  element* attached = attach(to, a, prefix, suffix);
  if (f->e.owner != child) return attached;
  reframe_world(child, f, NULL, f);
  spec_unlist(&f->e);
  child->ids = ids;
  child->signed_now = signed_now;
  child->e.base.signature = signature;
  return attached;
}

// The body and frame that things attached to `parent` go to; false after an error.
static bool find_target(attachment* a, element* parent, const element* child) {
  spec* to = parent->owner;
  mjtObj type = child->base.elemtype;
  bool to_body = parent->base.elemtype == mjOBJ_BODY;
  if (type != mjOBJ_FRAME && type != mjOBJ_MODEL && (type != mjOBJ_BODY || to_body)) {
    return spec_error(to, child, "child element is not a %s", to_body ? "frame" : "body or frame");
  }
  switch ((int)parent->base.elemtype) {
    case mjOBJ_BODY: a->into = (spec_body*)parent; return true;
    case mjOBJ_FRAME:
      a->into = parent->parent;
      a->around = (spec_frame*)parent;
      return true;
    case mjOBJ_SITE:
      a->into = parent->parent;
      a->around = frame_at_site((spec_site*)parent);
      return a->around != NULL;
  }
  return spec_error(to, NULL, "parent element is not a frame, body or site");
}

// Whether `from` may be attached to `to`.
static bool may_attach(spec* to, const spec* from, const element* child) {
  if (!from) return spec_error(to, child, "child element was deleted");
  if (to == from) {
    if (child->base.elemtype == mjOBJ_MODEL) {
      return spec_error(to, NULL, "a specification cannot be attached to itself");
    }
    if (child == &to->world->e) return spec_error(to, child, "the world cannot be attached");
    return to->deepcopy ||
           spec_error(to, child, "attaching to its own specification needs deep copies");
  }
  return !spec_holds(from, to) ||
         spec_error(to, child, "the child's specification holds the parent's by attachment");
}

// The world of another specification: attached as a body with everything in that world.
static element* attach_world(spec* to, attachment* a, spec* child, const char* prefix,
                             const char* suffix) {
  mjsBody* body = mjs_addBody(&a->into->pub, NULL);
  if (!body) return NULL;
  spec_body* world = body_of(body);
  world->e.frame = a->around;
  attachment inside = {.into = world};
  text name = {0};
  text_print(&name, "%sworld%s", prefix, suffix);
  bool named = !name.failed && element_rename(&world->e, text_string(&name));
  text_free(&name);
  if (named && attach_spec(to, &inside, child, prefix, suffix)) return &world->e;
  spec_unlist(&world->e);
  return NULL;
}

mjsElement* mjs_attach(mjsElement* parent, const mjsElement* child, const char* prefix,
                       const char* suffix) {
  if (!parent) {
    mju_error("parent element is null");
    return NULL;
  }
  if (!child) {
    mju_error("child element is null");
    return NULL;
  }
  spec* to = element_of(parent)->owner;
  element* e = element_of(child);
  if (!to) return NULL;
  attachment a = {.child = e};
  if (parent->elemtype == mjOBJ_MODEL) {
    spec_error(to, NULL, "parent element is not a frame, body or site");
    return NULL;
  }
  if (!may_attach(to, e->owner, e) || !find_target(&a, element_of(parent), e)) return NULL;
  prefix = prefix ? prefix : "";
  suffix = suffix ? suffix : "";
  element* attached;
  if (child->elemtype == mjOBJ_MODEL) {
    attached = attach_spec(to, &a, e->owner, prefix, suffix);
  } else if (e == &e->owner->world->e) {
    attached = attach_world(to, &a, e->owner, prefix, suffix);
  } else {
    attached = attach(to, &a, prefix, suffix);
  }
  return attached ? &attached->base : NULL;
}
