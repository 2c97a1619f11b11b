// What compiling does to a specification, and what it says when it cannot.
#include <stdlib.h>

#include "compile/memory.h"
#include "compile/model_text.h"
#include "math/vec3.h"
#include "spec/element.h"

// ------------------------------------------------------------------------------- repeatability

static void the_same_to_the_byte_each_time(void** state) {
  (void)state;
  for (int seed = 0; seed < 20; seed++) {
    draw_seed(seed);
    mjSpec* s = random_tree(20);
    mjSpec* copy = mj_copySpec(s);
    mjModel* model[4] = {mj_compile(s, NULL), mj_compile(s, NULL), mj_compile(copy, NULL),
                         mj_compile(s, NULL)};
    for (int k = 1; k < 4; k++) {
      assert_non_null(model[k]);
      assert_int_equal(model[k]->nbuffer, model[0]->nbuffer);
      assert_memory_equal(model[k]->buffer, model[0]->buffer, model[0]->nbuffer);
      assert_memory_equal(&model[k]->opt, &model[0]->opt, sizeof(mjOption));
      assert_memory_equal(&model[k]->stat, &model[0]->stat, sizeof(mjStatistic));
      assert_true(model[k]->signature == model[0]->signature);
    }
    for (int k = 0; k < 4; k++) mj_deleteModel(model[k]);
    mj_deleteSpec(s);
    mj_deleteSpec(copy);
  }
}

static const char sample[] =
    "<mujoco><default><geom density='500'/></default><worldbody><frame pos='1 2 3' euler='10 20 "
    "30'>"
    "<body name='a' euler='30 0 0'><joint name='j' range='-30 30' ref='10' springdamper='1 1'/>"
    "<geom type='capsule' fromto='0 0 0 1 0 0' size='.1'/><geom type='box' size='.1 .2 .3'/>"
    "<site name='s' zaxis='1 0 0'/><camera euler='0 10 0'/><light dir='0 0 -2'/></body></frame>"
    "</worldbody><tendon><fixed name='t'><joint joint='j' coef='1'/></fixed></tendon>"
    "<actuator><position joint='j' kp='3' dampratio='1' inheritrange='1'/></actuator>"
    "<equality><weld body1='a'/></equality><sensor><framepos objtype='site' objname='s'/></sensor>"
    "<keyframe><key qpos='.3'/></keyframe></mujoco>";

