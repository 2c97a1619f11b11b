// Meshes cut into convex parts that geoms collide by.
#include <engine/parts.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <engine/model.h>
#include <engine/spec.h>

#include "asset/decompose.h"
#include "base/cache.h"
#include "base/disk.h"
#include "base/hash.h"
#include "base/need.h"
#include "base/text.h"
#include "math/quat.h"
#include "spec/element.h"
#include "spec/spec_type.h"

// A result as it is kept, in memory and on disk: this, for each part its number of corners, then
// the corners of all.
typedef struct {
  char magic[8];
  double volume, hulls;
  int npart, ncorner;
} kept_parts;

static const char magic[8] = "PARTS 1";

static const int* corner_counts(const kept_parts* k) { return (const int*)(k + 1); }
static const float* corners(const kept_parts* k) {
  return (const float*)(corner_counts(k) + k->npart);
}

static bool is_kept_parts(const char* data, size_t size) {
  const kept_parts* k = (const kept_parts*)data;
  if (size < sizeof *k || memcmp(k->magic, magic, sizeof magic) || k->npart < 1) return false;
  if ((size_t)k->npart > size || (size_t)k->ncorner > size || k->ncorner < 0) return false;
  size_t expected = sizeof *k + 4 * (size_t)k->npart + 12 * (size_t)k->ncorner, sum = 0;
  if (size != expected) return false;
  for (int i = 0; i < k->npart; i++) {
    if (corner_counts(k)[i] < 4) return false;
    sum += (size_t)corner_counts(k)[i];
  }
  return sum == (size_t)k->ncorner;
}

// --- the triangles ------------------------------------------------------------------------------

typedef struct {
  float x[3];
  int vertex;
} place;

static int by_place(const void* a, const void* b) {
  const place *p = a, *q = b;
  for (int k = 0; k < 3; k++) {
    if (p->x[k] != q->x[k]) return p->x[k] < q->x[k] ? -1 : 1;
  }
  return p->vertex - q->vertex;
}

// The surface of mesh id with equal vertices joined, as files have them apart where textures meet.
static bool take_surface(solid_surface* s, const mjModel* m, int id) {
  int n = m->mesh_vertnum[id], nface = m->mesh_facenum[id];
  const float* from = m->mesh_vert + 3 * m->mesh_vertadr[id];
  const int* given = m->mesh_face + 3 * m->mesh_faceadr[id];
  place* p = malloc(((size_t)n + 1) * sizeof *p);
  int* first = malloc(((size_t)n + 1) * sizeof *first);
  int* face = malloc((3 * (size_t)nface + 1) * sizeof *face);
  double* vert = malloc((3 * (size_t)n + 1) * sizeof *vert);
  bool ok = p && first && face && vert;
  for (int i = 0; ok && i < n; i++) {
    memcpy(p[i].x, from + 3 * i, sizeof p[i].x);
    p[i].vertex = i;
    for (int k = 0; k < 3; k++) vert[3 * i + k] = from[3 * i + k];
  }
  if (ok) qsort(p, (size_t)n, sizeof *p, by_place);
  for (int i = 0; ok && i < n; i++) {
    bool same = i && !memcmp(p[i].x, p[i - 1].x, sizeof p[i].x);
    first[p[i].vertex] = same ? first[p[i - 1].vertex] : p[i].vertex;
  }
  int kept = 0;
  for (int f = 0; ok && f < nface; f++) {
    int c[3];
    for (int k = 0; k < 3; k++) c[k] = first[given[3 * f + k]];
    if (c[0] == c[1] || c[1] == c[2] || c[2] == c[0]) continue;  // nothing but an edge
    memcpy(face + 3 * kept++, c, sizeof c);
  }
  free(p);
  free(first);
  *s = (solid_surface){n, kept, vert, face};
  return ok;
}

static void free_surface(solid_surface* s) {
  free((void*)s->vert);
  free((void*)s->face);
}

// --- computing and keeping ----------------------------------------------------------------------

