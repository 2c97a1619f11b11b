// The same API under the names existing programs include.
#pragma once

#include <engine/base_types.h>
#include <engine/data_types.h>
