// engine render: images and videos, without display or graphics driver.
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <engine/film.h>

#include "tool/command.h"
#include "tool/drive.h"
#include "tool/easel.h"
#include "tool/sheet.h"

static struct {
  int size[2], frames;
  double time, until, film, rate, azimuth, elevation, distance;
  const char *cameras, *show;
} ask = {.size = {640, 480},
         .frames = 1,
         .rate = 30,
         .azimuth = NAN,
         .elevation = NAN,
         .distance = NAN,
         .show = "color"};

static const command_option options[] = {
    {"size", TAKES_SIZE, ask.size, "WIDTHxHEIGHT", "of a picture (640x480)"},
    {"time", TAKES_AMOUNT, &ask.time, "S", "simulate so long first (0)"},
    {"frames", TAKES_COUNT, &ask.frames, "N", "so many pictures side by side (1)"},
    {"until", TAKES_AMOUNT, &ask.until, "S", "time of the last of them"},
    {"film", TAKES_POSITIVE, &ask.film, "S", "a film of so many seconds"},
    {"rate", TAKES_POSITIVE, &ask.rate, "N", "its pictures a second (30)"},
    {"camera", TAKES_TEXT, &ask.cameras, "NAME,...",
     "cameras of the model, a row of pictures each; all: all of them"},
    {"azimuth", TAKES_REAL, &ask.azimuth, "DEGREES", "of the free camera, as all that follow"},
    {"elevation", TAKES_REAL, &ask.elevation, "DEGREES", "negative looks down"},
    {"distance", TAKES_POSITIVE, &ask.distance, "METRES", "from what it looks at"},
    {"show", TAKES_TEXT, &ask.show, "color|depth|segments",
     "colours, nearness, or a colour an object"},
};

static void step_until(simulation* s, double time) {
  while (s->d->time < time - 0.5 * s->m->opt.timestep) {
    simulation_control(s);
    mj_step(s->m, s->d);
  }
  mj_forward(s->m, s->d);
}

// --- images -------------------------------------------------------------------------------------

enum { MOST_CAMERAS = 100, MOST_PICTURES = 1000000 };

// Ids of the requested cameras, -1: the free camera.  Returns their number, 0 after a message.
static int find_cameras(const mjModel* m, int id[MOST_CAMERAS]) {
  char name[200];
  int n = 0;
  id[0] = -1;
  if (!ask.cameras) return 1;
  if (!strcmp(ask.cameras, "all")) {
    for (; n < m->ncam && n < MOST_CAMERAS; n++) id[n] = n;
    if (!n) fprintf(stderr, "the model has no cameras\n");
    return n;
  }
  for (const char* at = ask.cameras; n < MOST_CAMERAS; at++) {
    size_t length = strcspn(at, ",");
    snprintf(name, sizeof name, "%.*s", (int)length, at);
    id[n] = mj_name2id(m, mjOBJ_CAMERA, name);
    if (id[n++] < 0) {
      fprintf(stderr, "the model has no camera '%s'\n", name);
      return 0;
    }
    at += length;
    if (!*at) break;
  }
  return n;
}

static bool write_sheet(const sheet* s, const char* file) {
  char error[300] = "";
  bool fine = eng_writePicture(file, s->rgb, s->across * s->width, s->down * s->height, error,
                               sizeof error) == 0;
  if (!fine) fprintf(stderr, "%s\n", error);
  return fine;
}

// A grid of images: one row per camera, one column per time.
static bool picture(easel* e, simulation* s, const char* file) {
  int camera[MOST_CAMERAS], ncamera = find_cameras(s->m, camera);
  sheet to;
  if (!ncamera) return false;
  if (!sheet_begin(&to, ask.frames, ncamera, ask.size[0], ask.size[1])) return false;
  for (int i = 0; i < ask.frames; i++) {
    double span = ask.frames > 1 ? (ask.until - ask.time) * i / (ask.frames - 1) : 0;
    step_until(s, ask.time + span);
    for (int k = 0; k < ncamera; k++) {
      char buffer[32];
      bool named = ncamera > 1 && !i;
      easel_camera(e, s->m, camera[k]);
      easel_draw(e, s->m, s->d, named ? object_name(s->m, mjOBJ_CAMERA, camera[k], buffer) : NULL);
      sheet_put(&to, i, k, e->rgb);
    }
  }
  bool fine = write_sheet(&to, file);
  sheet_end(&to);
  return fine;
}

// Images of all models in a folder, sorted by name; models that do not load are reported and left
// blank.
static bool contact_sheet(const char* folder, const easel_settings* settings, const char* file) {
  model_list list;
  sheet to;
  if (!model_list_read(&list, folder)) return false;
  int across = (int)ceil(sqrt(list.n)), loaded = 0;
  bool fine = sheet_begin(&to, across, (list.n + across - 1) / across, ask.size[0], ask.size[1]);
  for (int i = 0; i < list.n && fine; i++) {
    simulation s;
    easel e;
    if (simulation_begin(&s, list.path[i])) {
      step_until(&s, ask.time);
      fine = easel_begin(&e, s.m, settings);
      if (fine) easel_draw(&e, s.m, s.d, strrchr(list.path[i], '/') + 1);
      if (fine) sheet_put(&to, i % across, i / across, e.rgb);
      easel_end(&e);
      loaded++;
    }
    simulation_end(&s);
  }
  fine = fine && loaded && write_sheet(&to, file);
  if (fine) printf("%s: %d of %d models\n", file, loaded, list.n);
  fine = fine && loaded == list.n;
  sheet_end(&to);
  model_list_free(&list);
  return fine;
}

