// Cells of interpolated flexes: stiffness matrices, or strain modes for equality constraints.
#include <math.h>
#include <string.h>

#include "compile/flex.h"
#include "math/vec3.h"

static int nodes_of_cell(const build_flex* f) {
  int side = f->order + 1;
  return side * side * side;
}

int flex_cell_numbers(const build_flex* f) {
  int row = 3 * nodes_of_cell(f);
  return row * row;
}

// place_of: position of node n of a cell along an axis.  The next: its index in the flex.
static int place_of(const build_flex* f, int n, int axis) {
  int side = f->order + 1;
  return axis == 2 ? n % side : axis == 1 ? n / side % side : n / side / side;
}

static int node_of(const build_flex* f, const int corner[3], int n) {
  int id = 0;
  for (int k = 0; k < 3; k++) {
    id = id * (f->cell[k] * f->order + 1) + corner[k] + place_of(f, n, k);
  }
  return id;
}

// --- integration over a cell --------------------------------------------------------------------

// 1D Lagrange polynomial (1 at its node, 0 at the others), and its derivative.
static double value_at(int order, int place, double s) {
  if (order == 1) return place ? s : 1 - s;
  return place == 0 ? 2 * s * s - 3 * s + 1 : place == 1 ? 4 * s - 4 * s * s : 2 * s * s - s;
}
static double slope_at(int order, int place, double s) {
  if (order == 1) return place ? 1 : -1;
  return place == 0 ? 4 * s - 3 : place == 1 ? 4 - 8 * s : 4 * s - 1;
}

enum { MAX_NODES = 27 };

// Gradients of the nodes' shape functions at a point of the unit cube.
static void shape_gradients(const build_flex* f, double g[][3], const double p[3],
                            const double size[3]) {
  for (int n = 0; n < nodes_of_cell(f); n++) {
    double value[3], slope[3];
    for (int k = 0; k < 3; k++) {
      value[k] = value_at(f->order, place_of(f, n, k), p[k]);
      slope[k] = slope_at(f->order, place_of(f, n, k), p[k]) / size[k];
    }
    g[n][0] = slope[0] * value[1] * value[2];
    g[n][1] = value[0] * slope[1] * value[2];
    g[n][2] = value[0] * value[1] * slope[2];
  }
}

// Product of the strains of two node displacements along axes k and l, with shape gradients a and
// b: the symmetric parts of e_k a' and e_l b' have the product (a_l b_k + delta_kl a.b) / 2.
static double strain_product(lame c, const double a[3], int k, const double b[3], int l) {
  double shear = (a[l] * b[k] + (k == l ? vec3_dot(a, b) : 0)) / 2;
  return c.lambda * a[k] * b[l] + c.mu * shear;
}

// Gauss-Legendre points and weights on (0, 1), exact for polynomials of degree 2 n - 1.  Since 3.13
// the reference uses three-point rules whose points are outside of the cell.
static int quadrature(const build_flex* f, bool outside, double at[3], double weight[3]) {
  if (f->order == 1) {
    for (int i = 0; i < 2; i++) {
      at[i] = 0.5 + (i ? 0.5 : -0.5) / sqrt(3);
      weight[i] = 0.5;
    }
    return 2;
  }
  double off = outside ? 0.5 / sqrt(0.6) : 0.5 * sqrt(0.6);
  for (int i = 0; i < 3; i++) {
    at[i] = 0.5 + (i - 1) * off;
    weight[i] = i == 1 ? 8.0 / 18 : 5.0 / 18;
  }
  return 3;
}

static void corner_of(const build_flex* f, int cell, int corner[3]) {
  corner[2] = cell % f->cell[2] * f->order;
  corner[1] = cell / f->cell[2] % f->cell[1] * f->order;
  corner[0] = cell / f->cell[2] / f->cell[1] * f->order;
}

// Extents along the world axes from the first corner to the next corner along each axis of the
// cell: for a rotated cell this is not its size, but the API uses it as such.
static void cell_size(const build_flex* f, int cell, double size[3]) {
  int corner[3], side = f->order + 1;
  corner_of(f, cell, corner);
  const int along[3] = {f->order * side * side, f->order * side, f->order};
  const double* first = f->nodepos + 3 * node_of(f, corner, 0);
  for (int k = 0; k < 3; k++) {
    size[k] = f->nodepos[3 * node_of(f, corner, along[k]) + k] - first[k];
  }
}

