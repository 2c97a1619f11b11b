// Make and edit a specification, compile it.
#pragma once

#include <engine/spec_types.h>
#include <engine/data_types.h>
#include <engine/base_types.h>

#ifdef __cplusplus
extern "C" {
#endif

// ------------------------------------------ compilation ------------------------------------------

// Compile a specification to a model.  Files named in it are searched in vfs (may be NULL), then on
// disk.  The specification can be edited and compiled again; the same specification gives the same
// bytes.  Compilation changes only these parts of it: ids, the order of pairs and excludes, names
// derived from file names, and the separator appended to folders.  Returns NULL after an error;
// mjs_getError gives the error, or the warning issued together with a model.
MJAPI mjModel* mj_compile(mjSpec* s, const mjVFS* vfs);

// Compile again into m, a model of this specification, and d, its data (may be NULL); both stay at
// the same addresses.  Joints, actuators and mocap bodies that still exist keep their position,
// velocity, activation, control and pose; time is kept too; all other data are as after a reset.
// Returns 0; or -1 after an error (see mjs_getError), with m and d unchanged.
MJAPI int mj_recompile(mjSpec* s, const mjVFS* vfs, mjModel* m, mjData* d);

// Recompute the model constants that depend on masses, poses and similar numbers at qpos0: subtree
// masses, inverse weights, dof_M0, lengths of tendons and actuators, anchors of equalities, offsets
// of cameras and lights, statistics, spring lengths of -1.  Call this after changing such numbers
// in a model.  It uses and changes d: reset d afterwards.
MJAPI void mj_setConst(mjModel* m, mjData* d);

// Find the shortest and longest length of an actuator, with the settings opt, by a simulation in d
// with the options of m; these should disable all constraints and forces except limits.  Returns 1;
// or 0 with the reason in error (error_sz bytes, may be 0), and then the range is unchanged.
MJAPI int mj_setLengthRange(mjModel* m, mjData* d, int index, const mjLROpt* opt, char* error,
                            int error_sz);

// Make mj_saveXML write the numbers of m, a model of s that was changed after compilation: options,
// poses, sizes, inertias, gains, keyframes and similar numbers, but not names, flags or references.
// The public structs are not changed, and the next compilation discards these numbers.  Returns 1;
// or 0 after an error (see mjs_getError): s is not compiled, m has another structure, or bodies
// were fused in it.
MJAPI int mj_copyBack(mjSpec* s, const mjModel* m);

// --------------------------------------------- life ----------------------------------------------

// Make a new specification with the world body, the default class "main" and default options.
// Release it with mj_deleteSpec.  NULL when out of memory.
MJAPI mjSpec* mj_makeSpec(void);

// Make a deep copy, including ids and elements that cannot be resolved.  User values are not
// copied; specifications attached to s are shared.  NULL after an error, which is stored in s.
MJAPI mjSpec* mj_copySpec(const mjSpec* s);

// Release a specification; call it once for each specification made, parsed or copied.  One that is
// attached to another specification exists as long as the other.  NULL is a no-op.
MJAPI void mj_deleteSpec(mjSpec* s);

// Allow the specification to use a registered plugin.  Returns 0; -1 when no plugin has this name.
MJAPI int mjs_activatePlugin(mjSpec* s, const char* name);

// Set whether mjs_attach to this specification copies the elements (1) or moves them (0, the
// default).  Returns 0.
MJAPI int mjs_setDeepCopy(mjSpec* s, int deepcopy);

// The last error or warning, "" when there was none; valid until the next one.  At most 500
// characters; errors of an element have a second line with its name, id and place in the file.
// If memory ran out during editing, this is reported as an error here and at compilation.
MJAPI const char* mjs_getError(mjSpec* s);

// 1 when the message of mjs_getError is a warning of a successful compilation.
MJAPI int mjs_isWarning(mjSpec* s);

// ------------------------------------------ attachment -------------------------------------------

// Attach a body, a frame or (child = spec->element) a whole model to a frame or a site; frames and
// models can also be attached to a body.  Related elements are attached too: assets, default
// classes, tendons, actuators, sensors and so on.  All attached elements with a name are renamed to
// prefix + name + suffix.  Keyframes of the child are merged at the next compilation.  The child's
// compiler options still apply to its elements.  Without mjs_setDeepCopy the child is moved and
// cannot be used again; with it, the child is unchanged and may be in the specification of the
// parent.  Returns the attached body or frame; NULL after an error, which is stored in the parent's
// specification.
MJAPI mjsElement* mjs_attach(mjsElement* parent, const mjsElement* child, const char* prefix,
                             const char* suffix);

// ------------------------------------------- the tree --------------------------------------------

// Append an element to a body.  Its values are copied from the default class def, or from the class
// of the body when def is NULL; later changes of the class do not affect the element.  The struct
// keeps its address until the specification is deleted.  NULL when out of memory.
MJAPI mjsBody* mjs_addBody(mjsBody* body, const mjsDefault* def);
MJAPI mjsSite* mjs_addSite(mjsBody* body, const mjsDefault* def);
MJAPI mjsJoint* mjs_addJoint(mjsBody* body, const mjsDefault* def);
MJAPI mjsGeom* mjs_addGeom(mjsBody* body, const mjsDefault* def);
MJAPI mjsCamera* mjs_addCamera(mjsBody* body, const mjsDefault* def);
MJAPI mjsLight* mjs_addLight(mjsBody* body, const mjsDefault* def);

// Append a free joint; it has no default class.
MJAPI mjsJoint* mjs_addFreeJoint(mjsBody* body);

// Append a frame to the body, inside another frame of this body or (parentframe NULL) directly.
// mjs_setFrame puts elements into frames.
MJAPI mjsFrame* mjs_addFrame(mjsBody* body, mjsFrame* parentframe);

// Remove an element.  Deleting a body also deletes its content, the flexes, pairs, excludes,
// tendons, equalities, actuators and sensors that refer to it, and its values in keyframes.
// Deleting a frame keeps its content in place.  Deleting a default class also deletes the classes
// below it.  For other types, only the element is deleted.  Pointers to the struct remain valid,
// but the element is in no specification.  Returns 0; -1 after an error.
MJAPI int mjs_delete(mjSpec* spec, mjsElement* element);

// ----------------------------------- elements outside the tree -----------------------------------

// Append an element.  Types with a default class take the values of the class def (NULL: "main").
MJAPI mjsActuator* mjs_addActuator(mjSpec* s, const mjsDefault* def);
MJAPI mjsSensor* mjs_addSensor(mjSpec* s);
MJAPI mjsFlex* mjs_addFlex(mjSpec* s);
MJAPI mjsPair* mjs_addPair(mjSpec* s, const mjsDefault* def);
MJAPI mjsExclude* mjs_addExclude(mjSpec* s);
MJAPI mjsEquality* mjs_addEquality(mjSpec* s, const mjsDefault* def);
MJAPI mjsTendon* mjs_addTendon(mjSpec* s, const mjsDefault* def);

// Append an object to a tendon's path.  Names are resolved at compilation; sidesite may be "".
MJAPI mjsWrap* mjs_wrapSite(mjsTendon* tendon, const char* name);
MJAPI mjsWrap* mjs_wrapGeom(mjsTendon* tendon, const char* name, const char* sidesite);
MJAPI mjsWrap* mjs_wrapJoint(mjsTendon* tendon, const char* name, double coef);
MJAPI mjsWrap* mjs_wrapPulley(mjsTendon* tendon, double divisor);

// Append custom data, a keyframe or a plugin instance.
MJAPI mjsNumeric* mjs_addNumeric(mjSpec* s);
MJAPI mjsText* mjs_addText(mjSpec* s);
MJAPI mjsTuple* mjs_addTuple(mjSpec* s);
MJAPI mjsKey* mjs_addKey(mjSpec* s);
MJAPI mjsPlugin* mjs_addPlugin(mjSpec* s);

// Add a default class below parent (NULL: below "main"), with the current values of the parent.
// NULL after an error: the name is already used.
MJAPI mjsDefault* mjs_addDefault(mjSpec* s, const char* classname, const mjsDefault* parent);

// -------------------------------------- actuator shortcuts ---------------------------------------

// Set the parameters of the general actuator so that it becomes an actuator of the given kind.
// Return "" or an error message; after an error some parameters may have been written.  Optional
// arguments are pointers to one number, or NULL.
MJAPI const char* mjs_setToMotor(mjsActuator* actuator);
MJAPI const char* mjs_setToPosition(mjsActuator* actuator, double kp, double kv[1],
                                    double dampratio[1], double timeconst[1], double inheritrange);
MJAPI const char* mjs_setToIntVelocity(mjsActuator* actuator, double kp, double kv[1],
                                       double dampratio[1], double timeconst[1],
                                       double inheritrange);
MJAPI const char* mjs_setToVelocity(mjsActuator* actuator, double kv);
MJAPI const char* mjs_setToDamper(mjsActuator* actuator, double kv);

// A negative diameter means that area is used.
MJAPI const char* mjs_setToCylinder(mjsActuator* actuator, double timeconst, double bias,
                                    double area, double diameter);

// A negative argument keeps the value already set, or the muscle's default if none is set.
MJAPI const char* mjs_setToMuscle(mjsActuator* actuator, double timeconst[2], double tausmooth,
                                  double range[2], double force, double scale, double lmin,
                                  double lmax, double vmax, double fpmax, double fvmax);

// Adhesion is a force proportional to a non-negative control.
MJAPI const char* mjs_setToAdhesion(mjsActuator* actuator, double gain);

// -------------------------------------------- assets ---------------------------------------------

// Append an asset.
MJAPI mjsMesh* mjs_addMesh(mjSpec* s, const mjsDefault* def);
MJAPI mjsHField* mjs_addHField(mjSpec* s);
MJAPI mjsSkin* mjs_addSkin(mjSpec* s);
MJAPI mjsTexture* mjs_addTexture(mjSpec* s);
MJAPI mjsMaterial* mjs_addMaterial(mjSpec* s, const mjsDefault* def);

// Generate a mesh's vertices, and faces or normals, from a shape and its parameters: sphere
// (subdivisions), hemisphere (resolution), cone (edges, radius), supersphere (resolution, e, n),
// supertorus (resolution, radius, s, t), wedge (two resolutions, two fields of view in degrees,
// gamma), plate (two resolutions).  Returns 0; after an error -1 (wrong parameters) or 1 (unknown
// shape).
MJAPI int mjs_makeMesh(mjsMesh* mesh, mjtMeshBuiltin builtin, double* params, int nparams);

// -------------------------------------- finding and walking --------------------------------------

// The specification that contains an element; NULL when the element was deleted.
MJAPI mjSpec* mjs_getSpec(mjsElement* element);

// Find an element by name in the current specification.  NULL when no element has this name.
MJAPI mjSpec* mjs_findSpec(mjSpec* spec, const char* name);
MJAPI mjsBody* mjs_findBody(mjSpec* s, const char* name);
MJAPI mjsElement* mjs_findElement(mjSpec* s, mjtObj type, const char* name);
MJAPI mjsFrame* mjs_findFrame(mjSpec* s, const char* name);
MJAPI mjsDefault* mjs_findDefault(mjSpec* s, const char* classname);

// Find a body by name: this body or a body below it.
MJAPI mjsBody* mjs_findChild(mjsBody* body, const char* name);

// The body that contains an element, and the frame that contains it; NULL for none.
MJAPI mjsBody* mjs_getParent(mjsElement* element);
MJAPI mjsFrame* mjs_getFrame(mjsElement* element);

// The default class with which an element was made, or which was assigned later; NULL when it has
// none.
MJAPI mjsDefault* mjs_getDefault(mjsElement* element);

// The class "main".
MJAPI mjsDefault* mjs_getSpecDefault(mjSpec* s);

// The element's index in the model, after compilation; else, for elements outside the tree, its
// index in the list of its type.  Elements in the tree have no index (-1) after an addition to the
// tree, until the next compilation or deletion.
MJAPI int mjs_getId(mjsElement* element);

// Iterate over the elements of a type in a body; with recurse also in the bodies below it,
// depth-first.
MJAPI mjsElement* mjs_firstChild(mjsBody* body, mjtObj type, int recurse);
MJAPI mjsElement* mjs_nextChild(mjsBody* body, mjsElement* child, int recurse);

// Iterate over all elements of a type: bodies and their content depth-first, others in the order of
// addition.  NULL at the end.
MJAPI mjsElement* mjs_firstElement(mjSpec* s, mjtObj type);
MJAPI mjsElement* mjs_nextElement(mjSpec* s, mjsElement* element);

// -------------------------------------- setting and getting --------------------------------------

// Set the name.  Returns 0; or -1 after an error when another element of this type has the same
// name, but the name is set even then.
MJAPI int mjs_setName(mjsElement* element, const char* name);

// Replace the content of a container.
MJAPI void mjs_setBuffer(mjByteVec* dest, const void* array, int size);
MJAPI void mjs_setString(mjString* dest, const char* text);

// Replace the content by the words of text, which are separated by white space.
MJAPI void mjs_setStringVec(mjStringVec* dest, const char* text);

// Replace one string.  Returns 1; an index out of bounds is an mju_error.
MJAPI mjtByte mjs_setInStringVec(mjStringVec* dest, int i, const char* text);

// Append a string or a row of numbers; mjs_setInt, mjs_setFloat, mjs_setDouble replace all numbers.
MJAPI void mjs_appendString(mjStringVec* dest, const char* text);
MJAPI void mjs_setInt(mjIntVec* dest, const int* array, int size);
MJAPI void mjs_appendIntVec(mjIntVecVec* dest, const int* array, int size);
MJAPI void mjs_setFloat(mjFloatVec* dest, const float* array, int size);
MJAPI void mjs_appendFloatVec(mjFloatVecVec* dest, const float* array, int size);
MJAPI void mjs_setDouble(mjDoubleVec* dest, const double* array, int size);

// Set the attributes of a plugin instance: an mjStringVec of alternating keys and values.  The
// strings are moved out of this vector.
MJAPI void mjs_setPluginAttributes(mjsPlugin* plugin, void* attributes);

// The handle of an element's name.
MJAPI mjString* mjs_getName(mjsElement* element);

// The content of a container, valid until the container is changed; size may be NULL.
MJAPI const char* mjs_getString(const mjString* source);
MJAPI const double* mjs_getDouble(const mjDoubleVec* source, int* size);
MJAPI const void* mjs_getPluginAttributes(const mjsPlugin* plugin);

// The items of any vector and their number (size may be NULL); NULL when it has no items.
MJAPI const void* eng_vecData(const void* vec, int* size);

// String i of a vector of strings; "" when it does not exist.
MJAPI const char* eng_vecString(const mjStringVec* vec, int i);

// Resize any vector to n items of `width` bytes.  Items are numbers or, in a vector of strings or
// rows, engVec.  New items are zero or empty.  Returns 1; 0 when out of memory.
MJAPI int eng_vecResize(void* vec, int n, int width);

// Make an empty container that belongs to the program.  It can be used as any container type of a
// specification.  Returns 1; 0 when out of memory.
MJAPI int eng_vecMake(engVec* vec);

// Free the content of a container made by eng_vecMake; afterwards it cannot be used as a container.
MJAPI void eng_vecFree(engVec* vec);

// Assign another default class to an element; the element's values do not change.
MJAPI void mjs_setDefault(mjsElement* element, const mjsDefault* def);

// Put an element into a frame of its body.  Returns 0; -1 after an error.
MJAPI int mjs_setFrame(mjsElement* dest, mjsFrame* frame);

// Convert an alternative orientation to a quaternion.  Angles are in degrees if degree is set;
// sequence is as in mjsCompiler.eulerseq.  For mjORIENTATION_QUAT, quat is unchanged.  Returns NULL
// or an error message.
MJAPI const char* mjs_resolveOrientation(double quat[4], mjtByte degree, const char* sequence,
                                         const mjsOrientation* orientation);

// Replace a body by a new frame: move the body's content into this frame of its parent and delete
// the body (*body becomes NULL).  Explicit inertia is merged.  NULL after an error, with the body
// unchanged.
MJAPI mjsFrame* mjs_bodyToFrame(mjsBody** body);

// Store a user pointer with an element under a key; the data are not owned and not copied.
MJAPI void mjs_setUserValue(mjsElement* element, const char* key, const void* data);

// As mjs_setUserValue, and cleanup (may be NULL) is called with the data when they are no longer
// stored: when another value replaces them, in mjs_deleteUserValue, or when the specification in
// which the element was made is deleted.  When out of memory (see mjs_getError), it is called at
// once.
MJAPI void mjs_setUserValueWithCleanup(mjsElement* element, const char* key, const void* data,
                                       void (*cleanup)(const void* data));
MJAPI const void* mjs_getUserValue(mjsElement* element, const char* key);
MJAPI void mjs_deleteUserValue(mjsElement* element, const char* key);

// The number of values a sensor outputs; 0 if it is known only after compilation, -1 for an unknown
// sensor type.
MJAPI int mjs_sensorDim(const mjsSensor* sensor);

// ------------------------------------------- defaults --------------------------------------------

// Set a struct to its default values.  Only for structs that the program declares itself: handles
// become NULL, so never use these functions on a struct returned by an mjs_add function.
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

// The struct of an element; NULL when the element is NULL or has another type.
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