// The structs a user reads and writes are never written by compilation.
static void the_user_layer_is_not_touched(void** state) {
  (void)state;
  mjSpec* s = spec_from(sample);
#define TYPES(X)              \
  X(mjOBJ_JOINT, Joint)       \
  X(mjOBJ_GEOM, Geom)         \
  X(mjOBJ_SITE, Site)         \
  X(mjOBJ_CAMERA, Camera)     \
  X(mjOBJ_LIGHT, Light)       \
  X(mjOBJ_TENDON, Tendon)     \
  X(mjOBJ_ACTUATOR, Actuator) \
  X(mjOBJ_EQUALITY, Equality) \
  X(mjOBJ_SENSOR, Sensor)     \
  X(mjOBJ_KEY, Key)
#define KEEP(type, Type) mjs##Type before_##Type = *mjs_as##Type(mjs_firstElement(s, type));
#define CHECK(type, Type)                                                      \
  assert_memory_equal(&before_##Type, mjs_as##Type(mjs_firstElement(s, type)), \
                      sizeof before_##Type);
  TYPES(KEEP)
  mjsBody body = *mjs_findBody(s, "a");
  mjSpec whole = *s;
  mjModel* m = mj_compile(s, NULL);
  assert_non_null(m);
  TYPES(CHECK)
  assert_memory_equal(&body, mjs_findBody(s, "a"), sizeof body);
  assert_memory_equal(&whole, s, sizeof whole);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}

static void after_a_failure_the_specification_can_be_corrected(void** state) {
  (void)state;
  mjSpec* s = spec_from(sample);
  mjsGeom* g = mjs_addGeom(mjs_findBody(s, "a"), NULL);
  g->size[0] = -1;
  for (int k = 0; k < 2; k++) {
    assert_null(mj_compile(s, NULL));
    assert_non_null(strstr(mjs_getError(s), "positive"));
  }
  g->size[0] = 0.1;
  mjModel* m = mj_compile(s, NULL);
  assert_non_null(m);
  assert_true(strlen(mjs_getError(s)) == 0);
  assert_int_equal(m->ngeom, 3);
  assert_int_equal(mjs_getId(g->element), 2);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}

// ----------------------------------------------------------------------------------- messages

#define BODY(inside) "<mujoco><worldbody><body name='b'>" inside "</body></worldbody></mujoco>"
#define ARM(after)                                                                                 \
  "<mujoco><worldbody><body name='b'><joint name='elbow' range='-1 1'/><geom name='g' size='.1'/>" \
  "<site name='tip'/><geom name='box' type='box' size='.1 .1 .1'/><site name='end'/>"              \
  "<body name='c'><joint name='ball' type='ball'/><geom "                                          \
  "size='.1'/></body></body></worldbody>" after "</mujoco>"

// Each row: a model, and what its message must contain.
static const char* const refused[][2] = {
    {"<mujoco><worldbody><site name='a'/><geom name='g' size='1'/><site "
     "name='b'/></worldbody><tendon>"
     "<spatial name='t'><site site='a'/><geom geom='g'/><site site='b'/></spatial></tendon>"
     "<actuator><motor tendon='t' armature='1'/></actuator></mujoco>",
     "actuator 0: armature on a tendon that wraps around a geom is not supported"},
    {"<mujoco><default><general actdim='1'/></default><worldbody><body><joint name='b' "
     "type='ball'/>"
     "<geom size='1'/></body></worldbody><actuator><orientation joint='b' "
     "kp='1'/></actuator></mujoco>",
     "actdim of an orientation is 0 here, not 1"},
    {BODY("<geom size='0'/>"), "size 1"},
    {BODY("<geom type='box' size='.1 .1'/>"), "size 3"},
    {BODY("<joint/>"), "mass and inertia"},
    {BODY("<joint/><geom size='.1' mass='-1'/>"), "mass is negative"},
    {BODY("<joint/><geom size='.1' density='-1'/>"), "density is negative"},
    {BODY("<joint/><geom type='plane' size='1 1 1'/>"), "plane"},
    {BODY("<geom size='.1' condim='2'/>"), "condim"},
    {BODY("<geom type='capsule' size='.1' fromto='1 1 1 1 1 1'/>"), "too close"},
    {BODY("<geom type='sphere' size='.1' fromto='1 1 1 1 1 2'/>"), "capsule"},
    {BODY("<geom type='capsule' size='.1' pos='1 0 0' fromto='1 1 1 1 1 2'/>"), "pos"},
    {BODY("<geom size='.1' xyaxes='1 0 0 1 0 0'/>"), "orientation"},
    {BODY("<geom size='.1' material='none'/>"), "no material named 'none'"},
    {BODY("<site type='capsule' size='.1 0'/>"), "size 2"},
    {BODY("<joint axis='0 0 0'/><geom size='.1'/>"), "axis"},
    {BODY("<joint limited='true' range='1 0'/><geom size='.1'/>"), "range is empty"},
    {BODY("<joint type='ball' limited='true' range='-1 1'/><geom size='.1'/>"), "start at 0"},
    {BODY("<joint springdamper='1 0'/><geom size='.1'/>"), "springdamper"},
    {BODY("<joint type='ball'/><joint/><geom size='.1'/>"), "ball"},
    {BODY("<freejoint/><joint type='slide'/><geom size='.1'/>"), "only joint"},
    {BODY("<body><freejoint/><geom size='.1'/></body>"), "child of the world"},
    {BODY("<joint name='j'/><joint name='j' axis='1 0 0'/><geom size='.1'/>"), "repeated name 'j'"},
    {BODY("<inertial pos='0 0 0' mass='1' diaginertia='1 1 3'/>"), "balanceinertia"},
    {BODY("<inertial pos='0 0 0' mass='1' fullinertia='1 1 -1 0 0 0'/>"), "positive eigenvalues"},
    {BODY("<camera fovy='180'/>"), "fovy"},
    {BODY("<camera mode='targetbody' target='x'/>"), "no body named 'x'"},
    {BODY("<light dir='0 0 0'/>"), "dir"},
    {"<mujoco><compiler autolimits='false'/><worldbody><body><joint range='0 1'/><geom "
     "size='.1'/></body>"
     "</worldbody></mujoco>",
     "autolimits"},
    {"<mujoco><size nuser_geom='1'/><worldbody><geom size='.1' user='1 2'/></worldbody></mujoco>",
     "nuser_geom"},
    {"<mujoco><worldbody><body><body mocap='true'/></body></worldbody></mujoco>", "mocap"},
    {ARM("<actuator><motor joint='elbw'/></actuator>"), "did you mean 'elbow'?"},
    {ARM("<actuator><motor tendon='t'/></actuator>"), "no tendon named 't'"},
    {ARM("<actuator><position joint='ball' inheritrange='1'/></actuator>"), "inheritrange"},
    {ARM("<actuator><general joint='elbow' dyntype='filter' actdim='2'/></actuator>"), "actdim"},
    {ARM("<actuator><general joint='elbow' actlimited='true' actrange='0 1'/></actuator>"),
     "actrange"},
    {ARM("<actuator><motor joint='elbow' ctrllimited='true' ctrlrange='2 1'/></actuator>"),
     "ctrlrange"},
    {ARM("<contact><pair geom1='g' geom2='gg'/></contact>"), "did you mean 'g'?"},
    {ARM("<contact><exclude body1='b' body2='d'/></contact>"), "no body named 'd'"},
    {ARM("<equality><weld body1='b' body2='b'/></equality>"), "both objects"},
    {ARM("<equality><joint joint1='elbow' joint2='ball'/></equality>"), "hinge or slide"},
    {ARM("<tendon><spatial><site site='tip'/></spatial></tendon>"), "two objects"},
    {ARM("<tendon><spatial><site site='tip'/><site site='tip'/></spatial></tendon>"),
     "follows itself"},
    {ARM("<tendon><spatial><site site='tip'/><geom geom='g'/></spatial></tendon>"),
     "between two sites"},
    {ARM("<tendon><spatial><site site='tip'/><geom geom='box'/><site "
         "site='end'/></spatial></tendon>"),
     "not a sphere or cylinder"},
    {ARM("<tendon><spatial><site site='tip'/><pulley divisor='1'/><site "
         "site='end'/></spatial></tendon>"),
     "no neighbour"},
    {ARM("<tendon><fixed limited='true' range='1 1'><joint joint='elbow' "
         "coef='1'/></fixed></tendon>"),
     "range is empty"},
    {ARM("<sensor><ballquat joint='elbow'/></sensor>"), "must be a ball"},
    {ARM("<sensor><jointlimitpos joint='ball'/></sensor>"), "not limited"},
    {ARM("<sensor><gyro site='tp'/></sensor>"), "did you mean 'tip'?"},
    {ARM("<sensor><framequat objtype='body' objname='b' cutoff='1'/></sensor>"), "cut off"},
    {ARM("<sensor><distance geom1='g' geom2='g'/></sensor>"), "same"},
    {ARM("<sensor><user dim='2' datatype='axis'/></sensor>"), "3 numbers"},
    {ARM("<keyframe><key name='home' qpos='1 2 3 4 5 6 7'/></keyframe>"), "'home'"},
    {ARM("<custom><tuple name='t'><element objtype='body' objname='x'/></tuple></custom>"),
     "no body named 'x'"},
};

static void messages_say_what_is_wrong(void** state) {
  (void)state;
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    refused_with(refused[i][0], refused[i][1]);
  }
}

