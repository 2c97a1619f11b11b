// XML as a tree of elements and attributes, each knowing where it stands.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include "base/arena.h"
#include "mjcf/scan.h"

#ifdef __cplusplus
extern "C" {
#endif

// Elements nested deeper are refused: readers of the tree are recursive, and take up to 500 bytes
// of the stack for a level.
#define XML_MAX_DEPTH      10000
#define XML_MAX_DEPTH_TEXT "10000"

typedef struct xml_node xml_node;

// Elements with more attributes are refused: they are looked up one after the other.
#define XML_MAX_ATTRIBUTES 1000

// The text an element was read from.
typedef struct {
  const char* name;             // as messages print it
  const char* dir;              // its directory with the separator, "" when there is none
  const xml_node* included_by;  // the include element that named it; NULL for the main text
} xml_file;

typedef struct {
  const char *name, *value;
  xml_place place;
} xml_attribute;

struct xml_node {
  const char* name;
  xml_node *parent, *child, *next;  // child: the first; next: the next sibling
  xml_attribute* attribute;
  int nattribute;
  const xml_file* file;
  xml_place place;
  const char* stray;  // text that stands in it, the beginning of its first piece; NULL: none
  const char* cdata;  // the first CDATA section in it, NULL: none
  int ncdata;         // how many of them
  int order;          // in the whole model, includes expanded; set by include_expand
};

// Why a text is no XML.
typedef struct {
  xml_place place;
  int id;  // error number of the XML layer; 0: there is no root, -1: there is no memory
  char why[400];
} xml_fault;

// Read a text of n bytes, zeros at its end not counted, into a tree that lives in the arena.
// Returns the root element, or NULL with the fault filled.  comment, if not NULL, gets the comment
// that is the root's first child, or NULL.
xml_node* xml_parse(arena* a, const xml_file* file, const char* text, size_t n,
                    const char** comment, xml_fault* fault);

// The attribute called name, or NULL.
static inline const xml_attribute* xml_find(const xml_node* node, const char* name) {
  for (int i = 0; i < node->nattribute; i++) {
    const char *a = node->attribute[i].name, *b = name;
    while (*a && *a == *b) a++, b++;
    if (*a == *b) return node->attribute + i;
  }
  return NULL;
}

// The value of the attribute called name, or NULL.
static inline const char* xml_value(const xml_node* node, const char* name) {
  const xml_attribute* a = xml_find(node, name);
  return a ? a->value : NULL;
}

#ifdef __cplusplus
}
#endif
