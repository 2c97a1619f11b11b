// What is newer than 3.3.7 in MJCF: levels, fields behind the public structs, messages that tell
// the version.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <math.h>
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

// A part of the model itself, with what refers to it alone; saving it writes what it became.
static void a_part_of_the_model_is_attached_to_it(void** state) {
  (void)state;
  mjSpec* s = parse(
      "<mujoco><worldbody>"
      "<frame name='f' pos='0 1 0'><body name='b' pos='1 0 0'><joint name='j'/>"
      "<geom name='g' size='.1'/></body></frame>"
      "<body name='o'><joint name='oj'/><geom name='og' size='.1'/></body>"
      "<frame pos='0 0 1' euler='0 0 90'><attach body='b' prefix='x_'/></frame>"
      "<attach frame='f' prefix='y_'/></worldbody>"
      "<actuator><motor name='m' joint='j'/><motor name='om' joint='oj'/></actuator>"
      "<equality><joint name='e' joint1='j'/><joint joint1='j' joint2='oj'/></equality>"
      "<keyframe><key name='k' qpos='.1 .2'/></keyframe></mujoco>");
  mjModel* m = mj_compile(s, NULL);
  assert_non_null(m);
  assert_int_equal(m->nbody, 5);
  assert_int_equal(m->nu, 4);
  assert_int_equal(m->neq, 4);
  assert_int_equal(mj_name2id(m, mjOBJ_EQUALITY, "y_e") >= 0, 1);
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  int x = mj_name2id(m, mjOBJ_BODY, "x_b"), y = mj_name2id(m, mjOBJ_BODY, "y_b");
  const mjtNum want[2][3] = {{0, 1, 1}, {1, 1, 0}};
  for (int k = 0; k < 3; k++) {
    assert_float_equal(d->xpos[3 * x + k], want[0][k], 1e-12);
    assert_float_equal(d->xpos[3 * y + k], want[1][k], 1e-12);
  }
  char text[10000], error[500] = "";
  assert_int_equal(mj_saveXMLString(s, text, sizeof text, error, sizeof error), 0);
  assert_null(strstr(text, "<attach"));
  mjSpec* again = parse(text);
  mjModel* n = mj_compile(again, NULL);
  assert_int_equal(n->nq, m->nq);
  for (int i = 0; i < 3 * m->nbody; i++) {
    assert_float_equal(n->body_pos[i], m->body_pos[i], 1e-12);
  }
  mj_deleteModel(n);
  mj_deleteSpec(again);
  mj_deleteData(d);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}

static void a_text_may_be_a_cdata_section(void** state) {
  (void)state;
  mjSpec* s =
      parse("<mujoco><custom><text name='t'><![CDATA[a <b>\n\"c\"]]></text></custom></mujoco>");
  char text[10000], error[500] = "";
  mj_deleteModel(mj_compile(s, NULL));
  assert_int_equal(mj_saveXMLString(s, text, sizeof text, error, sizeof error), 0);
  mjSpec* again = parse(text);
  mjModel* m = mj_compile(again, NULL);
  assert_string_equal(m->text_data + m->text_adr[0], "a <b>\n\"c\"");
  mj_deleteModel(m);
  mj_deleteSpec(again);
  mj_deleteSpec(s);
}

// Rows of M are full below it, and stay so after saving.
static void a_body_may_be_kept_from_being_simple(void** state) {
  (void)state;
  mjSpec* s = parse(
      "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body>"
      "<body simple='false'><freejoint/><geom size='.1'/></body></worldbody></mujoco>");
  char text[10000], error[500] = "";
  mj_deleteModel(mj_compile(s, NULL));
  assert_int_equal(mj_saveXMLString(s, text, sizeof text, error, sizeof error), 0);
  mjSpec* again = parse(text);
  mjModel* m = mj_compile(again, NULL);
  assert_int_equal(m->body_simple[1], 1);
  assert_int_equal(m->body_simple[2], 0);
  for (int i = 0; i < 6; i++) {
    assert_int_equal(m->M_rownnz[i], 1);
    assert_int_equal(m->M_rownnz[6 + i], i + 1);
  }
  mj_deleteModel(m);
  mj_deleteSpec(again);
  mj_deleteSpec(s);
}

