// Bodies that come, go and change hands in a running simulation.
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>

#include <engine/engine.h>

// Names for all, so that the test finds by name what the library finds by element.
static const char scene_text[] =
    "<mujoco><option %s/>"
    "<worldbody><geom name='floor' type='plane' size='5 5 .1'/>"
    "<body name='hand' mocap='true' pos='0 0 1'><geom name='palm' type='box' size='.1 .1 "
    ".02'/></body>"
    "<body name='base' pos='1 0 .5'><joint name='turn' axis='0 0 1' damping='.1'/>"
    "<geom name='column' type='capsule' size='.05 .2'/>"
    "<body name='arm' pos='0 0 .3'><joint name='lift' axis='0 1 0' springref='20' stiffness='2'/>"
    "<geom name='beam' type='capsule' fromto='0 0 0 .4 0 0' size='.03'/>"
    "<body name='tip' pos='.4 0 0'><joint name='wrist' type='ball'/><geom name='ball' size='.06'/>"
    "</body></body></body>"
    "<body name='crate' pos='-.5 0 .3'><freejoint name='crate'/><geom name='crate' type='box' "
    "size='.1 .1 .1'/></body>"
    "<body name='can' pos='-.5 .03 .6'><freejoint name='can'/><geom name='can' type='cylinder' "
    "size='.08 .1'/></body>"
    "</worldbody>"
    "<equality><weld name='hold' body1='hand' body2='can' active='false'/></equality>"
    "<actuator><position name='servo' joint='turn' kp='3' nsample='5' delay='.006'/>"
    "<general name='slow' joint='lift' dyntype='filter' dynprm='.1' gainprm='2'/></actuator>"
    "<sensor><framepos name='seen' objtype='body' objname='tip' nsample='8' delay='.01'/>"
    "<framelinvel name='now_and_then' objtype='body' objname='crate' nsample='3' interval='.05'/>"
    "</sensor>"
    "</mujoco>";

// What is spawned, in a specification of its own: two bodies with an actuator and a sensor.
static const char guest_text[] =
    "<mujoco><worldbody><body name='guest'><freejoint name='guest'/>"
    "<geom name='trunk' type='capsule' size='.05 .1' rgba='1 0 0 1'/>"
    "<body name='tail' pos='0 0 .15'><joint name='wag' axis='1 0 0'/><geom name='tail' size='.04'/>"
    "</body></body></worldbody>"
    "<actuator><motor name='wagger' joint='wag'/></actuator>"
    "<sensor><jointpos name='wagging' joint='wag'/></sensor></mujoco>";

static mjSpec* parse(const char* text) {
  char error[500];
  mjSpec* s = mj_parseXMLString(text, NULL, error, sizeof error);
  if (!s) fail_msg("%s", error);
  return s;
}

static mjSpec* scene_with(const char* options) {
  char text[4000];
  snprintf(text, sizeof text, scene_text, options);
  return parse(text);
}

// --- the same by names --------------------------------------------------------------------------

static int find(const mjModel* m, int type, const mjModel* other, int id) {
  const char* name = mj_id2name(other, type, id);
  return name ? mj_name2id(m, type, name) : -1;
}

static void take(mjtNum* to, int at, const mjtNum* from, int from_at, int n) {
  memcpy(to + at, from + from_at, sizeof(mjtNum) * (size_t)n);
}

