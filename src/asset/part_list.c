#include "asset/part_list.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asset/decompose.h"
#include "base/cache.h"
#include "base/disk.h"
#include "base/hash.h"
#include "base/text.h"
#include "math/quat.h"

static const char magic[8] = "PARTS 2";

static bool is_part_list(const char* data, size_t size) {
  const part_list* k = (const part_list*)data;
  if (size < sizeof *k || memcmp(k->magic, magic, sizeof magic) || k->npart < 1) return false;
  if ((size_t)k->npart > size || (size_t)k->ncorner > size || k->ncorner < 0) return false;
  size_t expected = sizeof *k + 4 * (size_t)k->npart + 12 * (size_t)k->ncorner, sum = 0;
  if (size != expected) return false;
  for (int i = 0; i < k->npart; i++) {
    if (part_corner_counts(k)[i] < 4) return false;
    sum += (size_t)part_corner_counts(k)[i];
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

// Rotate the surface and round to a millionth of its size, so that axis-aligned faces become
// exactly axis-aligned and equal positions stay equal.
static void turn_vertices(place* p, const part_surface* from) {
  double far = 0;
  for (int i = 0; i < 3 * from->nvert; i++) far = fmax(far, fabs((double)from->vert[i]));
  double step = ldexp(1, ilogb(far > 0 ? far : 1) - 20);
  for (int i = 0; i < from->nvert; i++) {
    const float* v = from->vert + 3 * i;
    double x[3] = {v[0], v[1], v[2]};
    quat_rotate(x, from->quat, x);
    for (int k = 0; k < 3; k++) p[i].x[k] = (float)(step * nearbyint(x[k] / step));
    p[i].vertex = i;
  }
}

// The surface with equal vertices merged.
static bool join_vertices(solid_surface* s, const part_surface* from) {
  int n = from->nvert, nface = from->nface;
  place* p = malloc(((size_t)n + 1) * sizeof *p);
  int* first = malloc(((size_t)n + 1) * sizeof *first);
  int* face = malloc((3 * (size_t)nface + 1) * sizeof *face);
  double* vert = malloc((3 * (size_t)n + 1) * sizeof *vert);
  bool ok = p && first && face && vert;
  if (ok) turn_vertices(p, from);
  for (int i = 0; ok && i < 3 * n; i++) vert[i] = p[i / 3].x[i % 3];
  if (ok) qsort(p, (size_t)n, sizeof *p, by_place);
  for (int i = 0; ok && i < n; i++) {
    bool same = i && !memcmp(p[i].x, p[i - 1].x, sizeof p[i].x);
    first[p[i].vertex] = same ? first[p[i - 1].vertex] : p[i].vertex;
  }
  int kept = 0;
  for (int f = 0; ok && f < nface; f++) {
    int c[3];
    for (int k = 0; k < 3; k++) c[k] = first[from->face[3 * f + k]];
    if (c[0] == c[1] || c[1] == c[2] || c[2] == c[0]) continue;  // degenerate
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

// --- computing and storing ----------------------------------------------------------------------

static part_list* pack(const decomposition* d, size_t* size) {
  size_t n = 0;
  for (int i = 0; i < d->npart; i++) n += (size_t)d->part[i].nvert;
  *size = sizeof(part_list) + 4 * (size_t)d->npart + 12 * n;
  part_list* k = malloc(*size);
  if (!k) return NULL;
  *k = (part_list){.volume = d->volume,
                   .hulls = d->hulls,
                   .lost = d->lost,
                   .npart = d->npart,
                   .ncorner = (int)n};
  memcpy(k->magic, magic, sizeof magic);
  float* to = (float*)part_corners(k);
  for (int i = 0; i < d->npart; i++) {
    ((int*)part_corner_counts(k))[i] = d->part[i].nvert;
    for (int j = 0; j < 3 * d->part[i].nvert; j++) *to++ = (float)d->part[i].vert[j];
  }
  return k;
}

static void name_file(text* path, const char* folder, uint64_t key) {
  text_print(path, "%s/%016llx.parts", folder, (unsigned long long)key);
}

static part_list* read_kept(const char* folder, uint64_t key, size_t* size) {
  text path = {0};
  name_file(&path, folder, key);
  char* data = path.failed ? NULL : disk_read(text_string(&path), size);
  text_free(&path);
  if (data && !is_part_list(data, *size)) {
    free(data);
    data = NULL;
  }
  return (part_list*)data;
}

// Written to a temporary name and then renamed, so that concurrent readers find a complete file or
// none.
static void write_kept(const char* folder, uint64_t key, const part_list* k, size_t size) {
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

static part_list* copy_kept(const void* data, size_t size) {
  part_list* k = malloc(size);
  if (k) memcpy(k, data, size);
  return k;
}

static part_list* find_of_solid(const solid_surface* s, engParts* how, const char** problem) {
  uint64_t key = hash_bytes(s->vert, 3 * (size_t)s->nvert * sizeof *s->vert, 0);
  key = hash_bytes(s->face, 3 * (size_t)s->nface * sizeof *s->face, key);
  key = hash_bytes(&how->error, sizeof how->error, key);
  key = hash_bytes(&how->maxpart, sizeof how->maxpart, key);
  char name[40];
  snprintf(name, sizeof name, "parts %016llx", (unsigned long long)key);
  mjCache* cache = mj_getCache();
  const cache_entry* entry = cache_find(cache, name, magic);
  size_t size = 0;
  part_list* k = NULL;
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
  part_list* copy = copy_kept(k, size);
  if (copy && !cache_put(cache, name, magic, copy, size, free)) free(copy);
  return k;
}

static char* usual_folder;  // NULL: cache in memory only

void eng_keepParts(const char* folder) {
  free(usual_folder);
  usual_folder = folder ? strdup(folder) : NULL;
  if (folder && !usual_folder)
    mju_warning("eng_keepParts: no memory; parts are kept in memory alone");
}

static void turn_back(part_list* list, const double quat[4]) {
  double back[4];
  quat_conjugate(back, quat);
  float* corner = (float*)part_corners(list);
  for (int i = 0; i < list->ncorner; i++) {
    double x[3] = {corner[3 * i], corner[3 * i + 1], corner[3 * i + 2]};
    quat_rotate(x, back, x);
    for (int k = 0; k < 3; k++) corner[3 * i + k] = (float)x[k];
  }
}

part_list* parts_find(const part_surface* s, engParts* how, const char** problem) {
  engParts settings = {.error = how->error > 0 ? how->error : 0.05,
                       .maxpart = how->maxpart > 0 ? how->maxpart : 32,
                       .folder = how->folder ? how->folder : usual_folder};
  solid_surface solid;
  part_list* list = NULL;
  *problem = "out of memory";
  if (join_vertices(&solid, s)) list = find_of_solid(&solid, &settings, problem);
  free_surface(&solid);
  if (list) turn_back(list, s->quat);
  how->known = settings.known;
  return list;
}
