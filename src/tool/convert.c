// engine convert: a model from one form into another.
#include <stdio.h>

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

static int convert_text(const char* from, const char* to) {
  char error[4000] = "";
  mjSpec* s = mj_parseXML(from, NULL, error, sizeof error);
  mjModel* m = s ? mj_compile(s, NULL) : NULL;
  int status = 1;
  if (!m) {
    fprintf(stderr, "%s\n", s ? mjs_getError(s) : error);
  } else if (ends_with(to, ".xml")) {
    status = mj_saveXML(s, to, error, sizeof error) != 0;
    if (status) fprintf(stderr, "%s\n", error);
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
        "FROM  .xml or .urdf (MJCF or URDF), .mjb (binary)\n"
        "TO    .xml (MJCF, everything written out), .mjb (binary), .txt (every array)\n\n"
        "MJCF names the files of assets as FROM does: keep them beside TO.  A binary model\n"
        "holds its assets and belongs to one version of the library.",
    .run = convert,
};
