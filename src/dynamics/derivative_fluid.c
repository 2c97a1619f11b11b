// Derivative of fluid forces.
//
// In the frame of a body or geom the derivative of the force (torque, force) by the velocity
// (angular, linear) is a 6 x 6 matrix B.  Moved to the centre of the tree, the matrices of a
// subtree add up, as its inertias do.
#include <engine/model.h>

#include "dynamics/derivative_parts.h"
#include "dynamics/free_body.h"
#include "model/sleep.h"
#include "math/spatial.h"

// A 6 x 6 matrix as 3 x 3 blocks: block rows are torque and force, block columns angular and linear
// velocity.
typedef struct {
  mjtNum block[2][2][9];
} matrix6;

enum { TURN = 0, MOVE = 1 };  // indices of block rows and columns

// m += s [a]x, the matrix that maps b to s a x b.
static void add_cross(mjtNum m[9], mjtNum s, const mjtNum a[3]) {
  m[1] -= s * a[2];
  m[2] += s * a[1];
  m[3] += s * a[2];
  m[5] -= s * a[0];
  m[6] -= s * a[1];
  m[7] += s * a[0];
}

// m -= [a]x diag(b).
static void subtract_cross_diagonal(mjtNum m[9], const mjtNum a[3], const mjtNum b[3]) {
  m[1] += a[2] * b[1];
  m[2] -= a[1] * b[2];
  m[3] -= a[2] * b[0];
  m[5] += a[0] * b[2];
  m[6] += a[1] * b[0];
  m[7] -= a[0] * b[1];
}

// m += s a b'.
static void add_outer(mjtNum m[9], mjtNum s, const mjtNum a[3], const mjtNum b[3]) {
  for (int r = 0; r < 3; r++) {
    for (int c = 0; c < 3; c++) m[3 * r + c] += s * a[r] * b[c];
  }
}

static void add_diagonal(mjtNum m[9], mjtNum s) {
  m[0] += s;
  m[4] += s;
  m[8] += s;
}

static inline mjtNum pow4(mjtNum x) { return x * x * x * x; }

static void box_derivative(const mjModel* m, int body, const mjtNum vel[6], matrix6* B) {
  mjtNum box[3];
  mjtNum density = m->opt.density, viscosity = m->opt.viscosity;
  inertia_box(m, box, body);
  if (viscosity > 0) {
    mjtNum diameter = (box[0] + box[1] + box[2]) / 3;
    add_diagonal(B->block[TURN][TURN], -mjPI * diameter * diameter * diameter * viscosity);
    add_diagonal(B->block[MOVE][MOVE], -3 * mjPI * diameter * viscosity);
  }
  if (density > 0) {
    for (int k = 0; k < 3; k++) {
      mjtNum b1 = box[(k + 1) % 3], b2 = box[(k + 2) % 3];
      B->block[TURN][TURN][4 * k] -=
          density * box[k] * (pow4(b1) + pow4(b2)) * 2 * fabs(vel[k]) / 64;
      B->block[MOVE][MOVE][4 * k] -= 0.5 * density * b1 * b2 * 2 * fabs(vel[3 + k]);
    }
  }
}

// With p = added mass * u and l = added inertia * w the force is: torque p x u + l x w, force p x
// w.
static void add_added_mass(const fluid_ellipsoid* e, const mjtNum w[3], const mjtNum u[3],
                           matrix6* B) {
  mjtNum p[3], l[3];
  for (int k = 0; k < 3; k++) {
    p[k] = e->added_mass[k] * u[k];
    l[k] = e->added_inertia[k] * w[k];
  }
  add_cross(B->block[TURN][MOVE], 1, p);
  subtract_cross_diagonal(B->block[TURN][MOVE], u, e->added_mass);
  add_cross(B->block[TURN][TURN], 1, l);
  subtract_cross_diagonal(B->block[TURN][TURN], w, e->added_inertia);
  add_cross(B->block[MOVE][TURN], 1, p);
  subtract_cross_diagonal(B->block[MOVE][MOVE], w, e->added_mass);
}

// Projected area of the ellipsoid along the flow: squared areas of its sides a, the sums N = a u.u
// and Q = a^2 u.u, and per axis its part of the area's derivative, g.
typedef struct {
  mjtNum a[3], g[3];
  mjtNum N, Q;
} projection;

