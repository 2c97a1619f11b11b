// What is written reads back as the same model, and is written the same again.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <engine/fields.h>
#include <engine/mjcf.h>
#include <engine/model.h>
#include <engine/spec.h>

#include "compile/golden.h"

// ------------------------------------------------------------------------------ model by model

// Values of a type of number; everything but the text of names and paths is compared as numbers.
static double value(const void* array, size_t i, char type, size_t width) {
  if (type == 'd') return ((const double*)array)[i];
  if (type == 'f') return ((const float*)array)[i];
  if (width == sizeof(int)) return ((const int*)array)[i];
  return ((const unsigned char*)array)[i];
}

static int differ(const char* name, const void* a, const void* b, size_t n, char type,
                  size_t width) {
  for (size_t i = 0; i < n; i++) {
    double x = value(a, i, type, width), y = value(b, i, type, width);
    if (x == y || (isnan(x) && isnan(y)) || fabs(x - y) <= 1e-12 * fmax(1, fabs(x))) continue;
    print_error("%s[%zu]: %.17g became %.17g\n", name, i, x, y);
    return 1;
  }
  return 0;
}

#define TYPE(t) _Generic((t)0, double : 'd', float : 'f', default : 'i')

static int models_differ(const mjModel* m, const mjModel* n) {
  int wrong = 0;
#define X(name)                                                                           \
  if (m->name != n->name) {                                                               \
    print_error("%s: %lld became %lld\n", #name, (long long)m->name, (long long)n->name); \
    wrong++;                                                                              \
  }
  MJMODEL_INTS
  MJMODEL_INTS_MORE
#undef X
  if (wrong) return wrong;
#define X(type, name, rows, columns)                                                        \
  wrong += differ(#name, m->name, n->name, (size_t)m->rows * (size_t)(columns), TYPE(type), \
                  sizeof(type));
  MJMODEL_POINTERS
  MJMODEL_POINTERS_MORE
#undef X
  wrong += memcmp(&m->ext, &n->ext, sizeof m->ext) != 0;
  const mjOption *o = &m->opt, *p = &n->opt;
#define X(type, name) \
  wrong += differ("opt." #name, &o->name, &p->name, 1, TYPE(type), sizeof(type));
  MJOPTION_SCALARS
#undef X
#define X(name, count) wrong += differ("opt." #name, o->name, p->name, count, 'd', sizeof(double));
  MJOPTION_VECTORS
#undef X
  wrong += memcmp(&m->vis, &n->vis, sizeof m->vis) != 0;
  wrong += differ("stat", &m->stat, &n->stat, sizeof m->stat / sizeof(double), 'd', 8);
  return wrong;
}

#define TEXT_SIZE 1000000

static char* saved(const mjSpec* s) {
  char error[1000] = "", *text = malloc(TEXT_SIZE);
  assert_non_null(text);
  if (mj_saveXMLString(s, text, TEXT_SIZE, error, sizeof error) != 0) fail_msg("%s", error);
  return text;
}

// Save, read, compare, save again.
static void check(const char* name, mjSpec* s) {
  mjModel* m = mj_compile(s, NULL);
  if (!m) fail_msg("%s: %s", name, mjs_getError(s));
  char error[1000] = "", *text = saved(s);
  mjSpec* t = mj_parseXMLString(text, NULL, error, sizeof error);
  if (!t) fail_msg("%s: %s\n%s", name, error, text);
  mjs_setString(t->modelfiledir, mjs_getString(s->modelfiledir));
  mjModel* n = mj_compile(t, NULL);
  if (!n) fail_msg("%s: %s\n%s", name, mjs_getError(t), text);
  if (models_differ(m, n)) fail_msg("%s:\n%s", name, text);
  char* again = saved(t);
  assert_string_equal(text, again);
  free(text);
  free(again);
  mj_deleteModel(m);
  mj_deleteModel(n);
  mj_deleteSpec(s);
  mj_deleteSpec(t);
}

static mjSpec* parse(const char* text) {
  char error[1000] = "";
  mjSpec* s = mj_parseXMLString(text, NULL, error, sizeof error);
  if (!s) fail_msg("%s\n%s", error, text);
  return s;
}

static void bundled_models_read_back_the_same(void** state) {
  (void)state;
  static const char* const names[] = {"arm",     "box_pile", "cart_pole", "double_pendulum",
                                      "gripper", "humanoid", "pendulum",  "quadruped"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char path[1000], error[1000] = "";
    snprintf(path, sizeof path, "%s/model/%s.xml", SOURCE_ROOT, names[i]);
    mjSpec* s = mj_parseXML(path, NULL, error, sizeof error);
    if (!s) fail_msg("%s", error);
    check(names[i], s);
  }
}

static void golden_models_read_back_the_same(void** state) {
  (void)state;
  register_plain_plugin();
  glob_t files;
  assert_int_equal(glob(SOURCE_ROOT "/test/golden/compile/*.xml", 0, NULL, &files), 0);
  assert_int_equal(glob(SOURCE_ROOT "/test/newer/*.xml", GLOB_APPEND, NULL, &files), 0);
  for (size_t i = 0; i < files.gl_pathc; i++) {
    if (strstr(files.gl_pathv[i], "flexcomp_held")) continue;
    check(files.gl_pathv[i], golden_spec(files.gl_pathv[i]));
  }
  globfree(&files);
}

// MJCF has no word for where in its body a node is: those off its origin get bodies of their own.
static void nodes_off_their_origins_get_bodies(void** state) {
  (void)state;
  mjSpec* s = golden_spec(SOURCE_ROOT "/test/golden/compile/flexcomp_held.xml");
  mjModel* m = mj_compile(s, NULL);
  assert_non_null(m);
  char error[1000] = "";
  int n = mj_saveXMLString(s, NULL, 0, error, sizeof error);
  assert_true(n > 0);
  char* text = malloc((size_t)n + 1);
  assert_int_equal(mj_saveXMLString(s, text, n + 1, error, sizeof error), 0);
  mjSpec* again = parse(text);
  mjModel* k = mj_compile(again, NULL);
  if (!k) fail_msg("%s", mjs_getError(again));
  assert_true(k->nbody > m->nbody);
  assert_int_equal(k->nflexnode, m->nflexnode);
  assert_int_equal(k->nflexvert, m->nflexvert);
  assert_int_equal(k->nv, m->nv);
  mjData *d = mj_makeData(m), *e = mj_makeData(k);
  for (int i = 0; i < m->nv; i++) d->qvel[i] = e->qvel[i] = .1 * sin(i);
  for (int i = 0; i < 20; i++) {
    mj_step(m, d);
    mj_step(k, e);
  }
  for (int i = 0; i < 3 * m->nflexvert; i++) {
    assert_float_equal(d->flexvert_xpos[i], e->flexvert_xpos[i], 1e-9);
  }
  mj_deleteData(d);
  mj_deleteData(e);
  mj_deleteModel(k);
  mj_deleteSpec(again);
  free(text);
  // the specification itself is as it was
  mjModel* same = mj_compile(s, NULL);
  assert_int_equal(same->nbody, m->nbody);
  mj_deleteModel(same);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}

// ---------------------------------------------------------------------------- all that there is

#define BODY(name, inside)                                \
  "<body name='" name "' pos='0 0 1'><joint name='j" name \
  "'/>"                                                   \
  "<geom name='g" name "' size='.1 .1 .1'/><site name='s" name "'/>" inside "</body>"

static const char* const texts[] = {
    // scalars
    "<mujoco model='a &lt;b&gt; &quot;c&quot; &amp;'><!-- by hand -->"
    "<compiler boundmass='.01' settotalmass='3' inertiafromgeom='true' autolimits='true' "
    "balanceinertia='true' angle='degree' eulerseq='zyx'><lengthrange mode='all' accel='30'/>"
    "</compiler><option timestep='.003' gravity='1 2 3' integrator='RK4' cone='elliptic' "
    "actuatorgroupdisable='0 3 30' o_solref='.1' tolerance='1e-9'><flag contact='disable' "
    "energy='enable' island='disable'/></option><size memory='3M' nuser_body='2' nuserdata='7'/>"
    "<visual><global fovy='60' bvactive='false'/><quality numquads='9'/><headlight active='0'/>"
    "<map znear='.02'/><scale com='.9'/><rgba fog='.1 .2 .3 .4'/></visual>"
    "<statistic extent='2' center='1 2 3' meanmass='.3'/><worldbody>"
    "<body euler='10 20 30'><geom size='.1'/></body></worldbody></mujoco>",

    // classes: angles of degrees in a class, resets, classes in classes, childclass, frames
    "<mujoco><default><joint damping='2' range='-30 60' user='1 2'/><geom friction='.7 .01' "
    "euler='0 0 45' rgba='1 0 0 1'/><default class='a'><joint type='slide' armature='.1'/>"
    "<site size='.02' type='box'/><default class='b'><geom type='capsule' size='.1 .2'/>"
    "<light diffuse='1 1 1'/><camera fovy='30'/><motor gear='7' ctrlrange='-1 1'/></default>"
    "</default></default><worldbody><body childclass='b'><joint/><joint class='a' axis='1 0 0'/>"
    "<joint class='main' axis='0 1 0'/><geom/><frame name='f' pos='1 2 3' euler='30 0 0' "
    "childclass='a'><geom size='.3'/><body><joint range='10 20'/><geom quat='1 1 0 0' size='.1'/>"
    "<frame axisangle='1 0 0 90'><site/><geom size='.2'/></frame></body><camera/></frame>"
    "<geom class='main' size='.1'/><body><geom/><light pos='1 1 1' dir='0 1 -1'/></body></body>"
    "</worldbody></mujoco>",

    // frames between bodies: ids stay
    "<mujoco><worldbody><geom name='one' size='.1'/><body name='1'><geom size='.1'/></body>"
    "<frame name='f' pos='1 0 0'><body name='2'><geom size='.2'/></body><geom size='.4'/></frame>"
    "<body name='3'><geom size='.3'/></body><frame pos='0 1 0'><body name='4'><geom size='.1'/>"
    "</body></frame><frame name='empty'/></worldbody></mujoco>",

    // bodies: inertia, mocap, free joints, gravity compensation, replicas
    "<mujoco><compiler alignfree='true' angle='radian'/><worldbody><body mocap='true' user='3'>"
    "<geom size='.1'/></body><body gravcomp='.5'><freejoint align='false' group='2' name='f'/>"
    "<geom type='box' size='.1 .2 .3' pos='.1 .2 .3'/></body><body><joint type='free' "
    "damping='2'/><inertial pos='.1 0 0' mass='2' fullinertia='2 2.5 3 .1 .2 .3'/></body>"
    "<body pos='1 1 1'><joint type='ball' range='0 1'/><inertial pos='0 0 .1' zaxis='1 1 0' "
    "mass='3' diaginertia='1 1.5 2'/></body><replicate count='4' offset='.3 0 0' "
    "euler='0 0 .7'><body><joint springdamper='.1 1' ref='.3' springref='.2'/><geom size='.02' "
    "fromto='0 0 0 .1 .2 .3' type='capsule'/></body></replicate></worldbody></mujoco>",

    // geoms, sites, cameras, lights
    "<mujoco><worldbody><geom type='plane' size='1 1 .1' xyaxes='1 1 0 -1 1 0'/><body>"
    "<geom type='ellipsoid' size='.1 .2 .3' mass='2' fluidshape='ellipsoid' "
    "fluidcoef='.1 .2 .3 .4 .5'/><geom type='cylinder' size='.1 .2' density='50' "
    "shellinertia='true' solimp='.8 .9' contype='3' priority='1' margin='.1' gap='.05'/>"
    "<site type='capsule' size='.01' fromto='0 0 0 1 1 1' rgba='0 1 0 .5' user='1 2 3'/>"
    "<camera name='c' mode='track' resolution='640 480' sensorsize='.01 .02' focal='.02 .03' "
    "principal='.001 .002'/><camera resolution='64 48' sensorsize='1 1' focalpixel='30 40'/>"
    "<camera orthographic='true' fovy='2' mode='targetbody' target='t'/><light type='point' "
    "castshadow='false' range='5' mode='targetbodycom' target='t' intensity='.2'/>"
    "<light directional='true' active='false'/></body><body name='t'><geom size='.1'/></body>"
    "</worldbody></mujoco>",

    // assets that need no files
    "<mujoco><asset><texture name='t' type='2d' builtin='checker' width='8' height='8' "
    "mark='edge' rgb1='1 0 0'/><texture name='n' type='2d' builtin='flat' width='4' height='4'/>"
    "<texture type='skybox' builtin='gradient' width='4' height='4'/><material name='m' "
    "texture='t' texrepeat='2 3' specular='.1'/><material name='l' metallic='.3'><layer "
    "texture='t' role='rgb'/><layer texture='n' role='normal'/></material><mesh name='tetra' "
    "vertex='0 0 0 1 0 0 0 1 0 0 0 1' scale='.1 .2 .3' refpos='.1 .1 .1' inertia='convex'/>"
    "<mesh name='ball' builtin='sphere' params='2'/><hfield name='h' nrow='2' ncol='3' "
    "size='1 1 .3 .1' elevation='0 .1 .2 .3 .4 1'/><skin name='s' vertex='0 0 0 1 0 0 0 1 0' "
    "face='0 1 2' inflate='.1'><bone body='b' bindpos='0 0 1' bindquat='1 0 0 0' vertid='0 1 2' "
    "vertweight='1 .5 .25'/></skin></asset><worldbody><geom type='hfield' hfield='h'/>"
    "<body name='b'><geom type='mesh' mesh='tetra' material='m' pos='.1 0 0'/><geom type='box' "
    "mesh='ball' fitscale='.7' material='l'/></body></worldbody></mujoco>",

    // links of all kinds
    "<mujoco><default><pair friction='.3 .3'/><equality solref='.01'/><tendon width='.01'/>"
    "</default><worldbody>" BODY("a", BODY("b", "")) BODY("c", "") "</worldbody>"
    "<contact><pair geom1='gc' geom2='ga' solreffriction='.1 .2' condim='4'/>"
    "<exclude body1='a' body2='c' name='x'/></contact><equality><connect body1='a' body2='c' "
    "anchor='1 2 3'/><connect site1='sa' site2='sc'/><weld body1='b' relpose='1 2 3 1 1 0 0' "
    "anchor='.1 0 0' torquescale='.3' active='false'/><weld body1='b' body2='c'/><weld site1='sb' "
    "site2='sc'/><joint joint1='ja' joint2='jc' polycoef='.1 .2 .3 .4 .5'/><tendon tendon1='t1' "
    "tendon2='t2'/></equality><tendon><fixed name='t1' range='-1 1' stiffness='2' "
    "springlength='.3'><joint joint='ja' coef='.5'/><joint joint='jb' coef='-2'/></fixed>"
    "<spatial name='t2' springlength='.1 .3' rgba='1 1 0 1'><site site='sa'/><geom geom='gb' "
    "sidesite='sb'/><site site='sc'/><pulley divisor='2'/><site site='sc'/><site site='sa'/>"
    "</spatial></tendon></mujoco>",

    // actuators
    "<mujoco><default><general ctrlrange='-2 2'/></default><worldbody>" BODY("a", BODY("b", ""))
    "<body name='c'><joint name='jr' range='-40 80' type='hinge'/><geom size='.1'/></body>"
    "</worldbody><tendon><fixed name='t'><joint joint='ja' coef='1'/></fixed></tendon><actuator>"
    "<motor joint='ja'/><position joint='jr' inheritrange='.9' ctrlrange='0 0' kp='7' "
    "dampratio='1'/><intvelocity joint='jr' kp='3' ctrlrange='0 0' inheritrange='1'/><velocity joint='ja' "
    "kv='3'/><damper tendon='t' kv='2' ctrlrange='0 1'/><cylinder jointinparent='jb' "
    "timeconst='2' area='.1'/><muscle joint='ja' lengthrange='.1 .2' force='40'/><adhesion "
    "body='b' ctrlrange='0 1' gain='3'/><general site='sa' refsite='sb' gear='1 2 3 4 5 6' "
    "dyntype='filter' dynprm='.5' actlimited='true' actrange='-1 1' user='5'/><general "
    "cranksite='sa' slidersite='sb' cranklength='.3' actearly='true' forcerange='-3 3'/>"
    "</actuator></mujoco>",

    // sensors
    "<mujoco><worldbody>" BODY("a", "<camera name='c' resolution='10 10'/>") BODY("b", "")
    "</worldbody><tendon><fixed name='t'><joint joint='ja' coef='1'/></fixed></tendon><actuator>"
    "<motor name='m' joint='ja'/></actuator><sensor><touch site='sa' cutoff='2' noise='.1' "
    "user='1'/><gyro site='sa' name='g'/><camprojection site='sb' camera='c'/><jointpos "
    "joint='ja'/><tendonvel tendon='t'/><actuatorfrc actuator='m'/><framepos objtype='body' "
    "objname='a' reftype='site' refname='sb'/><frameangacc objtype='geom' objname='ga'/>"
    "<subtreecom body='a'/><insidesite site='sa' objtype='geom' objname='gb'/><distance "
    "geom1='ga' body2='b'/><fromto body1='a' geom2='gb' cutoff='1'/><contact geom1='ga' "
    "subtree2='b' num='3' data='found dist normal' reduce='mindist'/><contact site='sa'/>"
    "<e_potential/><e_kinetic/><clock/><user dim='3' datatype='axis' needstage='pos' "
    "objtype='body' objname='a'/></sensor></mujoco>",

    // names that are empty
    "<mujoco><worldbody>" BODY("a", "") "</worldbody><sensor><framepos objtype='body' objname='a' "
    "/><user dim='1' objtype='site' objname=''/></sensor></mujoco>",

    // custom fields and keyframes
    "<mujoco><size nkey='3'/><custom><numeric name='n' size='4' data='1 .1'/><text name='x' "
    "data='a &quot;text&quot; &#10; of two lines'/><tuple name='u'><element objtype='body' "
    "objname='a' prm='.3'/><element objtype='numeric' objname='n'/></tuple></custom><worldbody>"
    BODY("a", "") "<body mocap='true'><geom size='.1'/></body></worldbody><actuator><intvelocity "
    "joint='ja' kp='1' actrange='-1 1'/></actuator><keyframe><key name='k' time='.1' qpos='1e-17' "
    "qvel='3.3333333333333335' act='.5' ctrl='2' mpos='1 2 3' mquat='0 1 0 0'/></keyframe>"
    "</mujoco>",
};

static void all_elements_read_back_the_same(void** state) {
  (void)state;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    char name[20];
    snprintf(name, sizeof name, "text %zu", i);
    check(name, parse(texts[i]));
  }
}

// An attached model has compiler options of its own.
static void attached_elements_keep_their_units(void** state) {
  (void)state;
  mjSpec* parent = parse(
      "<mujoco><compiler angle='radian'/><worldbody><body><site name='s'/>"
      "<geom size='.1'/></body></worldbody></mujoco>");
  mjSpec* child = parse(
      "<mujoco><compiler angle='degree' eulerseq='zyx'/><default><joint range='-9 9'/></default>"
      "<worldbody><body name='b' euler='10 20 30'><joint name='j'/><joint ref='4' axis='1 0 0'/>"
      "<geom size='.1' euler='5 6 7' pos='1 0 0'/></body></worldbody></mujoco>");
  mjsElement* site = mjs_findElement(parent, mjOBJ_SITE, "s");
  assert_non_null(mjs_attach(site, mjs_findElement(child, mjOBJ_BODY, "b"), "x", ""));
  check("attached", parent);
  mj_deleteSpec(child);
}

// Only a class can say how a fixed tendon looks; attached ones come with what theirs said.
static void fixed_tendons_keep_their_looks(void** state) {
  (void)state;
  static const char text[] =
      "<mujoco><default><tendon rgba='.1 .2 .3 1' width='.6'/></default><worldbody>"
      "<body name='b'><joint name='j'/><geom size='.1'/></body></worldbody><tendon>"
      "<fixed name='t'><joint joint='j' coef='1'/></fixed></tendon></mujoco>";
  mjSpec *child = parse(text), *parent = mj_makeSpec();
  mjsFrame* frame = mjs_addFrame(mjs_findBody(parent, "world"), NULL);
  assert_non_null(mjs_attach(frame->element, child->element, "q_", ""));
  check("fixed tendon attached", parent);
  mj_deleteSpec(child);

  mjSpec* s = parse(text);
  mjsDefault* taken = mjs_addDefault(s, "fixed_tendon_0", NULL);
  taken->tendon->width = .25;
  for (int i = 0; i < 3; i++) {
    mjsTendon* t = mjs_addTendon(s, NULL);
    mjs_wrapJoint(t, "j", i);
    t->width = i ? .25 : .75;
    t->margin = i;
    if (i == 2) t->rgba[3] = .5f;
  }
  check("fixed tendons of the API", s);
}

// Free joints take nothing from a class, user data least of all: their number is that of the model.
static void free_joints_take_no_user_data_from_a_class(void** state) {
  (void)state;
  mjSpec* s = parse(
      "<mujoco><default><joint user='1 2 3' group='3'/></default><worldbody><body>"
      "<freejoint name='f' group='2'/><geom size='.1'/></body><body pos='1 0 0'><freejoint/>"
      "<geom size='.1'/></body></worldbody></mujoco>");
  mjModel* m = mj_compile(s, NULL);
  assert_int_equal(m->nuser_jnt, 0);
  mj_deleteModel(m);
  check("free joints", s);
}

static const char* const own_options[] = {
    "alignfree='true'",   "inertiafromgeom='true'", "boundmass='5'",
    "boundinertia='5'",   "balanceinertia='true'",  "inertiagrouprange='1 2'",
    "autolimits='false'", "discardvisual='true'",   "fusestatic='true'",
    "eulerseq='ZYX'",     "angle='radian'",         "settotalmass='7'",
};

static mjSpec* with_options(const char* options) {
  char xml[2000];
  snprintf(xml, sizeof xml,
           "<mujoco><compiler %s/><worldbody><body name='a'><freejoint/>"
           "<geom type='box' size='.2 .15 .1' pos='.1 .2 .3' euler='10 20 30'/>"
           "<geom group='1' size='.1' mass='1'/><body pos='1 0 0' euler='5 6 7'>"
           "<geom contype='0' conaffinity='0' size='.3' group='2'/><body pos='0 1 0'>"
           "<inertial pos='0 0 0' mass='1' fullinertia='1 2 2.9 0 .1 .2'/>"
           "<joint range='-1 4' limited='true'/><geom size='.1' group='1'/></body></body></body>"
           "<body name='fixed'><geom size='.1' group='1'/></body></worldbody></mujoco>",
           options);
  return parse(xml);
}

// What they make of inertias, limits and free bodies goes into the text.
static void attached_elements_keep_their_options(void** state) {
  (void)state;
  for (size_t i = 0; i < sizeof own_options / sizeof *own_options; i++) {
    mjSpec *child = with_options(own_options[i]), *parent = mj_makeSpec();
    mjsFrame* frame = mjs_addFrame(mjs_findBody(parent, "world"), NULL);
    assert_non_null(mjs_attach(frame->element, child->element, "q_", ""));
    check(own_options[i], parent);
    mj_deleteSpec(child);
  }
}

// Where the whole has no autolimits the text says what is limited.
static void attached_ranges_limit_as_their_own_autolimits_say(void** state) {
  (void)state;
  mjSpec* parent = parse("<mujoco><compiler autolimits='false'/></mujoco>");
  mjSpec* child = parse(
      "<mujoco><compiler angle='radian'/><worldbody><body name='b'><joint name='j' range='-1 2' "
      "actuatorfrcrange='-3 4'/>"
      "<joint name='k' axis='0 1 0'/><geom size='.1' mass='2'/><site name='s' pos='0 0 1'/><body "
      "name='c' pos='1 0 0'>"
      "<joint type='ball' range='0 1'/><geom size='.1'/><site "
      "name='t'/></body></body></worldbody><tendon>"
      "<spatial name='t' range='.1 2'><site site='s'/><site site='t'/></spatial></tendon><actuator>"
      "<general joint='k' ctrlrange='-1 1' forcerange='-5 5'/>"
      "<general joint='j' dyntype='integrator' actrange='-1 1'/><position joint='j' "
      "inheritrange='.5'/>"
      "<intvelocity joint='j' inheritrange='1'/></actuator></mujoco>");
  mjsFrame* frame = mjs_addFrame(mjs_findBody(parent, "world"), NULL);
  assert_non_null(mjs_attach(frame->element, child->element, "q_", ""));
  mjModel* m = mj_compile(parent, NULL);
  assert_non_null(m);
  assert_true(m->jnt_limited[0] && m->jnt_actfrclimited[0] && !m->jnt_limited[1] &&
              m->jnt_limited[2]);
  assert_true(m->tendon_limited[0] && m->actuator_forcelimited[0]);
  const mjtByte controls[4] = {1, 0, 1, 0}, activations[4] = {0, 1, 0, 1};
  assert_memory_equal(m->actuator_ctrllimited, controls, sizeof controls);
  assert_memory_equal(m->actuator_actlimited, activations, sizeof activations);
  mj_deleteModel(m);
  check("own autolimits", parent);
  mj_deleteSpec(child);
}

// The same when the numbers of the model have been copied back: into a copy, which is what is
// saved.
static void attached_bodies_keep_their_inertia_when_copied_back(void** state) {
  (void)state;
  for (size_t i = 0; i < sizeof own_options / sizeof *own_options; i++) {
    char error[1000] = "", xml[10000];
    mjSpec *child = with_options(own_options[i]), *parent = mj_makeSpec();
    mjsFrame* frame = mjs_addFrame(mjs_findBody(parent, "world"), NULL);
    assert_non_null(mjs_attach(frame->element, child->element, "q_", ""));
    mjModel* m = mj_compile(parent, NULL);
    assert_non_null(m);
    m->body_mass[m->nbody - 1] *= 2;
    assert_int_equal(mj_copyBack(parent, m), 1);
    assert_int_equal(mj_saveXMLString(parent, xml, sizeof xml, error, sizeof error), 0);
    mjSpec* again = parse(xml);
    mjModel* n = mj_compile(again, NULL);
    assert_non_null(n);
    assert_int_equal(n->nbody, m->nbody);
    for (int b = 0; b < m->nbody; b++) {
      assert_near(n->body_mass[b], m->body_mass[b], 1e-12);
      for (int k = 0; k < 3; k++) {
        assert_near(n->body_inertia[3 * b + k], m->body_inertia[3 * b + k], 1e-12);
      }
    }
    mj_deleteModel(n);
    mj_deleteModel(m);
    mj_deleteSpec(again);
    mj_deleteSpec(parent);
    mj_deleteSpec(child);
  }
}

// Geoms attached to a body that stays count for its inertia as their own options say.
static void attached_geoms_count_by_their_own_options(void** state) {
  (void)state;
  static const char* const options[] = {"inertiagrouprange='1 2'", "inertiafromgeom='true'", ""};
  for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
    char xml[500];
    snprintf(xml, sizeof xml,
             "<mujoco><compiler %s/><worldbody><geom size='.3' mass='5' pos='.1 0 0'/>"
             "<geom size='.2' group='1'/></worldbody></mujoco>",
             options[i]);
    mjSpec* child = parse(xml);
    mjSpec* parent = parse(
        "<mujoco><worldbody><body name='b'><freejoint/><inertial pos='0 0 0' mass='1' "
        "diaginertia='1 1 1'/><frame name='f'/></body><body name='c'><freejoint/><geom size='.1'/>"
        "<frame name='g' pos='0 0 .1'/></body></worldbody></mujoco>");
    for (int k = 0; k < 2; k++) {
      mjsElement* frame = mjs_findFrame(parent, k ? "g" : "f")->element;
      assert_non_null(mjs_attach(frame, mjs_findBody(child, "world")->element, k ? "x" : "y", ""));
    }
    check(options[i], parent);
    mj_deleteSpec(child);
  }
}

