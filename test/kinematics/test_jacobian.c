// Jacobians against finite differences along random motions, and their relations to velocities.
#include "kinematics/random_scene.h"

enum { CASES = 60 };

// res (3) = J v; J is 3 x nv.
static void mul(mjtNum res[3], const mjtNum* J, const mjtNum* v, int nv) {
  for (int r = 0; r < 3; r++) {
    res[r] = 0;
    for (int i = 0; i < nv; i++) res[r] += J[r * nv + i] * v[i];
  }
}

// What moves: the arrays of points whose velocities the Jacobians give.
typedef struct {
  const char* name;
  int count;
  mjtNum* x;  // in mjData
} points;

enum { KINDS = 5 };

static void list_points(scene c, points p[KINDS]) {
  p[0] = (points){"body", c.m->nbody, c.d->xpos};
  p[1] = (points){"centre", c.m->nbody, c.d->xipos};
  p[2] = (points){"geom", c.m->ngeom, c.d->geom_xpos};
  p[3] = (points){"site", c.m->nsite, c.d->site_xpos};
  p[4] = (points){"subtree", c.m->nbody, c.d->subtree_com};
}

static void jacobian_of(scene c, int kind, int id, mjtNum* J) {
  switch (kind) {
    case 0: mj_jacBody(c.m, c.d, J, NULL, id); break;
    case 1: mj_jacBodyCom(c.m, c.d, J, NULL, id); break;
    case 2: mj_jacGeom(c.m, c.d, J, NULL, id); break;
    case 3: mj_jacSite(c.m, c.d, J, NULL, id); break;
    default: mj_jacSubtreeCom(c.m, c.d, J, id);
  }
}

static void points_move_as_their_jacobians_say(void** state) {
  (void)state;
  const mjtNum h = 1e-5;
  for (int seed = 0; seed < CASES; seed++) {
    scene c = random_scene(seed, bodies_of_case(seed) % 40 + 1);
    points p[KINDS];
    list_points(c, p);
    saved_state start = save_state(c);
    mjtNum *velocity[KINDS], *J = new_vector(3 * c.m->nv);
    for (int kind = 0; kind < KINDS; kind++) velocity[kind] = new_vector(3 * p[kind].count);
    for (int sign = -1; sign <= 1; sign += 2) {
      restore_state(c, start);
      drift(c, sign * h, 0);
      position_stage(c);
      for (int kind = 0; kind < KINDS; kind++) {
        for (int i = 0; i < 3 * p[kind].count; i++) {
          velocity[kind][i] += sign * p[kind].x[i] / (2 * h);
        }
      }
    }
    restore_state(c, start);
    position_stage(c);
    for (int kind = 0; kind < KINDS; kind++) {
      for (int id = 0; id < p[kind].count; id++) {
        mjtNum v[3];
        jacobian_of(c, kind, id, J);
        mul(v, J, c.d->qvel, c.m->nv);
        assert_near_vector(v, velocity[kind] + 3 * id, 3, 1e-7);
      }
      free(velocity[kind]);
    }
    free(J);
    state_free(start);
    scene_free(c);
  }
}

// Velocities of objects are their Jacobians times qvel, in world axes and in their own.
static void object_velocities_are_jacobians_times_qvel(void** state) {
  (void)state;
  for (int seed = 0; seed < CASES; seed++) {
    scene c = random_scene(seed, bodies_of_case(seed));
    mjtNum *jacp = new_vector(3 * c.m->nv), *jacr = new_vector(3 * c.m->nv);
    position_stage(c);
    mj_comVel(c.m, c.d);
    for (int s = 0; s < c.m->nsite; s++) {
      mjtNum v[3], w[3], got[6], local[6], turned[3];
      mj_jacSite(c.m, c.d, jacp, jacr, s);
      mul(v, jacp, c.d->qvel, c.m->nv);
      mul(w, jacr, c.d->qvel, c.m->nv);
      mj_objectVelocity(c.m, c.d, mjOBJ_SITE, s, got, 0);
      assert_near_vector(got, w, 3, 1e-10);
      assert_near_vector(got + 3, v, 3, 1e-10);
      mj_objectVelocity(c.m, c.d, mjOBJ_SITE, s, local, 1);
      mju_mulMatTVec3(turned, c.d->site_xmat + 9 * s, v);
      assert_near_vector(local + 3, turned, 3, 1e-10);
    }
    free(jacp);
    free(jacr);
    scene_free(c);
  }
}

