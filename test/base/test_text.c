#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/hash.h"
#include "base/path.h"
#include "base/text.h"

static void text_grows_as_needed(void** state) {
  (void)state;
  text t = {0};
  assert_string_equal(text_string(&t), "");
  char expected[20000] = "";
  size_t n = 0;
  for (int i = 0; i < 1000; i++) {
    text_print(&t, "%d,", i);
    text_append(&t, "abcdef", (size_t)i % 7);
    n += (size_t)sprintf(expected + n, "%d,%.*s", i, i % 7, "abcdef");
    assert_int_equal(t.size, n);
    assert_string_equal(text_string(&t), expected);
  }
  assert_false(t.failed);
  text_free(&t);
  assert_true(!t.data && !t.size && !t.capacity);
}

static void nearest_is_what_was_meant(void** state) {
  (void)state;
  static const char* const words[] = {"size", NULL,   "type",     "contype", "conaffinity",
                                      "",     "rgba", "material", "elbow",   "Elbow2"};
  static const struct {
    const char *name, *meant;
  } cases[] = {{"sise", "size"},      {"Type", "type"},     {"contpye", "contype"},
               {"sizes", "size"},     {"siz", "size"},      {"matreial", "material"},
               {"CONAFFINITY", NULL}, {"rgab", "rgba"},     {"conafinty", "conaffinity"},
               {"elbw", "elbow"},     {"elbow2", "Elbow2"}, {"x", NULL},
               {"zzz", NULL},         {"", NULL},           {"wrist", NULL}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const char* found = text_nearest(cases[i].name, words, 10);
    if (!cases[i].meant) {
      if (found) fail_msg("%s: %s", cases[i].name, found);
    } else if (!found || strcmp(found, cases[i].meant)) {
      fail_msg("%s: %s, not %s", cases[i].name, found ? found : "none", cases[i].meant);
    }
  }
  assert_null(text_nearest(NULL, words, 10));
  char endless[5000];
  memset(endless, 'a', sizeof endless);
  endless[4999] = 0;
  const char* const one[] = {endless};
  assert_null(text_nearest(endless, one, 1));
  assert_null(text_nearest("aaa", one, 1));
}

static void table_keeps_the_last_value(void** state) {
  (void)state;
  enum { N = 5000 };
  static char key[N][16];
  hash_table h = {0};
  assert_int_equal(hash_find(&h, "a", -7), -7);
  assert_false(hash_remove(&h, "a"));
  for (int i = 0; i < N; i++) {
    sprintf(key[i], "key%d", i);
    assert_true(hash_insert(&h, key[i], -1));
    assert_true(hash_insert(&h, key[i], i));
  }
  assert_int_equal(h.count, N);
  for (int i = 0; i < N; i += 3) assert_true(hash_remove(&h, key[i]));
  for (int i = 0; i < N; i++) assert_int_equal(hash_find(&h, key[i], -1), i % 3 ? i : -1);
  for (int i = 0; i < N; i += 3) assert_true(hash_insert(&h, key[i], 2 * i));
  for (int i = 0; i < N; i++) assert_int_equal(hash_find(&h, key[i], -1), i % 3 ? i : 2 * i);
  for (int i = 0; i < N; i++) assert_true(hash_remove(&h, key[i]));
  assert_int_equal(h.count, 0);
  hash_free(&h);
}

static void hash_is_fnv(void** state) {
  (void)state;
  // from the definition of the function
  assert_true(hash_bytes("", 0, 0) == 0xcbf29ce484222325u);
  assert_true(hash_bytes("a", 1, 0) == 0xaf63dc4c8601ec8cu);
  assert_true(hash_bytes("foobar", 6, 0) == 0x85944171f73967e8u);
  assert_true(hash_bytes("bar", 3, hash_bytes("foo", 3, 0)) == 0x85944171f73967e8u);
}

