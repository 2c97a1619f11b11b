#include "spec/spec_type.h"

#include <string.h>

#include "model/equality_type.h"

// The public fields of an element that are handles of containers, and the object types these name.
#define ONE(...)
#define MANY(...)
#define HIDDEN(...)
#define XML(...)
#define NAMED(attribute, field, object, flags) KEPT(field, STRING, object)
#define NAMED_MORE(attribute, field, object, flags, ...) \
  {offsetof(ELEMENT, more.field), offsetof(ELEMENT, own.field), CONTAINER_STRING, object},
#define NAMED_SOME(attribute, field, object, flags)      KEPT(field, STRINGS, object)
#define LIST(attribute, field, numbers, min, max, flags) KEPT(field, numbers, NOTHING)
#define A_TEXT(attribute, field, flags)                  KEPT(field, STRING, NOTHING)
#define A_FILE(attribute, field, folder)                 KEPT(field, STRING, NOTHING)
#define KEPT(field, holds, object) \
  {offsetof(ELEMENT, pub.field), offsetof(ELEMENT, own.field), CONTAINER_##holds, object},

#define ELEMENT spec_body
static const handle body_handles[] = {BODY_ROWS KEPT(info, STRING, NOTHING)};
#undef ELEMENT
#define ELEMENT spec_frame
static const handle frame_handles[] = {FRAME_ROWS KEPT(info, STRING, NOTHING)};
#undef ELEMENT
#define ELEMENT spec_joint
static const handle joint_handles[] = {JOINT_ROWS KEPT(info, STRING, NOTHING)};
#undef ELEMENT
#define ELEMENT spec_geom
static const handle geom_handles[] = {GEOM_ROWS KEPT(info, STRING, NOTHING)};
#undef ELEMENT
#define ELEMENT spec_site
static const handle site_handles[] = {SITE_ROWS KEPT(info, STRING, NOTHING)};
#undef ELEMENT
#define ELEMENT spec_camera
static const handle camera_handles[] = {CAMERA_ROWS KEPT(info, STRING, NOTHING)};
#undef ELEMENT
#define ELEMENT spec_light
static const handle light_handles[] = {LIGHT_ROWS KEPT(info, STRING, NOTHING)};
#undef ELEMENT
#define ELEMENT spec_flex
static const handle flex_handles[] = {FLEX_ALL_ROWS KEPT(info, STRING, NOTHING)};
#undef ELEMENT
#define ELEMENT spec_mesh
static const handle mesh_handles[] = {MESH_ROWS KEPT(info, STRING, NOTHING)};
#undef ELEMENT
#define ELEMENT spec_hfield
static const handle hfield_handles[] = {HFIELD_ROWS KEPT(info, STRING, NOTHING)};
#undef ELEMENT
#define ELEMENT spec_skin
static const handle skin_handles[] = {SKIN_ROWS KEPT(info, STRING, NOTHING)};
#undef ELEMENT
#define ELEMENT spec_texture
static const handle texture_handles[] = {TEXTURE_ROWS KEPT(info, STRING, NOTHING)};
#undef ELEMENT
#define ELEMENT spec_material
static const handle material_handles[] = {MATERIAL_ROWS KEPT(info, STRING, NOTHING)};
#undef ELEMENT
#define ELEMENT spec_pair
static const handle pair_handles[] = {PAIR_ROWS KEPT(info, STRING, NOTHING)};
#undef ELEMENT
#define ELEMENT spec_exclude
static const handle exclude_handles[] = {EXCLUDE_ROWS KEPT(info, STRING, NOTHING)};
#undef ELEMENT
#define ELEMENT spec_equality
static const handle equality_handles[] = {EQUALITY_ROWS KEPT(info, STRING, NOTHING)};
#undef ELEMENT
#define ELEMENT spec_tendon
static const handle tendon_handles[] = {TENDON_ALL_ROWS KEPT(info, STRING, NOTHING)};
#undef ELEMENT
#define ELEMENT spec_wrap
static const handle wrap_handles[] = {WRAP_ROWS KEPT(info, STRING, NOTHING)};
#undef ELEMENT
#define ELEMENT spec_actuator
static const handle actuator_handles[] = {ACTUATOR_ALL_ROWS KEPT(info, STRING, NOTHING)};
#undef ELEMENT
#define ELEMENT spec_sensor
static const handle sensor_handles[] = {SENSOR_ALL_ROWS KEPT(info, STRING, NOTHING)};
#undef ELEMENT
#define ELEMENT spec_numeric
static const handle numeric_handles[] = {NUMERIC_ROWS KEPT(info, STRING, NOTHING)};
#undef ELEMENT
#define ELEMENT spec_text
static const handle text_handles[] = {TEXT_ROWS KEPT(info, STRING, NOTHING)};
#undef ELEMENT
#define ELEMENT spec_tuple
static const handle tuple_handles[] = {TUPLE_ROWS KEPT(info, STRING, NOTHING)};
#undef ELEMENT
#define ELEMENT spec_key
static const handle key_handles[] = {KEY_ROWS KEPT(info, STRING, NOTHING)};
#undef ELEMENT
#define ELEMENT spec_plugin
static const handle plugin_handles[] = {PLUGIN_ROWS KEPT(info, STRING, NOTHING)};
#undef ELEMENT

#define ROWS(rows)       rows, sizeof rows / sizeof rows[0]
#define TYPE(name)       TYPE_(name, 0, 0, &initial_##name)
#define BLANK_TYPE(name) TYPE_(name, 0, 0, NULL)
#define TYPE_WITH_PLUGIN(name) \
  TYPE_(name, offsetof(spec_##name, pub.plugin), offsetof(spec_##name, plugin), &initial_##name)
#define TYPE_(name, plugin_pub, plugin_own, initial)                                               \
  {                                                                                                \
    sizeof(spec_##name), offsetof(spec_##name, pub),                                               \
        offsetof(spec_##name, own) - offsetof(spec_##name, pub), ROWS(name##_handles), plugin_pub, \
        plugin_own, offsetof(spec_##name, own.info), initial                                       \
  }

static const element_type types[mjNOBJECT] = {
    [mjOBJ_UNKNOWN] = BLANK_TYPE(wrap),
    [mjOBJ_BODY] = TYPE_WITH_PLUGIN(body),
    [mjOBJ_JOINT] = TYPE(joint),
    [mjOBJ_GEOM] = TYPE_WITH_PLUGIN(geom),
    [mjOBJ_SITE] = TYPE(site),
    [mjOBJ_CAMERA] = TYPE(camera),
    [mjOBJ_LIGHT] = TYPE(light),
    [mjOBJ_FLEX] = TYPE(flex),
    [mjOBJ_MESH] = TYPE_WITH_PLUGIN(mesh),
    [mjOBJ_SKIN] = TYPE(skin),
    [mjOBJ_HFIELD] = TYPE(hfield),
    [mjOBJ_TEXTURE] = TYPE(texture),
    [mjOBJ_MATERIAL] = TYPE(material),
    [mjOBJ_PAIR] = TYPE(pair),
    [mjOBJ_EXCLUDE] = BLANK_TYPE(exclude),
    [mjOBJ_EQUALITY] = TYPE(equality),
    [mjOBJ_TENDON] = TYPE(tendon),
    [mjOBJ_ACTUATOR] = TYPE_WITH_PLUGIN(actuator),
    [mjOBJ_SENSOR] = TYPE_WITH_PLUGIN(sensor),
    [mjOBJ_NUMERIC] = BLANK_TYPE(numeric),
    [mjOBJ_TEXT] = BLANK_TYPE(text),
    [mjOBJ_TUPLE] = BLANK_TYPE(tuple),
    [mjOBJ_KEY] = BLANK_TYPE(key),
    [mjOBJ_PLUGIN] = BLANK_TYPE(plugin),
};

static const element_type frame_type = TYPE(frame);

const element_type* type_of(mjtObj type) {
  if (type == mjOBJ_FRAME) return &frame_type;
  if ((int)type < 0 || type >= mjNOBJECT || !types[type].size) return NULL;
  return &types[type];
}

bool type_in_tree(mjtObj type) {
  return type == mjOBJ_BODY || type == mjOBJ_XBODY || type == mjOBJ_JOINT || type == mjOBJ_GEOM ||
         type == mjOBJ_SITE || type == mjOBJ_CAMERA || type == mjOBJ_LIGHT || type == mjOBJ_FRAME;
}

// Set the handle at offset pub to the container at offset own.
static void wire(element* e, size_t pub, size_t own) { *(void**)((char*)e + pub) = (char*)e + own; }

// Set the handles of the public struct.
static void wire_handles(element* e, const element_type* t) {
  *(mjsElement**)((char*)e + t->pub) = &e->base;
  for (int i = 0; i < t->nhandle; i++) wire(e, t->handles[i].pub, t->handles[i].own);
  if (t->plugin_pub) {
    mjsPlugin* plugin = (mjsPlugin*)((char*)e + t->plugin_pub);
    plugin_strings* own = (plugin_strings*)((char*)e + t->plugin_own);
    plugin->name = &own->name;
    plugin->plugin_name = &own->plugin_name;
    plugin->info = &own->info;
  }
  if (e->base.elemtype == mjOBJ_PLUGIN) ((spec_plugin*)e)->pub.name = &e->name;
}

void element_wire(element* e, mjtObj type, spec* s) {
  const element_type* t = type_of(type);
  store* from = &s->store;
  e->base.elemtype = type;
  e->owner = e->origin = s;
  e->name.from = from;
  e->name.is_name = 1;
  e->id = e->index = -1;
  for (int i = 0; i < t->nhandle; i++) {
    // all containers begin with the members of vec, or of string
    void* own = (char*)e + t->handles[i].own;
    if (t->handles[i].kind == CONTAINER_STRING)
      ((string*)own)->from = from;
    else
      ((vec*)own)->from = from;
  }
  if (t->plugin_own) {
    plugin_strings* own = (plugin_strings*)((char*)e + t->plugin_own);
    own->name.from = own->plugin_name.from = own->info.from = from;
  }
  wire_handles(e, t);
  switch (type) {
    case mjOBJ_BODY: {
      spec_body* b = (spec_body*)e;
      b->bodies.from = b->geoms.from = b->frames.from = b->joints.from = from;
      b->sites.from = b->cameras.from = b->lights.from = from;
      b->mocapid = -1;
      break;
    }
    case mjOBJ_JOINT: ((spec_joint*)e)->qposadr = ((spec_joint*)e)->dofadr = -1; break;
    case mjOBJ_TENDON: ((spec_tendon*)e)->wraps.from = from; break;
    case mjOBJ_ACTUATOR: ((spec_actuator*)e)->ctrladr = ((spec_actuator*)e)->actadr = -1; break;
    case mjOBJ_PLUGIN: ((spec_plugin*)e)->attributes.from = from; break;
    case mjOBJ_UNKNOWN: ((spec_wrap*)e)->target.from = ((spec_wrap*)e)->sidesite.from = from; break;
    default: break;
  }
}

// Initialise vectors that begin with a fixed number of empty strings.
static bool fill_strings(element* e) {
  string_vec* v = NULL;
  int n = 0;
  if (e->base.elemtype == mjOBJ_TEXTURE) {
    v = &((spec_texture*)e)->own.cubefiles;
    n = 6;
  } else if (e->base.elemtype == mjOBJ_MATERIAL) {
    v = &((spec_material*)e)->own.textures;
    n = mjNTEXROLE;
  }
  if (!v) return true;
  if (!vec_resize((vec*)v, n, sizeof(string))) return false;
  for (int i = 0; i < n; i++) v->data[i].from = v->from;
  return true;
}

bool element_init(element* e, mjtObj type, spec* s) {
  const element_type* t = type_of(type);
  if (t->initial) memcpy((char*)e + t->pub, (const char*)t->initial + t->pub, t->pub_size);
  element_wire(e, type, s);
  return fill_strings(e);
}

element* element_new(spec* s, mjtObj type) {
  element* e = store_alloc(&s->store, type_of(type)->size);
  return e && element_init(e, type, s) ? e : NULL;
}

bool element_copy(element* dest, const element* source) {
  const element_type* t = type_of(source->base.elemtype);
  memcpy((char*)dest + t->pub, (const char*)source + t->pub, t->pub_size);
  wire_handles(dest, t);
  bool ok = true;
  for (int i = 0; i < t->nhandle; i++) {
    const handle* h = &t->handles[i];
    ok &= container_copy((char*)dest + h->own, (const char*)source + h->own, h->kind);
  }
  if (t->plugin_own) {
    plugin_strings* to = (plugin_strings*)((char*)dest + t->plugin_own);
    const plugin_strings* from = (const plugin_strings*)((const char*)source + t->plugin_own);
    ok &= container_copy(&to->name, &from->name, CONTAINER_STRING);
    ok &= container_copy(&to->plugin_name, &from->plugin_name, CONTAINER_STRING);
    ok &= container_copy(&to->info, &from->info, CONTAINER_STRING);
  }
  if (source->base.elemtype == mjOBJ_PLUGIN) {
    ok &= container_copy(&((spec_plugin*)dest)->attributes,
                         &((const spec_plugin*)source)->attributes, CONTAINER_STRINGS);
  } else if (source->base.elemtype == mjOBJ_UNKNOWN) {
    spec_wrap* to = (spec_wrap*)dest;
    const spec_wrap* from = (const spec_wrap*)source;
    to->type = from->type;
    to->prm = from->prm;
    ok &= container_copy(&to->target, &from->target, CONTAINER_STRING);
    ok &= container_copy(&to->sidesite, &from->sidesite, CONTAINER_STRING);
  }
  return ok;
}

// ---------------------------------- what a field names ------------------------------------------

static mjtObj transmission_names(mjtTrn trn) {
  switch (trn) {
    case mjTRN_JOINT:
    case mjTRN_JOINTINPARENT: return mjOBJ_JOINT;
    case mjTRN_TENDON: return mjOBJ_TENDON;
    case mjTRN_SITE:
    case mjTRN_SLIDERCRANK: return mjOBJ_SITE;
    case mjTRN_BODY: return mjOBJ_BODY;
    default: return mjOBJ_UNKNOWN;
  }
}

mjtObj handle_names(const element* e, const handle* h, int i) {
  if (h->names != TYPED) return h->names;
  switch (e->base.elemtype) {
    case mjOBJ_EQUALITY: {
      const mjsEquality* pub = &((const spec_equality*)e)->pub;
      return equality_object(pub->type, pub->objtype);
    }
    case mjOBJ_ACTUATOR: return transmission_names(((const spec_actuator*)e)->pub.trntype);
    case mjOBJ_SENSOR: {
      const spec_sensor* s = (const spec_sensor*)e;
      return h->own == offsetof(spec_sensor, own.objname) ? s->pub.objtype : s->pub.reftype;
    }
    case mjOBJ_TUPLE: {
      const int_vec* types_ = &((const spec_tuple*)e)->own.objtype;
      return i < types_->size ? (mjtObj)types_->data[i] : mjOBJ_UNKNOWN;
    }
    default: return mjOBJ_UNKNOWN;
  }
}

mjsPlugin* element_plugin(const element* e) {
  const element_type* t = type_of(e->base.elemtype);
  return t && t->plugin_pub ? (mjsPlugin*)((char*)e + t->plugin_pub) : NULL;
}

const char* element_info(const element* e) {
  if (e->base.elemtype == mjOBJ_MODEL || e->base.elemtype == mjOBJ_DEFAULT) return "";
  return string_text((const char*)e + type_of(e->base.elemtype)->info);
}

const char* element_type_name(mjtObj type) {
  static const char* const names[mjNOBJECT] = {
      "unknown",  "body",  "body",    "joint",    "dof",    "geom",     "site",
      "camera",   "light", "flex",    "mesh",     "skin",   "hfield",   "texture",
      "material", "pair",  "exclude", "equality", "tendon", "actuator", "sensor",
      "numeric",  "text",  "tuple",   "key",      "plugin"};
  switch ((int)type) {
    case mjOBJ_FRAME: return "frame";
    case mjOBJ_DEFAULT: return "default";
    case mjOBJ_MODEL: return "model";
  }
  return (int)type >= 0 && type < mjNOBJECT ? names[type] : names[0];
}
