// Scenes drawn at random: trees of bodies with joints of all types, tendons and actuators on them,
// in a random state; and the stages of smooth dynamics, without contacts.
#pragma once

#include "compile/model_text.h"

typedef struct {
  mjModel* m;
  mjData* d;
} scene;

enum { MAX_BODIES = 256 };

// A joint of a type; pos, axis, stiffness, damping and armature drawn.
static inline void draw_joint(mjsBody* body, mjtJoint type, int k) {
  mjsJoint* j = mjs_addJoint(body, NULL);
  j->type = type;
  if (type == mjJNT_HINGE || type == mjJNT_SLIDE) {
    for (int c = 0; c < 3; c++) j->axis[c] = c == k ? 1 : 0.6 * draw();
  }
  for (int c = 0; c < 3; c++) j->pos[c] = type == mjJNT_SLIDE || draw() > 0.3 ? 0 : 0.2 * draw();
  j->armature = draw() > 0 ? draw_between(0, 0.2) : 0;
  j->damping = draw() > 0 ? draw_between(0, 0.5) : 0;
  j->stiffness = draw() > 0 ? draw_between(0, 3) : 0;
}

// No joint, a ball, slides and hinges, or, under the world, a free joint.
static inline void draw_joints(mjsBody* body, int top) {
  int kind = draw_int(0, top ? 7 : 6);
  switch (kind) {
    case 0: break;
    case 1: draw_joint(body, mjJNT_BALL, 0); break;
    case 2:
      draw_joint(body, mjJNT_SLIDE, 0);
      draw_joint(body, mjJNT_BALL, 0);
      break;
    case 7: mjs_addFreeJoint(body); break;
    default:
      for (int k = 0; k < (kind + 1) / 2; k++) {
        draw_joint(body, draw() > -0.3 ? mjJNT_HINGE : mjJNT_SLIDE, k);
      }
  }
}

static inline mjsBody* draw_body(mjsBody* parent, int i, int top) {
  char name[32];
  mjsBody* b = mjs_addBody(parent, NULL);
  for (int k = 0; k < 3; k++) b->pos[k] = 0.5 * draw();
  if (draw() > 0) {
    for (int k = 0; k < 4; k++) b->quat[k] = draw();
  }
  mjsGeom* g = mjs_addGeom(b, NULL);
  g->type = mjGEOM_BOX;
  g->contype = g->conaffinity = 0;
  g->density = draw_between(200, 3000);
  for (int k = 0; k < 3; k++) g->size[k] = draw_between(0.02, 0.2);
  if (draw() > 0) {
    for (int k = 0; k < 3; k++) g->pos[k] = 0.2 * draw();
    for (int k = 0; k < 4; k++) g->quat[k] = draw();
  }
  mjsSite* site = mjs_addSite(b, NULL);
  snprintf(name, sizeof name, "s%d", i);
  mjs_setName(site->element, name);
  for (int k = 0; k < 3; k++) site->pos[k] = 0.2 * draw();
  for (int k = 0; k < 4; k++) site->quat[k] = draw();
  draw_joints(b, top);
  return b;
}

// A tendon through a few sites, some of its way over a pulley.
static inline void draw_tendon(mjSpec* s, int nbody, int i) {
  char name[32];
  mjsTendon* t = mjs_addTendon(s, NULL);
  snprintf(name, sizeof name, "t%d", i);
  mjs_setName(t->element, name);
  t->stiffness = draw_between(0, 20);
  t->damping = draw_between(0, 2);
  int sites = draw_int(2, 4), first = draw_int(1, nbody);
  for (int k = 0; k < sites; k++) {
    snprintf(name, sizeof name, "s%d", 1 + (first - 1 + k * (i + 1)) % nbody);
    mjs_wrapSite(t, name);
  }
  if (draw() > 0) {
    mjs_wrapPulley(t, 2);
    mjs_wrapSite(t, "s1");
    mjs_wrapSite(t, "s2");
  }
}

static inline void draw_actuator(mjSpec* s, mjtTrn type, const char* target) {
  mjsActuator* a = mjs_addActuator(s, NULL);
  a->trntype = type;
  mjs_setString(a->target, target);
  for (int k = 0; k < 6; k++) a->gear[k] = draw();
  a->gaintype = mjGAIN_AFFINE;
  a->biastype = mjBIAS_AFFINE;
  for (int k = 0; k < 3; k++) {
    a->gainprm[k] = draw();
    a->biasprm[k] = draw();
  }
}

