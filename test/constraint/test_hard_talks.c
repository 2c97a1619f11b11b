// The tables of two talks of E. Todorov beside ours: "Contact dynamics via implicit
// complementarity" (ICRA 2010) and "A convex, smooth and invertible contact model for trajectory
// optimization" (ICRA 2011): how many Newton steps implicit complementarity takes on piles of
// balls, and how many evaluations of the inverse of the barrier model fit into a second.  Run by
// hand it prints the tables; times are not judged, iterations and answers are.
//
// The scene of the first talk is not known: five, ten and fifteen balls in a square box have fewer
// contacts than its piles.
#include <time.h>

#include <engine/hard.h>
#include <engine/step.h>

#include "compile/model_text.h"
#include "constraint/hard/assemble.h"
#include "constraint/hard/barrier.h"
#include "constraint/hard/cone.h"
#include "constraint/hard/method.h"
#include "constraint/hard/newton.h"
#include "constraint/hard/step.h"
#include "math/dense.h"
#include "math/draw.h"

// --- 2010: implicit complementarity -------------------------------------------------------------

typedef struct {
  int balls;
  mjtNum mu;
  mjtNum iterations, full;  // of the talk; full steps in %
} pile;

static const pile piles[] = {
    {5, 0.1, 3.8, 99},  {5, 0.5, 2.6, 95},  {5, 1, 2.8, 90},   {5, 2, 2.9, 88},
    {10, 0.1, 4.8, 98}, {10, 0.5, 5.3, 85}, {10, 1, 4.9, 71},  {10, 2, 4.6, 71},
    {15, 0.1, 6.5, 90}, {15, 0.5, 7.5, 73}, {15, 1, 10.2, 60}, {15, 2, 16.2, 55},
};
enum { NPILE = sizeof piles / sizeof *piles, STEPS = 80 };

// Balls above each other in a box of half a metre; violations are not corrected.
static mjModel* pile_model(const pile* p) {
  char text[6000];
  int n = sprintf(text,
                  "<mujoco><option timestep='.01' cone='elliptic' solver='NCP' iterations='3000' "
                  "tolerance='1e-9'><hard erpcontact='0'/></option><default><geom friction='%g' "
                  "solref='.02 1'/></default><worldbody><geom type='plane' size='1 1 1'/>"
                  "<geom type='plane' size='1 1 1' pos='0 0 0' zaxis='1 0 0'/>"
                  "<geom type='plane' size='1 1 1' pos='.5 0 0' zaxis='-1 0 0'/>"
                  "<geom type='plane' size='1 1 1' pos='0 0 0' zaxis='0 1 0'/>"
                  "<geom type='plane' size='1 1 1' pos='0 .5 0' zaxis='0 -1 0'/>",
                  p->mu);
  draw_seed(5);
  for (int i = 0; i < p->balls; i++) {
    mjtNum y = draw_between(0.12, 0.38), x = draw_between(0.12, 0.38);
    n += sprintf(text + n,
                 "<body pos='%.4f %.4f %.4f'><freejoint/><geom size='.1' mass='1'/></body>", x, y,
                 0.15 + 0.22 * i);
  }
  sprintf(text + n, "</worldbody></mujoco>");
  return model_from(text);
}

// What the method does with the problem of this state, from no impulses.
static hard_result implicit_at(const mjModel* m, mjData* d) {
  mj_markStack(d);
  hard_result r = {0};
  problem_start start = {.hard = hard_step_make(m, d)};
  problem p = problem_whole(m, d, &start);
  hard_request request = {HARD_NEEDS_MATRIX, 0, 0};
  hard_assembly a = hard_assemble(d, &p, &request);
  hard_options o = hard_default_options();
  o.iterations = 60;
  o.tolerance = 1e-8;
  mjtNum* f = mj_stackAllocNum(d, a.p.n);
  vec_zero(f, a.p.n);
  hard_implicit(d, &a.p, &o, f, &r);
  mj_freeStack(d);
  return r;
}

