// engine convert: converts a model to another format.
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <engine/film.h>

#include "tool/command.h"
#include "tool/model.h"

static int convert_binary(const mjModel* m, const char* to) {
  if (ends_with(to, ".mjb")) {
    FILE* test = fopen(to, "wb");
    if (!test) {
      perror(to);
      return 1;
    }
    fclose(test);
    mj_saveModel(m, to, NULL, 0);
    return 0;
  }
  if (ends_with(to, ".txt")) {
    mj_printModel(m, to);
    return 0;
  }
  fprintf(stderr, "%s: must end in .xml, .mjz, .mjb or .txt\n", to);
  return 2;
}

// Write the pixels of a texture to name.png next to the output file "to", and make the texture
// refer to it.
static int save_texture(mjsTexture* t, const mjModel* m, int id, const char* to) {
  const char* slash = strrchr(to, '/');
  int dir = slash ? (int)(slash + 1 - to) : 0;
  char path[1000], error[500] = "";
  snprintf(path, sizeof path, "%.*s%s.png", dir, to, mjs_getString(mjs_getName(t->element)));
  for (char* c = path + dir; *c; c++) {
    if (*c == '/' || *c == '\\') *c = '_';
  }
  size_t row = 3 * (size_t)m->tex_width[id], n = (size_t)m->tex_height[id];
  unsigned char* upward = malloc(row * n);
  if (!upward) return 1;
  for (size_t i = 0; i < n; i++) {
    memcpy(upward + row * i, m->tex_data + m->tex_adr[id] + row * (n - 1 - i), row);
  }
  int status = eng_writePicture(path, upward, m->tex_width[id], (int)n, error, sizeof error);
  free(upward);
  if (status) {
    fprintf(stderr, "%s\n", error);
    return 1;
  }
  mjs_setString(t->file, path + dir);
  mjs_setBuffer(t->data, NULL, 0);
  return 0;
}

// Write images that are embedded in files such as glTF to files, since MJCF textures refer to
// files.
static int save_textures(mjSpec* s, const mjModel* m, const char* to) {
  for (mjsElement* e = mjs_firstElement(s, mjOBJ_TEXTURE); e; e = mjs_nextElement(s, e)) {
    mjsTexture* t = mjs_asTexture(e);
    int id = mjs_getId(e);
    bool within = !*mjs_getString(t->file) && !t->builtin && t->type == mjTEXTURE_2D;
    if (!within || id < 0 || m->tex_nchannel[id] != 3) continue;
    if (save_texture(t, m, id, to)) return 1;
  }
  return 0;
}

// Copy a file that an encoder has written to vfs to disk.
static int write_out(const char* to, mjVFS* vfs, char* error, int error_sz) {
  mjResource* r = mju_openResource(NULL, to, vfs, error, error_sz);
  const void* bytes = NULL;
  int n = r ? mju_readResource(r, &bytes) : -1;
  FILE* f = n > 0 ? fopen(to, "wb") : NULL;
  if (n > 0 && !f) snprintf(error, (size_t)error_sz, "%s: %s", to, strerror(errno));
  bool fine = f && fwrite(bytes, (size_t)n, 1, f) == 1;
  if (f && fclose(f)) fine = false;
  mju_closeResource(r);
  return !fine;
}

// Write MJCF, or an archive with all files, some of which may be in vfs.
static int save_spec(mjSpec* s, const mjModel* m, mjVFS* vfs, const char* to) {
  char error[4000] = "";
  int status;
  if (is_archive(to)) {
    status = mj_encode(s, NULL, to, NULL, vfs, error, sizeof error) < 0 ||
             write_out(to, vfs, error, sizeof error);
  } else {
    status = save_textures(s, m, to);
    if (!status) status = mj_saveXML(s, to, error, sizeof error) != 0;
  }
  if (status && *error) fprintf(stderr, "%s\n", error);
  return status;
}

static int convert_text(const char* from, const char* to) {
  char error[4000] = "";
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mjSpec* s = read_spec(from, &vfs, error, sizeof error);
  mjModel* m = s ? mj_compile(s, &vfs) : NULL;
  int status = 1;
  if (!m) {
    fprintf(stderr, "%s\n", s ? mjs_getError(s) : error);
  } else if (ends_with(to, ".xml") && is_archive(from) && m->npaths > 1) {
    fprintf(stderr, "%s: its files would stay in %s; unpack it, or convert to .mjb\n", to, from);
    status = 2;
  } else if (ends_with(to, ".xml") || is_archive(to)) {
    status = save_spec(s, m, &vfs, to);
  } else {
    status = convert_binary(m, to);
  }
  mj_deleteModel(m);
  mj_deleteSpec(s);
  mj_deleteVFS(&vfs);
  return status;
}

static int convert(const char* const* operand, int n) {
  (void)n;
  const char *from = operand[0], *to = operand[1];
  if (!ends_with(from, ".mjb")) return convert_text(from, to);
  if (ends_with(to, ".xml") || is_archive(to)) {
    fprintf(stderr, "%s: a binary model no longer says what its elements were; .mjb or .txt\n", to);
    return 2;
  }
  mjModel* m = read_model(from);
  int status = m ? convert_binary(m, to) : 1;
  mj_deleteModel(m);
  return status;
}

const command command_convert = {
    .name = "convert",
    .operands = "FROM TO",
    .least = 2,
    .most = 2,
    .summary = "Convert a model; the ends of the names say from what and to what",
    .text =
        "FROM  .xml or .urdf (MJCF or URDF), .mjz (an archive of a model and its files), .mjb\n"
        "      (binary), .obj, .glb, .gltf or .dae (a body with the shapes, materials and "
        "textures\n"
        "      of the file)\n"
        "TO    .xml (MJCF, everything written out), .mjz (with all files), .mjb (binary), .txt\n"
        "      (every array)\n\n"
        "MJCF names the files of assets as FROM does: keep them beside TO.  Textures within a\n"
        "file are written beside TO.  A binary model holds its assets and belongs to one version\n"
        "of the library.",
    .run = convert,
};
