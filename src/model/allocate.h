// Allocation of models.
#pragma once

#include <stdbool.h>

#include <engine/model_types.h>

// NULL when a model of these sizes is possible, else what is wrong with them (a static string).
const char* model_sizes_problem(const mjModel* sizes);

// A model with the sizes of the argument (nq ... narena; nnames_map and nbuffer are computed), all
// arrays zero, and default options, visual settings and statistics.  NULL after a warning when the
// sizes are impossible; mju_error when there is no memory, then NULL if the handler returns.
mjModel* model_allocate(const mjModel* sizes);

// Like model_allocate, but large arrays for which filled(name) is true are left uninitialised: the
// caller fills them.
mjModel* model_allocate_for(const mjModel* sizes, bool (*filled)(const char* array));

// Like model_allocate, for sizes that are known to be possible; returns NULL silently when there is
// no memory.  The arrays are not initialised.
mjModel* model_try_allocate(const mjModel* sizes);

// Number of ints in the name map of a model of these sizes, -1 when too large.
int model_nnames_map(const mjModel* sizes);

// Set the arrays that are newer than 3.3.7 to their neutral values.
void model_blank_newer(mjModel* m);

// Whether a newer size or array need not be saved or printed: it follows from the body tree, every
// actuator has one control and one output, or it concerns sleeping and nothing may sleep.
bool model_implies(const mjModel* m, const char* name);

// Whether every actuator has one control and one output; the arrays that would say otherwise are
// neutral.
bool model_actuators_are_plain(const mjModel* m);

// Bytes of the buffer of a model of these sizes, with only the arrays of 3.3.7.
size_t model_nbuffer_base(const mjModel* sizes);

// Bytes of the buffer of a model of these sizes, SIZE_MAX on overflow.
size_t model_nbuffer(const mjModel* sizes);
