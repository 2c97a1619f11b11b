#include "mjcf/urdf_link.h"
#include "spec/element.h"

#include <stdlib.h>
#include <string.h>
#include <engine/base.h>
#include "base/path.h"
#include "base/text.h"
#include "math/vec3.h"
#include "mjcf/asset_path.h"
#include "mjcf/package.h"
#include "mjcf/suggest.h"
#include "mjcf/urdf_value.h"

// A mesh file with one scale.
struct urdf_mesh {
  const char *file, *name;
  double scale[3];
  int number;  // number of earlier meshes with the same base name
  int before;  // index of the previous one with the same base name; -1: none
};

// Append an element to a growing array of pointers in the arena.
static bool append(reader* r, void*** array, int* n, void* element) {
  if ((*n & (*n - 1)) == 0) {
    size_t room = *n ? 2 * (size_t)*n : 1;
    void** larger = arena_alloc(r->memory, room * sizeof *larger);
    if (!larger) return false;
    if (*n) memcpy(larger, *array, (size_t)*n * sizeof *larger);
    *array = larger;
  }
  (*array)[(*n)++] = element;
  return true;
}

static void out_of_memory(reader* r, const xml_node* node) {
  report_error(r->report, node, NULL, "out of memory");
}

// ------------------------------------------------------------------------------------ materials

static void add_material(reader* r, const xml_node* node, urdf_shared* shared) {
  const char* name = xml_value(node, "name");
  const xml_node* color = urdf_child(r, node, "color");
  double rgba[4];
  if (!color || !urdf_needed_numbers(r, color, "rgba", 4, rgba) || !name) return;
  if (hash_find(&shared->material, name, -1) >= 0) return;
  if (!append(r, (void***)&shared->color, &shared->ncolor, (void*)color) ||
      !hash_insert(&shared->material, name, shared->ncolor - 1)) {
    out_of_memory(r, node);
  }
}

void urdf_find_materials(reader* r, const xml_node* root, urdf_shared* shared) {
  for (const xml_node* c = root->child; c; c = c->next) {
    if (strcmp(c->name, "material") == 0) add_material(r, c, shared);
    urdf_find_materials(r, c, shared);
  }
}

// Read the colour of a visual, which also applies to the geoms after it; false when it has none.
static bool read_color(reader* r, const xml_node* visual, const urdf_shared* shared,
                       float rgba[4]) {
  const xml_node* material = urdf_child(r, visual, "material");
  if (!material) return false;
  const xml_node* color = urdf_child(r, material, "color");
  if (!color) {
    const char* name = urdf_text(r, material, "name");
    int i = name ? hash_find(&shared->material, name, -1) : -1;
    if (i < 0) return false;
    color = shared->color[i];
  }
  double value[4];
  if (!urdf_needed_numbers(r, color, "rgba", 4, value)) return false;
  for (int i = 0; i < 4; i++) rgba[i] = (float)value[i];
  return true;
}

// --------------------------------------------------------------------------------------- meshes

// The name of a mesh: that of its file, with a number from the second scale on.
static const char* mesh_name(reader* r, const char* base, int number) {
  text name = {0};
  text_print(&name, "%s", base);
  if (number) text_print(&name, "%d", number);
  while (!name.failed && mjs_findElement(r->spec, mjOBJ_MESH, text_string(&name))) {
    text_print(&name, "_");
  }
  if (name.failed) spec_of(r->spec)->store.failed = true;
  const char* kept = arena_strndup(r->memory, text_string(&name), name.size);
  text_free(&name);
  return kept;
}

static bool make_mesh(reader* r, const xml_node* node, const urdf_mesh* m) {
  mjsMesh* mesh = mjs_addMesh(r->spec, NULL);
  if (!mesh) return false;
  mjs_setName(mesh->element, m->name);
  mjs_setString(mesh->file, m->file);
  vec3_copy(mesh->scale, m->scale);
  read_info(r, node, mesh->info);
  return true;
}

