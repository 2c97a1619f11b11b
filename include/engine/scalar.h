// Scalars, numeric constants and the macros every header uses.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Numbers of the simulation, bytes, and sizes in bytes.
typedef double mjtNum;
typedef uint8_t mjtByte;
typedef uint64_t mjtSize;

#define mjVERSION_HEADER 337
#define mjMINVAL         1E-15
#define mjUSEDOUBLE

#define mjPI        3.14159265358979323846
#define mjMAXVAL    1E+10
#define mjMINMU     1E-5
#define mjMINIMP    0.0001
#define mjMAXIMP    0.9999
#define mjNEQDATA   11
#define mjNDYN      10
#define mjNGAIN     10
#define mjNBIAS     10
#define mjNFLUID    12
#define mjNREF      2
#define mjNIMP      5
#define mjNSENS     3

#define mjMAX(a, b) (((a) > (b)) ? (a) : (b))
#define mjMIN(a, b) (((a) < (b)) ? (a) : (b))

#if defined(__GNUC__)
#define mjPRINTFLIKE(n, m) __attribute__((format(printf, n, m)))
#else
#define mjPRINTFLIKE(n, m)
#endif

// What a library shows and what it keeps.
#if defined(__GNUC__)
#define MUJOCO_HELPER_DLL_IMPORT __attribute__((visibility("default")))
#define MUJOCO_HELPER_DLL_EXPORT __attribute__((visibility("default")))
#define MUJOCO_HELPER_DLL_LOCAL  __attribute__((visibility("hidden")))
#else
#define MUJOCO_HELPER_DLL_IMPORT
#define MUJOCO_HELPER_DLL_EXPORT
#define MUJOCO_HELPER_DLL_LOCAL
#endif
#ifndef MJAPI
#define MJAPI MUJOCO_HELPER_DLL_EXPORT
#endif
#ifndef MJLOCAL
#define MJLOCAL MUJOCO_HELPER_DLL_LOCAL
#endif

// Extension points for programs written for newer headers (engine/newer): additional members at the
// ends of structs, and names of coefficients that 3.7 changed to arrays.
#ifdef ENGINE_NEWER
#include <engine/newer/fields.h>
#else
#define ENGINE_NEWER_mjResource
#define ENGINE_NEWER_mjpResourceProvider
#define ENGINE_NEWER_mjOption
#define ENGINE_NEWER_mjModel
#define ENGINE_NEWER_mjContact
#define ENGINE_NEWER_mjData
#define ENGINE_NEWER_mjsCompiler
#define ENGINE_NEWER_mjsBody
#define ENGINE_NEWER_mjsJoint
#define ENGINE_NEWER_mjsGeom
#define ENGINE_NEWER_mjsSite
#define ENGINE_NEWER_mjsCamera
#define ENGINE_NEWER_mjsLight
#define ENGINE_NEWER_mjsFlex
#define ENGINE_NEWER_mjsMesh
#define ENGINE_NEWER_mjsPair
#define ENGINE_NEWER_mjsTendon
#define ENGINE_NEWER_mjsWrap
#define ENGINE_NEWER_mjsActuator
#define ENGINE_NEWER_mjsSensor
#define ENGINE_NEWER_mjvGeom
#define ENGINE_NEWER_mjvLight
#define ENGINE_CONSTANT(name) name
#endif

#ifdef __cplusplus
}  // extern "C"
#endif
