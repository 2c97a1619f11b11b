// engine schema: prints the MJCF schema as text and in formats for editors.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <engine/mjcf.h>

#include "tool/command.h"

static const char* format = "text";

static const command_option options[] = {
    {"format", TAKES_TEXT, &format, "text|html|words|markdown|xsd|rng",
     "names alone (text, html), with what they mean (words, markdown), or for editors (text)"},
};

// The output format that mj_printSchema does not support; -1 for those it does.
static int form_of(const char* name) {
  static const char* const form[] = {"words", "markdown", "xsd", "rng"};
  for (int i = 0; i < 4; i++) {
    if (!strcmp(form[i], name)) return i;
  }
  return -1;
}

static int write_text(int form, const char* of, char* text, int size) {
  if (form >= 0) return eng_printGrammar(form, of, text, size);
  return mj_printSchema(NULL, text, size, !strcmp(format, "html"), 0);
}

static int schema(const char* const* operand, int n) {
  const char* of = n > 0 ? operand[0] : NULL;
  int form = of ? engGRAMMAR_WORDS : form_of(format), length = write_text(form, of, NULL, 0);
  if (length < 0) {
    fprintf(stderr, "engine schema: no element or attribute '%s'; engine schema lists them\n", of);
    return 1;
  }
  char* text = malloc((size_t)length + 1);
  if (!text) return 1;
  write_text(form, of, text, length + 1);
  fputs(text, stdout);
  free(text);
  return 0;
}

const command command_schema = {
    .name = "schema",
    .operands = "[ELEMENT | ELEMENT/ATTRIBUTE]",
    .least = 0,
    .most = 1,
    .summary = "Print the grammar of MJCF, or explain an element or attribute",
    .text =
        "engine schema geom/friction says what it means, its unit, range and default.\n"
        "engine schema --format xsd >mjcf.xsd makes a schema for editors and validators; rng is\n"
        "RELAX NG.",
    .option = options,
    .noption = sizeof options / sizeof *options,
    .run = schema,
};
