#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/path.h"
#include "base/resource.h"

static int nerror, nwarning;
static jmp_buf escape;
static void on_error(const char* text) {
  (void)text;
  nerror++;
  longjmp(escape, 1);
}
static void on_warning(const char* text) {
  (void)text;
  nwarning++;
}

static void write_file(const char* name, const char* text) {
  FILE* f = fopen(name, "wb");
  fputs(text, f);
  fclose(f);
}

// What a name opens, "-" when nothing.
static const char* opened(const char* dir, const char* name, const mjVFS* vfs) {
  static char text[100];
  char error[300] = "";
  mjResource* r = resource_open(dir, name, vfs, error, sizeof error);
  if (!r) {
    assert_true(strstr(error, name) != NULL);
    return "-";
  }
  const void* bytes;
  int n = resource_read(r, &bytes);
  assert_true(n >= 0 && n < 100);
  memcpy(text, bytes, (size_t)n);
  text[n] = 0;
  const void* again;
  assert_int_equal(resource_read(r, &again), n);
  assert_ptr_equal(again, bytes);
  resource_close(r);
  return text;
}

static void buffers_are_found_by_name(void** state) {
  (void)state;
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  char own[] = "small";
  assert_int_equal(mj_addBufferVFS(&vfs, "m.xml", own, 5), 0);
  memset(own, 'z', 5);
  assert_int_equal(mj_addBufferVFS(&vfs, "m.xml", "x", 1), 2);
  assert_int_equal(mj_addBufferVFS(&vfs, "M2.xml", "upper", 5), 0);
  assert_int_equal(mj_addBufferVFS(&vfs, "a/x.png", "one", 3), 0);
  assert_int_equal(mj_addBufferVFS(&vfs, "b/x.png", "two", 3), 0);
  assert_int_equal(mj_addBufferVFS(&vfs, "./c/../d.xml", "normal", 6), 0);
  assert_int_equal(mj_addBufferVFS(&vfs, "empty", NULL, 0), 0);
  assert_int_equal(mj_addBufferVFS(&vfs, "bad", NULL, 3), -1);
  assert_int_equal(mj_addBufferVFS(&vfs, "bad", "x", -1), -1);
  assert_string_equal(opened(NULL, "m.xml", &vfs), "small");
  assert_string_equal(opened(NULL, "dir/M.XML", &vfs), "small");
  assert_string_equal(opened("some/where", "m.xml", &vfs), "small");
  assert_string_equal(opened(NULL, "M2.xml", &vfs), "upper");
  assert_string_equal(opened(NULL, "m2.xml", &vfs), "-");
  assert_string_equal(opened(NULL, "a/x.png", &vfs), "one");
  assert_string_equal(opened(NULL, "b/./x.png", &vfs), "two");
  assert_string_equal(opened(NULL, "x.png", &vfs), "-");
  assert_string_equal(opened(NULL, "d.xml", &vfs), "normal");
  assert_string_equal(opened(NULL, "empty", &vfs), "");
  assert_int_equal(mj_addBufferVFS(&vfs, "x.png", "base", 4), 0);
  assert_string_equal(opened(NULL, "a/x.png", &vfs), "base");  // shadows the folders
  assert_int_equal(mj_deleteFileVFS(&vfs, "q/X.PNG"), 0);
  assert_string_equal(opened(NULL, "a/x.png", &vfs), "one");
  assert_int_equal(mj_deleteFileVFS(&vfs, "x.png"), -1);
  assert_int_equal(mj_deleteFileVFS(&vfs, "a/x.png"), 0);
  assert_string_equal(opened(NULL, "b/x.png", &vfs), "two");
  mj_deleteVFS(&vfs);
  mj_deleteVFS(NULL);
}

static void writing_replaces_what_is_there(void** state) {
  (void)state;
  mjVFS vfs;
  char error[200] = "";
  mj_defaultVFS(&vfs);
  for (int i = 0; i < 20; i++) {
    char name[20];
    snprintf(name, sizeof name, "a/%d.txt", i);
    assert_int_equal(mju_writeResource(name, "first", 5, &vfs, error, sizeof error), 5);
  }
  mjResource* held = mju_openResource(NULL, "a/3.txt", &vfs, error, sizeof error);
  assert_non_null(held);
  char before[sizeof held->timestamp];
  memcpy(before, held->timestamp, sizeof before);
  mju_closeResource(held);
  assert_int_equal(mju_writeResource("a/b/../3.txt", "changed", 7, &vfs, error, sizeof error), 7);
  assert_int_equal(mju_writeResource("a/4.txt", NULL, 0, &vfs, error, sizeof error), 0);
  assert_string_equal(opened(NULL, "a/3.txt", &vfs), "changed");
  assert_string_equal(opened(NULL, "a/4.txt", &vfs), "");
  assert_string_equal(opened(NULL, "a/5.txt", &vfs), "first");
  assert_string_equal(opened(NULL, "a/19.txt", &vfs), "first");
  held = mju_openResource(NULL, "a/3.txt", &vfs, error, sizeof error);
  assert_int_equal(mju_isModifiedResource(held, before), 1);
  mju_closeResource(held);
  // one file, not two of a name
  assert_int_equal(mj_deleteFileVFS(&vfs, "a/3.txt"), 0);
  assert_string_equal(opened(NULL, "a/3.txt", &vfs), "-");
  assert_int_equal(mju_writeResource("a/3.txt", NULL, 2, &vfs, error, sizeof error), -1);
  mj_deleteVFS(&vfs);
}

