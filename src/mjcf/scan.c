#include "mjcf/scan.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

// Maximum number of nested elements that a diagnosis keeps track of.
#define MAX_OPEN 1024

scan scan_begin(const char* text, size_t n) {
  return (scan){.at = text, .end = text + n, .counted = text, .place = {1, 1}};
}

// Continues counting from the last position, so that long lines are scanned only once.
xml_place scan_place(scan* s) {
  for (; s->counted < s->at; s->counted++) s->place.column += (*s->counted & 0xC0) != 0x80;
  return s->place;
}

static void step(scan* s) {
  if (*s->at++ == '\n') {
    s->place = (xml_place){s->place.line + 1, 1};
    s->counted = s->at;
  }
}

static bool starts_with(const scan* s, const char* what, size_t n) {
  return (size_t)(s->end - s->at) >= n && memcmp(s->at, what, n) == 0;
}

// Move past the next occurrence of `what`; otherwise to the end, returning false.
static bool skip_past(scan* s, const char* what) {
  size_t n = strlen(what);
  for (; s->at < s->end; step(s)) {
    if (starts_with(s, what, n)) {
      s->at += n;
      return true;
    }
  }
  return false;
}

static bool ends_name(char c) {
  return xml_is_space(c) || c == '=' || c == '/' || c == '>' || c == '<' || c == '"' || c == '\'' ||
         !c;
}

static void skip_space(scan* s) {
  while (s->at < s->end && xml_is_space(*s->at)) step(s);
}

// Skip a quoted string that begins at s->at.
static bool skip_quoted(scan* s) {
  char quote = *s->at++;
  while (s->at < s->end && *s->at != quote) step(s);
  if (s->at == s->end) return false;
  s->at++;
  return true;
}

// Skip "<!...>", in which quoted parts and one level of [...] may contain '>'.
static bool skip_declaration(scan* s) {
  int depth = 0;
  while (s->at < s->end) {
    if (*s->at == '"' || *s->at == '\'') {
      if (!skip_quoted(s)) return false;
      continue;
    }
    depth += (*s->at == '[') - (*s->at == ']');
    bool done = *s->at == '>' && depth <= 0;
    step(s);
    if (done) return true;
  }
  return false;
}

// Skip markup that begins with '<' but is no tag; returns 0 at a tag, -1 if the markup is not
// terminated.
static int skip_markup(scan* s) {
  if (starts_with(s, "<!--", 4)) return s->at += 4, skip_past(s, "-->") ? 1 : -1;
  if (starts_with(s, "<![CDATA[", 9)) return s->at += 9, skip_past(s, "]]>") ? 1 : -1;
  if (starts_with(s, "<?", 2)) return skip_past(s, "?>") ? 1 : -1;
  if (starts_with(s, "<!", 2)) return skip_declaration(s) ? 1 : -1;
  return 0;
}

scan_tag scan_next(scan* s) {
  scan_tag tag = {.kind = SCAN_END};
  for (;;) {
    while (s->at < s->end && *s->at != '<') step(s);
    if (s->at == s->end) return tag;
    tag.place = scan_place(s);
    int skipped = skip_markup(s);
    if (skipped < 0) tag.kind = SCAN_BROKEN;
    if (skipped < 0) return tag;
    if (skipped == 0) break;
  }
  s->at++;
  tag.kind = SCAN_OPEN;
  if (s->at < s->end && *s->at == '/') {
    tag.kind = SCAN_CLOSE;
    s->at++;
  }
  tag.name = s->at;
  while (s->at < s->end && !ends_name(*s->at)) s->at++;
  tag.nname = (size_t)(s->at - tag.name);
  return tag;
}

int scan_attribute(scan* s, scan_name* name) {
  skip_space(s);
  if (s->at < s->end && (*s->at == '/' || *s->at == '>')) return 0;
  *name = (scan_name){.place = scan_place(s), .name = s->at};
  while (s->at < s->end && !ends_name(*s->at)) s->at++;
  name->nname = (size_t)(s->at - name->name);
  skip_space(s);
  if (s->at == s->end || *s->at != '=') return -1;
  s->at++;
  skip_space(s);
  if (s->at == s->end || (*s->at != '"' && *s->at != '\'')) return -1;
  return skip_quoted(s) ? 1 : -1;
}

bool scan_is_empty(const scan* s) { return s->at < s->end && *s->at == '/'; }

