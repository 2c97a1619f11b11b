// Convex parts of a mesh, each a separate mesh.
#include <stdlib.h>

#include "asset/mesh.h"
#include "asset/part_list.h"

// In single precision as in the model, so that equal triangles give equal parts.
static part_list* list_of(mesh* m) {
  engParts how = {.error = m->options.volumeerror, .maxpart = m->options.maxpart};
  part_surface surface = {m->rounded, m->face, m->nvert, m->nface, m->quat};
  const char* problem;
  part_list* list = parts_find(&surface, &how, &problem);
  if (!list) {
    mesh_refuse(m, "it cannot be cut into convex parts: %s; collision=\"convex\" takes its hull",
                problem);
  }
  return list;
}

// Returns NULL, or what is wrong.
static const char* make_parts(mesh* m, const part_list* list) {
  const float* corner = part_corners(list);
  for (int i = 0; i < list->npart; i++) {
    mesh* part = mesh_new();
    if (!part) return "out of memory";
    m->part[m->npart++] = part;
    int n = part_corner_counts(list)[i];
    if (!mesh_make_hull(part, corner, n)) return part->problem;
    corner += 3 * n;
  }
  return NULL;
}

void mesh_parts(mesh* m) {
  part_list* list = list_of(m);
  m->parts_volume = list->hulls;
  m->part = arena_alloc(m->memory, sizeof *m->part * (size_t)list->npart);
  const char* problem = m->part ? make_parts(m, list) : "out of memory";
  free(list);
  if (problem) mesh_refuse(m, "a convex part of it cannot be made: %s", problem);
}
