// Any geom against an SDF geom: from several starting points in the region where their boxes
// overlap, descend to where both distances are smallest.
#include <engine/collision.h>
#include <engine/math.h>
#include "collision/pair.h"
#include "collision/primitive.h"
#include "collision/sdf.h"

// The box [lo, hi] around the geom's box, in the frame of another.
static void box_in_frame(mjtNum lo[3], mjtNum hi[3], const mjModel* m, const mjData* d, int geom,
                         int other) {
  const mjtNum *pos = d->geom_xpos + 3 * other, *mat = d->geom_xmat + 9 * other;
  const mjtNum* aabb = m->geom_aabb + 6 * geom;
  mjtNum rel[9], centre[3];
  mat3_tmul(rel, mat, d->geom_xmat + 9 * geom);
  mat3_mul_vec(centre, d->geom_xmat + 9 * geom, aabb);
  vec3_add(centre, centre, d->geom_xpos + 3 * geom);
  vec3_sub(centre, centre, pos);
  mat3_tmul_vec(centre, mat, centre);
  for (int k = 0; k < 3; k++) {
    mjtNum half = 0;
    for (int j = 0; j < 3; j++) half += fabs(rel[3 * k + j]) * aabb[3 + j];
    lo[k] = centre[k] - half;
    hi[k] = centre[k] + half;
  }
}

// One step down the gradient from x.  Returns 0 if no progress can be made.
static int descend(const mjModel* m, const mjData* d, const mjSDF* s, mjtNum x[3], mjtNum* dist) {
  const mjtNum progress = 0.1, shrink = 0.5, shortest = 1e-4;
  mjtNum g[3], from[3], step = 2;
  mjc_gradient(m, d, s, g, x);
  for (int k = 0; k < 3; k++) {
    if (!(fabs(g[k]) <= mjMAXVAL)) {
      *dist = mjMAXVAL;
      return 0;
    }
  }
  vec3_copy(from, x);
  mjtNum before = mjc_distance(m, d, s, from), gg = vec3_dot(g, g);
  do {
    step *= shrink;
    vec3_copy(x, from);
    vec3_axpy(x, -step, g);
    *dist = mjc_distance(m, d, s, x);
  } while (*dist - before > -progress * step * gg && step > shortest);
  return *dist <= before;
}

// Descend n steps from x; returns the last distance.
static mjtNum minimise(const mjModel* m, const mjData* d, mjSDF* s, mjtSDFType type, int n,
                       mjtNum x[3]) {
  mjtNum dist = mjMAXVAL;
  s->type = type;
  for (int i = 0; i < n; i++) {
    if (!descend(m, d, s, x, &dist)) break;
  }
  return dist;
}

static int found_before(mjtNum points[][3], int n, const mjtNum x[3]) {
  for (int i = 0; i < n; i++) {
    if (vec3_distance(points[i], x) < mjMINVAL) return 1;
  }
  return 0;
}

int pair_sdf(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2, mjtNum margin) {
  (void)margin;
  const mjtNum *pos1 = d->geom_xpos + 3 * g1, *mat1 = d->geom_xmat + 9 * g1;
  const mjtNum *pos2 = d->geom_xpos + 3 * g2, *mat2 = d->geom_xmat + 9 * g2;
  mjtNum lo[3], hi[3], lo2[3], hi2[3];
  box_in_frame(lo, hi, m, d, g1, g1);
  box_in_frame(lo2, hi2, m, d, g2, g1);
  for (int k = 0; k < 3; k++) {
    lo[k] = fmax(lo[k], lo2[k]);
    hi[k] = fmin(hi[k], hi2[k]);
    if (!(lo[k] <= hi[k])) return 0;
  }

  // the first of the two is g2: points are in its frame
  sdf_source source[2] = {sdf_source_of(m, g2), sdf_source_of(m, g1)};
  const mjpPlugin* plugin[2] = {source[0].plugin, source[1].plugin};
  int id[2] = {source[0].id, source[1].id};
  mjtGeom type[2] = {source[0].type, source[1].type};
  mjtNum relpos[3], relmat[9];
  vec3_sub(relpos, pos2, pos1);
  mat3_tmul_vec(relpos, mat1, relpos);
  mat3_tmul(relmat, mat1, mat2);
  mjSDF s = {.plugin = plugin, .id = id, .relpos = relpos, .relmat = relmat, .geomtype = type};
  sdf_reset(m, d, source[0]);

  mjtNum points[mjMAXCONPAIR][3];
  int count = 0, nstart = mjMIN(m->opt.sdf_initpoints, mjMAXCONPAIR);
  for (int j = 0; j < nstart; j++) {
    static const int base[3] = {2, 3, 5};
    mjtNum x[3], n[3];
    for (int k = 0; k < 3; k++) x[k] = lo[k] + (hi[k] - lo[k]) * mju_Halton(j, base[k]);
    vec3_sub(x, x, relpos);
    mat3_tmul_vec(x, relmat, x);
    // a plugin may cache what it computes for a starting point; d is const only for the collider
    if (plugin[0] && plugin[0]->compute) {
      plugin[0]->compute(m, (mjData*)(uintptr_t)d, id[0], mjPLUGIN_SDF);
    }

    minimise(m, d, &s, mjSDFTYPE_COLLISION, m->opt.sdf_iterations, x);
    mjtNum dist = minimise(m, d, &s, mjSDFTYPE_INTERSECTION, 1, x);
    if (!(dist <= 0) || found_before(points, count, x)) continue;
    vec3_copy(points[count], x);
    s.type = mjSDFTYPE_MIDSURFACE;
    mjc_gradient(m, d, &s, n, x);
    mat3_mul_vec(n, mat2, n);
    vec3_scale(n, n, -1);
    mat3_mul_vec(x, mat2, x);
    vec3_add(x, x, pos2);
    vec3_axpy(x, -dist / 2, n);
    contact_put(con + count++, dist, x, n);
  }
  return count;
}
