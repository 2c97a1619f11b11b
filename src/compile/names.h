// Names: checks, the names block of the model, and asset paths; sizes of user data.
#pragma once

#include "compile/build.h"

// Assets without a name take that of their file.  No element may lack a name it is referred by, or
// share one with another of its type.
void names_check(build* b);

// The lengths of user data rows not given by the user, and no row longer than that.
void names_userdata(build* b);

void names_size(build* b);
void names_fill(build* b);
