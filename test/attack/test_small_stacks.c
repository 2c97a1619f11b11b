// The C stack that calls take: a step in a thread of 64 kB, loading, saving and compiling again in
// one of 96 kB.  Measured on stacks that are large and painted, so that a failure says how much it
// was and of which model.
#include "math/draw.h"

#include <pthread.h>
#include <sys/mman.h>

#include <engine/engine.h>

#include "base/platform/compiler.h"

// Frames of builds without optimisation, or that are watched, are others.
#if defined(__OPTIMIZE__) && !WATCHES_MEMORY && !defined(__SANITIZE_THREAD__)
#define MEASURED
#endif

#ifdef MEASURED

enum {
  STACK = 1 << 20,
  PAINT = 0x5a,
  OF_THREAD = 8 << 10,  // what the C library keeps at the top of a thread's stack, and a signal
  STEP = 64 << 10,
  LOAD = 96 << 10,
};

static const char* const files[] = {
    "model/arm.xml",
    "model/box_pile.xml",
    "model/cloth.xml",
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
    "test/attack/model/paths.xml",
    "test/attack/model/soft.xml",
};

typedef struct {
  const char* file;
  mjSpec* spec;
  mjModel* m;
  mjData* d;
} use;

// The bytes of stack that the function takes.
static size_t measure(void* (*function)(void*), use* u) {
  unsigned char* stack =
      mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert_true(stack != MAP_FAILED);
  memset(stack, PAINT, STACK);
  pthread_attr_t attributes;
  pthread_t thread;
  assert_int_equal(pthread_attr_init(&attributes), 0);
  assert_int_equal(pthread_attr_setstack(&attributes, stack, STACK), 0);
  assert_int_equal(pthread_create(&thread, &attributes, function, u), 0);
  pthread_join(thread, NULL);
  pthread_attr_destroy(&attributes);
  size_t untouched = 0;
  while (untouched < STACK && stack[untouched] == PAINT) untouched++;
  munmap(stack, STACK);
  return STACK - untouched;
}

static int takes_at_most(size_t limit, void* (*function)(void*), use* u, const char* what) {
  size_t n = measure(function, u) + OF_THREAD;
  if (n <= limit) return 1;
  print_error("%s: %s needs %zu bytes of stack, more than %zu\n", u->file, what, n, limit);
  return 0;
}

static void* load(void* arg) {
  use* u = arg;
  char file[1000];
  snprintf(file, sizeof file, SOURCE_ROOT "/%s", u->file);
  u->spec = mj_parseXML(file, NULL, NULL, 0);
  if (u->spec) u->m = mj_compile(u->spec, NULL);
  if (u->m) u->d = mj_makeData(u->m);
  return NULL;
}

static void* compile_again(void* arg) {
  use* u = arg;
  mj_recompile(u->spec, NULL, u->m, u->d);
  return NULL;
}

// As text and as a binary file, and back.
static void* save(void* arg) {
  use* u = arg;
  static char text[1 << 22];
  mj_saveXMLString(u->spec, text, sizeof text, NULL, 0);
  mj_saveModel(u->m, "small_stacks.mjb", NULL, 0);
  mj_deleteModel(mj_loadModel("small_stacks.mjb", NULL));
  mj_deleteModel(mj_copyModel(NULL, u->m));
  mj_deleteData(mj_copyData(NULL, u->m, u->d));
  mj_deleteSpec(mj_copySpec(u->spec));
  mj_deleteSpec(
      mj_parseXMLString("<mujoco><worldbody><body></worldbody></mujoco>", NULL, text, 500));
  return NULL;
}

static void* step(void* arg) {
  use* u = arg;
  for (int i = 0; i < 30; i++) mj_step(u->m, u->d);
  mj_inverse(u->m, u->d);
  return NULL;
}

static int check_steps(use* u) {
  int good = takes_at_most(STEP, step, u, "mj_step");
  u->m->opt.ccd_iterations = 200;
  u->m->opt.enableflags |= mjENBL_MULTICCD | mjENBL_FWDINV | mjENBL_ENERGY;
  for (int solver = mjSOL_PGS; solver <= mjSOL_NEWTON; solver++) {
    u->m->opt.solver = solver;
    u->m->opt.cone = solver % 2;
    u->m->opt.jacobian = solver % 2;
    u->m->opt.integrator = solver;
    u->m->opt.noslip_iterations = 2;
    good &= takes_at_most(STEP, step, u, "mj_step with other options");
  }
  return good;
}

static void bundled_models_run_in_small_threads(void** state) {
  (void)state;
  int good = 1;
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    use u = {.file = files[i]};
    good &= takes_at_most(LOAD, load, &u, "loading");
    if (!u.m || !u.d) fail_msg("%s: not loaded", files[i]);
    good &= takes_at_most(LOAD, compile_again, &u, "mj_recompile");
    good &= takes_at_most(LOAD, save, &u, "saving and copying");
    good &= check_steps(&u);
    mj_deleteData(u.d);
    mj_deleteModel(u.m);
    mj_deleteSpec(u.spec);
  }
  assert_true(good);
}

// Shapes in each other, so that the search for the depth takes many steps; distances as sensors.
static void deep_overlaps_run_in_small_threads(void** state) {
  (void)state;
  static const char text[] =
      "<mujoco><option timestep='1e-6' ccd_iterations='200' ccd_tolerance='1e-14'/><asset><mesh "
      "name='m' "
      "builtin='sphere' params='3'/></asset><worldbody><geom name='a' type='ellipsoid' size='.3 .2 "
      ".1'/><geom name='p' type='plane' size='1 1 1'/><body pos='.01 .02 .03' euler='10 20 30'>"
      "<freejoint/><geom name='b' type='cylinder' size='.2 .3'/><geom name='c' type='mesh' "
      "mesh='m'/>"
      "<geom name='e' type='ellipsoid' size='.3 .1 .2'/></body></worldbody><sensor><distance "
      "geom1='a' geom2='b' cutoff='1'/><fromto geom1='a' geom2='c' cutoff='1'/><normal geom1='a' "
      "geom2='e' cutoff='1'/><distance geom1='p' geom2='c' cutoff='1'/></sensor></mujoco>";
  mjSpec* s = mj_parseXMLString(text, NULL, NULL, 0);
  assert_non_null(s);
  use u = {.file = "overlaps", .m = mj_compile(s, NULL)};
  assert_non_null(u.m);
  u.d = mj_makeData(u.m);
  assert_true(takes_at_most(STEP, step, &u, "mj_step"));
  assert_true(u.d->ncon > 0);
  mj_deleteData(u.d);
  mj_deleteModel(u.m);
  mj_deleteSpec(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bundled_models_run_in_small_threads),
      cmocka_unit_test(deep_overlaps_run_in_small_threads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void) {
  puts("skipped: frames of this build say nothing of those of an optimised one");
  return 0;
}

#endif
