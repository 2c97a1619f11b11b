#include "mjcf/asset_path.h"

#include <stdlib.h>
#include <string.h>
#include "base/path.h"
#include "base/resource.h"

const char* path_below(arena* a, const char* dir, const char* name) {
  char* joined = resource_path(dir, name);
  char* reduced = joined ? path_normalise(joined) : NULL;
  const char* result = reduced ? arena_strndup(a, reduced, strlen(reduced)) : NULL;
  free(joined);
  free(reduced);
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
  return path_below(r->memory, node->file->dir, file);
}
