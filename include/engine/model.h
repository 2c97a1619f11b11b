// Life of mjModel and mjData: make, copy, reset, save, name, state, print.
#pragma once

#include <engine/data_types.h>
#include <engine/base_types.h>
#include <engine/plugin_types.h>

#ifdef __cplusplus
extern "C" {
#endif

MJAPI extern mjfGeneric mjcb_passive;
MJAPI extern mjfGeneric mjcb_control;
MJAPI extern mjfConFilt mjcb_contactfilter;
MJAPI extern mjfSensor mjcb_sensor;
MJAPI extern mjfTime mjcb_time;
MJAPI extern mjfAct mjcb_act_dyn;
MJAPI extern mjfAct mjcb_act_gain;
MJAPI extern mjfAct mjcb_act_bias;
MJAPI extern const char* mjDISABLESTRING[mjNDISABLE];
MJAPI extern const char* mjENABLESTRING[mjNENABLE];
MJAPI extern const char* mjTIMERSTRING[mjNTIMER];

MJAPI void mj_defaultLROpt(mjLROpt* opt);
MJAPI void mj_defaultSolRefImp(mjtNum* solref, mjtNum* solimp);
MJAPI void mj_defaultOption(mjOption* opt);
MJAPI void mj_defaultVisual(mjVisual* vis);
MJAPI mjModel* mj_copyModel(mjModel* dest, const mjModel* src);
MJAPI void mj_saveModel(const mjModel* m, const char* filename, void* buffer, int buffer_sz);
MJAPI mjModel* mj_loadModel(const char* filename, const mjVFS* vfs);
MJAPI void mj_deleteModel(mjModel* m);
MJAPI int mj_sizeModel(const mjModel* m);
MJAPI mjData* mj_makeData(const mjModel* m);
MJAPI mjData* mj_copyData(mjData* dest, const mjModel* m, const mjData* src);
MJAPI mjData* mjv_copyData(mjData* dest, const mjModel* m, const mjData* src);
MJAPI void mj_resetData(const mjModel* m, mjData* d);
MJAPI void mj_resetDataDebug(const mjModel* m, mjData* d, unsigned char debug_value);
MJAPI void mj_resetDataKeyframe(const mjModel* m, mjData* d, int key);
MJAPI void mj_markStack(mjData* d);
MJAPI void mj_freeStack(mjData* d);
MJAPI void* mj_stackAllocByte(mjData* d, size_t bytes, size_t alignment);
MJAPI mjtNum* mj_stackAllocNum(mjData* d, size_t size);
MJAPI int* mj_stackAllocInt(mjData* d, size_t size);
MJAPI void mj_deleteData(mjData* d);
MJAPI void mj_resetCallbacks(void);
MJAPI void mj_printFormattedModel(const mjModel* m, const char* filename, const char* float_format);
MJAPI void mj_printModel(const mjModel* m, const char* filename);
MJAPI void mj_printFormattedData(const mjModel* m, const mjData* d, const char* filename, const char* float_format);
MJAPI void mj_printData(const mjModel* m, const mjData* d, const char* filename);
MJAPI int mj_stateSize(const mjModel* m, unsigned int sig);
MJAPI void mj_getState(const mjModel* m, const mjData* d, mjtNum* state, unsigned int sig);
MJAPI void mj_setState(const mjModel* m, mjData* d, const mjtNum* state, unsigned int sig);
MJAPI void mj_setKeyframe(mjModel* m, const mjData* d, int k);
MJAPI int mj_isPyramidal(const mjModel* m);
MJAPI int mj_isSparse(const mjModel* m);
MJAPI int mj_isDual(const mjModel* m);
MJAPI int mj_name2id(const mjModel* m, int type, const char* name);
MJAPI const char* mj_id2name(const mjModel* m, int type, int id);
MJAPI void mj_fullM(const mjModel* m, mjtNum* dst, const mjtNum* M);
MJAPI mjtNum mj_getTotalmass(const mjModel* m);
MJAPI void mj_setTotalmass(mjModel* m, mjtNum newmass);
MJAPI const char* mj_getPluginConfig(const mjModel* m, int plugin_id, const char* attrib);
MJAPI void mjv_copyModel(mjModel* dest, const mjModel* src);
MJAPI void mj_warning(mjData* d, int warning, int info);
MJAPI const char* mju_type2Str(int type);
MJAPI int mju_str2Type(const char* str);
MJAPI const char* mju_warningText(int warning, size_t info);
MJAPI void mjp_defaultPlugin(mjpPlugin* plugin);
MJAPI int mjp_registerPlugin(const mjpPlugin* plugin);
MJAPI int mjp_pluginCount(void);
MJAPI const mjpPlugin* mjp_getPlugin(const char* name, int* slot);
MJAPI const mjpPlugin* mjp_getPluginAtSlot(int slot);
MJAPI void mju_bindThreadPool(mjData* d, void* thread_pool);

#ifdef __cplusplus
}  // extern "C"
#endif
