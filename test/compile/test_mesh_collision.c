// The attribute collision of meshes: convex parts and signed distances that geoms collide as.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>

#include <engine/engine.h>

#include "solids.h"

typedef struct {
  mjSpec* s;
  mjsMesh* mesh;
  mjModel* m;
  mjData* d;
} scene;

static void drop(scene* x) {
  mj_deleteData(x->d);
  mj_deleteModel(x->m);
  mj_deleteSpec(x->s);
}

static mjsMesh* add_mesh(mjSpec* s, const char* name, int collision, double error, int maxpart) {
  mjsMesh* mesh = mjs_addMesh(s, NULL);
  mjs_setName(mesh->element, name);
  mjs_setFloat(mesh->uservert, shape.vert, 3 * shape.nvert);
  mjs_setInt(mesh->userface, shape.face, 3 * shape.nface);
  mesh->inertia = mjMESH_INERTIA_EXACT;
  engsMesh* more = eng_mesh(mesh);
  more->collision = collision;
  more->volumeerror = error;
  more->maxpart = maxpart;
  return mesh;
}

static mjsGeom* add_geom(mjsBody* body, const char* mesh) {
  mjsGeom* g = mjs_addGeom(body, NULL);
  g->type = mjGEOM_MESH;
  mjs_setString(g->meshname, mesh);
  mjs_setName(g->element, mesh);
  return g;
}

static mjsBody* add_free(mjSpec* s, double x, double y, double z) {
  mjsBody* b = mjs_addBody(mjs_findBody(s, "world"), NULL);
  b->pos[0] = x, b->pos[1] = y, b->pos[2] = z;
  mjs_addFreeJoint(b);
  return b;
}

static void compile(scene* x) {
  x->m = mj_compile(x->s, NULL);
  if (!x->m) fail_msg("%s", mjs_getError(x->s));
  x->d = mj_makeData(x->m);
}

// The present solid stands turned in the world; above or in it is a ball.
static scene with_ball(int collision, double error, const double ball[3], double radius) {
  scene x = {.s = mj_makeSpec()};
  x.mesh = add_mesh(x.s, "solid", collision, error, 48);
  mjsGeom* g = add_geom(mjs_findBody(x.s, "world"), "solid");
  g->pos[0] = 1;
  g->quat[0] = cos(.4), g->quat[3] = sin(.4);
  double place[3];
  mju_rotVecQuat(place, ball, g->quat);
  mjsGeom* sphere = mjs_addGeom(add_free(x.s, place[0] + 1, place[1], place[2]), NULL);
  sphere->size[0] = radius;
  compile(&x);
  return x;
}

static double height_after(scene* x, double seconds) {
  while (x->d->time < seconds) mj_step(x->m, x->d);
  return x->d->qpos[2];
}

static void a_ball_stays_in_a_mug(void** state) {
  (void)state;
  static const double above[3] = {.01, .02, .3};
  make_mug();
  const struct {
    int collision;
    double low, high;
  } kinds[] = {{engCOLLISION_CONVEX, .23, .25},
               {engCOLLISION_DECOMPOSE, .057, .063},
               {engCOLLISION_SDF, .05, .065}};
  for (int k = 0; k < 3; k++) {
    scene x = with_ball(kinds[k].collision, .05, above, .04);
    double z = height_after(&x, k ? 2 : .3);
    print_message("mug, collision %d: the ball at %.4f, %d parts\n", k, z, x.m->mesh_partnum[0]);
    assert_true(z > kinds[k].low && z < kinds[k].high);
    assert_int_equal(x.m->geom_type[0], k == 2 ? mjGEOM_SDF : mjGEOM_MESH);
    assert_int_equal(x.m->ngeom, 2);
    drop(&x);
  }
}

static void a_ball_passes_a_ring(void** state) {
  (void)state;
  static const double above[3] = {.01, 0, .5};
  make_torus(.5, .1, 60, 24);
  for (int collision = 0; collision < 3; collision++) {
    scene x = with_ball(collision, .05, above, .25);
    assert_true((height_after(&x, .8) < -1) == (collision > 0));
    drop(&x);
  }
}