// All state of what m knows by the names of old.
static void take_over(const mjModel* m, mjData* d, const mjModel* old, const mjData* from) {
  static const int nq[] = {7, 4, 1, 1}, nv[] = {6, 3, 1, 1};
  d->time = from->time;
  for (int j = 0; j < old->njnt; j++) {
    int i = find(m, mjOBJ_JOINT, old, j), type = old->jnt_type[j];
    if (i < 0) continue;
    take(d->qpos, m->jnt_qposadr[i], from->qpos, old->jnt_qposadr[j], nq[type]);
    take(d->qvel, m->jnt_dofadr[i], from->qvel, old->jnt_dofadr[j], nv[type]);
    take(d->qacc_warmstart, m->jnt_dofadr[i], from->qacc_warmstart, old->jnt_dofadr[j], nv[type]);
    take(d->qfrc_applied, m->jnt_dofadr[i], from->qfrc_applied, old->jnt_dofadr[j], nv[type]);
  }
  for (int b = 0; b < old->nbody; b++) {
    int i = find(m, mjOBJ_BODY, old, b), mocap = old->body_mocapid[b];
    if (i < 0) continue;
    take(d->xfrc_applied, 6 * i, from->xfrc_applied, 6 * b, 6);
    if (mocap < 0 || m->body_mocapid[i] < 0) continue;
    take(d->mocap_pos, 3 * m->body_mocapid[i], from->mocap_pos, 3 * mocap, 3);
    take(d->mocap_quat, 4 * m->body_mocapid[i], from->mocap_quat, 4 * mocap, 4);
  }
  for (int a = 0; a < old->nactuator; a++) {
    int i = find(m, mjOBJ_ACTUATOR, old, a);
    if (i < 0) continue;
    d->ctrl[i] = from->ctrl[a];
    if (old->actuator_actnum[a]) d->act[m->actuator_actadr[i]] = from->act[old->actuator_actadr[a]];
    int n = old->actuator_history[2 * a];
    if (!n) continue;
    take(d->history, m->actuator_historyadr[i], from->history, old->actuator_historyadr[a],
         2 + 2 * n);
  }
  for (int s = 0; s < old->nsensor; s++) {
    int i = find(m, mjOBJ_SENSOR, old, s), n = old->sensor_history[2 * s], dim = old->sensor_dim[s];
    if (i < 0) continue;
    take(d->sensordata, m->sensor_adr[i], from->sensordata, old->sensor_adr[s], dim);
    if (!n) continue;
    take(d->history, m->sensor_historyadr[i], from->history, old->sensor_historyadr[s],
         2 + n * (1 + dim));
  }
  for (int e = 0; e < old->neq; e++) {
    int i = find(m, mjOBJ_EQUALITY, old, e);
    if (i >= 0) d->eq_active[i] = from->eq_active[e];
  }
}

// --- a run with changes -------------------------------------------------------------------------

typedef struct {
  mjSpec *s, *guest;
  mjModel *m, *fresh;
  mjData *d, *fresh_data;
} run;

static mjsBody* body_of(run* r, const char* name) {
  mjsBody* b = mjs_findBody(r->s, name);
  if (!b) fail_msg("no body %s", name);
  return b;
}

static void spawn(run* r, const char* prefix, double x, double z, const char* parent) {
  engSpawn what = {.body = mjs_findBody(r->guest, "guest"),
                   .parent = parent ? body_of(r, parent) : NULL,
                   .prefix = prefix,
                   .pos = {x, .1, z},
                   .quat = {1, .1, 0, 0},
                   .velocity = {.1, 0, -.3, 1, 2, 3}};
  if (!eng_spawn(r->s, r->m, r->d, &what)) fail_msg("%s", mjs_getError(r->s));
}

static void despawn(run* r, const char* name) {
  if (eng_despawn(r->s, r->m, r->d, body_of(r, name))) fail_msg("%s", mjs_getError(r->s));
}

static void reparent(run* r, const char* name, const char* parent) {
  if (eng_reparent(r->s, r->m, r->d, body_of(r, name), parent ? body_of(r, parent) : NULL)) {
    fail_msg("%s", mjs_getError(r->s));
  }
}

static void change(run* r, int step) {
  switch (step) {
    case 100: spawn(r, "a_", 0, 1.5, NULL); break;
    case 200: spawn(r, "b_", -.5, 1, NULL); break;
    case 250: despawn(r, "crate"); break;
    case 400: r->d->eq_active[0] = 1; break;
    case 450: reparent(r, "tip", "base"); break;
    case 500: spawn(r, "c_", -.5, 1.2, NULL); break;
    case 550: despawn(r, "a_guest"); break;
    case 600: reparent(r, "b_guest", "hand"); break;
    case 750: reparent(r, "b_guest", NULL); break;
    case 800: despawn(r, "c_guest"); break;
    case 850: spawn(r, "d_", .3, 1.4, NULL); break;
    default: break;
  }
}

static bool changes(int step) {
  return step >= 100 && (step % 100 == 0 || step == 250 || step == 450 || step == 550 ||
                         step == 750 || step == 850);
}

