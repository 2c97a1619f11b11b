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

const char* asset_path(reader* r, const xml_node* node, asset_dir dir, const char* file) {
  const char* reduced = path_below(r->memory, "", file);
  if (!*file || !node->file->included_by) return reduced;
  const char* below = path_below(r->memory, r->model_dir, r->asset[dir]);
  if (can_open(*below ? below : NULL, reduced, r->vfs)) return reduced;
  const char* beside = path_below(r->memory, node->file->dir, file);
  if (can_open(*below ? below : NULL, beside, r->vfs)) return beside;
  if (*r->asset[dir] && can_open(*r->model_dir ? r->model_dir : NULL, beside, r->vfs)) {
    const char* folder = path_below(r->memory, "", r->asset[dir]);
    bool comparable = resource_is_absolute(beside) == resource_is_absolute(folder);
    char* way = comparable ? path_from(folder, beside) : NULL;
    const char* kept = way ? arena_strndup(r->memory, way, strlen(way)) : NULL;
    free(way);
    if (kept) return kept;
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
