#include "tool/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool ends_with(const char* text, const char* end) {
  size_t n = strlen(text), k = strlen(end);
  return n >= k && !strcmp(text + n - k, end);
}

bool is_archive(const char* file) { return ends_with(file, ".mjz") || ends_with(file, ".zip"); }

mjSpec* read_spec(const char* file, mjVFS* vfs, char* error, int error_sz) {
  if (is_archive(file)) return mj_parse(file, NULL, vfs, error, error_sz);
  return mj_parseXML(file, NULL, error, error_sz);
}

static mjModel* read_archive(const char* file) {
  char error[4000] = "";
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mjSpec* s = read_spec(file, &vfs, error, sizeof error);
  mjModel* m = s ? mj_compile(s, &vfs) : NULL;
  if (!m) fprintf(stderr, "%s: %s\n", file, s ? mjs_getError(s) : error);
  mj_deleteSpec(s);
  mj_deleteVFS(&vfs);
  return m;
}

mjModel* read_model(const char* file) {
  // errors of binary models and of missing files are reported as warnings
  if (ends_with(file, ".mjb")) return mj_loadModel(file, NULL);
  if (is_archive(file)) return read_archive(file);
  char error[4000] = "";
  mjModel* m = mj_loadXML(file, NULL, error, sizeof error);
  if (!m) {
    fprintf(stderr, "%s\n", error);
  } else if (*error) {
    fprintf(stderr, "warning: %s\n", error);
  }
  return m;
}

const char* plugins_along(void) {
  static const char* const place[] = {ENGINE_PLUGINS_INSTALLED, ENGINE_PLUGINS_BUILT};
  for (int i = 0; i < 2; i++) {
    FILE* file = fopen(place[i], "rb");
    if (!file) continue;
    fclose(file);
    return place[i];
  }
  return NULL;
}

void load_plugins(void) {
  const char* along = plugins_along();
  if (along) mj_loadPluginLibrary(along);
  eng_loadPlugins(getenv("ENGINE_PLUGINS"));
}

const char* object_name(const mjModel* m, int type, int id, char buffer[32]) {
  const char* name = mj_id2name(m, type, id);
  if (name && *name) return name;
  snprintf(buffer, 32, "#%d", id);
  return buffer;
}

bool start_at(const mjModel* m, mjData* d, const char* key) {
  int id = m->nkey > 0 ? 0 : -1;
  if (key) {
    char* end;
    id = mj_name2id(m, mjOBJ_KEY, key);
    if (id < 0) {
      id = (int)strtol(key, &end, 10);
      if (end == key || *end || id < 0 || id >= m->nkey) {
        fprintf(stderr, "there is no keyframe '%s'; the model has %d\n", key, m->nkey);
        return false;
      }
    }
  }
  if (id >= 0) {
    mj_resetDataKeyframe(m, d, id);
  } else {
    mj_resetData(m, d);
  }
  return true;
}