static projection project(const fluid_ellipsoid* e, const mjtNum u[3]) {
  projection p = {.N = 0, .Q = 0};
  for (int k = 0; k < 3; k++) {
    mjtNum side = e->size[(k + 1) % 3] * e->size[(k + 2) % 3];
    p.a[k] = side * side;
    p.N += p.a[k] * u[k] * u[k];
    p.Q += p.a[k] * p.a[k] * u[k] * u[k];
  }
  for (int k = 0; k < 3; k++) {
    int i = (k + 1) % 3, j = (k + 2) % 3;
    p.g[k] = u[i] * u[i] * (p.a[k] - p.a[i]) + u[j] * u[j] * (p.a[k] - p.a[j]);
  }
  return p;
}

static void add_kutta(const fluid_ellipsoid* e, const mjtNum u[3], const projection* p,
                      mjtNum m[9]) {
  mjtNum n = vec3_dot(u, u);
  mjtNum scale = mjPI * e->kutta_lift * e->density / fmax(mjMINVAL, sqrt(p->Q * p->N * n));
  for (int c = 0; c < 3; c++) {
    mjtNum t = p->a[c] * p->a[c] * p->N / fmax(mjMINVAL, p->Q) - p->a[c] + p->N / fmax(mjMINVAL, n);
    for (int r = 0; r < 3; r++) {
      m[3 * r + c] += scale * (2 * p->N * (p->a[c] - p->a[r]) + t * p->g[r]) * u[r] * u[c];
    }
    m[4 * c] -= scale * p->g[c] * p->N;
  }
}

static void add_drag(const fluid_ellipsoid* e, const mjtNum u[3], const projection* p,
                     mjtNum m[9]) {
  mjtNum speed = vec3_norm(u), area = mjPI * sqrt(p->Q / fmax(mjMINVAL, p->N));
  mjtNum linear = 3 * mjPI * e->mean_diameter * e->viscosity;
  mjtNum quadratic = e->density * (area * e->blunt_drag + e->slender_drag * (e->max_area - area));
  mjtNum per_speed = quadratic / fmax(mjMINVAL, speed);
  mjtNum by_area = e->density * speed * (e->blunt_drag - e->slender_drag) * mjPI /
                   fmax(mjMINVAL, sqrt(p->N * p->N * p->N * p->Q));
  mjtNum gradient[3];
  for (int k = 0; k < 3; k++) {
    int i = (k + 1) % 3, j = (k + 2) % 3;
    const mjtNum* a = p->a;
    gradient[k] = by_area * a[k] * u[k] *
                  (a[i] * u[i] * u[i] * (a[k] - a[i]) + a[j] * u[j] * u[j] * (a[k] - a[j]));
  }
  add_outer(m, -per_speed, u, u);
  add_diagonal(m, -per_speed * speed * speed - linear);
  add_outer(m, -1, u, gradient);
}

// Lift by circulation and drag as the force has them, with what it does where areas are so small
// that it bounds divisors: of a card or a wire.  With N and Q as above, s the speed,
//   area = pi sqrt(Q / N),  c = N / (s Q),  f = K c area ((a u . u) u - s^2 a u) - drag(s, area) u.
static void add_exact_lift_and_drag(const fluid_ellipsoid* e, const mjtNum u[3], mjtNum m[9]) {
  projection p = project(e, u);
  mjtNum speed = vec3_norm(u), bound = fmax(mjMINVAL, speed * p.Q);
  mjtNum area = mjPI * sqrt(p.Q / fmax(mjMINVAL, p.N)), cosine = p.N / bound;
  mjtNum lift = e->kutta_lift * e->density, slope = e->blunt_drag - e->slender_drag;
  mjtNum per_speed = e->density * (area * slope + e->slender_drag * e->max_area);
  mjtNum turned[3];
  for (int r = 0; r < 3; r++) turned[r] = (p.N - speed * speed * p.a[r]) * u[r];
  add_diagonal(m, -3 * mjPI * e->mean_diameter * e->viscosity - per_speed * speed);
  if (speed == 0 || p.Q == 0) return;
  for (int c = 0; c < 3; c++) {
    mjtNum dN = 2 * p.a[c] * u[c], dQ = p.a[c] * dN, ds = u[c] / speed;
    mjtNum darea = area * 0.5 * (dQ / p.Q - (p.N > mjMINVAL ? dN / p.N : 0));
    mjtNum dcosine = dN / bound;
    if (bound > mjMINVAL) dcosine -= cosine * (ds / speed + dQ / p.Q);
    mjtNum both = lift * (dcosine * area + cosine * darea);
    mjtNum ddrag = per_speed * ds + e->density * speed * slope * darea;
    for (int r = 0; r < 3; r++) {
      mjtNum by_area = (dN - 2 * u[c] * p.a[r]) * u[r];
      if (r == c) by_area += p.N - speed * speed * p.a[r];
      m[3 * r + c] += both * turned[r] + lift * cosine * area * by_area - ddrag * u[r];
    }
  }
}

