// Models at random: trees of all joints, geoms that touch, tendons, equalities, actuators, sensors.
#pragma once

#include <stdarg.h>

#include "step/bundled_model.h"

typedef struct {
  char* text;
  size_t n, room;
  int body, geom, site, joint, ball, tendon, actuator;  // how many there are
} random_text;

static inline void say(random_text* t, const char* format, ...) {
  for (size_t more = 1000;; more += 1000) {
    if (t->room < t->n + more) {
      t->room = 2 * t->room + more;
      t->text = realloc(t->text, t->room);
      assert_non_null(t->text);
    }
    va_list args;
    va_start(args, format);
    int n = vsnprintf(t->text + t->n, t->room - t->n, format, args);
    va_end(args);
    assert_true(n >= 0);
    if (t->n + (size_t)n >= t->room) continue;
    t->n += (size_t)n;
    return;
  }
}

static inline int happens(mjtNum chance) { return draw() < 2 * chance - 1; }
static inline int one_of(int n) { return draw_int(0, n - 1); }

static inline void say_numbers(random_text* t, const char* name, int n, mjtNum size) {
  say(t, "%s='", name);
  for (int i = 0; i < n; i++) say(t, "%s%.4f", i ? " " : "", size * draw());
  say(t, "' ");
}

static inline void say_geom(random_text* t) {
  static const char* const type[] = {"sphere", "capsule",  "box",       "sphere", "capsule",
                                     "box",    "cylinder", "ellipsoid", "mesh"};
  int k = one_of(happens(0.15) ? 9 : 6);
  say(t, "<geom name='g%d' type='%s' ", t->geom++, type[k]);
  if (k == 8) say(t, "mesh='m' ");
  if (k < 8) {
    say(t, "size='%.3f %.3f %.3f' ", draw_between(.05, .12), draw_between(.05, .15),
        draw_between(.05, .15));
  }
  say_numbers(t, "pos", 3, .05);
  say_numbers(t, "euler", 3, 90);
  say(t, "friction='%.3f %.4f %.5f' condim='%c' ", draw_between(.1, 1.5), draw_between(.001, .05),
      draw_between(.0001, .01), "1346"[one_of(4)]);
  if (happens(.3))
    say(t, "margin='%.3f' gap='%.3f' ", draw_between(.01, .04), draw_between(0, .008));
  if (happens(.3)) {
    say(t, "solimp='%.2f %.2f %.3f %.2f %d' ", draw_between(0, .8), draw_between(.85, .96),
        draw_between(.001, .05), draw_between(.2, .8), draw_int(1, 3));
  }
  if (happens(.2)) say(t, "solref='%s' ", happens(.5) ? ".05 .7" : "-500 -20");
  if (happens(.3)) say(t, "fluidshape='ellipsoid' ");
  say(t, "/>");
}

// kind: 0 hinge, 1 slide, 2 ball
static inline void say_joint(random_text* t, int kind) {
  static const char* const type[] = {"hinge", "slide", "ball"};
  if (kind == 2) {
    say(t, "<joint name='b%d' type='ball' ", t->ball++);
  } else {
    say(t, "<joint name='j%d' type='%s' ", t->joint++, type[kind]);
    say_numbers(t, "axis", 3, 1);
  }
  say_numbers(t, "pos", 3, .1);
  if (happens(.5)) say(t, "stiffness='%.2f' ", draw_between(0, 20));
  if (happens(.5)) say(t, "damping='%.3f' ", draw_between(0, 1));
  if (happens(.4)) say(t, "armature='%.3f' ", draw_between(0, .1));
  if (happens(.3)) say(t, "frictionloss='%.3f' ", draw_between(0, .4));
  if (happens(.4)) {
    mjtNum width = kind == 1 ? draw_between(.02, .3) : draw_between(5, 60);
    say(t, "limited='true' range='%.3f %.3f' ", kind == 2 ? 0 : -width, width);
  }
  if (kind < 2 && happens(.2)) say(t, "actuatorfrcrange='-1 1' actuatorfrclimited='true' ");
  if (kind < 2 && happens(.2)) say(t, "actuatorgravcomp='true' ");
  say(t, "/>");
}

