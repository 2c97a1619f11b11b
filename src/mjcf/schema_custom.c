#include "mjcf/rows.h"
#include "mjcf/read_custom.h"
#include "mjcf/sections.h"

// Extensions, custom fields, keyframes, and how elements name plugins.
// clang-format off

#define STRUCT draft
DRAFT_GROUP(plugin_use,
  TEXT(plugin,  plugin.plugin,   "", 0),
  REF(instance, plugin.instance, "plugin instance", 0))

DRAFT_GROUP(config,
  TEXT(key,   plugin.key,   0, REQUIRED),
  TEXT(value, plugin.value, 0, REQUIRED))

DRAFT_GROUP(extension,
  TEXT(plugin, plugin.plugin, 0, REQUIRED))

DRAFT_GROUP(member,
  WORD(objtype, member.objtype, objtype, 0, REQUIRED),
  REF(objname,  member.objname, "objtype", REQUIRED),
  NUMBERS(prm,  member.prm,     1, 1, "0", 0))
#undef STRUCT

GROUP(named, NAME(REQUIRED))

#define STRUCT mjsNumeric
GROUP(numeric, NUMERIC_ROWS)
#undef STRUCT

#define STRUCT mjsText
GROUP(text_field, TEXT_ROWS)
#undef STRUCT

#define STRUCT mjsKey
#define ELEMENT spec_key
GROUP(key, KEY_ROWS)
#undef ELEMENT
#undef STRUCT

// clang-format on

const element_row schema_config = {.name = "config",
                                   .cardinality = '*',
                                   .group = {&config},
                                   .read = read_element,
                                   .make = make_parent,
                                   .finish = finish_config};

static const element_row* const plugin_children[] = {&schema_config, NULL};

const element_row schema_plugin = {.name = "plugin",
                                   .cardinality = '*',
                                   .group = {&plugin_use},
                                   .child = plugin_children,
                                   .read = read_element,
                                   .make = make_plugin_use,
                                   .finish = finish_plugin_use};

static const element_row row_instance = {.name = "instance",
                                         .cardinality = '*',
                                         .group = {&named},
                                         .child = plugin_children,
                                         .read = read_element,
                                         .make = make_instance,
                                         .finish = finish_instance,
                                         .info = offsetof(mjsPlugin, info)};

static const element_row* const instance_children[] = {&row_instance, NULL};

static const element_row row_extension_plugin = {.name = "plugin",
                                                 .cardinality = '*',
                                                 .group = {&extension},
                                                 .child = instance_children,
                                                 .read = read_extension_plugin};

static const element_row* const extension_children[] = {&row_extension_plugin, NULL};

const element_row schema_extension = {
    .name = "extension", .cardinality = '*', .child = extension_children, .read = read_section};

static const element_row row_numeric = {.name = "numeric",
                                        .cardinality = '*',
                                        .group = {&numeric},
                                        .read = read_element,
                                        .make = make_numeric,
                                        .finish = finish_numeric,
                                        .info = offsetof(mjsNumeric, info)};

static const element_row row_text = {.name = "text",
                                     .cardinality = '*',
                                     .cdata = true,
                                     .group = {&text_field},
                                     .read = read_element,
                                     .make = make_text,
                                     .finish = finish_text,
                                     .info = offsetof(mjsText, info)};

static const element_row row_member = {.name = "element",
                                       .cardinality = '*',
                                       .group = {&member},
                                       .read = read_element,
                                       .make = make_parent,
                                       .finish = finish_member};

static const element_row* const tuple_children[] = {&row_member, NULL};

static const element_row row_tuple = {.name = "tuple",
                                      .cardinality = '*',
                                      .group = {&named},
                                      .child = tuple_children,
                                      .read = read_element,
                                      .make = make_tuple,
                                      .finish = finish_tuple,
                                      .info = offsetof(mjsTuple, info)};

static const element_row* const custom_children[] = {&row_numeric, &row_text, &row_tuple, NULL};

const element_row schema_custom = {
    .name = "custom", .cardinality = '*', .child = custom_children, .read = read_section};

static const element_row row_key = {.name = "key",
                                    .cardinality = '*',
                                    .group = {&key},
                                    .read = read_element,
                                    .make = make_key,
                                    .info = offsetof(mjsKey, info)};

static const element_row* const keyframe_children[] = {&row_key, NULL};

const element_row schema_keyframe = {
    .name = "keyframe", .cardinality = '*', .child = keyframe_children, .read = read_section};
