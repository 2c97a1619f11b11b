// How many numbers a sensor gives.
#pragma once

// By its type (mjtSensor) and integer parameters alone; 0 where a plugin, a mesh or the user
// decides, -1 when there is no such type.
int sensor_size(int type, const int* intprm);
