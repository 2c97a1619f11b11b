// Pictures of models by OpenGL beside those in software, under every flag.
//
//   alike [-v] [-q] [-o FOLDER] MODEL...
//
// For each model: every view with the flags as they come, and the first view with each set of flags
// below.  Colours have to be alike (structural similarity of 8 x 8 windows, SSIM below), segments
// and depths equal but for a share of the pixels.  -q: every third set only.  -o: pictures apart,
// those in software on the left, are kept as FOLDER/MODEL-SET.ppm.  -v: all are told, not only
// those apart. Exits with 1 when any differs, with 77 without OpenGL.
#include <ctype.h>
#include <engine/engine.h>
#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "egl.h"

enum { W = 320, H = 240, N = W * H, STEPS = 40, MAXGEOM = 20000 };
#define SSIM       .97
#define SSIM_LINES .90   // where lines fill the picture
#define COLOR      .6    // mean difference of 255, but for lines
#define SEGMENT    .999  // share of pixels
#define DEPTH      .995

typedef struct {
  const char *name, *on, *off;  // display names without spaces, each with a comma behind it
  int label, frame, stereo, groups;
} flag_set;

static const flag_set sets[] = {
    {"contacts", "ContactPoint,ContactForce,ContactSplit,", "", mjLABEL_CONTACTPOINT, 0, 0, 0},
    {"joints", "Joint,Actuator,Activation,CenterofMass,", "", mjLABEL_JOINT, 0, 0, 0},
    {"inertia", "Inertia,ScaleInertia,Light,Camera,", "", 0, mjFRAME_BODY, 0, 0},
    {"transparent", "Transparent,ConvexHull,Equality,AutoConnect,RangeFinder,", "", 0, 0, 0, 0},
    {"all groups", "Island,", "Texture,", mjLABEL_GEOM, mjFRAME_GEOM, 0, 1},
    {"wireframe", "Wireframe,", "", 0, 0, 0, 0},
    {"fog", "Fog,", "Haze,", 0, 0, 0, 0},
    {"additive", "Additive,Transparent,", "Skybox,", 0, 0, 0, 0},
    {"trees", "BodyTree,MeshTree,SDFiters,", "", 0, 0, 0, 0},
    {"flex", "FlexVert,FlexFace,", "FlexSkin,Skin,Shadow,", 0, 0, 0, 0},
    {"dark", "", "Shadow,Reflection,Skybox,Haze,", 0, 0, 0, 0},
    {"uncut", "", "CullFace,StaticBody,", 0, mjFRAME_WORLD, 0, 0},
    {"stereo", "", "", 0, 0, mjSTEREO_SIDEBYSIDE, 0},
};
enum { NSET = sizeof sets / sizeof *sets };

typedef struct {
  mjvScene scn;
  mjvOption opt;
  mjvCamera cam;
  mjrContext con[2];  // by software, by OpenGL
  unsigned char rgb[2][3 * N];
  float depth[2][N];
} picture;

static int told, apart, drawn;

// ------------------------------------------------------------------------------------- alikeness

static double brightness(const unsigned char* p) { return .299 * p[0] + .587 * p[1] + .114 * p[2]; }

// Structural similarity of two pictures in grey, the mean over windows of 8 x 8 pixels.
static double similarity(const unsigned char* a, const unsigned char* b) {
  enum { SIDE = 8 };
  const double c1 = 2.55 * 2.55, c2 = 7.65 * 7.65;
  static double sum[5][(W + 1) * (H + 1)];
  for (int y = 0; y < H; y++) {
    for (int x = 0; x < W; x++) {
      double p = brightness(a + 3 * (y * W + x)), q = brightness(b + 3 * (y * W + x));
      const double here[5] = {p, q, p * p, q * q, p * q};
      int at = (y + 1) * (W + 1) + x + 1;
      for (int k = 0; k < 5; k++)
        sum[k][at] = here[k] + sum[k][at - 1] + sum[k][at - W - 1] - sum[k][at - W - 2];
    }
  }
  double total = 0;
  for (int y = SIDE; y <= H; y++) {
    for (int x = SIDE; x <= W; x++) {
      double mean[5];
      int at = y * (W + 1) + x, low = at - SIDE * (W + 1);
      for (int k = 0; k < 5; k++)
        mean[k] =
            (sum[k][at] - sum[k][at - SIDE] - sum[k][low] + sum[k][low - SIDE]) / (SIDE * SIDE);
      double va = mean[2] - mean[0] * mean[0], vb = mean[3] - mean[1] * mean[1];
      double both = mean[4] - mean[0] * mean[1];
      total += (2 * mean[0] * mean[1] + c1) * (2 * both + c2) /
               ((mean[0] * mean[0] + mean[1] * mean[1] + c1) * (va + vb + c2));
    }
  }
  return total / ((H - SIDE + 1) * (W - SIDE + 1));
}

