// Semantic descriptions of robots: which links do not collide.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <engine/engine.h>

#define LINK(name)                                                                    \
  "<link name='" name                                                                 \
  "'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' "            \
  "ixz='0' iyz='0'/></inertial><collision><geometry><sphere radius='.2'/></geometry>" \
  "</collision></link>"
#define JOINT(type, parent, child)                                                               \
  "<joint name='" child "_joint' type='" type "'><parent link='" parent "'/><child link='" child \
  "'/><origin xyz='.1 0 0'/><axis xyz='0 0 1'/></joint>"

// Four balls that overlap, a chain; the last one is fixed to the third.
static const char* robot = "<robot name='r'>" LINK("a") LINK("b") LINK("c") LINK("d")
    JOINT("continuous", "a", "b") JOINT("continuous", "b", "c") JOINT("fixed", "c", "d") "</robot>";

static mjVFS vfs;

static mjSpec* parse(void) {
  char error[500] = "";
  mjSpec* s = mj_parseXMLString(robot, NULL, error, sizeof error);
  if (!s) fail_msg("%s", error);
  return s;
}

static int read_text(mjSpec* s, const char* text, char error[500]) {
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "r.srdf", text, (int)strlen(text));
  int n = eng_readSRDF(s, "r.srdf", &vfs, error, 500);
  mj_deleteVFS(&vfs);
  return n;
}

static int contacts(mjSpec* s) {
  mjModel* m = mj_compile(s, NULL);
  if (!m) fail_msg("%s", mjs_getError(s));
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  int n = d->ncon;
  mj_deleteData(d);
  mj_deleteModel(m);
  return n;
}

static void disabled_links_do_not_collide(void** state) {
  (void)state;
  char error[500];
  mjSpec* s = parse();
  // a, which is part of the world, with b, c, and what is fixed to c
  // it
  int before = contacts(s);
  assert_int_equal(before, 3);
  mj_deleteSpec(s);
  s = parse();
  assert_int_equal(read_text(s,
                             "<?xml version='1.0'?><robot name='r'><group name='g'><link name='a'/>"
                             "</group><disable_collisions link1='a' link2='c' reason='Never'/>"
                             "</robot>",
                             error),
                   1);
  assert_string_equal(error, "");
  int one = contacts(s);
  assert_true(one < before);
  // said again, the other way round, and one more
  assert_int_equal(read_text(s,
                             "<robot><disable_collisions link1='c' link2='a'/>"
                             "<disable_collisions link1='d' link2='a'/>"
                             "<disable_collisions link1='a' link2='d'/></robot>",
                             error),
                   1);
  int two = contacts(s);
  assert_true(two < before && two <= one);
  mjSpec* copy = s;
  char xml[20000];
  assert_int_equal(mj_saveXMLString(copy, xml, sizeof xml, error, sizeof error), 0);
  assert_non_null(strstr(xml, "<exclude"));
  mj_deleteSpec(s);
}

static void wrong_files_change_nothing(void** state) {
  (void)state;
  static const char* const rows[][2] = {
      {"<robot><disable_collisions link1='a' link2='c'/>\n<disable_collisions link1='a' "
       "link2='cc'/></robot>",
       "r.srdf:2:"},
      {"<robot><disable_collisions link1='a' link2='cc'/></robot>", "did you mean 'c'"},
      {"<robot><disable_collisions link1='a'/></robot>", "link2"},
      {"<model/>", "SRDF begins with 'robot'"},
      {"<robot><disable", "r.srdf:1:"},
  };
  char error[500];
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    mjSpec* s = parse();
    assert_int_equal(read_text(s, rows[i][0], error), -1);
    if (!strstr(error, rows[i][1])) fail_msg("%s", error);
    assert_null(mjs_firstElement(s, mjOBJ_EXCLUDE));
    mj_deleteSpec(s);
  }
  mjSpec* s = parse();
  assert_int_equal(eng_readSRDF(s, "no/such.srdf", NULL, error, sizeof error), -1);
  assert_non_null(strstr(error, "no/such.srdf"));
  assert_int_equal(eng_readSRDF(s, "no/such.srdf", NULL, NULL, 0), -1);
  mj_deleteSpec(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(disabled_links_do_not_collide),
      cmocka_unit_test(wrong_files_change_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
