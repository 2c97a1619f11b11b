// Random scenes with every kind of row, and how far a solution is from optimal.
#pragma once

#include <stdarg.h>

#include "compile/model_text.h"
#include "constraint/cost.h"
#include "math/dense.h"

typedef struct {
  char text[20000];
  int n;
} xml;

static inline void say(xml* x, const char* format, ...) {
  va_list args;
  va_start(args, format);
  x->n += vsnprintf(x->text + x->n, sizeof x->text - (size_t)x->n, format, args);
  va_end(args);
  assert_true(x->n < (int)sizeof x->text);
}

static inline int draw_condim(void) {
  static const int condim[4] = {1, 3, 4, 6};
  return condim[draw_int(0, 3)];
}

static inline mjtNum between(mjtNum low, mjtNum high) {
  return low + (draw() + 1) / 2 * (high - low);
}

// Numbers between bounds, drawn from the last to the first.  Never two draws in one call: every
// compiler evaluates arguments in an order of its own, and would test scenes of its own.
static inline void draw_bounded(mjtNum* x, const mjtNum (*bounds)[2], int n) {
  while (n--) x[n] = between(bounds[n][0], bounds[n][1]);
}

// A free body that sinks a little into the floor or a neighbour.
static inline void say_free_body(xml* x, int i) {
  static const char* const shape[3] = {"sphere", "box", "capsule"};
  static const mjtNum pose[6][2] = {{-0.3, 0.3}, {-0.3, 0.3}, {0.05, 0.16},
                                    {-20, 20},   {-20, 20},   {-90, 90}};
  static const mjtNum friction[3][2] = {{0.2, 1.2}, {0.005, 0.05}, {0.001, 0.02}};
  static const mjtNum size[4][2] = {{0.06, 0.12}, {0.05, 0.1}, {0.05, 0.1}, {0.2, 3}};
  static const mjtNum site[3][2] = {{-0.1, 0.1}, {-0.1, 0.1}, {-0.1, 0.1}};
  mjtNum p[6], f[3], s[4];
  int kind = draw_int(0, 2);
  draw_bounded(p, pose, 6);
  say(x, "<body name='b%d' pos='%g %g %g' euler='%g %g %g'><freejoint/>", i, p[0], p[1], p[2], p[3],
      p[4], p[5]);
  draw_bounded(f, friction, 3);
  int condim = draw_condim();
  draw_bounded(s, size, 4);
  say(x, "<geom type='%s' size='%g %g %g' mass='%g' condim='%d' friction='%g %g %g'/>", shape[kind],
      s[0], s[1], s[2], s[3], condim, f[0], f[1], f[2]);
  draw_bounded(p, site, 3);
  say(x, "<site name='s%d' pos='%g %g %g'/></body>", i, p[0], p[1], p[2]);
}

// An arm of hinges and a ball, with dry friction and limits that are active or nearly so.
static inline void say_arm(xml* x, int i) {
  static const mjtNum place[2][2] = {{-0.4, 0.4}, {-0.4, 0.4}};
  static const mjtNum hinge[3][2] = {{-1, 1}, {-5, 2}, {0, 0.3}};
  static const mjtNum ball[2][2] = {{1, 30}, {0, 0.1}};
  mjtNum p[3];
  draw_bounded(p, place, 2);
  say(x, "<body name='b%d' pos='%g %g 0.3'>", i, p[0], p[1]);
  draw_bounded(p, hinge, 3);
  say(x, "<joint name='j%d' axis='0 1 %g' limited='true' range='%g 40' frictionloss='%g'/>", i,
      p[0], p[1], p[2]);
  say(x, "<geom type='capsule' size='0.03' fromto='0 0 0 0.2 0 0' condim='3'/><site name='s%d'/>",
      i);
  draw_bounded(p, ball, 2);
  say(x, "<body pos='0.2 0 0'><joint type='ball' limited='true' range='0 %g' frictionloss='%g'/>",
      p[0], p[1]);
  say(x, "<geom type='capsule' size='0.03' fromto='0 0 0 0.1 0.1 -0.2' condim='%d'/></body></body>",
      draw_condim());
}