static void there_is_room_under_a_chair(void** state) {
  (void)state;
  static const double under[3] = {.25, .25, .25}, higher[3] = {.25, .25, .32};
  make_chair();
  for (int collision = 0; collision < 2; collision++) {
    scene x = with_ball(collision, .005, under, .19);
    mj_forward(x.m, x.d);
    assert_true((x.d->ncon == 0) == (collision == engCOLLISION_DECOMPOSE));
    // below the seat: as far as there is room
    mjtNum fromto[6], dist = mj_geomDistance(x.m, x.d, 0, 1, 1, fromto);
    if (collision) assert_true(fabs(dist - (.25 - .19)) < 2e-3);
    if (collision) assert_true(fabs(mju_dist3(fromto, fromto + 3) - dist) < 1e-9);
    drop(&x);
  }
  scene x = with_ball(engCOLLISION_DECOMPOSE, .005, higher, .19);
  mj_forward(x.m, x.d);
  assert_true(x.d->ncon > 0);
  for (int i = 0; i < x.d->ncon; i++) {
    assert_int_equal(x.d->contact[i].geom[0] + x.d->contact[i].geom[1], 1);
    assert_true(x.d->contact[i].dist > -.011);
  }
  assert_true(fabs(mj_geomDistance(x.m, x.d, 0, 1, 1, NULL) + .01) < 1e-3);
  drop(&x);
}

// A bolt: a shaft of 0.043 with a head of 0.08 on it; a nut with a hole of 0.05.  The bolt falls in
// until its head lies on the nut, and stands above it where both are their hulls.
static void a_bolt_falls_into_its_nut(void** state) {
  (void)state;
  static double nut[][2] = {{.05, 0}, {.1, 0}, {.1, .06}, {.05, .06}};
  static double bolt[][2] = {{1e-4, 0},  {.043, 0},  {.043, .05},
                             {.08, .05}, {.08, .08}, {1e-4, .08}};
  for (int collision = 0; collision < 2; collision++) {
    scene x = {.s = mj_makeSpec()};
    turn_profile(nut, 4, 24);
    add_mesh(x.s, "nut", collision, .01, 64);
    turn_profile(bolt, 6, 24);
    add_mesh(x.s, "bolt", collision, .05, 32);
    add_geom(mjs_findBody(x.s, "world"), "nut");
    add_geom(add_free(x.s, 0, 0, .07), "bolt");
    compile(&x);
    double z = height_after(&x, 1);
    print_message("bolt at %.4f, %d and %d parts\n", z, x.m->mesh_partnum[0], x.m->mesh_partnum[1]);
    if (collision) assert_true(fabs(z - .01) < 2e-3);
    if (!collision) assert_true(z > .055);
    drop(&x);
  }
}

// On a height field and on a cloth of triangles a chair stands on its legs; between them is room.
static void parts_meet_fields_and_flexes(void** state) {
  (void)state;
  char error[500];
  make_chair();
  for (int collision = 0; collision < 2; collision++) {
    for (int flex = 0; flex < 2; flex++) {
      // a hump below the seat
      mjSpec* s = mj_parseXMLString(
          flex ? "<mujoco><option gravity='0 0 0'/><worldbody><flexcomp name='f' dim='2' "
                 "type='grid' "
                 "count='3 3 1' spacing='.1 .1 .1' pos='.25 .25 .3' radius='.01' mass='1'>"
                 "<contact selfcollide='none'/></flexcomp></worldbody></mujoco>"
               : "<mujoco><asset><hfield name='f' nrow='11' ncol='11' size='.5 .5 .3 .1'/></asset>"
                 "<worldbody><geom type='hfield' hfield='f' pos='.25 .25 0'/></worldbody></mujoco>",
          NULL, error, sizeof error);
      if (!s) fail_msg("%s", error);
      float hump[121] = {[60] = 1};
      if (!flex) {
        mjsHField* field = mjs_asHField(mjs_firstElement(s, mjOBJ_HFIELD));
        mjs_setFloat(field->userdata, hump, 121);
      }
      scene x = {.s = s};
      add_mesh(s, "solid", collision, .05, 32);
      mjsBody* b = add_free(s, 0, 0, flex ? 0 : .02);
      add_geom(b, "solid");
      compile(&x);
      mj_forward(x.m, x.d);
      assert_true((x.d->ncon == 0) == (collision == engCOLLISION_DECOMPOSE));
      x.d->qpos[2 + (flex ? x.m->nq - 7 : 0)] -= flex ? .22 : .03;  // the seat, the legs
      mj_forward(x.m, x.d);
      if (collision) assert_true(x.d->ncon > 0);
      drop(&x);
    }
  }
}

