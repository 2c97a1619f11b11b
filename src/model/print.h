// Printing models and data as text for people.
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "base/platform/locale.h"
#include "model/arrays.h"

// Where to print, and the format of floating-point numbers.
typedef struct {
  FILE* file;
  const char* name;  // of the file, for messages
  char format[24];
  plain_numbers numbers;
} printer;

// Open filename (NULL: standard output).  A wrong format is a warning, and the default is used;
// numbers do not depend on the locale.  False after a warning when the file cannot be opened.
bool print_open(printer* p, const char* filename, const char* float_format);

// A warning when not all could be written.
void print_close(printer* p);

// "  label      " in the column of labels.
void print_label(printer* p, const char* label);

void print_numbers(printer* p, const mjtNum* x, size_t n);

// Row i of an array.
void print_row(printer* p, const array_info* a, const char* data, size_t i);

// All of an array: its name in capitals, a line a row, an empty line.  Nothing when it is empty.
void print_array(printer* p, const array_info* a, const char* data);

// The name in capitals, alone on a line.
void print_title(printer* p, const char* name);

// "  label     size" with a unit.
void print_bytes(printer* p, const char* label, size_t bytes);

// A matrix of rows with their own lists of columns.
typedef struct {
  int nr;
  const int *rownnz, *rowadr, *colind;
  int size;  // of colind
} print_pattern;

// "col: value" for every entry of every row; a row whose place is impossible is said to be so.
void print_sparse(printer* p, const char* name, const print_pattern* s, const mjtNum* value);

// A picture of the pattern, nc wide, unless it is too large for one; diagonals, when given (their
// places in the rows), show as D.
void print_picture(printer* p, const char* name, const print_pattern* s, int nc, const int* diag);