static inline void say_body(random_text* t, int depth, mjtNum x, mjtNum y, mjtNum z) {
  say(t, "<body name='o%d' pos='%.3f %.3f %.3f' gravcomp='%.1f' ", t->body++, x, y, z,
      happens(.2) ? draw_between(0, 1) : 0.);
  say_numbers(t, "euler", 3, 40);
  say(t, ">");
  if (depth == 0 && happens(.5)) {
    say(t, "<freejoint/>");
  } else {
    // a ball is the last of its body
    for (int i = happens(.3); i >= 0; i--) say_joint(t, one_of(2));
    if (happens(.2)) say_joint(t, 2);
  }
  say_geom(t);
  if (t->body == 1) {
    say(t, "<geom name='wrap' size='.06' pos='.1 .1 0' contype='0' conaffinity='0'/>");
  }
  say(t, "<site name='s%d' ", t->site++);
  say_numbers(t, "pos", 3, .15);
  say_numbers(t, "euler", 3, 90);
  say(t, "/>");
  for (int i = one_of(3); depth < 3 && i > 0; i--) {
    say_body(t, depth + 1, .25 * draw(), .25 * draw(), .25 * draw());
  }
  say(t, "</body>");
}

static inline void say_options(random_text* t) {
  static const char* const integrator[] = {"Euler", "implicit", "implicitfast", "RK4"};
  say(t, "<compiler boundmass='.02' boundinertia='.0002'/><option timestep='%s' cone='%s' ",
      happens(.5) ? ".002" : ".005", happens(.5) ? "pyramidal" : "elliptic");
  say(t, "integrator='%s' jacobian='%s' impratio='%.1f' ", integrator[one_of(4)],
      happens(.5) ? "dense" : "sparse", happens(.3) ? draw_between(.5, 10) : 1.);
  if (happens(.25)) {
    say(t, "density='%.0f' viscosity='%.2f' ", draw_between(0, 800), draw_between(0, .5));
    say_numbers(t, "wind", 3, 1);
  }
  say(t, "/><asset><mesh name='m' vertex='-.1 -.1 -.08 .12 -.1 -.1 0 .13 -.1 0 0 .12 .1 .1 .1'/>");
  say(t, "<hfield name='h' nrow='4' ncol='4' size='1.5 1.5 .12 .1' elevation='");
  for (int i = 0; i < 16; i++) say(t, "%.2f ", draw_between(0, 1));
  say(t, "'/></asset>");
}

static inline void say_world(random_text* t) {
  int n = draw_int(1, 3), contact = happens(.7);
  say(t, "<worldbody>");
  if (contact && happens(.75)) say(t, "<geom type='plane' size='5 5 .1' euler='3 4 0'/>");
  if (contact && happens(.2)) say(t, "<geom type='hfield' hfield='h' pos='0 0 -.2'/>");
  say(t, "<site name='s%d' pos='.3 .2 .7'/>", t->site++);
  for (int i = 0; i < n; i++) {
    say_body(t, 0, .6 * i + .1 * draw(), .1 * draw(), contact ? draw_between(.1, .5) : 2. + i);
  }
  say(t, "</worldbody>");
}

static inline void say_tendons(random_text* t) {
  say(t, "<tendon>");
  for (int i = one_of(3); i > 0; i--) {
    int spatial = happens(.6) || !t->joint, wraps = spatial && happens(.4), a = one_of(t->site);
    say(t, "<%s name='t%d' stiffness='%.1f' damping='%.2f' frictionloss='%.2f' armature='%.2f' ",
        spatial ? "spatial" : "fixed", t->tendon++, happens(.5) ? draw_between(0, 50) : 0.,
        happens(.5) ? draw_between(0, 2) : 0., happens(.3) ? draw_between(0, .4) : 0.,
        happens(.3) && !wraps ? .05 : 0.);
    if (happens(.3)) say(t, "limited='true' range='.1 %.2f' ", draw_between(.2, .6));
    if (!spatial) {
      say(t, "><joint joint='j%d' coef='%.2f'/></fixed>", one_of(t->joint), draw());
      continue;
    }
    say(t, "><site site='s%d'/>", a);
    if (wraps) say(t, "<geom geom='wrap'/>");
    say(t, "<site site='s%d'/></spatial>", (a + 1) % t->site);
  }
  say(t, "</tendon>");
}

