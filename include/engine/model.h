// Functions on mjModel and mjData: make, copy, reset, save, names, state, print.
//
// A model is constant during simulation and may be shared by any number of threads; mjData belongs
// to one thread at a time.
#pragma once

#include <engine/data_types.h>
#include <engine/base_types.h>
#include <engine/plugin_types.h>

#ifdef __cplusplus
extern "C" {
#endif

// --- callbacks ----------------------------------------------------------------------------------

// User callbacks, shared by all threads; NULL: none.
MJAPI extern mjfGeneric mjcb_passive;        // adds forces to qfrc_passive
MJAPI extern mjfGeneric mjcb_control;        // sets ctrl and applied forces
MJAPI extern mjfConFilt mjcb_contactfilter;  // nonzero: the geoms do not collide
MJAPI extern mjfSensor mjcb_sensor;          // fills user sensors of a stage
MJAPI extern mjfTime mjcb_time;              // clock of the timers, in any unit
MJAPI extern mjfAct mjcb_act_dyn;            // activation derivative of user actuators
MJAPI extern mjfAct mjcb_act_gain;           // their gain
MJAPI extern mjfAct mjcb_act_bias;           // their bias

// Set all callbacks to NULL.
MJAPI void mj_resetCallbacks(void);

// Names of disable flags, enable flags and timers, by bit and by mjtTimer.
MJAPI extern const char* mjDISABLESTRING[mjNDISABLE];
MJAPI extern const char* mjENABLESTRING[mjNENABLE];
MJAPI extern const char* mjTIMERSTRING[mjNTIMER];

// --- defaults -----------------------------------------------------------------------------------

// Set options to their defaults.
MJAPI void mj_defaultLROpt(mjLROpt* opt);
MJAPI void mj_defaultSolRefImp(mjtNum* solref, mjtNum* solimp);  // either may be NULL
MJAPI void mj_defaultOption(mjOption* opt);
MJAPI void mj_defaultVisual(mjVisual* vis);

// --- models -------------------------------------------------------------------------------------

// Copy a model to dest or, if that is NULL, to a new model; returns dest.  If dest has other sizes
// it is deleted, and an error is raised.
MJAPI mjModel* mj_copyModel(mjModel* dest, const mjModel* src);

// Copy what visualisation needs: everything except geom_fluid, mesh vertices, faces, hulls and
// polygons, height field and texture data.  An error when the sizes differ.
MJAPI void mjv_copyModel(mjModel* dest, const mjModel* src);

// Save as a binary model: to buffer of buffer_sz bytes if it is not NULL (an error when that is too
// small), else to a file (a warning when that cannot be written).
MJAPI void mj_saveModel(const mjModel* m, const char* filename, void* buffer, int buffer_sz);

// Load a binary model from a file, virtual or on disk.  vfs may be NULL.  NULL after a warning when
// it cannot be read, has another version, or contains invalid references.
MJAPI mjModel* mj_loadModel(const char* filename, const mjVFS* vfs);

// Free a model; NULL is a no-op.
MJAPI void mj_deleteModel(mjModel* m);

// Number of bytes that mj_saveModel writes.
MJAPI int mj_sizeModel(const mjModel* m);

// --- data ---------------------------------------------------------------------------------------

// Make data for a model, in the initial state.  NULL after a warning when the sizes overflow.
MJAPI mjData* mj_makeData(const mjModel* m);

// Copy data of model m to dest or, if that is NULL, to new data; returns dest.  An error when sizes
// differ or the stack of src is in use.  Plugins copy their own data; a thread pool remains bound
// to its data.
MJAPI mjData* mj_copyData(mjData* dest, const mjModel* m, const mjData* src);

// The same without inertia matrices, their factors and constraint Jacobians, which visualisation
// does not need: those in the arena become NULL.
MJAPI mjData* mjv_copyData(mjData* dest, const mjModel* m, const mjData* src);

// Reset to the initial state: qpos0, zero velocities and forces, time 0.  All computed quantities
// are 0 until mj_forward. plugin_state is left to the plugins.
MJAPI void mj_resetData(const mjModel* m, mjData* d);

// The same; bytes that mj_forward overwrites are set to debug_value.
MJAPI void mj_resetDataDebug(const mjModel* m, mjData* d, unsigned char debug_value);

// Reset, then take time, position, velocity, activation, mocap poses and controls from a keyframe.
// Without such a keyframe it is a plain reset.
MJAPI void mj_resetDataKeyframe(const mjModel* m, mjData* d, int key);

// Free data, possibly after their model.  NULL is a no-op.
MJAPI void mj_deleteData(mjData* d);

// Count a warning of type mjtWarning, and report it if it is the first of its type.
MJAPI void mj_warning(mjData* d, int warning, int info);

// The text of a warning, valid until the next call from this thread.
MJAPI const char* mju_warningText(int warning, size_t info);

// --- stack allocation in mjData -----------------------------------------------------------------

// Open a stack frame; free everything allocated since.  Without a frame mj_freeStack does nothing.
MJAPI void mj_markStack(mjData* d);
MJAPI void mj_freeStack(mjData* d);

// Allocate uninitialised memory until the frame is freed; NULL for size 0.  An error when the stack
// is full.
MJAPI void* mj_stackAllocByte(mjData* d, size_t bytes, size_t alignment);
MJAPI mjtNum* mj_stackAllocNum(mjData* d, size_t size);
MJAPI int* mj_stackAllocInt(mjData* d, size_t size);

// Let the workers of a thread pool take part in steps of d.  They get separate stacks, so that the
// arena has as much room as without a pool.  An error when d already has a pool, or without memory.
MJAPI void mju_bindThreadPool(mjData* d, void* thread_pool);

// --- state --------------------------------------------------------------------------------------

// A state vector consists of the parts of mjData whose mjtState bits are in sig, in bit order.
// These functions return its size, read it, and write it without changing anything else.
MJAPI int mj_stateSize(const mjModel* m, unsigned int sig);
MJAPI void mj_getState(const mjModel* m, const mjData* d, mjtNum* state, unsigned int sig);
MJAPI void mj_setState(const mjModel* m, mjData* d, const mjtNum* state, unsigned int sig);

// Store d's state as keyframe k of the model; an error when there is no such keyframe.
MJAPI void mj_setKeyframe(mjModel* m, const mjData* d, int k);

// --- names --------------------------------------------------------------------------------------

// The id of the object with a type (mjtObj) and name, -1 if none; the name of an object, NULL if it
// has none.
MJAPI int mj_name2id(const mjModel* m, int type, const char* name);
MJAPI const char* mj_id2name(const mjModel* m, int type, int id);

// The name of an object type, NULL if unknown; and the type with a name, 0 if unknown.
MJAPI const char* mju_type2Str(int type);
MJAPI int mju_str2Type(const char* str);

// --- options and masses -------------------------------------------------------------------------

// Whether friction cones are pyramidal, Jacobians sparse, and the solver dual.
MJAPI int mj_isPyramidal(const mjModel* m);
MJAPI int mj_isSparse(const mjModel* m);
MJAPI int mj_isDual(const mjModel* m);

// The total mass of all bodies; scale all masses and inertias to a given total (call mj_setConst
// afterwards).
MJAPI mjtNum mj_getTotalmass(const mjModel* m);
MJAPI void mj_setTotalmass(mjModel* m, mjtNum newmass);

// dst = the dense nv x nv inertia matrix, from its lower triangle M in the layout of mjData.qM.
MJAPI void mj_fullM(const mjModel* m, mjtNum* dst, const mjtNum* M);

// --- printing -----------------------------------------------------------------------------------

// Print as text to a file, or to standard output when filename is NULL.  float_format: printf
// format for one number, at most 20 characters; an invalid one causes a warning and is ignored.
MJAPI void mj_printFormattedModel(const mjModel* m, const char* filename, const char* float_format);
MJAPI void mj_printModel(const mjModel* m, const char* filename);
MJAPI void mj_printFormattedData(const mjModel* m, const mjData* d, const char* filename,
                                 const char* float_format);
MJAPI void mj_printData(const mjModel* m, const mjData* d, const char* filename);

// --- plugins ------------------------------------------------------------------------------------

// Set all fields to zero.
MJAPI void mjp_defaultPlugin(mjpPlugin* plugin);

// Register a plugin in this process.  Returns its slot, counted from 0.  Registering the same
// definition again returns the same slot; another definition with the same name (ignoring case), or
// an invalid one, is an error.  Thread-safe.
MJAPI int mjp_registerPlugin(const mjpPlugin* plugin);

// Number of registered plugins.
MJAPI int mjp_pluginCount(void);

// A plugin by name, ignoring case, with its slot (may be NULL; -1 when there is none); or by slot.
// NULL when there is none.
MJAPI const mjpPlugin* mjp_getPlugin(const char* name, int* slot);
MJAPI const mjpPlugin* mjp_getPluginAtSlot(int slot);

// The value of an attribute of a plugin instance, "" when it was not set, NULL when there is no
// such instance or attribute.
MJAPI const char* mj_getPluginConfig(const mjModel* m, int plugin_id, const char* attrib);

#ifdef __cplusplus
}  // extern "C"
#endif
