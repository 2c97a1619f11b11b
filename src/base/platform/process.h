// Child processes (forked copies of this one) and byte streams to them.
#pragma once

#include <stdbool.h>
#include <stddef.h>

// One end of a stream whose other end belongs to another process.
typedef struct {
  int stream;
  long id;  // process id; 0: the other process is the one that forked this one
} process;

// Fork this process, which must have no other threads.  Returns true in both processes, *copy
// telling them apart, each with one end of a stream between them; false when the system cannot.
bool process_copy(process* other, bool* copy);

// End this process, which must be a copy, at once: exit handlers of the original do not run.
_Noreturn void process_leave(void);

// Send all n bytes; false when the other end is gone or is silent for a minute.
bool process_send(const process* p, const void* data, size_t n);
bool process_receive(const process* p, void* data, size_t n);

// process_close closes the stream.  process_end also waits for the process to end, killing it first
// if `kill` is set.
void process_close(process* p);
void process_end(process* p, bool kill);

// Wait at most `time` seconds for a stream of n that has data or whose other end is gone; returns
// its index, -1 when there is none.  A process whose stream is -1 is skipped.
int process_wait(const process* p, int n, const unsigned char* among, double time);
