#include "compile/flexcomp.h"
#include "mjcf/rows.h"
#include "mjcf/read_flex.h"
#include "mjcf/sections.h"

// Composites, whose grammar is here while the reader refuses them (read_unsupported), and
// deformables.
// clang-format off

GROUP(composite_group,
  PLAIN(prefix, KIND_TEXT, 0, 0, .fallback = "", .flags = 0),
  PLAIN(type, KIND_WORD, 1, 1, .words = &words_composite_type, .flags = REQUIRED),
  PLAIN(count, KIND_INT, 1, 3, .fallback = "1 1 1", .flags = 0),
  PLAIN(offset, KIND_REAL, 3, 3, .fallback = "0 0 0", .flags = 0),
  PLAIN(vertex, KIND_REAL, 0, UNLIMITED, .flags = 0),
  PLAIN(initial, KIND_TEXT, 0, 0, .fallback = "ball", .flags = 0),
  PLAIN(curve, KIND_TEXT, 0, 0, .flags = 0),
  PLAIN(size, KIND_REAL, 1, 3, .fallback = "1 0 0", .flags = 0),
  PLAIN(quat, KIND_REAL, 4, 4, .fallback = "1 0 0 0", .flags = 0))

GROUP(composite_joint_group,
  PLAIN(kind, KIND_WORD, 1, 1, .words = &words_composite_joint_kind, .flags = REQUIRED),
  PLAIN(group, KIND_INT, 1, 1, .fallback = "3", .flags = 0),
  PLAIN(stiffness, KIND_REAL, 1, 1, .fallback = "0", .flags = 0),
  PLAIN(damping, KIND_REAL, 1, 1, .fallback = "0", .flags = 0),
  PLAIN(armature, KIND_REAL, 1, 1, .fallback = "0", .flags = 0),
  PLAIN(solreffix, KIND_REAL, 1, 2, .fallback = "0.02 1", .flags = 0),
  PLAIN(solimpfix, KIND_REAL, 1, 5, .fallback = "0.9 0.95 0.001 0.5 2", .flags = 0),
  PLAIN(type, KIND_WORD, 1, 1, .words = &words_joint_type, .fallback = "hinge", .flags = 0),
  PLAIN(axis, KIND_REAL, 3, 3, .fallback = "0 0 1", .flags = 0),
  PLAIN(limited, KIND_WORD, 1, 1, .words = &words_tristate, .fallback = "auto", .flags = 0),
  PLAIN(range, KIND_REAL, 2, 2, .fallback = "0 0", .flags = 0),
  PLAIN(margin, KIND_REAL, 1, 1, .fallback = "0", .flags = 0),
  PLAIN(solreflimit, KIND_REAL, 1, 2, .fallback = "0.02 1", .flags = 0),
  PLAIN(solimplimit, KIND_REAL, 1, 5, .fallback = "0.9 0.95 0.001 0.5 2", .flags = 0),
  PLAIN(frictionloss, KIND_REAL, 1, 1, .fallback = "0", .flags = 0),
  PLAIN(solreffriction, KIND_REAL, 1, 2, .fallback = "0.02 1", .flags = 0),
  PLAIN(solimpfriction, KIND_REAL, 1, 5, .fallback = "0.9 0.95 0.001 0.5 2", .flags = 0))

GROUP(composite_skin_group,
  PLAIN(texcoord, KIND_WORD, 1, 1, .words = &words_bool, .fallback = "false", .flags = 0),
  PLAIN(material, KIND_REF, 0, 0, .of = "material", .fallback = "", .flags = 0),
  PLAIN(group, KIND_INT, 1, 1, .fallback = "0", .flags = 0),
  PLAIN(rgba, KIND_REAL, 4, 4, .fallback = "1 1 1 1", .flags = 0),
  PLAIN(inflate, KIND_REAL, 1, 1, .fallback = "0", .flags = 0),
  PLAIN(subgrid, KIND_INT, 1, 1, .fallback = "0", .flags = 0))

GROUP(composite_geom_group,
  PLAIN(type, KIND_WORD, 1, 1, .words = &words_geom_type, .fallback = "sphere", .flags = 0),
  PLAIN(contype, KIND_INT, 1, 1, .fallback = "1", .flags = 0),
  PLAIN(conaffinity, KIND_INT, 1, 1, .fallback = "1", .flags = 0),
  PLAIN(condim, KIND_INT, 1, 1, .fallback = "3", .flags = 0),
  PLAIN(group, KIND_INT, 1, 1, .flags = 0),
  PLAIN(priority, KIND_INT, 1, 1, .fallback = "0", .flags = 0),
  PLAIN(size, KIND_REAL, 1, 3, .fallback = "0 0 0", .flags = 0),
  PLAIN(material, KIND_REF, 0, 0, .of = "material", .fallback = "", .flags = 0),
  PLAIN(rgba, KIND_REAL, 4, 4, .fallback = "0.5 0.5 0.5 1", .flags = 0),
  PLAIN(friction, KIND_REAL, 1, 3, .fallback = "1 0.005 0.0001", .flags = 0),
  PLAIN(mass, KIND_REAL, 1, 1, .flags = 0),
  PLAIN(density, KIND_REAL, 1, 1, .fallback = "1000", .flags = 0),
  PLAIN(solmix, KIND_REAL, 1, 1, .fallback = "1", .flags = 0),
  PLAIN(solref, KIND_REAL, 1, 2, .fallback = "0.02 1", .flags = 0),
  PLAIN(solimp, KIND_REAL, 1, 5, .fallback = "0.9 0.95 0.001 0.5 2", .flags = 0),
  PLAIN(margin, KIND_REAL, 1, 1, .fallback = "0", .flags = 0),
  PLAIN(gap, KIND_REAL, 1, 1, .fallback = "0", .flags = 0))

