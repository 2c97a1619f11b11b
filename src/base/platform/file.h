// What the C library does not tell of files and folders.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// The size of an open file as the system tells it, 0 when it tells none.
size_t file_size(FILE* f);

// When a file was last changed, in nanoseconds since an epoch; 0 when there is no such file.
int64_t file_time(const char* path);

// Whether a path leads to a pipe, a socket or a device, of which reading may never end.
bool file_is_stream(const char* path);

// Whether a path is that of a plain file, not of a folder, a link or a device.
bool file_is_plain(const char* path);

// The name of a file from the root on, links followed; from malloc, NULL when there is no such
// file.
char* file_absolute(const char* path);

// Call visit with every name in a folder, in no order; false when it cannot be read.
bool folder_visit(const char* path, void (*visit)(void* arg, const char* name), void* arg);
