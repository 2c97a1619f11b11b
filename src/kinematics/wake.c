#include "kinematics/wake.h"

#include <string.h>

#include "kinematics/anchor.h"
#include "kinematics/contact_side.h"
#include "model/equality_type.h"
#include "model/trees.h"

static bool finish(const mjModel* m, mjData* d, bool woke) {
  if (woke) sleep_update(m, d);
  return woke;
}

// ------------------------------------------------------------------------- user input

// Whether all bytes are 0; -0.0 and denormal numbers count as nonzero.
static bool is_blank(const mjtNum* x, int n) {
  uint64_t any = 0;
  for (int i = 0; i < n; i++) {
    uint64_t bits;
    memcpy(&bits, x + i, sizeof bits);
    any |= bits;
  }
  return !any;
}

bool may_sleep(const mjModel* m, int tree) {
  int policy = m->tree_sleep_policy[tree];
  return policy == mjSLEEP_AUTO_ALLOWED || policy == mjSLEEP_ALLOWED || policy == mjSLEEP_INIT;
}

bool tree_is_pushed(const mjModel* m, const mjData* d, int tree) {
  return !is_blank(d->xfrc_applied + 6 * m->tree_bodyadr[tree], 6 * m->tree_bodynum[tree]) ||
         !is_blank(d->qfrc_applied + m->tree_dofadr[tree], m->tree_dofnum[tree]);
}

bool tree_is_still(const mjModel* m, const mjData* d, int tree) {
  return is_blank(d->qvel + m->tree_dofadr[tree], m->tree_dofnum[tree]);
}

bool wake_by_user(const mjModel* m, mjData* d) {
  bool woke = false;
  for (int t = 0; t < m->ntree; t++) {
    if (d->tree_asleep[t] < 0) continue;
    if (!d->tree_awake[t] && may_sleep(m, t) && !tree_is_pushed(m, d, t) &&
        tree_is_still(m, d, t)) {
      continue;
    }
    sleep_wake(m, d, t, SLEEP_RESTLESS);
    woke = true;
  }
  return finish(m, d, woke);
}

// ------------------------------------------------------------------------------- tendons

static bool has_friction_loss(const mjModel* m, int tendon) {
  return m->tendon_frictionloss[tendon] > 0 && !mjDISABLED(mjDSBL_FRICTIONLOSS);
}

static bool is_at_limit(const mjModel* m, const mjData* d, int tendon) {
  const mjtNum *range = m->tendon_range + 2 * tendon, length = d->ten_length[tendon];
  if (!m->tendon_limited[tendon] || mjDISABLED(mjDSBL_LIMIT)) return false;
  mjtNum margin = m->tendon_margin[tendon];
  return length - range[0] < margin || range[1] - length < margin;
}

bool wake_by_tendons(const mjModel* m, mjData* d) {
  bool woke = false;
  for (int i = 0; i < m->ntendon; i++) {
    if (m->tendon_treenum[i] != 2) continue;
    int a = m->tendon_treeid[2 * i], b = m->tendon_treeid[2 * i + 1];
    if (d->tree_awake[a] == d->tree_awake[b]) continue;
    if (!is_at_limit(m, d, i) && !has_friction_loss(m, i)) continue;
    int up = d->tree_awake[a] ? a : b;
    sleep_wake(m, d, up == a ? b : a, d->tree_asleep[up]);
    woke = true;
  }
  return finish(m, d, woke);
}

// ------------------------------------------------------------------------------ contacts

// Several trees that interact, and whether any of them, or a mocap body, is awake.
typedef struct {
  int counter;  // smallest sleep counter of the awake trees
  bool awake;
  int asleep;  // one of the sleeping trees; -1: none
  bool apart;  // the sleeping trees do not all belong to one sleep cycle
} company;

static const company nobody = {.asleep = -1};

static bool sleep_as_one(const mjModel* m, const mjData* d, int a, int b) {
  int t = a;
  for (int i = 0; i < m->ntree && t != b; i++) {
    t = d->tree_asleep[t];
    if (t == a || t < 0 || t >= m->ntree) return false;
  }
  return true;
}

