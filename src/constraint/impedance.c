// From solref and solimp to stiffness K, damping B, impedance d(r), its slope d'(r), and the
// regulariser R of each row (Computation chapter: Parameters; Regularization).

#include "constraint/impedance.h"

#include <math.h>
#include <string.h>

#include "kinematics/contact_side.h"
#include "math/dense.h"
#include "math/pair.h"

// What the user gave for a group of rows; friction_ref is that of the friction rows of an elliptic
// contact, zeros else.
typedef struct {
  mjtNum ref[mjNREF];
  mjtNum friction_ref[mjNREF];
  mjtNum imp[mjNIMP];
} parameters;

// Where it stands.
typedef struct {
  const mjtNum* ref;
  const mjtNum* friction_ref;
  const mjtNum* imp;
} source;

// What follows from it, whatever the position.
typedef struct {
  parameters given;
  mjtNum K, B;
  mjtNum friction_B;
  mjtNum imp[mjNIMP];  // sanitised
} softness;

// Rows that share one impedance.
static int group_size(const mjModel* m, const mjData* d, int row) {
  int id = d->efc_id[row];
  switch (d->efc_type[row]) {
    case mjCNSTR_EQUALITY:
      return m->eq_type[id] == mjEQ_CONNECT ? 3 : m->eq_type[id] == mjEQ_WELD ? 6 : 1;
    case mjCNSTR_CONTACT_PYRAMIDAL: return 2 * (d->contact[id].dim - 1);
    case mjCNSTR_CONTACT_ELLIPTIC: return d->contact[id].dim;
    default: return 1;
  }
}

static source given(const mjModel* m, const mjData* d, int row) {
  static const mjtNum none[mjNREF] = {0};
  int id = d->efc_id[row];
  switch (d->efc_type[row]) {
    case mjCNSTR_EQUALITY:
      return (source){m->eq_solref + mjNREF * id, none, m->eq_solimp + mjNIMP * id};
    case mjCNSTR_FRICTION_DOF:
      return (source){m->dof_solref + mjNREF * id, none, m->dof_solimp + mjNIMP * id};
    case mjCNSTR_FRICTION_TENDON:
      return (source){m->tendon_solref_fri + mjNREF * id, none, m->tendon_solimp_fri + mjNIMP * id};
    case mjCNSTR_LIMIT_JOINT:
      return (source){m->jnt_solref + mjNREF * id, none, m->jnt_solimp + mjNIMP * id};
    case mjCNSTR_LIMIT_TENDON:
      return (source){m->tendon_solref_lim + mjNREF * id, none, m->tendon_solimp_lim + mjNIMP * id};
    case mjCNSTR_CONTACT_ELLIPTIC:
      return (source){d->contact[id].solref, d->contact[id].solreffriction, d->contact[id].solimp};
    default: return (source){d->contact[id].solref, none, d->contact[id].solimp};
  }
}

// Whether a reference is in one of the two formats: both numbers positive, or neither.
static int is_one_format(const mjtNum ref[mjNREF]) { return (ref[0] > 0) == (ref[1] > 0); }

