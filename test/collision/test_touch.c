// Shapes that touch exactly, in steps and quarter turns as models are built: rounding decides what
// the searches see, but a contact is where both shapes are.
#include "scene.h"

typedef struct {
  const char *name, *geom;
} kind;

// The centre of each is that of its bounding box.
static const kind kinds[] = {
    {"plane", "type='plane' size='1 1 .1'"},
    {"hfield", "type='hfield' hfield='flat'"},
    {"sphere", "type='sphere' size='.1'"},
    {"capsule", "type='capsule' size='.1 .2'"},
    {"ellipsoid", "type='ellipsoid' size='.1 .2 .3'"},
    {"disc", "type='cylinder' size='.1 .015'"},
    {"cylinder", "type='cylinder' size='.1 .3'"},
    {"plate", "type='box' size='.3 .4 .025'"},
    {"cube", "type='box' size='.1 .1 .1'"},
    {"mesh of a plate", "type='mesh' mesh='plate'"},
    {"octahedron", "type='mesh' mesh='octahedron'"},
    {"mesh of a ball", "type='mesh' mesh='ball'"},
};

enum { NKIND = sizeof kinds / sizeof *kinds, NTURN = 24, NSIDE = 6, NSTEP = 6 };

static mjModel* pair_of_kinds(int a, int b) {
  static const char text[] =
      "<mujoco><asset><mesh name='plate' vertex='-.3 -.4 -.025  .3 -.4 -.025  -.3 .4 -.025  "
      ".3 .4 -.025  -.3 -.4 .025  .3 -.4 .025  -.3 .4 .025  .3 .4 .025'/>"
      "<mesh name='octahedron' vertex='.2 0 0  -.2 0 0  0 .2 0  0 -.2 0  0 0 .2  0 0 -.2'/>"
      "<mesh name='ball' builtin='sphere' params='2' scale='.2 .2 .1'/>"
      "<hfield name='flat' nrow='3' ncol='3' size='.6 .6 .1 .1' elevation='0 0 0 0 0 0 0 0 0'/>"
      "</asset><worldbody>%s<geom %s/>%s<body><freejoint/><geom %s/></body></worldbody></mujoco>";
  char xml[2000], error[500] = "";
  int fixed = a < 2;  // planes and height fields
  snprintf(xml, sizeof xml, text, fixed ? "" : "<body><freejoint/>", kinds[a].geom,
           fixed ? "" : "</body>", kinds[b].geom);
  mjSpec* s = mj_parseXMLString(xml, NULL, error, sizeof error);
  if (!s) fail_msg("%s", error);
  mjModel* m = mj_compile(s, NULL);
  if (!m) fail_msg("%s", mjs_getError(s));
  mj_deleteSpec(s);
  return m;
}

typedef struct {
  mjtNum low[3], high[3];
} box;

// Around a geom, in the world; planes are everywhere.
static box box_around(const mjModel* m, const mjData* d, int g) {
  const mjtNum *mat = d->geom_xmat + 9 * g, *pos = d->geom_xpos + 3 * g;
  const mjtNum *size = m->geom_size + 3 * g, *half = m->geom_aabb + 6 * g + 3;
  box b;
  for (int k = 0; k < 3; k++) {
    const mjtNum* r = mat + 3 * k;
    mjtNum reach = 0;
    switch (m->geom_type[g]) {
      case mjGEOM_PLANE: reach = INFINITY; break;
      case mjGEOM_HFIELD: reach = k < 2 ? .6 : .1; break;
      case mjGEOM_SPHERE: reach = size[0]; break;
      case mjGEOM_CAPSULE: reach = size[0] + fabs(r[2]) * size[1]; break;
      case mjGEOM_CYLINDER: reach = hypot(r[0], r[1]) * size[0] + fabs(r[2]) * size[1]; break;
      case mjGEOM_ELLIPSOID:
        reach = hypot(hypot(r[0] * size[0], r[1] * size[1]), r[2] * size[2]);
        break;
      default:  // the box of a geom that is turned by quarters is as it is, turned
        reach = fabs(r[0]) * half[0] + fabs(r[1]) * half[1] + fabs(r[2]) * half[2];
    }
    b.low[k] = pos[k] - reach;
    b.high[k] = pos[k] + reach;
  }
  return b;
}