static void join(const mjModel* m, const mjData* d, company* c, int tree) {
  if (tree < 0) return;
  int state = d->tree_asleep[tree];
  if (state < 0) {
    c->counter = c->awake ? mjMIN(c->counter, state) : state;
    c->awake = true;
  } else {
    if (c->asleep >= 0 && !c->apart) c->apart = !sleep_as_one(m, d, c->asleep, tree);
    c->asleep = tree;
  }
}

static void join_body(const mjModel* m, const mjData* d, company* c, int body) {
  int tree = m->body_treeid[body];
  join(m, d, c, tree);
  if (tree >= 0 || d->body_awake[body] != mjS_AWAKE) return;
  c->awake = true;
  c->counter = SLEEP_RESTLESS;
}

// The trees on both sides of a contact.
static company of_contact(const mjModel* m, const mjData* d, const mjContact* con) {
  company c = nobody;
  for (int k = 0; k < 2; k++) {
    int body = contact_side_body(m, con, k);
    if (body >= 0) {
      join_body(m, d, &c, body);
      continue;
    }
    contact_side side;
    contact_side_bodies(m, d, con, k, &side);
    for (int i = 0; i < side.n; i++) join_body(m, d, &c, side.body[i]);
  }
  return c;
}

bool wake_by_contacts(const mjModel* m, mjData* d) {
  bool woke = false;
  for (int i = 0; i < d->ncon; i++) {
    company c = of_contact(m, d, d->contact + i);
    for (; c.awake && c.asleep >= 0; c = of_contact(m, d, d->contact + i)) {
      sleep_wake(m, d, c.asleep, c.counter);
      woke = true;
    }
  }
  return finish(m, d, woke);
}

// ---------------------------------------------------------------------------- equalities

static void join_tendon(const mjModel* m, const mjData* d, company* c, int tendon) {
  if (tendon < 0) return;
  int first = m->tendon_adr[tendon];
  for (int e = first; e < first + m->tendon_num[tendon]; e++) join(m, d, c, tree_on_path(m, e));
}

static company of_equality(const mjModel* m, const mjData* d, int eq) {
  company c = nobody;
  int id[2] = {m->eq_obj1id[eq], m->eq_obj2id[eq]};
  mjtObj object = equality_object(m->eq_type[eq], m->eq_objtype[eq]);
  switch (object) {
    case mjOBJ_BODY:
    case mjOBJ_SITE:
      for (int k = 0; k < 2; k++) join_body(m, d, &c, equality_body(m, eq, k));
      break;
    case mjOBJ_JOINT:
      for (int k = 0; k < 2 && id[k] >= 0; k++) join(m, d, &c, tree_of_joint(m, id[k]));
      break;
    case mjOBJ_TENDON:
      for (int k = 0; k < 2; k++) join_tendon(m, d, &c, id[k]);
      break;
    case mjOBJ_FLEX:
      for (int i = 0; i < flex_point_count(m, id[0]); i++) {
        join_body(m, d, &c, flex_point_body(m, id[0], i));
      }
      break;
    default: break;
  }
  // a tree tied to a flex keeps the flex's counter, all others restart
  if (object != mjOBJ_FLEX) c.counter = SLEEP_RESTLESS;
  return c;
}

bool equality_sleeps(const mjModel* m, const mjData* d, int eq) {
  if (!some_asleep(m, d)) return false;
  company c = of_equality(m, d, eq);
  return c.asleep >= 0 && !c.awake;
}

bool wake_by_equalities(const mjModel* m, mjData* d) {
  if (mjDISABLED(mjDSBL_EQUALITY)) return false;
  bool woke = false;
  for (int i = 0; i < m->neq; i++) {
    if (!d->eq_active[i]) continue;
    company c = of_equality(m, d, i);
    bool apart = c.apart && equality_object(m->eq_type[i], m->eq_objtype[i]) != mjOBJ_FLEX;
    for (; c.asleep >= 0 && (c.awake || apart); c = of_equality(m, d, i)) {
      sleep_wake(m, d, c.asleep, c.counter);
      woke = true;
    }
  }
  return finish(m, d, woke);
}
