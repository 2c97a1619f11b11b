// From items to screen triangles: projection, clipping, edge functions, tiles.
#include <math.h>
#include <stdlib.h>
#include <string.h>

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
  int item;
} raw;

typedef struct {
  const soft_scene* scene;
  const soft_surface* surface;
  const soft_draw* draw;
  const soft_shape* shape;
  soft_chunk* chunk;
  double projection[16];  // from shape space
  bool cull, front;
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
    int64_t x = (int64_t)(tx + (e->a[i] > 0)) * TILE * SUB,
            y = (int64_t)(ty + (e->b[i] > 0)) * TILE * SUB;
    if (e->c[i] + e->a[i] * x + e->b[i] * y < 0) return true;
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
  face->item = t->item;
  return isfinite(z[0]) && isfinite(z[1]) && isfinite(z[2]);
}

// Edge functions from three corners in subpixels, counter-clockwise.  False if it does not overlap
// the surface.
static bool edge_setup(const soft_surface* s, const int32_t p[3][2], soft_edges* e) {
  int64_t area = (int64_t)(p[1][0] - p[0][0]) * (p[2][1] - p[0][1]) -
                 (int64_t)(p[1][1] - p[0][1]) * (p[2][0] - p[0][0]);
  if (area == 0) return false;
  const int order[2][3] = {{0, 1, 2}, {0, 2, 1}};
  const int* o = order[area < 0];
  for (int k = 0; k < 2; k++) {
    int32_t low = p[0][k], high = p[0][k];
    for (int i = 1; i < 3; i++) {
      if (p[i][k] < low) low = p[i][k];
      if (p[i][k] > high) high = p[i][k];
    }
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
  for (int i = 0; i < 3; i++) {
    const int32_t *u = p[o[i]], *v = p[o[(i + 1) % 3]];
    e->a[i] = u[1] - v[1];
    e->b[i] = v[0] - u[0];
    e->c[i] = -((int64_t)e->a[i] * u[0] + (int64_t)e->b[i] * u[1]);
  }
  return true;
}

static void emit(const stage* g, const raw* t, const int32_t p[3][2]) {
  soft_chunk* c = g->chunk;
  bool shaded = !g->surface->depth_only;
  int room = c->room;
  c->failed |= !soft_room(&c->edges, &room, c->n + 1, sizeof *c->edges);
  room = c->room;
  c->failed |= !soft_room(&c->face, &room, c->n + 1, sizeof *c->face);
  if (c->failed) return;
  c->room = room;
  soft_edges* edges = c->edges + c->n;
  if (!edge_setup(g->surface, p, edges)) return;
  int at[2] = {edges->low[0], edges->low[1]};
  if (!shade_setup(t, at, shaded ? c->face + c->n : NULL, edges->z)) return;
  if (!shaded) edges->z[2] -= BIAS_SLOPE * (fabs(edges->z[0]) + fabs(edges->z[1])) + BIAS;
  into_tiles(c, g->surface, edges, c->n++);
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
static int outcode(const stage* g, const float p[4]) {
  const soft_surface* s = g->surface;
  float w = p[3], guard = (float)GUARD;
  int code = (p[2] > w) | (p[2] < 0) << 1 | (p[0] < 0) << 2 | (p[0] > (float)s->width * w) << 3 |
             (p[1] < 0) << 4 | (p[1] > (float)s->height * w) << 5;
  bool far = !(p[0] > -guard * w && p[0] < ((float)s->width + guard) * w && p[1] > -guard * w &&
               p[1] < ((float)s->height + guard) * w);
  return code | (far ? OUT_GUARD : 0);
}

static double mirror_side(const stage* g, const float p[3]) {
  const float* m = g->draw->item.pose;
  double sum = g->surface->beyond[3];
  for (int i = 0; i < 3; i++) {
    sum += g->surface->beyond[i] *
           (m[4 * i] * p[0] + m[4 * i + 1] * p[1] + m[4 * i + 2] * p[2] + m[4 * i + 3]);
  }
  return sum;
}

static void add_triangle(const stage* g, const soft_vertex* vertex, const int v[3]) {
  const soft_vertex* at[3] = {vertex + v[0], vertex + v[1], vertex + v[2]};
  int all = at[0]->code & at[1]->code & at[2]->code;
  int any = at[0]->code | at[1]->code | at[2]->code;
  if (all & ~OUT_GUARD) return;
  bool whole = !(any & (OUT_GUARD | 3));
  const int32_t p[3][2] = {{at[0]->x, at[0]->y}, {at[1]->x, at[1]->y}, {at[2]->x, at[2]->y}};
  if (whole) {  // the usual case
    int64_t area = (int64_t)(p[1][0] - p[0][0]) * (p[2][1] - p[0][1]) -
                   (int64_t)(p[1][1] - p[0][1]) * (p[2][0] - p[0][0]);
    if (area == 0 || dropped(g, (double)area)) return;
  }
  raw t = {.corner = {v[0], v[1], v[2]}, .item = g->draw_index};
  bool precise = g->shape->nsolid <= FEW_VERTICES;
  for (int i = 0; i < 3; i++) {
    if (precise) matrix_apply(t.at[i], g->projection, g->shape->position + 3 * v[i]);
    for (int k = 0; k < 4 && !precise; k++) t.at[i][k] = at[i]->clip[k];
  }
  if (g->surface->beyond) {
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

// A line as two screen-aligned triangles; weights of its ends vary along the line only.
static void emit_line(const stage* g, double p[2][4], const int v[2], double width) {
  double a[3], b[3], share[2] = {0, 1};
  for (int k = 0; k < 2; k++) {
    a[k] = p[0][k] / p[0][3];
    b[k] = p[1][k] / p[1][3];
  }
  a[2] = share[0];
  b[2] = share[1];
  if (!trim(g->surface, a, b)) return;
  double d[2] = {b[0] - a[0], b[1] - a[1]}, length = sqrt(d[0] * d[0] + d[1] * d[1]);
  if (!(length > 1e-6)) return;
  // as many pixels wide in every row, or column, that it crosses
  bool steep = fabs(d[1]) > fabs(d[0]);
  double side[2] = {steep ? .5 * width : 0, steep ? 0 : .5 * width};
  int32_t corner[4][2];
  for (int k = 0; k < 2; k++) {
    // a line exactly between two rows belongs to the lower one
    corner[0][k] = snap(a[k] - side[k]) - 1;
    corner[1][k] = snap(b[k] - side[k]) - 1;
    corner[2][k] = snap(b[k] + side[k]) - 1;
    corner[3][k] = snap(a[k] + side[k]) - 1;
  }
  // a third corner beside the line makes a triangle whose depth function is that of the line
  raw t = {.corner = {v[0], v[1], v[0]}, .item = g->draw_index};
  memcpy(t.at, p, 2 * sizeof *p);
  memcpy(t.at[2], p[0], sizeof *p);
  double out = length / sqrt(side[0] * side[0] + side[1] * side[1]);
  for (int k = 0; k < 2; k++) t.at[2][k] += p[0][3] * out * side[k];
  const int32_t half[2][3][2] = {
      {{corner[0][0], corner[0][1]}, {corner[1][0], corner[1][1]}, {corner[2][0], corner[2][1]}},
      {{corner[0][0], corner[0][1]}, {corner[2][0], corner[2][1]}, {corner[3][0], corner[3][1]}}};
  for (int i = 0; i < 2; i++) emit(g, &t, half[i]);
}

static void add_line(const stage* g, const soft_vertex* vertex, int v0, int v1, double width) {
  double p[2][4];
  int v[2] = {v0, v1};
  for (int i = 0; i < 2; i++) {
    for (int k = 0; k < 4; k++) p[i][k] = vertex[v[i]].clip[k];
  }
  if (g->surface->beyond) {
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

static void add_wires(const stage* g, const soft_vertex* vertex, double width) {
  const soft_shape* s = g->shape;
  bool lines = g->draw->item.width > 0;
  for (int i = 0; i < s->nedge; i++) {
    int v0 = s->edge[2 * i], v1 = s->edge[2 * i + 1];
    bool hidden = !lines && g->cull && s->has_normal && !faces(g, v0) && !faces(g, v1);
    if (!hidden) add_line(g, vertex, v0, v1, width);
  }
  for (int f = 0; f < s->nface && !s->has_edge && !lines; f++) {
    const int* v = s->face + 3 * f;
    double p[3][4];
    for (int i = 0; i < 3; i++) {
      for (int k = 0; k < 4; k++) p[i][k] = vertex[v[i]].clip[k];
    }
    bool before = p[0][3] > 0 && p[1][3] > 0 && p[2][3] > 0;
    if (before && dropped(g, area_of((const double(*)[4])p, 3))) continue;
    for (int i = 0; i < 3; i++) add_line(g, vertex, v[i], v[(i + 1) % 3], width);
  }
}

// ------------------------------------------------------------------------------------------- items

// Project every vertex once: clip coordinates, clipping mask, subpixel position.
static void project_vertices(const stage* g, int n, soft_vertex* vertex) {
  const soft_shape* s = g->shape;
  const float guard = (float)GUARD;
  float m[16];
  for (int i = 0; i < 16; i++) m[i] = (float)g->projection[i];
  for (int i = 0; i < n; i++) {
    const float* p = s->position + 3 * i;
    soft_vertex* v = vertex + i;
    for (int k = 0; k < 4; k++) {
      v->clip[k] = m[4 * k] * p[0] + m[4 * k + 1] * p[1] + m[4 * k + 2] * p[2] + m[4 * k + 3];
    }
    v->code = outcode(g, v->clip);
    v->x = v->y = 0;
    if (v->code & (OUT_GUARD | 3)) continue;
    // positive, since it is in front of the near plane
    float w = 1 / v->clip[3];
    v->x = (int32_t)((v->clip[0] * w + guard) * SUB + .5f) - (int32_t)GUARD * SUB;
    v->y = (int32_t)((v->clip[1] * w + guard) * SUB + .5f) - (int32_t)GUARD * SUB;
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

// Whether the bounding box of a shape is completely beyond one clipping plane.
static bool out_of_sight(const stage* g) {
  const soft_shape* s = g->shape;
  int all = ~0;
  for (int i = 0; i < 8; i++) {
    float corner[3], clip[4];
    for (int k = 0; k < 3; k++) corner[k] = i >> k & 1 ? s->high[k] : s->low[k];
    for (int k = 0; k < 4; k++) {
      const double* m = g->projection + 4 * k;
      clip[k] = (float)(m[0] * corner[0] + m[1] * corner[1] + m[2] * corner[2] + m[3]);
    }
    all &= outcode(g, clip);
  }
  double margin = g->draw->item.width;
  return margin == 0 && (all & ~OUT_GUARD);
}

static bool vertex_room(soft_worker* w, int n) {
  return soft_room(&w->vertex, &w->vertex_room, n, sizeof *w->vertex);
}

static void set_up_item(render_device* dev, soft_chunk* c, soft_worker* w, int draw) {
  const soft_scene* scene = &dev->scene;
  soft_draw* d = dev->scene.draw + draw;  // only this chunk uses it
  if (d->item.coarser && !scene->frame.wireframe) {
    const soft_surface* to = scene->surface + c->surface;
    double center[2] = {.5 * to->width, .5 * to->height};
    d->item.shape += d->item.coarser * view_coarseness(to->projection, center, 1, d->item.pose,
                                                       scene->frame.slices, to->depth_only);
  }
  if (d->item.shape < 0 || d->item.shape >= dev->nshape) return;
  stage g = {scene, scene->surface + c->surface, d, dev->shape + d->item.shape,
             c,     .draw_index = draw};
  if (!g.shape->nvertex || !vertex_room(w, g.shape->nvertex)) return;
  g.cull = g.surface->depth_only ? d->item.closed : d->item.cull;
  g.front = d->item.front && !g.surface->depth_only;
  combine(g.projection, g.surface->projection, d->item.pose);
  for (int j = 8; j < 12 && !g.surface->depth_only; j++) g.projection[j] *= 1 - d->item.recede;
  if (out_of_sight(&g)) return;
  bool wires =
      d->item.width > 0 || (scene->frame.wireframe && !g.surface->depth_only && !d->item.backdrop);
  project_vertices(&g, wires ? g.shape->nvertex : g.shape->nsolid, w->vertex);
  if (wires) {
    add_wires(&g, w->vertex, view_line_width(d->item.width, g.surface->samples > 1));
    return;
  }
  for (int f = 0; f < g.shape->nface; f++) add_triangle(&g, w->vertex, g.shape->face + 3 * f);
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
