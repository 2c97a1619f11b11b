// Look at a model, move it, change it, and keep what it did.
//
//   viewer [--software] [--size WIDTHxHEIGHT] [--script FILE] [--plugins LIBRARY] [MODEL]
//
// --software draws without OpenGL, as is done anyhow where the processor would have to compute it;
// ENGINE_RENDER=gl in the environment draws with OpenGL nevertheless.  ENGINE_PLUGINS names
// libraries of plugins, and folders of them, with ':' between.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <engine/plugin.h>

#include "script.h"
#include "viewer.h"

typedef struct {
  const char *model, *script, *plugins;
  int width, height;
  bool software;
} arguments;

static bool read_arguments(int argc, char** argv, arguments* a) {
  *a = (arguments){.width = 1280, .height = 720};
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--software")) {
      a->software = true;
    } else if (!strcmp(argv[i], "--size") && i + 1 < argc) {
      char* end;
      a->width = (int)strtol(argv[++i], &end, 10);
      a->height = *end == 'x' ? (int)strtol(end + 1, NULL, 10) : 0;
      if (a->width < 1 || a->height < 1) return false;
    } else if (!strcmp(argv[i], "--script") && i + 1 < argc) {
      a->script = argv[++i];
    } else if (!strcmp(argv[i], "--plugins") && i + 1 < argc) {
      a->plugins = argv[++i];
    } else if (argv[i][0] == '-' || a->model) {
      return false;
    } else {
      a->model = argv[i];
    }
  }
  return true;
}

int main(int argc, char** argv) {
  static viewer v;  // panels are large
  arguments a;
  const char* error;
  script s = {0};
  if (!read_arguments(argc, argv, &a)) {
    fprintf(stderr,
            "usage: %s [--software] [--size WIDTHxHEIGHT] [--script FILE] [--plugins LIBRARY] "
            "[MODEL]\n",
            argv[0]);
    return 2;
  }
  if (a.script && !script_open(&s, a.script)) {
    fprintf(stderr, "%s cannot be read\n", a.script);
    return 1;
  }
  if (!viewer_open(&v, a.width, a.height, a.software, &error)) {
    fprintf(stderr, "no window: %s\n", error);
    script_close(&s);
    return 1;
  }
  if (a.plugins) mj_loadPluginLibrary(a.plugins);
  eng_loadPlugins(getenv("ENGINE_PLUGINS"));
  if (a.model) viewer_load(&v, a.model);
  while (!v.quit) {
    if (s.file && !script_run(&s, &v)) v.quit = true;
    viewer_frame(&v);
  }
  viewer_close(&v);
  script_close(&s);
  return s.failed;
}