// With the level of 3.14 what is left beside the diagonal is rounding, also of a mesh.
static void principal_axes_are_exact_by_level(void** state) {
  (void)state;
  const char* model =
      "<mujoco><compiler level='%s'/><asset><mesh name='m' vertex='0 0 0 1 .2 0 .3 .8 .1 .2 .1 "
      ".9'/></asset><worldbody><body><freejoint/><geom type='box' size='.1 .2 .05' "
      "pos='.1 0 .02' mass='2'/><geom type='sphere' size='.05' pos='-.1 .1 0'/></body>"
      "<geom type='mesh' mesh='m'/></worldbody></mujoco>";
  mjModel* m[2];
  for (int i = 0; i < 2; i++) {
    char text[1000];
    snprintf(text, sizeof text, model, i ? "3.14" : "3.3.7");
    mjSpec* s = parse(text);
    m[i] = mj_compile(s, NULL);
    mj_deleteSpec(s);
  }
  // inertia of the body in its own axes, through the frame of each
  mjtNum tensor[2][9];
  for (int i = 0; i < 2; i++) {
    mjtNum r[9], scaled[9];
    mju_quat2Mat(r, m[i]->body_iquat + 4);
    for (int k = 0; k < 9; k++) scaled[k] = r[k] * m[i]->body_inertia[3 + k % 3];
    mju_mulMatMatT(tensor[i], scaled, r, 3, 3, 3);
  }
  mjtNum r[9], t[9], d[9];
  mju_quat2Mat(r, m[1]->body_iquat + 4);
  mju_mulMatTMat(t, r, tensor[1], 3, 3, 3);
  mju_mulMatMat(d, t, r, 3, 3, 3);
  for (int k = 0; k < 9; k++) assert_true(k % 4 == 0 || fabs(d[k]) < 1e-16);
  mjtNum apart = 0, apart_mesh = 0;
  for (int k = 0; k < 4; k++) {
    apart = mju_max(apart, fabs(m[0]->body_iquat[4 + k] - m[1]->body_iquat[4 + k]));
    apart_mesh = mju_max(apart_mesh, fabs(m[0]->mesh_quat[k] - m[1]->mesh_quat[k]));
  }
  assert_true(apart > 1e-9 && apart < 2e-6);
  assert_true(apart_mesh > 1e-14 && apart_mesh < 2e-6);
  for (int i = 0; i < 2; i++) mj_deleteModel(m[i]);
}

// Attaches to `to` a new model whose text has these settings; NULL when that is refused.
static mjsElement* attach_with(mjSpec* to, const char* settings) {
  char text[1000];
  snprintf(text, sizeof text,
           "<mujoco model='part'>%s<worldbody><body name='b'><geom size='.1'/></body></worldbody>"
           "</mujoco>",
           settings);
  mjSpec* part = parse(text);
  mjsFrame* frame = mjs_addFrame(mjs_findBody(to, "world"), NULL);
  mjsElement* e = mjs_attach(frame->element, mjs_findBody(part, "b")->element, "p_", "");
  mj_deleteSpec(part);
  return e;
}

