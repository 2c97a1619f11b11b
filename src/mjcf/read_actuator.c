#include "mjcf/read_actuator.h"

#include <engine/extension.h>
#include <string.h>

#include "mjcf/attributes.h"
#include "mjcf/numbers.h"
#include "mjcf/read_custom.h"
#include "spec/shortcut.h"

void* make_actuator(reader* r, const xml_node* node, const element_row* row, const scope* s,
                    const mjsDefault* def) {
  (void)node, (void)row, (void)s;
  return mjs_addActuator(r->spec, def);
}

void read_transmission(reader* r, const xml_node* node, const xml_attribute* a,
                       const attribute_row* row, void* target) {
  (void)r, (void)node;
  mjsActuator* actuator = target;
  actuator->trntype = (mjtTrn)row->code;
  mjs_setString(actuator->target, a->value);
}

static void check_transmission(reader* r, const xml_node* node, const mjsActuator* actuator) {
  static const char* const target[] = {"joint", "jointinparent", "tendon", "cranksite",
                                       "site",  "body",          NULL};
  if (count_given(node, target) > 1) {
    report_error(r->report, node, NULL,
                 "actuator can have at most one of transmission target: joint, jointinparent, "
                 "tendon, cranksite, site, body; keep one");
    return;
  }
  if (actuator->trntype == mjTRN_UNDEFINED) return;
  if (actuator->trntype != mjTRN_SLIDERCRANK) {
    static const char* const crank[] = {"cranklength", "slidersite", NULL};
    for (int i = 0; i < 2; i++) {
      if (!xml_find(node, crank[i])) continue;
      report_error(r->report, node, xml_find(node, crank[i]),
                   "%s can only be used in slider-crank transmission; it goes with 'cranksite'",
                   crank[i]);
    }
  }
  if (actuator->trntype != mjTRN_SITE && xml_find(node, "refsite")) {
    report_error(r->report, node, xml_find(node, "refsite"),
                 "refsite can only be used with site transmission; it goes with 'site'");
  }
}

void report_shortcut(reader* r, const xml_node* node, const char* text) {
  if (!text || !*text) return;
  const shortcut_fault* fault = (const shortcut_fault*)(const void*)text;
  const xml_attribute* about = NULL;
  for (int i = 0; i < node->nattribute && !about; i++) {
    for (int k = 0; k < 2 && fault->attribute[k]; k++) {
      if (strcmp(fault->attribute[k], node->attribute[i].name) == 0) about = node->attribute + i;
    }
  }
  if (!fault->expected) {
    report_error(r->report, node, about, "%s", fault->text);
  } else if (about && !fault->attribute[1]) {
    report_error(r->report, node, about, "%s: '%.60s'; %s", fault->text, about->value,
                 fault->expected);
  } else {
    report_error(r->report, node, about, "%s; %s", fault->text, fault->expected);
  }
}

// The value of an attribute if it is present, else the present value from the class.
static double given_or(const xml_node* node, const char* attribute, double value, double current) {
  return numbers_given(node, attribute) ? value : current;
}

void finish_general(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  (void)s, (void)d;
  check_transmission(r, node, target);
}

void finish_motor(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  finish_general(r, node, s, target, d);
  report_shortcut(r, node, mjs_setToMotor(target));
}

// The type of mjs_setToPosition and mjs_setToIntVelocity; arguments that are not given are NULL.
typedef const char* (*servo)(mjsActuator* actuator, double kp, double kv[1], double dampratio[1],
                             double timeconst[1], double inheritrange);

static void finish_servo(reader* r, const xml_node* node, mjsActuator* actuator, draft* d,
                         servo set) {
  check_transmission(r, node, actuator);
  double kp = given_or(node, "kp", d->actuator.kp, actuator->gainprm[0]);
  double* kv = numbers_given(node, "kv") ? &d->actuator.kv : NULL;
  double* dampratio = numbers_given(node, "dampratio") ? &d->actuator.dampratio : NULL;
  double* timeconst = numbers_given(node, "timeconst") ? d->actuator.timeconst : NULL;
  double inheritrange =
      given_or(node, "inheritrange", d->actuator.inheritrange, actuator->inheritrange);
  if (numbers_given(node, "kp") && kp < 0) {
    report_warning(r->report, node, xml_find(node, "kp"),
                   "kp is %g, which drives away from the set point; was %g meant?", kp, -kp);
  }
  const char* fault = set(actuator, kp, kv, dampratio, timeconst, inheritrange);
  report_shortcut(r, node, fault);
}

