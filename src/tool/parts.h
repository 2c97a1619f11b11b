// Lists of what is in a model beside its tree of bodies.
#pragma once

#include <engine/engine.h>

// Tendons, equalities, actuators and sensors, one in a line, with the objects that they refer to.
void print_parts(const mjModel* m);
