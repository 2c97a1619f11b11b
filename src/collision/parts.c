#include "collision/parts.h"

#include "collision/box_filter.h"
#include "math/quat.h"

// Contacts closer than this fraction of the smaller geom's size, with normals less than about 25
// degrees apart, count as one.
static const mjtNum SAME_PLACE = 0.25, SAME_DIRECTION = 0.9;

int geom_parts(const mjModel* m, int geom, int* first) {
  int mesh = m->geom_type[geom] == mjGEOM_MESH ? m->geom_dataid[geom] : -1;
  int n = mesh < 0 ? 0 : m->mesh_partnum[mesh];
  if (n) *first = m->mesh_partadr[mesh];
  return n;
}

int has_parts(const mjModel* m, mjfCollision test, int g1, int g2) {
  int first;
  if (test != pair_convex && test != pair_height_field) return 0;
  return geom_parts(m, g1, &first) || geom_parts(m, g2, &first);
}

int part_exists(const mjModel* m, int part) {
  return m->mesh_bvhnum[part] > 0 && m->mesh_vertnum[part] > 0;
}

static const mjtNum* box_of(const mjModel* m, int part) {
  return m->bvh_aabb + 6 * m->mesh_bvhadr[part];
}

// How far a box reaches from the origin of its frame, at most.
static mjtNum box_radius(const mjtNum box[6]) { return vec3_norm(box) + vec3_norm(box + 3); }

void part_put(part_place* p, const mjModel* m, const mjData* d, int geom, int part) {
  const mjtNum *pos = d->geom_xpos + 3 * geom, *mat = d->geom_xmat + 9 * geom;
  mjtNum own[9];
  p->part = part;
  if (part < 0) {
    vec3_copy(p->pos, pos);
    memcpy(p->mat, mat, sizeof p->mat);
    p->box = m->geom_aabb + 6 * geom;
    p->radius = m->geom_rbound[geom];
    return;
  }
  quat_to_mat3(own, m->mesh_quat + 4 * part);
  mat3_mul(p->mat, mat, own);
  mat3_mul_vec(p->pos, mat, m->mesh_pos + 3 * part);
  vec3_add(p->pos, p->pos, pos);
  p->box = box_of(m, part);
  p->radius = box_radius(p->box);
}

int parts_near(const part_place* a, const part_place* b, mjtNum margin) {
  mjtNum off[3], reach = a->radius + b->radius + margin;
  vec3_sub(off, a->pos, b->pos);
  if (!(vec3_dot(off, off) <= reach * reach)) return 0;
  return boxes_near((box_frame){a->pos, a->mat}, a->box, (box_frame){b->pos, b->mat}, b->box,
                    margin);
}

// Whether the sphere around a part of the first of two frames reaches the box of the second.
static int reaches_box(const mjModel* m, int part, const frame_pair* frames, const mjtNum box[6],
                       mjtNum margin) {
  mjtNum reach = box_radius(box_of(m, part)) + margin;
  const mjtNum* pos = m->mesh_pos + 3 * part;
  triple off = triple_sub(frames->pos, triple_load(box));
  for (int k = 0; k < 3; k++) off = triple_axpy(off, pos[k], frames->col[k]);
  return triple_within(triple_abs(off), triple_add(triple_load_last(box + 3), triple_all(reach)));
}

int parts_near_geom(const mjModel* m, const mjData* d, int geom, int other, mjtNum margin,
                    part_place* place) {
  part_place whole;
  int first, n = geom_parts(m, geom, &first), near = 0;
  if (!n) {
    part_put(place, m, d, geom, -1);
    return 1;
  }
  part_put(&whole, m, d, other, -1);
  // most parts are ruled out by their bounding spheres alone
  frame_pair frames;
  frame_pair_make(&frames, (box_frame){whole.pos, whole.mat},
                  (box_frame){d->geom_xpos + 3 * geom, d->geom_xmat + 9 * geom});
  for (int i = first; i < first + n; i++) {
    if (!part_exists(m, i)) continue;
    if (!reaches_box(m, i, &frames, whole.box, margin)) continue;
    part_put(place + near, m, d, geom, i);
    near += parts_near(place + near, &whole, margin);
  }
  return near;
}

// Whether contact a can be dropped because of b, which is near it and at least as deep.
static int stands_for(const mjContact* a, const mjContact* b, mjtNum apart2) {
  mjtNum off[3];
  vec3_sub(off, a->pos, b->pos);
  return a->dist <= b->dist && vec3_dot(off, off) < apart2 &&
         vec3_dot(a->frame, b->frame) > SAME_DIRECTION;
}

static int deeper_ones(const mjContact* con, int n, int i) {
  int count = 0;
  for (int k = 0; k < n; k++) {
    count += con[k].dist < con[i].dist || (con[k].dist == con[i].dist && k < i);
  }
  return count;
}

int parts_thin_out(mjContact* con, int n, mjtNum size) {
  mjtNum apart = SAME_PLACE * size;
  int kept = 0;
  for (int i = 0; i < n; i++) {
    int needless = 0;
    for (int k = 0; k < kept && !needless; k++) {
      needless = stands_for(con + k, con + i, apart * apart);
    }
    for (int k = i + 1; k < n && !needless; k++) {
      needless = con[k].dist < con[i].dist && stands_for(con + k, con + i, apart * apart);
    }
    if (needless) continue;
    if (kept != i) con[kept] = con[i];
    kept++;
  }
  if (kept <= mjMAXCONPAIR) return kept;
  // sorting by depth would need memory to preserve the order
  int deepest = 0;
  mjtNum limit = -INFINITY;
  for (int i = 0; i < kept; i++) {
    if (deeper_ones(con, kept, i) == mjMAXCONPAIR) limit = con[i].dist;
  }
  for (int i = 0; i < kept && deepest < mjMAXCONPAIR; i++) {
    if (con[i].dist < limit) con[deepest++] = con[i];
  }
  return deepest;
}
