// Elements, bending edges, edges and cubes exert forces F_i on the few points x_i they depend on,
// which are functions of the positions x and velocities w of these points:
//   dF = Kx dx + Kv dw.
// Each point is fixed to a body.  With U_i the Jacobian of point i, dx = U dq, and dw = U dv plus
// the change of U with q.  Generalised forces are U_i' F_i; where bodies move on slides along the
// world axes the engine applies F_i directly.
#include "dynamics/slope/flex_slope.h"

#include <engine/base.h>

#include "dynamics/flex_force.h"
#include "kinematics/flex.h"
#include "kinematics/jacobian.h"
#include "math/dense.h"

enum { MOST = 8 };  // maximum number of points

typedef struct {
  int n;
  struct {
    int body;
    const mjtNum* x;
    int slides;           // force and velocity are those of the body's slide dofs
    const mjtNum* place;  // where the force acts; NULL: at x
    const mjtNum* speed;  // point whose velocity is used; NULL: x
    mjtNum F[3], w[3];
  } at[MOST];
  mjtNum Kx[9 * MOST * MOST], Kv[9 * MOST * MOST];
  mjtNum Kp[9 * MOST * MOST];  // derivative of the places by x
} point_forces;

static int row_length(const point_forces* p) { return 3 * p->n; }

// --- conversion to generalised coordinates ------------------------------------------------------

// The dofs of all points, ascending; returns their number.
static int dofs_of(const mjModel* m, const point_forces* p, int* col) {
  int n = 0;
  for (int i = 0; i < p->n; i++) n = chain_add(m, p->at[i].body, col, n);
  return n;
}

// Rows of matrices over the dofs col.
typedef struct {
  int n;
  int* col;
  mjtNum* U;      // 3 points x n: Jacobians of the points
  mjtNum* V;      // velocities as the force law uses them
  mjtNum* dw;     // their change with position
  mjtNum *G, *W;  // Jacobians that map forces, and torques at their places, to dofs
  mjtNum* Y;
} point_rows;

static void store_column(mjtNum* M, int row, int n, int k, const mjtNum x[3]) {
  for (int c = 0; c < 3; c++) M[(row + c) * n + k] = x[c];
}

static void fill_chain(const slope* s, const carried* by, const point_forces* p, int i,
                       const point_rows* r) {
  const mjModel* m = s->m;
  const mjData* d = s->d;
  int body = p->at[i].body, n = r->n;
  const mjtNum* V = by->body + 6 * body;
  const mjtNum *com = d->subtree_com + 3 * m->body_rootid[body], *place = p->at[i].place;
  const mjtNum* speed = p->at[i].speed;
  mjtNum arm[3], to_place[3], to_speed[3];
  vec3_sub(arm, p->at[i].x, com);
  vec3_sub(to_place, place ? place : p->at[i].x, com);
  vec3_sub(to_speed, speed ? speed : p->at[i].x, com);
  for (int dof = last_dof(m, body); dof >= 0; dof = m->dof_parentid[dof]) {
    const mjtNum* S = d->cdof + 6 * dof;
    int k = place_in(r->col, dof);
    mjtNum u[3], dV[6], dw[3], t[3];
    dof_velocity(u, S, arm);
    store_column(r->U, 3 * i, n, k, u);
    if (p->at[i].slides) continue;
    dof_velocity(u, S, to_speed);
    store_column(r->V, 3 * i, n, k, u);
    spatial_cross_motion(dV, S, V);
    add6(dV, by->turn + 6 * dof);
    dof_velocity(dw, dV, to_speed);
    vec3_cross(t, V, u);
    vec3_add(dw, dw, t);
    store_column(r->dw, 3 * i, n, k, dw);
    dof_velocity(u, S, to_place);
    store_column(r->G, 3 * i, n, k, u);
    store_column(r->W, 3 * i, n, k, S);
  }
  int first = m->body_dofadr[body], slides = mjMIN(3, m->body_dofnum[body]);
  for (int c = 0; p->at[i].slides && c < slides; c++) {
    int k = place_in(r->col, first + c);
    r->V[(3 * i + c) * n + k] = r->G[(3 * i + c) * n + k] = 1;
  }
}

static point_rows rows_make(const slope* s, const carried* by, const point_forces* p) {
  const mjModel* m = s->m;
  point_rows r = {.col = mj_stackAllocInt(s->d, (size_t)m->nv + 1)};
  r.n = dofs_of(m, p, r.col);
  size_t size = (size_t)row_length(p) * (size_t)r.n;
  r.U = mj_stackAllocNum(s->d, 6 * size + 1);
  vec_zero(r.U, 6 * (int)size);
  mjtNum** const part[] = {&r.V, &r.dw, &r.G, &r.W, &r.Y};
  for (int i = 0; i < 5; i++) *part[i] = r.U + (size_t)(i + 1) * size;
  for (int i = 0; i < p->n; i++) fill_chain(s, by, p, i, &r);
  return r;
}

