#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "base/raises.h"
#include "model/arrays.h"
#include "model/small_models.h"

static int nwarning;
static char last_warning[1100];

static void count_warning(const char* text) {
  nwarning++;
  snprintf(last_warning, sizeof last_warning, "%s", text);
}

static int set_handlers(void** state) {
  (void)state;
  mju_user_warning = count_warning;
  mju_user_error = jump_out;
  nwarning = 0;
  return 0;
}
static int clear_handlers(void** state) {
  (void)state;
  mju_clearHandlers();
  return 0;
}

static mjModel* from_bytes(const void* bytes, int n) {
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "model.mjb", bytes, n);
  mjModel* m = mj_loadModel("model.mjb", &vfs);
  mj_deleteVFS(&vfs);
  return m;
}

static char* to_bytes(const mjModel* m, int extra) {
  char* bytes = calloc(1, (size_t)(mj_sizeModel(m) + extra));
  mj_saveModel(m, NULL, bytes, mj_sizeModel(m));
  return bytes;
}

static void header_is_that_of_the_format(void** state) {
  (void)state;
  mjModel* m = small_chain(2);
  char* bytes = to_bytes(m, 0);
  int header[5];
  memcpy(header, bytes, sizeof header);
  assert_int_equal(header[0], 54321);
  assert_int_equal(header[1], 8);
  assert_int_equal(header[2], 84);
  assert_int_equal(header[3], 2);
  assert_int_equal(header[4], 429);
  int first_size;
  memcpy(&first_size, bytes + 20, 4);
  assert_int_equal(first_size, m->nq);
  // the arrays follow 84 + 2 sizes and three structs
  mjtNum qpos0;
  memcpy(&qpos0, bytes + 20 + 84 * 4 + 2 * 8 + 296 + 632 + 56 + 8, sizeof qpos0);
  assert_true(qpos0 == m->qpos0[1]);
  free(bytes);
  mj_deleteModel(m);
}

static void what_is_saved_is_loaded(void** state) {
  (void)state;
  mjModel* m = small_chain(4);
  m->signature = 99;
  m->opt.timestep = 0.007;
  m->vis.map.fogend = 3.5f;
  m->stat.extent = 17;
  int size = mj_sizeModel(m);
  char* bytes = to_bytes(m, 0);
  mjModel* n = from_bytes(bytes, size);
  assert_non_null(n);
  assert_int_equal(n->signature, 0);
  assert_int_equal(mj_sizeModel(n), size);
  char* again = to_bytes(n, 0);
  assert_memory_equal(bytes, again, (size_t)size);
  assert_string_equal(mj_id2name(n, mjOBJ_JOINT, 3), "joint3");
  mj_saveModel(m, "test_mjb.mjb", NULL, 0);
  mjModel* k = mj_loadModel("test_mjb.mjb", NULL);
  assert_non_null(k);
  assert_memory_equal(k->buffer, m->buffer, m->nbuffer);
  remove("test_mjb.mjb");
  assert_int_equal(nwarning, 0);
  free(bytes);
  free(again);
  mj_deleteModel(k);
  mj_deleteModel(n);
  mj_deleteModel(m);
}

// What is newer than 3.3.7 follows the file of 3.3.7, and only if it says something.
static void what_is_newer_is_saved_behind(void** state) {
  (void)state;
  mjModel* m = small_chain(3);
  int plain = mj_sizeModel(m);
  m->geom_surfacevel[7] = 0.25;
  m->ext.level = 3014;
  m->ext.levelbits = 5;
  int size = mj_sizeModel(m);
  assert_true(size > plain);
  char* bytes = to_bytes(m, 4);
  mjModel* n = from_bytes(bytes, size);
  assert_non_null(n);
  assert_int_equal(n->ext.level, 3014);
  assert_int_equal(n->ext.levelbits, 5);
  assert_memory_equal(n->buffer, m->buffer, m->nbuffer);
  mj_deleteModel(n);
  for (int k = plain + 1; k < size; k++) {
    nwarning = 0;
    assert_null(from_bytes(bytes, k));
    assert_int_equal(nwarning, 1);
  }
  assert_null(from_bytes(bytes, size + 4));
  assert_non_null(strstr(last_warning, "too large"));
  // without it the file is an old one, whose newer arrays are blank
  n = from_bytes(bytes, plain);
  assert_non_null(n);
  assert_int_equal(n->ext.level, engLEVEL_BASE);
  assert_true(n->geom_surfacevel[7] == 0);
  mj_deleteModel(n);
  char* name = memmem(bytes, (size_t)size, "geom_surfacevel", 15);
  assert_non_null(name);
  name[0] = 'x';
  assert_null(from_bytes(bytes, size));
  assert_non_null(strstr(last_warning, "xeom_surfacevel"));
  free(bytes);
  mj_deleteModel(m);
}

