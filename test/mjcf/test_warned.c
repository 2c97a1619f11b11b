// Texts that are models but hardly the ones that were meant: each must get its warning, once, and
// nothing else; standard output stays the program's.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>
#include <engine/base.h>
#include <engine/mjcf.h>
#include <engine/model.h>
#include <engine/spec.h>

#include "mjcf/sections.h"
#include "mjcf/suggest.h"

static char heard[2000];
static int nheard;

static void hear(const char* message) {
  snprintf(heard, sizeof heard, "%s", message);
  nheard++;
}

static void listen(void) {
  heard[0] = 0;
  nheard = 0;
  mju_user_warning = hear;
}

typedef struct {
  const char *text, *warning;
} warned;

static const warned table[] = {
#define WARNED(text, warning) {text, warning},
#include "mjcf/warned.inc"
#undef WARNED
};

static void every_text_gets_its_warning(void** state) {
  (void)state;
  int wrong = 0;
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    char error[2000] = "", expected[2000] = "";
    const char* warning = table[i].warning;
    if (*warning) { snprintf(expected, sizeof expected, "LoadModelFromString%s", warning + 1); }
    listen();
    mjSpec* spec = mj_parseXMLString(table[i].text, NULL, error, sizeof error);
    mjModel* m = spec ? mj_compile(spec, NULL) : NULL;
    mju_user_warning = NULL;
    if (!m || strcmp(heard, expected) || nheard != (*warning != 0)) {
      print_error("%s\n  got:      %s (%d)\n  expected: %s\n", table[i].text,
                  m ? heard : (spec ? mjs_getError(spec) : error), nheard, expected);
      wrong++;
    }
    mj_deleteModel(m);
    mj_deleteSpec(spec);
  }
  assert_int_equal(wrong, 0);
}

// Without a handler warnings go to standard error, and to the log.
static void standard_output_is_the_programs(void** state) {
  (void)state;
  FILE *out = tmpfile(), *err = tmpfile();
  assert_true(out && err);
  fflush(stdout);
  fflush(stderr);
  int old_out = dup(1), old_err = dup(2);
  dup2(fileno(out), 1);
  dup2(fileno(err), 2);
  char error[500] = "";
  mjSpec* spec = mj_parseXMLString("<mujoco><option timestep='0'/></mujoco>", NULL, error, 500);
  mjModel* m = spec ? mj_compile(spec, NULL) : NULL;
  fflush(stdout);
  fflush(stderr);
  dup2(old_out, 1);
  dup2(old_err, 2);
  close(old_out);
  close(old_err);
  assert_non_null(m);
  char said[1000] = "";
  assert_int_equal(fseek(out, 0, SEEK_END), 0);
  assert_int_equal(ftell(out), 0);
  rewind(err);
  size_t n = fread(said, 1, sizeof said - 1, err);
  assert_true(n > 0 && strstr(said, "WARNING: LoadModelFromString:1:17: element 'option'"));
  fclose(out);
  fclose(err);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
  unlink("MUJOCO_LOG.TXT");
}

// A thousand mistakes of a kind are not a thousand warnings.
static void warnings_are_not_without_end(void** state) {
  (void)state;
  char* text = malloc(60000);
  strcpy(text, "<mujoco><worldbody>");
  for (int i = 0; i < 1000; i++) strcat(text, "<site pos='nan 0 0'/>\n");
  strcat(text, "</worldbody></mujoco>");
  listen();
  mj_deleteSpec(mj_parseXMLString(text, NULL, NULL, 0));
  mju_user_warning = NULL;
  free(text);
  assert_int_equal(nheard, 21);
  assert_string_equal(heard, "and 980 more warnings of this kind");
}

// What only compilation finds, in words that say which attribute and which number.
static void errors_of_compilation_name_what_they_are_about(void** state) {
  (void)state;
  static const warned refused[] = {
      {"<mujoco><worldbody><body><joint name='elbow'/><geom size='1'/></body></worldbody><actuator>"
       "<motor joint='elbw'/></actuator></mujoco>",
       "no joint named 'elbw' for joint; did you mean 'elbow'?"},
      {"<mujoco><worldbody><geom type='capsule' size='.1'/></worldbody></mujoco>",
       "size 2, its half length, is 0; it must be positive"},
      {"<mujoco><worldbody><geom type='box' size='.1 .1'/></worldbody></mujoco>",
       "size 3, its half width along z, is 0; it must be positive"},
      {"<mujoco><worldbody><site type='ellipsoid' size='.1 -1 1'/></worldbody></mujoco>",
       "size 2, its semi-axis along y, is -1; it must be positive"},
  };
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    mjSpec* spec = mj_parseXMLString(refused[i].text, NULL, NULL, 0);
    assert_non_null(spec);
    assert_null(mj_compile(spec, NULL));
    if (!strstr(mjs_getError(spec), refused[i].warning)) fail_msg("%s", mjs_getError(spec));
    assert_non_null(strstr(mjs_getError(spec), "LoadModelFromString:1:"));
    mj_deleteSpec(spec);
  }
}

// Images of other kinds under the name of a PNG.
static void what_is_no_png_is_named(void** state) {
  (void)state;
  static const warned files[] = {{"\xFF\xD8\xFF\xE0 JFIF", "JPEG"},
                                 {"GIF89a", "GIF"},
                                 {"version https://git-lfs.github.com/spec/v1", "git-lfs"}};
  static const char text[] =
      "<mujoco><asset><texture name='t' type='2d' file='a.png'/></asset></mujoco>";
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    mjVFS vfs;
    mj_defaultVFS(&vfs);
    mj_addBufferVFS(&vfs, "m.xml", text, (int)strlen(text));
    mj_addBufferVFS(&vfs, "a.png", files[i].text, (int)strlen(files[i].text));
    char error[1000] = "";
    assert_null(mj_loadXML("m.xml", &vfs, error, sizeof error));
    if (!strstr(error, files[i].warning)) fail_msg("%s", error);
    assert_non_null(strstr(error, "m.xml:1:16: texture 't': "));
    mj_deleteVFS(&vfs);
  }
}