// Y += K X, K square.
static void add_product(mjtNum* Y, const mjtNum* K, const mjtNum* X, int rows, int n) {
  for (int i = 0; i < rows; i++) {
    for (int k = 0; k < rows; k++) {
      if (K[i * rows + k] != 0) vec_axpy(Y + i * n, K[i * rows + k], X + k * n, n);
    }
  }
}

// Torques caused by motion of the places where forces act.
static void add_moving_places(slope* s, const point_forces* p, const point_rows* r) {
  int n = r->n, rows = row_length(p);
  mj_markStack(s->d);
  mjtNum* dp = mj_stackAllocNum(s->d, (size_t)rows * (size_t)n + 1);
  vec_zero(dp, rows * n);
  add_product(dp, p->Kp, r->U, rows, n);
  for (int i = 0; i < p->n; i++) {
    for (int k = 0; k < n; k++) {
      mjtNum x[3], t[3];
      for (int c = 0; c < 3; c++) x[c] = dp[(3 * i + c) * n + k];
      vec3_cross(t, x, p->at[i].F);
      store_column(r->Y, 3 * i, n, k, t);
    }
  }
  slope_add(s, BY_POSITION, (slope_rows){rows, n, r->col, r->W, r->Y});
  mj_freeStack(s->d);
}

// Add everything to R; by_velocity 0: without the derivative by velocity.
static void add_point_forces(slope* s, const carried* by, const point_forces* p, int by_velocity) {
  int rows = row_length(p), places = 0;
  mj_markStack(s->d);
  point_rows r = rows_make(s, by, p);
  size_t size = (size_t)rows * (size_t)r.n;
  for (int i = 0; i < p->n; i++) {
    const mjtNum *F = p->at[i].F, *place = p->at[i].place;
    places |= place != NULL;
    if (p->at[i].slides) continue;
    body_force f = {p->at[i].body, place ? place : p->at[i].x, {F[0], F[1], F[2]}, {0}};
    slope_add_wrench(s, place ? WRENCH_PLACE : WRENCH_MATERIAL, &f, 1);
  }
  if (places) {
    add_moving_places(s, p, &r);
    vec_zero(r.Y, (int)size);
  }
  if (by_velocity) {
    add_product(r.Y, p->Kv, r.V, rows, r.n);
    slope_add(s, BY_VELOCITY, (slope_rows){rows, r.n, r.col, r.G, r.Y});
    vec_zero(r.Y, (int)size);
  }
  add_product(r.Y, p->Kv, r.dw, rows, r.n);
  add_product(r.Y, p->Kx, r.U, rows, r.n);
  slope_add(s, BY_POSITION, (slope_rows){rows, r.n, r.col, r.G, r.Y});
  mj_freeStack(s->d);
}

static void forces_begin(point_forces* p, int n) {
  p->n = n;
  memset(p->Kx, 0, sizeof(mjtNum) * 9 * (size_t)(n * n));
  memset(p->Kv, 0, sizeof(mjtNum) * 9 * (size_t)(n * n));
}

static void put_vertex(const slope* s, const carried* by, point_forces* p, int i, int vert) {
  const mjModel* m = s->m;
  const mjData* d = s->d;
  int body = m->flex_vertbodyid[vert];
  mjtNum arm[3];
  p->at[i].body = body;
  p->at[i].x = d->flexvert_xpos + 3 * vert;
  p->at[i].slides = 0;
  p->at[i].place = p->at[i].speed = NULL;
  vec3_zero(p->at[i].F);
  vec3_sub(arm, p->at[i].x, d->subtree_com + 3 * m->body_rootid[body]);
  dof_velocity(p->at[i].w, by->body + 6 * body, arm);
}

// K += scale X (3 x 3) at the rows of point i and the columns of point k.
static void add_block(const point_forces* p, mjtNum* K, int i, int k, mjtNum scale,
                      const mjtNum X[9]) {
  int n = row_length(p);
  for (int a = 0; a < 9; a++) K[(3 * i + a / 3) * n + 3 * k + a % 3] += scale * X[a];
}

// --- edges --------------------------------------------------------------------------------------

// Edge from point i to k: unit vector u, length L and its rate, with derivatives by the difference
// of the ends.
typedef struct {
  int end[2];
  mjtNum d[3], u[3], length, rate;
  mjtNum rate_by_d[3];
} edge_motion;

