#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <engine/base.h>
#include <engine/mjcf.h>
#include "base/text.h"
#include "mjcf/schema.h"
#include "mjcf/sections.h"
#include "mjcf/write.h"

#define NAME_WIDTH 30  // column where attributes begin
#define WRAP_AT    60  // lines are broken after this column

typedef struct {
  text out;
  bool html, pad;
} schema_printer;

static int compare_names(const void* a, const void* b) {
  return strcmp(*(const char* const*)a, *(const char* const*)b);
}

static int sorted_attributes(const element_row* row, const char** name) {
  int n = schema_attribute_names(row, name, MAX_NAMES);
  qsort(name, (size_t)n, sizeof *name, compare_names);
  return n;
}

static void print_text_row(schema_printer* p, const element_row* row, const char* shown,
                           int level) {
  const char* name[MAX_NAMES];
  int n = sorted_attributes(row, name);
  int width = 3 * level + (int)strlen(shown) + 4;
  text_print(&p->out, "%*s%s (%c)", 3 * level, "", shown, row->cardinality);
  int indent = width > NAME_WIDTH ? width : NAME_WIDTH;
  text_print(&p->out, "%*s", indent - width, "");
  int column = indent;
  for (int i = 0; i < n; i++) {
    if (column > WRAP_AT) {
      text_print(&p->out, "\n%*s", indent, "");
      column = indent;
    }
    text_print(&p->out, "%s ", name[i]);
    column += (int)strlen(name[i]) + 1;
  }
  text_print(&p->out, "\n");
}

static void print_html_row(schema_printer* p, const element_row* row, const char* shown,
                           int level) {
  const char* name[MAX_NAMES];
  int n = sorted_attributes(row, name);
  text_print(&p->out, "<tr>\n\t<td class=\"el\"");
  if (p->pad) text_print(&p->out, " style=\"padding-left:%dpx\"", 5 + 15 * level);
  text_print(&p->out, ">");
  for (int i = 0; i < 4 * level && !p->pad; i++) text_print(&p->out, "&nbsp;");
  text_print(&p->out, "%s</td>\n\t<td class=\"ty\">%c</td>\n\t<td class=\"at\">", shown,
             row->cardinality);
  for (int i = 0; i < n; i++) text_print(&p->out, "%s%s", i ? " " : "", name[i]);
  if (n == 0) text_print(&p->out, "<i>no attributes</i>");
  text_print(&p->out, "</td>\n</tr>\n");
}

static void print_element(schema_printer* p, const element_row* row, int level) {
  // the world element has fewer attributes than body; the table shows both as body
  const char* shown = row->name;
  if (row == &schema_worldbody) {
    row = &schema_body;
    shown = "(world)body";
  }
  if (p->html) {
    print_html_row(p, row, shown, level);
  } else {
    print_text_row(p, row, shown, level);
  }
  for (const element_row* const* c = row->child; c && *c; c++) {
    if (!(*c)->hidden && *c != row) print_element(p, *c, level + 1);
  }
}

int mj_printSchema(const char* filename, char* buffer, int buffer_sz, int flg_html, int flg_pad) {
  schema_printer p = {.html = flg_html != 0, .pad = flg_pad != 0};
  if (p.html) {
    text_print(&p.out,
               "<style>\n.el {background-color: #e0e0e0}\n</style>\n<table border=\"1\">\n");
  }
  print_element(&p, &schema_root, 0);
  if (p.html) text_print(&p.out, "</table>\n");
  char error[300];
  if (p.out.failed) {
    mju_warning("mj_printSchema: out of memory");
    text_free(&p.out);
    p.out.failed = true;
  }
  const char* schema = text_string(&p.out);
  if (filename && *filename && !write_out(&p.out, filename, error, sizeof error)) {
    mju_warning("mj_printSchema: %s", error);
  }
  if (buffer && buffer_sz > 0) snprintf(buffer, (size_t)buffer_sz, "%s", schema);
  int length = (int)p.out.size;
  text_free(&p.out);
  return length;
}
