#include "constraint/solve/pgs_abreast.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/platform/compiler.h"

// Numbers of a body in y, and the room they have: registers that are stored are loaded again as
// they are, which the processor does without waiting for memory.
enum { SIX = 6, ROOM = 8 };

enum { SIDES = 2, DIM = 3 };

// Bounds of math/qcqp.c.
#define SMALL 1e-10
enum { MOST_ITERATIONS = 20 };

// Constant during the sweeps but for the states.  Elements without contact have zeros in Y.
typedef struct contact_group {
  mjtNum Y[SIDES][SIX][DIM][LANES];
  mjtNum A[DIM][DIM][LANES];
  // Friction part of A in units in which the cone is round, and its inverse, zero if there is none:
  // 00, 01, 11.
  mjtNum Q[3][LANES], P[3][LANES];
  mjtNum b[DIM][LANES], R[DIM][LANES];
  mjtNum friction[DIM - 1][LANES], mu[LANES];
  mjtNum f[DIM][LANES];     // forces
  mjtNum state[LANES];      // mjtConstraintState
  int row[LANES];           // first row, -1: no contact
  int place[SIDES][LANES];  // of the bodies in y
} contact_group;

// --- which contacts ----------------------------------------------------------------------------

// First dofs of the bodies of a contact; nv: the second one is fixed.  Returns whether it is one of
// those meant here.
static int bodies_of(const dual* s, const row_block* b, int dof[SIDES]) {
  if (b->set != FORCE_CONE || b->n != DIM) return 0;
  int nnz = s->Y.nnz[b->begin];
  const int* col = s->Y.col + s->Y.adr[b->begin];
  if (nnz != SIX && nnz != SIDES * SIX) return 0;
  for (int side = 0; side < SIDES; side++, col += SIX) {
    dof[side] = side * SIX < nnz ? col[0] : s->p->nv;
    if (dof[side] < s->p->nv && col[SIX - 1] - col[0] != SIX - 1) return 0;
  }
  return 1;
}

static void find_longest_run(const dual* s, abreast* a) {
  const row_set* rows = &s->p->rows;
  int dof[SIDES];
  for (int k = 0, begin = 0; k < rows->nblock; k++) {
    if (!bodies_of(s, rows->block + k, dof)) {
      begin = k + 1;
    } else if (k + 1 - begin > a->end - a->begin) {
      a->begin = begin;
      a->end = k + 1;
    }
  }
}

// --- groups ------------------------------------------------------------------------------------

// Groups that are being filled.
typedef struct {
  int* room;   // elements that are still free
  int* next;   // a group not after the next one with room; itself if it has room
  int* body;   // per dof: number of the body that begins there; 0: not met yet
  int* after;  // per body: number of groups up to the last one that it is in
} filling;

static int with_room(filling* f, int group) {
  while (f->next[group] != group) group = f->next[group] = f->next[f->next[group]];
  return group;
}

// Put a contact of these bodies into a group; returns which, and its element there.
static int place(filling* f, const int body[SIDES], int* element) {
  int group = with_room(f, mjMAX(f->after[body[0]], body[1] ? f->after[body[1]] : 0));
  *element = LANES - f->room[group];
  if (--f->room[group] == 0) f->next[group] = group + 1;
  f->after[body[0]] = f->after[body[1]] = group + 1;
  return group;
}

// The number of the body that begins at a dof.
static int body_at(abreast* a, filling* f, int dof) {
  if (dof == a->p->nv) return 0;
  if (!f->body[dof]) {
    f->after[a->nbody] = 0;
    a->dof[a->nbody] = dof;
    f->body[dof] = a->nbody++;
  }
  return f->body[dof];
}

static void clear(contact_group* g) {
  *g = (contact_group){.row = {-1}};
  for (int l = 0; l < LANES; l++) {
    g->row[l] = -1;
    g->friction[0][l] = g->friction[1][l] = g->mu[l] = 1;
    for (int k = 0; k < DIM; k++) g->A[k][k][l] = 1;
    g->Q[0][l] = g->Q[2][l] = 1;
  }
}

