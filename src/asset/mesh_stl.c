// STL files, binary and text: triangles without shared vertices.
#include <math.h>
#include <string.h>
#include <strings.h>

#include "asset/mesh.h"
#include "base/number.h"

enum { HEADER = 84, RECORD = 50, VERTICES = 12, MAX_TRIANGLES = 200000 };

static const float bound = 1073741824;  // 2^30: larger coordinates are taken for corrupted data

// No early exit, so that the loop vectorises.
static bool within_bounds(const float* x, int n) {
  int beyond = 0;
  for (int i = 0; i < n; i++) beyond += !(fabsf(x[i]) <= bound);
  return !beyond;
}

// Store n triangles.
static void take_triangles(mesh* m, float* vert, int n) {
  if (!within_bounds(vert, 9 * n)) {
    int i = 0;
    while (fabsf(vert[i]) <= bound) i++;
    mesh_refuse(m, "a coordinate of triangle %d is out of bounds", i / 9);
  }
  m->nface = n;
  m->face = MESH_NEW(m, int, 3.0 * n);
  mesh_set_vertices(m, vert, mesh_merge_vertices(m, vert, 3 * n, m->face));
  mesh_swap_if_mirrored(m, m->face, n);
}

// --- text format: "solid NAME", facets, "endsolid"; may be repeated -----------------------------

typedef struct {
  mesh* m;
  const char *at, *end;
  int line;
} words;

static bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

static void skip_blanks(words* w) {
  for (; w->at < w->end && is_blank(*w->at); w->at++) w->line += *w->at == '\n';
}

// If the next word, ignoring case, is this one, skip it and return true.
static bool take_word(words* w, const char* word) {
  size_t n = strlen(word);
  skip_blanks(w);
  if ((size_t)(w->end - w->at) < n || strncasecmp(w->at, word, n) != 0) return false;
  if (w->at + n < w->end && !is_blank(w->at[n])) return false;
  w->at += n;
  return true;
}

static void need_word(words* w, const char* word) {
  if (!take_word(w, word)) mesh_refuse(w->m, "line %d: '%s' is expected", w->line, word);
}

static void skip_line(words* w) {
  while (w->at < w->end && *w->at != '\n') w->at++;
}

static void need_numbers(words* w, float* x) {
  for (int k = 0; k < 3; k++) {
    skip_blanks(w);
    const char* rest = number_parse_float(w->at, w->end, x + k);
    if (!rest || (rest < w->end && !is_blank(*rest))) {
      mesh_refuse(w->m, "line %d: number %d is missing or no number", w->line, k + 1);
    }
    w->at = rest;
  }
}

// Read a facet after its first word; its normal is ignored, as it follows from the corners.
static void read_facet(words* w, float corner[9]) {
  float normal[3];
  need_word(w, "normal");
  need_numbers(w, normal);
  need_word(w, "outer");
  need_word(w, "loop");
  for (int k = 0; k < 3; k++) {
    need_word(w, "vertex");
    need_numbers(w, corner + 3 * k);
  }
  need_word(w, "endloop");
  need_word(w, "endfacet");
}

static void read_text(mesh* m, const char* text, int size) {
  enum { SHORTEST = 40 };  // minimum characters of a facet: its keywords alone are more
  words w = {m, text, text + size, 1};
  float* vert = MESH_SCRATCH(m, float, 9.0 * (size / SHORTEST + 1));
  int n = 0;
  while (take_word(&w, "solid")) {
    skip_line(&w);
    for (; take_word(&w, "facet"); n++) {
      if (n == MAX_TRIANGLES) mesh_refuse(m, "it has more than %d triangles", MAX_TRIANGLES);
      read_facet(&w, vert + 9 * n);
    }
    need_word(&w, "endsolid");
    skip_line(&w);
    skip_blanks(&w);
  }
  if (w.at < w.end) mesh_refuse(m, "line %d: 'solid' or the end is expected", w.line);
  if (!n) mesh_refuse(m, "it has no triangles");
  take_triangles(m, vert, n);
}

// Text files begin with "solid"; so do headers of some binary files, which their size identifies.
static bool is_text(const char* data, int size) {
  words w = {NULL, data, data + size, 1};
  return take_word(&w, "solid");
}

void mesh_read_stl(mesh* m, const void* data, int size) {
  const unsigned char* bytes = data;
  int n = 0;
  if (size >= HEADER) memcpy(&n, bytes + HEADER - 4, 4);
  bool fits = n >= 1 && n <= MAX_TRIANGLES && (long long)RECORD * n == size - HEADER;
  if (!fits && is_text(data, size)) {
    read_text(m, data, size);
    return;
  }
  if (size < HEADER) {
    mesh_refuse(m, "it has %d bytes; a binary STL file begins with a header of %d", size, HEADER);
  }
  if (!fits) {
    mesh_refuse(
        m,
        "as a binary STL file it says %d triangles (1 to %d are possible), its size %.6g; one "
        "of text begins with 'solid'",
        n, MAX_TRIANGLES, (size - HEADER) / (double)RECORD);
  }
  float* vert = MESH_SCRATCH(m, float, 9.0 * n);
  for (int i = 0; i < n; i++) {
    memcpy(vert + 9 * i, bytes + HEADER + (size_t)RECORD * i + VERTICES, 9 * sizeof(float));
  }
  take_triangles(m, vert, n);
}
