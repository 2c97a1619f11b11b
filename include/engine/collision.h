// Contacts, distances and rays.
#pragma once

#include <engine/data_types.h>
#include <engine/plugin_types.h>

#ifdef __cplusplus
extern "C" {
#endif

// The collision routine for two geom types, [lower][higher]; NULL where there is none.  Entries may
// be replaced: a routine gets room for mjMAXCONPAIR contacts, fills dist, pos, frame[0..2] and in
// frame[3..5] zero or a hint for the first tangent, and returns the number of contacts.  Contacts
// without direction or with NaN are dropped.
MJAPI extern mjfCollision mjCOLLISIONFUNC[mjNGEOMTYPES][mjNGEOMTYPES];

// Find all contacts.  In: poses of geoms, inertial frames.  Out: ncon, contact, timers; constraints
// of an earlier stage are released.  Contacts have a fixed order: by pair of bodies, explicit pairs
// first.  When the arena is full the remaining contacts are dropped with a warning.
MJAPI void mj_collision(const mjModel* m, mjData* d);

// Append a copy of a complete contact; releases the constraints of an earlier stage.  1 after a
// warning when the arena is full, else 0.
MJAPI int mj_addContact(const mjModel* m, mjData* d, const mjContact* con);
// ---- distance

// Signed distance of two geoms: negative when they overlap; distmax when they are farther apart or
// no routine exists for their types.  fromto (may be NULL): the nearest or deepest points of geom1
// and geom2; zero when the result is distmax. Filters, margins and explicit pairs have no effect.
MJAPI mjtNum mj_geomDistance(const mjModel* m, const mjData* d, int geom1, int geom2,
                             mjtNum distmax, mjtNum fromto[6]);

// ---- rays pnt + t vec: return the smallest t >= 0 of a hit, -1 for none.  vec need not be of unit
// length; t is in units of its length.  A zero vec hits nothing, after a warning.

// All geoms: geomid (may be NULL) receives the id of the geom hit, -1 for none.  Excluded are:
// geoms of body bodyexclude (-1: none), invisible ones (alpha 0), static ones unless flg_static,
// and those of groups with geomgroup[group] == 0 (geomgroup NULL: none).
MJAPI mjtNum mj_ray(const mjModel* m, const mjData* d, const mjtNum pnt[3], const mjtNum vec[3],
                    const mjtByte* geomgroup, mjtByte flg_static, int bodyexclude, int geomid[1]);

// The same for nray directions (nray x 3) from one point.  Geoms whose bounding sphere is beyond
// cutoff are ignored. geomid (may be NULL) and dist have nray elements.
MJAPI void mj_multiRay(const mjModel* m, mjData* d, const mjtNum pnt[3], const mjtNum* vec,
                       const mjtByte* geomgroup, mjtByte flg_static, int bodyexclude, int* geomid,
                       mjtNum* dist, int nray, mjtNum cutoff);

// One geom of type height field, mesh.
MJAPI mjtNum mj_rayHfield(const mjModel* m, const mjData* d, int geomid, const mjtNum pnt[3],
                          const mjtNum vec[3]);
MJAPI mjtNum mj_rayMesh(const mjModel* m, const mjData* d, int geomid, const mjtNum pnt[3],
                        const mjtNum vec[3]);

// A plane, sphere, capsule, ellipsoid, cylinder or box with pose and size.
MJAPI mjtNum mju_rayGeom(const mjtNum pos[3], const mjtNum mat[9], const mjtNum size[3],
                         const mjtNum pnt[3], const mjtNum vec[3], int geomtype);

// The triangles of a skin in the world; vertid (or NULL) becomes the corner nearest to the hit.
MJAPI mjtNum mju_raySkin(int nface, int nvert, const int* face, const float* vert,
                         const mjtNum pnt[3], const mjtNum vec[3], int vertid[1]);

// A flex as it is drawn: its vertices as spheres; its edges as capsules (then without vertices);
// its faces, without thickness; with flg_skin its edges and outermost faces.  For tetrahedra the
// faces of layer flex_layer are used, with flg_skin those of layer 0.  vertid (may be NULL)
// receives the nearest vertex of the element that was hit.
MJAPI mjtNum mju_rayFlex(const mjModel* m, const mjData* d, int flex_layer, mjtByte flg_vert,
                         mjtByte flg_edge, mjtByte flg_face, mjtByte flg_skin, int flexid,
                         const mjtNum pnt[3], const mjtNum vec[3], int vertid[1]);

// ---- signed distance fields

// The plugin that gives the distance of an SDF geom; NULL when it has an octree instead.
MJAPI const mjpPlugin* mjc_getSDF(const mjModel* m, int id);

// Distance and gradient, at x in the frame of the first shape, of one shape or of a combination of
// two: plugin[i] (may be NULL), id[i] (instance of the plugin, else geom), geomtype[i]; relpos and
// relmat are the pose of the first in the frame of the second.
MJAPI mjtNum mjc_distance(const mjModel* m, const mjData* d, const mjSDF* s, const mjtNum x[3]);
MJAPI void mjc_gradient(const mjModel* m, const mjData* d, const mjSDF* s, mjtNum gradient[3],
                        const mjtNum x[3]);

#ifdef __cplusplus
}  // extern "C"
#endif
