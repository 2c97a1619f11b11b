// Models as text from hostile hands: refused with messages, or parsed, compiled and freed; what
// compiles is also copied, compiled again, written, read back and attached.
//
// Mutations know the format: they exchange values, attributes and elements of valid models, or
// bring in others from the schema, so that most of them get past the first check.  Others break the
// encoding, nest deeply, or include files, among them the text itself and files that include each
// other.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <engine/base.h>
#include <engine/mjcf.h>
#include <engine/model.h>
#include <engine/spec.h>

#include "mjcf/scan.h"
#include "mjcf/schema.h"

size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max);
int LLVMFuzzerInitialize(int* argc, char*** argv);
int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max, unsigned seed);

static const char* const seeds[] = {
    "<robot name='r'><mujoco><compiler fusestatic='false' discardvisual='false'/><option timestep="
    "'.01'/><size nuserdata='3'/></mujoco><material name='m'><color rgba='1 0 0 1'/></material>"
    "<link name='a'><inertial><origin xyz='0 0 1' rpy='0 0 1'/><mass value='1'/><inertia ixx='1' "
    "iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial><visual name='v'><geometry><box size='1 1 "
    "1'/></geometry><material name='m'/></visual><collision><geometry><cylinder radius='.1' "
    "length='1'/></geometry></collision></link><link name='b'><collision><geometry><mesh "
    "filename='package://x/in.obj' scale='1 2 1'/></geometry></collision></link><link name='world'"
    "/><joint name='f' type='floating'><parent link='world'/><child link='a'/></joint><joint "
    "name='j' type='planar'><origin rpy='1 0 0'/><parent link='a'/><child link='b'/><axis xyz='0 1 "
    "0'/><limit lower='-1' upper='1' effort='2'/><dynamics damping='1' friction='1'/></joint>"
    "</robot>",

    "<mujoco model='m'><compiler angle='radian' autolimits='true'/><option timestep='.01'><flag "
    "gravity='disable'/></option><size nkey='1'/><default><geom size='.1'/><default class='c'>"
    "<joint damping='1' armature='.1'/></default></default><worldbody><light pos='0 0 2'/>"
    "<geom name='floor' type='plane' size='1 1 .1'/><body name='a' pos='0 0 1' childclass='c'>"
    "<freejoint name='f'/><geom name='g' mass='1'/><site name='s'/><body name='b' euler='0 1 0'>"
    "<joint name='j' axis='0 1 0' range='-1 1'/><geom type='capsule' fromto='0 0 0 0 0 1'/>"
    "<camera name='cam' mode='track' pos='1 1 1'/></body></body></worldbody><actuator>"
    "<motor name='m' joint='j' ctrlrange='-1 1'/><position joint='j' kp='3'/></actuator><sensor>"
    "<gyro site='s'/><jointpos joint='j'/></sensor><keyframe><key name='k' time='1'/></keyframe>"
    "</mujoco>",

    "<mujoco><worldbody><replicate count='3' offset='1 0 0' euler='0 0 30' sep='-'><body name='p'>"
    "<joint name='h' type='slide'/><inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/><site "
    "name='q' size='.1'/><frame pos='0 0 1' quat='1 1 0 0'><geom size='.2' rgba='1 0 0 1'/></frame>"
    "</body></replicate><body name='r' mocap='true'><geom type='box' size='1 1 1'/></body>"
    "</worldbody><contact><exclude body1='p' body2='r'/></contact><tendon><fixed name='t'>"
    "<joint joint='h' coef='2'/></fixed></tendon><equality><joint joint1='h' polycoef='0 1'/>"
    "</equality><actuator><general joint='h' gainprm='2' biastype='affine' dyntype='filter'/>"
    "<muscle tendon='t' lengthrange='0 1'/></actuator><sensor><framepos objtype='body' "
    "objname='p' reftype='site' refname='q'/><tendonpos tendon='t'/></sensor></mujoco>",

    "<mujoco><asset><texture name='t' type='2d' builtin='checker' width='4' height='4' rgb1='1 0 "
    "0'/>"
    "<material name='m' texture='t' texrepeat='2 2'/><mesh name='h' vertex='0 0 0 1 0 0 0 1 0 0 0 "
    "1'/>"
    "<hfield name='f' nrow='2' ncol='2' size='1 1 1 .1' elevation='0 1 2 3'/></asset><worldbody>"
    "<geom type='mesh' mesh='h' material='m'/><geom type='hfield' hfield='f'/><body name='x'>"
    "<joint name='y'/><geom name='z' type='cylinder' size='.1 .2'/><site name='u' pos='0 0 1'/>"
    "<site name='v' pos='1 0 1'/></body><site name='w'/></worldbody><contact><pair geom1='z' "
    "geom2='z' condim='6'/></contact><tendon><spatial name='sp' width='.1' springlength='1'>"
    "<site site='u'/><geom geom='z' sidesite='v'/><site site='v'/><pulley divisor='2'/>"
    "<site site='u'/><site site='w'/></spatial></tendon><equality><weld body1='x'/><connect "
    "site1='u' site2='w'/><tendon tendon1='sp'/></equality><sensor><distance geom1='z' body2='x'/>"
    "<contact geom1='z' data='found force' num='2'/><user dim='3'/><rangefinder site='u'/></sensor>"
    "<custom><numeric name='n' data='1 2 3'/><text name='te' data='x'/><tuple name='tu'><element "
    "objtype='body' objname='x' prm='1'/></tuple></custom></mujoco>",

    "<mujoco><asset><material name='m'/></asset><deformable><flex name='x' dim='2' body='a b c' "
    "element='0 1 2' texcoord='0 0 1 0 0 1' elemtexcoord='0 1 2' material='m'><contact "
    "internal='true' selfcollide='bvh' activelayers='2' passive='true'/><edge damping='1'/>"
    "<elasticity young='1e3' poisson='.1' thickness='.01' elastic2d='stretch'/></flex></deformable>"
    "<worldbody><geom type='plane' size='1 1 1'/><body name='a'><joint/><geom size='.1'/></body>"
    "<body name='b' pos='1 0 0'><joint/><geom size='.1'/></body><body name='c' pos='0 1 0'><joint/>"
    "<geom size='.1'/></body></worldbody><equality><flex flex='x'/></equality></mujoco>",

    "<mujoco><worldbody><flexcomp name='s' type='grid' count='3 3 1' spacing='.1 .1 .1' "
    "material='m' radius='.01' mass='2' group='1'><edge equality='true' damping='.1'/><pin "
    "grid='0 0'/></flexcomp><flexcomp name='t' type='ellipsoid' dim='3' count='3 3 3' dof='radial' "
    "pos='1 0 0' euler='0 1 0'><elasticity young='1e3' poisson='.2'/></flexcomp><body name='b' "
    "pos='0 0 1'><joint/><flexcomp name='u' dim='3' count='3 3 3' dof='trilinear'><contact "
    "selfcollide='none' vertcollide='true'/><pin id='0 3'/><elasticity young='1e3'/></flexcomp>"
    "<flexcomp name='v' type='direct' dim='1' point='0 0 0 1 0 0 1 1 0' element='0 1 1 2'><edge "
    "stiffness='1'/><pin range='0 1'/></flexcomp><flexcomp name='w' type='mesh' file='m.obj' "
    "dim='3' origin='.1 .1 .1' scale='1 2 1'/><flexcomp name='y' type='gmsh' file='m.msh'/></body>"
    "</worldbody><asset><material name='m'/></asset></mujoco>",

    "<mujoco><worldbody><composite prefix='p' type='cable' curve='cos(s) sin(s) s' count='5 1 1' "
    "size='1 .1 2' offset='0 0 1' quat='1 .1 0 0' initial='free'><joint kind='main' damping='.1' "
    "range='0 1'/><geom type='capsule' size='.01' material='m'/><site size='.1'/></composite>"
    "<replicate count='2' sep='-'><body name='b'><composite type='cable' vertex='0 0 0 1 0 0 1 1 0 "
    "2 1 1' initial='none'><geom type='box' size='.1 .1 .01'/><skin texcoord='true' subgrid='1' "
    "material='m'/></composite></body></replicate></worldbody><asset><material name='m'/></asset>"
    "<equality><connect body1='pB_last' body2='pB_first' anchor='0 0 0'/></equality></mujoco>",
};

