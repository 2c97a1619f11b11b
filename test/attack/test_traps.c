// Programs that trap on division by zero, overflow and invalid operations load and step models
// without a SIGFPE.  Not those whose shapes are searched for the depth of an overlap: the lanes of
// the search divide by the areas of faces that have none, and leave the quotients aside.
#include "math/draw.h"

#include <fenv.h>

#include <engine/engine.h>

#if defined(__GLIBC__) && defined(__x86_64__)

static const char* const files[] = {
    "model/arm.xml",
    "model/box_pile.xml",
    "model/cart_pole.xml",
    "model/cloth.xml",
    "model/double_pendulum.xml",
    "model/four_bar.xml",
    "model/gripper.xml",
    "model/hand.xml",
    "model/humanoid.xml",
    "model/marble_run.xml",
    "model/mesh_showcase.xml",
    "model/muscle_arm.xml",
    "model/quadruped.xml",
    "model/slider_crank.xml",
    "test/attack/model/motors.xml",
    "model/pendulum.xml",
    "test/attack/model/paths.xml",
};

static void loading_and_stepping_trap_nothing(void** state) {
  (void)state;
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    char file[1000], error[1000];
    snprintf(file, sizeof file, SOURCE_ROOT "/%s", files[i]);
    feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);
    mjModel* m = mj_loadXML(file, NULL, error, sizeof error);
    mjData* d = m ? mj_makeData(m) : NULL;
    for (int k = 0; d && k < 5; k++) mj_step(m, d);
    if (d) mj_inverse(m, d);
    fedisableexcept(FE_ALL_EXCEPT);
    if (!d) fail_msg("%s: %s", files[i], error);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// A model whose statistics are not given: they are NaN until they are computed.
static void statistics_that_are_computed_trap_nothing(void** state) {
  (void)state;
  feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);
  mjSpec* s = mj_parseXMLString("<mujoco><statistic meansize='1'/></mujoco>", NULL, NULL, 0);
  mjModel* m = s ? mj_compile(s, NULL) : NULL;
  fedisableexcept(FE_ALL_EXCEPT);
  assert_non_null(m);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(statistics_that_are_computed_trap_nothing),
      cmocka_unit_test(loading_and_stepping_trap_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void) {
  puts("skipped: floating point traps are those of glibc on x86-64");
  return 0;
}

#endif
