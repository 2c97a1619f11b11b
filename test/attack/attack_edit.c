// Random editing of specifications: elements added, changed, renamed, moved into frames, deleted,
// attached, copied, compiled in between.  Nothing crashes or raises an error; what does not compile
// says why; what compiles is the same model as its copy, and as its text read back.  Text that
// cannot say it is refused with a reason.
//
// By hand, the long form:  attack_edit -shared -runs=10000000
#include "attack/attack.h"
#include "mjcf/compare_models.h"

enum { NSPEC = 3, LARGEST_FILE = 30000 };

static mjSpec* specs[NSPEC];
static int number_of_names;
static char text[1 << 22];

// ------------------------------------------------------------------------------------------ draws

static mjtNum some_number(void) {
  static const mjtNum usual[] = {0, 1, -1, .1, .5, 2, 10, 1e-3, .25};
  if (!draw_int(0, 60)) return attack_wild();
  return draw_int(0, 2) ? usual[draw_int(0, 8)] : draw();
}

static void some_numbers(double* x, int n) {
  for (int i = 0; i < n; i++) x[i] = some_number();
}

static const char* new_name(void) {
  static char name[100];
  static const char* const odd[] = {"a b", "<&>", "\"'", "world", "x/y", "\xC3\xA9", ""};
  if (!draw_int(0, 80)) return odd[draw_int(0, 6)];
  snprintf(name, sizeof name, "n%d", number_of_names++ % 400);
  return name;
}

// An element of a type, drawn; NULL when there is none.
static mjsElement* pick(mjSpec* s, mjtObj type) {
  int n = 0;
  for (mjsElement* e = mjs_firstElement(s, type); e; e = mjs_nextElement(s, e)) n++;
  if (!n) return NULL;
  mjsElement* e = mjs_firstElement(s, type);
  for (int i = draw_int(0, n - 1); i > 0; i--) e = mjs_nextElement(s, e);
  return e;
}

static mjsBody* pick_body(mjSpec* s) { return mjs_asBody(pick(s, mjOBJ_BODY)); }

// The name of an element of a type, which it is given if it has none.
static const char* name_in(mjSpec* s, mjtObj type) {
  mjsElement* e = pick(s, type);
  if (!e || !draw_int(0, 40)) return draw_int(0, 3) ? "" : "nobody";
  const char* name = mjs_getString(mjs_getName(e));
  if (!*name && e != mjs_findBody(s, "world")->element) mjs_setName(e, new_name());
  return mjs_getString(mjs_getName(e));
}

static const char* class_name(void) {
  static const char* const name[] = {"main", "one", "two", "three", "a_one", "none"};
  return name[draw_int(0, 5)];
}

static const mjsDefault* pick_class(mjSpec* s) {
  return draw_int(0, 2) ? NULL : mjs_findDefault(s, class_name());
}

// --------------------------------------------------------------------------------------- the tree

static void shape(mjSpec* s, mjsGeom* g) {
  static const mjtGeom type[] = {mjGEOM_SPHERE, mjGEOM_CAPSULE, mjGEOM_ELLIPSOID, mjGEOM_CYLINDER,
                                 mjGEOM_BOX};
  g->type = type[draw_int(0, 4)];
  for (int i = 0; i < 3; i++) g->size[i] = draw_int(1, 10) / 20.0;
  if (!draw_int(0, 3)) some_numbers(g->pos, 3);
  if (!draw_int(0, 4)) some_numbers(g->quat, 4);
  if (!draw_int(0, 4)) g->mass = draw_int(0, 5);
  if (!draw_int(0, 6)) g->alt.type = mjORIENTATION_EULER, some_numbers(g->alt.euler, 3);
  if (!draw_int(0, 8)) some_numbers(g->fromto, 6), g->type = mjGEOM_CAPSULE;
  if (!draw_int(0, 8)) g->friction[draw_int(0, 2)] = some_number();
  if (!draw_int(0, 8)) g->contype = draw_int(0, 3);
  if (!draw_int(0, 8)) mjs_setString(g->material, name_in(s, mjOBJ_MATERIAL));
  if (!draw_int(0, 8)) {
    g->type = mjGEOM_MESH;
    mjs_setString(g->meshname, name_in(s, mjOBJ_MESH));
  }
}

