// Pictures of scenes, held against geometry and rays.
#include "shown.h"

// No light but what things emit.
#define DARK                                                                                \
  "<visual><headlight active='0'/><map znear='.01' zfar='30'/>"                             \
  "<quality offsamples='0' numslices='200' numstacks='100'/></visual><statistic extent='1'" \
  " center='0 0 0'/>"
#define NO_LIGHT "<light diffuse='0 0 0' specular='0 0 0' ambient='0 0 0' castshadow='false'/>"

static int bits_differ(const void* a, const void* b, size_t n) { return memcmp(a, b, n) != 0; }

// From afar, in parallel, a ball covers the area of its outline.
static void a_ball_covers_its_area(void** state) {
  (void)state;
  for (int k = 1; k < 6; k++) {
    char xml[1000];
    double radius = .08 * k;
    snprintf(xml, sizeof xml,
             "<mujoco>" DARK
             "<worldbody><camera pos='.01 .003 3' orthographic='true'"
             " fovy='1'/><geom size='%g'/></worldbody></mujoco>",
             radius);
    shown s;
    show_model(&s, xml, 260, 200);
    show_segments(&s);
    int n = 0;
    for (int i = 0; i < s.width * s.height; i++) n += s.id[i] == 0;
    double area = mjPI * radius * radius * s.height * s.height;
    double rim = 2 * mjPI * radius * s.height;  // pixels on it are in or out by chance
    if (fabs(n - area) > .001 * area + sqrt(rim)) fail_msg("%d pixels, not %g", n, area);
    show_end(&s);
  }
}

// Depth of a tilted plane, by rays, in both projections and both directions of counting.
static void depth_is_the_distance_along_the_view(void** state) {
  (void)state;
  static const char* const cameras[] = {
      "<camera pos='0 -1 1' xyaxes='1 0 0 0 1 1' fovy='70'/>",
      "<camera pos='0 -1 1' xyaxes='1 .2 0 0 1 1' fovy='2' orthographic='true'/>"};
  for (int c = 0; c < 2; c++) {
    char xml[1000];
    snprintf(
        xml, sizeof xml,
        "<mujoco>" DARK
        "<worldbody>%s<geom type='plane' size='0 0 1'/>"
        "<geom type='box' size='.2 .2 .2' pos='.1 .2 .1' euler='20 30 40'/></worldbody></mujoco>",
        cameras[c]);
    shown s;
    show_model(&s, xml, 160, 120);
    s.v.scn.flags[mjRND_HAZE] = 0;
    show_draw(&s);
    show_segments(&s);
    double near = s.v.scn.camera[0].frustum_near, far = s.v.scn.camera[0].frustum_far;
    int seen = 0;
    for (int y = 0; y < s.height; y++) {
      for (int x = 0; x < s.width; x++) {
        mjtNum from[3], along[3], z;
        show_ray(&s, x, y, from, along);
        int hit = show_hit(&s, from, along, &z), at = y * s.width + x;
        if (hit != s.id[at] || hit < 0) continue;  // edges: below
        double b = c ? (z - near) / (far - near) : far * (z - near) / (z * (far - near));
        // where rays fall at a flat angle, positions of pixels to a share of 1/256 matter
        double slack = c ? 2e-5 : 2e-6 + 1e-3 * (1 - b);
        if (fabs(s.depth[at] - b) > slack) fail_msg("(%d, %d): %g, not %g", x, y, s.depth[at], b);
        seen++;
      }
    }
    assert_true(seen > 10000);
    float first = s.depth[0];
    s.con.readDepthMap = mjDEPTH_ZEROFAR;
    show_draw(&s);
    assert_true(fabs(s.depth[0] + first - 1) < 1e-6);
    show_end(&s);
  }
}

