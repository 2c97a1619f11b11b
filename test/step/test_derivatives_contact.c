// Derivatives of a step through contacts of every pair of shapes, against differences of mj_step.
#include "step/derivative_case.h"

#define FLOOR(tilt) "<geom type='plane' size='5 5 .1' " tilt "/>"
#define WORLD(geom) "<option timestep='.004'/><default><geom " geom "/></default><worldbody>"
#define SLIDE3      WORLD("condim='3' friction='.7 .02 .01'")
#define TURN4       WORLD("condim='4' friction='.6 .02 .01'")
#define ROLL6       WORLD("condim='6' friction='.5 .02 .01'")
#define FREE(at, turn, geom) \
  "<body pos='" at "' euler='" turn "'><freejoint/><geom " geom "/></body>"
#define END      "</worldbody>"

#define CAPSULE1 FREE("0 0 .5", "0 70 30", "type='capsule' size='.1 .3'")
#define MESH                                                                                 \
  "<asset><mesh name='t' vertex='0 0 .3  .3 0 -.2  -.2 .25 -.2  -.2 -.25 -.25 .1 .2 .1'/></" \
  "asset>"

static const derivative_case cases[] = {
    {"sphere on plane, condim 1",
     WORLD("condim='1'") FLOOR("euler='5 10 0'") FREE("0 0 .195", "10 20 30", "size='.2'") END,
     0.002, 0.5, 1e-4, 1, 1e-8},
    {"sphere on plane, condim 3",
     SLIDE3 FLOOR("euler='5 10 0'") FREE("0 0 .195", "10 20 30", "size='.2'") END, 0.002, 0.5, 1e-4,
     1, 1e-8},
    {"sphere on plane, condim 6",
     ROLL6 FLOOR("euler='5 10 0'") FREE("0 0 .195", "10 20 30", "size='.2'") END, 0.002, 0.5, 1e-4,
     1, 1e-8},
    {"box on plane",
     TURN4 FLOOR("euler='5 10 0'")
         FREE("0 0 .26", "10 20 30", "type='box' size='.2 .25 .15' pos='0 0 -.05'") END,
     0.002, 0.3, 1e-4, 1, 1e-8},
    {"capsule on plane",
     TURN4 FLOOR("euler='1 1 0'") FREE("0 0 .09", "0 90 30", "type='capsule' size='.1 .3'") END,
     0.002, 0.3, 1e-4, 1, 1e-8},
    {"ellipsoid on plane",
     TURN4 FLOOR("") FREE("0 0 .14", "20 30 0", "type='ellipsoid' size='.1 .2 .15'") END, 0.002,
     0.3, 1e-4, 1, 1e-8},
    {"cylinder on plane, on its rim",
     TURN4 FLOOR("") FREE("0 0 .19", "20 50 0", "type='cylinder' size='.1 .2'") END, 0.002, 0.3,
     1e-4, 1, 1e-8},
    {"cylinder on plane, on a triangle",
     TURN4 FLOOR("") FREE("0 0 .198", "2 1 0", "type='cylinder' size='.1 .2'") END, 0.0005, 0.1,
     1e-5, 1, 1e-7},
    {"mesh on plane",
     MESH TURN4 FLOOR("euler='3 2 1' pos='0 0 .1'")
         FREE("0 0 .32", "3 2 10", "type='mesh' mesh='t'") END,
     0.002, 0.3, 1e-5, 1, 1e-7},
    {"sphere and sphere",
     TURN4 FREE("0 0 .5", "0 70 30", "size='.1'") FREE(".05 .02 .68", "10 80 100", "size='.1'") END,
     0.002, 1, 1e-4, 1, 1e-8},
    {"sphere and capsule", TURN4 CAPSULE1 FREE("0 .02 .68", "10 80 100", "size='.1'") END, 0.002, 1,
     1e-4, 1, 1e-8},
    {"sphere and cylinder's side",
     TURN4 FREE("0 0 .5", "0 70 30", "type='cylinder' size='.1 .3'")
         FREE("0 .02 .68", "10 80 100", "size='.1'") END,
     0.002, 1, 1e-4, 1, 1e-8},
    {"sphere and cylinder's rim",
     TURN4 FREE("0 0 .5", "0 10 30", "type='cylinder' size='.1 .2'")
         FREE(".17 .02 .72", "10 80 100", "size='.1'") END,
     0.002, 1, 1e-5, 1, 1e-7},
    {"sphere and box's corner or edge",
     TURN4 FREE("0 0 .5", "20 30 0", "type='box' size='.1 .2 .3'")
         FREE(".05 .02 .88", "10 80 100", "size='.1'") END,
     0.002, 1, 1e-4, 1, 1e-8},
    {"sphere and box's face",
     TURN4 FREE("0 0 .5", "20 30 0", "type='box' size='.3 .3 .2'")
         FREE(".15 -.05 .73", "10 80 100", "size='.1'") END,
     0.002, 1, 1e-4, 1, 1e-8},
    // where two edges cross runs fast
    {"box on box, edges almost parallel",
     TURN4 "<geom type='box' size='.2 .22 .15' pos='0 0 .3'/>" FREE(
         ".06 .04 .604", ".05 0 .004", "type='box' size='.14 .12 .16'") END,
     1e-6, 0.1, 1e-7, 1, 1e-6},
    {"capsules crossing",
     TURN4 CAPSULE1 FREE("0 .02 .68", "10 80 100", "type='capsule' size='.1 .4'") END, 0.002, 1,
     1e-4, 1, 1e-8},
    {"capsule's end on capsule",
     TURN4 FREE("0 0 .5", "0 10 30", "type='capsule' size='.1 .3'")
         FREE(".1 .12 .88", "10 80 100", "type='capsule' size='.1 .4'") END,
     0.002, 1, 1e-4, 1, 1e-8},
    {"capsule and box",
     TURN4 FREE("0 0 .5", "3 2 10", "type='box' size='.3 .25 .2'")
         FREE(".15 .1 .88", "60 -14 30", "type='capsule' size='.1 .2'") END,
     0.002, 0.3, 1e-5, 1, 1e-7},
    {"boxes, faces",
     TURN4 FREE("0 0 .5", "3 2 10", "type='box' size='.3 .25 .2'")
         FREE(".15 .1 .87", "2 -4 30", "type='box' size='.25 .3 .2'") END,
     0.0005, 0.3, 1e-5, 1, 1e-7},
    {"boxes, edges",
     TURN4 FREE("0 0 .5", "0 44 0", "type='box' size='.2 .4 .2' margin='.03'")
         FREE(".05 .03 1.04", "0 45 70", "type='box' size='.2 .4 .2'") END,
     0.0005, 0.3, 1e-5, 1, 1e-7},
    {"cylinder and box",
     TURN4 FREE("0 0 .5", "3 2 10", "type='box' size='.3 .25 .2'")
         FREE(".15 .1 .93", "40 -14 30", "type='cylinder' size='.15 .2'") END,
     0.0005, 0.3, 1e-5, 1, 1e-5},
    {"meshes",
     MESH TURN4 FREE("0 0 .5", "3 2 10", "type='mesh' mesh='t'")
         FREE(".05 .1 .82", "12 170 30", "type='mesh' mesh='t'") END,
     0.0005, 0.3, 1e-5, 1, 1e-5},
    // normals by search carry noise of 1e-7, of which a nudge of 1e-3 makes 1e-4, and more of it
    {"ellipsoid and box's face",
     TURN4 FREE("0 0 .5", "3 2 10", "type='box' size='.3 .25 .2'")
         FREE(".1 .05 .78", "20 30 0", "type='ellipsoid' size='.1 .2 .11'") END,
     0.0005, 0.3, 1e-3, 3, 6e-4},
    {"within one tree, with a ball",
     SLIDE3
     "<body pos='0 0 .5'><freejoint/><geom type='box' size='.1 .2 .3'/><body pos='0 .25 .3'>"
     "<joint type='ball'/><geom size='.05'/><body pos='-.06 0 .05'><joint axis='0 1 0'/><geom "
     "type='capsule' size='.07 .1' pos='0 -.2 -.05' euler='20 10 0'/></body></body></body>" END,
     0.002, 1, 1e-5, 1, 1e-7},
    {"margin, gap, soft impedance",
     "<option timestep='.004' impratio='3'/><default><geom condim='6' margin='.03' gap='.01' "
     "friction="
     "'.5 .01 .02' solimp='.3 .9 .1 .3 3'/></default><worldbody>" FLOOR("euler='5 10 0'")
         FREE("0 0 .195", "10 20 30", "size='.2'") END,
     0.002, 0.5, 1e-4, 1, 1e-8},
    {"friction of its own reference",
     "<option timestep='.004' impratio='2'/><worldbody>" FLOOR("name='p' euler='5 10 0'")
         FREE("0 0 .195", "10 20 30", "name='s' size='.2'") END
     "<contact><pair geom1='p' geom2='s' condim='6' friction='1 .5 .01 .02 .03' "
     "solreffriction='-30 -20'/></contact>",
     0.002, 0.5, 1e-4, 1, 1e-8},
    {"two planes, of different damping",
     TURN4 FLOOR("euler='5 10 0'")
         FLOOR("euler='0 70 0' pos='-.135 0 0' solref='.05 .7' solimp='.5 .9 .1'")
             FREE("0 0 .195", "10 20 30", "size='.2'") END,
     0.002, 0.5, 1e-4, 2, 1e-8},
    {"adhesion, also in the gap",
     "<option timestep='.004'/><default><geom condim='3' margin='.01' "
     "gap='.005'/></default><worldbody>" CAPSULE1
     "<body name='b' pos='0 .02 .68' euler='10 80 100'><freejoint/><geom type='capsule' "
     "size='.1 .4'/></body>" END
     "<actuator><adhesion body='b' ctrlrange='0 2' gain='30'/></actuator>",
     0.002, 1, 1e-4, 0, 1e-7},
    {"a pile of spheres, five trees",
     SLIDE3 FLOOR("euler='2 3 0'") FREE("0 0 .098", "0 0 0", "size='.1'")
         FREE(".19 0 .1", "0 0 0", "size='.1'") FREE(".1 .05 .265", "0 0 0", "size='.1'")
             FREE("1 0 .098", "0 0 0", "size='.1'") FREE("2 0 1", "0 0 0", "size='.1'") END,
     0.001, 0.3, 1e-5, 4, 1e-7},
};

