// Writes contacts, equalities, tendons, actuators and sensors.
#include <stdio.h>
#include <string.h>
#include "mjcf/read_sensor.h"
#include "mjcf/sections.h"
#include "mjcf/write.h"
#include "model/equality_type.h"

// ------------------------------------------------------------------------------------- contact

void write_contact(writer* w) {
  write_mark before = write_open(w, "contact");
  for (int i = 0; i < w->from->list[mjOBJ_PAIR].size; i++) {
    write_element(w, schema_child(&schema_contact, "pair"), w->from->list[mjOBJ_PAIR].data[i]);
  }
  for (int i = 0; i < w->from->list[mjOBJ_EXCLUDE].size; i++) {
    write_element(w, schema_child(&schema_contact, "exclude"),
                  w->from->list[mjOBJ_EXCLUDE].data[i]);
  }
  write_close_or_drop(w, "contact", before);
}

// ------------------------------------------------------------------------------------ equality

// The data in a class are coefficients of joint equalities; anchor and pose exist only for bodies.
void write_values(writer* w, const attribute_row* row, const void* target, const void* base) {
  (void)base;
  const mjsEquality* equality = target;
  bool of_body = strcmp(row->name, "anchor") == 0 || strcmp(row->name, "relpose") == 0;
  if (of_body && equality->objtype == mjOBJ_SITE) return;
  write_doubles(w, row->name, (const double*)((const char*)target + row->offset), row->max);
}

static void write_ends(writer* w, const mjsEquality* equality) {
  if (!equality_joins(equality->type)) return;
  bool site = equality->objtype == mjOBJ_SITE;
  const char *end1 = string_text(equality->name1), *end2 = string_text(equality->name2);
  if (*end1) write_text(w, site ? "site1" : "body1", end1);
  if (*end2) write_text(w, site ? "site2" : "body2", end2);
}

void write_equality(writer* w) {
  write_mark before = write_open(w, "equality");
  for (int i = 0; i < w->from->list[mjOBJ_EQUALITY].size; i++) {
    const element* e = w->from->list[mjOBJ_EQUALITY].data[i];
    const mjsEquality* equality = &((const spec_equality*)e)->pub;
    for (const element_row* const* row = schema_equality.child; *row; row++) {
      if ((mjtEq)(*row)->code != equality->type) continue;
      write_open(w, (*row)->name);
      write_groups(w, *row, equality, write_base(w, e));
      write_ends(w, equality);
      write_close(w, (*row)->name);
    }
  }
  write_close_or_drop(w, "equality", before);
}

// -------------------------------------------------------------------------------------- tendon

// A single number stands for both ends of the dead band.
void write_springlength(writer* w, const attribute_row* row, const void* target, const void* base) {
  const double *length = ((const mjsTendon*)target)->springlength,
               *other = ((const mjsTendon*)base)->springlength;
  if (length[0] == other[0] && length[1] == other[1]) return;
  write_doubles(w, row->name, length, length[0] == length[1] ? 1 : 2);
}

static const char* wrap_name(const spec_wrap* wrap) {
  switch (wrap->type) {
    case mjWRAP_JOINT: return "joint";
    case mjWRAP_PULLEY: return "pulley";
    case mjWRAP_SITE: return "site";
    default: return "geom";
  }
}

static void write_wrap(writer* w, const spec_wrap* wrap) {
  const char* name = wrap_name(wrap);
  write_open(w, name);
  if (wrap->type != mjWRAP_PULLEY) write_text(w, name, string_text(&wrap->target));
  if (wrap->type == mjWRAP_PULLEY) write_doubles(w, "divisor", &wrap->prm, 1);
  if (wrap->type == mjWRAP_JOINT) write_doubles(w, "coef", &wrap->prm, 1);
  if (!string_empty(&wrap->sidesite)) write_text(w, "sidesite", string_text(&wrap->sidesite));
  write_close(w, name);
}

static bool is_fixed(const spec_tendon* t) {
  return t->wraps.size && ((const spec_wrap*)t->wraps.data[0])->type == mjWRAP_JOINT;
}

static bool looks_alike(const mjsTendon* a, const mjsTendon* b) {
  return a->width == b->width && memcmp(a->rgba, b->rgba, sizeof a->rgba) == 0 &&
         strcmp(string_text(a->material), string_text(b->material)) == 0;
}

