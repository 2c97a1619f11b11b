// Every allocation fails in turn: each call says so in its documented way, and nothing leaks.  The
// allocation functions are wrapped by the linker.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdbool.h>
#include <stdlib.h>
#include <cmocka.h>

#include "base/raises.h"
#include "base/starve.h"
#include "base/arena.h"
#include "base/cache.h"
#include "base/hash.h"
#include "base/resource.h"
#include "base/text.h"
#include "model/small_models.h"

static int nwarning;
static void count_warning(const char* text) {
  (void)text;
  nwarning++;
}

typedef enum { DONE, FAILED } outcome;

// Run a scenario with 0, 1, 2 ... allocations allowed until it succeeds; it frees what it made.
// How it fails: by an error, or by what it returns.
static void starve(const char* name, outcome (*run)(void* arg), void* arg, int expected_least) {
  mju_user_error = jump_out;
  mju_user_warning = count_warning;
  volatile int n = 0;
  for (;; n++) {
    if (n > 10000) fail_msg("%s never succeeds", name);
    left = n;
    held = 0;
    volatile outcome result = FAILED;
    if (!setjmp(escape)) {
      watching = true;
      result = run(arg);
    }
    watching = false;
    if (held) fail_msg("%s: %d blocks leak when allocation %d fails", name, (int)held, n + 1);
    if (result == DONE) break;
  }
  mju_clearHandlers();
  if (n < expected_least) fail_msg("%s succeeded with %d allocations", name, n);
}

static outcome make_model(void* arg) {
  mjModel* m = model_allocate(arg);
  mj_deleteModel(m);
  return m ? DONE : FAILED;
}
static outcome make_data(void* arg) {
  mjData* d = mj_makeData(arg);
  mj_deleteData(d);
  return d ? DONE : FAILED;
}
static outcome copy_model(void* arg) {
  mjModel* m = mj_copyModel(NULL, arg);
  mj_deleteModel(m);
  return m ? DONE : FAILED;
}
static mjData* source_data;
static outcome copy_data(void* arg) {
  mjData* d = mj_copyData(NULL, arg, source_data);
  mj_deleteData(d);
  return d ? DONE : FAILED;
}

static void models_and_data(void** state) {
  (void)state;
  mjModel* m = small_chain(3);
  source_data = mj_makeData(m);
  starve("model", make_model, m, 2);
  starve("data", make_data, m, 3);
  starve("copy of model", copy_model, m, 2);
  starve("copy of data", copy_data, m, 3);
  mj_deleteData(source_data);
  mj_deleteModel(m);
}

static mjVFS files;
static outcome load_model(void* arg) {
  mjModel* m = mj_loadModel(arg, &files);
  mj_deleteModel(m);
  return m ? DONE : FAILED;
}

static void binary_models(void** state) {
  (void)state;
  mjModel* m = small_chain(3);
  int n = mj_sizeModel(m);
  char* bytes = malloc((size_t)n);
  mj_saveModel(m, NULL, bytes, n);
  mj_defaultVFS(&files);
  mj_addBufferVFS(&files, "m.mjb", bytes, n);
  starve("MJB in memory", load_model, "m.mjb", 4);
  mj_deleteVFS(&files);
  mj_defaultVFS(&files);
  mj_saveModel(m, "no_memory.mjb", NULL, 0);
  starve("MJB on disk", load_model, "no_memory.mjb", 5);
  remove("no_memory.mjb");
  mj_deleteVFS(&files);
  free(bytes);
  mj_deleteModel(m);
}

static outcome use_vfs(void* arg) {
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  outcome result = DONE;
  for (int i = 0; i < 40; i++) {
    char name[20];
    snprintf(name, sizeof name, "file%d", i);
    int added = mj_addBufferVFS(&vfs, name, arg, 5);
    if (added) assert_int_equal(added, -1);
    if (added) result = FAILED;
  }
  int added = mj_addFileVFS(&vfs, NULL, "no_memory.txt");
  if (added) assert_int_equal(added, -1);
  if (added) result = FAILED;
  mj_deleteVFS(&vfs);
  return result;
}

static outcome open_resource(void* arg) {
  char error[200] = "";
  mjResource* r = resource_open(NULL, arg, NULL, error, sizeof error);
  if (!r) {
    assert_true(strlen(error) > 0);
    return FAILED;
  }
  const void* bytes;
  int n = resource_read(r, &bytes);
  resource_close(r);
  assert_true(n == -1 || n == 5);
  return n == 5 ? DONE : FAILED;
}

static void files_and_resources(void** state) {
  (void)state;
  FILE* f = fopen("no_memory.txt", "w");
  fputs("12345", f);
  fclose(f);
  starve("VFS", use_vfs, "content", 80);
  starve("resource", open_resource, "no_memory.txt", 3);
  remove("no_memory.txt");
}

static outcome use_containers(void* arg) {
  (void)arg;
  outcome result = DONE;
  hash_table h = {0};
  static char key[100][8];
  for (int i = 0; i < 100; i++) {
    snprintf(key[i], sizeof key[i], "k%d", i);
    if (!hash_insert(&h, key[i], i)) result = FAILED;
    assert_int_equal(hash_find(&h, key[0], -1), result == DONE ? 0 : hash_find(&h, key[0], -1));
  }
  hash_free(&h);
  text t = {0};
  for (int i = 0; i < 100; i++) {
    text_print(&t, "%d ", i);
    text_append(&t, "abc", 3);
  }
  assert_int_equal(strlen(text_string(&t)), t.size);  // terminated, whatever happened
  if (t.failed) result = FAILED;
  text_free(&t);
  arena* a = arena_new();
  for (int i = 0; a && i < 100; i++) {
    if (!arena_alloc(a, 300)) result = FAILED;
  }
  if (!a) result = FAILED;
  arena_delete(a);
  return result;
}

static outcome use_cache(void* arg) {
  (void)arg;
  outcome result = DONE;
  for (int i = 0; i < 100; i++) {
    char key[8];
    snprintf(key, sizeof key, "k%d", i);
    char* data = malloc(10);
    if (!data) {
      result = FAILED;
    } else if (!cache_put(mj_getCache(), key, "1", data, 10, free)) {
      free(data);
      result = FAILED;
    }
  }
  mj_clearCache(mj_getCache());
  return result;
}

static outcome make_pool(void* arg) {
  mjThreadPool* pool = mju_threadPoolCreate(*(size_t*)arg);
  mju_threadPoolDestroy(pool);
  return pool ? DONE : FAILED;
}

// What is registered stays: only the failures are looked at.
static outcome register_things(void* arg) {
  int* round = arg;
  char name[20];
  snprintf(name, sizeof name, "test%d", ++*round);
  mjpPlugin p;
  mjp_defaultPlugin(&p);
  p.name = name;
  int slot = mjp_registerPlugin(&p);
  held = 0;
  return slot >= 0 ? DONE : FAILED;
}

static void the_rest(void** state) {
  (void)state;
  size_t nthread = 2;
  int round = 0;
  starve("containers", use_containers, NULL, 10);
  starve("cache", use_cache, NULL, 100);
  starve("pool", make_pool, &nthread, 1);
  starve("plugin", register_things, &round, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(models_and_data),
      cmocka_unit_test(binary_models),
      cmocka_unit_test(files_and_resources),
      cmocka_unit_test(the_rest),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
