// Models, runs and pictures to and from files.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "viewer.h"

// How often the file of the model is looked at (seconds).
static const double look_interval = .5;

static const char* base_name(const char* file) {
  const char* slash = strrchr(file, '/');
  return slash ? slash + 1 : file;
}

static bool has_ending(const char* file, const char* ending) {
  size_t n = strlen(file), k = strlen(ending);
  if (n < k) return false;
  for (size_t i = 0; i < k; i++) {
    if (tolower((unsigned char)file[n - k + i]) != ending[i]) return false;
  }
  return true;
}

// --- loading ------------------------------------------------------------------------------------

void viewer_load(viewer* v, const char* file) {
  snprintf(v->pending, sizeof v->pending, "%s", file);
  v->reload_camera = strcmp(v->pending, v->file) != 0;
  v->keep_state = false;
}

void viewer_reload(viewer* v) {
  if (v->file[0]) viewer_load(v, v->file);
}

static long long time_of(const char* file) {
  struct stat s;
  if (stat(file, &s)) return 0;
  return (long long)s.st_mtim.tv_sec * 1000000000 + s.st_mtim.tv_nsec;
}

// The time of its own file: an editor that saves an included one usually saves this one with it.
void viewer_watch_file(viewer* v) {
  double now = window_time();
  if (!v->file[0] || now < v->looked + look_interval) return;
  v->looked = now;
  long long changed = time_of(v->file);
  if (!changed || changed == v->changed) return;
  viewer_reload(v);
  v->keep_state = true;
}

static void keep_state(const mjModel* from, const mjData* d, const mjModel* m, mjData* to) {
  if (!from || from->nq != m->nq || from->nv != m->nv || from->na != m->na) return;
  if (from->signature != m->signature) return;
  to->time = d->time;
  mju_copy(to->qpos, d->qpos, m->nq);
  mju_copy(to->qvel, d->qvel, m->nv);
  mju_copy(to->act, d->act, m->na);
}

static mjModel* read_model(const char* file, char* error, int size) {
  if (has_ending(file, ".mjb")) {
    mjModel* m = mj_loadModel(file, NULL);
    if (!m) snprintf(error, (size_t)size, "%s cannot be read as a binary model", file);
    return m;
  }
  return mj_loadXML(file, NULL, error, size);
}

void viewer_load_pending(viewer* v) {
  if (!v->pending[0]) return;
  char file[PATH_SIZE], error[MESSAGE_SIZE] = "";
  memcpy(file, v->pending, sizeof file);
  v->pending[0] = 0;
  if (has_ending(file, ".run")) {
    viewer_load_run(v, file);
    return;
  }
  v->changed = time_of(file);
  mjModel* m = read_model(file, error, sizeof error);
  mjData* d = m ? mj_makeData(m) : NULL;
  snprintf(v->file, sizeof v->file, "%s", file);
  if (!d) {
    mj_deleteModel(m);
    viewer_say(v, true, "%s", error);
    return;
  }
  if (v->keep_state) keep_state(v->sim.m, v->sim.d, m, d);
  simulation_lock(&v->sim);
  simulation_take(&v->sim, m, d);
  picture_make(v);
  simulation_unlock(&v->sim);
  window_title(&v->win, base_name(file));
  viewer_say(v, error[0] != 0, "%s", error[0] ? error : base_name(file));
}

// --- saving -------------------------------------------------------------------------------------

// NAME-1.ending, or the first that is not there yet.
static void free_name(const viewer* v, char name[PATH_SIZE], const char* ending) {
  char stem[200];
  snprintf(stem, sizeof stem, "%.199s", base_name(v->file[0] ? v->file : "viewer"));
  char* dot = strrchr(stem, '.');
  if (dot) *dot = 0;
  for (int k = 1; k < 10000; k++) {
    snprintf(name, PATH_SIZE, "%s-%d%s%s", stem, k, ending[0] ? "." : "", ending);
    if (access(name, F_OK) != 0) return;
  }
}

static bool save(viewer* v, const char* ending, const char* name, char* error, int size) {
  simulation* s = &v->sim;
  if (!strcmp(ending, "xml")) return mj_saveLastXML(name, s->m, error, size);
  if (!strcmp(ending, "csv")) return plots_csv(&v->plots, name);
  if (!strcmp(ending, "run")) return recording_save(&s->run, s->m, name);
  if (!strcmp(ending, "mjb")) {
    mj_saveModel(s->m, name, NULL, 0);
  } else {
    mj_printData(s->m, s->d, name);
  }
  return access(name, R_OK) == 0;
}

