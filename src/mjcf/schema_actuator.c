#include "mjcf/rows.h"
#include "mjcf/read_actuator.h"
#include "mjcf/read_newer.h"
#include "mjcf/sections.h"

// Actuators.  The shortcuts share most attributes with <general>; what they add is no field of the
// actuator but an argument of mjs_setTo..., kept in the draft.
// clang-format off

#define STRUCT mjsActuator
GROUP(common,
  NAME(0),
  CLASS,
  INTEGERS(group,     group,        1, 1, "0", IN_DEFAULT),
  WORD(forcelimited,  forcelimited, tristate, "auto", IN_DEFAULT),
  WRITTEN(ctrlrange,  ctrlrange,    2, 2, "0 0", IN_DEFAULT, write_range),
  NUMBERS(forcerange, forcerange,   2, 2, "0 0", IN_DEFAULT),
  DOUBLES(user,       userdata,     0, UNLIMITED, IN_DEFAULT))
#undef STRUCT

#define STRUCT mjsActuator
#define MORE engsActuator
GROUP(delayed,
  NEWER_INTEGER(nsample, nsample, "0", IN_DEFAULT, 3005,
    "Number of controls that are kept with their times; a delay needs some."),
  NEWER_WORD(interp, interp, interp, "zoh", IN_DEFAULT, 3005,
    "How controls are read between those that are kept: zoh takes the one before."),
  NEWER_NUMBERS(delay, delay, 1, 1, "0", IN_DEFAULT, 3005,
    "Time by which the controls act later than they are given."))

GROUP(reflected,
  NEWER_NUMBERS(damping, damping, 1, 3, "0 0 0", IN_DEFAULT, 3007,
    "Damping that the actuator adds to the joint or tendon it acts on, times gear squared; more "
    "numbers are coefficients of speed and its square."),
  NEWER_NUMBERS(armature, armature, 1, 1, "0", IN_DEFAULT, 3007,
    "Armature that the actuator adds to the joint or tendon it acts on, times gear squared."))

GROUP(several,
  {.name = "input", .kind = KIND_TEXT, NEWER(input), .flags = IN_DEFAULT, .since = 3011,
   .about = "Which controls the actuator has: some of pos vel ff voltage in this order, or none; of "
            "an orientation expmap or quat.", .special = read_inputs, .write = write_inputs},
  NEWER_NUMBERS(velrange, velrange, 2, 2, "0 0", IN_DEFAULT, 3012,
    "Range that velocity inputs are clamped to; empty: not clamped."),
  NEWER_NUMBERS(ffrange, ffrange, 2, 2, "0 0", IN_DEFAULT, 3012,
    "Range that feedforward inputs are clamped to; empty: not clamped."))

GROUP(chart,
  {.name = "input", .kind = KIND_TEXT, NEWER(input), .flags = IN_DEFAULT, .since = 3011,
   .about = "What the controls are: expmap, a rotation vector, or quat, a quaternion.",
   .special = read_inputs, .write = write_inputs})
#undef MORE
#undef STRUCT

#define STRUCT mjsActuator
GROUP(limited,
  WORD(ctrllimited, ctrllimited, tristate, "auto", IN_DEFAULT))
#undef STRUCT

#define STRUCT mjsActuator
GROUP(posrange,
  WRITTEN(posrange, ctrlrange, 2, 2, "0 0", IN_DEFAULT, write_alias))
#undef STRUCT

#define STRUCT mjsActuator
GROUP(geared,
  NUMBERS(lengthrange, lengthrange, 2, 2, "0 0", 0),
  NUMBERS(gear,        gear,        1, 6, "1 0 0 0 0 0", IN_DEFAULT),
  NUMBERS(cranklength, cranklength, 1, 1, "0", IN_DEFAULT))
#undef STRUCT

// What the actuator acts on: sets target and trntype.
#define TRANSMISSION(name_, trn, of_) \
  SPECIAL(name_, KIND_REF, read_transmission, trn, .of = of_, .write = write_transmission)

#define STRUCT mjsActuator
GROUP(moves,
  TRANSMISSION(joint, mjTRN_JOINT, "joint"),
  TRANSMISSION(jointinparent, mjTRN_JOINTINPARENT, "joint"),
  TRANSMISSION(tendon, mjTRN_TENDON, "tendon"),
  TRANSMISSION(cranksite, mjTRN_SLIDERCRANK, "site"),
  REF(slidersite, slidersite, "site", 0))
#undef STRUCT

#define STRUCT mjsActuator
GROUP(moves_joint,
  TRANSMISSION(joint, mjTRN_JOINT, "joint"))

GROUP(gears,
  NUMBERS(gear, gear, 1, 6, "1 0 0 0 0 0", IN_DEFAULT))
#undef STRUCT

#define STRUCT mjsActuator
GROUP(moves_site,
  TRANSMISSION(site, mjTRN_SITE, "site"))
#undef STRUCT

#define STRUCT mjsActuator
GROUP(moves_refsite,
  REF(refsite, refsite, "site", 0))
#undef STRUCT

