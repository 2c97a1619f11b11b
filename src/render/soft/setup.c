// From items to screen triangles: projection, clipping, edge functions, tiles.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/soft/eight.h"
#include "render/soft/scene.h"
#include "render/view.h"

#define GUARD       8192.  // pixels around the surface that coordinates may extend to
#define MAX_CORNERS 12     // of a clipped triangle
#define BIAS_SLOPE  2.f    // shadow maps: depth offset in multiples of the slope per texel
#define BIAS        2e-6
#define FEW_VERTICES \
  128  // shapes that may be large for their corners: these are projected in
       // doubles

// A triangle before clipping: corners in pixels times w, depth times w, w.
typedef struct {
  double at[3][4];
  int corner[3];
} raw;

typedef struct {
  const soft_scene* scene;
  const soft_surface* surface;
  const soft_draw* draw;
  const soft_shape* shape;
  soft_chunk* chunk;
  soft_vertices vertex;
  double projection[16];  // from shape space
  double beyond[4];       // positive before the mirror, in shape space
  bool cull, front;
  bool cut;     // touches the mirror
  bool inside;  // beyond no side of the surface
  int draw_index;
} stage;

// ------------------------------------------------------------------------------------------- tiles

static void into_tile(soft_chunk* c, int tile, int triangle) {
  if (!soft_room(&c->node, &c->node_room, c->nnode + 1, sizeof *c->node)) {
    c->failed = true;
    return;
  }
  soft_node n = {-1, triangle};
  c->node[c->nnode] = n;
  if (c->head[tile] < 0) {
    c->head[tile] = c->nnode;
  } else {
    c->node[c->tail[tile]].next = c->nnode;
  }
  c->tail[tile] = c->nnode++;
}

// Whether a tile is completely outside of one edge.
static bool misses(const soft_edges* e, int tx, int ty) {
  for (int i = 0; i < 3; i++) {
    const int32_t *u = e->p[i], *v = e->p[(i + 1) % 3];
    int64_t a = u[1] - v[1], b = v[0] - u[0];
    int64_t x = (int64_t)(tx + (a > 0)) * TILE * SUB, y = (int64_t)(ty + (b > 0)) * TILE * SUB;
    if (a * (x - u[0]) + b * (y - u[1]) < 0) return true;
  }
  return false;
}

static void into_tiles(soft_chunk* c, const soft_surface* s, const soft_edges* e, int triangle) {
  int x0 = e->low[0] >> TILE_BITS, x1 = e->high[0] >> TILE_BITS;
  int y0 = e->low[1] >> TILE_BITS, y1 = e->high[1] >> TILE_BITS;
  bool few = x1 - x0 + y1 - y0 < 2;
  for (int ty = y0; ty <= y1; ty++) {
    for (int tx = x0; tx <= x1; tx++) {
      if (few || !misses(e, tx, ty)) into_tile(c, ty * s->across + tx, triangle);
    }
  }
}

// ----------------------------------------------------------------------------- unclipped triangles

// Barycentric weights divided by w as linear functions about pixel at[], and depth.  False if the
// triangle is edge-on.
static bool shade_setup(const raw* t, const int at[2], soft_face* face, double z[3]) {
  double row[3][3], det = 0;
  for (int i = 0; i < 3; i++) {
    const double *p = t->at[(i + 1) % 3], *q = t->at[(i + 2) % 3];
    row[i][0] = p[1] * q[3] - p[3] * q[1];
    row[i][1] = p[3] * q[0] - p[0] * q[3];
    row[i][2] = p[0] * q[1] - p[1] * q[0];
  }
  for (int k = 0; k < 2; k++) det += row[0][k] * t->at[0][k];
  det += row[0][2] * t->at[0][3];
  if (det == 0) return false;
  double x = at[0] + .5, y = at[1] + .5;
  z[0] = z[1] = z[2] = 0;
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) {
      row[i][k] /= det;
      z[k] += row[i][k] * t->at[i][2];
    }
    if (!face) continue;
    face->f[3 * i] = (float)row[i][0];
    face->f[3 * i + 1] = (float)row[i][1];
    face->f[3 * i + 2] = (float)(row[i][0] * x + row[i][1] * y + row[i][2]);
    face->corner[i] = t->corner[i];
  }
  if (!face) return isfinite(z[0]) && isfinite(z[1]) && isfinite(z[2]);
  face->at[0] = at[0];
  face->at[1] = at[1];
  return isfinite(z[0]) && isfinite(z[1]) && isfinite(z[2]);
}

