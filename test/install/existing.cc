// A C++ program written for the API under its other name, with containers of its own.
#include <mujoco/mujoco.h>
#include <mujoco/mjplugin.h>
#include <mujoco/mjsan.h>
#include <mujoco/mjthread.h>
#include <mujoco/mjxmacro.h>

#include <cstdio>
#include <cstring>
#include <sstream>

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

// Text as programs treat a std::string.
static void Text(mjSpec* s) {
  mjString& text = *s->comment;
  text = "one";
  text += " two";
  text.append(" three").push_back('!');
  CHECK(text == "one two three!" && text.length() == 14 && text[4] == 't');
  CHECK(text.find("two") == 4 && text.rfind("t") == 8 && text.find("four") == std::string::npos);
  CHECK(text.substr(4, 3) == "two" && text + "?" == "one two three!?" && "<" + text != text);
  std::ostringstream out;
  out << text;
  CHECK(out.str() == text && std::string(text.begin(), text.end()) == out.str());
  *s->modelname = text;
  CHECK(*s->modelname == text && text.compare("one") > 0);
  text.clear();
  CHECK(text.empty() && !s->modelname->empty());
  std::string name = std::string("a ") + s->modelname->c_str();
  CHECK(name == "a one two three!");
}

// Numbers and strings as programs treat a std::vector.
static void Vectors(mjSpec* s) {
  mjsMesh* mesh = mjs_addMesh(s, nullptr);
  mjFloatVec& vert = *mesh->uservert;
  vert = {0, 0, 0, 1, 0, 0};
  vert.push_back(0);
  vert.resize(9, 1);
  const float more[3] = {7, 8, 9};
  vert.insert(vert.end(), more, more + 3);
  vert[0] = 5;
  vert.at(1) = 6;
  const std::vector<float> all = {5, 6, 0, 1, 0, 0, 0, 1, 1, 7, 8, 9};
  CHECK(vert == all && all == vert && vert.back() == 9 && vert.front() == 5);
  for (float& x : vert) x *= 2;
  CHECK(vert[11] == 18);
  bool thrown = false;
  try {
    vert.at(12) = 0;
  } catch (const std::out_of_range&) { thrown = true; }
  CHECK(thrown);
  mjsMesh* other = mjs_addMesh(s, nullptr);
  *other->uservert = vert;
  vert.clear();
  CHECK(vert.empty() && other->uservert->size() == 12);
  other->userface->assign({0, 1, 2});
  other->userface->emplace_back(3);
  CHECK(*other->userface == (std::vector<int>{0, 1, 2, 3}));

  mjsSkin* skin = mjs_addSkin(s);
  skin->bodyname->emplace_back("a");
  skin->bodyname->push_back("b");
  (*skin->bodyname)[1] = "c";
  CHECK(skin->bodyname->back() == "c" && (*skin->bodyname)[0] == "a");
  std::string joined;
  for (const std::string& name : *skin->bodyname) joined += name;
  CHECK(joined == "ac");
  skin->vertid->push_back({1, 2});
  skin->vertweight->emplace_back(more, more + 2);
  CHECK(skin->vertid->size() == 1 && skin->vertweight->size() == 1);

  mjsTexture* texture = mjs_addTexture(s);
  texture->data->assign(std::vector<std::byte>(3, std::byte{7}));
  CHECK(texture->data->size() == 3 && (*texture->data)[2] == std::byte{7});
  mjsKey* key = mjs_addKey(s);
  *key->qpos = {1, 2, 3};
  std::vector<double> qpos = *key->qpos;
  CHECK(qpos.size() == 3 && *key->qpos == qpos);
}

// Objects of these types that a program declares are its own.
static mjString Twice(const mjString& text) { return text + text; }
static std::size_t CountWords(const mjStringVec& words) { return words.size(); }

