// Derivatives of a step through joints, tendons, actuators, media and the constraints that are no
// contacts, against differences of mj_step.
#include "step/derivative_case.h"

#define OPEN(option)               \
  "<option timestep='.004'" option \
  "/><default><geom contype='0' conaffinity='0'/></default><worldbody>"
#define W0 "<site name='w0' pos='0 .3 1.5'/></worldbody>"
// a ball, a hinge on it and a hinge on that; attributes and contents of each may be added
#define CHAIN(ball, in_a, hinge1, in_b, hinge2, in_c)                                  \
  "<body name='a' pos='0 0 1'><joint name='jb' type='ball' pos='0 .1 0' damping='.3' " \
  "stiffness='2' " ball "/><geom type='box' size='.1 .2 .3'/>" in_a                    \
  "<body name='b' pos='.5 .1 0'><joint name='j1' axis='0 1 0' " hinge1                 \
  "/><geom type='box' size='.2 .05 .1'/>" in_b                                         \
  "<body name='c' pos='0 .5 .2'><joint name='j2' axis='.3 .4 0' " hinge2               \
  "/><geom type='box' size='.1 .3 .2'/>" in_c "</body></body></body>"
#define PLAIN CHAIN("", "", "", "", "", "")
#define OTHER                                                                                  \
  "<body name='u' pos='.3 0 1'><freejoint/><geom type='box' size='.1 .2 .1'/><site name='su' " \
  "pos='.1 .1 0' euler='10 20 30'/></body>"
#define SITES                                                                 \
  CHAIN("", "", "", "<site name='sb' pos='.1 .05 .1' euler='10 20 30'/>", "", \
        "<site name='sc' pos='.1 0 .2' euler='50 0 20'/>")
// wrapped round a geom on the second body, or on the first
#define WRAP(geom)                                                                                \
  CHAIN(                                                                                          \
      "", "", "",                                                                                 \
      "<site name='sb' pos='.1 .05 .1'/><site name='sb2' pos='-.1 .05 .2'/><geom name='wg' " geom \
      " pos='.05 .3 .1'/>",                                                                       \
      "", "<site name='sc' pos='.1 0 .2'/>")
#define WRAP_BELOW(geom, side)                                                                   \
  CHAIN("", "<geom name='wg' " geom " pos='.2 .22 .35'/><site name='side' pos='" side "'/>", "", \
        "<site name='sb2' pos='-.1 .05 .2'/>", "", "<site name='sc' pos='.1 0 .2'/>")
#define SPHERE   "type='sphere' size='.12'"
#define CYLINDER "type='cylinder' size='.12 .3' euler='20 30 0'"
#define PATH \
  "<site site='w0'/><geom geom='wg'/><site site='sb2'/><geom geom='wg'/><site site='sc'/>"
#define PATH_SIDE \
  "<site site='w0'/><geom geom='wg' sidesite='side'/><site site='sb2'/><site site='sc'/>"
#define SPRING(path) \
  "<tendon><spatial stiffness='50' damping='2' springlength='.1'>" path "</spatial></tendon>"
#define AFFINE "gaintype='affine' gainprm='1 .5 .4' biastype='affine' biasprm='.1 -2 -1'"

