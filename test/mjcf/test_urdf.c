// Robots of URDF: what the models of test/golden/compile/urdf_*.xml do not show.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <engine/engine.h>

#include "base/text.h"
#include "compile/model_text.h"

#define ROBOT(inside) "<robot name='r'>" inside "</robot>"
#define KEEP_ALL      "<mujoco><compiler fusestatic='false' discardvisual='false'/></mujoco>"
#define INERTIAL                     \
  "<inertial><mass value='2'/>"      \
  "<inertia ixx='1' iyy='1' izz='1'" \
  " ixy='0' ixz='0' iyz='0'/></inertial>"

// A robot means what the same robot in MJCF means: free fall and all that follows.
static void a_robot_moves_as_its_twin(void** state) {
  (void)state;
  mjModel* m[2] = {
      model_from(ROBOT("<link name='world'/><link name='a'>" INERTIAL "</link>"
                       "<link name='b'>" INERTIAL "</link>"
                       "<joint name='f' type='floating'><origin xyz='0 0 2' rpy='.1 .2 .3'/>"
                       "<parent link='world'/><child link='a'/></joint>"
                       "<joint name='h' type='revolute'><origin xyz='0 .5 0' rpy='0 .4 0'/>"
                       "<parent link='a'/><child link='b'/><axis xyz='0 1 1'/>"
                       "<limit lower='-.1' upper='.2' effort='3'/>"
                       "<dynamics damping='.1' friction='.2'/></joint>")),
      model_from("<mujoco><compiler angle='radian' eulerseq='XYZ'/><worldbody>"
                 "<body pos='0 0 2' euler='.1 .2 .3'><joint type='free'/>"
                 "<inertial pos='0 0 0' mass='2' diaginertia='1 1 1'/>"
                 "<body pos='0 .5 0' euler='0 .4 0'>"
                 "<inertial pos='0 0 0' mass='2' diaginertia='1 1 1'/>"
                 "<joint axis='0 1 1' range='-.1 .2' actuatorfrcrange='-3 3' damping='.1' "
                 "frictionloss='.2'/></body></body></worldbody></mujoco>")};
  mjData* d[2];
  for (int i = 0; i < 2; i++) {
    d[i] = mj_makeData(m[i]);
    d[i]->qvel[3] = 1;
    d[i]->qvel[6] = 3;
    for (int k = 0; k < 200; k++) mj_step(m[i], d[i]);
  }
  assert_int_equal(m[0]->nq, 8);
  assert_int_equal(m[1]->nq, 8);
  for (int k = 0; k < 8; k++) assert_true(d[0]->qpos[k] == d[1]->qpos[k]);
  for (int i = 0; i < 2; i++) {
    mj_deleteData(d[i]);
    mj_deleteModel(m[i]);
  }
}

// The joint may hang on a link that becomes part of the world, and so may one of MJCF.
static void free_joints_may_hang_on_what_is_fused_into_the_world(void** state) {
  (void)state;
  mjModel* m = model_from(ROBOT("<link name='stand'/><link name='a'>" INERTIAL "</link>"
                                "<joint name='f' type='floating'><origin xyz='1 2 3'/>"
                                "<parent link='stand'/><child link='a'/></joint>"));
  assert_int_equal(m->nbody, 2);
  assert_true(m->qpos0[0] == 1 && m->qpos0[1] == 2 && m->qpos0[2] == 3);
  mj_deleteModel(m);
  char error[500] = "";
  mjSpec* spec = mj_parseXMLString(
      ROBOT(KEEP_ALL
            "<link name='stand'/><link name='a'>" INERTIAL "</link>"
            "<joint name='f' type='floating'><parent link='stand'/><child link='a'/></joint>"),
      NULL, error, sizeof error);
  assert_non_null(spec);
  assert_null(mj_compile(spec, NULL));
  assert_non_null(
      strstr(mjs_getError(spec), "a free joint can only be used in a child of the world"));
  mj_deleteSpec(spec);
}

// Every scale of a file is a mesh of its own, and every later use finds its own again.
static void a_mesh_is_found_by_file_and_scale(void** state) {
  (void)state;
  static const char obj[] =
      "v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  assert_int_equal(mj_addBufferVFS(&vfs, "q.obj", obj, sizeof obj - 1), 0);
#define MESH(scale) \
  "<collision><geometry><mesh filename='package://x/y/q.obj'" scale "/></geometry></collision>"
  static const char text[] = ROBOT("<link name='a'>" INERTIAL MESH("") MESH(" scale='2 2 2'") MESH(
      " scale='1 1 1'") MESH(" scale='3 3 3'") MESH(" scale='2 2 2'") "</link>");
  char error[1000] = "";
  mjSpec* spec = mj_parseXMLString(text, &vfs, error, sizeof error);
  if (!spec) fail_msg("%s", error);
  mjModel* m = mj_compile(spec, &vfs);
  if (!m) fail_msg("%s", mjs_getError(spec));
  static const int mesh[] = {0, 1, 0, 2, 1};
  static const char* const name[] = {"q", "q1", "q2"};
  assert_int_equal(m->nmesh, 3);
  assert_int_equal(m->ngeom, 5);
  for (int i = 0; i < 3; i++) assert_string_equal(mj_id2name(m, mjOBJ_MESH, i), name[i]);
  for (int i = 0; i < 5; i++) assert_int_equal(m->geom_dataid[i], mesh[i]);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
  mj_deleteVFS(&vfs);
}

