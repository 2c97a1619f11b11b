// Histories: controls and sensor values kept with the times they were of, for delays (3.5).
//
// A buffer is a number for its owner, the place of the newest sample, n times, then n values of dim
// numbers each.  Samples are a ring: after the newest comes the oldest.
#pragma once

#include <engine/data_types.h>

typedef struct {
  mjtNum* owned;   // actuators: free for users; sensors: time of the last value at intervals
  mjtNum* cursor;  // place of the newest sample
  mjtNum* time;
  mjtNum* value;
  int n, dim;
} history;

// Those of an actuator and of a sensor; n is 0 where there is none.
history history_of_actuator(const mjModel* m, const mjData* d, int actuator);
history history_of_sensor(const mjModel* m, const mjData* d, int sensor);

// How many numbers a buffer has.
static inline long long history_size(int n, int dim) {
  return n > 0 ? 2 + n * (1 + (long long)dim) : 0;
}

// The value at a time: a pointer to it where it is one of the samples, else NULL and the value in
// result.
const mjtNum* history_read(const history* h, mjtNum time, int interp, mjtNum* result);

// Put in a value at a time: in the place of one of the same time, or of the oldest.
void history_insert(const history* h, mjtNum time, const mjtNum* value);

// All histories as at time 0.
void history_reset(const mjModel* m, mjData* d);
