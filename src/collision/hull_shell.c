#include "collision/hull_shell.h"

#include <math.h>
#include <string.h>

#include "math/float_lanes.h"
#include "math/vec3.h"

enum {
  NO_ID = 255,
  SLOTS = 4 * MAX_SAMPLE,  // of the table of vertices
};

static const mjtNum SAME_PLANE = 1e-7;  // of the reach: vertices so near to a plane are in it
static const mjtNum TOO_FLAT = 1e-3;    // of the reach: the middle must lie deeper

// What is known while a shell is made.
typedef struct {
  mjtNum (*vert)[3];  // of the shell
  mjtNum normal[SHELL_FACETS][3], offset[SHELL_FACETS];
  shell_id corner[SHELL_FACETS][3];           // counterclockwise, seen from outside
  shell_id facet_of[MAX_SAMPLE][MAX_SAMPLE];  // the triangle to the left of a way between vertices
  shell_id before[SHELL_FACETS];              // one of the same plane that comes before, or itself
  int nvert, ntriangle;
} surface;

// ----- vertices: from their ids in the mesh to those in the hull

typedef struct {
  int id[SLOTS];
  shell_id vertex[SLOTS];
} id_table;

static unsigned slot_of(const id_table* t, int id) {
  unsigned at = (unsigned)id * 2654435761u >> 24;
  while (t->vertex[at] != NO_ID && t->id[at] != id) at = (at + 1) % SLOTS;
  return at;
}

static void number_vertices(id_table* t, const hull_graph* g) {
  memset(t->vertex, NO_ID, sizeof t->vertex);
  for (int i = 0; i < g->nvert; i++) {
    unsigned at = slot_of(t, g->global[i]);
    t->id[at] = g->global[i];
    t->vertex[at] = (shell_id)i;
  }
}

// ----- triangles

static void take_vertices(surface* s, hull_shell* shell, const hull_graph* g, const float* vert) {
  mjtNum *middle = shell->middle, reach = 0;
  vec3_zero(middle);
  s->nvert = g->nvert;
  s->vert = shell->place;
  for (int i = 0; i < g->nvert; i++) {
    const float* v = vert + 3 * g->global[i];
    vec3_set(s->vert[i], v[0], v[1], v[2]);
    vec3_axpy(middle, 1.0 / g->nvert, s->vert[i]);
  }
  for (int i = 0; i < s->nvert; i++) {
    vec3_sub(s->vert[i], s->vert[i], middle);
    reach = fmax(reach, vec3_norm(s->vert[i]));
  }
  shell->reach = reach;
}

// The plane of a triangle, its corners put in order.  0 when it has no area or is near the middle.
static int take_triangle(surface* s, const hull_shell* shell, int i) {
  shell_id* corner = s->corner[i];
  mjtNum ab[3], ac[3], *n = s->normal[i];
  const mjtNum* a = s->vert[corner[0]];
  vec3_sub(ab, s->vert[corner[1]], a);
  vec3_sub(ac, s->vert[corner[2]], a);
  vec3_cross(n, ab, ac);
  if (!(vec3_normalize(n) >= mjMINVAL)) return 0;
  s->offset[i] = vec3_dot(n, a);
  if (s->offset[i] < 0) {
    shell_id swap = corner[1];
    corner[1] = corner[2];
    corner[2] = swap;
    vec3_scale(n, n, -1);
    s->offset[i] *= -1;
  }
  return s->offset[i] > TOO_FLAT * shell->reach;
}

static int take_triangles(surface* s, const hull_shell* shell, const id_table* ids,
                          const int* triangle) {
  memset(s->facet_of, NO_ID, sizeof(shell_id) * MAX_SAMPLE * (size_t)s->nvert);
  for (int i = 0; i < s->ntriangle; i++) {
    shell_id* corner = s->corner[i];
    for (int k = 0; k < 3; k++) {
      corner[k] = ids->vertex[slot_of(ids, triangle[3 * i + k])];
      if (corner[k] == NO_ID) return 0;
    }
    if (!take_triangle(s, shell, i)) return 0;
    for (int k = 0; k < 3; k++) s->facet_of[corner[k]][corner[(k + 1) % 3]] = (shell_id)i;
    s->before[i] = (shell_id)i;
  }
  return 1;
}

// ----- edges and facets

static int first_of_plane(const surface* s, int i) {
  while (s->before[i] != i) i = s->before[i];
  return i;
}