static spec_default* class_of_tendon(const spec* s, const spec_tendon* t) {
  return t->e.class ? t->e.class : s->main;
}

// Give a tendon a child class of its own class with its appearance; false without memory.
static bool give_class(spec* s, spec_tendon* t) {
  spec_default* up = class_of_tendon(s, t);
  char name[40];
  for (int i = 0; i == 0 || mjs_findDefault(&s->pub, name); i++) {
    snprintf(name, sizeof name, "fixed_tendon_%d", i);
  }
  mjsDefault* looks = mjs_addDefault(&s->pub, name, &up->pub);
  if (!looks) return false;
  looks->tendon->width = t->pub.width;
  memcpy(looks->tendon->rgba, t->pub.rgba, sizeof t->pub.rgba);
  mjs_setString(looks->tendon->material, string_text(t->pub.material));
  mjs_setDefault(t->pub.element, looks);
  return !s->store.failed;
}

static spec_default* class_with_looks(const spec* s, const spec_tendon* t) {
  for (spec_default* d = s->main; d; d = class_next(d, s->main)) {
    if (looks_alike(d->pub.tendon, &t->pub)) return d;
  }
  return NULL;
}

bool write_place_looks(const spec* s, mjSpec** placed) {
  for (int i = 0; i < s->list[mjOBJ_TENDON].size; i++) {
    const spec_tendon* t = (const spec_tendon*)s->list[mjOBJ_TENDON].data[i];
    if (!is_fixed(t) || looks_alike(class_of_tendon(s, t)->pub.tendon, &t->pub)) continue;
    if (!*placed && !(*placed = mj_copySpec(&s->pub))) return false;
    spec* to = spec_of(*placed);
    spec_tendon* changed = (spec_tendon*)to->list[mjOBJ_TENDON].data[i];
    spec_default* same = class_with_looks(to, changed);
    if (same) mjs_setDefault(changed->pub.element, &same->pub);
    if (!same && !give_class(to, changed)) return false;
  }
  return true;
}

void write_tendon(writer* w) {
  write_mark before = write_open(w, "tendon");
  for (int i = 0; i < w->from->list[mjOBJ_TENDON].size; i++) {
    const spec_tendon* tendon = (const spec_tendon*)w->from->list[mjOBJ_TENDON].data[i];
    const element_row* row = schema_child(&schema_tendon, is_fixed(tendon) ? "fixed" : "spatial");
    write_open(w, row->name);
    write_groups(w, row, &tendon->pub, write_base(w, &tendon->e));
    for (int k = 0; k < tendon->wraps.size; k++) {
      write_wrap(w, (const spec_wrap*)tendon->wraps.data[k]);
    }
    write_close(w, row->name);
  }
  write_close_or_drop(w, "tendon", before);
}

// ------------------------------------------------------------------------------------ actuator

void write_transmission(writer* w, const attribute_row* row, const void* target, const void* base) {
  (void)base;
  const mjsActuator* actuator = target;
  if ((int)actuator->trntype == row->code) {
    write_text(w, row->name, string_text(actuator->target));
  }
}

// The range from which a position servo's range is derived; false when it is explicit.
static bool inherited_range(spec* s, const mjsActuator* a, double range[2]) {
  bool servo = a->gaintype == mjGAIN_FIXED && a->biastype == mjBIAS_AFFINE &&
               a->gainprm[0] == -a->biasprm[1];
  if (!(a->inheritrange > 0) || !(servo || a->gaintype == mjGAIN_PID)) return false;
  mjtObj type = a->trntype == mjTRN_TENDON ? mjOBJ_TENDON : mjOBJ_JOINT;
  const element* e = element_find(s, type, string_text(a->target));
  if (!e) return false;
  double of[2];
  if (type == mjOBJ_JOINT) write_joint_range((const spec_joint*)e, of);
  if (type == mjOBJ_TENDON) memcpy(of, ((const spec_tendon*)e)->pub.range, sizeof of);
  double mean = (of[0] + of[1]) / 2, radius = (of[1] - of[0]) / 2 * a->inheritrange;
  range[0] = mean - radius;
  range[1] = mean + radius;
  return true;
}