// A joint that was added to an attached body aligns it as the options of the body say.
static void joints_added_to_attached_bodies_align_them(void** state) {
  (void)state;
  mjSpec* parent = parse("<mujoco><compiler alignfree='true'/></mujoco>");
  mjSpec* child = parse(
      "<mujoco><worldbody><body name='b'><geom type='box' size='.2 .15 .1' pos='.1 .2 .3' "
      "euler='10 20 30'/>"
      "</body></worldbody></mujoco>");
  mjsFrame* frame = mjs_addFrame(mjs_findBody(parent, "world"), NULL);
  assert_non_null(mjs_attach(frame->element, child->element, "q_", ""));
  mjs_addJoint(mjs_findBody(parent, "q_b"), NULL)->type = mjJNT_FREE;
  check("added joint", parent);
  mj_deleteSpec(child);
}

// What a text cannot say is not written, with the reason.
static void options_that_no_text_can_say_are_refused(void** state) {
  (void)state;
  static const struct {
    const char *parent, *child, *element, *said;
  } cases[] = {
      {"boundmass='9'", "boundmass='1'", "", "boundmass"},
      {"inertiafromgeom='true'", "boundmass='1'", "", "inertiafromgeom"},
      {"alignfree='false'", "alignfree='true'", "<joint type='free' damping='1'/>", "alignfree"},
      {"alignfree='false'", "alignfree='true'", "<joint type='free' range='-1 0'/>", "alignfree"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char xml[1000], error[1000] = "";
    snprintf(xml, sizeof xml, "<mujoco><compiler %s/></mujoco>", cases[i].parent);
    mjSpec* parent = parse(xml);
    snprintf(xml, sizeof xml,
             "<mujoco><compiler %s/><worldbody><body>%s<geom size='.1' mass='2'/></body>"
             "</worldbody></mujoco>",
             cases[i].child, cases[i].element);
    mjSpec* child = parse(xml);
    mjsFrame* frame = mjs_addFrame(mjs_findBody(parent, "world"), NULL);
    assert_non_null(mjs_attach(frame->element, child->element, "q_", ""));
    mjModel* m = mj_compile(parent, NULL);
    assert_non_null(m);
    assert_int_equal(mj_saveXMLString(parent, xml, sizeof xml, error, sizeof error), -1);
    if (!strstr(error, cases[i].said)) fail_msg("%s", error);
    mj_deleteModel(m);
    mj_deleteSpec(child);
    mj_deleteSpec(parent);
  }
}

// -------------------------------------------------------------------------------- tuned models

// The model that is written once s has taken the numbers of m.
static mjModel* with_numbers(mjSpec* s, const mjModel* m) {
  char error[1000] = "";
  if (!mj_copyBack(s, m)) fail_msg("%s", mjs_getError(s));
  char* text = saved(s);
  mjSpec* t = mj_parseXMLString(text, NULL, error, sizeof error);
  if (!t) fail_msg("%s\n%s", error, text);
  mjModel* n = mj_compile(t, NULL);
  if (!n) fail_msg("%s\n%s", mjs_getError(t), text);
  mj_deleteSpec(t);
  free(text);
  return n;
}

static void numbers_that_were_not_changed_change_nothing(void** state) {
  (void)state;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    mjSpec* s = parse(texts[i]);
    mjModel* m = mj_compile(s, NULL);
    for (int g = 0; g < m->ngeom; g++) {
      // what was fitted to a mesh is on its own then
      if (m->geom_type[g] != mjGEOM_MESH && m->geom_type[g] != mjGEOM_HFIELD) {
        m->geom_dataid[g] = -1;
      }
    }
    mjModel* n = with_numbers(s, m);
    if (models_differ(m, n)) fail_msg("text %zu", i);
    mj_deleteModel(m);
    mj_deleteModel(n);
    mj_deleteSpec(s);
  }
}

