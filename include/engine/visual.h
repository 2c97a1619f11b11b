// The abstract scene: converts a model and its data to a list of shapes, lights and cameras that a
// renderer can draw, and handles mouse actions on it.  No function here needs a display.
//
// There are two spaces: model space, used by mjData, and room space, used by the scene cameras.
// They are the same unless mjvScene.enabletransform is set.
#pragma once

#include <engine/visual_types.h>

#ifdef __cplusplus
extern "C" {
#endif

// --- names --------------------------------------------------------------------------------------

// Names of the mjtLabel and mjtFrame values.
MJAPI extern const char* mjLABELSTRING[mjNLABEL];
MJAPI extern const char* mjFRAMESTRING[mjNFRAME];

// For every visualisation flag (mjtVisFlag) and rendering flag (mjtRndFlag): its name, "1" if it is
// on by default, and the key that toggles it ("" for none).
MJAPI extern const char* mjVISSTRING[mjNVISFLAG][3];
MJAPI extern const char* mjRNDSTRING[mjNRNDFLAG][3];

// --- defaults -----------------------------------------------------------------------------------

// mjv_defaultCamera: a free camera two units from the origin.  mjv_defaultFreeCamera: a free camera
// that shows the whole model, with the settings of the model's visual/global section.
MJAPI void mjv_defaultCamera(mjvCamera* cam);
MJAPI void mjv_defaultFreeCamera(const mjModel* m, mjvCamera* cam);

// No body is selected.
MJAPI void mjv_defaultPerturb(mjvPerturb* pert);

// Groups 0 to 2 are shown, with the default flags of mjVISSTRING; no labels, no frames.
MJAPI void mjv_defaultOption(mjvOption* opt);

// An empty figure with a legend, both axes labelled and a colour for every line.
MJAPI void mjv_defaultFigure(mjvFigure* fig);

// --- life of a scene ----------------------------------------------------------------------------

// Set a scene to empty, without memory.  Required before the first mjv_makeScene of a scene.
MJAPI void mjv_defaultScene(mjvScene* scn);

// Free the scene's memory, then allocate memory for maxgeom geoms and for the flexes and skins of
// the model (may be NULL).  mjv_updateScene fills this memory and does not allocate more.
MJAPI void mjv_makeScene(const mjModel* m, mjvScene* scn, int maxgeom);

// Free the scene's memory and make the scene empty; NULL is a no-op.
MJAPI void mjv_freeScene(mjvScene* scn);

// --- filling it ---------------------------------------------------------------------------------

// Rebuild the whole scene: geoms, camera, lights, flexes, skins, of the categories in catmask (bits
// of mjtCatBit).  Call mj_forward on d before.  pert and cam may be NULL.  If the scene is too
// small for all geoms, it has status 1 and contains the first ones, and d counts mjWARN_VGEOMFULL.
// Infinite planes are centred on the camera of the previous call.
MJAPI void mjv_updateScene(const mjModel* m, mjData* d, const mjvOption* opt,
                           const mjvPerturb* pert, mjvCamera* cam, int catmask, mjvScene* scn);

// Append only the geoms, after those already in the scene; pert may be NULL.
//
// Some shapes exist only in scenes; they are defined in the frame of pos and mat.  Arrows and lines
// point along z, with length size[2] and radius, or width in pixels, size[0]; ARROW1 has no wider
// head, ARROW2 has two.  A LINEBOX is the edges of a box.  A TRIANGLE has corners at the origin, at
// size[0] along x and at size[1] along y; these axes need not be orthogonal.  A LABEL is its text.
// FLEX and SKIN refer to the buffers of the scene.  dataid of a mesh is twice its id, plus 1 for
// the convex hull; dataid of a plane is its number among all planes.
MJAPI void mjv_addGeoms(const mjModel* m, mjData* d, const mjvOption* opt, const mjvPerturb* pert,
                        int catmask, mjvScene* scn);

// Set the scene's lights: the headlight, at the scene's camera, and the active lights of the model.
// An error when there is a headlight and the camera was never set.
MJAPI void mjv_makeLights(const mjModel* m, const mjData* d, mjvScene* scn);

// Set the scene's cameras of both eyes, and disable the room transform.  The lookat of a tracking
// camera is updated.  User cameras are not changed.  An error when the body or camera does not
// exist.
MJAPI void mjv_updateCamera(const mjModel* m, const mjData* d, mjvCamera* cam, mjvScene* scn);

// Compute the vertices and normals of all skins in groups 0 to 2.  Issues a warning that it is not
// needed, because mjv_updateScene does this for any group.
MJAPI void mjv_updateSkin(const mjModel* m, const mjData* d, mjvScene* scn);

// Initialise a geom of this type with size, pose and colour; each may be NULL for its default.
// The half-length of capsules and cylinders is in size[2].  objtype, objid, category and segid are
// not changed.
MJAPI void mjv_initGeom(mjvGeom* geom, int type, const mjtNum size[3], const mjtNum pos[3],
                        const mjtNum mat[9], const float rgba[4]);

// Make an initialised geom connect two points: sets type, size, pos and mat of a capsule, cylinder,
// arrow (three types) or line; other types are an error.  width is in pixels for lines, else it is
// the radius.
MJAPI void mjv_connector(mjvGeom* geom, int type, mjtNum width, const mjtNum from[3],
                         const mjtNum to[3]);

// --- room and model -----------------------------------------------------------------------------

// Convert a pose between room and model space.  A position p is converted to the room by
// scale (translate + R p), and to the model by R' (p - translate) / scale; with scale and
// translation together the two are not the inverse of each other.  An error when the scale is not
// positive.
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

// A camera, computed without a scene (3.12).  mjv_cameraFrame: the midpoint of the eyes and the
// axes of the camera.  mjv_cameraFrustum: the extents in the near plane, top and bottom (zver),
// left and right (zhor), and the distances of the near and far planes (zclip).  Outputs may be
// NULL.  An error for cameras of type mjCAMERA_USER.
MJAPI void mjv_cameraFrame(mjtNum headpos[3], mjtNum forward[3], mjtNum up[3], mjtNum right[3],
                           const mjData* d, const mjvCamera* cam);
MJAPI void mjv_cameraFrustum(float zver[2], float zhor[2], float zclip[2], const mjModel* m,
                             const mjvCamera* cam);

// The same camera in the form used by a renderer, at the midpoint of the eyes.
MJAPI mjvGLCamera mjv_camera2GLCamera(const mjModel* model, const mjData* data,
                                      const mjvCamera* mjv_camera);

// Height of the view: at unit distance (perspective), at any distance (orthographic).
MJAPI mjtNum mjv_frustumHeight(const mjvScene* scn);

// Rotate vec about the vertical axis so that its y axis points along the horizontal part of
// forward.
MJAPI void mjv_alignToCamera(mjtNum res[3], const mjtNum vec[3], const mjtNum forward[3]);

// The average of two cameras with the same type of projection.
MJAPI mjvGLCamera mjv_averageCamera(const mjvGLCamera* cam1, const mjvGLCamera* cam2);

// --- mouse --------------------------------------------------------------------------------------
//
// action is an mjtMouse; reldx and reldy are the mouse motion to the right and down, in units of
// the window height.

// Rotate, move or zoom a free camera; tracking cameras are not moved, fixed cameras not changed.
MJAPI void mjv_moveCamera(const mjModel* m, int action, mjtNum reldx, mjtNum reldy,
                          const mjvScene* scn, mjvCamera* cam);

// The same without a scene, as of 3.5; it also supports rotating the camera in place.
MJAPI void eng_moveCamera(const mjModel* m, int action, mjtNum reldx, mjtNum reldy, mjvCamera* cam);

// Move or rotate the target pose of the selected body; the target orientation differs from the
// current one by at most a quarter turn.
MJAPI void mjv_movePerturb(const mjModel* m, const mjData* d, int action, mjtNum reldx,
                           mjtNum reldy, const mjvScene* scn, mjvPerturb* pert);

// Move, rotate or scale the model in the room, when the room transform is enabled.
MJAPI void mjv_moveModel(const mjModel* m, int action, mjtNum reldx, mjtNum reldy,
                         const mjtNum roomup[3], mjvScene* scn);

// Find the object at (relx, rely) of the window, measured from its left and bottom edges, 0 to 1.
// Returns the body, -1 for none.  Writes the point to selpnt and the ids of the geom, flex and skin
// (each may be NULL; -1 if the object is not of this kind).  aspectratio is width / height.  Skins
// and flexes are used as stored in the scene by its last update.
MJAPI int mjv_select(const mjModel* m, const mjData* d, const mjvOption* vopt, mjtNum aspectratio,
                     mjtNum relx, mjtNum rely, const mjvScene* scn, mjtNum selpnt[3], int geomid[1],
                     int flexid[1], int skinid[1]);

// --- perturbation -------------------------------------------------------------------------------

// Set the perturbation's target to the current pose of the selected body and the current position
// of the selected point (localpos in the body frame).
MJAPI void mjv_initPerturb(const mjModel* m, mjData* d, const mjvScene* scn, mjvPerturb* pert);

// Move the selected body to its target pose: a mocap body always; a body with a free joint, or in
// the tree of such a body, only if paused.  Other bodies are not moved.
MJAPI void mjv_applyPerturbPose(const mjModel* m, mjData* d, const mjvPerturb* pert,
                                int flg_paused);

// Set xfrc_applied of the selected body.  Translation applies the force of a damped spring towards
// the target position, and its torque; rotation applies a torque, which replaces the torque of the
// force.  The caller clears xfrc_applied.
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
