// Hard contact, one at a time: projections, the roots of quartics, and the rules that answer for a
// single contact, against enumeration of what it can do and against each other.

#include "constraint/hard/contact.h"
#include "constraint/hard/quartic.h"
#include "constraint/hard_modes.h"

// --- sets ---------------------------------------------------------------------------------------

// x = P_K(x) - P_K*(-x) with the two parts perpendicular: Moreau's decomposition.
static void a_point_is_its_projection_and_that_on_the_polar_cone(void** state) {
  (void)state;
  for (int seed = 0; seed < 3000; seed++) {
    draw_seed(seed);
    static const int dims[3] = {3, 4, 6};
    hard_block b = {HARD_CONE, 0, dims[draw_int(0, 2)], seed % 10 ? draw_between(0, 3) : 0};
    mjtNum x[6], in[6], out[6];
    for (int i = 0; i < b.dim; i++) {
      x[i] = draw_normal();
      in[i] = x[i];
      out[i] = -x[i];
    }
    hard_project_block(&b, in);
    hard_project_dual_block(&b, out);
    for (int i = 0; i < b.dim; i++) assert_near(in[i] - out[i], x[i], 1e-14);
    assert_near(vec_dot(in, out, b.dim), 0, 1e-14);
    assert_true(hard_length(in + 1, b.dim - 1) <= b.size * in[0] * (1 + 1e-15));
    assert_true(out[0] >= b.size * hard_length(out + 1, b.dim - 1) * (1 - 1e-15));
  }
}

static void boxes_rays_and_joints_project_as_they_say(void** state) {
  (void)state;
  hard_block box = {HARD_BOX, 0, 1, 0.5}, ray = {HARD_RAY, 0, 1, 0},
             joint = {HARD_BILATERAL, 0, 1, 0};
  const mjtNum x[4] = {-2, -0.3, 0.4, 7}, in_box[4] = {-0.5, -0.3, 0.4, 0.5};
  for (int i = 0; i < 4; i++) {
    mjtNum a = x[i], b = x[i], c = x[i], v = x[i];
    hard_project_block(&box, &a);
    hard_project_block(&ray, &b);
    hard_project_block(&joint, &c);
    hard_project_dual_block(&joint, &v);
    assert_true(a == in_box[i] && b == mjMAX(0, x[i]) && c == x[i] && v == 0);
  }
}

// A number that is none is not hidden by later rows.
static void no_number_is_seen_by_the_natural_map(void** state) {
  (void)state;
  recipe r = {.contacts = 3, .condim = 3, .dofs = 20, .least_mu = 0.3, .most_mu = 0.9};
  posed* q = random_problem(&r);
  mjtNum f[9] = {0}, v[9] = {1, 0, 0, 1, 0, 0, 1, 0, 0};
  assert_true(hard_natural_map(&q->p, f, v, 1) == 0);
  v[1] = NAN;
  assert_true(isnan(hard_natural_map(&q->p, f, v, 1)));
  posed_free(q);
}

// --- roots --------------------------------------------------------------------------------------

static void quartics_made_of_roots_give_them_back(void** state) {
  (void)state;
  for (int seed = 0; seed < 2000; seed++) {
    draw_seed(seed);
    int n = draw_int(0, 4);
    mjtNum root[4] = {0}, found[4], c[5] = {1, 0, 0, 0, 0}, scale = pow(10, 6 * draw());
    for (int i = 0; i < n; i++) root[i] = -0.9 + 0.5 * i + 0.4 * (draw() + 1) / 2;
    for (int i = 0; i < n; i++) {
      for (int k = 4; k >= 0; k--) c[k] = (k ? c[k - 1] : 0) - root[i] * c[k];
    }
    for (int left = n; left < 3; left += 2) {  // times something without roots
      mjtNum a = draw(), b = 0.1 + fabs(draw());
      for (int k = 4; k >= 0; k--) {
        c[k] = (a * a + b) * c[k] - 2 * a * (k ? c[k - 1] : 0) + (k > 1 ? c[k - 2] : 0);
      }
    }
    for (int k = 0; k <= 4; k++) c[k] *= scale;
    assert_int_equal(quartic_roots(found, c, -1, 1.2), n);
    for (int i = 0; i < n; i++) assert_near(found[i], root[i], 1e-10);
  }
}

// --- one contact --------------------------------------------------------------------------------

// How strongly normal and friction mix: below 1 there is exactly one solution.
static mjtNum mixing(const posed* q) {
  return q->block[0].size * hard_length(q->D + 1, q->p.n - 1) / q->D[0];
}

