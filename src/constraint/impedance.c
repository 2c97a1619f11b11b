// From solref and solimp to stiffness K, damping B, impedance d(r), its derivative d'(r), and the
// regulariser R of each row (MuJoCo documentation, Computation chapter: Constraint model; Modeling
// chapter: Solver parameters).

#include "constraint/impedance.h"

#include <math.h>
#include <string.h>

#include "constraint/discrete.h"
#include "constraint/kinds/kind.h"
#include "math/dense.h"
#include "math/pair.h"

// The quantities that follow from solref and solimp and do not depend on the position.
typedef struct {
  mjtNum K, B;
  mjtNum friction_B;
  mjtNum imp[mjNIMP];  // clipped to valid ranges
} softness;

// Whether a solref is in one of the two formats: both numbers positive, or both not.
static int is_one_format(const mjtNum ref[mjNREF]) { return (ref[0] > 0) == (ref[1] > 0); }

// A time constant below two timesteps would make the constraint unstable.
static void keep_stable(const mjModel* m, mjtNum ref[mjNREF]) {
  if (is_discrete(m)) return;  // has another stability limit, see soften_discrete
  if (ref[0] > 0 && !mjDISABLED(mjDSBL_REFSAFE)) ref[0] = mjMAX(ref[0], 2 * m->opt.timestep);
}

static void stiffness_damping(const mjtNum ref[mjNREF], mjtNum dmax, mjtNum* K, mjtNum* B) {
  if (ref[0] > 0) {
    *K = 1 / mjMAX(mjMINVAL, dmax * dmax * ref[0] * ref[0] * ref[1] * ref[1]);
  } else {
    *K = -ref[0] / mjMAX(mjMINVAL, dmax * dmax);
  }
  *B = ref[1] > 0 ? 2 / mjMAX(mjMINVAL, dmax * ref[0]) : -ref[1] / mjMAX(mjMINVAL, dmax);
}

static softness soften(const mjModel* m, softness_source from) {
  const mjtNum* imp = from.imp;
  softness s = {.imp = {mjMIN(mjMAXIMP, mjMAX(mjMINIMP, imp[0])),
                        mjMIN(mjMAXIMP, mjMAX(mjMINIMP, imp[1])), mjMAX(0, imp[2]),
                        mjMIN(mjMAXIMP, mjMAX(mjMINIMP, imp[3])), mjMAX(1, imp[4])}};

  mjtNum ref[mjNREF] = {from.ref[0], from.ref[1]}, unused;
  if (!is_one_format(ref)) {
    mju_warning("solref has one positive number of two: (%g, %g); the default is used", ref[0],
                ref[1]);
    mj_defaultSolRefImp(ref, NULL);
  }
  keep_stable(m, ref);
  stiffness_damping(ref, s.imp[1], &s.K, &s.B);
  s.friction_B = s.B;

  vec_copy(ref, from.friction_ref, mjNREF);
  if (!is_one_format(ref)) {
    mju_warning("solreffriction has one positive number of two: (%g, %g); solref is used", ref[0],
                ref[1]);
  } else if (ref[0] || ref[1]) {
    keep_stable(m, ref);
    stiffness_damping(ref, s.imp[1], &unused, &s.friction_B);
  }
  return s;
}

// x^n, exact for n = 1 and n = 2.
static mjtNum power(mjtNum x, mjtNum n) { return n == 1 ? x : n == 2 ? x * x : pow(x, n); }

// Impedance at a violation r (without the margin) and its derivative: a sigmoid of two power
// functions that meet at the midpoint.
static void impedance(const mjtNum imp[mjNIMP], mjtNum r, mjtNum* value, mjtNum* slope) {
  mjtNum d0 = imp[0], d1 = imp[1], width = imp[2], middle = imp[3], n = imp[4];
  *slope = 0;
  if (d0 == d1 || width <= mjMINVAL) {
    *value = 0.5 * (d0 + d1);
    return;
  }
  mjtNum x = r / width, sign = 1;
  if (x < 0) {
    x = -x;
    sign = -1;
  }
  if (x >= 1) {
    *value = d1;
    return;
  }
  if (!(x > 0)) {
    *value = d0;
    return;
  }
  mjtNum y, dy;
  if (n == 1) {
    y = x;
    dy = 1;
  } else if (x <= middle) {
    mjtNum a = 1 / power(middle, n - 1);
    y = a * power(x, n);
    dy = n * a * power(x, n - 1);
  } else {
    mjtNum b = 1 / power(1 - middle, n - 1);
    y = 1 - b * power(1 - x, n);
    dy = n * b * power(1 - x, n - 1);
  }
  *value = d0 + y * (d1 - d0);
  *slope = dy * sign * (d1 - d0) / width;
}