// The smaller step, the larger number of iterations, flags of both; what only the part has.
static void settings_of_parts_are_merged(void** state) {
  (void)state;
  mjSpec* s = parse(
      "<mujoco><compiler conflict='merge'/><option timestep='.003' iterations='50' "
      "tolerance='1e-7'><flag gravity='disable' contact='enable'/></option></mujoco>");
  assert_non_null(attach_with(
      s,
      "<option timestep='.001' iterations='200' tolerance='1e-6' wind='1 0 0' "
      "actuatorgroupdisable='3'><flag contact='disable' gravity='enable' energy='enable'/></option>"
      "<size nuserdata='7'/><visual><map zfar='70' znear='.1' haze='.1'/></visual>"));
  assert_true(s->option.timestep == .001 && s->option.iterations == 200);
  assert_true(s->option.tolerance == 1e-7 && s->option.wind[0] == 1);
  assert_int_equal(s->option.disableflags, mjDSBL_GRAVITY | mjDSBL_CONTACT);
  assert_int_equal(s->option.enableflags, mjENBL_ENERGY);
  assert_int_equal(s->option.disableactuator, 1 << 3);
  assert_int_equal(s->nuserdata, 7);
  assert_true(s->visual.map.zfar == 70 && s->visual.map.haze == 0.3f);
  assert_int_equal(mjs_numWarnings(s), 0);
  // what can be neither smaller nor larger is refused, and nothing is changed
  s->option.gravity[2] = -3;
  assert_null(attach_with(s, "<option gravity='0 0 -5' timestep='.0001'/>"));
  assert_non_null(strstr(mjs_getError(s), "gravity: parent has 0 0 -3, child has 0 0 -5"));
  assert_true(s->option.timestep == .001);
  mj_deleteSpec(s);
}

static void settings_of_parts_are_refused_or_told(void** state) {
  (void)state;
  mjSpec* s = parse("<mujoco><compiler conflict='error'/><option timestep='.003'/></mujoco>");
  assert_null(attach_with(s, "<option timestep='.001'/>"));
  assert_non_null(strstr(mjs_getError(s), "timestep: parent has 0.003, child has 0.001"));
  assert_non_null(attach_with(s, "<option timestep='.003' iterations='7'/>"));
  assert_int_equal(mjs_numWarnings(s), 1);
  assert_non_null(strstr(mjs_getWarning(s, 0),
                         "iterations: parent has 100 (default), child has 7, keeping parent"));
  assert_null(mjs_getWarning(s, 1));
  assert_int_equal(s->option.iterations, 100);
  s->conflict = mjCONFLICT_WARNING;
  assert_non_null(attach_with(s, "<option timestep='.001'/>"));
  assert_int_equal(mjs_numWarnings(s), 2);
  assert_non_null(strstr(mjs_getWarning(s, 1), "child has 0.001, keeping parent value"));
  assert_true(s->option.timestep == .003);
  mj_deleteModel(mj_compile(s, NULL));
  assert_int_equal(mjs_numWarnings(s), 0);
  mj_deleteSpec(s);
  // who does not ask is not told
  s = parse("<mujoco><option timestep='.003'/></mujoco>");
  assert_non_null(attach_with(s, "<option timestep='.001'/>"));
  assert_int_equal(mjs_numWarnings(s), 0);
  assert_non_null(attach_with(s, "<compiler level='3.14'/>"));
  assert_int_equal(mjs_numWarnings(s), 1);
  mj_deleteSpec(s);
}

static mjModel* compile(const char* text) {
  mjSpec* s = parse(text);
  mjModel* m = mj_compile(s, NULL);
  if (!m) fail_msg("%s", mjs_getError(s));
  mj_deleteSpec(s);
  return m;
}

#define BODY                                                                                      \
  "<worldbody><body><joint name='j'/><geom size='.1'/></body></worldbody><actuator>%s</actuator>" \
  "</mujoco>"

