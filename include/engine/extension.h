// API beyond version 3.3.7: levels, and newer fields of elements.
#pragma once

#include <engine/base_types.h>
#include <engine/data_types.h>
#include <engine/spec_types.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- Levels

// The bits of a level (3003 to 3014); 0 for engLEVEL_BASE and below.
MJAPI int eng_levelBits(int level);

// Select the results of a level: sets level and levelbits, and the enable flag of multiccd if the
// level has it and the model text does not set it.  Bits can be set and cleared individually
// afterwards.  Returns 0; -1 with an error of the specification when there is no such level.
MJAPI int eng_setLevel(mjSpec* s, int level);

// The name of a bit in MJCF ("jdotv"), NULL for none; and the bit with a name, 0 for none.
MJAPI const char* eng_levelName(int bit);
MJAPI int eng_levelBit(const char* name);

// ---- Warnings (3.10)
// Warnings of the last compilation and of attachments since: the first 20 of them.  NULL when there
// is none with this index.
MJAPI int mjs_numWarnings(const mjSpec* s);
MJAPI const char* mjs_getWarning(const mjSpec* s, int index);

// ---- Newer actuators
// Like mjs_setToMotor etc.; values whose arguments are NULL are kept.  ctrlspec: which inputs the
// actuator has, bits of engtInput (for orientation: engtChart); 0: the default inputs.

// A servo with position, velocity and force inputs (3.12): gain kp, damping kv or ratio of critical
// damping, integral gain ki with limit imax, and slewmax, the maximum speed of the setpoint.
MJAPI const char* mjs_setToPID(mjsActuator* actuator, double kp, double kv[1], double dampratio[1],
                               double ki[1], double imax[1], double slewmax[1], double inheritrange,
                               int ctrlspec);

// A direct-current motor (3.12).  motorconst: torque, voltage.  nominal: voltage, stall torque,
// speed without load.  saturation: torque, current, rate of current.  inductance: in henry, or as a
// time constant.  cogging: amplitude, poles, phase.  controller: kp, ki, kd, slewmax, Imax, Vmax.
// thermal: resistance, capacity, time constant, coefficient, its reference, ambient temperature.
// lugre: stiffness and damping of bristles, Coulomb and static friction, Stribeck speed.
MJAPI const char* mjs_setToDCMotor(mjsActuator* actuator, double motorconst[2], double resistance,
                                   double nominal[3], double saturation[3], double inductance[2],
                                   double cogging[3], double controller[6], double thermal[6],
                                   double lugre[5], int ctrlspec);

// A servo for the orientation of a ball joint, or of a site in its reference site (3.11).
MJAPI const char* mjs_setToOrientation(mjsActuator* actuator, double kp, double kv[1],
                                       double dampratio[1], int ctrlspec);

// The name of input k of an actuator: "pos", "rx", "qw", ...; NULL for actuators with a single
// control.
MJAPI const char* mj_actuatorInputName(const mjModel* m, int id, int input);

// Set all controls to their values after a reset: zero, unit quaternions (3.11).
MJAPI void mj_resetCtrl(const mjModel* m, mjData* d);

// ---- Histories (3.5)
// Past controls and sensor values are stored with their times where nsample is set; they are part
// of the state (mjSTATE_HISTORY, also included in mjSTATE_PHYSICS).  interp: engtInterp, or -1 for
// the model's setting.

// The delayed first control of an actuator at a time: its value one delay earlier.
MJAPI mjtNum mj_readCtrl(const mjModel* m, const mjData* d, int id, mjtNum time, int interp);

// The value of a sensor at a time: returns a pointer to it, or NULL and stores the value in result.
MJAPI const mjtNum* mj_readSensor(const mjModel* m, const mjData* d, int id, mjtNum time,
                                  mjtNum* result, int interp);

// Set a history, oldest sample first; times NULL: keep the times.  phase: time of the last sample
// of a sensor with an interval.
MJAPI void mj_initCtrlHistory(const mjModel* m, mjData* d, int id, const mjtNum* times,
                              const mjtNum* values);
MJAPI void mj_initSensorHistory(const mjModel* m, mjData* d, int id, const mjtNum* times,
                                const mjtNum* values, mjtNum phase);

// ---- States and models (3.4 to 3.11)

// The first part of mj_fwdPosition: poses of bodies and everything fixed to them, centres of mass,
// cameras, lights, flexes and tendons.
MJAPI void mj_fwdKinematics(const mjModel* m, mjData* d);

// Whether (1) a point is inside the shape of a site; for meshes inside their convex hull (3.13).
MJAPI int mj_insideSite(const mjModel* m, const mjData* d, int siteid, const mjtNum point[3]);

