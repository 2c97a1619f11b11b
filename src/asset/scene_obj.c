// Reads scenes from Wavefront OBJ: one shape per material over all objects, and its material files
// (MTL).
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "asset/obj_text.h"
#include "asset/scene_file.h"
#include "base/number.h"
#include "base/resource.h"

static char* copy_word(mesh* m, const char* at, size_t n) {
  char* word = MESH_SCRATCH(m, char, n + 1.0);
  if (n) memcpy(word, at, n);
  word[n] = 0;
  return word;
}

// --- materials ----------------------------------------------------------------------------------

typedef struct {
  scene_file* s;
  mesh* m;
  const char *at, *end;  // remaining text
  scene_material* of;    // material that the lines define; NULL: one that no face uses
} materials;

static void skip_spaces(const char** at) {
  while (isspace((unsigned char)**at)) (*at)++;
}

static void skip_word(const char** at) {
  while (**at && !isspace((unsigned char)**at)) (*at)++;
  skip_spaces(at);
}

// Reads up to n numbers; returns how many there are.
static int numbers(const char* at, float* x, int n) {
  const char* end = at + strlen(at);
  for (int k = 0; k < n; k++) {
    skip_spaces(&at);
    at = at < end ? number_parse_float(at, end, x + k) : NULL;
    if (!at || !(x[k] >= 0 && x[k] <= 1e6f)) return k;
  }
  return n;
}

static bool is_number(const char* at) {
  return isdigit((unsigned char)*at) || (*at && strchr("+-.", *at) && strpbrk(at, "0123456789"));
}

// The file name in "map_Kd -s 1 1 1 -clamp on file": skips the options.
static const char* map_file(const char* at) {
  skip_spaces(&at);
  while (*at == '-' && isalpha((unsigned char)at[1])) {
    bool vector = strchr("ost", at[1]) && isspace((unsigned char)at[2]);
    bool two = !strncasecmp(at, "-mm", 3);
    skip_word(&at);
    skip_word(&at);
    for (int k = 0; k < 2 && (two || vector) && is_number(at); k++) {
      if (two && k) break;
      skip_word(&at);
    }
  }
  return at;
}

static float mean3(const float x[3]) { return (x[0] + x[1] + x[2]) / 3; }

static float at_most_one(float x) { return x < 1 ? x : 1; }

static scene_material* named(scene_file* s, const char* name) {
  for (int i = 0; i < s->nmaterial; i++) {
    if (!strcmp(s->material[i].name, name)) return s->material + i;
  }
  return NULL;
}

// Processes one line: keyword and rest.  The specular exponent is 128 times the shininess.
static void read_material_line(materials* x, const char* key, const char* rest) {
  float v[3];
  if (!strcasecmp(key, "newmtl")) x->of = named(x->s, rest);
  scene_material* of = x->of;
  if (!of) return;
  int n = numbers(rest, v, 3);
  if (!strcasecmp(key, "Kd") && n == 3) memcpy(of->rgba, v, sizeof v);
  if (!strcasecmp(key, "Ks") && n == 3) of->specular = at_most_one(mean3(v));
  if (!strcasecmp(key, "Ke") && n == 3) of->emission = at_most_one(mean3(v));
  if (!strcasecmp(key, "Ns") && n > 0) of->shininess = at_most_one(v[0] / 128);
  if (!strcasecmp(key, "d") && n > 0) of->rgba[3] = at_most_one(v[0]);
  if (!strcasecmp(key, "Tr") && n > 0) of->rgba[3] = 1 - at_most_one(v[0]);
  if (!strcasecmp(key, "Pm") && n > 0) of->metallic = at_most_one(v[0]);
  if (!strcasecmp(key, "Pr") && n > 0) of->roughness = at_most_one(v[0]);
  if (!strcasecmp(key, "map_Kd")) {
    const char* file = map_file(rest);
    if (*file) of->texture = copy_word(x->m, file, strlen(file));
  }
}

