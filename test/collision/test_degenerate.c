// Input that no geometry stands on: bounded work, an answer made of numbers or none.
#include <limits.h>

#include "scene.h"

static const int all_types[] = {mjGEOM_PLANE,    mjGEOM_SPHERE, mjGEOM_CAPSULE, mjGEOM_ELLIPSOID,
                                mjGEOM_CYLINDER, mjGEOM_BOX,    mjGEOM_MESH};
enum { NTYPE = 7 };

static void check_finite(const mjtNum* x, int n, const char* what) {
  for (int i = 0; i < n; i++) {
    if (!isfinite(x[i])) fail_msg("%s: number %d is %g", what, i, x[i]);
  }
}

// Every question that can be asked of two geoms.
static void ask_everything(scene s, const char* what) {
  mjContact con[mjMAXCONPAIR];
  for (int flag = 0; flag < 4; flag++) {
    s.m->opt.disableflags = flag & 1 ? mjDSBL_NATIVECCD : 0;
    s.m->opt.enableflags = flag & 2 ? mjENBL_MULTICCD : 0;
    for (int k = 0; k < 3; k++) {
      mjtNum margin = k == 0 ? 0 : (k == 1 ? 0.1 : 1e6);
      mjfCollision test = mjCOLLISIONFUNC[s.m->geom_type[0]][s.m->geom_type[1]];
      // the meshes of scenes have no polygons, which several contacts of flat pairs need
      if ((flag & 2) && s.m->geom_type[1] == mjGEOM_MESH) continue;
      if (!test) continue;
      int n = test(s.m, s.d, con, 0, 1, margin);
      if (n < 0 || n > mjMAXCONPAIR) fail_msg("%s: %d contacts", what, n);
      for (int i = 0; i < n; i++) {
        check_finite(&con[i].dist, 1, what);
        check_finite(con[i].pos, 3, what);
        check_finite(con[i].frame, 6, what);
        if (fabs(vec3_norm(con[i].frame) - 1) > 1e-6) {
          fail_msg("%s: normal of length %g", what, vec3_norm(con[i].frame));
        }
      }
    }
    mjtNum fromto[6], dist = mj_geomDistance(s.m, s.d, 0, 1, 10, fromto);
    check_finite(&dist, 1, what);
    check_finite(fromto, 6, what);
  }
  s.m->opt.disableflags = s.m->opt.enableflags = 0;
  mj_collision(s.m, s.d);
}

typedef void (*spoiler)(scene s, rng* r);

static void same_place(scene s, rng* r) {
  (void)r;
  scene_place(s, 1, s.d->geom_xpos, s.d->geom_xmat + 9);
}

static void same_pose(scene s, rng* r) {
  (void)r;
  scene_place(s, 1, s.d->geom_xpos, s.d->geom_xmat);
}

static void aligned(scene s, rng* r) {
  mjtNum unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, pos[3] = {0};
  pos[rng_int(r, 3)] = rng_int(r, 3);
  for (int g = 0; g < 2; g++) vec3_set(s.m->geom_size + 3 * g, 1, 1, 1);
  scene_place(s, 0, s.d->geom_xpos + 3, unit);
  scene_place(s, 1, s.d->geom_xpos + 3, unit);
  vec3_add(s.d->geom_xpos + 3, s.d->geom_xpos + 3, pos);
}

static void no_size(scene s, rng* r) {
  for (int i = 0; i < 6; i++) {
    if (rng_int(r, 2)) s.m->geom_size[i] = 0;
  }
  for (int g = 0; g < 2; g++) {
    float* v = s.m->mesh_vert + 3 * s.m->mesh_vertadr[g];
    int flat = rng_int(r, 4);
    for (int i = 0; i < SCENE_MESH_VERTS; i++) {
      for (int k = 0; k < flat; k++) v[3 * i + k] = 0;
    }
  }
}

static void thin(scene s, rng* r) {
  for (int g = 0; g < 2; g++) s.m->geom_size[3 * g + rng_int(r, 3)] *= rng_log(r, 1e-9, 1e-2);
}

static void huge_and_tiny(scene s, rng* r) {
  for (int g = 0; g < 2; g++) {
    mjtNum scale = rng_int(r, 2) ? 1e6 : 1e-6;
    vec3_scale(s.m->geom_size + 3 * g, s.m->geom_size + 3 * g, scale);
    float* v = s.m->mesh_vert + 3 * s.m->mesh_vertadr[g];
    for (int i = 0; i < 3 * SCENE_MESH_VERTS; i++) v[i] *= (float)scale;
    if (rng_int(r, 2)) vec3_scale(s.d->geom_xpos + 3 * g, s.d->geom_xpos + 3 * g, scale);
  }
}

static void far_away(scene s, rng* r) {
  mjtNum off[3] = {rng_range(r, -1e8, 1e8), rng_range(r, -1e8, 1e8), 1e8};
  for (int g = 0; g < 2; g++) vec3_add(s.d->geom_xpos + 3 * g, s.d->geom_xpos + 3 * g, off);
}

