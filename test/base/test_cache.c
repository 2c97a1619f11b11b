#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/cache.h"

static int ndestroyed;
static void destroy(void* data) {
  __atomic_add_fetch(&ndestroyed, 1, __ATOMIC_RELAXED);
  free(data);
}

static bool put(const char* key, const char* stamp, size_t size) {
  char* data = malloc(size ? size : 1);
  memset(data, key[0], size);
  if (cache_put(mj_getCache(), key, stamp, data, size, destroy)) return true;
  free(data);
  return false;
}

static bool has(const char* key, const char* stamp, size_t size) {
  const cache_entry* e = cache_find(mj_getCache(), key, stamp);
  if (!e) return false;
  assert_int_equal(cache_size(e), size);
  const char* data = cache_data(e);
  for (size_t i = 0; i < size; i++) assert_int_equal(data[i], key[0]);
  cache_release(mj_getCache(), e);
  return true;
}

static int fresh(void** state) {
  (void)state;
  ndestroyed = 0;
  return 0;
}
static int clear(void** state) {
  (void)state;
  mj_setCacheCapacity(mj_getCache(), (size_t)500 << 20);
  mj_clearCache(mj_getCache());
  return 0;
}

static void what_is_put_is_found_while_it_is_fresh(void** state) {
  (void)state;
  mjCache* c = mj_getCache();
  assert_int_equal(mj_getCacheCapacity(c), (size_t)500 << 20);
  assert_true(put("a", "1", 100) && put("b", "1", 50) && put("e", "1", 0));
  assert_int_equal(mj_getCacheSize(c), 150);
  assert_true(has("a", "1", 100) && has("b", "1", 50) && has("e", "1", 0));
  assert_false(has("a", "2", 100));
  assert_false(has("c", "1", 0));
  assert_true(put("a", "2", 30));  // replaces
  assert_true(has("a", "2", 30) && !has("a", "1", 100));
  assert_true(ndestroyed == 1 && mj_getCacheSize(c) == 80);
  mj_clearCache(c);
  assert_true(ndestroyed == 4 && mj_getCacheSize(c) == 0);
  assert_false(has("a", "2", 30));
}

static void the_least_recently_used_leaves(void** state) {
  (void)state;
  mjCache* c = mj_getCache();
  assert_int_equal(mj_setCacheCapacity(c, 300), 300);
  put("a", "1", 100);
  put("b", "1", 100);
  put("c", "1", 100);
  assert_true(has("a", "1", 100));
  put("d", "1", 100);
  assert_true(has("a", "1", 100) && !has("b", "1", 100) && has("c", "1", 100) &&
              has("d", "1", 100));
  assert_false(put("e", "1", 301));
  assert_true(has("a", "1", 100));
  mj_setCacheCapacity(c, 150);
  assert_int_equal(mj_getCacheSize(c), 100);
  assert_true(has("a", "1", 100));  // the last one used
}

static void capacity_zero_is_no_cache(void** state) {
  (void)state;
  mjCache* c = mj_getCache();
  put("a", "1", 100);
  assert_int_equal(mj_setCacheCapacity(c, 0), 0);
  assert_null(mj_getCache());
  assert_int_equal(mj_getCacheSize(c), 0);
  assert_false(put("a", "1", 1));
  assert_null(cache_find(NULL, "a", "1"));
  mj_setCacheCapacity(c, (size_t)500 << 20);
  assert_ptr_equal(mj_getCache(), c);
  assert_true(mj_getCacheSize(NULL) == 0 && mj_getCacheCapacity(NULL) == 0 &&
              mj_setCacheCapacity(NULL, 7) == 0);
  mj_clearCache(NULL);
}

static void what_is_held_lives(void** state) {
  (void)state;
  mjCache* c = mj_getCache();
  put("a", "1", 100);
  const cache_entry* e = cache_find(c, "a", "1");
  mj_clearCache(c);
  assert_true(ndestroyed == 0 && mj_getCacheSize(c) == 0);
  assert_int_equal(((const char*)cache_data(e))[99], 'a');
  cache_release(c, e);
  assert_int_equal(ndestroyed, 1);
}

static void* use_cache(void* arg) {
  unsigned seed = (unsigned)(uintptr_t)arg;
  for (int i = 0; i < 3000; i++) {
    seed = seed * 1664525u + 1013904223u;
    char key[2] = {(char)('a' + seed / 65536 % 20), 0};
    if (seed >> 28 == 0) {
      mj_clearCache(mj_getCache());
    } else if (!has(key, "1", 64)) {
      put(key, "1", 64);
    }
  }
  return NULL;
}

static void threads_share_it(void** state) {
  (void)state;
  mj_setCacheCapacity(mj_getCache(), 64 * 10);
  pthread_t thread[4];
  for (uintptr_t i = 0; i < 4; i++) pthread_create(thread + i, NULL, use_cache, (void*)(i + 1));
  for (int i = 0; i < 4; i++) pthread_join(thread[i], NULL);
  assert_true(mj_getCacheSize(mj_getCache()) <= 640);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, fresh, clear)
  const struct CMUnitTest tests[] = {
      TEST(what_is_put_is_found_while_it_is_fresh),
      TEST(the_least_recently_used_leaves),
      TEST(capacity_zero_is_no_cache),
      TEST(what_is_held_lives),
      TEST(threads_share_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