static int64_t twice_area(const int32_t p[3][2]) {
  return (int64_t)(p[1][0] - p[0][0]) * (p[2][1] - p[0][1]) -
         (int64_t)(p[1][1] - p[0][1]) * (p[2][0] - p[0][0]);
}

// The corners and extent of a triangle.  False if it does not overlap the surface.
static bool place_corners(const soft_surface* s, const int32_t p[3][2], bool turned,
                          soft_edges* e) {
  e->small = true;
  for (int k = 0; k < 2; k++) {
    int32_t a = p[0][k], b = p[1][k], c = p[2][k];
    int32_t low = a < b ? a : b, high = a < b ? b : a;
    e->p[0][k] = a;
    e->p[1][k] = turned ? c : b;
    e->p[2][k] = turned ? b : c;
    low = c < low ? c : low;
    high = c > high ? c : high;
    e->small &= high - low <= SMALL * SUB;
    // pixels whose centre (with several samples: any part) may be inside
    int margin = s->samples > 1 ? 0 : SUB / 2;
    int last = (k ? s->height : s->width) - 1;
    int from = (low - margin + (s->samples > 1 ? 0 : SUB - 1)) >> SUB_BITS;
    int until = (high - margin) >> SUB_BITS;
    if (from < 0) from = 0;
    if (until > last) until = last;
    if (from > until) return false;
    e->low[k] = (int16_t)from;
    e->high[k] = (int16_t)until;
  }
  return true;
}

static bool grow_triangles(soft_chunk* c) {
  int room = c->room;
  c->failed |= !soft_room(&c->edges, &room, c->n + 1, sizeof *c->edges);
  room = c->room;
  c->failed |= !soft_room(&c->face, &room, c->n + 1, sizeof *c->face);
  if (!c->failed) c->room = room;
  return !c->failed;
}

INLINED bool triangle_room(soft_chunk* c) { return c->n < c->room || grow_triangles(c); }

// Add the triangle that was set up last.
static void keep_triangle(const stage* g) {
  soft_chunk* c = g->chunk;
  soft_edges* e = c->edges + c->n;
  e->item = g->draw_index;
  if (g->surface->depth_only) e->z[2] -= BIAS_SLOPE * (fabs(e->z[0]) + fabs(e->z[1])) + BIAS;
  into_tiles(c, g->surface, e, c->n++);
}

static void emit(const stage* g, const raw* t, const int32_t p[3][2]) {
  soft_chunk* c = g->chunk;
  if (!triangle_room(c)) return;
  soft_edges* e = c->edges + c->n;
  int64_t area = twice_area(p);
  if (area == 0 || !place_corners(g->surface, p, area < 0, e)) return;
  int at[2] = {e->low[0], e->low[1]};
  if (shade_setup(t, at, g->surface->depth_only ? NULL : c->face + c->n, e->z)) keep_triangle(g);
}

// --------------------------------------------------------------------------------- small triangles

// Depth from that of the corners, whose rounding stays within the triangle.  False if it is
// edge-on.
static bool small_depth(const stage* g, const int v[3], double z[3]) {
  double d[2][3], from[3];
  for (int k = 0; k < 3; k++) {
    from[k] = g->vertex.seen[k][v[0]];
    for (int i = 0; i < 2; i++) d[i][k] = g->vertex.seen[k][v[i + 1]] - from[k];
  }
  double area = d[0][0] * d[1][1] - d[0][1] * d[1][0];
  if (area == 0) return false;
  double unit = 1 / area;
  z[0] = (d[0][2] * d[1][1] - d[1][2] * d[0][1]) * unit;
  z[1] = (d[1][2] * d[0][0] - d[0][2] * d[1][0]) * unit;
  z[2] = from[2] - z[0] * from[0] - z[1] * from[1];
  return true;
}

