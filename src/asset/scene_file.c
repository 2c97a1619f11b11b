#include "asset/scene_file.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/path.h"
#include "base/resource.h"

#ifndef ENGINE_HAS_ASSIMP
void scene_read_assimp(scene_file* s, mesh* m, const scene_source* from) {
  (void)s, (void)from;
  mesh_refuse(m,
              "glTF and Collada are read by assimp, which this build of the library is without "
              "(libassimp-dev on Debian); convert it to OBJ");
}
#endif

// Indices are checked here, since invalid ones would cause out-of-bounds access later.
static void check_shape(mesh* m, const scene_shape* shape) {
  for (int i = 0; i < 3 * shape->nface; i++) {
    if (shape->face[i] < 0 || shape->face[i] >= shape->nvert) {
      mesh_refuse(m, "a triangle refers to vertex %d of %d", shape->face[i], shape->nvert);
    }
  }
}

// Files multiply colour and texture: black, often a default of exporters, would hide the texture.
static void show_textures(scene_file* s) {
  for (int i = 0; i < s->nmaterial; i++) {
    float* c = s->material[i].rgba;
    bool textured = s->material[i].texture || s->material[i].nimage;
    if (textured && c[0] == 0 && c[1] == 0 && c[2] == 0) c[0] = c[1] = c[2] = 1;
  }
}

void scene_read(scene_file* s, mesh* m, const scene_source* from) {
  *s = (scene_file){0};
  if (from->type == ASSET_OBJ) {
    scene_read_obj(s, m, from);
  } else {
    scene_read_assimp(s, m, from);
  }
  show_textures(s);
  double vertices = 0, faces = 0;
  for (int i = 0; i < s->nshape; i++) {
    check_shape(m, s->shape + i);
    vertices += s->shape[i].nvert;
    faces += s->shape[i].nface;
  }
  if (!(faces > 0)) mesh_refuse(m, "it has no triangles");
  if (vertices > INT_MAX / 16 || faces > INT_MAX / 16) {
    mesh_refuse(m, "it has %.0f vertices and %.0f triangles: too many", vertices, faces);
  }
}

mesh* scene_open(scene_file* s, const scene_source* from) {
  mesh* m = mesh_new();
  if (!m) return NULL;
  m->options = (mesh_options){.scale = {1, 1, 1}, .refquat = {1}};
  if (!setjmp(m->refused)) scene_read(s, m, from);
  return m;
}

static bool all_have(const scene_file* s, bool texcoord) {
  for (int i = 0; i < s->nshape; i++) {
    const scene_shape* shape = s->shape + i;
    if (texcoord ? !shape->texcoord : !shape->normal) return false;
  }
  return true;
}

void scene_join(const scene_file* s, mesh* m) {
  int nvert = 0, nface = 0;
  for (int i = 0; i < s->nshape; i++) {
    nvert += s->shape[i].nvert;
    nface += s->shape[i].nface;
  }
  float* vert = MESH_SCRATCH(m, float, 3.0 * nvert);
  if (all_have(s, false)) m->normal = MESH_NEW(m, float, 3.0 * nvert);
  if (all_have(s, true)) m->texcoord = MESH_NEW(m, float, 2.0 * nvert);
  m->face = MESH_NEW(m, int, 3.0 * nface);
  m->nnormal = m->normal ? nvert : 0;
  m->ntexcoord = m->texcoord ? nvert : 0;
  m->nface = nface;
  size_t v = 0, f = 0;
  for (int i = 0; i < s->nshape; i++) {
    const scene_shape* shape = s->shape + i;
    size_t n = (size_t)shape->nvert;
    memcpy(vert + 3 * v, shape->vert, 3 * n * sizeof(float));
    if (m->normal) memcpy(m->normal + 3 * v, shape->normal, 3 * n * sizeof(float));
    if (m->texcoord) memcpy(m->texcoord + 2 * v, shape->texcoord, 2 * n * sizeof(float));
    for (int k = 0; k < 3 * shape->nface; k++) m->face[f++] = shape->face[k] + (int)v;
    v += n;
  }
  mesh_set_vertices(m, vert, nvert);
  mesh_swap_if_mirrored(m, m->face, m->nface);
}

void scene_beside(const scene_source* from, const char* name, scene_part* part) {
  const char* dir = NULL;
  int ndir = 0;
  char folder[4096];
  *part = (scene_part){0};
  if (from->resource) resource_dir(from->resource, &dir, &ndir);
  if (ndir >= (int)sizeof folder) ndir = 0;
  if (ndir) memcpy(folder, dir, (size_t)ndir);
  folder[ndir] = 0;
  mjResource* r = resource_open(folder, name, from->vfs, part->why, sizeof part->why);
  if (!r) return;
  const void* bytes;
  part->size = resource_read(r, &bytes);
  if (part->size <= 0) {
    snprintf(part->why, sizeof part->why, "%s", resource_problem(r, part->size));
    resource_close(r);
    return;
  }
  part->resource = r;
  part->data = bytes;
  if (from->named) from->named(from->arg, name);
}
