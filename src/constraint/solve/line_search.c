#include "constraint/solve/line_search.h"

#include <math.h>
#include <stdbool.h>

#include "base/platform/compiler.h"
#include "math/lanes.h"
#include "math/pair.h"

// Cost and its first two derivatives at one alpha.
typedef struct {
  mjtNum alpha, cost, slope, curvature;
} point;

// c[0] + c[1] alpha + c[2] alpha^2
typedef struct {
  mjtNum c[3];
} quadratic;

// An elliptic contact along the line: N = N0 + alpha N1, T^2 = TT0 + 2 alpha TT1 + alpha^2 TT2.
typedef struct {
  mjtNum mu, Dm;
  mjtNum N0, N1;
  mjtNum TT0, TT1, TT2;
  quadratic bottom;  // cost in the bottom zone, where all rows are quadratic
} cone;

typedef struct {
  const line* ln;
  quadratic smooth;  // the part that is quadratic everywhere: Gauss cost and equalities
  quadratic* row;    // of friction loss and one-sided rows, in their quadratic range
  bool in_lanes;     // of one-sided rows only those that do not fill a register
  cone* cones;
  int ncone;
  int evaluations;
} search_state;

static inline void add_quadratic(quadratic* sum, const quadratic* q) {
  for (int k = 0; k < 3; k++) sum->c[k] += q->c[k];
}

static inline quadratic row_quadratic(mjtNum D, mjtNum jar, mjtNum jv) {
  mjtNum f = D * jar;
  return (quadratic){{0.5 * f * jar, f * jv, 0.5 * D * jv * jv}};
}

// A sum of quadratics in registers; a quadratic that it adds is stored as it is loaded.
typedef struct {
  pair low;
  mjtNum high;
} open_sum;

static inline open_sum sum_open(const quadratic* q) {
  return (open_sum){pair_of(q->c[0], q->c[1]), q->c[2]};
}
static inline void sum_add(open_sum* sum, const quadratic* q) {
  sum->low = pair_add(sum->low, pair_load(q->c));
  sum->high += q->c[2];
}
static inline void sum_close(quadratic* q, const open_sum* sum) {
  q->c[0] = pair_first(sum->low);
  q->c[1] = pair_second(sum->low);
  q->c[2] = sum->high;
}
static inline void quadratic_put(quadratic* to, quadratic q) {
  pair_store(to->c, pair_of(q.c[0], q.c[1]));
  to->c[2] = q.c[2];
}

INLINED cone cone_of_rows(const row_set* rows, const row_block* b, const mjtNum* jar,
                          const mjtNum* jv, const int dim) {
  const mjContact* con = b->contact;
  int i = b->begin;
  cone c = {.mu = con->mu};
  c.Dm = rows->D[i] / (c.mu * c.mu * (1 + c.mu * c.mu));
  c.N0 = c.mu * jar[i];
  c.N1 = c.mu * jv[i];
  for (int j = 1; j < dim; j++) {
    mjtNum u = con->friction[j - 1] * jar[i + j], v = con->friction[j - 1] * jv[i + j];
    c.TT0 += u * u;
    c.TT1 += u * v;
    c.TT2 += v * v;
  }
  for (int j = 0; j < dim; j++) {
    quadratic q = row_quadratic(rows->D[i + j], jar[i + j], jv[i + j]);
    add_quadratic(&c.bottom, &q);
  }
  return c;
}

static cone cone_along(const row_set* rows, const row_block* b, const mjtNum* jar,
                       const mjtNum* jv) {
  return b->n == 3 ? cone_of_rows(rows, b, jar, jv, 3) : cone_of_rows(rows, b, jar, jv, b->n);
}

static void put_quadratics(const search_state* s, int begin, int end) {
  const mjtNum *D = s->ln->p->rows.D, *jar = s->ln->p->jar, *jv = s->ln->Jv;
  for (int i = begin; i < end; i++) quadratic_put(s->row + i, row_quadratic(D[i], jar[i], jv[i]));
}

// Problems with more dofs than this have their one-sided rows added up in lanes: in another order,
// so that sums differ by rounding.  500 boxes: the search takes half as long, a step 3 % less.
enum { MANY_DOFS = 128 };