static void place(mjsBody* b) {
  some_numbers(b->pos, 3);
  if (!draw_int(0, 2)) some_numbers(b->quat, 4);
  if (!draw_int(0, 5)) b->alt.type = mjORIENTATION_EULER, some_numbers(b->alt.euler, 3);
  if (!draw_int(0, 9)) b->mocap = 1;
  if (!draw_int(0, 9)) b->gravcomp = some_number();
  if (!draw_int(0, 9)) {
    b->explicitinertial = 1;
    b->mass = draw_int(0, 3);
    for (int i = 0; i < 3; i++) b->inertia[i] = draw_int(2, 3);
    some_numbers(b->ipos, 3);
    if (draw_int(0, 1)) some_numbers(b->iquat, 4);
  }
}

static void grow_joint(mjsBody* b, const mjsDefault* d) {
  if (!draw_int(0, 4)) {
    mjs_addFreeJoint(b);
    return;
  }
  mjsJoint* j = mjs_addJoint(b, d);
  if (!j) return;
  j->type = draw_int(mjJNT_FREE, mjJNT_HINGE);
  if (draw_int(0, 1)) some_numbers(j->axis, 3);
  if (!draw_int(0, 2)) j->range[0] = -1, j->range[1] = some_number();
  if (!draw_int(0, 3)) j->limited = draw_int(0, 2);
  if (!draw_int(0, 3)) j->damping = fabs(some_number());
  if (!draw_int(0, 3)) j->stiffness = some_number();
  if (!draw_int(0, 5)) j->ref = some_number();
  if (!draw_int(0, 9)) j->springdamper[0] = j->springdamper[1] = fabs(some_number());
  if (!draw_int(0, 3)) mjs_setName(j->element, new_name());
}

static void grow_frame(mjSpec* s, mjsBody* b) {
  mjsFrame* around = draw_int(0, 2) ? NULL : mjs_asFrame(pick(s, mjOBJ_FRAME));
  mjsFrame* f = mjs_addFrame(b, around);
  if (!f) return;
  if (draw_int(0, 2)) some_numbers(f->pos, 3);
  if (!draw_int(0, 2)) some_numbers(f->quat, 4);
  if (draw_int(0, 1)) mjs_setName(f->element, new_name());
  if (!draw_int(0, 4)) mjs_setString(f->childclass, class_name());
}

static void grow(mjSpec* s) {
  mjsBody* b = pick_body(s);
  const mjsDefault* d = pick_class(s);
  mjsElement* e = NULL;
  switch (draw_int(0, 9)) {
    case 0:
    case 1:
    case 2: {
      mjsBody* child = mjs_addBody(b, d);
      if (!child) break;
      place(child);
      e = child->element;
      if (draw_int(0, 4)) shape(s, mjs_addGeom(child, pick_class(s)));
      if (draw_int(0, 2)) grow_joint(child, d);
      break;
    }
    case 3:
    case 4: {
      mjsGeom* g = mjs_addGeom(b, d);
      shape(s, g);
      e = g->element;
      break;
    }
    case 5: {
      mjsSite* site = mjs_addSite(b, d);
      some_numbers(site->pos, 3);
      e = site->element;
      break;
    }
    case 6: grow_joint(b, d); break;
    case 7: grow_frame(s, b); break;
    case 8: {
      mjsCamera* c = mjs_addCamera(b, d);
      some_numbers(c->pos, 3);
      c->mode = draw_int(0, 4);
      if (!draw_int(0, 2)) mjs_setString(c->targetbody, name_in(s, mjOBJ_BODY));
      e = c->element;
      break;
    }
    default: {
      mjsLight* l = mjs_addLight(b, d);
      some_numbers(l->pos, 3);
      l->type = draw_int(0, 3);
      e = l->element;
    }
  }
  if (e && draw_int(0, 2)) mjs_setName(e, new_name());
}

// ------------------------------------------------------------------------- what refers to the tree

static void add_actuator(mjSpec* s) {
  mjsActuator* a = mjs_addActuator(s, pick_class(s));
  double kv = fabs(some_number());
  switch (draw_int(0, 5)) {
    case 0: mjs_setToMotor(a); break;
    case 1: mjs_setToPosition(a, some_number(), &kv, NULL, NULL, 0); break;
    case 2: mjs_setToVelocity(a, kv); break;
    case 3: mjs_setToDamper(a, kv); break;
    case 4: mjs_setToPID(a, 1, &kv, NULL, NULL, NULL, NULL, 0, 0); break;
    default: mjs_setToAdhesion(a, 1);
  }
  bool body = a->trntype == mjTRN_BODY || !draw_int(0, 9);
  a->trntype = body ? mjTRN_BODY : draw_int(0, 2) ? mjTRN_JOINT : mjTRN_TENDON;
  mjtObj of = body ? mjOBJ_BODY : a->trntype == mjTRN_JOINT ? mjOBJ_JOINT : mjOBJ_TENDON;
  mjs_setString(a->target, name_in(s, of));
  if (!draw_int(0, 3)) a->ctrlrange[0] = -1, a->ctrlrange[1] = 1;
  if (!draw_int(0, 5)) a->gear[draw_int(0, 5)] = some_number();
  if (!draw_int(0, 9)) eng_actuator(a)->nsample = draw_int(0, 4);
  if (draw_int(0, 1)) mjs_setName(a->element, new_name());
}

