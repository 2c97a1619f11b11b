#include "kinematics/adhesion.h"

#include <stdbool.h>

// The explicit contact pair of two geoms, -1 if there is none.  Pairs are sorted by their bodies.
static int pair_of(const mjModel* m, int g1, int g2) {
  int b1 = m->geom_bodyid[g1], b2 = m->geom_bodyid[g2];
  int signature = b1 < b2 ? (b1 << 16) + b2 : (b2 << 16) + b1;
  int first = 0, last = m->npair;
  while (first < last) {
    int middle = (first + last) / 2;
    if (m->pair_signature[middle] < signature) {
      first = middle + 1;
    } else {
      last = middle;
    }
  }
  for (int i = first; i < m->npair && m->pair_signature[i] == signature; i++) {
    bool same = m->pair_geom1[i] == g1 && m->pair_geom2[i] == g2;
    if (same || (m->pair_geom1[i] == g2 && m->pair_geom2[i] == g1)) return i;
  }
  return -1;
}

mjtNum contact_adhesion(const mjModel* m, const mjContact* con) {
  int g1 = con->geom[0], g2 = con->geom[1];
  if (!m->flg_adhesion || g1 < 0 || g2 < 0) return 0;
  int pair = m->npair ? pair_of(m, g1, g2) : -1;
  if (pair >= 0) return m->pair_adhesion[pair];
  return mixed_adhesion(m->geom_adhesion[g1], m->geom_adhesion[g2], m->geom_priority[g1],
                        m->geom_priority[g2]);
}
