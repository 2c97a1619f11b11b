// Which trees are awake, and walking over what is.
//
// While every tree is awake, or sleeping is disabled, the walk has one span of all there is: stages
// then do what they do in models without sleep, to the bit.
#pragma once

#include <stdbool.h>

#include <engine/data_types.h>

// What mjData.tree_asleep counts up from, to -1, in quiet steps.
enum { SLEEP_RESTLESS = -(1 + mjMINAWAKE), SLEEP_READY = -1 };

static inline bool sleep_enabled(const mjModel* m) { return m->opt.enableflags & mjENBL_SLEEP; }

// Is there a tree that stages are to leave alone?
static inline bool some_asleep(const mjModel* m, const mjData* d) {
  return sleep_enabled(m) && d->ntree_awake < m->ntree;
}

// Everything awake.
void sleep_reset(const mjModel* m, mjData* d);

// Bring what follows from tree_asleep up to date.
void sleep_update(const mjModel* m, mjData* d);

// Wake a tree with a counter: one that is awake takes the smaller of both, one that sleeps brings
// all that sleep with it.  The rest of d is yet to be updated.
void sleep_wake(const mjModel* m, mjData* d, int tree, int counter);

// Put n trees to sleep together; their dofs stand still.  The rest is yet to be updated.
void sleep_together(const mjModel* m, mjData* d, const int* tree, int n);

// After a reset: let the trees sleep that are to from the beginning; a warning when one cannot, for
// options that the user has changed since.  In the room step.
void sleep_begin(const mjModel* m, mjData* d);

// Then: the first body of a tree that was to sleep and does not, and why; -1 for none.
int sleep_missing(const mjModel* m, const mjData* d, char* why, size_t nwhy);

// A walk over the spans that are awake, ascending:
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

// Whether something of these trees is asleep and nothing awake.  Bodies: mjSleepState, of which
// static ones count for neither.
static inline bool body_sleeps(const mjData* d, int body) {
  return d->body_awake[body] == mjS_ASLEEP;
}
static inline bool bodies_sleep(const mjData* d, int body1, int body2) {
  int a = d->body_awake[body1], b = d->body_awake[body2];
  return a != mjS_AWAKE && b != mjS_AWAKE && (a == mjS_ASLEEP || b == mjS_ASLEEP);
}

// Of a tendon: all trees along it, two at most.
bool tendon_sleeps(const mjModel* m, const mjData* d, int tendon);

// Of what an actuator acts on.
bool actuator_sleeps(const mjModel* m, const mjData* d, int actuator);

// Whether every actuator sleeps, and their lengths, moments and forces say so already.
static inline bool actuators_rest(const mjModel* m, const mjData* d) {
  return some_asleep(m, d) && !d->nactuator_awake && !d->flg_awake && !m->nplugin;
}

// Of a flex: all bodies it hangs on.
bool flex_sleeps(const mjModel* m, const mjData* d, int flex);
