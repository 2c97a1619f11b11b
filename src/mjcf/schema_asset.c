#include "mjcf/rows.h"
#include "mjcf/read_asset.h"
#include "mjcf/sections.h"

// The asset section.
// clang-format off

#define STRUCT mjsMesh
GROUP(mesh,
  NAME(0),
  CLASS,
  TEXT(content_type,    content_type, 0, 0),
  FILENAME(file,        file,         ASSET_MESH, 0),
  FLOATS(vertex,        uservert,     0, UNLIMITED, 0),
  FLOATS(normal,        usernormal,   0, UNLIMITED, 0),
  FLOATS(texcoord,      usertexcoord, 0, UNLIMITED, 0),
  INTS(face,            userface,     0, UNLIMITED, 0),
  NUMBERS(refpos,       refpos,       3, 3, "0 0 0", 0),
  NUMBERS(refquat,      refquat,      4, 4, "1 0 0 0", 0),
  NUMBERS(scale,        scale,        3, 3, "1 1 1", IN_DEFAULT),
  WORD(smoothnormal,    smoothnormal, bool, "false", 0),
  INTEGERS(maxhullvert, maxhullvert,  1, 1, "-1", IN_DEFAULT),
  WORD(inertia,         inertia,      mesh_inertia, "legacy", IN_DEFAULT),
  REF(material,         material,     "material", 0),
  PLAIN(params, KIND_REAL, 0, UNLIMITED, .fallback = NULL))
#undef STRUCT

#define STRUCT draft
DRAFT_GROUP(mesh_builtin,
  WORD(builtin, mesh.builtin, mesh_builtin, "none", 0))
#undef STRUCT

#define STRUCT mjsHField
GROUP(hfield,
  NAME(0),
  TEXT(content_type, content_type, 0, 0),
  FILENAME(file,     file,         ASSET_OTHER, 0),
  INTEGERS(nrow,     nrow,         1, 1, "0", 0),
  INTEGERS(ncol,     ncol,         1, 1, "0", 0),
  NUMBERS(size,      size,         4, 4, 0, REQUIRED),
  PLAIN(elevation, KIND_REAL, 0, UNLIMITED, .fallback = NULL, .write = write_elevation))
#undef STRUCT

#define STRUCT mjsSkin
GROUP(skin,
  NAME(0),
  FILENAME(file,   file,     ASSET_OTHER, 0),
  REF(material,    material, "material", 0),
  INTEGERS(group,  group,    1, 1, "0", 0),
  NUMBERS(rgba,    rgba,     4, 4, "0.5 0.5 0.5 1", 0),
  NUMBERS(inflate, inflate,  1, 1, "0", 0),
  FLOATS(vertex,   vert,     0, UNLIMITED, 0),
  FLOATS(texcoord, texcoord, 0, UNLIMITED, 0),
  INTS(face,       face,     0, UNLIMITED, 0))
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
GROUP(texture,
  NAME(0),
  WORD(type,         type,         texture_type, "cube", 0),
  WORD(colorspace,   colorspace,   colorspace, "auto", 0),
  TEXT(content_type, content_type, 0, 0),
  FILENAME(file,     file,         ASSET_TEXTURE, 0),
  INTEGERS(gridsize, gridsize,     2, 2, "1 1", 0),
  SPECIAL(gridlayout, KIND_TEXT, read_gridlayout, 0, .fallback = "............",
          .write = write_gridlayout),
  SPECIAL(fileright, KIND_FILE, read_cube_face, 0, .fallback = "", .write = write_cube_face),
  SPECIAL(fileleft, KIND_FILE, read_cube_face, 1, .fallback = "", .write = write_cube_face),
  SPECIAL(fileup, KIND_FILE, read_cube_face, 2, .fallback = "", .write = write_cube_face),
  SPECIAL(filedown, KIND_FILE, read_cube_face, 3, .fallback = "", .write = write_cube_face),
  SPECIAL(filefront, KIND_FILE, read_cube_face, 4, .fallback = "", .write = write_cube_face),
  SPECIAL(fileback, KIND_FILE, read_cube_face, 5, .fallback = "", .write = write_cube_face),
  WORD(builtin,      builtin,      texture_builtin, "none", 0),
  NUMBERS(rgb1,      rgb1,         3, 3, "0.8 0.8 0.8", 0),
  NUMBERS(rgb2,      rgb2,         3, 3, "0.5 0.5 0.5", 0),
  WORD(mark,         mark,         texture_mark, "none", 0),
  NUMBERS(markrgb,   markrgb,      3, 3, "0 0 0", 0),
  NUMBERS(random,    random,       1, 1, "0.01", 0),
  INTEGERS(width,    width,        1, 1, "0", 0),
  INTEGERS(height,   height,       1, 1, "0", 0),
  WORD(hflip,        hflip,        bool, "false", 0),
  WORD(vflip,        vflip,        bool, "false", 0),
  INTEGERS(nchannel, nchannel,     1, 1, "3", 0))
#undef STRUCT

#define STRUCT mjsMaterial
GROUP(material,
  NAME(0),
  CLASS,
  SPECIAL(texture, KIND_REF, read_rgb_texture, 0, .of = "texture", .flags = IN_DEFAULT,
          .write = write_rgb_texture),
  NUMBERS(texrepeat,   texrepeat,   2, 2, "1 1", IN_DEFAULT),
  WORD(texuniform,     texuniform,  bool, "false", IN_DEFAULT),
  NUMBERS(emission,    emission,    1, 1, "0", IN_DEFAULT),
  NUMBERS(specular,    specular,    1, 1, "0.5", IN_DEFAULT),
  NUMBERS(shininess,   shininess,   1, 1, "0.5", IN_DEFAULT),
  NUMBERS(reflectance, reflectance, 1, 1, "0", IN_DEFAULT),
  NUMBERS(metallic,    metallic,    1, 1, "-1", IN_DEFAULT),
  NUMBERS(roughness,   roughness,   1, 1, "-1", IN_DEFAULT),
  NUMBERS(rgba,        rgba,        4, 4, "1 1 1 1", IN_DEFAULT))
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