static kept_parts* pack(const decomposition* d, size_t* size) {
  size_t n = 0;
  for (int i = 0; i < d->npart; i++) n += (size_t)d->part[i].nvert;
  *size = sizeof(kept_parts) + 4 * (size_t)d->npart + 12 * n;
  kept_parts* k = malloc(*size);
  if (!k) return NULL;
  *k = (kept_parts){.volume = d->volume, .hulls = d->hulls, .npart = d->npart, .ncorner = (int)n};
  memcpy(k->magic, magic, sizeof magic);
  float* to = (float*)corners(k);
  for (int i = 0; i < d->npart; i++) {
    ((int*)corner_counts(k))[i] = d->part[i].nvert;
    for (int j = 0; j < 3 * d->part[i].nvert; j++) *to++ = (float)d->part[i].vert[j];
  }
  return k;
}

static void name_file(text* path, const char* folder, uint64_t key) {
  text_print(path, "%s/%016llx.parts", folder, (unsigned long long)key);
}

static kept_parts* read_kept(const char* folder, uint64_t key, size_t* size) {
  text path = {0};
  name_file(&path, folder, key);
  char* data = path.failed ? NULL : disk_read(text_string(&path), size);
  text_free(&path);
  if (data && !is_kept_parts(data, *size)) {
    free(data);
    data = NULL;
  }
  return (kept_parts*)data;
}

// Under another name first: whoever reads meanwhile finds all of it or nothing.
static void write_kept(const char* folder, uint64_t key, const kept_parts* k, size_t size) {
  text path = {0}, new_path = {0};
  name_file(&path, folder, key);
  text_print(&new_path, "%s.%p.new", text_string(&path), (const void*)k);
  FILE* f = path.failed || new_path.failed ? NULL : fopen(text_string(&new_path), "wb");
  bool ok = f && fwrite(k, size, 1, f) == 1;
  if (f) ok = fclose(f) == 0 && ok;
  if (f && (!ok || rename(text_string(&new_path), text_string(&path)))) {
    remove(text_string(&new_path));
  }
  text_free(&path);
  text_free(&new_path);
}

static kept_parts* copy_kept(const void* data, size_t size) {
  kept_parts* k = malloc(size);
  if (k) memcpy(k, data, size);
  return k;
}

// The parts, from wherever they are; NULL, and what is wrong.
static kept_parts* find_parts(const solid_surface* s, engParts* how, const char** problem) {
  uint64_t key = hash_bytes(s->vert, 3 * (size_t)s->nvert * sizeof *s->vert, 0);
  key = hash_bytes(s->face, 3 * (size_t)s->nface * sizeof *s->face, key);
  key = hash_bytes(&how->error, sizeof how->error, key);
  key = hash_bytes(&how->maxpart, sizeof how->maxpart, key);
  char name[40];
  snprintf(name, sizeof name, "parts %016llx", (unsigned long long)key);
  mjCache* cache = mj_getCache();
  const cache_entry* entry = cache_find(cache, name, magic);
  size_t size = 0;
  kept_parts* k = NULL;
  *problem = "out of memory";
  if (entry) {
    how->known = 1;
    k = copy_kept(cache_data(entry), cache_size(entry));
    cache_release(cache, entry);
    return k;
  }
  if (how->folder && (k = read_kept(how->folder, key, &size))) how->known = 2;
  if (!k) {
    decomposition d;
    *problem = decompose(&d, s, how->error, how->maxpart);
    if (*problem) return NULL;
    *problem = "out of memory";
    k = pack(&d, &size);
    decomposition_free(&d);
    if (!k) return NULL;
    if (how->folder) write_kept(how->folder, key, k, size);
  }
  kept_parts* copy = copy_kept(k, size);
  if (copy && !cache_put(cache, name, magic, copy, size, free)) free(copy);
  return k;
}

// --- the specification --------------------------------------------------------------------------

// Corners in the frame of the mesh to the frame that its geoms are placed in.
static bool add_mesh(mjSpec* s, const char* name, const float* corner, int n, const mjModel* m,
                     int id) {
  mjsMesh* part = mjs_addMesh(s, NULL);
  float* vert = malloc(3 * (size_t)n * sizeof *vert);
  if (!part || !vert || mjs_setName(part->element, name)) {
    free(vert);
    return false;
  }
  for (int i = 0; i < n; i++) {
    double x[3] = {corner[3 * i], corner[3 * i + 1], corner[3 * i + 2]};
    quat_rotate(x, m->mesh_quat + 4 * id, x);
    for (int k = 0; k < 3; k++) vert[3 * i + k] = (float)(x[k] + m->mesh_pos[3 * id + k]);
  }
  part->inertia = mjMESH_INERTIA_CONVEX;
  mjs_setFloat(part->uservert, vert, 3 * n);
  free(vert);
  return true;
}

