// What the rows of attack_calls share: a model, what a row holds, what came of it.
//
// A row makes what it needs, then calls what is looked at between  watch()  and  watched();  what
// the calls give goes to give...(), a refusal to call_failed().
#pragma once

#include <engine/film.h>

#include "attack/attack.h"

// What calls came to.
typedef struct {
  bool failed;
  char said[1024];  // when they failed
  uint64_t hash;    // of what they gave
} outcome;

static outcome result;
static char warning[1024];  // the first
static char error[1000];    // for the calls that tell it there

static inline void keep_warning(const char* text) {
  if (!warning[0]) snprintf(warning, sizeof warning, "%s", text);
}

static inline void watch(void) { watching = true; }
static inline void watched(void) { watching = false; }

// Calls failed: what they say, or what they warned of.
static inline void call_failed(const char* text) {
  watched();
  result.failed = true;
  snprintf(result.said, sizeof result.said, "%s", text && text[0] ? text : warning);
}

static inline void give(const void* data, size_t n) {
  watched();
  const unsigned char* byte = data;
  for (size_t i = 0; i < n; i++) result.hash = (result.hash ^ byte[i]) * 1099511628211u;
}
static inline void give_text(const char* text) { give(text, strlen(text)); }
static inline void give_int(int x) { give(&x, sizeof x); }
static inline void give_numbers(const mjtNum* x, int n) { give(x, sizeof *x * (size_t)n); }

// What a row holds, freed whatever happens.
static struct {
  mjSpec *spec, *other;
  mjModel *m, *k;
  mjData *d, *e;
  mjvScene scene;
  mjrContext context;
  mjVFS vfs;
  mjThreadPool* pool;
  engCluster* cluster;
  engFilm* film;
  void* block;
} hand;

static char buffer[1 << 22];  // for texts and files
static mjtNum space[1 << 16];

static inline void give_model(const mjModel* m) {
  watched();
  int n = mj_sizeModel(m);
  if (n > (int)sizeof buffer) attack_found("the model is too large");
  mj_saveModel(m, NULL, buffer, n);
  give(buffer, (size_t)n);
}

// What was set in a specification without an answer is known when it is compiled.
static inline void give_spec(mjSpec* s) {
  watched();
  mjModel* m = mj_compile(s, NULL);
  if (m) {
    give_model(m);
  } else {
    call_failed(mjs_getError(s));
  }
  mj_deleteModel(m);
}

static inline void empty_hand(void) {
  memset(&hand, 0, sizeof hand);
  error[0] = 0;
  mjv_defaultScene(&hand.scene);
  mjr_defaultContext(&hand.context);
  mj_defaultVFS(&hand.vfs);
}

static inline void drop_all(void) {
  eng_clusterClose(hand.cluster);
  if (hand.film) eng_closeFilm(hand.film);
  mjr_freeContext(&hand.context);
  mjv_freeScene(&hand.scene);
  mj_deleteData(hand.d);
  mj_deleteData(hand.e);
  mj_deleteModel(hand.m);
  mj_deleteModel(hand.k);
  mj_deleteSpec(hand.spec);
  mj_deleteSpec(hand.other);
  mj_deleteVFS(&hand.vfs);
  mju_threadPoolDestroy(hand.pool);
  mju_free(hand.block);
  mj_freeLastXML();
  mj_clearCache(mj_getCache());
  empty_hand();
}

// ------------------------------------------------------------------------------------ the models

