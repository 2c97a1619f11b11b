#include "compile/carry.h"

#include <string.h>
#include <engine/step.h>

#include "model/history.h"
#include "model/joint_type.h"
#include "model/sleep.h"

static const mjtObj types[] = {mjOBJ_BODY,     mjOBJ_JOINT,  mjOBJ_ACTUATOR,
                               mjOBJ_EQUALITY, mjOBJ_SENSOR, mjOBJ_PLUGIN};
enum { NTYPES = sizeof types / sizeof *types };

static int count_of(const mjModel* m, mjtObj type) {
  switch (type) {
    case mjOBJ_BODY: return m->nbody;
    case mjOBJ_JOINT: return m->njnt;
    case mjOBJ_ACTUATOR: return m->nactuator;
    case mjOBJ_EQUALITY: return m->neq;
    case mjOBJ_SENSOR: return m->nsensor;
    default: return m->nplugin;
  }
}

static const element* first_of(const spec* s, mjtObj type) {
  return type == mjOBJ_BODY ? &s->world->e : element_first(s, type);
}

void carry_remember(spec* s) {
  FOR_BODIES(b, s->world) b->e.compiled = b->e.id + 1;
  for (int k = 1; k < NTYPES; k++) {
    for (element* e = element_first(s, types[k]); e; e = element_next(e)) e->compiled = e->id + 1;
  }
}

static void note_element(carry* c, const element* e, int limit) {
  mjtObj type = e->base.elemtype;
  int id = e->compiled - 1;
  if (id >= 0 && id < limit && c->n[type] < limit) {
    c->list[type][c->n[type]++] = (known_element){e, id};
  }
}

bool carry_note(carry* c, spec* s, const mjModel* m) {
  *c = (carry){.memory = arena_new()};
  if (!c->memory) return false;
  for (int k = 0; k < NTYPES; k++) {
    int limit = count_of(m, types[k]);
    c->list[types[k]] = arena_alloc(c->memory, sizeof(known_element) * ((size_t)limit + 1));
    if (!c->list[types[k]]) return false;
    if (types[k] == mjOBJ_BODY) {
      FOR_BODIES(b, s->world) note_element(c, &b->e, limit);
    } else {
      for (const element* e = first_of(s, types[k]); e; e = element_next(e))
        note_element(c, e, limit);
    }
  }
  return true;
}

void carry_end(carry* c) { arena_delete(c->memory); }

// Rows of an element in the old and the new model.
typedef struct {
  int to, from;  // ids
} way;

#define FOR_CARRIED(c, type, w)             \
  for (int i_ = 0; i_ < (c)->n[type]; i_++) \
    for (way w = {(c)->list[type][i_].e->id, (c)->list[type][i_].id}; w.to >= 0; w.to = -1)

static void copy(mjtNum* to, int to_adr, const mjtNum* from, int from_adr, int n) {
  memcpy(to + to_adr, from + from_adr, sizeof(mjtNum) * (size_t)n);
}

static void carry_joints(const carry* c, const mjModel* m, mjData* to, const mjModel* old,
                         const mjData* from) {
  FOR_CARRIED(c, mjOBJ_JOINT, w) {
    int type = m->jnt_type[w.to];
    if (type != old->jnt_type[w.from]) continue;
    int nq = joint_nq(type), nv = joint_nv(type);
    int q = m->jnt_qposadr[w.to], q0 = old->jnt_qposadr[w.from];
    int v = m->jnt_dofadr[w.to], v0 = old->jnt_dofadr[w.from];
    copy(to->qpos, q, from->qpos, q0, nq);
    copy(to->qpos_asleep, q, from->qpos_asleep, q0, nq);
    copy(to->qvel, v, from->qvel, v0, nv);
    copy(to->qacc, v, from->qacc, v0, nv);
    copy(to->qacc_warmstart, v, from->qacc_warmstart, v0, nv);
    copy(to->qfrc_applied, v, from->qfrc_applied, v0, nv);
  }
}

static void carry_bodies(const carry* c, const mjModel* m, mjData* to, const mjModel* old,
                         const mjData* from) {
  FOR_CARRIED(c, mjOBJ_BODY, w) {
    copy(to->xfrc_applied, 6 * w.to, from->xfrc_applied, 6 * w.from, 6);
    int mocap = m->body_mocapid[w.to], mocap0 = old->body_mocapid[w.from];
    if (mocap < 0 || mocap0 < 0) continue;
    copy(to->mocap_pos, 3 * mocap, from->mocap_pos, 3 * mocap0, 3);
    copy(to->mocap_quat, 4 * mocap, from->mocap_quat, 4 * mocap0, 4);
  }
}

static void carry_history(const history* to, const history* from) {
  if (!to->n || to->n != from->n || to->dim != from->dim) return;
  memcpy(to->owned, from->owned, sizeof(mjtNum) * (size_t)history_size(to->n, to->dim));
}