// The model compiled afresh from a copy of the specification, given the state by names.  What just
// came, or moves freely since, is known to the run alone: velocities of joints that are new.
static void compile_afresh(run* r, const mjModel* old, const mjData* from) {
  mj_deleteData(r->fresh_data);
  mj_deleteModel(r->fresh);
  mjSpec* copy = mj_copySpec(r->s);
  r->fresh = mj_compile(copy, NULL);
  if (!r->fresh) fail_msg("%s", mjs_getError(copy));
  mj_deleteSpec(copy);
  r->fresh_data = mj_makeData(r->fresh);
  take_over(r->fresh, r->fresh_data, old, from);
  for (int j = 0; j < r->m->njnt; j++) {
    const char* name = mj_id2name(r->m, mjOBJ_JOINT, j);
    if (name && mj_name2id(old, mjOBJ_JOINT, name) >= 0) continue;
    if (r->m->jnt_type[j] != mjJNT_FREE) continue;
    memcpy(r->fresh_data->qvel + r->m->jnt_dofadr[j], r->d->qvel + r->m->jnt_dofadr[j],
           6 * sizeof(mjtNum));
  }
}

static void steer(const mjModel* m, mjData* d) {
  int hand = m->body_mocapid[mj_name2id(m, mjOBJ_BODY, "hand")];
  d->mocap_pos[3 * hand] = .3 * sin(d->time);
  d->mocap_pos[3 * hand + 2] = 1 + .2 * sin(3 * d->time);
  for (int i = 0; i < m->nu; i++) d->ctrl[i] = sin(4 * d->time + i);
  d->xfrc_applied[6 * mj_name2id(m, mjOBJ_BODY, "can") + 1] = .1 * cos(d->time);
}

static void play(const char* options) {
  run r = {.s = scene_with(options), .guest = parse(guest_text)};
  r.m = mj_compile(r.s, NULL);
  if (!r.m) fail_msg("%s", mjs_getError(r.s));
  r.d = mj_makeData(r.m);
  r.fresh = mj_copyModel(NULL, r.m);
  r.fresh_data = mj_copyData(NULL, r.m, r.d);
  int most = 0, contacts = 0;
  for (int step = 0; step < 1000; step++) {
    if (changes(step)) {
      mjModel* old = mj_copyModel(NULL, r.m);
      mjData* from = mj_copyData(NULL, old, r.d);
      if (step == 400) from->eq_active[0] = 1;
      change(&r, step);
      compile_afresh(&r, old, from);
      mj_deleteData(from);
      mj_deleteModel(old);
      assert_int_equal(mj_sizeModel(r.m), mj_sizeModel(r.fresh));
      assert_memory_equal(r.m->buffer, r.fresh->buffer, r.m->nbuffer);
    }
    steer(r.m, r.d);
    steer(r.fresh, r.fresh_data);
    mj_step(r.m, r.d);
    mj_step(r.fresh, r.fresh_data);
    assert_memory_equal(r.d->qpos, r.fresh_data->qpos, sizeof(mjtNum) * (size_t)r.m->nq);
    assert_memory_equal(r.d->qvel, r.fresh_data->qvel, sizeof(mjtNum) * (size_t)r.m->nv);
    assert_memory_equal(r.d->act, r.fresh_data->act, sizeof(mjtNum) * (size_t)r.m->na);
    assert_memory_equal(r.d->sensordata, r.fresh_data->sensordata,
                        sizeof(mjtNum) * (size_t)r.m->nsensordata);
    assert_memory_equal(r.d->history, r.fresh_data->history,
                        sizeof(mjtNum) * (size_t)r.m->nhistory);
    most = r.m->nbody > most ? (int)r.m->nbody : most;
    contacts += r.d->ncon;
  }
  assert_true(most >= 9 && contacts > 1000);  // it was worth it
  for (int i = 0; i < mjNWARNING; i++) assert_int_equal(r.d->warning[i].number, 0);
  mj_deleteData(r.fresh_data);
  mj_deleteModel(r.fresh);
  mj_deleteData(r.d);
  mj_deleteModel(r.m);
  mj_deleteSpec(r.s);
  mj_deleteSpec(r.guest);
}

static void a_run_with_changes_is_that_of_fresh_models(void** state) {
  (void)state;
  play("");
  play("solver='PGS' integrator='implicitfast'");
  play("solver='CG' cone='elliptic'");
}

