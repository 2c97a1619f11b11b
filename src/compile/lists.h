// The passes over what is outside the tree.  The model is allocated and the tree filled in; each
// resolves its references, checks, and writes its arrays of the model.
#pragma once

#include <engine/plugin_types.h>

#include "compile/build.h"

void materials_fill(build* b);

// Pairs and excludes are sorted by the bodies they are about, in the specification too.
void pairs_fill(build* b);
void excludes_fill(build* b);

void equalities_fill(build* b);
void tendons_fill(build* b);

// Before the model is allocated: the bodies on the path of a tendon with armature have more than
// their own inertia, so they are not simple.
void tendons_unmark_simple(build* b);

// Actuators need the ranges of joints and tendons.
void actuators_fill(build* b);

// Sensors need everything they can be about.
void sensors_fill(build* b);

void custom_fill(build* b);

// The parameters of hard contact that numerics eng_solver and eng_hard say, and whether the options
// go together.  After custom_fill.
void hard_settle(build* b);

// Which plugin each instance is of: its own, or, when it does not say, the one that the element
// using it names.  Before anything asks an instance.
void plugins_resolve(build* b);

// Plugin instances: what they are set to; then, with the rest of the model in place, the state
// and sensor numbers they ask for.
void plugins_size(build* b);
void plugins_fill(build* b);
void plugins_count(build* b);

// The plugin that instance i is of, and its slot in the registry; NULL when it is not known.
const mjpPlugin* instance_plugin(const build* b, int i, int* slot);

// What an instance sets an attribute to; "" when it does not.
const char* plugin_attribute(const spec_plugin* p, const char* key);

// Keyframes need qpos0 and mocap poses.
void keyframes_fill(build* b);

// Sizes of the above that the lists' lengths do not tell: custom data, wraps, activations, plugin
// attributes.
void lists_size(build* b);

// Whether a history can be as an element asks for.
bool check_history(build* b, const element* e, int nsample, double delay);

// Where the histories of actuators and sensors are; after both were filled.
void histories_place(build* b);

// Which trees may sleep: after all that may forbid it.
void sleep_settle(build* b);
