// Make and edit a specification, compile it.
#pragma once

#include <engine/spec_types.h>
#include <engine/data_types.h>
#include <engine/base_types.h>

#ifdef __cplusplus
extern "C" {
#endif

// ------------------------------------------ compilation ------------------------------------------

// The model of a specification; files it names are looked up in vfs (may be NULL), then on disk.
// The specification stays as it is, but for ids, the order of pairs and excludes, names taken from
// files and a separator after folders, and can be edited and compiled again: the same specification
// gives the same bytes.  NULL after an error; mjs_getError tells which, and of a warning
// that came with a model.
MJAPI mjModel* mj_compile(mjSpec* s, const mjVFS* vfs);

// Compile again into m, a model of this specification, and d, its data (may be NULL), which both
// stay where they are.  What is still there of joints, actuators and mocap bodies keeps its
// position, velocity, activation, control and pose; so does time; all else is as after a reset.
// 0; or -1 after an error, see mjs_getError: m and d are as they were.
MJAPI int mj_recompile(mjSpec* s, const mjVFS* vfs, mjModel* m, mjData* d);

// Compute again what follows from masses, poses and the like at qpos0: subtree masses, inverse
// weights, dof_M0, lengths of tendons and actuators, anchors of equalities, offsets of cameras and
// lights, statistics, spring lengths of -1.  To be called after such numbers were changed in a
// model; uses and changes d, to be reset after.
MJAPI void mj_setConst(mjModel* m, mjData* d);

// Find the shortest and longest length of an actuator, by opt, from a simulation in d with the
// options of m, which should leave limits alone in force.  1; or 0 with the reason in error
// (error_sz bytes, may be 0), the range then as it was.
MJAPI int mj_setLengthRange(mjModel* m, mjData* d, int index, const mjLROpt* opt, char* error,
                            int error_sz);

// Let mj_saveXML write the numbers of m, a model of s that was tuned since: options, poses, sizes,
// inertias, gains, keyframes and the like, not names, flags or references.  The public structs stay
// as they are, and the next compilation forgets the numbers again.  1; or 0 after an error, see
// mjs_getError: s is not compiled, m is of another structure, or bodies were fused in it.
MJAPI int mj_copyBack(mjSpec* s, const mjModel* m);

// --------------------------------------------- life ----------------------------------------------

// A new specification: the world body, the default class "main", default options; released by
// mj_deleteSpec.  NULL when there is no memory.
MJAPI mjSpec* mj_makeSpec(void);

// A deep copy, elements that cannot be resolved and ids included; user values are not copied, and
// specifications attached to s are shared.  NULL after an error, which is stored in s.
MJAPI mjSpec* mj_copySpec(const mjSpec* s);

// Release a specification, once for each that was made, parsed or copied.  What is attached to
// another lives on as long as that one.  NULL is a no-op.
MJAPI void mj_deleteSpec(mjSpec* s);

// Add a registered plugin to those the specification may use.  0, or -1 when none has that name.
MJAPI int mjs_activatePlugin(mjSpec* s, const char* name);

// Whether mjs_attach to this specification makes copies (1) or takes the elements themselves (0,
// the default).  Returns 0.
MJAPI int mjs_setDeepCopy(mjSpec* s, int deepcopy);

// The last error or warning, "" when there was none; valid until the next one.  At most 500
// characters; errors of an element have a second line with its name, id and place in the file.
// Memory that ran out while editing is an error here and at compilation.
MJAPI const char* mjs_getError(mjSpec* s);

// 1 when that message is a warning of a compilation that succeeded.
MJAPI int mjs_isWarning(mjSpec* s);

// ------------------------------------------ attachment -------------------------------------------

// Attach a body, a frame or (child = spec->element) a whole model: to a frame or a site, or, frames
// and models, to a body.  Everything named gets the name prefix + name + suffix, and what refers to
// attached elements comes along: assets, default classes, tendons, actuators, sensors and so on;
// keyframes of the child are put together at the next compilation.  The child's compiler options go
// on applying to its elements.  Without mjs_setDeepCopy the child is used up; with it, it stays as
// it was and may be in the specification of the parent itself. Returns the attached body or frame;
// NULL after an error, stored in the parent's specification.
MJAPI mjsElement* mjs_attach(mjsElement* parent, const mjsElement* child, const char* prefix,
                             const char* suffix);

// ------------------------------------------- the tree --------------------------------------------

// Append an element to a body.  Values are those of the default class def, or of the body's class
// when def is NULL; later changes of the class do not reach the element.  The struct stays where it
// is until the specification is deleted.  NULL when there is no memory.
MJAPI mjsBody* mjs_addBody(mjsBody* body, const mjsDefault* def);
MJAPI mjsSite* mjs_addSite(mjsBody* body, const mjsDefault* def);
MJAPI mjsJoint* mjs_addJoint(mjsBody* body, const mjsDefault* def);
MJAPI mjsGeom* mjs_addGeom(mjsBody* body, const mjsDefault* def);
MJAPI mjsCamera* mjs_addCamera(mjsBody* body, const mjsDefault* def);
MJAPI mjsLight* mjs_addLight(mjsBody* body, const mjsDefault* def);

// A free joint, which takes no class.
MJAPI mjsJoint* mjs_addFreeJoint(mjsBody* body);

// A frame of the body, in another frame of it or (NULL) directly.  Elements are put into frames by
// mjs_setFrame.
MJAPI mjsFrame* mjs_addFrame(mjsBody* body, mjsFrame* parentframe);

// Remove an element.  A body goes with all in it and with the flexes, pairs, excludes, tendons,
// equalities, actuators and sensors that referred to it, and keyframes lose their values for it; a
// frame leaves its content in place; a default class goes with those below it; other elements go
// alone. Pointers to the struct remain valid but the element is in no specification.  0, or -1
// after an error.
MJAPI int mjs_delete(mjSpec* spec, mjsElement* element);

// ----------------------------------- elements outside the tree -----------------------------------

// Append an element, with the values of the default class def (NULL: "main") where there are such.
MJAPI mjsActuator* mjs_addActuator(mjSpec* s, const mjsDefault* def);
MJAPI mjsSensor* mjs_addSensor(mjSpec* s);
MJAPI mjsFlex* mjs_addFlex(mjSpec* s);
MJAPI mjsPair* mjs_addPair(mjSpec* s, const mjsDefault* def);
MJAPI mjsExclude* mjs_addExclude(mjSpec* s);
MJAPI mjsEquality* mjs_addEquality(mjSpec* s, const mjsDefault* def);
MJAPI mjsTendon* mjs_addTendon(mjSpec* s, const mjsDefault* def);

// Append to a tendon's path.  Names are resolved at compilation; sidesite may be "".
MJAPI mjsWrap* mjs_wrapSite(mjsTendon* tendon, const char* name);
MJAPI mjsWrap* mjs_wrapGeom(mjsTendon* tendon, const char* name, const char* sidesite);
MJAPI mjsWrap* mjs_wrapJoint(mjsTendon* tendon, const char* name, double coef);
MJAPI mjsWrap* mjs_wrapPulley(mjsTendon* tendon, double divisor);

// Custom data, keyframes, plugin instances.
MJAPI mjsNumeric* mjs_addNumeric(mjSpec* s);
MJAPI mjsText* mjs_addText(mjSpec* s);
MJAPI mjsTuple* mjs_addTuple(mjSpec* s);
MJAPI mjsKey* mjs_addKey(mjSpec* s);
MJAPI mjsPlugin* mjs_addPlugin(mjSpec* s);

// A default class below parent (NULL: below "main") that begins with the parent's present values.
// NULL after an error: the name is taken.
MJAPI mjsDefault* mjs_addDefault(mjSpec* s, const char* classname, const mjsDefault* parent);

// -------------------------------------- actuator shortcuts ---------------------------------------

// Set the parameters that make the general actuator one of a kind.  Return "" or what is wrong,
// when parameters may have been written all the same.  Arguments that may be missing are pointers,
// NULL or to one number.
MJAPI const char* mjs_setToMotor(mjsActuator* actuator);
MJAPI const char* mjs_setToPosition(mjsActuator* actuator, double kp, double kv[1],
                                    double dampratio[1], double timeconst[1], double inheritrange);
MJAPI const char* mjs_setToIntVelocity(mjsActuator* actuator, double kp, double kv[1],
                                       double dampratio[1], double timeconst[1],
                                       double inheritrange);
MJAPI const char* mjs_setToVelocity(mjsActuator* actuator, double kv);
MJAPI const char* mjs_setToDamper(mjsActuator* actuator, double kv);

// diameter < 0: area counts.
MJAPI const char* mjs_setToCylinder(mjsActuator* actuator, double timeconst, double bias,
                                    double area, double diameter);

// Negative arguments leave what is set, or the muscle's defaults when nothing is.
MJAPI const char* mjs_setToMuscle(mjsActuator* actuator, double timeconst[2], double tausmooth,
                                  double range[2], double force, double scale, double lmin,
                                  double lmax, double vmax, double fpmax, double fvmax);

// Adhesion is a force proportional to a control that is not negative.
MJAPI const char* mjs_setToAdhesion(mjsActuator* actuator, double gain);

// -------------------------------------------- assets ---------------------------------------------

// Append an asset.
MJAPI mjsMesh* mjs_addMesh(mjSpec* s, const mjsDefault* def);
MJAPI mjsHField* mjs_addHField(mjSpec* s);
MJAPI mjsSkin* mjs_addSkin(mjSpec* s);
MJAPI mjsTexture* mjs_addTexture(mjSpec* s);
MJAPI mjsMaterial* mjs_addMaterial(mjSpec* s, const mjsDefault* def);

// Fill a mesh's vertices, and faces or normals, by a shape and its parameters: sphere
// (subdivisions), hemisphere (resolution), cone (edges, radius), supersphere (resolution, e, n),
// supertorus (resolution, radius, s, t), wedge (two resolutions, two fields of view in degrees,
// gamma), plate (two resolutions).  0; -1 for wrong parameters, 1 for an unknown shape, after an
// error.
MJAPI int mjs_makeMesh(mjsMesh* mesh, mjtMeshBuiltin builtin, double* params, int nparams);

// -------------------------------------- finding and walking --------------------------------------

// The specification that lists an element; NULL when it was deleted.
MJAPI mjSpec* mjs_getSpec(mjsElement* element);

// Search by name, in the specification as it is now.  NULL when there is none of that name.
MJAPI mjSpec* mjs_findSpec(mjSpec* spec, const char* name);
MJAPI mjsBody* mjs_findBody(mjSpec* s, const char* name);
MJAPI mjsElement* mjs_findElement(mjSpec* s, mjtObj type, const char* name);
MJAPI mjsFrame* mjs_findFrame(mjSpec* s, const char* name);
MJAPI mjsDefault* mjs_findDefault(mjSpec* s, const char* classname);

// The body itself or one below it.
MJAPI mjsBody* mjs_findChild(mjsBody* body, const char* name);

// The body that holds an element, and the frame around it; NULL for none.
MJAPI mjsBody* mjs_getParent(mjsElement* element);
MJAPI mjsFrame* mjs_getFrame(mjsElement* element);

// The default class an element was made with or given since; NULL when it has none.
MJAPI mjsDefault* mjs_getDefault(mjsElement* element);

// The class "main".
MJAPI mjsDefault* mjs_getSpecDefault(mjSpec* s);

// Index in the model after compilation, or among those of its type in a list.  Elements of the tree
// have none (-1) from an addition to it until the next compilation or deletion.
MJAPI int mjs_getId(mjsElement* element);

// Elements of a type in a body: its own, and with recurse those of the bodies below, depth-first.
MJAPI mjsElement* mjs_firstChild(mjsBody* body, mjtObj type, int recurse);
MJAPI mjsElement* mjs_nextChild(mjsBody* body, mjsElement* child, int recurse);

// All elements of a type: bodies and what is in them depth-first, others in the order of addition.
// NULL at the end.
MJAPI mjsElement* mjs_firstElement(mjSpec* s, mjtObj type);
MJAPI mjsElement* mjs_nextElement(mjSpec* s, mjsElement* element);

// -------------------------------------- setting and getting --------------------------------------

// 0; -1 after an error when another element of the type has the name, which is set all the same.
MJAPI int mjs_setName(mjsElement* element, const char* name);

// Replace the content of a container.
MJAPI void mjs_setBuffer(mjByteVec* dest, const void* array, int size);
MJAPI void mjs_setString(mjString* dest, const char* text);

// Replace by the words of text, separated by white space.
MJAPI void mjs_setStringVec(mjStringVec* dest, const char* text);

// Replace one string.  1; an index out of bounds is an mju_error.
MJAPI mjtByte mjs_setInStringVec(mjStringVec* dest, int i, const char* text);

// Append a string, a row of numbers; replace numbers.
MJAPI void mjs_appendString(mjStringVec* dest, const char* text);
MJAPI void mjs_setInt(mjIntVec* dest, const int* array, int size);
MJAPI void mjs_appendIntVec(mjIntVecVec* dest, const int* array, int size);
MJAPI void mjs_setFloat(mjFloatVec* dest, const float* array, int size);
MJAPI void mjs_appendFloatVec(mjFloatVecVec* dest, const float* array, int size);
MJAPI void mjs_setDouble(mjDoubleVec* dest, const double* array, int size);

// Attributes of a plugin instance.  They are an mjStringVec of keys and values in turn; setting
// moves them out of the vector given.
MJAPI void mjs_setPluginAttributes(mjsPlugin* plugin, void* attributes);

// The handle of an element's name.
MJAPI mjString* mjs_getName(mjsElement* element);

// Content of a container, valid until it is changed; size may be NULL.
MJAPI const char* mjs_getString(const mjString* source);
MJAPI const double* mjs_getDouble(const mjDoubleVec* source, int* size);
MJAPI const void* mjs_getPluginAttributes(const mjsPlugin* plugin);

// The items of any vector and how many there are (size may be NULL); NULL when there are none.
MJAPI const void* eng_vecData(const void* vec, int* size);

// String i of a vector of strings; "" where there is none.
MJAPI const char* eng_vecString(const mjStringVec* vec, int i);

// Give any vector n items of `width` bytes, which are numbers or, of a vector of strings or rows,
// engVec; new ones are zero or empty.  1; 0 when there is no memory.
MJAPI int eng_vecResize(void* vec, int n, int width);

// An empty container of a program's own, to be used like those of a specification as any of their
// types.  1; 0 when there is no memory.
MJAPI int eng_vecMake(engVec* vec);

// Free what a container made by eng_vecMake holds; it is no container any more.
MJAPI void eng_vecFree(engVec* vec);

// Give an element another class, whose values it does not take.
MJAPI void mjs_setDefault(mjsElement* element, const mjsDefault* def);

// Put an element into a frame of its body.  0, or -1 after an error.
MJAPI int mjs_setFrame(mjsElement* dest, mjsFrame* frame);

// The quaternion of an alternative orientation, angles in degrees if degree is set, sequence as in
// mjsCompiler.eulerseq; quat stays as it is for mjORIENTATION_QUAT.  NULL, or what is wrong.
MJAPI const char* mjs_resolveOrientation(double quat[4], mjtByte degree, const char* sequence,
                                         const mjsOrientation* orientation);

// Move the content of a body to its parent, into a new frame in its place, and delete the body
// (*body becomes NULL).  Explicit inertia is merged.  NULL after an error, with the body as it was.
MJAPI mjsFrame* mjs_bodyToFrame(mjsBody** body);

// Pointers that users keep with an element under a key; not owned, not copied.
MJAPI void mjs_setUserValue(mjsElement* element, const char* key, const void* data);

// The same, and cleanup (may be NULL) is called with the data once they are kept no longer: when
// another value takes their place, by mjs_deleteUserValue, or with the specification that the
// element was made in; at once when there is no memory to keep them, which mjs_getError tells.
MJAPI void mjs_setUserValueWithCleanup(mjsElement* element, const char* key, const void* data,
                                       void (*cleanup)(const void* data));
MJAPI const void* mjs_getUserValue(mjsElement* element, const char* key);
MJAPI void mjs_deleteUserValue(mjsElement* element, const char* key);

// How many numbers a sensor gives; 0 while only compilation knows, -1 for no sensor type.
MJAPI int mjs_sensorDim(const mjsSensor* sensor);

// ------------------------------------------- defaults --------------------------------------------

// Set a struct to its default values.  For structs of one's own: handles become NULL, so never
// apply them to what an mjs_add function returned.
MJAPI void mjs_defaultSpec(mjSpec* spec);
MJAPI void mjs_defaultOrientation(mjsOrientation* orient);
MJAPI void mjs_defaultBody(mjsBody* body);
MJAPI void mjs_defaultFrame(mjsFrame* frame);
MJAPI void mjs_defaultJoint(mjsJoint* joint);
MJAPI void mjs_defaultGeom(mjsGeom* geom);
MJAPI void mjs_defaultSite(mjsSite* site);
MJAPI void mjs_defaultCamera(mjsCamera* camera);
MJAPI void mjs_defaultLight(mjsLight* light);
MJAPI void mjs_defaultFlex(mjsFlex* flex);
MJAPI void mjs_defaultMesh(mjsMesh* mesh);
MJAPI void mjs_defaultHField(mjsHField* hfield);
MJAPI void mjs_defaultSkin(mjsSkin* skin);
MJAPI void mjs_defaultTexture(mjsTexture* texture);
MJAPI void mjs_defaultMaterial(mjsMaterial* material);
MJAPI void mjs_defaultPair(mjsPair* pair);
MJAPI void mjs_defaultEquality(mjsEquality* equality);
MJAPI void mjs_defaultTendon(mjsTendon* tendon);
MJAPI void mjs_defaultActuator(mjsActuator* actuator);
MJAPI void mjs_defaultSensor(mjsSensor* sensor);
MJAPI void mjs_defaultNumeric(mjsNumeric* numeric);
MJAPI void mjs_defaultText(mjsText* text);
MJAPI void mjs_defaultTuple(mjsTuple* tuple);
MJAPI void mjs_defaultKey(mjsKey* key);
MJAPI void mjs_defaultPlugin(mjsPlugin* plugin);

// ------------------------------------------ typed views ------------------------------------------

// The struct of an element; NULL when it is NULL or of another type.
MJAPI mjsBody* mjs_asBody(mjsElement* element);
MJAPI mjsGeom* mjs_asGeom(mjsElement* element);
MJAPI mjsJoint* mjs_asJoint(mjsElement* element);
MJAPI mjsSite* mjs_asSite(mjsElement* element);
MJAPI mjsCamera* mjs_asCamera(mjsElement* element);
MJAPI mjsLight* mjs_asLight(mjsElement* element);
MJAPI mjsFrame* mjs_asFrame(mjsElement* element);
MJAPI mjsActuator* mjs_asActuator(mjsElement* element);
MJAPI mjsSensor* mjs_asSensor(mjsElement* element);
MJAPI mjsFlex* mjs_asFlex(mjsElement* element);
MJAPI mjsPair* mjs_asPair(mjsElement* element);
MJAPI mjsEquality* mjs_asEquality(mjsElement* element);
MJAPI mjsExclude* mjs_asExclude(mjsElement* element);
MJAPI mjsTendon* mjs_asTendon(mjsElement* element);
MJAPI mjsNumeric* mjs_asNumeric(mjsElement* element);
MJAPI mjsText* mjs_asText(mjsElement* element);
MJAPI mjsTuple* mjs_asTuple(mjsElement* element);
MJAPI mjsKey* mjs_asKey(mjsElement* element);
MJAPI mjsMesh* mjs_asMesh(mjsElement* element);
MJAPI mjsHField* mjs_asHField(mjsElement* element);
MJAPI mjsSkin* mjs_asSkin(mjsElement* element);
MJAPI mjsTexture* mjs_asTexture(mjsElement* element);
MJAPI mjsMaterial* mjs_asMaterial(mjsElement* element);
MJAPI mjsPlugin* mjs_asPlugin(mjsElement* element);

#ifdef __cplusplus
}  // extern "C"
#endif

#include <engine/spec_cpp.h>
