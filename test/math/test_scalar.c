// Scalars, sequences, sorting, friction pyramids.

#include "math/draw.h"
#include <engine/math.h>

#include <limits.h>

static void rounding_takes_halves_up_and_stays_an_int(void** state) {
  (void)state;
  const struct {
    mjtNum x;
    int r;
  } cases[] = {{0.5, 1},
               {-0.5, 0},
               {-1.5, -1},
               {1.5, 2},
               {2.49, 2},
               {-2.51, -3},
               {7, 7},
               {0.49999999999999994, 0},
               {-0.2, 0},
               {2147483646.5, INT_MAX},
               {1e300, INT_MAX},
               {-1e300, INT_MIN},
               {INFINITY, INT_MAX},
               {-INFINITY, INT_MIN},
               {NAN, 0},
               {-2147483648.0, INT_MIN}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    assert_int_equal(mju_round(cases[i].x), cases[i].r);
  }
}

static void bad_numbers_are_nan_or_huge(void** state) {
  (void)state;
  assert_int_equal(mju_isBad(1e10), 0);
  assert_int_equal(mju_isBad(-1e10), 0);
  assert_int_equal(mju_isBad(nextafter(1e10, 1e11)), 1);
  assert_int_equal(mju_isBad(-INFINITY), 1);
  assert_int_equal(mju_isBad(NAN), 1);
  mjtNum x[3] = {0, -0.0, 1e-320};
  assert_int_equal(mju_isZero(x, 2), 1);
  assert_int_equal(mju_isZero(x, 3), 0);
  assert_int_equal(mju_isZero(x, 0), 1);
}

static void extremes_and_signs(void** state) {
  (void)state;
  assert_true(mju_min(1, 2) == 1 && mju_max(1, 2) == 2 && mju_min(2, 1) == 1 && mju_max(2, 1) == 2);
  assert_true(mju_clip(5, -1, 1) == 1 && mju_clip(-5, -1, 1) == -1 && mju_clip(0.5, -1, 1) == 0.5);
  assert_true(isnan(mju_clip(NAN, -1, 1)));
  assert_true(mju_sign(-3) == -1 && mju_sign(0) == 0 && mju_sign(1e-300) == 1);
}

// The closed form solves the differential equation: RK4 with small steps gives the same.
static void spring_damper_solves_its_equation(void** state) {
  (void)state;
  const mjtNum parameters[][2] = {{40, 2}, {4, 12},   {4, 4},       {0, 0},
                                  {0, 3},  {-2, 0.5}, {9, 6 - 1e-9}};
  for (size_t c = 0; c < sizeof parameters / sizeof parameters[0]; c++) {
    mjtNum k = parameters[c][0], b = parameters[c][1], x = 0.7, v = -1.3, h = 1e-3;
    for (int i = 0; i < 500; i++) {
      mjtNum k1x = v, k1v = -k * x - b * v;
      mjtNum k2x = v + h / 2 * k1v, k2v = -k * (x + h / 2 * k1x) - b * (v + h / 2 * k1v);
      mjtNum k3x = v + h / 2 * k2v, k3v = -k * (x + h / 2 * k2x) - b * (v + h / 2 * k2v);
      mjtNum k4x = v + h * k3v, k4v = -k * (x + h * k3x) - b * (v + h * k3v);
      x += h / 6 * (k1x + 2 * k2x + 2 * k3x + k4x);
      v += h / 6 * (k1v + 2 * k2v + 2 * k3v + k4v);
    }
    assert_near(mju_springDamper(0.7, -1.3, k, b, 0.5), x, 1e-7);
  }
}

static void sigmoid_is_smooth_and_symmetric(void** state) {
  (void)state;
  const mjtNum eps = 1e-4;
  for (int i = -10; i <= 110; i++) {
    mjtNum x = i / 100.0;
    assert_near(mju_sigmoid(x) + mju_sigmoid(1 - x), 1, 1e-15);
    assert_true(mju_sigmoid(x + eps) >= mju_sigmoid(x));
  }
  for (int end = 0; end <= 1; end++) {  // slope and curvature vanish at both ends
    mjtNum below = mju_sigmoid(end - eps), at = mju_sigmoid(end), above = mju_sigmoid(end + eps);
    assert_true(at == end);
    assert_true(fabs(above - below) < 20 * eps * eps * eps);
    assert_true(fabs(above - 2 * at + below) < 20 * eps * eps * eps);
  }
}

