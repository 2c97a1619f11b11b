// Hard contact under random torques: every method on many models, with time steps that are too long
// too.  Numbers stay finite, the stack is given back, and what ends early says so.
// test_hard_soak [STEPS]: steps over all models and methods together.
#include <dirent.h>

#include <engine/hard.h>
#include <engine/step.h>

#include "compile/model_text.h"
#include "constraint/hard/method.h"
#include "math/draw.h"

static long steps_in_all = 6000;

enum { MOST_FILES = 60, HOLD = 10 };

typedef struct {
  char path[MOST_FILES][400];
  int n;
} file_list;

static void list_folder(file_list* l, const char* folder) {
  DIR* dir = opendir(folder);
  if (!dir) {
    print_message("%s is not here: its models are left out\n", folder);
    return;
  }
  for (struct dirent* e; (e = readdir(dir)) && l->n < MOST_FILES;) {
    size_t n = strlen(e->d_name);
    if (n < 5 || strcmp(e->d_name + n - 4, ".xml")) continue;
    snprintf(l->path[l->n++], sizeof l->path[0], "%s/%.200s", folder, e->d_name);
  }
  closedir(dir);
}

static int by_name(const void* a, const void* b) { return strcmp(a, b); }

static int is_finite(const mjtNum* x, int n) {
  for (int i = 0; i < n; i++) {
    if (!isfinite(x[i])) return 0;
  }
  return 1;
}

// Random accelerations of some times gravity as forces, controls of any size.
static void disturb(const mjModel* m, mjData* d, mjtNum* a) {
  for (int i = 0; i < m->nv; i++) a[i] = 30 * draw();
  mj_mulM(m, d, d->qfrc_applied, a);
  for (int i = 0; i < m->nu; i++) d->ctrl[i] = 2 * draw();
}

static int resets(const mjData* d) {
  return d->warning[mjWARN_BADQPOS].number + d->warning[mjWARN_BADQVEL].number +
         d->warning[mjWARN_BADQACC].number;
}

static mjtNum speed_of(const mjModel* m, const mjData* d) {
  mjtNum speed = 0;
  for (int k = 0; k < m->nv; k++) speed = fmax(speed, fabs(d->qvel[k]));
  return speed;
}

static long rows_met[100];

static void run(mjModel* m, const char* path, int method, int steps) {
  mjData* d = mj_makeData(m);
  mjtNum* a = calloc((size_t)m->nv + 1, sizeof(mjtNum));
  m->opt.solver = hard_methods[method].number;
  for (int i = 0; i < steps; i++) {
    if (i % HOLD == 0) {
      mj_forward(m, d);
      disturb(m, d, a);
    }
    // what turns this far in a step is integrated to pieces, whatever the solver
    mjtNum speed = speed_of(m, d);
    if (speed * m->opt.timestep > 0.5) mj_resetData(m, d);
    mj_step(m, d);
    rows_met[method] += d->nefc;
    int fine = is_finite(d->qpos, m->nq) && is_finite(d->qvel, m->nv) &&
               is_finite(d->efc_force, d->nefc) && d->pstack == 0 && !resets(d);
    if (!fine) {
      fail_msg(
          "%s, %s, timestep %g, step %d, after speeds of %g: not finite, or the stack is at %zu",
          path, hard_methods[method].name, m->opt.timestep, i, speed, d->pstack);
    }
  }
  free(a);
  mj_deleteData(d);
}

// Models as they are but for what hard contact asks; what is refused is left out.
static mjModel* load(const char* path) {
  char error[500] = "";
  mjSpec* s = mj_parseXML(path, NULL, error, sizeof error);
  if (!s) fail_msg("%s: %s", path, error);
  s->option.cone = mjCONE_ELLIPTIC;
  if (s->option.integrator != mjINT_IMPLICITFAST) s->option.integrator = mjINT_EULER;
  s->option.noslip_iterations = 0;
  s->option.solver = engSOL_NCP;
  s->option.iterations = 40;
  mjModel* m = mj_compile(s, NULL);
  if (!m) print_message("%s is left out: %s\n", path, mjs_getError(s));
  mj_deleteSpec(s);
  return m;
}

static void ignore(const char* message) { (void)message; }

static void every_method_stays_finite(void** state) {
  (void)state;
  static file_list files;
  list_folder(&files, SOURCE_ROOT "/model");
  list_folder(&files, SOURCE_ROOT "/../shared/hard/models");
  qsort(files.path, (size_t)files.n, sizeof files.path[0], by_name);
  assert_true(files.n > 5);
  void (*before)(const char*) = mju_user_warning;
  mju_user_warning = ignore;
  draw_seed(1);
  int each = (int)mjMAX(2, steps_in_all / ((long)files.n * hard_nmethod));
  for (int i = 0; i < files.n; i++) {
    mjModel* m = load(files.path[i]);
    if (!m) continue;
    mjtNum own = m->opt.timestep;
    for (int k = 0; k < hard_nmethod; k++) {
      m->opt.timestep = (i + k) % 3 ? own : 0.02;
      run(m, files.path[i], k, m->nv > 200 ? mjMAX(2, each / 20) : each);
    }
    mj_deleteModel(m);
  }
  mju_user_warning = before;
  for (int k = 0; k < hard_nmethod; k++) {
    if (!rows_met[k]) fail_msg("%s met no rows", hard_methods[k].name);
  }
}

int main(int argc, char** argv) {
  if (argc > 1) steps_in_all = atol(argv[1]);
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_method_stays_finite)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
