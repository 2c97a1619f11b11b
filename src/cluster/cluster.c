// The master: assigns chunks of trajectories to idle workers, and computes chunks itself meanwhile.
// Every worker computes the same bits for a chunk, so a chunk may be computed twice.
#include <engine/cluster.h>

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <engine/base.h>
#include <engine/math.h>
#include <engine/model.h>

#include "base/hash.h"
#include "base/need.h"
#include "cluster/message.h"

enum { CHUNKS_EACH = 8 };

typedef struct {
  mjtByte gone, busy;   // busy: a result is outstanding
  uint64_t model;       // hash of the model it has; 0: none
  uint32_t job, chunk;  // of the outstanding result
  size_t bytes;         // size of its result's data
} seat;

struct engCluster_ {
  engTransport transport;
  seat* seat;
  mjtByte* waiting;  // used by wait
  uint32_t job;
};

typedef enum { OPEN, OUT, DONE } chunk_state;

// State of one call of eng_rolloutDistributed.
typedef struct {
  engCluster* c;
  const mjModel* m;
  mjData* const* d;
  int nd;
  mjThreadPool* pool;
  const engRollout* r;
  engDeal* deal;
  size_t nstate, ncontrol, nsensor;  // numbers per row
  char* mjb;
  size_t mjb_size;
  uint64_t model;  // its hash
  int size, nchunk, ndone,
      nbad;        // trajectories per chunk; numbers of chunks, of finished ones, and of bad ones
  mjtByte* state;  // chunk_state of each chunk
} deal;

engCluster* eng_clusterOver(const engTransport* transport) {
  NEED_OR(NULL, transport);
  engCluster* c = calloc(1, sizeof *c);
  size_t n = (size_t)mjMAX(transport->nworker, 0) + 1;
  if (!c) return NULL;
  c->transport = *transport;
  c->seat = calloc(n, sizeof *c->seat);
  c->waiting = calloc(n, 1);
  if (c->seat && c->waiting) return c;
  free(c->seat);
  free(c->waiting);
  free(c);
  return NULL;
}

int eng_clusterSize(const engCluster* c) {
  NEED_OR(0, c);
  int n = 0;
  for (int i = 0; i < c->transport.nworker; i++) n += !c->seat[i].gone;
  return n;
}

static int send_to_worker(const engCluster* c, int worker, const void* data, size_t n) {
  return n ? c->transport.send(c->transport.context, worker, data, n) : 0;
}

static int receive_from_worker(const engCluster* c, int worker, void* data, size_t n) {
  return n ? c->transport.receive(c->transport.context, worker, data, n) : 0;
}

// Wait for a message from a busy worker, or from `only` (-1: any).
static int wait_for(engCluster* c, int only, double time) {
  for (int i = 0; i < c->transport.nworker; i++) {
    c->waiting[i] = c->seat[i].busy && (only < 0 || only == i);
  }
  return c->transport.wait(c->transport.context, c->waiting, time);
}

// Receive the header of a worker's outstanding result.
static int hear_head(engCluster* c, int worker, cluster_message* head) {
  seat* s = c->seat + worker;
  if (!s->busy || receive_from_worker(c, worker, head, sizeof *head)) return -1;
  s->busy = 0;
  int right = head->magic == CLUSTER_MAGIC && head->word == SAY_RESULT && !head->failed &&
              head->job == s->job && head->chunk == s->chunk;
  return right ? 0 : -1;
}

// Receive and discard a result that is no longer needed.
static int hear_and_forget(const engCluster* c, int worker, size_t bytes) {
  char nowhere[4096];
  for (size_t n; bytes > 0; bytes -= n) {
    n = mjMIN(bytes, sizeof nowhere);
    if (receive_from_worker(c, worker, nowhere, n)) return -1;
  }
  return 0;
}

static int end_worker(engCluster* c, int worker) {
  cluster_message head, end = {.magic = CLUSTER_MAGIC, .word = SAY_END};
  seat* s = c->seat + worker;
  if (s->busy) {
    // a busy worker reads no message before its result has been sent
    if (wait_for(c, worker, c->transport.patience) < 0) return -1;
    if (hear_head(c, worker, &head) || hear_and_forget(c, worker, s->bytes)) return -1;
  }
  return send_to_worker(c, worker, &end, sizeof end);
}

void eng_clusterClose(engCluster* c) {
  if (!c) return;
  for (int i = 0; i < c->transport.nworker; i++) {
    if (!c->seat[i].gone && end_worker(c, i)) c->transport.drop(c->transport.context, i);
  }
  c->transport.close(c->transport.context);
  free(c->seat);
  free(c->waiting);
  free(c);
}

