// Threads that share a list of jobs.  What a job writes must not depend on which thread does it.
#pragma once

#include <engine/base.h>

enum { TEAM_MOST = 8 };

typedef struct {
  mjThreadPool* pool;  // NULL: the caller works alone
  int n;               // who works, the caller among them
} team;

// As many as the environment or the number of processors says.
void team_make(team* t);
void team_free(team* t);

// Do work(arg, job, worker) for every job; worker counts from 0 and is another one for each that
// works at the same time.
typedef void (*team_work)(void* arg, int job, int worker);
void team_run(team* t, int njob, team_work work, void* arg);
