#include "film.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// At most this many copies of a picture for the time that has passed since the last: a second.
enum { MAX_REPEAT = 60 };

static bool installed(const char* program) {
  char path[4096], file[4300];
  snprintf(path, sizeof path, "%s", getenv("PATH") ? getenv("PATH") : "/usr/bin:/bin");
  for (char* dir = strtok(path, ":"); dir; dir = strtok(NULL, ":")) {
    snprintf(file, sizeof file, "%s/%s", dir, program);
    if (access(file, X_OK) == 0) return true;
  }
  return false;
}

// A name in single quotes for the shell.
static void quote(char* out, size_t size, const char* name) {
  size_t n = 0;
  if (n + 2 < size) out[n++] = '\'';
  for (; *name && n + 6 < size; name++) {
    if (*name == '\'') {
      memcpy(out + n, "'\\''", 4);
      n += 4;
    } else {
      out[n++] = *name;
    }
  }
  out[n++] = '\'';
  out[n] = 0;
}

static FILE* open_ffmpeg(film* f, const char* name) {
  char command[2600], quoted[2100];
  snprintf(f->file, sizeof f->file, "%s.mp4", name);
  quote(quoted, sizeof quoted, f->file);
  snprintf(command, sizeof command,
           "ffmpeg -y -loglevel error -f rawvideo -pix_fmt rgb24 -s %dx%d -r %d -i - -vf vflip "
           "-pix_fmt yuv420p %s",
           f->width, f->height, f->rate, quoted);
  return popen(command, "w");
}

bool film_begin(film* f, const char* name, int width, int height, int rate) {
  memset(f, 0, sizeof *f);
  f->width = width & ~1;
  f->height = height & ~1;
  f->rate = rate;
  f->next = -1;
  if (f->width < 2 || f->height < 2) return false;
  if (installed("ffmpeg")) {
    f->pipe = open_ffmpeg(f, name);
    f->active = f->pipe != NULL;
  } else {
    snprintf(f->file, sizeof f->file, "%s.png", name);
    char error[300];
    f->picture = eng_openFilm(f->file, f->width, f->height, rate, error, sizeof error);
    f->active = f->picture != NULL;
  }
  return f->active;
}

static bool add(film* f, const unsigned char* rgb) {
  f->frames++;
  if (!f->pipe) return eng_addFrame(f->picture, rgb) == 0;
  size_t size = 3 * (size_t)f->width * (size_t)f->height;
  return fwrite(rgb, 1, size, f->pipe) == size;
}

// The picture without what lies between its rows.
static unsigned char* cut(const film* f, int row, const unsigned char* rgb) {
  size_t size = 3 * (size_t)f->width;
  unsigned char* out = malloc(size * (size_t)f->height);
  for (int y = 0; out && y < f->height; y++) {
    memcpy(out + size * (size_t)y, rgb + 3 * (size_t)row * (size_t)y, size);
  }
  return out;
}

bool film_add(film* f, double time, int row, const unsigned char* rgb) {
  if (!f->active) return false;
  if (f->next < 0) f->next = time;
  if (time < f->next) return true;
  unsigned char* picture = cut(f, row, rgb);
  if (!picture) return false;
  bool good = true;
  for (int k = 0; good && k < MAX_REPEAT && time >= f->next; k++) {
    good = add(f, picture);
    f->next += 1. / f->rate;
  }
  if (time >= f->next) f->next = time;
  free(picture);
  return good;
}

bool film_end(film* f) {
  if (!f->active) return false;
  f->active = false;
  bool good = f->pipe ? pclose(f->pipe) == 0 : eng_closeFilm(f->picture) >= 0;
  f->pipe = NULL;
  return good;
}
