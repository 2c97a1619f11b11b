// Compile a model, and convert it: from MJCF (.xml) or a binary model (.mjb) to a binary model or
// to a text that lists every array (.txt).
//
//   compile FROM.xml|FROM.mjb TO.mjb|TO.txt
#include <engine/engine.h>
#include <stdio.h>
#include <string.h>

static int ends_with(const char* text, const char* end) {
  size_t n = strlen(text), k = strlen(end);
  return n >= k && !strcmp(text + n - k, end);
}

static mjModel* load(const char* file, char* error, int size) {
  if (ends_with(file, ".mjb")) return mj_loadModel(file, NULL);  // it says itself what is wrong
  return mj_loadXML(file, NULL, error, size);
}

static int save(const mjModel* m, const char* file) {
  if (ends_with(file, ".mjb")) {
    mj_saveModel(m, file, NULL, 0);
  } else if (ends_with(file, ".txt")) {
    mj_printModel(m, file);
  } else {
    fprintf(stderr, "%s: neither .mjb nor .txt\n", file);
    return 1;
  }
  return 0;
}

int main(int argc, char** argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: %s FROM.xml|FROM.mjb TO.mjb|TO.txt\n", argv[0]);
    return 2;
  }
  char error[1000] = "";
  mjModel* m = load(argv[1], error, sizeof error);
  if (!m) {
    fprintf(stderr, "%s\n", error);
    return 1;
  }
  if (error[0]) fprintf(stderr, "warning: %s\n", error);
  printf("%s: %d bodies, %d joints, %d geoms, %d actuators, %d sensors; %d bytes\n", argv[1],
         m->nbody, m->njnt, m->ngeom, m->nu, m->nsensor, mj_sizeModel(m));
  int failed = save(m, argv[2]);
  mj_deleteModel(m);
  return failed;
}