void finish_position(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  (void)s;
  finish_servo(r, node, target, d, mjs_setToPosition);
}

void finish_intvelocity(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  (void)s;
  mjsActuator* actuator = target;
  int limited = actuator->actlimited;
  finish_servo(r, node, target, d, mjs_setToIntVelocity);
  if (xml_find(node, "actlimited")) actuator->actlimited = limited;
}

void finish_velocity(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  finish_general(r, node, s, target, d);
  mjsActuator* actuator = target;
  double kv = given_or(node, "kv", d->actuator.kv, actuator->gainprm[0]);
  report_shortcut(r, node, mjs_setToVelocity(actuator, kv));
}

void finish_damper(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  finish_general(r, node, s, target, d);
  report_shortcut(r, node, mjs_setToDamper(target, d->actuator.kv));
}

void finish_cylinder(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  finish_general(r, node, s, target, d);
  mjsActuator* actuator = target;
  double timeconst = given_or(node, "timeconst", d->actuator.timeconst[0], actuator->dynprm[0]);
  double bias = given_or(node, "bias", d->actuator.bias[0], actuator->biasprm[0]);
  double area = given_or(node, "area", d->actuator.area, actuator->gainprm[0]);
  double diameter = given_or(node, "diameter", d->actuator.diameter, -1);
  report_shortcut(r, node, mjs_setToCylinder(actuator, timeconst, bias, area, diameter));
  const xml_attribute* given = numbers_given(node, "bias");
  if (!given) return;
  // which of the two is used the compiler decides, by the level
  double *base = actuator->biasprm + 1, (*both)[2] = eng_actuator(actuator)->cylinderbias;
  const double* start = memcmp(base, both[0], sizeof both[0]) ? base : both[1];
  double bias3[3] = {0, start[0], start[1]};
  const char *at = given->value, *token;
  int ntoken, n = 0;
  while (n < 3 && !number_next(&at, NUMBER_DOUBLE, bias3 + n, &token, &ntoken)) n++;
  memcpy(both[0], base, sizeof both[0]);
  memcpy(both[1], bias3 + 1, sizeof both[1]);
}

void finish_muscle(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  finish_general(r, node, s, target, d);
  mjsActuator* actuator = target;
  const double absent[2] = {-1, -1};
  double* timeconst = d->actuator.timeconst;
  double* range = d->actuator.range;
  for (int i = 0; i < 2; i++) {
    if (!numbers_given(node, "timeconst")) timeconst[i] = absent[i];
    if (!numbers_given(node, "range")) range[i] = absent[i];
  }
  double tausmooth = given_or(node, "tausmooth", d->actuator.tausmooth, actuator->dynprm[2]);
#define OR_ABSENT(name) given_or(node, #name, d->actuator.name, -1)
  report_shortcut(r, node,
                  mjs_setToMuscle(actuator, timeconst, tausmooth, range, OR_ABSENT(force),
                                  OR_ABSENT(scale), OR_ABSENT(lmin), OR_ABSENT(lmax),
                                  OR_ABSENT(vmax), OR_ABSENT(fpmax), OR_ABSENT(fvmax)));
#undef OR_ABSENT
}

void finish_adhesion(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  finish_general(r, node, s, target, d);
  mjsActuator* actuator = target;
  double gain = given_or(node, "gain", d->actuator.gain, actuator->gainprm[0]);
  report_shortcut(r, node, mjs_setToAdhesion(actuator, gain));
}

void finish_plugin_actuator(reader* r, const xml_node* node, const scope* s, void* target,
                            draft* d) {
  finish_general(r, node, s, target, d);
  use_plugin(r, node, &((mjsActuator*)target)->plugin, d->plugin.plugin, d->plugin.instance);
}
