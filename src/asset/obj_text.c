// Parser of Wavefront OBJ: vertices, normals, texture coordinates, faces and material names.
#include "asset/obj_text.h"

#include <string.h>

#include "asset/polygon_clip.h"
#include "base/number.h"

static void* grow(mesh* m, void* data, int size, int* capacity, size_t item) {
  int wanted = *capacity ? 2 * *capacity : 256;
  void* larger = mesh_scratch(m, wanted, item);
  if (size) memcpy(larger, data, size * item);
  *capacity = wanted;
  return larger;
}

static void push_float(mesh* m, obj_floats* l, float x) {
  if (l->size == l->capacity) { l->data = grow(m, l->data, l->size, &l->capacity, sizeof(float)); }
  l->data[l->size++] = x;
}

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static const char* skip_space(const char* s, const char* end) {
  while (s < end && is_space(*s)) s++;
  return s;
}

// Append n numbers of the line; anything after them is ignored.
static void read_numbers(obj_text* r, obj_floats* l, const char* s, const char* end, int n) {
  for (int k = 0; k < n; k++) {
    float x = 0;
    s = skip_space(s, end);
    const char* rest = number_parse_float(s, end, &x);
    // the second number of a texture coordinate may be missing
    if (!rest && (s < end || k == 0 || l != &r->texcoord)) {
      mesh_refuse(r->m, "line %d: number %d is missing or no number", r->line, k + 1);
    }
    if (rest) s = rest;
    push_float(r->m, l, x);
  }
}

// Convert a face index (from 1, or negative from the end) to one from 0.
static const char* read_index(obj_text* r, const char* s, const char* end, int count, int* index) {
  int written;
  const char* rest = number_parse_int(s, end, &written);
  if (!rest || written == 0 || (written < 0 && written < -count)) {
    mesh_refuse(r->m, "line %d: a face needs indices from 1, or negative ones from the end",
                r->line);
  }
  *index = written > 0 ? written - 1 : count + written;
  return rest;
}

static const char* read_corner(obj_text* r, const char* s, const char* end, obj_corner* c) {
  c->texcoord = c->normal = -1;
  s = read_index(r, s, end, r->vert.size / 3, &c->vert);
  if (s == end || *s != '/') return s;
  if (++s < end && *s != '/') { s = read_index(r, s, end, r->texcoord.size / 2, &c->texcoord); }
  if (s == end || *s != '/') return s;
  return read_index(r, s + 1, end, r->normal.size / 3, &c->normal);
}

static void read_face(obj_text* r, const char* s, const char* end) {
  if (r->ended) return;
  int first = r->face.size;
  for (s = skip_space(s, end); s < end; s = skip_space(s, end)) {
    obj_corner c;
    s = read_corner(r, s, end, &c);
    if (s < end && !is_space(*s)) {
      mesh_refuse(r->m, "line %d: corners of a face are v, v/t, v//n or v/t/n", r->line);
    }
    if (r->face.size == r->face.capacity) {
      r->face.data = grow(r->m, r->face.data, r->face.size, &r->face.capacity, sizeof(obj_corner));
    }
    r->face.data[r->face.size++] = c;
  }
  if (r->face.size - first < 3) {
    r->face.size = first;
    return;
  }
  if (r->npolygon == r->polygon_capacity) {
    r->polygon = grow(r->m, r->polygon, r->npolygon, &r->polygon_capacity, sizeof(obj_polygon));
  }
  r->polygon[r->npolygon++] = (obj_polygon){r->face.size - first, r->line, r->current};
}

static bool word_ends(const char* s, const char* end) { return s < end && is_space(*s); }

// The rest of the line after a word: a name that may contain spaces.
static obj_word rest_of(const char* s, const char* end) {
  s = skip_space(s, end);
  while (end > s && is_space(end[-1])) end--;
  return (obj_word){s, (int)(end - s)};
}

static bool same_word(const obj_word* a, const obj_word* b) {
  return a->n == b->n && !memcmp(a->at, b->at, (size_t)a->n);
}

// Index of a word in a list, to which it is added if it is new.
static int put_word(mesh* m, obj_word** list, int* n, int* capacity, obj_word word) {
  for (int i = 0; i < *n; i++) {
    if (same_word(*list + i, &word)) return i;
  }
  if (*n == *capacity) *list = grow(m, *list, *n, capacity, sizeof word);
  (*list)[(*n)++] = word;
  return *n - 1;
}