// ---- packages

static char folder[] = "mjcf_warned_XXXXXX";

static int enter(void** state) {
  (void)state;
  strcpy(folder, "mjcf_warned_XXXXXX");
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

#define TETRAHEDRON "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"

// Whether the robot finds its mesh.
static int finds(const char* robot) {
  char error[1000] = "";
  listen();
  mjModel* m = mj_loadXML(robot, NULL, error, sizeof error);
  mju_user_warning = NULL;
  int found = m != NULL;
  if (!m) assert_non_null(strstr(error, "cannot open file 't.obj'"));
  mj_deleteModel(m);
  return found;
}

static void files_of_packages_are_found(void** state) {
  (void)state;
  static const char* const folders[] = {"robots",      "robots/urdf",     "ros",
                                        "ros/arm",     "ros/arm/meshes",  "ament",
                                        "ament/share", "ament/share/arm", "ament/share/arm/meshes",
                                        "arm",         "arm/urdf",        "arm/meshes"};
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) mkdir(folders[i], 0700);
  static const char robot[] =
      "<robot name='r'>%s<link name='a'><collision><geometry><mesh "
      "filename='package://arm/meshes/t.obj'/></geometry></collision></link></robot>";
  char text[1000];
  snprintf(text, sizeof text, robot, "");
  write_file("robots/urdf/r.urdf", text);
  write_file("ros/arm/meshes/t.obj", TETRAHEDRON);
  unsetenv("ROS_PACKAGE_PATH");
  unsetenv("AMENT_PREFIX_PATH");

  // nowhere: what was stripped is said
  assert_false(finds("robots/urdf/r.urdf"));
  assert_int_equal(nheard, 1);
  assert_non_null(strstr(heard, "robots/urdf/r.urdf:1:"));
  assert_non_null(strstr(heard, "'package://arm/meshes/t.obj' is in no package that is known"));

  setenv("ROS_PACKAGE_PATH", "nowhere:ros", 1);  // the folder of packages,
  assert_true(finds("robots/urdf/r.urdf"));
  assert_int_equal(nheard, 0);
  setenv("ROS_PACKAGE_PATH", "ros/arm", 1);  // or the package
  assert_true(finds("robots/urdf/r.urdf"));
  unsetenv("ROS_PACKAGE_PATH");
  assert_false(finds("robots/urdf/r.urdf"));

  rename("ros/arm/meshes/t.obj", "ament/share/arm/meshes/t.obj");
  setenv("AMENT_PREFIX_PATH", "ament", 1);
  assert_true(finds("robots/urdf/r.urdf"));
  unsetenv("AMENT_PREFIX_PATH");
  assert_int_equal(eng_setPackagePath("x:ament/share"), 0);
  assert_true(finds("robots/urdf/r.urdf"));
  assert_int_equal(eng_setPackagePath(NULL), 0);
  assert_false(finds("robots/urdf/r.urdf"));

  // a robot within its package
  rename("ament/share/arm/meshes/t.obj", "arm/meshes/t.obj");
  write_file("arm/urdf/r.urdf", text);
  assert_true(finds("arm/urdf/r.urdf"));

  // paths kept whole
  snprintf(text, sizeof text, robot, "<mujoco><compiler strippath='false'/></mujoco>");
  write_file("arm/urdf/r.urdf", text);
  assert_true(finds("arm/urdf/r.urdf"));

  // what lies beside the robot comes first
  write_file("arm/urdf/t.obj", "nothing");
  char error[1000];
  assert_null(mj_loadXML("arm/urdf/r.urdf", NULL, error, sizeof error));
}

// ---- newer versions

// What is said to be newer is not known by the schema: else its row is to go.
static void what_is_newer_is_not_read(void** state) {
  (void)state;
  static const element_row* const rows[] = {&schema_compiler, &schema_option, &schema_actuator,
                                            &schema_body};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const char* name[MAX_NAMES];
    int n = schema_attribute_names(rows[i], name, MAX_NAMES);
    for (int k = 0; k < n; k++) {
      if (newer_version(rows[i]->name, name[k])) fail_msg("'%s' is read", name[k]);
    }
    n = schema_child_names(rows[i], name, MAX_NAMES);
    for (int k = 0; k < n; k++) {
      assert_null(newer_version(rows[i]->name, name[k]));
      const element_row* child = schema_child(rows[i], name[k]);
      const char* attribute[MAX_NAMES];
      int m = schema_attribute_names(child, attribute, MAX_NAMES);
      for (int j = 0; j < m; j++) {
        if (newer_version(child->name, attribute[j])) {
          fail_msg("'%s' of '%s' is read", attribute[j], child->name);
        }
      }
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_text_gets_its_warning),
      cmocka_unit_test(standard_output_is_the_programs),
      cmocka_unit_test(warnings_are_not_without_end),
      cmocka_unit_test(errors_of_compilation_name_what_they_are_about),
      cmocka_unit_test(what_is_no_png_is_named),
      cmocka_unit_test_setup_teardown(files_of_packages_are_found, enter, leave),
      cmocka_unit_test(what_is_newer_is_not_read),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
