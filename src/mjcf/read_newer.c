// Attributes newer than 3.3.7 that need code of their own for reading and writing.
#include "mjcf/read_newer.h"

#include <stdio.h>
#include <string.h>
#include <engine/extension.h>
#include "mjcf/attributes.h"
#include "mjcf/read_actuator.h"
#include "mjcf/suggest.h"

// ---------------------------------------------------------------------------------- polynomials

void read_polynomial(reader* r, const xml_node* node, const xml_attribute* a,
                     const attribute_row* row, void* target) {
  int n;
  const double* given = attribute_numbers(r, node, a, row, NUMBER_DOUBLE, &n);
  if (!given) return;
  double* more = (double*)((char*)target + row->code);
  *(double*)((char*)target + row->offset) = given[0];
  for (int k = 1; k < n; k++) more[k - 1] = given[k];
}

void write_polynomial(writer* w, const attribute_row* row, const void* target, const void* base) {
  const char *t = target, *b = base;
  const double* more = (const double*)(t + row->code);
  double value[3] = {*(const double*)(t + row->offset), more[0], more[1]};
  bool same = value[0] == *(const double*)(b + row->offset) &&
              memcmp(more, b + row->code, 2 * sizeof *more) == 0;
  if (same) return;
  // missing coefficients are those of the class
  const double* under = (const double*)(b + row->code);
  int n = 3;
  while (n > 1 && value[n - 1] == under[n - 2]) n--;
  write_doubles(w, row->name, value, n);
}

// ------------------------------------------------------------------------------- limits of force

// Since 3.14 the meaning of a range depends on whether the limit attribute was given.
void read_tendon_limit(reader* r, const xml_node* node, const xml_attribute* a,
                       const attribute_row* row, void* target) {
  int word = attribute_word(r, node, a, row->words);
  if (word < 0) return;
  mjsTendon* tendon = target;
  tendon->actfrclimited = word;
  eng_tendon(tendon)->actfrcgiven = 1;
}

void write_tendon_limit(writer* w, const attribute_row* row, const void* target, const void* base) {
  const mjsTendon *tendon = target, *other = base;
  const engsTendon* more = (const engsTendon*)(tendon + 1);
  bool matters = more->actfrcgiven && tendon->actfrcrange[0] < tendon->actfrcrange[1];
  if (tendon->actfrclimited == other->actfrclimited && !matters) return;
  write_text(w, row->name, row->words->row[tendon->actfrclimited].word);
}

// -------------------------------------------------------------------------------------- cameras

enum { LEVEL_PROJECTION = 3005 };

void read_projection(reader* r, const xml_node* node, const xml_attribute* a,
                     const attribute_row* row, void* target) {
  int word = attribute_word(r, node, a, row->words);
  if (word >= 0) ((mjsCamera*)target)->orthographic = word;
}

void write_projection(writer* w, const attribute_row* row, const void* target, const void* base) {
  int value = ((const mjsCamera*)target)->orthographic;
  bool same = value == ((const mjsCamera*)base)->orthographic;
  if (!same && w->from->pub.ext.level >= LEVEL_PROJECTION) write_word(w, row, value);
}

void write_orthographic(writer* w, const attribute_row* row, const void* target, const void* base) {
  int value = ((const mjsCamera*)target)->orthographic;
  bool same = value == ((const mjsCamera*)base)->orthographic;
  if (!same && w->from->pub.ext.level < LEVEL_PROJECTION) write_word(w, row, value);
}

void read_output(reader* r, const xml_node* node, const xml_attribute* a, const attribute_row* row,
                 void* target) {
  const char* at = a->value;
  int bits = 0;
  for (size_t n; (n = strcspn(at += strspn(at, " \t\r\n"), " \t\r\n")) > 0; at += n) {
    char text[40];
    snprintf(text, sizeof text, "%.*s", (int)n, at);
    xml_attribute word = {.name = a->name, .value = text, .place = a->place};
    int which = attribute_word(r, node, &word, row->words);
    if (which < 0) return;
    bits |= 1 << which;
  }
  eng_camera(target)->output = bits;
}

void write_output(writer* w, const attribute_row* row, const void* target, const void* base) {
  int bits = ((const engsCamera*)((const mjsCamera*)target + 1))->output;
  if (!bits || bits == ((const engsCamera*)((const mjsCamera*)base + 1))->output) return;
  text words = {0};
  for (int i = 0; i < row->words->n; i++) {
    if (bits >> i & 1) text_print(&words, words.size ? " %s" : "%s", row->words->row[i].word);
  }
  write_made(w, row->name, &words);
}

// --------------------------------------------------------------------------------------- inputs

static const struct {
  const char* word;
  int bit;
} inputs[] = {{"pos", engINPUT_POS},         {"vel", engINPUT_VEL},   {"ff", engINPUT_FF},
              {"voltage", engINPUT_VOLTAGE}, {"none", engINPUT_NONE}, {"expmap", engINPUT_EXPMAP},
              {"quat", engINPUT_QUAT}};
