#include "mjcf/rows.h"
#include "mjcf/read_asset.h"
#include "mjcf/sections.h"

// The asset section.
// clang-format off

#define STRUCT mjsMesh
#define ELEMENT spec_mesh
GROUP(mesh, MESH_ROWS)
#undef ELEMENT
#undef STRUCT

#define STRUCT draft
DRAFT_GROUP(mesh_builtin,
  WORD(builtin, mesh.builtin, mesh_builtin, "none", 0))
#undef STRUCT

#define STRUCT mjsHField
#define ELEMENT spec_hfield
GROUP(hfield, HFIELD_ROWS)
#undef ELEMENT
#undef STRUCT

#define STRUCT mjsSkin
#define ELEMENT spec_skin
GROUP(skin, SKIN_ROWS)
#undef ELEMENT
#undef STRUCT

#define STRUCT draft
DRAFT_GROUP(bone,
  REF(body,         bone.body,     "body", REQUIRED),
  NUMBERS(bindpos,  bone.bindpos,  3, 3, 0, REQUIRED),
  NUMBERS(bindquat, bone.bindquat, 4, 4, 0, REQUIRED),
  PLAIN(vertid, KIND_INT, 1, UNLIMITED, .flags = REQUIRED),
  PLAIN(vertweight, KIND_REAL, 1, UNLIMITED, .flags = REQUIRED))
#undef STRUCT

#define STRUCT mjsTexture
#define ELEMENT spec_texture
GROUP(texture, TEXTURE_ROWS)
#undef ELEMENT
#undef STRUCT

#define STRUCT mjsMaterial
#define ELEMENT spec_material
GROUP(material, MATERIAL_ROWS)
#undef ELEMENT
#undef STRUCT

#define STRUCT draft
DRAFT_GROUP(layer,
  REF(texture, layer.texture, "texture", REQUIRED),
  WORD(role,   layer.role,    texture_role, 0, REQUIRED))
#undef STRUCT

GROUP(model,
  PLAIN(name, KIND_TEXT, 0, 0, .fallback = NULL),
  PLAIN(file, KIND_FILE, 0, 0, .flags = REQUIRED),
  PLAIN(content_type, KIND_TEXT, 0, 0, .fallback = "text/xml"))

// clang-format on

static const element_row* const mesh_children[] = {&schema_plugin, NULL};

static const element_row row_mesh = {.name = "mesh",
                                     .cardinality = '*',
                                     .group = {&mesh, &mesh_builtin},
                                     .child = mesh_children,
                                     .read = read_element,
                                     .make = make_mesh,
                                     .finish = finish_mesh,
                                     .info = offsetof(mjsMesh, info)};

const element_row schema_default_mesh = {.name = "mesh",
                                         .cardinality = '?',
                                         .group = {&mesh},
                                         .read = read_default_member,
                                         .finish = finish_default_mesh,
                                         .code = offsetof(mjsDefault, mesh)};

static const element_row row_hfield = {.name = "hfield",
                                       .cardinality = '*',
                                       .group = {&hfield},
                                       .read = read_element,
                                       .make = make_hfield,
                                       .finish = finish_hfield,
                                       .info = offsetof(mjsHField, info)};

static const element_row row_bone = {.name = "bone",
                                     .cardinality = '*',
                                     .group = {&bone},
                                     .read = read_element,
                                     .make = make_parent,
                                     .finish = finish_bone};

static const element_row* const skin_children[] = {&row_bone, NULL};

const element_row schema_skin = {.name = "skin",
                                 .cardinality = '*',
                                 .group = {&skin},
                                 .child = skin_children,
                                 .read = read_element,
                                 .make = make_skin,
                                 .finish = finish_skin,
                                 .info = offsetof(mjsSkin, info)};

static const element_row row_texture = {.name = "texture",
                                        .cardinality = '*',
                                        .group = {&texture},
                                        .read = read_element,
                                        .make = make_texture,
                                        .finish = finish_texture,
                                        .info = offsetof(mjsTexture, info)};

static const element_row row_layer = {.name = "layer",
                                      .cardinality = '*',
                                      .group = {&layer},
                                      .read = read_element,
                                      .make = make_parent,
                                      .finish = finish_layer};

static const element_row* const material_children[] = {&row_layer, NULL};

static const element_row row_material = {.name = "material",
                                         .cardinality = '*',
                                         .group = {&material},
                                         .child = material_children,
                                         .read = read_element,
                                         .make = make_material,
                                         .finish = finish_material,
                                         .info = offsetof(mjsMaterial, info)};

const element_row schema_default_material = {.name = "material",
                                             .cardinality = '?',
                                             .group = {&material},
                                             .read = read_default_member,
                                             .code = offsetof(mjsDefault, material)};

static const element_row row_model = {
    .name = "model", .cardinality = '*', .group = {&model}, .read = read_model_asset};

static const element_row* const asset_children[] = {
    &row_mesh, &row_hfield, &schema_skin, &row_texture, &row_material, &row_model, NULL};

const element_row schema_asset = {
    .name = "asset", .cardinality = '*', .child = asset_children, .read = read_section};
