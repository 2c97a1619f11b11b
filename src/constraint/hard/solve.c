#include "constraint/hard/solve.h"

#include <engine/hard.h>

#include "constraint/hard/assemble.h"
#include "constraint/hard/barrier.h"
#include "constraint/hard/cone.h"
#include "constraint/hard/method.h"
#include "constraint/hard/note.h"
#include "constraint/hard/start.h"
#include "constraint/hard/step.h"
#include "constraint/operator/dual.h"

// Default regularisation (general and for barriers), and the tightest tolerance accepted.
static const mjtNum usual_rmin = 1e-6, usual_barrier_rmin = 1e-3, least_tolerance = 1e-12;

static hard_options options_of(const problem* p) {
  const engHard* h = p->hard.options;
  hard_options o = hard_default_options();
  o.iterations = p->opt->iterations;
  o.tolerance = mjMAX(least_tolerance, p->opt->tolerance);
  o.inner = mjMAX(1, p->opt->ls_iterations);
  o.omega = h->relaxation;
  o.decay = h->decay;
  o.omega_min = h->minrelaxation;
  o.rho = h->rho;
  o.rho_rule = (hard_rho)h->rhorule;
  o.eta = h->proximal;
  o.kappa = h->kappa;
  return o;
}

static hard_request request_of(const problem* p, const hard_method* method) {
  int barrier = method->number == engSOL_BARRIER;
  mjtNum rmin = p->hard.options->rmin;
  if (rmin < 0) rmin = barrier ? usual_barrier_rmin : usual_rmin;
  return (hard_request){method->need, barrier, rmin};
}

// --- results ------------------------------------------------------------------------------------

static void write_answer(const problem* p, const hard_assembly* a, const mjtNum* f) {
  for (const hard_block* b = a->p.block; b < a->p.block + a->p.nblock; b++) {
    int state = hard_state(b, f + b->row);
    for (int i = b->row; i < b->row + b->dim; i++) {
      p->force[i] = a->scale[i] * f[i] / p->opt->timestep;
      p->state[i] = state;
    }
  }
}

// Write the iteration count; details of iterations are in their records already.
static void write_statistics(const problem* p, const hard_assembly* a, const hard_result* r) {
  if (!p->niter) return;
  *p->niter += r->iterations;
  *p->nnz = a->p.D      ? a->p.n * a->p.n
            : a->p.Z.nr ? a->p.Z.adr[a->p.n - 1] + a->p.Z.nnz[a->p.n - 1]
                        : 0;
  int last = mjMIN(r->iterations, mjNSOLVER) - 1;
  if (last < 0) return;
  mjSolverStat* s = p->stat + last;
  if (p->opt->solver != engSOL_BARRIER) s->improvement = r->natural_map;
  s->neval = r->evaluations;
  s->nupdate = r->factorisations;
  s->nactive = cost_active(p->state, p->rows.n);
}

void hard_solve(mjData* d, const problem* p) {
  mj_markStack(d);
  const hard_method* method = hard_method_of(p->opt->solver);
  hard_request request = request_of(p, method);
  hard_assembly a = hard_assemble(d, p, &request);
  hard_options o = options_of(p);
  hard_result r = {.stat = p->stat, .nstat = p->stat ? mjNSOLVER : 0};
  r.state = mj_stackAllocByte(d, a.p.nblock ? (size_t)a.p.nblock : 1, 1);
  mjtNum* f = mj_stackAllocNum(d, a.p.n);
  vec_zero(f, a.p.n);
  if (p->hard.guess) {
    mjtNum* guess = mj_stackAllocNum(d, a.p.n);
    vec_mul(guess, p->hard.guess, a.scale, a.p.n);
    hard_start(d, &a.p, guess, f);
  }
  hard_remember(&r, &a.p, f);
  method->solve(d, &a.p, &o, f, &r);
  if (!isfinite(vec_sum(f, a.p.n))) vec_zero(f, a.p.n);
  write_answer(p, &a, f);
  dual_finish(p);
  write_statistics(p, &a, &r);
  mj_freeStack(d);
}

hard_assembly hard_assembly_solved(const mjModel* m, mjData* d, mjtNum* f, mjtNum* v) {
  problem_start start = {.hard = hard_step_make(m, d)};
  problem p = problem_whole(m, d, &start);
  hard_request request = request_of(&p, hard_method_of(m->opt.solver));
  request.need = HARD_NEEDS_ROWS;
  hard_assembly a = hard_assemble(d, &p, &request);
  for (int i = 0; i < a.p.n; i++) {
    f[i] = a.scale[i] > 0 ? m->opt.timestep * d->efc_force[i] / a.scale[i] : 0;
  }
  hard_velocity(&a.p, v, f);
  return a;
}

int hard_inverse(const mjModel* m, mjData* d) {
  mj_markStack(d);
  problem_start start = {.hard = hard_step_at(m, d, d->qacc)};
  problem p = problem_whole(m, d, &start);
  hard_request request = request_of(&p, hard_method_of(engSOL_BARRIER));
  request.need = HARD_NEEDS_ROWS;
  hard_assembly a = hard_assemble(d, &p, &request);
  mjtNum* f = mj_stackAllocNum(d, a.p.n);
  int outside = hard_barrier_inverse(d, &a.p, p.hard.options->kappa, a.p.b, f);
  write_answer(&p, &a, f);
  mj_mulJacTVec(m, d, d->qfrc_constraint, d->efc_force);
  mj_freeStack(d);
  return outside;
}
