// The bundled models against numbers of the reference: test/golden/models/steps.txt holds, for
// each, how many steps were made from the first keyframe (else the initial state), with controls
// raised by 0.3 sin(0.7 + i), and what was there afterwards; niter is how many iterations the
// solver made in all of them.  (Not of cable.xml: there the reference has one contact of a capsule
// and a box twice.)
#include <dirent.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <engine/engine.h>

// A name without a suffix is one of an MJCF file.
static mjModel* load(const char* name) {
  char error[1000] = "", path[500];
  snprintf(path, sizeof path, "%s/model/%s%s", SOURCE_ROOT, name, strchr(name, '.') ? "" : ".xml");
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) fail_msg("%s", error);
  return m;
}

static void start(const mjModel* m, mjData* d) {
  if (m->nkey) mj_resetDataKeyframe(m, d, 0);
  for (int i = 0; i < m->nu; i++) d->ctrl[i] += 0.3 * sin(0.7 + i);
}

// Rounding grows from step to step, faster where there are contacts; 60 steps keep it under 1e-7.
static void compare(FILE* f, const char* model, const char* field, const mjtNum* value, int n) {
  for (int i = 0; i < n; i++) {
    double expected = 0;
    if (fscanf(f, "%lf", &expected) != 1) fail_msg("%s %s: %d numbers only", model, field, i);
    if (!(fabs(value[i] - expected) <= 1e-7 * (1 + fabs(expected)))) {
      fail_msg("%s %s[%d]: %.12g, the reference has %.12g", model, field, i, value[i], expected);
    }
  }
}

static void steps_are_those_of_the_reference(void** state) {
  (void)state;
  FILE* f = fopen(SOURCE_ROOT "/test/golden/models/steps.txt", "r");
  assert_non_null(f);
  char model[100] = "", field[100];
  mjModel* m = NULL;
  mjData* d = NULL;
  int nmodel = 0, niter = 0;
  while (fscanf(f, "%99s", field) == 1) {
    int n;
    if (!strcmp(field, "steps")) {
      assert_int_equal(fscanf(f, "%99s %d", model, &n), 2);
      mj_deleteData(d);
      mj_deleteModel(m);
      m = load(model);
      d = mj_makeData(m);
      start(m, d);
      niter = 0;
      for (int i = 0; i < n; i++) {
        mj_step(m, d);
        for (int k = 0; k < mjNISLAND; k++) niter += d->solver_niter[k];
      }
      nmodel++;
      continue;
    }
    assert_int_equal(fscanf(f, "%d", &n), 1);
    if (!strcmp(field, "niter")) {
      int theirs = 0;
      assert_int_equal(fscanf(f, "%d", &theirs), 1);
      assert_true(niter <= theirs && (niter > 0) == (theirs > 0));
      continue;
    }
    mjtNum count = !strcmp(field, "ncon") ? d->ncon : d->nefc;
    if (!strcmp(field, "qpos")) {
      assert_int_equal(n, m->nq);
      compare(f, model, field, d->qpos, n);
    } else if (!strcmp(field, "sensordata")) {
      assert_int_equal(n, m->nsensordata);
      compare(f, model, field, d->sensordata, n);
    } else {
      compare(f, model, field, &count, 1);
    }
  }
  fclose(f);
  mj_deleteData(d);
  mj_deleteModel(m);
  assert_true(nmodel >= 17);
}

// Every file of model/ loads without a warning and can be stepped for long without a bad number.
static void all_models_are_stable(void** state) {
  (void)state;
  DIR* directory = opendir(SOURCE_ROOT "/model");
  assert_non_null(directory);
  int nmodel = 0;
  for (struct dirent* e; (e = readdir(directory));) {
    const char *name = e->d_name, *suffix = strrchr(name, '.');
    if (!suffix || (strcmp(suffix, ".xml") && strcmp(suffix, ".urdf"))) continue;
    mjModel* m = load(name);
    mjData* d = mj_makeData(m);
    start(m, d);
    for (int i = 0; i < 1000; i++) mj_step(m, d);
    for (int i = 0; i < mjNWARNING; i++) {
      if (d->warning[i].number) {
        fail_msg("%s: %s", name, mju_warningText(i, (size_t)d->warning[i].lastinfo));
      }
    }
    nmodel++;
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  closedir(directory);
  assert_true(nmodel >= 19);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(steps_are_those_of_the_reference),
      cmocka_unit_test(all_models_are_stable),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
