// Finds the name that a misspelt one most likely stands for: optimal string alignment distance, in
// units of half an edit.
#include "base/text.h"

#include <limits.h>
#include <string.h>

#define LONGEST 127  // longer names are not compared
#define EDIT    2
#define CASE    1

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c; }

static int replace_cost(char a, char b) {
  if (a == b) return 0;
  return lower(a) == lower(b) ? CASE : EDIT;
}

static int smaller(int a, int b) { return a < b ? a : b; }

// Distance between a and b, or INT_MAX as soon as it must exceed `limit`.
static int distance(const char* a, int na, const char* b, int nb, int limit) {
  int rows[3][LONGEST + 1];
  int *before = rows[0], *above = rows[1], *row = rows[2];
  if (EDIT * (na > nb ? na - nb : nb - na) > limit) return INT_MAX;
  for (int j = 0; j <= nb; j++) above[j] = EDIT * j;
  for (int i = 1; i <= na; i++) {
    int best = row[0] = EDIT * i;
    for (int j = 1; j <= nb; j++) {
      int d = above[j - 1] + replace_cost(a[i - 1], b[j - 1]);
      d = smaller(d, smaller(above[j], row[j - 1]) + EDIT);
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        d = smaller(d, before[j - 2] + EDIT);
      }
      row[j] = d;
      best = smaller(best, d);
    }
    if (best > limit + EDIT) return INT_MAX;  // a later swap may still save one edit
    int* free_row = before;
    before = above;
    above = row;
    row = free_row;
  }
  return above[nb];
}

const char* text_nearest(const char* name, const char* const* candidates, int n) {
  size_t length = name ? strnlen(name, LONGEST + 1) : 0;
  if (!length || length > LONGEST) return NULL;
  // one edit for every three letters, at least one; a single letter can only differ in case
  int limit = length < 2 ? CASE : EDIT * (int)(length < 6 ? 1 : length / 3);
  const char* nearest = NULL;
  for (int i = 0; i < n; i++) {
    const char* c = candidates[i];
    size_t nc = c ? strnlen(c, LONGEST + 1) : 0;
    if (!nc || nc > LONGEST) continue;
    int d = distance(name, (int)length, c, (int)nc, limit);
    if (d <= limit) {
      nearest = c;
      limit = d - 1;  // of equally near names the first is returned
    }
  }
  return nearest;
}
