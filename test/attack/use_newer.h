// What programs do with a model and data beyond the calls of the reference: hard contact, inverse
// kinematics, derivatives of a step, grids of rays, histories, rollouts.
#pragma once

#include "attack/use.h"

// Where results go: what is larger is left out.
enum { ROOM = 1 << 15 };
static mjtNum room[ROOM];

static void draw_hard(mjModel* m) {
  static const int solver[] = {engSOL_PGS_CCP,  engSOL_PGS_NCP,   engSOL_NBGS,
                               engSOL_RAISIM,   engSOL_RAISIM_DS, engSOL_RAISIM_DS_ES,
                               engSOL_NBGS_X,   engSOL_ADMM_CCP,  engSOL_ADMM_NCP,
                               engSOL_IMPLICIT, engSOL_NCP,       engSOL_BARRIER};
  // the barrier's hundreds of dense factorisations take a minute with the contacts of a cloth
  int n = (int)(sizeof solver / sizeof *solver) - (m->nv > 200);
  m->opt.solver = solver[draw_int(0, n - 1)];
  m->opt.integrator = draw_int(0, 1) ? mjINT_EULER : mjINT_IMPLICITFAST;
  m->opt.cone = draw_int(0, 3) ? mjCONE_ELLIPTIC : mjCONE_PYRAMIDAL;
  m->opt.noslip_iterations = 0;
  engHard* h = &m->ext.hard;
  mjtNum* number[] = {&h->erpequality,    &h->erplimit,      &h->erpcontact, &h->penetration,
                      &h->maxvelocity,    &h->restitution,   &h->compliance, &h->rmin,
                      &h->bouncevelocity, &h->proximal,      &h->rho,        &h->relaxation,
                      &h->decay,          &h->minrelaxation, &h->kappa};
  if (!draw_int(0, 3))
    number[draw_int(0, (int)(sizeof number / sizeof *number) - 1)][0] = attack_wild();
}

static mjtNum some(void) { return draw_int(0, 15) ? draw() : attack_wild(); }

static void reach(const mjModel* m, mjData* d) {
  if (m->nq > 100) return;
  engIkTarget target[2];
  memset(target, 0, sizeof target);
  for (int i = 0; i < 2; i++) {
    engIkTarget* t = target + i;
    t->what = draw_int(0, 7);
    t->objtype = draw_int(0, 3) ? mjOBJ_XBODY : draw_int(0, 30);
    t->objid = draw_int(0, 9) ? draw_int(0, m->nbody - 1) : draw_int(-2, 100);
    t->weight = some();
    t->turn_weight = some();
    for (int k = 0; k < 3; k++) t->pos[k] = some(), t->axis[k] = some(), t->direction[k] = some();
    for (int k = 0; k < 4; k++) t->quat[k] = some();
  }
  int best;
  engIkResult found;
  engIk ik = {.ntarget = draw_int(draw_int(0, 9) ? 1 : -1, 2),
              .target = target,
              .nstart = 1,
              .maxdraw = draw_int(0, 2),
              .maxiter = draw_int(1, 20),
              .tolerance = draw_int(0, 3) ? 0 : attack_wild(),
              .qpos = room,
              .result = &found,
              .best = &best};
  eng_ik(m, &d, draw_int(0, 30) ? 1 : 0, NULL, &ik);
}

static void shoot_grid(const mjModel* m, mjData* d) {
  enum { N = 12 };
  mjtNum vec[3 * N], dist[N];
  int geom[N], flex[N];
  draw_vec(vec, 3 * N);
  engRayGrid g = {.nrow = draw_int(0, 3), .ncolumn = draw_int(0, 4), .vec = vec};
  draw_vec(g.pos, 3);
  for (int i = 0; i < 9; i++) g.mat[i] = draw_int(0, 3) ? i % 4 == 0 : some();
  if (!draw_int(0, 2)) draw_vec(g.forward, 3);
  if (!draw_int(0, 2)) g.range[0] = some(), g.range[1] = some();
  g.bodyexclude = draw_int(-1, m->nbody - 1);
  g.flg_static = (mjtByte)draw_int(0, 1);
  g.flg_flex = (mjtByte)draw_int(0, 1);
  g.dist = dist;
  g.geomid = draw_int(0, 1) ? geom : NULL;
  g.flexid = draw_int(0, 1) ? flex : NULL;
  eng_rayGrid(m, d, NULL, &g);
  mjtNum normal[3];
  eng_ray(m, d, g.pos, vec, NULL, g.flg_static, g.bodyexclude, geom, normal);
  engRayPattern pattern;
  if (m->ncam && !eng_rayPatternOfCamera(m, draw_int(0, m->ncam - 1), 2, 2, &pattern)) {
    eng_rayDirections(&pattern, vec);
  }
}

