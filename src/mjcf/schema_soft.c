#include "compile/composite.h"
#include "compile/flexcomp.h"
#include "mjcf/read_composite.h"
#include "mjcf/read_flex.h"
#include "mjcf/rows.h"
#include "mjcf/sections.h"

// Macros for composites, and flexes.
// clang-format off

#define STRUCT composite
GROUP(composite_group,
  TEXT(prefix,     prefix,  "", 0),
  WORD(type,       type,    composite_type, NULL, REQUIRED),
  INTEGERS(count,  count,   1, 3, "1 1 1", 0),
  NUMBERS(offset,  offset,  3, 3, "0 0 0", 0),
  FLOATS(vertex,   vertex,  0, UNLIMITED, 0),
  TEXT(initial,    initial, "ball", 0),
  TEXT(curve,      curve,   NULL, 0),
  NUMBERS(size,    size,    1, 3, "1 0 0", 0),
  NUMBERS(quat,    quat,    4, 4, "1 0 0 0", 0))

GROUP(composite_skin_group,
  WORD(texcoord,    skin.texcoord, bool, "false", 0),
  REF(material,     skin.material, "material", 0),
  INTEGERS(group,   skin.group,    1, 1, "0", 0),
  NUMBERS(rgba,     skin.rgba,     4, 4, "1 1 1 1", 0),
  NUMBERS(inflate,  skin.inflate,  1, 1, "0", 0),  // boxes say how thick it is
  INTEGERS(subgrid, skin.subgrid,  1, 1, "0", 0))
#undef STRUCT

// The joints of a cable are ball joints: some joint attributes have no effect.
#define STRUCT draft
DRAFT_GROUP(composite_joint_draft,
  WORD(kind,         composite_joint.kind,    composite_joint_kind, NULL, REQUIRED),
  WORD(type,         composite_joint.type,    joint_type, "hinge", 0),
  WORD(limited,      composite_joint.limited, tristate, "auto", 0),
  NUMBERS(solreffix, composite_joint.solref,  1, 2, "0.02 1", 0),
  NUMBERS(solimpfix, composite_joint.solimp,  1, 5, "0.9 0.95 0.001 0.5 2", 0))
#undef STRUCT

#define STRUCT mjsJoint
GROUP(composite_joint_group,
  INTEGERS(group,         group,           1, 1, "3", 0),
  NUMBERS(stiffness,      stiffness,       1, 1, "0", 0),
  NUMBERS(damping,        damping,         1, 1, "0", 0),
  NUMBERS(armature,       armature,        1, 1, "0", 0),
  NUMBERS(axis,           axis,            3, 3, "0 0 1", 0),
  NUMBERS(range,          range,           2, 2, "0 0", ANGLE),
  NUMBERS(margin,         margin,          1, 1, "0", 0),
  NUMBERS(solreflimit,    solref_limit,    1, 2, "0.02 1", 0),
  NUMBERS(solimplimit,    solimp_limit,    1, 5, "0.9 0.95 0.001 0.5 2", 0),
  NUMBERS(frictionloss,   frictionloss,    1, 1, "0", 0),
  NUMBERS(solreffriction, solref_friction, 1, 2, "0.02 1", 0),
  NUMBERS(solimpfriction, solimp_friction, 1, 5, "0.9 0.95 0.001 0.5 2", 0))
#undef STRUCT

#define STRUCT mjsGeom
GROUP(composite_geom_group,
  WORD(type,            type,        geom_type, "sphere", 0),
  INTEGERS(contype,     contype,     1, 1, "1", 0),
  INTEGERS(conaffinity, conaffinity, 1, 1, "1", 0),
  INTEGERS(condim,      condim,      1, 1, "3", 0),
  INTEGERS(group,       group,       1, 1, "0", 0),
  INTEGERS(priority,    priority,    1, 1, "0", 0),
  NUMBERS(size,         size,        1, 3, "0 0 0", 0),
  REF(material,         material,    "material", 0),
  NUMBERS(rgba,         rgba,        4, 4, "0.5 0.5 0.5 1", 0),
  NUMBERS(friction,     friction,    1, 3, "1 0.005 0.0001", 0),
  NUMBERS(mass,         mass,        1, 1, 0, 0),
  NUMBERS(density,      density,     1, 1, "1000", 0),
  NUMBERS(solmix,       solmix,      1, 1, "1", 0),
  NUMBERS(solref,       solref,      1, 2, "0.02 1", 0),
  NUMBERS(solimp,       solimp,      1, 5, "0.9 0.95 0.001 0.5 2", 0),
  NUMBERS(margin,       margin,      1, 1, "0", 0),
  NUMBERS(gap,          gap,         1, 1, "0", 0))
