#include "base/platform/locale.h"

#ifdef _WIN32

#include <stdio.h>

void numbers_plain_begin(plain_numbers* p) {
  p->per_thread = _configthreadlocale(_ENABLE_PER_THREAD_LOCALE);
  snprintf(p->outer, sizeof p->outer, "%s", setlocale(LC_NUMERIC, NULL));
  p->changed = setlocale(LC_NUMERIC, "C") != NULL;
}

void numbers_plain_end(plain_numbers* p) {
  if (p->changed) setlocale(LC_NUMERIC, p->outer);
  _configthreadlocale(p->per_thread);
  p->changed = false;
}

#else

void numbers_plain_begin(plain_numbers* p) {
  p->own = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
  p->changed = p->own != (locale_t)0;
  if (p->changed) p->outer = uselocale(p->own);
}

void numbers_plain_end(plain_numbers* p) {
  if (!p->changed) return;
  uselocale(p->outer);
  freelocale(p->own);
  p->changed = false;
}

#endif
