// engine render: pictures and films, without display or driver.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <engine/film.h>

#include "tool/command.h"
#include "tool/drive.h"

static struct {
  int size[2], frames;
  double time, until, film, rate, azimuth, elevation, distance;
  const char *camera, *show;
} ask = {.size = {640, 480},
         .frames = 1,
         .rate = 30,
         .azimuth = NAN,
         .elevation = NAN,
         .distance = NAN,
         .show = "color"};

static const command_option options[] = {
    {"size", TAKES_SIZE, ask.size, "WIDTHxHEIGHT", "of a picture (640x480)"},
    {"time", TAKES_REAL, &ask.time, "S", "simulate so long first (0)"},
    {"frames", TAKES_INT, &ask.frames, "N", "so many pictures side by side (1)"},
    {"until", TAKES_REAL, &ask.until, "S", "time of the last of them"},
    {"film", TAKES_REAL, &ask.film, "S", "a film of so many seconds"},
    {"rate", TAKES_REAL, &ask.rate, "N", "its pictures a second (30)"},
    {"camera", TAKES_TEXT, &ask.camera, "NAME", "a camera of the model"},
    {"azimuth", TAKES_REAL, &ask.azimuth, "DEGREES", "of the free camera, as all that follow"},
    {"elevation", TAKES_REAL, &ask.elevation, "DEGREES", "negative looks down"},
    {"distance", TAKES_REAL, &ask.distance, "METRES", "from what it looks at"},
    {"show", TAKES_TEXT, &ask.show, "color|depth|segments",
     "colours, nearness, or a colour an object"},
};

// What draws one model.
typedef struct {
  mjvScene scene;
  mjrContext context;
  mjvOption option;
  mjvCamera camera;
  unsigned char* rgb;
  float* depth;
} easel;

static bool choose_camera(easel* e, const mjModel* m) {
  mjv_defaultFreeCamera(m, &e->camera);
  if (!isnan(ask.azimuth)) e->camera.azimuth = ask.azimuth;
  if (!isnan(ask.elevation)) e->camera.elevation = ask.elevation;
  if (!isnan(ask.distance)) e->camera.distance = ask.distance;
  if (!ask.camera) return true;
  e->camera.type = mjCAMERA_FIXED;
  e->camera.fixedcamid = mj_name2id(m, mjOBJ_CAMERA, ask.camera);
  if (e->camera.fixedcamid < 0) fprintf(stderr, "the model has no camera '%s'\n", ask.camera);
  return e->camera.fixedcamid >= 0;
}

static void set_up(easel* e, const mjModel* m) {
  mjv_defaultOption(&e->option);
  mjv_defaultScene(&e->scene);
  mjv_makeScene(m, &e->scene, 20000);
  mjr_defaultContext(&e->context);
  mjr_makeContext(m, &e->context, mjFONTSCALE_100);
  mjr_resizeOffscreen(ask.size[0], ask.size[1], &e->context);
  mjr_setBuffer(mjFB_OFFSCREEN, &e->context);
  e->scene.flags[mjRND_SEGMENT] = !strcmp(ask.show, "segments");
  size_t pixels = (size_t)ask.size[0] * (size_t)ask.size[1];
  e->rgb = malloc(3 * pixels);
  e->depth = malloc(sizeof *e->depth * pixels);
}

static void put_away(easel* e) {
  free(e->rgb);
  free(e->depth);
  mjr_freeContext(&e->context);
  mjv_freeScene(&e->scene);
}

// Near is bright: white at the camera, a third of it two sizes of the model away.
static void show_depth(easel* e, const mjModel* m) {
  double near = m->vis.map.znear, far = m->vis.map.zfar;  // in sizes of the model
  for (int i = 0; i < ask.size[0] * ask.size[1]; i++) {
    double distance = near / (1 - e->depth[i] * (1 - near / far));
    memset(e->rgb + 3 * i, (int)(255 * exp(-distance / 2)), 3);
  }
}

