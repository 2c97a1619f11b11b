// Opening and parsing a model file, for internal use.
#pragma once

#include <engine/spec.h>
#include "mjcf/read.h"

// Maximum number of models that one model may read as assets, directly or indirectly.
#define MAX_MODELS 1000

// Maximum number of elements attached over all models: each takes one or two kilobytes, and files
// that attach each other twice double them with every level.
#define MAX_ATTACHED (1 << 18)

// So are more than these, as replicates make them, in all models together: bodies alone are limited
// to 65534.
#define MAX_EXPANDED 1e6

// Parse the model in a file, read by the chain of models `chain` (NULL: none).  NULL after an
// error, with all messages written to error.
mjSpec* parse_file(const char* path, const mjVFS* vfs, const reading* chain, char* error,
                   int nerror);
