// The passes over elements outside the tree, after the model is allocated and the tree is written;
// each resolves references, checks, and writes its model arrays.
#pragma once

#include <engine/plugin_types.h>

#include "compile/build.h"

void materials_fill(build* b);

// Pairs and excludes are sorted by body signature, also in the specification.
void pairs_fill(build* b);
void excludes_fill(build* b);

void equalities_fill(build* b);
void tendons_fill(build* b);

// Before the model is allocated: bodies on the path of a tendon with armature are not simple, since
// M couples them.
void tendons_unmark_simple(build* b);

// Needs the ranges of joints and tendons.
void actuators_fill(build* b);

// Needs all objects that a sensor can refer to.
void sensors_fill(build* b);

void custom_fill(build* b);

// Applies the numerics eng_solver and eng_hard and checks the combination of options.  After
// custom_fill.
void hard_settle(build* b);

// Determine the plugin of each instance: its own or, if it names none, that named by the element
// using it.  Must run before plugins are called.
void plugins_resolve(build* b);

// plugins_size: sizes of the instances' settings.  plugins_fill: after everything else, the sizes
// of state and sensors that the plugins ask for.
void plugins_size(build* b);
void plugins_fill(build* b);
void plugins_count(build* b);

// The plugin of instance i, and its registry slot; NULL when it is not registered.
const mjpPlugin* instance_plugin(const build* b, int i, int* slot);

// The value of an attribute of an instance; "" when it is not set.
const char* plugin_attribute(const spec_plugin* p, const char* key);

// Needs qpos0 and mocap poses.
void keyframes_fill(build* b);

// Sizes of the above that are not lengths of lists: custom data, wraps, activations, plugin
// attributes.
void lists_size(build* b);

// Check the history settings of an element.
bool check_history(build* b, const element* e, int nsample, double delay);

// Assign the addresses of histories, after actuators and sensors are filled.
void histories_place(build* b);

// Set sleep policies, after everything that may forbid sleeping is known.
void sleep_settle(build* b);