// The name of the asset for a file and scale, created if necessary; NULL after an error.
static const char* find_or_add_mesh(reader* r, const xml_node* node, const char* file,
                                    const double scale[3], urdf_shared* shared) {
  const char* base = path_base(file);
  const char* dot = strrchr(base, '.');
  base = arena_strndup(r->memory, base, dot ? (size_t)(dot - base) : strlen(base));
  if (!base) return out_of_memory(r, node), NULL;
  int last = hash_find(&shared->mesh_base, base, -1);
  for (int i = last; i >= 0; i = shared->mesh[i]->before) {
    const urdf_mesh* m = shared->mesh[i];
    if (memcmp(m->scale, scale, sizeof m->scale) == 0 && !strcmp(m->file, file)) return m->name;
  }
  urdf_mesh* m = arena_alloc(r->memory, sizeof *m);
  if (!m) return out_of_memory(r, node), NULL;
  m->file = file;
  m->before = last;
  m->number = last >= 0 ? shared->mesh[last]->number + 1 : 0;
  m->name = mesh_name(r, base, m->number);
  vec3_copy(m->scale, scale);
  if (!m->name || !make_mesh(r, node, m) || !append(r, (void***)&shared->mesh, &shared->nmesh, m) ||
      !hash_insert(&shared->mesh_base, base, shared->nmesh - 1)) {
    return out_of_memory(r, node), NULL;
  }
  return m->name;
}

// The file name of a mesh as stored in the specification.
static const char* mesh_file(reader* r, const xml_node* node, const char* file) {
  const char* base = r->spec->strippath || package_is(file) ? path_base(file) : file;
  const char* path = asset_path(r, node, ASSET_MESH, base);
  if (!package_is(file) || asset_exists(r, ASSET_MESH, path)) return path;
  const char* found = package_find(r, file);
  if (found) return found;
  report_warning(
      r->report, node, xml_find(node, "filename"),
      "'%.200s' is in no package that is known, so only '%s' is looked for, as '%s'; name "
      "the folder of the package in ROS_PACKAGE_PATH",
      file, base, path);
  return path;
}

static void read_mesh(reader* r, const xml_node* node, mjsGeom* geom, urdf_shared* shared) {
  const char* file = urdf_text(r, node, "filename");
  double scale[3] = {1, 1, 1};
  urdf_numbers(r, node, "scale", 3, scale);
  if (!file) return;
  const char* name = find_or_add_mesh(r, node, mesh_file(r, node, file), scale, shared);
  if (name) mjs_setString(geom->meshname, name);
}

// ---------------------------------------------------------------------------------------- geoms

static void read_round(reader* r, const xml_node* node, mjsGeom* geom) {
  double length;
  urdf_needed_numbers(r, node, "radius", 1, geom->size);
  if (urdf_needed_numbers(r, node, "length", 1, &length)) geom->size[1] = length / 2;
}

static bool read_shape(reader* r, const xml_node* shape, mjsGeom* geom, urdf_shared* shared) {
  if (strcmp(shape->name, "box") == 0) {
    geom->type = mjGEOM_BOX;
    if (urdf_needed_numbers(r, shape, "size", 3, geom->size)) {
      vec3_scale(geom->size, geom->size, 0.5);
    }
  } else if (strcmp(shape->name, "cylinder") == 0) {
    geom->type = mjGEOM_CYLINDER;
    read_round(r, shape, geom);
  } else if (strcmp(shape->name, "capsule") == 0) {
    geom->type = mjGEOM_CAPSULE;
    read_round(r, shape, geom);
  } else if (strcmp(shape->name, "sphere") == 0) {
    geom->type = mjGEOM_SPHERE;
    urdf_needed_numbers(r, shape, "radius", 1, geom->size);
  } else if (strcmp(shape->name, "mesh") == 0) {
    geom->type = mjGEOM_MESH;
    read_mesh(r, shape, geom, shared);
  } else {
    return false;
  }
  return true;
}

