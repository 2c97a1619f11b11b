#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/raises.h"
#include "model/small_models.h"
#include "model/stack.h"

typedef struct {
  mjModel* m;
  mjData* d;
} fixture;

static int set_up(void** state) {
  static fixture f;
  f.m = small_chain(3);
  f.d = mj_makeData(f.m);
  *state = &f;
  return 0;
}
static int tear_down(void** state) {
  fixture* f = *state;
  mj_deleteData(f->d);
  mj_deleteModel(f->m);
  return 0;
}

static void frames_nest(void** state) {
  mjData* d = ((fixture*)*state)->d;
  size_t used[10];
  for (int i = 0; i < 10; i++) {
    used[i] = d->pstack;
    mj_markStack(d);
    mjtNum* a = mj_stackAllocNum(d, 100);
    for (int k = 0; k < 100; k++) a[k] = i;
  }
  for (int i = 9; i >= 0; i--) {
    mj_freeStack(d);
    assert_int_equal(d->pstack, used[i]);
  }
  assert_int_equal(d->pbase, 0);
  mj_freeStack(d);  // nothing to free
  assert_int_equal(d->pstack, 0);
}

static void blocks_are_aligned_and_disjoint(void** state) {
  mjData* d = ((fixture*)*state)->d;
  mj_markStack(d);
  uintptr_t above = (uintptr_t)d->arena + d->narena;
  static const size_t alignment[] = {1, 2, 4, 8, 16, 64, 3, 24, 100, 4096};
  for (size_t i = 0; i < 10; i++) {
    for (size_t bytes = 1; bytes < 40; bytes += 7) {
      uintptr_t p = (uintptr_t)mj_stackAllocByte(d, bytes, alignment[i]);
      assert_int_equal(p % alignment[i], 0);
      assert_true(p + bytes <= above);
      above = p;
    }
  }
  assert_int_equal((uintptr_t)mj_stackAllocNum(d, 1) % sizeof(mjtNum), 0);
  assert_int_equal((uintptr_t)mj_stackAllocInt(d, 1) % sizeof(int), 0);
  assert_null(mj_stackAllocNum(d, 0));
  assert_null(mj_stackAllocInt(d, 0));
  assert_null(mj_stackAllocByte(d, 0, 8));
  mj_freeStack(d);
}

static void overflow_is_an_error_with_numbers(void** state) {
  mjData* d = ((fixture*)*state)->d;
  d->nefc = 31;
  d->ncon = 41;
  mj_markStack(d);
  assert_true(RAISES(mj_stackAllocNum(d, d->narena)));
  const char* word[] = {"max = 1048576", "available = ", "requested = 8388608", "nefc = 31",
                        "ncon = 41"};
  for (int i = 0; i < 5; i++) assert_non_null(strstr(last_error, word[i]));
  assert_true(RAISES(mj_stackAllocNum(d, SIZE_MAX / 8)));
  assert_true(RAISES(mj_stackAllocInt(d, SIZE_MAX)));
  assert_true(RAISES(mj_stackAllocByte(d, SIZE_MAX, 8)));
  // up to the last byte it works
  assert_false(RAISES(mj_stackAllocByte(d, d->narena - d->pstack, 1)));
  assert_true(RAISES(mj_stackAllocByte(d, 1, 1)));
  d->ncon = 0;
}

static void arena_and_stack_meet(void** state) {
  mjData* d = ((fixture*)*state)->d;
  void* low = data_reserve(d, 1000, 8);
  assert_ptr_equal(low, d->arena);
  char* next = data_reserve(d, 1, 64);
  assert_ptr_equal(next, (char*)d->arena + 1024);
  mj_markStack(d);
  mj_stackAllocByte(d, (size_t)d->narena / 2, 8);
  assert_null(data_reserve(d, (size_t)d->narena / 2, 8));
  assert_null(data_reserve(d, SIZE_MAX, 8));
  assert_non_null(data_reserve(d, (size_t)d->narena / 4, 8));
  assert_true(RAISES(mj_stackAllocByte(d, (size_t)d->narena / 4, 8)));
  mj_freeStack(d);
  assert_int_equal(d->maxuse_arena, d->maxuse_stack + d->parena);
  d->ncon = 2;
  data_release_efc(d);
  assert_int_equal(d->parena, 2 * sizeof(mjContact));
  data_release_arena(d);
  assert_true(!d->parena && !d->ncon && (void*)d->contact == d->arena);
}

