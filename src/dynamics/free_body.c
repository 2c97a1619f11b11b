#include "dynamics/free_body.h"

#include <engine/hard.h>
#include <math.h>

#include "math/vec3.h"
#include "model/sleep.h"
#include "model/solver_type.h"

enum { N = 6 };

int is_free_body(const mjModel* m, int b) {
  return m->body_jntnum[b] == 1 && m->jnt_type[m->body_jntadr[b]] == mjJNT_FREE &&
         (m->body_dofadr[b] + N == m->nv ||
          m->dof_treeid[m->body_dofadr[b] + N] != m->dof_treeid[m->body_dofadr[b]]);
}

int free_bodies_turn(const mjModel* m) {
  if (!level_has(m, engLEVEL_GYROSCOPIC) || m->opt.integrator != mjINT_IMPLICITFAST) return 0;
  if (solver_is_hard(m->opt.solver)) return 0;
  for (int b = 1; b < m->nbody; b++) {
    if (is_free_body(m, b)) return 1;
  }
  return 0;
}

static void skew(mjtNum r[9], const mjtNum a[3]) {
  const mjtNum s[9] = {0, -a[2], a[1], a[2], 0, -a[0], -a[1], a[0], 0};
  mat3_copy(r, s);
}

// For a free body and everything fixed to it.  The force that keeps its centre of mass, at s from
// the joint, on its circular path is m w x (w x s); the derivative by w is -m N, N = [w x s] +
// [w][s].  The torque about the joint is s times that force, plus w x I w.
void free_bodies_derivative(const mjModel* m, mjData* d) {
  for (int b = 1; b < m->nbody; b++) {
    if (!is_free_body(m, b) || (some_asleep(m, d) && body_sleeps(d, b))) continue;
    const mjtNum *R = d->xmat + 9 * b, *J = d->crb + 10 * b;
    const mjtNum I[9] = {J[0], J[3], J[4], J[3], J[1], J[5], J[4], J[5], J[2]};
    mjtNum w[3], s[3], ws[3], W[9], S[9], N1[9], N2[9], Iw[3], L[9], linear[9], turn[9];
    int dof = m->body_dofadr[b];
    mat3_mul_vec(w, R, d->qvel + dof + 3);
    vec3_sub(s, d->subtree_com + 3 * b, d->xpos + 3 * b);
    vec3_cross(ws, w, s);
    skew(W, w);
    skew(S, s);
    skew(N1, ws);
    mat3_mul(N2, W, S);
    for (int k = 0; k < 9; k++) N1[k] = -m->body_subtreemass[b] * (N1[k] + N2[k]);
    mat3_mul_vec(Iw, I, w);
    skew(L, Iw);
    mat3_mul(turn, S, N1);
    mat3_mul(N2, W, I);
    for (int k = 0; k < 9; k++) turn[k] += N2[k] - L[k];
    mat3_mul(linear, N1, R);
    mat3_mul(N2, turn, R);
    mat3_tmul(turn, R, N2);
    for (int r = 0; r < 3; r++) {
      mjtNum* above = d->qDeriv + m->D_rowadr[dof + r] + 3;
      mjtNum* below = d->qDeriv + m->D_rowadr[dof + 3 + r] + 3;
      for (int c = 0; c < 3; c++) {
        above[c] -= linear[3 * r + c];
        below[c] -= turn[3 * r + c];
      }
    }
  }
}

void free_bodies_reset(const mjModel* m, const mjData* d, mjtNum* H, int first, int end) {
  for (int b = first; b < end; b++) {
    if (!is_free_body(m, b)) continue;
    for (int i = m->body_dofadr[b]; i < m->body_dofadr[b] + N; i++) {
      for (int k = 0; k < m->M_rownnz[i]; k++) H[m->M_rowadr[i] + k] = d->M[m->M_rowadr[i] + k];
    }
  }
}

// M - h qDeriv of the body's six dofs.
static void free_body_matrix(const mjModel* m, const mjData* d, int b, mjtNum A[N][N]) {
  int dof = m->body_dofadr[b];
  for (int i = 0; i < N; i++) {
    const mjtNum* D = d->qDeriv + m->D_rowadr[dof + i];
    for (int c = 0; c < N; c++) A[i][c] = -m->opt.timestep * D[c];
  }
  for (int i = 0; i < N; i++) {
    int adr = m->M_rowadr[dof + i];
    for (int k = adr; k < adr + m->M_rownnz[dof + i]; k++) {
      int c = m->M_colind[k] - dof;
      A[i][c] += d->M[k];
      if (c != i) A[c][i] += d->M[k];
    }
  }
}

// x = A^-1 x by elimination with partial pivoting.
static void eliminate(mjtNum A[N][N], mjtNum x[N]) {
  for (int k = 0; k < N; k++) {
    int best = k;
    for (int i = k + 1; i < N; i++) {
      if (fabs(A[i][k]) > fabs(A[best][k])) best = i;
    }
    for (int c = 0; c < N; c++) {
      mjtNum swap = A[k][c];
      A[k][c] = A[best][c];
      A[best][c] = swap;
    }
    mjtNum swap = x[k], pivot;
    x[k] = x[best];
    x[best] = swap;
    pivot = fabs(A[k][k]) < mjMINVAL ? mjMINVAL : A[k][k];
    for (int i = k + 1; i < N; i++) {
      mjtNum s = A[i][k] / pivot;
      for (int c = k; c < N; c++) A[i][c] -= s * A[k][c];
      x[i] -= s * x[k];
    }
    A[k][k] = pivot;
  }
  for (int k = N - 1; k >= 0; k--) {
    for (int c = k + 1; c < N; c++) x[k] -= A[k][c] * x[c];
    x[k] /= A[k][k];
  }
}

void free_body_solve(const mjModel* m, const mjData* d, int b, mjtNum* x, const mjtNum* force) {
  mjtNum A[N][N], *out = x + m->body_dofadr[b];
  free_body_matrix(m, d, b, A);
  for (int k = 0; k < N; k++) out[k] = force[m->body_dofadr[b] + k];
  eliminate(A, out);
}

void free_bodies_solve(const mjModel* m, const mjData* d, mjtNum* x, const mjtNum* force) {
  for (int b = 1; b < m->nbody; b++) {
    if (!is_free_body(m, b) || (some_asleep(m, d) && body_sleeps(d, b))) continue;
    free_body_solve(m, d, b, x, force);
  }
}

void free_body_multiply(const mjModel* m, const mjData* d, int b, mjtNum* force, const mjtNum* x) {
  int dof = m->body_dofadr[b];
  mjtNum A[N][N];
  free_body_matrix(m, d, b, A);
  for (int i = 0; i < N; i++) {
    force[dof + i] = 0;
    for (int c = 0; c < N; c++) force[dof + i] += A[i][c] * x[dof + c];
  }
}

void free_bodies_multiply(const mjModel* m, const mjData* d, mjtNum* force, const mjtNum* x) {
  for (int b = 1; b < m->nbody; b++) {
    if (is_free_body(m, b)) free_body_multiply(m, d, b, force, x);
  }
}
