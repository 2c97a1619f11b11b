// Includes: what is found where, each file once, and errors that name the chain.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include <engine/base.h>
#include <engine/mjcf.h>
#include <engine/spec.h>

#include "base/text.h"
#include "mjcf/xml.h"

typedef struct {
  const char *name, *text;
} given;

#define MAX_FILES 8

// Parse main with the files, a list ended by NULL, in a virtual file system.
static mjSpec* parse_with(const given* file, const char* main, char* error) {
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  for (; file->name; file++) {
    assert_int_equal(mj_addBufferVFS(&vfs, file->name, file->text, (int)strlen(file->text)), 0);
  }
  error[0] = 0;
  mjSpec* spec = mj_parseXML(main, &vfs, error, 1000);
  mj_deleteVFS(&vfs);
  return spec;
}

static void assert_names(mjSpec* spec, mjtObj type, const char* expected) {
  char names[500] = "";
  for (mjsElement* e = mjs_firstElement(spec, type); e; e = mjs_nextElement(spec, e)) {
    strcat(names, mjs_getString(mjs_getName(e)));
    strcat(names, " ");
  }
  assert_string_equal(names, expected);
}

static void contents_stand_in_place_of_the_include(void** state) {
  (void)state;
  const given files[] = {
      {"main.xml",
       "<mujoco><include file='defaults.xml'/><worldbody><body name='a'/><include file='b.xml'/>"
       "<body name='c'><include file='sub/in.xml'/><geom name='g3' size='1'/></body></worldbody>"
       "<include file='tail.xml'/></mujoco>"},
      {"defaults.xml", "<any name='ignored'><default><include file='geom.xml'/></default></any>"},
      {"geom.xml", "<x><geom size='.25'/></x>"},
      {"b.xml", "<mujocoinclude><body name='b1'/><body name='b2'/></mujocoinclude>"},
      {"sub/in.xml", "<x><geom name='g1'/><include file='more.xml'/></x>"},
      {"sub/more.xml", "<x><geom name='g2'/></x>"},
      {"tail.xml", "<mujoco><worldbody><body name='d'/></worldbody></mujoco>"},
      {NULL, NULL}};
  char error[1000];
  mjSpec* spec = parse_with(files, "main.xml", error);
  assert_string_equal(error, "");
  assert_non_null(spec);
  assert_names(spec, mjOBJ_BODY, "world a b1 b2 c d ");
  assert_names(spec, mjOBJ_GEOM, "g1 g2 g3 ");
  mjsGeom* g = mjs_asGeom(mjs_findElement(spec, mjOBJ_GEOM, "g2"));
  assert_true(g->size[0] == 0.25);
  assert_string_equal(mjs_getString(g->info),
                      "sub/more.xml:1:4 (included from sub/in.xml:1) (included from main.xml:1)");
  mj_deleteSpec(spec);
}

// A file that the main directory has is taken from there, else from beside the including file;
// how the main name is spelled makes no difference.
static void the_main_directory_comes_first(void** state) {
  (void)state;
  const char* main = "<mujoco><worldbody><include file='sub/in.xml'/></worldbody></mujoco>";
  const char* in = "<x><include file='both.xml'/><include file='deep/only.xml'/></x>";
  const given files[] = {{"d/main.xml", main},
                         {"d/sub/in.xml", in},
                         {"d/both.xml", "<x><body name='of_main'/></x>"},
                         {"d/sub/both.xml", "<x><body name='of_sub'/></x>"},
                         {"d/sub/deep/only.xml", "<x><include file='beside.xml'/></x>"},
                         {"d/sub/deep/beside.xml", "<x><body name='beside'/></x>"},
                         {NULL, NULL}};
  char error[1000];
  static const char* const spelling[] = {"d/main.xml", "./d/main.xml", "d/../d/main.xml"};
  for (int i = 0; i < 3; i++) {
    mjSpec* spec = parse_with(files, spelling[i], error);
    assert_string_equal(error, "");
    assert_names(spec, mjOBJ_BODY, "world of_main beside ");
    mj_deleteSpec(spec);
  }
}

static void sections_of_many_files_merge(void** state) {
  (void)state;
  const given files[] = {
      {"main.xml",
       "<mujoco><option timestep='.5'/><include file='o.xml'/><compiler><include file='l.xml'/>"
       "</compiler><option><include file='f.xml'/></option></mujoco>"},
      {"o.xml", "<x><option timestep='.25' density='3'/></x>"},
      {"l.xml", "<x><lengthrange accel='7'/></x>"},
      {"f.xml", "<x><flag contact='disable'/></x>"},
      {NULL, NULL}};
  char error[1000];
  mjSpec* spec = parse_with(files, "main.xml", error);
  assert_string_equal(error, "");
  assert_true(spec->option.timestep == 0.25 && spec->option.density == 3);
  assert_true(spec->compiler.LRopt.accel == 7);
  assert_int_equal(spec->option.disableflags, mjDSBL_CONTACT);
  mj_deleteSpec(spec);
}

typedef struct {
  const char* title;
  given file[MAX_FILES];
  const char* error;
} broken;

