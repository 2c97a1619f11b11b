// Loading files: what opens, what every failure says, and what depends on what.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <locale.h>
#include <cmocka.h>
#include <engine/base.h>
#include <engine/mjcf.h>
#include <engine/model.h>
#include <engine/spec.h>
#include "spec/container.h"

// A folder of its own, in which a test writes its files.
static char folder[] = "mjcf_load_XXXXXX";

static int enter(void** state) {
  (void)state;
  strcpy(folder, "mjcf_load_XXXXXX");
  return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int leave(void** state) {
  (void)state;
  char command[100];
  if (chdir("..") != 0) return -1;
  snprintf(command, sizeof command, "rm -r %s", folder);
  return system(command);
}

static void write_file(const char* name, const char* text) {
  FILE* f = fopen(name, "wb");
  assert_non_null(f);
  fputs(text, f);
  fclose(f);
}

static void assert_fails(const char* name, const mjVFS* vfs, const char* expected) {
  char error[1000] = "old";
  assert_null(mj_loadXML(name, vfs, error, sizeof error));
  assert_string_equal(error, expected);
}

static void what_cannot_be_opened_is_named(void** state) {
  (void)state;
  write_file("empty.xml", "");
  mkdir("d.xml", 0700);
  assert_fails(NULL, NULL, "ParseXML: filename argument required");
  assert_fails("none.xml", NULL, "ParseXML: could not open 'none.xml': No such file or directory");
  assert_fails("empty.xml", NULL, "ParseXML: empty file 'empty.xml'");
  assert_fails("d.xml", NULL,
               "ParseXML: error reading file 'd.xml': Is a directory; expected a file of XML");
  char error[100];
  assert_null(mj_parseXMLString(NULL, NULL, error, sizeof error));
  assert_string_equal(error, "ParseXML: xml argument required");
}

static void a_model_is_loaded_and_the_error_emptied(void** state) {
  (void)state;
  write_file("m.xml", "<mujoco><worldbody><geom size='1'/></worldbody></mujoco>");
  char error[100] = "old";
  mjModel* m = mj_loadXML("m.xml", NULL, error, sizeof error);
  assert_non_null(m);
  assert_string_equal(error, "");
  assert_int_equal(m->ngeom, 1);
  mj_deleteModel(m);
  mj_freeLastXML();
  mj_freeLastXML();
}

// Errors of compilation say file, line and column too.
static void compile_errors_have_a_place(void** state) {
  (void)state;
  mkdir("sub", 0700);
  write_file("m.xml",
             "<mujoco>\n<worldbody>\n<body><joint name='elbow'/><geom size='1'/></body>\n"
             "</worldbody><actuator>\n  <motor name='lift' joint='elbw'/></actuator></mujoco>");
  char error[1000];
  assert_null(mj_loadXML("m.xml", NULL, error, sizeof error));
  assert_memory_equal(error, "m.xml:5:3: actuator 'lift': ", 28);
  assert_non_null(strstr(error, "'elbw'"));
  assert_non_null(strstr(error, "did you mean 'elbow'?"));
  write_file("n.xml", "<mujoco><worldbody>\n<include file='sub/g.xml'/></worldbody></mujoco>");
  write_file("sub/g.xml", "<x>\n <geom name='g' size='1' material='stone'/></x>");
  assert_null(mj_loadXML("n.xml", NULL, error, sizeof error));
  assert_memory_equal(error, "sub/g.xml:2:2 (included from n.xml:2): geom 'g': ", 49);
}

static void a_model_knows_its_directory(void** state) {
  (void)state;
  mkdir("sub", 0700);
  write_file("sub/m.xml", "<mujoco><worldbody/></mujoco>");
  mjSpec* spec = mj_parseXML("sub/m.xml", NULL, NULL, 0);
  assert_non_null(spec);
  assert_string_equal(mjs_getString(spec->modelfiledir), "sub/");
  mj_deleteSpec(spec);
  spec = mj_parseXMLString("<mujoco/>", NULL, NULL, 0);
  assert_string_equal(mjs_getString(spec->modelfiledir), "");
  mj_deleteSpec(spec);
}

// A file that lies beside the including one is named from there, one that the model's directory
// has is not.
static void asset_files_are_found_beside_includes(void** state) {
  (void)state;
  mkdir("sub", 0700);
  mkdir("m", 0700);
  write_file("m/a.obj", "v 0 0 0");
  write_file("sub/b.obj", "v 0 0 0");
  write_file("main.xml", "<mujoco><compiler meshdir='m'/><include file='sub/in.xml'/></mujoco>");
  write_file("sub/in.xml",
             "<x><asset><mesh name='a' file='./x/../a.obj'/><mesh name='b' file='b.obj'/>"
             "<texture name='c' file='/abs/c.png'/></asset></x>");
  char error[500];
  mjSpec* spec = mj_parseXML("main.xml", NULL, error, sizeof error);
  if (!spec) fail_msg("%s", error);
  mjsMesh* a = mjs_asMesh(mjs_findElement(spec, mjOBJ_MESH, "a"));
  mjsMesh* b = mjs_asMesh(mjs_findElement(spec, mjOBJ_MESH, "b"));
  mjsTexture* c = mjs_asTexture(mjs_findElement(spec, mjOBJ_TEXTURE, "c"));
  assert_string_equal(mjs_getString(a->file), "a.obj");
  assert_string_equal(mjs_getString(b->file), "../sub/b.obj");  // seen from m
  assert_string_equal(mjs_getString(c->file), "/abs/c.png");
  mj_deleteSpec(spec);
}

#define TETRAHEDRON "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
#define HALF_OF_IT  "v 0 0 0\nv .5 0 0\nv 0 .5 0\nv 0 0 .5\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"

static mjtNum mass_of(const char* name) {
  char error[1000];
  mjModel* m = mj_loadXML(name, NULL, error, sizeof error);
  if (!m) fail_msg("%s", error);
  mjtNum mass = m->body_mass[1];
  mj_deleteModel(m);
  return mass;
}

#define SOLID "<worldbody><body><geom type='mesh' mesh='t'/></body></worldbody>"

// A mesh named in an included text: that of the folder of meshes first, else the one beside the
// text, wherever the model is loaded from.
static void meshes_of_included_texts_are_found(void** state) {
  (void)state;
  mkdir("main", 0700);
  mkdir("main/x", 0700);
  mkdir("inc", 0700);
  write_file("main/m.xml",
             "<mujoco><compiler meshdir='x'/><include file='../inc/a.xml'/>" SOLID "</mujoco>");
  write_file("inc/a.xml", "<mujoco><asset><mesh name='t' file='t.obj'/></asset></mujoco>");
  char error[1000], path[1000], here[800];
  assert_null(mj_loadXML("main/m.xml", NULL, error, sizeof error));
  assert_non_null(strstr(error, "inc/a.xml:1:16 (included from main/m.xml:1): mesh 't': "));
  assert_non_null(strstr(error, "'main/inc/t.obj'"));  // every place it was looked for in
  assert_non_null(strstr(error, "'main/x/t.obj'"));
  write_file("inc/t.obj", HALF_OF_IT);
  assert_float_equal(mass_of("main/m.xml"), 1000 / 48., 1e-4);
  assert_non_null(getcwd(here, sizeof here));
  snprintf(path, sizeof path, "%s/main/m.xml", here);
  assert_float_equal(mass_of(path), 1000 / 48., 1e-4);
  assert_int_equal(chdir("main"), 0);
  assert_float_equal(mass_of("m.xml"), 1000 / 48., 1e-4);
  assert_int_equal(chdir(".."), 0);
  write_file("main/x/t.obj", TETRAHEDRON);
  assert_float_equal(mass_of("main/m.xml"), 1000 / 6., 1e-3);
}

// "link/.." is where link stands, not where it leads, as long as there is something.
static void folders_up_from_a_link_are_those_it_stands_in(void** state) {
  (void)state;
  static const char* const folders[] = {"proj", "proj/envs", "proj/hive",
                                        "far",  "far/sim",   "far/sim/meshes"};
  for (int i = 0; i < 6; i++) mkdir(folders[i], 0700);
  assert_int_equal(symlink("../../far/sim", "proj/hive/sim"), 0);
  write_file("proj/envs/m.xml",
             "<mujoco><compiler meshdir='../hive/sim/'/><asset><mesh name='t' "
             "file='../../hive/sim/meshes/t.obj'/></asset>" SOLID "</mujoco>");
  write_file("far/sim/meshes/t.obj", TETRAHEDRON);
  assert_float_equal(mass_of("proj/envs/m.xml"), 1000 / 6., 1e-3);
  // what only the system finds is found too
  write_file("proj/envs/n.xml",
             "<mujoco><asset><mesh name='t' file='t.obj'/></asset>"
             "<compiler meshdir='../hive/sim/../up'/>" SOLID "</mujoco>");
  mkdir("far/up", 0700);
  write_file("far/up/t.obj", HALF_OF_IT);
  assert_float_equal(mass_of("proj/envs/n.xml"), 1000 / 48., 1e-4);
}

// Buffers are often passed with their terminator.
static void zeros_at_the_end_of_a_text_are_not_part_of_it(void** state) {
  (void)state;
  static const char text[] = "<mujoco><worldbody><geom size='1'/></worldbody></mujoco>\0\0";
  static const char split[] = "<mujoco>\0</mujoco>";
  char error[500] = "";
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "a.xml", text, sizeof text);
  mj_addBufferVFS(&vfs, "b.xml", split, sizeof split);
  mjModel* m = mj_loadXML("a.xml", &vfs, error, sizeof error);
  assert_string_equal(error, "");
  assert_int_equal(m->ngeom, 1);
  mj_deleteModel(m);
  assert_null(mj_loadXML("b.xml", &vfs, error, sizeof error));
  assert_non_null(strstr(error, "b.xml:1:9: a null character stands in the text"));
  FILE* f = fopen("c.xml", "wb");
  fwrite(text, 1, sizeof text, f);
  fclose(f);
  m = mj_loadXML("c.xml", NULL, error, sizeof error);
  assert_string_equal(error, "");
  mj_deleteModel(m);
  mj_deleteVFS(&vfs);
}

