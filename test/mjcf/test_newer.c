// What is newer than 3.3.7 in MJCF: levels, fields behind the public structs, messages that tell
// the version.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include <engine/engine.h>

static mjSpec* parse(const char* text) {
  char error[1000] = "";
  mjSpec* s = mj_parseXMLString(text, NULL, error, sizeof error);
  if (!s) fail_msg("%s\n%s", error, text);
  return s;
}

static void a_level_has_the_bits_of_its_version(void** state) {
  (void)state;
  assert_int_equal(eng_levelBits(engLEVEL_BASE), 0);
  assert_int_equal(eng_levelBits(engLEVEL_NEWEST), (1 << engNLEVEL) - 1);
  for (int v = engLEVEL_BASE; v < engLEVEL_NEWEST; v++) {
    assert_int_equal(eng_levelBits(v) & ~eng_levelBits(v + 1), 0);
  }
  assert_true(eng_levelBits(3007) & engLEVEL_JDOTV);
  assert_false(eng_levelBits(3006) & engLEVEL_JDOTV);
  for (int i = 0; i < engNLEVEL; i++) {
    assert_int_equal(eng_levelBit(eng_levelName(1 << i)), 1 << i);
  }
  assert_null(eng_levelName(1 << engNLEVEL));
  assert_int_equal(eng_levelBit("jdot"), 0);
}

static void a_level_is_read_and_set(void** state) {
  (void)state;
  mjSpec* s = parse("<mujoco/>");
  assert_int_equal(s->ext.level, engLEVEL_BASE);
  assert_int_equal(s->ext.levelbits, 0);
  assert_int_equal(s->option.enableflags & mjENBL_MULTICCD, 0);
  mj_deleteSpec(s);
  s = parse("<mujoco><compiler level='3.3.7 +jdotv +gap'/></mujoco>");
  assert_int_equal(s->ext.levelbits, engLEVEL_JDOTV | engLEVEL_GAP);
  mj_deleteSpec(s);
  s = parse(
      "<mujoco><compiler level='3.14 -pgs'/><option><flag multiccd='disable'/></option>"
      "</mujoco>");
  mjModel* m = mj_compile(s, NULL);
  assert_int_equal(m->ext.level, 3014);
  assert_int_equal(m->ext.levelbits, eng_levelBits(3014) & ~engLEVEL_PGS);
  assert_int_equal(m->opt.enableflags & mjENBL_MULTICCD, 0);
  mj_deleteModel(m);
  // what the text says about the flag stays
  assert_int_equal(eng_setLevel(s, 3008), 0);
  assert_int_equal(s->option.enableflags & mjENBL_MULTICCD, 0);
  mj_deleteSpec(s);
  s = parse("<mujoco/>");
  assert_int_equal(eng_setLevel(s, 3007), 0);
  assert_int_equal(s->ext.levelbits, eng_levelBits(3007));
  assert_int_equal(eng_setLevel(s, 3008), 0);
  assert_true(s->option.enableflags & mjENBL_MULTICCD);
  assert_int_equal(eng_setLevel(s, 3015), -1);
  assert_non_null(strstr(mjs_getError(s), "3.3 to 3.14"));
  mj_deleteSpec(s);
}

static void check_message(const char* text, const char* message) {
  char error[1000] = "";
  assert_null(mj_parseXMLString(text, NULL, error, sizeof error));
  if (!strstr(error, message)) fail_msg("%s\ninstead of\n%s", error, message);
}

static void messages_tell_the_version(void** state) {
  (void)state;
  check_message("<mujoco><worldbody><geom size='1' surfacevel='1 2 x'/></worldbody></mujoco>",
                "'x' is no number; expected 1 to 6 numbers (since version 3.11)");
  check_message("<mujoco><compiler level='4.1'/></mujoco>", "there is no level '4.1'");
  check_message("<mujoco><compiler level='three'/></mujoco>", "there is no level 'three'");
  check_message("<mujoco><compiler level='3.14 -boxbux'/></mujoco>", "did you mean 'boxbox'?");
}

static void newer_fields_are_behind_the_public_struct(void** state) {
  (void)state;
  mjSpec* s = mj_makeSpec();
  mjsDefault* main = mjs_getSpecDefault(s);
  eng_geom(main->geom)->adhesion = 4;
  mjsGeom* geom = mjs_addGeom(mjs_findBody(s, "world"), NULL);
  geom->size[0] = 0.1;
  assert_true(eng_geom(geom)->adhesion == 4);
  eng_geom(geom)->surfacevel[3] = 2;
  mjSpec* copy = mj_copySpec(s);
  mjModel* m = mj_compile(copy, NULL);
  assert_true(m->geom_adhesion[0] == 4 && m->geom_surfacevel[3] == 2);
  mj_deleteModel(m);
  mj_deleteSpec(copy);
  mj_deleteSpec(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_level_has_the_bits_of_its_version),
      cmocka_unit_test(a_level_is_read_and_set),
      cmocka_unit_test(messages_tell_the_version),
      cmocka_unit_test(newer_fields_are_behind_the_public_struct),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