// As shade_setup, about the centre of pixel at[].
static bool small_weights(const stage* g, const int v[3], const int at[2], soft_face* face) {
  float c[3][3], row[3][3], x = (float)at[0] + .5f, y = (float)at[1] + .5f;
  for (int i = 0; i < 3; i++) {
    float w = g->vertex.clip[3][v[i]];
    c[i][0] = g->vertex.clip[0][v[i]] - x * w;
    c[i][1] = g->vertex.clip[1][v[i]] - y * w;
    c[i][2] = w;
    face->corner[i] = v[i];
  }
  for (int i = 0; i < 3; i++) {
    const float *p = c[(i + 1) % 3], *q = c[(i + 2) % 3];
    row[i][0] = p[1] * q[2] - p[2] * q[1];
    row[i][1] = p[2] * q[0] - p[0] * q[2];
    row[i][2] = p[0] * q[1] - p[1] * q[0];
  }
  float size = row[0][0] * c[0][0] + row[0][1] * c[0][1] + row[0][2] * c[0][2];
  if (!(fabsf(size) > 1e-30f)) return false;
  float scale = 1 / size;
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) face->f[3 * i + k] = row[i][k] * scale;
  }
  face->at[0] = at[0];
  face->at[1] = at[1];
  return true;
}

// A triangle that is not clipped, from its projected corners.  False: it is not small.  (8 % of a
// picture of 22 humanoids.)
static bool emit_small(const stage* g, const int v[3], const int32_t p[3][2], int64_t area) {
  soft_chunk* c = g->chunk;
  if (!triangle_room(c)) return true;
  soft_edges* e = c->edges + c->n;
  if (!place_corners(g->surface, p, area < 0, e)) return true;
  if (!e->small) return false;
  if (!small_depth(g, v, e->z)) return true;
  const int at[2] = {e->low[0], e->low[1]};
  if (g->surface->depth_only || small_weights(g, v, at, c->face + c->n)) keep_triangle(g);
  return true;
}

static int32_t snap(double x) { return (int32_t)floor(x * SUB + .5); }

static double area_of(const double (*p)[4], int n) {
  double area = 0;
  for (int i = 1; i + 1 < n; i++) {
    double x0 = p[0][0] / p[0][3], y0 = p[0][1] / p[0][3];
    area += (p[i][0] / p[i][3] - x0) * (p[i + 1][1] / p[i + 1][3] - y0) -
            (p[i][1] / p[i][3] - y0) * (p[i + 1][0] / p[i + 1][3] - x0);
  }
  return area;
}

// Whether a polygon of this signed area is culled.
static bool dropped(const stage* g, double area) {
  bool facing = (area > 0) != g->surface->flipped;
  return g->front ? facing : g->cull && !facing;
}

// ---------------------------------------------------------------------------------------- clipping

// Signed distance from a clipping plane: near, far, four sides, mirror plane.
static double beyond(const stage* g, const double p[4], int plane) {
  const soft_surface* s = g->surface;
  switch (plane) {
    case 0: return p[3] - p[2];
    case 1: return p[2];
    case 2: return p[0] + GUARD * p[3];
    case 3: return (s->width + GUARD) * p[3] - p[0];
    case 4: return p[1] + GUARD * p[3];
    default: return (s->height + GUARD) * p[3] - p[1];
  }
}

typedef struct {
  int n;
  double p[MAX_CORNERS][4];
} clipped_polygon;