// Numbers do not depend on the locale, and reading leaves it alone.
static void the_locale_does_not_matter(void** state) {
  (void)state;
  static const char* const comma[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "C.UTF-8"};
  for (int i = 0; i < 4; i++) {
    if (!setlocale(LC_ALL, comma[i])) continue;
    char* before = strdup(setlocale(LC_ALL, NULL));
    mjSpec* spec = mj_parseXMLString("<mujoco><option timestep='0.125'/></mujoco>", NULL, NULL, 0);
    assert_non_null(spec);
    assert_true(spec->option.timestep == 0.125);
    assert_string_equal(setlocale(LC_ALL, NULL), before);
    mj_deleteSpec(spec);
    free(before);
  }
  setlocale(LC_ALL, "C");
}

// ------------------------------------------------------------------------------- dependencies

static void assert_depends(const string_vec* list, const char* const* expected, int n) {
  assert_int_equal(list->size, n);
  for (int i = 0; i < n; i++) {
    int found = 0;
    for (int j = 0; j < n; j++) found += !strcmp(string_text(list->data + j), expected[i]);
    if (found != 1) fail_msg("%s: listed %d times", expected[i], found);
  }
}

static void dependencies_are_all_files_once(void** state) {
  (void)state;
  mkdir("sub", 0700);
  write_file("main.xml",
             "<mujoco><compiler assetdir='a' texturedir='t'/><include file='sub/in.xml'/><asset>"
             "<mesh file='m.obj'/><mesh file='m.obj'/><texture file='t.png' fileup='u.png'/>"
             "<hfield file='h.png' size='1 1 1 1'/><skin file='/abs/s.skn'/>"
             "<model file='child.xml'/></asset></mujoco>");
  write_file("sub/in.xml", "<x><asset><mesh file='n.stl'/></asset><include file='more.xml'/></x>");
  write_file("sub/more.xml", "<x><compiler meshdir='mm'/><asset><mesh file='k.stl'/></asset></x>");
  write_file("child.xml", "<mujoco/>");
  mjSpec* spec = mj_makeSpec();
  mjStringVec* list = mjs_addTexture(spec)->cubefiles;
  mju_getXMLDependencies("main.xml", list);
  static const char* const expected[] = {"main.xml",   "sub/in.xml", "sub/more.xml", "child.xml",
                                         "a/m.obj",    "t/t.png",    "t/u.png",      "a/h.png",
                                         "/abs/s.skn", "n.stl",      "mm/k.stl"};
  assert_depends(list, expected, 11);
  mj_deleteSpec(spec);
}

