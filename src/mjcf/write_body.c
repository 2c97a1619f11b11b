// Writes the tree.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/platform/compiler.h"
#include "mjcf/sections.h"
#include "mjcf/write.h"

// ---------------------------------------------------------------------------- contents of bodies

static bool has_optics(const mjsCamera* camera) {
  return camera->sensor_size[0] > 0 && camera->sensor_size[1] > 0;
}

static bool is_given(const float value[2]) { return value[0] != 0 || value[1] != 0; }

// With a sensor size, sensorsize and resolution must be on the same element as all other optics.
void write_optics(writer* w, const attribute_row* row, const void* target, const void* base) {
  const float* value = (const float*)((const char*)target + row->offset);
  const float* other = (const float*)((const char*)base + row->offset);
  bool same = value[0] == other[0] && value[1] == other[1];
  if (has_optics(target) ? is_given(value) : !same) write_floats(w, row->name, value, 2);
}

void write_fovy(writer* w, const attribute_row* row, const void* target, const void* base) {
  const mjsCamera *camera = target, *other = base;
  if (!has_optics(camera) && camera->fovy != other->fovy) {
    write_doubles(w, row->name, &camera->fovy, 1);
  }
}

static void write_inertial_quat(writer* w, const double quat[4]) {
  static const double identity[4] = {1, 0, 0, 0};
  if (memcmp(quat, identity, sizeof identity) != 0) write_doubles(w, "quat", quat, 4);
}

// Whether the options of an element's original specification let other geoms make up an inertia
// than those written.
static bool counts_other_geoms(const element* e, const mjsCompiler* written) {
  const mjsCompiler* own = &e->origin->pub.compiler;
  return own->inertiafromgeom != written->inertiafromgeom ||
         own->inertiagrouprange[0] != written->inertiagrouprange[0] ||
         own->inertiagrouprange[1] != written->inertiagrouprange[1];
}

// Whether the options of the original specifications of the body, or of geoms that were attached to
// it, give it another inertia than those written.
static bool has_foreign_inertia(const spec_body* body, const mjsCompiler* written) {
  const mjsCompiler* own = &body->e.origin->pub.compiler;
  bool foreign =
      own->boundmass != written->boundmass || own->boundinertia != written->boundinertia ||
      own->balanceinertia != written->balanceinertia || counts_other_geoms(&body->e, written);
  for (int i = 0; i < body->geoms.size && !foreign; i++) {
    foreign = counts_other_geoms(body->geoms.data[i], written);
  }
  return foreign;
}

// Write the compiled inertia, if the written options preserve it.
static void write_compiled_inertia(writer* w, const spec_body* body) {
  const compiled_inertia* c = body->compiled;
  const mjsCompiler* written = &w->from->pub.compiler;
  double least = fmin(c->inertia[0], fmin(c->inertia[1], c->inertia[2]));
  if (written->inertiafromgeom == mjINERTIAFROMGEOM_TRUE || c->mass < written->boundmass ||
      least < written->boundinertia) {
    w->problem =
        "an attached body has its inertia by other compiler options than the whole, which would "
        "not leave it as it is: give both the same inertiafromgeom, boundmass and boundinertia";
    return;
  }
  write_open(w, "inertial");
  write_doubles(w, "pos", c->pos, 3);
  write_inertial_quat(w, c->quat);
  write_doubles(w, "mass", &c->mass, 1);
  write_doubles(w, "diaginertia", c->inertia, 3);
  write_close(w, "inertial");
}

static void write_inertial(writer* w, const spec_body* body) {
  const mjsBody* pub = &body->pub;
  if (body->compiled && has_foreign_inertia(body, &w->from->pub.compiler)) {
    write_compiled_inertia(w, body);
    return;
  }
  if (!pub->explicitinertial) return;
  write_open(w, "inertial");
  write_doubles(w, "pos", pub->ipos, 3);
  if (isnan(pub->fullinertia[0])) {
    double quat[4];
    write_resolve(w, quat, pub->iquat, &pub->ialt, &body->e);
    write_inertial_quat(w, quat);
  }
  write_doubles(w, "mass", &pub->mass, 1);
  if (isnan(pub->fullinertia[0])) {
    write_doubles(w, "diaginertia", pub->inertia, 3);
  } else {
    write_doubles(w, "fullinertia", pub->fullinertia, 6);
  }
  write_close(w, "inertial");
}

