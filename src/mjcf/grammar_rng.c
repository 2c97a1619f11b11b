// The schema in RELAX NG, for editors and validators.
#include <stdlib.h>
#include <string.h>

#include "mjcf/grammar.h"

static const char head[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<grammar xmlns=\"http://relaxng.org/ns/structure/1.0\"\n"
    "  xmlns:a=\"http://relaxng.org/ns/compatibility/annotations/1.0\"\n"
    "  datatypeLibrary=\"http://www.w3.org/2001/XMLSchema-datatypes\">\n"
    "<define name=\"real\"><data type=\"token\"><param name=\"pattern\">"
    "[+\\-]?(([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+\\-]?[0-9]+)?|"
    "[iI][nN][fF]([iI][nN][iI][tT][yY])?|[nN][aA][nN])</param></data></define>\n"
    "<define name=\"integer\"><data type=\"token\"><param name=\"pattern\">[+\\-]?[0-9]+</param>"
    "</data></define>\n"
    "<define name=\"include\"><element name=\"include\"><attribute "
    "name=\"file\"/></element></define>\n"
    // the attribute by which editors find the schema
    "<define name=\"instance\"><optional><attribute name=\"noNamespaceSchemaLocation\" "
    "ns=\"http://www.w3.org/2001/XMLSchema-instance\"/></optional></define>\n"
    "<define name=\"anything\"><zeroOrMore><choice><element><anyName/><ref name=\"anything\"/>"
    "</element><attribute><anyName/></attribute><text/></choice></zeroOrMore></define>\n";

static void print_list(text* out, const char* item, int n) {
  text_print(out, "<list>");
  for (int i = 0; i < n; i++) text_print(out, "<ref name=\"%s\"/>", item);
  text_print(out, "</list>");
}

// One alternative per count of numbers, because libxml2 fails on lists with optional ends.
static void print_numbers(text* out, const attribute_row* a) {
  const char* item = a->kind == KIND_REAL ? "real" : "integer";
  if (a->max == UNLIMITED || a->max - a->min > 10) {
    text_print(out, "<list>");
    for (int i = 0; i < a->min; i++) text_print(out, "<ref name=\"%s\"/>", item);
    text_print(out, "<zeroOrMore><ref name=\"%s\"/></zeroOrMore></list>", item);
    return;
  }
  bool several = a->max > a->min;
  if (several) text_print(out, "<choice>");
  for (int n = a->min; n <= a->max; n++) {
    if (n > 0) print_list(out, item, n);
    if (n == 0) text_print(out, "<value type=\"token\"></value>");
  }
  if (several) text_print(out, "</choice>");
}

static void print_words(text* out, const attribute_row* a) {
  const char* open = a->max > 1 ? "<list><oneOrMore>" : "";
  text_print(out, "%s<choice>", open);
  for (int i = 0; i < a->words->n; i++) {
    text_print(out, "<value type=\"token\">%s</value>", a->words->row[i].word);
  }
  text_print(out, "</choice>%s", *open ? "</oneOrMore></list>" : "");
}

static void print_attribute(text* out, const grammar_element* e, const attribute_row* a) {
  bool needed = a->flags & REQUIRED;
  text_print(out, "%s<attribute name=\"%s\"><a:documentation>", needed ? "" : "<optional>",
             a->name);
  grammar_escape(out, grammar_sentence(e, a));
  text_print(out, "</a:documentation>");
  if (a->kind == KIND_REAL || a->kind == KIND_INT) {
    print_numbers(out, a);
  } else if (a->kind == KIND_WORD && a->words) {
    print_words(out, a);
  } else {
    text_print(out, "<text/>");
  }
  text_print(out, "</attribute>%s\n", needed ? "" : "</optional>");
}

static void print_define(text* out, const grammar_element* all, int n, const grammar_element* e) {
  text_print(out, "<define name=\"%s\"><element name=\"%s\"><a:documentation>", e->type,
             e->row->name);
  grammar_escape(out, grammar_sentence(e, NULL));
  text_print(out, "</a:documentation>\n");
  if (!e->parent) text_print(out, "<ref name=\"instance\"/>\n");
  const attribute_row* a;
  for (int i = 0; (a = grammar_attribute(e, i)); i++) print_attribute(out, e, a);
  text_print(out, "<zeroOrMore><choice><ref name=\"include\"/>");
  for (const element_row* const* c = e->row->child; c && *c; c++) {
    text_print(out, "<ref name=\"%s\"/>", grammar_find(all, n, *c)->type);
  }
  text_print(out, "</choice></zeroOrMore>\n</element></define>\n");
}

void grammar_rng(text* out) {
  int n;
  grammar_element* e = grammar_elements(out, &n);
  if (!e) return;
  text_append(out, head, sizeof head - 1);
  for (int i = 0; i < n; i++) print_define(out, e, n, e + i);
  text_print(out,
             "<start><choice><ref name=\"%s\"/><element name=\"mujocoinclude\">"
             "<ref name=\"anything\"/></element></choice></start>\n</grammar>\n",
             e->type);
  free(e);
}
