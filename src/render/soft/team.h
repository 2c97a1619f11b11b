// Threads that share a list of jobs.  Results must not depend on which thread does which job.
#pragma once

#include <engine/base.h>

enum { TEAM_MOST = 8 };

typedef struct {
  mjThreadPool* pool;  // NULL: only the caller works
  int n;               // number of workers, including the caller
} team;

// The number of workers is taken from the environment or the number of processors.
void team_make(team* t);
void team_free(team* t);

// Call work(arg, job, worker) for every job; concurrent calls have different worker numbers, from
// 0.
typedef void (*team_work)(void* arg, int job, int worker);
void team_run(team* t, int njob, team_work work, void* arg);
