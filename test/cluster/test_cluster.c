#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include <engine/engine.h>

#include "cluster/rolled.h"
#include "skip.h"

static int warnings = 0;

static void count_warning(const char* text) {
  // others are of the rollout with a bad number
  warnings += strncmp(text, "eng_", 4) == 0;
}

// The processes that this one has started; how many.
static int children(pid_t* id, int most) {
  char path[100];
  snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
  FILE* f = fopen(path, "r");
  int n = 0, pid;
  while (f && n < most && fscanf(f, "%d", &pid) == 1) id[n++] = (pid_t)pid;
  if (f) fclose(f);
  return n;
}

static void clusters_give_the_bits_of_one_process(void** unused) {
  (void)unused;
  for (int nworker = 0; nworker < 4; nworker++) {
    engCluster* c = eng_clusterProcesses(nworker, 1 + nworker % 2);
    assert_non_null(c);
    assert_int_equal(eng_clusterSize(c), nworker);
    for (int chunk = 0; chunk < 8; chunk += 3) {
      // one cluster serves models one after another
      rolled a = roll("humanoid.xml", NULL, 0), b = roll("humanoid.xml", c, chunk);
      assert_same(&a, &b);
      assert_int_equal(b.deal.nlost, 0);
      drop(&a);
      drop(&b);
      a = roll("cart_pole.xml", NULL, 0), b = roll("cart_pole.xml", c, chunk);
      assert_same(&a, &b);
      drop(&a);
      drop(&b);
    }
    eng_clusterClose(c);
    pid_t id[10];
    assert_int_equal(children(id, 10), 0);
  }
}

typedef struct {
  int signal, when, calls, last;
} disturbance;

// Does something to a worker in the middle of the work.
static void disturb(void* argument, int done, int all) {
  disturbance* x = argument;
  pid_t id[10];
  assert_true(done > x->last && done <= all);
  x->last = done;
  if (x->calls++ != x->when) return;
  int n = children(id, 10);
  if (n > 0) kill(id[0], x->signal);
}

static void dead_and_sleeping_workers_are_replaced(void** unused) {
  (void)unused;
  pid_t id[10];
  for (int what = 0; what < 4; what++) {
    disturbance x = {.signal = what < 2 ? SIGKILL : SIGSTOP, .when = what % 2};
    engCluster* c = eng_clusterProcesses(2, 1);
    assert_non_null(c);
    if (children(id, 10) != 2) {
      eng_clusterClose(c);
      skip_because("this system does not tell which processes are whose children");
    }
    rolled a = roll("humanoid.xml", NULL, 0);
    warnings = 0;
    rolled b = roll_watched("humanoid.xml", c, 1, disturb, &x);
    rolled again = roll("humanoid.xml", c, 1);
    assert_same(&a, &b);
    assert_same(&a, &again);
    assert_int_equal(x.last, ROLLS);
    // who is dead is found out at the next word with it; who sleeps may wake up
    if (what < 2) {
      assert_int_equal(eng_clusterSize(c), 1);
      assert_int_equal(b.deal.nlost + again.deal.nlost, 1);
      assert_int_equal(warnings, 1);
    } else {
      assert_int_equal(eng_clusterSize(c), 2);
    }
    drop(&a);
    drop(&b);
    drop(&again);
    eng_clusterClose(c);
    assert_int_equal(children(id, 10), 0);
  }
}

// --- a transport that lies or fails at a word ---------------------------------------------------

typedef struct {
  int words, fail_at, wrong;
  int dropped;
} liar;

static int lie_send(void* context, int worker, const void* data, size_t n) {
  liar* l = context;
  (void)worker, (void)data, (void)n;
  return ++l->words >= l->fail_at && !l->wrong ? -1 : 0;
}

static int lie_receive(void* context, int worker, void* data, size_t n) {
  liar* l = context;
  (void)worker;
  memset(data, 0x5a, n);
  return ++l->words >= l->fail_at && !l->wrong ? -1 : 0;
}

static int lie_wait(void* context, const mjtByte* waiting, double time) {
  (void)context, (void)time;
  for (int i = 0; i < 3; i++) {
    if (waiting[i]) return i;
  }
  return -1;
}

static void lie_drop(void* context, int worker) {
  (void)worker;
  ((liar*)context)->dropped++;
}

static void lie_close(void* context) { (void)context; }

static void workers_that_fail_at_any_word_do_no_harm(void** unused) {
  (void)unused;
  rolled a = roll("cart_pole.xml", NULL, 0);
  for (int k = 0; k < 14; k++) {
    liar l = {.fail_at = k + 1, .wrong = k == 0};
    engTransport t = {&l, 3, lie_send, lie_receive, lie_wait, lie_drop, lie_close, 0};
    engCluster* c = eng_clusterOver(&t);
    warnings = 0;
    rolled b = roll("cart_pole.xml", c, 2);
    assert_same(&a, &b);
    assert_int_equal(b.deal.nremote, 0);
    assert_int_equal(b.deal.nlost, 3);
    assert_int_equal(warnings, 3);
    assert_int_equal(l.dropped, 3);
    assert_int_equal(eng_clusterSize(c), 0);
    drop(&b);
    eng_clusterClose(c);
  }
  drop(&a);
}

static void wrong_arguments_are_refused(void** unused) {
  (void)unused;
  rolled a = roll("cart_pole.xml", NULL, 0);
  engCluster* c = eng_clusterProcesses(0, 1);
  engRollout r = a.r;
  assert_int_equal(eng_rolloutDistributed(a.m, a.d, 0, NULL, &r, c, NULL), -1);
  r.nstep = -1;
  assert_int_equal(eng_rolloutDistributed(a.m, a.d, 1, NULL, &r, c, NULL), -1);
  r = a.r;
  r.control_sig = 0;
  assert_int_equal(eng_rolloutDistributed(a.m, a.d, 1, NULL, &r, c, NULL), -1);
  r = a.r;
  r.nrollout = 0;
  assert_int_equal(eng_rolloutDistributed(a.m, a.d, 1, NULL, &r, c, NULL), 0);
  eng_clusterClose(c);
  eng_clusterClose(NULL);
  drop(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(clusters_give_the_bits_of_one_process),
      cmocka_unit_test(dead_and_sleeping_workers_are_replaced),
      cmocka_unit_test(workers_that_fail_at_any_word_do_no_harm),
      cmocka_unit_test(wrong_arguments_are_refused),
  };
  mju_user_warning = count_warning;
  return cmocka_run_group_tests(tests, NULL, NULL);
}
