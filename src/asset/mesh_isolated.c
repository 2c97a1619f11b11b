// Finds unit normals that are certainly far from all normals before them.
//
// The sides of a cube are divided into squares, one bit each, set once a normal points there.  The
// side is given by axis and sign of the largest coordinate, the square by the other two
// coordinates.  A normal is far from all those that are neither in its square nor in one of the
// eight neighbours.  Neighbours across cube edges are not examined: near an edge the answer is
// always "no".
#include <math.h>
#include <string.h>

#include "asset/mesh_directions.h"

// With fewer normals searches cost less than clearing the squares.
enum { FEW = 2000 };

// Squares are slightly wider than the distance, because of rounding.  They extend to sqrt 1/2 on
// both sides of the centre, plus one square all around.
#define WIDTH (1.001 * NEAR_NORMALS)
enum {
  SQUARES = 888,
  ROW = SQUARES / 8 + 5
};  // bytes per row, with padding for reads beyond the end

typedef struct {
  uint8_t row[6][SQUARES][ROW];
} cube;

static uint32_t bits_at(const uint8_t* row, int byte) {
  uint32_t bits;
  memcpy(&bits, row + byte, sizeof bits);
  return bits;
}

// Returns whether a normal is isolated, and sets its bit.
static bool isolated_so_far(cube* c, const double n[3]) {
  const double middle = SQUARES / 2;
  double a[3] = {fabs(n[0]), fabs(n[1]), fabs(n[2])};
  int axis = a[1] > a[0];
  axis = a[2] > a[axis] ? 2 : axis;
  int next = axis == 2 ? 0 : axis + 1, last = axis == 0 ? 2 : axis - 1;
  int u = (int)(n[next] * (1 / WIDTH) + middle), v = (int)(n[last] * (1 / WIDTH) + middle);
  uint8_t* row = c->row[2 * axis + (n[axis] < 0)][u];
  int byte = (v - 1) >> 3, shift = (v - 1) & 7;
  uint32_t around = bits_at(row - ROW, byte) | bits_at(row, byte) | bits_at(row + ROW, byte);
  row[v >> 3] |= (uint8_t)(1 << (v & 7));
  bool at_edge = a[axis] - fmax(a[next], a[last]) < 2 * WIDTH;
  return !(around >> shift & 7) & !at_edge;
}

void mesh_isolated(mesh* m, const double* normal, int n, bool* isolated) {
  if (n < FEW) {
    memset(isolated, 0, (size_t)n);
    return;
  }
  cube* c = MESH_SCRATCH(m, cube, 1);
  memset(c, 0, sizeof *c);
  for (int i = 0; i < n; i++) isolated[i] = isolated_so_far(c, normal + 3 * (size_t)i);
}