static void read_material_text(void* arg) {
  materials* x = arg;
  for (const char *at = x->at, *end = x->end; at < end;) {
    const char* stop = memchr(at, '\n', (size_t)(end - at));
    if (!stop) stop = end;
    size_t n = (size_t)(stop - at);
    while (n && isspace((unsigned char)at[n - 1])) n--;
    char* key = copy_word(x->m, at, n);
    while (isspace((unsigned char)*key)) key++;
    char* rest = key;
    while (*rest && !isspace((unsigned char)*rest)) rest++;
    if (*rest) *rest++ = 0;
    while (isspace((unsigned char)*rest)) rest++;
    if (*key && *key != '#') read_material_line(x, key, rest);
    at = stop + (stop < end);
  }
}

static void read_materials(scene_file* s, mesh* m, const obj_text* x, const scene_source* from) {
  s->nmaterial = x->nmaterial;
  s->material = MESH_SCRATCH(m, scene_material, x->nmaterial);
  for (int i = 0; i < x->nmaterial; i++) {
    s->material[i] =
        (scene_material){.name = copy_word(m, x->material[i].at, (size_t)x->material[i].n),
                         .rgba = {0.8f, 0.8f, 0.8f, 1},
                         .emission = -1,
                         .specular = -1,
                         .shininess = -1,
                         .metallic = -1,
                         .roughness = -1};
  }
  for (int i = 0; i < x->nlibrary; i++) {
    const char* name = copy_word(m, x->library[i].at, (size_t)x->library[i].n);
    scene_part file;
    scene_beside(from, name, &file);
    if (!file.resource) {
      snprintf(s->warning, sizeof s->warning, "its materials cannot be read: %.180s", file.why);
      continue;
    }
    materials all = {.s = s, .m = m, .at = file.data, .end = file.data + file.size};
    bool read = mesh_attempt(m, read_material_text, &all);
    resource_close(file.resource);
    if (!read) mesh_refuse_again(m);
  }
}

// --- shapes -------------------------------------------------------------------------------------

// Polygons sorted by material.
typedef struct {
  int* order;                 // begin[k] to begin[k + 1]: indices of polygons with material k - 1
  int* begin;                 // nmaterial + 2 offsets
  const obj_corner** corner;  // first corner of each polygon
} sorted_polygons;

static void sort_polygons(sorted_polygons* by, const obj_text* x) {
  int n = x->npolygon, kinds = x->nmaterial + 1;
  by->order = MESH_SCRATCH(x->m, int, n);
  by->begin = MESH_SCRATCH(x->m, int, kinds + 1.0);
  by->corner = MESH_SCRATCH(x->m, const obj_corner*, n);
  memset(by->begin, 0, sizeof(int) * ((size_t)kinds + 1));
  const obj_corner* c = x->face.data;
  for (int i = 0; i < n; c += x->polygon[i++].ncorner) {
    by->corner[i] = c;
    by->begin[x->polygon[i].material + 2]++;
  }
  for (int k = 0; k < kinds; k++) by->begin[k + 1] += by->begin[k];
  int* next = MESH_SCRATCH(x->m, int, kinds);
  memcpy(next, by->begin, sizeof(int) * (size_t)kinds);
  for (int i = 0; i < n; i++) by->order[next[x->polygon[i].material + 1]++] = i;
}

// The vertices of a shape: equal corners of polygons are merged.  Invariant: where[h] is -1 or an
// index of corner[], found by linear probing from the hash of that corner.
typedef struct {
  obj_text* x;
  const sorted_polygons* by;
  scene_shape* shape;
  obj_corner* corner;  // by vertex
  int* where;
  unsigned mask;
  bool normals, texcoords;  // whether every corner has them
} shape_making;

static unsigned hash_of(const obj_corner* c) {
  unsigned h = (unsigned)c->vert * 2654435761u;
  h = (h ^ (unsigned)c->texcoord) * 2246822519u;
  h = (h ^ (unsigned)c->normal) * 3266489917u;
  return h ^ h >> 15;
}

