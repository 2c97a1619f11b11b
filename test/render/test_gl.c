// Pictures by OpenGL beside those in software, in contexts of every kind; and what is drawn flat.
#include "shown.h"
#include "egl.h"
#include "skip.h"

static const char* const scene =
    "<mujoco><visual><headlight ambient='.2 .2 .2'/><map znear='.02' zfar='30' fogstart='3'/>"
    "<quality offsamples='0' shadowsize='1024'/></visual><statistic extent='1.5' center='0 0 0'/>"
    "<asset><hfield name='h' nrow='4' ncol='5' size='.3 .3 .1 .05' "
    "elevation='0 1 0 2 0 1 3 1 0 2 0 1 2 0 1 2 0 1 0 1'/>"
    "<texture name='sky' type='skybox' builtin='gradient' rgb1='.3 .5 .7' rgb2='0 0 .1' width='64'"
    " height='384'/><texture name='grid' type='2d' builtin='checker' rgb1='.2 .3 .4'"
    " rgb2='.1 .15 .2' mark='edge' markrgb='.8 .8 .8' width='75' height='75'/><texture name='die' "
    "type='cube' builtin='flat'"
    " mark='cross' rgb1='.8 .4 .2' rgb2='.2 .4 .8' width='64' height='64'/>"
    "<material name='floor' texture='grid' texrepeat='4 4' reflectance='.3'/>"
    "<material name='die' texture='die'/>"
    "<mesh name='m' vertex='0 0 0 .4 0 0 0 .4 0 0 0 .4 .3 .3 .3'/></asset><worldbody>"
    "<light pos='1 -1 2' dir='-.5 .5 -1' cutoff='60'/><light directional='true' dir='1 0 -1'"
    " diffuse='.2 .2 .3'/><camera pos='0 -2 1.4' xyaxes='1 0 0 0 1 1.6'/>"
    "<geom type='plane' size='2 2 .1' material='floor'/><geom size='.2' pos='-.7 0 .3'/>"
    "<geom type='box' size='.1 .2 .15' pos='-.2 0 .3' euler='20 30 0' material='die'/>"
    "<geom type='capsule' size='.08 .2' pos='.2 0 .3' euler='0 40 10' rgba='1 0 0 .5'/>"
    "<geom type='cylinder' size='.12 .15' pos='.6 0 .3' euler='50 10 0'/>"
    "<geom type='ellipsoid' size='.1 .2 .15' pos='-.5 .7 .3'/>"
    "<geom type='hfield' hfield='h' pos='.2 .8 .1'/>"
    "<geom type='mesh' mesh='m' pos='.7 .6 .3'/></worldbody></mujoco>";

static double mean_difference(const shown* a, const shown* b) {
  double sum = 0;
  int n = 3 * a->width * a->height;
  for (int i = 0; i < n; i++) sum += abs(a->rgb[i] - b->rgb[i]);
  return sum / n;
}

// The scene with each flag toggled: colours alike, depths and segments the same but for pixels on
// edges.
static void same_pictures(egl_kind kind) {
  if (!egl_open(kind)) { skip_because("this machine makes no such context of OpenGL"); }
  shown soft, gl;
  setenv("ENGINE_RENDER", "soft", 1);
  show_model(&soft, scene, 240, 180);
  unsetenv("ENGINE_RENDER");
  show_model(&gl, scene, 240, 180);
  assert_true(gl.con.glInitialized && !gl.con.windowAvailable);
  assert_int_equal(gl.con.currentBuffer, mjFB_OFFSCREEN);
  for (int flag = -1; flag < mjNRNDFLAG; flag++) {
    if (flag == mjRND_SEGMENT || flag == mjRND_IDCOLOR) continue;
    if (flag >= 0) soft.v.scn.flags[flag] ^= 1;
    if (flag >= 0) gl.v.scn.flags[flag] ^= 1;
    show_draw(&soft);
    show_draw(&gl);
    assert_int_equal(mjr_getError(), 0);
    double colors = mean_difference(&soft, &gl);
    int n = soft.width * soft.height, apart = 0;
    for (int i = 0; i < n; i++) apart += fabsf(soft.depth[i] - gl.depth[i]) > 1e-4f;
    bool wires = flag == mjRND_WIREFRAME;
    if (colors > (wires ? 3 : 1.5) || apart > (wires ? n / 50 : n / 200)) {
      fail_msg("flag %d: colours %.2f apart, %d depths", flag, colors, apart);
    }
    if (flag >= 0) soft.v.scn.flags[flag] ^= 1;
    if (flag >= 0) gl.v.scn.flags[flag] ^= 1;
  }
  show_segments(&soft);
  show_segments(&gl);
  int differ = 0;
  for (int i = 0; i < soft.width * soft.height; i++) differ += soft.id[i] != gl.id[i];
  assert_true(differ < soft.width * soft.height / 1000);
  show_end(&soft);
  show_end(&gl);
  egl_close();
}

