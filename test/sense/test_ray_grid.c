#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <engine/engine.h>

static uint64_t state = 1;

// Uniform in [-1, 1).
static mjtNum draw(void) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (mjtNum)(state >> 11) * 0x1p-52 - 1;
}

static mjModel* of_text(const char* text) {
  char error[1000] = "";
  mjSpec* s = mj_parseXMLString(text, NULL, error, sizeof error);
  mjModel* m = s ? mj_compile(s, NULL) : NULL;
  if (!m) fail_msg("%s", s ? mjs_getError(s) : error);
  mj_deleteSpec(s);
  return m;
}

// Every type of geom, some twice at one place, and flexes of all dimensions.
static const char* zoo =
    "<mujoco><asset><hfield name='h' nrow='12' ncol='9' size='1 1.2 .4 .1'/>"
    "<mesh name='tent' vertex='0 0 0  .5 0 0  0 .5 0  .5 .5 0  .25 .25 .6'/></asset><worldbody>"
    "<camera name='eye' pos='.3 -4 1' xyaxes='1 .1 0 0 .2 1' fovy='50'/>"
    "<camera name='lens' pos='0 -4 1' xyaxes='1 0 0 0 0 1' resolution='64 48' focal='.02 .02'"
    " sensorsize='.03 .02' principal='.002 .001'/><camera name='flat' orthographic='true'/>"
    "<geom type='plane' size='6 6 .1' pos='0 0 -.6'/>"
    "<geom type='plane' size='0 0 .1' pos='0 0 -.9' group='3'/>"
    "<geom type='hfield' hfield='h' pos='-1.5 1 -.3'/>"
    "<geom type='mesh' mesh='tent' pos='1.5 0 0' euler='20 30 40'/>"
    "<body pos='0 0 .5'><freejoint/><geom type='sphere' size='.3'/>"
    "<geom type='capsule' size='.1 .4' pos='.6 .2 0' euler='30 0 0'/>"
    "<geom type='ellipsoid' size='.1 .3 .2' pos='-.6 0 .2' euler='0 30 0'/></body>"
    "<body pos='0 1 1'><geom type='cylinder' size='.2 .3' euler='40 10 0' group='2'/>"
    "<geom type='box' size='.2 .3 .1' pos='.8 0 0' euler='10 20 30'/>"
    "<geom type='box' size='.2 .3 .1' pos='.8 0 0' euler='10 20 30'/>"
    "<geom type='sphere' size='.2' pos='-1 0 0' rgba='1 0 0 0'/></body>"
    "<flexcomp name='rope' type='grid' count='9 1 1' dim='1' spacing='.1 .1 .1' pos='-1 -1 1'"
    " radius='.02' mass='1'/>"
    "<flexcomp name='sheet' type='grid' count='7 8 1' dim='2' spacing='.1 .1 .1' pos='0 -1 1'"
    " euler='50 10 0' radius='.01' mass='1'/>"
    "<flexcomp name='block' type='grid' count='4 4 4' dim='3' spacing='.1 .1 .1' pos='1 -1 .4'"
    " radius='.01' mass='1'/>"
    "</worldbody></mujoco>";

typedef struct {
  mjModel* m;
  mjData* d;
  engRayGrid g;
  mjtNum *vec, *dist;
  int *geomid, *flexid;
} view;

// A grid of rays, filled with numbers that must be overwritten.
static view look(mjModel* m, int nrow, int ncolumn) {
  size_t n = (size_t)nrow * (size_t)ncolumn;
  view v = {.m = m,
            .d = mj_makeData(m),
            .vec = calloc(3 * n, sizeof(mjtNum)),
            .dist = calloc(n, sizeof(mjtNum)),
            .geomid = calloc(n, sizeof(int)),
            .flexid = calloc(n, sizeof(int))};
  v.g = (engRayGrid){.nrow = nrow,
                     .ncolumn = ncolumn,
                     .vec = v.vec,
                     .mat = {1, 0, 0, 0, 1, 0, 0, 0, 1},
                     .flg_static = 1,
                     .bodyexclude = -1,
                     .flg_flex = 1,
                     .dist = v.dist,
                     .geomid = v.geomid,
                     .flexid = v.flexid};
  mj_forward(m, v.d);
  return v;
}

static void drop(view* v) {
  mj_deleteData(v->d);
  free(v->vec);
  free(v->dist);
  free(v->geomid);
  free(v->flexid);
}