// A time constant below two timesteps would make the constraint unstable.
static void keep_stable(const mjModel* m, mjtNum ref[mjNREF]) {
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

static softness soften(const mjModel* m, source from) {
  softness s = {.K = 0};
  const parameters* p = &s.given;
  memcpy(s.given.ref, from.ref, sizeof s.given.ref);
  memcpy(s.given.friction_ref, from.friction_ref, sizeof s.given.friction_ref);
  memcpy(s.given.imp, from.imp, sizeof s.given.imp);
  s.imp[0] = mjMIN(mjMAXIMP, mjMAX(mjMINIMP, p->imp[0]));
  s.imp[1] = mjMIN(mjMAXIMP, mjMAX(mjMINIMP, p->imp[1]));
  s.imp[2] = mjMAX(0, p->imp[2]);
  s.imp[3] = mjMIN(mjMAXIMP, mjMAX(mjMINIMP, p->imp[3]));
  s.imp[4] = mjMAX(1, p->imp[4]);

  mjtNum ref[mjNREF] = {p->ref[0], p->ref[1]}, unused;
  if (!is_one_format(ref)) {
    mju_warning("solref has one positive number of two: (%g, %g); the default is used", ref[0],
                ref[1]);
    mj_defaultSolRefImp(ref, NULL);
  }
  keep_stable(m, ref);
  stiffness_damping(ref, s.imp[1], &s.K, &s.B);
  s.friction_B = s.B;

  vec_copy(ref, p->friction_ref, mjNREF);
  if (!is_one_format(ref)) {
    mju_warning("solreffriction has one positive number of two: (%g, %g); solref is used", ref[0],
                ref[1]);
  } else if (ref[0] || ref[1]) {
    keep_stable(m, ref);
    stiffness_damping(ref, s.imp[1], &unused, &s.friction_B);
  }
  return s;
}

// x^n, exact for the usual small n.
static mjtNum power(mjtNum x, mjtNum n) { return n == 1 ? x : n == 2 ? x * x : pow(x, n); }

// Impedance at a violation r (margin taken off), and its slope: a sigmoid of two powers that meet
// at the midpoint.
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

// Position of a group: the residual, or the norm of it when there are several.
static mjtNum group_position(const mjData* d, int row, int n) {
  if (d->efc_type[row] != mjCNSTR_EQUALITY || n == 1) return d->efc_pos[row];
  mjtNum sum = 0;
  for (int k = 0; k < n; k++) sum += d->efc_pos[row + k] * d->efc_pos[row + k];
  return sqrt(sum);
}

static int is_same(source a, const parameters* b) {
  return !memcmp(a.ref, b->ref, sizeof b->ref) && !memcmp(a.imp, b->imp, sizeof b->imp) &&
         !memcmp(a.friction_ref, b->friction_ref, sizeof b->friction_ref);
}

// Fill efc_KBIP of a group of n rows.  What the group before has left in *s most often holds here.
static void fill_kbip(const mjModel* m, mjData* d, int row, int n, softness* s) {
  int type = d->efc_type[row];
  source from = given(m, d, row);
  if (!row || !is_same(from, &s->given)) *s = soften(m, from);
  mjtNum value, slope;
  impedance(s->imp, group_position(d, row, n) - d->efc_margin[row], &value, &slope);
  int is_loss = type == mjCNSTR_FRICTION_DOF || type == mjCNSTR_FRICTION_TENDON;
  mjtNum* restrict kbip = d->efc_KBIP + 4 * row;
  pair first = pair_of(is_loss ? 0 : s->K, s->B), last = pair_of(value, slope);
  for (int k = 0; k < n; k++, kbip += 4) {
    pair_store(kbip, first);
    pair_store(kbip + 2, last);
    if (type == mjCNSTR_CONTACT_ELLIPTIC) first = pair_of(0, s->friction_B);
  }
}

// Inverse weight of the two sides of a contact against translation.
static mjtNum contact_invweight(const mjModel* m, const mjData* d, const mjContact* con) {
  mjtNum weight = 0;
  for (int k = 0; k < 2; k++) {
    int body = contact_side_body(m, con, k);
    if (body >= 0) {
      weight += m->body_invweight0[2 * body];
      continue;
    }
    contact_side side;
    contact_side_bodies(m, d, con, k, &side);
    // of an element that nodes carry, the last vertex speaks for all, as in the reference
    int first = con->flex[k] >= 0 && m->flex_interp[con->flex[k]] ? side.last : 0;
    for (int i = first; i < side.n; i++)
      weight += side.weight[i] * m->body_invweight0[2 * side.body[i]];
  }
  return weight;
}

// Of the first row of a contact; the others follow from its regulariser.
static mjtNum contact_diagonal(const mjModel* m, const mjData* d, int row) {
  const mjContact* con = d->contact + d->efc_id[row];
  mjtNum weight = contact_invweight(m, d, con);
  if (d->efc_type[row] != mjCNSTR_CONTACT_PYRAMIDAL) return weight;
  return weight + con->friction[0] * con->friction[0] * weight;
}

static void equality_diagonal(const mjModel* m, const mjData* d, int row, int n, mjtNum* diag) {
  int i = d->efc_id[row], id1 = m->eq_obj1id[i], id2 = m->eq_obj2id[i];
  switch (m->eq_type[i]) {
    case mjEQ_JOINT:
      diag[0] = m->dof_invweight0[m->jnt_dofadr[id1]];
      if (id2 >= 0) diag[0] += m->dof_invweight0[m->jnt_dofadr[id2]];
      break;
    case mjEQ_TENDON:
      diag[0] = m->tendon_invweight0[id1];
      if (id2 >= 0) diag[0] += m->tendon_invweight0[id2];
      break;
    case mjEQ_CONNECT:
    case mjEQ_WELD:
      if (m->eq_objtype[i] == mjOBJ_SITE) {
        id1 = m->site_bodyid[id1];
        id2 = m->site_bodyid[id2];
      }
      for (int k = 0; k < n; k++) {
        diag[k] = m->body_invweight0[2 * id1 + k / 3] + m->body_invweight0[2 * id2 + k / 3];
      }
      break;
    default: break;  // flex edges know it from their row
  }
}

// Approximate diagonal of J inv(M) J' for a group of n rows, from the inverse weights in qpos0; for
// a contact, of its first row.
static void approximate_diagonal(const mjModel* m, const mjData* d, int row, int n, mjtNum* diag) {
  int id = d->efc_id[row];
  switch (d->efc_type[row]) {
    case mjCNSTR_EQUALITY: equality_diagonal(m, d, row, n, diag); break;
    case mjCNSTR_FRICTION_DOF: diag[0] = m->dof_invweight0[id]; break;
    case mjCNSTR_LIMIT_JOINT: diag[0] = m->dof_invweight0[m->jnt_dofadr[id]]; break;
    case mjCNSTR_FRICTION_TENDON:
    case mjCNSTR_LIMIT_TENDON: diag[0] = m->tendon_invweight0[id]; break;
    default: diag[0] = contact_diagonal(m, d, row); break;
  }
}

// Friction rows of a contact take their regulariser from the first row, so that the cone of forces
// and the cone of accelerations are dual (seed 000, equation 22).
static void regularise_contact(const mjModel* m, mjData* d, int row, int n) {
  mjContact* con = d->contact + d->efc_id[row];
  mjtNum* R = d->efc_R + row;
  mjtNum first = R[0], friction = first / mjMAX(mjMINVAL, m->opt.impratio);
  con->mu = con->friction[0] * (friction == first ? 1 : sqrt(friction / first));
  if (d->efc_type[row] == mjCNSTR_CONTACT_PYRAMIDAL) {
    vec_fill(R, 2 * con->mu * con->mu * first, n);
    return;
  }
  R[1] = friction;
  for (int k = 2; k < n; k++) {
    R[k] = friction * con->friction[0] * con->friction[0] /
           (con->friction[k - 1] * con->friction[k - 1]);
  }
}

void impedance_rows(const mjModel* m, mjData* d) {
  softness s = {.K = 0};
  for (int row = 0, n; row < d->nefc; row += n) {
    n = group_size(m, d, row);
    int type = d->efc_type[row];
    int is_contact = type == mjCNSTR_CONTACT_PYRAMIDAL || type == mjCNSTR_CONTACT_ELLIPTIC;
    fill_kbip(m, d, row, n, &s);

    mjtNum* restrict diag = d->efc_diagApprox + row, * restrict R = d->efc_R + row;
    approximate_diagonal(m, d, row, n, diag);
    mjtNum value = d->efc_KBIP[4 * row + 2], ratio = (1 - value) / value;
    mjtNum inverse = value / (1 - value);
    for (int k = 0; k < (is_contact ? 1 : n); k++) R[k] = mjMAX(mjMINVAL, ratio * diag[k]);
    if (is_contact) regularise_contact(m, d, row, n);
    vec_scale(diag, R, inverse, n);
    if (type == mjCNSTR_CONTACT_PYRAMIDAL) {
      vec_fill(d->efc_D + row, 1 / R[0], n);
    } else {
      for (int k = 0; k < n; k++) d->efc_D[row + k] = 1 / R[k];
    }
  }
}
