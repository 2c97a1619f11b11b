// Rows of attack_calls: files, texts, caches, libraries.
#pragma once

#include "attack/calls.h"

static void virtual_files(void) {
  watch();
  int wrong = mj_addBufferVFS(&hand.vfs, "a.xml", rich_xml, (int)strlen(rich_xml));
  if (!wrong) wrong = mj_addFileVFS(&hand.vfs, SOURCE_ROOT "/model", "arm.xml");
  watched();
  // the calls have no text: less than 0, or a warning, is all there is
  if (wrong) {
    if (wrong < 0 || speaks_of_memory(warning)) {
      call_failed("memory");
    } else {
      attack_found("the file is said to be there already");
    }
    return;
  }
  watch();
  give_int(mj_deleteFileVFS(&hand.vfs, "a.xml"));
  watch();
  mj_deleteVFS(&hand.vfs);
  mj_defaultVFS(&hand.vfs);
  watched();
}

static const char mesh_xml[] =
    "<mujoco><asset><mesh name='m' file='m.obj'/></asset><worldbody><geom type='mesh' mesh='m'/>"
    "</worldbody></mujoco>";
static const char mesh_obj[] =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

static void resources(void) {
  mj_addBufferVFS(&hand.vfs, "a.xml", rich_xml, (int)strlen(rich_xml));
  watch();
  mjResource* r = mju_openResource(NULL, "a.xml", &hand.vfs, error, sizeof error);
  if (!r) {
    call_failed(error);
    return;
  }
  const void* content;
  const char* dir;
  int ndir, n = mju_readResource(r, &content);
  mju_getResourceDir(r, &dir, &ndir);
  int changed = mju_isModifiedResource(r, r->timestamp);
  mju_closeResource(r);
  mj_containsBufferVFS(&hand.vfs, "a.xml");
  mj_containsFileVFS(&hand.vfs, "", "a.xml");
  int64_t written = mju_writeResource("b.txt", "b", 1, &hand.vfs, error, sizeof error);
  watched();
  if (written < 0) {
    call_failed("memory");
    return;
  }
  give_int(n + changed);
}

static int open_nothing(mjResource* r) { return r != NULL; }
static int read_nothing(mjResource* r, const void** data) {
  (void)r;
  *data = "";
  return 0;
}
static void close_nothing(mjResource* r) { (void)r; }

// A model and its mesh go into an archive, and come out of it.
static void archives(void) {
  mj_addBufferVFS(&hand.vfs, "m.obj", mesh_obj, (int)strlen(mesh_obj));
  hand.spec = mj_parseXMLString(mesh_xml, &hand.vfs, error, sizeof error);
  mj_deleteModel(mj_compile(hand.spec, &hand.vfs));
  watch();
  int64_t n = mj_encode(hand.spec, NULL, "a.mjz", NULL, &hand.vfs, error, sizeof error);
  if (n < 0 || warning[0]) {
    call_failed(n < 0 ? error : warning);
    return;
  }
  hand.other = mj_parse("a.mjz", "", &hand.vfs, error, sizeof error);
  if (!hand.other) {
    call_failed(error);
    return;
  }
  mjResource* r = mju_openResource(NULL, "a.mjz", &hand.vfs, error, sizeof error);
  mjSpec* again = r ? mju_decodeResource(r, NULL, &hand.vfs) : NULL;
  mjp_findDecoder(r, NULL), mjp_findEncoder("a.mjz", NULL);
  mju_closeResource(r);
  watched();
  if (!again) {
    call_failed("memory");
    return;
  }
  mj_deleteSpec(again);
  give_int((int)n);
}

static int64_t encode_nothing(const mjSpec* s, const mjModel* m, const mjVFS* vfs, mjResource* r) {
  (void)s, (void)m, (void)vfs;
  r->data = (void*)(intptr_t) "x";
  return 1;
}
static mjSpec* decode_nothing(mjResource* r, const mjVFS* vfs) {
  (void)r, (void)vfs;
  return NULL;
}

