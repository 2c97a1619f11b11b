// Writes the reference of MJCF in Markdown, from the schema table alone.
#include <stdio.h>
#include <string.h>

#include "mjcf/schema.h"
#include "mjcf/sections.h"

static void print_count(const attribute_row* a) {
  if (a->max == UNLIMITED) {
    printf("%d or more", a->min);
  } else if (a->min == a->max) {
    printf("%d", a->max);
  } else {
    printf("%d to %d", a->min, a->max);
  }
}

// What the text of the attribute says.
static void print_kind(const attribute_row* a) {
  switch (a->kind) {
    case KIND_REAL:
    case KIND_INT:
      print_count(a);
      printf(a->kind == KIND_REAL ? " real" : " int");
      break;
    case KIND_WORD:
      for (int i = 0; i < a->words->n; i++) printf("%s`%s`", i ? " " : "", a->words->row[i].word);
      break;
    case KIND_TEXT: printf("text"); break;
    case KIND_NAME: printf("its own name"); break;
    case KIND_FILE: printf("file"); break;
    case KIND_REF: printf("name of a %s", a->of ? a->of : "element"); break;
  }
}

static void print_notes(const attribute_row* a, const element_row* e) {
  const char* sep = "";
  if (a->flags & REQUIRED) printf("required"), sep = ", ";
  if (a->flags & ANGLE) printf("%san angle", sep), sep = ", ";
  if (a->flags & ORIENTATION) printf("%sone of the orientations", sep), sep = ", ";
  if (a->flags & NONZERO) printf("%snot zero", sep), sep = ", ";
  if ((a->flags & IN_DEFAULT) && !schema_is_default(e)) {
    printf("%sby default class too", sep), sep = ", ";
  }
  if (a->since > engLEVEL_BASE) printf("%ssince 3.%d", sep, a->since % 1000);
  if (a->about) printf("%s%s", *sep ? ". " : "", a->about);
}

static const char* times(char cardinality) {
  switch (cardinality) {
    case '!': return "exactly once";
    case '?': return "at most once";
    case 'R': return "any number, within itself too";
    default: return "any number";
  }
}

static void print_element(const element_row* e, const char* path) {
  char here[300];
  snprintf(here, sizeof here, "%s%s%s", path, *path ? "/" : "", e->name);
  printf("\n## %s\n\n%s", here, times(e->cardinality));
  if (e->since) printf(", since 3.%d", e->since % 1000);
  printf(".%s%s\n", e->about ? " " : "", e->about ? e->about : "");
  const char* name[MAX_NAMES];
  int n = schema_attribute_names(e, name, MAX_NAMES);
  if (n) puts("\n| attribute | value | initially | |\n|---|---|---|---|");
  for (int i = 0; i < n; i++) {
    const attribute_group* group;
    const attribute_row* a = schema_attribute(e, name[i], &group);
    printf("| %s | ", a->name);
    print_kind(a);
    char text[100];
    printf(" | %s | ", schema_default_text(a, text));
    print_notes(a, e);
    puts(" |");
  }
  for (const element_row* const* c = e->child; c && *c; c++) {
    // bodies hold bodies, and classes classes
    if (!(*c)->hidden && *c != e) print_element(*c, e == &schema_root ? "" : here);
  }
}

int main(void) {
  puts(
      "# MJCF\n\nEvery element and attribute that the reader knows, as its table has them. "
      "Several\n"
      "numbers are separated by spaces. What is initially there is left out where it depends on\n"
      "something else.");
  print_element(&schema_root, "");
  return 0;
}
