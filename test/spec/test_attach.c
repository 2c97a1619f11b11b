// Attachment: what comes along under which name, for every kind of parent and child, by copies and
// by reference.
#include "compile/model_text.h"
#include "spec_text.h"

// A body with a slot of every kind, and elements that must not be touched.
static mjSpec* parent_spec(int deep) {
  mjSpec* s = mj_makeSpec();
  mjs_setString(s->modelname, "parent");
  mjsBody* p = new_body(world_of(s), "p");
  new_joint(p, "jp");
  mjsFrame* slot = new_frame(p, NULL, "slot");
  mjsSite* port = new_site(p, "port");
  mjs_setFrame(port->element, slot);
  port->pos[0] = 3;
  port->alt.type = mjORIENTATION_EULER;
  port->alt.euler[2] = 90;
  new_motor(s, "mp", "jp");
  mjs_setDeepCopy(s, deep);
  return s;
}

// world{outer{inner{g1, x{jx, gx, y{jy}}}}, z{jz}} and one list element of every rule.
static mjSpec* child_spec(void) {
  mjSpec* s = mj_makeSpec();
  mjs_setString(s->modelname, "child");
  mjsDefault* d = mjs_addDefault(s, "class", NULL);
  d->geom->rgba[0] = 0.25f;
  mjsMaterial* red = mjs_addMaterial(s, NULL);
  mjs_setName(red->element, "red");
  mjsBody* world = world_of(s);
  mjsFrame* outer = new_frame(world, NULL, "outer");
  mjsFrame* inner = new_frame(world, outer, "inner");
  outer->pos[2] = 10;
  inner->pos[2] = 1;
  mjsGeom* g1 = new_geom(world, "g1");
  mjs_setFrame(g1->element, inner);
  mjsBody* x = new_body(world, "x");
  mjs_setString(x->childclass, "class");
  mjs_setFrame(x->element, inner);
  new_joint(x, "jx");
  mjsGeom* gx = mjs_addGeom(x, NULL);
  mjs_setName(gx->element, "gx");
  mjs_setString(gx->material, "red");
  mjsCamera* cam = mjs_addCamera(x, NULL);
  mjs_setString(cam->targetbody, "y");
  mjsBody* y = new_body(x, "y");
  new_joint(y, "jy");
  mjsBody* z = new_body(world, "z");
  new_joint(z, "jz");
  new_motor(s, "mx", "jx");
  new_motor(s, "mz", "jz");
  new_exclude(s, "in", "x", "y");
  new_exclude(s, "out", "x", "world");
  new_exclude(s, "away", "z", "world");
  new_sensor(s, "sx", mjSENS_JOINTPOS, mjOBJ_JOINT, "jx");
  new_sensor(s, "clock", mjSENS_CLOCK, mjOBJ_UNKNOWN, "");
  mjsTendon* t = mjs_addTendon(s, NULL);
  mjs_setName(t->element, "tx");
  mjs_setString(t->material, "red");
  mjs_wrapJoint(t, "jx", 1);
  mjs_wrapJoint(t, "jy", 2);
  mjsTendon* far = mjs_addTendon(s, NULL);
  mjs_setName(far->element, "tz");
  mjs_wrapJoint(far, "jz", 1);
  return s;
}

// what refers to x, y and their parts comes along; what refers to z only when z does
#define LISTS                             \
  "material p-red\n"                      \
  "exclude p-in [p-x] [p-y]\n"            \
  "exclude p-out [p-x] [world]\n"         \
  "tendon p-tx [p-red] <p-jx|> <p-jy|>\n" \
  "actuator mp [jp]\n"                    \
  "actuator p-mx [p-jx]\n"                \
  "sensor p-sx [p-jx]\n"                  \
  "sensor p-clock\n"

#define SUBTREE                \
  "      joint p-jx\n"         \
  "      geom p-gx [p-red]\n"  \
  "      camera  [p-y]\n"      \
  "      body p-y [p-class]\n" \
  "        joint p-jy\n"