// mj_jacDot is the derivative of mj_jac for a point that moves with the body.
static void jacobian_rates_are_differences_of_jacobians(void** state) {
  (void)state;
  const mjtNum h = 1e-5;
  for (int seed = 0; seed < CASES; seed++) {
    scene c = random_scene(seed, 1 + seed % 20);
    int body = draw_int(1, c.m->nbody - 1), n = 3 * c.m->nv, site = 0;
    while (c.m->site_bodyid[site] != body) site++;
    mjtNum *p = new_vector(n), *r = new_vector(n), *dp = new_vector(n), *dr = new_vector(n);
    saved_state start = save_state(c);
    for (int sign = -1; sign <= 1; sign += 2) {
      restore_state(c, start);
      drift(c, sign * h, 0);
      position_stage(c);
      mj_jacSite(c.m, c.d, p, r, site);
      for (int i = 0; i < n; i++) {
        dp[i] += sign * p[i] / (2 * h);
        dr[i] += sign * r[i] / (2 * h);
      }
    }
    restore_state(c, start);
    position_stage(c);
    mj_comVel(c.m, c.d);
    mj_jacDot(c.m, c.d, p, r, c.d->site_xpos + 3 * site, body);
    assert_near_vector(p, dp, n, 1e-7);
    assert_near_vector(r, dr, n, 1e-7);
    free(p);
    free(r);
    free(dp);
    free(dr);
    state_free(start);
    scene_free(c);
  }
}

// A vector fixed to a body turns as the axis Jacobian says; the point one is that of mj_jac.
static void axes_turn_as_their_jacobian_says(void** state) {
  (void)state;
  const mjtNum h = 1e-5;
  for (int seed = 0; seed < CASES; seed++) {
    scene c = random_scene(seed, 1 + seed % 20);
    int site = c.m->nsite - 1, body = c.m->site_bodyid[site], nv = c.m->nv;
    mjtNum *point = new_vector(3 * nv), *axis = new_vector(3 * nv), *plain = new_vector(3 * nv);
    mjtNum rate[3] = {0}, v[3], z[3];
    saved_state start = save_state(c);
    for (int sign = -1; sign <= 1; sign += 2) {
      restore_state(c, start);
      drift(c, sign * h, 0);
      position_stage(c);
      for (int k = 0; k < 3; k++) {
        rate[k] += sign * c.d->site_xmat[9 * site + 3 * k + 2] / (2 * h);
      }
    }
    restore_state(c, start);
    position_stage(c);
    for (int k = 0; k < 3; k++) z[k] = c.d->site_xmat[9 * site + 3 * k + 2];
    mj_jacPointAxis(c.m, c.d, point, axis, c.d->site_xpos + 3 * site, z, body);
    mul(v, axis, c.d->qvel, nv);
    assert_near_vector(v, rate, 3, 1e-7);
    mj_jacSite(c.m, c.d, plain, NULL, site);
    assert_near_vector(point, plain, 3 * nv, 0);
    free(point);
    free(axis);
    free(plain);
    state_free(start);
    scene_free(c);
  }
}

// The momentum matrix times qvel is the angular momentum of the subtree; the Jacobian of its centre
// times qvel is its linear velocity.
static void momenta_agree_with_their_matrices(void** state) {
  (void)state;
  for (int seed = 0; seed < CASES; seed++) {
    scene c = random_scene(seed, 1 + seed % 20);
    mjtNum* mat = new_vector(3 * c.m->nv);
    position_stage(c);
    mj_comVel(c.m, c.d);
    mj_subtreeVel(c.m, c.d);
    for (int b = 0; b < c.m->nbody; b++) {
      mjtNum v[3];
      mj_angmomMat(c.m, c.d, mat, b);
      mul(v, mat, c.d->qvel, c.m->nv);
      assert_near_vector(c.d->subtree_angmom + 3 * b, v, 3, 1e-9);
      mj_jacSubtreeCom(c.m, c.d, mat, b);
      mul(v, mat, c.d->qvel, c.m->nv);
      assert_near_vector(c.d->subtree_linvel + 3 * b, v, 3, 1e-9);
    }
    free(mat);
    scene_free(c);
  }
}

// A force does on the dofs the work it does at its point: mj_applyFT is the transposed Jacobian.
static void applied_forces_are_transposed_jacobians(void** state) {
  (void)state;
  for (int seed = 0; seed < CASES; seed++) {
    scene c = random_scene(seed, 1 + seed % 20);
    int nv = c.m->nv, body = draw_int(0, c.m->nbody - 1);
    mjtNum *jacp = new_vector(3 * nv), *jacr = new_vector(3 * nv), *qfrc = new_vector(nv);
    mjtNum f[3], t[3], point[3];
    draw_vector(f, 3);
    draw_vector(t, 3);
    draw_vector(point, 3);
    position_stage(c);
    mj_jac(c.m, c.d, jacp, jacr, point, body);
    mj_applyFT(c.m, c.d, f, t, point, body, qfrc);
    mj_applyFT(c.m, c.d, f, NULL, point, body, qfrc);
    for (int i = 0; i < nv; i++) {
      mjtNum sum = 0;
      for (int k = 0; k < 3; k++) sum += 2 * jacp[k * nv + i] * f[k] + jacr[k * nv + i] * t[k];
      assert_near(qfrc[i], sum, 1e-10);
    }
    free(jacp);
    free(jacr);
    free(qfrc);
    scene_free(c);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(points_move_as_their_jacobians_say),
      cmocka_unit_test(object_velocities_are_jacobians_times_qvel),
      cmocka_unit_test(jacobian_rates_are_differences_of_jacobians),
      cmocka_unit_test(axes_turn_as_their_jacobian_says),
      cmocka_unit_test(momenta_agree_with_their_matrices),
      cmocka_unit_test(applied_forces_are_transposed_jacobians),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
