// Default values that the public API does not provide.
#pragma once

#include <engine/model_types.h>

void default_statistic(mjStatistic* stat);
void default_extension(engOption* ext);
