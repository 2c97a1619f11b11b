#include "collision/flex_contact_slope.h"

#include <engine/base.h>

#include "collision/contact_difference.h"
#include "collision/flex_pair.h"
#include "kinematics/contact_side.h"
#include "kinematics/flex.h"
#include "math/dense.h"
#include "math/vec3.h"

enum { MOST_ROWS = FLEX_WEIGHTS + 2 * SIDE_MAXBODY };

typedef struct {
  const mjModel* m;
  mjData* d;
  const mjContact* con;
  mjContact* room;  // mjMAXCONPAIR
  int rows;
  // what a point is: vertex or, of an interpolated flex, node
  int flex[FLEX_MOST_POINTS], index[FLEX_MOST_POINTS];
} flex_prober;

// Of a point from 0 to 1 across the cube, the weight of a corner.
static mjtNum corner_weight(const mjtNum x[3], int corner) {
  mjtNum weight = 1;
  for (int k = 0; k < 3; k++) weight *= corner & (4 >> k) ? x[k] : 1 - x[k];
  return weight;
}

// --- points -------------------------------------------------------------------------------------

static void add_point(flex_prober* p, flex_contact_slope* out, int flex, int index) {
  const mjModel* m = p->m;
  for (int i = 0; i < out->n; i++) {
    if (p->flex[i] == flex && p->index[i] == index) return;
  }
  int i = out->n++;
  p->flex[i] = flex;
  p->index[i] = index;
  if (m->flex_interp[flex]) {
    mjtNum node[3 * FLEX_MOST_POINTS];
    flex_node_positions(m, p->d, flex, node);
    out->body[i] = m->flex_nodebodyid[m->flex_nodeadr[flex] + index];
    vec3_copy(out->x[i], node + 3 * index);
  } else {
    int vert = m->flex_vertadr[flex] + index;
    out->body[i] = m->flex_vertbodyid[vert];
    vec3_copy(out->x[i], p->d->flexvert_xpos + 3 * vert);
  }
}

static int side_vertices(const mjModel* m, const mjContact* con, int k, const int** vertex) {
  if (con->vert[k] >= 0) {
    *vertex = con->vert + k;
    return 1;
  }
  *vertex = flex_element_vertices(m, con->flex[k], con->elem[k]);
  return m->flex_dim[con->flex[k]] + 1;
}

static void find_points(flex_prober* p, flex_contact_slope* out) {
  for (int k = 0; k < 2; k++) {
    const int* vertex;
    int flex = p->con->flex[k];
    if (flex < 0) continue;
    int n = side_vertices(p->m, p->con, k, &vertex);
    if (p->m->flex_interp[flex]) {
      for (int i = 0; i < 8; i++) add_point(p, out, flex, i);
    } else {
      for (int i = 0; i < n; i++) add_point(p, out, flex, vertex[i]);
    }
  }
}

// Move point i along an axis: the vertices of the contact that it carries.  Those that both sides
// have move once.
static void move_vertices(const flex_prober* p, int i, int axis, mjtNum eps) {
  const mjModel* m = p->m;
  const mjContact* con = p->con;
  int flex = p->flex[i];
  mjtNum* x = p->d->flexvert_xpos + 3 * m->flex_vertadr[flex];
  if (!m->flex_interp[flex]) {
    x[3 * p->index[i] + axis] += eps;
    return;
  }
  const int *first = NULL, *vertex;
  int nfirst = 0;
  for (int k = 0; k < 2; k++) {
    if (con->flex[k] != flex) continue;
    int n = side_vertices(m, con, k, &vertex);
    for (int v = 0; v < n; v++) {
      int again = 0;
      for (int e = 0; e < nfirst; e++) again |= first[e] == vertex[v];
      const mjtNum* local = m->flex_vert0 + 3 * (m->flex_vertadr[flex] + vertex[v]);
      if (!again) x[3 * vertex[v] + axis] += eps * corner_weight(local, p->index[i]);
    }
    first = vertex;
    nfirst = n;
  }
}

// From the centres of boxes searches begin.
static void box_elements(const flex_prober* p) {
  for (int k = 0; k < 2; k++) {
    if (p->con->flex[k] < 0 || p->con->elem[k] < 0) continue;
    flex_box_element(p->m, p->d, p->con->flex[k], p->con->elem[k]);
  }
}

static void nudge(const flex_prober* p, int i, int axis, mjtNum eps) {
  move_vertices(p, i, axis, eps);
  box_elements(p);
}

// --- what the routine makes of them -------------------------------------------------------------

static int weights_of(const flex_prober* p, const mjContact* con, mjtNum* out) {
  int n = 0;
  for (int k = 0; k < 2; k++) {
    contact_side side;
    contact_side_bodies(p->m, p->d, con, k, &side);
    for (int i = 0; i < side.n; i++) out[n++] = side.weight[i];
  }
  return n;
}

// 0 when the contact has gone.
static int probe(const flex_prober* p, mjtNum* out) {
  const mjContact* con = p->con;
  int n = flex_contacts_again(p->m, p->d, con, p->room), best = -1;
  mjtNum least = INFINITY;
  for (int i = 0; i < n; i++) {
    mjtNum away =
        vec3_distance(p->room[i].pos, con->pos) + vec3_distance(p->room[i].frame, con->frame);
    if (away >= least) continue;
    least = away;
    best = i;
  }
  if (best < 0) return 0;
  const mjContact* found = p->room + best;
  out[FLEX_DIST] = found->dist;
  vec3_copy(out + FLEX_POS, found->pos);
  vec3_copy(out + FLEX_NORMAL, found->frame);
  vec3_normalize(out + FLEX_NORMAL);
  mjContact moved = *con;
  vec3_copy(moved.pos, found->pos);
  weights_of(p, &moved, out + FLEX_WEIGHTS);
  return 1;
}