static int vertex_of(shape_making* s, const obj_corner* c) {
  obj_corner key = *c;
  if (!s->normals) key.normal = -1;
  if (!s->texcoords) key.texcoord = -1;
  unsigned h = hash_of(&key) & s->mask;
  while (s->where[h] >= 0) {
    const obj_corner* at = s->corner + s->where[h];
    if (at->vert == key.vert && at->normal == key.normal && at->texcoord == key.texcoord) {
      return s->where[h];
    }
    h = (h + 1) & s->mask;
  }
  s->corner[s->shape->nvert] = key;
  return s->where[h] = s->shape->nvert++;
}

static void put_polygons(shape_making* s) {
  obj_text* x = s->x;
  const int* begin = s->by->begin + s->shape->material + 1;
  for (int i = begin[0]; i < begin[1]; i++) {
    const obj_polygon* p = x->polygon + s->by->order[i];
    const obj_corner* c = s->by->corner[s->by->order[i]];
    int* triangle = MESH_SCRATCH(x->m, int, 3.0 * p->ncorner);
    int n = obj_triangulate(x, c, p->ncorner, triangle);
    for (int k = 0; k < 3 * n; k++) {
      s->shape->face[3 * s->shape->nface + k] = vertex_of(s, c + triangle[k]);
    }
    s->shape->nface += n;
  }
}

static void put_vertices(const shape_making* s) {
  scene_shape* shape = s->shape;
  const obj_text* x = s->x;
  shape->vert = MESH_SCRATCH(x->m, float, 3.0 * shape->nvert);
  if (s->normals) shape->normal = MESH_SCRATCH(x->m, float, 3.0 * shape->nvert);
  if (s->texcoords) shape->texcoord = MESH_SCRATCH(x->m, float, 2.0 * shape->nvert);
  for (int i = 0; i < shape->nvert; i++) {
    const obj_corner* c = s->corner + i;
    for (int k = 0; k < 3; k++) {
      shape->vert[3 * i + k] = x->vert.data[3 * c->vert + k];
      if (s->normals) shape->normal[3 * i + k] = x->normal.data[3 * c->normal + k];
    }
    if (!s->texcoords) continue;
    shape->texcoord[2 * i] = x->texcoord.data[2 * c->texcoord];
    shape->texcoord[2 * i + 1] = 1 - x->texcoord.data[2 * c->texcoord + 1];
  }
}

// Make the faces of one material; false when there are none.
static bool make_shape(scene_shape* shape, obj_text* x, const sorted_polygons* by, int material) {
  *shape = (scene_shape){.material = material};
  shape_making s = {.x = x, .by = by, .shape = shape, .normals = true, .texcoords = true};
  double corners = 0, triangles = 0;
  for (int i = by->begin[material + 1]; i < by->begin[material + 2]; i++) {
    const obj_polygon* p = x->polygon + by->order[i];
    const obj_corner* c = by->corner[by->order[i]];
    obj_check(x, c, p);
    corners += p->ncorner;
    triangles += p->ncorner - 2;
    for (int k = 0; k < p->ncorner; k++) {
      s.normals = s.normals && c[k].normal >= 0;
      s.texcoords = s.texcoords && c[k].texcoord >= 0;
    }
  }
  if (!(triangles > 0)) return false;
  if (triangles > INT_MAX / 16) mesh_refuse(x->m, "it has %.0f triangles: too many", triangles);
  s.mask = 64;
  while (s.mask < 2 * corners) s.mask *= 2;
  s.where = MESH_SCRATCH(x->m, int, s.mask);
  memset(s.where, -1, s.mask * sizeof(int));
  s.mask--;
  s.corner = MESH_SCRATCH(x->m, obj_corner, corners);
  shape->face = MESH_SCRATCH(x->m, int, 3 * triangles);
  put_polygons(&s);
  put_vertices(&s);
  return true;
}

void scene_read_obj(scene_file* s, mesh* m, const scene_source* from) {
  obj_text x;
  obj_read(&x, m, from->data, from->size, true);
  read_materials(s, m, &x, from);
  sorted_polygons by;
  sort_polygons(&by, &x);
  s->shape = MESH_SCRATCH(m, scene_shape, x.nmaterial + 1.0);
  for (int i = -1; i < x.nmaterial; i++) s->nshape += make_shape(s->shape + s->nshape, &x, &by, i);
}
