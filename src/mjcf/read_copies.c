// Reads replicate and attach: parts of the tree that are copied.
#include <stdio.h>
#include <string.h>
#include <engine/extension.h>
#include <engine/math.h>
#include "base/text.h"
#include "mjcf/load.h"
#include "mjcf/attributes.h"
#include "mjcf/read_body.h"
#include "mjcf/suggest.h"
#include "spec/element.h"

// ----------------------------------------------------------------------------------- replicate

// The transform from one copy to the next.
typedef struct {
  double pos[3];
  mjsFrame* frame;  // frame of the original; its pose is set for each copy
} copy_placement;

// Pose of copy i: all angles times i; offsets accumulate, each rotated by the copies before.
static void place_copy(reader* r, const xml_node* node, const draft* d, int i, copy_placement* p) {
  mjsOrientation turn;
  mjs_defaultOrientation(&turn);
  turn.type = mjORIENTATION_EULER;
  for (int k = 0; k < 3; k++) turn.euler[k] = i * d->replicate.euler[k];
  double quat[4] = {1, 0, 0, 0};
  const mjsCompiler* c = &r->spec->compiler;
  const char sequence[4] = {c->eulerseq[0], c->eulerseq[1], c->eulerseq[2], 0};
  const char* fault = mjs_resolveOrientation(quat, c->degree, sequence, &turn);
  if (fault) report_error(r->report, node, xml_find(node, "euler"), "%s", fault);
  memcpy(p->frame->pos, p->pos, sizeof p->pos);
  memcpy(p->frame->quat, quat, sizeof quat);
  double step[3];
  mju_rotVecQuat(step, d->replicate.offset, quat);
  for (int k = 0; k < 3; k++) p->pos[k] += step[k];
}

static int count_digits(int n) {
  int digits = 1;
  while (n >= 10) n /= 10, digits++;
  return digits;
}

// Deeper nesting is taken for a mistake: every level adds a suffix to all names.
#define MAX_REPLICATES 100

static bool nest_too_deep(reader* r, const xml_node* node) {
  int n = 0;
  for (const xml_node* up = node; up; up = up->parent) n += strcmp(up->name, "replicate") == 0;
  if (n <= MAX_REPLICATES) return false;
  report_error(r->report, node, NULL, "replicates are nested deeper than %d; give one a count",
               MAX_REPLICATES);
  return true;
}

// The content is read once into a temporary body, copied to each place, and the body is deleted.
void read_replicate(reader* r, const xml_node* node, const element_row* row, const scope* s) {
  if (nest_too_deep(r, node)) return;
  const xml_attribute* count = xml_find(node, "count");
  draft d = {0};
  int errors = r->report->n;
  r->replicated = true;
  const mjsDefault* def = read_class(r, node, "childclass", s->def);
  attributes_read(r, node, row, NULL, &d);
  if (d.replicate.count < 0) {
    report_error(r->report, node, count, "count is %d; expected 0 or more", d.replicate.count);
    return;
  }
  if (d.replicate.prefix && *d.replicate.prefix) {
    report_warning(r->report, node, xml_find(node, "prefix"),
                   "prefix has no effect: names of copies get a number behind; was sep meant?");
  }
  mjsBody* original = mjs_addBody(s->body, def);
  mjsFrame* frame = original ? mjs_addFrame(original, NULL) : NULL;
  if (!frame) return;
  if (def) mjs_setString(frame->childclass, mjs_getString(mjs_getName(def->element)));
  read_info(r, node, frame->info);
  scope inside = {.body = original, .frame = frame, .def = def, .parent = original};
  read_children(r, node, row, &inside);
  copy_placement p = {.frame = frame};
  int digits = count_digits(d.replicate.count);
  mjsElement* into = s->frame ? s->frame->element : s->body->element;
  for (int i = 0; i < d.replicate.count && r->report->n == errors; i++) {
    place_copy(r, node, &d, i, &p);
    text suffix = {0};
    text_print(&suffix, "%s%0*d", d.replicate.sep ? d.replicate.sep : "", digits, i);
    if (suffix.failed) {
      report_error(r->report, node, NULL, "out of memory");
    } else if (!mjs_attach(into, frame->element, "", text_string(&suffix))) {
      report_error(r->report, node, NULL, "copy %d failed: %s", i, spec_fault(r));
    }
    text_free(&suffix);
  }
  mjs_delete(r->spec, original->element);
}

// -------------------------------------------------------------------------------------- attach

static void report_unknown_model(reader* r, const xml_node* node, const char* name) {
  const spec* s = spec_of(r->spec);
  const char* candidate[MAX_NAMES];
  int n = 0;
  for (int i = 0; i < s->attached.size && n < MAX_NAMES; i++) {
    candidate[n++] = mjs_getString(((const spec*)s->attached.data[i])->pub.modelname);
  }
  if (n == 0) {
    report_error(r->report, node, xml_find(node, "model"),
                 "could not find model '%s'; the asset section has no model", name);
    return;
  }
  report_unknown(r, node, xml_find(node, "model"), "could not find model", name,
                 (word_list){candidate, n});
}

