#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "base/raises.h"
#include "model/small_models.h"

static void fill(mjData* d, int seed) {
  char* bytes = d->buffer;
  mjtNum* numbers = (mjtNum*)bytes;
  for (size_t i = 0; i < d->nbuffer / sizeof(mjtNum); i++) numbers[i] = seed + 0.5 * (double)i;
}

// What one bit gets from one data, it sets in another, and nothing else changes there.
static void every_bit_goes_round(void** state) {
  (void)state;
  mjModel* m = small_chain(3);
  mjData *a = mj_makeData(m), *b = mj_makeData(m), *c = mj_makeData(m);
  mjtNum whole[200], before[200], after[200];
  int total = mj_stateSize(m, mjSTATE_INTEGRATION);
  int sum = 0;
  for (unsigned bit = 1; bit <= mjSTATE_PLUGIN; bit *= 2) {
    fill(a, 3);
    fill(b, 1000);
    a->time = 7;
    b->time = 8;
    memset(a->eq_active, 1, 1);
    memset(b->eq_active, 0, 1);
    mj_copyData(c, m, b);
    int n = mj_stateSize(m, bit);
    mj_getState(m, a, whole, mjSTATE_INTEGRATION);
    mj_getState(m, b, before, mjSTATE_INTEGRATION);
    mj_setState(m, b, whole + sum, bit);  // bits follow each other in the whole
    mj_getState(m, b, after, mjSTATE_INTEGRATION);
    for (int i = 0; i < total; i++) {
      assert_true(after[i] == (i >= sum && i < sum + n ? whole[i] : before[i]));
    }
    // derived arrays did not change
    assert_memory_equal(b->xpos, c->xpos, sizeof(mjtNum) * 3 * (size_t)m->nbody);
    sum += n;
  }
  assert_int_equal(sum, total);
  mj_deleteData(c);
  mj_deleteData(b);
  mj_deleteData(a);
  mj_deleteModel(m);
}

static void groups_are_sums_of_bits(void** state) {
  (void)state;
  mjModel* m = small_chain(3);
  assert_int_equal(mj_stateSize(m, 0), 0);
  assert_int_equal(mj_stateSize(m, mjSTATE_PHYSICS), 3 + 3 + 1);
  assert_int_equal(mj_stateSize(m, mjSTATE_FULLPHYSICS), 8);
  assert_int_equal(mj_stateSize(m, mjSTATE_USER), 1 + 3 + 6 * 5 + 1 + 3 + 4 + 3);
  assert_int_equal(mj_stateSize(m, mjSTATE_INTEGRATION), 8 + 45 + 3);
  mj_deleteModel(m);
}

static void wrong_arguments_are_errors(void** state) {
  (void)state;
  mjModel* m = small_chain(3);
  mjData* d = mj_makeData(m);
  mjtNum s[10];
  assert_true(RAISES(mj_stateSize(m, 1u << engNSTATE)));
  assert_true(RAISES(mj_getState(m, d, s, 1u << 20)));
  assert_true(RAISES(mj_setState(m, d, s, 1u << 14)));
  assert_true(RAISES(mj_setKeyframe(m, d, 2)));
  assert_true(RAISES(mj_setKeyframe(m, d, -1)));
  assert_false(RAISES(mj_setKeyframe(m, d, 1)));
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void activity_is_what_the_number_means(void** state) {
  (void)state;
  mjModel* m = small_chain(3);
  mjData* d = mj_makeData(m);
  const mjtNum number[] = {0, 1, 0.9, 2, 1e300, -1e300, -0.5, 0.0 / 0.0};
  const mjtByte byte[] = {0, 1, 0, 2, 1, 0, 0, 0};
  for (int i = 0; i < 8; i++) {
    mj_setState(m, d, number + i, mjSTATE_EQ_ACTIVE);
    assert_int_equal(d->eq_active[0], byte[i]);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void a_keyframe_is_kept(void** state) {
  (void)state;
  mjModel* m = small_chain(3);
  mjData *d = mj_makeData(m), *e = mj_makeData(m);
  fill(d, 11);
  d->time = 5;
  mj_setKeyframe(m, d, 1);
  mj_resetDataKeyframe(m, e, 1);
  assert_true(e->time == 5 && e->qpos[2] == d->qpos[2] && e->qvel[0] == d->qvel[0]);
  assert_true(e->act[0] == d->act[0] && e->ctrl[0] == d->ctrl[0]);
  assert_true(e->mocap_pos[2] == d->mocap_pos[2] && e->mocap_quat[3] == d->mocap_quat[3]);
  assert_true(m->key_qpos[1] == 0.1);  // the other one stays
  mj_deleteData(e);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void mass_is_set_as_a_whole(void** state) {
  (void)state;
  mjModel* m = small_chain(3);
  mjtNum total = 1.25 + 1.5 + 1.75;
  assert_true(mj_getTotalmass(m) == total);
  m->body_mass[0] = 100;  // the world does not count
  mj_setTotalmass(m, 9);
  assert_true(m->body_mass[0] == 100 && m->body_mass[1] == 1.25 * 9 / total);
  assert_true(m->body_inertia[3 * 2 + 1] == 0.1 * 2 * 9 / total);
  mj_deleteModel(m);
}

static void full_matrix_is_symmetric_expansion(void** state) {
  (void)state;
  mjModel* m = small_chain(3);
  // rows from the diagonal towards the root
  mjtNum M[6] = {1, 2, 3, 4, 5, 6}, full[9];
  const mjtNum expected[9] = {1, 3, 6, 3, 2, 5, 6, 5, 4};
  mj_fullM(m, full, M);
  assert_memory_equal(full, expected, sizeof full);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_bit_goes_round),
      cmocka_unit_test(groups_are_sums_of_bits),
      cmocka_unit_test(wrong_arguments_are_errors),
      cmocka_unit_test(activity_is_what_the_number_means),
      cmocka_unit_test(a_keyframe_is_kept),
      cmocka_unit_test(mass_is_set_as_a_whole),
      cmocka_unit_test(full_matrix_is_symmetric_expansion),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
