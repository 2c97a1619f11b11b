// Projected Gauss-Seidel in random order with Nesterov acceleration: between sweeps the forces move
// on in the direction of their last change, until a sweep reverses it.
#include "constraint/solve/pgs_step.h"

#include <assert.h>

// --- random numbers: 32-bit permuted congruential generator (PCG, O'Neill 2014), period 2^64 -----

typedef uint64_t generator;

static uint32_t draw(generator* g) {
  uint64_t old = *g;
  *g = old * UINT64_C(6364136223846793005) + 1;
  uint32_t mixed = (uint32_t)(((old >> 18) ^ old) >> 27);
  unsigned turn = (unsigned)(old >> 59);
  return mixed >> turn | mixed << (-turn & 31);
}

// --- the visited blocks -------------------------------------------------------------------------

// A single row, or an elliptic contact.
typedef struct {
  int block, row;
} visit;

typedef struct {
  int n;
  visit* at;
} visits;

static visits visits_make(mjData* d, const row_set* rows) {
  visits v = {0, mj_stackAllocByte(d, sizeof(visit) * (size_t)rows->n, sizeof(int))};
  for (int k = 0; k < rows->nblock; k++) {
    const row_block* b = rows->block + k;
    int step = b->set == FORCE_CONE ? b->n : 1;
    for (int i = b->begin; i < b->begin + b->n; i += step) v.at[v.n++] = (visit){k, i};
  }
  return v;
}

static void shuffle(visits* v, generator* g) {
  for (int i = v->n - 1; i > 0; i--) {
    int j = (int)(draw(g) % (uint32_t)(i + 1));
    visit swap = v->at[i];
    v->at[i] = v->at[j];
    v->at[j] = swap;
  }
}

// One sweep; returns the decrease of cost.
static mjtNum sweep(dual* s, const visits* v) {
  const row_set* rows = &s->p->rows;
  mjtNum change = 0;
  for (int k = 0; k < v->n; k++) change += pgs_visit(s, rows->block + v->at[k].block, v->at[k].row);
  return -change;
}

// --- momentum -----------------------------------------------------------------------------------

typedef struct {
  mjtNum* before;  // forces before the last extrapolation
  mjtNum* leapt;   // and after it
  int age;         // sweeps since the momentum was reset
} momentum;

// Extrapolate by the factor for this age; the result is projected onto the sets.
static void extrapolate(dual* s, momentum* mo) {
  const problem* p = s->p;
  int n = p->rows.n;
  mjtNum* f = p->force;
  mjtNum beta = (mjtNum)(mo->age - 1) / (mo->age + 2);
  if (beta > 0) {
    for (int i = 0; i < n; i++) {
      mjtNum now = f[i];
      f[i] += beta * (now - mo->before[i]);
      mo->before[i] = now;
    }
    pgs_make_admissible(p);
    dual_changed(s, 0, mo->before, f, n);
  } else {
    vec_copy(mo->before, f, n);
  }
  vec_copy(mo->leapt, f, n);
}

// Whether the sweep moved against the extrapolation.
static int turned_back(const problem* p, const momentum* mo) {
  mjtNum sum = 0;
  for (int i = 0; i < p->rows.n; i++) {
    sum += (p->force[i] - mo->leapt[i]) * (mo->leapt[i] - mo->before[i]);
  }
  return sum < 0;
}

void pgs_solve_shuffled(mjData* d, const problem* p) {
  const mjOption* opt = p->opt;
  mj_markStack(d);
  dual s = dual_make(d, p);
  visits order = visits_make(d, &p->rows);
  momentum mo = {mj_stackAllocNum(d, p->rows.n), mj_stackAllocNum(d, p->rows.n), 0};
  generator random = 0;
  draw(&random);
  mjSolverStat stat = {0};
  dual_states(p, &stat);
  for (int iter = 0; iter < opt->iterations; iter++) {
    if (iter) extrapolate(&s, &mo);
    shuffle(&order, &random);
    mjtNum decrease = sweep(&s, &order);
    mo.age = iter && turned_back(p, &mo) ? 0 : mo.age + 1;
    stat = (mjSolverStat){.improvement = p->whole_scale * decrease};
    dual_states(p, &stat);
    problem_note(p, stat);
    if (!(stat.improvement >= opt->tolerance)) break;
  }
  assert(dual_valid(d, &s));
  if (p->nnz) *p->nnz = d->nA;
  dual_finish(p);
  mj_freeStack(d);
}
