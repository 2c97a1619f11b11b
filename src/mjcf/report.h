// Collects the errors of reading a model and writes them in document order.
#pragma once

#include <stdbool.h>
#include <engine/scalar.h>
#include "base/arena.h"
#include "base/load_warning.h"
#include "compile/macro_element.h"
#include "mjcf/xml.h"

// Further errors are counted but not stored.
#define REPORT_MAX 100

typedef struct {
  char* text;  // "file:line:column: element 'x': ..."
  int order;   // document order of the element
  xml_place place;
} report_entry;

typedef struct {
  arena* memory;
  report_entry entry[REPORT_MAX];
  int n;  // number of errors, including those not stored
  load_warnings warnings;
} report;

// Whether no more errors can be stored; if so, counts one: callers need not format a message.
bool report_full(report* r);

// Add an error of an element or of one of its attributes (a may be NULL).  The format says what is
// wrong, then "; " and what would be right; place and element are prepended, and the including
// files appended.
void report_error(report* r, const xml_node* node, const xml_attribute* a, const char* format, ...)
    mjPRINTFLIKE(4, 5);

// Append to all errors except the first `from` the version that introduced what they are about.
void report_since(report* r, int from, int version);

// Add a warning, in the same form.
void report_warning(report* r, const xml_node* node, const xml_attribute* a, const char* format,
                    ...) mjPRINTFLIKE(4, 5);

// Add the reason why a macro element cannot be expanded, if there is one.
void report_refusal(report* r, const xml_node* node, const refusal* why);

// Add an error whose text contains its place already.
void report_whole(report* r, const char* format, ...) mjPRINTFLIKE(2, 3);

// Add an error at a place in a file, where the element is unknown.
void report_fault(report* r, const xml_file* file, xml_place place, const char* format, ...)
    mjPRINTFLIKE(4, 5);

// Write all errors in document order, one per line; a last line counts those that did not fit.
// error may be NULL; at most nerror bytes are written, terminator included.
void report_write(report* r, char* error, int nerror);

// " (included from file:line)" for each file that includes this one, as appended to an element's
// info.
void report_includers(const xml_file* file, char* text, size_t ntext);
