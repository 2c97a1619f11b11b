// Keyframes: vectors over the whole model, kept consistent while the tree changes.
#include "model/joint_type.h"
#include "spec/key_record.h"
#include "spec/spec_life.h"
#include "spec/spec_type.h"

#include <string.h>

int actuator_state_count(const mjsActuator* a) {
  if (a->actdim >= 0) return a->actdim;
  int gain = a->gaintype;
  bool newer = gain == mjGAIN_PID || gain == mjGAIN_DCMOTOR || gain == mjGAIN_SO3;
  return newer ? motor_state_count(a) : a->dyntype != mjDYN_NONE;
}

// Number of activations; for stateful plugins that of the last compilation.
static int state_count(const spec_actuator* a) {
  return a->pub.plugin.active && a->actadr >= 0 ? a->actnum : actuator_state_count(&a->pub);
}

static const char* const vector_names[NKEYVEC] = {"qpos", "qvel", "act", "mpos", "mquat", "ctrl"};

static double_vec* vector_of(const spec_key* k, int vector) {
  mjDoubleVec* const all[NKEYVEC] = {k->pub.qpos, k->pub.qvel,  k->pub.act,
                                     k->pub.mpos, k->pub.mquat, k->pub.ctrl};
  return all[vector];
}

// ------------------------------------------------ splitting by element --------------------------

// Called for every element that has values in keyframes: n values in a vector, in order.
typedef bool (*slice_fn)(void* context, element* e, int vector, int n);

static bool for_slices(const spec* s, slice_fn f, void* context) {
  FOR_BODIES(b, s->world) {
    for (int i = 0; i < b->joints.size; i++) {
      spec_joint* j = (spec_joint*)b->joints.data[i];
      if (!f(context, &j->e, KEY_QPOS, joint_nq(j->pub.type))) return false;
      if (!f(context, &j->e, KEY_QVEL, joint_nv(j->pub.type))) return false;
    }
    if (!b->pub.mocap) continue;
    if (!f(context, &b->e, KEY_MPOS, 3) || !f(context, &b->e, KEY_MQUAT, 4)) return false;
  }
  for (int i = 0; i < s->list[mjOBJ_ACTUATOR].size; i++) {
    spec_actuator* a = (spec_actuator*)s->list[mjOBJ_ACTUATOR].data[i];
    if (!f(context, &a->e, KEY_ACT, state_count(a)) ||
        !f(context, &a->e, KEY_CTRL, actuator_input_count(a))) {
      return false;
    }
  }
  return true;
}

static bool measure(void* size, element* e, int vector, int n) {
  (void)e;
  ((int*)size)[vector] += n;
  return true;
}

bool keys_fit(spec* report, const spec* s) {
  const element_list* keys = &s->list[mjOBJ_KEY];
  if (!keys->size) return true;
  int size[NKEYVEC] = {0};
  for_slices(s, measure, size);
  for (int i = 0; i < keys->size; i++) {
    const spec_key* k = (const spec_key*)keys->data[i];
    if (k->record) continue;  // its values are stored per element already
    for (int v = 0; v < NKEYVEC; v++) {
      int n = vector_of(k, v)->size;
      if (n <= size[v]) continue;
      return spec_error(report, &k->e, "Keyframe '%s' has invalid %s size, got %d, should be %d",
                        element_name(&k->e), vector_names[v], n, size[v]);
    }
  }
  return true;
}

static bool record_add(key_record* r, element* e, int vector, const double* values, int n) {
  int start = r->values.size, i = r->slices.size;
  if (!vec_resize((vec*)&r->values, start + n, sizeof(double)) ||
      !vec_resize((vec*)&r->slices, i + 1, sizeof(key_slice))) {
    return false;
  }
  memcpy(r->values.data + start, values, (size_t)n * sizeof(double));
  r->slices.data[i] = (key_slice){.of = e, .vector = vector, .start = start, .n = n};
  return true;
}

typedef struct {
  const spec_key* key;
  key_record* record;
  int at[NKEYVEC];  // index of the next value in each vector
} splitter;

// Take the values of an element, if the vector is long enough.
static bool split_slice(void* context, element* e, int vector, int n) {
  splitter* sp = context;
  const double_vec* v = vector_of(sp->key, vector);
  int start = sp->at[vector];
  sp->at[vector] += n;
  if (!n || start + n > v->size) return true;
  return record_add(sp->record, e, vector, v->data + start, n);
}

static key_record* record_new(store* from) {
  key_record* r = store_alloc(from, sizeof(key_record));
  if (!r) return NULL;
  r->slices.from = r->values.from = from;
  return r;
}

key_record* key_split(store* from, const spec_key* k) {
  if (k->record) return k->record;
  splitter sp = {k, record_new(from), {0}};
  if (!sp.record) return NULL;
  for (int v = 0; v < NKEYVEC; v++) sp.record->given[v] = vector_of(k, v)->size > 0;
  return for_slices(k->e.owner, split_slice, &sp) ? sp.record : NULL;
}

