#include "dynamics/flex_stiffness.h"

#include <engine/model.h>

#include "dynamics/flex_force.h"
#include "kinematics/flex.h"
#include "math/quat.h"
#include "math/vec3.h"

// The first of the three slide dofs of a body; -1: it does not have its own three slides.
static int slides_of(const mjModel* m, int body) {
  return body >= 0 && m->body_dofnum[body] == 3 && m->jnt_type[m->body_jntadr[body]] == mjJNT_SLIDE
             ? m->body_dofadr[body]
             : -1;
}

// Emit a block between two bodies, converted from world axes to those of their slides.
static void emit_block(const mjModel* m, const mjData* d, const stiffness_sink* sink, int body_a,
                       int body_b, const mjtNum block[9]) {
  int a = slides_of(m, body_a), b = slides_of(m, body_b);
  if (a < 0 || b < 0) return;
  mjtNum turned[9];
  mat3_copy(turned, block);
  if (m->body_simple[body_a] != 2) mat3_tmul(turned, d->xmat + 9 * body_a, block);
  if (m->body_simple[body_b] != 2) {
    mjtNum half[9];
    mat3_copy(half, turned);
    mat3_mul(turned, half, d->xmat + 9 * body_b);
  }
  if (a >= b) {
    sink->add(sink->to, a, b, turned);
    return;
  }
  mjtNum other[9];
  for (int i = 0; i < 9; i++) other[i] = turned[3 * (i % 3) + i / 3];
  sink->add(sink->to, b, a, other);
}

// --- elements -----------------------------------------------------------------------------------

enum { MAX_EDGES = 6, MAX_CORNERS = 4 };

// Elastic energy s'Gs/4, with s the differences of the squared edge lengths from those at rest.
// Its gradient is tension_e u_e = (G s)_e u_e at the ends of edge e, with u_e the vector along the
// edge; its Hessian is
//   sum 2 G_ef u_e u_f' + tension_e 1.
// The second part is left out where the edge is compressed, since it is negative there.
typedef struct {
  int n;                                // edges
  mjtNum metric[MAX_EDGES][MAX_EDGES];  // G
  mjtNum along[MAX_EDGES][3], tension[MAX_EDGES];
  int end[MAX_EDGES][2];  // indices of the element's corners
} element_state;

static int corner_of(const int* vertex, int n, int v) {
  int k = 0;
  while (k < n - 1 && vertex[k] != v) k++;
  return k;
}

static void take_element(element_state* s, const mjModel* m, const mjData* d, int flex, int elem,
                         const int* vertex) {
  static const int edges_of_dim[4] = {0, 1, 3, 6};
  int dim = m->flex_dim[flex], first = m->flex_edgeadr[flex];
  s->n = edges_of_dim[dim];
  const int* edge = m->flex_elemedge + m->flex_elemedgeadr[flex] + elem * s->n;
  const mjtNum* G = m->flex_stiffness + FLEX_ELEMENT_NUMBERS * (m->flex_elemadr[flex] + elem);
  const mjtNum* x = d->flexvert_xpos + 3 * m->flex_vertadr[flex];
  mjtNum more[MAX_EDGES];
  for (int e = 0; e < s->n; e++) {
    int id = first + edge[e];
    const int* end = m->flex_edge + 2 * id;
    vec3_sub(s->along[e], x + 3 * end[0], x + 3 * end[1]);
    for (int k = 0; k < 2; k++) s->end[e][k] = corner_of(vertex, dim + 1, end[k]);
    mjtNum length = d->flexedge_length[id], rest = m->flexedge_length0[id];
    more[e] = length * length - rest * rest;
    for (int f = e; f < s->n; f++) s->metric[e][f] = s->metric[f][e] = *G++;
  }
  for (int e = 0; e < s->n; e++) {
    s->tension[e] = 0;
    for (int f = 0; f < s->n; f++) s->tension[e] += s->metric[e][f] * more[f];
  }
}

// +1 or -1 for an end of edge e; 0: the corner is not an end of it.
static int sign_at(const element_state* s, int e, int corner) {
  return s->end[e][0] == corner ? 1 : s->end[e][1] == corner ? -1 : 0;
}

