// Archives, formats of programs, and folders that providers serve.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <engine/engine.h>

// A model and a mesh, deflated by another program (zlib): p/model.xml and p/meshes/m.obj.
static const unsigned char foreign[] = {
    0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x00, 0x00, 0x08, 0x00, 0x00, 0x00, 0x21, 0x00, 0x44, 0xe0,
    0xed, 0x44, 0x6e, 0x00, 0x00, 0x00, 0xa5, 0x00, 0x00, 0x00, 0x0b, 0x00, 0x00, 0x00, 0x70, 0x2f,
    0x6d, 0x6f, 0x64, 0x65, 0x6c, 0x2e, 0x78, 0x6d, 0x6c, 0x4d, 0x8e, 0x51, 0x0e, 0x84, 0x20, 0x0c,
    0x44, 0xaf, 0x42, 0x38, 0xc0, 0x72, 0x81, 0x2e, 0x77, 0x51, 0x19, 0x5d, 0x88, 0xb5, 0x06, 0x30,
    0x1b, 0x6f, 0x2f, 0x15, 0x3f, 0xfc, 0x69, 0x26, 0xed, 0xcb, 0xeb, 0x10, 0x1f, 0x49, 0x26, 0xf1,
    0x34, 0x09, 0xef, 0x71, 0x45, 0x36, 0x8c, 0xf2, 0x0b, 0x31, 0x7f, 0xad, 0x06, 0x14, 0xeb, 0x3c,
    0x0d, 0xa5, 0xa0, 0x7a, 0xd2, 0x85, 0xd9, 0x06, 0x46, 0xbb, 0x59, 0x33, 0x37, 0xba, 0x85, 0x8f,
    0x8c, 0x49, 0x19, 0xf7, 0x40, 0x7f, 0xc9, 0x6b, 0x18, 0x25, 0x9c, 0x9e, 0xfa, 0x9c, 0x33, 0x90,
    0x24, 0x6e, 0xb5, 0x41, 0x0b, 0x84, 0x4d, 0x3d, 0x77, 0x74, 0xbb, 0xbd, 0x9f, 0xa9, 0x4d, 0x05,
    0x1d, 0x77, 0x2f, 0x81, 0x7b, 0xca, 0x5d, 0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x00, 0x00, 0x08,
    0x00, 0x00, 0x00, 0x21, 0x00, 0x19, 0xf1, 0x86, 0xd1, 0x28, 0x00, 0x00, 0x00, 0x40, 0x00, 0x00,
    0x00, 0x0e, 0x00, 0x00, 0x00, 0x70, 0x2f, 0x6d, 0x65, 0x73, 0x68, 0x65, 0x73, 0x2f, 0x6d, 0x2e,
    0x6f, 0x62, 0x6a, 0x2b, 0x53, 0x30, 0x00, 0x41, 0xae, 0x32, 0x05, 0x43, 0x28, 0x6d, 0x00, 0x62,
    0x81, 0x69, 0x20, 0x8b, 0x2b, 0x0d, 0xc8, 0x33, 0x56, 0x30, 0x02, 0xd3, 0x46, 0x0a, 0x26, 0x60,
    0xda, 0x44, 0xc1, 0x18, 0x48, 0x1b, 0x01, 0xc5, 0x4d, 0xb8, 0x00, 0x50, 0x4b, 0x01, 0x02, 0x14,
    0x03, 0x14, 0x00, 0x00, 0x00, 0x08, 0x00, 0x00, 0x00, 0x21, 0x00, 0x44, 0xe0, 0xed, 0x44, 0x6e,
    0x00, 0x00, 0x00, 0xa5, 0x00, 0x00, 0x00, 0x0b, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x80, 0x01, 0x00, 0x00, 0x00, 0x00, 0x70, 0x2f, 0x6d, 0x6f, 0x64, 0x65, 0x6c,
    0x2e, 0x78, 0x6d, 0x6c, 0x50, 0x4b, 0x01, 0x02, 0x14, 0x03, 0x14, 0x00, 0x00, 0x00, 0x08, 0x00,
    0x00, 0x00, 0x21, 0x00, 0x19, 0xf1, 0x86, 0xd1, 0x28, 0x00, 0x00, 0x00, 0x40, 0x00, 0x00, 0x00,
    0x0e, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x80, 0x01, 0x97, 0x00,
    0x00, 0x00, 0x70, 0x2f, 0x6d, 0x65, 0x73, 0x68, 0x65, 0x73, 0x2f, 0x6d, 0x2e, 0x6f, 0x62, 0x6a,
    0x50, 0x4b, 0x05, 0x06, 0x00, 0x00, 0x00, 0x00, 0x02, 0x00, 0x02, 0x00, 0x75, 0x00, 0x00, 0x00,
    0xeb, 0x00, 0x00, 0x00, 0x00, 0x00,
};

