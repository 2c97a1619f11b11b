// Reading the triangles of a mesh from its source.
#include <string.h>

#include "asset/mesh_make.h"
#include "asset/mesh_sample.h"
#include "asset/scene_file.h"

// All shapes of a scene file, joined.
static void read_scene(mesh* m, const mesh_source* s) {
  scene_file scene;
  const scene_source from = {.type = s->type,
                             .name = s->resource->name,
                             .data = (const char*)s->data,
                             .size = s->size,
                             .resource = s->resource,
                             .vfs = s->vfs};
  scene_read(&scene, m, &from);
  scene_join(&scene, m);
}

static void read_file(mesh* m, const mesh_source* s) {
  switch (s->type) {
    case ASSET_STL: mesh_read_stl(m, s->data, s->size); break;
    case ASSET_OBJ: mesh_read_obj(m, (const char*)s->data, s->size); break;
    case ASSET_MSH: mesh_read_msh(m, s->data, s->size); break;
    case ASSET_SCENE: read_scene(m, s); break;
    default: mesh_refuse(m, "it is neither STL, OBJ, MSH, glTF nor Collada");
  }
}

static void refuse_repeated(mesh* m, bool in_file, int inlined, const char* what) {
  if (in_file && inlined) mesh_refuse(m, "%s are given both in the file and inline", what);
}

static float* copy_floats(mesh* m, const float_vec* v) {
  float* copy = MESH_NEW(m, float, v->size);
  if (v->size) memcpy(copy, v->data, sizeof(float) * v->size);
  return copy;
}

static int* copy_ints(mesh* m, const int_vec* v) {
  int* copy = MESH_NEW(m, int, v->size);
  if (v->size) memcpy(copy, v->data, sizeof(int) * v->size);
  return copy;
}

static int count_of(mesh* m, int size, int width, const char* what) {
  if (size % width) mesh_refuse(m, "%s come in groups of %d, not %d numbers", what, width, size);
  return size / width;
}

// Data given by the MJCF element itself, where the file has none.
static void read_inline(mesh* m, const spec_mesh* src) {
  refuse_repeated(m, m->nvert > 0, src->own.uservert.size, "vertices");
  refuse_repeated(m, m->nnormal > 0, src->own.usernormal.size, "normals");
  refuse_repeated(m, m->ntexcoord > 0, src->own.usertexcoord.size, "texture coordinates");
  refuse_repeated(m, m->nface > 0, src->own.userface.size, "faces");
  if (src->own.uservert.size) {
    mesh_set_vertices(m, src->own.uservert.data,
                      count_of(m, src->own.uservert.size, 3, "vertices"));
  }
  if (src->own.usernormal.size) {
    m->nnormal = count_of(m, src->own.usernormal.size, 3, "normals");
    m->normal = copy_floats(m, &src->own.usernormal);
  }
  if (src->own.usertexcoord.size) {
    m->ntexcoord = count_of(m, src->own.usertexcoord.size, 2, "texture coordinates");
    m->texcoord = copy_floats(m, &src->own.usertexcoord);
  }
  if (src->own.userface.size) {
    m->nface = count_of(m, src->own.userface.size, 3, "faces");
    m->face = copy_ints(m, &src->own.userface);
  }
  if (src->own.userfacenormal.size) {
    if (src->own.userfacenormal.size != 3 * m->nface) {
      mesh_refuse(m, "%d normal indices do not fit %d faces", src->own.userfacenormal.size,
                  m->nface);
    }
    m->facenormal = copy_ints(m, &src->own.userfacenormal);
  }
  if (src->own.userfacetexcoord.size) {
    if (src->own.userfacetexcoord.size != 3 * m->nface) {
      mesh_refuse(m, "%d texture coordinate indices do not fit %d faces",
                  src->own.userfacetexcoord.size, m->nface);
    }
    m->facetexcoord = copy_ints(m, &src->own.userfacetexcoord);
  }
}

void mesh_read(mesh* m, const mesh_source* s) {
  if (s->plugin) {
    mesh_sample(m, s->plugin, s->attributes);
    return;
  }
  if (s->size) read_file(m, s);
  read_inline(m, s->src);
}
