// Entry point of the first-party plugin library: load it with mj_loadPluginLibrary.
#include <engine/engine.h>

#include "plugin/first_party/plugins.h"

mjPLUGIN_LIB_INIT {
  register_pid();
  register_cable();
  register_touch_grid();
  register_sdf_shapes();
}
