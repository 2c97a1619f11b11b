// What bodies in contact must do: slide where friction says, come to rest, sink in as deep as the
// softness says, stand on each other.

#include "constraint/scene.h"

static const mjtNum gravity = 9.81;

static void set_cone(mjModel* m, int cone) { m->opt.cone = cone; }

// A block that cannot turn, on a floor that leans by the angle: gravity leans instead.
static mjModel* block_on_incline(mjtNum friction) {
  xml x = {.n = 0};
  say(&x,
      "<mujoco><option impratio='100'/><worldbody><geom type='plane' size='9 9 .1' friction='%g'/>",
      friction);
  say(&x,
      "<body pos='0 0 .1'><joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 1 0'/>");
  say(&x,
      "<joint type='slide' axis='0 0 1'/><geom type='sphere' size='.1' mass='3' friction='%g'/>",
      friction);
  say(&x, "</body></worldbody></mujoco>");
  return model_from(x.text);
}

// Speed along the incline after a second.
static mjtNum speed_on_incline(mjModel* m, mjtNum angle) {
  mjData* d = mj_makeData(m);
  m->opt.gravity[0] = gravity * sin(angle);
  m->opt.gravity[2] = -gravity * cos(angle);
  while (d->time < 1) mj_step(m, d);
  mjtNum speed = d->qvel[0];
  mj_deleteData(d);
  return speed;
}

static void blocks_slip_at_the_friction_angle(void** state) {
  (void)state;
  for (int cone = 0; cone < 2; cone++) {
    for (mjtNum friction = 0.3; friction < 1; friction += 0.3) {
      mjModel* m = block_on_incline(friction);
      set_cone(m, cone);
      mjtNum angle = atan(friction), below = angle - 0.02, above = angle + 0.02;
      mjtNum creep = speed_on_incline(m, below), slip = speed_on_incline(m, above);
      mjtNum expected = gravity * (sin(above) - friction * cos(above));
      assert_true(fabs(creep) < 0.01);
      // before the contact bears there may be a step or two of free fall
      assert_true(fabs(slip - expected) < 2 * m->opt.timestep * gravity);
      mj_deleteModel(m);
    }
  }
}

// A sphere that rolls or spins slows down by its torque of friction, then rests.
static mjModel* sphere_on_floor(mjtNum torsion, mjtNum rolling, int condim) {
  xml x = {.n = 0};
  say(&x, "<mujoco><worldbody><geom type='plane' size='9 9 .1' condim='%d' friction='1 %g %g'/>",
      condim, torsion, rolling);
  say(&x,
      "<body pos='0 0 .1'><freejoint/><geom size='.1' mass='2' condim='%d' friction='1 %g %g'/>",
      condim, torsion, rolling);
  say(&x, "</body></worldbody></mujoco>");
  return model_from(x.text);
}

static void spin_is_stopped_by_torsional_friction(void** state) {
  (void)state;
  const mjtNum torsion = 0.004, spin = 5, radius = 0.1;
  for (int cone = 0; cone < 2; cone++) {
    mjModel* m = sphere_on_floor(torsion, 0.001, 4);
    set_cone(m, cone);
    m->opt.impratio = 100;
    mjData* d = mj_makeData(m);
    for (int i = 0; i < 100; i++) mj_step(m, d);
    d->qvel[5] = spin;
    mjtNum deceleration = torsion * gravity / (0.4 * radius * radius), start = d->time;
    while (d->time < start + 0.2) mj_step(m, d);
    assert_near(d->qvel[5], spin - 0.2 * deceleration, 0.02);
    while (d->time < start + 1.5 * spin / deceleration) mj_step(m, d);
    assert_true(fabs(d->qvel[5]) < 1e-3);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

static void rolling_is_stopped_by_rolling_friction(void** state) {
  (void)state;
  const mjtNum rolling = 0.004, speed = 0.5, radius = 0.1;
  for (int cone = 0; cone < 2; cone++) {
    mjModel* m = sphere_on_floor(0.005, rolling, 6);
    set_cone(m, cone);
    m->opt.impratio = 100;
    mjData* d = mj_makeData(m);
    for (int i = 0; i < 100; i++) mj_step(m, d);
    d->qvel[0] = speed;
    d->qvel[4] = speed / radius;
    // (m + I / r^2) a = friction torque / r
    mjtNum deceleration = rolling * gravity / radius / 1.4, start = d->time;
    while (d->time < start + 0.5) mj_step(m, d);
    assert_near(d->qvel[0], speed - 0.5 * deceleration, 0.01);
    assert_near(d->qvel[4] * radius, d->qvel[0], 0.01);
    while (d->time < start + 1.5 * speed / deceleration) mj_step(m, d);
    assert_true(fabs(d->qvel[0]) < 1e-3);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// Seed 000, section V: a body at rest sinks in by kappa^2 eps g / (1 + eps), whatever its mass;
// with eps = (1 - d) / d that is kappa^2 (1 - d) g.
static void penetration_does_not_depend_on_mass(void** state) {
  (void)state;
  static const mjtNum masses[3] = {0.01, 1, 1000}, impedances[3] = {0.5, 0.9, 0.99};
  for (int i = 0; i < 9; i++) {
    mjtNum mass = masses[i % 3], d0 = impedances[i / 3], kappa = 0.03;
    xml x = {.n = 0};
    say(&x,
        "<mujoco><worldbody><geom type='plane' size='9 9 .1' condim='1' solref='%g 1' "
        "solimp='%g %g'/>",
        kappa, d0, d0);
    say(&x,
        "<body pos='0 0 .1'><freejoint/><geom size='.1' mass='%g' condim='1' solref='%g 1' "
        "solimp='%g %g'/></body></worldbody></mujoco>",
        mass, kappa, d0, d0);
    mjModel* m = model_from(x.text);
    mjData* d = mj_makeData(m);
    while (d->time < 2) mj_step(m, d);
    assert_near(0.1 - d->qpos[2], kappa * kappa * (1 - d0) * gravity, 1e-7);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

static void a_stack_of_ten_stands(void** state) {
  (void)state;
  xml x = {.n = 0};
  say(&x, "<mujoco><option timestep='0.005'/><worldbody><geom type='plane' size='9 9 .1'/>");
  for (int i = 0; i < 10; i++) {
    say(&x, "<body pos='0 0 %g'><freejoint/><geom type='box' size='.1 .1 .1'/></body>",
        0.1 + 0.2 * i);
  }
  say(&x, "</worldbody></mujoco>");
  mjModel* m = model_from(x.text);
  for (int cone = 0; cone < 2; cone++) {
    mjData* d = mj_makeData(m);
    set_cone(m, cone);
    while (d->time < 100) mj_step(m, d);
    for (int i = 0; i < 10; i++) {
      const mjtNum* q = d->qpos + 7 * i;
      assert_true(hypot(q[0], q[1]) < 0.01);
      assert_near(q[2], 0.1 + 0.2 * i, 0.01);
    }
    for (int i = 0; i < mjNWARNING; i++) assert_int_equal(d->warning[i].number, 0);
    mj_deleteData(d);
  }
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(blocks_slip_at_the_friction_angle),
      cmocka_unit_test(spin_is_stopped_by_torsional_friction),
      cmocka_unit_test(rolling_is_stopped_by_rolling_friction),
      cmocka_unit_test(penetration_does_not_depend_on_mass),
      cmocka_unit_test(a_stack_of_ten_stands),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
