// Life of the viewer, and its frames.
#include "viewer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// Frames are not shorter than this (seconds): most displays show 60 a second.
static const double shortest_frame = 1. / 62;

void viewer_say(viewer* v, bool failed, const char* format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(v->message, sizeof v->message, format, args);
  va_end(args);
  v->failed = failed;
  v->message_time = window_time();
}

// --- places -------------------------------------------------------------------------------------

void viewer_layout(viewer* v) {
  mjuiState* in = &v->in.state;
  int width = v->win.width, height = v->win.height;
  int left = v->set.left ? v->left.width : 0, right = v->set.right ? v->right.width : 0;
  if (left + right > width) right = width > left ? width - left : 0;
  if (left > width) left = width;
  in->nrect = RECTS;
  in->rect[0] = (mjrRect){0, 0, width, height};
  in->rect[RECT_LEFT] = (mjrRect){0, 0, left, height};
  in->rect[RECT_RIGHT] = (mjrRect){width - right, 0, right, height};
  in->rect[RECT_VIEW] = (mjrRect){left, 0, width - left - right, height};
}

void viewer_draw_panel(viewer* v, mjUI* ui) {
  mjui_resize(ui, &v->con);
  if (v->con.auxWidth[ui->auxid] != ui->width || v->con.auxHeight[ui->auxid] < ui->maxheight) {
    mjr_addAux(ui->auxid, ui->width, ui->maxheight, ui->spacing.samples, &v->con);
  }
  mjui_update(-1, -1, ui, &v->in.state, &v->con);
  viewer_layout(v);
  v->in.state.type = mjEVENT_RESIZE;
  mjui_event(ui, &v->in.state, &v->con);
}

// --- life ---------------------------------------------------------------------------------------

static void set_defaults(viewer* v) {
  settings* s = &v->set;
  s->left = s->right = s->info = s->adapt = 1;
  s->font = 1;   // 100 %
  s->speed = 2;  // real time
  snprintf(s->field, sizeof s->field, "qpos");
  snprintf(s->index, sizeof s->index, "0");
  mjv_defaultOption(&v->opt);
  mjv_defaultCamera(&v->cam);
  mjv_defaultScene(&v->scn);
  mjr_defaultContext(&v->con);
  mjUI* const panels[2] = {&v->left, &v->right};
  for (int k = 0; k < 2; k++) {
    panels[k]->spacing = mjui_themeSpacing(0);
    panels[k]->spacing.samples = 0;  // what panels are made of has smooth edges
    panels[k]->color = mjui_themeColor(0);
  }
  v->left.sect[2].state = v->right.sect[1].state = v->right.sect[2].state = mjSECT_OPEN;
}

bool viewer_open(viewer* v, int width, int height, bool software, const char** error) {
  const char* asked = getenv("ENGINE_RENDER");
  memset(v, 0, sizeof *v);
  if (software) setenv("ENGINE_RENDER", "soft", 1);
  software = software || (asked && !strcmp(asked, "soft"));
  v->in.handle = viewer_event;
  v->in.user = v;
  set_defaults(v);
  if (!window_open(&v->win, &v->in, width, height, software ? 0 : 4, error)) return false;
  if (!software && !asked && window_driver_is_slow()) {
    window_close(&v->win);
    return viewer_open(v, width, height, true, error);
  }
  plots_make(&v->plots);
  left_build(v);
  right_build(v);
  picture_context(v);
  if (!simulation_start(&v->sim)) {
    *error = "no thread for the physics";
    window_close(&v->win);
    return false;
  }
  return true;
}

void viewer_close(viewer* v) {
  viewer_film(v, false);
  simulation_stop(&v->sim);
  mjv_freeScene(&v->scn);
  mjr_freeContext(&v->con);
  window_close(&v->win);
  free(v->pixels);
  free(v->depth);
  free(v->grey);
}

// --- frames -------------------------------------------------------------------------------------

static void count_frame(viewer* v) {
  double now = window_time(), spent = now - v->last_frame;
  v->last_frame = now;
  if (spent > 0) v->fps += .05 * (1 / spent - v->fps);
}

// Displays without a rhythm of their own would be drawn as often as the processor can.
static void wait_for_next(const viewer* v) {
  double rest = v->last_frame + shortest_frame - window_time();
  if (rest > 0) nanosleep(&(struct timespec){0, (long)(1e9 * rest)}, NULL);
}

void viewer_frame(viewer* v) {
  window_poll(&v->win);
  viewer_watch_file(v);
  viewer_load_pending(v);
  if (window_wants_to_close(&v->win)) v->quit = true;
  if (v->win.width < 1 || v->win.height < 1) return;
  simulation_lock(&v->sim);
  left_refresh(v);
  right_refresh(v);
  picture_update(v);
  simulation_unlock(&v->sim);
  picture_draw(v);
  viewer_keep_picture(v);
  int error = mjr_getError();
  if (error) v->gl_error = error;
  if (v->software) {
    if (v->pixels) window_show_picture(&v->win, v->win.width, v->win.height, v->pixels);
  } else {
    window_show(&v->win);
  }
  picture_adapt(v);
  wait_for_next(v);
  count_frame(v);
}
