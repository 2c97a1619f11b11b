// The drivers of non-smooth Newton: alone, as refinement of a good guess, and combined with ADMM.

#include "constraint/hard/admm.h"
#include "constraint/hard/cone.h"
#include "constraint/hard/newton.h"
#include "constraint/hard/note.h"
#include "constraint/hard/search.h"
#include "constraint/hard/contact.h"
#include "constraint/hard/start.h"
#include "constraint/hard/sweep.h"
#include "math/dense.h"

// Regularisation for redundant rows, relative to a diagonal of 1.
#define NEWTON_RIDGE 1e-10

// The natural map at the impulses of a point.  v = (D + R) f + b, which is r + v of the point.
static mjtNum map_at(const hard_problem* p, const hard_point* at, mjtNum* v) {
  vec_add(v, at->r, at->v, p->n);
  return hard_natural_map(p, at->f, v, 1);
}

// Set x to the point that represents impulses f and the velocities they cause.
static void start_at(const hard_problem* p, const mjtNum* step, const mjtNum* f, hard_point* at) {
  hard_velocity(p, at->x, f);
  for (int i = 0; i < p->n; i++) at->x[i] -= step[i] * f[i];
  hard_point_update(p, step, at);
}

// --- refinement of a guess ----------------------------------------------------------------------

// Maximum number of halvings of a step, and the required decrease.
enum { HALVINGS = 7 };
static const mjtNum least_gain = 0.01;

// The ridge decreases after every full step and increases after others.  A larger initial ridge
// finds contact states that the smallest one does not, for instance with several contacts on one
// foot.  The first value is used after a guess, the second where there is none.
static const mjtNum polish_ridge = 1e-5, first_ridge = 1e-3;
static const mjtNum most_ridge = 1e-2, ridge_fall = 0.1, ridge_rise = 100;

typedef struct {
  hard_newton newton;
  hard_point at, trial, best;
  mjtNum* dx;
  mjtNum* v;
} polisher;

// Keep the impulses of the point if their natural map is the smallest so far.
static void keep_best(const hard_problem* p, const hard_point* at, mjtNum map, mjtNum* f,
                      mjtNum* least) {
  if (!(map < *least)) return;
  *least = map;
  vec_copy(f, at->f, p->n);
}

// Take the first of the steps 1, 1/2, ... that decreases |r| enough, else the best of them.
// Returns whether
// r| decreased.
static int take_step(polisher* s, const mjtNum* step, hard_result* result) {
  const hard_problem* p = s->newton.p;
  mjtNum a = 1, least = HUGE_VAL;
  for (int i = 0; i <= HALVINGS; i++, a *= 0.5) {
    vec_add_scaled(s->trial.x, s->at.x, a, s->dx, p->n);
    hard_point_update(p, step, &s->trial);
    result->evaluations++;
    if (s->trial.norm < least) {
      least = s->trial.norm;
      hard_point_copy(&s->best, &s->trial, p->n);
    }
    if (s->trial.norm < (1 - least_gain * a) * s->at.norm) {
      result->full += i == 0;
      break;
    }
  }
  if (!isfinite(least)) return 0;
  int gained = least < s->at.norm;
  hard_point_copy(&s->at, &s->best, p->n);
  return gained;
}

int hard_polish(mjData* d, const hard_problem* p, const hard_options* o, const hard_effort* e,
                mjtNum* f, hard_result* result) {
  mj_markStack(d);
  int n = p->n, solved = 0, idle = 0;
  mjtNum* step = mj_stackAllocNum(d, n);
  hard_steps(p, step);
  polisher s = {hard_newton_make(d, p, step), hard_point_make(d, n),  hard_point_make(d, n),
                hard_point_make(d, n),        mj_stackAllocNum(d, n), mj_stackAllocNum(d, n)};
  start_at(p, step, f, &s.at);
  mjtNum mark = s.at.norm, ridge = e->ridge, least = HUGE_VAL;
  for (int i = 0, waited = 0; i <= e->most; i++, waited++) {
    mjtNum map = map_at(p, &s.at, s.v);
    if (s.at.norm < 0.5 * mark) {
      mark = s.at.norm;
      waited = 0;
    }
    keep_best(p, &s.at, map, f, &least);
    solved = map <= o->tolerance;
    if (solved || i == e->most || idle > 1 || waited > e->patience) break;
    if (!hard_newton_direction(&s.newton, &s.at, ridge, s.dx)) break;
    int full = result->full;
    idle = take_step(&s, step, result) ? 0 : idle + 1;
    if (e->ridge > NEWTON_RIDGE) {
      ridge = result->full > full ? mjMAX(NEWTON_RIDGE, ridge_fall * ridge)
                                  : mjMIN(most_ridge, ridge_rise * ridge);
    }
    result->newton++;
    result->factorisations++;
    hard_note(result, p, s.at.f, (hard_residual){map, s.at.norm, 0});
  }
  result->natural_map = least;
  mj_freeStack(d);
  return solved;
}

