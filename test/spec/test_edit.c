// Deleting with consequences, copying, dissolving bodies and frames.
#include "compile/model_text.h"
#include "spec_text.h"
#include "model/joint_type.h"

#include <math.h>
#include "spec/pose.h"

// world{e, a{ja, ga, b{jb, gb, c{jc}}}} with something that refers to every part.
static mjSpec* referring_spec(void) {
  mjSpec* s = mj_makeSpec();
  mjsBody* world = world_of(s);
  new_body(world, "e");
  mjsBody* a = new_body(world, "a");
  new_joint(a, "ja");
  new_geom(a, "ga");
  mjsBody* b = new_body(a, "b");
  new_joint(b, "jb")->type = mjJNT_BALL;
  new_geom(b, "gb");
  mjsBody* c = new_body(b, "c");
  new_joint(c, "jc");
  new_exclude(s, "ab", "a", "b");
  new_exclude(s, "ae", "a", "e");
  new_exclude(s, "broken", "a", "missing");
  mjsTendon* t = mjs_addTendon(s, NULL);
  mjs_setName(t->element, "tac");
  mjs_wrapJoint(t, "ja", 1);
  mjs_wrapJoint(t, "jc", 1);
  new_motor(s, "ma", "ja");
  new_motor(s, "mc", "jc");
  mjsActuator* mt = new_motor(s, "mt", "tac");
  mt->trntype = mjTRN_TENDON;
  mjsEquality* q = mjs_addEquality(s, NULL);
  mjs_setName(q->element, "qac");
  q->type = mjEQ_JOINT;
  mjs_setString(q->name1, "ja");
  mjs_setString(q->name2, "jc");
  new_sensor(s, "sb", mjSENS_FRAMEPOS, mjOBJ_BODY, "b");
  new_sensor(s, "smt", mjSENS_ACTUATORFRC, mjOBJ_ACTUATOR, "mt");
  new_sensor(s, "sa", mjSENS_JOINTPOS, mjOBJ_JOINT, "ja");
  return s;
}

static void what_referred_to_a_body_goes_with_it(void** state) {
  (void)state;
  mjSpec* s = referring_spec();
  assert_int_equal(mjs_delete(s, mjs_findBody(s, "b")->element), 0);
  assert_spec(s,
              "body world [main]\n"
              "  body e [main]\n"
              "  body a [main]\n"
              "    joint ja\n"
              "    geom ga\n"
              "exclude ae [a] [e]\n"
              "exclude broken [a] [missing]\n"
              "actuator ma [ja]\n"
              "sensor sa [ja]\n");
  assert_null(mjs_findBody(s, "c"));
  assert_null(mjs_findElement(s, mjOBJ_GEOM, "gb"));
  mj_deleteSpec(s);
}

static void other_elements_go_alone(void** state) {
  (void)state;
  mjSpec* s = referring_spec();
  mjsElement* jc = mjs_findElement(s, mjOBJ_JOINT, "jc");
  assert_int_equal(mjs_delete(s, jc), 0);
  assert_null(mjs_findElement(s, mjOBJ_JOINT, "jc"));
  assert_non_null(mjs_findElement(s, mjOBJ_ACTUATOR, "mc"));
  assert_non_null(mjs_findElement(s, mjOBJ_TENDON, "tac"));
  assert_null(mjs_getSpec(jc));
  assert_int_equal(mjs_delete(s, jc), -1);
  mj_deleteSpec(s);
}

static void not_everything_can_be_deleted(void** state) {
  (void)state;
  mjSpec *s = referring_spec(), *other = mj_makeSpec();
  assert_int_equal(mjs_delete(s, NULL), -1);
  assert_non_null(strstr(mjs_getError(s), "null"));
  assert_int_equal(mjs_delete(other, mjs_findBody(s, "a")->element), -1);
  assert_non_null(strstr(mjs_getError(other), "not in this model"));
  assert_int_equal(mjs_delete(s, world_of(s)->element), -1);
  assert_int_equal(mjs_delete(s, mjs_getSpecDefault(s)->element), -1);
  assert_non_null(strstr(mjs_getError(s), "global default"));
  mj_deleteSpec(s);
  mj_deleteSpec(other);
}

