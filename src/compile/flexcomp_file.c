// Flexcomp points from mesh files.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "asset/mesh.h"
#include "compile/flexcomp.h"
#include "math/vec3.h"

// Read triangles and merge equal points; false when they are rejected, m->problem says why.
static bool read_triangles(mesh* m, const void* data, int size, const char* file) {
  if (setjmp(m->refused)) return false;
  for (int k = 0; k < 3; k++) m->options.scale[k] = 1;
  const char* dot = strrchr(file, '.');
  if (dot && (!strcmp(dot, ".obj") || !strcmp(dot, ".OBJ"))) {
    mesh_read_obj(m, data, size);
  } else if (dot && (!strcmp(dot, ".stl") || !strcmp(dot, ".STL"))) {
    mesh_read_stl(m, data, size);
  } else {
    mesh_refuse(m, "it is neither STL nor OBJ");
  }
  if (!m->nvert || !m->nface) mesh_refuse(m, "it has no vertices or no faces");
  int* number = MESH_NEW(m, int, m->nvert);
  float* vert = MESH_NEW(m, float, 3.0 * m->nvert);
  for (int i = 0; i < 3 * m->nvert; i++) vert[i] = (float)m->vert[i];
  int n = mesh_merge_vertices(m, vert, m->nvert, number);
  for (int i = 0; i < 3 * m->nface; i++) m->face[i] = number[m->face[i]];
  mesh_set_vertices(m, vert, n);
  return true;
}

static bool take_texcoord(flexcomp* c, const mesh* m) {
  if (!m->ntexcoord) return true;
  c->ntexcoord = 2 * m->ntexcoord;
  c->texcoord = flexcomp_alloc(c, c->ntexcoord, sizeof *c->texcoord);
  if (!c->texcoord) return false;
  memcpy(c->texcoord, m->texcoord, sizeof *c->texcoord * c->ntexcoord);
  if (!m->facetexcoord) return true;
  c->nelemtexcoord = 3 * m->nface;
  c->elemtexcoord = flexcomp_alloc(c, c->nelemtexcoord, sizeof *c->elemtexcoord);
  if (c->elemtexcoord) {
    memcpy(c->elemtexcoord, m->facetexcoord, sizeof *c->elemtexcoord * c->nelemtexcoord);
  }
  return c->elemtexcoord != NULL;
}

// Use the surface itself.
static bool take_surface(flexcomp* c, const mesh* m) {
  c->npoint = m->nvert;
  c->nelement = 3 * m->nface;
  c->x = flexcomp_alloc(c, 3.0 * c->npoint, sizeof *c->x);
  c->element = flexcomp_alloc(c, c->nelement, sizeof *c->element);
  if (!c->x || !c->element) return false;
  memcpy(c->x, m->vert, 3 * sizeof *c->x * c->npoint);
  memcpy(c->element, m->face, sizeof *c->element * c->nelement);
  return take_texcoord(c, m);
}

// Use the volume: a tetrahedron from the origin to each face that faces away from it.
static bool take_volume(flexcomp* c, const mesh* m) {
  c->npoint = m->nvert + 1;
  c->x = flexcomp_alloc(c, 3.0 * c->npoint, sizeof *c->x);
  c->element = flexcomp_alloc(c, 4.0 * m->nface, sizeof *c->element);
  if (!c->x || !c->element) return false;
  memcpy(c->x, c->origin, sizeof c->origin);
  memcpy(c->x + 3, m->vert, 3 * sizeof *c->x * m->nvert);
  for (int i = 0; i < m->nface; i++) {
    const int* f = m->face + 3 * i;
    double e[3][3], normal[3];
    for (int k = 0; k < 3; k++) vec3_sub(e[k], m->vert + 3 * f[k], c->origin);
    vec3_cross(normal, e[0], e[1]);
    if (!(vec3_dot(normal, e[2]) >= mjMINVAL)) continue;
    int* element = c->element + c->nelement;
    element[0] = 0;
    for (int k = 0; k < 3; k++) element[1 + k] = f[k] + 1;
    c->nelement += 4;
  }
  return true;
}

bool flexcomp_read_mesh(flexcomp* c, const void* data, int size) {
  if (c->flex.dim == 1) return refuse(&c->refused, "dim", "a mesh has dim 2 or 3, not 1");
  mesh* m = mesh_new();
  if (!m) return refuse(&c->refused, "file", "out of memory for the mesh");
  bool ok = read_triangles(m, data, size, c->file);
  if (!ok) {
    refuse(&c->refused, "file", "mesh file '%.200s': %.300s", c->file, m->problem);
  } else {
    ok = c->flex.dim == 2 ? take_surface(c, m) : take_volume(c, m);
  }
  mesh_delete(m);
  return ok;
}