static void scale(mjtNum* x, size_t n, mjtNum factor) {
  for (size_t i = 0; i < n; i++) x[i] *= factor;
}

// clang-format off
#define TUNED(X) \
  X(body_pos, nbody, 3) X(body_ipos, nbody, 3) X(body_mass, nbody, 1) \
  X(body_inertia, nbody, 3) X(jnt_stiffness, njnt, 1) X(jnt_range, njnt, 2) \
  X(jnt_margin, njnt, 1) X(qpos0, nq, 1) X(dof_damping, nv, 1) X(dof_armature, nv, 1) \
  X(geom_pos, ngeom, 3) X(geom_friction, ngeom, 3) X(site_pos, nsite, 3) \
  X(site_size, nsite, 3) X(cam_pos, ncam, 3) X(light_pos, nlight, 3) \
  X(pair_friction, npair, 5) X(tendon_stiffness, ntendon, 1) X(tendon_range, ntendon, 2) \
  X(actuator_gainprm, nu, mjNGAIN) X(actuator_gear, nu, 6) X(actuator_ctrlrange, nu, 2) \
  X(sensor_cutoff, nsensor, 1) X(numeric_data, nnumericdata, 1) \
  X(tuple_objprm, ntupledata, 1) X(key_qpos, nkey * m->nq, 1) X(key_ctrl, nkey * m->nu, 1)