static const char* const zoo =
    "<mujoco><visual><headlight ambient='.2 .2 .2'/><map znear='.02'/>"
    "<quality offsamples='0' numslices='100' numstacks='60'/></visual>"
    "<asset><hfield name='h' nrow='4' ncol='5' size='.3 .3 .1 .05' "
    "elevation='0 1 0 2 0 1 3 1 0 2 0 1 2 0 1 2 0 1 0 1'/>"
    "<mesh name='m' vertex='0 0 0 .4 0 0 0 .4 0 0 0 .4 .3 .3 .3'/></asset><worldbody>"
    "<light pos='1 -1 2' dir='-.5 .5 -1'/><camera pos='0 -2 1.4' xyaxes='1 0 0 0 1 1.6'/>"
    "<geom type='plane' size='2 2 .1'/><geom size='.2' pos='-.7 0 .3'/>"
    "<geom type='box' size='.1 .2 .15' pos='-.2 0 .3' euler='20 30 0'/>"
    "<geom type='capsule' size='.08 .2' pos='.2 0 .3' euler='0 40 10'/>"
    "<geom type='cylinder' size='.12 .15' pos='.6 0 .3' euler='50 10 0'/>"
    "<geom type='ellipsoid' size='.1 .2 .15' pos='-.5 .7 .3'/>"
    "<geom type='hfield' hfield='h' pos='.2 .8 .1'/>"
    "<geom type='mesh' mesh='m' pos='.7 .6 .3'/></worldbody></mujoco>";

// Lines of a mirror in wireframes are twice as bright as those of the same surface without one.
static void mirrors_have_bright_lines(void** state) {
  (void)state;
  shown s[2];
  int lines = 0;
  for (int k = 0; k < 2; k++) {
    char xml[1000];
    snprintf(xml, sizeof xml,
             "<mujoco>" DARK
             "<asset><material name='m' rgba='.2 .3 .4 1' reflectance='%g'/></asset><worldbody>"
             "<light pos='0 0 3' dir='0 0 -1'/><camera pos='0 -2 1.4' xyaxes='1 0 0 0 1 1.6'/>"
             "<geom type='plane' size='2 2 .5' material='m'/></worldbody></mujoco>",
             .5 * k);
    show_model(s + k, xml, 160, 120);
    s[k].v.scn.flags[mjRND_WIREFRAME] = 1;
    show_draw(s + k);
  }
  for (int i = 0; i < 3 * s[0].width * s[0].height; i++) {
    int plain = s[0].rgb[i], bright = s[1].rgb[i], twice = plain < 128 ? 2 * plain : 255;
    if (abs(bright - twice) > 2) fail_msg("at %d: %d, not %d", i, bright, twice);
    lines += plain > 20;
  }
  assert_true(lines > 500);
  for (int k = 0; k < 2; k++) show_end(s + k);
}

// Every pixel shows what the ray through its middle hits, or what one of its neighbours hits:
// shapes have corners where bodies are round.
static void segments_are_what_rays_hit(void** state) {
  (void)state;
  shown s;
  show_model(&s, zoo, 320, 240);
  show_segments(&s);
  int* hit = malloc((size_t)s.width * (size_t)s.height * sizeof *hit);
  int kinds[9] = {0}, off = 0;
  for (int i = 0; i < s.width * s.height; i++) {
    mjtNum from[3], along[3], z;
    show_ray(&s, i % s.width, i / s.width, from, along);
    hit[i] = show_hit(&s, from, along, &z);
  }
  for (int y = 1; y < s.height - 1; y++) {
    for (int x = 1; x < s.width - 1; x++) {
      int at = y * s.width + x, near = 0;
      for (int k = 0; k < 9; k++) near |= hit[at + (k / 3 - 1) * s.width + k % 3 - 1] == s.id[at];
      if (!near) fail_msg("(%d, %d) shows %d, the ray hits %d", x, y, s.id[at], hit[at]);
      off += hit[at] != s.id[at];
      kinds[s.id[at] + 1]++;
    }
  }
  for (int k = 1; k < 9; k++) assert_true(kinds[k] > 100);
  assert_true(off < 250);  // of 76 000: a part of the outlines
  free(hit);
  show_end(&s);
}