static void element_block(const element_state* s, int a, int b, mjtNum block[9]) {
  for (int i = 0; i < 9; i++) block[i] = 0;
  for (int e = 0; e < s->n; e++) {
    int at_a = sign_at(s, e, a);
    if (!at_a) continue;
    for (int f = 0; f < s->n; f++) {
      mjtNum scale = 2 * s->metric[e][f] * at_a * sign_at(s, f, b);
      for (int i = 0; i < 9 && scale != 0; i++) {
        block[i] += scale * s->along[e][i / 3] * s->along[f][i % 3];
      }
    }
    mjtNum pull = s->tension[e] > 0 ? s->tension[e] * at_a * sign_at(s, e, b) : 0;
    for (int k = 0; k < 3; k++) block[4 * k] += pull;
  }
}

static void add_elements(const mjModel* m, const mjData* d, int flex, const stiffness_sink* sink) {
  int n = m->flex_dim[flex] + 1;
  const int* body = m->flex_vertbodyid + m->flex_vertadr[flex];
  for (int i = 0; i < m->flex_elemnum[flex]; i++) {
    const int* vertex = m->flex_elem + m->flex_elemdataadr[flex] + i * n;
    element_state s;
    take_element(&s, m, d, flex, i, vertex);
    for (int a = 0; a < n; a++) {
      for (int b = 0; b <= a; b++) {
        mjtNum block[9];
        element_block(&s, a, b, block);
        emit_block(m, d, sink, body[vertex[a]], body[vertex[b]], block);
      }
    }
  }
}

// --- bending ------------------------------------------------------------------------------------

static void add_bending(const mjModel* m, const mjData* d, int flex, const stiffness_sink* sink) {
  const int* body = m->flex_vertbodyid + m->flex_vertadr[flex];
  int first = m->flex_edgeadr[flex];
  for (int e = first; e < first + m->flex_edgenum[flex]; e++) {
    const int *ends = m->flex_edge + 2 * e, *flaps = m->flex_edgeflap + 2 * e;
    if (flaps[1] < 0) continue;
    for (int i = 0; i < 4; i++) {
      for (int j = 0; j <= i; j++) {
        mjtNum k = m->flex_bending[FLEX_EDGE_NUMBERS * e + 4 * i + j];
        const mjtNum block[9] = {k, 0, 0, 0, k, 0, 0, 0, k};
        emit_block(m, d, sink, body[i < 2 ? ends[i] : flaps[i - 2]],
                   body[j < 2 ? ends[j] : flaps[j - 2]], block);
      }
    }
  }
}

// --- cells --------------------------------------------------------------------------------------

// The blocks of -R K R' for a cell with rotation R.
static void add_cell(const mjModel* m, const mjData* d, int flex, const flex_cell* c,
                     const stiffness_sink* sink) {
  const int* body = m->flex_nodebodyid + m->flex_nodeadr[flex];
  mjtNum R[9];
  quat_to_mat3(R, c->quat);
  for (int a = 0; a < c->n; a++) {
    for (int b = 0; b <= a; b++) {
      mjtNum part[9], half[9], block[9];
      for (int i = 0; i < 9; i++) part[i] = -c->K[(3 * a + i / 3) * 3 * c->n + 3 * b + i % 3];
      mat3_mul(half, R, part);
      mat3_mul_t(block, half, R);
      emit_block(m, d, sink, body[c->node[a]], body[c->node[b]], block);
    }
  }
}

// ------------------------------------------------------------------------------------------------

int flex_is_elastic(const mjModel* m, int flex) {
  if (m->flex_rigid[flex]) return 0;
  if (m->flex_interp[flex]) return flex_cell_matrix(m, flex, 0) != NULL;
  return flex_has_strain(m, flex) || flex_bends(m, flex);
}

void flex_stiffness(const mjModel* m, mjData* d, int flex, const stiffness_sink* sink) {
  if (m->flex_interp[flex]) {
    flex_grid g = flex_grid_of(m, flex);
    mj_markStack(d);
    mjtNum* x = mj_stackAllocNum(d, 3 * (size_t)m->flex_nodenum[flex]);
    flex_node_positions(m, d, flex, x);
    for (int i = 0; i < flex_grid_cells(&g); i++) {
      flex_cell c;
      if (flex_cell_take(&c, m, flex, &g, i, x)) add_cell(m, d, flex, &c, sink);
    }
    mj_freeStack(d);
    return;
  }
  if (flex_has_strain(m, flex)) add_elements(m, d, flex, sink);
  if (flex_bends(m, flex)) add_bending(m, d, flex, sink);
}