// clang-format on

// Everything that a position hangs on, lengthened by a half, is read back so.
static void tuned_numbers_are_saved(void** state) {
  (void)state;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    mjSpec* s = parse(texts[i]);
    mjModel* m = mj_compile(s, NULL);
    const mjtNum half = 1.5;
#define X(name, rows, columns) scale(m->name, (size_t)(m->rows) * (columns), half);
    TUNED(X)
#undef X
    for (int j = 0; j < m->njnt; j++) {
      // rotations are no lengths
      if (m->jnt_type[j] == mjJNT_FREE || m->jnt_type[j] == mjJNT_BALL) {
        int n = m->jnt_type[j] == mjJNT_FREE ? 7 : 4;
        scale(m->qpos0 + m->jnt_qposadr[j], n, 1 / half);
      }
      if (m->jnt_type[j] == mjJNT_FREE) {
        memcpy(m->qpos0 + m->jnt_qposadr[j], m->body_pos + 3 * m->jnt_bodyid[j], 3 * sizeof half);
      }
    }
    m->opt.gravity[0] = 3;
    mjModel* n = with_numbers(s, m);
    int wrong = differ("gravity", m->opt.gravity, n->opt.gravity, 3, 'd', 8);
#define X(name, rows, columns) \
  wrong += differ(#name, m->name, n->name, (size_t)(m->rows) * (columns), 'd', 8);
    TUNED(X)
#undef X
    if (wrong) fail_msg("text %zu", i);
    mj_deleteModel(n);

    // and forgotten by the next compilation
    n = mj_compile(s, NULL);
    assert_true(n->opt.gravity[0] != 3);
    char* text = saved(s);
    assert_null(strstr(text, "gravity=\"3 "));
    free(text);
    mj_deleteModel(m);
    mj_deleteModel(n);
    mj_deleteSpec(s);
  }
}

