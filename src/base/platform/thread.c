#include "base/platform/thread.h"

#include <errno.h>
#include <time.h>
#include <sched.h>
#if __has_include(<sys/single_threaded.h>)
#include <sys/single_threaded.h>
#define TELLS_ALONE
#endif
#ifdef _WIN32
#include <windows.h>
#else
#include <unistd.h>
#endif

bool thread_start(thread* t, void* (*work)(void*), void* arg) {
  return pthread_create(t, NULL, work, arg) == 0;
}

void thread_join(thread t) { pthread_join(t, NULL); }

bool thread_is_alone(void) {
#ifdef TELLS_ALONE
  return __libc_single_threaded;
#else
  return false;
#endif
}

void thread_pause(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

void thread_yield(void) { sched_yield(); }

int thread_processors(void) {
#ifdef _WIN32
  SYSTEM_INFO system;
  GetSystemInfo(&system);
  long n = (long)system.dwNumberOfProcessors;
#else
  long n = sysconf(_SC_NPROCESSORS_ONLN);
#endif
  return n > 1 ? (int)n : 1;
}

bool thread_lock_make(thread_lock* l) { return pthread_mutex_init(l, NULL) == 0; }
void thread_lock_free(thread_lock* l) { pthread_mutex_destroy(l); }
void thread_lock_take(thread_lock* l) { pthread_mutex_lock(l); }
void thread_lock_give(thread_lock* l) { pthread_mutex_unlock(l); }

bool thread_signal_make(thread_signal* s) { return pthread_cond_init(s, NULL) == 0; }
void thread_signal_free(thread_signal* s) { pthread_cond_destroy(s); }
void thread_signal_wait(thread_signal* s, thread_lock* l) { pthread_cond_wait(s, l); }
void thread_signal_send(thread_signal* s) { pthread_cond_signal(s); }

#if defined(__APPLE__)

bool thread_semaphore_make(thread_semaphore* s) {
  return (*s = dispatch_semaphore_create(0)) != NULL;
}
void thread_semaphore_free(thread_semaphore* s) { dispatch_release(*s); }
void thread_semaphore_wait(thread_semaphore* s) {
  dispatch_semaphore_wait(*s, DISPATCH_TIME_FOREVER);
}
void thread_semaphore_post(thread_semaphore* s) { dispatch_semaphore_signal(*s); }

#else

bool thread_semaphore_make(thread_semaphore* s) { return sem_init(s, 0, 0) == 0; }
void thread_semaphore_free(thread_semaphore* s) { sem_destroy(s); }
void thread_semaphore_wait(thread_semaphore* s) {
  while (sem_wait(s) && errno == EINTR) {}
}
void thread_semaphore_post(thread_semaphore* s) { sem_post(s); }

#endif

static double seconds_of(clockid_t clock) {
  struct timespec t;
  return clock_gettime(clock, &t) ? 0 : (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
double thread_seconds(void) { return seconds_of(CLOCK_THREAD_CPUTIME_ID); }
double thread_clock(void) { return seconds_of(CLOCK_MONOTONIC); }
