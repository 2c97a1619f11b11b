// Zip archives (PKWARE APPNOTE 6.3): files with their names, stored or deflated (RFC 1951).
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A file of an archive, in the bytes that it was found in.
typedef struct {
  const char* name;  // not terminated
  int nname;
  const unsigned char* packed;
  size_t npacked, size;
  int method;
  uint32_t crc;
} zip_entry;

// What to do with each file; false ends the walk.
typedef bool (*zip_visit)(void* to, const zip_entry* e);

// Walk over the files of an archive, folders and empty files left out.  NULL, or what is wrong with
// it.
const char* zip_walk(const void* bytes, size_t n, zip_visit visit, void* to);

// The content of a file, from malloc and terminated beyond its size; NULL when it is damaged or, as
// it then says, there is no memory.
unsigned char* zip_unpack(const zip_entry* e, bool* no_memory);

// An archive that is being made; zeroes to begin with.
typedef struct {
  unsigned char *data, *list;  // files, and their list
  size_t size, capacity, nlist, list_capacity;
  int count;
  bool failed;  // no memory, or more than such an archive may hold
} zip_archive;

// Add a file, stored as it is.
void zip_add(zip_archive* z, const char* name, const void* bytes, size_t n);

// The whole archive, from malloc; the archive is then empty again.  NULL: it failed.
unsigned char* zip_finish(zip_archive* z, size_t* size);