#define STRUCT mjsActuator
GROUP(moves_body,
  TRANSMISSION(body, mjTRN_BODY, "body"))
#undef STRUCT

#define STRUCT mjsActuator
GROUP(ranged,
  WRITTEN(actrange, actrange, 2, 2, "0 0", IN_DEFAULT, write_range))
#undef STRUCT

#define STRUCT mjsActuator
GROUP(dynamics,
  WORD(actlimited, actlimited, tristate, "auto", IN_DEFAULT),
  INTEGERS(actdim, actdim,     1, 1, "-1", IN_DEFAULT),
  WORD(dyntype,    dyntype,    dyntype, "none", IN_DEFAULT),
  NUMBERS(dynprm,  dynprm,     1, 10, "1 0 0 0 0 0 0 0 0 0", IN_DEFAULT),
  WORD(actearly,   actearly,   bool, "false", IN_DEFAULT))
#undef STRUCT

#define STRUCT mjsActuator
GROUP(force,
  WORD(gaintype,   gaintype, gaintype, "fixed", IN_DEFAULT),
  WORD(biastype,   biastype, biastype, "none", IN_DEFAULT),
  NUMBERS(gainprm, gainprm,  1, 10, "1 0 0 0 0 0 0 0 0 0", IN_DEFAULT),
  NUMBERS(biasprm, biasprm,  1, 10, "0 0 0 0 0 0 0 0 0 0", IN_DEFAULT))
#undef STRUCT

#define STRUCT draft
DRAFT_GROUP(servo,
  NUMBERS(kp,           actuator.kp,           1, 1, 0, IN_DEFAULT),
  NUMBERS(dampratio,    actuator.dampratio,    1, 1, 0, IN_DEFAULT),
  NUMBERS(inheritrange, actuator.inheritrange, 1, 1, "0", IN_DEFAULT))

DRAFT_GROUP(kv,
  NUMBERS(kv, actuator.kv, 1, 1, 0, IN_DEFAULT))

DRAFT_GROUP(damping,
  NUMBERS(kv, actuator.kv, 1, 1, "0", IN_DEFAULT))

DRAFT_GROUP(timeconst,
  NUMBERS(timeconst, actuator.timeconst, 1, 1, 0, IN_DEFAULT))

DRAFT_GROUP(cylinder,
  NUMBERS(area,     actuator.area,     1, 1, 0, IN_DEFAULT),
  NUMBERS(diameter, actuator.diameter, 1, 1, "-1", IN_DEFAULT),
  NUMBERS(bias,     actuator.bias,     1, 3, 0, IN_DEFAULT))

DRAFT_GROUP(muscle,
  NUMBERS(timeconst, actuator.timeconst, 2, 2, "0.01 0.04", IN_DEFAULT),
  NUMBERS(tausmooth, actuator.tausmooth, 1, 1, 0, 0),
  NUMBERS(range,     actuator.range,     2, 2, "0.75 1.05", IN_DEFAULT),
  NUMBERS(force,     actuator.force,     1, 1, "-1", IN_DEFAULT),
  NUMBERS(scale,     actuator.scale,     1, 1, "200", IN_DEFAULT),
  NUMBERS(lmin,      actuator.lmin,      1, 1, "0.5", IN_DEFAULT),
  NUMBERS(lmax,      actuator.lmax,      1, 1, "1.6", IN_DEFAULT),
  NUMBERS(vmax,      actuator.vmax,      1, 1, "1.5", IN_DEFAULT),
  NUMBERS(fpmax,     actuator.fpmax,     1, 1, "1.3", IN_DEFAULT),
  NUMBERS(fvmax,     actuator.fvmax,     1, 1, "1.2", IN_DEFAULT))

DRAFT_GROUP(integral,
  NUMBERS(ki,      actuator.ki,      1, 1, "0", IN_DEFAULT),
  NUMBERS(imax,    actuator.imax,    1, 1, "0", IN_DEFAULT),
  NUMBERS(slewmax, actuator.slewmax, 1, 1, "0", IN_DEFAULT))

DRAFT_GROUP(gains,
  NUMBERS(kp,        actuator.kp,        1, 1, 0, IN_DEFAULT),
  NUMBERS(kv,        actuator.kv,        1, 1, 0, IN_DEFAULT),
  NUMBERS(dampratio, actuator.dampratio, 1, 1, 0, IN_DEFAULT))

DRAFT_GROUP(motor_data,
  NUMBERS(motorconst, actuator.motorconst, 1, 2, "0 0", IN_DEFAULT),
  NUMBERS(resistance, actuator.resistance, 1, 1, "0", IN_DEFAULT),
  NUMBERS(nominal,    actuator.nominal,    1, 3, "0 0 0", IN_DEFAULT),
  NUMBERS(saturation, actuator.saturation, 1, 3, "0 0 0", IN_DEFAULT),
  NUMBERS(inductance, actuator.inductance, 1, 2, "0 0", IN_DEFAULT),
  NUMBERS(cogging,    actuator.cogging,    1, 3, "0 0 0", IN_DEFAULT),
  NUMBERS(controller, actuator.controller, 1, 6, "0 0 0 0 0 0", IN_DEFAULT),
  NUMBERS(thermal,    actuator.thermal,    1, 6, "0 0 0 0 0 0", IN_DEFAULT),
  NUMBERS(lugre,      actuator.lugre,      1, 5, "0 0 0 0 0", IN_DEFAULT))

