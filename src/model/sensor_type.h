// The sensor types.  A row holds all that is known of a type, except the computation and the
// attributes of its MJCF element beyond the object reference.
//
// The compiler, the three sensor stages, the schema and the model check read this table.  A new
// sensor is a value of mjtSensor, a row here, and the function named in the row, in step/.
#pragma once

#include <engine/model_types.h>

// What a sensor refers to: resolved by compile/sensor.c, read by mjcf/schema_sensor.c.
typedef enum {
  ABOUT_SITE,
  ABOUT_CAMERA_SITE,  // a site, seen by a camera
  ABOUT_RAYS,         // a site whose z axis is the ray, or a camera with a ray per pixel
  ABOUT_SCALAR_JOINT,
  ABOUT_BALL,
  ABOUT_LIMITED_JOINT,
  ABOUT_TENDON,
  ABOUT_LIMITED_TENDON,
  ABOUT_ACTUATOR,
  ABOUT_FRAME,     // any object with a frame; reference frame optional
  ABOUT_INERTIAL,  // the same, but the MJCF element has no reference
  ABOUT_INSIDE,    // an object with a frame, and a reference site
  ABOUT_BODY,
  ABOUT_DISTANCE,  // two bodies or geoms
  ABOUT_CONTACT,
  ABOUT_TACTILE,  // a mesh, and a reference geom
  ABOUT_NOTHING,
  ABOUT_USER,  // any object or none
  ABOUT_PLUGIN,
} sensor_about;

// What must have been computed before the sensor's function is called.
typedef enum { NEEDS_NOTHING, NEEDS_SUBTREE_VELOCITY, NEEDS_BODY_FORCES } sensor_need;