// How far a point is from a box.
static mjtNum beyond(const box* b, const mjtNum x[3]) {
  mjtNum most = 0;
  for (int k = 0; k < 3; k++) {
    if (!isfinite(x[k])) return INFINITY;
    most = fmax(most, fmax(b->low[k] - x[k], x[k] - b->high[k]));
  }
  return most;
}

// One of the 24 rotations of a cube, as rounded as any program has it.
static void quarter_turn(mjtNum quat[4], int turn) {
  static const mjtNum up[6][4] = {{1, 0, 0, 0}, {1, 1, 0, 0}, {1, -1, 0, 0},
                                  {0, 1, 0, 0}, {1, 0, 1, 0}, {1, 0, -1, 0}};
  mjtNum first[4], second[4], axis[3] = {0, 0, 1};
  memcpy(first, up[turn / 4], sizeof first);
  mju_normalize4(first);
  quat_from_axis_angle(second, axis, turn % 4 * mjPI / 2);
  mju_mulQuat(quat, first, second);
}

typedef struct {
  int turn_a, turn_b, side, step;
  mjtNum gap;
} touch;

static mjtNum round_to_micron(mjtNum x) { return round(x * 1e6) / 1e6; }

// Put B beside A, across by whole steps.
static void place(const mjModel* m, mjData* d, const touch* t) {
  static const mjtNum across[NSTEP][2] = {{0, 0},   {.02, 0},    {0, .04},
                                          {.1, .1}, {.06, -.02}, {-.2, .3}};
  int fixed = m->nq == 7, axis = fixed ? 2 : t->side % 3;
  mjtNum *b = d->qpos + m->nq - 7, start[3] = {.95, 0, 1.225}, reach = 0;
  if (fixed) vec3_zero(start);
  for (int i = 0; i < m->nq; i += 7) vec3_copy(d->qpos + i, start);
  if (!fixed) quarter_turn(d->qpos + 3, t->turn_a);
  quarter_turn(b + 3, t->turn_b);
  mj_kinematics(m, d);
  for (int g = fixed; g < 2; g++) {
    box bounds = box_around(m, d, g);
    reach += round_to_micron(.5 * (bounds.high[axis] - bounds.low[axis]));
  }
  b[axis] += (t->side < 3 ? 1 : -1) * (reach + t->gap);
  b[(axis + 1) % 3] += across[t->step][0];
  b[(axis + 2) % 3] += across[t->step][1];
  mj_kinematics(m, d);
  mj_comPos(m, d);
}

// A contact lies within the boxes of both, grown by its distance.
static int contacts_are_on_both(const mjModel* m, const mjData* d, mjtNum tolerance) {
  for (int i = 0; i < d->ncon; i++) {
    const mjContact* c = d->contact + i;
    for (int g = 0; g < 2; g++) {
      box bounds = box_around(m, d, c->geom[g]);
      mjtNum off = beyond(&bounds, c->pos);
      if (!(off <= fabs(c->dist) + tolerance)) {
        print_error("contact %d is %g from geom %d, its distance %g\n", i, off, g, c->dist);
        return 0;
      }
    }
  }
  return 1;
}

// No contact is there twice: of a capsule and a box.
static int contacts_are_distinct(const mjModel* m, const mjData* d) {
  if (m->geom_type[0] != mjGEOM_CAPSULE || m->geom_type[1] != mjGEOM_BOX) return 1;
  for (int i = 1; i < d->ncon; i++) {
    const mjtNum* x = d->contact[i].pos;
    if (vec3_distance(x, d->contact[i - 1].pos) > 1e-9) continue;
    print_error("contacts %d and %d are both at %g %g %g\n", i - 1, i, x[0], x[1], x[2]);
    return 0;
  }
  return 1;
}

