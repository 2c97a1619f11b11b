// What the reader makes of attributes, classes, sections and parts that are copies.
#include <math.h>
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

static mjSpec* parse(const char* xml) {
  char error[1000];
  mjSpec* spec = mj_parseXMLString(xml, NULL, error, sizeof error);
  if (!spec) fail_msg("%s\n%s", xml, error);
  return spec;
}

// The only element, or the first, of a type.
static void* first(mjSpec* spec, mjtObj type) {
  mjsElement* e = mjs_firstElement(spec, type);
  assert_non_null(e);
  switch (type) {
    case mjOBJ_GEOM: return mjs_asGeom(e);
    case mjOBJ_JOINT: return mjs_asJoint(e);
    case mjOBJ_CAMERA: return mjs_asCamera(e);
    case mjOBJ_ACTUATOR: return mjs_asActuator(e);
    case mjOBJ_SENSOR: return mjs_asSensor(e);
    case mjOBJ_EQUALITY: return mjs_asEquality(e);
    case mjOBJ_TENDON: return mjs_asTendon(e);
    case mjOBJ_TEXTURE: return mjs_asTexture(e);
    case mjOBJ_SKIN: return mjs_asSkin(e);
    case mjOBJ_NUMERIC: return mjs_asNumeric(e);
    case mjOBJ_LIGHT: return mjs_asLight(e);
    default: fail(); return NULL;
  }
}

static void assert_numbers(const double* value, int n, const double* expected) {
  for (int i = 0; i < n; i++) {
    if (value[i] != expected[i]) fail_msg("number %d: %.17g, not %.17g", i, value[i], expected[i]);
  }
}
#define NUMBERS(array, ...)                                                      \
  assert_numbers(array, (int)(sizeof((double[]){__VA_ARGS__}) / sizeof(double)), \
                 (double[]){__VA_ARGS__})

static void assert_listed(mjSpec* spec, mjtObj type, const char* expected) {
  char names[1000] = "";
  for (mjsElement* e = mjs_firstElement(spec, type); e; e = mjs_nextElement(spec, e)) {
    strcat(names, mjs_getString(mjs_getName(e)));
    strcat(names, " ");
  }
  assert_string_equal(names, expected);
}

// --------------------------------------------------------------------------------------- numbers

static double geom_size(const char* text) {
  char xml[200], error[300];
  snprintf(xml, sizeof xml, "<mujoco><worldbody><geom size='%s'/></worldbody></mujoco>", text);
  mjSpec* spec = mj_parseXMLString(xml, NULL, error, sizeof error);
  if (!spec) return NAN;
  double size = ((mjsGeom*)first(spec, mjOBJ_GEOM))->size[0];
  mj_deleteSpec(spec);
  return size;
}

static void reals_are_read_to_the_last_bit(void** state) {
  (void)state;
  assert_true(geom_size("0.1") == 0.1);
  assert_true(geom_size("  .1\n") == 0.1);
  assert_true(geom_size("+1.5e-3") == 1.5e-3);
  assert_true(geom_size("1e-400") == 0);
  assert_true(geom_size("4.9e-324") == 4.9e-324);
  assert_true(geom_size("0.1000000000000000055511151231257827") == 0.1);
  assert_true(geom_size("1.7976931348623157e308") == 1.7976931348623157e308);
  assert_true(geom_size("0x10") == 16);
  assert_true(geom_size("-0x.8p1") == -1);
  assert_true(geom_size("0x1.921fb54442d18p+1") == 3.141592653589793);
  assert_true(isinf(geom_size("inf")) && geom_size("-Infinity") < 0);
  static const char* const bad[] = {
      "1,",  "1e",    "0x",  "0xg", "0x1p",     "1 2 3 4",         "1f",
      "1d0", "1e309", "one", "1_0", "\xC2\xBD", "0x1p999999999999"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    if (!isnan(geom_size(bad[i]))) fail_msg("'%s' was read", bad[i]);
  }
}

static int warnings;
static void count_warning(const char* text) { warnings += strstr(text, " has a nan") != NULL; }