// Mean difference of two pictures, of 255.
static double difference(const unsigned char* a, const unsigned char* b) {
  double sum = 0;
  for (int i = 0; i < 3 * N; i++) sum += abs(a[i] - b[i]);
  return sum / (3 * N);
}

// --------------------------------------------------------------------------------------- pictures

static void draw(picture* p) {
  const mjrRect all = {0, 0, W, H};
  for (int k = 0; k < 2; k++) {
    mjr_setBuffer(mjFB_OFFSCREEN, &p->con[k]);
    mjr_render(all, &p->scn, &p->con[k]);
    mjr_readPixels(p->rgb[k], p->depth[k], all, &p->con[k]);
  }
}

static void keep(const picture* p, const char* folder, const char* model, const char* set) {
  char name[1000];
  const char* slash = strrchr(model, '/');
  snprintf(name, sizeof name, "%s/%s-%s.ppm", folder, slash ? slash + 1 : model, set);
  FILE* f = fopen(name, "wb");
  if (!f) return;
  fprintf(f, "P6 %d %d 255\n", 2 * W, H);
  for (int y = H - 1; y >= 0; y--) {
    for (int k = 0; k < 2; k++) fwrite(p->rgb[k] + 3 * y * W, 3, W, f);
  }
  fclose(f);
}

typedef struct {
  const char *model, *folder;
  bool all;
} report;

static void compare(picture* p, const report* r, const char* set, bool lines) {
  draw(p);
  double ssim = similarity(p->rgb[0], p->rgb[1]), near = 0, same = 0;
  p->scn.flags[mjRND_SEGMENT] = p->scn.flags[mjRND_IDCOLOR] = 1;
  double colors = difference(p->rgb[0], p->rgb[1]);
  bool bad = ssim < (lines ? SSIM_LINES : SSIM) || (!lines && colors > COLOR);
  if (bad && r->folder) {
    char name[100];
    snprintf(name, sizeof name, "%s", set);
    keep(p, r->folder, r->model, name);
  }
  draw(p);
  p->scn.flags[mjRND_SEGMENT] = p->scn.flags[mjRND_IDCOLOR] = 0;
  for (int i = 0; i < N; i++) {
    same += !memcmp(p->rgb[0] + 3 * i, p->rgb[1] + 3 * i, 3);
    near += fabsf(p->depth[0][i] - p->depth[1][i]) < 1e-4f;
  }
  bool ids = same / N < SEGMENT;
  if (ids && r->folder) {
    char name[100];
    snprintf(name, sizeof name, "%s-id", set);
    keep(p, r->folder, r->model, name);
  }
  bad |= ids || near / N < DEPTH;
  drawn++;
  apart += bad;
  if (bad || r->all) {
    printf("%s, %s: ssim %.4f, colours %.2f, segments %.5f, depth %.5f%s\n", r->model, set, ssim,
           colors, same / N, near / N, bad ? "  <--" : "");
    told++;
  }
}

static bool listed(const char* list, const char* display) {
  char name[100];
  int n = 0;
  for (const char* c = display; *c && n < 98; c++) {
    if (*c != ' ') name[n++] = *c;
  }
  name[n] = ',';
  name[n + 1] = 0;
  for (const char* at = list; (at = strstr(at, name)); at++) {
    if (at == list || at[-1] == ',') return true;
  }
  return false;
}

static void set_flags(picture* p, const flag_set* s) {
  mjv_defaultOption(&p->opt);
  for (int i = 0; i < mjNVISFLAG; i++) {
    if (listed(s->on, mjVISSTRING[i][0])) p->opt.flags[i] = 1;
    if (listed(s->off, mjVISSTRING[i][0])) p->opt.flags[i] = 0;
  }
  for (int i = 0; i < mjNRNDFLAG; i++) {
    p->scn.flags[i] = mjRNDSTRING[i][1][0] == '1';
    if (listed(s->on, mjRNDSTRING[i][0])) p->scn.flags[i] = 1;
    if (listed(s->off, mjRNDSTRING[i][0])) p->scn.flags[i] = 0;
  }
  p->opt.label = s->label;
  p->opt.frame = s->frame;
  p->scn.stereo = s->stereo;
  if (!s->groups) return;
  for (int i = 0; i < mjNGROUP; i++) {
    p->opt.geomgroup[i] = p->opt.sitegroup[i] = p->opt.jointgroup[i] = p->opt.tendongroup[i] = 1;
    p->opt.actuatorgroup[i] = p->opt.flexgroup[i] = p->opt.skingroup[i] = 1;
  }
}

