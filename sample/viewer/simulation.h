// The physics, in a thread of its own, at real time or at the speed that is asked for.
#pragma once

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include <engine/engine.h>

#include "history.h"

// Where real time and simulated time were the same.
typedef struct {
  double wall, simulated, speed;
  bool valid;
} time_origin;

typedef struct {
  pthread_mutex_t lock;  // over everything below; taken by simulation_lock
  atomic_int waiting;    // threads that want it
  pthread_t thread;
  bool quit, started;
  mjModel* m;  // NULL: none is loaded
  mjData* d;
  mjvPerturb pert;   // what the mouse pulls at
  bool running;      // else paused
  bool replaying;    // shows the recording instead of stepping
  bool record;       // adds to the recording
  double speed;      // simulated seconds a second that are asked for
  double reached;    // and reached
  double step_time;  // seconds of processor time of a step, lately
  history past;
  recording run;
  double replay_time;
  time_origin origin;
} simulation;

bool simulation_start(simulation* s);
void simulation_stop(simulation* s);

// Keep the physics still: it gives way between two steps.  A thread may take the lock repeatedly.
void simulation_lock(simulation* s);
void simulation_unlock(simulation* s);

// The rest is called with the lock held.

// Take over a model with its data, or NULL, and free the ones before.
void simulation_take(simulation* s, mjModel* m, mjData* d);

// One step, also when paused.
void simulation_step(simulation* s);

// Back to the start, or to a keyframe.
void simulation_reset(simulation* s, int key);

// Have real time begin now: after a change of speed or state.
void simulation_resync(simulation* s);