// A point of the floor is darker with shadows exactly when something lies between it and the light.
static void shadows_are_where_rays_to_the_light_end(void** state) {
  (void)state;
  static const char* const types[] = {"directional='true'", "directional='false' cutoff='50'"};
  for (int k = 0; k < 2; k++) {
    char xml[2000];
    snprintf(
        xml, sizeof xml,
        "<mujoco><visual><headlight active='0'/>"
        "<quality offsamples='0' shadowsize='4096'/></visual><worldbody>"
        "<light pos='1 -.5 2' dir='-.5 .25 -1' %s diffuse='.7 .7 .7'/>"
        "<camera pos='0 -1.2 1.8' xyaxes='1 0 0 0 1.8 1.2'/><geom type='plane' size='3 3 .1'/>"
        "<geom type='box' size='.15 .1 .2' pos='-.2 0 .4' euler='10 20 30'/>"
        "<geom type='capsule' size='.05 .3' pos='.4 .1 .3' euler='0 70 20'/>"
        "<geom type='plane' size='.15 .2 .1' pos='.3 -.4 .3' euler='30 0 0'/></worldbody></mujoco>",
        types[k]);
    shown s;
    show_model(&s, xml, 240, 180);
    const mjvLight* light = s.v.scn.lights;
    show_segments(&s);
    unsigned char* lit = malloc(3 * (size_t)s.width * (size_t)s.height);
    s.v.scn.flags[mjRND_SHADOW] = 0;
    show_draw(&s);
    memcpy(lit, s.rgb, 3 * (size_t)s.width * (size_t)s.height);
    s.v.scn.flags[mjRND_SHADOW] = 1;
    show_draw(&s);
    signed char* dark = calloc((size_t)s.width, (size_t)s.height);
    for (int i = 0; i < s.width * s.height; i++) {
      mjtNum from[3], along[3], z, point[3], to[3];
      show_ray(&s, i % s.width, i / s.width, from, along);
      if (show_hit(&s, from, along, &z) != 0) continue;
      // seen from the light, since planes are not hit from behind
      for (int c = 0; c < 3; c++) {
        point[c] = from[c] + z * along[c];
        to[c] = k ? point[c] - light->pos[c] : 3 * light->dir[c];
        point[c] -= to[c];
      }
      dark[i] = show_hit(&s, point, to, &z) >= 0 && z < 1 - 1e-4 ? 1 : -1;
    }
    int shadowed = 0, wrong = 0;
    for (int y = 2; y < s.height - 2; y++) {
      for (int x = 2; x < s.width - 2; x++) {
        int at = y * s.width + x;
        bool edge = !dark[at] || s.id[at] != 0 || lit[3 * at] < 20;
        for (int j = 0; j < 25; j++)
          edge |= dark[at + (j / 5 - 2) * s.width + j % 5 - 2] != dark[at];
        if (edge) continue;
        wrong += (s.rgb[3 * at] < lit[3 * at] / 2) != (dark[at] > 0);
        shadowed += dark[at] > 0;
      }
    }
    if (wrong) fail_msg("%s: %d of %d shadowed pixels", types[k], wrong, shadowed);
    assert_true(shadowed > 300);
    free(lit);
    free(dark);
    show_end(&s);
  }
}

// What a mirror shows is what mirrored rays hit, at the mirror's share of its colour, added to its
// own.
static void mirrors_show_what_mirrored_rays_hit(void** state) {
  (void)state;
  shown s;
  show_model(&s,
             "<mujoco>" DARK
             "<asset><material name='mirror' rgba='0 0 .2 1' emission='1'"
             " reflectance='.5'/><material name='red' rgba='1 0 0 1' emission='.8'/>"
             "<material name='green' rgba='0 1 0 1' emission='.6'/></asset><worldbody>" NO_LIGHT
             "<camera pos='0 -1 .7' xyaxes='1 0 0 0 .7 1'/>"
             "<geom type='box' size='1 1 .1' pos='0 0 -.1' material='mirror'/>"
             "<geom size='.15' pos='-.2 .1 .3' material='red'/>"
             "<geom type='box' size='.1 .1 .1' pos='.2 .1 .2' euler='0 30 20' material='green'/>"
             "<geom size='.2' pos='0 0 -.5' material='red'/></worldbody></mujoco>",
             200, 150);
  show_draw(&s);
  show_segments(&s);
  int seen[4] = {0}, wrong = 0;
  for (int i = 0; i < s.width * s.height; i++) {
    mjtNum from[3], along[3], z, point[3];
    show_ray(&s, i % s.width, i / s.width, from, along);
    if (show_hit(&s, from, along, &z) != 0 || s.id[i] != 0) continue;
    for (int k = 0; k < 3; k++) point[k] = from[k] + z * along[k];
    if (point[2] < -1e-6) continue;  // its sides do not reflect
    along[2] = -along[2];
    point[2] += 1e-6;
    int hit = show_hit(&s, point, along, &z);
    int want[3] = {hit == 1 ? 102 : 0, hit == 2 ? 77 : 0, 51};
    for (int k = 0; k < 3; k++) wrong += abs(s.rgb[3 * i + k] - want[k]) > 1;
    seen[hit + 1]++;
  }
  assert_true(seen[2] > 200 && seen[3] > 200 && seen[0] > 200);
  if (wrong > 3 * 60) fail_msg("%d of %d", wrong, seen[2] + seen[3]);  // outlines
  show_end(&s);
}