static bool shows(const mjsGeom* g, const char* mesh) {
  return g->type == mjGEOM_MESH && (g->contype || g->conaffinity) && !g->plugin.active &&
         !strcmp(mjs_getString(g->meshname), mesh);
}

static bool add_geom(mjsGeom* like, const char* mesh) {
  enum { GROUP = 3 };  // of what collides and is not looked at
  mjsGeom* g = mjs_addGeom(mjs_getParent(like->element), NULL);
  if (!g || !element_copy((element*)g->element, (const element*)like->element)) return false;
  mjs_setString(g->meshname, mesh);
  g->mass = g->density = 0;
  g->group = GROUP;
  mjsFrame* frame = mjs_getFrame(like->element);
  if (frame) mjs_setFrame(g->element, frame);
  return true;
}

static int count_geoms(mjSpec* s, const char* mesh) {
  int n = 0;
  for (mjsElement* e = mjs_firstElement(s, mjOBJ_GEOM); e; e = mjs_nextElement(s, e)) {
    n += shows(mjs_asGeom(e), mesh);
  }
  return n;
}

static bool replace_geoms(mjSpec* s, const char* mesh, const text* names, int npart) {
  int n = count_geoms(s, mesh), i = 0;
  mjsGeom** old = malloc(((size_t)n + 1) * sizeof(mjsGeom*));
  if (!old) return false;
  for (mjsElement* e = mjs_firstElement(s, mjOBJ_GEOM); e; e = mjs_nextElement(s, e)) {
    if (shows(mjs_asGeom(e), mesh)) old[i++] = mjs_asGeom(e);
  }
  bool ok = true;
  for (i = 0; i < n; i++) {
    for (int k = 0; k < npart && ok; k++) ok = add_geom(old[i], text_string(names + k));
    old[i]->contype = old[i]->conaffinity = 0;
  }
  free(old);
  return ok;
}

static bool add_all(mjSpec* s, const char* mesh, const kept_parts* parts, const mjModel* m,
                    int id) {
  text* names = calloc((size_t)parts->npart, sizeof *names);
  const float* corner = corners(parts);
  bool ok = names != NULL;
  for (int k = 0; ok && k < parts->npart; k++) {
    int n = corner_counts(parts)[k];
    text_print(names + k, "%s/part%d", mesh, k);
    ok = !names[k].failed && add_mesh(s, text_string(names + k), corner, n, m, id);
    corner += 3 * n;
  }
  ok = ok && replace_geoms(s, mesh, names, parts->npart);
  for (int k = 0; names && k < parts->npart; k++) text_free(names + k);
  free(names);
  return ok;
}

int eng_collideByParts(mjSpec* s, mjsMesh* mesh, const mjModel* m, engParts* how) {
  NEED_OR(-1, s, mesh, m);
  engParts none = {0};
  if (!how) how = &none;
  engParts settings = {.error = how->error > 0 ? how->error : 0.05,
                       .maxpart = how->maxpart > 0 ? how->maxpart : 32,
                       .folder = how->folder};
  const element* e = (const element*)mesh->element;
  const char* name = string_text(&e->name);
  int id = mj_name2id(m, mjOBJ_MESH, name);
  spec_clear_error(spec_of(s));
  if (id < 0) {
    spec_error(spec_of(s), e, "the model has no mesh '%s'; compile the specification first", name);
    return -1;
  }
  if (!count_geoms(s, name)) {
    spec_error(spec_of(s), e, "no geom of type mesh that collides shows mesh '%s'", name);
    return -1;
  }
  solid_surface surface;
  const char* problem = "out of memory";
  kept_parts* parts = NULL;
  if (take_surface(&surface, m, id)) parts = find_parts(&surface, &settings, &problem);
  free_surface(&surface);
  if (parts && !add_all(s, name, parts, m, id)) {
    free(parts);
    parts = NULL;
    problem = "its parts cannot be added: out of memory, or their names are taken";
  }
  if (!parts) {
    spec_error(spec_of(s), e, "mesh '%s' cannot be cut into parts: %s", name, problem);
    return -1;
  }
  how->npart = parts->npart;
  how->volume = parts->volume;
  how->hulls = parts->hulls;
  how->known = settings.known;
  free(parts);
  return how->npart;
}
