// XML as a tree of elements and attributes, with their places in the text.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include "base/arena.h"
#include "mjcf/scan.h"

#ifdef __cplusplus
extern "C" {
#endif

// Maximum nesting depth: functions on the tree are recursive and use up to 500 bytes of stack per
// level.
#define XML_MAX_DEPTH      10000
#define XML_MAX_DEPTH_TEXT "10000"

typedef struct xml_node xml_node;

// Maximum number of attributes of an element, which are searched linearly.
#define XML_MAX_ATTRIBUTES 1000

// The file that an element was read from.
typedef struct {
  const char* name;             // for messages
  const char* dir;              // directory with separator, "" when there is none
  const xml_node* included_by;  // the include element; NULL for the main file
} xml_file;

typedef struct {
  const char *name, *value;
  xml_place place;
} xml_attribute;

struct xml_node {
  const char* name;
  xml_node *parent, *child, *next;  // child: first child; next: next sibling
  xml_attribute* attribute;
  int nattribute;
  const xml_file* file;
  xml_place place;
  const char* stray;  // beginning of its first piece of character data; NULL: none
  const char* cdata;  // first CDATA section; NULL: none
  int ncdata;         // number of CDATA sections
  int order;          // document order with includes expanded; set by include_expand
};

// A parse error.
typedef struct {
  xml_place place;
  int id;  // error number of the parser; 0: no root element, -1: no memory
  char why[400];
} xml_fault;

// Parse a text of n bytes, ignoring zeros at its end, into a tree in the arena.  Returns the root
// element, or NULL with fault set.  comment, if not NULL, receives the comment that is the root's
// first child, or NULL.
xml_node* xml_parse(arena* a, const xml_file* file, const char* text, size_t n,
                    const char** comment, xml_fault* fault);

// The attribute with a name; NULL if there is none.
static inline const xml_attribute* xml_find(const xml_node* node, const char* name) {
  for (int i = 0; i < node->nattribute; i++) {
    const char *a = node->attribute[i].name, *b = name;
    while (*a && *a == *b) a++, b++;
    if (*a == *b) return node->attribute + i;
  }
  return NULL;
}

// The value of the attribute with a name; NULL if there is none.
static inline const char* xml_value(const xml_node* node, const char* name) {
  const xml_attribute* a = xml_find(node, name);
  return a ? a->value : NULL;
}

#ifdef __cplusplus
}
#endif
