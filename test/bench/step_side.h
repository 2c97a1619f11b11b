// How bench_step sees an engine.
#pragma once

typedef struct {
  double seconds;         // processor time of the steps
  double contacts, rows;  // sums over the steps
  int nv;
} slice;

typedef struct {
  int (*load)(const char* path, char* error, int size);  // 0: failed, with the reason in error
  void (*drop)(void);
  slice (*run)(int nstep, int period);  // step on, starting again every period steps
} side;
