#include "step/sleep.h"

#include <math.h>
#include <stdio.h>

#include <engine/base.h>
#include <engine/extension.h>
#include <engine/model.h>
#include <engine/step.h>

#include "kinematics/wake.h"
#include "math/dense.h"
#include "model/data.h"
#include "model/stack.h"
#include "model/trees.h"

// Whether all velocities of a tree are below the tolerance; rotations are multiplied by the body's
// length.
static bool is_slow(const mjModel* m, const mjData* d, int tree) {
  mjtNum limit = m->ext.sleep_tolerance;
  if (limit == 0) return tree_is_still(m, d, tree);
  for (int i = m->tree_dofadr[tree]; i < m->tree_dofadr[tree] + m->tree_dofnum[tree]; i++) {
    if (!(m->dof_length[i] * fabs(d->qvel[i]) < limit)) return false;
  }
  return true;
}

static bool is_quiet(const mjModel* m, const mjData* d, int tree) {
  return may_sleep(m, tree) && !tree_is_pushed(m, d, tree) && is_slow(m, d, tree);
}

static void count_quiet_steps(const mjModel* m, mjData* d) {
  for (int t = 0; t < m->ntree; t++) {
    int* counter = d->tree_asleep + t;
    if (*counter >= 0) continue;
    if (!is_quiet(m, d, t)) {
      *counter = SLEEP_RESTLESS;
    } else if (*counter < SLEEP_READY) {
      ++*counter;
    }
  }
}

static bool any_ready(const mjModel* m, const mjData* d) {
  for (int t = 0; t < m->ntree; t++) {
    if (d->tree_asleep[t] == SLEEP_READY) return true;
  }
  return false;
}

// Elastic forces of a flex couple its trees without constraint rows: none sleeps before all can.
static bool flex_holds(const mjModel* m, const mjData* d, int tree) {
  for (int f = 0; f < m->nflex; f++) {
    bool part = false, all = true;
    for (int i = 0; i < flex_point_count(m, f); i++) {
      int t = m->body_treeid[flex_point_body(m, f, i)];
      part |= t == tree;
      all &= t < 0 || d->tree_asleep[t] >= SLEEP_READY;
    }
    if (part && !all) return true;
  }
  return false;
}

static bool all_ready(const mjModel* m, const mjData* d, const int* tree, int n) {
  for (int k = 0; k < n; k++) {
    if (d->tree_asleep[tree[k]] != SLEEP_READY || flex_holds(m, d, tree[k])) return false;
  }
  return true;
}

// Put islands, and trees without an island, to sleep if they are ready; returns whether any were.
static bool put_to_sleep(const mjModel* m, mjData* d) {
  bool any = false;
  for (int k = 0; k < d->nisland; k++) {
    const int* tree = d->map_itree2tree + d->island_itreeadr[k];
    if (!all_ready(m, d, tree, d->island_ntree[k])) continue;
    sleep_together(m, d, tree, d->island_ntree[k]);
    any = true;
  }
  for (int t = 0; t < m->ntree; t++) {
    if (d->nisland && d->tree_island[t] >= 0) continue;
    if (!all_ready(m, d, &t, 1)) continue;
    sleep_together(m, d, &t, 1);
    any = true;
  }
  return any;
}

const mjtNum* fall_asleep(const mjModel* m, mjData* d, const mjtNum* acc) {
  if (!d->ntree_awake || (d->nefc && !d->nisland)) return acc;
  count_quiet_steps(m, d);
  // the positions computed last are those of a Runge-Kutta stage, not those at the start of the
  // step
  if (m->opt.integrator == mjINT_RK4 && any_ready(m, d)) mj_fwdPosition(m, d);
  if (!put_to_sleep(m, d)) return acc;
  if (acc == d->qacc) {
    mjtNum* kept = mj_stackAllocNum(d, m->nv);
    vec_copy(kept, acc, m->nv);
    acc = kept;
  }
  mj_forwardSkip(m, d, mjSTAGE_POS, 0);
  sleep_update(m, d);
  return acc;
}

int sleep_missing(const mjModel* m, const mjData* d, char* why, size_t nwhy) {
  int first = -1, marked = 0, slept = 0;
  for (int t = 0; t < m->ntree; t++) {
    if (m->tree_sleep_policy[t] != mjSLEEP_INIT) continue;
    marked++;
    slept += d->tree_asleep[t] >= 0;
    if (first < 0 && d->tree_asleep[t] < 0) first = t;
  }
  if (first < 0) return -1;
  int body = m->tree_bodyadr[first];
  const char* name = mj_id2name(m, mjOBJ_BODY, body);
  snprintf(why, nwhy,
           "%d trees are to sleep from the beginning, but %d can: that of body %d (%s) is in touch "
           "with one that does not sleep",
           marked, slept, body, name ? name : "without a name");
  return body;
}

void sleep_begin(const mjModel* m, mjData* d) {
  bool any = false;
  for (int t = 0; t < m->ntree; t++) any |= m->tree_sleep_policy[t] == mjSLEEP_INIT;
  if (!any) {
    // poses of static bodies are computed once, together with all others
    mj_fwdKinematics(m, d);
    return;
  }
  mj_forward(m, d);
  for (int t = 0; t < m->ntree; t++) {
    d->tree_asleep[t] = m->tree_sleep_policy[t] == mjSLEEP_INIT ? SLEEP_READY : SLEEP_RESTLESS;
  }
  count_quiet_steps(m, d);
  put_to_sleep(m, d);
  data_release_efc(d);
  for (int i = 0; i < d->ncon; i++) d->contact[i].efc_address = -1;
  vec_zero(d->qfrc_smooth, m->nv);
  vec_zero(d->qacc_smooth, m->nv);
  sleep_update(m, d);
  char why[400];
  if (sleep_missing(m, d, why, sizeof why) >= 0) mju_warning("%s", why);
}
