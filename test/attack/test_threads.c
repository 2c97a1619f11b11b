// What threads may do side by side: each its own loading, compiling, copying and stepping, of
// specifications and models that share what the library shares between them.  Made for a build with
// -DENGINE_SANITIZE=thread; elsewhere it sees that the results are those of one thread.
#include "math/draw.h"

#include <pthread.h>

#include <engine/engine.h>

enum { NTHREAD = 4 };

typedef struct {
  int number;
  void* arg;
  bool good;
} worker;

// Run a function in threads side by side; all must be content.
static void abreast(void* (*run)(void*), void* const* args) {
  pthread_t thread[NTHREAD];
  worker w[NTHREAD];
  for (int i = 0; i < NTHREAD; i++) {
    w[i] = (worker){.number = i, .arg = args ? args[i] : NULL};
    assert_int_equal(pthread_create(thread + i, NULL, run, w + i), 0);
  }
  for (int i = 0; i < NTHREAD; i++) pthread_join(thread[i], NULL);
  for (int i = 0; i < NTHREAD; i++) assert_true(w[i].good);
}

static const char* const files[] = {"humanoid.xml", "mesh_showcase.xml", "arm.xml", "cloth.xml"};

static void path_of(char* path, size_t n, const char* file) {
  snprintf(path, n, "%s/model/%s", SOURCE_ROOT, file);
}

// The same files by all, so that the cache of assets and what is saved last are wanted by all.
static void* load_and_save(void* arg) {
  worker* w = arg;
  char path[1000], error[500];
  static _Thread_local char text[1 << 18];
  w->good = true;
  for (int i = 0; i < 8; i++) {
    path_of(path, sizeof path, files[(w->number + i) % 4]);
    mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
    w->good = w->good && m;
    mj_saveLastXML("/dev/null", NULL, error, sizeof error);
    mjSpec* s = mj_parseXML(path, NULL, error, sizeof error);
    w->good = w->good && mj_saveXMLString(s, text, sizeof text, error, sizeof error) == -1;
    mjModel* k = mj_compile(s, NULL);
    w->good = w->good && !mj_saveXMLString(s, text, sizeof text, error, sizeof error);
    w->good = w->good && k->nbuffer == m->nbuffer;
    mj_deleteModel(k);
    mj_deleteSpec(s);
    mj_deleteModel(m);
  }
  return NULL;
}

static void loading_side_by_side(void** state) {
  (void)state;
  abreast(load_and_save, NULL);
}

static void* copy_and_compile(void* arg) {
  worker* w = arg;
  mjSpec* s = w->arg;
  w->good = true;
  for (int i = 0; i < 30; i++) {
    mjSpec* copy = mj_copySpec(s);
    if (i % 10 == 0) {
      mjModel* m = mj_compile(copy, NULL);
      w->good = w->good && m;
      mj_deleteModel(m);
    }
    mj_deleteSpec(copy);
  }
  mj_deleteSpec(s);
  return NULL;
}

// Copies of one specification hold what is attached to it together.
static void copies_share_what_is_attached(void** state) {
  (void)state;
  char path[1000], error[500];
  path_of(path, sizeof path, "arm.xml");
  for (int k = 0; k < 5; k++) {
    mjSpec* child = mj_parseXML(path, NULL, error, sizeof error);
    mjSpec* parent = mj_makeSpec();
    mjsFrame* frame = mjs_addFrame(mjs_findBody(parent, "world"), NULL);
    assert_non_null(mjs_attach(frame->element, child->element, "x_", ""));
    mj_deleteSpec(child);
    void* copy[NTHREAD];
    for (int i = 0; i < NTHREAD; i++) copy[i] = mj_copySpec(parent);
    mj_deleteSpec(parent);
    abreast(copy_and_compile, copy);
  }
}

static void ignore(const char* text) { (void)text; }

static mjModel* model;

// A pool of its own for each thread, bound to its data.
static void* step_with_pool(void* arg) {
  worker* w = arg;
  mjData *d = mj_makeData(model), *alone = mj_makeData(model);
  mjThreadPool* pool = mju_threadPoolCreate(2);
  mju_bindThreadPool(d, pool);
  for (int i = 0; i < 40; i++) {
    mj_step(model, d);
    mj_step(model, alone);
  }
  w->good = !memcmp(d->qpos, alone->qpos, sizeof(mjtNum) * (size_t)model->nq);
  mj_deleteData(d);
  mj_deleteData(alone);
  mju_threadPoolDestroy(pool);
  return NULL;
}

static void pools_side_by_side(void** state) {
  (void)state;
  char path[1000], error[500];
  static const char* const of[] = {"box_pile.xml", "hand.xml"};
  for (int i = 0; i < 2; i++) {
    path_of(path, sizeof path, of[i]);
    model = mj_loadXML(path, NULL, error, sizeof error);
    assert_non_null(model);
    abreast(step_with_pool, NULL);
    mj_deleteModel(model);
  }
}

// With a pool as many contacts and rows fit into the arena as without.
static void a_full_arena_is_as_full_with_a_pool(void** state) {
  (void)state;
  char path[1000], error[500];
  path_of(path, sizeof path, "box_pile.xml");
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  mjData* d = mj_makeData(m);
  for (int i = 0; i < 300; i++) mj_step(m, d);
  m->narena = d->maxuse_arena / 64 * 70;  // a little more than it takes
  mj_deleteData(d);
  mjData *with = mj_makeData(m), *without = mj_makeData(m);
  mjThreadPool* pool = mju_threadPoolCreate(3);
  mju_bindThreadPool(with, pool);
  mju_user_warning = ignore;
  for (int i = 0; i < 300; i++) {
    mj_step(m, with);
    mj_step(m, without);
    assert_int_equal(with->nefc, without->nefc);
  }
  mju_user_warning = NULL;
  assert_memory_equal(with->qpos, without->qpos, sizeof(mjtNum) * (size_t)m->nq);
  assert_int_equal(with->warning[mjWARN_CNSTRFULL].number, 0);
  mj_deleteData(with);
  mj_deleteData(without);
  mju_threadPoolDestroy(pool);
  mj_deleteModel(m);
}

static void* fail_to_load(void* arg) {
  worker* w = arg;
  char error[500], name[50];
  w->good = true;
  for (int i = 0; i < 50; i++) {
    snprintf(name, sizeof name, "body '%d of %d'", i, w->number);
    char text[300];
    snprintf(text, sizeof text,
             "<mujoco><worldbody><body name='%d of %d'><freejoint/></body></worldbody></mujoco>", i,
             w->number);
    mjSpec* s = mj_parseXMLString(text, NULL, error, sizeof error);
    w->good = w->good && !mj_compile(s, NULL) && strstr(mjs_getError(s), name);
    mj_deleteSpec(s);
  }
  return NULL;
}

static void errors_side_by_side(void** state) {
  (void)state;
  abreast(fail_to_load, NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(loading_side_by_side), cmocka_unit_test(copies_share_what_is_attached),
      cmocka_unit_test(pools_side_by_side),   cmocka_unit_test(a_full_arena_is_as_full_with_a_pool),
      cmocka_unit_test(errors_side_by_side),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