static void classes_go_with_those_below(void** state) {
  (void)state;
  mjSpec* s = mj_makeSpec();
  mjsDefault* a = mjs_addDefault(s, "a", NULL);
  mjsDefault* b = mjs_addDefault(s, "b", a);
  a->geom->size[0] = 7;
  mjsGeom* g = mjs_addGeom(world_of(s), a);
  mjsGeom* h = mjs_addGeom(world_of(s), b);
  assert_true(h->size[0] == 0);  // b was made before a was edited
  assert_ptr_equal(mjs_getDefault(h->element), b);
  assert_int_equal(mjs_delete(s, a->element), 0);
  assert_null(mjs_findDefault(s, "a"));
  assert_null(mjs_findDefault(s, "b"));
  assert_null(mjs_getDefault(g->element));
  assert_true(g->size[0] == 7);
  assert_non_null(mjs_addDefault(s, "b", NULL));
  mj_deleteSpec(s);
}

// ------------------------------------ keyframes -------------------------------------------------

// Compilation in the small: addresses in order, reference values that tell their place.
static void check_key(mjSpec* m, const char* name, const double* qpos, int nq, const double* ctrl,
                      int nu) {
  static mjtNum qpos0[20], pos[60], quat[80];
  static int mocapid[20];
  spec* s = spec_of(m);
  mjModel model = {.nq = nq, .nu = nu, .nbody = 20, .qpos0 = qpos0};
  model.body_pos = pos;
  model.body_quat = quat;
  model.body_mocapid = mocapid;
  for (int i = 0; i < 20; i++) {
    qpos0[i] = 100 + i;
    mocapid[i] = -1;
  }
  assert_true(keys_materialize(s));
  spec_number(s);
  int q = 0, v = 0;
  for (element* e = element_first(s, mjOBJ_JOINT); e; e = element_next(e)) {
    spec_joint* j = (spec_joint*)e;
    j->qposadr = q;
    j->dofadr = v;
    q += joint_nq(j->pub.type);
    v += joint_nv(j->pub.type);
  }
  assert_int_equal(q, nq);
  assert_true(keys_resolve(s, &model));
  mjsKey* k = mjs_asKey(mjs_findElement(m, mjOBJ_KEY, name));
  assert_non_null(k);
  int n;
  const double* got = mjs_getDouble(k->qpos, &n);
  assert_int_equal(n, nq);
  assert_memory_equal(got, qpos, (size_t)n * sizeof *got);
  got = mjs_getDouble(k->ctrl, &n);
  assert_int_equal(n, nu);
  assert_memory_equal(got, ctrl, (size_t)n * sizeof *got);
}

static mjSpec* keyed_spec(void) {
  mjSpec* s = referring_spec();
  mjsKey* k = mjs_addKey(s);
  mjs_setName(k->element, "k");
  mjs_setDouble(k->qpos, (double[]){1, 2, 3, 4, 5, 6}, 6);
  mjs_setDouble(k->ctrl, (double[]){7, 8, 9}, 3);
  return s;
}

static void keyframes_keep_the_values_of_what_stays(void** state) {
  (void)state;
  mjSpec* s = keyed_spec();
  new_motor(s, "me", "ja");
  mjs_delete(s, mjs_findBody(s, "b")->element);
  // of the actuators ma (7) stays, me has no value
  check_key(s, "k", (double[]){1}, 1, (double[]){7, 0}, 2);
  keys_finish(spec_of(s), true);
  assert_int_equal(spec_of(s)->pending.size, 0);
  mj_deleteSpec(s);
}

static void keyframes_grow_at_their_end(void** state) {
  (void)state;
  mjSpec* s = keyed_spec();
  new_joint(mjs_findBody(s, "e"), "first");
  check_key(s, "k", (double[]){1, 2, 3, 4, 5, 6, 106}, 7, (double[]){7, 8, 9}, 3);
  mj_deleteSpec(s);
}

// A compilation that fails leaves keyframes as it found them, so the next one finds no repetition.
static void failed_compilation_takes_keyframes_back(void** state) {
  (void)state;
  mjSpec* s = keyed_spec();
  mjs_delete(s, mjs_findBody(s, "c")->element);
  for (int attempt = 0; attempt < 3; attempt++) {
    check_key(s, "k", (double[]){1, 2, 3, 4, 5}, 5, (double[]){7}, 1);
    keys_finish(spec_of(s), false);
    assert_null(mjs_findElement(s, mjOBJ_KEY, "k"));
    assert_int_equal(spec_of(s)->pending.size, 1);
  }
  check_key(s, "k", (double[]){1, 2, 3, 4, 5}, 5, (double[]){7}, 1);
  mj_deleteSpec(s);
}

