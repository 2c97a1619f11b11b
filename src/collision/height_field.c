// Height field against a convex geom: the prisms of the grid cells under it, one by one.
#include <engine/base.h>
#include "collision/apart.h"
#include "collision/ccd_overlap.h"
#include "collision/flex_pair.h"
#include "collision/pair.h"
#include "collision/primitive.h"
#include "collision/support.h"
#include "collision/surface_normal.h"

typedef struct {
  const mjData* d;  // whose geoms meet the field
  int nrow, ncol;
  const float* data;
  const mjtNum* size;  // half x, half y, height scale, depth of the base
  mjtNum dx, dy;
} height_grid;

static height_grid grid_of(const mjModel* m, const mjData* d, int field) {
  height_grid g = {.d = d,
                   .nrow = m->hfield_nrow[field],
                   .ncol = m->hfield_ncol[field],
                   .data = m->hfield_data + m->hfield_adr[field],
                   .size = m->hfield_size + 4 * field};
  g.dx = 2 * g.size[0] / (g.ncol - 1);
  g.dy = 2 * g.size[1] / (g.nrow - 1);
  return g;
}

// The shape in the frame of the field; mat holds the turned frame.
static void move_to_field(convex_shape* s, mjtNum mat[9], const mjtNum pos[3],
                          const mjtNum frame[9]) {
  mat3_tmul(mat, frame, s->mat);
  s->mat = mat;
  vec3_sub(s->pos, s->pos, pos);
  mat3_tmul_vec(s->pos, frame, s->pos);
  vec3_copy(s->centre, s->pos);
}

// The box around the shape.
static void bounds(mjtNum lo[3], mjtNum hi[3], convex_shape* s) {
  for (int k = 0; k < 3; k++) {
    mjtNum dir[3] = {0}, x[3];
    dir[k] = 1;
    support_centred(s, x, dir);
    hi[k] = x[k];
    dir[k] = -1;
    support_centred(s, x, dir);
    lo[k] = x[k];
  }
}

// Whether [lo, hi] grown by reach misses the box of the field.
static int outside_field(const height_grid* g, const mjtNum lo[3], const mjtNum hi[3],
                         mjtNum reach) {
  const mjtNum* s = g->size;
  return !(lo[0] - reach <= s[0] && hi[0] + reach >= -s[0] && lo[1] - reach <= s[1] &&
           hi[1] + reach >= -s[1] && lo[2] - reach <= s[2] && hi[2] + reach >= -s[3]);
}

// First and last grid line that the interval may touch; beside the field the first is after the
// last, but not after n.
static void grid_range(int range[2], mjtNum lo, mjtNum hi, mjtNum half, int n) {
  mjtNum scale = (n - 1) / (2 * half);
  range[0] = (int)fmin(n, fmax(0, floor((lo + half) * scale)));
  range[1] = (int)fmax(-1, fmin(n - 1, ceil((hi + half) * scale)));
}

// Shift the strip by one vertex of the grid, its top raised by margin.
static void push_vertex(mjtNum strip[6][3], const height_grid* g, int row, int col, mjtNum margin) {
  for (int i = 0; i < 4; i += 3) {
    vec3_copy(strip[i], strip[i + 1]);
    vec3_copy(strip[i + 1], strip[i + 2]);
  }
  mjtNum x = g->dx * col - g->size[0], y = g->dy * row - g->size[1];
  vec3_set(strip[2], x, y, -g->size[3]);
  vec3_set(strip[5], x, y, g->size[2] * g->data[row * g->ncol + col] + margin);
}

// Directions along which prisms have been found before the shape, and where the shape begins: what
// keeps one prism apart does so for many of its neighbours.
enum { MAX_APART = 4 };
typedef struct {
  mjtNum dir[MAX_APART][3], begin[MAX_APART];
  int n;  // found in all, of which the last are kept
} apart_list;

// Nothing is added for a direction of length 0.
static void apart_add(apart_list* list, convex_shape* s, const mjtNum along[3]) {
  if (!(vec3_dot(along, along) > 0)) return;
  mjtNum *dir = list->dir[list->n % MAX_APART], back[3], x[3];
  vec3_copy(dir, along);
  vec3_normalize(dir);
  vec3_scale(back, dir, -1);
  shape_support(s, x, back);
  list->begin[list->n++ % MAX_APART] = vec3_dot(x, dir);
}