// Of a transparent thing both passes are seen; added ones are added; both leave depth alone.
static void transparent_things_are_blended(void** state) {
  (void)state;
  shown s;
  show_model(&s,
             "<mujoco>" DARK "<worldbody>" NO_LIGHT
             "<camera pos='0 0 1'/>"
             "<geom type='plane' size='2 2 .1' rgba='0 .5 0 1' material='glow'/>"
             "<geom type='box' size='.2 .2 .1' pos='0 0 .2' rgba='1 0 0 .4' material='glow'/>"
             "</worldbody><asset><material name='glow' emission='1'/></asset></mujoco>",
             64, 64);
  show_draw(&s);
  const unsigned char* p = show_pixel(&s, 32, 32);
  double a = .4, shown_through = (1 - a) * (1 - a);
  assert_true(abs(p[0] - (int)(255 * (1 - shown_through) + .5)) <= 1);
  assert_true(abs(p[1] - (int)(127.5 * shown_through + .5)) <= 1);
  float depth = s.depth[32 * 64 + 32];
  assert_true(fabsf(depth - s.depth[2]) < 1e-5f);
  s.v.scn.flags[mjRND_ADDITIVE] = 1;
  show_draw(&s);
  assert_true(abs(p[0] - 102) <= 1 && abs(p[1] - 128) <= 1);
  show_end(&s);
}

// Colours of a texture lie where its coordinates say; far away they are mixed.
static void textures_lie_where_coordinates_say(void** state) {
  (void)state;
  shown s;
  show_model(
      &s,
      "<mujoco>" DARK
      "<asset><texture name='t' type='2d' builtin='checker' width='64'"
      " height='64' rgb1='1 0 0' rgb2='0 0 1'/><material name='t' texture='t' emission='1'"
      " texuniform='true' texrepeat='2 3'/></asset><worldbody>" NO_LIGHT
      "<camera pos='0 0 1'/><geom type='plane' size='1 1 .1' material='t'/></worldbody></mujoco>",
      300, 300);
  show_draw(&s);
  int checked = 0;
  for (int i = 0; i < s.width * s.height; i++) {
    mjtNum from[3], along[3], z;
    show_ray(&s, i % s.width, i / s.width, from, along);
    if (show_hit(&s, from, along, &z) != 0) continue;
    double u = .5 * 2 * (from[0] + z * along[0]) - .5, v = -.5 * 3 * (from[1] + z * along[1]) - .5;
    u -= floor(u), v -= floor(v);
    double margin = fmin(fabs(fmod(u, .5) - .25), fabs(fmod(v, .5) - .25));
    if (margin > .2) continue;
    bool red = (u < .5) == (v < .5);
    const unsigned char* p = s.rgb + 3 * i;
    if (fmax(fabs(fmod(u, .5) - .25), fabs(fmod(v, .5) - .25)) > .2) continue;
    if (p[0] != (red ? 255 : 0) || p[2] != (red ? 0 : 255)) fail_msg("(%g, %g): %d", u, v, p[0]);
    checked++;
  }
  assert_true(checked > 20000);
  show_end(&s);
  show_model(
      &s,
      "<mujoco>" DARK
      "<asset><texture name='t' type='2d' builtin='checker' width='64'"
      " height='64' rgb1='1 0 0' rgb2='0 0 1'/><material name='t' texture='t' emission='1'"
      " texuniform='true' texrepeat='300 300'/></asset><worldbody>" NO_LIGHT
      "<camera pos='0 0 1'/><geom type='plane' size='1 1 .1' material='t'/></worldbody></mujoco>",
      64, 64);
  show_draw(&s);
  const unsigned char* p = show_pixel(&s, 32, 32);
  assert_true(abs(p[0] - 128) < 10 && abs(p[2] - 128) < 10);
  show_end(&s);
}