GROUP(composite_site_group,
  PLAIN(group, KIND_INT, 1, 1, .fallback = "3", .flags = 0),
  PLAIN(size, KIND_REAL, 1, 3, .fallback = "0.005 0.005 0.005", .flags = 0),
  PLAIN(material, KIND_REF, 0, 0, .of = "material", .fallback = "", .flags = 0),
  PLAIN(rgba, KIND_REAL, 4, 4, .fallback = "0.5 0.5 0.5 1", .flags = 0))

#define STRUCT flexcomp
GROUP(flexcomp_group,
  NAME(REQUIRED),
  WORD(type,          type,          flexcomp_type, "grid", 0),
  INTEGERS(group,     flex.group,    1, 1, "0", 0),
  INTEGERS(dim,       flex.dim,      1, 1, "2", 0),
  WORD(dof,           dof,           flexcomp_dof, "full", 0),
  INTEGERS(count,     count,         3, 3, "10 10 10", 0),
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
#undef STRUCT

#define STRUCT flexcomp
GROUP(flexcomp_edge,
  WORD(equality,     equality,           bool, "false", 0),
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
GROUP(flex,
  NAME(0),
  INTEGERS(group,    group,        1, 1, "0", 0),
  INTEGERS(dim,      dim,          1, 1, "2", 0),
  NUMBERS(radius,    radius,       1, 1, "0.005", 0),
  REF(material,      material,     "material", 0),
  NUMBERS(rgba,      rgba,         4, 4, "0.5 0.5 0.5 1", 0),
  WORD(flatskin,     flatskin,     bool, "false", 0),
  NAMES(body,         vertbody,     "body", REQUIRED),
  DOUBLES(vertex,    vert,         0, UNLIMITED, 0),
  INTS(element,      elem,         1, UNLIMITED, REQUIRED),
  FLOATS(texcoord,   texcoord,     0, UNLIMITED, 0),
  INTS(elemtexcoord, elemtexcoord, 0, UNLIMITED, 0),
  NAMES(node,         nodebody,     "body", 0))
#undef STRUCT

#define STRUCT mjsFlex
GROUP(flex_contact,
  INTEGERS(contype,      contype,      1, 1, "1", 0),
  INTEGERS(conaffinity,  conaffinity,  1, 1, "1", 0),
  INTEGERS(condim,       condim,       1, 1, "3", 0),
  INTEGERS(priority,     priority,     1, 1, "0", 0),
  NUMBERS(friction,      friction,     1, 3, "1 0.005 0.0001", 0),
  NUMBERS(solmix,        solmix,       1, 1, "1", 0),
  NUMBERS(solref,        solref,       1, 2, "0.02 1", 0),
  NUMBERS(solimp,        solimp,       1, 5, "0.9 0.95 0.001 0.5 2", 0),
  NUMBERS(margin,        margin,       1, 1, "0", 0),
  NUMBERS(gap,           gap,          1, 1, "0", 0),
  WORD(internal,         internal,     bool, "false", 0),
  WORD(selfcollide,      selfcollide,  flex_selfcollide, "auto", 0),
  INTEGERS(activelayers, activelayers, 1, 1, "1", 0),
  WORD(vertcollide,      vertcollide,  bool, "false", 0),
  WORD(passive,          passive,      bool, "false", 0))
#undef STRUCT

#define STRUCT mjsFlex
GROUP(flex_edge,
  NUMBERS(stiffness, edgestiffness, 1, 1, "0", 0),
  NUMBERS(damping,   edgedamping,   1, 1, "0", 0))
#undef STRUCT

#define STRUCT mjsFlex
GROUP(flex_elasticity,
  NUMBERS(young,     young,     1, 1, "0", 0),
  NUMBERS(poisson,   poisson,   1, 1, "0", 0),
  NUMBERS(damping,   damping,   1, 1, "0", 0),
  NUMBERS(thickness, thickness, 1, 1, "-1", 0),
  WORD(elastic2d,    elastic2d, elastic2d, "none", 0))
#undef STRUCT

// clang-format on

#define PART(row, name_, cardinality_, group_) \
  static const element_row row = {             \
      .name = #name_, .cardinality = cardinality_, .group = {&group_}, .read = read_unsupported};

PART(joint_of_composite, joint, '*', composite_joint_group)
PART(skin_of_composite, skin, '?', composite_skin_group)
PART(geom_of_composite, geom, '?', composite_geom_group)
PART(site_of_composite, site, '?', composite_site_group)

static const element_row* const composite_children[] = {&joint_of_composite, &skin_of_composite,
                                                        &geom_of_composite,  &site_of_composite,
                                                        &schema_plugin,      NULL};

const element_row schema_composite = {.name = "composite",
                                      .cardinality = '*',
                                      .group = {&composite_group},
                                      .child = composite_children,
                                      .read = read_unsupported};

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

// A flexcomp reads as a flex, which it begins with.
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
