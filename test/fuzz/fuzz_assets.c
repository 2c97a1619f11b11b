// Assets from hostile hands: refused with messages, or compiled and freed, within memory that is
// bounded by the size of the file.
//
// The first byte tells which reader gets the rest, the second how the asset is used.
//   --reader=N   this one alone, see asset_mutation.h
//   --memory     at the end, tell the most memory each reader took, and for how large a file
#include <stdbool.h>
#include <engine/engine.h>

#include "fuzz/asset_mutation.h"

int LLVMFuzzerInitialize(int* argc, char*** argv);
int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max, unsigned seed);

static const char* const file_name[READERS] = {"a.obj", "a.stl", "a.msh", "a.bin",  "a.png",
                                               "a.bin", "a.png", "a.skn", "a.stl",  "a.ktx",
                                               NULL,    NULL,    NULL,    "a.gmsh", "a.obj"};

static int only = -1;

// --- memory -------------------------------------------------------------------------------------

// What a sanitizer tells of allocations; without one they are not counted.
int __sanitizer_install_malloc_and_free_hooks(void (*)(const volatile void*, size_t),
                                              void (*)(const volatile void*)) __attribute__((weak));

static bool counting;
static size_t taken;  // in all allocations of a run, freed or not

static struct { size_t bytes, file; } most[READERS];

static void on_malloc(const volatile void* p, size_t n) {
  (void)p;
  if (counting) taken += n;
}

static void on_free(const volatile void* p) { (void)p; }

// Everything a run may take for a file of so many bytes.  A triangle takes some 500 bytes and is
// named by 6 (f 1 2 3); deflate blows a byte up to 1032, of up to 8 pixels, each of which is held
// as 3 bytes and as a float.
static size_t bound(int reader, size_t size) {
  const size_t always = 3 << 19;  // the model, the hull's buffers
  bool deflated = reader == HFIELD_PNG || reader == TEXTURE_PNG;
  // a node of 8 bytes (1 0 0 0) becomes a body with three joints
  // and 15 (usemtl x, f 1 2 3) a mesh, a material and a geom
  size_t most = deflated ? 1032 * 8 * 8 : reader == GMSH || reader == SCENE ? 4000 : 600;
  return always + size * most;
}

static void check_memory(int reader, size_t size) {
  if (taken > most[reader].bytes) {
    most[reader].bytes = taken;
    most[reader].file = size;
  }
  if (taken <= bound(reader, size)) return;
  fprintf(stderr, "reader %d: %zu bytes of memory for a file of %zu\n", reader, taken, size);
  abort();
}

static void print_memory(void) {
  for (int i = 0; i < READERS; i++) {
    printf("reader %2d: at most %8zu bytes, for a file of %zu\n", i, most[i].bytes, most[i].file);
  }
}

int LLVMFuzzerInitialize(int* argc, char*** argv) {
  for (int i = 1; i < *argc; i++) {
    sscanf((*argv)[i], "--reader=%d", &only);
    if (!strcmp((*argv)[i], "--memory")) atexit(print_memory);
  }
  if (__sanitizer_install_malloc_and_free_hooks) {
    __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);
  }
  // what is kept is soon dropped again
  mj_setCacheCapacity(mj_getCache(), 1 << 16);
  return 0;
}

// --- assets in use ------------------------------------------------------------------------------

static mjsMesh* add_mesh(mjSpec* s, int use) {
  mjsMesh* mesh = mjs_addMesh(s, NULL);
  mjs_setName(mesh->element, "m");
  mesh->inertia = (mjtMeshInertia)(use & 3);
  if (use & 4) mesh->scale[0] = -0.5;
  if (use & 8) mesh->maxhullvert = 5;
  if (use & 16) mesh->refquat[1] = 1;
  mesh->smoothnormal = (use & 32) != 0;
  mjsGeom* g = mjs_addGeom(mjs_findBody(s, "world"), NULL);
  g->type = use & 128 ? mjGEOM_BOX : mjGEOM_MESH;
  mjs_setString(g->meshname, "m");
  if (use & 64) g->contype = g->conaffinity = 0;
  return mesh;
}