static const char* body_in_frame =
    "body world [main]\n"
    "  body p [main]\n"
    "    frame slot\n"
    "    joint jp\n"
    "    site port in slot#0\n"
    "    body p-x in slot#0 [p-class]\n" SUBTREE LISTS;

// outer frames of an attached frame still apply, without their names
static const char* frame_in_body =
    "body world [main]\n"
    "  body p [main]\n"
    "    frame slot\n"
    "    frame \n"
    "    frame p-inner in #1\n"
    "    joint jp\n"
    "    geom p-g1 in p-inner#2\n"
    "    site port in slot#0\n"
    "    body p-x in p-inner#2 [p-class]\n" SUBTREE LISTS;

static const char* frame_in_frame =
    "body world [main]\n"
    "  body p [main]\n"
    "    frame slot\n"
    "    frame p-inner in slot#0\n"
    "    joint jp\n"
    "    geom p-g1 in p-inner#1\n"
    "    site port in slot#0\n"
    "    body p-x in p-inner#1 [p-class]\n" SUBTREE LISTS;

static const char* body_at_site =
    "body world [main]\n"
    "  body p [main]\n"
    "    frame slot\n"
    "    frame  in slot#0\n"
    "    joint jp\n"
    "    site port in slot#0\n"
    "    body p-x in #1 [p-class]\n" SUBTREE LISTS;

static void check_attached(mjSpec* p, mjSpec* c, mjsElement* e, mjtObj type, const char* name,
                           const char* want) {
  if (!e) fail_msg("not attached: %s", mjs_getError(p));
  assert_int_equal(e->elemtype, type);
  assert_string_equal(mjs_getString(mjs_getName(e)), name);
  assert_ptr_equal(mjs_getSpec(e), p);
  assert_spec(p, want);
  mjsGeom* gx = mjs_asGeom(mjs_findElement(p, mjOBJ_GEOM, "p-gx"));
  assert_non_null(gx);
  assert_true(gx->rgba[0] == 0.25f);
  mjsDefault* d = mjs_findDefault(p, "p-class");
  assert_non_null(d);
  assert_ptr_equal(mjs_getDefault(gx->element), d);
  assert_non_null(mjs_findDefault(p, "p-main"));
  assert_true(mjs_findSpec(p, "child") == c);
  // the parent keeps what it needs of the child alive
  mj_deleteSpec(c);
  assert_spec(p, want);
  mj_deleteSpec(p);
}

static void a_body_goes_into_a_frame(void** state) {
  (void)state;
  for (int deep = 0; deep < 2; deep++) {
    mjSpec *p = parent_spec(deep), *c = child_spec();
    mjsBody* x = mjs_findBody(c, "x");
    mjsElement* e = mjs_attach(mjs_findFrame(p, "slot")->element, x->element, "p-", "");
    assert_int_equal(e == x->element, !deep);
    check_attached(p, c, e, mjOBJ_BODY, "p-x", body_in_frame);
  }
}

static void a_frame_goes_into_a_body(void** state) {
  (void)state;
  for (int deep = 0; deep < 2; deep++) {
    mjSpec *p = parent_spec(deep), *c = child_spec();
    mjsElement* f = mjs_findFrame(c, "inner")->element;
    mjsElement* e = mjs_attach(mjs_findBody(p, "p")->element, f, "p-", "");
    assert_int_equal(e == f, !deep);
    assert_true(mjs_getFrame(e)->pos[2] == 10);
    check_attached(p, c, e, mjOBJ_FRAME, "p-inner", frame_in_body);
  }
}

static void a_frame_goes_into_a_frame(void** state) {
  (void)state;
  for (int deep = 0; deep < 2; deep++) {
    mjSpec *p = parent_spec(deep), *c = child_spec();
    mjsElement* f = mjs_findFrame(c, "inner")->element;
    mjsElement* e = mjs_attach(mjs_findFrame(p, "slot")->element, f, "p-", "");
    check_attached(p, c, e, mjOBJ_FRAME, "p-inner", frame_in_frame);
  }
}

