// Forces of the medium on bodies: two models, the box of a body's inertia or the ellipsoids of its
// geoms.
#pragma once

#include <engine/data_types.h>

static inline int has_medium(const mjModel* m) {
  return m->opt.viscosity > 0 || m->opt.density > 0;
}

// Does the medium act on the ellipsoids of the body's geoms instead of on its inertia box?
int uses_ellipsoids(const mjModel* m, int body);

// Full side lengths of the box with the mass and the inertia of the body.
void inertia_box(const mjModel* m, mjtNum box[3], int body);

// An ellipsoid in the medium; coefficients as in mjModel.geom_fluid.
typedef struct {
  mjtNum density, viscosity;
  mjtNum size[3];                   // semi-axes
  mjtNum blunt_drag, slender_drag;  // coefficients
  mjtNum angular_drag, kutta_lift, magnus_lift;
  mjtNum added_mass[3];     // density x virtual mass
  mjtNum added_inertia[3];  // density x virtual inertia
  mjtNum volume;
  mjtNum mean_diameter;
  mjtNum max_area;        // of all projections
  mjtNum drag_moment[3];  // per axis, of drag about it
} fluid_ellipsoid;

fluid_ellipsoid ellipsoid_of_geom(const mjModel* m, int geom);

// Velocity (angular, linear) of an object relative to the medium, in the axes of the object.
void velocity_in_medium(const mjModel* m, const mjData* d, int objtype, int id, mjtNum vel[6]);

// qfrc += the forces of the medium on all bodies.
void add_fluid_forces(const mjModel* m, mjData* d, mjtNum* qfrc);

// Forces of the medium on the inertia box of a body, or on the ellipsoid of a geom, at the velocity
// they have: (torque, force) in the axes of box or geom.
void fluid_box_wrench(const mjModel* m, const mjData* d, int body, mjtNum wrench[6]);
void fluid_ellipsoid_wrench(const mjModel* m, const mjData* d, int geom, mjtNum wrench[6]);
