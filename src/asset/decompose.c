// A part is the portion of the solid inside a box.  It is represented by triangles: real ones, from
// the surface, cut at the planes of the box; and caps, which close the part where it was cut.  Caps
// are triangle fans from any point of the plane to the edges produced by cutting: some triangles
// lie outside of the solid and are overlaid by others of opposite orientation, so that integrals
// over them are exact.  The volume is such an integral.  The corners of the part's hull are corners
// of real triangles, and corners of the box inside the solid.
//
// Boxes do not overlap, and a hull does not leave its box.  So the volume of all hulls minus that
// of the solid is exactly the volume in which they differ.
#include "asset/decompose.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "asset/convex.h"

enum {
  CUTS = 9,
  AXES = 13
};  // cuts tried per axis, and corners near them; directions for estimating hulls

// Tuned on a ring: without either, 64 parts are not enough where 14 are with them.
static const double UNBALANCE = 0.05, ALONG = 0.1;

// Relative improvement of the hull volume required to cut at a corner: round objects are cut
// evenly.
static const double AT_CORNER = 0.02;

typedef struct {
  double x[3][3];
} triangle;

typedef struct {
  triangle* data;
  int n, room;
} triangle_list;

typedef struct {
  triangle_list real, cap;
  double low[3], high[3];  // the box
  double volume, hull;
  int ncorner;
  double* corner;  // of the hull
  bool whole;      // no cut improves it
} solid_part;

typedef struct {
  const solid_surface* s;
  bool no_memory;
} cut_state;

// --- lists --------------------------------------------------------------------------------------

static void push(cut_state* w, triangle_list* t, const double a[3], const double b[3],
                 const double c[3]) {
  if (t->n == t->room) {
    int room = t->room ? 2 * t->room : 64;
    triangle* data = realloc(t->data, (size_t)room * sizeof *data);
    if (!data) {
      w->no_memory = true;
      return;
    }
    t->data = data;
    t->room = room;
  }
  triangle* next = t->data + t->n++;
  memcpy(next->x[0], a, sizeof next->x[0]);
  memcpy(next->x[1], b, sizeof next->x[1]);
  memcpy(next->x[2], c, sizeof next->x[2]);
}

static void free_part(solid_part* p) {
  free(p->real.data);
  free(p->cap.data);
  free(p->corner);
  *p = (solid_part){0};
}

// --- cutting ------------------------------------------------------------------------------------

// A triangle cut at x[axis] = at: the polygons below and above, with n[0] and n[1] corners; edge:
// the edge between them, oriented as in the lower part, if there is one.
typedef struct {
  double polygon[2][4][3];
  int n[2];
  double edge[2][3];
  bool has_edge;
} cut_triangle;

static void cross(double r[3], const double a[3], const double b[3], int axis, double at) {
  // cut from the smaller end, so that both triangles at an edge get the same point
  const double *p = a, *q = b;
  if (memcmp(a, b, 3 * sizeof *a) > 0) p = b, q = a;
  double t = (at - p[axis]) / (q[axis] - p[axis]);
  for (int k = 0; k < 3; k++) r[k] = p[k] + t * (q[k] - p[k]);
  r[axis] = at;
}

static void cut(cut_triangle* c, const triangle* t, int axis, double at) {
  c->n[0] = c->n[1] = 0;
  int nedge = 0;
  for (int i = 0; i < 3; i++) {
    const double *a = t->x[i], *b = t->x[(i + 1) % 3];
    int side = a[axis] > at, next = b[axis] > at;
    memcpy(c->polygon[side][c->n[side]++], a, 3 * sizeof *a);
    if (side == next) continue;
    double x[3];
    cross(x, a, b, axis, at);
    memcpy(c->polygon[0][c->n[0]++], x, sizeof x);
    memcpy(c->polygon[1][c->n[1]++], x, sizeof x);
    // the boundary of the lower part goes from the point where it leaves to where it returns
    memcpy(c->edge[!next], x, sizeof x);
    nedge++;
  }
  c->has_edge = nedge == 2;
}

// Whether a triangle lies in the plane.  For integrals it counts as below the plane, but it is
// surface of the lower part only if its inner side faces that part.
static bool is_in_plane(const triangle* t, int axis, double at) {
  return t->x[0][axis] == at && t->x[1][axis] == at && t->x[2][axis] == at;
}

