// Wavefront OBJ: vertices, normals, texture coordinates and the faces of the first object.
#include <limits.h>
#include <string.h>

#include "asset/mesh.h"
#include "asset/polygon_clip.h"
#include "base/number.h"

// A list that doubles.
typedef struct {
  float* data;
  int size, capacity;
} floats;

typedef struct {
  int vert, texcoord, normal;  // -1: none
} obj_corner;

typedef struct {
  obj_corner* data;
  int size, capacity;
} corners;

typedef struct {
  int ncorner, line;
} obj_polygon;

typedef struct {
  mesh* m;
  const char *at, *end;  // of the file
  int line;
  floats vert, normal, texcoord;
  corners face;  // of the first object, polygons one after another
  obj_polygon* polygon;
  int npolygon, polygon_capacity;
  bool complete;   // the first object has ended
  long long work;  // that may still go into polygons
} reader;

static void* grow(mesh* m, void* data, int size, int* capacity, size_t item) {
  int wanted = *capacity ? 2 * *capacity : 256;
  void* larger = mesh_scratch(m, wanted, item);
  if (size) memcpy(larger, data, size * item);
  *capacity = wanted;
  return larger;
}

static void push_float(mesh* m, floats* l, float x) {
  if (l->size == l->capacity) { l->data = grow(m, l->data, l->size, &l->capacity, sizeof(float)); }
  l->data[l->size++] = x;
}

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static const char* skip_space(const char* s, const char* end) {
  while (s < end && is_space(*s)) s++;
  return s;
}

// Append n numbers of the line; what follows them is of no interest.
static void read_numbers(reader* r, floats* l, const char* s, const char* end, int n) {
  for (int k = 0; k < n; k++) {
    float x = 0;
    s = skip_space(s, end);
    const char* rest = number_parse_float(s, end, &x);
    // a texture coordinate may be short of its second number
    if (!rest && (s < end || k == 0 || l != &r->texcoord)) {
      mesh_refuse(r->m, "line %d: number %d is missing or no number", r->line, k + 1);
    }
    if (rest) s = rest;
    push_float(r->m, l, x);
  }
}

// An index of a face as written (from 1, or negative from the end) to one from 0.
static const char* read_index(reader* r, const char* s, const char* end, int count, int* index) {
  int written;
  const char* rest = number_parse_int(s, end, &written);
  if (!rest || written == 0 || (written < 0 && written < -count)) {
    mesh_refuse(r->m, "line %d: a face needs indices from 1, or negative ones from the end",
                r->line);
  }
  *index = written > 0 ? written - 1 : count + written;
  return rest;
}

static const char* read_corner(reader* r, const char* s, const char* end, obj_corner* c) {
  c->texcoord = c->normal = -1;
  s = read_index(r, s, end, r->vert.size / 3, &c->vert);
  if (s == end || *s != '/') return s;
  if (++s < end && *s != '/') { s = read_index(r, s, end, r->texcoord.size / 2, &c->texcoord); }
  if (s == end || *s != '/') return s;
  return read_index(r, s + 1, end, r->normal.size / 3, &c->normal);
}

static void read_face(reader* r, const char* s, const char* end) {
  if (r->complete) return;
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
  r->polygon[r->npolygon++] = (obj_polygon){r->face.size - first, r->line};
}

static bool word_ends(const char* s, const char* end) { return s < end && is_space(*s); }

static void read_line(reader* r, const char* s, const char* end) {
  s = skip_space(s, end);
  if (s == end) return;
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
    // a new object or group: the first one that has faces is the mesh
    r->complete = r->complete || r->npolygon > 0;
  }
}

static void read_lines(reader* r) {
  while (r->at < r->end) {
    const char* end = memchr(r->at, '\n', r->end - r->at);
    if (!end) end = r->end;
    r->line++;
    read_line(r, r->at, end);
    r->at = end + (end < r->end);
  }
}

// Where the triangles go.
typedef struct {
  mesh* m;
  int ntriangle;
} obj_triangles;

