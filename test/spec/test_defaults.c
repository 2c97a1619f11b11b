// What every struct begins with, whatever was in its memory before.
#include "spec_text.h"

#include <math.h>

// A public struct under test: poisoned, made default, checked.
typedef struct {
  size_t size;
  void (*set)(void* s);
} subject;

#define SUBJECT(Type)                                       \
  static void set_##Type(void* s) { mjs_default##Type(s); } \
  static const subject Type##_subject = {sizeof(mjs##Type), set_##Type};
SUBJECT(Body)
SUBJECT(Frame)
SUBJECT(Joint)
SUBJECT(Geom)
SUBJECT(Site)
SUBJECT(Camera)
SUBJECT(Light)
SUBJECT(Flex)
SUBJECT(Mesh)
SUBJECT(HField)
SUBJECT(Skin)
SUBJECT(Texture)
SUBJECT(Material)
SUBJECT(Pair)
SUBJECT(Equality)
SUBJECT(Tendon)
SUBJECT(Actuator)
SUBJECT(Sensor)
SUBJECT(Numeric)
SUBJECT(Text)
SUBJECT(Tuple)
SUBJECT(Key)
SUBJECT(Plugin)
SUBJECT(Orientation)

static unsigned char got[4096];

// Default values in got; what the test expects in *want, all zero to begin with.
#define BEGIN(Type)                              \
  mjs##Type want;                                \
  memset(&want, 0, sizeof want);                 \
  assert_true(Type##_subject.size < sizeof got); \
  memset(got, 0xa5, sizeof got);                 \
  Type##_subject.set(got)
#define END() assert_memory_equal(got, &want, sizeof want)

#define SET(field, ...)                                                                            \
  do {                                                                                             \
    const double values_[] = {__VA_ARGS__};                                                        \
    for (size_t i_ = 0; i_ < sizeof values_ / sizeof *values_; i_++) want.field[i_] = values_[i_]; \
  } while (0)
#define SOLREF 0.02, 1
#define SOLIMP 0.9, 0.95, 0.001, 0.5, 2

static void nothing_but_zero(void** state) {
  (void)state;
  const subject* zero[] = {&HField_subject, &Numeric_subject, &Text_subject,       &Tuple_subject,
                           &Key_subject,    &Plugin_subject,  &Orientation_subject};
  static const unsigned char nothing[4096];
  for (size_t i = 0; i < sizeof zero / sizeof *zero; i++) {
    memset(got, 0xa5, sizeof got);
    zero[i]->set(got);
    assert_memory_equal(got, nothing, zero[i]->size);
  }
}

static void tree_elements(void** state) {
  (void)state;
  {
    BEGIN(Body);
    want.quat[0] = want.iquat[0] = 1;
    want.ipos[0] = want.fullinertia[0] = NAN;
    END();
  }
  {
    BEGIN(Frame);
    want.quat[0] = 1;
    END();
  }
  {
    BEGIN(Joint);
    want.type = mjJNT_HINGE;
    want.axis[2] = 1;
    want.align = want.limited = want.actfrclimited = 2;
    SET(solref_limit, SOLREF);
    SET(solimp_limit, SOLIMP);
    SET(solref_friction, SOLREF);
    SET(solimp_friction, SOLIMP);
    END();
  }
  {
    BEGIN(Geom);
    want.type = mjGEOM_SPHERE;
    want.quat[0] = want.solmix = want.fitscale = 1;
    want.fromto[0] = want.mass = NAN;
    want.contype = want.conaffinity = 1;
    want.condim = 3;
    SET(friction, 1, 0.005, 0.0001);
    SET(solref, SOLREF);
    SET(solimp, SOLIMP);
    want.density = 1000;
    SET(rgba, .5, .5, .5, 1);
    SET(fluid_coefs, 0.5, 0.25, 1.5, 1, 1);
    END();
  }
  {
    BEGIN(Site);
    want.type = mjGEOM_SPHERE;
    want.quat[0] = 1;
    SET(size, .005, .005, .005);
    want.fromto[0] = NAN;
    SET(rgba, .5, .5, .5, 1);
    END();
  }
  {
    BEGIN(Camera);
    want.quat[0] = 1;
    want.fovy = 45;
    want.ipd = 0.068;
    SET(resolution, 1, 1);
    END();
  }
  {
    BEGIN(Light);
    want.dir[2] = -1;
    want.castshadow = want.active = 1;
    want.bulbradius = 0.02f;
    want.range = 10;
    want.attenuation[0] = 1;
    want.cutoff = 45;
    want.exponent = 10;
    SET(diffuse, .7f, .7f, .7f);
    SET(specular, .3f, .3f, .3f);
    END();
  }
}

static void assets(void** state) {
  (void)state;
  {
    BEGIN(Flex);
    want.contype = want.conaffinity = 1;
    want.condim = 3;
    SET(friction, 1, .005, .0001);
    want.solmix = 1;
    SET(solref, SOLREF);
    SET(solimp, SOLIMP);
    want.dim = 2;
    want.radius = 0.005;
    want.selfcollide = 4;
    want.activelayers = 1;
    SET(rgba, .5, .5, .5, 1);
    want.thickness = -1;
    END();
  }
  {
    BEGIN(Mesh);
    want.refquat[0] = 1;
    SET(scale, 1, 1, 1);
    want.inertia = 2;
    want.maxhullvert = -1;
    END();
  }
  {
    BEGIN(Skin);
    SET(rgba, .5, .5, .5, 1);
    END();
  }
  {
    BEGIN(Texture);
    want.type = mjTEXTURE_CUBE;
    SET(rgb1, .8, .8, .8);
    SET(rgb2, .5, .5, .5);
    want.random = 0.01;
    SET(gridsize, 1, 1);
    strcpy(want.gridlayout, "............");
    want.nchannel = 3;
    END();
  }
  {
    BEGIN(Material);
    SET(texrepeat, 1, 1);
    want.specular = want.shininess = .5f;
    want.metallic = want.roughness = -1;
    SET(rgba, 1, 1, 1, 1);
    END();
  }
}

static void other_elements(void** state) {
  (void)state;
  {
    BEGIN(Pair);
    want.condim = 3;
    SET(solref, SOLREF);
    SET(solimp, SOLIMP);
    SET(friction, 1, 1, .005, .0001, .0001);
    END();
  }
  {
    BEGIN(Equality);
    want.type = mjEQ_CONNECT;
    want.active = 1;
    want.data[1] = want.data[10] = 1;
    SET(solref, SOLREF);
    SET(solimp, SOLIMP);
    END();
  }
  {
    BEGIN(Tendon);
    want.limited = 2;  // and actfrclimited 0
    SET(springlength, -1, -1);
    SET(solref_limit, SOLREF);
    SET(solimp_limit, SOLIMP);
    SET(solref_friction, SOLREF);
    SET(solimp_friction, SOLIMP);
    want.width = .003;
    SET(rgba, .5, .5, .5, 1);
    END();
  }
  {
    BEGIN(Actuator);
    want.gainprm[0] = want.dynprm[0] = want.gear[0] = 1;
    want.actdim = -1;
    want.trntype = 1000;
    want.ctrllimited = want.forcelimited = want.actlimited = 2;
    END();
  }
  {
    BEGIN(Sensor);
    want.type = mjSENS_TOUCH;
    want.datatype = mjDATATYPE_REAL;
    want.needstage = mjSTAGE_ACC;
    END();
  }
}

static void the_specification(void** state) {
  (void)state;
  mjSpec s;
  memset(&s, 0xa5, sizeof s);
  mjs_defaultSpec(&s);
  assert_null(s.element);
  assert_true(isnan(s.stat.meaninertia) && isnan(s.stat.meanmass) && isnan(s.stat.meansize));
  assert_true(isnan(s.stat.extent) && isnan(s.stat.center[0]) && s.stat.center[1] == 0);
  assert_true(s.memory == (mjtSize)-1 && s.nstack == (mjtSize)-1 && s.njmax == -1 &&
              s.nconmax == -1);
  assert_true(s.nuser_body == -1 && s.nuser_sensor == -1 && s.nkey == 0 && s.nemax == 0);
  const mjsCompiler* c = &s.compiler;
  assert_true(c->autolimits && c->degree && c->usethread && c->settotalmass == -1);
  assert_true(!c->fusestatic && !c->balanceinertia && !c->alignfree && !c->discardvisual);
  assert_memory_equal(c->eulerseq, "xyz", 3);
  assert_int_equal(c->inertiafromgeom, 2);
  assert_true(c->inertiagrouprange[0] == 0 && c->inertiagrouprange[1] == 5);
  assert_true(s.option.timestep == 0.002 && s.visual.global.offwidth == 640);
}

static void a_new_specification_is_empty(void** state) {
  (void)state;
  mjSpec* s = mj_makeSpec();
  assert_string_equal(mjs_getString(s->modelname), "MuJoCo Model");
  assert_int_equal(s->element->elemtype, mjOBJ_MODEL);
  assert_string_equal(mjs_getError(s), "");
  assert_int_equal(mjs_isWarning(s), 0);
  assert_spec(s, "body world [main]\n");
  mjsDefault* d = mjs_getSpecDefault(s);
  assert_string_equal(mjs_getString(mjs_getName(d->element)), "main");
  assert_ptr_equal(mjs_findDefault(s, "main"), d);
  assert_int_equal(d->element->elemtype, mjOBJ_DEFAULT);
  mj_deleteSpec(s);
  mj_deleteSpec(NULL);
}

static void new_elements_take_their_class(void** state) {
  (void)state;
  mjSpec* s = mj_makeSpec();
  mjsDefault* d = mjs_addDefault(s, "d", NULL);
  assert_null(mjs_addDefault(s, "d", NULL));
  d->geom->density = 2;
  d->joint->damping = 3;
  d->tendon->width = 4;
  mjs_setString(d->geom->material, "shiny");
  mjs_setDouble(d->site->userdata, (double[]){1, 2, 3}, 3);
  mjsBody* b = mjs_addBody(world_of(s), d);
  assert_string_equal(mjs_getString(b->childclass), "d");
  mjsBody* c = mjs_addBody(b, NULL);
  assert_string_equal(mjs_getString(c->childclass), "d");
  mjsGeom* g = mjs_addGeom(c, NULL);
  assert_true(g->density == 2);
  assert_string_equal(mjs_getString(g->material), "shiny");
  assert_ptr_not_equal(g->material, d->geom->material);
  assert_ptr_equal(mjs_getDefault(g->element), d);
  int n;
  const double* u = mjs_getDouble(mjs_addSite(c, NULL)->userdata, &n);
  assert_true(n == 3 && u[2] == 3);
  assert_true(mjs_addGeom(c, mjs_getSpecDefault(s))->density == 1000);
  assert_true(mjs_addJoint(c, NULL)->damping == 3);
  mjsJoint* j = mjs_addFreeJoint(c);
  assert_true(j->type == mjJNT_FREE && j->damping == 0);
  assert_null(mjs_getDefault(j->element));
  assert_true(mjs_addTendon(s, NULL)->width == .003);
  assert_true(mjs_addTendon(s, d)->width == 4);
  // the class of existing elements and its values are two things
  d->geom->density = 9;
  mjs_setDefault(g->element, mjs_getSpecDefault(s));
  assert_true(g->density == 2);
  assert_ptr_equal(mjs_getDefault(g->element), mjs_getSpecDefault(s));
  mj_deleteSpec(s);
}

static void fixed_vectors_have_their_length(void** state) {
  (void)state;
  mjSpec* s = mj_makeSpec();
  mjsTexture* x = mjs_addTexture(s);
  mjsMaterial* m = mjs_addMaterial(s, NULL);
  assert_int_equal(((const string_vec*)x->cubefiles)->size, 6);
  assert_int_equal(((const string_vec*)m->textures)->size, mjNTEXROLE);
  assert_int_equal(mjs_setInStringVec(m->textures, mjTEXROLE_RGB, "wood"), 1);
  mj_deleteSpec(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nothing_but_zero),
      cmocka_unit_test(tree_elements),
      cmocka_unit_test(assets),
      cmocka_unit_test(other_elements),
      cmocka_unit_test(the_specification),
      cmocka_unit_test(a_new_specification_is_empty),
      cmocka_unit_test(new_elements_take_their_class),
      cmocka_unit_test(fixed_vectors_have_their_length),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