static void add_sensor(mjSpec* s) {
  static const struct {
    mjtSensor type;
    mjtObj of;
  } kind[] = {{mjSENS_GYRO, mjOBJ_SITE},
              {mjSENS_JOINTPOS, mjOBJ_JOINT},
              {mjSENS_FRAMEPOS, mjOBJ_XBODY},
              {mjSENS_SUBTREECOM, mjOBJ_BODY},
              {mjSENS_TENDONPOS, mjOBJ_TENDON},
              {mjSENS_CLOCK, mjOBJ_UNKNOWN},
              {mjSENS_ACTUATORFRC, mjOBJ_ACTUATOR},
              {mjSENS_BALLQUAT, mjOBJ_JOINT},
              {mjSENS_USER, mjOBJ_UNKNOWN},
              {mjSENS_FRAMEQUAT, mjOBJ_GEOM}};
  int k = draw_int(0, (int)(sizeof kind / sizeof *kind) - 1);
  mjsSensor* sensor = mjs_addSensor(s);
  sensor->type = kind[k].type;
  sensor->objtype = kind[k].of;
  mjtObj list = kind[k].of == mjOBJ_XBODY ? mjOBJ_BODY : kind[k].of;
  if (list != mjOBJ_UNKNOWN) mjs_setString(sensor->objname, name_in(s, list));
  if (kind[k].type == mjSENS_USER) sensor->dim = draw_int(0, 4), sensor->needstage = mjSTAGE_POS;
  if (kind[k].type == mjSENS_FRAMEPOS && draw_int(0, 1)) {
    sensor->reftype = mjOBJ_BODY;
    mjs_setString(sensor->refname, name_in(s, mjOBJ_BODY));
  }
  if (!draw_int(0, 4)) sensor->cutoff = some_number();
  if (draw_int(0, 1)) mjs_setName(sensor->element, new_name());
}

static void add_tendon(mjSpec* s) {
  mjsTendon* t = mjs_addTendon(s, pick_class(s));
  bool fixed = draw_int(0, 1);
  for (int i = draw_int(1, 4); i > 0; i--) {
    if (fixed) {
      mjs_wrapJoint(t, name_in(s, mjOBJ_JOINT), some_number());
    } else if (draw_int(0, 3)) {
      mjs_wrapSite(t, name_in(s, mjOBJ_SITE));
    } else if (draw_int(0, 1)) {
      mjs_wrapGeom(t, name_in(s, mjOBJ_GEOM), draw_int(0, 1) ? "" : name_in(s, mjOBJ_SITE));
    } else {
      mjs_wrapPulley(t, some_number());
    }
  }
  if (!draw_int(0, 3)) t->stiffness = some_number();
  if (!draw_int(0, 5)) t->range[1] = 1;
  if (draw_int(0, 3)) mjs_setName(t->element, new_name());
}

static void add_equality(mjSpec* s) {
  static const mjtEq type[] = {mjEQ_CONNECT, mjEQ_WELD, mjEQ_JOINT, mjEQ_TENDON};
  static const mjtObj of[] = {mjOBJ_BODY, mjOBJ_BODY, mjOBJ_JOINT, mjOBJ_TENDON};
  int k = draw_int(0, 3);
  mjsEquality* e = mjs_addEquality(s, pick_class(s));
  e->type = type[k];
  mjtObj list = k < 2 && !draw_int(0, 2) ? mjOBJ_SITE : of[k];
  if (k < 2) e->objtype = list;
  mjs_setString(e->name1, name_in(s, list));
  if (draw_int(0, 2)) mjs_setString(e->name2, name_in(s, list));
  static const int used[] = {3, 11, 5, 5};
  int at = draw_int(0, used[k] - 1);
  if (list == mjOBJ_SITE)
    at = 10;  // sites say the rest: no text has it, and the library does not look
  if (draw_int(0, 1)) e->data[at] = some_number();
}