static void update(picture* p, const mjModel* m, mjData* d) {
  // twice: infinite planes follow the camera of the call before
  for (int k = 0; k < 2; k++) mjv_updateScene(m, d, &p->opt, NULL, &p->cam, mjCAT_ALL, &p->scn);
}

// The back ends draw alike from every camera; and from one with every set of flags.
static void compare_all(picture* p, const mjModel* m, mjData* d, const report* r, int stride) {
  const flag_set plain = {"", "", "", 0, 0, 0, 0};
  set_flags(p, &plain);
  for (int i = 0; i < 3 + m->ncam && i < 6; i++) {
    char name[40];
    snprintf(name, sizeof name, i < 3 ? "view %d" : "camera %d", i < 3 ? i : i - 3);
    mjv_defaultFreeCamera(m, &p->cam);
    if (i == 1) {
      p->cam.azimuth += 130;
      p->cam.elevation = -12;
      p->cam.distance *= .6;
    } else if (i == 2) {
      p->cam.azimuth -= 70;
      p->cam.elevation = 25;
    } else if (i > 2) {
      p->cam.type = mjCAMERA_FIXED;
      p->cam.fixedcamid = i - 3;
    }
    if (stride > 1 && i % stride) continue;
    update(p, m, d);
    compare(p, r, name, false);
  }
  mjv_defaultFreeCamera(m, &p->cam);
  for (int i = 0; i < NSET; i += stride) {
    set_flags(p, sets + i);
    update(p, m, d);
    compare(p, r, sets[i].name, !strcmp(sets[i].name, "wireframe"));
  }
}

static jmp_buf after_error;
static void leave(const char* text) {
  fprintf(stderr, "%s\n", text);
  longjmp(after_error, 1);
}
static void be_quiet(const char* text) { (void)text; }

static void show(const char* file, bool all, const char* folder, int stride) {
  char error[1000] = "";
  mjModel* m = mj_loadXML(file, NULL, error, sizeof error);
  if (!m) return;  // what cannot be loaded is told elsewhere
  if (setjmp(after_error)) return;
  m->vis.global.offwidth = W;
  m->vis.global.offheight = H;
  if (m->vis.quality.shadowsize > 1024) m->vis.quality.shadowsize = 1024;
  mjData* d = mj_makeData(m);
  for (int i = 0; i < STEPS; i++) mj_step(m, d);
  mj_forward(m, d);
  picture* p = calloc(1, sizeof *p);
  mjv_defaultScene(&p->scn);
  mjv_makeScene(m, &p->scn, MAXGEOM);
  for (int k = 0; k < 2; k++) {
    setenv("ENGINE_RENDER", k ? "gl" : "soft", 1);
    mjr_defaultContext(&p->con[k]);
    mjr_makeContext(m, &p->con[k], 100);
  }
  report r = {file, folder, all};
  compare_all(p, m, d, &r, stride);
  if (mjr_getError()) {
    printf("%s: an error of OpenGL\n", file);
    apart++;
  }
  for (int k = 0; k < 2; k++) mjr_freeContext(&p->con[k]);
  mjv_freeScene(&p->scn);
  free(p);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(int argc, char** argv) {
  bool all = false;
  int stride = 1, i = 1;
  const char* folder = NULL;
  for (; i < argc && argv[i][0] == '-'; i++) {
    all |= !strcmp(argv[i], "-v");
    if (!strcmp(argv[i], "-q")) stride = 3;
    if (!strcmp(argv[i], "-o") && i + 1 < argc) folder = argv[++i];
  }
  if (!egl_open(EGL_ANY)) {
    puts("skipped: there is no context of OpenGL here");
    return 77;
  }
  mju_user_error = leave;
  mju_user_warning = be_quiet;
  for (; i < argc; i++) {
    show(argv[i], all, folder, stride);
    fflush(stdout);
  }
  egl_close();
  printf("%d of %d pictures apart\n", apart, drawn);
  return apart > 0;
}