static edge_motion edge_of(const point_forces* p, int i, int k) {
  edge_motion e = {.end = {i, k}};
  mjtNum w[3];
  vec3_sub(e.d, p->at[k].x, p->at[i].x);
  vec3_copy(e.u, e.d);
  e.length = fmax(mjMINVAL, vec3_normalize(e.u));
  vec3_sub(w, p->at[k].w, p->at[i].w);
  e.rate = vec3_dot(e.u, w);
  vec3_axpy(w, -e.rate, e.u);
  vec3_scale(e.rate_by_d, w, 1 / e.length);
  return e;
}

// Force on the ends of edge e, along the vector f from its first to its second end: F_k += f, F_i
// -= f, where f changes by a (b . (x_l - x_j)) with edge g from j to l.
static void add_edge_block(const point_forces* p, mjtNum* K, const edge_motion* e,
                           const edge_motion* g, mjtNum scale, const mjtNum a[3],
                           const mjtNum b[3]) {
  mjtNum X[9];
  for (int c = 0; c < 9; c++) X[c] = a[c / 3] * b[c % 3];
  for (int r = 0; r < 2; r++) {
    for (int c = 0; c < 2; c++) add_block(p, K, e->end[r], g->end[c], r == c ? scale : -scale, X);
  }
}

// f = size d, at fixed size.
static void add_edge_turn(const point_forces* p, const edge_motion* e, mjtNum size) {
  static const mjtNum unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  for (int r = 0; r < 2; r++) {
    for (int c = 0; c < 2; c++) {
      add_block(p, (mjtNum*)p->Kx, e->end[r], e->end[c], r == c ? size : -size, unit);
    }
  }
}

static void push_ends(point_forces* p, const edge_motion* e, mjtNum size) {
  vec3_axpy(p->at[e->end[0]].F, -size, e->d);
  vec3_axpy(p->at[e->end[1]].F, size, e->d);
}

// A spring and damper: f = (k (L0 - L) - c L') u = size d.
static void add_edge(slope* s, const carried* by, int flex, int edge, const mjtNum k_and_c[2],
                     int by_velocity) {
  const mjModel* m = s->m;
  point_forces p;
  int first = m->flex_vertadr[flex];
  forces_begin(&p, 2);
  for (int i = 0; i < 2; i++) put_vertex(s, by, &p, i, first + m->flex_edge[2 * edge + i]);
  if (p.at[0].body == p.at[1].body) return;
  edge_motion e = edge_of(&p, 0, 1);
  mjtNum k = k_and_c[0], c = k_and_c[1], by_d[3];
  mjtNum force = k * (m->flexedge_length0[edge] - e.length) - c * e.rate, size = force / e.length;
  push_ends(&p, &e, size);
  add_edge_turn(&p, &e, size);
  vec3_scale(by_d, e.u, -k - size);
  vec3_axpy(by_d, -c, e.rate_by_d);
  add_edge_block(&p, p.Kx, &e, &e, 1, e.u, by_d);
  add_edge_block(&p, p.Kv, &e, &e, -c, e.u, e.u);
  add_point_forces(s, by, &p, by_velocity);
}

static void add_edges(slope* s, const carried* by, int flex, const mjtNum k_and_c[2],
                      int by_velocity) {
  const mjModel* m = s->m;
  int first = m->flex_edgeadr[flex];
  if (m->flex_rigid[flex] || m->flex_interp[flex]) return;
  if (k_and_c[0] == 0 && k_and_c[1] == 0) return;
  for (int e = first; e < first + m->flex_edgenum[flex]; e++) {
    if (!m->flexedge_rigid[e]) add_edge(s, by, flex, e, k_and_c, by_velocity);
  }
}

// --- elements -----------------------------------------------------------------------------------