#undef STRUCT

#define STRUCT mjsSite
GROUP(composite_site_group,
  INTEGERS(group, group,    1, 1, "3", 0),
  NUMBERS(size,   size,     1, 3, "0.005 0.005 0.005", 0),
  REF(material,   material, "material", 0),
  NUMBERS(rgba,   rgba,     4, 4, "0.5 0.5 0.5 1", 0))
#undef STRUCT

#define STRUCT flexcomp
GROUP(flexcomp_group,
  NAME(REQUIRED),
  WORD(type,          type,          flexcomp_type, "grid", 0),
  INTEGERS(group,     flex.group,    1, 1, "0", 0),
  INTEGERS(dim,       flex.dim,      1, 1, "2", 0),
  WORD(dof,           dof,           flexcomp_dof, "full", 0),
  INTEGERS(count,     count,         3, 3, "10 10 10", 0),
  {.name = "cellcount", .kind = KIND_INT, FIELD(cellcount), .min = 3, .max = 3, .fallback = "1 1 1",
   SINCE(3008, "Cells along each axis of a flex with dof trilinear or quadratic.")},
  NUMBERS(spacing,    spacing,       3, 3, "0.02 0.02 0.02", 0),
  NUMBERS(radius,     flex.radius,   1, 1, "0.005", 0),
  WORD(rigid,         rigid,         bool, "false", 0),
  NUMBERS(mass,       mass,          1, 1, "1", 0),
  NUMBERS(inertiabox, inertiabox,    1, 1, "0.005", 0),
  NUMBERS(scale,      scale,         3, 3, "1 1 1", 0),
  FILENAME(file,      file,          ASSET_NONE, 0),
  DOUBLES(point,      flex.vert,     0, UNLIMITED, 0),
  INTS(element,       flex.elem,     0, UNLIMITED, 0),
  FLOATS(texcoord,    flex.texcoord, 0, UNLIMITED, 0),
  REF(material,       flex.material, "material", 0),
  NUMBERS(rgba,       flex.rgba,     4, 4, "0.5 0.5 0.5 1", 0),
  WORD(flatskin,      flex.flatskin, bool, "false", 0),
  NUMBERS(pos,        pos,           3, 3, "0 0 0", 0),
  NUMBERS(quat,       quat,          4, 4, "1 0 0 0", ORIENTATION),
  ALTERNATIVE(axisangle, alt.axisangle, 4, mjORIENTATION_AXISANGLE, ANGLE),
  ALTERNATIVE(xyaxes, alt.xyaxes,    6, mjORIENTATION_XYAXES, 0),
  ALTERNATIVE(zaxis,  alt.zaxis,     3, mjORIENTATION_ZAXIS, 0),
  ALTERNATIVE(euler,  alt.euler,     3, mjORIENTATION_EULER, ANGLE),
  NUMBERS(origin,     origin,        3, 3, "0 0 0", 0))

GROUP(flexcomp_edge,
  WORD(equality,     equality,           flexcomp_equality, "false", 0),
  NUMBERS(solref,    edge_solref,        1, 2, "0.02 1", 0),
  NUMBERS(solimp,    edge_solimp,        1, 5, "0.9 0.95 0.001 0.5 2", 0),
  NUMBERS(stiffness, flex.edgestiffness, 1, 1, "0", 0),
  NUMBERS(damping,   flex.edgedamping,   1, 1, "0", 0))
#undef STRUCT

