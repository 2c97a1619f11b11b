#include "collision/filter.h"

#include "math/vec3.h"
#include "model/level.h"

int same_family(const mjModel* m, int b1, int b2) {
  int weld1 = m->body_weldid[b1], weld2 = m->body_weldid[b2];
  if (weld1 == weld2) return 1;
  // what users move does not collide with what stands, nor with each other
  if (level_has(m, engLEVEL_MOCAP) && !m->body_dofnum[weld1] && !m->body_dofnum[weld2]) return 1;
  if ((m->opt.disableflags & mjDSBL_FILTERPARENT) || weld1 == 0 || weld2 == 0) return 0;
  int parent1 = m->body_weldid[m->body_parentid[weld1]];
  int parent2 = m->body_weldid[m->body_parentid[weld2]];
  return weld1 == parent2 || weld2 == parent1;
}

int excluded(const mjModel* m, uint64_t key) {
  int lo = 0, hi = m->nexclude;
  while (lo < hi) {
    int mid = lo + (hi - lo) / 2;
    if ((unsigned)m->exclude_signature[mid] < key) {
      lo = mid + 1;
    } else {
      hi = mid;
    }
  }
  return lo < m->nexclude && (unsigned)m->exclude_signature[lo] == key;
}

int spheres_near(const mjModel* m, const mjData* d, int g1, int g2, mjtNum margin) {
  const mjtNum r1 = m->geom_rbound[g1], r2 = m->geom_rbound[g2];
  mjtNum off[3];
  vec3_sub(off, d->geom_xpos + 3 * g2, d->geom_xpos + 3 * g1);
  if (r1 > 0 && r2 > 0) {
    mjtNum reach = r1 + r2 + margin;
    return vec3_dot(off, off) <= reach * reach;
  }
  int plane1 = m->geom_type[g1] == mjGEOM_PLANE && r2 > 0;
  int plane2 = m->geom_type[g2] == mjGEOM_PLANE && r1 > 0;
  if (!plane1 && !plane2) return 1;
  const mjtNum* mat = d->geom_xmat + 9 * (plane1 ? g1 : g2);
  mjtNum height = mat[2] * off[0] + mat[5] * off[1] + mat[8] * off[2];
  return (plane1 ? height : -height) <= margin + (plane1 ? r2 : r1);
}
