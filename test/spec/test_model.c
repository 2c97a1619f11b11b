// What edited specifications compile to: the models of the texts that say the same.
#include "spec_text.h"

#include <math.h>
#include "compile/model_text.h"

static mjModel* compiled(mjSpec* s) {
  mjModel* m = mj_compile(s, NULL);
  if (!m) fail_msg("%s", mjs_getError(s));
  return m;
}

// Equal to the byte, the model's name apart: both have names of one length.
static void assert_same_model(const mjModel* a, const mjModel* b) {
  assert_int_equal(a->nbuffer, b->nbuffer);
  for (size_t i = 0; i < (size_t)a->nbuffer; i++) {
    const char *x = a->buffer, *y = b->buffer;
    if (x[i] != y[i]) fail_msg("buffers differ at byte %zu of %zu", i, (size_t)a->nbuffer);
  }
}

// s, which is deleted, and the text give the same model.
static void assert_says(mjSpec* s, const char* xml) {
  mjSpec* t = spec_from(xml);
  mjModel *a = compiled(s), *b = compiled(t);
  assert_same_model(a, b);
  mj_deleteModel(a);
  mj_deleteModel(b);
  mj_deleteSpec(s);
  mj_deleteSpec(t);
}

static const char parent_text[] =
    "<mujoco model='m'><worldbody><body name='p' pos='0 0 1'><joint name='jp'/><geom size='.1'/>"
    "<frame name='slot' pos='1 2 3' euler='0 0 90'/></body></worldbody></mujoco>";

static const char child_text[] =
    "<mujoco model='m'><compiler angle='radian'/><asset><material name='red' rgba='1 0 0 1'/>"
    "</asset><worldbody><body name='x' pos='.1 0 0' euler='0 0 .5'>"
    "<joint name='j' range='-1 1'/><geom name='g' size='.1' material='red'/>"
    "<body name='y' pos='0 0 .3'><joint name='k' type='slide'/><geom size='.05'/></body></body>"
    "</worldbody><tendon><fixed name='t'><joint joint='j' coef='2'/></fixed></tendon>"
    "<actuator><motor name='a' joint='j'/><position name='b' tendon='t'/></actuator>"
    "<sensor><jointpos name='s' joint='k'/></sensor>"
    "<contact><exclude name='e' body1='x' body2='y'/></contact></mujoco>";

// Angles of the child in degrees, since a text has one unit.
static const char attached_text[] =
    "<mujoco model='m'><asset><material name='L_red' rgba='1 0 0 1'/></asset><worldbody>"
    "<body name='p' pos='0 0 1'><joint name='jp'/><geom size='.1'/>"
    "<frame pos='1 2 3' euler='0 0 90'>"
    "<body name='L_x' pos='.1 0 0' quat='0.96891242171064473 0 0 0.24740395925452294'>"
    "<joint name='L_j' range='-57.295779513082323 57.295779513082323'/>"
    "<geom name='L_g' size='.1' material='L_red'/>"
    "<body name='L_y' pos='0 0 .3'><joint name='L_k' type='slide'/><geom size='.05'/></body></body>"
    "</frame></body></worldbody>"
    "<tendon><fixed name='L_t'><joint joint='L_j' coef='2'/></fixed></tendon>"
    "<actuator><motor name='L_a' joint='L_j'/><position name='L_b' tendon='L_t'/></actuator>"
    "<sensor><jointpos name='L_s' joint='L_k'/></sensor>"
    "<contact><exclude name='L_e' body1='L_x' body2='L_y'/></contact></mujoco>";

static void attachment_says_what_a_text_says(void** state) {
  (void)state;
  for (int deep = 0; deep < 2; deep++) {
    mjSpec *p = spec_from(parent_text), *c = spec_from(child_text);
    mjs_setDeepCopy(p, deep);
    assert_non_null(
        mjs_attach(mjs_findFrame(p, "slot")->element, mjs_findBody(c, "x")->element, "L_", ""));
    if (deep)
      assert_says(c, child_text);
    else
      mj_deleteSpec(c);
    assert_says(p, attached_text);
  }
}