static void all_errors_of_a_pass_are_reported_with_their_place(void** state) {
  (void)state;
  mjSpec* s = spec_from(
      "<mujoco>\n<worldbody>\n<geom name='first' size='0'/>\n<geom size='.1'/>\n"
      "<geom name='second' type='box' size='1 -1 1'/>\n</worldbody>\n</mujoco>");
  assert_null(mj_compile(s, NULL));
  const char* error = mjs_getError(s);
  assert_non_null(strstr(error, "3:1: geom 'first': size 1"));
  assert_non_null(strstr(error, "5:1: geom 'second': size 2"));
  mj_deleteSpec(s);
}

static void joints_of_the_world_are_refused(void** state) {
  (void)state;
  mjSpec* s = mj_makeSpec();
  mjs_addJoint(mjs_findBody(s, "world"), NULL);
  assert_null(mj_compile(s, NULL));
  assert_non_null(strstr(mjs_getError(s), "world"));
  mj_deleteSpec(s);
}

// MJCF refuses them when it is read; programs can still set them.
static void quaternions_of_zeros_are_refused(void** state) {
  (void)state;
  for (int k = 0; k < 5; k++) {
    mjSpec* s = mj_makeSpec();
    mjsBody* body = mjs_addBody(mjs_findBody(s, "world"), NULL);
    mjsGeom* geom = mjs_addGeom(body, NULL);
    geom->size[0] = 0.1;
    double* const quat[] = {body->quat, geom->quat, mjs_addSite(body, NULL)->quat,
                            mjs_addCamera(body, NULL)->quat, mjs_addFrame(body, NULL)->quat};
    quat[k][0] = 0;
    assert_null(mj_compile(s, NULL));
    assert_non_null(strstr(mjs_getError(s), "zero quaternion"));
    quat[k][0] = 1;
    mjModel* m = mj_compile(s, NULL);
    assert_non_null(m);
    mj_deleteModel(m);
    mj_deleteSpec(s);
  }
}

