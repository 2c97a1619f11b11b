// engine convert: a model from one form into another.
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
  fprintf(stderr, "%s: must end in .xml, .mjb or .txt\n", to);
  return 2;
}

// Write the pixels of a texture as name.png beside what is written, "to"; its file is that then.
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

// Pictures within files, as in glTF, become files: MJCF only names textures.
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

static int convert_text(const char* from, const char* to) {
  char error[4000] = "";
  mjSpec* s = mj_parseXML(from, NULL, error, sizeof error);
  mjModel* m = s ? mj_compile(s, NULL) : NULL;
  int status = 1;
  if (!m) {
    fprintf(stderr, "%s\n", s ? mjs_getError(s) : error);
  } else if (ends_with(to, ".xml")) {
    status = save_textures(s, m, to);
    if (!status && mj_saveXML(s, to, error, sizeof error)) {
      fprintf(stderr, "%s\n", error);
      status = 1;
    }
  } else {
    status = convert_binary(m, to);
  }
  mj_deleteModel(m);
  mj_deleteSpec(s);
  return status;
}

static int convert(const char* const* operand, int n) {
  (void)n;
  const char *from = operand[0], *to = operand[1];
  if (!ends_with(from, ".mjb")) return convert_text(from, to);
  if (ends_with(to, ".xml")) {
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
        "FROM  .xml or .urdf (MJCF or URDF), .mjb (binary), .obj, .glb, .gltf or .dae (a body\n"
        "      with the shapes, materials and textures of the file)\n"
        "TO    .xml (MJCF, everything written out), .mjb (binary), .txt (every array)\n\n"
        "MJCF names the files of assets as FROM does: keep them beside TO.  Textures within a\n"
        "file are written beside TO.  A binary model holds its assets and belongs to one version\n"
        "of the library.",
    .run = convert,
};