static inline void say_equalities(random_text* t) {
  say(t, "<equality>");
  for (int i = one_of(3); i > 0 && t->body > 1; i--) {
    int a = one_of(t->body), b = (a + 1) % t->body;
    int kind = one_of(t->joint > 1 ? 3 : 2);
    if (kind < 2) {
      say(t, "<%s body1='o%d' body2='o%d' anchor='.1 .05 0' solref='.04 1'/>",
          kind ? "weld" : "connect", a, b);
    } else {
      say(t, "<joint joint1='j%d' joint2='j%d' polycoef='.1 .5 .3 .2 .1'/>", one_of(t->joint - 1),
          t->joint - 1);
    }
  }
  say(t, "</equality>");
}

static inline void say_actuators(random_text* t) {
  static const char* const dynamics[] = {"none", "integrator", "filter", "filterexact"};
  say(t, "<actuator>");
  for (int i = one_of(5); i > 0; i--) {
    say(t, "<general name='a%d' ", t->actuator++);
    int at = one_of(4);
    if (at == 0 && t->tendon) {
      say(t, "tendon='t%d' gear='%.2f' ", one_of(t->tendon), draw_between(.5, 3));
    } else if (at == 1 && t->ball) {
      say(t, "joint='b%d' gear='1 2 -1' ", one_of(t->ball));
    } else if (at == 2 && t->joint) {
      say(t, "joint='j%d' gear='%.2f' ", one_of(t->joint), draw_between(.5, 3));
    } else {
      say(t, "site='s%d' refsite='s%d' gear='%s' ", one_of(t->site), one_of(t->site),
          happens(.5) ? "1 2 -1 0 0 0" : "0 0 0 1 -1 2");
    }
    int d = one_of(4);
    say(t, "dyntype='%s' dynprm='.05' gaintype='affine' gainprm='%.2f %.2f %.2f' ", dynamics[d],
        draw_between(0, 3), draw(), draw());
    say(t, "biastype='affine' biasprm='%.2f %.2f %.2f' ", draw(), draw_between(-3, 1),
        draw_between(-1, 0));
    if (happens(.3)) say(t, "ctrllimited='true' ctrlrange='-.5 .7' ");
    if (happens(.3)) say(t, "forcelimited='true' forcerange='%.1f 2' ", draw_between(-2, -.2));
    if (d && happens(.4)) say(t, "actearly='true' ");
    say(t, "/>");
  }
  say(t, "</actuator>");
}

static inline void say_sensors(random_text* t) {
  static const char* const of_site[] = {"accelerometer", "velocimeter", "gyro",
                                        "force",         "torque",      "touch"};
  static const char* const of_body[] = {"framepos",    "framequat",   "framelinvel", "frameangvel",
                                        "framelinacc", "frameangacc", "framezaxis"};
  say(t, "<sensor><e_potential/><e_kinetic/>");
  for (int i = one_of(6); i > 0; i--) {
    int body = one_of(t->body);
    switch (one_of(4)) {
      case 0: say(t, "<%s site='s%d'/>", of_site[one_of(6)], one_of(t->site - 1) + 1); break;
      case 1: say(t, "<%s objtype='body' objname='o%d'/>", of_body[one_of(7)], body); break;
      case 2: say(t, "<subtreeangmom body='o%d'/><subtreelinvel body='o%d'/>", body, body); break;
      default:
        if (t->actuator) say(t, "<actuatorfrc actuator='a%d'/>", one_of(t->actuator));
    }
  }
  say(t, "</sensor>");
}

static inline mjModel* random_model(int seed) {
  draw_seed(seed);
  random_text t = {.n = 0};
  say(&t, "<mujoco>");
  say_options(&t);
  say_world(&t);
  say_tendons(&t);
  say_equalities(&t);
  say_actuators(&t);
  say_sensors(&t);
  say(&t, "</mujoco>");
  mjModel* m = model_from(t.text);
  free(t.text);
  return m;
}