static void prepare(search_state* s, mjData* d, const line* ln) {
  const problem* p = ln->p;
  const row_set* rows = &p->rows;
  const mjtNum *jar = p->jar, *jv = ln->Jv;
  *s = (search_state){.ln = ln};
  s->smooth.c[1] = vec_dot(ln->search, p->Ma, p->nv) - vec_dot(p->qfrc_smooth, ln->search, p->nv);
  s->smooth.c[2] = 0.5 * vec_dot(ln->search, ln->Mv, p->nv);
  for (int i = 0; i < p->nv; i++) {
    s->smooth.c[0] += 0.5 * (p->Ma[i] - p->qfrc_smooth[i]) * (p->qacc[i] - p->qacc_smooth[i]);
  }
  for (int i = 0; i < rows->ne; i++) {
    quadratic q = row_quadratic(rows->D[i], jar[i], jv[i]);
    add_quadratic(&s->smooth, &q);
  }
  s->row = mj_stackAllocByte(d, sizeof(quadratic) * rows->n, sizeof(mjtNum));
  s->in_lanes = p->nv > MANY_DOFS && !rows->ncone;
  int bounded = rows->ne + rows->nf, left = (rows->n - bounded) % LANES;
  int next = s->in_lanes ? rows->n - left : bounded;
  put_quadratics(s, rows->ne, bounded);
  put_quadratics(s, next, rows->n);
  s->cones = mj_stackAllocByte(d, sizeof(cone) * rows->ncone, sizeof(mjtNum));
  for (int k = 0; rows->ncone && k < rows->nblock; k++) {
    if (rows->block[k].set == FORCE_CONE) {
      s->cones[s->ncone++] = cone_along(rows, rows->block + k, jar, jv);
    }
  }
}

// Friction loss rows: quadratic around 0, linear beyond.
static inline void add_friction(open_sum* sum, const search_state* s, mjtNum alpha) {
  const row_set* rows = &s->ln->p->rows;
  const mjtNum *all_jar = s->ln->p->jar, *Jv = s->ln->Jv;
  for (int i = rows->ne; i < rows->ne + rows->nf; i++) {
    mjtNum jar = all_jar[i], jv = Jv[i], x = jar + alpha * jv;
    mjtNum bound = rows->frictionloss[i], reach = rows->R[i] * bound;
    if (-reach < x && x < reach) {
      sum_add(sum, s->row + i);
    } else {
      mjtNum f = x > 0 ? bound : -bound;
      sum->low = pair_add(sum->low, pair_of(f * jar - 0.5 * reach * bound, f * jv));
    }
  }
}

// One-sided rows begin ... end - 1, which fill registers.
static inline void add_in_lanes(open_sum* sum, const search_state* s, mjtNum alpha, int begin,
                                int end) {
  const mjtNum *jar = s->ln->p->jar, *Jv = s->ln->Jv, *D = s->ln->p->rows.D;
  lanes c[3] = {lanes_all(0), lanes_all(0), lanes_all(0)}, half = lanes_all(0.5);
  for (int i = begin; i < end; i += LANES) {
    lanes x = lanes_load(jar + i), v = lanes_load(Jv + i), f = lanes_load(D + i);
    // weights of rows whose force is zero are zero
    f = lanes_of_bits(lanes_bits_of(f) & lanes_more(lanes_all(0), x + lanes_all(alpha) * v));
    lanes fv = f * v;
    f *= x;
    c[0] += half * f * x;
    c[1] += f * v;
    c[2] += half * fv * v;
  }
  sum->low = pair_add(sum->low, pair_of(lanes_sum(c[0]), lanes_sum(c[1])));
  sum->high += lanes_sum(c[2]);
}

// One-sided rows begin ... end - 1: quadratic where jar < 0.
static inline void add_inequalities(open_sum* sum, const search_state* s, mjtNum alpha, int begin,
                                    int end) {
  const mjtNum *jar = s->ln->p->jar, *Jv = s->ln->Jv;
  for (int i = begin; i < end; i++) {
    if (jar[i] + alpha * Jv[i] < 0) sum_add(sum, s->row + i);
  }
}

// Quadratic terms are added to sum, others directly to the point.
static void add_cone(quadratic* sum, point* at, const cone* c) {
  mjtNum a = at->alpha, mu = c->mu;
  mjtNum N = c->N0 + a * c->N1, TT = c->TT0 + a * (2 * c->TT1 + a * c->TT2);
  if (TT <= 0) {
    if (N < 0) add_quadratic(sum, &c->bottom);
    return;
  }
  mjtNum T = sqrt(TT);
  if (N >= mu * T) return;
  if (mu * N + T <= 0) {
    add_quadratic(sum, &c->bottom);
    return;
  }
  mjtNum T1 = (c->TT1 + a * c->TT2) / T, T2 = c->TT2 / T - T1 * T1 / T;
  mjtNum slack = N - mu * T, slack1 = c->N1 - mu * T1;
  at->cost += 0.5 * c->Dm * slack * slack;
  at->slope += c->Dm * slack * slack1;
  at->curvature += c->Dm * (slack1 * slack1 - slack * mu * T2);
}

