#include "mjcf/attributes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "mjcf/asset_path.h"
#include "mjcf/suggest.h"
#include "spec/pose.h"

// ------------------------------------------------------------------------------------- numbers

static const char* count_text(const attribute_row* row, char* text, size_t n) {
  const char* what = row->kind == KIND_INT ? "integer" : "number";
  if (row->min == row->max) {
    snprintf(text, n, "%d %s%s", row->min, what, row->min == 1 ? "" : "s");
  } else if (row->max == UNLIMITED) {
    snprintf(text, n, "%ss", what);
  } else if (row->min == 0) {
    snprintf(text, n, "up to %d %ss", row->max, what);
  } else {
    snprintf(text, n, "%d to %d %ss", row->min, row->max, what);
  }
  return text;
}

static size_t number_width(number_type type) {
  return type == NUMBER_DOUBLE ? sizeof(double) : sizeof(float);
}

static bool reserve(reader* r, size_t bytes) {
  if (bytes <= r->capacity) return true;
  size_t capacity = 2 * bytes > 1024 ? 2 * bytes : 1024;
  double* number = realloc(r->number, capacity);
  if (!number) return false;
  r->number = number;
  r->capacity = capacity;
  return true;
}

static const char* const largest[] = {
    [NUMBER_DOUBLE] = "1.79e308", [NUMBER_FLOAT] = "3.4e38", [NUMBER_INT] = "2147483647"};

const void* attribute_numbers(reader* r, const xml_node* node, const xml_attribute* a,
                              const attribute_row* row, number_type type, int* n) {
  char expected[60];
  count_text(row, expected, sizeof expected);
  size_t width = number_width(type);
  const char *at = a->value, *token = "";
  int ntoken = 0;
  for (*n = 0;; ++*n) {
    if (!reserve(r, ((size_t)*n + 1) * width)) {
      report_error(r->report, node, a, "out of memory");
      return NULL;
    }
    char* to = (char*)r->number + (size_t)*n * width;
    number_result result = number_next(&at, type, to, &token, &ntoken);
    if (result == NUMBER_END) break;
    int shown = ntoken < 60 ? ntoken : 60;
    if (result == NUMBER_BAD) {
      report_error(r->report, node, a, "bad format in attribute '%s': '%.*s' is no %s; expected %s",
                   a->name, shown, token, row->kind == KIND_INT ? "integer" : "number", expected);
      return NULL;
    }
    if (result == NUMBER_LARGE) {
      report_error(r->report, node, a,
                   "number is too large in attribute '%s': '%.*s'; expected at most %s", a->name,
                   shown, token, largest[type]);
      return NULL;
    }
    if (type == NUMBER_DOUBLE ? isnan(*(double*)to) : type == NUMBER_FLOAT && isnan(*(float*)to)) {
      report_warning(r->report, node, a,
                     "attribute '%s' has a nan, which spreads to all that follows from it; was a "
                     "number lost where the text was made?",
                     a->name);
    }
    if (*n == row->max) {
      report_error(r->report, node, a, "attribute '%s' has too much data; expected %s", a->name,
                   expected);
      return NULL;
    }
  }
  if (*n < row->min) {
    report_error(r->report, node, a,
                 "attribute '%s' does not have enough data: %d given; expected %s", a->name, *n,
                 expected);
    return NULL;
  }
  return r->number;
}

bool attribute_int(reader* r, const xml_node* node, const xml_attribute* a, int* value) {
  const char *at = a->value, *token = "";
  int ntoken = 0, rest;
  number_result result = number_next(&at, NUMBER_INT, value, &token, &ntoken);
  if (result != NUMBER_OK) {
    report_error(r->report, node, a,
                 "problem reading attribute '%s': '%.*s' is no %s; expected 1 "
                 "integer",
                 a->name, ntoken < 60 ? ntoken : 60, token,
                 result == NUMBER_LARGE ? "integer of 32 bits" : "integer");
    return false;
  }
  if (number_next(&at, NUMBER_INT, &rest, &token, &ntoken) != NUMBER_END) {
    report_error(r->report, node, a, "attribute '%s' has too much data; expected 1 integer",
                 a->name);
    return false;
  }
  return true;
}

