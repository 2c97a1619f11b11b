// Trees of XML texts know where every element and attribute stands.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "base/text.h"
#include "mjcf/xml.h"

static const xml_file file = {"t.xml", "", NULL};

static xml_node* parse(arena* a, const char* text, xml_fault* fault) {
  return xml_parse(a, &file, text, strlen(text), NULL, fault);
}

// ---------------------------------------------------------------------------- random documents

// A text being written, and the places of what was written, in document order.
typedef struct {
  text out;
  xml_place now;
  xml_place element[4000], attribute[20000];
  int nelement, nattribute;
  unsigned random;
} writer;

static unsigned next_random(writer* w, unsigned n) {
  w->random = w->random * 1664525u + 1013904223u;
  return (w->random >> 8) % n;
}

static void put(writer* w, const char* s) {
  text_append(&w->out, s, strlen(s));
  for (; *s; s++) {
    if (*s == '\n') {
      w->now = (xml_place){w->now.line + 1, 1};
    } else {
      w->now.column += (*s & 0xC0) != 0x80;
    }
  }
}

static void put_filling(writer* w) {
  static const char* const filling[] = {
      "",
      "\n",
      "  \t",
      "text &lt; more\n",
      "<!-- <geom a='1'/> -->",
      "<![CDATA[<a b='c'>]]>\n",
      "\r\n",
      "\xC3\xA9\xE2\x82\xAC",
      "<!--\n\n-->",
  };
  put(w, filling[next_random(w, sizeof filling / sizeof *filling)]);
}

static void put_attributes(writer* w) {
  static const char* const value[] = {"='1 2 3'", " = \"a>b\"", "=\n'x'", "='\xC3\xBC \"'", "=''"};
  for (unsigned i = 0, n = next_random(w, 5); i < n; i++) {
    put(w, next_random(w, 3) ? " " : "\n   ");
    w->attribute[w->nattribute++] = w->now;
    char name[20];
    snprintf(name, sizeof name, "a%u", i);
    put(w, name);
    put(w, value[next_random(w, 5)]);
  }
}

static void put_element(writer* w, int depth) {
  w->element[w->nelement++] = w->now;
  put(w, "<body");
  put_attributes(w);
  unsigned children = depth < 90 ? next_random(w, 4) : 0;
  if (depth < 80 && next_random(w, 3)) children++;
  if (w->nelement > 3000 || !children) {
    put(w, next_random(w, 2) ? "/>" : "></body >");
    return;
  }
  put(w, ">");
  for (unsigned i = 0; i < children && w->nelement < 3900; i++) {
    put_filling(w);
    put_element(w, depth + 1);
  }
  put_filling(w);
  put(w, "</body>");
}

static void check_places(const xml_node* node, const writer* w, int* element, int* attribute) {
  xml_place place = w->element[(*element)++];
  assert_int_equal(node->place.line, place.line);
  assert_int_equal(node->place.column, place.column);
  for (int i = 0; i < node->nattribute; i++) {
    place = w->attribute[(*attribute)++];
    assert_int_equal(node->attribute[i].place.line, place.line);
    assert_int_equal(node->attribute[i].place.column, place.column);
  }
  for (const xml_node* c = node->child; c; c = c->next) {
    assert_ptr_equal(c->parent, node);
    check_places(c, w, element, attribute);
  }
}

// Whatever stands between them, and however deep (the parser beneath stops at 100): elements and
// attributes are where they were written.
static void places_are_where_things_were_written(void** state) {
  (void)state;
  writer* w = malloc(sizeof *w);
  for (unsigned seed = 0; seed < 60; seed++) {
    memset(w, 0, sizeof *w);
    w->random = seed * 7919;
    w->now = (xml_place){1, 1};
    put(w, "<?xml version='1.0'?><?pi <x> ?>\n<!DOCTYPE x [<!ENTITY e '>'>]>\n");
    put_element(w, 0);
    arena* a = arena_new();
    xml_fault fault;
    xml_node* root = parse(a, text_string(&w->out), &fault);
    if (!root)
      fail_msg("seed %u: %s at %d:%d", seed, fault.why, fault.place.line, fault.place.column);
    int element = 0, attribute = 0;
    check_places(root, w, &element, &attribute);
    assert_int_equal(element, w->nelement);
    assert_int_equal(attribute, w->nattribute);
    arena_delete(a);
    text_free(&w->out);
  }
  free(w);
}

