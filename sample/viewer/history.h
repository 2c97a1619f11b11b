// States a simulation went through: the last ones, and whole runs in files.
#pragma once

#include <stdbool.h>

#include <engine/engine.h>

// The last states, in a ring.  Index 0 is the newest, count - 1 the oldest.
typedef struct {
  int size;  // numbers of a state
  int capacity, count, newest;
  mjtNum* states;
} history;

// Room for 2000 states, or for as many as 100 MB hold.
bool history_make(history* h, const mjModel* m);
void history_free(history* h);
void history_clear(history* h);
void history_add(history* h, const mjModel* m, const mjData* d);

// Put data into a state of the past and compute everything of it; false when there is none such.
bool history_show(const history* h, const mjModel* m, mjData* d, int index);

// A run: states at growing times.
typedef struct {
  int size, count, capacity;
  mjtNum* states;
  double last;  // time of the last state
} recording;

void recording_free(recording* r);

// Add the state when it is at least `interval` seconds after the last one.
bool recording_add(recording* r, const mjModel* m, const mjData* d, double interval);

// The file names the model it belongs to by its signature; error gets one line.
bool recording_save(const recording* r, const mjModel* m, const char* file);
bool recording_load(recording* r, const mjModel* m, const char* file, char* error, int size);

double recording_begin(const recording* r);
double recording_end(const recording* r);

// Show the state at a time, that of the last frame not after it.
bool recording_show(const recording* r, const mjModel* m, mjData* d, double time);
