// Workers that are forked copies of this process.
#include <stdlib.h>

#include <engine/base.h>
#include <engine/cluster.h>
#include <engine/math.h>

#include "base/platform/process.h"

enum { MOST = 256 };  // limit of process_wait

typedef struct {
  int n;
  process* worker;
} processes;

static int send_to(void* context, int worker, const void* data, size_t n) {
  return process_send(((processes*)context)->worker + worker, data, n) ? 0 : -1;
}

static int receive_from(void* context, int worker, void* data, size_t n) {
  return process_receive(((processes*)context)->worker + worker, data, n) ? 0 : -1;
}

static int wait_for(void* context, const mjtByte* waiting, double time) {
  const processes* p = context;
  return process_wait(p->worker, p->n, waiting, time);
}

static void drop(void* context, int worker) {
  process_end(((processes*)context)->worker + worker, true);
}

static void close_all(void* context) {
  processes* p = context;
  for (int i = 0; i < p->n; i++) process_end(p->worker + i, false);
  free(p->worker);
  free(p);
}

static int send_up(void* context, const void* data, size_t n) {
  return process_send(context, data, n) ? 0 : -1;
}

static int receive_down(void* context, void* data, size_t n) {
  return process_receive(context, data, n) ? 0 : -1;
}

// Main loop of a copy.
_Noreturn static void live(processes* p, process* master, int nthread) {
  // the streams to other workers are inherited; unless closed, those workers would not notice the
  // master's end
  for (int i = 0; i < p->n; i++) process_close(p->worker + i);
  mju_user_error = NULL;
  engMasterLink link = {master, send_up, receive_down};
  eng_clusterServe(&link, nthread);
  process_leave();
}

engCluster* eng_clusterProcesses(int nworker, int nthread) {
  nworker = mjMAX(0, mjMIN(nworker, MOST));
  processes* p = calloc(1, sizeof *p);
  if (p) p->worker = calloc((size_t)nworker + 1, sizeof *p->worker);
  if (!p || !p->worker) {
    free(p);
    mju_warning("eng_clusterProcesses: out of memory");
    return NULL;
  }
  for (; p->n < nworker; p->n++) {
    process other;
    bool copy;
    if (!process_copy(&other, &copy)) break;
    if (copy) live(p, &other, nthread);
    p->worker[p->n] = other;
  }
  engTransport t = {p, p->n, send_to, receive_from, wait_for, drop, close_all, 0};
  engCluster* c = p->n == nworker ? eng_clusterOver(&t) : NULL;
  if (c) return c;
  if (p->n == nworker) {
    mju_warning("eng_clusterProcesses: out of memory");
  } else {
    mju_warning("eng_clusterProcesses: the system made %d of %d processes", p->n, nworker);
  }
  close_all(p);
  return NULL;
}
