// The element rows that schema.c puts together, by the file that holds them.
#pragma once

#include "mjcf/schema.h"

extern const element_row schema_compiler, schema_option, schema_size, schema_visual,
    schema_statistic;                                                           // schema_scalar.c
extern const element_row schema_extension, schema_custom, schema_keyframe;      // schema_custom.c
extern const element_row schema_asset, schema_skin;                             // schema_asset.c
extern const element_row schema_worldbody, schema_body;                         // schema_body.c
extern const element_row schema_composite, schema_flexcomp, schema_deformable;  // schema_soft.c
extern const element_row schema_contact, schema_equality, schema_tendon;        // schema_link.c
extern const element_row schema_actuator;                                       // schema_actuator.c
extern const element_row schema_sensor;                                         // schema_sensor.c

// A child <plugin> of a body, geom or mesh, and the config children of any plugin element.
extern const element_row schema_plugin, schema_config;  // schema_custom.c

// Members of <default>.
extern const element_row schema_default_mesh, schema_default_material;  // schema_asset.c
extern const element_row schema_default_joint, schema_default_geom, schema_default_site,
    schema_default_camera, schema_default_light;  // schema_body.c
extern const element_row schema_default_pair, schema_default_equality,
    schema_default_tendon;                            // schema_link.c
extern const element_row schema_default_actuator[9];  // schema_actuator.c