// All quadratic terms are summed before they are evaluated, so that at the Newton point the slope
// vanishes to rounding unless a row changes its state on the way.
static point evaluate(search_state* s, mjtNum alpha) {
  const row_set* rows = &s->ln->p->rows;
  point at = {.alpha = alpha};
  open_sum rest = sum_open(&s->smooth);
  add_friction(&rest, s, alpha);
  int begin = rows->ne + rows->nf;
  if (!rows->ncone) {
    int whole = s->in_lanes ? begin + (rows->n - begin) / LANES * LANES : begin;
    if (s->in_lanes) add_in_lanes(&rest, s, alpha, begin, whole);
    add_inequalities(&rest, s, alpha, whole, rows->n);
  } else {
    for (const row_block* b = rows->block; b < rows->block + rows->nblock; b++) {
      int is_one_sided = b->set == FORCE_HALF_LINE || b->set == FORCE_PYRAMID;
      if (is_one_sided) add_inequalities(&rest, s, alpha, b->begin, b->begin + b->n);
    }
  }
  quadratic sum;
  sum_close(&sum, &rest);
  for (int i = 0; i < s->ncone; i++) add_cone(&sum, &at, s->cones + i);
  at.cost += sum.c[0] + alpha * sum.c[1] + alpha * alpha * sum.c[2];
  at.slope += sum.c[1] + 2 * alpha * sum.c[2];
  at.curvature += 2 * sum.c[2];
  // the cost is strictly convex; rounding errors or NaN can show otherwise
  if (!(at.curvature > 0)) at.curvature = mjMINVAL;
  s->evaluations++;
  return at;
}

// The Newton point of the slope from here.
static point newton(search_state* s, const point* from) {
  return evaluate(s, from->alpha - from->slope / from->curvature);
}

static int is_flat(const search_state* s, const point* at) {
  return fabs(at->slope) < s->ln->tolerance;
}

static int has_budget(const search_state* s) { return s->evaluations < s->ln->max_evaluations; }

// Move an end of the bracket to the candidate on its side that is nearest to the minimum; returns
// whether it moved.
static int tighten(point* end, const point candidate[3]) {
  int moved = 0;
  for (int i = 0; i < 3; i++) {
    const point* c = candidate + i;
    if ((end->slope < 0 && c->slope < 0 && end->slope < c->slope) ||
        (end->slope > 0 && c->slope > 0 && end->slope > c->slope)) {
      *end = *c;
      moved = 1;
    }
  }
  return moved;
}

// The candidate of least cost among those with a slope within tolerance, if any.
static const point* best_flat(const search_state* s, const point candidate[3]) {
  const point* best = NULL;
  for (int i = 0; i < 3; i++) {
    if (is_flat(s, candidate + i) && (!best || candidate[i].cost < best->cost)) {
      best = candidate + i;
    }
  }
  return best;
}

// The minimum lies between p1 and p2: shrink the bracket with Newton points and the midpoint.
static point bracketed(search_state* s, const point* p0, point p1, point p2) {
  point candidate[3] = {newton(s, &p1), p1, p1};
  while (has_budget(s)) {
    candidate[2] = evaluate(s, 0.5 * (p1.alpha + p2.alpha));
    const point* flat = best_flat(s, candidate);
    if (flat) return *flat;
    point round[3] = {candidate[0], candidate[1], candidate[2]};
    int moved1 = tighten(&p1, round);
    if (moved1) candidate[0] = newton(s, &p1);
    int moved2 = tighten(&p2, round);
    if (moved2) candidate[1] = newton(s, &p2);
    if (!moved1 && !moved2) return candidate[2];
  }
  if (p1.cost <= p2.cost && p1.cost < p0->cost) return p1;
  if (p2.cost <= p1.cost && p2.cost < p0->cost) return p2;
  return *p0;
}

static point minimum(search_state* s) {
  point p0 = evaluate(s, 0), p1 = newton(s, &p0), p2 = p1;
  if (p0.cost < p1.cost) p1 = p0;
  if (is_flat(s, &p1)) return p1;

  // take Newton steps while the slope keeps its sign
  mjtNum direction = p1.slope < 0 ? 1 : -1;
  int moved = 0;
  while (direction * p1.slope <= -s->ln->tolerance && has_budget(s)) {
    p2 = p1;
    moved = 1;
    p1 = newton(s, &p1);
    if (is_flat(s, &p1)) return p1;
  }
  if (!has_budget(s) || !moved) return p1;
  return bracketed(s, &p0, p1, p2);
}

line_result line_search(mjData* d, const line* ln) {
  if (vec_norm(ln->search, ln->p->nv) < mjMINVAL) return (line_result){0, 0, 0};
  mj_markStack(d);
  search_state s;
  prepare(&s, d, ln);
  point found = minimum(&s);
  mj_freeStack(d);
  return (line_result){found.alpha, found.slope, s.evaluations};
}
