// Making the memory of mjData.
#pragma once

#include <engine/data_types.h>

// Data for m whose buffer and arena are not initialised.  NULL after a warning when m is too large,
// after mju_error when there is no memory.
mjData* data_allocate(const mjModel* m);

// Free the memory alone, without telling the plugins.
void data_free(mjData* d);

// Data in its initial state, but for what is computed from it: that stays as it is.
void data_begin(const mjModel* m, mjData* d);

// Give the plugin instances of m their data: d->plugin and plugin_data are set.  When one refuses,
// d is freed, mju_error is raised and the answer is 0, else 1.
int data_init_plugins(const mjModel* m, mjData* d);