static void OwnText(mjSpec* s) {
  mjString text = "x", none, from = std::string("a b");
  mjString copy = text;
  copy += 'y';
  CHECK(text == "x" && copy == "xy" && none.empty() && from.size() == 3 && text < copy);
  *s->comment = copy;
  mjString kept = *s->comment;
  *s->comment = "other";
  CHECK(kept == "xy" && Twice(kept) == "xyxy" && Twice("z") == "zz" && Twice(*s->comment) != kept);
  mjs_setString(&text, "set");
  CHECK(std::strcmp(mjs_getString(&text), "set") == 0);
  std::map<mjString, int> numbers = {{text, 1}, {copy, 2}};
  numbers["set"] = 3;
  CHECK(numbers.size() == 2 && numbers[text] == 3);
  std::vector<mjString> many(3, text);
  for (int i = 0; i < 100; i++) many.push_back(std::to_string(i));
  CHECK(many[2] == "set" && many.back() == "99");
}

static void OwnVectors(mjSpec* s) {
  mjDoubleVec numbers = {1, 2, 3};
  mjsGeom* geom = mjs_addGeom(mjs_findBody(s, "world"), nullptr);
  *geom->userdata = numbers;
  numbers[0] = 7;
  numbers.erase(numbers.begin() + 1);
  CHECK((*geom->userdata)[0] == 1 && numbers == (mjDoubleVec{7, 3}) && numbers != *geom->userdata);
  const double three[3] = {4, 5, 6};
  mjs_setDouble(&numbers, three, 3);
  mjDoubleVec zero(4), copy = *geom->userdata, list(three, three + 2), none;
  zero.insert(zero.begin() + 1, 9);
  CHECK(zero == (std::vector<double>{0, 9, 0, 0, 0}) && copy.size() == 3 && list.back() == 5);
  CHECK(none.empty() && none == std::vector<double>());
  copy.swap(list);
  CHECK(copy.size() == 2 && list.size() == 3 && list[2] == 3);
  mjFloatVec long_one;
  for (int i = 0; i < 100000; i++) long_one.push_back(static_cast<float>(i));
  CHECK(long_one.size() == 100000 && long_one[99999] == 99999 && long_one[5] == 5);
  mjIntVec ints = std::vector<int>{1, 2};
  mjByteVec bytes(3, std::byte{2});
  CHECK(ints.size() == 2 && bytes[2] == std::byte{2});

  mjStringVec names = {"a", "b"};
  mjs_appendString(&names, "c d");
  names[0] = "first";
  names[1] += "!";
  mjsTexture* texture = mjs_addTexture(s);
  *texture->cubefiles = names;
  names.clear();
  CHECK(names.empty() && CountWords(*texture->cubefiles) == 3 && CountWords({"x"}) == 1);
  CHECK(*texture->cubefiles == (std::vector<std::string>{"first", "b!", "c d"}));
  mjs_setStringVec(&names, " p q ");
  names.resize(3);
  CHECK(names[1] == "q" && names[2].empty());
  std::string all;
  for (auto& name : *texture->cubefiles) all += name;
  CHECK(all == "firstb!c d");

  mjIntVecVec rows = {{1, 2}, {3}};
  rows.push_back(ints);
  rows[1].push_back(4);
  mjsSkin* skin = mjs_addSkin(s);
  *skin->vertid = rows;
  rows[0].clear();
  CHECK((*skin->vertid)[0] == (std::vector<int>{1, 2}) && (*skin->vertid)[1][1] == 4);
  int sum = 0;
  for (const std::vector<int>& row : *skin->vertid) sum += static_cast<int>(row.size());
  CHECK(sum == 6 && rows != *skin->vertid);
  mjFloatVecVec weights(2, {1, 2, 3});
  const float more[2] = {1, 2};
  mjs_appendFloatVec(&weights, more, 2);
  CHECK(weights.size() == 3 && weights[1].size() == 3 && weights[2][1] == 2);
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
  Text(s);
  Vectors(s);
  Containers(s);
  OwnText(s);
  OwnVectors(s);
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
