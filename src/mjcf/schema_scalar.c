#include "mjcf/rows.h"
#include "mjcf/read_scalar.h"
#include "mjcf/sections.h"

// Sections of scalars: all their attributes are fields of the specification itself.
#define STRUCT mjSpec

// clang-format off

GROUP(compiler,
  WORD(autolimits,            compiler.autolimits,        bool, "true", 0),
  NUMBERS(boundmass,          compiler.boundmass,         1, 1, "0", 0),
  NUMBERS(boundinertia,       compiler.boundinertia,      1, 1, "0", 0),
  NUMBERS(settotalmass,       compiler.settotalmass,      1, 1, "-1", 0),
  WORD(balanceinertia,        compiler.balanceinertia,    bool, "false", 0),
  WORD(strippath,             strippath,                  bool, "false", 0),
  WORD(fitaabb,               compiler.fitaabb,           bool, "false", 0),
  SPECIAL(coordinate, KIND_WORD, read_coordinate, 0, .words = &words_coordinate, .min = 1, .max = 1,
          .fallback = "local"),
  WRITTEN_WORD(angle,         compiler.degree,            angle, "degree", 0, write_radian),
  SPECIAL(eulerseq, KIND_TEXT, read_eulerseq, 0, .fallback = "xyz"),
  SPECIAL(assetdir, KIND_TEXT, read_assetdir, 0, .fallback = ""),
  TEXT(meshdir,               compiler.meshdir,           "", 0),
  TEXT(texturedir,            compiler.texturedir,        "", 0),
  WORD(discardvisual,         compiler.discardvisual,     bool, "false", 0),
  WORD(usethread,             compiler.usethread,         bool, "true", 0),
  WORD(fusestatic,            compiler.fusestatic,        bool, "false", 0),
  WORD(inertiafromgeom,       compiler.inertiafromgeom,   tristate, "auto", 0),
  INTEGERS(inertiagrouprange, compiler.inertiagrouprange, 2, 2, "0 5", 0),
  WORD(alignfree,             compiler.alignfree,         bool, "false", 0),
  WORD(saveinertial,          compiler.saveinertial,      bool, "false", 0),
  { .name = "conflict", .kind = KIND_WORD, FIELD(conflict), .min = 1, .max = 1,
    .words = &words_conflict, .fallback = "warning", .since = 3010, .about =
    "What becomes of options that differ when a model is attached: those of this one are kept and a warning "
    "tells it, they are merged, or where both were given it is an error." },
  SPECIAL(level, KIND_TEXT, read_level, 0, .fallback = "3.3.7", .write = write_level,
          .since = engLEVEL_BASE, .about =
    "Version whose results are asked for, then changes to have or not to have besides, such as "
    "3.14 -boxbox or 3.3.7 +jdotv."))

GROUP(lengthrange,
  WORD(mode,         compiler.LRopt.mode,        lengthrange_mode, "muscle", 0),
  WORD(useexisting,  compiler.LRopt.useexisting, bool, "true", 0),
  WORD(uselimit,     compiler.LRopt.uselimit,    bool, "false", 0),
  NUMBERS(accel,     compiler.LRopt.accel,       1, 1, "20", 0),
  NUMBERS(maxforce,  compiler.LRopt.maxforce,    1, 1, "0", 0),
  NUMBERS(timeconst, compiler.LRopt.timeconst,   1, 1, "1", 0),
  NUMBERS(timestep,  compiler.LRopt.timestep,    1, 1, "0.01", 0),
  NUMBERS(inttotal,  compiler.LRopt.inttotal,    1, 1, "10", 0),
  NUMBERS(interval,  compiler.LRopt.interval,    1, 1, "2", 0),
  NUMBERS(tolrange,  compiler.LRopt.tolrange,    1, 1, "0.05", 0))

