// The types of sensors: everything that is known of one, but how it is computed and what its
// element of MJCF may say beyond its kind of object, stands in its row.
//
// The compiler, the three sensor stages, the schema and the check of models read this table.  A new
// sensor is a value of mjtSensor, a row here, and the function that the row names, in step/.
#pragma once

#include <engine/model_types.h>

// What a sensor is about: compile/sensor.c finds it, mjcf/schema_sensor.c reads its names.
typedef enum {
  ABOUT_SITE,
  ABOUT_CAMERA_SITE,  // a site, seen by a reference camera
  ABOUT_RAYS,         // a site along whose axis a ray goes, or a camera whose pixels are rays
  ABOUT_SCALAR_JOINT,
  ABOUT_BALL,
  ABOUT_LIMITED_JOINT,
  ABOUT_TENDON,
  ABOUT_LIMITED_TENDON,
  ABOUT_ACTUATOR,
  ABOUT_FRAME,     // anything with a frame; reference frame optional
  ABOUT_INERTIAL,  // the same, but elements name no reference
  ABOUT_INSIDE,    // a frame and a reference site
  ABOUT_BODY,
  ABOUT_DISTANCE,  // two bodies or geoms
  ABOUT_CONTACT,
  ABOUT_TACTILE,  // a mesh and a reference geom
  ABOUT_NOTHING,
  ABOUT_USER,  // anything or nothing, as the user says
  ABOUT_PLUGIN,
} sensor_about;

// What must be computed before its function runs.
typedef enum { NEEDS_NOTHING, NEEDS_SUBTREE_VELOCITY, NEEDS_BODY_FORCES } sensor_need;

// clang-format off
// X(type, element of MJCF, what it is about, stage, numbers, kind of data, needs, function)
// Numbers: 0 where the fields of contacts or rays, the mesh, the user or the plugin say; function: none where
// the user or a plugin computes.  The order is that of the schema.
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
  mjtStage stage;        // of users' own sensors the model says
  int dim;               // 0: see sensor_size
  mjtDataType datatype;  // of users' and plugins' the model says
  sensor_need need;
} sensor_type;

// The row of a type (mjtSensor); NULL when there is no such type.
const sensor_type* sensor_type_of(int type);

// How many numbers a sensor gives, by its type and integer parameters alone, of rays: each; 0 where
// a plugin, a mesh or the user decides, -1 when there is no such type or it asks for too many.
int sensor_size(int type, const int* intprm);

// Numbers a contact sensor gives for each contact: those of its fields (bits of mjtConDataField).
int sensor_contact_size(int fields);

// Numbers a rangefinder gives for each ray (bits 1 << engtRayData; 0: the distance).
int sensor_ray_size(int fields);