static void store_vector(const attribute_row* row, void* field, const void* number, int n) {
  void* vector = *(void**)field;
  if (row->store == STORE_DOUBLES) mjs_setDouble(vector, number, n);
  if (row->store == STORE_FLOATS) mjs_setFloat(vector, number, n);
  if (row->store == STORE_INTS) mjs_setInt(vector, number, n);
}

static void check_nonzero(reader* r, const xml_node* node, const xml_attribute* a,
                          const double* number, int n) {
  for (int i = 0; i < n; i++) {
    if (number[i] != 0) return;
  }
  report_error(r->report, node, a, ZERO_QUATERNION);
}

static void read_numbers(reader* r, const xml_node* node, const xml_attribute* a,
                         const attribute_row* row, char* field) {
  bool vector = row->store >= STORE_INTS;
  number_type type = NUMBER_DOUBLE;
  if (row->store == STORE_FLOAT || row->store == STORE_FLOATS) type = NUMBER_FLOAT;
  if (row->store == STORE_INT || row->store == STORE_INTS) type = NUMBER_INT;
  int n;
  const void* number = attribute_numbers(r, node, a, row, type, &n);
  if (!number) return;
  if (row->flags & NONZERO) check_nonzero(r, node, a, number, n);
  if (vector) {
    store_vector(row, field, number, n);
  } else {
    memcpy(field, number, (size_t)n * number_width(type));
  }
}

// Offset of the numbers of an alternative orientation from its type field.
static size_t alternative_offset(int type) {
  switch (type) {
    case mjORIENTATION_AXISANGLE: return offsetof(mjsOrientation, axisangle);
    case mjORIENTATION_XYAXES: return offsetof(mjsOrientation, xyaxes);
    case mjORIENTATION_ZAXIS: return offsetof(mjsOrientation, zaxis);
    default: return offsetof(mjsOrientation, euler);
  }
}

// --------------------------------------------------------------------------------------- words

int attribute_word(reader* r, const xml_node* node, const xml_attribute* a, const keywords* words) {
  int value = keyword_value(words, a->value, -1);
  if (value >= 0) return value;
  const char* candidate[MAX_NAMES];
  int n = words->n < MAX_NAMES ? words->n : MAX_NAMES;
  for (int i = 0; i < n; i++) candidate[i] = words->row[i].word;
  char what[100];
  snprintf(what, sizeof what, "attribute '%s': invalid keyword", a->name);
  report_unknown(r, node, a, what, a->value, (word_list){candidate, n});
  return -1;
}

static void store_int(const attribute_row* row, void* field, int value) {
  switch (row->store) {
    case STORE_BYTE: *(mjtByte*)field = (mjtByte)value; break;
    case STORE_INT: *(int*)field = value; break;
    case STORE_SIZE: *(mjtSize*)field = (mjtSize)(int64_t)value; break;
    case STORE_DOUBLE: *(double*)field = value; break;
    default: break;
  }
}

// --------------------------------------------------------------------------------------- texts

static void store_text(const attribute_row* row, void* field, const char* value) {
  if (row->store == STORE_STRING) mjs_setString(*(void**)field, value);
  if (row->store == STORE_STRINGS) mjs_setStringVec(*(void**)field, value);
  if (row->store == STORE_POINTER) *(const char**)field = value;
}

// ----------------------------------------------------------------------------------- attributes

static bool takes_numbers(const attribute_row* row) {
  return row->kind == KIND_REAL || row->kind == KIND_INT;
}

static bool is_single_int(const attribute_row* row) {
  return row->kind == KIND_INT && row->min == 1 && row->max == 1;
}

// Whether an attribute has a value that is equivalent to its absence.
static bool is_absent(const attribute_row* row, const xml_attribute* a) {
  return takes_numbers(row) && !is_single_int(row) && number_blank(a->value);
}

static void read_attribute(reader* r, const xml_node* node, const xml_attribute* a,
                           const attribute_row* row, void* target) {
  if (row->special) {
    row->special(r, node, a, row, target);
    return;
  }
  if (row->kind == KIND_NAME) {
    mjs_setName(*(mjsElement**)target, a->value);
    return;
  }
  if (row->store == STORE_NONE) return;
  char* field = (char*)target + row->offset;
  if (is_single_int(row)) {
    int value;
    if (attribute_int(r, node, a, &value)) store_int(row, field, value);
  } else if (takes_numbers(row)) {
    read_numbers(r, node, a, row, field);
    if ((row->flags & ORIENTATION) && row->code) {
      mjsOrientation* alt = (mjsOrientation*)(field - alternative_offset(row->code));
      alt->type = (mjtOrientation)row->code;
    }
  } else if (row->kind == KIND_WORD) {
    int value = attribute_word(r, node, a, row->words);
    if (value >= 0) store_int(row, field, value);
  } else if (row->kind == KIND_FILE) {
    store_text(row, field, asset_path(r, node, (asset_dir)row->code, a->value));
  } else {
    store_text(row, field, a->value);
  }
}