static const char* const values[] = {
    "",
    "0",
    "1",
    "-1",
    "2",
    "3",
    "nan",
    "inf",
    "-inf",
    "1e308",
    "-1e308",
    "1e-320",
    "0 0 0",
    "0 0 0 0",
    "1 2 3",
    "1 0 0 0",
    "0 1",
    "1 0",
    "-1 1",
    "a",
    "world",
    "main",
    "100",
    "2147483647",
    "-2147483648",
    "99999999999",
    "1e",
    "0x1p-2",
    "true",
    "false",
    "auto",
    "1 2 3 4 5 6 7 8 9 10 11 12",
    "none",
    "m.xml",
    "this.xml",
    "loop.xml",
    "child.xml",
    "m.obj",
    "m.msh",
    "direct",
    "trilinear",
    "xyz",
    "ZYX",
    " ",
    "1 1 1 1 1 1 1",
    ".1 .1 .1",
    "1K",
    "found",
    "disable",
    "enable",
    "&lt;&#65;",
};

// Files that texts may include or take their assets from, beside themselves as "this.xml".
static const struct {
  const char *name, *text;
} files[] = {
    {"part.xml", "<x><geom name='part' size='.1'/><site name='ps'/></x>"},
    {"sections.xml",
     "<mujoco><default><default class='d'><geom size='.3'/></default></default><worldbody><body "
     "name='of'><geom class='d'/></body></worldbody><include file='part.xml'/></mujoco>"},
    {"loop.xml", "<x><include file='pool.xml'/></x>"},
    {"pool.xml", "<x><geom size='.1'/><include file='loop.xml'/></x>"},
    {"again.xml", "<mujoco><include file='this.xml'/></mujoco>"},
    {"child.xml",
     "<mujoco><default><geom size='.1'/></default><worldbody><body name='root'><joint name='j'/>"
     "<geom/><site name='s'/></body></worldbody><actuator><motor name='m' joint='j'/></actuator>"
     "<sensor><gyro site='s'/></sensor><keyframe><key name='k' qpos='1'/></keyframe></mujoco>"},
    {"parent.xml",
     "<mujoco><asset><model name='c' file='this.xml'/></asset><worldbody><attach model='c' "
     "prefix='p'/></worldbody></mujoco>"},
    {"m.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"},
    {"m.msh",
     "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 4 1 4\n2 1 0 4\n1\n2\n3\n4\n0 0 0\n1 0 0\n0 "
     "1 "
     "0\n1 1 .1\n$EndNodes\n$Elements\n1 2 1 2\n2 1 2 2\n1 1 2 3\n2 2 4 3\n$EndElements\n"},
    {"broken.xml", "<mujoco><worldbody></mujoco>"},
    {"empty.xml", " "},
};
enum { NFILES = sizeof files / sizeof *files };

