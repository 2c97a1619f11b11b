#include "mjcf/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asset/picture.h"
#include "asset/scene_file.h"
#include "base/path.h"
#include "base/resource.h"
#include "spec/element.h"

enum { LOOK = 2, TOUCH = 3 };  // geom groups: visual, collision

// The specification under construction.  ok: false after running out of memory.
typedef struct {
  mjSpec* spec;
  mjsBody* body;
  const scene_file* from;
  char (*material)[100];  // unique names of the materials
  bool ok;
} scene_builder;

static asset_type type_of(const char* path) {
  const string none = {0};
  return asset_type_of(&none, path);
}

bool scene_named(const char* path) {
  asset_type type = type_of(path);
  return type == ASSET_OBJ || type == ASSET_SCENE;
}

static void name_element(scene_builder* x, mjsElement* e, const char* name) {
  x->ok = x->ok && mjs_setName(e, name) == 0;
}

// The name in the file, or a number; with a further number if the name is already used.
static void choose_names(scene_builder* x) {
  const scene_file* s = x->from;
  for (int i = 0; x->ok && i < s->nmaterial; i++) {
    const char* given = s->material[i].name;
    snprintf(x->material[i], sizeof *x->material, *given ? "%.80s" : "%smaterial%d", given, i);
    for (int k = 0; k < i; k++) {
      if (strcmp(x->material[k], x->material[i])) continue;
      snprintf(x->material[i], sizeof *x->material, "%.80s_%d", given, i);
      break;
    }
  }
}

// --- looks --------------------------------------------------------------------------------------

static void take_pixels(scene_builder* x, mjsTexture* t, const scene_material* m) {
  picture p;
  const char* problem = picture_decode(&p, m->image, m->nimage, 3);
  if (problem) {
    mju_warning("texture of material '%s': %s", m->name, problem);
    mjs_delete(x->spec, t->element);
    return;
  }
  t->width = p.width;
  t->height = p.height;
  t->nchannel = p.nchannel;
  mjs_setBuffer(t->data, p.pixel, p.width * p.height * p.nchannel);
  picture_free(&p);
}

// A texture named like the material.
static bool add_texture(scene_builder* x, int i) {
  const scene_material* from = x->from->material + i;
  if (!from->texture && !from->nimage) return false;
  mjsTexture* t = mjs_addTexture(x->spec);
  if (!t) return x->ok = false;
  name_element(x, t->element, x->material[i]);
  t->type = mjTEXTURE_2D;
  if (from->texture) {
    mjs_setString(t->file, from->texture);
  } else {
    take_pixels(x, t, from);
  }
  return mjs_findElement(x->spec, mjOBJ_TEXTURE, x->material[i]) != NULL;
}

static void add_material(scene_builder* x, int i) {
  const scene_material* from = x->from->material + i;
  bool textured = add_texture(x, i);
  mjsMaterial* m = mjs_addMaterial(x->spec, NULL);
  x->ok = x->ok && m;
  if (!x->ok) return;
  name_element(x, m->element, x->material[i]);
  memcpy(m->rgba, from->rgba, sizeof m->rgba);
  if (from->emission >= 0) m->emission = from->emission;
  if (from->specular >= 0) m->specular = from->specular;
  if (from->shininess >= 0) m->shininess = from->shininess;
  if (from->metallic >= 0) m->metallic = from->metallic;
  if (from->roughness >= 0) m->roughness = from->roughness;
  if (textured) mjs_setInStringVec(m->textures, mjTEXROLE_RGB, x->material[i]);
}

// --- shapes -------------------------------------------------------------------------------------

static mjsMesh* add_mesh(scene_builder* x, const char* name, const scene_shape* shape) {
  mjsMesh* mesh = mjs_addMesh(x->spec, NULL);
  x->ok = x->ok && mesh;
  if (!x->ok) return NULL;
  name_element(x, mesh->element, name);
  mjs_setFloat(mesh->uservert, shape->vert, 3 * shape->nvert);
  mjs_setInt(mesh->userface, shape->face, 3 * shape->nface);
  if (shape->normal) mjs_setFloat(mesh->usernormal, shape->normal, 3 * shape->nvert);
  if (shape->texcoord) mjs_setFloat(mesh->usertexcoord, shape->texcoord, 2 * shape->nvert);
  return mesh;
}

static mjsGeom* add_geom(scene_builder* x, const char* mesh, int group) {
  mjsGeom* g = x->ok ? mjs_addGeom(x->body, NULL) : NULL;
  x->ok = x->ok && g;
  if (!x->ok) return NULL;
  g->type = mjGEOM_MESH;
  g->group = group;
  mjs_setString(g->meshname, mesh);
  return g;
}

static void add_look(scene_builder* x, int i) {
  const scene_shape* shape = x->from->shape + i;
  const char* material = shape->material >= 0 ? x->material[shape->material] : "";
  char name[140];
  // several shapes with one material get numbers
  bool again = false;
  for (int k = 0; k < i; k++) again = again || x->from->shape[k].material == shape->material;
  snprintf(name, sizeof name, again ? "%s_%d" : "%s", *material ? material : "plain", i);
  mjsMesh* mesh = add_mesh(x, name, shape);
  mjsGeom* g = mesh ? add_geom(x, name, LOOK) : NULL;
  if (!g) return;
  mesh->inertia = mjMESH_INERTIA_SHELL;  // also valid for open surfaces
  g->contype = g->conaffinity = 0;
  g->mass = 0;
  mjs_setString(g->material, material);
}

typedef struct {
  const scene_file* from;
  mesh* m;
  scene_shape all;
} joining;

