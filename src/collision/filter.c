#include "collision/filter.h"

#include "model/level.h"

int same_family(const mjModel* m, int b1, int b2) {
  int weld1 = m->body_weldid[b1], weld2 = m->body_weldid[b2];
  if (weld1 == weld2) return 1;
  // mocap bodies collide neither with static bodies nor with each other
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
