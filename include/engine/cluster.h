// Rollouts on more than one processor that share no memory: other processes, other machines.
#pragma once

#include <engine/base_types.h>
#include <engine/data_types.h>
#include <engine/step.h>

#ifdef __cplusplus
extern "C" {
#endif

// Workers that do rollouts for this process, which is their master.  Used by one thread at a time.
typedef struct engCluster_ engCluster;

// Start nworker processes, 256 at most, on this machine: copies of this one, which work with
// nthread threads each and end with the cluster or with this process.  They know the plugins and
// callbacks that this process has now.  Call it before other threads are started.  NULL after a
// warning when the system makes none.  (engine/mpi/cluster.h has the same over MPI.)
MJAPI engCluster* eng_clusterProcesses(int nworker, int nthread);

// End the workers and free the cluster; NULL is a no-op.
MJAPI void eng_clusterClose(engCluster* cluster);

// The workers that a cluster still has.
MJAPI int eng_clusterSize(const engCluster* cluster);

// How rollouts are distributed, and what became of it.
typedef struct engDeal_ {
  int chunk;  // trajectories of a chunk; 0: as many as give every worker, and this process, eight
  void (*progress)(void* argument, int done, int all);  // trajectories; NULL: not reported
  void* argument;                                       // what progress gets first
  int nlost;                                            // out: workers that were lost
  int nremote;                                          // out: trajectories that workers did
} engDeal;

// eng_rollout over a cluster: the same numbers to the bit in the same places, and the same value is
// returned.  The model is sent once as MJB, and again when it has changed.  Chunks of trajectories
// go to workers as they become free; this process works too, with d and the pool as in eng_rollout.
// A worker that dies is reported by a warning and its chunks are done by the others; those that are
// still under way when nothing else is left are done here again, so that no slow worker holds up
// the end.  d needs at least one data; the result of a callback must depend on the data alone. deal
// may be NULL.
MJAPI int eng_rolloutDistributed(const mjModel* m, mjData* const* d, int nd, mjThreadPool* pool,
                                 const engRollout* r, engCluster* cluster, engDeal* deal);

// --- for other ways to reach workers ------------------------------------------------------------

// What a master needs: a stream of bytes to and from every worker.
typedef struct engTransport_ {
  void* context;  // what the functions get first
  int nworker;    // how many there are
  // Both return 0, or -1 when the worker is gone.
  int (*send)(void* context, int worker, const void* data, size_t n);
  int (*receive)(void* context, int worker, void* data, size_t n);
  // A worker, of those with waiting[worker], that has sent something or is gone; -1 when there is
  // none within the time (s), which may be 0.
  int (*wait)(void* context, const mjtByte* waiting, double time);
  void (*drop)(void* context, int worker);  // end a worker that is gone, or that misbehaves
  void (*close)(void* context);             // after all have been told to end
  double patience;  // how long closing waits for a worker that is busy (s), before it is dropped
} engTransport;

// A cluster over a transport; NULL when there is no memory.
MJAPI engCluster* eng_clusterOver(const engTransport* transport);

// What a worker needs: both return 0, or -1 when the master is gone.
typedef struct engMasterLink_ {
  void* context;                                           // what both get first
  int (*send)(void* context, const void* data, size_t n);  // all of n bytes to the master
  int (*receive)(void* context, void* data, size_t n);     // n bytes from it
} engMasterLink;

// Work for a master until it ends; 0, or -1 when it was lost.
MJAPI int eng_clusterServe(const engMasterLink* master, int nthread);

#ifdef __cplusplus
}  // extern "C"
#endif