static const derivative_case cases[] = {
    {"free fall of a chain", OPEN("") PLAIN OTHER W0, .3, 1, 1e-4, 0, 1e-8},
    {"free joint with a spring",
     OPEN("") "<body pos='.3 0 1'><joint type='free' stiffness='30' damping='2'/><geom type='box' "
              "size='.1 .2 .1'/></body>" W0,
     .3, 1, 1e-4, 0, 1e-8},
    {"gravity compensation",
     "<option timestep='.004'/><worldbody><body pos='0 0 .5' gravcomp='.7'><freejoint/><geom "
     "type='box' "
     "size='.1 .2 .3'/><body pos='0 .25 .3' gravcomp='.5'><joint type='ball' "
     "actuatorgravcomp='true'/>"
     "<geom size='.05' pos='.1 .1 .1'/><body pos='0 0 .5' gravcomp='1'><joint name='h' axis='1 0 "
     "0' "
     "actuatorgravcomp='true' actuatorfrcrange='-.01 .01'/><geom size='.1' pos='.2 .3 0'/></body>"
     "</body></body></worldbody><actuator><motor joint='h'/></actuator>",
     .3, 1, 1e-4, 0, 1e-8},
    {"medium on inertia boxes", OPEN(" density='300' viscosity='.3' wind='1 2 .5'") PLAIN OTHER W0,
     .3, 1, 1e-4, 0, 1e-7},
    {"medium on ellipsoids",
     "<option timestep='.004' density='200' viscosity='.2' wind='1 -2 .5'/><default><geom "
     "contype='0' "
     "conaffinity='0' fluidshape='ellipsoid' fluidcoef='.5 .25 1.5 1 "
     "1'/></default><worldbody>" PLAIN OTHER W0,
     .3, 1, 1e-4, 0, 1e-7},
    {"medium on a card",
     "<option timestep='.001' density='1.225' viscosity='1.8e-5'/><default><geom contype='0' "
     "conaffinity='0' fluidshape='ellipsoid' fluidcoef='.5 .25 .5 2 1'/></default>"
     "<worldbody><body><freejoint/><geom type='ellipsoid' size='.047 .032 .00035' mass='.01'/>"
     "</body>" W0,
     .3, 1, 1e-4, 0, 1e-7},
    {"connect",
     OPEN("") PLAIN OTHER W0
     "<equality><connect body1='c' body2='u' anchor='.1 .2 .3'/></equality>",
     .1, 1, 1e-4, 3, 1e-8},
    {"connect to the world",
     OPEN("") PLAIN W0 "<equality><connect body1='c' anchor='.1 .2 .3'/></equality>", .1, 1, 1e-4,
     3, 1e-8},
    {"connect within a tree",
     OPEN("") PLAIN W0 "<equality><connect body1='c' body2='a' anchor='.1 .2 .3'/></equality>", .1,
     1, 1e-4, 3, 1e-8},
    {"connect of sites",
     OPEN("") SITES OTHER W0 "<equality><connect site1='sc' site2='su'/></equality>", .1, 1, 1e-4,
     3, 1e-8},
    {"weld",
     OPEN("") PLAIN OTHER W0
     "<equality><weld body1='c' body2='u' anchor='.1 .2 .3' torquescale='.7'/></equality>",
     .1, 1, 1e-4, 6, 1e-8},
    {"weld of sites, with soft impedance",
     OPEN("") SITES OTHER W0
     "<equality><weld site1='sc' site2='su' torquescale='.7' solimp='.5 .9 2 .4 "
     "3'/></equality>",
     .1, 1, 1e-4, 6, 1e-8},
    {"limits and dry friction",
     OPEN("") CHAIN("limited='true' range='0 20' solimplimit='.8 .95 .2 .6 2'", "",
                    "limited='true' range='10 40' margin='5' frictionloss='.3'", "",
                    "limited='true' range='-30 -3' frictionloss='1'", "") W0,
     .4, 1, 1e-3, 2, 1e-5},
    {"joint coupling",
     OPEN("") PLAIN W0 "<equality><joint joint1='j1' joint2='j2' polycoef='.1 .5 1 2 3'/><joint "
                       "joint1='j2' polycoef='.1'/></equality>",
     .4, 1, 1e-4, 2, 1e-8},
    {"tendon by sites and a pulley",
     OPEN("") WRAP(SPHERE) W0 SPRING("<site site='w0'/><site site='sb2'/><pulley "
                                     "divisor='2'/><site site='sb2'/><site site='sc'/>"),
     .3, 1, 1e-4, 0, 1e-8},
    {"tendon round a sphere", OPEN("") WRAP(SPHERE) W0 SPRING(PATH), .2, 1, 1e-4, 0, 1e-7},
    {"tendon round a cylinder", OPEN("") WRAP(CYLINDER) W0 SPRING(PATH), .2, 1, 1e-4, 0, 1e-7},
    {"tendon the long way round a sphere",
     OPEN("") WRAP_BELOW(SPHERE, ".2 .22 .05") W0 SPRING(PATH_SIDE), .05, 1, 1e-4, 0, 1e-7},
    {"tendon round a cylinder by its side",
     OPEN("") WRAP_BELOW(CYLINDER, ".2 .22 .65") W0 SPRING(PATH_SIDE), .05, 1, 1e-4, 0, 1e-7},
    // the touching point is found to 1e-6 only
    {"tendon inside a sphere", OPEN("") WRAP_BELOW(SPHERE, ".22 .2 .37") W0 SPRING(PATH_SIDE), .05,
     1, 1e-4, 0, 1e-5},
    {"tendon inside a cylinder", OPEN("") WRAP_BELOW(CYLINDER, ".22 .2 .37") W0 SPRING(PATH_SIDE),
     .05, 1, 1e-4, 0, 1e-5},
    {"tendon limit and friction",
     OPEN("") WRAP(SPHERE) W0 "<tendon><spatial limited='true' range='0 1' frictionloss='.2'>" PATH
                              "</spatial></tendon>",
     .2, 1, 1e-4, 1, 1e-7},
    {"tendon coupling",
     OPEN("") WRAP(CYLINDER) W0
     "<tendon><spatial name='s'><site site='w0'/><site site='sb2'/><site "
     "site='sc'/></spatial><spatial "
     "name='t'><site site='sb'/><site site='sc'/></spatial></tendon><equality><tendon tendon1='s' "
     "tendon2='t' polycoef='.1 .5 1 2 3'/></equality>",
     .2, 1, 1e-4, 1, 1e-8},
    {"fixed tendon with everything",
     OPEN("") PLAIN W0
     "<tendon><fixed name='f' armature='.3' stiffness='20' damping='1' springlength='.1' "
     "frictionloss='.1' limited="
     "'true' range='-.1 .1'><joint joint='j1' coef='.7'/><joint joint='j2' "
     "coef='-.4'/></fixed></tendon>"
     "<actuator><position tendon='f' kp='30' kv='1'/></actuator>",
     .4, 1, 1e-4, 1, 1e-7},
    {"fixed tendons of balls, with everything",
     OPEN("") PLAIN OTHER W0
     "<tendon><fixed name='f' stiffness='20' damping='1' springlength='.1' "
     "limited='true' range='0 .4'><joint joint='jb' coef='.7'/><joint joint='j2' "
     "coef='-.4'/></fixed><fixed name='g' limited='true' range='.6 3'><joint joint='jb' "
     "coef='.5'/></fixed><fixed name='h'><joint joint='jb' coef='.9'/></fixed><fixed name='e' "
     "armature='.1'><joint joint='j1' coef='.5'/><joint "
     "joint='jb' coef='1.5'/></fixed></tendon><equality><tendon tendon1='e' tendon2='f' "
     "polycoef='.1 .5 1 2 3'/></equality><actuator><position tendon='h' kp='30' kv='1'/></actuator>"
     "<sensor><tendonpos tendon='f'/><tendonvel tendon='g'/><tendonlimitpos tendon='f'/>"
     "<tendonlimitpos tendon='g'/><tendonlimitvel tendon='g'/><tendonlimitfrc "
     "tendon='f'/></sensor>",
     .4, 1, 1e-4, 3, 1e-7},
    {"actuators of callbacks that are not there",
     OPEN("") PLAIN W0
     "<actuator><general joint='j1' dyntype='user' gaintype='user' biastype='user' actdim='2'/>"
     "<general joint='j2' gaintype='user' biastype='affine' biasprm='.1 -2 -1'/></actuator>",
     .3, 1, 1e-4, 0, 1e-8},
    {"motors and servos",
     OPEN("") SITES W0
     "<actuator><motor joint='j1' gear='30'/><position joint='j2' kp='20' kv='2'/><velocity "
     "joint='j1' "
     "kv='3'/><general joint='j2' " AFFINE " dyntype='filter' dynprm='.05'/><general joint='j2' "
     "dyntype='filterexact' dynprm='.05' gainprm='3'"
     "/><general joint='j1' dyntype='integrator' gainprm='4'/><motor site='sc' gear='1 2 3 4 5 6'/>"
     "</actuator>",
     .3, 1, 1e-4, 0, 1e-8},
    {"activation of the next step, and limits",
     OPEN("") SITES W0 "<actuator><general joint='j2' dyntype='filter' dynprm='.05' gainprm='3' "
                       "actearly='true'/><general "
                       "joint='j1' dyntype='integrator' gainprm='4' actearly='true' "
                       "actlimited='true' actrange='-2 2'/>"
                       "<general joint='j1' dyntype='integrator' gainprm='4' actlimited='true' "
                       "actrange='.1 .2'/><motor "
                       "joint='j1' gear='30' forcelimited='true' forcerange='-.01 .01'/><motor "
                       "joint='j2' ctrllimited="
                       "'true' ctrlrange='.9 1'/></actuator>",
     .3, 1, 1e-4, 0, 1e-8},
    {"limits of actuator forces on a joint",
     OPEN("") CHAIN("", "", "actuatorfrclimited='true' actuatorfrcrange='-.1 .1'", "", "",
                    "<site name='sc' pos='.1 0 .2' euler='50 0 20'/>") W0
     "<actuator><motor joint='j1' gear='30'/><position joint='j2' kp='20' kv='2'/><position "
     "joint='j1' "
     "kp='20' kv='2'/><general site='sc' gear='1 2 3 4 5 6' " AFFINE "/></actuator>",
     .3, 1, 1e-4, 0, 1e-8},
    {"limits of actuator forces on a tendon",
     OPEN("") WRAP(SPHERE) W0
     "<tendon><spatial name='t' actuatorfrclimited='true' actuatorfrcrange='-.5 .2'>" PATH
     "</spatial>"
     "</tendon><actuator><position tendon='t' kp='20' kv='2'/><motor tendon='t' gear='3'/><general "
     "tendon='t' " AFFINE " forcelimited='true' forcerange='-.1 .1'/></actuator>",
     .2, 1, 1e-4, 0, 1e-7},
    {"muscles",
     OPEN("") WRAP(SPHERE) W0 "<tendon><spatial name='t'>" PATH
                              "</spatial></tendon><actuator><muscle tendon='t' lengthrange='.8 "
                              "1.6' force='300'/><muscle tendon='t' lengthrange='.8 1.6' "
                              "scale='200' tausmooth='.5'/></actuator>",
     .1, 1, 1e-4, 0, 1e-7},
    {"actuator of a ball",
     OPEN("") PLAIN W0 "<actuator><general joint='jb' gear='1 2 3' " AFFINE "/></actuator>", .3, 1,
     1e-4, 0, 1e-8},
    {"actuator of a ball, in its parent",
     OPEN("") PLAIN W0 "<actuator><general jointinparent='jb' gear='1 2 3' " AFFINE "/></actuator>",
     .3, 1, 1e-4, 0, 1e-8},
    {"actuators of a free joint",
     OPEN("") "<body name='u' pos='.3 0 1'><freejoint name='jf'/><geom type='box' size='.1 .2 "
              ".1'/></body>" W0 "<actuator><motor joint='jf' gear='1 2 3 4 5 6'/><general "
              "jointinparent='jf' gear='3 1 2 1 2 3' " AFFINE "/></actuator>",
     .3, 1, 1e-4, 0, 1e-8},
    {"site by a reference, moved",
     OPEN("") SITES OTHER W0 "<actuator><general site='sc' refsite='su' gear='1 2 3 0 0 0' " AFFINE
                             "/></actuator>",
     .3, 1, 1e-4, 0, 1e-8},
    {"site by a reference, turned, in one tree",
     OPEN("") SITES W0 "<actuator><general site='sc' refsite='sb' gear='1 2 3 1 2 3' " AFFINE
                       "/></actuator>",
     .3, 1, 1e-4, 0, 1e-8},
    {"springs and dampers by polynomials, damping and armature of actuators",
     OPEN("") CHAIN(
         "", "", "stiffness='2 -.5 .3' damping='.2 .1 .05' springref='20'",
         "<site name='sb' pos='.1 .05 .1'/>", "damping='.1'",
         "<site name='sc' pos='.1 0 .2'/>") "<body name='u' pos='.3 0 1'><joint name='js' "
                                            "type='slide' stiffness='3 1 2' "
                                            "damping='.3 .2 .1'/><geom type='box' size='.1 .2 "
                                            ".1'/></body>"
                                            "<body pos='2 0 1'><joint type='ball' stiffness='2 1 "
                                            ".5'/><geom type='box' size='.1 .2 .3' "
                                            "pos='.1 0 0'/></body>" W0
                                            "<tendon><spatial name='t' stiffness='5 1 2' "
                                            "damping='.5 .2 .1' springlength='.1 .2'>"
                                            "<site site='w0'/><site site='sb'/><site "
                                            "site='sc'/></spatial></tendon><actuator><motor "
                                            "joint='j2' gear='2' damping='.1 .05 .02' "
                                            "armature='.03'/></actuator>",
     .3, 1, 1e-4, 0, 1e-7},
    {"armature of tendons: to the world, between branches, over a pulley, between trees",
     OPEN("") SITES OTHER W0
     "<tendon><spatial armature='.4'><site site='w0'/><site site='sc'/></spatial>"
     "<spatial armature='.2' stiffness='3'><site site='sb'/><site site='sc'/><pulley divisor='2'/>"
     "<site site='w0'/><site site='sb'/></spatial>"
     "<spatial armature='.3' damping='.5'><site site='sc'/><site site='su'/></spatial></tendon>"
     "<actuator><motor name='push' joint='j1'/></actuator><sensor><accelerometer site='sc'/>"
     "<framelinacc objtype='site' objname='su'/><force site='sb'/><torque site='sb'/><e_kinetic/>"
     "<e_potential/><subtreeangmom body='a'/><actuatorfrc actuator='push'/></sensor>",
     .3, 1, 1e-4, 0, 1e-7},
    {"slider-crank",
     OPEN("") SITES OTHER W0
     "<actuator><general cranksite='sc' slidersite='su' cranklength='2' gear='2' " AFFINE
     "/></actuator>",
     .3, 1, 1e-4, 0, 1e-8},
    {"slider-crank in one tree, out of reach too",
     OPEN("") SITES W0
     "<actuator><general cranksite='sc' slidersite='sb' cranklength='.5' gear='2' " AFFINE
     "/><general cranksite='sc' slidersite='sb' cranklength='.05' gear='2' " AFFINE "/></actuator>",
     .3, 1, 1e-4, 0, 1e-8},
};

static void steps(int integrator) {
  nfailed = 0;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) check_case(cases + i, integrator, 0);
  assert_int_equal(nfailed, 0);
}

static void euler_steps(void** state) {
  (void)state;
  steps(mjINT_EULER);
}

static void implicit_steps(void** state) {
  (void)state;
  steps(mjINT_IMPLICIT);
}

static void fast_implicit_steps(void** state) {
  (void)state;
  steps(mjINT_IMPLICITFAST);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(euler_steps),
      cmocka_unit_test(implicit_steps),
      cmocka_unit_test(fast_implicit_steps),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
