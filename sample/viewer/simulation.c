#include "simulation.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

// Longest time a batch of steps keeps the lock, longest lag that is caught up, and the shortest
// time between states of a recording (seconds).
static const double max_batch = 1. / 120, max_lag = .1, record_interval = 1. / 120;

// What the physics waits when somebody else wants the lock (nanoseconds).
enum { GIVE_WAY = 200000 };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void simulation_resync(simulation* s) { s->origin.valid = false; }

void simulation_take(simulation* s, mjModel* m, mjData* d) {
  mj_deleteData(s->d);
  mj_deleteModel(s->m);
  s->m = m;
  s->d = d;
  mjv_defaultPerturb(&s->pert);
  recording_free(&s->run);
  history_free(&s->past);
  s->replaying = s->record = false;
  if (m) {
    history_make(&s->past, m);
    mj_forward(m, d);
    history_add(&s->past, m, d);
  }
  simulation_resync(s);
}

void simulation_reset(simulation* s, int key) {
  if (!s->m) return;
  if (key >= 0 && key < s->m->nkey) {
    mj_resetDataKeyframe(s->m, s->d, key);
  } else {
    mj_resetData(s->m, s->d);
  }
  mj_forward(s->m, s->d);
  history_clear(&s->past);
  history_add(&s->past, s->m, s->d);
  s->replaying = false;
  simulation_resync(s);
}

void simulation_step(simulation* s) {
  if (!s->m) return;
  mjData* d = s->d;
  memset(d->xfrc_applied, 0, sizeof(mjtNum) * 6 * (size_t)s->m->nbody);
  mjv_applyPerturbPose(s->m, d, &s->pert, 0);
  mjv_applyPerturbForce(s->m, d, &s->pert);
  mj_step(s->m, d);
  history_add(&s->past, s->m, d);
  if (s->record) recording_add(&s->run, s->m, d, record_interval);
}

// Steps until simulated time has caught up with real time.
static void advance(simulation* s) {
  double begin = now(), from = s->d->time;
  time_origin* o = &s->origin;
  if (!o->valid || o->speed != s->speed || s->d->time < o->simulated) {
    *o = (time_origin){begin, s->d->time, s->speed, true};
  }
  double target = o->simulated + (begin - o->wall) * s->speed;
  int steps = 0;
  while (s->d->time < target && now() - begin < max_batch && !atomic_load(&s->waiting)) {
    double before = s->d->time;
    simulation_step(s);
    steps++;
    if (s->d->time <= before) break;  // it was reset, or does not move
  }
  double lag = (target - s->d->time) / s->speed;
  if (lag > max_lag) o->valid = false;
  if (!steps) return;
  double spent = now() - begin;
  s->step_time += .1 * (spent / steps - s->step_time);
  // what share of the time that was asked for was made
  double share = lag > max_batch ? (s->d->time - from) / spent : s->speed;
  s->reached += .05 * (share - s->reached);
}

// While paused the mouse still moves free bodies.
static void move_paused(simulation* s) {
  if (!s->pert.active) return;
  mjv_applyPerturbPose(s->m, s->d, &s->pert, 1);
  mj_forward(s->m, s->d);
}

static void replay(simulation* s, double elapsed) {
  if (s->running) s->replay_time += elapsed * s->speed;
  if (s->replay_time > recording_end(&s->run)) s->replay_time = recording_begin(&s->run);
  recording_show(&s->run, s->m, s->d, s->replay_time);
}

static void* work(void* arg) {
  simulation* s = arg;
  double last = now();
  for (bool quit = false; !quit;) {
    while (atomic_load(&s->waiting)) nanosleep(&(struct timespec){0, GIVE_WAY}, NULL);
    pthread_mutex_lock(&s->lock);
    double elapsed = now() - last;
    last += elapsed;
    if (s->m && s->replaying) {
      replay(s, elapsed);
    } else if (s->m && s->running) {
      advance(s);
    } else if (s->m) {
      move_paused(s);
      simulation_resync(s);
    }
    quit = s->quit;
    pthread_mutex_unlock(&s->lock);
    nanosleep(&(struct timespec){0, 1000000}, NULL);
  }
  return NULL;
}

static mjtNum microseconds(void) { return 1e6 * now(); }

bool simulation_start(simulation* s) {
  mjcb_time = microseconds;  // so that mjData counts what its stages cost
  // recursive: the window may report its new size while an event that changed it is handled
  pthread_mutexattr_t recursive;
  pthread_mutexattr_init(&recursive);
  pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&s->lock, &recursive);
  pthread_mutexattr_destroy(&recursive);
  s->speed = s->reached = 1;
  mjv_defaultPerturb(&s->pert);
  s->started = pthread_create(&s->thread, NULL, work, s) == 0;
  return s->started;
}

void simulation_lock(simulation* s) {
  atomic_fetch_add(&s->waiting, 1);
  pthread_mutex_lock(&s->lock);
  atomic_fetch_sub(&s->waiting, 1);
}

void simulation_unlock(simulation* s) { pthread_mutex_unlock(&s->lock); }

void simulation_stop(simulation* s) {
  simulation_lock(s);
  s->quit = true;
  simulation_unlock(s);
  if (s->started) pthread_join(s->thread, NULL);
  simulation_take(s, NULL, NULL);
  pthread_mutex_destroy(&s->lock);
}