static mjVFS vfs;

static void be_quiet(const char* text) { (void)text; }

// An error is a broken invariant: none of the calls below may raise one.
static void stop(const char* text) {
  fprintf(stderr, "mju_error: %s\n", text);
  abort();
}

int LLVMFuzzerInitialize(int* argc, char*** argv) {
  (void)argc, (void)argv;
  mju_user_warning = be_quiet;
  mju_user_error = stop;
  mj_defaultVFS(&vfs);
  for (int i = 0; i < NFILES; i++) {
    mj_addBufferVFS(&vfs, files[i].name, files[i].text, (int)strlen(files[i].text));
  }
  return 0;
}

// Is there a number so large that memory, not correctness, would be tested?
static bool asks_for_much(const char* text) {
  static const char* const greedy[] = {
      "nkey", "nuser", "nconmax", "njmax", "memory", "nstack",  "count",    "width",    "height",
      "nrow", "ncol",  "dim",     "num",   "actdim", "builtin", "nchannel", "gridsize", "subgrid"};
  double copies = 1;  // of replicates within each other, at worst
  for (size_t i = 0; i < sizeof greedy / sizeof *greedy; i++) {
    for (const char* at = text; (at = strstr(at, greedy[i])); at++) {
      const char* value = strpbrk(at, "'\"");
      if (!value) break;
      char* end;
      double number = strtod(value + 1, &end);
      if (number > 300 || (number > 0 && *end >= 'A')) return true;  // also "1G"
      if (strcmp(greedy[i], "count") == 0 && number > 1) copies *= number;
    }
  }
  return copies > 500;
}