// Numbers that an element does not give are those of its class; as 3.14 has them.
static void what_is_not_given_stays_that_of_the_class(void** state) {
  (void)state;
  const struct {
    const char* class, *element;
    double gain[8], bias[6], dyn[9];
  } cases[] = {
      {"<dcmotor motorconst='.05' resistance='2' nominal='24 .1 300'/>",
       "<dcmotor joint='j' inductance='.01'/>",
       {2, 0.06324555320336758},
       {0},
       {0.005}},
      {"<dcmotor motorconst='.05' resistance='2'/>",
       "<dcmotor joint='j' nominal='24 .1 300'/>",
       {2, 0.06324555320336758},
       {0},
       {0}},
      {"<dcmotor motorconst='.05' resistance='2' controller='1 2 3 4 5 6' input='pos voltage'/>",
       "<dcmotor joint='j' controller='7' cogging='1' saturation='1 0 5'/>",
       {2, 0.05, 0, 0, 7, 2, 3, 6},
       {1},
       {0, 5, 0, 0, 0, 0, 0, 4, 5}},
      {"<pid kp='4' ki='2' imax='3'/>", "<pid joint='j' ki='5'/>", {5}, {0, -4}, {3}},
      {"<pid kp='4' ki='2' imax='3'/>", "<pid joint='j' imax='5'/>", {2}, {0, -4}, {5}},
      {"<pid kp='4'/>", "<pid joint='j' imax='-5'/>", {0}, {0, -4}, {1}},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[1000];
    snprintf(text, sizeof text, "<mujoco><default>%s</default>" BODY, cases[i].class,
             cases[i].element);
    mjModel* m = compile(text);
    for (int k = 0; k < 8; k++) assert_float_equal(m->actuator_gainprm[k], cases[i].gain[k], 1e-15);
    for (int k = 0; k < 6; k++) assert_float_equal(m->actuator_biasprm[k], cases[i].bias[k], 1e-15);
    for (int k = 0; k < 9; k++) assert_float_equal(m->actuator_dynprm[k], cases[i].dyn[k], 1e-15);
    mj_deleteModel(m);
  }
}

// Polynomials too, and so they are after saving.
static void polynomials_inherit_what_is_not_given(void** state) {
  (void)state;
  mjSpec* s = parse(
      "<mujoco><default><joint stiffness='1 2 3' damping='.1 .2'/></default><worldbody>"
      "<body><joint stiffness='4' damping='0 0 0'/><geom size='.1'/></body></worldbody></mujoco>");
  for (int round = 0; round < 2; round++) {
    mjModel* m = mj_compile(s, NULL);
    assert_true(m->jnt_stiffness[0] == 4 && m->jnt_stiffnesspoly[0] == 2);
    assert_true(m->jnt_stiffnesspoly[1] == 3);
    assert_true(m->dof_damping[0] == 0 && m->dof_dampingpoly[0] == 0 && m->dof_dampingpoly[1] == 0);
    mj_deleteModel(m);
    if (round) break;
    char text[5000], error[500] = "";
    assert_int_equal(mj_saveXMLString(s, text, sizeof text, error, sizeof error), 0);
    mj_deleteSpec(s);
    s = parse(text);
  }
  mj_deleteSpec(s);
}

static void check_refused(const char* actuator, const char* message) {
  char text[1000], error[500] = "";
  snprintf(text, sizeof text, "<mujoco>" BODY, actuator);
  mjSpec* s = mj_parseXMLString(text, NULL, error, sizeof error);
  if (!s) fail_msg("%s", error);
  assert_null(mj_compile(s, NULL));
  if (!strstr(mjs_getError(s), message)) fail_msg("%s\ninstead of\n%s", mjs_getError(s), message);
  mj_deleteSpec(s);
}

static void kinds_of_actuators_that_do_not_fit_are_refused(void** state) {
  (void)state;
  check_refused("<general joint='j' gaintype='pid' biastype='affine' gainprm='1'/>",
                "needs dyntype pid");
  check_refused("<general joint='j' gaintype='pid' biastype='affine' dyntype='filter'/>",
                "needs dyntype none or pid");
  check_refused("<general joint='j' biastype='so3'/>", "biastype so3 needs gaintype so3");
  check_refused("<general joint='j' input='pos'/>", "for gaintype pid, dcmotor and so3 only");
}