static void piles_take_few_steps_of_newton(void** state) {
  (void)state;
  int all = 0, unsolved = 0;
  print_message("implicit complementarity: contacts, solved, steps of Newton, taken whole\n");
  for (const pile* p = piles; p < piles + NPILE; p++) {
    mjModel* m = pile_model(p);
    mjData* d = mj_makeData(m);
    mjtNum contacts = 0, steps = 0, full = 0;
    int met = 0, solved = 0, hybrid = 0;
    for (int i = 0; i < m->nv; i++) d->qvel[i] = i % 6 < 3 ? 0.3 * draw() : 0;
    for (int k = 0; k < STEPS; k++) {
      mj_forward(m, d);
      if (d->ncon) {
        hard_result r = implicit_at(m, d);
        engHardReport report;
        eng_hardReport(m, d, &report);
        hybrid += report.naturalmap < 1e-7;
        met++;
        contacts += d->ncon;
        solved += r.solved;
        steps += r.solved * r.newton;
        full += r.solved * r.full;
      }
      mj_step(m, d);
    }
    print_message(
        "  %2d balls, friction %.1f: %4.1f, %3.0f %%, %4.1f, %3.0f %%  (talk: %4.1f, %2.0f %%); "
        "NCP %d of %d\n",
        p->balls, p->mu, contacts / met, 100.0 * solved / met, steps / solved, 100 * full / steps,
        p->iterations, p->full, hybrid, met);
    assert_true(met > STEPS / 2);
    all += met;
    unsolved += met - hybrid;
    assert_true(steps / solved <= 2 * p->iterations);
    assert_true(solved >= (p->mu <= 0.5 ? 0.85 : 0.65) * met);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  // piles jammed by large friction are what is left
  assert_true(unsolved <= 0.02 * all);
}

// --- 2011: the inverse of the barrier model -----------------------------------------------------

static const struct {
  int contacts;
  mjtNum talk;  // evaluations per second, on one core of 2011
} rates[] = {{2, 241774}, {5, 54190}, {10, 12991}, {20, 2361}};

// A figure of 18 dofs on so many balls under its limbs.
static mjModel* figure(int contacts) {
  char text[8000];
  int n = sprintf(text,
                  "<mujoco><option timestep='.005' cone='elliptic' solver='barrier'>"
                  "<flag invdiscrete='enable'/><hard kappa='1e-4'/></option><default>"
                  "<joint damping='.5' armature='.01' stiffness='20'/><geom friction='.8' "
                  "contype='0' conaffinity='0'/></default><worldbody>"
                  "<geom type='plane' size='5 5 1' conaffinity='1' margin='.3'/>"
                  "<body pos='0 0 .6'><freejoint/><geom type='box' size='.2 .15 .1' mass='20'/>");
  for (int limb = 0, left = contacts; limb < 4; limb++) {
    int balls = (left + 3 - limb) / (4 - limb);
    left -= balls;
    n += sprintf(text + n,
                 "<body pos='%g %g -.05'><joint axis='1 0 0'/><joint axis='0 1 0'/>"
                 "<geom type='capsule' size='.04' fromto='0 0 0 0 0 -.25' mass='3'/>"
                 "<body pos='0 0 -.25'><joint axis='0 1 0'/>"
                 "<geom type='capsule' size='.03' fromto='0 0 0 0 0 -.25' mass='2'/>",
                 limb < 2 ? 0.2 : -0.2, limb % 2 ? 0.15 : -0.15);
    for (int i = 0; i < balls; i++) {
      n += sprintf(text + n, "<geom size='.02' pos='%g %g -.25' contype='1' mass='.05'/>",
                   0.05 * cos(2 * i), 0.05 * sin(2 * i));
    }
    n += sprintf(text + n, "</body></body>");
  }
  sprintf(text + n, "</body></worldbody></mujoco>");
  return model_from(text);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Evaluations per second of the contact part: impulses from velocities, with J and the factor.
static double contact_rate(const mjModel* m, mjData* d, int rounds) {
  mj_markStack(d);
  problem_start start = {.hard = hard_step_at(m, d, d->qacc)};
  problem p = problem_whole(m, d, &start);
  hard_request request = {HARD_NEEDS_ROWS, 1, 1e-3};
  hard_assembly a = hard_assemble(d, &p, &request);
  mjtNum* f = mj_stackAllocNum(d, a.p.n);
  double from = now();
  for (int i = 0; i < rounds; i++) {
    assert_int_equal(hard_barrier_inverse(d, &a.p, m->ext.hard.kappa, a.p.b, f), 0);
  }
  double rate = rounds / (now() - from);
  mj_freeStack(d);
  return rate;
}

static double inverse_rate(const mjModel* m, mjData* d, int rounds) {
  double from = now();
  for (int i = 0; i < rounds; i++) mj_inverse(m, d);
  return rounds / (now() - from);
}

// What drives the figure comes back from its motion.
static mjtNum round_trip(const mjModel* m, mjData* d) {
  mjtNum most = 0, *drive = calloc((size_t)m->nv, sizeof(mjtNum));
  for (int k = 0; k < 100; k++) {
    for (int i = 6; i < m->nv; i++) drive[i] = d->qfrc_applied[i] = draw();
    mj_forward(m, d);
    mjtNum size = vec_norm(d->qfrc_constraint, m->nv) + 1;
    // the acceleration of the step, which damping of the integrator makes smaller
    mjData* next = mj_copyData(NULL, m, d);
    mj_step(m, next);
    for (int i = 0; i < m->nv; i++) d->qacc[i] = (next->qvel[i] - d->qvel[i]) / m->opt.timestep;
    mj_inverse(m, d);
    for (int i = 0; i < m->nv; i++) {
      most = fmax(most, fabs(d->qfrc_inverse[i] - drive[i]) / size);
    }
    mj_copyData(d, m, next);
    mj_deleteData(next);
  }
  free(drive);
  return most;
}

static void motion_tells_what_drove_it(void** state) {
  (void)state;
  print_message(
      "inverse of the barrier model: contacts, evaluations per second of its contact "
      "part, of mj_inverse, round trip\n");
  for (int k = 0; k < 4; k++) {
    mjModel* m = figure(rates[k].contacts);
    mjData* d = mj_makeData(m);
    draw_seed(k);
    for (int i = 0; i < 100; i++) mj_step(m, d);
    assert_int_equal(d->ncon, rates[k].contacts);
    mjtNum error = round_trip(m, d);
    assert_int_equal(d->ncon, rates[k].contacts);
    mj_forward(m, d);
    print_message("  %2d: %9.0f (talk: %6.0f, %.1f times), %8.0f, %.1e\n", d->ncon,
                  contact_rate(m, d, 2000), rates[k].talk, contact_rate(m, d, 2000) / rates[k].talk,
                  inverse_rate(m, d, 2000), error);
    assert_true(error < 1e-8);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(piles_take_few_steps_of_newton),
                                     cmocka_unit_test(motion_tells_what_drove_it)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