static void put(const dual* s, contact_group* g, int l, const row_block* b) {
  int i = b->begin;
  const mjtNum *Y = s->Y.value + s->Y.adr[i], *A = s->entries + s->diag[i];
  const mjtNum* friction = b->contact->friction;
  g->row[l] = i;
  for (int k = 0; k < DIM; k++) {
    for (int side = 0; side * SIX < s->Y.nnz[i]; side++, Y += SIX) {
      for (int c = 0; c < SIX; c++) g->Y[side][c][k][l] = Y[c];
    }
    for (int c = 0; c < DIM; c++) g->A[k][c][l] = A[k * DIM + c];
    g->b[k][l] = s->p->b[i + k];
    g->R[k][l] = s->p->rows.R[i + k];
  }
  for (int k = 0; k < DIM - 1; k++) g->friction[k][l] = friction[k];
  g->mu[l] = b->contact->mu;
  mjtNum Q00 = A[4] * friction[0] * friction[0], Q01 = A[5] * friction[0] * friction[1];
  mjtNum Q11 = A[8] * friction[1] * friction[1], det = Q00 * Q11 - Q01 * Q01;
  mjtNum scale = det >= SMALL ? 1 / det : 0;
  const mjtNum Q[3] = {Q00, Q01, Q11}, P[3] = {scale * Q11, -scale * Q01, scale * Q00};
  for (int k = 0; k < 3; k++) {
    g->Q[k][l] = Q[k];
    g->P[k][l] = P[k];
  }
}

static void fill_groups(abreast* a, filling* f, const dual* s) {
  for (const row_block* b = s->p->rows.block + a->begin; b < s->p->rows.block + a->end; b++) {
    int dof[SIDES] = {0}, body[SIDES], element;
    bodies_of(s, b, dof);
    for (int side = 0; side < SIDES; side++) body[side] = body_at(a, f, dof[side]);
    int group = place(f, body, &element);
    for (; a->n <= group; a->n++) clear(a->group + a->n);
    put(s, a->group + group, element, b);
    for (int side = 0; side < SIDES; side++) {
      a->group[group].place[side][element] = ROOM * body[side];
    }
  }
}

// Whether elements l and other of a group have a body in common; that at 0 does not move.
static int shares_body(const contact_group* g, int l, int other) {
  for (int side = 0; side < SIDES; side++) {
    int at = g->place[side][l];
    if (at && (at == g->place[0][other] || at == g->place[1][other])) return 1;
  }
  return 0;
}

int abreast_valid(const abreast* a) {
  int count = 0;
  for (const contact_group* g = a->group; g < a->group + a->n; g++) {
    int n = 0;
    while (n < LANES && g->row[n] >= 0) n++;
    for (int l = n; l < LANES; l++) {
      if (g->row[l] >= 0) return 0;
    }
    for (int l = 0; l < n; l++) {
      for (int other = 0; other < l; other++) {
        if (shares_body(g, l, other)) return 0;
      }
    }
    count += n;
  }
  return count == a->end - a->begin;
}

abreast abreast_make(mjData* d, dual* s) {
  abreast a = {.p = s->p, .s = s};
  if (s->residual || LANES == 1) return a;
  find_longest_run(s, &a);
  int count = a.end - a.begin, nv = s->p->nv, most = 1 + nv / SIX;
  if (count < 4 * LANES) {
    a.end = a.begin;
    return a;
  }
  a.group = mj_stackAllocByte(d, sizeof(contact_group) * (size_t)count, sizeof(lanes));
  a.y = mj_stackAllocByte(d, sizeof(mjtNum) * ROOM * (size_t)most, sizeof(lanes));
  a.dof = mj_stackAllocInt(d, most);
  vec_zero(a.y, ROOM * most);
  mj_markStack(d);
  filling f = {mj_stackAllocInt(d, count), mj_stackAllocInt(d, (size_t)count + 1),
               mj_stackAllocInt(d, nv), mj_stackAllocInt(d, most)};
  for (int k = 0; k <= count; k++) f.next[k] = k;
  for (int k = 0; k < count; k++) f.room[k] = LANES;
  for (int k = 0; k < nv; k++) f.body[k] = 0;
  a.nbody = 1;
  fill_groups(&a, &f, s);
  mj_freeStack(d);
  assert(abreast_valid(&a));
  abreast_load(&a);
  return a;
}

static int is_alone(const abreast* a) { return a->begin == 0 && a->end == a->p->rows.nblock; }