static void coders(void) {
  static int number;
  static char names[400][20];
  char* name = names[number % 400];
  snprintf(name, sizeof names[0], "attack/%d", number++);
  mjpDecoder in;
  mjpEncoder out;
  mjp_defaultDecoder(&in);
  mjp_defaultEncoder(&out);
  in.content_type = out.content_type = name;
  in.decode = decode_nothing;
  out.encode = encode_nothing;
  watch();
  mjp_registerDecoder(&in);
  mjp_registerEncoder(&out);
  watched();
  give_int(mjp_findDecoder(NULL, name) && mjp_findEncoder("a", name));
}

static void mounts(void) {
  mjpResourceProvider p;
  mjp_defaultResourceProvider(&p);
  p.open = open_nothing;
  p.read = read_nothing;
  p.close = close_nothing;
  watch();
  int wrong = mj_mountVFS(&hand.vfs, "below/here", &p);
  if (wrong) {
    call_failed("memory");
    return;
  }
  mjResource* r = mju_openResource("below/here", "a", &hand.vfs, error, sizeof error);
  mju_closeResource(r);
  int gone = mj_unmountVFS(&hand.vfs, "below/here");
  watched();
  if (!r || gone) {
    call_failed("memory");
    return;
  }
  give_int(1);
}

static void hold_mesh_files(void) {
  mj_addBufferVFS(&hand.vfs, "m.obj", mesh_obj, (int)strlen(mesh_obj));
  mj_addBufferVFS(&hand.vfs, "m.xml", mesh_xml, (int)strlen(mesh_xml));
}

static void cache(void) {
  hold_mesh_files();
  watch();
  mjCache* c = mj_getCache();
  hand.m = mj_loadXML("m.xml", &hand.vfs, error, sizeof error);
  hand.k = hand.m ? mj_loadXML("m.xml", &hand.vfs, error, sizeof error) : NULL;
  size_t size = mj_getCacheSize(c), capacity = mj_getCacheCapacity(c);
  mj_setCacheCapacity(c, 1);
  mj_setCacheCapacity(c, capacity);
  mj_clearCache(c);
  watched();
  if (size > capacity) attack_found("the cache is too large");
  if (hand.k) {
    give_model(hand.k);
  } else {
    call_failed(error);
  }
}

static void load(void) {
  hold_mesh_files();
  watch();
  hand.m = mj_loadXML(SOURCE_ROOT "/model/cloth.xml", NULL, error, sizeof error);
  hand.k = hand.m ? mj_loadXML("m.xml", &hand.vfs, error, sizeof error) : NULL;
  watched();
  if (!hand.k) {
    call_failed(error);
    return;
  }
  give_model(hand.m);
  give_model(hand.k);
}

static void parse(void) {
  watch();
  hand.spec = mj_parseXML(SOURCE_ROOT "/model/arm.xml", NULL, error, sizeof error);
  hand.other = hand.spec ? mj_parseXMLString(rich_xml, NULL, error, sizeof error) : NULL;
  watched();
  if (!hand.other) {
    call_failed(error);
    return;
  }
  give_spec(hand.spec);
  give_spec(hand.other);
}

static void scene_files(void) {
  static const char shape[] =
      "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nusemtl x\nf 1 3 2\nf 1 2 4\nusemtl "
      "y\nf 1 4 3\nf 2 3 4\n";
  static const char looks[] = "newmtl x\nKd 1 0 0\nnewmtl y\nd .5\n";
  mj_addBufferVFS(&hand.vfs, "a.obj", shape, sizeof shape - 1);
  mj_addBufferVFS(&hand.vfs, "a.mtl", looks, sizeof looks - 1);
  watch();
  hand.spec = mj_parseXML("a.obj", &hand.vfs, error, sizeof error);
  watched();
  if (!hand.spec || warning[0]) {
    call_failed(hand.spec ? warning : error);
    return;
  }
  give_spec(hand.spec);
}