// Position of a block: the residual or, for an equality with several rows, its norm.
static mjtNum block_position(const mjData* d, const constraint_block* b) {
  if (b->kind->set != FORCE_FREE || b->n == 1) return d->efc_pos[b->begin];
  mjtNum sum = 0;
  for (int k = b->begin; k < b->begin + b->n; k++) sum += d->efc_pos[k] * d->efc_pos[k];
  return sqrt(sum);
}

// The integrator "discrete" is stable for any stiffness; refsafe still prevents limits and contacts
// in the standard format from closing in one step a gap that should close in several.  Equalities,
// which are bilateral, keep the stiffness given.
static void soften_discrete(const mjModel* m, const mjtNum* ref, mjtNum impedance, softness* s) {
  mjtNum h = m->opt.timestep, stiffness = h * h * s->K * impedance;
  if (mjDISABLED(mjDSBL_REFSAFE) || !(ref[0] > 0) || !(stiffness > 1)) return;
  s->K /= stiffness;
  s->B /= sqrt(stiffness);
}

// The softness of the previous block is cached: all edges of a flex have the same.
typedef struct {
  const constraint_kind* kind;  // NULL: none yet
  int id;
  softness s;
} last_softness;

// Fill efc_KBIP for a block.
static void fill_kbip(const mjModel* m, mjData* d, const constraint_block* b, last_softness* last) {
  int row = b->begin;
  force_set set = b->kind->set;
  if (b->kind != last->kind || b->id != last->id) {
    *last = (last_softness){b->kind, b->id, soften(m, b->kind->softness(m, d, b->id))};
  }
  softness s = last->s;
  mjtNum value, slope;
  impedance(s.imp, block_position(d, b) - d->efc_margin[row], &value, &slope);
  if (is_discrete(m) && set != FORCE_INTERVAL && set != FORCE_FREE)
    soften_discrete(m, b->kind->softness(m, d, b->id).ref, value, &s);
  mjtNum* restrict kbip = d->efc_KBIP + 4 * row;
  pair first = pair_of(set == FORCE_INTERVAL ? 0 : s.K, s.B), second = pair_of(value, slope);
  for (int k = 0; k < b->n; k++, kbip += 4) {
    pair_store(kbip, first);
    pair_store(kbip + 2, second);
    if (set == FORCE_CONE) first = pair_of(0, s.friction_B);
  }
}

// Friction rows of a contact derive their regulariser from that of the first row, so that the cone
// of forces and the cone of accelerations are dual (doc/theory.md).
static void regularise_contact(const mjModel* m, mjData* d, const constraint_block* b) {
  mjContact* con = d->contact + b->id;
  mjtNum* R = d->efc_R + b->begin;
  mjtNum first = R[0], friction = first / mjMAX(mjMINVAL, m->opt.impratio);
  con->mu = con->friction[0] * (friction == first ? 1 : sqrt(friction / first));
  if (b->kind->set == FORCE_PYRAMID) {
    vec_fill(R, 2 * con->mu * con->mu * first, b->n);
    return;
  }
  R[1] = friction;
  for (int k = 2; k < b->n; k++) {
    R[k] = friction * con->friction[0] * con->friction[0] /
           (con->friction[k - 1] * con->friction[k - 1]);
  }
}

void impedance_rows(const mjModel* m, mjData* d) {
  constraint_block b;
  last_softness last = {.kind = NULL};
  for (int row = 0; row < d->nefc; row += b.n) {
    b = block_at(m, d, row);
    force_set set = b.kind->set;
    int slides = block_slides(&b);
    fill_kbip(m, d, &b, &last);

    mjtNum* restrict diag = d->efc_diagApprox + row, * restrict R = d->efc_R + row;
    mjtNum value = d->efc_KBIP[4 * row + 2], ratio = (1 - value) / value;
    mjtNum inverse = value / (1 - value);
    for (int k = 0; k < (slides ? 1 : b.n); k++) R[k] = mjMAX(mjMINVAL, ratio * diag[k]);
    if (slides) regularise_contact(m, d, &b);
    vec_scale(diag, R, inverse, b.n);
    if (set == FORCE_PYRAMID) {
      vec_fill(d->efc_D + row, 1 / R[0], b.n);
    } else {
      for (int k = 0; k < b.n; k++) d->efc_D[row + k] = 1 / R[k];
    }
  }
}
