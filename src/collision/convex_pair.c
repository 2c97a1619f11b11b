// Any two convex geoms.
#include "collision/apart.h"
#include "collision/ccd.h"
#include "collision/ccd_legacy.h"
#include "collision/contact_parameters.h"
#include "collision/manifold.h"
#include "collision/multi_contact.h"
#include "collision/pair.h"
#include "collision/primitive.h"
#include "collision/surface_normal.h"
#include "math/quat.h"
#include "model/level.h"

enum {
  MAX_PERTURBED = 5,  // the contact itself and one for each of four small rotations
};

// A pair and the results found so far.
typedef struct {
  const mjModel* m;
  const mjData* d;
  convex_shape a, b;
  mjtNum part_mat[2][9];  // frames of parts
  mjtNum margin;
  ccd_result native;
} convex_pair;

static void put_witness(mjContact* con, mjtNum dist, const mjtNum x1[3], const mjtNum x2[3],
                        const mjtNum n[3]) {
  mjtNum pos[3];
  vec3_add(pos, x1, x2);
  vec3_scale(pos, pos, 0.5);
  contact_put(con, dist, pos, n);
}

// 0 or 1 contact for the present poses of the shapes.
static int find_one(convex_pair* p, mjContact* con) {
  const mjOption* opt = &p->m->opt;
  if (ccd_legacy_asked(opt)) {
    ccd_depth found;
    if (!ccd_legacy(&p->a, &p->b, opt, &found)) return 0;
    contact_put(con, p->margin - found.depth, found.pos, found.normal);
    contact_fix_normal(con, &p->a, &p->b);
    return 1;
  }

  ccd_options o = {.d = p->d,
                   .tolerance = opt->ccd_tolerance,
                   .iterations = opt->ccd_iterations,
                   .with_face = (opt->enableflags & mjENBL_MULTICCD) != 0};
  ccd_result* r = &p->native;
  ccd_native(&p->a, &p->b, &o, r);
  // since version 3.13 what overlaps by less than rounding does not touch
  if (!(r->dist < (level_has(p->m, engLEVEL_MANIFOLD) ? -mjMINVAL : 0))) return 0;
  put_witness(con, p->margin + r->dist, r->x1, r->x2, r->normal);
  return 1;
}

static int is_flat(const convex_shape* s) {
  return s->type == mjGEOM_BOX || s->type == mjGEOM_MESH;
}

// Replace the single contact by the overlap of flat features.
static int find_overlap(convex_pair* p, mjContact* con) {
  mjtNum x1[MAX_MULTI][3], x2[MAX_MULTI][3];
  int n = multi_contact(p->m, &p->a, &p->b, &p->native, x1, x2);
  for (int i = 0; i < n; i++) {
    mjtNum normal[3];
    vec3_sub(normal, x1[i], x2[i]);
    vec3_normalize(normal);
    put_witness(con + i, p->margin + p->native.dist, x1[i], x2[i], normal);
  }
  return mjMAX(n, 1);
}

// The same by the rules of 3.13.
static int find_manifold(convex_pair* p, mjContact* con) {
  manifold c;
  if (!manifold_find(&c, p->m, p->d, &p->a, &p->b, &p->native)) return 1;
  for (int i = 0; i < c.n; i++) put_witness(con + i, c.dist[i], c.x1[i], c.x2[i], c.normal);
  return c.n;
}

// Turn a shape by a rotation about a point; mat holds the turned frame.
static void turn_shape(convex_shape* s, mjtNum mat[9], const mjtNum turn[9],
                       const mjtNum about[3]) {
  mat3_mul(mat, turn, s->mat);
  s->mat = mat;
  vec3_sub(s->pos, s->pos, about);
  mat3_mul_vec(s->pos, turn, s->pos);
  vec3_add(s->pos, s->pos, about);
  vec3_copy(s->centre, s->pos);
}

