// engine COMMAND ...: the main program.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <engine/base.h>
#include <engine/version.h>

#include "tool/command.h"
#include "tool/model.h"

const command* const commands[] = {
    &command_info,     &command_check,  &command_convert, &command_bench,
    &command_simulate, &command_record, &command_replay,  &command_render,
    &command_view,     &command_schema, &command_diff,
};
const int ncommand = sizeof commands / sizeof *commands;

static bool is_help(const char* word) { return !strcmp(word, "--help") || !strcmp(word, "-h"); }

static const command* find_command(const char* name) {
  for (int i = 0; i < ncommand; i++) {
    if (!strcmp(commands[i]->name, name)) return commands[i];
  }
  return NULL;
}

static void print_overview(FILE* to) {
  fputs("engine COMMAND [options] ...\n\n", to);
  for (int i = 0; i < ncommand; i++) {
    fprintf(to, "  %-10s %s\n", commands[i]->name, commands[i]->summary);
  }
  fputs("\nengine COMMAND --help says the rest.\n", to);
}

// Messages go to standard error, so that standard output contains only results.
static void warn(const char* text) { fprintf(stderr, "warning: %s\n", text); }

static void fail(const char* text) {
  fprintf(stderr, "error: %s\n", text);
  exit(1);
}

static int run_command(const command* c, char** argument, int n) {
  for (int i = 0; i < n; i++) {
    if (!strcmp(argument[i], "--")) break;
    if (is_help(argument[i])) {
      print_help(c);
      return 0;
    }
  }
  const char** operand = malloc(sizeof *operand * (size_t)(n + 1));
  if (!operand) return 1;
  int count = read_arguments(c, argument, n, operand);
  if (count >= 0) load_plugins();
  int status = count < 0 ? 2 : c->run(operand, count);
  free((void*)operand);
  return status;
}

int main(int argc, char** argv) {
  mju_user_warning = warn;
  mju_user_error = fail;
  const char* word = argc > 1 ? argv[1] : "";
  const command* c = find_command(word);
  if (c) return run_command(c, argv + 2, argc - 2);
  // used by the build: prints manual page and completion
  if (!strcmp(word, "manual")) return print_manual(), 0;
  if (!strcmp(word, "completion")) return print_completion(), 0;
  if (!strcmp(word, "--version")) {
    printf("libengine %s, API %s, built for %s; the processor is %s\n", eng_versionString(),
           mj_versionString(), eng_buildTarget(), eng_cpuTarget());
    return 0;
  }
  int asked = !strcmp(word, "help") || is_help(word);
  if (asked && argc > 2) {
    c = find_command(argv[2]);
    if (c) return print_help(c), 0;
    word = argv[2];
    asked = 0;
  }
  if (!asked && *word) fprintf(stderr, "engine: no command '%s'\n\n", word);
  print_overview(asked ? stdout : stderr);
  return asked ? 0 : 2;
}
