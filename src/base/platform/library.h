// Dynamic libraries loaded at run time.
#pragma once

// The suffix of their file names: ".so" or similar.
extern const char library_suffix[];

// What stands between the paths of a list in an environment variable: ":" or similar.
extern const char library_separator[];

// Load a library, or find it when it is loaded already; NULL on failure, which library_problem
// explains.
void* library_open(const char* path);
const char* library_problem(void);

// Find a library only if it is loaded already; NULL when it is not.  Must be closed, too.
void* library_loaded(const char* path);

// The address of a symbol; NULL when the library has none of that name.
void* library_symbol(void* library, const char* name);

void library_close(void* library);