key_record* key_record_twins(store* from, const key_record* r, bool keep) {
  key_record* copy = record_new(from);
  if (!copy) return NULL;
  memcpy(copy->given, r->given, sizeof copy->given);
  for (int i = 0; i < r->slices.size; i++) {
    const key_slice* s = &r->slices.data[i];
    element* of = s->of->twin ? s->of->twin : keep ? s->of : NULL;
    if (!of) continue;
    if (!record_add(copy, of, s->vector, r->values.data + s->start, s->n)) return NULL;
  }
  return copy;
}

bool key_record_add_twins(key_record* r) {
  for (int i = 0, n = r->slices.size; i < n; i++) {
    key_slice s = r->slices.data[i];
    if (!s.of->twin || s.inherited) continue;
    r->slices.data[i].inherited = true;
    if (!vec_reserve((vec*)&r->values, r->values.size + s.n, sizeof(double)) ||
        !record_add(r, s.of->twin, s.vector, r->values.data + s.start, s.n)) {
      return false;
    }
  }
  return true;
}

// ------------------------------------ in compilation --------------------------------------------

static bool materialize_missing(spec* s) {
  while (s->list[mjOBJ_KEY].size < s->pub.nkey) {
    element* e = element_new(s, mjOBJ_KEY);
    if (!e || !spec_list(s, NULL, e)) return false;
  }
  return true;
}

bool keys_materialize(spec* s) {
  // compilation numbers the elements itself, and no element with an id is removed
  spec_ids ids = s->ids;
  bool ok = materialize_missing(s);
  for (int i = 0; ok && i < s->pending.size; i++) ok = spec_list(s, NULL, s->pending.data[i]);
  s->ids = ids;
  return ok || spec_error(s, NULL, "out of memory");
}

// Address of a slice in the model's vectors; -1 when its element has none.
static int slice_address(const spec* s, const key_slice* slice) {
  const element* e = slice->of;
  if (e->owner != s) return -1;
  switch (slice->vector) {
    case KEY_QPOS: return ((const spec_joint*)e)->qposadr;
    case KEY_QVEL: return ((const spec_joint*)e)->dofadr;
    case KEY_ACT: return ((const spec_actuator*)e)->actadr;
    case KEY_CTRL: return e->id;
    default: {
      int mocap = ((const spec_body*)e)->mocapid;
      return mocap < 0 ? -1 : mocap * slice->n;
    }
  }
}

// Extend a vector to n values: qpos from the reference configuration, mocap poses from the bodies,
// others with zeros.  A pose that is only partly given is replaced.
static bool fill_defaults(double_vec* v, int vector, int n, const mjModel* m) {
  int width = vector == KEY_MPOS ? 3 : vector == KEY_MQUAT ? 4 : 1;
  int start = v->size - v->size % width;
  if (!vec_resize((vec*)v, n, sizeof(double))) return false;
  if (start >= n) return true;
  if (vector == KEY_QPOS) {
    memcpy(v->data + start, m->qpos0 + start, (size_t)(n - start) * sizeof(double));
  } else if (width > 1) {
    const mjtNum* pose = vector == KEY_MPOS ? m->body_pos : m->body_quat;
    for (int b = 0; b < m->nbody; b++) {
      int at = width * m->body_mocapid[b];
      if (at < start || at >= n) continue;
      memcpy(v->data + at, pose + width * b, (size_t)width * sizeof(double));
    }
  }
  return true;
}

bool keys_resolve(spec* s, const mjModel* m) {
  const int size[NKEYVEC] = {(int)m->nq,         (int)m->nv,         (int)m->na,
                             3 * (int)m->nmocap, 4 * (int)m->nmocap, (int)m->nu};
  for (int i = 0; i < s->list[mjOBJ_KEY].size; i++) {
    const spec_key* k = (const spec_key*)s->list[mjOBJ_KEY].data[i];
    const key_record* r = k->record;
    for (int v = 0; v < NKEYVEC; v++) {
      double_vec* vec_ = vector_of(k, v);
      if (r) vec_->size = 0;
      if (r ? !r->given[v] : !vec_->size || vec_->size >= size[v]) continue;
      if (!fill_defaults(vec_, v, size[v], m)) return spec_error(s, &k->e, "out of memory");
    }
    for (int j = 0; r && j < r->slices.size; j++) {
      const key_slice* slice = &r->slices.data[j];
      double_vec* to = vector_of(k, slice->vector);
      int at = slice_address(s, slice);
      if (at < 0 || at + slice->n > to->size) continue;
      memcpy(to->data + at, r->values.data + slice->start, (size_t)slice->n * sizeof(double));
    }
  }
  return true;
}

void keys_finish(spec* s, bool success) {
  for (int i = 0; i < s->pending.size; i++) {
    spec_key* k = (spec_key*)s->pending.data[i];
    if (success) {
      k->record = NULL;
    } else if (k->e.index >= 0) {
      spec_unlist(&k->e);
      k->e.owner = s;
      for (int v = 0; v < NKEYVEC; v++) vector_of(k, v)->size = 0;
    }
  }
  if (success) s->pending.size = 0;
}
