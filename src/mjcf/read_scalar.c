#include "mjcf/read_scalar.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <engine/extension.h>
#include "mjcf/attributes.h"
#include "mjcf/keywords.h"
#include "spec/conflict.h"
#include "mjcf/suggest.h"

#define MAX_DISABLED_GROUP 30

// Fields of mjsCompiler as of 3.12, by attribute.
static const char* const of_compiler[] = {
    "autolimits",        "boundmass",    "boundinertia", "settotalmass",
    "balanceinertia",    "fitaabb",      "angle",        "eulerseq",
    "discardvisual",     "usethread",    "fusestatic",   "inertiafromgeom",
    "inertiagrouprange", "saveinertial", "alignfree",    "conflict"};
_Static_assert(sizeof of_compiler / sizeof *of_compiler == AUTHORED_CONFLICT + 1,
               "conflict is last");

static int compiler_bit(const char* name) {
  for (int i = 0; i <= AUTHORED_CONFLICT; i++) {
    if (!strcmp(of_compiler[i], name)) return i;
  }
  return -1;
}

// Index of a field among the rows of its group, used as bit number.
static int field_bit(const attribute_group* group, const char* name) {
  const attribute_row* found = NULL;
  for (int i = 0; i < group->n && !found; i++) {
    if (!strcmp(group->row[i].name, name)) found = group->row + i;
  }
  if (!found) return -1;
  int bit = 0;
  for (int i = 0; i < group->n; i++) bit += group->row[i].offset < found->offset;
  return bit;
}

static int option_bit(const char* name) {
  const conflict_row* row = conflict_option(name);
  return row ? row->bit : -1;
}

// Record which options are given.
static void note_authored(mjSpec* s, const xml_node* node, const element_row* row) {
  mjsAuthored* a = &s->authored;
  const struct {
    const char* element;
    uint64_t* bits;
  } masks[] = {{"option", &a->option},
               {"compiler", &a->compiler},
               {"global", &a->visual_global},
               {"quality", &a->visual_quality},
               {"headlight", &a->visual_headlight},
               {"map", &a->visual_map},
               {"scale", &a->visual_scale},
               {"rgba", &a->visual_rgba}};
  for (size_t k = 0; k < sizeof masks / sizeof *masks; k++) {
    if (strcmp(masks[k].element, row->name) != 0) continue;
    for (int i = 0; i < node->nattribute; i++) {
      const char* name = node->attribute[i].name;
      int bit = k == 0   ? option_bit(name)
                : k == 1 ? compiler_bit(name)
                         : field_bit(row->group[0], name);
      if (bit >= 0) *masks[k].bits |= (uint64_t)1 << bit;
    }
  }
}

void* make_spec(reader* r, const xml_node* node, const element_row* row, const scope* s,
                const mjsDefault* def) {
  (void)s, (void)def;
  note_authored(r->spec, node, row);
  static const char* const placed[NPLACE] = {
      [PLACE_OPTION] = "option", [PLACE_HARD] = "hard", [PLACE_SIZE] = "size"};
  for (int i = 0; i < NPLACE; i++) {
    if (!strcmp(placed[i], row->name)) read_info(r, node, &spec_of(r->spec)->own.place[i]);
  }
  return r->spec;
}

void read_coordinate(reader* r, const xml_node* node, const xml_attribute* a,
                     const attribute_row* row, void* target) {
  (void)target;
  if (attribute_word(r, node, a, row->words) != 1) return;
  report_error(r->report, node, a,
               "global coordinates are no longer supported; expected 'local' (release 2.3.3 of "
               "the reference is the last that converts them)");
}

void read_eulerseq(reader* r, const xml_node* node, const xml_attribute* a,
                   const attribute_row* row, void* target) {
  (void)row;
  mjSpec* spec = target;
  if (strlen(a->value) != 3) {
    report_error(r->report, node, a,
                 "euler format must have length 3: '%s'; expected three of x, y, z, X, Y, Z",
                 a->value);
    return;
  }
  memcpy(spec->compiler.eulerseq, a->value, 3);
}

void read_assetdir(reader* r, const xml_node* node, const xml_attribute* a,
                   const attribute_row* row, void* target) {
  (void)r, (void)row;
  mjSpec* spec = target;
  if (!xml_find(node, "meshdir")) mjs_setString(spec->compiler.meshdir, a->value);
  if (!xml_find(node, "texturedir")) mjs_setString(spec->compiler.texturedir, a->value);
}