// 3.14 says how many activations a motor has where it writes one as a general actuator, and needs
// it.
static void a_motor_says_its_activations(void** state) {
  (void)state;
  static const char* const general =
      "<mujoco>"
      "<worldbody><body><joint name='j'/><geom size='1'/></body></worldbody><actuator>"
      "<general joint='j' dyntype='dcmotor' gaintype='dcmotor' biastype='dcmotor' "
      "actearly='true' gainprm='2 .05' dynprm='.01 0 0 0 0 100 1' actdim='%d'/>"
      "</actuator></mujoco>";
  for (int n = 1; n <= 2; n++) {
    char text[1000], saved[3000], error[500] = "";
    snprintf(text, sizeof text, general, n);
    mjSpec* s = parse(text);
    mjModel* m = mj_compile(s, NULL);
    assert_int_equal(m != NULL, n == 2);
    if (!m) assert_non_null(strstr(mjs_getError(s), "actdim is 2 here, not 1"));
    mj_deleteModel(m);
    mj_deleteSpec(s);
    if (n == 1) continue;
    s = parse(
        "<mujoco><worldbody><body><joint name='j'/><geom size='1'/></body></worldbody>"
        "<actuator><dcmotor joint='j' motorconst='.05' resistance='2' inductance='0 .01' "
        "lugre='100 1 .01 .02 .1'/></actuator></mujoco>");
    m = mj_compile(s, NULL);
    assert_int_equal(m->na, 2);
    assert_int_equal(mj_saveXMLString(s, saved, sizeof saved, error, sizeof error), 0);
    assert_non_null(strstr(saved, "actdim=\"2\""));
    mj_deleteModel(m);
    mj_deleteSpec(s);
    m = compile(saved);
    assert_int_equal(m->na, 2);
    mj_deleteModel(m);
  }
}

// The order of a flex with nodes is written with what 3.3.7 does not know, since newer versions
// need it.
static void an_interpolated_flex_says_its_order(void** state) {
  (void)state;
  static const struct {
    const char *level, *cells;
    int written;
  } cases[] = {{"3.3", "1 1 1", 0}, {"3.3", "2 1 1", 1}, {"3.14", "1 1 1", 1}};
  for (int k = 0; k < 3; k++) {
    static char text[1000], saved[40000], error[500];
    snprintf(text, sizeof text,
             "<mujoco><compiler level='%s'/><worldbody><flexcomp name='f' type='grid' dim='3' "
             "count='3 3 3' spacing='.1 .1 .1' dof='trilinear' cellcount='%s'><contact "
             "selfcollide='none'/></flexcomp></worldbody></mujoco>",
             cases[k].level, cases[k].cells);
    mjSpec* s = parse(text);
    mjModel* m = mj_compile(s, NULL);
    assert_non_null(m);
    assert_int_equal(mj_saveXMLString(s, saved, sizeof saved, error, sizeof error), 0);
    assert_int_equal(strstr(saved, "dof=\"trilinear\"") != NULL, cases[k].written);
    mjModel* again = compile(saved);
    assert_int_equal(again->flex_interp[0], m->flex_interp[0]);
    assert_int_equal(again->nflexnode, m->nflexnode);
    mj_deleteModel(again);
    mj_deleteModel(m);
    mj_deleteSpec(s);
  }
}