static void carry_actuators(const carry* c, const mjModel* m, mjData* to, const mjModel* old,
                            const mjData* from) {
  FOR_CARRIED(c, mjOBJ_ACTUATOR, w) {
    int n = m->actuator_ctrlnum[w.to], nact = m->actuator_actnum[w.to];
    if (n == old->actuator_ctrlnum[w.from]) {
      copy(to->ctrl, m->actuator_ctrladr[w.to], from->ctrl, old->actuator_ctrladr[w.from], n);
    }
    if (nact > 0 && nact == old->actuator_actnum[w.from]) {
      copy(to->act, m->actuator_actadr[w.to], from->act, old->actuator_actadr[w.from], nact);
    }
    history h = history_of_actuator(m, to, w.to), h0 = history_of_actuator(old, from, w.from);
    carry_history(&h, &h0);
  }
}

static void carry_sensors(const carry* c, const mjModel* m, mjData* to, const mjModel* old,
                          const mjData* from) {
  FOR_CARRIED(c, mjOBJ_SENSOR, w) {
    int n = m->sensor_dim[w.to];
    if (n != old->sensor_dim[w.from]) continue;
    copy(to->sensordata, m->sensor_adr[w.to], from->sensordata, old->sensor_adr[w.from], n);
    history h = history_of_sensor(m, to, w.to), h0 = history_of_sensor(old, from, w.from);
    carry_history(&h, &h0);
  }
}

static void carry_others(const carry* c, const mjModel* m, mjData* to, const mjModel* old,
                         const mjData* from) {
  FOR_CARRIED(c, mjOBJ_EQUALITY, w) to->eq_active[w.to] = from->eq_active[w.from];
  FOR_CARRIED(c, mjOBJ_PLUGIN, w) {
    int n = m->plugin_statenum[w.to];
    if (!n || n != old->plugin_statenum[w.from]) continue;
    copy(to->plugin_state, m->plugin_stateadr[w.to], from->plugin_state,
         old->plugin_stateadr[w.from], n);
  }
  copy(to->userdata, 0, from->userdata, 0, mjMIN(m->nuserdata, old->nuserdata));
  to->time = from->time;
  memcpy(to->warning, from->warning, sizeof to->warning);
  memcpy(to->timer, from->timer, sizeof to->timer);
}

// --- sleeping trees -----------------------------------------------------------------------------

// The tree whose first body is `body`; -1: none.
static int tree_begun_by(const mjModel* m, int body) {
  int tree = m->body_treeid[body];
  return tree >= 0 && m->tree_bodyadr[tree] == body ? tree : -1;
}

// now[t] becomes the new index of tree t of the old model; -1 if it is gone or has changed.
static void find_trees(const carry* c, const mjModel* m, const mjModel* old, int* now) {
  for (int t = 0; t < old->ntree; t++) now[t] = -1;
  FOR_CARRIED(c, mjOBJ_BODY, w) {
    int tree = tree_begun_by(m, w.to), before = tree_begun_by(old, w.from);
    if (tree < 0 || before < 0) continue;
    bool same = m->tree_bodynum[tree] == old->tree_bodynum[before] &&
                m->tree_dofnum[tree] == old->tree_dofnum[before];
    if (same) now[before] = tree;
  }
}

// Whether all trees in the sleep cycle of a tree still exist.
static bool cycle_is_whole(const mjModel* old, const mjData* from, const int* now, int tree) {
  int t = tree, steps = 0;
  do {
    if (t < 0 || t >= old->ntree || now[t] < 0) return false;
    t = from->tree_asleep[t];
  } while (t != tree && ++steps <= old->ntree);
  return t == tree;
}

// Keep sleeping trees asleep, and compute for them the quantities that a step does not update.
static void carry_sleep(const carry* c, const mjModel* m, mjData* to, const mjModel* old,
                        const mjData* from) {
  int* now = arena_alloc(c->memory, sizeof(int) * ((size_t)old->ntree + 1));
  int* asleep = arena_alloc(c->memory, sizeof(int) * ((size_t)m->ntree + 1));
  if (!now || !asleep) return;  // all trees stay awake
  find_trees(c, m, old, now);
  memcpy(asleep, to->tree_asleep, sizeof(int) * (size_t)m->ntree);
  for (int t = 0; t < old->ntree; t++) {
    if (now[t] < 0) continue;
    int before = from->tree_asleep[t];
    if (before < 0) {
      asleep[now[t]] = before;
    } else if (cycle_is_whole(old, from, now, t)) {
      asleep[now[t]] = now[before];
    }
  }
  bool any = false;
  for (int t = 0; t < m->ntree; t++) any |= asleep[t] >= 0;
  if (any) {
    sleep_reset(m, to);
    mj_forward(m, to);
  }
  memcpy(to->tree_asleep, asleep, sizeof(int) * (size_t)m->ntree);
  sleep_update(m, to);
}

void carry_over(const carry* c, const mjModel* m, mjData* to, const mjModel* old,
                const mjData* from) {
  carry_joints(c, m, to, old, from);
  carry_bodies(c, m, to, old, from);
  carry_actuators(c, m, to, old, from);
  carry_sensors(c, m, to, old, from);
  carry_others(c, m, to, old, from);
  if (m->ntree && old->ntree) carry_sleep(c, m, to, old, from);
}
