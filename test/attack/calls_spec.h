// Rows of attack_calls: editing specifications.
#pragma once

#include "attack/calls.h"

// NULL where something was to be made: what the specification says.
static bool made(const void* p) {
  if (p) return true;
  call_failed(mjs_getError(hand.spec));
  return false;
}

static mjsBody* world_of(mjSpec* s) { return mjs_findBody(s, "world"); }

static void make_spec(void) {
  watch();
  hand.spec = mj_makeSpec();
  if (!hand.spec) {
    call_failed("no memory: there is no other reason");
    return;
  }
  give_spec(hand.spec);
  watch();
  mj_deleteSpec(hand.spec);
  hand.spec = NULL;
}

static void add_to_tree(void) {
  hand.spec = mj_makeSpec();
  mjsBody* world = world_of(hand.spec);
  watch();
  mjsBody* b = mjs_addBody(world, NULL);
  if (!made(b)) return;
  mjsFrame* f = mjs_addFrame(b, NULL);
  mjsGeom* g = made(f) ? mjs_addGeom(b, NULL) : NULL;
  if (!f || !made(g)) return;
  g->size[0] = 1;
  if (!made(mjs_addSite(b, NULL)) || !made(mjs_addJoint(b, NULL)) ||
      !made(mjs_addCamera(b, NULL)) || !made(mjs_addLight(b, NULL))) {
    return;
  }
  mjsBody* moves = mjs_addBody(world, NULL);
  if (!made(moves) || !made(mjs_addFreeJoint(moves))) return;
  moves->explicitinertial = 1;
  moves->mass = moves->inertia[0] = moves->inertia[1] = moves->inertia[2] = 1;
  mjsBody* free = mjs_addBody(world, NULL);
  if (!made(free)) return;
  free->explicitinertial = 1;
  free->mass = free->inertia[0] = free->inertia[1] = free->inertia[2] = 1;
  if (mjs_setFrame(g->element, f)) {
    call_failed(mjs_getError(hand.spec));
    return;
  }
  mjsFrame* turned = mjs_bodyToFrame(&free);
  if (!made(turned)) return;
  give_int(free == NULL);
  give_spec(hand.spec);
}

// Elements alone: what they lack is for the compiler to say, which is not asked.
static void make_flex(void) {
  static const int count[3] = {3, 3, 1};
  static const double spacing[3] = {.1, .1, .1};
  hand.spec = mj_makeSpec();
  watch();
  mjsFlex* f = mjs_makeFlex(world_of(hand.spec), "f", "grid", 2, "full", count, NULL, spacing, NULL,
                            0, 0, 0, 0, 0, 0, 0, NULL, NULL, NULL, NULL, NULL);
  watched();
  if (made(f)) give_spec(hand.spec);
}

static void add_to_model(void) {
  hand.spec = mj_makeSpec();
  mjSpec* s = hand.spec;
  watch();
  mjsTendon* t = mjs_addTendon(s, NULL);
  if (!made(t)) return;
  if (!made(mjs_wrapSite(t, "s")) || !made(mjs_wrapGeom(t, "g", "side")) ||
      !made(mjs_wrapJoint(t, "j", 2)) || !made(mjs_wrapPulley(t, 2))) {
    return;
  }
  mjtNum path[2] = {mjs_getWrapNum(t), eng_wrapType(mjs_getWrap(t, 1))};
  path[0] += mjs_getWrapCoef(mjs_getWrap(t, 2)) + mjs_getWrapDivisor(mjs_getWrap(t, 3));
  mjs_getWrapTarget(mjs_getWrap(t, 0));
  mjs_getWrapSideSite(mjs_getWrap(t, 1));
  path[1] += mjs_getOriginSpec(t->element) == s && mjs_getCompiler(t->element) == &s->compiler;
  path[1] += mjs_numWarnings(s) + (mjs_getWarning(s, 0) != NULL);
  give_numbers(path, 2);
  watch();
  if (!made(mjs_addActuator(s, NULL)) || !made(mjs_addSensor(s)) || !made(mjs_addFlex(s)) ||
      !made(mjs_addPair(s, NULL)) || !made(mjs_addExclude(s)) || !made(mjs_addEquality(s, NULL)) ||
      !made(mjs_addNumeric(s)) || !made(mjs_addText(s)) || !made(mjs_addTuple(s)) ||
      !made(mjs_addKey(s)) || !made(mjs_addPlugin(s)) || !made(mjs_addSkin(s))) {
    return;
  }
  int n = 0;
  for (int type = 0; type < mjNOBJECT; type++) {
    if (type != mjOBJ_TENDON && type != mjOBJ_SENSOR && type != mjOBJ_TUPLE) continue;
    for (mjsElement* e = mjs_firstElement(s, type); e; e = mjs_nextElement(s, e)) n++;
  }
  give_int(n);
}

