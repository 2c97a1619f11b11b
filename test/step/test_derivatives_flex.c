// Derivatives of a step through deformables: elasticity, folds, edges, cubes of nodes, and contacts
// of their vertices and elements, against differences of mj_step.
#include "step/derivative_case.h"

#define OPTION(rest)                                                           \
  "<option timestep='.002' ccd_tolerance='1e-12' ccd_iterations='500'/><size " \
  "memory='60M'/><worldbody>" rest "</worldbody>"
#define FLEX(dim, count, rest)                                  \
  "<flexcomp name='f' type='grid' dim='" #dim "' count='" count \
  "' spacing='.1 .1 .1' radius='.02' mass='.3' pos='0 0 .5' euler='10 20 0' " rest "</flexcomp>"
#define NO_CONTACT "<contact contype='0' conaffinity='0' selfcollide='none' internal='false'/>"
#define CONTACT                                                            \
  "<contact selfcollide='none' internal='false' condim='3' friction='.5' " \
  "solref='.05 1' solimp='0 .9 .3'/>"
#define FALLING(geom) PLACED("-.01 .03 .62", geom " margin='.3'")
#define PLACED(pos, geom)                                        \
  "<body pos='" pos "' euler='20 30 40'><freejoint/><geom " geom \
  " solref='.05 1' solimp='0 .9 .3'/></body>"

#define BALL                                                                                     \
  "<body name='ball' pos='-.03 .075 .57'><freejoint/><geom size='.06' solref='.05 1' solimp='0 " \
  ".9 .3'/><site name='s' pos='.01 .02 .03' size='.2'/></body>"
#define SENSED                                                                                    \
  OPTION(BALL FLEX(2, "3 3 1", "> " CONTACT "<edge equality='true' solref='.05 1'/>"))            \
  "<actuator><motor name='push' site='s' gear='1 2 3 .1 .2 .3'/></actuator><sensor><framelinacc " \
  "objtype='body' objname='f_4'/><framepos objtype='body' objname='f_0'/><framelinvel "           \
  "objtype='body' objname='f_8'/><accelerometer site='s'/><force site='s'/><touch "               \
  "site='s'/><subtreeangmom body='world'/><subtreelinvel body='world'/><actuatorfrc "             \
  "actuator='push'/></sensor>"

static const derivative_case cases[] = {
    {"tetrahedra, damped",
     OPTION(
         FLEX(3, "2 2 2", "> " NO_CONTACT "<elasticity young='2000' poisson='.3' damping='.01'/>")),
     .02, 1, 1e-4, 0, 1e-7},
    {"a shell that stretches and folds",
     OPTION(FLEX(2, "3 3 1",
                 "> " NO_CONTACT "<elasticity young='3000' poisson='.2' damping='.01' "
                 "thickness='.02' elastic2d='both'/>")),
     .02, 1, 1e-4, 0, 1e-7},
    {"a rope of springs and dampers",
     OPTION(FLEX(1, "4 1 1", "> " NO_CONTACT "<edge stiffness='40' damping='.5'/>")), .02, 1, 1e-4,
     0, 1e-7},
    {"a cloth whose edges are equalities and dampers",
     OPTION(
         FLEX(2, "3 3 1", "> " NO_CONTACT "<edge equality='true' damping='.2' solref='.05 1'/>")),
     .02, 1, 1e-5, 16, 1e-6},
    {"a cloth on a body that turns, pinned to it",
     OPTION("<body name='b' pos='0 0 .3'><joint type='ball'/><geom size='.05' contype='0' "
            "conaffinity='0'/>" FLEX(
                2, "3 2 1",
                "> " NO_CONTACT "<edge equality='true' solref='.05 1'/><pin id='0 1'/>") "</body>"),
     .02, 1, 1e-5, 5, 1e-6},
    {"a cube of nodes on a plane",
     OPTION("<geom type='plane' size='1 1 1' pos='0 0 .45' margin='.3' solref='.05 1' solimp='0 .9 "
            ".3'/>" FLEX(3, "3 3 3",
                         "dof='trilinear'> " CONTACT
                         "<elasticity young='2000' poisson='.3' damping='.01'/>")),
     .01, .5, 1e-5, 4, 1e-6},
    {"vertices on a plane",
     OPTION("<geom type='plane' size='1 1 1' pos='0 0 .45' euler='5 8 0' margin='.3' solref='.05 "
            "1' solimp='0 .9 .3'/>" FLEX(2, "3 2 1",
                                         "> " CONTACT "<edge equality='true' solref='.05 1'/>")),
     .01, .5, 1e-5, 10, 1e-6},
    {"a sphere on triangles",
     OPTION(PLACED("-.03 .075 .57", "size='.06'")
                FLEX(2, "3 3 1", "> " CONTACT "<edge equality='true' solref='.05 1'/>")),
     .01, .5, 1e-6, 10, 1e-6},
    {"a capsule on a rope",
     OPTION(FALLING("type='capsule' size='.04 .1'")
                FLEX(1, "4 1 1", "> " CONTACT "<edge stiffness='40' damping='.5'/>")),
     .01, .5, 1e-5, 3, 1e-6},
    {"a cylinder on a rope, by a search that ends early",
     "<option timestep='.002'/><worldbody>" FALLING("type='cylinder' size='.04 .1'")
         FLEX(1, "4 1 1", "> " CONTACT "<edge stiffness='40' damping='.5'/>") "</worldbody>",
     .01, .5, 1e-6, 3, 1e-6},
    {"a box on a rope",
     OPTION(FALLING("type='box' size='.04 .06 .05'")
                FLEX(1, "4 1 1", "> " CONTACT "<edge stiffness='40' damping='.5'/>")),
     .01, .5, 1e-5, 3, 1e-6},
    {"a box on triangles, found by a search",
     OPTION(PLACED(".01 .02 .58", "type='box' size='.04 .06 .05' margin='.01'")
                FLEX(2, "2 2 1", "> " CONTACT "<edge equality='true' solref='.05 1'/>")),
     .01, .5, 1e-5, 7, 1e-5},
    {"contacts that push passively",
     OPTION("<geom type='plane' size='1 1 1' pos='0 0 .45' euler='5 8 0'/>" FALLING("size='.06'")
                FLEX(2, "3 2 1",
                     "> <contact selfcollide='none' internal='false' passive='true'/>"
                     "<edge equality='true' solref='.05 1'/>")),
     .01, .5, 1e-5, 9, 1e-6},
    {"sensors of a cloth on a ball that is pushed", SENSED, .01, .5, 1e-6, 10, 1e-6},
};

