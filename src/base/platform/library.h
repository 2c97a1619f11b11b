// Dynamic libraries that are found at run time.
#pragma once

// What their names end with: ".so" or the like.
extern const char library_suffix[];

// Load a library, or find one that is loaded; NULL on failure, of which library_problem then tells.
void* library_open(const char* path);
const char* library_problem(void);

// Find a library that is loaded already; NULL when it is not.  To be closed, too.
void* library_loaded(const char* path);

// The address of a name in it; NULL when it has none.
void* library_symbol(void* library, const char* name);

void library_close(void* library);
