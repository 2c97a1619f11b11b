// The passes over the tree, in the order they run; each fills members of the work arrays.
#pragma once

#include "compile/build.h"

// Resolve the orientations of frames and compose nested frames.
void frames_resolve(build* b);

// Orientation of an element; an alternative orientation, if given, replaces quat.
bool frame_orientation(build* b, const element* e, const mjsOrientation* alt, double quat[4]);

// Transform a pose by the element's enclosing frame, if any.
void frame_apply(const build* b, const element* e, double pos[3], double quat[4]);

// Mark the meshes that geoms use, before meshes are compiled.
void geoms_mark_assets(build* b);
void sites_mark_assets(build* b);

// Pose, size, bounds, mass and inertia of geoms.
void geoms_compile(build* b);
void geoms_fill(build* b);

// Pose of bodies; mass and inertia, explicit or from geoms.
void bodies_compile(build* b);
void bodies_check_mass(build* b);
void bodies_fill(build* b);

// joints_check_free runs after static bodies have been fused.
void joints_compile(build* b);
void joints_check_free(build* b);
void joints_fill(build* b);

void sites_compile(build* b);
void cameras_compile(build* b);
void lights_compile(build* b);
void sites_fill(build* b);
void cameras_fill(build* b);
void lights_fill(build* b);

// Move the frame of free bodies to their inertial frame where requested.
void align_free(build* b);

// Merge fixed bodies into their parents (fusestatic).
void fuse_static(build* b);

// Remove geoms that neither collide nor are referred to, and meshes that are no longer used
// (discardvisual).
void discard_visual(build* b);

// Mark bodies with simple inertia (mjModel.body_simple); needs the final tree.
void bodies_mark_simple(build* b);

// Bounding volume hierarchies of the geoms of each body: number of nodes; building them.
void body_bvh_size(build* b);
void body_bvh_fill(build* b);