// --- how far parts are from their mesh

static void corner_of(double x[3], const float* vert, int i) {
  for (int k = 0; k < 3; k++) x[k] = (double)vert[3 * i + k];
}

static double nearest_on_triangle(const double p[3], double t[3][3]) {
  // in the plane if the foot is inside, else on an edge
  double e[2][3], n[3], best = INFINITY, off[3], foot[3];
  for (int k = 0; k < 2; k++) mju_sub3(e[k], t[k + 1], t[0]);
  mju_cross(n, e[0], e[1]);
  if (mju_normalize3(n) < 1e-15) return INFINITY;
  mju_sub3(off, p, t[0]);
  double height = mju_dot3(off, n);
  mju_addScl3(foot, p, n, -height);
  bool inside = true;
  for (int i = 0; i < 3; i++) {
    double *a = t[i], along[3], to[3], side[3];
    mju_sub3(along, t[(i + 1) % 3], a);
    mju_sub3(to, foot, a);
    mju_cross(side, along, to);
    inside &= mju_dot3(side, n) >= 0;
    double s = mju_clip(mju_dot3(to, along) / mju_dot3(along, along), 0, 1), x[3];
    mju_addScl3(x, a, along, s);
    best = fmin(best, mju_dist3(p, x));
  }
  return inside ? fabs(height) : best;
}

// Half the solid angle that a triangle is seen under.
static double half_angle(const double p[3], double t[3][3]) {
  double e[3][3], n[3];
  for (int k = 0; k < 3; k++) {
    mju_sub3(e[k], t[k], p);
    n[k] = mju_norm3(e[k]);
  }
  double c[3];
  mju_cross(c, e[1], e[2]);
  return atan2(mju_dot3(e[0], c), n[0] * n[1] * n[2] + mju_dot3(e[0], e[1]) * n[2] +
                                      mju_dot3(e[1], e[2]) * n[0] + mju_dot3(e[2], e[0]) * n[1]);
}

// How far a point in the frame of mesh 0 is out of the mesh; 0 within.
static double out_of_mesh(const mjModel* m, const double p[3]) {
  double nearest = INFINITY, angle = 0;
  for (int f = 0; f < m->mesh_facenum[0]; f++) {
    double t[3][3];
    for (int k = 0; k < 3; k++) corner_of(t[k], m->mesh_vert, m->mesh_face[3 * f + k]);
    nearest = fmin(nearest, nearest_on_triangle(p, t));
    angle += half_angle(p, t);
  }
  return angle > mjPI ? 0 : nearest;
}

// How far the surface of parts is out of mesh 0, at most: the Hausdorff distance of the two solids
// but for corners that parts have lost.  Sampled.
static double hausdorff(const mjModel* m) {
  enum { STEPS = 2 };
  double most = 0;
  for (int i = m->mesh_partadr[0]; i < m->mesh_partadr[0] + m->mesh_partnum[0]; i++) {
    const float* vert = m->mesh_vert + 3 * m->mesh_vertadr[i];
    for (int f = 0; f < m->mesh_facenum[i]; f++) {
      const int* face = m->mesh_face + 3 * (m->mesh_faceadr[i] + f);
      double t[3][3];
      for (int k = 0; k < 3; k++) corner_of(t[k], vert, face[k]);
      for (int a = 0; a <= STEPS; a++) {
        for (int b = 0; a + b <= STEPS; b++) {
          double x[3];
          for (int k = 0; k < 3; k++) {
            x[k] = (a * t[0][k] + b * t[1][k] + (STEPS - a - b) * t[2][k]) / STEPS;
          }
          mju_rotVecQuat(x, x, m->mesh_quat + 4 * i);
          mju_addTo3(x, m->mesh_pos + 3 * i);
          double out = out_of_mesh(m, x);
          most = fmax(most, out);
        }
      }
    }
  }
  return most;
}