static void as_many_keyframes_as_asked_for(void** state) {
  (void)state;
  mjSpec* s = keyed_spec();
  s->nkey = 3;
  assert_true(keys_materialize(spec_of(s)));
  assert_names(s, mjOBJ_KEY, "k   ");
  assert_true(keys_materialize(spec_of(s)));
  assert_names(s, mjOBJ_KEY, "k   ");
  mj_deleteSpec(s);
}

// ------------------------------------- copying --------------------------------------------------

static void copies_are_equal_and_independent(void** state) {
  (void)state;
  mjSpec* s = keyed_spec();
  mjs_setString(s->modelname, "original");
  mjs_setString(s->compiler.meshdir, "meshes");
  mjs_addDefault(s, "class", NULL)->geom->density = 3;
  mjsFrame* outer = new_frame(mjs_findBody(s, "a"), NULL, "outer");
  mjsFrame* inner = new_frame(mjs_findBody(s, "a"), outer, "inner");
  // frames may come in any order
  mjs_setFrame(mjs_findElement(s, mjOBJ_GEOM, "ga"), inner);
  mjs_setDouble(mjs_findBody(s, "b")->userdata, (double[]){1, 2}, 2);
  mjsTexture* x = mjs_addTexture(s);
  mjs_setInStringVec(x->cubefiles, 3, "left.png");
  mjs_setBuffer(x->data, "abc", 3);
  mjsSkin* skin = mjs_addSkin(s);
  mjs_appendIntVec(skin->vertid, (int[]){4, 5}, 2);
  mjs_appendFloatVec(skin->vertweight, (float[]){.5f}, 1);
  mjSpec* t = mj_copySpec(s);
  char* text = text_of_spec(s);
  assert_spec(t, text);
  assert_string_equal(mjs_getString(t->modelname), "original");
  assert_string_equal(mjs_getString(t->compiler.meshdir), "meshes");
  assert_ptr_not_equal(t->compiler.meshdir, s->compiler.meshdir);
  assert_true(mjs_findDefault(t, "class")->geom->density == 3);
  assert_ptr_equal(mjs_getSpec(mjs_findBody(t, "c")->element), t);
  assert_ptr_equal(element_of(mjs_findBody(t, "c")->element)->origin, spec_of(t));
  int n;
  assert_true(mjs_getDouble(mjs_findBody(t, "b")->userdata, &n)[1] == 2 && n == 2);
  const spec_skin* k = (const spec_skin*)mjs_firstElement(t, mjOBJ_SKIN);
  assert_int_equal(k->own.vertid.data[0].data[1], 5);
  assert_true(k->own.vertweight.data[0].data[0] == .5f);
  const spec_texture* y = (const spec_texture*)mjs_firstElement(t, mjOBJ_TEXTURE);
  assert_string_equal(string_text(&y->own.cubefiles.data[3]), "left.png");
  assert_memory_equal(y->own.data.data, "abc", 3);
  // either can be changed or go
  mjs_delete(t, mjs_findBody(t, "a")->element);
  mjs_setString(mjs_asTexture(&((element*)y)->base)->file, "other");
  assert_spec(s, text);
  free(text);
  mj_deleteSpec(s);
  assert_names(t, mjOBJ_BODY, "world e ");
  mj_deleteSpec(t);
}

static void copies_keep_what_cannot_be_resolved(void** state) {
  (void)state;
  mjSpec* s = referring_spec();
  mjs_addActuator(s, NULL);
  mjSpec* t = mj_copySpec(s);
  assert_int_equal(spec_of(t)->list[mjOBJ_ACTUATOR].size, spec_of(s)->list[mjOBJ_ACTUATOR].size);
  assert_int_equal(spec_of(t)->list[mjOBJ_EXCLUDE].size, 3);
  mj_deleteSpec(t);
  mj_deleteSpec(s);
}

