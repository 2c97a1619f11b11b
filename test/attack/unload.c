// The library is loaded, used, and unloaded, again and again: nothing stays.
//
//   unload LIBRARY
#include <dlfcn.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <engine/engine.h>

// The loader itself keeps some 300 bytes a round.
enum { ROUNDS = 20, SETTLED = 3, MOST = 600 * (ROUNDS - SETTLED - 1) };

static const char scene[] =
    "<mujoco><asset><mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/></asset><worldbody><body>"
    "<freejoint/><geom type='mesh' mesh='m'/></body></worldbody></mujoco>";

static void* symbol(void* library, const char* name) {
  void* found = dlsym(library, name);
  if (!found) {
    printf("there is no %s\n", name);
    exit(1);
  }
  return found;
}
#define FUNCTION(name)           \
  __typeof__(&name) call_##name; \
  *(void**)&call_##name = symbol(library, #name)

static int open_nothing(mjResource* r) { return !r; }
static int read_nothing(mjResource* r, const void** data) {
  (void)r, (void)data;
  return -1;
}
static void close_nothing(mjResource* r) { (void)r; }

static void use(void* library) {
  FUNCTION(mj_loadXML);
  FUNCTION(mj_makeData);
  FUNCTION(mj_step);
  FUNCTION(mj_deleteData);
  FUNCTION(mj_deleteModel);
  FUNCTION(mj_defaultVFS);
  FUNCTION(mj_addBufferVFS);
  FUNCTION(mj_deleteVFS);
  FUNCTION(mjp_registerPlugin);
  FUNCTION(mjp_registerResourceProvider);
  FUNCTION(eng_setPackagePath);
  mjpPlugin plugin = {.name = "unload", .capabilityflags = mjPLUGIN_PASSIVE};
  call_mjp_registerPlugin(&plugin);
  mjpResourceProvider provider = {
      .prefix = "unload", .open = open_nothing, .read = read_nothing, .close = close_nothing};
  call_mjp_registerResourceProvider(&provider);
  call_eng_setPackagePath("/tmp");
  mjVFS files;
  char error[500] = "";
  call_mj_defaultVFS(&files);
  call_mj_addBufferVFS(&files, "scene.xml", scene, (int)strlen(scene));
  mjModel* m = call_mj_loadXML("scene.xml", &files, error, sizeof error);
  call_mj_deleteVFS(&files);
  if (!m) {
    printf("%s\n", error);
    exit(1);
  }
  mjData* d = call_mj_makeData(m);
  call_mj_step(m, d);
  call_mj_deleteData(d);
  call_mj_deleteModel(m);
}

int main(int argc, char** argv) {
  if (argc < 2) return 1;
  size_t before = 0, after = 0;
  for (int i = 0; i < ROUNDS; i++) {
    void* library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (!library) {
      printf("%s\n", dlerror());
      return 1;
    }
    use(library);
    dlclose(library);
    void* still = dlopen(argv[1], RTLD_NOW | RTLD_NOLOAD);
    if (still) {
      printf("skipped: the system does not unload the library\n");
      return 77;
    }
    struct mallinfo2 heap = mallinfo2();
    after = heap.uordblks + heap.hblkhd;
    if (i == SETTLED) before = after;
  }
  printf("%zu bytes after %d rounds, %zu after %d\n", before, SETTLED + 1, after, ROUNDS);
  return after > before + MOST;
}
