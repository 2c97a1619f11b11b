// See mujoco.h, beside this one.
#pragma once

#include <mujoco/mujoco.h>