static void same_vertices(scene s, rng* r) {
  for (int g = 0; g < 2; g++) {
    float* v = s.m->mesh_vert + 3 * s.m->mesh_vertadr[g];
    for (int i = 1; i < SCENE_MESH_VERTS; i++) {
      int from = rng_int(r, i);
      if (rng_int(r, 3)) memcpy(v + 3 * i, v + 3 * from, 3 * sizeof(float));
    }
  }
  s.m->mesh_vertnum[0] = 1 + rng_int(r, 4);
}

static void not_numbers(scene s, rng* r) {
  static const mjtNum odd[] = {NAN, INFINITY, -INFINITY, 1e200, -1e200, 1e308};
  for (int i = 0; i < 2; i++) {
    mjtNum x = odd[rng_int(r, 6)];
    if (rng_int(r, 2)) {
      s.d->geom_xpos[rng_int(r, 6)] = x;
    } else {
      s.d->geom_xmat[rng_int(r, 18)] = x;
    }
  }
}

static void rotations_that_are_none(scene s, rng* r) {
  for (int i = 0; i < 18; i++) s.d->geom_xmat[i] = rng_int(r, 3) ? 0 : rng_range(r, -2, 2);
}

static const struct {
  const char* name;
  spoiler spoil;
  int odd_frames;  // normals need not be unit
} spoilers[] = {
    {"same place", same_place, 0},
    {"same pose", same_pose, 0},
    {"aligned", aligned, 0},
    {"no size", no_size, 0},
    {"thin", thin, 0},
    {"huge and tiny", huge_and_tiny, 0},
    {"far away", far_away, 0},
    {"same vertices", same_vertices, 0},
};

static void answers_are_numbers(void** state) {
  (void)state;
  for (int i = 0; i < NTYPE; i++) {
    for (int j = i; j < NTYPE; j++) {
      int type[2] = {all_types[i], all_types[j]};
      scene s = scene_make(2, type);
      for (size_t k = 0; k < sizeof spoilers / sizeof *spoilers; k++) {
        for (int seed = 0; seed < 60; seed++) {
          char what[120];
          rng r = {(uint64_t)seed * 104729u + (uint64_t)(i * 100 + j * 10) + k};
          snprintf(what, sizeof what, "%s, types %d %d, seed %d", spoilers[k].name, type[0],
                   type[1], seed);
          for (int g = 0; g < 2; g++) {
            mjtNum pos[3] = {rng_range(&r, -1, 1), rng_range(&r, -1, 1), rng_range(&r, -1, 1)};
            mjtNum mat[9];
            scene_random_size(s, g, &r, 1);
            rng_rotation(&r, mat);
            scene_place(s, g, pos, mat);
          }
          spoilers[k].spoil(s, &r);
          scene_set_bound(s, 0);
          scene_set_bound(s, 1);
          ask_everything(s, what);
        }
      }
      scene_delete(s);
    }
  }
}

// With poses that are no poses the answers may be anything, but come in time and contacts are
// numbers.
static void poses_that_are_none_do_no_harm(void** state) {
  (void)state;
  for (int i = 0; i < NTYPE; i++) {
    for (int j = i; j < NTYPE; j++) {
      int type[2] = {all_types[i], all_types[j]};
      scene s = scene_make(2, type);
      mjfCollision test = mjCOLLISIONFUNC[type[0]][type[1]];
      for (int seed = 0; test && seed < 200; seed++) {
        rng r = {(uint64_t)seed * 65537u + (uint64_t)(i * 10 + j)};
        mjContact con[mjMAXCONPAIR];
        mjtNum fromto[6];
        for (int g = 0; g < 2; g++) {
          mjtNum pos[3] = {rng_range(&r, -1, 1), rng_range(&r, -1, 1), rng_range(&r, -1, 1)};
          mjtNum mat[9];
          scene_random_size(s, g, &r, 1);
          rng_rotation(&r, mat);
          scene_place(s, g, pos, mat);
        }
        int numbers = seed % 2;
        if (numbers) {
          not_numbers(s, &r);
        } else {
          rotations_that_are_none(s, &r);
        }
        for (int legacy = 0; legacy < 2; legacy++) {
          s.m->opt.disableflags = legacy ? mjDSBL_NATIVECCD : 0;
          int n = test(s.m, s.d, con, 0, 1, 0.01);
          assert_in_range(n, 0, mjMAXCONPAIR);
          if (numbers) {
            mj_collision(s.m, s.d);
            for (int c = 0; c < s.d->ncon; c++) {
              char what[80];
              snprintf(what, sizeof what, "types %d %d, seed %d", type[0], type[1], seed);
              check_finite(&s.d->contact[c].dist, 1, what);
              check_finite(s.d->contact[c].pos, 3, what);
              check_finite(s.d->contact[c].frame, 9, what);
            }
          }
          mj_geomDistance(s.m, s.d, 0, 1, 1, fromto);
        }
        mjtNum pnt[3] = {0}, vec[3] = {1, 1, 1};
        int id;
        for (int g = 0; g < 2; g++) {
          if (type[g] != mjGEOM_MESH) {
            mju_rayGeom(s.d->geom_xpos + 3 * g, s.d->geom_xmat + 9 * g, s.m->geom_size + 3 * g, pnt,
                        vec, type[g]);
          }
        }
        if (type[1] != mjGEOM_MESH) mj_ray(s.m, s.d, pnt, vec, NULL, 1, -1, &id);
      }
      scene_delete(s);
    }
  }
}

