// MPI ranks as workers.  MPI transfers messages, while clusters use streams: the part of a message
// beyond what was requested is kept for the next receive.
#include <engine/mpi/cluster.h>

#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <engine/base.h>

enum { TAG = 33, PIECE = 1 << 30 };

typedef struct {
  char* data;  // of a partly read message
  size_t at, size;
} rest;

typedef struct {
  int ours;  // whether MPI was initialised here
  int lost;  // whether some rank no longer responds
  int nworker;
  MPI_Comm comm;  // own communicator, separate from the program's messages
  rest* left;     // per rank
} ranks;

static int send_to(ranks* r, int rank, const void* data, size_t n) {
  for (const char* from = data; n > 0;) {
    int piece = n > PIECE ? PIECE : (int)n;
    if (MPI_Send(from, piece, MPI_BYTE, rank, TAG, r->comm) != MPI_SUCCESS) return -1;
    from += piece;
    n -= (size_t)piece;
  }
  return 0;
}

// Receive the next message of a rank: directly to data if it fits, otherwise the remainder is kept.
// Returns the number of bytes stored in data, -1 when the rank is gone.
static long begin_message(ranks* r, int rank, char* data, size_t n) {
  MPI_Status status;
  int size;
  rest* left = r->left + rank;
  if (MPI_Probe(rank, TAG, r->comm, &status) != MPI_SUCCESS) return -1;
  MPI_Get_count(&status, MPI_BYTE, &size);
  if ((size_t)size <= n) {
    int code = MPI_Recv(data, size, MPI_BYTE, rank, TAG, r->comm, MPI_STATUS_IGNORE);
    return code == MPI_SUCCESS ? size : -1;
  }
  left->data = malloc((size_t)size);
  if (!left->data) return -1;
  left->at = 0;
  left->size = (size_t)size;
  int code = MPI_Recv(left->data, size, MPI_BYTE, rank, TAG, r->comm, MPI_STATUS_IGNORE);
  return code == MPI_SUCCESS ? 0 : -1;
}

static int receive_from(ranks* r, int rank, void* data, size_t n) {
  rest* left = r->left + rank;
  for (char* to = data; n > 0;) {
    size_t part = left->size - left->at;
    if (!part) {
      long got = begin_message(r, rank, to, n);
      if (got < 0) return -1;
      to += got;
      n -= (size_t)got;
      continue;
    }
    if (part > n) part = n;
    memcpy(to, left->data + left->at, part);
    left->at += part;
    to += part;
    n -= part;
    if (left->at < left->size) continue;
    free(left->data);
    *left = (rest){0};
  }
  return 0;
}

// --- rank 0: worker i is rank i + 1 -------------------------------------------------------------

static int master_send(void* context, int worker, const void* data, size_t n) {
  return send_to(context, worker + 1, data, n);
}

static int master_receive(void* context, int worker, void* data, size_t n) {
  return receive_from(context, worker + 1, data, n);
}

static double now(void) { return MPI_Wtime(); }

static int master_wait(void* context, const mjtByte* waiting, double time) {
  ranks* r = context;
  for (double end = now() + time;;) {
    for (int i = 0; i < r->nworker; i++) {
      int there = 0;
      if (!waiting[i]) continue;
      if (r->left[i + 1].size) return i;
      if (MPI_Iprobe(i + 1, TAG, r->comm, &there, MPI_STATUS_IGNORE) != MPI_SUCCESS) return i;
      if (there) return i;
    }
    if (now() >= end) return -1;
    nanosleep(&(struct timespec){.tv_nsec = 20000}, NULL);
  }
}

// A single rank cannot be terminated; and when ranks are missing MPI cannot be finalised.
static void master_drop(void* context, int worker) {
  ranks* r = context;
  (void)worker;
  r->lost = 1;
}

static void free_ranks(ranks* r) {
  MPI_Comm_free(&r->comm);
  if (r->ours) MPI_Finalize();
  free(r->left);
  free(r);
}

static void master_close(void* context) {
  ranks* r = context;
  if (r->lost) {
    mju_warning("eng_clusterMPI: ranks were lost on the way; the job is ended");
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  free_ranks(r);
}

// --- other ranks --------------------------------------------------------------------------------

static int worker_send(void* context, const void* data, size_t n) {
  return send_to(context, 0, data, n);
}

static int worker_receive(void* context, void* data, size_t n) {
  return receive_from(context, 0, data, n);
}

engCluster* eng_clusterMPI(int* argc, char*** argv, int nthread) {
  int started = 0, rank, size;
  MPI_Initialized(&started);
  if (!started) MPI_Init(argc, argv);
  ranks* r = calloc(1, sizeof *r);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (r) r->left = calloc((size_t)size, sizeof *r->left);
  if (!r || !r->left) {
    free(r);
    mju_warning("eng_clusterMPI: out of memory");
    MPI_Abort(MPI_COMM_WORLD, 1);
    return NULL;
  }
  r->ours = !started;
  r->nworker = size - 1;
  MPI_Comm_dup(MPI_COMM_WORLD, &r->comm);
  MPI_Comm_set_errhandler(r->comm, MPI_ERRORS_RETURN);
  if (rank > 0) {
    engMasterLink link = {r, worker_send, worker_receive};
    if (eng_clusterServe(&link, nthread)) MPI_Abort(r->comm, 1);
    free_ranks(r);
    return NULL;
  }
  engTransport t = {r,           r->nworker,  master_send,  master_receive,
                    master_wait, master_drop, master_close, 60};
  return eng_clusterOver(&t);
}