static void a_body_goes_to_a_site(void** state) {
  (void)state;
  for (int deep = 0; deep < 2; deep++) {
    mjSpec *p = parent_spec(deep), *c = child_spec();
    mjsElement* site = mjs_findElement(p, mjOBJ_SITE, "port");
    mjsElement* e = mjs_attach(site, mjs_findBody(c, "x")->element, "p-", "");
    mjsFrame* f = mjs_getFrame(e);
    assert_true(f->pos[0] == 3);
    assert_float_equal(f->quat[3], 0.70710678118654752, 1e-15);
    check_attached(p, c, e, mjOBJ_BODY, "p-x", body_at_site);
  }
}

#define WHOLE_LISTS                       \
  "material p-red\n"                      \
  "exclude p-in [p-x] [p-y]\n"            \
  "exclude p-out [p-x] [world]\n"         \
  "exclude p-away [p-z] [world]\n"        \
  "tendon p-tx [p-red] <p-jx|> <p-jy|>\n" \
  "tendon p-tz <p-jz|>\n"                 \
  "actuator mp [jp]\n"                    \
  "actuator p-mx [p-jx]\n"                \
  "actuator p-mz [p-jz]\n"                \
  "sensor p-sx [p-jx]\n"                  \
  "sensor p-clock\n"

static void a_whole_model_goes_anywhere(void** state) {
  (void)state;
  for (int deep = 0; deep < 2; deep++) {
    mjSpec *p = parent_spec(deep), *c = child_spec();
    char* before = text_of_spec(c);
    mjsElement* e = mjs_attach(mjs_findBody(p, "p")->element, c->element, "p-", "");
    if (deep) assert_spec(c, before);
    free(before);
    check_attached(p, c, e, mjOBJ_FRAME, "",
                   "body world [main]\n"
                   "  body p [main]\n"
                   "    frame slot\n"
                   "    frame p-outer in #3\n"
                   "    frame p-inner in p-outer#1\n"
                   "    frame \n"
                   "    joint jp\n"
                   "    geom p-g1 in p-inner#2\n"
                   "    site port in slot#0\n"
                   "    body p-x in p-inner#2 [p-class]\n" SUBTREE
                   "    body p-z in #3 [main]\n"
                   "      joint p-jz\n" WHOLE_LISTS);
    p = parent_spec(deep);
    c = child_spec();
    e = mjs_attach(mjs_findElement(p, mjOBJ_SITE, "port"), c->element, "p-", "");
    check_attached(p, c, e, mjOBJ_FRAME, "",
                   "body world [main]\n"
                   "  body p [main]\n"
                   "    frame slot\n"
                   "    frame  in slot#0\n"
                   "    frame p-outer in #4\n"
                   "    frame p-inner in p-outer#2\n"
                   "    frame  in #1\n"
                   "    joint jp\n"
                   "    geom p-g1 in p-inner#3\n"
                   "    site port in slot#0\n"
                   "    body p-x in p-inner#3 [p-class]\n" SUBTREE
                   "    body p-z in #4 [main]\n"
                   "      joint p-jz\n" WHOLE_LISTS);
  }
}

static void a_deep_copy_leaves_the_child_as_it_was(void** state) {
  (void)state;
  mjSpec *p = parent_spec(1), *c = child_spec();
  char* before = text_of_spec(c);
  mjsElement* slot = mjs_findFrame(p, "slot")->element;
  for (int i = 0; i < 3; i++) {
    char prefix[2] = {(char)('0' + i), 0};
    assert_non_null(mjs_attach(slot, mjs_findBody(c, "x")->element, prefix, "_"));
  }
  assert_spec(c, before);
  free(before);
  assert_false(spec_of(c)->consumed);
  assert_non_null(mjs_findBody(p, "2y_"));
  assert_int_equal(spec_of(p)->list[mjOBJ_ACTUATOR].size, 4);
  assert_int_equal(spec_of(p)->attached.size, 1);
  mj_deleteSpec(p);
  mj_deleteSpec(c);
}