static void cut(clipped_polygon* q, const double distance[MAX_CORNERS]) {
  clipped_polygon r = {0};
  for (int i = 0; i < q->n; i++) {
    int j = (i + 1) % q->n;
    if (distance[i] >= 0 && r.n < MAX_CORNERS) memcpy(r.p[r.n++], q->p[i], sizeof *q->p);
    if ((distance[i] >= 0) == (distance[j] >= 0) || r.n == MAX_CORNERS) continue;
    double t = distance[i] / (distance[i] - distance[j]);
    for (int k = 0; k < 4; k++) r.p[r.n][k] = q->p[i][k] + t * (q->p[j][k] - q->p[i][k]);
    r.n++;
  }
  *q = r;
}

static void clip_and_emit(const stage* g, const raw* t, const double mirror[3]) {
  clipped_polygon q = {.n = 3};
  memcpy(q.p, t->at, sizeof t->at);
  double distance[MAX_CORNERS];
  if (mirror) {
    memcpy(distance, mirror, 3 * sizeof *mirror);
    cut(&q, distance);
  }
  for (int plane = 0; plane < 6 && q.n; plane++) {
    bool out = false;
    for (int i = 0; i < q.n; i++) {
      distance[i] = beyond(g, q.p[i], plane);
      out |= distance[i] < 0;
    }
    if (out) cut(&q, distance);
  }
  for (int i = 0; i < q.n; i++) {
    if (!(q.p[i][3] > 0)) return;
  }
  if (q.n < 3 || dropped(g, area_of((const double(*)[4])q.p, q.n))) return;
  int32_t p[MAX_CORNERS][2];
  for (int i = 0; i < q.n; i++) {
    for (int k = 0; k < 2; k++) p[i][k] = snap(q.p[i][k] / q.p[i][3]);
  }
  for (int i = 1; i + 1 < q.n; i++) {
    const int32_t part[3][2] = {{p[0][0], p[0][1]}, {p[i][0], p[i][1]}, {p[i + 1][0], p[i + 1][1]}};
    emit(g, t, part);
  }
}

// Bit mask of the clipping planes that a point is beyond; OUT_GUARD: beyond the range of
// coordinates.
enum { OUT_GUARD = 64 };
INLINED int outcode(float x, float y, float z, float w, float width, float height) {
  const float guard = (float)GUARD;
  int code = (z > w) | (z < 0) << 1 | (x < 0) << 2 | (x > width * w) << 3 | (y < 0) << 4 |
             (y > height * w) << 5;
  int within =
      (x > -guard * w) & (x < (width + guard) * w) & (y > -guard * w) & (y < (height + guard) * w);
  return code | (1 - within) * OUT_GUARD;
}

static double mirror_side(const stage* g, const float p[3]) {
  const double* b = g->beyond;
  return b[0] * p[0] + b[1] * p[1] + b[2] * p[2] + b[3];
}

// Triangles that are clipped, large, or of few corners, whose planes are exact.
static void add_precise(const stage* g, const int v[3], const int32_t p[3][2], bool whole) {
  raw t = {.corner = {v[0], v[1], v[2]}};
  bool precise = g->shape->nsolid <= FEW_VERTICES;
  for (int i = 0; i < 3; i++) {
    if (precise) matrix_apply(t.at[i], g->projection, g->shape->position + 3 * v[i]);
    for (int k = 0; k < 4 && !precise; k++) t.at[i][k] = g->vertex.clip[k][v[i]];
  }
  if (g->cut) {
    double side[3];
    for (int i = 0; i < 3; i++) side[i] = mirror_side(g, g->shape->position + 3 * v[i]);
    if (side[0] <= 0 && side[1] <= 0 && side[2] <= 0) return;
    if (side[0] < 0 || side[1] < 0 || side[2] < 0) {
      clip_and_emit(g, &t, side);
      return;
    }
  }
  if (whole) {
    emit(g, &t, p);
  } else {
    clip_and_emit(g, &t, NULL);
  }
}

// Whether a triangle is not before the mirror as a whole.
static bool meets_mirror(const stage* g, const int v[3]) {
  bool before = true;
  for (int i = 0; i < 3; i++) before &= mirror_side(g, g->shape->position + 3 * v[i]) > 0;
  return !before;
}