static void set_bit(int* flags, int bit, bool on) { *flags = on ? *flags | bit : *flags & ~bit; }

// Parse a level such as "3.14" or "3.3.7": only major and minor version count.  0 when it is
// invalid.
static int parse_level(const char* text, int* length) {
  int major = 0, minor = 0, patch = 0, n = 0;
  if (sscanf(text, "%d.%d%n", &major, &minor, &n) < 2 || major < 0 || minor < 0) return 0;
  int behind = 0;
  if (sscanf(text + n, ".%d%n", &patch, &behind) == 1) n += behind;
  *length = n;
  return major < 100 && minor < 1000 ? major * 1000 + minor : 0;
}

// A level, then features to add (+name) or remove (-name).
void read_level(reader* r, const xml_node* node, const xml_attribute* a, const attribute_row* row,
                void* target) {
  (void)row;
  mjSpec* spec = target;
  const char* at = a->value + strspn(a->value, " \t\r\n");
  int length = 0;
  if (eng_setLevel(spec, parse_level(at, &length))) {
    report_error(r->report, node, a,
                 "there is no level '%.40s'; expected a version, 3.3.7 to %d.%d, and changes such "
                 "as '+jdotv' or '-boxbox'",
                 a->value, engLEVEL_NEWEST / 1000, engLEVEL_NEWEST % 1000);
    return;
  }
  for (at += length; *(at += strspn(at, " \t\r\n")); at += length) {
    length = (int)strcspn(at, " \t\r\n");
    char name[40];
    snprintf(name, sizeof name, "%.*s", length - 1, at + 1);
    int bit = eng_levelBit(name);
    if (!bit || !strchr("+-", *at)) {
      const char* names[engNLEVEL];
      for (int i = 0; i < engNLEVEL; i++) names[i] = eng_levelName(1 << i);
      report_unknown(r, node, a, "unknown result of a level, after + or -", name,
                     (word_list){names, engNLEVEL});
      return;
    }
    set_bit(&spec->ext.levelbits, bit, *at == '+');
  }
}

void read_groups_disabled(reader* r, const xml_node* node, const xml_attribute* a,
                          const attribute_row* row, void* target) {
  mjSpec* spec = target;
  int n;
  const int* group = attribute_numbers(r, node, a, row, NUMBER_INT, &n);
  for (int i = 0; group && i < n; i++) {
    if (group[i] < 0) {
      report_error(r->report, node, a,
                   "disabled actuator group %d must be non-negative; expected 0 to %d", group[i],
                   MAX_DISABLED_GROUP);
    } else if (group[i] > MAX_DISABLED_GROUP) {
      report_error(r->report, node, a,
                   "disabled actuator group %d cannot exceed %d; expected 0 to %d", group[i],
                   MAX_DISABLED_GROUP, MAX_DISABLED_GROUP);
    } else {
      spec->option.disableactuator |= 1 << group[i];
      spec->authored.disableactuator |= 1 << group[i];
    }
  }
}

void read_disable_flag(reader* r, const xml_node* node, const xml_attribute* a,
                       const attribute_row* row, void* target) {
  int enabled = attribute_word(r, node, a, row->words);
  if (enabled < 0) return;
  mjSpec* spec = target;
  set_bit(&spec->option.disableflags, row->code, !enabled);
  spec->authored.disableflags |= row->code;
}

void read_enable_flag(reader* r, const xml_node* node, const xml_attribute* a,
                      const attribute_row* row, void* target) {
  int enabled = attribute_word(r, node, a, row->words);
  if (enabled < 0) return;
  mjSpec* spec = target;
  set_bit(&spec->option.enableflags, row->code, enabled);
  spec->authored.enableflags |= row->code;
}