// Whether one of the directions keeps the prism apart from the shape, beyond all rounding.
static int is_apart(const apart_list* list, const mjtNum (*prism)[3]) {
  int apart = 0;
  for (int i = 0; i < mjMIN(list->n, MAX_APART); i++) {
    const mjtNum* dir = list->dir[i];
    const mjtNum(*face)[3] = dir[2] < 0 ? prism : prism + 3;
    mjtNum e0 = vec3_dot(face[0], dir), e1 = vec3_dot(face[1], dir), e2 = vec3_dot(face[2], dir);
    mjtNum end = e0 > e1 ? e0 : e1;
    end = e2 > end ? e2 : end;
    apart |= end + 1e-9 * (fabs(end) + fabs(list->begin[i])) < list->begin[i];
  }
  return apart;
}

// 0 or 1 contact in the frame of the field.
static int collide_prism(const mjModel* m, const mjData* d, convex_shape* prism, convex_shape* s,
                         apart_list* apart, mjContact* con) {
  if (is_apart(apart, prism->prism)) return 0;
  ccd_depth overlap;
  shape_centre_prism(prism);
  s->last = -1;
  if (!ccd_overlap(m, d, prism, s, &overlap)) {
    apart_add(apart, s, overlap.normal);
    return 0;
  }
  contact_put(con, -overlap.depth, overlap.pos, overlap.normal);
  return 1;
}

// Whether a vertex of the row in the range of columns is not below lowest.
static int row_reaches(const height_grid* g, int row, const int cols[2], mjtNum lowest,
                       mjtNum margin) {
  const float* data = g->data + row * g->ncol;
  float highest = -INFINITY;
  for (int c = cols[0]; c <= cols[1]; c++) highest = data[c] > highest ? data[c] : highest;
  return !(g->size[2] * highest + margin < lowest);
}

// What is above a field, and where its contacts go.
typedef struct {
  convex_shape* shape;
  mjContact* con;
  mjtNum margin;
} above;

// The prisms under the range of rows and columns, in order of rows, columns and the two triangles.
static int collide_cells(const mjModel* m, const height_grid* g, const above* a, const int rows[2],
                         const int cols[2], mjtNum lowest) {
  mjtNum margin = a->margin;
  mjtNum strip[6][3] = {{0}};
  convex_shape prism;
  shape_of_prism(&prism, (const mjtNum(*)[3])strip);
  apart_list apart = {.n = 0};
  if (rows[0] >= rows[1]) return 0;
  int count = 0, reaches = row_reaches(g, rows[0], cols, lowest, margin);
  for (int r = rows[0]; r < rows[1]; r++) {
    int pushed = 0, reached = reaches;
    reaches = row_reaches(g, r + 1, cols, lowest, margin);
    if (!reached && !reaches) continue;
    for (int c = cols[0]; c <= cols[1]; c++) {
      for (int up = 1; up >= 0; up--) {
        push_vertex(strip, g, r + up, c, margin);
        if (++pushed < 3) continue;
        if (strip[3][2] < lowest && strip[4][2] < lowest && strip[5][2] < lowest) continue;
        count += collide_prism(m, g->d, &prism, a->shape, &apart, a->con + count);
        if (count == mjMAXCONPAIR) return count;
      }
    }
  }
  return count;
}

// The rows and columns under the box from lo to hi.
static void cells_under(int rows[2], int cols[2], const height_grid* g, const mjtNum lo[3],
                        const mjtNum hi[3]) {
  grid_range(cols, lo[0], hi[0], g->size[0], g->ncol);
  grid_range(rows, lo[1], hi[1], g->size[1], g->nrow);
}

// The prisms under the box from lo to hi.
static int collide_range(const mjModel* m, const height_grid* g, const above* a, const mjtNum lo[3],
                         const mjtNum hi[3]) {
  int cols[2], rows[2];
  cells_under(rows, cols, g, lo, hi);
  return collide_cells(m, g, a, rows, cols, lo[2]);
}

// Whether the shape lies above all vertices of the field that are under it, by more than margin.
static int is_above(const mjModel* m, const height_grid* g, const convex_shape* s, mjtNum margin) {
  int cols[2], rows[2], reaches = 0;
  mjtNum lo[3], hi[3], rounding = 1e-6 * m->geom_rbound[s->id];
  shape_around(lo, hi, s);
  for (int k = 0; k < 3; k++) {
    lo[k] -= rounding;
    hi[k] += rounding;
  }
  cells_under(rows, cols, g, lo, hi);
  for (int r = rows[0]; r <= rows[1]; r++) reaches |= row_reaches(g, r, cols, lo[2], margin);
  return !reaches;
}

