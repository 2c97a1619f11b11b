// Picking against brute force: every geom, every triangle of a skin, asked one by one.
#include "viewed.h"

static const char* const stage =
    "<mujoco><visual><map znear='.02'/></visual><asset>"
    "<skin name='flag' vertex='0 0 0 .6 0 0 .6 .5 0 0 .5 0' face='0 1 2 0 2 3'>"
    "<bone body='pole' bindpos='0 0 0' bindquat='1 0 0 0' vertid='0 3' vertweight='1 1'/>"
    "<bone body='wind' bindpos='0 0 0' bindquat='1 0 0 0' vertid='1 2' vertweight='1 .7'/>"
    "<bone body='pole' bindpos='0 0 0' bindquat='1 0 0 0' vertid='2' vertweight='.3'/></skin>"
    "</asset><worldbody><geom type='plane' size='3 3 .1'/>"
    "<camera name='plan' pos='.3 .2 4' orthographic='true' fovy='5'/>"
    "<geom type='cylinder' size='.2 .6' pos='-1 1 .6' group='3'/>"
    "<geom type='box' size='.2 .3 .4' pos='1 1 .4' rgba='1 0 0 0'/>"
    "<body pos='0 0 .5'><freejoint/><geom type='box' size='.2 .1 .15' euler='10 20 30'/></body>"
    "<body pos='.8 .3 .6'><joint axis='0 1 0'/>"
    "<geom type='capsule' fromto='0 0 0 .4 0 0' size='.08' group='1'/>"
    "<geom type='ellipsoid' size='.2 .3 .1' pos='.5 0 0' group='2'/></body>"
    "<body name='pole' pos='-.8 -.9 1'><geom type='capsule' size='.03 .5'/></body>"
    "<body name='wind' pos='-.8 -.9 1' quat='.9 .2 .1 .3'><geom size='.01' pos='0 0 -.8'/></body>"
    "</worldbody></mujoco>";

static int setup(void** state) {
  viewed* v = malloc(sizeof *v);
  view_model(v, model_from(stage), 100);
  view_update(v);
  *state = v;
  return 0;
}

static int teardown(void** state) {
  view_end(*state);
  free(*state);
  return 0;
}

enum { GRID = 21 };
static const mjtNum aspect = 1.5;

// Where a point is in the window, from 0 to 1 from the lower left.
static void project(const viewed* v, const mjtNum point[3], mjtNum at[2]) {
  mjvGLCamera cam = mjv_averageCamera(v->scn.camera, v->scn.camera + 1);
  mjtNum head[3], forward[3], up[3], right[3], away[3];
  mjv_cameraInModel(head, forward, up, &v->scn);
  vec3_cross(right, forward, up);
  vec3_sub(away, point, head);
  mjtNum scale = cam.orthographic ? 1 : cam.frustum_near / vec3_dot(away, forward);
  mjtNum height = cam.frustum_top - cam.frustum_bottom;
  at[0] = .5 + vec3_dot(away, right) * scale / (aspect * height);
  at[1] = (vec3_dot(away, up) * scale - cam.frustum_bottom) / height;
}

// A point far behind (relx, rely) of the window, found by searching for it, and the eye.
static void line_of_sight(const viewed* v, mjtNum relx, mjtNum rely, mjtNum eye[3],
                          mjtNum target[3]) {
  mjtNum forward[3], up[3], right[3], at[2];
  mjv_cameraInModel(eye, forward, up, &v->scn);
  vec3_cross(right, forward, up);
  vec3_copy(target, eye);
  vec3_axpy(target, 10, forward);
  for (int i = 0; i < 2; i++) {  // the projection of a plane is linear: two steps are exact
    mjtNum beside[3], above[3], x[2], y[2];
    project(v, target, at);
    vec3_copy(beside, target);
    vec3_add(beside, beside, right);
    project(v, beside, x);
    vec3_copy(above, target);
    vec3_add(above, above, up);
    project(v, above, y);
    vec3_axpy(target, (relx - at[0]) / (x[0] - at[0]), right);
    vec3_axpy(target, (rely - at[1]) / (y[1] - at[1]), up);
  }
  if (v->scn.camera[0].orthographic) {
    vec3_copy(eye, target);
    vec3_axpy(eye, -10, forward);
  }
}

static bool is_shown(const viewed* v, int geom) {
  const mjModel* m = v->m;
  bool fixed = m->body_weldid[m->geom_bodyid[geom]] == 0;
  return v->opt.geomgroup[m->geom_group[geom]] && m->geom_rgba[4 * geom + 3] > 0 &&
         (v->opt.flags[mjVIS_STATIC] || !fixed);
}

// The nearest geom or, as number ngeom, skin; where it is hit, in units of vec.
static int nearest(const viewed* v, const mjtNum eye[3], const mjtNum vec[3], mjtNum* best) {
  const mjModel* m = v->m;
  int found = -1;
  *best = INFINITY;
  for (int i = 0; i < m->ngeom; i++) {
    mjtNum t = mju_rayGeom(v->d->geom_xpos + 3 * i, v->d->geom_xmat + 9 * i, m->geom_size + 3 * i,
                           eye, vec, m->geom_type[i]);
    if (!is_shown(v, i) || t < 0 || t >= *best) continue;
    *best = t;
    found = i;
  }
  for (int i = 0; v->opt.flags[mjVIS_SKIN] && i < m->nskinface; i++) {
    mjtNum t = mju_raySkin(1, m->nskinvert, m->skin_face + 3 * i, v->scn.skinvert, eye, vec, NULL);
    if (t < 0 || t >= *best) continue;
    *best = t;
    found = m->ngeom;
  }
  return found;
}