static void arena_gives_zeroed_aligned_disjoint_blocks(void** state) {
  (void)state;
  arena* a = arena_new();
  size_t total = 0;
  unsigned char* block[600];
  size_t size[600];
  for (int i = 0; i < 600; i++) {
    size[i] = i % 100 == 99 ? 3000000 : (size_t)(i * 37 % 500);
    block[i] = arena_alloc(a, size[i]);
    assert_non_null(block[i]);
    assert_int_equal((uintptr_t)block[i] % _Alignof(max_align_t), 0);
    for (size_t k = 0; k < size[i]; k++) assert_int_equal(block[i][k], 0);
    memset(block[i], i, size[i]);
    total += size[i];
  }
  for (int i = 0; i < 600; i++) {
    for (size_t k = 0; k < size[i]; k++) assert_int_equal(block[i][k], i & 0xFF);
  }
  assert_int_equal(arena_used(a), total);
  assert_string_equal(arena_strndup(a, "hello", 3), "hel");
  assert_string_equal(arena_strndup(a, "hello", 99), "hello");
  assert_null(arena_alloc(a, SIZE_MAX));
  arena_delete(a);
  arena_delete(NULL);
}

static void check_path(const char* path, const char* normal, const char* lower, size_t scheme,
                       size_t dir) {
  char* p = path_normalise(path);
  assert_string_equal(p, normal);
  free(p);
  p = path_lower_base(path);
  assert_string_equal(p, lower);
  free(p);
  assert_int_equal(path_scheme(path), scheme);
  assert_int_equal(path_dir(path), dir);
}

static void paths_are_taken_apart(void** state) {
  (void)state;
  check_path("m.xml", "m.xml", "m.xml", 0, 0);
  check_path("dir/M.XML", "dir/M.XML", "m.xml", 0, 4);
  check_path("./c/../d.xml", "d.xml", "d.xml", 0, 7);
  check_path("a\\b\\C.x", "a/b/C.x", "c.x", 0, 4);
  check_path("../x", "../x", "x", 0, 3);
  check_path("a/../../x", "../x", "x", 0, 8);
  check_path("/../x", "/../x", "x", 0, 4);
  check_path("a/./b/.././c", "a/c", "c", 0, 11);
  check_path("", "", "", 0, 0);
  check_path("mem:file.xml", "mem:file.xml", "mem:file.xml", 3, 4);
  check_path("a+b-c.9:d/e", "a+b-c.9:d/e", "e", 7, 10);
  check_path("9a:b", "9a:b", "9a:b", 0, 0);
}

static void check_way(const char* folder, const char* file, const char* way) {
  char* p = path_from(folder, file);
  if (way) {
    assert_non_null(p);
    assert_string_equal(p, way);
  } else {
    assert_null(p);
  }
  free(p);
}

static void ways_between_folders(void** state) {
  (void)state;
  check_way("", "a/b.stl", "a/b.stl");
  check_way("x/", "x/meshes/a.stl", "meshes/a.stl");
  check_way("x/", "y/a.stl", "../y/a.stl");
  check_way("x/y/", "x/z/a.stl", "../z/a.stl");
  check_way("xy/", "x/a.stl", "../x/a.stl");
  check_way("x/", "x", "../x");
  check_way("/r/x/", "/r/y/a.stl", "../y/a.stl");
  check_way("../x/", "../x/a.stl", "a.stl");
  check_way("../x/", "a.stl", NULL);
  check_way("/r/", "a.stl", NULL);
  check_way("r/", "/a.stl", NULL);
}

static void base64_is_standard(void** state) {
  (void)state;
  static const struct {
    const char *bytes, *text;
  } cases[] = {{"", ""},        {"f", "Zg=="},        {"fo", "Zm8="},
               {"foo", "Zm9v"}, {"foob", "Zm9vYg=="}, {"foobar", "Zm9vYmFy"}};
  char text[20];
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    path_base64(text, cases[i].bytes, strlen(cases[i].bytes));
    assert_string_equal(text, cases[i].text);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(text_grows_as_needed),
      cmocka_unit_test(nearest_is_what_was_meant),
      cmocka_unit_test(table_keeps_the_last_value),
      cmocka_unit_test(hash_is_fnv),
      cmocka_unit_test(arena_gives_zeroed_aligned_disjoint_blocks),
      cmocka_unit_test(paths_are_taken_apart),
      cmocka_unit_test(ways_between_folders),
      cmocka_unit_test(base64_is_standard),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