// --- Newton alone -------------------------------------------------------------------------------

// Number of consecutive iterations with less than the given decrease that are tolerated: more near
// a good guess (ten stacked boxes: 22 soft steps instead of 46), few where restarting is as good.
typedef struct {
  int most;
  mjtNum gain;
} stall_limit;
static const stall_limit near_guess = {4, 1e-2}, without_guess = {2, 5e-2};

typedef struct {
  hard_newton newton;
  hard_line line;
  hard_point at;
  mjtNum *dx, *cauchy, *corner, *other, *g, *best;
  mjtNum ridge;
  stall_limit stall;
} dogleg;

// g = J'r = F' S^-1 (D + R) r - (F + I)' r, with J = (D + R) S^-1 F - (F + I).
static void gradient(dogleg* s, const hard_problem* p, const mjtNum* step) {
  int n = p->n;
  hard_mul(p, s->other, s->at.r);
  for (int i = 0; i < n; i++) {
    s->other[i] = (s->other[i] + p->R[i] * s->at.r[i]) / step[i] - s->at.r[i];
  }
  hard_apply_slope(p, &s->at, step, s->g, s->other, 1);
  vec_sub(s->g, s->g, s->at.r, n);
}

// |J g|^2
static mjtNum curvature(dogleg* s, const hard_problem* p, const mjtNum* step) {
  int n = p->n;
  mjtNum sum = 0;
  hard_apply_slope(p, &s->at, step, s->other, s->g, 0);
  for (int i = 0; i < n; i++) s->corner[i] = s->other[i] / step[i];
  hard_mul(p, s->cauchy, s->corner);
  for (int i = 0; i < n; i++) {
    mjtNum Jg = s->cauchy[i] + p->R[i] * s->corner[i] - s->other[i] - s->g[i];
    sum += Jg * Jg;
  }
  return sum;
}

// The best of: the Cauchy step along the gradient, the point on the line from there to the Newton
// point, and the point on the line to the Newton point.  Leaves it in s->best and returns its |r|.
static mjtNum dogleg_step(dogleg* s, const hard_problem* p, const mjtNum* step, int has_newton) {
  int n = p->n;
  gradient(s, p, step);
  mjtNum bend = mjMAX(curvature(s, p, step), mjMINVAL * mjMINVAL), best, value;
  vec_scale(s->cauchy, s->g, -vec_dot(s->g, s->g, n) / bend, n);
  mjtNum a = hard_line_search(&s->line, s->at.x, s->cauchy, 2, &best);
  vec_add_scaled(s->best, s->at.x, a, s->cauchy, n);
  if (!has_newton) return best;
  vec_copy(s->corner, s->best, n);
  for (int i = 0; i < n; i++) s->other[i] = s->at.x[i] + s->dx[i] - s->corner[i];
  a = hard_line_search(&s->line, s->corner, s->other, 1, &value);
  if (value < best) {
    best = value;
    vec_add_scaled(s->best, s->corner, a, s->other, n);
  }
  a = hard_line_search(&s->line, s->at.x, s->dx, 1, &value);
  if (value < best) {
    best = value;
    vec_add_scaled(s->best, s->at.x, a, s->dx, n);
  }
  return best;
}

