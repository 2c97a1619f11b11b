#include "mjcf/rows.h"
#include "mjcf/read_body.h"
#include "mjcf/read_newer.h"
#include "mjcf/sections.h"

// The tree: bodies, frames, replicates and what stands in them.
// clang-format off

#define STRUCT mjsBody
GROUP(body,
  NAME(0),
  PLAIN(childclass, KIND_REF, 0, 0, .of = "default class"),
  NUMBERS(pos,      pos,      3, 3, "0 0 0", 0),
  ORIENTATIONS(quat, alt, 0),
  WORD(mocap,       mocap,    bool, "false", 0),
  NUMBERS(gravcomp, gravcomp, 1, 1, "0", 0),
  DOUBLES(user,     userdata, 0, UNLIMITED, 0))
#undef STRUCT

#define STRUCT mjsBody
GROUP(inertial,
  NUMBERS(pos,         ipos,        3, 3, 0, REQUIRED),
  ORIENTATIONS(iquat, ialt, 0),
  NUMBERS(mass,        mass,        1, 1, 0, REQUIRED),
  NUMBERS(diaginertia, inertia,     3, 3, "0 0 0", 0),
  NUMBERS(fullinertia, fullinertia, 6, 6, 0, 0))
#undef STRUCT

#define STRUCT mjsJoint
#define MORE engsJoint
GROUP(joint,
  NAME(0),
  CLASS,
  WORD(type,                type,            joint_type, "hinge", IN_DEFAULT),
  INTEGERS(group,           group,           1, 1, "0", IN_DEFAULT),
  NUMBERS(pos,              pos,             3, 3, "0 0 0", IN_DEFAULT),
  NUMBERS(axis,             axis,            3, 3, "0 0 1", IN_DEFAULT),
  NUMBERS(springdamper,     springdamper,    2, 2, "0 0", IN_DEFAULT),
  WORD(limited,             limited,         tristate, "auto", IN_DEFAULT),
  WORD(actuatorfrclimited,  actfrclimited,   tristate, "auto", IN_DEFAULT),
  NUMBERS(solreflimit,      solref_limit,    1, 2, "0.02 1", IN_DEFAULT),
  NUMBERS(solimplimit,      solimp_limit,    1, 5, "0.9 0.95 0.001 0.5 2", IN_DEFAULT),
  NUMBERS(solreffriction,   solref_friction, 1, 2, "0.02 1", IN_DEFAULT),
  NUMBERS(solimpfriction,   solimp_friction, 1, 5, "0.9 0.95 0.001 0.5 2", IN_DEFAULT),
  POLYNOMIAL(stiffness,     stiffness,       stiffnesspoly),
  WRITTEN(range,            range,           2, 2, "0 0", IN_DEFAULT | ANGLE, write_angle),
  NUMBERS(actuatorfrcrange, actfrcrange,     2, 2, "0 0", IN_DEFAULT),
  WORD(actuatorgravcomp,    actgravcomp,     bool, "false", IN_DEFAULT),
  NUMBERS(margin,           margin,          1, 1, "0", IN_DEFAULT),
  WRITTEN(ref,              ref,             1, 1, "0", IN_DEFAULT | ANGLE, write_angle),
  WRITTEN(springref,        springref,       1, 1, "0", IN_DEFAULT | ANGLE, write_angle),
  NUMBERS(armature,         armature,        1, 1, "0", IN_DEFAULT),
  POLYNOMIAL(damping,       damping,         dampingpoly),
  NUMBERS(frictionloss,     frictionloss,    1, 1, "0", IN_DEFAULT),
  DOUBLES(user,             userdata,        0, UNLIMITED, IN_DEFAULT))
#undef MORE
#undef STRUCT

#define STRUCT mjsJoint
GROUP(freejoint,
  NAME(0),
  INTEGERS(group, group, 1, 1, "0", 0),
  WORD(align,     align, tristate, "auto", 0))
#undef STRUCT

