// Contacts with height fields: prism by prism against independent solvers, and closed forms on
// fields that are planes.
#include "model_text.h"
#include "random_pair.h"

#include <engine/collision.h>

// Grid lines are half a unit apart and heights multiples of 1/64, so that the corners of the prisms
// have no rounding when they are given as a mesh to the independent solver.
enum { NROW = 5, NCOL = 5 };
static const mjtNum DEPTH_OF_BASE = 0.5;

static const char* field_and_geoms =
    "<mujoco><asset>"
    "<hfield name='h' nrow='5' ncol='5' size='1 1 1 .5'/>"
    "<mesh name='m' vertex='.3 .1 -.2 -.3 .2 -.2 0 -.3 -.2 .1 .1 .3 -.1 .2 .2 .2 -.2 .1'/></asset>"
    "<worldbody><geom type='hfield' hfield='h'/>"
    "<body><freejoint/><geom size='.1'/></body>"
    "<body><freejoint/><geom type='capsule' size='.1 .1'/></body>"
    "<body><freejoint/><geom type='ellipsoid' size='.1 .1 .1'/></body>"
    "<body><freejoint/><geom type='cylinder' size='.1 .1'/></body>"
    "<body><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
    "<body><freejoint/><geom type='mesh' mesh='m'/></body></worldbody></mujoco>";

static void random_field(mjModel* m, rng* r) {
  for (int i = 0; i < NROW * NCOL; i++) m->hfield_data[i] = (float)rng_int(r, 48) / 64;
}

// A field that is the plane z = a + b x + c y; its normal.
static void plane_field(mjModel* m, mjtNum a, mjtNum b, mjtNum c, mjtNum normal[3]) {
  for (int row = 0; row < NROW; row++) {
    for (int col = 0; col < NCOL; col++) {
      m->hfield_data[row * NCOL + col] = (float)(a + b * (col * 0.5 - 1) + c * (row * 0.5 - 1));
    }
  }
  vec3_set(normal, -b, -c, 1);
  vec3_normalize(normal);
}

// The prism under one of the two triangles of a cell, in the order of the strip, as the mesh of
// geom 0 of the scene.
static void put_prism(scene s, const mjModel* m, int row, int first) {
  float* v = s.m->mesh_vert;
  for (int i = 0; i < 3; i++) {
    int col = (first + i) / 2, up = !((first + i) % 2);
    for (int top = 0; top < 2; top++) {
      float* x = v + 3 * (3 * top + i);
      x[0] = (float)(col * 0.5 - 1);
      x[1] = (float)((row + up) * 0.5 - 1);
      x[2] = top ? m->hfield_data[(row + up) * NCOL + col] : (float)-DEPTH_OF_BASE;
    }
  }
}

typedef struct {
  mjModel* m;
  mjData* d;
  scene s;  // a prism and the geom
  int field, geom;
} on_field;

// The geom of the same type in model and scene: random size, on the field at a random pose.
static void random_geom(on_field* f, rng* r) {
  mjtNum mat[9], pos[3];
  scene_random_size(f->s, 1, r, 0.4);
  if (f->s.m->geom_type[1] == mjGEOM_MESH) {
    int mesh = f->m->geom_dataid[f->geom];
    f->s.m->mesh_vertnum[1] = f->m->mesh_vertnum[mesh];
    memcpy(f->s.m->mesh_vert + 3 * f->s.m->mesh_vertadr[1],
           f->m->mesh_vert + 3 * f->m->mesh_vertadr[mesh],
           sizeof(float) * 3 * (size_t)f->m->mesh_vertnum[mesh]);
    scene_set_bound(f->s, 1);
  }
  // one by one: the order in which a compiler evaluates arguments is its own
  pos[2] = rng_range(r, 0, 1);
  pos[1] = rng_range(r, -1.2, 1.2);
  pos[0] = rng_range(r, -1.2, 1.2);
  rng_rotation(r, mat);
  scene_place(f->s, 1, pos, mat);
  vec3_copy(f->m->geom_size + 3 * f->geom, f->s.m->geom_size + 3);
  f->m->geom_rbound[f->geom] = f->s.m->geom_rbound[1];
  vec3_copy(f->d->geom_xpos + 3 * f->geom, pos);
  mat3_copy(f->d->geom_xmat + 9 * f->geom, mat);
}

static on_field make(int type) {
  int types[2] = {mjGEOM_MESH, type};
  on_field f = {.m = model_from(field_and_geoms), .s = scene_make(2, types)};
  mjtNum origin[3] = {0}, unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  f.d = mj_makeData(f.m);
  mj_kinematics(f.m, f.d);
  f.s.m->mesh_vertnum[0] = 6;
  scene_place(f.s, 0, origin, unit);
  while (f.m->geom_type[f.geom] != type) f.geom++;
  f.m->opt.ccd_iterations = 300;
  return f;
}