static void add_triangle(const stage* g, const int v[3]) {
  const int32_t *code = g->vertex.code, *x = g->vertex.x, *y = g->vertex.y;
  int all = code[v[0]] & code[v[1]] & code[v[2]], any = code[v[0]] | code[v[1]] | code[v[2]];
  if (all & ~OUT_GUARD) return;
  bool whole = !(any & (OUT_GUARD | 3));
  const int32_t p[3][2] = {{x[v[0]], y[v[0]]}, {x[v[1]], y[v[1]]}, {x[v[2]], y[v[2]]}};
  if (whole) {  // the usual case
    int64_t area = twice_area(p);
    if (area == 0 || dropped(g, (double)area)) return;
    if (!(g->cut && meets_mirror(g, v)) && emit_small(g, v, p, area)) return;
  }
  add_precise(g, v, p, whole);
}

// ------------------------------------------------------------------------------------------- lines

// Move the end that is beyond a plane onto the plane; d: signed distances.
static void shorten(double p[2][4], const double d[2]) {
  for (int i = 0; i < 2; i++) {
    if (d[i] >= 0) continue;
    double t = d[i] / (d[i] - d[1 - i]);
    for (int k = 0; k < 4; k++) p[i][k] += t * (p[1 - i][k] - p[i][k]);
  }
}

// Clip a line at the near and far planes; false when nothing remains.
static bool clip_line(double p[2][4]) {
  for (int plane = 0; plane < 2; plane++) {
    double d[2];
    for (int i = 0; i < 2; i++) d[i] = plane ? p[i][2] : p[i][3] - p[i][2];
    if (d[0] < 0 && d[1] < 0) return false;
    shorten(p, d);
  }
  return p[0][3] > 0 && p[1][3] > 0;
}

// Clip a line to the range of coordinates.
static bool trim(const soft_surface* s, double a[3], double b[3]) {
  const double size[2] = {s->width, s->height};
  for (int k = 0; k < 2; k++) {
    for (int up = 0; up < 2; up++) {
      double bound = up ? size[k] + .5 * GUARD : -.5 * GUARD, sign = up ? -1 : 1;
      double da = sign * (a[k] - bound), db = sign * (b[k] - bound);
      if (da < 0 && db < 0) return false;
      if (da >= 0 && db >= 0) continue;
      double t = da / (da - db), *out = da < 0 ? a : b, meet[3];
      for (int i = 0; i < 3; i++) meet[i] = a[i] + t * (b[i] - a[i]);
      memcpy(out, meet, sizeof meet);
    }
  }
  return true;
}

// A line on the screen: two triangles that are as many pixels wide in every row, or column, that it
// crosses.
static void line_triangles(const double a[2], const double b[2], const double side[2],
                           int32_t half[2][3][2]) {
  static const int end[2][3] = {{0, 1, 2}, {0, 2, 3}};
  int32_t corner[4][2];
  for (int k = 0; k < 2; k++) {
    // a line exactly between two rows belongs to the lower one
    corner[0][k] = snap(a[k] - side[k]) - 1;
    corner[1][k] = snap(b[k] - side[k]) - 1;
    corner[2][k] = snap(b[k] + side[k]) - 1;
    corner[3][k] = snap(a[k] + side[k]) - 1;
  }
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < 3; j++) memcpy(half[i][j], corner[end[i][j]], sizeof half[i][j]);
  }
}