static void a_reference_consumes_the_child(void** state) {
  (void)state;
  mjSpec *p = parent_spec(0), *c = child_spec();
  mjs_attach(mjs_findFrame(p, "slot")->element, mjs_findBody(c, "x")->element, "p-", "");
  assert_true(spec_of(c)->consumed);
  assert_null(mjs_findBody(c, "x"));
  mj_deleteSpec(p);
  mj_deleteSpec(c);
}

// Copies within a specification share its assets and classes.
static void self_attachment_duplicates_the_tree_alone(void** state) {
  (void)state;
  mjSpec* s = child_spec();
  mjs_setDeepCopy(s, 1);
  mjsElement* f = mjs_findFrame(s, "outer")->element;
  mjsElement* e = mjs_attach(f, mjs_findBody(s, "x")->element, "", "2");
  assert_non_null(e);
  assert_spec(s,
              "body world [main]\n"
              "  frame outer\n"
              "  frame inner in outer#0\n"
              "  geom g1 in inner#1\n"
              "  body x in inner#1 [class]\n"
              "    joint jx\n"
              "    geom gx [red]\n"
              "    camera  [y]\n"
              "    body y [class]\n"
              "      joint jy\n"
              "  body z [main]\n"
              "    joint jz\n"
              "  body x2 in outer#0 [class]\n"
              "    joint jx2\n"
              "    geom gx2 [red]\n"
              "    camera  [y2]\n"
              "    body y2 [class]\n"
              "      joint jy2\n"
              "material red\n"
              "exclude in [x] [y]\n"
              "exclude out [x] [world]\n"
              "exclude away [z] [world]\n"
              "exclude in2 [x2] [y2]\n"
              "exclude out2 [x2] [world]\n"
              "tendon tx [red] <jx|> <jy|>\n"
              "tendon tz <jz|>\n"
              "tendon tx2 [red] <jx2|> <jy2|>\n"
              "actuator mx [jx]\n"
              "actuator mz [jz]\n"
              "actuator mx2 [jx2]\n"
              "sensor sx [jx]\n"
              "sensor clock\n"
              "sensor sx2 [jx2]\n");
  // below itself: one copy, not one in the other for ever
  mjsFrame* in = new_frame(mjs_findBody(s, "y"), NULL, "in_y");
  assert_non_null(mjs_attach(in->element, mjs_findBody(s, "x")->element, "", "3"));
  assert_non_null(mjs_findBody(s, "y3"));
  assert_non_null(mjs_findFrame(s, "in_y3"));
  assert_null(mjs_findBody(s, "y33"));
  mj_deleteSpec(s);
}

// Copies of one part after another: what refers to it may change in between.
static void repeated_copies_follow_edits(void** state) {
  (void)state;
  mjSpec* s = child_spec();
  mjs_setDeepCopy(s, 1);
  mjsElement *f = mjs_findFrame(s, "outer")->element, *x = mjs_findBody(s, "x")->element;
  assert_non_null(mjs_attach(f, x, "", "1"));
  assert_non_null(mjs_attach(f, x, "", "2"));
  assert_names(s, mjOBJ_ACTUATOR, "mx mz mx1 mx2 ");
  mjs_setString(mjs_asActuator(mjs_findElement(s, mjOBJ_ACTUATOR, "mz"))->target, "jy");
  assert_non_null(mjs_attach(f, x, "", "3"));
  assert_names(s, mjOBJ_ACTUATOR, "mx mz mx1 mx2 mx3 mz3 ");
  new_motor(s, "new", "jx");
  assert_non_null(mjs_attach(f, x, "", "4"));
  assert_names(s, mjOBJ_ACTUATOR, "mx mz mx1 mx2 mx3 mz3 new mx4 mz4 new4 ");
  mjs_delete(s, mjs_findElement(s, mjOBJ_ACTUATOR, "mx"));
  assert_non_null(mjs_attach(f, x, "", "5"));
  assert_names(s, mjOBJ_ACTUATOR, "mz mx1 mx2 mx3 mz3 new mx4 mz4 new4 mz5 new5 ");
  mj_deleteSpec(s);
}

