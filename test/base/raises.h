// Errors of the library as results: they would end the test program.
#pragma once

#include <setjmp.h>
#include <stdio.h>

#include <engine/base.h>

static jmp_buf escape;
static char last_error[1100];

// An error handler that goes on where setjmp(escape) was.
static inline void jump_out(const char* text) {
  snprintf(last_error, sizeof last_error, "%s", text);
  longjmp(escape, 1);
}

// Whether a statement raises an error.
#define RAISES(...)           \
  (mju_user_error = jump_out, \
   setjmp(escape) ? (mju_clearHandlers(), 1) : ((__VA_ARGS__), mju_clearHandlers(), 0))