static void add_custom(mjSpec* s) {
  double x[4];
  some_numbers(x, 4);
  switch (draw_int(0, 2)) {
    case 0: {
      mjsNumeric* n = mjs_addNumeric(s);
      mjs_setName(n->element, new_name());
      mjs_setDouble(n->data, x, draw_int(0, 4));
      n->size = draw_int(0, 6);
      break;
    }
    case 1: {
      mjsText* t = mjs_addText(s);
      mjs_setName(t->element, new_name());
      mjs_setString(t->data, draw_int(0, 3) ? "some text" : new_name());
      break;
    }
    default: {
      mjsTuple* t = mjs_addTuple(s);
      mjs_setName(t->element, new_name());
      int type = mjOBJ_BODY;
      mjs_setInt(t->objtype, &type, 1);
      mjs_setStringVec(t->objname, name_in(s, mjOBJ_BODY));
      mjs_setDouble(t->objprm, x, 1);
    }
  }
}

static void add_asset(mjSpec* s) {
  static const float corner[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1};
  mjsElement* e;
  switch (draw_int(0, 3)) {
    case 0: {
      mjsMesh* m = mjs_addMesh(s, pick_class(s));
      mjs_setFloat(m->uservert, corner, 3 * draw_int(3, 5));
      m->inertia = draw_int(0, 3);
      if (!draw_int(0, 3)) some_numbers(m->scale, 3);
      e = m->element;
      break;
    }
    case 1: {
      mjsMaterial* m = mjs_addMaterial(s, pick_class(s));
      m->rgba[draw_int(0, 3)] = .5f;
      if (!draw_int(0, 2))
        mjs_setInStringVec(m->textures, mjTEXROLE_RGB, name_in(s, mjOBJ_TEXTURE));
      e = m->element;
      break;
    }
    case 2: {
      mjsTexture* t = mjs_addTexture(s);
      t->builtin = draw_int(1, 3);
      t->type = draw_int(0, 2);
      t->width = t->height = draw_int(1, 8);
      e = t->element;
      break;
    }
    default: {
      mjsMesh* m = mjs_addMesh(s, pick_class(s));
      double params[6] = {draw_int(0, 3), .2, .3, .1, .1, .1};
      mjs_makeMesh(m, draw_int(1, 8), params, draw_int(0, 6));
      e = m->element;
    }
  }
  mjs_setName(e, new_name());
}

static void add_key(mjSpec* s) {
  mjsKey* k = mjs_addKey(s);
  mjs_setName(k->element, new_name());
  k->time = some_number();
  if (draw_int(0, 1)) return;
  int n = 0;
  double x[50];
  some_numbers(x, 50);
  for (mjsElement* e = mjs_firstElement(s, mjOBJ_JOINT); e; e = mjs_nextElement(s, e)) {
    static const int width[] = {7, 4, 1, 1};
    n += width[mjs_asJoint(e)->type & 3];
  }
  mjs_setDouble(k->qpos, x, mjMIN(n, 50));
}

static void refer(mjSpec* s) {
  switch (draw_int(0, 9)) {
    case 0:
    case 1: add_actuator(s); break;
    case 2:
    case 3: add_sensor(s); break;
    case 4: add_tendon(s); break;
    case 5: add_equality(s); break;
    case 6: add_custom(s); break;
    case 7: add_asset(s); break;
    case 8: add_key(s); break;
    default:
      if (draw_int(0, 1)) {
        mjsExclude* x = mjs_addExclude(s);
        mjs_setString(x->bodyname1, name_in(s, mjOBJ_BODY));
        mjs_setString(x->bodyname2, name_in(s, mjOBJ_BODY));
      } else {
        mjsPair* p = mjs_addPair(s, pick_class(s));
        mjs_setString(p->geomname1, name_in(s, mjOBJ_GEOM));
        mjs_setString(p->geomname2, name_in(s, mjOBJ_GEOM));
      }
  }
}

// ----------------------------------------------------------------------------------------- changes

static mjsElement* pick_any(mjSpec* s) {
  static const mjtObj types[] = {mjOBJ_BODY,     mjOBJ_GEOM,   mjOBJ_JOINT,    mjOBJ_SITE,
                                 mjOBJ_FRAME,    mjOBJ_CAMERA, mjOBJ_LIGHT,    mjOBJ_ACTUATOR,
                                 mjOBJ_SENSOR,   mjOBJ_TENDON, mjOBJ_EQUALITY, mjOBJ_PAIR,
                                 mjOBJ_MATERIAL, mjOBJ_MESH,   mjOBJ_KEY,      mjOBJ_DEFAULT};
  return pick(s, types[draw_int(0, (int)(sizeof types / sizeof *types) - 1)]);
}

