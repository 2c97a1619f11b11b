// The same API under the names existing programs include.
#pragma once

#include <engine/render.h>