// clang-format off
// X(type, MJCF element, what it refers to, stage, numbers, data type, needs, function)
// Numbers: 0 where they depend on contact or ray fields, a mesh, the user or a plugin.
// Function: none where the user or a plugin computes it.  The order is that of the schema.
#define SENSOR_TYPES(X) \
  X(TOUCH,          touch,             SITE,           ACC, 1, POSITIVE,   NOTHING,          touch) \
  X(ACCELEROMETER,  accelerometer,     SITE,           ACC, 3, REAL,       BODY_FORCES,      accelerometer) \
  X(VELOCIMETER,    velocimeter,       SITE,           VEL, 3, REAL,       NOTHING,          velocimeter) \
  X(GYRO,           gyro,              SITE,           VEL, 3, REAL,       NOTHING,          gyro) \
  X(FORCE,          force,             SITE,           ACC, 3, REAL,       BODY_FORCES,      force) \
  X(TORQUE,         torque,            SITE,           ACC, 3, REAL,       BODY_FORCES,      torque) \
  X(MAGNETOMETER,   magnetometer,      SITE,           POS, 3, REAL,       NOTHING,          magnetometer) \
  X(CAMPROJECTION,  camprojection,     CAMERA_SITE,    POS, 2, REAL,       NOTHING,          camera_projection) \
  X(RANGEFINDER,    rangefinder,       RAYS,           POS, 0, POSITIVE,   NOTHING,          rangefinder) \
  X(JOINTPOS,       jointpos,          SCALAR_JOINT,   POS, 1, REAL,       NOTHING,          joint_pos) \
  X(JOINTVEL,       jointvel,          SCALAR_JOINT,   VEL, 1, REAL,       NOTHING,          joint_vel) \
  X(TENDONPOS,      tendonpos,         TENDON,         POS, 1, REAL,       NOTHING,          tendon_pos) \
  X(TENDONVEL,      tendonvel,         TENDON,         VEL, 1, REAL,       NOTHING,          tendon_vel) \
  X(ACTUATORPOS,    actuatorpos,       ACTUATOR,       POS, 1, REAL,       NOTHING,          actuator_pos) \
  X(ACTUATORVEL,    actuatorvel,       ACTUATOR,       VEL, 1, REAL,       NOTHING,          actuator_vel) \
  X(ACTUATORFRC,    actuatorfrc,       ACTUATOR,       ACC, 1, REAL,       NOTHING,          actuator_force) \
  X(JOINTACTFRC,    jointactuatorfrc,  SCALAR_JOINT,   ACC, 1, REAL,       NOTHING,          joint_actuator_force) \
  X(TENDONACTFRC,   tendonactuatorfrc, TENDON,         ACC, 1, REAL,       NOTHING,          tendon_actuator_force) \
  X(BALLQUAT,       ballquat,          BALL,           POS, 4, QUATERNION, NOTHING,          ball_quat) \
  X(BALLANGVEL,     ballangvel,        BALL,           VEL, 3, REAL,       NOTHING,          ball_ang_vel) \
  X(JOINTLIMITPOS,  jointlimitpos,     LIMITED_JOINT,  POS, 1, REAL,       NOTHING,          limit_pos) \
  X(JOINTLIMITVEL,  jointlimitvel,     LIMITED_JOINT,  VEL, 1, REAL,       NOTHING,          limit_vel) \
  X(JOINTLIMITFRC,  jointlimitfrc,     LIMITED_JOINT,  ACC, 1, REAL,       NOTHING,          limit_force) \
  X(TENDONLIMITPOS, tendonlimitpos,    LIMITED_TENDON, POS, 1, REAL,       NOTHING,          limit_pos) \
  X(TENDONLIMITVEL, tendonlimitvel,    LIMITED_TENDON, VEL, 1, REAL,       NOTHING,          limit_vel) \
  X(TENDONLIMITFRC, tendonlimitfrc,    LIMITED_TENDON, ACC, 1, REAL,       NOTHING,          limit_force) \
  X(FRAMEPOS,       framepos,          FRAME,          POS, 3, REAL,       NOTHING,          frame_pos) \
  X(FRAMEQUAT,      framequat,         FRAME,          POS, 4, QUATERNION, NOTHING,          frame_quat) \
  X(FRAMEXAXIS,     framexaxis,        FRAME,          POS, 3, AXIS,       NOTHING,          frame_axis) \
  X(FRAMEYAXIS,     frameyaxis,        FRAME,          POS, 3, AXIS,       NOTHING,          frame_axis) \
  X(FRAMEZAXIS,     framezaxis,        FRAME,          POS, 3, AXIS,       NOTHING,          frame_axis) \
  X(FRAMELINVEL,    framelinvel,       FRAME,          VEL, 3, REAL,       NOTHING,          frame_lin_vel) \
  X(FRAMEANGVEL,    frameangvel,       FRAME,          VEL, 3, REAL,       NOTHING,          frame_ang_vel) \
  X(FRAMELINACC,    framelinacc,       INERTIAL,       ACC, 3, REAL,       BODY_FORCES,      frame_lin_acc) \
  X(FRAMEANGACC,    frameangacc,       INERTIAL,       ACC, 3, REAL,       BODY_FORCES,      frame_ang_acc) \
  X(SUBTREECOM,     subtreecom,        BODY,           POS, 3, REAL,       NOTHING,          subtree_com) \
  X(SUBTREELINVEL,  subtreelinvel,     BODY,           VEL, 3, REAL,       SUBTREE_VELOCITY, subtree_lin_vel) \
  X(SUBTREEANGMOM,  subtreeangmom,     BODY,           VEL, 3, REAL,       SUBTREE_VELOCITY, subtree_ang_mom) \
  X(INSIDESITE,     insidesite,        INSIDE,         POS, 1, POSITIVE,   NOTHING,          inside_site) \
  X(GEOMDIST,       distance,          DISTANCE,       POS, 1, REAL,       NOTHING,          geom_distance) \
  X(GEOMNORMAL,     normal,            DISTANCE,       POS, 3, AXIS,       NOTHING,          geom_normal) \
  X(GEOMFROMTO,     fromto,            DISTANCE,       POS, 6, REAL,       NOTHING,          geom_from_to) \
  X(CONTACT,        contact,           CONTACT,        ACC, 0, REAL,       NOTHING,          contact) \
  X(E_POTENTIAL,    e_potential,       NOTHING,        POS, 1, REAL,       NOTHING,          potential_energy) \
  X(E_KINETIC,      e_kinetic,         NOTHING,        POS, 1, REAL,       NOTHING,          kinetic_energy) \
  X(CLOCK,          clock,             NOTHING,        POS, 1, REAL,       NOTHING,          clock) \
  X(USER,           user,              USER,           ACC, 0, REAL,       NOTHING,          none) \
  X(TACTILE,        tactile,           TACTILE,        ACC, 0, REAL,       NOTHING,          tactile) \
  X(PLUGIN,         plugin,            PLUGIN,         ACC, 0, REAL,       NOTHING,          none)
// clang-format on

typedef struct {
  const char* element;
  sensor_about about;
  mjtStage stage;        // for user sensors the model's value counts
  int dim;               // 0: see sensor_size
  mjtDataType datatype;  // for user and plugin sensors the model's value counts
  sensor_need need;
} sensor_type;

// The row of a type (mjtSensor); NULL when there is no such type.
const sensor_type* sensor_type_of(int type);

// The dimension of a sensor by its type and integer parameters (for ray sensors: per ray).  0 where
// a plugin, a mesh or the user decides; -1 for an invalid type or when the dimension would
// overflow.
int sensor_size(int type, const int* intprm);

// Numbers per contact of a contact sensor, by its fields (bits of mjtConDataField).
int sensor_contact_size(int fields);

// Numbers per ray of a rangefinder, by its fields (bits 1 << engtRayData; 0: the distance).
int sensor_ray_size(int fields);
