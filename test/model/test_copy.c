#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "base/raises.h"
#include "model/arrays.h"
#include "model/small_models.h"
#include "model/stack.h"

static void a_model_is_copied_whole(void** state) {
  (void)state;
  mjModel* m = small_chain(4);
  m->opt.timestep = 0.5;
  m->vis.map.zfar = 3;
  m->stat.meanmass = 7;
  m->signature = 123;
  mjModel* n = mj_copyModel(NULL, m);
  assert_true(n->buffer != m->buffer && n->signature == 123 && n->opt.timestep == 0.5);
  assert_true(n->vis.map.zfar == 3 && n->stat.meanmass == 7);
  assert_memory_equal(n->buffer, m->buffer, m->nbuffer);
  array_info array[MODEL_NARRAY];
  arrays_of_model(m, array);
  for (int i = 0; i < MODEL_NARRAY; i++) {
    assert_int_equal(array_data(n, array + i) - (char*)n->buffer,
                     array_data(m, array + i) - (char*)m->buffer);
  }
  n->body_mass[1] = 99;
  n->opt.timestep = 1;
  assert_ptr_equal(mj_copyModel(n, m), n);
  assert_true(n->body_mass[1] == m->body_mass[1] && n->opt.timestep == 0.5);
  assert_ptr_equal(mj_copyModel(m, m), m);
  // the argument is deleted when it does not fit
  mjModel* other = small_chain(5);
  assert_true(RAISES(mj_copyModel(other, m)));
  mj_deleteModel(n);
  mj_deleteModel(m);
  mj_deleteModel(NULL);
}

// What drawing needs is copied, the rest keeps what it had.
static void a_model_is_copied_for_drawing(void** state) {
  (void)state;
  mjModel* m = small_chain(4);
  mjModel* n = mj_copyModel(NULL, m);
  n->geom_fluid[3] = 5;
  n->geom_size[0] = 9;
  n->opt.timestep = 1;
  mjv_copyModel(n, m);
  assert_true(n->geom_fluid[3] == 5 && n->geom_size[0] == m->geom_size[0]);
  assert_true(n->opt.timestep == m->opt.timestep);
  static const char* const left[] = {
      "geom_fluid",       "mesh_vert",       "mesh_normal",       "mesh_texcoord",
      "mesh_face",        "mesh_facenormal", "mesh_facetexcoord", "mesh_graph",
      "mesh_polynum",     "mesh_polyadr",    "mesh_polynormal",   "mesh_polyvertadr",
      "mesh_polyvertnum", "mesh_polyvert",   "mesh_polymapadr",   "mesh_polymapnum",
      "mesh_polymap",     "hfield_data",     "tex_data"};
  array_info array[MODEL_NARRAY];
  arrays_of_model(m, array);
  size_t skipped = 0;
  for (int i = 0; i < MODEL_NARRAY; i++) {
    if (array[i].field->drawn) continue;
    assert_string_equal(array[i].field->name, left[skipped]);
    skipped++;
  }
  assert_int_equal(skipped, sizeof left / sizeof left[0]);
  mjModel* other = small_chain(5);
  assert_true(RAISES(mjv_copyModel(other, m)));
  mj_deleteModel(other);
  mj_deleteModel(n);
  mj_deleteModel(m);
}

// Data with contacts and some rows in its arena, all bytes known.
static mjData* busy_data(const mjModel* m) {
  mjData* d = mj_makeData(m);
  for (size_t i = 0; i < d->nbuffer; i++) ((char*)d->buffer)[i] = (char)(i * 7);
  d->time = 4;
  d->ncon = 3;
  d->contact = data_reserve(d, 3 * sizeof(mjContact), 8);
  d->nefc = 5;
  d->efc_force = data_reserve(d, 5 * sizeof(mjtNum), 64);
  d->nJ = 20;
  d->efc_J = data_reserve(d, 20 * sizeof(mjtNum), 64);
  for (size_t i = 0; i < d->parena; i++) ((char*)d->arena)[i] = (char)(i * 5);
  d->warning[1].number = 8;
  d->signature = 77;
  return d;
}

