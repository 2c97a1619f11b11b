// The schema: every element and attribute of MJCF, defined once.  Reading, checking, messages with
// suggestions, mj_printSchema and writing are derived from these rows.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <engine/spec.h>
#include "mjcf/xml.h"

// A keyword and its value.
typedef struct {
  const char* word;
  int value;
} keyword;

typedef struct {
  const keyword* row;
  int n;
} keywords;

// The value of a keyword, or `missing`.
int keyword_value(const keywords* words, const char* text, int missing);

// What the text of an attribute means.
typedef enum {
  KIND_REAL,  // numbers
  KIND_INT,   // decimal integers
  KIND_WORD,  // one of several keywords
  KIND_TEXT,  // any text
  KIND_NAME,  // the name of this element
  KIND_FILE,  // a file name
  KIND_REF,   // the name of another element, of type row.of
} attribute_kind;

// The type of the field it is stored in.  Vectors are the opaque containers of the API.
typedef enum {
  STORE_NONE,  // none: read by element-specific code or by row.special
  STORE_BYTE,
  STORE_INT,  // also for enums
  STORE_SIZE,
  STORE_FLOAT,
  STORE_DOUBLE,
  STORE_STRING,   // mjString*
  STORE_POINTER,  // const char*; lives as long as the XML tree
  STORE_INTS,
  STORE_FLOATS,
  STORE_DOUBLES,
  STORE_STRINGS,
} attribute_store;

enum {
  REQUIRED = 1,
  IN_DEFAULT = 2,   // <default> may set it
  ORIENTATION = 4,  // at most one such attribute per element
  NONZERO = 8,      // at least one number must be nonzero
  ANGLE = 16,       // converted by the compiler if compiler/angle is degree
};

#define UNLIMITED (-1)

typedef struct attribute_row attribute_row;
typedef struct reader reader;
typedef struct writer writer;

// Function that reads an attribute which needs more than its row; target is the group's struct.
typedef void (*attribute_special)(reader* r, const xml_node* node, const xml_attribute* a,
                                  const attribute_row* row, void* target);

// Function that writes an attribute which is not simply the difference between target and base, a
// struct of the same type.
typedef void (*attribute_write)(writer* w, const attribute_row* row, const void* target,
                                const void* base);

struct attribute_row {
  const char* name;
  attribute_kind kind;
  attribute_store store;
  unsigned flags;
  int min, max;           // number of values; max may be UNLIMITED
  size_t offset;          // of the field in the group's struct
  const keywords* words;  // for KIND_WORD
  const char* of;         // for KIND_REF: object type, as in messages
  const char* fallback;   // default as shown in tables, see schema_default_text; NULL: not constant
  double value;           // default of a single number or keyword from the element table
  int since;              // version that introduced it (3011: 3.11); 0: 3.3.7 or earlier
  const char* about;      // sentence for the reference page, if since is not 0
  int code;               // for `special`: a bit, an enum value, an index
  attribute_special special;
  attribute_write write;
};

// Attributes that are stored in the same struct.
typedef struct {
  const attribute_row* row;
  int n;
  bool in_draft;  // the struct is the element's draft (read.h)
} attribute_group;

typedef struct element_row element_row;
typedef struct scope scope;
typedef union draft draft;

// Creates the element that attributes are stored in, in class def (NULL: the one in force).  NULL
// after reporting an error.
typedef void* (*element_make)(reader* r, const xml_node* node, const element_row* row,
                              const scope* s, const mjsDefault* def);

// Called after attributes and children: for whatever depends on several attributes.
typedef void (*element_finish)(reader* r, const xml_node* node, const scope* s, void* target,
                               draft* d);

// Reads an element.
typedef void (*element_read)(reader* r, const xml_node* node, const element_row* row,
                             const scope* s);

#define MAX_GROUPS 16

struct element_row {
  const char* name;
  char cardinality;  // '!' exactly once, '?' at most once, '*' any number, 'R' recursive
  bool hidden;       // not shown by mj_printSchema
  bool cdata;        // may contain a CDATA section
  const attribute_group* group[MAX_GROUPS];  // NULL-terminated
  const element_row* const* child;           // NULL-terminated; NULL: no children
  element_read read;
  element_make make;
  element_finish finish;
  size_t info;        // offset of the info handle in the result of `make`; 0: none
  int since;          // version that introduced it (3012: 3.12); 0: 3.3.7 or earlier
  const char* about;  // sentence for the reference page, if since is not 0
  size_t code;        // for the functions: offset of a default's element, or an enum value
};

// The root of the grammar: <mujoco>.
extern const element_row schema_root;

// Top-level sections in the order they are read, whatever their order in the file; NULL-terminated.
extern const element_row* const schema_sections[];

// The row of an attribute or child element; NULL when there is none.  In a row of <default> only
// attributes with IN_DEFAULT are found.
const attribute_row* schema_attribute(const element_row* e, const char* name,
                                      const attribute_group** group);
const element_row* schema_child(const element_row* e, const char* name);

// The default of an attribute in MJCF syntax, possibly written to text; "" when it is not constant.
const char* schema_default_text(const attribute_row* row, char text[100]);

// Whether the row is a member of <default>.
bool schema_is_default(const element_row* e);

// Whether the element has this attribute but <default> cannot set it.
bool schema_forbids(const element_row* e, const char* name);

// All names that schema_attribute (or schema_child) finds, into name (room for max); returns their
// number.
int schema_attribute_names(const element_row* e, const char** name, int max);
int schema_child_names(const element_row* e, const char** name, int max);

// Names of all elements, in <default> or not, that have such an attribute (or child), without
// duplicates, at most max. Returns their number.
int schema_owners(const char* attribute, const char** name, int max);
int schema_parents(const char* child, const char** name, int max);

// Maximum number of attributes or children of an element.
#define MAX_NAMES 64
