#include "collision/shape.h"

#include "math/vec3.h"

enum {
  MIN_CLIMB = 10,    // meshes with fewer vertices are scanned: cheaper than following the graph
  MIN_SAMPLE = 200,  // vertices of a hull on which looking for a good start pays
};

// A direction in the frame of the shape.
static inline void to_local(mjtNum r[3], const convex_shape* s, const mjtNum dir[3]) {
  if (s->mat) {
    mat3_tmul_vec(r, s->mat, dir);
  } else {
    vec3_copy(r, dir);
  }
}

// A support point from the frame to the surroundings, inflated.
static inline void to_world(mjtNum x[3], const convex_shape* s, const mjtNum local[3],
                            const mjtNum dir[3]) {
  if (s->mat) {
    mat3_mul_vec(x, s->mat, local);
    vec3_add(x, x, s->pos);
  } else {
    vec3_add(x, local, s->pos);
  }
  if (s->grow > 0) vec3_axpy(x, s->grow, dir);
}

static int support_sphere(convex_shape* s, mjtNum x[3], const mjtNum dir[3]) {
  mjtNum reach = s->size[0] + s->grow;
  for (int k = 0; k < 3; k++) x[k] = s->pos[k] + reach * dir[k];
  return -1;
}

static int support_capsule(convex_shape* s, mjtNum x[3], const mjtNum dir[3]) {
  mjtNum axis[3] = {0, 0, 1}, reach = s->size[0] + s->grow;
  if (s->mat) vec3_set(axis, s->mat[2], s->mat[5], s->mat[8]);
  mjtNum half = vec3_dot(axis, dir) >= 0 ? s->size[1] : -s->size[1];
  for (int k = 0; k < 3; k++) x[k] = s->pos[k] + half * axis[k] + reach * dir[k];
  return -1;
}

static int support_ellipsoid(convex_shape* s, mjtNum x[3], const mjtNum dir[3]) {
  mjtNum w[3];
  to_local(w, s, dir);
  // written out: as loops these become wide loads of numbers just stored one by one, which wait
  mjtNum s0 = s->size[0], s1 = s->size[1], s2 = s->size[2];
  mjtNum w0 = w[0] * s0, w1 = w[1] * s1, w2 = w[2] * s2;
  mjtNum length = sqrt(w0 * w0 + w1 * w1 + w2 * w2);
  if (length < mjMINVAL) {
    vec3_set(w, s0, 0, 0);
  } else {
    mjtNum scale = 1 / length;
    vec3_set(w, w0 * (s0 * scale), w1 * (s1 * scale), w2 * (s2 * scale));
  }
  to_world(x, s, w, dir);
  return -1;
}

static int support_cylinder(convex_shape* s, mjtNum x[3], const mjtNum dir[3]) {
  mjtNum w[3];
  to_local(w, s, dir);
  mjtNum across2 = w[0] * w[0] + w[1] * w[1];
  mjtNum scale = across2 > mjMINVAL * mjMINVAL ? s->size[0] / sqrt(across2) : 0;
  vec3_set(w, w[0] * scale, w[1] * scale, w[2] >= 0 ? s->size[1] : -s->size[1]);
  to_world(x, s, w, dir);
  return -1;
}

static int support_box(convex_shape* s, mjtNum x[3], const mjtNum dir[3]) {
  mjtNum w[3];
  int corner = 0;
  to_local(w, s, dir);
  for (int k = 0; k < 3; k++) {
    corner |= (w[k] >= 0) << k;
    w[k] = w[k] >= 0 ? s->size[k] : -s->size[k];
  }
  to_world(x, s, w, dir);
  return corner;
}

static inline mjtNum dot_float(const float* v, const mjtNum w[3]) {
  return v[0] * w[0] + v[1] * w[1] + v[2] * w[2];
}

// The vertex farthest along w, by looking at all; *best >= 0 is looked at first and wins ties.
static int scan_vertices(const float* vert, int n, const mjtNum w[3], int start) {
  int best = start;
  mjtNum most = start >= 0 ? dot_float(vert + 3 * start, w) : -INFINITY;
  for (int i = 0; i < n; i++) {
    mjtNum along = dot_float(vert + 3 * i, w);
    if (along > most) {
      most = along;
      best = i;
    }
  }
  return best < 0 ? 0 : best;
}

