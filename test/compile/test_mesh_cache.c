// Meshes of files are kept: a second model takes them from there, with the same result.
#include "asset_model.h"

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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_kept_mesh_is_the_mesh),
      cmocka_unit_test(options_are_not_confused),
      cmocka_unit_test(a_changed_file_is_read_again),
      cmocka_unit_test(without_capacity_nothing_is_kept),
      cmocka_unit_test(threads_change_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