static void frames_in_a_circle_are_refused(void** state) {
  (void)state;
  mjSpec* s = mj_makeSpec();
  mjsBody* world = mjs_findBody(s, "world");
  mjsFrame* a = mjs_addFrame(world, NULL);
  mjsFrame* b = mjs_addFrame(world, a);
  mjsFrame* c = mjs_addFrame(world, b);
  if (!mjs_setFrame(a->element, c)) {
    assert_null(mj_compile(s, NULL));
    assert_non_null(strstr(mjs_getError(s), "itself"));
  }
  mj_deleteSpec(s);
}

// --------------------------------------------------------------------------------------- rules

static mjtNum jnt_range1(const char* options, const char* joint) {
  char xml[500];
  snprintf(xml, sizeof xml,
           "<mujoco><compiler %s/><worldbody><body><joint %s/><geom size='.1' pos='.1 0 0'/></body>"
           "</worldbody></mujoco>",
           options, joint);
  mjModel* m = model_from(xml);
  mjtNum r = m->jnt_range[1];
  mj_deleteModel(m);
  return r;
}

static void a_range_is_converted_only_where_it_limits(void** state) {
  (void)state;
  const mjtNum deg = mjPI / 180;
  assert_near(jnt_range1("", "range='0 90'"), 90 * deg, 1e-15);
  assert_near(jnt_range1("angle='radian'", "range='0 90'"), 90, 1e-15);
  assert_near(jnt_range1("", "range='0 90' limited='false'"), 90, 1e-15);
  assert_near(jnt_range1("", "range='100 90'"), 90, 1e-15);
  assert_near(jnt_range1("", "type='slide' range='0 90'"), 90, 1e-15);
  assert_near(jnt_range1("", "type='ball' range='0 90'"), 90 * deg, 1e-15);
}

