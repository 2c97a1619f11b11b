#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "model/small_models.h"

static void every_name_leads_to_its_element_and_back(void** state) {
  (void)state;
  mjModel* m = small_chain(50);
  for (int b = 0; b < m->nbody; b++) {
    const char* name = mj_id2name(m, mjOBJ_BODY, b);
    assert_int_equal(mj_name2id(m, mjOBJ_BODY, name), b);
    assert_int_equal(mj_name2id(m, mjOBJ_XBODY, name), b);
    assert_ptr_equal(mj_id2name(m, mjOBJ_XBODY, b), name);
  }
  assert_int_equal(mj_name2id(m, mjOBJ_BODY, "world"), 0);
  for (int g = 0; g < m->ngeom; g++) {
    const char* name = mj_id2name(m, mjOBJ_GEOM, g);
    if (g % 2) {
      assert_null(name);
    } else {
      assert_int_equal(mj_name2id(m, mjOBJ_GEOM, name), g);
    }
  }
  assert_int_equal(mj_name2id(m, mjOBJ_ACTUATOR, "motor0"), 0);
  assert_int_equal(mj_name2id(m, mjOBJ_SENSOR, "sensor0"), 0);
  assert_int_equal(mj_name2id(m, mjOBJ_KEY, "key1"), 1);
  mj_deleteModel(m);
}

static void what_is_not_there_is_minus_one(void** state) {
  (void)state;
  mjModel* m = small_chain(3);
  static const struct {
    int type;
    const char* name;
  } cases[] = {{mjOBJ_BODY, "nobody"},   {mjOBJ_BODY, ""},       {mjOBJ_BODY, "bod"},
               {mjOBJ_BODY, "body11"},   {mjOBJ_JOINT, "body1"}, {mjOBJ_DOF, "joint0"},
               {mjOBJ_UNKNOWN, "body1"}, {55, "body1"},          {-1, "body1"},
               {mjOBJ_MESH, "body1"},    {mjOBJ_FRAME, "body1"}, {mjOBJ_BODY, NULL}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    assert_int_equal(mj_name2id(m, cases[i].type, cases[i].name), -1);
  }
  assert_null(mj_id2name(m, mjOBJ_BODY, m->nbody));
  assert_null(mj_id2name(m, mjOBJ_BODY, -1));
  assert_null(mj_id2name(m, mjOBJ_DOF, 0));
  assert_null(mj_id2name(m, 55, 0));
  mj_deleteModel(m);
}

// The map is part of files: its contents follow from the hash function alone.
static void the_map_is_that_of_the_format(void** state) {
  (void)state;
  mjModel* m = small_chain(3);
  assert_int_equal(m->nnames_map, 2 * (5 + 3 + 3 + 1 + 1 + 1 + 2));
  // bodies: world, body1 .. body4, in 10 slots; hashes worked out by hand of the definition
  int expected[10];
  for (int i = 0; i < 10; i++) expected[i] = -1;
  for (int b = 0; b < 5; b++) {
    uint64_t h = 5381;
    for (const char* c = mj_id2name(m, mjOBJ_BODY, b); *c; c++) h = 33 * h ^ (uint64_t)*c;
    int slot = (int)(h % 10);
    while (expected[slot] >= 0) slot = (slot + 1) % 10;
    expected[slot] = b;
  }
  assert_memory_equal(m->names_map, expected, sizeof expected);
  // bytes beyond ASCII are negative chars
  strcpy(m->names + m->name_bodyadr[4], "b\xC3\xA4h");
  names_fill_map(m);
  assert_int_equal(mj_name2id(m, mjOBJ_BODY, "b\xC3\xA4h"), 4);
  uint64_t h = ((5381 * 33u) ^ 'b');
  h = 33 * h ^ (uint64_t)(int64_t)-61;
  h = 33 * h ^ (uint64_t)(int64_t)-92;
  h = 33 * h ^ 'h';
  int slot = (int)(h % 10), steps = 0;
  while (m->names_map[slot] != 4 && steps++ < 5) {
    assert_true(m->names_map[slot] >= 0);  // pushed on by somebody
    slot = (slot + 1) % 10;
  }
  assert_true(steps < 5);
  mj_deleteModel(m);
}

static void types_have_names(void** state) {
  (void)state;
  assert_string_equal(mju_type2Str(mjOBJ_BODY), "body");
  assert_string_equal(mju_type2Str(mjOBJ_XBODY), "xbody");
  assert_string_equal(mju_type2Str(mjOBJ_DOF), "dof");
  assert_string_equal(mju_type2Str(mjOBJ_FRAME), "frame");
  for (int type = 1; type < mjNOBJECT; type++) {
    assert_int_equal(mju_str2Type(mju_type2Str(type)), type);
  }
  assert_int_equal(mju_str2Type("frame"), 0);
  assert_int_equal(mju_str2Type("nothing"), 0);
  assert_int_equal(mju_str2Type(""), 0);
  assert_int_equal(mju_str2Type(NULL), 0);
  assert_null(mju_type2Str(0));
  assert_null(mju_type2Str(mjNOBJECT));
  assert_null(mju_type2Str(-4));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_name_leads_to_its_element_and_back),
      cmocka_unit_test(what_is_not_there_is_minus_one),
      cmocka_unit_test(the_map_is_that_of_the_format),
      cmocka_unit_test(types_have_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