static hard_contact contact_of(const posed* q) {
  return (hard_contact){q->p.n, q->block[0].size, q->D, q->b, 0, 1e-13, 200};
}

static void the_exact_rule_finds_what_enumeration_finds(void** state) {
  (void)state;
  recipe r = {.contacts = 1, .condim = 3, .dofs = 5, .least_mu = 0.1, .most_mu = 1.5};
  int slid = 0;
  for (int seed = 0; seed < 400; seed++) {
    draw_seed(seed);
    posed* q = random_problem(&r);
    if (mixing(q) < 1) {
      mjtNum all[3 * 4], f[3] = {0};
      hard_contact c = contact_of(q);
      assert_int_equal(all_solutions(q, all, 4), 1);
      hard_rule_exact(&c, f);
      assert_near_vector(f, all, 3, 1e-12);
      slid += f[0] > 0 && hard_length(f + 1, 2) > 0.999999 * c.mu * f[0];
    }
    posed_free(q);
  }
  assert_true(slid > 60);
}

// More directions, and mixing beyond 1, where there may be several solutions: one of them is found.
static void the_exact_rule_solves_contacts_of_any_dimension(void** state) {
  (void)state;
  static const int dims[3] = {3, 4, 6};
  for (int seed = 0; seed < 1500; seed++) {
    draw_seed(seed);
    recipe r = {.contacts = 1,
                .condim = dims[seed % 3],
                .dofs = 9,
                .least_mu = 0.1,
                .most_mu = seed % 2 ? 1 : 3};
    posed* q = random_problem(&r);
    mjtNum f[6] = {0};
    hard_contact c = contact_of(q);
    hard_rule_exact(&c, f);
    if (posed_map(q, f, 1) > 1e-12) print_error("seed %d, mixing %g\n", seed, mixing(q));
    assert_true(posed_map(q, f, 1) <= 1e-12);
    posed_free(q);
  }
}

// The energy on the plane v_n = 0 at the sliding contact, seen from many directions: none is lower.
static void the_energy_rule_finds_the_least_energy_on_the_plane(void** state) {
  (void)state;
  recipe r = {.contacts = 1, .condim = 3, .dofs = 5, .least_mu = 0.1, .most_mu = 1.5};
  int slid = 0;
  for (int seed = 0; seed < 600; seed++) {
    draw_seed(seed);
    posed* q = random_problem(&r);
    mjtNum f[3] = {0}, v[3];
    hard_contact c = contact_of(q);
    hard_rule_energy(&c, f);
    if (mixing(q) < 1 && f[0] > 0 && hard_length(f + 1, 2) > 0.999999 * c.mu * f[0]) {
      hard_velocity(&q->p, v, f);
      assert_near(v[0], 0, 1e-13);
      mjtNum least = 0.5 * (vec_dot(f, v, 3) + vec_dot(f, q->b, 3));
      for (int i = 0; i < 720; i++) {
        mjtNum a[3] = {1, c.mu * cos(mjPI * i / 360), c.mu * sin(mjPI * i / 360)}, w[3];
        vec_scale(a, a, -q->b[0] / vec_dot(q->D, a, 3), 3);
        hard_velocity(&q->p, w, a);
        assert_true(0.5 * (vec_dot(a, w, 3) + vec_dot(a, q->b, 3)) >= least - 1e-13);
      }
      slid++;
    }
    posed_free(q);
  }
  assert_true(slid > 100);
}

// Three ways to the same minimum: quartic, bisection over the angle, multiplier of the cone.
static void quartic_bisection_and_multiplier_agree(void** state) {
  (void)state;
  recipe r = {.contacts = 1, .condim = 3, .dofs = 5, .least_mu = 0.1, .most_mu = 1.5};
  for (int seed = 0; seed < 600; seed++) {
    draw_seed(seed);
    posed* q = random_problem(&r);
    mjtNum f[3] = {0}, g[3] = {0}, wide_D[16] = {0}, wide_b[4], h[4] = {0};
    hard_contact c = contact_of(q), wide = c;
    if (mixing(q) < 0.999) {
      c.correction = wide.correction = seed % 2 ? draw_between(0, 0.5) : 0;
      hard_rule_energy(&c, f);
      hard_rule_bisection(&c, g);
      // a fourth row that nothing moves and nothing asks for
      for (int i = 0; i < 9; i++) wide_D[i / 3 * 4 + i % 3] = q->D[i];
      wide_D[15] = 1;
      vec_copy(wide_b, q->b, 3);
      wide_b[3] = 0;
      wide.dim = 4;
      wide.D = wide_D;
      wide.b = wide_b;
      hard_rule_energy(&wide, h);
      assert_near_vector(g, f, 3, 1e-9);
      assert_near_vector(h, f, 3, 1e-9);
      assert_near(h[3], 0, 1e-12);
    }
    posed_free(q);
  }
}

