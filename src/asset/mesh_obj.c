// Wavefront OBJ: vertices, normals, texture coordinates and the faces of the first object.
#include <limits.h>
#include <string.h>

#include "asset/mesh.h"
#include "asset/obj_text.h"

// Destination of the triangles.
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

static void put_polygon(obj_text* x, obj_triangles* t, const obj_corner* c, int n) {
  if (n == 3) {
    put_triangle(t, c, c + 1, c + 2);
    return;
  }
  int* triangle = MESH_SCRATCH(x->m, int, 3.0 * n);
  int count = obj_triangulate(x, c, n, triangle);
  for (int i = 0; i < count; i++) {
    const int* v = triangle + 3 * i;
    put_triangle(t, c + v[0], c + v[1], c + v[2]);
  }
}

static void put_faces(obj_text* r) {
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
    obj_check(r, c, p);
    put_polygon(r, &t, c, p->ncorner);
    c += p->ncorner;
  }
  m->nface = t.ntriangle;
  mesh_swap_if_mirrored(m, m->face, m->nface);
  mesh_swap_if_mirrored(m, m->facenormal, m->nface);
  mesh_swap_if_mirrored(m, m->facetexcoord, m->nface);
}

static float* keep(mesh* m, const obj_floats* l) {
  float* kept = MESH_NEW(m, float, l->size);
  if (l->size) memcpy(kept, l->data, sizeof(float) * (size_t)l->size);
  return kept;
}

void mesh_read_obj(mesh* m, const char* data, int size) {
  obj_text r;
  obj_read(&r, m, data, size, false);
  mesh_set_vertices(m, r.vert.data, r.vert.size / 3);
  m->nnormal = r.normal.size / 3;
  m->normal = keep(m, &r.normal);
  m->ntexcoord = r.texcoord.size / 2;
  m->texcoord = keep(m, &r.texcoord);
  m->indexed_texcoord = true;
  // in images the origin is at the top
  for (int i = 0; i < m->ntexcoord; i++) m->texcoord[2 * i + 1] = 1 - m->texcoord[2 * i + 1];
  put_faces(&r);
}