static void pyramid_keeps_what_lies_within_it(void** state) {
  (void)state;
  for (int c = 0; c < 300; c++) {
    draw_seed(c);
    int dim = draw_int(1, 6);
    mjtNum mu[5], force[6], pyramid[10], back[6];
    force[0] = 1 + draw();
    for (int i = 1; i < dim; i++) {
      mu[i - 1] = 0.1 + fabs(draw());
      force[i] = draw() * mu[i - 1] * force[0] / (dim - 1);
    }
    if (dim == 1) {
      pyramid[0] = force[0];
    } else {
      mju_encodePyramid(pyramid, force, mu, dim);
      for (int i = 0; i < 2 * (dim - 1); i++) assert_true(pyramid[i] >= -1e-15);
    }
    mju_decodePyramid(back, pyramid, mu, dim);
    assert_near_vector(back, force, dim, 1e-14);
  }
}

static void halton_numbers_are_mirrored_digits(void** state) {
  (void)state;
  assert_true(mju_Halton(5, 2) == 0.625);
  assert_near(mju_Halton(7, 3), 1.0 / 3 + 2.0 / 9, 1e-15);
  assert_true(mju_Halton(0, 2) == 0 && mju_Halton(-4, 2) == 0);
  assert_true(mju_Halton(3, 1) == 0 && mju_Halton(3, 0) == 0 && mju_Halton(3, -2) == 0);
  // the first b^k indices are spread one to each interval of length b^-k
  for (int base = 2; base < 8; base++) {
    bool hit[343] = {false};
    int n = base * base * base;
    for (int i = 0; i < n; i++) {
      int cell = (int)(mju_Halton(i, base) * n + 0.5);
      assert_false(hit[cell]);
      hit[cell] = true;
    }
  }
  mjtNum last = mju_Halton(INT_MAX, 2);
  assert_true(last > 0.999 && last < 1);
}

static void normal_numbers_have_mean_0_variance_1_and_are_independent(void** state) {
  (void)state;
  enum { n = 50000 };
  mjtNum mean = 0, square = 0, product = 0, fourth = 0, y;
  for (int i = 0; i < n; i++) {
    mjtNum x = mju_standardNormal(i ? &y : NULL);
    if (!i) y = 0;
    mean += x + y;
    square += x * x + y * y;
    fourth += x * x * x * x + y * y * y * y;
    product += x * y;
  }
  // four standard errors
  assert_true(fabs(mean / (2 * n)) < 4 / sqrt(2 * n));
  assert_true(fabs(square / (2 * n) - 1) < 4 * sqrt(2.0 / (2 * n)));
  assert_true(fabs(fourth / (2 * n) - 3) < 4 * sqrt(96.0 / (2 * n)));
  assert_true(fabs(product / n) < 4 / sqrt(n));
}

static void sorting_sorts(void** state) {
  (void)state;
  for (int c = 0; c < 100; c++) {
    draw_seed(c);
    int n = draw_int(0, 60), ilist[60], sum = 0, isum = 0;
    mjtNum list[60];
    for (int i = 0; i < n; i++) {
      ilist[i] = draw_int(-9, 9);
      list[i] = ilist[i];
      sum += ilist[i] * ilist[i];
    }
    mju_insertionSort(list, n);
    mju_insertionSortInt(ilist, n);
    for (int i = 0; i < n; i++) {
      assert_true(i == 0 || ilist[i] >= ilist[i - 1]);
      assert_true(list[i] == ilist[i]);
      isum += ilist[i] * ilist[i];
    }
    assert_int_equal(sum, isum);
  }
  mjtNum zeros[2] = {0.0, -0.0};  // equal: they keep their order
  mju_insertionSort(zeros, 2);
  assert_true(!signbit(zeros[0]) && signbit(zeros[1]));
}

static void conversions_go_both_ways(void** state) {
  (void)state;
  float f[3] = {0.1f, -2.5f, 3e8f}, f2[3];
  double d[3] = {0.1, 1.0 / 3, -7}, d2[3];
  mjtNum x[3];
  mju_f2n(x, f, 3);
  mju_n2f(f2, x, 3);
  assert_memory_equal(f, f2, sizeof f);
  mju_d2n(x, d, 3);
  mju_n2d(d2, x, 3);
  assert_memory_equal(d, d2, sizeof d);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rounding_takes_halves_up_and_stays_an_int),
      cmocka_unit_test(bad_numbers_are_nan_or_huge),
      cmocka_unit_test(extremes_and_signs),
      cmocka_unit_test(spring_damper_solves_its_equation),
      cmocka_unit_test(sigmoid_is_smooth_and_symmetric),
      cmocka_unit_test(pyramid_keeps_what_lies_within_it),
      cmocka_unit_test(halton_numbers_are_mirrored_digits),
      cmocka_unit_test(normal_numbers_have_mean_0_variance_1_and_are_independent),
      cmocka_unit_test(sorting_sorts),
      cmocka_unit_test(conversions_go_both_ways),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
