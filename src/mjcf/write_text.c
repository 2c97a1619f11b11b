// XML output: elements, indented by two spaces, and attributes.
#include <stdio.h>
#include <string.h>
#include "base/number.h"
#include "mjcf/write.h"

static void append(writer* w, const char* s) { text_append(&w->out, s, strlen(s)); }

// Maximum indentation; otherwise the text of a long chain would grow with the square of its length.
#define MAX_INDENT 100

static void indent(writer* w) {
  for (int i = 0; i < w->depth && i < MAX_INDENT; i++) append(w, "  ");
}

bool write_fits(writer* w, int more) {
  if (w->depth + more > XML_MAX_DEPTH) {
    w->problem = "elements would be nested deeper than " XML_MAX_DEPTH_TEXT
                 ", which cannot be read; attach some of them higher up";
  }
  return !w->problem;
}

write_mark write_open(writer* w, const char* name) {
  write_mark before = {w->out.size, w->tag_open};
  if (w->tag_open) append(w, ">\n");
  if (w->depth == 1 && !w->tag_open) append(w, "\n");  // between sections
  indent(w);
  append(w, "<");
  append(w, name);
  w->depth++;
  w->tag_open = true;
  write_fits(w, 0);
  return before;
}

void write_close(writer* w, const char* name) {
  w->depth--;
  if (w->tag_open) {
    append(w, "/>\n");
  } else {
    indent(w);
    append(w, "</");
    append(w, name);
    append(w, ">\n");
  }
  w->tag_open = false;
}

void write_close_or_drop(writer* w, const char* name, write_mark before) {
  size_t n = strlen(name);
  const char* tag = w->tag_open && w->out.size > n ? w->out.data + w->out.size - n - 1 : NULL;
  bool empty = tag && *tag == '<' && memcmp(tag + 1, name, n) == 0;
  if (!empty) {
    write_close(w, name);
    return;
  }
  w->depth--;
  w->out.size = before.size;
  w->out.data[before.size] = 0;
  w->tag_open = before.tag_open;
}

void write_comment(writer* w, const char* comment) {
  append(w, ">\n");
  indent(w);
  text_print(&w->out, "<!--%s-->\n", comment);
  w->tag_open = false;
}

// ---------------------------------------------------------------------------------- attributes

static const char* entity(char c) {
  switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&apos;";
    case '\n': return "&#10;";
    case '\r': return "&#13;";
    case '\t': return "&#9;";
    default: return NULL;
  }
}

static void begin(writer* w, const char* name) {
  append(w, " ");
  append(w, name);
  append(w, "=\"");
}

void write_text(writer* w, const char* name, const char* value) {
  begin(w, name);
  for (const char* c = value; *c; c++) {
    const char* escaped = entity(*c);
    text_append(&w->out, escaped ? escaped : c, escaped ? strlen(escaped) : 1);
  }
  append(w, "\"");
}

void write_made(writer* w, const char* name, text* value) {
  if (value->failed) w->problem = "out of memory";
  write_text(w, name, text_string(value));
  text_free(value);
}

void write_int(writer* w, const char* name, int value) { write_ints(w, name, &value, 1); }

void write_ints(writer* w, const char* name, const int* value, int n) {
  begin(w, name);
  for (int i = 0; i < n; i++) text_print(&w->out, i ? " %d" : "%d", value[i]);
  append(w, "\"");
}

static void append_number(writer* w, int i, const char* number, int length) {
  if (i) text_append(&w->out, " ", 1);
  text_append(&w->out, number, (size_t)length);
}

// Writes -0 as 0, so that equal models give equal texts.
void write_doubles(writer* w, const char* name, const double* value, int n) {
  char number[NUMBER_TEXT];
  begin(w, name);
  for (int i = 0; i < n; i++) append_number(w, i, number, number_print(number, value[i] + 0.0));
  append(w, "\"");
}

void write_floats(writer* w, const char* name, const float* value, int n) {
  char number[NUMBER_TEXT];
  begin(w, name);
  for (int i = 0; i < n; i++) {
    append_number(w, i, number, number_print_float(number, value[i] + 0.0f));
  }
  append(w, "\"");
}