// Assert that every ray of the grid says what single rays say; returns how many hit.
static int assert_single_rays(const view* v) {
  const engRayGrid* g = &v->g;
  const mjModel* m = v->m;
  int hits = 0;
  for (int i = 0; i < g->nrow * g->ncolumn; i++) {
    mjtNum vec[3];
    int geom = -1, flex = -1;
    mju_mulMatVec3(vec, g->mat, g->vec + 3 * i);
    mjtNum best = -1;
    if (mju_dot3(vec, vec) >= mjMINVAL * mjMINVAL) {
      best = mj_ray(m, v->d, g->pos, vec, g->geomgroup, g->flg_static, g->bodyexclude, &geom);
      for (int f = 0; g->flg_flex && f < m->nflex; f++) {
        int dim = m->flex_dim[f];
        mjtNum t = mju_rayFlex(m, v->d, 0, 0, dim == 1, dim > 1, 0, f, g->pos, vec, NULL);
        if (t < 0 || (best >= 0 && t >= best)) continue;
        best = t;
        flex = f;
        geom = -1;
      }
    }
    if (memcmp(&best, g->dist + i, sizeof best) || geom != g->geomid[i] || flex != g->flexid[i]) {
      fail_msg("ray %d: %.17g of geom %d, flex %d, not %.17g of %d, %d", i, g->dist[i],
               g->geomid[i], g->flexid[i], best, geom, flex);
    }
    hits += best >= 0;
  }
  return hits;
}

static void sensors_in_a_zoo_equal_single_rays(void** unused) {
  (void)unused;
  mjModel* m = of_text(zoo);
  for (int i = 0; i < m->nhfielddata; i++) m->hfield_data[i] = (float)(0.5 + 0.5 * sin(1.3 * i));
  int n;
  const engRayPattern* p = eng_rayPatterns(&n);
  state = 3;
  mjtByte seen[3] = {0};
  for (int k = 0; k < n; k++) {
    engRayPattern small = p[k];
    if (small.nrow > 48) small.nrow = 48;
    if (small.ncolumn > 90) small.ncolumn = 90;
    view v = look(m, small.nrow, small.ncolumn);
    eng_rayDirections(&small, v.vec);
    mjtNum quat[4] = {draw(), draw(), draw(), draw()};
    mju_normalize4(quat);
    mju_quat2Mat(v.g.mat, quat);
    for (int i = 0; i < 3; i++) v.g.pos[i] = draw();
    v.g.pos[2] += 0.6;
    eng_rayGrid(m, v.d, NULL, &v.g);
    assert_true(assert_single_rays(&v) > 20);
    for (int i = 0; i < small.nrow * small.ncolumn; i++) {
      if (v.flexid[i] >= 0) seen[v.flexid[i]] = 1;
    }
    drop(&v);
  }
  assert_true(seen[0] && seen[1] && seen[2]);
  mj_deleteModel(m);
}

static void wild_directions_equal_single_rays(void** unused) {
  (void)unused;
  mjModel* m = of_text(zoo);
  state = 5;
  static const int shapes[][2] = {{1, 1}, {1, 700}, {700, 1}, {3, 200}, {37, 29}, {8, 8}, {65, 66}};
  for (int k = 0; k < (int)(sizeof shapes / sizeof *shapes); k++) {
    view v = look(m, shapes[k][0], shapes[k][1]);
    int n = v.g.nrow * v.g.ncolumn;
    for (int i = 0; i < 3 * n; i++) v.vec[i] = (k % 2 ? 0.1 : 1) * draw() + (k % 2 && i % 3 == 1);
    mju_zero3(v.vec + 3 * (n / 2));
    v.vec[3 * (n / 3)] = NAN;
    v.g.pos[1] = -2;
    v.g.pos[2] = 0.7;
    eng_rayGrid(m, v.d, NULL, &v.g);
    assert_single_rays(&v);
    if (n > 1) assert_true(v.dist[n / 2] == -1 && v.dist[n / 3] == -1);
    drop(&v);
  }
  mj_deleteModel(m);
}

static void filters_are_those_of_single_rays(void** unused) {
  (void)unused;
  mjModel* m = of_text(zoo);
  mjtByte group[mjNGROUP] = {1, 1, 0, 1, 0, 0};
  int before = -1;
  for (int k = 0; k < 5; k++) {
    view v = look(m, 40, 50);
    engRayPattern p = *eng_rayPattern("velodyne_vlp16");
    p.nrow = 40, p.ncolumn = 50;
    eng_rayDirections(&p, v.vec);
    v.g.pos[2] = 0.9;
    v.g.pos[1] = -0.2;
    if (k == 1) v.g.geomgroup = group;
    if (k == 2) v.g.flg_static = 0;
    if (k == 3) v.g.bodyexclude = 1;
    if (k == 4) v.g.flg_flex = 0;
    eng_rayGrid(m, v.d, NULL, &v.g);
    int hits = assert_single_rays(&v);
    int sum = hits;
    for (int i = 0; i < 2000; i++) sum += 7 * v.geomid[i] + 3 * v.flexid[i];
    if (k == 0) before = sum;
    if (k > 0) assert_int_not_equal(before, sum);  // the filter makes a difference here
    drop(&v);
  }
  mj_deleteModel(m);
}

