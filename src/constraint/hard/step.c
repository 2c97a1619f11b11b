#include "constraint/hard/step.h"

#include <engine/hard.h>

#include "dynamics/derivative.h"
#include "dynamics/implicit_matrix.h"
#include "model/flags.h"
#include "model/pattern.h"

// --- the matrix of the step ---------------------------------------------------------------------

// Whether the integrator solves with a matrix other than M.
static int has_own_matrix(const mjModel* m) {
  int damps = m->opt.integrator == mjINT_EULER || m->opt.integrator == engINT_MIDPOINT;
  return m->opt.integrator == mjINT_IMPLICITFAST || (damps && euler_damps(m));
}

static void factor_step(const mjModel* m, mjData* d, hard_step* s) {
  s->LD = d->qLD;
  s->diaginv = d->qLDiagInv;
  s->M = NULL;
  if (!has_own_matrix(m)) return;
  mjtNum *M = mj_stackAllocNum(d, m->nC), *LD = mj_stackAllocNum(d, m->nC);
  mjtNum* diaginv = mj_stackAllocNum(d, m->nv);
  if (m->opt.integrator == mjINT_IMPLICITFAST) {
    derivative_velocity(m, d, 0);
    implicit_fast_matrix(m, d, M, part_of_M(m, 0, m->nv));
  } else {
    euler_matrix(m, d, M, part_of_M(m, 0, m->nv));
  }
  vec_copy(LD, M, m->nC);
  ldl_factor(LD, diaginv, pattern_of_M(m));
  s->LD = LD;
  s->diaginv = diaginv;
  s->M = M;
}

// --- correction velocities ----------------------------------------------------------------------

// Fraction of a row's violation that is corrected in one step, derived from its spring and damper:
// h k / (h k + b).
static mjtNum spring_erp(const mjData* d, int row, mjtNum h) {
  mjtNum k = d->efc_KBIP[4 * row], b = d->efc_KBIP[4 * row + 1];
  return h * k + b > 0 ? h * k / (h * k + b) : 0;
}

// Coefficient of restitution derived from spring and damper: exp(-pi z / sqrt(1 - z^2)), with
// damping ratio z = b / (2 sqrt k).
static mjtNum spring_restitution(const mjData* d, int row) {
  mjtNum k = d->efc_KBIP[4 * row], b = d->efc_KBIP[4 * row + 1];
  mjtNum z = k > 0 ? b / (2 * sqrt(k)) : 1;
  return z < 1 ? exp(-mjPI * z / sqrt(1 - z * z)) : 0;
}

static mjtNum clamp(mjtNum x, mjtNum most) { return mjMAX(-most, mjMIN(most, x)); }

// Velocity due to the distance: below 0 a fraction (erp) of it is corrected per step; above 0 it
// may be closed within the step.
static mjtNum gap_velocity(mjtNum distance, mjtNum erp, mjtNum h, mjtNum most) {
  if (distance > 0) return distance / h;
  return mjMAX(-most, erp * distance / h);
}

// Slowest approach velocity that rebounds.
static mjtNum bounce_velocity(const mjModel* m) {
  mjtNum given = m->ext.hard.bouncevelocity;
  if (given >= 0) return given;
  if (mjDISABLED(mjDSBL_GRAVITY)) return 0;
  return 2 * mju_norm3(m->opt.gravity) * m->opt.timestep;
}

// The minimum normal velocity of a contact, negated.  A contact that rebounds gets no penetration
// correction in addition: otherwise a ball that penetrated in the last step would leave faster than
// it came.
static mjtNum contact_velocity(const mjModel* m, const mjData* d, int row) {
  const engHard* o = &m->ext.hard;
  mjtNum h = m->opt.timestep, distance = d->efc_pos[row] + o->penetration;
  mjtNum erp = o->erpcontact >= 0 ? o->erpcontact : spring_erp(d, row, h);
  mjtNum gap = gap_velocity(distance, erp, h, o->maxvelocity);
  mjtNum e = o->restitution >= 0 ? o->restitution : spring_restitution(d, row);
  mjtNum before = d->efc_vel[row];
  int closes = d->efc_pos[row] + h * before <= 0;
  if (!(e > 0) || !closes || before >= -bounce_velocity(m)) return gap;
  return e * before;
}