GROUP(option,
  NUMBERS(timestep,           option.timestep,          1, 1, "0.002", 0),
  NUMBERS(impratio,           option.impratio,          1, 1, "1", 0),
  NUMBERS(tolerance,          option.tolerance,         1, 1, "1e-08", 0),
  NUMBERS(ls_tolerance,       option.ls_tolerance,      1, 1, "0.01", 0),
  NUMBERS(noslip_tolerance,   option.noslip_tolerance,  1, 1, "1e-06", 0),
  NUMBERS(ccd_tolerance,      option.ccd_tolerance,     1, 1, "1e-06", 0),
  { .name = "sleep_tolerance", .kind = KIND_REAL, FIELD(ext.sleep_tolerance), .min = 1, .max = 1,
    .fallback = "0.001", .since = 3004, .about =
    "A tree may fall asleep when all of it is slower than this, in m/s; rotations count with the "
    "length of the body." },
  NUMBERS(gravity,            option.gravity,           3, 3, "0 0 -9.81", 0),
  NUMBERS(wind,               option.wind,              3, 3, "0 0 0", 0),
  NUMBERS(magnetic,           option.magnetic,          3, 3, "0 -0.5 0", 0),
  NUMBERS(density,            option.density,           1, 1, "0", 0),
  NUMBERS(viscosity,          option.viscosity,         1, 1, "0", 0),
  NUMBERS(o_margin,           option.o_margin,          1, 1, "0", 0),
  NUMBERS(o_solref,           option.o_solref,          1, 2, "0.02 1", 0),
  NUMBERS(o_solimp,           option.o_solimp,          1, 5, "0.9 0.95 0.001 0.5 2", 0),
  NUMBERS(o_friction,         option.o_friction,        1, 5, "1 1 0.005 0.0001 0.0001", 0),
  WORD(integrator,            option.integrator,        integrator, "Euler", 0),
  WORD(cone,                  option.cone,              cone, "pyramidal", 0),
  WORD(jacobian,              option.jacobian,          jacobian, "auto", 0),
  WORD(solver,                option.solver,            solver, "Newton", 0),
  INTEGERS(iterations,        option.iterations,        1, 1, "100", 0),
  INTEGERS(ls_iterations,     option.ls_iterations,     1, 1, "50", 0),
  INTEGERS(noslip_iterations, option.noslip_iterations, 1, 1, "0", 0),
  INTEGERS(ccd_iterations,    option.ccd_iterations,    1, 1, "35", 0),
  INTEGERS(sdf_iterations,    option.sdf_iterations,    1, 1, "10", 0),
  INTEGERS(sdf_initpoints,    option.sdf_initpoints,    1, 1, "40", 0),
  SPECIAL(actuatorgroupdisable, KIND_INT, read_groups_disabled, 0, .max = 31,
          .write = write_groups_disabled))

#define FLAG(name, function, write_, bit, fallback_)                                         \
  SPECIAL(name, KIND_WORD, function, bit, .words = &words_onoff, .min = 1, .max = 1, \
          .fallback = fallback_, .write = write_)
#define DISABLE(name, bit) \
  FLAG(name, read_disable_flag, write_disable_flag, bit, "enable")
#define ENABLE(name, bit) \
  FLAG(name, read_enable_flag, write_enable_flag, bit, "disable")

GROUP(flag,
  DISABLE(constraint, mjDSBL_CONSTRAINT),
  DISABLE(equality, mjDSBL_EQUALITY),
  DISABLE(frictionloss, mjDSBL_FRICTIONLOSS),
  DISABLE(limit, mjDSBL_LIMIT),
  DISABLE(contact, mjDSBL_CONTACT),
  DISABLE(spring, mjDSBL_SPRING),
  DISABLE(damper, mjDSBL_DAMPER),
  DISABLE(gravity, mjDSBL_GRAVITY),
  DISABLE(clampctrl, mjDSBL_CLAMPCTRL),
  DISABLE(warmstart, mjDSBL_WARMSTART),
  DISABLE(filterparent, mjDSBL_FILTERPARENT),
  DISABLE(actuation, mjDSBL_ACTUATION),
  DISABLE(refsafe, mjDSBL_REFSAFE),
  DISABLE(sensor, mjDSBL_SENSOR),
  DISABLE(midphase, mjDSBL_MIDPHASE),
  DISABLE(eulerdamp, mjDSBL_EULERDAMP),
  DISABLE(autoreset, mjDSBL_AUTORESET),
  DISABLE(nativeccd, mjDSBL_NATIVECCD),
  DISABLE(island, mjDSBL_ISLAND),
  ENABLE(override, mjENBL_OVERRIDE),
  ENABLE(energy, mjENBL_ENERGY),
  ENABLE(fwdinv, mjENBL_FWDINV),
  ENABLE(invdiscrete, mjENBL_INVDISCRETE),
  ENABLE(multiccd, mjENBL_MULTICCD),
  SPECIAL(sleep, KIND_WORD, read_enable_flag, mjENBL_SLEEP, .words = &words_onoff, .min = 1,
          .max = 1, .fallback = "disable", .write = write_enable_flag, .since = 3004, .about =
    "Trees at rest fall asleep: they cost next to nothing until something wakes them."),
  SPECIAL(diagexact, KIND_WORD, read_enable_flag, mjENBL_DIAGEXACT, .words = &words_onoff, .min = 1,
          .max = 1, .fallback = "disable", .write = write_enable_flag, .since = 3009, .about =
    "The softness of constraints follows from the exact diagonal of J M^-1 J', not from what it is taken to be "
    "at qpos0."))