// A scene of a few bodies and arms over a floor: contacts of all kinds, limits, dry friction; with
// ties, also connects, welds, coupled joints and a tendon.
static inline mjModel* random_scene(int ties) {
  xml x = {.n = 0};
  int bodies = draw_int(1, 4), arms = draw_int(0, 2), n = bodies + arms;
  say(&x, "<mujoco><size memory='8M'/><worldbody><geom type='plane' size='2 2 0.1' condim='%d'/>",
      draw_condim());
  for (int i = 0; i < n; i++) {
    if (i < bodies) {
      say_free_body(&x, i);
    } else {
      say_arm(&x, i);
    }
  }
  say(&x, "</worldbody><equality>");
  if (ties && n > 1 && draw() > 0)
    say(&x, "<connect body1='b0' body2='b%d' anchor='0.1 0 0'/>", n - 1);
  if (ties && n > 2 && draw() > 0.5) say(&x, "<weld body1='b1' body2='b2' torquescale='0.7'/>");
  if (ties && arms > 1)
    say(&x, "<joint joint1='j%d' joint2='j%d' polycoef='0.1 0.8 0.3 0 0'/>", n - 2, n - 1);
  say(&x, "</equality><tendon>");
  if (ties && n > 1) {
    static const mjtNum cord[2][2] = {{0.05, 0.3}, {0, 0.2}};
    mjtNum p[2];
    draw_bounded(p, cord, 2);
    say(&x, "<spatial limited='true' range='0 %g' frictionloss='%g'>", p[0], p[1]);
    say(&x, "<site site='s0'/><site site='s%d'/></spatial>", n - 1);
  }
  say(&x, "</tendon></mujoco>");
  return model_from(x.text);
}

// Data of m in a random motion.
static inline mjData* random_motion(const mjModel* m) {
  mjData* d = mj_makeData(m);
  mjtNum dq[200];
  assert_true(m->nv <= 200);
  for (int i = 0; i < m->nv; i++) dq[i] = 0.02 * draw();
  mj_integratePos(m, d->qpos, dq, 1);
  for (int i = 0; i < m->nv; i++) {
    d->qvel[i] = 0.5 * draw();
    d->qfrc_applied[i] = draw();
  }
  return d;
}

// The diagonal of J M^-1 J' + R, row by row.
static inline mjtNum row_weight(const mjModel* m, mjData* d, int row) {
  mjtNum unit[1000] = {0}, J[200], x[200];
  assert_true(d->nefc <= 1000 && m->nv <= 200);
  unit[row] = 1;
  mj_mulJacTVec(m, d, J, unit);
  mj_solveM(m, d, x, J, 1);
  return vec_dot(x, J, m->nv) + d->efc_R[row];
}

// How far the returned forces are from the optimum, relative to the largest of them: the forces f
// make an acceleration, at which the rows would have the forces F; R (f - F) / (A + R) is what a
// row by itself would still have to change.
static inline mjtNum kkt_residual(const mjModel* m, mjData* d) {
  mjtNum acceleration[200], qfrc[200], jar[1000], force[1000], worst = 0, largest = 1e-3;
  int state[1000];
  mj_mulJacTVec(m, d, qfrc, d->efc_force);
  mj_solveM(m, d, acceleration, qfrc, 1);
  for (int i = 0; i < m->nv; i++) acceleration[i] += d->qacc_smooth[i];
  mj_mulJacVec(m, d, jar, acceleration);
  for (int i = 0; i < d->nefc; i++) jar[i] -= d->efc_aref[i];
  mj_markStack(d);
  row_set rows = rows_of(m, d);
  cost_update(&rows, jar, force, state, 0);
  mj_freeStack(d);
  for (int i = 0; i < d->nefc; i++) {
    mjtNum left = d->efc_R[i] * fabs(d->efc_force[i] - force[i]) / row_weight(m, d, i);
    worst = mjMAX(worst, left);
    largest = mjMAX(largest, fabs(d->efc_force[i]));
  }
  return worst / largest;
}