// --- videos -------------------------------------------------------------------------------------

// Destination of video frames: an animated PNG, or the input of ffmpeg.
typedef struct {
  engFilm* film;
  FILE* pipe;
} film_sink;

static bool has_ffmpeg(void) {
  char said[200];
  FILE* pipe = popen("ffmpeg -version 2>&1", "r");
  if (!pipe) return false;
  while (fread(said, 1, sizeof said, pipe) > 0) {}
  return pclose(pipe) == 0;
}

static bool open_sink(film_sink* s, const char* file) {
  char error[300] = "", command[1000];
  if (ends_with(file, ".png")) {
    s->film = eng_openFilm(file, ask.size[0], ask.size[1], ask.rate, error, sizeof error);
    if (!s->film) fprintf(stderr, "%s\n", error);
    return s->film != NULL;
  }
  int n = snprintf(command, sizeof command,
                   "ffmpeg -loglevel error -y -f rawvideo -pix_fmt rgb24 -s %dx%d -r %g -i - -vf "
                   "vflip -pix_fmt yuv420p '%s'",
                   ask.size[0], ask.size[1], ask.rate, file);
  if (strpbrk(file, "'\\") || n >= (int)sizeof command) {
    fprintf(stderr, "%s: no quotes in names of files for ffmpeg, and no such length\n", file);
    return false;
  }
  if (!has_ffmpeg()) {
    fprintf(stderr, "%s: ffmpeg writes films that do not end in .png, and was not found\n", file);
    return false;
  }
#ifdef SIGPIPE
  signal(SIGPIPE, SIG_IGN);  // ffmpeg tells why it ends
#endif
  s->pipe = popen(command, "w");
  return s->pipe != NULL;
}

static bool add_picture(film_sink* s, const unsigned char* rgb) {
  if (s->film) return eng_addFrame(s->film, rgb) == 0;
  return fwrite(rgb, 3 * (size_t)ask.size[0], (size_t)ask.size[1], s->pipe) == (size_t)ask.size[1];
}

static bool close_sink(film_sink* s) {
  if (s->film) return eng_closeFilm(s->film) >= 0;
  return s->pipe && pclose(s->pipe) == 0;
}

static bool film(easel* e, simulation* s, const char* file) {
  film_sink to = {0};
  int camera[MOST_CAMERAS];
  if (!find_cameras(s->m, camera) || !open_sink(&to, file)) return false;
  easel_camera(e, s->m, camera[0]);
  bool fine = true;
  const double pictures = fmax(1, floor(ask.film * ask.rate + .5));
  for (int i = 0; i < pictures && fine; i++) {
    char label[40];
    step_until(s, ask.time + i / ask.rate);
    snprintf(label, sizeof label, "%.2f s", s->d->time);
    easel_draw(e, s->m, s->d, label);
    fine = add_picture(&to, e->rgb);
  }
  fine = close_sink(&to) && fine;
  if (!fine) fprintf(stderr, "%s: not written whole\n", file);
  return fine;
}

static bool sound_request(const char* file, bool sheet) {
  const char* wrong = NULL;
  if (sheet && (ask.film > 0 || ask.frames > 1 || ask.cameras))
    wrong = "a sheet of a folder has one picture of each model";
  if (ask.film > 0 && ask.cameras && strchr(ask.cameras, ','))
    wrong = "a film is seen through one camera";
  if (ask.size[0] > 16384 || ask.size[1] > 16384)
    wrong = "pictures are at most 16384 wide and high";
  if (ask.frames < 1 || ask.frames > 100) wrong = "1 to 100 pictures side by side";
  if (ask.film > 0 && !(ask.rate > 0)) wrong = "a film needs a rate above 0";
  if (ask.film * ask.rate > MOST_PICTURES) wrong = "a film has at most a million pictures";
  if (ask.film <= 0 && !ends_with(file, ".png"))
    wrong = "pictures are PNG: the name must end in .png";
  if (wrong) fprintf(stderr, "engine render: %s\n", wrong);
  return !wrong;
}

static int render(const char* const* operand, int n) {
  (void)n;
  bool sheet = is_folder(operand[0]);
  if (!sound_request(operand[1], sheet)) return 2;
  easel_settings settings = {ask.size[0], ask.size[1],   ask.show,
                             ask.azimuth, ask.elevation, ask.distance};
  if (sheet) return !contact_sheet(operand[0], &settings, operand[1]);
  simulation s;
  easel e;
  bool fine = simulation_begin(&s, operand[0]);
  if (fine) {
    fine = easel_begin(&e, s.m, &settings);
    fine = fine && (ask.film > 0 ? film : picture)(&e, &s, operand[1]);
    easel_end(&e);
  }
  simulation_end(&s);
  return !fine;
}

const command command_render = {
    .name = "render",
    .operands = "MODEL|FOLDER FILE",
    .least = 2,
    .most = 2,
    .summary = "Draw a model into a picture or a film, or all of a folder into a sheet",
    .text =
        "A film is an animated PNG when FILE ends in .png; else its end says the format and\n"
        "ffmpeg makes it.  ENGINE_RENDER=gl draws with OpenGL where a context is current.",
    .option = options,
    .noption = sizeof options / sizeof *options,
    .more = drive_options + 1,  // without the option for seconds, which films define themselves
    .nmore = NDRIVE_OPTION - 1,
    .run = render,
};
