// Help, manual page and shell completion, generated from the command tables.
#include <stdio.h>
#include <string.h>

#include <engine/base.h>

#include "tool/command.h"

void print_help(const command* c) {
  printf("engine %s [options] %s\n\n%s.\n", c->name, c->operands, c->summary);
  if (*c->text) printf("\n%s\n", c->text);
  const command_option* o;
  for (int i = 0; (o = command_option_at(c, i)); i++) {
    char left[100];
    snprintf(left, sizeof left, "--%s%s%s", o->name, o->kind == TAKES_NOTHING ? "" : " ",
             o->kind == TAKES_NOTHING ? "" : o->value);
    printf("%s  %-28s %s\n", i ? "" : "\n", left, o->meaning);
  }
}

// Escape text for troff: leading dots and quotes, and dashes.
static void print_troff(const char* text) {
  for (const char* c = text; *c; c++) {
    bool first = c == text || c[-1] == '\n';
    if (first && (*c == '.' || *c == '\'')) fputs("\\&", stdout);
    if (*c == '\\') {
      fputs("\\e", stdout);
    } else if (*c == '-') {
      fputs("\\-", stdout);
    } else {
      putchar(*c);
    }
  }
  putchar('\n');
}

void print_manual(void) {
  printf(
      ".TH ENGINE 1 \"\" \"libengine, API %s\" \"User commands\"\n.SH NAME\n"
      "engine \\- look at, check, convert, simulate and draw models\n.SH SYNOPSIS\n"
      ".B engine\n.I command\n[\\fIoptions\\fR] \\fIoperands\\fR\n.br\n"
      ".B engine\n.I command\n.B \\-\\-help\n.SH DESCRIPTION\n"
      "Models are read from MJCF, URDF and binary models (.mjb). Messages name file, line and\n"
      "element; the exit status is 0 when all went well, 1 when not, 2 when the arguments are "
      "wrong.\n"
      ".SH COMMANDS\n",
      mj_versionString());
  for (int i = 0; i < ncommand; i++) {
    const command* c = commands[i];
    printf(".SS \"engine %s [options] ", c->name);
    fputs(c->operands, stdout);
    puts("\"");
    printf("%s.\n", c->summary);
    if (*c->text) {
      puts(".PP\n.nf");
      print_troff(c->text);
      puts(".fi");
    }
    const command_option* o;
    for (int k = 0; (o = command_option_at(c, k)); k++) {
      printf(".TP\n\\fB\\-\\-%s\\fR", o->name);
      if (o->kind != TAKES_NOTHING) printf(" \\fI%s\\fR", o->value);
      putchar('\n');
      print_troff(o->meaning);
    }
  }
  puts(
      ".SH ENVIRONMENT\n.TP\n.B ENGINE_PLUGINS\nLibraries of plugins, and folders of them, with a "
      "colon "
      "between; the plugins that\ncome along are there without.");
  puts(
      ".SH EXAMPLES\n.nf\nengine info robot.xml\nengine check robot.urdf\n"
      "engine simulate robot.xml \\-\\-seconds 5 \\-\\-states states.csv\n"
      "engine render robot.xml fall.png \\-\\-film 2\n.fi");
}

void print_completion(void) {
  puts("# Completion of bash for the tool: source it, or put it where bash-completion looks.");
  puts("_engine() {\n  local now=${COMP_WORDS[COMP_CWORD]} last=${COMP_WORDS[COMP_CWORD-1]}");
  printf("  if [ \"$COMP_CWORD\" = 1 ]; then\n    COMPREPLY=($(compgen -W \"");
  for (int i = 0; i < ncommand; i++) printf("%s ", commands[i]->name);
  puts("help\" -- \"$now\"))\n    return\n  fi\n  local words=--help\n  case ${COMP_WORDS[1]} in");
  for (int i = 0; i < ncommand; i++) {
    const command* c = commands[i];
    printf("    %s) words=\"--help", c->name);
    const command_option* o;
    for (int k = 0; (o = command_option_at(c, k)); k++) printf(" --%s", o->name);
    puts("\"");
    for (int k = 0; (o = command_option_at(c, k)); k++) {
      if (!o->value || !strchr(o->value, '|')) continue;
      char list[200];
      snprintf(list, sizeof list, "%s", o->value);
      for (char* bar = list; (bar = strchr(bar, '|'));) *bar = ' ';
      printf(
          "      [ \"$last\" = --%s ] && { COMPREPLY=($(compgen -W \"%s\" -- \"$now\")); return; "
          "}\n",
          o->name, list);
    }
    puts("      ;;");
  }
  puts(
      "  esac\n  case $now in\n    -*) COMPREPLY=($(compgen -W \"$words\" -- \"$now\")) ;;\n"
      "    *) COMPREPLY=($(compgen -f -- \"$now\")) ;;\n  esac\n}\n"
      "complete -o filenames -F _engine engine");
}
