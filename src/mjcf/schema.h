// The schema: every element and attribute of MJCF, once.  Reading, checking, messages with
// suggestions, mj_printSchema and writing are all derived from these rows.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <engine/spec.h>
#include "mjcf/xml.h"

// A word of a keyword attribute and what it stands for.
typedef struct {
  const char* word;
  int value;
} keyword;

typedef struct {
  const keyword* row;
  int n;
} keywords;

// Value of a word, or missing.
int keyword_value(const keywords* words, const char* text, int missing);

// What the text of an attribute says.
typedef enum {
  KIND_REAL,  // numbers
  KIND_INT,   // decimal integers
  KIND_WORD,  // one of some keywords
  KIND_TEXT,  // anything
  KIND_NAME,  // what this element is called
  KIND_FILE,  // a file name
  KIND_REF,   // the name of another element, of type row.of
} attribute_kind;

// What the field it goes to is.  Vectors are the opaque containers of the API.
typedef enum {
  STORE_NONE,  // no field: read by the element's own code, or by row.special
  STORE_BYTE,
  STORE_INT,  // also enums
  STORE_SIZE,
  STORE_FLOAT,
  STORE_DOUBLE,
  STORE_STRING,   // mjString*
  STORE_POINTER,  // const char*, lives as long as the XML tree
  STORE_INTS,
  STORE_FLOATS,
  STORE_DOUBLES,
  STORE_STRINGS,
} attribute_store;

enum {
  REQUIRED = 1,
  IN_DEFAULT = 2,   // <default> may set it
  ORIENTATION = 4,  // at most one of these on an element
  NONZERO = 8,      // not all numbers zero
  ANGLE = 16,       // the compiler converts it when compiler/angle is degree
};

#define UNLIMITED (-1)

typedef struct attribute_row attribute_row;
typedef struct reader reader;
typedef struct writer writer;

// Reads the attribute where a row alone does not say it all; target is the struct of the group.
typedef void (*attribute_special)(reader* r, const xml_node* node, const xml_attribute* a,
                                  const attribute_row* row, void* target);

// Writes the attribute where it is not just what differs between the target and base, a struct of
// the same kind.
typedef void (*attribute_write)(writer* w, const attribute_row* row, const void* target,
                                const void* base);

struct attribute_row {
  const char* name;
  attribute_kind kind;
  attribute_store store;
  unsigned flags;
  int min, max;           // numbers expected; max may be UNLIMITED
  size_t offset;          // of the field, in the struct of the group
  const keywords* words;  // of KIND_WORD
  const char* of;         // of KIND_REF: the type named, as messages call it
  const char* fallback;   // default as the table has it, see schema_default; NULL: not a constant
  double value;           // of a row of the element table for one number or word: the default
  int since;              // version that brought it (3011: 3.11), 0: not newer than 3.3.7
  const char* about;      // a sentence for the reference page, where since is not 0
  int code;               // for special: a bit, an enum value, an index
  attribute_special special;
  attribute_write write;
};

// Attributes that go to one struct.
typedef struct {
  const attribute_row* row;
  int n;
  bool in_draft;  // the struct is the draft of the element (read.h), not the element itself
} attribute_group;

typedef struct element_row element_row;
typedef struct scope scope;
typedef union draft draft;

// Makes the element that attributes go to, in class def (NULL: the one in force).  NULL when it
// cannot be; then it has reported why.
typedef void* (*element_make)(reader* r, const xml_node* node, const element_row* row,
                              const scope* s, const mjsDefault* def);

// After attributes and children: what takes more than one attribute to say or to check.
typedef void (*element_finish)(reader* r, const xml_node* node, const scope* s, void* target,
                               draft* d);

// How an element is read.
typedef void (*element_read)(reader* r, const xml_node* node, const element_row* row,
                             const scope* s);

#define MAX_GROUPS 16

struct element_row {
  const char* name;
  char cardinality;  // '!' exactly once, '?' at most once, '*' any number, 'R' recursive
  bool hidden;       // read, but no part of mj_printSchema
  bool cdata;        // a CDATA section in it says something
  const attribute_group* group[MAX_GROUPS];  // up to the first NULL
  const element_row* const* child;           // up to a NULL; NULL: none
  element_read read;
  element_make make;
  element_finish finish;
  size_t info;        // offset of the info handle in what make returns; 0: none
  int since;          // version that brought it (3012: 3.12), 0: not newer than 3.3.7
  const char* about;  // a sentence for the reference page, where since is not 0
  size_t code;        // for the functions: offset of a default's element, an enum value
};

// The whole grammar: <mujoco>.
extern const element_row schema_root;

// Top-level sections in the order they are read, whatever their order in the file; up to a NULL.
extern const element_row* const schema_sections[];

// The row of an attribute or child element of that name; NULL when there is none.  In a row of
// <default> only attributes flagged IN_DEFAULT are found.
const attribute_row* schema_attribute(const element_row* e, const char* name,
                                      const attribute_group** group);
const element_row* schema_child(const element_row* e, const char* name);

// The default of an attribute as MJCF writes it, in text if that takes any work; "" when it is not
// a constant.
const char* schema_default_text(const attribute_row* row, char text[100]);

// Is the row one of <default>'s members?
bool schema_is_default(const element_row* e);

// Is this an attribute of the element that <default> cannot set?
bool schema_forbids(const element_row* e, const char* name);

// All names that schema_attribute (schema_child) finds, into name (room for max); returns how
// many.
int schema_attribute_names(const element_row* e, const char** name, int max);
int schema_child_names(const element_row* e, const char** name, int max);

// Names of all elements, of <default> or not, that have such an attribute, or such a child; each
// once, at most max.  Returns how many.
int schema_owners(const char* attribute, const char** name, int max);
int schema_parents(const char* child, const char** name, int max);

// Largest number of attributes or children of an element.
#define MAX_NAMES 64
