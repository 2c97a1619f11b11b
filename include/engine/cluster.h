// Rollouts on several processors without shared memory: other processes, other machines.
#pragma once

#include <engine/base_types.h>
#include <engine/data_types.h>
#include <engine/step.h>

#ifdef __cplusplus
extern "C" {
#endif

// Workers that compute rollouts for this process, the master.  Used by one thread at a time.
typedef struct engCluster_ engCluster;

// Start nworker processes (at most 256) on this machine: copies of this one, with nthread threads
// each, which end with the cluster or with this process.  They have the plugins and callbacks
// registered at this time.  Must be called before other threads are started.  NULL after a warning
// when the system cannot.  (engine/mpi/cluster.h does the same over MPI.)
MJAPI engCluster* eng_clusterProcesses(int nworker, int nthread);

// Stop the workers and free the cluster; NULL is a no-op.
MJAPI void eng_clusterClose(engCluster* cluster);

// Number of workers that are still available.
MJAPI int eng_clusterSize(const engCluster* cluster);

// How rollouts are distributed, and statistics.
typedef struct engDeal_ {
  int chunk;  // trajectories per chunk; 0: about eight chunks for each worker and this process
  void (*progress)(void* argument, int done, int all);  // trajectories; NULL: not reported
  void* argument;                                       // what progress gets first
  int nlost;                                            // out: workers that were lost
  int nremote;                                          // out: trajectories that workers did
} engDeal;

// eng_rollout over a cluster: the same results to the bit, and the same return value.  The model is
// sent once as MJB, and again when it has changed.  Chunks of trajectories go to workers as they
// become free; this process computes as well, with d and the pool as in eng_rollout.  If a worker
// dies a warning is issued and its chunks are computed by others. Chunks that are outstanding when
// nothing else is left are computed here, too, so that a slow worker does not delay the end.  d
// needs at least one mjData; callbacks must depend on the data only.  deal may be NULL.
MJAPI int eng_rolloutDistributed(const mjModel* m, mjData* const* d, int nd, mjThreadPool* pool,
                                 const engRollout* r, engCluster* cluster, engDeal* deal);

// --- other transports ---------------------------------------------------------------------------

// What a master needs: a byte stream to and from every worker.
typedef struct engTransport_ {
  void* context;  // first argument of the functions
  int nworker;    // number of workers
  // Both return 0, or -1 when the worker is gone.
  int (*send)(void* context, int worker, const void* data, size_t n);
  int (*receive)(void* context, int worker, void* data, size_t n);
  // A worker with waiting[worker] set that has sent something or is gone; -1 when there is none
  // within the time (s), which may be 0.
  int (*wait)(void* context, const mjtByte* waiting, double time);
  void (*drop)(void* context,
               int worker);      // terminate a worker that is gone or violates the protocol
  void (*close)(void* context);  // called after all workers have been told to end
  double patience;               // how long closing waits for a busy worker (s) before dropping it
} engTransport;

// A cluster that uses a transport; NULL without memory.
MJAPI engCluster* eng_clusterOver(const engTransport* transport);

// What a worker needs: a stream to its master; both functions return 0, or -1 when the master is
// gone.
typedef struct engMasterLink_ {
  void* context;                                           // what both get first
  int (*send)(void* context, const void* data, size_t n);  // all of n bytes to the master
  int (*receive)(void* context, void* data, size_t n);     // n bytes from it
} engMasterLink;

// Work for a master until it ends the cluster; returns 0, or -1 when the master was lost.
MJAPI int eng_clusterServe(const engMasterLink* master, int nthread);

#ifdef __cplusplus
}  // extern "C"
#endif
