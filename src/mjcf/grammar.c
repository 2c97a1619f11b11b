#include "mjcf/grammar.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <engine/base.h>
#include <engine/mjcf.h>
#include "mjcf/prose.h"
#include "model/equality_type.h"
#include "model/sensor_type.h"

const grammar_element* grammar_find(const grammar_element* e, int n, const element_row* row) {
  for (int i = 0; i < n; i++) {
    if (e[i].row == row) return e + i;
  }
  return NULL;
}

enum { MOST_ELEMENTS = 400 };

static int add_element(grammar_element* e, int n, const element_row* row, int parent) {
  if (n == MOST_ELEMENTS || grammar_find(e, n, row)) return n;
  grammar_element* here = e + n;
  here->row = row;
  here->parent = parent < 0 ? NULL : e[parent].row;
  bool top = parent <= 0;  // the root and its children
  snprintf(here->path, sizeof here->path, "%.60s%s%s", top ? "" : e[parent].path, top ? "" : "/",
           row->name);
  memcpy(here->type, here->path, sizeof here->type);
  for (char* slash = here->type; (slash = strchr(slash, '/'));) *slash = '.';
  return n + 1;
}

// Breadth-first within an element's children, so that the path of each element is the shortest.
grammar_element* grammar_elements(text* out, int* n) {
  grammar_element* e = calloc(MOST_ELEMENTS, sizeof *e);
  if (!e) {
    out->failed = true;
    return NULL;
  }
  *n = add_element(e, 0, &schema_root, -1);
  for (int i = 0; i < *n; i++) {
    for (const element_row* const* c = e[i].row->child; c && *c; c++) {
      *n = add_element(e, *n, *c, i);
    }
  }
  return e;
}

const attribute_row* grammar_attribute(const grammar_element* e, int i) {
  const char* name[MAX_NAMES];
  int n = schema_attribute_names(e->row, name, MAX_NAMES);
  return i < n ? schema_attribute(e->row, name[i], NULL) : NULL;
}

static const prose_row* prose_at(const grammar_element* e, const attribute_row* a) {
  return prose_of(e->parent ? e->parent->name : "", e->row->name, a ? a->name : NULL);
}

const char* grammar_example(const grammar_element* e, const attribute_row* a, char buffer[100]) {
  const prose_row* p = prose_at(e, a);
  if (p && p->example) return p->example;
  const char* value = schema_default_text(a, buffer);
  if (*value) return value;
  return a->kind == KIND_WORD && a->words->n ? a->words->row[0].word : "";
}

const char* grammar_sentence(const grammar_element* e, const attribute_row* a) {
  const prose_row* p = prose_at(e, a);
  if (p) return p->text;
  const char* newer = a ? a->about : e->row->about;
  if (newer) return newer;
  // a member of default has the documentation of the element of that name
  if (a || !schema_is_default(e->row)) return "";
  return "Values of the element of this name.";
}

void grammar_escape(text* out, const char* s) {
  for (; *s; s++) {
    switch (*s) {
      case '&': text_print(out, "&amp;"); break;
      case '<': text_print(out, "&lt;"); break;
      case '>': text_print(out, "&gt;"); break;
      case '"': text_print(out, "&quot;"); break;
      default: text_append(out, s, 1);
    }
  }
}

// ---- as text

static void say_kind(text* out, const attribute_row* a, const char* quote) {
  if (a->kind == KIND_REAL || a->kind == KIND_INT) {
    const char* kind = a->kind == KIND_REAL ? "number" : "integer";
    if (a->max == UNLIMITED) {
      text_print(out, "%ss", kind);
    } else if (a->max == 1) {
      text_print(out, "%s", kind);
    } else if (a->min == a->max) {
      text_print(out, "%d %ss", a->max, kind);
    } else {
      text_print(out, "%d to %d %ss", a->min, a->max, kind);
    }
  } else if (a->kind == KIND_WORD) {
    for (int i = 0; i < a->words->n; i++) {
      text_print(out, "%s%s%s%s", i ? ", " : "", quote, a->words->row[i].word, quote);
    }
  } else if (a->kind == KIND_REF) {
    text_print(out, "name of a %s", a->of ? a->of : "element");
  } else {
    text_print(out, "%s", a->kind == KIND_FILE ? "file" : a->kind == KIND_NAME ? "name" : "text");
  }
}

// Print what belongs to the kind of value: unit, range, rules.
static void say_rules(text* out, const grammar_element* e, const attribute_row* a) {
  const prose_row* p = prose_at(e, a);
  if (p && p->unit) text_print(out, "; %s", p->unit);
  if (p && p->range) text_print(out, "; %s", p->range);
  if (a->flags & REQUIRED) text_print(out, "; required");
  if (a->flags & ORIENTATION) text_print(out, "; at most one orientation");
  if (a->since > engLEVEL_BASE) text_print(out, "; since 3.%d", a->since % 1000);
}

static void explain_attribute(text* out, const grammar_element* e, const attribute_row* a) {
  text_print(out, "  %s (", a->name);
  say_kind(out, a, "");
  say_rules(out, e, a);
  text_print(out, ")\n      %s\n", grammar_sentence(e, a));
  char one[100], two[100];
  const char *value = schema_default_text(a, one), *example = grammar_example(e, a, two);
  if (*value) text_print(out, "      initially %s=\"%s\"", a->name, value);
  if (*example && strcmp(example, value) != 0) {
    text_print(out, "%s for example %s=\"%s\"", *value ? ";" : "     ", a->name, example);
  }
  text_print(out, "\n");
}

