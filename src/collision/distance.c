// Distance of two geoms.
#include <engine/collision.h>
#include "base/need.h"
#include "collision/ccd.h"
#include "collision/ccd_legacy.h"
#include "collision/pair.h"
#include "collision/parts.h"
#include "collision/primitive.h"
#include "collision/scratch.h"

// Whether the pair has no formula, or its routine is inexact for overlapping shapes.
static int needs_general(mjfCollision test) {
  return test == pair_convex || test == pair_box_box || test == pair_capsule_box ||
         test == pair_capsule_capsule;
}

// By GJK and EPA.  from and to are on the geoms.
static mjtNum general_distance(const mjModel* m, const mjData* d, const near_geoms* near,
                               mjtNum from[3], mjtNum to[3]) {
  convex_shape a, b;
  mjtNum mat1[9], mat2[9];
  shape_of_geom(&a, m, d, near->g1, 0);
  shape_of_geom(&b, m, d, near->g2, 0);
  if (near->part1 >= 0) shape_take_part(&a, mat1, m, near->part1);
  if (near->part2 >= 0) shape_take_part(&b, mat2, m, near->part2);
  hull_sample sample_a, sample_b;
  sample_a.n = sample_b.n = 0;
  a.sample = &sample_a;
  b.sample = &sample_b;
  ccd_result r;
  ccd_exact(d, &a, &b, near->margin, &r);
  if (!(r.dist < near->margin)) return near->margin;
  vec3_copy(from, r.x1);
  vec3_copy(to, r.x2);
  return r.dist;
}

// For pairs with few possible contacts.
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

// Uses the pair's routine with distmax as margin: its nearest contact.  Returns distmax also when
// there is no room for all contacts.
static mjtNum contact_distance(const mjModel* m, const mjData* d, const near_geoms* near,
                               mjtNum from[3], mjtNum to[3]) {
  int g1 = near->g1, g2 = near->g2;
  mjfCollision test = mjCOLLISIONFUNC[m->geom_type[g1]][m->geom_type[g2]];
  mjContact few[FEW_CONTACTS], *con = few;
  scratch room = {0};
  mjtNum dist = near->margin;
  if (!has_few_contacts(test)) {
    room = scratch_open(d, sizeof(mjContact) * mjMAXCONPAIR);
    con = room.memory;
    if (!con) return dist;
  }
  int n = test == pair_height_field ? height_field_contacts(m, d, con, near)
                                    : test(m, d, con, g1, g2, near->margin);
  int nearest = -1;
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

static mjtNum distance_of(const mjModel* m, const mjData* d, const near_geoms* near, mjtNum from[3],
                          mjtNum to[3]) {
  mjfCollision test = mjCOLLISIONFUNC[m->geom_type[near->g1]][m->geom_type[near->g2]];
  if (!ccd_legacy_asked(&m->opt) && needs_general(test)) {
    return general_distance(m, d, near, from, to);
  }
  return contact_distance(m, d, near, from, to);
}

// The smallest of the distances between parts.
static mjtNum distance_of_parts(const mjModel* m, const mjData* d, near_geoms* near, mjtNum from[3],
                                mjtNum to[3]) {
  int first1 = -1, first2 = -1;
  int n1 = mjMAX(1, geom_parts(m, near->g1, &first1));
  int n2 = mjMAX(1, geom_parts(m, near->g2, &first2));
  mjtNum least = near->margin, x1[3], x2[3];
  for (int i = first1; i < first1 + n1; i++) {
    part_place a, b;
    if (i >= 0 && !part_exists(m, i)) continue;
    part_put(&a, m, d, near->g1, i);
    for (int k = first2; k < first2 + n2; k++) {
      if (k >= 0 && !part_exists(m, k)) continue;
      part_put(&b, m, d, near->g2, k);
      near->margin = mjMAX(least, 0);
      near->part1 = i;
      near->part2 = k;
      if (!parts_near(&a, &b, near->margin)) continue;
      mjtNum dist = distance_of(m, d, near, x1, x2);
      if (!(dist < least)) continue;
      least = dist;
      vec3_copy(from, x1);
      vec3_copy(to, x2);
    }
  }
  return least;
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
  near_geoms near = {g1, g2, -1, -1, distmax, NULL};
  if (test && has_parts(m, test, g1, g2)) {
    dist = distance_of_parts(m, d, &near, from, to);
  } else if (test) {
    dist = distance_of(m, d, &near, from, to);
  }
  // beyond the range of numbers nothing is known
  if (!is_finite(dist, end)) {
    dist = distmax;
    memset(end, 0, sizeof end);
  }
  if (fromto) memcpy(fromto, end, sizeof end);
  return dist;
}