static void refused(mjSpec* p, mjsElement* parent, mjsElement* child, const char* message) {
  char* before = text_of_spec(p);
  assert_null(mjs_attach(parent, child, "p-", ""));
  if (!strstr(mjs_getError(p), message)) fail_msg("got: %s", mjs_getError(p));
  assert_spec(p, before);
  free(before);
}

// The world of another specification becomes a body with all that is in it, where it is attached.
static void a_world_is_attached_as_a_body(void** state) {
  (void)state;
  for (int deep = 0; deep < 2; deep++) {
    mjSpec* p = spec_from("<mujoco><worldbody><frame name='f' pos='.1 0 0'/></worldbody></mujoco>");
    mjSpec* c = spec_from(
        "<mujoco><worldbody><geom name='g' size='.1'/><body name='b' pos='0 1 0'><joint/>"
        "<geom size='.1'/></body></worldbody></mujoco>");
    mjs_setDeepCopy(p, deep);
    mjsElement* attached =
        mjs_attach(mjs_findFrame(p, "f")->element, mjs_findBody(c, "world")->element, "c-", "-1");
    if (!attached) fail_msg("%s", mjs_getError(p));
    mjsBody* body = mjs_asBody(attached);
    assert_non_null(body);
    assert_string_equal(mjs_getString(mjs_getName(attached)), "c-world-1");
    mjModel* m = mj_compile(p, NULL);
    if (!m) fail_msg("%s", mjs_getError(p));
    assert_int_equal(m->nbody, 3);
    assert_int_equal(m->geom_bodyid[mj_name2id(m, mjOBJ_GEOM, "c-g-1")], 1);
    int b = mj_name2id(m, mjOBJ_BODY, "c-b-1");
    assert_int_equal(m->body_parentid[b], 1);
    assert_true(m->body_pos[3] == .1 && m->body_pos[3 * b + 1] == 1);
    mj_deleteModel(m);
    // and can become a frame again
    assert_non_null(mjs_bodyToFrame(&body));
    m = mj_compile(p, NULL);
    assert_int_equal(m->nbody, 2);
    mj_deleteModel(m);
    m = deep ? mj_compile(c, NULL) : NULL;
    if (deep) assert_int_equal(m->nbody, 2);
    mj_deleteModel(m);
    mj_deleteSpec(p);
    mj_deleteSpec(c);
  }
}

static void assert_key(const mjModel* m, int k, const char* name, int n, const double* qpos) {
  assert_string_equal(mj_id2name(m, mjOBJ_KEY, k), name);
  assert_int_equal(m->nq, n);
  for (int i = 0; i < n; i++) assert_true(m->key_qpos[(size_t)k * n + i] == qpos[i]);
}

// Numbers of the reference.
static void keyframes_of_copies_within_a_specification(void** state) {
  (void)state;
  mjSpec* p = spec_from(
      "<mujoco><worldbody><body name='b'><joint name='h'/><geom size='.1'/></body><frame name='f'/>"
      "</worldbody><actuator><position name='h' joint='h' timeconst='.01'/></actuator>"
      "<keyframe><key name='two' time='2' qpos='2' act='1' ctrl='1'/></keyframe></mujoco>");
  mjs_setDeepCopy(p, 1);
  assert_non_null(
      mjs_attach(mjs_findFrame(p, "f")->element, mjs_findBody(p, "b")->element, "a-", "-1"));
  mjModel* m = mj_compile(p, NULL);
  assert_int_equal(m->nkey, 2);
  assert_key(m, 0, "two", 2, (double[]){2, 0});
  assert_key(m, 1, "a-two-1", 2, (double[]){0, 2});
  assert_true(m->key_act[0] == 1 && m->key_act[1] == 0 && m->key_act[2] == 0 && m->key_act[3] == 1);
  assert_true(m->key_ctrl[0] == 1 && m->key_ctrl[3] == 1 && m->key_ctrl[2] == 0);
  mj_deleteModel(m);
  mj_deleteSpec(p);
}