// Report that there is no body or frame of that name, or not yet if the model is the one being
// read.
static void report_unknown_part(reader* r, const xml_node* node, mjSpec* from, mjtObj type,
                                const char* name) {
  const char* candidate[1000];
  int n = 0;
  for (mjsElement* e = mjs_firstElement(from, type); e && n < 1000; e = mjs_nextElement(from, e)) {
    const char* other = mjs_getString(mjs_getName(e));
    if (*other) candidate[n++] = other;
  }
  const char* kind = type == mjOBJ_BODY ? "body" : "frame";
  char what[150];
  if (from == r->spec) {
    snprintf(what, sizeof what, "there is no %s before this element called", kind);
  } else {
    snprintf(what, sizeof what, "could not find %s in model '%.80s'", kind,
             mjs_getString(from->modelname));
  }
  report_unknown(r, node, xml_find(node, kind), what, name, (word_list){candidate, n});
}

// Number of elements of a body and its subtree.
static int64_t count_elements(spec_body* root) {
  int64_t n = 0;
  FOR_BODIES(b, root) {
    n += 1 + b->joints.size + b->geoms.size + b->sites.size + b->cameras.size + b->lights.size +
         b->frames.size;
  }
  return n;
}

// Number of elements in a frame.
static int64_t count_in_frame(const spec_frame* f) {
  int64_t n = 0;
  FOR_BODIES(b, f->e.parent) {
    for (const element* e = &b->e; e; e = e->frame ? &e->frame->e : NULL) {
      if (e->frame == f) n += count_elements(b);
    }
  }
  return n + count_elements(f->e.parent);
}

// Whether n more elements may be attached; reports an error if not.
static bool may_attach(reader* r, const xml_node* node, int64_t n) {
  int64_t* left = &r->chain->left->attached;
  if (n <= *left) {
    *left -= n;
    return true;
  }
  *left = 0;
  report_error(
      r->report, node, NULL,
      "more than %d elements would be attached in all models together; do they attach each "
      "other over and over?",
      MAX_ATTACHED);
  return false;
}

// The part to be attached.
typedef struct {
  mjSpec* from;
  mjsElement* part;
  int64_t size;
} selection;

// Find the named body or frame, or select the whole model; false after an error.
static bool select_part(reader* r, const xml_node* node, const draft* d, selection* s) {
  const char *body = d->attach.body, *frame = d->attach.frame;
  if (body && *body) {
    mjsBody* b = mjs_findBody(s->from, body);
    if (!b) return report_unknown_part(r, node, s->from, mjOBJ_BODY, body), false;
    s->part = b->element;
    s->size = count_elements(body_of(b));
  } else if (frame && *frame) {
    mjsFrame* f = mjs_findFrame(s->from, frame);
    if (!f) return report_unknown_part(r, node, s->from, mjOBJ_FRAME, frame), false;
    s->part = f->element;
    s->size = count_in_frame(frame_of(f));
  } else if (s->from == r->spec) {
    report_error(r->report, node, NULL,
                 "without 'model' a part of this model is copied; say which by 'body' or 'frame'");
    return false;
  } else {
    const spec* from = spec_of(s->from);
    s->part = s->from->element;
    s->size = count_elements(from->world);
    for (int type = 0; type < mjNOBJECT; type++) s->size += from->list[type].size;
  }
  return true;
}

// A part of the model being read must get a new name.
static bool check_free_name(reader* r, const xml_node* node, const mjsElement* part,
                            const char* prefix) {
  const element* e = element_of((mjsElement*)part);
  text name = {0};
  text_print(&name, "%s%s", prefix, element_name(e));
  mjtObj type = e->base.elemtype;
  bool taken = element_find(e->owner, type, text_string(&name)) != NULL;
  if (taken) {
    report_error(r->report, node, xml_find(node, "prefix"),
                 "there is a %s '%s' already; choose another prefix",
                 type == mjOBJ_BODY ? "body" : "frame", text_string(&name));
  }
  text_free(&name);
  return !taken;
}

void read_attach(reader* r, const xml_node* node, const element_row* row, const scope* s) {
  draft d = {0};
  int errors = r->report->n;
  attributes_read(r, node, row, NULL, &d);
  read_children(r, node, row, s);
  if (xml_find(node, "body") && xml_find(node, "frame")) {
    report_error(r->report, node, xml_find(node, "frame"),
                 "either 'body' or 'frame' can be given, not both");
  }
  if (r->report->n > errors) return;
  bool own = !d.attach.model;
  selection what = {.from = own ? r->spec : mjs_findSpec(r->spec, d.attach.model)};
  if (!what.from) {
    report_unknown_model(r, node, d.attach.model);
    return;
  }
  if (!select_part(r, node, &d, &what) || !may_attach(r, node, what.size)) return;
  if (own && !check_free_name(r, node, what.part, d.attach.prefix)) return;
  mjsFrame* frame = s->frame ? s->frame : mjs_addFrame(s->body, NULL);
  if (!frame) return;
  if (own) r->replicated = true;
  int told = mjs_numWarnings(r->spec);
  if (!mjs_attach(frame->element, what.part, d.attach.prefix, "")) {
    report_error(r->report, node, NULL, "could not attach %s '%s': %s",
                 own ? "a part of this model," : "model",
                 own ? element_name(element_of(what.part)) : d.attach.model, spec_fault(r));
  }
  for (; told < mjs_numWarnings(r->spec); told++) {
    report_warning(r->report, node, NULL, "%s", mjs_getWarning(r->spec, told));
  }
}
