#include <stdio.h>
#include <string.h>

#include <engine/extension.h>

#include "base/need.h"
#include "spec/spec_type.h"

void spec_clear_error(spec* s) {
  s->error[0] = 0;
  s->said_from = s->said_to = 0;
  s->warning = false;
  load_warnings_forget(&s->warnings);
}

bool spec_verror(spec* s, const element* e, const char* format, va_list args) {
  char* to = s->error;
  char* end = s->error + sizeof s->error;
  to += snprintf(to, (size_t)(end - to), "Error: ");
  s->said_from = (int)(to - s->error);
  int n = vsnprintf(to, (size_t)(end - to), format, args);
  to = n < end - to ? to + (n > 0 ? n : 0) : end - 1;
  s->said_to = (int)(to - s->error);
  if (e && to < end - 1) {
    const char* info = element_info(e);
    snprintf(to, (size_t)(end - to), "\nElement name '%s', id %d%s%s", element_name(e),
             element_id(e), info[0] ? ", " : "", info);
  }
  s->warning = false;
  return false;
}

bool spec_error(spec* s, const element* e, const char* format, ...) {
  va_list args;
  va_start(args, format);
  spec_verror(s, e, format, args);
  va_end(args);
  return false;
}

void spec_warning(spec* s, const char* format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(s->error, sizeof s->error, format, args);
  va_end(args);
  s->said_from = 0;
  s->said_to = (int)strlen(s->error);
  s->warning = true;
  spec_note_warning(s, s->error);
}

void spec_note_warning(spec* s, const char* text) { load_warnings_add(&s->warnings, text); }

int mjs_numWarnings(const mjSpec* s) {
  NEED_OR(0, s);
  return load_warnings_kept(&spec_of(s)->warnings);
}

const char* mjs_getWarning(const mjSpec* s, int index) {
  NEED_OR(NULL, s);
  if (index < 0 || index >= mjs_numWarnings(s)) return NULL;
  const char* text = spec_of(s)->warnings.text[index];
  return text ? text : "out of memory";
}

const char* spec_said(spec* s, int* n) {
  mjs_getError(&s->pub);  // also reports that there was no memory
  *n = s->said_to - s->said_from;
  return s->error + s->said_from;
}

const char* mjs_getError(mjSpec* s) {
  NEED_OR("", s);
  spec* in = spec_of(s);
  if (in->store.failed && (!in->error[0] || in->warning)) spec_error(in, NULL, "out of memory");
  return in->error;
}

int mjs_isWarning(mjSpec* s) {
  NEED_OR(0, s);
  return spec_of(s)->warning;
}