static void set_class(mjSpec* s) {
  const mjsDefault* parent = pick_class(s);
  mjsDefault* d = draw_int(0, 1) ? mjs_addDefault(s, class_name(), parent) : NULL;
  if (!d) d = mjs_getSpecDefault(s);
  if (!d) return;
  d->geom->friction[0] = fabs(some_number());
  d->joint->damping = fabs(some_number());
  if (draw_int(0, 1)) d->site->size[0] = .1;
  if (!draw_int(0, 3)) d->geom->density = fabs(some_number());
  mjsElement* e = pick_any(s);
  if (e) mjs_setDefault(e, d);
  mjsBody* b = pick_body(s);
  if (!draw_int(0, 3)) mjs_setString(b->childclass, class_name());
}

static void set_compiler(mjSpec* s) {
  mjsCompiler* c = &s->compiler;
  switch (draw_int(0, 11)) {
    case 0: c->degree = !c->degree; break;
    case 1: c->boundmass = fabs(some_number()); break;
    case 2: c->boundinertia = fabs(some_number()); break;
    case 3: c->balanceinertia = !c->balanceinertia; break;
    case 4: c->fusestatic = !c->fusestatic; break;
    case 5: c->inertiafromgeom = draw_int(0, 2); break;
    case 6: c->alignfree = !c->alignfree; break;
    case 7: c->autolimits = !c->autolimits; break;
    case 8: c->settotalmass = draw_int(-1, 3); break;
    case 9: c->inertiagrouprange[0] = draw_int(0, 1); break;
    case 10: memcpy(c->eulerseq, draw_int(0, 1) ? "zyx" : "XYZ", 3); break;
    default: s->option.timestep = draw_int(1, 5) * 1e-3;
  }
}

// A part of one specification, or all of it, in another or in itself.
static void attach(mjSpec* to, mjSpec* from) {
  mjs_setDeepCopy(to, draw_int(0, 1));
  static const mjtObj parents[] = {mjOBJ_FRAME, mjOBJ_BODY, mjOBJ_SITE};
  static const mjtObj children[] = {mjOBJ_BODY, mjOBJ_FRAME};
  int p = draw_int(0, 2), c = draw_int(0, 2);
  mjsElement *parent = pick(to, parents[p]),
             *child = c < 2 ? pick(from, children[c]) : from->element;
  if (!parent || !child || child == mjs_findBody(from, "world")->element) return;
  char prefix[20];
  snprintf(prefix, sizeof prefix, "%c%d_", 'a' + p, number_of_names++ % 1000);
  mjs_attach(parent, child, draw_int(0, 4) ? prefix : "", draw_int(0, 4) ? "" : "_z");
}

static void set_frame(mjSpec* s) {
  mjsElement* e = pick_any(s);
  mjsFrame* f = mjs_asFrame(pick(s, mjOBJ_FRAME));
  if (e && (f || draw_int(0, 1))) mjs_setFrame(e, f);
}

static void make_frame(mjSpec* s) {
  mjsBody* b = pick_body(s);
  if (b != mjs_findBody(s, "world")) mjs_bodyToFrame(&b);
}

