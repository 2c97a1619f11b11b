// Writes assets and flexes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "mjcf/keywords.h"
#include "mjcf/sections.h"
#include "mjcf/write.h"

// ----------------------------------------------------------------------------------- materials

void write_gridlayout(writer* w, const attribute_row* row, const void* target, const void* base) {
  const mjsTexture *texture = target, *other = base;
  size_t size = sizeof texture->gridlayout;
  if (memcmp(texture->gridlayout, other->gridlayout, size) == 0) return;
  char layout[sizeof texture->gridlayout + 1] = {0};
  long cells = (long)texture->gridsize[0] * texture->gridsize[1];
  memcpy(layout, texture->gridlayout, cells >= 0 && cells < (long)size ? (size_t)cells : size);
  write_text(w, row->name, layout);
}

static const char* texture_of(const mjsMaterial* material, int role) {
  const string_vec* textures = (const string_vec*)material->textures;
  return role < textures->size ? string_text(textures->data + role) : "";
}

static bool has_layers(const mjsMaterial* material) {
  for (int role = 0; role < mjNTEXROLE; role++) {
    if (role != mjTEXROLE_RGB && *texture_of(material, role)) return true;
  }
  return false;
}

void write_rgb_texture(writer* w, const attribute_row* row, const void* target, const void* base) {
  const char* name = texture_of(target, mjTEXROLE_RGB);
  bool same = strcmp(name, texture_of(base, mjTEXROLE_RGB)) == 0;
  if (!same && !has_layers(target)) write_text(w, row->name, name);
}

static void write_layers(writer* w, const mjsMaterial* material) {
  for (int role = 0; role < mjNTEXROLE && has_layers(material); role++) {
    if (!*texture_of(material, role)) continue;
    write_open(w, "layer");
    write_text(w, "texture", texture_of(material, role));
    for (int i = 0; i < words_texture_role.n; i++) {
      if (words_texture_role.row[i].value != role) continue;
      write_text(w, "role", words_texture_role.row[i].word);
    }
    write_close(w, "layer");
  }
}

// --------------------------------------------------------------------------------------- hfield

// The first row in the text is the top of the map, which is stored last.
void write_elevation(writer* w, const attribute_row* row, const void* target, const void* base) {
  (void)base;
  const mjsHField* hfield = target;
  const float_vec* data = (const float_vec*)hfield->userdata;
  size_t nrow = (size_t)hfield->nrow, ncol = (size_t)hfield->ncol;
  if (!data->size || (size_t)data->size != nrow * ncol) return;
  float* flipped = malloc(nrow * ncol * sizeof *flipped);
  if (!flipped) {
    w->problem = "out of memory";
    return;
  }
  for (size_t i = 0; i < nrow; i++) {
    memcpy(flipped + i * ncol, data->data + (nrow - 1 - i) * ncol, ncol * sizeof *flipped);
  }
  write_floats(w, row->name, flipped, data->size);
  free(flipped);
}

// ---------------------------------------------------------------------------------------- skin

static void write_bones(writer* w, const spec_skin* skin) {
  int n = skin->own.bodyname.size;
  if (skin->own.bindpos.size < 3 * n || skin->own.bindquat.size < 4 * n ||
      skin->own.vertid.size < n || skin->own.vertweight.size < n) {
    w->problem = "a skin has less data than bones";
    return;
  }
  for (int i = 0; i < n; i++) {
    const int_vec* vertid = skin->own.vertid.data + i;
    const float_vec* weight = skin->own.vertweight.data + i;
    write_open(w, "bone");
    write_text(w, "body", string_text(skin->own.bodyname.data + i));
    write_floats(w, "bindpos", skin->own.bindpos.data + 3 * i, 3);
    write_floats(w, "bindquat", skin->own.bindquat.data + 4 * i, 4);
    write_ints(w, "vertid", vertid->data, vertid->size);
    write_floats(w, "vertweight", weight->data, weight->size);
    write_close(w, "bone");
  }
}

// ---------------------------------------------------------------------------------------- flex

static bool nodes_at_origins(const spec_flex* flex) {
  for (int i = 0; i < flex->own.node.size; i++) {
    if (flex->own.node.data[i] != 0) return false;
  }
  return true;
}

// A fixed child body at the position of a node; NULL without memory.
static mjsBody* add_node_body(mjSpec* s, mjsBody* parent, const char* flex, int i) {
  char name[200];
  snprintf(name, sizeof name, "%.150s_node%d", flex, i);
  while (mjs_findBody(s, name)) {
    size_t n = strlen(name);
    if (n + 2 > sizeof name) return NULL;
    memcpy(name + n, "_", 2);
  }
  mjsBody* body = mjs_addBody(parent, NULL);
  return body && mjs_setName(body->element, name) == 0 ? body : NULL;
}