GROUP(flexcomp_pin,
  PLAIN(id, KIND_INT, 0, UNLIMITED, .flags = 0),
  PLAIN(range, KIND_INT, 0, UNLIMITED, .flags = 0),
  PLAIN(grid, KIND_INT, 0, UNLIMITED, .flags = 0),
  PLAIN(gridrange, KIND_INT, 0, UNLIMITED, .flags = 0))

#define STRUCT mjsFlex
#define ELEMENT spec_flex
GROUP(flex, FLEX_ROWS)

GROUP(flex_contact, FLEX_CONTACT_ROWS)

GROUP(flex_edge, FLEX_EDGE_ROWS)

GROUP(flex_elasticity, FLEX_ELASTICITY_ROWS)
#undef ELEMENT
#undef STRUCT

// clang-format on

#define PART_OF_COMPOSITE(name_, cardinality_, ...)                                \
  static const element_row name_##_of_composite = {.name = #name_,                 \
                                                   .cardinality = cardinality_,    \
                                                   .group = {__VA_ARGS__},         \
                                                   .read = read_element,           \
                                                   .make = make_part_of_composite, \
                                                   .code = offsetof(composite, name_)};

PART_OF_COMPOSITE(joint, '*', &composite_joint_draft, &composite_joint_group)
PART_OF_COMPOSITE(geom, '?', &composite_geom_group)
PART_OF_COMPOSITE(site, '?', &composite_site_group)

static const element_row skin_of_composite = {.name = "skin",
                                              .cardinality = '?',
                                              .group = {&composite_skin_group},
                                              .read = read_element,
                                              .make = make_parent,
                                              .finish = finish_composite_skin};

static const element_row* const composite_children[] = {&joint_of_composite, &skin_of_composite,
                                                        &geom_of_composite,  &site_of_composite,
                                                        &schema_plugin,      NULL};

const element_row schema_composite = {.name = "composite",
                                      .cardinality = '*',
                                      .group = {&composite_group},
                                      .child = composite_children,
                                      .read = read_composite};

#define PART_OF_FLEX(row, name_, group_)                \
  static const element_row row = {.name = #name_,       \
                                  .cardinality = '?',   \
                                  .group = {&group_},   \
                                  .read = read_element, \
                                  .make = make_parent};

PART_OF_FLEX(contact_of_flex, contact, flex_contact)
PART_OF_FLEX(edge_of_flex, edge, flex_edge)
PART_OF_FLEX(elasticity_of_flex, elasticity, flex_elasticity)
PART_OF_FLEX(edge_of_flexcomp, edge, flexcomp_edge)

// Reads a flexcomp child as that of a flex, since the flexcomp struct begins with a flex.
PART_OF_FLEX(contact_of_flexcomp, contact, flex_contact)
PART_OF_FLEX(elasticity_of_flexcomp, elasticity, flex_elasticity)

static const element_row pin_of_flexcomp = {
    .name = "pin", .cardinality = '*', .group = {&flexcomp_pin}, .read = read_pin};

static const element_row* const flexcomp_children[] = {
    &edge_of_flexcomp, &elasticity_of_flexcomp, &contact_of_flexcomp,
    &pin_of_flexcomp,  &schema_plugin,          NULL};

const element_row schema_flexcomp = {.name = "flexcomp",
                                     .cardinality = '*',
                                     .group = {&flexcomp_group},
                                     .child = flexcomp_children,
                                     .read = read_flexcomp};

static const element_row* const flex_children[] = {&contact_of_flex, &edge_of_flex,
                                                   &elasticity_of_flex, NULL};

const element_row schema_flex = {.name = "flex",
                                 .cardinality = '*',
                                 .group = {&flex},
                                 .child = flex_children,
                                 .read = read_element,
                                 .make = make_flex,
                                 .finish = finish_flex,
                                 .info = offsetof(mjsFlex, info)};

static const element_row* const deformable_children[] = {&schema_flex, &schema_skin, NULL};

const element_row schema_deformable = {
    .name = "deformable", .cardinality = '*', .child = deformable_children, .read = read_section};
