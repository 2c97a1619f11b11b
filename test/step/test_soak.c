// Every bundled model under random controls and pushes: no bad number gets out unnoticed, nothing
// is allocated, memory stays what it was.
// test_soak [STEPS]: steps over all models together, fewer of the larger ones.
#include <dirent.h>
#include <malloc.h>
#include <unistd.h>

#include "base/check.h"
#include "step/bundled_model.h"

// How long a trajectory goes on before it starts anew, how long controls stay what they are.
enum { EPISODE = 1000, HOLD = 20 };

static long steps_in_all = 26000;

static int is_model(const char* name) {
  size_t n = strlen(name);
  return n > 4 && !strcmp(name + n - 4, ".xml");
}

// Random controls within their ranges, and now and then a push at a body.
static void disturb(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nu; i++) {
    const mjtNum* range = m->actuator_ctrlrange + 2 * i;
    d->ctrl[i] = m->actuator_ctrllimited[i] ? draw_between(range[0], range[1]) : draw();
  }
  mju_zero(d->xfrc_applied, 6 * m->nbody);
  if (draw() > 0.8) {
    int b = draw_int(1, m->nbody - 1);
    for (int k = 0; k < 3; k++) d->xfrc_applied[6 * b + k] = 20 * m->body_mass[b] * draw();
  }
}

static int all_finite(const mjtNum* x, int n) {
  for (int i = 0; i < n; i++) {
    if (!isfinite(x[i])) return 0;
  }
  return 1;
}

static int state_is_finite(const mjModel* m, const mjData* d) {
  return all_finite(d->qpos, m->nq) && all_finite(d->qvel, m->nv) && all_finite(d->act, m->na) &&
         all_finite(d->qacc, m->nv) && all_finite(d->sensordata, m->nsensordata);
}

// Pages of memory this process has.
static long resident_pages(void) {
  long all, resident = 0;
  FILE* f = fopen("/proc/self/statm", "r");
  if (f && fscanf(f, "%ld %ld", &all, &resident) != 2) resident = 0;
  if (f) fclose(f);
  return resident;
}

// Bytes in use of the heap, those of blocks that are mapped by themselves included.
static size_t heap_bytes(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

// A reset by the library is the one way a bad number may end: it leaves its warning behind.
static int resets_by_itself(const mjData* d) {
  return d->warning[mjWARN_BADQPOS].number + d->warning[mjWARN_BADQVEL].number +
         d->warning[mjWARN_BADQACC].number;
}

// A small model makes more steps in the same time.
static double share(const mjModel* m) { return 1.0 / (10 + m->nv); }

static void soak(const char* name, int seed, double shares) {
  mjModel* m = bundled_model(name);
  long steps = (long)((double)steps_in_all * share(m) / shares) + 1;
  mjData* d = mj_makeData(m);
  long resets = 0, pages = 0;
  size_t allocated = 0;
  draw_seed(seed);
  for (long k = 0; k < steps; k++) {
    if (k % EPISODE == 0) {
      resets += resets_by_itself(d);
      mj_resetData(m, d);
    }
    if (k % HOLD == 0) disturb(m, d);
    mj_step(m, d);
    if (!state_is_finite(m, d)) {
      print_error("%s, step %ld: not a number\n", name, k);
      fail();
    }
    // by then the arena has been as full as it gets, nearly
    if (k == steps / 2) {
      pages = resident_pages();  // first: the file it reads has a buffer
      allocated = heap_bytes();
    }
  }
  resets += resets_by_itself(d);
  long bytes = (long)heap_bytes() - (long)allocated;
  long growth = (resident_pages() - pages) * sysconf(_SC_PAGESIZE);
  print_message("%-20s %9ld steps, %ld resets by itself; second half: %+ld bytes, resident %+ld\n",
                name, steps, resets, bytes, growth);
  // a build that moves the arena has it in a block of the heap or in one that is mapped, which is
  // rounded to pages
  assert_in_range(labs(bytes), 0, HOSTILE ? sysconf(_SC_PAGESIZE) : 0);
  // what the arena reaches in its fullest moment may still come
  assert_true(growth <= (long)m->narena / 8 + (1 << 20));
  assert_int_equal(d->pstack, 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void random_controls_never_break_a_model(void** state) {
  (void)state;
  const char* name[100];
  struct dirent** found;
  int n = scandir(SOURCE_ROOT "/model", &found, NULL, alphasort), count = 0;
  assert_true(n > 0);
  for (int i = 0; i < n; i++) {
    if (is_model(found[i]->d_name) && count < 100) name[count++] = found[i]->d_name;
  }
  assert_true(count >= 12);
  double shares = 0;
  for (int i = 0; i < count; i++) {
    mjModel* m = bundled_model(name[i]);
    shares += share(m);
    mj_deleteModel(m);
  }
  long before = resident_pages();
  for (int i = 0; i < count; i++) soak(name[i], i, shares);
  print_message("%ld steps; resident %ld kB at the start, %ld at the end\n", steps_in_all,
                before * (sysconf(_SC_PAGESIZE) / 1024),
                resident_pages() * (sysconf(_SC_PAGESIZE) / 1024));
  for (int i = 0; i < n; i++) free(found[i]);
  free(found);
}

int main(int argc, char** argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_controls_never_break_a_model)};
  if (argc > 1) steps_in_all = atol(argv[1]);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
