#include "base/load_warning.h"

#include <stdio.h>
#include <string.h>

#include <engine/base.h>

void load_warnings_add(load_warnings* w, arena* memory, const char* message) {
  int kept = w->n < LOAD_WARNINGS ? w->n : LOAD_WARNINGS;
  for (int i = 0; i < kept; i++) {
    if (!strcmp(w->text[i], message)) return;
  }
  if (kept < LOAD_WARNINGS) {
    char* copy = arena_strndup(memory, message, strlen(message));
    w->text[kept] = copy ? copy : (char*)"out of memory";
  }
  w->n++;
}

static void tell(const char* message) {
  if (mju_user_warning) {
    mju_user_warning(message);
    return;
  }
  mju_writeLog("WARNING", message);
  fprintf(stderr, "WARNING: %s\n\n", message);
}

void load_warnings_tell(const load_warnings* w) {
  int kept = w->n < LOAD_WARNINGS ? w->n : LOAD_WARNINGS;
  for (int i = 0; i < kept; i++) tell(w->text[i]);
  if (w->n > kept) {
    char more[60];
    snprintf(more, sizeof more, "and %d more warnings of this kind", w->n - kept);
    tell(more);
  }
}