static void numbers_of_another_structure_are_refused(void** state) {
  (void)state;
  mjSpec* s = parse(texts[1]);
  assert_int_equal(mj_copyBack(s, NULL), 0);
  mjModel* m = mj_compile(s, NULL);
  assert_int_equal(mj_copyBack(s, m), 1);
  mjs_addGeom(mjs_findBody(s, "world"), NULL);
  assert_int_equal(mj_copyBack(s, m), 0);
  assert_true(strlen(mjs_getError(s)) > 5);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}

static void the_last_model_is_saved(void** state) {
  (void)state;
  char error[500] = "", path[1000];
  mj_freeLastXML();
  assert_int_equal(mj_saveLastXML("last.xml", NULL, error, sizeof error), 0);
  assert_true(*error);
  snprintf(path, sizeof path, "%s/model/arm.xml", SOURCE_ROOT);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  assert_non_null(m);
  m->opt.timestep = 0.0123;
  assert_int_equal(mj_saveLastXML("last.xml", m, error, sizeof error), 1);
  assert_string_equal(error, "");
  mjModel* n = mj_loadXML("last.xml", NULL, error, sizeof error);
  if (!n) fail_msg("%s", error);
  assert_int_equal(models_differ(m, n), 0);
  mj_deleteModel(m);
  mj_deleteModel(n);
  mj_freeLastXML();
  remove("last.xml");
}