// Where to start climbing when nothing is known: on a large hull, the best of a sample, from which
// the way is short; on others the first vertex.
static int first_vertex(const hull_graph* g, const float* vert, const mjtNum w[3]) {
  if (g->nvert < MIN_SAMPLE) return 0;
  int best = 0, step = g->nvert / 32;
  mjtNum most = -INFINITY;
  for (int i = 0; i < g->nvert; i += step) {
    mjtNum along = dot_float(vert + 3 * g->global[i], w);
    if (along > most) {
      most = along;
      best = i;
    }
  }
  return best;
}

// The hull vertex farthest along w, by climbing from a start (-1: none); both are ids of the hull.
static int climb_hull(const hull_graph* g, const float* vert, const mjtNum w[3], int start) {
  int best = start < 0 ? first_vertex(g, vert, w) : start;
  mjtNum most = dot_float(vert + 3 * g->global[best], w);
  for (int from = -1; from != best;) {
    from = best;
    for (const int* e = g->edges + g->edge_start[from]; *e >= 0; e++) {
      mjtNum along = dot_float(vert + 3 * g->global[*e], w);
      if (along > most) {
        most = along;
        best = *e;
      }
    }
  }
  return best;
}

static int support_mesh(convex_shape* s, mjtNum x[3], const mjtNum dir[3]) {
  mjtNum w[3];
  int vertex;
  to_local(w, s, dir);
  if (s->graph && s->nvert >= MIN_CLIMB) {
    hull_graph g = hull_graph_of(s->graph);
    s->last = climb_hull(&g, s->vert, w, s->last);
    vertex = g.global[s->last];
  } else {
    vertex = s->last = scan_vertices(s->vert, s->nvert, w, s->last);
  }
  const float* v = s->vert + 3 * vertex;
  mjtNum local[3] = {v[0], v[1], v[2]};
  to_world(x, s, local, dir);
  return vertex;
}

static int support_prism(convex_shape* s, mjtNum x[3], const mjtNum dir[3]) {
  int first = dir[2] < 0 ? 0 : 3, best = first;
  mjtNum most = vec3_dot(s->prism[first], dir);
  for (int i = first + 1; i < first + 3; i++) {
    mjtNum along = vec3_dot(s->prism[i], dir);
    if (along > most) {
      most = along;
      best = i;
    }
  }
  vec3_copy(x, s->prism[best]);
  return best;
}

convex_shape shape_of_geom(const mjModel* m, const mjData* d, int geom, mjtNum grow) {
  static const support_function functions[mjNGEOMTYPES] = {[mjGEOM_SPHERE] = support_sphere,
                                                           [mjGEOM_CAPSULE] = support_capsule,
                                                           [mjGEOM_ELLIPSOID] = support_ellipsoid,
                                                           [mjGEOM_CYLINDER] = support_cylinder,
                                                           [mjGEOM_BOX] = support_box,
                                                           [mjGEOM_MESH] = support_mesh,
                                                           [mjGEOM_SDF] = support_mesh};
  convex_shape s = {.support = functions[m->geom_type[geom]],
                    .type = m->geom_type[geom],
                    .mat = d->geom_xmat + 9 * geom,
                    .grow = grow,
                    .last = -1,
                    .id = geom};
  vec3_copy(s.pos, d->geom_xpos + 3 * geom);
  vec3_copy(s.centre, s.pos);
  vec3_copy(s.size, m->geom_size + 3 * geom);
  if (s.type != mjGEOM_MESH && s.type != mjGEOM_SDF) return s;
  int mesh = m->geom_dataid[geom];
  if (mesh < 0 || m->mesh_vertnum[mesh] < 1) {
    // nothing is known of its form but the bounding sphere
    s.support = support_sphere;
    s.type = mjGEOM_SPHERE;
    s.size[0] = m->geom_rbound[geom];
  } else {
    s.vert = m->mesh_vert + 3 * m->mesh_vertadr[mesh];
    s.nvert = m->mesh_vertnum[mesh];
    if (m->mesh_graphadr[mesh] >= 0) s.graph = m->mesh_graph + m->mesh_graphadr[mesh];
  }
  return s;
}

