// What several samples and the tool share: loading, a clock, a drive, a progress bar and the
// profile of the stages.
#pragma once

#include <engine/engine.h>

#include <math.h>
#include <stdio.h>
#include <time.h>

// The model of a file or of a text; NULL when something is wrong with it, which is printed.
static inline mjModel* load_model(const char* file) {
  char error[1000] = "";
  mjModel* m = mj_loadXML(file, NULL, error, sizeof error);
  if (!m) fprintf(stderr, "%s\n", error);
  return m;
}

static inline mjModel* model_of_text(const char* text) {
  char error[1000] = "";
  mjSpec* s = mj_parseXMLString(text, NULL, error, sizeof error);
  mjModel* m = s ? mj_compile(s, NULL) : NULL;
  if (!m) fprintf(stderr, "%s\n", s ? mjs_getError(s) : error);
  mj_deleteSpec(s);
  return m;
}

static inline double now(void) {
  struct timespec t;
#ifdef TIME_UTC
  timespec_get(&t, TIME_UTC);
#else  // a C library older than C11
  clock_gettime(CLOCK_REALTIME, &t);
#endif
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// The clock of the stage timers, in microseconds: set mjcb_time to it.
static inline mjtNum microseconds(void) { return 1e6 * now(); }

// Small slow waves, another for every actuator, about the middle of its range.
static inline void drive(const mjModel* m, mjData* d, mjtNum share) {
  for (int i = 0; i < m->nu; i++) {
    mjtNum low = -1, high = 1;
    if (m->actuator_ctrllimited[i]) {
      low = m->actuator_ctrlrange[2 * i];
      high = m->actuator_ctrlrange[2 * i + 1];
    }
    mjtNum wave = sin(2 * d->time * (1 + i % 7) + 2.1 * i);
    d->ctrl[i] = 0.5 * (low + high + share * (high - low) * wave);
  }
}

static inline void show_progress(int done, int all) {
  char bar[41] = "........................................";
  int filled = (int)(40LL * done / all);
  for (int i = 0; i < filled; i++) bar[i] = '#';
  fprintf(stderr, "\r[%s] %3d %%%s", bar, (int)(100LL * done / all), done == all ? "\n" : "");
}

// Microseconds that one look at the clock takes: the least of some tries, as others use the machine
// too.
static inline double clock_cost(void) {
  enum { TRIES = 20, LOOKS = 100 };
  double least = 1;
  for (int k = 0; k < TRIES; k++) {
    double start = microseconds();
    for (int i = 1; i < LOOKS; i++) microseconds();
    least = fmin(least, (microseconds() - start) / LOOKS);
  }
  return least;
}

// Where the time of the steps went, a row a stage; what stands under another is a part of it.  A
// row without a timer is what is left of the one above it.
static inline void show_profile(const mjData* d) {
  enum { REST = -1 };
  static const struct {
    int timer, depth;
    const char* name;
  } rows[] = {
      {mjTIMER_STEP, 0, "step"},
      {mjTIMER_FORWARD, 1, "forward dynamics"},
      {mjTIMER_POSITION, 2, "position"},
      {mjTIMER_POS_KINEMATICS, 3, "kinematics"},
      {mjTIMER_POS_INERTIA, 3, "inertia"},
      {mjTIMER_POS_COLLISION, 3, "collision"},
      {mjTIMER_COL_BROAD, 4, "broad phase"},
      {mjTIMER_COL_NARROW, 4, "narrow phase"},
      {mjTIMER_POS_MAKE, 3, "make constraints"},
      {mjTIMER_POS_PROJECT, 3, "project them"},
      {REST, 3, "tendons, transmissions"},
      {mjTIMER_VELOCITY, 2, "velocity"},
      {mjTIMER_ACTUATION, 2, "actuation"},
      {mjTIMER_CONSTRAINT, 2, "solve constraints"},
      {REST, 2, "sensors, energy"},
      {mjTIMER_ADVANCE, 1, "integrate"},
      {REST, 1, "checks of numbers"},
  };
  double whole = d->timer[mjTIMER_STEP].duration, left[6] = {0}, looks = 0;
  int steps = d->timer[mjTIMER_STEP].number;
  if (steps == 0 || whole <= 0) return;
  puts("stage                             us/step  share");
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    int depth = rows[i].depth;
    double spent = left[depth];
    if (rows[i].timer != REST) {
      spent = d->timer[rows[i].timer].duration;
      left[depth] -= spent;
      left[depth + 1] = spent;
      looks += 2.0 * d->timer[rows[i].timer].number;
    }
    printf("%*s%-*s %8.2f  %4.0f %%\n", 2 * depth, "", 32 - 2 * depth, rows[i].name, spent / steps,
           100 * spent / whole);
  }
  printf("of these about %.2f us a step are looks at the clock\n", looks * clock_cost() / steps);
}