// A copy compiles to the same model.
static void try_copy(const mjSpec* spec, const mjModel* m) {
  mjSpec* copy = mj_copySpec(spec);
  if (!copy) abort();
  mjModel* n = mj_compile(copy, &vfs);
  if (!n || n->nbuffer != m->nbuffer || n->nq != m->nq || n->signature != m->signature) abort();
  mj_deleteModel(n);
  mj_deleteSpec(copy);
}

// Recompiling what was not edited changes no size; having lost a body and got another, it may fail.
static void try_recompile(mjSpec* spec, mjModel* m) {
  mjData* d = mj_makeData(m);
  mjtSize size = m->nbuffer;
  if (mj_recompile(spec, &vfs, m, d) || m->nbuffer != size) abort();
  mjsElement* last = NULL;
  for (mjsElement* e = mjs_firstElement(spec, mjOBJ_BODY); e; e = mjs_nextElement(spec, e))
    last = e;
  if (m->nbody > 1) mjs_delete(spec, last);
  mjs_addGeom(mjs_addBody(mjs_findBody(spec, "world"), NULL), NULL)->size[0] = 0.1;
  if (mj_recompile(spec, &vfs, m, d) && !mjs_getError(spec)[0]) abort();
  mj_deleteData(d);
}

// What is written can be read; it may not compile, since numbers are rounded, but says why.
static void try_save(const mjSpec* spec) {
  enum { SIZE = 1 << 20 };
  char error[500] = "", *text = malloc(SIZE);
  if (mj_saveXMLString(spec, text, SIZE, error, sizeof error) == 0) {
    mjSpec* again = mj_parseXMLString(text, &vfs, error, sizeof error);
    if (!again) {
      fprintf(stderr, "%s\n%s\n", error, text);
      abort();
    }
    mjModel* n = mj_compile(again, &vfs);
    if (!n && !mjs_getError(again)[0]) abort();
    mj_deleteModel(n);
    mj_deleteSpec(again);
  }
  free(text);
}

