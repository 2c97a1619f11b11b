// Parsing of plugin attributes to numbers.
#pragma once

#include <engine/engine.h>

#include "base/number.h"

// A single number, or `missing` for empty text; *bad is set for anything else.
static inline mjtNum attribute_number(const char* text, mjtNum missing, int* bad) {
  double value;
  if (!text) return missing;
  while (*text == ' ') text++;
  if (!*text) return missing;
  const char* end = text;
  while (*end) end++;
  const char* rest = number_parse(text, end, &value);
  if (!rest) *bad = 1;
  while (rest && *rest == ' ') rest++;
  if (rest && *rest) *bad = 1;
  return *bad ? missing : value;
}

// Parses up to n numbers; returns how many there are, -1 for other text.
static inline int attribute_numbers(const char* text, mjtNum* values, int n) {
  int count = 0;
  const char* end = text;
  while (*end) end++;
  for (;;) {
    while (*text == ' ') text++;
    if (!*text) return count;
    double value;
    text = number_parse(text, end, &value);
    if (!text || count == n) return -1;
    values[count++] = value;
  }
}

// A numeric attribute of a plugin instance.
static inline mjtNum config_number(const mjModel* m, int instance, const char* name, mjtNum missing,
                                   int* bad) {
  return attribute_number(mj_getPluginConfig(m, instance, name), missing, bad);
}
