// Opens the resources a model names: in the virtual file system, by a registered provider, or on
// disk.
#pragma once

#include <stdbool.h>
#include <engine/base.h>

// Open `name`, relative to dir (may be NULL or ""), in the order the API documents: vfs if given,
// then the provider of the name's scheme, then the file system.  On failure returns NULL and writes
// the reason to error (nerror bytes, may be 0).
mjResource* resource_open(const char* dir, const char* name, const mjVFS* vfs, char* error,
                          size_t nerror);

// All bytes of the resource; they live until resource_close.  Returns their number, -1 on failure.
int resource_read(mjResource* r, const void** buffer);

// The reason why a read of r that returned n <= 0 delivered no bytes.
const char* resource_problem(const mjResource* r, int n);

// The directory, with its separator and not terminated, that names inside the resource are relative
// to. For a file it is that of its own name; otherwise what the provider tells; without it,
// relative names are looked up as files.
void resource_dir(mjResource* r, const char** dir, int* ndir);

// 0 when the resource is unchanged since timestamp.
int resource_modified(const mjResource* r, const char* timestamp);

void resource_close(mjResource* r);

// Whether the name is an absolute path or has a scheme.
bool resource_is_absolute(const char* name);

// dir + "/" + name, or name alone when it is absolute or carries a scheme; written to path
// (npath bytes).  Returns the length it needs, like snprintf.
int resource_join(char* path, size_t npath, const char* dir, const char* name);

// The path of resource_join in a block from malloc; NULL without memory.
char* resource_path(const char* dir, const char* name);