static void nan_is_read_with_a_warning_for_each_attribute(void** state) {
  (void)state;
  mju_user_warning = count_warning;
  warnings = 0;
  mjSpec* spec = parse(
      "<mujoco><worldbody><geom size='1' mass='nan' pos='NaN nan(12) -nan'/></worldbody></mujoco>");
  mjsGeom* g = first(spec, mjOBJ_GEOM);
  assert_true(isnan(g->mass) && isnan(g->pos[0]) && isnan(g->pos[1]) && isnan(g->pos[2]));
  assert_int_equal(warnings, 2);
  mju_user_warning = NULL;
  mj_deleteSpec(spec);
}

// Floats are rounded once, from the text: via double this one would be a bit smaller.
static void floats_are_rounded_from_the_text(void** state) {
  (void)state;
  mjSpec* spec = parse(
      "<mujoco><worldbody><geom size='1' rgba='1.00000017881393432617187499 0 0 1'/></worldbody>"
      "</mujoco>");
  mjsGeom* g = first(spec, mjOBJ_GEOM);
  assert_true(g->rgba[0] == 1.00000011920928955f);
  mj_deleteSpec(spec);
}

static void short_lists_keep_what_the_class_has(void** state) {
  (void)state;
  mjSpec* spec = parse(
      "<mujoco><default><geom friction='.5 .25 .125' solimp='.1 .2 .3 .4 5'/></default>"
      "<worldbody><geom size='1 2' friction='2' solimp='.8 .9' pos='' user=''/></worldbody>"
      "</mujoco>");
  mjsGeom* g = first(spec, mjOBJ_GEOM);
  NUMBERS(g->friction, 2, .25, .125);
  NUMBERS(g->solimp, .8, .9, .3, .4, 5);
  NUMBERS(g->size, 1, 2, 0);
  mj_deleteSpec(spec);
}

static void memory_has_suffixes(void** state) {
  (void)state;
  static const struct {
    const char* text;
    long long bytes;
  } table[] = {{"100", 100},      {"1K", 1024},      {" 2m ", 2 << 20},
               {"3G", 3LL << 30}, {"1T", 1LL << 40}, {"1p", 1LL << 50},
               {"7E", 7LL << 60}, {"0", 0},          {"-1", -1}};
  for (int i = 0; i < 9; i++) {
    char xml[100];
    snprintf(xml, sizeof xml, "<mujoco><size memory='%s'/></mujoco>", table[i].text);
    mjSpec* spec = parse(xml);
    assert_true((long long)spec->memory == table[i].bytes);
    mj_deleteSpec(spec);
  }
}

// --------------------------------------------------------------------------------- scalar sections

static void scalar_sections_merge_in_order(void** state) {
  (void)state;
  mjSpec* spec = parse(
      "<mujoco model='two words'>\n<!-- kept -->\n"
      "<option timestep='.5' actuatorgroupdisable='1 3'><flag contact='disable' energy='enable'/>"
      "</option><visual><rgba fog='0 .5 0 1'/></visual><worldbody/>"
      "<option density='2' actuatorgroupdisable='30'/>"
      "<option timestep='.25'><flag contact='enable' gravity='disable' energy='disable'/></option>"
      "<compiler angle='radian' eulerseq='XYz' assetdir='a'/><compiler meshdir='m'/>"
      "<statistic center='1 2 3'/></mujoco>");
  assert_string_equal(mjs_getString(spec->modelname), "two words");
  assert_string_equal(mjs_getString(spec->comment), " kept ");
  assert_true(spec->option.timestep == .25 && spec->option.density == 2);
  assert_int_equal(spec->option.disableactuator, 1 << 1 | 1 << 3 | 1 << 30);
  assert_int_equal(spec->option.disableflags, mjDSBL_GRAVITY);
  assert_int_equal(spec->option.enableflags, 0);
  assert_true(spec->visual.rgba.fog[1] == .5f);
  assert_int_equal(spec->compiler.degree, 0);
  assert_memory_equal(spec->compiler.eulerseq, "XYz", 3);
  assert_string_equal(mjs_getString(spec->compiler.meshdir), "m");
  assert_string_equal(mjs_getString(spec->compiler.texturedir), "a");
  NUMBERS(spec->stat.center, 1, 2, 3);
  assert_true(isnan(spec->stat.extent));
  mj_deleteSpec(spec);
}

