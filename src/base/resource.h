// Opening what a model names: in the virtual file system, by a registered provider, or on disk.
#pragma once

#include <stdbool.h>
#include <engine/base.h>

// Open name, relative to dir (may be NULL or ""), by the look-up order of the API: vfs if given,
// then the provider of the name's scheme, then the file system.  On failure returns NULL and
// writes the reason to error (nerror bytes, may be 0).
mjResource* resource_open(const char* dir, const char* name, const mjVFS* vfs, char* error,
                          size_t nerror);

// All bytes of the resource; they live until resource_close.  Returns their number, -1 on failure.
int resource_read(mjResource* r, const void** buffer);

// Why the read of r that just returned n, not more than 0, gave nothing.
const char* resource_problem(const mjResource* r, int n);

// The directory that names in the resource are relative to, with its separator; not terminated.
// Files have that of their name, others the one their provider tells, or none: then plain names are
// files.
void resource_dir(mjResource* r, const char** dir, int* ndir);

// 0: unchanged since timestamp; otherwise changed.
int resource_modified(const mjResource* r, const char* timestamp);

void resource_close(mjResource* r);

// Does the name begin at a root, or carry a scheme?
bool resource_is_absolute(const char* name);

// dir + "/" + name, or name alone when it is absolute or carries a scheme; written to path
// (npath bytes).  Returns the length it needs, like snprintf.
int resource_join(char* path, size_t npath, const char* dir, const char* name);

// What resource_join writes, from malloc; NULL without memory.
char* resource_path(const char* dir, const char* name);
