#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include <engine/base.h>

#include "base/capture.h"

static char last_error[3000], last_warning[3000];
static int nerror, nwarning;
static jmp_buf escape;

static void on_error(const char* text) {
  nerror++;
  snprintf(last_error, sizeof last_error, "%s", text);
  longjmp(escape, 1);
}
static void on_warning(const char* text) {
  nwarning++;
  snprintf(last_warning, sizeof last_warning, "%s", text);
}

static int set_handlers(void** state) {
  (void)state;
  mju_user_error = on_error;
  mju_user_warning = on_warning;
  nerror = nwarning = 0;
  return 0;
}
static int clear_handlers(void** state) {
  (void)state;
  mju_clearHandlers();
  return 0;
}

static void handlers_get_the_formatted_text(void** state) {
  (void)state;
  mju_warning("plain %d %s", 7, "words");
  assert_string_equal(last_warning, "plain 7 words");
  mju_warning_i("number %d", 42);
  assert_string_equal(last_warning, "number 42");
  mju_warning_s("string %s", "abc");
  assert_string_equal(last_warning, "string abc");
  if (!setjmp(escape)) mju_error("broken %d %s", 3, "x");
  assert_string_equal(last_error, "broken 3 x");
  if (!setjmp(escape)) mju_error_i("at %d", -5);
  assert_string_equal(last_error, "at -5");
  if (!setjmp(escape)) mju_error_s("in %s", "here");
  assert_string_equal(last_error, "in here");
  assert_true(nerror == 3 && nwarning == 3);
}

static void long_texts_are_cut(void** state) {
  (void)state;
  char big[3000];
  memset(big, 'y', sizeof big);
  big[2999] = 0;
  mju_warning("%s", big);
  assert_int_equal(strlen(last_warning), 1023);
}

static void captures_nest_and_keep_messages_from_handlers(void** state) {
  (void)state;
  error_capture outer, inner;
  volatile int step = 0;
  if (!setjmp(outer.jump)) {
    capture_begin(&outer);
    mju_warning("first");
    mju_warning("second");
    if (!setjmp(inner.jump)) {
      capture_begin(&inner);
      mju_warning("of inner");
      mju_error("inner %d", 1);
      step = 100;
    } else {
      step++;
      assert_string_equal(inner.error, "inner 1");
      assert_string_equal(inner.warning, "of inner");
    }
    mju_error("outer %d", 2);
    step = 100;
  } else {
    step++;
    assert_string_equal(outer.error, "outer 2");
    assert_string_equal(outer.warning, "first");
  }
  assert_int_equal(step, 2);
  assert_true(nerror == 0 && nwarning == 0);
  mju_warning("free again");
  assert_int_equal(nwarning, 1);
  capture_begin(&outer);
  capture_end(&outer);
  assert_true(!outer.error[0] && !outer.warning[0]);
  mju_warning("free again");
  assert_int_equal(nwarning, 2);
}

static int count(const char* text, const char* part) {
  int n = 0;
  for (const char* at = text; (at = strstr(at, part)); at++) n++;
  return n;
}

// Without handlers an error ends the process after the log and standard output have it.
static void without_handlers_messages_are_logged_and_printed(void** state) {
  (void)state;
  mju_clearHandlers();
  char folder[] = "/tmp/engine_log_XXXXXX", text[1000] = "";
  assert_non_null(mkdtemp(folder));
  fflush(stdout);
  pid_t child = fork();
  if (!child) {
    if (chdir(folder) || !freopen("out.txt", "w", stdout)) _exit(99);
    mju_writeLog("NOTE", "something happened");
    mju_warning("careful %d", 1);
    mju_error("over %d", 2);
    _exit(98);
  }
  int status;
  waitpid(child, &status, 0);
  assert_true(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_FAILURE);
  char path[100];
  snprintf(path, sizeof path, "%s/out.txt", folder);
  FILE* f = fopen(path, "r");
  text[fread(text, 1, sizeof text - 1, f)] = 0;
  fclose(f);
  remove(path);
  assert_string_equal(text, "WARNING: careful 1\n\nERROR: over 2\n\n");
  snprintf(path, sizeof path, "%s/MUJOCO_LOG.TXT", folder);
  f = fopen(path, "r");
  assert_non_null(f);
  text[fread(text, 1, sizeof text - 1, f)] = 0;
  fclose(f);
  remove(path);
  rmdir(folder);
  assert_non_null(strstr(text, "\nNOTE: something happened\n\n"));
  assert_non_null(strstr(text, "\nWARNING: careful 1\n\n"));
  assert_non_null(strstr(text, "\nERROR: over 2\n\n"));
  assert_int_equal(count(text, "\n"), 9);  // date, message and an empty line each
}