// --------------------------------------------------------------------------------------- errors

static void faults_are_told(void** state) {
  (void)state;
  char error[200] = "", text[500], small[10] = "untouched";
  mjSpec* s = parse("<mujoco><worldbody><geom size='1'/></worldbody></mujoco>");
  assert_int_equal(mj_saveXMLString(s, text, sizeof text, error, sizeof error), -1);
  assert_non_null(strstr(error, "compile"));
  mjModel* m = mj_compile(s, NULL);
  assert_int_equal(mj_saveXMLString(s, text, sizeof text, error, sizeof error), 0);
  assert_string_equal(error, "");
  int n = (int)strlen(text);
  assert_int_equal(mj_saveXMLString(s, small, sizeof small, error, sizeof error), n);
  assert_string_equal(small, "untouched");
  assert_non_null(strstr(error, "at least"));
  assert_int_equal(mj_saveXMLString(s, text, n, NULL, 0), n);
  assert_int_equal(mj_saveXMLString(s, text, n + 1, NULL, 0), 0);
  assert_int_equal(mj_saveXML(s, "no such folder/model.xml", error, sizeof error), -1);
  assert_non_null(strstr(error, "no such folder/model.xml"));
  mj_deleteModel(m);
  mj_deleteSpec(s);
}

// A model's poses stand in place of end points, which are then not said at all.
static void end_points_leave_no_trace(void** state) {
  (void)state;
  mjSpec* s = parse(
      "<mujoco><default><geom type='capsule' size='.1' fromto='0 0 0 0 0 1'/><site type='capsule' "
      "size='.1' fromto='0 0 0 1 0 0'/></default><worldbody><geom/><geom fromto='0 1 0 1 1 0'/>"
      "<site/></worldbody></mujoco>");
  mjModel* m = mj_compile(s, NULL);
  assert_int_equal(mj_copyBack(s, m), 1);
  char* text = saved(s);
  assert_null(strstr(text, "fromto"));
  free(text);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}