void viewer_save(viewer* v, const char* ending) {
  char name[PATH_SIZE], error[MESSAGE_SIZE] = "cannot be written";
  if (!v->sim.m) return;
  free_name(v, name, ending);
  bool good = save(v, ending, name, error, sizeof error);
  viewer_say(v, !good, good ? "saved %s" : "%s: %s", name, error);
}

// One attribute of a keyframe; returns where the text ends then.
static size_t print_numbers(char* text, size_t at, size_t size, const char* name,
                            const mjtNum* value, int n) {
  for (int k = 0; k < n && at + 64 < size; k++) {
    at += (size_t)snprintf(text + at, size - at, "%s%s%.9g", k ? "" : name, k ? " " : "=\"",
                           value[k]);
  }
  if (n && at + 64 < size) at += (size_t)snprintf(text + at, size - at, "\" ");
  return at;
}

void viewer_copy_state(viewer* v) {
  const mjModel* m = v->sim.m;
  if (!m) return;
  const mjData* d = v->sim.d;
  size_t size = 200 + 32 * (size_t)(m->nq + m->nv + m->na + m->nu), at = 0;
  char* text = malloc(size);
  if (!text) return;
  at += (size_t)snprintf(text, size, "<key time=\"%.9g\" ", d->time);
  at = print_numbers(text, at, size, "qpos", d->qpos, m->nq);
  at = print_numbers(text, at, size, "qvel", d->qvel, m->nv);
  at = print_numbers(text, at, size, "act", d->act, m->na);
  at = print_numbers(text, at, size, "ctrl", d->ctrl, m->nu);
  snprintf(text + at, size - at, "/>");
  window_copy(&v->win, text);
  free(text);
  viewer_say(v, false, "copied the state as a keyframe");
}

void viewer_load_run(viewer* v, const char* file) {
  char error[MESSAGE_SIZE] = "load its model first";
  simulation* s = &v->sim;
  simulation_lock(s);
  bool good = s->m && recording_load(&s->run, s->m, file, error, sizeof error);
  if (good) {
    v->set.replay = s->replaying = true;
    v->set.replay_time = s->replay_time = recording_begin(&s->run);
  }
  simulation_unlock(s);
  viewer_say(v, !good, good ? "replaying %s" : "%s: %s", file, error);
}

void viewer_screenshot(viewer* v, const char* file) {
  if (file) {
    snprintf(v->shot, sizeof v->shot, "%s", file);
  } else {
    free_name(v, v->shot, "png");
  }
}

static bool read_window(viewer* v) {
  mjrRect all = {0, 0, v->win.width, v->win.height};
  size_t size = 3 * (size_t)all.width * (size_t)all.height;
  if (size > v->pixels_size) {
    free(v->pixels);
    v->pixels = malloc(size);
    v->pixels_size = v->pixels ? size : 0;
  }
  if (v->pixels) mjr_readPixels(v->pixels, NULL, all, &v->con);
  return v->pixels != NULL;
}

void viewer_keep_picture(viewer* v) {
  if (!v->software && !v->film.active && !v->shot[0]) return;
  if (!read_window(v)) return;
  mjrRect view = v->in.state.rect[RECT_VIEW];
  if (v->film.active && view.width >= v->film.width && view.height >= v->film.height) {
    size_t at = (size_t)view.bottom * (size_t)v->win.width + (size_t)view.left;
    film_add(&v->film, window_time(), v->win.width, v->pixels + 3 * at);
  }
  if (!v->shot[0]) return;
  char error[300];
  bool good =
      !eng_writePicture(v->shot, v->pixels, v->win.width, v->win.height, error, sizeof error);
  viewer_say(v, !good, good ? "saved %s" : "%s: %s", v->shot, error);
  v->shot[0] = 0;
}

void viewer_film(viewer* v, bool on) {
  if (on == v->film.active) return;
  mjrRect view = v->in.state.rect[RECT_VIEW];
  char name[PATH_SIZE];
  if (on) {
    free_name(v, name, "");
    on = film_begin(&v->film, name, view.width, view.height, 30);
    viewer_say(v, !on, on ? "filming to %s" : "%s cannot be written", v->film.file);
    return;
  }
  bool good = film_end(&v->film);
  viewer_say(v, !good, good ? "saved %s" : "%s was not written to the end", v->film.file);
}
