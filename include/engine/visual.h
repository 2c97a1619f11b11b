// The abstract scene: from a model and its data to a list of shapes, lights and cameras that a
// renderer can draw; and what a mouse does to it.  Nothing here needs a display.
//
// Two spaces: that of the model, in which mjData lives, and the room, in which scene cameras stand.
// They are the same unless mjvScene.enabletransform is set.
#pragma once

#include <engine/visual_types.h>

#ifdef __cplusplus
extern "C" {
#endif

// --- names --------------------------------------------------------------------------------------

// What an mjtLabel and an mjtFrame is called.
MJAPI extern const char* mjLABELSTRING[mjNLABEL];
MJAPI extern const char* mjFRAMESTRING[mjNFRAME];

// Of every visualisation flag (mjtVisFlag) and rendering flag (mjtRndFlag): its name, "1" if it is
// on at first, the key that toggles it ("" for none).
MJAPI extern const char* mjVISSTRING[mjNVISFLAG][3];
MJAPI extern const char* mjRNDSTRING[mjNRNDFLAG][3];

// --- defaults -----------------------------------------------------------------------------------

// A free camera two units from the origin, and one that shows the whole model as its visual/global
// section asks.
MJAPI void mjv_defaultCamera(mjvCamera* cam);
MJAPI void mjv_defaultFreeCamera(const mjModel* m, mjvCamera* cam);

// Nothing selected.
MJAPI void mjv_defaultPerturb(mjvPerturb* pert);

// Groups 0 to 2 and the flags that mjVISSTRING says; no labels, no frames.
MJAPI void mjv_defaultOption(mjvOption* opt);

// An empty figure with a legend, both axes labelled and a colour for every line.
MJAPI void mjv_defaultFigure(mjvFigure* fig);

// --- life of a scene ----------------------------------------------------------------------------

// An empty scene without memory: what a scene must be before its first mjv_makeScene.
MJAPI void mjv_defaultScene(mjvScene* scn);

// Free what the scene holds, then allocate room for maxgeom geoms and for the flexes and skins of
// the model (or NULL).  Never allocates again: mjv_updateScene fills what is there.
MJAPI void mjv_makeScene(const mjModel* m, mjvScene* scn, int maxgeom);

// Free what the scene holds and make it empty; NULL is a no-op.
MJAPI void mjv_freeScene(mjvScene* scn);

// --- filling it ---------------------------------------------------------------------------------

// Everything anew: geoms, camera, lights, flexes, skins, of the categories in catmask (bits of
// mjtCatBit).  d must have been through mj_forward.  pert and cam may be NULL.  A scene too small
// for all geoms has status 1 and holds the first ones; d counts mjWARN_VGEOMFULL.  Planes without
// end are centred on the camera of the call before.
MJAPI void mjv_updateScene(const mjModel* m, mjData* d, const mjvOption* opt,
                           const mjvPerturb* pert, mjvCamera* cam, int catmask, mjvScene* scn);

// The geoms alone, after those that are there already; pert may be NULL.
//
// Shapes that only scenes have, in the frame of pos and mat: arrows and lines go along z for the
// length size[2], ARROW1 without a wider head, ARROW2 with two, size[0] the radius or the width in
// pixels; a LINEBOX is the edges of a box; a TRIANGLE has corners at the origin, at size[0] along x
// and at size[1] along y, axes that need not be orthogonal; a LABEL is its text; FLEX and SKIN
// stand for the buffers of the scene.  dataid: of meshes twice their id, plus 1 for the convex
// hull; of planes their number among all planes.
MJAPI void mjv_addGeoms(const mjModel* m, mjData* d, const mjvOption* opt, const mjvPerturb* pert,
                        int catmask, mjvScene* scn);

// The headlight, which stands at the scene's camera, and the active lights of the model.  An error
// when there is a headlight and the camera was never set.
MJAPI void mjv_makeLights(const mjModel* m, const mjData* d, mjvScene* scn);

// The cameras of both eyes; turns the room transform off.  A tracking camera gets its lookat.  No
// change for user cameras; an error for bodies and cameras that do not exist.
MJAPI void mjv_updateCamera(const mjModel* m, const mjData* d, mjvCamera* cam, mjvScene* scn);

// Vertices and normals of all skins in groups 0 to 2.  mjv_updateScene does it for any groups, so
// this one warns that it is not needed.
MJAPI void mjv_updateSkin(const mjModel* m, const mjData* d, mjvScene* scn);

// A geom of a type with the given size, pose and colour; each may be NULL for a default.  Capsules
// and cylinders have their half-length in size[2].  objtype, objid, category and segid are not
// touched.
MJAPI void mjv_initGeom(mjvGeom* geom, int type, const mjtNum size[3], const mjtNum pos[3],
                        const mjtNum mat[9], const float rgba[4]);

// Make an initialised geom lead from one point to another: type, size, pos and mat of a capsule,
// cylinder, arrow (three types) or line; an error for other types.  The width is in pixels for
// lines, else a radius.
MJAPI void mjv_connector(mjvGeom* geom, int type, mjtNum width, const mjtNum from[3],
                         const mjtNum to[3]);

// --- room and model -----------------------------------------------------------------------------

// A pose of one space in the other.  With scale and translation at once these are not inverse to
// each other: to the room it is scale (translate + R p), back from it R' (p - translate) / scale.
// An error when the scale is not positive.
MJAPI void mjv_room2model(mjtNum modelpos[3], mjtNum modelquat[4], const mjtNum roompos[3],
                          const mjtNum roomquat[4], const mjvScene* scn);
MJAPI void mjv_model2room(mjtNum roompos[3], mjtNum roomquat[4], const mjtNum modelpos[3],
                          const mjtNum modelquat[4], const mjvScene* scn);

// Midpoint of the eyes, direction of view and up direction, in either space; each output may be
// NULL.  An error when the cameras were never set.
MJAPI void mjv_cameraInModel(mjtNum headpos[3], mjtNum forward[3], mjtNum up[3],
                             const mjvScene* scn);
MJAPI void mjv_cameraInRoom(mjtNum headpos[3], mjtNum forward[3], mjtNum up[3],
                            const mjvScene* scn);

// The camera of the model or of the user, without a scene (3.12): the point midway between the eyes
// and its axes; extents in the near plane, top and bottom, left and right, and the near and far
// planes. Outputs may be NULL.  An error for cameras of the type mjCAMERA_USER.
MJAPI void mjv_cameraFrame(mjtNum headpos[3], mjtNum forward[3], mjtNum up[3], mjtNum right[3],
                           const mjData* d, const mjvCamera* cam);
MJAPI void mjv_cameraFrustum(float zver[2], float zhor[2], float zclip[2], const mjModel* m,
                             const mjvCamera* cam);

// The same as a camera for a renderer, midway between the eyes.
MJAPI mjvGLCamera mjv_camera2GLCamera(const mjModel* model, const mjData* data,
                                      const mjvCamera* mjv_camera);

// Height of the view at unit distance (perspective), or at any (orthographic).
MJAPI mjtNum mjv_frustumHeight(const mjvScene* scn);

// Turn vec about the vertical so that its y axis points along forward.
MJAPI void mjv_alignToCamera(mjtNum res[3], const mjtNum vec[3], const mjtNum forward[3]);

// The camera midway between two of one projection.
MJAPI mjvGLCamera mjv_averageCamera(const mjvGLCamera* cam1, const mjvGLCamera* cam2);

// --- mouse --------------------------------------------------------------------------------------
//
// action is an mjtMouse; reldx and reldy are the motion in heights of the window, to the right and
// down.

// Turn, move or zoom a free camera; tracking ones are not moved, fixed ones not changed.
MJAPI void mjv_moveCamera(const mjModel* m, int action, mjtNum reldx, mjtNum reldy,
                          const mjvScene* scn, mjvCamera* cam);

// The same without a scene, as of 3.5; it also knows the actions that turn the camera in place.
MJAPI void eng_moveCamera(const mjModel* m, int action, mjtNum reldx, mjtNum reldy, mjvCamera* cam);

// Move or turn where the selected body is pulled to; at most a quarter turn from where it is.
MJAPI void mjv_movePerturb(const mjModel* m, const mjData* d, int action, mjtNum reldx,
                           mjtNum reldy, const mjvScene* scn, mjvPerturb* pert);

// Move, turn or scale the model in the room, when the room transform is on.
MJAPI void mjv_moveModel(const mjModel* m, int action, mjtNum reldx, mjtNum reldy,
                         const mjtNum roomup[3], mjvScene* scn);

// What is at (relx, rely) of the window, 0 to 1 from its left and bottom edge: returns the body,
// -1 for none, writes the point and, each or NULL, the geom, flex or skin (-1 where it is not
// that).  aspectratio is width / height.  Skins and flexes as the scene last showed them.
MJAPI int mjv_select(const mjModel* m, const mjData* d, const mjvOption* vopt, mjtNum aspectratio,
                     mjtNum relx, mjtNum rely, const mjvScene* scn, mjtNum selpnt[3], int geomid[1],
                     int flexid[1], int skinid[1]);

// --- perturbation -------------------------------------------------------------------------------

// Start at the pose of the selected body and the selected point (localpos in it).
MJAPI void mjv_initPerturb(const mjModel* m, mjData* d, const mjvScene* scn, mjvPerturb* pert);

// Put the selected body where it is pulled to: a mocap body always, one on a free joint, or in the
// tree of one, if paused.  Other bodies stay.
MJAPI void mjv_applyPerturbPose(const mjModel* m, mjData* d, const mjvPerturb* pert,
                                int flg_paused);

// Set xfrc_applied of the selected body: a damped spring to where it is pulled to, a force with its
// torque; when it is turned, a torque alone in place of that one.  The caller clears it.
MJAPI void mjv_applyPerturbForce(const mjModel* m, mjData* d, const mjvPerturb* pert);

// --- printing -----------------------------------------------------------------------------------

// Print a scene as text to a file, or to standard output when filename is NULL.  float_format as in
// mj_printFormattedModel.
MJAPI void mj_printFormattedScene(const mjvScene* s, const char* filename,
                                  const char* float_format);
MJAPI void mj_printScene(const mjvScene* s, const char* filename);

#ifdef __cplusplus
}  // extern "C"
#endif