// Contacts from the frame of the field to the world.
static void turn_contacts(mjContact* con, int n, const mjtNum pos[3], const mjtNum frame[9]) {
  for (int i = 0; i < n; i++) {
    mat3_mul_vec(con[i].frame, frame, con[i].frame);
    mat3_mul_vec(con[i].pos, frame, con[i].pos);
    vec3_add(con[i].pos, con[i].pos, pos);
  }
}

int pair_height_field(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2,
                      mjtNum margin) {
  return height_field_contacts(m, d, con, &(near_geoms){g1, g2, -1, -1, margin, NULL});
}

int height_field_contacts(const mjModel* m, const mjData* d, mjContact* con,
                          const near_geoms* near) {
  int g1 = near->g1, g2 = near->g2;
  mjtNum margin = near->margin, reach = m->geom_rbound[g2] + margin;
  const mjtNum *pos = d->geom_xpos + 3 * g1, *frame = d->geom_xmat + 9 * g1;
  if (m->geom_type[g2] == mjGEOM_SDF) {
    mju_warning("mj_collision: height fields do not collide with SDF geoms");
    return 0;
  }
  height_grid g = grid_of(m, d, m->geom_dataid[g1]);
  mjtNum part_mat[9], mat[9], lo[3], hi[3];
  convex_shape s;
  shape_of_geom(&s, m, d, g2, 0);
  if (near->part2 >= 0) {
    shape_take_part(&s, part_mat, m, near->part2);
    reach += m->geom_rbound[g2];  // it lies beside the middle of the geom
  }
  hull_sample sample;
  sample.n = 0;
  s.sample = s.vert && near->hulls ? hull_sample_kept(near->hulls, s.mesh) : &sample;
  move_to_field(&s, mat, pos, frame);
  if (outside_field(&g, s.pos, s.pos, reach)) return 0;
  if (is_above(m, &g, &s, margin)) return 0;
  bounds(lo, hi, &s);
  if (outside_field(&g, lo, hi, margin)) return 0;

  s.grow = margin / 2;
  int count = collide_range(m, &g, &(above){&s, con, margin}, lo, hi);
  for (int i = 0; i < count; i++) contact_fix_normal(con + i, NULL, &s);
  turn_contacts(con, count, pos, frame);
  return count;
}

int height_field_element(const mjModel* m, const mjData* d, mjContact* con, int geom,
                         const flex_element* e, mjtNum margin) {
  const mjtNum *pos = d->geom_xpos + 3 * geom, *frame = d->geom_xmat + 9 * geom;
  height_grid g = grid_of(m, d, m->geom_dataid[geom]);
  mjtNum vert[4][3], origin[3] = {0}, lo[3] = {INFINITY, INFINITY, INFINITY};
  mjtNum hi[3] = {-INFINITY, -INFINITY, -INFINITY};
  for (int i = 0; i < e->n; i++) {
    vec3_add(vert[i], e->point[i], e->centre);
    vec3_sub(vert[i], vert[i], pos);
    mat3_tmul_vec(vert[i], frame, vert[i]);
    for (int k = 0; k < 3; k++) {
      lo[k] = fmin(lo[k], vert[i][k]);
      hi[k] = fmax(hi[k], vert[i][k]);
    }
  }
  if (outside_field(&g, lo, hi, margin)) return 0;
  convex_shape s;
  shape_of_points(&s, (const mjtNum(*)[3])vert, e->n, origin, e->radius + margin / 2);
  vec3_sub(s.centre, e->centre, pos);
  mat3_tmul_vec(s.centre, frame, s.centre);
  int count = collide_range(m, &g, &(above){&s, con, margin}, lo, hi);
  turn_contacts(con, count, pos, frame);
  return count;
}

int height_field_triangles(const mjModel* m, int g, const mjtNum point[3],
                           mjtNum triangle[2][3][3]) {
  height_grid grid = grid_of(m, NULL, m->geom_dataid[g]);
  mjtNum strip[6][3] = {{0}};
  int row = (int)floor((point[1] + grid.size[1]) / grid.dy);
  int col = (int)floor((point[0] + grid.size[0]) / grid.dx);
  if (row < 0 || col < 0 || row >= grid.nrow - 1 || col >= grid.ncol - 1) return 0;
  // in the order in which prisms are met
  for (int k = 0; k < 4; k++) {
    push_vertex(strip, &grid, row + !(k % 2), col + k / 2, 0);
    for (int i = 0; k >= 2 && i < 3; i++) vec3_copy(triangle[k - 2][i], strip[3 + i]);
  }
  return 1;
}
