// Contacts, distances and rays.
#pragma once

#include <engine/data_types.h>
#include <engine/plugin_types.h>

#ifdef __cplusplus
extern "C" {
#endif

// The routine that collides geoms of two types, [lower][higher]; NULL where none does.  Entries may
// be replaced: a routine gets room for mjMAXCONPAIR contacts, fills dist, pos, frame[0..2] and zero
// or a hint for the first tangent in frame[3..5], and returns the number of contacts.
// Those without a direction, or at a place that is no number, are dropped.
MJAPI extern mjfCollision mjCOLLISIONFUNC[mjNGEOMTYPES][mjNGEOMTYPES];

// Find all contacts.  In: poses of geoms, inertial frames.  Out: ncon, contact, timers; constraints
// of an earlier stage are released.  Contacts come in a fixed order: by pair of bodies, explicit
// pairs first.  When the arena is full the rest of the contacts is dropped with a warning.
MJAPI void mj_collision(const mjModel* m, mjData* d);

// Append a copy of a complete contact; releases the constraints of an earlier stage.  1 after a
// warning when the arena is full, else 0.
MJAPI int mj_addContact(const mjModel* m, mjData* d, const mjContact* con);
// ---- distance

// Signed distance of two geoms, negative when they overlap, distmax when they are farther apart or
// no routine collides their types.  fromto (or NULL): the nearest or deepest points of geom1 and
// geom2; zero when the distance is distmax.  Filters, margins and explicit pairs do not matter.
MJAPI mjtNum mj_geomDistance(const mjModel* m, const mjData* d, int geom1, int geom2,
                             mjtNum distmax, mjtNum fromto[6]);

// ---- rays pnt + t vec: the smallest t >= 0 at which they hit, -1 when they do not.  vec need not
// be of unit length; t is in units of it.  A vec of no length hits nothing, after a warning.

// All geoms: id of the one that is hit in geomid (or NULL), -1 for none.  Hidden are: geoms of the
// body bodyexclude (-1: none), invisible ones (alpha 0), those fixed to the world unless
// flg_static, those of groups with geomgroup[group] == 0 (NULL: no group).
MJAPI mjtNum mj_ray(const mjModel* m, const mjData* d, const mjtNum pnt[3], const mjtNum vec[3],
                    const mjtByte* geomgroup, mjtByte flg_static, int bodyexclude, int geomid[1]);

// The same for nray directions (nray x 3) from one point.  Geoms whose bounding sphere is farther
// than cutoff are not hit.  geomid (or NULL) and dist hold nray.
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

// A flex as it is drawn: its vertices as spheres, its edges as capsules (then no vertices), its
// faces, which are thin; with flg_skin edges and outermost faces.  Of tetrahedra the faces of layer
// flex_layer count, or with flg_skin those of layer 0.  vertid (or NULL) becomes the vertex of the
// flex nearest to the hit, among those of what is hit.
MJAPI mjtNum mju_rayFlex(const mjModel* m, const mjData* d, int flex_layer, mjtByte flg_vert,
                         mjtByte flg_edge, mjtByte flg_face, mjtByte flg_skin, int flexid,
                         const mjtNum pnt[3], const mjtNum vec[3], int vertid[1]);

// ---- signed distance fields

// The plugin that gives the distance of an SDF geom; NULL when it has an octree instead.
MJAPI const mjpPlugin* mjc_getSDF(const mjModel* m, int id);

// Distance and gradient, at x in the frame of the first, of one geom or of a function of two:
// plugin[i] (or NULL), id[i] (instance of the plugin, else geom), geomtype[i]; relpos and relmat
// are the pose of the first in the frame of the second.
MJAPI mjtNum mjc_distance(const mjModel* m, const mjData* d, const mjSDF* s, const mjtNum x[3]);
MJAPI void mjc_gradient(const mjModel* m, const mjData* d, const mjSDF* s, mjtNum gradient[3],
                        const mjtNum x[3]);

#ifdef __cplusplus
}  // extern "C"
#endif