static void try_attach(mjSpec* spec) {
  mjSpec* parent = mj_makeSpec();
  mjsFrame* frame = mjs_addFrame(mjs_findBody(parent, "world"), NULL);
  for (int i = 0; i < 2; i++) {
    mjsElement* e = mjs_attach(frame->element, spec->element, i ? "b" : "a", "");
    if (!e && !mjs_getError(parent)[0]) abort();
  }
  mjModel* n = mj_compile(parent, &vfs);
  if (!n && !mjs_getError(parent)[0]) abort();
  mj_deleteModel(n);
  mj_deleteSpec(parent);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size > 1 << 16) return 0;
  char* text = malloc(size + 1);
  memcpy(text, data, size);
  text[size] = 0;
  bool greedy = asks_for_much(text);
  char error[500] = "";
  if (size) mj_addBufferVFS(&vfs, "this.xml", text, (int)size);
  mjSpec* spec = greedy ? NULL : mj_parseXMLString(text, &vfs, error, sizeof error);
  if (!greedy && !spec && !error[0]) abort();
  if (spec) {
    if (error[0]) abort();
    // length ranges are simulated: less of that, a hundred bodies in one place take their time
    if (spec->compiler.LRopt.inttotal > 1) spec->compiler.LRopt.inttotal = 1;
    mjModel* m = mj_compile(spec, &vfs);
    if (!m && !mjs_getError(spec)[0]) abort();
    // one of these each time, chosen by the text
    unsigned sum = 0;
    for (size_t i = 0; i < size; i++) sum = 31 * sum + data[i];
    if (m && sum % 8 == 0) try_copy(spec, m);
    if (m && sum % 8 == 1) try_save(spec);
    if (m && sum % 8 == 2) try_recompile(spec, m);
    if (sum % 8 == 3) try_attach(spec);
    mj_deleteModel(m);
    mj_deleteSpec(spec);
  }
  if (size) mj_deleteFileVFS(&vfs, "this.xml");
  free(text);
  return 0;
}

// ------------------------------------------------------------------------------------- mutation

static uint64_t state;
static unsigned draw(unsigned n) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(state >> 33) % n;
}

// A part of a text.
typedef struct {
  size_t begin, end;
} range;

#define MAX_PARTS 2000

// Where elements, whole attributes and the values of attributes are.
typedef struct {
  range element[MAX_PARTS], attribute[MAX_PARTS], value[MAX_PARTS];
  const char* owner[MAX_PARTS];  // name of the element of each attribute
  int nelement, nattribute;
} parts;

static void find_parts(const char* text, size_t n, parts* p) {
  int open[600], nopen = 0;
  p->nelement = p->nattribute = 0;
  scan s = scan_begin(text, n);
  for (scan_tag tag = scan_next(&s); tag.kind == SCAN_OPEN || tag.kind == SCAN_CLOSE;
       tag = scan_next(&s)) {
    if (tag.kind == SCAN_CLOSE) {
      if (nopen) p->element[open[--nopen]].end = (size_t)(tag.name + tag.nname + 1 - text);
      continue;
    }
    if (p->nelement == MAX_PARTS || nopen == 600) return;
    range* element = &p->element[p->nelement];
    element->begin = (size_t)(tag.name - 1 - text);
    scan_name name;
    while (p->nattribute < MAX_PARTS && scan_attribute(&s, &name) > 0) {
      range whole = {(size_t)(name.name - text), (size_t)(s.at - text)};
      const char* quote = strpbrk(name.name, "'\"");
      p->attribute[p->nattribute] = whole;
      p->value[p->nattribute] = (range){(size_t)(quote + 1 - text), whole.end - 1};
      p->owner[p->nattribute++] = tag.name;
    }
    element->end = (size_t)(s.at - text) + 2;
    if (scan_is_empty(&s)) {
      p->nelement++;
    } else {
      open[nopen++] = p->nelement++;
    }
  }
}

// Put n bytes in place of a range; nothing when they do not fit.
static size_t replace(char* text, size_t size, size_t max, range r, const char* by, size_t n) {
  if (r.end > size || r.begin > r.end || size - (r.end - r.begin) + n > max) return size;
  memmove(text + r.begin + n, text + r.end, size - r.end);
  memcpy(text + r.begin, by, n);
  return size - (r.end - r.begin) + n;
}

static const element_row* random_element(void) {
  const element_row* e = &schema_root;
  for (unsigned depth = 1 + draw(4); depth && e->child; depth--) {
    int n = 0;
    while (e->child[n]) n++;
    e = e->child[draw((unsigned)n)];
  }
  return e;
}