static void robots_depend_on_their_meshes(void** state) {
  (void)state;
  static const char* const ways[] = {"", "<compiler meshdir='m' discardvisual='false'/>",
                                     "<compiler strippath='false' assetdir='a'/>"};
  static const char* const expected[3][3] = {
      {"main.xml", "c.stl"}, {"main.xml", "m/c.stl", "m/v.obj"}, {"main.xml", "a/x/c.stl"}};
  static const int n[3] = {2, 3, 2};
  for (int i = 0; i < 3; i++) {
    char text[1000];
    snprintf(text, sizeof text,
             "<robot name='r'><mujoco>%s</mujoco><link name='a'><visual><geometry><mesh "
             "filename='y/v.obj'/></geometry></visual><collision><geometry><mesh "
             "filename='x/c.stl'/></geometry></collision></link></robot>",
             ways[i]);
    write_file("main.xml", text);
    mjSpec* spec = mj_makeSpec();
    mjStringVec* list = mjs_addTexture(spec)->cubefiles;
    mju_getXMLDependencies("main.xml", list);
    assert_depends(list, expected[i], n[i]);
    mj_deleteSpec(spec);
  }
}

static void scenes_depend_on_what_they_name(void** state) {
  (void)state;
  mkdir("sub", 0700);
  write_file("main.xml", "<mujoco><asset><model file='sub/a.obj'/></asset></mujoco>");
  write_file("sub/a.obj", "mtllib a b.mtl\nusemtl x\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  write_file("sub/a b.mtl", "newmtl x\nmap_Kd x.png\n");
  mjSpec* spec = mj_makeSpec();
  mjStringVec* list = mjs_addTexture(spec)->cubefiles;
  mju_getXMLDependencies("main.xml", list);
  static const char* const expected[] = {"main.xml", "sub/a.obj", "sub/a b.mtl", "sub/x.png"};
  assert_depends(list, expected, 4);
  mj_deleteSpec(spec);
}

static jmp_buf escape;
static void jump(const char* message) {
  (void)message;
  longjmp(escape, 1);
}

static void dependencies_of_a_missing_file_are_fatal(void** state) {
  (void)state;
  static const char* const ways[] = {"<include file='none.xml'/>",
                                     "<asset><model file='none.obj'/></asset>"};
  for (volatile int i = 0; i < 2; i++) {
    char text[200];
    snprintf(text, sizeof text, "<mujoco>%s</mujoco>", ways[i]);
    write_file("main.xml", text);
    mjSpec* spec = mj_makeSpec();
    mjStringVec* list = mjs_addTexture(spec)->cubefiles;
    mju_user_error = jump;
    if (!setjmp(escape)) {
      mju_getXMLDependencies("main.xml", list);
      fail_msg("no error");
    }
    mju_user_error = NULL;
    mj_deleteSpec(spec);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(what_cannot_be_opened_is_named, enter, leave),
      cmocka_unit_test_setup_teardown(a_model_is_loaded_and_the_error_emptied, enter, leave),
      cmocka_unit_test_setup_teardown(compile_errors_have_a_place, enter, leave),
      cmocka_unit_test_setup_teardown(a_model_knows_its_directory, enter, leave),
      cmocka_unit_test_setup_teardown(asset_files_are_found_beside_includes, enter, leave),
      cmocka_unit_test_setup_teardown(meshes_of_included_texts_are_found, enter, leave),
      cmocka_unit_test_setup_teardown(folders_up_from_a_link_are_those_it_stands_in, enter, leave),
      cmocka_unit_test_setup_teardown(zeros_at_the_end_of_a_text_are_not_part_of_it, enter, leave),
      cmocka_unit_test_setup_teardown(dependencies_are_all_files_once, enter, leave),
      cmocka_unit_test_setup_teardown(robots_depend_on_their_meshes, enter, leave),
      cmocka_unit_test_setup_teardown(scenes_depend_on_what_they_name, enter, leave),
      cmocka_unit_test_setup_teardown(dependencies_of_a_missing_file_are_fatal, enter, leave),
      cmocka_unit_test(the_locale_does_not_matter),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