static void explain_element(text* out, const grammar_element* e, const char* only) {
  text_print(out, "%s\n  %s\n", e->path, grammar_sentence(e, NULL));
  const attribute_row* a;
  for (int i = 0; (a = grammar_attribute(e, i)); i++) {
    if (!only || !strcmp(a->name, only)) explain_attribute(out, e, a);
  }
  if (only || !e->row->child || !e->row->child[0]) return;
  text_print(out, "  holds");
  for (const element_row* const* c = e->row->child; *c; c++) {
    text_print(out, "%s %s", c == e->row->child ? "" : ",", (*c)->name);
  }
  text_print(out, "\n");
}

// Whether path ends in `of`, at a slash.
static bool is_called(const char* path, const char* of) {
  size_t n = strlen(path), k = strlen(of);
  return n >= k && !strcmp(path + n - k, of) && (n == k || path[n - k - 1] == '/');
}

static int explain_called(text* out, const grammar_element* e, int n, const char* of) {
  int found = 0;
  const char* slash = strrchr(of, '/');
  char element[100] = "";
  if (slash) snprintf(element, sizeof element, "%.*s", (int)(slash - of), of);
  for (int i = 0; i < n; i++) {
    bool whole = is_called(e[i].path, of);
    bool part = !whole && slash && is_called(e[i].path, element) &&
                schema_attribute(e[i].row, slash + 1, NULL);
    // members of default repeat what is said of the elements
    if ((!whole && !part) || (schema_is_default(e[i].row) && !strstr(of, "default"))) continue;
    explain_element(out, e + i, part ? slash + 1 : NULL);
    found++;
  }
  return found;
}

int grammar_words(text* out, const char* of) {
  int n, found = 0;
  grammar_element* e = grammar_elements(out, &n);
  if (!e) return 0;
  if (of && *of) {
    found = explain_called(out, e, n, of);
  } else {
    for (; found < n; found++) explain_element(out, e + found, NULL);
  }
  free(e);
  return found;
}

static const char* times(const element_row* row) {
  switch (row->cardinality) {
    case '!': return "Exactly once";
    case '?': return "At most once";
    case 'R': return "Any number, within itself too";
    default: return "Any number";
  }
}

// Escape bars, which separate table cells.
static void print_cell(text* out, const char* s) {
  for (; *s; s++) {
    if (*s == '|') text_print(out, "\\");
    text_append(out, s, 1);
  }
}

static void markdown_element(text* out, const grammar_element* e) {
  text_print(out, "\n## %s\n\n%s %s", e->path, grammar_sentence(e, NULL), times(e->row));
  if (e->row->since) text_print(out, ", since 3.%d", e->row->since % 1000);
  text_print(out, ".\n");
  const attribute_row* a;
  for (int i = 0; (a = grammar_attribute(e, i)); i++) {
    if (i == 0)
      text_print(
          out, "\n| attribute | takes | initially | meaning | example |\n|---|---|---|---|---|\n");
    text cell = {0};
    say_kind(&cell, a, "`");
    say_rules(&cell, e, a);
    text_print(out, "| %s | ", a->name);
    print_cell(out, text_string(&cell));
    text_print(out, " | ");
    char buffer[100];
    print_cell(out, schema_default_text(a, buffer));
    text_print(out, " | ");
    print_cell(out, grammar_sentence(e, a));
    text_print(out, " | `%s` |\n", grammar_example(e, a, buffer));
    if (cell.failed) out->failed = true;
    text_free(&cell);
  }
}

void grammar_markdown(text* out) {
  int n;
  grammar_element* e = grammar_elements(out, &n);
  if (!e) return;
  text_print(
      out,
      "# MJCF\n\nEvery element and attribute that the reader knows: what it takes, what it is "
      "initially\n(left out where that depends on something else), and what it means. Angles "
      "are in the unit\nthat compiler/angle names. `default` takes most elements again, "
      "with the attributes that it can set.\n");
  for (int i = 0; i < n; i++) markdown_element(out, e + i);
  free(e);
}

int eng_printGrammar(int form, const char* of, char* buffer, int buffer_sz) {
  text out = {0};
  int found = 1;
  switch (form) {
    case engGRAMMAR_WORDS: found = grammar_words(&out, of); break;
    case engGRAMMAR_MARKDOWN: grammar_markdown(&out); break;
    case engGRAMMAR_XSD: grammar_xsd(&out); break;
    case engGRAMMAR_RNG: grammar_rng(&out); break;
    default: found = 0;
  }
  if (out.failed) mju_warning("eng_printGrammar: out of memory");
  int length = found && !out.failed ? (int)out.size : -1;
  if (buffer && buffer_sz > 0) {
    snprintf(buffer, (size_t)buffer_sz, "%s", length < 0 ? "" : text_string(&out));
  }
  text_free(&out);
  return length;
}

const char* eng_elementName(int objtype, int type) {
  if (objtype == mjOBJ_SENSOR) {
    const sensor_type* row = sensor_type_of(type);
    return row ? row->element : NULL;
  }
  const equality_type* row = objtype == mjOBJ_EQUALITY ? equality_type_of(type) : NULL;
  return row ? row->element : NULL;
}