// A value that a row may or may not allow.
static const char* random_value(const attribute_row* row) {
  if (row && row->words && draw(4)) return row->words->row[draw((unsigned)row->words->n)].word;
  if (row && row->fallback && draw(2)) return row->fallback;
  return values[draw(sizeof values / sizeof *values)];
}

static int print_attribute(char* out, size_t nout, const element_row* e) {
  const char* name[MAX_NAMES];
  int n = schema_attribute_names(e, name, MAX_NAMES);
  if (!n) return snprintf(out, nout, " ");
  const char* chosen = name[draw((unsigned)n)];
  return snprintf(out, nout, " %s='%s'", chosen, random_value(schema_attribute(e, chosen, NULL)));
}

static size_t insert_element(char* text, size_t size, size_t max, const parts* p) {
  const element_row* e = random_element();
  char element[500];
  int n = snprintf(element, sizeof element, "<%s", e->name);
  for (unsigned i = 0, count = draw(4); i < count; i++) {
    n += print_attribute(element + n, sizeof element - (size_t)n, e);
  }
  n += snprintf(element + n, sizeof element - (size_t)n, "/>");
  // mostly before one of its kind, where it may stand
  size_t at = p->element[draw((unsigned)p->nelement)].begin;
  for (int tries = 0; tries < 200; tries++) {
    size_t other = p->element[draw((unsigned)p->nelement)].begin, nname = strlen(e->name);
    if (other + 1 + nname >= size || strncmp(text + other + 1, e->name, nname)) continue;
    at = other;
    break;
  }
  return replace(text, size, max, (range){at, at}, element, (size_t)n);
}

static size_t copy_element(char* text, size_t size, size_t max, const parts* p) {
  range from = p->element[draw((unsigned)p->nelement)];
  size_t at = draw(3) ? from.begin : p->element[draw((unsigned)p->nelement)].begin;
  size_t n = from.end - from.begin;
  if (from.end > size || from.begin > from.end) return size;
  char* copy = malloc(n + 1);
  memcpy(copy, text + from.begin, n);
  size = replace(text, size, max, (range){at, at}, copy, n);
  free(copy);
  return size;
}

static size_t change_value(char* text, size_t size, size_t max, const parts* p) {
  range value = p->value[draw((unsigned)p->nattribute)];
  if (draw(2)) {
    const char* by = random_value(NULL);
    return replace(text, size, max, value, by, strlen(by));
  }
  range other = p->value[draw((unsigned)p->nattribute)];
  size_t n = other.end > other.begin ? other.end - other.begin : 0;
  char by[300];
  if (n > sizeof by) return size;
  memcpy(by, text + other.begin, n);
  return replace(text, size, max, value, by, n);
}

static size_t add_attribute(char* text, size_t size, size_t max, const parts* p) {
  int i = (int)draw((unsigned)p->nattribute);
  const element_row* e = random_element();
  size_t nname = strlen(e->name);
  // mostly one that the element may have
  for (int tries = 0; tries < 100 && strncmp(p->owner[i], e->name, nname); tries++) {
    e = random_element();
    nname = strlen(e->name);
  }
  char attribute[200];
  int n = print_attribute(attribute, sizeof attribute, e);
  attribute[n++] = ' ';
  size_t at = p->attribute[i].begin;
  return replace(text, size, max, (range){at, at}, attribute, (size_t)n);
}

static size_t insert_include(char* text, size_t size, size_t max, const parts* p) {
  char element[200];
  const char* file = draw(3) ? files[draw(NFILES)].name : "this.xml";
  static const char* const forms[] = {
      "<include file='%s'/>", "<asset><model name='c' file='%s'/></asset>",
      "<asset><mesh name='h' file='%s'/></asset>", "<attach model='c' prefix='%s'/>"};
  int n = snprintf(element, sizeof element, forms[draw(4)], file);
  size_t at = p->element[draw((unsigned)p->nelement)].begin;
  return replace(text, size, max, (range){at, at}, element, (size_t)n);
}

