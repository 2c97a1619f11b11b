#include "mjcf/rows.h"
#include "mjcf/read_sensor.h"
#include "mjcf/sections.h"
#include "model/sensor_type.h"

// Sensors: what each measures, and of which object.
// clang-format off

// Names the measured object or the reference object, and sets its type.
#define OBJECT(name_, type, of_, flags_) \
  SPECIAL(name_, KIND_REF, read_object, type, .of = of_, .flags = flags_, .write = write_object)
#define REFERENCE(name_, type, of_, flags_) \
  SPECIAL(name_, KIND_REF, read_reference, type, .of = of_, .flags = flags_, \
          .write = write_reference)

#define STRUCT mjsSensor
#define ELEMENT spec_sensor
GROUP(named,
  NAME(0))

GROUP(cutoff, SENSOR_CUTOFF_ROWS)

GROUP(noise, SENSOR_NOISE_ROWS)

GROUP(user, SENSOR_USER_ROWS)

GROUP(of_site,
  OBJECT(site, mjOBJ_SITE, "site", REQUIRED))

GROUP(of_rays,
  OBJECT(site, mjOBJ_SITE, "site", 0),
  SPECIAL(camera, KIND_REF, read_object, mjOBJ_CAMERA, .of = "camera", .write = write_object,
          SINCE(3005, "Camera from which a ray goes through every pixel, row by row from the top left.")),
  SPECIAL(data, KIND_WORD, read_ray_data, 0, .words = &words_ray_data, .min = 1, .max = 6,
          .fallback = "dist", .write = write_ray_data,
          SINCE(3005, "What is told of each ray, in this order: distance, direction, origin, point, "
                "normal, depth.")))

GROUP(of_joint,
  OBJECT(joint, mjOBJ_JOINT, "joint", REQUIRED))

GROUP(of_tendon,
  OBJECT(tendon, mjOBJ_TENDON, "tendon", REQUIRED))

GROUP(of_actuator,
  OBJECT(actuator, mjOBJ_ACTUATOR, "actuator", REQUIRED))

GROUP(of_body,
  OBJECT(body, mjOBJ_BODY, "body", REQUIRED))

GROUP(to_camera,
  REFERENCE(camera, mjOBJ_CAMERA, "camera", REQUIRED))

GROUP(in_site,
  REFERENCE(site, mjOBJ_SITE, "site", REQUIRED))

GROUP(of_object,
  WORD(objtype, objtype, objtype, 0, REQUIRED),
  REF(objname,  objname, "objtype", REQUIRED))

GROUP(of_some_object,
  WRITTEN_WORD(objtype, objtype, objtype, 0, 0, write_objtype),
  REF(objname,  objname, "objtype", 0))

GROUP(to_object,
  WRITTEN_WORD(reftype, reftype, objtype, 0, 0, write_reftype),
  REF(refname,  refname, "reftype", 0))

GROUP(between,
  OBJECT(geom1, mjOBJ_GEOM, "geom", 0),
  REFERENCE(geom2, mjOBJ_GEOM, "geom", 0),
  OBJECT(body1, mjOBJ_BODY, "body", 0),
  REFERENCE(body2, mjOBJ_BODY, "body", 0))

GROUP(contact,
  OBJECT(subtree1, mjOBJ_XBODY, "body", 0),
  REFERENCE(subtree2, mjOBJ_XBODY, "body", 0),
  OBJECT(site, mjOBJ_SITE, "site", 0),
  SPECIAL(num, KIND_INT, read_contact_num, 0, .min = 1, .max = 1, .fallback = "1",
          .write = write_contact_num),
  SPECIAL(data, KIND_WORD, read_contact_data, 0, .words = &words_contact_data, .min = 1, .max = 7,
          .fallback = "found", .write = write_contact_data),
  SPECIAL(reduce, KIND_WORD, read_contact_reduce, 0, .words = &words_contact_reduce, .min = 1,
          .max = 1, .fallback = "none", .write = write_contact_reduce))

GROUP(user_sensor,
  WORD(datatype,  datatype,  datatype, "real", 0),
  WORD(needstage, needstage, needstage, "acc", 0),
  INTEGERS(dim,   dim,       1, 1, 0, REQUIRED))

GROUP(tactile,
  REFERENCE(geom, mjOBJ_GEOM, "geom", REQUIRED),
  OBJECT(mesh, mjOBJ_MESH, "mesh", REQUIRED))

GROUP(kept, SENSOR_HISTORY_ROWS)
#undef ELEMENT
#undef STRUCT

#define STRUCT draft
DRAFT_GROUP(plugged,
  TEXT(plugin,  plugin.plugin,   "", 0),
  REF(instance, plugin.instance, "plugin instance", 0))

#undef STRUCT
// The finish function and attribute groups besides the name, by what the sensor refers to.
#define OF_SITE           NULL, &of_site, &cutoff, &noise, &user
#define OF_RAYS           finish_rays, &of_rays, &cutoff, &noise, &user
#define OF_CAMERA_SITE    NULL, &of_site, &to_camera, &cutoff, &noise, &user
#define OF_SCALAR_JOINT   NULL, &of_joint, &cutoff, &noise, &user
#define OF_BALL           OF_SCALAR_JOINT
#define OF_LIMITED_JOINT  OF_SCALAR_JOINT
#define OF_TENDON         NULL, &of_tendon, &cutoff, &noise, &user
#define OF_LIMITED_TENDON OF_TENDON
#define OF_ACTUATOR       NULL, &of_actuator, &cutoff, &noise, &user
#define OF_FRAME          finish_frame, &of_object, &to_object, &cutoff, &noise, &user
#define OF_INERTIAL       NULL, &of_object, &cutoff, &noise, &user
#define OF_BODY           NULL, &of_body, &cutoff, &noise, &user
#define OF_INSIDE         NULL, &in_site, &of_object, &cutoff, &noise, &user
#define OF_DISTANCE       finish_distance, &between, &cutoff, &noise, &user
#define OF_CONTACT        finish_contact, &between, &contact, &cutoff
#define OF_NOTHING        NULL, &cutoff, &noise, &user
#define OF_USER           finish_user, &of_some_object, &user_sensor, &cutoff, &noise, &user
#define OF_TACTILE        NULL, &tactile, &user
#define OF_PLUGIN         finish_plugin_sensor, &plugged, &of_some_object, &to_object, &cutoff, &user

// clang-format on

static const element_row* const plugin_children[] = {&schema_config, NULL};

#define ELEMENT(element, type, ...) ELEMENT_OF(element, type, __VA_ARGS__)
#define ELEMENT_OF(element, type, finish_, ...)                  \
  static const element_row row_##element = {                     \
      .name = #element,                                          \
      .cardinality = '*',                                        \
      .group = {&named, &kept, __VA_ARGS__},                     \
      .child = (type) == mjSENS_PLUGIN ? plugin_children : NULL, \
      .read = read_element,                                      \
      .make = make_sensor,                                       \
      .finish = finish_,                                         \
      .info = offsetof(mjsSensor, info),                         \
      .code = type};
#define ROW(type, element, about, ...) ELEMENT(element, mjSENS_##type, OF_##about)
SENSOR_TYPES(ROW)

#define ADDRESS(type, element, ...) &row_##element,
static const element_row* const sensor_children[] = {SENSOR_TYPES(ADDRESS) NULL};

const element_row schema_sensor = {
    .name = "sensor", .cardinality = '*', .child = sensor_children, .read = read_section};
