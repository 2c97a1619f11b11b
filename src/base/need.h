// Arguments that may not be NULL: an error that names function and argument, and a clean return.
#pragma once

#include <engine/base.h>

#define NEED_OR(argument, result)                     \
  if (!(argument)) {                                  \
    mju_error("%s: " #argument " is NULL", __func__); \
    return result;                                    \
  }

#define NEED(argument) NEED_OR(argument, )