static void data_are_copied_whole(void** state) {
  (void)state;
  mjModel* m = small_chain(4);
  mjData *d = busy_data(m), *fresh = mj_copyData(NULL, m, d), *used = mj_makeData(m);
  assert_ptr_equal(mj_copyData(used, m, d), used);
  mjData* copies[2] = {fresh, used};
  for (int i = 0; i < 2; i++) {
    mjData* e = copies[i];
    assert_true(e->buffer != d->buffer && e->arena != d->arena);
    assert_memory_equal(e->buffer, d->buffer, d->nbuffer);
    assert_memory_equal(e->arena, d->arena, d->parena);
    assert_true(e->time == 4 && e->ncon == 3 && e->warning[1].number == 8 && e->signature == 77);
    assert_true((void*)e->contact == e->arena && !e->efc_AR && e->parena == d->parena);
    assert_int_equal((char*)e->efc_J - (char*)e->arena, (char*)d->efc_J - (char*)d->arena);
    assert_int_equal((char*)e->xpos - (char*)e->buffer, (char*)d->xpos - (char*)d->buffer);
  }
  mj_deleteData(used);
  mj_deleteData(fresh);
  mj_deleteData(d);
  mj_deleteData(NULL);
  mj_deleteModel(m);
}

static void data_are_copied_for_drawing(void** state) {
  (void)state;
  mjModel* m = small_chain(4);
  mjData *d = busy_data(m), *e = mj_makeData(m);
  e->qM[2] = 42;
  mjv_copyData(e, m, d);
  assert_true(e->qM[2] == 42);
  assert_memory_equal(e->geom_xpos, d->geom_xpos, sizeof(mjtNum) * 12);
  assert_memory_equal(e->contact, d->contact, sizeof(mjContact) * 3);
  assert_memory_equal(e->efc_force, d->efc_force, sizeof(mjtNum) * 5);
  assert_null(e->efc_J);  // rather than garbage
  assert_int_equal(e->nefc, 5);
  mjData* fresh = mjv_copyData(NULL, m, d);
  assert_memory_equal(fresh->site_xpos, d->site_xpos, 0);
  assert_true(fresh->time == 4);
  mj_deleteData(fresh);
  mj_deleteData(e);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void copies_that_cannot_be_are_errors(void** state) {
  (void)state;
  mjModel *m = small_chain(4), *other = small_chain(5);
  mjData *d = mj_makeData(m), *e = mj_makeData(other);
  assert_true(RAISES(mj_copyData(e, m, d)));
  assert_true(RAISES(mj_copyData(NULL, other, d)));
  mj_markStack(d);
  assert_true(RAISES(mj_copyData(NULL, m, d)));
  assert_true(RAISES(mjv_copyData(NULL, m, d)));
  mj_freeStack(d);
  // a target with a pool has as much room as any
  mjData* threaded = mj_makeData(m);
  mjThreadPool* pool = mju_threadPoolCreate(1);
  mju_bindThreadPool(threaded, pool);
  assert_false(RAISES(mj_copyData(threaded, m, d)));
  assert_true(threaded->threadpool == (uintptr_t)pool);
  assert_non_null(data_reserve(d, (size_t)d->narena / 4 * 3, 8));
  assert_false(RAISES(mj_copyData(threaded, m, d)));
  mj_deleteData(threaded);
  mju_threadPoolDestroy(pool);
  mj_deleteData(e);
  mj_deleteData(d);
  mj_deleteModel(other);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_model_is_copied_whole),
      cmocka_unit_test(a_model_is_copied_for_drawing),
      cmocka_unit_test(data_are_copied_whole),
      cmocka_unit_test(data_are_copied_for_drawing),
      cmocka_unit_test(copies_that_cannot_be_are_errors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