static char error[1000];

static void put(mjVFS* vfs, const char* name, const void* bytes, size_t n) {
  assert_int_equal(mj_addBufferVFS(vfs, name, bytes, (int)n), 0);
}

static void an_archive_is_read(void** state) {
  (void)state;
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  put(&vfs, "some/where/p.mjz", foreign, sizeof foreign);
  mjSpec* s = mj_parse("some/where/p.mjz", NULL, &vfs, error, sizeof error);
  if (!s) fail_msg("%s", error);
  mjModel* m = mj_compile(s, &vfs);
  if (!m) fail_msg("%s", mjs_getError(s));
  assert_int_equal(m->nmesh, 1);
  assert_int_equal(m->mesh_vertnum[0], 4);
  // the volume of the tetrahedron is a sixth
  assert_true(fabs(m->body_mass[1] - 1000. / 6) < 1e-3);
  mj_deleteModel(m);
  mj_deleteSpec(s);
  // by type, whatever its name
  put(&vfs, "p", foreign, sizeof foreign);
  s = mj_parse("p", "application/zip", &vfs, error, sizeof error);
  if (!s) fail_msg("%s", error);
  mj_deleteSpec(s);
  assert_null(mj_parse("p", "", &vfs, error, sizeof error));
  assert_non_null(strstr(error, "could not decode content"));
  // its files need a place
  assert_null(mj_parse("some/where/p.mjz", NULL, NULL, error, sizeof error));
  mj_deleteVFS(&vfs);
}

static void damage_is_told(void** state) {
  (void)state;
  unsigned char bytes[sizeof foreign];
  int read = 0;
  for (size_t i = 0; i < 2 * sizeof foreign; i++) {
    size_t n = i < sizeof foreign ? i : sizeof foreign;
    memcpy(bytes, foreign, sizeof foreign);
    if (i >= sizeof foreign) bytes[i - sizeof foreign] ^= 0x55;
    mjVFS vfs;
    mj_defaultVFS(&vfs);
    put(&vfs, "p.zip", bytes, n);
    error[0] = 0;
    mjSpec* s = mj_parse("p.zip", NULL, &vfs, error, sizeof error);
    // times and versions may be anything
    read += s != NULL;
    if (!s) assert_true(error[0] != 0);
    mj_deleteSpec(s);
    mj_deleteVFS(&vfs);
  }
  assert_in_range(read, 1, sizeof foreign / 2);
}

static const char two_meshes[] =
    "<mujoco><compiler meshdir='../up/me shes'/><asset><mesh name='a' file='a b.obj'/>"
    "<mesh name='c' file='a:b.obj'/><mesh name='again' file='a b.obj' scale='2 2 2'/></asset>"
    "<worldbody><geom type='mesh' mesh='a'/><geom type='mesh' mesh='c'/>"
    "<geom type='mesh' mesh='again'/></worldbody></mujoco>";
static const char tetrahedron[] =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
static const char taller[] =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 2\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

