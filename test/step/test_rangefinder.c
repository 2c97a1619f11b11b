// Rangefinders through the pixels of cameras (3.5): laws of what their rays tell.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include <engine/extension.h>

#include "compile/model_text.h"

// In double precision, unlike assert_float_equal.
#define assert_close(a, b, tolerance) assert_true(fabs((a) - (b)) <= (tolerance))

#define SCENE                                                                                  \
  "<geom type='plane' size='0 0 .1'/><geom type='sphere' size='.4' pos='.3 .1 .3'/>"           \
  "<geom type='box' size='.4 .3 .3' pos='-.5 -.2 .2' euler='20 30 10'/><body pos='0 0 2'>"     \
  "<site name='s' euler='170 5 0'/><geom size='.05'/>"                                         \
  "<camera name='c' resolution='8 6' %s euler='8 -5 20'/></body></worldbody><sensor>"          \
  "<rangefinder camera='c' data='dist dir origin point normal depth'/><rangefinder site='s'/>" \
  "</sensor></mujoco>"
enum { WIDTH = 8, HEIGHT = 6, FIELDS = 14 };

static mjModel* scene(const char* level, const char* camera) {
  char text[2000], body[1500];
  snprintf(body, sizeof body, SCENE, camera);
  snprintf(text, sizeof text, "<mujoco><compiler level='%s'/><worldbody>%s", level, body);
  return model_from(text);
}

// Every ray is that of mj_ray from its origin along its direction; its point is what it says; the
// normal looks back; the depth is that along the view.
static void rays_are_those_of_single_rays(void** state) {
  (void)state;
  static const char* const cameras[] = {"fovy='60'", "projection='orthographic' fovy='1.5'",
                                        "sensorsize='.04 .03' focal='.03 .03'"};
  for (int c = 0; c < 3; c++) {
    mjModel* m = scene("3.3.7", cameras[c]);
    mjData* d = mj_makeData(m);
    mj_forward(m, d);
    assert_int_equal(m->sensor_dim[0], WIDTH * HEIGHT * FIELDS);
    assert_int_equal(m->sensor_dim[1], 1);
    const mjtNum* ahead = d->cam_xmat;
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
      const mjtNum *v = d->sensordata + FIELDS * i, *dir = v + 1, *origin = v + 4;
      assert_close(mju_norm3(dir), 1, 1e-12);
      assert_close(v[0], mj_ray(m, d, origin, dir, NULL, 1, 1, NULL), 1e-12);
      for (int k = 0; k < 3; k++) assert_close(v[7 + k], origin[k] + v[0] * dir[k], 1e-12);
      assert_close(mju_norm3(v + 10), 1, 1e-12);
      assert_true(mju_dot3(v + 10, dir) < 0);
      mjtNum along = -(dir[0] * ahead[2] + dir[1] * ahead[5] + dir[2] * ahead[8]);
      assert_close(v[13], v[0] * along, 1e-12);
    }
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

// A principal point that is not given is in the middle of the picture, and a picture of parallel
// rays is as much wider than high as it has more columns than rows: mirrored pixels have mirrored
// rays, and neighbours are as far apart in both directions.
static void pictures_are_centred_and_square(void** state) {
  (void)state;
  mjModel* m = scene("3.3.7", "sensorsize='.04 .03' focal='.03 .03'");
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  mjtNum sum[3] = {0};
  for (int i = 0; i < WIDTH * HEIGHT; i++) mju_addTo3(sum, d->sensordata + FIELDS * i + 1);
  mju_normalize3(sum);
  for (int k = 0; k < 3; k++) assert_close(sum[k], -d->cam_xmat[3 * k + 2], 1e-12);
  mj_deleteData(d);
  mj_deleteModel(m);

  m = scene("3.3.7", "projection='orthographic' fovy='1.5'");
  d = mj_makeData(m);
  mj_forward(m, d);
  const mjtNum* first = d->sensordata + 4;
  assert_close(mju_dist3(first, first + FIELDS), 1.5 / HEIGHT, 1e-12);
  assert_close(mju_dist3(first, first + (size_t)FIELDS * WIDTH), 1.5 / HEIGHT, 1e-12);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// What is not hit is told apart, and all is saved.
static void nothing_hit_and_saved(void** state) {
  (void)state;
  mjSpec* s = mj_parseXMLString(
      "<mujoco><compiler level='3.14'/><worldbody><body><site name='s'/><geom size='.1'/>"
      "<camera name='c' projection='orthographic' output='rgb depth' resolution='2 1'/></body>"
      "</worldbody><sensor><rangefinder site='s' data='dist dir origin point normal depth'/>"
      "</sensor></mujoco>",
      NULL, NULL, 0);
  mjModel* m = mj_compile(s, NULL);
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  for (int k = 0; k < FIELDS; k++) {
    assert_close(d->sensordata[k], k == 0 || k == 13 ? -1 : 0, 0);
  }
  assert_int_equal(m->cam_output[0], engCAMOUT_RGB | engCAMOUT_DEPTH);
  char text[4000];
  assert_int_equal(mj_saveXMLString(s, text, sizeof text, NULL, 0), 0);
  assert_non_null(strstr(text, "projection=\"orthographic\""));
  assert_non_null(strstr(text, "output=\"rgb depth\""));
  assert_non_null(strstr(text, "data=\"dist dir origin point normal depth\""));
  mj_deleteData(d);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rays_are_those_of_single_rays),
      cmocka_unit_test(pictures_are_centred_and_square),
      cmocka_unit_test(nothing_hit_and_saved),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
