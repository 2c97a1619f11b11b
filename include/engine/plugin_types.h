// Plugins: what one declares and when it is called.
#pragma once

#include <engine/visual_types.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum mjtPluginCapabilityBit_ {
  mjPLUGIN_ACTUATOR = 1,
  mjPLUGIN_SENSOR = 2,
  mjPLUGIN_PASSIVE = 4,
  mjPLUGIN_SDF = 8,
} mjtPluginCapabilityBit;

typedef struct mjpPlugin_ mjpPlugin;
struct mjpPlugin_ {
  const char* name;
  int nattribute;
  const char* const* attributes;
  int capabilityflags;
  int needstage;
  int (*nstate)(const mjModel* m, int instance);
  int (*nsensordata)(const mjModel* m, int instance, int sensor_id);
  int (*init)(const mjModel* m, mjData* d, int instance);
  void (*destroy)(mjData* d, int instance);
  void (*copy)(mjData* dest, const mjModel* m, const mjData* src, int instance);
  void (*reset)(const mjModel* m, mjtNum* plugin_state, void* plugin_data, int instance);
  void (*compute)(const mjModel* m, mjData* d, int instance, int capability_bit);
  void (*advance)(const mjModel* m, mjData* d, int instance);
  void (*visualize)(const mjModel* m, mjData* d, const mjvOption* opt, mjvScene* scn, int instance);
  void (*actuator_act_dot)(const mjModel* m, mjData* d, int instance);
  mjtNum (*sdf_distance)(const mjtNum point[3], const mjData* d, int instance);
  void (*sdf_gradient)(mjtNum gradient[3], const mjtNum point[3], const mjData* d, int instance);
  mjtNum (*sdf_staticdistance)(const mjtNum point[3], const mjtNum* attributes);
  void (*sdf_attribute)(mjtNum attribute[], const char* name[], const char* value[]);
  void (*sdf_aabb)(mjtNum aabb[6], const mjtNum* attributes);
};

typedef void (*mjfPluginLibraryLoadCallback)(const char* filename, int first, int count);

typedef struct mjSDF_ {
  const mjpPlugin** plugin;
  int* id;
  mjtSDFType type;
  mjtNum* relpos;
  mjtNum* relmat;
  mjtGeom* geomtype;
} mjSDF;

#ifdef __cplusplus
}  // extern "C"
#endif