#define HARD(name_, about_) \
  { .name = #name_, .kind = KIND_REAL, FIELD(ext.hard.name_), .min = 1, .max = 1, \
    .since = engLEVEL_BASE, .about = about_ }

GROUP(hard,
  HARD(erpequality, "Part of a violation of equalities that a step corrects, 0 to 1; negative: what solref amounts to."),
  HARD(erplimit, "Part of a violation of limits that a step corrects, as erpequality."),
  HARD(erpcontact, "Part of the depth of contacts that a step corrects, as erpequality."),
  HARD(penetration, "Depth of contacts that is not corrected, in metres; negative: a distance to keep."),
  HARD(maxvelocity, "Most velocity of corrections."),
  HARD(restitution, "Of all contacts, 0 to 1; negative: what their solref amounts to."),
  HARD(bouncevelocity, "Contacts that are slower do not bounce; negative: twice what gravity gives in a step."),
  HARD(compliance, "Times the softness of the soft model; 0 is hard."),
  HARD(rmin, "Softness of equalities, of all rows in the barrier model, relative to their inverse mass; negative: 1e-6, barrier 1e-3."),
  HARD(proximal, "ADMM: weight of the proximal term."),
  HARD(rho, "ADMM: penalty to start with."),
  { .name = "rhorule", .kind = KIND_WORD, FIELD(ext.hard.rhorule), .min = 1, .max = 1,
    .words = &words_hard_rho, .since = engLEVEL_BASE, .about =
    "ADMM: how the penalty is adapted: not, by its residuals, by these and the spectrum." },
  HARD(relaxation, "Sweeps: how far impulses move at the beginning, 0 to 1."),
  HARD(decay, "Sweeps: factor of the relaxation where they do not converge."),
  HARD(minrelaxation, "Sweeps: the least relaxation."),
  HARD(kappa, "Barrier: its weight, in joules."))

GROUP(size,
  SPECIAL(memory, KIND_TEXT, read_memory, 0, .fallback = NULL, .write = write_memory),
  INTEGERS(njmax,          njmax,          1, 1, "-1", 0),
  INTEGERS(nconmax,        nconmax,        1, 1, "-1", 0),
  INTEGERS(nstack,         nstack,         1, 1, "-1", 0),
  INTEGERS(nuserdata,      nuserdata,      1, 1, "0", 0),
  INTEGERS(nkey,           nkey,           1, 1, "0", 0),
  INTEGERS(nuser_body,     nuser_body,     1, 1, "-1", 0),
  INTEGERS(nuser_jnt,      nuser_jnt,      1, 1, "-1", 0),
  INTEGERS(nuser_geom,     nuser_geom,     1, 1, "-1", 0),
  INTEGERS(nuser_site,     nuser_site,     1, 1, "-1", 0),
  INTEGERS(nuser_cam,      nuser_cam,      1, 1, "-1", 0),
  INTEGERS(nuser_tendon,   nuser_tendon,   1, 1, "-1", 0),
  INTEGERS(nuser_actuator, nuser_actuator, 1, 1, "-1", 0),
  INTEGERS(nuser_sensor,   nuser_sensor,   1, 1, "-1", 0))

GROUP(visual_global,
  INTEGERS(cameraid,     visual.global.cameraid,         1, 1, "-1", 0),
  WORD(orthographic,     visual.global.orthographic,     bool, "false", 0),
  NUMBERS(fovy,          visual.global.fovy,             1, 1, "45", 0),
  NUMBERS(ipd,           visual.global.ipd,              1, 1, "0.068", 0),
  NUMBERS(azimuth,       visual.global.azimuth,          1, 1, "90", 0),
  NUMBERS(elevation,     visual.global.elevation,        1, 1, "-45", 0),
  NUMBERS(linewidth,     visual.global.linewidth,        1, 1, "1", 0),
  NUMBERS(glow,          visual.global.glow,             1, 1, "0.3", 0),
  INTEGERS(offwidth,     visual.global.offwidth,         1, 1, "640", 0),
  INTEGERS(offheight,    visual.global.offheight,        1, 1, "480", 0),
  NUMBERS(realtime,      visual.global.realtime,         1, 1, "1", 0),
  WORD(ellipsoidinertia, visual.global.ellipsoidinertia, bool, "false", 0),
  WORD(bvactive,         visual.global.bvactive,         bool, "true", 0))

