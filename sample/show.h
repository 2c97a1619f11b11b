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

// Where the time of the steps went.  Collision counts in position; broad and narrow in collision.
static inline void show_profile(const mjData* d) {
  static const struct {
    int timer;
    const char* name;
  } rows[] = {
      {mjTIMER_STEP, "step"},
      {mjTIMER_POSITION, "  position"},
      {mjTIMER_POS_KINEMATICS, "    kinematics"},
      {mjTIMER_POS_INERTIA, "    inertia"},
      {mjTIMER_POS_COLLISION, "    collision"},
      {mjTIMER_COL_BROAD, "      broad phase"},
      {mjTIMER_COL_NARROW, "      narrow phase"},
      {mjTIMER_POS_MAKE, "    make constraints"},
      {mjTIMER_POS_PROJECT, "    project them"},
      {mjTIMER_VELOCITY, "  velocity"},
      {mjTIMER_ACTUATION, "  actuation"},
      {mjTIMER_CONSTRAINT, "  solve constraints"},
      {mjTIMER_ADVANCE, "  integrate"},
  };
  double whole = d->timer[mjTIMER_STEP].duration;
  int steps = d->timer[mjTIMER_STEP].number;
  if (steps == 0 || whole <= 0) return;
  puts("stage                   us/step  share");
  double rest = whole;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    double spent = d->timer[rows[i].timer].duration;
    printf("%-22s %8.2f  %4.0f %%\n", rows[i].name, spent / steps, 100 * spent / whole);
    if (rows[i].timer != mjTIMER_STEP && rows[i].name[2] != ' ') rest -= spent;
  }
  // these have no timers: sensors, energy, unconstrained accelerations, checks, and the clock
  // itself
  printf("%-22s %8.2f  %4.0f %%\n", "  sensors and the rest", rest / steps, 100 * rest / whole);
}