static void add_spin_drag(const fluid_ellipsoid* e, const mjtNum w[3], mjtNum m[9]) {
  mjtNum moment[3], weighted[3], D = e->mean_diameter;
  for (int k = 0; k < 3; k++) {
    moment[k] = w[k] * e->drag_moment[k];
    weighted[k] = moment[k] * e->drag_moment[k];
  }
  mjtNum size = vec3_norm(moment), inverse = e->density / fmax(mjMINVAL, size);
  add_diagonal(m, -mjPI * D * D * D * e->viscosity - inverse * size * size);
  add_outer(m, -inverse, w, weighted);
}

static void ellipsoid_derivative(const mjModel* m, int geom, const mjtNum vel[6], int exact,
                                 matrix6* B) {
  fluid_ellipsoid e = ellipsoid_of_geom(m, geom);
  const mjtNum *w = vel, *u = vel + 3;
  mjtNum magnus = e.magnus_lift * e.density * e.volume;
  add_added_mass(&e, w, u, B);
  add_cross(B->block[MOVE][TURN], -magnus, u);
  add_cross(B->block[MOVE][MOVE], magnus, w);
  if (exact) {
    add_exact_lift_and_drag(&e, u, B->block[MOVE][MOVE]);
  } else {
    projection p = project(&e, u);
    add_kutta(&e, u, &p, B->block[MOVE][MOVE]);
    add_drag(&e, u, &p, B->block[MOVE][MOVE]);
  }
  add_spin_drag(&e, w, B->block[TURN][TURN]);
}

static void symmetrize(matrix6* B) {
  for (int r = 0; r < 6; r++) {
    for (int c = 0; c < r; c++) {
      mjtNum* x = &B->block[r / 3][c / 3][3 * (r % 3) + c % 3];
      mjtNum* y = &B->block[c / 3][r / 3][3 * (c % 3) + r % 3];
      *x = *y = (*x + *y) / 2;
    }
  }
}

// total += B, given in axes R at offset r from the tree's centre, transformed to that centre: a
// velocity (w, v) there is (w, v - r x w) at r, and a force f at r has the torque r x f.
static void add_moved(matrix6* total, const matrix6* B, const mjtNum R[9], const mjtNum r[3]) {
  matrix6 W;
  mjtNum arm[9] = {0}, t[9];
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < 2; j++) {
      mat3_mul(t, R, B->block[i][j]);
      mat3_mul_t(W.block[i][j], t, R);
    }
  }
  add_cross(arm, 1, r);
  // transform columns, then rows
  for (int i = 0; i < 2; i++) {
    mat3_mul(t, W.block[i][MOVE], arm);
    for (int k = 0; k < 9; k++) W.block[i][TURN][k] -= t[k];
  }
  for (int j = 0; j < 2; j++) {
    mat3_mul(t, arm, W.block[MOVE][j]);
    for (int k = 0; k < 9; k++) W.block[TURN][j][k] += t[k];
  }
  for (int k = 0; k < 36; k++) (&total->block[0][0][0])[k] += (&W.block[0][0][0])[k];
}

