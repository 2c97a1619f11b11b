// Walking the tags of an XML text: where elements and attributes stand, and what breaks a text.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

static inline bool xml_is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Where something begins: both from 1; a column is a character, not a byte.
typedef struct {
  int line, column;
} xml_place;

typedef struct {
  const char *at, *end;  // what is left of the text
  const char* counted;   // up to here columns have been counted
  xml_place place;       // of counted
} scan;

typedef enum {
  SCAN_END,    // no more tags
  SCAN_OPEN,   // <name
  SCAN_CLOSE,  // </name
  SCAN_BROKEN  // a tag, comment or quotation that never ends
} scan_kind;

typedef struct {
  scan_kind kind;
  const char* name;  // not terminated
  size_t nname;
  xml_place place;  // of the '<', or of what never ends
} scan_tag;

// Start at the first byte of a text of n bytes.
scan scan_begin(const char* text, size_t n);

// The place of the next byte.
xml_place scan_place(scan* s);

// Move to the next start or end tag, past its name.  Comments, CDATA, declarations, processing
// instructions and character data are skipped.  The attributes of a start tag must all be read
// (scan_attribute) before the next tag.
scan_tag scan_next(scan* s);

// The name of an attribute.
typedef struct {
  xml_place place;
  const char* name;  // not terminated
  size_t nname;
} scan_name;

// Move past the next attribute of the start tag just found, filling name.  Returns 1, or 0 at the
// end of the tag, or -1 when there is something else.
int scan_attribute(scan* s, scan_name* name);

// Is the start tag just found (all its attributes read) an empty element, "<name/>"?
bool scan_is_empty(const scan* s);

// Say in words what breaks the tags of a text that is not well-formed: an end tag that closes
// nothing or another element, an element that is never closed, a tag that never ends or is
// malformed, an attribute given twice.  Returns false, and no place, when the tags are in order
// (the fault is elsewhere).
bool scan_diagnose(const char* text, size_t n, xml_place* place, char* why, size_t nwhy);

#ifdef __cplusplus
}
#endif