// Volumes of parts, from their own triangles.
static double volume_of(const mjModel* m, int mesh) {
  double sum = 0;
  for (int f = m->mesh_faceadr[mesh]; f < m->mesh_faceadr[mesh] + m->mesh_facenum[mesh]; f++) {
    double t[3][3], c[3];
    for (int k = 0; k < 3; k++) {
      corner_of(t[k], m->mesh_vert + 3 * m->mesh_vertadr[mesh], m->mesh_face[3 * f + k]);
    }
    mju_cross(c, t[1], t[2]);
    sum += mju_dot3(t[0], c) / 6;
  }
  return sum;
}

static void parts_are_near_their_mesh(void** state) {
  (void)state;
  static double nut[][2] = {{.05, 0}, {.1, 0}, {.1, .06}, {.05, .06}};
  static const double away[3] = {0, 0, 9};
  const struct {
    const char* name;
    double error, far, beyond;  // asked for; of the size; beyond its volume, as it comes
  } solids[] = {{"mug", .05, .1, .065},
                {"ring", .05, .04, .051},
                {"chair", .05, .06, .05},
                {"nut", .01, .05, .0101}};
  for (int k = 0; k < 4; k++) {
    if (k == 0) make_mug();
    if (k == 1) make_torus(.5, .1, 30, 12);
    if (k == 2) make_chair();
    if (k == 3) turn_profile(nut, 4, 24);
    scene x = with_ball(engCOLLISION_DECOMPOSE, solids[k].error, away, .1);
    double volume = 0, own = volume_of(x.m, 0);
    for (int i = 0; i < x.m->mesh_partnum[0]; i++) {
      volume += volume_of(x.m, x.m->mesh_partadr[0] + i);
    }
    double far = hausdorff(x.m) / x.m->geom_rbound[0];
    print_message("%s: %d parts, %.4f beyond its volume, Hausdorff distance %.4f of its radius\n",
                  solids[k].name, x.m->mesh_partnum[0], volume / own - 1, far);
    assert_true(volume > .995 * own && volume < (1 + solids[k].beyond) * own);
    assert_true(far < solids[k].far);
    drop(&x);
  }
}

static bool same_models(const mjModel* a, const mjModel* b) {
  int size = mj_sizeModel(a);
  if (size != mj_sizeModel(b)) return false;
  char *x = malloc((size_t)size), *y = malloc((size_t)size);
  mj_saveModel(a, NULL, x, size);
  mj_saveModel(b, NULL, y, size);
  bool same = !memcmp(x, y, (size_t)size);
  free(x);
  free(y);
  return same;
}

