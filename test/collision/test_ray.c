// Rays against convex functions along the line, brute force over triangles, and each other.
#include "model_text.h"

// Below 1 inside the geom, 1 on its surface, above 1 outside; convex.  x in the frame of the geom.
static mjtNum gauge(int type, const mjtNum size[3], const mjtNum x[3]) {
  mjtNum rho = sqrt(x[0] * x[0] + x[1] * x[1]);
  switch (type) {
    case mjGEOM_SPHERE: return vec3_norm(x) / size[0];
    case mjGEOM_CAPSULE: {
      mjtNum over = fmax(fabs(x[2]) - size[1], 0);
      return sqrt(rho * rho + over * over) / size[0];
    }
    case mjGEOM_ELLIPSOID: {
      mjtNum u[3] = {x[0] / size[0], x[1] / size[1], x[2] / size[2]};
      return vec3_norm(u);
    }
    case mjGEOM_CYLINDER: return fmax(rho / size[0], fabs(x[2]) / size[1]);
    default: return fmax(fabs(x[0]) / size[0], fmax(fabs(x[1]) / size[1], fabs(x[2]) / size[2]));
  }
}

typedef struct {
  int type;
  const mjtNum* size;
  mjtNum p[3], v[3];
} line;

static mjtNum gauge_at(const line* l, mjtNum t) {
  mjtNum x[3];
  vec3_copy(x, l->p);
  vec3_axpy(x, t, l->v);
  return gauge(l->type, l->size, x);
}

// Where the gauge passes 1 between t0 and t1, which are on different sides.
static mjtNum bisect(const line* l, mjtNum t0, mjtNum t1) {
  int inside0 = gauge_at(l, t0) < 1;
  for (int i = 0; i < 70; i++) {
    mjtNum mid = 0.5 * (t0 + t1);
    if ((gauge_at(l, mid) < 1) == inside0) {
      t0 = mid;
    } else {
      t1 = mid;
    }
  }
  return 0.5 * (t0 + t1);
}

// The first hit, -1: none; *clear: how far the ray stays from just touching.
static mjtNum first_hit(const line* l, mjtNum reach, mjtNum* clear) {
  mjtNum lo = 0, hi = reach;
  *clear = 1;
  if (gauge_at(l, 0) < 1) return bisect(l, 0, reach);
  for (int i = 0; i < 120; i++) {
    mjtNum a = lo + (hi - lo) / 3, b = hi - (hi - lo) / 3;
    if (gauge_at(l, a) < gauge_at(l, b)) {
      hi = b;
    } else {
      lo = a;
    }
  }
  mjtNum mid = 0.5 * (lo + hi), least = gauge_at(l, mid);
  *clear = fabs(least - 1);
  return least < 1 ? bisect(l, 0, mid) : -1;
}

static void primitives_are_hit_where_their_surface_is(void** state) {
  (void)state;
  enum { RAYS = 200000 };  // of each type: a million in all
  static const int types[] = {mjGEOM_SPHERE, mjGEOM_CAPSULE, mjGEOM_ELLIPSOID, mjGEOM_CYLINDER,
                              mjGEOM_BOX};
  for (int k = 0; k < 5; k++) {
    rng r = {(uint64_t)k + 3};
    int hits = 0;
    for (int i = 0; i < RAYS; i++) {
      mjtNum size[3], pos[3], mat[9], pnt[3], vec[3], target[3], clear;
      for (int j = 0; j < 3; j++) {
        size[j] = rng_log(&r, 0.1, 1);
        pos[j] = rng_range(&r, -1, 1);
        pnt[j] = pos[j] + rng_range(&r, -2, 2);
        target[j] = pos[j] + rng_range(&r, -1, 1);
      }
      rng_rotation(&r, mat);
      vec3_sub(vec, target, pnt);
      vec3_scale(vec, vec, rng_log(&r, 0.1, 10));
      line l = {.type = types[k], .size = size};
      vec3_sub(l.p, pnt, pos);
      mat3_tmul_vec(l.p, mat, l.p);
      mat3_tmul_vec(l.v, mat, vec);
      mjtNum known = first_hit(&l, 20 / vec3_norm(vec), &clear);
      mjtNum t = mju_rayGeom(pos, mat, size, pnt, vec, types[k]);
      if (clear < 1e-6) continue;  // grazing
      if ((t < 0) != (known < 0) || fabs(t - known) * vec3_norm(vec) > 1e-7) {
        fail_msg("type %d, ray %d: %.12g, must be %.12g", types[k], i, t, known);
      }
      hits += t >= 0;
    }
    assert_true(hits > RAYS / 10);
  }
}