// What changes hands stays where it is, and goes on as it moved.
static void nothing_jumps_when_it_changes_hands(void** state) {
  (void)state;
  run r = {.s = scene_with("gravity='0 0 0'"), .guest = parse(guest_text)};
  r.m = mj_compile(r.s, NULL);
  r.d = mj_makeData(r.m);
  for (int i = 0; i < r.m->nv; i++) r.d->qvel[i] = .3 * sin(i);
  for (int i = 0; i < 50; i++) mj_step(r.m, r.d);
  static const char* const hands[] = {"arm", "hand", NULL, "tip", NULL};
  for (size_t k = 0; k < sizeof hands / sizeof *hands; k++) {
    mj_forward(r.m, r.d);
    int can = mj_name2id(r.m, mjOBJ_BODY, "can");
    mjtNum before[7], velocity[6], after[6];
    memcpy(before, r.d->xpos + 3 * can, 3 * sizeof(mjtNum));
    memcpy(before + 3, r.d->xquat + 4 * can, 4 * sizeof(mjtNum));
    mj_objectVelocity(r.m, r.d, mjOBJ_XBODY, can, velocity, 0);
    reparent(&r, "can", hands[k]);
    mj_forward(r.m, r.d);
    can = mj_name2id(r.m, mjOBJ_BODY, "can");
    for (int i = 0; i < 3; i++) assert_true(fabs(r.d->xpos[3 * can + i] - before[i]) < 1e-12);
    mjtNum same = 0;
    for (int i = 0; i < 4; i++) same += r.d->xquat[4 * can + i] * before[3 + i];
    assert_true(fabs(fabs(same) - 1) < 1e-12);
    mj_objectVelocity(r.m, r.d, mjOBJ_XBODY, can, after, 0);
    for (int i = 0; i < 6 && !hands[k]; i++) assert_true(fabs(after[i] - velocity[i]) < 1e-12);
    int parent = mj_name2id(r.m, mjOBJ_BODY, hands[k] ? hands[k] : "world");
    assert_int_equal(r.m->body_parentid[can], parent);
    assert_int_equal(r.m->body_jntnum[can], hands[k] ? 0 : 1);
    for (int i = 0; i < 30; i++) mj_step(r.m, r.d);
  }
  // with its joints: a part of the arm
  mj_forward(r.m, r.d);
  int tip = mj_name2id(r.m, mjOBJ_BODY, "tip");
  mjtNum before[3];
  memcpy(before, r.d->xpos + 3 * tip, sizeof before);
  reparent(&r, "tip", "hand");
  mj_forward(r.m, r.d);
  tip = mj_name2id(r.m, mjOBJ_BODY, "tip");
  for (int i = 0; i < 3; i++) assert_true(fabs(r.d->xpos[3 * tip + i] - before[i]) < 1e-12);
  assert_int_equal(r.m->body_jntnum[tip], 1);
  mj_deleteData(r.d);
  mj_deleteModel(r.m);
  mj_deleteSpec(r.s);
  mj_deleteSpec(r.guest);
}

static void who_sleeps_goes_on_sleeping(void** state) {
  (void)state;
  mjSpec* s = parse(
      "<mujoco><option><flag sleep='enable'/></option><worldbody><geom type='plane' size='5 5 .1'/>"
      "<body name='a' pos='0 0 .1'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
      "<body name='b' pos='0 0 .3'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
      "<body name='c' pos='2 0 .1'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
      "</worldbody></mujoco>");
  mjModel* m = mj_compile(s, NULL);
  mjData* d = mj_makeData(m);
  for (int i = 0; i < 3000 && (d->ntree_awake || !i); i++) mj_step(m, d);
  assert_int_equal(d->ntree_awake, 0);
  mjtNum pose[14];
  memcpy(pose, d->qpos, sizeof pose);
  run r = {.s = s, .m = m, .d = d, .guest = parse(guest_text)};
  spawn(&r, "g_", 4, 1, NULL);
  assert_int_equal(d->ntree_awake, 1);
  for (int i = 0; i < 100; i++) mj_step(m, d);
  assert_int_equal(d->tree_asleep[0], 1);  // still with the one on top of it
  assert_int_equal(d->tree_asleep[1], 0);
  assert_memory_equal(pose, d->qpos, sizeof pose);
  // without the lower one the upper one wakes and falls; c sleeps on
  despawn(&r, "a");
  for (int i = 0; i < 300; i++) mj_step(m, d);
  assert_true(d->qpos[2] < .11);
  assert_int_equal(d->tree_awake[1], 0);
  mj_deleteData(d);
  mj_deleteModel(m);
  mj_deleteSpec(s);
  mj_deleteSpec(r.guest);
}

