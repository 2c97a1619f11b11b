// The sections of scalars, which are all of the specification itself.
#include <engine/model.h>
#include "mjcf/write.h"

void write_radian(writer* w, const attribute_row* row, const void* target, const void* base) {
  (void)target, (void)base;
  write_text(w, row->name, "radian");
}

void write_groups_disabled(writer* w, const attribute_row* row, const void* target,
                           const void* base) {
  (void)base;
  int group[31], n = 0;
  for (int i = 0; i < 31; i++) {
    if (((const mjSpec*)target)->option.disableactuator & 1 << i) group[n++] = i;
  }
  if (n) write_ints(w, row->name, group, n);
}

void write_disable_flag(writer* w, const attribute_row* row, const void* target, const void* base) {
  (void)base;
  int flags = ((const mjSpec*)target)->option.disableflags;
  if (flags & row->code) write_text(w, row->name, "disable");
}

void write_enable_flag(writer* w, const attribute_row* row, const void* target, const void* base) {
  (void)base;
  int flags = ((const mjSpec*)target)->option.enableflags;
  if (flags & row->code) write_text(w, row->name, "enable");
}

// With the largest suffix that says it exactly.
void write_memory(writer* w, const attribute_row* row, const void* target, const void* base) {
  (void)base;
  mjtSize bytes = ((const mjSpec*)target)->memory;
  if (bytes == (mjtSize)-1) return;
  const char* suffixes = "KMGTPE";
  int n = 0;
  while (n < 6 && bytes && bytes % 1024 == 0) {
    bytes /= 1024;
    n++;
  }
  text value = {0};
  text_print(&value, "%llu", (unsigned long long)bytes);
  if (n) text_append(&value, suffixes + n - 1, 1);
  write_text(w, row->name, text_string(&value));
  text_free(&value);
}