// One iteration; returns 0 when |r| does not decrease.
static int implicit_step(dogleg* s, const hard_problem* p, const mjtNum* step,
                         hard_result* result) {
  int known = hard_newton_direction(&s->newton, &s->at, s->ridge, s->dx);
  result->newton++;
  result->factorisations++;
  hard_note(result, p, s->at.f, (hard_residual){s->at.norm, s->at.norm, 0});
  // r|^2 has fallen to a quarter: no line search is needed
  if (known && hard_line_value(&s->line, s->at.x, s->dx, 1) < 0.5 * s->at.norm) {
    hard_point_copy(&s->at, &s->line.trial, p->n);
    s->ridge = mjMAX(NEWTON_RIDGE, ridge_fall * s->ridge);
    result->full++;
    return 1;
  }
  s->ridge = mjMIN(most_ridge, ridge_rise * s->ridge);
  mjtNum value = dogleg_step(s, p, step, known);
  if (!(value < s->at.norm)) return 0;
  vec_copy(s->at.x, s->best, p->n);
  hard_point_update(p, step, &s->at);
  return 1;
}

// Where a descent starts: at the guess, or at the impulses that would stop all motion (first, if
// there is no guess); and with which ridge.  Where one start stalls another often does not: very
// different masses need the smallest ridge, jammed contacts with large friction the impulses that
// stop motion.
static const struct {
  int other;
  mjtNum ridge;
} descents[] = {{0, first_ridge}, {1, first_ridge}, {0, polish_ridge}, {1, NEWTON_RIDGE}};
enum { NDESCENT = sizeof descents / sizeof *descents, LONGEST = 40 };

// Iterate from impulses f until the natural map is within the tolerance or no progress is made.
static void descend(dogleg* s, const hard_problem* p, const hard_options* o, const mjtNum* step,
                    const mjtNum* f, hard_result* result) {
  int stall = 0, end = mjMIN(o->iterations, result->iterations + LONGEST);
  start_at(p, step, f, &s->at);
  while (result->iterations < end) {
    if (map_at(p, &s->at, s->other) <= o->tolerance) break;
    mjtNum before = s->at.norm;
    if (!implicit_step(s, p, step, result)) break;
    stall = s->at.norm > (1 - s->stall.gain) * before ? stall + 1 : 0;
    if (stall > s->stall.most) break;
  }
}

static void hold_still(mjData* d, const hard_problem* p, mjtNum* f) {
  mj_markStack(d);
  mjtNum* change = mj_stackAllocNum(d, p->n);
  vec_scale(change, p->b, -1, p->n);
  hard_explain(d, p, change, f);
  hard_project(p, f);
  mj_freeStack(d);
}

void hard_implicit(mjData* d, const hard_problem* p, const hard_options* o, mjtNum* f,
                   hard_result* result) {
  mj_markStack(d);
  int n = p->n;
  mjtNum *step = mj_stackAllocNum(d, n), *guess = mj_stackAllocNum(d, n);
  mjtNum* still = mj_stackAllocNum(d, n);
  hard_steps(p, step);
  dogleg s = {.newton = hard_newton_make(d, p, step),
              .line = hard_line_make(d, p, step),
              .at = hard_point_make(d, n)};
  mjtNum** const room[6] = {&s.dx, &s.cauchy, &s.corner, &s.other, &s.g, &s.best};
  for (int i = 0; i < 6; i++) *room[i] = mj_stackAllocNum(d, n);
  vec_copy(guess, f, n);
  int guessed = vec_dot(f, f, n) > 0, known = 0;
  result->natural_map = HUGE_VAL;
  for (int k = 0; k < NDESCENT && !result->solved; k++) {
    int from_still = descents[k].other == guessed;
    if (from_still && !known) hold_still(d, p, still);
    known |= from_still;
    s.ridge = descents[k].ridge;
    s.stall = guessed ? near_guess : without_guess;
    descend(&s, p, o, step, from_still ? still : guess, result);
    mjtNum map = map_at(p, &s.at, s.other);
    if (!(map < result->natural_map)) continue;
    result->natural_map = map;
    result->solved = map <= o->tolerance;
    vec_copy(f, s.at.f, n);
  }
  result->evaluations += s.line.evaluations;
  mj_freeStack(d);
}