static void put_triangle(obj_triangles* t, const obj_corner* a, const obj_corner* b,
                         const obj_corner* c) {
  mesh* m = t->m;
  const obj_corner* of[3] = {a, b, c};
  for (int k = 0; k < 3; k++) {
    int i = 3 * t->ntriangle + k;
    m->face[i] = of[k]->vert;
    if (m->facenormal) m->facenormal[i] = of[k]->normal;
    if (m->facetexcoord) m->facetexcoord[i] = of[k]->texcoord;
  }
  t->ntriangle++;
}

// Corners may come before what they refer to, so only now is it known whether it is there.
static void check_corners(const reader* r, const obj_corner* c, const obj_polygon* p) {
  mesh* m = r->m;
  for (int i = 0; i < p->ncorner; i++) {
    if (c[i].vert >= m->nvert) {
      mesh_refuse(m, "line %d: a face refers to vertex %d; there are %d", p->line, c[i].vert + 1,
                  m->nvert);
    }
    if (c[i].normal >= m->nnormal) {
      mesh_refuse(m, "line %d: a face refers to normal %d; there are %d", p->line, c[i].normal + 1,
                  m->nnormal);
    }
    if (c[i].texcoord >= m->ntexcoord) {
      mesh_refuse(m, "line %d: a face refers to texture coordinate %d; there are %d", p->line,
                  c[i].texcoord + 1, m->ntexcoord);
    }
  }
}

static void put_polygon(reader* r, obj_triangles* t, const obj_corner* c, int n) {
  if (n == 3) {
    put_triangle(t, c, c + 1, c + 2);
    return;
  }
  mesh* m = r->m;
  float* point = MESH_SCRATCH(m, float, 3.0 * n);
  int* triangle = MESH_SCRATCH(m, int, 3.0 * n);
  for (int i = 0; i < n; i++) {
    memcpy(point + 3 * i, r->vert.data + 3 * c[i].vert, 3 * sizeof(float));
  }
  int count = polygon_clip(point, n, triangle, MESH_SCRATCH(m, int, n), &r->work);
  if (count < 0) mesh_refuse(m, "its polygons are too intricate; triangulate them");
  for (int i = 0; i < count; i++) {
    const int* v = triangle + 3 * i;
    put_triangle(t, c + v[0], c + v[1], c + v[2]);
  }
}

static void put_faces(reader* r) {
  mesh* m = r->m;
  double most = 0;
  for (int i = 0; i < r->npolygon; i++) most += r->polygon[i].ncorner - 2;
  if (!r->npolygon) return;
  if (most > INT_MAX / 16) mesh_refuse(m, "it has %.0f triangles: too many", most);
  m->face = MESH_NEW(m, int, 3 * most);
  if (m->nnormal) m->facenormal = MESH_NEW(m, int, 3 * most);
  if (m->ntexcoord) m->facetexcoord = MESH_NEW(m, int, 3 * most);
  obj_triangles t = {m, 0};
  const obj_corner* c = r->face.data;
  for (int i = 0; i < r->npolygon; i++) {
    const obj_polygon* p = r->polygon + i;
    check_corners(r, c, p);
    put_polygon(r, &t, c, p->ncorner);
    c += p->ncorner;
  }
  m->nface = t.ntriangle;
  mesh_swap_if_mirrored(m, m->face, m->nface);
  mesh_swap_if_mirrored(m, m->facenormal, m->nface);
  mesh_swap_if_mirrored(m, m->facetexcoord, m->nface);
}

static float* keep(mesh* m, const floats* l) {
  float* kept = MESH_NEW(m, float, l->size);
  if (l->size) memcpy(kept, l->data, sizeof(float) * (size_t)l->size);
  return kept;
}

void mesh_read_obj(mesh* m, const char* data, int size) {
  reader r = {.m = m, .at = data, .end = data + size, .work = 1000000000};
  read_lines(&r);
  mesh_set_vertices(m, r.vert.data, r.vert.size / 3);
  m->nnormal = r.normal.size / 3;
  m->normal = keep(m, &r.normal);
  m->ntexcoord = r.texcoord.size / 2;
  m->texcoord = keep(m, &r.texcoord);
  m->indexed_texcoord = true;
  // images have their origin at the top
  for (int i = 0; i < m->ntexcoord; i++) m->texcoord[2 * i + 1] = 1 - m->texcoord[2 * i + 1];
  put_faces(&r);
}
