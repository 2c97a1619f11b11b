// Equality that preserves the strain invariants at each vertex of a flex (3.5).
//
// At a vertex let dx be its edges at rest (in the plane), dy its present edges, and w the masses of
// their other ends.  With A = sum w dy dx' and B = sum w dx dx', F = A B^-1 is the best fitting
// deformation gradient, and C = F'F is 1 at rest.  The two rows are tr C - 2 and det C - 1, times
// the square root of the vertex's mass.  Their derivatives by dy of an edge are 2 w F B^-1 dx and 2
// w F adj(C) B^-1 dx.

#include <engine/model.h>

#include "constraint/kinds/point_rows.h"
#include "math/vec3.h"

typedef struct {
  int n;                  // edges of the vertex
  const int* edge;        // in the flex
  const mjtNum* flat;     // dx of each, 2 numbers
  const mjtNum* inverse;  // B^-1
  int vertex;
} fan;

static fan fan_of(const mjModel* m, int flex, int vertex) {
  int v = m->flex_vertadr[flex] + vertex, first = m->flex_vertedgeadr[v];
  int base = m->flex_vertedgeadr[m->flex_vertadr[flex]];
  return (fan){m->flex_vertedgenum[v], m->flex_vertedge + first,
               m->flex_celldata + m->flex_celladr[flex] + 2 * (size_t)(first - base),
               m->flex_vertmetric + 4 * v, vertex};
}

static int other_end(const mjModel* m, int flex, const fan* f, int k) {
  const int* end = m->flex_edge + 2 * (m->flex_edgeadr[flex] + f->edge[k]);
  return end[0] == f->vertex ? end[1] : end[0];
}

// The points involved: the vertex, then the other ends of its edges.
typedef struct {
  int* body;
  mjtNum *pos, *gradient, *weight;
} fan_points;

static fan_points take_points(const mjModel* m, mjData* d, int flex, const fan* f) {
  size_t n = (size_t)f->n + 1;
  fan_points p = {mj_stackAllocInt(d, n), mj_stackAllocNum(d, 3 * n), mj_stackAllocNum(d, 3 * n),
                  mj_stackAllocNum(d, n)};
  int first = m->flex_vertadr[flex];
  for (int k = 0; k <= f->n; k++) {
    int v = first + (k ? other_end(m, flex, f, k - 1) : f->vertex);
    p.body[k] = m->flex_vertbodyid[v];
    p.weight[k] = m->body_mass[p.body[k]];
    vec3_copy(p.pos + 3 * k, d->flexvert_xpos + 3 * v);
  }
  return p;
}

// r (3 x 2) = a (3 x 2) b (2 x 2).
static void mul_flat(mjtNum r[6], const mjtNum a[6], const mjtNum b[4]) {
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 2; k++) r[2 * i + k] = a[2 * i] * b[k] + a[2 * i + 1] * b[2 + k];
  }
}

static void deformation(mjtNum F[6], const fan* f, const fan_points* p) {
  mjtNum A[6] = {0};
  for (int k = 0; k < f->n; k++) {
    mjtNum dy[3];
    vec3_sub(dy, p->pos + 3 * (k + 1), p->pos);
    for (int i = 0; i < 6; i++) A[i] += p->weight[k + 1] * dy[i / 2] * f->flat[2 * k + i % 2];
  }
  mul_flat(F, A, f->inverse);
}

// Gradients with respect to the points, of a quantity whose derivative by F is 2 G: per edge 2 w G
// B^-1 dx.
static void take_gradient(const fan* f, const fan_points* p, const mjtNum G[6], mjtNum scale) {
  vec3_zero(p->gradient);
  for (int k = 0; k < f->n; k++) {
    const mjtNum *B = f->inverse, *dx = f->flat + 2 * k;
    mjtNum w = 2 * scale * p->weight[k + 1], *g = p->gradient + 3 * (k + 1);
    mjtNum y[2] = {B[0] * dx[0] + B[1] * dx[1], B[2] * dx[0] + B[3] * dx[1]};
    for (int i = 0; i < 3; i++) g[i] = w * (G[2 * i] * y[0] + G[2 * i + 1] * y[1]);
    vec3_sub(p->gradient, p->gradient, g);
  }
}

static void add_vertex(const mjModel* m, mjData* d, int eq, int flex, int vertex) {
  fan f = fan_of(m, flex, vertex);
  mj_markStack(d);
  fan_points p = take_points(m, d, flex, &f);
  mjtNum F[6], G[6], mass = p.weight[0], scale = mass > 0 ? sqrt(mass) : 1;
  mjtNum weight = m->body_invweight0[2 * p.body[0]];
  point_sum sum = {f.n + 1, p.body, p.pos, p.gradient};
  deformation(F, &f, &p);
  mjtNum C[4] = {0};
  for (int i = 0; i < 4; i++) {
    for (int k = 0; k < 3; k++) C[i] += F[2 * k + i / 2] * F[2 * k + i % 2];
  }
  take_gradient(&f, &p, F, scale);
  point_rows_add(m, d, eq, &sum, scale * (C[0] + C[3] - 2), weight);
  const mjtNum adjoint[4] = {C[3], -C[1], -C[2], C[0]};
  mul_flat(G, F, adjoint);
  take_gradient(&f, &p, G, scale);
  point_rows_add(m, d, eq, &sum, scale * (C[0] * C[3] - C[1] * C[2] - 1), weight);
  mj_freeStack(d);
}

static int is_laid_out(const mjModel* m, int flex) {
  return m->flex_edgeequality[flex] == 2 && m->flex_celladr[flex] >= 0;
}

static void flex_vertices_add(const mjModel* m, mjData* d, int eq) {
  int flex = m->eq_obj1id[eq];
  if (!is_laid_out(m, flex)) return;
  for (int v = 0; v < m->flex_vertnum[flex]; v++) add_vertex(m, d, eq, flex, v);
}

static row_count flex_vertices_count(const mjModel* m, const mjData* d, int eq) {
  row_count total = {0, 0};
  int flex = m->eq_obj1id[eq];
  for (int v = 0; v < m->flex_vertnum[flex] && is_laid_out(m, flex); v++) {
    fan f = fan_of(m, flex, v);
    mj_markStack((mjData*)d);
    fan_points p = take_points(m, (mjData*)d, flex, &f);
    row_count one = row_count_of(m, 1, point_rows_columns(m, (mjData*)d, p.body, f.n + 1));
    mj_freeStack((mjData*)d);
    total.rows += 2 * one.rows;
    total.nnz += 2 * one.nnz;
  }
  return total;
}

const equality_kind flex_vertices_kind = {.count = flex_vertices_count, .add = flex_vertices_add};