static bool looks_along(const triangle* t, int axis) {
  int i = (axis + 1) % 3, j = (axis + 2) % 3;
  const double *a = t->x[0], *b = t->x[1], *c = t->x[2];
  return (b[i] - a[i]) * (c[j] - a[j]) - (b[j] - a[j]) * (c[i] - a[i]) > 0;
}

// Whether a piece of a triangle lies entirely in the plane: it is then an edge or corner of the
// triangle on the other side, and not surface of this one.
static bool is_edge(const cut_triangle* c, int side, int axis, double at) {
  bool edge = true;
  for (int i = 0; i < c->n[side]; i++) edge &= c->polygon[side][i][axis] == at;
  return edge;
}

static void add_polygon(cut_state* w, triangle_list* to, double x[4][3], int n) {
  for (int i = 2; i < n; i++) push(w, to, x[0], x[i - 1], x[i]);
}

// A plane perpendicular to an axis, and a point in it.
typedef struct {
  int axis;
  double at, apex[3];
} cut_plane;

// Cut all triangles of a list and cap both sides.
static void split_list(cut_state* w, const triangle_list* from, solid_part side[2], bool real,
                       const cut_plane* plane) {
  int axis = plane->axis;
  double at = plane->at;
  const double* apex = plane->apex;
  for (int i = 0; i < from->n; i++) {
    cut_triangle c;
    cut(&c, from->data + i, axis, at);
    bool in_plane = is_in_plane(from->data + i, axis, at);
    for (int k = 0; k < 2; k++) {
      bool surface =
          real && (in_plane ? looks_along(from->data + i, axis) : !is_edge(&c, k, axis, at));
      add_polygon(w, surface ? &side[k].real : &side[k].cap, c.polygon[k], c.n[k]);
    }
    if (!c.has_edge) continue;
    push(w, &side[0].cap, apex, c.edge[1], c.edge[0]);
    push(w, &side[1].cap, apex, c.edge[0], c.edge[1]);
  }
}

static double signed_volume(const triangle_list* t, const double o[3]) {
  double sum = 0;
  for (int i = 0; i < t->n; i++) {
    double e[3][3];
    for (int k = 0; k < 3; k++) {
      for (int j = 0; j < 3; j++) e[k][j] = t->data[i].x[k][j] - o[j];
    }
    sum += e[0][0] * (e[1][1] * e[2][2] - e[1][2] * e[2][1]) +
           e[0][1] * (e[1][2] * e[2][0] - e[1][0] * e[2][2]) +
           e[0][2] * (e[1][0] * e[2][1] - e[1][1] * e[2][0]);
  }
  return sum / 6;
}

// --- hulls --------------------------------------------------------------------------------------

// Whether a point is inside the solid, by the winding number of the surface.
static bool inside(const solid_surface* s, const double p[3]) {
  double sum = 0;
  for (int f = 0; f < s->nface; f++) {
    double e[3][3], n[3];
    for (int k = 0; k < 3; k++) {
      for (int j = 0; j < 3; j++) e[k][j] = s->vert[3 * s->face[3 * f + k] + j] - p[j];
      n[k] = sqrt(e[k][0] * e[k][0] + e[k][1] * e[k][1] + e[k][2] * e[k][2]);
    }
    double det = e[0][0] * (e[1][1] * e[2][2] - e[1][2] * e[2][1]) +
                 e[0][1] * (e[1][2] * e[2][0] - e[1][0] * e[2][2]) +
                 e[0][2] * (e[1][0] * e[2][1] - e[1][1] * e[2][0]);
    double ab = e[0][0] * e[1][0] + e[0][1] * e[1][1] + e[0][2] * e[1][2];
    double bc = e[1][0] * e[2][0] + e[1][1] * e[2][1] + e[1][2] * e[2][2];
    double ca = e[2][0] * e[0][0] + e[2][1] * e[0][1] + e[2][2] * e[0][2];
    sum += atan2(det, n[0] * n[1] * n[2] + ab * n[2] + bc * n[0] + ca * n[1]);
  }
  return sum > M_PI;  // half of 2 pi; sum contains half of each solid angle, 4 pi in total
}