// Brought into what is replicated, a keyframe holds for the first copy.
static void keyframes_of_what_is_replicated(void** state) {
  (void)state;
  mjSpec* s = spec_from(
      "<mujoco><worldbody><body name='r'><joint name='a' type='slide'/>"
      "<geom size='.1'/><frame name='f'/></body></worldbody></mujoco>");
  mjSpec* c = spec_from(
      "<mujoco><worldbody><body name='c'><joint name='b' type='slide'/>"
      "<geom size='.1'/></body></worldbody><keyframe><key name='k' qpos='3'/>"
      "</keyframe></mujoco>");
  mjs_setDeepCopy(s, 1);
  mjsElement* world = mjs_addFrame(mjs_findBody(s, "world"), NULL)->element;
  mjs_attach(mjs_findFrame(s, "f")->element, mjs_findBody(c, "c")->element, "", "");
  mjsBody* original = mjs_findBody(s, "r");
  for (int i = 0; i < 2; i++) {
    assert_non_null(mjs_attach(world, original->element, "", i ? "-1" : "-0"));
  }
  mjs_delete(s, original->element);
  mjModel* m = mj_compile(s, NULL);
  if (!m) fail_msg("%s", mjs_getError(s));
  assert_int_equal(m->nkey, 1);
  assert_key(m, 0, "k", 4, (double[]){0, 3, 0, 0});
  mj_deleteModel(m);
  mj_deleteSpec(s);
  mj_deleteSpec(c);
}

// Parts of a child one after the other, with a compilation in between: each brings its keyframe.
static void keyframes_come_with_each_part(void** state) {
  (void)state;
  for (int deep = 0; deep < 2; deep++) {
    mjSpec* p = spec_from("<mujoco><worldbody><body name='body'/></worldbody></mujoco>");
    mjSpec* c = spec_from(
        "<mujoco><worldbody><body name='b1'><joint/><geom size='.1'/></body>"
        "<body name='b2'><joint/><geom size='.1'/></body></worldbody>"
        "<keyframe><key name='home' qpos='1 2'/></keyframe></mujoco>");
    mjs_setDeepCopy(p, deep);
    mjsElement* f = mjs_addFrame(mjs_findBody(p, "body"), NULL)->element;
    assert_non_null(mjs_attach(f, mjs_findBody(c, "b1")->element, "b1-", ""));
    mjModel* m = mj_compile(p, NULL);
    assert_int_equal(m->nkey, 1);
    assert_key(m, 0, "b1-home", 1, (double[]){1});
    mj_deleteModel(m);
    if (!mjs_attach(f, mjs_findBody(c, "b2")->element, "b2-", "")) fail_msg("%s", mjs_getError(p));
    m = mj_compile(p, NULL);
    assert_int_equal(m->nkey, 2);
    assert_key(m, 0, "b1-home", 2, (double[]){1, 0});
    assert_key(m, 1, "b2-home", 2, (double[]){0, 2});
    mj_deleteModel(m);
    mj_deleteSpec(p);
    mj_deleteSpec(c);
  }
}

static char heard[500];
static void hear(const char* message) { snprintf(heard, sizeof heard, "%s", message); }