// f = -t d along every edge, t = metric s, with s as flex_force.c has it:
//   s = L^2 - L0^2 + D (L^2 - (L - h L')^2),
//   ds = (2 L + 2 D h L') dL + 2 D h (L - h L') dL'.
static void add_element(slope* s, const carried* vel, int flex, int elem) {
  static const int edges_of_dim[4] = {0, 1, 3, 6};
  const mjModel* m = s->m;
  int n = edges_of_dim[m->flex_dim[flex]], points = m->flex_dim[flex] + 1;
  const int* edge = m->flex_elemedge + m->flex_elemedgeadr[flex] + elem * n;
  const int* vertex = m->flex_elem + m->flex_elemdataadr[flex] + elem * points;
  const mjtNum* metric = m->flex_stiffness + FLEX_ELEMENT_NUMBERS * (m->flex_elemadr[flex] + elem);
  mjtNum h = m->opt.timestep, D = h > 0 ? m->flex_damping[flex] / h : 0;
  mjtNum strain[FLEX_MOST_EDGES], K[FLEX_MOST_EDGES][FLEX_MOST_EDGES];
  mjtNum by_d[FLEX_MOST_EDGES][3], by_rate[FLEX_MOST_EDGES];
  edge_motion e[FLEX_MOST_EDGES];
  point_forces p;
  forces_begin(&p, points);
  for (int i = 0; i < points; i++) {
    put_vertex(s, vel, &p, i, m->flex_vertadr[flex] + vertex[i]);
    p.at[i].slides = m->body_simple[p.at[i].body] == 2;
  }
  for (int i = 0; i < n; i++) {
    int id = m->flex_edgeadr[flex] + edge[i], end[2];
    for (int k = 0; k < 2; k++) end[k] = place_in(vertex, m->flex_edge[2 * id + k]);
    e[i] = edge_of(&p, end[0], end[1]);
    mjtNum L = e[i].length, rest = m->flexedge_length0[id], before = L - h * e[i].rate;
    strain[i] = L * L - rest * rest + D * (L * L - before * before);
    by_rate[i] = 2 * D * h * before;
    vec3_scale(by_d[i], e[i].u, 2 * L + 2 * D * h * e[i].rate);
    vec3_axpy(by_d[i], by_rate[i], e[i].rate_by_d);
  }
  for (int i = 0, c = 0; i < n; i++) {
    for (int k = i; k < n; k++) K[i][k] = K[k][i] = metric[c++];
  }
  for (int i = 0; i < n; i++) {
    mjtNum tension = vec_dot(K[i], strain, n);
    push_ends(&p, &e[i], -tension);
    add_edge_turn(&p, &e[i], -tension);
    for (int k = 0; k < n; k++) {
      add_edge_block(&p, p.Kx, &e[i], &e[k], -K[i][k], e[i].d, by_d[k]);
      if (D != 0) add_edge_block(&p, p.Kv, &e[i], &e[k], -K[i][k] * by_rate[k], e[i].d, e[k].u);
    }
  }
  add_point_forces(s, vel, &p, D != 0);
}

// --- bending edges of shells --------------------------------------------------------------------

// F_i = -(B_ij x_j + b g_i(x)), with g the gradient of a volume: for vertices 1 to 3 cross products
// of the sides e_k = x_k - x_0, for vertex 0 minus their sum.
static void add_volume(const point_forces* p, mjtNum b) {
  mjtNum side[3][3], X[9];
  for (int k = 0; k < 3; k++) vec3_sub(side[k], p->at[k + 1].x, p->at[0].x);
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    // derivatives of g_i = e_j x e_k by e_j and e_k
    for (int c = 0; c < 2; c++) {
      const mjtNum* v = side[c ? j : k];
      mjtNum sign = c ? -b : b;  // -b times: by e_j -[e_k]x, by e_k [e_j]x
      X[0] = X[4] = X[8] = 0;
      X[1] = -v[2], X[2] = v[1], X[3] = v[2], X[5] = -v[0], X[6] = -v[1], X[7] = v[0];
      int col = 1 + (c ? k : j);
      for (int r = 0; r < 2; r++) {
        for (int q = 0; q < 2; q++) {
          add_block(p, (mjtNum*)p->Kx, r ? 0 : 1 + i, q ? 0 : col, r == q ? sign : -sign, X);
        }
      }
    }
  }
}

static void add_fold(slope* s, const carried* vel, int flex, int edge, const int acts[2]) {
  static const mjtNum unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  const mjModel* m = s->m;
  const mjtNum* b = m->flex_bending + FLEX_EDGE_NUMBERS * edge;
  point_forces p;
  forces_begin(&p, 4);
  for (int i = 0; i < 4; i++) {
    int vert = i < 2 ? m->flex_edge[2 * edge + i] : m->flex_edgeflap[2 * edge + i - 2];
    put_vertex(s, vel, &p, i, m->flex_vertadr[flex] + vert);
    p.at[i].slides = 1;
  }
  for (int i = 0; i < 4; i++) {
    for (int k = 0; k < 4; k++) {
      if (acts[0]) add_block(&p, p.Kx, i, k, -b[4 * i + k], unit);
      if (acts[1]) add_block(&p, p.Kv, i, k, -m->flex_damping[flex] * b[4 * i + k], unit);
    }
  }
  if (acts[0] && b[FLEX_CURVED] != 0) add_volume(&p, b[FLEX_CURVED]);
  add_point_forces(s, vel, &p, acts[1]);
}

