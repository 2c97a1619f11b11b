// What loading takes at its peak, in sizes of the finished model (nbuffer and the struct).
//
// Counted are the bytes asked of malloc, by whatever part of the program, and the pages written to
// of what the library reserves from the system beside it.  Where the allocator cannot be counted
// (sanitizers, other C libraries) there is nothing to test.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include <malloc.h>
#include <sys/mman.h>
#include <engine/engine.h>

#include "bench/load_scenes.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || \
    __has_feature(thread_sanitizer)
#define SANITIZED
#endif
#endif
#if defined(__GLIBC__) && !defined(SANITIZED) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define COUNTED
#endif

#ifdef COUNTED

// ---------------------------------------------------------------------------------- the counters

static size_t asked;       // bytes of malloc now,
static size_t asked_most;  // at most since the last look,
static size_t most;        // and at most with reserved pages

static void* gain(void* p) {
  if (p) asked += malloc_usable_size(p);
  if (asked > asked_most) asked_most = asked;
  return p;
}

static void lose(void* p) {
  if (p) asked -= malloc_usable_size(p);
}

void* __libc_malloc(size_t n);
void* __libc_calloc(size_t n, size_t size);
void* __libc_realloc(void* p, size_t n);
void* __libc_memalign(size_t align, size_t n);
void __libc_free(void* p);

void* malloc(size_t n) { return gain(__libc_malloc(n)); }
void* calloc(size_t n, size_t size) { return gain(__libc_calloc(n, size)); }
void* memalign(size_t align, size_t n) { return gain(__libc_memalign(align, n)); }
void* aligned_alloc(size_t align, size_t n) { return gain(__libc_memalign(align, n)); }
void* realloc(void* p, size_t n) {
  lose(p);
  return gain(__libc_realloc(p, n));
}
void free(void* p) {
  lose(p);
  __libc_free(p);
}

// Reservations alive, in the order they were made.
static struct {
  char* begin;
  size_t n;
} reserved[100];
static int nreserved;

static size_t written_pages(char* begin, size_t n) {
  enum { CHUNK = 4096 };
  unsigned char in_core[CHUNK];
  size_t page = (size_t)sysconf(_SC_PAGESIZE), pages = (n + page - 1) / page, count = 0;
  for (size_t first = 0; first < pages; first += CHUNK) {
    size_t some = pages - first < CHUNK ? pages - first : CHUNK;
    if (mincore(begin + first * page, some * page, in_core)) abort();
    for (size_t i = 0; i < some; i++) count += in_core[i] & 1;
  }
  return count * page;
}

// All that is held now: a reservation is fullest at its end.
static void look(void) {
  size_t all = asked_most;
  for (int i = 0; i < nreserved; i++) all += written_pages(reserved[i].begin, reserved[i].n);
  if (all > most) most = all;
  asked_most = asked;
}

void* __real_mmap(void* p, size_t n, int protection, int flags, int file, off_t offset);
int __real_munmap(void* p, size_t n);

void* __wrap_mmap(void* p, size_t n, int protection, int flags, int file, off_t offset) {
  look();
  void* made = __real_mmap(p, n, protection, flags, file, offset);
  if (made == MAP_FAILED) return made;
  if (nreserved == sizeof reserved / sizeof *reserved) abort();
  reserved[nreserved].begin = made;
  reserved[nreserved++].n = n;
  return made;
}

int __wrap_munmap(void* p, size_t n) {
  look();
  int i = 0;
  while (i < nreserved && reserved[i].begin != p) i++;
  if (i == nreserved || reserved[i].n != n) abort();
  for (nreserved--; i < nreserved; i++) reserved[i] = reserved[i + 1];
  return __real_munmap(p, n);
}

// ------------------------------------------------------------------------------------- the models

// The peak of loading a file in sizes of its model.
static double peak(const char* file) {
  char error[500];
  // what the library and the C library keep for ever
  mj_deleteModel(mj_loadXML(file, NULL, error, sizeof error));
  mj_freeLastXML();
  size_t before = asked;
  asked_most = asked;
  most = 0;
  mjModel* m = mj_loadXML(file, NULL, error, sizeof error);
  if (!m) fail_msg("%s: %s", file, error);
  look();
  double size = (double)m->nbuffer + sizeof(mjModel);
  double sizes = (double)(most - before) / size;
  print_message("%-40s model %10.0f bytes, peak %.2f\n", strrchr(file, '/') + 1, size, sizes);
  mj_deleteModel(m);
  mj_freeLastXML();
  // nothing is left: the count is of this load, and all of it
  if (asked > before + 1000) fail_msg("%s: %zu bytes are left", file, asked - before);
  return sizes;
}

static void assert_peak(const char* file, double limit) {
  double sizes = peak(file);
  if (!(sizes <= limit)) fail_msg("%s: peak of %.2f models, more than %g", file, sizes, limit);
  if (!(sizes > 1)) fail_msg("%s: a peak of %.2f cannot hold the model", file, sizes);
}

static void assert_scene(const char* what, void (*write)(FILE*, int), int n, double limit) {
  char name[100];
  snprintf(name, sizeof name, "./memory_%s_%d.xml", what, n);
  FILE* f = create(name);
  write(f, n);
  fclose(f);
  assert_peak(name, limit);
  remove(name);
}

static void assert_robot(const char* robot, double limit) {
  char name[300];
  snprintf(name, sizeof name, SOURCE_ROOT "/model/%s.xml", robot);
  assert_peak(name, limit);
}

static void a_robot_takes_four_times_its_model(void** state) {
  (void)state;
  assert_robot("humanoid", 4);
  assert_robot("arm", 4.1);  // a third of its pages are those every model takes
}

static void a_hundred_humanoids_take_four_times_their_model(void** state) {
  (void)state;
  write_humanoids("./memory_humanoids.xml", SOURCE_ROOT "/model/humanoid.xml", 100);
  assert_peak("./memory_humanoids.xml", 4);
  remove("./memory_humanoids.xml");
}

static void bodies_take_four_times_their_model_however_many(void** state) {
  (void)state;
  assert_scene("chain", write_chain, 100, 4);
  assert_scene("chains", write_chains, 100, 4);
  assert_scene("chains", write_chains, 1000, 4);
  assert_scene("chains", write_chains, 20000, 4);
  assert_scene("wide", write_wide, 1000, 4);
  assert_scene("wide", write_wide, 20000, 4);
  assert_scene("geoms", write_geoms, 1000, 4);
}

// The step that the finished model is tried with takes as much as the model or more, where few
// bodies have many rows of constraints.
static void a_trial_of_many_rows_takes_more(void** state) {
  (void)state;
  assert_robot("hand", 4.9);
  assert_robot("quadruped", 4.2);
  assert_scene("tendons", write_tendons, 1000, 4.4);
  assert_scene("tendons", write_tendons, 20000, 4.3);
  assert_scene("links", write_links, 1000, 5.1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_robot_takes_four_times_its_model),
      cmocka_unit_test(a_hundred_humanoids_take_four_times_their_model),
      cmocka_unit_test(bodies_take_four_times_their_model_however_many),
      cmocka_unit_test(a_trial_of_many_rows_takes_more),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void) { return 0; }

#endif
