// What the programs of the recipes share: a model from text, and a check that says what it found.
#include <engine/engine.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline mjModel* load(const char* xml) {
  char error[1000] = "";
  mjSpec* spec = mj_parseXMLString(xml, NULL, error, sizeof error);
  mjModel* m = spec ? mj_compile(spec, NULL) : NULL;
  if (!m) {
    printf("no model: %s\n", spec ? mjs_getError(spec) : error);
    exit(1);
  }
  mj_deleteSpec(spec);
  return m;
}

static inline void expect(const char* what, mjtNum is, mjtNum should, mjtNum tolerance) {
  if (fabs(is - should) <= tolerance) return;
  printf("%s is %.17g, not %.17g\n", what, is, should);
  exit(1);
}
