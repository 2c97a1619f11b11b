// Checks for likely mistakes in a model, one function each.  A finding says what is wrong, where,
// and what would help.
#pragma once

#include <engine/engine.h>

// Print a finding.
void found_print(const char* format, ...) mjPRINTFLIKE(1, 2);

void check_inertials(const char* file);  // for URDF files
void check_masses(const mjModel* m);
void check_softness(const mjModel* m);
void check_meshes(const mjModel* m);

// d must be in the initial state, after mj_forward.
void check_joints(const mjModel* m, const mjData* d);
void check_actuators(const mjModel* m, const mjData* d);
void check_contacts(const mjModel* m, const mjData* d);
