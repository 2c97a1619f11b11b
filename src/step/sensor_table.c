#include "step/sensor.h"

#define P        mjSTAGE_POS
#define V        mjSTAGE_VEL
#define A        mjSTAGE_ACC
#define REAL     mjDATATYPE_REAL
#define POSITIVE mjDATATYPE_POSITIVE
#define AXIS     mjDATATYPE_AXIS
#define QUAT     mjDATATYPE_QUATERNION
#define SUBTREE  SENSOR_NEEDS_SUBTREE_VELOCITY
#define FORCES   SENSOR_NEEDS_BODY_FORCES

static const sensor_kind kinds[] = {
    [mjSENS_TOUCH] = {A, 1, POSITIVE, 0, sensor_touch},
    [mjSENS_ACCELEROMETER] = {A, 3, REAL, FORCES, sensor_accelerometer},
    [mjSENS_VELOCIMETER] = {V, 3, REAL, 0, sensor_velocimeter},
    [mjSENS_GYRO] = {V, 3, REAL, 0, sensor_gyro},
    [mjSENS_FORCE] = {A, 3, REAL, FORCES, sensor_force},
    [mjSENS_TORQUE] = {A, 3, REAL, FORCES, sensor_torque},
    [mjSENS_MAGNETOMETER] = {P, 3, REAL, 0, sensor_magnetometer},
    [mjSENS_RANGEFINDER] = {P, 1, POSITIVE, 0, sensor_rangefinder},
    [mjSENS_CAMPROJECTION] = {P, 2, REAL, 0, sensor_camera_projection},
    [mjSENS_JOINTPOS] = {P, 1, REAL, 0, sensor_joint_pos},
    [mjSENS_JOINTVEL] = {V, 1, REAL, 0, sensor_joint_vel},
    [mjSENS_TENDONPOS] = {P, 1, REAL, 0, sensor_tendon_pos},
    [mjSENS_TENDONVEL] = {V, 1, REAL, 0, sensor_tendon_vel},
    [mjSENS_ACTUATORPOS] = {P, 1, REAL, 0, sensor_actuator_pos},
    [mjSENS_ACTUATORVEL] = {V, 1, REAL, 0, sensor_actuator_vel},
    [mjSENS_ACTUATORFRC] = {A, 1, REAL, 0, sensor_actuator_force},
    [mjSENS_JOINTACTFRC] = {A, 1, REAL, 0, sensor_joint_actuator_force},
    [mjSENS_TENDONACTFRC] = {A, 1, REAL, 0, sensor_tendon_actuator_force},
    [mjSENS_BALLQUAT] = {P, 4, QUAT, 0, sensor_ball_quat},
    [mjSENS_BALLANGVEL] = {V, 3, REAL, 0, sensor_ball_ang_vel},
    [mjSENS_JOINTLIMITPOS] = {P, 1, REAL, 0, sensor_limit_pos},
    [mjSENS_JOINTLIMITVEL] = {V, 1, REAL, 0, sensor_limit_vel},
    [mjSENS_JOINTLIMITFRC] = {A, 1, REAL, 0, sensor_limit_force},
    [mjSENS_TENDONLIMITPOS] = {P, 1, REAL, 0, sensor_limit_pos},
    [mjSENS_TENDONLIMITVEL] = {V, 1, REAL, 0, sensor_limit_vel},
    [mjSENS_TENDONLIMITFRC] = {A, 1, REAL, 0, sensor_limit_force},
    [mjSENS_FRAMEPOS] = {P, 3, REAL, 0, sensor_frame_pos},
    [mjSENS_FRAMEQUAT] = {P, 4, QUAT, 0, sensor_frame_quat},
    [mjSENS_FRAMEXAXIS] = {P, 3, AXIS, 0, sensor_frame_axis},
    [mjSENS_FRAMEYAXIS] = {P, 3, AXIS, 0, sensor_frame_axis},
    [mjSENS_FRAMEZAXIS] = {P, 3, AXIS, 0, sensor_frame_axis},
    [mjSENS_FRAMELINVEL] = {V, 3, REAL, 0, sensor_frame_lin_vel},
    [mjSENS_FRAMEANGVEL] = {V, 3, REAL, 0, sensor_frame_ang_vel},
    [mjSENS_FRAMELINACC] = {A, 3, REAL, FORCES, sensor_frame_lin_acc},
    [mjSENS_FRAMEANGACC] = {A, 3, REAL, FORCES, sensor_frame_ang_acc},
    [mjSENS_SUBTREECOM] = {P, 3, REAL, 0, sensor_subtree_com},
    [mjSENS_SUBTREELINVEL] = {V, 3, REAL, SUBTREE, sensor_subtree_lin_vel},
    [mjSENS_SUBTREEANGMOM] = {V, 3, REAL, SUBTREE, sensor_subtree_ang_mom},
    [mjSENS_INSIDESITE] = {P, 1, POSITIVE, 0, sensor_inside_site},
    [mjSENS_GEOMDIST] = {P, 1, REAL, 0, sensor_geom_distance},
    [mjSENS_GEOMNORMAL] = {P, 3, AXIS, 0, sensor_geom_normal},
    [mjSENS_GEOMFROMTO] = {P, 6, REAL, 0, sensor_geom_from_to},
    [mjSENS_CONTACT] = {A, 0, REAL, 0, sensor_contact},
    [mjSENS_E_POTENTIAL] = {P, 1, REAL, 0, sensor_potential_energy},
    [mjSENS_E_KINETIC] = {P, 1, REAL, 0, sensor_kinetic_energy},
    [mjSENS_CLOCK] = {P, 1, REAL, 0, sensor_clock},
    [mjSENS_TACTILE] = {A, 0, REAL, 0, sensor_tactile},
    [mjSENS_PLUGIN] = {mjSTAGE_NONE, 0, REAL, 0, NULL},
    [mjSENS_USER] = {mjSTAGE_NONE, 0, REAL, 0, NULL},
};

const sensor_kind* sensor_kind_of(int type) {
  return type >= 0 && type < (int)(sizeof kinds / sizeof *kinds) ? kinds + type : NULL;
}
