#include "mjcf/scan.h"

#include <stdio.h>
#include <string.h>

// Elements open at the same time that a diagnosis follows.
#define MAX_OPEN 1024

scan scan_begin(const char* text, size_t n) {
  return (scan){.at = text, .end = text + n, .counted = text, .place = {1, 1}};
}

// Counts on from the last place asked for: long lines cost once.
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

// Move past the next occurrence of what; to the end and false when there is none.
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

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static bool ends_name(char c) { return is_space(c) || strchr("=/>\"'<", c) != NULL; }

static void skip_space(scan* s) {
  while (s->at < s->end && is_space(*s->at)) step(s);
}

// Past a quotation, the opening quote of which stands at s->at.
static bool skip_quoted(scan* s) {
  char quote[2] = {*s->at, 0};
  s->at++;
  return skip_past(s, quote);
}

// Past the end of "<!...>": quoted parts and one level of [...] may hold '>'.
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

// Past what begins with '<' and is no tag; 0 when a tag begins here, -1 when it never ends.
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

int scan_attribute(scan* s, xml_place* place) {
  skip_space(s);
  if (s->at < s->end && (*s->at == '/' || *s->at == '>')) return 0;
  *place = scan_place(s);
  while (s->at < s->end && !ends_name(*s->at)) s->at++;
  skip_space(s);
  if (s->at == s->end || *s->at != '=') return -1;
  s->at++;
  skip_space(s);
  if (s->at == s->end || (*s->at != '"' && *s->at != '\'')) return -1;
  return skip_quoted(s) ? 1 : -1;
}

bool scan_is_empty(const scan* s) { return s->at < s->end && *s->at == '/'; }

static void describe_mismatch(const scan_tag* close, const scan_tag* open, char* why, size_t nwhy) {
  if (open) {
    snprintf(why, nwhy, "</%.*s> cannot close element '%.*s' opened at %d:%d; expected </%.*s>",
             (int)close->nname, close->name, (int)open->nname, open->name, open->place.line,
             open->place.column, (int)open->nname, open->name);
  } else {
    snprintf(why, nwhy, "</%.*s> closes nothing", (int)close->nname, close->name);
  }
}

bool scan_diagnose(const char* text, size_t n, xml_place* place, char* why, size_t nwhy) {
  scan s = scan_begin(text, n);
  scan_tag open[MAX_OPEN];
  int nopen = 0;
  for (;;) {
    scan_tag tag = scan_next(&s);
    *place = tag.place;
    if (tag.kind == SCAN_END) break;
    if (tag.kind == SCAN_BROKEN) {
      snprintf(why, nwhy, "the comment or declaration that begins here never ends");
      return true;
    }
    if (tag.kind == SCAN_CLOSE) {
      const scan_tag* last = nopen ? &open[nopen - 1] : NULL;
      if (!last || last->nname != tag.nname || memcmp(last->name, tag.name, tag.nname) != 0) {
        describe_mismatch(&tag, last, why, nwhy);
        return true;
      }
      nopen--;
      continue;
    }
    xml_place at;
    int more;
    while ((more = scan_attribute(&s, &at)) > 0) continue;
    if (more < 0) {
      *place = at;
      snprintf(why, nwhy, "in the tag of element '%.*s': expected attribute=\"value\"",
               (int)tag.nname, tag.name);
      return true;
    }
    if (scan_is_empty(&s)) continue;
    if (nopen == MAX_OPEN) return false;
    open[nopen++] = tag;
  }
  if (!nopen) return false;
  *place = open[nopen - 1].place;
  snprintf(why, nwhy, "element '%.*s' is never closed; expected </%.*s>",
           (int)open[nopen - 1].nname, open[nopen - 1].name, (int)open[nopen - 1].nname,
           open[nopen - 1].name);
  return true;
}
