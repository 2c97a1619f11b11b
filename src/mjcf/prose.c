#include "mjcf/prose.h"

#include <string.h>

// Whether a word, or parent/word, is in a space-separated list.
static bool lists(const char* list, const char* parent, const char* word) {
  size_t n = strlen(word), np = parent ? strlen(parent) : 0;
  for (const char* at = list; *at;) {
    size_t end = strcspn(at, " ");
    if (!parent && end == n && !memcmp(at, word, n)) return true;
    if (parent && end == np + 1 + n && !memcmp(at, parent, np) && at[np] == '/' &&
        !memcmp(at + np + 1, word, n)) {
      return true;
    }
    at += end + (at[end] == ' ');
  }
  return false;
}

// How specifically a row matches an element: 0 not at all, 3 by element and parent.
static int closeness(const prose_row* row, const char* parent, const char* element) {
  if (lists(row->element, parent, element)) return 3;
  if (lists(row->element, NULL, element)) return 2;
  return !strcmp(row->element, "*");
}

static bool speaks_of(const prose_row* row, const char* attribute) {
  if (!attribute || !row->attribute) return attribute == row->attribute;
  return lists(row->attribute, NULL, attribute);
}

const prose_row* prose_of(const char* parent, const char* element, const char* attribute) {
  static const prose_table* const tables[] = {&prose_settings, &prose_visual, &prose_asset,
                                              &prose_body,     &prose_soft,   &prose_link,
                                              &prose_actuator, &prose_sensor, &prose_custom};
  const prose_row* best = NULL;
  int closest = 0;
  for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
    for (int i = 0; i < tables[t]->n; i++) {
      const prose_row* row = tables[t]->row + i;
      if (!speaks_of(row, attribute)) continue;
      int close = closeness(row, parent ? parent : "", element);
      if (close <= closest) continue;
      closest = close;
      best = row;
    }
  }
  return best;
}
