// Fluid forces in two models: the box with a body's inertia, or the ellipsoids of its geoms.
#pragma once

#include <engine/data_types.h>

static inline int has_medium(const mjModel* m) {
  return m->opt.viscosity > 0 || m->opt.density > 0;
}

// Whether fluid forces act on the ellipsoids of the body's geoms rather than on its inertia box.
int uses_ellipsoids(const mjModel* m, int body);

// Side lengths of the box with the mass and inertia of the body.
void inertia_box(const mjModel* m, mjtNum box[3], int body);

// An ellipsoid in the fluid; coefficients as in mjModel.geom_fluid.
typedef struct {
  mjtNum density, viscosity;
  mjtNum size[3];                   // semi-axes
  mjtNum blunt_drag, slender_drag;  // coefficients
  mjtNum angular_drag, kutta_lift, magnus_lift;
  mjtNum added_mass[3];     // density times virtual mass
  mjtNum added_inertia[3];  // density times virtual inertia
  mjtNum volume;
  mjtNum mean_diameter;
  mjtNum max_area;        // largest projected area
  mjtNum drag_moment[3];  // drag moment coefficients, per axis
} fluid_ellipsoid;

fluid_ellipsoid ellipsoid_of_geom(const mjModel* m, int geom);

// Velocity (angular, linear) of an object relative to the fluid, in the object's axes.
void velocity_in_medium(const mjModel* m, const mjData* d, int objtype, int id, mjtNum vel[6]);

// qfrc += fluid forces on all bodies.
void add_fluid_forces(const mjModel* m, mjData* d, mjtNum* qfrc);

// Fluid force (torque, force) on a body's inertia box or on a geom's ellipsoid at their present
// velocity, in the axes of the box or geom.
void fluid_box_wrench(const mjModel* m, const mjData* d, int body, mjtNum wrench[6]);
void fluid_ellipsoid_wrench(const mjModel* m, const mjData* d, int geom, mjtNum wrench[6]);
