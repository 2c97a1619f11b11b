// The picture of the model, and what is written over it.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "viewer.h"

// Geoms a scene begins with; it gets more when they do not suffice.
enum { FIRST_GEOMS = 2000 };

// With more rows their residual is not looked at between two frames.
enum { MANY_ROWS = 1000 };

// A frame may take this long (seconds).  The picture gets worse when frames have taken longer for a
// while, better when many were drawn well within it.
static const double frame_time = 1. / 60, time_to_worse = .25;
enum { FRAMES_TO_BETTER = 240, SMALL_SHADOW = 1024 };

// What is left out, one after the other.
enum {
  EVERYTHING,
  NO_REFLECTIONS,
  SMALL_SHADOWS,
  SINGLE_SAMPLES,
  NO_SHADOWS,
  COARSE_PIXELS,
  LEVELS
};

// --- context ------------------------------------------------------------------------------------

static int shadow_size(const viewer* v) {
  int size = v->quality.shadow_size;
  if (v->quality.level >= NO_SHADOWS) return 0;
  return v->quality.level >= SMALL_SHADOWS && size > SMALL_SHADOW ? SMALL_SHADOW : size;
}

void picture_context(viewer* v) {
  mjModel* m = v->sim.m;
  if (m) {
    m->vis.quality.shadowsize = shadow_size(v);
    m->vis.quality.offsamples = v->quality.level >= SINGLE_SAMPLES ? 0 : v->quality.samples;
  }
  mjr_makeContext(m, &v->con, 50 * (v->set.font + 1));
  if (v->set.font == 0) mjr_changeFont(50, &v->con);
  if (m) {
    m->vis.quality.shadowsize = v->quality.shadow_size;
    m->vis.quality.offsamples = v->quality.samples;
  }
  v->software = !v->con.windowAvailable;
  viewer_layout(v);
  viewer_draw_panel(v, &v->left);
  viewer_draw_panel(v, &v->right);
}

void picture_make(viewer* v) {
  const mjModel* m = v->sim.m;
  mjtByte flags[mjNRNDFLAG];
  bool kept = v->scn.maxgeom > 0;
  memcpy(flags, v->scn.flags, sizeof flags);
  mjv_makeScene(m, &v->scn, FIRST_GEOMS);
  if (kept) memcpy(v->scn.flags, flags, sizeof flags);
  v->quality = (quality){.shadow_size = m->vis.quality.shadowsize,
                         .samples = m->vis.quality.offsamples,
                         .pretended = v->quality.pretended};
  if (v->reload_camera) {
    v->set.camera = m->vis.global.cameraid >= 0 && m->vis.global.cameraid < m->ncam
                        ? 2 + m->vis.global.cameraid
                        : 0;
    mjv_defaultFreeCamera(m, &v->cam);
    plots_make(&v->plots);
    v->set.key = v->set.page = 0;
  }
  left_build(v);
  right_build(v);
  picture_camera(v);
  picture_context(v);
}

void picture_camera(viewer* v) {
  const mjModel* m = v->sim.m;
  if (!m) return;
  if (v->set.camera >= 2 + m->ncam) v->set.camera = 0;
  v->cam.fixedcamid = v->set.camera - 2;
  v->cam.type = v->set.camera < 2 ? v->set.camera : mjCAMERA_FIXED;
  if (v->cam.type != mjCAMERA_FIXED) v->cam.fixedcamid = -1;
  if (v->cam.type != mjCAMERA_TRACKING) return;
  v->cam.trackbodyid = v->sim.pert.select > 0 ? v->sim.pert.select : v->cam.trackbodyid;
  if (v->cam.trackbodyid < 1 || v->cam.trackbodyid >= m->nbody) v->cam.trackbodyid = m->nbody > 1;
}

void picture_align(viewer* v) {
  if (!v->sim.m) return;
  v->set.camera = 0;
  mjv_defaultFreeCamera(v->sim.m, &v->cam);
}

// --- scene --------------------------------------------------------------------------------------