static mjtNum beyond(rng* r) {
  static const mjtNum odd[] = {1e-300, 1e-160, 1e-20, 1e20, 1e150, 1e200, 1e300};
  return odd[rng_int(r, 7)];
}

// Numbers whose squares or products are none: contacts, distances and rays that are numbers, or
// none.
static void sizes_beyond_the_range_do_no_harm(void** state) {
  (void)state;
  for (int i = 0; i < NTYPE; i++) {
    for (int j = i; j < NTYPE; j++) {
      int type[2] = {all_types[i], all_types[j]};
      if (!mjCOLLISIONFUNC[type[0]][type[1]]) continue;
      scene s = scene_make(2, type);
      for (int seed = 0; seed < 300; seed++) {
        char what[80];
        rng r = {(uint64_t)seed * 977u + (uint64_t)(i * 7 + j)};
        snprintf(what, sizeof what, "types %d %d, seed %d", type[0], type[1], seed);
        for (int g = 0; g < 2; g++) {
          mjtNum mat[9], pos[3];
          scene_random_size(s, g, &r, 1);
          rng_rotation(&r, mat);
          mjtNum size = rng_int(&r, 3) ? beyond(&r) : 1, away = rng_int(&r, 3) ? 1 : beyond(&r);
          for (int k = 0; k < 3; k++) {
            if (rng_int(&r, 2)) s.m->geom_size[3 * g + k] *= size;
            pos[k] = rng_range(&r, -1, 1) * (rng_int(&r, 2) ? away : 1);
          }
          scene_place(s, g, pos, mat);
          scene_set_bound(s, g);
        }
        s.m->geom_margin[0] = seed % 2 ? 0 : 0.1;
        for (int flag = 0; flag < 4; flag++) {
          s.m->opt.disableflags = flag & 1 ? mjDSBL_NATIVECCD : 0;
          s.m->opt.enableflags = flag & 2 ? mjENBL_MULTICCD : 0;
          if ((flag & 2) && type[1] == mjGEOM_MESH) continue;
          mj_collision(s.m, s.d);
          for (int c = 0; c < s.d->ncon; c++) {
            check_finite(&s.d->contact[c].dist, 1, what);
            check_finite(s.d->contact[c].pos, 3, what);
            check_finite(s.d->contact[c].frame, 9, what);
            assert_true(fabs(vec3_norm(s.d->contact[c].frame) - 1) < 1e-6);
          }
          mjtNum fromto[6], dist = mj_geomDistance(s.m, s.d, 0, 1, 1e10, fromto);
          check_finite(&dist, 1, what);
          check_finite(fromto, 6, what);
          mjtNum pnt[3] = {0, 0, 3}, vec[3] = {0.1, 0.2, -1};
          int id;
          if (type[1] == mjGEOM_MESH) continue;
          dist = mj_ray(s.m, s.d, pnt, vec, NULL, 1, -1, &id);
          check_finite(&dist, 1, what);
        }
      }
      scene_delete(s);
    }
  }
}

// Without a step to take there is still an answer, or none.
static void no_iterations_do_no_harm(void** state) {
  (void)state;
  static const int counts[] = {0, -1, INT_MIN};
  for (int i = 0; i < NTYPE; i++) {
    for (int j = i; j < NTYPE; j++) {
      int type[2] = {all_types[i], all_types[j]};
      if (!mjCOLLISIONFUNC[type[0]][type[1]]) continue;
      scene s = scene_make(2, type);
      for (int seed = 0; seed < 30; seed++) {
        char what[80];
        rng r = {(uint64_t)seed * 977u + (uint64_t)(i * 7 + j)};
        snprintf(what, sizeof what, "types %d %d, seed %d, iterations %d", type[0], type[1], seed,
                 counts[seed % 3]);
        for (int g = 0; g < 2; g++) {
          mjtNum mat[9], pos[3];
          scene_random_size(s, g, &r, 1);
          rng_rotation(&r, mat);
          for (int k = 0; k < 3; k++) pos[k] = rng_range(&r, -1, 1);
          scene_place(s, g, pos, mat);
          scene_set_bound(s, g);
        }
        s.m->opt.ccd_iterations = counts[seed % 3];
        ask_everything(s, what);
      }
      scene_delete(s);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(answers_are_numbers),
      cmocka_unit_test(poses_that_are_none_do_no_harm),
      cmocka_unit_test(sizes_beyond_the_range_do_no_harm),
      cmocka_unit_test(no_iterations_do_no_harm),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
