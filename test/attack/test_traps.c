// Programs that trap on division by zero, overflow and invalid operations load and step models
// without a SIGFPE: the bundled ones, and those of ../shared where they are.
#include "math/draw.h"

#include <fenv.h>
#include <glob.h>

#include <engine/engine.h>

#include "skip.h"

#if defined(__clang__)

int main(void) {
  puts(
      "skipped: clang computes what is not used, and divides by zero there; it takes it that "
      "nobody looks");
  return 0;
}

#elif defined(__GLIBC__) && defined(__x86_64__)

// Load and step; false when the file is none of a model (parts of others are among them).
static bool play(const char* file) {
  char error[1000];
  feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);
  mjModel* m = mj_loadXML(file, NULL, error, sizeof error);
  mjData* d = m ? mj_makeData(m) : NULL;
  for (int k = 0; d && k < 30; k++) mj_step(m, d);
  if (d) mj_inverse(m, d);
  fedisableexcept(FE_ALL_EXCEPT);
  mj_deleteData(d);
  mj_deleteModel(m);
  return d;
}

static int play_all(const char* pattern) {
  glob_t files;
  int played = 0;
  if (glob(pattern, 0, NULL, &files)) return 0;
  for (size_t i = 0; i < files.gl_pathc; i++) played += play(files.gl_pathv[i]);
  globfree(&files);
  return played;
}

static void loading_and_stepping_trap_nothing(void** state) {
  (void)state;
  assert_true(play_all(SOURCE_ROOT "/model/*.xml") >= 18);
  assert_true(play_all(SOURCE_ROOT "/test/attack/model/*.xml") > 0);
}

static void shared_models_trap_nothing(void** state) {
  (void)state;
#define SHARED SOURCE_ROOT "/../shared/"
  static const char* const patterns[] = {
      SHARED "conformance/models/feature/*/*.xml", SHARED "conformance/models/mujoco/*/*.xml",
      SHARED "robots/models/menagerie/*/*.xml", SHARED "newer/models/*.xml"};
  int played = 0;
  for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) played += play_all(patterns[i]);
  if (!played) { skip_because("there are no models in ../shared"); }
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
      cmocka_unit_test(shared_models_trap_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void) {
  puts("skipped: floating point traps are those of glibc on x86-64");
  return 0;
}

#endif