static void place_insets(viewer* v) {
  simulation* s = &v->sim;
  mjvGLCamera kept[2] = {v->scn.camera[0], v->scn.camera[1]};
  for (int k = 0; k < v->set.insets && k < s->m->ncam; k++) {
    mjvCamera cam;
    mjv_defaultCamera(&cam);
    cam.type = mjCAMERA_FIXED;
    cam.fixedcamid = k;
    mjv_updateCamera(s->m, s->d, &cam, &v->scn);
    memcpy(v->inset[k], v->scn.camera, sizeof kept);
  }
  memcpy(v->scn.camera, kept, sizeof kept);
}

// What is said about the simulation, in two columns.
static void write_info(viewer* v) {
  const simulation* s = &v->sim;
  const mjData* d = s->d;
  size_t size = sizeof v->info[0];
  int names =
      snprintf(v->info[0], size, "Time\nSpeed\nStep\nPicture\nContacts, rows\nSolver\nMemory");
  int values = snprintf(v->info[1], size,
                        "%.3f s\n%.3g of %.3g\n%.0f us\n%.0f a second%s\n%d, %d\n%d\n%.0f %%",
                        d->time, s->running ? s->reached : 0, s->speed, 1e6 * s->step_time, v->fps,
                        v->quality.level ? ", reduced" : "", d->ncon, d->nefc, d->solver_niter[0],
                        100. * (double)d->maxuse_arena / (double)(d->narena ? d->narena : 1));
  // how far from solved the forces of the last step are (engine/hard.h)
  if (v->set.info && d->nefc > 0 && d->nefc <= MANY_ROWS) {
    engHardReport report;
    eng_hardReport(s->m, s->d, &report);
    names += snprintf(v->info[0] + names, size - (size_t)names, "\nResidual");
    values += snprintf(v->info[1] + values, size - (size_t)values, "\n%.1e", report.naturalmap);
  }
  if (!(s->m->opt.enableflags & mjENBL_ENERGY)) return;
  snprintf(v->info[0] + names, size - (size_t)names, "\nEnergy");
  snprintf(v->info[1] + values, size - (size_t)values, "\n%.4g", d->energy[0] + d->energy[1]);
}

void picture_update(viewer* v) {
  simulation* s = &v->sim;
  if (!s->m) return;
  picture_camera(v);
  mjv_updateScene(s->m, s->d, &v->opt, &s->pert, &v->cam, mjCAT_ALL, &v->scn);
  if (v->scn.status) {
    mjtByte flags[mjNRNDFLAG];
    memcpy(flags, v->scn.flags, sizeof flags);
    mjv_makeScene(s->m, &v->scn, 2 * v->scn.maxgeom);
    memcpy(v->scn.flags, flags, sizeof flags);
    mjv_updateScene(s->m, s->d, &v->opt, &s->pert, &v->cam, mjCAT_ALL, &v->scn);
  }
  place_insets(v);
  plots_update(&v->plots, s->m, s->d);
  write_info(v);
}

// --- quality ------------------------------------------------------------------------------------

static void change_level(viewer* v, int level) {
  v->quality.level = level;
  v->quality.frames = 0;
  v->quality.since = 0;
  simulation_lock(&v->sim);
  picture_context(v);
  simulation_unlock(&v->sim);
}

void picture_adapt(viewer* v) {
  quality* q = &v->quality;
  if (!v->sim.m) return;
  q->frames++;
  if (q->pretended > 0) q->last = q->pretended;
  q->since += q->last;
  q->spent += (q->last - q->spent) / (q->frames < 10 ? q->frames : 10);
  if (!v->set.adapt) {
    if (q->level) change_level(v, EVERYTHING);
    return;
  }
  bool slow = q->spent > frame_time, fast = q->spent < .4 * frame_time;
  if (slow && q->frames > 2 && q->since > time_to_worse && q->level < LEVELS - 1) {
    // far too slow: two things are left out at once
    int level = q->level + (q->spent > 8 * frame_time ? 2 : 1);
    change_level(v, level < LEVELS ? level : LEVELS - 1);
  } else if (fast && q->frames > FRAMES_TO_BETTER && q->level > 0) {
    change_level(v, q->level - 1);
  }
}