// Extract the parts dstsig from a vector that mj_getState wrote for srcsig, which must include
// them.
MJAPI void mj_extractState(const mjModel* m, const mjtNum* src, int srcsig, mjtNum* dst,
                           int dstsig);

// Copy parts of the state between two mjData; nothing is computed.
MJAPI void mj_copyState(const mjModel* m, const mjData* src, mjData* dst, int sig);

// Load a model from the bytes of an MJB file; NULL after a warning when they are invalid.
MJAPI mjModel* mj_loadModelBuffer(const void* buffer, int buffer_sz);

// res (n x n) from the lower triangle of a symmetric matrix, sparse; what is above its diagonal is
// not read.
MJAPI void mju_sym2dense(mjtNum* res, const mjtNum* mat, int n, const int* rownnz,
                         const int* rowadr, const int* colind);

// The nearest integer; halfway cases are rounded away from zero (mju_round since 3.11).
MJAPI int eng_round(mjtNum x);

// ---- Contacts and rays (3.5 to 3.14)

// The maximum number of contacts of two geoms.  has_margin: whether they have a margin; -1: as the
// geoms say.
MJAPI int mj_maxContact(const mjModel* m, int g1, int g2, int has_margin);

// mj_ray, mj_multiRay, mju_rayGeom, mj_rayMesh and mj_rayHfield that also return the normal at the
// hit: of unit length, outwards, whichever side the ray comes from; zero without a hit.  normal
// (nray x 3) may be NULL.
MJAPI mjtNum eng_ray(const mjModel* m, const mjData* d, const mjtNum pnt[3], const mjtNum vec[3],
                     const mjtByte* geomgroup, mjtByte flg_static, int bodyexclude, int geomid[1],
                     mjtNum normal[3]);
MJAPI void eng_multiRay(const mjModel* m, mjData* d, const mjtNum pnt[3], const mjtNum* vec,
                        const mjtByte* geomgroup, mjtByte flg_static, int bodyexclude, int* geomid,
                        mjtNum* dist, mjtNum* normal, int nray, mjtNum cutoff);
MJAPI mjtNum eng_rayGeom(const mjtNum pos[3], const mjtNum mat[9], const mjtNum size[3],
                         const mjtNum pnt[3], const mjtNum vec[3], int geomtype, mjtNum normal[3]);
MJAPI mjtNum eng_rayMesh(const mjModel* m, const mjData* d, int geomid, const mjtNum pnt[3],
                         const mjtNum vec[3], mjtNum normal[3]);
// mju_rayFlex likewise: vertices and edges are round, faces of triangles look as their order says,
// those of tetrahedra out of them.
MJAPI mjtNum eng_rayFlex(const mjModel* m, const mjData* d, int flex_layer, mjtByte flg_vert,
                         mjtByte flg_edge, mjtByte flg_face, mjtByte flg_skin, int flexid,
                         const mjtNum pnt[3], const mjtNum vec[3], int vertid[1], mjtNum normal[3]);
MJAPI mjtNum eng_rayHfield(const mjModel* m, const mjData* d, int geomid, const mjtNum pnt[3],
                           const mjtNum vec[3], mjtNum normal[3]);

// ---- Editing (3.4 to 3.10)

// The compiler options and the specification of the file that an element comes from, independent of
// attachment; mjs_getSpec returns the specification it belongs to now.
MJAPI mjsCompiler* mjs_getCompiler(const mjsElement* element);
MJAPI mjSpec* mjs_getOriginSpec(const mjsElement* element);

// The path of a tendon: how many items, each of them, its type, what it leads to (joint, site or
// geom; NULL for a pulley or where there is none of that name), the side site of a geom, the
// coefficient of a joint, the divisor of a pulley; 0 for others.
MJAPI int mjs_getWrapNum(const mjsTendon* tendonspec);
MJAPI mjsWrap* mjs_getWrap(const mjsTendon* tendonspec, int i);
MJAPI mjtWrap eng_wrapType(const mjsWrap* wrap);
MJAPI mjsElement* mjs_getWrapTarget(const mjsWrap* wrap);
MJAPI mjsSite* mjs_getWrapSideSite(const mjsWrap* wrap);
MJAPI double mjs_getWrapCoef(const mjsWrap* wrap);
MJAPI double mjs_getWrapDivisor(const mjsWrap* wrap);

// Seconds spent in the last mj_compile, by mjtCTimer; cached assets take no time.
MJAPI const double* mjs_getTimer(mjSpec* s);