// The text of a file that was written, which is removed.
static void give_file(const char* name) {
  watched();
  FILE* f = fopen(name, "rb");
  if (!f) attack_found("%s is not there", name);
  size_t n = fread(buffer, 1, sizeof buffer, f);
  fclose(f);
  remove(name);
  give(buffer, n);
}

static void save(void) {
  hold_spec(rich_xml);
  hand.m = mj_compile(hand.spec, NULL);
  watch();
  if (mj_saveXMLString(hand.spec, buffer, sizeof buffer, error, sizeof error)) {
    call_failed(error);
    return;
  }
  give_text(buffer);
  watch();
  if (mj_saveXML(hand.spec, "attack_calls.xml", error, sizeof error)) {
    call_failed(error);
    return;
  }
  give_file("attack_calls.xml");
}

static void save_last(void) {
  hand.m = mj_loadXML(SOURCE_ROOT "/model/arm.xml", NULL, error, sizeof error);
  watch();
  if (!mj_saveLastXML("attack_calls.xml", hand.m, error, sizeof error)) {
    call_failed(error);
    return;
  }
  mj_freeLastXML();
  if (error[0]) call_failed(error);  // written, but not with the space of the model
  give_file("attack_calls.xml");
}

static void schemas(void) {
  for (int html = 0; html < 2; html++) {
    watch();
    int n = mj_printSchema(NULL, buffer, sizeof buffer, html, 1);
    if (n <= 0) {
      call_failed("");
      return;
    }
    give_text(buffer);
  }
  for (int form = 0; form < 4; form++) {
    watch();
    if (eng_printGrammar(form, NULL, buffer, sizeof buffer) <= 0) {
      call_failed("");
      return;
    }
    give_text(buffer);
  }
  give_text(eng_elementName(mjOBJ_SENSOR, mjSENS_GYRO));
}

static void dependencies(void) {
  // a list of texts of the library: that of a specification
  hand.spec = mj_makeSpec();
  mjsMaterial* list = mjs_addMaterial(hand.spec, NULL);
  mjStringVec* files = list->textures;
  watch();
  mju_getXMLDependencies(SOURCE_ROOT "/model/arm.xml", files);
  watched();
  int n = 0;
  eng_vecData(files, &n);
  give_int(n);
  for (int i = 0; i < n; i++) give_text(eng_vecString(files, i));
  if (mjs_getError(hand.spec)[0]) call_failed(mjs_getError(hand.spec));
}

static void srdf(void) {
  static const char text[] =
      "<robot name='r'><disable_collisions link1='a' link2='b' reason='Adjacent'/></robot>";
  hold_spec(
      "<mujoco><worldbody><body name='a'><joint/><geom size='1'/></body><body name='b'>"
      "<joint/><geom size='1'/></body></worldbody></mujoco>");
  mj_addBufferVFS(&hand.vfs, "r.srdf", text, (int)strlen(text));
  watch();
  int n = eng_readSRDF(hand.spec, "r.srdf", &hand.vfs, error, sizeof error);
  watched();
  if (n < 0) {
    call_failed(error);
  } else {
    give_int(n);
    give_spec(hand.spec);
  }
}

static void transmissions(void) {
  static const char text[] =
      "<robot name='r'><link name='a'/><link name='b'><inertial><mass value='1'/><inertia ixx='1' "
      "iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link><joint name='j' "
      "type='continuous'><parent link='a'/><child link='b'/></joint><transmission name='t'><type>"
      "transmission_interface/SimpleTransmission</type><joint name='j'/><actuator name='m'>"
      "<mechanicalReduction>50</mechanicalReduction></actuator></transmission></robot>";
  hold_spec(text);
  mj_addBufferVFS(&hand.vfs, "r.urdf", text, (int)strlen(text));
  watch();
  int n = eng_readTransmissions(hand.spec, "r.urdf", &hand.vfs, error, sizeof error);
  watched();
  if (n < 0) {
    call_failed(error);
  } else {
    give_int(n);
    give_spec(hand.spec);
  }
}

