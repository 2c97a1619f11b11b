// Other processes, and streams of bytes to them.
#pragma once

#include <stdbool.h>
#include <stddef.h>

// The end of a stream that another process holds the other end of.
typedef struct {
  int stream;
  long id;  // of the process; 0: this one was started by it
} process;

// Copy this process, which has no other threads: returns true in both, with *copy telling them
// apart, and each has an end of a stream between them; false when the system makes none.
bool process_copy(process* other, bool* copy);

// End this process, a copy, at once: nothing that the original registered is run.
_Noreturn void process_leave(void);

// All n bytes, or false when the other end is gone or takes longer than a minute for any of them.
bool process_send(const process* p, const void* data, size_t n);
bool process_receive(const process* p, void* data, size_t n);

// Close the stream alone; then see to it that the process ends (now, when kill).
void process_close(process* p);
void process_end(process* p, bool kill);

// One of n (-1: an entry to leave out in stream) that can be received from or is gone; -1 when
// there is none within the time in seconds.
int process_wait(const process* p, int n, const unsigned char* among, double time);
