#include "mjcf/rows.h"
#include "mjcf/read_actuator.h"
#include "mjcf/read_newer.h"
#include "mjcf/sections.h"

// Actuators.  The shortcuts share most attributes with <general>; their other attributes are not
// fields of the actuator but arguments of mjs_setTo..., stored in the draft.
// clang-format off

#define STRUCT mjsActuator
#define ELEMENT spec_actuator
GROUP(common, ACTUATOR_COMMON_ROWS)

GROUP(delayed, ACTUATOR_DELAY_ROWS)

GROUP(reflected, ACTUATOR_REFLECTED_ROWS)

GROUP(several, ACTUATOR_INPUTS_ROWS)

GROUP(dc_inputs,
  ONE(input, more.input, 0, OWN, TEXTUAL(IN_DEFAULT) READ_BY(read_inputs) WRITTEN_BY(write_inputs)
    SINCE(3012, "Which controls it has: some of pos vel ff voltage in this order, or none.")))

GROUP(kept_limited,
  ONE(actlimited, pub.actlimited, mjLIMITED_AUTO, OWN, ONE_OF(tristate, IN_DEFAULT)
    SINCE(3011, "Whether the position is kept in actrange; auto: if there is one.")))

GROUP(chart,
  ONE(input, more.input, 0, OWN, TEXTUAL(IN_DEFAULT) READ_BY(read_inputs) WRITTEN_BY(write_inputs)
    SINCE(3011, "What the controls are: expmap, a rotation vector, or quat, a quaternion.")))

GROUP(limited, ACTUATOR_LIMITED_ROWS)

GROUP(posrange,
  WRITTEN(posrange, ctrlrange, 2, 2, "0 0", IN_DEFAULT, write_alias))

GROUP(geared, ACTUATOR_GEAR_ROWS)
#undef ELEMENT
#undef STRUCT

// The object that the actuator acts on: sets target and trntype.
#define TRANSMISSION(name_, trn, of_) \
  SPECIAL(name_, KIND_REF, read_transmission, trn, .of = of_, .write = write_transmission)

#define STRUCT mjsActuator
#define ELEMENT spec_actuator
GROUP(moves,
  TRANSMISSION(joint, mjTRN_JOINT, "joint"),
  TRANSMISSION(jointinparent, mjTRN_JOINTINPARENT, "joint"),
  TRANSMISSION(tendon, mjTRN_TENDON, "tendon"),
  TRANSMISSION(cranksite, mjTRN_SLIDERCRANK, "site"),
  REF(slidersite, slidersite, "site", 0))

GROUP(moves_joint,
  TRANSMISSION(joint, mjTRN_JOINT, "joint"))

GROUP(moves_site,
  TRANSMISSION(site, mjTRN_SITE, "site"))

GROUP(moves_refsite,
  REF(refsite, refsite, "site", 0))

GROUP(moves_body,
  TRANSMISSION(body, mjTRN_BODY, "body"))

GROUP(ranged, ACTUATOR_RANGE_ROWS)

GROUP(dynamics, ACTUATOR_DYNAMICS_ROWS)

GROUP(force, ACTUATOR_FORCE_ROWS)
#undef ELEMENT
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

// An actuator and the corresponding member of <default>: all edit the one actuator of the class.
#define ACTUATOR(name_, finish_, ...) NEWER_ACTUATOR(name_, finish_, 0, NULL, __VA_ARGS__)

// The same, with version and documentation, for actuators newer than 3.3.7.
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
ACTUATOR(intvelocity, finish_intvelocity, TO_SITE, &ranged, &kept_limited, &servo, &kv)
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
               TO_SITE, &dc_inputs, &motor_data)
NEWER_ACTUATOR(
    orientation, finish_orientation, 3011,
    "A servo for all of the orientation of a ball joint, or of a site in a reference site.",
    &limited, &chart, &moves_joint, &moves_site, &moves_refsite, &gains)

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