static void package_path(void) {
  watch();
  int wrong = eng_setPackagePath("/tmp:/usr");
  watched();
  if (wrong) call_failed("memory");  // which -1 means
  eng_setPackagePath(NULL);
}

static void binary(void) {
  int n = mj_sizeModel(arm);
  watch();
  mj_saveModel(arm, NULL, buffer, n);
  hand.m = mj_loadModelBuffer(buffer, n);
  if (!hand.m) {
    call_failed("");
    return;
  }
  watch();
  mj_saveModel(arm, "attack_calls.mjb", NULL, 0);
  if (warning[0]) {
    call_failed("");
    remove("attack_calls.mjb");
    return;
  }
  hand.k = mj_loadModel("attack_calls.mjb", NULL);
  watched();
  remove("attack_calls.mjb");
  if (!hand.k) {
    call_failed("");
    return;
  }
  give_model(hand.m);
  give_model(hand.k);
}

static int nlibrary;
static void count_library(const char* filename, int first, int n) {
  (void)filename, (void)first, (void)n;
  nlibrary++;
}

static void libraries(void) {
  nlibrary = 0;
  watch();
  mj_loadPluginLibrary("libm.so.6");
  mj_loadAllPluginLibraries(SOURCE_ROOT "/model", count_library);
  give_int(eng_loadPlugins(SOURCE_ROOT "/model:libm.so.6"));
  watched();
  give_int(nlibrary);
}

static int no_init(const mjModel* m, mjData* d, int instance) {
  (void)m, (void)d, (void)instance;
  return 0;
}

static void plugins(void) {
  static int number;
  char name[40];
  snprintf(name, sizeof name, "attack.%d", number++);
  mjpPlugin plugin;
  mjp_defaultPlugin(&plugin);
  plugin.name = name;
  plugin.capabilityflags = mjPLUGIN_PASSIVE;
  plugin.init = no_init;
  plugin.compute = (void (*)(const mjModel*, mjData*, int, int))NULL;
  int slot = -1, before = mjp_pluginCount();
  watch();
  mjp_registerPlugin(&plugin);
  const mjpPlugin* found = mjp_getPlugin(name, &slot);
  watched();
  if (!found || slot != before || mjp_getPluginAtSlot(slot) != found) {
    call_failed("");
    return;
  }
  give_int(mjp_pluginCount() - before);
}

static void providers(void) {
  static int number;
  char prefix[40], name[60];
  snprintf(prefix, sizeof prefix, "attack%d", number++);
  snprintf(name, sizeof name, "%s:x", prefix);
  mjpResourceProvider p;
  mjp_defaultResourceProvider(&p);
  p.prefix = prefix;
  p.open = open_nothing;
  p.read = read_nothing;
  p.close = close_nothing;
  int before = mjp_resourceProviderCount();
  watch();
  int slot = mjp_registerResourceProvider(&p);
  const mjpResourceProvider* found = mjp_getResourceProvider(name);
  watched();
  if (!found || mjp_getResourceProviderAtSlot(slot) != found) {
    call_failed("");
    return;
  }
  give_int(mjp_resourceProviderCount() - before);
}

static void blocks(void) {
  watch();
  hand.block = mju_malloc(1000);
  mju_free(hand.block);
  hand.block = NULL;
  int* index;
  mjtNum *res, *R, *H, *g, *lower, *upper;
  mju_boxQPmalloc(&res, &R, &index, &H, &g, 2, &lower, &upper);
  watched();
  const mjtNum h[] = {2, 0, 0, 2};
  mju_copy(H, h, 4);
  for (int i = 0; i < 2; i++) res[i] = 0, g[i] = -1, lower[i] = -2, upper[i] = .25 + i;
  watch();
  give_int(mju_boxQP(res, R, index, H, g, 2, lower, upper));
  give_numbers(res, 2);
  mju_free(res), mju_free(R), mju_free(index), mju_free(H);
  mju_free(g), mju_free(lower), mju_free(upper);
}
