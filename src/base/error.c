// Where errors and warnings go: to the capture of this thread, to the user's handler, or to the log
// file and standard output.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <engine/base.h>

#include "base/capture.h"
#include "base/log.h"
#include "base/platform/compiler.h"

#define MESSAGE sizeof(((error_capture*)0)->error)

void (*mju_user_error)(const char*) = NULL;
void (*mju_user_warning)(const char*) = NULL;

static PER_THREAD error_capture* capture = NULL;

void capture_begin(error_capture* c) {
  c->error[0] = c->warning[0] = '\0';
  c->passes_warnings = c->full = false;
  c->outer = capture;
  capture = c;
}

void capture_begin_errors(error_capture* c) {
  capture_begin(c);
  c->passes_warnings = true;
}

void capture_end(error_capture* c) { capture = c->outer; }

// The capture ends before the jump: an error raised while this one is handled goes to the outer
// capture.
static void raise_error(const char* message) {
  if (capture) {
    error_capture* c = capture;
    capture_end(c);
    mju_strncpy(c->error, message, MESSAGE);
    longjmp(c->jump, 1);
  }
  if (log_handle_text(mjLOG_ERROR, message)) return;
  if (mju_user_error) {
    mju_user_error(message);
    return;
  }
  mju_writeLog("ERROR", message);
  if (log_to_console()) printf("ERROR: %s\n\n", message);
  exit(EXIT_FAILURE);
}

static void raise_warning(const char* message) {
  error_capture* c = capture;
  while (c && c->passes_warnings) c = c->outer;
  if (c) {
    if (!c->warning[0]) mju_strncpy(c->warning, message, MESSAGE);
    return;
  }
  if (log_handle_text(mjLOG_WARNING, message)) return;
  if (mju_user_warning) {
    mju_user_warning(message);
    return;
  }
  mju_writeLog("WARNING", message);
  if (log_to_console()) printf("WARNING: %s\n\n", message);
}

void mju_error(const char* msg, ...) {
  char text[MESSAGE];
  va_list args;
  va_start(args, msg);
  vsnprintf(text, sizeof text, msg, args);
  va_end(args);
  raise_error(text);
}

void error_of_full_stack(const char* message) {
  if (capture) capture->full = true;
  raise_error(message);
}

void mju_warning(const char* msg, ...) {
  char text[MESSAGE];
  va_list args;
  va_start(args, msg);
  vsnprintf(text, sizeof text, msg, args);
  va_end(args);
  raise_warning(text);
}

void mju_error_i(const char* msg, int i) { mju_error(msg, i); }
void mju_error_s(const char* msg, const char* text) { mju_error(msg, text); }
void mju_warning_i(const char* msg, int i) { mju_warning(msg, i); }
void mju_warning_s(const char* msg, const char* text) { mju_warning(msg, text); }

void mju_clearHandlers(void) {
  mju_user_error = NULL;
  mju_user_warning = NULL;
  mju_user_malloc = NULL;
  mju_user_free = NULL;
  log_clear();
}