// Compute the hull of a part.
static void find_hull(cut_state* w, solid_part* p) {
  int n = 3 * p->real.n;
  double* point = malloc(((size_t)n + 8) * 3 * sizeof *point);
  int* corner = malloc(((size_t)n + 8) * sizeof *corner);
  if (!point || !corner) {
    w->no_memory = true;
  } else {
    if (n) memcpy(point, p->real.data, (size_t)p->real.n * sizeof *p->real.data);
    for (int k = 0; k < 8; k++) {
      double* x = point + 3 * n;
      for (int j = 0; j < 3; j++) x[j] = k >> j & 1 ? p->high[j] : p->low[j];
      n += inside(w->s, x);
    }
    p->hull = convex_volume(point, n, corner, &p->ncorner);
    p->corner = malloc(((size_t)p->ncorner + 1) * 3 * sizeof *p->corner);
    if (p->hull < 0 || !p->corner) {
      w->no_memory = true;
    } else {
      for (int i = 0; i < p->ncorner; i++) {
        memcpy(p->corner + 3 * i, point + 3 * corner[i], 3 * sizeof *point);
      }
    }
  }
  free(point);
  free(corner);
}

// The extreme points along some directions, both ways: their hull is nearly that of all points.
typedef struct {
  double far[2 * AXES], point[2 * AXES][3];
  int n;
} extremes;

static const double axes[AXES][3] = {{1, 0, 0},  {0, 1, 0},  {0, 0, 1},  {1, 1, 0},  {1, -1, 0},
                                     {1, 0, 1},  {1, 0, -1}, {0, 1, 1},  {0, 1, -1}, {1, 1, 1},
                                     {1, 1, -1}, {1, -1, 1}, {1, -1, -1}};

static void include_point(extremes* e, const double x[3]) {
  for (int k = 0; k < AXES; k++) {
    double along = axes[k][0] * x[0] + axes[k][1] * x[1] + axes[k][2] * x[2];
    if (!e->n || along > e->far[2 * k]) {
      e->far[2 * k] = along;
      memcpy(e->point[2 * k], x, 3 * sizeof *x);
    }
    if (!e->n || -along > e->far[2 * k + 1]) {
      e->far[2 * k + 1] = -along;
      memcpy(e->point[2 * k + 1], x, 3 * sizeof *x);
    }
  }
  e->n++;
}

// Estimated volume of the hulls on both sides of a plane, plus a penalty for unequal sizes: for a
// ring the first cut gains nothing, but halves make the next cuts effective.
static double cost_of_cut(cut_state* w, const solid_part* p, int axis, double at) {
  extremes e[2] = {{.n = 0}, {.n = 0}};
  for (int i = 0; i < p->real.n; i++) {
    cut_triangle c;
    const triangle* t = p->real.data + i;
    cut(&c, t, axis, at);
    bool in_plane = is_in_plane(t, axis, at);
    for (int k = 0; k < 2; k++) {
      if (in_plane ? !looks_along(t, axis) : is_edge(&c, k, axis, at)) continue;
      for (int j = 0; j < c.n[k]; j++) include_point(e + k, c.polygon[k][j]);
    }
  }
  double volume[2];
  for (int k = 0; k < 2; k++) {
    volume[k] = e[k].n ? convex_volume(e[k].point[0], 2 * AXES, NULL, NULL) : 0;
    if (volume[k] < 0) w->no_memory = true;
  }
  return volume[0] + volume[1] + UNBALANCE * fabs(volume[0] - volume[1]);
}

// Range of the real triangles of a part along an axis.
static void extent(const solid_part* p, int axis, double range[2]) {
  range[0] = INFINITY;
  range[1] = -INFINITY;
  for (int i = 0; i < p->real.n; i++) {
    for (int k = 0; k < 3; k++) {
      range[0] = fmin(range[0], p->real.data[i].x[k][axis]);
      range[1] = fmax(range[1], p->real.data[i].x[k][axis]);
    }
  }
}

// --- parts --------------------------------------------------------------------------------------

// Candidate cuts of a part along an axis: evenly spaced, and at the corners nearest to these, where
// objects made of flat pieces separate.
static void list_cuts(const solid_part* p, int axis, const double range[2], double at[2 * CUTS]) {
  double length = range[1] - range[0], rim = 1e-6 * length;
  for (int k = 0; k < CUTS; k++) {
    at[2 * k] = range[0] + length * (k + 1) / (CUTS + 1);
    at[2 * k + 1] = INFINITY;
  }
  for (int i = 0; i < 3 * p->real.n; i++) {
    double x = p->real.data[i / 3].x[i % 3][axis];
    if (x < range[0] + rim || x > range[1] - rim) continue;
    for (int k = 0; k < CUTS; k++) {
      if (fabs(x - at[2 * k]) < fabs(at[2 * k + 1] - at[2 * k])) at[2 * k + 1] = x;
    }
  }
}