static mjtNum equality_velocity(const mjModel* m, const mjData* d, int row) {
  const engHard* o = &m->ext.hard;
  mjtNum h = m->opt.timestep;
  mjtNum erp = o->erpequality >= 0 ? o->erpequality : spring_erp(d, row, h);
  return clamp(erp * d->efc_pos[row] / h, o->maxvelocity);
}

static mjtNum limit_velocity(const mjModel* m, const mjData* d, int row) {
  const engHard* o = &m->ext.hard;
  mjtNum h = m->opt.timestep;
  mjtNum erp = o->erplimit >= 0 ? o->erplimit : spring_erp(d, row, h);
  return gap_velocity(d->efc_pos[row], erp, h, o->maxvelocity);
}

// With the soft model's regularisation the correction is its reference acceleration.
static mjtNum soft_velocity(const mjModel* m, const mjData* d, int row) {
  return -d->efc_vel[row] - m->opt.timestep * d->efc_aref[row];
}

static void add_corrections(const mjModel* m, mjData* d, const row_set* rows, mjtNum* b) {
  int soft = m->ext.hard.compliance > 0;
  for (const row_block* r = rows->block; r < rows->block + rows->nblock; r++) {
    int n = r->set == FORCE_CONE ? 1 : r->n;
    for (int i = r->begin; i < r->begin + n; i++) {
      if (r->set == FORCE_INTERVAL) continue;
      if (soft) {
        b[i] += soft_velocity(m, d, i);
      } else if (r->set == FORCE_FREE) {
        b[i] += equality_velocity(m, d, i);
      } else {
        b[i] += r->contact ? contact_velocity(m, d, i) : limit_velocity(m, d, i);
      }
    }
  }
}

// --- derivatives of the corrections -------------------------------------------------------------

static mjtNum gap_slope(mjtNum distance, mjtNum erp, mjtNum h, mjtNum most) {
  if (distance > 0) return 1 / h;
  return erp * distance / h > -most ? erp / h : 0;
}

static void contact_slopes(const mjModel* m, const mjData* d, int row, mjtNum* by_pos,
                           mjtNum* by_vel) {
  const engHard* o = &m->ext.hard;
  mjtNum h = m->opt.timestep, distance = d->efc_pos[row] + o->penetration;
  mjtNum erp = o->erpcontact >= 0 ? o->erpcontact : spring_erp(d, row, h);
  mjtNum e = o->restitution >= 0 ? o->restitution : spring_restitution(d, row);
  mjtNum gap = gap_velocity(distance, erp, h, o->maxvelocity);
  *by_pos = gap_slope(distance, erp, h, o->maxvelocity);
  *by_vel = 1;
  if (contact_velocity(m, d, row) == gap) return;
  *by_pos = 0;
  *by_vel = 1 + e;
}

void hard_correction_slopes(const mjModel* m, mjData* d, mjtNum* by_pos, mjtNum* by_vel) {
  if (!d->nefc) return;
  const engHard* o = &m->ext.hard;
  mjtNum h = m->opt.timestep;
  mj_markStack(d);
  row_set rows = rows_of(m, d);
  vec_zero(by_pos, d->nefc);
  vec_fill(by_vel, 1, d->nefc);
  for (const row_block* r = rows.block; r < rows.block + rows.nblock; r++) {
    int n = r->set == FORCE_CONE ? 1 : r->n;
    for (int i = r->begin; i < r->begin + n && r->set != FORCE_INTERVAL; i++) {
      if (r->contact) {
        contact_slopes(m, d, i, by_pos + i, by_vel + i);
      } else if (r->set == FORCE_FREE) {
        mjtNum erp = o->erpequality >= 0 ? o->erpequality : spring_erp(d, i, h);
        by_pos[i] = fabs(erp * d->efc_pos[i] / h) < o->maxvelocity ? erp / h : 0;
      } else {
        mjtNum erp = o->erplimit >= 0 ? o->erplimit : spring_erp(d, i, h);
        by_pos[i] = gap_slope(d->efc_pos[i], erp, h, o->maxvelocity);
      }
    }
  }
  mj_freeStack(d);
}

// --- assembly of the step -----------------------------------------------------------------------