// Further contacts of curved or unaligned shapes: the pair tilted a little about the first contact.
static int find_perturbed(convex_pair* p, mjContact* con) {
  const mjtNum angle = 1e-3;
  int g1 = p->a.id, g2 = p->b.id, count = 1;
  mjtNum frame[9], apart = 1e-3 * fmin(p->m->geom_rbound[g1], p->m->geom_rbound[g2]);
  memcpy(frame, con[0].frame, sizeof frame);
  contact_frame_complete(frame);
  convex_shape a = p->a, b = p->b;

  for (int i = 0; i < 4; i++) {
    const mjtNum* axis = frame + (i < 2 ? 3 : 6);
    mjtNum quat[4], turn[9], back[9], mat_a[9], mat_b[9];
    quat_from_axis_angle(quat, axis, i & 1 ? angle : -angle);
    quat_to_mat3(turn, quat);
    quat_conjugate(quat, quat);
    quat_to_mat3(back, quat);

    // searches start at the vertices that the previous one found
    int last_a = p->a.last, last_b = p->b.last;
    p->a = a;
    p->b = b;
    p->a.last = last_a;
    p->b.last = last_b;
    turn_shape(&p->a, mat_a, turn, con[0].pos);
    turn_shape(&p->b, mat_b, back, con[0].pos);
    if (!find_one(p, con + count)) continue;

    int distinct = 1;
    for (int k = 0; k < count; k++) {
      distinct &= vec3_distance(con[k].pos, con[count].pos) > apart;
    }
    if (distinct) con[count++].dist = con[0].dist;
  }
  return count;
}

static int is_smooth_all_over(const convex_shape* s) {
  return s->type == mjGEOM_SPHERE || s->type == mjGEOM_ELLIPSOID;
}

// Find further contacts, where the features allow.
static int find_more(convex_pair* p, mjContact* con) {
  if (p->native.has_face && p->margin == 0) {
    int newer = level_has(p->m, engLEVEL_MANIFOLD);
    if (newer && has_flat_features(&p->a) && has_flat_features(&p->b)) {
      return find_manifold(p, con);
    }
    if (!newer && is_flat(&p->a) && is_flat(&p->b)) return find_overlap(p, con);
  }
  if (is_smooth_all_over(&p->a) || is_smooth_all_over(&p->b)) return 1;
  return find_perturbed(p, con);
}

// Assign hull samples: cached ones if available, otherwise own, which has room for two.
static void give_samples(convex_pair* p, hull_samples* hulls, hull_sample own[2]) {
  own[0].n = own[1].n = 0;
  p->a.sample = own;
  p->b.sample = own + 1;
  if (!hulls) return;
  int mesh_a = p->a.mesh, mesh_b = p->b.mesh;
  if (mesh_a >= 0) p->a.sample = hull_sample_kept(hulls, mesh_a);
  // both meshes may share one cache slot
  int shared = mesh_a >= 0 && mesh_a != mesh_b && mesh_a % MAX_KEPT == mesh_b % MAX_KEPT;
  if (mesh_b >= 0 && !shared) p->b.sample = hull_sample_kept(hulls, mesh_b);
}

int pair_convex(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2, mjtNum margin) {
  return convex_contacts(m, d, con, &(near_geoms){g1, g2, -1, -1, margin, NULL});
}

int convex_contacts(const mjModel* m, const mjData* d, mjContact* con, const near_geoms* near) {
  convex_pair p;
  mjtNum margin = near->margin;
  p.m = m;
  p.d = d;
  shape_of_geom(&p.a, m, d, near->g1, margin / 2);
  shape_of_geom(&p.b, m, d, near->g2, margin / 2);
  if (near->part1 >= 0) shape_take_part(&p.a, p.part_mat[0], m, near->part1);
  if (near->part2 >= 0) shape_take_part(&p.b, p.part_mat[1], m, near->part2);
  hull_sample own[2];
  give_samples(&p, near->hulls, own);
  // boxes hold the vertices of their meshes up to the rounding of single precision; the search
  // may take for touching what is apart by less than its tolerance
  mjtNum rounding = 1e-6 * (m->geom_rbound[near->g1] + m->geom_rbound[near->g2]);
  if (shapes_apart(&p.a, &p.b, margin + m->opt.ccd_tolerance + rounding)) return 0;
  p.margin = margin;
  p.native.has_face = 0;
  int count = find_one(&p, con);
  if (count && (m->opt.enableflags & mjENBL_MULTICCD)) count = find_more(&p, con);
  return count;
}