// Creates what the element flexcomp creates (type and dof as in MJCF; equality 0 to 3: none, edges,
// vertices, strain), in a body with this name.  NULL, and mass, radius and inertiabox <= 0, stand
// for the defaults of flexcomp.  Pins, elasticity and contact are set in the returned flex.  NULL,
// with mjs_getError, on failure.
MJAPI mjsFlex* mjs_makeFlex(mjsBody* body, const char* name, const char* type, int dim,
                            const char* dof, const int count[3], const int cellcount[3],
                            const double spacing[3], const double scale[3], double radius,
                            double mass, double inertiabox, int equality, int rigid, int flatskin,
                            int elastic2d, const double pos[3], const double quat[4],
                            const double origin[3], const char* file, const mjVFS* vfs);

// ---- Formats of models (3.5 to 3.11)

// Decoders and encoders of model formats, selected by content type or file extension (".a|.b").
// can_decode may be NULL. encode returns the number of bytes produced, which the resource's data
// point to until close_resource; negative on failure.
typedef int (*mjfCanDecode)(const mjResource* resource);
typedef mjSpec* (*mjfDecode)(mjResource* resource, const mjVFS* vfs);
typedef int64_t (*mjfEncode)(const mjSpec* s, const mjModel* m, const mjVFS* vfs,
                             mjResource* resource);
typedef struct mjpDecoder_ {
  const char* content_type;  // as "text/xml"; may be NULL
  const char* extension;     // as ".a|.b"; may be NULL
  mjfCanDecode can_decode;   // 0: not this resource; may be NULL
  mjfDecode decode;          // a new specification; NULL on failure
} mjpDecoder;
typedef struct mjpEncoder_ {
  const char* content_type;         // as "text/xml"; may be NULL
  const char* extension;            // as ".a|.b"; may be NULL
  mjfEncode encode;                 // produces the bytes
  mjfCloseResource close_resource;  // frees them; may be NULL
} mjpEncoder;

// Registration is permanent and thread-safe; registering the same again has no effect, a different
// one with the same type or extension is an error.  Archives (MJZ: .mjz, .zip, application/zip) are
// built in.
MJAPI void mjp_defaultDecoder(mjpDecoder* decoder);
MJAPI void mjp_registerDecoder(const mjpDecoder* decoder);
MJAPI const mjpDecoder* mjp_findDecoder(const mjResource* resource, const char* content_type);
MJAPI void mjp_defaultEncoder(mjpEncoder* encoder);
MJAPI void mjp_registerEncoder(const mjpEncoder* encoder);
MJAPI const mjpEncoder* mjp_findEncoder(const char* filename, const char* content_type);

// Read a specification from a file of any known format, given by content_type or by the file
// extension: MJCF, URDF, an archive, or a decoder's.  The files of an archive are added to vfs,
// which mj_compile needs as well.
MJAPI mjSpec* mj_parse(const char* filename, const char* content_type, const mjVFS* vfs,
                       char* error, int error_sz);
MJAPI mjSpec* mju_decodeResource(mjResource* resource, const char* content_type, const mjVFS* vfs);

// Write a specification or its model in any known format: MJCF (with the numbers of the given model
// copied back first), MJB, text of the model, an archive with all files, or an encoder's format.
// With vfs the file is created there.  Returns the number of bytes, -1 on failure.
MJAPI int64_t mj_encode(const mjSpec* s, const mjModel* m, const char* filename,
                        const char* content_type, const mjVFS* vfs, char* error, int error_sz);

// Let a provider, which need not be registered, serve all names below filepath.  0; 2 when
// something is mounted there already; -1 on failure.
MJAPI int mj_mountVFS(mjVFS* vfs, const char* filepath, const mjpResourceProvider* provider);
MJAPI int mj_unmountVFS(mjVFS* vfs, const char* filepath);

// ---- Threads (3.10)

// Give the data a pool of n threads in addition to the calling thread, for collisions and islands;
// 0 removes it.  It is deleted with the data.  An error when another pool is bound.
MJAPI void mju_threadpool(mjData* d, int nthread);

// ---- Newer fields of an element, which must have been created by the library

// They live as long as the element.
MJAPI engsBody* eng_body(mjsBody* body);
MJAPI engsGeom* eng_geom(mjsGeom* geom);
MJAPI engsMesh* eng_mesh(mjsMesh* mesh);
MJAPI engsPair* eng_pair(mjsPair* pair);
MJAPI engsJoint* eng_joint(mjsJoint* joint);
MJAPI engsTendon* eng_tendon(mjsTendon* tendon);
MJAPI engsActuator* eng_actuator(mjsActuator* actuator);
MJAPI engsSensor* eng_sensor(mjsSensor* sensor);
MJAPI engsCamera* eng_camera(mjsCamera* camera);
MJAPI engsSite* eng_site(mjsSite* site);
MJAPI engsLight* eng_light(mjsLight* light);
MJAPI engsFlex* eng_flex(mjsFlex* flex);

#ifdef __cplusplus
}  // extern "C"
#endif