// --- chunks -------------------------------------------------------------------------------------

static int chunk_first(const deal* w, int chunk) { return chunk * w->size; }

static int chunk_count(const deal* w, int chunk) {
  return mjMIN(w->size, w->r->nrollout - chunk * w->size);
}

// The part of the rollouts that begins at trajectory `first`.
static engRollout part_of_rollouts(const deal* w, int first, int n) {
  engRollout r = *w->r;
  size_t k = (size_t)first, row = k * (size_t)r.nstep;
  r.nrollout = n;
  r.initial += k * w->nstate;
  if (r.control) r.control += row * w->ncontrol;
  if (r.state) r.state += row * w->nstate;
  if (r.sensor) r.sensor += row * w->nsensor;
  if (r.nvalid) r.nvalid += k;
  return r;
}

static void chunk_done(deal* w, int chunk, int nbad) {
  if (w->state[chunk] == DONE) return;
  w->state[chunk] = DONE;
  w->ndone++;
  w->nbad += nbad;
  if (w->deal && w->deal->progress) {
    w->deal->progress(w->deal->argument, mjMIN(w->ndone * w->size, w->r->nrollout), w->r->nrollout);
  }
}

static int find_chunk(const deal* w, chunk_state state) {
  for (int i = 0; i < w->nchunk; i++) {
    if (w->state[i] == state) return i;
  }
  return -1;
}

// --- workers ------------------------------------------------------------------------------------

static void mark_worker_lost(deal* w, int worker) {
  seat* s = w->c->seat + worker;
  if (s->busy && s->job == w->c->job && w->state[s->chunk] == OUT) w->state[s->chunk] = OPEN;
  s->gone = 1;
  s->busy = 0;
  w->c->transport.drop(w->c->transport.context, worker);
  if (w->deal) w->deal->nlost++;
  mju_warning("eng_rolloutDistributed: worker %d is lost; others do its work", worker);
}

// Sizes of the data in a result, in the order of transmission.
typedef struct {
  size_t state, sensor, counts;  // bytes
} result_size;

static result_size size_of_result(const deal* w, const engRollout* r) {
  size_t rows = (size_t)r->nrollout * (size_t)r->nstep;
  return (result_size){r->state ? rows * w->nstate * sizeof(mjtNum) : 0,
                       r->sensor ? rows * w->nsensor * sizeof(mjtNum) : 0,
                       (size_t)r->nrollout * sizeof(int)};
}

static int send_model(const deal* w, int worker) {
  cluster_message ask = {.magic = CLUSTER_MAGIC, .word = SAY_MODEL, .bytes = w->mjb_size};
  if (send_to_worker(w->c, worker, &ask, sizeof ask) ||
      send_to_worker(w->c, worker, w->mjb, w->mjb_size))
    return -1;
  w->c->seat[worker].model = w->model;
  return 0;
}

static int send_chunk(const deal* w, int worker, int chunk) {
  seat* s = w->c->seat + worker;
  engRollout r = part_of_rollouts(w, chunk_first(w, chunk), chunk_count(w, chunk));
  size_t n = (size_t)r.nrollout, rows = n * (size_t)r.nstep;
  cluster_message ask = {.magic = CLUSTER_MAGIC,
                         .word = SAY_CHUNK,
                         .job = w->c->job,
                         .chunk = (uint32_t)chunk,
                         .nrollout = r.nrollout,
                         .nstep = r.nstep,
                         .state_sig = r.state_sig,
                         .control_sig = r.control_sig,
                         .has_control = r.control != NULL,
                         .wants_state = r.state != NULL,
                         .wants_sensor = r.sensor != NULL};
  s->busy = 1;
  s->job = w->c->job;
  s->chunk = (uint32_t)chunk;
  result_size size = size_of_result(w, &r);
  s->bytes = size.state + size.sensor + size.counts;
  if (s->model != w->model && send_model(w, worker)) return -1;
  if (send_to_worker(w->c, worker, &ask, sizeof ask)) return -1;
  if (send_to_worker(w->c, worker, r.initial, n * w->nstate * sizeof(mjtNum))) return -1;
  return r.control ? send_to_worker(w->c, worker, r.control, rows * w->ncontrol * sizeof(mjtNum))
                   : 0;
}