// Around an element many others.
static size_t nest(char* text, size_t size, size_t max, const parts* p) {
  static const char* const names[] = {"body", "frame", "default", "replicate"};
  const char* name = names[draw(4)];
  unsigned depth = draw(3) ? draw(10) : draw(700);
  range at = p->element[draw((unsigned)p->nelement)];
  for (unsigned i = 0; i < depth && at.end <= size && at.begin <= at.end; i++) {
    char tag[60];
    size_t n = (size_t)snprintf(tag, sizeof tag, "</%s>", name), before = size;
    size = replace(text, size, max, (range){at.end, at.end}, tag, n);
    n = (size_t)snprintf(tag, sizeof tag, "<%s %s>", name, *name == 'r' ? "count='1'" : "");
    size = replace(text, size, max, (range){at.begin, at.begin}, tag, n);
    if (size == before) break;
    at.end += size - before;
  }
  return size;
}

// Bytes that are no characters, marks of other encodings, or the whole in one of these.
static size_t break_encoding(char* text, size_t size, size_t max) {
  static const struct {
    const char* bytes;
    size_t n;
  } pieces[] = {{"\xEF\xBB\xBF", 3},
                {"\xFF\xFE", 2},
                {"\xFE\xFF", 2},
                {"\x00", 1},
                {"\xC0\x80", 2},
                {"\xED\xA0\x80", 3},
                {"\xF4\x90\x80\x80", 4},
                {"\x80", 1},
                {"&#0;", 4},
                {"&#x110000;", 10},
                {"&#xD800;", 8},
                {"&nosuch;", 8},
                {"<?xml version='1.0' encoding='UTF-16'?>", 39},
                {"<![CDATA[", 9},
                {"<!DOCTYPE m [<!ENTITY a '&a;'>]>", 32},
                {"<!--", 4},
                {"]]>", 3}};
  if (draw(6) == 0 && 2 * size + 2 <= max) {  // every second byte zero
    for (size_t i = size; i-- > 0;) text[2 * i + 2] = text[i], text[2 * i + 3] = 0;
    memcpy(text, "\xFF\xFE", 2);
    return 2 * size + 2;
  }
  unsigned which = draw(sizeof pieces / sizeof *pieces);
  size_t at = draw(2) ? 0 : draw((unsigned)size + 1);
  return replace(text, size, max, (range){at, at}, pieces[which].bytes, pieces[which].n);
}

size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max, unsigned seed) {
  static parts p;
  state = seed * 0x9E3779B97F4A7C15u + 1;
  char* text = (char*)data;
  if (size < 20 || draw(2) == 0) {
    const char* start = seeds[draw(sizeof seeds / sizeof *seeds)];
    size = strlen(start) < max ? strlen(start) : max;
    memcpy(text, start, size);
  }
  for (unsigned i = 0, n = draw(2) ? 1 : 1 + draw(4); i < n; i++) {
    find_parts(text, size, &p);
    if (p.nelement == 0 || p.nattribute == 0) return LLVMFuzzerMutate(data, size, max);
    switch (draw(12)) {
      case 0: size = insert_element(text, size, max, &p); break;
      case 1: size = copy_element(text, size, max, &p); break;
      case 2: size = replace(text, size, max, p.element[draw((unsigned)p.nelement)], "", 0); break;
      case 3:
        size = replace(text, size, max, p.attribute[draw((unsigned)p.nattribute)], "", 0);
        break;
      case 4: size = add_attribute(text, size, max, &p); break;
      case 5:
        if (draw(4) == 0) size = LLVMFuzzerMutate(data, size, max);
        break;
      case 6: size = insert_include(text, size, max, &p); break;
      case 7:
        if (draw(3) == 0) size = nest(text, size, max, &p);
        break;
      case 8:
        if (draw(3) == 0) size = break_encoding(text, size, max);
        break;
      default: size = change_value(text, size, max, &p); break;
    }
  }
  return size;
}