static void a_child_attached_by_reference_does_not_compile(void** state) {
  (void)state;
  mjSpec *p = spec_from(parent_text), *c = spec_from(child_text);
  mjs_attach(mjs_findFrame(p, "slot")->element, mjs_findBody(c, "x")->element, "L_", "");
  assert_null(mj_compile(c, NULL));
  assert_non_null(strstr(mjs_getError(c), "by reference"));
  mj_deleteSpec(c);
  mj_deleteSpec(p);
}

static void deleting_what_was_attached_restores_the_model(void** state) {
  (void)state;
  mjSpec *p = spec_from(parent_text), *c = spec_from(child_text);
  mjs_setDeepCopy(p, 1);
  mjsElement* e =
      mjs_attach(mjs_findFrame(p, "slot")->element, mjs_findBody(c, "x")->element, "L_", "");
  mj_deleteModel(compiled(p));
  mj_deleteSpec(c);
  assert_int_equal(mjs_delete(p, e), 0);
  // materials stay: nothing tells whether others use them
  mjs_delete(p, mjs_findElement(p, mjOBJ_MATERIAL, "L_red"));
  assert_says(p, parent_text);
}

static void copies_of_compiled_specifications_compile_alike(void** state) {
  (void)state;
  mjSpec* s = spec_from(attached_text);
  mj_deleteModel(compiled(s));
  mjSpec* t = mj_copySpec(s);
  assert_int_equal(mjs_getId(mjs_findBody(t, "L_y")->element), 3);
  mj_deleteSpec(s);
  assert_says(t, attached_text);
}

static void a_body_made_a_frame_says_what_a_frame_says(void** state) {
  (void)state;
  mjSpec* s = spec_from(
      "<mujoco model='m'><worldbody><frame pos='0 0 2'><body name='b' pos='1 2 3' quat='1 1 0 0'>"
      "<geom name='g' size='.1'/><site name='s' pos='1 0 0'/>"
      "<body name='c' pos='0 1 0'><joint/><geom size='.1'/></body></body></frame></worldbody>"
      "</mujoco>");
  mjsBody* b = mjs_findBody(s, "b");
  assert_non_null(mjs_bodyToFrame(&b));
  assert_says(s,
              "<mujoco model='m'><worldbody><frame pos='0 0 2'><frame pos='1 2 3' quat='1 1 0 0'>"
              "<geom name='g' size='.1'/><site name='s' pos='1 0 0'/>"
              "<body name='c' pos='0 1 0'><joint/><geom size='.1'/></body></frame></frame>"
              "</worldbody></mujoco>");
}

// Deleting a frame leaves every pose of the model where it was, to rounding.
static void a_deleted_frame_leaves_the_model(void** state) {
  (void)state;
  static const char text[] =
      "<mujoco model='m'><worldbody><body><frame pos='0 0 2' euler='10 20 30'>"
      "<frame name='f' pos='1 2 3' axisangle='1 2 3 50'>"
      "<joint name='j' axis='0 1 1' pos='.1 .2 .3'/><geom name='g' type='capsule' "
      "fromto='0 0 0 1 1 1' size='.1'/><geom name='h' size='.1 .2 .3' type='box' euler='1 2 3'/>"
      "<site name='s' pos='1 0 0' zaxis='1 1 0'/><light pos='1 1 1' dir='1 0 -1'/>"
      "<camera pos='0 1 0' xyaxes='1 1 0 0 0 1'/><frame pos='1 0 0' euler='0 0 9'>"
      "<body name='c' pos='0 1 0' euler='5 6 7'><joint type='slide'/><geom size='.1'/></body>"
      "</frame></frame></frame></body></worldbody></mujoco>";
  mjSpec *s = spec_from(text), *t = spec_from(text);
  assert_int_equal(mjs_delete(t, mjs_findFrame(t, "f")->element), 0);
  mjModel *a = compiled(s), *b = compiled(t);
#define SAME(field, n) \
  for (int i = 0; i < (n); i++) assert_float_equal(a->field[i], b->field[i], 1e-13)
  SAME(body_pos, 3 * a->nbody);
  SAME(body_quat, 4 * a->nbody);
  SAME(body_ipos, 3 * a->nbody);
  SAME(geom_pos, 3 * a->ngeom);
  SAME(geom_quat, 4 * a->ngeom);
  SAME(site_pos, 3 * a->nsite);
  SAME(site_quat, 4 * a->nsite);
  SAME(cam_pos, 3 * a->ncam);
  SAME(cam_quat, 4 * a->ncam);
  SAME(light_pos, 3 * a->nlight);
  SAME(light_dir, 3 * a->nlight);
  SAME(jnt_pos, 3 * a->njnt);
  SAME(jnt_axis, 3 * a->njnt);
  mj_deleteModel(a);
  mj_deleteModel(b);
  mj_deleteSpec(s);
  mj_deleteSpec(t);
}

