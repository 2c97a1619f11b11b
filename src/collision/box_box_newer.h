// Box against box with the results of 3.12 (engLEVEL_BOXBOX).
#pragma once

#include <engine/data_types.h>

// As pair_box_box (collision/pair.h); up to 8 contacts, all to be kept.
int box_box_newer(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2, mjtNum margin);
