// The same API under the names existing programs include.
#pragma once

#include <engine/data_types.h>
#include <engine/model_types.h>