static void directories_of_one_element_override(void** state) {
  (void)state;
  mjSpec* spec = parse("<mujoco><compiler meshdir='m' assetdir='a'/></mujoco>");
  assert_string_equal(mjs_getString(spec->compiler.meshdir), "m");
  assert_string_equal(mjs_getString(spec->compiler.texturedir), "a");
  mj_deleteSpec(spec);
}

// --------------------------------------------------------------------------------------- classes

static void the_nearest_class_is_used(void** state) {
  (void)state;
  mjSpec* spec = parse(
      "<mujoco><worldbody><geom name='main'/><body childclass='a'><geom name='a'/>"
      "<geom name='b' class='b'/><frame childclass='b'><geom name='b2'/><body><geom name='b3'/>"
      "</body></frame><body childclass='main'><geom name='main2'/></body><body><geom name='a2'/>"
      "</body></body></worldbody>"
      "<default><geom size='1'/><default class='a'><default class='b'><geom size='3'/></default>"
      "<geom size='2' group='4'/></default></default><default><geom size='9'/></default></mujoco>");
  static const struct {
    const char* name;
    double size;
    int group;
  } table[] = {{"main", 9, 0}, {"a", 2, 4},     {"b", 3, 4}, {"b2", 3, 4},
               {"b3", 3, 4},   {"main2", 9, 0}, {"a2", 2, 4}};
  for (int i = 0; i < 7; i++) {
    mjsGeom* g = mjs_asGeom(mjs_findElement(spec, mjOBJ_GEOM, table[i].name));
    if (g->size[0] != table[i].size || g->group != table[i].group) {
      fail_msg("%s: size %g group %d", table[i].name, g->size[0], g->group);
    }
  }
  mj_deleteSpec(spec);
}

static void free_joints_know_no_class(void** state) {
  (void)state;
  mjSpec* spec = parse(
      "<mujoco><default><joint damping='3' group='2'/></default><worldbody><body><freejoint "
      "name='f' align='true'/></body></worldbody></mujoco>");
  mjsJoint* j = first(spec, mjOBJ_JOINT);
  assert_int_equal(j->type, mjJNT_FREE);
  assert_true(j->damping == 0 && j->group == 0 && j->align == mjALIGNFREE_TRUE);
  mj_deleteSpec(spec);
}

static void an_alternative_orientation_is_kept_as_written(void** state) {
  (void)state;
  mjSpec* spec = parse(
      "<mujoco><worldbody><geom size='1' euler='10 20 30'/><geom size='1' zaxis='0 1 1'/>"
      "<geom size='1' quat='0 2 0 0'/></worldbody></mujoco>");
  mjsElement* e = mjs_firstElement(spec, mjOBJ_GEOM);
  mjsGeom* g = mjs_asGeom(e);
  assert_int_equal(g->alt.type, mjORIENTATION_EULER);
  NUMBERS(g->alt.euler, 10, 20, 30);
  g = mjs_asGeom(e = mjs_nextElement(spec, e));
  assert_int_equal(g->alt.type, mjORIENTATION_ZAXIS);
  NUMBERS(g->alt.zaxis, 0, 1, 1);
  g = mjs_asGeom(mjs_nextElement(spec, e));
  assert_int_equal(g->alt.type, mjORIENTATION_QUAT);
  NUMBERS(g->quat, 0, 2, 0, 0);
  mj_deleteSpec(spec);
}

// ------------------------------------------------------------------------------- single elements

static void pixels_make_lengths_void(void** state) {
  (void)state;
  mjSpec* spec = parse(
      "<mujoco><worldbody><camera focal='1 2' focalpixel='3 4' principal='5 6' sensorsize='1 1' "
      "resolution='640 480'/></worldbody></mujoco>");
  mjsCamera* c = first(spec, mjOBJ_CAMERA);
  assert_true(c->focal_length[0] == 0 && c->focal_pixel[0] == 3 && c->focal_pixel[1] == 4);
  assert_true(c->principal_length[0] == 5 && c->principal_length[1] == 6);
  mj_deleteSpec(spec);
}

