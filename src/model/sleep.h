// Which trees are awake, and iteration over awake elements.
//
// While every tree is awake, or sleeping is disabled, the iteration has one span that covers
// everything: stages then compute the same bits as in models without sleeping.
#pragma once

#include <stdbool.h>

#include <engine/data_types.h>

// mjData.tree_asleep of an awake tree counts up from RESTLESS to READY while the tree is at rest.
enum { SLEEP_RESTLESS = -(1 + mjMINAWAKE), SLEEP_READY = -1 };

static inline bool sleep_enabled(const mjModel* m) { return m->opt.enableflags & mjENBL_SLEEP; }

// Whether any tree is asleep.
static inline bool some_asleep(const mjModel* m, const mjData* d) {
  return sleep_enabled(m) && d->ntree_awake < m->ntree;
}

// Wake all trees.
void sleep_reset(const mjModel* m, mjData* d);

// Update all arrays that are derived from tree_asleep.
void sleep_update(const mjModel* m, mjData* d);

// Wake a tree and set its counter: an awake tree keeps the smaller of both counters, a sleeping
// tree wakes together with all trees of its sleep cycle.  The derived arrays must be updated
// afterwards.
void sleep_wake(const mjModel* m, mjData* d, int tree, int counter);

// Put n trees to sleep as one cycle; their velocities become 0.  The derived arrays must be updated
// afterwards.
void sleep_together(const mjModel* m, mjData* d, const int* tree, int n);

// After a reset: put those trees to sleep that the model says are initially asleep; warns when one
// cannot, because the user has changed options since compilation.  Defined in step/.
void sleep_begin(const mjModel* m, mjData* d);

// The first body of a tree that should have fallen asleep but did not, and why; -1 for none.
int sleep_missing(const mjModel* m, const mjData* d, char* why, size_t nwhy);

// Iterates over the spans of awake elements, ascending:
//   FOR_AWAKE(w, m, d) ... w.at.body to w.at.bodyend ...
typedef struct {
  int left;
  const engSpan* next;
  engSpan at;
} awake_walk;

static inline awake_walk awake_first(const mjModel* m, const mjData* d) {
  if (!some_asleep(m, d)) {
    return (awake_walk){1, NULL, {1, m->nbody, 0, m->njnt, 0, m->nv, 0, m->ngeom, 0, m->nsite}};
  }
  const engSpan* span = (const engSpan*)d->awake_span;
  return (awake_walk){d->nspan_awake, span + 1, d->nspan_awake ? *span : (engSpan){0}};
}
static inline void awake_next(awake_walk* w) {
  if (--w->left) w->at = *w->next++;
}
#define FOR_AWAKE(w, m, d) for (awake_walk w = awake_first(m, d); w.left; awake_next(&w))

// For an object that may depend on several trees: whether at least one of them is asleep and none
// is awake.  Static bodies (mjSleepState) count as neither.
static inline bool body_sleeps(const mjData* d, int body) {
  return d->body_awake[body] == mjS_ASLEEP;
}
static inline bool bodies_sleep(const mjData* d, int body1, int body2) {
  int a = d->body_awake[body1], b = d->body_awake[body2];
  return a != mjS_AWAKE && b != mjS_AWAKE && (a == mjS_ASLEEP || b == mjS_ASLEEP);
}

// Of a tendon: all trees along its path, two at most.
bool tendon_sleeps(const mjModel* m, const mjData* d, int tendon);

// Of an actuator: the trees it acts on.
bool actuator_sleeps(const mjModel* m, const mjData* d, int actuator);

// Whether all actuators sleep and their lengths, moments and forces have been set to 0 already.
static inline bool actuators_rest(const mjModel* m, const mjData* d) {
  return some_asleep(m, d) && !d->nactuator_awake && !d->flg_awake && !m->nplugin;
}

// Of a flex: the trees of all its bodies.
bool flex_sleeps(const mjModel* m, const mjData* d, int flex);