static void render(viewer* v, mjrRect r) {
  mjtByte kept = v->scn.flags[mjRND_REFLECTION];
  if (v->quality.level >= NO_REFLECTIONS) v->scn.flags[mjRND_REFLECTION] = 0;
  mjr_render(r, &v->scn, &v->con);
  v->scn.flags[mjRND_REFLECTION] = kept;
}

static bool reserve_scratch(viewer* v, size_t n) {
  if (n <= v->depth_size) return true;
  free(v->depth);
  free(v->grey);
  v->depth = malloc(sizeof(float) * n);
  v->grey = malloc(3 * n);
  v->depth_size = v->depth && v->grey ? n : 0;
  return v->depth_size > 0;
}

// Each pixel of a picture of (width + 1) / 2 columns and (height + 1) / 2 rows as four.
static void enlarge(const unsigned char* from, unsigned char* to, int width, int height) {
  size_t row = 3 * (size_t)((width + 1) / 2);
  for (int y = 0; y < height; y++) {
    const unsigned char* source = from + row * (size_t)(y / 2);
    for (int x = 0; x < width; x++, to += 3) memcpy(to, source + 3 * (x / 2), 3);
  }
}

// The view at half its size, drawn where it will be, and enlarged.
static void render_coarse(viewer* v, mjrRect view) {
  mjrRect half = {view.left, view.bottom, (view.width + 1) / 2, (view.height + 1) / 2};
  size_t n = (size_t)view.width * (size_t)view.height;
  render(v, half);
  if (!reserve_scratch(v, n)) return;
  unsigned char* small =
      (unsigned char*)v->depth;  // 4 bytes a pixel, of which it takes less than 1
  mjr_readPixels(small, NULL, half, &v->con);
  enlarge(small, v->grey, view.width, view.height);
  mjr_drawPixels(v->grey, NULL, view, &v->con);
}

// --- insets -------------------------------------------------------------------------------------

// Depth as grey, white nearest, over what was drawn.
static void show_depth(viewer* v, mjrRect r) {
  size_t n = (size_t)r.width * (size_t)r.height;
  if (!reserve_scratch(v, n)) return;
  mjr_readPixels(NULL, v->depth, r, &v->con);
  double near = v->scn.camera[0].frustum_near, far = v->scn.camera[0].frustum_far;
  double extent = 4 * v->sim.m->stat.extent;
  for (size_t i = 0; i < n; i++) {
    double z = near * far / (far - v->depth[i] * (far - near));  // metres from the camera
    int grey = (int)(255 * exp(-3 * z / extent));
    memset(v->grey + 3 * i, grey < 0 ? 0 : grey > 255 ? 255 : grey, 3);
  }
  mjr_drawPixels(v->grey, NULL, r, &v->con);
}

static void draw_inset(viewer* v, int camera, mjrRect r) {
  mjvGLCamera kept[2] = {v->scn.camera[0], v->scn.camera[1]};
  mjtByte segment = v->scn.flags[mjRND_SEGMENT];
  memcpy(v->scn.camera, v->inset[camera], sizeof kept);
  v->scn.flags[mjRND_SEGMENT] = v->set.inset_kind == 2;
  render(v, r);
  v->scn.flags[mjRND_SEGMENT] = segment;
  if (v->set.inset_kind == 1) show_depth(v, r);
  memcpy(v->scn.camera, kept, sizeof kept);
  const char* name = mj_id2name(v->sim.m, mjOBJ_CAMERA, camera);
  mjr_overlay(mjFONT_NORMAL, mjGRID_TOPLEFT, r, name ? name : "camera", NULL, &v->con);
}

static void draw_insets(viewer* v, mjrRect view) {
  int width = view.width / MAX_INSETS, height = 3 * width / 4;
  for (int k = 0; k < v->set.insets && k < v->sim.m->ncam; k++) {
    mjrRect r = {view.left + k * width, view.bottom, width - 4, height};
    if (r.width > 0 && r.height > 0 && height < view.height) draw_inset(v, k, r);
  }
}