// The visible part, from p[0] to p[1], of a line from vertex v[0] to v[1]; weights of these vary
// along it only.  v[2]: the third corner of a face that gives the line its normal, or -1.
static void emit_line(const stage* g, double p[2][4], const int v[3], double width) {
  double a[3] = {0, 0, 0}, b[3] = {0, 0, 1};
  int32_t half[2][3][2];
  for (int k = 0; k < 2; k++) {
    a[k] = p[0][k] / p[0][3];
    b[k] = p[1][k] / p[1][3];
  }
  if (!trim(g->surface, a, b)) return;
  double d[2] = {b[0] - a[0], b[1] - a[1]}, length = sqrt(d[0] * d[0] + d[1] * d[1]);
  if (!(length > 1e-6)) return;
  bool steep = fabs(d[1]) > fabs(d[0]);
  double side[2] = {steep ? .5 * width : 0, steep ? 0 : .5 * width};
  line_triangles(a, b, side, half);
  // a third corner beside one end makes a triangle whose depth function is that of the line
  float* const* clip = g->vertex.clip;
  int end = fabsf(clip[3][v[1]]) > fabsf(clip[3][v[0]]);
  raw t = {.corner = {v[0], v[1], v[2] < 0 ? v[end] : v[2]}};
  for (int k = 0; k < 4; k++) {
    t.at[0][k] = clip[k][v[0]];
    t.at[1][k] = clip[k][v[1]];
    t.at[2][k] = clip[k][v[end]];
  }
  double out = length / (.5 * width);
  for (int k = 0; k < 2; k++) t.at[2][k] += t.at[2][3] * out * side[k];
  for (int i = 0; i < 2; i++) emit(g, &t, (const int32_t(*)[2])half[i]);
}

static void add_line(const stage* g, const int v[3], double width) {
  double p[2][4];
  for (int i = 0; i < 2; i++) {
    for (int k = 0; k < 4; k++) p[i][k] = g->vertex.clip[k][v[i]];
  }
  if (g->cut) {
    double d[2];
    for (int i = 0; i < 2; i++) d[i] = mirror_side(g, g->shape->position + 3 * v[i]);
    if (d[0] <= 0 && d[1] <= 0) return;
    shorten(p, d);
  }
  if (clip_line(p)) emit_line(g, p, v, width);
}

// Whether the surface faces the viewer at a vertex.
static bool faces(const stage* g, int v) {
  const render_item* it = &g->draw->item;
  const float *n = g->shape->normal + 3 * v, *p = g->shape->position + 3 * v;
  const float* eye = g->surface->flipped ? g->scene->frame.mirror_eye : g->scene->frame.eye;
  float sum = 0;
  for (int i = 0; i < 3; i++) {
    const float *r = it->normal + 3 * i, *m = it->pose + 4 * i;
    float at = m[0] * p[0] + m[1] * p[1] + m[2] * p[2] + m[3];
    sum += (r[0] * n[0] + r[1] * n[1] + r[2] * n[2]) * (eye[i] - at);
  }
  return sum > 0;
}

static void add_wires(const stage* g, double width) {
  const soft_shape* s = g->shape;
  bool lines = g->draw->item.width > 0;
  for (int i = 0; i < s->nedge; i++) {
    const int v[3] = {s->edge[2 * i], s->edge[2 * i + 1], -1};
    bool hidden = !lines && g->cull && s->has_normal && !faces(g, v[0]) && !faces(g, v[1]);
    if (!hidden) add_line(g, v, width);
  }
  for (int f = 0; f < s->nface && !s->has_edge && !lines; f++) {
    const int* v = s->face + 3 * f;
    double p[3][4];
    for (int i = 0; i < 3; i++) {
      for (int k = 0; k < 4; k++) p[i][k] = g->vertex.clip[k][v[i]];
    }
    bool before = p[0][3] > 0 && p[1][3] > 0 && p[2][3] > 0;
    if (before && dropped(g, area_of((const double(*)[4])p, 3))) continue;
    for (int i = 0; i < 3; i++) {
      const int side[3] = {v[i], v[(i + 1) % 3], s->has_normal ? -1 : v[(i + 2) % 3]};
      add_line(g, side, width);
    }
  }
}

// ------------------------------------------------------------------------------------------- items

