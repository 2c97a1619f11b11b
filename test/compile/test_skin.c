// Skins: the arrays of a file and of inline data; bones find their bodies; what is refused.
#include "asset/asset_model.h"

#include <math.h>

static mjSpec* spec_of_skin(mjsSkin** skin) {
  mjSpec* s = mj_makeSpec();
  mjsBody* world = mjs_findBody(s, "world");
  // a body that is fused with the world, so that those after it change their ids
  mjsGeom* g = mjs_addGeom(mjs_addBody(world, NULL), NULL);
  g->size[0] = 1;
  for (int i = 0; i < 2; i++) mjs_setName(mjs_addBody(world, NULL)->element, i ? "b" : "a");
  s->compiler.fusestatic = 1;
  *skin = mjs_addSkin(s);
  return s;
}

static mjSpec* spec_of_file(void) {
  mjsSkin* skin;
  mjSpec* s = spec_of_skin(&skin);
  mjs_setString(skin->file, "s.skn");
  return s;
}

static void a_file_fills_the_arrays(void** state) {
  (void)state;
  bytes b = {0};
  put_skin(&b);
  mjVFS vfs = file_of("s.skn", b.data, b.size);
  mjModel* m = model_of(spec_of_file(), &vfs);
  mj_deleteVFS(&vfs);
  assert_int_equal(m->nskin, 1);
  assert_int_equal(m->skin_vertnum[0], 4);
  assert_int_equal(m->skin_facenum[0], 4);
  assert_int_equal(m->skin_bonenum[0], 2);
  assert_int_equal(m->skin_texcoordadr[0], 0);
  // vertex weights of the bones: 1 3 1 on 0 1 2, and on 1 2 3; each vertex has 1 in all
  static const float weight[6] = {1, 0.75f, 0.25f, 0.25f, 0.75f, 1};
  static const int vertex[6] = {0, 1, 2, 1, 2, 3};
  assert_memory_equal(m->skin_bonevertid, vertex, sizeof vertex);
  for (int i = 0; i < 6; i++) assert_true(m->skin_bonevertweight[i] == weight[i]);
  assert_int_equal(m->skin_bonevertadr[1], 3);
  for (int i = 0; i < 2; i++) {
    assert_true(m->skin_bonebindpos[3 * i] == i);
    assert_true(m->skin_bonebindquat[4 * i] == 1);  // 2 in the file: made a unit
    assert_int_equal(m->skin_bonebodyid[i], mj_name2id(m, mjOBJ_BODY, i ? "b" : "a"));
  }
  assert_int_equal(m->nbody, 3);
  mj_deleteModel(m);
}

static const float bone_vert[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
static const float bone_quat[8] = {1, 0, 0, 0, 1, 0, 0, 0}, bone_pos[6] = {0};

// Weights of the first bone, for all 4 vertices; the second bone has weight 1 on vertex 0.
static mjSpec* spec_of_inline(const float* weight, int nweight, int vertex) {
  static const int face[6] = {0, 2, 1, 0, 1, 3};
  mjsSkin* skin;
  mjSpec* s = spec_of_skin(&skin);
  mjs_setFloat(skin->vert, bone_vert, 12);
  mjs_setInt(skin->face, face, 6);
  mjs_setFloat(skin->bindpos, bone_pos, 6);
  mjs_setFloat(skin->bindquat, bone_quat, 8);
  mjs_setStringVec(skin->bodyname, "a b");
  mjs_appendIntVec(skin->vertid, (int[]){0, 1, 2, 3}, 4);
  mjs_appendFloatVec(skin->vertweight, weight, nweight);
  mjs_appendIntVec(skin->vertid, &vertex, 1);
  mjs_appendFloatVec(skin->vertweight, (float[]){1}, 1);
  return s;
}

static void inline_skins_fill_the_arrays(void** state) {
  (void)state;
  static const float weight[4] = {3, 5, 7, 9};
  mjModel* m = model_of(spec_of_inline(weight, 4, 0), NULL);
  static const float want[5] = {0.75f, 1, 1, 1, 0.25f};
  for (int i = 0; i < 5; i++) assert_true(m->skin_bonevertweight[i] == want[i]);
  assert_int_equal(m->skin_texcoordadr[0], -1);
  mj_deleteModel(m);
  refused(spec_of_inline(weight, 3, 0), NULL, "bone 0 has 4 vertices and 3 weights");
  refused(spec_of_inline(weight, 4, 4), NULL, "bone 1 refers to vertex 4; there are 4");
  refused(spec_of_inline(weight, 4, -1), NULL, "bone 1 refers to vertex -1");
  static const float none[4] = {1, 0, 1, 1}, bad[4] = {1, NAN, 1, 1};
  refused(spec_of_inline(none, 4, 0), NULL, "no bone moves vertex 1");
  refused(spec_of_inline(bad, 4, 0), NULL, "weight 1 of bone 0");
}

static void refuse(const bytes* b, const char* part) {
  mjVFS vfs = file_of("s.skn", b->data, b->size);
  refused(spec_of_file(), &vfs, part);
  mj_deleteVFS(&vfs);
}

static void broken_files_are_refused(void** state) {
  (void)state;
  bytes whole = {0};
  put_skin(&whole);
  for (size_t size = 1; size < whole.size; size += 3) {
    bytes b = whole;
    b.size = size;
    refuse(&b, "skin file 's.skn' is cut short");
  }
  bytes b = whole;
  put_int(&b, 0);
  refuse(&b, "longer than its counts say");
  for (int i = 0; i < 4; i++) {
    b = whole;
    memcpy(b.data + 4 * i, &(int){-1}, 4);
    refuse(&b, "s.skn");
    memcpy(b.data + 4 * i, &(int){0x7fffffff}, 4);
    refuse(&b, "s.skn");
  }
  b = whole;
  memcpy(b.data + 16, &(float){NAN}, 4);
  refuse(&b, "vertex 0 is not finite");
  b = whole;
  memcpy(b.data + 16 + 48 + 32, &(int){4}, 4);
  refuse(&b, "face 0 refers to vertex 4");
  b = whole;
  size_t bone = 16 + 48 + 32 + 48;
  memset(b.data + bone, 'x', 40);
  refuse(&b, "no body is named 'xxx");
  b = whole;
  memcpy(b.data + bone + 40, &(float){INFINITY}, 4);
  refuse(&b, "bindpos of bone 0");
  b = whole;
  memcpy(b.data + bone + 68, &(int){0}, 4);
  refuse(&b, "counts are wrong");
  mjsSkin* skin;
  mjSpec* s = spec_of_skin(&skin);
  mjs_setString(skin->file, "s.bin");
  refused(s, NULL, "extension .skn");
  s = spec_of_skin(&skin);
  refused(s, NULL, "vertices, faces and bones");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_file_fills_the_arrays),
      cmocka_unit_test(inline_skins_fill_the_arrays),
      cmocka_unit_test(broken_files_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