static void join(surface* s, int i, int j) {
  int a = first_of_plane(s, i), b = first_of_plane(s, j);
  s->before[mjMAX(a, b)] = (shell_id)mjMIN(a, b);
}

// Across each edge, whether the two triangles lie in one plane; else it is an edge of the shell.
// 0 when there is nothing on the other side.
static int take_edges(hull_shell* shell, surface* s) {
  shell->nedge = 0;
  for (int i = 0; i < s->ntriangle; i++) {
    for (int k = 0; k < 3; k++) {
      shell_id from = s->corner[i][k], to = s->corner[i][(k + 1) % 3];
      shell_id other = s->facet_of[to][from];
      if (other == NO_ID || other == i) return 0;
      if (from > to) continue;
      mjtNum off = 0;
      for (int j = 0; j < 3; j++) {
        off = fmax(off, fabs(vec3_dot(s->normal[i], s->vert[s->corner[other][j]]) - s->offset[i]));
      }
      if (off < SAME_PLANE * shell->reach) {
        join(s, i, other);
        continue;
      }
      if (shell->nedge == SHELL_EDGES) return 0;
      int e = shell->nedge++;
      shell->edge[e][0] = from;
      shell->edge[e][1] = to;
      for (int c = 0; c < 3; c++) {
        shell->start[c][e] = (float)s->vert[from][c];
        shell->along[c][e] = (float)(s->vert[to][c] - s->vert[from][c]);
        shell->left[c][e] = (float)s->normal[i][c];
        shell->right[c][e] = (float)s->normal[other][c];
      }
    }
  }
  return 1;
}

static void take_facets(hull_shell* shell, const surface* s) {
  shell->nfacet = 0;
  for (int i = 0; i < s->ntriangle; i++) {
    if (s->before[i] != i) continue;
    int f = shell->nfacet++;
    memcpy(shell->facet[f], s->corner[i], sizeof shell->facet[f]);
    for (int c = 0; c < 3; c++) shell->normal[c][f] = (float)s->normal[i][c];
    shell->offset[f] = (float)s->offset[i];
  }
}

// Up to whole groups.
static void fill_up(hull_shell* shell, const surface* s) {
  for (int i = 0; i < s->nvert || i % FLOATS; i++) {
    for (int c = 0; c < 3; c++) shell->vert[c][i] = (float)s->vert[i < s->nvert ? i : 0][c];
    shell->nvert = i + 1;
  }
  for (; shell->nfacet % FLOATS; shell->nfacet++) {
    for (int c = 0; c < 3; c++) shell->normal[c][shell->nfacet] = c == 0;
    shell->offset[shell->nfacet] = INFINITY;
  }
  for (; shell->nedge % FLOATS; shell->nedge++) {
    int e = shell->nedge;
    for (int c = 0; c < 3; c++) {
      shell->start[c][e] = shell->along[c][e] = c == 0;
      shell->left[c][e] = shell->right[c][e] = c == 0;
    }
  }
}

int hull_shell_make(hull_shell* shell, const int* graph, const float* vert) {
  hull_graph g = hull_graph_of(graph);
  surface s;
  id_table ids;
  s.ntriangle = graph[1];
  if (g.nvert > MAX_SAMPLE || s.ntriangle != 2 * g.nvert - 4) return 0;
  number_vertices(&ids, &g);
  take_vertices(&s, shell, &g, vert);
  const int* triangle = g.edges + g.nvert + 3 * s.ntriangle;
  if (!take_triangles(&s, shell, &ids, triangle) || !take_edges(shell, &s)) return 0;
  take_facets(shell, &s);
  fill_up(shell, &s);
  shell->nplace = s.nvert;
  return 1;
}

// ----- kept

enum { ASKED_FOR, MADE, NOT_TO_BE_HAD };

const hull_shell* hull_shell_kept(hull_shells* shells, int mesh, const int* graph,
                                  const float* vert) {
  int at = mesh % SHELLS_KEPT;
  if (shells->mesh[at] != mesh) {
    shells->mesh[at] = mesh;
    shells->state[at] = ASKED_FOR;
    return NULL;
  }
  if (shells->state[at] == ASKED_FOR) {
    shells->state[at] = hull_shell_make(shells->shell + at, graph, vert) ? MADE : NOT_TO_BE_HAD;
  }
  return shells->state[at] == MADE ? shells->shell + at : NULL;
}
