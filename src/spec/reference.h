// Elements name other elements; everything that follows such names goes through here.
#pragma once

#include "spec/spec_type.h"

// Call f for every name in e that refers to an element (wraps of a tendon included), with the type
// it refers to; empty names and untyped ones are passed over.  Stops when f returns false, and
// returns false then.
typedef bool (*reference_fn)(void* context, string* name, mjtObj type);
bool for_references(element* e, reference_fn f, void* context);

// Do all references of a pair, exclude, tendon, equality, actuator or sensor resolve in s, those
// it must have included?
bool references_resolve(spec* s, element* e);

// Assets are shared by the parts of a specification: copying within it does not rename them.
bool is_asset(mjtObj type);
