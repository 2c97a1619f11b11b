// Element names: checks, the model's names buffer, asset paths; also sizes of user data.
#pragma once

#include "compile/build.h"

// Assets without a name get that of their file.  Reports missing names of elements that must have
// one, and duplicates within a type.
void names_check(build* b);

// Determine the lengths of user data that are not given; reports rows that are too long.
void names_userdata(build* b);

void names_size(build* b);
void names_fill(build* b);