GROUP(visual_quality,
  INTEGERS(shadowsize, visual.quality.shadowsize, 1, 1, "4096", 0),
  INTEGERS(offsamples, visual.quality.offsamples, 1, 1, "4", 0),
  INTEGERS(numslices,  visual.quality.numslices,  1, 1, "28", 0),
  INTEGERS(numstacks,  visual.quality.numstacks,  1, 1, "16", 0),
  INTEGERS(numquads,   visual.quality.numquads,   1, 1, "4", 0))

GROUP(visual_headlight,
  NUMBERS(ambient,  visual.headlight.ambient,  3, 3, "0.1 0.1 0.1", 0),
  NUMBERS(diffuse,  visual.headlight.diffuse,  3, 3, "0.4 0.4 0.4", 0),
  NUMBERS(specular, visual.headlight.specular, 3, 3, "0.5 0.5 0.5", 0),
  INTEGERS(active,  visual.headlight.active,   1, 1, "1", 0))

GROUP(visual_map,
  NUMBERS(stiffness,      visual.map.stiffness,      1, 1, "100", 0),
  NUMBERS(stiffnessrot,   visual.map.stiffnessrot,   1, 1, "500", 0),
  NUMBERS(force,          visual.map.force,          1, 1, "0.005", 0),
  NUMBERS(torque,         visual.map.torque,         1, 1, "0.1", 0),
  NUMBERS(alpha,          visual.map.alpha,          1, 1, "0.3", 0),
  NUMBERS(fogstart,       visual.map.fogstart,       1, 1, "3", 0),
  NUMBERS(fogend,         visual.map.fogend,         1, 1, "10", 0),
  NUMBERS(znear,          visual.map.znear,          1, 1, "0.01", 0),
  NUMBERS(zfar,           visual.map.zfar,           1, 1, "50", 0),
  NUMBERS(haze,           visual.map.haze,           1, 1, "0.3", 0),
  NUMBERS(shadowclip,     visual.map.shadowclip,     1, 1, "1", 0),
  NUMBERS(shadowscale,    visual.map.shadowscale,    1, 1, "0.6", 0),
  NUMBERS(actuatortendon, visual.map.actuatortendon, 1, 1, "2", 0))

GROUP(visual_scale,
  NUMBERS(forcewidth,     visual.scale.forcewidth,     1, 1, "0.1", 0),
  NUMBERS(contactwidth,   visual.scale.contactwidth,   1, 1, "0.3", 0),
  NUMBERS(contactheight,  visual.scale.contactheight,  1, 1, "0.1", 0),
  NUMBERS(connect,        visual.scale.connect,        1, 1, "0.2", 0),
  NUMBERS(com,            visual.scale.com,            1, 1, "0.4", 0),
  NUMBERS(camera,         visual.scale.camera,         1, 1, "0.3", 0),
  NUMBERS(light,          visual.scale.light,          1, 1, "0.3", 0),
  NUMBERS(selectpoint,    visual.scale.selectpoint,    1, 1, "0.2", 0),
  NUMBERS(jointlength,    visual.scale.jointlength,    1, 1, "1", 0),
  NUMBERS(jointwidth,     visual.scale.jointwidth,     1, 1, "0.1", 0),
  NUMBERS(actuatorlength, visual.scale.actuatorlength, 1, 1, "0.7", 0),
  NUMBERS(actuatorwidth,  visual.scale.actuatorwidth,  1, 1, "0.2", 0),
  NUMBERS(framelength,    visual.scale.framelength,    1, 1, "1", 0),
  NUMBERS(framewidth,     visual.scale.framewidth,     1, 1, "0.1", 0),
  NUMBERS(constraint,     visual.scale.constraint,     1, 1, "0.1", 0),
  NUMBERS(slidercrank,    visual.scale.slidercrank,    1, 1, "0.2", 0),
  NUMBERS(frustum,        visual.scale.frustum,        1, 1, "10", 0))

