// The same scene under three models of contact, side by side: soft, hard (Coulomb's law) and the
// barrier that is never touched.  Films them and prints what tells them apart.
//
//   three_contacts OUT.png [SECONDS = 3]
#include <engine/engine.h>
#include <engine/film.h>
#include <engine/hard.h>
#include <stdlib.h>

#include "show.h"

enum { WIDTH = 320, HEIGHT = 240, RATE = 25, COUNT = 3, SETTLED = 20 };

// A block on a slope that friction just holds, a ball dropped beside it, a small tower.
static const char* const scene =
    "<mujoco><option timestep='.005' cone='elliptic'/><visual><global offwidth='960'/>"
    "<headlight ambient='.4 .4 .4'/></visual><asset><texture type='skybox' builtin='gradient' "
    "rgb1='.55 .65 .8' rgb2='.92 .94 .97' "
    "width='64' height='384'/><texture name='floor' type='2d' "
    "builtin='checker' rgb1='.8 .82 .85' rgb2='.7 .72 .75' width='64' height='64'/>"
    "<material name='floor' texture='floor' texrepeat='6 6'/></asset>"
    "<default><geom friction='.5' margin='.01'/></default><worldbody>"
    "<light pos='1 -2 3' dir='-.3 .5 -1'/><geom type='plane' size='2 2 .1' material='floor'/>"
    "<geom name='slope' type='box' size='.5 .25 .02' pos='-.5 0 .25' euler='0 25 0' "
    "rgba='.5 .5 .55 1'/>"
    "<body name='block' pos='-.6475 0 .407' euler='0 25 0'><freejoint/><geom type='box' "
    "size='.08 .08 .06' mass='1' rgba='.85 .35 .2 1'/></body>"
    "<body name='ball' pos='.35 -.2 .6'><freejoint/><geom size='.08' mass='1' rgba='.2 .5 .8 1'/>"
    "</body>"
    "<body pos='.6 .2 .1'><freejoint/><geom type='box' size='.1 .1 .1' mass='1' "
    "rgba='.95 .75 .3 1'/></body>"
    "<body pos='.6 .2 .3'><freejoint/><geom type='box' size='.1 .1 .1' mass='1' "
    "rgba='.9 .65 .25 1'/></body>"
    "<body name='top' pos='.6 .2 .5'><freejoint/><geom type='box' size='.1 .1 .1' mass='20' "
    "rgba='.8 .55 .2 1'/></body></worldbody></mujoco>";

static const struct {
  const char* name;
  int solver;
} models[COUNT] = {
    {"soft (Newton)", mjSOL_NEWTON}, {"hard (NCP)", engSOL_NCP}, {"barrier", engSOL_BARRIER}};

// One of the three, and what is measured of it.
typedef struct {
  mjModel* m;
  mjData* d;
  mjtNum start[3];  // of the block, when it has settled
  mjtNum deepest;   // penetration of any contact
  double time;      // spent in steps
  int steps;
} run;

static const mjtNum* position(const run* r, const char* body) {
  return r->d->xpos + 3 * mj_name2id(r->m, mjOBJ_BODY, body);
}

static int begin(run* r, int solver) {
  *r = (run){.m = model_of_text(scene)};
  if (!r->m) return 0;
  r->m->opt.solver = solver;
  r->m->opt.tolerance = 1e-8;
  // hard contacts are solved before they close; soft ones would push from there
  if (solver == mjSOL_NEWTON) mju_zero(r->m->geom_margin, r->m->ngeom);
  r->d = mj_makeData(r->m);
  mj_forward(r->m, r->d);
  return 1;
}

static void go_on(run* r, double until) {
  while (r->d->time < until) {
    double from = now();
    mj_step(r->m, r->d);
    r->time += now() - from;
    if (++r->steps == SETTLED) mju_copy3(r->start, position(r, "block"));
    for (int i = 0; i < r->d->ncon; i++) { r->deepest = fmax(r->deepest, -r->d->contact[i].dist); }
  }
}

// --- pictures -----------------------------------------------------------------------------------

typedef struct {
  mjvScene scn;
  mjrContext con;
  mjvOption opt;
  mjvCamera cam;
  unsigned char rgb[3 * COUNT * WIDTH * HEIGHT];
} stage;

static void set_stage(stage* s, const mjModel* m) {
  mjv_defaultScene(&s->scn);
  mjv_defaultOption(&s->opt);
  mjv_defaultFreeCamera(m, &s->cam);
  s->cam.distance = 2.2;
  s->cam.azimuth = 100;
  s->cam.elevation = -18;
  mjr_defaultContext(&s->con);
  mjv_makeScene(m, &s->scn, 1000);
  mjr_makeContext(m, &s->con, mjFONTSCALE_100);
  mjr_resizeOffscreen(COUNT * WIDTH, HEIGHT, &s->con);
  mjr_setBuffer(mjFB_OFFSCREEN, &s->con);
}

static void draw(stage* s, run* r) {
  for (int k = 0; k < COUNT; k++) {
    mjrRect part = {k * WIDTH, 0, WIDTH, HEIGHT};
    mjv_updateScene(r[k].m, r[k].d, &s->opt, NULL, &s->cam, mjCAT_ALL, &s->scn);
    mjr_render(part, &s->scn, &s->con);
    mjr_overlay(mjFONT_NORMAL, mjGRID_TOPLEFT, part, models[k].name, NULL, &s->con);
  }
  mjr_readPixels(s->rgb, NULL, (mjrRect){0, 0, COUNT * WIDTH, HEIGHT}, &s->con);
}

int main(int argc, char** argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: %s OUT.png [SECONDS]\n", argv[0]);
    return 2;
  }
  double seconds = argc > 2 ? atof(argv[2]) : 3;
  char error[300] = "";
  run r[COUNT] = {0};
  static stage s;
  engFilm* film = eng_openFilm(argv[1], COUNT * WIDTH, HEIGHT, RATE, error, sizeof error);
  if (!film) {
    fprintf(stderr, "%s\n", error);
    return 1;
  }
  for (int k = 0; k < COUNT; k++) {
    if (!begin(r + k, models[k].solver)) return 1;
  }
  set_stage(&s, r[0].m);
  for (int i = 0; i < seconds * RATE; i++) {
    for (int k = 0; k < COUNT; k++) go_on(r + k, i / (double)RATE);
    draw(&s, r);
    eng_addFrame(film, s.rgb);  // what fails is told at the end
  }
  int pictures = eng_closeFilm(film);
  if (pictures >= 0) printf("%s: %d pictures\n", argv[1], pictures);

  printf("%-14s %18s %16s %14s %9s\n", "", "block creeps (mm)", "tower sinks (mm)", "deepest (mm)",
         "us/step");
  for (int k = 0; k < COUNT; k++) {
    printf("%-14s %18.4f %16.4f %14.4f %9.1f\n", models[k].name,
           1e3 * mju_dist3(position(r + k, "block"), r[k].start),
           1e3 * (0.5 - position(r + k, "top")[2]), 1e3 * r[k].deepest,
           1e6 * r[k].time / r[k].steps);
    mj_deleteData(r[k].d);
    mj_deleteModel(r[k].m);
  }
  mjr_freeContext(&s.con);
  mjv_freeScene(&s.scn);
  return pictures < 0;
}
