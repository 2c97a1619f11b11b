#include "mjcf/read_asset.h"

#include <string.h>
#include <engine/visual_types.h>
#include "mjcf/asset_path.h"
#include "mjcf/attributes.h"
#include "mjcf/load.h"
#include "spec/element.h"

#define MAKE_IN_CLASS(name, add)                                                             \
  void* make_##name(reader* r, const xml_node* node, const element_row* row, const scope* s, \
                    const mjsDefault* def) {                                                 \
    (void)node, (void)row, (void)s;                                                          \
    return add(r->spec, def);                                                                \
  }

#define MAKE(name, add)                                                                      \
  void* make_##name(reader* r, const xml_node* node, const element_row* row, const scope* s, \
                    const mjsDefault* def) {                                                 \
    (void)node, (void)row, (void)s, (void)def;                                               \
    return add(r->spec);                                                                     \
  }

MAKE_IN_CLASS(mesh, mjs_addMesh)
MAKE_IN_CLASS(material, mjs_addMaterial)
MAKE(hfield, mjs_addHField)
MAKE(skin, mjs_addSkin)
MAKE(texture, mjs_addTexture)

// A row for attributes that element-specific code reads; gives the allowed count.
static const attribute_row plain_numbers = {.kind = KIND_REAL, .max = UNLIMITED};
static const attribute_row plain_integers = {.kind = KIND_INT, .min = 1, .max = UNLIMITED};

// ---------------------------------------------------------------------------------------- mesh

void finish_default_mesh(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  (void)s, (void)d;
  const mjsMesh* mesh = target;
  if (mesh->maxhullvert != -1 && mesh->maxhullvert < 4) {
    report_error(r->report, node, xml_find(node, "maxhullvert"),
                 "maxhullvert must be larger than 3: %d; -1 means no limit", mesh->maxhullvert);
  }
}

static void make_builtin(reader* r, const xml_node* node, mjsMesh* mesh, int builtin) {
  if (xml_find(node, "file")) {
    report_error(r->report, node, xml_find(node, "file"),
                 "builtin mesh cannot be used with a mesh file; keep one");
  }
  if (xml_find(node, "vertex")) {
    report_error(r->report, node, xml_find(node, "vertex"),
                 "builtin mesh cannot be used with user vertex data; keep one");
  }
  const xml_attribute* a = xml_find(node, "params");
  if (!a || number_blank(a->value)) {
    report_error(r->report, node, NULL,
                 "required attribute missing: 'params'; builtin meshes "
                 "need their parameters");
    return;
  }
  if (builtin == mjMESH_BUILTIN_NONE) return;
  int n;
  const double* params = attribute_numbers(r, node, a, &plain_numbers, NUMBER_DOUBLE, &n);
  if (params && mjs_makeMesh(mesh, (mjtMeshBuiltin)builtin, (double*)params, n) != 0) {
    report_error(r->report, node, a, "%s", spec_fault(r));
  }
}

void finish_mesh(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  finish_default_mesh(r, node, s, target, d);
  if (xml_find(node, "builtin")) make_builtin(r, node, target, d->mesh.builtin);
}

// -------------------------------------------------------------------------------------- hfield

// The first row in the text is the top of the map, which is stored last.
static void flip_rows(arena* a, mjsHField* hfield, const float* elevation) {
  size_t ncol = (size_t)hfield->ncol, nrow = (size_t)hfield->nrow;
  float* data = arena_alloc(a, nrow * ncol * sizeof *data);
  if (!data) return;
  for (size_t i = 0; i < nrow && elevation; i++) {
    memcpy(data + (nrow - 1 - i) * ncol, elevation + i * ncol, ncol * sizeof *data);
  }
  mjs_setFloat(hfield->userdata, data, (int)(nrow * ncol));
}

#define MAX_HFIELD 100000000  // samples

void finish_hfield(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  (void)s, (void)d;
  mjsHField* hfield = target;
  const char* file = mjs_getString(hfield->file);
  if (*file || hfield->nrow <= 0 || hfield->ncol <= 0) return;
  double size = (double)hfield->nrow * hfield->ncol;
  if (size > MAX_HFIELD) {
    report_error(r->report, node, xml_find(node, "nrow"),
                 "height field of %d x %d is too large; expected up to %d samples", hfield->nrow,
                 hfield->ncol, MAX_HFIELD);
    return;
  }
  const xml_attribute* a = xml_find(node, "elevation");
  if (!a || number_blank(a->value)) {
    flip_rows(r->memory, hfield, NULL);
    return;
  }
  int n;
  const float* elevation = attribute_numbers(r, node, a, &plain_numbers, NUMBER_FLOAT, &n);
  if (!elevation) return;
  if (n != hfield->nrow * hfield->ncol) {
    report_error(r->report, node, a,
                 "elevation data length must match nrow*ncol: %d numbers; expected %d", n,
                 hfield->nrow * hfield->ncol);
    return;
  }
  flip_rows(r->memory, hfield, elevation);
}

// ---------------------------------------------------------------------------------------- skin