static void frames_compose(void** state) {
  (void)state;
  mjModel* a = model_from(
      "<mujoco><worldbody><frame pos='1 0 0' euler='0 0 90'><frame pos='0 0 1' euler='90 0 0'>"
      "<site pos='.1 .2 .3' euler='0 30 0'/></frame></frame></worldbody></mujoco>");
  mjModel* b = model_from(
      "<mujoco><worldbody><body pos='1 0 0' euler='0 0 90'><body pos='0 0 1' euler='90 0 0'>"
      "<site pos='.1 .2 .3' euler='0 30 0'/></body></body></worldbody></mujoco>");
  mjData *d = mj_makeData(a), *e = mj_makeData(b);
  mj_forward(a, d);
  mj_forward(b, e);
  assert_near_vector(d->site_xpos, e->site_xpos, 3, 1e-14);
  assert_near_vector(d->site_xmat, e->site_xmat, 9, 1e-14);
  mj_deleteData(d);
  mj_deleteData(e);
  mj_deleteModel(a);
  mj_deleteModel(b);
}

static void alignment_moves_nothing_in_the_world(void** state) {
  (void)state;
  static const char* const xml =
      "<mujoco><worldbody><body pos='1 2 3' euler='10 20 30'><freejoint align='%s'/>"
      "<geom type='box' size='.1 .2 .3' pos='.3 0 .1' euler='20 0 40'/><geom size='.1'/>"
      "<site pos='.1 .2 .3' euler='10 0 0'/><camera pos='.1 .2 .3' euler='30 0 0'/>"
      "<light pos='.3 .3 .3' dir='0 1 -1'/></body></worldbody></mujoco>";
  char text[700];
  mjModel* m[2];
  mjData* d[2];
  for (int k = 0; k < 2; k++) {
    snprintf(text, sizeof text, xml, k ? "true" : "false");
    m[k] = model_from(text);
    d[k] = mj_makeData(m[k]);
    mj_forward(m[k], d[k]);
  }
  assert_int_equal(m[0]->body_simple[1], 0);
  assert_int_equal(m[1]->body_simple[1], 1);
  assert_near_vector(d[0]->geom_xpos, d[1]->geom_xpos, 6, 1e-13);
  assert_near_vector(d[0]->geom_xmat, d[1]->geom_xmat, 18, 1e-13);
  assert_near_vector(d[0]->site_xmat, d[1]->site_xmat, 9, 1e-13);
  assert_near_vector(d[0]->cam_xpos, d[1]->cam_xpos, 3, 1e-13);
  assert_near_vector(d[0]->light_xdir, d[1]->light_xdir, 3, 1e-13);
  assert_near_vector(d[0]->xipos, d[1]->xipos, 6, 1e-13);
  for (int k = 0; k < 2; k++) {
    mj_deleteData(d[k]);
    mj_deleteModel(m[k]);
  }
}

static char warning[500];
static int warnings;
static void keep_warning(const char* message) {
  snprintf(warning, sizeof warning, "%s", message);
  warnings++;
}

// The range of a ball joint is an angle: limited without one, it is locked.
static void a_limited_ball_joint_needs_no_range(void** state) {
  (void)state;
  mju_user_warning = keep_warning;
  warnings = 0;
  mjModel* m = model_from(
      "<mujoco><worldbody><body><joint name='j' type='ball' limited='true'/><geom "
      "size='.1'/></body>"
      "</worldbody></mujoco>");
  mju_user_warning = NULL;
  assert_true(m->jnt_limited[0] && m->jnt_range[0] == 0 && m->jnt_range[1] == 0);
  assert_int_equal(warnings, 1);
  assert_non_null(strstr(warning, "LoadModelFromString:1:26: joint 'j': the range of a limited"));
  mj_deleteModel(m);
  refused_with(
      "<mujoco><worldbody><body><joint type='hinge' limited='true'/><geom size='.1'/></body>"
      "</worldbody></mujoco>",
      "range is empty");
}