static void files_are_taken_under_their_base_name(void** state) {
  (void)state;
  char folder[] = "/tmp/engine_vfs_XXXXXX", path[100];
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/Disk.txt", folder);
  write_file(path, "content");
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  assert_int_equal(mj_addFileVFS(&vfs, folder, "Disk.txt"), 0);
  assert_int_equal(mj_addFileVFS(&vfs, NULL, path), 2);
  assert_int_equal(mj_addFileVFS(&vfs, folder, "not_there.txt"), -1);
  assert_int_equal(mj_addFileVFS(&vfs, NULL, folder), -1);  // a folder is no file
  remove(path);
  assert_string_equal(opened(NULL, "disk.txt", &vfs), "content");
  assert_string_equal(opened(NULL, "x/DISK.TXT", &vfs), "content");
  snprintf(path, sizeof path, "%s/empty", folder);
  write_file(path, "");
  assert_int_equal(mj_addFileVFS(&vfs, folder, "empty"), -1);
  remove(path);
  rmdir(folder);
  mj_deleteVFS(&vfs);
}

static void many_files_come_and_go(void** state) {
  (void)state;
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  char name[30];
  for (int round = 0; round < 3; round++) {
    for (int i = 0; i < 1000; i++) {
      snprintf(name, sizeof name, "file%d.bin", i);
      assert_int_equal(mj_addBufferVFS(&vfs, name, &i, sizeof i), 0);
    }
    for (int i = 999; i >= 0; i--) {
      snprintf(name, sizeof name, "file%d.bin", i * 7 % 1000);
      assert_int_equal(mj_deleteFileVFS(&vfs, name), 0);
    }
  }
  mj_deleteVFS(&vfs);
}

static void the_disk_comes_last(void** state) {
  (void)state;
  char folder[] = "/tmp/engine_res_XXXXXX", path[100];
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/f.txt", folder);
  write_file(path, "disk");
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  assert_string_equal(opened(folder, "f.txt", &vfs), "disk");
  assert_string_equal(opened(NULL, path, NULL), "disk");
  assert_string_equal(opened("nowhere", path, NULL), "disk");  // absolute
  mj_addBufferVFS(&vfs, "f.txt", "virtual", 7);
  assert_string_equal(opened(folder, "f.txt", &vfs), "virtual");
  assert_string_equal(opened(folder, "f.txt", NULL), "disk");
  mj_deleteVFS(&vfs);

  // a file that changes has another timestamp
  mjResource* r = resource_open(NULL, path, NULL, NULL, 0);
  char before[512];
  strcpy(before, r->timestamp);
  assert_int_equal(resource_modified(r, before), 0);
  resource_close(r);
  struct timespec times[2] = {{1000, 0}, {1000, 0}};
  utimensat(AT_FDCWD, path, times, 0);
  r = resource_open(NULL, path, NULL, NULL, 0);
  assert_int_not_equal(resource_modified(r, before), 0);
  const char* dir;
  int ndir;
  resource_dir(r, &dir, &ndir);
  assert_int_equal(ndir, strlen(folder) + 1);
  assert_memory_equal(dir, path, (size_t)ndir);
  resource_close(r);
  remove(path);
  assert_string_equal(opened(folder, "f.txt", NULL), "-");
  rmdir(folder);
}

static void changed_buffers_have_other_timestamps(void** state) {
  (void)state;
  char stamp[512];
  for (int i = 0; i < 2; i++) {
    mjVFS vfs;
    mj_defaultVFS(&vfs);
    mj_addBufferVFS(&vfs, "b", i ? "\1\2\3" : "\1\2\4", 3);
    mjResource* r = resource_open(NULL, "b", &vfs, NULL, 0);
    if (!i) strcpy(stamp, r->timestamp);
    assert_int_equal(resource_modified(r, stamp) != 0, i);
    resource_close(r);
    mj_deleteVFS(&vfs);
  }
}

static void joins_are_paths(void** state) {
  (void)state;
  char path[100];
  static const struct {
    const char *dir, *name, *path;
  } cases[] = {{NULL, "a", "a"},
               {"", "a", "a"},
               {"d", "a", "d/a"},
               {"d/", "a", "d/a"},
               {"d\\", "a", "d\\a"},
               {"d", "/a", "/a"},
               {"d", "C:/a", "C:/a"},
               {"d", "C:\\a", "C:\\a"},
               {"d", "\\a", "\\a"},
               {"mem:", "a", "mem:a"},
               {"d", "unknown:a", "d/unknown:a"}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    int n = resource_join(path, sizeof path, cases[i].dir, cases[i].name);
    assert_string_equal(path, cases[i].path);
    assert_int_equal(n, strlen(path));
  }
  assert_int_equal(resource_join(path, 3, "abc", "def"), 7);
  assert_string_equal(path, "ab");
}