static void add_assets(void) {
  hand.spec = mj_makeSpec();
  mjSpec* s = hand.spec;
  static const unsigned char pixel[12] = {9};
  double params[] = {.1, .2, .3};
  watch();
  mjsMesh* mesh = mjs_addMesh(s, NULL);
  if (!made(mesh)) return;
  mjs_setName(mesh->element, "mesh");
  params[0] = 2;
  if (mjs_makeMesh(mesh, mjMESH_BUILTIN_SPHERE, params, 1)) {
    call_failed(mjs_getError(s));
    return;
  }
  mjsTexture* texture = mjs_addTexture(s);
  if (!made(texture)) return;
  mjs_setName(texture->element, "texture");
  texture->type = mjTEXTURE_2D;
  texture->width = texture->height = 2;
  texture->nchannel = 3;
  mjs_setBuffer(texture->data, pixel, sizeof pixel);
  mjsHField* hills = mjs_addHField(s);
  if (!made(hills) || !made(mjs_addMaterial(s, NULL))) return;
  mjs_setName(mjs_firstElement(s, mjOBJ_MATERIAL), "material");
  hills->nrow = hills->ncol = 2;
  for (int i = 0; i < 4; i++) hills->size[i] = 1;
  static const float height[4] = {0, 1, 2, 3};
  mjs_setName(hills->element, "hills");
  mjs_setFloat(hills->userdata, height, 4);
  watched();
  if (mjs_getError(s)[0]) {
    call_failed(mjs_getError(s));
    return;
  }
  mjsGeom* g = mjs_addGeom(world_of(s), NULL);
  g->type = mjGEOM_MESH;
  mjs_setString(g->meshname, "mesh");
  give_spec(s);
}

static void set_values(void) {
  hold_spec(rich_xml);
  mjSpec* s = hand.spec;
  mjsMaterial* material = mjs_asMaterial(mjs_findElement(s, mjOBJ_MATERIAL, "m"));
  mjsBody* body = mjs_findBody(s, "a");
  mjsMesh* mesh = mjs_asMesh(mjs_findElement(s, mjOBJ_MESH, "tetra"));
  mjsSkin* skin = mjs_asSkin(mjs_findElement(s, mjOBJ_SKIN, "skin"));
  mjsPlugin* plugin = mjs_addPlugin(s);
  static const int face[] = {0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2};
  static const float vertex[] = {0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2};
  static const double user[] = {7};
  static const float weight[] = {1};
  static const int bone[] = {2};
  watch();
  mjs_setString(s->comment, long_text('c'));
  mjs_setDouble(body->userdata, user, 1);
  mjs_setFloat(mesh->uservert, vertex, 12);
  mjs_setInt(mesh->userface, face, 12);
  mjs_setStringVec(material->textures, "check check");
  mjs_setInStringVec(material->textures, 1, "");
  mjs_appendString(material->textures, "");
  mjs_appendIntVec(skin->vertid, bone, 1);
  mjs_appendFloatVec(skin->vertweight, weight, 1);
  mjs_setPluginAttributes(plugin, NULL);
  mjs_getPluginAttributes(plugin);
  mjs_setDeepCopy(s, 1);
  int active = mjs_activatePlugin(s, "attack.0");  // the one that a row registers, if it has run
  eng_setLevel(s, 3000);
  watched();
  if (active == 0) give_int(0);
  // the skin has a bone too many in some of its lists, and is not compiled
  mjs_delete(s, skin->element);
  mjs_delete(s, plugin->element);
  int n = 0;
  eng_vecData(material->textures, &n);
  mjs_setStringVec(material->textures, " check");
  give_spec(s);
}

static int ncleaned;
static void clean(const void* data) {
  (void)data;
  ncleaned++;
}