static void use_is_recorded(void** state) {
  mjData* d = ((fixture*)*state)->d;
  mj_markStack(d);
  mj_stackAllocNum(d, 1000);
  size_t most = d->pstack;
  mj_freeStack(d);
  mj_markStack(d);
  mj_freeStack(d);
  assert_int_equal(d->maxuse_stack, most);
}

// ------------------------------------------------------------------------------- with threads

typedef struct {
  mjData* d;
  int sum;
} job;

static void* use_stack(void* arg) {
  job* j = arg;
  mj_markStack(j->d);
  int* a = mj_stackAllocInt(j->d, 500);
  for (int i = 0; i < 500; i++) a[i] = i;
  mj_markStack(j->d);
  int* b = mj_stackAllocInt(j->d, 500);
  memset(b, 0xFF, 500 * sizeof(int));
  mj_freeStack(j->d);
  j->sum = 0;
  for (int i = 0; i < 500; i++) j->sum += a[i];
  mj_freeStack(j->d);
  return arg;
}

static void threads_have_stacks_of_their_own(void** state) {
  mjData* d = ((fixture*)*state)->d;
  for (int n = 1; n <= 4; n++) {
    mjThreadPool* pool = mju_threadPoolCreate((size_t)n);
    mju_bindThreadPool(d, pool);
    assert_true(RAISES(mju_bindThreadPool(d, pool)));
    enum { TASKS = 300 };
    static mjTask task[TASKS];
    static job jobs[TASKS];
    for (int i = 0; i < TASKS; i++) {
      mju_defaultTask(task + i);
      jobs[i] = (job){d, 0};
      task[i].func = use_stack;
      task[i].args = jobs + i;
      mju_threadPoolEnqueue(pool, task + i);
    }
    job own = {d, 0};
    use_stack(&own);
    for (int i = 0; i < TASKS; i++) {
      mju_taskJoin(task + i);
      assert_int_equal(jobs[i].sum, 499 * 250);
    }
    assert_int_equal(own.sum, 499 * 250);
    assert_true(!stack_in_use(d) && d->pstack == 0);
    assert_true(d->maxuse_threadstack[0] >= 4000);
    mj_resetData(((fixture*)*state)->m, d);
    assert_true(d->threadpool == (uintptr_t)pool && d->pstack == 0);
    // the arena is as large as without a pool; a part is left to the stack
    size_t most = d->narena - d->narena / 32;
    assert_non_null(data_reserve(d, most - 64, 8));
    assert_null(data_reserve(d, 4096, 8));
    d->threadpool = 0;
    mj_resetData(((fixture*)*state)->m, d);
    mju_threadPoolDestroy(pool);
  }
}

static void a_bound_stack_keeps_its_frames(void** state) {
  mjData* d = ((fixture*)*state)->d;
  mj_markStack(d);
  int* a = mj_stackAllocInt(d, 10);
  for (int i = 0; i < 10; i++) a[i] = i;
  mjThreadPool* pool = mju_threadPoolCreate(2);
  mju_bindThreadPool(d, pool);
  assert_true(d->pstack > 0 && stack_in_use(d));
  int* b = mj_stackAllocInt(d, 10);
  memset(b, 0, 10 * sizeof(int));
  for (int i = 0; i < 10; i++) assert_int_equal(a[i], i);
  mj_freeStack(d);
  assert_false(stack_in_use(d));
  // a copy is single-threaded and usable
  mjData* copy = mj_copyData(NULL, ((fixture*)*state)->m, d);
  assert_int_equal(copy->threadpool, 0);
  mj_markStack(copy);
  assert_non_null(mj_stackAllocNum(copy, 1000));
  mj_freeStack(copy);
  mj_deleteData(copy);
  d->threadpool = 0;
  mj_resetData(((fixture*)*state)->m, d);
  mj_markStack(d);
  mj_stackAllocByte(d, (size_t)d->narena / 2, 8);
  mju_bindThreadPool(d, pool);
  d->threadpool = 0;
  mj_freeStack(d);
  mju_threadPoolDestroy(pool);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
  const struct CMUnitTest tests[] = {
      TEST(frames_nest),
      TEST(blocks_are_aligned_and_disjoint),
      TEST(overflow_is_an_error_with_numbers),
      TEST(arena_and_stack_meet),
      TEST(use_is_recorded),
      TEST(threads_have_stacks_of_their_own),
      TEST(a_bound_stack_keeps_its_frames),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
