// Connectivity of flex elements: edges, surface, and layers of interior elements.
#include <stdlib.h>
#include <string.h>

#include "compile/flex.h"

// --- edges --------------------------------------------------------------------------------------

typedef struct {
  int low, high;  // vertices
  int place;      // index of the local edge among those of all elements
} edge_use;

static int compare_uses(const void* a, const void* b) {
  const edge_use *p = a, *q = b;
  if (p->low != q->low) return p->low < q->low ? -1 : 1;
  if (p->high != q->high) return p->high < q->high ? -1 : 1;
  return (p->place > q->place) - (p->place < q->place);
}

// Edges are numbered by first appearance.
static void find_edges(build* b, build_flex* f) {
  int per = flex_elem_edges(f->dim), n = per * f->nelem;
  edge_use* use = BUILD_NEW(b, edge_use, n);
  int* first = BUILD_NEW(b, int, n);  // for each local edge, where it appears first
  for (int i = 0; i < n; i++) {
    const int* elem = f->elem + i / per * (f->dim + 1);
    const int* local = flex_local_edge(f->dim, i % per);
    int v = elem[local[0]], w = elem[local[1]];
    use[i] = (edge_use){v < w ? v : w, v < w ? w : v, i};
  }
  qsort(use, n, sizeof *use, compare_uses);
  for (int i = 0; i < n; i++) {
    bool same = i && use[i].low == use[i - 1].low && use[i].high == use[i - 1].high;
    first[use[i].place] = same ? first[use[i - 1].place] : use[i].place;
    f->nedge += !same;
  }
  f->edge = BUILD_NEW(b, int, 2 * (size_t)f->nedge);
  f->elemedge = BUILD_NEW(b, int, n);
  int next = 0;
  for (int i = 0; i < n; i++) {
    f->elemedge[i] = first[i] == i ? next++ : f->elemedge[first[i]];
    if (first[i] != i) continue;
    const int* elem = f->elem + i / per * (f->dim + 1);
    const int* local = flex_local_edge(f->dim, i % per);
    int v = elem[local[0]], w = elem[local[1]];
    f->edge[2 * f->elemedge[i]] = v < w ? v : w;
    f->edge[2 * f->elemedge[i] + 1] = v < w ? w : v;
  }
}

// The vertices opposite to an edge: of its first triangle, and of the last other one.  Local edge i
// is opposite to vertex i.
static void find_flaps(build* b, build_flex* f) {
  f->flap = BUILD_NEW(b, int, 2 * (size_t)f->nedge);
  for (int i = 0; i < 2 * f->nedge; i++) f->flap[i] = -1;
  if (f->dim != 2) return;
  for (int i = 0; i < 3 * f->nelem; i++) {
    int* flap = f->flap + 2 * f->elemedge[i];
    flap[flap[0] >= 0] = f->elem[i];
  }
}

// --- the surface --------------------------------------------------------------------------------

// A facet of an element: a vertex of a line, an edge of a triangle, a face of a tetrahedron.
typedef struct {
  int sorted[3];    // its dim vertices, ascending
  int elem;         // the element
  int original[3];  // its vertices in outward orientation
} fragment;

static const int sides_of_line[2][3] = {{0}, {1}};
static const int sides_of_triangle[3][3] = {{0, 1}, {2, 0}, {1, 2}};
static const int sides_of_tetrahedron[4][3] = {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}};

static const int* local_side(int dim, int side) {
  if (dim == 3) return sides_of_tetrahedron[side];
  return dim == 2 ? sides_of_triangle[side] : sides_of_line[side];
}

static int compare_vertices(const int* a, const int* b) {
  for (int k = 0; k < 3; k++) {
    if (a[k] != b[k]) return a[k] < b[k] ? -1 : 1;
  }
  return 0;
}

static int compare_fragments(const void* a, const void* b) {
  const fragment *p = a, *q = b;
  int order = compare_vertices(p->sorted, q->sorted);
  if (order) return order;
  if (p->elem != q->elem) return p->elem < q->elem ? -1 : 1;
  return compare_vertices(p->original, q->original);
}

static void swap_if_greater(int* a, int* b) {
  if (*a <= *b) return;
  int t = *a;
  *a = *b;
  *b = t;
}

// All facets of all elements, sorted so that equal ones are adjacent.
static fragment* sorted_fragments(build* b, const build_flex* f) {
  int sides = f->dim + 1, n = sides * f->nelem;
  fragment* side = BUILD_NEW(b, fragment, n);
  for (int i = 0; i < n; i++) {
    const int* local = local_side(f->dim, i % sides);
    side[i].elem = i / sides;
    for (int k = 0; k < f->dim; k++) side[i].original[k] = f->elem[i / sides * sides + local[k]];
    int* v = side[i].sorted;
    memcpy(v, side[i].original, sizeof side[i].sorted);
    if (f->dim > 1) swap_if_greater(v, v + 1);
    if (f->dim > 2) swap_if_greater(v + 1, v + 2);
    if (f->dim > 2) swap_if_greater(v, v + 1);
  }
  qsort(side, n, sizeof *side, compare_fragments);
  return side;
}

