// eng_hardReport: assembles the solved problem again and reports the residuals of the stored
// forces.

#include <engine/hard.h>
#include <math.h>

#include "base/need.h"
#include "constraint/hard/assemble.h"
#include "constraint/hard/cone.h"
#include "constraint/hard/method.h"
#include "constraint/hard/step.h"
#include "model/flags.h"
#include "model/stack.h"

// The soft constraint model as a convex problem with its own regularisation:
//   v = (D + R) f + h (J qacc_smooth - aref),  D with M.
static hard_step soft_step(const mjModel* m, mjData* d, const engHard* soft) {
  mjtNum* b = mj_stackAllocNum(d, d->nefc);
  mj_mulJacVec(m, d, b, d->qacc_smooth);
  for (int i = 0; i < d->nefc; i++) b[i] = m->opt.timestep * (b[i] - d->efc_aref[i]);
  return (hard_step){
      .options = soft, .b = b, .id = d->efc_id, .LD = d->qLD, .diaginv = d->qLDiagInv};
}

// Impulse and velocity of one block in physical units.
typedef struct {
  mjtNum f[HARD_MOST], v[HARD_MOST];
} plain;

static plain plain_block(const hard_assembly* a, const hard_block* b, const mjtNum* f,
                         const mjtNum* v) {
  plain at = {.f = {0}};
  for (int i = 0; i < b->dim; i++) {
    mjtNum scale = a->scale[b->row + i];
    at.f[i] = scale * f[b->row + i];
    at.v[i] = scale > 0 ? v[b->row + i] / scale : 0;
  }
  return at;
}

static mjtNum farthest(const mjtNum* a, const mjtNum* b, int n) {
  mjtNum most = 0;
  for (int i = 0; i < n; i++) most = mjMAX(most, fabs(a[i] - b[i]));
  return most;
}

// A box at its bound opposes the velocity; inside, the velocity is 0.
static void judge_box(const hard_block* b, const mjtNum* f, const mjtNum* v,
                      engHardReport* report) {
  mjtNum against = f[0] >= b->size ? mjMAX(0, v[0]) : f[0] <= -b->size ? mjMIN(0, v[0]) : v[0];
  report->dual = mjMAX(report->dual, fabs(against));
}

// The factors that make the cone circular are kept, since they are dimensionless.
static void add_block_residuals(const hard_assembly* a, const hard_block* b, plain at,
                                engHardReport* report) {
  int row = b->row, scaled = a->scale[row] > 0;
  hard_block own = *b;
  plain in = at;
  if (b->kind == HARD_BOX && scaled) own.size *= a->scale[row];
  hard_project_block(&own, in.f);
  report->primal = mjMAX(report->primal, farthest(in.f, at.f, b->dim));
  if (b->kind == HARD_BOX) {
    judge_box(&own, at.f, at.v, report);
    return;
  }
  if (report->ncp) at.v[0] += hard_correction(b, at.v);
  in = at;
  hard_project_dual_block(b, in.v);
  report->dual = mjMAX(report->dual, farthest(in.v, at.v, b->dim));
  mjtNum power = fabs(vec_dot(at.f, at.v, b->dim));
  if (b->kind != HARD_BILATERAL) report->complementarity = mjMAX(report->complementarity, power);
}

// Violation after the step: pos + h v, where v excludes the correction velocity.
static mjtNum violation(const mjModel* m, const mjData* d, const problem* p, const hard_assembly* a,
                        const mjtNum* v) {
  mjtNum worst = 0;
  for (const hard_block* b = a->p.block; b < a->p.block + a->p.nblock; b++) {
    int n = b->kind == HARD_BILATERAL ? b->dim : b->kind == HARD_BOX ? 0 : 1;
    for (int i = b->row; i < b->row + n; i++) {
      if (!(a->scale[i] > 0)) continue;
      mjtNum after =
          d->efc_pos[i] + m->opt.timestep * (v[i] / a->scale[i] - p->hard.corrections[i]);
      worst = mjMAX(worst, b->kind == HARD_BILATERAL ? fabs(after) : -after);
    }
  }
  return worst;
}

typedef struct {
  const mjModel* m;
  mjData* d;
  engHardReport* report;
} report_order;

static void report_rows(void* order) {
  const mjModel* m = ((report_order*)order)->m;
  mjData* d = ((report_order*)order)->d;
  engHardReport* report = ((report_order*)order)->report;
  mj_markStack(d);
  const hard_method* method = hard_method_of(m->opt.solver);
  engHard soft = {.compliance = 1};
  problem_start start = {.hard = method ? hard_step_make(m, d) : soft_step(m, d, &soft)};
  problem p = problem_whole(m, d, &start);
  hard_request request = {.rmin = method ? mjMAX(0, m->ext.hard.rmin) : 0};
  if (method && m->ext.hard.rmin < 0) request.rmin = 1e-6;
  hard_assembly a = hard_assemble(d, &p, &request);
  mjtNum *f = mj_stackAllocNum(d, a.p.n), *v = mj_stackAllocNum(d, a.p.n);
  for (int i = 0; i < a.p.n; i++) {
    f[i] = a.scale[i] > 0 ? m->opt.timestep * d->efc_force[i] / a.scale[i] : 0;
    report->nactive += d->efc_force[i] != 0;
  }
  report->nrow = a.p.n;
  report->ncp = method && method->ncp;
  hard_velocity(&a.p, v, f);
  report->naturalmap = hard_natural_map(&a.p, f, v, report->ncp);
  for (int i = 0; i < a.p.n; i++) report->objective += 0.5 * f[i] * (v[i] + a.p.b[i]);
  for (const hard_block* b = a.p.block; b < a.p.block + a.p.nblock; b++) {
    add_block_residuals(&a, b, plain_block(&a, b, f, v), report);
  }
  if (method) report->configuration = violation(m, d, &p, &a, v);
  mj_freeStack(d);
}

void eng_hardReport(const mjModel* m, mjData* d, engHardReport* report) {
  NEED(m, d);
  NEED(report);
  *report = (engHardReport){0};
  if (!d->nefc) return;
  if (stack_try(d, report_rows, &(report_order){m, d, report})) return;
  *report = (engHardReport){.nrow = d->nefc,
                            .naturalmap = NAN,
                            .primal = NAN,
                            .dual = NAN,
                            .complementarity = NAN,
                            .configuration = NAN,
                            .objective = NAN};
}