#define STRUCT mjsGeom
#define MORE engsGeom
GROUP(geom,
  NAME(0),
  CLASS,
  WORD(type,            type,            geom_type, "sphere", IN_DEFAULT),
  INTEGERS(contype,     contype,         1, 1, "1", IN_DEFAULT),
  INTEGERS(conaffinity, conaffinity,     1, 1, "1", IN_DEFAULT),
  INTEGERS(condim,      condim,          1, 1, "3", IN_DEFAULT),
  INTEGERS(group,       group,           1, 1, "0", IN_DEFAULT),
  INTEGERS(priority,    priority,        1, 1, "0", IN_DEFAULT),
  NUMBERS(size,         size,            1, 3, "0 0 0", IN_DEFAULT),
  REF(material,         material,        "material", IN_DEFAULT),
  NUMBERS(friction,     friction,        1, 3, "1 0.005 0.0001", IN_DEFAULT),
  NUMBERS(mass,         mass,            1, 1, 0, IN_DEFAULT),
  NUMBERS(density,      density,         1, 1, "1000", IN_DEFAULT),
  WORD(shellinertia,    typeinertia,     bool, "false", IN_DEFAULT),
  NUMBERS(solmix,       solmix,          1, 1, "1", IN_DEFAULT),
  NUMBERS(solref,       solref,          1, 2, "0.02 1", IN_DEFAULT),
  NUMBERS(solimp,       solimp,          1, 5, "0.9 0.95 0.001 0.5 2", IN_DEFAULT),
  NUMBERS(margin,       margin,          1, 1, "0", IN_DEFAULT),
  NUMBERS(gap,          gap,             1, 1, "0", IN_DEFAULT),
  NUMBERS(fromto,       fromto,          6, 6, 0, IN_DEFAULT),
  NUMBERS(pos,          pos,             3, 3, "0 0 0", IN_DEFAULT),
  ORIENTATIONS(quat, alt, IN_DEFAULT),
  REF(hfield,           hfieldname,      "hfield", IN_DEFAULT),
  REF(mesh,             meshname,        "mesh", IN_DEFAULT),
  NUMBERS(fitscale,     fitscale,        1, 1, "1", IN_DEFAULT),
  NUMBERS(rgba,         rgba,            4, 4, "0.5 0.5 0.5 1", IN_DEFAULT),
  WORD(fluidshape,      fluid_ellipsoid, fluidshape, "none", IN_DEFAULT),
  NUMBERS(fluidcoef,    fluid_coefs,     1, 5, "0.5 0.25 1.5 1 1", IN_DEFAULT),
  NEWER_NUMBERS(surfacevel, surfacevel,  1, 6, "0 0 0 0 0 0", IN_DEFAULT, 3011,
    "Velocity of the surface in the geom's frame, linear then angular: contacts drag what touches "
    "it along, as a conveyor belt does."),
  NEWER_NUMBERS(adhesion, adhesion,      1, 1, "0", IN_DEFAULT, 3011,
    "Force with which each contact of the geom holds on; with a gap it pulls at a distance too."),
  DOUBLES(user,         userdata,        0, UNLIMITED, IN_DEFAULT))
#undef STRUCT

#undef MORE
#define STRUCT mjsSite
GROUP(site,
  NAME(0),
  CLASS,
  WORD(type,      type,     geom_type, "sphere", IN_DEFAULT),
  INTEGERS(group, group,    1, 1, "0", IN_DEFAULT),
  NUMBERS(pos,    pos,      3, 3, "0 0 0", IN_DEFAULT),
  ORIENTATIONS(quat, alt, IN_DEFAULT),
  REF(material,   material, "material", IN_DEFAULT),
  NUMBERS(size,   size,     1, 3, "0.005 0.005 0.005", IN_DEFAULT),
  NUMBERS(fromto, fromto,   6, 6, 0, IN_DEFAULT),
  NUMBERS(rgba,   rgba,     4, 4, "0.5 0.5 0.5 1", IN_DEFAULT),
  DOUBLES(user,   userdata, 0, UNLIMITED, IN_DEFAULT))
#undef STRUCT

#define STRUCT mjsCamera
GROUP(camera,
  NAME(0),
  CLASS,
  WORD(orthographic,      orthographic,    bool, "false", IN_DEFAULT),
  WRITTEN(fovy,           fovy,            1, 1, "45", IN_DEFAULT, write_fovy),
  NUMBERS(ipd,            ipd,             1, 1, "0.068", IN_DEFAULT),
  WRITTEN(resolution,     resolution,      2, 2, "1 1", IN_DEFAULT, write_optics),
  NUMBERS(pos,            pos,             3, 3, "0 0 0", IN_DEFAULT),
  ORIENTATIONS(quat, alt, IN_DEFAULT),
  WORD(mode,              mode,            camlight_mode, "fixed", IN_DEFAULT),
  REF(target,             targetbody,      "body", 0),
  SPECIAL(focal, KIND_REAL, read_length, 0, FIELD(focal_length), .min = 2, .max = 2,
          .fallback = "0 0", .flags = IN_DEFAULT, .write = write_optics),
  WRITTEN(focalpixel,     focal_pixel,     2, 2, "0 0", IN_DEFAULT, write_optics),
  SPECIAL(principal, KIND_REAL, read_length, 0, FIELD(principal_length), .min = 2, .max = 2,
          .fallback = "0 0", .flags = IN_DEFAULT, .write = write_optics),
  WRITTEN(principalpixel, principal_pixel, 2, 2, "0 0", IN_DEFAULT, write_optics),
  WRITTEN(sensorsize,     sensor_size,     2, 2, "0 0", IN_DEFAULT, write_optics),
  DOUBLES(user,           userdata,        0, UNLIMITED, IN_DEFAULT))
#undef STRUCT