// A picture seen from afar is as bright as its texels are in the mean, also where sides of it are
// not halved exactly, and its border, which tiles share, is not lost.
static void small_textures_keep_their_brightness(void** state) {
  (void)state;
  shown s;
  show_model(&s,
             "<mujoco><visual><headlight active='0'/><global fovy='2' orthographic='true'/>"
             "<quality offsamples='0'/></visual><asset><texture name='t' type='2d' builtin='flat' "
             "rgb1='0 0 0' mark='edge' markrgb='1 1 1' width='75' height='91'/>"
             "<material name='m' texture='t' texrepeat='10 10' emission='1'/></asset><worldbody>"
             "<camera pos='0 0 3' fovy='2' projection='orthographic'/>"
             "<geom type='plane' size='1 1 .1' material='m'/></worldbody></mujoco>",
             130, 130);
  const mjModel* m = s.v.m;
  double texels = 0, pixels = 0;
  int n = m->tex_width[0] * m->tex_height[0] * m->tex_nchannel[0];
  for (int i = 0; i < n; i++) texels += m->tex_data[m->tex_adr[0] + i] / (double)n;
  show_draw(&s);
  for (int i = 0; i < 3 * 130 * 130; i++) pixels += s.rgb[i] / (3. * 130 * 130);
  assert_true(texels > 10);
  // a border loses about 3 % each time that a side is not halved exactly
  if (fabs(pixels / texels - 1) > .1) fail_msg("%g, texels are %g", pixels, texels);
  show_end(&s);
}

// Where faces of two geoms coincide the later one shows, at every slant and in either order.
static void of_coincident_faces_the_later_shows(void** state) {
  (void)state;
  static const char* const boxes[2] = {"<geom type='box' size='.3 .2 .1'/>",
                                       "<geom type='cylinder' size='.15 .1'/>"};
  for (int k = 0; k < 8; k++) {
    char xml[1000];
    snprintf(xml, sizeof xml,
             "<mujoco><statistic extent='1'/><visual><quality offsamples='0'/></visual><worldbody>"
             "<camera pos='%g -1.5 %g' xyaxes='1 0 0 0 .5 1' mode='targetbody' target='t'/>"
             "<body name='t' euler='%d 7 %d'>%s%s</body></worldbody></mujoco>",
             .1 * k, .4 + .2 * k, 3 * k, 11 * k, boxes[k % 2], boxes[1 - k % 2]);
    shown s;
    show_model(&s, xml, 160, 120);
    show_segments(&s);
    const mjtNum *pos = s.v.d->xpos + 3, *mat = s.v.d->xmat + 9;
    int both = 0;
    for (int i = 0; i < s.width * s.height; i++) {
      mjtNum from[3], along[3], up = 0, over = 0, at[3], local[3] = {0};
      show_ray(&s, i % s.width, i / s.width, from, along);
      for (int c = 0; c < 3; c++) {
        up += along[c] * mat[3 * c + 2];
        over += (from[c] - pos[c]) * mat[3 * c + 2];
      }
      for (int c = 0; c < 3; c++) at[c] = from[c] + along[c] * (.1 - over) / up - pos[c];
      for (int c = 0; c < 9; c++) local[c % 3] += mat[c] * at[c / 3];
      if (sqrt(local[0] * local[0] + local[1] * local[1]) > .14) continue;
      both++;
      if (s.id[i] != 1) fail_msg("view %d, pixel %d: geom %d shows", k, i, s.id[i]);
    }
    assert_true(both > 100);
    show_end(&s);
  }
}

// Light on a floor is what the formula says for the point that each pixel shows.
static void light_on_a_floor_is_that_of_its_points(void** state) {
  (void)state;
  shown s;
  show_model(&s,
             "<mujoco><statistic extent='1'/><visual><headlight active='0'/>"
             "<quality offsamples='4'/></visual><asset><material name='m' specular='0' rgba='.9 .6 "
             ".3 1'/></asset><worldbody><camera pos='0 -1 2' xyaxes='1 0 0 0 2 1'/>"
             "<light pos='.5 .4 1.2' dir='0 .1 -1' cutoff='80' exponent='6' diffuse='.8 .8 .8' "
             "attenuation='.8 .3 .1'/><light pos='-1 0 2' dir='.3 .2 -1' cutoff='70' exponent='9' "
             "diffuse='.5 .5 .5' castshadow='false'/><geom type='plane' size='9 9 1' "
             "material='m'/></worldbody></mujoco>",
             320, 240);
  show_draw(&s);
  for (int i = 0; i < s.width * s.height; i++) {
    mjtNum from[3], along[3], sum = 0;
    show_ray(&s, i % s.width, i / s.width, from, along);
    for (int l = 0; l < 2; l++) {
      const mjvLight* light = s.v.scn.lights + l;
      mjtNum to[3], distance = 0, cosine = 0;
      for (int k = 0; k < 3; k++) {
        to[k] = light->pos[k] - (from[k] - along[k] * from[2] / along[2]);
        distance += to[k] * to[k];
      }
      distance = sqrt(distance);
      for (int k = 0; k < 3; k++) cosine -= to[k] / distance * light->dir[k];
      const float* a = light->attenuation;
      mjtNum fade = a[0] + a[1] * distance + a[2] * distance * distance;
      sum += light->diffuse[0] * pow(cosine, light->exponent) * to[2] / distance / fade;
    }
    for (int k = 0; k < 3; k++) {
      mjtNum wanted = 255 * fmin(1, sum * s.v.scn.geoms[0].rgba[k]);
      mjtNum found = show_pixel(&s, i % s.width, i / s.width)[k];
      if (fabs(found - wanted) > 1.6) fail_msg("pixel %d: %g, expected %g", i, found, wanted);
    }
  }
  show_end(&s);
}