// A finger of one joint: normal and friction are one motion, D has rank 1.
static void a_contact_with_one_dof_is_answered(void** state) {
  (void)state;
  for (int seed = 0; seed < 300; seed++) {
    draw_seed(seed);
    recipe r = {.contacts = 1, .condim = 3, .dofs = 1, .least_mu = 0.1, .most_mu = 0.9};
    posed* q = random_problem(&r);
    mjtNum f[3] = {0};
    hard_contact c = contact_of(q);
    hard_rule_exact(&c, f);
    assert_true(isfinite(f[0]) && f[0] < 1e6);
    if (mixing(q) < 1) assert_true(posed_map(q, f, 1) <= 1e-12);
    posed_free(q);
  }
}

// Rows that are nearly one motion, in every dimension: sweeps of projected steps come down to the
// least energy all the same.
static void projected_steps_never_raise_the_energy(void** state) {
  (void)state;
  for (int seed = 0; seed < 300; seed++) {
    draw_seed(seed);
    static const int dims[3] = {3, 4, 6};
    int n = dims[seed % 3];
    mjtNum z[HARD_MOST] = {0}, D[HARD_MOST * HARD_MOST], b[HARD_MOST] = {0}, f[HARD_MOST] = {0};
    mjtNum before = 0;
    draw_vector(z, n);
    draw_vector(b, n);
    b[0] = -fabs(b[0]);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) D[i * n + j] = z[i] * z[j] + 1e-3 * (i == j);
    }
    hard_contact c = {n, 0.8, D, b, 0, 1e-12, 100};
    for (int k = 0; k < 60; k++) {
      mjtNum v[HARD_MOST];
      hard_rule_ccp(&c, f);
      mju_mulMatVec(v, D, f, n, n);
      mjtNum energy = 0.5 * vec_dot(v, f, n) + vec_dot(b, f, n);
      assert_true(energy <= before + 1e-12 * fabs(before));
      before = energy;
    }
    assert_true(before <= 0);
  }
}

// What an outsider can make of it: no friction at all, endless friction, nothing that moves.
static void extreme_contacts_have_their_answers(void** state) {
  (void)state;
  const hard_rule rules[5] = {hard_rule_ccp, hard_rule_ncp, hard_rule_energy, hard_rule_bisection,
                              hard_rule_exact};
  const mjtNum D[9] = {1, 0.1, 0, 0.1, 0.8, 0.1, 0, 0.1, 0.9}, b[3] = {-1, 0.5, 0.2}, none[9] = {0};
  for (int k = 0; k < 5; k++) {
    mjtNum f[3] = {0};
    hard_contact smooth = {3, 0, D, b, 0, 1e-12, 100}, still = {3, 0.5, none, b, 0, 1e-12, 100};
    for (int i = 0; i < 200; i++) rules[k](&smooth, f);
    assert_near(f[0], 1, 1e-12);
    assert_true(f[1] == 0 && f[2] == 0);
    mjtNum g[3] = {0};
    rules[k](&still, g);
    assert_true(g[0] == 0 && g[1] == 0 && g[2] == 0);
    hard_contact rough = {3, 1e6, D, b, 0, 1e-12, 100};
    if (k < 2) continue;
    rules[k](&rough, f);
    for (int i = 0; i < 3; i++) assert_near(vec_dot(D + 3 * i, f, 3), -b[i], 1e-12);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_point_is_its_projection_and_that_on_the_polar_cone),
      cmocka_unit_test(boxes_rays_and_joints_project_as_they_say),
      cmocka_unit_test(no_number_is_seen_by_the_natural_map),
      cmocka_unit_test(quartics_made_of_roots_give_them_back),
      cmocka_unit_test(the_exact_rule_finds_what_enumeration_finds),
      cmocka_unit_test(the_exact_rule_solves_contacts_of_any_dimension),
      cmocka_unit_test(the_energy_rule_finds_the_least_energy_on_the_plane),
      cmocka_unit_test(quartic_bisection_and_multiplier_agree),
      cmocka_unit_test(a_contact_with_one_dof_is_answered),
      cmocka_unit_test(projected_steps_never_raise_the_energy),
      cmocka_unit_test(extreme_contacts_have_their_answers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
