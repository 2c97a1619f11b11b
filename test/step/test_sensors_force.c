// Sensors of forces, contacts, limits and distances, where statics says what they must read.
#include "step/bundled_model.h"

static const mjtNum g = 9.81;

static mjData* settled(const mjModel* m, int steps) {
  mjData* d = mj_makeData(m);
  for (int i = 0; i < steps; i++) mj_step(m, d);
  mj_forward(m, d);
  return d;
}

static const mjtNum* sensor(const mjModel* m, const mjData* d, const char* name) {
  int id = mj_name2id(m, mjOBJ_SENSOR, name);
  assert_true(id >= 0);
  return d->sensordata + m->sensor_adr[id];
}

// A mass on a bracket: the bracket carries its weight and the moment of it.
static void force_and_torque_carry_the_weight(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><worldbody><body pos='0 0 1'><joint type='slide' axis='1 0 0'/><geom size='.1' "
      "mass='1'/>"
      "<body pos='.2 0 0' euler='0 0 90'><site name='s'/><geom size='.05' mass='2' pos='0 -.3 0'/>"
      "<body pos='0 -.5 0'><geom size='.05' mass='3'/></body></body></body></worldbody>"
      "<sensor><force name='f' site='s'/><torque name='t' site='s'/></sensor></mujoco>");
  mjData* d = settled(m, 0);
  // arm of .3 and .5 m along the world's x, which is -y of the site; 2 and 3 kg
  const mjtNum force[3] = {0, 0, 5 * g}, torque[3] = {-(2 * .3 + 3 * .5) * g, 0, 0};
  assert_near_vector(sensor(m, d, "f"), force, 3, 1e-12);
  assert_near_vector(sensor(m, d, "t"), torque, 3, 1e-12);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static const char boxes[] =
    "<mujoco><option timestep='.002'/><worldbody><geom name='floor' type='plane' size='1 1 .1'/>"
    "<body name='low' pos='0 0 .1'><freejoint/><geom name='low' type='box' size='.1 .1 .1' "
    "mass='2'/><site name='skin' type='box' size='.11 .11 .11'/><site name='lid' type='box' "
    "size='.11 .11 .01' pos='0 0 .1'/></body>"
    "<body name='high' pos='0 0 .3'><freejoint/><geom name='high' type='box' size='.1 .1 .1' "
    "mass='1'/></body></worldbody><sensor>"
    "<touch name='skin' site='skin'/><touch name='lid' site='lid'/>"
    "<contact name='floor_low' geom1='floor' geom2='low' reduce='netforce' data='found force "
    "torque "
    "dist pos normal tangent'/>"
    "<contact name='low_floor' geom1='low' geom2='floor' reduce='netforce' data='force'/>"
    "<contact name='body' body1='high' reduce='netforce' data='force'/>"
    "<contact name='into_body' body2='high' reduce='netforce' data='force'/>"
    "<contact name='site' site='lid' reduce='netforce' data='found'/>"
    "<contact name='deepest' geom1='floor' reduce='mindist' num='6' data='found dist'/>"
    "<contact name='strongest' geom1='floor' reduce='maxforce' num='2' data='force'/>"
    "<contact name='normals' geom1='low' geom2='floor' num='1' data='force normal'/>"
    "<contact name='none' geom1='floor' geom2='high' reduce='netforce' data='found force torque "
    "dist "
    "pos normal tangent'/>"
    "</sensor></mujoco>";