// Project every vertex once: clip coordinates, clipping mask, depth, subpixel position.
static void project_vertices(stage* g, int n) {
  const soft_vertices* v = &g->vertex;
  const float* restrict from = g->shape->planar;
  const size_t stride = (size_t)g->shape->nvertex;
  const float guard = (float)GUARD;
  const float width = (float)g->surface->width, height = (float)g->surface->height;
  for (int k = 0; k < 4; k++) {
    float* restrict to = v->clip[k];
    const double* row = g->projection + 4 * k;
    const float a = (float)row[0], b = (float)row[1], c = (float)row[2], d = (float)row[3];
    for (int i = 0; i < n; i++)
      to[i] = a * from[i] + b * from[stride + (size_t)i] + c * from[2 * stride + (size_t)i] + d;
  }
  for (int i = 0; i < n; i++) v->code[i] = 0;
  for (int i = 0; i < n && !g->inside; i++)
    v->code[i] = outcode(v->clip[0][i], v->clip[1][i], v->clip[2][i], v->clip[3][i], width, height);
  const float* restrict cx = v->clip[0], * restrict cy = v->clip[1], * restrict cz = v->clip[2], * restrict cw = v->clip[3];
  const int32_t* restrict code = v->code;
  int32_t* restrict x = v->x, * restrict y = v->y;
  float* restrict sx = v->seen[0], * restrict sy = v->seen[1], * restrict depth = v->seen[2];
  for (int i = 0; i < n; i++) {
    float good = (code[i] & (OUT_GUARD | 3)) == 0;  // then w is positive: before the near plane
    float r = 1 / (good > 0 ? cw[i] : 1);
    depth[i] = cz[i] * r;
    sx[i] = (good > 0 ? cx[i] : 0) * r;
    sy[i] = (good > 0 ? cy[i] : 0) * r;
    x[i] = (int32_t)((sx[i] + guard) * SUB + .5f) - (int32_t)GUARD * SUB;
    y[i] = (int32_t)((sy[i] + guard) * SUB + .5f) - (int32_t)GUARD * SUB;
  }
}

// The projection combined with the pose of a shape.
static void combine(double r[16], const double a[16], const float pose[12]) {
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < 4; j++) {
      double sum = j == 3 ? a[4 * i + 3] : 0;
      for (int k = 0; k < 3; k++) sum += a[4 * i + k] * pose[4 * k + j];
      r[4 * i + j] = sum;
    }
  }
}

// Whether the bounding box of a shape, whose eight corners are looked at at once, is completely
// beyond one clipping plane.
static bool out_of_sight(stage* g) {
  const float *low = g->shape->low, *high = g->shape->high;
  const float width = (float)g->surface->width, height = (float)g->surface->height;
  const eight x = {low[0], high[0], low[0], high[0], low[0], high[0], low[0], high[0]};
  const eight y = {low[1], low[1], high[1], high[1], low[1], low[1], high[1], high[1]};
  const eight z = {low[2], low[2], low[2], low[2], high[2], high[2], high[2], high[2]};
  eight c[4];
  for (int k = 0; k < 4; k++) {
    const double* m = g->projection + 4 * k;
    c[k] = (float)m[0] * x + (float)m[1] * y + (float)m[2] * z + (float)m[3];
  }
  const eight none = eight_all(0), guard = (float)GUARD * c[3];
  const eight right = width * c[3], top = height * c[3];
  const eight_bits beyond[6] = {c[2] > c[3], c[2] < none, c[0]<none, c[0]> right,
                                c[1]<none, c[1]> top};
  const eight_bits within =
      (c[0] > -guard) & (c[0] < right + guard) & (c[1] > -guard) & (c[1] < top + guard);
  bool out = false;
  g->inside = !eight_any(~within);
  for (int k = 0; k < 6; k++) {
    out |= !eight_any(~beyond[k]);
    g->inside &= !eight_any(beyond[k]);
  }
  return out && g->draw->item.width == 0;  // lines are wider than their boxes
}

// The mirror in the frame of the shape.
static void place_mirror(stage* g) {
  const float* m = g->draw->item.pose;
  const double* from = g->surface->beyond;
  for (int k = 0; k < 4; k++) {
    g->beyond[k] = k == 3 ? from[3] : 0;
    for (int i = 0; i < 3; i++) g->beyond[k] += from[i] * m[4 * i + k];
  }
}