// ---------------------------------------------------------------------------------- a provider

static int nopen, nclose;
static int open_test(mjResource* r) {
  nopen++;
  const char* rest = strchr(r->name, ':') + 1;
  if (!strcmp(rest, "refused")) return 0;
  r->data = strdup(rest);
  strcpy(r->timestamp, "now");
  return 1;
}
static int read_test(mjResource* r, const void** buffer) {
  *buffer = r->data;
  return strcmp(r->data, "unreadable") ? (int)strlen(r->data) : -1;
}
static void close_test(mjResource* r) {
  nclose++;
  free(r->data);
}
static void dir_test(mjResource* r, const char** dir, int* ndir) {
  *dir = r->name;
  *ndir = 2;
}

static void providers_serve_their_scheme(void** state) {
  (void)state;
  mju_user_error = on_error;
  mju_user_warning = on_warning;
  int first = mjp_resourceProviderCount();
  mjpResourceProvider p;
  mjp_defaultResourceProvider(&p);
  assert_true(!p.prefix && !p.open && !p.data);
  static const char* const wrong[] = {"", "1a", "a b", "a:", "ä", "+a"};
  p.open = open_test;
  p.read = read_test;
  p.close = close_test;
  for (int i = 0; i < 6; i++) {
    p.prefix = wrong[i];
    assert_int_equal(mjp_registerResourceProvider(&p), -1);
  }
  p.prefix = NULL;
  assert_int_equal(mjp_registerResourceProvider(&p), -1);
  char prefix[] = "Te-st";
  p.prefix = prefix;
  p.read = NULL;
  assert_int_equal(mjp_registerResourceProvider(&p), -1);
  assert_int_equal(nwarning, 8);
  p.read = read_test;
  assert_int_equal(mjp_registerResourceProvider(&p), first + 1);
  assert_int_equal(mjp_registerResourceProvider(&p), first + 1);
  prefix[0] = 'X';  // the string was copied
  p.prefix = "TE-ST";
  assert_int_equal(mjp_registerResourceProvider(&p), first + 1);
  p.getdir = dir_test;
  if (!setjmp(escape)) mjp_registerResourceProvider(&p);
  assert_int_equal(nerror, 1);
  assert_int_equal(mjp_resourceProviderCount(), first + 1);
  const mjpResourceProvider* found = mjp_getResourceProvider("te-st:thing");
  assert_ptr_equal(found, mjp_getResourceProviderAtSlot(first + 1));
  assert_string_equal(found->prefix, "Te-st");
  assert_null(mjp_getResourceProvider("te-st"));
  assert_null(mjp_getResourceProvider("other:thing"));
  assert_null(mjp_getResourceProvider(NULL));
  assert_null(mjp_getResourceProviderAtSlot(0));
  assert_null(mjp_getResourceProviderAtSlot(first + 2));

  assert_string_equal(opened("dir", "te-st:text", NULL), "text");
  assert_string_equal(opened("te-st:base", "text", NULL), "base/text");
  assert_string_equal(opened(NULL, "te-st:refused", NULL), "-");
  assert_true(nopen == 3 && nclose == 2);
  mjResource* r = resource_open(NULL, "te-st:a/b", NULL, NULL, 0);
  const char* dir;
  int ndir;
  resource_dir(r, &dir, &ndir);
  assert_int_equal(ndir, 0);                         // it tells of no directory
  assert_int_equal(resource_modified(r, "now"), 1);  // it cannot tell
  resource_close(r);
  r = resource_open(NULL, "te-st:unreadable", NULL, NULL, 0);
  const void* bytes;
  assert_int_equal(resource_read(r, &bytes), -1);
  resource_close(r);
  p.prefix = "te-st2";
  assert_int_equal(mjp_registerResourceProvider(&p), first + 2);
  r = resource_open(NULL, "te-st2:a/b", NULL, NULL, 0);
  resource_dir(r, &dir, &ndir);
  assert_int_equal(ndir, 2);
  resource_close(r);
  // enough of them to need more than one block of the registry
  for (int i = 0; i < 60; i++) {
    snprintf(prefix, sizeof prefix, "p%d", i);
    p.prefix = prefix;
    assert_int_equal(mjp_registerResourceProvider(&p), first + 3 + i);
  }
  for (int i = 0; i < 60; i++) {
    snprintf(prefix, sizeof prefix, "P%d", i);
    assert_int_equal(strcasecmp(mjp_getResourceProviderAtSlot(first + 3 + i)->prefix, prefix), 0);
  }
  mju_clearHandlers();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(buffers_are_found_by_name),
      cmocka_unit_test(writing_replaces_what_is_there),
      cmocka_unit_test(files_are_taken_under_their_base_name),
      cmocka_unit_test(many_files_come_and_go),
      cmocka_unit_test(the_disk_comes_last),
      cmocka_unit_test(changed_buffers_have_other_timestamps),
      cmocka_unit_test(joins_are_paths),
      cmocka_unit_test(providers_serve_their_scheme),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