// What is expected of an attribute that is neither a number nor a reference.
static const char* expected_text(const attribute_row* row) {
  switch (row->kind) {
    case KIND_NAME: return "a name";
    case KIND_FILE: return "the name of a file";
    default: return "text";
  }
}

static const char* article(const char* noun) { return strchr("aeiou", noun[0]) ? "an" : "a"; }

// Report missing required attributes, except one that a misspelt attribute was probably meant to
// be.
static void check_required(reader* r, const xml_node* node, const element_row* row,
                           const char* const* meant, int nmeant) {
  if (schema_is_default(row)) return;
  for (int g = 0; g < MAX_GROUPS && row->group[g]; g++) {
    for (int i = 0; i < row->group[g]->n; i++) {
      const attribute_row* required = row->group[g]->row + i;
      if (!(required->flags & REQUIRED)) continue;
      const xml_attribute* a = xml_find(node, required->name);
      if (a && !is_absent(required, a)) continue;
      bool misspelt = false;
      for (int k = 0; k < nmeant; k++) misspelt = misspelt || meant[k] == required->name;
      if (misspelt) continue;
      char expected[60];
      if (takes_numbers(required)) {
        report_error(r->report, node, NULL, "required attribute missing: '%s'; expected %s",
                     required->name, count_text(required, expected, sizeof expected));
      } else if (required->kind == KIND_REF) {
        bool typed = strstr(required->of, "type") != NULL;
        report_error(r->report, node, NULL,
                     "required attribute missing: '%s'; expected the name of %s %s", required->name,
                     typed ? "an" : article(required->of), typed ? "element" : required->of);
      } else if (required->words) {
        const char* word[MAX_NAMES];
        int n = 0;
        for (; n < required->words->n && n < MAX_NAMES; n++) word[n] = required->words->row[n].word;
        report_missing(r, node, required->name, word, n);
      } else {
        report_error(r->report, node, NULL, "required attribute missing: '%s'; expected %s",
                     required->name, expected_text(required));
      }
    }
  }
}

// Whether it is one of the attributes that editors add to the root element.
static bool is_for_editors(const char* name) {
  return !strcmp(name, "xmlns") || !strncmp(name, "xmlns:", 6) || !strncmp(name, "xsi:", 4);
}

void attributes_read(reader* r, const xml_node* node, const element_row* row, void* target,
                     draft* d) {
  const char* stray = node->stray || row->cdata ? node->stray : node->cdata;
  if (stray) {
    report_warning(r->report, node, NULL,
                   "the text '%.40s' in it says nothing; was it meant as a comment, <!-- -->?",
                   stray);
  }
  const xml_attribute* orientation = NULL;
  const char* meant[MAX_NAMES];
  int nmeant = 0;
  for (int i = 0; i < node->nattribute; i++) {
    const xml_attribute* a = node->attribute + i;
    const attribute_group* group = NULL;
    const attribute_row* attribute = schema_attribute(row, a->name, &group);
    if (!attribute && is_for_editors(a->name)) continue;
    if (!attribute) {
      const char* near = report_unknown_attribute(r, node, a, row);
      if (near && nmeant < MAX_NAMES) meant[nmeant++] = near;
      continue;
    }
    if (is_absent(attribute, a)) continue;
    if (attribute->flags & ORIENTATION) {
      if (orientation) {
        report_error(r->report, node, a,
                     "multiple orientation specifiers are not allowed: '%s' "
                     "and '%s'; keep one",
                     orientation->name, a->name);
        continue;
      }
      orientation = a;
    }
    int before = r->report->n;
    read_attribute(r, node, a, attribute, group->in_draft ? (void*)d : target);
    if (attribute->since) report_since(r->report, before, attribute->since);
  }
  check_required(r, node, row, meant, nmeant);
}