// Only the first shape is used; extensions of other programs may follow it.
static void read_geometry(reader* r, const xml_node* node, mjsGeom* geom, urdf_shared* shared) {
  const xml_node* geometry = urdf_needed_child(r, node, "geometry");
  if (!geometry) return;
  for (const xml_node* c = geometry->child; c; c = c->next) {
    if (read_shape(r, c, geom, shared)) return;
  }
  static const char* const shapes[] = {"box", "capsule", "cylinder", "mesh", "sphere"};
  if (geometry->child) {
    report_unknown(r, geometry->child, NULL, "visual geometry specification not found",
                   geometry->child->name, (word_list){shapes, sizeof shapes / sizeof *shapes});
  } else {
    report_error(r->report, geometry, NULL,
                 "visual geometry specification not found; expected a box, capsule, cylinder, "
                 "mesh or sphere");
  }
}

// Visual and collision geoms often have the same name: the first one gets it.
static void read_name(reader* r, const xml_node* node, mjsGeom* geom, urdf_shared* shared) {
  const char* name = xml_value(node, "name");
  if (!name || !*name) return;
  if (hash_find(&shared->geom_name, name, 0)) {
    if (!shared->repeated++) shared->first_repeated = node;
    return;
  }
  if (!hash_insert(&shared->geom_name, name, 1)) out_of_memory(r, node);
  mjs_setName(geom->element, name);
}

static mjsGeom* read_geom(reader* r, const xml_node* node, mjsBody* body, urdf_shared* shared) {
  mjsGeom* geom = mjs_addGeom(body, NULL);
  if (!geom) return NULL;
  read_info(r, node, geom->info);
  read_name(r, node, geom, shared);
  urdf_origin(r, node, geom->pos, geom->quat);
  read_geometry(r, node, geom, shared);
  return geom;
}

// A colour applies to all following geoms of the link, including collision geoms.
static void read_geoms(reader* r, const xml_node* link, mjsBody* body, urdf_shared* shared) {
  bool colored = false;
  float rgba[4];
  for (const xml_node* c = link->child; c; c = c->next) {
    bool visual = strcmp(c->name, "visual") == 0;
    if (!visual && strcmp(c->name, "collision") != 0) continue;
    if (visual) colored |= read_color(r, c, shared, rgba);
    if (visual && r->spec->compiler.discardvisual) continue;
    mjsGeom* geom = read_geom(r, c, body, shared);
    if (!geom) return;
    if (colored) memcpy(geom->rgba, rgba, sizeof rgba);
    if (!visual) continue;
    geom->contype = geom->conaffinity = 0;
    geom->group = 1;
    geom->density = 0;
  }
}

// -------------------------------------------------------------------------------------- inertia

// The compiler uses orientation and moments of the tensor; as in the reference, the given frame
// orientation has no effect unless there is no tensor.
static void read_inertial(reader* r, const xml_node* link, mjsBody* body) {
  static const char* const entry[6] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};
  const xml_node* node = urdf_child(r, link, "inertial");
  if (!node) return;
  body->explicitinertial = 1;
  urdf_origin(r, node, body->ipos, body->iquat);
  const xml_node* mass = urdf_needed_child(r, node, "mass");
  const xml_node* inertia = urdf_needed_child(r, node, "inertia");
  if (mass) urdf_needed_numbers(r, mass, "value", 1, &body->mass);
  if (!inertia) return;
  double tensor[6] = {0};
  bool any = false;
  for (int i = 0; i < 6; i++) {
    urdf_needed_numbers(r, inertia, entry[i], 1, tensor + i);
    any |= tensor[i] != 0;
  }
  if (any) memcpy(body->fullinertia, tensor, sizeof tensor);
}

void urdf_read_link(reader* r, const xml_node* node, mjsBody* body, urdf_shared* shared) {
  read_inertial(r, node, body);
  read_geoms(r, node, body, shared);
}

void urdf_shared_free(urdf_shared* shared) {
  hash_free(&shared->material);
  hash_free(&shared->geom_name);
  hash_free(&shared->mesh_base);
}