static void what_is_packed_is_unpacked(void** state) {
  (void)state;
  mjVFS from, to;
  mj_defaultVFS(&from);
  mj_defaultVFS(&to);
  put(&from, "../up/me shes/a b.obj", tetrahedron, sizeof tetrahedron - 1);
  put(&from, "../up/me shes/a:b.obj", taller, sizeof taller - 1);
  mjSpec* s = mj_parseXMLString(two_meshes, &from, error, sizeof error);
  mjModel* m = mj_compile(s, &from);
  if (!m) fail_msg("%s", mjs_getError(s));
  int64_t n = mj_encode(s, NULL, "pack.mjz", NULL, &from, error, sizeof error);
  if (n <= 0) fail_msg("%s", error);

  mjResource* r = mju_openResource(NULL, "pack.mjz", &from, error, sizeof error);
  const void* bytes;
  assert_int_equal(mju_readResource(r, &bytes), n);
  put(&to, "pack.mjz", bytes, (size_t)n);
  mju_closeResource(r);
  mjSpec* t = mj_parse("pack.mjz", NULL, &to, error, sizeof error);
  if (!t) fail_msg("%s", error);
  // two names that become one by taming are told apart, one file is packed once
  assert_true(mj_containsBufferVFS(&to, "pack.mjz/up/me_shes/a_b.obj"));
  assert_true(mj_containsBufferVFS(&to, "pack.mjz/up/me_shes/a_b_0.obj"));
  assert_false(mj_containsBufferVFS(&to, "pack.mjz/up/me_shes/a_b_1.obj"));
  mjModel* k = mj_compile(t, &to);
  if (!k) fail_msg("%s", mjs_getError(t));
  assert_int_equal(k->nmeshvert, m->nmeshvert);
  assert_memory_equal(k->mesh_vert, m->mesh_vert, sizeof(float) * 3 * (size_t)m->nmeshvert);
  mj_deleteModel(k);
  mj_deleteSpec(t);

  // other formats, in the file system and with the numbers of the model
  m->opt.timestep = 0.125;
  assert_true(mj_encode(s, m, "m.xml", NULL, &from, error, sizeof error) > 0);
  t = mj_parse("m.xml", NULL, &from, error, sizeof error);
  if (!t) fail_msg("%s", error);
  assert_true(t->option.timestep == 0.125);
  mj_deleteSpec(t);
  assert_int_equal(mj_encode(s, m, "m.mjb", NULL, &from, error, sizeof error), mj_sizeModel(m));
  k = mj_loadModel("m.mjb", &from);
  assert_non_null(k);
  assert_int_equal(k->nmesh, 3);
  mj_deleteModel(k);
  assert_int_equal(mj_encode(s, NULL, "m.mjb", NULL, &from, error, sizeof error), -1);
  assert_non_null(strstr(error, "compiled model"));
  assert_int_equal(mj_encode(s, m, "m.unheard", NULL, &from, error, sizeof error), -1);
  assert_non_null(strstr(error, "no encoder found"));
  mj_deleteModel(m);
  mj_deleteSpec(s);
  mj_deleteVFS(&from);
  mj_deleteVFS(&to);
}

// --- formats of programs ------------------------------------------------------------------------

static mjSpec* decode_ball(mjResource* r, const mjVFS* vfs) {
  (void)vfs;
  const void* bytes;
  int n = mju_readResource(r, &bytes);
  mjSpec* s = mj_makeSpec();
  mjsBody* body = mjs_addBody(mjs_findBody(s, "world"), NULL);
  mjsGeom* geom = mjs_addGeom(body, NULL);
  geom->size[0] = n > 0 ? atof(bytes) : 1;
  return s;
}

static int64_t encode_count(const mjSpec* s, const mjModel* m, const mjVFS* vfs, mjResource* r) {
  (void)m, (void)vfs;
  int n = 0;
  for (mjsElement* e = mjs_firstElement((mjSpec*)s, mjOBJ_GEOM); e;
       e = mjs_nextElement((mjSpec*)s, e)) {
    n++;
  };
  r->data = malloc(1);
  *(char*)r->data = (char)('0' + n);
  return 1;
}
static int closed;
static void close_count(mjResource* r) {
  free(r->data);
  closed++;
}

static void programs_have_formats_of_their_own(void** state) {
  (void)state;
  mjpDecoder in;
  mjpEncoder out;
  mjp_defaultDecoder(&in);
  mjp_defaultEncoder(&out);
  in.content_type = out.content_type = "model/ball";
  in.extension = out.extension = ".ball|.BLL";
  in.decode = decode_ball;
  out.encode = encode_count;
  out.close_resource = close_count;
  mjp_registerDecoder(&in);
  mjp_registerDecoder(&in);
  mjp_registerEncoder(&out);
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  put(&vfs, "a.Ball", "0.25", 4);
  mjSpec* s = mj_parse("a.Ball", NULL, &vfs, error, sizeof error);
  assert_non_null(s);
  mjsGeom* g = mjs_asGeom(mjs_firstElement(s, mjOBJ_GEOM));
  assert_true(g->size[0] == 0.25);
  assert_int_equal(mj_encode(s, NULL, "n.bll", NULL, &vfs, error, sizeof error), 1);
  assert_int_equal(closed, 1);
  mj_deleteSpec(s);
  // what is not there is a name
  s = mj_parse("nowhere.ball", NULL, &vfs, error, sizeof error);
  assert_non_null(s);
  g = mjs_asGeom(mjs_firstElement(s, mjOBJ_GEOM));
  assert_true(g->size[0] == 1);
  mj_deleteSpec(s);
  mj_deleteVFS(&vfs);
}