GROUP(visual_rgba,
  NUMBERS(fog,              visual.rgba.fog,              4, 4, "0 0 0 1", 0),
  NUMBERS(haze,             visual.rgba.haze,             4, 4, "1 1 1 1", 0),
  NUMBERS(force,            visual.rgba.force,            4, 4, "1 0.5 0.5 1", 0),
  NUMBERS(inertia,          visual.rgba.inertia,          4, 4, "0.8 0.2 0.2 0.6", 0),
  NUMBERS(joint,            visual.rgba.joint,            4, 4, "0.2 0.6 0.8 1", 0),
  NUMBERS(actuator,         visual.rgba.actuator,         4, 4, "0.2 0.25 0.2 1", 0),
  NUMBERS(actuatornegative, visual.rgba.actuatornegative, 4, 4, "0.2 0.6 0.9 1", 0),
  NUMBERS(actuatorpositive, visual.rgba.actuatorpositive, 4, 4, "0.9 0.4 0.2 1", 0),
  NUMBERS(com,              visual.rgba.com,              4, 4, "0.9 0.9 0.9 1", 0),
  NUMBERS(camera,           visual.rgba.camera,           4, 4, "0.6 0.9 0.6 1", 0),
  NUMBERS(light,            visual.rgba.light,            4, 4, "0.6 0.6 0.9 1", 0),
  NUMBERS(selectpoint,      visual.rgba.selectpoint,      4, 4, "0.9 0.9 0.1 1", 0),
  NUMBERS(connect,          visual.rgba.connect,          4, 4, "0.2 0.2 0.8 1", 0),
  NUMBERS(contactpoint,     visual.rgba.contactpoint,     4, 4, "0.9 0.6 0.2 1", 0),
  NUMBERS(contactforce,     visual.rgba.contactforce,     4, 4, "0.7 0.9 0.9 1", 0),
  NUMBERS(contactfriction,  visual.rgba.contactfriction,  4, 4, "0.9 0.8 0.4 1", 0),
  NUMBERS(contacttorque,    visual.rgba.contacttorque,    4, 4, "0.9 0.7 0.9 1", 0),
  NUMBERS(contactgap,       visual.rgba.contactgap,       4, 4, "0.5 0.8 0.9 1", 0),
  NUMBERS(rangefinder,      visual.rgba.rangefinder,      4, 4, "1 1 0.1 1", 0),
  NUMBERS(constraint,       visual.rgba.constraint,       4, 4, "0.9 0 0 1", 0),
  NUMBERS(slidercrank,      visual.rgba.slidercrank,      4, 4, "0.5 0.3 0.8 1", 0),
  NUMBERS(crankbroken,      visual.rgba.crankbroken,      4, 4, "0.9 0 0 1", 0),
  NUMBERS(frustum,          visual.rgba.frustum,          4, 4, "1 1 0 0.2", 0),
  NUMBERS(bv,               visual.rgba.bv,               4, 4, "0 1 0 0.5", 0),
  NUMBERS(bvactive,         visual.rgba.bvactive,         4, 4, "1 0 0 0.5", 0))

GROUP(statistic,
  NUMBERS(meaninertia, stat.meaninertia, 1, 1, 0, 0),
  NUMBERS(meanmass,    stat.meanmass,    1, 1, 0, 0),
  NUMBERS(meansize,    stat.meansize,    1, 1, 0, 0),
  NUMBERS(extent,      stat.extent,      1, 1, 0, 0),
  NUMBERS(center,      stat.center,      3, 3, 0, 0))

// clang-format on

#define SCALARS(row, name_, cardinality_, group_, child_, finish_) \
  const element_row row = {.name = name_,                          \
                           .cardinality = cardinality_,            \
                           .group = {group_},                      \
                           .child = child_,                        \
                           .read = read_element,                   \
                           .make = make_spec,                      \
                           .finish = finish_};
#define PART(name, group, finish) static SCALARS(part_##name, #name, '?', group, NULL, finish)

PART(lengthrange, &lengthrange, NULL)
static const element_row* const compiler_parts[] = {&part_lengthrange, NULL};
SCALARS(schema_compiler, "compiler", '*', &compiler, compiler_parts, NULL)

PART(flag, &flag, NULL)
static const element_row part_hard = {
    .name = "hard",
    .cardinality = '?',
    .group = {&hard},
    .read = read_element,
    .make = make_spec,
    .since = engLEVEL_BASE,
    .about = "Parameters of the solvers of hard contact: option/solver from PGS-CCP to barrier."};
static const element_row* const option_parts[] = {&part_flag, &part_hard, NULL};
SCALARS(schema_option, "option", '*', &option, option_parts, finish_option)

SCALARS(schema_size, "size", '*', &size, NULL, finish_size)

PART(global, &visual_global, finish_global)
PART(quality, &visual_quality, NULL)
PART(headlight, &visual_headlight, NULL)
PART(map, &visual_map, finish_map)
PART(scale, &visual_scale, NULL)
PART(rgba, &visual_rgba, NULL)
static const element_row* const visual_parts[] = {
    &part_global, &part_quality, &part_headlight, &part_map, &part_scale, &part_rgba, NULL};
SCALARS(schema_visual, "visual", '*', NULL, visual_parts, NULL)

SCALARS(schema_statistic, "statistic", '*', &statistic, NULL, finish_statistic)