static void quotient(const flex_prober* p, int i, int axis, mjtNum eps, mjtNum* out) {
  mjtNum plus[MOST_ROWS], minus[MOST_ROWS], now[MOST_ROWS];
  nudge(p, i, axis, eps);
  int forward = probe(p, plus);
  nudge(p, i, axis, -2 * eps);
  int backward = probe(p, minus);
  nudge(p, i, axis, eps);
  now[FLEX_DIST] = p->con->dist;
  vec3_copy(now + FLEX_POS, p->con->pos);
  vec3_copy(now + FLEX_NORMAL, p->con->frame);
  weights_of(p, p->con, now + FLEX_WEIGHTS);
  mjtNum scale = 1 / ((forward + backward ? forward + backward : 1) * eps);
  for (int r = 0; r < p->rows; r++) {
    out[r] = ((forward ? plus : now)[r] - (backward ? minus : now)[r]) * scale;
  }
}

// Pairs with a formula for where they touch: a vertex on a plane, spheres, vertices and elements of
// one flex, lines with capsules and boxes and with each other.
static int has_formula(const mjModel* m, const mjContact* con) {
  int g = con->geom[0], dim = m->flex_dim[con->flex[1]];
  if (con->vert[0] >= 0 || con->vert[1] >= 0) return 1;
  if (g < 0) return dim == 1 && m->flex_dim[con->flex[0]] == 1;
  int type = m->geom_type[g];
  return (type == mjGEOM_SPHERE && dim < 3) ||
         (dim == 1 && (type == mjGEOM_CAPSULE || type == mjGEOM_BOX));
}

static mjtNum point_quotient(const void* prober, int motion, mjtNum eps, mjtNum* out) {
  quotient(prober, motion / 3, motion % 3, eps, out);
  return 0;
}

// The others search.
static void slope_column(const flex_prober* p, int i, int axis, mjtNum* s) {
  if (has_formula(p->m, p->con)) {
    quotient(p, i, axis, 1e-6, s);
  } else {
    searched_slope(&(differenced){p, 3 * i + axis, p->rows, point_quotient}, s);
  }
}

void flex_contact_slope_of(const mjModel* m, mjData* d, const mjContact* con,
                           flex_contact_slope* out) {
  flex_prober p = {.m = m, .d = d, .con = con};
  mjtNum s[MOST_ROWS];
  out->n = 0;
  find_points(&p, out);
  p.rows = out->rows = FLEX_WEIGHTS + weights_of(&p, con, s);
  size_t width = 3 * (size_t)out->n, nv = 3 * (size_t)m->nflexvert;
  out->slope = mj_stackAllocNum(d, (size_t)out->rows * width + 1);
  mj_markStack(d);
  p.room = mj_stackAllocByte(d, sizeof(mjContact) * mjMAXCONPAIR, _Alignof(mjContact));
  mjtNum* keep = mj_stackAllocNum(d, nv);
  vec_copy(keep, d->flexvert_xpos, (int)nv);
  for (int i = 0; i < out->n; i++) {
    for (int axis = 0; axis < 3; axis++) {
      slope_column(&p, i, axis, s);
      for (int r = 0; r < p.rows; r++)
        out->slope[(size_t)r * width + (size_t)(3 * i + axis)] = s[r];
    }
  }
  vec_copy(d->flexvert_xpos, keep, (int)nv);
  box_elements(&p);
  mj_freeStack(d);
}

static int is_bent_along(const flex_prober* p, int i, int axis, mjtNum within) {
  mjtNum value[BEND_NUDGES][MOST_ROWS], at_now = 0;
  const mjtNum* at[BEND_NUDGES];
  int gone = 0;
  for (int k = 0; k < BEND_NUDGES; k++) {
    nudge(p, i, axis, bend_nudge[k] * within - at_now);
    at_now = bend_nudge[k] * within;
    gone |= !probe(p, value[k]);
    at[k] = value[k];
  }
  nudge(p, i, axis, -at_now);
  // that a contact ends is another kink
  return !gone && is_bent(at, p->rows, within);
}

int flex_contact_is_bent(const mjModel* m, mjData* d, const mjContact* con, mjtNum within) {
  flex_prober p = {.m = m, .d = d, .con = con};
  flex_contact_slope points = {.n = 0};
  mjtNum weights[MOST_ROWS];
  find_points(&p, &points);
  p.rows = FLEX_WEIGHTS + weights_of(&p, con, weights);
  mj_markStack(d);
  p.room = mj_stackAllocByte(d, sizeof(mjContact) * mjMAXCONPAIR, _Alignof(mjContact));
  mjtNum* keep = mj_stackAllocNum(d, 3 * (size_t)m->nflexvert);
  vec_copy(keep, d->flexvert_xpos, 3 * (int)m->nflexvert);
  int bent = 0;
  for (int i = 0; !bent && i < 3 * points.n; i++) bent = is_bent_along(&p, i / 3, i % 3, within);
  vec_copy(d->flexvert_xpos, keep, 3 * (int)m->nflexvert);
  box_elements(&p);
  mj_freeStack(d);
  return bent;
}
