// Zip archives (PKWARE APPNOTE 6.3) of files, stored or deflated (RFC 1951).
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A file of an archive; the pointers point into the archive's bytes.
typedef struct {
  const char* name;  // not terminated
  int nname;
  const unsigned char* packed;
  size_t npacked, size;
  int method;
  uint32_t crc;
} zip_entry;

// Called for each file; returning false ends the walk.
typedef bool (*zip_visit)(void* to, const zip_entry* e);

// Call visit for each file of an archive, except folders and empty files.  Returns NULL, or a
// message that says what is wrong with the archive.
const char* zip_walk(const void* bytes, size_t n, zip_visit visit, void* to);

// The content of a file and a terminating 0, from malloc; NULL when it is damaged or when there is
// no memory, which *no_memory tells apart.
unsigned char* zip_unpack(const zip_entry* e, bool* no_memory);

// An archive under construction; zero-initialise.
typedef struct {
  unsigned char *data, *list;  // local headers with contents, and the central directory
  size_t size, capacity, nlist, list_capacity;
  int count;
  bool failed;  // out of memory, or beyond the limits of the format
} zip_archive;

// Add a file, uncompressed.
void zip_add(zip_archive* z, const char* name, const void* bytes, size_t n);

// The finished archive, from malloc; the zip_archive is then empty again.  NULL when it has failed.
unsigned char* zip_finish(zip_archive* z, size_t* size);
