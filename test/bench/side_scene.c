// One engine for bench_scene, through the API only: compiled for each, as side_step.c is.
#include "scene_side.h"
#include "side_model.h"
#include "two_sides.h"

enum { MAXGEOM = 20000 };

static mjvScene scn;
static mjvCamera cam;
static mjvOption opt;
static mjvPerturb pert;

static int side_load(const char* path, int nstep, char* error, int size) {
  if (!load_model(path, nstep, error, size)) return 0;
  mj_forward(m, d);
  mjv_defaultScene(&scn);
  mjv_makeScene(m, &scn, MAXGEOM);
  mjv_defaultFreeCamera(m, &cam);
  mjv_defaultPerturb(&pert);
  return 1;
}

static void side_drop(void) {
  mjv_freeScene(&scn);
  drop_model();
}

static void set_options(int kind) {
  mjv_defaultOption(&opt);
  if (kind == SCENE_CONTACTS) opt.flags[mjVIS_CONTACTPOINT] = opt.flags[mjVIS_CONTACTFORCE] = 1;
  if (kind == SCENE_LABELS) opt.label = mjLABEL_GEOM;
  // those from the convex hull to the skin: what came later the peer does not have
  for (int i = 0; kind == SCENE_ALL && i <= mjVIS_SKIN; i++) opt.flags[i] = 1;
}

static void pick(int i) {
  mjtNum point[3], x = (i % 16) / 15., y = (i / 16 % 16) / 15.;
  int geom, skin;
#if mjVERSION_HEADER >= 300
  int flex;
  mjv_select(m, d, &opt, 1.5, x, y, &scn, point, &geom, &flex, &skin);
#else
  mjv_select(m, d, &opt, 1.5, x, y, &scn, point, &geom, &skin);
#endif
}

static double side_run(int kind, int times, int* ngeom) {
  set_options(kind);
  mjv_updateScene(m, d, &opt, &pert, &cam, mjCAT_ALL, &scn);
  double start = seconds_of(CLOCK_THREAD_CPUTIME_ID);
  for (int i = 0; i < times; i++) {
    switch (kind) {
      case SCENE_CAMERA: mjv_updateCamera(m, d, &cam, &scn); break;
      case SCENE_LIGHTS: mjv_makeLights(m, d, &scn); break;
      case SCENE_SELECT: pick(i); break;
      default: mjv_updateScene(m, d, &opt, &pert, &cam, mjCAT_ALL, &scn);
    }
  }
  *ngeom = scn.ngeom;
  return seconds_of(CLOCK_THREAD_CPUTIME_ID) - start;
}

__attribute__((visibility("default"))) const scene_side* scene_side_of(void) {
  static const scene_side it = {side_load, side_drop, side_run};
  return &it;
}
