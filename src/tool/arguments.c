#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/command.h"

const command_option* command_option_at(const command* c, int i) {
  if (i < c->noption) return c->option + i;
  i -= c->noption;
  return i < c->nmore ? c->more + i : NULL;
}

static const command_option* find_option(const command* c, const char* name) {
  const command_option* o;
  for (int i = 0; (o = command_option_at(c, i)); i++) {
    if (!strcmp(o->name, name)) return o;
  }
  return NULL;
}

// Whether text is one of the words in a list separated by '|'.
static bool is_word_of(const char* list, const char* text) {
  size_t n = strlen(text);
  for (const char* at = list; at; at = strchr(at, '|') ? strchr(at, '|') + 1 : NULL) {
    if (!strncmp(at, text, n) && (at[n] == '|' || at[n] == 0)) return true;
  }
  return false;
}

// The limit that a number must keep, in words.
static const char* limit_of(const command_option* o) {
  switch (o->kind) {
    case TAKES_INT: return ", 0 or more";
    case TAKES_COUNT: return ", 1 or more";
    case TAKES_AMOUNT: return ", a number of 0 or more";
    case TAKES_POSITIVE: return ", a number above 0";
    case TAKES_REAL: return ", a number";
    default: return "";
  }
}

static bool read_value(const command_option* o, const char* text) {
  char* end = NULL;
  if (o->kind == TAKES_INT || o->kind == TAKES_COUNT) {
    long value = strtol(text, &end, 10);
    *(int*)o->to = (int)value;
    return end != text && !*end && value >= (o->kind == TAKES_COUNT) && value <= INT_MAX;
  }
  if (o->kind == TAKES_REAL || o->kind == TAKES_AMOUNT || o->kind == TAKES_POSITIVE) {
    double value = strtod(text, &end);
    *(double*)o->to = value;
    return end != text && !*end && isfinite(value) && (o->kind != TAKES_AMOUNT || value >= 0) &&
           (o->kind != TAKES_POSITIVE || value > 0);
  }
  if (o->kind == TAKES_SIZE) {
    int* size = o->to;
    size[0] = (int)strtol(text, &end, 10);
    size[1] = *end == 'x' ? (int)strtol(end + 1, &end, 10) : 0;
    return size[0] > 0 && size[1] > 0 && !*end;
  }
  *(const char**)o->to = text;
  return !strchr(o->value, '|') || is_word_of(o->value, text);
}

// Parse the option at argument[*i] and its value; false after a message.
static bool read_option(const command* c, char** argument, int n, int* i) {
  char name[64];
  const char* text = argument[*i] + 2;
  const char* value = strchr(text, '=');
  snprintf(name, sizeof name, "%.*s", (int)(value ? value - text : (long)strlen(text)), text);
  const command_option* o = find_option(c, name);
  if (!o) {
    fprintf(stderr, "engine %s: no option --%s; engine %s --help lists them\n", c->name, name,
            c->name);
    return false;
  }
  if (o->kind == TAKES_NOTHING) {
    *(bool*)o->to = true;
    return true;
  }
  if (value) {
    value++;
  } else if (*i + 1 < n) {
    value = argument[++*i];
  }
  if (value && read_value(o, value)) return true;
  fprintf(stderr, "engine %s: --%s needs %s%s, not '%s'\n", c->name, name, o->value, limit_of(o),
          value ? value : "");
  return false;
}

int read_arguments(const command* c, char** argument, int n, const char** operand) {
  int count = 0;
  bool options = true;
  for (int i = 0; i < n; i++) {
    if (options && !strcmp(argument[i], "--")) {
      options = false;
    } else if (options && !strncmp(argument[i], "--", 2)) {
      if (!read_option(c, argument, n, &i)) return -1;
    } else if (options && argument[i][0] == '-' && argument[i][1]) {
      fprintf(stderr, "engine %s: no option %s; engine %s --help lists them\n", c->name,
              argument[i], c->name);
      return -1;
    } else {
      operand[count++] = argument[i];
    }
  }
  if (count >= c->least && count <= c->most) return count;
  fprintf(stderr, "usage: engine %s [options] %s\nengine %s --help says more\n", c->name,
          c->operands, c->name);
  return -1;
}