// The error found.
typedef struct {
  xml_place place;
  char* why;
  size_t nwhy;
} diagnosis;

// open: the element that should have been closed; NULL when there is none.
static void describe_mismatch(diagnosis* d, const scan_tag* close, const scan_tag* open) {
  d->place = close->place;
  if (open) {
    snprintf(d->why, d->nwhy,
             "</%.*s> cannot close element '%.*s' opened at %d:%d; expected </%.*s>",
             (int)close->nname, close->name, (int)open->nname, open->name, open->place.line,
             open->place.column, (int)open->nname, open->name);
  } else {
    snprintf(d->why, d->nwhy, "</%.*s> closes nothing", (int)close->nname, close->name);
  }
}

static bool starts_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':' || (c & 0x80);
}

// Check the attributes of a start tag; true when one of them is the error.
static bool describe_attributes(diagnosis* d, scan* s, const scan_tag* tag) {
  enum { KNOWN = 64 };
  scan_name known[KNOWN], name;
  int n = 0, more;
  if (!tag->nname || !starts_name(*tag->name)) {
    d->place = tag->place;
    snprintf(d->why, d->nwhy, "'<' is not followed by the name of an element; write it as &lt;");
    return true;
  }
  while ((more = scan_attribute(s, &name)) > 0) {
    for (int i = 0; i < n; i++) {
      if (known[i].nname != name.nname || memcmp(known[i].name, name.name, name.nname)) continue;
      d->place = name.place;
      snprintf(d->why, d->nwhy, "attribute '%.*s' of element '%.*s' is given twice",
               (int)name.nname, name.name, (int)tag->nname, tag->name);
      return true;
    }
    if (n < KNOWN) known[n++] = name;
  }
  if (more == 0) return false;
  d->place = name.place;
  snprintf(d->why, d->nwhy, "in the tag of element '%.*s': expected attribute=\"value\"",
           (int)tag->nname, tag->name);
  return true;
}

// An open element, in 8 bytes, since there may be many.
typedef struct {
  uint32_t start, nname;  // offset and length of its name in the text
} open_tag;

// The tag with its place, which is computed again.
static scan_tag tag_again(scan s, open_tag open) {
  const char* name = s.at + open.start;
  scan_tag tag = scan_next(&s);
  for (scan_name attribute; tag.name != name; tag = scan_next(&s)) {
    while (tag.kind == SCAN_OPEN && scan_attribute(&s, &attribute) > 0) {}
  }
  return tag;
}

static bool is_closed_by(const char* text, open_tag open, const scan_tag* close) {
  return open.nname == close->nname && !memcmp(text + open.start, close->name, close->nname);
}

static bool describe_tags(diagnosis* d, scan s) {
  const scan begin = s;
  open_tag open[MAX_OPEN];
  int nopen = 0;
  if ((uint64_t)(s.end - s.at) > UINT32_MAX) return false;
  for (;;) {
    scan_tag tag = scan_next(&s);
    if (tag.kind == SCAN_END) break;
    if (tag.kind == SCAN_BROKEN) {
      d->place = tag.place;
      snprintf(d->why, d->nwhy, "the comment or declaration that begins here never ends");
      return true;
    }
    if (tag.kind == SCAN_CLOSE) {
      if (!nopen || !is_closed_by(begin.at, open[nopen - 1], &tag)) {
        scan_tag last = nopen ? tag_again(begin, open[nopen - 1]) : tag;
        describe_mismatch(d, &tag, nopen ? &last : NULL);
        return true;
      }
      nopen--;
      continue;
    }
    if (describe_attributes(d, &s, &tag)) return true;
    if (scan_is_empty(&s)) continue;
    if (nopen == MAX_OPEN) return false;
    open[nopen++] = (open_tag){(uint32_t)(tag.name - begin.at), (uint32_t)tag.nname};
  }
  if (!nopen) return false;
  scan_tag last = tag_again(begin, open[nopen - 1]);
  d->place = last.place;
  snprintf(d->why, d->nwhy, "element '%.*s' is never closed; expected </%.*s>", (int)last.nname,
           last.name, (int)last.nname, last.name);
  return true;
}

bool scan_diagnose(const char* text, size_t n, xml_place* place, char* why, size_t nwhy) {
  diagnosis d = {.why = why, .nwhy = nwhy};
  if (!describe_tags(&d, scan_begin(text, n))) return false;
  *place = d.place;
  return true;
}
