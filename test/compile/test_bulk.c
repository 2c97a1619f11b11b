// Arrays written in bulk, by one thread or two, are those written number by number.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "compile/build.h"
#include "compile/bulk.h"
#include "math/draw.h"

enum { BYTES = 12 << 20, ARRAYS = 40 };

static char target[BYTES], expected[BYTES], source[2 * BYTES];

// A length of an array: nothing, little, or much.
static size_t draw_length(void) {
  double u = (draw() + 1) / 2;
  return u < 0.2 ? 0 : u < 0.6 ? (size_t)(1000 * u) : (size_t)(300000 * (u - 0.6));
}

// Rows of a number and its square.
typedef struct {
  const double* from;
  double* to;
} squares;

static void write_squares(const void* args, size_t first, size_t last) {
  const squares* s = args;
  for (size_t i = first; i < last; i++) {
    s->to[2 * i] = s->from[i];
    s->to[2 * i + 1] = s->from[i] * s->from[i];
  }
}

// One array after the other at addresses of all kinds, each from a place of its own.
static size_t list_some(bulk* k, squares* rows) {
  size_t at = 8 * (size_t)(4 * (draw() + 1));
  for (int i = 0; i < ARRAYS; i++) {
    size_t n = draw_length(), from = 8 * (size_t)(1000 * (draw() + 1));
    switch (i % 4) {
      case 0:
        bulk_bytes(k, target + at, source + from, 4 * n);
        memcpy(expected + at, source + from, 4 * n);
        break;
      case 1:
        bulk_zeros(k, target + at, 4 * n);
        memset(expected + at, 0, 4 * n);
        break;
      case 2:
        bulk_twice(k, target + at, target + at + 4 * n, source + from, 4 * n);
        memcpy(expected + at, source + from, 4 * n);
        memcpy(expected + at + 4 * n, source + from, 4 * n);
        at += 4 * n;
        break;
      default:
        n = n / 4 * 4;
        rows[i] = (squares){(const double*)(source + from), (double*)(target + at)};
        bulk_rows(k, write_squares, rows + i, 2 * sizeof(double), n / 4);
        squares want = {rows[i].from, (double*)(expected + at)};
        write_squares(&want, 0, n / 4);
    }
    at += 4 * n + 8 * (size_t)(2 * (draw() + 1));
    at = (at + 7) / 8 * 8;
    assert_true(at < BYTES);
  }
  return at;
}

static void bulk_is_number_by_number(void** state) {
  (void)state;
  size_t largest = 0;
  for (int seed = 0; seed < 200; seed++) {
    draw_seed(seed);
    build b = {.memory = arena_new()};
    memset(target, 0xA5, BYTES);
    memset(expected, 0xA5, BYTES);
    for (size_t i = 0; i < sizeof source; i += 8) {
      double x = draw();
      memcpy(source + i, &x, 8);
    }
    bulk k = bulk_new(&b, ARRAYS);
    squares rows[ARRAYS];
    size_t n = list_some(&k, rows);
    if (n > largest) largest = n;
    bulk_thread other = {.running = false};
    bulk_write(&k, seed % 2 ? &other : NULL);
    if (memcmp(target, expected, BYTES)) fail_msg("seed %d", seed);
    bulk_join(&other);
    assert_false(other.running);
    arena_delete(b.memory);
  }
  assert_true(largest > 2 << 20);  // enough for two threads
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(bulk_is_number_by_number)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