static void the_empty_model_is_short(void** state) {
  (void)state;
  mjSpec* s = parse("<mujoco/>");
  mjModel* m = mj_compile(s, NULL);
  char* text = saved(s);
  assert_string_equal(text,
                      "<mujoco model=\"MuJoCo Model\">\n  <compiler angle=\"radian\"/>\n\n"
                      "  <worldbody/>\n</mujoco>\n");
  free(text);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}

// What is nan where nothing is said, and where something is; classes of who stands in the world.
static void what_was_edited_reads_back_the_same(void** state) {
  (void)state;
  mjSpec* s = parse(
      "<mujoco><default><default class='c'><geom friction='.5'/></default></default><worldbody>"
      "<camera name='eye'/><geom name='g' size='.1'/></worldbody></mujoco>");
  mjs_asCamera(mjs_findElement(s, mjOBJ_CAMERA, "eye"))->pos[0] = NAN;
  mjsElement* g = mjs_findElement(s, mjOBJ_GEOM, "g");
  mjs_asGeom(g)->friction[0] = .5;
  mjs_setDefault(g, mjs_findDefault(s, "c"));
  mjs_setString(mjs_findBody(s, "world")->childclass, "c");
  check("edited", s);
  // numbers behind one that is nan in the class, too
  s = parse(
      "<mujoco><default><geom friction='nan'/></default><worldbody><geom "
      "size='.1'/></worldbody></mujoco>");
  mjs_asGeom(mjs_firstElement(s, mjOBJ_GEOM))->friction[2] = 2;
  check("friction", s);
}