static int nmalloc, nfree;
static size_t asked;
static void* my_malloc(size_t n) {
  nmalloc++;
  asked = n;
  return malloc(n);
}
static void my_free(void* p) {
  nfree++;
  free(p);
}
static void* no_malloc(size_t n) {
  (void)n;
  return NULL;
}

static void memory_handlers_are_used(void** state) {
  (void)state;
  void* p = mju_malloc(1);
  assert_int_equal((uintptr_t)p % 64, 0);
  mju_free(p);
  mju_free(NULL);
  mju_user_malloc = my_malloc;
  mju_user_free = my_free;
  p = mju_malloc(100);
  assert_true(nmalloc == 1 && asked == 100);
  mju_free(p);
  mju_free(NULL);
  assert_int_equal(nfree, 1);
  mju_user_malloc = no_malloc;
  if (!setjmp(escape)) mju_malloc(10);
  assert_int_equal(nerror, 1);
  mju_clearHandlers();
  assert_true(!mju_user_malloc && !mju_user_free && !mju_user_error && !mju_user_warning);
}

static void sizes_are_written_with_the_largest_exact_unit(void** state) {
  (void)state;
  static const struct {
    size_t n;
    const char* text;
  } cases[] = {{0, "0"},
               {1, "1"},
               {1000, "1000"},
               {1024, "1K"},
               {1025, "1025"},
               {3 << 20, "3M"},
               {(3 << 20) + 1024, "3073K"},
               {1 << 30, "1G"},
               {(size_t)5 << 40, "5T"},
               {(size_t)7 << 50, "7P"},
               {(size_t)15 << 60, "15E"}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    assert_string_equal(mju_writeNumBytes(cases[i].n), cases[i].text);
  }
}

static void strncpy_always_terminates(void** state) {
  (void)state;
  char text[6] = "zzzzz";
  assert_ptr_equal(mju_strncpy(text, "abcdefgh", 4), text);
  assert_string_equal(text, "abc");
  assert_int_equal(text[4], 'z');
  mju_strncpy(text, "a", 6);
  assert_memory_equal(text, "a\0\0\0\0\0", 6);
  mju_strncpy(text, "b", 0);
  mju_strncpy(text, NULL, 6);
  mju_strncpy(NULL, "b", 6);
  assert_string_equal(text, "a");
}

static void version_and_target_are_told(void** state) {
  (void)state;
  assert_int_equal(mj_version(), mjVERSION_HEADER);
  assert_string_equal(mj_versionString(), "3.3.7");
  assert_true(strlen(eng_buildTarget()) > 0);
#if defined(__x86_64__)
  // a library for a later machine would not have started
  assert_true(strcmp(eng_buildTarget(), eng_cpuTarget()) <= 0);
#endif
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_handlers, clear_handlers)
  const struct CMUnitTest tests[] = {
      TEST(handlers_get_the_formatted_text),
      TEST(long_texts_are_cut),
      TEST(captures_nest_and_keep_messages_from_handlers),
      TEST(without_handlers_messages_are_logged_and_printed),
      TEST(memory_handlers_are_used),
      TEST(sizes_are_written_with_the_largest_exact_unit),
      TEST(strncpy_always_terminates),
      TEST(version_and_target_are_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
