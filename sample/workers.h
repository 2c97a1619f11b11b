// The workers of a sample: ranks of MPI where it is built with it, else processes.
#pragma once

#include "show.h"

#ifdef SAMPLE_MPI
#include <engine/mpi/cluster.h>
#endif

// NULL in a rank that is done, and after an error.
static inline engCluster* open_workers(int* argc, char*** argv, int nworker) {
#ifdef SAMPLE_MPI
  (void)nworker;
  return eng_clusterMPI(argc, argv, 1);
#else
  (void)argc, (void)argv;
  return eng_clusterProcesses(nworker, 1);
#endif
}

// Normally distributed numbers, the same ones in every run.
static inline mjtNum draw_normal(void) {
  static unsigned long long state = 1;
  mjtNum u[2];
  for (int k = 0; k < 2; k++) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    u[k] = ((mjtNum)(state >> 11) + 1) * 0x1p-53;
  }
  return sqrt(-2 * log(u[0])) * cos(2 * mjPI * u[1]);
}
