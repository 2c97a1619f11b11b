// Making the memory of a model.
#pragma once

#include <stdbool.h>

#include <engine/model_types.h>

// NULL when a model of these sizes can be made, else what is wrong with them (static text).
const char* model_sizes_problem(const mjModel* sizes);

// A model with the sizes of the argument (nq ... narena; nnames_map and nbuffer are computed), all
// arrays zero, and default options, visual settings and statistics.  NULL after a warning when the
// sizes are impossible; mju_error when there is no memory, then NULL if the handler returns.
mjModel* model_allocate(const mjModel* sizes);

// The same, but large arrays of which filled(name) is true are the caller's to write to: they may
// hold anything.
mjModel* model_allocate_for(const mjModel* sizes, bool (*filled)(const char* array));

// Like model_allocate, for sizes that are possible, and without a word when there is no memory; no
// array is written to.
mjModel* model_try_allocate(const mjModel* sizes);

// The number of ints of the name map of a model of these sizes, -1 when they are too many.
int model_nnames_map(const mjModel* sizes);

// Let the arrays that are newer than 3.3.7 say nothing.
void model_blank_newer(mjModel* m);

// Whether a newer size or array need neither be saved nor printed: it follows from the tree, or
// from the actuators being plain, or it is of sleeping and nothing sleeps.
bool model_implies(const mjModel* m, const char* name);

// Whether every actuator has one control and one output: then the arrays that tell say nothing.
bool model_actuators_are_plain(const mjModel* m);

// The bytes of the buffer of a model of these sizes with only the arrays of 3.3.7.
size_t model_nbuffer_base(const mjModel* sizes);

// The bytes of the buffer of a model of these sizes, SIZE_MAX when they cannot be represented.
size_t model_nbuffer(const mjModel* sizes);
