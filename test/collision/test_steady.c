// Contacts of what rests: their number and normals stay from step to step, nothing falls through.
#include "model_text.h"

// What happens to contacts while a scene is stepped.
typedef struct {
  int changes;        // steps at which the number of contacts changed
  int least, most;    // contacts
  mjtNum turn, jump;  // of a normal and a position from one step to the next, at most
  mjtNum speed;       // of a coordinate, at most
  mjtNum depth;       // of a contact, at most
} jitter;

enum { MAX_CONTACTS = 2000 };

typedef struct {
  int n, geom[MAX_CONTACTS][2];
  mjtNum pos[MAX_CONTACTS][3], normal[MAX_CONTACTS][3];
} contact_list;

static void note(contact_list* list, const mjData* d) {
  list->n = mjMIN(d->ncon, MAX_CONTACTS);
  for (int i = 0; i < list->n; i++) {
    memcpy(list->geom[i], d->contact[i].geom, sizeof list->geom[i]);
    vec3_copy(list->pos[i], d->contact[i].pos);
    vec3_copy(list->normal[i], d->contact[i].frame);
  }
}

// The contact of the same geoms in the list that is nearest; -1: none.
static int same_contact(const contact_list* list, const mjContact* c) {
  int best = -1;
  for (int i = 0; i < list->n; i++) {
    if (list->geom[i][0] != c->geom[0] || list->geom[i][1] != c->geom[1]) continue;
    if (best < 0 || vec3_distance(list->pos[i], c->pos) < vec3_distance(list->pos[best], c->pos)) {
      best = i;
    }
  }
  return best;
}

static jitter watch(const mjModel* m, mjData* d, int steps) {
  static contact_list before;
  jitter j = {.least = MAX_CONTACTS};
  mj_forward(m, d);
  for (int k = 0; k < steps; k++) {
    note(&before, d);
    mj_step(m, d);
    mj_forward(m, d);
    j.changes += d->ncon != before.n;
    j.least = mjMIN(j.least, d->ncon);
    j.most = mjMAX(j.most, d->ncon);
    for (int i = 0; i < m->nv; i++) j.speed = fmax(j.speed, fabs(d->qvel[i]));
    for (int i = 0; i < d->ncon; i++) {
      const mjContact* c = d->contact + i;
      j.depth = fmax(j.depth, -c->dist);
      int same = same_contact(&before, c);
      if (same < 0) continue;
      j.turn = fmax(j.turn, vec3_distance(c->frame, before.normal[same]));
      j.jump = fmax(j.jump, vec3_distance(c->pos, before.pos[same]));
    }
  }
  return j;
}

static void show(const char* what, const jitter* j) {
  print_message(
      "%s: %d to %d contacts, %d changes; normals turn %.2g, positions jump %.2g, speed %.2g, "
      "depth %.2g\n",
      what, j->least, j->most, j->changes, j->turn, j->jump, j->speed, j->depth);
}

static const char* const several = "<option><flag multiccd='enable'/></option>";

static const char* const hexagon =
    "<mesh name='hex' vertex='.1 0 -.05 .05 .0866 -.05 -.05 .0866 -.05 -.1 0 -.05 -.05 -.0866 -.05 "
    ".05 -.0866 -.05 .1 0 .05 .05 .0866 .05 -.05 .0866 .05 -.1 0 .05 -.05 -.0866 .05 .05 -.0866 "
    ".05'/>";

// Ten equal geoms upon each other, each turned a little against the one below.
static mjModel* stack_of(const char* geom, const char* option) {
  char xml[8000];
  int at = snprintf(xml, sizeof xml,
                    "<mujoco>%s<asset>%s</asset><worldbody><geom type='plane' size='2 2 .1'/>",
                    option, hexagon);
  for (int i = 0; i < 10; i++) {
    at += snprintf(xml + at, sizeof xml - (size_t)at,
                   "<body pos='0 0 %.4f' euler='0 0 %d'><freejoint/><geom %s/></body>",
                   0.1 * i + 0.05, 7 * i, geom);
  }
  snprintf(xml + at, sizeof xml - (size_t)at, "</worldbody></mujoco>");
  return model_from(xml);
}

// What a scene does after it has come to rest; *drift: how far bodies are from where they began.
static jitter rest(mjModel* m, const char* what, int settle, int steps, mjtNum* drift) {
  mjData* d = mj_makeData(m);
  for (int i = 0; i < settle; i++) mj_step(m, d);
  jitter j = watch(m, d, steps);
  show(what, &j);
  *drift = 0;
  for (int b = 1; b < m->nbody; b++) {
    *drift = fmax(*drift, vec3_distance(d->xpos + 3 * b, m->body_pos + 3 * b));
  }
  print_message("  drift %.2g\n", *drift);
  for (int i = 0; i < mjNWARNING; i++) assert_int_equal(d->warning[i].number, 0);
  mj_deleteData(d);
  mj_deleteModel(m);
  return j;
}

static mjModel* on(const char* ground, const char* pos, const char* geom) {
  char xml[2000];
  snprintf(xml, sizeof xml,
           "<mujoco>%s<asset>%s<hfield name='h' nrow='9' ncol='9' size='1 1 .1 .1'/></asset>"
           "<worldbody><geom %s/><body %s><freejoint/><geom %s/></body></worldbody></mujoco>",
           several, hexagon, ground, pos, geom);
  return model_from(xml);
}

