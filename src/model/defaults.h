// Defaults that the API does not name.
#pragma once

#include <engine/model_types.h>

void default_statistic(mjStatistic* stat);
void default_extension(engOption* ext);