// Whether a free joint is plain but for what a freejoint element can say.  It has no place, axis
// and limits.
static bool is_freejoint(const writer* w, const mjsJoint* joint) {
  if (!w->plain) return true;
  mjsJoint plain = *spec_of(w->plain)->main->pub.joint;
  plain.element = joint->element;
  plain.type = mjJNT_FREE;
  memcpy(plain.pos, joint->pos, sizeof plain.pos);
  memcpy(plain.axis, joint->axis, sizeof plain.axis);
  plain.limited = joint->limited;
  plain.actfrclimited = joint->actfrclimited;
  plain.group = joint->group;
  plain.align = joint->align;
  plain.userdata = joint->userdata;
  plain.info = joint->info;
  return memcmp(&plain, joint, sizeof plain) == 0;
}

// Whether a free joint has no user data where its class has: only a freejoint element, which has no
// class, can say so.
static bool lacks_user_data(const writer* w, const spec_joint* joint) {
  const spec_default* class = joint->e.class ? joint->e.class : w->from->main;
  const vec *own = joint->pub.userdata, *given = class->pub.joint->userdata;
  return joint->pub.type == mjJNT_FREE && !own->size && given->size;
}

// The align attribute of a free joint exists only for freejoint elements.  In an attached body it
// is determined by the options of the body's original specification.
static void write_joint(writer* w, const spec_joint* joint) {
  mjsJoint pub = joint->pub;
  int alignfree = joint->e.parent->e.origin->pub.compiler.alignfree;
  if (pub.align == mjALIGNFREE_AUTO && alignfree != w->from->pub.compiler.alignfree) {
    pub.align = alignfree ? mjALIGNFREE_TRUE : mjALIGNFREE_FALSE;
  }
  bool as_freejoint = pub.type == mjJNT_FREE && pub.align != mjALIGNFREE_AUTO;
  as_freejoint |= lacks_user_data(w, joint) && is_freejoint(w, &joint->pub);
  const element_row* row = schema_child(&schema_body, as_freejoint ? "freejoint" : "joint");
  if (!as_freejoint) {
    write_element(w, row, &joint->e);
    return;
  }
  if (!is_freejoint(w, &pub)) {
    w->problem =
        "a free joint that aligns its body otherwise than the compiler's alignfree says can have a "
        "name and a group in a text, but nothing that other joints have";
    return;
  }
  const void* base = joint->e.owner ? w->from->main->pub.joint : NULL;
  write_open(w, row->name);
  write_groups(w, row, &pub, base);
  write_close(w, row->name);
}

// Report options of attached elements that cannot be expressed by attributes.
static void check_options(writer* w, const element* e) {
  const mjsCompiler *own = &e->origin->pub.compiler, *written = &w->from->pub.compiler;
  const spec_geom* geom = e->base.elemtype == mjOBJ_GEOM ? (const spec_geom*)e : NULL;
  if (geom && own->fitaabb != written->fitaabb && geom->pub.type != mjGEOM_MESH &&
      !string_empty(&geom->own.meshname)) {
    w->problem = "an attached geom is fitted to its mesh by another fitaabb than that of the whole";
  }
}

static void write_member(writer* w, const element* e) {
  static const char* const names[] = {[mjOBJ_GEOM] = "geom",
                                      [mjOBJ_SITE] = "site",
                                      [mjOBJ_CAMERA] = "camera",
                                      [mjOBJ_LIGHT] = "light"};
  if (e->origin != w->from) check_options(w, e);
  if (e->base.elemtype == mjOBJ_JOINT) {
    write_joint(w, (const spec_joint*)e);
    return;
  }
  const element_row* row = schema_child(&schema_body, names[e->base.elemtype]);
  write_open(w, row->name);
  write_groups(w, row, write_public(e), write_base(w, e));
  if (e->base.elemtype == mjOBJ_GEOM) write_plugin(w, &((const spec_geom*)e)->pub.plugin);
  write_close(w, row->name);
}

// -------------------------------------------------------------------------------------- frames

// The frames that are open within a body.  Elements are written in the order of their ids, so a
// frame may be opened several times; only the first time it is written with its name.
typedef struct {
  writer* w;
  const spec_frame* open;   // innermost open frame; NULL: none
  bool* written;            // per frame of the body
  const spec_default* def;  // childclass of the body
} frames;

