// Threads, and what they wait for each other with.
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

// Start a thread that calls work(arg); false when the system makes none.  thread_join waits for its
// end.
bool thread_start(thread* t, void* (*work)(void*), void* arg);
void thread_join(thread t);

// Seconds that the calling thread has been at work, and that have passed; 0 where there is no
// clock.
double thread_seconds(void);
double thread_clock(void);

// Let others run: for a few cycles inside the processor, or by leaving the processor to them.
void thread_pause(void);
void thread_yield(void);

// How many processors are online; at least 1.
int thread_processors(void);

// Whether no other thread has been started; false where the system does not tell.
bool thread_is_alone(void);

// A lock.  Never held over a call that can raise an error.
bool thread_lock_make(thread_lock* l);
void thread_lock_free(thread_lock* l);
void thread_lock_take(thread_lock* l);
void thread_lock_give(thread_lock* l);

// A signal that one thread waits for, with the lock held, and others send.
bool thread_signal_make(thread_signal* s);
void thread_signal_free(thread_signal* s);
void thread_signal_wait(thread_signal* s, thread_lock* l);
void thread_signal_send(thread_signal* s);

// A counter of permissions, 0 at first: wait takes one, and sleeps until there is one.
bool thread_semaphore_make(thread_semaphore* s);
void thread_semaphore_free(thread_semaphore* s);
void thread_semaphore_wait(thread_semaphore* s);
void thread_semaphore_post(thread_semaphore* s);
