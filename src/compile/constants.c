#include <engine/kinematics.h>
#include <engine/model.h>
#include <engine/spec.h>
#include <engine/step.h>

#include <math.h>

#include "compile/compile.h"
#include "compile/mass.h"
#include "compile/memory.h"
#include "model/data.h"
#include "model/sleep.h"
#include "model/validate.h"

// Length ranges of all actuators, simulated with only joints and limits.
static void compute_length_ranges(build* b) {
  mjModel* m = b->m;
  const mjLROpt* opt = &b->s->pub.compiler.LRopt;
  mjOption saved = m->opt;
  m->opt.disableflags = mjDSBL_FRICTIONLOSS | mjDSBL_CONTACT | mjDSBL_SPRING | mjDSBL_DAMPER |
                        mjDSBL_GRAVITY | mjDSBL_ACTUATION;
  if (opt->timestep > 0) m->opt.timestep = opt->timestep;
  char error[200];
  for (int i = 0; i < m->nactuator; i++) {
    if (m->actuator_outnum[i] != 1) continue;
    if (mj_setLengthRange(m, b->d, i, opt, error, sizeof error)) continue;
    build_error(b, list_at(b, mjOBJ_ACTUATOR, i), "%s", error);
    break;
  }
  m->opt = saved;
}

static void override(mjtNum* computed, double given) {
  if (!isnan(given)) *computed = given;
}

// User-defined statistics override the computed ones.
static void override_statistics(build* b) {
  const mjStatistic* given = &b->s->pub.stat;
  mjStatistic* stat = &b->m->stat;
  override(&stat->meaninertia, given->meaninertia);
  override(&stat->meanmass, given->meanmass);
  override(&stat->meansize, given->meansize);
  override(&stat->extent, given->extent);
  if (!isnan(given->center[0])) {
    for (int k = 0; k < 3; k++) stat->center[k] = given->center[k];
  }
}

void constants_compute(build* b) {
  mjModel* m = b->m;
  m->narena = memory_arena(m, &b->s->pub);
  int flags = m->opt.disableflags, enabled = m->opt.enableflags, nplugin = m->nplugin;
  m->opt.disableflags |= mjDSBL_CONTACT;
  m->opt.enableflags &= ~mjENBL_SLEEP;
  m->nplugin = 0;  // plugins must not see an unfinished model
  data_map(m, &b->d);
  m->nplugin = nplugin;
  mj_setConst(m, b->d);
  mass_spring_dampers(b);
  compute_length_ranges(b);
  override_statistics(b);
  m->opt.disableflags = flags;
  m->opt.enableflags = enabled;
}

static bool sleeps_at_first(const mjModel* m) {
  for (int t = 0; m->opt.enableflags & mjENBL_SLEEP && t < m->ntree; t++) {
    if (m->tree_sleep_policy[t] == mjSLEEP_INIT) return true;
  }
  return false;
}

static void check_sleep(build* b) {
  char why[400];
  int body = sleep_missing(b->m, b->d, why, sizeof why);
  const element* e = NULL;
  FOR_BODIES(candidate, b->s->world) {
    if (candidate->e.id == body) e = &candidate->e;
  }
  if (body >= 0) build_error(b, e, "%s", why);
}

void constants_try(build* b) {
  mjModel* m = b->m;
  model_problem problem;
  if (model_reference_problem(m, false, &problem)) {
    build_error(b, NULL, "the model does not hang together: %s", problem.text);
    return;
  }
  int flags = m->opt.disableflags, boxes = m->vis.global.bvactive;
  // initially sleeping trees are determined by contacts, when the data are made
  bool sleeps = sleeps_at_first(m);
  if (!sleeps) m->opt.disableflags |= mjDSBL_CONTACT;
  m->vis.global.bvactive = 0;  // not needed here; saves memory
  bool made = data_remap(m, &b->d);
  if (made && sleeps) {
    check_sleep(b);
  } else if (made) {
    mj_step(m, b->d);
  } else {
    build_error(b, NULL, "no data can be made for the model");
  }
  data_unmap(b->d);
  b->d = NULL;
  m->opt.disableflags = flags;
  m->vis.global.bvactive = boxes;
}
