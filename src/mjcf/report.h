// The errors of one reading: collected, then written in the order of the text.
#pragma once

#include <stdbool.h>
#include <engine/scalar.h>
#include "base/arena.h"
#include "base/load_warning.h"
#include "compile/stand_in.h"
#include "mjcf/xml.h"

// Errors beyond this number are counted, not kept.
#define REPORT_MAX 100

typedef struct {
  char* text;  // "file:line:column: element 'x': ..."
  int order;   // of the element in the tree
  xml_place place;
} report_entry;

typedef struct {
  arena* memory;
  report_entry entry[REPORT_MAX];
  int n;  // all, also those not kept
  load_warnings warnings;
} report;

// Are there so many errors that no more are kept?  Then count one more: callers need not find
// words for it.
bool report_full(report* r);

// Add an error of an element, or of one of its attributes (a may be NULL).  The format is what is
// wrong, then "; " and what would be right; place and element are put in front and the files that
// include this one behind.
void report_error(report* r, const xml_node* node, const xml_attribute* a, const char* format, ...)
    mjPRINTFLIKE(4, 5);

// Say behind all errors but the first `from` that what they are about came with a version.
void report_since(report* r, int from, int version);

// Warn, in the same words, of what can be read but is hardly meant.
void report_warning(report* r, const xml_node* node, const xml_attribute* a, const char* format,
                    ...) mjPRINTFLIKE(4, 5);

// Add why an element that stands for many cannot be made, if something is wrong with it.
void report_refusal(report* r, const xml_node* node, const refusal* why);

// Add an error that names its place itself.
void report_whole(report* r, const char* format, ...) mjPRINTFLIKE(2, 3);

// Add an error of a text, where no element is known.
void report_fault(report* r, const xml_file* file, xml_place place, const char* format, ...)
    mjPRINTFLIKE(4, 5);

// Write all errors, in the order of the text, a line each; what does not fit is counted in a last
// line.  error may be NULL; it gets nerror bytes at most, terminator included.
void report_write(report* r, char* error, int nerror);

// " (included from file:line)" for each file that includes this one: what the info of an element
// says behind its place.
void report_includers(const xml_file* file, char* text, size_t ntext);
