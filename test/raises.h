// Tests of calls that make no sense: what they say, and that they come back.
#pragma once

#include <setjmp.h>
#include <string.h>

#include <engine/base.h>

static jmp_buf raises_escape;
static char raises_said[1024];

static void raises_jump(const char* message) {
  strncpy(raises_said, message, sizeof raises_said - 1);
  longjmp(raises_escape, 1);
}

// The call is an error that says this.
#define RAISES(call, what)                                                         \
  do {                                                                             \
    raises_said[0] = 0;                                                            \
    mju_user_error = raises_jump;                                                  \
    if (!setjmp(raises_escape)) (void)(call);                                      \
    mju_user_error = NULL;                                                         \
    if (!strstr(raises_said, what)) {                                              \
      fail_msg("%s says '%s', not '%s'", #call, raises_said, (const char*)(what)); \
    }                                                                              \
  } while (0)
