// Flexcomp points from gmsh files, versions 4.1 and 2.2, text or binary.
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "compile/flexcomp.h"

// A read position in a section of the file.  After an error `fault` is set and all further reads
// return 0.
typedef struct {
  const char *at, *end;
  bool binary;
  const char* fault;
} gmsh_cursor;

static double fail(gmsh_cursor* c, const char* fault) {
  if (!c->fault) c->fault = fault;
  return 0;
}

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static double take_text(gmsh_cursor* c) {
  double value = 0;
  while (c->at < c->end && is_space(*c->at)) c->at++;
  const char* after = c->fault ? NULL : number_parse(c->at, c->end, &value);
  if (!after) return fail(c, "a number is missing");
  c->at = after;
  return value;
}

static const void* take_bytes(gmsh_cursor* c, size_t n) {
  static const char none[8];
  if (c->fault || (size_t)(c->end - c->at) < n) {
    fail(c, "it ends too early");
    return none;
  }
  c->at += n;
  return c->at - n;
}

// An integer of 4 or 8 bytes in binary files.
static double take_int(gmsh_cursor* c) {
  int value;
  if (!c->binary) return take_text(c);
  memcpy(&value, take_bytes(c, sizeof value), sizeof value);
  return value;
}

static double take_long(gmsh_cursor* c) {
  int64_t value;
  if (!c->binary) return take_text(c);
  memcpy(&value, take_bytes(c, sizeof value), sizeof value);
  return (double)value;
}

static double take_real(gmsh_cursor* c) {
  double value;
  if (!c->binary) return take_text(c);
  memcpy(&value, take_bytes(c, sizeof value), sizeof value);
  return value;
}

static const char* find(const char* at, const char* end, const char* word) {
  size_t n = strlen(word);
  for (; at + n <= end; at++) {
    at = memchr(at, *word, (size_t)(end - at));
    if (!at || at + n > end) return NULL;
    if (memcmp(at, word, n) == 0) return at;
  }
  return NULL;
}

// The section between two keywords, from the line after the first.
static gmsh_cursor section(const char* data, int size, const char* begin, const char* end,
                           bool binary) {
  gmsh_cursor c = {data, data + size, binary, NULL};
  const char* first = find(data, c.end, begin);
  const char* last = first ? find(first, c.end, end) : NULL;
  if (!last) {
    fail(&c, "it has no nodes or no elements");
    return c;
  }
  c.at = first + strlen(begin);
  while (c.at < last && *c.at != '\n') c.at++;
  if (c.at < last) c.at++;
  c.end = last;
  return c;
}

// --- common to both versions --------------------------------------------------------------------

// Whether the file can contain n nodes or elements, which take more than 4 bytes each in text and
// binary: checked before memory is allocated.
static bool can_hold(const gmsh_cursor* c, double n) { return n >= 1 && 4 * n <= c->end - c->at; }

static bool allocate_points(flexcomp* f, gmsh_cursor* c, double n) {
  if (!can_hold(c, n)) return fail(c, "it has no nodes, or fewer than it says");
  f->npoint = (int)n;
  f->x = flexcomp_alloc(f, 3 * n, sizeof *f->x);
  return f->x != NULL;
}

// Number of nodes of an element type; sets the dim of the flex.
static int take_type(flexcomp* f, gmsh_cursor* c, double type) {
  f->flex.dim = type == 1 ? 1 : type == 2 ? 2 : type == 4 ? 3 : 0;
  if (!f->flex.dim) fail(c, "its elements are neither lines, triangles nor tetrahedra");
  return f->flex.dim + 1;
}

static bool allocate_elements(flexcomp* f, gmsh_cursor* c, double n) {
  if (!can_hold(c, n)) return fail(c, "it has no elements, or fewer than it says");
  f->element = flexcomp_alloc(f, 4 * n, sizeof *f->element);
  return f->element != NULL;
}

static void put_node(flexcomp* f, gmsh_cursor* c, double id) {
  if (!(id >= 0 && id < f->npoint)) {
    fail(c, "an element has a node that is not there");
    return;
  }
  f->element[f->nelement++] = (int)id;
}

// --- version 4.1: one block of nodes, one of elements -------------------------------------------

// Returns the tag of the first node.
static double read_nodes_41(flexcomp* f, gmsh_cursor* c) {
  double nblock = take_long(c), nnode = take_long(c), first = take_long(c), last = take_long(c);
  take_int(c);  // dimension, tag of the entity
  take_int(c);
  double parametric = take_int(c), n = take_long(c);
  if (c->fault) return 0;
  if (nblock != 1 || n != nnode) return fail(c, "its nodes must be in one block");
  if (parametric != 0) return fail(c, "its nodes must not be parametric");
  if (!c->binary && last != nnode) return fail(c, "its nodes must be numbered without gaps");
  if (!allocate_points(f, c, n)) return 0;
  for (int i = 0; i < f->npoint; i++) {
    if (take_long(c) != first + i) return fail(c, "its nodes must be in the order of their tags");
  }
  for (int i = 0; i < 3 * f->npoint; i++) f->x[i] = take_real(c);
  return first;
}