// Two geoms that all motions keep in one place, the second on a joint within the first body, or
// within what rests.
#define SOFT4    WORLD("condim='4' friction='.6 .2 .1' solref='.3 1' solimp='.5 .5'")
#define PART(at) "<inertial pos='" at "' mass='2' diaginertia='.1 .2 .2'/>"
#define WITHIN(outer, joint, inner)                                              \
  SOFT4 "<body pos='.3 .2 .5' euler='20 30 40'><freejoint/><geom " outer         \
        "/><body><joint/>" PART(".1 0 0") "<body><joint " joint "/><geom " inner \
                                          "/></body></body></body>" END
#define FIXED(outer, joint, inner)                                           \
  SOFT4 "<geom pos='.3 .2 .5' " outer "/><body pos='.3 .2 .5'><joint " joint \
        "/>" PART(".1 .2 0") "<geom " inner "/></body>" END
#define BALL   "type='ball'"
#define TILTED "size='.12' euler='40 20 0'"
#define SPHERE "size='.12'"
#define ROD    "type='capsule' size='.1 .3'"
#define DISC   "type='cylinder' size='.1 .3'"

static const char* const one_centre[][2] = {
    {"spheres, axes that cross", WITHIN(TILTED, BALL, SPHERE)},
    {"spheres, parallel axes", WITHIN(SPHERE, "", SPHERE)},
    {"sphere in a resting one, axes that cross", FIXED(TILTED, BALL, SPHERE)},
    {"sphere in a resting one, parallel axes", FIXED(SPHERE, "", SPHERE)},
    {"sphere in a capsule", WITHIN(ROD, BALL, TILTED)},
    {"sphere in a capsule, parallel axes", WITHIN(ROD, "", SPHERE)},
    {"sphere in a resting capsule", FIXED(ROD, BALL, TILTED)},
    {"sphere in a resting capsule, parallel axes", FIXED(ROD, "", SPHERE)},
    {"sphere in a cylinder", WITHIN(DISC, BALL, TILTED)},
    {"sphere in a resting cylinder, parallel axes", FIXED(DISC, "", SPHERE)},
    {"capsules that cross", WITHIN(ROD, BALL, "type='capsule' size='.1 .3' euler='40 20 0'")},
    {"end of a capsule in another",
     WITHIN(ROD, BALL, "type='capsule' size='.1' fromto='0 0 0 .1 .2 .4'")},
    {"capsules on a line", WITHIN(ROD, "", ROD)},
    {"capsule in a resting one", FIXED(ROD, "", ROD)},
    {"sphere in a box", WITHIN("type='box' size='.1 .12 .14'", BALL, SPHERE)},
};