static mjsHField* add_hfield(mjSpec* s) {
  mjsHField* h = mjs_addHField(s);
  mjs_setName(h->element, "h");
  for (int k = 0; k < 4; k++) h->size[k] = 1;
  mjsGeom* g = mjs_addGeom(mjs_findBody(s, "world"), NULL);
  g->type = mjGEOM_HFIELD;
  mjs_setString(g->hfieldname, "h");
  return h;
}

static void add_texture(mjSpec* s, const char* file, int reader, int use) {
  static const int channels[4] = {3, 1, 4, 2};
  mjsTexture* t = mjs_addTexture(s);
  mjs_setName(t->element, "t");
  mjs_setString(t->file, file);
  if (reader == TEXTURE_KTX) mjs_setString(t->content_type, "image/ktx");
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

static mjsSkin* add_skin(mjSpec* s) {
  for (int i = 0; i < 2; i++) {
    mjs_setName(mjs_addBody(mjs_findBody(s, "world"), NULL)->element, i ? "b" : "a");
  }
  return mjs_addSkin(s);
}

// --- inline arrays ------------------------------------------------------------------------------

typedef struct {
  const uint8_t* at;
  size_t left;
} input;

static int take_byte(input* in) {
  if (!in->left) return 0;
  in->left--;
  return *in->at++;
}

static int take_floats(input* in, int n, float* x) {
  if ((size_t)n > in->left / 4) n = (int)(in->left / 4);
  memcpy(x, in->at, 4 * (size_t)n);
  in->at += 4 * n;
  in->left -= 4 * (size_t)n;
  return n;
}

// A byte each; the last ones stand for the largest and the smallest integer.
static int take_ints(input* in, int n, int* x) {
  if ((size_t)n > in->left) n = (int)in->left;
  for (int i = 0; i < n; i++) {
    int8_t c = (int8_t)take_byte(in);
    x[i] = c == INT8_MAX ? INT32_MAX : c == INT8_MIN ? INT32_MIN : c;
  }
  return n;
}

static void set_floats(input* in, mjFloatVec* to, int n) {
  float x[256];
  mjs_setFloat(to, x, take_floats(in, n, x));
}

static void set_ints(input* in, mjIntVec* to, int n) {
  int x[256];
  mjs_setInt(to, x, take_ints(in, n, x));
}

static void set_mesh_arrays(mjsMesh* mesh, input* in) {
  int size[6];
  for (int k = 0; k < 6; k++) size[k] = take_byte(in);
  set_floats(in, mesh->uservert, size[0]);
  set_floats(in, mesh->usernormal, size[1]);
  set_floats(in, mesh->usertexcoord, size[2]);
  set_ints(in, mesh->userface, size[3]);
  set_ints(in, mesh->userfacenormal, size[4]);
  set_ints(in, mesh->userfacetexcoord, size[5]);
}

static void set_heights(mjsHField* h, input* in) {
  h->nrow = (int8_t)take_byte(in);
  h->ncol = (int8_t)take_byte(in);
  set_floats(in, h->userdata, 255);
}

static void set_skin_arrays(mjsSkin* skin, input* in) {
  int size[9];
  for (int k = 0; k < 9; k++) size[k] = take_byte(in);
  set_floats(in, skin->vert, size[0]);
  set_floats(in, skin->texcoord, size[1]);
  set_floats(in, skin->bindpos, size[2]);
  set_floats(in, skin->bindquat, size[3]);
  for (int bone = 0; bone < 2; bone++) {
    float weight[256];
    mjs_appendFloatVec(skin->vertweight, weight, take_floats(in, size[4 + bone], weight));
    mjs_appendString(skin->bodyname, bone ? "b" : "a");
  }
  set_ints(in, skin->face, size[6]);
  for (int bone = 0; bone < 2; bone++) {
    int id[256];
    mjs_appendIntVec(skin->vertid, id, take_ints(in, size[7 + bone], id));
  }
}

// --- runs ---------------------------------------------------------------------------------------

// Points of a flex are read with the text that names them.
static mjSpec* parse_flexcomp(int use, const mjVFS* vfs) {
  static const char* const dof[] = {"full", "radial", "trilinear"};
  char text[500], error[500] = "";
  snprintf(text, sizeof text,
           "<mujoco><size memory='256K'/><worldbody><flexcomp name='f' type='gmsh' file='%s' "
           "dim='%d' dof='%s' rigid='%s'/></worldbody></mujoco>",
           file_name[GMSH], 1 + use % 3, dof[(use >> 2) % 3], use & 64 ? "true" : "false");
  mjSpec* s = mj_parseXMLString(text, vfs, error, sizeof error);
  if (!s && !*error) abort();
  return s;
}

static mjSpec* parse_scene(const mjVFS* vfs) {
  char error[500] = "";
  mjSpec* s = mj_parseXML(file_name[SCENE], vfs, error, sizeof error);
  if (!s && !*error) abort();
  if (s) s->memory = 1 << 18;
  return s;
}

static void add_asset(mjSpec* s, int reader, int use, input in) {
  const char* file = file_name[reader];
  switch (reader) {
    case OBJ:
    case STL:
    case STL_TEXT:
    case MSH: mjs_setString(add_mesh(s, use)->file, file); break;
    case HFIELD:
    case HFIELD_PNG: mjs_setString(add_hfield(s)->file, file); break;
    case TEXTURE:
    case TEXTURE_KTX:
    case TEXTURE_PNG: add_texture(s, file, reader, use); break;
    case SKIN: mjs_setString(add_skin(s)->file, file); break;
    case MESH_INLINE: set_mesh_arrays(add_mesh(s, use), &in); break;
    case HFIELD_INLINE: set_heights(add_hfield(s), &in); break;
    case SKIN_INLINE: set_skin_arrays(add_skin(s), &in); break;
  }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 3) return 0;
  int reader = data[0] % READERS, use = data[1];
  if (only >= 0 && reader != only) return 0;
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  if (file_name[reader]) mj_addBufferVFS(&vfs, file_name[reader], data + 2, (int)size - 2);
  if (reader == SCENE) mj_addBufferVFS(&vfs, "a.mtl", data + 2, (int)size - 2);
  mjSpec* s = reader == GMSH || reader == SCENE ? NULL : mj_makeSpec();
  if (s) {
    s->compiler.fitaabb = use & 1;
    s->memory = 1 << 18;  // of the data the compiler makes: little, and fast
    add_asset(s, reader, use, (input){data + 2, size - 2});
  }
  taken = 0;
  counting = true;
  if (!s) s = reader == SCENE ? parse_scene(&vfs) : parse_flexcomp(use, &vfs);
  mjModel* m = s ? mj_compile(s, &vfs) : NULL;
  counting = false;
  if (s && !m && !*mjs_getError(s)) abort();
  check_memory(reader, size);
  mj_deleteModel(m);
  mj_deleteSpec(s);
  mj_deleteVFS(&vfs);
  return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max, unsigned seed) {
  static bytes b;
  uint64_t state = seed;
  if (max < 4096) return LLVMFuzzerMutate(data, size, max);
  // often from the start again: most mutations end in a refusal
  if (size < 3 || draw(&state, 4) == 0 || (only >= 0 && data[0] % READERS != only)) {
    int reader = only >= 0 ? only : (int)draw(&state, READERS);
    b.size = 0;
    put_seed(&b, reader, &state);
    data[0] = (uint8_t)reader;
    data[1] = (uint8_t)draw(&state, 256);
    memcpy(data + 2, b.data, b.size);
    size = b.size + 2;
  }
  return 2 + change_asset(data[0] % READERS, data + 2, size - 2, max - 2, &state);
}
