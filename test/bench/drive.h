// Controls of the benchmarks: slow waves about the middle of the ranges.  After the header of the
// engine, which may be a peer's.
#pragma once

#include <math.h>

// The controls of step k.
static inline void plan_controls(const mjModel* m, mjtNum* ctrl, int k) {
  for (int i = 0; i < m->nu; i++) {
    mjtNum low = -1, high = 1;
    if (m->actuator_ctrllimited[i]) {
      low = m->actuator_ctrlrange[2 * i];
      high = m->actuator_ctrlrange[2 * i + 1];
    }
    ctrl[i] = low + (high - low) * (0.5 + 0.15 * sin(0.013 * k * (1 + i % 7) + 2.1 * i));
  }
}
