// A large block that is done with serves again: the same memory, for as much or somewhat less, and
// never when the user sees to memory.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <engine/base.h>

#include "base/memory.h"
#include "base/spare.h"
#include "skip.h"

// Keep a new block, or free it if it is not kept.
static void* keep(size_t n) {
  void* p = memory_try_aligned(n);
  assert_non_null(p);
  memset(p, 0xA5, n);
  if (spare_keep(p, n)) return p;
  mju_free(p);
  return NULL;
}

// Under the address sanitizer nothing is kept.
static void keeping(void** state) {
  (void)state;
  bool keeps = keep(SPARE_LEAST) != NULL;
  spare_free();
  if (!keeps) skip_because("under the address sanitizer no block is kept");
}

static void taken_once_for_half_of_it_to_all(void** state) {
  keeping(state);
  const size_t n = 3 * SPARE_LEAST;
  const size_t fit[] = {n, n - 1, n / 2}, misfit[] = {n + 1, n / 2 - 1, SPARE_LEAST, 0};
  for (int i = 0; i < 3; i++) {
    void* p = keep(n);
    for (int k = 0; k < 4; k++) assert_null(spare_take(misfit[k]));
    assert_ptr_equal(spare_take(fit[i]), p);
    assert_null(spare_take(fit[i]));
    mju_free(p);
  }
}

static void one_is_kept_and_not_the_small_nor_the_huge(void** state) {
  keeping(state);
  assert_null(keep(SPARE_LEAST - 1));
  assert_null(keep(SPARE_MOST + 1));
  keep(2 * SPARE_LEAST);
  void* last = keep(2 * SPARE_LEAST);
  assert_ptr_equal(spare_take(2 * SPARE_LEAST), last);
  assert_null(spare_take(2 * SPARE_LEAST));
  mju_free(last);
}

static void the_cache_clears_and_limits_it(void** state) {
  keeping(state);
  mjCache* cache = mj_getCache();
  size_t capacity = mj_getCacheCapacity(cache);
  keep(2 * SPARE_LEAST);
  mj_clearCache(cache);
  assert_null(spare_take(2 * SPARE_LEAST));
  keep(2 * SPARE_LEAST);
  mj_setCacheCapacity(cache, 2 * SPARE_LEAST - 1);
  assert_null(spare_take(2 * SPARE_LEAST));
  assert_null(keep(2 * SPARE_LEAST));
  mj_setCacheCapacity(cache, 0);
  assert_null(keep(SPARE_LEAST));
  mj_setCacheCapacity(cache, capacity);
}

static void* theirs(size_t n) { return aligned_alloc(MEMORY_ALIGN, n); }

static void the_users_memory_is_the_users(void** state) {
  keeping(state);
  keep(2 * SPARE_LEAST);
  mju_user_malloc = theirs;
  mju_user_free = free;
  assert_null(spare_take(2 * SPARE_LEAST));
  assert_null(keep(2 * SPARE_LEAST));
  mju_user_malloc = NULL;
  mju_user_free = NULL;
  spare_free();
}

// Threads that take and keep: a block is never with two of them.
static void* turn_over(void* args) {
  uintptr_t id = (uintptr_t)args;
  for (int i = 0; i < 20000; i++) {
    const size_t n = SPARE_LEAST + 64 * (id % 2);
    uintptr_t* p = spare_take(n);
    if (!p) p = memory_try_aligned(n);
    for (int k = 0; k < 8; k++) p[k] = id;
    for (int k = 0; k < 8; k++) {
      if (p[k] != id) return p;
    }
    if (!spare_keep(p, n)) mju_free(p);
  }
  return NULL;
}

static void threads_never_share_it(void** state) {
  (void)state;
  enum { THREADS = 4 };
  pthread_t thread[THREADS];
  for (uintptr_t i = 0; i < THREADS; i++) {
    assert_int_equal(pthread_create(thread + i, NULL, turn_over, (void*)(i + 1)), 0);
  }
  for (int i = 0; i < THREADS; i++) {
    void* shared;
    pthread_join(thread[i], &shared);
    assert_null(shared);
  }
  spare_free();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(taken_once_for_half_of_it_to_all),
      cmocka_unit_test(one_is_kept_and_not_the_small_nor_the_huge),
      cmocka_unit_test(the_cache_clears_and_limits_it),
      cmocka_unit_test(the_users_memory_is_the_users),
      cmocka_unit_test(threads_never_share_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