static void add_folds(slope* s, const carried* vel, int flex, const int acts[2]) {
  const mjModel* m = s->m;
  int first = m->flex_edgeadr[flex];
  for (int e = first; e < first + m->flex_edgenum[flex]; e++) {
    if (m->flex_edgeflap[2 * e + 1] >= 0) add_fold(s, vel, flex, e, acts);
  }
}

// --- cubes --------------------------------------------------------------------------------------

// By centred differences of the forces of one cube: its rotation is not a polynomial of the
// positions.  The damping is linear in the velocities.
static void cube_forces(const flex_cube* c, const int acts[2], mjtNum* F, mjtNum* place) {
  mjtNum damper[3 * FLEX_NODES];
  flex_cube_forces(c, F, damper, place);
  vec_scale(F, F, acts[0], 3 * FLEX_NODES);
  vec_axpy(F, acts[1], damper, 3 * FLEX_NODES);
}

static void difference_cube(flex_cube* c, const int acts[2], point_forces* p) {
  enum { N = 3 * FLEX_NODES };
  mjtNum plus[2][N], minus[2][N], size = 0;
  for (int i = 3; i < N; i++) size = fmax(size, fabs(c->x[i] - c->x[i % 3]));
  const mjtNum eps = 1e-5 * fmax(size, mjMINVAL);
  for (int k = 0; k < 2 * N; k++) {
    mjtNum* x = k < N ? c->x + k : c->v + (k - N);
    mjtNum at = *x, nudge = k < N ? eps : 1, *K = k < N ? p->Kx : p->Kv;
    *x = at + nudge;
    cube_forces(c, acts, plus[0], plus[1]);
    *x = at - nudge;
    cube_forces(c, acts, minus[0], minus[1]);
    *x = at;
    for (int i = 0; i < N; i++) {
      K[i * N + k % N] = (plus[0][i] - minus[0][i]) / (2 * nudge);
      if (k < N) p->Kp[i * N + k] = (plus[1][i] - minus[1][i]) / (2 * nudge);
    }
  }
}

static void add_cube(slope* s, const carried* vel, int flex, const int acts[2]) {
  const mjModel* m = s->m;
  if (m->flex_nodenum[flex] != FLEX_NODES) return;
  flex_cube c;
  point_forces p;
  mjtNum F[3 * FLEX_NODES], place[3 * FLEX_NODES], node[3 * FLEX_NODES];
  flex_cube_of(m, s->d, flex, &c);
  vec_copy(node, c.x, 3 * FLEX_NODES);
  forces_begin(&p, FLEX_NODES);
  cube_forces(&c, acts, F, place);
  for (int i = 0; i < FLEX_NODES; i++) {
    int body = m->flex_nodebodyid[m->flex_nodeadr[flex] + i];
    p.at[i].body = body;
    p.at[i].x = node + 3 * i;
    p.at[i].slides = m->flex_centered[flex];
    p.at[i].place = p.at[i].slides ? NULL : place + 3 * i;
    p.at[i].speed = s->d->xpos + 3 * body;
    vec3_copy(p.at[i].F, F + 3 * i);
  }
  difference_cube(&c, acts, &p);
  add_point_forces(s, vel, &p, acts[1]);
}

// --- all ----------------------------------------------------------------------------------------

void add_flex_slope(slope* s, const carried* vel, int springs, int dampers) {
  const mjModel* m = s->m;
  const int acts[2] = {springs, dampers};
  for (int f = 0; f < m->nflex; f++) {
    if (m->flex_rigid[f]) continue;
    if (m->flex_dim[f] == 2 && !m->flex_interp[f]) add_folds(s, vel, f, acts);
    if (m->flex_stiffness[FLEX_ELEMENT_NUMBERS * m->flex_elemadr[f]] != 0) {
      if (m->flex_interp[f]) {
        add_cube(s, vel, f, acts);
      } else {
        for (int e = 0; e < m->flex_elemnum[f]; e++) add_element(s, vel, f, e);
      }
    }
    const mjtNum k_and_c[2] = {springs ? m->flex_edgestiffness[f] : 0,
                               dampers ? m->flex_edgedamping[f] : 0};
    add_edges(s, vel, f, k_and_c, dampers);
  }
}

// A damper between the ends, moving with velocities under acc.
void add_flex_damping_slope(slope* s, const carried* acc_carried) {
  const mjModel* m = s->m;
  for (int f = 0; f < m->nflex; f++) {
    const mjtNum k_and_c[2] = {0, m->flex_edgedamping[f]};
    add_edges(s, acc_carried, f, k_and_c, 0);
  }
}