static void as_a_program_gets_it(void** state) {
  (void)state;
  same_pictures(EGL_ANY);
}
static void in_a_core_context(void** state) {
  (void)state;
  same_pictures(EGL_CORE_33);
}
static void in_a_context_of_es(void** state) {
  (void)state;
  same_pictures(EGL_ES_3);
}

// Share of the pixels of a model whose colours in software and by OpenGL are more than `much`
// apart, with a flag set unless it is -1.
static double apart_by(const char* xml, int flag, int much) {
  shown s[2];
  for (int k = 0; k < 2; k++) {
    setenv("ENGINE_RENDER", k ? "gl" : "soft", 1);
    show_model(&s[k], xml, 160, 120);
    if (flag >= 0) s[k].v.scn.flags[flag] = 1;
    show_draw(&s[k]);
  }
  unsetenv("ENGINE_RENDER");
  int n = s[0].width * s[0].height, apart = 0;
  for (int i = 0; i < n; i++) {
    int most = 0;
    for (int k = 0; k < 3; k++) {
      int d = abs(s[0].rgb[3 * i + k] - s[1].rgb[3 * i + k]);
      most = d > most ? d : most;
    }
    apart += most > much;
  }
  for (int k = 0; k < 2; k++) show_end(&s[k]);
  return (double)apart / n;
}

// The sky is left out where a plane hides it, and nowhere else: over, under and beside floors that
// end, walls, floors that the near plane cuts.
static void sky_is_seen_past_planes(void** state) {
  (void)state;
  static const char* const planes[] = {
      "<geom type='plane' size='0 0 1'/>", "<geom type='plane' size='4 2 1'/>",
      "<geom type='plane' size='1.5 1.5 1' pos='0 3 1' euler='90 0 0'/>",
      "<geom type='plane' size='9 9 1'/><geom type='plane' size='9 9 1' pos='0 0 2' euler='180 0 "
      "0'/>"};
  static const char* const cameras[] = {
      "pos='0 -3 1' xyaxes='1 0 0 0 .2 1'",    "pos='0 -3 1' xyaxes='-1 0 0 0 .2 -1'",
      "pos='0 -3 1' xyaxes='1 0 .8 -.8 .2 1'", "pos='0 -3 .02' xyaxes='1 0 0 0 .1 1'",
      "pos='0 0 9' xyaxes='1 0 0 0 1 0'",      "pos='0 0 9' xyaxes='1 0 0 0 0 1'",
      "pos='0 -30 1' xyaxes='1 0 0 0 .1 1'"};
  if (!egl_open(EGL_ANY)) skip_because("this machine makes no context of OpenGL");
  for (int i = 0; i < 4 * 7; i++) {
    char xml[2000];
    snprintf(xml, sizeof xml,
             "<mujoco><visual><map znear='.05' zfar='10'/><quality offsamples='0'/></visual>"
             "<statistic extent='2' center='0 0 0'/><asset><texture type='skybox' "
             "builtin='gradient' rgb1='1 .5 .2' rgb2='.2 1 .5' width='32' height='192'/></asset>"
             "<worldbody><camera fovy='60' %s/>%s</worldbody></mujoco>",
             cameras[i % 7], planes[i / 7]);
    double apart = apart_by(xml, -1, 40);
    if (apart > .01) fail_msg("%s, %s: %g apart", cameras[i % 7], planes[i / 7], apart);
  }
  egl_close();
}