static void planes_are_seen_from_the_front(void** state) {
  (void)state;
  mjtNum pos[3] = {1, 2, 3}, mat[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, size[3] = {1, 0, 1};
  mjtNum above[3] = {1.5, 50, 5}, down[3] = {0, 0, -2}, up[3] = {0, 0, 2}, below[3] = {1, 2, 1};
  assert_true(mju_rayGeom(pos, mat, size, above, down, mjGEOM_PLANE) == 1);
  assert_true(mju_rayGeom(pos, mat, size, above, up, mjGEOM_PLANE) == -1);
  assert_true(mju_rayGeom(pos, mat, size, below, up, mjGEOM_PLANE) == -1);
  above[0] = 2.5;
  assert_true(mju_rayGeom(pos, mat, size, above, down, mjGEOM_PLANE) == -1);
}

// ----- triangles

// Moeller and Trumbore; -1: no hit ahead.  *clear becomes small near the border.
static mjtNum triangle_hit(mjtNum x[3][3], const mjtNum p[3], const mjtNum v[3], mjtNum* clear) {
  mjtNum e1[3], e2[3], h[3], s[3], q[3];
  vec3_sub(e1, x[1], x[0]);
  vec3_sub(e2, x[2], x[0]);
  vec3_cross(h, v, e2);
  mjtNum det = vec3_dot(e1, h);
  if (fabs(det) < 1e-14) return -1;
  vec3_sub(s, p, x[0]);
  mjtNum a = vec3_dot(s, h) / det;
  vec3_cross(q, s, e1);
  mjtNum b = vec3_dot(v, q) / det, t = vec3_dot(e2, q) / det;
  mjtNum least = fmin(a, fmin(b, 1 - a - b));
  *clear = fmin(*clear, fabs(least));
  return least >= 0 && t >= 0 ? t : -1;
}

static void nearer(mjtNum* best, mjtNum t) {
  if (t >= 0 && (*best < 0 || t < *best)) *best = t;
}

// A random ray from outside towards the neighbourhood of the geom.
static void random_ray(rng* r, const mjtNum pos[3], mjtNum pnt[3], mjtNum vec[3]) {
  for (int k = 0; k < 3; k++) {
    pnt[k] = pos[k] + rng_range(r, -2, 2);
    vec[k] = pos[k] + rng_range(r, -0.5, 0.5) - pnt[k];
  }
  vec3_scale(vec, vec, rng_log(r, 0.3, 3));
}

static void meshes_are_hit_on_their_nearest_face(void** state) {
  (void)state;
  char xml[20000];
  rng r = {17};
  int at = sprintf(xml, "<mujoco><asset>");
  for (int i = 0; i < 3; i++) {
    at += sprintf(xml + at, "<mesh name='m%d' vertex='", i);
    for (int v = 0; v < 6 + 40 * i; v++) {
      mjtNum x[3];
      rng_direction(&r, x);
      at += sprintf(xml + at, "%.4f %.4f %.4f ", x[0], 0.7 * x[1], 0.5 * x[2]);
    }
    at += sprintf(xml + at, "'/>");
  }
  at += sprintf(xml + at, "</asset><worldbody>");
  for (int i = 0; i < 3; i++) {
    at += sprintf(xml + at, "<geom type='mesh' mesh='m%d' pos='%d 1 2' euler='%d 20 30'/>", i,
                  3 * i, 40 * i);
  }
  sprintf(xml + at, "</worldbody></mujoco>");
  mjModel* m = model_from(xml);
  mjData* d = mj_makeData(m);
  mj_kinematics(m, d);
  for (int g = 0; g < 3; g++) {
    const mjtNum *pos = d->geom_xpos + 3 * g, *mat = d->geom_xmat + 9 * g;
    int mesh = m->geom_dataid[g], hits = 0;
    for (int i = 0; i < 50000; i++) {
      mjtNum pnt[3], vec[3], p[3], v[3], known = -1, clear = 1;
      random_ray(&r, pos, pnt, vec);
      vec3_sub(p, pnt, pos);
      mat3_tmul_vec(p, mat, p);
      mat3_tmul_vec(v, mat, vec);
      for (int f = 0; f < m->mesh_facenum[mesh]; f++) {
        const int* corner = m->mesh_face + 3 * (m->mesh_faceadr[mesh] + f);
        mjtNum x[3][3];
        for (int k = 0; k < 9; k++) {
          x[k / 3][k % 3] = m->mesh_vert[3 * (m->mesh_vertadr[mesh] + corner[k / 3]) + k % 3];
        }
        nearer(&known, triangle_hit(x, p, v, &clear));
      }
      mjtNum t = mj_rayMesh(m, d, g, pnt, vec);
      if (clear > 1e-7 && fabs(t - known) > 1e-9) {
        fail_msg("mesh %d, ray %d: %.12g, must be %.12g", g, i, t, known);
      }
      hits += t >= 0;
    }
    assert_true(hits > 5000);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void height_fields_are_hit_on_surface_and_sides(void** state) {
  (void)state;
  enum { NROW = 5, NCOL = 7 };
  char xml[3000];
  rng r = {23};
  int at = sprintf(xml,
                   "<mujoco><asset><hfield name='h' nrow='%d' ncol='%d' size='1 .8 .5 .2' "
                   "elevation='",
                   NROW, NCOL);
  for (int i = 0; i < NROW * NCOL; i++) at += sprintf(xml + at, "%.3f ", rng_unit(&r));
  sprintf(xml + at,
          "'/></asset><worldbody><geom type='hfield' hfield='h' pos='1 2 3' "
          "euler='20 30 40'/></worldbody></mujoco>");
  mjModel* m = model_from(xml);
  mjData* d = mj_makeData(m);
  mj_kinematics(m, d);
  const mjtNum* size = m->hfield_size;
  int hits = 0;
  for (int i = 0; i < 150000; i++) {
    mjtNum pnt[3], vec[3], p[3], v[3], known = -1, clear = 1;
    random_ray(&r, d->geom_xpos, pnt, vec);
    vec3_sub(p, pnt, d->geom_xpos);
    mat3_tmul_vec(p, d->geom_xmat, p);
    mat3_tmul_vec(v, d->geom_xmat, vec);
    // from inside the box other rules hold
    if (fabs(p[0]) < size[0] && fabs(p[1]) < size[1] && p[2] < size[2] && p[2] > -size[3]) continue;
    mjtNum dx = 2 * size[0] / (NCOL - 1), dy = 2 * size[1] / (NROW - 1), grid[NROW][NCOL][3];
    for (int row = 0; row < NROW; row++) {
      for (int col = 0; col < NCOL; col++) {
        vec3_set(grid[row][col], col * dx - size[0], row * dy - size[1],
                 size[2] * m->hfield_data[row * NCOL + col]);
      }
    }
    for (int row = 0; row + 1 < NROW; row++) {
      for (int col = 0; col + 1 < NCOL; col++) {
        for (int k = 0; k < 2; k++) {
          mjtNum x[3][3];
          vec3_copy(x[0], grid[row][col]);
          vec3_copy(x[1], grid[row + 1][col + 1]);
          vec3_copy(x[2], k ? grid[row + 1][col] : grid[row][col + 1]);
          nearer(&known, triangle_hit(x, p, v, &clear));
        }
      }
    }
    // the sides and the bottom, as triangles down from the border
    for (int side = 0; side < 4; side++) {
      int n = side < 2 ? NCOL : NROW;
      for (int j = 0; j + 1 < n; j++) {
        const mjtNum* a =
            side < 2 ? grid[side ? NROW - 1 : 0][j] : grid[j][side == 2 ? 0 : NCOL - 1];
        const mjtNum* b =
            side < 2 ? grid[side ? NROW - 1 : 0][j + 1] : grid[j + 1][side == 2 ? 0 : NCOL - 1];
        for (int k = 0; k < 2; k++) {
          mjtNum x[3][3];
          vec3_copy(x[0], a);
          vec3_copy(x[1], b);
          vec3_copy(x[2], k ? a : b);
          x[2][2] = -size[3];
          if (k) x[1][2] = -size[3];
          nearer(&known, triangle_hit(x, p, v, &clear));
        }
      }
    }
    for (int k = 0; k < 2; k++) {
      mjtNum x[3][3] = {{-size[0], -size[1], -size[3]}, {size[0], size[1], -size[3]}};
      vec3_set(x[2], k ? size[0] : -size[0], k ? -size[1] : size[1], -size[3]);
      nearer(&known, triangle_hit(x, p, v, &clear));
    }
    mjtNum t = mj_rayHfield(m, d, 0, pnt, vec);
    if (clear > 1e-6 && fabs(t - known) > 1e-9) {
      fail_msg("ray %d: %.12g, must be %.12g", i, t, known);
    }
    hits += t >= 0;
  }
  assert_true(hits > 15000);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// ----- all geoms

static mjModel* crowd(rng* r) {
  static const char* type[] = {"sphere", "capsule", "ellipsoid", "cylinder",
                               "box",    "mesh",    "hfield"};
  static char xml[60000];
  int at = sprintf(xml,
                   "<mujoco><asset><mesh name='m' vertex='.3 0 0 -.2 .2 0 -.2 -.2 0 0 0 .3'/>"
                   "<hfield name='h' nrow='3' ncol='3' size='.4 .4 .2 .1' "
                   "elevation='1 0 2 0 3 0 1 2 0'/>"
                   "<material name='clear' rgba='1 1 1 0'/></asset><worldbody>"
                   "<geom type='plane' size='4 4 .1' pos='0 0 -2' group='1'/>");
  for (int i = 0; i < 60; i++) {
    int k = rng_int(r, 7), free = k < 6 && rng_int(r, 2);
    at += sprintf(xml + at, "<body pos='%.3f %.3f %.3f' euler='%d %d %d'>%s", rng_range(r, -2, 2),
                  rng_range(r, -2, 2), rng_range(r, -2, 2), rng_int(r, 360), rng_int(r, 360),
                  rng_int(r, 360), free ? "<freejoint/>" : "");
    at += sprintf(xml + at, "<geom type='%s' pos='.1 0 .05' group='%d' ", type[k], rng_int(r, 6));
    if (k == 5) at += sprintf(xml + at, "mesh='m' ");
    if (k == 6) at += sprintf(xml + at, "hfield='h' ");
    if (k < 5)
      at += sprintf(xml + at, "size='%.3f %.3f %.3f' ", rng_range(r, .1, .4), rng_range(r, .1, .4),
                    rng_range(r, .1, .4));
    int look = rng_int(r, 8);
    at += sprintf(xml + at, "%s/></body>",
                  look == 0   ? "rgba='1 0 0 0'"
                  : look == 1 ? "material='clear'"
                              : "");
  }
  sprintf(xml + at, "</worldbody></mujoco>");
  return model_from(xml);
}

static mjtNum ray_of_geom(const mjModel* m, const mjData* d, int g, const mjtNum pnt[3],
                          const mjtNum vec[3]) {
  if (m->geom_type[g] == mjGEOM_MESH) return mj_rayMesh(m, d, g, pnt, vec);
  if (m->geom_type[g] == mjGEOM_HFIELD) return mj_rayHfield(m, d, g, pnt, vec);
  return mju_rayGeom(d->geom_xpos + 3 * g, d->geom_xmat + 9 * g, m->geom_size + 3 * g, pnt, vec,
                     m->geom_type[g]);
}

static void the_nearest_visible_geom_is_hit(void** state) {
  (void)state;
  enum { NRAY = 500 };
  rng r = {31};
  int hits = 0;
  for (int trial = 0; trial < 10; trial++) {
    mjModel* m = crowd(&r);
    mjData* d = mj_makeData(m);
    mj_kinematics(m, d);
    mj_comPos(m, d);
    mjtByte group[6];
    for (int k = 0; k < 6; k++) group[k] = rng_int(&r, 4) != 0;
    int statics = rng_int(&r, 2), body = rng_int(&r, 3) ? -1 : rng_int(&r, m->nbody);
    const mjtByte* groups = trial % 2 ? group : NULL;
    mjtNum pnt[3], vec[3 * NRAY], dist[NRAY];
    int id[NRAY];
    for (int k = 0; k < 3; k++) pnt[k] = rng_range(&r, -3, 3);
    for (int i = 0; i < NRAY; i++) {
      rng_direction(&r, vec + 3 * i);
      vec3_scale(vec + 3 * i, vec + 3 * i, rng_log(&r, 0.1, 10));
    }
    mj_multiRay(m, d, pnt, vec, groups, (mjtByte)statics, body, id, dist, NRAY, mjMAXVAL);
    assert_int_equal(d->pstack, 0);
    for (int i = 0; i < NRAY; i++) {
      mjtNum best = -1;
      int hit = -1, geom = -2;
      for (int g = 0; g < m->ngeom; g++) {
        int mat = m->geom_matid[g];
        if (m->geom_bodyid[g] == body ||
            (mat < 0 ? m->geom_rgba[4 * g + 3] : m->mat_rgba[4 * mat + 3]) == 0 ||
            (!statics && m->body_weldid[m->geom_bodyid[g]] == 0) ||
            (groups && !groups[m->geom_group[g]])) {
          continue;
        }
        mjtNum t = ray_of_geom(m, d, g, pnt, vec + 3 * i);
        if (t >= 0 && (best < 0 || t < best)) {
          best = t;
          hit = g;
        }
      }
      mjtNum t = mj_ray(m, d, pnt, vec + 3 * i, groups, (mjtByte)statics, body, &geom);
      if (t != best || geom != hit)
        fail_msg("geom %d at %.12g, must be %d at %.12g", geom, t, hit, best);
      assert_true(dist[i] == best && id[i] == hit);
      hits += hit >= 0;
    }
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  assert_true(hits > 500);
}

static void skins_are_hit_on_their_nearest_face(void** state) {
  (void)state;
  enum { NVERT = 30, NFACE = 40 };
  rng r = {41};
  float vert[3 * NVERT];
  int face[3 * NFACE];
  for (int i = 0; i < 3 * NVERT; i++) vert[i] = (float)rng_range(&r, -1, 1);
  for (int i = 0; i < 3 * NFACE; i++) face[i] = rng_int(&r, NVERT);
  mjtNum origin[3] = {0};
  int hits = 0;
  for (int i = 0; i < 5000; i++) {
    mjtNum pnt[3], vec[3], known = -1, clear = 1;
    int id;
    random_ray(&r, origin, pnt, vec);
    int hit = -1;
    for (int f = 0; f < NFACE; f++) {
      mjtNum x[3][3];
      for (int k = 0; k < 9; k++) x[k / 3][k % 3] = vert[3 * face[3 * f + k / 3] + k % 3];
      mjtNum t = triangle_hit(x, pnt, vec, &clear);
      if (t >= 0 && (known < 0 || t < known)) {
        known = t;
        hit = f;
      }
    }
    mjtNum t = mju_raySkin(NFACE, NVERT, face, vert, pnt, vec, &id);
    if (clear < 1e-6) continue;
    if (fabs(t - known) > 1e-9) fail_msg("ray %d: %.12g, must be %.12g", i, t, known);
    if (hit < 0) {
      assert_int_equal(id, -1);
    } else {
      assert_true(id == face[3 * hit] || id == face[3 * hit + 1] || id == face[3 * hit + 2]);
      hits++;
    }
  }
  assert_true(hits > 500);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(primitives_are_hit_where_their_surface_is),
      cmocka_unit_test(planes_are_seen_from_the_front),
      cmocka_unit_test(meshes_are_hit_on_their_nearest_face),
      cmocka_unit_test(height_fields_are_hit_on_surface_and_sides),
      cmocka_unit_test(the_nearest_visible_geom_is_hit),
      cmocka_unit_test(skins_are_hit_on_their_nearest_face),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
