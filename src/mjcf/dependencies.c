#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <engine/base.h>
#include <engine/mjcf.h>
#include <engine/spec.h>
#include "base/need.h"
#include "base/path.h"
#include "base/resource.h"
#include "mjcf/asset_path.h"
#include "mjcf/report.h"
#include "mjcf/scene.h"
#include "mjcf/xml.h"

// Settings in a file that affect its asset names.
typedef struct {
  const char *asset, *mesh, *texture;  // asset directories
  bool strip;                          // strippath
  bool no_visuals;                     // URDF: visual geoms are discarded
} directories;

typedef struct found {
  const char* path;
  struct found* next;
} found;

typedef struct {
  arena* memory;
  const char* model_dir;
  found* files;     // latest first
  char error[400];  // the reason why a file could not be read
} search;

// Add a file to the list; false if it was there already.
static bool add_found_file(search* s, const char* path) {
  for (const found* f = s->files; f; f = f->next) {
    if (strcmp(f->path, path) == 0) return false;
  }
  found* f = arena_alloc(s->memory, sizeof *f);
  if (!f) return false;
  *f = (found){path, s->files};
  s->files = f;
  return true;
}

static void find_directories(const xml_node* node, directories* d) {
  for (const xml_node* c = node->child; c; c = c->next) {
    const char* value;
    if (strcmp(c->name, "compiler") == 0) {
      if ((value = xml_value(c, "assetdir"))) d->asset = value;
      if ((value = xml_value(c, "meshdir"))) d->mesh = value;
      if ((value = xml_value(c, "texturedir"))) d->texture = value;
      if ((value = xml_value(c, "strippath"))) d->strip = strcmp(value, "true") == 0;
      if (d->no_visuals && (value = xml_value(c, "discardvisual"))) {
        d->no_visuals = strcmp(value, "true") == 0;
      }
    }
    find_directories(c, d);
  }
}

// Files that a scene refers to are relative to it.
typedef struct {
  search* s;
  const char* dir;
} scene_place;

static void note_beside(void* arg, const char* name) {
  const scene_place* x = arg;
  const char* copy = arena_strndup(x->s->memory, name, strlen(name));
  if (copy) add_found_file(x->s, path_below(x->s->memory, x->dir, copy));
}

// Add a scene and the files it needs; if it cannot be read the reason goes to problem.
static void note_scene(search* s, const char* path, char* problem, size_t n) {
  scene_place place = {s, arena_strndup(s->memory, path, path_dir(path))};
  const scene_listener listener = {note_beside, &place};
  if (!add_found_file(s, path) || !place.dir) return;
  char why[300];
  if (!scene_needs(path, &listener, why, sizeof why)) {
    snprintf(problem, n, "'%.150s': %.200s", path, why);
  }
}

static void note_asset(search* s, const directories* d, const char* dir, const char* file) {
  if (!file || !*file) return;
  if (d->strip) file = path_base(file);
  const char* path = path_below(s->memory, s->model_dir, path_below(s->memory, dir, file));
  // a mesh from an OBJ file uses only the shape, no other files
  const char* dot = strrchr(path, '.');
  char problem[400];
  if (scene_named(path) && strcasecmp(dot, ".obj") != 0) {
    note_scene(s, path, problem, sizeof problem);
  } else {
    add_found_file(s, path);
  }
}

static const char* first_nonempty(const char* a, const char* b) { return a && *a ? a : b ? b : ""; }

static void search_file(search* s, const char* path);

static void search_element(search* s, const xml_node* node, const directories* d) {
  static const char* const texture_files[] = {"file",     "fileright", "fileup",  "fileleft",
                                              "filedown", "filefront", "fileback"};
  const char *name = node->name, *file = xml_value(node, "file");
  if (strcmp(name, "include") == 0 || strcmp(name, "model") == 0) {
    if (file && *file) search_file(s, path_below(s->memory, node->file->dir, file));
  } else if (strcmp(name, "texture") == 0) {
    for (int i = 0; i < 7; i++) {
      note_asset(s, d, first_nonempty(d->texture, d->asset), xml_value(node, texture_files[i]));
    }
  } else if (strcmp(name, "mesh") == 0 || strcmp(name, "flexcomp") == 0 ||
             strcmp(name, "skin") == 0) {
    note_asset(s, d, first_nonempty(d->mesh, d->asset), file);
    note_asset(s, d, first_nonempty(d->mesh, d->asset), xml_value(node, "filename"));  // of a robot
  } else if (strcmp(name, "hfield") == 0) {
    note_asset(s, d, first_nonempty(d->asset, NULL), file);
  }
  for (const xml_node* c = node->child; c; c = c->next) {
    if (!d->no_visuals || strcmp(c->name, "visual") != 0) search_element(s, c, d);
  }
}

// Read the file and add it and everything it refers to.
static void search_file(search* s, const char* path) {
  if (s->error[0]) return;
  if (scene_named(path)) {
    note_scene(s, path, s->error, sizeof s->error);
    return;
  }
  if (!add_found_file(s, path)) return;
  mjResource* resource = resource_open(NULL, path, NULL, s->error, sizeof s->error);
  if (!resource) return;
  const void* text;
  int n = resource_read(resource, &text);
  xml_fault fault = {.why = "no memory"};
  if (n <= 0) snprintf(fault.why, sizeof fault.why, "%s", resource_problem(resource, n));
  xml_file* file = arena_alloc(s->memory, sizeof *file);
  xml_node* root = NULL;
  if (file && n > 0) {
    *file = (xml_file){path, arena_strndup(s->memory, path, path_dir(path)), NULL};
    root = xml_parse(s->memory, file, text, (size_t)n, NULL, &fault);
  }
  resource_close(resource);
  if (!root) {
    snprintf(s->error, sizeof s->error, "'%.150s': %.200s", path, fault.why);
    return;
  }
  bool robot = strcasecmp(root->name, "robot") == 0;
  directories d = {.strip = robot, .no_visuals = robot};
  find_directories(root, &d);
  search_element(s, root, &d);
}

void mju_getXMLDependencies(const char* filename, mjStringVec* dependencies) {
  NEED(filename, dependencies);
  search s = {.memory = arena_new()};
  if (!s.memory) mju_error("mju_getXMLDependencies: out of memory");
  s.model_dir = arena_strndup(s.memory, filename, path_dir(filename));
  search_file(&s, path_below(s.memory, "", filename));
  mjs_setStringVec(dependencies, "");
  for (const found* f = s.files; f; f = f->next) mjs_appendString(dependencies, f->path);
  if (arena_failed(s.memory) && !s.error[0]) snprintf(s.error, sizeof s.error, "out of memory");
  arena_delete(s.memory);
  if (s.error[0]) mju_error("mju_getXMLDependencies: %s", s.error);
}
