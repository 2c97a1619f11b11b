// Sines and cosines of many angles against the C library.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "math/trig.h"

enum { N = 1003 };  // no multiple of any vector width

static void compare(const mjtNum* angle, int n, double tolerance) {
  mjtNum s[N], c[N];
  vec_sincos(s, c, angle, n);
  for (int i = 0; i < n; i++) {
    if (fabs(s[i] - sin(angle[i])) > tolerance || fabs(c[i] - cos(angle[i])) > tolerance) {
      fail_msg("angle %.17g: %.17g %.17g, libm %.17g %.17g", angle[i], s[i], c[i], sin(angle[i]),
               cos(angle[i]));
    }
  }
}

// Two units in the last place of 1, over the scales at which angles occur and far beyond.
static void agrees_with_the_c_library_at_all_scales(void** state) {
  (void)state;
  static const double scale[] = {1e-300, 1e-9, 0.1, 1, 3.2, 100, 1e4, 9.9e5, 1.1e6, 1e15, 1e300};
  mjtNum angle[N];
  srand(1);
  for (size_t k = 0; k < sizeof scale / sizeof scale[0]; k++) {
    for (int i = 0; i < N; i++) angle[i] = scale[k] * (2.0 * rand() / RAND_MAX - 1);
    compare(angle, N, 4.5e-16);
  }
}

// Near multiples of pi/2 one of the two is small: it must be right relative to its own size.
static void small_results_are_accurate(void** state) {
  (void)state;
  for (int k = -1000; k <= 1000; k++) {
    mjtNum angle = k * (mjPI / 2), s, c;
    vec_sincos(&s, &c, &angle, 1);
    mjtNum small = k % 2 ? c : s, expected = k % 2 ? cos(angle) : sin(angle);
    assert_true(fabs(small - expected) <= 1e-10 * fabs(expected) + 1e-30);
  }
}

static void counts_of_any_remainder_are_whole(void** state) {
  (void)state;
  mjtNum angle[9] = {0.1, -0.2, 0.3, 4, -5, 6, 77, 8.5, 1e7};
  for (int n = 0; n <= 9; n++) compare(angle, n, 4.5e-16);
}

static void bad_angles_give_nan_and_leave_the_others_alone(void** state) {
  (void)state;
  mjtNum angle[4] = {1, NAN, INFINITY, 2}, s[4], c[4];
  vec_sincos(s, c, angle, 4);
  assert_true(isnan(s[1]) && isnan(c[1]) && isnan(s[2]) && isnan(c[2]));
  assert_true(fabs(s[0] - sin(1)) < 1e-15 && fabs(c[3] - cos(2)) < 1e-15);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(agrees_with_the_c_library_at_all_scales),
      cmocka_unit_test(small_results_are_accurate),
      cmocka_unit_test(counts_of_any_remainder_are_whole),
      cmocka_unit_test(bad_angles_give_nan_and_leave_the_others_alone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
