// MSH files: four counts, then vertices, normals, texture coordinates and triangles in binary.
#include <string.h>

#include "asset/mesh.h"

enum { HEADER = 16 };

// The next n 4-byte words, in aligned memory.
static void* take(mesh* m, const unsigned char** at, int n) {
  void* copy = mesh_alloc(m, n, 4);
  memcpy(copy, *at, 4 * (size_t)n);
  *at += 4 * (size_t)n;
  return copy;
}

void mesh_read_msh(mesh* m, const void* data, int size) {
  int count[4];
  if (size < HEADER) { mesh_refuse(m, "it has %d bytes; an MSH file begins with 4 counts", size); }
  memcpy(count, data, HEADER);
  int nvert = count[0], nnormal = count[1], ntexcoord = count[2], nface = count[3];
  if (nvert < 4 || nface < 0 || (nnormal && nnormal != nvert) ||
      (ntexcoord && ntexcoord != nvert)) {
    mesh_refuse(m,
                "%d vertices, %d normals, %d texture coordinates and %d faces do not fit: at least "
                "4 vertices, as many normals and texture coordinates or none",
                nvert, nnormal, ntexcoord, nface);
  }
  double expected = HEADER + 12.0 * nvert + 12.0 * nnormal + 8.0 * ntexcoord + 12.0 * nface;
  if (size != expected) { mesh_refuse(m, "its counts need %.0f bytes, it has %d", expected, size); }
  const unsigned char* at = (const unsigned char*)data + HEADER;
  mesh_set_vertices(m, take(m, &at, 3 * nvert), nvert);
  if (nnormal) {
    m->nnormal = nnormal;
    m->normal = take(m, &at, 3 * nnormal);
  }
  if (ntexcoord) {
    m->ntexcoord = ntexcoord;
    m->texcoord = take(m, &at, 2 * ntexcoord);
  }
  if (!nface) return;
  m->nface = nface;
  m->face = take(m, &at, 3 * nface);
  m->facenormal = MESH_NEW(m, int, 3.0 * nface);
  memcpy(m->facenormal, m->face, 12 * (size_t)nface);
  if (ntexcoord) {
    m->facetexcoord = MESH_NEW(m, int, 3.0 * nface);
    memcpy(m->facetexcoord, m->face, 12 * (size_t)nface);
  }
  mesh_swap_if_mirrored(m, m->face, nface);
}
