#include <string.h>

#include "compile/pose.h"
#include "compile/tree.h"

typedef struct {
  double box[6], pos[3];
} placed_geom;

// The box of a geom, and its position, in the inertial frame of the body.
static void enclose(placed_geom* item, const build_geom* g, const build_body* body) {
  double frame[3], unquat[4], pos[3], quat[4], mat[9], center[3];
  pose_inverse(frame, unquat, body->ipos, body->iquat);
  vec3_copy(pos, g->pos);
  quat_copy(quat, g->quat);
  pose_enter(pos, quat, frame, unquat);
  vec3_copy(item->pos, pos);
  quat_to_mat3(mat, quat);
  mat3_mul_vec(center, mat, g->aabb);
  vec3_add(center, center, pos);
  for (int k = 0; k < 3; k++) {
    double half = fabs(mat[3 * k]) * g->aabb[3] + fabs(mat[3 * k + 1]) * g->aabb[4] +
                  fabs(mat[3 * k + 2]) * g->aabb[5];
    item->box[k] = center[k] - half;
    item->box[3 + k] = center[k] + half;
  }
}

static void geom_box(const void* of, int i, double box[6]) {
  memcpy(box, ((const placed_geom*)of)[i].box, sizeof(double[6]));
}

static void geom_point(const void* of, int i, double point[3]) {
  vec3_copy(point, ((const placed_geom*)of)[i].pos);
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
  b->bvh = (bvh_nodes){m->bvh_aabb, m->bvh_child, m->bvh_nodeid, m->bvh_depth, 0};
  int most = 0;
  for (int i = 0; i < m->nbody; i++) most = mjMAX(most, b->body[i].geomnum);
  placed_geom* geom = BUILD_NEW(b, placed_geom, most);
  int* id = BUILD_NEW(b, int, most);
  void* scratch = build_alloc(b, 1, (size_t)bvh_scratch(most));
  for (int i = 0; i < m->nbody; i++) {
    const build_body* body = b->body + i;
    bvh_items items = {geom, geom_box, geom_point, id, 0};
    for (int k = body->geomadr; k < body->geomadr + body->geomnum; k++) {
      if (!collides(b->geom + k)) continue;
      enclose(geom + items.n, b->geom + k, body);
      id[items.n++] = k;
    }
    m->body_bvhadr[i] = items.n ? b->bvh.count : -1;
    m->body_bvhnum[i] = items.n ? 2 * items.n - 1 : 0;
    if (items.n) bvh_build(&b->bvh, &items, scratch);
  }
}