DRAFT_GROUP(adhesion,
  NUMBERS(gain, actuator.gain, 1, 1, 0, IN_DEFAULT))

DRAFT_GROUP(plugged,
  TEXT(plugin,  plugin.plugin,   "", 0),
  REF(instance, plugin.instance, "plugin instance", 0))

#undef STRUCT

// clang-format on

// An actuator, and the member of <default> that sets it: all edit the one actuator of the class.
#define ACTUATOR(name_, finish_, ...)                                                    \
  static const element_row row_##name_ = {.name = #name_,                                \
                                          .cardinality = '*',                            \
                                          .group = {&common, &delayed, __VA_ARGS__},     \
                                          .read = read_element,                          \
                                          .make = make_actuator,                         \
                                          .finish = finish_,                             \
                                          .info = offsetof(mjsActuator, info)};          \
  const element_row schema_default_##name_ = {.name = #name_,                            \
                                              .cardinality = '?',                        \
                                              .group = {&common, &delayed, __VA_ARGS__}, \
                                              .read = read_default_member,               \
                                              .finish = finish_,                         \
                                              .code = offsetof(mjsDefault, actuator)};

// The same of what is newer than 3.3.7.
#define NEWER_ACTUATOR(name_, finish_, since_, about_, ...)                              \
  static const element_row row_##name_ = {.name = #name_,                                \
                                          .cardinality = '*',                            \
                                          .group = {&common, &delayed, __VA_ARGS__},     \
                                          .read = read_element,                          \
                                          .make = make_actuator,                         \
                                          .finish = finish_,                             \
                                          .since = since_,                               \
                                          .about = about_,                               \
                                          .info = offsetof(mjsActuator, info)};          \
  const element_row schema_default_##name_ = {.name = #name_,                            \
                                              .cardinality = '?',                        \
                                              .group = {&common, &delayed, __VA_ARGS__}, \
                                              .read = read_default_member,               \
                                              .finish = finish_,                         \
                                              .since = since_,                           \
                                              .about = about_,                           \
                                              .code = offsetof(mjsDefault, actuator)};

#define TO_SITE &reflected, &limited, &geared, &moves, &moves_site, &moves_refsite

ACTUATOR(general, finish_general, TO_SITE, &moves_body, &ranged, &dynamics, &force, &several)
ACTUATOR(motor, finish_motor, TO_SITE)
ACTUATOR(position, finish_position, TO_SITE, &servo, &kv, &timeconst)
ACTUATOR(velocity, finish_velocity, TO_SITE, &kv)
ACTUATOR(intvelocity, finish_intvelocity, TO_SITE, &ranged, &servo, &kv)
ACTUATOR(damper, finish_damper, &reflected, &geared, &moves, &moves_site, &moves_refsite, &damping)
ACTUATOR(cylinder, finish_cylinder, TO_SITE, &timeconst, &cylinder)
ACTUATOR(muscle, finish_muscle, &reflected, &limited, &geared, &moves, &muscle)
ACTUATOR(adhesion, finish_adhesion, &moves_body, &adhesion)
NEWER_ACTUATOR(pid, finish_pid, 3012,
               "A servo that follows a position, a velocity and a force on top of them, each a "
               "control of its own.",
               TO_SITE, &several, &posrange, &servo, &kv, &integral)
NEWER_ACTUATOR(dcmotor, finish_dcmotor, 3012,
               "A direct-current motor from the numbers of its data sheet, driven by a voltage or "
               "a controller.",
               TO_SITE, &several, &motor_data)
NEWER_ACTUATOR(
    orientation, finish_orientation, 3011,
    "A servo for all of the orientation of a ball joint, or of a site in a reference site.",
    &limited, &chart, &gears, &moves_joint, &moves_site, &moves_refsite, &gains)

static const element_row* const plugin_children[] = {&schema_config, NULL};

static const element_row row_plugin = {.name = "plugin",
                                       .cardinality = '*',
                                       .group = {&common, &delayed, &reflected, &limited, &geared,
                                                 &moves, &moves_site, &ranged, &dynamics, &plugged},
                                       .child = plugin_children,
                                       .read = read_element,
                                       .make = make_actuator,
                                       .finish = finish_plugin_actuator,
                                       .info = offsetof(mjsActuator, info)};

static const element_row* const actuator_children[] = {
    &row_general, &row_motor,       &row_position, &row_velocity, &row_intvelocity,
    &row_damper,  &row_cylinder,    &row_muscle,   &row_adhesion, &row_pid,
    &row_dcmotor, &row_orientation, &row_plugin,   NULL};

const element_row schema_actuator = {
    .name = "actuator", .cardinality = '*', .child = actuator_children, .read = read_section};
