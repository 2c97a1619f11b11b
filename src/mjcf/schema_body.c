#include "mjcf/rows.h"
#include "mjcf/read_body.h"
#include "mjcf/read_newer.h"
#include "mjcf/sections.h"

// The tree: bodies, frames, replicates and their contents.
// clang-format off

#define STRUCT mjsBody
#define ELEMENT spec_body
GROUP(body, BODY_ROWS)

GROUP(inertial, INERTIAL_ROWS)
#undef ELEMENT
#undef STRUCT

#define STRUCT mjsJoint
#define ELEMENT spec_joint
GROUP(joint, JOINT_ROWS)

GROUP(freejoint,
  NAME(0),
  INTEGERS(group, group, 1, 1, "0", 0),
  WORD(align,     align, tristate, "auto", 0))
#undef ELEMENT
#undef STRUCT

#define STRUCT mjsGeom
#define ELEMENT spec_geom
GROUP(geom, GEOM_ROWS)
#undef ELEMENT
#undef STRUCT

#define STRUCT mjsSite
#define ELEMENT spec_site
GROUP(site, SITE_ROWS)
#undef ELEMENT
#undef STRUCT

#define STRUCT mjsCamera
#define ELEMENT spec_camera
GROUP(camera, CAMERA_ROWS)
#undef ELEMENT
#undef STRUCT

#define STRUCT mjsLight
#define ELEMENT spec_light
GROUP(light, LIGHT_ROWS)
#undef ELEMENT
#undef STRUCT

#define STRUCT mjsFrame
#define ELEMENT spec_frame
GROUP(frame, FRAME_ROWS)
#undef ELEMENT
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
  REF(model,   attach.model,  "model asset", 0),
  REF(body,    attach.body,   "body", 0),
  { .name = "frame", .kind = KIND_REF, FIELD(attach.frame), .of = "frame", .since = 3011, .about =
    "The frame to put here, instead of a body; of this model if no other is named." },
  TEXT(prefix, attach.prefix, 0, REQUIRED))
#undef STRUCT

// clang-format on

static const element_row row_inertial = {.name = "inertial",
                                         .cardinality = '?',
                                         .group = {&inertial},
                                         .read = read_element,
                                         .make = make_inertial,
                                         .finish = finish_inertial};

// An element of the tree with a default class, and its member of <default>.
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