static mjModel* tray(void) {
  static char xml[40000];
  rng r = {11};
  int at = snprintf(xml, sizeof xml,
                    "<mujoco>%s<size memory='20M'/><asset>%s</asset><worldbody>"
                    "<geom type='plane' size='2 2 .1'/>"
                    "<geom type='box' size='.05 .6 .6' pos='.6 0 .6'/>"
                    "<geom type='box' size='.05 .6 .6' pos='-.6 0 .6'/>"
                    "<geom type='box' size='.6 .05 .6' pos='0 .6 .6'/>"
                    "<geom type='box' size='.6 .05 .6' pos='0 -.6 .6'/>",
                    several, hexagon);
  static const char* const geom[] = {"size='.07'",
                                     "type='capsule' size='.05 .05'",
                                     "type='ellipsoid' size='.05 .07 .09'",
                                     "type='cylinder' size='.07 .05'",
                                     "type='box' size='.08 .06 .05'",
                                     "type='mesh' mesh='hex'"};
  for (int i = 0; i < 100; i++) {
    at += snprintf(xml + at, sizeof xml - (size_t)at,
                   "<body pos='%.3f %.3f %.3f' euler='%d %d %d'><freejoint/><geom %s/></body>",
                   0.22 * (i % 5 - 2), 0.22 * (i / 5 % 5 - 2), 0.13 + 0.22 * (i / 25),
                   rng_int(&r, 360), rng_int(&r, 360), rng_int(&r, 360), geom[rng_int(&r, 6)]);
  }
  snprintf(xml + at, sizeof xml - (size_t)at, "</worldbody></mujoco>");
  return model_from(xml);
}
// ----- stacks

// Corner by corner on all faces: nothing moves any more, to rounding.
static void a_stack_of_boxes_is_at_rest(void** state) {
  (void)state;
  mjtNum drift;
  jitter j = rest(stack_of("type='box' size='.1 .1 .05'", ""), "10 boxes", 1000, 300, &drift);
  assert_true(j.least >= 40 && j.changes == 0);
  assert_true(j.turn < 1e-12 && j.jump < 1e-12 && j.speed < 1e-10 && drift < 0.02);
}

// All contacts of two meshes are given the same depth, so that nothing rights a tilt: the stack
// trembles, but no pair is left with a single contact and it stands.
static void a_stack_of_meshes_stands(void** state) {
  (void)state;
  mjtNum drift;
  jitter j = rest(stack_of("type='mesh' mesh='hex'", several), "10 meshes", 1000, 300, &drift);
  assert_true(j.least >= 33 && j.most <= 39);
  assert_true(j.turn < 5e-3 && j.depth < 5e-3 && drift < 0.02);
}

static void a_stack_of_cylinders_stands(void** state) {
  (void)state;
  mjtNum drift;
  jitter j =
      rest(stack_of("type='cylinder' size='.1 .05'", several), "10 cylinders", 1000, 300, &drift);
  assert_true(j.least >= 44 && j.most <= 48 && j.changes < 30);
  assert_true(j.turn < 0.01 && j.depth < 5e-3 && j.speed < 0.1 && drift < 0.02);
}

// ----- one by one

static void what_lies_on_the_ground_stays(void** state) {
  (void)state;
  static const char* const ground[] = {"type='plane' size='1 1 .1'",
                                       "type='box' size='.5 .5 .1' pos='0 0 -.1'",
                                       "type='hfield' hfield='h'"};
  static const struct {
    const char *what, *pos, *geom;
  } body[] = {
      {"cylinder, standing", "pos='.03 .04 .05'", "type='cylinder' size='.1 .05'"},
      {"cylinder, lying", "pos='.03 .04 .1' euler='90 0 10'", "type='cylinder' size='.1 .05'"},
      {"box", "pos='.03 .04 .05' euler='0 0 10'", "type='box' size='.1 .08 .05'"},
      {"mesh", "pos='.03 .04 .05' euler='0 0 10'", "type='mesh' mesh='hex'"},
      {"capsule", "pos='.03 .04 .05' euler='90 0 10'", "type='capsule' size='.05 .05'"},
  };
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 5; k++) {
      char what[100];
      mjtNum drift;
      snprintf(what, sizeof what, "%s, %.10s", body[k].what, ground[i]);
      jitter j = rest(on(ground[i], body[k].pos, body[k].geom), what, 500, 1000, &drift);
      if (!(j.least >= 2 && j.turn < 5e-3 && j.depth < 5e-3 && j.speed < 0.5 && drift < 0.05)) {
        fail_msg("%s does not rest", what);
      }
    }
  }
}

// ----- many

static void nothing_leaves_a_tray(void** state) {
  (void)state;
  mjModel* m = tray();
  mjData* d = mj_makeData(m);
  for (int k = 0; k < 4; k++) {
    jitter j = watch(m, d, 150);
    show("100 in a tray", &j);
    // no deeper than what is fast goes in a step, and half of the thinnest
    assert_true(j.depth < 0.05);
    for (int b = 1; b < m->nbody; b++) {
      const mjtNum* x = d->xpos + 3 * b;
      if (x[2] < 0.03 || fabs(x[0]) > 0.53 || fabs(x[1]) > 0.53) {
        fail_msg("body %d is at %g %g %g", b, x[0], x[1], x[2]);
      }
    }
    if (k == 3) assert_true(j.depth < 0.025 && j.most - j.least < j.most / 2);
  }
  for (int i = 0; i < mjNWARNING; i++) assert_int_equal(d->warning[i].number, 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_stack_of_boxes_is_at_rest),
      cmocka_unit_test(a_stack_of_meshes_stands),
      cmocka_unit_test(a_stack_of_cylinders_stands),
      cmocka_unit_test(what_lies_on_the_ground_stays),
      cmocka_unit_test(nothing_leaves_a_tray),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
