// Threads, locks, signals and semaphores.
#pragma once

#include <pthread.h>
#include <stdbool.h>

#if defined(__APPLE__)
#include <dispatch/dispatch.h>
typedef dispatch_semaphore_t thread_semaphore;
#else
#include <semaphore.h>
typedef sem_t thread_semaphore;
#endif

typedef pthread_t thread;
typedef pthread_mutex_t thread_lock;
typedef pthread_cond_t thread_signal;

#define THREAD_LOCK_NEW PTHREAD_MUTEX_INITIALIZER

// Start a thread that calls work(arg); false when the system cannot.  thread_join waits for its
// end.
bool thread_start(thread* t, void* (*work)(void*), void* arg);
void thread_join(thread t);

// Processor time of the calling thread, and elapsed time, in seconds; 0 without a clock.
double thread_seconds(void);
double thread_clock(void);

// thread_pause: a short wait inside the processor, for spinning.  thread_yield: lets another thread
// run on this processor.
void thread_pause(void);
void thread_yield(void);

// Number of processors online; at least 1.
int thread_processors(void);

// Whether this is the only thread of the process; false where the system does not tell.
bool thread_is_alone(void);

// A mutex.  It is never held across a call that can raise an error.
bool thread_lock_make(thread_lock* l);
void thread_lock_free(thread_lock* l);
void thread_lock_take(thread_lock* l);
void thread_lock_give(thread_lock* l);

// A condition variable: one thread waits, with the lock held; others signal.
bool thread_signal_make(thread_signal* s);
void thread_signal_free(thread_signal* s);
void thread_signal_wait(thread_signal* s, thread_lock* l);
void thread_signal_send(thread_signal* s);

// A counting semaphore, initially 0: wait blocks until the count is positive, then decrements it.
bool thread_semaphore_make(thread_semaphore* s);
void thread_semaphore_free(thread_semaphore* s);
void thread_semaphore_wait(thread_semaphore* s);
void thread_semaphore_post(thread_semaphore* s);
