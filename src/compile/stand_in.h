// What elements of the text that stand for many, flexcomp and composite, have in common.
#pragma once

#include <stdbool.h>
#include <engine/spec_types.h>

// Why one cannot be made.
typedef struct {
  const char* blamed;  // the attribute that is wrong, NULL: none in particular
  char problem[600];   // what is wrong; "": nothing
} refusal;

// Note what is wrong: returns false.
bool refuse(refusal* r, const char* blamed, const char* format, ...) mjPRINTFLIKE(3, 4);

// Name the instance of a plugin that bodies will share, kind before name, if it has none.
void shared_plugin_name(mjsPlugin* plugin, const char* kind, const char* name);

// Let a body use the instance, if there is one; info is where the element stands.
void shared_plugin_use(const mjsPlugin* plugin, mjsBody* body, const mjString* info);