static void user_values(void) {
  hold_spec(rich_xml);
  mjsElement* e = mjs_findBody(hand.spec, "a")->element;
  ncleaned = 0;
  watch();
  mjs_setUserValue(e, "one", "first");
  mjs_setUserValueWithCleanup(e, long_text('k'), "second", clean);
  const char *one = mjs_getUserValue(e, "one"), *two = mjs_getUserValue(e, long_text('k'));
  mjs_deleteUserValue(e, long_text('k'));
  watched();
  // what could not be kept is cleaned up, and said
  if (ncleaned != 1) attack_found("cleaned up %d times", ncleaned);
  if (!one || !two) {
    call_failed(mjs_getError(hand.spec));
    return;
  }
  give_text(one);
}

static void set_actuators(void) {
  hold_spec(rich_xml);
  mjsActuator* a = mjs_asActuator(mjs_findElement(hand.spec, mjOBJ_ACTUATOR, "motor"));
  double kv = 1, three[6] = {1, 1, 1};
  watch();
  const char* wrong = NULL;
  const char* said[] = {
      mjs_setToMotor(a),
      mjs_setToPosition(a, 1, &kv, NULL, NULL, 0),
      mjs_setToIntVelocity(a, 1, &kv, NULL, NULL, 0),
      mjs_setToVelocity(a, 1),
      mjs_setToDamper(a, 1),
      mjs_setToCylinder(a, 1, 0, 1, -1),
      mjs_setToAdhesion(a, 1),
      mjs_setToPID(a, 1, &kv, NULL, NULL, NULL, NULL, 0, 0),
      mjs_setToOrientation(a, 1, &kv, NULL, 0),
      mjs_setToMotor(a),
  };
  mjs_setToDCMotor(a, three, 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0);
  mjs_setToMotor(a);
  for (size_t i = 0; i < sizeof said / sizeof *said; i++) wrong = wrong ? wrong : said[i];
  eng_actuator(a);
  watched();
  if (wrong && speaks_of_memory(wrong)) {
    call_failed(wrong);
    return;
  }
  give_text(wrong ? wrong : "");
}

static void set_names(void) {
  hold_spec(rich_xml);
  mjsBody *a = mjs_findBody(hand.spec, "a"), *b = mjs_findBody(hand.spec, "b");
  watch();
  int wrong = mjs_setName(a->element, "another name");
  if (wrong || !mjs_findBody(hand.spec, "another name")) {
    call_failed(mjs_getError(hand.spec));
    return;
  }
  if (!mjs_setName(b->element, "another name")) {
    watched();
    // a name twice is found at once, or when the model is compiled
    if (mj_compile(hand.spec, NULL)) attack_found("a name is there twice");
  }
  watched();
  mjs_setName(b->element, "b");
  give_text(mjs_getString(mjs_getName(a->element)));
}

static void default_classes(void) {
  hold_spec(rich_xml);
  watch();
  mjsDefault* d = mjs_addDefault(hand.spec, "new", NULL);
  if (!made(d) || !made(mjs_getSpecDefault(hand.spec))) return;
  d->geom->size[0] = .3;
  mjsBody* a = mjs_findBody(hand.spec, "c");
  mjsElement* geom = mjs_firstChild(a, mjOBJ_GEOM, 0);
  mjs_setDefault(geom, d);
  mjsDefault* old = mjs_findDefault(hand.spec, "c");
  if (!made(old)) return;
  old->joint->damping = 2;
  mjsGeom* g = mjs_addGeom(world_of(hand.spec), d);
  if (!made(g)) return;
  give_numbers(g->size, 1);
  if (mjs_getDefault(geom) != d) call_failed(mjs_getError(hand.spec));
  if (!result.failed) give_spec(hand.spec);
}

