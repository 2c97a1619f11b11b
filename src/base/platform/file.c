#include "base/platform/file.h"

#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>

size_t file_size(FILE* f) {
  struct stat s;
  return fstat(fileno(f), &s) || s.st_size < 0 ? 0 : (size_t)s.st_size;
}

int64_t file_time(const char* path) {
  struct stat s;
  if (stat(path, &s)) return 0;
#if defined(__APPLE__)
  return (int64_t)s.st_mtimespec.tv_sec * 1000000000 + s.st_mtimespec.tv_nsec;
#elif defined(_WIN32)
  return (int64_t)s.st_mtime * 1000000000;
#else
  return (int64_t)s.st_mtim.tv_sec * 1000000000 + s.st_mtim.tv_nsec;
#endif
}

bool file_is_folder(const char* path) {
  struct stat s;
  return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

bool file_is_stream(const char* path) {
  struct stat s;
  return stat(path, &s) == 0 && !S_ISREG(s.st_mode) && !S_ISDIR(s.st_mode);
}

#ifdef _WIN32

bool file_is_plain(const char* path) {
  struct stat s;
  return stat(path, &s) == 0 && S_ISREG(s.st_mode);
}

char* file_absolute(const char* path) { return _fullpath(NULL, path, 0); }

#else

bool file_is_plain(const char* path) {
  struct stat s;
  return lstat(path, &s) == 0 && S_ISREG(s.st_mode);
}

char* file_absolute(const char* path) { return realpath(path, NULL); }

#endif

bool folder_visit(const char* path, void (*visit)(void* arg, const char* name), void* arg) {
  DIR* entries = opendir(path);
  if (!entries) return false;
  for (struct dirent* e = readdir(entries); e; e = readdir(entries)) visit(arg, e->d_name);
  closedir(entries);
  return true;
}