static void centres_that_coincide(void** state) {
  (void)state;
  nfailed = 0;
  for (size_t i = 0; i < sizeof one_centre / sizeof *one_centre; i++) {
    const derivative_case c = {one_centre[i][0], one_centre[i][1], 0.3, 0.3, 1e-4, 4, 1e-8};
    for (int cone = 0; cone < 2; cone++) check_case(&c, mjINT_EULER, cone);
  }
  assert_int_equal(nfailed, 0);
}

static void steps_through_contact(void** state) {
  (void)state;
  nfailed = 0;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    for (int cone = 0; cone < 2; cone++) check_case(cases + i, mjINT_EULER, cone);
  }
  assert_int_equal(nfailed, 0);
}

static void implicit_steps_through_contact(void** state) {
  (void)state;
  static const int integrator[] = {mjINT_IMPLICIT, mjINT_IMPLICITFAST};
  nfailed = 0;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i += 5) {
    check_case(cases + i, integrator[i % 2], (int)i % 2);
  }
  assert_int_equal(nfailed, 0);
}

// The problem has one solution: who finds it, and how rows are stored, makes no difference.
static void solvers_and_layouts_agree(void** state) {
  (void)state;
  mjModel* m = bundled_model("humanoid.xml");
  m->opt.cone = mjCONE_ELLIPTIC;
  solve_exactly(m);
  mjData* d = mj_makeData(m);
  for (int i = 0; i < m->nu; i++) d->ctrl[i] = 0.3 * sin(0.7 + i);
  for (int i = 0; i < 300; i++) mj_step(m, d);
  step_matrices x[6];
  mjtNum* solution = calloc((size_t)m->nv, sizeof *solution);
  for (int k = 0; k < 6; k++) {
    // CG and PGS end where rounding hides what the cost still loses, half of the digits before the
    // solution; begun at it, they stay
    if (k >= 4) mju_copy(d->qacc_warmstart, solution, m->nv);
    m->opt.solver = k < 4 ? mjSOL_NEWTON : k == 4 ? mjSOL_CG : mjSOL_PGS;
    m->opt.jacobian = k == 1 ? mjJAC_SPARSE : mjJAC_DENSE;
    m->opt.disableflags = k == 2 ? mjDSBL_ISLAND : 0;
    solve_exactly(m);
    mj_forward(m, d);
    assert_true(active_rows(d) >= 6);
    if (k == 0) mju_copy(solution, d->qacc, m->nv);
    x[k] = matrices_make(m);
    const engStepDerivatives out = {.A = x[k].A, .B = x[k].B};
    assert_int_equal(eng_stepDerivatives(m, d, engDERIV_FORWARDED, &out), engDERIV_OK);
    int nx = x[k].nx;
    mjtNum error = block_error(x[k].A, x[0].A, nx, nx, nx, 0);
    mjtNum tolerance = k < 4 ? 1e-11 : 1e-8;
    if (!(error <= tolerance)) print_error("variant %d is off by %g\n", k, error);
    assert_true(error <= tolerance);
  }
  mj_deleteData(d);
  free(solution);
  for (int k = 0; k < 6; k++) matrices_free(&x[k]);
  mj_deleteModel(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(steps_through_contact),
      cmocka_unit_test(centres_that_coincide),
      cmocka_unit_test(implicit_steps_through_contact),
      cmocka_unit_test(solvers_and_layouts_agree),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
