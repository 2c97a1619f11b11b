#include <engine/base.h>
#include <engine/collision.h>
#include "base/need.h"
#include "collision/ray.h"

typedef struct {
  int nrow, ncol;
  const float* data;
  const mjtNum* size;  // half x, half y, height scale, depth of the base
  mjtNum dx, dy;
} field;

static void grid_point(mjtNum x[3], const field* f, int row, int col) {
  vec3_set(x, col * f->dx - f->size[0], row * f->dy - f->size[1],
           f->data[row * f->ncol + col] * f->size[2]);
}

// The part of a ray, from t0 to t1, that lies above the grid.
typedef struct {
  const mjtNum *p, *v;
  mjtNum t0, t1;
} ray_part;

// The range of grid lines (n in all) around the interval that part of a ray covers on one axis,
// widened by what rounding may shift across a line.
static void cell_range(int range[2], const ray_part* r, int axis, mjtNum half, mjtNum step, int n) {
  mjtNum p = r->p[axis], a = p + r->t0 * r->v[axis], b = p + r->t1 * r->v[axis];
  mjtNum lo = (fmin(a, b) + half) / step, hi = (fmax(a, b) + half) / step;
  mjtNum slack = 1e-6 + 1e-10 * fabs(p) / step;
  range[0] = (int)fmin(n, fmax(0, floor(lo - slack)));
  range[1] = (int)fmax(-1, fmin(n - 1, ceil(hi + slack)));
}

// The part of the ray above the cells between two neighbouring grid lines, extended by one cell on
// both sides; empty if t0 > t1.
static ray_part above_row(const field* f, const ray_part* r, int row) {
  ray_part part = *r;
  mjtNum v = r->v[1], y = row * f->dy - f->size[1] - r->p[1];
  if (v == 0) return part;  // along the row
  mjtNum a = (y - f->dy) / v, b = (y + 2 * f->dy) / v;
  if (!isfinite(a) || !isfinite(b)) return part;
  part.t0 = fmax(r->t0, fmin(a, b));
  part.t1 = fmin(r->t1, fmax(a, b));
  return part;
}

// The nearer of `best` and the hit of the two triangles of a cell.
static mjtNum cross_cell(const field* f, const ray_part* ray, const ray_basis* basis,
                         const int cell[2], mjtNum best) {
  mjtNum x00[3], x01[3], x10[3], x11[3];
  int r = cell[0], c = cell[1];
  grid_point(x00, f, r, c);
  grid_point(x01, f, r, c + 1);
  grid_point(x10, f, r + 1, c);
  grid_point(x11, f, r + 1, c + 1);
  mjtNum t = ray_triangle(basis, x00, x11, x01, ray->p, ray->v);
  if (t >= 0) best = ray_nearer(best, t);
  t = ray_triangle(basis, x00, x11, x10, ray->p, ray->v);
  if (t >= 0) best = ray_nearer(best, t);
  return best;
}

// Test the cells under the ray row by row: only those it passes over, not the whole rectangle
// between its ends.
static mjtNum cross_surface(const field* f, const ray_part* ray) {
  int col[2], row[2];
  ray_basis basis;
  ray_basis_make(&basis, ray->v);
  mjtNum best = -1;
  cell_range(row, ray, 1, f->size[1], f->dy, f->nrow);
  for (int r = row[0]; r < row[1]; r++) {
    ray_part part = above_row(f, ray, r);
    if (part.t0 > part.t1) continue;
    cell_range(col, &part, 0, f->size[0], f->dx, f->ncol);
    for (int c = col[0]; c < col[1]; c++) {
      best = cross_cell(f, ray, &basis, (int[2]){r, c}, best);
    }
  }
  return best;
}

// Height of the surface along a side of the field, 0 to 1 of the height scale.
// axis: 0 for the sides at the ends of x, which run along y; end: 0 low, 1 high.
static mjtNum side_height(const field* f, int axis, int end, const mjtNum x[3]) {
  int n = axis == 0 ? f->nrow : f->ncol;
  mjtNum at = axis == 0 ? (x[1] + f->size[1]) / f->dy : (x[0] + f->size[0]) / f->dx;
  int i = (int)fmax(0, fmin(n - 2, floor(at)));
  int last = end ? (axis == 0 ? f->ncol : f->nrow) - 1 : 0;
  mjtNum h0 = axis == 0 ? f->data[i * f->ncol + last] : f->data[last * f->ncol + i];
  mjtNum h1 = axis == 0 ? f->data[(i + 1) * f->ncol + last] : f->data[last * f->ncol + i + 1];
  return h0 + (h1 - h0) * (at - i);
}

mjtNum mj_rayHfield(const mjModel* m, const mjData* d, int geomid, const mjtNum pnt[3],
                    const mjtNum vec[3]) {
  NEED_OR(-1, m, d, pnt, vec);
  NEED_ID_OR(-1, geomid, m->ngeom);
  if (m->geom_type[geomid] != mjGEOM_HFIELD) {
    mju_error("mj_rayHfield: geom %d is not a height field", geomid);
    return -1;
  }
  int id = m->geom_dataid[geomid];
  field f = {.nrow = m->hfield_nrow[id],
             .ncol = m->hfield_ncol[id],
             .data = m->hfield_data + m->hfield_adr[id],
             .size = m->hfield_size + 4 * id};
  f.dx = 2 * f.size[0] / (f.ncol - 1);
  f.dy = 2 * f.size[1] / (f.nrow - 1);
  mjtNum p[3], v[3], faces[6];
  ray_to_local(p, v, d->geom_xpos + 3 * geomid, d->geom_xmat + 9 * geomid, pnt, vec);

  // the base, then the box above it that contains the surface
  mjtNum half[3] = {f.size[0], f.size[1], f.size[3] / 2};
  mjtNum centred[3] = {p[0], p[1], p[2] + half[2]};
  mjtNum best = ray_box(half, centred, v, NULL);
  half[2] = f.size[2] / 2;
  centred[2] = p[2] - half[2];
  mjtNum t0 = ray_box(half, centred, v, faces), t1 = t0;
  if (t0 < 0) return best;

  // the part of the ray in that box: all hits but the first are exits
  for (int i = 0; i < 6; i++) t1 = fmax(t1, faces[i]);
  int inside =
      fabs(centred[0]) < half[0] && fabs(centred[1]) < half[1] && fabs(centred[2]) < half[2];
  mjtNum t = cross_surface(&f, &(ray_part){p, v, inside ? 0 : t0, t1});
  best = ray_nearer(best, t);

  // the vertical sides, below the surface
  for (int i = 0; i < 4; i++) {
    if (faces[i] < 0 || (best >= 0 && faces[i] >= best)) continue;
    mjtNum x[3];
    vec3_copy(x, p);
    vec3_axpy(x, faces[i], v);
    if (x[2] / f.size[2] < side_height(&f, i / 2, i % 2, x)) best = faces[i];
  }
  return best;
}