// ------------------------------------------------------------------------------------- the rest

static void values_are_decoded(void** state) {
  (void)state;
  arena* a = arena_new();
  xml_fault fault;
  xml_node* root =
      parse(a, "\xEF\xBB\xBF<a v='&lt;&gt;&amp;&quot;&apos; &#65;&#xe9;' w='1\r\n2'/>", &fault);
  assert_non_null(root);
  assert_string_equal(xml_value(root, "v"), "<>&\"' A\xC3\xA9");
  assert_string_equal(xml_value(root, "w"), "1\n2");
  assert_null(xml_value(root, "u"));
  arena_delete(a);
}

static void the_first_child_comment_is_kept(void** state) {
  (void)state;
  static const struct {
    const char *text, *comment;
  } table[] = {
      {"<m>\n <!-- me --><a/></m>", " me "},
      {"<!-- not me --><m/>", NULL},
      {"<m><a/><!-- not me --></m>", NULL},
  };
  for (int i = 0; i < 3; i++) {
    arena* a = arena_new();
    xml_fault fault;
    const char* comment;
    assert_non_null(xml_parse(a, &file, table[i].text, strlen(table[i].text), &comment, &fault));
    if (table[i].comment) {
      assert_string_equal(comment, table[i].comment);
    } else {
      assert_null(comment);
    }
    arena_delete(a);
  }
}

// n elements inside each other.
static char* nested(int n) {
  text t = {0};
  for (int i = 0; i < n; i++) text_print(&t, "<b i='%d'>\n", i);
  for (int i = 0; i < n; i++) text_print(&t, "</b>");
  return t.data;
}

static void depth_is_limited(void** state) {
  (void)state;
  static const int depth[] = {1,   63,  64,  65,   100,   101,   128,
                              129, 192, 500, 9999, 10000, 10001, 100000};
  for (int i = 0; i < 14; i++) {
    char* s = nested(depth[i]);
    arena* a = arena_new();
    xml_fault fault = {0};
    xml_node* root = parse(a, s, &fault);
    if (depth[i] > XML_MAX_DEPTH) {
      assert_null(root);
      assert_string_equal(fault.why, "elements are nested deeper than " XML_MAX_DEPTH_TEXT);
      assert_int_equal(fault.place.line, XML_MAX_DEPTH + 1);
    } else {
      assert_non_null(root);
      int n = 1;
      for (xml_node* c = root; c->child; c = c->child, n++) {
        assert_int_equal(c->child->place.line, n + 1);
        assert_int_equal(c->child->place.column, 1);
        assert_int_equal(atoi(xml_value(c->child, "i")), n);
      }
      assert_int_equal(n, depth[i]);
    }
    arena_delete(a);
    free(s);
  }
}

// Other encodings and binary data are refused with words about it.
static void wrong_encodings_are_named(void** state) {
  (void)state;
  static const char utf16[] = "\xFF\xFE<\0m\0/\0>\0";
  arena* a = arena_new();
  xml_fault fault;
  assert_null(xml_parse(a, &file, utf16, sizeof utf16 - 1, NULL, &fault));
  assert_non_null(strstr(fault.why, "UTF-16"));
  assert_null(xml_parse(a, &file, "<m a='\0'/>", 10, NULL, &fault));
  assert_non_null(strstr(fault.why, "null"));
  arena_delete(a);
}

// Cut a text anywhere: it is refused with a place inside it, or is still whole.
static void cut_texts_are_refused(void** state) {
  (void)state;
  static const char whole[] =
      "<?xml version='1.0'?>\n<m a='1' b=\"2\">\n<!-- c --><![CDATA[d]]><e f='&amp;'/>\n</m>";
  for (size_t n = 0; n < sizeof whole - 1; n++) {
    arena* a = arena_new();
    xml_fault fault = {0};
    assert_null(xml_parse(a, &file, whole, n, NULL, &fault));
    assert_true(fault.why[0]);
    assert_in_range(fault.place.line, 1, 4);
    assert_in_range(fault.place.column, 1, 60);
    arena_delete(a);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(places_are_where_things_were_written),
      cmocka_unit_test(values_are_decoded),
      cmocka_unit_test(the_first_child_comment_is_kept),
      cmocka_unit_test(depth_is_limited),
      cmocka_unit_test(wrong_encodings_are_named),
      cmocka_unit_test(cut_texts_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