static void join(void* arg) {
  joining* x = arg;
  scene_join(x->from, x->m);
  x->all = (scene_shape){.nvert = x->m->nvert, .nface = x->m->nface, .face = x->m->face};
  x->all.vert = MESH_NEW(x->m, float, 3.0 * x->all.nvert);
  for (int i = 0; i < 3 * x->all.nvert; i++) x->all.vert[i] = (float)x->m->vert[i];
}

// A collision mesh of all triangles, if they have a hull: flat shapes do not collide.
static void add_touch(scene_builder* x, const char* name) {
  mesh *whole = mesh_new(), *hull = mesh_new();
  x->ok = x->ok && whole && hull;
  if (x->ok) {
    whole->options = (mesh_options){.scale = {1, 1, 1}, .refquat = {1}};
    joining j = {.from = x->from, .m = whole};
    x->ok = mesh_attempt(whole, join, &j);
    if (x->ok && mesh_make_hull(hull, j.all.vert, j.all.nvert)) {
      mjsMesh* mesh = add_mesh(x, name, &j.all);
      if (mesh) mesh->inertia = mjMESH_INERTIA_CONVEX;
      if (mesh) add_geom(x, name, TOUCH);
    }
    x->ok = x->ok && !hull->no_memory;
  }
  mesh_delete(whole);
  mesh_delete(hull);
}

static bool is_used(const scene_file* s, int material) {
  for (int i = 0; i < s->nshape; i++) {
    if (s->shape[i].material == material) return true;
  }
  return false;
}

static void add_all(scene_builder* x, const char* name) {
  x->body = mjs_addBody(mjs_findBody(x->spec, "world"), NULL);
  x->ok = x->body != NULL;
  if (!x->ok) return;
  name_element(x, x->body->element, name);
  // from y up to z up: a quarter turn about x
  if (x->from->y_up) x->body->quat[0] = x->body->quat[1] = 0.70710678118654752;
  choose_names(x);
  for (int i = 0; x->ok && i < x->from->nmaterial; i++) {
    if (is_used(x->from, i)) add_material(x, i);
  }
  for (int i = 0; x->ok && i < x->from->nshape; i++) add_look(x, i);
  char all[120];
  snprintf(all, sizeof all, "%.100s_all", name);
  if (x->ok) add_touch(x, all);
}

// --- the file -----------------------------------------------------------------------------------

// "dir/mug.glb" becomes "mug".
static void stem_of(const char* path, char* stem, size_t n) {
  snprintf(stem, n, "%s", path_base(path));
  char* dot = strrchr(stem, '.');
  if (dot && dot > stem) *dot = 0;
}

static mjSpec* spec_from(const scene_file* scene, const scene_source* from, char* problem,
                         size_t n) {
  char name[80];
  stem_of(from->name, name, sizeof name);
  char(*names)[100] = calloc((size_t)scene->nmaterial + 1, sizeof *names);
  scene_builder x = {.spec = mj_makeSpec(), .from = scene, .material = names};
  if (x.spec && names) {
    const char* dir = "";
    int ndir = 0;
    char folder[4096];
    resource_dir(from->resource, &dir, &ndir);
    snprintf(folder, sizeof folder, "%.*s", ndir, dir);
    mjs_setString(x.spec->modelfiledir, folder);
    mjs_setString(x.spec->modelname, name);
    add_all(&x, name);
  }
  free(names);
  if (x.ok && !spec_of(x.spec)->store.failed) return x.spec;
  snprintf(problem, n, "out of memory");
  mj_deleteSpec(x.spec);
  return NULL;
}

// An open scene and its file.
typedef struct {
  mjResource* resource;
  scene_source from;
  scene_file scene;
  mesh* m;  // its scratch holds the scene
  char problem[600];
} scene_input;

// False when it cannot be read: problem says why.  Must be closed in any case.
static bool open_scene(scene_input* x) {
  x->resource = resource_open(NULL, x->from.name, x->from.vfs, x->problem, sizeof x->problem);
  if (!x->resource) return false;
  const void* data = NULL;
  int size = resource_read(x->resource, &data);
  if (size <= 0) {
    snprintf(x->problem, sizeof x->problem, "%s", resource_problem(x->resource, size));
    return false;
  }
  x->from.type = type_of(x->from.name);
  x->from.data = data;
  x->from.size = size;
  x->from.resource = x->resource;
  x->m = scene_open(&x->scene, &x->from);
  snprintf(x->problem, sizeof x->problem, "%s", x->m ? x->m->problem : "out of memory");
  return !x->problem[0];
}

static void close_scene(scene_input* x) {
  mesh_delete(x->m);
  resource_close(x->resource);
}

mjSpec* scene_parse(const char* path, const mjVFS* vfs, char* error, int nerror) {
  scene_input x = {.from = {.name = path, .vfs = vfs}};
  mjSpec* spec = NULL;
  if (open_scene(&x)) {
    spec = spec_from(&x.scene, &x.from, x.problem, sizeof x.problem);
    if (x.scene.warning[0]) mju_warning("%s: %s", path, x.scene.warning);
  }
  close_scene(&x);
  if (error && nerror > 0) {
    error[0] = 0;
    if (!spec) snprintf(error, (size_t)nerror, "%s: %s", path, x.problem);
  }
  return spec;
}

bool scene_needs(const char* path, const scene_listener* to, char* problem, int n) {
  scene_input x = {.from = {.name = path, .named = to->named, .arg = to->arg}};
  bool read = open_scene(&x);
  for (int i = 0; read && i < x.scene.nmaterial; i++) {
    if (x.scene.material[i].texture) to->named(to->arg, x.scene.material[i].texture);
  }
  close_scene(&x);
  snprintf(problem, (size_t)n, "%s", x.problem);
  return read;
}