static void delete (on_field f) {
  scene_delete(f.s);
  mj_deleteData(f.d);
  mj_deleteModel(f.m);
}

static int collide_with_field(const on_field* f, mjtNum margin, mjContact* con) {
  int type = f->m->geom_type[f->geom];
  return mjCOLLISIONFUNC[mjGEOM_HFIELD][type](f->m, f->d, con, f->field, f->geom, margin);
}

static int is_hull(int type) { return type == mjGEOM_BOX || type == mjGEOM_MESH; }

// Prisms and contacts are in the same order: each prism that overlaps has the next contact, as deep
// as the least way out of that prism.
static void each_prism_in_touch_has_a_contact(void** state) {
  (void)state;
  enum { PER_TYPE = 60 };
  for (int t = 0; t < NTYPE; t++) {
    int type = convex_types[t], touched = 0;
    on_field f = make(type);
    for (int seed = 0; seed < PER_TYPE; seed++) {
      rng r = {(uint64_t)seed * 7919u + t};
      mjContact con[mjMAXCONPAIR];
      random_field(f.m, &r);
      random_geom(&f, &r);
      int n = collide_with_field(&f, 0, con), at = 0;
      if (n == mjMAXCONPAIR) continue;
      for (int row = 0; row + 1 < NROW; row++) {
        for (int first = 0; first < 2 * NCOL - 2; first++) {
          put_prism(f.s, f.m, row, first);
          distance_bounds b = oracle_distance(f.s, 0, 1);
          if (b.lower > 1e-9) continue;
          mjtNum depth = fmin(oracle_depth(f.s, 0, 1, &r), -b.lower);
          if (depth < 1e-8) {
            // touching within rounding: a contact of no depth, or none
            if (at < n && con[at].dist > -2e-6) at++;
            continue;
          }
          if (at == n) {
            fail_msg("type %d, seed %d: no contact %d of depth %.9g", type, seed, at, depth);
          }
          const mjContact* c = con + at++;
          // the independent depth is an upper bound; curved shapes are known to the tolerance
          mjtNum tol = is_hull(type) ? 1e-9 : 2e-6 + depth / 300;
          if (!(-c->dist <= depth + tol && -c->dist >= 0)) {
            fail_msg("type %d, seed %d, contact %d: depth %.9g, must be %.9g", type, seed, at - 1,
                     -c->dist, depth);
          }
          if (is_hull(type)) {
            // and there is a way out of that length: along the normal
            mjtNum along = oracle_extent(f.s, 0, 1, c->frame);
            if (!(fabs(along + c->dist) < 1e-9)) {
              fail_msg("type %d, seed %d, contact %d: depth %.9g, along its normal %.9g", type,
                       seed, at - 1, -c->dist, along);
            }
          }
          touched++;
        }
      }
      if (at != n) fail_msg("type %d, seed %d: %d contacts, must be %d", type, seed, n, at);
    }
    assert_true(touched > PER_TYPE);
    delete (f);
  }
}

static const mjContact* deepest(const mjContact* con, int n) {
  const mjContact* best = con;
  for (int i = 1; i < n; i++) {
    if (con[i].dist < best->dist) best = con + i;
  }
  return best;
}

