// The inverse inertias of a tree, in one walk, against solutions with the factor of M, and where
// these lose their digits against closed forms and arithmetic of 60 digits.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>

#include "compile/inverse_inertia.h"
#include "compile/model_text.h"

// x' M^-1 x
static mjtNum response(const mjModel* m, mjData* d, const mjtNum* x, mjtNum* work) {
  mj_solveM(m, d, work, x, 1);
  return mju_dot(work, x, m->nv);
}

static void they_are_those_of_the_factor(void** state) {
  (void)state;
  for (int seed = 0; seed < 60; seed++) {
    draw_seed(seed);
    mjSpec* s = random_tree(draw_int(2, 40));
    mjModel* m = mj_compile(s, NULL);
    mj_deleteSpec(s);
    assert_non_null(m);
    mjData* d = mj_makeData(m);
    for (int i = 0; i < m->nq; i++) d->qpos[i] = draw();
    mj_forward(m, d);
    size_t n = (size_t)m->nv + 1;
    mjtNum *body = malloc(sizeof(mjtNum) * 6 * m->nbody), *dof = malloc(sizeof(mjtNum) * n);
    mjtNum *jac = malloc(sizeof(mjtNum) * 6 * n), *work = malloc(sizeof(mjtNum) * n);
    assert_true(inverse_inertia(m, d, body, dof));
    for (int b = 0; b < m->nbody; b++) {
      mjtNum want[6];
      mj_jacBodyCom(m, d, jac, jac + 3 * m->nv, b);
      for (int r = 0; r < 6; r++) want[r] = response(m, d, jac + r * m->nv, work);
      assert_near_vector(body + 6 * b, want, 6, 1e-9);
    }
    for (int i = 0; i < m->nv; i++) {
      memset(jac, 0, sizeof(mjtNum) * n);
      jac[i] = 1;
      assert_near(dof[i], response(m, d, jac, work), 1e-9);
    }
    free(body);
    free(dof);
    free(jac);
    free(work);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// Bodies in one another, of what `print` writes into each.
static mjModel* chain(int n, void (*print)(FILE*, int)) {
  char* xml;
  size_t size;
  FILE* f = open_memstream(&xml, &size);
  fprintf(f, "<mujoco><worldbody>");
  for (int i = 0; i < n; i++) print(f, i);
  for (int i = 0; i < n; i++) fprintf(f, "</body>");
  fprintf(f, "</worldbody></mujoco>");
  fclose(f);
  mjModel* m = model_from(xml);
  free(xml);
  assert_true(inverse_inertia_applies(m));
  return m;
}

static void assert_digits(mjtNum x, mjtNum want) {
  if (!(fabs(x - want) <= 1e-12 * want)) fail_msg("%.17g is not %.17g", x, want);
}

static mjtNum mass_of(int i) { return 1 + i % 7; }

static void print_slider(FILE* f, int i) {
  fprintf(f, "<body pos='0 .1 0'><joint type='slide' axis='1 0 0'/><geom size='.1' mass='%g'/>",
          mass_of(i));
}

// Whoever pushes a slider on sliders pushes it alone; a joint pushes two of them apart.
static void sliders_in_a_row_move_alone(void** state) {
  (void)state;
  mjModel* m = chain(400, print_slider);
  for (int i = 0; i < 400; i++) {
    assert_digits(m->body_invweight0[2 * (i + 1)], 1 / (3 * mass_of(i)));
    assert_digits(m->dof_invweight0[i], 1 / mass_of(i) + (i ? 1 / mass_of(i - 1) : 0));
  }
  mj_deleteModel(m);
}

static void print_link(FILE* f, int i) {
  static const char* const axis[] = {"1 0 0", "0 1 0", "0.6 0 0.8"};
  fprintf(f,
          "<body pos='0 0 .1'><joint axis='%s'/>"
          "<geom type='capsule' size='.02' fromto='0 0 0 0 0 .1'/>",
          axis[i % 3]);
}

// Translation, rotation, dof.
static void hinges_in_a_row_have_all_their_digits(void** state) {
  (void)state;
  static const struct {
    int link;
    mjtNum want[3];
  } known[] = {{0, {0.088646107925181549, 35.458443170072616, 106.37532951021785}},
               {149, {1.3513545004502769, 1486.4860432800765, 4310.0137996668445}},
               {299, {3.2949090618789912, 4159.9326280960212, 9122.7016183541359}}};
  mjModel* m = chain(300, print_link);
  for (int k = 0; k < 3; k++) {
    const mjtNum* weight = m->body_invweight0 + 2 * (known[k].link + 1);
    assert_digits(weight[0], known[k].want[0]);
    assert_digits(weight[1], known[k].want[1]);
    assert_digits(m->dof_invweight0[known[k].link], known[k].want[2]);
  }
  mj_deleteModel(m);
}

// A tendon's inertia lies between bodies: no walk over the tree knows it.
static void tendons_with_inertia_are_not_for_it(void** state) {
  (void)state;
  mjModel* m = chain(100, print_slider);
  mjModel arms = *m;
  mjtNum armature = 1;
  arms.ntendon = 1;
  arms.tendon_armature = &armature;
  int nobody = -1;
  arms.tendon_actuatorid = &nobody;
  assert_false(inverse_inertia_applies(&arms));
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(they_are_those_of_the_factor),
      cmocka_unit_test(sliders_in_a_row_move_alone),
      cmocka_unit_test(hinges_in_a_row_have_all_their_digits),
      cmocka_unit_test(tendons_with_inertia_are_not_for_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