// The cut with the smallest hulls on both sides; cutting across the longest extent is preferred.
static bool find_cut(cut_state* w, const solid_part* p, int* axis, double* at) {
  double least = INFINITY, range[3][2], longest = 0;
  *axis = 0;
  *at = 0;
  for (int a = 0; a < 3; a++) {
    extent(p, a, range[a]);
    longest = fmax(longest, range[a][1] - range[a][0]);
  }
  for (int a = 0; a < 3; a++) {
    double length = range[a][1] - range[a][0];
    if (!(length > 1e-6 * (p->high[a] - p->low[a]))) continue;
    double place[2 * CUTS];
    list_cuts(p, a, range[a], place);
    for (int k = 0; k < 2 * CUTS; k++) {
      double x = place[k];
      bool again = k > 1 && x == place[k % 2 ? k - 2 : k - 1];
      if (again || x == INFINITY) continue;
      double cost = cost_of_cut(w, p, a, x) + ALONG * p->hull * (1 - length / longest);
      if (k % 2) cost += AT_CORNER * p->hull;
      if (cost >= least) continue;
      least = cost;
      *axis = a;
      *at = x;
    }
  }
  return least < INFINITY;
}

static void finish_part(cut_state* w, solid_part* p) {
  p->volume = signed_volume(&p->real, p->low) + signed_volume(&p->cap, p->low);
  find_hull(w, p);
}

// Cut a part in two: p becomes one, *other the other.
static void split(cut_state* w, solid_part* p, solid_part* other, int axis, double at) {
  solid_part side[2] = {0};
  cut_plane plane = {axis, at, {p->low[0], p->low[1], p->low[2]}};
  plane.apex[axis] = at;
  for (int k = 0; k < 2; k++) {
    memcpy(side[k].low, p->low, sizeof p->low);
    memcpy(side[k].high, p->high, sizeof p->high);
  }
  side[0].high[axis] = side[1].low[axis] = at;
  split_list(w, &p->real, side, true, &plane);
  split_list(w, &p->cap, side, false, &plane);
  free_part(p);
  *p = side[0];
  *other = side[1];
  finish_part(w, p);
  finish_part(w, other);
}

static double excess(const solid_part* p) { return p->whole ? 0 : p->hull - p->volume; }

// Cut the worst of n parts until all are good enough; returns the new number of parts.
static int refine(cut_state* w, solid_part* p, double error, int maxpart) {
  double volume = p[0].volume;
  int n = 1;
  while (n < maxpart && !w->no_memory) {
    double sum = 0;
    int worst = 0;
    for (int i = 0; i < n; i++) {
      sum += p[i].hull;
      if (excess(p + i) > excess(p + worst)) worst = i;
    }
    if (sum <= (1 + error) * volume || !(excess(p + worst) > 0)) break;
    int axis;
    double at;
    if (!find_cut(w, p + worst, &axis, &at)) {
      p[worst].whole = true;
      continue;
    }
    split(w, p + worst, p + n, axis, at);
    n++;
  }
  return n;
}

// --- the surface --------------------------------------------------------------------------------

typedef struct {
  int from, to, way;
} cut_edge;

static int by_ends(const void* a, const void* b) {
  const cut_edge *p = a, *q = b;
  return p->from != q->from ? (p->from > q->from) - (p->from < q->from)
                            : (p->to > q->to) - (p->to < q->to);
}

// Checks that every edge is traversed equally often in both directions.
static const char* check_closed(const solid_surface* s) {
  size_t n = 3 * (size_t)s->nface;
  cut_edge* e = malloc((n + 1) * sizeof *e);
  if (!e) return "out of memory";
  for (size_t i = 0; i < n; i++) {
    int a = s->face[i], b = s->face[i % 3 == 2 ? i - 2 : i + 1];
    e[i] = a < b ? (cut_edge){a, b, 1} : (cut_edge){b, a, -1};
  }
  qsort(e, n, sizeof *e, by_ends);
  const char* problem = NULL;
  int sum = 0;
  for (size_t i = 0; i < n; i++) {
    sum += e[i].way;
    if (i + 1 < n && !by_ends(e + i, e + i + 1)) continue;
    if (sum) problem = "its surface is open, or its faces look to both sides: it encloses no solid";
    sum = 0;
  }
  free(e);
  return problem;
}

