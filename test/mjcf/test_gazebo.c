// What ROS and Gazebo say in URDF: motors and colours.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include <engine/engine.h>

#define LINK(name)                                                                                \
  "<link name='" name                                                                             \
  "'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' "                        \
  "ixz='0' iyz='0'/></inertial><collision><geometry><sphere radius='.1'/></geometry></collision>" \
  "</link>"
#define JOINT(type, parent, child)                                                               \
  "<joint name='" child "_joint' type='" type "'><parent link='" parent "'/><child link='" child \
  "'/><origin xyz='1 0 0'/><axis xyz='0 0 1'/><limit effort='60' lower='-1' upper='1' "          \
  "velocity='1'/></joint>"
#define SIMPLE "transmission_interface/SimpleTransmission"

static mjVFS vfs;
static char warned[2000];
static void keep_warning(const char* text) {
  strncat(warned, text, sizeof warned - strlen(warned) - 1);
}

// A chain of four links with this beside them; what was read, -1 after an error.
static mjSpec* robot_with(const char* more, int* added, char error[500]) {
  char text[6000];
  snprintf(text, sizeof text, "<robot name='r'>%s\n%s</robot>",
           LINK("a") LINK("b") LINK("c") LINK("d") JOINT("revolute", "a", "b")
               JOINT("prismatic", "b", "c") JOINT("fixed", "c", "d"),
           more);
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "r.urdf", text, (int)strlen(text));
  mjSpec* s = mj_parseXML("r.urdf", &vfs, error, 500);
  if (!s) fail_msg("%s", error);
  *warned = 0;
  mju_user_warning = keep_warning;
  *added = eng_readTransmissions(s, "r.urdf", &vfs, error, 500);
  mju_user_warning = NULL;
  mj_deleteVFS(&vfs);
  return s;
}

static void transmissions_become_motors(void** state) {
  (void)state;
  char error[500];
  int added;
  mjSpec* s = robot_with(
      "<transmission name='t'><type>" SIMPLE
      "</type><joint name='b_joint'><hardwareInterface>"
      "hardware_interface/EffortJointInterface</hardwareInterface></joint><actuator name='m'>"
      "<mechanicalReduction> 50 </mechanicalReduction></actuator></transmission>"
      "<ros2_control name='sys' type='system'><joint name='c_joint'>"
      "<command_interface name='position'/><command_interface name='effort'>"
      "<param name='min'>-7</param><param name='max'>8</param></command_interface></joint>"
      "</ros2_control>",
      &added, error);
  assert_int_equal(added, 2);
  assert_string_equal(warned, "");
  mjModel* m = mj_compile(s, NULL);
  if (!m) fail_msg("%s", mjs_getError(s));
  assert_int_equal(m->nu, 2);
  int a = mj_name2id(m, mjOBJ_ACTUATOR, "m"), c = mj_name2id(m, mjOBJ_ACTUATOR, "c_joint");
  assert_true(m->actuator_gear[6 * a] == 50);
  assert_true(fabs(m->actuator_ctrlrange[2 * a + 1] - 60. / 50) < 1e-12);
  assert_true(m->actuator_ctrlrange[2 * c] == -7 && m->actuator_ctrlrange[2 * c + 1] == 8);
  // the motor pushes with its effort times the reduction
  mjData* d = mj_makeData(m);
  d->ctrl[a] = 1;
  mj_forward(m, d);
  int dof = m->jnt_dofadr[mj_name2id(m, mjOBJ_JOINT, "b_joint")];
  assert_true(fabs(d->qfrc_actuator[dof] - 50) < 1e-12);
  mj_deleteData(d);
  mj_deleteModel(m);
  // and is written back
  char text[20000];
  assert_int_equal(mj_saveXMLString(s, text, sizeof text, error, sizeof error), 0);
  assert_non_null(strstr(text, "gear=\"50"));
  mj_deleteSpec(s);
}

static void materials_of_gazebo_are_colours(void** state) {
  (void)state;
  char error[500];
  int added;
  mjSpec* s = robot_with(
      "<gazebo reference='b'><material>Gazebo/Orange</material></gazebo>"
      "<gazebo reference='c'><material>Gazebo/Nothing</material></gazebo>"
      "<gazebo reference='d'><mu1>1</mu1></gazebo><gazebo><plugin name='p'/></gazebo>",
      &added, error);
  assert_int_equal(added, 1);
  assert_non_null(strstr(warned, "Gazebo/Nothing"));
  mjsGeom* g = mjs_asGeom(mjs_firstChild(mjs_findBody(s, "b"), mjOBJ_GEOM, 0));
  assert_true(g->rgba[0] == 1 && fabsf(g->rgba[1] - .5088f) < 1e-6f && g->rgba[3] == 1);
  g = mjs_asGeom(mjs_firstChild(mjs_findBody(s, "c"), mjOBJ_GEOM, 0));
  assert_true(g->rgba[0] == .5f);
  mj_deleteSpec(s);
}

static void what_is_wrong_is_told(void** state) {
  (void)state;
  char error[500];
  int added;
  mj_deleteSpec(robot_with("<transmission name='t'><type>" SIMPLE "</type><joint name='b_joint'/>"
                           "<actuator name='m'><mechanicalReduction>fast</mechanicalReduction>"
                           "</actuator></transmission>",
                           &added, error));
  assert_int_equal(added, -1);
  assert_non_null(strstr(error, "'fast' is no number"));
  assert_non_null(strstr(error, "r.urdf:2"));
  mj_deleteSpec(
      robot_with("<gazebo reference='e'><material>Gazebo/Red</material></gazebo>", &added, error));
  assert_int_equal(added, -1);
  assert_non_null(strstr(error, "unknown link"));
  // what cannot be is left out, and said so
  mj_deleteSpec(
      robot_with("<transmission name='t'><type>x/DifferentialTransmission</type>"
                 "</transmission><transmission name='u'><type>" SIMPLE "</type>"
                 "<joint name='d_joint'/><actuator name='m'/></transmission>",
                 &added, error));
  assert_int_equal(added, 0);
  assert_non_null(strstr(warned, "DifferentialTransmission"));
  assert_non_null(strstr(warned, "d_joint"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(transmissions_become_motors),
      cmocka_unit_test(materials_of_gazebo_are_colours),
      cmocka_unit_test(what_is_wrong_is_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
