#include "tool/sheet.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tool/model.h"

enum { MOST_PIXELS = 1 << 28 };

bool sheet_begin(sheet* s, int across, int down, int width, int height) {
  *s = (sheet){across, down, width, height, NULL};
  double pixels = (double)across * down * width * height;
  if (pixels <= MOST_PIXELS) s->rgb = calloc((size_t)pixels + 1, 3);
  if (!s->rgb) {
    fprintf(stderr, "%d pictures of %d x %d are too large together\n", across * down, width,
            height);
  }
  return s->rgb != NULL;
}

void sheet_end(sheet* s) { free(s->rgb); }

void sheet_put(sheet* s, int x, int y, const unsigned char* rgb) {
  size_t row = 3 * (size_t)s->width, whole = row * (size_t)s->across;
  size_t bottom = (size_t)(s->down - 1 - y) * (size_t)s->height;
  for (size_t i = 0; i < (size_t)s->height; i++) {
    memcpy(s->rgb + (bottom + i) * whole + (size_t)x * row, rgb + i * row, row);
  }
}

bool is_folder(const char* path) {
  struct stat about;
  return !stat(path, &about) && S_ISDIR(about.st_mode);
}

static int by_name(const void* a, const void* b) {
  return strcmp(*(char* const*)a, *(char* const*)b);
}

static bool append(model_list* l, const char* folder, const char* name) {
  char** path = realloc(l->path, sizeof *path * (size_t)(l->n + 1));
  if (!path) return false;
  l->path = path;
  size_t room = strlen(folder) + strlen(name) + 2;
  path[l->n] = malloc(room);
  if (!path[l->n]) return false;
  snprintf(path[l->n++], room, "%s/%s", folder, name);
  return true;
}

bool model_list_read(model_list* l, const char* folder) {
  *l = (model_list){0};
  DIR* dir = opendir(folder);
  bool fine = dir != NULL;
  for (struct dirent* e; fine && (e = readdir(dir));) {
    bool model = ends_with(e->d_name, ".xml") || ends_with(e->d_name, ".urdf") ||
                 ends_with(e->d_name, ".mjb");
    if (model) fine = append(l, folder, e->d_name);
  }
  if (dir) closedir(dir);
  if (!dir) perror(folder);
  if (fine && !l->n) fprintf(stderr, "%s: no models (.xml, .urdf, .mjb)\n", folder);
  if (!fine || !l->n) {
    model_list_free(l);
    return false;
  }
  qsort(l->path, (size_t)l->n, sizeof *l->path, by_name);
  return true;
}

void model_list_free(model_list* l) {
  for (int i = 0; i < l->n; i++) free(l->path[i]);
  free(l->path);
  *l = (model_list){0};
}