static void begin(cut_state* w, solid_part* p) {
  const solid_surface* s = w->s;
  for (int j = 0; j < 3; j++) {
    p->low[j] = INFINITY;
    p->high[j] = -INFINITY;
  }
  for (int f = 0; f < s->nface; f++) {
    const double* x[3];
    for (int k = 0; k < 3; k++) x[k] = s->vert + 3 * s->face[3 * f + k];
    push(w, &p->real, x[0], x[1], x[2]);
    for (int k = 0; k < 3; k++) {
      for (int j = 0; j < 3; j++) {
        p->low[j] = fmin(p->low[j], x[k][j]);
        p->high[j] = fmax(p->high[j], x[k][j]);
      }
    }
  }
  // slightly enlarged, so that no corner of the box is a point of the solid
  for (int j = 0; j < 3; j++) {
    double rim = 1e-3 * (p->high[j] - p->low[j]);
    p->low[j] -= rim;
    p->high[j] += rim;
  }
  if (!w->no_memory) finish_part(w, p);
}

// Limit the number of corners.  A part that would lose most of its volume keeps all: it is thinner
// than the first corners show.
static void limit_corners(cut_state* w, solid_part* p, double* lost) {
  if (p->ncorner <= MOST_CORNERS) return;
  int* corner = malloc((size_t)p->ncorner * sizeof *corner);
  double* kept = malloc(3 * MOST_CORNERS * sizeof *kept);
  int n = 0;
  double volume = -1;
  if (corner && kept) {
    volume = convex_volume_of_few(p->corner, p->ncorner, MOST_CORNERS, corner, &n);
  }
  if (volume < 0) w->no_memory = true;
  if (volume > 0.5 * p->hull && n <= MOST_CORNERS) {
    for (int i = 0; i < n; i++) memcpy(kept + 3 * i, p->corner + 3 * corner[i], 3 * sizeof *kept);
    *lost += p->hull - volume;
    double* all = p->corner;
    p->corner = kept;
    p->ncorner = n;
    kept = all;
  }
  free(corner);
  free(kept);
}

static void hand_over(cut_state* w, decomposition* d, solid_part* p, int n) {
  d->volume = 0;
  for (int i = 0; i < n; i++) d->volume += p[i].volume;
  d->part = calloc((size_t)n, sizeof *d->part);
  for (int i = 0; d->part && i < n; i++) {
    // a part that is practically flat does not collide
    if (!(p[i].hull > 1e-9 * d->volume)) continue;
    limit_corners(w, p + i, &d->lost);
    d->part[d->npart++] = (convex_part){p[i].ncorner, p[i].corner, p[i].hull};
    d->hulls += p[i].hull;
    p[i].corner = NULL;
  }
}

const char* decompose(decomposition* d, const solid_surface* s, double error, int maxpart) {
  *d = (decomposition){0};
  const char* problem = s->nface < 4 ? "it has less than four faces" : check_closed(s);
  if (problem) return problem;
  maxpart = maxpart < 1 ? 1 : maxpart;
  cut_state w = {.s = s};
  solid_part* p = calloc((size_t)maxpart, sizeof *p);
  if (!p) return "out of memory";
  begin(&w, p);
  int n = 1;
  if (!w.no_memory && !(p[0].volume > 0)) {
    problem = "its volume is not positive: its faces look inwards";
  } else if (!w.no_memory) {
    n = refine(&w, p, error, maxpart);
    if (!w.no_memory) hand_over(&w, d, p, n);
  }
  for (int i = 0; i < n; i++) free_part(p + i);
  free(p);
  if (w.no_memory || (!problem && !d->part)) problem = "out of memory";
  if (problem) decomposition_free(d);
  return problem;
}

void decomposition_free(decomposition* d) {
  for (int i = 0; i < d->npart; i++) free(d->part[i].vert);
  free(d->part);
  *d = (decomposition){0};
}