static void blank_numbers_are_as_if_absent(void** state) {
  (void)state;
  static const char* const taken[] = {
      "<worldbody><camera focal='' fovy='30'/></worldbody>",
      "<worldbody><camera sensorsize=' ' fovy='30'/></worldbody>",
      "<worldbody><camera fovy='' sensorsize='1 1' resolution='5 5'/></worldbody>",
      "<actuator><position kv='' dampratio='1'/></actuator>",
  };
  for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
    char xml[300];
    snprintf(xml, sizeof xml, "<mujoco>%s</mujoco>", taken[i]);
    mj_deleteSpec(parse(xml));
  }
  mjSpec* spec = parse(
      "<mujoco><worldbody><camera principalpixel='' principal='5 6' sensorsize='1 1' "
      "resolution='640 480'/></worldbody></mujoco>");
  assert_true(((mjsCamera*)first(spec, mjOBJ_CAMERA))->principal_length[1] == 6);
  mj_deleteSpec(spec);
}

static void one_spring_length_is_both(void** state) {
  (void)state;
  mjSpec* spec = parse("<mujoco><tendon><fixed springlength='.3'/></tendon></mujoco>");
  NUMBERS(((mjsTendon*)first(spec, mjOBJ_TENDON))->springlength, .3, .3);
  mj_deleteSpec(spec);
}

static void welds_name_bodies_or_sites(void** state) {
  (void)state;
  mjSpec* spec = parse(
      "<mujoco><equality><weld body1='a' relpose='1 2 3 1 0 0 0' torquescale='.5'/>"
      "<weld site1='s' site2='t'/><connect body1='a' anchor='1 2 3'/><joint joint1='j' "
      "polycoef='4'/></equality></mujoco>");
  mjsElement* e = mjs_firstElement(spec, mjOBJ_EQUALITY);
  mjsEquality* q = mjs_asEquality(e);
  assert_int_equal(q->objtype, mjOBJ_BODY);
  NUMBERS(q->data, 0, 0, 0, 1, 2, 3, 1, 0, 0, 0, .5);
  q = mjs_asEquality(e = mjs_nextElement(spec, e));
  assert_int_equal(q->objtype, mjOBJ_SITE);
  assert_string_equal(mjs_getString(q->name2), "t");
  q = mjs_asEquality(e = mjs_nextElement(spec, e));
  assert_string_equal(mjs_getString(q->name2), "");
  NUMBERS(q->data, 1, 2, 3);
  q = mjs_asEquality(mjs_nextElement(spec, e));
  assert_int_equal(q->type, mjEQ_JOINT);
  NUMBERS(q->data, 4, 1, 0, 0, 0);
  mj_deleteSpec(spec);
}