// What only looks takes no memory.
static void look_around(void) {
  hold_spec(rich_xml);
  mjSpec* s = hand.spec;
  mjsBody* a = mjs_findBody(s, "a");
  mjsElement* joint = mjs_firstChild(a, mjOBJ_JOINT, 1);
  int n = 0;
  mjs_findFrame(s, "none");  // the index of names is made when first asked
  watch();
  mjs_getSpec(a->element);
  mjs_findSpec(s, "rich");
  mjs_findFrame(s, "none");
  mjs_findChild(a, "b");
  mjs_getParent(joint);
  mjs_getFrame(joint);
  mjs_getId(joint);
  for (mjsElement* e = joint; e; e = mjs_nextChild(a, e, 1)) n++;
  mjs_getString(mjs_getName(joint));
  mjs_getDouble(a->userdata, &n);
  mjs_isWarning(s);
  mjs_getError(s);
  mjs_sensorDim(mjs_asSensor(mjs_firstElement(s, mjOBJ_SENSOR)));
  mjs_asBody(joint), mjs_asGeom(joint), mjs_asJoint(joint), mjs_asSite(joint);
  mjs_asCamera(joint), mjs_asLight(joint), mjs_asFrame(joint), mjs_asActuator(joint);
  mjs_asSensor(joint), mjs_asFlex(joint), mjs_asPair(joint), mjs_asEquality(joint);
  mjs_asExclude(joint), mjs_asTendon(joint), mjs_asNumeric(joint), mjs_asText(joint);
  mjs_asTuple(joint), mjs_asKey(joint), mjs_asMesh(joint), mjs_asHField(joint);
  mjs_asSkin(joint), mjs_asTexture(joint), mjs_asMaterial(joint), mjs_asPlugin(joint);
  eng_body(a), eng_joint(mjs_asJoint(joint));
  eng_mesh(mjs_asMesh(mjs_firstElement(s, mjOBJ_MESH)));
  eng_geom(mjs_asGeom(mjs_firstElement(s, mjOBJ_GEOM)));
  eng_pair(mjs_asPair(mjs_firstElement(s, mjOBJ_PAIR)));
  eng_tendon(mjs_asTendon(mjs_firstElement(s, mjOBJ_TENDON)));
  eng_camera(mjs_asCamera(mjs_firstElement(s, mjOBJ_CAMERA)));
  eng_site(mjs_asSite(mjs_firstElement(s, mjOBJ_SITE)));
  eng_light(mjs_asLight(mjs_firstElement(s, mjOBJ_LIGHT)));
  eng_flex(mjs_asFlex(mjs_firstElement(s, mjOBJ_FLEX)));
  mjs_getTimer(s);
  eng_sensor(mjs_asSensor(mjs_firstElement(s, mjOBJ_SENSOR)));
  eng_vecData(a->userdata, &n);
  watched();
  give_int(n);
}

static void attach(void) {
  hold_spec(rich_xml);
  hand.other = mj_makeSpec();
  watch();
  mjsFrame* f = mjs_addFrame(world_of(hand.other), NULL);
  mjsElement* e = f ? mjs_attach(f->element, hand.spec->element, "x_", "_y") : NULL;
  watched();
  if (!e) {
    call_failed(mjs_getError(hand.other));
    return;
  }
  give_spec(hand.other);
}

static void delete_elements(void) {
  hold_spec(rich_xml);
  mjsBody* c = mjs_findBody(hand.spec, "c");
  watch();
  int wrong = mjs_delete(hand.spec, c->element);
  mjsDefault* d = mjs_findDefault(hand.spec, "c");
  watched();
  if (wrong) {
    call_failed(mjs_getError(hand.spec));
    return;
  }
  if (d) give_text("the class is there");
  // what referred to the body has gone with it
  if (mjs_firstElement(hand.spec, mjOBJ_EXCLUDE)) give_text("so is the exclusion");
  give_spec(hand.spec);
}

static void copy_spec(void) {
  hold_spec(rich_xml);
  watch();
  hand.other = mj_copySpec(hand.spec);
  if (!hand.other) {
    call_failed(mjs_getError(hand.spec));
    return;
  }
  give_spec(hand.other);
}

static void compile(void) {
  hold_spec(rich_xml);
  watch();
  hand.m = mj_compile(hand.spec, NULL);
  watched();
  if (!hand.m) {
    call_failed(mjs_getError(hand.spec));
    return;
  }
  give_model(hand.m);
}

static void recompile(void) {
  hold_spec(rich_xml);
  hand.m = mj_compile(hand.spec, NULL);
  hand.d = mj_makeData(hand.m);
  mjs_addGeom(mjs_findBody(hand.spec, "a"), NULL)->size[0] = .01;
  watch();
  int wrong = mj_recompile(hand.spec, NULL, hand.m, hand.d);
  watched();
  if (wrong) {
    call_failed(mjs_getError(hand.spec));
    return;
  }
  give_model(hand.m);
}

static void copy_back(void) {
  hold_spec(rich_xml);
  hand.m = mj_compile(hand.spec, NULL);
  hand.m->body_mass[1] = 3;
  hand.m->geom_size[0] = 2;
  watch();
  int good = mj_copyBack(hand.spec, hand.m);
  watched();
  if (!good) {
    call_failed(mjs_getError(hand.spec));
    return;
  }
  give_spec(hand.spec);
}

