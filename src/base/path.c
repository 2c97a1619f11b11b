#include "base/path.h"

#include <stdlib.h>
#include <string.h>

static bool is_separator(char c) { return c == '/' || c == '\\'; }

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

const char* path_base(const char* path) {
  const char* base = path;
  for (const char* c = path; *c; c++) {
    if (is_separator(*c)) base = c + 1;
  }
  return base;
}

// Remove the last component of a normalised path of n bytes, unless it is itself ".." or a root.
static bool cancel_part(char* out, size_t* n) {
  if (!*n || out[*n - 1] != '/') return false;
  size_t start = *n - 1;
  while (start && out[start - 1] != '/') start--;
  size_t length = *n - 1 - start;
  if (!length || (length == 2 && !memcmp(out + start, "..", 2))) return false;
  *n = start;
  return true;
}

char* path_normalise(const char* path) {
  char* out = malloc(strlen(path) + 1);
  if (!out) return NULL;
  size_t n = 0;
  while (*path) {
    size_t part = 0;
    while (path[part] && !is_separator(path[part])) part++;
    bool last = !path[part];
    bool here = part == 1 && path[0] == '.' && !last;
    bool up = part == 2 && path[0] == '.' && path[1] == '.';
    if (!here && !(up && cancel_part(out, &n))) {
      memcpy(out + n, path, part);
      n += part;
      if (!last) out[n++] = '/';
    }
    path += part + !last;
  }
  out[n] = '\0';
  return out;
}

// Length of the first component of a path with its separator; 0 at the end.
static size_t first_part(const char* path) {
  size_t n = strcspn(path, "/");
  return path[n] ? n + 1 : n;
}

char* path_from(const char* folder, const char* file) {
  if ((*folder == '/') != (*file == '/')) return NULL;
  for (size_t n; (n = first_part(file)) && file[n - 1] == '/'; folder += n, file += n) {
    if (strncmp(folder, file, n) != 0) break;
  }
  size_t up = 0;
  for (size_t n; (n = first_part(folder)); folder += n, up++) {
    if (!strcmp(folder, ".")) break;
    if (!strncmp(folder, "..", 2) && (n == 2 || folder[2] == '/')) return NULL;
  }
  char* way = malloc(3 * up + strlen(file) + 1);
  if (!way) return NULL;
  for (size_t i = 0; i < up; i++) memcpy(way + 3 * i, "../", 3);
  strcpy(way + 3 * up, file);
  return way;
}

char* path_lower_base(const char* path) {
  char* base = strdup(path_base(path));
  for (char* c = base; c && *c; c++) {
    if (*c >= 'A' && *c <= 'Z') *c = (char)(*c + 32);
  }
  return base;
}

size_t path_scheme(const char* path) {
  if (!is_letter(path[0])) return 0;
  size_t n = 1;
  while (is_letter(path[n]) || (path[n] >= '0' && path[n] <= '9') ||
         (path[n] && strchr("+-.", path[n]))) {
    n++;
  }
  return path[n] == ':' ? n : 0;
}

size_t path_dir(const char* path) {
  size_t n = (size_t)(path_base(path) - path);
  if (n) return n;
  size_t scheme = path_scheme(path);
  return scheme ? scheme + 1 : 0;
}

void path_base64(char* text, const void* bytes, size_t n) {
  static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const unsigned char* b = bytes;
  for (; n > 0; b += 3, n = n > 3 ? n - 3 : 0) {
    unsigned v = (unsigned)b[0] << 16 | (n > 1 ? b[1] : 0u) << 8 | (n > 2 ? b[2] : 0u);
    *text++ = digit[v >> 18];
    *text++ = digit[v >> 12 & 63];
    *text++ = n > 1 ? digit[v >> 6 & 63] : '=';
    *text++ = n > 2 ? digit[v & 63] : '=';
  }
  *text = '\0';
}
