#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "model/arrays.h"
#include "model/small_models.h"

// The table walks arrays in the order of the struct, as files do.
static void tables_follow_the_structs(void** state) {
  (void)state;
  mjModel* m = small_chain(3);
  array_info model[MODEL_NARRAY], data[DATA_NARRAY];
  arrays_of_model(m, model);
  arrays_of_data(m, data);
  assert_int_equal(model[0].field->member, offsetof(mjModel, qpos0));
  assert_int_equal(data[0].field->member, offsetof(mjData, qpos));
  for (int i = 1; i < MODEL_NARRAY; i++) {
    if (i == MODEL_NARRAY_BASE) continue;
    assert_int_equal(model[i].field->member, model[i - 1].field->member + sizeof(void*));
  }
  for (int i = 1; i < DATA_NARRAY; i++) {
    if (i == DATA_NARRAY_BASE) continue;
    assert_int_equal(data[i].field->member, data[i - 1].field->member + sizeof(void*));
  }
  mj_deleteModel(m);
}

static void arrays_are_aligned_and_disjoint(void** state) {
  (void)state;
  mjModel* m = small_chain(5);
  mjData* d = mj_makeData(m);
  array_info data[DATA_NARRAY];
  arrays_of_data(m, data);
  const char* end = d->buffer;
  for (int i = 0; i < DATA_NARRAY; i++) {
    const char* start = array_data(d, data + i);
    assert_int_equal((uintptr_t)start % 64, 0);
    assert_true(start >= end && start - end < 64);
    end = start + array_bytes(data + i);
  }
  assert_int_equal(end - (char*)d->buffer, d->nbuffer);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void reset_restores_the_initial_state(void** state) {
  (void)state;
  mjModel* m = small_chain(4);
  mjData* d = mj_makeData(m);
  memset(d->buffer, 0x5A, d->nbuffer);
  d->time = 3;
  d->ncon = d->nefc = 7;
  d->warning[2].number = 9;
  mj_markStack(d);
  mj_resetDataDebug(m, d, 0xAB);
  assert_memory_equal(d->qpos, m->qpos0, sizeof(mjtNum) * 4);
  assert_true(d->eq_active[0] == 1 && d->mocap_pos[0] == 4 && d->mocap_quat[2] == 1);
  assert_true(d->time == 0 && !d->ncon && !d->nefc && !d->warning[2].number);
  assert_true(!d->pstack && !d->pbase && !d->parena && (void*)d->contact == d->arena);
  for (int i = 0; i < m->nM; i++) assert_true(d->qM[i] == 0);
  for (int i = 0; i < 4; i++) assert_true(d->qvel[i] == 0 && d->qacc_warmstart[i] == 0);
  for (int i = 0; i < 24; i++) assert_int_equal(((unsigned char*)d->xpos)[i], 0xAB);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void keyframes_are_loaded(void** state) {
  (void)state;
  mjModel* m = small_chain(4);
  mjData* d = mj_makeData(m);
  mj_resetDataKeyframe(m, d, 1);
  assert_true(d->time == 1.5 && d->qpos[2] == 1.2 && d->qvel[1] == -1.1 && d->act[0] == 0.3);
  assert_true(d->ctrl[0] == -0.7 && d->mocap_pos[0] == 1 && d->mocap_quat[0] == 1);
  mj_resetDataKeyframe(m, d, 2);
  assert_true(d->time == 0 && d->qpos[2] == 0.02 && d->mocap_pos[0] == 4);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tables_follow_the_structs),
      cmocka_unit_test(arrays_are_aligned_and_disjoint),
      cmocka_unit_test(reset_restores_the_initial_state),
      cmocka_unit_test(keyframes_are_loaded),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