static const spec_default* class_named(writer* w, const string* name) {
  if (string_empty(name)) return NULL;
  return (const spec_default*)element_find(w->from, mjOBJ_DEFAULT, string_text(name));
}

// The childclass in force within a frame.
static const spec_default* frame_class(const frames* f, const spec_frame* frame) {
  for (; frame; frame = frame->e.frame) {
    const spec_default* def = class_named(f->w, &frame->own.childclass);
    if (def) return def;
  }
  return f->def;
}

static void write_childclass(writer* w, const spec_default* def) {
  const spec_default* in_force = w->def ? w->def : w->from->main;
  if (def && def != in_force) write_text(w, "childclass", element_name(&def->e));
  if (def) w->def = def;
}

static void open_frame(frames* f, const spec_frame* frame) {
  writer* w = f->w;
  write_open(w, "frame");
  const element_row* row = schema_child(&schema_body, "frame");
  const void* base = write_base(w, &frame->e);
  bool again = f->written[frame->e.index];
  for (int i = again; base && i < row->group[0]->n; i++) {
    attribute_group one = {row->group[0]->row + i, 1, false};
    write_group(w, &one, &frame->pub, base);
  }
  write_childclass(w, class_named(w, &frame->own.childclass));
  f->written[frame->e.index] = true;
  f->open = frame;
}

static bool is_within(const spec_frame* inner, const spec_frame* outer) {
  while (inner && inner != outer) inner = inner->e.frame;
  return inner == outer;
}

// The child of the open frame that contains an inner frame.
static const spec_frame* next_inwards(const frames* f, const spec_frame* inner) {
  while (inner->e.frame != f->open) inner = inner->e.frame;
  return inner;
}

static int count_inwards(const frames* f, const spec_frame* inner) {
  int n = 0;
  for (; inner != f->open; inner = inner->e.frame) n++;
  return n;
}

// Close and open frames until exactly those around the next element are open.
NOT_INLINED static void enter(frames* f, const spec_frame* frame) {
  if (f->w->problem) return;
  while (!is_within(frame, f->open)) {
    write_close(f->w, "frame");
    f->open = f->open->e.frame;
    f->w->def = frame_class(f, f->open);
  }
  if (!write_fits(f->w, count_inwards(f, frame))) return;
  while (f->open != frame) open_frame(f, next_inwards(f, frame));
}

// -------------------------------------------------------------------------------------- bodies

static void write_body(writer* w, const spec_body* body);

// Write everything except child bodies.  Bodies may be nested ten thousand levels deep, so whatever
// needs stack space is kept out of the recursive function.
NOT_INLINED static void write_members(frames* f, const spec_body* body) {
  const element_list* list[] = {&body->joints, &body->geoms, &body->sites, &body->cameras,
                                &body->lights};
  for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
    for (int i = 0; i < list[k]->size; i++) {
      enter(f, list[k]->data[i]->frame);
      write_member(f->w, list[k]->data[i]);
    }
  }
  enter(f, NULL);
  write_plugin(f->w, &body->pub.plugin);
}

NOT_INLINED static void write_head(writer* w, const spec_body* body) {
  write_open(w, "body");
  write_groups(w, &schema_body, &body->pub, write_base(w, &body->e));
  write_childclass(w, class_named(w, &body->own.childclass));
  write_inertial(w, body);
}

static void write_inside(writer* w, const spec_body* body) {
  frames f = {.w = w, .def = w->def};
  f.written = calloc((size_t)body->frames.size + 1, sizeof *f.written);
  if (!f.written) {
    w->problem = "out of memory";
    return;
  }
  write_members(&f, body);
  for (int i = 0; i < body->bodies.size && write_fits(w, 1); i++) {
    enter(&f, body->bodies.data[i]->frame);
    write_body(w, (const spec_body*)body->bodies.data[i]);
  }
  for (int i = 0; i < body->frames.size; i++) {
    if (!f.written[i]) enter(&f, (const spec_frame*)body->frames.data[i]);
  }
  enter(&f, NULL);
  free(f.written);
}

static void write_body(writer* w, const spec_body* body) {
  const spec_default* outside = w->def;
  write_head(w, body);
  write_inside(w, body);
  write_close(w, "body");
  w->def = outside;
}

void write_worldbody(writer* w) {
  w->def = NULL;  // a childclass of the world cannot be written: elements name their classes
  write_open(w, "worldbody");
  write_inside(w, w->from->world);
  write_close(w, "worldbody");
}