static void add_body(const mjModel* m, const mjData* d, int body, matrix6* total) {
  const mjtNum* center = d->subtree_com + 3 * m->body_rootid[body];
  int symmetric = m->opt.integrator == mjINT_IMPLICITFAST &&
                  !(level_has(m, engLEVEL_GYROSCOPIC) && is_free_body(m, m->body_rootid[body]));
  mjtNum r[3], vel[6];
  if (!uses_ellipsoids(m, body)) {
    matrix6 B = {0};
    velocity_in_medium(m, d, mjOBJ_BODY, body, vel);
    box_derivative(m, body, vel, &B);
    vec3_sub(r, d->xipos + 3 * body, center);
    add_moved(total, &B, d->ximat + 9 * body, r);
    return;
  }
  int first = m->body_geomadr[body], end = first + m->body_geomnum[body];
  for (int g = first; g < end; g++) {
    if (m->geom_fluid[mjNFLUID * g] == 0) continue;
    matrix6 B = {0};
    velocity_in_medium(m, d, mjOBJ_GEOM, g, vel);
    ellipsoid_derivative(m, g, vel, 0, &B);
    if (symmetric) symmetrize(&B);
    vec3_sub(r, d->geom_xpos + 3 * g, center);
    add_moved(total, &B, d->geom_xmat + 9 * g, r);
  }
}

// r = B S; with blocks and entries transposed, r = B' S.
static void mul_matrix6(mjtNum r[6], const matrix6* B, const mjtNum S[6]) {
  mjtNum t[3];
  for (int i = 0; i < 2; i++) {
    mat3_mul_vec(r + 3 * i, B->block[i][TURN], S);
    mat3_mul_vec(t, B->block[i][MOVE], S + 3);
    vec3_add(r + 3 * i, r + 3 * i, t);
  }
}

static void mul_transposed6(mjtNum r[6], const matrix6* B, const mjtNum S[6]) {
  mjtNum t[3];
  for (int j = 0; j < 2; j++) {
    mat3_tmul_vec(r + 3 * j, B->block[TURN][j], S);
    mat3_tmul_vec(t, B->block[MOVE][j], S + 3);
    vec3_add(r + 3 * j, r + 3 * j, t);
  }
}

void add_fluid_derivative(const mjModel* m, mjData* d) {
  mj_markStack(d);
  size_t n = 6 * (size_t)m->nv;
  pair_terms x = {mj_stackAllocNum(d, n), mj_stackAllocNum(d, n), NULL, NULL};
  matrix6* B = mj_stackAllocByte(d, sizeof(matrix6) * m->nbody, sizeof(mjtNum));
  memset(B, 0, sizeof(matrix6) * m->nbody);
  FOR_AWAKE(w, m, d) {
    for (int b = w.at.bodyend - 1; b >= w.at.body; b--) {
      int parent = m->body_parentid[b];
      if (!m->body_weldid[b]) continue;
      if (m->body_mass[b] >= mjMINVAL) add_body(m, d, b, B + b);
      for (int k = 0; k < 36; k++) (&B[parent].block[0][0][0])[k] += (&B[b].block[0][0][0])[k];
    }
    for (int i = w.at.dof; i < w.at.dofend; i++) {
      mul_matrix6(x.column + 6 * i, B + m->dof_bodyid[i], d->cdof + 6 * i);
      mul_transposed6(x.row + 6 * i, B + m->dof_bodyid[i], d->cdof + 6 * i);
    }
  }
  add_pair_terms(m, d, 1, x);
  mj_freeStack(d);
}

static void flatten(mjtNum out[36], const matrix6* B) {
  for (int r = 0; r < 6; r++) {
    for (int c = 0; c < 6; c++) out[6 * r + c] = B->block[r / 3][c / 3][3 * (r % 3) + c % 3];
  }
}

void fluid_box_matrix(const mjModel* m, int body, const mjtNum vel[6], mjtNum out[36]) {
  matrix6 B = {0};
  box_derivative(m, body, vel, &B);
  flatten(out, &B);
}

void fluid_ellipsoid_matrix(const mjModel* m, int geom, const mjtNum vel[6], ellipsoid_form form,
                            mjtNum out[36]) {
  matrix6 B = {0};
  ellipsoid_derivative(m, geom, vel, form == ELLIPSOID_EXACT, &B);
  if (form == ELLIPSOID_SYMMETRIC) symmetrize(&B);
  flatten(out, &B);
}
