#include "model/sleep.h"
#include "base/log.h"

#include <string.h>

#include "model/trees.h"

// ----------------------------------------------------------------- spans of awake elements

static void find_bodies(const mjModel* m, mjData* d) {
  d->nbody_awake = d->nparent_awake = 0;
  for (int b = 0; b < m->nbody; b++) {
    int tree = m->body_treeid[b];
    bool mocap = m->body_mocapid[m->body_rootid[b]] >= 0;
    int state = tree < 0 ? (mocap ? mjS_AWAKE : mjS_STATIC) : d->tree_awake[tree];
    d->body_awake[b] = state;
    if (state != mjS_ASLEEP) d->body_awake_ind[d->nbody_awake++] = b;
    if (b && d->body_awake[m->body_parentid[b]] != mjS_ASLEEP) {
      d->parent_awake_ind[d->nparent_awake++] = b;
    }
  }
}

static void find_dofs(const mjModel* m, mjData* d) {
  d->nv_awake = 0;
  for (int t = 0; t < m->ntree; t++) {
    if (!d->tree_awake[t]) continue;
    for (int k = 0; k < m->tree_dofnum[t]; k++) {
      d->dof_awake_ind[d->nv_awake++] = m->tree_dofadr[t] + k;
    }
  }
}

// The first site of all bodies from `body` on.
static int first_site(const mjModel* m, int body) {
  int lo = 0, hi = m->nsite;
  while (lo < hi) {
    int mid = lo + (hi - lo) / 2;
    if (m->site_bodyid[mid] < body) {
      lo = mid + 1;
    } else {
      hi = mid;
    }
  }
  return lo;
}

// Extend [*begin, *end) to include n elements at adr; bodies are visited in ascending order.
static void extend(int* begin, int* end, int adr, int n) {
  if (!n) return;
  if (*begin == *end) *begin = adr;
  *end = adr + n;
}

static void find_spans(const mjModel* m, mjData* d) {
  engSpan* span = (engSpan*)d->awake_span;
  int n = 0;
  for (int b = 1; b < m->nbody; b++) {
    if (d->body_awake[b] != mjS_AWAKE) continue;
    engSpan s = {.body = b};
    for (; b < m->nbody && d->body_awake[b] == mjS_AWAKE; b++) {
      extend(&s.jnt, &s.jntend, m->body_jntadr[b], m->body_jntnum[b]);
      extend(&s.dof, &s.dofend, m->body_dofadr[b], m->body_dofnum[b]);
      extend(&s.geom, &s.geomend, m->body_geomadr[b], m->body_geomnum[b]);
    }
    s.bodyend = b;
    s.site = first_site(m, s.body);
    s.siteend = first_site(m, b);
    span[n++] = s;
  }
  d->nspan_awake = n;
}

void sleep_update(const mjModel* m, mjData* d) {
  d->ntree_awake = 0;
  d->flg_awake = 1;
  for (int t = 0; t < m->ntree; t++) {
    d->tree_awake[t] = d->tree_asleep[t] < 0;
    d->ntree_awake += d->tree_awake[t];
  }
  find_bodies(m, d);
  find_dofs(m, d);
  find_spans(m, d);
  d->nactuator_awake = 0;
  for (int i = 0; i < m->nactuator; i++) d->nactuator_awake += !actuator_sleeps(m, d, i);
}

void sleep_reset(const mjModel* m, mjData* d) {
  for (int t = 0; t < m->ntree; t++) d->tree_asleep[t] = SLEEP_RESTLESS;
  sleep_update(m, d);
}

// ----------------------------------------------------------------------------- asleep and awake

void sleep_wake(const mjModel* m, mjData* d, int tree, int counter) {
  int* asleep = d->tree_asleep;
  if (asleep[tree] < 0) {
    asleep[tree] = mjMIN(asleep[tree], counter);
    return;
  }
  // each link is cleared as it is followed: the loop ends even if the user has overwritten the
  // cycle
  int next;
  do {
    next = asleep[tree];
    asleep[tree] = counter;
    if (log_wants(mjTOPIC_SLEEP)) mju_info(mjTOPIC_SLEEP, "tree %d woke at %g s", tree, d->time);
    tree = next;
  } while (next >= 0 && next < m->ntree && asleep[next] >= 0);
}

void sleep_together(const mjModel* m, mjData* d, const int* tree, int n) {
  for (int k = 0; k < n; k++) {
    int t = tree[k];
    d->tree_asleep[t] = tree[k + 1 < n ? k + 1 : 0];
    if (log_wants(mjTOPIC_SLEEP)) mju_info(mjTOPIC_SLEEP, "tree %d slept at %g s", t, d->time);
    for (int i = m->tree_dofadr[t]; i < m->tree_dofadr[t] + m->tree_dofnum[t]; i++) {
      d->qvel[i] = d->qacc[i] = 0;
    }
    int first = tree_qpos(m, t), n = tree_qpos(m, t + 1) - first;
    memcpy(d->qpos_asleep + first, d->qpos + first, sizeof(mjtNum) * (size_t)n);
  }
}

// ------------------------------------------------------- objects that depend on trees

bool tendon_sleeps(const mjModel* m, const mjData* d, int tendon) {
  int n = m->tendon_treenum[tendon];
  const int* tree = m->tendon_treeid + 2 * tendon;
  if (n < 1 || n > 2) return false;
  return !d->tree_awake[tree[0]] && (n < 2 || !d->tree_awake[tree[1]]);
}

static bool sites_sleep(const mjModel* m, const mjData* d, int site1, int site2) {
  return bodies_sleep(d, m->site_bodyid[site1], m->site_bodyid[site2]);
}

bool actuator_sleeps(const mjModel* m, const mjData* d, int actuator) {
  int id = m->actuator_trnid[2 * actuator], ref = m->actuator_trnid[2 * actuator + 1];
  switch (m->actuator_trntype[actuator]) {
    case mjTRN_JOINT:
    case mjTRN_JOINTINPARENT: return body_sleeps(d, m->jnt_bodyid[id]);
    case mjTRN_TENDON: return tendon_sleeps(m, d, id);
    case mjTRN_BODY: return body_sleeps(d, id);
    case mjTRN_SO3: return ref < 0 ? body_sleeps(d, m->jnt_bodyid[id]) : sites_sleep(m, d, id, ref);
    default: return ref < 0 ? body_sleeps(d, m->site_bodyid[id]) : sites_sleep(m, d, id, ref);
  }
}

bool flex_sleeps(const mjModel* m, const mjData* d, int flex) {
  bool any = false;
  for (int i = 0; i < flex_point_count(m, flex); i++) {
    int state = d->body_awake[flex_point_body(m, flex, i)];
    if (state == mjS_AWAKE) return false;
    any |= state == mjS_ASLEEP;
  }
  return any;
}