// Copy the parts of y of the bodies from the operator, and back.
static void take_y(const abreast* a) {
  int nv;
  const mjtNum* y = dual_state(a->s, &nv);
  for (int k = 1; k < a->nbody; k++) {
    memcpy(a->y + k * ROOM, y + a->dof[k], sizeof(mjtNum) * SIX);
  }
}

static void give_y(const abreast* a) {
  int nv;
  mjtNum* y = dual_state(a->s, &nv);
  for (int k = 1; k < a->nbody; k++) {
    memcpy(y + a->dof[k], a->y + k * ROOM, sizeof(mjtNum) * SIX);
  }
}

void abreast_load(const abreast* a) {
  if (a->n && is_alone(a)) take_y(a);
  for (contact_group* g = a->group; g < a->group + a->n; g++) {
    for (int l = 0; l < LANES && g->row[l] >= 0; l++) {
      g->state[l] = a->p->state[g->row[l]];
      for (int k = 0; k < DIM; k++) g->f[k][l] = a->p->force[g->row[l] + k];
    }
  }
}

void abreast_unload_forces(const abreast* a) {
  if (a->n && is_alone(a)) give_y(a);
  for (const contact_group* g = a->group; g < a->group + a->n; g++) {
    for (int l = 0; l < LANES && g->row[l] >= 0; l++) {
      for (int k = 0; k < DIM; k++) a->p->force[g->row[l] + k] = g->f[k][l];
    }
  }
}

void abreast_unload(const abreast* a) {
  abreast_unload_forces(a);
  for (const contact_group* g = a->group; g < a->group + a->n; g++) {
    for (int l = 0; l < LANES && g->row[l] >= 0; l++) {
      for (int k = 0; k < DIM; k++) a->p->state[g->row[l] + k] = (int)g->state[l];
    }
  }
}

// --- a visit -----------------------------------------------------------------------------------

// The numbers of one body of every element.
LANES_INLINE void load_bodies(lanes x[ROOM], const mjtNum* y, const int* place) {
  LANES_UNROLL
  for (int k = 0; k < SIX; k += LANES) {
    for (int l = 0; l < LANES; l++) x[k + l] = lanes_load(y + place[l] + k);
    lanes_transpose(x + k);
  }
}

LANES_INLINE void store_bodies(mjtNum* y, lanes x[ROOM], const int* place) {
  LANES_UNROLL
  for (int k = 0; k < SIX; k += LANES) {
    lanes_transpose(x + k);
    for (int l = 0; l < LANES; l++) lanes_store(y + place[l] + k, x[k + l]);
  }
}

// A number of every contact of a group.
#define EACH(name) lanes_load(g->name)