enum { NINPUT = sizeof inputs / sizeof *inputs };

static int input_bit(const char* word, int n) {
  for (int i = 0; i < NINPUT; i++) {
    if ((int)strlen(inputs[i].word) == n && !strncmp(inputs[i].word, word, n)) return inputs[i].bit;
  }
  return 0;
}

void read_inputs(reader* r, const xml_node* node, const xml_attribute* a, const attribute_row* row,
                 void* target) {
  int all = 0;
  for (const char* at = a->value; *(at += strspn(at, " \t\r\n"));) {
    int n = (int)strcspn(at, " \t\r\n"), bit = input_bit(at, n);
    if (!bit) {
      const char* names[NINPUT];
      for (int i = 0; i < NINPUT; i++) names[i] = inputs[i].word;
      char word[60];
      snprintf(word, sizeof word, "%.*s", n, at);
      report_unknown(r, node, a, "unknown input of an actuator", word, (word_list){names, NINPUT});
      return;
    }
    if (all >= bit || (all && bit >= engINPUT_NONE)) {
      report_error(r->report, node, a,
                   "inputs must be listed in canonical order, each once: '%.40s'; expected some of "
                   "'pos vel ff voltage' in this order, or none, expmap or quat alone",
                   a->value);
      return;
    }
    all |= bit;
    at += n;
  }
  *(int*)((char*)target + row->offset) = all;
}

void write_inputs(writer* w, const attribute_row* row, const void* target, const void* base) {
  int value = *(const int*)((const char*)target + row->offset);
  if (value == *(const int*)((const char*)base + row->offset)) return;
  char words[60] = "";
  for (int i = 0; i < NINPUT; i++) {
    if (!(value & inputs[i].bit)) continue;
    if (*words) strcat(words, " ");
    strcat(words, inputs[i].word);
  }
  write_text(w, row->name, words);
}

// ------------------------------------------------------------------------------------ actuators

static double* value_if_given(const xml_node* node, const char* name, double* value) {
  const xml_attribute* a = numbers_given(node, name);
  return a ? value : NULL;
}

void finish_pid(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  finish_general(r, node, s, target, d);
  mjsActuator* a = target;
  draft_actuator* x = &d->actuator;
  double kp = value_if_given(node, "kp", &x->kp) ? x->kp : -a->biasprm[1];
  double inheritrange =
      value_if_given(node, "inheritrange", &x->inheritrange) ? x->inheritrange : a->inheritrange;
  report_shortcut(
      r, node,
      mjs_setToPID(a, kp, value_if_given(node, "kv", &x->kv),
                   value_if_given(node, "dampratio", &x->dampratio),
                   value_if_given(node, "ki", &x->ki), value_if_given(node, "imax", &x->imax),
                   value_if_given(node, "slewmax", &x->slewmax), inheritrange, 0));
}

// Fill in the numbers that the attribute does not give from the class.
static void take_rest(const xml_node* node, const char* name, double* x, int n,
                      const double* inherited) {
  const xml_attribute* a = numbers_given(node, name);
  int k = 0;
  for (const char* at = a ? a->value : ""; *(at += strspn(at, " \t\r\n")); k++) {
    at += strcspn(at, " \t\r\n");
  }
  for (; a && k < n; k++) x[k] = inherited[k];
}

void finish_dcmotor(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  finish_general(r, node, s, target, d);
  draft_actuator* x = &d->actuator;
  const mjsActuator* a = target;
  if (a->gaintype == mjGAIN_DCMOTOR) {
    const double *gain = a->gainprm, *bias = a->biasprm, *dyn = a->dynprm;
    take_rest(node, "cogging", x->cogging, 3, bias);
    const double controller[6] = {gain[4], gain[5], gain[6], dyn[7], dyn[8], gain[7]};
    take_rest(node, "controller", x->controller, 6, controller);
    const double lugre[5] = {dyn[5], dyn[6], bias[3], bias[4], bias[5]};
    take_rest(node, "lugre", x->lugre, 5, lugre);
  }
  const char* fault = mjs_setToDCMotor(target, value_if_given(node, "motorconst", x->motorconst),
                                       x->resistance, value_if_given(node, "nominal", x->nominal),
                                       value_if_given(node, "saturation", x->saturation),
                                       value_if_given(node, "inductance", x->inductance),
                                       value_if_given(node, "cogging", x->cogging),
                                       value_if_given(node, "controller", x->controller),
                                       value_if_given(node, "thermal", x->thermal),
                                       value_if_given(node, "lugre", x->lugre), 0);
  report_shortcut(r, node, fault);
}

void finish_orientation(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  finish_general(r, node, s, target, d);
  mjsActuator* a = target;
  draft_actuator* x = &d->actuator;
  double kp = value_if_given(node, "kp", &x->kp) ? x->kp : a->gainprm[0];
  report_shortcut(r, node,
                  mjs_setToOrientation(a, kp, value_if_given(node, "kv", &x->kv),
                                       value_if_given(node, "dampratio", &x->dampratio), 0));
}
