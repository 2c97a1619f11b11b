// MJZ: a zip archive with a model and all its files.
#pragma once

#include <engine/extension.h>

// Add the files of an archive to vfs, with its name as prefix, and read the model among them.
mjSpec* archive_read(mjResource* resource, const mjVFS* vfs, char* error, int nerror);

// The bytes of an archive for a specification, from malloc; stem: name of the model file.  Files
// that cannot be read are left out with a warning.  NULL after writing to error.
unsigned char* archive_write(const mjSpec* s, const char* stem, const mjVFS* vfs, size_t* size,
                             char* error, int nerror);
