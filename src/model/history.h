// Histories: past controls and sensor values with their times, for delays (3.5).
//
// A buffer holds one number for its owner, the index of the newest sample, n times, then n values
// of dim numbers each.  Samples form a ring: the oldest follows the newest.
#pragma once

#include <engine/data_types.h>

typedef struct {
  mjtNum* owned;   // actuators: free for users; sensors: time of the last sample taken at intervals
  mjtNum* cursor;  // index of the newest sample
  mjtNum* time;
  mjtNum* value;
  int n, dim;
} history;

// The history of an actuator or sensor; n is 0 when it has none.
history history_of_actuator(const mjModel* m, const mjData* d, int actuator);
history history_of_sensor(const mjModel* m, const mjData* d, int sensor);

// Size of a buffer in numbers.
static inline long long history_size(int n, int dim) {
  return n > 0 ? 2 + n * (1 + (long long)dim) : 0;
}

// The value at a time: returns a pointer to it when it is one of the samples, else writes the
// interpolated value to result and returns NULL.
const mjtNum* history_read(const history* h, mjtNum time, int interp, mjtNum* result);

// Insert a sample; it replaces one of the same time, or the oldest.
void history_insert(const history* h, mjtNum time, const mjtNum* value);

// Reset all histories to time 0.
void history_reset(const mjModel* m, mjData* d);
