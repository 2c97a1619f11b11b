// Models and meshes out of files of scenes: OBJ with materials, glTF and Collada.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <engine/engine.h>

#include "skip.h"

static mjVFS vfs;
static char warned[2000];
static void keep_warning(const char* text) {
  strncat(warned, text, sizeof warned - strlen(warned) - 1);
}

static int begin(void** state) {
  (void)state;
  mj_defaultVFS(&vfs);
  *warned = 0;
  mju_user_warning = keep_warning;
  return 0;
}

static int end(void** state) {
  (void)state;
  mj_deleteVFS(&vfs);
  mju_user_warning = NULL;
  return 0;
}

static void put(const char* name, const void* data, size_t n) {
  mj_addBufferVFS(&vfs, name, data, (int)n);
}
static void put_text(const char* name, const char* text) { put(name, text, strlen(text)); }

static mjModel* load(const char* name) {
  char error[500];
  mjModel* m = mj_loadXML(name, &vfs, error, sizeof error);
  if (!m) fail_msg("%s: %s", name, error);
  return m;
}

// A picture of one red pixel.
static const unsigned char red_png[] = {
    137, 80,  78,  71, 13, 10,  26,  10, 0,   0,   0,   13,  73,  72, 68,  82, 0, 0,
    0,   1,   0,   0,  0,  1,   8,   2,  0,   0,   0,   144, 119, 83, 222, 0,  0, 0,
    12,  73,  68,  65, 84, 120, 156, 99, 248, 207, 192, 0,   0,   3,  1,   1,  0, 201,
    254, 146, 239, 0,  0,  0,   0,   73, 69,  78,  68,  174, 66,  96, 130};

// A box of half sizes 1, 2, 3 in two objects; faces of three materials, one of them textured.
static const char box[] =
    "mtllib look s.mtl\n"
    "o lower\nv -1 -2 -3\nv 1 -2 -3\nv 1 2 -3\nv -1 2 -3\n"
    "v -1 -2 3\nv 1 -2 3\nv 1 2 3\nv -1 2 3\n"
    "vt 0 0\nvt 1 0\nvt 1 .75\nvt 0 .75\n"
    "usemtl painted\nf 4/1 3/2 2/3 1/4\n"
    "usemtl dark red\nf 1 2 6 5\nf 3 4 8 7\n"
    "o upper\nusemtl painted\nf 5/1 6/2 7/3 8/4\n"
    "usemtl glass\nf 2 3 7 6\nf 4 1 5 8\n";
static const char looks[] =
    "# colours\nnewmtl dark red\nKd .5 0 0\nKs .3 .3 .3\nNs 32\nKe 0 .3 0\n"
    "newmtl painted\r\nKd 0 0 0\r\nmap_Kd -s 1 1 1 -clamp on red pixel.png\r\n"
    "newmtl glass\nKd .2 .4 .6\nTr .75\nPm .1\nPr .2\nnewmtl of nobody\nKd 1 1 1\n";

static int material_of(const mjModel* m, const char* name) {
  int id = mj_name2id(m, mjOBJ_MATERIAL, name);
  assert_true(id >= 0);
  return id;
}

static void assert_row(const float* x, const float* y, int n) {
  for (int i = 0; i < n; i++) assert_true(fabsf(x[i] - y[i]) < 1e-6f);
}

// The mass is that of the box, whatever objects and materials its surface is cut into.
static void assert_is_the_box(const mjModel* m, double mass) {
  int b = mj_name2id(m, mjOBJ_BODY, "box");
  assert_true(b > 0);
  assert_true(fabs(m->body_mass[b] - mass) < 1e-3 * mass);
  int looked_at = 0, touched = 0;
  for (int g = 0; g < m->ngeom; g++) {
    bool collides = m->geom_contype[g] != 0;
    looked_at += !collides && m->geom_group[g] == 2 && m->geom_matid[g] >= 0;
    touched += collides && m->geom_group[g] == 3;
  }
  assert_int_equal(looked_at, 3);
  assert_int_equal(touched, 1);
}

