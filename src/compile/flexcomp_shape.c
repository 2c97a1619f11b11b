// The regular shapes of flexcomp.
#include <math.h>
#include <string.h>

#include "compile/flexcomp.h"

// More points are taken for a mistake: they would need more bodies than there can be.
#define MAX_POINTS 1e6

// Coordinate of grid point i, centred at the origin.
static double centred(const flexcomp* c, int axis, int i) {
  return c->spacing[axis] * (i - 0.5 * (c->count[axis] - 1));
}

static bool allocate(flexcomp* c, double npoint, double nelement) {
  if (npoint > MAX_POINTS) {
    return refuse(&c->refused, "count", "count makes %.0f points; expected at most %.0f", npoint,
                  MAX_POINTS);
  }
  c->npoint = (int)npoint;
  c->nelement = (int)nelement;
  c->x = flexcomp_alloc(c, 3 * npoint, sizeof *c->x);
  c->element = flexcomp_alloc(c, nelement, sizeof *c->element);
  return c->x && c->element;
}

static double* set_point(flexcomp* c, int i, double x, double y, double z) {
  double* p = c->x + 3 * i;
  p[0] = x;
  p[1] = y;
  p[2] = z;
  return p;
}

static int* put3(int* e, int a, int b, int c) {
  e[0] = a;
  e[1] = b;
  e[2] = c;
  return e + 3;
}

static int* put4(int* e, int a, int b, int c, int d) {
  e[3] = d;
  return put3(e, a, b, c) + 1;
}

// Map a texture over the first two axes of a grid, if there is a material and nothing else is
// given.
static bool lay_picture(flexcomp* c) {
  const int* n = c->count;
  if (string_empty(c->flex.material) || c->ntexcoord) return true;
  int depth = c->npoint / (n[0] * n[1]);
  c->ntexcoord = 2 * c->npoint;
  c->texcoord = flexcomp_alloc(c, c->ntexcoord, sizeof *c->texcoord);
  if (!c->texcoord) return false;
  for (int p = 0; p < c->npoint; p++) {
    int i = p / depth / n[1], j = p / depth % n[1];
    c->texcoord[2 * p] = (float)i / (float)(n[0] > 1 ? n[0] - 1 : 1);
    c->texcoord[2 * p + 1] = (float)j / (float)(n[1] > 1 ? n[1] - 1 : 1);
  }
  return true;
}

// --- lines --------------------------------------------------------------------------------------

static bool make_line(flexcomp* c) {
  int n = c->count[0];
  if (!allocate(c, n, 2.0 * (n - 1))) return false;
  for (int i = 0; i < n; i++) set_point(c, i, centred(c, 0, i), 0, 0);
  for (int i = 0; i + 1 < n; i++) {
    c->element[2 * i] = i;
    c->element[2 * i + 1] = i + 1;
  }
  return true;
}

static bool make_circle(flexcomp* c) {
  int n = c->count[0] - 1;
  if (c->flex.dim != 1)
    return refuse(&c->refused, "dim", "a circle has dim 1, not %d", c->flex.dim);
  if (n < 2) return refuse(&c->refused, "count", "a circle needs a count of at least 3");
  if (!allocate(c, n, 2.0 * n)) return false;
  double angle = 2 * mjPI / n, radius = c->spacing[0] / (2 * sin(angle / 2));
  for (int i = 0; i < n; i++) {
    set_point(c, i, radius * cos(angle * i), radius * sin(angle * i), 0);
    c->element[2 * i] = i;
    c->element[2 * i + 1] = (i + 1) % n;
  }
  return true;
}

// --- sheets -------------------------------------------------------------------------------------

// Map a square to a disc.  The radius is the product of two half sizes, as in the API.
static void make_round(const flexcomp* c, double* p) {
  double far = fmax(fabs(p[0]), fabs(p[1])), length = sqrt(p[0] * p[0] + p[1] * p[1]);
  if (length < mjMINVAL) return;
  for (int k = 0; k < 2; k++) { p[k] *= 0.5 * c->spacing[k] * (c->count[k] - 1) * far / length; }
}

// Whether the lower corner of a cell is in a quadrant of the disc where x and y have opposite
// signs.
static bool turns_diagonal(const double* p) {
  return (p[0] < -mjMINVAL && p[1] > -mjMINVAL) || (p[0] > -mjMINVAL && p[1] < -mjMINVAL);
}