// --- mounts -------------------------------------------------------------------------------------

static int open_mesh(mjResource* r) { return strstr(r->name, "none") == NULL; }
static int read_mesh(mjResource* r, const void** bytes) {
  (void)r;
  *bytes = tetrahedron;
  return (int)sizeof tetrahedron - 1;
}
static void close_mesh(mjResource* r) { (void)r; }

static void providers_serve_folders(void** state) {
  (void)state;
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mjpResourceProvider p;
  mjp_defaultResourceProvider(&p);
  assert_int_equal(mj_mountVFS(&vfs, "far/meshes", &p), -1);
  p.open = open_mesh;
  p.read = read_mesh;
  p.close = close_mesh;
  assert_int_equal(mj_mountVFS(&vfs, "far/meshes", &p), 0);
  assert_int_equal(mj_mountVFS(&vfs, "far/./meshes/", &p), 2);
  static const char xml[] =
      "<mujoco><compiler meshdir='far/meshes'/><asset><mesh name='m' file='%s.obj'/></asset>"
      "<worldbody><geom type='mesh' mesh='m'/></worldbody></mujoco>";
  char text[1000];
  snprintf(text, sizeof text, xml, "any");
  mjModel* m = mj_loadXML("x.xml", NULL, error, sizeof error);
  assert_null(m);
  mjSpec* s = mj_parseXMLString(text, &vfs, error, sizeof error);
  m = mj_compile(s, &vfs);
  if (!m) fail_msg("%s", mjs_getError(s));
  mj_deleteModel(m);
  mj_deleteSpec(s);
  snprintf(text, sizeof text, xml, "none");
  s = mj_parseXMLString(text, &vfs, error, sizeof error);
  assert_null(mj_compile(s, &vfs));
  mj_deleteSpec(s);
  assert_int_equal(mj_unmountVFS(&vfs, "far/meshes"), 0);
  assert_int_equal(mj_unmountVFS(&vfs, "far/meshes"), -1);
  snprintf(text, sizeof text, xml, "any");
  s = mj_parseXMLString(text, &vfs, error, sizeof error);
  assert_null(mj_compile(s, &vfs));
  mj_deleteSpec(s);
  mj_deleteVFS(&vfs);
}

static void the_compiler_tells_its_times(void** state) {
  (void)state;
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  put(&vfs, "far/t.obj", tetrahedron, sizeof tetrahedron - 1);
  mjSpec* s = mj_parseXMLString(
      "<mujoco><asset><mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1 1 1 1'/></asset><worldbody>"
      "<geom type='mesh' mesh='m'/></worldbody></mujoco>",
      &vfs, error, sizeof error);
  const double* t = mjs_getTimer(s);
  assert_true(t[mjCTIMER_TOTAL] == 0);
  mj_deleteModel(mj_compile(s, &vfs));
  assert_true(t[mjCTIMER_TOTAL] > 0);
  assert_true(t[mjCTIMER_ASSETS] > 0 && t[mjCTIMER_ASSETS] <= t[mjCTIMER_TOTAL]);
  assert_true(t[mjCTIMER_MESH_HULL] > 0);
  assert_true(t[mjCTIMER_TEXTURE] < t[mjCTIMER_TOTAL]);
  mj_deleteSpec(s);
  mj_deleteVFS(&vfs);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_archive_is_read),
      cmocka_unit_test(damage_is_told),
      cmocka_unit_test(what_is_packed_is_unpacked),
      cmocka_unit_test(programs_have_formats_of_their_own),
      cmocka_unit_test(providers_serve_folders),
      cmocka_unit_test(the_compiler_tells_its_times),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