static bool same_side(const fragment* a, const fragment* b) {
  return compare_vertices(a->sorted, b->sorted) == 0;
}

// Facets that belong to one element only form the shell; border: elements that have such a facet.
static void find_shell(build* b, build_flex* f, const fragment* side, bool* border) {
  int n = (f->dim + 1) * f->nelem;
  f->shell = BUILD_NEW(b, int, (size_t)f->dim* n);
  for (int i = 0; i < n; i++) {
    if (i && same_side(side + i - 1, side + i)) continue;
    if (i + 1 < n && same_side(side + i, side + i + 1)) continue;
    border[side[i].elem] = true;
    memcpy(f->shell + f->dim * f->nshell++, side[i].original, sizeof(int) * f->dim);
  }
}

// Two elements with a common facet.
typedef struct {
  const fragment *side, *other;
} connection;

static int find_connections(const build_flex* f, const fragment* side, connection* c) {
  int n = (f->dim + 1) * f->nelem, count = 0;
  for (int i = 1; i < n; i++) {
    if (same_side(side + i - 1, side + i)) c[count++] = (connection){side + i - 1, side + i};
  }
  return count;
}

// Number of elements between each tetrahedron and the border, by breadth-first search.
static void find_layers(build* b, build_flex* f, const connection* c, int n, const bool* border) {
  f->layer = BUILD_NEW(b, int, f->nelem);
  if (f->dim != 3) return;
  int* start = BUILD_NEW(b, int, (size_t)f->nelem + 1);
  int* neighbour = BUILD_NEW(b, int, 2 * (size_t)n);
  for (int i = 0; i < n; i++) {
    start[c[i].side->elem]++;
    start[c[i].other->elem]++;
  }
  for (int e = 0, sum = 0; e <= f->nelem; e++) {
    sum += start[e];
    start[e] = sum;
  }
  for (int i = n - 1; i >= 0; i--) {
    neighbour[--start[c[i].side->elem]] = c[i].other->elem;
    neighbour[--start[c[i].other->elem]] = c[i].side->elem;
  }
  int *queue = BUILD_NEW(b, int, f->nelem), count = 0;
  for (int e = 0; e < f->nelem; e++) {
    f->layer[e] = border[e] ? 0 : f->nelem + 1;
    if (border[e]) queue[count++] = e;
  }
  for (int i = 0; i < count; i++) {
    int e = queue[i];
    for (int k = start[e]; k < start[e + 1]; k++) {
      int* layer = f->layer + neighbour[k];
      if (*layer <= f->nelem) continue;
      *layer = f->layer[e] + 1;
      queue[count++] = neighbour[k];
    }
  }
}

// The vertex of an element that is not on its facet.
static int vertex_opposite(const build_flex* f, const fragment* side) {
  const int* elem = f->elem + side->elem * (f->dim + 1);
  for (int k = 0; k <= f->dim; k++) {
    bool on_side = false;
    for (int i = 0; i < f->dim; i++) on_side = on_side || elem[k] == side->original[i];
    if (!on_side) return elem[k];
  }
  return elem[0];
}

// Adjacent elements, at least one at the border: the opposite vertex of each may collide with the
// other.
static void find_pairs(build* b, build_flex* f, const connection* c, int n, const bool* border) {
  if (f->dim == 3) return;
  f->evpair = BUILD_NEW(b, int, 4 * (size_t)n);
  for (int i = 0; i < n; i++) {
    const fragment *side = c[i].side, *other = c[i].other;
    if (!border[side->elem] && !border[other->elem]) continue;
    int* pair = f->evpair + 2 * f->nevpair;
    pair[0] = other->elem;
    pair[1] = vertex_opposite(f, side);
    pair[2] = side->elem;
    pair[3] = vertex_opposite(f, other);
    f->nevpair += 2;
  }
}

void flex_connect(build* b, build_flex* f) {
  find_edges(b, f);
  find_flaps(b, f);
  int sides = (f->dim + 1) * f->nelem;
  const fragment* side = sorted_fragments(b, f);
  bool* border = BUILD_NEW(b, bool, f->nelem);
  find_shell(b, f, side, border);
  connection* c = BUILD_NEW(b, connection, sides);
  int n = find_connections(f, side, c);
  find_layers(b, f, c, n, border);
  find_pairs(b, f, c, n, border);
}
