// References between elements by name; all code that follows names uses this.
#pragma once

#include "spec/spec_type.h"

// Calls f for every name in e that refers to another element (including tendon paths), with the
// type it refers to; empty names and names without a type are skipped.  Stops when f returns false,
// and returns false then.
typedef bool (*reference_fn)(void* context, string* name, mjtObj type);
bool for_references(element* e, reference_fn f, void* context);

// Whether all references of a pair, exclude, tendon, equality, actuator or sensor can be resolved
// in s, including required ones.
bool references_resolve(spec* s, element* e);

// Assets are shared by all parts of a specification: copying within it does not rename them.
bool is_asset(mjtObj type);
