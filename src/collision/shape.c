#include "collision/shape.h"

#include <string.h>

#include "collision/support.h"
#include "math/quat.h"
#include "math/vec3.h"

static inline int farthest_of_all(convex_shape* s, mjtNum x[3], const mjtNum w[3], int first) {
  int vertex = vertices_farthest(s->vert, s->nvert, w, first);
  const float* v = s->vert + 3 * vertex;
  vec3_set(x, v[0], v[1], v[2]);
  return vertex;
}

// Support vertex of a mesh with a graph.
static inline int farthest_of_hull(convex_shape* s, mjtNum x[3], const mjtNum w[3]) {
  hull_graph g = hull_graph_of(s->graph);
  const hull_sample* all = s->sample;
  int at = all ? hull_farthest(s->sample, &g, s->vert, w, s->last, s->hint)
               : hull_climb(&g, s->vert, w, s->last);
  s->last = at;
  int vertex = g.global[at];
  if (all && all->complete) {
    // for latency: what the caller computes next does not depend on the index in the mesh
    vec3_set(x, all->x[at], all->y[at], all->z[at]);
  } else {
    const float* v = s->vert + 3 * vertex;
    vec3_set(x, v[0], v[1], v[2]);
  }
  return vertex;
}

int shape_farthest_vertex(convex_shape* s, mjtNum x[3], const mjtNum w[3]) {
  if (s->graph && s->nvert >= MIN_CLIMB) return farthest_of_hull(s, x, w);
  return s->last = farthest_of_all(s, x, w, s->last);
}

static void take_mesh(convex_shape* s, const mjModel* m, int mesh) {
  s->mesh = mesh;
  s->vert = m->mesh_vert + 3 * m->mesh_vertadr[mesh];
  s->nvert = m->mesh_vertnum[mesh];
  s->graph = m->mesh_graphadr[mesh] >= 0 ? m->mesh_graph + m->mesh_graphadr[mesh] : NULL;
}

void shape_of_geom(convex_shape* s, const mjModel* m, const mjData* d, int geom, mjtNum grow) {
  s->type = m->geom_type[geom];
  s->mat = d->geom_xmat + 9 * geom;
  s->grow = grow;
  s->id = geom;
  s->mesh = -1;
  s->box = m->geom_aabb + 6 * geom;
  s->last = s->hint = -1;
  s->vert = NULL;
  s->graph = NULL;
  s->nvert = 0;
  s->sample = NULL;
  s->prism = NULL;
  vec3_copy(s->pos, d->geom_xpos + 3 * geom);
  vec3_copy(s->centre, s->pos);
  vec3_copy(s->size, m->geom_size + 3 * geom);
  if (s->type != mjGEOM_MESH && s->type != mjGEOM_SDF) return;
  int mesh = m->geom_dataid[geom];
  if (mesh < 0 || m->mesh_vertnum[mesh] < 1) {
    // only the bounding sphere of such a shape is known
    s->type = mjGEOM_SPHERE;
    s->size[0] = m->geom_rbound[geom];
  } else {
    take_mesh(s, m, mesh);
  }
}

void shape_take_part(convex_shape* s, mjtNum mat[9], const mjModel* m, int part) {
  mjtNum own[9];
  quat_to_mat3(own, m->mesh_quat + 4 * part);
  mat3_mul_vec(s->centre, s->mat, m->mesh_pos + 3 * part);
  vec3_add(s->pos, s->pos, s->centre);
  vec3_copy(s->centre, s->pos);
  mat3_mul(mat, s->mat, own);
  s->mat = mat;
  s->box = m->bvh_aabb + 6 * m->mesh_bvhadr[part];
  take_mesh(s, m, part);
}

void shape_of_points(convex_shape* s, const mjtNum (*point)[3], int n, const mjtNum centre[3],
                     mjtNum grow) {
  memset(s, 0, sizeof *s);
  s->type = SHAPE_POINTS;
  s->id = s->mesh = s->last = s->hint = -1;
  s->prism = point;
  s->nvert = n;
  s->grow = grow;
  vec3_copy(s->pos, centre);
  vec3_copy(s->centre, centre);
}

