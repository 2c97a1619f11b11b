// Distance of two geoms.
#include <engine/collision.h>
#include "base/need.h"
#include "collision/ccd.h"
#include "collision/ccd_legacy.h"
#include "collision/pair.h"
#include "collision/primitive.h"
#include "collision/scratch.h"

// Pairs whose routine is exact when they are apart but not, or not always, when they overlap, or
// that have no formula.
static int needs_general(mjfCollision test) {
  return test == pair_convex || test == pair_box_box || test == pair_capsule_box ||
         test == pair_capsule_capsule;
}

// By GJK and EPA.  from and to are on the geoms.
static mjtNum general_distance(const mjModel* m, const mjData* d, int g1, int g2, mjtNum distmax,
                               mjtNum from[3], mjtNum to[3]) {
  convex_shape a, b;
  shape_of_geom(&a, m, d, g1, 0);
  shape_of_geom(&b, m, d, g2, 0);
  hull_sample sample_a, sample_b;
  sample_a.n = sample_b.n = 0;
  a.sample = &sample_a;
  b.sample = &sample_b;
  ccd_result r;
  ccd_exact(d, &a, &b, distmax, &r);
  if (!(r.dist < distmax)) return distmax;
  vec3_copy(from, r.x1);
  vec3_copy(to, r.x2);
  return r.dist;
}

// Of the pairs that touch in a few places at most.
enum { FEW_CONTACTS = 8 };

static int has_few_contacts(mjfCollision test) {
  static const mjfCollision known[] = {
      pair_plane_sphere, pair_plane_capsule,   pair_plane_cylinder, pair_plane_box,
      pair_plane_convex, pair_sphere_sphere,   pair_sphere_capsule, pair_sphere_cylinder,
      pair_sphere_box,   pair_capsule_capsule, pair_capsule_box,    pair_convex};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    if (test == known[i]) return 1;
  }
  return 0;
}

// By the routine of the pair with distmax as the margin: its nearest contact.  distmax too when
// there is no room for all contacts.
static mjtNum contact_distance(const mjModel* m, const mjData* d, int g1, int g2, mjtNum distmax,
                               mjtNum from[3], mjtNum to[3]) {
  mjfCollision test = mjCOLLISIONFUNC[m->geom_type[g1]][m->geom_type[g2]];
  mjContact few[FEW_CONTACTS], *con = few;
  scratch room = {0};
  if (!has_few_contacts(test)) {
    room = scratch_open(d, sizeof(mjContact) * mjMAXCONPAIR);
    con = room.memory;
    if (!con) return distmax;
  }
  int n = test(m, d, con, g1, g2, distmax), nearest = -1;
  mjtNum dist = distmax;
  for (int i = 0; i < n; i++) {
    if (con[i].dist < dist) {
      dist = con[i].dist;
      nearest = i;
    }
  }
  if (nearest >= 0) {
    vec3_copy(from, con[nearest].pos);
    vec3_axpy(from, -dist / 2, con[nearest].frame);
    vec3_copy(to, con[nearest].pos);
    vec3_axpy(to, dist / 2, con[nearest].frame);
  }
  scratch_close(&room);
  return dist;
}

static int is_finite(mjtNum dist, const mjtNum end[6]) {
  for (int i = 0; i < 6; i++) dist += end[i];
  return isfinite(dist);
}

mjtNum mj_geomDistance(const mjModel* m, const mjData* d, int geom1, int geom2, mjtNum distmax,
                       mjtNum fromto[6]) {
  NEED_OR(distmax, m, d);
  NEED_ID_OR(distmax, geom1, m->ngeom);
  NEED_ID_OR(distmax, geom2, m->ngeom);
  int swap = m->geom_type[geom1] > m->geom_type[geom2];
  int g1 = swap ? geom2 : geom1, g2 = swap ? geom1 : geom2;
  mjfCollision test = mjCOLLISIONFUNC[m->geom_type[g1]][m->geom_type[g2]];
  mjtNum end[6] = {0};
  mjtNum *from = end + (swap ? 3 : 0), *to = end + (swap ? 0 : 3), dist = distmax;
  if (test && !ccd_legacy_asked(&m->opt) && needs_general(test)) {
    dist = general_distance(m, d, g1, g2, distmax, from, to);
  } else if (test) {
    dist = contact_distance(m, d, g1, g2, distmax, from, to);
  }
  // beyond the range of numbers nothing is known
  if (!is_finite(dist, end)) {
    dist = distmax;
    memset(end, 0, sizeof end);
  }
  if (fromto) memcpy(fromto, end, sizeof end);
  return dist;
}