// --- combined with ADMM -------------------------------------------------------------------------

// Bodies with redundant contacts need a large initial ridge (humanoid on the floor: Newton solves
// 97 % of the steps, with the smallest ridge 42 %); very different masses need the smallest ridge,
// which is enough after ADMM.
static const hard_effort first_effort = {10, polish_ridge, 4};
static const hard_effort later_effort = {15, NEWTON_RIDGE, 6}, again_effort = {10, NEWTON_RIDGE, 6};

// Iterations of the first batch of ADMM; and of a batch before the first Newton attempt, for
// problems so large that these iterations are cheaper than one Newton step.
enum { BATCH = 30, FIRST_BATCH = 12 };

// In contacts with more rows than this (torsion and rolling) the extra rows hardly move anything,
// so the last acceleration says little about their impulses.  The impulses of each such contact are
// first solved separately (quadruped with rolling feet: Newton solves 1208 of 1336 steps, without
// this 388 of 1500).
enum { PLAIN_CONTACT = 3 };

static void settle_rolling(mjData* d, const hard_problem* p, const hard_options* o, mjtNum* f,
                           hard_result* result) {
  int rolling = 0;
  for (int k = 0; k < p->nblock; k++) {
    rolling |= p->block[k].kind == HARD_CONE && p->block[k].dim > PLAIN_CONTACT;
  }
  if (!rolling) return;
  hard_scheme scheme = {.rule = hard_rule_exact, .ncp = 1, .least_dim = PLAIN_CONTACT + 1};
  hard_options once = *o;
  once.iterations = mjMIN(1, o->iterations);
  hard_sweep(d, p, &once, &scheme, f, result);
}

// Record the natural map at g; keep g in f if it is the smallest.
static void keep_better(hard_result* result, const mjtNum* g, mjtNum* f, mjtNum* least, int n) {
  if (!(result->natural_map < *least)) return;
  *least = result->natural_map;
  vec_copy(f, g, n);
}

// Batches of ADMM, each twice as long as the previous one and followed by Newton; if the second
// does not lead to a solution, Newton is tried once from the start.  f holds the best impulses so
// far.
static void alternate(mjData* d, const hard_problem* p, const hard_options* o, hard_split* s,
                      const mjtNum* start, mjtNum* f, hard_result* result) {
  mj_markStack(d);
  hard_options batch = *o;
  batch.iterations = BATCH;
  mjtNum *g = mj_stackAllocNum(d, p->n), least = result->natural_map;
  for (int done = 0, k = 0; done < o->iterations && !result->solved; k++, batch.iterations *= 2) {
    batch.iterations = mjMIN(batch.iterations, o->iterations - done);
    done += batch.iterations;
    hard_admm(d, p, &batch, 1, s, result);
    vec_copy(g, s->y, p->n);
    if (!result->solved && p->D) result->solved = hard_polish(d, p, o, &later_effort, g, result);
    keep_better(result, g, f, &least, p->n);
    if (k != 1 || result->solved || !p->D) continue;
    vec_copy(g, start, p->n);
    result->solved = hard_polish(d, p, o, &again_effort, g, result);
    keep_better(result, g, f, &least, p->n);
  }
  result->natural_map = least;
  mj_freeStack(d);
}

void hard_hybrid(mjData* d, const hard_problem* p, const hard_options* o, mjtNum* f,
                 hard_result* result) {
  mj_markStack(d);
  hard_split s = hard_split_make(d, p, o, f);
  mjtNum* start = mj_stackAllocNum(d, p->n);
  vec_copy(start, f, p->n);
  result->natural_map = HUGE_VAL;
  if (p->primal) {
    hard_options few = *o;
    few.iterations = mjMIN(FIRST_BATCH, o->iterations);
    hard_admm(d, p, &few, 1, &s, result);
    vec_copy(f, s.y, p->n);
  }
  if (!result->solved && p->D) {
    settle_rolling(d, p, o, f, result);
    if (!result->solved) result->solved = hard_polish(d, p, o, &first_effort, f, result);
  }
  if (!result->solved) alternate(d, p, o, &s, start, f, result);
  mj_freeStack(d);
}
