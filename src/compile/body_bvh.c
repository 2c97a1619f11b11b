#include "compile/tree.h"
#include "spec/pose.h"

// Bounding box and position of a geom in the inertial frame of its body.
static void enclose(double box[6], double pos[3], const build_geom* g, const build_body* body) {
  double frame[3], unquat[4], quat[4], mat[9], center[3];
  pose_inverse(frame, unquat, body->ipos, body->iquat);
  vec3_copy(pos, g->pos);
  quat_copy(quat, g->quat);
  pose_enter(pos, quat, frame, unquat);
  quat_to_mat3(mat, quat);
  mat3_mul_vec(center, mat, g->aabb);
  vec3_add(center, center, pos);
  for (int k = 0; k < 3; k++) {
    double half = fabs(mat[3 * k]) * g->aabb[3] + fabs(mat[3 * k + 1]) * g->aabb[4] +
                  fabs(mat[3 * k + 2]) * g->aabb[5];
    box[k] = center[k] - half;
    box[3 + k] = center[k] + half;
  }
}

static bool collides(const build_geom* g) { return g->src->pub.contype || g->src->pub.conaffinity; }

void body_bvh_size(build* b) {
  const mjModel* n = &b->size;
  int* leaves = BUILD_NEW(b, int, n->nbody);
  for (int i = 0; i < n->ngeom; i++) leaves[b->geom[i].body] += collides(b->geom + i);
  int nodes = 0;
  for (int i = 0; i < n->nbody; i++) nodes += leaves[i] ? 2 * leaves[i] - 1 : 0;
  b->size.nbvh = b->size.nbvhstatic = nodes;
}

void body_bvh_fill(build* b) {
  mjModel* m = b->m;
  int most = 0;
  for (int i = 0; i < m->nbody; i++) most = mjMAX(most, b->body[i].geomnum);
  double *box = BUILD_NEW(b, double, 6 * (size_t)most),
         *point = BUILD_NEW(b, double, 3 * (size_t)most);
  int* id = BUILD_NEW(b, int, most);
  bvh_nodes tree = {.fork = BUILD_NEW(b, int, 2 * (size_t)most),
                    .depth = BUILD_NEW(b, signed char, 2 * (size_t)most)};
  void* scratch = build_alloc(b, (size_t)bvh_scratch(most, 2 * most), 1);
  for (int i = 0; i < m->nbody; i++) {
    const build_body* body = b->body + i;
    int count = 0;
    for (int k = 0; k < body->geomnum; k++) {
      const build_geom* g = b->geom + body->geomadr + k;
      if (!collides(g)) continue;
      enclose(box + 6 * (size_t)count, point + 3 * (size_t)count, g, body);
      id[count++] = body->geomadr + k;
    }
    m->body_bvhadr[i] = count ? b->nbvh : -1;
    m->body_bvhnum[i] = count ? 2 * count - 1 : 0;
    if (!count) continue;
    bvh_items items = bvh_boxes(box, point, id, count);
    int at = b->nbvh;
    tree.aabb = m->bvh_aabb + 6 * (size_t)at;
    bvh_build(&tree, &items, scratch);
    bvh_write(&tree, 0, (size_t)tree.count, m->bvh_child + 2 * (size_t)at, m->bvh_nodeid + at,
              m->bvh_depth + at);
    b->nbvh += tree.count;
  }
}