static void every_truncation_is_refused(void** state) {
  (void)state;
  mjModel* m = small_chain(2);
  int size = mj_sizeModel(m);
  char* bytes = to_bytes(m, 4);
  for (int n = 1; n < size; n += n < 1500 ? 1 : 37) {
    nwarning = 0;
    assert_null(from_bytes(bytes, n));
    assert_int_equal(nwarning, 1);
  }
  nwarning = 0;
  assert_null(from_bytes(bytes, size - 1));
  assert_non_null(strstr(last_warning, "mapD2M"));
  assert_null(from_bytes(bytes, size + 4));
  assert_non_null(strstr(last_warning, "too large"));
  assert_int_equal(nwarning, 2);
  assert_null(from_bytes("", 0));  // nothing to say about nothing
  assert_int_equal(nwarning, 2);
  free(bytes);
  mj_deleteModel(m);
}

static void every_header_field_counts(void** state) {
  (void)state;
  mjModel* m = small_chain(2);
  int size = mj_sizeModel(m);
  char* bytes = to_bytes(m, 0);
  for (int i = 0; i < 5; i++) {
    bytes[4 * i] ^= 1;
    nwarning = 0;
    assert_null(from_bytes(bytes, size));
    assert_int_equal(nwarning, 1);
    bytes[4 * i] ^= 1;
  }
  for (int i = 0; i < 84; i++) {
    int keep, wrong = -5;
    memcpy(&keep, bytes + 20 + 4 * i, 4);
    memcpy(bytes + 20 + 4 * i, &wrong, 4);
    nwarning = 0;
    mjModel* n = from_bytes(bytes, size);
    // the old limits are not sizes of anything
    assert_true((n == NULL && nwarning == 1) || (i >= 78 && i <= 80));
    mj_deleteModel(n);
    memcpy(bytes + 20 + 4 * i, &keep, 4);
  }
  free(bytes);
  mj_deleteModel(m);
}

// A lying size does not make the loader ask for more memory than the file has bytes.
static size_t largest;
static void* watching_malloc(size_t n) {
  largest = n > largest ? n : largest;
  return aligned_alloc(64, (n + 63) / 64 * 64);
}

static void lie_asks_for_no_memory(mjModel sizes, const char* told) {
  mjModel* m = small_chain(2);
  int size = mj_sizeModel(m);
  char* bytes = to_bytes(m, 0);
  size_t offset = 20;
#define X(name)                                                           \
  memcpy(bytes + offset, &sizes.name, sizeof sizes.name);                 \
  if (sizeof sizes.name == 8) sizes.nbuffer = model_nbuffer_base(&sizes); \
  offset += sizeof sizes.name;
  MJMODEL_INTS
#undef X
  largest = 0;
  mju_user_malloc = watching_malloc;
  assert_null(from_bytes(bytes, size));
  assert_non_null(strstr(last_warning, told));
  assert_true(largest < (size_t)1 << 20);
  mju_user_malloc = NULL;
  free(bytes);
  mj_deleteModel(m);
}

static void sizes_that_lie_ask_for_no_memory(void** state) {
  (void)state;
  mjModel* m = small_chain(2);
  mjModel sizes = *m;
  sizes.ntexdata = 1 << 30;
  lie_asks_for_no_memory(sizes, "tex_data");
  sizes = *m;
  sizes.ntree = 1 << 30;
  lie_asks_for_no_memory(sizes, "more trees than bodies");
  mj_deleteModel(m);
}