// One of everything that takes memory.
static const char rich_xml[] =
    "<mujoco model='rich'><size nkey='2' nuserdata='3' nuser_body='1'/><default><geom size='.1'/>"
    "<default class='c'><joint damping='.1'/></default></default><asset>"
    "<mesh name='tetra' vertex='0 0 0 1 0 0 0 1 0 0 0 1 1 1 1'/>"
    "<hfield name='hills' nrow='3' ncol='3' size='5 5 1 .1' elevation='0 1 2 1 2 3 0 0 1'/>"
    "<texture name='sky' type='skybox' builtin='gradient' width='8' height='8' rgb1='1 0 0'/>"
    "<texture name='check' type='2d' builtin='checker' width='8' height='8' rgb1='1 0 0'/>"
    "<material name='m' texture='check'/><skin name='skin' vertex='0 0 0 1 0 0 0 1 0' face='0 1 2'>"
    "<bone body='a' bindpos='0 0 0' bindquat='1 0 0 0' vertid='0 1 2' vertweight='1 1 1'/></skin>"
    "</asset><worldbody><light pos='0 0 3'/><camera name='cam' pos='0 -3 1'/>"
    "<geom name='floor' type='plane' size='5 5 .1' material='m'/>"
    "<geom type='hfield' hfield='hills' pos='20 0 0'/><site name='w' pos='0 0 1'/>"
    "<body name='a' pos='0 0 .4' childclass='c'><freejoint name='fa'/><geom name='ga' type='mesh' "
    "mesh='tetra'/><site name='s'/><body name='b' pos='.3 0 0'><joint name='jb' axis='0 1 0' "
    "range='-90 90'/><geom name='gb' type='box' size='.1 .1 .1'/></body></body>"
    "<body name='c' pos='1 0 .09'><freejoint/><geom name='gc' type='capsule' size='.1 .1'/></body>"
    "<body name='mocap' mocap='true' pos='3 0 1'><geom name='ball'/></body>"
    "<flexcomp name='sheet' type='grid' count='3 3 1' spacing='.1 .1 .1' radius='.01' pos='2 0 .5'>"
    "<edge equality='true'/></flexcomp></worldbody><contact><exclude body1='a' body2='c'/>"
    "<pair geom1='gb' geom2='gc'/></contact><tendon><fixed name='tf'><joint joint='jb' coef='2'/>"
    "</fixed><spatial name='ts'><site site='w'/><geom geom='ball'/><site site='s'/></spatial>"
    "</tendon><equality><connect body1='a' body2='mocap' anchor='0 0 0'/></equality><actuator>"
    "<motor name='motor' joint='jb' delay='.01' nsample='3'/><general tendon='tf' dyntype='filter' "
    "dynprm='1' gainprm='1'/></actuator><sensor><gyro site='s'/><jointpos joint='jb' delay='.01' "
    "nsample='3'/>"
    "<rangefinder site='s'/></sensor><keyframe><key name='k' time='1'/></keyframe><custom>"
    "<numeric name='n' data='1 2'/><text name='t' data='text'/><tuple name='u'><element "
    "objtype='body' objname='a'/></tuple></custom></mujoco>";

// What derivatives can be taken of.
static const char arm_xml[] =
    "<mujoco model='arm'><worldbody><geom type='plane' size='5 5 .1'/><camera name='eye'/>"
    "<body name='one' pos='0 0 1'><joint name='j1' axis='0 1 0' range='-90 90'/><geom "
    "type='capsule' fromto='0 0 0 .3 0 0' size='.05'/><body name='two' pos='.3 0 0'><joint "
    "name='j2' axis='0 1 0'/><geom type='capsule' fromto='0 0 0 .3 0 0' size='.05'/><site "
    "name='tip' pos='.3 0 0'/></body></body><body name='ball' pos='1 0 .09'><freejoint/><geom "
    "size='.1'/></body></worldbody><actuator><motor joint='j1'/><position joint='j2' kp='3'/>"
    "</actuator><sensor><framepos objtype='site' objname='tip'/></sensor></mujoco>";

// A text so long that memory is taken for it.
static const char* long_text(char letter) {
  static char text[1 << 20];
  memset(text, letter, sizeof text - 1);
  return text;
}

static inline mjModel* model_of(const char* text) {
  mjSpec* s = mj_parseXMLString(text, NULL, error, sizeof error);
  mjModel* m = s ? mj_compile(s, NULL) : NULL;
  if (!m) attack_found("%s", s ? mjs_getError(s) : error);
  mj_deleteSpec(s);
  return m;
}

static inline void hold_spec(const char* text) {
  hand.spec = mj_parseXMLString(text, NULL, error, sizeof error);
  if (!hand.spec) attack_found("%s", error);
}

static mjModel *rich, *arm;

static inline mjData* data_of(const mjModel* m) {
  mjData* d = mj_makeData(m);
  for (int i = 0; i < 3; i++) mj_step(m, d);
  return d;
}

static inline void calls_begin(void) {
  setenv("ENGINE_RENDER", "soft", 1);
  empty_hand();
  rich = model_of(rich_xml);
  arm = model_of(arm_xml);
}

static inline void calls_end(void) {
  mj_deleteModel(rich);
  mj_deleteModel(arm);
}
