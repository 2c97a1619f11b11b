// Newton-Euler and the balances it must keep: energy, momentum, order of declaration.
#include "dynamics/bias.h"
#include "kinematics/random_scene.h"
#include "kinematics/two_links.h"

enum { CASES = 200 };

// RNE(q, v, a) = M a + RNE(q, v, 0), armature apart.
static void forces_are_affine_in_acceleration(void** state) {
  (void)state;
  for (int seed = 0; seed < CASES; seed++) {
    scene c = random_scene(seed, bodies_of_case(seed));
    int nv = c.m->nv;
    mjtNum *with = new_vector(nv), *without = new_vector(nv), *Ma = new_vector(nv);
    position_stage(c);
    mj_comVel(c.m, c.d);
    draw_vector(c.d->qacc, nv);
    mj_rne(c.m, c.d, 1, with);
    mj_rne(c.m, c.d, 0, without);
    mj_mulM(c.m, c.d, Ma, c.d->qacc);
    for (int i = 0; i < nv; i++) {
      assert_near(with[i], without[i] + Ma[i] - c.m->dof_armature[i] * c.d->qacc[i], 1e-9);
    }
    free(with);
    free(without);
    free(Ma);
    scene_free(c);
  }
}

static void a_chain_has_the_reference_numbers(void** state) {
  (void)state;
  scene c = two_links();
  position_stage(c);
  velocity_stage(c);
  assert_near_vector(c.d->qfrc_bias,
                     ((mjtNum[]){435.405314268396, 28.9525700881951, 0.0348824271009125,
                                 -0.335971613699126, -1.32262752626251}),
                     5, 1e-13);
  mj_energyPos(c.m, c.d);
  mj_energyVel(c.m, c.d);
  assert_near_vector(c.d->energy, ((mjtNum[]){241.74062837676, 2.86494262124142}), 2, 1e-13);
  scene_free(c);
}

static mjtNum total_energy(scene c) {
  position_stage(c);
  mj_energyPos(c.m, c.d);
  mj_energyVel(c.m, c.d);
  return c.d->energy[0] + c.d->energy[1];
}

// All that is not potential or kinetic energy: the power of dampers, actuators and applied forces.
static mjtNum power_of_the_rest(scene c) {
  const mjData* d = c.d;
  mjtNum power = 0, *qfrc = new_vector(c.m->nv);
  for (int b = 1; b < c.m->nbody; b++) {
    const mjtNum* f = d->xfrc_applied + 6 * b;
    mj_applyFT(c.m, c.d, f, f + 3, d->xipos + 3 * b, b, qfrc);
  }
  for (int i = 0; i < c.m->nv; i++) {
    power += d->qvel[i] * (d->qfrc_damper[i] + d->qfrc_actuator[i] + d->qfrc_applied[i] + qfrc[i]);
  }
  free(qfrc);
  return power;
}

// How fast the total energy changes on the way through a state.
static mjtNum energy_rate(scene c, saved_state start) {
  const mjtNum h = 1e-5;
  mjtNum rate = 0;
  for (int sign = -1; sign <= 1; sign += 2) {
    restore_state(c, start);
    position_stage(c);
    velocity_stage(c);
    add_tendon_bias(c.m, c.d, c.d->qfrc_bias);
    acceleration_stage(c);
    drift(c, sign * h, 1);
    rate += sign * total_energy(c) / (2 * h);
  }
  return rate;
}

static void check_power_balance(int seed, int nbody, mjtNum tendon_armature) {
  scene c = random_scene(seed, nbody);
  if (c.m->ntendon) c.m->tendon_armature[0] = tendon_armature;
  draw_vector(c.d->qfrc_applied, c.m->nv);
  for (int k = 0; k < 3; k++) draw_vector(c.d->xfrc_applied + 6 * draw_int(1, c.m->nbody - 1), 6);
  saved_state start = save_state(c);
  mjtNum rate = energy_rate(c, start);
  restore_state(c, start);
  position_stage(c);
  velocity_stage(c);
  acceleration_stage(c);
  mjtNum power = power_of_the_rest(c), scale = 1 + fabs(c.d->energy[1]);
  for (int i = 0; i < c.m->nv; i++) scale += fabs(c.d->qfrc_smooth[i] * c.d->qvel[i]);
  if (fabs(rate - power) > 1e-6 * scale) {
    fail_msg("seed %d: energy changes by %.10g a second, forces give %.10g", seed, rate, power);
  }
  state_free(start);
  scene_free(c);
}

static void energy_changes_by_the_power_of_what_is_not_energy(void** state) {
  (void)state;
  for (int seed = 0; seed < CASES; seed++) check_power_balance(seed, bodies_of_case(seed), 0);
}

// Armature of a tendon whose dofs are one chain: M holds all of a J'J, so energy is kept too.
static void tendon_armature_keeps_the_balance_in_a_chain(void** state) {
  (void)state;
  static const char xml[] =
      "<mujoco><default><geom size='.1' contype='0' conaffinity='0'/></default><worldbody>"
      "<site name='a' pos='.1 .2 .3'/><body pos='.2 0 0'><joint axis='0 1 .3'/><geom pos='.1 0 0'/>"
      "<body pos='.3 0 0'><joint type='ball'/><geom pos='.1 .1 0'/><site name='b' pos='.1 0 .2'/>"
      "<body pos='.2 .1 0'><joint type='slide' axis='1 1 0'/><geom/><site name='c'/></body></body>"
      "</body></worldbody><tendon><spatial armature='2'><site site='a'/><site site='b'/>"
      "<pulley divisor='2'/><site site='b'/><site site='c'/><site site='a'/></spatial></tendon>"
      "</mujoco>";
  for (int seed = 0; seed < 40; seed++) {
    draw_seed(seed);
    scene c = scene_of(model_from(xml));
    saved_state start = save_state(c);
    mjtNum rate = energy_rate(c, start);
    assert_near(rate, 0, 1e-6);
    state_free(start);
    scene_free(c);
  }
}