static engParameter draw_parameter(const mjModel* m) {
  return (engParameter){(engParameterKind)draw_int(-1, engNPARAM), draw_int(-1, m->nbody),
                        draw_int(-1, 4)};
}

static void differentiate_exactly(const mjModel* m, mjData* d) {
  int nv = m->nv, n = 2 * nv + m->na, nu = m->nu;
  if (m->nv > 40 || n * (n + nu + nv + 1) + m->nsensordata * (n + nu) > ROOM / 2) return;
  const engParameter p = draw_parameter(m);
  mjtNum *A = room, *B = A + n * n, *C = B + n * nu, *D = C + m->nsensordata * n;
  mjtNum *F = D + m->nsensordata * nu, *P = F + n * nv, *x = room + ROOM / 2;
  int flags = draw_int(0, 7);
  if (flags & engDERIV_FORWARDED) mj_forward(m, d);
  switch (draw_int(0, 4)) {
    case 0: {
      engStepDerivatives out = {.A = A, .B = B, .C = C, .D = D, .F = F};
      if (!draw_int(0, 2)) out.nparameter = 1, out.parameter = &p, out.P = P;
      eng_stepDerivatives(m, d, flags, &out);
      break;
    }
    case 1: {
      engStepCovector out = {.state = A, .ctrl = B, .force = F};
      draw_vec(x, n);
      eng_stepVjp(m, d, flags, x, &out);
      break;
    }
    case 2: {
      engStepDirection by = {.state = x};
      draw_vec(x, n);
      eng_stepJvp(m, d, flags, &by, A);
      break;
    }
    case 3: {
      engInverseDerivatives out = {.DfDq = room, .DfDv = room + nv * nv};
      if (m->opt.enableflags & mjENBL_INVDISCRETE) break;
      eng_inverseDerivatives(m, d, flags & ~engDERIV_FORWARDED, &out);
      break;
    }
    default: {
      engKink kink[5];
      eng_kinks(m, d, some(), kink, 5);
    }
  }
}

static void recall(const mjModel* m, mjData* d) {
  int interp = draw_int(-1, 2);
  if (m->nactuator) mj_readCtrl(m, d, draw_int(0, m->nactuator - 1), some(), interp);
  if (m->nsensor) {
    int i = draw_int(0, m->nsensor - 1);
    if (m->sensor_dim[i] < 100) mj_readSensor(m, d, i, some(), room, interp);
  }
  mj_resetCtrl(m, d);
}

static void roll(const mjModel* m, mjData* d) {
  int n = mj_stateSize(m, mjSTATE_FULLPHYSICS);
  if (n > ROOM / 4 || m->nv > 60) return;
  mj_getState(m, d, room, mjSTATE_FULLPHYSICS);
  for (int i = draw_int(0, 3); i > 0 && n; i--) room[draw_int(0, n - 1)] = attack_wild();
  int bad;
  engRollout r = {.nrollout = 1,
                  .nstep = draw_int(0, 3),
                  .state_sig = mjSTATE_FULLPHYSICS,
                  .initial = room,
                  .state = room + n,
                  .nvalid = &bad};
  eng_rollout(m, &d, 1, NULL, &r);
}

static void act_newer(const mjModel* m, mjData* d) {
  attack_calls++;
  switch (draw_int(0, 6)) {
    case 0: reach(m, d); break;
    case 1: shoot_grid(m, d); break;
    case 2: differentiate_exactly(m, d); break;
    case 3: recall(m, d); break;
    case 4: roll(m, d); break;
    case 5: {
      engHardReport report;
      mj_forward(m, d);
      eng_hardReport(m, d, &report);
      break;
    }
    default: mj_step(m, d);
  }
}
