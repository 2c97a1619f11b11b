// Workers: receive a model, then compute chunks of rollouts.
#include <engine/cluster.h>

#include <limits.h>
#include <stdlib.h>

#include <engine/base.h>
#include <engine/extension.h>
#include <engine/math.h>
#include <engine/model.h>

#include "base/capture.h"
#include "base/need.h"
#include "cluster/message.h"

typedef struct {
  const engMasterLink* master;
  int nthread;
  mjThreadPool* pool;
  mjModel* m;
  mjData* d[mjMAXTHREAD + 1];
  size_t room;
  mjtNum* block;  // `room` numbers for the data of a chunk
  int* nvalid;
  int nvalid_room;
} cluster_worker;

static void forget_model(cluster_worker* w) {
  for (int i = 0; i < w->nthread; i++) {
    if (w->d[i]) mj_deleteData(w->d[i]);
    w->d[i] = NULL;
  }
  mj_deleteModel(w->m);
  w->m = NULL;
}

// Without memory there is no model: the master is told when it sends a chunk.
static void make_model(cluster_worker* w, const void* data, int bytes) {
  error_capture capture;
  if (!setjmp(capture.jump)) {
    capture_begin(&capture);
    w->m = mj_loadModelBuffer(data, bytes);
    for (int i = 0; w->m && i < w->nthread; i++) w->d[i] = mj_makeData(w->m);
    capture_end(&capture);
  } else {
    mju_warning("eng_clusterServe: %s", capture.error);
  }
}

static int take_model(cluster_worker* w, uint64_t bytes) {
  forget_model(w);
  char* data = bytes < INT_MAX ? malloc(bytes) : NULL;
  if (!data || w->master->receive(w->master->context, data, bytes)) {
    free(data);
    return -1;
  }
  make_model(w, data, (int)bytes);
  free(data);
  return 0;
}

// Allocate the data of a chunk; false without memory.
static int make_room(cluster_worker* w, size_t numbers, int nrollout) {
  if (numbers > w->room) {
    free(w->block);
    w->block = malloc(numbers * sizeof(mjtNum));
    w->room = w->block ? numbers : 0;
  }
  if (nrollout > w->nvalid_room) {
    free(w->nvalid);
    w->nvalid = malloc((size_t)nrollout * sizeof(int));
    w->nvalid_room = w->nvalid ? nrollout : 0;
  }
  return numbers <= w->room && nrollout <= w->nvalid_room;
}

static int send_result(const cluster_worker* w, const cluster_message* result, const engRollout* r,
                       size_t nstate, size_t nsensor) {
  const engMasterLink* to = w->master;
  if (to->send(to->context, result, sizeof *result)) return -1;
  if (result->failed) return 0;
  if (nstate && to->send(to->context, r->state, nstate * sizeof(mjtNum))) return -1;
  if (nsensor && to->send(to->context, r->sensor, nsensor * sizeof(mjtNum))) return -1;
  return to->send(to->context, r->nvalid, (size_t)r->nrollout * sizeof(int));
}

static int do_chunk(cluster_worker* w, const cluster_message* ask) {
  size_t n = (size_t)ask->nrollout, rows = n * (size_t)ask->nstep;
  int known = w->m && w->d[w->nthread - 1];
  size_t state = known ? (size_t)mj_stateSize(w->m, ask->state_sig) : 0;
  size_t control = known && ask->has_control ? (size_t)mj_stateSize(w->m, ask->control_sig) : 0;
  size_t nsensor = known && ask->wants_sensor ? rows * (size_t)w->m->nsensordata : 0;
  size_t nstate = known && ask->wants_state ? rows * state : 0;
  cluster_message result = *ask;
  result.word = SAY_RESULT;
  if (!known || !make_room(w, n * state + rows * control + nstate + nsensor, ask->nrollout)) {
    // the request cannot be read, since its size is unknown
    result.failed = 1;
    send_result(w, &result, NULL, 0, 0);
    return -1;
  }
  mjtNum* to = w->block;
  engRollout r = {.nrollout = ask->nrollout,
                  .nstep = ask->nstep,
                  .state_sig = ask->state_sig,
                  .control_sig = ask->control_sig,
                  .initial = to,
                  .nvalid = w->nvalid};
  if (w->master->receive(w->master->context, to, n * state * sizeof(mjtNum))) return -1;
  to += n * state;
  if (ask->has_control) {
    if (w->master->receive(w->master->context, to, rows * control * sizeof(mjtNum))) return -1;
    r.control = to;
    to += rows * control;
  }
  if (ask->wants_state) r.state = to;
  if (ask->wants_sensor) r.sensor = to + nstate;
  result.nbad = eng_rollout(w->m, w->d, w->nthread, w->pool, &r);
  return send_result(w, &result, &r, nstate, nsensor);
}

int eng_clusterServe(const engMasterLink* master, int nthread) {
  NEED_OR(-1, master);
  cluster_worker w = {.master = master, .nthread = mjMAX(1, mjMIN(nthread, mjMAXTHREAD))};
  if (w.nthread > 1) w.pool = mju_threadPoolCreate((size_t)w.nthread - 1);
  cluster_message ask;
  int lost = -1, going = 1;
  while (going && !master->receive(master->context, &ask, sizeof ask)) {
    if (ask.magic != CLUSTER_MAGIC) break;
    switch (ask.word) {
      case SAY_MODEL: going = !take_model(&w, ask.bytes); break;
      case SAY_CHUNK: going = !do_chunk(&w, &ask); break;
      case SAY_END: lost = going = 0; break;
      default: going = 0;
    }
  }
  forget_model(&w);
  free(w.block);
  free(w.nvalid);
  mju_threadPoolDestroy(w.pool);
  return lost;
}
