// The passes over the tree, in the order they run; each fills members of the work arrays.
#pragma once

#include "compile/build.h"

// Frames: resolve orientations, nest.
void frames_resolve(build* b);

// The orientation of an element: its alternative, if it has one, in quat.
bool frame_orientation(build* b, const element* e, const mjsOrientation* alt, double quat[4]);

// Apply the element's enclosing frame, if any, to a pose.
void frame_apply(const build* b, const element* e, double pos[3], double quat[4]);

// Which meshes geoms use, and for what: before meshes are compiled.
void geoms_mark_assets(build* b);
void sites_mark_assets(build* b);

// Geoms: pose, size, bounds, mass and inertia.
void geoms_compile(build* b);
void geoms_fill(build* b);

// Bodies: pose; mass and inertia, given or of their geoms.
void bodies_compile(build* b);
void bodies_check_mass(build* b);
void bodies_fill(build* b);

// joints_check_free: of the tree as fusing leaves it.
void joints_compile(build* b);
void joints_check_free(build* b);
void joints_fill(build* b);

void sites_compile(build* b);
void cameras_compile(build* b);
void lights_compile(build* b);
void sites_fill(build* b);
void cameras_fill(build* b);
void lights_fill(build* b);

// Move the frame of free bodies to their inertial frame where that is asked for.
void align_free(build* b);

// Merge bodies that cannot move into their parents (fusestatic).
void fuse_static(build* b);

// Take out geoms that neither collide nor are referred to, and meshes that nothing left uses
// (discardvisual).
void discard_visual(build* b);

// Whether bodies have the simple kind of inertia (16.3); needs the tree as it will be.
void bodies_mark_simple(build* b);

// Bounding boxes over the geoms of each body: how many nodes they need, and building them.
void body_bvh_size(build* b);
void body_bvh_fill(build* b);
