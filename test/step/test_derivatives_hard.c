// Derivatives of steps with hard contact, and of the barrier model, against differences of mj_step.
#include "step/derivative_case.h"

#include <engine/hard.h>

#define HARD(solver, rest)                                                                 \
  "<option timestep='.005' cone='elliptic' solver='" solver                                \
  "' tolerance='1e-12' iterations='500'/><size memory='60M'/><default><geom margin='.05' " \
  "solref='.02 1'/></default><worldbody>" rest
#define FLOOR "<geom type='plane' size='3 3 1' euler='4 7 0' friction='.6'/>"
// falls on the floor, and slides or sticks as it moves
#define BALLS                                                                       \
  FLOOR                                                                             \
  "<body pos='0 0 .1'><freejoint/><geom size='.1' friction='.4'/></body>"           \
  "<body pos='.5 0 .1'><freejoint/><geom size='.1' friction='.4' condim='1'/>"      \
  "</body><body pos='1 0 .13'><freejoint/><geom type='ellipsoid' size='.1 .15 .13'" \
  " condim='4'/></body><body pos='.02 .01 .295'><freejoint/><geom size='.1'/></body></worldbody>"
#define LINKS                                                                                     \
  "<body pos='0 0 1'><joint type='ball' limited='true' range='0 10' frictionloss='.01'/>"         \
  "<geom type='capsule' size='.05' fromto='0 0 0 .4 0 0' contype='0' conaffinity='0'/>"           \
  "<body name='a' pos='.4 0 0'><joint name='j' axis='0 1 0' limited='true' range='-5 -2' "        \
  "damping='.1'/><geom type='capsule' size='.05' fromto='0 0 0 .4 0 0' contype='0' "              \
  "conaffinity='0'/><body pos='.4 0 0'><joint name='k' axis='0 0 1' frictionloss='.05'/>"         \
  "<geom size='.08' contype='0' conaffinity='0'/></body></body></body>"                           \
  "<body name='b' pos='.5 .4 1'><freejoint/><geom type='box' size='.1 .2 .1' contype='0' "        \
  "conaffinity='0'/></body></worldbody><equality><connect body1='a' body2='b' anchor='.1 .1 0'/>" \
  "</equality><actuator><motor joint='j' gear='2'/><position joint='k' kp='3' "                   \
  "kv='.2'/></actuator>"

static const derivative_case cases[] = {
    {"balls that slide and stick", HARD("NCP", BALLS), .02, 1, 1e-6, 5, 1e-6},
    {"balls of the convex relaxation", HARD("ADMM-CCP", BALLS), .02, 1, 1e-5, 5, 1e-5},
    {"a box at rest on four corners, whose rows repeat each other",
     HARD("NCP",
          "<geom type='plane' size='3 3 1'/><body pos='0 0 .0995'><freejoint/><geom type='box' "
          "size='.1 .2 .1'/></body></worldbody>"),
     0, 0, 1e-6, 12, 1e-5},
    {"limits, dry friction, an equality", HARD("NCP", LINKS), .02, 1, 1e-6, 3, 1e-5},
    {"balls of the barrier model", HARD("barrier", BALLS), .01, .5, 1e-6, 5, 1e-6},
    {"links of the barrier model", HARD("barrier", LINKS), .01, .5, 1e-5, 3, 1e-7},
};

static void steps(int integrator) {
  nfailed = 0;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    check_case(cases + i, integrator, mjCONE_ELLIPTIC);
  }
  assert_int_equal(nfailed, 0);
}

static void euler_steps(void** state) {
  (void)state;
  steps(mjINT_EULER);
}

static void fast_implicit_steps(void** state) {
  (void)state;
  steps(mjINT_IMPLICITFAST);
}

static char warned[300];
static void hear(const char* message) { snprintf(warned, sizeof warned, "%s", message); }

static void assert_refused(const mjModel* m, mjData* d, const engStepDerivatives* out,
                           const char* why) {
  void (*before)(const char*) = mju_user_warning;
  mju_user_warning = hear;
  warned[0] = 0;
  assert_int_equal(eng_stepDerivatives(m, d, 0, out), engDERIV_UNSUPPORTED);
  mju_user_warning = before;
  assert_non_null(strstr(warned, why));
  assert_int_equal(d->pstack, 0);
}

