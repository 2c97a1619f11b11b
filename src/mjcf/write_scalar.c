// Writes the sections of scalars, which belong to the specification itself.
#include <engine/extension.h>
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

// A flag that a level enables by default.
void write_enable_flag(writer* w, const attribute_row* row, const void* target, const void* base) {
  (void)base;
  const mjSpec* spec = target;
  bool usual = spec->ext.level >= 3008 && row->code == mjENBL_MULTICCD;
  bool enabled = spec->option.enableflags & row->code;
  if (enabled != usual) write_text(w, row->name, enabled ? "enable" : "disable");
}

void write_level(writer* w, const attribute_row* row, const void* target, const void* base) {
  (void)base;
  const engOption* ext = &((const mjSpec*)target)->ext;
  int usual = eng_levelBits(ext->level);
  if (ext->level == engLEVEL_BASE && ext->levelbits == usual) return;
  text value = {0};
  text_print(&value, "%d.%d", ext->level / 1000, ext->level % 1000);
  for (int i = 0; i < engNLEVEL; i++) {
    int bit = 1 << i;
    if ((ext->levelbits ^ usual) & bit) {
      text_print(&value, " %c%s", ext->levelbits & bit ? '+' : '-', eng_levelName(bit));
    }
  }
  write_made(w, row->name, &value);
}

// With the largest suffix that represents it exactly.
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
  write_made(w, row->name, &value);
}
