// Texts that are no model: each must get its message, all of it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include <engine/mjcf.h>
#include <engine/spec.h>

typedef struct {
  const char *text, *message;
} broken;

static const broken table[] = {
#define BROKEN(text, message) {text, message},
#include "mjcf/broken.inc"
#include "mjcf/broken_flex.inc"
#include "mjcf/broken_urdf.inc"
#undef BROKEN
};

static const int ntable = sizeof table / sizeof *table;

// Write message with the name of the text in place of "@:".
static void expand(const char* message, char* out, size_t nout) {
  size_t n = 0;
  for (const char* c = message; *c && n + 1 < nout; c++) {
    if (c[0] == '@' && c[1] == ':') {
      n += (size_t)snprintf(out + n, nout - n, "LoadModelFromString");
    } else {
      out[n++] = *c;
    }
  }
  out[n] = 0;
}

static void every_broken_text_gets_its_message(void** state) {
  (void)state;
  assert_true(ntable >= 150);
  int wrong = 0;
  for (int i = 0; i < ntable; i++) {
    char error[3000] = "", expected[3000];
    mjSpec* spec = mj_parseXMLString(table[i].text, NULL, error, sizeof error);
    expand(table[i].message, expected, sizeof expected);
    if (spec || strcmp(error, expected) != 0) {
      print_error("%s\n  got:      %s\n  expected: %s\n", table[i].text, spec ? "a model" : error,
                  expected);
      wrong++;
    }
    mj_deleteSpec(spec);
  }
  assert_int_equal(wrong, 0);
}

// However small the buffer, what is written fits and is terminated.
static void messages_never_overflow_the_buffer(void** state) {
  (void)state;
  for (int i = 0; i < ntable; i++) {
    for (int size = 0; size < 700; size = size < 4 ? size + 1 : 2 * size) {
      char error[1000];
      memset(error, '#', sizeof error);
      assert_null(mj_parseXMLString(table[i].text, NULL, error, size));
      for (int k = size; k < 1000; k++) assert_int_equal(error[k], '#');
      if (size) assert_true(strlen(error) < (size_t)size);
    }
    assert_null(mj_parseXMLString(table[i].text, NULL, NULL, 0));
  }
}

// What does not fit is counted.
static void errors_beyond_the_buffer_are_counted(void** state) {
  (void)state;
  char text[20000] = "<mujoco><worldbody>\n";
  for (int i = 0; i < 300; i++) strcat(text, "<geom sizes='1'/>\n");
  strcat(text, "</worldbody></mujoco>");
  char error[400];
  assert_null(mj_parseXMLString(text, NULL, error, sizeof error));
  int shown = 0;
  for (const char* c = error; (c = strstr(c, "did you mean 'size'?")); c++) shown++;
  char more[40];
  snprintf(more, sizeof more, "\n(and %d more)", 300 - shown);
  assert_true(shown >= 2);
  assert_string_equal(error + strlen(error) - strlen(more), more);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_broken_text_gets_its_message),
      cmocka_unit_test(messages_never_overflow_the_buffer),
      cmocka_unit_test(errors_beyond_the_buffer_are_counted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
