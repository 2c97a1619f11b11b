// Every element and attribute has a sentence, and an example that it could have.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <engine/mjcf.h>
#include "mjcf/grammar.h"
#include "mjcf/prose.h"

static grammar_element* element;  // all, nelement of them
static int nelement;

static int find_elements(void** state) {
  (void)state;
  text out = {0};
  element = grammar_elements(&out, &nelement);
  return element ? 0 : -1;
}

static int free_elements(void** state) {
  (void)state;
  free(element);
  return 0;
}

// A sentence of three words says no more than the name.
static int count_words(const char* s) {
  int n = 0;
  for (; *(s += strspn(s, " ")); s += strcspn(s, " ")) n++;
  return n;
}

static void every_element_and_attribute_has_a_sentence(void** state) {
  (void)state;
  int n = nelement, attributes = 0, missing = 0;
  for (int i = 0; i < n; i++) {
    const attribute_row* a = NULL;
    for (int k = -1; k < 0 || (a = grammar_attribute(element + i, k)); k++) {
      const char* sentence = grammar_sentence(element + i, a);
      size_t length = strlen(sentence);
      attributes += a != NULL;
      if (count_words(sentence) >= 4 && sentence[length - 1] == '.') continue;
      print_error("%s %s: no sentence\n", element[i].path, a ? a->name : "");
      missing++;
    }
  }
  print_message("%d elements, %d attributes, %d without a sentence\n", n, attributes, missing);
  assert_true(n > 150 && attributes > 1500);
  assert_int_equal(missing, 0);
}

// Numbers in a text; -1 when something in it is none.
static int count_numbers(const char* s) {
  int n = 0;
  for (char* end; *(s += strspn(s, " ")); s = end, n++) {
    strtod(s, &end);
    if (end == s) return -1;
  }
  return n;
}

static bool is_word(const attribute_row* a, const char* s) {
  return keyword_value(a->words, s, INT32_MIN) != INT32_MIN;
}

static void examples_are_what_the_attribute_takes(void** state) {
  (void)state;
  int wrong = 0;
  for (int i = 0, n = nelement; i < n; i++) {
    const attribute_row* a;
    for (int k = 0; (a = grammar_attribute(element + i, k)); k++) {
      char buffer[100];
      const char* example = grammar_example(element + i, a, buffer);
      bool fine = *example != 0;
      if (a->kind == KIND_REAL || a->kind == KIND_INT) {
        int count = count_numbers(example);
        fine = count >= a->min && count > 0 && (a->max == UNLIMITED || count <= a->max);
      }
      if (a->kind == KIND_WORD) fine = is_word(a, example);
      if (fine) continue;
      print_error("%s %s: '%s' is no example of %d to %d numbers or a word\n", element[i].path,
                  a->name, example, a->min, a->max);
      wrong++;
    }
  }
  assert_int_equal(wrong, 0);
}

// A name in the table that the schema has not would be a sentence that nobody reads.
static bool is_used(const prose_row* row, int n) {
  for (int i = 0; i < n; i++) {
    const char* parent = element[i].parent ? element[i].parent->name : "";
    const attribute_row* a = NULL;
    if (!row->attribute && prose_of(parent, element[i].row->name, NULL) == row) return true;
    for (int k = 0; row->attribute && (a = grammar_attribute(element + i, k)); k++) {
      if (prose_of(parent, element[i].row->name, a->name) == row) return true;
    }
  }
  return !strncmp(row->element, "include", 7);  // expanded before the schema is asked
}

static void every_sentence_is_about_something(void** state) {
  (void)state;
  const prose_table* const tables[] = {&prose_settings, &prose_visual, &prose_asset,
                                       &prose_body,     &prose_soft,   &prose_link,
                                       &prose_actuator, &prose_sensor, &prose_custom};
  int n = nelement, unused = 0;
  for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
    for (int i = 0; i < tables[t]->n; i++) {
      const prose_row* row = tables[t]->row + i;
      if (is_used(row, n)) continue;
      print_error("%s %s: not in the schema\n", row->element, row->attribute ? row->attribute : "");
      unused++;
    }
  }
  assert_int_equal(unused, 0);
}

static void words_explain_what_is_asked_for(void** state) {
  (void)state;
  char out[20000];
  assert_true(eng_printGrammar(engGRAMMAR_WORDS, "geom/friction", out, sizeof out) > 0);
  assert_non_null(strstr(out, "1 to 3 numbers"));
  assert_non_null(strstr(out, "initially friction=\"1 0.005 0.0001\""));
  assert_null(strstr(out, "default/geom"));
  assert_true(eng_printGrammar(engGRAMMAR_WORDS, "default/geom", out, sizeof out) > 0);
  assert_non_null(strstr(out, "default/geom"));
  assert_int_equal(eng_printGrammar(engGRAMMAR_WORDS, "geon", out, sizeof out), -1);
  assert_string_equal(out, "");
  assert_int_equal(eng_printGrammar(engGRAMMAR_WORDS, "geom/fricton", NULL, 0), -1);
  assert_int_equal(eng_printGrammar(77, NULL, NULL, 0), -1);
  int length = eng_printGrammar(engGRAMMAR_XSD, NULL, NULL, 0);
  assert_true(length > 100000);
  assert_int_equal(eng_printGrammar(engGRAMMAR_XSD, NULL, out, 100), length);
  assert_int_equal(strlen(out), 99);
}

static void types_have_the_names_of_their_elements(void** state) {
  (void)state;
  assert_string_equal(eng_elementName(mjOBJ_SENSOR, mjSENS_JOINTACTFRC), "jointactuatorfrc");
  assert_string_equal(eng_elementName(mjOBJ_EQUALITY, mjEQ_WELD), "weld");
  assert_null(eng_elementName(mjOBJ_SENSOR, -1));
  assert_null(eng_elementName(mjOBJ_SENSOR, 10000));
  assert_null(eng_elementName(mjOBJ_EQUALITY, mjEQ_DISTANCE));
  assert_null(eng_elementName(mjOBJ_GEOM, mjGEOM_BOX));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_element_and_attribute_has_a_sentence),
      cmocka_unit_test(examples_are_what_the_attribute_takes),
      cmocka_unit_test(every_sentence_is_about_something),
      cmocka_unit_test(words_explain_what_is_asked_for),
      cmocka_unit_test(types_have_the_names_of_their_elements),
  };
  return cmocka_run_group_tests(tests, find_elements, free_elements);
}