// References out of range, one field at a time.
static void wrong_references_are_refused(void** state) {
  (void)state;
  mjModel* m = small_chain(3);
  struct {
    int* field;
    int wrong;
    const char* name;
  } cases[] = {
      {m->body_parentid + 2, 77, "body_parentid"},
      {m->body_parentid + 2, 3, "body_parentid"},
      {m->body_parentid + 1, -1, "body_parentid"},
      {m->body_rootid + 1, 2, "body_rootid"},
      {m->body_weldid + 1, 2, "body_weldid"},
      {m->body_mocapid + 4, 1, "body_mocapid"},
      {m->body_jntnum + 1, 5, "body_jntadr"},
      {m->body_jntnum + 1, -1, "body_jntadr"},
      {m->body_jntadr + 1, -1, "body_jntadr"},
      {m->body_dofadr + 1, 3, "body_dofadr"},
      {m->body_geomnum + 1, 1 << 30, "body_geomadr"},
      {m->jnt_bodyid + 1, 1000, "jnt_bodyid"},
      {m->jnt_type + 1, 4, "jnt_type"},
      {m->jnt_type + 1, mjJNT_FREE, "jnt_qposadr"},
      {m->dof_parentid + 1, 1, "dof_parentid"},
      {m->dof_Madr + 2, 4, "dof_Madr"},
      {m->geom_type, 9, "geom_type"},
      {m->geom_condim, 7, "geom_condim"},
      {m->geom_matid, 0, "geom_matid"},
      {m->actuator_trntype, 44, "actuator_trntype"},
      {m->actuator_trnid, 3, "actuator_trnid"},
      {m->actuator_actadr, 1, "actuator_actadr"},
      {m->actuator_actnum, 0, "actuator 0"},
      {m->actuator_gaintype, mjGAIN_SO3, "actuator 0"},
      {m->actuator_ctrlnum, 0, "actuator 0"},
      {m->actuator_historyadr, 0, "actuator_historyadr"},
      {m->sensor_historyadr, 0, "sensor_historyadr"},
      {m->sensor_dim, 2, "sensor_adr"},
      {m->sensor_dim, 0, "sensor_dim"},
      {m->sensor_type, 1234, "sensor_type"},
      {m->eq_type, 9, "eq_type"},
      {m->eq_obj1id, 3, "eq_obj1id"},
      {m->eq_obj2id, -2, "eq_obj1id"},
      {m->name_jntadr, 1 << 20, "name_jntadr"},
      {m->names_map + 1, 1 << 20, "names_map"},
      {m->dof_Madr + 1, 2, "dof_Madr"},
      {m->dof_treeid, -1, "dof_treeid"},
      {m->body_treeid + 1, -1, "body_treeid"},
      {m->M_rownnz + 1, 1, "M_rownnz"},
      {m->M_colind + 1, 1, "M_colind"},
      {m->sensor_needstage, mjSTAGE_ACC, "sensor_needstage"},
      {m->M_colind + 2, 0, "M_colind"},
      {m->D_colind + 1, 2, "D_colind"},
      {m->D_diag + 1, 0, "D_diag"},
      {m->B_rowadr + 1, 1 << 20, "B_rowadr"},
      {m->mapM2D, -2, "mapM2D"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    int keep = *cases[i].field;
    *cases[i].field = cases[i].wrong;
    char* bytes = to_bytes(m, 0);
    nwarning = 0;
    mjModel* n = from_bytes(bytes, mj_sizeModel(m));
    if (cases[i].name[0]) {
      if (n || !strstr(last_warning, cases[i].name)) {
        fail_msg("%s = %d: %s", cases[i].name, cases[i].wrong, n ? "loaded" : last_warning);
      }
      assert_int_equal(nwarning, 1);
    } else {
      assert_non_null(n);
      mj_deleteModel(n);
    }
    *cases[i].field = keep;
    free(bytes);
  }
  mj_deleteModel(m);
}

static void a_small_buffer_is_an_error(void** state) {
  (void)state;
  mjModel* m = small_chain(2);
  char* bytes = calloc(1, (size_t)mj_sizeModel(m));
  volatile int raised = 1;
  if (!setjmp(escape)) {
    mj_saveModel(m, NULL, bytes, mj_sizeModel(m) - 1);
    raised = 0;
  }
  assert_int_equal(raised, 1);
  free(bytes);
  mj_saveModel(m, "no_such_folder/x.mjb", NULL, 0);
  assert_int_equal(nwarning, 1);
  assert_null(mj_loadModel("no_such_file.mjb", NULL));
  assert_int_equal(nwarning, 2);
  mj_deleteModel(m);
}

static void what_cannot_be_read_says_why(void** state) {
  (void)state;
  nwarning = 0;
  assert_null(mj_loadModel("/", NULL));
  assert_non_null(strstr(last_warning, "it cannot be read: Is a directory"));
  assert_int_equal(nwarning, 1);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_handlers, clear_handlers)
  const struct CMUnitTest tests[] = {
      TEST(header_is_that_of_the_format),  TEST(what_is_saved_is_loaded),
      TEST(what_is_newer_is_saved_behind), TEST(every_truncation_is_refused),
      TEST(every_header_field_counts),     TEST(sizes_that_lie_ask_for_no_memory),
      TEST(wrong_references_are_refused),  TEST(a_small_buffer_is_an_error),
      TEST(what_cannot_be_read_says_why),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