// The range of controls or activations of a listed actuator, derived or explicit.
static void actuator_range(spec* s, const mjsActuator* a, bool of_act, double range[2]) {
  memcpy(range, of_act ? a->actrange : a->ctrlrange, sizeof a->ctrlrange);
  if (of_act == (a->dyntype == mjDYN_INTEGRATOR)) inherited_range(s, a, range);
}

// A general actuator writes the derived range explicitly.
void write_range(writer* w, const attribute_row* row, const void* target, const void* base) {
  const mjsActuator* actuator = target;
  const double* other = (const double*)((const char*)base + row->offset);
  double range[2];
  memcpy(range, (const char*)target + row->offset, sizeof range);
  bool of_act = row->offset == offsetof(mjsActuator, actrange);
  bool listed = element_of(actuator->element)->index >= 0;
  if (listed) actuator_range(w->from, actuator, of_act, range);
  if (range[0] != other[0] || range[1] != other[1]) write_doubles(w, row->name, range, 2);
}

// Newer versions need the order of a flex with nodes, 3.3.7 does not know it: it is written with
// what is newer than that.
void write_flex_order(writer* w, const attribute_row* row, const void* target, const void* base) {
  (void)base;
  const spec_flex* flex = (const spec_flex*)(const void*)((const mjsFlex*)target)->element;
  const int* cells = flex->more.cellcount;
  bool newer = w->from->pub.ext.level > engLEVEL_BASE || cells[0] * cells[1] * cells[2] > 1;
  int order = flex->more.order;
  if (!order && newer && flex->own.nodebody.size) order = 1;
  if (order) write_word(w, row, order);
}

// A motor that is read as a general actuator has to say how many activations it has (3.7).
void write_actdim(writer* w, const attribute_row* row, const void* target, const void* base) {
  const mjsActuator *actuator = target, *other = base;
  int n = actuator->actdim;
  bool listed = element_of(actuator->element)->index >= 0;
  if (listed && n < 0 && actuator->gaintype == mjGAIN_DCMOTOR && motor_state_count(actuator)) {
    n = motor_state_count(actuator);
  }
  if (n != other->actdim) write_int(w, row->name, n);
}

void write_actuator(writer* w) {
  write_mark before = write_open(w, "actuator");
  for (int i = 0; i < w->from->list[mjOBJ_ACTUATOR].size; i++) {
    const element* e = w->from->list[mjOBJ_ACTUATOR].data[i];
    const mjsActuator* actuator = &((const spec_actuator*)e)->pub;
    bool plugged = actuator->plugin.active;
    const element_row* row = schema_child(&schema_actuator, plugged ? "plugin" : "general");
    write_open(w, row->name);
    write_groups(w, row, actuator, write_base(w, e));
    if (plugged) {
      write_plugin_use(w, &actuator->plugin);
      write_plugin_settings(w, &actuator->plugin);
    }
    write_close(w, row->name);
  }
  write_close_or_drop(w, "actuator", before);
}

// --------------------------------------------------------------------------------------- limits

static void settle_limit(int* limited, const double range[2]) {
  if (*limited != mjLIMITED_AUTO || (range[0] == 0 && range[1] == 0)) return;
  *limited = range[0] < range[1] ? mjLIMITED_TRUE : mjLIMITED_FALSE;
}

static void settle_limits(element* e) {
  if (e->base.elemtype == mjOBJ_JOINT) {
    mjsJoint* joint = &((spec_joint*)e)->pub;
    settle_limit(&joint->limited, joint->range);
    settle_limit(&joint->actfrclimited, joint->actfrcrange);
  } else if (e->base.elemtype == mjOBJ_TENDON) {
    mjsTendon* tendon = &((spec_tendon*)e)->pub;
    settle_limit(&tendon->limited, tendon->range);
    settle_limit(&tendon->actfrclimited, tendon->actfrcrange);
  } else {
    mjsActuator* a = &((spec_actuator*)e)->pub;
    settle_limit(&a->forcelimited, a->forcerange);
    double range[2][2];
    actuator_range(e->owner, a, false, range[0]);
    actuator_range(e->owner, a, true, range[1]);
    settle_limit(&a->ctrllimited, range[0]);
    settle_limit(&a->actlimited, range[1]);
  }
}

// The first element, from e on, that autolimits of its own would limit.
static mjsElement* next_limited(mjSpec* s, mjsElement* e) {
  while (e && !element_of(e)->origin->pub.compiler.autolimits) e = mjs_nextElement(s, e);
  return e;
}

