#include "mjcf/read_link.h"

#include <string.h>
#include "mjcf/attributes.h"

void* make_pair(reader* r, const xml_node* node, const element_row* row, const scope* s,
                const mjsDefault* def) {
  (void)node, (void)row, (void)s;
  return mjs_addPair(r->spec, def);
}

void* make_exclude(reader* r, const xml_node* node, const element_row* row, const scope* s,
                   const mjsDefault* def) {
  (void)node, (void)row, (void)s, (void)def;
  return mjs_addExclude(r->spec);
}

// ------------------------------------------------------------------------------------ equality

void* make_equality(reader* r, const xml_node* node, const element_row* row, const scope* s,
                    const mjsDefault* def) {
  (void)node, (void)s;
  mjsEquality* equality = mjs_addEquality(r->spec, def);
  if (!equality) return NULL;
  equality->type = (mjtEq)row->code;
  return equality;
}

// A connect or weld joins two bodies or two sites.  Returns 'b' or 's', 0 after an error.
static char name_ends(reader* r, const xml_node* node, mjsEquality* equality, const draft* d) {
  static const char* const body[] = {"body1", "body2", "anchor", "relpose", NULL};
  static const char* const site[] = {"site1", "site2", NULL};
  int nbody = count_given(node, body), nsite = count_given(node, site);
  if (nbody && nsite) {
    report_error(r->report, node, NULL,
                 "body and site semantics cannot be mixed; give body1 with body2 (and anchor), or "
                 "site1 with site2");
    return 0;
  }
  equality->objtype = nsite ? mjOBJ_SITE : mjOBJ_BODY;
  const char* name1 = nsite ? d->equality.site1 : d->equality.body1;
  const char* name2 = nsite ? d->equality.site2 : d->equality.body2;
  mjs_setString(equality->name1, name1 ? name1 : "");
  mjs_setString(equality->name2, name2 ? name2 : "");
  return nsite ? 's' : 'b';
}

// The missing reference of a connect or weld: ends is 's' if any site is given.
static const char* missing_end(const draft* d, char ends) {
  if (ends == 's') return d->equality.site1 ? "site2" : "site1";
  return d->equality.body1 ? "anchor" : "body1";
}

void finish_connect(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  (void)s;
  char ends = name_ends(r, node, target, d);
  if (!ends) return;
  bool complete = ends == 's' ? d->equality.site1 && d->equality.site2
                              : d->equality.body1 && numbers_given(node, "anchor");
  if (!complete) {
    report_error(
        r->report, node, NULL,
        "either both body1 and anchor must be defined, or both site1 and site2; %s is missing",
        missing_end(d, ends));
  }
}

void finish_flexstrain(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  (void)r, (void)s, (void)d;
  mjsEquality* strain = target;  // the class default is for polynomial coefficients
  if (!numbers_given(node, "cell")) memset(strain->data, 0, 3 * sizeof *strain->data);
}

void finish_weld(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  (void)s;
  char ends = name_ends(r, node, target, d);
  if (!ends) return;
  if (ends == 'b' && !numbers_given(node, "anchor")) {
    mjsEquality* weld = target;
    memset(weld->data, 0,
           3 * sizeof *weld->data);  // the class default is for polynomial coefficients
  }
  bool complete = ends == 's' ? d->equality.site1 && d->equality.site2 : d->equality.body1 != NULL;
  if (!complete) {
    report_error(r->report, node, NULL,
                 "either body1 must be defined, or both site1 and site2; %s is missing",
                 missing_end(d, ends));
  }
}

// -------------------------------------------------------------------------------------- tendon

void* make_tendon(reader* r, const xml_node* node, const element_row* row, const scope* s,
                  const mjsDefault* def) {
  (void)node, (void)row, (void)s;
  return mjs_addTendon(r->spec, def);
}

void read_springlength(reader* r, const xml_node* node, const xml_attribute* a,
                       const attribute_row* row, void* target) {
  int n;
  const double* length = attribute_numbers(r, node, a, row, NUMBER_DOUBLE, &n);
  if (!length) return;
  mjsTendon* tendon = target;
  tendon->springlength[0] = length[0];
  tendon->springlength[1] = length[n - 1];
}

static void note_place(reader* r, const xml_node* node, mjsWrap* wrap) {
  if (wrap) read_info(r, node, wrap->info);
}

void finish_wrap_site(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  (void)r, (void)s;
  if (d->wrap.site) note_place(r, node, mjs_wrapSite(target, d->wrap.site));
}

void finish_wrap_geom(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  (void)r, (void)s;
  const char* sidesite = d->wrap.sidesite ? d->wrap.sidesite : "";
  if (d->wrap.geom) note_place(r, node, mjs_wrapGeom(target, d->wrap.geom, sidesite));
}

void finish_wrap_pulley(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  (void)r, (void)s;
  note_place(r, node, mjs_wrapPulley(target, d->wrap.divisor));
}

void finish_wrap_joint(reader* r, const xml_node* node, const scope* s, void* target, draft* d) {
  (void)r, (void)s;
  if (d->wrap.joint) note_place(r, node, mjs_wrapJoint(target, d->wrap.joint, d->wrap.coef));
}
