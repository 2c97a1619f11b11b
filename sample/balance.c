// Balance the pole on the cart: linearise the step about the upright pose by finite differences,
// solve for the optimal linear feedback (LQR), let it work against pushes.
//
//   balance CART_POLE.xml
#include <engine/engine.h>
#include <math.h>
#include <stdio.h>

enum { NX = 4, NU = 1 };  // positions and velocities of cart and pole; the push

// Feedback u = -K x that minimises the sum of x'Qx + u'Ru, by iterating the Riccati equation.
// Returns the number of iterations.
static int solve_lqr(const mjtNum* A, const mjtNum* B, const mjtNum* Q, const mjtNum* R,
                     mjtNum* K) {
  mjtNum P[NX * NX], PA[NX * NX], PB[NX * NU], BPA[NU * NX], S[NU * NU], next[NX * NX];
  mju_copy(P, Q, NX * NX);
  for (int iteration = 1;; iteration++) {
    mju_mulMatMat(PA, P, A, NX, NX, NX);
    mju_mulMatMat(PB, P, B, NX, NX, NU);
    mju_mulMatTMat(BPA, B, PA, NX, NU, NX);
    mju_mulMatTMat(S, B, PB, NX, NU, NU);
    mju_addTo(S, R, NU * NU);
    mju_cholFactor(S, NU, mjMINVAL);
    for (int j = 0; j < NX; j++) {  // K = S^-1 B'PA, by columns
      mjtNum column[NU];
      for (int i = 0; i < NU; i++) column[i] = BPA[i * NX + j];
      mju_cholSolve(column, S, column, NU);
      for (int i = 0; i < NU; i++) K[i * NX + j] = column[i];
    }
    mju_mulMatTMat(next, A, PA, NX, NX, NX);  // P = Q + A'PA - (B'PA)'K
    mju_addTo(next, Q, NX * NX);
    mju_mulMatTMat(PA, BPA, K, NU, NX, NX);
    mju_subFrom(next, PA, NX * NX);
    mju_symmetrize(next, next, NX);  // rounding would break it, and the break would grow
    mju_sub(P, next, P, NX * NX);
    mjtNum change = mju_norm(P, NX * NX) / mju_norm(next, NX * NX);
    mju_copy(P, next, NX * NX);
    if (change < 1e-10 || iteration == 10000) return iteration;
  }
}

int main(int argc, char** argv) {
  char error[1000] = "";
  mjModel* m = argc == 2 ? mj_loadXML(argv[1], NULL, error, sizeof error) : NULL;
  if (!m || m->nv != 2 || m->nu != NU || m->na) {
    fprintf(stderr, "usage: %s CART_POLE.xml\n%s\n", argv[0], error);
    return 2;
  }
  mjData* d = mj_makeData(m);

  // d is at the upright pose, where nothing has to be pushed
  mjtNum A[NX * NX], B[NX * NU], K[NU * NX];
  mjd_transitionFD(m, d, 1e-6, 1, A, B, NULL, NULL);
  mjtNum Q[NX * NX] = {1, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0.1, 0, 0, 0, 0, 0.1}, R[NU * NU] = {0.1};
  int iterations = solve_lqr(A, B, Q, R, K);
  printf("feedback after %d iterations: %.3f %.3f %.3f %.3f\n", iterations, K[0], K[1], K[2], K[3]);

  puts("  time    cart     pole     push");
  d->qpos[1] = 0.25;
  for (int step = 0; d->time < 8; step++) {
    mjtNum x[NX] = {d->qpos[0], d->qpos[1], d->qvel[0], d->qvel[1]};
    mju_mulMatVec(d->ctrl, K, x, NU, NX);
    mju_scl(d->ctrl, d->ctrl, -1, NU);
    d->qfrc_applied[1] = step % 400 == 399 ? 3 : 0;  // somebody knocks the pole every two seconds
    if (step % 100 == 0) {
      printf("%6.2f  %6.3f m  %6.3f rad  %6.3f\n", d->time, x[0], x[1], d->ctrl[0]);
    }
    mj_step(m, d);
  }
  int fell = !(fabs(d->qpos[1]) < 0.3);
  puts(fell ? "it fell" : "it stands");
  mj_deleteData(d);
  mj_deleteModel(m);
  return fell;
}