// efc_vel + h J a + corrections: row velocities for acceleration a.
static mjtNum* row_velocities(const mjModel* m, mjData* d, const mjtNum* a,
                              const mjtNum* corrections) {
  mjtNum* v = mj_stackAllocNum(d, d->nefc);
  mj_mulJacVec(m, d, v, a);
  for (int i = 0; i < d->nefc; i++) {
    v[i] = d->efc_vel[i] + m->opt.timestep * v[i] + corrections[i];
  }
  return v;
}

static mjtNum* corrections_of(const mjModel* m, mjData* d) {
  mjtNum* c = mj_stackAllocNum(d, d->nefc);
  vec_zero(c, d->nefc);
  row_set rows = rows_of(m, d);
  add_corrections(m, d, &rows, c);
  return c;
}

// h J a, where a is the part of the last acceleration caused by constraint forces: that
// acceleration minus the present smooth acceleration.
static const mjtNum* last_forces(const mjModel* m, mjData* d, const hard_step* s) {
  if (mjDISABLED(mjDSBL_WARMSTART)) return NULL;
  mjtNum *a = mj_stackAllocNum(d, m->nv), *v = mj_stackAllocNum(d, d->nefc);
  mj_mulM(m, d, a, d->qacc_warmstart);
  vec_sub(a, a, d->qfrc_smooth, m->nv);
  ldl_solve(a, s->LD, s->diaginv, pattern_of_M(m));
  mj_mulJacVec(m, d, v, a);
  vec_scale(v, v, m->opt.timestep, d->nefc);
  return isfinite(vec_sum(v, d->nefc)) ? v : NULL;
}

hard_step hard_step_make(const mjModel* m, mjData* d) {
  hard_step s = {.options = &m->ext.hard, .id = d->efc_id};
  factor_step(m, d, &s);
  const mjtNum* c = corrections_of(m, d);
  mjtNum* a = mj_stackAllocNum(d, m->nv);
  if (s.LD == d->qLD) {
    vec_copy(a, d->qacc_smooth, m->nv);
  } else {
    vec_copy(a, d->qfrc_smooth, m->nv);
    ldl_solve(a, s.LD, s.diaginv, pattern_of_M(m));
  }
  s.corrections = c;
  s.b = row_velocities(m, d, a, c);
  s.guess = last_forces(m, d, &s);
  return s;
}

hard_step hard_step_at(const mjModel* m, mjData* d, const mjtNum* acceleration) {
  hard_step s = {.options = &m->ext.hard, .id = d->efc_id};
  factor_step(m, d, &s);
  s.b = row_velocities(m, d, acceleration, corrections_of(m, d));
  return s;
}

static const mjtNum* gather_rows(mjData* d, const mjtNum* from) {
  mjtNum* to = mj_stackAllocNum(d, d->nefc);
  for (int i = 0; i < d->nefc; i++) to[i] = from[d->map_iefc2efc[i]];
  return to;
}

// Copy the factor's rows to island order; their lengths are unchanged, the islands give their
// addresses.
static void gather_factor(const mjModel* m, mjData* d, hard_step* s) {
  if (s->LD == d->qLD) {
    s->LD = d->iLD;
    s->diaginv = d->iLDiagInv;
    return;
  }
  mjtNum *LD = mj_stackAllocNum(d, m->nC), *diaginv = mj_stackAllocNum(d, m->nv);
  mjtNum* M = mj_stackAllocNum(d, m->nC);
  for (int i = 0; i < d->nidof; i++) {
    int dof = d->map_idof2dof[i];
    vec_copy(M + d->iM_rowadr[i], s->M + m->M_rowadr[dof], d->iM_rownnz[i]);
    vec_copy(LD + d->iM_rowadr[i], s->LD + m->M_rowadr[dof], d->iM_rownnz[i]);
    diaginv[i] = s->diaginv[dof];
  }
  s->LD = LD;
  s->diaginv = diaginv;
  s->M = M;
}

hard_step hard_step_gather(const mjModel* m, mjData* d, const hard_step* whole) {
  hard_step s = *whole;
  int* id = mj_stackAllocInt(d, d->nefc);
  for (int i = 0; i < d->nefc; i++) id[i] = whole->id[d->map_iefc2efc[i]];
  s.id = id;
  s.b = gather_rows(d, whole->b);
  if (whole->guess) s.guess = gather_rows(d, whole->guess);
  gather_factor(m, d, &s);
  return s;
}