// What range and forward do to the distances of the plain grid.
static void ranges_and_depth(void** unused) {
  (void)unused;
  mjModel* m = of_text(zoo);
  view v = look(m, 30, 40), w = look(m, 30, 40);
  engRayPattern p;
  assert_int_equal(eng_rayPatternOfCamera(m, 0, 30, 40, &p), 0);
  eng_rayDirections(&p, v.vec);
  mju_copy(w.vec, v.vec, 3 * 30 * 40);
  mju_copy3(v.g.pos, v.d->cam_xpos);
  mju_copy(v.g.mat, v.d->cam_xmat, 9);
  mju_copy3(w.g.pos, v.d->cam_xpos);
  mju_copy(w.g.mat, v.d->cam_xmat, 9);
  w.g.forward[2] = -1;
  w.g.range[0] = 3.9;
  w.g.range[1] = 6;
  eng_rayGrid(m, v.d, NULL, &v.g);
  eng_rayGrid(m, w.d, NULL, &w.g);
  int cut = 0, kept = 0;
  for (int i = 0; i < 30 * 40; i++) {
    if (v.dist[i] >= 3.9 && v.dist[i] <= 6) {
      // the depth is how far the hit lies in front of the plane through the camera
      mjtNum x[3], axis[3] = {-v.g.mat[2], -v.g.mat[5], -v.g.mat[8]};
      mju_mulMatVec3(x, v.g.mat, v.vec + 3 * i);
      mju_scl3(x, x, v.dist[i]);
      assert_true(fabs(mju_dot3(x, axis) - w.dist[i]) < 1e-12);
      assert_int_equal(v.geomid[i], w.geomid[i]);
      kept++;
    } else {
      assert_true(w.dist[i] == -1 && w.geomid[i] == -1 && w.flexid[i] == -1);
      cut += v.dist[i] >= 0;
    }
  }
  assert_true(cut > 50 && kept > 50);
  drop(&v);
  drop(&w);
  mj_deleteModel(m);
}

// What a camera shows at a pixel is what picking with the mouse finds there.
static void cameras_see_what_the_scene_shows(void** unused) {
  (void)unused;
  enum { HIGH = 48, WIDE = 72 };
  mjModel* m = of_text(zoo);
  for (int camera = 0; camera < 2; camera++) {
    view v = look(m, HIGH, WIDE);
    engRayPattern p;
    assert_int_equal(eng_rayPatternOfCamera(m, camera, HIGH, WIDE, &p), 0);
    eng_rayDirections(&p, v.vec);
    mju_copy3(v.g.pos, v.d->cam_xpos + 3 * camera);
    mju_copy(v.g.mat, v.d->cam_xmat + 9 * camera, 9);
    v.g.flg_flex = 0;
    eng_rayGrid(m, v.d, NULL, &v.g);
    mjvScene scene;
    mjv_defaultScene(&scene);
    mjv_makeScene(m, &scene, 2000);
    mjvOption option;
    mjv_defaultOption(&option);
    mjvCamera cam;
    mjv_defaultCamera(&cam);
    cam.type = mjCAMERA_FIXED;
    cam.fixedcamid = camera;
    mjv_updateScene(m, v.d, &option, NULL, &cam, mjCAT_ALL, &scene);
    for (int k = 0; k < mjNGROUP; k++) option.geomgroup[k] = 1, option.flexgroup[k] = 0;
    int differ = 0, hits = 0;
    for (int i = 0; i < HIGH * WIDE; i++) {
      mjtNum point[3];
      int geom = -1, flex = -1, skin = -1;
      mjv_select(m, v.d, &option, (mjtNum)WIDE / HIGH, (i % WIDE + 0.5) / WIDE,
                 1 - (i / WIDE + 0.5) / HIGH, &scene, point, &geom, &flex, &skin);
      if (flex >= 0) continue;
      differ += geom != v.geomid[i];
      hits += geom > 1;
    }
    mjv_freeScene(&scene);
    if (differ > 6) fail_msg("camera %d: %d pixels differ", camera, differ);  // float rims of geoms
    assert_true(hits > 100);
    drop(&v);
  }
  engRayPattern p;
  assert_int_equal(eng_rayPatternOfCamera(m, 2, HIGH, WIDE, &p), -1);
  assert_int_equal(eng_rayPatternOfCamera(m, 3, HIGH, WIDE, &p), -1);
  assert_int_equal(eng_rayPatternOfCamera(m, 0, 0, WIDE, &p), -1);
  mj_deleteModel(m);
}

