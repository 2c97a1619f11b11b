#include "mjcf/rows.h"
#include "mjcf/read_link.h"
#include "mjcf/read_newer.h"
#include "mjcf/sections.h"
#include "model/equality_type.h"

// Elements that connect parts of the tree: contact pairs and exclusions, equalities, tendons.
// clang-format off

#define STRUCT mjsPair
#define ELEMENT spec_pair
GROUP(pair, PAIR_ROWS)
#undef ELEMENT
#undef STRUCT

#define STRUCT mjsExclude
GROUP(exclude, EXCLUDE_ROWS)
#undef STRUCT

#define STRUCT mjsEquality
#define ELEMENT spec_equality
GROUP(equality, EQUALITY_ROWS)
#undef ELEMENT
#undef STRUCT

#define STRUCT draft
DRAFT_GROUP(ends,
  REF(body1, equality.body1, "body", 0),
  REF(body2, equality.body2, "body", 0),
  REF(site1, equality.site1, "site", 0),
  REF(site2, equality.site2, "site", 0))
#undef STRUCT

// Numbers of mjsEquality.data from index `at` on.
#define VALUES(name_, at, min_, max_, fallback_)                                            \
  {.name = #name_, .kind = KIND_REAL, .store = STORE_DOUBLE, .min = min_, .max = max_,      \
   .offset = offsetof(mjsEquality, data) + (at) * sizeof(double), .fallback = fallback_, \
   .write = write_values}

#define STRUCT mjsEquality
GROUP(connect,
  VALUES(anchor, 0, 3, 3, 0))

GROUP(weld,
  VALUES(anchor, 0, 3, 3, "0 0 0"),
  VALUES(relpose, 3, 7, 7, "0 0 0 0 0 0 0"),
  VALUES(torquescale, 10, 1, 1, "1"))

GROUP(joints,
  REF(joint1, name1, "joint", REQUIRED),
  REF(joint2, name2, "joint", 0),
  VALUES(polycoef, 0, 1, 5, "0 1 0 0 0"))

GROUP(tendons,
  REF(tendon1, name1, "tendon", REQUIRED),
  REF(tendon2, name2, "tendon", 0),
  VALUES(polycoef, 0, 1, 5, "0 1 0 0 0"))

GROUP(flexes,
  REF(flex, name1, "flex", REQUIRED))

GROUP(cells,
  VALUES(cell, 0, 3, 3, "0 0 0"))
#undef STRUCT

#define STRUCT mjsTendon
#define ELEMENT spec_tendon
GROUP(tendon, TENDON_ROWS)

GROUP(appearance, TENDON_APPEARANCE_ROWS)
#undef ELEMENT
#undef STRUCT

#define STRUCT draft
DRAFT_GROUP(wrap_site,
  REF(site, wrap.site, "site", REQUIRED))

DRAFT_GROUP(wrap_geom,
  REF(geom,     wrap.geom,     "geom", REQUIRED),
  REF(sidesite, wrap.sidesite, "site", 0))

DRAFT_GROUP(wrap_pulley,
  NUMBERS(divisor, wrap.divisor, 1, 1, 0, REQUIRED))

DRAFT_GROUP(wrap_joint,
  REF(joint,    wrap.joint, "joint", REQUIRED),
  NUMBERS(coef, wrap.coef,  1, 1, 0, REQUIRED))
#undef STRUCT

// clang-format on

static const element_row row_pair = {.name = "pair",
                                     .cardinality = '*',
                                     .group = {&pair},
                                     .read = read_element,
                                     .make = make_pair,
                                     .info = offsetof(mjsPair, info)};

const element_row schema_default_pair = {.name = "pair",
                                         .cardinality = '?',
                                         .group = {&pair},
                                         .read = read_default_member,
                                         .code = offsetof(mjsDefault, pair)};

static const element_row row_exclude = {.name = "exclude",
                                        .cardinality = '*',
                                        .group = {&exclude},
                                        .read = read_element,
                                        .make = make_exclude,
                                        .info = offsetof(mjsExclude, info)};

static const element_row* const contact_children[] = {&row_pair, &row_exclude, NULL};

const element_row schema_contact = {
    .name = "contact", .cardinality = '*', .child = contact_children, .read = read_section};

// The finish function of each equality and its attribute groups besides the common ones.
#define OF_connect                           finish_connect, &ends, &connect
#define OF_weld                              finish_weld, &ends, &weld
#define OF_joint                             NULL, &joints
#define OF_tendon                            NULL, &tendons
#define OF_flex                              NULL, &flexes
#define OF_flexvert                          NULL, &flexes
#define OF_flexstrain                        finish_flexstrain, &flexes, &cells

#define EQUALITY(element, since_, type, ...) EQUALITY_OF(element, since_, type, __VA_ARGS__)
#define EQUALITY_OF(element, since_, type, finish_, ...)                                           \
  static const element_row row_##element = {.name = #element,                                      \
                                            .cardinality = '*',                                    \
                                            .group = {&equality, __VA_ARGS__},                     \
                                            .read = read_element,                                  \
                                            .make = make_equality,                                 \
                                            .finish = finish_,                                     \
                                            .since = since_,                                       \
                                            .about = since_ ? "Keeps the shape of a flex." : NULL, \
                                            .info = offsetof(mjsEquality, info),                   \
                                            .code = type};
#define ROW(type, element, since, name, object, second, numbers, attributes, ...) \
  EQUALITY(element, since, mjEQ_##type, OF_##attributes)
EQUALITY_TYPES(ROW)

#define ADDRESS(type, element, ...) &row_##element,
static const element_row* const equality_children[] = {EQUALITY_TYPES(ADDRESS) NULL};

const element_row schema_equality = {
    .name = "equality", .cardinality = '*', .child = equality_children, .read = read_section};

const element_row schema_default_equality = {.name = "equality",
                                             .cardinality = '?',
                                             .group = {&equality},
                                             .read = read_default_member,
                                             .code = offsetof(mjsDefault, equality)};

#define WRAP(row, name_)                                    \
  static const element_row row = {.name = #name_,           \
                                  .cardinality = '*',       \
                                  .group = {&wrap_##name_}, \
                                  .read = read_element,     \
                                  .make = make_parent,      \
                                  .finish = finish_wrap_##name_};

WRAP(site_of_path, site)
WRAP(geom_of_path, geom)
WRAP(pulley_of_path, pulley)
WRAP(joint_of_sum, joint)

static const element_row* const spatial_children[] = {&site_of_path, &geom_of_path, &pulley_of_path,
                                                      NULL};
static const element_row* const fixed_children[] = {&joint_of_sum, NULL};

static const element_row row_spatial = {.name = "spatial",
                                        .cardinality = '*',
                                        .group = {&tendon, &appearance},
                                        .child = spatial_children,
                                        .read = read_element,
                                        .make = make_tendon,
                                        .info = offsetof(mjsTendon, info)};

static const element_row row_fixed = {.name = "fixed",
                                      .cardinality = '*',
                                      .group = {&tendon},
                                      .child = fixed_children,
                                      .read = read_element,
                                      .make = make_tendon,
                                      .info = offsetof(mjsTendon, info)};

static const element_row* const tendon_children[] = {&row_spatial, &row_fixed, NULL};

const element_row schema_tendon = {
    .name = "tendon", .cardinality = '*', .child = tendon_children, .read = read_section};

const element_row schema_default_tendon = {.name = "tendon",
                                           .cardinality = '?',
                                           .group = {&tendon, &appearance},
                                           .read = read_default_member,
                                           .code = offsetof(mjsDefault, tendon)};
