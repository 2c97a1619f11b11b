// Meshes of files are kept: a second model takes them from there, with the same result.
#include "asset/asset_model.h"

#include <malloc.h>
#include <stdio.h>

static mjVFS tetrahedra(void) {
  static const char text[] =
      "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
  return file_of("t.obj", text, sizeof text - 1);
}

static mesh_spec spec_of_file(void) {
  mesh_spec x = new_mesh_spec();
  mjs_setString(x.mesh->file, "t.obj");
  return x;
}

static void a_kept_mesh_is_the_mesh(void** state) {
  (void)state;
  mjVFS vfs = tetrahedra();
  mjCache* cache = mj_getCache();
  mj_clearCache(cache);
  mjModel* first = model_of(spec_of_file().s, &vfs);
  size_t kept = mj_getCacheSize(cache);
  assert_true(kept > 0);
  mjModel* second = model_of(spec_of_file().s, &vfs);
  assert_int_equal(mj_getCacheSize(cache), kept);
  assert_same(first, second);
  mj_deleteModel(first);
  mj_deleteModel(second);
  mj_deleteVFS(&vfs);
}

typedef void (*change)(mjsMesh*);
static void move(mjsMesh* m) { m->refpos[1] = 1; }
static void turn(mjsMesh* m) { m->refquat[1] = 1; }
static void stretch(mjsMesh* m) { m->scale[2] = 2; }
static void smooth(mjsMesh* m) { m->smoothnormal = 1; }
static void weigh(mjsMesh* m) { m->inertia = mjMESH_INERTIA_SHELL; }

// Whatever changes the mesh makes another one, with the cache as without.
static void options_are_not_confused(void** state) {
  (void)state;
  static const change changes[] = {move, turn, stretch, smooth, weigh};
  mjVFS vfs = tetrahedra();
  mjCache* cache = mj_getCache();
  for (int i = 0; i < 5; i++) {
    mj_clearCache(cache);
    mjModel* plain = model_of(spec_of_file().s, &vfs);
    mesh_spec x = spec_of_file();
    changes[i](x.mesh);
    mjModel* cached = model_of(x.s, &vfs);
    mj_clearCache(cache);
    x = spec_of_file();
    changes[i](x.mesh);
    mjModel* alone = model_of(x.s, &vfs);
    assert_same(cached, alone);
    if (changes[i] != smooth) {  // sharp edges are sharp in a smooth tetrahedron, too
      assert_memory_not_equal(plain->mesh_pos, cached->mesh_pos, 3 * sizeof(mjtNum));
    }
    mj_deleteModel(plain);
    mj_deleteModel(cached);
    mj_deleteModel(alone);
  }
  mj_deleteVFS(&vfs);
}

static void a_changed_file_is_read_again(void** state) {
  (void)state;
  mjVFS vfs = tetrahedra();
  mjModel* first = model_of(spec_of_file().s, &vfs);
  mj_deleteVFS(&vfs);
  static const char text[] =
      "v 0 0 0\nv 2 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
  vfs = file_of("t.obj", text, sizeof text - 1);
  mjModel* second = model_of(spec_of_file().s, &vfs);
  assert_near(second->body_mass[1], 2 * first->body_mass[1], 1e-12);
  mj_deleteModel(first);
  mj_deleteModel(second);
  mj_deleteVFS(&vfs);
}

static void without_capacity_nothing_is_kept(void** state) {
  (void)state;
  mjVFS vfs = tetrahedra();
  mjCache* cache = mj_getCache();
  mj_clearCache(cache);
  size_t capacity = mj_getCacheCapacity(cache);
  mj_setCacheCapacity(cache, 100);
  mjModel* m = model_of(spec_of_file().s, &vfs);
  assert_int_equal(mj_getCacheSize(cache), 0);
  mj_deleteModel(m);
  mj_setCacheCapacity(cache, capacity);
  mj_deleteVFS(&vfs);
}

