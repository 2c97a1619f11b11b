// Clusters over MPI: library engine_mpi (CMake target engine::mpi), which is there where an MPI was
// found when the library was built.
#pragma once

#include <engine/cluster.h>

#ifdef __cplusplus
extern "C" {
#endif

// Start MPI, if the program has not, and divide its ranks: rank 0 gets a cluster of all others,
// which work for it with nthread threads each.  On them the function returns when the cluster is
// closed (or its master lost), with NULL: they have nothing more to do then, and MPI is finalized
// where it was started here.  argc and argv as of main, or NULL.
//
//   engCluster* cluster = eng_clusterMPI(&argc, &argv, 1);
//   if (!cluster) return 0;
//
// A rank that dies ends the whole job, as MPI launchers have it; where MPI is told to go on, the
// others do its work and closing the cluster ends the job with an error.  Every rank must have
// loaded the plugins of the model before.
MJAPI engCluster* eng_clusterMPI(int* argc, char*** argv, int nthread);

#ifdef __cplusplus
}  // extern "C"
#endif
