#include "mjcf/rows.h"
#include "mjcf/read_sensor.h"
#include "mjcf/sections.h"

// Sensors: what each measures, and of what.
// clang-format off

// Names what is measured, or what it is measured relative to, and sets its type.
#define OBJECT(name_, type, of_, flags_) \
  SPECIAL(name_, KIND_REF, read_object, type, .of = of_, .flags = flags_, .write = write_object)
#define REFERENCE(name_, type, of_, flags_) \
  SPECIAL(name_, KIND_REF, read_reference, type, .of = of_, .flags = flags_, \
          .write = write_reference)

#define STRUCT mjsSensor
GROUP(named,
  NAME(0))

GROUP(cutoff,
  NUMBERS(cutoff, cutoff, 1, 1, "0", 0))

GROUP(noise,
  NUMBERS(noise, noise, 1, 1, "0", 0))

GROUP(user,
  DOUBLES(user, userdata, 0, UNLIMITED, 0))

GROUP(of_site,
  OBJECT(site, mjOBJ_SITE, "site", REQUIRED))

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

#undef STRUCT

#define STRUCT draft
DRAFT_GROUP(plugged,
  TEXT(plugin,  plugin.plugin,   "", 0),
  REF(instance, plugin.instance, "plugin instance", 0))

#undef STRUCT
// X(element, type, how it is finished, groups of attributes beside the name)
#define SENSORS(X) \
  X(touch, mjSENS_TOUCH, NULL, &of_site, &cutoff, &noise, &user) \
  X(accelerometer, mjSENS_ACCELEROMETER, NULL, &of_site, &cutoff, &noise, &user) \
  X(velocimeter, mjSENS_VELOCIMETER, NULL, &of_site, &cutoff, &noise, &user) \
  X(gyro, mjSENS_GYRO, NULL, &of_site, &cutoff, &noise, &user) \
  X(force, mjSENS_FORCE, NULL, &of_site, &cutoff, &noise, &user) \
  X(torque, mjSENS_TORQUE, NULL, &of_site, &cutoff, &noise, &user) \
  X(magnetometer, mjSENS_MAGNETOMETER, NULL, &of_site, &cutoff, &noise, &user) \
  X(camprojection, mjSENS_CAMPROJECTION, NULL, &of_site, &to_camera, &cutoff, &noise, &user) \
  X(rangefinder, mjSENS_RANGEFINDER, NULL, &of_site, &cutoff, &noise, &user) \
  X(jointpos, mjSENS_JOINTPOS, NULL, &of_joint, &cutoff, &noise, &user) \
  X(jointvel, mjSENS_JOINTVEL, NULL, &of_joint, &cutoff, &noise, &user) \
  X(tendonpos, mjSENS_TENDONPOS, NULL, &of_tendon, &cutoff, &noise, &user) \
  X(tendonvel, mjSENS_TENDONVEL, NULL, &of_tendon, &cutoff, &noise, &user) \
  X(actuatorpos, mjSENS_ACTUATORPOS, NULL, &of_actuator, &cutoff, &noise, &user) \
  X(actuatorvel, mjSENS_ACTUATORVEL, NULL, &of_actuator, &cutoff, &noise, &user) \
  X(actuatorfrc, mjSENS_ACTUATORFRC, NULL, &of_actuator, &cutoff, &noise, &user) \
  X(jointactuatorfrc, mjSENS_JOINTACTFRC, NULL, &of_joint, &cutoff, &noise, &user) \
  X(tendonactuatorfrc, mjSENS_TENDONACTFRC, NULL, &of_tendon, &cutoff, &noise, &user) \
  X(ballquat, mjSENS_BALLQUAT, NULL, &of_joint, &cutoff, &noise, &user) \
  X(ballangvel, mjSENS_BALLANGVEL, NULL, &of_joint, &cutoff, &noise, &user) \
  X(jointlimitpos, mjSENS_JOINTLIMITPOS, NULL, &of_joint, &cutoff, &noise, &user) \
  X(jointlimitvel, mjSENS_JOINTLIMITVEL, NULL, &of_joint, &cutoff, &noise, &user) \
  X(jointlimitfrc, mjSENS_JOINTLIMITFRC, NULL, &of_joint, &cutoff, &noise, &user) \
  X(tendonlimitpos, mjSENS_TENDONLIMITPOS, NULL, &of_tendon, &cutoff, &noise, &user) \
  X(tendonlimitvel, mjSENS_TENDONLIMITVEL, NULL, &of_tendon, &cutoff, &noise, &user) \
  X(tendonlimitfrc, mjSENS_TENDONLIMITFRC, NULL, &of_tendon, &cutoff, &noise, &user) \
  X(framepos, mjSENS_FRAMEPOS, finish_frame, &of_object, &to_object, &cutoff, &noise, &user) \
  X(framequat, mjSENS_FRAMEQUAT, finish_frame, &of_object, &to_object, &cutoff, &noise, &user) \
  X(framexaxis, mjSENS_FRAMEXAXIS, finish_frame, &of_object, &to_object, &cutoff, &noise, &user) \
  X(frameyaxis, mjSENS_FRAMEYAXIS, finish_frame, &of_object, &to_object, &cutoff, &noise, &user) \
  X(framezaxis, mjSENS_FRAMEZAXIS, finish_frame, &of_object, &to_object, &cutoff, &noise, &user) \
  X(framelinvel, mjSENS_FRAMELINVEL, finish_frame, &of_object, &to_object, &cutoff, &noise, &user) \
  X(frameangvel, mjSENS_FRAMEANGVEL, finish_frame, &of_object, &to_object, &cutoff, &noise, &user) \
  X(framelinacc, mjSENS_FRAMELINACC, NULL, &of_object, &cutoff, &noise, &user) \
  X(frameangacc, mjSENS_FRAMEANGACC, NULL, &of_object, &cutoff, &noise, &user) \
  X(subtreecom, mjSENS_SUBTREECOM, NULL, &of_body, &cutoff, &noise, &user) \
  X(subtreelinvel, mjSENS_SUBTREELINVEL, NULL, &of_body, &cutoff, &noise, &user) \
  X(subtreeangmom, mjSENS_SUBTREEANGMOM, NULL, &of_body, &cutoff, &noise, &user) \
  X(insidesite, mjSENS_INSIDESITE, NULL, &in_site, &of_object, &cutoff, &noise, &user) \
  X(distance, mjSENS_GEOMDIST, finish_distance, &between, &cutoff, &noise, &user) \
  X(normal, mjSENS_GEOMNORMAL, finish_distance, &between, &cutoff, &noise, &user) \
  X(fromto, mjSENS_GEOMFROMTO, finish_distance, &between, &cutoff, &noise, &user) \
  X(contact, mjSENS_CONTACT, finish_contact, &between, &contact, &cutoff) \
  X(e_potential, mjSENS_E_POTENTIAL, NULL, &cutoff, &noise, &user) \
  X(e_kinetic, mjSENS_E_KINETIC, NULL, &cutoff, &noise, &user) \
  X(clock, mjSENS_CLOCK, NULL, &cutoff, &noise, &user) \
  X(user, mjSENS_USER, finish_user, &of_some_object, &user_sensor, &cutoff, &noise, &user) \
  X(tactile, mjSENS_TACTILE, NULL, &tactile, &user) \
  X(plugin, mjSENS_PLUGIN, finish_plugin_sensor, &plugged, &of_some_object, &to_object, &cutoff, &user)

// clang-format on

static const element_row* const plugin_children[] = {&schema_config, NULL};

#define SENSOR(name_, type, finish_, ...)                                                          \
  static const element_row row_##name_ = {.name = #name_,                                          \
                                          .cardinality = '*',                                      \
                                          .group = {&named, __VA_ARGS__},                          \
                                          .child = type == mjSENS_PLUGIN ? plugin_children : NULL, \
                                          .read = read_element,                                    \
                                          .make = make_sensor,                                     \
                                          .finish = finish_,                                       \
                                          .info = offsetof(mjsSensor, info),                       \
                                          .code = type};
SENSORS(SENSOR)

#define ADDRESS(name_, ...) &row_##name_,
static const element_row* const sensor_children[] = {SENSORS(ADDRESS) NULL};

const element_row schema_sensor = {
    .name = "sensor", .cardinality = '*', .child = sensor_children, .read = read_section};
