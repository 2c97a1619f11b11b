// Tests that cannot be run here say why.
#pragma once

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

// Leave the test of cmocka that calls this; the words stand behind "skipped: ".
#define skip_because(...)       \
  do {                          \
    print_message("skipped: "); \
    print_message(__VA_ARGS__); \
    print_message("\n");        \
    skip();                     \
  } while (0)
