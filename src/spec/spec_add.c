// Adding elements.
#include "base/need.h"
#include "spec/spec_life.h"
#include "spec/spec_type.h"

// A new element at the end of its list, with the values of class d (may be NULL).
static element* add_element(spec* s, spec_body* body, mjtObj type, spec_default* d) {
  element* e = element_new(s, type);
  bool ok = e != NULL;
  if (ok && d) {
    ok = element_copy(e, default_template(d, type));
    // the public struct points to its own element; the plugin of the class is not copied
    mjsPlugin* plugin = element_plugin(e);
    if (plugin) plugin->element = NULL;
    e->class = d->e.owner == s ? d : (spec_default*)element_find(s, mjOBJ_DEFAULT, d->e.name.data);
  }
  if (ok && spec_list(s, body, e)) return e;
  spec_error(s, NULL, "out of memory");
  return NULL;
}

static spec_default* class_of(const mjsDefault* def) {
  return def ? (spec_default*)def->element : NULL;
}

// The class for a new element of a body: the given one, else that of the body, else "main".
static spec_default* class_in(const spec_body* b, const mjsDefault* def) {
  if (def) return class_of(def);
  spec_default* d = element_class(&b->e);
  return d ? d : b->e.owner->main;
}

#define ADD_TO_BODY(Type, type, OBJ)                                                    \
  mjs##Type* mjs_add##Type(mjsBody* body, const mjsDefault* def) {                      \
    NEED_OR(NULL, body);                                                                \
    spec_body* b = body_of(body);                                                       \
    element* e = b->e.owner ? add_element(b->e.owner, b, OBJ, class_in(b, def)) : NULL; \
    return e ? &((spec_##type*)e)->pub : NULL;                                          \
  }
ADD_TO_BODY(Geom, geom, mjOBJ_GEOM)
ADD_TO_BODY(Site, site, mjOBJ_SITE)
ADD_TO_BODY(Joint, joint, mjOBJ_JOINT)
ADD_TO_BODY(Camera, camera, mjOBJ_CAMERA)
ADD_TO_BODY(Light, light, mjOBJ_LIGHT)

mjsBody* mjs_addBody(mjsBody* body, const mjsDefault* def) {
  NEED_OR(NULL, body);
  spec_body* parent = body_of(body);
  if (!parent->e.owner) return NULL;
  spec_body* b = (spec_body*)add_element(parent->e.owner, parent, mjOBJ_BODY, NULL);
  if (!b) return NULL;
  string_set(&b->own.childclass,
             def ? element_name(&class_of(def)->e) : string_text(&parent->own.childclass));
  return &b->pub;
}

mjsJoint* mjs_addFreeJoint(mjsBody* body) {
  NEED_OR(NULL, body);
  spec_body* b = body_of(body);
  element* e = b->e.owner ? add_element(b->e.owner, b, mjOBJ_JOINT, NULL) : NULL;
  if (!e) return NULL;
  ((spec_joint*)e)->pub.type = mjJNT_FREE;
  return &((spec_joint*)e)->pub;
}

mjsFrame* mjs_addFrame(mjsBody* body, mjsFrame* parentframe) {
  NEED_OR(NULL, body);
  spec_body* b = body_of(body);
  spec_frame* around = parentframe ? frame_of(parentframe) : NULL;
  if (!b->e.owner) return NULL;
  if (around && (around->e.parent != b || !around->e.owner)) {
    spec_error(b->e.owner, around->e.owner ? &around->e : NULL, "enclosing frame %s '%s'",
               around->e.owner ? "is not in body" : "was deleted from body", element_name(&b->e));
    return NULL;
  }
  element* e = add_element(b->e.owner, b, mjOBJ_FRAME, NULL);
  if (!e) return NULL;
  e->frame = around;
  return &((spec_frame*)e)->pub;
}

#define ADD_WITH_CLASS(Type, type, OBJ)                                                      \
  mjs##Type* mjs_add##Type(mjSpec* s, const mjsDefault* def) {                               \
    NEED_OR(NULL, s);                                                                        \
    element* e = add_element(spec_of(s), NULL, OBJ, def ? class_of(def) : spec_of(s)->main); \
    return e ? &((spec_##type*)e)->pub : NULL;                                               \
  }
ADD_WITH_CLASS(Mesh, mesh, mjOBJ_MESH)
ADD_WITH_CLASS(Material, material, mjOBJ_MATERIAL)
ADD_WITH_CLASS(Pair, pair, mjOBJ_PAIR)
ADD_WITH_CLASS(Equality, equality, mjOBJ_EQUALITY)
ADD_WITH_CLASS(Tendon, tendon, mjOBJ_TENDON)
ADD_WITH_CLASS(Actuator, actuator, mjOBJ_ACTUATOR)

#define ADD_PLAIN(Type, type, OBJ)                         \
  mjs##Type* mjs_add##Type(mjSpec* s) {                    \
    NEED_OR(NULL, s);                                      \
    element* e = add_element(spec_of(s), NULL, OBJ, NULL); \
    return e ? &((spec_##type*)e)->pub : NULL;             \
  }
ADD_PLAIN(Flex, flex, mjOBJ_FLEX)
ADD_PLAIN(Skin, skin, mjOBJ_SKIN)
ADD_PLAIN(HField, hfield, mjOBJ_HFIELD)
ADD_PLAIN(Texture, texture, mjOBJ_TEXTURE)
ADD_PLAIN(Exclude, exclude, mjOBJ_EXCLUDE)
ADD_PLAIN(Sensor, sensor, mjOBJ_SENSOR)
ADD_PLAIN(Numeric, numeric, mjOBJ_NUMERIC)
ADD_PLAIN(Text, text, mjOBJ_TEXT)
ADD_PLAIN(Tuple, tuple, mjOBJ_TUPLE)
ADD_PLAIN(Key, key, mjOBJ_KEY)
ADD_PLAIN(Plugin, plugin, mjOBJ_PLUGIN)

// ------------------------------- the path of a tendon -------------------------------------------

static mjsWrap* wrap(mjsTendon* tendon, mjtWrap type, const char* target, const char* sidesite,
                     double prm) {
  spec_tendon* t = (spec_tendon*)tendon->element;
  spec* s = t->e.owner;
  if (!s) return NULL;
  spec_wrap* w = (spec_wrap*)element_new(s, mjOBJ_UNKNOWN);
  if (!w || !string_set(&w->target, target) || !string_set(&w->sidesite, sidesite) ||
      !list_append(&t->wraps, &w->e)) {
    spec_error(s, &t->e, "out of memory");
    return NULL;
  }
  w->type = type;
  w->prm = prm;
  spec_edited(s, false);
  return &w->pub;
}

mjsWrap* mjs_wrapSite(mjsTendon* tendon, const char* name) {
  NEED_OR(NULL, tendon);
  return wrap(tendon, mjWRAP_SITE, name, NULL, 0);
}

mjsWrap* mjs_wrapGeom(mjsTendon* tendon, const char* name, const char* sidesite) {
  NEED_OR(NULL, tendon);
  return wrap(tendon, mjWRAP_SPHERE, name, sidesite, 0);
}

mjsWrap* mjs_wrapJoint(mjsTendon* tendon, const char* name, double coef) {
  NEED_OR(NULL, tendon);
  return wrap(tendon, mjWRAP_JOINT, name, NULL, coef);
}

mjsWrap* mjs_wrapPulley(mjsTendon* tendon, double divisor) {
  NEED_OR(NULL, tendon);
  return wrap(tendon, mjWRAP_PULLEY, NULL, NULL, divisor);
}