// Lines have the light of their points, those that begin behind the viewer, and those of faces that
// are flat.
static void lines_are_lit_along_them(void** state) {
  (void)state;
  static const char* const things[] = {"<geom type='plane' size='0 0 1'/>",
                                       "<geom type='hfield' hfield='h'/>"};
  if (!egl_open(EGL_ANY)) skip_because("this machine makes no context of OpenGL");
  for (int i = 0; i < 2; i++) {
    char xml[2000];
    snprintf(xml, sizeof xml,
             "<mujoco><visual><map znear='.05' zfar='10'/><quality offsamples='0'/></visual>"
             "<statistic extent='2' center='0 0 0'/><asset><hfield name='h' nrow='3' ncol='4' "
             "size='1 1 .3 .1' elevation='0 1 0 2 1 0 1 0 2 0 1 0'/></asset><worldbody>"
             "<light pos='0 0 2' dir='.2 0 -1' cutoff='60'/>"
             "<camera pos='0 -2 1.5' fovy='60' xyaxes='1 .2 0 0 1 1'/>%s</worldbody></mujoco>",
             things[i]);
    double apart = apart_by(xml, mjRND_WIREFRAME, 12);
    if (apart > .005) fail_msg("%s: %g apart", things[i], apart);
  }
  egl_close();
}

// A face may have the same normal at all corners and yet another one than its own.
static void normals_may_lean(void** state) {
  (void)state;
  static const char* const xml =
      "<mujoco><visual><headlight diffuse='.2 .2 .2'/><quality offsamples='0'/></visual>"
      "<asset><mesh name='m' vertex='-1 -1 0 1 -1 0 1 1 0 -1 1 0 0 0 1' face='0 1 4 1 2 4 2 3 4"
      " 3 0 4' normal='.7 0 .7 .7 0 .7 .7 0 .7 .7 0 .7 .7 0 .7'"
      " texcoord='0 0 1 0 1 1 0 1 .5 .5'/></asset><worldbody>"
      "<light pos='.5 .2 1.5' dir='0 0 -1' castshadow='false' diffuse='.8 .8 .8'/>"
      "<camera pos='.1 -.2 4' fovy='40'/><geom type='mesh' mesh='m'/></worldbody></mujoco>";
  if (!egl_open(EGL_ANY)) skip_because("this machine makes no context of OpenGL");
  double apart = apart_by(xml, -1, 2);
  if (apart > .01) fail_msg("%g apart", apart);
  egl_close();
}