// Large meshes are made on several threads, with the results of one.
static void threads_change_nothing(void** state) {
  (void)state;
  mjModel* m[2];
  for (int threads = 0; threads < 2; threads++) {
    mj_clearCache(mj_getCache());
    mjVFS vfs;
    mj_defaultVFS(&vfs);
    mjSpec* s = mj_makeSpec();
    s->compiler.usethread = (mjtByte)threads;
    for (int i = 0; i < 6; i++) {
      draw_seed(i);
      enum { TRIANGLES = 500 };
      static bytes b;
      b.size = 0;
      char header[80] = "", name[20];
      put(&b, header, 80);
      put_int(&b, TRIANGLES);
      for (int t = 0; t < TRIANGLES; t++) {
        float v[12];
        for (int k = 0; k < 12; k++) v[k] = (float)draw();
        put_floats(&b, 12, v);
        put(&b, "\0\0", 2);
      }
      sprintf(name, "%d.stl", i);
      assert_int_equal(mj_addBufferVFS(&vfs, name, b.data, (int)b.size), 0);
      mjsMesh* mesh = mjs_addMesh(s, NULL);
      mjs_setString(mesh->file, name);
      sprintf(name, "%d", i);
      mjs_setName(mesh->element, name);
      mjsGeom* g = mjs_addGeom(mjs_findBody(s, "world"), NULL);
      g->type = mjGEOM_MESH;
      mjs_setString(g->meshname, name);
    }
    m[threads] = model_of(s, &vfs);
    mj_deleteVFS(&vfs);
  }
  m[0]->signature = m[1]->signature;  // that of the specification, which has usethread
  assert_same(m[0], m[1]);
  mj_deleteModel(m[0]);
  mj_deleteModel(m[1]);
}

// Waves over a square, n by n, with texture coordinates or without, as an OBJ file.
static void add_waves(mjVFS* vfs, const char* name, int n, bool textured) {
  char* text;
  size_t size;
  FILE* f = open_memstream(&text, &size);
  for (int i = 0; i < n * n; i++) {
    int x = i % n, y = i / n;
    fprintf(f, "v %d %d %d\n", x, y, (x * x + 3 * y) % 7);
    if (textured) fprintf(f, "vt %g %g\n", x / 100.0, y / 100.0);
  }
  const char* face = textured ? "f %1$d/%1$d %2$d/%2$d %3$d/%3$d\n" : "f %d %d %d\n";
  for (int i = 0; i < n * n - n; i++) {
    if (i % n == n - 1) continue;
    int a = i + 1, c = a + n;
    fprintf(f, face, a, a + 1, c);
    fprintf(f, face, c, a + 1, c + 1);
  }
  fclose(f);
  assert_int_equal(mj_addBufferVFS(vfs, name, text, (int)size), 0);
  free(text);
}

static mjSpec* spec_of_waves(int nmesh) {
  mjSpec* s = mj_makeSpec();
  for (int i = 0; i < nmesh; i++) {
    char name[20];
    sprintf(name, "%d", i);
    mjsMesh* mesh = mjs_addMesh(s, NULL);
    mjs_setName(mesh->element, name);
    mesh->inertia = mjMESH_INERTIA_SHELL;
    mjsGeom* g = mjs_addGeom(mjs_addBody(mjs_findBody(s, "world"), NULL), NULL);
    g->type = mjGEOM_MESH;
    g->contype = g->conaffinity = i & 1;  // with a hull, without
    mjs_setString(g->meshname, name);
    sprintf(name, "%d.obj", i);
    mjs_setString(mesh->file, name);
  }
  return s;
}

// A model of large meshes is the same when they are made and when they are kept, whatever was in
// memory before, by one thread and by two.
static void a_second_load_is_the_first(void** state) {
  (void)state;
  enum { MESHES = 4 };
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  for (int i = 0; i < MESHES; i++) {
    char name[20];
    sprintf(name, "%d.obj", i);
    add_waves(&vfs, name, 20 + 40 * (i % 3), i < 2);
  }
  mj_clearCache(mj_getCache());
  mjModel* first = model_of(spec_of_waves(MESHES), &vfs);
  assert_true(first->nbuffer > 4 << 20);
  for (int turn = 0; turn < 4; turn++) {
    mallopt(M_PERTURB, turn < 2 ? 0x55 : 0xAA);
    mjSpec* s = spec_of_waves(MESHES);
    s->compiler.usethread = turn & 1;
    mjModel* second = model_of(s, &vfs);
    mallopt(M_PERTURB, 0);
    second->signature = first->signature;  // that of the specification, which has usethread
    assert_same(first, second);
    memset(second->buffer, 0xA5, second->nbuffer);  // what the next may be made in
    mj_deleteModel(second);
  }
  mj_deleteModel(first);
  mj_deleteVFS(&vfs);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_kept_mesh_is_the_mesh),
      cmocka_unit_test(options_are_not_confused),
      cmocka_unit_test(a_changed_file_is_read_again),
      cmocka_unit_test(without_capacity_nothing_is_kept),
      cmocka_unit_test(threads_change_nothing),
      cmocka_unit_test(a_second_load_is_the_first),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
