// The keywords of MJCF attributes.
#pragma once

#include "mjcf/schema.h"

extern const keywords words_tristate, words_angle, words_biastype, words_bool,
    words_texture_builtin, words_camlight_mode, words_colorspace, words_composite_type,
    words_contact_data, words_projection, words_camera_output, words_ray_data, words_cone,
    words_coordinate, words_datatype, words_dyntype, words_elastic2d, words_onoff,
    words_flexcomp_type, words_flexcomp_dof, words_flexcomp_equality, words_flex_order,
    words_flex_selfcollide, words_fluidshape, words_gaintype, words_geom_type, words_integrator,
    words_interp, words_sleep, words_conflict, words_simple, words_jacobian,
    words_composite_joint_kind, words_joint_type, words_light_type, words_lengthrange_mode,
    words_texture_mark, words_mesh_builtin, words_mesh_inertia, words_mesh_collision,
    words_contact_reduce, words_composite_curve, words_solver, words_hard_rho, words_needstage,
    words_texture_role, words_texture_type, words_objtype;