static void contacts_carry_what_stands_on_them(void** state) {
  (void)state;
  mjModel* m = model_from(boxes);
  mjData* d = settled(m, 2000);
  assert_int_equal(d->ncon, 8);
  // touch counts what pushes on the body from all sides, the lid what pushes from above
  assert_near(*sensor(m, d, "skin"), 3 * g + g, 1e-3);
  assert_near(*sensor(m, d, "lid"), g, 1e-3);

  const mjtNum* floor_low = sensor(m, d, "floor_low");
  const mjtNum up[3] = {0, 0, 3 * g}, down[3] = {0, 0, -3 * g}, lift[3] = {0, 0, g};
  const mjtNum sink[3] = {0, 0, -g}, zero[3] = {0, 0, 0}, x[3] = {1, 0, 0}, y[3] = {0, 1, 0};
  assert_near(floor_low[0], 4, 0);
  assert_near_vector(floor_low + 1, up, 3, 1e-3);
  assert_near_vector(floor_low + 4, zero, 3, 1e-3);
  assert_near(floor_low[7], 0, 0);
  assert_near_vector(floor_low + 8, zero, 3, 1e-3);
  assert_near_vector(floor_low + 11, x, 3, 0);
  assert_near_vector(floor_low + 14, y, 3, 0);
  assert_near_vector(sensor(m, d, "low_floor"), down, 3, 1e-3);
  // what the upper box does to others, and others to it
  assert_near_vector(sensor(m, d, "body"), sink, 3, 1e-3);
  assert_near_vector(sensor(m, d, "into_body"), lift, 3, 1e-3);
  assert_near(*sensor(m, d, "site"), 4, 0);

  const mjtNum* deepest = sensor(m, d, "deepest");
  for (int i = 0; i < 4; i++) {
    assert_near(deepest[2 * i], 4, 0);
    assert_true(deepest[2 * i + 1] < 0 && (i == 0 || deepest[2 * i + 1] >= deepest[2 * i - 1]));
  }
  for (int i = 8; i < 12; i++) assert_true(deepest[i] == 0);
  const mjtNum* strongest = sensor(m, d, "strongest");
  assert_true(mju_norm3(strongest) >= mju_norm3(strongest + 3) && mju_norm3(strongest + 3) > 0);
  const mjtNum* normals = sensor(m, d, "normals");
  assert_true(normals[0] > 0);
  assert_near(normals[5], -1, 1e-9);
  const mjtNum* none = sensor(m, d, "none");
  for (int i = 0; i < 17; i++) assert_near(none[i], i == 11 || i == 15, 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// Limits: a pendulum that leans on its stop, a tendon that carries a mass.
static void limits_read_what_they_hold(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><worldbody><site name='hook' pos='2 0 2'/>"
      "<body pos='0 0 1'><joint name='j' axis='0 1 0' limited='true' range='-90 0' damping='1'/>"
      "<geom size='.1' mass='2' pos='.5 0 0'/></body>"
      "<body pos='2 0 1'><joint name='s' type='slide' axis='0 0 1' damping='5'/><geom size='.1' "
      "mass='1'/><site name='end'/></body></worldbody>"
      "<tendon><spatial name='t' limited='true' range='0 1'><site site='hook'/><site "
      "site='end'/></spatial></tendon>"
      "<sensor><jointlimitfrc name='jf' joint='j'/><jointlimitpos name='jp' joint='j'/>"
      "<jointlimitvel name='jv' joint='j'/><tendonlimitfrc name='tf' tendon='t'/>"
      "<tendonlimitpos name='tp' tendon='t'/><tendonpos name='length' tendon='t'/>"
      "<jointpos name='pos' joint='j'/></sensor></mujoco>");
  mjData* d = settled(m, 3000);
  assert_near(*sensor(m, d, "jf"), 2 * g * .5, 2e-2);
  assert_near(*sensor(m, d, "jp"), -d->qpos[0], 1e-12);
  assert_near(*sensor(m, d, "jv"), 0, 1e-6);
  assert_near(*sensor(m, d, "tf"), g, 1e-4);
  assert_near(*sensor(m, d, "tp"), 1 - d->ten_length[0], 1e-12);
  assert_near(*sensor(m, d, "length"), 2 - d->site_xpos[5], 1e-12);
  assert_near(*sensor(m, d, "pos"), d->qpos[0], 0);
  // away from the stops nothing is read
  d->qpos[0] = -1;
  d->qpos[1] = 0.5;
  mj_forward(m, d);
  assert_true(*sensor(m, d, "jf") == 0 && *sensor(m, d, "jp") == 0 && *sensor(m, d, "tf") == 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// A ball pressed into a plate: at every vertex inside of it depth over what is left of 5 cm, and
// how fast the ball slips along the two tangents.
static void tactile_sensors_read_depth_and_slip(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><asset><mesh name='pad' builtin='plate' params='8 6' scale='.1 .08 .1'/></asset>"
      "<worldbody><geom name='skin' type='box' size='.1 .08 .05'/>"
      "<geom name='pad' type='mesh' mesh='pad' contype='0' conaffinity='0' pos='0 0 .15'/>"
      "<body pos='.03 .01 .11'><freejoint/><geom name='ball' size='.07'/></body></worldbody>"
      "<sensor><tactile name='t' geom='pad' mesh='pad'/></sensor></mujoco>");
  mjData* d = mj_makeData(m);
  d->qvel[0] = .4;
  d->qvel[1] = -.3;
  d->qvel[2] = -.2;
  mj_forward(m, d);
  const mjtNum* value = sensor(m, d, "t");
  int n = m->mesh_vertnum[0], pad = mj_name2id(m, mjOBJ_GEOM, "pad"), touched = 0;
  assert_int_equal(m->nsensordata, 3 * n);
  for (int i = 0; i < n; i++) {
    mjtNum x[3], vertex[3];
    for (int k = 0; k < 3; k++) vertex[k] = m->mesh_vert[3 * i + k];
    mju_mulMatVec3(x, d->geom_xmat + 9 * pad, vertex);
    mju_addTo3(x, d->geom_xpos + 3 * pad);
    mjtNum depth = fmin(mju_dist3(x, d->qpos) - .07, 0);
    touched += depth < 0;
    assert_near(value[i], depth / (.05 - depth), 1e-6);
    assert_near(value[n + i], depth < 0 ? .3 : 0, 1e-6);
    assert_near(value[2 * n + i], depth < 0 ? .2 : 0, 1e-6);
  }
  assert_true(touched > 2 && touched < n);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void distances_and_rays_measure_gaps(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><worldbody><geom name='floor' type='plane' size='5 5 .1'/>"
      "<body name='a' pos='0 0 1'><freejoint/><geom name='a' size='.2'/><site name='down' "
      "euler='180 "
      "0 0'/><site name='up'/></body>"
      "<body name='b' pos='1 0 1'><freejoint/><geom name='b' size='.3'/></body>"
      "<body name='room' pos='0 0 1'><site name='room' type='cylinder' size='.5 .3'/></body>"
      "</worldbody><sensor>"
      "<rangefinder name='down' site='down'/><rangefinder name='up' site='up'/>"
      "<rangefinder name='near' site='down' cutoff='.4'/>"
      "<distance name='d' geom1='a' geom2='b' cutoff='2'/><distance name='short' geom1='b' "
      "geom2='a' "
      "cutoff='.1'/><normal name='n' geom1='a' geom2='b' cutoff='2'/>"
      "<fromto name='ft' geom1='b' geom2='a' cutoff='2'/>"
      "<insidesite name='in' site='room' objtype='body' objname='a'/>"
      "<insidesite name='out' site='room' objtype='body' objname='b'/>"
      "</sensor></mujoco>");
  mjData* d = settled(m, 0);
  const mjtNum normal[3] = {1, 0, 0}, segment[6] = {.7, 0, 1, .2, 0, 1};
  assert_near(*sensor(m, d, "down"), 1, 1e-12);
  assert_near(*sensor(m, d, "up"), -1, 0);
  assert_near(*sensor(m, d, "near"), .4, 0);
  assert_near(*sensor(m, d, "d"), .5, 1e-12);
  assert_near(*sensor(m, d, "short"), .1, 0);
  assert_near_vector(sensor(m, d, "n"), normal, 3, 1e-12);
  assert_near_vector(sensor(m, d, "ft"), segment, 6, 1e-12);
  assert_near(*sensor(m, d, "in"), 1, 0);
  assert_near(*sensor(m, d, "out"), 0, 0);
  // overlapping spheres: the distance is negative and the normal from deep inside to deep inside
  d->qpos[7] = .4;
  mj_forward(m, d);
  assert_near(*sensor(m, d, "d"), -.1, 1e-12);
  assert_near(sensor(m, d, "n")[0], -1, 1e-12);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// A point on the axis is seen in the middle, one at half the angle of view on the border.
static void cameras_project_to_pixels(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><worldbody><camera name='c' pos='1 2 3' fovy='60' resolution='640 480'/>"
      "<camera name='lens' pos='1 2 3' sensorsize='.02 .01' focal='.03 .04' resolution='200 100'/>"
      "<site name='axis' pos='1 2 1'/><site name='top' pos='1 3.154700538379252 1'/>"
      "<site name='right' pos='1.2 2 1'/></worldbody><sensor>"
      "<camprojection name='axis' site='axis' camera='c'/>"
      "<camprojection name='top' site='top' camera='c'/>"
      "<camprojection name='right' site='right' camera='c'/>"
      "<camprojection name='lens' site='right' camera='lens'/></sensor></mujoco>");
  mjData* d = settled(m, 0);
  const mjtNum focal = 240 / tan(mjPI / 6);
  const mjtNum axis[2] = {320, 240}, top[2] = {320, 0}, right[2] = {320 + focal * .1, 240};
  const mjtNum lens[2] = {100 + .03 / .02 * 200 * .1, 50};
  assert_near_vector(sensor(m, d, "axis"), axis, 2, 1e-9);
  assert_near_vector(sensor(m, d, "top"), top, 2, 1e-9);
  assert_near_vector(sensor(m, d, "right"), right, 2, 1e-9);
  assert_near_vector(sensor(m, d, "lens"), lens, 2, 1e-6);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void actuators_are_sensed_where_they_act(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><worldbody><body><joint name='j' type='slide' axis='1 0 0' "
      "actuatorfrclimited='true' "
      "actuatorfrcrange='-5 5'/><geom size='.1'/></body></worldbody>"
      "<tendon><fixed name='t'><joint joint='j' coef='2'/></fixed></tendon>"
      "<actuator><motor name='a' joint='j' gear='3'/><motor name='b' "
      "tendon='t'/></actuator><sensor>"
      "<actuatorfrc name='fa' actuator='a'/><jointactuatorfrc name='fj' joint='j'/>"
      "<tendonactuatorfrc name='ft' tendon='t'/><actuatorpos name='pa' actuator='a'/>"
      "<actuatorvel name='va' actuator='a'/><tendonvel name='vt' tendon='t'/><clock name='time'/>"
      "<actuatorfrc name='cut' actuator='b' cutoff='.25'/></sensor></mujoco>");
  mjData* d = mj_makeData(m);
  d->qpos[0] = .1;
  d->qvel[0] = .2;
  d->ctrl[0] = 2;
  d->ctrl[1] = -.5;
  d->time = 1.5;
  mj_forward(m, d);
  assert_near(*sensor(m, d, "fa"), 2, 1e-14);
  assert_near(*sensor(m, d, "fj"), 5, 1e-14);  // 3 2 - 2 .5 = 5
  d->ctrl[0] = 3;
  mj_forward(m, d);
  assert_near(*sensor(m, d, "fj"), 5, 1e-14);  // 8, limited
  assert_near(*sensor(m, d, "ft"), -.5, 1e-14);
  assert_near(*sensor(m, d, "pa"), .3, 1e-14);
  assert_near(*sensor(m, d, "va"), .6, 1e-14);
  assert_near(*sensor(m, d, "vt"), .4, 1e-14);
  assert_near(*sensor(m, d, "time"), 1.5, 0);
  assert_near(*sensor(m, d, "cut"), -.25, 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(force_and_torque_carry_the_weight),
      cmocka_unit_test(contacts_carry_what_stands_on_them),
      cmocka_unit_test(limits_read_what_they_hold),
      cmocka_unit_test(tactile_sensors_read_depth_and_slip),
      cmocka_unit_test(distances_and_rays_measure_gaps),
      cmocka_unit_test(cameras_project_to_pixels),
      cmocka_unit_test(actuators_are_sensed_where_they_act),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
