// Opening and parsing a model file, inside the room.
#pragma once

#include <engine/spec.h>
#include "mjcf/read.h"

// Models that one may read as assets, directly and through others.
#define MAX_MODELS 1000

// More elements than this, attached in all models together, are taken for a mistake: each takes a
// kilobyte or two, and files of a line that attach each other twice double them.
#define MAX_ATTACHED (1 << 18)

// So are more than these, as replicates make them, in all models together: bodies alone are limited
// to 65534.
#define MAX_EXPANDED 1e6

// Parse the model of a file, which is part of the models in chain (NULL: of none).  NULL after an
// error, with all messages written to error.
mjSpec* parse_file(const char* path, const mjVFS* vfs, const reading* chain, char* error,
                   int nerror);