// Whether the bounding box of a shape is behind the mirror.
static bool behind_mirror(stage* g) {
  const float *low = g->shape->low, *high = g->shape->high;
  const double* b = g->beyond;
  double least = b[3], most = b[3];
  for (int k = 0; k < 3; k++) {
    least += fmin(b[k] * low[k], b[k] * high[k]);
    most += fmax(b[k] * low[k], b[k] * high[k]);
  }
  g->cut = !(least > 0);  // what lies in the mirror is left out
  return most <= 0;
}

static bool vertex_room(stage* g, soft_worker* w) {
  if (!soft_room(&w->vertex, &w->vertex_room, g->shape->nvertex, VERTEX_ARRAYS * sizeof(float)))
    return false;
  float* at[VERTEX_ARRAYS];
  for (int k = 0; k < VERTEX_ARRAYS; k++) at[k] = w->vertex + (size_t)k * (size_t)w->vertex_room;
  soft_vertices v = {{at[0], at[1], at[2], at[3]},
                     {at[4], at[5], at[6]},
                     (void*)at[7],
                     (void*)at[8],
                     (void*)at[9]};
  g->vertex = v;
  return true;
}

static void simplify(const soft_scene* scene, const soft_surface* to, render_item* item) {
  const render_view v = {.projection = to->projection,
                         .center = {.5 * to->width, .5 * to->height},
                         .scale = 1,
                         .unseen = to->depth_only ? UNSEEN_SHADOW
                                   : to->flipped  ? UNSEEN_MIRRORED
                                                  : UNSEEN,
                         .slices = scene->frame.slices};
  view_simplify(&v, item);
}

static void set_up_item(render_device* dev, soft_chunk* c, soft_worker* w, int draw) {
  const soft_scene* scene = &dev->scene;
  soft_draw* d = dev->scene.draw + draw;  // only this chunk uses it
  if (!scene->frame.wireframe) simplify(scene, scene->surface + c->surface, &d->item);
  if (d->item.shape < 0 || d->item.shape >= dev->nshape) return;
  stage g = {scene, scene->surface + c->surface, d, dev->shape + d->item.shape,
             c,     .draw_index = draw};
  if (!g.shape->nvertex || !vertex_room(&g, w)) return;
  g.cull = g.surface->depth_only ? d->item.closed : d->item.cull;
  g.front = d->item.front && !g.surface->depth_only;
  combine(g.projection, g.surface->projection, d->item.pose);
  for (int j = 8; j < 12 && !g.surface->depth_only; j++) g.projection[j] *= 1 - d->item.recede;
  if (g.surface->beyond) place_mirror(&g);
  if ((g.surface->beyond && behind_mirror(&g)) || out_of_sight(&g)) return;
  bool wires =
      d->item.width > 0 || (scene->frame.wireframe && !g.surface->depth_only && !d->item.backdrop);
  project_vertices(&g, wires ? g.shape->nvertex : g.shape->nsolid);
  if (wires) {
    add_wires(&g, view_line_width(d->item.width, g.surface->samples > 1));
    return;
  }
  for (int f = 0; f < g.shape->nface; f++) add_triangle(&g, g.shape->face + 3 * f);
}

void soft_set_up(render_device* dev, soft_chunk* c, soft_worker* w) {
  const soft_surface* s = dev->scene.surface + c->surface;
  int room = c->tile_room;
  c->n = c->nnode = 0;
  c->ntile = s->across * s->up;
  c->failed = !soft_room(&c->head, &room, c->ntile, sizeof(int));
  room = c->tile_room;
  c->failed |= !soft_room(&c->tail, &room, c->ntile, sizeof(int));
  if (c->failed) {
    c->ntile = 0;
    return;
  }
  c->tile_room = room;
  for (int i = 0; i < c->ntile; i++) c->head[i] = -1;
  for (int i = c->first; i < c->last; i++) set_up_item(dev, c, w, i);
}