static void steps(int integrator, int cone) {
  nfailed = 0;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) check_case(cases + i, integrator, cone);
  assert_int_equal(nfailed, 0);
}

static void euler_steps_with_pyramids(void** state) {
  (void)state;
  steps(mjINT_EULER, mjCONE_PYRAMIDAL);
}

static void implicit_steps_with_cones(void** state) {
  (void)state;
  steps(mjINT_IMPLICIT, mjCONE_ELLIPTIC);
}

static void fast_implicit_steps_with_pyramids(void** state) {
  (void)state;
  steps(mjINT_IMPLICITFAST, mjCONE_PYRAMIDAL);
}

// Products with matrices against the matrices, which the three forms of a slope have in common.
static void products_are_those_of_the_matrices(void** state) {
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char* xml = malloc(strlen(cases[i].xml) + 100);
    sprintf(xml, "<mujoco>%s</mujoco>", cases[i].xml);
    mjModel* m = model_from(xml);
    m->opt.integrator = mjINT_IMPLICITFAST;
    draw_seed(3);
    mjData* d = random_state(m, cases[i].position, cases[i].velocity);
    int n = 2 * m->nv + m->na;
    mjtNum *A = calloc((size_t)n * (size_t)n, sizeof(mjtNum)),
           *x = calloc(4 * (size_t)n, sizeof *x);
    mjtNum *y = x + n, *back = y + n, *ahead = back + n, most = 0;
    assert_int_equal(eng_stepDerivatives(m, d, 0, &(engStepDerivatives){.A = A}), engDERIV_OK);
    for (int k = 0; k < n; k++) x[k] = draw();
    assert_int_equal(eng_stepVjp(m, d, 0, x, &(engStepCovector){.state = back}), engDERIV_OK);
    assert_int_equal(eng_stepJvp(m, d, 0, &(engStepDirection){.state = x}, ahead), engDERIV_OK);
    for (int k = 0; k < n * n; k++) most = fmax(most, fabs(A[k]));
    mju_mulMatTVec(y, A, x, n, n);
    for (int k = 0; k < n; k++) {
      if (fabs(y[k] - back[k]) > 1e-12 * most * n) fail_msg("%s: A'x", cases[i].name);
    }
    mju_mulMatVec(y, A, x, n, n);
    for (int k = 0; k < n; k++) {
      if (fabs(y[k] - ahead[k]) > 1e-12 * most * n) fail_msg("%s: A x", cases[i].name);
    }
    free(A);
    free(x);
    mj_deleteData(d);
    mj_deleteModel(m);
    free(xml);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(euler_steps_with_pyramids),
      cmocka_unit_test(implicit_steps_with_cones),
      cmocka_unit_test(fast_implicit_steps_with_pyramids),
      cmocka_unit_test(products_are_those_of_the_matrices),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