// nbody bodies beside the world; the last is always a free body, so that there is something to
// move.
static inline mjSpec* random_spec(int nbody) {
  mjSpec* s = mj_makeSpec();
  mjsBody* body[MAX_BODIES] = {mjs_findBody(s, "world")};
  char name[32];
  s->compiler.degree = 0;
  for (int i = 1; i <= nbody; i++) {
    // limbs mostly, some branches
    int parent = draw() > 0 ? i - 1 : draw_int(0, i - 1);
    body[i] = draw_body(body[parent], i, parent == 0);
  }
  mjsBody* loose = draw_body(body[0], nbody + 1, 0);
  if (!mjs_firstChild(loose, mjOBJ_JOINT, 0)) mjs_addFreeJoint(loose);
  if (nbody >= 4) {
    for (int i = 0; i < 3; i++) {
      draw_tendon(s, nbody, i);
      snprintf(name, sizeof name, "t%d", i);
      draw_actuator(s, mjTRN_TENDON, name);
      snprintf(name, sizeof name, "s%d", draw_int(1, nbody));
      draw_actuator(s, mjTRN_SITE, name);
    }
  }
  return s;
}

// Move to a random state: any orientation, velocities of the order of 1.
static inline void draw_state_of(scene c) {
  mjtNum* turn = calloc(c.m->nv + 1, sizeof(mjtNum));
  mj_resetData(c.m, c.d);
  draw_vector(turn, c.m->nv);
  mj_integratePos(c.m, c.d->qpos, turn, 1.5);
  draw_vector(c.d->qvel, c.m->nv);
  draw_vector(c.d->ctrl, c.m->nu);
  free(turn);
}

static inline scene scene_of(mjModel* m) {
  scene c = {m, mj_makeData(m)};
  assert_non_null(c.d);
  draw_state_of(c);
  return c;
}

static inline scene random_scene(int seed, int nbody) {
  draw_seed(seed);
  mjSpec* s = random_spec(nbody);
  mjModel* m = mj_compile(s, NULL);
  if (!m) print_error("seed %d: %s\n", seed, mjs_getError(s));
  assert_non_null(m);
  mj_deleteSpec(s);
  return scene_of(m);
}

static inline void scene_free(scene c) {
  mj_deleteData(c.d);
  mj_deleteModel(c.m);
}

// How many bodies the scene of a case has: mostly few, now and then many.
static inline int bodies_of_case(int seed) {
  return seed % 50 == 49 ? 200 : seed % 10 == 9 ? 60 : 1 + seed % 17;
}

static inline void position_stage(scene c) {
  mj_kinematics(c.m, c.d);
  mj_comPos(c.m, c.d);
  mj_tendon(c.m, c.d);
  mj_makeM(c.m, c.d);
  mj_factorM(c.m, c.d);
  mj_transmission(c.m, c.d);
}

static inline void velocity_stage(scene c) {
  mjModel* m = c.m;
  mjData* d = c.d;
  for (int t = 0; t < m->ntendon; t++) {
    d->ten_velocity[t] = 0;
    if (mj_isSparse(m)) {
      for (int k = 0; k < d->ten_J_rownnz[t]; k++) {
        int adr = d->ten_J_rowadr[t] + k;
        d->ten_velocity[t] += d->ten_J[adr] * d->qvel[d->ten_J_colind[adr]];
      }
    } else {
      for (int i = 0; i < m->nv; i++) d->ten_velocity[t] += d->ten_J[t * m->nv + i] * d->qvel[i];
    }
  }
  for (int i = 0; i < m->nu; i++) {
    d->actuator_velocity[i] = 0;
    for (int k = 0; k < d->moment_rownnz[i]; k++) {
      int adr = d->moment_rowadr[i] + k;
      d->actuator_velocity[i] += d->actuator_moment[adr] * d->qvel[d->moment_colind[adr]];
    }
  }
  mj_comVel(m, d);
  mj_passive(m, d);
  mj_rne(m, d, 0, d->qfrc_bias);
}

static inline void acceleration_stage(scene c) {
  mj_fwdActuation(c.m, c.d);
  mj_fwdAcceleration(c.m, c.d);
}

// Move along qvel, and along qacc_smooth if asked, for a time that may be negative.
static inline void drift(scene c, mjtNum dt, int accelerate) {
  mj_integratePos(c.m, c.d->qpos, c.d->qvel, dt);
  for (int i = 0; accelerate && i < c.m->nv; i++) c.d->qvel[i] += dt * c.d->qacc_smooth[i];
}

// A copy of the state, to come back to.
typedef struct {
  mjtNum *qpos, *qvel;
} saved_state;

static inline saved_state save_state(scene c) {
  saved_state s = {malloc(sizeof(mjtNum) * (c.m->nq + 1)), malloc(sizeof(mjtNum) * (c.m->nv + 1))};
  memcpy(s.qpos, c.d->qpos, sizeof(mjtNum) * c.m->nq);
  memcpy(s.qvel, c.d->qvel, sizeof(mjtNum) * c.m->nv);
  return s;
}

static inline void restore_state(scene c, saved_state s) {
  memcpy(c.d->qpos, s.qpos, sizeof(mjtNum) * c.m->nq);
  memcpy(c.d->qvel, s.qvel, sizeof(mjtNum) * c.m->nv);
}

static inline void state_free(saved_state s) {
  free(s.qpos);
  free(s.qvel);
}

static inline mjtNum* new_vector(int n) { return calloc(n + 1, sizeof(mjtNum)); }