static const broken table[] = {
    {"missing",
     {{"main.xml", "<mujoco>\n<include file='none.xml'/></mujoco>"}},
     "main.xml:2:10: element 'include': could not open 'none.xml': No such file or directory"},
    {"without file",
     {{"main.xml", "<mujoco><include/></mujoco>"}},
     "main.xml:1:9: element 'include': required attribute missing: 'file'; expected the name of a "
     "file"},
    {"with children",
     {{"main.xml", "<mujoco><include file='a.xml'><geom/></include></mujoco>"},
      {"a.xml", "<x><option/></x>"}},
     "main.xml:1:9: element 'include': Include element cannot have children; put them beside "
     "it or into the file"},
    {"other attributes",
     {{"main.xml", "<mujoco><include file='a.xml' prefix='p'/></mujoco>"},
      {"a.xml", "<x><option/></x>"}},
     "main.xml:1:31: element 'include': unrecognized attribute: 'prefix'; expected only 'file'"},
    {"empty",
     {{"main.xml", "<mujoco><include file='a.xml'/></mujoco>"}, {"a.xml", "<x/>"}},
     "main.xml:1:18: element 'include': Empty include file 'a.xml'; expected a root element "
     "with others in it"},
    {"no root",
     {{"main.xml", "<mujoco><include file='a.xml'/></mujoco>"}, {"a.xml", "<!-- nothing -->"}},
     "a.xml:1:1: Include error: 'Root element missing in file'\n  included from main.xml:1"},
    {"no XML",
     {{"main.xml", "<mujoco>\n\n<include file='a.xml'/></mujoco>"},
      {"a.xml", "<x>\n <option>\n</x>"}},
     "a.xml:3:1: Include error: '</x> cannot close element 'option' opened at 2:2; expected "
     "</option>'\n  included from main.xml:3"},
    {"twice",
     {{"main.xml", "<mujoco><include file='a.xml'/>\n<include file='./b/../a.xml'/></mujoco>"},
      {"a.xml", "<x><option/></x>"}},
     "main.xml:2:10: element 'include': File 'a.xml' already included; each file can be included "
     "once"},
    {"itself",
     {{"main.xml", "<mujoco><include file='main.xml'/></mujoco>"}},
     "main.xml:1:18: element 'include': File 'main.xml' already included; each file can be "
     "included once"},
    {"circle below a directory",
     {{"main.xml", "<mujoco><include file='d/a.xml'/></mujoco>"},
      {"d/a.xml", "<x><option/><include file='b.xml'/></x>"},
      {"d/b.xml", "<x><option/><include file='a.xml'/></x>"}},
     "d/b.xml:1:22: element 'include': File 'd/a.xml' already included; each file can be included "
     "once\n  included from d/a.xml:1\n  included from main.xml:1"},
    {"errors of three files in the order of the whole",
     {{"main.xml",
       "<mujoco>\n<option gravty='1'/>\n<include file='a.xml'/>\n<option wnd='1'/>\n</mujoco>"},
      {"a.xml", "<x>\n<size nke='3'/>\n<include file='b.xml'/>\n<size nkey='x'/></x>"},
      {"b.xml", "<x><worldbody>\n\n<body nam='b'/></worldbody></x>"}},
     "main.xml:2:9: element 'option': unrecognized attribute: 'gravty'; did you mean 'gravity'?\n"
     "a.xml:2:7: element 'size': unrecognized attribute: 'nke'; did you mean 'nkey'?\n"
     "  included from main.xml:3\n"
     "b.xml:3:7: element 'body': unrecognized attribute: 'nam'; did you mean 'name'?\n"
     "  included from a.xml:3\n"
     "  included from main.xml:3\n"
     "a.xml:4:7: element 'size': problem reading attribute 'nkey': 'x' is no integer; expected 1 "
     "integer\n"
     "  included from main.xml:3\n"
     "main.xml:4:9: element 'option': unrecognized attribute: 'wnd'; did you mean 'wind'?"},
    {"other case",
     {{"main.xml", "<mujoco><Include file='a.xml'/></mujoco>"}},
     "main.xml:1:9: element 'Include': unrecognized element in 'mujoco': 'Include'; did you mean "
     "'include'?"},
    {"a model that contains itself",
     {{"main.xml", "<mujoco><asset><model file='a.xml'/></asset></mujoco>"},
      {"a.xml", "<mujoco><asset><model file='main.xml'/></asset></mujoco>"}},
     "main.xml:1:23: element 'model': could not read model 'a.xml':\n"
     "a.xml:1:23: element 'model': model 'main.xml' contains itself; models cannot be parts "
     "of each other"},
};

static void every_broken_include_gets_its_message(void** state) {
  (void)state;
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    char error[1000];
    mjSpec* spec = parse_with(table[i].file, "main.xml", error);
    if (spec || strcmp(error, table[i].error) != 0) {
      fail_msg("%s:\n  got:      %s\n  expected: %s", table[i].title, error, table[i].error);
    }
  }
}

// Nesting through files counts as nesting.
static void depth_adds_up_over_files(void** state) {
  (void)state;
  enum { N = XML_MAX_DEPTH * 6 / 10 };
  text first = {0}, second = {0};
  char error[1000];
  text_print(&first, "<mujoco><worldbody>");
  for (int i = 0; i < N; i++) text_print(&first, "<body>");
  text_print(&first, "<include file='a.xml'/>");
  for (int i = 0; i < N; i++) text_print(&first, "</body>");
  text_print(&first, "</worldbody></mujoco>");
  text_print(&second, "<x>");
  for (int i = 0; i < N; i++) text_print(&second, "<body>");
  for (int i = 0; i < N; i++) text_print(&second, "</body>");
  text_print(&second, "</x>");
  const given files[] = {{"main.xml", first.data}, {"a.xml", second.data}, {NULL, NULL}};
  assert_null(parse_with(files, "main.xml", error));
  assert_non_null(strstr(error, "elements are nested deeper than " XML_MAX_DEPTH_TEXT));
  text_free(&first);
  text_free(&second);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(contents_stand_in_place_of_the_include),
      cmocka_unit_test(the_main_directory_comes_first),
      cmocka_unit_test(sections_of_many_files_merge),
      cmocka_unit_test(every_broken_include_gets_its_message),
      cmocka_unit_test(depth_adds_up_over_files),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
