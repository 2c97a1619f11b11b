// MJZ: a model with all of its files in a zip archive.
#pragma once

#include <engine/extension.h>

// Put the files of an archive into vfs, below its name, and read the model among them.
mjSpec* archive_read(mjResource* resource, const mjVFS* vfs, char* error, int nerror);

// The bytes of an archive of a specification, from malloc; stem names its model.  What cannot be
// read is left out with a warning.  NULL after writing to error.
unsigned char* archive_write(const mjSpec* s, const char* stem, const mjVFS* vfs, size_t* size,
                             char* error, int nerror);
