// What may be wrong with a model that loads, a function each.  Each says what is wrong, where, and
// what would help.
#pragma once

#include <engine/engine.h>

// Say something that was found.
void found_print(const char* format, ...) mjPRINTFLIKE(1, 2);

void check_inertials(const char* file);  // of URDF
void check_masses(const mjModel* m);
void check_softness(const mjModel* m);
void check_meshes(const mjModel* m);

// d is at the initial state, after mj_forward.
void check_joints(const mjModel* m, const mjData* d);
void check_actuators(const mjModel* m, const mjData* d);
void check_contacts(const mjModel* m, const mjData* d);