static bool place_nodes(mjSpec* s, spec_flex* flex) {
  int n = flex->own.node.size / 3, one = flex->own.nodebody.size == 1;
  char** names = calloc((size_t)n + 1, sizeof *names);
  bool ok = names != NULL;
  for (int i = 0; ok && i < n; i++) {
    const char* of = string_text(flex->own.nodebody.data + (one ? 0 : i));
    const double* pos = flex->own.node.data + 3 * i;
    mjsBody* body = mjs_findBody(s, of);
    if (body && (pos[0] != 0 || pos[1] != 0 || pos[2] != 0)) {
      body = add_node_body(s, body, element_name(&flex->e), i);
      if (body) memcpy(body->pos, pos, sizeof body->pos);
    }
    ok = body && (names[i] = strdup(mjs_getString(mjs_getName(body->element))));
  }
  if (ok) mjs_setStringVec(flex->pub.nodebody, "");
  for (int i = 0; ok && i < n; i++) {
    if (i == 0) mjs_setStringVec(flex->pub.nodebody, names[0]);
    if (i > 0) mjs_appendString(flex->pub.nodebody, names[i]);
  }
  if (ok) mjs_setDouble(flex->pub.node, NULL, 0);
  for (int i = 0; names && i < n; i++) free(names[i]);
  free(names);
  return ok && !spec_of(s)->store.failed;
}

// MJCF can place nodes only at the origins of bodies: nodes elsewhere get bodies of their own, in a
// copy.
bool write_place_nodes(const spec* s, mjSpec** placed) {
  const element_list* flexes = s->list + mjOBJ_FLEX;
  bool all_at_origins = true;
  for (int i = 0; i < flexes->size; i++) {
    all_at_origins = all_at_origins && nodes_at_origins((const spec_flex*)flexes->data[i]);
  }
  *placed = NULL;
  if (all_at_origins) return true;
  *placed = mj_copySpec(&s->pub);
  if (!*placed) return false;
  flexes = spec_of(*placed)->list + mjOBJ_FLEX;
  for (int i = 0; i < flexes->size; i++) {
    spec_flex* flex = (spec_flex*)flexes->data[i];
    if (!nodes_at_origins(flex) && !place_nodes(*placed, flex)) return false;
  }
  return true;
}

static void write_flex(writer* w, const element* e) {
  const void *pub = write_public(e), *base = write_base(w, e);
  write_open(w, "flex");
  write_groups(w, &schema_flex, pub, base);
  for (const element_row* const* part = schema_flex.child; *part; part++) {
    write_mark before = write_open(w, (*part)->name);
    write_groups(w, *part, pub, base);
    write_close_or_drop(w, (*part)->name, before);
  }
  write_close(w, "flex");
}

void write_deformable(writer* w) {
  write_mark before = write_open(w, "deformable");
  for (int i = 0; i < w->from->list[mjOBJ_FLEX].size; i++) {
    write_flex(w, w->from->list[mjOBJ_FLEX].data[i]);
  }
  for (int i = 0; i < w->from->list[mjOBJ_SKIN].size; i++) {
    const element* e = w->from->list[mjOBJ_SKIN].data[i];
    write_open(w, "skin");
    write_groups(w, &schema_skin, write_public(e), write_base(w, e));
    write_bones(w, (const spec_skin*)e);
    write_close(w, "skin");
  }
  write_close_or_drop(w, "deformable", before);
}

// -------------------------------------------------------------------------------------- assets

static void write_asset_element(writer* w, const element_row* row, const element* e) {
  write_open(w, row->name);
  write_groups(w, row, write_public(e), write_base(w, e));
  if (e->base.elemtype == mjOBJ_MATERIAL) write_layers(w, &((const spec_material*)e)->pub);
  if (e->base.elemtype == mjOBJ_MESH) write_plugin(w, &((const spec_mesh*)e)->pub.plugin);
  write_close(w, row->name);
}

void write_asset(writer* w) {
  static const struct {
    mjtObj type;
    const char* name;
  } kinds[] = {{mjOBJ_TEXTURE, "texture"},
               {mjOBJ_MATERIAL, "material"},
               {mjOBJ_MESH, "mesh"},
               {mjOBJ_HFIELD, "hfield"}};
  write_mark before = write_open(w, "asset");
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    const element_list* list = w->from->list + kinds[k].type;
    const element_row* row = schema_child(&schema_asset, kinds[k].name);
    for (int i = 0; i < list->size; i++) {
      const element* e = list->data[i];
      if (e->base.elemtype == mjOBJ_TEXTURE && ((const spec_texture*)e)->own.data.size) {
        w->problem = "no support for buffer textures.";
      }
      write_asset_element(w, row, e);
    }
  }
  write_close_or_drop(w, "asset", before);
}
