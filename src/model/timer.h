// Durations of the stages, stored in mjData.timer.
#pragma once

#include <engine/model.h>

// The user's clock; 0 when there is none: durations then stay 0 but calls are counted.
static inline mjtNum timer_now(void) { return mjcb_time ? mjcb_time() : 0; }

// Add the time since start to a timer.  Without a clock nothing has passed.
static inline void timer_add(mjData* d, mjtTimer which, mjtNum start) {
  if (mjcb_time) d->timer[which].duration += mjcb_time() - start;
}

// Add the time since start to a timer and count one more run.
static inline void timer_count(mjData* d, mjtTimer which, mjtNum start) {
  timer_add(d, which, start);
  d->timer[which].number++;
}
