#include "base/load_warning.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <engine/base.h>

#include "base/log.h"

void load_warnings_add(load_warnings* w, const char* message) {
  int kept = load_warnings_kept(w);
  for (int i = 0; i < kept; i++) {
    if (w->text[i] && !strcmp(w->text[i], message)) return;
  }
  if (kept < LOAD_WARNINGS) w->text[kept] = strdup(message);
  w->n++;
}

static void issue_warning(const char* message) {
  if (log_handle_text(mjLOG_WARNING, message)) return;
  if (mju_user_warning) {
    mju_user_warning(message);
    return;
  }
  mju_writeLog("WARNING", message);
  if (log_to_console()) fprintf(stderr, "WARNING: %s\n\n", message);
}

void load_warnings_forget(load_warnings* w) {
  for (int i = 0; i < LOAD_WARNINGS; i++) free(w->text[i]);
  *w = (load_warnings){0};
}

void load_warnings_tell(load_warnings* w) {
  int kept = load_warnings_kept(w);
  for (int i = 0; i < kept; i++) issue_warning(w->text[i] ? w->text[i] : "out of memory");
  if (w->n > kept) {
    char more[60];
    snprintf(more, sizeof more, "and %d more warnings of this kind", w->n - kept);
    issue_warning(more);
  }
  load_warnings_forget(w);
}
