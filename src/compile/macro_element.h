// Functions shared by the macro elements flexcomp and composite.
#pragma once

#include <stdbool.h>
#include <engine/spec_types.h>

// The reason why a macro element cannot be expanded.
typedef struct {
  const char* blamed;  // the attribute at fault; NULL: none in particular
  char problem[600];   // description; "": no error
} refusal;

// Record an error; returns false.
bool refuse(refusal* r, const char* blamed, const char* format, ...) mjPRINTFLIKE(3, 4);

// Name the plugin instance that all bodies share, "kind" before name, if it has no name.
void shared_plugin_name(mjsPlugin* plugin, const char* kind, const char* name);

// Make a body use the plugin instance, if there is one; info: the place of the element.
void shared_plugin_use(const mjsPlugin* plugin, mjsBody* body, const mjString* info);