static int nearest_points_are_on_each(const mjModel* m, const mjData* d) {
  mjtNum fromto[6], dist = mj_geomDistance(m, d, 0, 1, 1, fromto);
  if (dist >= 1) return 1;
  for (int g = 0; g < 2; g++) {
    box bounds = box_around(m, d, g);
    mjtNum off = beyond(&bounds, fromto + 3 * g);
    if (off <= fabs(dist) + 1e-6) continue;
    print_error("point %d is %g from its geom, the distance %g\n", g, off, dist);
    return 0;
  }
  return 1;
}

static const mjtNum gaps[] = {0, 1e-16, -1e-16, 1e-15, -1e-15, 1e-12, -1e-12, -1e-9};
enum { NGAP = sizeof gaps / sizeof *gaps };

static int check_pair(int a, int b, int flags) {
  mjModel* m = pair_of_kinds(a, b);
  mjData* d = mj_makeData(m);
  m->opt.disableflags = flags & 1 ? mjDSBL_NATIVECCD : 0;
  m->opt.enableflags = flags & 2 ? mjENBL_MULTICCD : 0;
  // further contacts are those of shapes tilted by 1e-3
  mjtNum size = fmin(m->geom_rbound[0], 2) + m->geom_rbound[1];
  mjtNum tolerance = 1e-6 + (flags & 2 ? 1e-3 * size : 0);
  int fixed = a < 2, touching = 0, good = 1;
  for (int pose = 0; pose < 2 * NTURN * NSIDE * NSTEP && good; pose++) {
    touch t = {
        .turn_b = pose % NTURN, .side = pose / NTURN % NSIDE, .step = pose / NTURN / NSIDE % NSTEP};
    t.turn_a = fixed ? 0 : 7 * pose % NTURN;
    if (fixed && t.side) continue;
    for (int k = 0; k < NGAP && good; k++) {
      t.gap = gaps[k];
      place(m, d, &t);
      mj_collision(m, d);
      touching += d->ncon > 0;
      good = contacts_are_on_both(m, d, tolerance) && contacts_are_distinct(m, d) &&
             (flags || fixed || nearest_points_are_on_each(m, d));
      if (!good) {
        print_error("%s, %s: flags %d, turns %d and %d, side %d, step %d, gap %g\n", kinds[a].name,
                    kinds[b].name, flags, t.turn_a, t.turn_b, t.side, t.step, t.gap);
      }
    }
  }
  if (!touching) print_error("%s, %s: none touch\n", kinds[a].name, kinds[b].name);
  mj_deleteData(d);
  mj_deleteModel(m);
  return good && touching;
}

static void contacts_of_shapes_that_touch_are_where_both_are(void** state) {
  (void)state;
  int wrong = 0;
  for (int a = 0; a < NKIND; a++) {
    for (int b = a > 2 ? a : 2; b < NKIND; b++) {
      for (int flags = 0; flags < 4; flags++) wrong += !check_pair(a, b, flags);
    }
  }
  assert_int_equal(wrong, 0);
}

// Where only its cap meets a corner, a capsule is a sphere: one contact, the same.
static void a_cap_is_a_sphere(void** state) {
  (void)state;
  static const char text[] =
      "<mujoco><worldbody><geom type='box' size='.1 .1 .1'/><body pos='.15 .14 .13' "
      "euler='20 30 0'><freejoint/><geom %s/></body></worldbody></mujoco>";
  static const char* const geoms[2] = {"type='sphere' size='.1'",
                                       "type='capsule' size='.1 .2' pos='0 0 .2'"};
  mjContact con[2];
  for (int k = 0; k < 2; k++) {
    char xml[1000];
    snprintf(xml, sizeof xml, text, geoms[k]);
    mjSpec* s = mj_parseXMLString(xml, NULL, NULL, 0);
    mjModel* m = mj_compile(s, NULL);
    mjData* d = mj_makeData(m);
    mj_forward(m, d);
    assert_int_equal(d->ncon, 1);
    con[k] = d->contact[0];
    mj_deleteData(d);
    mj_deleteModel(m);
    mj_deleteSpec(s);
  }
  assert_true(fabs(con[0].dist - con[1].dist) < 1e-12);
  assert_true(vec3_distance(con[0].pos, con[1].pos) < 1e-12);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_cap_is_a_sphere),
      cmocka_unit_test(contacts_of_shapes_that_touch_are_where_both_are),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
