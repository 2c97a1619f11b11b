#include "mjcf/report.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"

// Longer texts are truncated in messages: a list of numbers may be a megabyte long.
#define MAX_MESSAGE 600

static void print_includers(text* t, const xml_file* file) {
  for (const xml_node* i = file->included_by; i; i = i->file->included_by) {
    text_print(t, "\n  included from %s:%d", i->file->name, i->place.line);
  }
}

static void insert_entry(report* r, const text* t, int order, xml_place place) {
  int i = r->n++;
  if (i >= REPORT_MAX) return;
  char* copy = t->failed ? NULL : arena_strndup(r->memory, text_string(t), t->size);
  r->entry[i] = (report_entry){copy ? copy : (char*)"out of memory", order, place};
}

bool report_full(report* r) {
  if (r->n < REPORT_MAX) return false;
  r->n++;
  return true;
}

static void print_message(text* t, const xml_node* node, xml_place place, const char* format,
                          va_list args) {
  text_print(t, "%s:%d:%d: element '%.60s'", node->file->name, place.line, place.column,
             node->name);
  const char* name = xml_value(node, "name");
  if (name && *name && strlen(name) < 80) text_print(t, " named '%s'", name);
  char message[MAX_MESSAGE];
  vsnprintf(message, sizeof message, format, args);
  text_print(t, ": %s", message);
  print_includers(t, node->file);
}

void report_error(report* r, const xml_node* node, const xml_attribute* a, const char* format,
                  ...) {
  if (report_full(r)) return;
  xml_place place = a ? a->place : node->place;
  text t = {0};
  va_list args;
  va_start(args, format);
  print_message(&t, node, place, format, args);
  va_end(args);
  insert_entry(r, &t, node->order, place);
  text_free(&t);
}

void report_warning(report* r, const xml_node* node, const xml_attribute* a, const char* format,
                    ...) {
  text t = {0};
  va_list args;
  va_start(args, format);
  print_message(&t, node, a ? a->place : node->place, format, args);
  va_end(args);
  load_warnings_add(&r->warnings, text_string(&t));
  text_free(&t);
}

void report_since(report* r, int from, int version) {
  int kept = r->n < REPORT_MAX ? r->n : REPORT_MAX;
  for (int i = from; i < kept; i++) {
    text t = {0};
    text_print(&t, "%s (since version %d.%d)", r->entry[i].text, version / 1000, version % 1000);
    char* copy = t.failed ? NULL : arena_strndup(r->memory, text_string(&t), t.size);
    if (copy) r->entry[i].text = copy;
    text_free(&t);
  }
}

void report_refusal(report* r, const xml_node* node, const refusal* why) {
  if (!why->problem[0]) return;
  const xml_attribute* a = why->blamed ? xml_find(node, why->blamed) : NULL;
  report_error(r, node, a, "%s", why->problem);
}

void report_whole(report* r, const char* format, ...) {
  if (report_full(r)) return;
  text t = {0};
  va_list args;
  va_start(args, format);
  text_vprint(&t, format, args);
  va_end(args);
  insert_entry(r, &t, INT_MAX, (xml_place){0, 0});
  text_free(&t);
}

void report_fault(report* r, const xml_file* file, xml_place place, const char* format, ...) {
  text t = {0};
  text_print(&t, "%s:%d:%d: ", file->name, place.line, place.column);
  va_list args;
  va_start(args, format);
  text_vprint(&t, format, args);
  va_end(args);
  print_includers(&t, file);
  insert_entry(r, &t, file->included_by ? file->included_by->order : 0, place);
  text_free(&t);
}

static int compare(const void* a, const void* b) {
  const report_entry *x = a, *y = b;
  if (x->order != y->order) return x->order < y->order ? -1 : 1;
  if (x->place.line != y->place.line) return x->place.line < y->place.line ? -1 : 1;
  return (x->place.column > y->place.column) - (x->place.column < y->place.column);
}

void report_write(report* r, char* error, int nerror) {
  if (!error || nerror <= 0) return;
  error[0] = 0;
  int kept = r->n < REPORT_MAX ? r->n : REPORT_MAX;
  int total = 0;
  if (kept) qsort(r->entry, (size_t)kept, sizeof *r->entry, compare);
  for (int i = 0; i < kept; i++) {
    int left = r->n - i - 1;
    char more[40];
    int nmore = left ? snprintf(more, sizeof more, "\n(and %d more)", left) : 0;
    int need = (int)strlen(r->entry[i].text) + (total > 0);
    if (total > 0 && total + need + nmore >= nerror) {
      snprintf(error + total, (size_t)(nerror - total), "\n(and %d more)", left + 1);
      return;
    }
    total += snprintf(error + total, (size_t)(nerror - total), "%s%s", total ? "\n" : "",
                      r->entry[i].text);
    if (total >= nerror) return;
  }
  if (r->n > kept)
    snprintf(error + total, (size_t)(nerror - total), "\n(and %d more)", r->n - kept);
}

void report_includers(const xml_file* file, char* text, size_t ntext) {
  int n = 0;
  text[0] = 0;
  for (const xml_node* i = file->included_by; i; i = i->file->included_by) {
    if (n < 0 || (size_t)n >= ntext) return;
    n += snprintf(text + n, ntext - (size_t)n, " (included from %s:%d)", i->file->name,
                  i->place.line);
  }
}