static void draw(easel* e, const mjModel* m, mjData* d, const char* label) {
  mjrRect all = {0, 0, ask.size[0], ask.size[1]};
  mjv_updateScene(m, d, &e->option, NULL, &e->camera, mjCAT_ALL, &e->scene);
  mjr_render(all, &e->scene, &e->context);
  if (label) mjr_overlay(mjFONT_NORMAL, mjGRID_TOPLEFT, all, label, NULL, &e->context);
  mjr_readPixels(e->rgb, e->depth, all, &e->context);
  if (!strcmp(ask.show, "depth")) show_depth(e, m);
}

static void step_until(simulation* s, double time) {
  while (s->d->time < time - 0.5 * s->m->opt.timestep) {
    simulation_control(s);
    mj_step(s->m, s->d);
  }
  mj_forward(s->m, s->d);
}

static bool picture(easel* e, simulation* s, const char* file) {
  size_t row = 3 * (size_t)ask.size[0], rows = (size_t)ask.size[1], frames = (size_t)ask.frames;
  unsigned char* sheet = malloc(row * rows * frames);
  char error[300] = "";
  if (!sheet) return false;
  for (size_t i = 0; i < frames; i++) {
    double span = frames > 1 ? (ask.until - ask.time) * (double)i / (double)(frames - 1) : 0;
    step_until(s, ask.time + span);
    draw(e, s->m, s->d, NULL);
    for (size_t y = 0; y < rows; y++) memcpy(sheet + row * (y * frames + i), e->rgb + row * y, row);
  }
  bool fine = eng_writePicture(file, sheet, ask.size[0] * ask.frames, ask.size[1], error,
                               sizeof error) == 0;
  if (!fine) fprintf(stderr, "%s\n", error);
  free(sheet);
  return fine;
}

// Where pictures of a film go: an animated PNG, or the input of ffmpeg.
typedef struct {
  engFilm* film;
  FILE* pipe;
} film_sink;

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
  if (!open_sink(&to, file)) return false;
  bool fine = true;
  int pictures = (int)(ask.film * ask.rate + .5);
  for (int i = 0; i < pictures && fine; i++) {
    char label[40];
    step_until(s, ask.time + i / ask.rate);
    snprintf(label, sizeof label, "%.2f s", s->d->time);
    draw(e, s->m, s->d, label);
    fine = add_picture(&to, e->rgb);
  }
  fine = close_sink(&to) && fine;
  if (!fine) fprintf(stderr, "%s: not written whole\n", file);
  return fine;
}

static bool sound_request(const char* file) {
  const char* wrong = NULL;
  if (ask.size[0] > 16384 || ask.size[1] > 16384)
    wrong = "pictures are at most 16384 wide and high";
  if (ask.frames < 1 || ask.frames > 100) wrong = "1 to 100 pictures side by side";
  if (ask.film > 0 && !(ask.rate > 0)) wrong = "a film needs a rate above 0";
  if (ask.film <= 0 && !ends_with(file, ".png"))
    wrong = "pictures are PNG: the name must end in .png";
  if (wrong) fprintf(stderr, "engine render: %s\n", wrong);
  return !wrong;
}

static int render(const char* const* operand, int n) {
  (void)n;
  if (!sound_request(operand[1])) return 2;
  simulation s;
  easel e = {0};
  bool fine = simulation_begin(&s, operand[0]) && choose_camera(&e, s.m);
  if (fine) {
    set_up(&e, s.m);
    fine = e.rgb && e.depth && (ask.film > 0 ? film : picture)(&e, &s, operand[1]);
    put_away(&e);
  }
  simulation_end(&s);
  return !fine;
}

const command command_render = {
    .name = "render",
    .operands = "MODEL FILE",
    .least = 2,
    .most = 2,
    .summary = "Draw a model into a picture or a film",
    .text =
        "A film is an animated PNG when FILE ends in .png; else its end says the format and\n"
        "ffmpeg makes it.  ENGINE_RENDER=gl draws with OpenGL where a context is current.",
    .option = options,
    .noption = sizeof options / sizeof *options,
    .more = drive_options + 1,  // a film says its seconds itself
    .nmore = NDRIVE_OPTION - 1,
    .run = render,
};
