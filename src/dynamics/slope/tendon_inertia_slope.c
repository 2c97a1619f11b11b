// A tendon with armature k resists with k J'(J a + c), c = (dJ/dt) v, but of J'J only what M has
// room for: row i sees a where M(i, .) has entries, a_i.  With s_i = J a_i and H = d(J')/dq,
//   d/dq (k J_i s_i) = k (H_i s_i + J_i H'a_i).
// As (dJ/dt) v = v'H v,  dc/dv = (H + H') v.  c is a sum over straight parts from p to q with unit
// direction u, length l, relative velocity w and acceleration a (of material points at qacc = 0,
// without gravity):
//   c = u . a + (|w|^2 - (u . w)^2) / l,
// of which dc/dq takes du = (1 - u u')/l dx, dl = u . dx and, at a point r from O of a body with
// twist V and acceleration A, whose derivatives are S x V + V- x S and S x A + Y2 - V x Y1:
//   dw = dV_lin + dV_ang x r + V_ang x dx,
//   da = dA_lin + dA_ang x r + A_ang x dx + dV_ang x w + V_ang x dw.
#include "dynamics/slope/tendon_inertia_slope.h"

#include <engine/base.h>

#include "dynamics/polynomial.h"
#include "dynamics/slope/ends.h"
#include "dynamics/slope/tendon_slope.h"
#include "kinematics/jacobian.h"
#include "kinematics/tendon_path.h"
#include "math/dense.h"

// --- accelerations at qacc = 0 ------------------------------------------------------------------

typedef struct {
  const mjtNum *V, *Y1;  // nbody x 6, nv x 6: under qvel
  mjtNum *A, *Y2;        // the same
} free_motion;

static free_motion free_motion_of(const mjModel* m, mjData* d) {
  free_motion f = {d->cvel, d->cdof_dot, mj_stackAllocNum(d, 6 * (size_t)m->nbody),
                   mj_stackAllocNum(d, 6 * (size_t)m->nv + 1)};
  vec_zero(f.A, 6);
  for (int b = 1; b < m->nbody; b++) {
    mjtNum v[6], *A = f.A + 6 * b, twist[6];
    memcpy(v, f.V + 6 * m->body_parentid[b], sizeof v);
    memcpy(A, f.A + 6 * m->body_parentid[b], 6 * sizeof(mjtNum));
    int n;
    for (int i = m->body_dofadr[b], end = i + m->body_dofnum[b]; i < end; i += n) {
      dof_group(m, i, &n);
      for (int k = 6 * i; k < 6 * (i + n); k += 6) {
        spatial_cross_motion(f.Y2 + k, A, d->cdof + k);
        spatial_cross_motion(twist, v, f.Y1 + k);
        add6(f.Y2 + k, twist);
      }
      for (int k = i; k < i + n; k++) {
        vec_axpy(A, d->qvel[k], f.Y1 + 6 * k, 6);
        vec_axpy(v, d->qvel[k], d->cdof + 6 * k, 6);
      }
    }
  }
  return f;
}

// Position, velocity and acceleration of a point; or their derivatives by one dof.
typedef struct {
  mjtNum x[3], w[3], a[3];
} point_motion;

static void add_motion(point_motion* to, mjtNum s, const point_motion* p) {
  vec3_axpy(to->x, s, p->x);
  vec3_axpy(to->w, s, p->w);
  vec3_axpy(to->a, s, p->a);
}

static void point_motion_of(const free_motion* f, int body, const mjtNum r[3], point_motion* p) {
  const mjtNum *V = f->V + 6 * body, *A = f->A + 6 * body;
  mjtNum t[3];
  dof_velocity(p->w, V, r);
  dof_velocity(p->a, A, r);
  vec3_cross(t, V, p->w);
  vec3_add(p->a, p->a, t);
}

// Derivative of the motion p of a point of a body by dof j of its chain.
static void point_motion_slope(const mjData* d, const free_motion* f, int body, const mjtNum r[3],
                               const point_motion* p, int j, point_motion* out) {
  const mjtNum *V = f->V + 6 * body, *A = f->A + 6 * body, *S = d->cdof + 6 * j;
  const mjtNum *Y1 = f->Y1 + 6 * j, *Y2 = f->Y2 + 6 * j;
  mjtNum dV[6], dA[6], t[6];
  spatial_cross_motion(dV, S, V);
  add6(dV, Y1);
  spatial_cross_motion(dA, S, A);
  add6(dA, Y2);
  spatial_cross_motion(t, V, Y1);
  vec_sub(dA, dA, t, 6);
  dof_velocity(out->x, S, r);
  dof_velocity(out->w, dV, r);
  vec3_cross(t, V, out->x);
  vec3_add(out->w, out->w, t);
  dof_velocity(out->a, dA, r);
  vec3_cross(t, A, out->x);
  vec3_add(out->a, out->a, t);
  vec3_cross(t, dV, p->w);
  vec3_add(out->a, out->a, t);
  vec3_cross(t, V, out->w);
  vec3_add(out->a, out->a, t);
}