static void what_cannot_be_leaves_all_as_it_was(void** state) {
  (void)state;
  run r = {.s = scene_with(""), .guest = parse(guest_text)};
  r.m = mj_compile(r.s, NULL);
  r.d = mj_makeData(r.m);
  spawn(&r, "g_", 0, 1, NULL);
  for (int i = 0; i < 20; i++) mj_step(r.m, r.d);
  mjModel* old = mj_copyModel(NULL, r.m);
  mjData* from = mj_copyData(NULL, old, r.d);
  engSpawn again = {.body = mjs_findBody(r.guest, "guest"), .prefix = "g_"};
  assert_null(eng_spawn(r.s, r.m, r.d, &again));
  assert_non_null(strstr(mjs_getError(r.s), "g_"));
  // a free joint is for the world alone
  engSpawn held = {.body = again.body, .prefix = "h_", .parent = body_of(&r, "arm")};
  assert_null(eng_spawn(r.s, r.m, r.d, &held));
  assert_int_equal(eng_reparent(r.s, r.m, r.d, body_of(&r, "base"), body_of(&r, "tip")), -1);
  assert_non_null(strstr(mjs_getError(r.s), "in it"));
  assert_int_equal(eng_despawn(r.s, r.m, r.d, mjs_findBody(r.s, "world")), -1);
  assert_memory_equal(old->buffer, r.m->buffer, old->nbuffer);
  assert_memory_equal(from->qpos, r.d->qpos, sizeof(mjtNum) * (size_t)old->nq);
  // and the next change finds all of it
  spawn(&r, "i_", 1, 1, NULL);
  assert_int_equal(r.m->nbody, old->nbody + 2);
  assert_memory_equal(from->qpos, r.d->qpos, sizeof(mjtNum) * (size_t)old->nq);
  mj_deleteData(from);
  mj_deleteModel(old);
  mj_deleteData(r.d);
  mj_deleteModel(r.m);
  mj_deleteSpec(r.s);
  mj_deleteSpec(r.guest);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static void it_takes_less_than_a_millisecond(void** state) {
  (void)state;
  mjSpec* s = mj_makeSpec();
  mjsBody* world = mjs_findBody(s, "world");
  for (int i = 0; i < 100; i++) {
    mjsBody* b = mjs_addBody(world, NULL);
    b->pos[0] = i % 10, b->pos[1] = (double)(i / 10), b->pos[2] = .1;
    mjs_addFreeJoint(b);
    mjsGeom* g = mjs_addGeom(b, NULL);
    g->type = mjGEOM_BOX;
    g->size[0] = g->size[1] = g->size[2] = .1;
  }
  mjsGeom* floor = mjs_addGeom(world, NULL);
  floor->type = mjGEOM_PLANE;
  floor->size[2] = 1;
  run r = {.s = s, .m = mj_compile(s, NULL), .guest = parse(guest_text)};
  r.d = mj_makeData(r.m);
  for (int i = 0; i < 10; i++) mj_step(r.m, r.d);
  double come = 1e9, go = 1e9, compile = 1e9;
  for (int k = 0; k < 20; k++) {
    double begin = now();
    mj_deleteModel(mj_compile(s, NULL));
    double start = now();
    spawn(&r, "g_", .5, 2, NULL);
    double middle = now();
    despawn(&r, "g_guest");
    compile = fmin(compile, start - begin);
    come = fmin(come, middle - start);
    go = fmin(go, now() - middle);
  }
  print_message("in a scene of 100: %.3f ms to come, %.3f to go\n", come, go);
  // builds that check memory at every access say nothing of times
#if defined NDEBUG && !defined __SANITIZE_ADDRESS__
  assert_true(come < 1 && go < 1);
  assert_true(come < 3 * compile && go < 3 * compile);
#endif
  mj_deleteData(r.d);
  mj_deleteModel(r.m);
  mj_deleteSpec(s);
  mj_deleteSpec(r.guest);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_run_with_changes_is_that_of_fresh_models),
      cmocka_unit_test(nothing_jumps_when_it_changes_hands),
      cmocka_unit_test(who_sleeps_goes_on_sleeping),
      cmocka_unit_test(what_cannot_be_leaves_all_as_it_was),
      cmocka_unit_test(it_takes_less_than_a_millisecond),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