// Attached before its own attachments were compiled, a child brings keyframes under the names they
// have.
static void waiting_keyframes_keep_their_names(void** state) {
  (void)state;
#define SLIDER(name, inside)                                                \
  "<mujoco><worldbody><body name='body'><joint name='joint' type='slide'/>" \
  "<geom size='.1'/>" inside "</body></worldbody><keyframe><key name='" name "' qpos='"
  mjSpec* p = spec_from(
      "<mujoco><worldbody><body name='body'><joint type='slide'/><geom size='.1'/></body>"
      "<frame name='frame'/></worldbody></mujoco>");
  mjSpec* c = spec_from(SLIDER("key2", "<frame name='frame'/>") "2'/></keyframe></mujoco>");
  mjSpec* g = spec_from(SLIDER("key1", "") "1'/></keyframe></mujoco>");
#undef SLIDER
  mjs_setDeepCopy(p, 1);
  mjs_setDeepCopy(c, 1);
  mju_user_warning = hear;
  heard[0] = 0;
  mjs_attach(mjs_findFrame(c, "frame")->element, mjs_findBody(g, "body")->element, "gchild-", "");
  assert_string_equal(heard, "");
  mjs_attach(mjs_findFrame(p, "frame")->element, mjs_findBody(c, "body")->element, "child-", "");
  mju_user_warning = NULL;
  assert_non_null(strstr(heard, "pending keyframes"));
  mjModel* m = mj_compile(p, NULL);
  assert_int_equal(m->nkey, 2);
  assert_key(m, 0, "child-key2", 3, (double[]){0, 2, 0});
  assert_key(m, 1, "gchild-key1", 3, (double[]){0, 0, 1});
  mj_deleteModel(m);
  mj_deleteSpec(p);
  mj_deleteSpec(c);
  mj_deleteSpec(g);
}

// What waits for a compilation cannot be written before it.
static void waiting_keyframes_are_not_saved(void** state) {
  (void)state;
  mjSpec* s = spec_from(
      "<mujoco><worldbody><body name='b'><joint/><geom size='.1'/></body><body><joint "
      "type='slide'/>"
      "<geom size='.1'/></body></worldbody><keyframe><key qpos='2 22'/></keyframe></mujoco>");
  char text[2000], error[500] = "";
  mj_deleteModel(mj_compile(s, NULL));
  mjs_delete(s, mjs_findBody(s, "b")->element);
  assert_int_equal(mj_saveXMLString(s, text, sizeof text, error, sizeof error), -1);
  assert_non_null(strstr(error, "pending keyframes"));
  mj_deleteModel(mj_compile(s, NULL));
  assert_int_equal(mj_saveXMLString(s, text, sizeof text, error, sizeof error), 0);
  assert_non_null(strstr(text, "qpos=\"22\""));
  assert_int_equal(mj_saveXMLString(NULL, text, sizeof text, error, sizeof error), -1);
  mj_deleteSpec(s);
}

static void wrong_combinations_are_refused(void** state) {
  (void)state;
  for (int deep = 0; deep < 2; deep++) {
    mjSpec *p = parent_spec(deep), *c = child_spec();
    mjsElement *body = mjs_findBody(p, "p")->element, *slot = mjs_findFrame(p, "slot")->element;
    mjsElement *x = mjs_findBody(c, "x")->element, *jx = mjs_findElement(c, mjOBJ_JOINT, "jx");
    refused(p, body, x, "child element is not a frame");
    refused(p, slot, jx, "child element is not a body or frame");
    refused(p, mjs_findElement(p, mjOBJ_JOINT, "jp"), x,
            "parent element is not a frame, body or site");
    refused(p, p->element, x, "parent element is not a frame, body or site");
    if (!deep) refused(p, slot, body, "needs deep copies");
    mj_deleteSpec(p);
    mj_deleteSpec(c);
  }
}

static void rings_of_attachment_are_refused(void** state) {
  (void)state;
  mjSpec *p = parent_spec(1), *c = child_spec();
  mjs_setDeepCopy(c, 1);
  mjsElement* slot = mjs_findFrame(p, "slot")->element;
  assert_non_null(mjs_attach(slot, mjs_findBody(c, "x")->element, "a", ""));
  refused(c, mjs_findFrame(c, "outer")->element, mjs_findBody(p, "p")->element, "attachment");
  mj_deleteSpec(p);
  mj_deleteSpec(c);
}

