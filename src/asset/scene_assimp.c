// Reads glTF and Collada by assimp, which is loaded at run time with the first such file, so that
// the library does not depend on it.
#include "asset/scene_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <assimp/cfileio.h>
#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/material.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <assimp/version.h>

#include "base/path.h"
#include "base/platform/library.h"
#include "base/resource.h"

// The functions used.
#define ASSIMP_FUNCTIONS(X)       \
  X(aiImportFileExWithProperties) \
  X(aiReleaseImport)              \
  X(aiGetErrorString)             \
  X(aiCreatePropertyStore)        \
  X(aiReleasePropertyStore)       \
  X(aiSetImportPropertyInteger)   \
  X(aiGetMaterialColor)           \
  X(aiGetMaterialFloatArray) X(aiGetMaterialTexture) X(aiGetMaterialString) X(aiGetVersionMajor)

typedef struct {
  void* library;
#define MEMBER(name) __typeof__(&name) name;
  ASSIMP_FUNCTIONS(MEMBER)
#undef MEMBER
} assimp;

// False, with nothing loaded, when it is missing or has another version than was compiled for.
static bool assimp_load(assimp* a) {
  a->library = library_open(ENGINE_ASSIMP);
  if (!a->library) return false;
  bool all = true;
  void* at;
#define FIND(name)                        \
  at = library_symbol(a->library, #name); \
  all = all && at;                        \
  memcpy(&a->name, &at, sizeof at);
  ASSIMP_FUNCTIONS(FIND)
#undef FIND
  if (all && a->aiGetVersionMajor() == ENGINE_ASSIMP_MAJOR) return true;
  library_close(a->library);
  return false;
}

// --- file callbacks for assimp ------------------------------------------------------------------

// A file being read; the data belong to the resource or, without one, to the scene.
typedef struct {
  struct aiFile as;  // must be first: assimp passes it back
  mjResource* resource;
  const char* data;
  size_t size, at;
} open_file;

static size_t read_some(struct aiFile* f, char* to, size_t size, size_t count) {
  open_file* x = (open_file*)f;
  size_t left = size ? (x->size - x->at) / size : 0;
  size_t n = count < left ? count : left;
  if (n) memcpy(to, x->data + x->at, n * size);
  x->at += n * size;
  return n;
}

static size_t write_some(struct aiFile* f, const char* from, size_t size, size_t count) {
  (void)f, (void)from, (void)size, (void)count;
  return 0;
}

static size_t tell(struct aiFile* f) { return ((open_file*)f)->at; }
static size_t file_size(struct aiFile* f) { return ((open_file*)f)->size; }
static void flush(struct aiFile* f) { (void)f; }

static enum aiReturn seek(struct aiFile* f, size_t offset, enum aiOrigin origin) {
  open_file* x = (open_file*)f;
  size_t to = origin == aiOrigin_SET ? offset : (origin == aiOrigin_CUR ? x->at : x->size) + offset;
  if (to > x->size) return aiReturn_FAILURE;
  x->at = to;
  return aiReturn_SUCCESS;
}

static const char own_folder[] = "./";

static struct aiFile* open_one(struct aiFileIO* io, const char* name, const char* mode) {
  const scene_source* from = (const scene_source*)(void*)io->UserData;
  if (!mode || *mode != 'r') return NULL;
  while (!strncmp(name, own_folder, 2)) name += 2;
  open_file* x = calloc(1, sizeof *x);
  if (!x) return NULL;
  x->as = (struct aiFile){read_some, write_some, tell, file_size, seek, flush, NULL};
  if (!strcmp(name, path_base(from->name))) {
    x->data = from->data;
    x->size = (size_t)from->size;
    return &x->as;
  }
  scene_part part;
  scene_beside(from, name, &part);
  x->resource = part.resource;
  x->data = part.data;
  x->size = (size_t)part.size;
  if (x->resource) return &x->as;
  free(x);
  return NULL;
}

static void close_one(struct aiFileIO* io, struct aiFile* f) {
  (void)io;
  open_file* x = (open_file*)f;
  if (!x) return;
  resource_close(x->resource);
  free(x);
}

// --- contents of the scene ----------------------------------------------------------------------

typedef struct {
  const assimp* a;
  const struct aiScene* in;
  scene_file* s;
  mesh* m;
} reading_scene;

static const char* copy_text(mesh* m, const char* from, size_t n) {
  char* to = MESH_SCRATCH(m, char, n + 1.0);
  memcpy(to, from, n);
  to[n] = 0;
  return to;
}

static float number_of(const reading_scene* x, const struct aiMaterial* from, const char* key) {
  float value = -1;
  if (x->a->aiGetMaterialFloatArray(from, key, 0, 0, &value, NULL) != aiReturn_SUCCESS) return -1;
  return value >= 0 ? value : -1;
}

static float at_most_one(float x) { return x < 1 ? x : 1; }

// Mean of the colour channels; -1 when the file has none.
static float mean_of(const reading_scene* x, const struct aiMaterial* from, const char* key) {
  struct aiColor4D c;
  if (x->a->aiGetMaterialColor(from, key, 0, 0, &c) != aiReturn_SUCCESS) return -1;
  float mean = (c.r + c.g + c.b) / 3;
  return mean >= 0 ? at_most_one(mean) : -1;
}

static bool colour_of(const reading_scene* x, const struct aiMaterial* from, const char* key,
                      float rgba[4]) {
  struct aiColor4D c;
  if (x->a->aiGetMaterialColor(from, key, 0, 0, &c) != aiReturn_SUCCESS) return false;
  const float v[4] = {c.r, c.g, c.b, c.a};
  for (int k = 0; k < 4; k++) rgba[k] = v[k] >= 0 ? at_most_one(v[k]) : 0;
  return true;
}

// "*3" is embedded image 3; other names are files, with "%20" for a space.
static void take_texture(const reading_scene* x, const struct aiMaterial* from,
                         scene_material* to) {
  struct aiString path;
  enum aiTextureType kinds[] = {aiTextureType_BASE_COLOR, aiTextureType_DIFFUSE};
  for (int k = 0; k < 2; k++) {
    if (x->a->aiGetMaterialTexture(from, kinds[k], 0, &path, NULL, NULL, NULL, NULL, NULL, NULL) !=
        aiReturn_SUCCESS) {
      continue;
    }
    if (path.data[0] != '*') {
      to->texture = copy_text(x->m, path.data, path.length);
      return;
    }
    unsigned long i = strtoul(path.data + 1, NULL, 10);
    const struct aiTexture* t = i < x->in->mNumTextures ? x->in->mTextures[i] : NULL;
    if (!t || t->mHeight) continue;  // mHeight != 0: raw pixels, no image file
    to->nimage = t->mWidth;
    to->image = copy_text(x->m, (const char*)t->pcData, t->mWidth);
    return;
  }
}

// Exponent of the highlight as wide as that of a rough surface: n = 2 / a^2 - 2 with a =
// roughness^2 (Walter et al. 2007, equation 35 and below); it is 128 times the shininess.
static float shininess_of_rough(float roughness) {
  float a2 = roughness * roughness * roughness * roughness;
  float n = a2 > 1e-6f ? 2 / a2 - 2 : 1e6f;
  return at_most_one(n / 128);
}

static void take_material(const reading_scene* x, const struct aiMaterial* from,
                          scene_material* to) {
  struct aiString name;
  bool named = x->a->aiGetMaterialString(from, AI_MATKEY_NAME, &name) == aiReturn_SUCCESS;
  *to = (scene_material){.name = named ? copy_text(x->m, name.data, name.length) : "",
                         .rgba = {0.8f, 0.8f, 0.8f, 1},
                         .emission = mean_of(x, from, "$clr.emissive"),
                         .specular = mean_of(x, from, "$clr.specular"),
                         .metallic = number_of(x, from, "$mat.metallicFactor"),
                         .roughness = number_of(x, from, "$mat.roughnessFactor"),
                         .shininess = -1};
  if (!colour_of(x, from, "$clr.base", to->rgba)) colour_of(x, from, "$clr.diffuse", to->rgba);
  float opacity = number_of(x, from, "$mat.opacity"),
        exponent = number_of(x, from, "$mat.shininess");
  if (opacity >= 0 && opacity < to->rgba[3]) to->rgba[3] = opacity;
  if (to->roughness >= 0) {
    to->shininess = shininess_of_rough(to->roughness);
  } else if (exponent >= 0) {
    to->shininess = at_most_one(exponent / 128);
  }
  take_texture(x, from, to);
}

static void take_shape(const reading_scene* x, const struct aiMesh* from, scene_shape* to) {
  size_t nvert = from->mNumVertices;
  *to = (scene_shape){.material = (int)from->mMaterialIndex, .nvert = (int)nvert};
  if (to->material >= x->s->nmaterial) to->material = -1;
  to->vert = MESH_SCRATCH(x->m, float, 3.0 * nvert);
  if (from->mNormals) to->normal = MESH_SCRATCH(x->m, float, 3.0 * nvert);
  const struct aiVector3D* uv = from->mTextureCoords[0];
  if (uv) to->texcoord = MESH_SCRATCH(x->m, float, 2.0 * nvert);
  for (size_t i = 0; i < nvert; i++) {
    const struct aiVector3D* v = from->mVertices + i;
    const float vert[3] = {v->x, v->y, v->z};
    memcpy(to->vert + 3 * i, vert, sizeof vert);
    if (from->mNormals) {
      const float normal[3] = {from->mNormals[i].x, from->mNormals[i].y, from->mNormals[i].z};
      memcpy(to->normal + 3 * i, normal, sizeof normal);
    }
    if (!uv) continue;
    to->texcoord[2 * i] = uv[i].x;
    to->texcoord[2 * i + 1] = 1 - uv[i].y;
  }
  to->face = MESH_SCRATCH(x->m, int, 3.0 * from->mNumFaces);
  for (unsigned i = 0; i < from->mNumFaces; i++) {
    const struct aiFace* f = from->mFaces + i;
    if (f->mNumIndices != 3) continue;
    for (int k = 0; k < 3; k++) to->face[3 * to->nface + k] = (int)f->mIndices[k];
    to->nface++;
  }
}

static void take_all(void* arg) {
  reading_scene* x = arg;
  scene_file* s = x->s;
  s->nmaterial = (int)x->in->mNumMaterials;
  s->material = MESH_SCRATCH(x->m, scene_material, s->nmaterial);
  for (int i = 0; i < s->nmaterial; i++) {
    take_material(x, x->in->mMaterials[i], s->material + i);
  }
  s->shape = MESH_SCRATCH(x->m, scene_shape, x->in->mNumMeshes);
  for (unsigned i = 0; i < x->in->mNumMeshes; i++) {
    if (x->in->mMeshes[i]->mNumFaces) take_shape(x, x->in->mMeshes[i], s->shape + s->nshape++);
  }
}

// --- reading ------------------------------------------------------------------------------------

// Applies all node transforms and keeps only triangles.  Collada axes are not converted, as URDF
// expects.
static const struct aiScene* import(const assimp* a, const scene_source* from) {
  struct aiFileIO io = {open_one, close_one, (aiUserData)(void*)from};
  struct aiPropertyStore* settings = a->aiCreatePropertyStore();
  if (!settings) return NULL;
  a->aiSetImportPropertyInteger(settings, AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, 1);
  a->aiSetImportPropertyInteger(settings, AI_CONFIG_PP_SBP_REMOVE,
                                aiPrimitiveType_POINT | aiPrimitiveType_LINE);
  const struct aiScene* in = a->aiImportFileExWithProperties(
      path_base(from->name),
      aiProcess_Triangulate | aiProcess_JoinIdenticalVertices | aiProcess_PreTransformVertices |
          aiProcess_SortByPType | aiProcess_ValidateDataStructure,
      &io, settings);
  a->aiReleasePropertyStore(settings);
  return in;
}

static bool is_gltf(const char* name) {
  const char* dot = strrchr(name, '.');
  return dot && (dot[1] == 'g' || dot[1] == 'G');
}

void scene_read_assimp(scene_file* s, mesh* m, const scene_source* from) {
  assimp a;
  if (!assimp_load(&a)) {
    mesh_refuse(m, "glTF and Collada are read by assimp, and %s is not here (Debian: libassimp5)",
                ENGINE_ASSIMP);
  }
  reading_scene x = {.a = &a, .in = import(&a, from), .s = s, .m = m};
  char problem[300] = "";
  if (!x.in) snprintf(problem, sizeof problem, "assimp cannot read it: %s", a.aiGetErrorString());
  s->y_up = is_gltf(from->name);
  bool taken = x.in && mesh_attempt(m, take_all, &x);
  if (x.in) a.aiReleaseImport(x.in);
  library_close(a.library);
  if (*problem) mesh_refuse(m, "%s", problem);
  if (!taken) mesh_refuse_again(m);
}
