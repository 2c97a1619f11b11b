// Models of one asset, for the tests of assets.
#pragma once

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdbool.h>
#include <stdlib.h>
#include <engine/engine.h>

#include "asset_bytes.h"
#include "math/draw.h"

// Two models are the same to the byte, but for the signature of what they were made from.
static inline void assert_same(const mjModel* a, const mjModel* b) {
  int n = mj_sizeModel(a);
  assert_int_equal(mj_sizeModel(b), n);
  mjModel* copy = mj_copyModel(NULL, a);
  copy->signature = b->signature;
  void *x = malloc(n), *y = malloc(n);
  mj_saveModel(copy, NULL, x, n);
  mj_saveModel(b, NULL, y, n);
  assert_memory_equal(x, y, n);
  free(x);
  free(y);
  mj_deleteModel(copy);
}

// A specification with a mesh "m" on a body "b" of density 1.
typedef struct {
  mjSpec* s;
  mjsMesh* mesh;
  mjsGeom* geom;
} mesh_spec;

static inline mesh_spec new_mesh_spec(void) {
  mesh_spec x = {.s = mj_makeSpec()};
  x.mesh = mjs_addMesh(x.s, NULL);
  mjs_setName(x.mesh->element, "m");
  mjsBody* body = mjs_addBody(mjs_findBody(x.s, "world"), NULL);
  x.geom = mjs_addGeom(body, NULL);
  x.geom->type = mjGEOM_MESH;
  x.geom->density = 1;
  mjs_setString(x.geom->meshname, "m");
  return x;
}

static inline void set_mesh(mjsMesh* mesh, int nvert, const float* vert, int nface,
                            const int* face) {
  mjs_setFloat(mesh->uservert, vert, 3 * nvert);
  if (nface) mjs_setInt(mesh->userface, face, 3 * nface);
}

// Compile and delete the specification.
static inline mjModel* model_of(mjSpec* s, const mjVFS* vfs) {
  mjModel* m = mj_compile(s, vfs);
  if (!m) print_error("%s\n", mjs_getError(s));
  assert_non_null(m);
  mj_deleteSpec(s);
  return m;
}

// It must not compile, and say why; the specification is deleted.
static inline void refused(mjSpec* s, const mjVFS* vfs, const char* part) {
  mjModel* m = mj_compile(s, vfs);
  if (m || !strstr(mjs_getError(s), part)) {
    print_error("gives: %s\n  should mention: %s\n", m ? "a model" : mjs_getError(s), part);
    fail();
  }
  mj_deleteSpec(s);
}

// A file system of one file.
static inline mjVFS file_of(const char* name, const void* data, size_t size) {
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  assert_int_equal(mj_addBufferVFS(&vfs, name, data, (int)size), 0);
  return vfs;
}

static inline mjModel* model_of_mesh_file(const char* name, const bytes* b,
                                          mjtMeshInertia inertia) {
  mjVFS vfs = file_of(name, b->data, b->size);
  mesh_spec x = new_mesh_spec();
  mjs_setString(x.mesh->file, name);
  x.mesh->inertia = inertia;
  mjModel* m = model_of(x.s, &vfs);
  mj_deleteVFS(&vfs);
  return m;
}