// The picture does not depend on the number of threads, nor on what was drawn before.
static void any_number_of_threads_draws_the_same(void** state) {
  (void)state;
  unsigned char* first = NULL;
  float* first_depth = NULL;
  for (int threads = 1; threads < 6; threads++) {
    char text[10];
    snprintf(text, sizeof text, "%d", threads);
    setenv("ENGINE_RENDER_THREADS", text, 1);
    shown s;
    show_model(&s, zoo, 301, 199);
    mjr_freeContext(&s.con);
    s.v.m->vis.quality.offsamples = 4;
    mjr_makeContext(s.v.m, &s.con, 100);
    for (int i = 0; i < 3; i++) show_draw(&s);
    size_t n = (size_t)s.width * (size_t)s.height;
    if (!first) {
      first = malloc(3 * n);
      first_depth = malloc(n * sizeof(float));
      memcpy(first, s.rgb, 3 * n);
      memcpy(first_depth, s.depth, n * sizeof(float));
    }
    assert_false(bits_differ(first, s.rgb, 3 * n));
    assert_false(bits_differ(first_depth, s.depth, n * sizeof(float)));
    show_end(&s);
  }
  unsetenv("ENGINE_RENDER_THREADS");
  free(first);
  free(first_depth);
}

// Once everything has been drawn, drawing takes no more memory.
static void a_warm_frame_allocates_nothing(void** state) {
  (void)state;
  shown s;
  show_model(&s, zoo, 320, 240);
  for (int i = 0; i < 3; i++) show_draw(&s);
  left = 1000000;
  held = 0;
  watching = true;
  for (int i = 0; i < 3; i++) show_draw(&s);
  watching = false;
  assert_int_equal(1000000 - left, 0);
  show_end(&s);
}

// Without memory for this or that there is less in the picture, or an error: never a crash.
static void no_memory_is_survived(void** state) {
  (void)state;
  for (volatile long allow = 0; allow < 400; allow += allow < 60 ? 1 : 17) {
    shown s;
    show_model(&s, zoo, 64, 48);
    mjr_freeContext(&s.con);
    left = allow;
    watching = true;
    mju_user_error = raises_jump;
    if (!setjmp(raises_escape)) {
      mjr_makeContext(s.v.m, &s.con, 100);
      show_draw(&s);
    }
    mju_user_error = NULL;
    watching = false;
    show_end(&s);
  }
}

