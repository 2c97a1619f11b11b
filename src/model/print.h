// Human-readable text of models and data.
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "base/platform/locale.h"
#include "model/arrays.h"

// Output file and the format of floating-point numbers.
typedef struct {
  FILE* file;
  const char* name;  // file name, for messages
  char format[24];
  plain_numbers numbers;
} printer;

// Open filename (NULL: standard output).  With an invalid format a warning is issued and the
// default used; the locale has no effect.  False after a warning when the file cannot be opened.
bool print_open(printer* p, const char* filename, const char* float_format);

// Close the file; warns when not all output could be written.
void print_close(printer* p);

// Prints "  label      ", padded to the column width.
void print_label(printer* p, const char* label);

void print_numbers(printer* p, const mjtNum* x, size_t n);

// Prints row i of an array.
void print_row(printer* p, const array_info* a, const char* data, size_t i);

// Prints an array: its name in capitals, one line per row, an empty line.  Nothing for an empty
// array.
void print_array(printer* p, const array_info* a, const char* data);

// Prints the name in capitals on a line of its own.
void print_title(printer* p, const char* name);

// Prints "  label     size" with a unit.
void print_bytes(printer* p, const char* label, size_t bytes);

// The pattern of a matrix whose rows have column lists.
typedef struct {
  int nr;
  const int *rownnz, *rowadr, *colind;
  int size;  // length of colind
} print_pattern;

// Prints "col: value" for each entry of each row; invalid row addresses are reported as such.
void print_sparse(printer* p, const char* name, const print_pattern* s, const mjtNum* value);

// Prints a picture of the pattern, nc columns wide, unless it is too large.  diag (may be NULL):
// indices of the diagonal entries within their rows, printed as D.
void print_picture(printer* p, const char* name, const print_pattern* s, int nc, const int* diag);
