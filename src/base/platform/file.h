// Facts about files and folders that the C library does not provide.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// The size of an open file; 0 when the system does not know it.
size_t file_size(FILE* f);

// When a file was last changed, in nanoseconds since an epoch; 0 when there is no such file.
int64_t file_time(const char* path);

// Whether a path names a pipe, a socket or a device, where reading may never end.
bool file_is_stream(const char* path);

// Whether a path names a regular file, not a folder, a link or a device.
bool file_is_plain(const char* path);

// Whether a path names a folder.
bool file_is_folder(const char* path);

// The absolute path of a file with links resolved, allocated by malloc; NULL when there is no such
// file.
char* file_absolute(const char* path);

// Call visit with the name of every entry of a folder, in no particular order; false when the
// folder cannot be read.
bool folder_visit(const char* path, void (*visit)(void* arg, const char* name), void* arg);