bool write_place_limits(spec* s, mjSpec** placed) {
  static const mjtObj type[] = {mjOBJ_JOINT, mjOBJ_TENDON, mjOBJ_ACTUATOR};
  if (s->pub.compiler.autolimits) return true;
  for (size_t k = 0; k < sizeof type / sizeof *type; k++) {
    mjSpec* to = *placed ? *placed : &s->pub;
    mjsElement* e = next_limited(to, mjs_firstElement(to, type[k]));
    if (e && !*placed) {
      if (!(to = *placed = mj_copySpec(&s->pub))) return false;
      e = next_limited(to, mjs_firstElement(to, type[k]));
    }
    for (; e; e = next_limited(to, mjs_nextElement(to, e))) settle_limits(element_of(e));
  }
  return true;
}

// -------------------------------------------------------------------------------------- sensor

void write_object(writer* w, const attribute_row* row, const void* target, const void* base) {
  (void)base;
  const mjsSensor* sensor = target;
  if ((int)sensor->objtype == row->code) write_text(w, row->name, string_text(sensor->objname));
}

void write_reference(writer* w, const attribute_row* row, const void* target, const void* base) {
  (void)base;
  const mjsSensor* sensor = target;
  if ((int)sensor->reftype == row->code) write_text(w, row->name, string_text(sensor->refname));
}

// A type without a name has no meaning and could not be read.
void write_objtype(writer* w, const attribute_row* row, const void* target, const void* base) {
  (void)base;
  const mjsSensor* sensor = target;
  if (*string_text(sensor->objname)) write_word(w, row, sensor->objtype);
}

void write_reftype(writer* w, const attribute_row* row, const void* target, const void* base) {
  (void)base;
  const mjsSensor* sensor = target;
  if (*string_text(sensor->refname)) write_word(w, row, sensor->reftype);
}

void write_contact_num(writer* w, const attribute_row* row, const void* target, const void* base) {
  (void)base;
  int num = ((const mjsSensor*)target)->intprm[CONTACT_NUM];
  if (num != 1) write_int(w, row->name, num);
}

static void write_fields(writer* w, const attribute_row* row, int bits) {
  text words = {0};
  for (int i = 0; i < row->words->n; i++) {
    if (!(bits & 1 << row->words->row[i].value)) continue;
    text_print(&words, words.size ? " %s" : "%s", row->words->row[i].word);
  }
  write_made(w, row->name, &words);
}

void write_contact_data(writer* w, const attribute_row* row, const void* target, const void* base) {
  (void)base;
  int bits = ((const mjsSensor*)target)->intprm[CONTACT_DATA];
  if (bits != 1 << mjCONDATA_FOUND) write_fields(w, row, bits);
}

void write_ray_data(writer* w, const attribute_row* row, const void* target, const void* base) {
  (void)base;
  int bits = ((const mjsSensor*)target)->intprm[0];
  if (bits) write_fields(w, row, bits);
}

void write_contact_reduce(writer* w, const attribute_row* row, const void* target,
                          const void* base) {
  (void)base;
  int reduce = ((const mjsSensor*)target)->intprm[CONTACT_REDUCE];
  for (int i = 0; reduce && i < row->words->n; i++) {
    if (row->words->row[i].value == reduce) write_text(w, row->name, row->words->row[i].word);
  }
}

void write_sensor(writer* w) {
  write_mark before = write_open(w, "sensor");
  for (int i = 0; i < w->from->list[mjOBJ_SENSOR].size; i++) {
    const element* e = w->from->list[mjOBJ_SENSOR].data[i];
    const mjsSensor* sensor = &((const spec_sensor*)e)->pub;
    for (const element_row* const* row = schema_sensor.child; *row; row++) {
      if ((mjtSensor)(*row)->code != sensor->type) continue;
      bool plugged = sensor->type == mjSENS_PLUGIN;
      write_open(w, (*row)->name);
      write_groups(w, *row, sensor, write_base(w, e));
      if (plugged) {
        write_plugin_use(w, &sensor->plugin);
        write_plugin_settings(w, &sensor->plugin);
      }
      write_close(w, (*row)->name);
    }
  }
  write_close_or_drop(w, "sensor", before);
}