static void shortcuts_become_general_actuators(void** state) {
  (void)state;
  static const struct {
    const char* xml;
    int dyntype, gaintype, biastype;
    double gainprm[3], biasprm[3], dynprm[3];
  } table[] = {
      {"<motor/>", mjDYN_NONE, mjGAIN_FIXED, mjBIAS_NONE, {1}, {0}, {1}},
      {"<position kp='7' kv='2'/>", mjDYN_NONE, mjGAIN_FIXED, mjBIAS_AFFINE, {7}, {0, -7, -2}, {1}},
      {"<position kp='7' dampratio='2' timeconst='.5'/>",
       mjDYN_FILTEREXACT,
       mjGAIN_FIXED,
       mjBIAS_AFFINE,
       {7},
       {0, -7, 2},
       {.5}},
      {"<position/>", mjDYN_NONE, mjGAIN_FIXED, mjBIAS_AFFINE, {1}, {0, -1, 0}, {1}},
      {"<velocity kv='3'/>", mjDYN_NONE, mjGAIN_FIXED, mjBIAS_AFFINE, {3}, {0, 0, -3}, {1}},
      {"<intvelocity kp='3' actrange='-1 1'/>",
       mjDYN_INTEGRATOR,
       mjGAIN_FIXED,
       mjBIAS_AFFINE,
       {3},
       {0, -3, 0},
       {1}},
      {"<damper kv='3' ctrlrange='0 1'/>",
       mjDYN_NONE,
       mjGAIN_AFFINE,
       mjBIAS_NONE,
       {0, 0, -3},
       {0},
       {1}},
      {"<cylinder area='2' bias='4'/>", mjDYN_FILTER, mjGAIN_FIXED, mjBIAS_AFFINE, {2}, {4}, {1}},
      {"<cylinder diameter='0' timeconst='3' bias='4 5 6'/>",
       mjDYN_FILTER,
       mjGAIN_FIXED,
       mjBIAS_AFFINE,
       {0},
       {4},
       {3}},
      {"<muscle/>",
       mjDYN_MUSCLE,
       mjGAIN_MUSCLE,
       mjBIAS_MUSCLE,
       {.75, 1.05, -1},
       {.75, 1.05, -1},
       {.01, .04}},
      {"<muscle force='9' timeconst='1 2' tausmooth='.1'/>",
       mjDYN_MUSCLE,
       mjGAIN_MUSCLE,
       mjBIAS_MUSCLE,
       {.75, 1.05, 9},
       {.75, 1.05, 9},
       {1, 2, .1}},
      {"<adhesion gain='5' ctrlrange='0 1'/>",
       mjDYN_NONE,
       mjGAIN_FIXED,
       mjBIAS_NONE,
       {5},
       {0},
       {1}},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    char xml[300];
    snprintf(xml, sizeof xml, "<mujoco><actuator>%s</actuator></mujoco>", table[i].xml);
    mjSpec* spec = parse(xml);
    mjsActuator* a = first(spec, mjOBJ_ACTUATOR);
    if ((int)a->dyntype != table[i].dyntype || (int)a->gaintype != table[i].gaintype ||
        (int)a->biastype != table[i].biastype) {
      fail_msg("%s: types %d %d %d", table[i].xml, a->dyntype, a->gaintype, a->biastype);
    }
    assert_numbers(a->gainprm, 3, table[i].gainprm);
    assert_numbers(a->biasprm, 3, table[i].biasprm);
    assert_numbers(a->dynprm, 3, table[i].dynprm);
    mj_deleteSpec(spec);
  }
}

// All shortcuts of a class edit its one actuator, in the order of the text.
static void a_class_has_one_actuator(void** state) {
  (void)state;
  mjSpec* spec = parse(
      "<mujoco><default><position kp='3'/><general gear='2'/></default><actuator>"
      "<motor joint='j'/><position joint='j' kv='1'/></actuator></mujoco>");
  mjsElement* e = mjs_firstElement(spec, mjOBJ_ACTUATOR);
  mjsActuator* a = mjs_asActuator(e);
  assert_true(a->gear[0] == 2 && a->trntype == mjTRN_JOINT);
  NUMBERS(a->gainprm, 1);
  NUMBERS(a->biasprm, 0, -3, 0);
  assert_int_equal(a->biastype, mjBIAS_NONE);
  a = mjs_asActuator(mjs_nextElement(spec, e));
  NUMBERS(a->gainprm, 3);
  NUMBERS(a->biasprm, 0, -3, -1);
  mj_deleteSpec(spec);
}