void flex_cell_matrix_make(const build_flex* f, int cell, flex_material how, double* K) {
  int row = 3 * nodes_of_cell(f);
  double size[3], at[3], part[3];
  cell_size(f, cell, size);
  int n = quadrature(f, how.outside, at, part);
  for (int point = 0; point < n * n * n; point++) {
    int place[3] = {point / n / n, point / n % n, point % n};
    double p[3], g[MAX_NODES][3], weight = size[0] * size[1] * size[2];
    double share = 1;
    for (int k = 0; k < 3; k++) {
      p[k] = at[place[k]];
      share *= part[place[k]];
    }
    weight *= share;
    shape_gradients(f, g, p, size);
    for (int i = 0; i < row; i++) {
      for (int j = 0; j < row; j++) {
        K[row * i + j] -= weight * strain_product(how.c, g[i / 3], i % 3, g[j / 3], j % 3);
      }
    }
  }
}

// --- modes of strain ----------------------------------------------------------------------------

// Jacobi rotation of rows and columns p and q of a symmetric matrix, and of columns p and q of V,
// that makes entry (p, q) zero (Golub and Van Loan, Matrix Computations, section 8.5).
static void rotate(double* A, double* V, int n, int p, int q) {
  double apq = A[p * n + q], tau = (A[q * n + q] - A[p * n + p]) / (2 * apq);
  double t = (tau >= 0 ? 1 : -1) / (fabs(tau) + sqrt(1 + tau * tau));
  double c = 1 / sqrt(1 + t * t), s = t * c;
  A[p * n + p] -= t * apq;
  A[q * n + q] += t * apq;
  A[p * n + q] = A[q * n + p] = 0;
  for (int k = 0; k < n; k++) {
    double x = A[k * n + p], y = A[k * n + q];
    if (k != p && k != q) {
      A[k * n + p] = A[p * n + k] = c * x - s * y;
      A[k * n + q] = A[q * n + k] = s * x + c * y;
    }
    x = V[k * n + p], y = V[k * n + q];
    V[k * n + p] = c * x - s * y;
    V[k * n + q] = s * x + c * y;
  }
}

// Eigenvectors of a symmetric matrix as columns of V; the eigenvalues end up on its diagonal. Cells
// with equal sides have repeated eigenvalues; which vectors come out then depends on the order of
// the rotations, on the threshold and on rounding: all as in the reference.
static void diagonalize(double* A, double* V, int n) {
  for (int i = 0; i < n * n; i++) V[i] = i % (n + 1) == 0;
  int turned = 1;
  for (int sweep = 0; sweep < 60 && turned; sweep++) {
    turned = 0;
    for (int p = 0; p < n; p++) {
      for (int q = p + 1; q < n; q++) {
        if (fabs(A[p * n + q]) < mjMINVAL) continue;
        rotate(A, V, n, p, q);
        turned = 1;
      }
    }
  }
}

// Replace the matrix of a cell by its strain modes: number of modes with nonzero stiffness, then
// each mode times the square root of its stiffness.
static void to_modes(build* b, double* K, int n) {
  double *A = BUILD_NEW(b, double, (size_t)n*n), *V = BUILD_NEW(b, double, (size_t)n*n);
  double most = 0;
  int count = 0;
  memcpy(A, K, sizeof(double) * (size_t)n * n);
  memset(K, 0, sizeof(double) * (size_t)n * n);
  diagonalize(A, V, n);
  for (int i = 0; i < n; i++) most = fmax(most, -A[i * n + i]);
  for (int i = 0; i < n; i++) {
    double stiffness = -A[i * n + i];
    if (!(stiffness > 1e-8 * most)) continue;
    for (int k = 0; k < n; k++) K[1 + count * n + k] = sqrt(stiffness) * V[k * n + i];
    count++;
  }
  K[0] = count;
}

// The material that defines the strain modes; only its ratio of constants matters.
static const double strain_young = 10, strain_poisson = 0.3;

void flex_cells(build* b, build_flex* f) {
  const mjsFlex* pub = &f->src->pub;
  bool held = f->held == mjEQ_FLEXSTRAIN;
  if (!held && !(flex_has_cells(f) && pub->young > 0)) return;
  int cells = f->cell[0] * f->cell[1] * f->cell[2], numbers = flex_cell_numbers(f);
  flex_material how = {
      held ? flex_lame(strain_young, strain_poisson) : flex_lame(pub->young, pub->poisson),
      (b->s->pub.ext.levelbits & engLEVEL_FLEX) != 0};
  f->ncelldata = cells * numbers;
  f->celldata = BUILD_NEW(b, double, f->ncelldata);
  for (int i = 0; i < cells; i++) {
    double* K = f->celldata + (size_t)i * numbers;
    flex_cell_matrix_make(f, i, how, K);
    if (held) to_modes(b, K, 3 * nodes_of_cell(f));
  }
}