static void compile_between(mjSpec** s) {
  mjModel* m = mj_compile(*s, NULL);
  if (!m) {
    if (!mjs_getError(*s)[0]) attack_found("it does not compile, and says nothing");
    return;
  }
  mjData* d = mj_makeData(m);
  if (draw_int(0, 1)) mj_step(m, d);
  switch (draw_int(0, 3)) {
    case 0: grow(*s); break;
    case 1: {
      mjsElement* e = pick_any(*s);
      if (e && e != mjs_findBody(*s, "world")->element) mjs_delete(*s, e);
      break;
    }
    case 2:
      if (m->nbody > 1) m->body_mass[1] = 2;
      mj_copyBack(*s, m);
      break;
    default: break;
  }
  if (mj_recompile(*s, NULL, m, d) && !mjs_getError(*s)[0]) {
    attack_found("it does not compile again, and says nothing");
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void edit(int i) {
  mjSpec* s = specs[i];
  attack_calls++;
  switch (draw_int(0, 24)) {
    case 0: {
      mjsElement* e = pick_any(s);
      if (e && e != mjs_findBody(s, "world")->element) mjs_delete(s, e);
      break;
    }
    case 1: {
      mjsElement* e = pick_any(s);
      if (e) mjs_setName(e, new_name());
      break;
    }
    case 2: set_class(s); break;
    case 3: set_compiler(s); break;
    case 4:
    case 5: attach(s, specs[draw_int(0, NSPEC - 1)]); break;
    case 6: set_frame(s); break;
    case 7: make_frame(s); break;
    case 8: compile_between(specs + i); break;
    case 9: {
      mjSpec* copy = mj_copySpec(s);
      if (!copy) break;
      mj_deleteSpec(s);
      specs[i] = copy;
      break;
    }
    case 10:
    case 11:
    case 12:
    case 13:
    case 14:
    case 15: refer(s); break;
    default: grow(s);
  }
}

// --------------------------------------------------------------------------------------- the laws

static void differs(const char* model, const char* field, size_t i, double x, double y) {
  attack_found("%s\n%s: %s[%zu]: %.17g became %.17g", text, model, field, i, x, y);
}

static void check_copy(const mjSpec* s, const mjModel* m) {
  mjSpec* copy = mj_copySpec(s);
  mjModel* n = copy ? mj_compile(copy, NULL) : NULL;
  if (!n) attack_found("the copy does not compile: %s", copy ? mjs_getError(copy) : "none");
  text[0] = 0;
  compare_models("the copy", m, n);
  mj_deleteModel(n);
  mj_deleteSpec(copy);
}

static void check_text(const mjSpec* s, const mjModel* m) {
  char error[1000] = "";
  int n = mj_saveXMLString(s, text, sizeof text, error, sizeof error);
  if (n) {
    if (n < 0 && !error[0]) attack_found("it is not saved, and nothing is said");
    return;
  }
  mjSpec* again = mj_parseXMLString(text, NULL, error, sizeof error);
  if (!again) attack_found("%s\nis not read: %s", text, error);
  mjModel* k = mj_compile(again, NULL);
  if (!k) attack_found("%s\ndoes not compile: %s", text, mjs_getError(again));
  compare_models("the text", m, k);
  mj_deleteModel(k);
  mj_deleteSpec(again);
}

static bool is_finite(const mjModel* m) {
  for (int i = 0; i < m->nbody; i++) {
    for (int k = 0; k < 3; k++) {
      if (!(fabs(m->body_pos[3 * i + k]) < 1e6 && fabs(m->body_inertia[3 * i + k]) < 1e6))
        return false;
    }
    if (!(m->body_mass[i] < 1e6)) return false;
  }
  return true;
}

static void check(mjSpec* s) {
  mjModel* m = mj_compile(s, NULL);
  if (!m) {
    if (!mjs_getError(s)[0]) attack_found("it does not compile, and says nothing");
    return;
  }
  check_copy(s, m);
  // numbers that are none, or too large for sums, need not come back the same
  if (is_finite(m)) check_text(s, m);
  mj_deleteModel(m);
}

// A specification to begin with: empty, or of a small file.
static mjSpec* begin(void) {
  mjSpec* s = NULL;
  char error[1000];
  if (!draw_int(0, 3)) {
    const char* file = attack_model_file(draw_int(0, attack_nmodel() - 1));
    attack_note_more(file);
    FILE* f = fopen(file, "rb");
    size_t n = f ? fread(text, 1, LARGEST_FILE, f) : 0;
    if (f) fclose(f);
    text[n] = 0;
    // texts that are read back stand in no folder, and find no files
    bool alone = n < LARGEST_FILE && !strstr(text, "file=");
    mjModel* m = alone ? mj_loadXML(file, NULL, error, sizeof error) : NULL;
    bool small = m && m->nbody < 60 && !m->nflex && mj_sizeModel(m) < 1 << 20;
    mj_deleteModel(m);
    if (small) s = mj_parseXML(file, NULL, error, sizeof error);
  }
  return s ? s : mj_makeSpec();
}

static void run(long number) {
  attack_seed(number);
  number_of_names = 0;
  for (int i = 0; i < NSPEC; i++) specs[i] = begin();
  for (int i = draw_int(1, 40); i > 0; i--) edit(draw_int(0, NSPEC - 1));
  for (int i = 0; i < NSPEC; i++) {
    check(specs[i]);
    mj_deleteSpec(specs[i]);
  }
}

int main(int argc, char** argv) {
  static const attack a = {"attack_edit", run, 60, 1000};
  return attack_main(&a, argc, argv);
}