// What runs on while bodies come and go.
static void hold_running(void) {
  hold_spec(rich_xml);
  hand.m = mj_compile(hand.spec, NULL);
  hand.d = data_of(hand.m);
}

// What is left of the model, unless a call has failed: then it and its data are as they were.
static void give_running(int wrong, const mjModel* before) {
  watched();
  if (wrong) {
    call_failed(mjs_getError(hand.spec));
    if (hand.m->nbody != before->nbody) attack_found("a refused change has changed the model");
    mj_step(hand.m, hand.d);
    return;
  }
  mj_step(hand.m, hand.d);
  give_numbers(hand.d->qpos, hand.m->nq);
  give_model(hand.m);
}

static void recompile_running(void) {
  hold_running();
  hand.k = mj_copyModel(NULL, hand.m);
  mjs_addGeom(mjs_findBody(hand.spec, "a"), NULL)->size[0] = .01;
  watch();
  give_running(eng_recompile(hand.spec, NULL, hand.m, hand.d), hand.k);
}

static void bodies_come(void) {
  hold_running();
  hand.k = mj_copyModel(NULL, hand.m);
  engSpawn what = {.body = mjs_findBody(hand.spec, "c"), .prefix = "new_", .pos = {0, 0, 3}};
  watch();
  give_running(eng_spawn(hand.spec, hand.m, hand.d, &what) == NULL, hand.k);
}

static void bodies_go(void) {
  hold_running();
  hand.k = mj_copyModel(NULL, hand.m);
  mjsBody* c = mjs_findBody(hand.spec, "c");
  watch();
  give_running(eng_despawn(hand.spec, hand.m, hand.d, c), hand.k);
}

static void bodies_change_hands(void) {
  hold_running();
  hand.k = mj_copyModel(NULL, hand.m);
  mjsBody *c = mjs_findBody(hand.spec, "c"), *b = mjs_findBody(hand.spec, "b");
  watch();
  give_running(eng_reparent(hand.spec, hand.m, hand.d, c, b), hand.k);
}

// Setting gives no answer: what has not grown had no memory.
static void own_containers(void) {
  engVec numbers, words;
  int n = 0, nwords = 0;
  watch();
  bool made = eng_vecMake(&numbers), both = eng_vecMake(&words);
  if (made && both) {
    mjs_setDouble(&numbers, space, 1000);
    eng_vecData(&numbers, &n);
    if (n == 1000 && eng_vecResize(&numbers, 5000, sizeof(double))) eng_vecData(&numbers, &n);
    mjs_appendString(&words, long_text('w'));
    if (eng_vecResize(&words, 2, sizeof(engVec))) eng_vecData(&words, &nwords);
  }
  watched();
  if (n == 5000 && nwords == 2 && eng_vecString(&words, 0)[0] == 'w') {
    give(eng_vecData(&numbers, NULL), sizeof(double) * 5000);
  } else {
    call_failed("no memory for a container");
  }
  if (made) eng_vecFree(&numbers);
  if (both) eng_vecFree(&words);
}

static void kept_parts(void) {
  watch();
  eng_keepParts(long_text('p'));
  eng_keepParts(NULL);
  give_int(0);
}

static void mesh_parts(void) {
  // two boxes side by side, one mesh
  hold_spec(
      "<mujoco><asset><mesh name='m' vertex='0 0 0 1 0 0 1 1 0 0 1 0 0 0 1 1 0 1 1 1 1 0 1 1' "
      "face='0 2 1 0 3 2 4 5 6 4 6 7 0 1 5 0 5 4 1 2 6 1 6 5 2 3 7 2 7 6 3 0 4 3 4 7'/>"
      "</asset><worldbody><body><joint/><geom type='mesh' mesh='m'/></body></worldbody>"
      "</mujoco>");
  hand.m = mj_compile(hand.spec, NULL);
  mjsMesh* mesh = mjs_asMesh(mjs_findElement(hand.spec, mjOBJ_MESH, "m"));
  watch();
  int n = eng_collideByParts(hand.spec, mesh, hand.m, NULL);
  watched();
  if (n < 0) {
    call_failed(mjs_getError(hand.spec));
    return;
  }
  give_int(n);
  give_spec(hand.spec);
}