static bool make_sheet(flexcomp* c) {
  int n0 = c->count[0], n1 = c->count[1];
  if (c->count[2] != 1) {
    return refuse(&c->refused, "count", "count is %d along the third axis; a sheet has 1",
                  c->count[2]);
  }
  if (!allocate(c, (double)n0 * n1, 6.0 * (n0 - 1) * (n1 - 1))) return false;
  int* e = c->element;
  for (int p = 0; p < c->npoint; p++) {
    set_point(c, p, centred(c, 0, p / n1), centred(c, 1, p % n1), 0);
  }
  for (int i = 0; i + 1 < n0; i++) {
    for (int j = 0; j + 1 < n1; j++) {
      int p = i * n1 + j, q = p + n1, r = q + 1, t = p + 1;
      bool turned = c->type == FLEXCOMP_DISC && turns_diagonal(c->x + 3 * p);
      e = put3(e, p, q, turned ? t : r);
      e = put3(e, turned ? q : p, r, t);
    }
  }
  for (int p = 0; p < c->npoint && c->type == FLEXCOMP_DISC; p++) make_round(c, c->x + 3 * p);
  return lay_picture(c);
}

// --- blocks -------------------------------------------------------------------------------------

static bool make_block(flexcomp* c) {
  static const int corner[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                   {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
  static const int tetrahedron[6][4] = {{0, 3, 1, 7}, {0, 1, 4, 7}, {1, 3, 2, 7},
                                        {1, 2, 6, 7}, {1, 5, 4, 7}, {1, 6, 5, 7}};
  int n0 = c->count[0], n1 = c->count[1], n2 = c->count[2];
  double cells = (n0 - 1.0) * (n1 - 1) * (n2 - 1);
  if (!allocate(c, (double)n0 * n1 * n2, 24 * cells)) return false;
  for (int p = 0; p < c->npoint; p++) {
    set_point(c, p, centred(c, 0, p / n2 / n1), centred(c, 1, p / n2 % n1), centred(c, 2, p % n2));
  }
  int* e = c->element;
  for (int cell = 0; cell < cells; cell++) {
    int i = cell / (n2 - 1) / (n1 - 1), j = cell / (n2 - 1) % (n1 - 1), k = cell % (n2 - 1), id[8];
    for (int v = 0; v < 8; v++) {
      id[v] = ((i + corner[v][0]) * n1 + j + corner[v][1]) * n2 + k + corner[v][2];
    }
    for (int t = 0; t < 6; t++) {
      const int* v = tetrahedron[t];
      e = put4(e, id[v[0]], id[v[1]], id[v[2]], id[v[3]]);
    }
  }
  return lay_picture(c);
}

// --- hulls: the surface of a box, cylinder or ellipsoid; solid, or open at the top --------------

// The surface points under construction: index of each grid point, -1 in the interior.
typedef struct {
  flexcomp* c;
  int* id;
  bool solid, picture;
} grid_hull;

static int* id_at(const grid_hull* h, int i, int j, int k) {
  return h->id + (i * h->c->count[1] + j) * h->c->count[2] + k;
}

static void shape_point(const flexcomp* c, double p[3]) {
  double size[3], length;
  for (int k = 0; k < 3; k++) size[k] = 0.5 * c->spacing[k] * (c->count[k] - 1);
  if (c->type == FLEXCOMP_CYLINDER) {
    double far = fmax(fabs(p[0]), fabs(p[1]));
    length = sqrt(p[0] * p[0] + p[1] * p[1]);
    for (int k = 0; k < 2; k++) p[k] = length < mjMINVAL ? p[k] : p[k] / length * far;
  } else if (c->type == FLEXCOMP_ELLIPSOID) {
    length = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
    for (int k = 0; k < 3; k++) p[k] = length < mjMINVAL ? p[k] : p[k] / length;
  }
  for (int k = 0; k < 3; k++) p[k] *= size[k];
}

// Add a grid point; (u, v) of n is its position in its face, for texture coordinates.
static void add_surface_point(grid_hull* h, const int at[3], int axis_u, int axis_v) {
  flexcomp* c = h->c;
  double p[3];
  for (int k = 0; k < 3; k++) p[k] = 2.0 * at[k] / (c->count[k] - 1) - 1;
  shape_point(c, p);
  if (h->picture) {
    c->texcoord[c->ntexcoord++] = (float)at[axis_u] / (float)(c->count[axis_u] - 1);
    c->texcoord[c->ntexcoord++] = (float)at[axis_v] / (float)(c->count[axis_v] - 1);
  }
  *id_at(h, at[0], at[1], at[2]) = c->npoint;
  set_point(c, c->npoint++, p[0], p[1], p[2]);
}

// Faces in the order z, y, x, lower before upper; each face without the edges that earlier faces
// have already.
static void add_surface(grid_hull* h) {
  const int* n = h->c->count;
  int top = h->solid ? n[2] - 1 : n[2];  // upper end of the sides
  for (int side = 0; side < (h->solid ? 2 : 1); side++) {
    for (int i = 0; i < n[0]; i++) {
      for (int j = 0; j < n[1]; j++) {
        add_surface_point(h, (int[3]){i, j, side * (n[2] - 1)}, 0, 1);
      }
    }
  }
  for (int side = 0; side < 2; side++) {
    for (int i = 0; i < n[0]; i++) {
      for (int k = 1; k < top; k++) {
        add_surface_point(h, (int[3]){i, side * (n[1] - 1), k}, 0, 2);
      }
    }
  }
  for (int side = 0; side < 2; side++) {
    for (int j = 1; j < n[1] - 1; j++) {
      for (int k = 1; k < top; k++) {
        add_surface_point(h, (int[3]){side * (n[0] - 1), j, k}, 1, 2);
      }
    }
  }
}

// The corners of a cell in a face: A, A + u, A + v, A + u + v.
typedef struct {
  int a, u, v, uv;
} face_cell;

static face_cell cell_of(const grid_hull* h, const int at[3], int axis_u, int axis_v) {
  int u[3], v[3], uv[3];
  for (int k = 0; k < 3; k++) {
    u[k] = at[k] + (k == axis_u);
    v[k] = at[k] + (k == axis_v);
    uv[k] = u[k] + (k == axis_v);
  }
  return (face_cell){*id_at(h, at[0], at[1], at[2]), *id_at(h, u[0], u[1], u[2]),
                     *id_at(h, v[0], v[1], v[2]), *id_at(h, uv[0], uv[1], uv[2])};
}

// Tetrahedra from point 0, the centre.
static int* put_wedges(int* e, face_cell f) {
  e = put4(e, 0, f.a, f.u, f.uv);
  return put4(e, 0, f.a, f.v, f.uv);
}

// Orientation outwards: the bottom and two of the sides are traversed in the opposite direction.
static int* put_triangles(int* e, face_cell f, int axis, int side) {
  if (axis == 2) {
    e = put3(e, f.a, f.uv, f.u);
    return put3(e, f.a, f.v, f.uv);
  }
  bool back = (axis == 1) == (side == 1);
  int p = back ? f.u : f.a, q = back ? f.a : f.u, pz = back ? f.uv : f.v, qz = back ? f.v : f.uv;
  e = put3(e, p, q, qz);
  return put3(e, p, qz, pz);
}

static void add_hull_elements(grid_hull* h) {
  const int* n = h->c->count;
  int* e = h->c->element;
  for (int axis = 2; axis >= 0; axis--) {
    int u = axis == 0 ? 1 : 0, v = axis == 2 ? 1 : 2;
    for (int side = 0; side < (axis == 2 && !h->solid ? 1 : 2); side++) {
      for (int i = 0; i + 1 < n[u]; i++) {
        for (int k = 0; k + 1 < n[v]; k++) {
          int at[3] = {0, 0, 0};
          at[axis] = side * (n[axis] - 1);
          at[u] = i;
          at[v] = k;
          face_cell f = cell_of(h, at, u, v);
          e = h->solid ? put_wedges(e, f) : put_triangles(e, f, axis, side);
        }
      }
    }
  }
  h->c->nelement = (int)(e - h->c->element);
}

static bool make_hull(flexcomp* c) {
  const int* n = c->count;
  if (c->flex.dim == 1)
    return refuse(&c->refused, "dim", "boxes, cylinders and ellipsoids have dim 2 or 3, not 1");
  for (int k = 0; k < 3; k++) {
    if (n[k] < 2)
      return refuse(&c->refused, "count", "count too small: %d; expected at least 2", n[k]);
  }
  double cells = (n[0] - 1.0) * (n[1] - 1) + (n[1] - 1.0) * (n[2] - 1) + (n[2] - 1.0) * (n[0] - 1);
  if (!allocate(c, (double)n[0] * n[1] * n[2] + 1, 16 * cells)) return false;
  grid_hull h = {c, flexcomp_alloc(c, c->npoint, sizeof(int)), c->flex.dim == 3, false};
  if (!h.id) return false;
  h.picture = !string_empty(c->flex.material) && !c->ntexcoord;
  if (h.picture && !(c->texcoord = flexcomp_alloc(c, 2.0 * c->npoint, sizeof *c->texcoord))) {
    return false;
  }
  c->npoint = h.solid;  // the centre point, if solid
  if (h.picture && h.solid) c->ntexcoord = 2;
  add_surface(&h);
  add_hull_elements(&h);
  return true;
}

bool flexcomp_shape(flexcomp* c) {
  switch (c->type) {
    case FLEXCOMP_GRID:
      if (c->flex.dim == 1) return make_line(c);
      return c->flex.dim == 2 ? make_sheet(c) : make_block(c);
    case FLEXCOMP_SQUARE:
    case FLEXCOMP_DISC: c->flex.dim = 2; return make_sheet(c);
    case FLEXCOMP_CIRCLE: return make_circle(c);
    default: return make_hull(c);
  }
}