// --- c ------------------------------------------------------------------------------------------

// Returns c of the part; by_q += its derivative.  Both are divided by the part's divisor.
static mjtNum part_drift(const mjModel* m, mjData* d, const free_motion* f, const path_part* part,
                         mjtNum* by_q) {
  if (part->body[0] == part->body[1]) return 0;
  mj_markStack(d);
  ends e = ends_make(m, d, part->body[0], part->x[0], part->body[1], part->x[1]);
  mjtNum r[2][3], u[3], scale = 1 / part->divisor;
  point_motion p[2], z = {{0}, {0}, {0}};
  for (int k = 0; k < 2; k++) {
    vec3_sub(r[k], part->x[k], d->subtree_com + 3 * m->body_rootid[part->body[k]]);
    vec3_zero(p[k].x);
    point_motion_of(f, part->body[k], r[k], p + k);
    add_motion(&z, k ? 1 : -1, p + k);
  }
  vec3_sub(u, part->x[1], part->x[0]);
  mjtNum l = fmax(mjMINVAL, vec3_normalize(u)), along = vec3_dot(u, z.w);
  mjtNum across2 = vec3_dot(z.w, z.w) - along * along;
  for (int c = 0; c < e.n; c++) {
    point_motion dz = {{0}, {0}, {0}}, one;
    for (int k = 0; k < 2; k++) {
      if (!(e.side[c] & (1 << k))) continue;
      point_motion_slope(d, f, part->body[k], r[k], p + k, e.col[c], &one);
      add_motion(&dz, k ? 1 : -1, &one);
    }
    mjtNum du[3], dl = vec3_dot(u, dz.x);
    vec3_copy(du, dz.x);
    vec3_axpy(du, -dl, u);
    vec3_scale(du, du, 1 / l);
    mjtNum dalong = vec3_dot(du, z.w) + vec3_dot(u, dz.w);
    mjtNum dc = vec3_dot(du, z.a) + vec3_dot(u, dz.a) - across2 / (l * l) * dl +
                2 * (vec3_dot(z.w, dz.w) - along * dalong) / l;
    by_q[e.col[c]] += scale * dc;
  }
  mj_freeStack(d);
  return scale * (vec3_dot(u, z.a) + across2 / l);
}

static mjtNum drift(const mjModel* m, mjData* d, const free_motion* f, int tendon, mjtNum* by_q) {
  mjtNum sum = 0;
  vec_zero(by_q, m->nv);
  path_walk w = path_begin(m, d, tendon);
  for (path_part part; path_next(m, d, &w, &part);) sum += part_drift(m, d, f, &part, by_q);
  return sum;
}

// by_v (nv) = (H + H') qvel.
static void drift_by_velocity(const slope* s, int tendon, mjtNum* by_v) {
  const mjModel* m = s->m;
  carried vel = carried_by_qvel(s->d);
  vec_zero(by_v, m->nv);
  slope along = {.m = m, .d = s->d, .at = s->at, .dq = s->d->qvel, .out = by_v};
  mj_markStack(s->d);
  slope_open(&along);
  along.pull[tendon] = 1;
  along.has_pull = 1;
  slope_close(&along, NULL);
  tendon_rate(m, s->d, tendon, &vel, 1, by_v);
  mj_freeStack(s->d);
}

// --- J'J a --------------------------------------------------------------------------------------

static int has_entry(const mjModel* m, int i, int j) {
  int row = i > j ? i : j, other = i > j ? j : i, adr = m->M_rowadr[row];
  for (int k = adr; k < adr + m->M_rownnz[row]; k++) {
    if (m->M_colind[k] == other) return 1;
  }
  return 0;
}

static int is_within_M(const mjModel* m, sparse_row J) {
  for (int i = 0; i < J.n; i++) {
    for (int k = 0; k < i; k++) {
      if (J.value[i] == 0 || J.value[k] == 0) continue;
      if (!has_entry(m, J.col ? J.col[i] : i, J.col ? J.col[k] : k)) return 0;
    }
  }
  return 1;
}

typedef struct {
  slope* s;
  int tendon;
  sparse_row J;
  mjtNum scale;
} resistance;