static void copies_share_what_is_attached(void** state) {
  (void)state;
  mjSpec *s = referring_spec(), *c = referring_spec();
  mjs_setString(c->modelname, "child");
  c->compiler.degree = 0;
  mjs_setDeepCopy(s, 1);
  mjsFrame* f = new_frame(world_of(s), NULL, "f");
  assert_non_null(mjs_attach(f->element, mjs_findBody(c, "a")->element, "x", ""));
  mjSpec* t = mj_copySpec(s);
  mj_deleteSpec(c);
  mj_deleteSpec(s);
  assert_ptr_equal(mjs_findSpec(t, "child"), c);
  const element* e = element_of(mjs_findBody(t, "xb")->element);
  assert_ptr_equal(e->origin, spec_of(c));
  assert_int_equal(e->origin->pub.compiler.degree, 0);
  mj_deleteSpec(t);
}

// ------------------------------------- frames ---------------------------------------------------

// The pose of an element in its body, through its frames.
static void pose_in_body(double pos[3], double quat[4], const element* e, const double p[3],
                         const double q[4], const mjsOrientation* alt) {
  vec3_copy(pos, p);
  quat_copy(quat, q);
  assert_null(mjs_resolveOrientation(quat, 1, "xyz", alt));
  for (const spec_frame* f = e->frame; f; f = f->e.frame) {
    double fq[4];
    quat_copy(fq, f->pub.quat);
    assert_null(mjs_resolveOrientation(fq, 1, "xyz", &f->pub.alt));
    pose_enter(pos, quat, f->pub.pos, fq);
  }
}

static void assert_pose(const double pos[3], const double quat[4], const double pos2[3],
                        const double quat2[4]) {
  for (int i = 0; i < 3; i++) assert_float_equal(pos[i], pos2[i], 1e-14);
  for (int i = 0; i < 4; i++) assert_float_equal(quat[i], quat2[i], 1e-14);
}

static mjsFrame* turned_frame(mjsBody* body, mjsFrame* around, const char* name) {
  mjsFrame* f = new_frame(body, around, name);
  f->pos[0] = 0.5;
  f->pos[2] = -2;
  f->alt.type = mjORIENTATION_EULER;
  f->alt.euler[0] = 30;
  f->alt.euler[1] = 40;
  return f;
}

static void deleting_a_frame_moves_nothing(void** state) {
  (void)state;
  mjSpec* s = mj_makeSpec();
  mjsBody* a = new_body(world_of(s), "a");
  mjsFrame* outer = turned_frame(a, NULL, "outer");
  mjsFrame* gone = turned_frame(a, outer, "gone");
  mjsGeom* g = new_geom(a, "g");
  g->pos[1] = 3;
  g->alt.type = mjORIENTATION_ZAXIS;
  g->alt.zaxis[0] = g->alt.zaxis[1] = 1;
  mjs_setFrame(g->element, gone);
  mjsFrame* in = turned_frame(a, gone, "in");
  mjsSite* site = new_site(a, "site");
  mjs_setFrame(site->element, in);
  double pos[2][3], quat[2][4], pos2[2][3], quat2[2][4];
  pose_in_body(pos[0], quat[0], element_of(g->element), g->pos, g->quat, &g->alt);
  pose_in_body(pos[1], quat[1], element_of(site->element), site->pos, site->quat, &site->alt);
  assert_int_equal(mjs_delete(s, gone->element), 0);
  assert_null(mjs_findFrame(s, "gone"));
  assert_ptr_equal(mjs_getFrame(g->element), outer);
  assert_ptr_equal(mjs_getFrame(in->element), outer);
  pose_in_body(pos2[0], quat2[0], element_of(g->element), g->pos, g->quat, &g->alt);
  pose_in_body(pos2[1], quat2[1], element_of(site->element), site->pos, site->quat, &site->alt);
  for (int i = 0; i < 2; i++) assert_pose(pos2[i], quat2[i], pos[i], quat[i]);
  mj_deleteSpec(s);
}

