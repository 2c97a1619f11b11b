// Sensors: one table says what each type returns, at which stage, and by which function.
#pragma once

#include <engine/model.h>

// Write the value of a sensor: sensor_dim numbers.
typedef void (*sensor_function)(const mjModel* m, mjData* d, int sensor, mjtNum* value);

// What a stage must compute before the function may run.
typedef enum {
  SENSOR_NEEDS_NOTHING,
  SENSOR_NEEDS_SUBTREE_VELOCITY,
  SENSOR_NEEDS_BODY_FORCES
} sensor_need;

typedef struct {
  mjtStage stage;        // NONE: the model says
  int dim;               // 0: the model says
  mjtDataType datatype;  // REAL also where the model says
  sensor_need need;
  sensor_function function;  // NULL: computed by the user or a plugin
} sensor_kind;

// The row of a type, or NULL when there is no such type.
const sensor_kind* sensor_kind_of(int type);

// The functions, by file.

// sensor_state.c: joints, tendons, actuators, limits, energy, clock
void sensor_joint_pos(const mjModel* m, mjData* d, int sensor, mjtNum* value);
void sensor_joint_vel(const mjModel* m, mjData* d, int sensor, mjtNum* value);
void sensor_joint_actuator_force(const mjModel* m, mjData* d, int sensor, mjtNum* value);
void sensor_ball_quat(const mjModel* m, mjData* d, int sensor, mjtNum* value);
void sensor_ball_ang_vel(const mjModel* m, mjData* d, int sensor, mjtNum* value);
void sensor_tendon_pos(const mjModel* m, mjData* d, int sensor, mjtNum* value);
void sensor_tendon_vel(const mjModel* m, mjData* d, int sensor, mjtNum* value);
void sensor_tendon_actuator_force(const mjModel* m, mjData* d, int sensor, mjtNum* value);
void sensor_actuator_pos(const mjModel* m, mjData* d, int sensor, mjtNum* value);
void sensor_actuator_vel(const mjModel* m, mjData* d, int sensor, mjtNum* value);
void sensor_actuator_force(const mjModel* m, mjData* d, int sensor, mjtNum* value);
void sensor_limit_pos(const mjModel* m, mjData* d, int sensor, mjtNum* value);
void sensor_limit_vel(const mjModel* m, mjData* d, int sensor, mjtNum* value);
void sensor_limit_force(const mjModel* m, mjData* d, int sensor, mjtNum* value);
void sensor_potential_energy(const mjModel* m, mjData* d, int sensor, mjtNum* value);
void sensor_kinetic_energy(const mjModel* m, mjData* d, int sensor, mjtNum* value);
void sensor_clock(const mjModel* m, mjData* d, int sensor, mjtNum* value);

// sensor_frame.c: frames of objects, what is mounted on sites, subtrees
void sensor_accelerometer(const mjModel* m, mjData* d, int sensor, mjtNum* value);
void sensor_velocimeter(const mjModel* m, mjData* d, int sensor, mjtNum* value);
void sensor_gyro(const mjModel* m, mjData* d, int sensor, mjtNum* value);
void sensor_force(const mjModel* m, mjData* d, int sensor, mjtNum* value);
void sensor_torque(const mjModel* m, mjData* d, int sensor, mjtNum* value);
void sensor_magnetometer(const mjModel* m, mjData* d, int sensor, mjtNum* value);
void sensor_camera_projection(const mjModel* m, mjData* d, int sensor, mjtNum* value);
void sensor_frame_pos(const mjModel* m, mjData* d, int sensor, mjtNum* value);
void sensor_frame_quat(const mjModel* m, mjData* d, int sensor, mjtNum* value);
void sensor_frame_axis(const mjModel* m, mjData* d, int sensor, mjtNum* value);
void sensor_frame_lin_vel(const mjModel* m, mjData* d, int sensor, mjtNum* value);
void sensor_frame_ang_vel(const mjModel* m, mjData* d, int sensor, mjtNum* value);
void sensor_frame_lin_acc(const mjModel* m, mjData* d, int sensor, mjtNum* value);
void sensor_frame_ang_acc(const mjModel* m, mjData* d, int sensor, mjtNum* value);
void sensor_subtree_com(const mjModel* m, mjData* d, int sensor, mjtNum* value);
void sensor_subtree_lin_vel(const mjModel* m, mjData* d, int sensor, mjtNum* value);
void sensor_subtree_ang_mom(const mjModel* m, mjData* d, int sensor, mjtNum* value);

// sensor_geometry.c: distances, volumes, rays
void sensor_rangefinder(const mjModel* m, mjData* d, int sensor, mjtNum* value);
void sensor_inside_site(const mjModel* m, mjData* d, int sensor, mjtNum* value);
void sensor_geom_distance(const mjModel* m, mjData* d, int sensor, mjtNum* value);
void sensor_geom_normal(const mjModel* m, mjData* d, int sensor, mjtNum* value);
void sensor_geom_from_to(const mjModel* m, mjData* d, int sensor, mjtNum* value);

// sensor_contact.c, sensor_tactile.c
void sensor_touch(const mjModel* m, mjData* d, int sensor, mjtNum* value);
void sensor_contact(const mjModel* m, mjData* d, int sensor, mjtNum* value);
void sensor_tactile(const mjModel* m, mjData* d, int sensor, mjtNum* value);

// Where an object is and how it is turned: body is its inertial frame, xbody its own.  Either
// pointer may be NULL.  Other than body, xbody, geom, site and camera is an mju_error.
void sensor_object_frame(const mjModel* m, const mjData* d, int objtype, int objid,
                         const mjtNum** pos, const mjtNum** mat);

// Is a world point strictly inside the volume of a site?
int sensor_site_contains(const mjModel* m, const mjData* d, int site, const mjtNum point[3]);

// Numbers per slot of a contact sensor that returns these fields (bits of mjtConDataField).
int sensor_contact_slot(int fields);
