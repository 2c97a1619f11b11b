// Models and specifications from text, for the tests of this room.
#pragma once

#include <string.h>
#include <engine/engine.h>

#include "math/draw.h"

static inline mjSpec* spec_from(const char* xml) {
  char error[1000] = "";
  mjSpec* s = mj_parseXMLString(xml, NULL, error, sizeof error);
  if (!s) print_error("%s\n", error);
  assert_non_null(s);
  return s;
}

static inline mjModel* model_from(const char* xml) {
  mjSpec* s = spec_from(xml);
  mjModel* m = mj_compile(s, NULL);
  if (!m) print_error("%s\n", mjs_getError(s));
  assert_non_null(m);
  mj_deleteSpec(s);
  return m;
}

// The message of a model that must be refused.
static inline void refused_with(const char* xml, const char* part) {
  mjSpec* s = spec_from(xml);
  mjModel* m = mj_compile(s, NULL);
  const char* error = mjs_getError(s);
  if (m || !strstr(error, part)) {
    print_error("%s\n  gives: %s\n  should mention: %s\n", xml, m ? "a model" : error, part);
    fail();
  }
  assert_false(mjs_isWarning(s));
  mj_deleteSpec(s);
}

// A branching tree of bodies with joints of all kinds, drawn anew each time, under a world: between
// them bodies without joints.
static inline mjSpec* random_tree(int nbody) {
  mjSpec* s = mj_makeSpec();
  mjsBody* body[64] = {mjs_findBody(s, "world")};
  s->compiler.degree = 0;
  for (int i = 1; i < nbody && i < 64; i++) {
    int parent = draw_int(0, i - 1);
    mjsBody* b = body[i] = mjs_addBody(body[parent], NULL);
    for (int k = 0; k < 3; k++) b->pos[k] = draw();
    for (int k = 0; k < 4; k++) b->quat[k] = draw();
    mjsGeom* g = mjs_addGeom(b, NULL);
    g->type = mjGEOM_BOX;
    for (int k = 0; k < 3; k++) g->size[k] = draw_between(0.05, 0.3);
    if (draw() > 0) {
      for (int k = 0; k < 3; k++) g->pos[k] = 0.3 * draw();
    }
    int kind = draw_int(0, parent == 0 ? 6 : 5);
    if (kind == 6) {
      mjs_addFreeJoint(b);
    } else if (kind == 5) {
      mjs_addJoint(b, NULL)->type = mjJNT_BALL;
    } else {
      for (int k = 0; k < kind - 1; k++) {  // none, slides, or slides and hinges
        mjsJoint* j = mjs_addJoint(b, NULL);
        j->type = draw() > 0 ? mjJNT_SLIDE : mjJNT_HINGE;
        // no two joints of a body are alike
        for (int c = 0; c < 3; c++) j->axis[c] = c == k ? 1 : draw() > 0 ? 0 : 0.4 * draw();
        j->armature = draw() > 0 ? draw_between(0, 0.3) : 0;
      }
    }
  }
  return s;
}
