#include "model/print.h"

#include <errno.h>
#include <ctype.h>
#include <string.h>

#include <engine/base.h>

#define LABEL         21
#define FORMAT        "% -9.2g"
#define FORMAT_LENGTH 20
#define MAX_DIGITS    3    // of width and precision
#define PICTURE       300  // larger matrices get no picture

// NULL when the string is a printf format for one double, else what is wrong with it.
static const char* format_problem(const char* format) {
  if (!format) return "there is none";
  if (strnlen(format, FORMAT_LENGTH + 1) > FORMAT_LENGTH) return "it is too long";
  const char* s = format;
  if (*s++ != '%') return "it does not start with '%'";
  for (const char* flags = s; *s && strchr("-+ #0", *s); s++) {
    if (memchr(flags, *s, (size_t)(s - flags))) return "a flag is repeated";
  }
  size_t width = strspn(s, "0123456789"), precision = 0;
  s += width;
  if (*s == '.') s += 1 + (precision = strspn(s + 1, "0123456789"));
  if (width > MAX_DIGITS || precision > MAX_DIGITS) return "its width or precision is too large";
  if (*s == 'L') s++;
  if (!*s || !strchr("fgGeE", *s)) return "it does not end in f, g, G, e or E";
  return s[1] ? "characters follow it" : NULL;
}

bool print_open(printer* p, const char* filename, const char* float_format) {
  const char* problem = format_problem(float_format);
  if (problem) {
    mju_warning("the format of numbers is refused: %s", problem);
    mju_warning("numbers are printed as %s", FORMAT);
    float_format = FORMAT;
  }
  p->name = filename ? filename : "the standard output";
  p->file = filename ? fopen(filename, "w") : stdout;
  if (!p->file) {
    mju_warning("could not open '%s' for writing: %s", filename, strerror(errno));
    return false;
  }
  // numbers are doubles: remove the modifier for long double
  size_t n = strcspn(float_format, "L");
  snprintf(p->format, sizeof p->format, "%.*s%s", (int)n, float_format,
           float_format + n + (float_format[n] == 'L'));
  numbers_plain_begin(&p->numbers);
  return true;
}

void print_close(printer* p) {
  numbers_plain_end(&p->numbers);
  bool failed = ferror(p->file) != 0;
  if (p->file == stdout ? fflush(stdout) : fclose(p->file)) failed = true;
  if (failed) mju_warning("could not write all of '%s'", p->name);
}

void print_label(printer* p, const char* label) { fprintf(p->file, "  %-*s", LABEL, label); }

static void print_number(printer* p, double x) {
  fprintf(p->file, p->format, x);
  fputc(' ', p->file);
}

void print_numbers(printer* p, const mjtNum* x, size_t n) {
  for (size_t i = 0; i < n; i++) print_number(p, x[i]);
  fputc('\n', p->file);
}

void print_row(printer* p, const array_info* a, const char* data, size_t i) {
  const char* row = data + i * a->cols * a->field->item;
  for (size_t j = 0; j < a->cols; j++, row += a->field->item) {
    switch (a->field->kind) {
      case ARRAY_NUM: print_number(p, *(const mjtNum*)row); break;
      case ARRAY_FLOAT: print_number(p, (double)*(const float*)row); break;
      case ARRAY_INT: fprintf(p->file, " %d ", *(const int*)row); break;
      case ARRAY_BYTE: fprintf(p->file, " %d ", *(const mjtByte*)row); break;
      case ARRAY_CHAR: fputc(*row, p->file); break;
      case ARRAY_OTHER: fprintf(p->file, " 0x%llx ", (unsigned long long)*(const uintptr_t*)row);
    }
  }
  fputc('\n', p->file);
}

void print_title(printer* p, const char* name) {
  for (; *name; name++) fputc(toupper((unsigned char)*name), p->file);
  fputc('\n', p->file);
}

void print_array(printer* p, const array_info* a, const char* data) {
  if (!array_bytes(a)) return;
  print_title(p, a->field->name);
  for (size_t i = 0; i < a->rows; i++) {
    fprintf(p->file, "  ");
    print_row(p, a, data, i);
  }
  fputc('\n', p->file);
}

void print_bytes(printer* p, const char* label, size_t bytes) {
  static const char unit[] = "KMGT";
  fprintf(p->file, "  %-12s", label);
  if (bytes < 1024) {
    fprintf(p->file, "%5zu bytes\n", bytes);
    return;
  }
  double x = (double)bytes / 1024;
  int k = 0;
  for (; x >= 1024 && unit[k + 1]; k++) x /= 1024;
  fprintf(p->file, "%5.1f %cB\n", x, unit[k]);
}

static bool row_is_there(const print_pattern* s, int i) {
  return s->rownnz[i] >= 0 && s->rowadr[i] >= 0 && s->rowadr[i] <= s->size - s->rownnz[i];
}

void print_sparse(printer* p, const char* name, const print_pattern* s, const mjtNum* value) {
  if (!s->nr) return;
  print_title(p, name);
  for (int i = 0; i < s->nr; i++) {
    if (!row_is_there(s, i)) {
      fprintf(p->file, "  (not computed)\n");
      continue;
    }
    for (int k = s->rowadr[i]; k < s->rowadr[i] + s->rownnz[i]; k++) {
      fprintf(p->file, "  %4d: ", s->colind[k]);
      print_number(p, value[k]);
    }
    fputc('\n', p->file);
  }
  fputc('\n', p->file);
}

void print_picture(printer* p, const char* name, const print_pattern* s, int nc, const int* diag) {
  if (!s->nr || !nc || s->nr > PICTURE || nc > PICTURE) return;
  fprintf(p->file, "%s\n", name);
  for (int i = 0; i < s->nr; i++) {
    char line[PICTURE + 1];
    memset(line, ' ', sizeof line);
    line[nc] = '\0';
    for (int k = 0; row_is_there(s, i) && k < s->rownnz[i]; k++) {
      int col = s->colind[s->rowadr[i] + k];
      if (col >= 0 && col < nc) line[col] = diag && k == diag[i] ? 'D' : 'x';
    }
    fprintf(p->file, " %s |\n", line);
  }
  fputc('\n', p->file);
}
