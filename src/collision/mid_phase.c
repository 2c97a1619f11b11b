#include "collision/mid_phase.h"

#include <engine/base.h>
#include <engine/model.h>
#include "collision/filter.h"
#include "math/vec3.h"

enum { MAX_STACK = 2 * mjMAXTREEDEPTH + 2 };

// A frame seen from another: rotation and its absolute values, position.
typedef struct {
  mjtNum rot[9], abs[9], pos[3];
} relative_frame;

static relative_frame relative_frame_make(const mjtNum pos1[3], const mjtNum mat1[9],
                                          const mjtNum pos2[3], const mjtNum mat2[9]) {
  relative_frame f;
  mat3_tmul(f.rot, mat1, mat2);
  for (int i = 0; i < 9; i++) f.abs[i] = fabs(f.rot[i]);
  vec3_sub(f.pos, pos2, pos1);
  mat3_tmul_vec(f.pos, mat1, f.pos);
  return f;
}

// Whether two boxes (centre, half-sizes), each in its frame, are within margin of each other as far
// as the six face normals tell.
static int boxes_near(const relative_frame* f, const mjtNum box1[6], const mjtNum box2[6],
                      mjtNum margin) {
  const mjtNum *h1 = box1 + 3, *h2 = box2 + 3;
  mjtNum off[3];
  mat3_mul_vec(off, f->rot, box2);
  for (int k = 0; k < 3; k++) {
    off[k] += f->pos[k] - box1[k];
    mjtNum reach =
        h1[k] + f->abs[3 * k] * h2[0] + f->abs[3 * k + 1] * h2[1] + f->abs[3 * k + 2] * h2[2];
    // the boxes of planes are so large that their rounding errors count
    if (!(fabs(off[k]) <= reach * (1 + 1e-15) + margin)) return 0;
  }
  for (int k = 0; k < 3; k++) {
    mjtNum along = f->rot[k] * off[0] + f->rot[3 + k] * off[1] + f->rot[6 + k] * off[2];
    mjtNum reach = h2[k] + f->abs[k] * h1[0] + f->abs[3 + k] * h1[1] + f->abs[6 + k] * h1[2];
    if (!(fabs(along) <= reach * (1 + 1e-15) + margin)) return 0;
  }
  return 1;
}

static void test_leaves(const mjModel* m, const mjData* d, int g1, int g2, key_list* list) {
  mjtNum margin = mixed_margin(m, m->geom_margin[g1], m->geom_margin[g2]);
  if (!spheres_near(m, d, g1, g2, margin)) return;
  relative_frame f = relative_frame_make(d->geom_xpos + 3 * g1, d->geom_xmat + 9 * g1,
                                         d->geom_xpos + 3 * g2, d->geom_xmat + 9 * g2);
  if (boxes_near(&f, m->geom_aabb + 6 * g1, m->geom_aabb + 6 * g2, margin)) {
    key_list_add(list, geom_key(m, g1, g2));
  }
}

// A measure of size that decides which node to open first.
static mjtNum spread(const mjtNum box[6]) {
  mjtNum x = box[3], y = box[4], z = box[5];
  return x * y + y * z + z * x;
}

void mid_phase_bodies(const mjModel* m, mjData* d, int b1, int b2, key_list* list) {
  int adr1 = m->body_bvhadr[b1], adr2 = m->body_bvhadr[b2];
  mjtNum margin = mixed_margin(m, m->body_margin[b1], m->body_margin[b2]);
  relative_frame f = relative_frame_make(d->xipos + 3 * b1, d->ximat + 9 * b1, d->xipos + 3 * b2,
                                         d->ximat + 9 * b2);
  struct {
    int n1, n2;
  } stack[MAX_STACK] = {{adr1, adr2}};

  for (int depth = 1; depth > 0;) {
    int n1 = stack[depth - 1].n1, n2 = stack[--depth].n2;
    const mjtNum *box1 = m->bvh_aabb + 6 * n1, *box2 = m->bvh_aabb + 6 * n2;
    int leaf1 = m->bvh_nodeid[n1] >= 0, leaf2 = m->bvh_nodeid[n2] >= 0;
    if (!boxes_near(&f, box1, box2, margin)) continue;
    if (m->vis.global.bvactive) d->bvh_active[n1] = d->bvh_active[n2] = 1;
    if (leaf1 && leaf2) {
      test_leaves(m, d, m->bvh_nodeid[n1], m->bvh_nodeid[n2], list);
      continue;
    }

    int open1 = leaf2 || (!leaf1 && spread(box1) > spread(box2));
    for (int k = 0; k < 2; k++) {
      int child = m->bvh_child[2 * (open1 ? n1 : n2) + k];
      if (child < 0) continue;
      if (depth == MAX_STACK) mju_error("mj_collision: bounding volume tree is too deep");
      stack[depth].n1 = open1 ? adr1 + child : n1;
      stack[depth++].n2 = open1 ? n2 : adr2 + child;
    }
  }
}