static void a_dissolved_body_leaves_its_content_in_place(void** state) {
  (void)state;
  mjSpec* s = mj_makeSpec();
  mjsBody* a = new_body(world_of(s), "a");
  mjsBody* b = new_body(a, "b");
  mjsFrame* around = turned_frame(a, NULL, "around");
  mjs_setFrame(b->element, around);
  b->pos[1] = 2;
  b->alt.type = mjORIENTATION_AXISANGLE;
  b->alt.axisangle[0] = 1;
  b->alt.axisangle[3] = 90;
  mjsFrame* own = turned_frame(b, NULL, "own");
  mjsGeom *free_geom = new_geom(b, "g"), *framed = new_geom(b, "h");
  mjs_setFrame(framed->element, own);
  new_body(b, "c");
  double in_b[2][3], quat[2][4], of_b[3], qb[4];
  pose_in_body(in_b[0], quat[0], element_of(free_geom->element), free_geom->pos, free_geom->quat,
               &free_geom->alt);
  pose_in_body(in_b[1], quat[1], element_of(framed->element), framed->pos, framed->quat,
               &framed->alt);
  pose_in_body(of_b, qb, element_of(b->element), b->pos, b->quat, &b->alt);
  for (int i = 0; i < 2; i++) pose_enter(in_b[i], quat[i], of_b, qb);
  mjsFrame* f = mjs_bodyToFrame(&b);
  assert_non_null(f);
  assert_null(b);
  assert_spec(s,
              "body world [main]\n"
              "  body a [main]\n"
              "    frame around\n"
              "    frame own in #2\n"
              "    frame  in around#0\n"
              "    geom g in #2\n"
              "    geom h in own#1\n"
              "    body c in #2 [main]\n");
  double pos2[3], quat2[4];
  pose_in_body(pos2, quat2, element_of(free_geom->element), free_geom->pos, free_geom->quat,
               &free_geom->alt);
  assert_pose(pos2, quat2, in_b[0], quat[0]);
  pose_in_body(pos2, quat2, element_of(framed->element), framed->pos, framed->quat, &framed->alt);
  assert_pose(pos2, quat2, in_b[1], quat[1]);
  assert_null(mjs_findBody(s, "b"));
  mj_deleteSpec(s);
}

// Two balls, of mass 1 and 3, as one body: what the theory of the centre of mass says.
static void explicit_inertia_of_a_dissolved_body_is_merged(void** state) {
  (void)state;
  mjSpec* s = mj_makeSpec();
  mjsBody *a = new_body(world_of(s), "a"), *b = new_body(a, "b");
  b->pos[0] = 4;
  for (int i = 0; i < 3; i++) {
    a->inertia[i] = 0.5;
    b->inertia[i] = 0.25;
    a->ipos[i] = b->ipos[i] = 0;
  }
  a->mass = 1;
  b->mass = 3;
  a->explicitinertial = b->explicitinertial = 1;
  assert_non_null(mjs_bodyToFrame(&b));
  assert_float_equal(a->mass, 4, 1e-15);
  assert_float_equal(a->ipos[0], 3, 1e-15);
  // about x only the balls' own; about y and z also 1 * 3^2 + 3 * 1^2
  double sum = a->inertia[0] + a->inertia[1] + a->inertia[2];
  assert_float_equal(sum, 3 * 0.75 + 2 * 12, 1e-13);
  double smallest = fmin(a->inertia[0], fmin(a->inertia[1], a->inertia[2]));
  assert_float_equal(smallest, 0.75, 1e-14);
  double trace = a->fullinertia[0] + a->fullinertia[1] + a->fullinertia[2];
  assert_float_equal(trace, sum, 1e-13);
  mjModel* merged = mj_compile(s, NULL);  // both say the same
  assert_non_null(merged);
  mj_deleteModel(merged);
  // geoms' inertia is not known before compilation
  mjsBody* c = new_body(a, "c");
  a->explicitinertial = 0;
  c->explicitinertial = 1;
  c->mass = 1;
  new_geom(a, "g");
  mjsBody* same = c;
  assert_null(mjs_bodyToFrame(&c));
  assert_ptr_equal(c, same);
  mj_deleteSpec(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_referred_to_a_body_goes_with_it),
      cmocka_unit_test(other_elements_go_alone),
      cmocka_unit_test(not_everything_can_be_deleted),
      cmocka_unit_test(classes_go_with_those_below),
      cmocka_unit_test(keyframes_keep_the_values_of_what_stays),
      cmocka_unit_test(keyframes_grow_at_their_end),
      cmocka_unit_test(failed_compilation_takes_keyframes_back),
      cmocka_unit_test(as_many_keyframes_as_asked_for),
      cmocka_unit_test(copies_are_equal_and_independent),
      cmocka_unit_test(copies_keep_what_cannot_be_resolved),
      cmocka_unit_test(copies_share_what_is_attached),
      cmocka_unit_test(deleting_a_frame_moves_nothing),
      cmocka_unit_test(a_dissolved_body_leaves_its_content_in_place),
      cmocka_unit_test(explicit_inertia_of_a_dissolved_body_is_merged),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