// Compare all over the window; returns the bits of what was hit.
static unsigned compare(viewed* v) {
  unsigned seen = 0;
  for (int i = 0; i < GRID * GRID; i++) {
    mjtNum relx = (.5 + i % GRID) / GRID, rely = (.5 + i / GRID) / GRID;
    mjtNum eye[3], vec[3], point[3] = {7, 7, 7}, t, at[2];
    int geom, flex, skin;
    line_of_sight(v, relx, rely, eye, vec);
    vec3_sub(vec, vec, eye);
    int expected = nearest(v, eye, vec, &t);
    int body =
        mjv_select(v->m, v->d, &v->opt, aspect, relx, rely, &v->scn, point, &geom, &flex, &skin);
    assert_int_equal(flex, -1);
    if (expected < 0) {
      assert_int_equal(body, -1);
      assert_int_equal(geom, -1);
      assert_int_equal(skin, -1);
      assert_true(point[0] == 7);
      continue;
    }
    seen |= 1u << expected;
    if (expected == v->m->ngeom) {
      assert_int_equal(skin, 0);
      assert_int_equal(geom, -1);
      assert_true(body == mj_name2id(v->m, mjOBJ_BODY, "pole") ||
                  body == mj_name2id(v->m, mjOBJ_BODY, "wind"));
      continue;
    }
    assert_int_equal(geom, expected);
    assert_int_equal(skin, -1);
    assert_int_equal(body, v->m->geom_bodyid[geom]);
    project(v, point, at);
    assert_true(fabs(at[0] - relx) < 1e-5 && fabs(at[1] - rely) < 1e-5);
    vec3_axpy(eye, t, vec);
    assert_all_near(point, eye, 3, 1e-4);
  }
  return seen;
}

static void what_is_picked_is_the_nearest_thing_on_the_line_of_sight(void** state) {
  viewed* v = *state;
  unsigned seen = 0;
  for (int i = 0; i < 12; i++) {
    v->cam.azimuth = 30 * i;
    v->cam.elevation = -10 - 5 * i;
    v->cam.distance = 2 + .3 * i;
    memset(v->opt.geomgroup, 0, mjNGROUP);
    for (int g = 0; g < 4; g++) v->opt.geomgroup[g] = (i + g) % 5 != 0;
    v->opt.flags[mjVIS_STATIC] = i % 4 != 3;
    view_update(v);
    seen |= compare(v);
  }
  // everything was picked at some time but the invisible box and the small ball of the bone
  assert_int_equal(seen & ~(1u << 7),
                   1u << 0 | 1u << 1 | 1u << 3 | 1u << 4 | 1u << 5 | 1u << 6 | 1u << 8);
}

static void orthographic_views_have_parallel_lines_of_sight(void** state) {
  viewed* v = *state;
  v->cam.type = mjCAMERA_FIXED;
  v->cam.fixedcamid = 0;
  view_update(v);
  assert_true(compare(v) & 1u << 3);
}

static void the_heaviest_bone_of_the_nearest_vertex_is_picked(void** state) {
  viewed* v = *state;
  const float* corner = v->scn.skinvert;
  memset(v->opt.geomgroup, 0, mjNGROUP);
  for (int i = 0; i < 4; i++) {
    // look at a point near the corner, inside the skin
    mjtNum at[2], point[3], near_corner[3], picked[3];
    for (int k = 0; k < 3; k++) {
      near_corner[k] = .9 * corner[3 * i + k] + .1 * corner[3 * ((i + 2) % 4) + k];
      point[k] = corner[3 * i + k];
    }
    int geom, flex, skin;
    project(v, near_corner, at);
    int body =
        mjv_select(v->m, v->d, &v->opt, aspect, at[0], at[1], &v->scn, picked, &geom, &flex, &skin);
    assert_int_equal(skin, 0);
    assert_all_near(picked, point, 3, 0);
    assert_int_equal(body, mj_name2id(v->m, mjOBJ_BODY, i == 1 || i == 2 ? "wind" : "pole"));
  }
}

static void ids_that_are_not_wanted_may_be_left_out(void** state) {
  viewed* v = *state;
  mjtNum point[3];
  int body = mjv_select(v->m, v->d, &v->opt, aspect, .5, .4, &v->scn, point, NULL, NULL, NULL);
  assert_true(body >= 0);
  assert_int_equal(mjv_select(v->m, v->d, &v->opt, aspect, .5, .4, &v->scn, NULL, NULL, NULL, NULL),
                   body);
  mjvScene never;
  mjv_defaultScene(&never);
  assert_raises(mjv_select(v->m, v->d, &v->opt, aspect, .5, .5, &never, point, NULL, NULL, NULL),
                "frustum_near");
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
  const struct CMUnitTest tests[] = {
      TEST(what_is_picked_is_the_nearest_thing_on_the_line_of_sight),
      TEST(orthographic_views_have_parallel_lines_of_sight),
      TEST(the_heaviest_bone_of_the_nearest_vertex_is_picked),
      TEST(ids_that_are_not_wanted_may_be_left_out),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