// What is only seen is thrown away, and meshes that nothing uses; what stays keeps its texture
// coordinates, as programs with their own materials need them.
static void discarding_visuals_takes_meshes_nobody_uses(void** state) {
  (void)state;
#define SOLID "vertex='0 0 0  1 0 0  0 1 0  0 0 1' face='0 2 1  0 1 3  0 3 2  1 2 3'"
  static const char text[] =
      "<mujoco><compiler discardvisual='%s'/><asset>"
      "<mesh name='kept' texcoord='0 0 1 0 0 1 1 1' " SOLID "/><mesh name='seen' " SOLID
      "/>"
      "<mesh name='unused' " SOLID "/><mesh name='listed' " SOLID
      "/></asset><worldbody><body>"
      "<geom type='mesh' mesh='seen' contype='0' conaffinity='0'/>"
      "<geom type='mesh' mesh='kept'/></body></worldbody><custom><tuple name='t'>"
      "<element objtype='mesh' objname='listed'/></tuple></custom></mujoco>";
#undef SOLID
  for (int discard = 0; discard < 2; discard++) {
    char xml[1000];
    snprintf(xml, sizeof xml, text, discard ? "true" : "false");
    mjModel* m = model_from(xml);
    assert_int_equal(m->nmesh, discard ? 2 : 4);
    assert_int_equal(m->nmeshtexcoord, 4);
    assert_int_equal(mj_name2id(m, mjOBJ_MESH, "kept"), 0);
    assert_int_equal(mj_name2id(m, mjOBJ_MESH, "listed"), discard ? 1 : 3);
    assert_int_equal(m->tuple_objid[0], discard ? 1 : 3);
    mj_deleteModel(m);
  }
}

static void total_mass_is_as_prescribed(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><compiler settotalmass='7'/><worldbody><body><joint/><geom size='.1'/></body>"
      "<body><geom size='.3'/></body></worldbody></mujoco>");
  assert_near(mj_getTotalmass(m), 7, 1e-14);
  assert_near(m->body_mass[2] / m->body_mass[1], 27, 1e-12);
  mj_deleteModel(m);
}

static void the_arena_is_sized_by_the_rule_or_by_the_user(void** state) {
  (void)state;
  mjSpec* s = mj_makeSpec();
  mjModel* m = mj_compile(s, NULL);
  assert_int_equal(m->narena, 13631488);
  mj_deleteModel(m);
  s->memory = 1 << 21;
  m = mj_compile(s, NULL);
  assert_int_equal(m->narena, 1 << 21);
  mj_deleteModel(m);
  s->memory = (mjtSize)-1;
  mjModel large = {.nv = 100000, .nq = 100000, .nbody = 100000};
  assert_true(memory_arena(&large, s) <= (mjtSize)1 << 30);
  mj_deleteSpec(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_same_to_the_byte_each_time),
      cmocka_unit_test(the_user_layer_is_not_touched),
      cmocka_unit_test(after_a_failure_the_specification_can_be_corrected),
      cmocka_unit_test(messages_say_what_is_wrong),
      cmocka_unit_test(all_errors_of_a_pass_are_reported_with_their_place),
      cmocka_unit_test(joints_of_the_world_are_refused),
      cmocka_unit_test(quaternions_of_zeros_are_refused),
      cmocka_unit_test(frames_in_a_circle_are_refused),
      cmocka_unit_test(a_range_is_converted_only_where_it_limits),
      cmocka_unit_test(frames_compose),
      cmocka_unit_test(alignment_moves_nothing_in_the_world),
      cmocka_unit_test(a_limited_ball_joint_needs_no_range),
      cmocka_unit_test(discarding_visuals_takes_meshes_nobody_uses),
      cmocka_unit_test(total_mass_is_as_prescribed),
      cmocka_unit_test(the_arena_is_sized_by_the_rule_or_by_the_user),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