LANES_INLINE lanes dot3(const lanes* a, const lanes* b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// The same with numbers of a group.
LANES_INLINE lanes dot3_each(const mjtNum* a, const lanes* b) {
  return lanes_load(a) * b[0] + lanes_load(a + LANES) * b[1] + lanes_load(a + 2 * LANES) * b[2];
}

LANES_INLINE lanes_bits less(lanes a, lanes b) { return lanes_more(b, a); }

// Minimum of the cost along v, from f: the factor of v, which keeps f[0] >= 0; 0 where v is too
// short, and *can is cleared.
LANES_INLINE lanes along(const contact_group* g, const lanes* res, const lanes* v, lanes f0,
                         lanes_bits* can) {
  lanes Av[DIM], zero = lanes_all(0);
  for (int k = 0; k < DIM; k++) Av[k] = dot3_each(g->A[k][0], v);
  lanes curvature = dot3(v, Av), x = -dot3(v, res) / curvature;
  x = lanes_choose(less(f0 + x * v[0], zero), -f0 / v[0], x);
  *can &= ~less(curvature, lanes_all(mjMINVAL));
  return lanes_choose(*can, x, zero);
}

// From zero force along the steepest ray on the cone, where a normal force does not help.
LANES_INLINE void leave_by_ray(const contact_group* g, const lanes* res, lanes_bits where,
                               lanes* f) {
  lanes ray[DIM] = {lanes_all(1)}, zero = lanes_all(0), length = zero;
  for (int k = 1; k < DIM; k++) {
    lanes u = EACH(friction[k - 1]) * res[k];
    length += u * u;
  }
  length = lanes_sqrt(length);
  where &= less(res[0] - length, zero);
  if (!lanes_mask(where)) return;
  for (int k = 1; k < DIM; k++) {
    ray[k] = -EACH(friction[k - 1]) * EACH(friction[k - 1]) * res[k] / length;
  }
  lanes x = along(g, res, ray, zero, &where);
  for (int k = 0; k < DIM; k++) f[k] = lanes_choose(where, f[k] + x * ray[k], f[k]);
}

// Along the ray of the force, or from the apex.
LANES_INLINE void step_normal(const contact_group* g, const lanes* res, const lanes* old,
                              lanes* f) {
  lanes zero = lanes_all(0);
  lanes_bits ray = ~less(old[0], lanes_all(mjMINVAL));
  lanes x = along(g, res, old, old[0], &ray);
  lanes raised = old[0] - res[0] / EACH(A[0][0]);
  raised = lanes_choose(less(raised, zero), zero, raised);
  f[0] = lanes_choose(ray, old[0] + x * old[0], raised);
  for (int k = 1; k < DIM; k++) f[k] = lanes_choose(ray, old[k] + x * old[k], zero);
  lanes_bits left = ~ray & ~lanes_more(raised, zero);
  if (lanes_mask(left)) leave_by_ray(g, res, left, f);
}

// What qcqp() of math/qcqp.h solves, for n = 2, in every element of `where`.  z(lambda) = -(Q +
// lambda I)^-1 b, for the multiplier lambda the root of 1 / |z| = 1 / r.  That is nearly linear in
// lambda, so that Newton's method (More and Sorensen 1983, equation 3.11) takes half as many steps
// as for |z|^2 = r^2; it approaches the root from below as well.  Returns where z is on the cone,
// to be scaled to lie on it exactly; z is in units in which the cone is round.
LANES_INLINE lanes_bits minimise(const contact_group* g, const lanes* b, lanes r, lanes_bits where,
                                 lanes z[DIM - 1]) {
  const lanes small = lanes_all(SMALL), zero = lanes_all(0);
  lanes p00 = EACH(P[0]), p01 = EACH(P[1]), p11 = EACH(P[2]), lambda = zero;
  lanes b0 = -b[0] * EACH(friction[0]), b1 = -b[1] * EACH(friction[1]);
  lanes_bits going = where;
  z[0] = z[1] = zero;
  for (int iter = 0; iter < MOST_ITERATIONS; iter++) {
    lanes x0 = p00 * b0 + p01 * b1, x1 = p01 * b0 + p11 * b1, xx = x0 * x0 + x1 * x1;
    z[0] = lanes_choose(going, x0, z[0]);
    z[1] = lanes_choose(going, x1, z[1]);
    going &= lanes_reaches(xx - r * r, small);
    if (!lanes_mask(going)) break;
    // the slope of |z|^2 is -2 z' (Q + lambda I)^-1 z
    lanes slope = x0 * (p00 * x0 + p01 * x1) + x1 * (p01 * x0 + p11 * x1);
    lanes step = (lanes_sqrt(xx) - r) * (xx / (r * slope));
    going &= lanes_reaches(step, small);
    lambda = lanes_choose(going, lambda + step, lambda);
    lanes a = EACH(Q[0]) + lambda, c = EACH(Q[2]) + lambda;
    lanes scale = 1 / (a * c - EACH(Q[1]) * EACH(Q[1]));
    p00 = c * scale;
    p01 = -EACH(Q[1]) * scale;
    p11 = a * scale;
  }
  return lanes_more(lambda, zero);
}

// The friction force for a fixed normal force.
LANES_INLINE void step_friction(const contact_group* g, const lanes* res, const lanes* old,
                                lanes* f) {
  lanes b[DIM - 1], z[DIM - 1], least = lanes_all(mjMINVAL);
  lanes_bits pressed = ~less(f[0], least);
  for (int k = 0; k < DIM - 1; k++) {
    lanes held = EACH(A[k + 1][1]) * old[1] + EACH(A[k + 1][2]) * old[2];
    b[k] = res[k + 1] - held + EACH(A[k + 1][0]) * (f[0] - old[0]);
  }
  lanes_bits sliding = minimise(g, b, f[0], pressed, z);
  lanes zz = z[0] * z[0] + z[1] * z[1];
  lanes scale = f[0] / lanes_sqrt(lanes_choose(less(zz, least), least, zz));
  scale = lanes_choose(sliding, scale, lanes_all(1));
  for (int k = 0; k < DIM - 1; k++) f[k + 1] = scale * z[k] * EACH(friction[k]);
}

// The forces of a group; delta: their change, zero where it would not decrease the cost.  Returns
// the change of cost.
LANES_INLINE lanes step(const contact_group* g, const lanes* res, const lanes* old, lanes* f,
                        lanes* delta) {
  lanes change = lanes_all(0);
  step_normal(g, res, old, f);
  step_friction(g, res, old, f);
  for (int k = 0; k < DIM; k++) delta[k] = f[k] - old[k];
  for (int k = 0; k < DIM; k++) change += delta[k] * (0.5 * dot3_each(g->A[k][0], delta) + res[k]);
  lanes_bits accepted = lanes_reaches(lanes_all(DUAL_ROUNDING), change);
  for (int k = 0; k < DIM; k++) {
    f[k] = lanes_choose(accepted, f[k], old[k]);
    delta[k] = lanes_of_bits(lanes_bits_of(delta[k]) & accepted);
  }
  return lanes_of_bits(lanes_bits_of(change) & accepted);
}

// The states by the rule of cone_state in dual_step.c.
LANES_INLINE lanes states_of(const contact_group* g, const lanes* f) {
  lanes TT = lanes_all(0);
  for (int k = 1; k < DIM; k++) {
    lanes u = f[k] / EACH(friction[k - 1]);
    TT += u * u;
  }
  lanes T = lanes_sqrt(TT), N = f[0] / EACH(mu);
  lanes_bits satisfied = lanes_reaches(EACH(mu) * N, T);
  lanes_bits quadratic = lanes_reaches(lanes_all(0), N + EACH(mu) * T);
  return lanes_choose(
      satisfied, lanes_all(mjCNSTRSTATE_SATISFIED),
      lanes_choose(quadratic, lanes_all(mjCNSTRSTATE_QUADRATIC), lanes_all(mjCNSTRSTATE_CONE)));
}

// Set the states of a group and count them.
LANES_INLINE void set_states(contact_group* g, const lanes* f, mjSolverStat* stat) {
  lanes state = states_of(g, f), before = EACH(state);
  lanes_bits changed = lanes_more(state, before) | lanes_more(before, state);
  lanes_bits active = lanes_more(state, lanes_all(mjCNSTRSTATE_SATISFIED));
  stat->nchange += DIM * bits_count(lanes_mask(changed));
  stat->nactive += DIM * bits_count(lanes_mask(active));
  lanes_store(g->state, state);
}

static lanes visit(contact_group* g, mjtNum* y, mjSolverStat* stat) {
  lanes x[SIDES][ROOM], part[SIDES][DIM], old[DIM], f[DIM], res[DIM], delta[DIM];
  for (int k = 0; k < DIM; k++) old[k] = EACH(f[k]);
  for (int side = 0; side < SIDES; side++) {
    load_bodies(x[side], y, g->place[side]);
    for (int k = 0; k < DIM; k++) part[side][k] = EACH(Y[side][0][k]) * x[side][0];
    LANES_UNROLL
    for (int c = 1; c < SIX; c++) {
      for (int k = 0; k < DIM; k++) part[side][k] += EACH(Y[side][c][k]) * x[side][c];
    }
  }
  for (int k = 0; k < DIM; k++) {
    res[k] = EACH(b[k]) + EACH(R[k]) * old[k] + (part[0][k] + part[1][k]);
  }
  lanes change = step(g, res, old, f, delta);
  for (int side = 0; side < SIDES; side++) {
    LANES_UNROLL
    for (int c = 0; c < SIX; c++) x[side][c] += dot3_each(g->Y[side][c][0], delta);
    store_bodies(y, x[side], g->place[side]);
  }
  for (int k = 0; k < DIM; k++) lanes_store(g->f[k], f[k]);
  set_states(g, f, stat);
  return change;
}

// Other blocks between two visits change y: where there are none it stays here.
mjtNum abreast_visit(const abreast* a, mjSolverStat* stat) {
  lanes change = lanes_all(0);
  if (!is_alone(a)) take_y(a);
  for (contact_group* g = a->group; g < a->group + a->n; g++) change += visit(g, a->y, stat);
  if (!is_alone(a)) give_y(a);
  return lanes_sum(change);
}