// Two rows that say the same here and now, but not a little further: q1 = q2 and q1 = q2^2 + 1/4 at
// q2 = 1/2.  While nothing moves they do not contradict each other at first order.
static void contradictions_are_refused(void** state) {
  (void)state;
  static const char slides[] = "<mujoco>" HARD(
      "NCP",
      "<body><joint name='a' type='slide'/><geom size='.1'/></body><body pos='2 0 0'>"
      "<joint name='b' type='slide' axis='1 0 0'/><geom size='.1'/></body></worldbody><equality>"
      "<joint joint1='a' joint2='b' polycoef='0 1 0 0 0'/>"
      "<joint joint1='a' joint2='b' polycoef='.25 0 1 0 0'/></equality>") "</mujoco>";
  mjModel* m = model_from(slides);
  mjData* d = mj_makeData(m);
  mjtNum A[16];
  const engStepDerivatives out = {.A = A};
  d->qpos[0] = d->qpos[1] = 0.5;
  assert_int_equal(eng_stepDerivatives(m, d, 0, &out), engDERIV_OK);
  assert_int_equal(d->nefc, 2);
  d->qvel[0] = d->qvel[1] = 1;
  assert_refused(m, d, &out, "consistent");
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void what_is_not_there_is_refused(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco>" HARD("NCP", BALLS "<sensor><subtreecom body='world'/></sensor>") "</mujoco>");
  mjData* d = mj_makeData(m);
  int n = 2 * m->nv;
  mjtNum* A = calloc((size_t)(n * n), sizeof *A);
  const engParameter mass = {engPARAM_MASS, 1, 0};
  assert_refused(m, d, &(engStepDerivatives){.C = A}, "sensors");
  assert_refused(m, d, &(engStepDerivatives){.A = A, .smoothing = 1}, "smoothed");
  assert_refused(m, d, &(engStepDerivatives){.nparameter = 1, .parameter = &mass, .P = A},
                 "parameters");
  free(A);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// By way of the matrices.
static void products_are_those_of_the_matrices(void** state) {
  (void)state;
  mjModel* m = model_from("<mujoco>" HARD("NCP", LINKS) "</mujoco>");
  draw_seed(1);
  mjData* d = random_state(m, .02, 1);
  int n = 2 * m->nv;
  mjtNum *A = calloc((size_t)(n * n), sizeof *A), *B = calloc((size_t)(n * m->nu), sizeof *B);
  mjtNum *x = calloc(4 * (size_t)n, sizeof *x), *y = x + n, *z = y + n, ctrl[2], u[2];
  assert_int_equal(eng_stepDerivatives(m, d, 0, &(engStepDerivatives){.A = A, .B = B}), 0);
  for (int i = 0; i < n; i++) x[i] = draw();
  assert_int_equal(eng_stepVjp(m, d, 0, x, &(engStepCovector){.state = y, .ctrl = ctrl}), 0);
  mju_mulMatTVec(z, A, x, n, n);
  mju_mulMatTVec(u, B, x, n, m->nu);
  for (int i = 0; i < n; i++) assert_true(fabs(y[i] - z[i]) <= 1e-12 * (1 + fabs(z[i])));
  for (int i = 0; i < m->nu; i++) assert_true(fabs(u[i] - ctrl[i]) <= 1e-12 * (1 + fabs(u[i])));
  assert_int_equal(eng_stepJvp(m, d, 0, &(engStepDirection){.state = x}, y), 0);
  mju_mulMatVec(z, A, x, n, n);
  for (int i = 0; i < n; i++) assert_true(fabs(y[i] - z[i]) <= 1e-12 * (1 + fabs(z[i])));
  free(A);
  free(B);
  free(x);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(euler_steps),
      cmocka_unit_test(fast_implicit_steps),
      cmocka_unit_test(contradictions_are_refused),
      cmocka_unit_test(what_is_not_there_is_refused),
      cmocka_unit_test(products_are_those_of_the_matrices),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
