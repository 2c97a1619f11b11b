#include "mjcf/prose.h"

// Sentences for plugins, data of the program, and keyframes.
// clang-format off
static const prose_row rows[] = {
  {"extension", 0, 0, 0, 0, "Plugins that the model needs."},
  {"plugin", 0, 0, 0, 0, "Lets a plugin act here; its settings are config children, or an instance that is shared."},
  {"extension/plugin", 0, 0, 0, 0, "A plugin that the model needs, and instances of it."},
  {"instance", 0, 0, 0, 0, "Settings of a plugin under a name, which several elements may share."},
  {"config", 0, 0, 0, 0, "A setting of a plugin: a name that the plugin knows, and a text."},
  {"config", "key", 0, 0, "twist", "Name of the setting, as the plugin calls it."},
  {"config", "value", 0, 0, "1e6", "Its value; the plugin says what it means."},
  {"custom", 0, 0, 0, 0, "Data for the program, which the library keeps and does not use."},
  {"custom/numeric", 0, 0, 0, 0, "Numbers under a name, which a program finds by mj_name2id in mjModel.numeric_data."},
  {"numeric", "size", 0, "> 0", "3", "How many; left out: as many as are given. The rest are zeros."},
  {"numeric", "data", 0, 0, "1 2 3", "The numbers; with size given what is missing is zero."},
  {"custom/text", 0, 0, 0, 0, "A text under a name, which a program finds by mj_name2id in mjModel.text_data."},
  {"text", "data", 0, 0, "hello", "The text, of any length."},
  {"custom/tuple", 0, 0, 0, 0, "A list of objects of the model under a name."},
  {"tuple/element", 0, 0, 0, 0, "An object of the list, by its kind and its name."},
  {"tuple/element", "objtype", 0, 0, "body", "Kind of the object: body, geom, joint and so on."},
  {"tuple/element", "objname", 0, 0, "hand", "Name of the object."},
  {"tuple/element", "prm", 0, 0, "0.5", "A number that goes with the object, for the program."},
  {"keyframe", 0, 0, 0, 0, "States under names, to start from."},
  {"key", 0, 0, 0, 0, "A state; what is left out is as initially."},
  {"key", "time", "s", 0, "0", "Time that the simulation has at this keyframe."},
  {"key", "qpos", "m, rad", "nq numbers", "0 0 1 1 0 0 0", "Positions of all joints, nq numbers; left out: those of the model as it stands."},
  {"key", "qvel", "m/s, rad/s", "nv numbers", "0 0 0 0 0 0", "Velocities of all joints, nv numbers; left out: 0."},
  {"key", "act", 0, "na numbers", "0", "Activations of actuators, na numbers; left out: 0."},
  {"key", "ctrl", 0, "nu numbers", "0", "Controls of actuators, nu numbers; left out: 0."},
  {"key", "mpos", "m", "three numbers for each mocap body", "0 0 1", "Positions of mocap bodies, three numbers each; left out: where the model has them."},
  {"key", "mquat", 0, "four numbers for each mocap body", "1 0 0 0", "Orientations of mocap bodies, four numbers each; left out: as the model has them."},
};
PROSE_TABLE(prose_custom);