convex_shape shape_of_prism(const mjtNum (*vertices)[3]) {
  convex_shape s = {.support = support_prism, .type = SHAPE_PRISM, .id = -1, .last = -1};
  s.prism = vertices;
  for (int i = 0; i < 6; i++) vec3_add(s.centre, s.centre, vertices[i]);
  vec3_scale(s.centre, s.centre, 1.0 / 6);
  return s;
}

void shape_point_out(mjtNum x[3], const convex_shape* s) {
  if (s->mat) mat3_mul_vec(x, s->mat, x);
  vec3_add(x, x, s->pos);
}

void shape_direction_out(mjtNum v[3], const convex_shape* s) {
  if (s->mat) mat3_mul_vec(v, s->mat, v);
}

// A point of the surroundings in the frame.
static void point_in(mjtNum r[3], const convex_shape* s, const mjtNum x[3]) {
  vec3_sub(r, x, s->pos);
  if (s->mat) mat3_tmul_vec(r, s->mat, r);
}

void shapes_relative(convex_shape* ra, convex_shape* rb, mjtNum mat[9], const convex_shape* a,
                     const convex_shape* b) {
  *ra = *a;
  *rb = *b;
  point_in(ra->centre, a, a->centre);
  point_in(rb->centre, a, b->centre);
  point_in(rb->pos, a, b->pos);
  vec3_zero(ra->pos);
  ra->mat = NULL;
  if (a->mat && b->mat) {
    mat3_tmul(mat, a->mat, b->mat);
    rb->mat = mat;
  } else if (a->mat) {
    for (int i = 0; i < 9; i++) mat[i] = a->mat[3 * (i % 3) + i / 3];
    rb->mat = mat;
  }
}

void shape_make_point(convex_shape* s, const mjtNum x[3]) {
  *s = (convex_shape){.support = support_sphere, .type = mjGEOM_SPHERE, .last = -1, .id = -1};
  vec3_copy(s->pos, x);
  vec3_copy(s->centre, x);
}

int shape_climbs_far(const convex_shape* s) { return s->graph && s->graph[0] >= MIN_SAMPLE; }

int shape_is_polyhedral(const convex_shape* s) {
  return s->grow == 0 &&
         (s->type == mjGEOM_BOX || s->type == mjGEOM_MESH || s->type == SHAPE_PRISM);
}

int shape_is_round(const convex_shape* s) {
  return s->type == mjGEOM_SPHERE || s->type == mjGEOM_CAPSULE;
}

mjtNum shape_core(convex_shape* core, const convex_shape* s) {
  *core = *s;
  if (!shape_is_round(s)) return 0;
  core->size[0] = core->grow = 0;
  return s->size[0] + s->grow;
}

static mjtNum sign(mjtNum x) { return (x > 0) - (x < 0); }

int support_centred(convex_shape* s, mjtNum x[3], const mjtNum dir[3]) {
  mjtNum w[3];
  if (s->type == mjGEOM_SPHERE || s->type == mjGEOM_ELLIPSOID || s->type == SHAPE_PRISM) {
    return s->support(s, x, dir);
  }
  int vertex = -1;
  to_local(w, s, dir);
  switch (s->type) {
    case mjGEOM_CAPSULE: {
      mjtNum half = sign(w[2]) * s->size[1];
      vec3_scale(w, w, s->size[0]);
      w[2] += half;
      break;
    }
    case mjGEOM_CYLINDER: {
      mjtNum across = sqrt(w[0] * w[0] + w[1] * w[1]);
      mjtNum scale = across > mjMINVAL ? s->size[0] : 0, u = across > mjMINVAL ? across : 1;
      vec3_set(w, w[0] / u * scale, w[1] / u * scale, sign(w[2]) * s->size[1]);
      break;
    }
    case mjGEOM_BOX:
      for (int k = 0; k < 3; k++) w[k] = sign(w[k]) * s->size[k];
      break;
    default: {
      if (s->graph) {
        hull_graph g = hull_graph_of(s->graph);
        s->last = climb_hull(&g, s->vert, w, s->last);
        vertex = g.global[s->last];
      } else {
        vertex = scan_vertices(s->vert, s->nvert, w, -1);
      }
      const float* v = s->vert + 3 * vertex;
      vec3_set(w, v[0], v[1], v[2]);
    }
  }
  to_world(x, s, w, dir);
  return vertex;
}
