// engine view: starts the viewer, a separate program because it needs a window.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tool/command.h"
#include "tool/model.h"

static bool software;
static const char *size = "1280x720", *script;

static const command_option options[] = {
    {"software", TAKES_NOTHING, &software, NULL, "draw without OpenGL"},
    {"size", TAKES_TEXT, &size, "WIDTHxHEIGHT", "of the window (1280x720)"},
    {"script", TAKES_TEXT, &script, "FILE", "take events from a file"},
};

// Possible locations of the viewer: given by the environment, installed, in the build tree of the
// tool.
static const char* find_viewer(void) {
  const char* place[] = {getenv("ENGINE_VIEWER"), ENGINE_VIEWER_INSTALLED, ENGINE_VIEWER_BUILT};
  for (int i = 0; i < 3; i++) {
    if (place[i] && access(place[i], X_OK) == 0) return place[i];
  }
  return NULL;
}

static int view(const char* const* operand, int n) {
  const char* program = find_viewer();
  if (!program) {
    fputs(
        "engine view: the viewer was not built; it needs GLFW 3 (Debian: libglfw3-dev) when the\n"
        "library is built.  engine render draws without a window\n",
        stderr);
    return 1;
  }
  const char *argument[10] = {program, "--size", size}, *along = plugins_along();
  int k = 3;
  if (software) argument[k++] = "--software";
  if (script) {
    argument[k++] = "--script";
    argument[k++] = script;
  }
  if (along) {
    argument[k++] = "--plugins";
    argument[k++] = along;
  }
  if (n > 0) argument[k++] = operand[0];
  argument[k] = NULL;
  execv(program, (char* const*)argument);
  perror(program);
  return 1;
}

const command command_view = {
    .name = "view",
    .operands = "[MODEL]",
    .least = 0,
    .most = 1,
    .summary = "Look at a model in a window, move it, change it",
    .text = "F1 in the window lists the keys.",
    .option = options,
    .noption = sizeof options / sizeof *options,
    .run = view,
};
