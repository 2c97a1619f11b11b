// Global variables of the API: callbacks, and names of flags and timers.
#include <engine/base.h>
#include <engine/model.h>

mjfGeneric mjcb_passive = NULL;
mjfGeneric mjcb_control = NULL;
mjfConFilt mjcb_contactfilter = NULL;
mjfSensor mjcb_sensor = NULL;
mjfTime mjcb_time = NULL;
mjfAct mjcb_act_dyn = NULL;
mjfAct mjcb_act_gain = NULL;
mjfAct mjcb_act_bias = NULL;

void mj_resetCallbacks(void) {
  mjcb_passive = NULL;
  mjcb_control = NULL;
  mjcb_contactfilter = NULL;
  mjcb_sensor = NULL;
  mjcb_time = NULL;
  mjcb_act_dyn = NULL;
  mjcb_act_gain = NULL;
  mjcb_act_bias = NULL;
}

const char* mjDISABLESTRING[mjNDISABLE] = {
    "Constraint", "Equality",  "Frictionloss", "Limit",        "Contact",   "Spring",  "Damper",
    "Gravity",    "Clampctrl", "Warmstart",    "Filterparent", "Actuation", "Refsafe", "Sensor",
    "Midphase",   "Eulerdamp", "AutoReset",    "NativeCCD",    "Island"};

const char* mjENABLESTRING[mjNENABLE] = {"Override", "Energy", "Fwdinv", "InvDiscrete", "MultiCCD"};

const char* mjTIMERSTRING[mjNTIMER] = {
    "step",          "forward",    "inverse",     "position",       "velocity",
    "actuation",     "constraint", "advance",     "pos_kinematics", "pos_inertia",
    "pos_collision", "pos_make",   "pos_project", "col_broadphase", "col_narrowphase"};