// The files of an attached model are said as seen from the model that is saved, wherever it was
// loaded from: saved beside it, it finds them.
static void attached_files_are_found_beside_the_model(void** state) {
  (void)state;
  static const char main_text[] =
      "<mujoco><asset><model name='c' file='../parts/c.xml'/></asset><worldbody><attach model='c' "
      "body='b' prefix='c_'/></worldbody></mujoco>";
  static const char child_text[] =
      "<mujoco><compiler meshdir='stl'/><asset><mesh name='t' file='t.obj'/></asset><worldbody>"
      "<body name='b'><geom type='mesh' mesh='t'/></body></worldbody></mujoco>";
  static const char mesh[] =
      "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
  static const char* const roads[] = {"a/robot/m.xml", "./a/robot/m.xml", "a/../a/robot/m.xml"};
  static mjVFS vfs;
  mj_defaultVFS(&vfs);
  assert_int_equal(mj_addBufferVFS(&vfs, "a/robot/m.xml", main_text, sizeof main_text - 1), 0);
  assert_int_equal(mj_addBufferVFS(&vfs, "a/parts/c.xml", child_text, sizeof child_text - 1), 0);
  assert_int_equal(mj_addBufferVFS(&vfs, "a/parts/stl/t.obj", mesh, sizeof mesh - 1), 0);
  for (int i = 0; i < 3; i++) {
    char error[1000] = "";
    mjSpec* s = mj_parseXML(roads[i], &vfs, error, sizeof error);
    if (!s) fail_msg("%s: %s", roads[i], error);
    mjModel* m = mj_compile(s, &vfs);
    if (!m) fail_msg("%s: %s", roads[i], mjs_getError(s));
    char* text = saved(s);
    if (!strstr(text, "file=\"../parts/stl/t.obj\"")) fail_msg("%s: %s", roads[i], text);
    free(text);
    mj_deleteModel(m);
    mj_deleteSpec(s);
  }
  mj_deleteVFS(&vfs);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bundled_models_read_back_the_same),
      cmocka_unit_test(golden_models_read_back_the_same),
      cmocka_unit_test(nodes_off_their_origins_get_bodies),
      cmocka_unit_test(all_elements_read_back_the_same),
      cmocka_unit_test(attached_elements_keep_their_units),
      cmocka_unit_test(fixed_tendons_keep_their_looks),
      cmocka_unit_test(free_joints_take_no_user_data_from_a_class),
      cmocka_unit_test(attached_elements_keep_their_options),
      cmocka_unit_test(attached_ranges_limit_as_their_own_autolimits_say),
      cmocka_unit_test(attached_bodies_keep_their_inertia_when_copied_back),
      cmocka_unit_test(attached_geoms_count_by_their_own_options),
      cmocka_unit_test(joints_added_to_attached_bodies_align_them),
      cmocka_unit_test(options_that_no_text_can_say_are_refused),
      cmocka_unit_test(numbers_that_were_not_changed_change_nothing),
      cmocka_unit_test(tuned_numbers_are_saved),
      cmocka_unit_test(numbers_of_another_structure_are_refused),
      cmocka_unit_test(the_last_model_is_saved),
      cmocka_unit_test(faults_are_told),
      cmocka_unit_test(what_was_edited_reads_back_the_same),
      cmocka_unit_test(the_empty_model_is_short),
      cmocka_unit_test(end_points_leave_no_trace),
      cmocka_unit_test(attached_files_are_found_beside_the_model),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