static void patterns_are_those_of_the_sheets(void** unused) {
  (void)unused;
  const engRayPattern* p = eng_rayPattern("velodyne_vlp16");
  assert_non_null(p);
  mjtNum* vec = calloc(3 * (size_t)p->nrow * (size_t)p->ncolumn, sizeof *vec);
  eng_rayDirections(p, vec);
  for (int r = 0; r < 16; r++) {
    for (int c = 0; c < p->ncolumn; c++) {
      const mjtNum* v = vec + 3 * (r * p->ncolumn + c);
      assert_true(fabs(asin(v[2]) - (15 - 2 * r) * mjPI / 180) < 1e-12);
      assert_true(fabs(mju_norm3(v) - 1) < 1e-14);
    }
    // a whole turn, no direction twice: the last column is one step before the first
    const mjtNum *first = vec + 3 * r * p->ncolumn, *last = first + 3 * (p->ncolumn - 1);
    mjtNum step =
        atan2(last[1] * first[0] - last[0] * first[1], first[0] * last[0] + first[1] * last[1]);
    assert_true(fabs(step - 2 * mjPI / p->ncolumn) < 1e-9);
  }
  free(vec);
  assert_null(eng_rayPattern("no such sensor"));
  assert_null(eng_rayPattern(NULL));
  p = eng_rayPattern("hokuyo_utm30lx");
  vec = calloc(3 * (size_t)p->ncolumn, sizeof *vec);
  eng_rayDirections(p, vec);
  assert_true(fabs(atan2(vec[1], vec[0]) - 135 * mjPI / 180) < 1e-12);
  assert_true(fabs(vec[3 * 540] - 1) < 1e-12);
  free(vec);
}

static mjModel* crowd(void) {
  char error[1000] = "";
  mjSpec* one = mj_parseXML(SOURCE_ROOT "/model/humanoid.xml", NULL, error, sizeof error);
  if (!one) fail_msg("%s", error);
  mjSpec* all = mj_makeSpec();
  mjs_setDeepCopy(all, 1);
  mjsBody* world = mjs_findBody(all, "world");
  mjsGeom* floor = mjs_addGeom(world, NULL);
  floor->type = mjGEOM_PLANE;
  for (int k = 0; k < 3; k++) floor->size[k] = 20;
  for (int i = 0; i < 22; i++) {
    mjsFrame* f = mjs_addFrame(world, NULL);
    f->pos[0] = i % 6 - 2.5;
    f->pos[1] = i / 6 - 1.5;
    char prefix[20];
    snprintf(prefix, sizeof prefix, "h%d_", i);
    assert_non_null(mjs_attach(f->element, mjs_findBody(one, "torso")->element, prefix, ""));
  }
  mjModel* m = mj_compile(all, NULL);
  if (!m) fail_msg("%s", mjs_getError(all));
  mj_deleteSpec(one);
  mj_deleteSpec(all);
  return m;
}

static void threads_do_not_change_a_bit_of_a_depth_image(void** unused) {
  (void)unused;
  enum { SIDE = 512 };
  mjModel* m = crowd();
  view v = look(m, SIDE, SIDE);
  engRayPattern p = {.projection = engRAY_PLANE,
                     .nrow = SIDE,
                     .ncolumn = SIDE,
                     .horizontal = {-.7, .7},
                     .vertical = {.7, -.7}};
  eng_rayDirections(&p, v.vec);
  v.g.pos[1] = -5;
  v.g.pos[2] = 2.5;
  mju_copy(v.g.mat, (mjtNum[9]){1, 0, 0, 0, 0.32, -0.947, 0, 0.947, 0.32}, 9);
  eng_rayGrid(m, v.d, NULL, &v.g);
  assert_true(assert_single_rays(&v) > 100000);
  size_t n = (size_t)SIDE * SIDE;
  mjtNum* dist = malloc(n * sizeof *dist);
  int* geomid = malloc(n * sizeof *geomid);
  memcpy(dist, v.dist, n * sizeof *dist);
  memcpy(geomid, v.geomid, n * sizeof *geomid);
  memset(v.dist, 0, n * sizeof *dist);
  mjThreadPool* pool = mju_threadPoolCreate(3);
  eng_rayGrid(m, v.d, pool, &v.g);
  mju_threadPoolDestroy(pool);
  assert_memory_equal(dist, v.dist, n * sizeof *dist);
  assert_memory_equal(geomid, v.geomid, n * sizeof *geomid);
  free(dist);
  free(geomid);
  drop(&v);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sensors_in_a_zoo_equal_single_rays),
      cmocka_unit_test(wild_directions_equal_single_rays),
      cmocka_unit_test(filters_are_those_of_single_rays),
      cmocka_unit_test(ranges_and_depth),
      cmocka_unit_test(cameras_see_what_the_scene_shows),
      cmocka_unit_test(patterns_are_those_of_the_sheets),
      cmocka_unit_test(threads_do_not_change_a_bit_of_a_depth_image),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
