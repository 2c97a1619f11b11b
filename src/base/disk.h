// Files of the operating system.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// Open a file for reading; NULL, with the reason in errno.  Pipes and devices are refused before
// they are opened, since opening one may block for ever.
FILE* disk_open(const char* path);

// The message for an errno that disk_open or disk_read has set.
const char* disk_problem(int reason);

// All bytes of a file plus a terminating 0, allocated by malloc.  NULL, with the reason in errno,
// when it cannot be read or has INT_MAX bytes or more.
char* disk_read(const char* path, size_t* size);

// When the file was last written, in nanoseconds; 0 when that is unknown.
int64_t disk_time(const char* path);