// Keyframes of the child wait under their new names until compilation; one that does not fit its
// own model keeps everything from being attached.
static void keyframes_wait(void** state) {
  (void)state;
  for (int deep = 0; deep < 2; deep++) {
    mjSpec *p = parent_spec(deep), *c = child_spec();
    mjsKey* k = mjs_addKey(c);
    mjs_setName(k->element, "k");
    mjs_setDouble(k->qpos, (double[]){1, 2, 3, 4}, 4);
    mjsElement *slot = mjs_findFrame(p, "slot")->element, *x = mjs_findBody(c, "x")->element;
    refused(p, slot, x, "Keyframe 'k' has invalid qpos size, got 4, should be 3");
    mjs_setDouble(k->qpos, (double[]){1, 2, 3}, 3);
    assert_non_null(mjs_attach(slot, x, "p-", ""));
    assert_int_equal(spec_of(p)->pending.size, 1);
    assert_string_equal(element_name(spec_of(p)->pending.data[0]), "p-k");
    assert_null(mjs_findElement(p, mjOBJ_KEY, "p-k"));
    mj_deleteSpec(p);
    mj_deleteSpec(c);
  }
}

// An implicit plugin instance is copied with its only user, a named one once for all of them.
static void plugin_instances_come_along(void** state) {
  (void)state;
  for (int deep = 0; deep < 2; deep++) {
    mjSpec *p = parent_spec(deep), *c = child_spec();
    mjsPlugin *own = mjs_addPlugin(c), *named = mjs_addPlugin(c);
    mjs_addPlugin(c);  // nobody's
    mjs_setName(named->element, "instance");
    assert_string_equal(mjs_getString(named->name), "instance");
    mjsGeom* gx = mjs_asGeom(mjs_findElement(c, mjOBJ_GEOM, "gx"));
    gx->plugin.element = own->element;
    gx->plugin.active = 1;
    mjsBody* x = mjs_findBody(c, "x");
    mjs_setString(x->plugin.name, "instance");
    mjs_setString(mjs_findBody(c, "y")->plugin.name, "instance");
    assert_non_null(mjs_attach(mjs_findFrame(p, "slot")->element, x->element, "p-", ""));
    assert_names(p, mjOBJ_PLUGIN, " p-instance ");
    mjsGeom* got = mjs_asGeom(mjs_findElement(p, mjOBJ_GEOM, "p-gx"));
    assert_ptr_equal(got->plugin.element, mjs_firstElement(p, mjOBJ_PLUGIN));
    assert_string_equal(mjs_getString(mjs_findBody(p, "p-y")->plugin.name), "p-instance");
    if (deep) assert_ptr_equal(gx->plugin.element, own->element);
    mj_deleteSpec(p);
    mj_deleteSpec(c);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_body_goes_into_a_frame),
      cmocka_unit_test(a_frame_goes_into_a_body),
      cmocka_unit_test(a_frame_goes_into_a_frame),
      cmocka_unit_test(a_body_goes_to_a_site),
      cmocka_unit_test(a_whole_model_goes_anywhere),
      cmocka_unit_test(a_deep_copy_leaves_the_child_as_it_was),
      cmocka_unit_test(a_reference_consumes_the_child),
      cmocka_unit_test(self_attachment_duplicates_the_tree_alone),
      cmocka_unit_test(repeated_copies_follow_edits),
      cmocka_unit_test(a_world_is_attached_as_a_body),
      cmocka_unit_test(keyframes_of_copies_within_a_specification),
      cmocka_unit_test(keyframes_of_what_is_replicated),
      cmocka_unit_test(keyframes_come_with_each_part),
      cmocka_unit_test(waiting_keyframes_keep_their_names),
      cmocka_unit_test(waiting_keyframes_are_not_saved),
      cmocka_unit_test(wrong_combinations_are_refused),
      cmocka_unit_test(rings_of_attachment_are_refused),
      cmocka_unit_test(keyframes_wait),
      cmocka_unit_test(plugin_instances_come_along),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