static void it_is_saved_and_read_back(void** state) {
  (void)state;
  static const double above[3] = {.01, .02, .3};
  char text[200000], error[500];
  make_mug();
  scene x = with_ball(engCOLLISION_DECOMPOSE, .07, above, .04);
  eng_mesh(x.mesh)->hullwarning = .25;
  assert_true(mj_copyBack(x.s, x.m));
  assert_int_equal(mj_saveXMLString(x.s, text, sizeof text, error, sizeof error), 0);
  assert_non_null(strstr(text, "collision=\"decompose\""));
  assert_non_null(strstr(text, "volumeerror=\"0.07\""));
  assert_non_null(strstr(text, "maxpart=\"48\""));
  assert_non_null(strstr(text, "hullwarning=\"0.25\""));
  mjSpec* s = mj_parseXMLString(text, NULL, error, sizeof error);
  if (!s) fail_msg("%s", error);
  mjModel* m = mj_compile(s, NULL);
  assert_non_null(m);
  assert_int_equal(m->mesh_partnum[0], x.m->mesh_partnum[0]);
  assert_true(m->mesh_partnum[0] > 4 && m->nmesh == 1 + m->mesh_partnum[0]);
  // as MJB
  int size = mj_sizeModel(x.m);
  char* bytes = malloc((size_t)size);
  mj_saveModel(x.m, NULL, bytes, size);
  mjModel* again = mj_loadModelBuffer(bytes, size);
  assert_non_null(again);
  assert_true(same_models(again, x.m));
  mjData* d = mj_makeData(again);
  for (int i = 0; i < 300; i++) {
    mj_step(x.m, x.d);
    mj_step(again, d);
  }
  assert_memory_equal(x.d->qpos, d->qpos, sizeof(mjtNum) * (size_t)again->nq);
  mj_deleteData(d);
  mj_deleteModel(again);
  mj_deleteModel(m);
  mj_deleteSpec(s);
  free(bytes);
  drop(&x);
}

// What it collides as is what is drawn where hulls are asked for, in its place.
static void hulls_of_parts_are_drawn(void** state) {
  (void)state;
  static const double away[3] = {0, 0, 9};
  make_chair();
  scene x = with_ball(engCOLLISION_DECOMPOSE, .05, away, .1);
  mj_forward(x.m, x.d);
  mjvScene scn;
  mjvOption opt;
  mjvCamera cam;
  mjv_defaultScene(&scn);
  mjv_makeScene(x.m, &scn, 100);
  mjv_defaultOption(&opt);
  mjv_defaultCamera(&cam);
  mjv_updateScene(x.m, x.d, &opt, NULL, &cam, mjCAT_ALL, &scn);
  assert_int_equal(scn.ngeom, 2);
  opt.flags[mjVIS_CONVEXHULL] = 1;
  mjv_updateScene(x.m, x.d, &opt, NULL, &cam, mjCAT_ALL, &scn);
  assert_int_equal(scn.ngeom, 1 + x.m->mesh_partnum[0]);
  // between them they reach as far as the chair does
  double low = 9, high = -9;
  for (int i = 0; i < x.m->mesh_partnum[0]; i++) {
    const mjvGeom* g = scn.geoms + i;
    int mesh = g->dataid / 2;
    assert_true(g->dataid % 2 && mesh == x.m->mesh_partadr[0] + i && g->objid == 0);
    for (int k = 0; k < x.m->mesh_vertnum[mesh]; k++) {
      const float* v = x.m->mesh_vert + 3 * (x.m->mesh_vertadr[mesh] + k);
      double z = (double)(g->pos[2] + g->mat[6] * v[0] + g->mat[7] * v[1] + g->mat[8] * v[2]);
      low = fmin(low, z);
      high = fmax(high, z);
    }
  }
  assert_true(fabs(low) < 1e-5 && fabs(high - 1) < 1e-5);
  mjv_freeScene(&scn);
  drop(&x);
}

static char warned[1000];
static void keep_warning(const char* text) { snprintf(warned, sizeof warned, "%s", text); }