// Viewports beyond the buffer, of no size, and scenes without this or that.
static void odd_pictures(void** state) {
  (void)state;
  shown s;
  show_model(&s, zoo, 100, 80);
  const mjrRect views[] = {{-30, -20, 100, 80}, {50, 60, 100, 80},  {0, 0, 0, 10},
                           {10, 10, 1, 1},      {-500, 0, 100, 50}, {0, 0, 3000, 3}};
  for (int i = 0; i < 6; i++) mjr_render(views[i], &s.v.scn, &s.con);
  // a picture cut at the edge of the buffer is that part of the picture
  unsigned char* whole = malloc(3 * 100 * 80);
  show_draw(&s);
  memcpy(whole, s.rgb, 3 * 100 * 80);
  mjr_render(views[1], &s.v.scn, &s.con);
  mjrRect all = {0, 0, 100, 80};
  mjr_readPixels(s.rgb, NULL, all, &s.con);
  for (int y = 60; y < 80; y++) {
    assert_memory_equal(show_pixel(&s, 50, y), whole + 3 * ((y - 60) * 100), 150);
  }
  free(whole);
  for (int flag = 0; flag < mjNRNDFLAG; flag++) {
    s.v.scn.flags[flag] ^= 1;
    for (int stereo = 0; stereo < 3; stereo++) {
      s.v.scn.stereo = stereo;
      show_draw(&s);
    }
    s.v.scn.flags[flag] ^= 1;
  }
  mjr_resizeOffscreen(0, 0, &s.con);
  mjr_render(all, &s.v.scn, &s.con);
  mjr_resizeOffscreen(7, 5, &s.con);
  mjr_render(all, &s.v.scn, &s.con);
  s.v.scn.ngeom = 0;
  mjr_render(all, &s.v.scn, &s.con);
  mjvScene empty;
  mjv_defaultScene(&empty);
  mjr_render(all, &empty, &s.con);
  mjrContext bare;
  mjr_defaultContext(&bare);
  mjr_makeContext(NULL, &bare, 100);
  mjv_updateScene(s.v.m, s.v.d, &s.v.opt, NULL, &s.v.cam, mjCAT_ALL, &s.v.scn);
  mjr_render(all, &s.v.scn, &bare);  // nothing was uploaded to it
  mjr_freeContext(&bare);
  RAISES(mjr_uploadMesh(s.v.m, &s.con, 1), "1");
  RAISES(mjr_uploadHField(s.v.m, &s.con, -1), "-1");
  RAISES(mjr_uploadTexture(s.v.m, &s.con, 0), "0");
  show_end(&s);
}

// Numbers that are none: something is drawn, nothing is broken.
static void wild_numbers(void** state) {
  (void)state;
  static const float wild[] = {NAN, INFINITY, -INFINITY, 1e30f, -1e30f, 1e-30f, 0};
  shown s;
  show_model(&s, zoo, 100, 80);
  for (unsigned i = 0; i < sizeof wild / sizeof *wild; i++) {
    for (int g = 0; g < s.v.scn.ngeom; g++) {
      for (int what = 0; what < 6; what++) {
        mjvGeom kept = s.v.scn.geoms[g], *geom = s.v.scn.geoms + g;
        float* at[] = {geom->pos,  geom->size + 2, geom->mat + 4,
                       geom->rgba, geom->rgba + 3, &geom->shininess};
        *at[what] = wild[i];
        show_draw(&s);
        *geom = kept;
      }
    }
    mjvLight light = s.v.scn.lights[1];
    float* at[] = {s.v.scn.lights[1].pos, s.v.scn.lights[1].dir, s.v.scn.lights[1].attenuation,
                   &s.v.scn.lights[1].cutoff, &s.v.scn.lights[1].exponent};
    for (int what = 0; what < 5; what++) {
      *at[what] = wild[i];
      show_draw(&s);
      s.v.scn.lights[1] = light;
    }
    mjvGLCamera camera = s.v.scn.camera[0];
    float* of[] = {s.v.scn.camera[0].pos, s.v.scn.camera[0].forward + 1,
                   &s.v.scn.camera[0].frustum_top, &s.v.scn.camera[0].frustum_far};
    for (int what = 0; what < 4; what++) {
      *of[what] = wild[i];
      show_draw(&s);
      s.v.scn.camera[0] = camera;
    }
  }
  show_end(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_ball_covers_its_area),
      cmocka_unit_test(depth_is_the_distance_along_the_view),
      cmocka_unit_test(mirrors_have_bright_lines),
      cmocka_unit_test(segments_are_what_rays_hit),
      cmocka_unit_test(shadows_are_where_rays_to_the_light_end),
      cmocka_unit_test(mirrors_show_what_mirrored_rays_hit),
      cmocka_unit_test(transparent_things_are_blended),
      cmocka_unit_test(textures_lie_where_coordinates_say),
      cmocka_unit_test(small_textures_keep_their_brightness),
      cmocka_unit_test(of_coincident_faces_the_later_shows),
      cmocka_unit_test(light_on_a_floor_is_that_of_its_points),
      cmocka_unit_test(any_number_of_threads_draws_the_same),
      cmocka_unit_test(a_warm_frame_allocates_nothing),
      cmocka_unit_test(no_memory_is_survived),
      cmocka_unit_test(odd_pictures),
      cmocka_unit_test(wild_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
