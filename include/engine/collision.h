// Contacts, distances and rays.
#pragma once

#include <engine/data_types.h>
#include <engine/plugin_types.h>

#ifdef __cplusplus
extern "C" {
#endif

// The routine that collides geoms of two types, [lower][higher]; NULL where none does.  Entries may be
// replaced: a routine gets room for mjMAXCONPAIR contacts, fills dist, pos, frame[0..2] and zero or a
// hint for the first tangent in frame[3..5], and returns the number of contacts.
MJAPI extern mjfCollision mjCOLLISIONFUNC[mjNGEOMTYPES][mjNGEOMTYPES];

// Find all contacts.  In: poses of geoms, inertial frames.  Out: ncon, contact, timers; constraints of
// an earlier stage are released.  Contacts come in a fixed order: by pair of bodies, explicit pairs
// first.  When the arena is full the rest of the contacts is dropped with a warning.
MJAPI void mj_collision(const mjModel* m, mjData* d);

// Append a copy of a complete contact; releases the constraints of an earlier stage.  1 after a
// warning when the arena is full, else 0.
MJAPI int mj_addContact(const mjModel* m, mjData* d, const mjContact* con);
MJAPI mjtNum mj_geomDistance(const mjModel* m, const mjData* d, int geom1, int geom2, mjtNum distmax, mjtNum fromto[6]);
MJAPI void mj_multiRay(const mjModel* m, mjData* d, const mjtNum pnt[3], const mjtNum* vec, const mjtByte* geomgroup, mjtByte flg_static, int bodyexclude, int* geomid, mjtNum* dist, int nray, mjtNum cutoff);
MJAPI mjtNum mj_ray(const mjModel* m, const mjData* d, const mjtNum pnt[3], const mjtNum vec[3], const mjtByte* geomgroup, mjtByte flg_static, int bodyexclude, int geomid[1]);
MJAPI mjtNum mj_rayHfield(const mjModel* m, const mjData* d, int geomid, const mjtNum pnt[3], const mjtNum vec[3]);
MJAPI mjtNum mj_rayMesh(const mjModel* m, const mjData* d, int geomid, const mjtNum pnt[3], const mjtNum vec[3]);
MJAPI mjtNum mju_rayGeom(const mjtNum pos[3], const mjtNum mat[9], const mjtNum size[3], const mjtNum pnt[3], const mjtNum vec[3], int geomtype);
MJAPI mjtNum mju_rayFlex(const mjModel* m, const mjData* d, int flex_layer, mjtByte flg_vert, mjtByte flg_edge, mjtByte flg_face, mjtByte flg_skin, int flexid, const mjtNum* pnt, const mjtNum* vec, int vertid[1]);
MJAPI mjtNum mju_raySkin(int nface, int nvert, const int* face, const float* vert, const mjtNum pnt[3], const mjtNum vec[3], int vertid[1]);
MJAPI const mjpPlugin* mjc_getSDF(const mjModel* m, int id);
MJAPI mjtNum mjc_distance(const mjModel* m, const mjData* d, const mjSDF* s, const mjtNum x[3]);
MJAPI void mjc_gradient(const mjModel* m, const mjData* d, const mjSDF* s, mjtNum gradient[3], const mjtNum x[3]);

#ifdef __cplusplus
}  // extern "C"
#endif