static void an_obj_is_a_body_with_its_materials(void** state) {
  (void)state;
  put_text("box.obj", box);
  put_text("look s.mtl", looks);
  put("red pixel.png", red_png, sizeof red_png);
  mjModel* m = load("box.obj");
  assert_string_equal(warned, "");
  assert_is_the_box(m, 48000);
  assert_int_equal(m->nmat, 3);
  int red = material_of(m, "dark red"), glass = material_of(m, "glass"),
      painted = material_of(m, "painted");
  assert_row(m->mat_rgba + 4 * red, (float[]){.5f, 0, 0, 1}, 4);
  assert_row(m->mat_rgba + 4 * glass, (float[]){.2f, .4f, .6f, .25f}, 4);
  assert_row(m->mat_rgba + 4 * painted, (float[]){1, 1, 1, 1}, 4);
  assert_row((float[]){m->mat_specular[red], m->mat_shininess[red], m->mat_emission[red]},
             (float[]){.3f, .25f, .1f}, 3);
  assert_row((float[]){m->mat_metallic[glass], m->mat_roughness[glass]}, (float[]){.1f, .2f}, 2);
  int tex = m->mat_texid[mjNTEXROLE * painted + mjTEXROLE_RGB];
  assert_int_equal(tex, 0);
  assert_int_equal(m->tex_data[0], 255);
  assert_int_equal(m->tex_data[1], 0);
  // images begin at the top, OBJ at the bottom
  int mesh = mj_name2id(m, mjOBJ_MESH, "painted");
  assert_int_equal(m->mesh_texcoordnum[mesh], 8);
  float least = 1;
  for (int i = 0; i < 8; i++) {
    least = fminf(least, m->mesh_texcoord[2 * (m->mesh_texcoordadr[mesh] + i) + 1]);
  }
  assert_true(fabsf(least - .25f) < 1e-6f);
  mj_deleteModel(m);
}

static void a_mesh_from_obj_is_its_first_object_as_ever(void** state) {
  (void)state;
  put_text("t.obj",
           "o a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nusemtl x\nf 1 3 2\nf 1 2 4\nf 1 4 3\n"
           "f 2 3 4\no b\nv 9 9 9\nf 1 2 5\n");
  put_text("m.xml",
           "<mujoco><asset><mesh name='t' file='t.obj'/></asset><worldbody>"
           "<geom type='mesh' mesh='t'/></worldbody></mujoco>");
  mjModel* m = load("m.xml");
  assert_int_equal(m->mesh_facenum[0], 4);
  mj_deleteModel(m);
}

static void a_scene_can_be_attached(void** state) {
  (void)state;
  put_text("box.obj", box);
  put_text("look s.mtl", looks);
  put("red pixel.png", red_png, sizeof red_png);
  put_text("m.xml",
           "<mujoco><asset><model name='b' file='box.obj'/></asset><worldbody>"
           "<body name='holder' pos='0 0 5'><freejoint/><attach model='b' body='box' "
           "prefix='a-'/></body></worldbody></mujoco>");
  mjModel* m = load("m.xml");
  assert_true(mj_name2id(m, mjOBJ_BODY, "a-box") > 0);
  assert_true(mj_name2id(m, mjOBJ_MATERIAL, "a-glass") >= 0);
  assert_int_equal(m->ntex, 1);
  mj_deleteModel(m);
}