// --- text ---------------------------------------------------------------------------------------

static const char help_keys[] =
    "Run, pause\nStep\nStep back\nReset\nReload\nAlign the view\nCamera\nFree camera\nPanels\n"
    "Shortcuts\nTurn, move\nZoom\nSelect\nLook at, track\nTurn, pull the selected body\nOpen";
static const char help_does[] =
    "Space\nRight\nLeft\nBackspace\nCtrl L\nCtrl A\n[ ]\nEsc\nTab, Shift Tab\nright button on a "
    "panel\nleft, right button\nwheel, middle button\ndouble click\nright double click, with "
    "Ctrl\nCtrl with left, right button\ndrop a file";

// Lines of at most so many characters.
static void wrap(char* out, size_t size, const char* text, int width) {
  int column = 0;
  size_t n = 0, space = 0;
  for (; *text && n + 1 < size; text++) {
    column = *text == '\n' ? 0 : column + 1;
    if (*text == ' ') space = n;
    if (column > width && space) {
      out[space] = '\n';
      column = (int)(n - space);
      space = 0;
    }
    out[n++] = *text;
  }
  out[n] = 0;
}

static void draw_message(viewer* v, mjrRect view) {
  double age = window_time() - v->message_time;
  if (!v->message[0] || (!v->failed && age > 3)) return;
  char lines[500];
  int column = v->con.charWidth['e'] ? view.width / v->con.charWidth['e'] - 4 : 80;
  wrap(lines, sizeof lines, v->message, column > 10 ? column : 10);
  if (v->failed) {
    int rows = 1;
    for (const char* c = lines; *c; c++) rows += *c == '\n';
    int height = rows * (v->con.charHeight + 5) + 10;
    mjrRect bar = {view.left, view.bottom + view.height - height, view.width, height};
    mjr_rectangle(bar, .6f, .1f, .1f, .8f);
  }
  mjr_overlay(mjFONT_NORMAL, mjGRID_TOPLEFT, view, lines, NULL, &v->con);
}

static void draw_text(viewer* v, mjrRect view) {
  if (v->set.info && v->sim.m && !v->set.insets) {
    mjr_overlay(mjFONT_NORMAL, mjGRID_BOTTOMLEFT, view, v->info[0], v->info[1], &v->con);
  }
  if (v->set.help) {
    mjr_overlay(mjFONT_NORMAL, mjGRID_TOPRIGHT, view, help_keys, help_does, &v->con);
  }
  if (v->film.active)
    mjr_overlay(mjFONT_NORMAL, mjGRID_BOTTOMRIGHT, view, "filming", NULL, &v->con);
  draw_message(v, view);
}

// --- all of it ----------------------------------------------------------------------------------

void picture_draw(viewer* v) {
  mjrRect view = v->in.state.rect[RECT_VIEW];
  double begin = window_time();
  if (v->software) mjr_resizeOffscreen(v->win.width, v->win.height, &v->con);
  mjr_setBuffer(v->software ? mjFB_OFFSCREEN : mjFB_WINDOW, &v->con);
  mjr_rectangle(view, .2f, .3f, .4f, 1);
  if (v->sim.m && view.width > 0) {
    if (v->quality.level >= COARSE_PIXELS) {
      render_coarse(v, view);
    } else {
      render(v, view);
    }
    draw_insets(v, view);
    bool which[5] = {v->set.profiler, v->set.profiler, v->set.profiler, v->set.sensors,
                     v->set.plot && v->plots.lines};
    plots_draw(&v->plots, view, which, &v->con);
  } else if (view.width > 0) {
    mjr_overlay(mjFONT_BIG, mjGRID_TOPLEFT, view, "Drop a model here", NULL, &v->con);
  }
  if (view.width > 0) draw_text(v, view);
  if (v->set.left) mjui_render(&v->left, &v->in.state, &v->con);
  if (v->set.right) mjui_render(&v->right, &v->in.state, &v->con);
  v->quality.last = window_time() - begin;
}
