#include "mjcf/keywords.h"

#include <string.h>

#include <engine/hard.h>

#include "model/joint_type.h"
#include "model/solver_type.h"

int keyword_value(const keywords* words, const char* text, int missing) {
  for (int i = 0; i < words->n; i++) {
    if (strcmp(words->row[i].word, text) == 0) return words->row[i].value;
  }
  return missing;
}

#define WORDS(name, ...)                              \
  static const keyword name##_rows[] = {__VA_ARGS__}; \
  const keywords words_##name = {name##_rows, sizeof name##_rows / sizeof *name##_rows};

WORDS(tristate, {"false", 0}, {"true", 1}, {"auto", 2})
WORDS(angle, {"radian", 0}, {"degree", 1})
WORDS(biastype, {"none", mjBIAS_NONE}, {"affine", mjBIAS_AFFINE}, {"muscle", mjBIAS_MUSCLE},
      {"user", mjBIAS_USER}, {"dcmotor", mjBIAS_DCMOTOR}, {"so3", mjBIAS_SO3})
WORDS(sleep, {"auto", mjSLEEP_AUTO}, {"never", mjSLEEP_NEVER}, {"allowed", mjSLEEP_ALLOWED},
      {"init", mjSLEEP_INIT})
WORDS(conflict, {"warning", mjCONFLICT_WARNING}, {"merge", mjCONFLICT_MERGE},
      {"error", mjCONFLICT_ERROR})
WORDS(simple, {"false", 0}, {"auto", 1})
WORDS(interp, {"zoh", engINTERP_ZOH}, {"linear", engINTERP_LINEAR}, {"cubic", engINTERP_CUBIC})
WORDS(bool, {"false", 0}, {"true", 1})
WORDS(texture_builtin, {"none", mjBUILTIN_NONE}, {"gradient", mjBUILTIN_GRADIENT},
      {"checker", mjBUILTIN_CHECKER}, {"flat", mjBUILTIN_FLAT})
WORDS(camlight_mode, {"fixed", mjCAMLIGHT_FIXED}, {"track", mjCAMLIGHT_TRACK},
      {"trackcom", mjCAMLIGHT_TRACKCOM}, {"targetbody", mjCAMLIGHT_TARGETBODY},
      {"targetbodycom", mjCAMLIGHT_TARGETBODYCOM})
WORDS(colorspace, {"auto", mjCOLORSPACE_AUTO}, {"linear", mjCOLORSPACE_LINEAR},
      {"sRGB", mjCOLORSPACE_SRGB})
WORDS(composite_type, {"particle", 0}, {"grid", 1}, {"rope", 3}, {"loop", 4}, {"cable", 2},
      {"cloth", 5})
WORDS(contact_data, {"found", mjCONDATA_FOUND}, {"force", mjCONDATA_FORCE},
      {"torque", mjCONDATA_TORQUE}, {"dist", mjCONDATA_DIST}, {"pos", mjCONDATA_POS},
      {"normal", mjCONDATA_NORMAL}, {"tangent", mjCONDATA_TANGENT})
WORDS(projection, {"perspective", 0}, {"orthographic", 1})
WORDS(camera_output, {"rgb", 0}, {"depth", 1}, {"distance", 2}, {"normal", 3}, {"segmentation", 4})
WORDS(ray_data, {"dist", engRAYDATA_DIST}, {"dir", engRAYDATA_DIR}, {"origin", engRAYDATA_ORIGIN},
      {"point", engRAYDATA_POINT}, {"normal", engRAYDATA_NORMAL}, {"depth", engRAYDATA_DEPTH})
WORDS(cone, {"pyramidal", mjCONE_PYRAMIDAL}, {"elliptic", mjCONE_ELLIPTIC})
WORDS(coordinate, {"local", 0}, {"global", 1})
WORDS(datatype, {"real", mjDATATYPE_REAL}, {"positive", mjDATATYPE_POSITIVE},
      {"axis", mjDATATYPE_AXIS}, {"quaternion", mjDATATYPE_QUATERNION})
WORDS(dyntype, {"none", mjDYN_NONE}, {"integrator", mjDYN_INTEGRATOR}, {"filter", mjDYN_FILTER},
      {"filterexact", mjDYN_FILTEREXACT}, {"muscle", mjDYN_MUSCLE}, {"user", mjDYN_USER},
      {"dcmotor", mjDYN_DCMOTOR}, {"pid", mjDYN_PID})
WORDS(elastic2d, {"none", 0}, {"bend", 1}, {"stretch", 2}, {"both", 3})
WORDS(onoff, {"disable", 0}, {"enable", 1})
WORDS(flexcomp_type, {"grid", 0}, {"box", 1}, {"cylinder", 2}, {"ellipsoid", 3}, {"square", 4},
      {"disc", 5}, {"circle", 6}, {"mesh", 7}, {"gmsh", 8}, {"direct", 9})
WORDS(flexcomp_dof, {"full", 0}, {"radial", 1}, {"trilinear", 2}, {"quadratic", 3})
WORDS(flex_order, {"trilinear", 1}, {"quadratic", 2})
WORDS(flexcomp_equality, {"false", 0}, {"true", 1}, {"vert", 2}, {"strain", 3})
WORDS(flex_selfcollide, {"none", mjFLEXSELF_NONE}, {"narrow", mjFLEXSELF_NARROW},
      {"bvh", mjFLEXSELF_BVH}, {"sap", mjFLEXSELF_SAP}, {"auto", mjFLEXSELF_AUTO})
WORDS(fluidshape, {"none", 0}, {"ellipsoid", 1})
WORDS(gaintype, {"fixed", mjGAIN_FIXED}, {"affine", mjGAIN_AFFINE}, {"muscle", mjGAIN_MUSCLE},
      {"user", mjGAIN_USER}, {"dcmotor", mjGAIN_DCMOTOR}, {"so3", mjGAIN_SO3}, {"pid", mjGAIN_PID})
