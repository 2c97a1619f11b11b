// For programs written for version 3.12 of the API: used in place of the regular header when its
// folder comes first in the include path.  Newer features have the names of that version;
// unsupported ones cause a compile error that says what to use instead.  Numeric values are those
// of 3.3.7: write flags, state bits, types and warnings by name.  Numerical results are also those
// of 3.3.7, except for the level selected by the model or eng_setLevel.
#pragma once

#define ENGINE_NEWER
#include <string.h>

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"  // fields without size
#endif
#include <engine/engine.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#ifdef __cplusplus
extern "C" {
#endif

// ---- Names with other values, or with another name here

typedef mjtByte mjtBool;
typedef engtInput mjtCtrlInput;
#define mjINPUT_POS     engINPUT_POS
#define mjINPUT_VEL     engINPUT_VEL
#define mjINPUT_FF      engINPUT_FF
#define mjINPUT_VOLTAGE engINPUT_VOLTAGE
#define mjINPUT_NONE    engINPUT_NONE
typedef engtChart mjtCtrlChart;
#define mjCHART_EXPMAP      engCHART_EXPMAP
#define mjCHART_QUAT        engCHART_QUAT
#define mjRAYDATA_DIST      engRAYDATA_DIST
#define mjRAYDATA_DIR       engRAYDATA_DIR
#define mjRAYDATA_ORIGIN    engRAYDATA_ORIGIN
#define mjRAYDATA_POINT     engRAYDATA_POINT
#define mjRAYDATA_NORMAL    engRAYDATA_NORMAL
#define mjRAYDATA_DEPTH     engRAYDATA_DEPTH
#define mjNRAYDATA          engNRAYDATA
#define mjCAMOUT_RGB        engCAMOUT_RGB
#define mjCAMOUT_DEPTH      engCAMOUT_DEPTH
#define mjCAMOUT_NORMAL     engCAMOUT_NORMAL
#define mjCAMOUT_DIST       engCAMOUT_DISTANCE
#define mjCAMOUT_SEG        engCAMOUT_SEGMENTATION
#define mjNCAMOUT           5
#define mjPROJ_PERSPECTIVE  0
#define mjPROJ_ORTHOGRAPHIC 1
#define mjNPOLY             2
#undef mjVERSION_HEADER
#define mjVERSION_HEADER   3012001
#define mj_version()       3012001
#define mj_versionString() "3.12.0"
// history has its bit behind the others
#define mjNSTATE engNSTATE

// ---- Functions with other arguments, or other behaviour

#define mj_ray         eng_ray
#define mj_multiRay    eng_multiRay
#define mju_rayGeom    eng_rayGeom
#define mj_rayMesh     eng_rayMesh
#define mj_rayHfield   eng_rayHfield
#define mj_rayFlex     eng_rayFlex
#define mju_round      eng_round
#define mjv_moveCamera eng_moveCamera

// The dense inertia matrix.
static inline void newer_fullM(const mjModel* m, const mjData* d, mjtNum* dst) {
  mju_sym2dense(dst, d->M, m->nv, m->M_rownnz, m->M_rowadr, m->M_colind);
}

// DmDq has a column for each entry of M instead of qM.
static inline void newer_inverseFD(const mjModel* m, mjData* d, mjtNum eps, mjtByte flg_actuation,
                                   mjtNum* DfDq, mjtNum* DfDv, mjtNum* DfDa, mjtNum* DsDq,
                                   mjtNum* DsDv, mjtNum* DsDa, mjtNum* DmDq) {
  size_t nv = (size_t)m->nv, nM = (size_t)m->nM, nC = (size_t)m->nC;
  mjtNum* of_qM = DmDq ? (mjtNum*)mju_malloc(nv * nM * sizeof(mjtNum) + 1) : NULL;
  (mjd_inverseFD)(m, d, eps, flg_actuation, DfDq, DfDv, DfDa, DsDq, DsDv, DsDa, of_qM);
  for (size_t i = 0; of_qM && i < nv; i++) {
    for (size_t k = 0; k < nC; k++) DmDq[i * nC + k] = of_qM[i * nM + (size_t)m->mapM2M[k]];
  }
  mju_free(of_qM);
}

#define mj_fullM      newer_fullM
#define mjd_inverseFD newer_inverseFD

// ---- Structs allocated by programs: the newer fields are cleared as well

static inline void newer_defaultBody(mjsBody* body) {
  memset(body, 0, sizeof *body);
  (mjs_defaultBody)(body);
  body->simple = 1;
}
#define mjs_defaultBody newer_defaultBody

static inline void newer_defaultJoint(mjsJoint* joint) {
  memset(joint, 0, sizeof *joint);
  (mjs_defaultJoint)(joint);
}
#define mjs_defaultJoint newer_defaultJoint

static inline void newer_defaultGeom(mjsGeom* geom) {
  memset(geom, 0, sizeof *geom);
  (mjs_defaultGeom)(geom);
}
#define mjs_defaultGeom newer_defaultGeom

static inline void newer_defaultPair(mjsPair* pair) {
  memset(pair, 0, sizeof *pair);
  (mjs_defaultPair)(pair);
}
#define mjs_defaultPair newer_defaultPair

static inline void newer_defaultTendon(mjsTendon* tendon) {
  memset(tendon, 0, sizeof *tendon);
  (mjs_defaultTendon)(tendon);
}
#define mjs_defaultTendon newer_defaultTendon

static inline void newer_defaultActuator(mjsActuator* actuator) {
  memset(actuator, 0, sizeof *actuator);
  (mjs_defaultActuator)(actuator);
}
#define mjs_defaultActuator newer_defaultActuator

static inline void newer_defaultSensor(mjsSensor* sensor) {
  memset(sensor, 0, sizeof *sensor);
  (mjs_defaultSensor)(sensor);
}
#define mjs_defaultSensor newer_defaultSensor

// ---- Unsupported features

typedef struct {
  char none;
} mjPreContact ENGINE_REFUSAL("functions of the collision table fill mjContact here");
typedef struct {
  char none;
} mjrRendererInfo ENGINE_REFUSAL("ask glGetString, or ENGINE_RENDER in the environment");
typedef struct {
  char none;
} mjrVertexAttribute ENGINE_REFUSAL("meshes cannot be given to the renderer here");
MJAPI void mjr_defaultRendererInfo(void*)
    ENGINE_REFUSAL("ask glGetString, or ENGINE_RENDER in the environment");
MJAPI void mjr_getRendererInfo(void*)
    ENGINE_REFUSAL("ask glGetString, or ENGINE_RENDER in the environment");
extern const int mjENBL_IPC
    ENGINE_REFUSAL("the barrier for flexes (ipc, 3.14) is not offered here");
extern const int mjDSBL_MULTICCD
    ENGINE_REFUSAL("switch multiccd by mjENBL_MULTICCD of enableflags");
extern const int mjPIXEL_FORMAT_UNKNOWN ENGINE_REFUSAL(
    "pictures here are read as RGB and depth by mjr_readPixels; meshes come from the model");
extern const int mjPIXEL_FORMAT_R8 ENGINE_REFUSAL(
    "pictures here are read as RGB and depth by mjr_readPixels; meshes come from the model");
extern const int mjPIXEL_FORMAT_RGB8 ENGINE_REFUSAL(
    "pictures here are read as RGB and depth by mjr_readPixels; meshes come from the model");
extern const int mjPIXEL_FORMAT_RGBA8 ENGINE_REFUSAL(
    "pictures here are read as RGB and depth by mjr_readPixels; meshes come from the model");
extern const int mjPIXEL_FORMAT_R32F ENGINE_REFUSAL(
    "pictures here are read as RGB and depth by mjr_readPixels; meshes come from the model");
extern const int mjPIXEL_FORMAT_DEPTH32F ENGINE_REFUSAL(
    "pictures here are read as RGB and depth by mjr_readPixels; meshes come from the model");
extern const int mjPIXEL_FORMAT_KTX ENGINE_REFUSAL(
    "pictures here are read as RGB and depth by mjr_readPixels; meshes come from the model");
extern const int mjVERTEX_ATTRIBUTE_USAGE_POSITION ENGINE_REFUSAL(
    "pictures here are read as RGB and depth by mjr_readPixels; meshes come from the model");
extern const int mjVERTEX_ATTRIBUTE_USAGE_NORMAL ENGINE_REFUSAL(
    "pictures here are read as RGB and depth by mjr_readPixels; meshes come from the model");
extern const int mjVERTEX_ATTRIBUTE_USAGE_TANGENTS ENGINE_REFUSAL(
    "pictures here are read as RGB and depth by mjr_readPixels; meshes come from the model");
extern const int mjVERTEX_ATTRIBUTE_USAGE_UV ENGINE_REFUSAL(
    "pictures here are read as RGB and depth by mjr_readPixels; meshes come from the model");
extern const int mjVERTEX_ATTRIBUTE_USAGE_COLOR ENGINE_REFUSAL(
    "pictures here are read as RGB and depth by mjr_readPixels; meshes come from the model");
extern const int mjVERTEX_ATTRIBUTE_TYPE_FLOAT2 ENGINE_REFUSAL(
    "pictures here are read as RGB and depth by mjr_readPixels; meshes come from the model");
extern const int mjVERTEX_ATTRIBUTE_TYPE_FLOAT3 ENGINE_REFUSAL(
    "pictures here are read as RGB and depth by mjr_readPixels; meshes come from the model");
extern const int mjVERTEX_ATTRIBUTE_TYPE_FLOAT4 ENGINE_REFUSAL(
    "pictures here are read as RGB and depth by mjr_readPixels; meshes come from the model");
extern const int mjVERTEX_ATTRIBUTE_TYPE_UBYTE4 ENGINE_REFUSAL(
    "pictures here are read as RGB and depth by mjr_readPixels; meshes come from the model");
extern const int mjINDEX_TYPE_U16 ENGINE_REFUSAL(
    "pictures here are read as RGB and depth by mjr_readPixels; meshes come from the model");
extern const int mjINDEX_TYPE_U32 ENGINE_REFUSAL(
    "pictures here are read as RGB and depth by mjr_readPixels; meshes come from the model");
extern const int mjMESH_PRIMITIVE_TYPE_TRIANGLES ENGINE_REFUSAL(
    "pictures here are read as RGB and depth by mjr_readPixels; meshes come from the model");
extern const int mjMESH_PRIMITIVE_TYPE_LINES ENGINE_REFUSAL(
    "pictures here are read as RGB and depth by mjr_readPixels; meshes come from the model");
extern const int mjRND_DEPTH ENGINE_REFUSAL("depth is read by mjr_readPixels");

#ifdef __cplusplus
}  // extern "C"
#endif