#define STRUCT mjsLight
GROUP(light,
  NAME(0),
  CLASS,
  WRITTEN_WORD(directional, type,   bool, "false", IN_DEFAULT, write_alias),
  WORD(type,           type,        light_type, "spot", IN_DEFAULT),
  WORD(castshadow,     castshadow,  bool, "true", IN_DEFAULT),
  WORD(active,         active,      bool, "true", IN_DEFAULT),
  NUMBERS(pos,         pos,         3, 3, "0 0 0", IN_DEFAULT),
  NUMBERS(dir,         dir,         3, 3, "0 0 -1", IN_DEFAULT),
  NUMBERS(bulbradius,  bulbradius,  1, 1, "0.02", IN_DEFAULT),
  NUMBERS(intensity,   intensity,   1, 1, "0", IN_DEFAULT),
  NUMBERS(range,       range,       1, 1, "10", IN_DEFAULT),
  NUMBERS(attenuation, attenuation, 3, 3, "1 0 0", IN_DEFAULT),
  NUMBERS(cutoff,      cutoff,      1, 1, "45", IN_DEFAULT),
  NUMBERS(exponent,    exponent,    1, 1, "10", IN_DEFAULT),
  NUMBERS(ambient,     ambient,     3, 3, "0 0 0", IN_DEFAULT),
  NUMBERS(diffuse,     diffuse,     3, 3, "0.7 0.7 0.7", IN_DEFAULT),
  NUMBERS(specular,    specular,    3, 3, "0.3 0.3 0.3", IN_DEFAULT),
  WORD(mode,           mode,        camlight_mode, "fixed", IN_DEFAULT),
  REF(target,          targetbody,  "body", 0),
  REF(texture,         texture,     "texture", 0))
#undef STRUCT

#define STRUCT mjsFrame
GROUP(frame,
  NAME(0),
  PLAIN(childclass, KIND_REF, 0, 0, .of = "default class"),
  NUMBERS(pos, pos, 3, 3, "0 0 0", 0),
  ORIENTATIONS(quat, alt, 0))
#undef STRUCT

#define STRUCT draft
DRAFT_GROUP(replicate,
  INTEGERS(count, replicate.count,  1, 1, 0, REQUIRED),
  NUMBERS(offset, replicate.offset, 3, 3, "0 0 0", 0),
  NUMBERS(euler,  replicate.euler,  3, 3, "0 0 0", ANGLE),
  TEXT(sep,       replicate.sep,    "", 0),
  TEXT(prefix,    replicate.prefix, "", 0),  // has no effect
  PLAIN(childclass, KIND_REF, 0, 0, .of = "default class"))

DRAFT_GROUP(attach,
  REF(model,   attach.model,  "model asset", REQUIRED),
  REF(body,    attach.body,   "body", 0),
  TEXT(prefix, attach.prefix, 0, REQUIRED))
#undef STRUCT

// clang-format on

static const element_row row_inertial = {.name = "inertial",
                                         .cardinality = '?',
                                         .group = {&inertial},
                                         .read = read_element,
                                         .make = make_inertial,
                                         .finish = finish_inertial};

// An element of the tree that belongs to a default class, and the row of <default> that sets it.
#define IN_CLASS(name_, Struct, finish_, child_)                           \
  static const element_row row_##name_ = {.name = #name_,                  \
                                          .cardinality = '*',              \
                                          .group = {&name_},               \
                                          .read = read_element,            \
                                          .make = make_##name_,            \
                                          .finish = finish_,               \
                                          .info = offsetof(Struct, info),  \
                                          .child = child_};                \
  const element_row schema_default_##name_ = {.name = #name_,              \
                                              .cardinality = '?',          \
                                              .group = {&name_},           \
                                              .read = read_default_member, \
                                              .finish = finish_,           \
                                              .code = offsetof(mjsDefault, name_)};

static const element_row* const geom_children[] = {&schema_plugin, NULL};

IN_CLASS(joint, mjsJoint, NULL, NULL)
IN_CLASS(geom, mjsGeom, NULL, geom_children)
IN_CLASS(site, mjsSite, NULL, NULL)
IN_CLASS(camera, mjsCamera, finish_camera, NULL)
IN_CLASS(light, mjsLight, finish_light, NULL)

static const element_row row_freejoint = {.name = "freejoint",
                                          .cardinality = '*',
                                          .group = {&freejoint},
                                          .read = read_element,
                                          .make = make_freejoint,
                                          .info = offsetof(mjsJoint, info)};

static const element_row row_attach = {
    .name = "attach", .cardinality = '*', .group = {&attach}, .read = read_attach};

static const element_row row_frame, row_replicate;

static const element_row* const body_children[] = {
    &row_inertial,    &row_joint,  &row_freejoint, &row_geom,      &row_attach,
    &row_site,        &row_camera, &row_light,     &schema_plugin, &schema_composite,
    &schema_flexcomp, &row_frame,  &row_replicate, &schema_body,   NULL};

static const element_row row_frame = {.name = "frame",
                                      .cardinality = 'R',
                                      .hidden = true,
                                      .group = {&frame},
                                      .child = body_children,
                                      .read = read_frame};

static const element_row row_replicate = {.name = "replicate",
                                          .cardinality = 'R',
                                          .hidden = true,
                                          .group = {&replicate},
                                          .child = body_children,
                                          .read = read_replicate};

const element_row schema_body = {.name = "body",
                                 .cardinality = 'R',
                                 .group = {&body},
                                 .child = body_children,
                                 .read = read_body};

const element_row schema_worldbody = {
    .name = "worldbody", .cardinality = '*', .child = body_children, .read = read_worldbody};
