// qDeriv against centred differences of the forces it is the derivative of.
#include "dynamics/derivative.h"
#include "kinematics/random_scene.h"

// Give some geoms of a random scene the coefficients of an ellipsoid in a medium.
static void draw_fluid(scene c) {
  c.m->opt.density = draw_between(0.5, 2);
  c.m->opt.viscosity = draw_between(0, 0.3);
  draw_vector(c.m->opt.wind, 3);
  for (int g = 0; g < c.m->ngeom; g++) {
    mjtNum* coef = c.m->geom_fluid + mjNFLUID * g;
    if (draw() > 0) continue;
    coef[0] = 1;
    for (int k = 1; k < mjNFLUID; k++) coef[k] = draw_between(0.01, 1);
  }
}

static void forces(scene c, int bias, mjtNum* force) {
  velocity_stage(c);
  mj_fwdActuation(c.m, c.d);
  for (int i = 0; i < c.m->nv; i++) {
    force[i] = c.d->qfrc_actuator[i] + c.d->qfrc_passive[i] - (bias ? c.d->qfrc_bias[i] : 0);
  }
}

// Compare qDeriv with differences where the pattern of D has entries.
static void compare(scene c, int bias) {
  const mjtNum h = 1e-5;
  int nv = c.m->nv;
  mjtNum *up = new_vector(nv), *down = new_vector(nv), *D = new_vector(c.m->nD);
  position_stage(c);
  velocity_stage(c);
  derivative_velocity(c.m, c.d, bias);
  assert_int_equal(c.d->pstack, 0);
  memcpy(D, c.d->qDeriv, sizeof(mjtNum) * c.m->nD);
  mjtNum scale = 1;
  for (int k = 0; k < c.m->nD; k++) scale = fmax(scale, fabs(D[k]));
  for (int j = 0; j < nv; j++) {
    mjtNum v = c.d->qvel[j];
    c.d->qvel[j] = v + h;
    forces(c, bias, up);
    c.d->qvel[j] = v - h;
    forces(c, bias, down);
    c.d->qvel[j] = v;
    for (int i = 0; i < nv; i++) {
      for (int k = 0; k < c.m->D_rownnz[i]; k++) {
        if (c.m->D_colind[c.m->D_rowadr[i] + k] != j) continue;
        mjtNum got = D[c.m->D_rowadr[i] + k], slope = (up[i] - down[i]) / (2 * h);
        if (fabs(got - slope) > 1e-6 * scale) fail_msg("(%d %d): %g, slope %g", i, j, got, slope);
      }
    }
  }
  free(up);
  free(down);
  free(D);
}

static void it_is_the_slope_of_the_forces(void** state) {
  (void)state;
  for (int seed = 0; seed < 60; seed++) {
    scene c = random_scene(seed, 1 + seed % 15);
    if (seed % 2) draw_fluid(c);
    c.m->opt.integrator = mjINT_IMPLICIT;
    c.m->opt.jacobian = seed % 4 < 2 ? mjJAC_DENSE : mjJAC_SPARSE;
    compare(c, 1);
    compare(c, 0);
    scene_free(c);
  }
}

// For the fast integrator it is symmetric without the bias.
static void the_fast_variant_is_symmetric(void** state) {
  (void)state;
  for (int seed = 0; seed < 60; seed++) {
    scene c = random_scene(seed, 1 + seed % 15);
    int nv = c.m->nv;
    mjtNum* full = new_vector(nv * nv);
    draw_fluid(c);
    c.m->opt.integrator = mjINT_IMPLICITFAST;
    position_stage(c);
    velocity_stage(c);
    derivative_velocity(c.m, c.d, 0);
    for (int i = 0; i < nv; i++) {
      for (int k = 0; k < c.m->D_rownnz[i]; k++) {
        int adr = c.m->D_rowadr[i] + k;
        full[i * nv + c.m->D_colind[adr]] = c.d->qDeriv[adr];
      }
    }
    for (int i = 0; i < nv; i++) {
      for (int j = 0; j < i; j++) assert_near(full[i * nv + j], full[j * nv + i], 1e-10);
    }
    free(full);
    scene_free(c);
  }
}

static void flags_leave_their_parts_out(void** state) {
  (void)state;
  scene c = random_scene(11, 9);
  draw_fluid(c);
  c.m->opt.disableflags = mjDSBL_ACTUATION | mjDSBL_DAMPER | mjDSBL_SPRING;
  position_stage(c);
  velocity_stage(c);
  derivative_velocity(c.m, c.d, 0);
  for (int k = 0; k < c.m->nD; k++) assert_near(c.d->qDeriv[k], 0, 0);
  compare(c, 1);
  c.m->opt.disableflags = mjDSBL_ACTUATION | mjDSBL_SPRING;
  compare(c, 1);
  scene_free(c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(it_is_the_slope_of_the_forces),
      cmocka_unit_test(the_fast_variant_is_symmetric),
      cmocka_unit_test(flags_leave_their_parts_out),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
