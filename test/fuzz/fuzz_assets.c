// Asset files from hostile hands: refused with messages, or compiled and freed.
//
// The first byte tells which reader gets the rest, the second how the asset is used.  Mutations
// start from valid files of the reader's format; checksums of PNG files are put right again.
#include <stdbool.h>
#include <stdlib.h>
#include <engine/engine.h>

#include "compile/asset_bytes.h"

size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max);
int LLVMFuzzerInitialize(int* argc, char*** argv);
int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max, unsigned seed);

enum { OBJ, STL, MSH, HFIELD, HFIELD_PNG, TEXTURE, TEXTURE_PNG, SKIN, READERS };

static const char* const file_name[READERS] = {"a.obj", "a.stl", "a.msh", "a.bin",
                                               "a.png", "a.bin", "a.png", "a.skn"};

static int only = -1;  // -reader=N: this one alone

int LLVMFuzzerInitialize(int* argc, char*** argv) {
  for (int i = 1; i < *argc; i++) sscanf((*argv)[i], "--reader=%d", &only);
  // what is kept is soon dropped again
  mj_setCacheCapacity(mj_getCache(), 1 << 16);
  return 0;
}

static void add_mesh(mjSpec* s, const char* file, int use) {
  mjsMesh* mesh = mjs_addMesh(s, NULL);
  mjs_setName(mesh->element, "m");
  mjs_setString(mesh->file, file);
  mesh->inertia = (mjtMeshInertia)(use & 3);
  if (use & 4) mesh->scale[0] = -0.5;
  if (use & 8) mesh->maxhullvert = 5;
  if (use & 16) mesh->refquat[1] = 1;
  mesh->smoothnormal = (use & 32) != 0;
  mjsGeom* g = mjs_addGeom(mjs_findBody(s, "world"), NULL);
  g->type = mjGEOM_MESH;
  mjs_setString(g->meshname, "m");
  if (use & 64) g->contype = g->conaffinity = 0;
}

static void add_hfield(mjSpec* s, const char* file) {
  mjsHField* h = mjs_addHField(s);
  mjs_setName(h->element, "h");
  mjs_setString(h->file, file);
  for (int k = 0; k < 4; k++) h->size[k] = 1;
  mjsGeom* g = mjs_addGeom(mjs_findBody(s, "world"), NULL);
  g->type = mjGEOM_HFIELD;
  mjs_setString(g->hfieldname, "h");
}

static void add_texture(mjSpec* s, const char* file, int use) {
  static const int channels[4] = {3, 1, 4, 2};
  mjsTexture* t = mjs_addTexture(s);
  mjs_setName(t->element, "t");
  mjs_setString(t->file, file);
  t->type = use & 1 ? mjTEXTURE_2D : mjTEXTURE_CUBE;
  t->nchannel = channels[use >> 1 & 3];
  t->hflip = (use & 8) != 0;
  t->vflip = (use & 16) != 0;
  if (use & 32) {
    t->gridsize[0] = 2;
    t->gridsize[1] = 1 + (use >> 6);
    memcpy(t->gridlayout, "RLUD", 4);
  }
}

static void add_skin(mjSpec* s, const char* file) {
  for (int i = 0; i < 2; i++) {
    mjs_setName(mjs_addBody(mjs_findBody(s, "world"), NULL)->element, i ? "b" : "a");
  }
  mjs_setString(mjs_addSkin(s)->file, file);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 3) return 0;
  int reader = data[0] % READERS, use = data[1];
  if (only >= 0 && reader != only) return 0;
  const char* file = file_name[reader];
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, file, data + 2, (int)size - 2);
  mjSpec* s = mj_makeSpec();
  s->compiler.fitaabb = use & 1;
  if (reader <= MSH) add_mesh(s, file, use);
  if (reader == HFIELD || reader == HFIELD_PNG) add_hfield(s, file);
  if (reader == TEXTURE || reader == TEXTURE_PNG) add_texture(s, file, use);
  if (reader == SKIN) add_skin(s, file);
  mjModel* m = mj_compile(s, &vfs);
  if (!m && !*mjs_getError(s)) abort();
  mj_deleteModel(m);
  mj_deleteSpec(s);
  mj_deleteVFS(&vfs);
  return 0;
}

static void put_seed(bytes* b, int reader) {
  static const float height[6] = {0, 1, 2, 3, 4, 5};
  unsigned char pixel[48];
  for (int i = 0; i < 48; i++) pixel[i] = (unsigned char)(5 * i);
  switch (reader) {
    case OBJ: put_obj_cube(b); break;
    case STL: put_stl_cube(b); break;
    case MSH: put_msh_cube(b, 1, 1); break;
    case HFIELD:
      put_int(b, 2);
      put_int(b, 3);
      put_floats(b, 6, height);
      break;
    case TEXTURE:
      put_int(b, 4);
      put_int(b, 4);
      put(b, pixel, 48);
      break;
    case HFIELD_PNG: put_png(b, 3, 2, 0, 0, pixel); break;
    case TEXTURE_PNG: put_png(b, 4, 4, 2, 1, pixel); break;
    default: put_skin(b);
  }
}

// Set the checksum of every chunk.
static void repair_png(uint8_t* data, size_t size) {
  for (size_t at = 8; at + 12 <= size;) {
    size_t n = (size_t)data[at] << 24 | data[at + 1] << 16 | data[at + 2] << 8 | data[at + 3];
    if (n > size - at - 12) return;
    uint32_t crc = png_crc(data + at + 4, n + 4);
    for (int k = 0; k < 4; k++) data[at + 8 + n + k] = (uint8_t)(crc >> (24 - 8 * k));
    at += n + 12;
  }
}

// Other bytes in up to three places, so that counts and size still fit each other.
static void change_in_place(uint8_t* data, size_t size, unsigned seed) {
  uint64_t state = seed;
  for (unsigned i = 0; i <= seed % 3; i++) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    data[(state >> 33) % size] = (uint8_t)(state >> 24);
  }
}

size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max, unsigned seed) {
  static bytes b;
  if (max < 4096) return LLVMFuzzerMutate(data, size, max);
  // often from the start again: most mutations end in a refusal
  if (size < 3 || seed % 4 == 0) {
    int reader = only >= 0 ? only : (int)(seed / 4 % READERS);
    b.size = 0;
    put_seed(&b, reader);
    data[0] = (uint8_t)reader;
    data[1] = (uint8_t)(seed >> 8);
    memcpy(data + 2, b.data, b.size);
    size = b.size + 2;
  }
  int reader = data[0] % READERS;
  if (seed & 16) {
    size = 2 + LLVMFuzzerMutate(data + 2, size - 2, max - 2);
  } else {
    change_in_place(data + 2, size - 2, seed);
  }
  if (reader == HFIELD_PNG || reader == TEXTURE_PNG) repair_png(data + 2, size - 2);
  return size;
}
