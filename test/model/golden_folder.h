// The models of a folder of golden files, by name.
#pragma once

#include <dirent.h>
#include <string.h>

// Call check with the name, without ".xml", of every model of a folder; returns how many there are.
static inline int golden_folder(const char* folder, void (*check)(const char* name)) {
  DIR* dir = opendir(folder);
  int n = 0;
  for (struct dirent* e; dir && (e = readdir(dir));) {
    char* dot = strstr(e->d_name, ".xml");
    if (!dot) continue;
    *dot = 0;
    check(e->d_name);
    n++;
  }
  if (dir) closedir(dir);
  return n;
}