// The reference's numbers for a replicate with keyframes: a copy of every keyframe per copy, with
// the values of the part in its place, and the original with the reference configuration there.
static void keyframes_follow_replicates(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><worldbody><body name='p'><joint name='jp'/><geom size='.1'/></body>"
      "<replicate count='3' offset='1 0 0'><body name='r'><joint name='jr' type='slide'/>"
      "<geom size='.1'/></body></replicate></worldbody>"
      "<keyframe><key name='k' qpos='1 2'/><key name='l' qvel='3 4' "
      "time='5'/></keyframe></mujoco>");
  static const char* names[] = {"k0", "l0", "k1", "l1", "k2", "l2", "k", "l"};
  static const double qpos[8][4] = {{1, 2, 0, 0}, {0}, {1, 0, 2, 0}, {0},
                                    {1, 0, 0, 2}, {0}, {1, 0, 0, 0}, {0}};
  static const double qvel[8][4] = {{0}, {3, 4, 0, 0}, {0}, {3, 0, 4, 0},
                                    {0}, {3, 0, 0, 4}, {0}, {3, 0, 0, 0}};
  assert_int_equal(m->nkey, 8);
  for (int i = 0; i < 8; i++) {
    assert_string_equal(mj_id2name(m, mjOBJ_KEY, i), names[i]);
    assert_memory_equal(m->key_qpos + 4 * i, qpos[i], sizeof qpos[i]);
    assert_memory_equal(m->key_qvel + 4 * i, qvel[i], sizeof qvel[i]);
    assert_true(m->key_time[i] == 5 * (i % 2));
  }
  mj_deleteModel(m);
}

// A child's keyframe comes along; what it says nothing of is in the reference configuration.
static void keyframes_follow_attachment(void** state) {
  (void)state;
  for (int deep = 0; deep < 2; deep++) {
    mjSpec *p = spec_from(parent_text), *c = spec_from(child_text);
    mjs_findBody(p, "p")->pos[0] = 7;
    mjsKey* k = mjs_addKey(c);
    mjs_setName(k->element, "home");
    mjs_setDouble(k->qpos, (double[]){.1, .2}, 2);
    mjs_setDouble(k->ctrl, (double[]){.3, .4}, 2);
    mjs_setDeepCopy(p, deep);
    mjs_asJoint(mjs_findElement(p, mjOBJ_JOINT, "jp"))->ref = 90;
    mjs_attach(mjs_findFrame(p, "slot")->element, mjs_findBody(c, "x")->element, "L_", "_R");
    for (int repeat = 0; repeat < 2; repeat++) {
      mjModel* m = compiled(p);
      assert_int_equal(m->nkey, 1);
      assert_string_equal(mj_id2name(m, mjOBJ_KEY, 0), "L_home_R");
      assert_float_equal(m->key_qpos[0], mjPI / 2, 1e-15);
      assert_true(m->key_qpos[1] == .1 && m->key_qpos[2] == .2);
      assert_true(m->key_ctrl[0] == .3 && m->key_ctrl[1] == .4);
      mj_deleteModel(m);
    }
    mj_deleteSpec(p);
    mj_deleteSpec(c);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(attachment_says_what_a_text_says),
      cmocka_unit_test(a_child_attached_by_reference_does_not_compile),
      cmocka_unit_test(deleting_what_was_attached_restores_the_model),
      cmocka_unit_test(copies_of_compiled_specifications_compile_alike),
      cmocka_unit_test(a_body_made_a_frame_says_what_a_frame_says),
      cmocka_unit_test(a_deleted_frame_leaves_the_model),
      cmocka_unit_test(keyframes_follow_replicates),
      cmocka_unit_test(keyframes_follow_attachment),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