static int nwarning;
static char warning[600];

static void note_warning(const char* text) {
  nwarning++;
  snprintf(warning, sizeof warning, "%s", text);
}

static void the_second_geom_of_a_name_has_none(void** state) {
  (void)state;
#define BALL(kind, name) "<" kind " " name "><geometry><sphere radius='1'/></geometry></" kind ">"
  mju_user_warning = note_warning;
  nwarning = 0;
  mjModel* m = model_from(ROBOT(KEEP_ALL "<link name='a'>" INERTIAL BALL("visual", "name='x'") BALL(
      "collision", "name='x'") BALL("collision", "") BALL("collision", "name=''") "</link>"));
  mju_user_warning = NULL;
  assert_int_equal(nwarning, 1);
  assert_non_null(strstr(warning, "named 'x': repeated geom name"));
  assert_int_equal(mj_name2id(m, mjOBJ_GEOM, "x"), 0);
  for (int i = 1; i < 4; i++) assert_null(mj_id2name(m, mjOBJ_GEOM, i));
  mj_deleteModel(m);
}

// Deep robots need no deep stack, and long ones no more than their length.
static void chains_of_thousands_of_links(void** state) {
  (void)state;
  enum { N = 3000 };
  text t = {0};
  text_print(&t, "<robot name='r'>");
  for (int i = N; i-- > 1;) {
    text_print(&t, "<joint name='%d' type='revolute'><parent link='%d'/><child link='%d'/></joint>",
               i, i - 1, i);
  }
  for (int i = 0; i < N; i++) text_print(&t, "<link name='%d'>" INERTIAL "</link>", i);
  text_print(&t, "</robot>");
  char error[1000] = "";
  mjSpec* spec = mj_parseXMLString(text_string(&t), NULL, error, sizeof error);
  if (!spec) fail_msg("%s", error);
  text_free(&t);
  int n = 0;
  for (mjsElement* e = mjs_firstElement(spec, mjOBJ_BODY); e; e = mjs_nextElement(spec, e)) n++;
  assert_int_equal(n, N + 1);
  mjsBody* last = mjs_findBody(spec, "2999");
  int depth = 0;
  for (mjsBody* b = last; b; b = mjs_getParent(b->element)) depth++;
  assert_int_equal(depth, N + 1);
  mj_deleteSpec(spec);
}

static void a_robot_can_be_saved_and_attached_as_mjcf(void** state) {
  (void)state;
  static const char text[] =
      ROBOT(KEEP_ALL "<link name='a'>" INERTIAL BALL("collision", "name='g'") "</link>");
  char error[1000] = "", saved[5000];
  mjSpec* spec = mj_parseXMLString(text, NULL, error, sizeof error);
  assert_non_null(spec);
  mjModel* m = mj_compile(spec, NULL);
  assert_non_null(m);
  assert_int_equal(mj_saveXMLString(spec, saved, sizeof saved, error, sizeof error), 0);
  mjModel* again = model_from(saved);
  assert_int_equal(again->nbody, m->nbody);
  assert_true(again->body_mass[1] == 2 && again->geom_size[0] == 1);
  mj_deleteModel(again);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "robot.urdf", text, sizeof text - 1);
  mjSpec* scene = mj_parseXMLString(
      "<mujoco><asset><model name='r' file='robot.urdf'/></asset><worldbody>"
      "<frame pos='0 0 1'><attach model='r' body='a' prefix='p_'/></frame></worldbody></mujoco>",
      &vfs, error, sizeof error);
  if (!scene) fail_msg("%s", error);
  m = mj_compile(scene, &vfs);
  if (!m) fail_msg("%s", mjs_getError(scene));
  int body = mj_name2id(m, mjOBJ_BODY, "p_a");
  assert_int_equal(body, 1);
  assert_true(m->body_pos[3 * body + 2] == 1);
  mj_deleteModel(m);
  mj_deleteSpec(scene);
  mj_deleteVFS(&vfs);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_robot_moves_as_its_twin),
      cmocka_unit_test(free_joints_may_hang_on_what_is_fused_into_the_world),
      cmocka_unit_test(a_mesh_is_found_by_file_and_scale),
      cmocka_unit_test(the_second_geom_of_a_name_has_none),
      cmocka_unit_test(chains_of_thousands_of_links),
      cmocka_unit_test(a_robot_can_be_saved_and_attached_as_mjcf),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
