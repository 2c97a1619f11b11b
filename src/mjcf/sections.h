// The element rows used by schema.c, by file.
#pragma once

#include "mjcf/schema.h"

// schema_scalar.c
extern const element_row schema_compiler, schema_option, schema_size, schema_visual,
    schema_statistic;

// schema_custom.c; plugin: a child of bodies, geoms and meshes; config: a child of all plugin
// elements
extern const element_row schema_extension, schema_custom, schema_keyframe, schema_plugin,
    schema_config;

// schema_asset.c
extern const element_row schema_asset, schema_skin, schema_default_mesh, schema_default_material;

// schema_body.c
extern const element_row schema_worldbody, schema_body, schema_default_joint, schema_default_geom,
    schema_default_site, schema_default_camera, schema_default_light;

// schema_soft.c
extern const element_row schema_composite, schema_flexcomp, schema_flex, schema_deformable;

// schema_link.c
extern const element_row schema_contact, schema_equality, schema_tendon, schema_default_pair,
    schema_default_equality, schema_default_tendon;

// schema_actuator.c
extern const element_row schema_actuator, schema_default_general, schema_default_motor,
    schema_default_position, schema_default_velocity, schema_default_intvelocity,
    schema_default_damper, schema_default_cylinder, schema_default_muscle, schema_default_adhesion,
    schema_default_pid, schema_default_dcmotor, schema_default_orientation;

// schema_sensor.c
extern const element_row schema_sensor;
