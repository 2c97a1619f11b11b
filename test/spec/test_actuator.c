// The actuator shortcuts: which parameters each writes, and what each refuses.
#include "spec_text.h"

static mjsActuator a;

static void fresh(void) { mjs_defaultActuator(&a); }

// Parameters that matter, the rest being zero.
static void assert_numbers(const double* v, int n, int given, const double* want) {
  for (int i = 0; i < n; i++) assert_float_equal(v[i], i < given ? want[i] : 0, 1e-15);
}
#define GIVEN(...) \
  sizeof((double[]){__VA_ARGS__}) / sizeof(double), (double[]) { __VA_ARGS__ }
#define GAIN(...) assert_numbers(a.gainprm, mjNGAIN, GIVEN(__VA_ARGS__))
#define BIAS(...) assert_numbers(a.biasprm, mjNBIAS, GIVEN(__VA_ARGS__))
#define DYN(...)  assert_numbers(a.dynprm, mjNDYN, GIVEN(__VA_ARGS__))
#define TYPES(gain, bias, dyn)                                              \
  assert_true(a.gaintype == mjGAIN_##gain && a.biastype == mjBIAS_##bias && \
              a.dyntype == mjDYN_##dyn)
#define ACCEPTED(call) assert_string_equal(call, "")
#define REFUSED(call)  assert_true((call)[0])

static double half = 0.5, zero = 0, minus = -1;

static void motors(void** state) {
  (void)state;
  fresh();
  a.gainprm[0] = 7;
  a.dyntype = mjDYN_FILTER;
  ACCEPTED(mjs_setToMotor(&a));
  GAIN(1);
  TYPES(FIXED, NONE, NONE);
}

static void positions(void** state) {
  (void)state;
  fresh();
  ACCEPTED(mjs_setToPosition(&a, 5, NULL, NULL, NULL, 0));
  GAIN(5);
  BIAS(0, -5);
  DYN(1);
  TYPES(FIXED, AFFINE, NONE);
  fresh();
  ACCEPTED(mjs_setToPosition(&a, 5, &half, NULL, &half, 0.9));
  BIAS(0, -5, -0.5);
  DYN(0.5);
  TYPES(FIXED, AFFINE, FILTEREXACT);
  assert_true(a.inheritrange == 0.9);
  ACCEPTED(mjs_setToPosition(&a, 5, NULL, &half, &zero, 0));
  BIAS(0, -5, 0.5);  // a ratio is positive
  TYPES(FIXED, AFFINE, NONE);
  fresh();
  REFUSED(mjs_setToPosition(&a, 5, &half, &half, NULL, 0));
  REFUSED(mjs_setToPosition(&a, 5, &minus, NULL, NULL, 0));
  REFUSED(mjs_setToPosition(&a, 5, NULL, &minus, NULL, 0));
  a.ctrlrange[1] = 1;
  REFUSED(mjs_setToPosition(&a, 5, NULL, NULL, NULL, 1));
  ACCEPTED(mjs_setToPosition(&a, 5, NULL, NULL, NULL, 0));
}

static void integrated_velocities(void** state) {
  (void)state;
  fresh();
  ACCEPTED(mjs_setToIntVelocity(&a, 3, &half, NULL, NULL, 1));
  GAIN(3);
  BIAS(0, -3, -0.5);
  TYPES(FIXED, AFFINE, INTEGRATOR);
  assert_int_equal(a.actlimited, 1);
  a.actrange[0] = -1;
  REFUSED(mjs_setToIntVelocity(&a, 3, NULL, NULL, NULL, 1));
}

static void velocities_and_dampers(void** state) {
  (void)state;
  fresh();
  a.biasprm[1] = 8;
  ACCEPTED(mjs_setToVelocity(&a, 2));
  GAIN(2);
  BIAS(0, 0, -2);
  TYPES(FIXED, AFFINE, NONE);
  fresh();
  ACCEPTED(mjs_setToDamper(&a, 2));
  GAIN(0, 0, -2);
  TYPES(AFFINE, NONE, NONE);
  assert_int_equal(a.ctrllimited, 1);
  REFUSED(mjs_setToDamper(&a, -2));
  a.ctrlrange[0] = -1;
  REFUSED(mjs_setToDamper(&a, 2));
}

static void cylinders(void** state) {
  (void)state;
  fresh();
  ACCEPTED(mjs_setToCylinder(&a, 0.2, 0.1, 3, -1));
  GAIN(3);
  BIAS(0.1);
  DYN(0.2);
  TYPES(FIXED, AFFINE, FILTER);
  ACCEPTED(mjs_setToCylinder(&a, 0.2, 0.1, 3, 2));
  GAIN(mjPI);
}

static void muscles(void** state) {
  (void)state;
  double none[2] = {-1, -1}, time[2] = {0.02, 0.06}, range[2] = {0.6, 1.1};
  fresh();
  ACCEPTED(mjs_setToMuscle(&a, none, 0, none, -1, -1, -1, -1, -1, -1, -1));
  GAIN(0.75, 1.05, -1, 200, 0.5, 1.6, 1.5, 1.3, 1.2);
  BIAS(0.75, 1.05, -1, 200, 0.5, 1.6, 1.5, 1.3, 1.2);
  DYN(0.01, 0.04);
  TYPES(MUSCLE, MUSCLE, MUSCLE);
  fresh();
  a.gainprm[3] = 50;  // set before: stays
  ACCEPTED(mjs_setToMuscle(&a, time, 0.3, range, 120, -1, 0.4, -1, -1, -1, 1.4));
  GAIN(0.6, 1.1, 120, 50, 0.4, 1.6, 1.5, 1.3, 1.4);
  DYN(0.02, 0.06, 0.3);
  REFUSED(mjs_setToMuscle(&a, time, -0.3, range, 120, -1, 0.4, -1, -1, -1, 1.4));
}

static void adhesions(void** state) {
  (void)state;
  fresh();
  a.dyntype = mjDYN_FILTER;
  ACCEPTED(mjs_setToAdhesion(&a, 4));
  GAIN(4);
  TYPES(FIXED, NONE, FILTER);
  assert_int_equal(a.ctrllimited, 1);
  REFUSED(mjs_setToAdhesion(&a, -4));
  a.ctrlrange[0] = -1;
  REFUSED(mjs_setToAdhesion(&a, 4));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(motors),
      cmocka_unit_test(positions),
      cmocka_unit_test(integrated_velocities),
      cmocka_unit_test(velocities_and_dampers),
      cmocka_unit_test(cylinders),
      cmocka_unit_test(muscles),
      cmocka_unit_test(adhesions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
