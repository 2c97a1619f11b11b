#include "base/platform/process.h"

#ifdef _WIN32

#include <stdlib.h>

// This system has no fork: no process is copied, and nothing is ever sent.

bool process_copy(process* other, bool* copy) {
  (void)other, (void)copy;
  return false;
}

void process_leave(void) { _exit(0); }

bool process_send(const process* p, const void* data, size_t n) {
  (void)p, (void)data;
  return n == 0;
}

bool process_receive(const process* p, void* data, size_t n) {
  (void)p, (void)data;
  return n == 0;
}

void process_close(process* p) { p->stream = -1; }

void process_end(process* p, bool at_once) {
  (void)at_once;
  process_close(p);
}

int process_wait(const process* p, int n, const unsigned char* among, double time) {
  (void)p, (void)n, (void)among, (void)time;
  return -1;
}

#else

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATIENCE = 60 };  // seconds of silence after which the other end counts as gone

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0  // systems without it use SO_NOSIGPIPE
#endif

static void be_patient(int stream) {
  struct timeval t = {.tv_sec = PATIENCE};
  setsockopt(stream, SOL_SOCKET, SO_SNDTIMEO, &t, sizeof t);
#ifdef SO_NOSIGPIPE
  int on = 1;
  setsockopt(stream, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
}

bool process_copy(process* other, bool* copy) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) return false;
  pid_t id = fork();
  if (id < 0) {
    close(ends[0]);
    close(ends[1]);
    return false;
  }
  *copy = id == 0;
  close(ends[*copy ? 0 : 1]);
  *other = (process){ends[*copy ? 1 : 0], id};
  be_patient(other->stream);
  if (!*copy) {
    // the copy waits for work without a time limit
    struct timeval t = {.tv_sec = PATIENCE};
    setsockopt(other->stream, SOL_SOCKET, SO_RCVTIMEO, &t, sizeof t);
  }
  return true;
}

void process_leave(void) { _exit(0); }

bool process_send(const process* p, const void* data, size_t n) {
  for (const char* from = data; n > 0;) {
    ssize_t done = send(p->stream, from, n, MSG_NOSIGNAL);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return false;
    from += done;
    n -= (size_t)done;
  }
  return true;
}

bool process_receive(const process* p, void* data, size_t n) {
  for (char* to = data; n > 0;) {
    ssize_t done = recv(p->stream, to, n, 0);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return false;
    to += done;
    n -= (size_t)done;
  }
  return true;
}

void process_close(process* p) {
  if (p->stream >= 0) close(p->stream);
  p->stream = -1;
}

void process_end(process* p, bool at_once) {
  process_close(p);
  if (p->id <= 0) return;
  if (at_once) kill((pid_t)p->id, SIGKILL);
  while (waitpid((pid_t)p->id, NULL, 0) < 0 && errno == EINTR) {}
  p->id = 0;
}

int process_wait(const process* p, int n, const unsigned char* among, double time) {
  enum { AT_ONCE = 256 };
  struct pollfd poll_of[AT_ONCE];
  int who[AT_ONCE], count = 0;
  for (int i = 0; i < n && count < AT_ONCE; i++) {
    if (!among[i] || p[i].stream < 0) continue;
    who[count] = i;
    poll_of[count++] = (struct pollfd){.fd = p[i].stream, .events = POLLIN};
  }
  if (poll(poll_of, (nfds_t)count, (int)(1e3 * time)) <= 0) return -1;
  for (int k = 0; k < count; k++) {
    if (poll_of[k].revents) return who[k];
  }
  return -1;
}

#endif