static void sensors_know_their_objects(void** state) {
  (void)state;
  static const struct {
    const char* xml;
    int type, objtype, reftype;
    const char *objname, *refname;
  } table[] = {
      {"<gyro site='s'/>", mjSENS_GYRO, mjOBJ_SITE, 0, "s", ""},
      {"<camprojection site='s' camera='c'/>", mjSENS_CAMPROJECTION, mjOBJ_SITE, mjOBJ_CAMERA, "s",
       "c"},
      {"<framepos objtype='xbody' objname='b' reftype='geom' refname='g'/>", mjSENS_FRAMEPOS,
       mjOBJ_XBODY, mjOBJ_GEOM, "b", "g"},
      {"<insidesite site='s' objtype='body' objname='b'/>", mjSENS_INSIDESITE, mjOBJ_BODY,
       mjOBJ_SITE, "b", "s"},
      {"<normal geom1='g' body2='b'/>", mjSENS_GEOMNORMAL, mjOBJ_GEOM, mjOBJ_BODY, "g", "b"},
      {"<contact subtree1='b' geom2='g'/>", mjSENS_CONTACT, mjOBJ_XBODY, mjOBJ_GEOM, "b", "g"},
      {"<tactile mesh='m' geom='g'/>", mjSENS_TACTILE, mjOBJ_MESH, mjOBJ_GEOM, "m", "g"},
      {"<clock/>", mjSENS_CLOCK, 0, 0, "", ""},
      {"<user dim='3' objtype='tendon' objname='t'/>", mjSENS_USER, mjOBJ_TENDON, 0, "t", ""},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    char xml[300];
    snprintf(xml, sizeof xml, "<mujoco><sensor>%s</sensor></mujoco>", table[i].xml);
    mjSpec* spec = parse(xml);
    mjsSensor* s = first(spec, mjOBJ_SENSOR);
    assert_int_equal(s->type, table[i].type);
    assert_int_equal(s->objtype, table[i].objtype);
    assert_int_equal(s->reftype, table[i].reftype);
    assert_string_equal(mjs_getString(s->objname), table[i].objname);
    assert_string_equal(mjs_getString(s->refname), table[i].refname);
    mj_deleteSpec(spec);
  }
}

static void contact_data_are_bits(void** state) {
  (void)state;
  mjSpec* spec = parse(
      "<mujoco><sensor><contact data=' force  pos\ttangent ' num='4' reduce='netforce'/><contact/>"
      "<contact data=''/></sensor></mujoco>");
  mjsElement* e = mjs_firstElement(spec, mjOBJ_SENSOR);
  mjsSensor* s = mjs_asSensor(e);
  assert_int_equal(s->intprm[0],
                   1 << mjCONDATA_FORCE | 1 << mjCONDATA_POS | 1 << mjCONDATA_TANGENT);
  assert_int_equal(s->intprm[1], 3);
  assert_int_equal(s->intprm[2], 4);
  for (int i = 0; i < 2; i++) {
    s = mjs_asSensor(e = mjs_nextElement(spec, e));
    assert_int_equal(s->intprm[0], 1 << mjCONDATA_FOUND);
    assert_int_equal(s->intprm[1], 0);
    assert_int_equal(s->intprm[2], 1);
  }
  mj_deleteSpec(spec);
}

static void custom_numbers_are_padded(void** state) {
  (void)state;
  mjSpec* spec = parse("<mujoco><custom><numeric name='n' size='4' data='1 2'/></custom></mujoco>");
  mjsNumeric* numeric = first(spec, mjOBJ_NUMERIC);
  int n;
  const double* data = mjs_getDouble(numeric->data, &n);
  assert_int_equal(n, 4);
  assert_int_equal(numeric->size, 4);
  NUMBERS(data, 1, 2, 0, 0);
  mj_deleteSpec(spec);
}

static void light_types_have_an_old_name(void** state) {
  (void)state;
  mjSpec* spec = parse(
      "<mujoco><worldbody><light directional='true'/><light type='image' texture='t'/></worldbody>"
      "</mujoco>");
  mjsElement* e = mjs_firstElement(spec, mjOBJ_LIGHT);
  assert_int_equal(mjs_asLight(e)->type, mjLIGHT_DIRECTIONAL);
  assert_int_equal(mjs_asLight(mjs_nextElement(spec, e))->type, mjLIGHT_IMAGE);
  mj_deleteSpec(spec);
}

// ------------------------------------------------------------------------- places and sections