// R -= scale (H_i speed + J_i by_q') for the rows with keep 1 (keep may be NULL).
static void subtract_rows(const resistance* r, mjtNum speed, const mjtNum* by_q,
                          const mjtNum* keep) {
  slope* s = r->s;
  mj_markStack(s->d);
  slope one = *s;
  slope_open(&one);
  one.pull[r->tendon] = -r->scale * speed;
  one.has_pull = speed != 0;
  slope_close(&one, keep);
  mjtNum* value = mj_stackAllocNum(s->d, (size_t)r->J.n + 1);
  for (int k = 0; k < r->J.n; k++) {
    value[k] = r->J.value[k] * (keep ? keep[r->J.col ? r->J.col[k] : k] : 1);
  }
  slope_add_outer(s, BY_POSITION, -r->scale, (sparse_row){r->J.n, r->J.col, value},
                  (sparse_row){s->m->nv, NULL, by_q});
  mj_freeStack(s->d);
}

static void subtract_inertia(const resistance* r, const mjtNum* qacc, const mjtNum* keep) {
  const mjModel* m = r->s->m;
  mjData* d = r->s->d;
  mj_markStack(d);
  mjtNum* by_q = mj_stackAllocNum(d, m->nv);
  vec_zero(by_q, m->nv);
  carried acc = carried_by(m, d, qacc);
  tendon_rate(m, d, r->tendon, &acc, 1, by_q);
  subtract_rows(r, sparse_row_dot(r->J, qacc), by_q, keep);
  mj_freeStack(d);
}

// Row by row, where the pattern of M does not cover all of J'J.
static void subtract_inertia_rows(const resistance* r, const mjtNum* qacc) {
  const mjModel* m = r->s->m;
  mjData* d = r->s->d;
  if (is_within_M(m, r->J)) {
    subtract_inertia(r, qacc, NULL);
    return;
  }
  mj_markStack(d);
  mjtNum *seen = mj_stackAllocNum(d, 2 * (size_t)m->nv), *keep = seen + m->nv;
  vec_zero(keep, m->nv);
  for (int i = 0; i < m->nv; i++) {
    for (int j = 0; j < m->nv; j++) seen[j] = has_entry(m, i, j) ? qacc[j] : 0;
    keep[i] = 1;
    subtract_inertia(r, seen, keep);
    keep[i] = 0;
  }
  mj_freeStack(d);
}

static int has_inertia_force(const mjModel* m, int tendon) {
  return tendon_armature(m, tendon) != 0 && m->wrap_type[m->tendon_adr[tendon]] != mjWRAP_JOINT;
}

void subtract_tendon_inertia(slope* s, const mjtNum* qvel, const mjtNum* qacc, mjtNum scale) {
  const mjModel* m = s->m;
  mjData* d = s->d;
  for (int t = 0; t < m->ntendon; t++) {
    if (!has_inertia_force(m, t)) continue;
    mj_markStack(d);
    resistance r = {s, t, tendon_vector(m, d, t), scale * tendon_armature(m, t)};
    if (qacc) subtract_inertia_rows(&r, qacc);
    if (qvel) {
      mjtNum *by_q = mj_stackAllocNum(d, 2 * (size_t)m->nv), *by_v = by_q + m->nv;
      free_motion f = free_motion_of(m, d);
      mjtNum c = drift(m, d, &f, t, by_q);
      subtract_rows(&r, c, by_q, NULL);
      drift_by_velocity(s, t, by_v);
      slope_add_outer(s, BY_VELOCITY, -r.scale, r.J, (sparse_row){m->nv, NULL, by_v});
    }
    mj_freeStack(d);
  }
}

// Column j of H is dJ'/dq_j.
void add_tendon_inertia_slopes(const mjModel* m, mjData* d, mjtNum* out) {
  for (int t = 0; t < m->ntendon; t++) {
    if (!has_inertia_force(m, t)) continue;
    mj_markStack(d);
    mjtNum *J = mj_stackAllocNum(d, 3 * (size_t)m->nv), *dJ = J + m->nv, *unit = dJ + m->nv;
    vec_zero(J, m->nv);
    sparse_row_add(tendon_vector(m, d, t), 1, J);
    vec_zero(unit, m->nv);
    for (int j = 0; j < m->nv; j++) {
      vec_zero(dJ, m->nv);
      unit[j] = 1;
      slope along = {.m = m, .d = d, .dq = unit, .out = dJ};
      mj_markStack(d);
      slope_open(&along);
      along.pull[t] = tendon_armature(m, t);
      along.has_pull = 1;
      slope_close(&along, NULL);
      mj_freeStack(d);
      unit[j] = 0;
      mjtNum* row = out + (size_t)j * (size_t)m->nM;
      for (int k = 0; k < m->nv; k++) {
        int at = m->dof_Madr[k];
        for (int i = k; i >= 0; i = m->dof_parentid[i], at++) {
          if (has_entry(m, i, k)) row[at] += dJ[k] * J[i] + J[k] * dJ[i];
        }
      }
    }
    mj_freeStack(d);
  }
}
