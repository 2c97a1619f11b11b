#include "mjcf/prose.h"

// Sentences for plugins, data of the program, and keyframes.
// clang-format off
static const prose_row rows[] = {
  {"extension", 0, 0, 0, 0, "Plugins that the model needs."},
  {"plugin", 0, 0, 0, 0, "Lets a plugin act here; its settings are config children, or an instance that is shared."},
  {"extension/plugin", 0, 0, 0, 0, "A plugin that the model needs, and instances of it."},
  {"instance", 0, 0, 0, 0, "Settings of a plugin under a name, which several elements may share."},
  {"config", 0, 0, 0, 0, "A setting of a plugin."},
  {"config", "key", 0, 0, "twist", "Its name."},
  {"config", "value", 0, 0, "1e6", "Its value; the plugin says what it means."},
  {"custom", 0, 0, 0, 0, "Data for the program, which the library keeps and does not use."},
  {"custom/numeric", 0, 0, 0, 0, "Numbers under a name."},
  {"numeric", "size", 0, "> 0", "3", "How many; left out: as many as are given. The rest are zeros."},
  {"numeric", "data", 0, 0, "1 2 3", "The numbers."},
  {"custom/text", 0, 0, 0, 0, "A text under a name."},
  {"text", "data", 0, 0, "hello", "The text."},
  {"custom/tuple", 0, 0, 0, 0, "A list of objects of the model under a name."},
  {"tuple/element", 0, 0, 0, 0, "An object of the list."},
  {"tuple/element", "objtype", 0, 0, "body", "Its kind."},
  {"tuple/element", "objname", 0, 0, "hand", "Its name."},
  {"tuple/element", "prm", 0, 0, "0.5", "A number that goes with it."},
  {"keyframe", 0, 0, 0, 0, "States under names, to start from."},
  {"key", 0, 0, 0, 0, "A state; what is left out is as initially."},
  {"key", "time", "s", 0, "0", "Time."},
  {"key", "qpos", "m, rad", "nq numbers", "0 0 1 1 0 0 0", "Positions."},
  {"key", "qvel", "m/s, rad/s", "nv numbers", "0 0 0 0 0 0", "Velocities."},
  {"key", "act", 0, "na numbers", "0", "Activations."},
  {"key", "ctrl", 0, "nu numbers", "0", "Controls."},
  {"key", "mpos", "m", "three numbers for each mocap body", "0 0 1", "Positions of mocap bodies."},
  {"key", "mquat", 0, "four numbers for each mocap body", "1 0 0 0", "Orientations of mocap bodies."},
};
PROSE_TABLE(prose_custom);