void shape_of_prism(convex_shape* s, const mjtNum (*vertices)[3]) {
  memset(s, 0, sizeof *s);
  s->type = SHAPE_PRISM;
  s->id = s->mesh = s->last = s->hint = -1;
  s->prism = vertices;
  shape_centre_prism(s);
}

void shape_centre_prism(convex_shape* s) {
  mjtNum sum[3];
  vec3_copy(sum, s->prism[0]);
  for (int i = 1; i < 6; i++) vec3_add(sum, sum, s->prism[i]);
  vec3_scale(s->centre, sum, 1.0 / 6);
}

void shape_point_out(mjtNum x[3], const convex_shape* s) {
  if (s->mat) mat3_mul_vec(x, s->mat, x);
  vec3_add(x, x, s->pos);
}

void shape_direction_out(mjtNum v[3], const convex_shape* s) {
  if (s->mat) mat3_mul_vec(v, s->mat, v);
}

// Transform a point from the surroundings to the frame of the shape.
static void point_in(mjtNum r[3], const convex_shape* s, const mjtNum x[3]) {
  vec3_sub(r, x, s->pos);
  if (s->mat) mat3_tmul_vec(r, s->mat, r);
}

// Copy everything but the position, member by member: a wide copy would stall on members that have
// just been stored one by one.
static inline void copy_form(convex_shape* to, const convex_shape* from) {
  to->type = from->type;
  to->id = from->id;
  to->mesh = from->mesh;
  to->box = from->box;
  vec3_copy(to->size, from->size);
  to->grow = from->grow;
  to->vert = from->vert;
  to->graph = from->graph;
  to->nvert = from->nvert;
  to->last = from->last;
  to->hint = from->hint;
  to->sample = from->sample;
  to->prism = from->prism;
}

void shapes_relative(convex_shape* ra, convex_shape* rb, mjtNum mat[9], const convex_shape* a,
                     const convex_shape* b) {
  copy_form(ra, a);
  copy_form(rb, b);
  // all but prisms have their centre at their origin
  vec3_zero(ra->pos);
  vec3_zero(ra->centre);
  point_in(rb->pos, a, b->pos);
  vec3_copy(rb->centre, rb->pos);
  if (a->type == SHAPE_PRISM) point_in(ra->centre, a, a->centre);
  if (b->type == SHAPE_PRISM) point_in(rb->centre, a, b->centre);
  ra->mat = NULL;
  rb->mat = b->mat;
  if (a->mat && b->mat) {
    mat3_tmul(mat, a->mat, b->mat);
    rb->mat = mat;
  } else if (a->mat) {
    for (int i = 0; i < 9; i++) mat[i] = a->mat[3 * (i % 3) + i / 3];
    rb->mat = mat;
  }
}

void shape_make_point(convex_shape* s, const mjtNum x[3]) {
  *s = (convex_shape){.type = mjGEOM_SPHERE, .last = -1, .id = -1, .mesh = -1};
  vec3_copy(s->pos, x);
  vec3_copy(s->centre, x);
}

mjtNum shape_core(convex_shape* core, const convex_shape* s) {
  copy_form(core, s);
  core->mat = s->mat;
  vec3_copy(core->pos, s->pos);
  vec3_copy(core->centre, s->centre);
  if (!shape_is_round(s)) return 0;
  core->size[0] = core->grow = 0;
  return s->size[0] + s->grow;
}

static mjtNum sign(mjtNum x) { return (x > 0) - (x < 0); }

int support_centred(convex_shape* s, mjtNum x[3], const mjtNum dir[3]) {
  mjtNum w[3];
  if (s->type == mjGEOM_SPHERE || s->type == mjGEOM_ELLIPSOID || s->type >= SHAPE_PRISM) {
    return shape_support(s, x, dir);
  }
  int vertex = -1;
  support_direction(w, s, dir);
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
      mjtNum along[3];
      vec3_copy(along, w);
      vertex = s->graph ? farthest_of_hull(s, w, along) : farthest_of_all(s, w, along, -1);
    }
  }
  support_out(x, s, w, dir);
  return vertex;
}