static void what_is_written_of_a_scene_is_the_same_model(void** state) {
  (void)state;
  put_text("box.obj", box);
  put_text("look s.mtl", looks);
  put("red pixel.png", red_png, sizeof red_png);
  char error[500], *xml = malloc(100000);
  mjSpec* s = mj_parseXML("box.obj", &vfs, error, sizeof error);
  mjModel *m = mj_compile(s, &vfs), *again = NULL;
  assert_non_null(m);
  assert_int_equal(mj_saveXMLString(s, xml, 100000, error, sizeof error), 0);
  put_text("again.xml", xml);
  again = load("again.xml");
  assert_int_equal(mj_sizeModel(m), mj_sizeModel(again));
  assert_memory_equal(m->mesh_vert, again->mesh_vert, sizeof(float) * 3 * (size_t)m->nmeshvert);
  assert_memory_equal(m->mesh_texcoord, again->mesh_texcoord,
                      sizeof(float) * 2 * (size_t)m->nmeshtexcoord);
  assert_memory_equal(m->mat_rgba, again->mat_rgba, sizeof(float) * 4 * (size_t)m->nmat);
  mj_deleteModel(m);
  mj_deleteModel(again);
  mj_deleteSpec(s);
  free(xml);
}

static void materials_that_are_not_there_are_told(void** state) {
  (void)state;
  put_text("box.obj", box);
  mjModel* m = load("box.obj");
  assert_non_null(strstr(warned, "look s.mtl"));
  assert_is_the_box(m, 48000);
  mj_deleteModel(m);
}

static void flat_shapes_collide_with_nothing(void** state) {
  (void)state;
  put_text("flat.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n");
  mjModel* m = load("flat.obj");
  assert_int_equal(m->ngeom, 1);
  assert_int_equal(m->geom_contype[0], 0);
  mj_deleteModel(m);
}