static void a_hull_that_hides_much_is_told(void** state) {
  (void)state;
  char error[1000], text[3000];
  const char* attribute[] = {"", "hullwarning='.25'", "hullwarning='.9'",
                             "hullwarning='.25' collision='decompose'"};
  for (int k = 0; k < 4; k++) {
    // an L of two boxes: a third of its hull is empty
    snprintf(
        text, sizeof text,
        "<mujoco model='l'>\n <asset>\n  <mesh name='ell' inertia='exact' %s vertex='0 0 0  3 0 "
        "0  3 1 0  1 1 0  1 3 0  0 3 0  0 0 1  3 0 1  3 1 1  1 1 1  1 3 1  0 3 1' face='0 2 1  0 "
        "3 2  0 5 3  5 4 3  6 7 8  6 8 9  6 9 11  9 10 11  0 1 7  0 7 6  1 2 8  1 8 7  2 3 9  2 9 "
        "8  3 4 10  3 10 9  4 5 11  4 11 10  5 0 6  5 6 11'/>\n </asset>\n <worldbody><geom "
        "type='mesh' mesh='ell'/></worldbody>\n</mujoco>",
        attribute[k]);
    mjSpec* s = mj_parseXMLString(text, NULL, error, sizeof error);
    if (!s) fail_msg("%s", error);
    *warned = 0;
    mju_user_warning = keep_warning;
    mjModel* m = mj_compile(s, NULL);
    mju_user_warning = NULL;
    if (!m) fail_msg("%s", mjs_getError(s));
    if (k == 1) {
      print_message("%s\n", warned);
      assert_non_null(strstr(warned, "'ell'"));
      assert_non_null(strstr(warned, "collision=\"decompose\""));
      assert_non_null(strstr(warned, ":3"));
      assert_non_null(strstr(warned, "29 %"));
    } else {
      assert_string_equal(warned, "");
    }
    mj_deleteModel(m);
    mj_deleteSpec(s);
  }
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void parts_are_found_again(void** state) {
  (void)state;
  char folder[] = "collision_XXXXXX", command[100];
  assert_non_null(mkdtemp(folder));
  eng_keepParts(folder);
  make_torus(.5, .1, 100, 50);
  mjSpec* s = mj_makeSpec();
  add_mesh(s, "solid", engCOLLISION_DECOMPOSE, .05, 32);
  add_geom(mjs_findBody(s, "world"), "solid");
  mj_clearCache(mj_getCache());
  mjModel* m[3];
  double spent[3];
  for (int k = 0; k < 3; k++) {
    double start = now();
    m[k] = mj_compile(s, NULL);
    spent[k] = now() - start;
    assert_non_null(m[k]);
    assert_true(same_models(m[0], m[k]));
    if (k == 1) mj_clearCache(mj_getCache());
  }
  eng_keepParts(NULL);
  print_message("ring of 10 000 faces, %d parts: %.3f s, from memory %.3f, from disk %.3f\n",
                m[0]->mesh_partnum[0], spent[0], spent[1], spent[2]);
  assert_true(spent[1] < spent[0] / 2 && spent[2] < spent[0] / 2);
#if defined NDEBUG && !defined __SANITIZE_ADDRESS__
  assert_true(spent[0] < 2);
#endif
  for (int k = 0; k < 3; k++) mj_deleteModel(m[k]);
  mj_deleteSpec(s);
  snprintf(command, sizeof command, "rm -r %s", folder);
  assert_int_equal(system(command), 0);
}

static void what_cannot_be_is_refused(void** state) {
  (void)state;
  const char* wanted[] = {"collision=\"convex\"", "volumeerror", "maxpart"};
  for (int k = 0; k < 3; k++) {
    make_chair();
    if (!k) shape.nface--;
    mjSpec* s = mj_makeSpec();
    add_mesh(s, "solid", engCOLLISION_DECOMPOSE, k == 1 ? -1 : .05, k == 2 ? 0 : 32)->inertia =
        mjMESH_INERTIA_LEGACY;
    add_geom(mjs_findBody(s, "world"), "solid");
    assert_null(mj_compile(s, NULL));
    if (!strstr(mjs_getError(s), wanted[k]) || !strstr(mjs_getError(s), "solid")) {
      fail_msg("%s", mjs_getError(s));
    }
    mj_deleteSpec(s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_ball_stays_in_a_mug),          cmocka_unit_test(a_ball_passes_a_ring),
      cmocka_unit_test(there_is_room_under_a_chair),    cmocka_unit_test(a_bolt_falls_into_its_nut),
      cmocka_unit_test(parts_meet_fields_and_flexes),   cmocka_unit_test(it_is_saved_and_read_back),
      cmocka_unit_test(parts_are_near_their_mesh),      cmocka_unit_test(hulls_of_parts_are_drawn),
      cmocka_unit_test(a_hull_that_hides_much_is_told), cmocka_unit_test(parts_are_found_again),
      cmocka_unit_test(what_cannot_be_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