// Rectangles, text, pixels in and out, auxiliary buffers: as in software.
static void flat_things(void** state) {
  (void)state;
  enum { W = 200, H = 100 };
  if (!egl_open(EGL_ANY)) skip_because("this machine makes no context of OpenGL");
  static unsigned char rgb[2][3 * W * H], in[3 * 20 * 10];
  static float depth[2][W * H], depth_in[20 * 10];
  for (int i = 0; i < 200; i++) {
    depth_in[i] = (float)i / 256;
    for (int k = 0; k < 3; k++) in[3 * i + k] = (unsigned char)(i + 9 * k);
  }
  for (int k = 0; k < 2; k++) {
    setenv("ENGINE_RENDER", k ? "gl" : "soft", 1);
    mjrContext con;
    mjrRect all = {0, 0, W, H}, part = {30, 20, 50, 40}, aux = {0, 0, 40, 30},
            small = {150, 10, 20, 10};
    mjr_defaultContext(&con);
    mjr_makeContext(NULL, &con, 100);
    mjr_resizeOffscreen(W, H, &con);
    mjr_rectangle(all, .2f, .2f, .2f, 1);
    mjr_rectangle(part, 1, 0, 0, .5f);
    mjr_label(part, mjFONT_NORMAL, "label", 0, 0, 1, .5f, 1, 1, 0, &con);
    mjr_overlay(mjFONT_NORMAL, mjGRID_TOPRIGHT, all, "one\ntwo", "1\n2", &con);
    mjr_addAux(0, 40, 30, 0, &con);
    mjr_setAux(0, &con);
    mjr_rectangle(aux, 0, 1, 0, 1);
    mjr_restoreBuffer(&con);
    mjr_blitAux(0, aux, 100, 30, &con);
    mjr_drawPixels(in, depth_in, small, &con);
    mjr_readPixels(rgb[k], depth[k], all, &con);
    assert_int_equal(mjr_getError(), 0);
    mjr_freeContext(&con);
  }
  unsetenv("ENGINE_RENDER");
  for (int i = 0; i < 3 * W * H; i++) {
    // each blending rounds
    if (abs(rgb[0][i] - rgb[1][i]) > 3)
      fail_msg("pixel %d: %d, not %d", i / 3, rgb[1][i], rgb[0][i]);
  }
  for (int y = 0; y < 10; y++) {
    for (int x = 0; x < 20; x++) {
      int at = (10 + y) * W + 150 + x;
      assert_true(fabsf(depth[0][at] - depth[1][at]) < 1e-6f);
    }
  }
  egl_close();
}

static char warned[300];

static void note_warning(const char* text) { snprintf(warned, sizeof warned, "%s", text); }

// Which back end draws is the program's to say; what is not there is told.
static void the_environment_decides(void** state) {
  (void)state;
  mjrContext con;
  mjr_defaultContext(&con);
  setenv("ENGINE_RENDER", "paper", 1);
  RAISES(mjr_makeContext(NULL, &con, 100), "'soft' or 'gl' is right");
  setenv("ENGINE_RENDER", "gl", 1);
  void (*warn)(const char*) = mju_user_warning;
  mju_user_warning = note_warning;
  RAISES(mjr_makeContext(NULL, &con, 100), "the renderer 'gl' cannot be had");
  mju_user_warning = warn;
  assert_non_null(strstr(warned, "no context of OpenGL is current"));
  unsetenv("ENGINE_RENDER");
  mjr_makeContext(NULL, &con, 100);
  assert_int_equal(con.glInitialized, 0);
  mjr_freeContext(&con);
}

// A context of OpenGL that is gone, or not current: it is told once, nothing is drawn, nothing
// falls.
static void a_context_is_lost(void** state) {
  (void)state;
  if (!egl_open(EGL_ANY)) skip_because("this machine makes no context of OpenGL");
  shown v;
  show_model(&v, scene, 60, 40);
  show_draw(&v);
  egl_close();
  void (*warn)(const char*) = mju_user_warning;
  mju_user_warning = note_warning;
  warned[0] = 0;
  show_draw(&v);
  assert_non_null(strstr(warned, "no context of OpenGL is current"));
  warned[0] = 0;
  mjrRect all = {0, 0, 60, 40};
  mjr_rectangle(all, 1, 0, 0, 1);
  mjr_overlay(mjFONT_NORMAL, mjGRID_TOPLEFT, all, "text", NULL, &v.con);
  mjr_resizeOffscreen(80, 80, &v.con);
  assert_int_equal(mjr_getError(), 0);
  assert_string_equal(warned, "");
  show_end(&v);
  mju_user_warning = warn;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_environment_decides),  cmocka_unit_test(as_a_program_gets_it),
      cmocka_unit_test(in_a_core_context),        cmocka_unit_test(in_a_context_of_es),
      cmocka_unit_test(sky_is_seen_past_planes),  cmocka_unit_test(normals_may_lean),
      cmocka_unit_test(lines_are_lit_along_them), cmocka_unit_test(flat_things),
      cmocka_unit_test(a_context_is_lost),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