WORDS(geom_type, {"plane", mjGEOM_PLANE}, {"hfield", mjGEOM_HFIELD}, {"sphere", mjGEOM_SPHERE},
      {"capsule", mjGEOM_CAPSULE}, {"ellipsoid", mjGEOM_ELLIPSOID}, {"cylinder", mjGEOM_CYLINDER},
      {"box", mjGEOM_BOX}, {"mesh", mjGEOM_MESH}, {"sdf", mjGEOM_SDF})
WORDS(integrator, {"Euler", mjINT_EULER}, {"RK4", mjINT_RK4}, {"implicit", mjINT_IMPLICIT},
      {"implicitfast", mjINT_IMPLICITFAST}, {"discrete", mjINT_DISCRETE},
      {"midpoint", engINT_MIDPOINT})
WORDS(jacobian, {"dense", mjJAC_DENSE}, {"sparse", mjJAC_SPARSE}, {"auto", mjJAC_AUTO})
WORDS(composite_joint_kind, {"main", 0})
#define JOINT_WORD(type, word, nq, nv) {#word, mjJNT_##type},
WORDS(joint_type, JOINT_TYPES(JOINT_WORD))
WORDS(light_type, {"spot", mjLIGHT_SPOT}, {"directional", mjLIGHT_DIRECTIONAL},
      {"point", mjLIGHT_POINT}, {"image", mjLIGHT_IMAGE})
WORDS(lengthrange_mode, {"none", mjLRMODE_NONE}, {"muscle", mjLRMODE_MUSCLE},
      {"muscleuser", mjLRMODE_MUSCLEUSER}, {"all", mjLRMODE_ALL})
WORDS(texture_mark, {"none", mjMARK_NONE}, {"edge", mjMARK_EDGE}, {"cross", mjMARK_CROSS},
      {"random", mjMARK_RANDOM})
WORDS(mesh_builtin, {"none", mjMESH_BUILTIN_NONE}, {"sphere", mjMESH_BUILTIN_SPHERE},
      {"hemisphere", mjMESH_BUILTIN_HEMISPHERE}, {"cone", mjMESH_BUILTIN_CONE},
      {"supertorus", mjMESH_BUILTIN_SUPERTORUS}, {"supersphere", mjMESH_BUILTIN_SUPERSPHERE},
      {"wedge", mjMESH_BUILTIN_WEDGE}, {"plate", mjMESH_BUILTIN_PLATE})
WORDS(mesh_collision, {"convex", engCOLLISION_CONVEX}, {"decompose", engCOLLISION_DECOMPOSE},
      {"sdf", engCOLLISION_SDF})
WORDS(mesh_inertia, {"convex", mjMESH_INERTIA_CONVEX}, {"legacy", mjMESH_INERTIA_LEGACY},
      {"exact", mjMESH_INERTIA_EXACT}, {"shell", mjMESH_INERTIA_SHELL})
WORDS(contact_reduce, {"none", 0}, {"mindist", 1}, {"maxforce", 2}, {"netforce", 3})
WORDS(composite_curve, {"s", 0}, {"cos(s)", 1}, {"sin(s)", 2}, {"0", 3})
#define SOLVER_WORD(number, word, ...) {word, number},
WORDS(solver, SOLVER_TYPES(SOLVER_WORD))
WORDS(hard_rho, {"fixed", engRHO_FIXED}, {"linear", engRHO_LINEAR}, {"spectral", engRHO_SPECTRAL})
WORDS(needstage, {"none", mjSTAGE_NONE}, {"pos", mjSTAGE_POS}, {"vel", mjSTAGE_VEL},
      {"acc", mjSTAGE_ACC})
WORDS(texture_role, {"rgb", mjTEXROLE_RGB}, {"occlusion", mjTEXROLE_OCCLUSION},
      {"roughness", mjTEXROLE_ROUGHNESS}, {"metallic", mjTEXROLE_METALLIC},
      {"normal", mjTEXROLE_NORMAL}, {"opacity", mjTEXROLE_OPACITY},
      {"emissive", mjTEXROLE_EMISSIVE}, {"rgba", mjTEXROLE_RGBA}, {"orm", mjTEXROLE_ORM})
WORDS(texture_type, {"2d", mjTEXTURE_2D}, {"cube", mjTEXTURE_CUBE}, {"skybox", mjTEXTURE_SKYBOX})
WORDS(objtype, {"body", mjOBJ_BODY}, {"xbody", mjOBJ_XBODY}, {"joint", mjOBJ_JOINT},
      {"dof", mjOBJ_DOF}, {"geom", mjOBJ_GEOM}, {"site", mjOBJ_SITE}, {"camera", mjOBJ_CAMERA},
      {"light", mjOBJ_LIGHT}, {"flex", mjOBJ_FLEX}, {"mesh", mjOBJ_MESH}, {"skin", mjOBJ_SKIN},
      {"hfield", mjOBJ_HFIELD}, {"texture", mjOBJ_TEXTURE}, {"material", mjOBJ_MATERIAL},
      {"pair", mjOBJ_PAIR}, {"exclude", mjOBJ_EXCLUDE}, {"equality", mjOBJ_EQUALITY},
      {"tendon", mjOBJ_TENDON}, {"actuator", mjOBJ_ACTUATOR}, {"sensor", mjOBJ_SENSOR},
      {"numeric", mjOBJ_NUMERIC}, {"text", mjOBJ_TEXT}, {"tuple", mjOBJ_TUPLE}, {"key", mjOBJ_KEY},
      {"plugin", mjOBJ_PLUGIN}, {"frame", mjOBJ_FRAME})