// Receive a result and store it; a result from an earlier call, or of a chunk already computed
// here, is discarded.
static int take_result(deal* w, int worker) {
  engCluster* c = w->c;
  cluster_message head;
  seat* s = c->seat + worker;
  if (hear_head(c, worker, &head)) return -1;
  if (head.job != c->job) return hear_and_forget(c, worker, s->bytes);
  int chunk = (int)s->chunk;
  engRollout r = part_of_rollouts(w, chunk_first(w, chunk), chunk_count(w, chunk));
  result_size size = size_of_result(w, &r);
  if (receive_from_worker(c, worker, r.state, size.state) ||
      receive_from_worker(c, worker, r.sensor, size.sensor))
    return -1;
  if (r.nvalid ? receive_from_worker(c, worker, r.nvalid, size.counts)
               : hear_and_forget(c, worker, size.counts)) {
    return -1;
  }
  if (w->deal && w->state[chunk] != DONE) w->deal->nremote += r.nrollout;
  chunk_done(w, chunk, head.nbad);
  return 0;
}

// Assign unassigned chunks to idle workers.
static void give_work(deal* w) {
  for (int i = 0; i < w->c->transport.nworker; i++) {
    seat* s = w->c->seat + i;
    int chunk = s->gone || s->busy ? -1 : find_chunk(w, OPEN);
    if (chunk < 0) continue;
    w->state[chunk] = OUT;
    if (send_chunk(w, i, chunk)) mark_worker_lost(w, i);
  }
}

// Receive finished results without waiting, and assign new chunks.
static void look_after_workers(deal* w) {
  engCluster* c = w->c;
  for (;;) {
    give_work(w);
    int i = wait_for(c, -1, 0);
    if (i < 0) return;
    if (take_result(w, i)) mark_worker_lost(w, i);
  }
}

// --- the call -----------------------------------------------------------------------------------

// Compute a chunk here, in batches of as many trajectories as there are mjData, serving workers in
// between.
static void do_chunk(deal* w, int chunk) {
  int n = chunk_count(w, chunk), nbad = 0, step = w->pool ? w->nd : 1;
  for (int k = 0; k < n; k += step) {
    engRollout r = part_of_rollouts(w, chunk_first(w, chunk) + k, mjMIN(step, n - k));
    nbad += eng_rollout(w->m, w->d, w->nd, w->pool, &r);
    look_after_workers(w);
    if (w->state[chunk] == DONE) return;  // its worker has finished it first
  }
  chunk_done(w, chunk, nbad);
}

static int prepare(deal* w) {
  int most = INT_MAX / 2, workers = eng_clusterSize(w->c), n = w->r->nrollout;
  int parts = CHUNKS_EACH * (mjMIN(workers, most / CHUNKS_EACH - 1) + 1);
  w->size = w->deal && w->deal->chunk > 0 ? w->deal->chunk : mjMAX(1, n / parts);
  w->nchunk = n / w->size + (n % w->size != 0);
  w->state = calloc((size_t)w->nchunk + 1, 1);
  w->mjb_size = (size_t)mj_sizeModel(w->m);
  w->mjb = malloc(w->mjb_size);
  if (!w->state || !w->mjb) return 0;
  mj_saveModel(w->m, NULL, w->mjb, (int)w->mjb_size);
  w->model = hash_bytes(w->mjb, w->mjb_size, 0) | 1;  // 0 means no model
  w->c->job++;
  return 1;
}

int eng_rolloutDistributed(const mjModel* m, mjData* const* d, int nd, mjThreadPool* pool,
                           const engRollout* r, engCluster* cluster, engDeal* how) {
  NEED_OR(-1, m, d, r, cluster);
  if (how) how->nlost = how->nremote = 0;
  if (nd < 1 || r->nrollout < 0 || r->nstep < 0 || (!r->initial && r->nrollout > 0)) return -1;
  if (r->control && !r->control_sig) return -1;
  deal w = {.c = cluster,
            .m = m,
            .d = d,
            .nd = nd,
            .pool = pool,
            .r = r,
            .deal = how,
            .nstate = (size_t)mj_stateSize(m, r->state_sig),
            .ncontrol = (size_t)mj_stateSize(m, r->control_sig),
            .nsensor = (size_t)m->nsensordata};
  int result = -1;
  if (prepare(&w)) {
    while (w.ndone < w.nchunk) {
      look_after_workers(&w);
      int chunk = find_chunk(&w, OPEN);
      if (chunk >= 0) {
        w.state[chunk] = OUT;
      } else {
        chunk = find_chunk(&w, OUT);
      }
      if (chunk >= 0) do_chunk(&w, chunk);
    }
    result = w.nbad;
  } else {
    mju_warning("eng_rolloutDistributed: out of memory");
  }
  free(w.state);
  free(w.mjb);
  return result;
}