// If the line begins with `keyword`, returns what follows it.
static bool begins_with(const char* s, const char* end, const char* keyword, obj_word* rest) {
  size_t n = strlen(keyword);
  if ((size_t)(end - s) < n || memcmp(s, keyword, n) || !word_ends(s + n, end)) return false;
  *rest = rest_of(s + n, end);
  return rest->n > 0;
}

// Lines that are only needed for scenes.
static void read_scene_line(obj_text* r, const char* s, const char* end) {
  enum { MOST = 1000 };  // materials and files: they are searched linearly
  obj_word name;
  if (begins_with(s, end, "usemtl", &name)) {
    r->current = put_word(r->m, &r->material, &r->nmaterial, &r->material_capacity, name);
  } else if (begins_with(s, end, "mtllib", &name)) {
    put_word(r->m, &r->library, &r->nlibrary, &r->library_capacity, name);
  }
  if (r->nmaterial > MOST || r->nlibrary > MOST) {
    mesh_refuse(r->m, "line %d: it names more than %d materials", r->line, MOST);
  }
}

static void read_line(obj_text* r, const char* s, const char* end) {
  s = skip_space(s, end);
  if (s == end) return;
  if (r->whole && (*s == 'u' || *s == 'm')) {
    read_scene_line(r, s, end);
    return;
  }
  char kind = *s++;
  if (kind == 'f' && word_ends(s, end)) {
    read_face(r, s, end);
  } else if (kind == 'v' && word_ends(s, end)) {
    read_numbers(r, &r->vert, s, end, 3);
  } else if (kind == 'v' && s < end && *s == 'n' && word_ends(s + 1, end)) {
    read_numbers(r, &r->normal, s + 1, end, 3);
  } else if (kind == 'v' && s < end && *s == 't' && word_ends(s + 1, end)) {
    read_numbers(r, &r->texcoord, s + 1, end, 2);
  } else if ((kind == 'o' || kind == 'g') && (s == end || is_space(*s))) {
    // a new object or group begins: the mesh is the first one with faces
    r->ended = !r->whole && (r->ended || r->npolygon > 0);
  }
}

static void read_lines(obj_text* r) {
  while (r->at < r->end) {
    const char* end = memchr(r->at, '\n', r->end - r->at);
    if (!end) end = r->end;
    r->line++;
    read_line(r, r->at, end);
    r->at = end + (end < r->end);
  }
}

void obj_read(obj_text* r, mesh* m, const char* data, int size, bool whole) {
  *r = (obj_text){
      .m = m, .whole = whole, .at = data, .end = data + size, .current = -1, .work = 1000000000};
  read_lines(r);
}

void obj_check(const obj_text* r, const obj_corner* c, const obj_polygon* p) {
  mesh* m = r->m;
  int nvert = r->vert.size / 3, nnormal = r->normal.size / 3, ntexcoord = r->texcoord.size / 2;
  for (int i = 0; i < p->ncorner; i++) {
    if (c[i].vert >= nvert) {
      mesh_refuse(m, "line %d: a face refers to vertex %d; there are %d", p->line, c[i].vert + 1,
                  nvert);
    }
    if (c[i].normal >= nnormal) {
      mesh_refuse(m, "line %d: a face refers to normal %d; there are %d", p->line, c[i].normal + 1,
                  nnormal);
    }
    if (c[i].texcoord >= ntexcoord) {
      mesh_refuse(m, "line %d: a face refers to texture coordinate %d; there are %d", p->line,
                  c[i].texcoord + 1, ntexcoord);
    }
  }
}

int obj_triangulate(obj_text* r, const obj_corner* c, int n, int* triangle) {
  if (n == 3) {
    for (int k = 0; k < 3; k++) triangle[k] = k;
    return 1;
  }
  float* point = MESH_SCRATCH(r->m, float, 3.0 * n);
  for (int i = 0; i < n; i++) {
    memcpy(point + 3 * i, r->vert.data + 3 * c[i].vert, 3 * sizeof(float));
  }
  int count = polygon_clip(point, n, triangle, MESH_SCRATCH(r->m, int, n), &r->work);
  if (count < 0) mesh_refuse(r->m, "its polygons are too intricate; triangulate them");
  return count;
}
