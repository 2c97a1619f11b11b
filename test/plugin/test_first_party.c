// The first-party plugins, out of their library, against the laws they implement.
#include <unistd.h>

#include "compile/model_text.h"

static int load(void** state) {
  (void)state;
  int before = mjp_pluginCount();
  mj_loadPluginLibrary(PLUGIN_LIBRARY);
  assert_int_equal(mjp_pluginCount() - before, 8);
  return 0;
}

// --- pid ----------------------------------------------------------------------------------------

static const char pid[] =
    "<mujoco><extension><plugin plugin='mujoco.pid'><instance name='pid'>%s</instance></plugin>"
    "</extension><option timestep='.01' gravity='0 0 0'/><worldbody><body>"
    "<joint name='j' type='slide'/><geom size='.1' mass='1'/></body></worldbody>"
    "<actuator><plugin joint='j' plugin='mujoco.pid' instance='pid' %s/></actuator></mujoco>";

static mjModel* controlled(const char* config, const char* attributes) {
  char text[2000];
  snprintf(text, sizeof text, pid, config, attributes);
  return model_from(text);
}

#define CONFIG(key, value) "<config key='" key "' value='" value "'/>"

static void pid_forces_are_those_of_its_gains(void** state) {
  (void)state;
  mjModel* m = controlled(CONFIG("kp", "40") CONFIG("ki", "5") CONFIG("kd", "3"), "actdim='1'");
  assert_int_equal(m->na, 1);
  mjData* d = mj_makeData(m);
  d->qpos[0] = .3;
  d->qvel[0] = -.2;
  d->ctrl[0] = .5;
  d->act[0] = .7;
  mj_forward(m, d);
  mjtNum error = .5 - .3, integral = .7 + error * .01;
  assert_near(d->actuator_force[0], 40 * error + 5 * integral + 3 * (0 - -.2), 1e-13);
  assert_near(d->act_dot[0], error, 1e-13);
  mj_step(m, d);
  assert_near(d->act[0], integral, 1e-13);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// An instance named by two actuators is two controllers: each does what it does alone.
static void actuators_that_share_an_instance_are_controlled_each_by_itself(void** state) {
  (void)state;
  static const char world[] =
      "<mujoco><extension><plugin plugin='mujoco.pid'>%s</plugin></extension>"
      "<option gravity='0 0 0' timestep='.001'/>"
      "<worldbody><body><joint name='a' type='slide'/><geom size='.1' mass='1'/></body>"
      "<body pos='1 0 0'><joint name='b' type='slide'/><geom size='.1' "
      "mass='2'/></body></worldbody>"
      "<actuator><plugin joint='a' plugin='mujoco.pid' instance='%s' actdim='2'/>"
      "<plugin joint='b' plugin='mujoco.pid' instance='%s' dyntype='filter' dynprm='.1' "
      "actdim='3'/>"
      "</actuator></mujoco>";
#define GAINS CONFIG("kp", "4") CONFIG("ki", "3") CONFIG("kd", ".5") CONFIG("slewmax", ".75")
  static const char shared[] = "<instance name='p'>" GAINS "</instance>";
  static const char each[] =
      "<instance name='p'>" GAINS "</instance><instance name='q'>" GAINS "</instance>";
#undef GAINS
  char text[4000];
  snprintf(text, sizeof text, world, shared, "p", "p");
  mjModel* one = model_from(text);
  snprintf(text, sizeof text, world, each, "p", "q");
  mjModel* two = model_from(text);
  mjData *d = mj_makeData(one), *e = mj_makeData(two);
  for (int i = 0; i < 50; i++) {
    d->ctrl[0] = e->ctrl[0] = 1;
    d->ctrl[1] = e->ctrl[1] = -1;
    mj_step(one, d);
    mj_step(two, e);
  }
  assert_true(d->qpos[1] < -1e-4);
  assert_memory_equal(d->qpos, e->qpos, sizeof(mjtNum) * 2);
  assert_memory_equal(d->act, e->act, sizeof(mjtNum) * 5);
  assert_memory_equal(d->actuator_force, e->actuator_force, sizeof(mjtNum) * 2);
  mj_deleteData(d);
  mj_deleteData(e);
  mj_deleteModel(one);
  mj_deleteModel(two);
}

// A constant load: with an integral the error goes to zero, without it stays at load / kp.
static void integrals_remove_the_steady_error(void** state) {
  (void)state;
  static const char* const config[2] = {CONFIG("kp", "40") CONFIG("kd", "12"),
                                        CONFIG("kp", "40") CONFIG("ki", "30") CONFIG("kd", "12")};
  static const char* const dim[2] = {"", "actdim='1'"};
  for (int k = 0; k < 2; k++) {
    mjModel* m = controlled(config[k], dim[k]);
    mjData* d = mj_makeData(m);
    d->ctrl[0] = 1;
    d->qfrc_applied[0] = -8;
    for (int i = 0; i < 3000; i++) mj_step(m, d);
    assert_near(d->qpos[0], k ? 1 : 1 - 8 / 40., 1e-6);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// The integral stops at imax of force; the set point moves no faster than slewmax.
static void integrals_and_rates_are_limited(void** state) {
  (void)state;
  mjModel* m = controlled(CONFIG("ki", "10") CONFIG("imax", "2"), "actdim='1'");
  mjData* d = mj_makeData(m);
  d->ctrl[0] = 100;
  for (int i = 0; i < 10; i++) {
    d->qpos[0] = d->qvel[0] = 0;
    mj_step(m, d);
  }
  assert_near(d->act[0], .2, 1e-13);
  assert_near(d->actuator_force[0], 2, 1e-12);
  mj_deleteData(d);
  mj_deleteModel(m);

  m = controlled(CONFIG("kp", "1") CONFIG("slewmax", "2"), "actdim='1'");
  d = mj_makeData(m);
  mj_step(m, d);  // the first set point is taken as it is
  d->ctrl[0] = 1;
  for (int i = 1; i <= 20; i++) {
    d->qpos[0] = d->qvel[0] = 0;
    mj_step(m, d);
    assert_near(d->actuator_force[0], .02 * i, 1e-12);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void ignore(const char* message) { (void)message; }

static void a_wrong_number_of_activations_is_refused(void** state) {
  (void)state;
  char text[2000];
  snprintf(text, sizeof text, pid, CONFIG("kp", "1") CONFIG("ki", "1"), "actdim='2'");
  mju_user_warning = ignore;  // which says what the number must be
  refused_with(text, "mujoco.pid");
  mju_user_warning = NULL;
}

// An instance without a name, and without the plugin it is of, is of the plugin its user names.
static void an_instance_is_of_the_plugin_its_user_names(void** state) {
  (void)state;
  for (int named = 0; named < 2; named++) {
    mjSpec* s = mj_makeSpec();
    mjs_activatePlugin(s, "mujoco.pid");
    mjsBody* body = mjs_addBody(mjs_findBody(s, "world"), NULL);
    mjsJoint* joint = mjs_addJoint(body, NULL);
    mjs_setName(joint->element, "j");
    mjs_addGeom(body, NULL)->size[0] = 1;
    mjsActuator* a = mjs_addActuator(s, NULL);
    mjs_setString(a->target, "j");
    a->trntype = mjTRN_JOINT;
    mjsPlugin* instance = mjs_addPlugin(s);
    a->plugin.active = 1;
    a->plugin.element = instance->element;
    mjs_setString(named ? instance->plugin_name : a->plugin.plugin_name, "mujoco.pid");
    mjModel* m = mj_compile(s, NULL);
    if (!m) fail_msg("%s", mjs_getError(s));
    assert_int_equal(m->nplugin, 1);
    assert_int_equal(m->actuator_plugin[0], 0);
    assert_string_equal(mjp_getPluginAtSlot(m->plugin[0])->name, "mujoco.pid");
    mj_deleteModel(m);
    mj_deleteSpec(s);
  }
}

static void a_plugin_without_an_instance_is_told_how_to_get_one(void** state) {
  (void)state;
  mjSpec* s = mj_makeSpec();
  mjs_activatePlugin(s, "mujoco.pid");
  mjsBody* body = mjs_addBody(mjs_findBody(s, "world"), NULL);
  mjs_setName(mjs_addJoint(body, NULL)->element, "j");
  mjs_addGeom(body, NULL)->size[0] = 1;
  mjsActuator* a = mjs_addActuator(s, NULL);
  mjs_setString(a->target, "j");
  a->trntype = mjTRN_JOINT;
  a->plugin.active = 1;
  mjs_setString(a->plugin.plugin_name, "mujoco.pid");
  assert_null(mj_compile(s, NULL));
  assert_non_null(strstr(mjs_getError(s), "mujoco.pid is named, but no instance of it"));
  mj_deleteSpec(s);
}

static void what_a_plugin_says_when_it_refuses_is_in_the_error(void** state) {
  (void)state;
  char text[2000];
  snprintf(text, sizeof text, pid, CONFIG("ki", "1") CONFIG("imax", "-1"), "actdim='1'");
  refused_with(text, "imax must not be negative");
}

// --- libraries ----------------------------------------------------------------------------------

static int calls, reported_first, reported_count;
static char reported_name[100];

static void hear(const char* name, int first, int number) {
  snprintf(reported_name, sizeof reported_name, "%s", name);
  reported_first = first;
  reported_count = number;
  calls++;
}

// Of a directory only regular files count; a library that is there already registers nothing more.
static void directories_are_searched_for_libraries(void** state) {
  (void)state;
  char directory[] = "plugins_XXXXXX", path[100], target[100];
  assert_non_null(mkdtemp(directory));
  snprintf(path, sizeof path, "%s/again.so", directory);
  snprintf(target, sizeof target, "%s/link.so", directory);
  assert_int_equal(link(PLUGIN_LIBRARY, path), 0);
  assert_int_equal(symlink(PLUGIN_LIBRARY, target), 0);
  int before = mjp_pluginCount();
  calls = 0;
  mj_loadAllPluginLibraries(directory, hear);
  unlink(path);
  unlink(target);
  assert_int_equal(rmdir(directory), 0);
  assert_int_equal(calls, 1);
  assert_string_equal(reported_name, "again.so");
  assert_int_equal(reported_first, -1);
  assert_int_equal(reported_count, 0);
  assert_int_equal(mjp_pluginCount(), before);
  mj_loadAllPluginLibraries(directory, hear);  // gone by now
  assert_int_equal(calls, 1);
}

// What is loaded again brings nothing; what comes before and after ':' is a place of its own.
static void lists_of_places_are_loaded(void** state) {
  (void)state;
  char directory[] = "plugins_XXXXXX", path[100], list[400];
  assert_non_null(mkdtemp(directory));
  snprintf(path, sizeof path, "%s/again.so", directory);
  assert_int_equal(link(PLUGIN_LIBRARY, path), 0);
  snprintf(list, sizeof list, ":%s::%s:", directory, PLUGIN_LIBRARY);
  assert_int_equal(eng_loadPlugins(list), 0);
  unlink(path);
  assert_int_equal(rmdir(directory), 0);
  assert_int_equal(eng_loadPlugins(NULL), 0);
  assert_int_equal(eng_loadPlugins(""), 0);
}

static char refusal[1000];
static void keep(const char* message) { snprintf(refusal, sizeof refusal, "%s", message); }

static void a_missing_library_is_an_error(void** state) {
  (void)state;
  mju_user_error = keep;
  mj_loadPluginLibrary("no_such_library.so");
  assert_non_null(strstr(refusal, "no_such_library.so"));
  refusal[0] = 0;
  assert_int_equal(eng_loadPlugins("no_such_folder/other.so"), 0);
  assert_non_null(strstr(refusal, "no_such_folder/other.so"));
  char* endless = calloc(6000, 1);
  assert_non_null(memset(endless, 'x', 5999));
  assert_int_equal(eng_loadPlugins(endless), 0);
  assert_non_null(strstr(refusal, "5999 characters"));
  free(endless);
  mj_loadPluginLibrary("");
  assert_non_null(strstr(refusal, "empty"));
  mju_user_error = NULL;
}

// --- cable --------------------------------------------------------------------------------------

static const char cable[] =
    "<mujoco><extension><plugin plugin='mujoco.elasticity.cable'><instance name='c'>"
    "<config key='twist' value='1e7'/><config key='bend' value='4e6'/>%s</instance></plugin>"
    "</extension><option gravity='0 0 0'/><worldbody>"
    "<body name='b0' pos='0 0 1'><joint type='ball'/><geom type='capsule' size='.01' fromto='0 0 0 "
    ".1 0 0'/><plugin instance='c'/>"
    "<body name='b1' pos='.1 0 0' %s><joint type='ball'/><geom type='capsule' size='.01' fromto='0 "
    "0 "
    "0 .1 0 0'/><plugin instance='c'/>"
    "<body name='b2' pos='.1 0 0'><joint type='ball'/><geom type='capsule' size='.01' fromto='0 0 "
    "0 "
    ".1 0 0'/><plugin instance='c'/></body></body></body></worldbody></mujoco>";

static mjModel* cable_of(const char* config, const char* bend) {
  char text[3000];
  snprintf(text, sizeof text, cable, config, bend);
  return model_from(text);
}

// The same cable as a composite.
static const char composite[] =
    "<mujoco><extension><plugin plugin='mujoco.elasticity.cable'/></extension>"
    "<option gravity='0 0 0'/><worldbody><composite type='cable' curve='s' count='4' size='.3' "
    "offset='0 0 1'><plugin plugin='mujoco.elasticity.cable'><config key='twist' value='1e7'/>"
    "<config key='bend' value='4e6'/></plugin><joint kind='main'/><geom type='capsule' "
    "size='.01'/></composite></worldbody></mujoco>";

static mjtNum largest(const mjtNum* x, int n) {
  mjtNum most = 0;
  for (int i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
  return most;
}

// A joint bent by an angle resists with E I angle / length, twisted with G J angle / length.
static void cables_resist_bending_and_twisting(void** state) {
  (void)state;
  const mjtNum r4 = 1e-8, angle = .2, length = .1;
  const mjtNum stiffness[3] = {1e7 * mjPI * r4 / 2, 4e6 * mjPI * r4 / 4, 4e6 * mjPI * r4 / 4};
  mjModel* m = cable_of("", "");
  for (int axis = 0; axis < 3; axis++) {
    mjData* d = mj_makeData(m);
    mjtNum direction[3] = {axis == 0, axis == 1, axis == 2};
    mju_axisAngle2Quat(d->qpos + 8, direction, angle);
    mj_forward(m, d);
    for (int i = 0; i < m->nv; i++) {
      mjtNum expected = i == 6 + axis ? -stiffness[axis] * angle / length : 0;
      assert_near(d->qfrc_passive[i], expected, 1e-12);
    }
    mj_deleteData(d);
  }
  mj_deleteModel(m);
}

static void composites_are_cables(void** state) {
  (void)state;
  mjModel *m = cable_of("", ""), *n = model_from(composite);
  assert_int_equal(n->nv, m->nv);
  assert_int_equal(n->nplugin, 1);
  for (int b = 1; b < n->nbody; b++) assert_int_equal(n->body_plugin[b], 0);
  mjData *d = mj_makeData(m), *e = mj_makeData(n);
  for (int i = 0; i < m->nq; i++) d->qpos[i] = e->qpos[i] = m->qpos0[i] + .1 * sin(3 * i);
  mj_forward(m, d);
  mj_forward(n, e);
  assert_true(largest(d->qfrc_passive, m->nv) > 1e-3);
  // vertices of composites are single numbers
  mjtNum scale = 1e-6 * largest(d->qfrc_passive, m->nv);
  for (int i = 0; i < m->nv; i++) assert_near(e->qfrc_passive[i], d->qfrc_passive[i], scale);
  mj_deleteData(d);
  mj_deleteData(e);
  mj_deleteModel(m);
  mj_deleteModel(n);
}

// A cable made bent rests bent, one that is flat wants to be straight; nothing pushes it away.
static void cables_rest_in_their_shape(void** state) {
  (void)state;
  mjModel* m = cable_of("", "euler='0 0 30'");
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  assert_true(largest(d->qfrc_passive, m->nv) < 1e-12);
  // turned as a whole it is still at rest, and free of net torque when bent
  mju_euler2Quat(d->qpos, (mjtNum[3]){.3, .2, 1}, "xyz");
  mju_euler2Quat(d->qpos + 4, (mjtNum[3]){.1, .4, .2}, "xyz");
  mju_normalize4(d->qpos);
  mj_forward(m, d);
  assert_near_vector(d->qfrc_passive, ((mjtNum[3]){0, 0, 0}), 3, 1e-10);
  assert_true(largest(d->qfrc_passive, m->nv) > 1e-3);
  mj_deleteData(d);
  mj_deleteModel(m);

  m = cable_of("<config key='flat' value='true'/>", "euler='0 0 30'");
  d = mj_makeData(m);
  mj_forward(m, d);
  assert_near(d->qfrc_passive[5], -4e6 * mjPI * 1e-8 / 4 * (mjPI / 6) / .1, 1e-10);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// Its forces are those of an energy: what it is given it returns.
static void cables_conserve_energy(void** state) {
  (void)state;
  mjModel* m = cable_of("", "");
  m->opt.timestep = 2e-5;
  m->opt.integrator = mjINT_RK4;
  m->opt.enableflags = mjENBL_ENERGY;
  m->opt.disableflags = mjDSBL_CONTACT;
  mjData* d = mj_makeData(m);
  d->qvel[5] = 6;
  mj_forward(m, d);
  const mjtNum first = d->energy[1], bend = 4e6 * mjPI * 1e-8 / 4, twist = 1e7 * mjPI * 1e-8 / 2;
  mjtNum bent = 0;
  for (int i = 0; i < 4000; i++) {
    mj_step(m, d);
    if (i % 100) continue;
    mjtNum elastic = 0;
    mj_forward(m, d);
    for (int joint = 1; joint < 3; joint++) {
      mjtNum w[3];
      mju_quat2Vel(w, d->qpos + 4 * joint, 1);
      elastic += (twist * w[0] * w[0] + bend * (w[1] * w[1] + w[2] * w[2])) / .1 / 2;
    }
    bent = fmax(bent, elastic);
    assert_near(d->energy[1] + elastic, first, 1e-5 * first);
  }
  assert_true(bent > .05 * first);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// Colours go from blue, relaxed, to red.
static void cables_show_their_stress(void** state) {
  (void)state;
  mjModel* m = cable_of("<config key='vmax' value='.1'/>", "");
  mjData* d = mj_makeData(m);
  const mjpPlugin* plugin = mjp_getPluginAtSlot(m->plugin[0]);
  mj_forward(m, d);
  plugin->visualize(m, d, NULL, NULL, 0);
  assert_true(m->geom_rgba[0] == 0 && m->geom_rgba[1] == 0 && m->geom_rgba[2] == 1);
  mju_axisAngle2Quat(d->qpos + 4, (mjtNum[3]){0, 1, 0}, 1);
  mj_forward(m, d);
  plugin->visualize(m, d, NULL, NULL, 0);
  assert_true(m->geom_rgba[0] == 1 && m->geom_rgba[1] == 0 && m->geom_rgba[2] == 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// --- touch grid ---------------------------------------------------------------------------------

// A ball on a site that looks down: the weight is in the middle bin, and all of it.
static void a_touch_grid_sees_where_it_is_touched(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><extension><plugin plugin='mujoco.sensor.touch_grid'/></extension><worldbody>"
      "<geom type='plane' size='1 1 .1'/>"
      "<body pos='0 0 .1'><freejoint/><geom size='.1' mass='2'/><site name='s' pos='0 0 0'/>"
      "</body></worldbody><sensor>"
      "<plugin name='t' plugin='mujoco.sensor.touch_grid' objtype='site' objname='s'>"
      "<config key='size' value='5 3'/><config key='fov' value='45 30'/><config key='nchannel' "
      "value='3'/></plugin></sensor></mujoco>");
  assert_int_equal(m->nsensordata, 3 * 5 * 3);
  mjData* d = mj_makeData(m);
  for (int i = 0; i < 2000; i++) mj_step(m, d);
  for (int i = 0; i < 45; i++) assert_near(d->sensordata[i], i == 7 ? 2 * 9.81 : 0, 1e-4);

  // turned about y the floor is seen 30 degrees to the side: another column
  mju_axisAngle2Quat(d->qpos + 3, (mjtNum[3]){0, 1, 0}, mjPI / 6);
  mj_forward(m, d);
  mjtNum force[2] = {0, 0};
  int hit = -1;
  for (int i = 0; i < 15; i++) {
    if (d->sensordata[i] != 0) {
      assert_int_equal(hit, -1);
      hit = i;
      force[0] = d->sensordata[i];
      force[1] = d->sensordata[15 + i];
    }
  }
  // azimuth +-30 of 45 degrees in bins of 18: the last column or the first
  assert_true(hit == 5 || hit == 9);
  assert_near(fabs(force[1] / force[0]), tan(mjPI / 6), 1e-6);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// --- signed distances ---------------------------------------------------------------------------

static const char* const shapes[] = {"bolt", "bowl", "gear", "nut", "torus"};

static const mjpPlugin* shape(const char* name) {
  char full[100];
  snprintf(full, sizeof full, "mujoco.sdf.%s", name);
  const mjpPlugin* p = mjp_getPlugin(full, NULL);
  assert_non_null(p);
  return p;
}

// Attributes of a shape: the defaults.
static void defaults_of(const mjpPlugin* p, mjtNum* prm) {
  const char* value[10];
  for (int i = 0; i < p->nattribute; i++) value[i] = NULL;
  p->sdf_attribute(prm, (const char**)p->attributes, value);
}

// A distance to a shape within the box is at least the distance to the box.
static void shapes_are_within_their_boxes(void** state) {
  (void)state;
  for (int k = 0; k < 5; k++) {
    const mjpPlugin* p = shape(shapes[k]);
    mjtNum prm[10] = {0}, box[6];
    int inside = 0;
    defaults_of(p, prm);
    p->sdf_aabb(box, prm);
    draw_seed(k);
    for (int i = 0; i < 20000; i++) {
      mjtNum x[3];
      int beyond = 0;
      for (int c = 0; c < 3; c++) {
        x[c] = box[c] + 1.5 * box[3 + c] * draw();
        beyond |= fabs(x[c] - box[c]) > box[3 + c];
      }
      mjtNum distance = p->sdf_staticdistance(x, prm);
      assert_true(isfinite(distance));
      if (distance < 0) inside++;
      if (beyond && distance < 0) {
        print_error("%s: %g %g %g is inside\n", shapes[k], x[0], x[1], x[2]);
        fail();
      }
    }
    assert_true(inside > 20);
  }
}

static void tori_are_exact(void** state) {
  (void)state;
  const mjpPlugin* p = shape("torus");
  mjtNum prm[10] = {0};
  const char* value[2] = {"0.5", "0.1"};
  p->sdf_attribute(prm, (const char**)p->attributes, value);
  draw_seed(1);
  for (int i = 0; i < 1000; i++) {
    mjtNum angle = mjPI * draw(), tube = mjPI * draw(), depth = .09 * draw();
    mjtNum rho = .5 + (.1 + depth) * cos(tube);
    mjtNum x[3] = {rho * cos(angle), rho * sin(angle), (.1 + depth) * sin(tube)};
    assert_near(p->sdf_staticdistance(x, prm), depth, 1e-12);
  }
}

// The surface of a shape encloses the volume inside of it: counted by faces, by the divergence
// theorem, and by points of a grid.
static void surfaces_enclose_their_shapes(void** state) {
  (void)state;
  for (int k = 0; k < 5; k++) {
    char text[1000];
    snprintf(text, sizeof text,
             "<mujoco><extension><plugin plugin='mujoco.sdf.%s'><instance name='i'/></plugin>"
             "</extension><asset><mesh name='m'><plugin instance='i'/></mesh></asset><worldbody>"
             "<geom type='sdf' mesh='m'><plugin instance='i'/></geom></worldbody></mujoco>",
             shapes[k]);
    mjModel* m = model_from(text);
    mjtNum volume = 0;
    for (int i = 0; i < m->nmeshface; i++) {
      mjtNum v[3][3], cross[3];
      for (int c = 0; c < 3; c++) mju_f2n(v[c], m->mesh_vert + 3 * m->mesh_face[3 * i + c], 3);
      mju_cross(cross, v[1], v[2]);
      volume += mju_dot3(v[0], cross) / 6;
    }
    mj_deleteModel(m);

    const mjpPlugin* p = shape(shapes[k]);
    mjtNum prm[10] = {0}, box[6], cell = 1, counted = 0;
    defaults_of(p, prm);
    p->sdf_aabb(box, prm);
    enum { N = 60 };
    for (int c = 0; c < 3; c++) cell *= 2 * box[3 + c] / N;
    for (int i = 0; i < N * N * N; i++) {
      int at[3] = {i % N, i / N % N, i / N / N};
      mjtNum x[3];
      for (int c = 0; c < 3; c++) x[c] = box[c] + box[3 + c] * ((2 * at[c] + 1.) / N - 1);
      counted += p->sdf_staticdistance(x, prm) < 0 ? cell : 0;
    }
    if (fabs(volume - counted) > .04 * counted) {
      fail_msg("%s: faces enclose %g, points %g", shapes[k], volume, counted);
    }
  }
}

// A ball on a ring settles where it touches the ring all around: in its hole.
static void a_ball_rests_in_a_ring(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><extension><plugin plugin='mujoco.sdf.torus'><instance name='ring'>"
      "<config key='radius1' value='.35'/><config key='radius2' value='.15'/></instance></plugin>"
      "</extension><option timestep='.005' sdf_iterations='20' sdf_initpoints='40'/><asset>"
      "<mesh name='ring'><plugin instance='ring'/></mesh></asset>"
      "<worldbody><geom type='sdf' mesh='ring'><plugin instance='ring'/></geom>"
      "<body pos='.05 0 .5'><freejoint/><geom size='.3' mass='1' friction='1 .1 .1'/></body>"
      "</worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  for (int i = 0; i < 400; i++) {
    mj_step(m, d);
    assert_true(isfinite(d->qpos[2]));
  }
  // centres are .45 apart along the cone from the middle of the tube, .35 of it sideways
  const mjtNum height = sqrt(.45 * .45 - .35 * .35);
  print_message("rests at %g, expected %g\n", d->qpos[2], height);
  assert_true(d->ncon > 0);
  assert_near(d->qpos[2], height, .02);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pid_forces_are_those_of_its_gains),
      cmocka_unit_test(actuators_that_share_an_instance_are_controlled_each_by_itself),
      cmocka_unit_test(integrals_remove_the_steady_error),
      cmocka_unit_test(integrals_and_rates_are_limited),
      cmocka_unit_test(a_wrong_number_of_activations_is_refused),
      cmocka_unit_test(an_instance_is_of_the_plugin_its_user_names),
      cmocka_unit_test(a_plugin_without_an_instance_is_told_how_to_get_one),
      cmocka_unit_test(what_a_plugin_says_when_it_refuses_is_in_the_error),
      cmocka_unit_test(directories_are_searched_for_libraries),
      cmocka_unit_test(lists_of_places_are_loaded),
      cmocka_unit_test(a_missing_library_is_an_error),
      cmocka_unit_test(cables_resist_bending_and_twisting),
      cmocka_unit_test(composites_are_cables),
      cmocka_unit_test(cables_rest_in_their_shape),
      cmocka_unit_test(cables_conserve_energy),
      cmocka_unit_test(cables_show_their_stress),
      cmocka_unit_test(a_touch_grid_sees_where_it_is_touched),
      cmocka_unit_test(shapes_are_within_their_boxes),
      cmocka_unit_test(tori_are_exact),
      cmocka_unit_test(surfaces_enclose_their_shapes),
      cmocka_unit_test(a_ball_rests_in_a_ring),
  };
  return cmocka_run_group_tests(tests, load, NULL);
}
