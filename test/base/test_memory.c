#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <engine/base.h>

#include "base/memory.h"

static int is_zero(const char* p, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (p[i]) return 0;
  }
  return 1;
}

static void check_zeroed(size_t size, size_t begin, size_t n) {
  char* p = memory_try(size);
  assert_non_null(p);
  memset(p, 7, size);
  memory_zero(p + begin, n);
  assert_true(is_zero(p + begin, n));
  for (size_t i = 0; i < begin; i++) assert_int_equal(p[i], 7);
  for (size_t i = begin + n; i < size; i++) assert_int_equal(p[i], 7);
  memset(p, 1, size);  // it is memory like any other
  mju_free(p);
}

// Blocks of all sizes, large ones that begin and end within a page; nothing around them changes.
static void zeroed_is_zero_and_nothing_else(void** state) {
  (void)state;
  static const size_t margin[] = {0, 1, 63, 4095, 4096, 4097};
  static const size_t size[] = {1, 2, 100, 5000, 1 << 18, (1 << 18) + 1, 3000000};
  for (int i = 0; i < 7; i++) {
    for (int a = 0; a < 6; a++) {
      for (int b = 0; b < 6; b++) check_zeroed(margin[a] + size[i] + margin[b], margin[a], size[i]);
    }
  }
}

static void blocks_of_a_user_are_zeroed_too(void** state) {
  (void)state;
  mju_user_malloc = malloc;
  mju_user_free = free;
  check_zeroed(3000000, 5, 2000000);
  mju_user_malloc = NULL;
  mju_user_free = NULL;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(zeroed_is_zero_and_nothing_else),
      cmocka_unit_test(blocks_of_a_user_are_zeroed_too),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
