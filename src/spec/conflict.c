// Which options apply when one specification is attached to another: those of the parent, except
// those that its conflict rule takes from the child.
#include "spec/conflict.h"

#include <math.h>
#include <string.h>

#include <engine/extension.h>
#include <engine/model.h>

#include "base/text.h"
#include "model/defaults.h"
#include "spec/spec_life.h"

// From this level on the rule applies, and differences are reported, also if it is not set
// explicitly.
#define LEVEL_CONFLICT 3010

// From this level on multiccd is enabled by default, and the flag disables it.
#define LEVEL_MULTICCD 3008

#define SPEC(field)    offsetof(mjSpec, field)
#define OPTION(name, kind, n, bit, merge) \
  { #name, SPEC(option.name), kind, n, SPEC(authored.option), bit, CONFLICT_##merge }
#define VISUAL(name, group, bit, merge) \
  { #name, SPEC(visual.group.name), 'f', 1, SPEC(authored.visual_##group), bit, CONFLICT_##merge }
#define SIZE(name) \
  { #name, SPEC(name), 'i', 1, 0, 0, CONFLICT_MOST }

// In the order in which differences are reported; bits are indices of fields in the newer mjOption.
static const conflict_row rows[] = {
    OPTION(timestep, 'd', 1, 0, LEAST),
    OPTION(tolerance, 'd', 1, 2, LEAST),
    OPTION(ls_tolerance, 'd', 1, 3, LEAST),
    OPTION(noslip_tolerance, 'd', 1, 4, LEAST),
    OPTION(ccd_tolerance, 'd', 1, 5, LEAST),
    {"sleep_tolerance", SPEC(ext.sleep_tolerance), 'd', 1, SPEC(authored.option), 6,
     CONFLICT_LEAST},
    OPTION(iterations, 'i', 1, 20, MOST),
    OPTION(ls_iterations, 'i', 1, 21, MOST),
    OPTION(noslip_iterations, 'i', 1, 22, MOST),
    OPTION(ccd_iterations, 'i', 1, 23, MOST),
    OPTION(sdf_initpoints, 'i', 1, 27, MOST),
    OPTION(sdf_iterations, 'i', 1, 28, MOST),
    OPTION(impratio, 'd', 1, 1, SAME),
    OPTION(density, 'd', 1, 10, SAME),
    OPTION(viscosity, 'd', 1, 11, SAME),
    OPTION(o_margin, 'd', 1, 12, SAME),
    OPTION(integrator, 'i', 1, 16, SAME),
    OPTION(cone, 'i', 1, 17, SAME),
    OPTION(jacobian, 'i', 1, 18, SAME),
    OPTION(solver, 'i', 1, 19, SAME),
    OPTION(gravity, 'd', 3, 7, SAME),
    OPTION(wind, 'd', 3, 8, SAME),
    OPTION(magnetic, 'd', 3, 9, SAME),
    OPTION(o_solref, 'd', mjNREF, 13, SAME),
    OPTION(o_solimp, 'd', mjNIMP, 14, SAME),
    OPTION(o_friction, 'd', 5, 15, SAME),
    VISUAL(znear, map, 7, LEAST),
    VISUAL(realtime, global, 8, LEAST),
    VISUAL(zfar, map, 8, MOST),
    {"memory", SPEC(memory), 's', 1, 0, 0, CONFLICT_MOST},
    SIZE(njmax),
    SIZE(nconmax),
    SIZE(nuserdata),
    SIZE(nkey),
    SIZE(nuser_body),
    SIZE(nuser_jnt),
    SIZE(nuser_geom),
    SIZE(nuser_site),
    SIZE(nuser_cam),
    SIZE(nuser_tendon),
    SIZE(nuser_actuator),
    SIZE(nuser_sensor),
};
enum { NROW = sizeof rows / sizeof *rows };

const conflict_row* conflict_option(const char* name) {
  for (int i = 0; i < NROW; i++) {
    if (rows[i].authored == SPEC(authored.option) && !strcmp(rows[i].name, name)) return rows + i;
  }
  return NULL;
}

// --- values -------------------------------------------------------------------------------------

static double value(const mjSpec* s, const conflict_row* row, int k) {
  const void* field = (const char*)s + row->offset;
  switch (row->kind) {
    case 'd': return ((const double*)field)[k];
    case 'f': return ((const float*)field)[k];
    case 's': return (double)(int64_t)((const mjtSize*)field)[k];
    default: return ((const int*)field)[k];
  }
}

static size_t width(const conflict_row* row) {
  return row->kind == 'd'   ? sizeof(double)
         : row->kind == 'f' ? sizeof(float)
         : row->kind == 's' ? sizeof(mjtSize)
                            : sizeof(int);
}

static bool equal(const mjSpec* a, const mjSpec* b, const conflict_row* row) {
  for (int k = 0; k < row->n; k++) {
    if (value(a, row, k) != value(b, row, k)) return false;
  }
  return true;
}

// Whether the value was set: in a file, or by code that changed it from its initial value.
static bool authored(const mjSpec* s, const mjSpec* initial, const conflict_row* row) {
  uint64_t given = 0;
  if (row->authored) memcpy(&given, (const char*)s + row->authored, sizeof given);
  return given >> row->bit & 1 || !equal(s, initial, row);
}

static void print_value(text* t, const mjSpec* s, const conflict_row* row) {
  for (int k = 0; k < row->n; k++) text_print(t, " %.9g", value(s, row, k));
}

static void take(mjSpec* to, const mjSpec* from, const conflict_row* row) {
  memcpy((char*)to + row->offset, (const char*)from + row->offset, width(row) * (size_t)row->n);
  if (!row->authored) return;
  uint64_t given;
  memcpy(&given, (char*)to + row->authored, sizeof given);
  given |= (uint64_t)1 << row->bit;
  memcpy((char*)to + row->authored, &given, sizeof given);
}

// --- the rule -----------------------------------------------------------------------------------

typedef struct {
  mjSpec* to;
  const mjSpec *from, *initial;
  bool apply;           // second pass, when no errors were found
  text errors, differ;  // one line each
} settlement;

static void settle_row(settlement* s, const conflict_row* row) {
  if (equal(s->to, s->from, row) || !authored(s->from, s->initial, row)) return;
  bool both = authored(s->to, s->initial, row);
  int rule = s->to->conflict;
  bool merged = rule == mjCONFLICT_MERGE && (!both || row->merge != CONFLICT_SAME);
  if (s->apply) {
    bool larger = value(s->from, row, 0) > value(s->to, row, 0);
    bool wanted = !both || (row->merge == CONFLICT_MOST ? larger : !larger);
    if (merged && wanted) take(s->to, s->from, row);
    return;
  }
  if (merged) return;
  bool refused = rule == mjCONFLICT_MERGE || (rule == mjCONFLICT_ERROR && both);
  text* t = refused ? &s->errors : &s->differ;
  text_print(t, "\n%s: parent has", row->name);
  print_value(t, s->to, row);
  text_print(t, both ? ", child has" : " (default), child has");
  print_value(t, s->from, row);
  if (!refused) text_print(t, ", keeping parent value");
}

// Flags, one bit each: those set in the child are added to the parent's, or reported as different.
// `clear`: bits that count as set when they are 0.
typedef struct {
  int *to, from;
  int *to_given, from_given, clear;
  const char** name;  // by bit; may be NULL, or too short
  int nname;
} flag_set;

static void settle_flags(settlement* s, const flag_set* f) {
  for (int i = 0; i < 31; i++) {
    int bit = 1 << i;
    if (!(f->from_given & bit)) continue;
    if (!((*f->to ^ f->from) & bit)) {
      // a level that is set later does not change explicit settings
      if (s->apply && s->to->conflict == mjCONFLICT_MERGE) *f->to_given |= bit;
      continue;
    }
    bool both = *f->to_given & bit;
    if (s->to->conflict == mjCONFLICT_MERGE) {
      bool given = ((f->from & bit) != 0) != ((f->clear & bit) != 0);
      if (s->apply && given) *f->to ^= bit, *f->to_given |= bit;
      continue;
    }
    if (s->apply || !both) continue;
    bool refused = s->to->conflict == mjCONFLICT_ERROR;
    text_print(refused ? &s->errors : &s->differ, "\nflag '%s': parent %s, child %s%s",
               i < f->nname ? f->name[i] : "newer", *f->to & bit ? "set" : "unset",
               f->from & bit ? "set" : "unset", refused ? "" : ", keeping parent");
  }
}

static void settle_all(settlement* s) {
  for (int i = 0; i < NROW; i++) settle_row(s, rows + i);
  mjsAuthored* given = &s->to->authored;
  flag_set disable = {&s->to->option.disableflags,
                      s->from->option.disableflags,
                      &given->disableflags,
                      s->from->authored.disableflags,
                      0,
                      mjDISABLESTRING,
                      mjNDISABLE};
  settle_flags(s, &disable);
  flag_set enable = {&s->to->option.enableflags,
                     s->from->option.enableflags,
                     &given->enableflags,
                     s->from->authored.enableflags,
                     s->to->ext.level >= LEVEL_MULTICCD ? mjENBL_MULTICCD : 0,
                     mjENABLESTRING,
                     mjNENABLE};
  settle_flags(s, &enable);
  flag_set groups = {&s->to->option.disableactuator,
                     s->from->option.disableactuator,
                     &given->disableactuator,
                     s->from->authored.disableactuator,
                     0,
                     NULL,
                     0};
  settle_flags(s, &groups);
}

bool conflict_settle(spec* to, const spec* from) {
  const engOption *a = &to->pub.ext, *b = &from->pub.ext;
  bool ruled = to->pub.conflict || a->level >= LEVEL_CONFLICT ||
               to->pub.authored.compiler >> AUTHORED_CONFLICT & 1;
  bool newer = b->level != engLEVEL_BASE || b->levelbits;
  if (newer && (a->level != b->level || a->levelbits != b->levelbits)) {
    text all = {0};
    text_print(&all,
               "'%s', which is attached, asks for other results of newer versions than '%s', "
               "whose level is kept",
               element_name(&from->e), element_name(&to->e));
    spec_note_warning(to, text_message(&all));
    text_free(&all);
  }
  if (!ruled) return true;
  static const char* const rule[] = {"warning", "merge", "error"};
  const char* chosen = rule[to->pub.conflict];
  mjSpec initial;
  mjs_defaultSpec(&initial);
  default_extension(&initial.ext);
  settlement s = {.to = &to->pub, .from = &from->pub, .initial = &initial};
  settle_all(&s);
  bool fine = !s.errors.size;
  if (!fine) {
    spec_error(to, NULL, "conflict when attaching '%s' to '%s', policy is '%s'%s",
               element_name(&from->e), element_name(&to->e), chosen, text_string(&s.errors));
  } else {
    if (s.differ.size) {
      text all = {0};
      text_print(&all, "conflict when attaching '%s' to '%s', policy is '%s'%s",
                 element_name(&from->e), element_name(&to->e), chosen, text_string(&s.differ));
      spec_note_warning(to, text_message(&all));
      text_free(&all);
    }
    s.apply = true;
    settle_all(&s);
  }
  text_free(&s.errors);
  text_free(&s.differ);
  return fine;
}
