// The integrator "discrete": forces and constraints as at the end of the step.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "compile/model_text.h"

// A mass on a spring and a damper: v+ = (v - h k x / m) / (1 + h b / m + h^2 k / m), x+ = x + h v+.
static void a_spring_is_that_of_implicit_euler(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><option integrator='discrete' timestep='.01' gravity='0 0 0'/><worldbody><body>"
      "<joint type='slide' stiffness='70' damping='3'/><geom size='.1' mass='2'/></body>"
      "</worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  mjtNum x = 0.3, v = 0.1, h = 0.01;
  d->qpos[0] = x, d->qvel[0] = v;
  for (int i = 0; i < 500; i++) {
    mj_step(m, d);
    v = (v - h * 70 * x / 2) / (1 + h * 3 / 2 + h * h * 70 / 2);
    x += h * v;
    assert_float_equal(d->qpos[0], x, 1e-12);
    assert_float_equal(d->qvel[0], v, 1e-12);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

static const char stiff[] =
    "<mujoco><option integrator='%s' timestep='.01'/><worldbody><geom type='plane' size='3 3 1'/>"
    "<body pos='0 0 1'><joint name='a' axis='0 1 0' stiffness='1e8'/><geom type='capsule' "
    "fromto='0 0 0 .3 0 0' size='.04'/><body pos='.3 0 0'><joint type='ball' stiffness='1e8' "
    "damping='1'/><geom type='capsule' fromto='0 0 0 .3 0 0' size='.04'/><site name='s' pos='.3 0 "
    "0'/></body></body><body pos='.6 0 .099'><freejoint/><geom type='box' size='.1 .1 .1'/><site "
    "name='t'/></body><body pos='-1 0 1'><joint name='j' type='slide' axis='0 0 1'/><geom "
    "size='.1'/></body></worldbody><tendon><spatial stiffness='1e8' springlength='.9'>"
    "<site site='s'/><site site='t'/></spatial></tendon><actuator><position joint='j' kp='1e8' "
    "kv='1e3'/></actuator></mujoco>";

// What no explicit step of 10 ms could integrate stays where it is.
static void stiffness_of_1e8_is_stable(void** state) {
  (void)state;
  static const char* const integrators[] = {"discrete", "Euler"};
  for (int k = 0; k < 2; k++) {
    char text[2000];
    snprintf(text, sizeof text, stiff, integrators[k]);
    mjModel* m = model_from(text);
    mjData* d = mj_makeData(m);
    d->qvel[0] = 0.5, d->qvel[4] = 0.3;
    mjtNum fastest = 0;
    for (int i = 0; i < 1000; i++) {
      mj_step(m, d);
      fastest = fmax(fastest, mju_norm(d->qvel, m->nv));
    }
    int bad = d->warning[mjWARN_BADQACC].number || d->warning[mjWARN_BADQVEL].number;
    assert_true(k ? bad || fastest > 100 : !bad && fastest < 10);
    if (!k) assert_true(mju_norm(d->qvel, m->nv) < 1e-2);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

static const char scene[] =
    "<mujoco><option integrator='discrete' timestep='.01' density='20' viscosity='.1' solver='%s' "
    "cone='%s' iterations='%d' tolerance='0'/><worldbody><geom type='plane' size='3 3 1'/>"
    "<body pos='0 0 .5'><joint name='a' axis='0 1 0' frictionloss='.3' stiffness='20 3' "
    "damping='1'/><geom type='capsule' fromto='0 0 0 .5 0 0' size='.05'/><body name='b' pos='.5 0 "
    "0'><joint name='c' axis='0 1 0' damping='2'/><geom type='capsule' fromto='0 0 0 .3 0 -.51' "
    "size='.05'/><site name='s' pos='.1 0 0'/></body></body><body pos='1.5 0 .095'><freejoint/>"
    "<geom type='box' size='.1 .1 .1'/><site name='t'/></body></worldbody><tendon><spatial "
    "stiffness='50' damping='1' springlength='.2'><site site='s'/><site site='t'/></spatial>"
    "</tendon><actuator><position joint='c' kp='100' kv='3'/></actuator></mujoco>";

static mjData* start(const mjModel* m) {
  mjData* d = mj_makeData(m);
  for (int i = 0; i < m->nv; i++) d->qvel[i] = 0.2 * (i % 3) - 0.1;
  d->ctrl[0] = 0.4;
  mj_forward(m, d);
  return d;
}

// A servo acts as it will at the end of the step with any solver, but with the PGS of the reference
// (level bit pgs), which takes its force as it is.
static void servos_are_in_the_metric_of_pgs(void** state) {
  (void)state;
  static const char* const levels[] = {"3.3.7", "3.14"};
  for (int k = 0; k < 2; k++) {
    char text[1000];
    snprintf(text, sizeof text,
             "<mujoco><compiler level='%s'/><option integrator='discrete' timestep='.01'"
             " solver='PGS' gravity='0 0 0'/><worldbody><body><joint name='j' type='slide'/>"
             "<geom size='.1' mass='2'/></body></worldbody><actuator>"
             "<position joint='j' kp='1e5' kv='4'/></actuator></mujoco>",
             levels[k]);
    mjModel* m = model_from(text);
    mjData* d = mj_makeData(m);
    d->qpos[0] = 0.3;
    d->qvel[0] = 0.7;
    mj_forward(m, d);
    const mjtNum h = 0.01, kp = 1e5, kv = 4, force = -kp * 0.3 - kv * 0.7;
    mjtNum expected = k ? force / 2 : (force - h * kp * 0.7) / (2 + h * kv + h * h * kp);
    assert_true(fabs(d->qacc[0] - expected) < 1e-9 * fabs(expected));
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

static void solvers_agree_on_the_metric(void** state) {
  (void)state;
  static const char* const cones[] = {"pyramidal", "elliptic"};
  static const char* const solvers[] = {"CG", "PGS"};
  for (int cone = 0; cone < 2; cone++) {
    char text[2000];
    snprintf(text, sizeof text, scene, "Newton", cones[cone], 100);
    mjModel* m = model_from(text);
    mjData* d = start(m);
    assert_true(d->nefc > 8);
    for (int k = 0; k < 2; k++) {
      snprintf(text, sizeof text, scene, solvers[k], cones[cone], 5000);
      mjModel* other = model_from(text);
      mjData* e = start(other);
      for (int i = 0; i < m->nv; i++) {
        assert_float_equal(d->qacc[i], e->qacc[i], 1e-5 * mju_norm(d->qacc, m->nv));
      }
      mj_deleteData(e);
      mj_deleteModel(other);
    }
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// mj_inverse gives the forces that were applied, and mj_forward again the same accelerations.
static void the_inverse_finds_what_was_applied(void** state) {
  (void)state;
  char text[2000];
  snprintf(text, sizeof text, scene, "Newton", "elliptic", 200);
  mjModel* m = model_from(text);
  mjData* d = start(m);
  for (int i = 0; i < m->nv; i++) d->qfrc_applied[i] = 0.3 * i - 0.5;
  mj_forward(m, d);
  mjtNum qacc[8], D = d->efc_D[0], aref = d->efc_aref[0];
  mju_copy(qacc, d->qacc, m->nv);
  mj_inverse(m, d);
  for (int i = 0; i < m->nv; i++) {
    assert_float_equal(d->qfrc_inverse[i], d->qfrc_applied[i] + d->qfrc_actuator[i], 1e-6);
  }
  assert_float_equal(d->efc_D[0], D, 0);
  assert_float_equal(d->efc_aref[0], aref, 0);
  mj_fwdConstraint(m, d);
  for (int i = 0; i < m->nv; i++) assert_float_equal(d->qacc[i], qacc[i], 1e-7);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// Also with bodies that turn at the end of the step, which are those without rows.
static void the_inverse_turns_free_bodies(void** state) {
  (void)state;
  static const char* const inv[] = {"disable", "enable"};
  for (int k = 0; k < 4; k++) {
    char text[1000];
    snprintf(text, sizeof text,
             "<mujoco><option integrator='discrete' timestep='.01' density='%d' tolerance='1e-14'>"
             "<flag invdiscrete='%s'/></option><worldbody><geom type='plane' size='5 5 .1'/><body "
             "pos='0 0 1'><freejoint/><geom type='box' size='.1 .2 .05' pos='.1 0 .02'/></body>"
             "<body pos='2 0 .09'><freejoint/><geom type='box' size='.1 .2 .1'/></body>"
             "</worldbody></mujoco>",
             k / 2 * 50, inv[k % 2]);
    mjModel* m = model_from(text);
    mjData* d = mj_makeData(m);
    for (int i = 0; i < m->nv; i++) d->qvel[i] = i % 6 < 3 ? 0.1 * i : 5 - 3 * (i % 4);
    mj_forward(m, d);
    assert_true(d->nefc > 0);
    mj_inverse(m, d);
    for (int i = 0; i < m->nv; i++) assert_float_equal(d->qfrc_inverse[i], 0, 1e-7);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// The diagonal that diagexact works with is that of J M^-1 J'.
static void the_exact_diagonal_is_that_of_the_dual_matrix(void** state) {
  (void)state;
  for (int sparse = 0; sparse < 2; sparse++) {
    char text[2000];
    snprintf(text, sizeof text,
             "<mujoco><option jacobian='%s'><flag diagexact='enable'/></option><worldbody>"
             "<body><joint name='a' axis='0 1 0' frictionloss='1'/><geom size='.1' pos='.3 0 0'/>"
             "<body pos='.5 0 0'><joint name='c' axis='0 1 0' frictionloss='1'/><geom size='.1' "
             "pos='.2 .1 0'/></body></body></worldbody><equality><joint joint1='a' joint2='c'/>"
             "</equality></mujoco>",
             sparse ? "sparse" : "dense");
    mjModel* m = model_from(text);
    mjData* d = mj_makeData(m);
    d->qpos[1] = 1;
    mj_forward(m, d);
    assert_int_equal(d->nefc, 3);
    for (int i = 0; i < 3; i++) {
      mjtNum unit[3] = {0}, column[2], x[2];
      unit[i] = 1;
      mj_mulJacTVec(m, d, column, unit);
      mj_solveM(m, d, x, column, 1);
      assert_float_equal(d->efc_diagApprox[i], mju_dot(column, x, 2), 1e-9);
    }
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// Rows are as soft as the integrator wants that they are solved for, also when it was another one
// when they were made.
static void a_change_of_the_integrator_changes_the_rows(void** state) {
  (void)state;
  char text[2000];
  snprintf(text, sizeof text, scene, "Newton", "elliptic", 200);
  mjModel* m = model_from(text);
  const int integrator[] = {mjINT_EULER, mjINT_DISCRETE};
  for (int k = 0; k < 2; k++) {
    mjData *d = start(m), *fresh = start(m);
    m->opt.integrator = integrator[k];
    mj_forward(m, d);
    assert_true(d->nefc > 0);
    m->opt.integrator = integrator[1 - k];
    mj_fwdVelocity(m, d);
    mj_fwdActuation(m, d);
    mj_fwdAcceleration(m, d);
    mj_fwdConstraint(m, d);
    mj_forward(m, fresh);
    assert_int_equal(d->nefc, fresh->nefc);
    for (int i = 0; i < d->nefc; i++) {
      assert_float_equal(d->efc_R[i], fresh->efc_R[i], 0);
      assert_float_equal(d->efc_aref[i], fresh->efc_aref[i], 0);
    }
    for (int i = 0; i < m->nv; i++) assert_float_equal(d->qacc[i], fresh->qacc[i], 1e-7);
    mj_deleteData(d);
    mj_deleteData(fresh);
  }
  mj_deleteModel(m);
}

// mj_inverse multiplies with the metric that mj_fwdAcceleration has solved with: of a cloth, whose
// vertices couple as neighbours do, and which a tendon ties to a tree.
static void a_coupled_metric_is_solved_and_multiplied_alike(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><option integrator='discrete' timestep='.005'/><worldbody>"
      "<flexcomp name='c' type='grid' dim='2' count='12 9 1' spacing='.1 .1 .1' mass='1' "
      "radius='.01'><edge equality='false' damping='.01'/><elasticity young='1e6' poisson='.2' "
      "thickness='.01' elastic2d='both'/><contact selfcollide='none'/></flexcomp><body pos='2 0 0'>"
      "<joint axis='0 1 0' damping='1'/><geom size='.1' pos='.2 0 0'/><site name='a' pos='.2 0 0'/>"
      "</body><body pos='3 0 0'><joint type='ball'/><geom size='.1' pos='.2 0 0'/><site name='b' "
      "pos='.2 0 0'/></body></worldbody><tendon><spatial stiffness='1e4' springlength='.1'><site "
      "site='a'/><site site='b'/></spatial></tendon></mujoco>");
  mjData* d = mj_makeData(m);
  for (int i = 0; i < m->nv; i++) {
    d->qvel[i] = 0.3 * sin(7.0 * i);
    d->qfrc_applied[i] = 1e-3 * cos(3.0 * i);
  }
  for (int i = 0; i < 5; i++) mj_step(m, d);
  mj_forward(m, d);
  mjtNum largest = mju_norm(d->qacc, m->nv);
  assert_true(largest > 1);
  mj_inverse(m, d);
  for (int i = 0; i < m->nv; i++) {
    assert_float_equal(d->qfrc_inverse[i], d->qfrc_applied[i], 1e-10);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

// A cloth of n x n vertices takes memory as n^2 log n; full, 32 x 32 would take 280 MB.
static void a_cloth_takes_the_memory_of_its_neighbours(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><size memory='100M'/><option integrator='discrete' timestep='.005'/><worldbody>"
      "<geom type='sphere' size='.3' pos='0 0 -.305'/>"
      "<flexcomp name='c' type='grid' dim='2' count='32 32 1' spacing='.05 .05 .1' mass='1' "
      "radius='.01'><edge equality='false' damping='.01'/><elasticity young='1e5' poisson='.2' "
      "thickness='.01' elastic2d='both'/><contact selfcollide='none'/></flexcomp></worldbody>"
      "</mujoco>");
  mjData* d = mj_makeData(m);
  for (int i = 0; i < 3; i++) mj_step(m, d);
  assert_true(d->nefc > 0);
  assert_true(d->maxuse_stack < 25000000);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static const char three[] =
    "<mujoco>%s<option integrator='discrete' timestep='.005' cone='elliptic' tolerance='1e-14' "
    "noslip_tolerance='0' noslip_iterations='%d'><flag island='%s'/></option><worldbody><geom "
    "type='plane' size='9 9 .1'/><body pos='0 0 .095'><freejoint/><geom type='box' size='.1 .12 "
    ".1'/><site name='a'/></body><body pos='1 0 .5'><joint type='ball'/><geom type='capsule' "
    "fromto='0 0 0 .3 0 -.2' size='.05'/><body pos='.3 0 -.2'><joint axis='0 1 0'/><geom "
    "type='capsule' fromto='0 0 0 .3 0 -.26' size='.05'/><site name='b' pos='.3 0 "
    "-.3'/></body></body><body pos='2 0 .09'><joint name='k' type='slide' axis='0 0 1'/><joint "
    "type='slide' axis='1 0 0'/><joint type='slide' axis='0 1 0'/><geom "
    "size='.1'/></body></worldbody><tendon><spatial stiffness='3000' damping='4' "
    "springlength='.9'><site site='a'/><site site='b'/></spatial></tendon><actuator><position "
    "joint='k' kp='100' kv='2'/></actuator></mujoco>";

static mjData* forward_of(mjModel** m, const char* level, int noslip, const char* island) {
  char text[2000];
  snprintf(text, sizeof text, three, level, noslip, island);
  *m = model_from(text);
  mjData* d = mj_makeData(*m);
  mju_copy(d->qvel, (const mjtNum[]){0.5, 0.2, 0.1, 1, -2, 0.3, 1, 2, 0.3, 0.2, -0.4, 0.1, 0.2},
           13);
  mj_forward(*m, d);
  return d;
}

// Islands of the metric are solved apart, to what the whole comes to.
static void islands_of_the_metric_are_solved_apart(void** state) {
  (void)state;
  mjModel *m, *w;
  mjData *d = forward_of(&m, "", 0, "enable"), *e = forward_of(&w, "", 0, "disable");
  assert_int_equal(d->nisland, 2);
  assert_true(d->solver_niter[0] > 0 && d->solver_niter[1] > 0);
  assert_int_equal(e->solver_niter[1], 0);
  for (int i = 0; i < m->nv; i++) {
    assert_float_equal(d->qacc[i], e->qacc[i], 1e-9 * mju_norm(d->qacc, m->nv));
  }
  mj_deleteData(d);
  mj_deleteData(e);
  mj_deleteModel(m);
  mj_deleteModel(w);
}

// Noslip leaves no tangential acceleration where friction holds.  The reference's works with a
// metric that lacks what couples (level bit pgs): numbers of 3.14.
static void noslip_knows_what_couples_unless_told(void** state) {
  (void)state;
  static const char* const levels[] = {"", "<compiler level='3.14'/>"};
  static const mjtNum expected[] = {82.13545834895899,  -7.433499839369069, 111.99202216921667,
                                    -56.24523734345762, 169.8372613329809,  -41.86453794658218,
                                    -306.4235955866836, -281.9959766290693, 179.17089410155074,
                                    103.46861643719421, 44.49463070662786,  -6.896551724137929,
                                    -13.79310344827585};
  for (int k = 0; k < 2; k++) {
    mjModel* m;
    mjData* d = forward_of(&m, levels[k], k ? 3 : 500, "enable");
    mjtNum residual[32], slip = 0;
    assert_true(d->nefc <= 32 && d->ncon >= 5);
    mj_mulJacVec(m, d, residual, d->qacc);
    for (int c = 0; c < d->ncon; c++) {
      int row = d->contact[c].efc_address;
      const mjtNum *f = d->efc_force + row, mu = d->contact[c].friction[0];
      if (mju_norm(f + 1, 2) > 0.999 * mu * f[0]) continue;
      for (int i = row + 1; i < row + 3; i++) {
        slip = fmax(slip, fabs(residual[i] - d->efc_aref[i]));
      }
    }
    assert_true(k ? slip > 1e-2 : slip < 1e-6);
    for (int i = 0; k && i < m->nv; i++) {
      assert_float_equal(d->qacc[i], expected[i], 1e-7 * mju_norm(expected, 13));
    }
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// A free body that turns by itself has its gyroscopic force at the end of the step; one that a row
// or a term along a tendon or actuator touches has it as it is, as in 3.14.
static void only_what_nothing_touches_turns_at_the_end(void** state) {
  (void)state;
  static const struct {
    const char *flag, *rest;
    int turns;
  } cases[] = {
      {"", "", 1},
      {"island='disable'", "", 1},
      {"",
       "<tendon><spatial name='t'>%s</spatial></tendon><actuator><motor tendon='t'/></actuator>",
       1},
      {"", "<tendon><spatial stiffness='1'>%s</spatial></tendon>", 1},  // at rest, without force
      {"", "<tendon><spatial stiffness='1' springlength='.5'>%s</spatial></tendon>", 0},
      {"", "<tendon><spatial damping='1'>%s</spatial></tendon>", 0},
      {"", "<tendon><spatial limited='true' range='0 5' margin='6'>%s</spatial></tendon>", 0},
      {"", "<actuator><velocity joint='f' kv='1' gear='1 0 0 0 0 0'/></actuator>", 0},
      {"", "<actuator><motor joint='f' gear='1 0 0 0 0 0'/></actuator>", 1},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    char rest[500], text[2000];
    snprintf(rest, sizeof rest, cases[k].rest, "<site site='a'/><site site='w'/>");
    snprintf(text, sizeof text,
             "<mujoco><option integrator='discrete' tolerance='1e-14'><flag %s/></option>"
             "<worldbody><geom type='plane' size='5 5 .1'/><site name='w' pos='3 0 2'/>"
             "<body pos='0 0 .09'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
             "<body pos='3 0 1'><joint name='f' type='free'/><geom type='box' size='.1 .2 .3'/>"
             "<site name='a'/></body></worldbody>%s</mujoco>",
             cases[k].flag, rest);
    mjModel* m = model_from(text);
    mjData* d = mj_makeData(m);
    mju_copy(d->qvel + 6, (const mjtNum[]){0.1, 0.2, 0.3, 5, -8, 11}, 6);
    mj_forward(m, d);
    assert_true(d->nefc >= 16);
    mjtNum off = fabs(d->qacc[11] - d->qacc_smooth[11]);
    assert_true(cases[k].turns ? off > 0.01 : off < 1e-9);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// Trees that the metric ties are one island, with rows of their own or without (3.14).
static void what_the_metric_ties_is_an_island(void** state) {
  (void)state;
  static const struct {
    const char *option, *flag, *rest;
    int islands;
  } cases[] = {
      {"integrator='discrete'", "", "<tendon><spatial name='t' stiffness='9'>%s</spatial></tendon>",
       2},
      {"integrator='discrete'", "", "<tendon><spatial name='t' damping='9'>%s</spatial></tendon>",
       2},
      {"integrator='discrete'", "", "<tendon><spatial name='t'>%s</spatial></tendon>", 1},
      {"integrator='discrete'", "spring='disable'",
       "<tendon><spatial name='t' stiffness='9'>%s</spatial></tendon>", 1},
      {"integrator='discrete' solver='PGS'", "",
       "<tendon><spatial name='t' stiffness='9'>%s</spatial></tendon>", 1},
      {"", "", "<tendon><spatial name='t' stiffness='9'>%s</spatial></tendon>", 1},
      {"integrator='discrete'", "",
       "<tendon><spatial name='t'>%s</spatial></tendon><actuator><motor tendon='t'/></actuator>",
       1},
      {"integrator='discrete'", "",
       "<tendon><spatial name='t'>%s</spatial></tendon><actuator><position tendon='t'/></actuator>",
       2},
      {"integrator='discrete'", "", "<actuator><position site='a' refsite='b'/></actuator>", 2},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    char rest[500], text[2000];
    snprintf(rest, sizeof rest, cases[k].rest, "<site site='a'/><site site='b'/>");
    snprintf(text, sizeof text,
             "<mujoco><compiler level='3.14'/><option %s><flag %s/></option><worldbody>"
             "<geom type='plane' size='5 5 .1'/><body pos='0 0 .09'><freejoint/>"
             "<geom type='box' size='.1 .1 .1'/></body><body pos='0 2 1'><joint type='slide'/>"
             "<geom size='.1'/><site name='a'/></body><body pos='1 2 1'><joint type='slide'/>"
             "<geom size='.1'/><site name='b'/></body></worldbody>%s</mujoco>",
             cases[k].option, cases[k].flag, rest);
    mjModel* m = model_from(text);
    mjData* d = mj_makeData(m);
    for (int i = 0; i < 3; i++) mj_step(m, d);
    assert_int_equal(d->nisland, cases[k].islands);
    assert_int_equal(d->island_nefc[0], d->nefc);
    int tied = d->nisland == 2 && d->tree_island[1] == 1 && d->tree_island[2] == 1;
    assert_int_equal(tied, cases[k].islands == 2);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// The fluid counts as far as M has entries; numbers of 3.14.
static void a_fluid_fills_no_gaps(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><option integrator='discrete' density='100'/><worldbody><body pos='3 0 1'>"
      "<freejoint/><geom type='box' size='.1 .2 .3'/></body></worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  mju_copy(d->qpos + 3, (const mjtNum[]){0.5, 0.1, 0.7, -0.5}, 4);
  mju_copy(d->qvel, (const mjtNum[]){1, -2, 3, 4, 5, -6}, 6);
  mj_forward(m, d);
  static const mjtNum expected[6] = {-0.441791687828028,  0.17225553194404808, -11.060688944701548,
                                     -11.907096198725855, 17.900402087859934,  13.137449850864018};
  for (int i = 0; i < 6; i++) assert_float_equal(d->qacc_smooth[i], expected[i], 1e-9);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// Tendons with springs or dampers and actuators whose force has slopes are listed: as in 3.14.
static void terms_are_listed(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><option integrator='discrete' timestep='.002'/><worldbody><body><joint name='a' "
      "type='slide'/><geom size='.1'/></body><body pos='5 0 0'><joint name='b' type='ball'/>"
      "<geom size='.1'/></body></worldbody><tendon><fixed name='n'><joint joint='a' coef='1'/>"
      "</fixed><fixed damping='4'><joint joint='a' coef='1'/></fixed><fixed stiffness='4' "
      "springlength='-1 1'><joint joint='a' coef='1'/></fixed></tendon><actuator><motor joint='a'/>"
      "<position joint='a' kp='7' forcerange='-1 1'/><orientation joint='b' kp='5' kv='1'/>"
      "<position tendon='n' kp='2'/></actuator></mujoco>");
  mjData* d = mj_makeData(m);
  for (int clamped = 0; clamped < 2; clamped++) {
    d->ctrl[1] = 5 * clamped;
    mj_forward(m, d);
    assert_int_equal(d->nefmT, 2);
    assert_int_equal(d->efm_tid[0], 1);
    assert_int_equal(d->efm_tid[1], 2);
    assert_float_equal(d->efm_ts[0], 0.008, 1e-15);
    assert_float_equal(d->efm_tk[1] + d->efm_ts[1], 0, 0);
    assert_int_equal(d->nefmA, 3 - clamped);
    for (int i = 0; i < 3 - clamped; i++) assert_int_equal(d->efm_aid[i], i + 1 + clamped);
    assert_float_equal(d->efm_as[1 - clamped], 0.00202, 1e-15);
    assert_float_equal(d->efm_ak[2 - clamped], 0.004, 1e-15);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

// Refsafe softens a limit that would close in less than a step, and leaves an equality as stiff as
// it is told to be: numbers of 3.14.
static void refsafe_is_for_what_pushes_one_way(void** state) {
  (void)state;
  static const char* const flags[] = {"enable", "disable"};
  static const mjtNum limit[] = {34.6153, 84.9699};
  for (int k = 0; k < 2; k++) {
    char text[1000];
    snprintf(text, sizeof text,
             "<mujoco><option integrator='discrete' timestep='.02' gravity='0 0 0'><flag "
             "refsafe='%s'/></option><worldbody><body><joint name='a' type='slide' axis='1 0 0' "
             "limited='true' range='-.05 .05' solreflimit='.005 1'/><geom size='.1' mass='1'/>"
             "</body><body><joint name='b' type='slide' axis='0 1 0'/><geom size='.1' mass='1'/>"
             "</body></worldbody><equality><joint joint1='b' solref='.005 1'/></equality>"
             "</mujoco>",
             flags[k]);
    mjModel* m = model_from(text);
    mjData* d = mj_makeData(m);
    d->qpos[0] = d->qpos[1] = d->qvel[0] = d->qvel[1] = 0.1;
    m->opt.disableflags |= mjDSBL_CONTACT;
    mj_forward(m, d);
    assert_int_equal(d->nefc, 2);
    assert_float_equal(d->efc_aref[0], -165.1303, 1e-4);
    assert_float_equal(d->efc_aref[1], limit[k], 1e-4);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

static void what_cannot_move_is_stepped(void** state) {
  (void)state;
  mjModel* m = model_from(
      "<mujoco><option integrator='discrete' density='3'/><worldbody><geom size='.1'/><body pos='0 "
      "0 .1'>"
      "<geom size='.1'/></body></worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  for (int i = 0; i < 3; i++) mj_step(m, d);
  mj_inverse(m, d);
  assert_float_equal(d->time, 3 * m->opt.timestep, 1e-15);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_spring_is_that_of_implicit_euler),
      cmocka_unit_test(stiffness_of_1e8_is_stable),
      cmocka_unit_test(what_cannot_move_is_stepped),
      cmocka_unit_test(servos_are_in_the_metric_of_pgs),
      cmocka_unit_test(solvers_agree_on_the_metric),
      cmocka_unit_test(the_inverse_finds_what_was_applied),
      cmocka_unit_test(the_inverse_turns_free_bodies),
      cmocka_unit_test(a_change_of_the_integrator_changes_the_rows),
      cmocka_unit_test(only_what_nothing_touches_turns_at_the_end),
      cmocka_unit_test(what_the_metric_ties_is_an_island),
      cmocka_unit_test(a_fluid_fills_no_gaps),
      cmocka_unit_test(a_coupled_metric_is_solved_and_multiplied_alike),
      cmocka_unit_test(a_cloth_takes_the_memory_of_its_neighbours),
      cmocka_unit_test(islands_of_the_metric_are_solved_apart),
      cmocka_unit_test(noslip_knows_what_couples_unless_told),
      cmocka_unit_test(terms_are_listed),
      cmocka_unit_test(refsafe_is_for_what_pushes_one_way),
      cmocka_unit_test(the_exact_diagonal_is_that_of_the_dual_matrix),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