// Parse "16M" as bytes.  Returns 0 if valid, 1 if malformed, 2 on overflow.
static int parse_bytes(const char* s, uint64_t* bytes) {
  while (xml_is_space(*s)) s++;
  if (*s == '+') s++;
  if (*s < '0' || *s > '9') return 1;
  uint64_t n = 0;
  for (; *s >= '0' && *s <= '9'; s++) {
    if (n > (UINT64_MAX - 9) / 10) return 2;
    n = 10 * n + (uint64_t)(*s - '0');
  }
  const char* suffixes = "kmgtpe";
  const char* suffix = *s && !xml_is_space(*s) ? strchr(suffixes, *s | 0x20) : NULL;
  if (suffix) {
    int shift = 10 * (int)(suffix - suffixes + 1);
    if (n > (UINT64_MAX >> shift)) return 2;
    n <<= shift;
    s++;
  }
  while (xml_is_space(*s)) s++;
  *bytes = n;
  return *s ? 1 : 0;
}

void read_memory(reader* r, const xml_node* node, const xml_attribute* a, const attribute_row* row,
                 void* target) {
  (void)row;
  mjSpec* spec = target;
  const char* at = a->value;
  while (xml_is_space(*at)) at++;
  if (at[0] == '-' && at[1] == '1' && number_blank(at + 2)) return;
  uint64_t bytes;
  int fault = parse_bytes(a->value, &bytes);
  if (!fault && bytes > INT64_MAX) fault = 2;
  if (fault) {
    report_error(r->report, node, a,
                 "%s in attribute 'memory': '%s'; expected an unsigned integer with an optional "
                 "suffix {K,M,G,T,P,E}",
                 fault == 2 ? "number is too large" : "bad format", a->value);
    return;
  }
  spec->memory = (mjtSize)bytes;
}

void finish_option(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  (void)s, (void)d;
  double step = ((mjSpec*)target)->option.timestep;
  const xml_attribute* a = xml_find(node, "timestep");
  if (a && !(step > 0)) {
    report_warning(r->report, node, a,
                   "timestep is %g, so time does not go on; seconds above 0 are expected, such as "
                   "'0.002'",
                   step);
  }
}

void finish_size(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  (void)s, (void)d;
  const mjSpec* spec = target;
  const xml_attribute* memory = spec->memory != (mjtSize)-1 ? xml_find(node, "memory") : NULL;
  if (memory && xml_find(node, "njmax") && spec->njmax != -1) {
    report_error(r->report, node, memory,
                 "either 'memory' or 'njmax' can be given, not both; keep 'memory'");
  }
  if (memory && xml_find(node, "nstack") && spec->nstack != (mjtSize)-1) {
    report_error(r->report, node, memory,
                 "either 'memory' or 'nstack' can be given, not both; keep 'memory'");
  }
  const struct {
    const char* name;
    int value;
  } at_least[] = {{"nconmax", spec->nconmax},           {"nuser_body", spec->nuser_body},
                  {"nuser_jnt", spec->nuser_jnt},       {"nuser_geom", spec->nuser_geom},
                  {"nuser_site", spec->nuser_site},     {"nuser_cam", spec->nuser_cam},
                  {"nuser_tendon", spec->nuser_tendon}, {"nuser_actuator", spec->nuser_actuator},
                  {"nuser_sensor", spec->nuser_sensor}};
  for (size_t i = 0; i < sizeof at_least / sizeof *at_least; i++) {
    if (at_least[i].value < -1) {
      report_error(r->report, node, xml_find(node, at_least[i].name),
                   "%s must be >= -1: %d; leave it out to have it found", at_least[i].name,
                   at_least[i].value);
    }
  }
}

void finish_global(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  (void)s, (void)d;
  const mjSpec* spec = target;
  if (!(spec->visual.global.realtime > 0)) {
    report_error(r->report, node, xml_find(node, "realtime"),
                 "realtime must be greater than 0: %g; 1 means real time",
                 spec->visual.global.realtime);
  }
}

void finish_map(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  (void)s, (void)d;
  const mjSpec* spec = target;
  if (!(spec->visual.map.znear > 0)) {
    report_error(r->report, node, xml_find(node, "znear"),
                 "znear must be strictly positive: %g; 0.01 is the default",
                 spec->visual.map.znear);
  }
}

void finish_statistic(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  (void)s, (void)d;
  const mjSpec* spec = target;
  const xml_attribute* given = xml_find(node, "extent");
  if (given && spec->stat.extent <= 0) {
    report_error(r->report, node, given,
                 "extent must be strictly positive: %g; leave it out to have it computed",
                 spec->stat.extent);
  }
}
