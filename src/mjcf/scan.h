// Scanner for the tags of an XML text: places of elements and attributes, and diagnosis of syntax
// errors.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

static inline bool xml_is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// A place in a text: line and column, both from 1; columns count characters, not bytes.
typedef struct {
  int line, column;
} xml_place;

typedef struct {
  const char *at, *end;  // remaining text
  const char* counted;   // columns have been counted up to here
  xml_place place;       // place of `counted`
} scan;

typedef enum {
  SCAN_END,    // no more tags
  SCAN_OPEN,   // <name
  SCAN_CLOSE,  // </name
  SCAN_BROKEN  // unterminated tag, comment or quotation
} scan_kind;

typedef struct {
  scan_kind kind;
  const char* name;  // not terminated
  size_t nname;
  xml_place place;  // place of the '<', or of the unterminated item
} scan_tag;

// Begin at the start of a text of n bytes.
scan scan_begin(const char* text, size_t n);

// The place of the next character.
xml_place scan_place(scan* s);

// Move to the next start or end tag, past its name.  Comments, CDATA, declarations, processing
// instructions and character data are skipped.  All attributes of a start tag must be read
// (scan_attribute) before the next call.
scan_tag scan_next(scan* s);

// An attribute's name.
typedef struct {
  xml_place place;
  const char* name;  // not terminated
  size_t nname;
} scan_name;

// Move past the next attribute of the present start tag and store its name.  Returns 1; 0 at the
// end of the tag; -1 when there is something else.
int scan_attribute(scan* s, scan_name* name);

// Whether the present start tag, after all attributes were read, is an empty element, "<name/>".
bool scan_is_empty(const scan* s);

// Describe a syntax error in the tags of a text: an end tag without or with the wrong start tag, an
// element that is not closed, a malformed or unterminated tag, a duplicate attribute.  Returns
// false, without a place, when the tags are correct (the error is elsewhere).
bool scan_diagnose(const char* text, size_t n, xml_place* place, char* why, size_t nwhy);

#ifdef __cplusplus
}
#endif
