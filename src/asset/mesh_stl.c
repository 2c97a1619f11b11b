// Binary STL: triangles without shared vertices.
#include <math.h>
#include <string.h>

#include "asset/mesh.h"

enum { HEADER = 84, RECORD = 50, VERTICES = 12, MAX_TRIANGLES = 200000 };

static const float bound = 1073741824;  // 2^30: larger coordinates are noise

// All of them, whatever the first ones are: many are compared at once.
static bool within_bounds(const float* x, int n) {
  int beyond = 0;
  for (int i = 0; i < n; i++) beyond += !(fabsf(x[i]) <= bound);
  return !beyond;
}

void mesh_read_stl(mesh* m, const void* data, int size) {
  const unsigned char* bytes = data;
  int n;
  if (size < HEADER) {
    mesh_refuse(m, "it has %d bytes; a binary STL file begins with a header of %d", size, HEADER);
  }
  memcpy(&n, bytes + HEADER - 4, 4);
  if (n < 1 || n > MAX_TRIANGLES || (long long)RECORD * n != size - HEADER) {
    mesh_refuse(m,
                "its header says %d triangles (1 to %d are possible), its size %.6g: is it an "
                "ASCII STL file?  Save it as binary",
                n, MAX_TRIANGLES, (size - HEADER) / (double)RECORD);
  }
  float* vert = MESH_SCRATCH(m, float, 9.0 * n);
  for (int i = 0; i < n; i++) {
    memcpy(vert + 9 * i, bytes + HEADER + (size_t)RECORD * i + VERTICES, 9 * sizeof(float));
  }
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
