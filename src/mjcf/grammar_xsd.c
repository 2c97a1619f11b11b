// The schema in XML Schema (XSD 1.0), for editors and validators.
//
// Children may be in any order, as the reader accepts them; cardinality "at most once" cannot be
// expressed then.
#include <stdlib.h>
#include <string.h>

#include "mjcf/grammar.h"

// Number types as the reader accepts them, with "inf" and "nan" in any case.
static const char head[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\">\n"
    "<xs:simpleType name=\"real\"><xs:restriction base=\"xs:token\">\n"
    "<xs:pattern value=\"[+\\-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+\\-]?[0-9]+)?\"/>\n"
    "<xs:pattern value=\"[+\\-]?([iI][nN][fF]([iI][nN][iI][tT][yY])?|[nN][aA][nN])\"/>\n"
    "</xs:restriction></xs:simpleType>\n"
    "<xs:simpleType name=\"integer\"><xs:restriction base=\"xs:token\">\n"
    "<xs:pattern value=\"[+\\-]?[0-9]+\"/></xs:restriction></xs:simpleType>\n"
    "<xs:complexType name=\"include\"><xs:attribute name=\"file\" type=\"xs:string\" "
    "use=\"required\"/></xs:complexType>\n"
    "<xs:element name=\"mujocoinclude\"><xs:complexType><xs:sequence>"
    "<xs:any minOccurs=\"0\" maxOccurs=\"unbounded\" processContents=\"lax\"/></xs:sequence>"
    "<xs:anyAttribute processContents=\"lax\"/></xs:complexType></xs:element>\n";

static void print_documentation(text* out, const char* sentence) {
  text_print(out, "<xs:annotation><xs:documentation>");
  grammar_escape(out, sentence);
  text_print(out, "</xs:documentation></xs:annotation>\n");
}

// A list type with min to max items.
static void print_list(text* out, const char* item, int min, int max) {
  text_print(out, "<xs:simpleType><xs:restriction><xs:simpleType>%s</xs:simpleType>", item);
  if (min > 0) text_print(out, "<xs:minLength value=\"%d\"/>", min);
  if (max != UNLIMITED) text_print(out, "<xs:maxLength value=\"%d\"/>", max);
  text_print(out, "</xs:restriction></xs:simpleType>\n");
}

static void print_words(text* out, const attribute_row* a) {
  text words = {0};
  text_print(&words, "<xs:restriction base=\"xs:token\">");
  for (int i = 0; i < a->words->n; i++) {
    text_print(&words, "<xs:enumeration value=\"%s\"/>", a->words->row[i].word);
  }
  text_print(&words, "</xs:restriction>");
  if (a->max > 1) {
    text_print(
        out,
        "<xs:simpleType><xs:list><xs:simpleType>%s</xs:simpleType></xs:list></xs:simpleType>\n",
        text_string(&words));
  } else {
    text_print(out, "<xs:simpleType>%s</xs:simpleType>\n", text_string(&words));
  }
  if (words.failed) out->failed = true;
  text_free(&words);
}

static void print_attribute(text* out, const grammar_element* e, const attribute_row* a) {
  text_print(out, "<xs:attribute name=\"%s\"%s", a->name,
             a->flags & REQUIRED ? " use=\"required\"" : "");
  bool typed = a->kind == KIND_REAL || a->kind == KIND_INT || (a->kind == KIND_WORD && a->words);
  text_print(out, typed ? ">\n" : " type=\"xs:string\">\n");
  print_documentation(out, grammar_sentence(e, a));
  if (a->kind == KIND_REAL) print_list(out, "<xs:list itemType=\"real\"/>", a->min, a->max);
  if (a->kind == KIND_INT) print_list(out, "<xs:list itemType=\"integer\"/>", a->min, a->max);
  if (a->kind == KIND_WORD && a->words) print_words(out, a);
  text_print(out, "</xs:attribute>\n");
}

static void print_type(text* out, const grammar_element* all, int n, const grammar_element* e) {
  text_print(out, "<xs:complexType name=\"%s\">\n", e->type);
  print_documentation(out, grammar_sentence(e, NULL));
  text_print(out,
             "<xs:choice minOccurs=\"0\" maxOccurs=\"unbounded\">\n"
             "<xs:element name=\"include\" type=\"include\"/>\n");
  for (const element_row* const* c = e->row->child; c && *c; c++) {
    text_print(out, "<xs:element name=\"%s\" type=\"%s\"/>\n", (*c)->name,
               grammar_find(all, n, *c)->type);
  }
  text_print(out, "</xs:choice>\n");
  const attribute_row* a;
  for (int i = 0; (a = grammar_attribute(e, i)); i++) print_attribute(out, e, a);
  text_print(out, "</xs:complexType>\n");
}

void grammar_xsd(text* out) {
  int n;
  grammar_element* e = grammar_elements(out, &n);
  if (!e) return;
  text_append(out, head, sizeof head - 1);
  for (int i = 0; i < n; i++) print_type(out, e, n, e + i);
  text_print(out, "<xs:element name=\"%s\" type=\"%s\"/>\n</xs:schema>\n", e->row->name, e->type);
  free(e);
}