static void broken_scenes_are_refused(void** state) {
  (void)state;
  static const char* const rows[][3] = {
      {"a.obj", "", "a.obj"},
      {"b.obj", "v 0 0 0\n", "no triangles"},
      {"c.obj", "usemtl x\nv 0 0 0\nf 1 2 3\n", "line 3: a face refers to vertex 2"},
      {"d.obj", "v 0 0 x\n", "line 1: number 3"},
      {"e.glb", "glTF", "e.glb"},
      {"f.dae", "<COLLADA", "f.dae"},
      {"g.gltf", "{\"asset\":{\"version\":\"2.0\"}}", "g.gltf"},
      {"h.gltf", "[[[[[[[[", "h.gltf"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char error[500] = "";
    put_text(rows[i][0], rows[i][1]);
    mjSpec* s = mj_parseXML(rows[i][0], &vfs, error, sizeof error);
    assert_null(s);
    if (!strstr(error, rows[i][2])) fail_msg("'%s' does not say '%s'", error, rows[i][2]);
  }
}

// --- what assimp reads ---------------------------------------------------------------------------

// Whether this build and machine have it: files of its formats are refused otherwise, by its name.
static bool have_assimp(void) {
  char error[500] = "";
  put_text("none.dae", "<x/>");
  mjSpec* s = mj_parseXML("none.dae", &vfs, error, sizeof error);
  mj_deleteSpec(s);
  return !strstr(error, "libassimp");
}

#define NEEDS_ASSIMP \
  if (!have_assimp()) skip_because("this build has no assimp")

static const float corner[8][3] = {{-1, -2, -3}, {1, -2, -3}, {1, 2, -3}, {-1, 2, -3},
                                   {-1, -2, 3},  {1, -2, 3},  {1, 2, 3},  {-1, 2, 3}};
static const unsigned short side[36] = {3, 2, 1, 3, 1, 0, 0, 1, 5, 0, 5, 4, 2, 3, 7, 2, 7, 6,
                                        4, 5, 6, 4, 6, 7, 1, 2, 6, 1, 6, 5, 3, 0, 4, 3, 4, 7};

static size_t put_chunk(unsigned char* at, const char* type, const void* data, size_t n, char pad) {
  size_t whole = (n + 3) / 4 * 4;
  uint32_t size = (uint32_t)whole;
  memcpy(at, &size, 4);
  memcpy(at + 4, type, 4);
  memset(at + 8, pad, whole);
  memcpy(at + 8, data, n);
  return 8 + whole;
}

// The box as GLB: sides in three materials, moved by a node; the picture is within the file.
static size_t make_glb(unsigned char* file) {
  static unsigned char data[4096];
  size_t nv = sizeof corner, nf = sizeof side, np = sizeof red_png, nt = 8 * 2 * sizeof(float);
  float texcoord[8][2];
  for (int i = 0; i < 8; i++) texcoord[i][0] = .5f, texcoord[i][1] = .25f;
  memcpy(data, corner, nv);
  memcpy(data + nv, side, nf);
  memcpy(data + nv + nf, texcoord, nt);
  memcpy(data + nv + nf + nt, red_png, np);
  char json[3000];
  int n = snprintf(
      json, sizeof json,
      "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],"
      "\"nodes\":[{\"mesh\":0,\"translation\":[0,10,0]}],"
      "\"buffers\":[{\"byteLength\":%zu}],\"bufferViews\":["
      "{\"buffer\":0,\"byteLength\":%zu},{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu},"
      "{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu},"
      "{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu}],\"accessors\":["
      "{\"bufferView\":0,\"componentType\":5126,\"count\":8,\"type\":\"VEC3\",\"min\":[-1,-2,-3],"
      "\"max\":[1,2,3]},{\"bufferView\":2,\"componentType\":5126,\"count\":8,\"type\":\"VEC2\"},"
      "{\"bufferView\":1,\"componentType\":5123,\"count\":12,\"type\":\"SCALAR\"},"
      "{\"bufferView\":1,\"byteOffset\":24,\"componentType\":5123,\"count\":12,\"type\":\"SCALAR\"}"
      ","
      "{\"bufferView\":1,\"byteOffset\":48,\"componentType\":5123,\"count\":12,\"type\":\"SCALAR\"}"
      "],"
      "\"images\":[{\"bufferView\":3,\"mimeType\":\"image/png\"}],\"textures\":[{\"source\":0}],"
      "\"materials\":[{\"name\":\"painted\",\"pbrMetallicRoughness\":{\"baseColorTexture\":"
      "{\"index\":0},\"metallicFactor\":0.25,\"roughnessFactor\":0.5}},"
      "{\"name\":\"dark red\",\"pbrMetallicRoughness\":{\"baseColorFactor\":[0.5,0,0,1]}},"
      "{\"name\":\"glass\",\"alphaMode\":\"BLEND\",\"pbrMetallicRoughness\":"
      "{\"baseColorFactor\":[0.2,0.4,0.6,0.25]}}],\"meshes\":[{\"primitives\":["
      "{\"attributes\":{\"POSITION\":0,\"TEXCOORD_0\":1},\"indices\":2,\"material\":0},"
      "{\"attributes\":{\"POSITION\":0},\"indices\":3,\"material\":1},"
      "{\"attributes\":{\"POSITION\":0},\"indices\":4,\"material\":2}]}]}",
      nv + nf + nt + np, nv, nv, nf, nv + nf, nt, nv + nf + nt, np);
  size_t at = 12;
  at += put_chunk(file + at, "JSON", json, (size_t)n, ' ');
  at += put_chunk(file + at, "BIN", data, nv + nf + nt + np, 0);
  uint32_t head[3] = {0x46546C67, 2, (uint32_t)at};
  memcpy(file, head, 12);
  return at;
}

static void a_glb_is_a_body_with_its_materials(void** state) {
  (void)state;
  NEEDS_ASSIMP;
  static unsigned char glb[12000];
  put("box.glb", glb, make_glb(glb));
  mjModel* m = load("box.glb");
  assert_is_the_box(m, 48000);
  int painted = material_of(m, "painted"), glass = material_of(m, "glass");
  assert_row(m->mat_rgba + 4 * glass, (float[]){.2f, .4f, .6f, .25f}, 4);
  assert_row((float[]){m->mat_metallic[painted], m->mat_roughness[painted]}, (float[]){.25f, .5f},
             2);
  // n = 2 / .5^4 - 2 = 30 of 128
  assert_true(fabsf(m->mat_shininess[painted] - 30.f / 128) < 1e-6f);
  assert_int_equal(m->ntex, 1);
  assert_int_equal(m->tex_data[0], 255);
  assert_int_equal(m->tex_data[2], 0);
  // what the file calls up, y, is z
  mjData* d = mj_makeData(m);
  mj_kinematics(m, d);
  mj_comPos(m, d);
  int b = mj_name2id(m, mjOBJ_BODY, "box");
  assert_true(fabs(d->xipos[3 * b + 2] - 10) < 1e-6 && fabs(d->xipos[3 * b + 1]) < 1e-6);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void a_mesh_of_a_glb_is_all_of_it_as_written(void** state) {
  (void)state;
  NEEDS_ASSIMP;
  static unsigned char glb[12000];
  put("box.glb", glb, make_glb(glb));
  put_text("m.xml",
           "<mujoco><asset><mesh name='t' file='box.glb' scale='2 2 2'/></asset><worldbody>"
           "<geom type='mesh' mesh='t'/></worldbody></mujoco>");
  mjModel* m = load("m.xml");
  assert_int_equal(m->mesh_facenum[0], 12);
  assert_true(fabs(m->mesh_pos[1] - 20) < 1e-5);
  assert_true(fabs(m->geom_aabb[3] * m->geom_aabb[4] * m->geom_aabb[5] - 48) < 1e-3);
  mj_deleteModel(m);
}

static const char collada[] =
    "<?xml version='1.0'?><COLLADA xmlns='http://www.collada.org/2005/11/COLLADASchema' "
    "version='1.4.1'><asset><unit name='centimeter' meter='0.01'/><up_axis>Y_UP</up_axis></asset>"
    "<library_geometries><geometry id='g'><mesh><source id='p'><float_array id='a' count='12'>"
    "0 0 0 100 0 0 0 100 0 0 0 100</float_array><technique_common><accessor source='#a' count='4' "
    "stride='3'><param name='X' type='float'/><param name='Y' type='float'/><param name='Z' "
    "type='float'/></accessor></technique_common></source><vertices id='v'><input "
    "semantic='POSITION' source='#p'/></vertices><triangles count='4'><input semantic='VERTEX' "
    "source='#v' offset='0'/><p>0 2 1 0 1 3 0 3 2 1 2 3</p></triangles></mesh></geometry>"
    "</library_geometries><library_visual_scenes><visual_scene id='s'><node><instance_geometry "
    "url='#g'/></node></visual_scene></library_visual_scenes><scene><instance_visual_scene "
    "url='#s'/></scene></COLLADA>";

static void collada_has_its_unit_and_its_axes(void** state) {
  (void)state;
  NEEDS_ASSIMP;
  put_text("t.dae", collada);
  put_text("r.urdf",
           "<robot name='r'><link name='a'><inertial><mass value='1'/><inertia ixx='1' "
           "iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial><collision><geometry>"
           "<mesh filename='t.dae'/></geometry></collision></link></robot>");
  mjModel* m = load("r.urdf");
  assert_int_equal(m->nmesh, 1);
  // a tetrahedron of one metre, with its corner at the origin: its centre is a quarter along each
  // axis
  for (int k = 0; k < 3; k++) assert_true(fabs(m->mesh_pos[k] - .25) < 1e-5);
  mj_deleteModel(m);
}

int main(void) {
#define ROW(name) cmocka_unit_test_setup_teardown(name, begin, end)
  const struct CMUnitTest tests[] = {
      ROW(an_obj_is_a_body_with_its_materials),
      ROW(a_mesh_from_obj_is_its_first_object_as_ever),
      ROW(a_scene_can_be_attached),
      ROW(what_is_written_of_a_scene_is_the_same_model),
      ROW(materials_that_are_not_there_are_told),
      ROW(flat_shapes_collide_with_nothing),
      ROW(broken_scenes_are_refused),
      ROW(a_glb_is_a_body_with_its_materials),
      ROW(a_mesh_of_a_glb_is_all_of_it_as_written),
      ROW(collada_has_its_unit_and_its_axes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
