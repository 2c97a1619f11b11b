// engine schema: the grammar of MJCF.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <engine/mjcf.h>

#include "tool/command.h"

static const char* format = "text";

static const command_option options[] = {
    {"format", TAKES_TEXT, &format, "text|html", "how it is printed (text)"},
};

static int schema(const char* const* operand, int n) {
  (void)operand;
  (void)n;
  int html = !strcmp(format, "html"), size = mj_printSchema(NULL, NULL, 0, html, 0) + 1;
  char* text = malloc((size_t)size);
  if (!text) return 1;
  mj_printSchema(NULL, text, size, html, 0);
  fputs(text, stdout);
  free(text);
  return 0;
}

const command command_schema = {
    .name = "schema",
    .operands = "",
    .least = 0,
    .most = 0,
    .summary = "Print the grammar of MJCF",
    .text = "",
    .option = options,
    .noption = sizeof options / sizeof *options,
    .run = schema,
};
