#include "compile/mesh.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "compile/mesh_make.h"

mesh* mesh_new(void) {
  arena* memory = arena_new();
  mesh* m = memory ? arena_alloc(memory, sizeof *m) : NULL;
  if (!m) {
    arena_delete(memory);
    return NULL;
  }
  m->memory = memory;
  m->scratch = arena_new_scratch();
  if (m->scratch) return m;
  mesh_delete(m);
  return NULL;
}

void mesh_delete(void* m) {
  if (!m) return;
  arena_delete(((mesh*)m)->scratch);
  arena_delete(((mesh*)m)->memory);
}

static void* allocate(mesh* m, arena* from, double n, size_t item) {
  double bytes = n * (double)item;
  void* memory = bytes < 0x1p40 ? arena_alloc(from, bytes > 0 ? (size_t)bytes : 1) : NULL;
  if (!memory) mesh_refuse(m, "out of memory");
  return memory;
}

void* mesh_alloc(mesh* m, double n, size_t item) { return allocate(m, m->memory, n, item); }

void* mesh_scratch(mesh* m, double n, size_t item) { return allocate(m, m->scratch, n, item); }

void mesh_refuse(mesh* m, const char* format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(m->problem, sizeof m->problem, format, args);
  va_end(args);
  longjmp(m->refused, 1);
}

// Without faces of its own a mesh is its hull.
static void take_hull_faces(mesh* m) {
  m->nface = m->nhullface;
  m->face = MESH_NEW(m, int, 3.0 * m->nface);
  memcpy(m->face, m->hullface, sizeof(int) * 3 * m->nface);
}

// Indices of normals and texture coordinates where none are given: those of the vertices; of
// several normals a vertex, the first.
static void complete_indices(mesh* m) {
  if (m->ntexcoord && !m->facetexcoord) {
    m->facetexcoord = MESH_NEW(m, int, 3.0 * m->nface);
    // faces of the hull may have corners beyond them
    for (int i = 0; i < 3 * m->nface; i++) {
      m->facetexcoord[i] = m->face[i] < m->ntexcoord ? m->face[i] : -1;
    }
  }
  if (!m->facenormal) {
    int per_vertex = m->nnormal / m->nvert;
    m->facenormal = MESH_NEW(m, int, 3.0 * m->nface);
    for (int i = 0; i < 3 * m->nface; i++) m->facenormal[i] = per_vertex * m->face[i];
  }
}

static void make(mesh* m) {
  const mesh_options* o = &m->options;
  mesh_check(m);
  mesh_check_orientation(m);
  // mass of the hull needs the hull, too
  if (o->need_hull || !m->nface || o->inertia == mjMESH_INERTIA_CONVEX) mesh_hull(m);
  if (!m->nface) take_hull_faces(m);
  mesh_normals(m);
  complete_indices(m);
  mesh_polygons(m);
  mesh_place(m);
  mesh_polygon_normals(m);
  mesh_tree(m);
  if (o->need_sdf && !o->keep_frame) mesh_octree(m);
}

bool mesh_make(mesh* m, const mesh_source* source) {
  if (setjmp(m->refused)) return false;
  mesh_read(m, source);
  make(m);
  arena_delete(m->scratch);
  m->scratch = NULL;
  return true;
}
