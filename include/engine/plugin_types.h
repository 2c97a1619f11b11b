// Plugins: their declaration and callbacks.
#pragma once

#include <engine/visual_types.h>

#ifdef __cplusplus
extern "C" {
#endif

// What a plugin can do, as bits.
typedef enum mjtPluginCapabilityBit_ {
  mjPLUGIN_ACTUATOR = 1,  // forces of actuators
  mjPLUGIN_SENSOR = 2,    // values of sensors
  mjPLUGIN_PASSIVE = 4,   // passive forces
  mjPLUGIN_SDF = 8,       // signed distances
} mjtPluginCapabilityBit;

// A plugin, declared below.
typedef struct mjpPlugin_ mjpPlugin;
// The declaration of a plugin; functions that are not needed are NULL.
struct mjpPlugin_ {
  const char* name;                               // name it is registered under
  int nattribute;                                 // number of attributes
  const char* const* attributes;                  // their names
  int capabilityflags;                            // bits of mjtPluginCapabilityBit
  int needstage;                                  // stage its sensor part runs at (mjtStage)
  int (*nstate)(const mjModel* m, int instance);  // numbers of state an instance needs
  int (*nsensordata)(const mjModel* m, int instance,
                     int sensor_id);  // numbers a sensor of the instance returns
  int (*init)(const mjModel* m, mjData* d, int instance);  // make an instance; negative: failed
  void (*destroy)(mjData* d, int instance);                // undo init
  void (*copy)(mjData* dest, const mjModel* m, const mjData* src,
               int instance);  // copy an instance
  void (*reset)(const mjModel* m, mjtNum* plugin_state, void* plugin_data,
                int instance);  // bring an instance to its initial state
  void (*compute)(const mjModel* m, mjData* d, int instance,
                  int capability_bit);                         // compute for a capability
  void (*advance)(const mjModel* m, mjData* d, int instance);  // end of a time step
  void (*visualize)(const mjModel* m, mjData* d, const mjvOption* opt, mjvScene* scn,
                    int instance);                                      // add to the scene
  void (*actuator_act_dot)(const mjModel* m, mjData* d, int instance);  // rates of its activations
  mjtNum (*sdf_distance)(const mjtNum point[3], const mjData* d, int instance);  // signed distance
  void (*sdf_gradient)(mjtNum gradient[3], const mjtNum point[3], const mjData* d,
                       int instance);  // its gradient
  mjtNum (*sdf_staticdistance)(const mjtNum point[3],
                               const mjtNum* attributes);  // signed distance while compiling
  void (*sdf_attribute)(mjtNum attribute[], const char* name[],
                        const char* value[]);                  // attributes from text
  void (*sdf_aabb)(mjtNum aabb[6], const mjtNum* attributes);  // its box
};

// Opens the body of the function a plugin library registers its plugins in, run when it is loaded:
//   mjPLUGIN_LIB_INIT { mjp_registerPlugin(&plugin); }
#define mjPLUGIN_LIB_INIT                                           \
  __attribute__((constructor)) static void mjplugin_register(void); \
  static void mjplugin_register(void)

// Called for every library that is loaded: its file, the first slot it registered (-1: none) and
// the number of plugins.
typedef void (*mjfPluginLibraryLoadCallback)(const char* filename, int first, int count);

// Signed-distance shapes to be combined.
typedef struct mjSDF_ {
  const mjpPlugin** plugin;  // their plugins
  int* id;                   // their instances
  mjtSDFType type;           // how they are combined (mjtSDFType)
  mjtNum* relpos;            // positions relative to the first
  mjtNum* relmat;            // orientations relative to the first
  mjtGeom* geomtype;         // types of the geoms
} mjSDF;

#ifdef __cplusplus
}  // extern "C"
#endif
