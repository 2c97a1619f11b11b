// Turns errors and warnings of a region of code into values: inside the region mju_error, called
// from this thread, jumps back to its start instead of ending the process.
//
// A capture of errors alone lets warnings go where they went.
#pragma once

#include <setjmp.h>
#include <stdbool.h>

typedef struct error_capture {
  jmp_buf jump;
  char error[1024];    // message of the error that ended the region
  char warning[1024];  // the first warning
  bool passes_warnings;
  bool full;  // the error says that a stack is full
  struct error_capture* outer;
} error_capture;

// Use:  error_capture c; if (!setjmp(c.jump)) { capture_begin(&c); ...; capture_end(&c); }
//       else { /* the error is in c.error; the capture has ended */ }
// Regions nest; capture_begin clears both messages.
void capture_begin(error_capture* c);
void capture_begin_errors(error_capture* c);
void capture_end(error_capture* c);

// mju_error of the message, of a stack that is full.
void error_of_full_stack(const char* message);
