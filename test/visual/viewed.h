// A model with its data and all that a viewer holds of it.
#pragma once

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <engine/engine.h>
#include "compile/model_text.h"
#include "math/quat.h"

typedef struct {
  mjModel* m;
  mjData* d;
  mjvScene scn;
  mjvOption opt;
  mjvCamera cam;
  mjvPerturb pert;
} viewed;

// Everything at its defaults, the free camera set, at the model's qpos0.
static inline void view_model(viewed* v, mjModel* m, int maxgeom) {
  v->m = m;
  v->d = mj_makeData(m);
  mj_forward(m, v->d);
  mjv_defaultScene(&v->scn);
  mjv_makeScene(m, &v->scn, maxgeom);
  mjv_defaultOption(&v->opt);
  mjv_defaultPerturb(&v->pert);
  mjv_defaultFreeCamera(m, &v->cam);
  mjv_updateCamera(m, v->d, &v->cam, &v->scn);
}

static inline void view_update(viewed* v) {
  mjv_updateScene(v->m, v->d, &v->opt, &v->pert, &v->cam, mjCAT_ALL, &v->scn);
}

static inline void view_end(viewed* v) {
  mjv_freeScene(&v->scn);
  mj_deleteData(v->d);
  mj_deleteModel(v->m);
}

// Vectors equal to within tol in every component.
static inline void assert_all_near(const mjtNum* a, const mjtNum* b, int n, mjtNum tol) {
  for (int i = 0; i < n; i++) {
    if (!(fabs(a[i] - b[i]) <= tol)) fail_msg("number %d: %.9g, expected %.9g", i, a[i], b[i]);
  }
}

// ----- messages: an error or warning is counted and its text kept; errors return to where they
// were caught, as an error handler must not return

static char last_message[1024];
static int messages;
static jmp_buf after_error;

static void keep_error(const char* text) {
  snprintf(last_message, sizeof last_message, "%s", text);
  messages++;
  longjmp(after_error, 1);
}

static void keep_warning(const char* text) {
  snprintf(last_message, sizeof last_message, "%s", text);
  messages++;
}

static inline void catch_messages(void) {
  mju_user_error = keep_error;
  mju_user_warning = keep_warning;
  messages = 0;
  last_message[0] = '\0';
}

// The call raises an error that speaks of something.
#define assert_raises(call, about)                                         \
  do {                                                                     \
    catch_messages();                                                      \
    if (!setjmp(after_error)) {                                            \
      call;                                                                \
      mju_clearHandlers();                                                 \
      fail_msg("no error: %s", #call);                                     \
    }                                                                      \
    mju_clearHandlers();                                                   \
    if (!strstr(last_message, about)) fail_msg("error: %s", last_message); \
  } while (0)