static void elements_know_their_place(void** state) {
  (void)state;
  mjSpec* spec = parse(
      "<mujoco>\n<worldbody>\n  <body><frame>\n <geom size='1'/></frame></body></worldbody>\n"
      "<tendon><fixed name='t'/></tendon></mujoco>");
  assert_string_equal(mjs_getString(((mjsGeom*)first(spec, mjOBJ_GEOM))->info),
                      "LoadModelFromString:4:2");
  assert_string_equal(mjs_getString(((mjsTendon*)first(spec, mjOBJ_TENDON))->info),
                      "LoadModelFromString:5:9");
  mj_deleteSpec(spec);
}

// Sections may come in pieces and in any order; lists append in the order of the text.
static void sections_may_be_split_and_shuffled(void** state) {
  (void)state;
  mjSpec* spec = parse(
      "<mujoco><sensor><clock name='s1'/></sensor><actuator><motor name='a1' joint='j'/></actuator>"
      "<worldbody><body name='b1'><joint name='j'/></body></worldbody><sensor><clock name='s2'/>"
      "</sensor><worldbody><body name='b2'/></worldbody><actuator><motor name='a2' joint='j'/>"
      "</actuator></mujoco>");
  assert_listed(spec, mjOBJ_SENSOR, "s1 s2 ");
  assert_listed(spec, mjOBJ_ACTUATOR, "a1 a2 ");
  assert_listed(spec, mjOBJ_BODY, "world b1 b2 ");
  mj_deleteSpec(spec);
}

// ---------------------------------------------------------------------------------------- copies

static void replicates_are_named_and_placed(void** state) {
  (void)state;
  mjSpec* spec = parse(
      "<mujoco><worldbody><body name='first'/><replicate count='3' offset='1 0 0' euler='0 30 90' "
      "sep='-'><body name='b'><geom name='g' size='1'/></body></replicate><replicate count='10'>"
      "<site name='s'/></replicate><body name='last'/></worldbody></mujoco>");
  assert_listed(spec, mjOBJ_BODY, "world first b-0 b-1 b-2 last ");
  assert_listed(spec, mjOBJ_GEOM, "g-0 g-1 g-2 ");
  assert_listed(spec, mjOBJ_SITE, "s00 s01 s02 s03 s04 s05 s06 s07 s08 s09 ");
  mjsFrame* f = mjs_getFrame(mjs_findBody(spec, "b-2")->element);
  assert_non_null(f);
  for (int i = 0; i < 3; i++) assert_float_equal(f->pos[i], i < 2, 1e-14);
  assert_float_equal(f->quat[0], 0, 1e-14);
  assert_float_equal(f->quat[1], 0.5, 1e-14);
  assert_float_equal(f->quat[2], 0, 1e-14);
  assert_float_equal(f->quat[3], sqrt(0.75), 1e-14);
  mj_deleteSpec(spec);
}

static void cables_are_chains(void** state) {
  (void)state;
  mjSpec* spec = parse(
      "<mujoco><worldbody><composite prefix='c' type='cable' vertex='0 0 0 1 0 0 1 2 0' "
      "initial='none'><geom type='cylinder' size='.1'/></composite></worldbody></mujoco>");
  assert_listed(spec, mjOBJ_BODY, "world cB_first cB_last ");
  assert_listed(spec, mjOBJ_JOINT, "cJ_last ");
  assert_listed(spec, mjOBJ_GEOM, "cG0 cG1 ");
  assert_listed(spec, mjOBJ_SITE, "cS_first cS_last ");
  assert_listed(spec, mjOBJ_TEXT, "composite_c ");
  const mjsBody* last = mjs_findBody(spec, "cB_last");
  NUMBERS(last->pos, 1, 0, 0);
  // the second edge is perpendicular to the first
  for (int i = 0; i < 4; i++) assert_float_equal(last->quat[i], (i % 3 ? 0 : sqrt(0.5)), 1e-7);
  const mjsExclude* pair = mjs_asExclude(mjs_firstElement(spec, mjOBJ_EXCLUDE));
  assert_string_equal(mjs_getString(pair->bodyname1), "cB_first");
  assert_string_equal(mjs_getString(pair->bodyname2), "cB_last");
  mj_deleteSpec(spec);
}