// As versions before and since 3.12 compile these (3.10.0, 3.12.0 and 3.14.0).
static void a_cylinder_has_all_of_its_bias_by_level(void** state) {
  (void)state;
  static const char text[] =
      "<mujoco><compiler level='%s'/><default><default class='a'><cylinder bias='1 2 3'/></default>"
      "<default class='g'><general biasprm='7 8 9 10'/></default></default><worldbody><body>"
      "<joint name='j'/><geom size='1'/></body></worldbody><actuator><cylinder joint='j' "
      "class='a'/>"
      "<cylinder class='g' joint='j'/><cylinder class='g' joint='j' bias='4 5 "
      "6'/></actuator></mujoco>";
  static const mjtNum bias[2][3][4] = {{{1, 0, 0, 0}, {7, 8, 9, 10}, {4, 8, 9, 10}},
                                       {{1, 2, 3, 0}, {7, 8, 9, 10}, {4, 5, 6, 10}}};
  static const char* const level[] = {"3.11", "3.12"};
  for (int k = 0; k < 4; k++) {  // as the file says, then by a call that raises or lowers the level
    int newer = k & 1, said = k < 2 ? newer : !newer;
    char xml[1000], saved[5000], error[500] = "";
    snprintf(xml, sizeof xml, text, level[said]);
    mjSpec* s = parse(xml);
    if (k > 1) assert_int_equal(eng_setLevel(s, newer ? 3012 : 3011), 0);
    for (int round = 0; round < 2; round++) {
      mjModel* m = mj_compile(s, NULL);
      assert_non_null(m);
      for (int i = 0; i < 3; i++) {
        assert_memory_equal(m->actuator_biasprm + mjNBIAS * i, bias[newer][i], sizeof bias[0][0]);
      }
      mj_deleteModel(m);
      if (round) break;
      assert_int_equal(mj_saveXMLString(s, saved, sizeof saved, error, sizeof error), 0);
      mj_deleteSpec(s);
      s = parse(saved);
    }
    mj_deleteSpec(s);
  }
}

// Everything has its place before the first step; cranks keep the trees of both ends awake.
static void trees_that_may_sleep_are_placed_at_first(void** state) {
  (void)state;
  mjModel* m = compile(
      "<mujoco><option><flag sleep='enable'/></option><worldbody>"
      "<geom type='plane' size='1 1 1' pos='0 0 -1'/>"
      "<body pos='1 2 3'><joint type='slide'/><geom size='.1'/><site name='a'/></body>"
      "<body><joint/><geom size='.1'/><site name='b'/></body>"
      "<body><joint/><geom size='.1'/></body></worldbody>"
      "<actuator><general cranksite='a' slidersite='b' cranklength='9'/></actuator></mujoco>");
  mjData* d = mj_makeData(m);
  assert_true(d->xpos[3] == 1 && d->xpos[4] == 2 && d->xpos[5] == 3);
  assert_true(d->geom_xpos[2] == -1 && d->geom_xpos[5] == 3);
  const int want[] = {mjSLEEP_AUTO_NEVER, mjSLEEP_AUTO_NEVER, mjSLEEP_AUTO_ALLOWED};
  for (int t = 0; t < 3; t++) assert_int_equal(m->tree_sleep_policy[t], want[t]);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_level_has_the_bits_of_its_version),
      cmocka_unit_test(a_level_is_read_and_set),
      cmocka_unit_test(messages_tell_the_version),
      cmocka_unit_test(newer_fields_are_behind_the_public_struct),
      cmocka_unit_test(a_part_of_the_model_is_attached_to_it),
      cmocka_unit_test(a_text_may_be_a_cdata_section),
      cmocka_unit_test(a_body_may_be_kept_from_being_simple),
      cmocka_unit_test(principal_axes_are_exact_by_level),
      cmocka_unit_test(settings_of_parts_are_merged),
      cmocka_unit_test(settings_of_parts_are_refused_or_told),
      cmocka_unit_test(what_is_not_given_stays_that_of_the_class),
      cmocka_unit_test(polynomials_inherit_what_is_not_given),
      cmocka_unit_test(kinds_of_actuators_that_do_not_fit_are_refused),
      cmocka_unit_test(a_motor_says_its_activations),
      cmocka_unit_test(an_interpolated_flex_says_its_order),
      cmocka_unit_test(a_cylinder_has_all_of_its_bias_by_level),
      cmocka_unit_test(trees_that_may_sleep_are_placed_at_first),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
