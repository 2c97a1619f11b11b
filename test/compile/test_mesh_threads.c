// A large mesh is made by two threads: the model is that of one, what is refused is refused alike,
// and whichever allocation fails, nothing is lost.  The allocation functions are wrapped by the
// linker.
#include "asset/asset_model.h"

#include <malloc.h>
#include <math.h>

#include "base/starve.h"

// A sphere with bumps, flat in z when height is 0: large enough for two threads.
static void set_sphere(mjsMesh* mesh, int with_faces, double height) {
  enum { RINGS = 60, SIDES = 60, VERTICES = (RINGS + 1) * SIDES };
  static float vert[VERTICES][3];
  static int face[2 * RINGS * SIDES][3];
  int n = 0;
  for (int i = 0; i <= RINGS; i++) {
    for (int j = 0; j < SIDES; j++) {
      double theta = mjPI * i / RINGS, phi = 2 * mjPI * j / SIDES;
      double r = 1 + 0.1 * sin(4 * phi) * sin(5 * theta);
      float* v = vert[i * SIDES + j];
      v[0] = (float)(r * sin(theta) * cos(phi));
      v[1] = (float)(r * sin(theta) * sin(phi));
      v[2] = (float)(r * cos(theta) * height);
      int a = i * SIDES + j, b = i * SIDES + (j + 1) % SIDES, c = a + SIDES, d = b + SIDES;
      if (i > 0 && i < RINGS) memcpy(face[n++], (int[]){a, c, b}, sizeof *face);
      if (i < RINGS - 1) memcpy(face[n++], (int[]){b, c, d}, sizeof *face);
    }
  }
  set_mesh(mesh, VERTICES, vert[0], with_faces ? n : 0, face[0]);
}

// What to make of it.
typedef struct {
  int threads, with_faces, collides;
  double height;
  mjtMeshInertia inertia;
} example;

static mjSpec* spec_of(example x) {
  mesh_spec s = new_mesh_spec();
  s.s->compiler.usethread = (mjtByte)x.threads;
  set_sphere(s.mesh, x.with_faces, x.height);
  s.mesh->inertia = x.inertia;
  s.geom->contype = s.geom->conaffinity = x.collides;
  return s.s;
}

static void two_threads_make_the_mesh_of_one(void** state) {
  (void)state;
  for (int i = 0; i < 16; i++) {
    example x = {.with_faces = i & 1, .collides = i >> 1 & 1, .height = 1};
    x.inertia = (mjtMeshInertia)(i >> 2);
    // whatever is in memory before: every byte of the model is written
    mallopt(M_PERTURB, 0x55);
    mjModel* one = model_of(spec_of(x), NULL);
    x.threads = 1;
    mallopt(M_PERTURB, 0xAA);
    mjModel* two = model_of(spec_of(x), NULL);
    mallopt(M_PERTURB, 0);
    assert_true(one->nmeshpoly > 0);
    assert_same(one, two);
    mj_deleteModel(one);
    mj_deleteModel(two);
  }
}

// Without height there is neither hull nor volume: the hull is complained of, or else the volume.
static void two_threads_refuse_what_one_refuses(void** state) {
  (void)state;
  for (int threads = 0; threads < 2; threads++) {
    example x = {.threads = threads, .with_faces = 1, .inertia = mjMESH_INERTIA_EXACT};
    refused(spec_of(x), NULL, "volume is too small");
    x.collides = 1;
    refused(spec_of(x), NULL, "convex hull");
  }
}

static void whichever_allocation_fails_nothing_is_lost(void** state) {
  (void)state;
  example x = {.threads = 1, .with_faces = 1, .collides = 1, .height = 1};
  bool made = false;
  mj_clearCache(mj_getCache());
  for (long n = 0; !made; n++) {
    if (n > 5000) fail_msg("it never succeeds");
    mjSpec* s = spec_of(x);
    left = n;
    held = 0;
    watching = true;
    mjModel* m = mj_compile(s, NULL);
    made = m != NULL;
    mj_deleteModel(m);
    mj_clearCache(mj_getCache());  // which keeps a large block for the next model
    watching = false;
    if (held) fail_msg("%ld blocks are lost when allocation %ld fails", (long)held, n + 1);
    mj_deleteSpec(s);
  }
}

// --- the cache ----------------------------------------------------------------------------------

static int nread;
static bytes file;

static int open_file(mjResource* r) {
  strcpy(r->timestamp, "1");
  return 1;
}

static int read_file(mjResource* r, const void** buffer) {
  (void)r;
  nread++;
  *buffer = file.data;
  return (int)file.size;
}

static void close_file(mjResource* r) { (void)r; }

static void a_second_load_does_not_read_the_file(void** state) {
  (void)state;
  put_stl_cube(&file);
  mjpResourceProvider p = {
      .prefix = "counted", .open = open_file, .read = read_file, .close = close_file};
  assert_true(mjp_registerResourceProvider(&p) > 0);
  mj_clearCache(mj_getCache());
  mjModel* m[2];
  for (int i = 0; i < 2; i++) {
    mesh_spec s = new_mesh_spec();
    mjs_setString(s.mesh->file, "counted:cube.stl");
    m[i] = model_of(s.s, NULL);
    assert_int_equal(nread, 1);
  }
  assert_same(m[0], m[1]);
  mj_deleteModel(m[0]);
  mj_deleteModel(m[1]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(two_threads_make_the_mesh_of_one),
      cmocka_unit_test(two_threads_refuse_what_one_refuses),
      cmocka_unit_test(whichever_allocation_fails_nothing_is_lost),
      cmocka_unit_test(a_second_load_does_not_read_the_file),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
