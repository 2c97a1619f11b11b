// A C++ program written for the API under its other name, with containers of its own.
#include <mujoco/mujoco.h>
#include <mujoco/mjplugin.h>
#include <mujoco/mjsan.h>
#include <mujoco/mjthread.h>
#include <mujoco/mjxmacro.h>

#include <cstdio>
#include <cstring>

static int failures;

static void Check(bool ok, const char* what) {
  if (ok) return;
  std::printf("wrong: %s\n", what);
  failures++;
}
#define CHECK(what) Check(what, #what)

MJLOCAL int Hidden() { return mjMAXTHREAD; }
MUJOCO_HELPER_DLL_LOCAL int HiddenToo() { return Hidden(); }

static void Handles(mjSpec* s) {
  mjsBody* body = mjs_addBody(mjs_findBody(s, "world"), nullptr);
  mjs_setName(body->element, "b");
  std::string name = *mjs_getName(body->element);
  CHECK(name == "b" && *mjs_getName(body->element) == "b");
  *s->comment = "hello";
  CHECK(*s->comment == "hello" && !s->comment->empty());
  *s->comment = name;
  CHECK(std::string(s->comment->c_str()) == "b");

  std::vector<double> numbers = {1, 2, 3};
  *body->userdata = numbers;
  std::vector<double> back = *body->userdata;
  int n = 0;
  CHECK(back == numbers && mjs_getDouble(body->userdata, &n)[2] == 3 && n == 3);
  double sum = 0;
  for (double x : *body->userdata) sum += x;
  CHECK(sum == 6);

  mjsTexture* texture = mjs_addTexture(s);
  *texture->cubefiles = std::vector<std::string>{"a b", "c"};
  std::vector<std::string> files = *texture->cubefiles;
  CHECK(texture->cubefiles->size() == 2 && files[0] == "a b" && files[1] == "c");
  mjsMesh* mesh = mjs_addMesh(s, nullptr);
  *mesh->uservert = std::vector<float>{0, 1, 2};
  CHECK(mesh->uservert->size() == 3 && (*mesh->uservert)[1] == 1);
}

// The functions for handles take containers of the program too.
static void Containers(mjSpec* s) {
  std::string text;
  mjs_setString(&text, "text");
  CHECK(text == "text" && std::strcmp(mjs_getString(&text), "text") == 0);
  std::vector<std::string> words;
  mjs_setStringVec(&words, " x  y ");
  mjs_appendString(&words, "z");
  CHECK(words.size() == 3 && words[1] == "y");
  std::vector<double> numbers;
  const double three[3] = {1, 2, 3};
  mjs_setDouble(&numbers, three, 3);
  CHECK(numbers.size() == 3);
  std::map<std::string, std::string, std::less<>> attributes{{"key", "value"}};
  mjs_setPluginAttributes(mjs_addPlugin(s), &attributes);
  CHECK(attributes.empty());
}

// Bytes of all arrays, by the table, as programs walk it.
#define X(type, name, nr, nc) bytes += sizeof(type) * size_t(m->nr) * size_t(nc);
static size_t BytesOf(const mjModel* m) {
  size_t bytes = 0;
  MJMODEL_POINTERS_PREAMBLE(m)
  const int unused[] = {nq, nv, na, nu, nmocap};
  (void)unused;
  MJMODEL_POINTERS
  return bytes;
}

#undef MJ_M
#define MJ_M(n) m->n
static size_t BytesWithoutPreamble(const mjModel* m) {
  size_t bytes = 0;
  MJMODEL_POINTERS
  return bytes;
}
#undef X

int main() {
  mjtNum q[4] = {2, 0, 0, 0};
  mju_normalize4(q);
  std::printf("%s: %g\n", mj_versionString(), q[0]);
  CHECK(q[0] == 1);
  CHECK(mju_sqrt(4.0) == 2 && mju_pow(2, 3) == 8 && mju_abs(-1.0) == 1);
  CHECK(HiddenToo() > 0);
  ASAN_UNPOISON_MEMORY_REGION(q, sizeof q);
  mjpPlugin plugin;
  mjp_defaultPlugin(&plugin);
  mjpResourceProvider provider;
  mjp_defaultResourceProvider(&provider);

  mjSpec* s = mj_makeSpec();
  Handles(s);
  Containers(s);
  mj_deleteSpec(s);
  s = mj_parseXMLString(
      "<mujoco><size nuser_body='2'/><worldbody><body><joint/><geom size='1'/></body></worldbody>"
      "</mujoco>",
      nullptr, nullptr, 0);
  mjModel* m = mj_compile(s, nullptr);
  CHECK(m && BytesOf(m) > 0 && BytesOf(m) == BytesWithoutPreamble(m));
  mj_deleteModel(m);
  mj_deleteSpec(s);
  return failures;
}