// On a field that is a plane the deepest contact is that with the plane, as long as the geom is not
// so deep that it had better leave its prism by a side.
static void a_field_that_is_a_plane_touches_as_one(void** state) {
  (void)state;
  for (int t = 0; t < NTYPE; t++) {
    int type = convex_types[t];
    on_field f = make(type);
    for (int seed = 0; seed < 200; seed++) {
      rng r = {(uint64_t)seed * 104729u + t};
      mjtNum n[3], back[3], low[3], a = 0.375;
      mjtNum slope_y = rng_int(&r, 3) / 8.0 - 0.125, slope_x = rng_int(&r, 3) / 8.0 - 0.125;
      plane_field(f.m, a, slope_x, slope_y, n);
      random_geom(&f, &r);
      // the lowest point over the middle of a prism, a little below the surface
      vec3_scale(back, n, -1);
      oracle_support(f.s, 1, back, low);
      int col = rng_int(&r, NCOL - 1), row = rng_int(&r, NROW - 1);
      mjtNum depth = rng_log(&r, 1e-4, 1e-2), target[3], shift[3];
      vec3_set(target, (col + 1.0 / 3) * 0.5 - 1, (row + 2.0 / 3) * 0.5 - 1, 0);
      target[2] = a - (n[0] * target[0] + n[1] * target[1]) / n[2];
      vec3_axpy(target, -depth, n);
      vec3_sub(shift, target, low);
      vec3_add(f.s.d->geom_xpos + 3, f.s.d->geom_xpos + 3, shift);
      vec3_copy(f.d->geom_xpos + 3 * f.geom, f.s.d->geom_xpos + 3);

      mjContact con[mjMAXCONPAIR];
      int count = collide_with_field(&f, 0, con);
      if (!count) fail_msg("type %d, seed %d: no contact at depth %g", type, seed, depth);
      const mjContact* c = deepest(con, count);
      mjtNum tol = is_hull(type) ? 1e-8 : 3e-6 + depth / 300;
      if (fabs(c->dist + depth) > tol) {
        fail_msg("type %d, seed %d: depth %.9g, must be %.9g", type, seed, -c->dist, depth);
      }
      // the normals of cylinders are turned to those of their sides, also where a rim touches
      mjtNum turn = type == mjGEOM_CYLINDER ? 0 : vec3_distance(c->frame, n);
      if (turn > (is_hull(type) ? 1e-6 : 0.02)) {
        fail_msg("type %d, seed %d: normal off by %g", type, seed, turn);
      }
      mjtNum level = vec3_dot(c->pos, n) - a * n[2];
      if (fabs(level + depth / 2) > tol + 0.02 * depth) {
        fail_msg("type %d, seed %d: position %g below, must be %g", type, seed, -level, depth / 2);
      }
    }
    delete (f);
  }
}

static void apart_or_beside_there_is_no_contact(void** state) {
  (void)state;
  for (int t = 0; t < NTYPE; t++) {
    on_field f = make(convex_types[t]);
    for (int seed = 0; seed < 500; seed++) {
      rng r = {(uint64_t)seed * 31 + t};
      mjtNum n[3], x[3], gap = rng_log(&r, 1e-6, 1);
      mjContact con[mjMAXCONPAIR];
      plane_field(f.m, 0.5, 0, 0, n);
      random_geom(&f, &r);
      // over, under or beside the box that a flat field is
      static const mjtNum side[4][3] = {{0, 0, -1}, {0, 0, 1}, {-1, 0, 0}, {0, 1, 0}};
      static const mjtNum face[4] = {0.5, -0.5, 1, -1};
      int k = rng_int(&r, 4), axis = k == 2 ? 0 : k == 3 ? 1 : 2;
      oracle_support(f.s, 1, side[k], x);
      mjtNum* pos = f.d->geom_xpos + 3 * f.geom;
      pos[axis] += face[k] - side[k][axis] * gap - x[axis];
      int count = collide_with_field(&f, 0, con);
      if (count) fail_msg("type %d, seed %d: contact at gap %g", convex_types[t], seed, gap);
      pos[axis] += side[k][axis] * 2 * gap;
      if (gap > 1e-3 || fabs(x[0]) > 0.99 || fabs(x[1]) > 0.99 || axis != 2) continue;
      if (!collide_with_field(&f, 0, con)) {
        fail_msg("type %d, seed %d: no contact at depth %g", convex_types[t], seed, gap);
      }
    }
    delete (f);
  }
}

// The margin raises the field by itself and the geom by half: distances are less by 1.5 of it, as
// those of the reference are.
static void margin_is_counted_one_and_a_half_times(void** state) {
  (void)state;
  on_field f = make(mjGEOM_SPHERE);
  mjtNum n[3], unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  mjContact con[mjMAXCONPAIR];
  plane_field(f.m, 0.25, 0, 0, n);
  f.m->geom_size[3 * f.geom] = f.m->geom_rbound[f.geom] = 0.125;
  mjtNum* pos = f.d->geom_xpos + 3 * f.geom;
  vec3_set(pos, 0.1, 0.15, 0.25 + 0.125 + 0.01);
  mat3_copy(f.d->geom_xmat + 9 * f.geom, unit);
  assert_int_equal(collide_with_field(&f, 0, con), 0);
  int count = collide_with_field(&f, 0.1, con);
  assert_true(count > 0);
  assert_true(fabs(deepest(con, count)->dist - (0.01 - 0.15)) < 1e-9);
  delete (f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_prism_in_touch_has_a_contact),
      cmocka_unit_test(a_field_that_is_a_plane_touches_as_one),
      cmocka_unit_test(apart_or_beside_there_is_no_contact),
      cmocka_unit_test(margin_is_counted_one_and_a_half_times),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