// Without gravity and forces from outside, inner forces change neither momentum of a free tree.
static void inner_forces_keep_momenta(void** state) {
  (void)state;
  const mjtNum h = 1e-5;
  for (int seed = 0; seed < CASES; seed++) {
    draw_seed(seed);
    mjSpec* s = mj_makeSpec();
    s->compiler.degree = 0;
    mjsBody* body[16] = {mjs_addBody(mjs_findBody(s, "world"), NULL)};
    mjsGeom* g = mjs_addGeom(body[0], NULL);
    g->size[0] = 0.1;
    mjs_addFreeJoint(body[0]);
    for (int i = 1; i <= 1 + seed % 14; i++) body[i] = draw_body(body[draw_int(0, i - 1)], i, 0);
    mjModel* m = mj_compile(s, NULL);
    assert_non_null(m);
    mj_deleteSpec(s);
    memset(m->opt.gravity, 0, sizeof m->opt.gravity);
    scene c = scene_of(m);
    saved_state start = save_state(c);
    mjtNum linear[3] = {0}, angular[3] = {0}, x[3];
    for (int sign = -1; sign <= 1; sign += 2) {
      restore_state(c, start);
      position_stage(c);
      velocity_stage(c);
      acceleration_stage(c);
      drift(c, sign * h, 1);
      position_stage(c);
      mj_comVel(c.m, c.d);
      mj_subtreeVel(c.m, c.d);
      for (int k = 0; k < 3; k++) {
        linear[k] += sign * c.d->subtree_linvel[3 + k] / (2 * h);
        angular[k] += sign * c.d->subtree_angmom[3 + k] / (2 * h);
        x[k] = 0;
      }
    }
    assert_near_vector(linear, x, 3, 2e-5);
    assert_near_vector(angular, x, 3, 2e-5);
    state_free(start);
    scene_free(c);
  }
}

// The same bodies declared in another order: the same accelerations, elsewhere.
static void order_of_declaration_only_permutes(void** state) {
  (void)state;
#define LEG(n)                                                                                    \
  "<body name='leg" n "' pos='." n " .2 0'><joint name='hip" n "' axis='0 1 ." n "' damping='." n \
  "'/><geom size='.05' pos='0 0 -." n                                                             \
  "'/>"                                                                                           \
  "<body pos='0 0 -.4'><joint name='knee" n                                                       \
  "' axis='1 0 0' stiffness='3'/>"                                                                \
  "<geom size='.04' pos='.0" n " 0 -.2'/></body></body>"
#define TORSO(legs)                                                                    \
  "<mujoco><default><geom contype='0' conaffinity='0'/></default><worldbody>"          \
  "<body name='torso'><freejoint name='root'/><geom type='box' size='.1 .2 .3'/>" legs \
  "</body>"                                                                            \
  "</worldbody></mujoco>"
  static const char* joints[] = {"root", "hip1", "knee1", "hip2", "knee2", "hip3", "knee3"};
  scene a = scene_of(model_from(TORSO(LEG("1") LEG("2") LEG("3"))));
  scene b = scene_of(model_from(TORSO(LEG("3") LEG("1") LEG("2"))));
  for (int seed = 0; seed < 50; seed++) {
    draw_seed(seed);
    draw_state_of(a);
    int map[7][2];
    for (int k = 0; k < 7; k++) {
      int i = map[k][0] = mj_name2id(a.m, mjOBJ_JOINT, joints[k]);
      int j = map[k][1] = mj_name2id(b.m, mjOBJ_JOINT, joints[k]);
      memcpy(b.d->qpos + b.m->jnt_qposadr[j], a.d->qpos + a.m->jnt_qposadr[i],
             sizeof(mjtNum) * (k ? 1 : 7));
      memcpy(b.d->qvel + b.m->jnt_dofadr[j], a.d->qvel + a.m->jnt_dofadr[i],
             sizeof(mjtNum) * (k ? 1 : 6));
    }
    position_stage(a);
    velocity_stage(a);
    acceleration_stage(a);
    position_stage(b);
    velocity_stage(b);
    acceleration_stage(b);
    for (int k = 0; k < 7; k++) {
      assert_near_vector(b.d->qacc_smooth + b.m->jnt_dofadr[map[k][1]],
                         a.d->qacc_smooth + a.m->jnt_dofadr[map[k][0]], k ? 1 : 6, 1e-10);
    }
  }
  scene_free(a);
  scene_free(b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(forces_are_affine_in_acceleration),
      cmocka_unit_test(a_chain_has_the_reference_numbers),
      cmocka_unit_test(energy_changes_by_the_power_of_what_is_not_energy),
      cmocka_unit_test(tendon_armature_keeps_the_balance_in_a_chain),
      cmocka_unit_test(inner_forces_keep_momenta),
      cmocka_unit_test(order_of_declaration_only_permutes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
