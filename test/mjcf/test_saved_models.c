// Every bundled and every shared model, saved and read back: all arrays are the same, or the
// difference is named here with its reason.
#include <fnmatch.h>
#include <ftw.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "mjcf/compare_models.h"
#include "skip.h"

// Models, by their path, and fields that do not come back the same.
static const struct {
  const char *model, *field, *reason;
} named[] = {
#define NAMED(model, field, reason) {model, field, reason},
#include "mjcf/saved_models.inc"
#undef NAMED
};

static bool is_named(const char* model, const char* field) {
  for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
    if (!fnmatch(named[i].model, model, 0) && !fnmatch(named[i].field, field, 0)) return true;
  }
  return false;
}

static int compared, wrong;

static void differs(const char* model, const char* field, size_t i, double x, double y) {
  if (is_named(model, field)) return;
  print_error("%s: %s[%zu]: %.17g became %.17g\n", model, field, i, x, y);
  wrong++;
}

// The text stands where the model stood, so that its files are found.
static mjModel* read_back(const char* path, const char* text) {
  char name[2000], error[2000] = "";
  const char* slash = strrchr(path, '/');
  snprintf(name, sizeof name, "%.*s/engine_saved_model.xml", slash ? (int)(slash - path) : 1,
           slash ? path : ".");
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, name, text, (int)strlen(text));
  mjSpec* s = mj_parseXML(name, &vfs, error, sizeof error);
  mjModel* m = s ? mj_compile(s, &vfs) : NULL;
  if (!m && !is_named(path, "read")) {
    print_error("%s: does not read back: %s\n", path, s ? mjs_getError(s) : error);
    wrong++;
  }
  mj_deleteSpec(s);
  mj_deleteVFS(&vfs);
  return m;
}

static void check_model(const char* path) {
  char error[2000] = "";
  mjSpec* s = mj_parseXML(path, NULL, error, sizeof error);
  mjModel* m = s ? mj_compile(s, NULL) : NULL;
  if (!m) {  // a part of a model, or one that needs a plugin
    mj_deleteSpec(s);
    return;
  }
  int n = mj_saveXMLString(s, NULL, 0, error, sizeof error);
  char* text = n > 0 ? malloc((size_t)n + 1) : NULL;
  if (!text || mj_saveXMLString(s, text, n + 1, error, sizeof error)) {
    if (!is_named(path, "save")) {
      print_error("%s: is not saved: %s\n", path, error);
      wrong++;
    }
  } else {
    mjModel* again = read_back(path, text);
    if (again) compare_models(path, m, again);
    compared += again != NULL;
    mj_deleteModel(again);
  }
  free(text);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}

static int visit(const char* path, const struct stat* info, int kind, struct FTW* where) {
  (void)info, (void)where;
  const char* dot = strrchr(path, '.');
  if (kind == FTW_F && dot && (!strcmp(dot, ".xml") || !strcmp(dot, ".urdf"))) check_model(path);
  return 0;
}

static void hear(const char* message) { (void)message; }

static void check_folder(const char* folder, int expected) {
  compared = wrong = 0;
  mju_user_warning = hear;
  nftw(folder, visit, 20, FTW_PHYS);
  mju_user_warning = NULL;
  print_message("%d models of %s\n", compared, folder);
  assert_int_equal(wrong, 0);
  assert_true(compared >= expected);
}

static void bundled_models_come_back(void** state) {
  (void)state;
  check_folder(SOURCE_ROOT "/model", 8);
}

static void shared_models_come_back(void** state) {
  (void)state;
  static const char* const folders[] = {"conformance/models", "robots/models"};
  for (int i = 0; i < 2; i++) {
    char folder[1000];
    snprintf(folder, sizeof folder, "%s/../shared/%s", SOURCE_ROOT, folders[i]);
    if (access(folder, R_OK)) { skip_because("there is no %s", folder); }
    check_folder(folder, i ? 50 : 350);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bundled_models_come_back),
      cmocka_unit_test(shared_models_come_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