static void nested_replicates_suffix_inside_out(void** state) {
  (void)state;
  mjSpec* spec = parse(
      "<mujoco><worldbody><replicate count='2' sep='_'><replicate count='2' sep='.'><body "
      "name='b'/>"
      "</replicate></replicate><replicate count='0'><body name='none'/></replicate></worldbody>"
      "<sensor><framepos name='p' objtype='body' objname='b'/></sensor></mujoco>");
  assert_listed(spec, mjOBJ_BODY, "world b.0_0 b.1_0 b.0_1 b.1_1 ");
  assert_listed(spec, mjOBJ_SENSOR, "p.0_0 p.1_0 p.0_1 p.1_1 ");
  mj_deleteSpec(spec);
}

static void models_are_attached_under_a_prefix(void** state) {
  (void)state;
  static const char main[] =
      "<mujoco><asset><model name='arm' file='arm.xml'/><model file='sub/leg.xml'/></asset>"
      "<worldbody><attach model='arm' body='hand' prefix='l_'/><frame pos='1 0 0'>"
      "<attach model='arm' body='hand' prefix='r_'/></frame><body name='hip'>"
      "<attach model='leg' prefix='x'/></body></worldbody></mujoco>";
  static const char arm[] =
      "<mujoco model='whatever'><worldbody><body name='shoulder'><body name='hand'><joint "
      "name='j'/>"
      "<geom size='1'/></body></body></worldbody><actuator><motor name='m' joint='j'/></actuator>"
      "</mujoco>";
  static const char leg[] =
      "<mujoco model='leg'><worldbody><body name='knee'/><site name='toe'/></worldbody></mujoco>";
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "main.xml", main, sizeof main - 1);
  mj_addBufferVFS(&vfs, "arm.xml", arm, sizeof arm - 1);
  mj_addBufferVFS(&vfs, "sub/leg.xml", leg, sizeof leg - 1);
  char error[1000];
  mjSpec* spec = mj_parseXML("main.xml", &vfs, error, sizeof error);
  if (!spec) fail_msg("%s", error);
  assert_listed(spec, mjOBJ_BODY, "world l_hand r_hand hip xknee ");
  assert_listed(spec, mjOBJ_ACTUATOR, "l_m r_m ");
  assert_listed(spec, mjOBJ_SITE, "xtoe ");
  assert_non_null(mjs_findSpec(spec, "arm"));
  assert_non_null(mjs_findSpec(spec, "leg"));
  mj_deleteSpec(spec);
  mj_deleteVFS(&vfs);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reals_are_read_to_the_last_bit),
      cmocka_unit_test(nan_is_read_with_a_warning_for_each_attribute),
      cmocka_unit_test(floats_are_rounded_from_the_text),
      cmocka_unit_test(short_lists_keep_what_the_class_has),
      cmocka_unit_test(memory_has_suffixes),
      cmocka_unit_test(scalar_sections_merge_in_order),
      cmocka_unit_test(directories_of_one_element_override),
      cmocka_unit_test(the_nearest_class_is_used),
      cmocka_unit_test(free_joints_know_no_class),
      cmocka_unit_test(an_alternative_orientation_is_kept_as_written),
      cmocka_unit_test(pixels_make_lengths_void),
      cmocka_unit_test(blank_numbers_are_as_if_absent),
      cmocka_unit_test(one_spring_length_is_both),
      cmocka_unit_test(welds_name_bodies_or_sites),
      cmocka_unit_test(shortcuts_become_general_actuators),
      cmocka_unit_test(a_class_has_one_actuator),
      cmocka_unit_test(sensors_know_their_objects),
      cmocka_unit_test(contact_data_are_bits),
      cmocka_unit_test(custom_numbers_are_padded),
      cmocka_unit_test(light_types_have_an_old_name),
      cmocka_unit_test(elements_know_their_place),
      cmocka_unit_test(sections_may_be_split_and_shuffled),
      cmocka_unit_test(replicates_are_named_and_placed),
      cmocka_unit_test(cables_are_chains),
      cmocka_unit_test(nested_replicates_suffix_inside_out),
      cmocka_unit_test(models_are_attached_under_a_prefix),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
