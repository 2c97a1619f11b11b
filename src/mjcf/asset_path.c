#include "mjcf/asset_path.h"

#include <stdlib.h>
#include <string.h>
#include "base/path.h"
#include "base/resource.h"
#include "spec/element.h"

const char* path_below(arena* a, const char* dir, const char* name) {
  char* joined = resource_path(dir, name);
  char* reduced = joined ? path_normalise(joined) : NULL;
  const char* result = reduced ? arena_strndup(a, reduced, strlen(reduced)) : NULL;
  free(joined);
  free(reduced);
  if (!result) arena_set_failed(a);
  return result ? result : name;
}

static bool can_open(const char* dir, const char* name, const mjVFS* vfs) {
  mjResource* resource = resource_open(dir, name, vfs, NULL, 0);
  if (resource) resource_close(resource);
  return resource != NULL;
}

// Length of the first component of a path with its separator; 0 at the end.
static size_t first_part(const char* path) {
  size_t n = strcspn(path, "/");
  return path[n] ? n + 1 : n;
}

// The relative path from a folder to a file, both normalised and relative to the same place; NULL
// when it would need folders with unknown names.
static const char* path_from(arena* a, const char* folder, const char* file) {
  if (resource_is_absolute(file) != resource_is_absolute(folder)) return NULL;
  for (size_t n; (n = first_part(file)) && file[n - 1] == '/'; folder += n, file += n) {
    if (strncmp(folder, file, n) != 0) break;
  }
  size_t up = 0;
  for (size_t n; (n = first_part(folder)); folder += n, up++) {
    if (!strcmp(folder, ".")) break;
    if (!strncmp(folder, "..", 2) && (n == 2 || folder[2] == '/')) return NULL;
  }
  char* way = arena_alloc(a, 3 * up + strlen(file) + 1);
  if (!way) return NULL;
  for (size_t i = 0; i < up; i++) memcpy(way + 3 * i, "../", 3);
  strcpy(way + 3 * up, file);
  return way;
}

const char* asset_path(reader* r, const xml_node* node, asset_dir dir, const char* file) {
  const char* reduced = path_below(r->memory, "", file);
  if (!*file || !node->file->included_by) return reduced;
  const char* below = path_below(r->memory, r->model_dir, r->asset[dir]);
  if (can_open(*below ? below : NULL, reduced, r->vfs)) return reduced;
  const char* beside = path_below(r->memory, node->file->dir, file);
  if (can_open(*below ? below : NULL, beside, r->vfs)) return beside;
  if (*r->asset[dir] && can_open(*r->model_dir ? r->model_dir : NULL, beside, r->vfs)) {
    const char* way = path_from(r->memory, path_below(r->memory, "", r->asset[dir]), beside);
    if (way) return way;
  }
  spec_note_tried(spec_of(r->spec), beside, path_below(r->memory, below, reduced));
  return beside;
}

bool asset_exists(const reader* r, asset_dir dir, const char* file) {
  // in URDF the mesh folder is set in the <mujoco> element
  const char* folder = r->asset[dir] ? r->asset[dir] : mjs_getString(r->spec->compiler.meshdir);
  const char* below = path_below(r->memory, r->model_dir, folder);
  return can_open(*below ? below : NULL, file, r->vfs);
}