static void read_elements_41(flexcomp* f, gmsh_cursor* c, double first) {
  double nblock = take_long(c), nelement = take_long(c);
  take_long(c);  // first and last tag
  take_long(c);
  take_int(c);  // dimension, tag of the entity
  take_int(c);
  double type = take_int(c), n = take_long(c);
  if (c->fault) return;
  if (nblock != 1 || n != nelement) {
    fail(c, "its elements must be in one block");
    return;
  }
  int corners = take_type(f, c, type);
  if (c->fault || !allocate_elements(f, c, n)) return;
  for (int i = 0; i < n && !c->fault; i++) {
    take_long(c);
    for (int k = 0; k < corners; k++) put_node(f, c, take_long(c) - first);
  }
}

// --- version 2.2 --------------------------------------------------------------------------------

// Reads a count, which is a line of text even in binary files.
static double take_count(gmsh_cursor* c) {
  double n = take_text(c);
  while (c->at < c->end && *c->at != '\n') c->at++;
  if (c->at < c->end) c->at++;
  return n;
}

static void read_nodes_22(flexcomp* f, gmsh_cursor* c) {
  double n = take_count(c);
  if (c->fault || !allocate_points(f, c, n)) return;
  for (int i = 0; i < f->npoint; i++) {
    take_int(c);
    for (int k = 0; k < 3; k++) f->x[3 * i + k] = take_real(c);
  }
}

// Counts the non-empty lines of a text section.
static int count_lines(const gmsh_cursor* c) {
  int n = 0;
  for (const char* at = c->at; at < c->end;) {
    const char* line = at;
    while (at < c->end && *at != '\n') at++;
    while (line < at && is_space(*line)) line++;
    n += line < at++;
  }
  return n;
}

// Reads the number of elements, a line of its own; some programs omit it in text files: then every
// line is an element.
static double take_element_count(gmsh_cursor* c) {
  gmsh_cursor ahead = *c;
  take_text(&ahead);
  while (ahead.at < ahead.end && is_space(*ahead.at) && *ahead.at != '\n') ahead.at++;
  bool alone = ahead.at == ahead.end || *ahead.at == '\n';
  if (c->binary || alone || ahead.fault) return take_count(c);
  return count_lines(c);
}

// In binary files elements come in groups with a header each; in text every element has its own.
static void read_elements_22(flexcomp* f, gmsh_cursor* c) {
  double n = take_element_count(c), type = 0, left = 0, ntag = 0;
  if (c->fault || !allocate_elements(f, c, n)) return;
  int corners = 0;
  for (int i = 0; i < n && !c->fault; i++) {
    double own = type;
    if (!c->binary) {
      take_int(c);  // tag of the element
      own = take_int(c);
      ntag = take_int(c);
    } else if (left-- < 1) {
      own = take_int(c);
      left = take_int(c) - 1;
      ntag = take_int(c);
    }
    if (!corners) corners = take_type(f, c, type = own);
    if (own != type) fail(c, "its elements must all be of one type");
    if (!(ntag >= 0 && ntag <= 100)) fail(c, "an element has an impossible number of tags");
    if (c->binary) take_int(c);
    for (int k = 0; k < ntag && !c->fault; k++) take_int(c);
    for (int k = 0; k < corners && !c->fault; k++) put_node(f, c, take_int(c) - 1);
  }
}

bool flexcomp_read_gmsh(flexcomp* f, const void* data, int size) {
  const char* text = data;
  gmsh_cursor head = section(text, size, "$MeshFormat", "$EndMeshFormat", false);
  double version = take_text(&head), binary = take_text(&head);
  int number = head.fault ? 0 : (int)lround(100 * fmin(fabs(version), 1000));
  bool begins = size > 11 && memcmp(text, "$MeshFormat", 11) == 0;
  if (!begins || (number != 410 && number != 220)) {
    return refuse(&f->refused, "file",
                  "gmsh file '%.200s' must begin with $MeshFormat and be of "
                  "version 4.1 or 2.2",
                  f->file);
  }
  gmsh_cursor nodes = section(text, size, "$Nodes", "$EndNodes", binary != 0);
  gmsh_cursor elements = section(text, size, "$Elements", "$EndElements", binary != 0);
  if (number == 410) {
    double first = nodes.fault ? 0 : read_nodes_41(f, &nodes);
    if (!nodes.fault && !elements.fault && f->x) read_elements_41(f, &elements, first);
  } else {
    if (!nodes.fault) read_nodes_22(f, &nodes);
    if (!nodes.fault && !elements.fault && f->x) read_elements_22(f, &elements);
  }
  const char* fault = nodes.fault ? nodes.fault : elements.fault;
  if (fault) return refuse(&f->refused, "file", "gmsh file '%.200s': %s", f->file, fault);
  return f->x && f->element;
}
