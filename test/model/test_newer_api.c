// Functions that came after 3.3.7: states in parts, matrices, rays with normals.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "compile/model_text.h"
#include <engine/extension.h>

static const char text[] =
    "<mujoco><asset><hfield name='h' nrow='4' ncol='5' size='.5 .4 .3 .1' elevation='0 .1 .2 .3 .2 "
    ".1 .5 .9 .4 .3 .2 .3 .5 .2 .1 0 .3 .2 .1 0'/><mesh name='t' builtin='cone' params='9 .3'/>"
    "</asset><worldbody><geom type='sphere' size='.4'/><geom type='capsule' size='.2 .3' pos='2 0 "
    "0' euler='20 30 40'/><geom type='ellipsoid' size='.2 .3 .5' pos='4 0 0' euler='20 30 40'/>"
    "<geom type='cylinder' size='.3 .4' pos='6 0 0' euler='50 30 40'/><geom type='box' size='.2 .3 "
    ".4' pos='8 0 0' euler='20 30 40'/><geom type='hfield' hfield='h' pos='10 0 0'/><geom "
    "type='mesh' mesh='t' pos='12 0 0' euler='20 30 40'/><body><joint name='a'/><joint axis='1 0 "
    "0'/>"
    "<geom size='.1' pos='0 5 0'/><body pos='0 1 0'><joint axis='1 1 0'/><geom size='.1' pos='0 9 "
    "0'/></body></body></worldbody><equality><joint joint1='a' active='false'/>"
    "</equality></mujoco>";

static mjtNum uniform(mjtNum low, mjtNum high) {
  return low + (high - low) * rand() / (mjtNum)RAND_MAX;
}

// Where three rays beside each other hit one surface the points lie at right angles to its normal,
// and the normal leads out: a step along it meets the surface again from outside.
static void normals_stand_on_surfaces(void** state) {
  (void)state;
  mjModel* m = model_from(text);
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  int checked[7] = {0};
  srand(1);
  for (int i = 0; i < 4000; i++) {
    int g = i % 7, hit = -2;
    mjtNum from[3], vec[3], n[3], x[3], moved[3];
    for (int k = 0; k < 3; k++) {
      from[k] = d->geom_xpos[3 * g + k] + uniform(-1, 1);
      vec[k] = d->geom_xpos[3 * g + k] + uniform(-.2, .2) - from[k];
    }
    mjtNum t = eng_ray(m, d, from, vec, NULL, 1, -1, &hit, n);
    assert_float_equal(t, mj_ray(m, d, from, vec, NULL, 1, -1, NULL), 0);
    if (hit != g) continue;
    assert_float_equal(mju_norm3(n), 1, 1e-12);
    mju_addScl3(x, from, vec, t);
    int plane = 1;
    for (int k = 0; k < 3; k++) {
      mjtNum beside[3], n2[3], y[3];
      mju_copy3(beside, from);
      beside[k] += 1e-7;
      mjtNum t2 = eng_ray(m, d, beside, vec, NULL, 1, -1, &hit, n2);
      if (hit != g || mju_dot3(n, n2) < 1 - 1e-9) {
        plane = 0;  // over an edge
        continue;
      }
      mju_addScl3(y, beside, vec, t2);
      mju_sub3(moved, y, x);
      assert_true(fabs(mju_dot3(moved, n)) < 1e-4 * mju_norm3(moved) + 1e-12);
    }
    // the top of the base of a height field is within it
    if (!plane || (g == 5 && x[2] == 0)) continue;
    mjtNum above[3], down[3];
    mju_addScl3(above, x, n, 1e-4);
    mju_scl3(down, n, -1);
    assert_float_equal(eng_ray(m, d, above, down, NULL, 1, -1, NULL, NULL), 1e-4, 1e-8);
    checked[g]++;
  }
  for (int g = 0; g < 7; g++) assert_true(checked[g] > 50);
  mjtNum n[3], away[3] = {0, 0, -1}, below[3] = {0, 0, -50};
  assert_true(eng_ray(m, d, below, away, NULL, 1, -1, NULL, n) < 0);
  assert_true(n[0] == 0 && n[1] == 0 && n[2] == 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void parts_of_states_are_found_in_whole_ones(void** state) {
  (void)state;
  mjModel* m = model_from(text);
  mjData *d = mj_makeData(m), *e = mj_makeData(m);
  for (int i = 0; i < m->nv; i++) {
    d->qpos[i] = i + 1;
    d->qvel[i] = -i - 1;
    d->qfrc_applied[i] = 10 + i;
  }
  d->eq_active[0] = 1;
  mjtNum whole[200], part[200], other[200];
  int all = (1 << mjNSTATE) - 1;
  int some = mjSTATE_QVEL | mjSTATE_QFRC_APPLIED | mjSTATE_EQ_ACTIVE;
  mj_getState(m, d, whole, all);
  mj_getState(m, d, part, some);
  mj_extractState(m, whole, all, other, some);
  assert_memory_equal(part, other, sizeof(mjtNum) * mj_stateSize(m, some));
  mj_copyState(m, d, e, some);
  assert_true(e->qvel[1] == -2 && e->qfrc_applied[2] == 12 && e->eq_active[0] == 1);
  assert_true(e->qpos[0] == 0);
  mj_deleteData(d);
  mj_deleteData(e);
  mj_deleteModel(m);
}

static void dense_from_sparse_is_the_whole_matrix(void** state) {
  (void)state;
  mjModel* m = model_from(text);
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  mjtNum a[9], b[9];
  assert_int_equal(m->nv, 3);
  mj_fullM(m, a, d->qM);
  mju_sym2dense(b, d->M, 3, m->M_rownnz, m->M_rowadr, m->M_colind);
  for (int i = 0; i < 9; i++) assert_float_equal(a[i], b[i], 1e-14);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void halves_round_away_from_zero(void** state) {
  (void)state;
  static const struct {
    mjtNum x;
    int n;
  } cases[] = {{-2.5, -3},
               {-0.5, -1},
               {0.5, 1},
               {2.5, 3},
               {2.4, 2},
               {-2.6, -3},
               {0, 0},
               {0.49999999999999994, 0},
               {1e300, 2147483647},
               {NAN, 0}};
  for (int i = 0; i < 10; i++) assert_int_equal(eng_round(cases[i].x), cases[i].n);
}

static void a_model_is_read_from_memory(void** state) {
  (void)state;
  mjModel* m = model_from(text);
  int n = (int)mj_sizeModel(m);
  void* bytes = malloc((size_t)n);
  mj_saveModel(m, NULL, bytes, n);
  mjModel* again = mj_loadModelBuffer(bytes, n);
  assert_non_null(again);
  assert_int_equal(again->nv, m->nv);
  assert_memory_equal(again->geom_size, m->geom_size, sizeof(mjtNum) * 3 * m->ngeom);
  free(bytes);
  mj_deleteModel(m);
  mj_deleteModel(again);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(normals_stand_on_surfaces),
      cmocka_unit_test(parts_of_states_are_found_in_whole_ones),
      cmocka_unit_test(dense_from_sparse_is_the_whole_matrix),
      cmocka_unit_test(halves_round_away_from_zero),
      cmocka_unit_test(a_model_is_read_from_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