void finish_bone(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  (void)s;
  mjsSkin* skin = target;
  const xml_attribute* vertid = xml_find(node, "vertid");
  const xml_attribute* weight = xml_find(node, "vertweight");
  if (!d->bone.body || !vertid || !weight) return;
  mjs_appendString(skin->bodyname, d->bone.body);
  int n;
  const int* id = attribute_numbers(r, node, vertid, &plain_integers, NUMBER_INT, &n);
  if (id) mjs_appendIntVec(skin->vertid, id, n);
  attribute_row some = plain_numbers;
  some.min = 1;
  const float* share = attribute_numbers(r, node, weight, &some, NUMBER_FLOAT, &n);
  if (share) mjs_appendFloatVec(skin->vertweight, share, n);
  bone_entry* bone = arena_alloc(r->memory, sizeof *bone);
  if (!bone) return;
  memcpy(bone->bindpos, d->bone.bindpos, sizeof bone->bindpos);
  memcpy(bone->bindquat, d->bone.bindquat, sizeof bone->bindquat);
  bone->next = r->bones;
  r->bones = bone;
}

void finish_skin(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  (void)s, (void)d;
  mjsSkin* skin = target;
  if (skin->group < 0 || skin->group >= mjNGROUP) {
    report_error(r->report, node, xml_find(node, "group"),
                 "skin group must be between 0 and %d; %d is given", mjNGROUP - 1, skin->group);
  }
  int n = 0;
  for (bone_entry* b = r->bones; b; b = b->next) n++;
  float* pos = arena_alloc(r->memory, 3 * sizeof(float) * (size_t)n + 1);
  float* quat = arena_alloc(r->memory, 4 * sizeof(float) * (size_t)n + 1);
  if (!pos || !quat) return;
  for (int i = n - 1; i >= 0; i--, r->bones = r->bones->next) {
    memcpy(pos + 3 * i, r->bones->bindpos, 3 * sizeof(float));
    memcpy(quat + 4 * i, r->bones->bindquat, 4 * sizeof(float));
  }
  mjs_setFloat(skin->bindpos, pos, 3 * n);
  mjs_setFloat(skin->bindquat, quat, 4 * n);
}

// ------------------------------------------------------------------------- texture and material

void read_gridlayout(reader* r, const xml_node* node, const xml_attribute* a,
                     const attribute_row* row, void* target) {
  (void)row;
  mjsTexture* texture = target;
  size_t n = strlen(a->value);
  if (n >= sizeof texture->gridlayout) {
    report_error(
        r->report, node, a,
        "gridlayout length cannot exceed %d characters: '%s'; give one for each cell of the "
        "grid",
        (int)sizeof texture->gridlayout - 1, a->value);
    return;
  }
  memcpy(texture->gridlayout, a->value, n);
}

void read_cube_face(reader* r, const xml_node* node, const xml_attribute* a,
                    const attribute_row* row, void* target) {
  mjsTexture* texture = target;
  mjs_setInStringVec(texture->cubefiles, row->code, asset_path(r, node, ASSET_TEXTURE, a->value));
}

void finish_texture(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  (void)s, (void)d;
  const mjsTexture* texture = target;
  const xml_attribute* layout = xml_find(node, "gridlayout");
  if (!layout || strlen(layout->value) >= sizeof texture->gridlayout) return;
  double cells = (double)texture->gridsize[0] * texture->gridsize[1];
  if ((double)strlen(layout->value) != cells) {
    report_error(r->report, node, layout,
                 "gridlayout length must match gridsize: %d characters; expected %g",
                 (int)strlen(layout->value), cells);
  }
}

void read_rgb_texture(reader* r, const xml_node* node, const xml_attribute* a,
                      const attribute_row* row, void* target) {
  (void)r, (void)node, (void)row;
  mjs_setInStringVec(((mjsMaterial*)target)->textures, mjTEXROLE_RGB, a->value);
}

void finish_layer(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  (void)r, (void)node, (void)s;
  if (!d->layer.texture || !d->layer.role) return;
  mjs_setInStringVec(((mjsMaterial*)target)->textures, d->layer.role, d->layer.texture);
}

void finish_material(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  (void)s, (void)target, (void)d;
  if (xml_find(node, "texture") && node->child) {
    report_error(r->report, node, xml_find(node, "texture"),
                 "A material with a texture attribute cannot have layer sub-elements; put the "
                 "texture into a layer of role 'rgb'");
  }
}

// --------------------------------------------------------------------------------------- model

void read_model_asset(reader* r, const xml_node* node, const element_row* row, const scope* s) {
  int errors = r->report->n;
  attributes_read(r, node, row, NULL, NULL);
  read_children(r, node, row, s);
  const xml_attribute* file = xml_find(node, "file");
  const char* type = xml_value(node, "content_type");
  if (type && strcmp(type, "text/xml") != 0) {
    report_error(r->report, node, xml_find(node, "content_type"),
                 "unsupported content_type '%s' of a model; expected 'text/xml'", type);
  }
  if (r->report->n > errors) return;
  const char* name = asset_path(r, node, ASSET_NONE, file->value);
  const char* path = path_below(r->memory, r->model_dir, name);
  for (const reading* outer = r->chain; outer; outer = outer->outer) {
    if (strcmp(outer->file, path) == 0) {
      report_error(r->report, node, file,
                   "model '%s' contains itself; models cannot be parts of each other", path);
      return;
    }
  }
  if (--r->chain->left->models < 0) {
    report_error(r->report, node, file, "too many models are read; expected at most %d",
                 MAX_MODELS);
    return;
  }
  char error[2000];
  mjSpec* child = parse_file(path, r->vfs, r->chain, error, sizeof error);
  if (!child) {
    report_error(r->report, node, file, "could not read model '%s':\n%s", path, error);
    return;
  }
  const char* called = xml_value(node, "name");
  if (called) mjs_setString(child->modelname, called);
  if (!spec_hold(spec_of(r->spec), spec_of(child))) mj_deleteSpec(child);
}
